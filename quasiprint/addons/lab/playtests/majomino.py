"""Games of Majomino played by themselves, by the value that judges them: each on a board drawn anew, or all on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from quasiprint.addons.lab.majomino.claims import rule_of
from quasiprint.addons.lab.majomino.opponent import LEVELS, Level, likely_move
from quasiprint.games.majomino.board import Board
from quasiprint.games.majomino.notation import parse_name
from quasiprint.games.majomino.situation import Match, new_game, parse_board_name
from quasiprint.model.game import Parameters
from quasiprint.model.playtest import RANDOM, SEARCH, Play, Trial, policy_of

SIDES = "xo"
LOOKS = {SEARCH: LEVELS["medium"]}


def test(parameters: Parameters) -> Trial:
    """Return what is tested. Raises InputError for a board that cannot be played on."""
    if parameters.get("board"):
        parse_board_name(str(parameters["board"]))
    return Trial("lines won by X", "lines", 2)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    from quasiprint.games.majomino.sampling import sample

    for number in numbers:
        draw = Random(f"{seed} {number}")
        if parameters.get("board"):
            board = parse_name(str(parameters["board"]))
        else:
            size = int(parameters["size"])
            board = Board(size, sample(size, 1, draw.getrandbits(60)).boards[0])
        yield play(Match(new_game(board, rule_of(parameters, board.size))), policies, draw)


def play(match: Match, policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end. X begins."""
    choices = 0
    while not match.over:
        moves = match.legal()
        choices += len(moves)
        move, policy = draw.choice(moves), policy_of(policies, SIDES.index(match.now.mover))
        if policy != RANDOM:
            move = likely_move(match.now, LOOKS.get(policy, Level()), draw.getrandbits(40))
        match.do(move)
    scores = tuple(match.now.lines_won(side) for side in SIDES)
    return Play(len(match.moves), len(match.moves), choices, 0, scores[0], scores, (SIDES.index(match.winner),))
