"""What marks are worth: a point for each row, column and region, to whoever marks most of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from quasiprint.games.majomino.board import FREE, Board, MarkedBoard

Player = Literal["x", "o"]
Won = Player | None
PLAYERS: tuple[Player, Player] = ("x", "o")


@dataclass(frozen=True, slots=True)
class Tally:
    """Who has won what so far. complete: whether every cell is marked. x, o: points. rows, columns,
    regions: who has won each, None for nobody yet; regions in the order of their first cells."""

    complete: bool
    x: int
    o: int
    rows: tuple[Won, ...]
    columns: tuple[Won, ...]
    regions: tuple[Won, ...]

    @property
    def winner(self) -> Won:
        """Who has more than half of all lines, and so has won, whatever is marked from here on."""
        lines = (*self.rows, *self.columns, *self.regions)
        return _majority(lines, len(lines))


def lines(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line: rows, columns, regions."""
    size = board.size
    rows = tuple(tuple(range(row * size, (row + 1) * size)) for row in range(size))
    return (*rows, *zip(*rows, strict=True), *board.cells())


def tally(position: MarkedBoard) -> Tally:
    """Count a position, finished or not. A line is won as soon as one player has marked more than
    half of its cells: the other can no longer have more."""
    size = position.board.size
    won = tuple(_won(position.marks, cells) for cells in lines(position.board))
    return Tally(
        FREE not in position.marks,
        won.count("x"),
        won.count("o"),
        won[:size],
        won[size : 2 * size],
        won[2 * size :],
    )


def _won(marks: str, cells: Sequence[int]) -> Won:
    return _majority((marks[cell] for cell in cells), len(cells))


def _majority(found: Iterable[str | None], count: int) -> Won:
    """Return the player who has more than half of `count`."""
    every = list(found)
    return next((player for player in PLAYERS if 2 * every.count(player) > count), None)
