"""The puzzles of the book with their solutions, and how many vertices can be covered.

A tile that lies is written "thin-0121@-1,1,0,1/0": its name, read from the acute corner with these coordinates, and the
direction of its first edge. The tiles have three colours, so larger sets have them, too.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from quasiprint.errors import InputError
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.rules import PlacedRhomb, read

POSTER = Path(__file__).parent / "record.json"  # the layout with the most covered vertices that is known
USUAL = 3  # colours of the set that the rules are written for
FAST_RIM = TURN + 2  # edges: ten enclose no more than the regular decagon of side 1, and an odd number nothing


def parse_tiles(text: str) -> tuple[PlacedRhomb, ...]:
    """Return tiles as they lie, numbered from 1."""
    tiles = []
    for number, entry in enumerate(text.split(), 1):
        name, _, place = entry.partition("@")
        corner, _, turn = place.partition("/")
        shape, marks = name.split("-")
        tiles.append(PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*map(int, corner.split(","))), int(turn)))
    return tuple(tiles)


_DATA = tomllib.loads((Path(__file__).parent / "puzzles.toml").read_text(encoding="utf-8"))
PUZZLES = {name: parse_tiles(text) for name, text in _DATA["puzzles"].items()}


def most(tiles: int, rim: int) -> int:
    """Return how many vertices one layout without holes covers, by Euler's count. rim: the edges of its boundary."""
    return 1 + tiles - rim // 2


def poster() -> tuple[PlacedRhomb, ...]:
    """Return the layout with the most covered vertices. Raises InputError if its file holds no layout."""
    tiles, findings = read(POSTER.read_bytes())
    if findings:
        raise InputError(f"{POSTER.name}: {findings[0].message}")
    return tiles
