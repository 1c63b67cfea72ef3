"""SVG for lasers: one user unit is one millimetre, operations are groups, everything is a path.

Programs for lasers read a small part of SVG, and not the same part. So there is no text, no
class, no reference to another element, nothing hidden: what is never burned has a file of its own, since some burn
what is hidden, too. A stroke's colour stands in each path's ``style``, where even K40 Whisperer finds it. A group is a
layer to Inkscape, which keeps layers when it writes DXF. Round corners and circles are arcs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from quasiprint.model.face import Ring, decimal
from quasiprint.model.production import Artefact, Drawing, DrawingProduction, SheetPath
from quasiprint.model.profile import LayerStyle, SheetOperation

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
DECIMALS = 4  # a tenth of a micrometre
POINT = f"%.{DECIMALS}f,%.{DECIMALS}f "
ZEROS = re.compile("0+(?=[, ])")
WITH, AGAINST = "<", ">"  # the clock, in data that is not shortened yet
SHORTER = (
    *((". ", " "), (".,", ","), (" \n", "\n"), (" M", "M"), (" Z", "Z"), (" L", "L"), (" A", "A")),
    *((WITH, "0 0 0 "), (AGAINST, "0 0 1 ")),
)


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
    # numbers as short as they can be, never −0, and without blanks that part nothing
    data = ZEROS.sub("", "".join([_data(path, drawing.height) for path in drawing.paths]).replace("-0.0000", "0.0000"))
    for before, after in SHORTER:
        data = data.replace(before, after)
    lines = iter(data.split("\n"))
    for operation, paths in groupby(drawing.paths, key=lambda path: path.operation):
        group = made.g(id=operation, debug=False)
        group.attribs |= {"inkscape:groupmode": "layer", "inkscape:label": operation}
        for path in paths:
            style = further[path.setting - 1] if path.setting else styles[operation]
            group.add(made.path(d=next(lines), style=style, debug=False))
        made.add(group)
    text: str = made.tostring()
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + text.replace("><", ">\n<") + "\n").encode()


def _style(style: LayerStyle) -> str:
    fill = f"fill:{style.fill};fill-rule:evenodd" if style.fill else "fill:none"
    if style.stroke is None:
        return f"{fill};stroke:none"
    return f"{fill};stroke:{style.stroke};stroke-width:{decimal(style.width, DECIMALS)}"


def _data(path: SheetPath, height: float) -> str:
    """Return the path's data, not shortened yet, and a line break. The drawing's y runs up, SVG's runs down."""
    end = "Z" if path.closed else ""
    lines = [
        f"M{_round(ring, arcs, height, path.closed) if arcs else _points(ring, height)}{end}"
        for ring, arcs in path.sides()
    ]
    return "".join((*lines, "\n"))


def _points(ring: Ring, height: float) -> str:
    """Return points, all decimals of them."""
    return POINT * len(ring) % tuple([number for x, y in ring for number in (x, height - y)])


def _round(ring: Ring, arcs: tuple[float, ...], height: float, closed: bool) -> str:
    """Return the points of a ring some of whose sides are arcs. One that closes by an arc comes back to its beginning.
    An arc to the left is one to the right where y runs down: it is drawn against the clock."""
    parts = [_points(ring[:1], height)]
    before = 0.0
    following = (*ring[1:], *(ring[:1] if closed and arcs[-1] else ()))
    for p, radius in zip(following, arcs, strict=False):
        step = "" if not (before or radius) else "L"
        if radius:
            step = f"A{POINT % (abs(radius), abs(radius))}{AGAINST if radius < 0 else WITH}"
        parts.append(step + _points((p,), height))
        before = radius
    return "".join(parts)
