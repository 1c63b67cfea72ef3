"""Over and under: where paths of a tile cross, one runs on and the other is interrupted, as in drawings of knots.

The parts into which paths divide a tile can be shaded like a chessboard. What a path has on its left tells whether it
runs over: so each goes over and under by turns, and both paths of a crossing agree on it. Where crossings lie so close
together that their gaps run into one another, the later path goes over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.drawing.bands import Band, Line
from quasiprint.model.face import Point

CLOSE = 1.6  # widths: crossings that are nearer to one another share their gap
STEEPEST = 1.2  # how much a cut may slant: it runs along the path above, but for very slanting crossings
TRIES = 9  # places across a path at which its gap is measured
AGAIN = 2.5  # of what keeps two paths apart: so far behind a gap the path above may come near again
SPARE = 0.06  # mm: more gap than asked for, as paths are drawn with chords
SHORTEST = 0.6  # widths: shorter pieces between two gaps are left out


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where two paths cross. one, two: their numbers, the lower first; s, t: how far along each."""

    one: int
    two: int
    s: float
    t: float


Track = tuple[tuple[float, Point], ...]


def crossings(tracks: Sequence[Track]) -> list[Crossing]:
    """Return where tracks cross. A track is points, each with how far along its path it is."""
    found = []
    for one, first in enumerate(tracks):
        for two in range(one + 1, len(tracks)):
            found += [Crossing(one, two, s, t) for s, t in _meetings(first, tracks[two])]
    return found


def _meetings(first: Track, second: Track) -> list[tuple[float, float]]:
    """Return where two tracks cross: how far along each. A corner that lies on the other track counts once."""
    found: list[tuple[float, float]] = []
    for (s0, a), (s1, b) in zip(first, first[1:], strict=False):
        for (t0, c), (t1, d) in zip(second, second[1:], strict=False):
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
            cross = ux * vy - uy * vx
            if abs(cross) < 1e-12:
                continue
            f = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross
            g = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross
            if -1e-9 <= f <= 1 + 1e-9 and -1e-9 <= g <= 1 + 1e-9:
                at = s0 + f * (s1 - s0), t0 + g * (t1 - t0)
                if all(math.dist(at, other) > 1e-6 for other in found):
                    found.append(at)
    return found


def under(links: Sequence[tuple[int, int]], every: Sequence[Crossing], width: float) -> list[int]:
    """Return for each crossing the path that is interrupted. links: the ends that each path joins, numbered round the
    tile."""
    along: list[list[tuple[float, int]]] = [[] for _ in links]
    for k, crossing in enumerate(every):
        along[crossing.one].append((crossing.s, k))
        along[crossing.two].append((crossing.t, k))
    close: set[int] = set()
    turn: dict[tuple[int, int], int] = {}
    for path, met in enumerate(along):
        met.sort()
        for number, (_, k) in enumerate(met):
            turn[path, k] = (links[path][0] + number) % 2
        for (s, k), (t, other) in zip(met, met[1:], strict=False):
            if t - s < CLOSE * width:
                close |= {k, other}
    lower = []
    for k, crossing in enumerate(every):
        agreed = turn[crossing.one, k] != turn[crossing.two, k]
        lower.append(crossing.two if agreed and k not in close and not turn[crossing.one, k] else crossing.one)
    return lower


@dataclass(frozen=True, slots=True)
class Cut:
    """A gap in a path: from where to where along it, at several places across it, from its right side to its left."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]

    def joined(self, other: Cut) -> Cut:
        """Return the gap that holds both."""
        return Cut(tuple(map(min, self.starts, other.starts)), tuple(map(max, self.ends, other.ends)))


def cut(below: Line, at: float, above: Track, width: float, gap: float) -> Cut:
    """Return the gap in a path about a crossing. at: where it is crossed; above: the track of the path that runs over;
    gap: how far the two stay apart, mm."""
    clear = width / 2 + gap + SPARE
    places = _across(width)
    starts = tuple(_leaves(below, at, t, above, clear, -1) for t in places)
    return Cut(starts, tuple(_leaves(below, at, t, above, clear, 1) for t in places))


def _across(width: float) -> tuple[float, ...]:
    return tuple(width * (k / (TRIES - 1) - 0.5) for k in range(TRIES))


def _leaves(below: Line, at: float, t: float, above: Track, clear: float, way: int) -> float:
    """Return where a line beside a path comes to lie clear of another's track. way: 1 for looking further along."""

    def near(s: float) -> bool:
        return _distance(_beside(below, s, t), above) < clear

    # the path above may bend back to it once more
    step, inside, seen = clear / 4, at, at
    while way * (seen - inside) <= AGAIN * clear and 0 < seen < below.length:
        if near(seen):
            inside = seen
        seen += way * step
    outside = inside + way * step
    for _ in range(24):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if near(middle) else (inside, middle)
    return outside


def _side(line: Line, found: tuple[float, ...], width: float, way: int) -> tuple[float, float]:
    """Return the straight cut that lies clear of all that was found: where it meets the middle, and its slant."""
    across = _across(width)
    lean = max(-STEEPEST, min(STEEPEST, (found[-1] - found[0]) / width))
    at = way * max(way * (s - lean * t) for s, t in zip(found, across, strict=True))
    clear = [_beside(line, s, t) for s, t in zip(found, across, strict=True)]
    for _ in range(3):  # in a bend, what is straight across the path is not straight along it
        (ax, ay), (bx, by) = (_beside(line, at + lean * t, t) for t in (across[0], across[-1]))
        nx, ny = way * (by - ay) / math.dist((ax, ay), (bx, by)), way * (ax - bx) / math.dist((ax, ay), (bx, by))
        short = max(nx * (x - ax) + ny * (y - ay) for x, y in clear)
        at += way * max(0.0, short) * math.hypot(1.0, lean)
    return at, lean


def _beside(line: Line, s: float, t: float) -> Point:
    x, y, heading = line.at(s)
    return x - t * math.sin(heading), y + t * math.cos(heading)


def _distance(p: Point, track: Track) -> float:
    least = math.inf
    for (_, a), (_, b) in zip(track, track[1:], strict=False):
        ux, uy = b[0] - a[0], b[1] - a[1]
        f = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy)
        f = max(0.0, min(1.0, f))
        dx, dy = p[0] - a[0] - f * ux, p[1] - a[1] - f * uy
        least = min(least, dx * dx + dy * dy)
    return math.sqrt(least)


def pieces(line: Line, cuts: Sequence[Cut], width: float, inset: float) -> list[Band]:
    """Return what is left of a path between its gaps. inset: how far inside the edges it begins and ends, mm."""
    gaps: list[Cut] = []
    for gap in sorted(cuts, key=lambda gap: min(gap.starts)):
        if gaps and min(gap.starts) - max(gaps[-1].ends) < SHORTEST * width:
            gaps[-1] = gaps[-1].joined(gap)
        else:
            gaps.append(gap)
    begin, lean, edge = inset, 0.0, True
    found = []
    for gap in gaps:
        end, slant = _side(line, gap.starts, width, -1)
        found.append(Band(line, width, begin, end, (lean, slant), (edge, False)))
        begin, lean = _side(line, gap.ends, width, 1)
        edge = False
    found.append(Band(line, width, begin, line.length - inset, (lean, 0.0), (edge, True)))
    return [piece for piece in found if piece.shortest >= SHORTEST * width / 2]
