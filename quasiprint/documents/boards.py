"""Boards for pencil and paper: sheets with one, two, four or six to a page, and a booklet to fold.

A board is shown as large as its place allows, with its name, where it comes from, a place for the winner of each line
and a table of points. Walls are dark, colours pale, and every colour has its pattern, so that nothing is lost in grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from quasiprint.documents.sheets import Stamps, frame
from quasiprint.documents.words import Names, english
from quasiprint.drawing.face_shapes import rectangle, translate
from quasiprint.drawing.lettering import fit_line, text_width, wrap
from quasiprint.drawing.palettes import tint
from quasiprint.model.face import Face, Mark, Ring, bounds
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Boards, GameSet, Piece
from quasiprint.model.profile import Paper

# boards to a page: how many across and down, and whether the table stands beside the board
GRIDS = {1: (1, 1, False), 2: (1, 2, True), 4: (2, 2, False), 6: (2, 3, True)}
HEAD, FOOT = 9.0, 11.0  # mm: of a page
SPACE = 6.0  # mm: between boards
LEAST = 4.5  # mm: from box to box, and so of a cell: less, and nobody can write in it
FOLDED = 64  # pages that are still folded as one; more are folded in parts of:
PART = 32
# mm: of a page of the booklet, its fold included, and up to a page's number; more where a printer needs more than that
MARGIN, NUMBERS = 10.0, 5.0
WALLS, GREY, LINES, RULES = "#222222", "#5A5A5A", "#A8A8A8", "#555555"
BLANK = 6.5  # mm: how high a line is on which something is written by hand
BOX = 0.46  # of the way between two boxes: how large each is


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board stands on a page: its lower left corner and its size, mm; the table beside it or below."""

    x: float
    y: float
    width: float
    height: float
    beside: bool


@dataclass(frozen=True, slots=True)
class BoardBooks:
    """The sheets and the booklet of a set whose pieces are written on, for each paper.

    Made one after the other, whenever they are gone through: thousands of pages would else lie in memory at once.
    """

    game_set: GameSet
    papers: tuple[Paper, ...]
    names: Names = field(default_factory=english)

    def leaves(self) -> int:
        """Return how many leaves of the first paper the sheets are."""
        figures, boards = BoardStamps(self.game_set, coloured=True), _spoken(self.game_set, self.names)
        places = _fitting(self.game_set, boards, self.papers[0], figures)
        return self.game_set.sets * -(-len(self.game_set.copies) // self.game_set.sets // len(places))

    def __iter__(self) -> Iterator[Book]:
        """Yield the books."""
        say, boards = self.names.say, _spoken(self.game_set, self.names)
        pieces = tuple(replace(piece, notes=tuple(map(say, piece.notes))) for piece in self.game_set.pieces)
        spoken = replace(self.game_set, pieces=pieces)
        for paper in self.papers:
            yield _sheets(spoken, boards, paper, self.names)
            if self.game_set.whole is None:
                yield _booklet(spoken, boards, paper, self.names)


def _spoken(game_set: GameSet, names: Names) -> Boards:
    """Return what stands on all boards in a language."""
    boards = game_set.boards
    assert boards is not None, "its pieces are written on"
    blanks = tuple(tuple(map(names.say, row)) for row in boards.blanks)
    lines, cover = tuple(map(names.say, boards.lines)), tuple(map(names.say, boards.cover))
    return replace(boards, lines=lines, cover=cover, blanks=blanks)


def _sheets(game_set: GameSet, sheets: Boards, paper: Paper, names: Names) -> Book:
    left, low, width, height = frame(paper)
    figures = BoardStamps(game_set, coloured=True)
    places = _fitting(game_set, sheets, paper, figures)
    # each set begins a page
    set_size = len(game_set.copies) // game_set.sets
    firsts = [(letter, k) for letter in game_set.set_letters for k in range(0, set_size, len(places))]
    parts = [part for line in sheets.cover for part in wrap(line, width, 2.3)][::-1]
    small_print = [Text(left, low + 3.4 + k * 2.3 * 1.3, part, 2.3, colour=RULES) for k, part in enumerate(parts)][::-1]
    pages, count = [], len(firsts)
    for k, (letter, first) in enumerate(firsts):
        pieces = game_set.copies[first : min(first + len(places), set_size)]
        drawn = [_board(piece, place, sheets, figures) for piece, place in zip(pieces, places, strict=False)]
        texts = [
            Text(left, low + height - 4.5, names.in_set(game_set.title, letter), 4.6, bold=True),
            Text(left + width, low + height - 4.5, names("page", number=k + 1, count=count), 2.8, "end", colour=RULES),
            *small_print,
        ]
        title = names("boards-from-to", first=pieces[0].id, last=pieces[-1].id) if len(pieces) > 1 else pieces[0].id
        pages.append(_join_pages(title, drawn, texts))
    return Book(
        name=f"sheets-{paper.name}",
        title=f"{game_set.title}: {names.several(game_set.noun, len(game_set.copies))}, {paper.name.upper()}",
        width=paper.width,
        height=paper.height,
        figures=figures.figures(),
        pages=tuple(pages),
        language=names.language,
    )


def _fitting(game_set: GameSet, sheets: Boards, paper: Paper, figures: BoardStamps) -> list[Place]:
    """Return the places of as many boards on a page as are asked for, or as can be written on and hold their words."""
    # others with as many letters have at most a line more, for which there is room between boards
    wordiest = max(game_set.pieces, key=lambda piece: len("".join((piece.name, *piece.notes))))
    for per_page in sorted(GRIDS, reverse=True):
        across, down, beside = GRIDS[per_page]
        left, low, width, height = frame(paper)
        wide = (width - (across - 1) * SPACE) / across
        high = (height - HEAD - FOOT - (down - 1) * SPACE) / down
        places = [
            Place(left + column * (wide + SPACE), low + FOOT + (down - 1 - row) * (high + SPACE), wide, high, beside)
            for row in range(down)
            for column in range(across)
        ]
        drawn = _board(replace(wordiest, face=game_set.pieces[0].face), places[0], sheets, figures)
        low = min(bounds(drawn.shapes[-1].rings)[1], *(text.y for text in drawn.texts))
        if per_page <= sheets.per_page and drawn.stamps[0].scale * _pitch(sheets) >= LEAST and low >= places[0].y:
            break
    return places


def _booklet(game_set: GameSet, sheets: Boards, paper: Paper, names: Names) -> Book:
    """Return the booklet: sheets in landscape, two pages to a side, to be folded in the middle."""
    width, height = paper.height / 2, paper.width
    figures = BoardStamps(game_set, coloured=False)
    more = max(0.0, paper.margin - NUMBERS)
    margin = MARGIN + more
    inner = Place(margin, margin, width - 2 * margin, height - 2 * margin, False)
    title, size = fit_line(game_set.title, 14, width - 2 * MARGIN, bold=True)
    texts = [Text(width / 2, height * 0.66, title, size, "middle", bold=True)]
    y = height * 0.66 - 16
    for line in sheets.cover:
        for part in wrap(line, width - 4 * MARGIN, 3.6):
            texts.append(Text(width / 2, y, part, 3.6, "middle", colour=RULES))
            y -= 5.6
        y -= 2.4
    inner_pages = [Page("cover", (), (), tuple(texts))]
    for k, piece in enumerate(game_set.pieces, 2):
        number = Text(width / 2, NUMBERS + more, str(k), 2.6, "middle", colour=RULES)
        inner_pages.append(_join_pages(piece.id, [_board(piece, inner, sheets, figures)], [number]))
    pages = []
    for title, left_page, right_page in impose_pages(len(inner_pages)):
        halves = [
            _translate_page(inner_pages[page], k * width)
            for k, page in enumerate((left_page, right_page))
            if page < len(inner_pages)
        ]
        pages.append(_join_pages(title, halves))
    boards = names.several(game_set.noun, len(game_set.pieces))
    return Book(
        name=f"booklet-{paper.name}",
        title=names("booklet", title=game_set.title, boards=boards, paper=paper.name.upper()),
        width=paper.height,
        height=paper.width,
        figures=figures.figures(),
        pages=tuple(pages),
        duplex="short edge",
        language=names.language,
    )


def impose_pages(pages: int) -> Iterator[tuple[str, int, int]]:
    """Yield for each side of a sheet what it is and which pages stand on it, left and right, from 0.

    Fronts and backs in turn. Numbers from `pages` on are blank. A booklet of many pages is folded
    in parts, which are laid on one another.
    """
    most = FOLDED if pages <= FOLDED else PART
    for part, start in enumerate(range(0, pages, most), 1):
        count = -(-min(most, pages - start) // 4) * 4
        for sheet in range(count // 4):
            first, last = start + 2 * sheet, start + count - 1 - 2 * sheet
            title = f"{f'part {part}, ' if pages > most else ''}sheet {sheet + 1}"
            yield f"{title}, front", last, first
            yield f"{title}, back", first + 1, last - 1


def _translate_page(page: Page, dx: float) -> Page:
    return Page(
        page.title,
        tuple(translate(shape, dx, 0.0) for shape in page.shapes) if dx else page.shapes,
        tuple(replace(stamp, x=stamp.x + dx) for stamp in page.stamps),
        tuple(replace(text, x=text.x + dx) for text in page.texts),
    )


def _join_pages(title: str, drawn: Sequence[Page], texts: Sequence[Text] = ()) -> Page:
    """Return as one page what stands on several, and texts."""
    return Page(
        title,
        tuple(shape for page in drawn for shape in page.shapes),
        tuple(stamp for page in drawn for stamp in page.stamps),
        (*(text for page in drawn for text in page.texts), *texts),
    )


def _board(piece: Piece, place: Place, sheets: Boards, figures: BoardStamps) -> Page:
    """Return a board with all that belongs to it, as large as its place allows."""
    big = place.width > 150
    size, small = (4.2, 2.8) if big else (3.0, 2.2)
    y = place.y + place.height
    texts: list[Text] = []
    note = piece.notes[0] if piece.notes else ""
    noted = text_width(note, small) + 3
    name = piece.name or piece.id
    alone = text_width(name, size, bold=True) + noted > place.width
    for k, line in enumerate(wrap(name, place.width if alone else place.width - noted, size, bold=True)):
        y -= size * (1.0 if k == 0 else 1.3)
        texts.append(Text(place.x, y, line, size, bold=True))
    if alone:
        y -= small * 1.5
    texts.append(Text(place.x + place.width, y, note, small, "end", colour=RULES))
    blanks = list[Ring]()
    for labels in sheets.blanks:
        y, wide = y - BLANK, place.width / len(labels)
        for k, label in enumerate(labels):
            texts.append(Text(place.x + k * wide, y, label, small * 1.15, colour=RULES))
            start = place.x + k * wide + text_width(label, small * 1.15) + 1
            blanks.append(((start, y), (place.x + (k + 1) * wide - (2 if k + 1 < len(labels) else 0), y)))
    y -= 2.5
    room = _table_width(place) - 4 if place.beside else place.width
    more = [part for note in piece.notes[1:] for part in wrap(note, room, small)]
    row = 8.0 if big else 5.2
    if place.beside:
        table = (1 + len(sheets.lines)) * row
        high, wide = y - place.y, place.width - _table_width(place)
    else:
        table = (1 + len(sheets.players)) * row
        high, wide = y - place.y - table - len(more) * small * 1.35 - 3, place.width
    half = BOX / 2 * _pitch(sheets)
    around = tuple(rectangle(x - half, y - half, 2 * half, 2 * half) for x, y in sheets.boxes)
    west, south, east, north = bounds((piece.face.nominal, *around))
    scale = min(wide / (east - west), high / (north - south))
    x0, y0 = place.x - west * scale, y - north * scale
    stamps = [Stamp(figure, x0, y0, 0, scale) for figure in figures.board(piece.face)]
    boxes = tuple(tuple((x0 + x * scale, y0 + y * scale) for x, y in box) for box in around)
    shapes = [Shape(boxes, None, LINES, 0.2)] if boxes else []
    shapes += [Shape(tuple(blanks), None, RULES, 0.2, closed=False)] if blanks else []
    if place.beside:
        at = (place.x + place.width - _table_width(place) + 4, y)
        across, head, lines = room, sheets.players, sheets.lines
        notes_at = (at[0], y - table - 4)
    else:
        at = (place.x, y - (north - south) * scale - 2.5)
        across, head, lines = min(place.width, (east - west) * scale), sheets.lines, sheets.players
        notes_at = (place.x, at[1] - table - small * 1.4)
    most = place.x + place.width - at[0]
    frame, words = _table(*at, ("", *head), lines, (across, row), small * 1.15, most)
    texts += words
    for k, line in enumerate(more):
        texts.append(Text(notes_at[0], notes_at[1] - k * small * 1.35, line, small, colour=RULES))
    return Page(piece.id, (*shapes, frame), tuple(stamps), tuple(texts))


def _table_width(place: Place) -> float:
    return 0.36 * place.width if place.width < 150 else 0.4 * place.width


def _pitch(sheets: Boards) -> float:
    """Return how far apart boxes stand."""
    if len(sheets.boxes) < 2:
        return 1.0
    (x0, y0), (x1, y1) = sheets.boxes[:2]
    return abs(x1 - x0) + abs(y1 - y0)


def _table(
    x: float, y: float, head: Sequence[str], rows: Sequence[str], size: tuple[float, float], letters: float, most: float
) -> tuple[Shape, list[Text]]:
    """Return a table to be filled in: its lines, and its words. x, y: its upper left corner. size: its width and a
    row's height; it is wider, up to `most`, where words need that, and these are smaller where it does not suffice."""
    width, row = size
    first = 2 + max(text_width(word, letters) for word in rows) + 2
    widest, free = max(text_width(word, letters) for word in head), (most - first) / (len(head) - 1) - 1
    if widest > free:
        letters, widest = letters * free / widest, free
    step = max((width - first) / (len(head) - 1), 1 + widest)
    low, right = y - (1 + len(rows)) * row, x + first + step * (len(head) - 1)
    lines: list[Ring] = [((x, y - k * row), (right, y - k * row)) for k in range(len(rows) + 2)]
    lines += [((x + first + k * step, y), (x + first + k * step, low)) for k in range(len(head))]
    lines.append(((x, y), (x, low)))
    down = row / 2 + letters * 0.4 / 1.15
    texts = [
        Text(x + first + (k - 0.5) * step, y - down, word, letters, "middle", colour=RULES)
        for k, word in enumerate(head)
        if word
    ]
    texts += [Text(x + 2, y - k * row - down, word, letters, colour=RULES) for k, word in enumerate(rows, 1)]
    return Shape(tuple(lines), None, RULES, 0.25, closed=False), texts


class BoardStamps(Stamps):
    """The figures of a book of boards: one for each board, and one for each mark that recurs.

    coloured: in the palette's colours and tints; else in grey.
    """

    def __init__(self, game_set: GameSet, *, coloured: bool) -> None:
        super().__init__()
        self._palette, self._coloured = game_set.palette, coloured

    def board(self, face: Face) -> list[str]:
        """Return the figures of a board's face, the lowest first."""
        inks, tints, rest, recurring = [ink.rgb for ink in self._palette.inks], list[Shape](), list[Mark](), list[str]()
        for mark in face.marks:
            if mark.colour is None:
                rest.append(mark)
            elif mark.ink:
                look = (inks[mark.colour], "#333333", 0.15) if self._coloured else (GREY, None, 0.0)
                recurring.append(self.stamp_mark(mark, len(self.shapes), *look))
            elif self._coloured:
                tints += [Shape(region.rings, tint(inks[mark.colour])) for region in mark.field]
        name = f"board{len(self.shapes)}"
        self.shapes[name] = (
            *tints,
            *(Shape((line,), None, LINES, 0.25, closed=False) for mark in rest for line in mark.lines),
            *(Shape(region.rings, WALLS) for mark in rest for region in mark.ink),
        )
        return [name, *recurring]
