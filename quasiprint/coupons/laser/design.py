"""The laser coupon: a plate with a window of bars, slots, things to engrave and scales; a gauge and pegs beside it.

Everything is drawn in the frame of its thing, lower left corner at 0, and then moved into the middle. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quasiprint.coupons.laser import sizes
from quasiprint.drawing.plain_marks import box, boxed, cut_along, cut_out, engraved, line, plain_face, words
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Mark, Operation, Region, Ring, bounds, snap
from quasiprint.model.game import Brief
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece
from quasiprint.tiling.regular import oblong

WIDE, HIGH = 148, 96  # mm: whole, since the exact outline is
SMALL = 1.6  # mm: letters that tell what is what
EDGE = 5.0  # mm: from the rim
FINEST = 0.05  # mm: what is drawn here is finer than what any machine is asked for
TONGUE, HANDLE = 12.0, 10.0  # mm: of a peg


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the sheet is too small or too thick for it."""
    measures = brief.measures
    room = measures.machine.room
    if measures.process is Maker.LASER and (max(room) < WIDE or min(room) < HIGH):
        found = f"room for {room[0]:g} × {room[1]:g} mm"
        raise InputError(f"sheet: found {found}, allowed is from {WIDE} × {HIGH} mm, the size of the coupon")
    thick = measures.stock.thickness
    most = 8.0
    if measures.process is Maker.LASER and thick > most:
        raise InputError(f"--thickness: found {thick:g} mm, allowed is up to {most:g} mm on this coupon")
    thick = min(thick, most)
    return GameSet(
        game="coupon_laser",
        title="Laser coupon",
        parameters=(),
        pieces=(Piece("plate", "plate", (), oblong(WIDE, HIGH), plate(thick)),),
        accessories=(Accessory("gauge", "gauge", 1, gauge()), Accessory("peg", "peg", 2, peg())),
        composition=Parts(),
        hidden=False,
        palette=replace(brief.palette, inks=()),
        measures=replace(
            measures,
            machine=replace(measures.machine, min_feature=FINEST),
            finish=replace(measures.finish, corner_radius=0.0),
        ),
        noun="plate",
    )


def plate(thick: float) -> Face:
    """Return the face of the plate. thick: of the sheet."""
    marks = [*_bars(), *_slots(thick), *_legible()]
    return _centred(box(0, 0, WIDE, HIGH), marks)


def _bars() -> Iterator[Mark]:
    """Yield the window of bars: first what divides it, then its rim."""
    left, low = EDGE, HIGH - EDGE - 3 - sizes.TALL
    high = low + sizes.TALL
    cuts = [left + sizes.BAR * k for k in range(1, sizes.BARS + 1)]
    yield engraved(words("x", 2.5, left + (sizes.BARS + 0.5) * sizes.BAR, low + sizes.TALL / 2, "middle"))
    yield engraved(words("take x out, push together: gauge or caliper", SMALL, left, high + 1.2))
    yield cut_along(*(line(x, low, x, high) for x in cuts))
    yield cut_out(box(left, low, sizes.window(), sizes.TALL))


def _slots(thick: float) -> Iterator[Mark]:
    """Yield the slots for the peg, each with its number."""
    pitch, tall = 8.4, thick + sizes.LOOSE
    left, low = EDGE, HIGH - EDGE - 3 - sizes.TALL - 10 - tall
    rings: list[Ring] = []
    numbers: list[Region] = []
    for k, offset in enumerate(sizes.OFFSETS):
        row, column = divmod(k, sizes.SLOTS // 2)
        wide = sizes.PEG + offset
        middle, foot = left + pitch * (column + 0.5), low - row * (tall + 6)
        rings.append(box(middle - wide / 2, foot, wide, tall))
        numbers += words(str(k + 1), 2.0, middle, foot - 2.8, "middle")
    yield engraved(words("peg: the tightest that takes it; the one you like", SMALL, left, low + tall + 1.6))
    yield engraved(numbers)
    yield cut_out(*rings)


def _legible() -> Iterator[Mark]:
    """Yield strokes that grow finer, and letters that grow smaller."""
    left, low = EDGE, 21.0
    x = left
    strokes: list[Ring] = []
    numbers: list[Region] = []
    for width in reversed(sizes.STROKES):
        strokes += [box(x + 2 * k * width, low, width, 5) for k in range(4)]
        numbers += words(f"{width:g}"[1:], 1.2, x + 3.5 * width, low - 2.2, "middle")
        x += max(7 * width, 2.0) + 1.6
    yield engraved(boxed(*strokes))
    yield engraved(numbers)


def gauge() -> Face:
    """Return the gauge: each step for a kerf, the narrowest at the left."""
    ring: list[tuple[float, float]] = []
    numbers: list[Region] = []
    widest = sizes.step(sizes.GAUGE[-1])
    end = sizes.RUN * sizes.STEPS + sizes.GRIP
    for k, kerf in enumerate(sizes.GAUGE):
        x, high = sizes.RUN * k, sizes.step(kerf)
        ring += [(snap(x), snap(high)), (snap(x + sizes.RUN), snap(high))]
        numbers += words(f"{kerf:.2f}"[2:], 1.2, x + sizes.RUN / 2, 1.5, "middle")
    numbers += words("kerf", 2.0, end - sizes.GRIP / 2, 3, "middle")
    up = snap(widest + 2)
    outline = ((0.0, 0.0), (snap(end), 0.0), (snap(end), up), (ring[-1][0], up), *ring[::-1])
    return _centred(outline, [engraved(numbers)])


def peg() -> Face:
    """Return the peg: a tongue that goes into the slots, and what it is held by."""
    wide = sizes.PEG + 8
    left, right = snap((wide - sizes.PEG) / 2), snap((wide + sizes.PEG) / 2)
    top = snap(TONGUE + HANDLE)
    outline = (
        (left, 0.0),
        (right, 0.0),
        (right, TONGUE),
        (snap(wide), TONGUE),
        (snap(wide), top),
        (0.0, top),
        (0.0, TONGUE),
        (left, TONGUE),
    )
    return _centred(outline, [engraved(words("peg", 2.0, wide / 2, TONGUE + 4, "middle"))])


def _centred(outline: Ring, marks: list[Mark], back: tuple[Region, ...] = ()) -> Face:
    """Return a face whose frame has its origin in the middle of its outline."""
    left, low, right, high = bounds((outline,))
    dx, dy = -(left + right) / 2, -(low + high) / 2

    def moved(ring: Ring) -> Ring:
        return tuple((snap(x + dx), snap(y + dy)) for x, y in ring)

    def areas(regions: tuple[Region, ...]) -> tuple[Region, ...]:
        return tuple(Region(moved(one.outer), tuple(map(moved, one.holes))) for one in regions)

    own = [
        replace(mark, field=areas(mark.field), ink=areas(mark.ink), lines=tuple(map(moved, mark.lines)))
        for mark in marks
    ]
    assert all(mark.operation in Operation for mark in own)
    return plain_face(moved(outline), own, areas(back))
