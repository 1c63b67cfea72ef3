"""What of the second tile follows from numbers and counts alone, though a game on paper carries no positions.

Only the opening lies on the table, so the tile lies along one of its sides: it shares two numbers, read clockwise on
the one as anticlockwise on the other. Two tiles close no hexagon, and span no bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.exact.orbit import Labels


def fits(tile: Labels, opening: Labels) -> bool:
    """Tell whether a side of a tile can lie along one of the only tile on the table."""
    across = {side[::-1] for side in _sides(opening)}
    return any(side in across for side in _sides(tile))


def _sides(tile: Labels) -> Iterator[Labels]:
    """Yield the two numbers of each side, clockwise."""
    yield from zip(tile, tile[1:] + tile[:1], strict=True)


def goes_before(tile: Labels, opened: Labels, same: bool) -> bool:
    """Tell whether a tile in a first hand goes before the one that opened. same: whether in the opener's own hand."""
    triple = len(set(tile)) == 1
    if not any(opened):  # three zeros, allowed if no other player holds a triple
        return triple and not same
    if len(set(opened)) == 1:
        return triple and tile > opened
    return triple or sum(tile) > sum(opened)
