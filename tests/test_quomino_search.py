"""The computer's opponent at Quomino: legal, deterministic, plain minimax in value, better when deeper."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from quasiprint.games.quomino import opponent, search
from quasiprint.games.quomino.rules import BLACK, WHITE, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, named

BOTH = (BLACK, WHITE)


def played(size: int, seed: int, count: int) -> GameState:
    """A game after some random moves, or at its end."""
    game, draw = GameState(size), random.Random(seed)
    for _ in range(count):
        if game.over:
            break
        moves = list(game.moves())
        game.do(moves[draw.randrange(len(moves))] if moves else None)
    return game


def after(size: int, text: str) -> GameState:
    """A game after the moves of a text, all of them legal: "c4 se, d4 sw"."""
    game = GameState(size)
    for said in text.split(", "):
        square = named(said.split()[0], size)
        assert square is not None
        move = Move(square, CORNERS.index(said.split()[1]))
        assert game.refusal(move) is None, said
        game.do(move)
    return game


def stands(game: GameState) -> tuple[object, ...]:
    lists = (game.cells, game.free, game.hope, game.laid, game.turned)
    return (*(list(values) for values in lists), game.mover, game.live, game.passes, game.played)


def minimax(game: GameState, depth: int) -> int:
    """The value by looking at everything, with nothing of the search's but what a leaf is worth."""
    if game.over or not depth:
        return search.worth(game, game.mover)
    values = []
    for move in list(game.moves()) or [None]:
        game.do(move)
        values.append(-minimax(game, depth - 1))
        game.undo()
    return max(values)


def leaning(game: GameState) -> int:
    """What a position is worth to the mover who takes nothing, block by block from `LEAN` itself."""
    value = search.QUOMINO * (game.laid[game.mover] - game.laid[1 - game.mover])
    value += search.TEMPO[game.turned[game.mover]][game.turned[1 - game.mover]]
    for block, squares in enumerate(game.grid.squares):
        if game.free[block]:
            for colour in BOTH:
                wrong = [
                    game.cells[square]
                    for square, middle in zip(squares, ("se", "sw", "nw", "ne"), strict=True)
                    if game.cells[square] != 1 + (CORNERS.index(middle) + 2 * colour) % 4
                ]
                row = search.LEAN[2 * (colour != game.mover) + game.turned[colour]]
                worth = row[len(wrong)][sum(cell != 0 for cell in wrong)]
                value += worth if colour == game.mover else -worth
    return value


def settled(game: GameState) -> int:
    """What a position is worth to the mover, by trying every move that lays a Quomino of their own."""
    if game.over:
        return search.worth(game, game.mover)
    values = [leaning(game)]
    mover, laid = game.mover, game.laid[game.mover]
    for move in list(game.moves()):
        game.do(move)
        if game.laid[mover] > laid:
            values.append(-settled(game))
        game.undo()
    return max(values)


@pytest.mark.parametrize("size", [4, 6, 7])
def test_every_move_that_is_rated_is_legal_and_worth_what_is_said(size: int) -> None:
    for seed in range(25):
        game = played(size, seed, seed * 3)
        before = stands(game)
        found = {move: value for value, move in search.rated(game)}
        assert list(found) == list(game.moves())
        for move, value in found.items():
            assert game.refusal(move) is None
            game.do(move)
            assert search.worth(game, 1 - game.mover) == value
            game.undo()
        assert stands(game) == before


def test_worth_is_what_the_table_of_leanings_says_once_nobody_takes() -> None:
    taken = 0
    for seed in range(40):
        game = played(6, seed, 2 + seed)
        before = stands(game)
        assert search.worth(game, game.mover) == -search.worth(game, 1 - game.mover) == settled(game)
        assert stands(game) == before
        taken += not game.over and settled(game) != leaning(game)
    assert taken


def test_a_game_that_has_ended_is_worth_its_result() -> None:
    found = set()
    for seed in range(30):
        game = played(4, seed, 99)
        ahead = game.laid[BLACK] - game.laid[WHITE]
        assert game.over
        assert search.worth(game, BLACK) == search.QUOMINO * ahead + search.WON * ((ahead > 0) - (ahead < 0))
        found.add(game.winner)
    assert found == {BLACK, WHITE, None}


@pytest.mark.parametrize(("depth", "seeds", "least"), [(1, 30, 0), (2, 12, 0), (3, 2, 12)])
def test_without_limits_the_value_is_that_of_plain_minimax(depth: int, seeds: int, least: int) -> None:
    for seed in range(seeds):
        game = played(4, seed, least + seed)
        if game.over:
            continue
        before = stands(game)
        found = search.best(game, depth, seed, width=None, budget=None)
        assert stands(game) == before
        # what is decided need not be looked at to the last
        if not (abs(found.value) > search.WON // 2 and found.depth < depth) and len(list(game.moves())) > 1:
            assert (found.value, found.depth) == (minimax(game, depth), depth)
            game.do(found.move)
            assert -minimax(game, depth - 1) == found.value


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_makes_legal_moves_to_the_end(depth: int) -> None:
    for seed in range(2):
        game = played(5 if depth < 3 else 4, seed, 4)
        while not game.over:
            before = stands(game)
            move = opponent.answer(game, depth, seed).move
            assert stands(game) == before
            assert game.refusal(move) is None
            game.do(move)


def test_with_no_move_it_passes() -> None:
    passes = 0
    for seed in range(60):
        game = GameState(4)
        draw = random.Random(seed)
        while not game.over:
            if game.must_pass:
                passes += 1
                assert search.best(game, 2).move is None
                assert search.easy(game).move is None
            moves = list(game.moves())
            game.do(moves[draw.randrange(len(moves))] if moves else None)
        with pytest.raises(ValueError, match="not over"):
            search.best(game, 1)
    assert passes


def test_a_depth_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="found the depth 0"):
        search.best(GameState(4), 0)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_an_offered_quomino_is_taken(depth: int, seed: int) -> None:
    # three black corners meet in the middle of c4, d4, d3 and c3, and it is black's turn
    game = after(6, "c4 se, a1 sw, d4 sw, a6 nw, d3 nw, f1 se")
    move = opponent.answer(game, depth, seed).move
    assert move == Move(named("c3", 6) or 0, CORNERS.index("ne"))


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_threat_is_met(depth: int, seed: int) -> None:
    # white to move, and black would lay a Quomino at c3-d4
    game = after(6, "c4 se, a1 sw, d4 sw, a6 nw, d3 nw")
    game.do(opponent.answer(game, depth, seed).move)
    for move in list(game.moves()):
        game.do(move)
        assert game.laid[BLACK] == 0, game.words(move)
        game.undo()


def test_equal_seeds_play_equal_games_whatever_the_hash_seed() -> None:
    script = (
        "from quasiprint.games.quomino import opponent\n"
        "from quasiprint.games.quomino.rules import GameState\n"
        "game = GameState(4)\n"
        "while not game.over:\n"
        "    move = opponent.answer(game, (1, 3)[game.mover], 7).move\n"
        "    print(game.words(move)); game.do(move)\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent.parent)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "77")
    ]
    assert outputs[0].count(b"\n") > 10
    assert len(set(outputs)) == 1


def test_seeds_make_different_games() -> None:
    first = {opponent.answer(GameState(6), depth, seed).move for depth in (1, 2) for seed in range(12)}
    assert len(first) > 4


def test_a_search_ends_when_its_budget_is_spent_and_still_answers() -> None:
    game = played(8, 3, 24)
    before = stands(game)
    whole = search.best(game, 5, budget=200)
    assert stands(game) == before
    assert whole.depth < 5
    assert game.refusal(whole.move) is None
    # with next to nothing to spend, what looks best at once
    assert search.best(game, 5, 1, budget=0).move == search.best(game, 1, 1).move


def test_deeper_is_better() -> None:
    score = 0
    for number in range(10):
        game = played(6, number // 2, 4)
        while not game.over:
            depth = 2 if game.mover == number % 2 else 1
            game.do(opponent.answer(game, depth, number).move)
        score += 0 if game.winner is None else 1 if game.winner == number % 2 else -1
    assert score >= 4
