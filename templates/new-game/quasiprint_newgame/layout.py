"""A layout and its rules: {"tiles": [{"cell": [0, 0, 0], "edges": [0, 1, 2]}, ...]}, edges clockwise from the first."""

from dataclasses import dataclass

from quasiprint.addons.designer.edge_tiles import edge_tiles, unequal
from quasiprint.checks.layouts import by_cell, foreign, overlapping
from quasiprint.exact.orbit import is_whole
from quasiprint.model.finding import Finding, Judgement, has_errors
from quasiprint.model.game import Parameters
from quasiprint_newgame.tiles import SHAPE, composition


@dataclass(frozen=True, slots=True)
class Layout(Judgement):
    """What the rules say: the fields are printed in this order."""

    legal: bool
    complete_set: bool
    findings: tuple[Finding, ...]


def score(text: bytes, options: Parameters) -> Layout:
    """Judge a layout: edges that meet have one colour."""
    tiles, colours = edge_tiles(text, SHAPE), int(options["colours"])
    findings = [
        *(foreign(t.id, t.entry, f"colours run from 0 to {colours - 1}") for t in tiles if max(t.edges) >= colours),
        *overlapping(by_cell(tiles)),
        *unequal(tiles),
    ]
    whole = is_whole(composition(colours), ((SHAPE, tile.edges) for tile in tiles))
    return Layout(not has_errors(findings), whole, tuple(findings))
