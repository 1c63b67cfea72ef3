"""Quomino's score sheet: a row for each of several games, and a page to note the moves of one."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quomino.rules import COLOURS
from quasiprint.games.quomino.squares import CORNERS, NOWHERE, grid, name
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.scoresheet import (
    Beside,
    Block,
    FieldGrid,
    FormCell,
    Legend,
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

GAMES = 22  # as many as a page takes
COLUMNS, DEEP = 3, 24  # of pairs of moves
NUMBER, SIZE, PERSON, COUNT = 8.0, 16.0, 36.0, 18.0  # widths in proportion


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the box, as each process makes it."""
    say = Said(words, "quomino-scoresheet.toml")
    boards = str(dict(sets[Maker.PAPER].parameters)["boards"]).split(", ")
    games: tuple[Block, ...] = (
        SheetHeading(say("title"), top=True),
        labelled((3, "date", say("date"), say("tip-date")), (5, "place", say("place"), say("tip-place"))),
        _games(say, boards),
        Words(say("how", boards=", ".join(boards))),
    )
    return ScoreSheet(say("title"), (games, _moves(say, int(boards[0].split()[0]))), say("foot"))


def _games(say: Said, boards: list[str]) -> FieldGrid:
    """Return a row for each game. Where there is one board, its size is printed."""
    rows = [
        Row(
            (
                head(NUMBER, say("game")),
                head(SIZE, say("board")),
                *(head(PERSON, say(f"{colour}-player"), first=colour == COLOURS[0]) for colour in COLOURS),
                *(head(COUNT, say(colour), first=colour == COLOURS[0], bold=True) for colour in COLOURS),
                head(PERSON, say("winner"), first=True),
            ),
            low=True,
        )
    ]
    for game, digits in numbered(GAMES):
        at = f"game-{digits}"
        size = blank(SIZE, f"{at}-board", say("tip-board", game=game)) if len(boards) > 1 else head(SIZE, boards[0])
        cells: list[FormCell] = [head(NUMBER, str(game)), size]
        for colour in COLOURS:
            tip = say(f"tip-{colour}-player", game=game)
            cells.append(blank(PERSON, f"{at}-{colour}-player", tip, first=colour == COLOURS[0], start=True))
        for colour in COLOURS:
            tip = say(f"tip-{colour}", game=game)
            cells.append(blank(COUNT, f"{at}-{colour}", tip, first=colour == COLOURS[0]))
        cells.append(blank(PERSON, f"{at}-winner", say("tip-winner", game=game), first=True, start=True))
        rows.append(Row(tuple(cells)))
    return FieldGrid(tuple(rows))


def _moves(say: Said, size: int) -> tuple[Block, ...]:
    """Return the page for the moves of one game. size: of the smallest board, whose squares are examples."""
    grids = []
    for column in range(COLUMNS):
        rows = [
            Row((head(NUMBER, ""), *(head(PERSON, say(f"{colour}-label"), bold=True) for colour in COLOURS)), low=True)
        ]
        for number, digits in numbered(DEEP, start=1 + column * DEEP):
            cells: list[FormCell] = [head(NUMBER, str(number))]
            for colour in COLOURS:
                cells.append(blank(PERSON, f"move-{digits}-{colour}", say(f"tip-move-{colour}", number=number)))
            rows.append(Row(tuple(cells)))
        grids.append(FieldGrid(tuple(rows)))
    inner = next(square for square in range(size * size) if NOWHERE not in grid(size).meets[square])
    example = f"{name(inner, size)} {CORNERS[2]}"
    legend = [(corner, say(f"corner-{corner}")) for corner in CORNERS]
    legend += [
        (example, say("worth-move", square=name(inner, size))),
        (f"{example} {COLOURS[1]}", say("worth-choice")),
        ("pass", say("worth-pass")),
        (name((size - 1) * size, size), say("worth-square")),
    ]
    return (
        SheetHeading(say("moves"), top=True),
        labelled(
            (2, "moves-board", say("board-label"), say("tip-moves-board")),
            (3, "moves-black", say("black-label"), say("tip-moves-black")),
            (3, "moves-white", say("white-label"), say("tip-moves-white")),
        ),
        Beside(tuple(grids)),
        Legend(tuple(legend), 2),
        Words(say("read")),
    )
