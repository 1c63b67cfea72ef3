"""The text form of a layout, and its score.

    {"tiles": [{"tile": "thin-0121", "corner": [-1, 1, 0, 1], "turn": 0}, ...]}

`corner` is the acute corner from which the tile's colours are read, as integers over 1, ζ, ζ², ζ³
(ζ = exp(iπ/5), edge length 1); `turn` the direction of the first edge in tenths of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from quasiprint.checks.layouts import foreign
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.rhomb import ACUTE
from quasiprint.games.quasimino.rules import PlacedRhomb, is_complete, judge
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, Judgement, has_errors
from quasiprint.model.layout_text import entries
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet

EDGE = 14.0  # mm: of a tile in a picture
MAX_COORDINATE = 10_000  # a set of 5,000 tiles laid in a row is shorter
NAME = re.compile(rf"({'|'.join(ACUTE)})-([0-9]{{4}})")


def read(text: str | bytes) -> tuple[tuple[PlacedRhomb, ...], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile.

    Raises InputError, which names the entry (from 1), for what is not in the text form.
    """
    tiles: list[PlacedRhomb] = []
    findings: list[Finding] = []
    for entry in entries(text, ("tile", "corner", "turn")):
        number = entry.number
        name = entry.text("tile", "thin-0121")
        corner = entry.integers("corner", "four", 4, -MAX_COORDINATE, MAX_COORDINATE)
        turn = entry.integer("turn", 0, TURN - 1)
        match = NAME.fullmatch(name)
        if match is None:
            why = "no Quasimino tile has this name; names are 'thick-' or 'thin-' and four colours, as in thin-0121"
            findings.append(foreign(name, number, why))
        else:
            colours = tuple(map(int, match[2]))
            tiles.append(PlacedRhomb(number, match[1], colours, Zeta(*corner), turn))
    return tuple(tiles), findings


@dataclass(frozen=True, slots=True)
class CoveredVertex:
    """Where a covered vertex lies: exactly, and in edge lengths."""

    corner: tuple[int, int, int, int]
    xy: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RhombLayout(Judgement):
    """What the rules say of a layout. covered: how many vertices are; components: separate pieces of it."""

    legal: bool
    complete_set: bool
    covered: int
    components: int
    vertices: tuple[CoveredVertex, ...]
    findings: tuple[Finding, ...]


def picture(text: str | bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a layout with paper's tiles. Raises InputError as `read` does, and for a layout of none of its tiles."""
    from quasiprint.games.quasimino.figures import Panel, RhombFigures

    tiles, findings = read(text)
    if not tiles:
        raise InputError(f"layout: {findings[0].message}")
    return RhombFigures(sets[Maker.PAPER]).figure([Panel(tiles)], EDGE, {})


def score(text: str | bytes, colours: int = 3) -> RhombLayout:
    """Judge a layout with a set of so many colours. Raises InputError as `read` does."""
    tiles, findings = read(text)
    judged, laid, overlapping = judge(tiles, colours)
    findings += judged
    corners = cast("list[Zeta]", laid.inner_corners(overlapping))
    covered = sorted(corners, key=lambda v: (v.a, v.b, v.c, v.d))
    return RhombLayout(
        legal=not has_errors(findings),
        complete_set=not any(f.code == "tile-foreign" for f in findings) and is_complete(tiles, colours),
        covered=len(covered),
        components=laid.components(),
        vertices=tuple(CoveredVertex((v.a, v.b, v.c, v.d), _rounded(v)) for v in covered),
        findings=tuple(findings),
    )


def _rounded(vertex: Zeta) -> tuple[float, float]:
    x, y = vertex.to_xy()
    return round(x, 6) + 0.0, round(y, 6) + 0.0
