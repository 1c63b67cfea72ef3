"""The laser coupon: a plate with a window of bars, slots, things to engrave and scales; a gauge and pegs beside it.

Everything is drawn in the frame of its thing, lower left corner at 0, and then moved into the middle. Lengths in mm.

The figures of its book, which show what good and bad look like, are drawn from the same geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from quasiprint.coupons import laser as sizes
from quasiprint.drawing.lettering import Anchor, Sketch, areas_of, box, centre_face, cut_along, cut_out, engrave, line
from quasiprint.drawing.lettering import outlines as words
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.face import Face, Mark, Operation, Region, Ring, bounds, snap
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game import Brief, as_drawn
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece

WIDE, HIGH = 148, 96  # mm: whole, since the exact outline is
SMALL = 1.6  # mm: letters that tell what is what
FINEST = 0.05  # mm: what is drawn here is finer than what any machine is asked for
TONGUE, HANDLE = 12.0, 10.0  # mm: of a peg
# mm: where things stand on the plate: the lower left corner, of slots the upper one, of scales the middle
BARS_AT, SLOTS_AT, LEGIBLE_AT, SWATCHES_AT = (5.0, 68.0), (5.0, 60.0), (5.0, 14.0), (92.0, 6.0)
ACROSS_AT, UP_AT = (86.0, 83.0), (118.0, 62.0)
MOST = 8.0  # mm: how thick a sheet may be, or the slots leave their place
NO_SWATCHES = Finding(
    "swatches-left-out",
    Severity.NOTE,
    "plate",
    "this laser's program tells no two settings of engraving apart, so there are no swatches to compare",
    "engrave a scrap at each speed and power",
)
# the book
ACCENT = "#7A3E1D"
WOOD, HOLE, SOOT, CUT, PALE = "#E9D6B4", "#FFFFFF", "#4A2E1A", "#B03A2E", "#C9B48E"
SHOWN = 0.4  # mm: the kerf in the figures, so wide that it can be seen
SPOT = 0.25  # mm: the beam's spot where strokes run into one another
MEETS = 3  # the line of the scale that meets its slit in the figure: tenths of mm
COLUMN = 82.0  # mm: a column


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the sheet is too small or too thick for it."""
    measures = brief.measures
    room = measures.machine.room
    if measures.process is Maker.LASER and (max(room) < WIDE or min(room) < HIGH):
        found = f"room for {room[0]:g} × {room[1]:g} mm"
        raise InputError(f"sheet: found {found}, allowed is from {WIDE} × {HIGH} mm, the size of the coupon")
    thick = measures.stock.thickness
    if measures.process is Maker.LASER and thick > MOST:
        raise InputError(f"--thickness: found {thick:g} mm, allowed is up to {MOST:g} mm on this coupon")
    thick = min(thick, MOST)
    return GameSet(
        game="coupon_laser",
        title="Laser coupon",
        parameters=(),
        pieces=(Piece("plate", "plate", (), oblong(WIDE, HIGH), plate(thick, brief.settings)),),
        accessories=(Accessory("gauge", "gauge", 1, gauge()), Accessory("peg", "peg", 2, peg())),
        composition=Parts(),
        hidden=False,
        palette=replace(brief.palette, inks=()),
        measures=as_drawn(measures, FINEST),
        noun="plate",
        findings=() if brief.settings or measures.process is not Maker.LASER else (NO_SWATCHES,),
    )


def plate(thick: float, settings: int) -> Face:
    """Return the face of the plate. thick: of the sheet; settings: how many further ones there are to engrave with."""
    marks = [*_bars(), *_slots(thick), *_legible(), *_swatches(settings), *_slits()]
    return centre_face(box(0, 0, WIDE, HIGH), marks, tuple(_scales()))


def _bars() -> Iterator[Mark]:
    """Yield the window of bars: first what divides it, then its rim."""
    left, low = BARS_AT
    high = low + sizes.TALL
    cuts = [left + sizes.BAR * k for k in range(1, sizes.BARS + 1)]
    yield engrave(words("x", 2.5, left + (sizes.BARS + 0.5) * sizes.BAR, low + sizes.TALL / 2, "middle"))
    yield engrave(words("take x out: measure the ten, try the gauge", SMALL, left, high + 1.6))
    yield cut_along(*(line(x, low, x, high) for x in cuts))
    yield cut_out(box(left, low, sizes.window(), sizes.TALL))


def _slots(thick: float) -> Iterator[Mark]:
    """Yield the slots for the peg, each with its number."""
    pitch, tall = 8.2, thick + sizes.LOOSE
    left, top = SLOTS_AT
    rings: list[Ring] = []
    numbers: list[Region] = []
    for k, offset in enumerate(sizes.OFFSETS):
        row, column = divmod(k, sizes.SLOTS // 2)
        wide = sizes.PEG + offset
        middle, foot = left + pitch * (column + 0.5), top - tall - row * (tall + 5.2)
        rings.append(box(middle - wide / 2, foot, wide, tall))
        numbers += words(str(k + 1), 2.0, middle, foot - 2.8, "middle")
    yield engrave(words("peg: the tightest slot it goes in, and the one you like", SMALL, left, top + 1.6))
    yield engrave(numbers)
    yield cut_out(*rings)


def _legible() -> Iterator[Mark]:
    """Yield strokes that grow finer, and letters that grow smaller."""
    left, low = LEGIBLE_AT
    x = left
    strokes: list[Ring] = []
    numbers: list[Region] = []
    for width in reversed(sizes.STROKES):
        strokes += [box(x + 2 * k * width, low, width, 4.5) for k in range(sizes.EACH)]
        across = (2 * sizes.EACH - 1) * width
        numbers += words(f"{width:g}"[1:], 1.4, x + across / 2, low - 2.4, "middle")
        x += max(across, 2.4) + 1.5
    letters: list[Region] = []
    x = left
    for height in sizes.HEIGHTS:
        letters += words("g8R", height, x, low - 7.4)
        x += 2.6 * height + 2.2
    yield engrave(words("the finest strokes that are clear", SMALL, left, low + 6.1))
    yield engrave(areas_of(*strokes))
    yield engrave(numbers)
    yield engrave(letters)


def _swatches(settings: int) -> Iterator[Mark]:
    """Yield swatches, each engraved with a setting of its own, and their numbers."""
    count = min(settings, sizes.SPEEDS * sizes.POWERS)
    if not count:
        return
    left, low = SWATCHES_AT
    wide, high, across, up = 13.0, 6.6, 17.6, 8.2
    places = [
        (left + across * (k % sizes.SPEEDS), low + up * (sizes.POWERS - 1 - k // sizes.SPEEDS)) for k in range(count)
    ]
    for k, (x, y) in enumerate(places, 1):
        yield engrave(areas_of(box(x, y, wide, high)), setting=k)
    numbers = [area for k, (x, y) in enumerate(places, 1) for area in words(str(k), 2.0, x - 2.2, y + 2.2, "middle")]
    yield engrave(numbers)
    yield engrave(
        words("swatches: to the right faster, below stronger", SMALL, left - 3, low + up * sizes.POWERS + 0.2)
    )


def _slits() -> Iterator[Mark]:
    """Yield what is cut through beside the scales on the back: slits side by side, and one above the other."""
    (x, y), (u, v) = ACROSS_AT, UP_AT
    marks = range(-sizes.REACH, sizes.REACH + 1)
    half = sizes.SLIT / 2
    yield engrave(words("turn over: which lines meet the slits?", SMALL, ACROSS_AT[0] - 13.6, y + sizes.LONG + 1.6))
    yield cut_out(
        *(box(x + sizes.VERNIER * k - half, y, sizes.SLIT, sizes.LONG) for k in marks),
        *(box(u, v + sizes.VERNIER * k - half, sizes.LONG, sizes.SLIT) for k in marks),
    )


def _scales() -> Iterator[Region]:
    """Yield the scales on the back, seen through the face: beside each slit a line, those of the middle in line. The
    number at a line says how far the back lies to the right, or up, as it is seen from behind, in tenths of mm."""
    (x, y), (u, v) = ACROSS_AT, UP_AT
    pitch = sizes.VERNIER - sizes.FINE
    for k in range(-sizes.REACH, sizes.REACH + 1):
        long = sizes.LONG + (0.8 if k % 4 == 0 else 0.0)
        # to the right from behind is to the left through the face
        yield Region(box(x - pitch * k - sizes.FAINT / 2, y - 0.3 - long, sizes.FAINT, long))
        yield Region(box(u + sizes.LONG + 0.3, v + pitch * k - sizes.FAINT / 2, long, sizes.FAINT))
        if k % 4 == 0:
            yield from _behind(str(k), 1.6, x - pitch * k, y - 0.3 - long - 2.2, "middle")
            yield from _behind(str(k), 1.6, u + sizes.LONG + 1.0 + long, v + pitch * k - 0.8, "end")


def _behind(text: str, height: float, x: float, y: float, anchor: Anchor) -> Iterator[Region]:
    """Yield a text that is read from behind, as it is seen through the face. anchor: as it is read."""
    for area in words(text, height, -x, y, anchor):
        yield area.map_rings(lambda ring: tuple((snap(-px), py) for px, py in ring[::-1]))


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
    return centre_face(outline, [engrave(numbers)])


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
    return centre_face(outline, [engrave(words("peg", 2.0, wide / 2, TONGUE + 4, "middle"))])


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Maker.LASER]
    fields = {
        "bars": str(sizes.BARS),
        "drawn": f"{sizes.BARS * sizes.BAR:g}",
        "example": f"{sizes.BARS * sizes.BAR - sizes.BARS * 0.2:g}",
        "finer": f"{sizes.FINER:g}",
        "thickness": f"{held.measures.stock.thickness:g}",
        # what captions claim of the figures is said by them alone
        "slides_shown": "0.4",
        "tight_shown": "8",
        "fused_shown": "4",
        "meets_shown": str(MEETS),
        "off_shown": "0.3",
    }
    figures: dict[str, Callable[[], Figure]] = {
        "plate": lambda: plate_figure(held),
        "bars": lambda: bars_figure(words),
        "pegs": lambda: pegs_figure(words),
        "strokes": lambda: strokes_figure(words),
        "backs": lambda: backs_figure(words),
    }
    settings = {mark.setting for mark in held.pieces[0].face.marks if mark.setting}
    return Content(
        fields, frozenset({"swatches"} if settings else {"plain"}), figures, accent=ACCENT, made="made-coupon"
    )


def plate_figure(held: GameSet) -> Figure:
    """The plate as it comes off the laser."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))
    sketch = Sketch((left, low))
    sketch.rings((face.outline,), WOOD, SOOT, 0.3)
    for mark in face.marks:
        cut = mark.operation is Operation.CUT
        fill, stroke = (None, CUT) if cut else (PALE if mark.setting else SOOT, None)
        for region in mark.ink:
            sketch.rings(region.rings, fill, stroke)
        for one in mark.lines if cut else ():
            sketch.rings((one,), None, CUT, closed=False)
    return sketch.figure(right - left, high - low, bars=sum(len(mark.lines) for mark in face.marks))


def bars_figure(words: Mapping[str, str]) -> Figure:
    """The window with its bars pushed to the left, one taken out, and the gauge in the gap: its last step that goes
    in. All as a kerf of SHOWN leaves it."""
    scale, foot, k = 1.25, 4.0, SHOWN
    wide, tall = (sizes.window() + k) * scale, 16.0
    sketch = Sketch()
    sketch.box(0, foot, wide + 6, tall + 6, WOOD, SOOT)
    sketch.box(3, foot + 3, wide, tall, HOLE, SOOT)
    bar = (sizes.BAR - k) * scale
    for n in range(sizes.BARS):
        sketch.box(3 + bar * n, foot + 3.4, bar, tall - 0.8, WOOD, SOOT)
    left, gap = 3 + sizes.BARS * bar, wide - sizes.BARS * bar
    step = max(kerf for kerf in sizes.GAUGE if (sizes.step(kerf) - k) * scale <= gap + 1e-9)
    sketch.box(left, foot + 3 + tall / 2 - 1.2, (sizes.step(step) - k) * scale, 2.4, PALE, SOOT)
    sketch.text(3 + sizes.BARS * bar / 2, 0.6, words["together"], 3.2)
    sketch.text(left + gap / 2, foot + 3.9, words["gap"], 2.4)
    sketch.text(left + gap / 2, foot + tall / 2 + 2.2, f".{step * 100:.0f}", 2.2)
    return sketch.figure(wide + 6, tall + 6 + foot, kerfs=round((gap / scale - sizes.BAR) / k), slides=f"{step:g}")


def pegs_figure(words: Mapping[str, str]) -> Figure:
    """A peg before a slot that is too tight, in the tightest that takes it, and in one in which it rattles."""
    k = 0.2
    tight = next(n for n in range(1, sizes.SLOTS + 1) if sizes.play(n, k) >= 0)
    sketch, third, large = Sketch(), COLUMN / 3, 3.2
    for n, (slot, word) in enumerate(((tight - 3, "no"), (tight, "tight"), (tight + 5, "loose"))):
        middle = third * (n + 0.5)
        hole, peg = (sizes.PEG + sizes.OFFSETS[slot - 1] + k) * large, (sizes.PEG - k) * large
        sketch.box(middle - third / 2 + 1, 8, third - 2, 8, WOOD, SOOT)
        sketch.box(middle - hole / 2, 8, hole, 8, HOLE, SOOT)
        sketch.box(middle - peg / 2, 8.6 + (9.0 if peg > hole else 0.0), peg, 14, PALE, SOOT)
        sketch.text(middle, 4, words[word], 2.8)
        sketch.text(middle, 0.4, f"{words['play']} {sizes.play(slot, k):.2f} mm", 2.4)
    return sketch.figure(COLUMN, 33.0, tight=tight)


def strokes_figure(words: Mapping[str, str]) -> Figure:
    """Strokes as a beam burns them that is SPOT wider than they are drawn: the fine ones run together."""
    sketch, large, x = Sketch(), 4.0, 1.0
    for width in (0.8, 0.5, 0.3, 0.2):
        burnt = width + SPOT
        run = (2 * sizes.EACH - 1) * width * large
        if burnt >= 2 * width:
            sketch.box(x, 6, run, 12, SOOT)
        else:
            for n in range(sizes.EACH):
                sketch.box(x + (2 * n * width - SPOT / 2) * large, 6, burnt * large, 12, SOOT)
        sketch.text(x + run / 2, 2.8, f"{width:g}"[1:], 2.6)
        sketch.text(x + run / 2, 19.5, words["clear" if width > SPOT else "blurred"], 2.4)
        x += max(run, 12.0) + 3.5
    return sketch.figure(x, 23.0, fused=sum(width <= SPOT for width in sizes.STROKES))


def backs_figure(words: Mapping[str, str]) -> Figure:
    """The slits, and behind them the scale of a back that lies too far to the right, as it is seen from behind."""
    off, large, pitch = MEETS * sizes.FINE, 2.6, sizes.VERNIER - sizes.FINE
    middle, high, meets = COLUMN / 2, 9.0, 0
    sketch = Sketch()
    sketch.box(0, 0, COLUMN, 26, WOOD, SOOT)
    for k in range(-sizes.REACH, sizes.REACH + 1):
        slit, at = sizes.VERNIER * k, pitch * k + off
        meets = k if abs(at - slit) < 1e-9 else meets
        sketch.box(middle + slit * large - 0.5, high + 7, 1.0, 6, HOLE, SOOT, 0.15)
        sketch.box(middle + at * large - 0.3, high, 0.6, 6.6, CUT if k == MEETS else SOOT)
        if k % 4 == 0:
            sketch.text(middle + at * large, high - 4, f"{k}", 2.8)
    sketch.text(COLUMN / 2, 23, words["slits"], 2.4)
    return sketch.figure(COLUMN, 26.0, meets=meets, off=f"{off:g}")
