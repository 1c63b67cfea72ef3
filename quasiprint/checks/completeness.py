"""Is the set complete? Proved three ways that must agree.

1. Closed form: Burnside's lemma, walking the elements of the named symmetry group; or, where
   only ascending labellings are pieces, the number of multisets.
2. Enumeration: every labelling is visited, and all that look the same when the outline is
   turned onto itself are crossed off together. It calls neither the named group nor the
   canonical form: the turns are found from the exact outline.
3. What the set holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product

from quasiprint.exact.orbit import (
    Labels,
    Marking,
    Permutation,
    SymmetryGroup,
    act,
    ascending_count,
    canonical,
    is_ascending,
    orbit_count,
)
from quasiprint.exact.polygon import ExactPoint
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.texts import listed

Facts = dict[str, object]


def turns_onto_itself(corners: Sequence[ExactPoint]) -> tuple[Permutation, ...]:
    """Return the turns (never reflections) that carry an exact polygon onto itself.

    Each is the permutation it works on the edges. A shift of the edges is a turn exactly when
    it keeps every edge's length and the scalar and cross products of neighbours.
    """
    n = len(corners)
    edges = [corners[(k + 1) % n] - corners[k] for k in range(n)]
    shifts = (tuple((k + shift) % n for k in range(n)) for shift in range(n))
    return tuple(p for p in shifts if _corners(edges, p) == _corners(edges, range(n)))


def reflections_onto_itself(corners: Sequence[ExactPoint]) -> tuple[Permutation, ...]:
    """Return the reflections that carry an exact polygon onto itself, as permutations of edges."""
    n = len(corners)
    edges = [corners[(k + 1) % n] - corners[k] for k in range(n)]
    reversals = (tuple((shift - k) % n for k in range(n)) for shift in range(n))
    # Run backwards and with its edges reversed, a mirrored polygon turns anticlockwise again.
    return tuple(p for p in reversals if _corners([-e for e in edges], p, -1) == _corners(edges, range(n)))


def by_slot(moves: Sequence[Permutation], marking: Marking, *, mirrored: bool = False) -> tuple[Permutation, ...]:
    """Return how moves of an outline onto itself, given by its edges, move a marking's slots."""
    found = []
    for move in moves:
        n = len(move)
        # edge k runs from corner k to corner k + 1; a reflection swaps an edge's ends
        ends = tuple((place + 1) % n for place in move) if mirrored and marking.at == "corner" else move
        found.append(tuple(marking.place(ends[marking.place(slot, n)], n) for slot in range(n)))
    return tuple(found)


def _corners(edges: Sequence[ExactPoint], order: Sequence[int], side: int = 1) -> list[object]:
    walked = [edges[k] for k in order]
    pairs = zip(walked, [*walked[1:], walked[0]], strict=True)
    return [(a.dot(a), a.dot(b), a.cross(b) if side > 0 else b.cross(a)) for a, b in pairs]


def enumerate_classes(turns: Sequence[Permutation], slots: int, labels: int, *, ascending: bool) -> int:
    """Return how many labellings differ, by visiting all and crossing off what looks the same. ascending: count only
    classes of which some member never falls from slot to slot."""
    crossed: set[Labels] = set()
    classes = 0
    for labelling in product(range(labels), repeat=slots):
        if labelling not in crossed:
            alike = {tuple(labelling[i] for i in turn) for turn in turns}
            crossed |= alike
            classes += not ascending or any(list(labels) == sorted(labels) for labels in alike)
    return classes


def agreement(shape: str, closed: int, enumerated: int, present: int) -> list[Finding]:
    """Return a finding unless the three counts of a shape's pieces agree."""
    if closed == enumerated == present:
        return []
    message = f"the closed form gives {closed} different {shape} pieces, enumeration {enumerated}, "
    remedy = "the symmetry group, the enumeration or the set is wrong: do not make this set"
    return [error("count-disagreement", shape, f"{message}and the set holds {present} different ones", remedy)]


def completeness(game_set: GameSet) -> tuple[list[Finding], Facts]:
    """Check that each shape has all its pieces, each once, and no others. Returns the findings and, by shape, the three
    counts."""
    findings: list[Finding] = []
    facts: Facts = {}
    for shape, group in game_set.labelled.symmetry:
        pieces = [piece for piece in game_set.pieces if piece.shape == shape]
        outline = pieces[0].corners if pieces else ()
        turns = by_slot(turns_onto_itself(outline), game_set.labelled.marking) if pieces else group.elements
        reflections = by_slot(reflections_onto_itself(outline), game_set.labelled.marking, mirrored=True)
        if set(turns) != set(group.elements):
            message = f"the group {group.name!r} has {len(group.elements)} elements, but {len(turns)} turns carry the "
            remedy = "name the group of the turns that the outline allows"
            findings.append(error("symmetry-wrong", shape, f"{message}{shape} outline onto itself", remedy))
        proper, shape_findings = _proper_pieces(shape, group, pieces, game_set)
        findings += shape_findings
        ascending = game_set.labelled.marking.ascending
        closed = (ascending_count if ascending else orbit_count)(group, game_set.labelled.labels)
        enumerated = enumerate_classes(turns, group.slots, game_set.labelled.labels, ascending=ascending)
        if not shape_findings:
            findings += agreement(shape, closed, enumerated, len(proper))
        facts[shape] = {
            "group": group.name,
            "closed form": closed,
            "enumerated": enumerated,
            "in the set": len(proper),
            **mirror_facts(group, reflections, list(proper)),
        }
    return findings, facts


def _proper_pieces(
    shape: str, group: SymmetryGroup, pieces: list[Piece], game_set: GameSet
) -> tuple[Collection[Labels], list[Finding]]:
    """Return the labels of the different proper pieces, and what is wrong with the rest."""
    findings = []
    proper: Counter[Labels] = Counter()
    for piece in pieces:
        if not _proper(piece, group, game_set):
            order = ", none less than the one before" if game_set.labelled.marking.ascending else ""
            allowed = f"{group.slots} numbers from 0 to {game_set.labelled.labels - 1}{order}"
            message = f"its marks are {listed(piece.marks)}; allowed are {allowed}"
            findings.append(error("piece-foreign", piece.id, message, "take the piece out of the set"))
        else:
            proper[canonical(group, piece.marks)] += 1
    for marks, count in sorted(proper.items()):
        if count > 1:
            message = f"the set holds this piece {count} times; every piece belongs there once"
            findings.append(error("piece-duplicate", _name(shape, marks), message, f"take {count - 1} of them out"))
    wanted = {canonical(group, labelling) for labelling in product(range(game_set.labelled.labels), repeat=group.slots)}
    if game_set.labelled.marking.ascending:
        wanted = {marks for marks in wanted if is_ascending(group, marks)}
    findings += [
        error("piece-missing", _name(shape, marks), "the set does not hold this piece", "add it")
        for marks in sorted(wanted - set(proper))
    ]
    return proper, findings


def _proper(piece: Piece, group: SymmetryGroup, game_set: GameSet) -> bool:
    if len(piece.marks) != group.slots or not all(0 <= label < game_set.labelled.labels for label in piece.marks):
        return False
    return not game_set.labelled.marking.ascending or is_ascending(group, piece.marks)


def _name(shape: str, marks: Labels) -> str:
    return f"{shape} {'-'.join(map(str, marks))}"


def mirror_facts(group: SymmetryGroup, reflections: Sequence[Permutation], marks: Sequence[Labels]) -> Facts:
    """Return how many pieces are their own mirror image, how many pairs of mirror images there
    are, and of how many pieces the mirror image is no piece of the set."""
    present = {canonical(group, m) for m in marks}
    facts: Facts = {
        "own turned image": sum(1 for m in present if all(act(g, m) == m for g in group.elements)),
    }
    if reflections:
        images = {m: canonical(group, act(reflections[0], m)) for m in present}
        same = sum(1 for m, image in images.items() if m == image)
        pairs = {frozenset((m, image)) for m, image in images.items() if m != image}
        foreign = sum(1 for image in images.values() if image not in present)
        facts["own mirror image"] = same
        facts["mirror pairs"] = len(pairs) - foreign
        if foreign:
            facts["mirror image not in the set"] = foreign
        facts["if flipping were allowed"] = same + len(pairs)
    return facts
