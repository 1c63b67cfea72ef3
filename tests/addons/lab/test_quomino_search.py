"""The numbers of a Quomino box, found by a solver as well; the computer's opponent, held to plain minimax."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from quasiprint.addons.lab.quomino import opponent
from quasiprint.addons.lab.quomino.opponent import LEAN, PLAIN_BUDGET, QUOMINO, TEMPO, WON, SearchResult, best
from quasiprint.errors import InputError
from quasiprint.games.quomino import design
from quasiprint.games.quomino.design import Box, box, densest, game_for, need, one_way, pegs, sentinels, sparsest
from quasiprint.games.quomino.rules import (
    BLACK,
    CORNERS,
    COVERED,
    DEAD,
    FIRST,
    LAST,
    SIZES,
    WHITE,
    GameState,
    Move,
    find_square,
)
from quasiprint.system import compiled

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
    return (*(tuple(row) for row in game.rows[:2]), game.move_count)


def leaning(game: GameState) -> int:
    """What a position is worth to the mover who takes nothing, block by block from `LEAN` itself."""
    value = QUOMINO * (game.quominoes[game.mover] - game.quominoes[1 - game.mover])
    value += TEMPO[game.just_rotated[game.mover]][game.just_rotated[1 - game.mover]]
    for block, squares in enumerate(game.grid.squares):
        for colour in (BLACK, WHITE) if game.is_free(block) else ():
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
        "from quasiprint.addons.lab.quomino import opponent\n"
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


# --- The numbers of a Quomino box -----------------------------------------------------------------


# board: most Quominoes, fewest at the natural end, most dead squares, most ominoes
KNOWN = {6: (9, 4, 20, 36), 8: (16, 9, 28, 64), 10: (25, 9, 64, 100)}


def played_of_bounds(size: int, moves: list[Move]) -> GameState:
    """A game of legal moves alone."""
    game = GameState(size)
    for move in moves:
        assert game.refusal(move) is None, game.refusal(move)
        game.do(move)
    return game


# ----- what a solver finds, from the squares alone -----


class Model:
    """A board as a solver sees it: Quominoes by their upper left squares, ominoes by their black corners."""

    def __init__(self, size: int, ominoes: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.size, self.library = size, cp_model
        self.model = model = cp_model.CpModel()
        self.squares = list(product(range(size), repeat=2))
        self.corners = list(product(range(size - 1), repeat=2))
        self.laid = {at: model.new_bool_var(f"laid {at}") for at in self.corners}
        self.covered = {
            (r, c): sum(self.laid[at] for at in product((r - 1, r), (c - 1, c)) if at in self.laid)
            for r, c in self.squares
        }
        for covered in self.covered.values():
            model.add(covered <= 1)
        self.omino = {
            (at, black): model.new_bool_var(f"omino {at} {black}")
            for at in (self.squares if ominoes else ())
            for black in product((0, 1), repeat=2)
        }

    def four(self, r: int, c: int) -> list[tuple[int, int]]:
        return list(product((r, r + 1), (c, c + 1)))

    def met(self, at: tuple[int, int]) -> Any:
        """How many Quominoes share a square with the block whose upper left square this is."""
        four = set(self.four(*at))
        return sum(self.laid[other] for other in self.corners if four & set(self.four(*other)))

    def solve(self, goal: Any, most: bool) -> int:
        """The optimum, proved."""
        (self.model.maximize if most else self.model.minimize)(goal)
        self.solver = self.library.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = 3
        self.solver.parameters.linearization_level = 2  # clauses are linear, too, and quick to prove so
        assert self.solver.solve(self.model) == self.library.OPTIMAL
        return round(self.solver.objective_value)

    def packing(self) -> list[tuple[int, int]]:
        """The Quominoes found, by the numbers of the rules, by turns black and white."""
        found = [r * (self.size - 1) + c for r, c in self.corners if self.solver.value(self.laid[r, c])]
        return [(block, number % 2) for number, block in enumerate(found)]


@pytest.mark.parametrize("size", SIZES)
def test_the_most_quominoes(size: int) -> None:
    model = Model(size)
    most = model.solve(sum(model.laid.values()), most=True)
    assert need(size).most_quominoes == most
    assert sum(played_of_bounds(size, game_for(size, model.packing())).quominoes) == most


@pytest.mark.parametrize("size", SIZES)
def test_the_fewest_quominoes_that_leave_no_block(size: int) -> None:
    model = Model(size)
    for at in model.corners:
        model.model.add(model.met(at) >= 1)
    fewest = model.solve(sum(model.laid.values()), most=False)
    assert need(size).fewest_quominoes == fewest
    game = played_of_bounds(size, game_for(size, model.packing()))
    assert sum(game.quominoes) == fewest
    assert game.over and game.live == 0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("size", SIZES)
def test_the_most_dead_squares_at_any_time(size: int) -> None:
    """Over all packings, also those that leave blocks: what is neither covered nor in a free block is dead."""
    model = Model(size)
    alive = {at: model.model.new_bool_var(f"alive {at}") for at in model.squares}
    for at in model.corners:
        for square in model.four(*at):
            # a block is free if no Quomino meets it, and then its squares are alive
            model.model.add(alive[square] + model.met(at) >= 1)
    fewest = model.solve(4 * sum(model.laid.values()) + sum(alive.values()), most=False)
    assert need(size).most_dead == size * size - fewest
    game = played_of_bounds(size, game_for(size, model.packing()))
    dead = [
        row * size + column
        for row, column in model.squares
        if not model.solver.value(model.covered[row, column]) and not model.solver.value(alive[row, column])
    ]
    assert len(dead) == need(size).most_dead
    assert [square for square, cell in enumerate(game.cells) if cell == DEAD] == dead


@pytest.mark.parametrize("size", SIZES)
def test_the_most_ominoes_that_complete_no_block(size: int) -> None:
    model = Model(size, ominoes=True)
    for at in model.squares:
        ways = [model.omino[at, black] for black in product((0, 1), repeat=2)]
        model.model.add(sum(ways) + model.covered[at] <= 1)
    for r, c in model.corners:
        # the corner in the middle is (1, 1) of the upper left square, (0, 0) of the lower right one
        for flip in (0, 1):
            fit = [model.omino[(r + i, c + j), (1 - i ^ flip, 1 - j ^ flip)] for i, j in product((0, 1), repeat=2)]
            model.model.add(sum(fit) <= 3)
    most = model.solve(sum(model.omino.values()), most=True)
    assert need(size).most_ominoes == most
    clockwise = {(0, 0): 0, (0, 1): 1, (1, 1): 2, (1, 0): 3}
    moves = [
        Move(r * size + c, clockwise[black])
        for (r, c), black in model.omino
        if model.solver.value(model.omino[(r, c), black])
    ]
    assert not model.packing()
    # in any order: what completes no block at the end completes none on the way
    for order in (moves, moves[::-1], moves[::2] + moves[1::2]):
        game = played_of_bounds(size, order)
        assert game.count(FIRST, LAST) == most
        assert game.quominoes == [0, 0] and not game.count(*COVERED)


# ----- proofs, whole and broken -----


@pytest.mark.parametrize("size", SIZES)
def test_every_board_is_proved(size: int) -> None:
    found = need(size)
    if size in KNOWN:
        assert (found.most_quominoes, found.fewest_quominoes, found.most_dead, found.most_ominoes) == KNOWN[size]
    assert found.most_quominoes == (size // 2) ** 2
    assert found.fewest_quominoes == ((1 - size) // 3) ** 2
    assert found.most_dead == size**2 - 4 * found.fewest_quominoes


def test_boxes() -> None:
    assert box((6, 8, 10)) == Box(ominoes=100, quominoes=25, markers=64)
    assert box([6]) == Box(36, 9, 20)
    # the smaller board needs more markers than the larger
    assert box((7, 8)) == box((8, 7)) == Box(64, 16, 33)


TIGHT, LOOSE, PEGS, SENTINELS, ONE_WAY = densest(6), sparsest(6), pegs(6), sentinels(6), one_way(6)
BOUNDS = r"the bounds \(9, 4, 20, 36\), and found is "
# proofs for 6 × 6, each broken in one way: what is other, what it is, and part of the message
BROKEN = {
    "a peg moved, so that a block misses it": ("pegs", PEGS - {7} | {8}, "every block holds a peg"),
    "a peg too many": ("pegs", PEGS | {0}, r"the bounds \(10, 4, 20, 36\)"),
    "a peg beside the board": ("pegs", PEGS | {36}, r"the bounds \(10, 4, 20, 36\)"),
    "Quominoes that overlap": ("densest", (*TIGHT[:8], (23, 0)), "d2 is covered by a white Quomino"),
    "the fewest for the most": ("densest", LOOSE, BOUNDS + r"\(4, 4, 20, 36\)"),
    "sentinels too near": ("sentinels", frozenset({0, 2, 15, 18}), "no block meets two sentinels"),
    "a sentinel too many": ("sentinels", SENTINELS | {24}, "no block meets two sentinels"),
    "a sentinel beside the board": ("sentinels", SENTINELS - {18} | {25}, "sentinels are blocks"),
    "a sentinel before the board": ("sentinels", SENTINELS - {18} | {-1}, "sentinels are blocks"),
    "a sentinel too few": ("sentinels", SENTINELS - {18}, r"the bounds \(9, 3, 24, 36\)"),
    "the most for the fewest": ("sparsest", TIGHT, BOUNDS + r"\(9, 9, 0, 36\)"),
    "as few, and blocks left": ("sparsest", ((0, 0), (4, 1), (20, 1), (24, 0)), "the sparsest game leaves no block"),
    "an omino missing": ("one_way", ONE_WAY[1:], BOUNDS + r"\(9, 4, 20, 35\)"),
    "two ominoes on a square": ("one_way", [*ONE_WAY[:35], Move(34, 0)], "move 36: the omino on e1 is black at nw"),
    "a block completed": ("one_way", [*game_for(6, [(0, BLACK)]), *ONE_WAY[2:6]], BOUNDS + r"\(9, 4, 20, 4\)"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_proofs(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    part, other, told = BROKEN[case]
    monkeypatch.setattr(design, part, lambda _: other)
    with pytest.raises(ArithmeticError, match=rf"^6 × 6: .*{told}"):
        need.__wrapped__(6)


@pytest.mark.parametrize(
    ("sizes", "message"), [((3,), "found 3, allowed are 4 to 16"), ((6, 17), "found 17"), ((), "none")]
)
def test_no_box_is_for_boards_that_cannot_be(sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        box(sizes)
