"""Games of Quasimino played by themselves: Quasi-Domino and Quasi-Match by kernels."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from quasiprint.addons.lab.playtests.chance import chance
from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino import move_kernels as kernels
from quasiprint.games.quasimino.alone_kernels import assign, lay_hand
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.fast_shapes import best_found
from quasiprint.games.quasimino.laying import DOMINO_HAND, FAST_HAND, MATCH_HAND
from quasiprint.games.quasimino.notation import DOMINO, FAST, MATCH
from quasiprint.games.quasimino.puzzles import FAST_RIM
from quasiprint.games.quasimino.puzzles import most as most_covered
from quasiprint.games.quasimino.rhomb_kernels import COVERED, PLACE, PLACES, POINT, POINTS, TILE, TILES, new_layout
from quasiprint.games.quasimino.turn_kernels import lay_and_play_on, play_out
from quasiprint.model.errors import InputError
from quasiprint.model.game import Parameters
from quasiprint.model.playtest import GREEDY, RANDOM, SEARCH, Play, Trial, best_by_trials, of_seats, policy_of
from quasiprint.system.compiled import choose, plain

MOST_PLAYERS = 6
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
HAND = {DOMINO: DOMINO_HAND, MATCH: MATCH_HAND, FAST: FAST_HAND}
PLAIN = {DOMINO: 0.5, MATCH: 4.0, FAST: 0.3}  # s for a game as Python
THIN_FIRST = SHAPES[::-1]
FIRST = "first"  # as greedy, without a lot: for the benchmark, whose reference plays so
CODES = {RANDOM: kernels.ANY, GREEDY: kernels.BEST, FIRST: kernels.FIRST, SEARCH: kernels.LOOKS}
ALL_BEST = sum(kernels.BEST << 2 * seat for seat in range(MOST_PLAYERS))
NEVER = 10**9  # turns
# a player who looks ahead tries so many moves, each so often, until every player has had so many turns; a game that is
# won is worth so many tiles
WIDTH, TRIALS, AHEAD, WON = 8, 6, {DOMINO: 3, MATCH: 2}, 3
LONGER = 1000  # times, as long as a game of greedy players


class Arena:
    """Room for one game after another with a set of so many colours. names: of its tiles, all thin ones first."""

    def __init__(self, kind: str, colours: int, players: int, policies: Sequence[str], games: int) -> None:
        each = sorted(labellings(HALF_TURN, colours))
        self.names = [tile_id(shape, marks) for shape in THIN_FIRST for marks in each]
        self.kind, self.players, self.policies = kind, players, policies
        self.size = len(self.names)
        seconds = games * PLAIN[kind] * (LONGER if SEARCH in policies and kind != FAST else 1)

        def run(function: Any) -> Any:
            return choose(function, seconds, "a play-test of Quasimino")

        first = play_out if kind != FAST else lay_hand
        self.compiled = run(first) is not plain(first)
        self._run = run
        marks = [mark for _ in SHAPES for labels in each for mark in labels]
        self.layout, self._tried = (new_layout(marks, self.size, compiled=self.compiled) for _ in range(2))
        sizes = (kernels.GAME, self.size * MOST_PLAYERS, 2 * self.size, kernels.ENTRY * (8 * self.size + 64))
        self.game, self.hands, self.heaps, self.log = (self._row([0] * size) for size in sizes)
        self._work, self._work_too = ((self._row([0] * self.size), self._row([0] * 4096)) for _ in range(2))
        self._log = self.log[:]

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
        codes = [CODES[policy_of(self.policies, seat)] for seat in range(self.players)]
        game[kernels.POLICIES] = sum(code << 2 * seat for seat, code in enumerate(codes))
        game[kernels.POLICY], game[kernels.TURNS], game[kernels.UNTIL] = codes[0], 1, NEVER

    def play(self, seed: int, number: int) -> Play:
        """Play a game."""
        self.deal(Random(f"{seed} {number}"))
        if self.kind == FAST:
            return self._alone(self._row(chance(seed, number)))
        state = self.layout, self.game, self.hands, self.heaps, self.log, self._work
        rng = self._row(chance(seed, number))
        self._run(play_out)(*state, rng)
        while not self.game[kernels.OVER]:
            self._run(lay_and_play_on)(*state, rng, *self._look_ahead(rng, f"{seed} {number}"))
        return self.outcome()

    def _look_ahead(self, rng: Any, name: str) -> tuple[int, int]:
        """Return the tile and the place that a player chooses who looks ahead. name: of the game."""
        game, (may, barred), ways = self.game, self._work, list[tuple[int, int]]()
        count, barred[0] = game[kernels.TILES_OF + game[kernels.MOVER]], 0
        while len(ways) < WIDTH:
            piece, place, _ = self._run(kernels.choose_lay)(self.layout, game, may, count, barred, rng)
            if piece < 0:
                break
            ways.append((piece, place))
            barred[0] += 1
            barred[barred[0]] = kernels.number_of(self.layout, piece, place)
        return best_by_trials(
            ways, lambda way, trial: self._try(*way, f"{name} {game[kernels.ALL_TURNS]} {trial}"), TRIALS
        )

    def _try(self, piece: int, place: int, name: str) -> float:
        """Return what a move is worth some turns later, if all play greedily. name: of the trial."""
        layout, points = self._tried, max(one[6][POINTS] for one in (self.layout, self._tried))
        tiles, places = TILE * self.layout[6][TILES], PLACE * self.layout[6][PLACES]
        used = (len(layout[0]), POINT * points, TURN * points, 2 * TURN * points, tiles, places, len(layout[6]))
        for row, like, end in zip(layout, self.layout, used, strict=False):
            row[:end] = like[:end]
        game, mover = self.game[:], self.game[kernels.MOVER]
        game[kernels.POLICIES], game[kernels.LOGGED] = ALL_BEST, 0
        game[kernels.UNTIL] = game[kernels.ALL_TURNS] + AHEAD[self.kind] * self.players
        hands, heaps = self._mixed(mover, Random(name))
        self._run(lay_and_play_on)(
            layout, game, hands, heaps, self._log, self._work_too, self._row(chance(name)), piece, place
        )
        at, sign = (kernels.OWNED, 1) if self.kind == MATCH else (kernels.TILES_OF, -1)
        values = [sign * game[at + player] for player in range(self.players)]
        own = values.pop(mover)
        ahead = own - max(values)
        return float(ahead + (WON if ahead > 0 else -WON) * (self.kind == DOMINO and game[kernels.OVER]))

    def _mixed(self, mover: int, draw: Random) -> tuple[Any, Any]:
        """Return hands and heaps in which all tiles that a player does not see are exchanged; backs tell the shape."""
        hands, heaps, size, game = self.hands[:], self.heaps[:], self.size, self.game
        spots = [
            (hands, size * player + k)
            for player in range(self.players)
            if player != mover
            for k in range(game[kernels.TILES_OF + player])
        ]
        spots += [(heaps, size * heap + k) for heap in range(2) for k in range(game[kernels.LEFT + heap])]
        for thick in (False, True):
            own = [(row, k) for row, k in spots if (2 * row[k] >= size) == thick]
            tiles = [row[k] for row, k in own]
            draw.shuffle(tiles)
            for (row, k), tile in zip(own, tiles, strict=True):
                row[k] = tile
        return hands, heaps

    def _alone(self, rng: Any) -> Play:
        """Let each player lay a hand, and return what came of it. count: of the first hand."""
        game, scores = self.game, list[int]()
        for player in range(self.players):
            may = self.hands[self.size * player : self.size * player + 2 * FAST_HAND]
            policy = policy_of(self.policies, player)
            if policy == SEARCH:
                scores.append(best_found(may, self.layout[7], self._run(assign), self._row)[0])
            else:
                game[kernels.POLICY] = CODES[policy]
                self._run(lay_hand)(self.layout, game, may, len(may), self.log, self._work[1], rng)
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


def test(parameters: Parameters) -> Trial:
    """Return what is tested. Raises InputError for what cannot be."""
    kind, colours, players = str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"])
    each, least = (colours**4 + colours**2) // 2, 1 if kind == FAST else 2
    most = min(MOST_PLAYERS, (each - 2) // HAND[kind])
    if not least <= players <= most:
        raise InputError(
            f"--players: found {players}, allowed are {least} to {most}: {colours} colours make {each} tiles of each "
            f"shape, a hand has {HAND[kind]}"
        )
    scores = "tiles left" if kind == DOMINO else "vertices"
    return Trial("covered vertices", scores, players, most_covered(2 * FAST_HAND, FAST_RIM) if kind == FAST else None)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    kind, colours, players = str(parameters["kind"]), int(parameters["colours"]), int(parameters["players"])
    arena = Arena(kind, colours, players, policies, len(numbers))
    for number in numbers:
        yield arena.play(seed, number)
