"""Quomino's score sheet: a row for each of several games, and a page to note the moves of one."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quomino.rules import COLOURS
from quasiprint.games.quomino.squares import CORNERS, NOWHERE, grid, name
from quasiprint.model.measures import Maker
from quasiprint.model.page import (
    Beside,
    Block,
    FieldGrid,
    FormCell,
    Legend,
    Row,
    Said,
    ScoreSheet,
    group,
    number_fields,
)
from quasiprint.model.piece import GameSet, Value

GAMES = 22  # as many as a page takes
COLUMNS, DEEP = 3, 24  # of pairs of moves
NUMBER, SIZE, PERSON, COUNT = 8.0, 16.0, 36.0, 18.0  # widths in proportion


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the box, as each process makes it."""
    say = Said(words, "quomino-scoresheet.toml")
    boards = str(dict(sets[Maker.PAPER].parameters)["boards"]).split(", ")
    games = (*say.top(), _games(say, boards), say.prose("how", boards=", ".join(boards)))
    return ScoreSheet(say("title"), (games, _moves(say, int(boards[0].split()[0]))), say("foot"))


def _games(say: Said, boards: list[str]) -> FieldGrid:
    """Return a row for each game. Where there is one board, its size is printed."""
    heads = (
        say.head(NUMBER, "game"),
        say.head(SIZE, "board"),
        *group(say.head(PERSON, f"{colour}-player") for colour in COLOURS),
        *group(say.head(COUNT, colour, bold=True) for colour in COLOURS),
        *group([say.head(PERSON, "winner")]),
    )
    rows = [Row(heads, low=True)]
    for game, digits in number_fields(GAMES):

        def box(width: float, what: str, start: bool = False, game: int = game, digits: str = digits) -> FormCell:
            return say.box(width, f"game-{digits}-{what}", f"tip-{what}", start=start, game=game)

        cells = (
            FormCell(NUMBER, str(game)),
            box(SIZE, "board") if len(boards) > 1 else FormCell(SIZE, boards[0]),
            *group(box(PERSON, f"{colour}-player", start=True) for colour in COLOURS),
            *group(box(COUNT, colour) for colour in COLOURS),
            *group([box(PERSON, "winner", start=True)]),
        )
        rows.append(Row(cells))
    return FieldGrid(tuple(rows))


def _moves(say: Said, size: int) -> tuple[Block, ...]:
    """Return the page for the moves of one game. size: of the smallest board, whose squares are examples."""
    heads = Row((FormCell(NUMBER), *(say.head(PERSON, f"{colour}-label", bold=True) for colour in COLOURS)), low=True)
    moves = []
    for number, digits in number_fields(COLUMNS * DEEP):
        boxes = (say.box(PERSON, f"move-{digits}-{one}", f"tip-move-{one}", number=number) for one in COLOURS)
        moves.append(Row((FormCell(NUMBER, str(number)), *boxes)))
    grids = (FieldGrid((heads, *moves[k * DEEP : (k + 1) * DEEP])) for k in range(COLUMNS))
    inner = next(square for square in range(size * size) if NOWHERE not in grid(size).meets[square])
    example = f"{name(inner, size)} {CORNERS[2]}"
    legend = [(corner, say(f"corner-{corner}")) for corner in CORNERS]
    legend += [
        (example, say("worth-move", square=name(inner, size))),
        (f"{example} {COLOURS[1]}", say("worth-choice")),
        ("pass", say("worth-pass")),
        (name((size - 1) * size, size), say("worth-square")),
    ]
    players = ((3, f"moves-{colour}", f"{colour}-label") for colour in COLOURS)
    return (
        say.heading("moves", top=True),
        say.label_row((2, "moves-board", "board-label"), *players),
        Beside(tuple(grids)),
        Legend(tuple(legend), 2),
        say.prose("read"),
    )
