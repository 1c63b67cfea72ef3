"""DXF for lasers and other machines: R2000, millimetres, lines on named layers and nothing else.

Sides of polylines that are arcs have bulges. An area to engrave is given by its rims, which the machine's program
fills. Colours are those of the layers, and a file has no layer without lines: programs burn what lies on layers that
are switched off, frozen or not to be plotted, so that what is never burned has files of its own.

Header, tables and blocks are those of an empty drawing, which lies in ``empty.txt``: one line for each record or
variable, its groups parted by tabs, as ``code|value``. ``@WIDTH`` and the like stand for what differs from sheet to
sheet; the record of a layer stands there once. It is what ezdxf 1.4 writes, a library for DXF: the tests have ezdxf
make the drawing of each sheet again, and compare. To load it for every set takes longer than to write all sheets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import chain

from quasiprint.model.face import Ring
from quasiprint.model.production import Artefact, Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetOperation

POINT = " 10\n%.6f\n 20\n%.6f\n"
ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"
FIRST = 0x2F  # the handle of the first layer; lines come after layers, and then AFTER more, the last the next free one
AFTER = 4
PLOTTED = "  6\nContinuous\n"
UNPLOTTED = f"{PLOTTED}290\n0\n"  # in the layer of what is not for the laser
SPACE = "17"  # that of the model, which holds them


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield for each drawing a file of what is burned, and one of what never is."""
    for drawing in production.files():
        yield Artefact(f"dxf/{drawing.name}.dxf", _document(drawing, production.styles))


def _document(drawing: Drawing, styles: Sequence[LayerStyle]) -> bytes:
    """Return a drawing as a file: a layer for each style that it has, and its lines."""
    further = styles[len(SheetOperation) :]
    general = {style.operation: style for style in styles[: len(SheetOperation)]}
    rings = [
        (ring, arcs, path.closed, (further[path.setting - 1] if path.setting else general[path.operation]).layer)
        for path in drawing.paths
        for ring, arcs in path.sides()
    ]
    used = {layer for *_, layer in rings}
    layers = list({style.layer: style for style in styles if style.layer in used}.values())
    lines = [_polyline(*ring, FIRST + len(layers) + k) for k, ring in enumerate(rings)]
    head, section, tail = _around(drawing, layers, len(lines)).partition(ENTITIES)
    return "".join((head, section, *lines, tail)).encode("ascii")


def _polyline(ring: Ring, arcs: tuple[float, ...], closed: bool, layer: str, handle: int) -> str:
    """Return an LWPOLYLINE: group codes and values, a line each. A side that is an arc has its bulge: the tangent of a
    quarter of its angle."""
    rows = POINT * len(ring) % tuple(chain.from_iterable(ring))
    if arcs:
        lines = rows.splitlines(keepends=True)
        for k, radius in enumerate(arcs):
            if radius:
                half = math.asin(math.dist(ring[k], ring[(k + 1) % len(ring)]) / (2 * radius))
                lines[4 * k + 3] += f" 42\n{math.tan(half / 2):.9f}\n"
        rows = "".join(lines)
    return (
        f"  0\nLWPOLYLINE\n  5\n{handle:X}\n330\n{SPACE}\n100\nAcDbEntity\n  8\n{layer}\n"
        f"100\nAcDbPolyline\n 90\n{len(ring)}\n 70\n{int(closed)}\n{rows}"
    )


def _around(drawing: Drawing, layers: Sequence[LayerStyle], lines: int) -> str:
    """Return what stands before and after the drawing, which has `lines` lines."""
    text = _template()
    start = text.index("  0\nLAYER\n  5\n@LAYER\n")
    end = text.index("  0\nENDTAB\n", start)
    records = []
    for k, style in enumerate(layers):
        values = {"@LAYER": f"{FIRST + k:X}", "@NAME": style.layer, "@COLOUR": f"{style.dxf_colour}"}
        record = _filled(text[start:end], values)
        records.append(record.replace(PLOTTED, UNPLOTTED) if style.operation is SheetOperation.REFERENCE else record)
    values = {f"@NEXT{k}": f"{FIRST + len(layers) + lines + k:X}" for k in range(AFTER)}
    values |= {"@WIDTH": f"{float(drawing.width)}", "@HEIGHT": f"{float(drawing.height)}"}
    return _filled("".join((text[:start], *records, text[end:])), values | {"@LAYERS": f"{2 + len(layers)}"})


def _filled(text: str, values: Mapping[str, str]) -> str:
    """Return groups with values in place of names."""
    for name, value in values.items():
        text = text.replace(f"\n{name}\n", f"\n{value}\n")
    return text


@lru_cache(maxsize=1)
def _template() -> str:
    rows = (resources.files("quasiprint.formats") / "dxf-empty.txt").read_text(encoding="ascii").split("\n")
    groups = (group.partition("|") for row in rows if row for group in row.split("\t"))
    return "".join(f"{code:>3}\n{value}\n" for code, _, value in groups)
