"""DXF for lasers and other machines: R2000, millimetres, lines on named layers and nothing else.

Sides of polylines that are arcs have bulges. An area to engrave is given by its rims, which the machine's program
fills. Colours are those of the layers. As in SVG, an operation that a target gives neither a stroke nor a fill is left
out; its layer is there, empty.

Header, tables, layers and blocks are those of an empty drawing, see `empty`; the lines stand in its
ENTITIES section.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from quasiprint.formats.dxf.empty import FIRST, SPACE, around
from quasiprint.model.face import Ring
from quasiprint.model.production import Artefact, Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetOperation


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
    bulges = [""] * len(ring)
    for k, radius in enumerate(arcs):
        if radius:
            half = math.asin(math.dist(ring[k], ring[(k + 1) % len(ring)]) / (2 * radius))
            bulges[k] = f" 42\n{math.tan(half / 2):.9f}\n"
    points = "".join(f" 10\n{x:.6f}\n 20\n{y:.6f}\n{bulge}" for (x, y), bulge in zip(ring, bulges, strict=True))
    return (
        f"  0\nLWPOLYLINE\n  5\n{handle:X}\n330\n{SPACE}\n100\nAcDbEntity\n  8\n{layer}\n"
        f"100\nAcDbPolyline\n 90\n{len(ring)}\n 70\n{int(closed)}\n{points}"
    )
