"""How many tiles there are, by visiting every labelling: it shares no search and no closed form with the others.

Each labelling is turned and turned over in every way, on the lattice's own points. One that looks like itself in s of
the g ways is one of g/s that are the same tile. Nothing is kept but counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress, islice, product, tee
from operator import eq, itemgetter

from quasiprint.exact.orbit import Permutation
from quasiprint.sets.choice import Choice, Labelling, inverse, law, linked
from quasiprint.sets.moves import kind, slots
from quasiprint.sets.polygons import Outline

Seen = Callable[[int], None]
EVERY = 1 << 16  # labellings between two words of progress


def movers(moves: Sequence[Permutation], choice: Choice) -> list[Callable[[Labelling], Labelling]]:
    """Return a function for each move that gives a labelling as it lies then."""
    if choice.at == "links":
        return [partial(_linked, inverse(p)) for p in moves]
    # of one slot itemgetter gives no tuple
    return [itemgetter(*p) if len(p) > 1 else tuple for p in moves]


def _linked(back: Permutation, links: Labelling) -> Labelling:
    return linked(links, back)


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
    for (turns, mirrors), labellings in sorted(found.items()):
        number, rest = divmod(labellings * (turns + mirrors), len(moves))
        if rest:
            raise ArithmeticError(f"{labellings} labellings with {turns + mirrors} of {len(moves)} symmetries")
        if number:
            tiles[kind(turns, mirrors)] = number
    return tiles
