"""LightBurn's project of laser sheets: layers, and paths of straight lines and arcs on them.

Nothing else is understood: no shape that is moved, turned or drawn by its number alone, no text, no picture, no speed.
What runs first is what has the lowest priority; within a layer, what comes first in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

import numpy as np

from quasiprint.addons.machines.lbrn2.layers import REFERENCE, SHEET, layers_of
from quasiprint.addons.reading.recogniser.shapes import SHEET as PATHS
from quasiprint.addons.reading.recogniser.shapes import Complex, Line, Reading, Sheet, Unreadable, foreign, read_xml
from quasiprint.model.profile import LayerStyle, SheetOperation

NUMBER = r"-?[0-9]{1,6}(?:\.[0-9]{1,9})?"
CORNER = re.compile(
    rf"V({NUMBER}) ({NUMBER})c0x(?:({NUMBER})c0y({NUMBER})|1)c1x(?:({NUMBER})c1y({NUMBER})|1)(?=V|$)", re.ASCII
)
JOIN = re.compile(r"([LB])([0-9]{1,7}) ([0-9]{1,7})(?=[LB]|$)", re.ASCII)
MIDDLE = re.compile(rf"1 0 0 1 ({NUMBER}) ({NUMBER})")
MOST = 256 << 20  # bytes
ROUND = 2e-3  # so far may a handle be aside of an arc's, as a share of its length and in radians
ATTRIBUTES = {
    "LightBurnProject": {"AppVersion", "FormatVersion", "MaterialHeight", "MirrorX", "MirrorY"},
    "CutSetting": {"type"},
    "Shape": {"Type", "CutIndex", "W", "H", "Cr"},
    **{name: set[str]() for name in ("UIPrefs", "XForm", "VertList", "PrimList", "Children")},
    **{name: {"Value"} for name in ("index", "name", "priority")},
}
TEXTS = {"XForm", "VertList", "PrimList"}
UNSORTED = {"Optimize_InnerToOuter", "Optimize_ReduceTravel", "Optimize_AllowReverse", "Optimize_RemoveOverlaps"}
Meaning = tuple[SheetOperation, int]  # an operation, and its further setting


def read(reading: Reading) -> Iterator[tuple[str, Sheet]]:
    """Return the sheets, by path."""
    return reading.parse(lambda _, content: sheet_of(content, reading.looks), PATHS)


def sheet_of(content: bytes, looks: Sequence[LayerStyle]) -> Sheet:
    """Return a sheet. looks: of each operation, then of further settings. Raises Unreadable for what is no project, or
    has more than layers and paths."""
    root = read_xml(content, MOST, "it is not a project of LightBurn, or has a declaration or a comment")
    _refuse_foreign(root)
    order = _order(root, looks)
    meanings = _meanings(looks)
    size: tuple[float, float] | None = None
    lines: list[tuple[int, Line]] = []
    for number, (shape, inner) in enumerate(_shapes(root)):
        layer = _whole(shape.get("CutIndex", ""))
        if layer not in order:
            raise Unreadable(f"a shape is on the layer {layer}, which it does not set", "operation-wrong")
        if layer == SHEET:
            if size is not None:
                raise foreign("it has two rims of a sheet")
            size = _rim(shape)
            continue
        lines += [(order[layer], line) for line in _lines(shape, _meaning(meanings[layer], inner), number)]
    if size is None:
        raise Unreadable("it has no rim of a sheet on T2", "unit-wrong")
    lines.sort(key=lambda one: one[0])
    return Sheet(*size, [line for _, line in lines])


def _refuse_foreign(root: Element) -> None:
    """Raise Unreadable for elements and attributes that no sheet has."""
    if root.tag != "LightBurnProject" or root.get("FormatVersion") != "1":
        raise Unreadable("it is not a project of LightBurn in its second format")
    if {root.get("MirrorX"), root.get("MirrorY")} != {"False"}:
        raise foreign("it is mirrored")
    for element in root.iter():
        name = element.tag
        allowed = {"Value"} if name.startswith("Optimize_") else ATTRIBUTES.get(name)
        said = f"{'' if name in TEXTS else element.text or ''}{element.tail or ''}".strip()
        if allowed is None or not allowed >= set(element.attrib) or said:
            raise foreign(f"it has {name[:40]} with {', '.join(element.attrib)[:80]}")
    on = {one.tag for prefs in root.iter("UIPrefs") for one in prefs if one.get("Value") != "0"}
    told = {one.tag for prefs in root.iter("UIPrefs") for one in prefs}
    if on & UNSORTED or not told >= UNSORTED:
        raise Unreadable("it lets LightBurn sort the cuts anew", "out-of-order")


def _meanings(looks: Sequence[LayerStyle]) -> dict[int, list[Meaning]]:
    """Return what may lie on each layer."""
    found: dict[int, list[Meaning]] = {}
    for k, (style, layer) in enumerate(zip(looks, layers_of(looks), strict=True)):
        if layer is not None:
            setting = sum(one.operation is style.operation for one in looks[:k])
            found.setdefault(layer, []).append((style.operation, setting))
    return found


def _meaning(every: Sequence[Meaning], inner: bool) -> Meaning:
    """Return what a shape of a layer is for. inner: whether it is in a group, as inner cuts are where outer ones lie on
    their layer."""
    if inner and len(every) < 2:
        raise foreign("it groups what is no inner cut")
    return every[0 if inner else -1]


def _order(root: Element, looks: Sequence[LayerStyle]) -> dict[int, int]:
    """Return when each layer runs, and prove that it is of the kind that its operation needs."""
    found: dict[int, int] = {}
    meanings = _meanings(looks)
    for setting in root.findall("CutSetting"):
        said = {one.tag: one.get("Value", "") for one in setting}
        if set(said) != {"index", "name", "priority"} or len(setting) != len(said):
            raise foreign(f"a layer says {', '.join(sorted(said))[:80]}, allowed are its index, name and priority")
        layer, kind = _whole(said["index"]), setting.get("type")
        if layer in found:
            raise foreign(f"it sets the layer {layer} twice")
        if layer in (REFERENCE, SHEET):
            due = "Tool"
        elif layer not in meanings:
            raise Unreadable(f"it sets the layer {layer}, on which nothing may lie", "operation-wrong")
        else:
            due = "Scan" if meanings[layer][0][0] is SheetOperation.ENGRAVE else "Cut"
        if kind != due:
            raise Unreadable(f"its layer {layer} is a {str(kind)[:20]}, expected is {due}", "operation-wrong")
        found[layer] = _whole(said["priority"])
    return found


def _shapes(root: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the shapes, each with whether it lies in a group. Groups move nothing, and hold no groups."""
    for element in root:
        if element.tag != "Shape":
            if element.tag not in ("UIPrefs", "CutSetting"):
                raise foreign(f"it has {element.tag[:40]} beside its layers and shapes")
            continue
        if element.get("Type") != "Group":
            yield element, False
            continue
        if [one.tag for one in element] != ["XForm", "Children"] or element[0].text != "1 0 0 1 0 0":
            raise foreign("a group of it is moved, or holds more than shapes")
        for shape in element[1]:
            if shape.tag != "Shape" or shape.get("CutIndex") != element.get("CutIndex"):
                raise foreign("a group holds what is no shape of its layer")
            yield shape, True


def _rim(shape: Element) -> tuple[float, float]:
    """Return the size of the sheet whose rim this is, from 0, 0 on."""
    at = MIDDLE.fullmatch(shape.findtext("XForm", ""))
    try:
        wide, high = float(shape.get("W", "")), float(shape.get("H", ""))
    except ValueError:
        wide, high = 0.0, 0.0
    if shape.get("Type") != "Rect" or shape.get("Cr") != "0" or at is None or not (wide > 0 and high > 0):
        raise Unreadable("the rim of its sheet is no rectangle", "unit-wrong")
    if max(abs(float(at[1]) - wide / 2), abs(float(at[2]) - high / 2)) > 1e-5:
        raise Unreadable("its sheet does not begin at 0, 0", "unit-wrong")
    return wide, high


def _lines(shape: Element, meaning: Meaning, number: int) -> Iterator[Line]:
    """Yield the lines of a path. number: of the path."""
    if [one.tag for one in shape] != ["XForm", "VertList", "PrimList"] or shape.get("Type") != "Path":
        raise foreign(f"it has a {shape.get('Type', '')[:20]}, allowed are paths with corners and what joins them")
    if shape[0].text != "1 0 0 1 0 0" or set(shape.attrib) != {"Type", "CutIndex"}:
        raise foreign("a path of it is moved")
    corners = _all(CORNER, shape[1].text or "", "corners")
    joins = _all(JOIN, shape[2].text or "", "lines")
    steps = [(kind, int(one), int(two)) for kind, one, two in joins]
    starts = [k for k, step in enumerate(steps) if k == 0 or steps[k - 1][2] != step[1]]
    due = 0
    for k, end in pairwise([*starts, len(steps)]):
        own = steps[k:end]
        first, last = own[0][1], own[-1][2]
        closed = last == first
        run = [one for _, one, _ in own] + ([] if closed else [last])
        if run != list(range(due, due + len(run))) or due + len(run) > len(corners):
            raise foreign(f"what joins the corners of path {number + 1} leaps")
        due += len(run)
        points = np.array([complex(float(x), float(y)) for x, y, *_ in corners[first:due]], dtype=np.complex128)
        kinds = [kind for kind, *_ in own]
        radii = _radii(points, corners[first:due], kinds)
        yield Line(meaning[0], points, closed, number, radii if radii.any() else None, meaning[1])
    if due != len(corners):
        raise foreign(f"path {number + 1} has corners that nothing joins")


def _radii(points: Complex, corners: Sequence[tuple[str, ...]], kinds: Sequence[str]) -> np.ndarray:
    """Return the radius of each side, 0 for a straight one. Raises Unreadable for a curve that is no arc, and for a
    handle of a straight line."""
    found = np.zeros(len(kinds))
    handles = {(k, end) for k, kind in enumerate(kinds) if kind == "B" for end in (k, (k + 1) % len(points))}
    for k, kind in enumerate(kinds):
        two = (k + 1) % len(points)
        given = corners[k][2] != "", corners[two][4] != ""
        if given != (kind == "B",) * 2:
            raise foreign("a straight line has handles, or a curve has none")
        if kind == "B":
            chord = points[two] - points[k]
            one = complex(float(corners[k][2]), float(corners[k][3])) - points[k]
            other = points[two] - complex(float(corners[two][4]), float(corners[two][5]))
            found[k] = _radius(chord, one, other)
    loose = [k for k, corner in enumerate(corners) if (corner[2] or corner[4]) and not any(k in h for h in handles)]
    if loose:
        raise foreign("a corner has a handle, and no curve beside it")
    return found


def _radius(chord: complex, one: complex, two: complex) -> float:
    """Return the radius of the arc that a curve is. chord: from end to end; one, two: along it, from the first handle's
    corner to it, and from the second handle to its corner."""
    if not abs(chord) or not abs(one) or not abs(two):
        raise foreign("a curve has no length")
    half = -float(np.angle(one / chord))
    reach = abs(chord) / (2 * np.sin(abs(half))) * 4 / 3 * np.tan(abs(half) / 2) if half else np.inf
    lengths = [abs(abs(handle) - reach) > ROUND * reach for handle in (one, two)]
    if not reach < np.inf or any(lengths) or abs(float(np.angle(two / chord)) - half) > ROUND:
        raise Unreadable("a curve of it is no arc of a circle", "arc-wrong")
    return abs(chord) / (2 * float(np.sin(half)))


def _all(pattern: re.Pattern[str], text: str, what: str) -> list[tuple[str, ...]]:
    """Return the groups of each match, of which a text consists."""
    found = list(pattern.finditer(text))
    if not found or sum(len(one[0]) for one in found) != len(text):
        raise Unreadable(f"a path's {what} are none")
    return [tuple(part or "" for part in one.groups()) for one in found]


def _whole(text: str) -> int:
    """Return a number of a layer or a place. Raises Unreadable for what is none."""
    if not re.fullmatch("[0-9]{1,3}", text, re.ASCII):
        raise Unreadable(f"found {text[:20]!r}, allowed is a whole number")
    return int(text)
