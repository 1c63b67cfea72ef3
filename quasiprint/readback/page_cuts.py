"""The lines to cut along on a page, as they were found: what they enclose, and whether any is there twice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry import LineString

from quasiprint.model.finding import Finding, error
from quasiprint.readback.document import DrawnPath, ReadPage
from quasiprint.readback.plane import Complex, cornered
from quasiprint.readback.recognise import REMAKE

HAIRLINE = 0.15  # mm: a line to cut along is no wider, nor that around a picture
RULER = 100.0  # mm
JOINED = 1e-3  # mm: ends of lines that are nearer to one another meet
SHORT = 2.5  # mm: guides are shorter
TWICE = 0.5  # mm: of lines that are drawn twice

Cuts = dict[int, DrawnPath]  # the lines to cut along, by which of a page's paths they are


def cut_lines(page: ReadPage) -> Cuts:
    """Return the thin lines that may be cut along, closed or not; rulers are none."""
    thin = ((k, p) for k, p in enumerate(page.paths) if p.fill is None and p.width <= HAIRLINE)
    return {k: p for k, p in thin if len(p.rings) <= RULER or any(p.closed)}


def enclosed(cuts: Cuts) -> Iterator[Complex]:
    """Yield the corners of what lines enclose, from the upper left."""
    found = shapely.polygonize([shapely.unary_union(_lines(cuts))])
    for shape in sorted(found.geoms, key=lambda area: (-round(area.centroid.y, 2), round(area.centroid.x, 2))):
        ring = cornered(np.asarray(shape.exterior.coords))
        if len(ring) > 2:
            yield ring


def _lines(cuts: Cuts) -> list[LineString]:
    """Return the lines to cut along. Ends that are meant to meet are one point."""
    rings = [
        np.append(ring, ring[:1]) if closed else ring
        for path in cuts.values()
        for ring, closed in zip(path.rings, path.closed, strict=True)
        if len(ring) > 1
    ]
    if not rings:
        return []
    every = np.concatenate(rings)
    points = shapely.points(every.real, every.imag)
    one, two = shapely.STRtree(points).query(points, "dwithin", JOINED)
    first = np.full(len(every), len(every))
    np.minimum.at(first, one, two)
    ends = np.cumsum([len(ring) for ring in rings])
    return [line_of(part, closed=False) for part in np.split(every[first], ends[:-1])]


def once(subject: str, cuts: Cuts) -> Iterator[Finding]:
    """Yield whether a line is drawn, and would be cut, twice."""
    lines = [line for line in _lines(cuts) if line.length > SHORT]  # guides of two blocks may meet
    twice = sum(line.length for line in lines) - shapely.unary_union(lines).length
    if twice > TWICE:
        message = f"{twice:.1f} mm of the lines to cut along are drawn twice, allowed is each once"
        yield error("cut-twice", subject, message, REMAKE)


def line_of(ring: Complex, closed: bool) -> LineString:
    """Return a line through some points, back to the first if it is closed."""
    whole = np.append(ring, ring[:1]) if closed else ring
    return LineString(np.column_stack((whole.real, whole.imag)))
