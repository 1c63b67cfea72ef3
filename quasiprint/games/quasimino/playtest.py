"""Games of Quasimino played by themselves: Quasi-Domino and Quasi-Match by kernels."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from quasiprint.chance import chance
from quasiprint.compiled import choose, plain
from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.games.quasimino import move_kernels as kernels
from quasiprint.games.quasimino.alone_kernels import assign, lay_hand
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.fast_shapes import best_found
from quasiprint.games.quasimino.laying import DOMINO_HAND, FAST_HAND, MATCH_HAND
from quasiprint.games.quasimino.notation import DOMINO, FAST, MATCH
from quasiprint.games.quasimino.puzzles import FAST_RIM
from quasiprint.games.quasimino.puzzles import most as most_covered
from quasiprint.games.quasimino.rhomb_kernels import COVERED, new_layout
from quasiprint.games.quasimino.turn_kernels import play_out
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.model.playtest import GREEDY, SEARCH, Play, Trial, of_seats

MOST_PLAYERS = 6
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
HAND = {DOMINO: DOMINO_HAND, MATCH: MATCH_HAND, FAST: FAST_HAND}
PLAIN = {DOMINO: 0.5, MATCH: 4.0, FAST: 0.3}  # s for a game as Python
THIN_FIRST = SHAPES[::-1]


class Arena:
    """Room for one game after another with a set of so many colours. names: of its tiles, all thin ones first."""

    def __init__(self, kind: str, colours: int, players: int, policy: str, games: int) -> None:
        each = sorted(labellings(HALF_TURN, colours))
        self.names = [tile_id(shape, marks) for shape in THIN_FIRST for marks in each]
        self.kind, self.players, self.policy = kind, players, policy
        self.size = len(self.names)
        run: Any = play_out if kind != FAST else assign if policy == SEARCH else lay_hand
        self._run: Any = choose(run, games * PLAIN[kind], "a play-test of Quasimino")
        self.compiled = self._run is not plain(run)
        marks = [mark for _ in SHAPES for labels in each for mark in labels]
        self.layout = new_layout(marks, self.size, compiled=self.compiled)
        sizes = (kernels.GAME, self.size * MOST_PLAYERS, 2 * self.size, kernels.ENTRY * (8 * self.size + 64))
        self.game, self.hands, self.heaps, self.log = (self._row([0] * size) for size in sizes)
        self._work = self._row([0] * self.size), self._row([0] * 4096)

    def _row(self, numbers: list[int]) -> Any:
        return array("q", numbers) if self.compiled else numbers

    def deal(self, draw: Random) -> None:
        """Mix the tiles, and deal them."""
        game, half = self.game, self.size // 2
        for k in range(kernels.GAME):
            game[k] = 0
        each = HAND[self.kind]
        for heap, shape in enumerate(SHAPES):
            first = half * THIN_FIRST.index(shape)
            mixed = list(range(first, first + half))
            draw.shuffle(mixed)
            for player in range(self.players):
                for k in range(each):
                    self.hands[self.size * player + each * heap + k] = mixed.pop()
            game[kernels.OPENED + heap] = mixed.pop()
            game[kernels.LEFT + heap] = len(mixed)
            self.heaps[self.size * heap : self.size * heap + len(mixed)] = self._row(mixed)
        for player in range(self.players):
            game[kernels.TILES_OF + player] = 2 * each
        game[kernels.MATCHES], game[kernels.PLAYERS] = int(self.kind == MATCH), self.players
        game[kernels.GREEDY], game[kernels.TURNS] = int(self.policy == GREEDY), 1

    def play(self, seed: int, number: int) -> Play:
        """Play a game."""
        self.deal(Random(f"{seed} {number}"))
        if self.kind == FAST:
            return self._alone(self._row(chance(seed, number)))
        self._run(self.layout, self.game, self.hands, self.heaps, self.log, self._work, self._row(chance(seed, number)))
        return self.outcome()

    def _alone(self, rng: Any) -> Play:
        """Let each player lay a hand, and return what came of it. count: of the first hand."""
        game, scores = self.game, list[int]()
        for player in range(self.players):
            may = self.hands[self.size * player : self.size * player + 2 * FAST_HAND]
            if self.policy == SEARCH:
                scores.append(best_found(may, self.layout[7], self._run, self._row)[0])
            else:
                self._run(self.layout, game, may, len(may), self.log, self._work[1], rng)
                scores.append(int(self.layout[6][COVERED]))
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        turns, dead = 2 * FAST_HAND * self.players - game[kernels.DEAD], game[kernels.DEAD]
        return Play(turns, game[kernels.CHOSEN], game[kernels.CHOICES], dead, scores[0], tuple(scores), best)

    def outcome(self) -> Play:
        """Return what came of the game that was played."""
        game, first = self.game, self.game[kernels.STARTER]
        at = kernels.OWNED if self.kind == MATCH else kernels.TILES_OF
        scores = of_seats([int(game[at + player]) for player in range(self.players)], first)
        best = max(scores) if self.kind == MATCH else min(scores)
        return Play(
            game[kernels.ALL_TURNS],
            game[kernels.CHOSEN],
            game[kernels.CHOICES],
            game[kernels.DEAD],
            int(self.layout[6][COVERED]),
            scores,
            tuple(seat for seat, score in enumerate(scores) if score == best),
            bool(game[kernels.BLOCKED]),
        )

    def moves(self) -> Iterator[str]:
        """Yield the moves of the game that was played, as its judge reads them."""
        log = self.log
        for k in range(0, kernels.ENTRY * self.game[kernels.LOGGED], kernels.ENTRY):
            verb, who, about = log[k : k + 3]
            yield {
                kernels.LAY: f"lay {self.names[about]} {','.join(map(str, log[k + 3 : k + 7]))}/{log[k + 7]}",
                kernels.DRAW: f"draw {SHAPES[about % 2]}",
                kernels.PASS: "pass",
                kernels.QUASI: f"quasi {NAMES[who].lower()}",
                kernels.OTHERS: "others",
            }[verb]


def test(parameters: Mapping[str, Value], policy: str) -> Trial:
    """Return what is tested. Raises InputError for what cannot be."""
    kind, colours, players = str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"])
    if policy == SEARCH and kind != FAST:
        raise InputError(f"--policy: found search with {kind}, allowed is random or greedy; {FAST} has a search")
    each, least = (colours**4 + colours**2) // 2, 1 if kind == FAST else 2
    most = min(MOST_PLAYERS, (each - 2) // HAND[kind])
    if not least <= players <= most:
        raise InputError(
            f"--players: found {players}, allowed are {least} to {most}: {colours} colours make {each} tiles of each "
            f"shape, a hand has {HAND[kind]}"
        )
    scores = "tiles left" if kind == DOMINO else "vertices"
    return Trial("covered vertices", scores, players, most_covered(2 * FAST_HAND, FAST_RIM) if kind == FAST else None)


def plays(parameters: Mapping[str, Value], policy: str, seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    arena = Arena(str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"]), policy, len(numbers))
    for number in numbers:
        yield arena.play(seed, number)
