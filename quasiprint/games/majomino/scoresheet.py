"""Majomino's score sheet: a box for each row, column and region of several boards, and what they add up to."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.scoresheet import (
    Beside,
    Block,
    FieldGrid,
    FormCell,
    Row,
    Said,
    ScoreSheet,
    SheetHeading,
    Words,
    blank,
    head,
    labelled,
    numbered,
)

LINES = ("row", "column", "region")
PLAYERS = ("x", "o")
# boards up to so many cells wide lie side by side
NARROW = 7
PAGES = 2
DEEP = 5  # boards one below the other
LABEL, BOX, COUNT = 17.0, 8.0, 9.0  # widths in proportion
WIDE_BOX = 6.8  # of a box, on boards that have a row of the sheet for themselves


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the run, as each process makes it. chosen: the options."""
    say = Said(words, "majomino-scoresheet.toml")
    size = int(chosen["size"]) if "size" in chosen else _size(sets[Maker.PAPER])  # to draw large boards takes a while
    across = 2 if size <= NARROW else 1
    boards = iter(range(1, 1 + PAGES * DEEP * across))
    pages = []
    for page in range(PAGES):
        blocks: list[Block] = [] if page else _top(say, size)
        for _ in range(DEEP):
            blocks.append(Beside(tuple(_board(say, next(boards), size, across) for _ in range(across))))
        pages.append(tuple(blocks))
    return ScoreSheet(say("title", size=size), tuple(pages), say("foot", size=size))


def _size(run: GameSet) -> int:
    """Return how many cells wide the boards of a run are."""
    corners = run.pieces[0].corners
    return round(corners[1].to_xy()[0] - corners[0].to_xy()[0])


def _top(say: Said, size: int) -> list[Block]:
    return [
        SheetHeading(say("title", size=size), top=True),
        labelled(
            (2, "date", say("date"), say("tip-date")),
            (3, "place", say("place"), say("tip-place")),
            (3, "player-1", say("player", number=1), say("tip-player", number=1)),
            (3, "player-2", say("player", number=2), say("tip-player", number=2)),
        ),
        Words(say("how", size=size, points=3 * size, win=3 * size // 2 + 1)),
    ]


def _board(say: Said, board: int, size: int, across: int) -> FieldGrid:
    """Return the boxes of one board."""
    box = BOX if across > 1 else WIDE_BOX
    name = f"board-{board:02d}"
    whole = LABEL + size * box + 2 * COUNT

    def tip(key: str, **values: object) -> str:
        return say(f"tip-{key}", board=board, **values)

    who = [blank(whole * 0.34, f"{name}-{p}", tip("who", side=p.upper()), say("who", side=p.upper())) for p in PLAYERS]
    which = blank(whole * 0.32, f"{name}-name", tip("name"), say("board", board=board))
    rows = [Row((which, *who))]
    sums = [head(COUNT, say("sum", side=p.upper()), first=p == PLAYERS[0], bold=True) for p in PLAYERS]
    rows.append(Row((head(LABEL, say("line")), *(head(box, str(n)) for n in range(1, size + 1)), *sums), low=True))
    for kind in LINES:
        cells: list[FormCell] = [head(LABEL, say(kind))]
        for number, digits in numbered(size):
            cells.append(blank(box, f"{name}-{kind}-{digits}", tip(kind, number=number)))
        for p in PLAYERS:
            said = tip(f"{kind}-sum", side=p.upper(), size=size)
            cells.append(blank(COUNT, f"{name}-{kind}-{p}", said, first=p == PLAYERS[0]))
        rows.append(Row(tuple(cells)))
    wide = LABEL + size * box
    last = [
        blank(wide * 0.42, f"{name}-double", tip("double"), say("double")),
        blank(wide * 0.34, f"{name}-winner", tip("winner"), say("winner")),
        head(wide * 0.24, say("total", points=3 * size), bold=True),
    ]
    for p in PLAYERS:
        said = tip("total", side=p.upper(), points=3 * size)
        last.append(blank(COUNT, f"{name}-total-{p}", said, first=p == PLAYERS[0]))
    return FieldGrid((*rows, Row(tuple(last))))
