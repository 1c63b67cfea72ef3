"""How many straight cuts take a page apart: each runs along all sides that lie in one line without a gap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from quasiprint.drawing.rings import sides
from quasiprint.model.face import Point, Ring

ROUND = 12  # corners; an outline of more is cut out with scissors, all round
PARALLEL = 0.01  # degrees: lines whose directions differ by less are parallel
IN_LINE = 0.01  # mm: parallel lines that are nearer to one another are one, and so are stretches of them that are


def straight_cuts(rings: Sequence[Ring]) -> tuple[int, int]:
    """Return how many straight cuts it takes to cut outlines out, as they lie on a page; and how many of them are
    round, which takes scissors."""
    straight = [ring for ring in rings if len(ring) <= ROUND]
    found = [(_direction(a, b), a, b) for ring in straight for a, b in sides(ring)]
    cuts = 0
    for parallel in _near(found, PARALLEL):
        turn = math.radians(sum(angle for angle, *_ in parallel) / len(parallel))
        c, s = math.cos(turn), math.sin(turn)
        lines = [(c * a[1] - s * a[0], *sorted((c * a[0] + s * a[1], c * b[0] + s * b[1]))) for _, a, b in parallel]
        for line in _near(lines, IN_LINE):
            end = -math.inf
            for _, start, stop in sorted(line, key=itemgetter(1)):
                cuts += start > end + IN_LINE
                end = max(end, stop)
    return cuts, len(rings) - len(straight)


def _direction(a: Point, b: Point) -> float:
    """Return the direction of a line, from 0° to less than 180°, all but level ones that begin a hair below."""
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 180
    return turn if turn < 180 - PARALLEL else turn - 180


Figures = tuple[float, Any, Any]


def _near(found: Iterable[Figures], apart: float) -> Iterator[list[Figures]]:
    """Yield what is sorted by its first figure, in runs in which that differs by no more than `apart`."""
    run: list[Figures] = []
    last = -math.inf
    for one in sorted(found, key=itemgetter(0)):
        if run and one[0] > last + apart:
            yield run
            run = []
        run.append(one)
        last = one[0]
    if run:
        yield run
