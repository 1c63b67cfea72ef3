"""Which tiles may lie side by side: what a set file's rule says of labels that meet, and of forbidden joins.

Labels of one kind meet: of edges along an edge, of cells across one, of corners at a point, paths where they reach an
edge. Profiles always interlock, whatever the rule says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from quasiprint.exact.polygon import orientation
from quasiprint.sets.choice import complement
from quasiprint.sets.placed import Placed, Point, Shown, Side, asked
from quasiprint.sets.set_file import SetDesign

FLAT = 0  # of three profiles
Wrong = tuple[str, str]  # a code, and what is wrong


@dataclass(frozen=True, slots=True)
class Join:
    """Two tiles that share an edge: side i of one lies along side j of the other."""

    one: Placed
    i: int
    two: Placed
    j: int

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides that lie along each other."""
        return self.one.sides[self.i], self.two.sides[self.j]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a set file says of labels that meet. labels: how many there are, by where they stand."""

    match: str
    barred: frozenset[tuple[int, int]]
    labels: tuple[tuple[str, int], ...]

    @staticmethod
    def of(design: SetDesign) -> Rule:
        """Return the rule of a design. Where shapes have different numbers of labels, the largest counts."""
        labels: dict[str, int] = {}
        for shape in design.shapes:
            labels[shape.choice.at] = max(shape.choice.labels, labels.get(shape.choice.at, 0))
        return Rule(design.match, design.barred, tuple(labels.items()))

    def _count(self, at: str) -> int:
        return dict(self.labels)[at]

    def wrong(self, join: Join) -> Iterator[Wrong]:
        """Yield what is wrong where two tiles share an edge."""
        one, two = join.sides
        first, second = join.one.shape.choice.at, join.two.shape.choice.at
        where = f"edge {join.i} of the first, edge {join.j} of the second"
        if "profiles" in (first, second):
            yield from self._profiles(join, where)
        elif first == second == "links":
            yield from self._links(one, two, where)
        elif first == second and first in ("edges", "cells"):
            shows = [_beside(tile, side) for tile, side in ((join.one, one), (join.two, two))]
            yield from self._labels(shows[0], shows[1], first, where)
        elif first == second:
            yield from self._corners(join)

    def runs_on(self, one: Side, two: Side) -> bool:
        """Tell whether the links of two sides that lie along each other run on from one to the other."""
        return not list(self._links(one, two, ""))

    def _labels(self, one: Shown, two: Shown, at: str, where: str) -> Iterator[Wrong]:
        meeting = " and ".join(f"label {', '.join(map(str, shown))}" for shown in (one, two[::-1]))
        if self.match and two != asked(one, self.match, self._count(at), at):
            yield "join-labels", f"{meeting} meet ({where}); {self._allowed()}"
        yield from self._barred(one, two[::-1], where)

    def _links(self, one: Side, two: Side, where: str) -> Iterator[Wrong]:
        if len(one.ends) != len(two.ends):
            yield "join-ends", f"{len(one.ends)} and {len(two.ends)} ends of paths meet ({where}); all have to run on"
        else:
            yield from self._labels(one.shows, two.shows, "links", where)

    def _profiles(self, join: Join, where: str) -> Iterator[Wrong]:
        one, two = (
            side.shows[0] if tile.shape.choice.at == "profiles" else None
            for tile, side in zip((join.one, join.two), join.sides, strict=True)
        )
        count = self._count("profiles")
        names = ("flat", "a tab", "a notch") if count == 3 else ("a tab", "a notch")
        if one is not None and two is not None:
            if two != complement(one, count, "profiles"):
                message = f"{names[one]} meets {names[two]} ({where}); a tab meets a notch, and flat meets flat"
                yield "join-profiles", message
            yield from self._barred((one,), (two,), where)
            return
        shown = one if one is not None else two
        if shown is not None and not (count == 3 and shown == FLAT):
            yield "join-profiles", f"{names[shown]} meets a straight edge ({where}); flat alone meets one"

    def _corners(self, join: Join) -> Iterator[Wrong]:
        """Yield what is wrong at the two ends of the edge, where labels stand at corners and are complementary: where
        they are equal, all corners at a point are looked at together."""
        if self.match != "complementary":
            return
        n, m = len(join.one.corners), len(join.two.corners)
        ends = ((join.i, (join.j + 1) % m), ((join.i + 1) % n, join.j))
        for k, other in ends:
            a, b = join.one.marks[k], join.two.marks[other]
            if b != complement(a, self._count("corners"), "corners"):
                where = f"corner {k} of the first, corner {other} of the second"
                yield "join-labels", f"label {a} and label {b} meet ({where}); {self._allowed()}"

    def _barred(self, one: Shown, two: Shown, where: str) -> Iterator[Wrong]:
        for a, b in zip(one, two, strict=True):
            if (min(a, b), max(a, b)) in self.barred:
                yield "join-barred", f"label {a} and label {b} meet ({where}); that join is forbidden"

    def _allowed(self) -> str:
        if self.match == "equal":
            return "labels that meet are equal"
        return "label 0 meets 1, 2 meets 3, and so on"

    def may_share_a_point(self, labels: Sequence[int]) -> bool:
        """Tell whether corners with these labels may meet at a point."""
        if self.match == "equal" and len(set(labels)) > 1:
            return False
        if not self.barred:
            return True
        return not any((min(pair), max(pair)) in self.barred for pair in set(combinations(sorted(labels), 2)))

    @property
    def at_points(self) -> str:
        """What a message says is allowed at a point."""
        return "they must show one label" if self.match == "equal" else "two of them may not meet"


def _beside(tile: Placed, side: Side) -> Shown:
    """Return the label that meets the neighbour's along a side: of the edge, or of the cell that lies there."""
    if tile.shape.choice.at == "edges":
        return side.shows
    for corners, label in tile.cells:
        if any(corners[k - 1] == side.start and corners[k] == side.end for k in range(len(corners))):
            return (label,)
    raise ValueError(f"a tile of {tile.shape.name!r} has no cell along its edge")


def parallelogram(one: Placed, two: Placed) -> bool:
    """Tell whether two tiles that share an edge form a parallelogram together: four corners, opposite sides equal."""
    both = [(side.start, side.end) for tile in (one, two) for side in tile.sides]
    rim = [(start, end) for start, end in both if (end, start) not in both]
    after = dict(rim)
    outline: list[Point] = [rim[0][0]]
    while after.get(outline[-1], outline[0]) not in outline:
        outline.append(after[outline[-1]])
    if after.get(outline[-1]) != outline[0] or len(outline) != len(rim):
        return False
    n = len(outline)
    sharp = [p for k, p in enumerate(outline) if orientation(outline[k - 1], p, outline[(k + 1) % n])]
    return len(sharp) == 4 and sharp[0] + sharp[2] == sharp[1] + sharp[3]
