"""A box for a laser: a floor and walls with finger joints, a lid that is lifted off. Lengths in mm.

All outlines are nominal: what is cut grows by half of the kerf, so that a finger fills its notch but for `PLAY`. The
lid is two plates that are glued on one another; the lower one drops into the box. Its upper one juts out all around, to
be taken hold of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quasiprint.containers import Kept, Need
from quasiprint.containers.letters import wide, written
from quasiprint.containers.packing import Packing, packings
from quasiprint.drawing.areas import united, without
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.piece import Accessory, GameSet, Stack, Stand

THINNEST = 2.0  # a sheet with joints
PLAY = 0.06  # of a finger in its notch, both sides together
FINGER = 3.0  # sheets thick: how wide a finger is, about
LEAST = 1.5  # sheets thick: how wide it is at least
ABOVE = 1.0  # free above the highest stack
LID_PLAY = 0.5  # of the lower plate in the box, on each side
JUTS = 2.0  # the lid's upper plate
DEEP = 46.0  # inside: tiles at the bottom of a deeper box are hard to get at
SHARES = (1.0, 0.7, 0.5)  # of the sheet: how large what is packed may be
TITLE, LOWEST = 0.16, 6.0  # of the lid's shorter side: how high its letters are; and at least, mm


@dataclass(frozen=True, slots=True)
class Sizes:
    """The outside of a box, without its lid. thick: of the sheet."""

    x: float
    y: float
    z: float
    thick: float


def box(need: Need) -> Kept:
    """Return the parts of a box, and what is kept beside it.

    Raises InputError for a sheet that is too thin for joints, and if no box for the pieces can be cut from it.
    """
    game_set = need.set
    thick, kerf = game_set.measures.stock.thickness, game_set.measures.fit.kerf
    least = max(THINNEST, 4 * kerf)
    if thick < least:
        raise InputError(
            f"--storage: found a sheet {thick:g} mm thick, allowed for a box is from {least:g} mm: its joints are as "
            "deep as the sheet is thick, and shallower ones do not hold"
        )
    room = game_set.measures.machine.room
    taken = 2 * thick + 2 * JUTS + 1.0
    most = tuple(max(0.0, side - taken) for side in room)
    for share in SHARES:  # what is too large for a box with all the rest is kept beside it
        ways = [
            (packed, sizes)
            for packed in packings(game_set, (share * most[0], share * most[1]), ABOVE)
            if (sizes := _sizes(packed, thick)) and all(_fits(wide, high, room) for wide, high in _panels(sizes))
        ]
        if ways:
            break
    if not ways:
        raise InputError(
            f"--storage: found {game_set.game} on a sheet with room for {room[0]:g} × {room[1]:g} mm, allowed is a "
            "larger one: no box that holds the set has parts that fit on it; or choose smaller pieces"
        )
    packed, sizes = min(ways, key=_cost)
    return Kept(tuple(_parts(game_set, packed, sizes)), tuple(_noted(game_set, packed)))


def _cost(way: tuple[Packing, Sizes]) -> tuple[object, ...]:
    """Return what is least of the best box: one that hands reach into, of little sheet."""
    packed, sizes = way
    return packed.height > DEEP, round(sum(wide * high for wide, high in _panels(sizes)), 3), packed.places


def _sizes(packed: Packing, thick: float) -> Sizes | None:
    """Return how large a box must be, None if its sides were too short for joints."""
    z = snap(packed.height + 2 * thick)
    sizes = Sizes(snap(packed.width + 2 * thick), snap(packed.depth + 2 * thick), z, thick)
    short = min(sizes.x - 2 * thick, sizes.y - 2 * thick, z)
    return sizes if short >= 3 * LEAST * thick else None


def _panels(s: Sizes) -> tuple[tuple[float, float], ...]:
    """Return how large the parts are."""
    lid = s.x + 2 * JUTS, s.y + 2 * JUTS
    return (s.x, s.y), (s.x, s.z), (s.x, s.z), (s.y, s.z), (s.y, s.z), lid, (s.x, s.y)


def _fits(wide: float, high: float, room: tuple[float, float]) -> bool:
    return (wide <= room[0] and high <= room[1]) or (high <= room[0] and wide <= room[1])


def _noted(game_set: GameSet, packed: Packing) -> Iterator[Finding]:
    if packed.beside:
        message = f"{', '.join(packed.beside)}: larger than a box from this sheet can be, and kept beside it"
        yield Finding("place-none", Severity.NOTE, f"{game_set.game}, box", message, "choose a larger sheet")


def segments(length: float, thick: float) -> tuple[tuple[float, float], ...]:
    """Return an odd number of equal stretches, at least three, that make up a length."""
    count = max(3, 2 * round((length / (FINGER * thick) - 1) / 2) + 1)
    while count > 3 and length / count < LEAST * thick:
        count -= 2
    return tuple((snap(length * k / count), snap(length * (k + 1) / count)) for k in range(count))


def _parts(game_set: GameSet, packed: Packing, s: Sizes) -> Iterator[Accessory]:
    """Yield the parts. The outside of the box has its middle on the origin, and stands on z = 0."""
    t, hx, hy = s.thick, s.x / 2, s.y / 2
    along_x = [(a + t - hx, b + t - hx) for a, b in segments(s.x - 2 * t, t)]
    along_y = [(a + t - hy, b + t - hy) for a, b in segments(s.y - 2 * t, t)]
    upright = [(a - s.z / 2, b - s.z / 2) for a, b in segments(s.z, t)]
    inner = _box(t - hx, t - hy, hx - t, hy - t)
    fingers = [_box(a, low, b, low + t) for a, b in along_x[1::2] for low in (-hy, hy - t)]
    fingers += [_box(left, a, left + t, b) for a, b in along_y[1::2] for left in (-hx, hx - t)]
    (floor,) = united((inner, *fingers))
    stacks = tuple(replace(stack, z=snap(stack.z + t)) for stack in packed.stacks)
    yield _part("box-bottom", floor.outer, Stand((-hx, -hy, hx, hy), (-hx, -hy, 0.0), 1, 2), stacks=stacks)
    front = _wall(s.x, s.z, t, along_x[1::2], upright[1::2])
    side = _wall(s.y, s.z, t, along_y[1::2], upright[::2])
    area = (-hx, -s.z / 2, hx, s.z / 2)
    yield _part("box-front", front, Stand(area, (-hx, -hy, 0.0), 1, 3))
    yield _part("box-back", front, Stand(area, (-hx, snap(hy - t), 0.0), 1, 3))
    area = (-hy, -s.z / 2, hy, s.z / 2)
    yield _part("box-left", side, Stand(area, (-hx, -hy, 0.0), 2, 3))
    yield _part("box-right", side, Stand(area, (snap(hx - t), -hy, 0.0), 2, 3))
    yield from _lid(game_set, s)


def _wall(
    wide: float, high: float, t: float, below: Sequence[tuple[float, float]], beside: Sequence[tuple[float, float]]
) -> Ring:
    """Return a wall. below, beside: where fingers of the floor, and of the walls beside it, come through."""
    more = PLAY / 2
    x, y = wide / 2, high / 2
    notches = [_box(a - more, -y - t, b + more, t - y) for a, b in below]
    for a, b in beside:
        low = a - (t if a <= -y + 1e-6 else more)  # the outermost go on beyond the corner
        top = b + (t if b >= y - 1e-6 else more)
        notches += [_box(-x - t, low, t - x, top), _box(x - t, low, x + t, top)]
    (area,) = without(_box(-x, -y, x, y), tuple(notches))
    return area.outer


def _lid(game_set: GameSet, s: Sizes) -> Iterator[Accessory]:
    x, y = snap(s.x / 2 + JUTS), snap(s.y / 2 + JUTS)
    top = (-x, -y, x, y)
    height = max(LOWEST, TITLE * 2 * min(x, y))
    room, least = 2 * x - 2 * LOWEST, game_set.measures.machine.min_feature
    height = min(height, 0.99 * height * room / wide(game_set.title, height))
    letters = written(game_set.title, height, (0.0, -height / 2), room, least)
    marks = (Mark(0, Operation.ENGRAVE, None, None, letters, letters),) if letters else ()
    yield _part("box-lid", _box(*top).outer, Stand(top, (-x, -y, s.z), 1, 2), marks)
    x, y = snap(s.x / 2 - s.thick - LID_PLAY), snap(s.y / 2 - s.thick - LID_PLAY)
    lower = (-x, -y, x, y)
    yield _part("box-lid-inner", _box(*lower).outer, Stand(lower, (-x, -y, snap(s.z - s.thick)), 1, 2))


def _part(
    name: str, ring: Ring, stand: Stand, marks: tuple[Mark, ...] = (), stacks: tuple[Stack, ...] = ()
) -> Accessory:
    face = Face(ring, ring, (Cell(ring, marks),))
    return Accessory(name, "box-part", 1, face, storage=True, stacks=stacks, stands=(stand,))


def _box(left: float, low: float, right: float, high: float) -> Region:
    left, low, right, high = map(snap, (left, low, right, high))
    return Region(((left, low), (right, low), (right, high), (left, high)))
