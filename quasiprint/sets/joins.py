"""Which tiles may lie side by side: what a set file's rule says of labels that meet, and of forbidden joins.

Labels of one kind meet: of edges along an edge, of cells across one, of corners at a point, paths where they reach an
edge. Profiles always interlock, whatever the rule says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from quasiprint.exact.polygon import orientation
from quasiprint.model.finding import Finding, error
from quasiprint.sets.choice import complement
from quasiprint.sets.placed import Placed, Point, Shown, Side, asked
from quasiprint.sets.set_file import SetDesign

FLAT = 0  # of three profiles
TURN = "turn or change one of the tiles"


@dataclass(frozen=True, slots=True)
class Join:
    """Two tiles that share an edge: side i of one lies along side j of the other. pair: what findings call them."""

    one: Placed
    i: int
    two: Placed
    j: int
    pair: str = ""

    @property
    def where(self) -> str:
        """How a message names the edge."""
        return f"edge {self.i} of the first, edge {self.j} of the second"

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

    def wrong(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong where two tiles share an edge."""
        first, second = join.one.shape.choice.at, join.two.shape.choice.at
        if "profiles" in (first, second):
            yield from self._profiles(join)
        elif first != second:
            return
        elif first == "links":
            yield from self._links(join)
        elif first == "corners":
            yield from self._corners(join)
        else:
            one, two = (_beside(*end) for end in zip((join.one, join.two), join.sides, strict=True))
            yield from self._labels(join, one, two, first)

    def runs_on(self, one: Side, two: Side) -> bool:
        """Tell whether the links of two sides that lie along each other run on from one to the other."""
        if len(one.shows) != len(two.shows):
            return False
        met = zip(one.shows, reversed(two.shows), strict=True)
        return (not self.match or two.shows == self._asked(one.shows, "links")) and not self._barred(met)

    def _asked(self, shown: Shown, at: str) -> Shown:
        return asked(shown, self.match, self._count(at), at)

    def _labels(self, join: Join, one: Shown, two: Shown, at: str) -> Iterator[Finding]:
        if self.match and two != self._asked(one, at):
            meeting = " and ".join(f"label {', '.join(map(str, shown))}" for shown in (one, two[::-1]))
            message = f"{meeting} meet ({join.where}); {self._allowed()}"
            yield error("join-labels", join.pair, message, TURN)
        yield from self._refused(join, one, two[::-1])

    def _links(self, join: Join) -> Iterator[Finding]:
        one, two = (side.shows for side in join.sides)
        if len(one) != len(two):
            message = f"{len(one)} and {len(two)} ends of paths meet ({join.where}); each path has to run on"
            yield error("join-ends", join.pair, message, TURN)
        else:
            yield from self._labels(join, one, two, "links")

    def _profiles(self, join: Join) -> Iterator[Finding]:
        count = self._count("profiles")
        names = ("flat", "a tab", "a notch") if count == 3 else ("a tab", "a notch")
        tiles = zip((join.one, join.two), join.sides, strict=True)
        shown = [side.shows[0] for tile, side in tiles if tile.shape.choice.at == "profiles"]
        message = ""
        if len(shown) == 1 and (count < 3 or shown[0] != FLAT):
            message = f"{names[shown[0]]} meets a straight edge ({join.where}); flat alone meets one"
        elif len(shown) == 2 and shown[1] != complement(shown[0], count, "profiles"):
            met = " meets ".join(names[label] for label in shown)
            message = f"{met} ({join.where}); a tab meets a notch, and flat meets flat"
        if message:
            yield error("join-profiles", join.pair, message, TURN)
        elif len(shown) == 2:
            yield from self._refused(join, shown[:1], shown[1:])

    def _corners(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong at the two ends of the edge, where labels stand at corners and are complementary: where
        they are equal, all corners at a point are looked at together."""
        n, m = len(join.one.corners), len(join.two.corners)
        ends = ((join.i, (join.j + 1) % m), ((join.i + 1) % n, join.j))
        for k, other in ends if self.match == "complementary" else ():
            a, b = join.one.marks[k], join.two.marks[other]
            if b != complement(a, self._count("corners"), "corners"):
                where = f"corner {k} of the first, corner {other} of the second"
                message = f"label {a} and label {b} meet ({where}); {self._allowed()}"
                yield error("join-labels", join.pair, message, TURN)

    def _refused(self, join: Join, one: Sequence[int], two: Sequence[int]) -> Iterator[Finding]:
        for a, b in self._barred(zip(one, two, strict=True)):
            message = f"label {a} and label {b} meet ({join.where}); that join is forbidden"
            yield error("join-barred", join.pair, message, TURN)

    def _barred(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(a, b) for a, b in pairs if (min(a, b), max(a, b)) in self.barred]

    def _allowed(self) -> str:
        if self.match == "equal":
            return "labels that meet are equal"
        return "label 0 meets 1, 2 meets 3, and so on"

    def may_share_a_point(self, labels: Sequence[int]) -> bool:
        """Tell whether corners with these labels may meet at a point."""
        if self.match == "equal" and len(set(labels)) > 1:
            return False
        return not (self.barred and self._barred(set(combinations(sorted(labels), 2))))

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
