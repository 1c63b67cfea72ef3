"""What the paper coupon's readings say: whether the page was scaled, how far backs are off, which colours to use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.coupons.paper import sizes
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Outcome, Read, Reading

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
            least=-sizes.FARTHEST,
            most=sizes.FARTHEST,
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
        unit="",
        least=1,
        most=20,
        wrong="the patches have these numbers",
        times=2,
    ),
    Reading(
        "grey",
        "Which is the palest grey that you see?",
        unit="",
        least=1,
        most=len(sizes.GREYS),
        wrong="the grey patches have these numbers",
    ),
)


def judge(read: Read, made: Mapping[str, object]) -> Outcome:
    """Return what plausible readings say. made: the parameters of the coupon, if there is one to look at."""
    wrong = [*_scaled(read), *_askew(read), *_one_colour(read)]
    if wrong:
        return Outcome({}, tuple(wrong))
    tables: dict[str, dict[str, object]] = {}
    said: list[str] = []
    if "back_x" in read or "back_y" in read:
        off = tuple(_middle(read.get(key, (0.0,))) for key in ("back_x", "back_y"))
        page: dict[str, object] = {"back_offset": off}
        if "paper" in read:
            page["base"] = ("a4", "letter")[int(read["paper"][0])]
        tables["page"] = page
        said.append(f"backs are printed {off[0]:g} mm to the right and {off[1]:g} mm up")
    findings: list[Finding] = []
    if "alike" in read:
        first = round(max(read["alike"])) - 1
        said.append(f"the first {first} colours can be told apart")
        if first < FEW:
            findings += _other_palette(made)
            tables["palette"] = {"base": SAFE}
    if read.get("grey", (0.0,))[0] > sizes.TINT:
        message = f"grey {sizes.TINT}, the tint of backs, is not seen"
        findings.append(Finding("tint-unseen", Severity.WARNING, "grey", message, "print in colour, or darker"))
    if not tables:
        nothing = "neither how far backs are off nor which colours are alike was measured"
        findings = [error("nothing-measured", "readings", nothing, "say back_x=, back_y= or alike=")]
    return Outcome(tables, tuple(findings), said)


def _middle(values: tuple[float, ...]) -> float:
    return round(sum(values) / len(values), 3) + 0.0


def _scaled(read: Read) -> Iterator[Finding]:
    """Yield whether the page was printed at another size: then nothing on it says anything."""
    for key in ("ruler_x", "ruler_y"):
        for found in read.get(key, ()):
            if abs(found - sizes.RULER) > sizes.SAME_SCALE:
                message = f"the ruler of {sizes.RULER:g} mm is {found:g} mm long: the page was printed at {found:g} %"
                remedy = 'print it at 100 %, without "fit to page", and measure anew'
                yield error("page-scaled", key, message, remedy)


def _askew(read: Read) -> Iterator[Finding]:
    """Yield whether two scales of one way contradict each other."""
    for key in ("back_x", "back_y"):
        values = read.get(key, ())
        if len(values) > 1 and abs(values[0] - values[1]) > ASKEW + 1e-9:
            both = f"one scale says {values[0]:g} mm and the other {values[1]:g} mm"
            message = f"{both}: the paper lay askew, or one was misread"
            yield error("readings-differ", f"{key} and {key}", message, "read both again, or print it again")


def _one_colour(read: Read) -> Iterator[Finding]:
    """Yield whether it was not two colours that were said to be alike."""
    values = read.get("alike", (1.0, 2.0))
    if len(set(values)) != 2:
        said = ", ".join(f"{value:g}" for value in values)
        yield error(
            "reading-wrong", "alike", f"found {said}, allowed are the numbers of two colours", "say both: alike=3,5"
        )


def _other_palette(made: Mapping[str, object]) -> Iterator[Finding]:
    """Yield that the palette is the safest one already."""
    profiles = made.get("profiles")
    if isinstance(profiles, dict) and profiles.get("palette") == SAFE:
        message = f"the palette {SAFE} is made for this, and its colours cannot be told apart"
        yield Finding(
            "colours-alike", Severity.WARNING, "alike", message, "print the files in grey: patterns tell more"
        )
