"""The paper coupon: is a page printed at its size, do backs lie behind faces, which colours can be told apart.

What is measured: how large everything is drawn, what a printer that is off makes of it, what is read off, and what
readings say: whether the page was scaled, how far backs are off, which colours to use. Lengths in mm.

**The scales.** On the front stand lines COARSE apart, on the back lines COARSE − FINE apart, those of the middle behind
one another. If the back is printed r too far to the right (as it is seen from behind), it lies r too far to the left
when it is looked at through the front: line j of the back stands at (COARSE − FINE)·j − r, and meets line j of the
front where j·FINE = −r. So the number at the front's line j is −j·FINE, and upwards, where nothing is mirrored, j·FINE.

Lines j of the front and j ± 1 of the back can meet, too, elsewhere on the scale. So every few lines there is a long one
on either side: where the scale is right, long lines meet long ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import mean

from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Coupon, Lazy, OnePlate, Outcome, Read, Reading, Titles
from quasiprint.model.measures import Flip, Maker
from quasiprint.model.production import Offer

RULER = 100.0  # of the page, on both axes
SAME_SCALE = 0.5  # of RULER: a page that is off by more was scaled

COARSE, FINE = 2.0, 0.05
REACH = 30  # lines on either side of the middle
NUMBERED = 5  # every so many lines
LINE = 0.25  # how wide they are
LONG, LONGER = 4.0, 5.5
FARTHEST = REACH * FINE

GREYS = ("#F2F2F2", "#E4E4E4", "#CCCCCC", "#999999", "#555555")  # the palest first; the second is the tint of backs
TINT = 2  # which of them tints backs in the files to print, from 1


ASKEW = 0.2  # mm: what two scales of one way may differ by
FEW = 3  # colours that every game can do with
SAFE = "high-contrast"  # a palette of so many
READINGS = (
    *(
        Reading(
            key,
            f"The ruler that runs {way}: how long are its 100 mm, by a real one?",
            least=80,
            most=120,
            wrong="is that the printed ruler of 100 mm?",
            needs=key,
        )
        for key, way in (("ruler_x", "across the page"), ("ruler_y", "up the page"))
    ),
    *(
        Reading(
            key,
            f"The scales that run {way}, against the light: which number stands where the lines meet, first {first}?",
            least=-FARTHEST,
            most=FARTHEST,
            wrong="the scales end there: lay the paper straight, or feed it by hand",
            times=2,
        )
        for key, way, first in (
            ("back_x", "across", "on the lower one, then on the upper"),
            ("back_y", "up", "on the left one, then on the right"),
        )
    ),
    Reading("paper", "Which paper was it?", unit="", choices=("a4", "letter")),
    Reading(
        "alike",
        "Which two colours can hardly be told apart (two numbers)?",
        *("", 1, 20, "the patches have these numbers"),
        times=2,
    ),
    Reading("grey", "Which is the palest grey that you see?", "", 1, len(GREYS), "the grey patches have these numbers"),
)


def judge(read: Read, made: Mapping[str, object]) -> Outcome:
    """Return what plausible readings say. made: the parameters of the coupon, if there is one to look at."""
    if wrong := [*_check_scale(read), *_check_askew(read), *_check_colours(read)]:
        return Outcome({}, tuple(wrong))
    tables: dict[str, dict[str, object]] = {}
    said: list[str] = []
    if "back_x" in read or "back_y" in read:
        off = tuple(round(mean(read.get(key, (0.0,))), 3) + 0.0 for key in ("back_x", "back_y"))
        page: dict[str, object] = {"back_offset": off, **_flip(made)}
        if "paper" in read:
            page["base"] = ("a4", "letter")[int(read["paper"][0])]
        tables["page"] = page
        said.append(f"backs are printed {off[0]:g} mm to the right and {off[1]:g} mm up")
    findings: list[Finding] = []
    if "alike" in read:
        first = round(max(read["alike"])) - 1
        said.append(f"the first {first} colours can be told apart")
        if first < FEW:
            tables["palette"] = {"base": SAFE}
            profiles = made.get("profiles")
            if isinstance(profiles, dict) and profiles.get("palette") == SAFE:
                message = f"the palette {SAFE} is made for this, and its colours cannot be told apart"
                remedy = "print the files in grey: patterns tell more"
                findings.append(Finding("colours-alike", Severity.WARNING, "alike", message, remedy))
    if read.get("grey", (0.0,))[0] > TINT:
        message = f"grey {TINT}, the tint of backs, is not seen"
        findings.append(Finding("tint-unseen", Severity.WARNING, "grey", message, "print in colour, or darker"))
    if not tables:
        nothing = "neither how far backs are off nor which colours are alike was measured"
        findings = [error("nothing-measured", "readings", nothing, "say back_x=, back_y= or alike=")]
    return Outcome(tables, tuple(findings), said)


def _flip(made: Mapping[str, object]) -> dict[str, object]:
    """Return about which edge the coupon was turned over, if that is not the usual one: backs are off by other lengths
    about the other."""
    profiles = made.get("made with")
    pages = profiles.get("pages") if isinstance(profiles, dict) else None
    first = pages[0] if isinstance(pages, list) and pages else None
    found = first.get("flip") if isinstance(first, dict) else None
    return {"flip": found} if found in tuple(Flip) and found != Flip.LONG else {}


def _check_scale(read: Read) -> Iterator[Finding]:
    """Yield whether the page was printed at another size: then nothing on it says anything."""
    for key in ("ruler_x", "ruler_y"):
        for found in read.get(key, ()):
            if abs(found - RULER) > SAME_SCALE:
                message = f"the ruler of {RULER:g} mm is {found:g} mm long: the page was printed at {found:g} %"
                remedy = 'print it at 100 %, without "fit to page", and measure again'
                yield error("page-scaled", key, message, remedy)


def _check_askew(read: Read) -> Iterator[Finding]:
    """Yield whether two scales of one way contradict each other."""
    for key in ("back_x", "back_y"):
        values = read.get(key, ())
        if len(values) > 1 and abs(values[0] - values[1]) > ASKEW + 1e-9:
            both = f"one scale says {values[0]:g} mm and the other {values[1]:g} mm"
            message = f"{both}: the paper lay askew, or one was misread"
            yield error("readings-differ", f"{key} and {key}", message, "read both again, or print it again")


def _check_colours(read: Read) -> Iterator[Finding]:
    """Yield whether it was not two colours that were said to be alike."""
    values = read.get("alike", (1.0, 2.0))
    if len(set(values)) != 2:
        message = f"found {', '.join(f'{value:g}' for value in values)}, allowed are the numbers of two colours"
        yield error("reading-wrong", "alike", message, "say both: alike=3,5")


class PaperCoupon(OnePlate):
    """The room's front door; what draws it is imported when it is used."""

    name = "coupon_paper"
    titles = Titles("Paper coupon", "quasiprint")
    maker = Maker.PAPER
    offers = (Offer.PAGES,)
    readings = READINGS

    judge = staticmethod(judge)
    design, rules = Lazy("design"), Lazy("design", "content")


COUPON: Coupon = PaperCoupon()
