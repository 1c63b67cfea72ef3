"""The computer's opponent at Quomino: legal, deterministic, plain minimax in value, better when deeper; and compiled it
finds what it finds as Python."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from quasiprint import compiled
from quasiprint.games.quomino import opponent
from quasiprint.games.quomino.opponent import PLAIN_BUDGET, SearchResult, best
from quasiprint.games.quomino.rules import BLACK, WHITE, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, find_square
from quasiprint.games.quomino.worth import LEAN, QUOMINO, TEMPO, WON

ALL = 10**9  # moves or positions: as many as there are


def played(size: int, seed: int, count: int, keen: bool = False) -> GameState:
    """A game after some random moves, or at its end. keen: on rotations, which else are rare."""
    game, draw = GameState(size), random.Random(seed)
    for _ in range(count):
        if game.over:
            break
        moves = list(game.moves())
        chosen = [move for move in moves if keen and game.cells[move.square]] or moves
        game.do(chosen[draw.randrange(len(chosen))] if chosen else None)
    return game


def samples(count: int, sizes: tuple[int, ...], begin: int = 0) -> list[tuple[int, GameState]]:
    """Games at all stages, with a number for each."""
    drawn = [(seed, sizes[seed % len(sizes)]) for seed in range(begin, begin + count)]
    games = [(n, played(size, n, random.Random(n).randrange(size * size + 8), n % 2 == 1)) for n, size in drawn]
    return [(n, game) for n, game in games if not game.over]


def after(size: int, text: str) -> GameState:
    """A game after the moves of a text, all of them legal: "c4 se, d4 sw"."""
    game = GameState(size)
    for said in text.split(", "):
        square = find_square(said.split()[0], size)
        assert square is not None
        move = Move(square, CORNERS.index(said.split()[1]))
        assert game.refusal(move) is None, said
        game.do(move)
    return game


def stands(game: GameState) -> tuple[object, ...]:
    return (*(tuple(row) for row in game.rows[:4]), game.move_count)


def leaning(game: GameState) -> int:
    """What a position is worth to the mover who takes nothing, block by block from `LEAN` itself."""
    value = QUOMINO * (game.quominoes[game.mover] - game.quominoes[1 - game.mover])
    value += TEMPO[game.just_rotated[game.mover]][game.just_rotated[1 - game.mover]]
    for block, squares in enumerate(game.grid.squares):
        for colour in (BLACK, WHITE) if game.free[block] else ():
            wrong = [
                game.cells[square]
                for square, middle in zip(squares, ("se", "sw", "nw", "ne"), strict=True)
                if game.cells[square] != 1 + (CORNERS.index(middle) + 2 * colour) % 4
            ]
            row = LEAN[2 * (colour != game.mover) + game.just_rotated[colour]]
            value += (1 if colour == game.mover else -1) * row[len(wrong)][sum(cell != 0 for cell in wrong)]
    return value


def settled(game: GameState) -> int:
    """What a position is worth to the mover, by trying every move that lays a Quomino of their own."""
    mover, laid = game.mover, game.quominoes[game.mover]
    if game.over:
        ahead = laid - game.quominoes[1 - mover]
        return QUOMINO * ahead + WON * ((ahead > 0) - (ahead < 0))
    values = [leaning(game)]
    for move in [move for move in game.moves() if game.closes(move.square, move.corner)[mover] >= 0]:
        game.do(move)
        if game.quominoes[mover] > laid:
            values.append(-settled(game))
        game.undo()
    return max(values)


def minimax(game: GameState, depth: int) -> int:
    """The value by looking at everything, with nothing of the search's but the weights of a leaf."""
    if game.over or not depth:
        return settled(game)
    values = []
    for move in list(game.moves()) or [None]:
        game.do(move)
        values.append(-minimax(game, depth - 1))
        game.undo()
    return max(values)


@pytest.mark.sampled(1)
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("depth", "seeds", "least"), [(1, 12, 0), (2, 2, 9), (2, 6, 6), (3, 2, 20)])
def test_without_limits_the_value_is_that_of_plain_minimax(depth: int, seeds: int, least: int) -> None:
    for seed in range(seeds):
        game = played(4, seed, least + seed)
        if game.over:
            continue
        before = stands(game)
        found = best(game, depth, seed, width=ALL, budget=ALL)
        assert stands(game) == before
        # what is decided need not be looked at to the last
        if not (abs(found.value) > WON // 2 and found.depth < depth) and len(list(game.moves())) > 1:
            assert (found.value, found.depth) == (minimax(game, depth), depth)
            game.do(found.move)
            assert -minimax(game, depth - 1) == found.value


@pytest.mark.sampled(1)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_makes_legal_moves_to_the_end(depth: int) -> None:
    game = played(5 if depth < 3 else 4, depth, 4)
    while not game.over:
        before = stands(game)
        move = opponent.answer(game, depth).move
        assert stands(game) == before
        assert game.refusal(move) is None
        game.do(move)
    with pytest.raises(ValueError, match="not over"):
        best(game, 1)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_an_offered_quomino_is_taken(depth: int) -> None:
    # three black corners meet in the middle of c4, d4, d3 and c3, and it is black's turn
    game = after(6, "c4 se, a1 sw, d4 sw, a6 nw, d3 nw, f1 se")
    for seed in range(4):
        assert opponent.answer(game, depth, seed).move == Move(find_square("c3", 6) or 0, CORNERS.index("ne"))


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_a_threat_is_met(depth: int, seed: int) -> None:
    # white to move, and black would lay a Quomino at c3-d4
    game = after(6, "c4 se, a1 sw, d4 sw, a6 nw, d3 nw")
    game.do(opponent.answer(game, depth, seed).move)
    for move in list(game.moves()):
        game.do(move)
        assert game.quominoes[BLACK] == 0, game.words(move)
        game.undo()


@pytest.mark.thorough
def test_equal_seeds_play_equal_games_whatever_the_hash_seed(root: Path) -> None:
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
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "77")
    ]
    assert outputs[0].count(b"\n") > 10
    assert len(set(outputs)) == 1


@pytest.mark.thorough
def test_a_search_ends_when_its_budget_is_spent_and_still_answers() -> None:
    game = played(8, 3, 24)
    before = stands(game)
    whole = best(game, 5, budget=200)
    assert stands(game) == before
    assert whole.depth < 5
    assert game.refusal(whole.move) is None
    # with next to nothing to spend, what looks best at once
    assert best(game, 5, 1, budget=0).move == best(game, 1, 1).move


@pytest.mark.thorough
def test_deeper_is_better() -> None:
    score = 0
    for number in range(10):
        game = played(6, number // 2, 4)
        while not game.over:
            depth = 2 if game.mover == number % 2 else 1
            game.do(opponent.answer(game, depth, number).move)
        score += 0 if game.winner is None else 1 if game.winner == number % 2 else -1
    assert score >= 4


# --- compiled -----------------------------------------------------------------------------------


def both(
    game: GameState, depth: int, seed: int, *, width: int = opponent.WIDTH, budget: int = PLAIN_BUDGET
) -> tuple[SearchResult, SearchResult]:
    """What a search finds compiled, and as Python."""
    assert compiled.available(), "without numba Python would be compared with itself"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opponent, "PLAIN_DEPTH", 0)
        quick = best(game, depth, seed, width=width, budget=budget)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "_made", {})
        for module in (compiled, opponent):
            patch.setattr(module, "available", lambda: False)
        return quick, best(game, depth, seed, width=width, budget=budget)


@pytest.mark.thorough
def test_compiled_it_finds_the_same_on_all_sizes() -> None:
    kinds = set()
    for seed, game in samples(40, tuple(range(4, 17))):
        depth = 1 + seed % (3 if game.size < 7 else 2 if game.size < 10 else 1)
        quick, plain = both(game, depth, seed, budget=(PLAIN_BUDGET, 40, 400)[seed % 5 % 3])
        assert quick == plain, (seed, game.size)
        kinds.add((*game.just_rotated, plain.depth < depth))
    assert {spent for *_, spent in kinds} == {False, True}
    assert len({kind[:2] for kind in kinds}) == 4  # both, either and none rotated last
