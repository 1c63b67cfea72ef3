"""DXF of laser sheets: polylines on layers, in millimetres.

Read group by group: whatever is no polyline, lies on a layer that is switched off, or is moved, turned over or drawn
elsewhere by a means of the format, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import SHEET, Line, Reading, Sheet, Unreadable, foreign
from quasiprint.model.profile import LayerStyle, SheetOperation

Entry = tuple[list[int], list[str]]  # codes of groups, the first of them 0, and what they say
MILLIMETRES = {"$INSUNITS": "4", "$MEASUREMENT": "1"}
POLYLINE = {5, 8, 10, 20, 42, 70, 90, 100, 330}  # what says nothing but corners and arcs
EMPTY = ("0", "Defpoints")  # layers that every drawing has, and on which no line lies
BLOCKS = {"SECTION", "BLOCK", "ENDBLK", "ENDSEC"}  # of spaces that are empty


def read(reading: Reading) -> Iterator[tuple[str, Sheet]]:
    """Return the sheets, by path."""
    return reading.parse(lambda _, content: sheet_of(content, reading.looks), SHEET)


def sheet_of(content: bytes, looks: Sequence[LayerStyle]) -> Sheet:
    """Return a sheet. looks: of operations, then of further settings. Raises Unreadable for any but polylines in mm."""
    sections: dict[str, list[Entry]] = {}
    section: list[Entry] = []
    for entry in _entries(content):
        if entry[1][0] == "SECTION":
            name = entry[1][1] if len(entry[1]) > 1 else ""
            if name in sections:
                raise foreign(f"it has two sections {name[:20]}")
            section = sections.setdefault(name, [])
        section.append(entry)
    if not {"HEADER", "TABLES", "ENTITIES"} <= set(sections) or section[-1] != ([0], ["EOF"]):
        raise Unreadable("it has no header, tables or entities, or no end")
    header: dict[str, list[str]] = {}
    name = ""
    for code, value in zip(*sections["HEADER"][0], strict=True):
        name = value if code == 9 else name
        if code == 9 and name in header:
            raise foreign(f"its header says {name[:20]} twice")
        header.setdefault(name, []).extend([value] if code != 9 else [])
    for name, value in MILLIMETRES.items():
        if (found := header.get(name, ["missing"])[0]) != value:
            raise Unreadable(f"its {name} is {found[:20]}, millimetres have {value}", "unit-wrong")
    if any(entry[1][0] not in BLOCKS for entry in sections.get("BLOCKS", [])):
        raise foreign("a block of it is not empty")
    layers = _layers(sections["TABLES"], looks)
    lines = [
        _line(entry, layers, number)
        for number, entry in enumerate(sections["ENTITIES"][1:])
        if entry[1][0] not in ("ENDSEC", "EOF")
    ]
    width, height = (float(value) for value in header["$EXTMAX"][:2])
    return Sheet(width, height, lines)


def _entries(content: bytes) -> Iterator[Entry]:
    """Yield a file's groups, those together that begin with a group 0."""
    try:
        rows = content.decode("ascii").splitlines()
        known = {code: int(code) for code in set(rows[::2])}
    except ValueError:
        raise Unreadable("it is no DXF in ASCII") from None
    codes, values = [known[code] for code in rows[::2]], rows[1::2]
    if len(rows) % 2 or not codes or codes[0] != 0:
        raise Unreadable("it does not consist of groups, the first of code 0")
    starts = [k for k, code in enumerate(codes) if code == 0]
    for k, end in zip(starts, [*starts[1:], len(codes)], strict=True):
        # numbers may have blanks around them, and are most of it
        numbers, texts = codes[k:end], values[k:end]
        first = numbers.index(10) if 10 in numbers else len(numbers)
        yield numbers, [*map(str.strip, texts[:first]), *texts[first:]]


def _layers(tables: Sequence[Entry], looks: Sequence[LayerStyle]) -> dict[str, tuple[SheetOperation, int]]:
    """Return of which operation and setting each layer is. Each has to be switched on, and of its colour."""
    known = {
        style.layer: (style, sum(layer_style.operation is style.operation for layer_style in looks[:k]))
        for k, style in enumerate(looks)
    }
    found: dict[str, tuple[SheetOperation, int]] = {}
    for entry in tables:
        groups = dict(zip(*entry, strict=True))
        if entry[1][0] != "LAYER" or groups.get(2, "0") in EMPTY:
            continue
        if groups[2] not in known or groups[2] in found:
            raise foreign(f"it has a layer {groups[2][:40]!r}, allowed are {', '.join(known)}, each once")
        style, setting = known[groups[2]]
        plotted = groups.get(290, "1") == "1" or (style.operation is SheetOperation.REFERENCE and groups[290] == "0")
        if int(groups.get(70, "0")) != 0 or not plotted:
            raise foreign(f"its layer {style.layer} is frozen, locked or not plotted")
        if groups.get(62) != str(style.dxf_colour):
            colour = groups.get(62, "")[:10]
            message = f"its layer {style.layer} has the colour {colour}, expected is {style.dxf_colour}"
            raise Unreadable(message, "operation-wrong")
        found[style.layer] = style.operation, setting
    return found


def _line(entry: Entry, layers: dict[str, tuple[SheetOperation, int]], number: int) -> Line:
    codes, values = entry
    strange, groups = set(codes[1:]) - POLYLINE, dict(zip(codes, values, strict=True))
    if values[0] != "LWPOLYLINE" or strange or groups.get(8) not in layers:
        what = f"with groups {sorted(strange)[:5]} on the layer {groups.get(8, '')[:40]!r}"
        raise foreign(f"it has a {values[0][:20]} {what}, allowed are polylines of corners and arcs on known layers")
    try:
        closed = {"0": False, "1": True}[groups[70]]
        points: list[complex] = []
        bulges: list[float] = []  # after each corner
        for code, value in zip(codes, values, strict=True):
            if code == 10:
                points.append(complex(float(value), np.nan))
                bulges.append(0.0)
            elif code == 20:
                points[-1] = complex(points[-1].real, float(value))
            elif code == 42:
                bulges[-1] = float(value)
        z = np.array(points, dtype=np.complex128)
        if len(z) != int(groups[90]):
            raise ValueError
    except (ValueError, KeyError, IndexError):
        raise Unreadable(f"polyline {number + 1} of it is none") from None
    if not any(bulges):
        radii = None
    else:  # a bulge is the tangent of a quarter of an arc's angle
        chords, bulge = np.abs(np.roll(z, -1) - z), np.array(bulges)
        with np.errstate(divide="ignore", invalid="ignore"):
            radii = np.where(bulge == 0, 0.0, chords * (1 + bulge**2) / (4 * bulge))
        radii = radii if closed else radii[:-1]
    operation, setting = layers[groups[8]]
    return Line(operation, z, closed, 0, radii, setting)  # a program fills all rims on a layer together
