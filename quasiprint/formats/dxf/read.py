"""DXF, group code by group code: an empty drawing as is expected, and in its model polylines.

A program that cuts may take notice of anything in a file: of a layer that is not plotted, a block, a second table, a
width. So all that is not a polyline must be what stands in an empty drawing, see `empty`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from quasiprint.formats.dxf.empty import ENTITIES, FIRST, SPACE, around
from quasiprint.model.format import Reading
from quasiprint.model.profile import LayerStyle, SheetOperation
from quasiprint.readback.plane import Complex
from quasiprint.readback.report import Report
from quasiprint.readback.sheet_files import read_sheets
from quasiprint.readback.sheet_lines import LaserSheet, OpenLine
from quasiprint.readback.unreadable import Unreadable, foreign

CORNER = re.compile(r"  9\n\$EXTMAX\n 10\n(\d{1,6}\.\d{1,9})\n 20\n(\d{1,6}\.\d{1,9})\n")
NUMBER = r"-?\d{1,6}\.\d{6}"  # what every program reads alike
POLYLINE = re.compile(
    r"  0\nLWPOLYLINE\n  5\n([0-9A-F]+)\n330\n([0-9A-F]+)\n100\nAcDbEntity\n  8\n([^\n]+)\n100\nAcDbPolyline\n"
    rf" 90\n(\d+)\n 70\n([01])\n((?: 10\n{NUMBER}\n 20\n{NUMBER}\n(?: 42\n-?0\.\d{{9}}\n)?)+)"
)
POINT = re.compile(rf" 10\n{NUMBER}\n 20\n{NUMBER}\n(?: 42\n(-?0\.\d{{9}})\n)?")
BULGE = re.compile(r" 42\n-?0\.\d{9}\n")
# with ezdxf 1.4.0 older versions wrote of a dictionary that it does not own what it holds, which is understood
PLAIN, OWNED = "100\nAcDbDictionary\n281\n1\n", "100\nAcDbDictionary\n280\n0\n281\n1\n"
Bulges = NDArray[np.float64]
CODES = {"$INSUNITS": "unit-wrong", "$MEASUREMENT": "unit-wrong", "LAYER": "operation-wrong"}


def read(reading: Reading) -> Report:
    """Read the sheets: see `quasiprint.readback.sheet_files.read_sheets`."""
    return read_sheets("dxf", reading, partial(sheet_of, loose=reading.loose))


def sheet_of(content: bytes, styles: Sequence[LayerStyle], *, loose: bool = False) -> LaserSheet:
    """Return a sheet. styles: what each layer means. loose: whether it may be as ezdxf 1.4.0 wrote it.

    Raises Unreadable for what is no DXF, is not in millimetres, or has anything but polylines.
    """
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        raise Unreadable("it is no DXF in ASCII") from None
    if not text.endswith("  0\nEOF\n"):
        raise Unreadable("it does not end with EOF")
    corner = CORNER.search(text)
    if corner is None:
        raise Unreadable("its header has no $EXTMAX in millimetres", "page-size")
    before, section, rest = text.partition(ENTITIES)
    if not section:
        raise Unreadable("it has no section ENTITIES")
    lines, end = _lines(rest, {style.layer: style for style in styles}, [style.layer for style in styles])
    head, tail = around(f"{float(corner[1])}", f"{float(corner[2])}", styles, len(lines))
    _compare(before + section, head)
    if not (loose and rest[end:] == tail.replace(PLAIN, OWNED)):
        _compare(rest[end:], tail)
    return LaserSheet(float(corner[1]), float(corner[2]), lines)


def _lines(text: str, styles: Mapping[str, LayerStyle], order: Sequence[str]) -> tuple[list[OpenLine], int]:
    """Return the polylines at the beginning of a text, and where they end. order: of the layers, those of operations
    first."""
    lines: list[tuple[SheetOperation, int, bool, Bulges | None, int]] = []
    texts: list[str] = []
    end = 0
    while found := POLYLINE.match(text, end):
        handle, owner, layer, count, closed, points = found.groups()
        if layer not in styles:
            raise Unreadable(
                f"a line is on the layer {layer[:60]!r}, allowed are {', '.join(styles)}", "operation-wrong"
            )
        if not (styles[layer].stroke or styles[layer].fill):
            raise foreign(f"a line is on the layer {layer}, of which nothing is made here")
        bulges = None
        if " 42\n" in points:
            bulges = np.array([float(bulge or 0) for bulge in POINT.findall(points)])
            points = BULGE.sub("", points)
        if (handle, owner, int(count)) != (f"{FIRST + len(lines):X}", SPACE, points.count("\n") // 4):
            raise foreign(f"polyline {len(lines) + 1} has another handle, owner or count of points than is expected")
        texts.append(points)
        setting = max(0, order.index(layer) + 1 - len(SheetOperation))
        lines.append((styles[layer].operation, int(count), closed == "1", bulges, setting))
        end = found.end()
    numbers = np.fromstring("".join(texts), sep=" ")  # each with its group code before it
    z = numbers[1::4] + 1j * numbers[3::4]
    ends = np.cumsum([count for _, count, _, _, _ in lines]).tolist()
    read = []
    for (does, count, closed, bulges, setting), to in zip(lines, ends, strict=True):
        own = z[to - count : to]
        arcs = None if bulges is None else _radii(own, closed, bulges)
        read.append(OpenLine(does, own, closed, arcs=arcs, setting=setting))
    return read, end


def _radii(points: Complex, closed: bool, bulges: Bulges) -> Bulges:
    """Return the radius of each side of a line. A bulge is the tangent of a quarter of an arc's angle."""
    if not closed and bulges[-1]:
        raise foreign("an open line has a bulge after its last point")
    chords = np.abs(np.roll(points, -1) - points)
    with np.errstate(divide="ignore", invalid="ignore"):
        radii = np.where(bulges == 0, 0.0, chords * (1 + bulges**2) / (4 * bulges))
    return radii if closed else radii[:-1]


def _compare(found: str, expected: str) -> None:
    """Raise Unreadable for the first group that is not the one that is expected."""
    if found == expected:
        return
    lines, due = found.split("\n"), expected.split("\n")
    where = ""
    for k in range(0, max(len(lines), len(due)), 2):
        here, there = lines[k : k + 2], due[k : k + 2]
        if here != there:
            message = f"its {where} has the group {_group(here)}, expected is {_group(there)}"
            raise Unreadable(message, CODES[where]) if where in CODES else foreign(message)
        where = here[1] if here[0] in ("  0", "  9") else where


def _group(lines: Sequence[str]) -> str:
    return " ".join(line.strip()[:40] for line in lines) or "nothing"
