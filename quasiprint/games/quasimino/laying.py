"""Laying a tile: what a line that lays one says, why it cannot be laid, and how tiles on a table are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.placing import Layout, RhombPlace, is_seen, legal, middle, parse_name
from quasiprint.model.game import HeldTile, LyingTile, TilePlace

DOMINO_HAND, MATCH_HAND, FAST_HAND = 3, 2, 7  # tiles of each shape
LEAST_SHAPE = 3  # tiles, in FastQuasi
ENTRY = re.compile(r" \(entry [0-9]+\)")  # of a layout, which means nothing at a table
LAY = re.compile(r"lay ([a-z]+-[0-9]{4}) (-?[0-9]{1,4}(?:,-?[0-9]{1,4}){3})/([0-9])")


class Illegal(ValueError):
    """A move that the rules forbid. code: of the rule, as findings have it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def shuffle(colours: int, seed: int | str) -> list[list[str]]:
    """Return the names of a set's tiles in two heaps, thick ones and thin ones, mixed."""
    draw = Random(seed)
    heaps = [[tile_id(shape, marks) for marks in sorted(labellings(HALF_TURN, colours))] for shape in SHAPES]
    for heap in heaps:
        draw.shuffle(heap)
    return heaps


def read_lay(
    line: str, layout: Layout, hand: Sequence[str], colours: int, apart: Sequence[RhombPlace] = ()
) -> RhombPlace:
    """Return the place of a line that lays a tile. apart: places along no edge. Raises Illegal, in the sentence of the
    rules, for one that cannot be laid."""
    told = LAY.fullmatch(line)
    if told is None:
        raise Illegal("move-unknown", f"found {line[:40]!r}, allowed is a line such as: lay thin-0121 -1,1,0,1/4")
    name, corner, turn = told[1], Zeta(*map(int, told[2].split(","))), int(told[3])
    if name not in hand:
        own = dict.fromkeys(tile if is_seen(tile) else f"any {tile} tile" for tile in hand)
        raise Illegal("tile-not-in-hand", f"{name}: found no such tile in hand, allowed: {', '.join(own) or 'none'}")
    shape, marks = parse_name(name)
    free = (one for one in apart if (one.shape, one.corner, one.turn) == (shape, corner, turn))
    place = layout.place(shape, corner, turn) or next(free, None)
    if place is not None and place.fits(marks):
        return place
    for one in layout.lay(shape, marks, corner, turn).problems(colours):
        raise Illegal(one.code, f"{ENTRY.sub('', one.subject)}: {one.message}")
    raise Illegal("tile-apart", "found no edge that it shares with the tiles on the table, allowed is edge to edge")


def shown_tiles(layout: Layout, fresh: int = -1, *, taken: bool = False) -> tuple[LyingTile, ...]:
    """Return tiles as they lie. fresh: the number of the one that was just laid, from 0. taken: whether they may be
    taken up again."""
    found = []
    for number, tile in enumerate(layout.tiles):
        x, y = middle(tile.corner, tile.shape, tile.turn)
        name = tile.id
        found.append(LyingTile(name, x, y, 36.0 * tile.turn, number == fresh, f"take {name}" if taken else ""))
    return tuple(found)


def shown_places(places: Sequence[RhombPlace]) -> tuple[TilePlace, ...]:
    """Return places for showing."""
    return tuple(
        TilePlace(one.shape, *middle(one.corner, one.shape, one.turn), 36.0 * one.turn, one.at) for one in places
    )


def held_tile(name: str, places: Sequence[RhombPlace]) -> HeldTile:
    """Return a tile in hand, with the places at which it fits."""
    shape, marks = parse_name(name)
    fits = (at for at, place in enumerate(places) if place.shape == shape and place.fits(marks))
    return HeldTile(name, shape, tuple(fits))


def covers_words(count: int) -> str:
    """Return how many vertices a tile covers, "" for none."""
    return f", and covers {count} {'vertex' if count == 1 else 'vertices'}" if count else ""


@lru_cache(maxsize=64)
def can_start(opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether a hand has a tile that makes a legal shape with the open ones, or may have one that is not seen."""
    if not all(map(is_seen, hand)):
        return True
    linked = (own for own in hand if _have_links((*opened, own)))
    return any(can_finish(Layout(), opened, (own,)) for own in linked)


def _have_links(three: Sequence[str]) -> bool:
    """Tell whether three tiles have colours by which two pairs of them may meet; without, no place need be tried."""
    colours = [set(parse_name(name)[1]) for name in three]
    return sum(bool(one & two) for one, two in combinations(colours, 2)) > 1


def can_finish(layout: Layout, opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether the start's tiles can be laid: all open ones, and one of a hand, if it has any. Tiles
    that are not seen may be any."""
    if not (opened or hand) or not all(map(is_seen, hand)):
        return True
    if not layout.tiles:
        shape, marks = parse_name(opened[0])
        first = layout.places[0]
        return can_finish(layout.lay(shape, marks, first.corner, 0), opened[1:], hand)
    for name, place in legal(layout, (*opened, *hand)):
        own = name in hand
        shape, marks = parse_name(name)
        rest = opened if own else tuple(one for one in opened if one != name)
        if can_finish(layout.lay(shape, marks, place.corner, place.turn), rest, () if own else hand):
            return True
    return False
