"""The printer's coupon: how far out edges come, how parts shrink, what a foot and the finest strokes look like.

What is measured: how large everything is drawn, what a printer makes of it, what is read off, and what readings say:
clearance, swelling, bevel, finest stroke; or how they contradict one another. Lengths in mm.

A printer lays an edge e further out than drawn, all around: outlines grow by e on each side, and holes shrink by e on
each side. Cooling scales everything by 1 − s. What is drawn L wide is then L(1 − s) + 2e wide.

**Two lengths.** The plate is LONG wide, the block SHORT. From what a caliper says of both, a and b, follow the
shrinkage and the edge:
``s = 1 − (a − b) / (LONG − SHORT)`` and ``e = (b − SHORT(1 − s)) / 2``. Of the block alone e follows with
s = 0, wrong by SHORT·s/2: 0.02 mm for a third of a per cent.

**The wells.** A tile without any clearance goes into a well that is drawn w larger on every side if w − e ≥ e. So
the tightest well that takes it says e ≤ w/2, and the one before, that e is more than its w/2. Both shrink together.

**The clearance.** Between two tiles with a clearance c off every edge lie 2(c − e). That is to be `APART`, so
c = e + APART/2.

**The stud.** Where pieces of a game have hollows for studs, a cap with such a hollow goes over such a stud, or not.

**The foot.** The angle has no bevel, since its outline is not convex; the first layers are squeezed out by f on each
side. It is SPAN wide: the caliper at the bed says SPAN(1 − s) + 2e + 2f.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from statistics import fmean

from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Coupon, Lazy, OnePlate, Outcome, Read, Reading, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.option import Kind, Option
from quasiprint.model.production import Offer

LONG, SHORT, SPAN = 150.0, 12.0, 20.0
ARM = 8.0  # of the angle: how broad its arms are
EDGES = (0.03, 0.065, 0.1, 0.135, 0.17)  # for each well the largest e at which it takes the tile
STEP = 0.035  # between two of them
APART = 0.1  # between two tiles that are made with what was measured
WALL = 3.0  # between two wells, at least
THICKEST, STUDDED = 2.0, 3.0  # of the coupon: a thicker one tells no more; of one with a cap, which is hollow
WELL = 1.0  # how deep a well is
CAP = 4.0  # that a cap reaches beyond its hollow

STROKES = (1.2, 1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # grooves, as far apart as they are wide
DIGITS = (9, 8, 7, 6, 5, 4, 3)  # each as high as it says

EDGE = "edge"
SAME = 0.06  # mm: two readings of one edge that differ by more are two edges
SAME_LENGTH = {"long": 0.2, "short": 0.08, "foot": 0.15}  # mm: of one length that is measured elsewhere
SHRUNK = (-0.003, 0.01)  # what is plausible; beyond it something else is wrong
TOLD = 0.0015  # a smaller shrinkage is not worth a word: a caliper may have it
LEAST_TOLERANCE = 0.03  # mm: half of what lies between two wells, and a caliper's error
STEM = 0.24  # of a digit's height: how broad its strokes are
FINER = 0.75  # of the finest groove: strokes of a digit that can be read are no finer
MOST_FOOT = 0.5  # mm: a tile with round corners has no room for a wider bevel
READINGS = (
    Reading(
        "long",
        f"The plate: how long is it ({LONG:g} as drawn), by the caliper?",
        least=LONG * 0.97,
        most=LONG * 1.02,
        wrong="no filament shrinks so much: is the scale in the slicer 100 %, and is it the long side?",
        times=3,
    ),
    Reading(
        "short",
        f"The block: how wide is it ({SHORT:g} as drawn), above its foot? Several places, with commas",
        least=SHORT - 0.6,
        most=SHORT + 0.8,
        wrong="no printer is so far off: is it the block, and measured above its bevel?",
        times=4,
        needs=EDGE,
    ),
    Reading(
        "well",
        "The tile: which is the tightest well that takes it without force?",
        unit="",
        least=1,
        most=len(EDGES),
        wrong="the wells have these numbers; if none takes the tile, set the flow in your slicer first",
        needs=EDGE,
    ),
    Reading(
        "foot",
        f"The angle: how wide is it at the bed ({SPAN:g} as drawn), where the first layers are?",
        least=SPAN - 0.6,
        most=SPAN + 3.0,
        wrong="no first layer is squeezed out so far: is it the angle's longer side?",
        times=2,
    ),
    Reading("stud", "The cap, if you have one: does it go over its stud and lie flat?", choices=("yes", "no")),
    Reading(
        "stroke",
        "Which is the finest group of grooves that are apart and open? The number beside it",
        *("mm", min(STROKES), max(STROKES), "the groups have these widths"),
    ),
    Reading(
        "digit",
        "Which is the smallest digit that you can read? It is as high as it says",
        *("", min(DIGITS), max(DIGITS), "there are no other digits"),
    ),
)


def judge(read: Read, made: Mapping[str, object]) -> Outcome:
    """Return what plausible readings say. made: see `Coupon`; nothing of it is asked."""
    findings = [
        *_spread(read),
        *_check_shrinkage(read),
        *_edges_apart(read),
        *_strokes_apart(read),
        *_foot_too_wide(read),
        *_stud_tight(read),
    ]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Outcome({}, tuple(findings))
    edges = [edge for _, _, edge in _edges(read)]
    # the caliper is finer than the wells: where there are both, they agree, and it is the caliper's
    exact = [edge for key, _, edge in _edges(read) if key == "short"] or edges
    edge = round(fmean(exact), 3)
    clearance = round(max(edge + APART / 2, 0.0), 3)
    tolerance = round(max(LEAST_TOLERANCE, (max(edges) - min(edges)) / 2), 3)
    values: dict[str, object] = {"clearance": clearance, "swelling": edge, "tolerance": tolerance}
    said = [
        f"edges come {edge:g} mm {'further out' if edge >= 0 else 'further in'} than drawn",
        f"clearance {clearance:g} mm off every edge, so that {2 * (clearance - edge):.2g} mm lie between two tiles",
    ]
    if "foot" in read:
        foot = max(fmean(_feet(read)), 0.0)
        values["chamfer"] = max(0.2, math.ceil(10 * (foot + 0.1) - 1e-6) / 10)
        said.append(f"the foot is {foot:.2f} mm wide, so the bevel is {values['chamfer']:g} mm")
    if read.get("stud") == (0.0,):
        said.append("studs go into their hollows")
    if "stroke" in read:
        values["min_feature"] = read["stroke"][0]
        said.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "digit" in read:
        said.append(f"smallest digit {read['digit'][0]:g} mm high")
    return Outcome({"measures": values}, tuple(findings), said)


def _shrinkage(read: Read) -> float:
    """Return by which share parts are too short, 0 if nobody measured both lengths."""
    if "long" not in read or "short" not in read:
        return 0.0
    return shrinkage(fmean(read["long"]), fmean(read["short"]))


def _edges(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield how far out edges come by each reading: its key, what was read, and how far."""
    for value in read.get("short", ()):
        yield "short", value, of_block(value, _shrinkage(read))
    for value in read.get("well", ()):
        yield "well", value, of_well(int(value))


def _feet(read: Read) -> list[float]:
    """Return how far the first layers are squeezed out, by each reading."""
    edges = [edge for key, _, edge in _edges(read) if key == "short"] or [edge for _, _, edge in _edges(read)]
    return [of_foot(value, fmean(edges), _shrinkage(read)) for value in read.get("foot", ())]


def _spread(read: Read) -> Iterator[Finding]:
    """Yield which lengths were measured several times, and are not one."""
    for key, most in SAME_LENGTH.items():
        least, largest = min(read.get(key, (0.0,))), max(read.get(key, (0.0,)))
        if largest - least > most:
            message = f"{key}={least:g} and {key}={largest:g} differ by {largest - least:.2f} mm; one length differs "
            remedy = "measure again, clear of blobs and of the seam"
            yield error("readings-differ", key, f"{message}by up to {most:g} mm", remedy)


def _edges_apart(read: Read) -> Iterator[Finding]:
    """Yield which readings of one edge contradict one another: each names both, and nothing is averaged away."""
    found = list(_edges(read))
    for well, edge in [(value, edge) for key, value, edge in found if key == "well"]:
        for short, also in [(value, edge) for key, value, edge in found if key == "short"]:
            if abs(edge - also) > SAME:
                message = f"short={short:g} is an edge {also:.3f} mm further out than drawn, well={well:g} one of "
                message += f"{edge:.3f} mm; they may differ by {SAME:g} mm"
                remedy = "clear the wells of strings, try the tile again, and measure the block again"
                yield error("readings-differ", "short and well", message, remedy)


def _strokes_apart(read: Read) -> Iterator[Finding]:
    """Yield whether a digit was read whose strokes are far finer than the finest groove."""
    if "stroke" not in read or "digit" not in read:
        return
    stroke, digit = read["stroke"][0], read["digit"][0]
    if STEM * digit < FINER * stroke:
        message = f"digit={digit:g} has strokes of {STEM * digit:.2f} mm, and stroke={stroke:g} says that none finer "
        remedy = "look at both again, in the same light"
        yield error("readings-differ", "stroke and digit", f"{message}than {stroke:g} mm is clear", remedy)


def _check_shrinkage(read: Read) -> Iterator[Finding]:
    """Yield what is to be said of the shrinkage: it goes into no profile, since it grows with the part."""
    found = _shrinkage(read)
    scale = f"{100 / (1 - found):.2f} %"
    less = f"{abs(100 * found):.2f} % too {'short' if found > 0 else 'long'}"
    both, mend = "long and short", f"set the scale in your slicer to {scale}"
    if not SHRUNK[0] <= found <= SHRUNK[1]:
        message = f"parts are {less}, allowed is from {-100 * SHRUNK[0]:g} % too long to {100 * SHRUNK[1]:g} % too "
        remedy = f"measure both again; if it is so, {mend} and print the coupon again"
        yield error("shrinkage-implausible", both, f"{message}short", remedy)
    elif abs(found) > TOLD:
        message = f"parts are {less}: a small tile hardly shows it, a board does; it is not in the profile, since it "
        yield Finding("parts-shrink", Severity.WARNING, both, f"{message}grows with the part", mend)


def _stud_tight(read: Read) -> Iterator[Finding]:
    """Yield whether a hollow does not go over its stud: nothing in a profile makes it larger."""
    if read.get("stud") == (1.0,):
        message = "the cap does not go over its stud, so pieces will not lie flat on their board; no profile changes "
        remedy = "set the flow in your slicer, and print the coupon again"
        yield Finding("stud-tight", Severity.WARNING, "stud", f"{message}studs and hollows", remedy)


def _foot_too_wide(read: Read) -> Iterator[Finding]:
    """Yield whether the first layers are squeezed out farther than a bevel hides."""
    for value, foot in zip(read.get("foot", ()), _feet(read), strict=True):
        if foot > MOST_FOOT:
            message = f"foot={value:g} is a first layer squeezed out by {foot:.2f} mm, allowed is up to {MOST_FOOT:g} "
            remedy = "raise the nozzle a little for the first layer, or cool the bed, and print the coupon again"
            yield error("foot-too-wide", "foot", f"{message}mm: a tile has no room for a bevel that hides more", remedy)


def well(number: int) -> float:
    """Return how much larger a well is than the tile, on each side, as drawn. number: from 1."""
    return round(2 * EDGES[number - 1], 6)


def of_well(number: int) -> float:
    """Return how far out edges come if this is the tightest well that takes the tile: the middle of what it may be."""
    return EDGES[number - 1] - STEP / 2


def shrinkage(long: float, short: float) -> float:
    """Return by which share parts are too short, from what a caliper says of plate and block."""
    return 1 - (long - short) / (LONG - SHORT)


def of_block(short: float, shrunk: float = 0.0) -> float:
    """Return how far out edges come, from what a caliper says of the block."""
    return (short - SHORT * (1 - shrunk)) / 2


def of_foot(span: float, edge: float, shrunk: float = 0.0) -> float:
    """Return how far the first layers are squeezed out, from what a caliper says of the angle's foot."""
    return (span - SPAN * (1 - shrunk)) / 2 - edge


class PrinterCoupon(OnePlate):
    """The room's front door; what draws it is imported when it is used."""

    name = "coupon_printer"
    titles = Titles("Printer coupon", "quasiprint")
    maker = Maker.PRINTER
    offers = (Offer.SOLIDS, Offer.PAGES)
    options = (Option("game", "triomino", Kind.TEXT, "The game whose tiles are to fit; its usual tile is printed."),)
    readings = READINGS

    judge = staticmethod(judge)
    size, design, rules = Lazy("design"), Lazy("design"), Lazy("design", "content")


COUPON: Coupon = PrinterCoupon()
