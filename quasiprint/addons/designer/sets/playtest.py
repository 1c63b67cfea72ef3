"""Games of a set file's tiles played by themselves, by a rule like that of Quasi-Domino.

Every player draws a hand, and a tile of the pile is laid. In turn a player lays a tile edge to edge with those on the
table, so that the file's rule holds wherever it meets others. Who can lay must; who cannot draws a tile, and the turn
ends. If the file says that closed vertices or loops count, who lays a tile that closes none draws one, too, and who
closes some has another turn. Once the pile is empty, nobody draws, and who cannot lay passes. Whose hand is empty after
that wins; when all pass one after the other, the fewest tiles win.

Greedy players lay what closes most vertices or loops, if the file says that these count, and else what shares most
edges with other tiles. Each tile is held to the rule by which `judge` judges a whole layout.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.judge import find_closed_loops, find_closed_vertices
from quasiprint.addons.designer.sets.placed import Join, Lattice, Placed, Point, Rule, common, lay, parallelogram
from quasiprint.addons.designer.sets.proof import refuse_too_many
from quasiprint.addons.designer.sets.set_file import (
    CLOSED_LOOPS,
    CLOSED_VERTICES,
    FIXED,
    NOTHING,
    TWO_SIDED,
    SetDesign,
    Shape,
)
from quasiprint.errors import InputError
from quasiprint.exact.patch import WRONG, touch
from quasiprint.model.piece import Value
from quasiprint.model.play import RANDOM, SEARCH, Play, Trial, best_by_trials, policy_of

MOST_HAND = 7  # tiles, if nobody says otherwise
# a player who looks ahead tries so many moves, each so often, until every player has had so many turns; a game that is
# won is worth so many tiles
WIDTH, TRIALS, AHEAD, WON = 6, 3, 3, 3
Piece = tuple[Shape, Labelling]
Where = tuple[str, int, bool, Point]  # a shape, its turn, whether it is flipped, and its first corner


class Table:
    """Tiles of a set that lie legally, and where others may lie beside them."""

    def __init__(self, design: SetDesign, lattice: Lattice) -> None:
        self.design, self.lattice, self.rule = design, lattice, Rule.of(design)
        self.tiles = list[Placed]()
        self._sides = dict[tuple[Point, Point], tuple[Placed, int]]()
        self._around = defaultdict[Point, list[Placed]](list)
        self._labels = defaultdict[Point, list[int]](list)
        self._places = dict[Where, bool]()  # whether a tile would lie beside others, and on none
        self._ways = dict[tuple[str, int, bool], Placed]()
        for shape in design.shapes:
            for turn in range(1 if shape.symmetry == FIXED else lattice.parts):
                for flipped in (False, True)[: 1 + (shape.symmetry == TWO_SIDED)]:
                    self._ways[shape.name, turn, flipped] = lay(shape, shape.tiles[0], lattice, None, turn, flipped)
        self._reach = 2 * max(map(_radius, self._ways.values())) + 0.01
        self._laid = dict[tuple[str, Labelling, int, bool], Placed]()

    def copy(self) -> Table:
        """Return a table on which the same lies."""
        same = copy(self)
        for name in ("tiles", "_sides", "_places"):
            setattr(same, name, getattr(self, name).copy())
        for name in ("_around", "_labels"):
            setattr(same, name, defaultdict(list, {point: row.copy() for point, row in getattr(self, name).items()}))
        return same

    def clear(self) -> None:
        """Take everything off the table."""
        self.tiles.clear()
        for known in (self._sides, self._around, self._labels, self._places):
            known.clear()

    def put(self, tile: Placed) -> None:
        """Lay a tile, which is legal there."""
        self.tiles.append(tile)
        for k, side in enumerate(tile.sides):
            self._sides[side.start, side.end] = tile, k
            self._around[side.start].append(tile)
        for point, label in zip(tile.corners, tile.marks, strict=False):
            self._labels[point].append(label)
        for where, free in self._places.items():
            if free:
                self._places[where] = _lie_apart(self._at(where), tile, self._reach)
        for side in tile.sides:
            if (side.end, side.start) not in self._sides:
                self._add_along(side.end, side.start)

    def _at(self, where: Where) -> Placed:
        return self._ways[where[:3]].translate(where[3])

    def _add_along(self, start: Point, end: Point) -> None:
        """Add the places of tiles with a side that runs from a point to another."""
        for way, tile in self._ways.items():
            for side in tile.sides:
                if side.end - side.start == end - start:
                    where = (*way, start - side.start)
                    if where not in self._places:
                        placed = tile.translate(where[3])
                        self._places[where] = all(_lie_apart(placed, other, self._reach) for other in self.tiles)

    def moves(self, piece: Piece) -> Iterator[Placed]:
        """Yield every legal way to lay a tile, each once however it looks alike."""
        shape, labels = piece
        seen = set[object]()
        for (name, turn, flipped, corner), free in self._places.items():
            if not free or name != shape.name:
                continue
            key = (name, labels, turn, flipped)
            if key not in self._laid:
                self._laid[key] = lay(shape, labels, self.lattice, None, turn, flipped)
            tile = self._laid[key].translate(corner)
            if self.is_legal(tile) and tile.looks not in seen:
                seen.add(tile.looks)
                yield tile

    def joins(self, tile: Placed) -> list[Join]:
        """Return where a tile shares an edge with others."""
        found = []
        for k, side in enumerate(tile.sides):
            other = self._sides.get((side.end, side.start))
            if other:
                found.append(Join(*other, tile, k))
        return found

    def is_legal(self, tile: Placed) -> bool:
        """Tell whether the file's rule holds wherever a tile meets others."""
        for join in self.joins(tile):
            if next(iter(self.rule.wrong(join)), None):
                return False
            if not self.design.parallelograms and parallelogram(join.one, tile):
                return False
        marked = zip(tile.corners, tile.marks, strict=False)
        return all(self.rule.may_share_a_point([*self._labels.get(point, ()), label]) for point, label in marked)

    def worth(self, tile: Placed) -> int:
        """Return what a tile gains there: what it closes, or how many edges it shares."""
        if self.design.score == CLOSED_VERTICES:
            around = {point: [*self._around.get(point, ()), tile] for point in tile.corners}
            return sum(point in find_closed_vertices(there) for point, there in around.items())
        if self.design.score == CLOSED_LOOPS:
            return len(find_closed_loops([*self.tiles, tile], self.rule.runs_on)) - self.count
        return len(self.joins(tile))

    @property
    def count(self) -> int:
        """How much there is of what counts; of a file that counts nothing, how many tiles lie."""
        if self.design.score == CLOSED_VERTICES:
            return len(find_closed_vertices(self.tiles))
        if self.design.score == CLOSED_LOOPS:
            return len(find_closed_loops(self.tiles, self.rule.runs_on))
        return len(self.tiles)


def _radius(tile: Placed) -> float:
    return max(math.dist(corner.to_xy(), tile.corners[0].to_xy()) for corner in tile.corners)


def _lie_apart(one: Placed, two: Placed, reach: float) -> bool:
    """Tell whether two tiles neither overlap nor touch as tiles may not."""
    if math.dist(one.corners[0].to_xy(), two.corners[0].to_xy()) > reach:
        return True
    contact = touch(one.corners, two.corners)
    return contact is not None and not any(wrong in contact for wrong in WRONG)


def pieces_of(design: SetDesign) -> list[Piece]:
    """Return the tiles of a set, each as often as there are copies."""
    return [
        (shape, labels) for shape in design.shapes for labels in shape.tiles for _ in range(shape.copies_of(labels))
    ]


def _hand(parameters: Mapping[str, Value], tiles: int) -> int:
    """Return how many tiles a player is dealt."""
    asked = parameters["hand"]
    return min(MOST_HAND, max(1, tiles // (2 * int(parameters["players"])))) if asked == "" else int(asked)


def test(design: SetDesign, parameters: Mapping[str, Value]) -> Trial:
    """Return what is tested. Raises InputError for a set that is too large, lies on no one lattice, or has not tiles
    enough."""
    refuse_too_many(design, design.label or "set file")
    _lattice(design)
    tiles, players = len(pieces_of(design)), int(parameters["players"])
    needed = players * _hand(parameters, tiles) + 1
    if needed > tiles:
        raise InputError(
            f"--players: found {players}, who take {needed - 1} tiles, and one lies; the set has {tiles}, allowed are "
            "fewer players, or a smaller --hand"
        )
    counts = {CLOSED_VERTICES: "closed vertices", CLOSED_LOOPS: "closed loops"}.get(design.score, "tiles laid")
    return Trial(counts, "tiles left", players)


def _lattice(design: SetDesign) -> Lattice:
    try:
        return common(shape.outline for shape in design.shapes)
    except ValueError as problem:
        raise InputError(f"play-test: {problem}") from None


def plays(
    design: SetDesign, parameters: Mapping[str, Value], policies: Sequence[str], seed: int, numbers: Sequence[int]
) -> Iterator[Play]:
    """Yield games by their numbers."""
    table, pieces = Table(design, _lattice(design)), pieces_of(design)
    players, hand = int(parameters["players"]), _hand(parameters, len(pieces))
    for number in numbers:
        draw = Random(f"{seed} {number}")
        pile = pieces.copy()
        draw.shuffle(pile)
        table.clear()
        table.put(lay(*pile.pop(), table.lattice))
        hands = [[pile.pop() for _ in range(hand)] for _ in range(players)]
        yield play(table, hands, pile, policies, draw)


@dataclass(slots=True)
class Game:
    """A game that goes on. pile: face down, the next tile last. passes: of players one after the other."""

    table: Table
    hands: list[list[Piece]]
    pile: list[Piece]
    mover: int = 0
    passes: int = 0
    over: bool = False

    def ways(self) -> list[tuple[Placed, Piece]]:
        """Return every legal way to lay a tile of the mover's."""
        return [(tile, piece) for piece in dict.fromkeys(self.hands[self.mover]) for tile in self.table.moves(piece)]

    def best(self, ways: Sequence[tuple[Placed, Piece]], draw: Random, most: int) -> list[tuple[Placed, Piece]]:
        """Return the ways that are worth most, at most so many, in an order drawn by lot."""
        worth = [(-self.table.worth(tile), draw.random(), k) for k, (tile, _) in enumerate(ways)]
        return [ways[k] for *_, k in sorted(worth)[:most]]

    def lay(self, tile: Placed, piece: Piece) -> None:
        """Lay a tile of the mover's."""
        own, scored = self.hands[self.mover], self.table.design.score != NOTHING
        closes = scored and self.table.worth(tile) > 0
        self.table.put(tile)
        own.remove(piece)
        self.passes = 0
        if scored and not closes and self.pile:
            own.append(self.pile.pop())
        self.over = not own
        if not closes:
            self.mover = (self.mover + 1) % len(self.hands)

    def skip(self) -> None:
        """Let the mover, who can lay nothing, draw or pass."""
        if self.pile:
            self.hands[self.mover].append(self.pile.pop())
        else:
            self.passes += 1
        self.over = self.passes == len(self.hands)
        self.mover = (self.mover + 1) % len(self.hands)

    def gain(self, way: tuple[Placed, Piece], draw: Random) -> float:
        """Return by how many tiles the mover is ahead some turns after a move, if all play greedily. What the mover
        does not see is mixed."""
        mover, unseen = self.mover, self.pile.copy()
        for player, hand in enumerate(self.hands):
            unseen += hand if player != mover else []
        draw.shuffle(unseen)
        hands = [hand.copy() if k == mover else [unseen.pop() for _ in hand] for k, hand in enumerate(self.hands)]
        game = Game(self.table.copy(), hands, unseen, mover, self.passes)
        game.lay(*way)
        for _ in range(AHEAD * len(hands) - 1):
            if game.over:
                break
            if ways := game.ways():
                game.lay(*game.best(ways, draw, 1)[0])
            else:
                game.skip()
        left = [len(hand) for hand in hands]
        own = left.pop(mover)
        return min(left) - own + WON * (game.over and own < min(left)) - WON * (game.over and own > min(left))


def play(table: Table, hands: list[list[Piece]], pile: list[Piece], policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end; the table is as it is then. pile: face down, the next tile last."""
    made = chosen = choices = dead = 0
    game = Game(table, hands, pile)
    while not game.over:
        ways, policy = game.ways(), policy_of(policies, game.mover)
        made += 1
        if not ways:
            dead += 1
            game.skip()
            continue
        chosen, choices = chosen + 1, choices + len(ways)
        if policy == SEARCH:
            seed, best = draw.getrandbits(60), game.best(ways, draw, WIDTH)
            way = best_by_trials(best, lambda way, trial: game.gain(way, Random(f"{seed} {trial}")), TRIALS)  # noqa: B023
        else:
            way = draw.choice(ways) if policy == RANDOM else game.best(ways, draw, 1)[0]
        game.lay(*way)
    scores: tuple[Any, ...] = tuple(map(len, hands))
    winners = tuple(seat for seat, score in enumerate(scores) if score == min(scores))
    return Play(made, chosen, choices, dead, table.count, scores, winners, game.passes == len(hands))
