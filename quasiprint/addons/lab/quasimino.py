"""Games of Quasimino played by themselves: Quasi-Domino and Quasi-Match by the value that judges them, FastQuasi hand
by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from quasiprint.errors import InputError
from quasiprint.games.quasimino.rules import Layout, RhombPlace, legal, parse_name
from quasiprint.games.quasimino.tilings import FAST_RIM
from quasiprint.games.quasimino.tilings import most as most_covered
from quasiprint.games.quasimino.turns import (
    DOMINO,
    DRAW,
    FAST,
    HAND,
    MATCH,
    OVER,
    SHOUT,
    START,
    Illegal,
    Turns,
    deal,
    lay_of,
)
from quasiprint.model.game import Parameters
from quasiprint.model.play import GREEDY, RANDOM, SEARCH, Move, Play, Trial, best_by_trials, of_seats, policy_of

MOST_PLAYERS = 6
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
# a player who looks ahead tries so many moves, each so often, until every player has had so many turns; a game that is
# won is worth so many tiles
WIDTH, TRIALS, AHEAD, WON = 8, 6, {DOMINO: 3, MATCH: 2}, 3
HAND_TRIES = 20  # times that a player who searches lays a hand of FastQuasi
Way = tuple[str, RhombPlace]


def ways(layout: Layout, hand: Sequence[str]) -> list[Way]:
    """Return every way to lay a tile of a hand; a tile that is its own half turn lies in five turns only."""
    return [
        (name, place)
        for name, place in legal(layout, hand)
        if place.turn < 5 or parse_name(name)[1][:2] != parse_name(name)[1][2:]
    ]


def pick(found: Sequence[Way], policy: str, draw: Random) -> int:
    """Return the index of the way that a player chooses, at random: of all, or of those that cover most at once."""
    worth = [0 if policy == RANDOM else len(place.covers) for _, place in found]
    best = [k for k, number in enumerate(worth) if number == max(worth)]
    return draw.choice(best)


@dataclass
class Match:
    """A game that is being played. starter: who began. made: turns of all players; chosen, choices, dead: see `Play`.
    drawing: whether a tile is drawn because of the one that was laid."""

    game: Turns
    policies: Sequence[str]
    draw: Random
    name: str
    starter: int = 0
    made: int = 0
    chosen: int = 0
    choices: int = 0
    dead: int = 0
    drawing: bool = False

    @classmethod
    def dealt(cls, kind: str, colours: int, players: int, policies: Sequence[str], name: str) -> Self:
        """Return a game before its start. name: the same means the same tiles, for good."""
        game = Turns(kind, colours, NAMES[:players], *deal(kind, colours, players, name))
        return cls(game, policies, Random(name), name)

    def played(self) -> Play:
        """Play the game to its end, and return what came of it."""
        if self._begin():
            self.play_on()
        game, players = self.game, range(len(self.game.names))
        scores = of_seats([game.score(player) for player in players], self.starter)
        best = max(scores) if game.kind == MATCH else min(scores)
        winners = tuple(seat for seat in players if scores[seat] == best)
        blocked = game.phase == SHOUT or game.skips == len(players)
        counts = self.made, self.chosen, self.choices, self.dead, len(game.layout.covered)
        return Play(*counts, scores, winners, blocked)

    def _begin(self) -> bool:
        """Let somebody begin who can, each as likely, and lay the start; tell whether anybody can."""
        for _ in range(2 * sum(map(len, self.game.heaps))):
            acts = [act for *_, act in self.game.acts()]
            others = acts == ["others"]
            self._make(Move.of(acts[0] if others else self.draw.choice(acts)))
            if not others:
                break
        if self.game.phase == SHOUT:
            return False
        self.starter = self.game.mover or 0
        left = list[Way]()
        while self.game.phase == START:
            left = left or ways(self.game.layout, self.game.hand)
            with suppress(Illegal):  # where the start cannot be finished
                self._make(lay_of(*left.pop(pick(left, policy_of(self.policies, 0), self.draw))))
                left = []
        return True

    def _make(self, move: Move) -> None:
        """Make a move. Raises Illegal."""
        self.game, event = self.game.after(move)
        self.drawing = move.verb == "lay" and self.game.phase == DRAW and (not event.points or self.game.kind == MATCH)

    def play_on(self, until: float = float("inf")) -> None:
        """Play to the end, or until there were so many turns of all players."""
        while self.game.phase != OVER and (self.made < until or self.drawing):
            game = self.game
            found = [] if game.phase == DRAW else ways(game.layout, game.hand)
            if found:
                self.lay(self._choose(found))
                continue
            if not self.drawing and not (game.kind == MATCH and game.laid):
                self.made += 1
                self.dead += 1
            self._make(Move.of(game.forced() or self.draw.choice([act for *_, act in game.acts()])))

    def lay(self, way: Way) -> None:
        """Lay a tile of the mover's."""
        self.made += 1
        self._make(lay_of(*way))

    def _choose(self, found: list[Way]) -> Way:
        self.chosen += 1
        self.choices += len(found)
        policy = policy_of(self.policies, ((self.game.mover or 0) - self.starter) % len(self.game.names))
        first = found[pick(found, policy, self.draw)]
        if policy != SEARCH or len(found) == 1:
            return first
        likely = list[Way]()
        while found and len(likely) < WIDTH:
            likely.append(found.pop(pick(found, policy, self.draw)))
        return best_by_trials(likely, lambda way, k: self._try(way, f"{self.name} {self.made} {k}"), TRIALS)

    def _try(self, way: Way, name: str) -> float:
        """Return what a move is worth some turns later, if all play greedily. name: of the trial."""
        game, mover, draw = self.game, self.game.mover or 0, Random(name)
        tried = Match(_mixed(game, draw), (GREEDY,), draw, name, self.starter, self.made)
        tried.lay(way)
        tried.play_on(self.made + AHEAD[game.kind] * len(game.names))
        sign = 1 if game.kind == MATCH else -1
        values = [sign * tried.game.score(player) for player in range(len(game.names))]
        ahead = values.pop(mover) - max(values)
        return float(ahead + (WON if ahead > 0 else -WON) * (game.kind == DOMINO and tried.game.over))


def _mixed(game: Turns, draw: Random) -> Turns:
    """Return a game in which all tiles that the mover does not see are exchanged; backs tell the shape."""
    rows = [list(row) for row in (*game.hands, *game.heaps)]
    spots = [(row, k) for player, row in enumerate(rows) if player != game.mover for k in range(len(row))]
    for thick in (False, True):
        fitting = [(row, k) for row, k in spots if row[k].startswith("thick") == thick]
        tiles = [row[k] for row, k in fitting]
        draw.shuffle(tiles)
        for (row, k), tile in zip(fitting, tiles, strict=True):
            row[k] = tile
    mixed, players = tuple(map(tuple, rows)), len(game.hands)
    return replace(game, hands=mixed[:players], heaps=mixed[players:])


def _lay_hand(dealt: Sequence[str], policy: str, draw: Random) -> tuple[int, int, int, int]:
    """Lay a hand, one tile after the other, until none fits; return how many vertices are covered, how many tiles are
    laid, from how many ways in all, and how many are left."""
    layout, hand, choices = Layout(), list(dealt), 0
    while found := ways(layout, hand):
        choices += len(found)
        name, place = found[pick(found, policy, draw)]
        layout = layout.lay(*parse_name(name), place.corner, place.turn)
        hand[hand.index(name)] = hand[-1]
        hand.pop()
    return len(layout.covered), len(dealt) - len(hand), choices, len(hand)


def _alone(match: Match) -> Play:
    """Let each player lay a hand of FastQuasi, and return what came of it. count: of the first hand."""
    placed = []
    for player, hand in enumerate(match.game.hands):
        policy = policy_of(match.policies, player)
        placed.append(max(_lay_hand(hand, policy, match.draw) for _ in range(HAND_TRIES if policy == SEARCH else 1)))
    scores, chosen, choices, dead = zip(*placed, strict=True)
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Play(sum(chosen), sum(chosen), sum(choices), sum(dead), scores[0], scores, best)


def test(parameters: Parameters) -> Trial:
    """Return what is tested. Raises InputError for what cannot be."""
    kind, colours, players = str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"])
    number, least = (colours**4 + colours**2) // 2, 1 if kind == FAST else 2
    most = min(MOST_PLAYERS, (number - 2) // HAND[kind])
    if not least <= players <= most:
        raise InputError(
            f"--players: found {players}, allowed are {least} to {most}: {colours} colours make {number} tiles of each "
            f"shape, a hand has {HAND[kind]}"
        )
    scores = "tiles left" if kind == DOMINO else "vertices"
    return Trial("covered vertices", scores, players, most_covered(2 * HAND[FAST], FAST_RIM) if kind == FAST else None)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    kind, colours, players = str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"])
    for number in numbers:
        match = Match.dealt(kind, colours, players, policies, f"{seed} {number}")
        yield _alone(match) if kind == FAST else match.played()
