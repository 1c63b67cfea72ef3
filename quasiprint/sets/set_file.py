"""From the bytes of a set file to the set's design. The schema is held first; then what no schema can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quasiprint.exact.orbit import Permutation
from quasiprint.model.texts import text_of, toml_of
from quasiprint.sets.choice import Choice
from quasiprint.sets.moves import At, Move, by_angles, by_points, on_slots, slots
from quasiprint.sets.polygons import BadPolygon, Outline, named, of_cells, walked
from quasiprint.sets.schema import Document, Path, schema

MOST = 2000  # tiles, if a file does not say
PROFILES = 3  # flat, tab and notch
CELLS = ("squares", "triangles", "hexagons")
LOOKS = {  # which suit where labels stand
    "edges": ("wedges", "ribbons", "edges"),
    "corners": ("digits", "pips"),
    "cells": ("digits", "pips"),
    "links": ("paths",),
    "profiles": ("outline",),
}
ONE_SIDED, TWO_SIDED, FIXED = "rotations", "rotations and reflections", "none"


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of a set. symmetry: ONE_SIDED, TWO_SIDED or FIXED. look: "" if the file says none."""

    name: str
    outline: Outline
    choice: Choice
    symmetry: str = ONE_SIDED
    copies: int = 1
    look: str = ""

    def kept(self, moves: tuple[Move, ...]) -> tuple[tuple[Permutation, bool], ...]:
        """Return how those moves that leave a tile the same tile move its slots, and whether they turn it over."""
        stays = tuple(range(self.outline.edges))
        kept = [move for move in moves if self.symmetry == TWO_SIDED or not move.mirrored]
        if self.symmetry == FIXED:
            kept = [move for move in kept if move.edges == stays]
        at, per = self.choice.at, self.choice.per
        return tuple((on_slots(move, self.outline, at, per), move.mirrored) for move in kept)

    @property
    def by_angles(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the outline's lengths and angles."""
        return self.kept(by_angles(self.outline))

    @property
    def by_points(self) -> tuple[tuple[Permutation, bool], ...]:
        """The moves of the slots, from the lattice's points."""
        return self.kept(by_points(self.outline))


@dataclass(frozen=True, slots=True)
class SetDesign:
    """A set as its file says it. match: which labels may meet, "equal" or "complementary", "" if nothing is said."""

    title: str
    credit: str
    shapes: tuple[Shape, ...]
    match: str = ""
    most: int = MOST


def read(content: bytes, label: str) -> SetDesign:
    """Return the design that a set file says. label: what messages call it. Raises InputError, with the line."""
    values = toml_of(content, label)
    document = Document(label, text_of(content, label))
    document.hold(values, schema())
    about = values["set"]
    shapes: list[Shape] = []
    for k, table in enumerate(values["shape"]):
        shape = _shape(document, table, ("shape", k))
        if shape.name in [other.name for other in shapes]:
            said = "name" if "name" in table else "polygon"
            raise document.wrong(
                ("shape", k, said), f"found a second shape {shape.name!r}, allowed is each name once: say name = …"
            )
        shapes.append(shape)
    match = values.get("rule", {}).get("match", "")
    return SetDesign(about["title"], about.get("credit", ""), tuple(shapes), match, about.get("most", MOST))


def _shape(document: Document, table: Mapping[str, Any], path: Path) -> Shape:
    polygon, labels = table["polygon"], table["labels"]
    try:
        outline = named(polygon) if isinstance(polygon, str) else _own(polygon)
    except BadPolygon as problem:
        raise document.wrong((*path, "polygon"), str(problem)) from None
    symmetry = table.get("symmetry", ONE_SIDED)
    choice = _choice(document, table, labels, outline, path)
    if choice.which == "non-decreasing":
        _refuse_unordered(document, outline, choice, symmetry, path)
    look = table.get("look", "")
    if look and look not in LOOKS[choice.at]:
        suiting = " or ".join(LOOKS[choice.at])
        raise document.wrong((*path, "look"), f"found {look!r}, allowed for labels at {choice.at} is {suiting}")
    name = table.get("name", polygon if isinstance(polygon, str) else "tile")
    return Shape(name, outline, choice, symmetry, table.get("copies", 1), look)


def _own(polygon: Mapping[str, Any]) -> Outline:
    """Return an outline of one's own. Raises BadPolygon."""
    said = [key for key in ("turns", *CELLS) if key in polygon]
    if len(said) != 1:
        found = " and ".join(said) or "none of them"
        raise BadPolygon(f"found {found}, allowed is one of turns, squares, triangles, hexagons")
    if said[0] != "turns":
        over = [key for key in ("lattice", "steps") if key in polygon]
        if over:
            raise BadPolygon(f"found {over[0]} beside {said[0]}, allowed is {over[0]} with turns alone")
        if said[0] == "triangles" and any(place[2] not in (0, 1) for place in polygon["triangles"]):
            raise BadPolygon("found a triangle that is neither 0 (up) nor 1 (down), allowed is [x, y, 0] or [x, y, 1]")
        return of_cells(said[0], polygon[said[0]])
    if "lattice" not in polygon:
        raise BadPolygon("found turns without a lattice, allowed is quarters, sixths, eighths, tenths or twelfths")
    steps = [tuple(step) if isinstance(step, list) else (step, 0) for step in polygon.get("steps", ())]
    return walked(polygon["lattice"], polygon["turns"], steps)


def _choice(
    document: Document, table: Mapping[str, Any], labels: Mapping[str, Any], outline: Outline, path: Path
) -> Choice:
    at: At = labels["at"]
    below = (*path, "labels")
    only = {"per": ("links",), "crossing": ("links",)}
    for key, places in only.items():
        if key in labels and at not in places:
            raise document.wrong((*below, key), f"found {key} with labels at {at}, allowed is it with links alone")
    if at == "cells" and not outline.cells:
        raise document.wrong((*below, "at"), "found cells on an outline that has none, allowed are edges or corners")
    usual = {"profiles": PROFILES, "links": 1}.get(at)
    count = labels.get("count", usual)
    if count is None:
        raise document.wrong(below, f"found no count, allowed with labels at {at} is one from 1 to 100")
    if at == "profiles" and not 2 <= count <= PROFILES:
        raise document.wrong(
            (*below, "count"), f"found {count}, allowed is 2 (tab and notch) or {PROFILES} (flat, tab and notch)"
        )
    per = labels.get("per", 1)
    if at == "links" and per * outline.edges % 2:
        raise document.wrong(
            below, f"found {outline.edges} edges with one end each, allowed is an even number of ends: say per = 2"
        )
    which, times = table.get("which", "all"), 0
    if isinstance(which, dict):
        if len(which) != 1:
            raise document.wrong((*path, "which"), f"found {len(which)} keys, allowed is one: at_most or exactly")
        ((key, times),) = which.items()
        which = key.replace("_", " ")
    if at == "links" and which in ("non-decreasing", "no two neighbours alike"):
        raise document.wrong(
            (*path, "which"), f"found {which!r} with links, allowed is all, all different, at_most or exactly"
        )
    return Choice(at, count, which, times, per, labels.get("crossing", True))


def _refuse_unordered(document: Document, outline: Outline, choice: Choice, symmetry: str, path: Path) -> None:
    """Raise InputError unless labels can be read round the tile from each slot, and from one side."""
    n = slots(outline, choice.at)
    around = {tuple((k + turn) % n for k in range(n)) for turn in range(n)}
    turns = {on_slots(move, outline, choice.at) for move in by_angles(outline) if not move.mirrored}
    if symmetry != ONE_SIDED or turns != around or choice.at == "cells":
        found = f"found 'non-decreasing' with symmetry {symmetry!r} on {len(turns)} turns of {n} {choice.at}"
        raise document.wrong(
            (*path, "which"), f"{found}, allowed is it with 'rotations' where each of the {n} can be turned to the next"
        )
