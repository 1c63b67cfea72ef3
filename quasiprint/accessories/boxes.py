"""Boxes that keep a set, of one sheet. Lengths in mm.

A laser cuts a floor and walls with finger joints, and a lid that is lifted off. All outlines are nominal: what is cut
grows by half of the kerf, so that a finger fills its notch but for `PLAY`. The lid is two plates that are glued on one
another; the lower one drops into the box. Its upper one juts out all around, to be taken hold of.

Of paper, a tuck box is folded and closed with a tab of glue; with it come a label for a bag, and a card that tells what
is in the box. From left to right: the tab, the back, a side, the front, the other side. Above and below the back hangs
a flap that closes an end, with a tongue that is tucked in; the sides have dust flaps. The front has none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quasiprint.accessories import Containers, beside
from quasiprint.accessories.packing import Packing, letters_at, packings, translate, wide
from quasiprint.drawing.areas import difference, unite
from quasiprint.drawing.outlines import rectangle
from quasiprint.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.piece import Accessory, GameSet, Stack, Stand
from quasiprint.model.profile import Box

# cut
THINNEST = 2.0  # a sheet with joints
PLAY = 0.06  # of a finger in its notch, both sides together
FINGER = 3.0  # sheets thick: how wide a finger is, about
LEAST = 1.5  # sheets thick: how wide it is at least
LID_PLAY = 0.5  # of the lower plate in the box, on each side
JUTS = 2.0  # the lid's upper plate
DEEP = 46.0  # inside: tiles at the bottom of a deeper box are hard to get at
SHARES = (1.0, 0.7, 0.5)  # of the sheet: how large what is packed may be
TITLE, LOWEST = 0.16, 6.0  # of the lid's shorter side: how high its letters are; and at least, mm
# folded
TAB, TONGUE = 10.0, 12.0  # to glue, and to tuck in; a tab is a little less deep than its box
SLANT = 3.0  # of their ends
SLIT = 0.8  # between neighbouring flaps
DUST = 20.0  # dust flaps, at most
LOOSE = 1.1  # paper does not lie flat: stacks are higher by this factor
SHALLOW = 8.0  # a box
DASH, BETWEEN, FINE = 3.0, 2.0, 0.3  # of a fold's line: its dashes, and how wide it is
LABEL = (70.0, 36.0)
LETTERS = 12.8  # of the finest stroke: how high small print is
MARGIN = 4.0
# both
ABOVE = 1.0  # free above the highest stack


@dataclass(frozen=True, slots=True)
class Sizes:
    """The outside of a box, without its lid. thick: of the sheet."""

    x: float
    y: float
    z: float
    thick: float


def cut_box(game_set: GameSet, _: int) -> Containers:
    """Return the parts of a box, and what is kept beside it. Raises InputError for a sheet that is too thin for joints,
    and if no box for the pieces can be cut from it."""
    thick, kerf = game_set.measures.stock.thickness, game_set.measures.laser.kerf
    least = max(THINNEST, 4 * kerf)
    if thick < least:
        raise InputError(
            f"--storage: found a sheet {thick:g} mm thick, allowed for a box is from {least:g} mm: its joints are as "
            "deep as the sheet is thick, and shallower ones do not hold"
        )
    room = game_set.measures.machine.room
    wide, high = (max(0.0, side - (2 * thick + 2 * JUTS + 1.0)) for side in room)
    for share in SHARES:  # what is too large for a box with all the rest is kept beside it
        ways = [
            (packed, sizes)
            for packed in packings(game_set, (share * wide, share * high), ABOVE)
            if (sizes := _sizes(packed, thick)) and all(_fits(panel, room) for panel in _panels(sizes))
        ]
        if ways:
            break
    if not ways:
        raise InputError(
            f"--storage: found {game_set.game} on a sheet with room for {room[0]:g} × {room[1]:g} mm, allowed is a "
            "larger one: no box that holds the set has parts that fit on it; or choose smaller pieces"
        )
    packed, sizes = min(ways, key=_cost)
    notes = beside(game_set, "box", packed.beside, "a box from this sheet", "choose a larger sheet")
    return Containers(tuple(_parts(game_set, packed, sizes)), notes)


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


def _fits(size: tuple[float, float], room: tuple[float, float]) -> bool:
    return any(wide <= room[0] and high <= room[1] for wide, high in (size, size[::-1]))


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
    (floor,) = unite((inner, *fingers))
    stacks = tuple(translate(stack, z=t) for stack in packed.stacks)
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
    (area,) = difference((_box(-x, -y, x, y),), tuple(notches))
    return area.outer


def _lid(game_set: GameSet, s: Sizes) -> Iterator[Accessory]:
    x, y = snap(s.x / 2 + JUTS), snap(s.y / 2 + JUTS)
    top = (-x, -y, x, y)
    room, least = 2 * x - 2 * LOWEST, game_set.measures.machine.min_feature
    height = max(LOWEST, LETTERS * least, TITLE * 2 * min(x, y))
    height = min(height, 0.99 * height * room / wide(game_set.title, height))
    letters = letters_at(game_set.title, height, (0.0, -height / 2), room, least)
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
    return Region(rectangle(left, low, right, high))


def tuck_box(game_set: GameSet, _: int) -> Containers:
    """Return the box, the label and the card; of boards on pages, which nobody cuts out, none. Raises InputError if no
    box for the pieces fits a page."""
    if game_set.boards is not None:
        message = "boards on paper are pages, and not cut out: nothing is there to be kept in a box"
        note = Finding("place-none", Severity.NOTE, f"{game_set.game}, box", message, "fold the pages")
        return Containers((), (note,))
    room = game_set.measures.machine.room
    most = room[0] / 2, room[1] / 2
    ways = [packed for packed in packings(game_set, most, ABOVE) if _fits(_sheet_size(packed), room)]
    if not ways:
        raise InputError(
            f"--storage: found {game_set.game} on pages with room for {room[0]:g} × {room[1]:g} mm, allowed are larger "
            "ones: no box that holds the set is folded of one page; or choose smaller pieces"
        )
    packed = min(ways, key=lambda way: (math.prod(_sheet_size(way)), way.places))
    contents, w, h = _contents(game_set), snap(packed.width / 2 - 1), snap(packed.depth / 2 - 1)
    label = _slip(game_set, "bag-label", [", ".join(contents)], LABEL[0] / 2, LABEL[1] / 2)
    # the card tells what is in the box, and lies on the stacks
    accessories = (_box_of(game_set, packed), label, _slip(game_set, "inventory-card", contents, w, h))
    return Containers(accessories, beside(game_set, "box", packed.beside, "a box of one page", "choose larger pages"))


def _stack_depth(packed: Packing) -> float:
    return snap(max(SHALLOW, LOOSE * packed.height))


def _tab(deep: float) -> float:
    return min(TAB, deep - 1)


def _sheet_size(packed: Packing) -> tuple[float, float]:
    """Return how large the sheet is."""
    deep = _stack_depth(packed)
    return _tab(deep) + 2 * (packed.width + deep), packed.depth + 2 * (deep + TONGUE)


def _box_of(game_set: GameSet, packed: Packing) -> Accessory:
    """Return the box. Its frame has its origin in the middle of the sheet."""
    w, h, d = packed.width, packed.depth, _stack_depth(packed)
    x, y = snap(_tab(d) - _sheet_size(packed)[0] / 2), snap(-h / 2)  # of the back's lower left corner
    dust = min(DUST, 0.45 * w)
    columns = [(x, x + w), (x + w, x + w + d), (x + w + d, x + 2 * w + d), (x + 2 * w + d, x + 2 * w + 2 * d)]
    (back, side, front, other), top = columns, y + h
    areas = [_box(x, y, other[1], top)]
    areas.append(_area((x - _tab(d), y + SLANT), (x, y), (x, top), (x - _tab(d), top - SLANT)))
    for way, edge in ((1, top), (-1, y)):
        slit, far, end = SLIT / 2, edge + way * d, edge + way * (d + TONGUE)
        flap = (back[0] + slit, edge), (back[1] - slit, edge), (back[1] - slit, far), (back[0] + slit, far)
        tongue = (flap[3], flap[2], (back[1] - slit - SLANT, end), (back[0] + slit + SLANT, end))
        areas += [_area(*flap[::way]), _area(*tongue[::way])]
        for left, right in (side, other):
            out = edge + way * dust
            points = (left + slit, edge), (right - slit, edge), (right - SLANT, out), (left + SLANT, out)
            areas.append(_area(*points[::way]))
    (sheet,) = unite(tuple(areas))
    folds = [((at, y), (at, top)) for at in (x, back[1], side[1], front[1])]
    for edge, far in ((top, top + d), (y, y - d)):
        folds += [((left, edge), (right, edge)) for left, right in (back, side, other)]
        folds.append(((back[0], far), (back[1], far)))
    dashes = tuple(dash for a, b in folds for dash in _dashes(a, b))
    marks = [Mark(0, Operation.SCORE, None, None, dashes, dashes)]
    marks += _lines(game_set.title, [], (front[0], y, front[1], top), 1, game_set.measures.machine.min_feature)
    face = Face(sheet.outer, sheet.outer, (Cell(sheet.outer, tuple(marks)),))
    stands = tuple(_stands((x, y), (w, h, d), dust))
    middle = x + w / 2, y + h / 2
    stacks = tuple(translate(stack, *middle) for stack in packed.stacks)
    return Accessory("tuck-box", "tuck-box", 1, face, storage=True, stacks=stacks, stands=stands)


def _stands(at: tuple[float, float], size: tuple[float, float, float], dust: float) -> Iterator[Stand]:
    """Yield the panels as they stand when the box is folded, the back first: it lies on z = 0, its corner on the
    origin. at: that corner in the sheet; size: the box's width, height and depth."""
    (x, y), (w, h, d) = at, size

    def panel(area: Box, place: tuple[float, float, float], across: int, up: int) -> Stand:
        left, low, right, high = area
        return Stand((snap(x + left), snap(y + low), snap(x + right), snap(y + high)), place, across, up)

    yield panel((0, 0, w, h), (0, 0, 0), 1, 2)
    yield panel((w, 0, w + d, h), (w, 0, 0), 3, 2)
    yield panel((w + d, 0, 2 * w + d, h), (w, 0, d), -1, 2)
    yield panel((2 * w + d, 0, 2 * w + 2 * d, h), (0, 0, d), -3, 2)
    yield panel((-_tab(d), 0, 0, h), (0, 0, _tab(d)), -3, 2)
    yield panel((0, h, w, h + d), (0, h, 0), 1, 3)
    yield panel((0, h + d, w, h + d + TONGUE), (0, h, d), 1, -2)
    yield panel((0, -d, w, 0), (0, 0, d), 1, -3)
    yield panel((0, -d - TONGUE, w, -d), (0, TONGUE, d), 1, -2)
    yield panel((w, h, w + d, h + dust), (w, h, 0), 3, -1)
    yield panel((2 * w + d, h, 2 * w + 2 * d, h + dust), (0, h, d), -3, 1)
    yield panel((w, -dust, w + d, 0), (w - dust, 0, 0), 3, 1)
    yield panel((2 * w + d, -dust, 2 * w + 2 * d, 0), (dust, 0, d), -3, -1)


def _dashes(a: tuple[float, float], b: tuple[float, float]) -> Iterator[Region]:
    """Yield the dashes along a fold, level or upright; they stay away from its ends."""
    upright = abs(a[0] - b[0]) < 1e-6
    start, end = (a[1], b[1]) if upright else (a[0], b[0])
    count = max(1, int((end - start - BETWEEN) // (DASH + BETWEEN)))
    first, half = (start + end - count * (DASH + BETWEEN) + BETWEEN) / 2, FINE / 2
    for low in (first + k * (DASH + BETWEEN) for k in range(count)):
        across, along = (a[not upright] - half, a[not upright] + half), (low, low + DASH)
        (left, right), (foot, top) = (across, along) if upright else (along, across)
        yield _box(left, foot, right, top)


def _contents(game_set: GameSet) -> list[str]:
    """Return what is in the box, a line each."""
    shapes = Counter(piece.shape for piece in game_set.pieces)
    lines = [_several(len(game_set.pieces), game_set.noun)]
    if len(shapes) > 1:
        lines = [
            _several(count, f"{shape} {game_set.noun}" if game_set.noun != "piece" else shape)
            for shape, count in shapes.items()
        ]
    kinds = Counter[str]()
    for accessory in game_set.accessories:
        kinds[accessory.kind] += accessory.count
    return lines + [_several(count, kind.replace("-", " ")) for kind, count in kinds.items()]


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith('o') else 's'}"


def _slip(game_set: GameSet, name: str, lines: Sequence[str], w: float, h: float) -> Accessory:
    """Return a label or a card. w, h: half of its width and height."""
    area, title, least = (-w, -h, w, h), game_set.title, game_set.measures.machine.min_feature
    ring = rectangle(*area)
    face = Face(ring, ring, (Cell(ring, tuple(_lines(title, lines, area, 0, least))),))
    return Accessory(name, name, 1, face, storage=True)


def _lines(title: str, lines: Sequence[str], area: Box, slot: int, least: float) -> list[Mark]:
    """Return a title and lines of small print in an area, as much of it as has room."""
    left, low, right, high = area
    middle, room = (left + right) / 2, right - left - 2 * MARGIN
    small = LETTERS * least
    height = min(2.5 * small, 0.99 * small * room / wide(title, small))
    y = high - MARGIN - height if lines else (low + high - height) / 2
    texts = [(title, height, y)]
    for text in (part for line in lines for part in _break_lines(line, room, small)):
        y -= 2 * small
        texts.append((text, small, y))
    marks = []
    for number, (text, tall, at) in enumerate(texts, slot):
        letters = letters_at(text, tall, (middle, at), room, least) if at > low + MARGIN else ()
        marks += [Mark(number, Operation.ENGRAVE, None, None, letters, letters)] if letters else []
    return marks


def _break_lines(text: str, room: float, height: float) -> Iterator[str]:
    """Yield a text in lines that have room, broken at commas."""
    line = ""
    for part in text.split(", "):
        longer = f"{line}, {part}" if line else part
        if line and wide(longer, height) > room:
            yield line
            longer = part
        line = longer
    yield line


def _area(*points: tuple[float, float]) -> Region:
    return Region(tuple((snap(x), snap(y)) for x, y in points))
