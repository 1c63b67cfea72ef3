"""The compiled search of Quomino finds what the plain one finds: the same moves, values and counts."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quasiprint import compiled
from quasiprint.games.quomino import flat_search, opponent, search
from quasiprint.games.quomino.flat_game import CODES, code_of, do, flat_board, flat_game, standing, undo
from quasiprint.games.quomino.flat_moves import ENTRY, list_moves
from quasiprint.games.quomino.flat_search import FlatSearch
from quasiprint.games.quomino.rules import BLACK, WHITE, GameState


def played(size: int, seed: int, count: int) -> GameState:
    """A game after some random moves, or at its end; half of them favour rotations, which else are rare."""
    game, draw = GameState(size), random.Random(seed)
    for _ in range(count):
        if game.over:
            break
        moves = list(game.moves())
        turns = [move for move in moves if game.cells[move.square]]
        chosen = turns if turns and seed % 2 else moves
        game.do(chosen[draw.randrange(len(chosen))] if chosen else None)
    return game


def samples(count: int, sizes: tuple[int, ...], begin: int = 0) -> list[tuple[int, GameState]]:
    """Games at all stages, with a number for each."""
    found = []
    for seed in range(begin, begin + count):
        size = sizes[seed % len(sizes)]
        game = played(size, seed, random.Random(seed).randrange(size * size + 8))
        if not game.over:
            found.append((seed, game))
    return found


WITHOUT = "without numba Python would be compared with itself"


@pytest.fixture
def as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels run as Python."""
    monkeypatch.setattr(compiled, "_made", {})
    monkeypatch.setattr(compiled, "available", lambda: False)


@pytest.mark.usefixtures("as_python")
@pytest.mark.parametrize("size", [4, 5, 8])
def test_a_flat_game_stands_as_the_rules_say_after_every_move(size: int) -> None:
    board = flat_board(size)
    for seed in range(4):
        game, draw = GameState(size), random.Random(seed)
        flat = flat_game(game, 3 * size * size)
        stood = []
        while not game.over:
            stood.append([list(part) for part in flat[:3]] + [list(flat[3])])
            moves = list(game.moves())
            move = moves[draw.randrange(len(moves))] if moves else None
            game.do(move)
            do(flat, board, -1 if move is None else code_of(move))
            same = flat_game(game, 1)
            assert [list(part) for part in flat[:3]] == [list(part) for part in same[:3]]
            assert list(flat[3])[:7] == list(same[3])[:7]
        while stood:
            undo(flat, board)
            assert [list(part) for part in flat[:3]] + [list(flat[3])] == stood.pop()


@pytest.mark.usefixtures("as_python")
def test_flat_worths_are_those_of_the_search() -> None:
    for _, game in samples(40, (4, 6, 9)):
        flat, board = flat_game(game, 2), flat_board(game.size)
        assert tuple(standing(flat, board)) == search._standing(game)
        moves = [0] * (8 * ENTRY * len(game.cells))
        top = list_moves(flat, board, moves, 0)
        listed = [tuple(moves[at : at + ENTRY]) for at in range(0, top, ENTRY)]
        bounded = list(search._bounded(game))
        assert [move for _, _, move, _ in listed] == [code_of(move) for _, _, move in bounded]
        for (most, takes, _, pending), (value, expected, _) in zip(listed, bounded, strict=True):
            assert pending or (most, takes) == (value, expected)


@pytest.mark.usefixtures("as_python")
def test_as_python_the_flat_search_finds_the_same() -> None:
    for seed, game in samples(8, (4, 5)):
        depth = 1 + seed % 3
        assert search.best(game, depth, seed, by=FlatSearch) == search.best(game, depth, seed)


def test_compiled_it_finds_the_same_on_all_sizes() -> None:
    assert compiled.available(), WITHOUT
    told = set()
    for seed, game in samples(52, tuple(range(4, 17))):
        depth = 1 + seed % (3 if game.size < 7 else 2 if game.size < 10 else 1)
        budget = (search.BUDGET, 40, 400)[seed % 5 % 3]
        plain = search.best(game, depth, seed, budget=budget)
        assert search.best(game, depth, seed, budget=budget, by=FlatSearch) == plain, (seed, game.size)
        told.add((game.turned[BLACK], game.turned[WHITE], plain.depth < depth))
    assert {spent for *_, spent in told} == {False, True}
    assert len({turned[:2] for turned in told}) == 4  # both, either and none rotated last


def test_compiled_it_finds_the_same_without_limits_and_deeper() -> None:
    assert compiled.available(), WITHOUT
    for seed, game in samples(6, (4,), 500):
        plain = search.best(game, 3, seed, width=None, budget=None)
        assert search.best(game, 3, seed, width=None, budget=None, by=FlatSearch) == plain
    for seed, game in samples(3, (5,), 700):
        assert search.best(game, 5, seed, width=6, by=FlatSearch) == search.best(game, 5, seed, width=6)


def test_where_a_player_must_pass_it_finds_the_same() -> None:
    assert compiled.available(), WITHOUT
    passes = 0
    for seed in range(300, 360):
        game, draw = GameState(4), random.Random(seed)
        while not game.over:
            moves = list(game.moves())
            if game.must_pass:
                passes += 1
                game.undo()
                if len(list(game.moves())) > 1:
                    plain = search.best(game, 3, seed, width=None)
                    assert search.best(game, 3, seed, width=None, by=FlatSearch) == plain
                break
            game.do(moves[draw.randrange(len(moves))])
    assert passes > 2


def test_positions_that_are_known_again_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table grows when it is half full, and what stood in it stands there still."""
    grown = []
    enlarge = FlatSearch._enlarge
    monkeypatch.setattr(FlatSearch, "_enlarge", lambda self: (grown.append(1), enlarge(self)))
    for seed in (3, 5):
        game = played(5, seed, 11)
        plain = search.best(game, 4, 1)
        small = flat_search.TABLE
        monkeypatch.setattr(flat_search, "TABLE", 16)
        assert search.best(game, 4, 1, by=FlatSearch) == plain
        monkeypatch.setattr(flat_search, "TABLE", small)
    assert grown


def test_another_table_of_worths_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    board = flat_board(6)
    wrong = (*board[:3], type(board[3])("q", board[3]), board[4])
    for at in range(0, len(wrong[3]), CODES):
        for code in range(0o1000):  # blocks whose upper left square is empty
            wrong[3][at + code] += 7
    monkeypatch.setattr(flat_search, "flat_board", lambda _size: wrong)
    differ = sum(
        search.best(game, 2, seed, by=FlatSearch).value != search.best(game, 2, seed).value
        for seed, game in samples(12, (6,))
    )
    assert differ


def test_levels_without_numba_are_those_of_the_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [opponent.depth_of(level) for level in ("easy", "medium", "hard")] == [1, 2, 5]
    monkeypatch.setattr(opponent, "available", lambda: False)
    assert [opponent.depth_of(level) for level in ("easy", "medium", "hard")] == [1, 2, 3]
    game = played(4, 8, 9)
    assert opponent.best(game, 4, 1) == search.best(game, 4, 1)


def test_ctrl_c_ends_a_compiled_search(root: Path, tmp_path: Path) -> None:
    search.best(GameState(4), 3, by=FlatSearch)  # now it is compiled and kept
    game = tmp_path / "game.txt"
    script = (
        "from quasiprint.games.quomino import opponent\n"
        "opponent.BUDGET = 10**9\n"
        "from quasiprint.games.quomino.flat_search import FlatSearch\n"
        "step = FlatSearch.after\n"
        "def after(self, *asked):\n"
        "    if self.nodes > 2000: print('searching', flush=True)\n"
        "    return step(self, *asked)\n"
        "FlatSearch.after = after\n"
        "from quasiprint.start import main\n"
        "main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, "play", "quomino", "--size", "16", "--depth", "7", "--computer", "black"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("searching"):
            break
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Interrupted" in said
    assert "Traceback" not in said
    assert not game.exists()
