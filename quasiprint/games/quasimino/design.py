"""The Quasimino set: every way to colour the edges of a thick and of a thin rhomb, once.

A half turn leaves a rhomb where it was, and nothing else that keeps it face up does; so two
colourings are the same tile when a half turn carries one to the other. The tiles are
one-sided: a mirror image is another tile, or the same by chance.

A placed tile has its acute corner P and a direction t: its corners are P, P + u(t), P + u(t) + u(t + k) and P + u(t +
k), k tenths of a turn being the acute angle and u(t) the unit vector in direction t. Edge i runs from corner i to
corner i + 1.

A vertex star is a way in which rhombs fill the whole turn around a point: the cyclic sequence of the tiles' corners in
tenths of a turn; 1 and 4 are a thin rhomb's, 2 and 3 a thick one's. Two tiles next to each other form a parallelogram
exactly when their corners add up to a half turn.

On a tile are four ribbons, one from each edge towards the middle. Its frame has its origin at the rhomb's centre and
edge 0 along the x axis, at the bottom: edge 0 leaves the acute corner at the lower left. The half turn that leaves a
tile's name as it is, is then (x, y) → (−x, −y), exact in floats too, and half of every figure is made from the other
half by it.

The two diagonals part the face into four cells, one for each edge. In its cell a ribbon crosses
the edge's middle at a right angle, bends away from the acute corner and runs on along the long
diagonal. It stays half a gap clear of both diagonals, so no two ribbons of a tile ever touch.

For fingers a ribbon is raised, in the ribs of `quasiprint.drawing.patterns`, and the gap is as wide as raised lines are
apart.

Tokens for Quasi-Match: discs with a motif in the player's colour and pattern in the middle, on paper squares.

Round, because a token lies on a vertex, where tiles meet at every angle: it has no side that would have to lie along
one. Who has scissors and 120 discs to cut out thinks otherwise: squares lie edge to edge, and are cut in rows. Their
corners are as far from the middle as a disc's rim. So a token hides no stripe of the tiles around it, however it lies:
see `radius`, and the law in `quasiprint.games.quasimino.proof`. Backs are equal.

For each pattern of stripes there is a motif that eyes know from afar, and fingers, too. It speaks as its stripe does:
whole, cut into bars, dotted, two lines, lines with rungs, arrowheads, one line, a zigzag; bent round the disc where
that makes it plainer. It is in the middle of the disc, and no stroke of it or gap in it is narrower than `FINEST`.
How many areas it has, and how many holes, tells most of them apart for fingers:

    solid 1   dashed 3   dotted 4   double 2, a hole in each   ladder 1, four holes   chevron 2   line 1   zigzag 1

Where ink meets the rim of the disc, it has corners of the disc there and none between them: bit for bit the same.
For fingers a motif is a piece of the stripe itself, raised: it feels as the tile does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from quasiprint.drawing.outlines import circle, refuse_wide_chamfer, round_corner, square
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import Ribbon, boldness, ink_regions, tactile_width
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labelled, Marking, cyclic, labellings, tile_id
from quasiprint.exact.regular import COUNTS, ROW, Group, TileCorners
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, bounds, snap
from quasiprint.model.game import Brief
from quasiprint.model.limits import round_down, round_up
from quasiprint.model.measures import APART, LINE, SPACED, Measures, high, line
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Ink

HALF = 5  # tenths of a turn
ACUTE = {"thin": 1, "thick": 2}  # tenths of a turn
DIRECTIONS = {unit(t): t for t in range(TURN)}
Star = tuple[int, ...]
CORNERS = tuple(sorted({a for acute in ACUTE.values() for a in (acute, HALF - acute)}))


@cache
def angles(shape: str) -> tuple[int, int, int, int]:
    """Return the angle at each corner, in tenths of a turn."""
    acute = ACUTE[shape]
    return acute, HALF - acute, acute, HALF - acute


def corners(shape: str, corner: Zeta = ORIGIN, turn: int = 0) -> tuple[Zeta, Zeta, Zeta, Zeta]:
    """Return the corners anticlockwise, from the acute corner `corner`."""
    along, up = unit(turn), unit(turn + ACUTE[shape])
    end = corner + along
    return corner, end, end + up, corner + up


def sequences(rest: int = TURN) -> Iterator[Star]:
    """Yield every sequence of corners that adds up to `rest` tenths of a turn."""
    if not rest:
        yield ()
    for corner in CORNERS:
        if corner <= rest:
            for others in sequences(rest - corner):
                yield (corner, *others)


def is_legal(star: Star) -> bool:
    """Tell whether no two neighbours of a star form a parallelogram."""
    return all(a + b != HALF for a, b in zip(star, star[1:] + star[:1], strict=True))


def rotations(star: Star) -> set[Star]:
    """Return the star begun at each of its tiles."""
    return {star[k:] + star[:k] for k in range(len(star))}


def stars(legal: bool = True, reflections: bool = False) -> tuple[Star, ...]:
    """Return all stars, each once up to rotation (and reflection), least first. legal: leave out those with a
    parallelogram."""
    kept = [star for star in sequences() if not legal or is_legal(star)]
    found = {min(rotations(star) | (rotations(star[::-1]) if reflections else set())) for star in kept}
    return tuple(sorted(found, key=lambda s: (len(s), s)))


def by_size(found: tuple[Star, ...]) -> dict[int, int]:
    """Return how many stars there are of each number of tiles."""
    return dict(sorted(Counter(map(len, found)).items()))


def groups() -> tuple[Group, ...]:
    """Return twelve thin rhombs in a row, and ten around a point: sharp corners show an error most."""
    around = tuple(corners("thin", ORIGIN, k) for k in range(TURN))
    return (
        Group(f"a row of {COUNTS[ROW]} thin tiles", "thin", zigzag("thin", ROW)),
        Group(f"a ring of {COUNTS[TURN]} thin tiles", "thin", around, ring=True),
    )


def zigzag(shape: str, tiles: int) -> tuple[TileCorners, ...]:
    """Return rhombs in a row, each the mirror image of the one below it: two that lie alike are a parallelogram."""
    placed, start = [], ORIGIN
    for k in range(tiles):
        if k % 2:
            placed.append(corners(shape, start + unit(0), HALF - ACUTE[shape]))
            start += unit(HALF - ACUTE[shape])
        else:
            placed.append(corners(shape, start, 0))
            start += unit(ACUTE[shape])
    return tuple(placed)


GAP = 1.3  # between two ribbons of a tile, mm at stripe width 3; in proportion to the stripe
TIGHTEST = 0.9  # widths of a stripe: the least radius of its bend


def half_gap(measures: Measures) -> float:
    """Return how far a ribbon stays from the diagonals of its tile, mm."""
    return SPACED / 2 if measures.touch else GAP / 6 * measures.size.stripe


def half_acute(shape: str) -> float:
    """Return half of the acute angle of a rhomb, in radians."""
    return ACUTE[shape] * math.pi / TURN


@lru_cache(maxsize=64)
def ribbon(shape: str, measures: Measures) -> Ribbon:
    """Return the ribbon of each edge of a tile, in the frame of the edge. Raises InputError if a stripe so wide has no
    room in the tile's acute corner."""
    alpha = half_acute(shape)
    half_edge = measures.size.edge / 2
    width = measures.size.stripe
    clear = half_gap(measures)
    run_in = width / 6 + measures.fit.clearance
    # The outer side of the bend, radius + width/2 about the bend's centre (radius, run_in),
    # may just touch the line that lies `clear` below the long diagonal:
    room = half_edge * math.sin(alpha) - run_in * math.cos(alpha) - width / 2 - clear
    touching = room / (1 - math.sin(alpha))
    # and the bend ends before the short diagonal:
    end = measures.size.edge * math.cos(alpha) - clear
    ending = (end - width / 6 - run_in * math.sin(alpha)) / math.cos(alpha) - half_edge
    radius = min(touching, ending)
    if radius < TIGHTEST * width:
        thin = half_acute("thin")
        per_width, besides = _room(thin, measures)
        widest = math.floor(100 * (half_edge * math.sin(thin) - besides) / per_width) / 100
        raise InputError(
            f"stripe: found {width:g} mm, allowed is up to {max(widest, 0):.2f} mm on an edge of "
            f"{measures.size.edge:g} mm with a clearance of {measures.fit.clearance:g} mm: in a thin rhomb's tip, 36°, "
            "a wider one has no room"
        )
    angle = math.pi / 2 - alpha
    bend_end = (half_edge + radius) * math.cos(alpha) + run_in * math.sin(alpha)
    return Ribbon(width, run_in, radius, angle, run_in + radius * angle + (end - bend_end), measures.fit.clearance)


def least_edge(stripe: float, measures: Measures) -> float:
    """Return the least edge (mm) of a thin rhomb that has room for a stripe so wide."""
    alpha = half_acute("thin")
    per_width, besides = _room(alpha, measures)
    return math.ceil(100 * (stripe * per_width + besides) / (math.sin(alpha) / 2)) / 100


def _room(alpha: float, measures: Measures) -> tuple[float, float]:
    """Return how far the long diagonal must lie from the edge's middle: per width of the stripe, and besides, mm."""
    per_width = math.cos(alpha) / 6 + 1 / 2 + TIGHTEST * (1 - math.sin(alpha))
    besides = measures.fit.clearance * math.cos(alpha)
    return (per_width, besides + half_gap(measures)) if measures.touch else (per_width + GAP / 6, besides)


def _place(shape: str, edge: int, measures: Measures, points: tuple[Point, ...]) -> Ring:
    """Return points of an edge's frame in the frame of the tile, anticlockwise as they were.

    Edges 0 and 2 start at an acute corner, 1 and 3 end at one: theirs is the mirror image,
    and a mirrored ring is turned round to run anticlockwise again.
    """
    theta = 2 * half_acute(shape)
    e = measures.size.edge
    ux, uy = math.cos(theta), math.sin(theta)
    if edge % 2 == 0:
        mx, my = -e * ux / 2, -e * uy / 2
        ring = tuple((snap(mx + x), snap(my + y)) for x, y in points)
    else:
        ring = tuple((snap(e / 2 - x * ux - y * uy), snap(-x * uy + y * ux)) for x, y in reversed(points))
    return _half_turn(ring) if edge >= 2 else ring


def _half_turn(ring: Ring) -> Ring:
    return tuple((snap(-x), snap(-y)) for x, y in ring)


@lru_cache(maxsize=4096)
def mark(shape: str, edge: int, colour: int, pattern: str, measures: Measures) -> Mark:
    """Return the stripe of one edge in one colour and pattern, in the tile's frame."""
    return Mark(
        slot=edge,
        operation=Operation.ENGRAVE,
        colour=None if measures.touch else colour,
        pattern=pattern,
        field=_ink(shape, edge, "solid", measures),
        label=colour,
        ink=_ink(shape, edge, pattern, measures, line(measures) if measures.touch else None),
        rise=high(measures) if measures.touch else None,
    )


def _ink(shape: str, edge: int, pattern: str, measures: Measures, rib: float | None = None) -> tuple[Region, ...]:
    return ink_regions(ribbon(shape, measures), pattern, lambda points: _place(shape, edge, measures, points), rib)


@lru_cache(maxsize=64)
def outline(shape: str, measures: Measures) -> tuple[Ring, tuple[Ring, ...]]:
    """Return the tile as made (inset by the clearance, corners rounded) and its four cells. A cell runs from the middle
    of one corner's rounding along its edge to the middle of the next one's, and back over the centre."""
    theta = 2 * half_acute(shape)
    e, c, r = measures.size.edge, measures.fit.clearance, measures.finish.corner_radius
    ux, uy = math.cos(theta), math.sin(theta)
    acute = (-e * (1 + ux) / 2, -e * uy / 2)
    obtuse = (e * (1 - ux) / 2, -e * uy / 2)
    first = round_corner(acute, theta / 2, theta, c, r)
    second = round_corner(obtuse, (math.pi + theta) / 2, math.pi - theta, c, r)
    corners = (first, second, _half_turn(first), _half_turn(second))
    ring = tuple(p for corner in corners for p in corner)
    cells = []
    for k in range(4):
        here, after = corners[k], corners[(k + 1) % 4]
        cells.append((*here[len(here) // 2 :], *after[: len(after) // 2 + 1], (0.0, 0.0)))
    return ring, tuple(cells)


@lru_cache(maxsize=64)
def nominal(shape: str, measures: Measures) -> Ring:
    """Return the rhomb with full edges and sharp corners, in mm."""
    theta = 2 * half_acute(shape)
    e = measures.size.edge
    x, y = e * (1 + math.cos(theta)) / 2, e * math.sin(theta) / 2
    u = e * (1 - math.cos(theta)) / 2
    half = ((snap(-x), snap(-y)), (snap(u), snap(-y)))
    return half + _half_turn(half)


@lru_cache(maxsize=64)
def back(shape: str, measures: Measures) -> tuple[Region, ...]:
    """Return the mark of the back: a small rhomb, like the tile's, around its centre.

    The face has none, and the back has no stripes: that distinguishes them by sight
    and by touch. It has the tile's own symmetry, so it reads alike seen through the tile.
    """
    scale = 0.24
    return (Region(tuple((snap(scale * x), snap(scale * y)) for x, y in nominal(shape, measures))),)


@lru_cache(maxsize=4096)
def _cell(shape: str, edge: int, colour: int, pattern: str, measures: Measures) -> Cell:
    return Cell(outline(shape, measures)[1][edge], (mark(shape, edge, colour, pattern, measures),))


def face(shape: str, colours: tuple[int, ...], inks: tuple[Ink, ...], measures: Measures) -> Face:
    """Return the face of the tile whose edges have these colours (indices into `inks`)."""
    return Face(
        nominal=nominal(shape, measures),
        outline=outline(shape, measures)[0],
        cells=tuple(_cell(shape, i, c, inks[c].pattern, measures) for i, c in enumerate(colours)),
        back=back(shape, measures),
    )


PLAYERS = 6
PER_PLAYER = 20  # six players own 56 vertices in a usual game; two players take three colours each
LARGEST = 0.2  # of the tile's edge: a token's radius
NEARLY = 0.98  # of the way to the nearest stripe
MOTIF = 0.8  # of the radius as made: the motif's; what is left is the rim
ON_PAPER = 0.88  # the same of half a square's side, which is less
FINEST = 0.27  # of a motif's radius: no stroke and no gap is narrower
RAISED = 0.86  # the same of a motif for fingers
BACK = 0.3  # of the radius: of the disc that tells the back from the face
SIDES = 32  # of the disc: its corners lie at the heights of bars; a chord is within 0.03 mm of the round


def _round(radius: float, x: float = 0.0, y: float = 0.0) -> Ring:
    turns = [math.tau * k / SIDES for k in range(SIDES)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)


def _bar(low: int, high: int) -> Region:
    """Return what lies between two heights: those of the disc's corners `low` and `high`, counted from the right."""
    corners = _round(1.0)
    right = [corners[k % SIDES] for k in range(low, high + 1)]
    return Region((*right, *((-x, y) for x, y in reversed(right))))


def _ring(outer: float, inner: float) -> Region:
    return Region(_round(outer), (_round(inner)[::-1],))


def _wheel() -> Region:
    """Return a ring with four spokes."""
    inner, half = 0.72, 0.15
    first = math.asin(half / inner)
    steps = SIDES // 4
    turns = [first + (math.pi / 2 - 2 * first) * k / steps for k in range(steps + 1)]
    window = ((half, half), *((inner * math.cos(a), inner * math.sin(a)) for a in turns))
    holes = []
    for _ in range(4):
        holes.append(window[::-1])
        window = tuple((-y, x) for x, y in window)
    return Region(_round(1.0), tuple(holes))


def _arrowhead(top: float) -> Region:
    """Return an arrowhead that points up."""
    reach, fall, thick = 0.58, 0.435, 0.36
    upper = ((reach, top - fall), (0.0, top), (-reach, top - fall))
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


def _zigzag() -> Region:
    across, swing, thick = 0.24, 0.3, 0.46
    turns = ((3 * across, swing), (across, -swing), (-across, swing), (-3 * across, -swing))
    upper = tuple((x, y + thick / 2) for x, y in turns)
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


MOTIFS: dict[str, tuple[Region, ...]] = {
    "solid": (Region(_round(1.0)),),
    "dashed": (_bar(3, 6), _bar(-1, 1), _bar(-6, -3)),
    "dotted": tuple(Region(_round(0.3, x, y)) for x in (-0.44, 0.44) for y in (-0.44, 0.44)),
    "double": (_ring(1.0, 0.73), _ring(0.46, 0.19)),
    "ladder": (_wheel(),),
    "chevron": (_arrowhead(0.8), _arrowhead(0.1)),
    "line": (_bar(-1, 1),),
    "zigzag": (_zigzag(),),
}


def tactile_motif(pattern: str, radius: float, rib: float) -> tuple[Region, ...]:
    """Return a motif for fingers, in mm: a piece of the player's stripe, in the middle. radius: of the disc in which it
    lies. rib: how wide its lines are."""
    width = tactile_width(frozenset([pattern]), rib)
    length = 2 * round_down(math.sqrt(radius**2 - (width / 2) ** 2))
    drawn = ink_regions(Ribbon(width, 0.0, 0.0, 0.0, length, 0.0, free=True), pattern, rib=rib)
    _, low, _, high = bounds(tuple(region.outer for region in drawn))
    return tuple(
        region.map_rings(lambda ring: tuple((x, snap(y - (low + high) / 2)) for x, y in ring)) for region in drawn
    )


def _scale(region: Region, radius: float) -> Region:
    """Return an area so many times as large, on the grid."""
    return region.map_rings(lambda ring: tuple((snap(radius * x), snap(radius * y)) for x, y in ring))


def radius(measures: Measures) -> float:
    """Return how far a token's rim is from its middle, mm: that of a disc, or the corners of a square. The nearest
    stripe is in the thin rhomb: at its blunt corner, where the half diagonal is short, and the stripe runs beside the
    long one."""
    to_stripe = measures.size.edge * math.sin(half_acute("thin")) - measures.size.stripe - half_gap(measures)
    return snap(min(LARGEST * measures.size.edge, NEARLY * to_stripe))


@lru_cache(maxsize=64)
def token_face(colour: int, ink: Ink, measures: Measures) -> Face:
    """Return the face of a player's token."""
    full = radius(measures)
    half = round_down(full / math.sqrt(2))
    # where a square is too small for a motif, tokens are discs
    paper = measures.process is Process.PAPER and FINEST * ON_PAPER * half > measures.machine.min_feature
    full, share = (half, ON_PAPER) if paper else (full, MOTIF)
    made = full - measures.fit.clearance
    if measures.touch:
        drawn = tactile_motif(ink.pattern, RAISED * made, line(measures))
        mark = Mark(0, Operation.ENGRAVE, None, ink.pattern, drawn, drawn, colour, high(measures))
    else:
        field, drawn = (tuple(_scale(region, share * made) for region in MOTIFS[of]) for of in ("solid", ink.pattern))
        mark = Mark(0, Operation.ENGRAVE, colour, ink.pattern, field, drawn, colour)
    back = Region(circle(0.0, 0.0, BACK * full, SIDES))
    rim, outline = (square(2 * r) if paper else circle(0.0, 0.0, r, SIDES) for r in (full, made))
    return Face(rim, outline, (Cell(outline, (mark,)),), (back,))


def tokens(inks: tuple[Ink, ...], measures: Measures) -> tuple[Accessory, ...]:
    """Return a heap of tokens for each of up to six players, one ink each."""
    return tuple(
        Accessory(f"token-{ink.pattern}", "token", PER_PLAYER, token_face(k, ink, measures))
        for k, ink in enumerate(inks[:PLAYERS])
    )


SHAPES = ("thick", "thin")
EDGES = 4
HALF_TURN = cyclic("half turn", EDGES, 2)


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: a colour on each edge of both shapes."""
    return Labelled(tuple((shape, HALF_TURN) for shape in SHAPES), colours, Marking("edge"))


def design(brief: Brief) -> GameSet:
    """Return the whole set. Its one parameter is `colours`, the number of stripe colours, from 1. Raises InputError
    where the colours, or the sizes, cannot be made."""
    measures, palette = brief.measures, brief.palette
    colours = int(brief.parameters["colours"])
    refuse_colours(palette, colours)
    refuse_patterns(palette)
    _refuse_too_small(measures, palette.inks[:colours])
    pieces = tuple(
        Piece(tile_id(shape, marks), shape, marks, corners(shape), face(shape, marks, palette.inks, measures))
        for shape in SHAPES
        for marks in labellings(HALF_TURN, colours)
    )
    heap = tokens(palette.inks, measures)
    refuse_wide_chamfer([piece.face for piece in pieces] + [token.face for token in heap], measures)
    return GameSet(
        game="quasimino",
        title="Quasimino",
        parameters=(("colours", colours),),
        pieces=pieces,
        accessories=heap,
        composition=composition(colours),
        hidden=True,
        palette=palette,
        measures=measures,
        groups=groups(),
    )


def _refuse_too_small(measures: Measures, inks: tuple[Ink, ...]) -> None:
    """Raise InputError if a stripe has no room, or its patterns are finer than the process, or fingers, can tell."""
    m, width = measures, measures.size.stripe
    strokes = f"{boldness(width):.2f} mm wide, and a {m.process} makes no less than {m.machine.min_feature:g} mm"
    needed = {f"the patterns' strokes would be {strokes}": m.machine.min_feature / boldness(1.0)}
    if m.touch:
        patterns = frozenset(ink.pattern for ink in inks)
        lines = f"by lines {LINE:g} mm wide and {APART:g} mm apart"
        felt = f"fingers tell {', '.join(sorted(patterns))} stripes apart {lines}"
        needed = {felt: tactile_width(patterns, line(m)), **needed}
    for why, least in needed.items():
        if width < least - 1e-9:
            edge = max(least_edge(least, m), m.size.edge)
            raise InputError(
                f"stripe: found {width:.10g} mm, allowed is from {round_up(least):g} mm, on an edge of {edge:g} mm or "
                f"more: {why}"
            )
    # An edge loses clearance and rounding at each end; what is left at the sharpest corner, 36°.
    lost = 2 * (m.fit.clearance + m.finish.corner_radius) / math.tan(min(half_acute(shape) for shape in SHAPES))
    shortest, loosest = round_up(lost + width), round_down(width / 3)
    if m.size.edge < shortest:
        raise InputError(
            f"edge: found {m.size.edge:g} mm, allowed is from {shortest:g} mm: a stripe of {width:g} mm must "
            f"cross it between the rounded corners (as a {m.process} makes it)"
        )
    if m.fit.clearance > loosest:
        raise InputError(
            f"clearance: found {m.fit.clearance:g} mm, allowed is up to {loosest:.2f} mm with a stripe of "
            f"{width:g} mm, a third of it: wider, and stripes no longer seem to meet"
        )
    for shape in SHAPES:
        ribbon(shape, m)  # refuses a stripe that has no room in the tip
