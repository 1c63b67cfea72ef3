"""The patterns of bands that may end at an edge at both ends, or be cut off where another band runs over them.

They have the names and obey the laws of those of ribbons (`quasiprint.drawing.patterns`): at each edge they are
symmetric about the middle, so that they meet the neighbour's. Those that end as they begin are taken from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from quasiprint.drawing.bands import Band
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.patterns import (
    DOT_SIDES,
    Blot,
    alternate,
    bar,
    boldness,
    clipped,
    double,
    line,
    solid,
)
from quasiprint.model.face import Region, Ring, snap


def slanted(band: Band, bold: float) -> float:
    """Return how long a stroke across a piece has to be along it, mm: strokes of a piece that slants are thinner."""
    return bold * math.hypot(1.0, max(map(abs, band.leans)))


def dashed(band: Band, bold: float) -> list[Blot]:
    """Bars across the band."""
    long = 1.15 * slanted(band, bold)
    return [Blot(bar(s0, s1, -band.half, band.half)) for s0, s1 in alternate(band, long, long)]


def ladder(band: Band, bold: float) -> list[Blot]:
    """Two rails and rungs: the whole band with windows."""
    rail, long = max(bold, 0.3 * band.width), slanted(band, bold)
    bars = alternate(band, long, 1.6 * long)
    inner = band.half - rail
    windows = [bar(before[1], after[0], -inner, inner)[::-1] for before, after in zip(bars, bars[1:], strict=False)]
    return [Blot(bar(band.start, band.length, -band.half, band.half), tuple(windows))]


def dotted(band: Band, bold: float) -> list[Blot]:
    """Round dots; half a dot at each edge, which the neighbour's half makes whole."""
    radius = band.half - 0.3 * bold
    ends = []
    for edge, lean, end, inwards in zip(band.edges, band.leans, (band.start, band.length), (1, -1), strict=True):
        # beside a slanting end a dot stays clear of its whole line
        clear = radius * math.hypot(1.0, lean) + 0.25 * bold
        nominal = 0.0 if inwards > 0 else band.line.length
        ends.append(nominal if edge else end + inwards * clear)
    first, last = ends
    tight = band.tightest
    apart = 2 * radius + bold
    pitch = apart if math.isinf(tight) else 2 * tight * math.asin(min(1.0, apart / (2 * tight)))
    if last < first and not any(band.edges):
        return solid(band, bold)
    count = max(int((last - first) / pitch), 1 if all(band.edges) else 0)
    spots = (
        [first + (last - first) * k / count for k in range(count + 1)] if count else [last if band.edges[1] else first]
    )
    if band.edges[0] and not count:
        spots = [first]
    blots = []
    for k, s in enumerate(spots):
        if k == 0 and band.edges[0]:
            blots.append(Blot(_half_dot(band.start, band.start, radius, 1)))
        elif k == len(spots) - 1 and band.edges[1]:
            blots.append(Blot(_half_dot(band.length, band.line.length - band.length, radius, -1)))
        else:
            blots.append(Blot((), circle=(s, radius)))
    return blots


def _half_dot(at: float, cut: float, radius: float, way: int) -> tuple[tuple[float, float], ...]:
    """Return what stays of a dot about an edge. at: where the piece begins; cut: how much of the dot's half is cut off
    there; way: 1 where the piece begins, −1 where it ends."""
    reach = math.sqrt(radius * radius - cut * cut)
    low = math.asin(cut / radius)
    turns = [low + k * (math.pi - 2 * low) / 10 for k in range(1, 10)]
    # anticlockwise in the plane: t is to the left of s
    arc = [(at + way * (radius * math.sin(a) - cut), -way * radius * math.cos(a)) for a in turns]
    return ((at, -way * reach), *arc, (at, way * reach))


def chevron(band: Band, bold: float) -> list[Blot]:
    """Arrowheads, from each edge into the tile; at a join two of them make a diamond."""
    if not any(band.edges):
        return _arrows(band, bold, band.start, band.length, 1, last=True)
    if not band.edges[1]:
        return _arrows(band, bold, band.start, band.length, 1, last=True)
    if not band.edges[0]:
        return _arrows(band, bold, band.length, band.start, -1, last=True)
    middle = (band.start + band.length) / 2
    return [
        *_arrows(band, bold, band.start, middle - bold / 2, 1, last=False),
        *_arrows(band, bold, band.length, middle + bold / 2, -1, last=False),
    ]


def _arrows(band: Band, bold: float, start: float, end: float, way: int, *, last: bool) -> list[Blot]:
    """Return arrowheads from one place to another. way: 1 if that is further along. last: whether what is left is
    inked."""
    half, tip = band.half, 0.75 * band.half
    bold = slanted(band, bold) / max(band.inner_scale(half), 0.25)
    slant = math.hypot(tip, half) / half
    wide = 1.1 * bold * slant

    def front(d: float) -> list[tuple[float, float]]:
        """Return an arrowhead's line, from right to left as seen along the band."""
        return [(start + way * d, -half), (start + way * (d + tip), 0.0), (start + way * d, half)]

    def blot(back: list[tuple[float, float]], ahead: list[tuple[float, float]]) -> Blot:
        ring = [*back[::-1], *ahead] if way > 0 else [*back, *ahead[::-1]]
        return Blot(tuple(ring))

    length = abs(end - start)
    base = [(start, -half), (start, half)]
    if length < bold * slant + tip + (wide + bold if last else 0.0):
        return [Blot(bar(min(start, end), max(start, end), -half, half))]
    blots = [blot(base, front(bold * slant))]
    d = bold * slant + wide
    while d + wide + tip <= length - (wide + bold if last else 0.0):
        blots.append(blot(front(d), front(d + wide)))
        d += 2 * wide
    if last and d + tip + bold <= length:
        blots.append(blot(front(d), [(end, -half), (end, half)]))
    return blots


def zigzag(band: Band, bold: float) -> list[Blot]:
    """A zigzag from side to side, cut flat by the sides; it passes either end in the middle."""
    half, run = band.half, band.length - band.start
    thick = 1.6 * bold  # measured across the band; the slanting stroke is thinner
    swing = half + 0.35 * bold - thick / 2
    quarter = (
        max(1.05 * swing, 0.9 * bold) / max(band.inner_scale(half), 0.25) * math.hypot(1.0, max(map(abs, band.leans)))
    )
    if run < 1.6 * quarter:
        return [Blot(bar(band.start, band.length, -thick / 2, thick / 2))]
    count = max(1, int(run / quarter / 2 + 0.2))
    quarter = run / (2 * count)
    turns = [(band.start, 0.0)]
    turns += [(band.start + (2 * k + 1) * quarter, swing if k % 2 else -swing) for k in range(count)]
    turns.append((band.length, 0.0))
    right = clipped([(s, t - thick / 2) for s, t in turns], band, -half)
    left = clipped([(s, t + thick / 2) for s, t in turns], band, half)
    return [Blot((*right, *left[::-1]))]


PATTERNS: dict[str, Callable[[Band, float], list[Blot]]] = {
    "solid": solid,
    "dashed": dashed,
    "dotted": dotted,
    "double": double,
    "ladder": ladder,
    "chevron": chevron,
    "line": line,
    "zigzag": zigzag,
}


def field(band: Band) -> Region:
    """Return the whole piece of a band, on the grid."""
    (whole,) = solid(band, boldness(band.width))
    return _drawn(band, whole)


def ink(band: Band, pattern: str) -> tuple[Region, ...]:
    """Return what a pattern inks of a piece of a band, on the grid."""
    return tuple(_drawn(band, blot) for blot in PATTERNS[pattern](band, boldness(band.width)))


def _drawn(band: Band, blot: Blot) -> Region:
    if blot.circle is not None:
        (x, y), radius = band.point(blot.circle[0], 0.0), blot.circle[1]
        return Region(circle(x, y, radius, DOT_SIDES))
    return Region(_snapped(band.ring(blot.outer)), tuple(_snapped(band.ring(hole)) for hole in blot.holes))


def _snapped(ring: Ring) -> Ring:
    """Return a ring on the grid, of points that are one there once."""
    points = [(snap(x), snap(y)) for x, y in ring]
    return tuple(p for k, p in enumerate(points) if p != points[k - 1])
