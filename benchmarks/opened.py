"""Open files of a small set in the programs that are there, and compare what they see with the page.

    python benchmarks/opened.py [--python PYTHON] [--write]

PYTHON is an environment that has the libraries of PIP below. Each program says of a file which layers or bodies it
has, how many outlines are cut or bodies are printed, where each of them lies, and how large all is. Readings of one
kind are compared pairwise. ``docs/reference/programs.md`` has what was seen, a row for each program and format; with
--write the rows of programs that are here are written anew. Ends with 1 if a row of a program that is here reads
otherwise than on the page. Takes three minutes.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PAGE = "docs/reference/programs.md"
PIP = ("meerk40t==0.9.9100", "vpype==1.15.0", "ezdxf==1.4.5", "trimesh==5.2.0", "lib3mf==2.5.0", "lxml", "networkx")
SET = ("make", "quasimino", "--format", "svg,dxf,lbrn2,stl,3mf,obj,step,pdf")
NEAR = 0.1  # mm: curves are measured by chords
MM_PER_PIXEL = 25.4 / 96
MM_PER_POINT = 25.4 / 72
Box = tuple[float, ...]  # left, low, right, high


@dataclass(frozen=True)
class Reading:
    """What a program sees: layers or kinds of bodies; the boxes of what is cut or printed, mm; whether y runs up."""

    version: str
    layers: tuple[str, ...]
    boxes: tuple[Box, ...]
    up: bool = False
    lying: bool = True  # whether boxes are where things lie, and not each around its own middle

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all boxes together."""
        left, low, right, high = (pick(box[k] for box in self.boxes) for k, pick in enumerate((min, min, max, max)))
        return right - left, high - low

    def moved(self, *, turned: bool = False) -> list[tuple[float, ...]]:
        """Return the boxes from the upper left corner of them all, y down. turned: whether upside down."""
        flip = self.up is not turned
        boxes = [
            (left, -high, right, -low) if flip else (left, low, right, high) for left, low, right, high in self.boxes
        ]
        x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        return [(left - x, low - y, right - x, high - y) for left, low, right, high in boxes]


def relation(one: Reading, other: Reading) -> str:
    """Return how another program's reading differs from one."""
    if len(one.boxes) != len(other.boxes):
        return f"{len(other.boxes)} for {len(one.boxes)}"
    scale = other.size[0] / one.size[0]
    for turned, how in ((False, ""), (True, "mirrored")):
        left = other.moved(turned=turned)
        for box in one.moved():
            nearest = min(left, key=lambda found: max(abs(scale * a - b) for a, b in zip(box, found, strict=True)))
            if max(abs(scale * a - b) for a, b in zip(box, nearest, strict=True)) > 2 * NEAR:
                break
            left.remove(nearest)
        else:
            return ", ".join(filter(None, (how, "" if abs(scale - 1) < 2e-3 else f"{scale:.0%} as large"))) or "same"
    return "other"


# --- libraries, in an environment of their own ----------------------------------------------------


def meerk40t(file: str) -> Reading:
    """Cuts are the elements of the operations that cut; other operations are layers, too."""
    from meerk40t import main
    from meerk40t.core.units import UNITS_PER_MM
    from meerk40t.internal_plugins import plugin
    from meerk40t.kernel import Kernel

    kernel = Kernel("MeerK40t", main.APPLICATION_VERSION, "MeerK40t", ansi=False, ignore_settings=True)
    kernel.args = main.parser.parse_args(["-Z", "-p"])
    kernel.add_plugin(plugin)
    kernel(partial=True)
    kernel.elements.load(file)
    used = [(one, [child.node for child in one.children if hasattr(child, "node")]) for one in kernel.elements.ops()]
    layers = [f"{one.type.removeprefix('op ')} {len(nodes)}" for one, nodes in used if nodes]
    cuts = {id(node): node for one, nodes in used if one.type == "op cut" for node in nodes}
    boxes = [tuple(float(side) / UNITS_PER_MM for side in node.bbox()) for node in cuts.values()]
    kernel.console("shutdown\n")
    return Reading(main.APPLICATION_VERSION.split()[0], tuple(layers), tuple(boxes))


def vpype(file: str) -> Reading:
    """Lines of the layer that is called cut-outer."""
    import vpype as library

    document = library.read_multilayer_svg(file, quantization=NEAR / 4 / MM_PER_PIXEL)
    named = {layer.metadata["vp_name"]: layer for layer in document.layers.values()}
    boxes = [
        tuple(MM_PER_PIXEL * float(v) for v in (min(x.real), min(x.imag), max(x.real), max(x.imag)))
        for x in named["cut-outer"].lines
    ]
    return Reading(library.__version__, tuple(f"{name} {len(layer)}" for name, layer in named.items()), tuple(boxes))


def ezdxf(file: str) -> Reading:
    """Polylines of the layer CUT_OUTER."""
    import ezdxf as library
    from ezdxf import bbox

    document = library.readfile(file)
    layers = Counter(line.dxf.layer for line in document.modelspace())
    found = [bbox.extents([line]) for line in document.modelspace().query('*[layer=="CUT_OUTER"]')]
    boxes = [(one.extmin.x, one.extmin.y, one.extmax.x, one.extmax.y) for one in found]
    named = tuple(f"{name} {count}" for name, count in layers.items())
    return Reading(library.__version__, named, tuple(boxes), up=True)


def trimesh(file: str) -> Reading:
    """Meshes, a single one as its bodies; what lies on the plate is told by its box, not the inlays in it."""
    import trimesh as library

    options = {"split_object": True, "group_material": False} if file.endswith(".obj") else {}
    scene = library.load_scene(file, **options)
    meshes = scene.dump()
    bodies = [body for mesh in meshes for body in (mesh.split() if len(meshes) == 1 else [mesh])]
    boxes = [tuple(map(float, (*one.bounds[0][:2], *one.bounds[1][:2]))) for one in bodies if one.bounds[0][2] == 0]
    return Reading(library.__version__, (f"{len(bodies)} meshes",), tuple(boxes), up=True)


def lib3mf(file: str) -> Reading:
    """Items of a plate, where they lie; in strict mode, in which a warning is an error."""
    import lib3mf as library

    wrapper = library.Wrapper()
    model = wrapper.CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(file)
    items, boxes = model.GetBuildItems(), []
    while items.MoveNext():
        box = items.GetCurrent().GetOutbox()
        low, high = box.MinCoordinate, box.MaxCoordinate
        boxes.append((*low[:2], *high[:2]))
    version = ".".join(map(str, wrapper.GetLibraryVersion()))
    return Reading(version, (f"{reader.GetWarningCount()} warnings",), tuple(boxes), up=True)


# --- programs -------------------------------------------------------------------------------------


def _said(*words: object) -> str:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=True, timeout=300).stdout


def inkscape(file: str) -> Reading:
    """Paths of the group cut-outer, without the width of their lines; layers as Inkscape says."""
    thin = Path(file).with_suffix(".thin.svg")
    thin.write_text(re.sub(r"stroke-width:[0-9.]+", "stroke-width:0", Path(file).read_text()))
    layers = re.findall(
        r"^(\S+) cloned: false", _said("inkscape", "--actions=select-all:layers;select-list", thin), re.M
    )
    rows = [line.split(",") for line in _said("inkscape", "--query-all", thin).splitlines() if "," in line]
    names = [row[0] for row in rows]
    after = next(k for k, name in enumerate(names) if name == "cut-outer") + 1
    end = next((k for k, name in enumerate(names) if k >= after and not name.startswith("path")), len(rows))
    boxes = []
    for row in rows[after:end]:
        left, low, wide, high = (MM_PER_PIXEL * float(value) for value in row[1:])
        boxes.append((left, low, left + wide, low + high))
    version = _said("inkscape", "--version").split()[1]
    return Reading(version, tuple(layers), tuple(boxes))


def prusa_slicer(file: str) -> Reading:
    """All parts of each object that it loads."""
    text = _said("prusa-slicer", "--info", file)
    number = {key: [float(v) for v in re.findall(rf"^{key} = +(\S+)", text, re.M)] for key in KEYS}
    assert set(re.findall(r"^manifold = (\w+)", text, re.M)) == {"yes"}, text
    boxes = tuple(zip(*(number[key] for key in KEYS[:4]), strict=True))
    version = _said("prusa-slicer", "--help").split("PrusaSlicer-")[1].split("+")[0]
    parts = f"{sum(number['number_of_parts']):.0f} parts"
    return Reading(version, (parts,), boxes, up=True, lying=False)


KEYS = ("min_x", "min_y", "max_x", "max_y", "number_of_parts")


def poppler(file: str) -> Reading:
    """Pages as boxes."""
    text = _said("pdfinfo", "-l", "-1", file)
    pages = re.findall(r"^Page +\d+ size: +(\S+) x (\S+) pts", text, re.M)
    boxes = [(0.0, 0.0, MM_PER_POINT * float(w), MM_PER_POINT * float(h)) for w, h in pages]
    shown = subprocess.run(["pdfinfo", "-v"], capture_output=True, text=True, check=True).stderr
    return Reading(shown.split()[2], (f"{len(pages)} pages",), tuple(boxes))


# --- the page -------------------------------------------------------------------------------------

LIBRARIES: dict[str, Callable[[str], Reading]] = {
    "MeerK40t": meerk40t,
    "vpype": vpype,
    "ezdxf": ezdxf,
    "trimesh": trimesh,
    "lib3mf": lib3mf,
}
PROGRAMS: dict[str, tuple[str, Callable[[str], Reading]]] = {
    "Inkscape": ("inkscape", inkscape),
    "PrusaSlicer": ("prusa-slicer", prusa_slicer),
    "poppler": ("pdfinfo", poppler),
}
OPENED = (  # file, program, what to set
    ("svg/sheet-1.svg", "Inkscape", "nothing; it keeps the layers when it saves DXF"),
    ("svg/sheet-1.svg", "MeerK40t", "speeds and powers; a bed as large as the sheet"),
    ("svg/sheet-1.svg", "vpype", "`--quantization 0.02mm`: arcs become chords"),
    ("dxf/sheet-1.dxf", "ezdxf", "nothing"),
    ("dxf/sheet-1.dxf", "MeerK40t", "take SVG: the drawing is shrunk to the bed, and is in two operations"),
    ("lbrn2/sheet-1.lbrn2", "MeerK40t", "take SVG: the file is for LightBurn"),
    ("stl/plate-1-body.stl", "trimesh", "nothing"),
    ("stl/plate-1-body.stl", "PrusaSlicer", "load the bodies of a plate together, as one object"),
    ("3mf/plate-1-prusa.3mf", "lib3mf", "nothing"),
    ("3mf/plate-1-prusa.3mf", "trimesh", "nothing"),
    ("3mf/plate-1-prusa.3mf", "PrusaSlicer", "as many filaments as the page of the set says"),
    ("obj/plate-1.obj", "trimesh", "`split_object=True, group_material=False`: else what has one colour is one mesh"),
    ("obj/plate-1.obj", "PrusaSlicer", "take 3MF: colours are lost"),
    ("pdf/tiles-a4-colour.pdf", "poppler", "print at 100 %"),
)
SHEETS, SOLIDS = ("svg", "dxf", "lbrn2"), ("stl", "3mf", "obj")  # which show one sheet, and one plate
START, END = "<!-- opened -->\n", "<!-- end of opened -->"
Key = tuple[str, str]  # file, program


def there(program: str, python: str) -> bool:
    """Tell whether a program is on this machine."""
    if program in PROGRAMS:
        return shutil.which(PROGRAMS[program][0]) is not None
    words = [python, "-c", f"import {program.lower()}"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def read(program: str, file: Path, python: str) -> Reading:
    """Return what a program sees of a file."""
    if program in PROGRAMS:
        return PROGRAMS[program][1](str(file))
    words = [python, __file__, "--read", program, file]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return Reading(**{**found, "layers": tuple(found["layers"]), "boxes": tuple(map(tuple, found["boxes"]))})


def _kind(key: Key) -> str:
    return key[0].split("/")[0]


def row(key: Key, setting: str, own: Reading) -> str:
    """Return the row of a program and a file."""
    wide, high = own.size
    cells = (
        *key,
        own.version,
        f"{', '.join(own.layers)}; {len(own.boxes)} in all, {wide:.0f} × {high:.0f} mm",
        setting,
    )
    return f"| {' | '.join(cells)} |"


def compared(readings: Mapping[Key, Reading]) -> Iterator[str]:
    """Yield tables of what shows one sheet, and of what shows one plate: how each reading differs from each other."""
    for flat in (True, False):
        own = {key: one for key, one in readings.items() if one.lying and _kind(key) in (SHEETS if flat else SOLIDS)}
        names = [f"{_kind(key)} in {key[1]}" for key in own]
        yield from ("", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}")
        for name, one in zip(names, own.values(), strict=True):
            yield f"| {name} | {' | '.join('' if one is two else relation(one, two) for two in own.values())} |"


def main(arguments: Sequence[str]) -> int:
    """Open, compare with the page, write it if asked. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="an environment that has what is read by libraries")
    parser.add_argument("--write", action="store_true", help="write the page anew")
    parser.add_argument("--read", nargs=2, metavar=("PROGRAM", "FILE"), help="print what a library sees, as JSON")
    asked = parser.parse_args(arguments)
    if asked.read:
        print(json.dumps(asdict(LIBRARIES[asked.read[0]](asked.read[1]))))
        return 0
    from measuring import ROOT, program, run, surroundings

    page = (ROOT / PAGE).read_text(encoding="utf-8")
    before, _, rest = page.partition(START)
    stands, _, after = rest.partition(END)
    rows, readings = list[str](), dict[Key, Reading]()
    with tempfile.TemporaryDirectory() as temporary:
        run(program(*SET, "-o", f"{temporary}/set"), surroundings())
        for file, name, setting in OPENED:
            known = [line for line in stands.splitlines() if line.startswith(f"| {file} | {name} |")]
            if there(name, asked.python):
                readings[file, name] = read(name, Path(temporary, "set", file), asked.python)
                rows.append(row((file, name), setting, readings[file, name]))
            else:
                print(f"not here: {name}", file=sys.stderr)
                rows += known
    complete = len(readings) == len(OPENED)
    head = ["", "| file | program | version | what it sees | what to set |", "|---|---|---|---|---|"]
    # where a program is missing, what stands there of pairs is not compared
    tables = list(compared(readings)) if complete else stands.splitlines()[len(head) + len(rows) : -1]
    made = "\n".join([*head, *rows, *tables, "", ""])
    changed = [line for line in made.splitlines() if line not in stands.splitlines()]
    print(*changed, sep="\n")
    if asked.write:
        (ROOT / PAGE).write_text(f"{before}{START}{made}{END}{after}", encoding="utf-8")
    return 0 if asked.write else int(bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
