"""The printer's coupon: how far out edges come, how parts shrink, what a foot and the finest strokes look like. In:
options and readings, mm. Out: a set, and clearance, swelling, bevel and finest stroke, or how readings contradict
one another. Begin with the formulas below, then `judge` and `design`."""

# A printer lays an edge e further out than drawn, all around: outlines grow by e on each side, and holes shrink by e on
# each side. Cooling scales everything by 1 − s. What is drawn L wide is then L(1 − s) + 2e wide.
#
# **Two lengths.** The plate is LONG wide, the block SHORT. From what a caliper says of both, a and b, follow the
# shrinkage and the edge: ``s = 1 − (a − b) / (LONG − SHORT)`` and ``e = (b − SHORT(1 − s)) / 2``. Of the block alone e
# follows with s = 0, wrong by SHORT·s/2: 0.02 mm for a third of a per cent.
#
# **The wells.** A tile without any clearance goes into a well that is drawn w larger on every side if w − e ≥ e. So the
# tightest well that takes it says e ≤ w/2, and the one before, that e is more than its w/2. Both shrink together.
#
# **The clearance.** Between two tiles with a clearance c off every edge lie 2(c − e). That is to be `APART`, so c = e +
# APART/2.
#
# **The stud.** Where pieces of a game have hollows for studs, a cap with such a hollow goes over such a stud, or not.
#
# **The foot.** The angle has no bevel, since its outline is not convex; the first layers are squeezed out by f on each
# side. It is SPAN wide: the caliper at the bed says SPAN(1 − s) + 2e + 2f.
#
# Drawn is a plate with wells for a tile, grooves and digits; two tiles, a block and an angle beside it. Each in the
# frame of its part, lower left corner at 0, and then moved into the middle. The figures of the book, which show what
# good and bad look like, are drawn from the same geometry.

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from quasiprint import games
from quasiprint.checks.colour import boldest
from quasiprint.drawing.areas import grow
from quasiprint.drawing.face_shapes import Scene
from quasiprint.drawing.lettering import areas_of, box, centre_face, engrave
from quasiprint.drawing.lettering import outlines as lettering
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import circle, translate, turn_ring
from quasiprint.drawing.packer import apart, rims, to_middle
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.coupon import Coupon, OnePlate, Outcome, Read, Reading, as_drawn
from quasiprint.model.face import Cell, Face, Mark, Region, Ring, area, bounds, snap
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Brief, Game, Parameters, Titles, traits
from quasiprint.model.measures import Size, Stock
from quasiprint.model.option import Kind, Option
from quasiprint.model.page import Content, Figure, Shape
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece

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
WORTH_A_WORD = 0.0015  # a smaller shrinkage is not worth a word: a caliper may have it
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
    findings = [*_contradictions(read), *_amiss(read)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Outcome({}, tuple(findings))
    edges = [edge for _, _, edge in _edges(read)]
    # the caliper is finer than the wells: where there are both, they agree, and it is the caliper's
    exact = [edge for key, _, edge in _edges(read) if key == "short"] or edges
    edge = round(fmean(exact), 3)
    clearance = round(max(edge + APART / 2, 0.0), 3)
    tolerance = round(max(LEAST_TOLERANCE, (max(edges) - min(edges)) / 2), 3)
    values: dict[str, object] = {"clearance": clearance, "swelling": edge, "tolerance": tolerance}
    texts = [
        f"edges come {edge:g} mm {'further out' if edge >= 0 else 'further in'} than drawn",
        f"clearance {clearance:g} mm off every edge, so that {2 * (clearance - edge):.2g} mm lie between two tiles",
    ]
    if "foot" in read:
        foot = max(fmean(_feet(read)), 0.0)
        values["chamfer"] = max(0.2, math.ceil(10 * (foot + 0.1) - 1e-6) / 10)
        texts.append(f"the foot is {foot:.2f} mm wide, so the bevel is {values['chamfer']:g} mm")
    if read.get("stud") == (0.0,):
        texts.append("studs go into their hollows")
    if "stroke" in read:
        values["min_feature"] = read["stroke"][0]
        texts.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "digit" in read:
        texts.append(f"smallest digit {read['digit'][0]:g} mm high")
    return Outcome({"measures": values}, tuple(findings), texts)


def _shrinkage(read: Read) -> float:
    """Return by which share parts are too short, 0 if nobody measured both lengths."""
    if "long" not in read or "short" not in read:
        return 0.0
    return 1 - (fmean(read["long"]) - fmean(read["short"])) / (LONG - SHORT)


def _edges(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield how far out edges come by each reading: its key, what was read, and how far; of the tightest well that
    takes the tile the middle of what it may be."""
    for value in read.get("short", ()):
        yield "short", value, (value - SHORT * (1 - _shrinkage(read))) / 2
    for value in read.get("well", ()):
        yield "well", value, EDGES[int(value) - 1] - STEP / 2


def _feet(read: Read) -> list[float]:
    """Return how far the first layers are squeezed out, by each reading."""
    edges = [edge for key, _, edge in _edges(read) if key == "short"] or [edge for _, _, edge in _edges(read)]
    return [(value - SPAN * (1 - _shrinkage(read))) / 2 - fmean(edges) for value in read.get("foot", ())]


def _contradictions(read: Read) -> Iterator[Finding]:
    """Yield which lengths were measured several times, and are not one; the shrinkage, which grows with the part; and
    which readings contradict one another, the digit whose strokes are far finer than the finest groove among them:
    nothing is averaged away."""
    for key, most in SAME_LENGTH.items():
        least, largest = min(read.get(key, (0.0,))), max(read.get(key, (0.0,)))
        if largest - least > most:
            message = f"{key}={least:g} and {key}={largest:g} differ by {largest - least:.2f} mm; one length differs "
            remedy = "measure again, clear of blobs and of the seam"
            yield error("readings-differ", key, f"{message}by up to {most:g} mm", remedy)
    short_by = _shrinkage(read)
    scale = f"{100 / (1 - short_by):.2f} %"
    less = f"{abs(100 * short_by):.2f} % too {'short' if short_by > 0 else 'long'}"
    both, mend = "long and short", f"set the scale in your slicer to {scale}"
    if not SHRUNK[0] <= short_by <= SHRUNK[1]:
        message = f"parts are {less}, allowed is from {-100 * SHRUNK[0]:g} % too long to {100 * SHRUNK[1]:g} % too "
        remedy = f"measure both again; if it is so, {mend} and print the coupon again"
        yield error("shrinkage-implausible", both, f"{message}short", remedy)
    elif abs(short_by) > WORTH_A_WORD:
        message = f"parts are {less}: a small tile hardly shows it, a board does; it is not in the profile, since it "
        yield Finding("parts-shrink", Severity.WARNING, both, f"{message}grows with the part", mend)
    found = list(_edges(read))
    for well, edge in [(value, edge) for key, value, edge in found if key == "well"]:
        for short, also in [(value, edge) for key, value, edge in found if key == "short"]:
            if abs(edge - also) > SAME:
                message = f"short={short:g} is an edge {also:.3f} mm further out than drawn, well={well:g} one of "
                message += f"{edge:.3f} mm; they may differ by {SAME:g} mm"
                remedy = "clear the wells of strings, try the tile again, and measure the block again"
                yield error("readings-differ", "short and well", message, remedy)
    (stroke, *_), (digit, *_) = read.get("stroke", (0.0,)), read.get("digit", (math.inf,))
    if STEM * digit < FINER * stroke:
        message = f"digit={digit:g} has strokes of {STEM * digit:.2f} mm, and stroke={stroke:g} says that none finer "
        remedy = "look at both again, in the same light"
        yield error("readings-differ", "stroke and digit", f"{message}than {stroke:g} mm is clear", remedy)


def _amiss(read: Read) -> Iterator[Finding]:
    """Yield what no profile mends: first layers that are squeezed out farther than a bevel hides, and a hollow that
    does not go over its stud."""
    for value, foot in zip(read.get("foot", ()), _feet(read), strict=True):
        if foot > MOST_FOOT:
            message = f"foot={value:g} is a first layer squeezed out by {foot:.2f} mm, allowed is up to {MOST_FOOT:g} "
            remedy = "raise the nozzle a little for the first layer, or cool the bed, and print the coupon again"
            yield error("foot-too-wide", "foot", f"{message}mm: a tile has no room for a bevel that hides more", remedy)
    if read.get("stud") == (1.0,):
        message = "the cap does not go over its stud, so pieces will not lie flat on their board; no profile changes "
        remedy = "set the flow in your slicer, and print the coupon again"
        yield Finding("stud-tight", Severity.WARNING, "stud", f"{message}studs and hollows", remedy)


def well(number: int) -> float:
    """Return how much larger a well is than the tile, on each side, as drawn. number: from 1."""
    return round(2 * EDGES[number - 1], 6)


MARGIN = 4.0  # mm: from the rim
NUMBER, SMALL, WORD = 5.0, 3.6, 3.2  # mm: heights of letters
GROOVE = 6.0  # mm: how long a groove is
SPACED = 0.12  # of their height: what is put between letters
FINEST = 0.25  # mm: what is drawn here is finer than what any printer is asked for
CAP_SIDES = 48
LEAST = WELL + 0.8  # mm: of the thickness
# the book
ACCENT = "#2F5D62"
BODY, DEEP, INK, GAP, CLASH = "#DDE5E6", "#9FB2B5", "#1F2E30", "#FFFFFF", "#B03A2E"
COLUMN = 82.0  # mm: a column
SHOWN = 0.08  # mm: how far out edges come in the figures
LARGE = 8.0  # that they are drawn larger in the wells, so that it can be seen
MOST_SIDES = 8  # of a tile; what has more is round
FOOT = 0.3  # mm: of the angle in the figure


@dataclass(frozen=True, slots=True)
class Stud:
    """What stands on a game's board, and the hollow that takes it, each around the origin. rise: how high it stands;
    depth: of the hollow."""

    ring: Ring
    hollow: Ring
    rise: float
    depth: float


def size(parameters: Parameters) -> Size:
    """Return the usual size of the game's pieces. Raises InputError for a game that is not printed."""
    room = _room(str(parameters["game"]))
    return traits(room).size(_parameters(room))


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the bed is too small, the stock too thin, or the game has no tile."""
    m = brief.measures
    game = str(brief.parameters["game"])
    tile, stud = borrow(game, brief)
    thick = min(m.stock.thickness, STUDDED if stud else THICKEST)
    if m.process is Process.PRINTER and thick < LEAST:
        raise InputError(f"--thickness: found {thick:g} mm, allowed is from {LEAST:g} mm: a well has a floor")
    thick = max(thick, LEAST)
    angle = (0.0, 0.0), (SPAN, 0.0), (SPAN, ARM), (ARM, ARM), (ARM, SPAN), (0.0, SPAN)  # which has no bevel at its foot
    face = plate(tile, stud)
    _, low, _, high = bounds((face.outline,))
    wide, tall = int(LONG), round(high - low)
    room = m.machine.room
    if m.process is Process.PRINTER and (max(room) < wide or min(room) < tall):
        found = f"room for {room[0]:g} × {room[1]:g} mm"
        raise InputError(f"bed: found {found}, allowed is from {wide} × {tall} mm, the size of the coupon for {game}")
    return GameSet(
        game="coupon_printer",
        title="Printer coupon",
        parameters=(("game", game),),
        pieces=(Piece("plate", "plate", (), oblong(wide, tall), face),),
        accessories=(
            Accessory("tile", "tile", 2, Face(tile.nominal, tile.outline, (Cell(tile.outline, ()),))),
            Accessory("block", "block", 1, centre_face(box(0, 0, SHORT, SHORT), ())),
            Accessory("angle", "angle", 1, centre_face(angle, ())),
            *([Accessory("cap", "cap", 1, cap(stud))] if stud else []),
        ),
        composition=Parts(),
        hidden=False,
        palette=replace(brief.palette, inks=(boldest(brief.palette),)),
        measures=as_drawn(replace(m, stock=Stock(thick)).with_back(stud.depth if stud else 0.0), FINEST),
        noun="plate",
    )


def cap(stud: Stud) -> Face:
    """Return the cap: a disc with a stud's hollow in its back."""
    radius = snap(bounds((stud.hollow,))[2] + CAP)
    rim = circle(0.0, 0.0, radius, CAP_SIDES)
    return Face(rim, rim, (Cell(rim, ()),), hollows=(Region(stud.hollow),))


def plate(tile: Face, stud: Stud | None) -> Face:
    """Return the face of the plate. tile, stud: see `borrow`. Raises InputError if these have no room on it."""
    wells, tall = _wells(tile.nominal)
    top = snap(MARGIN + NUMBER + 2.5 + tall + 2.5 + WORD)
    high = math.ceil(top + MARGIN + 2 * SMALL + GROOVE + 6.0)
    marks = [replace(engrave(areas_of(*(translate(ring, 0.0, MARGIN + NUMBER + 2.5) for ring in wells))), rise=-WELL)]
    numbers: list[Region] = []
    for k, ring in enumerate(wells, 1):
        left, _, right, _ = bounds((ring,))
        numbers += lettering(str(k), NUMBER, (left + right) / 2, MARGIN, "middle", bold=True)
    numbers += lettering("the tightest well that takes the tile", WORD, MARGIN, top - WORD, bold=True, spacing=SPACED)
    marks += [engrave(numbers), *_fine(top + 4.0)]
    if stud:
        radius = bounds((stud.ring,))[2]
        x, y = LONG - 2 * MARGIN - radius, MARGIN + NUMBER + 2.5 + tall / 2
        if bounds(tuple(wells))[2] + WALL > x - radius:
            raise InputError(f"edge: found a tile beside whose wells there is no room for a stud of {2 * radius:g} mm")
        marks.append(replace(engrave(areas_of(translate(stud.ring, x, y))), rise=snap(stud.rise)))
    return centre_face(box(0, 0, LONG, high), marks)


def _fine(low: float) -> Iterator[Mark]:
    """Yield the grooves and the digits, in a strip of the plate."""
    x, grooves, words = MARGIN, list[Ring](), list[Region]()
    for width in STROKES:
        grooves += [box(x + 2 * k * width, low + SMALL + 1.5, width, GROOVE) for k in range(3)]
        words += lettering(f"{width:g}", SMALL, x, low, bold=True)
        x += max(5 * width, text_width(f"{width:g}", SMALL, bold=True)) + 2.5
    yield engrave(areas_of(*grooves))
    yield engrave(words)
    digits: list[Region] = []
    x = LONG - MARGIN
    for digit in DIGITS[::-1]:
        digits += lettering(str(digit), digit, x, low + 1.5, "end", bold=True)
        x -= text_width(str(digit), digit, bold=True) + 2.0
    yield engrave(digits)


def _wells(nominal: Ring) -> tuple[list[Ring], float]:
    """Return the wells in a row, every second one turned about, and how high the row is. They are drawn from the left
    margin, their lowest point at 0. Raises InputError if there is no room for so large a tile."""
    ways = (nominal, turn_ring(nominal, math.pi / 2))
    rows = [_row(way) for way in ways]
    fitting = [row for row in rows if bounds(tuple(row))[2] <= LONG - MARGIN]
    if not fitting:
        found = min(bounds(tuple(row))[2] for row in rows) + MARGIN
        raise InputError(
            f"edge: found a tile of which {len(EDGES)} wells in a row take {found:.0f} mm, allowed is up to "
            f"{LONG:g} mm, the length of the plate; choose a profile of measures with a smaller edge"
        )
    row = min(fitting, key=lambda rings: bounds(tuple(rings))[3])
    return row, bounds(tuple(row))[3]


def _row(nominal: Ring) -> list[Ring]:
    """Return wells around a tile and its half turn in turn, as near as walls let them."""
    found: list[Ring] = []
    for k in range(len(EDGES)):
        ring = nominal if k % 2 == 0 else turn_ring(nominal, math.pi)
        ring = grow((Region(ring),), well(k + 1))[0].outer
        left, low, _, _ = bounds((ring,))
        ring = turn_ring(ring, 0.0, -left, -low)
        right = MARGIN if not found else max(apart(rims(found[-1])[1], rims(ring)[0]) + WALL * 1.2, MARGIN)
        found.append(turn_ring(ring, 0.0, right, 0.0))
    return found


# the game that lends a tile, without any clearance: it is known by its interface alone


def borrow(game: str, brief: Brief) -> tuple[Face, Stud | None]:
    """Return what a game lends: a tile, and a stud if it has one. The tile is that of the group which the game names
    first; of a game whose pieces do not lie side by side, the smallest item that it has several of, such as a marker.

    Raises InputError for a game that is not printed, or whose tile cannot be made.
    """
    room = _room(game)
    measures = replace(brief.measures, fit=replace(brief.measures.fit, clearance=0.0))
    if measures.process is not Process.PRINTER:  # for the book alone: what it shows is printed all the same
        measures = replace(measures, process=Process.PRINTER, stock=Stock(max(measures.stock.thickness, STUDDED)))
    made = room.design(Brief(_parameters(room), measures, brief.palette, brief.seed))
    return _tile(made), _stud(made)


def _tile(made: GameSet) -> Face:
    if made.groups:
        shape = made.groups[0].shape
        return next(piece.face for piece in made.pieces if piece.shape == shape)
    several = [accessory.face for accessory in made.accessories if accessory.count > 1]
    return min(several or [piece.face for piece in made.pieces], key=lambda face: area(face.outline))


def _stud(made: GameSet) -> Stud | None:
    """Return a stud of the game's board, if its pieces have hollows for it."""
    hollows = [region.outer for piece in made.pieces for region in piece.face.hollows]
    marks = [mark for accessory in made.accessories for mark in accessory.face.marks if mark.rise is not None]
    for mark in marks:
        if hollows and mark.rise is not None and mark.rise > 0:
            depth = made.measures.finish.back_depth
            ring, hollow = (turn_ring(ring, 0.0, *to_middle(ring)) for ring in (mark.ink[0].outer, hollows[0]))
            return Stud(ring, hollow, mark.rise, depth)
    return None


def _room(game: str) -> Game:
    room = games.load(game)
    if isinstance(room, Coupon) or ProductKind.SOLIDS not in room.offers:
        printed = ", ".join(name for name, game in games.load_all()[0].items() if ProductKind.SOLIDS in game.offers)
        raise InputError(f"--game: found {game!r}, allowed is one that is printed: {printed}")
    return room


def _parameters(room: Game) -> Parameters:
    """Return the game's parameters where nobody says otherwise."""
    return {option.name: option.default for option in room.options}


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Process.PRINTER]
    fields = {
        "long": f"{LONG:g}",
        "short": f"{SHORT:g}",
        "span": f"{SPAN:g}",
        "wells": str(len(EDGES)),
        "apart": f"{APART:g}",
        "thickness": f"{held.measures.stock.thickness:g}",
        "game": str(dict(held.parameters)["game"]).capitalize(),
        "finest": f"{min(STROKES):g}",
        # what captions claim of the figures is said by them alone
        "tight_shown": "3",
        "foot_shown": f"{SPAN + 2 * (SHOWN + FOOT):g}",
        "merged_shown": "2",
    }
    fields |= _example()
    figures: dict[str, Callable[[], Figure]] = {
        "plate": lambda: plate_figure(held),
        "wells": lambda: wells_figure(held, words),
        "foot": lambda: foot_figure(words),
        "grooves": lambda: grooves_figure(words),
    }
    holds = {
        "round": len(_nominal(held)) > MOST_SIDES,
        "stud": any(accessory.kind == "cap" for accessory in held.accessories),
    }
    conditions = frozenset(word for word, there in holds.items() if there)
    return Content(fields, conditions, figures, accent=ACCENT, made="made-coupon")


def _nominal(held: GameSet) -> Ring:
    return next(accessory.face.nominal for accessory in held.accessories if accessory.kind == "tile")


def _example() -> dict[str, str]:
    """Return readings as an example, and the values that follow from them."""
    read = {"long": (150.01,), "short": (12.16,), "well": (3.0,), "foot": (20.56,)}
    values = judge(read, {}).tables["measures"]
    fields = {f"read_{key}": f"{value:g}" for key, (value,) in read.items()}
    return fields | {f"so_{key}": f"{values[key]:g}" for key in ("swelling", "clearance", "chamfer")}


def plate_figure(held: GameSet) -> Figure:
    """The plate as it comes off the bed."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))
    sketch = Scene()
    sketch.area(face.outline, BODY, INK, 0.3)
    for number, mark in enumerate(face.marks):
        for region in mark.ink:
            sketch.shapes.append(Shape(region.rings, INK if number else DEEP))
    whole = Scene()
    whole.add(sketch, -left, -low)
    return whole.figure(right - left, high - low, {"wells": len(face.marks[0].ink)})


def wells_figure(held: GameSet, words: Mapping[str, str]) -> Figure:
    """A tile over a well that is too tight, in the tightest that takes it, and in one in which it rattles; what edges
    come out further, and what a well is larger, both drawn larger."""
    nominal = _nominal(held)
    left, low, right, high = bounds((nominal,))
    scale = min(COLUMN / 3 - 9, 22.0) / max(right - left, high - low)
    tight = next(k for k, edge in enumerate(EDGES, 1) if edge >= SHOWN)
    sketch, tall = Scene(), (high - low) * scale + 8
    for n, (number, word) in enumerate(((1, "no"), (tight, "tight"), (len(EDGES), "loose"))):
        middle = COLUMN / 3 * (n + 0.5)
        ring = tuple((snap((x - left) * scale), snap((y - low) * scale)) for x, y in nominal)
        ring = tuple((snap(x + middle - (right - left) * scale / 2), snap(y + 12)) for x, y in ring)
        hole = grow((Region(ring),), LARGE * (well(number) - SHOWN))[0].outer
        tile = grow((Region(ring),), LARGE * SHOWN)[0].outer
        sketch.box(middle - COLUMN / 6 + 0.7, 8, COLUMN / 3 - 1.4, tall, BODY, INK, 0.2)
        sketch.area(hole, GAP, INK, 0.15)
        sketch.area(tile, DEEP, INK, 0.25)
        if well(number) < 2 * SHOWN:  # the rim on which it lies
            sketch.area(hole, None, CLASH, 0.35)
        sketch.write(middle, 4, words[word], 2.8)
        sketch.write(middle, 0.4, f"{words['well']} {number}", 2.6)
    return sketch.figure(COLUMN, tall + 9, {"tight": tight})


def foot_figure(words: Mapping[str, str]) -> Figure:
    """The angle from the side, on the bed: as it should be, and with a foot that is squeezed out."""
    sketch, wide, top = Scene(), 26.0, 20.0
    for n, (spread, word) in enumerate(((0.0, "good"), (1.6, "squeezed"))):
        left, right = 7.5 + n * 41.0, 33.5 + n * 41.0
        out = (left - spread, right + spread)
        upper = (right, 11.6), (right, top), (left, top), (left, 11.6)
        side = ((out[0], 9.0), (out[1], 9.0), (out[1], 10.2), *upper, (out[0], 10.2))
        sketch.box(left - 5, 7.6, wide + 10, 1.4, DEEP)
        sketch.area(side, BODY, INK, 0.25)
        for x in out:
            sketch.lines((((x, 9.0), (x, 5.6)),), INK, 0.2)
        width = SPAN + 2 * (SHOWN + (FOOT if spread else 0.0))
        sketch.write(left + wide / 2, 4.0, f"{width:g} mm", 2.8)
        sketch.write(left + wide / 2, 0.4, words[word], 2.6)
    return sketch.figure(COLUMN, top + 1, {"foot": f"{width:g}"})


def grooves_figure(words: Mapping[str, str]) -> Figure:
    """Grooves from a printer whose lines are so wide that the fine ones close."""
    sketch, out, large, x, merged = Scene(), 0.26, 5.0, 1.0, 0
    for width in (1.2, 0.8, 0.5, 0.3):
        run, free = 5 * width * large, width - 2 * out
        merged += free <= 0
        sketch.box(x, 6, run + 4, 14, BODY, INK, 0.2)
        for k in range(3 if free > 0 else 0):
            sketch.box(x + 2 + (2 * k * width + out) * large, 8, free * large, 10, INK)
        sketch.write(x + run / 2 + 2, 2.8, f"{width:g}", 2.6)
        sketch.write(x + run / 2 + 2, 21.2, words["open" if free > 0 else "closed"], 2.4)
        x += run + 7.5
    return sketch.figure(x, 25.0, {"merged": merged})


class PrinterCoupon(OnePlate):
    """The room's front door."""

    name = "coupon_printer"
    titles = Titles("Printer coupon", "quasiprint")
    maker = Process.PRINTER
    offers = (ProductKind.SOLIDS, ProductKind.PAGES)
    options = (Option("game", "triomino", Kind.TEXT, "The game whose tiles are to fit; its usual tile is printed."),)
    readings = READINGS

    judge, design, rules = staticmethod(judge), staticmethod(design), staticmethod(content)
    size = staticmethod(size)


COUPON: Coupon = PrinterCoupon()
