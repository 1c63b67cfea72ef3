"""A STEP file as the CAD kernel reads it: the program that `verify` starts for it, which ends if the kernel does.

It is run as a file, not as a module, by a Python that looks nowhere but in its own libraries and in the folders that it
is told: so it imports nothing of this package, and nothing that lies in the folder where somebody stands. What it
finds out it writes as data: the word LOADED once the kernel is there, then one line of JSON, then numbers.

    {"solids": [[surface, [12 numbers], colour, name], …], "surfaces": [triangles, …]}   and the triangles' corners
    {"unreadable": [message, code]}   what is wrong with the file
    {"lacking": message}              what the machine lacks
"""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import sys
from array import array
from collections.abc import Callable
from typing import Any

LOADED = b"loaded\n"
LOOSE = 1e-3  # mm
LONGEST = 300  # s
MOST_MEMORY = 8 << 30  # bytes
MOST_TRIANGLES = 1 << 24
MOST_NAME = 1000  # characters of a product's name: no piece is called so
LACKED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EAGAIN})
# how the loader of libraries and C++ say that memory is short
NO_MEMORY = ("bad_alloc", "failed to map segment", "annot allocate memory")
INSTALL = 'pip install "quasiprint[cadquery]", apt install libgl1'
# what comes of damaged files besides the kernel's own failures
DAMAGED = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, RuntimeError, TypeError, ValueError,
)  # fmt: skip


class Unread(Exception):
    """A file that the kernel cannot read, or that holds what no set does."""

    def __init__(self, message: str, code: str = "file-unreadable") -> None:
        super().__init__(message)
        self.code = code


class Lacking(Exception):
    """Something that this machine has not, or not enough of."""


def load() -> None:
    """Load the kernel. Raises Lacking where it cannot be loaded."""
    try:
        import OCP.STEPCAFControl  # noqa: F401
    except ImportError as found:
        raise Lacking(missing(found)) from found


def missing(found: ImportError) -> str:
    """Return what is to be said of a kernel that does not load: it is not there, or there is no memory for it."""
    if any(words in str(found) for words in NO_MEMORY):
        most = memory()
        may = f": this process may take {most >> 20} MiB" if most is not None else ""
        return f"STEP cannot be read: there is not enough memory to load the CAD kernel{may}"
    return f"to read STEP, CadQuery is needed, which cannot load ({found}): {INSTALL}"


def answer(content: bytes, read: Callable[[bytes], bytes] | None = None) -> bytes:
    """Return what is to be said of a file: a line of JSON and numbers, as above. The kernel has to be loaded.

    read: what reads it, `solids` if nobody says.
    """
    from OCP.Standard import Standard_Failure, Standard_OutOfMemory

    try:
        return (read or solids)(content)
    except Unread as found:
        said: dict[str, object] = {"unreadable": [str(found), found.code]}
    except (MemoryError, Standard_OutOfMemory):
        said = {"unreadable": [f"the CAD kernel takes more than {MOST_MEMORY >> 30} GiB to read it", "file-unreadable"]}
        if (most := memory()) is not None:
            said = {"lacking": f"there is not enough memory to read STEP: this process may take {most >> 20} MiB"}
    except ImportError as found:  # a part of the kernel
        said = {"lacking": missing(found)}
    except OSError as found:
        said = {"unreadable": [f"the CAD kernel cannot read it: {found}", "file-unreadable"]}
        if found.errno in LACKED:
            said = {"lacking": f"STEP cannot be read: {found}"}
    except (Standard_Failure, *DAMAGED) as found:
        said = {"unreadable": [f"the CAD kernel cannot read it: {str(found)[:300]}", "file-unreadable"]}
    return line(said)


def line(said: dict[str, object]) -> bytes:
    """Return what is said, as a line of JSON."""
    return json.dumps(said).encode("ascii") + b"\n"


def solids(content: bytes) -> bytes:
    """Return the solids of a file. Raises Unread, and whatever the kernel does."""
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TDF import TDF_LabelSequence
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    document = _document(content)
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    tool = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    roots = TDF_LabelSequence()
    shapes.GetFreeShapes(roots)
    if roots.Length() != 1:
        count = roots.Length()
        raise Unread(f"{count} of its products are part of no other, allowed is one, the set", "piece-missing")
    known: dict[Any, tuple[int, str]] = {}
    surfaces: list[array[float]] = []
    found = []
    parts = TDF_LabelSequence()
    shapes.GetComponents_s(roots.Value(1), parts)
    for k in range(1, parts.Length() + 1):
        name = _name(shapes, parts.Value(k))
        walk = TopExp_Explorer(shapes.GetShape_s(parts.Value(k)), TopAbs_ShapeEnum.TopAbs_SOLID)
        while walk.More():
            solid = walk.Current()
            bare = solid.Located(TopLoc_Location())
            key = bare.TShape()
            if key not in known:
                BRepMesh_IncrementalMesh(bare, 0.1)
                known[key] = len(surfaces), _colour(tool, bare)
                surfaces.append(_corners(bare))
                if sum(map(len, surfaces)) > 9 * MOST_TRIANGLES:
                    raise Unread(f"it has more than {MOST_TRIANGLES} triangles")
            move = solid.Location().Transformation()
            if bare.Orientation() != solid.Orientation():
                raise Unread("a solid is turned inside out")
            matrix = [move.Value(row, column) for column in (1, 2, 3, 4) for row in (1, 2, 3)]
            surface, colour = known[key]
            found.append([surface, matrix, colour, name])
            walk.Next()
    head = line({"solids": found, "surfaces": [len(surface) // 9 for surface in surfaces]})
    return b"".join([head, *(surface.tobytes() for surface in surfaces)])


def _document(content: bytes) -> Any:
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application

    silent()
    document = TDocStd_Document(TCollection_ExtendedString("BinXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    reader = STEPCAFControl_Reader()
    reader.SetColorMode(True)
    reader.SetNameMode(True)
    read = reader.ReadStream("set.step", io.BytesIO(content)) == done()
    if not read or not reader.Transfer(document):
        raise Unread("the CAD kernel cannot read it")
    return document


def done() -> Any:
    """Return how the kernel says that a file was read."""
    from OCP.IFSelect import IFSelect_ReturnStatus

    return IFSelect_ReturnStatus.IFSelect_RetDone


def silent() -> None:
    """Let the kernel print nothing."""
    from OCP.Message import Message

    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)  # what it finds goes into findings, not on standard output


def _name(shapes: Any, component: Any) -> str:
    """Return what the product of an instance is called."""
    from OCP.TDataStd import TDataStd_Name
    from OCP.TDF import TDF_Label

    product, name = TDF_Label(), TDataStd_Name()
    shapes.GetReferredShape_s(component, product)
    found = product.FindAttribute(TDataStd_Name.GetID_s(), name)
    return str(name.Get().ToExtString())[:MOST_NAME] if found else ""


def _colour(tool: Any, shape: Any) -> str:
    from OCP.Quantity import Quantity_Color, Quantity_TypeOfColor
    from OCP.XCAFDoc import XCAFDoc_ColorType

    colour = Quantity_Color()
    for kind in (XCAFDoc_ColorType.XCAFDoc_ColorSurf, XCAFDoc_ColorType.XCAFDoc_ColorGen):
        if tool.GetColor(shape, kind, colour):
            values = colour.Values(Quantity_TypeOfColor.Quantity_TOC_sRGB)
            return "#" + "".join(f"{round(255 * value):02X}" for value in values)
    return ""


def _corners(shape: Any) -> array[float]:
    """Return a solid's triangles, seen from outside anticlockwise: nine numbers each, mm.

    Raises Unread for a solid whose corners are not the ends of its edges.
    """
    from OCP.BRep import BRep_Tool
    from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    corner = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_VERTEX)
    while corner.More():
        # where lines miss a corner, the kernel makes the corner as large as it takes
        size = BRep_Tool.Tolerance_s(TopoDS.Vertex_s(corner.Current()))
        if size > LOOSE:
            raise Unread(f"edges of a solid miss its corner by {size:.3g} mm", "mesh-open")
        corner.Next()
    found = array("d")
    walk = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE)
    while walk.More():
        face = TopoDS.Face_s(walk.Current())
        place = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face, place)
        if mesh is None:
            raise Unread("a face has no triangles")
        nodes = [mesh.Node(k).Transformed(place.Transformation()) for k in range(1, mesh.NbNodes() + 1)]
        points = [(p.X(), p.Y(), p.Z()) for p in nodes]
        turned = face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
        for k in range(1, mesh.NbTriangles() + 1):
            a, b, c = mesh.Triangle(k).Get()
            for corner_of in (a, c, b) if turned else (a, b, c):
                found.extend(points[corner_of - 1])
        walk.Next()
    return found


def memory() -> int | None:
    """Return how many bytes of memory this process may take, if that is less than the kernel is allowed to take."""
    try:
        import resource
    except ImportError:  # not every system has it
        return None
    limits = [limit for limit in resource.getrlimit(resource.RLIMIT_AS) if 0 <= limit < MOST_MEMORY]
    return min(limits, default=None)


def _bounded() -> None:
    """Bound what this process may take, and let it end with the one that started it."""
    try:
        import resource
    except ImportError:
        return
    bounds = (
        (resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, LONGEST),
        (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0),
    )  # fmt: skip
    for kind, most in bounds:
        soft, hard = resource.getrlimit(kind)
        allowed = [most, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)]
        resource.setrlimit(kind, (min(allowed), hard))
    signal.alarm(LONGEST + 10)
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG


def main(size: int, folders: list[str], read: Callable[[bytes], bytes] | None = None) -> None:
    """Read a file of so many bytes from standard input, and write what is to be said of it to standard output.

    folders: where libraries are looked for besides, after Python's own. read: as `answer` takes it.
    """
    out = os.fdopen(os.dup(1), "wb")
    try:
        silent = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(silent, number)  # what the kernel prints is no answer
        _bounded()
        sys.path += [folder for folder in folders if folder not in sys.path]
        content = sys.stdin.buffer.read(size)
        if len(content) < size:
            os._exit(1)  # whoever asked is gone
        load()
    except Lacking as found:
        said = line({"lacking": str(found)})
    except (MemoryError, OSError) as found:
        said = line({"lacking": f"STEP cannot be read: {found or 'not enough memory'}"})
    else:
        out.write(LOADED)
        out.flush()
        said = answer(content, read)
    out.write(said)
    out.flush()
    os._exit(0)  # the kernel may fail yet, where it clears up


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
