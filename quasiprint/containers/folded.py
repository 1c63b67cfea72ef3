"""A tuck box of paper, folded of one sheet and closed with a tab of glue; a label for a bag, and a card that tells what
is in the box. Lengths in mm.

From left to right: the tab, the back, a side, the front, the other side. Above and below the back hangs a flap that
closes an end, with a tongue that is tucked in; the sides have dust flaps. The front has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quasiprint.containers import Kept, Need
from quasiprint.containers.letters import wide, written
from quasiprint.containers.packing import Packing, packings
from quasiprint.drawing.areas import united
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.piece import Accessory, GameSet, Stack, Stand

TAB, TONGUE = 10.0, 12.0  # to glue, and to tuck in; a tab is a little less deep than its box
SLANT = 3.0  # of their ends
SLIT = 0.8  # between neighbouring flaps
DUST = 20.0  # dust flaps, at most
LOOSE = 1.1  # paper does not lie flat: so much higher are stacks
ABOVE = 1.0
SHALLOW = 8.0  # a box
DASH, BETWEEN, FINE = 3.0, 2.0, 0.3  # of a fold's line: its dashes, and how wide it is
LABEL = (70.0, 36.0)
LETTERS = 12.8  # of the finest stroke: how high small print is
MARGIN = 4.0
Box = tuple[float, float, float, float]


def tuck_box(need: Need) -> Kept:
    """Return the box, the label and the card; of boards on pages, which nobody cuts out, none.

    Raises InputError if no box for the pieces fits a page.
    """
    game_set = need.set
    if game_set.boards is not None:
        message = "boards on paper are pages, and not cut out: nothing is there to be kept in a box"
        return Kept((), (Finding("place-none", Severity.NOTE, f"{game_set.game}, box", message, "fold the pages"),))
    room = game_set.measures.machine.room
    most = room[0] / 2, room[1] / 2
    ways = [packed for packed in packings(game_set, most, ABOVE) if _fits(_flat(packed), room)]
    if not ways:
        raise InputError(
            f"--storage: found {game_set.game} on pages with room for {room[0]:g} × {room[1]:g} mm, allowed are larger "
            "ones: no box that holds the set is folded of one page; or choose smaller pieces"
        )
    packed = min(ways, key=lambda way: (_paper(way), way.places))
    things = (_box_of(game_set, packed), _label(game_set), _card(game_set, packed))
    return Kept(things, tuple(_noted(game_set, packed)))


def _noted(game_set: GameSet, packed: Packing) -> Iterator[Finding]:
    if packed.beside:
        message = f"{', '.join(packed.beside)}: larger than a box of one page can be, and kept beside it"
        yield Finding("place-none", Severity.NOTE, f"{game_set.game}, box", message, "choose larger pages")


def _deep(packed: Packing) -> float:
    return snap(max(SHALLOW, LOOSE * packed.height))


def _tab(deep: float) -> float:
    return min(TAB, deep - 1)


def _flat(packed: Packing) -> tuple[float, float]:
    """Return how large the sheet is."""
    deep = _deep(packed)
    return _tab(deep) + 2 * (packed.width + deep), packed.depth + 2 * (deep + TONGUE)


def _paper(packed: Packing) -> float:
    wide, high = _flat(packed)
    return wide * high


def _fits(size: tuple[float, float], room: tuple[float, float]) -> bool:
    wide, high = size
    return (wide <= room[0] and high <= room[1]) or (high <= room[0] and wide <= room[1])


def _box_of(game_set: GameSet, packed: Packing) -> Accessory:
    """Return the box. Its frame has its origin in the middle of the sheet."""
    w, h, d = packed.width, packed.depth, _deep(packed)
    x, y = snap(_tab(d) - _flat(packed)[0] / 2), snap(-h / 2)  # of the back's lower left corner
    dust = min(DUST, 0.45 * w)
    columns = [(x, x + w), (x + w, x + w + d), (x + w + d, x + 2 * w + d), (x + 2 * w + d, x + 2 * w + 2 * d)]
    (back, side, front, other), top = columns, y + h
    areas = [Region(_box(x, y, other[1], top))]
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
    (sheet,) = united(tuple(areas))
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
    stacks = tuple(_moved(stack, middle) for stack in packed.stacks)
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
    first = (start + end - count * (DASH + BETWEEN) + BETWEEN) / 2
    for k in range(count):
        low = first + k * (DASH + BETWEEN)
        half = FINE / 2
        if upright:
            yield Region(_box(a[0] - half, low, a[0] + half, low + DASH))
        else:
            yield Region(_box(low, a[1] - half, low + DASH, a[1] + half))


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
    for thing in game_set.accessories:
        kinds[thing.kind] += thing.count
    return lines + [_several(count, kind.replace("-", " ")) for kind, count in kinds.items()]


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith('o') else 's'}"


def _label(game_set: GameSet) -> Accessory:
    """Return the label of a bag."""
    w, h = LABEL[0] / 2, LABEL[1] / 2
    least = game_set.measures.machine.min_feature
    return _printed("bag-label", game_set.title, [", ".join(_contents(game_set))], (-w, -h, w, h), least)


def _card(game_set: GameSet, packed: Packing) -> Accessory:
    """Return the card that tells what is in the box; it lies on the stacks."""
    w, h = snap(packed.width / 2 - 1), snap(packed.depth / 2 - 1)
    least = game_set.measures.machine.min_feature
    return _printed("inventory-card", game_set.title, _contents(game_set), (-w, -h, w, h), least)


def _printed(name: str, title: str, lines: Sequence[str], area: Box, least: float) -> Accessory:
    ring = _box(*area)
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
    for text in (part for line in lines for part in _broken(line, room, small)):
        y -= 2 * small
        texts.append((text, small, y))
    marks = []
    for number, (text, tall, at) in enumerate(texts, slot):
        letters = written(text, tall, (middle, at), room, least) if at > low + MARGIN else ()
        marks += [Mark(number, Operation.ENGRAVE, None, None, letters, letters)] if letters else []
    return marks


def _broken(text: str, room: float, height: float) -> Iterator[str]:
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


def _box(left: float, low: float, right: float, high: float) -> Ring:
    left, low, right, high = map(snap, (left, low, right, high))
    return (left, low), (right, low), (right, high), (left, high)


def _moved(stack: Stack, by: tuple[float, float]) -> Stack:
    return replace(stack, x=snap(stack.x + by[0]), y=snap(stack.y + by[1]))
