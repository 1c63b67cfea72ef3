"""The numbers of a Quomino box: a solver and a plain search find the same, and a broken proof is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.errors import InputError
from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.bounds import Box, Need, box, densest, game_for, need, one_way, pegs, sentinels, sparsest
from quasiprint.games.quomino.rules import BLACK, DEAD, EMPTY, FIRST, LAID, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import SIZES, grid
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


@st.composite
def any_packing(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """A board and blocks on it that share no square, in any order and any colours."""
    size = draw(st.integers(4, 16))
    touching = grid(size).touching
    packing: list[tuple[int, int]] = []
    for block in draw(st.lists(st.integers(0, len(touching) - 1), max_size=60)):
        if all(block not in touching[other] for other, _ in packing):
            packing.append((block, draw(st.sampled_from((BLACK, WHITE)))))
    return size, packing


@settings(max_examples=60, deadline=None)
@given(any_packing())
def test_every_packing_is_reached_by_play(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    size, packing = drawn
    moves = game_for(size, packing)
    assert len(moves) == 4 * len(packing)
    game = GameState(size)
    for number, move in enumerate(moves):
        assert move.chosen is None
        assert game.refusal(move) is None
        assert game.cells[move.square] == EMPTY
        game.do(move)
        # nothing but what is asked for is laid, and only when its fourth omino lies
        assert sum(game.quominoes) == (number + 1) // 4
        assert game.count(FIRST, LAST) == (number + 1) % 4
    wanted = {square: LAID[colour] for block, colour in packing for square in grid(size).squares[block]}
    assert {square: cell for square, cell in enumerate(game.cells) if cell in LAID} == wanted
    assert game.quominoes == [[colour for _, colour in packing].count(each) for each in (BLACK, WHITE)]


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
    "a sentinel too many": (
        *("fewest_quominoes", SENTINELS | {24}, LOOSE),
        *("bound-wrong sentinels-met", "a game reached 4 Quominoes, though at least 5 is said to be proved"),
    ),
    "a sentinel beside the board": (
        *("fewest_quominoes", SENTINELS - {18} | {25}, LOOSE),
        *("sentinel-nowhere", "found block 25, allowed are 0 to 24"),
    ),
    "a sentinel before the board": (
        *("fewest_quominoes", SENTINELS - {18} | {-1}, LOOSE),
        *("sentinel-nowhere", "found block -1, allowed are 0 to 24"),
    ),
    "the most for the fewest": ("fewest_quominoes", SENTINELS, TIGHT, "bound-not-attained", "9 Quominoes; proved"),
    "as few, and blocks left": (
        *("fewest_quominoes", SENTINELS, [(0, 0), (4, 1), (20, 1), (24, 0)]),
        *("block-left", "9 blocks are free, the first at c6"),
    ),
    "no packing for the fewest": (
        *("fewest_quominoes", SENTINELS, [(25, 0)]),
        *("block-left bound-wrong packing-wrong", "found block 25, allowed are 0 to 24"),
    ),
    "a lower number of fewest": ("most_dead", 3, LOOSE, "bound-not-attained", "20 dead squares; proved is at most 24"),
    "a higher number of fewest": ("most_dead", 5, LOOSE, "bound-wrong", "20 dead squares, though at most 16 is said"),
    "no dead squares": ("most_dead", 4, TIGHT, "bound-not-attained", "a game reached 0 dead squares"),
    "no packing for the dead": (
        *("most_dead", 4, [(0, 3)]),
        *("bound-not-attained packing-wrong", "found the colour 3"),
    ),
    "an omino missing": ("most_ominoes", ONE_WAY[1:], "bound-not-attained", "35 ominoes; proved is at most 36"),
    "two ominoes on a square": (
        *("most_ominoes", [*ONE_WAY[:35], Move(34, 0)]),
        *("bound-not-attained move-refused", "move 36: the omino on e1 is black at nw already"),
    ),
    "a block completed": (
        *("most_ominoes", [*game_for(6, [(0, BLACK)]), *ONE_WAY[2:6]]),
        *("bound-not-attained", "a game reached 4 ominoes"),
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_proofs(case: str) -> None:
    law, *handed, wanted, told = BROKEN[case]
    findings = getattr(bounds, law)(6, *handed)[1]
    assert codes(findings) == wanted.split()
    assert any(told in each.message for each in findings), findings
    assert all(each.subject.startswith("6 × 6, ") for each in findings)


def test_what_is_not_proved_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in any of the sets, or of the rules, reaches `prove`, and `need` gives no number."""
    slips = {
        "pegs": (lambda size: pegs(size) | {0}, "most Quominoes"),
        "sentinels": (lambda size: sentinels(size) | {1}, "fewest Quominoes at the end"),
        "densest": (sparsest, "most Quominoes"),
        "sparsest": (densest, "fewest Quominoes at the end"),
        "one_way": (lambda size: one_way(size)[:-1], "most ominoes"),
        "DEAD": (EMPTY, "most dead squares"),
    }
    for slip, (instead, subject) in slips.items():
        with monkeypatch.context() as patch:
            patch.setattr(bounds, slip, instead)
            assert bounds.prove(6)[1], slip
            need.cache_clear()
            with pytest.raises(ArithmeticError, match=f"^6 × 6, {subject}: "):
                need(6)
    need.cache_clear()
    assert need(6) == Need(*KNOWN[6])


@pytest.mark.sampled(6)
@pytest.mark.parametrize("size", SIZES)
def test_without_any_one_of_its_squares_or_blocks_the_proof_fails(size: int) -> None:
    tight, loose = densest(size), sparsest(size)
    for peg in pegs(size):
        found = bounds.most_quominoes(size, pegs(size) - {peg}, tight)[1]
        assert codes(found) == ["block-without-peg", "bound-wrong"]
    for sentinel in sentinels(size):
        found = bounds.fewest_quominoes(size, sentinels(size) - {sentinel}, loose)[1]
        assert codes(found) == ["bound-not-attained"]
    for number in range(len(tight)):
        found = bounds.most_quominoes(size, pegs(size), tight[:number] + tight[number + 1 :])[1]
        assert codes(found) == ["bound-not-attained"]
    for number in range(len(loose)):
        found = bounds.fewest_quominoes(size, sentinels(size), loose[:number] + loose[number + 1 :])[1]
        assert codes(found) == ["block-left", "bound-wrong"]


def test_a_replay_stops_at_what_is_refused() -> None:
    game, findings = bounds.replay(4, [Move(0, 0), Move(0, 0), Move(1, 0)], "a game")
    assert game.move_count == 1
    assert codes(findings) == ["move-refused"]
    assert findings[0].subject == "a game"
    game, findings = bounds.replay(4, [*game_for(4, [(4, WHITE)]), Move(0, 0)], "a game")
    assert sum(game.quominoes) == 1
    assert "the game has ended" in findings[0].message


def packings(size: int) -> Iterator[list[int]]:
    """All packings, none among them, as upper left squares in order."""
    corners = [row * size + column for row in range(size - 1) for column in range(size - 1)]

    def further(start: int, covered: frozenset[int]) -> Iterator[list[int]]:
        yield []
        for at in range(start, len(corners)):
            four = {corners[at], corners[at] + 1, corners[at] + size, corners[at] + size + 1}
            if not covered & four:
                for rest in further(at + 1, covered | four):
                    yield [corners[at], *rest]

    return further(0, frozenset())


@pytest.mark.parametrize(("size", "count"), [(4, 35), (5, 314), (6, 6427)])
def test_all_packings_of_a_small_board(size: int, count: int) -> None:
    """Counts of packings: how many ways there are to put kings that do not attack one another, OEIS A063443."""
    blocks = {four[0]: block for block, four in enumerate(grid(size).squares)}
    seen = quominoes = dead = 0
    fewest = size * size
    for packing in packings(size):
        seen += 1
        covered = {at + step for at in packing for step in (0, 1, size, size + 1)}
        free = [at for at in blocks if not covered & {at, at + 1, at + size, at + size + 1}]
        open_squares = {at + step for at in free for step in (0, 1, size, size + 1)}
        gone = size * size - len(covered | open_squares)
        quominoes, dead = max(quominoes, len(packing)), max(dead, gone)
        if not free:
            fewest = min(fewest, len(packing))
        if size < 6:
            game = played(size, game_for(size, [(blocks[at], at % 2) for at in packing]))
            assert (sum(game.quominoes), game.count(DEAD, DEAD), game.live) == (len(packing), gone, len(free))
            assert game.over is (not free)
    assert seen == count
    assert need(size) == Need(quominoes, fewest, dead, size * size)


@pytest.mark.parametrize(
    ("sizes", "message"), [((3,), "found 3, allowed are 4 to 16"), ((6, 17), "found 17"), ((), "none")]
)
def test_no_box_is_for_boards_that_cannot_be(sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        box(sizes)
