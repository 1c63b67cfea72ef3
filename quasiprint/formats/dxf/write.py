"""DXF for lasers and other machines: R2000, millimetres, lines on named layers and nothing else.

Sides of polylines that are arcs have bulges. An area to engrave is given by its rims, which the machine's program
fills. Colours are those of the layers. As in SVG, an operation that a target gives neither a stroke nor a fill is left
out; its layer is there, empty.

Header, tables, layers and blocks are those of an empty drawing, which lies in ``empty.txt``: one line for each
record or variable, its groups parted by tabs, as ``code|value``. ``@WIDTH`` and the like stand for what differs from
sheet to sheet. It is what ezdxf 1.4 writes, a library for DXF: the tests have ezdxf make the drawing of each sheet
again, and compare. To load it for every set takes longer than to write all sheets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import chain

from quasiprint.model.face import Ring
from quasiprint.model.production import Artefact, Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetOperation

POINT = " 10\n%.6f\n 20\n%.6f\n"
ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"
FIRST = 0x34  # the handle of the first line
FIVE = 5  # layers of every drawing
UNPLOTTED = "290\n0\n"  # in the layer of what is not for the laser
AFTER = 4  # handles after those of the lines; the last is the next one that is free
SPACE = "17"  # that of the model, which holds them


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield one file for each drawing."""
    for drawing in production.drawings:
        yield Artefact(f"dxf/{drawing.name}.dxf", _document(drawing, production.styles))


def _document(drawing: Drawing, styles: tuple[LayerStyle, ...]) -> bytes:
    """Return a drawing as a file."""
    whole, further = styles[: len(SheetOperation)], styles[len(SheetOperation) :]
    shown = {style.operation: style.layer for style in whole if style.stroke is not None or style.fill is not None}
    rings = [
        (ring, arcs, path.closed, further[path.setting - 1].layer if path.setting else shown[path.operation])
        for path in drawing.paths
        if path.operation in shown
        for ring, arcs in path.sides()
    ]
    lines = [_polyline(*ring, FIRST + k) for k, ring in enumerate(rings)]
    head, tail = around(f"{float(drawing.width)}", f"{float(drawing.height)}", styles, len(lines))
    return "".join((head, *lines, tail)).encode("ascii")


def _polyline(ring: Ring, arcs: tuple[float, ...], closed: bool, layer: str, handle: int) -> str:
    """Return an LWPOLYLINE: group codes and values, a line each. A side that is an arc has its bulge: the tangent of a
    quarter of its angle."""
    rows = POINT * len(ring) % tuple(chain.from_iterable(ring))
    if arcs:
        own = rows.splitlines(keepends=True)
        for k, radius in enumerate(arcs):
            if radius:
                half = math.asin(math.dist(ring[k], ring[(k + 1) % len(ring)]) / (2 * radius))
                own[4 * k + 3] += f" 42\n{math.tan(half / 2):.9f}\n"
        rows = "".join(own)
    return (
        f"  0\nLWPOLYLINE\n  5\n{handle:X}\n330\n{SPACE}\n100\nAcDbEntity\n  8\n{layer}\n"
        f"100\nAcDbPolyline\n 90\n{len(ring)}\n 70\n{int(closed)}\n{rows}"
    )


def around(width: str, height: str, styles: Sequence[LayerStyle], lines: int) -> tuple[str, str]:
    """Return what stands before and after the lines. width, height: in mm, as they are written. styles: its layers,
    five, then those of further settings. lines: how many they are. Handles of further layers come after all others."""
    text = _template()
    if len(styles) > FIVE:
        start, count = text.index("  0\nLAYER\n  5\n33\n"), len(styles) - FIVE
        own = text[start : text.index("  0\nENDTAB\n", start)]
        more = (
            own.replace("\n33\n", f"\n{FIRST + lines + AFTER + k:X}\n", 1)
            .replace("@LAYER4", f"@LAYER{FIVE + k}")
            .replace("@COLOUR4", f"@COLOUR{FIVE + k}")
            .replace(UNPLOTTED, "")
            for k in range(count)
        )
        text = text[:start] + own + "".join(more) + text[start + len(own) :]
        before = "LAYER\n  5\n1\n330\n0\n100\nAcDbSymbolTable\n 70\n"
        assert f"{before}7\n" in text
        text = text.replace(f"{before}7\n", f"{before}{7 + count}\n")
    for name, value in _values(width, height, styles, FIRST + lines):
        text = text.replace(f"\n{name}\n", f"\n{value}\n")
    head, section, tail = text.partition(ENTITIES)
    return head + section, tail


def _values(width: str, height: str, styles: Sequence[LayerStyle], following: int) -> Iterator[tuple[str, str]]:
    """Yield what stands in an empty drawing for the names in it. following: the first handle after the lines."""
    yield from (("@WIDTH", width), ("@HEIGHT", height))
    for k, style in enumerate(styles):
        yield f"@LAYER{k}", style.layer
        yield f"@COLOUR{k}", f"{style.dxf_colour}"
    more = len(styles) - FIVE
    for k in range(AFTER):
        yield f"@NEXT{k}", f"{following + k + (more if k == AFTER - 1 else 0):X}"


@lru_cache(maxsize=1)
def _template() -> str:
    rows = (resources.files("quasiprint.formats.dxf") / "empty.txt").read_text(encoding="ascii").split("\n")
    groups = (group.partition("|") for row in rows if row for group in row.split("\t"))
    return "".join(f"{code:>3}\n{value}\n" for code, _, value in groups)
