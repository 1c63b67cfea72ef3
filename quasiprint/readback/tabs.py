"""Tabs: what is left out of outer cuts, so that parts stay in their sheet. Found where two ends of cuts face each
other.

A tab is as wide as is asked for when the beam has taken half of the kerf from either of its ends. It keeps away from
corners; every part has as many as are asked for, and hangs together with the sheet by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error
from quasiprint.model.manner import Manner
from quasiprint.readback.network import SHEET, Bridge, Joined, Net, net
from quasiprint.readback.plane import Complex, rings_of
from quasiprint.readback.recognise import CLOSE, REMAKE
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import OpenLine

FROM_CORNER = 2.0  # mm
WIDEST = 8.0  # mm: ends that are farther apart do not face each other over a tab
ASIDE = 0.01  # mm: so far may the other end lie beside the line
ROUND = 12  # sides, at least, and all about as long: it is a circle
MANY = 1.5


def tabbed(subject: str, cuts: Sequence[OpenLine], manner: Manner, kerf: float) -> tuple[Net, list[Finding]]:
    """Return what outer cuts bound if what is left out for tabs is put in, and what is wrong with the tabs. kerf: mm.
    Finding: tab-wrong."""
    bridges = _bridges(cuts)
    found = net(subject, cuts, bridges)
    wrong = [*_widths(subject, bridges, manner.tab + kerf), *_counts(subject, found, bridges, manner)]
    return found, list(shortened(wrong))


def _bridges(cuts: Sequence[OpenLine]) -> list[Bridge]:
    """Return the pairs of ends that lie on no other cut and face each other along a straight line."""
    often = Counter(complex(z) for line in cuts for z in line.points)
    free = [
        (complex(end), complex(end - inner) / abs(complex(end - inner)))
        for line in cuts
        if not line.closed
        for end, inner in ((line.points[0], line.points[1]), (line.points[-1], line.points[-2]))
        if often[complex(end)] == 1
    ]
    if not free:
        return []
    at, out = np.array([z for z, _ in free]), np.array([way for _, way in free])
    partner = [_facing(k, at, out) for k in range(len(free))]
    pairs = [(k, other) for k, other in enumerate(partner) if other is not None and k < other and partner[other] == k]
    return [((at[k].real, at[k].imag), (at[j].real, at[j].imag)) for k, j in pairs]


def _facing(k: int, at: Complex, out: Complex) -> int | None:
    """Return the nearest end ahead that looks back at this one; None if there is none."""
    ahead = (at - at[k]) * np.conj(out[k])
    back = (at[k] - at) * np.conj(out)
    fits = (ahead.real > 0) & (ahead.real < WIDEST) & (np.abs(ahead.imag) < ASIDE)
    fits &= (back.real > 0) & (np.abs(back.imag) < ASIDE)
    if not fits.any():
        return None
    return int(np.where(fits, ahead.real, np.inf).argmin())


def _widths(subject: str, bridges: Sequence[Bridge], due: float) -> Iterator[Finding]:
    for a, b in bridges:
        wide = abs(complex(*b) - complex(*a))
        if abs(wide - due) > CLOSE:
            message = f"the cut is left out for {wide:.3f} mm at {a[0]:.2f}, {a[1]:.2f} mm, allowed are {due:.3f} mm"
            yield error("tab-wrong", subject, message, REMAKE)


def _counts(subject: str, found: Net, bridges: Sequence[Bridge], manner: Manner) -> Iterator[Finding]:
    """Yield which parts have other tabs than they are to have, or do not hang together with the sheet by them."""
    held = Joined()
    own: dict[int, list[Bridge]] = {}
    for a, b in bridges:
        beside = found.sides.get((min(a, b), max(a, b)), [])
        if beside:
            held.join(beside)
        for k in beside:
            own.setdefault(k, []).append((a, b))
    for k, (outline, block) in enumerate(zip(found.outlines, found.blocks, strict=True)):
        at, tabs = outline.centroid, own.get(k, [])
        where = f"the part at {at.x:.1f}, {at.y:.1f} mm"
        if len(tabs) < manner.tabs or (not block and len(tabs) > manner.tabs):
            message = f"{where} has {len(tabs)} tabs, allowed are {manner.tabs}"
            yield error("tab-wrong", subject, message, REMAKE)
        elif held.root(k) != SHEET:
            yield error("tab-wrong", subject, f"{where} does not hang together with the sheet by its tabs", REMAKE)
        near = _nearest(outline, tabs)
        if near < FROM_CORNER - CLOSE:
            message = f"{where} has a tab {near:.2f} mm from a corner, allowed are {FROM_CORNER:g} mm"
            yield error("tab-wrong", subject, message, REMAKE)


def _nearest(outline: Polygon, tabs: Sequence[Bridge]) -> float:
    """Return how near to a corner of an outline a tab comes, mm."""
    ring = rings_of(outline)[0]
    ends = np.array([complex(*end) for tab in tabs for end in tab])
    sides = np.abs(np.roll(ring, -1) - ring)
    if not len(ends) or (len(ring) >= ROUND and sides.max() < MANY * np.median(sides)):
        return np.inf  # it is a circle, whose corners are none
    return float(np.abs(ends[:, None] - ring[None, :]).min())
