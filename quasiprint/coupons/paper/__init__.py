"""The paper coupon: is a page printed at its size, do backs lie behind faces, which colours can be told apart? In:
options and readings, mm. Out: a set, and whether pages were scaled, how far backs are off, which colours to use.
Begin with the formulas below, then `judge` and `design`."""

# **The scales.** On the front stand lines COARSE apart, on the back lines COARSE − FINE apart, those of the middle
# behind one another. If the back is printed r too far to the right (as it is seen from behind), it lies r too far to
# the left when it is looked at through the front: line j of the back stands at (COARSE − FINE)·j − r, and meets line j
# of the front where j·FINE = −r. So the number at the front's line j is −j·FINE, and upwards, where nothing is
# mirrored, j·FINE.
#
# Lines j of the front and j ± 1 of the back can meet, too, elsewhere on the scale. So every few lines there is a long
# one on either side: where the scale is right, long lines meet long ones.
#
# Drawn is a card with scales on both sides, and one with patches of every colour and of grey. The card is so high that
# it cannot lie on its side: right and up on it are right and up on the page. The figures of the book, which show what
# good and bad look like, are drawn from the same geometry.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from statistics import mean

from quasiprint.checks.colour import boldest
from quasiprint.drawing.face_shapes import Scene
from quasiprint.drawing.lettering import areas_of, box, centre_face, engrave
from quasiprint.drawing.lettering import outlines as words
from quasiprint.drawing.patterns import PATTERNS, Ribbon, ink_regions
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.choices import Flip, Process, ProductKind
from quasiprint.model.coupon import Coupon, OnePlate, Outcome, Read, Reading
from quasiprint.model.face import Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Brief, Titles
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece
from quasiprint.model.profile import Ink, Palette

RULER = 100.0  # of the page, on both axes
SAME_SCALE = 0.5  # of RULER: a page that is off by more was scaled

COARSE, FINE = 2.0, 0.05
REACH = 30  # lines on either side of the middle
NUMBERED = 5  # every fifth line
LINE = 0.25  # how wide they are
LONG, LONGER = 4.0, 5.5
FARTHEST = REACH * FINE

GREYS = ("#F2F2F2", "#E4E4E4", "#CCCCCC", "#999999", "#555555")  # the palest first; the second is the tint of backs
TINT = 2  # which of them tints backs in the files to print, from 1


ASKEW = 0.2  # mm: what two scales of one way may differ by
FEW = 3  # colours that every game can do with
SAFE = "high-contrast"  # a palette with as many
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
    if wrong := list(_contradictions(read)):
        return Outcome({}, tuple(wrong))
    tables: dict[str, dict[str, object]] = {}
    texts: list[str] = []
    if "back_x" in read or "back_y" in read:
        off = tuple(round(mean(read.get(key, (0.0,))), 3) + 0.0 for key in ("back_x", "back_y"))
        page: dict[str, object] = {"back_offset": off, **_flip(made)}
        if "paper" in read:
            page["base"] = ("a4", "letter")[int(read["paper"][0])]
        tables["page"] = page
        texts.append(f"backs are printed {off[0]:g} mm to the right and {off[1]:g} mm up")
    findings: list[Finding] = []
    if "alike" in read:
        first = round(max(read["alike"])) - 1
        texts.append(f"the first {first} colours can be told apart")
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
    return Outcome(tables, tuple(findings), texts)


def _flip(made: Mapping[str, object]) -> dict[str, object]:
    """Return about which edge the coupon was turned over, if that is not the usual one: backs are off by other lengths
    about the other."""
    profiles = made.get("made with")
    pages = profiles.get("pages") if isinstance(profiles, dict) else None
    first = pages[0] if isinstance(pages, list) and pages else None
    found = first.get("flip") if isinstance(first, dict) else None
    return {"flip": found} if found in tuple(Flip) and found != Flip.LONG else {}


def _contradictions(read: Read) -> Iterator[Finding]:
    """Yield whether the page was printed at another size: then nothing on it says anything; whether two scales of one
    way contradict each other; and whether one colour was read as alike."""
    for key in ("ruler_x", "ruler_y"):
        for found in read.get(key, ()):
            if abs(found - RULER) > SAME_SCALE:
                message = f"the ruler of {RULER:g} mm is {found:g} mm long: the page was printed at {found:g} %"
                remedy = 'print it at 100 %, without "fit to page", and measure again'
                yield error("page-scaled", key, message, remedy)
    for key in ("back_x", "back_y"):
        values = read.get(key, ())
        if len(values) > 1 and abs(values[0] - values[1]) > ASKEW + 1e-9:
            both = f"one scale says {values[0]:g} mm and the other {values[1]:g} mm"
            message = f"{both}: the paper lay askew, or one was misread"
            yield error("readings-differ", f"{key} and {key}", message, "read both again, or print it again")
    values = read.get("alike", (1.0, 2.0))
    if len(set(values)) != 2:
        message = f"found {', '.join(f'{value:g}' for value in values)}, allowed are the numbers of two colours"
        yield error("reading-wrong", "alike", message, "say both: alike=3,5")


WIDE, HIGH = 150, 200  # whole, since the exact outline is
SMALL = 2.0  # letters
FROM_RIM = 14.0  # of a scale's middle line
PATCH = (20.0, 6.0)
FINEST = 0.05  # what is drawn here is finer than what any set is asked for
COLUMNS = 4
# the book
ACCENT = "#1F5A8A"
INK, THROUGH, MEETS = "#222222", "#9FB7CC", "#B03A2E"
COLUMN = 82.0  # mm: a column
SHOWN = 14  # lines on either side, in the figures


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the paper is too small for it."""
    measures, palette = brief.measures, brief.palette
    room = measures.machine.room
    below = 12.0 + (PATCH[1] + 4) * -(-len(palette.inks) // COLUMNS) + 11
    if measures.process is Process.PAPER and (room[0] < WIDE or room[1] < HIGH + below + 4):
        raise InputError(
            f"page: found room for {room[0]:g} × {room[1]:g} mm, allowed is from {WIDE} × {HIGH + below + 4:g} mm, the "
            "size of the coupon"
        )
    grey = tuple(Ink(f"grey {k}", rgb, f"grey-{k}") for k, rgb in enumerate(GREYS, 1))
    return GameSet(
        game="coupon_paper",
        title="Paper coupon",
        parameters=(),
        pieces=(Piece("scales", "scales", (), oblong(WIDE, HIGH), _scales(palette)),),
        accessories=(Accessory("patches", "colour-card", 1, _patches(palette, below)),),
        composition=Parts(),
        hidden=False,
        palette=Palette(palette.name, palette.body, (*palette.inks, *grey)),
        measures=replace(measures, machine=replace(measures.machine, min_feature=FINEST)),
        noun="card",
    )


def _scales(palette: Palette) -> Face:
    """Return the face of the card."""
    middle = WIDE / 2, HIGH / 2
    lines: list[Ring] = []
    numbers: list[Region] = []
    behind: list[Ring] = []
    for k in range(-REACH, REACH + 1):
        at, back = COARSE * k, (COARSE - FINE) * k
        long = LONGER if k % NUMBERED == 0 else LONG
        for low in (FROM_RIM, HIGH - FROM_RIM):
            lines.append(box(middle[0] + at - LINE / 2, low, LINE, long))
            behind.append(box(middle[0] + back - LINE / 2, low - long, LINE, long))
            if k % NUMBERED == 0:
                numbers += words(_number(-k), SMALL, middle[0] + at, low + long + 0.8, "middle")
        for left in (FROM_RIM, WIDE - FROM_RIM - 8):
            lines.append(box(left, middle[1] + at - LINE / 2, long, LINE))
            behind.append(box(left - long, middle[1] + back - LINE / 2, long, LINE))
            if k % NUMBERED == 0:
                numbers += words(_number(k), SMALL, left + long + 0.8, middle[1] + at - SMALL / 2)
    question = [
        *words("Hold it against the light. Which line of the front", 3.0, middle[0], middle[1] + 3, "middle"),
        *words("meets a line of the back? Read its number, in mm.", 3.0, middle[0], middle[1] - 3, "middle"),
    ]
    marks = [engrave(areas_of(*lines)), engrave(numbers), engrave(question)]
    face = centre_face(box(0, 0, WIDE, HIGH), marks, areas_of(*behind))
    return replace(face, back_colour=palette.inks.index(boldest(palette)))


def _number(k: int) -> str:
    """Return what stands at a line: mm, as short as can be."""
    text = f"{abs(k) * FINE:g}"
    return ("-" if k < 0 else "") + (text[1:] if text.startswith("0.") else text)


def _patches(palette: Palette, high: float) -> Face:
    """Return the face of the patches: every ink in its pattern, and greys."""
    wide, tall = PATCH
    top = high - 8 - tall
    marks = [engrave(words("Which two look most alike? Which is the palest grey that you see?", SMALL, 5, high - 5))]
    numbers: list[Region] = []
    for k, ink in enumerate(palette.inks):
        row, column = divmod(k, COLUMNS)
        x, y = 10 + column * 36.0, top - row * (tall + 4)
        areas = tuple(_pattern(ink, x, y))
        field = areas_of(box(x, y, wide, tall))
        marks.append(Mark(0, Operation.ENGRAVE, k, ink.pattern, field, areas))
        numbers += words(str(k + 1), 3.0, x - 3.2, y + 1.5, "middle")
    for n in range(len(GREYS)):
        x, y = 10 + n * 28.0, 4.0
        field = areas_of(box(x, y, 14, tall))
        marks.append(Mark(0, Operation.ENGRAVE, len(palette.inks) + n, "solid", field, field))
        numbers += words(str(n + 1), 3.0, x - 3.2, y + 1.5, "middle")
    return centre_face(box(0, 0, WIDE, high), [*marks, engrave(numbers)])


def _pattern(ink: Ink, x: float, y: float) -> tuple[Region, ...]:
    """Return what an ink's pattern leaves of a patch. Raises InputError for a pattern that nobody draws."""
    wide, tall = PATCH
    if ink.pattern not in PATTERNS:
        raise InputError(f"palette: found the pattern {ink.pattern!r}, allowed are {', '.join(PATTERNS)}")
    band = Ribbon(width=tall, run_in=wide, radius=0.0, angle=0.0, length=wide, start=0.0, free=True)

    def place(points: tuple[Point, ...]) -> Ring:
        return tuple((snap(x + py), snap(y + tall / 2 - px)) for px, py in points)

    return ink_regions(band, ink.pattern, place)


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Process.PAPER]
    fields = {
        "farthest": f"{FARTHEST:g}",
        "fine": f"{FINE:g}",
        "inks": str(len(held.palette.inks) - len(GREYS)),
        "greys": str(len(GREYS)),
        "tint": str(TINT),
        "good_shown": "0",
        "bad_shown": "0.35",
        "scaled_shown": "97",
    }
    figures: dict[str, Callable[[], Figure]] = {
        "good": lambda: scale_figure(0.0),
        "bad": lambda: scale_figure(0.35),
        "rulers": lambda: rulers_figure(words),
    }
    return Content(fields, frozenset(), figures, accent=ACCENT, made="made-coupon")


def scale_figure(off: float) -> Figure:
    """A scale against the light, of a back that is printed `off` mm too far to the right. The lines of the back shine
    through, paler."""
    sketch, large, middle, low = Scene(), 1.45, COLUMN / 2, 5.0
    best = min(range(-SHOWN, SHOWN + 1), key=lambda k: abs(FINE * k + off))
    for k in range(-SHOWN, SHOWN + 1):
        at, back = COARSE * k, (COARSE - FINE) * k - off
        longer = 1.5 * (k % NUMBERED == 0)
        sketch.box(middle + back * large - 0.2, low - longer, 0.4, 6 + longer, THROUGH if k != best else MEETS)
        sketch.box(middle + at * large - 0.2, low + 6, 0.4, 6 + longer, MEETS if k == best else INK)
        if longer:
            sketch.write(middle + at * large, low + 14.5, f"{-k * FINE:g}".replace("-", "−"), 2.6)
    return sketch.figure(COLUMN, 24.0, {"reads": f"{-best * FINE + 0.0:g}"})


def rulers_figure(words: Mapping[str, str]) -> Figure:
    """A real ruler beside that of a page which was fitted to the paper."""
    sketch, percent, large = Scene(), 97, 0.76
    for low, scaled in ((12.0, 1.0), (5.0, percent / 100)):
        for k in range(11):
            sketch.box(3 + 10 * k * large * scaled - 0.15, low, 0.3, 4.0 if k % 5 else 5.5, INK)
        sketch.box(3, low, 100 * large * scaled, 0.3, INK)
    sketch.write(3, 19, words["real"], 2.8, "start")
    sketch.write(3, 1, words["printed"], 2.8, "start")
    return sketch.figure(COLUMN, 23.0, {"percent": percent})


class PaperCoupon(OnePlate):
    """The room's front door."""

    name = "coupon_paper"
    titles = Titles("Paper coupon", "quasiprint")
    maker = Process.PAPER
    offers = (ProductKind.PAGES,)
    readings = READINGS

    judge, design, rules = staticmethod(judge), staticmethod(design), staticmethod(content)


COUPON: Coupon = PaperCoupon()
