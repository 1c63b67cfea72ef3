"""Can anybody see it? What programs make of a file, so that two of its versions can be compared.

Each judge returns what is seen; `difference` says how two of them differ, "" if nobody can see it. The judges are
rsvg-convert, poppler, ezdxf's drawing add-on, trimesh, lib3mf, PrusaSlicer and the CAD kernel, and where a
program shows what these do not (a laser's layers, a slicer's settings), the values that it shows.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import foreign
import numpy as np

from mutations.drawn.hands import short

DOTS = 200  # to the inch, for lasers' sheets: 1 µm changes a pixel by 2 of 255
PAGE_DOTS = 150
NOTICED = 32  # of 255: what a pixel changes by, where a line moves by 16 µm
NEAR = 0.016  # mm
LONGEST = 180.0  # s
Seen = dict[str, Any]


class Refused(Exception):
    """A program does not open the file: that is seen."""


def difference(before: Seen, after: Seen) -> str:
    """Return how two versions of a file differ in what is seen, "" if they do not."""
    for key in [*before, *(key for key in after if key not in before)]:
        one, two = before.get(key), after.get(key)
        found = _differ(one, two)
        if found:
            return f"{key}: {found}"
    return ""


def _differ(one: Any, two: Any) -> str:
    if isinstance(one, Segments) and isinstance(two, Segments):
        return one.differ(two)
    if isinstance(one, np.ndarray) and isinstance(two, np.ndarray):
        if one.shape != two.shape:
            return f"{one.shape} → {two.shape}"
        if one.dtype == np.uint8:
            far = np.abs(one.astype(np.int16) - two.astype(np.int16))
            count = int((far >= NOTICED).sum())
            return f"{count} pixels differ, by up to {int(far.max())}" if count else ""
        return "" if np.allclose(one, two, atol=NEAR, rtol=1e-6, equal_nan=True) else "numbers differ"
    if isinstance(one, float) and isinstance(two, float):
        return "" if math.isclose(one, two, abs_tol=NEAR, rel_tol=1e-6) else f"{one} → {two}"
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next((found for a, b in zip(one, two, strict=True) if (found := _differ(a, b))), "")
    if isinstance(one, list) and isinstance(two, list):
        return f"{len(one)} → {len(two)}"
    if isinstance(one, dict) and isinstance(two, dict):
        if one.keys() != two.keys():
            return f"other keys: {short(sorted(map(str, one.keys() ^ two.keys())), 120)}"
        return next((f"{key}: {found}" for key in one if (found := _differ(one[key], two[key]))), "")
    return "" if one == two else f"{short(one)} → {short(two)}"


class Segments:
    """Points of some dimension, in no order, each as often as it is."""

    def __init__(self, rows: Any) -> None:
        self.rows = np.asarray(rows, dtype=float)

    def differ(self, other: Segments) -> str:
        """Return how two sets differ by more than nobody sees."""
        from scipy.spatial import cKDTree

        if self.rows.shape != other.rows.shape:
            return f"{len(self.rows)} → {len(other.rows)} of them"
        if not self.rows.size or np.array_equal(self.rows, other.rows):
            return ""
        if not (np.isfinite(self.rows).all() and np.isfinite(other.rows).all()):
            return "numbers that are none"
        for one, two in ((self.rows, other.rows), (other.rows, self.rows)):
            far, _ = cKDTree(one).query(two)
            if float(far.max()) > NEAR:
                return f"{int((far > NEAR).sum())} lie elsewhere, up to {float(far.max()):.3g} away"
        return ""


QUIET: dict[str, Any] = {"capture_output": True, "timeout": LONGEST}


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    """Take a program that does not end for one that does not open the file."""
    try:
        yield
    except subprocess.TimeoutExpired as late:
        raise Refused(f"{late.cmd[0]} takes more than {LONGEST:g} s") from None


def _picture(content: bytes) -> np.ndarray:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))


@_in_time()
def svg(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What rsvg-convert draws on white."""
    done = foreign.run("rsvg-convert", "-d", str(DOTS), "-p", str(DOTS), "-b", "white", input=content, **QUIET)
    if done.returncode or not done.stdout:
        raise Refused(f"rsvg-convert: {short(done.stderr.decode('utf-8', 'replace'), 100)}")
    return {"picture": _picture(done.stdout)}


USUAL = (
    ("layer", "0"), ("color", 256), ("linetype", "bylayer"), ("lineweight", -1), ("ltscale", 1.0), ("true_color", None),
    ("transparency", None), ("invisible", 0), ("const_width", 0.0), ("thickness", 0.0), ("elevation", 0.0), ("flags",
    0),
)  # fmt: skip


def dxf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What ezdxf's drawing add-on draws, line by line, and what a laser's program shows of layers and lines."""
    import logging

    from ezdxf import recover
    from ezdxf.addons.drawing import Frontend, RenderContext
    from ezdxf.addons.drawing.json import CustomJSONBackend
    from ezdxf.filemanagement import read
    from ezdxf.lldxf.const import DXFError

    logging.disable(logging.CRITICAL)
    try:
        document = read(io.StringIO(content.decode("utf-8", "surrogateescape")))
    except Exception:
        try:
            document, _ = recover.read(io.BytesIO(content))
        except (DXFError, Exception) as problem:
            raise Refused(f"ezdxf: {short(problem, 100)}") from None
    model = document.modelspace()
    backend = CustomJSONBackend()
    try:
        Frontend(RenderContext(document), backend).draw_layout(model)
    except Exception as problem:
        raise Refused(f"ezdxf's drawing: {short(problem, 100)}") from None
    groups: dict[str, list[Any]] = {}
    for one in backend.get_json_data():
        own = one["properties"]
        key = f"{own.get('layer')} {own.get('color')} {own.get('stroke-width')} {one['type'].startswith('fill')}"
        groups.setdefault(key, []).extend(_segments(one["geometry"]))
    seen: Seen = {"drawn": {key: Segments(rows) for key, rows in groups.items()}}
    seen["units"] = [document.header.get("$INSUNITS", 0), document.header.get("$MEASUREMENT", 0)]
    seen["layers"] = {
        layer.dxf.name: [
            layer.dxf.get(name, usual)
            for name, usual in (
                ("color", 7),
                ("linetype", "Continuous"),
                ("lineweight", -3),
                ("plot", 1),
                ("true_color", None),
            )
        ]
        + [layer.is_off(), layer.is_frozen(), layer.is_locked()]
        for layer in document.layers
    }
    seen["lines"] = sorted(
        str([entity.dxftype(), *(str(entity.dxf.get(name, usual)).lower() for name, usual in USUAL)])
        for entity in model
    )
    seen["on paper"] = sorted(e.dxftype() for layout in document.layouts if not layout.is_modelspace for e in layout)
    return seen


def _segments(geometry: Any) -> list[list[float]]:
    """Return the lines of a drawn thing, each from its lower end to its higher."""
    points: list[list[list[float]]] = []

    def gather(value: Any) -> None:
        if isinstance(value, list) and value and isinstance(value[0], str):  # a path: commands
            run: list[list[float]] = []
            for command in value if isinstance(value[0], list) else [value]:
                run.append([float(x) for x in command[1:] if isinstance(x, (int, float))])
            points.append(run)
        elif (
            isinstance(value, list)
            and value
            and isinstance(value[0], list)
            and value[0]
            and isinstance(value[0][0], str)
        ):
            run = []
            for command in value:
                numbers = [
                    float(x) for part in command[1:] for x in (part if isinstance(part, (list, tuple)) else [part])
                ]
                run += [numbers[k : k + 2] for k in range(0, len(numbers) - 1, 2)] or run[:1]
            points.append(run)
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (int, float)):
            points.append([[float(x) for x in value[k : k + 2]] for k in range(0, len(value) - 1, 2)])
        elif isinstance(value, (list, tuple)):
            if all(
                isinstance(one, (list, tuple)) and len(one) == 2 and isinstance(one[0], (int, float)) for one in value
            ):
                points.append([[float(x) for x in one] for one in value])
            else:
                for one in value:
                    gather(one)

    gather(geometry)
    found = []
    for run in points:
        for a, b in zip(run, run[1:] or run, strict=False):
            # ends that lie level to a µm are in one order whatever their last digits
            first, last = sorted((a, b), key=lambda p: (round(p[0], 2), round(p[1], 2)))
            found.append([*first, *last])
    return found


@_in_time()
def pdf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What poppler draws and reads, and what a viewer does on opening and printing."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "a.pdf"
        file.write_bytes(content)
        done = foreign.run("pdftoppm", "-cropbox", "-r", str(PAGE_DOTS), str(file), str(Path(name) / "p"), **QUIET)
        images = sorted(Path(name).glob("p*.ppm"), key=lambda one: int(re.findall(r"\d+", one.stem)[-1]))
        if done.returncode or not images:
            raise Refused(f"pdftoppm: {short(done.stderr.decode('utf-8', 'replace'), 100)}")
        seen: Seen = {"pages": len(images)}
        seen |= {f"page {k}": _picture(image.read_bytes()) for k, image in enumerate(images, 1)}
        seen["text"] = foreign.run("pdftotext", "-layout", str(file), "-", **QUIET).stdout
        info = foreign.run("pdfinfo", "-js", str(file), **QUIET).stdout.decode("utf-8", "replace")
        seen["scripts"] = info
        told = foreign.run("pdfinfo", "-box", "-l", "99", str(file), **QUIET).stdout.decode("utf-8", "replace")
        seen["sizes"] = re.findall(r"Page.*(?:size|rot|MediaBox|CropBox):.*", told)
        seen["title"] = re.findall(r"^Title:.*", told)
    seen["viewer"] = _viewer(content)
    return seen


def _viewer(content: bytes) -> Any:
    """Return what the catalogue tells a viewer to do, and what can be clicked, as pypdf finds it."""
    import logging

    from pypdf import PdfReader

    logging.disable(logging.CRITICAL)

    def plain(value: Any, depth: int = 0) -> Any:
        value = value.get_object() if hasattr(value, "get_object") else value
        if isinstance(value, dict) and depth < 4:
            return {
                str(key): plain(held, depth + 1) for key, held in value.items() if key not in ("/Parent", "/P", "/Pg")
            }
        if isinstance(value, list) and depth < 4:
            return [plain(held, depth + 1) for held in value]
        return str(value)[:200] if not isinstance(value, (dict, list)) else "…"

    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        root = reader.trailer["/Root"]
        told = {
            name: plain(root[name])
            for name in (
                "/ViewerPreferences",
                "/OpenAction",
                "/AA",
                "/PageMode",
                "/PageLayout",
                "/Names",
                "/Collection",
            )
            if name in root
        }
        bookmarks = [str(one.get("/Title")) for one in reader.outline if isinstance(one, dict)]
        notes = [str(plain(page.get("/Annots", []), 1))[:2000] for page in reader.pages]
        acts = [str(plain(page["/AA"])) for page in reader.pages if "/AA" in page]
    except Exception as problem:
        return type(problem).__name__
    return [told, bookmarks, notes, acts]


def stl(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """The triangles as trimesh loads them, and the colours that Magics and VisCAM show."""
    import trimesh

    try:
        mesh = trimesh.load(io.BytesIO(content), file_type="stl", process=False)
        triangles = np.asarray(mesh.triangles)  # type: ignore[union-attr]
    except Exception as problem:
        raise Refused(f"trimesh: {short(problem, 100)}") from None
    if not beside and len(triangles):  # a piece in one file lies where a slicer puts it
        triangles = triangles - np.append(triangles.reshape(-1, 3).min(axis=0)[:2], 0)
    seen: Seen = {"triangles": Segments(_turned(triangles))}
    count = int.from_bytes(content[80:84], "little")
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
    held = np.frombuffer(content[84 : 84 + 50 * min(count, (len(content) - 84) // 50)], dtype=kind)
    seen["colours"] = [len(held), int(np.count_nonzero(held["attribute"]))]
    seen["kind"] = [content[:5] == b"solid", b"COLOR=" in content[:80], b"MATERIAL=" in content[:80]]
    with np.errstate(all="ignore"):
        normals = np.sort(np.round(held["normal"].astype(float), 2) + 0.0, axis=0)
    seen["shading"] = normals
    seen["size"] = len(content) - 84 - 50 * count
    return seen


def _turned(triangles: np.ndarray) -> np.ndarray:
    """Return triangles as rows of nine numbers, each begun at its first corner."""
    rows = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
    if not len(rows):
        return rows.reshape(-1, 9)
    keys = np.round(rows, 2) @ np.array([1.0, 1e3, 1e6])
    first = np.argmin(np.nan_to_num(keys), axis=1)
    turned = np.stack([rows[np.arange(len(rows)), (first + k) % 3] for k in range(3)], axis=1)
    return np.asarray(turned.reshape(-1, 9))


def obj(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What a viewer makes of it: triangles by the names of object, group and material, and the materials."""
    import trimesh

    with tempfile.TemporaryDirectory() as name:
        for other, held in {**beside, path: content}.items():
            (Path(name) / Path(other).name).write_bytes(held)
        try:
            scene = trimesh.load(Path(name) / Path(path).name, split_objects=True, process=False, maintain_order=True)
            whole = trimesh.load(Path(name) / Path(path).name, force="mesh", process=False, maintain_order=True)
            triangles = np.asarray(whole.triangles)  # type: ignore[union-attr]
            parts = scene.geometry if hasattr(scene, "geometry") else {"all": scene}
        except Exception as problem:
            raise Refused(f"trimesh: {short(problem, 100)}") from None
        seen: Seen = {"triangles": Segments(_turned(triangles))}
        seen["parts"] = {
            key: [
                Segments(_turned(np.asarray(part.triangles))),
                str(getattr(part.visual, "material", "")) and _material(part),
            ]
            for key, part in parts.items()
        }
    seen["named"] = _named(content)
    return seen


def _material(part: Any) -> list[Any]:
    material = part.visual.material
    return [getattr(material, "name", ""), list(map(int, np.asarray(material.main_color).ravel()))]


def _named(content: bytes) -> Any:
    """Return each run of faces with what it is called, and what else is drawn: as viewers list it."""
    told: list[Any] = []
    state = {"o": "", "g": "", "usemtl": "", "mtllib": ""}
    for line in content.decode("utf-8", "replace").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in state:
            state[words[0]] = " ".join(words[1:])
        elif words[0] == "f":
            if not told or told[-1][0] != state:
                told.append([dict(state), 0])
            told[-1][1] += 1
        elif words[0] in ("l", "p", "curv", "surf", "call") or (words[0] == "v" and len(words) > 4):
            told.append([words[0], 1])
    return sorted(map(str, told))


def mtl(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What each material says, as a viewer that knows all of it has it."""
    held: dict[str, dict[str, Any]] = {}
    own: dict[str, Any] = {}
    for line in content.decode("utf-8", "replace").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "newmtl":
            own = held.setdefault(" ".join(words[1:]), {})
        else:
            own[words[0]] = [_value(word) for word in words[1:]]
    return {"materials": held}


def _value(word: str) -> Any:
    try:
        value = float(word)
    except ValueError:
        return word
    return value if math.isfinite(value) else word


def txt(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """The letters, but for spaces at ends of lines and of the file."""
    text = content.decode("utf-8", "replace")
    return {"text": "\n".join(line.rstrip() for line in text.splitlines()).rstrip()}


KNOWN_MEMBERS = re.compile(r"(?i)metadata/|thumbnail|\.model$|\.gcode$|\.png$")


def threemf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What lib3mf reads, what slicers read of their own settings, and what stands there that they might."""
    seen: Seen = {"lib3mf": _lib3mf(content)}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            held = {name: archive.read(name) for name in names}
    except Exception as problem:
        raise Refused(f"zipfile: {short(problem, 100)}") from None
    seen["members"] = sorted(name for name in names if KNOWN_MEMBERS.search(name))
    for name, data in held.items():
        if name.endswith((".config", ".xml")) and not name.startswith("["):
            seen[name] = _tree(data)
    model = held.get("3D/3dmodel.model", b"")
    seen["painted"] = sorted(
        re.findall(rb'\s[\w:]*(?:paint_|printable|custom_|mmu_|segmentation)[\w:]*="[^"]*"', model)
    )
    seen["said"] = sorted(re.findall(rb"<metadata[^>]*>[^<]*", model))
    return seen


def _tree(data: bytes) -> Any:
    """Return XML as values: settings in order, attributes in none, numbers as numbers."""
    try:
        root = ET.fromstring(data)
    except ET.ParseError as problem:
        return str(problem)

    def plain(node: Any) -> list[Any]:
        own = {key: [_value(word) for word in value.split()] for key, value in node.attrib.items()}
        return [node.tag, own, (node.text or "").strip(), (node.tail or "").strip(), [plain(child) for child in node]]

    return plain(root)


def _lib3mf(content: bytes) -> Any:
    import lib3mf

    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    try:
        reader = model.QueryReader("3mf")
        reader.ReadFromBuffer(content)
    except lib3mf.ELib3MFException as problem:
        raise Refused(f"lib3mf: {short(problem, 100)}") from None
    objects: dict[str, Any] = {}
    found = model.GetObjects()
    while found.MoveNext():
        one = found.GetCurrentObject()
        own: list[Any] = [one.GetName(), one.GetPartNumber(), str(one.GetType())]
        if one.IsMeshObject():
            mesh = model.GetMeshObjectByID(one.GetResourceID())
            points = np.array([list(p.Coordinates) for p in mesh.GetVertices()]).reshape(-1, 3)
            corners = np.array([list(t.Indices) for t in mesh.GetTriangleIndices()], dtype=int).reshape(-1, 3)
            own.append(Segments(_turned(points[corners])))
            own.append([float(points.min()), float(points.max())] if len(points) else [])
            own.append(sorted({(p.ResourceID, *p.PropertyIDs) for p in mesh.GetAllTriangleProperties()}))
            own.append(list(mesh.GetObjectLevelProperty()))
        else:
            parts = model.GetComponentsObjectByID(one.GetResourceID())
            for k in range(parts.GetComponentCount()):
                part = parts.GetComponent(k)
                own.append([part.GetObjectResourceID(), _fields(part.GetTransform()) if part.HasTransform() else _ONE])
        objects[str(one.GetModelResourceID())] = own
    items = []
    walk = model.GetBuildItems()
    while walk.MoveNext():
        item = walk.GetCurrent()
        place = _fields(item.GetObjectTransform()) if item.HasObjectTransform() else _ONE
        items.append([item.GetObjectResource().GetModelResourceID(), item.GetPartNumber(), place])
    materials = []
    groups = model.GetBaseMaterialGroups()
    while groups.MoveNext():
        group = groups.GetCurrentBaseMaterialGroup()
        for k in group.GetAllPropertyIDs():
            colour = group.GetDisplayColor(k)
            materials.append([group.GetName(k), colour.Red, colour.Green, colour.Blue, colour.Alpha])
    return {"objects": objects, "items": items, "materials": materials, "unit": str(model.GetUnit())}


_ONE = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def _fields(transform: Any) -> list[float]:
    return [float(value) for row in transform.Fields for value in row]


@_in_time()
def gcode(content: bytes, suffix: str) -> dict[str, list[float]]:
    """What PrusaSlicer makes of a file at coarse settings, {} if it makes nothing."""
    with tempfile.TemporaryDirectory() as name:
        file, made = Path(name) / f"a.{suffix}", Path(name) / "a.gcode"
        file.write_bytes(content)
        coarse = ("--dont-arrange", "--seam-position", "aligned", "--layer-height", "0.3", "--fill-density", "5%",
        "--perimeters", "1", "--top-solid-layers", "1",
                  "--bottom-solid-layers", "1", "--skirts", "0", "--nozzle-diameter",
                  "0.4,0.4,0.4,0.4,0.4,0.4,0.4")  # fmt: skip
        done = foreign.run("prusa-slicer", "--export-gcode", *coarse, "-o", str(made), str(file), **QUIET)
        if done.returncode or not made.is_file():
            return {}
        return _totals(made.read_text("utf-8", "replace"))


def _totals(text: str) -> dict[str, list[float]]:
    """Return what is extruded by each tool in each layer: how much, from where to where. Infill begins here or there by
    chance, so that the moves themselves differ from run to run."""
    found: dict[str, list[float]] = {}
    tool, z, fed, at = "T0", "0", 0.0, (0.0, 0.0)
    for line in text.splitlines():
        words = {word[0]: word[1:] for word in line.partition(";")[0].split()}
        if re.match(r"T\d", line):
            tool = line.split()[0]
        elif line.startswith("G92") and "E" in words:
            fed = float(words["E"])
        elif line.startswith("G1"):
            z = words.get("Z", z)
            to = float(words.get("X", at[0])), float(words.get("Y", at[1]))
            length = float(words.get("E", fed))
            if to != at and length > fed:
                own = found.setdefault(f"{tool} {float(z):.2f}", [0.0, 1e9, 1e9, -1e9, -1e9])
                own[0] += length - fed
                own[1:] = [min(own[1], *at[:1], to[0]), min(own[2], at[1], to[1]), max(own[3], at[0], to[0]),
                           max(own[4], at[1], to[1])]  # fmt: skip
            at, fed = to, length
    return found


def other_gcode(one: dict[str, list[float]], two: dict[str, list[float]]) -> bool:
    """Tell whether two of `gcode` differ by more than from run to run: 2 % of what is extruded, 0.3 mm of where."""
    return one.keys() != two.keys() or any(
        abs(a[0] - b[0]) > 0.02 * a[0] + 0.05 or any(abs(p - q) > 0.3 for p, q in zip(a[1:], b[1:], strict=True))
        for a, b in ((one[key], two[key]) for key in one)
    )


def step(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What the CAD kernel has: shapes where they lie, their names, colours, layers, and whether they are shown."""
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.Message import Message
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDF import TDF_LabelSequence
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)
    document = TDocStd_Document(TCollection_ExtendedString("BinXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    reader = STEPCAFControl_Reader()
    reader.SetColorMode(True)
    reader.SetNameMode(True)
    reader.SetLayerMode(True)
    reader.SetPropsMode(True)
    if reader.ReadStream("set.step", io.BytesIO(content)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise Refused("the CAD kernel cannot read it")
    if not reader.Transfer(document):
        raise Refused("the CAD kernel finds nothing in it")
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    roots = TDF_LabelSequence()
    shapes.GetFreeShapes(roots)
    held: Seen = {"products": roots.Length()}
    walker = _Walker(document, shapes)
    for k in range(1, roots.Length() + 1):
        walker.walk(roots.Value(k), None, 0)
    held["shapes"] = sorted(walker.found, key=str)
    held["layers"] = sorted(walker.layers)
    return held


class _Walker:
    """Goes through a document of the CAD kernel and notes every shape that is part of no other."""

    def __init__(self, document: Any, shapes: Any) -> None:
        from OCP.XCAFDoc import XCAFDoc_DocumentTool

        self.shapes = shapes
        self.colours = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
        self.layer_tool = XCAFDoc_DocumentTool.LayerTool_s(document.Main())
        self.found: list[Any] = []
        self.layers: list[str] = []
        self.known: dict[Any, list[Any]] = {}

    def walk(self, label: Any, place: Any, depth: int) -> None:
        from OCP.TDF import TDF_Label, TDF_LabelSequence

        product = TDF_Label()
        where = self.shapes.GetLocation_s(label)
        place = where if place is None else place.Multiplied(where)
        shown = bool(self.colours.IsVisible_s(label))
        told = [self.name(label), shown, self.colour_of(label), depth]
        if self.shapes.IsReference_s(label):
            self.shapes.GetReferredShape_s(label, product)
        else:
            product = label
        told += [self.name(product), bool(self.colours.IsVisible_s(product)), self.colour_of(product)]
        parts = TDF_LabelSequence()
        self.shapes.GetComponents_s(product, parts)
        if parts.Length() and depth < 9:
            self.found.append([*told, "assembly", parts.Length()])
            for k in range(1, parts.Length() + 1):
                self.walk(parts.Value(k), place, depth + 1)
            return
        key = str(product.EntryDumpToString()) if hasattr(product, "EntryDumpToString") else self.entry(product)
        if key not in self.known:
            self.known[key] = self.measured(self.shapes.GetShape_s(product), product)
        move = place.Transformation()
        matrix = [round(float(move.Value(row, column)), 5) + 0.0 for row in (1, 2, 3) for column in (1, 2, 3, 4)]
        self.found.append([*told, str(matrix), self.known[key]])

    def entry(self, label: Any) -> str:
        from OCP.TCollection import TCollection_AsciiString
        from OCP.TDF import TDF_Tool

        held = TCollection_AsciiString()
        TDF_Tool.Entry_s(label, held)
        return str(held.ToCString())

    def name(self, label: Any) -> str:
        from OCP.TDataStd import TDataStd_Name

        held = TDataStd_Name()
        return str(held.Get().ToExtString()) if label.FindAttribute(TDataStd_Name.GetID_s(), held) else ""

    def colour_of(self, label: Any) -> list[str]:
        return self._colours(label)

    def _colours(self, thing: Any) -> list[str]:
        from OCP.Quantity import Quantity_ColorRGBA
        from OCP.TDF import TDF_Label
        from OCP.XCAFDoc import XCAFDoc_ColorType

        found = []
        for kind in ("Surf", "Gen", "Curv"):
            colour = Quantity_ColorRGBA()
            asked = self.colours.GetColor_s if isinstance(thing, TDF_Label) else self.colours.GetColor
            if asked(thing, getattr(XCAFDoc_ColorType, f"XCAFDoc_Color{kind}"), colour):
                rgb = colour.GetRGB()
                found.append(f"{kind} {rgb.Red():.3f} {rgb.Green():.3f} {rgb.Blue():.3f} {colour.Alpha():.3f}")
        return found

    def measured(self, shape: Any, product: Any) -> list[Any]:
        """Return what a shape is: how many of each kind, how large, where, of what colours its parts are."""
        from OCP.Bnd import Bnd_Box
        from OCP.BRepBndLib import BRepBndLib
        from OCP.BRepGProp import BRepGProp
        from OCP.GProp import GProp_GProps
        from OCP.TDF import TDF_LabelSequence
        from OCP.TopAbs import TopAbs_ShapeEnum
        from OCP.TopExp import TopExp_Explorer

        counts, colours = [], []
        for kind in ("SOLID", "SHELL", "FACE", "EDGE", "VERTEX"):
            walk = TopExp_Explorer(shape, getattr(TopAbs_ShapeEnum, f"TopAbs_{kind}"))
            count = 0
            while walk.More():
                count += 1
                if kind in ("SOLID", "FACE"):
                    colours.append(f"{kind} {self._colours(walk.Current())}")
                walk.Next()
            counts.append(count)
        numbers = []
        for measure in ("VolumeProperties_s", "SurfaceProperties_s"):
            props = GProp_GProps()
            try:
                getattr(BRepGProp, measure)(shape, props)
                centre = props.CentreOfMass()
                numbers += [props.Mass(), centre.X(), centre.Y(), centre.Z()]
            except Exception:
                numbers += [math.nan] * 4
        box = Bnd_Box()
        BRepBndLib.AddOptimal_s(shape, box, False, False)
        numbers += list(box.Get()) if not box.IsVoid() else []
        hidden = []
        below = TDF_LabelSequence()
        self.shapes.GetSubShapes_s(product, below)
        for k in range(1, below.Length() + 1):
            one = below.Value(k)
            told = [bool(self.colours.IsVisible_s(one)), self._colours(one)]
            hidden += [] if told == [True, []] else [str(told)]
        painted = sorted({f"{colours.count(one)} × {one}" for one in set(colours)})
        return [str(counts), str(painted), str(sorted(hidden)), np.array([round(float(x), 4) for x in numbers])]


def manifest(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What a reader of the list looks for: the pieces, the accessories, the files."""
    import json

    held = json.loads(content)
    return {key: json.dumps(held.get(key), sort_keys=True) for key in ("game", "pieces", "accessories", "files")}


JUDGES: dict[str, Callable[[bytes, str, Mapping[str, bytes]], Seen]] = {
    "svg": svg, "dxf": dxf, "pdf": pdf, "stl": stl, "obj": obj, "mtl": mtl, "txt": txt, "3mf": threemf, "step": step,
    "json": manifest, "md": txt,
}  # fmt: skip
SLICED = {"3mf", "stl", "obj"}


def seen(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """Return what is seen of a file. beside: the others of its folder. Raises Refused if a program does not open it."""
    return JUDGES[path.rpartition(".")[2]](content, path, beside)
