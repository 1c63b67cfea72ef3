"""Books: pages in millimetres, before they are a PDF; and what a room has to say for its rulebook.

y runs up; the origin of a page is its lower left corner. The words of a rulebook stand in ``templates/rules/``. Its
figures are computed, never drawn by hand: a text may claim something of a figure; the figure says what is true.

A score sheet is rows of cells to be filled, and words: a cell that is to be filled is a field on the screen and a box
on paper. Its words stand in ``rules/LANGUAGE/GAME-scoresheet.toml``, so that a room says which word, and the language
says how.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import Template
from typing import Any, Literal, TypeVar

from quasiprint.errors import InputError
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
    return tuple([shape for item in drawn for shape in (item.flat() if isinstance(item, Imprint) else (item,))])


Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text at (x, y), the middle, start or end of its base line, turned
    anticlockwise by `angle` degrees. size: of the font, in mm."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = "start"
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

        def turn(item: Placed) -> Placed:
            return replace(item, x=snap(width - item.x), y=snap(height - item.y), angle=item.angle + 180.0)

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


@dataclass(frozen=True, slots=True)
class BookProduction:
    """A set on paper. books: may be made anew each time they are gone through, to save memory. bound: books that are
    typeset elsewhere, by name: each PDF is made when it is asked for, and not kept. dpi, bleed: of pictures
    of single faces: dots to the inch, and how far their ink runs out, mm. seed: what is shuffled is shuffled by it.
    papers: on which its pieces are printed; none where they are not made of paper, or are boards."""

    set: GameSet
    books: Iterable[Book]
    bound: Mapping[str, bytes] = field(default_factory=dict)
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
LETTER = 4.2  # mm: of a set's letter, at most


def id_height(low: float, mark: float, most: float = LARGEST_ID) -> float:
    """Return how high an id on a back may be, below its mark, mm. low, mark: where the piece and where its mark end.
    most: its size where there is room."""
    return min(most, 0.45 * (mark - low))


@dataclass(frozen=True, slots=True)
class FormCell:
    """A part of a row. width: in proportion to the others. text: printed; before the field, where there is one.

    name: of the field, "" for none; no two fields of a sheet have the same. tip: what is to be written there, which
    a field must have. first: the first of several cells that belong together.
    start: whether its text and what is written begin at the left, not in the middle.
    """

    width: float
    text: str = ""
    name: str = ""
    tip: str = ""
    bold: bool = False
    first: bool = False
    start: bool = False

    def __post_init__(self) -> None:
        if bool(self.name) != bool(self.tip):
            raise ValueError(
                f"cell {self.name or self.text!r}: a field has a name and a tip, and nothing else has them"
            )


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side. low: a row of column heads, in which nothing is written."""

    cells: tuple[FormCell, ...]
    low: bool = False


@dataclass(frozen=True, slots=True)
class FieldGrid:
    """Rows one below the other, as wide as there is room."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class SheetHeading:
    """The name of what follows. top: of a whole page."""

    text: str
    top: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """What short signs stand for: a sign and its meaning each, read down one column after another."""

    entries: tuple[tuple[str, str], ...]
    columns: int = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """Grids side by side, equally wide; filled one after the other."""

    grids: tuple[FieldGrid, ...]


Block = FieldGrid | SheetHeading | Words | Legend | Beside


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet. title: of the document. pages: blocks from the top down. foot: at the bottom of each page, with
    its number after it.
    """

    title: str
    pages: tuple[tuple[Block, ...], ...]
    foot: str


class Said:
    """What a sheet is made of, in the words of its language, with $fields. where: how messages name their file."""

    def __init__(self, words: Mapping[str, str], where: str) -> None:
        self.words = words
        self.where = where

    def __call__(self, key: str, **values: object) -> str:
        """Return a text. Raises InputError for one that is missing, and for a field that is unknown."""
        if key not in self.words:
            raise InputError(f"{self.where}: found no {key!r}, allowed is a text for each word of the sheet")
        try:
            return Template(self.words[key]).substitute(values)
        except (KeyError, ValueError) as problem:
            known = ", ".join(f"${name}" for name in values) or "no field"
            raise InputError(f"{self.where}: {key}: found {problem} in it, allowed is {known}") from None

    def heading(self, key: str, top: bool = False, **values: object) -> SheetHeading:
        """Return a heading."""
        return SheetHeading(self(key, **values), top)

    def prose(self, key: str, **values: object) -> Words:
        """Return a paragraph."""
        return Words(self(key, **values))

    def head(self, width: float, key: str, bold: bool = False, **values: object) -> FormCell:
        """Return a cell with nothing but words."""
        return FormCell(width, self(key, **values), bold=bold)

    def box(
        self, width: float, name: str, tip: str, label: str = "", *, start: bool = False, **values: object
    ) -> FormCell:
        """Return a cell to be filled. tip: the key of its tip. label: printed in it."""
        return FormCell(width, label, name, self(tip, **values), start=start or bool(label))

    def label_row(self, *parts: tuple[float, str, str], **values: Any) -> FieldGrid:
        """Return one row of boxes with their labels in them. parts: width, name and the label's key of each."""
        boxes = (self.box(width, name, f"tip-{name}", self(key, **values), **values) for width, name, key in parts)
        return FieldGrid((Row(tuple(boxes)),))

    def top(self, title: str = "title", **values: object) -> tuple[Block, ...]:
        """Return what stands above games: a heading, and boxes for the day and the place."""
        return self.heading(title, top=True, **values), self.label_row((3, "date", "date"), (5, "place", "place"))


def group(cells: Iterable[FormCell]) -> tuple[FormCell, ...]:
    """Return cells that belong together."""
    return tuple(
        cell if cell.first == (number == 0) else replace(cell, first=number == 0) for number, cell in enumerate(cells)
    )


def number_fields(count: int, *, start: int = 1) -> Iterable[tuple[int, str]]:
    """Yield numbers from `start`, and each as it stands in the names of fields, which sort as they are read."""
    for number in range(start, start + count):
        yield number, f"{number:02d}"


@dataclass(frozen=True, slots=True)
class Field:
    """A cell to be filled, where it lies on its page: lower left corner, width and height, in mm, y up.

    size: of the letters, mm. start: whether what is written begins at the left, not in the middle.
    """

    name: str
    tip: str
    x: float
    y: float
    width: float
    height: float
    size: float
    start: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A document to be filled. width, height: of its pages, mm. pages: what is printed, and the fields in the order in
    which they are read. scale: how many times as large all of it is made.
    """

    title: str
    language: str
    width: float
    height: float
    pages: tuple[tuple[Page, tuple[Field, ...]], ...]
    scale: float = 1.0
