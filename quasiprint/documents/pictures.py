"""Figures as SVG: outlines only, letters too, so that they look alike everywhere. Lengths in mm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from quasiprint.drawing.face_shapes import face_shapes, rectangle
from quasiprint.drawing.lettering import CAPITALS, letters, width
from quasiprint.model.face import Face, Ring, bounds, decimal
from quasiprint.model.page import Drawn, Figure, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Palette

LINE = 0.2  # mm, where a shape does not say
DIGITS = 3  # behind the point of a millimetre: a micrometre is finer than anybody sees
SMALL = 0.1  # what is drawn smaller than this is a letter in its font's units, which are whole
HAIR = "hair"  # the class of lines to cut along and of guides: a screen shows them a pixel wide
HAIRLINE = 0.1  # mm: as wide as these are


# paths of shapes that recur, by the address of these, which are kept so that no others get it, and how they are written
Known = dict[tuple[int, int, bool], tuple[Sequence[Shape], str]]


class Ink:
    """What is drawn on one page, as SVG with y up; what recurs is defined once, and used. digits: behind the point of a
    millimetre. known: paths that other pages have, too."""

    def __init__(
        self, figures: Mapping[str, Sequence[Shape]], digits: int = DIGITS, known: Known | None = None
    ) -> None:
        self._figures, self._digits = figures, digits
        self._names: dict[int | str, str] = {}
        self._known: Known = {} if known is None else known
        self.definitions: list[str] = []

    def draw(self, drawn: Iterable[Drawn], texts: Iterable[Text], *, page: bool = False) -> str:
        """Return shapes, and texts over them. page: see `letters`."""
        all_drawn = [*drawn, *(letter for text in texts for letter in letters(text, page=page))]
        return "".join([self._drawn(mark) for mark in all_drawn])

    def _drawn(self, imprint: Drawn) -> str:
        if isinstance(imprint, Shape):
            return _outline(imprint, self._digits)
        if id(imprint.shapes) not in self._names:
            key = id(imprint.shapes), 0 if imprint.scale < SMALL else self._digits, not imprint.width
            if key not in self._known:
                paths = "".join([_outline(shape, key[1], wide=key[2]) for shape in imprint.shapes])
                self._known[key] = imprint.shapes, paths
            self._say(id(imprint.shapes), self._known[key][1])
        width = f' stroke-width="{_number(imprint.width / imprint.scale)}"' if imprint.width else ""
        return _use_element(self._names[id(imprint.shapes)], imprint.x, imprint.y, imprint.angle, imprint.scale, width)

    def stamp(self, stamp: Stamp) -> str:
        """Return a figure of the page's book where it is stamped."""
        if stamp.figure not in self._names:
            self._say(stamp.figure, "".join(map(_outline, self._figures[stamp.figure])))
        return _use_element(self._names[stamp.figure], stamp.x, stamp.y, stamp.angle, stamp.scale)

    def _say(self, key: int | str, paths: str) -> None:
        self._names[key] = f"s{len(self._names)}"
        self.definitions.append(f'<g id="{self._names[key]}">{paths}</g>')

    def document(self, body: str, width: float, height: float) -> str:
        """Return what was drawn as SVG, a unit a millimetre."""
        text = f"<defs>{''.join(self.definitions)}</defs>" if self.definitions else ""
        wide, high = _number(width), _number(height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{text}'
            f'<g transform="matrix(1 0 0 -1 0 {high})" fill-rule="evenodd" stroke-linejoin="round">{body}</g></svg>'
        )


def figure_svg(figure: Figure, digits: int = DIGITS, known: Known | None = None) -> str:
    """Return a figure as SVG, a unit a millimetre, to be drawn as large as there is room. digits, known: see `Ink`."""
    ink = Ink({}, digits, known)
    return ink.document(ink.draw(figure.drawn, figure.texts), figure.width, figure.height)


def svg(figure: Figure) -> str:
    """Return a figure as SVG, as large as it is."""
    size = f'width="{_number(figure.width)}mm" height="{_number(figure.height)}mm"'
    return figure_svg(figure).replace("<svg", f"<svg {size}", 1) + "\n"


def _use_element(name: str, x: float, y: float, angle: float, scale: float, more: str = "") -> str:
    turn = f" rotate({_number(angle)})" if angle else ""
    size = f" scale({scale:.7g})" if scale != 1.0 else ""
    return f'<use href="#{name}" transform="translate({_number(x)} {_number(y)}){turn}{size}"{more}/>'


def _outline(shape: Shape, digits: int = DIGITS, *, wide: bool = True) -> str:
    """Return a shape. wide: say how wide its line is."""
    hair = wide and shape.stroke and not shape.fill and shape.width <= HAIRLINE
    words = [f' class="{HAIR}"'] if hair else []
    words.append(f' fill="{shape.fill or "none"}"')
    if shape.stroke:
        words.append(f' stroke="{shape.stroke}"')
        words += [f' stroke-width="{_number(shape.width)}"'] if wide else []
    data, end = "", "Z" if shape.closed else ""
    for ring in shape.rings:
        points = "L".join(["%.7g %.7g"] * len(ring))
        data += f"M{points}{end}" % tuple([round(value, digits) for point in ring for value in point])
    return f'<path d="{data}"{"".join(words)}/>'


def _number(number: float) -> str:
    return f"{round(number, DIGITS):.7g}"


def as_svg(width: float, height: float, drawn: Iterable[str]) -> str:
    """Return elements as an SVG of a size in mm, one unit a millimetre."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{decimal(width, 4)}mm" height="{decimal(height, 4)}mm" '
        f'viewBox="0 0 {decimal(width, 4)} {decimal(height, 4)}">{"".join(drawn)}</svg>\n'
    )


def path(shape: Shape, height: float, digits: int = 4) -> str:
    """Return a shape as SVG. height: of the figure, mm; digits: behind the point of its coordinates."""
    fill = f'fill="{shape.fill}" fill-rule="evenodd"' if shape.fill else 'fill="none"'
    width = decimal(shape.width or LINE, 4)
    line = f' stroke="{shape.stroke}" stroke-width="{width}" stroke-linejoin="round"' if shape.stroke else ""
    rings = (
        "M" + "L".join(f"{decimal(x, digits)} {decimal(height - y, digits)}" for x, y in ring) for ring in shape.rings
    )
    return f'<path d="{"".join(ring + "Z" * shape.closed for ring in rings)}" {fill}{line}/>'


MARGIN = 4.0  # mm
PIECE = "piece "  # before the shape of a piece, to distinguish it from the kinds of other items
GAP = 4.0  # mm: between pieces
LETTERS = 2.6  # mm: of the ids
MOST = 400  # items in one picture
GROUND = "#F1ECE2"  # on which white pieces are seen
ACROSS = 1.6  # width of a picture by its height, about

Item = Piece | Accessory


def portrait(piece: Item, palette: Palette) -> Figure:
    """Return one piece or accessory, face up, at true size."""
    left, low, right, high = bounds((piece.face.nominal,))
    inks = [ink.rgb for ink in palette.inks]
    shapes = tuple(shapes_of(piece.face, inks, MARGIN - left, MARGIN - low, palette.body))
    return Figure(right - left + 2 * MARGIN, high - low + 2 * MARGIN, shapes)


def contact(game_set: GameSet) -> Figure:
    """Return every piece of a set with its id below it, in rows, then its accessories, each once with how many there
    are; the first MOST of them all."""
    items = game_set.items[:MOST]
    if not items:
        return Figure(2 * MARGIN, 2 * MARGIN, ())
    wide, high, places = in_a_picture(items, lambda item: width(_name(item), CAPITALS * LETTERS), LETTERS)
    inks, captions = [ink.rgb for ink in game_set.palette.inks], list[Text]()
    drawn = [Shape((rectangle(0.0, 0.0, wide, high),), GROUND)]
    for item, x, y in places:
        left, low, right, _ = bounds((item.face.nominal,))
        captions.append(Text(x + (left + right) / 2, y + low - LETTERS - 0.6, _name(item), LETTERS, "middle"))
        drawn += shapes_of(item.face, inks, x, y, game_set.palette.body)
    return Figure(wide, high, tuple(drawn), tuple(captions))


def in_a_picture(
    items: Sequence[Item], named: Callable[[Item], float] = lambda _: 0.0, letters: float = 0.0
) -> tuple[float, float, list[tuple[Item, float, float]]]:
    """Return the width and height of a picture of items in rows, and where the origin of each lies, mm, y up. named:
    how wide the name below an item is; letters: how high."""
    boxes = {item.id: bounds((item.face.nominal,)) for item in items}
    room = {
        id: (max(right - left, named(item)) + GAP, top - low + GAP + letters)
        for item, (id, (left, low, right, top)) in zip(items, boxes.items(), strict=True)
    }
    often = Counter(map(_kind, items))

    ground = ACROSS * sum(across * up for across, up in room.values())
    wide = max(ground**0.5, *(across for across, _ in room.values()), 40.0)
    places, heights, x = list[tuple[Item, float, int]](), [0.0], MARGIN
    for before, item in zip((None, *items), items, strict=False):
        across, up = room[item.id]
        kinds = {_kind(item), _kind(before or item)}
        # a piece that no other has the shape of stands among others
        apart = len(kinds) > 1 and not all(kind.startswith(PIECE) and often[kind] == 1 for kind in kinds)
        if before and (x - MARGIN + across > wide + 1e-9 or apart):
            heights, x = [*heights, 0.0], MARGIN
        left, _, right, _ = boxes[item.id]
        places.append((item, x + across / 2 - (left + right) / 2, len(heights) - 1))
        x, heights[-1] = x + across, max(heights[-1], up)
    size = round(wide + 2 * MARGIN, DIGITS), round(sum(heights) + 2 * MARGIN, DIGITS)
    tops = [*accumulate((size[1] - MARGIN, *(-high for high in heights)))]
    return *size, [(item, x, tops[row] - boxes[item.id][3]) for item, x, row in places]


def _kind(item: Item) -> str:
    return f"{PIECE}{item.shape}" if isinstance(item, Piece) else item.kind


def _name(item: Item) -> str:
    name = (item.name if isinstance(item, Piece) else "") or item.id
    return f"{name} × {item.count}" if item.count > 1 else name


def shapes_of(face: Face, inks: list[str], x: float, y: float, body: str) -> Iterator[Shape]:
    """Yield a face as a picture shows it, moved by x and y, mm. inks: a colour "#RRGGBB" for each of the palette."""

    def translate(ring: Ring) -> Ring:
        return tuple([(round(px + x, DIGITS), round(py + y, DIGITS)) for px, py in ring])  # as SVG tells them

    for shape in face_shapes(face, inks, body):
        yield replace(shape, rings=tuple(map(translate, shape.rings)))
