"""The rules of Quomino, as facts/quomino.md settles them: one value that plays a game move by move.

`score`, `play`, the search and the proofs all use this one. A move is never judged twice: `refusal`
says why a move is illegal, `moves` lists those that are legal, and the tests hold the two together.

Why a game always ends: a square that was filled is never empty again, so there are at most N² places;
between two places of their own, a player rotates at most once; and two passes in a row are the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from quasiprint.games.quomino.squares import CORNERS, NOWHERE, grid, name, opposite

EMPTY = 0
# an omino is 1 + the corner where it is black
FIRST, LAST = 1, 4
LAID = (5, 6)  # a square under a black, or a white Quomino
DEAD = 7
BLACK, WHITE = 0, 1
COLOURS = ("black", "white")
END_AFTER = 2  # passes in a row


class Move(NamedTuple):
    """Place an omino on an empty square, or rotate the one that lies there, so that it is black at `corner`.

    chosen: the colour of the Quomino to lay where the move completes a block of each; None elsewhere.
    """

    square: int
    corner: int
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal. code: stable, one for each rule; message: what was found and what is allowed."""

    code: str
    message: str
    remedy: str = ""


class _Before(NamedTuple):
    """What a move changed, so that it can be taken back."""

    cells: tuple[tuple[int, int], ...]
    blocks: tuple[int, ...]
    hope: tuple[int, ...]
    laid: int | None
    turned: bool
    passes: int


class GameState:
    """A game as it stands. Changed by `do` and `undo` alone.

    size: of the board. cells: what lies on each square: EMPTY, an omino (1 + its black corner), LAID or DEAD.
    free: for each block whether no Quomino covers any of it. hope: for each square, in how many free
    blocks it lies. live: how many blocks are free. laid: how many black and white Quominoes there are.
    mover: whose turn it is. turned: for each player whether their last move was a rotation. passes: in a row.
    """

    __slots__ = ("_past", "cells", "free", "grid", "hope", "laid", "live", "mover", "passes", "size", "turned")

    def __init__(self, size: int) -> None:
        self.size = size
        self.grid = grid(size)
        self.cells = [EMPTY] * (size * size)
        self.free = [True] * len(self.grid.squares)
        self.hope = [len(blocks) for blocks in self.grid.of]
        self.live = len(self.free)
        self.laid = [0, 0]
        self.mover = BLACK
        self.turned = [False, False]
        self.passes = 0
        self._past: list[_Before] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended: no block is left, or nobody could move."""
        return not self.live or self.passes == END_AFTER

    @property
    def winner(self) -> int | None:
        """Who has more Quominoes now; None if neither."""
        if self.laid[BLACK] == self.laid[WHITE]:
            return None
        return BLACK if self.laid[BLACK] > self.laid[WHITE] else WHITE

    @property
    def played(self) -> int:
        """How many moves were done, passes among them."""
        return len(self._past)

    def count(self, low: int, high: int) -> int:
        """Return on how many squares something from `low` to `high` lies."""
        return sum(low <= cell <= high for cell in self.cells)

    def completed(self, square: int, corner: int) -> tuple[int, int]:
        """Return the black and the white block that an omino on `square`, black at `corner`, completes; or NOWHERE."""
        meets = self.grid.meets[square]
        return (
            meets[corner] if self._complete(meets[corner], square, 0) else NOWHERE,
            meets[opposite(corner)] if self._complete(meets[opposite(corner)], square, 2) else NOWHERE,
        )

    def _complete(self, block: int, but: int, turn: int) -> bool:
        """Tell whether the ominoes of a block, but the one on a square, meet in its middle with the corner that
        is `turn` quarter turns from the black one."""
        if block == NOWHERE:
            return False
        for place, square in enumerate(self.grid.squares[block]):
            # the corner in the middle of the block is opposite to where the square lies in it
            if square != but and self.cells[square] != FIRST + (place + 2 + turn) % 4:
                return False
        return True

    def moves(self) -> Iterator[Move]:
        """Yield the legal moves, row by row, none if the player must pass or the game is over."""
        if self.over:
            return
        may_turn = not self.turned[self.mover]
        for square, cell in enumerate(self.cells):
            if cell == EMPTY or (may_turn and cell <= LAST):
                for corner in range(4):
                    if cell != FIRST + corner:
                        if NOWHERE in self.completed(square, corner):
                            yield Move(square, corner)
                        else:
                            yield Move(square, corner, BLACK)
                            yield Move(square, corner, WHITE)

    @property
    def must_pass(self) -> bool:
        """Whether the player to move has no legal move, though the game is not over."""
        return not self.over and next(self.moves(), None) is None

    def refusal(self, move: Move | None) -> Refusal | None:
        """Return why a move, or a pass (None), is illegal; None if it is legal."""
        who = COLOURS[self.mover]
        if self.over:
            why = "no block of four squares is left without a Quomino" if not self.live else "both players passed"
            return Refusal("game-over", f"the game has ended: {why}", "leave out what comes after it")
        if move is None:
            legal = next(self.moves(), None)
            if legal is None:
                return None
            message = f"{who} passes, and may only where no move is legal; {self.words(legal)} is one"
            return Refusal("pass-early", message, "move")
        square, cell = name(move.square, self.size), self.cells[move.square]
        if cell in LAID:
            message = f"{square} is covered by a {COLOURS[LAID.index(cell)]} Quomino, which lies there for good"
            return Refusal("square-covered", message, "choose another square")
        if cell == DEAD:
            message = f"{square} is dead: no block of four squares that holds it is free of Quominoes"
            return Refusal("square-dead", message, "choose another square")
        if cell == FIRST + move.corner:
            message = f"the omino on {square} is black at {CORNERS[move.corner]} already"
            return Refusal("not-turned", message, "rotate it to another corner, or another omino")
        if cell != EMPTY and self.turned[self.mover]:
            message = f"{who} rotated an omino in the last move, and rotates the one on {square} now"
            return Refusal("turned-twice", message, "place an omino first")
        both = NOWHERE not in self.completed(move.square, move.corner)
        if both and move.chosen is None:
            message = f"the omino on {square} completes a black and a white block, and only one can be laid"
            return Refusal("choice-missing", message, 'say which: "black" or "white"')
        if not both and move.chosen is not None:
            message = (
                f"{COLOURS[move.chosen]} is chosen, but the omino on {square} does not complete a block of each colour"
            )
            return Refusal("choice-needless", message, "leave the colour out")
        return None

    def words(self, move: Move | None) -> str:
        """Return a move as it is typed."""
        if move is None:
            return "pass"
        verb = "" if self.cells[move.square] == EMPTY else "turn "
        chosen = "" if move.chosen is None else f" {COLOURS[move.chosen]}"
        return f"{verb}{name(move.square, self.size)} {CORNERS[move.corner]}{chosen}"

    def do(self, move: Move | None) -> None:
        """Do a legal move, or pass. Whether it is legal is not asked: see `refusal`."""
        mover, passes, turned = self.mover, self.passes, self.turned[self.mover]
        self.mover = 1 - mover
        if move is None:
            self.passes += 1
            # a pass is no place: who rotated last must still place next
            self._past.append(_Before((), (), (), None, turned, passes))
            return
        square, corner, chosen = move
        before = [(square, self.cells[square])]
        self.passes = 0
        self.turned[mover] = before[0][1] != EMPTY
        black, white = self.completed(square, corner)
        self.cells[square] = FIRST + corner
        colour = chosen if chosen is not None else BLACK if black != NOWHERE else WHITE
        block = (black, white)[colour]
        if block == NOWHERE:
            self._past.append(_Before(tuple(before), (), (), None, turned, passes))
            return
        blocks, hope = self._lay(block, colour, before)
        self._past.append(_Before(tuple(before), blocks, hope, colour, turned, passes))

    def _lay(self, block: int, colour: int, before: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Lay a Quomino, and mark what is dead by it; return the blocks and the squares' hopes that it took."""
        for square in self.grid.squares[block]:
            before.append((square, self.cells[square]))
            self.cells[square] = LAID[colour]
        self.laid[colour] += 1
        taken = tuple(other for other in self.grid.touching[block] if self.free[other])
        lost: list[int] = []
        for other in taken:
            self.free[other] = False
            for square in self.grid.squares[other]:
                self.hope[square] -= 1
                lost.append(square)
                if not self.hope[square] and self.cells[square] not in LAID:
                    before.append((square, self.cells[square]))
                    self.cells[square] = DEAD
        self.live -= len(taken)
        return taken, tuple(lost)

    def undo(self) -> None:
        """Take the last move back. Raises IndexError if there is none."""
        past = self._past.pop()
        self.mover = 1 - self.mover
        self.passes, self.turned[self.mover] = past.passes, past.turned
        for square, cell in reversed(past.cells):
            self.cells[square] = cell
        if past.laid is not None:
            self.laid[past.laid] -= 1
            self.live += len(past.blocks)
            for block in past.blocks:
                self.free[block] = True
            for square in past.hope:
                self.hope[square] += 1
