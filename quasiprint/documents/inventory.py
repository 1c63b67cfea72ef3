"""The inventory: every piece pictured, with its id and a box to tick."""

from __future__ import annotations

from collections import Counter

from quasiprint.documents.modes import Mode
from quasiprint.documents.sheets import Figures, content
from quasiprint.model.face import Ring, bounds
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper

COLUMNS = 5
ROW = 26.0  # mm
HEAD = 16.0
BOX = 3.2
LOOK = Mode("inventory", "", "", "#333333", 0.05, None)


def inventory(held: GameSet, paper: Paper) -> Book:
    """Return the list of all pieces, shape by shape, and of what else is in the box."""
    figures = Figures(held, LOOK, 0.0)
    _, height = content(paper)
    rows = max(1, int((height - HEAD - 8) // ROW))
    counts = Counter(piece.shape for piece in held.pieces)
    total = ", ".join(f"{count} {shape}" for shape, count in counts.items())
    heading = f"{f'{total}: ' if len(counts) > 1 else ''}{len(held.pieces)} pieces in all"
    groups: list[tuple[str, list[Piece | Accessory]]] = []
    for shape, count in counts.items():
        same = [piece for piece in held.pieces if piece.shape == shape]
        for k in range(0, count, rows * COLUMNS):
            groups.append((f"{shape}, {count} pieces", list(same[k : k + rows * COLUMNS])))
    pages = [_page(held, paper, figures, heading, title, things) for title, things in groups]
    if held.accessories:
        pages.append(_accessories(held, paper, figures, heading))
    return Book(
        name=f"inventory-{paper.name}",
        title=f"{held.title}: inventory, {paper.name.upper()}",
        width=paper.width,
        height=paper.height,
        figures=figures.drawn(),
        pages=_numbered(pages, paper),
    )


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


def _titles(held: GameSet, paper: Paper, heading: str, title: str) -> tuple[Text, ...]:
    width, height = content(paper)
    left, top = (paper.width - width) / 2, (paper.height + height) / 2
    return (
        Text(left, top - 4.5, f"{held.title}: inventory", 5, bold=True),
        Text(left, top - 10, title, 3.4),
        Text(left + width, top - 10, heading, 3, "end", colour="#555555"),
    )


def _scale(things: list[Piece] | list[Accessory] | list[Piece | Accessory], across: float, up: float) -> float:
    left, low, right, high = bounds(tuple(thing.face.nominal for thing in things))
    return min(0.6, across / (right - left), up / (high - low))


def _box(x: float, y: float) -> Ring:
    return ((x, y), (x + BOX, y), (x + BOX, y + BOX), (x, y + BOX))


def _page(
    held: GameSet, paper: Paper, figures: Figures, heading: str, title: str, things: list[Piece | Accessory]
) -> Page:
    width, height = content(paper)
    left, top = (paper.width - width) / 2, (paper.height + height) / 2 - HEAD
    column = width / COLUMNS
    scale = _scale(things, column - 5, ROW - 9)
    stamps: list[Stamp] = []
    texts = [*_titles(held, paper, heading, title)]
    boxes: list[Ring] = []
    for k, thing in enumerate(things):
        x, y = left + (k % COLUMNS + 0.5) * column, top - (k // COLUMNS) * ROW
        stamps += [Stamp(f, x, y - (ROW - 8) / 2, 0, scale) for f in figures.plain(thing.face)]
        boxes.append(_box(x - 11, y - ROW + 3.4))
        texts.append(Text(x - 6, y - ROW + 4, thing.id, 3))
    return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), tuple(texts))


def _accessories(held: GameSet, paper: Paper, figures: Figures, heading: str) -> Page:
    width, height = content(paper)
    left, y = (paper.width - width) / 2, (paper.height + height) / 2 - HEAD
    kinds = Counter[str]()
    for thing in held.accessories:
        kinds[thing.kind] += thing.count
    title = ", ".join(f"{count} {kind}s" for kind, count in kinds.items())
    stamps: list[Stamp] = []
    texts = [*_titles(held, paper, heading, title)]
    boxes: list[Ring] = []
    for thing in held.accessories:
        scale = _scale([thing], 14, 14)
        stamps += [Stamp(f, left + 8, y - 9, 0, scale) for f in figures.plain(thing.face)]
        texts.append(Text(left + 19, y - 7.5, f"{thing.id}, {thing.count} of them", 3))
        for k in range(thing.count):
            boxes.append(_box(left + 19 + (k % 30) * (BOX + 2), y - 14 - (k // 30) * (BOX + 2)))
        y -= 22 + (thing.count - 1) // 30 * (BOX + 2)
    return Page(title, (Shape(tuple(boxes), None, "#444444", 0.2),), tuple(stamps), tuple(texts))
