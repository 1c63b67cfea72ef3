"""What a score sheet claims of a tile that is placed, and what the tiles on the table exclude of it.

A sheet carries no positions, so where a tile lies is taken at the players' word. But a side has two numbers, and the
tile beyond it has them, too; and hexagons and bridges take so many tiles, however these lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import isqrt

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.rules import tile_id

LEAST_UNDER_BRIDGE = 8  # tiles: the shortest way from a tile to one that touches the point opposite


@dataclass(frozen=True)
class Excluded:
    """Why a claim cannot be true. code: the law that it breaks. words: what that law's message is filled with."""

    code: str
    words: dict[str, object]


def most_hexagons(tiles: int) -> int:
    """Return the most hexagons that so many tiles, one or more, can have completed between them, whatever their
    numbers.

    They hang together by their sides. Whoever counts sides finds twice the corners inside and the edges around, less
    two; and the shortest way around n triangles has √(6n) edges, rounded up to a number that is even as n is or odd
    (Harary and Harborth, Extremal animals, 1976). Six tiles have one, ten two, thirteen three.
    """
    around = isqrt(6 * tiles - 1) + 1
    return max(0, (tiles + 2 - around - (around - tiles) % 2) // 2)


def sides_met(tile: Labels, laid: Iterable[Labels]) -> int:
    """Return along how many sides of a tile one of those on the table can lie: they share two numbers, read clockwise
    on the one as anticlockwise on the other. Where they lie is not asked."""
    across = {side for other in laid for side in _sides(other[::-1])}
    return sum(side in across for side in _sides(tile))


def _sides(numbers: Labels) -> zip[tuple[int, int]]:
    return zip(numbers, numbers[1:] + numbers[:1], strict=True)


def excluded(
    tile: Labels, laid: Collection[Labels], hexagons: int, bridge: bool, *, before: int = 0, hidden: int = 0
) -> Excluded | None:
    """Return why a claim cannot be true; None if it can.

    laid: the tiles on the table without this one. hexagons, bridge: what it is said to complete; a hexagon leaves no
    bridge. before: hexagons completed so far. hidden: how many tiles may lie there that were not written down.
    """
    tiles, found, most = len(laid) + 1, before + hexagons, most_hexagons(len(laid) + 1 + hidden)
    if found > most:
        what = "a hexagon" if found == 1 else f"{found} hexagons in all"
        more = f"are {most}: ten tiles have two, thirteen three"
        return Excluded(
            "completes-early", {"what": what, "down": tiles, "allowed": more if most else "is one from tile 6 on"}
        )
    if bridge and not hexagons and tiles + hidden <= LEAST_UNDER_BRIDGE:
        allowed = f"is one from tile {LEAST_UNDER_BRIDGE + 1} on"
        return Excluded("completes-early", {"what": "a bridge", "down": tiles, "allowed": allowed})
    least, met = min(hexagons + 1, len(tile)), sides_met(tile, laid)
    if laid and not hidden and met < least:
        why = ", as it completes " + ("a hexagon" if hexagons == 1 else "hexagons") if hexagons else ""
        return Excluded("tile-unfitting", {"tile": tile_id(tile), "met": met, "least": least, "why": why})
    return None
