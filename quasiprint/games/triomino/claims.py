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
