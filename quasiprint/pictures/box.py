"""What is in the box, laid out on a table: pieces in rows, accessories in piles, a ruler and a coin beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quasiprint.model.face import Ring, bounds
from quasiprint.model.page import Text
from quasiprint.model.production import Placement
from quasiprint.pictures.figures import lettered
from quasiprint.pictures.render import COSINE, SINE, Level, Lying

MOST = 300  # things in one picture
PILE, HIGH = 10, 12.5  # equal things on one another at most, and how high they are, mm
HIDES = COSINE / SINE  # how much of the table a thing hides behind it, in its height
AIR = 3.5  # mm between things
MARGIN = 14.0  # mm around all of it
SKEW = 1.6  # degrees, at most: nobody lays tiles down quite straight
STRAY = 0.35  # mm, at most
ACROSS = 1.45  # it is so much wider than deep, about
FRONT = 34.0  # mm: where the ruler lies
RULER, COIN, BESIDE = 120.0, 23.25, 8.0  # mm: how wide the ruler is, and a coin of 1 €; between them and the words
TABLE, GRAIN, WORDS = "#7A5437", ("#A67C57", "#AE8560", "#A17651", "#AA805B"), "#FFF6E6"
PLANK = 46.0  # mm: how deep the planks of the table are
STRIP, TICK = "#F1E7C6", "#3B3226"
RIM_OF_COIN, MIDDLE_OF_COIN = "#D9B65A", "#C9C9C6"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in the box: its levels face up, its outline, how high it is, mm, how many there are, and what it is:
    things of another kind begin a row."""

    levels: tuple[Level, ...]
    outline: Ring
    height: float
    count: int = 1
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Pile:
    """Equal things on one another, and the room they take on the table, mm: what they hide behind them is left free."""

    thing: Thing
    count: int

    @property
    def room(self) -> tuple[float, float]:
        left, low, right, top = bounds((self.thing.outline,))
        return right - left + AIR, top - low + AIR + HIDES * self.count * self.thing.height


def table(things: Sequence[Thing], words: str) -> tuple[list[Lying], tuple[float, float]]:
    """Return what lies on the table, and how wide and deep that is, mm. words: what stands below it all."""
    piles = [_Pile(thing, size) for thing in things for size in _piles(thing)][:MOST]
    letters = tuple(region.rings for region in lettered(Text(0.0, 0.0, words, 7.0, "start")))
    long = max((x for rings in letters for x, _ in rings[0]), default=0.0)
    rows, wide, deep = _rows(piles, RULER + BESIDE + COIN + BESIDE + long)
    size = wide + 2 * MARGIN, deep + FRONT + 2 * MARGIN
    lying = [*_planks(size)]
    y, number = size[1] - MARGIN, 0
    for row in rows:
        high = max(pile.room[1] for pile in row)
        x = MARGIN + (wide - sum(pile.room[0] for pile in row)) / 2
        for pile in row:
            own = pile.room[0]
            middle = x + own / 2, y - high / 2 - HIDES * pile.count * pile.thing.height / 2
            lying += [_placed(pile.thing, middle, step, 31 * number + step) for step in range(pile.count)]
            x += own
            number += 1
        y -= high
    written = Lying(
        tuple(Level(rings, 0.0, WORDS, WORDS) for rings in letters),
        Placement("", round(size[0] - MARGIN - long, 6), MARGIN + 2.0, 0.0),
    )
    return [*lying, *_scale(), written], size


def _piles(thing: Thing) -> Iterator[int]:
    """Yield how many of equal things lie on one another."""
    most = max(1, min(PILE, int(HIGH / thing.height)))
    left = thing.count
    while left > 0:
        yield min(left, most)
        left -= most


def _rows(piles: Sequence[_Pile], least: float) -> tuple[list[list[_Pile]], float, float]:
    """Return piles in rows, in their order; how wide these may be, and how deep they are together, mm. least: so wide
    they may be in any case."""
    ground = sum(pile.room[0] * pile.room[1] for pile in piles)
    most = max([least, (ACROSS * ground) ** 0.5, *(pile.room[0] for pile in piles)])
    rows: list[list[_Pile]] = []
    taken = 0.0
    for pile in piles:
        own = pile.room[0]
        if not rows or taken + own > most or rows[-1][-1].thing.kind != pile.thing.kind:
            rows.append([])
            taken = 0.0
        rows[-1].append(pile)
        taken += own
    return rows, most, sum(max(pile.room[1] for pile in row) for row in rows)


def _chance(number: int) -> float:
    """Return something from −1 to 1 that looks like chance, and is always the same."""
    return ((number * 2654435761 >> 7) % 2001 - 1000) / 1000


def _placed(thing: Thing, at: tuple[float, float], step: int, number: int) -> Lying:
    """Return one of a pile. at: the pile's place, to which the middle of the thing's outline comes, mm."""
    left, low, right, top = bounds((thing.outline,))
    angle = SKEW * _chance(3 * number)
    x, y = Placement("", 0.0, 0.0, angle).point(((left + right) / 2, (low + top) / 2))
    stray = STRAY * (1 + bool(step))
    x, y = at[0] - x + stray * _chance(3 * number + 1), at[1] - y + stray * _chance(3 * number + 2)
    return Lying(thing.levels, Placement("", round(x, 6), round(y, 6), round(angle, 6)), step * thing.height)


def _planks(size: tuple[float, float]) -> Iterator[Lying]:
    """Yield the planks of the table."""
    wide, deep = size
    low, k = -4 * PLANK, 0
    while low < deep + 4 * PLANK:
        colour = GRAIN[k % len(GRAIN)]
        ring = _strip(-wide, low, 2 * wide, low + PLANK - 0.5)
        yield Lying((Level((ring,), 0.0, colour, colour),), Placement("", 0.0, 0.0, 0.0))
        low += PLANK
        k += 1


def _strip(left: float, low: float, right: float, top: float) -> Ring:
    return ((left, low), (right, low), (right, top), (left, top))


def _scale() -> Iterator[Lying]:
    """Yield a ruler of 100 mm, and a coin."""
    ruler = [Level((_strip(0.0, 0.0, RULER, 15.0),), 1.2, STRIP, STRIP)]
    for mm in range(101):
        long = 6.0 if mm % 10 == 0 else 4.5 if mm % 5 == 0 else 3.0
        ruler.append(Level((_strip(3.9 + mm, 15.0 - long, 4.1 + mm, 15.0),), 1.2, TICK, STRIP))
    for cm in range(0, 101, 10):
        said = Text(4.0 + cm, 3.0, str(cm), 4.6, "start" if cm == 0 else "middle", True)
        ruler += [Level(region.rings, 1.2, TICK, STRIP) for region in lettered(said)]
    ruler += [Level(region.rings, 1.2, TICK, STRIP) for region in lettered(Text(109.5, 3.0, "mm", 4.6, "start", True))]
    yield Lying(tuple(ruler), Placement("", MARGIN, MARGIN, 0.0))
    at = Placement("", round(MARGIN + RULER + BESIDE + COIN / 2, 6), MARGIN + COIN / 2, 0.0)
    coin = [
        Level((_disc(COIN / 2),), 2.33, RIM_OF_COIN, RIM_OF_COIN),
        Level((_disc(8.0),), 2.33, MIDDLE_OF_COIN, RIM_OF_COIN),
    ]
    euro = Text(0.0, -2.6, "1 €", 7.6, "middle", True)
    coin += [Level(region.rings, 2.33, "#8B8B86", RIM_OF_COIN) for region in lettered(euro)]
    yield Lying(tuple(coin), at)


def _disc(radius: float) -> Ring:
    """Return a circle as a polygon, from points that rounding makes alike everywhere."""
    return tuple(Placement("", 0.0, 0.0, 5.0 * k).point((radius, 0.0)) for k in range(72))
