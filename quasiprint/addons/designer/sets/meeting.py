"""What a set file's rule lets its tiles do: which join, which surround a point, and which are mirror images.

Tiles are taken as if there were enough of each, so that what cannot be done cannot be done with any number of copies.

Which vertex stars can be part of more: a star is kept if around it all its points can be surrounded too, by stars
that are kept. What is left out stands in no layout that goes on to all sides. What is kept may yet do so nowhere.

Vertex stars: the ways in which tiles of a set can surround a point, edge to edge, as its rule allows.

Two are one kind if a turn carries one into the other; where a tile may not be turned, if they are the same. First come
arrangements, that is outlines without their labels. In each, labels are counted tile by tile: a state says what the
tiles laid so far show where later ones will meet them, and how many ways lead to it. Kinds follow by Burnside's lemma.

A search that would take too long ends after so many steps, at the same step on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import gcd

from quasiprint.addons.designer.sets.corners import Corners, Item, Key, TooMany, View
from quasiprint.addons.designer.sets.judge import name
from quasiprint.addons.designer.sets.placed import Point, common, lay
from quasiprint.addons.designer.sets.proof import Facts, Held, Tell
from quasiprint.addons.designer.sets.schema import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape
from quasiprint.exact.zeta import integers
from quasiprint.model.finding import Finding, Severity

MOST_STARS = 20_000  # stars laid


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile laid. at: its least corner. corner: the number of that, as if it lay at 0. shows: its view's number."""

    at: Point
    corner: int
    shows: int


LabelledStar = tuple[tuple[int, View], ...]  # the tiles around a point: the corner's number and what the tile shows
StarAt = frozenset[Laid]


class Coronas:
    """Stars, and what can be laid around them."""

    def __init__(self, corners: Corners, stars: Sequence[LabelledStar]) -> None:
        self._corners, self._stars, self._steps = corners, stars, 0
        self._laid: dict[tuple[LabelledStar, int], list[Laid]] = {}
        self._views: list[View] = []
        self._numbers: dict[View, int] = {}
        self._further: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, int, int, int, Point], bool] = {}

    def kept(self) -> list[LabelledStar]:
        """Return the stars that are kept. Raises TooMany."""
        left = list(self._stars)
        while True:
            kept = [star for star in left if self._can_go_on(star, left)]
            if len(kept) == len(left):
                return kept
            left = kept

    def _can_go_on(self, star: LabelledStar, others: Sequence[LabelledStar]) -> bool:
        zero: Point = self._corners.all[star[0][0]].points[0]
        tiles = self._tiles(zero, star, 0)
        rim = {point for tile in tiles for point in self._points(tile)} - {zero}
        by_view: dict[tuple[int, int], list[tuple[LabelledStar, int]]] = {}
        for other in others:
            for k, (number, view) in enumerate(other):
                by_view.setdefault((self._corners.all[number].kind, self._number(view)), []).append((other, k))
        choices = {point: list(self._stars_at(point, tiles, by_view)) for point in sorted(rim, key=integers)}
        return self._surround(tiles, choices)

    def _surround(self, tiles: StarAt, choices: Mapping[Point, Sequence[StarAt]]) -> bool:
        """Tell whether points can be surrounded. choices: of each, the stars that fit there, beside tiles that lie."""
        if not choices:
            return True
        self._steps += 1
        if self._steps > MOST_STARS:
            raise TooMany(f"more than {MOST_STARS:,} steps would be needed to see which stars can be part of more")
        here = min(choices, key=lambda point: len(choices[point]))
        for star in choices[here]:
            new = star - tiles
            left = {
                point: [other for other in ways if self._all_fit(other - new, new - other)]
                for point, ways in choices.items()
                if point != here
            }
            if self._surround(tiles | star, left):
                return True
        return False

    def _stars_at(
        self, point: Point, tiles: StarAt, by_view: Mapping[tuple[int, int], Sequence[tuple[LabelledStar, int]]]
    ) -> Iterator[StarAt]:
        """Yield the stars that fit around a point, where tiles lie already."""
        there = {tile for tile in tiles if point in self._points(tile)}
        number, shows = self._from(next(iter(there)), point)
        corner = self._corners.all[number]
        seen = set[StarAt]()
        for star, k in by_view.get((corner.kind, shows), ()):
            star_at = self._tiles(point, star, corner.turn - self._corners.all[star[k][0]].turn)
            if star_at in seen or not there <= star_at:
                continue
            seen.add(star_at)
            if self._all_fit(star_at - there, tiles - there):
                yield star_at

    def _tiles(self, at: Point, star: LabelledStar, turn: int) -> StarAt:
        """Return the tiles of a star, turned and laid around a point."""
        if (star, turn) not in self._laid:
            self._laid[star, turn] = [self._from_least(self._corners.turned(n, turn), view) for n, view in star]
        return frozenset(Laid(at + tile.at, tile.corner, tile.shows) for tile in self._laid[star, turn])

    def _from_least(self, number: int, view: View) -> Laid:
        """Return a tile that lies with a corner at 0."""
        points = self._corners.all[number].points
        k = min(range(len(points)), key=lambda k: integers(points[k]))
        return Laid(points[k], self._corners.seen_from(number, k), self._seen_from(self._number(view), k))

    def _points(self, tile: Laid) -> list[Point]:
        return [tile.at + point for point in self._corners.all[tile.corner].points]

    def _from(self, tile: Laid, point: Point) -> tuple[int, int]:
        """Return the corner of a tile that lies at a point, and the number of what the tile shows from there."""
        k = self._corners.all[tile.corner].points.index(point - tile.at)
        return self._corners.seen_from(tile.corner, k), self._seen_from(tile.shows, k)

    def _number(self, view: View) -> int:
        """Return the number of a view: views are long to compare."""
        if view not in self._numbers:
            self._numbers[view] = len(self._views)
            self._views.append(view)
        return self._numbers[view]

    def _seen_from(self, shows: int, k: int) -> int:
        """Return the number of what a tile shows, seen from k corners further on."""
        if (shows, k) not in self._further:
            view = self._views[shows]
            n = len(view) // 2
            self._further[shows, k] = self._number((*view[k:n], *view[:k], *view[n + k :], *view[n : n + k]))
        return self._further[shows, k]

    def _all_fit(self, some: StarAt, others: StarAt) -> bool:
        return all(self._fits(one, other) for one in some for other in others)

    def _fits(self, one: Laid, other: Laid) -> bool:
        step = other.at - one.at
        key = one.corner, one.shows, other.corner, other.shows, step
        if key not in self._known:
            meetings = self._corners.meetings(one.corner, other.corner, step)
            own, met = self._views[one.shows], self._views[other.shows]
            self._known[key] = meetings is not None and all(self._corners.may_meet(own[i], met[j]) for i, j in meetings)
        return self._known[key]


MOST_STEPS = 300_000  # tiles laid, of all arrangements
MOST_ARRANGEMENTS = 500  # of outlines
MOST_STATES = 300_000  # of labels, and a tile that may follow
Shown = tuple[tuple[tuple[int, Item], Key], ...]  # what tiles show, by their place around the point and the item
Met = tuple[int, Item, int, Item]  # two places and the items that meet there, the earlier place first


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


LISTED = 40  # stars, or arrangements
LOOKED_AT = 150  # stars: whether they can be part of more
NAMED = 5  # tiles of a finding
MOST_MIRRORED = 3_000  # tiles
STARS = "vertex stars"
LOOK = "compare the file's labels and rule with what you meant"


def meeting(design: SetDesign, held: Held, tell: Tell = lambda _: None) -> tuple[list[Finding], Facts]:
    """Return what tiles cannot do, and what was counted. tell: told of progress."""
    facts: Facts = {}
    try:
        facts |= _mirror_images(design, held)
        corners = Corners(design, held)
        wrong = _unjoined(design, corners)
    except (TooMany, ValueError) as problem:
        return [], facts | {STARS: {"not counted": str(problem)}}
    if [finding.code for finding in wrong] == ["nothing-joins"]:
        return wrong, facts
    try:
        stars = find(corners, tell)
    except TooMany as problem:
        return wrong, facts | {STARS: {"not counted": str(problem)}}
    counted, alive, dead = _describe(design, corners, stars, tell)
    facts[STARS] = counted
    return [*wrong, *dead, *_starless(design, corners, stars, alive)], facts


def _unjoined(design: SetDesign, corners: Corners) -> list[Finding]:
    """Return which tiles and edges no tile can lie along."""
    never = set(corners.unjoined())
    bare: dict[tuple[str, ShownLabels], list[int]] = defaultdict(list)
    edges = Counter[tuple[str, ShownLabels]]()
    for (shape, labels, edge), ways in corners.edges.items():
        edges[shape, labels] += 1
        if ways <= never:
            bare[shape, labels].append(edge)
    whole = [tile for tile, found in bare.items() if len(found) == edges[tile]]
    if len(whole) == len(edges):
        message = "no tile can lie along any edge of any tile"
        return [Finding("nothing-joins", Severity.WARNING, "the set", message, LOOK)]
    found = list[Finding]()
    if whole:
        message = "no tile can lie along any of its edges"
        found.append(_named("tile-unjoined", Severity.WARNING, [_call(design, *tile) for tile in whole], message))
    part = [f"{_call(design, *tile)} edge {k}" for tile, ks in bare.items() if tile not in whole for k in sorted(ks)]
    if part:
        message = "no tile can lie along it, so it always lies at the rim of a layout"
        found.append(_named("edge-unjoined", Severity.NOTE, part, message))
    return found


def _starless(
    design: SetDesign, corners: Corners, stars: Stars, alive: Iterable[tuple[int, View]] | None
) -> Iterator[Finding]:
    """Yield which tiles and corners stand in no star. alive: in those that can be part of more; None if that is not
    known."""
    if not stars.every:
        if stars.outlines:  # else nothing is meant to be: pentagons leave gaps
            message = f"outlines surround a point in {stars.outlines:,} ways, but labels never fit"
            yield Finding("no-star", Severity.WARNING, "the set", message, LOOK)
        return
    standing, more = (stars.alive, "") if alive is None else (set(alive), " that can be part of more")
    fits: dict[tuple[str, ShownLabels], list[int]] = defaultdict(list)
    bare: dict[tuple[str, ShownLabels], list[int]] = defaultdict(list)
    for (shape, labels, corner), ways in corners.tiles.items():
        (fits if ways & standing else bare)[shape, labels].append(corner)
    nowhere = [_call(design, *tile) for tile in bare if tile not in fits]
    if nowhere and len(nowhere) < len({*bare, *fits}):
        yield _named("tile-starless", Severity.WARNING, nowhere, f"it stands in no vertex star{more}")
    part = [f"{_call(design, *tile)} corner {k}" for tile, ks in bare.items() if tile in fits for k in sorted(ks)]
    if part:
        message = f"it stands in no vertex star{more}, so the tile always lies at the rim of a layout"
        yield _named("corner-starless", Severity.NOTE, part, message)


def _describe(
    design: SetDesign, corners: Corners, stars: Stars, tell: Tell
) -> tuple[Facts, set[tuple[int, View]] | None, list[Finding]]:
    """Return what is told of stars, which corners stand in those that can be part of more, if that is known, and a
    finding if there are none."""
    facts: Facts = {"arrangements of outlines": len(stars.every), "kinds, with labels": stars.kinds}
    every = list[LabelledStar]()
    if stars.kinds <= LOOKED_AT:
        every = [
            tuple(zip(star.corners, views, strict=True))
            for star in stars.every
            for views in Arrangement(corners, star.corners).every()
        ]
    # tiles that show the same at their edges are not told apart
    alive, found, kept = None, list[Finding](), every
    if every and len(every) == stars.kinds:
        tell(f"{STARS}: which of {len(every)} can be part of more")
        try:
            kept = Coronas(corners, every).kept()
            facts["kinds that can be part of more"] = len(kept)
            alive = {(corners.all[number].kind, view) for star in kept for number, view in star} or None
        except TooMany as problem:
            facts["kinds that can be part of more"] = f"not counted: {problem}"
        if not kept:
            message = "points can be surrounded, but never all of those around one: no layout goes on to all sides"
            found.append(Finding("stars-end", Severity.WARNING, "the set", message, LOOK))
        names, ends = _names(design, corners), {star: "" if star in kept else " (ends)" for star in every}
        told = [
            _around(names[corners.all[n].kind, view] for n, view in star) + ends[star]
            for star in sorted(every, key=ends.__getitem__)
        ]
    else:
        told = [f"{_around(map(str, (corners.all[n] for n in star.corners)))}: {star.kinds:,}" for star in stars.every]
    facts["list"] = {f"{k}": one for k, one in enumerate(told[:LISTED], 1)}
    if len(told) > LISTED:
        facts["list"]["…"] = f"{len(told) - LISTED:,} more"
    return facts, alive, found


def _names(design: SetDesign, corners: Corners) -> dict[tuple[int, View], str]:
    """Return what a corner is called that shows some labels: a tile, and which of its corners."""
    found: dict[tuple[int, View], str] = {}
    for (shape, labels, corner), ways in corners.tiles.items():
        for way in ways:
            over = "turned over " if corners.all[corners.firsts[way[0]]].tile.flipped else ""
            found.setdefault(way, f"{over}{_call(design, shape, labels)}@{corner}")
    return found


def _around(names: Iterable[str]) -> str:
    """Return the names of the tiles around a point, those in a row that are alike told once."""
    rows = [(called, len(list(same))) for called, same in groupby(names)]
    return ", ".join(called if number == 1 else f"{number} × {called}" for called, number in rows)


ShownLabels = tuple[object, ...]


def _call(design: SetDesign, shape: str, labels: ShownLabels) -> str:
    return name(next(one for one in design.shapes if one.name == shape), labels)


def _named(code: str, severity: Severity, names: Sequence[str], message: str) -> Finding:
    """Return one finding of several tiles, of which the first are named."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return Finding(code, severity, f"{', '.join(names[:NAMED])}{more}", message, LOOK)


def _mirror_images(design: SetDesign, held: Held) -> Facts:
    """Return which tiles are mirror images of each other, of those that are never turned over."""
    tiles = [(s, labels) for s in design.shapes if s.symmetry == ONE_SIDED for labels in held.get(s.name, ())]
    if len(tiles) > MOST_MIRRORED:
        return {}
    lattice = common(shape.outline for shape in design.shapes)

    def looks(shape: Shape, labels: ShownLabels, turn: int, flipped: bool) -> tuple[object, ...]:
        tile = lay(shape, labels, lattice, None, turn, flipped)
        return tile.translate(-min(tile.corners, key=lambda point: point.to_xy())).looks

    every = {looks(*tile, turn, False): k for k, tile in enumerate(tiles) for turn in range(lattice.parts)}
    others = [every.get(looks(*tile, 0, True), -1) for tile in tiles]
    pairs = [f"{name(*tiles[k])} and {name(*tiles[other])}" for k, other in enumerate(others) if other > k]
    more = [f"{len(pairs) - NAMED:,} more pairs"] if len(pairs) > NAMED else []
    return {"mirror images": [*pairs[:NAMED], *more]} if pairs else {}
