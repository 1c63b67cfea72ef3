"""How an outline can be carried onto itself, found in two ways, and how that moves the slots of labels.

One way looks at lengths and angles alone (`quasiprint.checks.completeness`). The other turns and mirrors the lattice's
points, and looks whether they come to lie on one another. The proof counts with one and visits with the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from quasiprint.checks.completeness import reflections_onto_itself, turns_onto_itself
from quasiprint.exact.orbit import Permutation
from quasiprint.sets.polygons import Outline

At = Literal["edges", "profiles", "corners", "cells", "links"]


@dataclass(frozen=True, slots=True)
class Move:
    """One move of an outline onto itself. edges: edge edges[k] comes to lie where edge k was. mirrored: whether the
    tile is turned over."""

    edges: Permutation
    mirrored: bool


@lru_cache(maxsize=64)
def by_angles(outline: Outline) -> tuple[Move, ...]:
    """Return the moves of an outline, from its edges' lengths and angles."""
    turns = tuple(Move(p, False) for p in turns_onto_itself(outline.corners))
    return turns + tuple(Move(p, True) for p in reflections_onto_itself(outline.corners))


def by_points(outline: Outline) -> tuple[Move, ...]:
    """Return the moves of an outline, from those of its lattice."""
    return tuple(Move(_edges(image, outline), mirrored) for mirrored, image in _images(outline))


def _images(outline: Outline) -> list[tuple[bool, dict[Any, Any]]]:
    """Return where each move carries each corner."""
    found = []
    corners: Sequence[Any] = outline.corners
    for mirrored in (False, True):
        for part in range(outline.parts):
            moved = [(c.mirrored() if mirrored else c).turned(part) for c in corners]
            for aim in corners:
                image = {c: m + (aim - moved[0]) for c, m in zip(corners, moved, strict=True)}
                if set(image.values()) == set(corners) and _keeps_edges(image, corners):
                    found.append((mirrored, image))
    return found


def _keeps_edges(image: dict[Any, Any], corners: Sequence[Any]) -> bool:
    pairs = {frozenset((a, corners[(k + 1) % len(corners)])) for k, a in enumerate(corners)}
    return all(frozenset(image[point] for point in pair) in pairs for pair in pairs)


def _edges(image: dict[Any, Any], outline: Outline) -> Permutation:
    corners, n = outline.corners, outline.edges
    place = {frozenset((corners[k], corners[(k + 1) % n])): k for k in range(n)}
    to = {k: place[frozenset((image[corners[k]], image[corners[(k + 1) % n]]))] for k in range(n)}
    return tuple(sorted(to, key=to.__getitem__))


def slots(outline: Outline, at: At, per: int = 1) -> int:
    """Return how many slots there are. per: of links, how many ends on an edge."""
    return {"cells": len(outline.cells), "links": per * outline.edges}.get(at, outline.edges)


def on_slots(move: Move, outline: Outline, at: At, per: int = 1) -> Permutation:
    """Return how a move moves the slots: the label of slot p[i] comes to slot i."""
    n = outline.edges
    if at == "corners":
        # corner k begins edge k; turned over, it ends that edge's image
        return tuple((edge + 1) % n if move.mirrored else edge for edge in move.edges)
    if at == "links":
        ends = range(per - 1, -1, -1) if move.mirrored else range(per)
        return tuple(per * edge + end for edge in move.edges for end in ends)
    if at == "cells":
        corner = on_slots(move, outline, "corners")
        to = {outline.corners[corner[k]]: outline.corners[k] for k in range(n)}
        return _on_cells(to, outline, move.mirrored)
    return move.edges


def _on_cells(to: dict[Any, Any], outline: Outline, mirrored: bool) -> Permutation:
    """Return how cells move, from how the corners do: a cell inside has none, so all cells move as the lattice does."""
    first: Any = outline.corners[0]
    cells = {frozenset(cell): k for k, cell in enumerate(outline.cells)}
    for part in range(outline.parts):

        def moved(point: Any, part: int = part) -> Any:
            turned = (point.mirrored() if mirrored else point).turned(part)
            origin = (first.mirrored() if mirrored else first).turned(part)
            return turned + (to[first] - origin)

        if all(moved(a) == b for a, b in to.items()):
            image = {k: cells[frozenset(map(moved, cell))] for k, cell in enumerate(outline.cells)}
            return tuple(sorted(image, key=image.__getitem__))
    raise ValueError("the move is none of the lattice")


def kind(turns: int, mirrors: int) -> str:
    """Return what a symmetry is called. turns: how many turns leave the tile as it is, the whole one among them."""
    turned = {1: "", 2: "half turn"}.get(turns, f"{turns} turns")
    flipped = {0: "", 1: "one mirror"}.get(mirrors, f"{mirrors} mirrors")
    return " and ".join(word for word in (turned, flipped) if word) or "none"
