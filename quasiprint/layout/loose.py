"""Does every tile of shared cuts hang together with the sheet until its last line is cut? Proved in whole nanometres.

The lines part the sheet into faces: tiles, and the frame around them. Backwards, each line that is put back joins two
faces. A tile comes loose too early if a line joins it to something that is not joined to the frame itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from quasiprint.model.face import Ring

NANOMETRES = 1_000_000
FRAME = -1
Node = tuple[int, int]
Edge = tuple[Node, Node]  # directed


def loose_early(cuts: Sequence[tuple[Ring, bool]]) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the numbers of cuts during which something comes loose that has more to be cut, and where (mm).

    cuts: in their order, each with whether it closes. Wherever they meet, each has a corner.
    """
    lines = [[_node(p) for p in (ring + ring[:1] if closed else ring)] for ring, closed in cuts]
    edges = [(k, (a, b)) for k, line in enumerate(lines) for a, b in pairwise(line) if a != b]
    face = _faces([edge for _, edge in edges])
    home: dict[int, int] = {}

    def root(k: int) -> int:
        while k in home:
            k = home[k]
        return k

    said: set[int] = set()
    for k, (a, b) in reversed(edges):
        one, two = root(face[a, b]), root(face[b, a])
        if FRAME not in (one, two) and k not in said:
            said.add(k)
            yield k, ((a[0] + b[0]) / 2 / NANOMETRES, (a[1] + b[1]) / 2 / NANOMETRES)
        if one != two:
            home[max(one, two)] = min(one, two)  # the frame is the least


def _node(p: tuple[float, float]) -> Node:
    return round(p[0] * NANOMETRES), round(p[1] * NANOMETRES)


def _faces(edges: Sequence[Edge]) -> dict[Edge, int]:
    """Return the face to the left of each edge, in both of its directions. What is not enclosed is the frame."""
    around: dict[Node, list[Node]] = {}
    for a, b in edges:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    for a, ends in around.items():
        # directions of lines that meet differ by far more than an angle is rounded by
        ends.sort(key=lambda b: math.atan2(b[1] - a[1], b[0] - a[0]))
    face: dict[Edge, int] = {}
    number = 0
    for start in ((p, q) for a, b in edges for p, q in ((a, b), (b, a))):
        if start in face:
            continue
        walk, edge = [start], _next(start, around)
        while edge != start:
            walk.append(edge)
            edge = _next(edge, around)
        inside = sum(a[0] * b[1] - b[0] * a[1] for a, b in walk) > 0
        face.update(dict.fromkeys(walk, number if inside else FRAME))
        number += inside
    return face


def _next(edge: Edge, around: dict[Node, list[Node]]) -> Edge:
    """Return the edge that follows along the face to the left: at its end, the first to the right of going back."""
    a, b = edge
    ends = around[b]
    return b, ends[ends.index(a) - 1]
