"""The computer as an opponent at Quomino: how far it looks ahead, and which of several good moves it makes.

The search is compiled where that pays, some hundred times as fast; that takes seconds, once. For one move it looks into
12,000 positions as Python, and into 300,000 compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from quasiprint.compiled import available
from quasiprint.games.quomino.rules import GameState, Move
from quasiprint.games.quomino.search import Search
from quasiprint.games.quomino.worth import QUOMINO, WON

LEVELS = {"easy": 1, "medium": 2, "hard": 5}
PLAIN_HARD = 3  # how far the hard level looks ahead where nothing can be compiled
DEPTHS = range(1, 8)
PLAIN_DEPTH = 3  # up to so many moves ahead compiling does not pay
SLIP = 450  # by so much the easy level misjudges a move at most: by less than half a Quomino
WIDTH = 28  # moves looked at in a position that is not the first or the last of a line
# positions looked into for one move: as Python, and compiled, which takes 2 to 8 s at most
PLAIN_BUDGET, BUDGET = 12_000, 300_000


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. move: None for a pass. value: for the mover. depth: how deep it looked. nodes: positions."""

    move: Move | None
    value: int
    depth: int
    nodes: int


def depth_of(level: str) -> int:
    """Return how many moves a level looks ahead here."""
    depth = LEVELS[level]
    return depth if depth <= PLAIN_DEPTH or available() else PLAIN_HARD


def answer(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the computer's move at a level: `easy` at depth 1, else the `best` one."""
    return easy(game, seed) if depth == 1 else best(game, depth, seed)


def easy(game: GameState, seed: int = 0) -> SearchResult:
    """Return a move as a beginner finds it: one move ahead, and each misjudged by up to SLIP."""
    search, draw = Search(game, 1, WIDTH, PLAIN_BUDGET), _draw(game, seed)
    found = [
        ((search.worth(move) if takes else most) + draw.randrange(SLIP), move)
        for most, takes, move in search.promises()
    ]
    value, move = max(found, key=lambda one: one[0]) if found else (search.worth(None), None)
    return SearchResult(move, value, 1, 1)


def best(game: GameState, depth: int, seed: int = 0, *, width: int = WIDTH, budget: int | None = None) -> SearchResult:
    """Return the best move that a search finds, `depth` moves ahead.

    seed: which of several equal moves. width: see `Search`. budget: how many positions, None for as many as pay; once
    they are used up the answer is that of the depth before, or better. Raises ValueError if the depth is below 1 or the
    game is over.
    """
    if depth < 1 or game.over:
        raise ValueError(f"search: found the depth {depth}, allowed are 1 and more, in a game that is not over")
    far = depth > PLAIN_DEPTH and available()
    search = Search(game, depth, width, (BUDGET if far else PLAIN_BUDGET) if budget is None else budget, far=far)
    moves: list[Move | None] = [*_ordered(search.promises(), _draw(game, seed))] or [None]
    if len(moves) == 1:
        return SearchResult(moves[0], search.worth(moves[0]), depth, 1)
    answer = SearchResult(moves[0], 0, 0, 0)
    for deep in range(1, depth + 1):
        values = _first(search, moves, deep)
        if values is None:
            break
        value, move = values[0]
        answer = SearchResult(move, value, deep, search.nodes)
        moves = [move for _, move in values][: 2 * width]
        if abs(value) > WON // 2 and deep > 1:
            break  # won or lost whatever is looked at further
    return answer


def _draw(game: GameState, seed: int) -> Random:
    return Random(seed * 1024 + game.played)


def _ordered(found: list[tuple[int, int, Move]], draw: Random) -> list[Move]:
    """Return moves, those first that look best at once; those that look equal are shuffled."""
    for last in range(len(found) - 1, 0, -1):
        other = draw.randrange(last + 1)
        found[last], found[other] = found[other], found[last]
    found.sort(key=lambda one: QUOMINO * (one[1] > 0) - one[0])
    return [move for _, _, move in found]


def _first(search: Search, moves: list[Move | None], depth: int) -> list[tuple[int, Move | None]] | None:
    """Return the moves with their values, the best first; those of the others may be too high. None if the budget is
    spent."""
    found: list[tuple[int, Move | None]] = []
    low = -2 * WON
    for move in moves:
        value = search.after(move, depth, low, 2 * WON)
        if value is None:
            return None
        found.append((value, move))
        low = max(low, value)
    # the sort keeps the order of equals; only what raised the bound has a value of its own
    return sorted(found, key=lambda one: -one[0])
