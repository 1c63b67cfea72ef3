"""Which tiles a shape of a set file has: from its tables `labels` and `which`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.label_names import numbers_of
from quasiprint.addons.designer.sets.polygons import BOTH, At, Outline, by_angles, on_slots, slots
from quasiprint.addons.designer.sets.schema import Document, Path

MOST_ENDS = 24  # of paths on a tile: each two paths are held against each other
PROFILES = 3  # flat, tab and notch
ONE_SIDED = "rotations"
ONE_OF, MORE = ("of", "at_most", "exactly", "tiles"), ("with", "without", "symmetric")  # keys of a table `which`


def choice_of(document: Document, table: Mapping[str, Any], outline: Outline, path: Path) -> Choice:
    """Return which labellings a table [[shape]] asks for, but for what `refined` adds."""
    labels = table["labels"]
    at: At = labels["at"]
    below = (*path, "labels")
    for key in ("per", "crossing"):
        if key in labels and at != "links":
            raise document.wrong((*below, key), f"found {key} with labels at {at}, allowed is it with links alone")
    if at == "cells" and not outline.cells:
        raise document.wrong((*below, "at"), "found cells on an outline that has none, allowed are edges or corners")
    usual = len(labels["names"]) if "names" in labels else {"profiles": PROFILES, "links": 1}.get(at)
    count = labels.get("count", usual)
    if count is None:
        message = f"found no count and no names, allowed with labels at {at} is one from 1 to 100"
        raise document.wrong(below, message)
    if at == "profiles" and not 2 <= count <= PROFILES:
        raise document.wrong(
            (*below, "count"), f"found {count}, allowed is 2 (tab and notch) or {PROFILES} (flat, tab and notch)"
        )
    per = labels.get("per", 1)
    if at == "links" and ((ends := per * outline.edges) % 2 or ends > MOST_ENDS):
        allowed = "is an even number of ends: say per = 2" if ends % 2 else f"are up to {MOST_ENDS}"
        raise document.wrong(below, f"found {ends} ends of paths on a tile, allowed {allowed}")
    which, times = table.get("which", "all"), 0
    if isinstance(which, dict):
        said = [key for key in ONE_OF if key in which]
        if len(said) > 1 or not which or ("tiles" in which and len(which) > 1):
            found = ", ".join(which) or "an empty table"
            message = f"found {found}, allowed is one of {', '.join(ONE_OF)}, and with all but tiles {', '.join(MORE)}"
            raise document.wrong((*path, "which"), message)
        key = said[0] if said else "of"
        times = which[key] if key in ("at_most", "exactly") else 0
        which = which.get("of", "all") if key == "of" else key.replace("_", " ")
    if at == BOTH and which in ("non-decreasing", "no two neighbours alike"):
        message = f"found {which!r} with labels at {at}, allowed is it with labels at edges, or at corners"
        raise document.wrong((*path, "which"), message)
    if at == "links" and which in ("non-decreasing", "no two neighbours alike"):
        raise document.wrong(
            (*path, "which"), f"found {which!r} with links, allowed is all, all different, at_most or exactly"
        )
    return Choice(at, count, which, times, per, _crossing(document, labels, per * outline.edges // 2, below))


def refined(document: Document, choice: Choice, said: Any, names: Sequence[str], path: Path) -> Choice:
    """Return a choice with what a table `which` asks for beside: labels that must, or must not, be on a tile, and what
    leaves it as it is. names: of labels."""
    if not isinstance(said, dict):
        return choice
    sets = {}
    for key in ("with", "without"):
        found = numbers_of(document, said.get(key, ()), names, (*path, "which", key))
        if over := [label for label in found if label >= choice.labels]:
            message = f"found label {over[0]}, allowed are labels from 0 to {choice.labels - 1}"
            raise document.wrong((*path, "which", key), message)
        sets[key] = frozenset(found)
    if both := sets["with"] & sets["without"]:
        message = f"found label {min(both)} here and under without, allowed is each label once"
        raise document.wrong((*path, "which", "with"), message)
    symmetric = said.get("symmetric", "")
    if symmetric and (choice.at == "links" or choice.which == "non-decreasing"):
        beside = "links" if choice.at == "links" else choice.which
        message = (
            f"found {symmetric!r} with {beside}, allowed is it with labels at edges, corners or cells, in any order"
        )
        raise document.wrong((*path, "which", "symmetric"), message)
    return replace(choice, present=sets["with"], absent=sets["without"], symmetric=symmetric)


def _crossing(document: Document, labels: Mapping[str, Any], links: int, path: Path) -> int | None:
    """Return how many crossings a tile may have, None for any."""
    said, most = labels.get("crossing", True), links * (links - 1) // 2
    if isinstance(said, bool):
        return None if said else 0
    if said > most:
        message = f"found {said}, allowed is true, false, or a number up to {most}: {links} paths cross no more often"
        raise document.wrong((*path, "crossing"), message)
    return int(said)


def refuse_unordered(document: Document, outline: Outline, choice: Choice, symmetry: str, path: Path) -> None:
    """Raise InputError unless labels can be read round the tile from each slot, and from one side."""
    n = slots(outline, choice.at)
    around = {tuple((k + turn) % n for k in range(n)) for turn in range(n)}
    turns = {on_slots(move, outline, choice.at) for move in by_angles(outline) if not move.mirrored}
    if symmetry != ONE_SIDED or turns != around or choice.at == "cells":
        found = f"found 'non-decreasing' with symmetry {symmetry!r} on {len(turns)} turns of {n} {choice.at}"
        raise document.wrong(
            (*path, "which"), f"{found}, allowed is it with 'rotations' where each of the {n} can be turned to the next"
        )
