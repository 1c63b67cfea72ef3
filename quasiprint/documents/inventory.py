"""The inventory: every piece pictured, with its id and a box to tick; of equal things one picture and many boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.documents.sheets import PieceStamps, books, content, leaves
from quasiprint.drawing.palettes import Mode
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper

COLUMNS = 5
ROW = 26.0  # mm
HEAD = 16.0
BOX = 3.2
LOOK = Mode("inventory", "", "", "#333333", 0.2, None)  # pictures are small, their lines thinner yet


def inventory(game_set: GameSet, paper: Paper) -> Book:
    """Return the list of all pieces, shape by shape, and of what else is in the box."""
    figures = PieceStamps(game_set, LOOK)
    _, height = content(paper)
    rows = max(1, int((height - HEAD - 8) // ROW))
    counts = Counter(piece.shape for piece in game_set.pieces)
    total = ", ".join(f"{count} {shape}" for shape, count in counts.items())
    heading = f"{f'{total}: ' if len(counts) > 1 else ''}{len(game_set.pieces)} pieces in all"
    alike = Counter(piece.face for piece in game_set.pieces)
    groups: list[tuple[str, list[Piece | Accessory]]] = []
    several: dict[Face, _Several] = {}
    for shape, count in counts.items():
        same = [piece for piece in game_set.pieces if piece.shape == shape]
        for piece in same:
            if alike[piece.face] > 1:
                several.setdefault(piece.face, _Several(piece, shape, alike[piece.face]))
        single = [piece for piece in same if alike[piece.face] == 1]
        for k in range(0, len(single), rows * COLUMNS):
            groups.append((f"{shape}, {count} pieces", list(single[k : k + rows * COLUMNS])))
    pages = [_page(game_set, paper, figures, heading, title, things) for title, things in groups]
    listed = [*several.values(), *(_Several(thing, thing.id, thing.count) for thing in game_set.accessories)]
    if listed:
        pages.append(_many(game_set, paper, figures, heading, listed))
    return Book(
        name=f"inventory-{paper.name}",
        title=f"{game_set.title}: inventory, {paper.name.upper()}",
        width=paper.width,
        height=paper.height,
        figures=figures.drawn(),
        pages=_numbered(pages, paper),
    )


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


def _numbered(pages: list[Page], paper: Paper) -> tuple[Page, ...]:
    width, height = content(paper)
    x, y = (paper.width + width) / 2, (paper.height - height) / 2 + 1
    return tuple(
        Page(
            page.title,
            page.shapes,
            page.stamps,
            (*page.texts, Text(x, y, f"page {k} of {len(pages)}", 2.5, "end", colour="#555555")),
        )
        for k, page in enumerate(pages, 1)
    )


def _titles(game_set: GameSet, paper: Paper, heading: str, title: str) -> tuple[Text, ...]:
    width, height = content(paper)
    left, top = (paper.width - width) / 2, (paper.height + height) / 2
    return (
        Text(left, top - 4.5, f"{game_set.title}: inventory", 5, bold=True),
        Text(left, top - 10, title, 3.4),
        Text(left + width, top - 10, heading, 3, "end", colour="#555555"),
    )


def _scale(things: list[Piece] | list[Accessory] | list[Piece | Accessory], across: float, up: float) -> float:
    left, low, right, high = bounds(tuple(thing.face.nominal for thing in things))
    return min(0.6, across / (right - left), up / (high - low))


def _box(x: float, y: float) -> Ring:
    return ((x, y), (x + BOX, y), (x + BOX, y + BOX), (x, y + BOX))


def _page(
    game_set: GameSet, paper: Paper, figures: PieceStamps, heading: str, title: str, things: list[Piece | Accessory]
) -> Page:
    width, height = content(paper)
    left, top = (paper.width - width) / 2, (paper.height + height) / 2 - HEAD
    column = width / COLUMNS
    scale = _scale(things, column - 5, ROW - 9)
    stamps: list[Stamp] = []
    texts = [*_titles(game_set, paper, heading, title)]
    boxes: list[Ring] = []
    for k, thing in enumerate(things):
        x, y = left + (k % COLUMNS + 0.5) * column, top - (k // COLUMNS) * ROW
        stamps += [Stamp(f, x, y - (ROW - 8) / 2, 0, scale) for f in figures.plain(thing.face)]
        boxes.append(_box(x - 11, y - ROW + 3.4))
        texts.append(Text(x - 6, y - ROW + 4, thing.id, 3))
    return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), tuple(texts))


@dataclass(frozen=True, slots=True)
class _Several:
    """Equal things: one of them, what they are called, and how many there are."""

    thing: Piece | Accessory
    name: str
    count: int

    @property
    def kind(self) -> str:
        return self.thing.shape if isinstance(self.thing, Piece) else self.thing.kind


def _plural(noun: str) -> str:
    """Return the plural of the name of a kind of things: dominoes, and tiles."""
    return f"{noun}es" if noun.endswith("o") else f"{noun}s"


def _many(game_set: GameSet, paper: Paper, figures: PieceStamps, heading: str, listed: list[_Several]) -> Page:
    """Return the page of things of which there are several, and of all accessories."""
    width, height = content(paper)
    left, y = (paper.width - width) / 2, (paper.height + height) / 2 - HEAD
    kinds = Counter[str]()
    for things in listed:
        kinds[things.kind] += things.count
    title = ", ".join(f"{count} {_plural(kind) if count > 1 else kind}" for kind, count in kinds.items())
    stamps: list[Stamp] = []
    texts = [*_titles(game_set, paper, heading, title)]
    boxes: list[Ring] = []
    for things in listed:
        scale = _scale([things.thing], 14, 14)
        stamps += [Stamp(f, left + 8, y - 9, 0, scale) for f in figures.plain(things.thing.face)]
        texts.append(Text(left + 19, y - 7.5, f"{things.name}, {things.count} of them", 3))
        for k in range(things.count):
            boxes.append(_box(left + 19 + (k % 30) * (BOX + 2), y - 14 - (k // 30) * (BOX + 2)))
        y -= 22 + (things.count - 1) // 30 * (BOX + 2)
    return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), tuple(texts))
