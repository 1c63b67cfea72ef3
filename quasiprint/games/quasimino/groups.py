"""How rhombs lie when people look whether they fit, exactly."""

from __future__ import annotations

from quasiprint.exact.zeta import ORIGIN, TURN, unit
from quasiprint.games.quasimino.rhomb import ACUTE, HALF_TURN, corners
from quasiprint.model.fit import Group, Laid
from quasiprint.tiling.groups import COUNTS, ROW


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
