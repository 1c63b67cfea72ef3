"""Games of a set file's tiles played by themselves, by a rule like that of Quasi-Domino.

Every player draws a hand, and a tile of the pile is laid. In turn a player lays a tile edge to edge with those on the
table, so that the file's rule holds wherever it meets others. Who can lay must; who cannot draws a tile, and the turn
ends. If the file counts closed vertices or loops, a player whose tile closes none draws, too, and a player whose tile
closes some has another turn. Once the pile is empty, nobody draws, and who cannot lay passes. Whose hand is empty after
that wins; when all pass one after the other, the fewest tiles win.

Greedy players lay what closes most vertices or loops, if the file says that these count, and else what shares most
edges with other tiles. Each tile is held to the rule by which `judge` judges a whole layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import itemgetter
from random import Random

from quasiprint.addons.designer.sets import placed, set_file
from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import Join, Lattice, Placed, Point, Rule
from quasiprint.addons.designer.sets.set_file import CLOSED_LOOPS, CLOSED_VERTICES, NOTHING, SetDesign, Shape
from quasiprint.errors import InputError
from quasiprint.exact.beside import Beside, Forms, as_number
from quasiprint.model.piece import Value
from quasiprint.model.play import RANDOM, SEARCH, Play, Trial, best_by_trials, policy_of

MOST_HAND = 7  # tiles, if nobody says otherwise
# a player who looks ahead tries so many moves, each so often, until every player has had so many turns; a game that is
# won is worth so many tiles
WIDTH, TRIALS, AHEAD, WON = 6, 3, 3, 3
Piece = tuple[Shape, Labelling]
Turned = tuple[str, int, bool]  # a shape, by how many parts it is turned, and whether it is flipped


class Kit:
    """A set's tiles, in all ways in which they may lie. Raises InputError for shapes without a common lattice."""

    def __init__(self, design: SetDesign) -> None:
        self.design, self.rule = design, Rule(design)
        try:
            self.lattice: Lattice = placed.common(shape.outline for shape in design.shapes)
        except ValueError as problem:
            raise InputError(f"play-test: {problem}") from None
        self.lay = cache(self._lay)
        corners: dict[Turned, tuple[Point, ...]] = {}
        for shape in design.shapes:
            for turn, flipped in sorted(placed.turnings(shape, self.lattice)):
                way = shape.name, turn, flipped
                corners[way] = self.lay((shape, shape.tiles[0]), way).corners
        self.forms = Forms(corners, ((way, k) for way, ring in corners.items() for k in range(len(ring))))

    def _lay(self, piece: Piece, way: Turned) -> Placed:
        """Return a tile turned, its first corner at 0."""
        (shape, labels), (_, turn, flipped) = piece, way
        return placed.lay(shape, labels, self.lattice, None, turn, flipped)


@dataclass(frozen=True)
class Table:
    """Tiles that lie legally, and where others may lie beside them: a value. shown: labels of corners, by point."""

    kit: Kit
    tiles: tuple[Placed, ...]
    ground: Beside[Turned]
    shown: Mapping[Point, tuple[int, ...]]

    @staticmethod
    def empty(kit: Kit) -> Table:
        """Return a table on which nothing lies."""
        return Table(kit, (), Beside(kit.forms), {})

    def with_tile(self, tile: Placed) -> Table:
        """Return the table with one more tile, which must be legal."""
        shown = dict(self.shown)
        for point, label in zip(tile.corners, tile.marks, strict=False):
            shown[point] = (*shown.get(point, ()), label)
        return Table(self.kit, (*self.tiles, tile), self.ground.add(_way(tile), tile.at), shown)

    def moves(self, piece: Piece) -> Iterator[Placed]:
        """Yield every legal way to lay a tile, the first of those that look alike. forms: outlines that fit there."""
        places = [
            (spot.edge, order, way, spot.at)
            for spot in self.ground.free.values()
            for way, order in spot.forms.items()
            if way[0] == piece[0].name
        ]
        visited = set[object]()
        for _, _, way, at in sorted(places, key=itemgetter(0, 1)):
            tile = self.kit.lay(piece, way).translate(at - self.kit.forms.ground_of[way][1])
            if self.is_legal(tile) and tile.looks not in visited:
                visited.add(tile.looks)
                yield tile

    def is_legal(self, tile: Placed) -> bool:
        """Tell whether the file's rule holds wherever a tile meets others."""
        design, rule = self.kit.design, self.kit.rule
        for k, (other, there) in self.ground.met(_way(tile), as_number(tile.at)):
            beside = self.tiles[other]
            if any(rule.wrong(Join(beside, there, tile, k))):
                return False
            if not design.parallelograms and placed.parallelogram(beside, tile):
                return False
        marked = zip(tile.corners, tile.marks, strict=False)
        return all(rule.may_share_a_point([*self.shown.get(point, ()), label]) for point, label in marked)

    def worth(self, tile: Placed) -> int:
        """Return what a tile gains there: what it closes, or how many edges it shares."""
        met = self.ground.met(_way(tile), as_number(tile.at))
        if self.kit.design.score == CLOSED_VERTICES:
            return len(self.ground.closes(_way(tile), as_number(tile.at), met))
        if self.kit.design.score == CLOSED_LOOPS:
            return len(placed.find_closed_loops([*self.tiles, tile], self.kit.rule)) - self.count
        return len(met)

    @cached_property
    def count(self) -> int:
        """How much there is of what counts; of a file that counts nothing, how many tiles lie."""
        if self.kit.design.score == CLOSED_VERTICES:
            return len(self.ground.closed)
        if self.kit.design.score == CLOSED_LOOPS:
            return len(placed.find_closed_loops(self.tiles, self.kit.rule))
        return len(self.tiles)


def _way(tile: Placed) -> Turned:
    return tile.shape.name, tile.turn, tile.flipped


def pieces_of(design: SetDesign) -> list[Piece]:
    """Return the tiles of a set, each as often as there are copies."""
    return [(shape, tile) for shape in design.shapes for tile in shape.tiles for _ in range(shape.copies_of(tile))]


def _hand(parameters: Mapping[str, Value], tiles: int) -> int:
    """Return how many tiles a player is dealt."""
    asked = parameters["hand"]
    return min(MOST_HAND, max(1, tiles // (2 * int(parameters["players"])))) if asked == "" else int(asked)


def test(design: SetDesign, parameters: Mapping[str, Value]) -> Trial:
    """Return what is tested. Raises InputError for a set that is too large, has too few tiles, or no one lattice."""
    set_file.refuse_too_many(design)
    Kit(design)
    tiles, players = len(pieces_of(design)), int(parameters["players"])
    needed = players * _hand(parameters, tiles) + 1
    if needed > tiles:
        raise InputError(
            f"--players: found {players}, who take {needed - 1} tiles, and one lies; the set has {tiles}, allowed are "
            "fewer players, or a smaller --hand"
        )
    counts = {CLOSED_VERTICES: "closed vertices", CLOSED_LOOPS: "closed loops"}.get(design.score, "tiles laid")
    return Trial(counts, "tiles left", players)


def plays(
    design: SetDesign, parameters: Mapping[str, Value], policies: Sequence[str], seed: int, numbers: Sequence[int]
) -> Iterator[Play]:
    """Yield games by their numbers."""
    kit = Kit(design)
    for number in numbers:
        draw = Random(f"{seed} {number}")
        yield play(dealt(kit, parameters, draw), policies, draw)[1]


def dealt(kit: Kit, parameters: Mapping[str, Value], draw: Random) -> Game:
    """Return a game before its first turn, dealt by lot."""
    pile = pieces_of(kit.design)
    players, hand = int(parameters["players"]), _hand(parameters, len(pile))
    draw.shuffle(pile)
    first = placed.lay(*pile.pop(), kit.lattice)
    hands = tuple(tuple(pile.pop() for _ in range(hand)) for _ in range(players))
    return Game(Table.empty(kit).with_tile(first), hands, tuple(pile))


@dataclass(frozen=True)
class Game:
    """A game between two turns: a value. pile: face down, the next tile last. passes: of players, in a row."""

    table: Table
    hands: tuple[tuple[Piece, ...], ...]
    pile: tuple[Piece, ...]
    mover: int = 0
    passes: int = 0
    over: bool = False

    @cached_property
    def ways(self) -> list[Placed]:
        """Every legal way to lay a tile of the mover's."""
        return [tile for piece in dict.fromkeys(self.hands[self.mover]) for tile in self.table.moves(piece)]

    def skip(self) -> Game:
        """Return the game after the mover, who cannot lay, draws a tile, or passes if there is none."""
        if self.pile:
            hands = self._with_hand((*self.hands[self.mover], self.pile[-1]))
            return replace(self, hands=hands, pile=self.pile[:-1], mover=self._next)
        passes = self.passes + 1
        return replace(self, mover=self._next, passes=passes, over=passes == len(self.hands))

    def lay(self, tile: Placed) -> Game:
        """Return the game after the mover lays a tile in one of `ways`."""
        hand, pile, table = list(self.hands[self.mover]), self.pile, self.table
        hand.remove((tile.shape, tile.labels))
        scored = table.kit.design.score != NOTHING
        closes = scored and table.worth(tile) > 0
        if scored and not closes and pile:
            hand.append(pile[-1])
            pile = pile[:-1]
        mover = self.mover if closes else self._next
        return Game(table.with_tile(tile), self._with_hand(tuple(hand)), pile, mover, 0, not hand)

    @property
    def _next(self) -> int:
        return (self.mover + 1) % len(self.hands)

    def _with_hand(self, hand: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
        return (*self.hands[: self.mover], hand, *self.hands[self.mover + 1 :])

    def best(self, draw: Random, most: int) -> list[Placed]:
        """Return the ways that are worth most, at most so many, in an order drawn by lot."""
        worth = [(-self.table.worth(tile), draw.random(), k) for k, tile in enumerate(self.ways)]
        return [self.ways[k] for *_, k in sorted(worth)[:most]]

    def gain(self, way: Placed, draw: Random) -> float:
        """Return by how many tiles the mover is ahead after a move, if all play greedily. What is unseen is mixed."""
        mover, unseen = self.mover, list(self.pile)
        for player, hand in enumerate(self.hands):
            unseen += hand if player != mover else ()
        draw.shuffle(unseen)
        hands = tuple(hand if k == mover else tuple(unseen.pop() for _ in hand) for k, hand in enumerate(self.hands))
        game = Game(self.table, hands, tuple(unseen), mover, self.passes).lay(way)
        for _ in range(AHEAD * len(hands) - 1):
            if game.over:
                break
            game = game.lay(game.best(draw, 1)[0]) if game.ways else game.skip()
        left = [len(hand) for hand in game.hands]
        held = left.pop(mover)
        return min(left) - held + WON * (game.over and held < min(left)) - WON * (game.over and held > min(left))


def play(game: Game, policies: Sequence[str], draw: Random) -> tuple[Game, Play]:
    """Play a game to its end; return its last state, and its result."""
    turns = chosen = choices = dead = 0
    while not game.over:
        ways, policy = game.ways, policy_of(policies, game.mover)
        turns += 1
        if not ways:
            dead += 1
            game = game.skip()
            continue
        chosen, choices = chosen + 1, choices + len(ways)
        if policy == SEARCH:
            seed, best = draw.getrandbits(60), game.best(draw, WIDTH)
            way = best_by_trials(best, lambda way, trial: game.gain(way, Random(f"{seed} {trial}")), TRIALS)  # noqa: B023
        else:
            way = draw.choice(ways) if policy == RANDOM else game.best(draw, 1)[0]
        game = game.lay(way)
    scores = tuple(map(len, game.hands))
    winners = tuple(seat for seat, score in enumerate(scores) if score == min(scores))
    count, blocked = game.table.count, game.passes == len(scores)
    return game, Play(turns, chosen, choices, dead, count, scores, winners, blocked)
