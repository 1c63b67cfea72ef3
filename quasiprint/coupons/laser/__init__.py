"""The laser coupon: what kerf a laser has, how pieces fit, how it engraves, and whether backs lie behind faces. In:
options and readings, mm. Out: a set, and kerf, clearance and finest stroke, or how readings contradict one another.
Begin with the formulas below, then `judge` and `design`."""

# A beam removes k, half of it on either side of its line. So what is left between two cuts is k narrower than drawn,
# and a hole is k wider.
#
# **The bars.** A window holds BARS + 1 cells of a drawn width b each, divided by single cuts. Between two cuts there is
# one bar, so each is b − k wide: BARS of them, pushed together, measure BARS·b − BARS·k. With the caliper, therefore,
# ``k = (BARS·b − measured) / BARS``: ten kerfs in one measurement.
#
# **The gap.** The window is drawn (BARS + 1)·b wide, and k wider when it is cut. One bar is taken out and the others
# are pushed to one side: what is left free is (BARS + 1)·b + k − BARS·(b − k) = b + (BARS + 1)·k: eleven kerfs. A step
# of the gauge that is drawn g wide is g − k wide when it is cut, and goes in as long as g − k ≤ b + (BARS + 1)·k: so a
# step for the kerf k is drawn ``b + (BARS + 2)·k`` wide: twelve kerfs. The last step that slides says the kerf, rounded
# down to a step; in the middle it is half a step more.
#
# **The slots.** A peg drawn p wide is p − k wide; a slot drawn p + d wide is p + d + k wide: the peg has a play of d +
# 2k in it. The tightest slot that still takes it has a play from 0 to a step; where pieces have a clearance c off every
# side, the play is 2c.
#
# Drawn is a plate with a window of bars, slots, areas to engrave and scales; a gauge and pegs beside it. Each in the
# frame of its part, lower left corner at 0, and then moved into the middle. The figures of the book, which show what
# good and bad look like, are drawn from the same geometry.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from quasiprint.drawing.face_shapes import Scene
from quasiprint.drawing.lettering import areas_of, box, centre_face, cut_along, cut_out, engrave, line
from quasiprint.drawing.lettering import outlines as words
from quasiprint.drawing.outlines import mirror
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.coupon import Coupon, OnePlate, Outcome, Read, Reading, as_drawn
from quasiprint.model.face import Face, Mark, Operation, Region, Ring, bounds, snap
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Brief, Titles
from quasiprint.model.page import Anchor, Content, Figure, Shape
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece

BARS = 10  # that are measured together
BAR = 5.0  # width of each, as drawn
TALL = 18.0  # how long they are

# the gauge: for each step the kerf that it stands for
LEAST, STEP, STEPS = 0.04, 0.02, 23
RUN = 3.0  # how long a step is
GRIP = 12.0  # what it is held by
GAUGE = tuple(round(LEAST + STEP * k, 2) for k in range(STEPS))

PEG = 5.0  # width of the peg's tongue
SLOTS = 16
TIGHTEST, FINER = -0.75, 0.05
OFFSETS = tuple(round(TIGHTEST + FINER * k, 2) for k in range(SLOTS))  # of each slot against the peg
LOOSE = 1.0  # that a slot is higher than the sheet is thick

EACH = 4  # strokes of a width
STROKES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8)  # bars to engrave, and the gaps between
HEIGHTS = (3.0, 2.5, 2.0, 1.6, 1.2, 1.0, 0.8)  # of letters

VERNIER = 1.6  # pitch of the slits that are cut through
SLIT, LONG = 0.3, 3.5  # how wide and long they are, as drawn
FAINT = 0.2  # how wide the lines are on the back
FINE = 0.1  # what one line further tells
REACH = 7  # lines on either side of the middle: with more, two lines could meet their slits

SPEEDS, POWERS = 3, 3  # swatches: columns and rows

KERF, SLOT = "kerf", "the slots have these numbers"
SAME = 0.03  # mm: two kerfs that differ by more are two kerfs
NOTICEABLE = 0.25  # mm: what a back may be off
COARSE = 0.08  # mm: the same where a peg is pushed by hand, into wood that gives way
READINGS = (
    Reading(
        "bars",
        f"The {BARS} bars without x, pushed together: how wide are they, by the caliper?",
        least=BARS * (BAR - 1.0),
        most=BARS * BAR,
        wrong="wider is a kerf below 0, narrower one above 1 mm: are all ten bars there, and nothing else?",
        times=3,
        needs=KERF,
    ),
    Reading(
        "slides",
        "The gauge in the gap where x was: which is the last number that goes in?",
        least=GAUGE[0],
        most=GAUGE[-1],
        wrong="the gauge has no other numbers: .18 on it is 0.18",
        needs=KERF,
    ),
    Reading("tight", "The peg: which is the tightest slot that takes it?", "", 1, SLOTS, SLOT),
    Reading("liked", "The peg: in which slot does it sit as you want pieces to fit?", "", 1, SLOTS, SLOT),
    Reading(
        "stroke",
        "Which is the finest of the engraved strokes that are still apart and clear?",
        least=min(STROKES),
        most=max(STROKES),
        wrong="the strokes have these widths: .3 below them is 0.3",
    ),
    Reading("swatch", "Which swatch is engraved best?", "", 1, SPEEDS * POWERS, "the swatches have these numbers"),
    *(
        Reading(
            key,
            f"The back, {way}: which number stands at the line that meets its slit?",
            unit="",
            least=-REACH,
            most=REACH,
            wrong="beyond that lies no line: the sheet was not in the jig",
        )
        for key, way in (("back_x", "side by side"), ("back_y", "one above the other"))
    ),
)


def judge(read: Read, made: Mapping[str, object]) -> Outcome:
    """Return what plausible readings say. made: the parameters of the coupon, if there is one to look at: it was cut
    from a sheet as thick as they say."""
    kerfs = list(_kerfs(read))
    if findings := tuple(_contradictions(read, kerfs)):
        return Outcome({}, findings)
    for key, way in (("back_x", "to the right"), ("back_y", "up")):
        for off in (found * FINE for found in read.get(key, ()) if abs(found * FINE) > NOTICEABLE):
            message = f"backs lie {off:g} mm {way}, as seen from behind"  # no profile can mend it, but the jig can
            remedy = "cut the corner jig again, and push the sheet home on both sides"
            findings += (Finding("backs-off", Severity.WARNING, key, message, remedy),)
    fine = [kerf for key, _, kerf in kerfs if key == "bars"] or [kerf for key, _, kerf in kerfs if key == "slides"]
    kerf = round(sum(fine) / len(fine), 3)
    texts, measures = [f"kerf {kerf:g} mm"], dict[str, object]()
    of_laser: object = made.get("measures")
    for key in ("laser", "thickness"):
        of_laser = of_laser.get(key) if isinstance(of_laser, dict) else None
    if isinstance(thickness := of_laser, float):
        measures["thickness"] = thickness
        texts.append(f"sheet {thickness:g} mm thick")
    if "liked" in read:
        (slot,) = map(int, read["liked"])
        clearance = round(max(play(slot, kerf) / 2, 0.0), 3)
        measures["clearance"] = clearance
        texts.append(f"clearance {clearance:g} mm off every edge, as in slot {slot}")
    if "stroke" in read:
        measures["min_feature"] = read["stroke"][0]
        texts.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "swatch" in read:
        texts.append(f"engrave as in swatch {read['swatch'][0]:g}: (write its speed and power here)")
    tables: dict[str, dict[str, object]] = {"sheet": {"kerf": kerf}, "measures": measures}
    return Outcome({kind: values for kind, values in tables.items() if values}, findings, texts)


def _kerfs(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield the kerf that each reading shows: its key, what was read, and the kerf. A step and a slot say a range, and
    its middle is taken."""
    for measured in read.get("bars", ()):
        yield "bars", measured, (BARS * BAR - measured) / BARS
    for slides in read.get("slides", ()):
        yield "slides", slides, slides + STEP / 2
    for tightest in read.get("tight", ()):
        yield "tight", tightest, (FINER / 2 - OFFSETS[int(tightest) - 1]) / 2


def _contradictions(read: Read, kerfs: list[tuple[str, float, float]]) -> Iterator[Finding]:
    """Yield which readings contradict one another: each names both, and nothing is averaged away; and whether the peg
    is liked in a slot that it does not go into."""
    for (key, first, kerf), (other, second, found) in combinations(kerfs, 2):
        most = COARSE if "tight" in (key, other) else SAME
        if abs(kerf - found) > most:
            message = f"{key}={first:g} is a kerf of {kerf:.3f} mm, {other}={second:g} one of {found:.3f} mm; they may "
            yield error("readings-differ", f"{key} and {other}", f"{message}differ by {most:g} mm", "read both again")
    if read.get("liked", read.get("tight", (0.0,))) < read.get("tight", (0.0,)):
        liked, tight = read["liked"][0], read["tight"][0]
        message = f"the peg is liked in slot {liked:g}, and {tight:g} is the tightest that takes it"
        yield error("readings-differ", "liked and tight", message, "read both again; slot 1 is the tightest")


def window() -> float:
    """Return the drawn width of the window."""
    return (BARS + 1) * BAR


def step(kerf: float) -> float:
    """Return the drawn width of the gauge's step for a kerf."""
    return BAR + (BARS + 2) * kerf


def play(slot: int, kerf: float) -> float:
    """Return how much play a peg has in a slot, counted from 1."""
    return OFFSETS[slot - 1] + 2 * kerf


WIDE, HIGH = 148, 96  # mm: whole, since the exact outline is
SMALL = 1.6  # mm: letters that tell what is what
FINEST = 0.05  # mm: what is drawn here is finer than what any machine is asked for
TONGUE, HANDLE = 12.0, 10.0  # mm: of a peg
# mm: where items stand on the plate: the lower left corner, of slots the upper one, of scales the middle
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
    if measures.process is Process.LASER and (max(room) < WIDE or min(room) < HIGH):
        found = f"room for {room[0]:g} × {room[1]:g} mm"
        raise InputError(f"sheet: found {found}, allowed is from {WIDE} × {HIGH} mm, the size of the coupon")
    thick = measures.stock.thickness
    if measures.process is Process.LASER and thick > MOST:
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
        findings=() if brief.settings or measures.process is not Process.LASER else (NO_SWATCHES,),
    )


def plate(thick: float, settings: int) -> Face:
    """Return the face of the plate. thick: of the sheet; settings: how many further ones there are to engrave with."""
    marks = [*_bars(), *_slots(thick), *_legible(), *_swatches(settings), *_slits()]
    return centre_face(box(0, 0, WIDE, HIGH), marks, tuple(_scales()))


def _bars() -> Iterator[Mark]:
    """Yield the cuts of the window of bars: first its divisions, then its rim."""
    left, low = BARS_AT
    high = low + TALL
    cuts = [left + BAR * k for k in range(1, BARS + 1)]
    yield engrave(words("x", 2.5, left + (BARS + 0.5) * BAR, low + TALL / 2, "middle"))
    yield engrave(words("take x out: measure the ten, try the gauge", SMALL, left, high + 1.6))
    yield cut_along(*(line(x, low, x, high) for x in cuts))
    yield cut_out(box(left, low, window(), TALL))


def _slots(thick: float) -> Iterator[Mark]:
    """Yield the slots for the peg, each with its number."""
    pitch, tall = 8.2, thick + LOOSE
    left, top = SLOTS_AT
    rings: list[Ring] = []
    numbers: list[Region] = []
    for k, offset in enumerate(OFFSETS):
        row, column = divmod(k, SLOTS // 2)
        wide = PEG + offset
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
    for width in reversed(STROKES):
        strokes += [box(x + 2 * k * width, low, width, 4.5) for k in range(EACH)]
        across = (2 * EACH - 1) * width
        numbers += words(f"{width:g}"[1:], 1.4, x + across / 2, low - 2.4, "middle")
        x += max(across, 2.4) + 1.5
    letters: list[Region] = []
    x = left
    for height in HEIGHTS:
        letters += words("g8R", height, x, low - 7.4)
        x += 2.6 * height + 2.2
    yield engrave(words("the finest strokes that are clear", SMALL, left, low + 6.1))
    yield engrave(areas_of(*strokes))
    yield engrave(numbers)
    yield engrave(letters)


def _swatches(settings: int) -> Iterator[Mark]:
    """Yield swatches, each engraved with a setting of its own, and their numbers."""
    count = min(settings, SPEEDS * POWERS)
    if not count:
        return
    left, low = SWATCHES_AT
    wide, high, across, up = 13.0, 6.6, 17.6, 8.2
    places = [(left + across * (k % SPEEDS), low + up * (POWERS - 1 - k // SPEEDS)) for k in range(count)]
    for k, (x, y) in enumerate(places, 1):
        yield engrave(areas_of(box(x, y, wide, high)), setting=k)
    numbers = [area for k, (x, y) in enumerate(places, 1) for area in words(str(k), 2.0, x - 2.2, y + 2.2, "middle")]
    yield engrave(numbers)
    yield engrave(words("swatches: to the right faster, below stronger", SMALL, left - 3, low + up * POWERS + 0.2))


def _slits() -> Iterator[Mark]:
    """Yield what is cut through beside the scales on the back: slits side by side, and one above the other."""
    (x, y), (u, v) = ACROSS_AT, UP_AT
    marks = range(-REACH, REACH + 1)
    half = SLIT / 2
    yield engrave(words("turn over: which lines meet the slits?", SMALL, ACROSS_AT[0] - 13.6, y + LONG + 1.6))
    yield cut_out(
        *(box(x + VERNIER * k - half, y, SLIT, LONG) for k in marks),
        *(box(u, v + VERNIER * k - half, LONG, SLIT) for k in marks),
    )


def _scales() -> Iterator[Region]:
    """Yield the scales on the back, seen through the face: beside each slit a line, those of the middle in line. The
    number at a line says how far the back lies to the right, or up, as it is seen from behind, in tenths of mm."""
    (x, y), (u, v) = ACROSS_AT, UP_AT
    pitch = VERNIER - FINE
    for k in range(-REACH, REACH + 1):
        long = LONG + (0.8 if k % 4 == 0 else 0.0)
        # to the right from behind is to the left through the face
        yield Region(box(x - pitch * k - FAINT / 2, y - 0.3 - long, FAINT, long))
        yield Region(box(u + LONG + 0.3, v + pitch * k - FAINT / 2, long, FAINT))
        if k % 4 == 0:
            yield from _mirrored_text(str(k), 1.6, x - pitch * k, y - 0.3 - long - 2.2, "middle")
            yield from _mirrored_text(str(k), 1.6, u + LONG + 1.0 + long, v + pitch * k - 0.8, "end")


def _mirrored_text(text: str, height: float, x: float, y: float, anchor: Anchor) -> Iterator[Region]:
    """Yield a text that is read from behind, as it is seen through the face. anchor: as it is read."""
    for area in words(text, height, -x, y, anchor):
        yield area.map_rings(mirror)


def gauge() -> Face:
    """Return the gauge: each step for a kerf, the narrowest at the left."""
    ring: list[tuple[float, float]] = []
    numbers: list[Region] = []
    widest = step(GAUGE[-1])
    end = RUN * STEPS + GRIP
    for k, kerf in enumerate(GAUGE):
        x, high = RUN * k, step(kerf)
        ring += [(snap(x), snap(high)), (snap(x + RUN), snap(high))]
        numbers += words(f"{kerf:.2f}"[2:], 1.2, x + RUN / 2, 1.5, "middle")
    numbers += words("kerf", 2.0, end - GRIP / 2, 3, "middle")
    up = snap(widest + 2)
    outline = ((0.0, 0.0), (snap(end), 0.0), (snap(end), up), (ring[-1][0], up), *ring[::-1])
    return centre_face(outline, [engrave(numbers)])


def peg() -> Face:
    """Return the peg: a tongue that goes into the slots, and what it is held by."""
    wide = PEG + 8
    left, right = snap((wide - PEG) / 2), snap((wide + PEG) / 2)
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


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Process.LASER]
    fields = {
        "bars": str(BARS),
        "drawn": f"{BARS * BAR:g}",
        "example": f"{BARS * BAR - BARS * 0.2:g}",
        "finer": f"{FINER:g}",
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
    sketch = Scene()
    sketch.area(face.outline, WOOD, SOOT, 0.3)
    for mark in face.marks:
        cut = mark.operation is Operation.CUT
        fill, stroke = (None, CUT) if cut else (PALE if mark.setting else SOOT, None)
        for region in mark.ink:
            sketch.shapes.append(Shape(region.rings, fill, stroke, 0.2 if stroke else 0.0))
        for ring in mark.lines if cut else ():
            sketch.lines((ring,), CUT, 0.2)
    whole = Scene()
    whole.add(sketch, -left, -low)
    return whole.figure(right - left, high - low, {"bars": sum(len(mark.lines) for mark in face.marks)})


def bars_figure(words: Mapping[str, str]) -> Figure:
    """The window with its bars pushed to the left, one taken out, and the gauge in the gap: its last step that goes
    in. All as a kerf of SHOWN leaves it."""
    scale, foot, k = 1.25, 4.0, SHOWN
    wide, tall = (window() + k) * scale, 16.0
    sketch = Scene()
    sketch.box(0, foot, wide + 6, tall + 6, WOOD, SOOT, 0.2)
    sketch.box(3, foot + 3, wide, tall, HOLE, SOOT, 0.2)
    bar = (BAR - k) * scale
    for n in range(BARS):
        sketch.box(3 + bar * n, foot + 3.4, bar, tall - 0.8, WOOD, SOOT, 0.2)
    left, gap = 3 + BARS * bar, wide - BARS * bar
    last = max(kerf for kerf in GAUGE if (step(kerf) - k) * scale <= gap + 1e-9)
    sketch.box(left, foot + 3 + tall / 2 - 1.2, (step(last) - k) * scale, 2.4, PALE, SOOT, 0.2)
    sketch.write(3 + BARS * bar / 2, 0.6, words["together"], 3.2)
    sketch.write(left + gap / 2, foot + 3.9, words["gap"], 2.4)
    sketch.write(left + gap / 2, foot + tall / 2 + 2.2, f".{last * 100:.0f}", 2.2)
    return sketch.figure(wide + 6, tall + 6 + foot, {"kerfs": round((gap / scale - BAR) / k), "slides": f"{last:g}"})


def pegs_figure(words: Mapping[str, str]) -> Figure:
    """A peg before a slot that is too tight, in the tightest that fits, and in a loose one."""
    k = 0.2
    tight = next(n for n in range(1, SLOTS + 1) if play(n, k) >= 0)
    sketch, third, large = Scene(), COLUMN / 3, 3.2
    for n, (slot, word) in enumerate(((tight - 3, "no"), (tight, "tight"), (tight + 5, "loose"))):
        middle = third * (n + 0.5)
        hole, peg = (PEG + OFFSETS[slot - 1] + k) * large, (PEG - k) * large
        sketch.box(middle - third / 2 + 1, 8, third - 2, 8, WOOD, SOOT, 0.2)
        sketch.box(snap(middle - hole / 2), 8, hole, 8, HOLE, SOOT, 0.2)
        sketch.box(middle - peg / 2, 8.6 + (9.0 if peg > hole else 0.0), peg, 14, PALE, SOOT, 0.2)
        sketch.write(middle, 4, words[word], 2.8)
        sketch.write(middle, 0.4, f"{words['play']} {play(slot, k):.2f} mm".replace("-", "−"), 2.4)
    return sketch.figure(COLUMN, 33.0, {"tight": tight})


def strokes_figure(words: Mapping[str, str]) -> Figure:
    """Strokes as a beam burns them that is SPOT wider than they are drawn: the fine ones run together."""
    sketch, large, x = Scene(), 4.0, 1.0
    for width in (0.8, 0.5, 0.3, 0.2):
        burnt = width + SPOT
        run = (2 * EACH - 1) * width * large
        if burnt >= 2 * width:
            sketch.box(x, 6, run, 12, SOOT)
        else:
            for n in range(EACH):
                sketch.box(x + (2 * n * width - SPOT / 2) * large, 6, burnt * large, 12, SOOT)
        sketch.write(x + run / 2, 2.8, f"{width:g}"[1:], 2.6)
        sketch.write(x + run / 2, 19.5, words["clear" if width > SPOT else "blurred"], 2.4)
        x += max(run, 12.0) + 3.5
    return sketch.figure(x, 23.0, {"fused": sum(width <= SPOT for width in STROKES)})


def backs_figure(words: Mapping[str, str]) -> Figure:
    """The slits, and behind them the scale of a back that lies too far to the right, as it is seen from behind."""
    off, large, pitch = MEETS * FINE, 2.6, VERNIER - FINE
    middle, high, meets = COLUMN / 2, 9.0, 0
    sketch = Scene()
    sketch.box(0, 0, COLUMN, 26, WOOD, SOOT, 0.2)
    for k in range(-REACH, REACH + 1):
        slit, at = VERNIER * k, pitch * k + off
        meets = k if abs(at - slit) < 1e-9 else meets
        sketch.box(middle + slit * large - 0.5, high + 7, 1.0, 6, HOLE, SOOT, 0.15)
        sketch.box(middle + at * large - 0.3, high, 0.6, 6.6, CUT if k == MEETS else SOOT)
        if k % 4 == 0:
            sketch.write(middle + at * large, high - 4, f"{k}".replace("-", "−"), 2.8)
    sketch.write(COLUMN / 2, 23, words["slits"], 2.4)
    return sketch.figure(COLUMN, 26.0, {"meets": meets, "off": f"{off:g}"})


class LaserCoupon(OnePlate):
    """The room's front door."""

    name = "coupon_laser"
    titles = Titles("Laser coupon", "quasiprint")
    maker = Process.LASER
    offers = (ProductKind.DRAWINGS, ProductKind.PAGES)
    readings = READINGS

    judge, design, rules = staticmethod(judge), staticmethod(design), staticmethod(content)


COUPON: Coupon = LaserCoupon()
