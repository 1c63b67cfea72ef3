"""Tokens for Quasi-Match: discs with a motif in the player's colour and pattern in the middle, on paper squares.

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
For fingers the motifs are raised lines, as wide and as far apart as fingers need; a ladder is a wheel then, too.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.areas import unite
from quasiprint.drawing.numerals import tactile_digits
from quasiprint.drawing.outlines import circle, rectangle, square
from quasiprint.drawing.patterns import DOT
from quasiprint.drawing.rings import sides
from quasiprint.games.quasimino.face import half_acute, half_gap
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.limits import round_down
from quasiprint.model.measures import SPACED, Maker, Measures, high, line
from quasiprint.model.piece import Accessory
from quasiprint.model.profile import Ink

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
REACH = 0.9  # of the radius: how far a bar through the middle goes
ARM = 2.6  # mm: how far an arrowhead's arms reach to either side


def _round(radius: float, sides: int = SIDES, x: float = 0.0, y: float = 0.0) -> Ring:
    turns = [math.tau * k / sides for k in range(sides)]
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


def _arrowhead(top: float, reach: float = 0.58, fall: float = 0.435, thick: float = 0.36) -> Region:
    """Return an arrowhead that points up."""
    upper = ((reach, top - fall), (0.0, top), (-reach, top - fall))
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


def _zigzag(across: float = 0.24, swing: float = 0.3, thick: float = 0.46) -> Region:
    turns = ((3 * across, swing), (across, -swing), (-across, swing), (-3 * across, -swing))
    upper = tuple((x, y + thick / 2) for x, y in turns)
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


MOTIFS: dict[str, tuple[Region, ...]] = {
    "solid": (Region(_round(1.0)),),
    "dashed": (_bar(3, 6), _bar(-1, 1), _bar(-6, -3)),
    "dotted": tuple(Region(_round(0.3, SIDES, x, y)) for x in (-0.44, 0.44) for y in (-0.44, 0.44)),
    "double": (_ring(1.0, 0.73), _ring(0.46, 0.19)),
    "ladder": (_wheel(),),
    "chevron": (_arrowhead(0.8), _arrowhead(0.1)),
    "line": (_bar(-1, 1),),
    "zigzag": (_zigzag(),),
}


def tactile_motif(pattern: str, radius: float, rib: float) -> tuple[Region, ...]:
    """Return a motif for fingers, in mm. radius: of the disc in which it lies. rib: how wide its lines are."""
    if pattern == "solid":
        return (Region(circle(0.0, 0.0, radius, SIDES)),)
    if pattern == "dashed":
        step = rib + SPACED
        far = math.sqrt(max(0.0, radius**2 - (step + rib / 2) ** 2))
        return tuple(_tactile_bar(reach, y, rib) for y, reach in ((step, far), (0.0, REACH * radius), (-step, far)))
    if pattern == "dotted":
        place = (SPACED + DOT) / 2
        return tuple(Region(circle(x, y, DOT / 2, SIDES)) for x in (-place, place) for y in (-place, place))
    if pattern == "double":
        return (_tactile_ring(radius, rib), Region(circle(0.0, 0.0, radius - rib - SPACED - 0.05, SIDES)))
    if pattern == "ladder":
        spoke = _tactile_bar(radius - rib / 2, 0.0, rib)
        upright = Region(tuple((snap(-y), x) for x, y in spoke.outer))
        wheel = _tactile_ring(radius, rib)
        # areas that are to be united have no holes: the ring is an area for each of its sides
        parts = zip(sides(wheel.outer), sides(wheel.holes[0][::-1]), strict=True)
        return unite((*(Region((a, b, d, c)) for (a, b), (c, d) in parts), spoke, upright))
    if pattern == "chevron":
        step = (rib + SPACED) * math.sqrt(2) / 2
        thick = rib * math.sqrt(2)
        middle = (ARM - thick) / 2
        heads = (_arrowhead(middle + dy + thick, ARM, ARM, thick) for dy in (step, -step))
        return tuple(_scale(head) for head in heads)
    if pattern == "line":
        return (_tactile_bar(REACH * radius, 0.0, rib),)
    low = (3 * rib + 2 * SPACED) / 2
    (two,) = tactile_digits(2, rib)
    return (Region(tuple((x, snap(y - low)) for x, y in two.outer)),)


def _tactile_bar(reach: float, y: float, rib: float) -> Region:
    return Region(rectangle(-reach, y - rib / 2, reach, y + rib / 2))


def _tactile_ring(radius: float, rib: float) -> Region:
    # a chord of the inner ring lies inside of the round; so much wider is the ring there
    inner = radius - rib / math.cos(math.pi / SIDES)
    return Region(circle(0.0, 0.0, radius, SIDES), (circle(0.0, 0.0, inner, SIDES)[::-1],))


def _scale(region: Region, radius: float = 1.0) -> Region:
    """Return an area so many times as large, on the grid."""
    return region.map_rings(lambda ring: tuple((snap(radius * x), snap(radius * y)) for x, y in ring))


def radius(measures: Measures) -> float:
    """Return how far a token's rim is from its middle, mm: that of a disc, or the corners of a square. The nearest
    stripe is in the thin rhomb: at its blunt corner, where the half diagonal is short, and the stripe runs beside the
    long one."""
    to_stripe = measures.size.edge * math.sin(half_acute("thin")) - measures.size.stripe - half_gap(measures)
    return snap(min(LARGEST * measures.size.edge, NEARLY * to_stripe))


@lru_cache(maxsize=64)
def face(colour: int, ink: Ink, measures: Measures) -> Face:
    """Return the face of a player's token."""
    full = radius(measures)
    half = round_down(full / math.sqrt(2))
    # where a square is too small for a motif, tokens are discs
    paper = measures.process is Maker.PAPER and FINEST * ON_PAPER * half > measures.machine.min_feature
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
        Accessory(f"token-{ink.pattern}", "token", PER_PLAYER, face(k, ink, measures))
        for k, ink in enumerate(inks[:PLAYERS])
    )
