"""A layout and its rules: {"tiles": [{"cell": [0, 0, 0], "edges": [0, 1, 2]}, ...]}, edges clockwise from the first."""

from dataclasses import dataclass

from quasiprint.exact.lattice import LENGTH, neighbours
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.layout_text import entries
from quasiprint.model.piece import is_whole
from quasiprint_newgame.tiles import EDGES, SHAPE, composition


@dataclass(frozen=True, slots=True)
class Layout(Judgement):
    """What the rules say: the fields are printed in this order."""

    legal: bool
    complete_set: bool
    findings: tuple[Finding, ...]


def score(text: bytes, colours: int) -> Layout:
    """Judge a layout: edges that meet have one colour."""
    lying = {}
    for entry in entries(text, ("cell", "edges")):
        cell = tuple(entry.integers("cell", "lattice", LENGTH[SHAPE], -99, 99))
        lying[cell] = entry.integers("edges", "colours", EDGES, 0, colours - 1)
    findings = []
    for cell, edges in lying.items():
        for side, other in enumerate(neighbours(SHAPE, cell)):
            across = lying.get(other)
            if across and edges[side] != across[neighbours(SHAPE, other).index(cell)]:
                findings.append(error("join-colour", f"cell {list(cell)}", f"edge {side} meets another colour"))
    tiles = [(SHAPE, tuple(edges)) for edges in lying.values()]
    return Layout(not findings, is_whole(composition(colours), tiles), tuple(findings))
