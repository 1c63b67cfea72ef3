"""The computer as an opponent at Quomino: how far it looks ahead, and which of two searches looks.

Both find the same moves. `search` is plain Python, as quick as it gets up to three moves ahead, and all there is
without numba; `flat_search` is compiled, some forty times as fast, and takes seconds to compile once. For one move the
plain one looks into 12,000 positions at most, the compiled one into 300,000. The limits say how many positions, never
seconds: equal questions get equal answers.
"""

from __future__ import annotations

from quasiprint.compiled import available
from quasiprint.games.quomino import search
from quasiprint.games.quomino.rules import GameState
from quasiprint.games.quomino.search import SearchResult

LEVELS = {"easy": 1, "medium": 2, "hard": 5}
PLAIN_HARD = 3  # how far the hard level looks ahead where nothing can be compiled
DEPTHS = range(1, 8)
PLAIN_DEPTH = 3  # up to so many moves ahead compiling does not pay
BUDGET = 300_000  # positions looked into for one move by the compiled search: 2 to 8 s at most


def depth_of(level: str) -> int:
    """Return how many moves a level looks ahead here."""
    depth = LEVELS[level]
    return depth if depth <= PLAIN_DEPTH or available() else PLAIN_HARD


def best(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the best move that is found `depth` moves ahead; see `search.best`."""
    if depth <= PLAIN_DEPTH or not available():
        return search.best(game, depth, seed)
    from quasiprint.games.quomino.flat_search import FlatSearch

    return search.best(game, depth, seed, budget=BUDGET, by=FlatSearch)


def answer(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the computer's move at a level: `search.easy` at depth 1, else the `best` one."""
    return search.easy(game, seed) if depth == 1 else best(game, depth, seed)
