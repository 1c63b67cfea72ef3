"""Shapes of a page as SVG: what recurs is written once, and used in every place.

A page has one hidden stock of outlines; each picture uses them. Coordinates are whole hundredths of a millimetre, y
down. A shape's colours are classes, so that one and the same tile is of plastic on a plate and of wood on a sheet.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.drawing.lettering import CAPITALS, anchor_of, outlines
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.palettes import outline_of
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Figure, Imprint, Shape, Text
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.profile import Palette

STEPS = 100  # a millimetre
SHORT = 24  # characters: an outline that is no longer is written wherever it is needed
BODY, PLAIN, LINE = "b", "n", "l"  # classes: a body, a mark without colour, an open line
Box = tuple[float, float, float, float]  # left, low, right, high, mm


@dataclass(frozen=True, slots=True)
class Used:
    """An outline of the stock: where its first point lies, and how it is shown, as attributes; or a group of the stock,
    as an element."""

    look: str
    outline: str = ""
    x: int = 0
    y: int = 0
    group: str = ""


Drawn = tuple[Used, ...]


class Stock:
    """The outlines of a page, each once. Pictures are added first, and written when all are known."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._outlines: Counter[str] = Counter()
        self._faces: dict[Face, str] = {}
        self._drawn: dict[str, Drawn] = {}
        self._said: dict[tuple[int, ...], tuple[tuple[Ring, ...], str]] = {}
        self._imprints: dict[int, tuple[tuple[Shape, ...], str]] = {}  # by what recurs, which is kept meanwhile

    def face(self, thing: Piece | Accessory) -> str:
        """Return the id under which a picture of a thing's face can be used: see `use_of`."""
        face = thing.face
        if face not in self._faces:
            id = self._faces[face] = f"f{len(self._faces)}"
            self._drawn[id] = tuple(self._face(face))
        return self._faces[face]

    def figure(self, figure: Figure) -> Drawn:
        """Return a figure of a book, to be written once all are known."""
        letters = (letter for text in figure.texts for letter in _letters(text))
        return tuple(
            self._imprint(one, figure.height)
            if isinstance(one, Imprint)
            else self._use(one.rings, one.closed, _colours(one), figure.height)
            for one in (*figure.drawn, *letters)
        )

    def _imprint(self, one: Imprint, height: float) -> Used:
        if id(one.shapes) not in self._imprints:
            name = f"d{len(self._imprints)}"
            self._imprints[id(one.shapes)] = one.shapes, name
            self._drawn[name] = tuple(self._use(s.rings, s.closed, _colours(s, wide=False)) for s in one.shapes)
        scale = f"scale({one.scale:.5g})" if one.scale != 1.0 else ""
        where = _transform(one.x, one.y - height, one.angle) + scale
        group = f'<use href="#{self._imprints[id(one.shapes)][1]}" transform="{where}"/>'
        return Used(f'stroke-width="{one.width * STEPS / one.scale:.4g}"', group=group)

    def _face(self, face: Face) -> Iterator[Used]:
        yield self._use((face.outline,), True, f'class="{BODY}"')
        for mark in face.marks:
            for line in mark.lines:
                yield self._use((line,), False, f'class="{LINE}"')
            if mark.colour is not None and not mark.ink:
                for region in mark.field:
                    yield self._use(region.rings, True, f'class="i{mark.colour} t"')
        for mark in face.marks:
            look = PLAIN if mark.colour is None else f"i{mark.colour}"
            for region in mark.ink:
                yield self._use(region.rings, True, f'class="{look}"')

    def _use(self, rings: Iterable[Ring], closed: bool, look: str, height: float = 0.0) -> Used:
        """Return rings as an outline of the stock. height: mm, from which y is counted down."""
        every = tuple(rings)
        x0, y0 = every[0][0]
        key = closed, *map(id, every)  # faces share their rings, which are kept meanwhile
        if key not in self._said:
            self._said[key] = every, _outline(every, closed)
        outline = self._said[key][1]
        self._outlines[outline] += 1
        return Used(look, outline, round(x0 * STEPS), round((height - y0) * STEPS))

    def svg(self, drawn: Drawn) -> str:
        """Return what was drawn as SVG elements. Neighbours that look alike share an element."""
        groups: list[tuple[str, list[str]]] = []
        for one in drawn:
            if name := self._names.get(one.outline):
                element = f'<use href="#{name}" x="{one.x}" y="{one.y}"/>'
            else:
                element = one.group or f'<path d="M{one.x} {one.y}{one.outline}"/>'
            if groups and groups[-1][0] == one.look:
                groups[-1][1].append(element)
            else:
                groups.append((one.look, [element]))
        return "".join(
            f"<g {look}>{''.join(every)}</g>" if len(every) > 1 else every[0].replace(" ", f" {look} ", 1)
            for look, every in groups
        )

    @cached_property
    def _names(self) -> dict[str, str]:
        """What outlines that recur are called, once all are known."""
        often = (outline for outline, times in self._outlines.items() if times > 1 and len(outline) > SHORT)
        return {outline: f"p{k}" for k, outline in enumerate(often)}

    def definitions(self) -> str:
        """Return the stock as an SVG that shows nothing, to stand before all pictures."""
        paths = "".join(f'<path id="{name}" d="M0 0{outline}"/>' for outline, name in self._names.items())
        faces = "".join(f'<g id="{id}">{self.svg(drawn)}</g>' for id, drawn in self._drawn.items())
        return (
            '<svg class="stock" width="0" height="0" aria-hidden="true" focusable="false">'
            f"<defs>{paths}{faces}</defs></svg>"
        )

    def style(self) -> str:
        """Return the colours of classes: those of the palette, and of wood on a sheet."""
        inks = self.palette.inks
        rules = [f".s{{--b:{self.palette.body}}}"]
        for k, ink in enumerate(inks):
            line = outline_of(ink.rgb, self.palette.body)
            edge = f";stroke:{line};stroke-width:15" if line else ""
            rules.append(f".i{k}{{fill:var(--i{k},{ink.rgb}){edge}}}")
        wood = "".join(f"--i{k}:#5d3a1a;" for k in range(len(inks)))
        rules.append(f".wood{{--b:#e2c48f;--rim:#4a2f12;--n:#5d3a1a;{wood}}}")
        return "\n".join(rules)


def _outline(every: Sequence[Ring], closed: bool) -> str:
    """Return rings as steps from the first point of the first."""
    x0, y0 = every[0][0]
    parts: list[str] = []
    last = 0, 0
    for ring in every:
        places = [(round((x - x0) * STEPS), round((y0 - y) * STEPS)) for x, y in ring]
        steps = [f"m{_steps([(places[0], last)])}"] if parts else []
        around = [(a, b) for a, b in zip(places[1:], places, strict=False) if a != b]
        steps += ["l" + _steps(around)] if around else []
        last = places[0] if closed else places[-1]
        parts.append("".join(steps) + ("z" if closed else ""))
    return "".join(parts)


def _steps(ways: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> str:
    """Return steps, each from its second point to its first, with as little between numbers as SVG asks for."""
    return " ".join([f"{x - u} {y - v}" for (x, y), (u, v) in ways]).replace(" -", "-")


def _letters(text: Text) -> Iterator[Shape]:
    """Yield the letters of a line of text where they lie, mm."""
    turn = text.angle * math.pi / 180
    for area in outlines(text.text, CAPITALS * text.size, 0.0, 0.0, anchor_of(text), bold=text.bold):
        yield Shape(area.map_rings(lambda ring: turn_ring(ring, turn, text.x, text.y)).rings, text.colour)


def _colours(shape: Shape, *, wide: bool = True) -> str:
    width = f' stroke-width="{round((shape.width or 0.2) * STEPS)}"' if wide else ""
    return f'fill="{shape.fill or "none"}"' + (f' stroke="{shape.stroke}"{width}' if shape.stroke else "")


def box(face: Face) -> Box:
    """Return how far a face reaches, mm."""
    return bounds((face.outline,))


def frame(inner: str, across: Box, attributes: Mapping[str, str]) -> str:
    """Return an SVG of a part of the plane, mm, y up. attributes: of the element; its class comes to ours."""
    left, low, right, high = across
    view = " ".join(str(round(value * STEPS)) for value in (left, -high, right - left, high - low))
    more = "".join(f' {name}="{value}"' for name, value in attributes.items() if name != "class")
    classes = f"s {attributes.get('class', '')}".strip()
    return f'<svg class="{classes}" viewBox="{view}"{more}>{inner}</svg>'


def use_of(id: str, x: float = 0.0, y: float = 0.0, angle: float = 0.0) -> str:
    """Return a use of a face: turned anticlockwise by `angle` degrees, its origin at (x, y), mm, y up."""
    where = _transform(x, y, angle)
    return f'<use href="#{id}"' + (f' transform="{where}"/>' if where else "/>")


def _transform(x: float, y: float, angle: float) -> str:
    move = f"translate({round(x * STEPS)} {round(-y * STEPS) + 0})" if x or y else ""
    return move + (f"rotate({-angle:g})" if angle else "")
