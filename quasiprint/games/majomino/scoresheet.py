"""Majomino's score sheet: a box for each row, column and region of several boards, and what they add up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint.games.majomino.grid import side_of
from quasiprint.model.measures import Maker
from quasiprint.model.page import Beside, Block, FieldGrid, FormCell, Row, Said, ScoreSheet, group, number_fields
from quasiprint.model.piece import GameSet, Value

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
    # to draw large boards takes a while
    size = int(chosen["size"]) if "size" in chosen else side_of(sets[Maker.PAPER].pieces[0])
    across = 2 if size <= NARROW else 1
    boards = iter(range(1, 1 + PAGES * DEEP * across))
    pages = [
        tuple(Beside(tuple(_board(say, next(boards), size, across) for _ in range(across))) for _ in range(DEEP))
        for _ in range(PAGES)
    ]
    return ScoreSheet(say("title", size=size), (_top(say, size) + pages[0], *pages[1:]), say("foot", size=size))


def _top(say: Said, size: int) -> tuple[Block, ...]:
    players = (say.box(3, f"player-{n}", "tip-player", say("player", number=n), number=n) for n in (1, 2))
    when = say.box(2, "date", "tip-date", say("date")), say.box(3, "place", "tip-place", say("place"))
    how = say.prose("how", size=size, points=3 * size, win=3 * size // 2 + 1)
    return say.heading("title", top=True, size=size), FieldGrid((Row((*when, *players)),)), how


def _board(say: Said, board: int, size: int, across: int) -> FieldGrid:
    """Return the boxes of one board."""
    box = BOX if across > 1 else WIDE_BOX
    wide = LABEL + size * box
    whole = wide + 2 * COUNT

    def cell(width: float, name: str, tip: str, label: str = "", **values: Any) -> FormCell:
        return say.box(width, f"board-{board:02d}-{name}", f"tip-{tip}", label, board=board, **values)

    def sums(name: str, tip: str, **values: Any) -> tuple[FormCell, ...]:
        """Return the boxes for what both players have."""
        return group(cell(COUNT, f"{name}-{p}", tip, side=p.upper(), **values) for p in PLAYERS)

    who = (cell(whole * 0.34, p, "who", say("who", side=p.upper()), side=p.upper()) for p in PLAYERS)
    heads = group(say.head(COUNT, "sum", side=p.upper(), bold=True) for p in PLAYERS)
    rows = [
        Row((cell(whole * 0.32, "name", "name", say("board", board=board)), *who)),
        Row((say.head(LABEL, "line"), *(FormCell(box, str(n)) for n in range(1, size + 1)), *heads), low=True),
    ]
    for kind in LINES:
        boxes = (cell(box, f"{kind}-{digits}", kind, number=number) for number, digits in number_fields(size))
        rows.append(Row((say.head(LABEL, kind), *boxes, *sums(kind, f"{kind}-sum", size=size))))
    last = (
        cell(wide * 0.42, "double", "double", say("double")),
        cell(wide * 0.34, "winner", "winner", say("winner")),
        say.head(wide * 0.24, "total", bold=True, points=3 * size),
    )
    return FieldGrid((*rows, Row((*last, *sums("total", "total", points=3 * size)))))
