"""Faces as shapes to be filled: a front or a back as it is printed, and scenes of a book, with pieces laid on a page,
what is drawn around them, and drawings in rows, as one figure. Lengths in mm, y up.

A back is seen from behind. Ink runs out over the outline by the bleed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from quasiprint.drawing.outlines import circle, mirror, round_offset, run_out
from quasiprint.drawing.palettes import MODES, outline_of, tint
from quasiprint.model.face import Face, Point, Ring, bounds
from quasiprint.model.page import Anchor, Drawn, Figure, Imprint, Shape, Text, flat
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Box, Palette
from quasiprint.system import press

RIM, BODY, PLAIN = "#6b6b6b", "#FFFFFF", "#222222"
THIN = 0.15
LINES, OPEN, LINE = "#333333", "#9A968C", 0.2  # of open lines, in print and in pictures; mm
BACK, BACK_WIDTH = "#555555", 0.2  # of what is left white on a back; mm
GOLDEN = math.pi * (3 - math.sqrt(5))  # a turn after which no direction comes again: items of a heap do not line up


def face_shapes(face: Face, inks: Sequence[str], body: str = BODY, rim: str | None = RIM) -> tuple[Shape, ...]:
    """Return a face as shapes: its outline filled with `body`, then tints and lines, then what is inked, outlined where
    it is too pale.

    inks: a colour "#RRGGBB" for each of the palette.
    """
    shapes = [Shape((face.nominal,), body, rim, THIN)]
    shapes += _below_ink(face, inks, OPEN)
    for mark in face.marks:
        fill = PLAIN if mark.colour is None else inks[mark.colour]
        line = outline_of(fill, body)
        shapes += [Shape(region.rings, fill, line, THIN if line else 0.0) for region in mark.ink]
    return tuple(shapes)


def _below_ink(face: Face, inks: Sequence[str], colour: str) -> list[Shape]:
    """Return the fields that have no ink, in the pale of their colours, and lines. colour: of these."""
    tinted = ((mark.colour, mark.field) for mark in face.marks if mark.colour is not None and not mark.ink)
    fields = [Shape(region.rings, tint(inks[ink])) for ink, field in tinted for region in field]
    return fields + [Shape((line,), None, colour, LINE, closed=False) for mark in face.marks for line in mark.lines]


def place_face(
    face: Face, inks: Sequence[str], x: float, y: float, angle: float = 0.0, scale: float = 1.0
) -> tuple[Shape, ...]:
    """Return a face as shapes where it lies, see `face_shapes`.

    x, y: where the face's origin lies. angle: in degrees, anticlockwise. scale: of the figure.
    """
    return flat([Imprint(face_shapes(face, inks, BODY, RIM), x, y, angle, scale, THIN)])


def front(face: Face, palette: Palette, bleed: float) -> tuple[Shape, ...]:
    """Return the front of a piece in its frame, with its bleed. Lengths in mm."""
    shapes = _below_ink(face, [ink.rgb for ink in palette.inks], LINES)
    inks = [(MODES[0].ink(palette, mark.colour), region.rings) for mark in face.marks for region in mark.ink]
    return _side(face.nominal, palette.body, shapes, inks, bleed)


def back(face: Face, palette: Palette, bleed: float) -> tuple[Shape, ...]:
    """Return the back of a piece as it is seen from behind, with its bleed. Lengths in mm."""
    areas = [tuple(map(mirror, region.rings)) for region in face.back]
    if face.back_colour is None:
        body = MODES[0].back if areas and MODES[0].back else palette.body
        white = [Shape(rings, "#FFFFFF", BACK, BACK_WIDTH) for rings in areas]
        return _side(mirror(face.nominal), body, white, [], bleed)
    fill = MODES[0].ink(palette, face.back_colour)
    return _side(mirror(face.nominal), palette.body, [], [(fill, rings) for rings in areas], bleed)


def _side(
    outline: Ring, body: str, shapes: Sequence[Shape], inks: Sequence[tuple[str, Sequence[Ring]]], bleed: float
) -> tuple[Shape, ...]:
    """Return a side: its ground, shapes on it, and inked areas, which run out over its outline."""
    mode = MODES[0]
    areas = [Shape(tuple(rings), fill, mode.outline, mode.width) for fill, rings in inks]
    over = [Shape((ring,), fill) for fill, rings in inks for ring in _run_out(outline, rings, bleed)]
    return (Shape((round_offset(outline, bleed),), body), *shapes, *areas, *over)


def _run_out(outline: Ring, rings: Sequence[Ring], bleed: float) -> Iterator[Ring]:
    """Yield how an inked area runs out over the sides of its piece."""
    for ring in rings if bleed else ():
        for side in zip(outline, outline[1:] + outline[:1], strict=True):
            yield from run_out(outline, ring, side, bleed)


def paint_svg(drawings: Iterable[tuple[str, int, int]], ground: str = "") -> list[bytes]:
    """Return drawings as PNG. drawings: each an SVG, and how wide and high it is to be, dots; ground: the colour below
    them, "" for none."""
    pages, inputs = [], {}
    fill = f'rgb("{ground}")' if ground else "none"
    for k, (svg, width, height) in enumerate(drawings):
        size = f"width: {width}pt, height: {height}pt"
        picture = f'image(bytes(sys.inputs.at("{k}")), format: "svg", fit: "stretch", {size})'
        pages.append(f"#page({size}, margin: 0pt, fill: {fill}, {picture})")
        inputs[str(k)] = svg
    # a point to a dot: what is drawn lies on the dots as it was asked to
    options = {"format": "png", "ppi": 72.0}
    return press.typeset({"main.typ": "\n".join(pages).encode()}, options, fonts=None, inputs=inputs)


def places(
    boxes: Sequence[Box], gap: float, margin: float = 0.0, width: float = math.inf, breaks: Collection[int] = ()
) -> tuple[float, float, list[tuple[float, float]]]:
    """Return the width and height of drawings laid in rows, and for each drawing where its origin comes to lie.

    Rows are filled from the left, none wider than `width` unless one drawing is, each centred; what stands in a row
    is centred on the row's middle line. gap: between two drawings, and two rows. margin: around all. breaks: with
    which drawings, counted from 0, a new row begins.
    """
    rows: list[list[Box]] = [[]]
    taken = 0.0
    for number, box in enumerate(boxes):
        need = box[2] - box[0] + gap
        if rows[-1] and (number in breaks or taken + need > width - 2 * margin + gap):
            rows.append([])
            taken = 0.0
        rows[-1].append(box)
        taken += need
    heights = [max(top - low for _, low, _, top in row) for row in rows]
    spans = [sum(right - left + gap for left, _, right, _ in row) - gap for row in rows]
    whole, full = max(spans), sum(heights) + gap * (len(rows) - 1)
    found: list[tuple[float, float]] = []
    y = margin
    for row, high, span in zip(rows[::-1], heights[::-1], spans[::-1], strict=True):
        x = margin + (whole - span) / 2
        plain = []
        for left, low, right, top in row:
            plain.append((x - left, y + high / 2 - (low + top) / 2))
            x += right - left + gap
        found = plain + found
        y += high + gap
    return whole + 2 * margin, full + 2 * margin, found


def in_rows(
    scenes: Sequence[Scene], facts: Mapping[str, object], gap: float, margin: float, width: float = math.inf
) -> Figure:
    """Return scenes in rows as a figure. facts: what is true of it. margin: around all."""
    wide, high, at = places([scene.bounds for scene in scenes], gap, margin, width)
    whole = Scene()
    for scene, (dx, dy) in zip(scenes, at, strict=True):
        whole.add(scene, dx, dy)
    return whole.figure(wide, high, facts)


D = TypeVar("D", bound=Drawn)


def translate(shape: D, dx: float, dy: float) -> D:
    """Return something drawn elsewhere."""
    if isinstance(shape, Imprint):
        return replace(shape, x=shape.x + dx, y=shape.y + dy)
    return replace(shape, rings=tuple(tuple((x + dx, y + dy) for x, y in ring) for ring in shape.rings))


def heap(count: int, spread: float, long: float = 1.0) -> list[Point]:
    """Return where the items of a heap lie around the origin, from the middle outwards. spread: mm for the square root
    of their number. long: how much wider than high the heap is."""
    away = [(spread * math.sqrt(k + 0.5), k * GOLDEN) for k in range(count)]
    return [(long * far * math.cos(way), far * math.sin(way)) for far, way in away]


class Scene:
    """What a figure of a book shows, while it is drawn: what comes later lies on top."""

    def __init__(self, shapes: Iterable[Drawn] = (), texts: Iterable[Text] = ()) -> None:
        self.shapes, self.texts = list(shapes), list(texts)

    @property
    def bounds(self) -> Box:
        """The box around all points of shapes, and the starts of texts. Of an imprint its first shape counts, on which
        the others lie."""
        grounds = flat(replace(it, shapes=it.shapes[:1]) if isinstance(it, Imprint) else it for it in self.shapes)
        rings = [ring for shape in grounds for ring in shape.rings]
        return bounds((*rings, tuple((text.x, text.y) for text in self.texts)))

    def area(self, ring: Ring, fill: str | None, line: str | None = None, width: float = 0.0) -> None:
        """Draw an area."""
        self.shapes.append(Shape((ring,), fill, line, width))

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str | None,
        line: str | None = None,
        width: float = 0.0,
    ) -> None:
        """Draw a rectangle. x, y: its lower left corner."""
        self.area(rectangle(x, y, wide, high), fill, line, width)

    def squares(self, x: float, y: float, count: int, cell: float, fill: str, line: str) -> None:
        """Draw squared paper, so many squares to a side. x, y: its lower left corner; line: the colour between them."""
        far = count * cell
        self.box(x, y, far, far, fill, RIM, 0.5)
        for at in (k * cell for k in range(1, count)):
            self.lines((((x + at, y), (x + at, y + far)), ((x, y + at), (x + far, y + at))), line, 0.2)

    def disc(
        self, at: Point, radius: float, sides: int, fill: str | None, line: str | None = None, width: float = 0.0
    ) -> None:
        """Draw a circle, as a polygon of so many sides."""
        self.shapes.append(Imprint(_disc(radius, sides, fill, line), *at, width=width))

    def lines(self, lines: Iterable[Ring], colour: str, width: float) -> None:
        """Draw open lines."""
        self.shapes.append(Shape(tuple(lines), None, colour, width, closed=False))

    def arrow(self, x0: float, y: float, x1: float) -> None:
        """Draw an arrow that points to the right."""
        self.lines((((x0, y), (x1, y)), ((x1 - 2.2, y - 1.6), (x1, y), (x1 - 2.2, y + 1.6))), RIM, 0.6)

    def write(
        self,
        x: float,
        y: float,
        text: object,
        size: float,
        anchor: Anchor = "middle",
        bold: bool = False,
        colour: str = PLAIN,
    ) -> None:
        """Write a line of text."""
        self.texts.append(Text(x, y, str(text), size, anchor, bold, colour))

    def add(self, other: Scene, dx: float = 0.0, dy: float = 0.0) -> None:
        """Draw another scene, moved."""
        self.shapes += [translate(shape, dx, dy) for shape in other.shapes]
        self.texts += [replace(text, x=text.x + dx, y=text.y + dy) for text in other.texts]

    def figure(self, width: float, height: float, facts: Mapping[str, object]) -> Figure:
        """Return the figure, with its facts in the words of claims."""
        claims = {key: format_claim(value) for key, value in facts.items()}
        return Figure(width, height, tuple(self.shapes), tuple(self.texts), claims)


@lru_cache(maxsize=256)
def _disc(radius: float, sides: int, fill: str | None, line: str | None) -> tuple[Shape, ...]:
    return (Shape((circle(0.0, 0.0, radius, sides),), fill, line),)


def format_claim(value: object) -> object:
    """Return a fact as a claim says it: a truth as yes or no, several values with commas between them, or none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (",".join(map(str, value)) or "none") if isinstance(value, (tuple, list)) else value


def rectangle(x: float, y: float, wide: float, high: float) -> Ring:
    """Return a rectangle, its lower left corner at (x, y)."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


class SetPainter:
    """Draws with the faces of a set. inks: a colour for each of its palette; edge: of its pieces, mm."""

    def __init__(self, game_set: GameSet) -> None:
        self.inks = [ink.rgb for ink in game_set.palette.inks]
        self.edge = game_set.measures.size.edge
        self._looks: dict[tuple[int, str, str | None], tuple[Face, tuple[Shape, ...]]] = {}

    def face_at(
        self, face: Face, x: float, y: float, edge: float, angle: float = 0.0, body: str = BODY, rim: str | None = RIM
    ) -> tuple[Drawn, ...]:
        """Return a face whose origin lies at (x, y). edge: of a piece in the figure, mm; angle: degrees."""
        key = id(face), body, rim  # the face is kept, so that its number stays its own
        if key not in self._looks:
            self._looks[key] = face, face_shapes(face, self.inks, body, rim)
        return (Imprint(self._looks[key][1], x, y, angle, edge / self.edge, THIN),)

    def scenes(self, names: str) -> dict[str, Callable[[], Figure]]:
        """Return figures by name, each drawn when a text asks for it by the method that is called so."""
        return {name: getattr(self, name.replace("-", "_")) for name in names.split()}
