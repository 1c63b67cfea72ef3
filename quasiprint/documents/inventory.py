"""The inventory: every piece pictured, with its id and a box to tick; of equal items one picture and many boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quasiprint.documents.sheets import PieceStamps, books, content, leaves
from quasiprint.documents.words import Names
from quasiprint.drawing.face_shapes import rectangle
from quasiprint.drawing.lettering import fit_line, text_width
from quasiprint.drawing.palettes import Mode
from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper

# how many items stand in a row: five, or more if that saves a page that is all but blank; fewer on narrow paper
COLUMNS, MOST_COLUMNS, LEAST_COLUMN = 5, 7, 27.0  # mm
ROW = 26.0  # mm, of five
HEAD, FOOT = 16.0, 8.0
MIDDLE, SMALL = 3.4, 3  # mm: of what stands over a page
GAP = 6.0  # between the two
BOX = 3.2
IN_A_ROW, BESIDE = 30, 19.0  # boxes of equal items; mm: what stands left of them
LOOK = Mode("inventory", "", "#333333", 0.2, None)  # pictures are small, their lines thinner yet
Item = Piece | Accessory
Places = list[Piece | None]  # None: nothing stands there
EqualItems = tuple[Item, str, int]  # equal items: the first of them, their name, and how many there are
Column = list[EqualItems]


@dataclass(frozen=True, slots=True)
class SetBooks:
    """The print-and-play sheets and the inventory of a set, for each paper; of a part of a set the sheets alone.
    listed: the set with all its pieces, and made: what each process makes of it, for the inventory.

    Made one after the other, whenever they are gone through: the pages of a large set would else lie in memory at once.
    """

    game_set: GameSet
    papers: tuple[Paper, ...]
    listed: GameSet
    made: Mapping[Process, GameSet]
    names: Names

    def __post_init__(self) -> None:
        """Raise InputError if a piece is larger than a page."""
        for paper in self.papers:
            leaves(self.game_set, paper)

    def __iter__(self) -> Iterator[Book]:
        """Yield the books."""
        for paper in self.papers:
            yield from books(self.game_set, paper, self.names)
            if self.game_set.whole is None:
                yield inventory(self.listed, paper, self.names, self.made, self.game_set.set_letters)


def inventory(
    game_set: GameSet,
    paper: Paper,
    names: Names,
    made: Mapping[Process, GameSet] | None = None,
    letters: Sequence[str] = ("",),
) -> Book:
    """Return the list of all pieces, shape by shape, and of what else is in the box, by whatever process. made: the set
    as each of them makes it; paper alone if nobody says. letters: of sets, each of which has the list."""
    drawn = _Inventory(game_set, paper, names, made or {Process.PAPER: game_set})
    pages = [page for letter in letters for page in drawn.pages(letter)]
    x, y = drawn.left + drawn.width, (paper.height - drawn.height) / 2 + 1
    texts = [names("page", number=k, count=len(pages)) for k in range(1, len(pages) + 1)]
    numbers = [Text(x, y, number, 2.5, "end", colour="#555555") for number in texts]
    return Book(
        name=f"inventory-{paper.name}",
        title=f"{drawn.title}, {paper.name.upper()}",
        width=paper.width,
        height=paper.height,
        figures=drawn.figures.figures(),
        pages=tuple(replace(page, texts=(*page.texts, text)) for page, text in zip(pages, numbers, strict=True)),
        language=names.language,
    )


class _Inventory:
    """The pages of an inventory. left, top: of what stands below their heads, mm."""

    def __init__(self, game_set: GameSet, paper: Paper, names: Names, made: Mapping[Process, GameSet]) -> None:
        self.made = made
        self.set, self.names, self.figures = game_set, names, PieceStamps(game_set, LOOK)
        self.title = names("title", title=game_set.title)
        self.width, self.height = content(paper)
        self.in_a_row = max(1, min(IN_A_ROW, int((self.width - BESIDE) / (BOX + 2))))
        self.left, self.top = (paper.width - self.width) / 2, (paper.height + self.height) / 2 - HEAD
        self.counts = Counter(piece.shape for piece in game_set.pieces)

    def pages(self, letter: str) -> Iterator[Page]:
        """Yield the pages of a set: items that are there once, then those that are there several times."""
        self.head = self.names.in_set(self.title, letter)
        alike = Counter(piece.face for piece in self.set.pieces)
        several: dict[Face, EqualItems] = {}
        single: dict[str, list[Piece]] = {shape: [] for shape in self.counts}
        for shape in self.counts:
            same = [piece for piece in self.set.pieces if piece.shape == shape]
            looks = len({piece.face for piece in same})
            for piece in same:
                if alike[piece.face] == 1:
                    single[shape].append(piece)
                else:
                    name = shape if looks == 1 else piece.id.split("-copy-")[0]
                    text = self.names.several(shape, alike[piece.face], name)
                    several.setdefault(piece.face, (piece, text, alike[piece.face]))
        columns, grids = self._fitting([*single.values()])
        yield from (self._single_page(places, columns) for places in grids)
        others = {item.id: item for game_set in self.made.values() for item in game_set.accessories}
        listed = [*several.values(), *((item, self._called(item), item.count) for item in others.values())]
        yield from map(self._column_page, self._lists(listed))

    def _called(self, accessory: Accessory) -> str:
        """Return how many there are of an item, and how it is made if not by every process that makes the set."""
        text = self.names.several(accessory.kind, accessory.count, accessory.id)
        ways = [each for each, made in self.made.items() if accessory.id in {item.id for item in made.accessories}]
        if len(ways) == len(self.made):
            return text
        return self.names("made", what=text, ways=", ".join(self.names(f"made-{process}") for process in ways))

    def _total(self) -> str:
        """Return how many parts are in the box: pieces and what else there is, for each process if they differ."""
        sums = {
            each: len(made.pieces) + sum(item.count for item in made.accessories) for each, made in self.made.items()
        }
        if len({*sums.values()}) == 1:
            return self.names("all-parts", count=max(sums.values()))
        return ", ".join(self.names("made-parts", ways=self.names(f"made-{each}"), count=n) for each, n in sums.items())

    def _fitting(self, shapes: Sequence[Sequence[Piece]]) -> tuple[int, list[Places]]:
        """Return how many items stand in a row, and the pages of items of which there is one. More than five do if
        else few were left for the last page."""
        most = max(1, min(MOST_COLUMNS, int(self.width / LEAST_COLUMN)))
        first = min(COLUMNS, most)
        usual = self._grids(shapes, first)
        if len(usual) > 1 and len(usual[-1]) < len(usual[0]) / 2:
            for columns in range(first + 1, most + 1):
                pages = self._grids(shapes, columns)
                if len(pages) < len(usual):
                    return columns, pages
        return first, usual

    def _grids(self, shapes: Iterable[Sequence[Piece]], columns: int) -> list[Places]:
        """Return what stands in each place of a page, row by row. A shape that has no room in what is left of a row
        begins the next one; one that a page holds, and the rest of this does not, begins the next page."""
        places, most = list[Piece | None](), columns * max(1, int((self.height - HEAD - FOOT) // _row(columns)))
        for group in shapes:
            if -len(places) % columns < len(group):
                places += [None] * (-len(places) % columns)
            if -len(places) % most < len(group) <= most:
                places += [None] * (-len(places) % most)
            places += group
        return [places[k : k + most] for k in range(0, len(places), most)]

    def _lists(self, listed: Sequence[EqualItems]) -> Iterator[list[Column]]:
        """Yield the columns of each page of items of which there are several. A column begins where one is full."""
        free, columns = self.height - HEAD - FOOT, list[Column]()
        for entry in listed:
            if not columns or sum(map(self._entry_height, columns[-1])) + self._entry_height(entry) > free:
                columns.append([])
            columns[-1].append(entry)
        boxes = (min(count, self.in_a_row) * (BOX + 2) for _, _, count in listed)
        wide = [BESIDE + max(room, text_width(name, 3)) + GAP for room, (_, name, _) in zip(boxes, listed, strict=True)]
        most = max(1, int(self.width // max(wide, default=self.width)))
        yield from (columns[k : k + most] for k in range(0, len(columns), most))

    def _page(
        self, title: str, heading: str, boxes: Sequence[Ring], stamps: Sequence[Stamp], texts: Sequence[Text]
    ) -> Page:
        top = self.top + HEAD
        called, large = fit_line(self.head, 5, self.width, bold=True)
        heading, small = fit_line(heading, SMALL, 0.6 * self.width)
        text, size = fit_line(title, MIDDLE, self.width - text_width(heading, small) - GAP)
        head = (
            Text(self.left, top - 4.5, called, large, bold=True),
            Text(self.left, top - 10, text, size),
            Text(self.left + self.width, top - 10, heading, small, "end", colour="#555555"),
        )
        return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), (*head, *texts))

    def _stamps(self, item: Item, x: float, y: float, scale: float) -> list[Stamp]:
        return [Stamp(figure, x, y, 0, scale) for figure in self.figures.plain(item.face)]

    def _single_page(self, places: Places, columns: int) -> Page:
        """Return a page of single items."""
        column, row, items = self.width / columns, _row(columns), [item for item in places if item]
        scale = _scale(items, column - 5, row - 9)
        boxes, stamps, texts = [], list[Stamp](), []
        for k, item in enumerate(places):
            if item:
                x, y = self.left + (k % columns + 0.5) * column, self.top - (k // columns) * row
                stamps += self._stamps(item, x, y - (row - 8) / 2, scale)
                boxes.append(rectangle(x - 11, y - row + 3.4, BOX, BOX))
                size = min(3, 3 * (column / 2 + 5) / text_width(item.id, 3))
                texts.append(Text(x - 6, y - row + 4, item.id, size))
        counts = {piece.shape: self.counts[piece.shape] for piece in items}
        heading = self.names("all", count=len(self.set.pieces))
        return self._page(self._title(counts, heading), heading, boxes, stamps, texts)

    def _title(self, counts: Mapping[str, int], heading: str) -> str:
        """Return what stands over a page: what is there, or in short, if it has no room beside the heading."""
        named = ", ".join(self.names.several(kind, count) for kind, count in counts.items())
        free = self.width - text_width(heading, SMALL) - GAP
        return named if text_width(named, MIDDLE) < free else self.names.several("piece", sum(counts.values()))

    def _column_page(self, columns: Sequence[Column]) -> Page:
        """Return a page of items of which there are several, and of accessories."""
        kinds = Counter[str]()
        boxes, stamps, texts = list[Ring](), list[Stamp](), []
        for number, column in enumerate(columns):
            left, y = self.left + number * self.width / len(columns), self.top
            for listed, name, count in column:
                kinds[listed.kind if isinstance(listed, Accessory) else listed.shape] += count
                stamps += self._stamps(listed, left + 8, y - 9, _scale([listed], 14, 14))
                called, size = fit_line(name, 3, self.width / len(columns) - BESIDE)
                texts.append(Text(left + BESIDE, y - 7.5, called, size))
                for row, place in (divmod(k, self.in_a_row) for k in range(count)):
                    at = left + BESIDE + place * (BOX + 2), y - 14 - row * (BOX + 2)
                    boxes.append(rectangle(*at, BOX, BOX))
                y -= self._entry_height((listed, name, count))
        others = any(isinstance(item, Accessory) for column in columns for item, *_ in column)
        heading = self._total() if others else self.names("all", count=len(self.set.pieces))
        return self._page(self._title(kinds, heading), heading, boxes, stamps, texts)

    def _entry_height(self, entry: EqualItems) -> float:
        """Return how high the entry of items is of which there are several, mm."""
        return 22 + (entry[2] - 1) // self.in_a_row * (BOX + 2)


def _row(columns: int) -> float:
    """Return the height of a row of items, mm: names have as much room as in a row of five."""
    return 9.0 + (ROW - 9.0) * COLUMNS / columns


def _scale(items: Sequence[Item], across: float, up: float) -> float:
    left, low, right, high = bounds(tuple(item.face.nominal for item in items))
    return min(0.6, across / (right - left), up / (high - low))
