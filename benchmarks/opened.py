"""Open files of a small set in the programs that are there, and compare what they see with the page.

    python benchmarks/opened.py [--python PYTHON] [--write]

PYTHON is an environment that has the libraries of PIP below. Each program says of a file which layers or bodies it
has, how many outlines are cut or bodies are printed, where each of them lies, and how large all is. Readings of one
kind are compared with the first of them. ``docs/reference/programs.md`` has what was seen, a row for each program and
format; with --write the rows of programs that are here are written anew. Ends with 1 if a row of a program that is here
reads otherwise than on the page. Takes three minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PAGE = "docs/reference/programs.md"
PIP = ("meerk40t==0.9.9100", "vpype==1.15.0", "ezdxf==1.4.5", "trimesh==5.2.0", "lib3mf==2.5.0", "lxml", "networkx")
SET = ("make", "quasimino", "--format", "svg,dxf,lbrn2,stl,3mf,obj,pdf")
NEAR = 0.2  # mm: curves are measured by chords
MM_PER_PIXEL, MM_PER_POINT = 25.4 / 96, 25.4 / 72
Box = Sequence[float]  # left, top, right, foot: y runs down


class Reading(NamedTuple):
    """What a program sees: layers or kinds of bodies, each with how many of it; the boxes of what is cut or printed."""

    version: str
    layers: Sequence[str]
    boxes: Sequence[Box]


def down(left: float, low: float, right: float, high: float) -> Box:
    """Return a box whose y runs up as one whose y runs down."""
    return float(left), -float(high), float(right), -float(low)


def around(boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    """Return the left, the top, the width and the height of all boxes together."""
    left, top, right, foot = (pick(box[k] for box in boxes) for k, pick in enumerate((min, min, max, max)))
    return left, top, right - left, foot - top


def relation(one: Reading, other: Reading) -> str:
    """Return how another program's reading differs from one, wherever on its bed it has everything."""
    if len(one.boxes) != len(other.boxes):
        return f"{len(other.boxes)} for {len(one.boxes)}"
    scale = around(other.boxes)[2] / around(one.boxes)[2]
    for how, boxes in (("", other.boxes), ("mirrored", [(a, -d, c, -b) for a, b, c, d in other.boxes])):
        (x, y, *_), (u, v, *_) = around(one.boxes), around(boxes)
        left = [(a - u, b - v, c - u, d - v) for a, b, c, d in boxes]
        for a, b, c, d in one.boxes:
            due = [scale * value for value in (a - x, b - y, c - x, d - y)]
            apart = [max(abs(p - q) for p, q in zip(due, box, strict=True)) for box in left]
            if min(apart) > NEAR:
                break
            left.pop(apart.index(min(apart)))
        else:
            return ", ".join(filter(None, (how, "" if abs(scale - 1) < 2e-3 else f"{scale:.0%} as large"))) or "same"
    return "other"


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
    used = [(one.type.removeprefix("op "), [child.node for child in one.children]) for one in kernel.elements.ops()]
    cuts = {id(node): node for name, nodes in used if name == "cut" for node in nodes}
    boxes = [[float(side) / UNITS_PER_MM for side in node.bbox()] for node in cuts.values()]
    kernel.console("shutdown\n")
    layers = [f"{name} {len(nodes)}" for name, nodes in used if nodes]
    return Reading(main.APPLICATION_VERSION.split()[0], layers, boxes)


def vpype(file: str) -> Reading:
    """Lines of the layer that is called cut-outer."""
    import vpype as library

    document = library.read_multilayer_svg(file, quantization=0.025 / MM_PER_PIXEL)
    named = {layer.metadata["vp_name"]: layer.lines for layer in document.layers.values()}
    corners = [(min(z.real), min(z.imag), max(z.real), max(z.imag)) for z in named["cut-outer"]]
    boxes = [[MM_PER_PIXEL * float(value) for value in box] for box in corners]
    return Reading(library.__version__, [f"{name} {len(lines)}" for name, lines in named.items()], boxes)


def ezdxf(file: str) -> Reading:
    """Polylines of the layer CUT_OUTER."""
    import ezdxf as library
    from ezdxf.bbox import extents

    lines = list(library.readfile(file).modelspace())
    found = [extents([line]) for line in lines if line.dxf.layer == "CUT_OUTER"]
    boxes = [down(*one.extmin.vec2, *one.extmax.vec2) for one in found]
    layers = Counter(line.dxf.layer for line in lines)
    return Reading(library.__version__, [f"{name} {count}" for name, count in layers.items()], boxes)


def trimesh(file: str) -> Reading:
    """Meshes, a single one as its bodies; what lies on the plate is told by its box, not the inlays in it."""
    import trimesh as library

    options = {"split_object": True, "group_material": False} if file.endswith(".obj") else {}
    meshes = library.load_scene(file, **options).dump()
    bodies = meshes[0].split() if len(meshes) == 1 else meshes
    boxes = [down(*one.bounds[0][:2], *one.bounds[1][:2]) for one in bodies if one.bounds[0][2] == 0]
    return Reading(library.__version__, [f"meshes {len(bodies)}"], boxes)


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
        boxes.append(down(*box.MinCoordinate[:2], *box.MaxCoordinate[:2]))
    version = ".".join(map(str, wrapper.GetLibraryVersion()))
    return Reading(version, [f"warnings {reader.GetWarningCount()}"], boxes)


def _said(*words: object) -> str:
    with tempfile.TemporaryDirectory() as home:  # MeerK40t keeps operations from run to run
        env = {**os.environ, "HOME": home}
        done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=True, timeout=300, env=env)
    return done.stdout or done.stderr


def inkscape(file: str) -> Reading:
    """Paths of the group cut-outer, without the width of their lines; layers as Inkscape says."""
    thin = Path(file).with_suffix(".thin.svg")
    thin.write_text(re.sub(r"stroke-width:[0-9.]+", "stroke-width:0", Path(file).read_text()))
    layers = re.findall(
        r"^(\S+) cloned: false", _said("inkscape", "--actions=select-all:layers;select-list", thin), re.M
    )
    after = _said("inkscape", "--query-all", thin).partition("\ncut-outer,")[2].splitlines()[1:]
    numbers = [[MM_PER_PIXEL * float(value) for value in row.split(",")[1:]] for row in after]
    boxes = [(left, top, left + wide, top + high) for left, top, wide, high in numbers]
    return Reading(_said("inkscape", "--version").split()[1], layers, boxes)


def prusa_slicer(file: str) -> Reading:
    """Each object that it loads, around its own middle."""
    text = _said("prusa-slicer", "--info", file)
    keys = ("min_x", "min_y", "max_x", "max_y", "number_of_parts")
    *sides, parts = ([float(value) for value in re.findall(rf"^{key} = +(\S+)", text, re.M)] for key in keys)
    assert set(re.findall(r"^manifold = (\w+)", text, re.M)) == {"yes"}, text
    version = _said("prusa-slicer", "--help").split("PrusaSlicer-")[1].split("+")[0]
    return Reading(version, [f"bodies {sum(parts):.0f}"], list(zip(*sides, strict=True)))


def poppler(file: str) -> Reading:
    """Pages as boxes."""
    pages = re.findall(r"^Page +\d+ size: +(\S+) x (\S+) pts", _said("pdfinfo", "-l", "-1", file), re.M)
    boxes = [(0.0, 0.0, MM_PER_POINT * float(wide), MM_PER_POINT * float(high)) for wide, high in pages]
    return Reading(_said("pdfinfo", "-v").split()[2], [f"pages {len(pages)}"], boxes)


PROGRAMS = {"inkscape": inkscape, "prusa-slicer": prusa_slicer, "pdfinfo": poppler}
LIBRARIES = {one.__name__: one for one in (meerk40t, vpype, ezdxf, trimesh, lib3mf)}  # in an environment of their own
OPENED = (  # file, program, what to set
    ("svg/sheet-1.svg", "inkscape", "nothing; it keeps the layers when it saves DXF"),
    ("svg/sheet-1.svg", "meerk40t", "speeds and powers; a bed as large as the sheet"),
    ("svg/sheet-1.svg", "vpype", "`--quantization 0.02mm`: arcs become chords"),
    ("dxf/sheet-1.dxf", "ezdxf", "nothing"),
    ("dxf/sheet-1.dxf", "meerk40t", "take SVG: the drawing is shrunk to the bed, and is in two operations"),
    ("lbrn2/sheet-1.lbrn2", "meerk40t", "take SVG: the file is for LightBurn"),
    ("stl/plate-1-body.stl", "trimesh", "nothing"),
    ("stl/plate-1-body.stl", "prusa-slicer", "load the bodies of a plate together, as one object"),
    ("3mf/plate-1-prusa.3mf", "lib3mf", "nothing"),
    ("3mf/plate-1-prusa.3mf", "trimesh", "nothing"),
    ("3mf/plate-1-prusa.3mf", "prusa-slicer", "as many filaments as the page of the set says"),
    ("obj/plate-1.obj", "trimesh", "`split_object=True, group_material=False`: else what has one colour is one mesh"),
    ("obj/plate-1.obj", "prusa-slicer", "take 3MF: colours are lost"),
    ("pdf/tiles-a4-colour.pdf", "pdfinfo", "print at 100 %"),
)
COMPARED = ("svg", "dxf", "lbrn2"), ("stl", "3mf", "obj")  # which show one sheet, and one plate
HEAD = "| file | program | version | what it sees | what to set |\n|---|---|---|---|---|"
START, END = "<!-- opened -->\n", "\n<!-- end of opened -->"


def read(program: str, file: Path, python: str) -> Reading | None:
    """Return what a program sees of a file; None if it is not on this machine."""
    if program in PROGRAMS:
        return PROGRAMS[program](str(file)) if shutil.which(program) else None
    if subprocess.run([python, "-c", f"import {program}"], capture_output=True, check=False).returncode:
        return None
    return Reading(*json.loads(_said(python, __file__, "--read", program, file).splitlines()[-1]))


def compared(readings: Mapping[str, Reading]) -> Iterator[str]:
    """Yield a table for the sheet and one for the plate: how each reading differs from the first. A slicer does not say
    where an object lies. readings: by format and program."""
    for kinds in COMPARED:
        names = [name for name in readings if name.startswith(kinds) and "slicer" not in name]
        yield from ("", f"| beside {names[0]} | |", "|---|---|")
        for name in names[1:]:
            yield f"| {name} | {relation(readings[names[0]], readings[name])} |"


def main(arguments: Sequence[str]) -> int:
    """Open, compare with the page, write it if asked. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="an environment that has what is read by libraries")
    parser.add_argument("--write", action="store_true", help="write the page anew")
    parser.add_argument("--read", nargs=2, metavar=("LIBRARY", "FILE"), help="print what a library sees, as JSON")
    asked = parser.parse_args(arguments)
    if asked.read:
        print(json.dumps(LIBRARIES[asked.read[0]](asked.read[1])))
        return 0
    from measuring import ROOT, program, run, surroundings

    page = (ROOT / PAGE).read_text(encoding="utf-8")
    before, stands, after = re.split(f"(?<={START})|(?={END})", page)
    rows, readings = [HEAD], dict[str, Reading]()
    with tempfile.TemporaryDirectory() as temporary:
        run(program(*SET, "-o", f"{temporary}/set"), surroundings())
        for file, name, setting in OPENED:
            seen = read(name, Path(temporary, "set", file), asked.python)
            if seen is None:
                print(f"not here: {name}", file=sys.stderr)
                rows += re.findall(rf"^\| {file} \| {name} \|.*", stands, re.M)
                continue
            readings[f"{file.split('/')[0]} in {name}"] = seen
            _, _, wide, high = around(seen.boxes)
            sees = f"{', '.join(seen.layers)}; {len(seen.boxes)} in all, {wide:.0f} × {high:.0f} mm"
            rows.append(f"| {file} | {name} | {seen.version} | {sees} | {setting} |")
    complete = len(readings) == len(OPENED)
    rows += compared(readings) if complete else ()  # else what stands there of pairs is not compared
    if asked.write and complete:
        (ROOT / PAGE).write_text(before + "\n".join(["", *rows, ""]) + after, encoding="utf-8")
        return 0
    changed = [line for line in "\n".join(rows).splitlines() if line not in stands.splitlines()]
    print(*changed, sep="\n")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
