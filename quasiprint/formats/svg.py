"""SVG for lasers: one user unit is one millimetre, operations are groups, everything is a path.

Programs for lasers read a small part of SVG, and not the same part. So there is no text, no
class, no reference to another element, nothing hidden: what is never burned has a file of its own, since some burn
what is hidden, too. A stroke's colour stands in each path's ``style``, where even K40 Whisperer finds it. A group is a
layer to Inkscape, which keeps layers when it writes DXF. Round corners and circles are arcs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from quasiprint.model.face import decimal
from quasiprint.model.production import Artefact, Drawing, DrawingProduction, SheetPath
from quasiprint.model.profile import LayerStyle, SheetOperation

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
DECIMALS = 4  # a tenth of a micrometre


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield for each drawing a file of what is burned, and one of what never is."""
    for drawing in production.files():
        yield Artefact(f"svg/{drawing.name}.svg", _document(drawing, production.styles))


def _document(drawing: Drawing, looks: Sequence[LayerStyle]) -> bytes:
    """Return a drawing as a file."""
    import svgwrite

    width, height = decimal(drawing.width, DECIMALS), decimal(drawing.height, DECIMALS)
    made = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    made.elements.remove(made.defs)
    made.attribs["xmlns:inkscape"] = INKSCAPE
    styles = {style.operation: _style(style) for style in looks[: len(SheetOperation)]}
    further = [_style(style) for style in looks[len(SheetOperation) :]]
    for operation, paths in groupby(drawing.paths, key=lambda path: path.operation):
        group = made.g(id=operation, debug=False)
        group.attribs |= {"inkscape:groupmode": "layer", "inkscape:label": operation}
        for path in paths:
            style = further[path.setting - 1] if path.setting else styles[operation]
            group.add(made.path(d=_data(path, drawing.height), style=style, debug=False))
        made.add(group)
    text: str = made.tostring()
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + text.replace("><", ">\n<") + "\n").encode()


def _style(style: LayerStyle) -> str:
    fill = f"fill:{style.fill};fill-rule:evenodd" if style.fill else "fill:none"
    if style.stroke is None:
        return f"{fill};stroke:none"
    return f"{fill};stroke:{style.stroke};stroke-width:{decimal(style.width, DECIMALS)}"


def _data(path: SheetPath, height: float) -> str:
    """Return the path's data. The drawing's y runs up, SVG's runs down. Of a ring with arcs, one that closes by an arc
    comes back to its beginning; an arc to the left is one to the right where y runs down: it is drawn against the
    clock."""
    data = ""
    for ring, arcs in path.sides():
        points = [f"{decimal(x, DECIMALS)},{decimal(height - y, DECIMALS)}" for x, y in ring]
        data += "M" + (_round(points, arcs, path.closed) if arcs else " ".join(points)) + "Z" * path.closed
    return data


def _round(points: list[str], arcs: tuple[float, ...], closed: bool) -> str:
    """Return a ring some of whose sides are arcs."""
    data, before = points[0], 0.0
    again = points[:1] if closed and arcs[-1] else []
    for point, radius in zip([*points[1:], *again], arcs, strict=False):
        wide = decimal(abs(radius), DECIMALS)
        data += f"A{wide},{wide} 0 0 {int(radius < 0)} {point}" if radius else f"{'L' if before else ' '}{point}"
        before = radius
    return data
