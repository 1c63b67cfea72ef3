"""Books: pages in millimetres, before they are a PDF; and what a room has to say for its rulebook.

y runs up; the origin of a page is its lower left corner. The words of a rulebook stand in ``templates/rules/``. Its
figures are computed, never drawn by hand: a text may claim things of a figure; the figure says what is true."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from quasiprint.model.face import Ring, snap, snap_axes
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper


@dataclass(frozen=True, slots=True)
class Shape:
    """Rings that are filled (even-odd) and stroked. Colours "#RRGGBB" or None; width in mm."""

    rings: tuple[Ring, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Imprint:
    """Shapes at another place: scaled about their origin, turned anticlockwise by `angle` degrees, moved to (x, y).

    width: of their lines, mm, whatever the scale and they themselves say. What recurs in a figure, or in several, has
    one and the same `shapes`.
    """

    shapes: tuple[Shape, ...]
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    width: float = 0.0

    def flat(self) -> Iterator[Shape]:
        """Yield the shapes where they lie, to a millionth of a millimetre."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        dx, dy, k = self.x, self.y, self.scale

        def put(ring: Ring) -> Ring:
            large = [(x * k, y * k) for x, y in ring]
            return snap_axes([x * c - y * s + dx for x, y in large], [x * s + y * c + dy for x, y in large])

        for shape in self.shapes:
            width = self.width if shape.stroke else 0.0
            yield Shape(tuple(map(put, shape.rings)), shape.fill, shape.stroke, width, shape.closed)


Drawn = Shape | Imprint


def flat(drawn: Iterable[Drawn]) -> tuple[Shape, ...]:
    """Return shapes alone, each where it lies."""
    return tuple([shape for one in drawn for shape in (one.flat() if isinstance(one, Imprint) else (one,))])


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text at (x, y), the middle, start or end of its base line, turned
    anticlockwise by `angle` degrees. size: of the font, in mm."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    colour: str = "#222222"
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Stamp:
    """A figure of the book, scaled about its origin, turned by `angle` degrees, moved to (x, y)."""

    figure: str
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0


Placed = TypeVar("Placed", Text, Stamp)


@dataclass(frozen=True, slots=True)
class Page:
    """One page. title: its bookmark. What comes later lies on top: shapes, stamps, texts."""

    title: str
    shapes: tuple[Shape, ...]
    stamps: tuple[Stamp, ...]
    texts: tuple[Text, ...]

    def turn_half(self, width: float, height: float) -> Page:
        """Return the page upside down: turned about its middle. width, height: of the page, mm."""

        def place(ring: Ring) -> Ring:
            return tuple((snap(width - x), snap(height - y)) for x, y in ring)

        def turn(one: Placed) -> Placed:
            return replace(one, x=snap(width - one.x), y=snap(height - one.y), angle=one.angle + 180.0)

        shapes = tuple(replace(shape, rings=tuple(map(place, shape.rings))) for shape in self.shapes)
        return Page(self.title, shapes, tuple(map(turn, self.stamps)), tuple(map(turn, self.texts)))


@dataclass(frozen=True, slots=True)
class Book:
    """One document.

    figures: drawn once, stamped often. duplex: the edge about which the sheet is turned over,
    "long edge" or "short edge", where pages are fronts and backs in turn; "" where they are not. language: its two
    letters.
    """

    name: str
    title: str
    width: float
    height: float
    figures: tuple[tuple[str, tuple[Shape, ...]], ...]
    pages: tuple[Page, ...]
    duplex: str = ""
    language: str = "en"


class TypesetBooks(Protocol):
    """Books that are typeset elsewhere: name and PDF. Each is made when it is its turn, and not kept."""

    def __iter__(self) -> Iterator[tuple[str, bytes]]: ...

    def names(self) -> tuple[str, ...]:
        """Return their names, and make none of them."""

    def one(self, name: str) -> bytes:
        """Make one of them. Raises KeyError for a name that none has."""


class NoBooks:
    """No such books."""

    def one(self, name: str) -> bytes:
        """Raise KeyError: there is none."""
        raise KeyError(name)

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        return iter(())

    def names(self) -> tuple[str, ...]:
        """Return nothing."""
        return ()


@dataclass(frozen=True, slots=True)
class BookProduction:
    """A set on paper. books: may be made anew each time they are gone through, to save memory. dpi, bleed: of pictures
    of single faces: dots to the inch, and how far their ink runs out, mm. seed: what is shuffled is shuffled by it.
    papers: on which its pieces are printed; none where they are not made of paper, or are boards."""

    set: GameSet
    books: Iterable[Book]
    bound: TypesetBooks = field(default_factory=NoBooks)
    dpi: int = 300
    bleed: float = 3.0
    seed: int = 0
    papers: tuple[Paper, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure in mm, y up, the origin at its lower left. width, height: of its box. Compared by identity.

    facts: what the rules say of what is drawn, by name: a caption claims some of it, and is refused if
    it claims something else. Values are compared as they are printed.
    """

    width: float
    height: float
    drawn: tuple[Drawn, ...]
    texts: tuple[Text, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What is drawn, as shapes alone."""
        return flat(self.drawn)


@dataclass(frozen=True, slots=True)
class Content:
    """What a rulebook is filled with. fields: values for the text, by name. traits: words for what a text says of
    some sets only. figures: by name, each drawn when a text asks for it. accent: the game's colour, #rrggbb, dark
    enough for white letters on it. made: the name of the words that stand at the book's end. shown: figures of layouts
    and of play that are worth a look of their own, by name, the best first; some sets lack some of them. typed: the
    fields as claims and code have them, if a language writes numbers in another way than English.
    """

    fields: Mapping[str, str]
    traits: frozenset[str]
    figures: Mapping[str, Callable[[], Figure]]
    accent: str = "#33415c"
    made: str = "made"
    shown: tuple[str, ...] = ()
    typed: Mapping[str, str] | None = None


LARGEST_ID, LEAST_ID = 2.6, 0.5  # mm: of ids on backs; one of less cannot be read, and is left out


def id_height(low: float, mark: float) -> float:
    """Return how high an id on a back may be, below its mark, mm. low, mark: where the piece and where its mark end."""
    return min(LARGEST_ID, 0.45 * (mark - low))
