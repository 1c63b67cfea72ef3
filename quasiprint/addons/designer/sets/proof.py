"""Is the set complete? Three counts that must agree, of each shape, and each tile looked at.

1. Closed form: `counts.count`, on moves found from lengths and angles.
2. A visit to every labelling: `visit`, on moves found from the lattice's points.
3. What the set holds: tiles, each the only one of its orbit, and none that the file does not ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress, islice, product, tee
from operator import eq, itemgetter
from typing import Any

from quasiprint.addons.designer.sets.counts import (
    Choice,
    Labelling,
    complement,
    crossings,
    fewest,
    inverse,
    labellings,
    law,
    move_labels,
    move_links,
)
from quasiprint.addons.designer.sets.polygons import Outline, by_angles, kind, slots
from quasiprint.addons.designer.sets.schema import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import TWO_SIDED, SetDesign, Shape
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Permutation
from quasiprint.model.finding import Finding, error

MOST_LABELLINGS = 5_000_000  # that a proof visits
MOST_LINKED = 200_000  # of links, each of which takes longer
COUNTABLE = 10**9  # tiles: beyond, nobody needs their number to the last
NAMED = 5  # missing tiles
Facts = dict[str, Any]
Tell = Callable[[str], None]
Held = Mapping[str, Sequence[Labelling]]


def refuse_too_many(design: SetDesign, label: str) -> None:
    """Raise InputError for a set of too many tiles, or whose proof would take too long. Nothing is visited yet."""
    for shape in design.shapes:
        least = fewest(shape.outline, shape.choice, shape.moves)
        if least > COUNTABLE:
            raise InputError(
                f"{label}: [[shape]] {shape.name}: that would be at least {least:,} tiles, allowed are up to "
                f"{design.most:,}: fewer labels"
            )
        if shape.choice.counts_crossings:  # the closed form walks ways to join ends
            _refuse_long(shape, label)
    # what copies a rule or a list adds is counted when the tiles are held
    _refuse_more(design, sum(shape.closed_form * shape.copies for shape in design.shapes), label)
    for shape in design.shapes:
        _refuse_long(shape, label)


def _refuse_long(shape: Shape, label: str) -> None:
    visits = labellings(shape.outline, shape.choice)
    most = MOST_LINKED if shape.choice.at == "links" else MOST_LABELLINGS
    if visits > most:
        raise InputError(
            f"{label}: [[shape]] {shape.name}: a proof would visit {visits:,} labellings, allowed are up to "
            f"{most:,}: fewer labels, or fewer of them on a tile"
        )


def _refuse_more(design: SetDesign, total: int, label: str) -> None:
    if total > design.most:
        raise InputError(
            f"{label}: that would be {total:,} tiles, allowed are up to {design.most:,}: [set] most = … says how many, "
            "up to 100,000"
        )


def hold(design: SetDesign, label: str) -> dict[str, tuple[Labelling, ...]]:
    """Return the tiles of each shape. Raises InputError, which calls the file `label`, for more than there may be."""
    held = {shape.name: shape.tiles for shape in design.shapes}
    _refuse_more(design, sum(shape.pieces(held[shape.name]) for shape in design.shapes), label)
    return held


def prove(design: SetDesign, held: Held, tell: Tell = lambda _: None) -> tuple[list[Finding], Facts]:
    """Return what is wrong with the tiles that a set holds, and what was counted. tell: told of progress."""
    findings: list[Finding] = []
    facts: Facts = {}
    for shape in design.shapes:
        wrong, facts[shape.name] = _shape(shape, held.get(shape.name, ()), tell)
        findings += wrong
    if design.match:
        facts["joins"] = {shape.name: _joins(shape, held.get(shape.name, ()), design.match) for shape in design.shapes}
    return findings, facts


def _shape(shape: Shape, held: Sequence[Labelling], tell: Tell) -> tuple[list[Finding], Facts]:
    one, two = shape.by_angles, shape.by_points
    findings = same_moves(shape.name, one, two)
    closed = shape.closed_form
    total = labellings(shape.outline, shape.choice)
    visited = visit(shape.outline, shape.choice, two, lambda n: tell(f"{shape.name}: {n:,} of {total:,} labellings"))
    wrong, proper = _proper(shape, held)
    findings += wrong
    enumerated = sum(visited.values())
    if len(proper) != enumerated:
        findings += _missing(shape, proper)
    if not wrong:
        findings += agreement(shape.name, closed, enumerated, len(proper))
    symmetry = by_symmetry(shape, one, proper)
    if len(proper) == enumerated and symmetry != visited:
        message = f"of the tiles held, by symmetry: {symmetry}; of those visited: {visited}"
        remedy = "the search for tiles, or their visit, is wrong: do not make this set"
        findings.append(error("symmetries-differ", shape.name, message, remedy))
    every_move = by_angles(shape.outline)
    facts = {
        "edges": shape.outline.edges,
        "turns of the outline": sum(not move.mirrored for move in every_move),
        "reflections of the outline": sum(move.mirrored for move in every_move),
        "the same tile under": len(one),
        ("ends of links" if shape.choice.at == "links" else f"labels at {shape.choice.at}"): shape.slots,
        "labellings": total,
        "closed form": closed,
        "enumerated": enumerated,
        "in the set": len(proper),
        "tiles by symmetry": symmetry,
        **_mirrors(shape, proper),
        **_crossings(shape, proper),
    }
    if shape.copies > 1:
        facts["copies of each"] = shape.copies
    elif shape.orbit or shape.numbers:
        facts["copies"] = "as many as ways to lie" if shape.orbit else "as the file lists them"
        facts["pieces"] = shape.pieces(proper)
    return findings, facts


def same_moves(name: str, one: Sequence[tuple[Permutation, bool]], two: Sequence[Any]) -> list[Finding]:
    """Return a finding unless moves that were found in two ways are the same."""
    if Counter(one) == Counter(two):
        return []
    message = f"lengths and angles allow {len(one)} moves of the outline onto itself, the lattice's points {len(two)} "
    return [
        error("moves-differ", name, f"{message}or others", "one of the two searches is wrong: do not make this set")
    ]


def agreement(name: str, closed: int, enumerated: int, held: int) -> list[Finding]:
    """Return a finding unless the counts of a shape's tiles agree."""
    if held == enumerated == closed:
        return []
    message = (
        f"the closed form gives {closed} different tiles, a visit to all labellings {enumerated}, and the set "
        f"holds {held}"
    )
    return [error("tiles-disagree", name, message, "the moves, a count or the set is wrong: do not make this set")]


def _proper(shape: Shape, held: Sequence[Labelling]) -> tuple[list[Finding], set[Labelling]]:
    """Return what is wrong with tiles, and the least labellings of those that are right."""
    fits, findings, proper = law(shape.outline, shape.choice), [], set[Labelling]()
    for labels in held:
        name = _name(shape, labels)
        if not _is_formed(shape, labels) or not fits(labels):
            findings.append(error("tile-unasked", name, "the file does not ask for this tile", "take it out"))
            continue
        first = shape.least(labels)
        if first in proper:
            findings.append(error("tile-again", name, "the set holds this tile already, perhaps turned", "take it out"))
        proper.add(first)
    return findings, proper


def _is_formed(shape: Shape, labels: Labelling) -> bool:
    """Tell whether there is a label for each slot, or each end is linked to one other."""
    n = shape.slots
    if shape.choice.at == "links":
        ends = sorted(end for a, b, _ in labels for end in (a, b))
        labels = tuple(label for _, _, label in labels)
        if ends != list(range(n)):
            return False
    elif len(labels) != n:
        return False
    return all(0 <= label < shape.choice.labels for label in labels)


def _missing(shape: Shape, proper: set[Labelling]) -> list[Finding]:
    fits, named = law(shape.outline, shape.choice), set[Labelling]()
    for labels in every(shape.outline, shape.choice):
        if fits(labels) and (first := shape.least(labels)) not in proper:
            named.add(first)
            if len(named) == NAMED:
                break
    said = "the set does not hold this tile"
    return [error("tile-missing", _name(shape, labels), said, "add it") for labels in sorted(named)]


def by_symmetry(shape: Shape, moves: Sequence[tuple[Permutation, bool]], held: set[Labelling]) -> dict[str, int]:
    """Return how many tiles have which symmetry."""
    found = Counter[tuple[int, int]]()
    for labels in held:
        same = [mirrored for p, mirrored in moves if move_labels(labels, p, shape.choice) == labels]
        found[same.count(False), same.count(True)] += 1
    return {kind(*symmetry): number for symmetry, number in sorted(found.items())}


def _mirrors(shape: Shape, held: set[Labelling]) -> Facts:
    """Return how many tiles of a one-sided shape are their own mirror images, and how many pairs of them there are."""
    both = replace(shape, symmetry=TWO_SIDED).by_angles
    flip = next((p for p, mirrored in both if mirrored), None)
    if shape.symmetry != ONE_SIDED or flip is None:
        return {}
    images = {labels: shape.least(move_labels(labels, flip, shape.choice)) for labels in held}
    own = sum(labels == image for labels, image in images.items())
    foreign = sum(image not in held for image in images.values())
    facts = {"own mirror image": own, "mirror pairs": (len(images) - own - foreign) // 2}
    return {**facts, "mirror image not in the set": foreign} if foreign else facts


def _crossings(shape: Shape, held: set[Labelling]) -> Facts:
    """Return of links how many tiles have how many crossings."""
    if shape.choice.at != "links":
        return {}
    return {"tiles by crossings": {str(k): n for k, n in sorted(Counter(map(crossings, held)).items())}}


def _joins(shape: Shape, held: Sequence[Labelling], match: str) -> Facts:
    """Return for each label on how many edges, corners or cells it stands, and beside which others it may lie."""
    if shape.choice.at == "links":
        return {"label by label": "links meet at every edge"}
    stands = Counter[int]()
    for labels in held:
        for label in labels:
            stands[label] += shape.copies_of(labels)
    facts: Facts = {}
    for label in range(shape.choice.labels):
        meets = label if match == "equal" else complement(label, shape.choice.labels, shape.choice.at)
        on, beside = stands[label], stands[meets]
        told = {"on": on, "meets": f"label {shape.call(meets)}", "which is on": beside}
        facts[f"label {shape.call(label)}"] = on if match == "equal" else told
    return facts


def _name(shape: Shape, labels: Labelling) -> str:
    return f"{shape.name} {'-'.join(map(str, labels))}"


Seen = Callable[[int], None]
EVERY = 1 << 16  # labellings between two words of progress


def movers(moves: Sequence[Permutation], choice: Choice) -> list[Callable[[Labelling], Labelling]]:
    """Return a function for each move that gives a labelling as it lies then."""
    if choice.at == "links":
        return [partial(move_links, back=inverse(p)) for p in moves]
    # of one slot itemgetter gives no tuple
    return [itemgetter(*p) if len(p) > 1 else tuple for p in moves]


def every(outline: Outline, choice: Choice) -> Iterator[Labelling]:
    """Yield every labelling, those that are no tile's among them; of listed tiles, these alone."""
    if choice.which == "tiles":
        yield from sorted(choice.listed)
        return
    if choice.at != "links":
        yield from product(range(choice.labels), repeat=slots(outline, choice.at))
        return
    ends = tuple(range(slots(outline, choice.at, choice.per)))
    for pairs in _pairings(ends):
        for labels in product(range(choice.labels), repeat=len(pairs)):
            yield tuple((a, b, label) for (a, b), label in zip(pairs, labels, strict=True))


def _pairings(ends: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not ends:
        yield ()
    for k in range(1, len(ends)):
        for rest in _pairings(ends[1:k] + ends[k + 1 :]):
            yield ((ends[0], ends[k]), *rest)


def visit(
    outline: Outline, choice: Choice, moves: Sequence[tuple[Permutation, bool]], seen: Seen = lambda _: None
) -> dict[str, int]:
    """Return how many tiles have which symmetry, by name. moves: of the slots, and whether they turn the tile over.
    seen: told now and then how many labellings were visited.

    Raises ArithmeticError where the moves are no group.
    """
    # one stream for each move, and one to be sifted: what is compared and counted never comes together in memory
    own, *streams = tee(every(outline, choice), 2 * len(moves) + 1)
    move = movers([p for p, _ in moves], choice)
    same = [map(eq, streams[2 * k], map(moved, streams[2 * k + 1])) for k, moved in enumerate(move)]
    kept = compress(zip(*same, strict=True), map(law(outline, choice), own))
    patterns, number = Counter[tuple[bool, ...]](), 0
    while part := Counter(islice(kept, EVERY)):
        patterns.update(part)
        number += part.total()
        seen(number)
    found = Counter[tuple[int, int]]()
    for pattern, number in patterns.items():
        flips = [mirrored for is_same, (_, mirrored) in zip(pattern, moves, strict=True) if is_same]
        found[flips.count(False), flips.count(True)] += number
    tiles = {}
    for (turns, mirrors), number in sorted(found.items()):
        count, rest = divmod(number * (turns + mirrors), len(moves))
        if rest:
            raise ArithmeticError(f"{number} labellings with {turns + mirrors} of {len(moves)} symmetries")
        if count:
            tiles[kind(turns, mirrors)] = count
    return tiles
