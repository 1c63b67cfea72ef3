"""The text form of a layout, and its score.

    {"tiles": [{"tile": "1-3-5", "cell": [6, 9, 0], "corners": [5, 1, 3]}, ...]}

`cell` is a cell of the lattice, see `quasiprint.games.triomino.lattice`; `corners` the numbers at
its corners, clockwise from the top, or from the bottom of a triangle that points down. Squares
have cells of two numbers and corners from the top left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quasiprint.checks.layouts import foreign
from quasiprint.exact.lattice import LENGTH, groups
from quasiprint.exact.orbit import Labels
from quasiprint.exact.regular import TURNS
from quasiprint.games.triomino.notation import decode
from quasiprint.games.triomino.rules import PlacedTile, covered, is_complete, judge, read_tile, tile_id
from quasiprint.games.triomino.scoring import COMMON, GameScore, HouseRules, score_game
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, Judgement, has_errors
from quasiprint.model.layout_text import LayoutEntry, entries
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet

MAX_COORDINATE = 10_000
MAX_NUMBER = 999
COUNTS = {2: "two", 3: "three", 4: "four"}


def read(text: str | bytes, shape: str, highest: int) -> tuple[tuple[PlacedTile, ...], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile of the set.

    Raises InputError, which names the entry (from 1), for what is not in the text form.
    """
    tiles: list[PlacedTile] = []
    findings: list[Finding] = []
    slots = TURNS[shape].slots
    for entry in entries(text, ("tile", "cell", "corners")):
        name = entry.text("tile", tile_id(range(1, slots + 1)))
        cell = _cell(entry, shape)
        numbers = tuple(entry.integers("corners", COUNTS[slots], slots, 0, MAX_NUMBER))
        marks: Labels = ()
        try:
            marks = read_tile(name, shape, highest)
        except ValueError as problem:
            findings.append(foreign(name, entry.number, str(problem)))
        tiles.append(PlacedTile(entry.number, marks, cell, numbers))
    return tuple(tiles), findings


def _cell(entry: LayoutEntry, shape: str) -> tuple[int, ...]:
    length = LENGTH[shape]
    cell = entry.integers("cell", COUNTS[length], length, -MAX_COORDINATE, MAX_COORDINATE)
    if shape == "triangle" and cell[2] not in (0, 1):
        raise InputError(
            f"{entry.where}: 'cell': found {cell[2]} as its third number, allowed is 0 (points up) or 1 (points down)"
        )
    return tuple(cell)


def picture(text: str | bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a layout with paper's tiles. Raises InputError as `read` does, and for a layout of none of its tiles."""
    from quasiprint.games.triomino.figures import TileFigures

    game_set = sets[Maker.PAPER]
    tiles, findings = read(text, game_set.pieces[0].shape, game_set.labelled.labels - 1)
    known = [tile for tile in tiles if tile.marks]
    if not known:
        raise InputError(f"layout: {findings[0].message}")
    return TileFigures(game_set, 0).layout(known)


@dataclass(frozen=True, slots=True)
class TriangleLayout(Judgement):
    """What the rules say of a layout of triangles. hexagons_at: their middles; components: groups of tiles."""

    legal: bool
    complete_set: bool
    hexagons: int
    hexagons_at: tuple[tuple[int, int], ...]
    components: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class SquareLayout(Judgement):
    """What the rules say of a layout of squares. blocks_at: the middles of blocks of four."""

    legal: bool
    complete_set: bool
    blocks: int
    blocks_at: tuple[tuple[int, int], ...]
    components: int
    findings: tuple[Finding, ...]


def score_layout(text: str | bytes, shape: str = "triangle", highest: int = 5) -> TriangleLayout | SquareLayout:
    """Judge a layout with the tiles of a set. Raises InputError as `read` does."""
    tiles, findings = read(text, shape, highest)
    strange = bool(findings)
    findings += judge(tiles, shape)
    full = covered(shape, tiles)
    return (TriangleLayout if shape == "triangle" else SquareLayout)(
        not has_errors(findings),
        not strange and is_complete(tiles, shape, highest),
        len(full),
        tuple((point.a, point.b) for point in full),
        len(groups(shape, (tile.cell for tile in tiles))),
        tuple(findings),
    )


def score(
    text: bytes, highest: int = 5, shape: str = "triangle", rules: HouseRules = COMMON
) -> TriangleLayout | SquareLayout | GameScore:
    """Judge a layout, or a game, played with a set. Raises InputError for what cannot be read."""
    if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        if rules != COMMON:
            raise InputError("layout: found house rules, allowed are none: they are for scoring games, not layouts")
        return score_layout(text, shape, highest)
    if shape != "triangle":
        raise InputError(
            f"game: found --shape {shape}, allowed is triangle: the rules of scoring are those of the triangles; "
            "a layout of squares can be judged"
        )
    return score_game(decode(text), highest, rules)
