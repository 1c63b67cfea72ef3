"""SVG for lasers: groups of paths, one for each operation, and in a path nothing but straight lines and arcs.

Programs for lasers read a small part of SVG, and not the same part, and renderers forgive what others do not. So a
sheet is held to a grammar: these elements, these attributes, numbers that every program reads alike, and of a path
the looks that its group's operation has. Nothing is inherited, moved by a transform, or styled elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.format import Reading
from quasiprint.model.profile import LayerStyle, SheetOperation
from quasiprint.readback.markup import MANY, Element, accounted
from quasiprint.readback.report import Report
from quasiprint.readback.sheet_files import read_sheets
from quasiprint.readback.sheet_lines import LaserSheet, OpenLine
from quasiprint.readback.unreadable import Unreadable, foreign

SPACE = "{http://www.w3.org/2000/svg}"
SPACES = {  # as svgwrite declares them, though two are not used
    "": "http://www.w3.org/2000/svg",
    "ev": "http://www.w3.org/2001/xml-events",
    "xlink": "http://www.w3.org/1999/xlink",
}
NUMBER = r"(?:0|[1-9][0-9]{0,5})(?:[.][0-9]{1,4})?"  # what every program reads alike
LENGTH = re.compile(f"({NUMBER})mm")
BOX = re.compile(f"0 0 ({NUMBER}) ({NUMBER})")
POINT = f"-?{NUMBER},-?{NUMBER}"
ARC = f"A({NUMBER}),({NUMBER}) 0 0 ([01]) "
# a bare point after an arc would be the radii of another arc
LINE = f"M{POINT}(?: {POINT})*(?:(?:L{POINT}(?: {POINT})*)|(?:A{NUMBER},{NUMBER} 0 0 [01] {POINT}))*Z?"
STEP = re.compile(f"(?:{ARC}|[ L]){POINT}")
DATA = re.compile(f"(?:{LINE})+")
COLOUR = "#[0-9A-F]{6}"
STYLE = re.compile(f"fill:(?:none|({COLOUR});fill-rule:evenodd);stroke:(?:none|({COLOUR});stroke-width:({NUMBER}))")
LATER = ".*"  # looked at closely below, where more can be said of it
PATH = Element(f"{SPACE}path", {"d": LATER, "style": LATER}, text="")
GROUP = Element(f"{SPACE}g", {"id": "|".join(SheetOperation)}, children=((PATH, 1, MANY),), text="\n")
ROOT = Element(
    f"{SPACE}svg",
    {"width": LATER, "height": LATER, "viewBox": LATER, "version": "1[.]1", "baseProfile": "full"},
    children=((GROUP, 1, MANY),),
    text="\n",
)
HEAD, TAIL = b'<?xml version="1.0" encoding="utf-8"?>\n<svg ', b"</svg>\n"
MOST = 100_000  # lines
Radii = NDArray[np.float64]
SPACED = str.maketrans("MZ,", "   ")
NEAR = 6e-5  # mm: widths are written with four decimals


def read(reading: Reading) -> Report:
    """Read the sheets: see `quasiprint.readback.sheet_files.read_sheets`."""
    return read_sheets("svg", reading, sheet_of)


def sheet_of(content: bytes, styles: Sequence[LayerStyle]) -> LaserSheet:
    """Return a sheet, its origin at the lower left. styles: how each operation looks.

    Raises Unreadable for what is no plain SVG, is not in millimetres, or has anything but paths of straight lines and
    arcs.
    """
    if b"&" in content or not content.isascii():
        raise foreign("it has characters that no sheet needs")
    root = accounted(content, ROOT, SPACES)
    if not (content.startswith(HEAD) and content.endswith(TAIL)):
        raise foreign("it begins or ends with more or less than its drawing")
    width, height = (_millimetres(root.get(side), side) for side in ("width", "height"))
    box = BOX.fullmatch(root.get("viewBox"))
    if box is None or (float(box[1]), float(box[2])) != (width, height):
        found = root.get("viewBox")[:80]
        raise Unreadable(f"its viewBox is {found}, allowed is 0 0 {width:g} {height:g}: one unit, one mm", "unit-wrong")
    order = [SheetOperation(group.get("id")) for group in root]
    if len(set(order)) != len(order):
        raise foreign("it has two groups of one name")
    if order != [operation for operation in SheetOperation if operation in order]:
        raise Unreadable(f"its groups come in the order {', '.join(order)}", "out-of-order")
    looks: dict[SheetOperation, list[LayerStyle]] = {}
    for style in styles:  # of an operation the first is its own, others are of further settings
        looks.setdefault(style.operation, []).append(style)
    paths = ((path, looks[SheetOperation(group.get("id"))]) for group in root for path in group)
    return LaserSheet(width, height, _lines(paths, height))


def _millimetres(text: str, side: str) -> float:
    found = LENGTH.fullmatch(text)
    if found is None:
        raise Unreadable(f"its {side} is {text[:40]!r}, allowed are millimetres", "unit-wrong")
    return float(found[1])


def _lines(paths: Iterable[tuple[Any, Sequence[LayerStyle]]], height: float) -> list[OpenLine]:
    """Return the lines of paths, y up. paths: each with how it may look: the first way, or that of a setting."""
    lines: list[tuple[SheetOperation, int, bool, int, Radii | None]] = []
    points: list[str] = []
    known: dict[tuple[str, SheetOperation], int] = {}
    settings: list[int] = []  # of each path
    for number, (path, (due, *further)) in enumerate(paths):
        style, data = path.get("style"), path.get("d")
        if (style, due.operation) not in known:
            known[style, due.operation] = _setting(style, further)
            if not known[style, due.operation]:
                _refuse_other_looks(style, due)
        settings.append(known[style, due.operation])
        if not DATA.fullmatch(data):
            raise foreign(
                f"a path of {due.operation} begins with {data[:40]!r}, allowed are points of straight lines and arcs"
            )
        if "A" not in data:
            points.append(data)
            lines += [(due.operation, line.count(","), line[-1] == "Z", number, None) for line in data[1:].split("M")]
        for line in data[1:].split("M") if "A" in data else ():
            plain, radii = _round(line)
            points.append(f"M{plain}")
            lines.append((due.operation, plain.count(","), line[-1] == "Z", number, radii))
        if len(lines) > MOST:
            raise Unreadable(f"it has more than {MOST} lines")
    numbers = np.fromstring("".join(points).translate(SPACED), sep=" ")
    z = numbers[::2] + 1j * (height - numbers[1::2])
    ends = np.cumsum([count for _, count, _, _, _ in lines]).tolist()
    return [
        OpenLine(operation, z[end - count : end], closed, number, radii, settings[number])
        for (operation, count, closed, number, radii), end in zip(lines, ends, strict=True)
    ]


def _round(line: str) -> tuple[str, Radii]:
    """Return the points of a line with arcs, and the radius of each side. One that closes by an arc comes back to its
    beginning before it does."""
    steps = list(STEP.finditer(line))
    radii = [0.0 if step[1] is None else float(step[1]) * (1 if step[3] == "0" else -1) for step in steps]
    if any(step[1] != step[2] for step in steps):
        raise foreign("an arc is one of an ellipse")
    start = line[: steps[0].start()]
    ends = [step[0].rpartition(" ")[2].lstrip("L") for step in steps]
    if line[-1] == "Z":
        if ends[-1] == start:
            ends.pop()
        else:
            radii.append(0.0)
    return " ".join([start, *ends]), np.array(radii)


def _setting(text: str, further: Sequence[LayerStyle]) -> int:
    """Return of which further setting a style is, counted from 1; 0 for none."""
    written = [f"fill:{style.fill};fill-rule:evenodd;stroke:none" for style in further]
    return written.index(text) + 1 if text in written else 0


def _refuse_other_looks(text: str, due: LayerStyle) -> None:
    """Raise Unreadable for a style that is not that of the operation."""
    found = STYLE.fullmatch(text)
    if found is not None and (due.fill or due.stroke):
        width = due.width if due.stroke else 0.0
        if (found[1], found[2]) == (due.fill, due.stroke) and abs(float(found[3] or 0) - width) < NEAR:
            return
    allowed = f"fill {due.fill or 'none'}, stroke {due.stroke or 'none'} of {due.width:g} mm"
    raise Unreadable(f"a path of {due.operation} has the style {text[:80]!r}, allowed is {allowed}", "operation-wrong")
