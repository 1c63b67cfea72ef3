"""A board's character, for the small print: its walls, symmetry and longest region, and who may win."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from quasiprint.games.majomino.board import Board, images, inner_walls

GAMES = 1000  # playouts for an estimate
CONFIDENCE = 1.96  # standard errors: 95 %
# the symmetries beside the identity, in the order of `board.symmetries`: turns, then reflections
TURNS = ("quarter turn", "half turn", "quarter turn")
MIRRORS = ("left to right", "about the falling diagonal", "top to bottom", "about the rising diagonal")


def walls(board: Board) -> int:
    """Return how many wall segments stand between two regions."""
    return sum(map(board.parts, inner_walls(board.size)))


def symmetry(board: Board) -> str:
    """Return in words which turns and reflections leave a board as it is."""
    same = [image == board.regions for image in images(board)]
    # a quarter turn makes a half turn, too; the stronger word says both
    turn = next((word for word, same_so in zip(TURNS, same[1:4], strict=True) if same_so), None)
    mirrors = [word for word, same_so in zip(MIRRORS, same[4:], strict=True) if same_so]
    said = ([turn] if turn else []) + ([f"mirrored {' and '.join(mirrors)}"] if mirrors else [])
    return ", ".join(said) or "none"


def longest(board: Board) -> int:
    """Return how many cells the longest region has from end to end: on the shortest way inside it
    between the two cells that are farthest apart."""
    open_to: list[list[int]] = [[] for _ in board.regions]
    for cell in range(len(board.regions)):
        row, column = divmod(cell, board.size)
        for other, there in ((cell + 1, column + 1 < board.size), (cell + board.size, row + 1 < board.size)):
            if there and board.regions[other] == board.regions[cell]:
                open_to[cell].append(other)
                open_to[other].append(cell)
    return 1 + max(_farthest(start, open_to) for start in range(len(board.regions)))


def _farthest(start: int, open_to: Sequence[Sequence[int]]) -> int:
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for other in open_to[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                waiting.append(other)
    return max(steps.values())


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, by Wilson's formula (1927)."""
    z, p = CONFIDENCE, won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def characters(boards: Sequence[Board], seed: int) -> tuple[tuple[str, ...], ...]:
    """Return the lines of small print of each board. Boards are all of one size."""
    from quasiprint.dissection.playouts import estimated

    regions = [board.regions for board in boards]
    size = boards[0].size
    plain = estimated(regions, size, GAMES, 0, seed)
    doubled = estimated(regions, size, GAMES, 1, seed)
    return tuple(map(small_print, boards, plain, doubled))


def small_print(board: Board, won: int, doubled: int) -> tuple[str, ...]:
    """Return a board's lines of small print. won, doubled: the games that X wins of GAMES, and if O doubles."""
    return (
        f"{walls(board)} wall segments; symmetry: {symmetry(board)}; longest region: {longest(board)} cells",
        f"estimate from {GAMES} playouts, 95 % confidence: X wins {_said(won)} without a double move, "
        f"{_said(doubled)} if O doubles on turn 1; O wins the others",
    )


def _said(won: int) -> str:
    low, high = interval(won, GAMES)
    return f"{100 * low:.0f} to {100 * high:.0f} %"
