"""The printer's coupon: a plate with wells for a tile, grooves and digits; two tiles, a block and an angle beside it.

Everything is drawn in the frame of its thing, lower left corner at 0, and then moved into the middle. Lengths in mm.

The figures of its book, which show what good and bad look like, are drawn from the same geometry.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quasiprint import games
from quasiprint.checks.colour import boldest
from quasiprint.coupons import printer as sizes
from quasiprint.drawing.areas import grow
from quasiprint.drawing.lettering import Sketch, areas_of, box, centre_face
from quasiprint.drawing.lettering import outlines as lettering
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import circle, turn_ring
from quasiprint.drawing.packer import slide, to_middle
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, area, bounds, snap
from quasiprint.model.game import Brief, Coupon, Game, Parameters, Sized, as_drawn
from quasiprint.model.measures import Maker, Size, Stock
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece
from quasiprint.model.production import Offer

MARGIN = 4.0  # mm: from the rim
NUMBER, SMALL, WORD = 5.0, 3.6, 3.2  # mm: heights of letters
GROOVE = 6.0  # mm: how long a groove is
SPACED = 0.12  # of their height: what is put between letters
FINEST = 0.25  # mm: what is drawn here is finer than what any printer is asked for
CAP_SIDES = 48
LEAST = sizes.WELL + 0.8  # mm: of the thickness
USUAL = Size(30.0)  # of a game that says nothing
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


@dataclass(frozen=True, slots=True)
class Lent:
    """What a game lends the coupon. tile: its face. stud: None if the game has none."""

    tile: Face
    stud: Stud | None


def size(parameters: Parameters) -> Size:
    """Return the usual size of the game's pieces. Raises InputError for a game that is not printed."""
    room = _room(str(parameters["game"]))
    return room.size(_parameters(room)) if isinstance(room, Sized) else USUAL


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the bed is too small, the stock too thin, or the game has no tile."""
    m = brief.measures
    game = str(brief.parameters["game"])
    own = borrow(game, brief)
    thick = min(m.stock.thickness, sizes.STUDDED if own.stud else sizes.THICKEST)
    if m.process is Maker.PRINTER and thick < LEAST:
        raise InputError(f"--thickness: found {thick:g} mm, allowed is from {LEAST:g} mm: a well has a floor")
    thick = max(thick, LEAST)
    face = plate(own)
    _, low, _, high = bounds((face.outline,))
    wide, tall = int(sizes.LONG), round(high - low)
    room = m.machine.room
    if m.process is Maker.PRINTER and (max(room) < wide or min(room) < tall):
        found = f"room for {room[0]:g} × {room[1]:g} mm"
        raise InputError(f"bed: found {found}, allowed is from {wide} × {tall} mm, the size of the coupon for {game}")
    return GameSet(
        game="coupon_printer",
        title="Printer coupon",
        parameters=(("game", game),),
        pieces=(Piece("plate", "plate", (), oblong(wide, tall), face),),
        accessories=(
            Accessory("tile", "tile", 2, Face(own.tile.nominal, own.tile.outline, (Cell(own.tile.outline, ()),))),
            Accessory("block", "block", 1, centre_face(box(0, 0, sizes.SHORT, sizes.SHORT), ())),
            Accessory("angle", "angle", 1, centre_face(_angle(), ())),
            *([Accessory("cap", "cap", 1, cap(own.stud))] if own.stud else []),
        ),
        composition=Parts(),
        hidden=False,
        palette=replace(brief.palette, inks=(boldest(brief.palette),)),
        measures=as_drawn(replace(m, stock=Stock(thick)).with_back(own.stud.depth if own.stud else 0.0), FINEST),
        noun="plate",
    )


def cap(stud: Stud) -> Face:
    """Return the cap: a disc with a stud's hollow in its back."""
    radius = snap(bounds((stud.hollow,))[2] + sizes.CAP)
    rim = circle(0.0, 0.0, radius, CAP_SIDES)
    return Face(rim, rim, (Cell(rim, ()),), hollows=(Region(stud.hollow),))


def plate(own: Lent) -> Face:
    """Return the face of the plate. Raises InputError if what the game lends has no room on it."""
    wells, tall = _wells(own.tile.nominal)
    top = snap(MARGIN + NUMBER + 2.5 + tall + 2.5 + WORD)
    high = math.ceil(top + MARGIN + 2 * SMALL + GROOVE + 6.0)
    marks = [_relief(areas_of(*(turn_ring(ring, 0.0, 0.0, MARGIN + NUMBER + 2.5) for ring in wells)), -sizes.WELL)]
    numbers: list[Region] = []
    for k, ring in enumerate(wells, 1):
        left, _, right, _ = bounds((ring,))
        numbers += lettering(str(k), NUMBER, (left + right) / 2, MARGIN, "middle", bold=True)
    numbers += lettering("the tightest well that takes the tile", WORD, MARGIN, top - WORD, bold=True, spacing=SPACED)
    marks += [_relief(numbers), *_fine(top + 4.0)]
    if own.stud:
        radius = bounds((own.stud.ring,))[2]
        x, y = sizes.LONG - 2 * MARGIN - radius, MARGIN + NUMBER + 2.5 + tall / 2
        if bounds(tuple(wells))[2] + sizes.WALL > x - radius:
            raise InputError(f"edge: found a tile beside whose wells there is no room for a stud of {2 * radius:g} mm")
        marks.append(_relief(areas_of(turn_ring(own.stud.ring, 0.0, x, y)), own.stud.rise))
    return centre_face(box(0, 0, sizes.LONG, high), marks)


def _fine(low: float) -> Iterator[Mark]:
    """Yield the grooves and the digits, in a strip of the plate."""
    x, grooves, words = MARGIN, list[Ring](), list[Region]()
    for width in sizes.STROKES:
        grooves += [box(x + 2 * k * width, low + SMALL + 1.5, width, GROOVE) for k in range(3)]
        words += lettering(f"{width:g}", SMALL, x, low, bold=True)
        x += max(5 * width, text_width(f"{width:g}", SMALL, bold=True)) + 2.5
    yield _relief(areas_of(*grooves))
    yield _relief(words)
    digits: list[Region] = []
    x = sizes.LONG - MARGIN
    for digit in sizes.DIGITS[::-1]:
        digits += lettering(str(digit), digit, x, low + 1.5, "end", bold=True)
        x -= text_width(str(digit), digit, bold=True) + 2.0
    yield _relief(digits)


def _wells(nominal: Ring) -> tuple[list[Ring], float]:
    """Return the wells in a row, every second one turned about, and how high the row is. They are drawn from the left
    margin, their lowest point at 0. Raises InputError if so many of so large a tile have no room."""
    ways = (nominal, turn_ring(nominal, math.pi / 2))
    rows = [_row(way) for way in ways]
    fitting = [row for row in rows if bounds(tuple(row))[2] <= sizes.LONG - MARGIN]
    if not fitting:
        found = min(bounds(tuple(row))[2] for row in rows) + MARGIN
        raise InputError(
            f"edge: found a tile of which {len(sizes.EDGES)} wells in a row take {found:.0f} mm, allowed is up to "
            f"{sizes.LONG:g} mm, the length of the plate; choose a profile of measures with a smaller edge"
        )
    row = min(fitting, key=lambda one: bounds(tuple(one))[3])
    return row, bounds(tuple(row))[3]


def _row(nominal: Ring) -> list[Ring]:
    """Return wells around a tile and its half turn in turn, as near as walls let them."""
    found: list[Ring] = []
    for k in range(len(sizes.EDGES)):
        ring = nominal if k % 2 == 0 else turn_ring(nominal, math.pi)
        ring = grow((Region(ring),), sizes.well(k + 1))[0].outer
        left, low, _, _ = bounds((ring,))
        ring = turn_ring(ring, 0.0, -left, -low)
        right = MARGIN if not found else max(slide(found[-1], ring) + sizes.WALL * 1.2, MARGIN)
        found.append(turn_ring(ring, 0.0, right, 0.0))
    return found


def _relief(areas: Sequence[Region], rise: float | None = None) -> Mark:
    """Return areas that are sunk, or stand if `rise` is above 0; as deep as grooves are if nobody says how deep."""
    own = tuple(areas)
    return Mark(0, Operation.ENGRAVE, None, None, own, own, rise=None if rise is None else snap(rise))


def _angle() -> Ring:
    """Return an L, which has no bevel at its foot."""
    return (
        (0.0, 0.0),
        (sizes.SPAN, 0.0),
        (sizes.SPAN, sizes.ARM),
        (sizes.ARM, sizes.ARM),
        (sizes.ARM, sizes.SPAN),
        (0.0, sizes.SPAN),
    )


# the game that lends a tile, without any clearance: it is known by its interface alone


def borrow(game: str, brief: Brief) -> Lent:
    """Return what a game lends. Its tile is that of the group which the game names first; of a game whose pieces do not
    lie side by side, the smallest thing that it has several of, such as a marker.

    Raises InputError for a game that is not printed, or whose tile cannot be made.
    """
    room = _room(game)
    measures = replace(brief.measures, fit=replace(brief.measures.fit, clearance=0.0))
    if measures.process is not Maker.PRINTER:  # for the book alone: what it shows is printed all the same
        measures = replace(measures, process=Maker.PRINTER, stock=Stock(max(measures.stock.thickness, sizes.STUDDED)))
    made = room.design(Brief(_parameters(room), measures, brief.palette, brief.seed))
    return Lent(_tile(made), _stud(made))


def _tile(made: GameSet) -> Face:
    if made.groups:
        shape = made.groups[0].shape
        return next(piece.face for piece in made.pieces if piece.shape == shape)
    several = [thing.face for thing in made.accessories if thing.count > 1]
    return min(several or [piece.face for piece in made.pieces], key=lambda face: area(face.outline))


def _stud(made: GameSet) -> Stud | None:
    """Return a stud of the game's board, if its pieces have hollows for it."""
    hollows = [region.outer for piece in made.pieces for region in piece.face.hollows]
    marks = [mark for thing in made.accessories for mark in thing.face.marks if mark.rise is not None]
    for mark in marks:
        if hollows and mark.rise is not None and mark.rise > 0:
            depth = made.measures.finish.back_depth
            ring, hollow = (turn_ring(ring, 0.0, *to_middle(ring)) for ring in (mark.ink[0].outer, hollows[0]))
            return Stud(ring, hollow, mark.rise, depth)
    return None


def _room(game: str) -> Game:
    room = games.load(game)
    if isinstance(room, Coupon) or Offer.SOLIDS not in room.offers:
        printed = ", ".join(name for name, one in games.load_all()[0].items() if Offer.SOLIDS in one.offers)
        raise InputError(f"--game: found {game!r}, allowed is one that is printed: {printed}")
    return room


def _parameters(room: Game) -> Parameters:
    """Return the game's parameters where nobody says otherwise."""
    return {option.name: option.default for option in room.options if option.makes}


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Maker.PRINTER]
    fields = {
        "long": f"{sizes.LONG:g}",
        "short": f"{sizes.SHORT:g}",
        "span": f"{sizes.SPAN:g}",
        "wells": str(len(sizes.EDGES)),
        "apart": f"{sizes.APART:g}",
        "thickness": f"{held.measures.stock.thickness:g}",
        "game": str(dict(held.parameters)["game"]).capitalize(),
        "finest": f"{min(sizes.STROKES):g}",
        # what captions claim of the figures is said by them alone
        "tight_shown": "3",
        "foot_shown": f"{sizes.SPAN + 2 * (SHOWN + FOOT):g}",
        "merged_shown": "2",
    }
    fields |= _example()
    figures: dict[str, Callable[[], Figure]] = {
        "plate": lambda: plate_figure(held),
        "wells": lambda: wells_figure(held, words),
        "foot": lambda: foot_figure(words),
        "grooves": lambda: grooves_figure(words),
    }
    holds = {"round": len(_nominal(held)) > MOST_SIDES, "stud": any(thing.kind == "cap" for thing in held.accessories)}
    told = frozenset(word for word, there in holds.items() if there)
    return Content(fields, told, figures, accent=ACCENT, made="made-coupon")


def _nominal(held: GameSet) -> Ring:
    return next(thing.face.nominal for thing in held.accessories if thing.kind == "tile")


def _example() -> dict[str, str]:
    """Return what somebody read, and what the program makes of it."""
    read = {"long": (150.01,), "short": (12.16,), "well": (3.0,), "foot": (20.56,)}
    values = sizes.judge(read, {}).tables["measures"]
    said = {f"read_{key}": f"{value:g}" for key, (value,) in read.items()}
    return said | {f"so_{key}": f"{values[key]:g}" for key in ("swelling", "clearance", "chamfer")}


def plate_figure(held: GameSet) -> Figure:
    """The plate as it comes off the bed."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))
    sketch = Sketch((left, low))
    sketch.rings((face.outline,), BODY, INK, 0.3)
    for number, mark in enumerate(face.marks):
        for region in mark.ink:
            sketch.rings(region.rings, INK if number else DEEP)
    return sketch.figure(right - left, high - low, wells=len(face.marks[0].ink))


def wells_figure(held: GameSet, words: Mapping[str, str]) -> Figure:
    """A tile over a well that is too tight, in the tightest that takes it, and in one in which it rattles; what edges
    come out further, and what a well is larger, both drawn larger."""
    nominal = _nominal(held)
    left, low, right, high = bounds((nominal,))
    scale = min(COLUMN / 3 - 9, 22.0) / max(right - left, high - low)
    tight = next(k for k, edge in enumerate(sizes.EDGES, 1) if edge >= SHOWN)
    sketch, tall = Sketch(), (high - low) * scale + 8
    for n, (number, word) in enumerate(((1, "no"), (tight, "tight"), (len(sizes.EDGES), "loose"))):
        middle = COLUMN / 3 * (n + 0.5)
        ring = tuple((snap((x - left) * scale), snap((y - low) * scale)) for x, y in nominal)
        ring = tuple((snap(x + middle - (right - left) * scale / 2), snap(y + 12)) for x, y in ring)
        hole = grow((Region(ring),), LARGE * (sizes.well(number) - SHOWN))[0].outer
        tile = grow((Region(ring),), LARGE * SHOWN)[0].outer
        sketch.box(middle - COLUMN / 6 + 0.7, 8, COLUMN / 3 - 1.4, tall, BODY, INK)
        sketch.rings((hole,), GAP, INK, 0.15)
        sketch.rings((tile,), DEEP, INK, 0.25)
        if sizes.well(number) < 2 * SHOWN:  # the rim on which it lies
            sketch.rings((hole,), None, CLASH, 0.35)
        sketch.text(middle, 4, words[word], 2.8)
        sketch.text(middle, 0.4, f"{words['well']} {number}", 2.6)
    return sketch.figure(COLUMN, tall + 9, tight=tight)


def foot_figure(words: Mapping[str, str]) -> Figure:
    """The angle from the side, on the bed: as it should be, and with a foot that is squeezed out."""
    sketch, wide, top = Sketch(), 26.0, 20.0
    for n, (spread, word) in enumerate(((0.0, "good"), (1.6, "squeezed"))):
        left, right = 7.5 + n * 41.0, 33.5 + n * 41.0
        out = (left - spread, right + spread)
        upper = (right, 11.6), (right, top), (left, top), (left, 11.6)
        side = ((out[0], 9.0), (out[1], 9.0), (out[1], 10.2), *upper, (out[0], 10.2))
        sketch.box(left - 5, 7.6, wide + 10, 1.4, DEEP)
        sketch.rings((side,), BODY, INK, 0.25)
        for x in out:
            sketch.rings((((x, 9.0), (x, 5.6)),), None, INK, closed=False)
        width = sizes.SPAN + 2 * (SHOWN + (FOOT if spread else 0.0))
        sketch.text(left + wide / 2, 4.0, f"{width:g} mm", 2.8)
        sketch.text(left + wide / 2, 0.4, words[word], 2.6)
    return sketch.figure(COLUMN, top + 1, foot=f"{width:g}")


def grooves_figure(words: Mapping[str, str]) -> Figure:
    """Grooves as a printer leaves them whose edges come so far out that the fine ones close."""
    sketch, out, large, x, merged = Sketch(), 0.26, 5.0, 1.0, 0
    for width in (1.2, 0.8, 0.5, 0.3):
        run, free = 5 * width * large, width - 2 * out
        merged += free <= 0
        sketch.box(x, 6, run + 4, 14, BODY, INK)
        for k in range(3 if free > 0 else 0):
            sketch.box(x + 2 + (2 * k * width + out) * large, 8, free * large, 10, INK)
        sketch.text(x + run / 2 + 2, 2.8, f"{width:g}", 2.6)
        sketch.text(x + run / 2 + 2, 21.2, words["open" if free > 0 else "closed"], 2.4)
        x += run + 7.5
    return sketch.figure(x, 25.0, merged=merged)
