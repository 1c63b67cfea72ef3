"""Vertex stars: the ways in which tiles of a set can surround a point, edge to edge, as its rule allows.

Two are one kind if a turn carries one into the other; where a tile may not be turned, if they are the same. First come
arrangements, that is outlines without their labels. In each, labels are counted tile by tile: a state says what the
tiles laid so far show where later ones will meet them, and how many ways lead to it. Kinds follow by Burnside's lemma.

A search that would take too long ends after so many steps, at the same step on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from quasiprint.addons.designer.sets.corners import Corners, Item, Key, TooMany, View

MOST_STEPS = 300_000  # tiles laid, of all arrangements
MOST_ARRANGEMENTS = 500  # of outlines
MOST_STATES = 300_000  # of labels, and a tile that may follow
Shown = tuple[tuple[tuple[int, Item], Key], ...]  # what tiles show, by their place around the point and the item
Met = tuple[int, Item, int, Item]  # two places and the items that meet there, the earlier place first
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Star:
    """An arrangement of outlines around a point, anticlockwise. corners: their numbers. kinds: of labels on it, counted
    up to a turn; none if labels fit nowhere."""

    corners: tuple[int, ...]
    kinds: int


@dataclass(frozen=True, slots=True)
class Stars:
    """What was found. outlines: how many arrangements there are, whatever their labels. every: those that some labels
    fit. alive: of each kind of corner, the views that stand in one."""

    outlines: int
    every: tuple[Star, ...]
    alive: frozenset[tuple[int, View]]

    @property
    def kinds(self) -> int:
        """How many stars there are, labels and all."""
        return sum(star.kinds for star in self.every)


def find(corners: Corners, tell: Tell = lambda _: None) -> Stars:
    """Return all vertex stars. Raises TooMany."""
    every, alive, states, outlines = list[Star](), set[tuple[int, View]](), 0, 0
    for around in arrangements(corners):
        outlines += 1
        if outlines > MOST_ARRANGEMENTS:
            raise TooMany(f"outlines surround a point in more than {MOST_ARRANGEMENTS:,} ways")
        tell(f"vertex stars: {len(every):,} arrangements")
        labels = Arrangement(corners, around)
        layers = labels.layers(len(around))
        states += sum(len(ways) for layer in layers for ways in layer.values())
        if states > MOST_STATES:
            raise TooMany(f"more than {MOST_STATES:,} ways to show labels would have to be looked at")
        if layers[-1]:
            every.append(Star(around, labels.count()))
            alive |= labels.used()
    return Stars(outlines, tuple(every), frozenset(alive))


def arrangements(corners: Corners) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which outlines surround a point, one of each kind. Raises TooMany."""
    steps = 0

    def lie(laid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal steps
        first, last = corners.all[laid[0]], corners.all[laid[-1]]
        for number in corners.by_start.get(last.end, ()):
            steps += 1
            if steps > MOST_STEPS:
                raise TooMany(f"more than {MOST_STEPS:,} steps would be needed to find how outlines surround a point")
            corner = corners.all[number]
            if corner.kind < first.kind or any(corners.meetings(one, number) is None for one in laid):
                continue
            longer = (*laid, number)
            if corner.end != first.start:
                yield from lie(longer)
            elif _is_first([corners.all[one].kind for one in longer]):
                yield longer

    for first in corners.firsts:
        yield from lie((first,))


def _is_first(kinds: Sequence[int]) -> bool:
    """Tell whether no turn gives a lesser sequence."""
    return all([*kinds[k:], *kinds[:k]] >= list(kinds) for k in range(1, len(kinds)))


Group = tuple[tuple[Item, Key], ...]  # what a tile shows where others meet it; views that share it are one to them
Layer = dict[Shown, list[tuple[Group, Shown]]]  # from each state, which may follow, and what state each leads to


class Arrangement:
    """Outlines around a point, and the labels that fit on them. around: the numbers of their corners."""

    def __init__(self, corners: Corners, around: Sequence[int]) -> None:
        self._corners = corners
        self._kinds = [corners.all[number].kind for number in around]
        self._layers: dict[int, list[Layer]] = {}
        self._met: list[Met] = []
        for q in range(len(around)):
            for p in range(q):
                here = len(corners.all[around[p]].points)  # the item that shows what is at the point itself
                for i, j in corners.meetings(around[p], around[q]) or ():
                    # all labels at the point are equal if each is equal to the next
                    if i != here or not corners.equal or q == p + 1:
                        self._met.append((p, i, q, j))

    def count(self) -> int:
        """Return how many labellings there are, up to the turns that leave the arrangement as it is."""
        n, kinds = len(self._kinds), self._kinds
        turns = [k for k in range(1, n + 1) if [*kinds[k:], *kinds[:k]] == kinds]
        fixed = sum(self._total(gcd(turn, n)) for turn in turns)
        number, rest = divmod(fixed, len(turns))
        if rest:
            raise ArithmeticError(f"{fixed} labellings are left as they are by {len(turns)} turns")
        return number

    def _total(self, period: int) -> int:
        """Return how many labellings there are that repeat after so many tiles."""
        ways = Counter[Shown]({(): 1})
        for place, layer in enumerate(self.layers(period)[:-1]):
            after = Counter[Shown]()
            views = self._corners.views[self._kinds[place]]
            tiles = {own: sum(len(views[view]) for view in same) for own, same in self.groups(place, period).items()}
            for state, number in ways.items():
                for own, following in layer[state]:
                    after[following] += number * tiles[own]
            ways = after
        return ways.total()

    def layers(self, period: int) -> list[Layer]:
        """Return for each tile of a period what may follow from which states. One more stands at the end: it has the
        last state, from which nothing follows, if there is a way round."""
        if period not in self._layers:
            self._layers[period] = self._find_layers(period)
        return self._layers[period]

    def _find_layers(self, period: int) -> list[Layer]:
        met, may_meet = self._folded(period), self._corners.may_meet
        here: set[Shown] = {()}
        found: list[Layer] = []
        for place in range(period):
            asked = [(p, i, j) for p, i, q, j in met if p < q == place]
            within = [(i, j) for p, i, q, j in met if p == q == place]
            later = {(p, i) for p, i, q, _ in met if p <= place < q}
            own = [dict(group) for group in self.groups(place, period)]
            own = [shown for shown in own if all(may_meet(shown[i], shown[j]) for i, j in within)]
            fits: dict[tuple[Key, ...], list[dict[Item, Key]]] = {(): own}
            layer: Layer = {}
            for state in here:
                known = dict(state)
                wanted = tuple(known[p, i] for p, i, _ in asked)
                for k, (key, (_, _, j)) in enumerate(zip(wanted, asked, strict=True)):
                    if wanted[: k + 1] not in fits:
                        before = fits[wanted[:k]]
                        fits[wanted[: k + 1]] = [shown for shown in before if may_meet(key, shown[j])]
                kept = tuple(one for one in state if one[0] in later)
                layer[state] = [
                    (
                        tuple(shown.items()),
                        (*kept, *(((place, i), key) for i, key in shown.items() if (place, i) in later)),
                    )
                    for shown in fits[wanted]
                ]
            found.append(layer)
            here = {after for ways in layer.values() for _, after in ways}
        return [*found, {state: [] for state in here}]

    def _folded(self, period: int) -> set[Met]:
        """Return what meets, places taken modulo a period."""
        folded = [((p % period, i), (q % period, j)) for p, i, q, j in self._met]
        return {(*min(ends), *max(ends)) for ends in folded}

    def groups(self, place: int, period: int) -> dict[Group, list[View]]:
        """Return the views of a tile, by what they show where others meet it."""
        met = self._folded(period)
        items = sorted({i for p, i, _, _ in met if p == place} | {j for _, _, q, j in met if q == place})
        found: dict[Group, list[View]] = defaultdict(list)
        for view in self._corners.views[self._kinds[place]]:
            found[tuple((item, view[item]) for item in items)].append(view)
        return found

    def every(self) -> Iterator[tuple[View, ...]]:
        """Yield all labels, one of those that a turn of the arrangement carries into each other."""
        n, kinds = len(self._kinds), self._kinds
        layers = self.layers(n)
        turns = [k for k in range(1, n) if [*kinds[k:], *kinds[:k]] == kinds]

        def walk(place: int, state: Shown, laid: tuple[View, ...]) -> Iterator[tuple[View, ...]]:
            if place == n:
                yield laid
                return
            groups = self.groups(place, n)
            for own, after in layers[place].get(state, ()):
                for view in groups[own]:
                    yield from walk(place + 1, after, (*laid, view))

        seen = set[tuple[View, ...]]()
        for laid in walk(0, (), ()):
            if laid not in seen:
                seen |= {(*laid[k:], *laid[:k]) for k in turns}
                yield laid

    def used(self) -> set[tuple[int, View]]:
        """Return the views that stand in a way round, each with the kind of its corner."""
        n = len(self._kinds)
        layers = self.layers(n)
        good, found = set(layers[-1]), set[tuple[int, View]]()
        for place in reversed(range(n)):
            before, fitting = set[Shown](), set[Group]()
            for state, ways in layers[place].items():
                lead = {own for own, after in ways if after in good}
                fitting |= lead
                if lead:
                    before.add(state)
            groups = self.groups(place, n)
            found |= {(self._kinds[place], view) for own in fitting for view in groups[own]}
            good = before
        return found
