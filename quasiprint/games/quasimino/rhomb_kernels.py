"""A layout of rhombs as integers, for the compiler: what lies, and where a tile may lie beside it.

It is the layout of `quasiprint.games.quasimino.placing`, which says what is meant; a test holds the two together, place
by place and in the same order. A layout is rows of integers. `points`: for each point that a tile or a place has as a
corner its four integers, where it lies in millionths of an edge, the angle that is filled around it, and its slot; they
are looked up in `slots`. `rim`: for each point and direction, 1 + 4 × tile + edge of the edge that begins there. `at`:
for each point, direction and shape, 1 + the place whose acute corner is there. `tiles` and `places` are named below.
`now`: how many there are, and how many points are covered. `marks`: the colours of every tile of the set.

A tile is its number in the set, all thin ones first. A shape is 0 for thin and 1 for thick. Which side of a line a
point lies on is the sign of a + bφ, in units of the sine of 36°, φ being the golden ratio.
"""

from __future__ import annotations

import math
from array import array
from typing import Any

from quasiprint.exact.zeta import TURN, unit
from quasiprint.system.compiled import kernel

Array = Any
Rows = tuple[Any, ...]
# a row of `points`, `tiles` and `places`
ANGLE, SLOT, POINT = 6, 7, 8
PIECE, SHAPE, LEAN, CORNERS, TILE = 0, 1, 2, 3, 7
FREE, ASKS, JOINT, PLACE = 0, 7, 11, 12
# in `now`
POINTS, TILES, PLACES, COVERED = 0, 1, 2, 3
NOW = 4
# in `fixed`: unit vectors; the row of a direction that tells the side of a point, and how far along it lies, as a + bφ
UNITS, ACROSS, ALONG, SINES, FIXED = 0, 60, 140, 220, 240
SPARE = 3  # rows behind the places
SPARE_POINTS = 100  # of first tiles that are taken up again, and of a tile that is tried
MICRO = 1_000_000
NEAR = 2 * MICRO
AROUND = 68  # points for each tile: its own, and those of the places along its edges


def fixed_row() -> list[int]:
    """Return what never changes: for each direction the unit vector, see UNITS, and so on."""
    found = [0] * FIXED
    for t in range(TURN):
        one = unit(t)
        angle = math.tau * t / TURN
        place = [round(MICRO * math.cos(angle)), round(MICRO * math.sin(angle))]
        found[UNITS + 6 * t : UNITS + 6 * t + 6] = [one.a, one.b, one.c, one.d, *place]
        for k in range(4):
            turned = unit(k - t)
            found[ACROSS + 8 * t + 2 * k : ACROSS + 8 * t + 2 * k + 2] = [turned.b, turned.c + turned.d]
            found[ALONG + 8 * t + 2 * k : ALONG + 8 * t + 2 * k + 2] = _real(turned)
        found[SINES + 2 * t : SINES + 2 * t + 2] = [one.b, one.c + one.d]
    return found


def _real(point: Any) -> list[int]:
    """Return twice the real part of a point as a + bφ: the cosine of 36° is φ/2, that of 72° (φ − 1)/2."""
    return [2 * point.a - (point.c - point.d), point.b + point.c - point.d]


def new_layout(marks: list[int], tiles: int, *, compiled: bool) -> Rows:
    """Return an empty layout with room for so many tiles. marks: four colours for each tile of the set."""
    points = AROUND * tiles + SPARE_POINTS
    sizes = (
        1 << (2 * points).bit_length(),
        POINT * points,
        TURN * points,
        2 * TURN * points,
        TILE * tiles,
        PLACE * (32 * tiles + SPARE),
        NOW,
    )
    rows = [[0] * size for size in sizes] + [list(marks), fixed_row()]
    return tuple(array("q", row) for row in rows) if compiled else tuple(rows)


@kernel
def sign(a: int, b: int) -> int:
    """Return the sign of a + bφ."""
    m = 2 * a + b
    if m >= 0 and b >= 0:
        return int(m > 0 or b > 0)
    if m <= 0 and b <= 0:
        return -1
    wide = m * m > 5 * b * b
    return 1 if wide == (m > 0) else -1


@kernel
def clear_layout(layout: Rows) -> None:
    """Take everything off the table."""
    slots, points, rim, at, now = layout[0], layout[1], layout[2], layout[3], layout[6]
    for k in range(now[POINTS]):
        slots[points[POINT * k + SLOT]] = 0
        for t in range(10):
            rim[10 * k + t] = 0
        for t in range(20):
            at[20 * k + t] = 0
    for k in range(4):
        now[k] = 0


@kernel
def point_at(layout: Rows, a: int, b: int, c: int, d: int, x: int, y: int) -> int:
    """Return the number of a point, a new one if there is none yet. x, y: where it lies, in millionths."""
    slots, points, now = layout[0], layout[1], layout[6]
    mask = len(slots) - 1
    mixed = a * 73856093 ^ b * 19349663 ^ c * 83492791 ^ d * 39916801
    slot = (mixed ^ mixed >> 16) & mask
    while slots[slot]:
        k = POINT * (slots[slot] - 1)
        if points[k] == a and points[k + 1] == b and points[k + 2] == c and points[k + 3] == d:
            return int(slots[slot] - 1)
        slot = (slot + 1) & mask
    number = now[POINTS]
    now[POINTS] = number + 1
    slots[slot] = number + 1
    k = POINT * number
    points[k], points[k + 1], points[k + 2], points[k + 3] = a, b, c, d
    points[k + 4], points[k + 5], points[k + ANGLE], points[k + SLOT] = x, y, 0, slot
    return int(number)


@kernel
def forget_points(layout: Rows, count: int) -> None:
    """Forget the points after the first so many, at which no tile and no place lies."""
    slots, points, now = layout[0], layout[1], layout[6]
    while now[POINTS] > count:
        now[POINTS] -= 1
        slots[points[POINT * now[POINTS] + SLOT]] = 0


@kernel
def step(layout: Rows, point: int, direction: int) -> int:
    """Return the point one edge away."""
    points, fixed = layout[1], layout[8]
    k, u = POINT * point, UNITS + 6 * (direction % 10)
    return point_at(
        layout,
        points[k] + fixed[u],
        points[k + 1] + fixed[u + 1],
        points[k + 2] + fixed[u + 2],
        points[k + 3] + fixed[u + 3],
        points[k + 4] + fixed[u + 4],
        points[k + 5] + fixed[u + 5],
    )


@kernel
def direction_of(shape: int, turn: int, edge: int) -> int:
    """Return the direction of an edge of a rhomb, in tenths of a turn."""
    return (turn + 5 * (edge // 2) + (1 + shape) * (edge % 2)) % 10


@kernel
def angle_of(shape: int, corner: int) -> int:
    """Return the angle at a corner, in tenths of a turn."""
    return 4 - shape if corner % 2 else 1 + shape


@kernel
def set_corners(layout: Rows, row: Array, at: int, shape: int, turn: int, point: int) -> None:
    """Write the four corners of a rhomb into a row. point: its acute corner."""
    row[at] = point
    for edge in range(3):
        row[at + edge + 1] = step(layout, row[at + edge], direction_of(shape, turn, edge))


@kernel
def misfit(layout: Rows, one: Array, first: int, two: Array, second: int) -> bool:
    """Tell whether two rhombs overlap, or touch as tiles may not: along a part of an edge, or with a corner inside one.
    one, two: rows of `tiles` or `places`; first, second: where in them."""
    points, fixed = layout[1], layout[8]
    p, q = POINT * one[first + CORNERS], POINT * two[second + CORNERS]
    a, b, c, d = points[q] - points[p], points[q + 1] - points[p + 1], points[q + 2] - points[p + 2], 0
    d = points[q + 3] - points[p + 3]
    touch = False
    for way in range(4):
        w = direction_of(one[first + SHAPE], one[first + LEAN], way)
        if way > 1:
            w = direction_of(two[second + SHAPE], two[second + LEAN], way - 2)
        k = ACROSS + 8 * w
        low1a, low1b, high1a, high1b = 0, 0, 0, 0
        low2a = a * fixed[k] + b * fixed[k + 2] + c * fixed[k + 4] + d * fixed[k + 6]
        low2b = a * fixed[k + 1] + b * fixed[k + 3] + c * fixed[k + 5] + d * fixed[k + 7]
        high2a, high2b = low2a, low2b
        for edge in range(2):
            t = (direction_of(one[first + SHAPE], one[first + LEAN], edge) - w) % 10
            if t < 5:
                high1a += fixed[SINES + 2 * t]
                high1b += fixed[SINES + 2 * t + 1]
            else:
                low1a += fixed[SINES + 2 * t]
                low1b += fixed[SINES + 2 * t + 1]
            t = (direction_of(two[second + SHAPE], two[second + LEAN], edge) - w) % 10
            if t < 5:
                high2a += fixed[SINES + 2 * t]
                high2b += fixed[SINES + 2 * t + 1]
            else:
                low2a += fixed[SINES + 2 * t]
                low2b += fixed[SINES + 2 * t + 1]
        gap = max(sign(low2a - high1a, low2b - high1b), sign(low1a - high2a, low1b - high2b))
        if gap > 0:
            return False
        touch = touch or gap == 0
    if not touch:
        return True
    for k in range(4):
        for edge in range(4):
            if inside_edge(layout, one[first + CORNERS + k], two, second, edge):
                return True
            if inside_edge(layout, two[second + CORNERS + k], one, first, edge):
                return True
    return False


@kernel
def inside_edge(layout: Rows, point: int, row: Array, at: int, edge: int) -> bool:
    """Tell whether a point lies in an edge of a rhomb, and is none of its ends."""
    points, fixed = layout[1], layout[8]
    p, q = POINT * row[at + CORNERS + edge], POINT * point
    w = direction_of(row[at + SHAPE], row[at + LEAN], edge)
    acrossa, acrossb, alonga, alongb = 0, 0, 0, 0
    for k in range(4):
        by = points[q + k] - points[p + k]
        acrossa += by * fixed[ACROSS + 8 * w + 2 * k]
        acrossb += by * fixed[ACROSS + 8 * w + 2 * k + 1]
        alonga += by * fixed[ALONG + 8 * w + 2 * k]
        alongb += by * fixed[ALONG + 8 * w + 2 * k + 1]
    # how far along is told doubled
    return not acrossa and not acrossb and sign(alonga, alongb) > 0 and sign(2 - alonga, -alongb) > 0


@kernel
def is_near(layout: Rows, one: Array, first: int, two: Array, second: int) -> bool:
    """Tell whether two rhombs may touch: whether their middles are less than two edges apart."""
    points = layout[1]
    p, r = POINT * one[first + CORNERS], POINT * one[first + CORNERS + 2]
    q, s = POINT * two[second + CORNERS], POINT * two[second + CORNERS + 2]
    x = points[p + 4] + points[r + 4] - points[q + 4] - points[s + 4]
    y = points[p + 5] + points[r + 5] - points[q + 5] - points[s + 5]
    return bool(x * x + y * y < 4 * NEAR * NEAR)


@kernel
def fits_in(layout: Rows, row: Array, at: int) -> bool:
    """Tell whether no tile overlaps a rhomb, or touches it as it may not."""
    tiles, now = layout[4], layout[6]
    for k in range(now[TILES]):
        if is_near(layout, tiles, TILE * k, row, at) and misfit(layout, tiles, TILE * k, row, at):
            return False
    return True


@kernel
def ask(layout: Rows, places: Array, at: int) -> None:
    """Write which colour each edge of a place asks for, −1 for any, and whether a parallelogram would lie there."""
    rim, tiles, marks = layout[2], layout[4], layout[7]
    shape, turn = places[at + SHAPE], places[at + LEAN]
    places[at + JOINT] = 0
    for edge in range(4):
        end = places[at + CORNERS + (edge + 1) % 4]
        other = rim[10 * end + (direction_of(shape, turn, edge) + 5) % 10] - 1
        places[at + ASKS + edge] = -1
        if other >= 0:
            tile, back = TILE * (other // 4), other % 4
            places[at + ASKS + edge] = marks[4 * tiles[tile + PIECE] + back]
            if angle_of(shape, edge) + angle_of(tiles[tile + SHAPE], back + 1) == 5:
                places[at + JOINT] = 1


@kernel
def fits(layout: Rows, at: int, piece: int) -> bool:
    """Tell whether a tile of the place's shape may lie there."""
    places, marks = layout[5], layout[7]
    if not places[at + FREE] or places[at + JOINT]:
        return False
    for edge in range(4):
        if places[at + ASKS + edge] >= 0 and places[at + ASKS + edge] != marks[4 * piece + edge]:
            return False
    return True


@kernel
def covers(layout: Rows, at: int) -> int:
    """Return how many points a tile would cover at a place."""
    points, places = layout[1], layout[5]
    found = 0
    for k in range(4):
        if points[POINT * places[at + CORNERS + k] + ANGLE] + angle_of(places[at + SHAPE], k) == 10:
            found += 1
    return found


@kernel
def put_tile(layout: Rows, piece: int, shape: int, turn: int, point: int) -> None:
    """Lay a tile; the places are as they were. point: its acute corner."""
    points, rim, tiles, now = layout[1], layout[2], layout[4], layout[6]
    number = now[TILES]
    at = TILE * number
    now[TILES] = number + 1
    tiles[at + PIECE], tiles[at + SHAPE], tiles[at + LEAN] = piece, shape, turn
    set_corners(layout, tiles, at + CORNERS, shape, turn, point)
    for k in range(4):
        corner = tiles[at + CORNERS + k]
        rim[10 * corner + direction_of(shape, turn, k)] = 1 + 4 * number + k
        points[POINT * corner + ANGLE] += angle_of(shape, k)
        if points[POINT * corner + ANGLE] == 10:
            now[COVERED] += 1


@kernel
def take_tile(layout: Rows) -> None:
    """Take up the tile that was put last; the places are as they were."""
    points, rim, tiles, now = layout[1], layout[2], layout[4], layout[6]
    now[TILES] -= 1
    at = TILE * now[TILES]
    for k in range(4):
        corner = tiles[at + CORNERS + k]
        rim[10 * corner + direction_of(tiles[at + SHAPE], tiles[at + LEAN], k)] = 0
        if points[POINT * corner + ANGLE] == 10:
            now[COVERED] -= 1
        points[POINT * corner + ANGLE] -= angle_of(tiles[at + SHAPE], k)


@kernel
def find_places(layout: Rows) -> None:
    """Bring the places up to date after a tile was put."""
    rim, at, tiles, places, now = layout[2], layout[3], layout[4], layout[5], layout[6]
    last = TILE * (now[TILES] - 1)
    for k in range(now[PLACES]):
        row = PLACE * k
        if places[row + FREE] and is_near(layout, tiles, last, places, row):
            if misfit(layout, tiles, last, places, row):
                places[row + FREE] = 0
            else:
                ask(layout, places, row)
    for edge in range(4):
        end = tiles[last + CORNERS + (edge + 1) % 4]
        back = (direction_of(tiles[last + SHAPE], tiles[last + LEAN], edge) + 5) % 10
        if rim[10 * end + back]:
            continue
        for shape in range(2):
            for own in range(4):
                row = PLACE * now[PLACES]
                set_along(layout, row, shape, own, end, back)
                key = 20 * places[row + CORNERS] + 2 * places[row + LEAN] + shape
                if not at[key]:
                    now[PLACES] += 1
                    at[key] = now[PLACES]
                    places[row + FREE] = int(fits_in(layout, places, row))
                    ask(layout, places, row)


@kernel
def set_along(layout: Rows, row: int, shape: int, own: int, point: int, direction: int) -> None:
    """Make a place of a rhomb whose edge `own` begins at a point and runs in a direction. row: in `places`."""
    places = layout[5]
    turn = (direction - direction_of(shape, 0, own)) % 10
    for before in range(own):
        point = step(layout, point, direction_of(shape, turn, own - 1 - before) + 5)
    places[row + FREE], places[row + SHAPE], places[row + LEAN] = 1, shape, turn
    set_corners(layout, places, row + CORNERS, shape, turn, point)
