"""In how many ways the points of a graph can have labels so that joined ones differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def chromatic(points: frozenset[int], joined: frozenset[tuple[int, int]], labels: int) -> int:
    """Return in how many ways points can have labels so that joined ones differ: by joining and leaving out an edge."""
    if any(a == b for a, b in joined):
        return 0
    if not joined:
        return int(labels ** len(points))
    leaf = _leaf(joined)
    if leaf is not None:  # whatever the others have, it may have all labels but one
        point, edge = leaf
        return (labels - 1) * chromatic(points - {point}, joined - {edge}, labels)
    a, b = min(joined)
    rest = joined - {(a, b)}
    drawn = frozenset(ends(a if p == b else p, a if q == b else q) for p, q in rest)
    return chromatic(points, rest, labels) - chromatic(points - {b}, drawn, labels)


def ends(one: int, two: int) -> tuple[int, int]:
    """Return an edge of a graph by its ends, the lower first."""
    return min(one, two), max(one, two)


def _leaf(joined: Iterable[tuple[int, int]]) -> tuple[int, tuple[int, int]] | None:
    degree = Counter(point for edge in joined for point in edge)
    return next(((p, edge) for edge in sorted(joined) for p in edge if degree[p] == 1), None)
