"""Vertex stars: all the ways in which rhombs can fill the whole turn around a point.

A star is the cyclic sequence of the tiles' corners in tenths of a turn: 1 and 4 are a thin
rhomb's, 2 and 3 a thick one's. Two tiles next to each other form a parallelogram exactly when
their corners add up to a half turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.rhomb import ACUTE, HALF_TURN

Star = tuple[int, ...]
CORNERS = tuple(sorted({a for acute in ACUTE.values() for a in (acute, HALF_TURN - acute)}))


def sequences(rest: int = TURN) -> Iterator[Star]:
    """Yield every sequence of corners that adds up to `rest` tenths of a turn."""
    if not rest:
        yield ()
    for corner in CORNERS:
        if corner <= rest:
            for others in sequences(rest - corner):
                yield (corner, *others)


def is_legal(star: Star) -> bool:
    """Tell whether no two neighbours of a star form a parallelogram."""
    return all(a + b != HALF_TURN for a, b in zip(star, star[1:] + star[:1], strict=True))


def rotations(star: Star) -> set[Star]:
    """Return the star begun at each of its tiles."""
    return {star[k:] + star[:k] for k in range(len(star))}


def stars(legal: bool = True, reflections: bool = False) -> tuple[Star, ...]:
    """Return all stars, each once up to rotation (and reflection), least first.

    legal: leave out those with a parallelogram.
    """
    found = set()
    for star in sequences():
        if not legal or is_legal(star):
            turned = rotations(star)
            if reflections:
                turned |= rotations(star[::-1])
            found.add(min(turned))
    return tuple(sorted(found, key=lambda s: (len(s), s)))


def by_size(found: tuple[Star, ...]) -> dict[int, int]:
    """Return how many stars there are of each number of tiles."""
    return dict(sorted(Counter(map(len, found)).items()))
