"""How fine a drawing is, in heights of its own, and how high it must stand for a machine to make it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from quasiprint.drawing.numerals import Drawing
from quasiprint.drawing.strokes import finest
from quasiprint.errors import InputError
from quasiprint.model.limits import LIMITS, least_edge
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied

COARSE = 0.5  # of a drawing's height: what is wider than that is never too narrow
FINEST = 0.001  # of a drawing's height: what is narrower cannot be made at any size
ENLARGED = 100.0  # heights: what is measured in a drawing is on a grid


def enlarge(areas: Drawing) -> Drawing:
    """Return a drawing `ENLARGED` high."""
    return tuple(area.map_rings(lambda ring: tuple((x * ENLARGED, y * ENLARGED) for x, y in ring)) for area in areas)


def strokes(enlarged: Drawing) -> Iterator[dict[str, float]]:
    """Yield the narrowest strokes and gaps of an enlarged drawing, until nothing finer is found: how long a tip may be
    depends on how fine a stroke may be, so this takes a few rounds."""
    width = ENLARGED * COARSE
    while width > ENLARGED * FINEST and (found := finest(enlarged, width)):
        yield found
        width = min(found.values())


@lru_cache(maxsize=256)
def narrowest(areas: Drawing) -> float:
    """Return the narrowest stroke of a drawing, or gap within it, in heights."""
    widths = [ENLARGED * COARSE, *(min(found.values()) for found in strokes(enlarge(areas)))]
    return max(widths[-1] / ENLARGED, FINEST)


def made_from(areas: Drawing, measures: Measures) -> float:
    """Return from which height on (mm, rounded up to hundredths) a machine makes all of a drawing."""
    return math.ceil(100 * measures.machine.min_feature / narrowest(areas) - 1e-6) / 100


def refuse_fine(
    given: Supplied,
    drawings: Sequence[Drawing],
    due: Sequence[float],
    height: Callable[[Measures], float],
    measures: Measures,
    least: float,
    makes: str,
) -> None:
    """Raise InputError, which names every drawing that is too fine, and from which edge on it would do.

    due: how high each must stand to be made, mm. height: how high all stand, mm: on a longer edge no less. least: how
    high they must stand however plain they are, mm. makes: what is fine enough, for the message.
    """
    high = height(measures)
    fine = [number for number, needed in enumerate(due) if needed > high > 0]
    if not fine:
        return
    from quasiprint.drawing.symbols import names

    called, told = names(given), []
    for number in fine:
        needed = max(due[number], least)
        edge = least_edge(lambda edge: height(measures.with_edge(edge)) >= needed)  # noqa: B023
        would = f"from an edge of {edge:g} mm on" if edge < LIMITS["edge"].most else "on no edge"
        told.append(f"{called[number]!r} ({high * narrowest(drawings[number]):.2f} mm) would do {would}")
    raise InputError(
        f"symbols: found {len(fine)} of {len(called)} drawings with a stroke or gap that is too fine where they stand "
        f"{high:.1f} mm high, on an edge of {measures.size.edge:g} mm; {makes}: {', '.join(told)}; draw them bolder "
        "and plainer, or make the edge longer"
    )


def refuse_small(
    measures: Measures,
    fits: Callable[[Measures], bool],
    reason: str,
    resize: Callable[[Measures, float], Measures] = Measures.with_edge,
    never: str = "",
) -> None:
    """Raise InputError if labels do not fit at this size. never: what is said where they fit at no edge."""
    if fits(measures):
        return
    least = least_edge(lambda edge: fits(resize(measures, edge)))
    if never and least == LIMITS["edge"].most:
        raise InputError(never)
    raise InputError(f"edge: found {measures.size.edge:g} mm, allowed is from {least:g} mm: {reason}")


def strokes_made(measures: Measures) -> str:
    """Return what keeps patterns from being made smaller, in words."""
    return (
        f"a {measures.process} makes no stroke under {measures.machine.min_feature:g} mm, and corners are rounded by "
        f"{measures.finish.corner_radius:g} mm"
    )
