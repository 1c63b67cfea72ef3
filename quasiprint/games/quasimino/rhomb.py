"""The two prototiles of Penrose's P3, exactly.

A placed tile has its acute corner P and a direction t: its corners are P, P + u(t),
P + u(t) + u(t + k) and P + u(t + k), k tenths of a turn being the acute angle and u(t) the
unit vector in direction t. Edge i runs from corner i to corner i + 1.

A vertex star is a way in which rhombs fill the whole turn around a point: the cyclic sequence of
the tiles' corners in tenths of a turn; 1 and 4 are a thin rhomb's, 2 and 3 a thick one's. Two
tiles next to each other form a parallelogram exactly when their corners add up to a half turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from quasiprint.exact.regular import COUNTS, ROW, Group, Laid
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit

HALF_TURN = 5  # tenths of a turn
ACUTE = {"thin": 1, "thick": 2}  # tenths of a turn
DIRECTIONS = {unit(t): t for t in range(TURN)}
Star = tuple[int, ...]
CORNERS = tuple(sorted({a for acute in ACUTE.values() for a in (acute, HALF_TURN - acute)}))


@cache
def angles(shape: str) -> tuple[int, int, int, int]:
    """Return the angle at each corner, in tenths of a turn."""
    acute = ACUTE[shape]
    return acute, HALF_TURN - acute, acute, HALF_TURN - acute


def corners(shape: str, corner: Zeta = ORIGIN, turn: int = 0) -> tuple[Zeta, Zeta, Zeta, Zeta]:
    """Return the corners anticlockwise, from the acute corner `corner`."""
    along, up = unit(turn), unit(turn + ACUTE[shape])
    end = corner + along
    return corner, end, end + up, corner + up


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
    """Return all stars, each once up to rotation (and reflection), least first. legal: leave out those with a
    parallelogram."""
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


def groups() -> tuple[Group, ...]:
    """Return twelve thin rhombs in a row, and ten around a point: sharp corners show an error most."""
    around = tuple(corners("thin", ORIGIN, k) for k in range(TURN))
    return (
        Group(f"a row of {COUNTS[ROW]} thin tiles", "thin", zigzag("thin", ROW)),
        Group(f"a ring of {COUNTS[TURN]} thin tiles", "thin", around, ring=True),
    )


def zigzag(shape: str, tiles: int) -> tuple[Laid, ...]:
    """Return rhombs in a row, each the mirror image of the one below it: two that lie alike are a parallelogram."""
    laid, start = [], ORIGIN
    for k in range(tiles):
        if k % 2:
            laid.append(corners(shape, start + unit(0), HALF_TURN - ACUTE[shape]))
            start += unit(HALF_TURN - ACUTE[shape])
        else:
            laid.append(corners(shape, start, 0))
            start += unit(ACUTE[shape])
    return tuple(laid)
