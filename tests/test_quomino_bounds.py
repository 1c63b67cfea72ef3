"""The numbers of a Quomino box: a solver and a plain search find the same, and a broken proof is found."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.bounds import Box, box, densest, game_for, need, one_way, pegs, sentinels, sparsest
from quasiprint.games.quomino.rules import BLACK, DEAD, FIRST, LAID, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import SIZES
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, Severity

# board: most Quominoes, fewest at the natural end, most dead squares, most ominoes
KNOWN = {6: (9, 4, 20, 36), 8: (16, 9, 28, 64), 10: (25, 9, 64, 100)}


def codes(findings: list[Finding]) -> list[str]:
    assert all(each.severity is Severity.ERROR and each.message and each.remedy for each in findings)
    return sorted({each.code for each in findings})


def played(size: int, moves: list[Move]) -> GameState:
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
    assert sum(played(size, game_for(size, model.packing())).quominoes) == most


@pytest.mark.parametrize("size", SIZES)
def test_the_fewest_quominoes_that_leave_no_block(size: int) -> None:
    model = Model(size)
    for at in model.corners:
        model.model.add(model.met(at) >= 1)
    fewest = model.solve(sum(model.laid.values()), most=False)
    assert need(size).fewest_quominoes == fewest
    game = played(size, game_for(size, model.packing()))
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
    game = played(size, game_for(size, model.packing()))
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
        game = played(size, order)
        assert game.count(FIRST, LAST) == most
        assert game.quominoes == [0, 0] and not game.count(*LAID)


# ----- every packing is reached by play -----


@pytest.mark.parametrize(
    ("packing", "told"),
    [
        ([(-1, BLACK)], "found block -1, allowed are 0 to 24"),
        ([(25, BLACK)], "found block 25, allowed are 0 to 24"),
        ([(0, 2)], "found the colour 2, allowed are 0 (black) and 1"),
        ([(0, BLACK), (6, WHITE)], "found blocks 0 and 6, which share b5; allowed are blocks that share no square"),
        ([(0, BLACK), (3, BLACK), (0, BLACK)], "found blocks 0 and 0, which share a6; allowed"),
    ],
)
def test_no_packing(packing: list[tuple[int, int]], told: str) -> None:
    with pytest.raises(InputError, match=r"^packing: .*" + re.escape(told)):
        game_for(6, packing)


# ----- proofs, whole and broken -----


@pytest.mark.parametrize("size", SIZES)
def test_every_board_is_proved(size: int) -> None:
    found, findings = bounds.prove(size)
    assert findings == []
    assert found == need(size)
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
# proofs for 6 × 6, each broken in one way: which, with what, the codes found, and part of a message
BROKEN = {
    "a peg moved, so that a block misses it": ("most_quominoes", PEGS - {7} | {8}, TIGHT, "block-without-peg", "at a6"),
    "a peg too many": ("most_quominoes", PEGS | {0}, TIGHT, "bound-not-attained", "9 Quominoes; proved is at most 10"),
    "a peg beside the board": ("most_quominoes", PEGS | {36}, TIGHT, "bound-not-attained", "at most 10"),
    "Quominoes that overlap": (
        *("most_quominoes", PEGS, [*TIGHT[:8], (23, 0)]),
        *("bound-not-attained packing-wrong", "found blocks 22 and 23, which share"),
    ),
    "the fewest for the most": ("most_quominoes", PEGS, LOOSE, "bound-not-attained", "4 Quominoes; proved is at most"),
    "sentinels too near": (
        *("fewest_quominoes", {0, 2, 15, 18}, LOOSE),
        *("sentinels-met", "the block at b6 meets those at a6 and c6, allowed is one of them"),
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_proofs(case: str) -> None:
    law, *handed, wanted, told = BROKEN[case]
    findings = getattr(bounds, law)(6, *handed)[1]
    assert codes(findings) == wanted.split()
    assert any(told in each.message for each in findings), findings
    assert all(each.subject.startswith("6 × 6, ") for each in findings)


@pytest.mark.parametrize(
    ("sizes", "message"), [((3,), "found 3, allowed are 4 to 16"), ((6, 17), "found 17"), ((), "none")]
)
def test_no_box_is_for_boards_that_cannot_be(sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        box(sizes)
