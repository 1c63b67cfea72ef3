"""What of the second tile follows from numbers and counts alone, though a game on paper carries no positions.

Only the opening lies on the table, so the tile lies along one of its sides: it shares two numbers, read clockwise on
the one as anticlockwise on the other. Two tiles close no hexagon, and span no bridge.
"""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.notation import GameLine
from quasiprint.games.triomino.points import Round
from quasiprint.games.triomino.tiles import tile_id


def fits(tile: Labels, opening: Labels) -> bool:
    """Tell whether a side of a tile can lie along one of the only tile on the table."""
    across = {side[::-1] for side in _sides(opening)}
    return any(side in across for side in _sides(tile))


def of_second(state: Round, tile: Labels, line: GameLine) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what cannot be of a tile, if it is for sure the one after the opening: a code of `points.LAWS`, and what
    was found."""
    if state.opening is None or len(state.played) != 2 or state.slips:
        return
    opening = state.opening[2]
    if not fits(tile, opening):
        yield "second-unfitting", {"tile": tile_id(tile), "opening": tile_id(opening)}
    elif line.count or line.bridge:
        what = "a bridge" if line.bridge else f"{line.count} completed hexagon{'s' * (line.count > 1)}"
        yield "second-completes", {"what": what}


def _sides(tile: Labels) -> Iterator[Labels]:
    """Yield the two numbers of each side, clockwise."""
    yield from zip(tile, tile[1:] + tile[:1], strict=True)
