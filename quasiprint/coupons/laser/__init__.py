"""The laser coupon: what kerf a laser has, how pieces fit, how it engraves, and whether backs lie behind faces.

What is measured: how large everything is drawn, what a kerf makes of it, what is read off, and what readings say: kerf,
clearance, finest stroke; or how they contradict one another. Lengths in mm.

A beam removes k, half of it on either side of its line. So what is left between two cuts is k narrower than drawn, and
a hole is k wider.

**The bars.** A window holds BARS + 1 cells of a drawn width b each, divided by single cuts. Between two cuts there is
one bar, so each is b − k wide: BARS of them, pushed together, measure BARS·b − BARS·k. With the caliper, therefore,
``k = (BARS·b − measured) / BARS``: ten kerfs in one measurement.

**The gap.** The window is drawn (BARS + 1)·b wide, and k wider when it is cut. One bar is taken out and the others are
pushed to one side: what is left free is (BARS + 1)·b + k − BARS·(b − k) = b + (BARS + 1)·k: eleven kerfs. A step of the
gauge that is drawn g wide is g − k wide when it is cut, and goes in as long as g − k ≤ b + (BARS + 1)·k: so a step for
the kerf k is drawn ``b + (BARS + 2)·k`` wide: twelve kerfs. The last step that slides says the kerf, rounded down to a
step; in the middle it is half a step more.

**The slots.** A peg drawn p wide is p − k wide; a slot drawn p + d wide is p + d + k wide: the peg has a play of
d + 2k in it. The tightest slot that still takes it has a play from 0 to a step; where pieces have a clearance c off
every side, the play is 2c.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Coupon, Lazy, OnePlate, Outcome, Read, Reading, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer

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

SPEEDS, POWERS = 3, 3  # swatches: so many columns and rows

KERF, SLOT = "kerf", "the slots have these numbers"
SAME = 0.03  # mm: two kerfs that differ by more are two kerfs
SEEN = 0.25  # mm: what a back may be off
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
    if findings := [*_apart(kerfs), *_tighter(read)]:
        return Outcome({}, tuple(findings))
    fine = [kerf for key, _, kerf in kerfs if key == "bars"] or [kerf for key, _, kerf in kerfs if key == "slides"]
    kerf = round(sum(fine) / len(fine), 3)
    said, measures = [f"kerf {kerf:g} mm"], dict[str, object]()
    of_laser: object = made.get("measures")
    for key in ("laser", "thickness"):
        of_laser = of_laser.get(key) if isinstance(of_laser, dict) else None
    if isinstance(thickness := of_laser, float):
        measures["thickness"] = thickness
        said.append(f"sheet {thickness:g} mm thick")
    if "liked" in read:
        (slot,) = map(int, read["liked"])
        clearance = round(max(play(slot, kerf) / 2, 0.0), 3)
        measures["clearance"] = clearance
        said.append(f"clearance {clearance:g} mm off every edge, as in slot {slot}")
    if "stroke" in read:
        measures["min_feature"] = read["stroke"][0]
        said.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "swatch" in read:
        said.append(f"engrave as in swatch {read['swatch'][0]:g}: (write its speed and power here)")
    tables: dict[str, dict[str, object]] = {"sheet": {"kerf": kerf}, "measures": measures}
    return Outcome({kind: values for kind, values in tables.items() if values}, tuple(_off(read)), said)


def _tighter(read: Read) -> Iterator[Finding]:
    """Yield whether the peg is liked in a slot that it does not go into."""
    if read.get("liked", read.get("tight", (0.0,))) < read.get("tight", (0.0,)):
        liked, tight = read["liked"][0], read["tight"][0]
        message = f"the peg is liked in slot {liked:g}, and {tight:g} is the tightest that takes it"
        yield error("readings-differ", "liked and tight", message, "read both again; slot 1 is the tightest")


def _off(read: Read) -> Iterator[Finding]:
    """Yield how far backs are off, if that is more than anybody overlooks. No profile can mend it, but the jig can."""
    for key, way in (("back_x", "to the right"), ("back_y", "up")):
        for found in read.get(key, ()):
            off = found * FINE
            if abs(off) > SEEN:
                message = f"backs lie {off:g} mm {way}, as seen from behind"
                remedy = "cut the corner jig again, and push the sheet home on both sides"
                yield Finding("backs-off", Severity.WARNING, key, message, remedy)


def _kerfs(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield the kerf that each reading shows: its key, what was read, and the kerf."""
    for key, kerf_of in (("bars", of_bars), ("slides", of_step), ("tight", of_slot)):
        for value in read.get(key, ()):
            yield key, value, kerf_of(value)


def _apart(kerfs: list[tuple[str, float, float]]) -> Iterator[Finding]:
    """Yield which readings contradict one another: each names both, and nothing is averaged away."""
    for (one, first, kerf), (other, second, found) in combinations(kerfs, 2):
        most = COARSE if "tight" in (one, other) else SAME
        if abs(kerf - found) > most:
            message = f"{one}={first:g} is a kerf of {kerf:.3f} mm, {other}={second:g} one of {found:.3f} mm; they may "
            yield error("readings-differ", f"{one} and {other}", f"{message}differ by {most:g} mm", "read both again")


def window() -> float:
    """Return the drawn width of the window."""
    return (BARS + 1) * BAR


def step(kerf: float) -> float:
    """Return the drawn width of the gauge's step for a kerf."""
    return BAR + (BARS + 2) * kerf


def of_bars(measured: float) -> float:
    """Return the kerf that the bars together show."""
    return (BARS * BAR - measured) / BARS


def of_step(slides: float) -> float:
    """Return the kerf that the last step which slides shows: the middle of those that it may be."""
    return slides + STEP / 2


def play(slot: int, kerf: float) -> float:
    """Return how much play a peg has in a slot, counted from 1."""
    return OFFSETS[slot - 1] + 2 * kerf


def of_slot(tightest: float) -> float:
    """Return the kerf that the tightest slot which takes the peg shows: the middle of those that it may be."""
    return (FINER / 2 - OFFSETS[int(tightest) - 1]) / 2


class LaserCoupon(OnePlate):
    """The room's front door; what draws it is imported when it is used."""

    name = "coupon_laser"
    titles = Titles("Laser coupon", "quasiprint")
    maker = Maker.LASER
    offers = (Offer.DRAWINGS, Offer.PAGES)
    readings = READINGS

    judge = staticmethod(judge)
    design, rules = Lazy("design"), Lazy("design", "content")


COUPON: Coupon = LaserCoupon()
