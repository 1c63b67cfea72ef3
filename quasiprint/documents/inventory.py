"""The inventory: every piece pictured, with its id and a box to tick; of equal things one picture and many boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quasiprint.documents.sheets import PieceStamps, books, content, leaves
from quasiprint.drawing.face_shapes import rectangle
from quasiprint.drawing.palettes import Mode
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper
from quasiprint.values import dataclass

COLUMNS = 5
ROW = 26.0  # mm
HEAD = 16.0
BOX = 3.2
IN_A_ROW = 30  # boxes of equal things
LOOK = Mode("inventory", "", "", "#333333", 0.2, None)  # pictures are small, their lines thinner yet
Thing = Piece | Accessory
Several = tuple[Thing, str, int]  # equal things: one of them, what they are called, and how many there are


@dataclass(frozen=True, slots=True)
class SetBooks:
    """The print-and-play sheets and the inventory of a set, for each paper; of a part of a set the sheets alone.

    Made one after the other, whenever they are gone through: the pages of a large set would else lie in memory at once.
    """

    game_set: GameSet
    papers: tuple[Paper, ...]

    def __post_init__(self) -> None:
        """Raise InputError if a piece is larger than a page."""
        for paper in self.papers:
            leaves(self.game_set, paper)

    def leaves(self) -> int:
        """Return how many leaves of the first paper the sheets are."""
        return len(leaves(self.game_set, self.papers[0]))

    def __iter__(self) -> Iterator[Book]:
        """Yield the books."""
        for paper in self.papers:
            yield from books(self.game_set, paper)
            if self.game_set.whole is None:
                yield inventory(self.game_set, paper)


def inventory(game_set: GameSet, paper: Paper) -> Book:
    """Return the list of all pieces, shape by shape, and of what else is in the box."""
    drawn = _Inventory(game_set, paper)
    pages = list(drawn.pages())
    x, y = drawn.left + drawn.width, (paper.height - drawn.height) / 2 + 1
    numbers = [Text(x, y, f"page {k} of {len(pages)}", 2.5, "end", colour="#555555") for k in range(1, len(pages) + 1)]
    return Book(
        name=f"inventory-{paper.name}",
        title=f"{game_set.title}: inventory, {paper.name.upper()}",
        width=paper.width,
        height=paper.height,
        figures=drawn.figures.figures(),
        pages=tuple(replace(page, texts=(*page.texts, text)) for page, text in zip(pages, numbers, strict=True)),
    )


class _Inventory:
    """The pages of an inventory. left, top: of what stands below their heads, mm."""

    def __init__(self, game_set: GameSet, paper: Paper) -> None:
        self.set, self.figures = game_set, PieceStamps(game_set, LOOK)
        self.width, self.height = content(paper)
        self.left, self.top = (paper.width - self.width) / 2, (paper.height + self.height) / 2 - HEAD
        self.counts = Counter(piece.shape for piece in game_set.pieces)
        total = ", ".join(f"{count} {shape}" for shape, count in self.counts.items())
        self.heading = f"{f'{total}: ' if len(self.counts) > 1 else ''}{len(game_set.pieces)} pieces in all"

    def pages(self) -> Iterator[Page]:
        """Yield the pages, of things that are there once and of such that are there often."""
        rows = max(1, int((self.height - HEAD - 8) // ROW))
        alike = Counter(piece.face for piece in self.set.pieces)
        several: dict[Face, Several] = {}
        for shape, count in self.counts.items():
            same = [piece for piece in self.set.pieces if piece.shape == shape]
            for piece in same:
                if alike[piece.face] > 1:
                    several.setdefault(piece.face, (piece, shape, alike[piece.face]))
            single = [piece for piece in same if alike[piece.face] == 1]
            for k in range(0, len(single), rows * COLUMNS):
                yield self._once(f"{shape}, {count} pieces", single[k : k + rows * COLUMNS])
        listed = [*several.values(), *((thing, thing.id, thing.count) for thing in self.set.accessories)]
        if listed:
            yield self._often(listed)

    def _page(self, title: str, boxes: Sequence[Ring], stamps: Sequence[Stamp], texts: Sequence[Text]) -> Page:
        top = self.top + HEAD
        head = (
            Text(self.left, top - 4.5, f"{self.set.title}: inventory", 5, bold=True),
            Text(self.left, top - 10, title, 3.4),
            Text(self.left + self.width, top - 10, self.heading, 3, "end", colour="#555555"),
        )
        return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), (*head, *texts))

    def _stamps(self, thing: Thing, x: float, y: float, scale: float) -> list[Stamp]:
        return [Stamp(figure, x, y, 0, scale) for figure in self.figures.plain(thing.face)]

    def _once(self, title: str, things: Sequence[Piece]) -> Page:
        """Return a page of things of which there is one."""
        column = self.width / COLUMNS
        scale = _scale(things, column - 5, ROW - 9)
        boxes, stamps, texts = [], list[Stamp](), []
        for k, thing in enumerate(things):
            x, y = self.left + (k % COLUMNS + 0.5) * column, self.top - (k // COLUMNS) * ROW
            stamps += self._stamps(thing, x, y - (ROW - 8) / 2, scale)
            boxes.append(_box(x - 11, y - ROW + 3.4))
            texts.append(Text(x - 6, y - ROW + 4, thing.id, 3))
        return self._page(title, boxes, stamps, texts)

    def _often(self, listed: Sequence[Several]) -> Page:
        """Return the page of things of which there are several, and of all accessories."""
        left, y = self.left, self.top
        kinds = Counter[str]()
        boxes, stamps, texts = list[Ring](), list[Stamp](), []
        for thing, name, count in listed:
            kinds[thing.shape if isinstance(thing, Piece) else thing.kind] += count
            stamps += self._stamps(thing, left + 8, y - 9, _scale([thing], 14, 14))
            texts.append(Text(left + 19, y - 7.5, f"{name}, {count} of them", 3))
            for row, column in (divmod(k, IN_A_ROW) for k in range(count)):
                boxes.append(_box(left + 19 + column * (BOX + 2), y - 14 - row * (BOX + 2)))
            y -= 22 + (count - 1) // IN_A_ROW * (BOX + 2)
        title = ", ".join(f"{count} {_plural(kind) if count > 1 else kind}" for kind, count in kinds.items())
        return self._page(title, boxes, stamps, texts)


def _scale(things: Sequence[Thing], across: float, up: float) -> float:
    left, low, right, high = bounds(tuple(thing.face.nominal for thing in things))
    return min(0.6, across / (right - left), up / (high - low))


def _box(x: float, y: float) -> Ring:
    return rectangle(x, y, BOX, BOX)


def _plural(noun: str) -> str:
    """Return the plural of the name of a kind of things: dominoes, and tiles."""
    return f"{noun}es" if noun.endswith("o") else f"{noun}s"
