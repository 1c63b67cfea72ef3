"""Games of Quomino played by themselves, by the value that judges them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from quasiprint.addons.lab.quomino.opponent import best
from quasiprint.games.quomino.rules import END_AFTER, GameState, Move
from quasiprint.model.game import GREEDY, SEARCH, Parameters, Play, Trial, policy_of

AHEAD, WIDTH, BUDGET = 2, 6, 4000  # moves that a search looks ahead; of how many, and positions


def test(_: Parameters) -> Trial:
    """Return what is tested."""
    return Trial("Quominoes", "Quominoes", 2)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    for number in numbers:
        yield play(GameState(int(parameters["size"])), policies, Random(f"{seed} {number}"))


def play(game: GameState, policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end. Black begins."""
    chosen = choices = dead = 0
    while not game.over:
        moves = list(game.moves())
        if not moves:
            dead += 1
            game.do(None)
            continue
        chosen, choices, policy = chosen + 1, choices + len(moves), policy_of(policies, game.mover)
        move: Move | None = draw.choice(moves)
        if policy == GREEDY:
            gains = [_gain(game, one) for one in moves]
            move = draw.choice([one for one, gain in zip(moves, gains, strict=True) if gain == max(gains)])
        elif policy == SEARCH:
            move = best(game, AHEAD, draw.getrandbits(30), width=WIDTH, budget=BUDGET).move
        game.do(move)
    laid = tuple(game.quominoes)
    winners = (0, 1) if game.winner is None else (game.winner,)
    return Play(game.move_count, chosen, choices, dead, sum(laid), laid, winners, game.passes == END_AFTER)


def _gain(game: GameState, move: Move) -> int:
    """Return by how many Quominoes a move brings the mover ahead."""
    mover = game.mover
    ahead = game.quominoes[mover] - game.quominoes[1 - mover]
    game.do(move)
    gain = game.quominoes[mover] - game.quominoes[1 - mover] - ahead
    game.undo()
    return gain
