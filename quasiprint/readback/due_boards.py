"""Boards to write on, accounted for: what each page of their sheets and of their booklet must show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from quasiprint.model.face import Mark, bounds
from quasiprint.model.piece import Boards, GameSet, Piece
from quasiprint.model.profile import Paper
from quasiprint.readback import fonts
from quasiprint.readback.document import DrawnPath, Word
from quasiprint.readback.due import SMALL, Item, complex_of, frame, laid, path, word

# boards to a page: how many across and down, and whether the table stands beside the board
PLACES = {1: (1, 1, False), 2: (1, 2, True), 4: (2, 2, False), 6: (2, 3, True)}
HEAD, FOOT, BETWEEN = 9.0, 11.0, 6.0  # mm
LEAST = 4.5  # mm: from box to box
RIM = 10.0  # mm: of a page of the booklet
WALL, GREY, LINE, LINE_WIDTH = "#222222", "#5A5A5A", "#A8A8A8", 0.25
INKED, INK_WIDTH = "#333333", 0.15  # around coloured marks
BOX, BOX_WIDTH = 0.46, 0.2  # of the way between two boxes; mm
PALE = 0.78  # how far a tint is from its colour to white
WHOLE, PART = 64, 32  # pages that are folded as one; of more, so many

Shown = tuple[str, list[Item]]  # a page: its bookmark, and all that is on it


@dataclass(slots=True)
class _Place:
    """Where a board stands, mm; the table beside it or below."""

    x: float
    y: float
    width: float
    height: float
    beside: bool

    @property
    def big(self) -> bool:
        return self.width > 150

    @property
    def table(self) -> float:
        """How wide a table beside the board is."""
        return 0.36 * self.width if self.width < 150 else 0.4 * self.width


@dataclass(slots=True)
class _Shown:
    """What is seen of some boards: lines and boxes, then the boards, then words."""

    lines: list[Item]
    boards: list[Item]
    words: list[Item]

    def moved(self, dx: float) -> _Shown:
        """Return it aside."""
        return _Shown(*([_aside(item, dx) for item in own] for own in (self.lines, self.boards, self.words)))

    def and_also(self, other: _Shown) -> _Shown:
        """Return both."""
        return _Shown(self.lines + other.lines, self.boards + other.boards, self.words + other.words)

    @property
    def items(self) -> list[Item]:
        """All of it, in order."""
        return [*self.lines, *self.boards, *self.words]


def _aside(item: Item, dx: float) -> Item:
    if isinstance(item, Word):
        return Word(item.text, item.x + dx, item.y, item.size, item.bold, item.colour, item.turn)
    (moved,) = laid([item], 1, complex(dx))
    return moved


def titles(game_set: GameSet, paper: Paper) -> dict[str, str]:
    """Return what the sheets and the booklet say they are."""
    count = len(game_set.copies)
    every = f"{game_set.title}: {count} {game_set.noun}{'s' * (count > 1)}"
    return {
        "sheets": f"{every}, {paper.name.upper()}",
        "booklet": f"{every}, booklet to fold, in grey, {paper.name.upper()}",
    }


def sheets(game_set: GameSet, boards: Boards, paper: Paper) -> Iterator[Shown]:
    """Yield the pages of the sheets."""
    left, low, width, height = frame(paper)
    drawn = _Faces(game_set, coloured=True)
    places = _places(1, paper)
    for per_page in sorted((n for n in PLACES if n <= boards.per_page), reverse=True):
        places = _places(per_page, paper)
        scale = _board(game_set.pieces[0], places[0], boards, drawn)[1]
        if scale * _pitch(boards) >= LEAST:
            break
    count = -(-len(game_set.copies) // len(places))
    foot = [part for line in boards.cover for part in wrapped(line, width, 2.3)]
    for k in range(count):
        own = game_set.copies[k * len(places) : (k + 1) * len(places)]
        page = _Shown([], [], [])
        for piece, place in zip(own, places, strict=False):
            page = page.and_also(_board(piece, place, boards, drawn)[0])
        page.words += [
            word(left, low + height - 4.5, game_set.title, 4.6, bold=True),
            word(left + width, low + height - 4.5, f"page {k + 1} of {count}", 2.8, SMALL, after=1),
            *(word(left, low + 3.4 + (len(foot) - 1 - n) * 2.3 * 1.3, part, 2.3, SMALL) for n, part in enumerate(foot)),
        ]
        yield (f"{own[0].id} to {own[-1].id}" if len(own) > 1 else own[0].id), page.items


def booklet(game_set: GameSet, boards: Boards, paper: Paper) -> Iterator[Shown]:
    """Yield the sides of the booklet."""
    width, height = paper.height / 2, paper.width
    drawn = _Faces(game_set, coloured=False)
    place = _Place(RIM, RIM, width - 2 * RIM, height - 2 * RIM, False)

    def page(number: int) -> _Shown:
        if number == 0:
            return _cover(game_set, boards, width, height)
        shown, _ = _board(game_set.copies[number - 1], place, boards, drawn)
        shown.words.append(word(width / 2, 5.0, str(number + 1), 2.6, SMALL, after=0.5))
        return shown

    count = 1 + len(game_set.copies)
    for title, *both in _folded(count):
        side = _Shown([], [], [])
        for k, number in enumerate(both):
            if number < count:
                side = side.and_also(page(number).moved(k * width))
        yield title, side.items


def _folded(pages: int) -> Iterator[tuple[str, int, int]]:
    """Yield for each side of a sheet its bookmark, and which pages stand on it, from 0, left and right."""
    most = WHOLE if pages <= WHOLE else PART
    for part, start in enumerate(range(0, pages, most), 1):
        count = -(-min(most, pages - start) // 4) * 4
        name = f"part {part}, " if pages > most else ""
        for sheet in range(count // 4):
            first, last = start + 2 * sheet, start + count - 1 - 2 * sheet
            yield f"{name}sheet {sheet + 1}, front", last, first
            yield f"{name}sheet {sheet + 1}, back", first + 1, last - 1


def _cover(game_set: GameSet, boards: Boards, width: float, height: float) -> _Shown:
    y = height * 0.66
    words: list[Item] = [word(width / 2, y, game_set.title, 14, bold=True, after=0.5)]
    y -= 16
    for line in boards.cover:
        for part in wrapped(line, width - 4 * RIM, 3.6):
            words.append(word(width / 2, y, part, 3.6, SMALL, after=0.5))
            y -= 5.6
        y -= 2.4
    return _Shown([], [], words)


def _places(per_page: int, paper: Paper) -> list[_Place]:
    """Return the places of a page, row by row."""
    across, down, beside = PLACES[per_page]
    left, low, width, height = frame(paper)
    wide = (width - (across - 1) * BETWEEN) / across
    high = (height - HEAD - FOOT - (down - 1) * BETWEEN) / down
    return [
        _Place(left + k * (wide + BETWEEN), low + FOOT + row * (high + BETWEEN), wide, high, beside)
        for row in reversed(range(down))
        for k in range(across)
    ]


def _board(piece: Piece, place: _Place, boards: Boards, drawn: _Faces) -> tuple[_Shown, float]:
    """Return a board with all that belongs to it, and how large it is shown."""
    size, small = (4.2, 2.8) if place.big else (3.0, 2.2)
    row = 8.0 if place.big else 5.2
    words, y = _heads(piece, place, size, small)
    wide = place.table - 4 if place.beside else place.width
    more = [part for note in piece.notes[1:] for part in wrapped(note, wide, small)]
    rows, columns = (boards.lines, boards.players) if place.beside else (boards.players, boards.lines)
    table = (1 + len(rows)) * row
    half = BOX / 2 * _pitch(boards)
    west, south, east, north = bounds((piece.face.nominal, *(_square(x, y, half) for x, y in boards.boxes)))
    high = y - place.y if place.beside else y - place.y - table - len(more) * small * 1.35 - 3
    scale = min((place.width - place.table if place.beside else place.width) / (east - west), high / (north - south))
    corner = complex(place.x - west * scale, y - north * scale)
    lines: list[Item] = []
    if boards.boxes:
        boxes = [scale * complex_of(_square(x, y, half)) + corner for x, y in boards.boxes]
        lines.append(path(boxes, None, LINE, BOX_WIDTH))
    if place.beside:
        across, at = place.table - 4, (place.x + place.width - place.table + 4, y)
        below = (at[0], y - table - 4)
    else:
        across, at = min(place.width, (east - west) * scale), (place.x, y - (north - south) * scale - 2.5)
        below = (place.x, at[1] - table - small * 1.4)
    frame, said = _table(at, columns, rows, (across, row), small)
    words += said
    words += [word(below[0], below[1] - k * small * 1.35, line, small, SMALL) for k, line in enumerate(more)]
    return _Shown([*lines, frame], list(laid(drawn.of(piece), scale, corner)), words), scale


def _heads(piece: Piece, place: _Place, size: float, small: float) -> tuple[list[Item], float]:
    """Return what stands above a board, and how high the board may reach."""
    y = place.y + place.height
    note, name = piece.notes[0] if piece.notes else "", piece.name or piece.id
    noted = fonts.room(note) * small + 3
    alone = fonts.room(name, True) * size + noted > place.width
    words: list[Item] = []
    for k, line in enumerate(wrapped(name, place.width - (0 if alone else noted), size, bold=True)):
        y -= size * (1.0 if k == 0 else 1.3)
        words.append(word(place.x, y, line, size, bold=True))
    if alone:
        y -= small * 1.5
    if note:
        words.append(word(place.x + place.width, y, note, small, SMALL, after=1))
    return words, y - 2.5


def _table(
    at: tuple[float, float], columns: Sequence[str], rows: Sequence[str], size: tuple[float, float], small: float
) -> tuple[DrawnPath, list[Item]]:
    """Return a table to be filled in: its lines, and its words. at: its upper left corner."""
    (x, y), (width, row), letters = at, size, small * 1.15
    first = 4 + max(fonts.room(word) * letters for word in rows)
    step = (width - first) / len(columns)
    low, right = y - (1 + len(rows)) * row, x + width
    lines = [(complex(x, y - k * row), complex(right, y - k * row)) for k in range(len(rows) + 2)]
    lines += [(complex(x + first + k * step, y), complex(x + first + k * step, low)) for k in range(len(columns) + 1)]
    lines.append((complex(x, y), complex(x, low)))
    down = row / 2 + small * 0.4
    said: list[Item] = [
        word(x + first + (k + 0.5) * step, y - down, text, letters, SMALL, after=0.5)
        for k, text in enumerate(columns)
        if text
    ]
    said += [word(x + 2, y - k * row - down, text, letters, SMALL) for k, text in enumerate(rows, 1)]
    return path([np.array(line) for line in lines], None, SMALL, LINE_WIDTH, closed=False), said


class _Faces:
    """The faces of boards, as they are printed."""

    def __init__(self, game_set: GameSet, *, coloured: bool) -> None:
        self._inks = [ink.rgb for ink in game_set.palette.inks]
        self._coloured = coloured
        self._marks: dict[Mark, list[DrawnPath]] = {}

    def of(self, piece: Piece) -> list[DrawnPath]:
        """Return what is printed of a board: tints, lines, walls, then coloured marks."""
        marks = piece.face.marks
        coloured = [mark for mark in marks if mark.colour is not None]
        plain = [mark for mark in marks if mark.colour is None]
        return [
            *(tint for mark in coloured if not mark.ink and self._coloured for tint in self._tint(mark)),
            *(path([complex_of(line)], None, LINE, LINE_WIDTH, closed=False) for mark in plain for line in mark.lines),
            *(path(map(complex_of, region.rings), WALL) for mark in plain for region in mark.ink),
            *(own for mark in coloured if mark.ink for own in self._mark(mark)),
        ]

    def _tint(self, mark: Mark) -> Iterator[DrawnPath]:
        parts = (int(self._inks[mark.colour or 0][k : k + 2], 16) for k in (1, 3, 5))
        tint = "#" + "".join(f"{round(part + (255 - part) * PALE):02X}" for part in parts)
        yield from (path(map(complex_of, region.rings), tint) for region in mark.field)

    def _mark(self, mark: Mark) -> list[DrawnPath]:
        if mark not in self._marks:
            ink, outline = (self._inks[mark.colour or 0], INKED) if self._coloured else (GREY, None)
            self._marks[mark] = [path(map(complex_of, r.rings), ink, outline, INK_WIDTH) for r in mark.ink]
        return self._marks[mark]


def _pitch(boards: Boards) -> float:
    """Return how far apart boxes stand."""
    return next((abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(boards.boxes)), 1.0)


def _square(x: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return a text in lines of up to `width` mm, broken after spaces and hyphens. size: of the font, mm."""
    lines = [""]
    for part in text.replace("-", "-\0").replace(" ", " \0").split("\0"):
        longer = lines[-1] + part
        if lines[-1] and fonts.room(longer.rstrip(), bold) * size > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]
