"""Samples of boards: uniform, reproducible, distinct where asked; the chain of swaps reaches all; trials fail."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import start_page
from called import invoke, other_hash_seed, python
from edited import manifest

from quasiprint.errors import InputError
from quasiprint.games.majomino import dissection as counting
from quasiprint.games.majomino import sampling
from quasiprint.games.majomino.board import Board as Drawn
from quasiprint.games.majomino.board import Labels as Board
from quasiprint.games.majomino.board import images as images_of
from quasiprint.games.majomino.board import is_dissection as keeps_the_laws
from quasiprint.games.majomino.board import of_regions, renumber, symmetries
from quasiprint.games.majomino.dissection import CountTable, placements, seed_state
from quasiprint.games.majomino.sampling import (
    CLASSES,
    Walk,
    convergence,
    sample,
    starts,
    steps_for,
    trial,
    trial_of_the_draw,
    upper_tail,
    warm_up_for,
)
from quasiprint.system.compiled import compile_kernel

Way = Callable[[int, int, int], tuple[Board, ...]]


@pytest.fixture(scope="module", autouse=True)
def five() -> CountTable:
    """All is drawn compiled: Python gives the same (tests/system/test_compiled.py), and takes three times as long."""
    for kernel in (counting.fill, sampling._step):
        compile_kernel(kernel)
    return counting.count_table(5)


def array(boards: tuple[Board, ...]) -> np.ndarray:
    return np.array(boards, np.uint8)


@cache
def images(board: Board) -> tuple[Board, ...]:
    """The eight images of a board, one by one, as the game has them."""
    return tuple(images_of(Drawn(math.isqrt(len(board)), board)))


def canonical(board: Board) -> Board:
    return min(images(board))


# --- uniform ------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(5))
def test_samples_are_uniform(five: CountTable, seed: int) -> None:
    found = sample(5, 10 * five.total, seed)
    told = trial(five, array(found))
    assert (told.draws, told.boards, told.freedom) == (40_060, 4006, 4005)
    assert told.p > 1e-4
    assert told.unseen <= 3  # 0.2 expected


@pytest.mark.parametrize("size", [3, 5])
def test_the_trial_rejects_the_generator_that_favours_few_walls(size: int) -> None:
    findings, facts = trial_of_the_draw(size, 1)
    assert findings == []
    assert facts["trial of a biased generator"]["p"] < 1e-12


def test_the_trial_takes_dissections_only(five: CountTable) -> None:
    boards = five.draw(10, 1)
    boards[3, 7] ^= 1
    with pytest.raises(ValueError, match="1 of what was drawn cannot come"):
        trial(five, boards)


# --- the same again -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 9])
def test_fewer_boards_are_the_first_of_more(size: int) -> None:
    whole = sample(size, 2, 5)
    assert sample(size, 1, 5) == whole[:1]
    assert sample(size, 1, 6) != whole[:1]


@pytest.mark.thorough
def test_a_seed_fixes_the_boards_in_any_process() -> None:
    asked = [(5, 9, 1, False), (5, 9, 1, True), (7, 9, 1, True), (9, 3, 1, False)]
    program = f"from quasiprint.games.majomino.sampling import sample\nprint([sample(*each) for each in {asked}])"
    done = python("-c", program, env={"PYTHONHASHSEED": other_hash_seed()}, check=True)
    assert done.stdout.strip() == str([sample(*each) for each in asked])


# --- distinct -----------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "count"), [(3, 2), (5, 300), (7, 3000), (9, 6)])
def test_distinct_boards_differ_by_more_than_symmetry(size: int, count: int) -> None:
    boards = sample(size, count, 1, distinct=True)
    assert len({canonical(board) for board in boards}) == len(boards) == count
    assert all(board == renumber(board) for board in boards)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", [sampling._draw_from_list, sampling._draw_and_accept])
def test_every_class_is_as_likely_and_so_is_each_of_its_boards(five: CountTable, way: Way) -> None:
    """Both ways to distinct boards, of the list and of draws, where all classes can be seen."""
    every = [tuple(board) for board in five.all_boards().tolist()]
    members = Counter(map(canonical, every))
    shown = Counter(board for seed in range(250) for board in way(5, 20, seed))
    of_class: Counter[Board] = Counter()
    for board, times in shown.items():
        of_class[canonical(board)] += times
    expected = 250 * 20 / 515
    # Without replacement, the statistic is a little smaller: by (515 − 20) / (515 − 1).
    square = sum((of_class[form] - expected) ** 2 / expected for form in members) * 514 / 495
    assert 1e-4 < upper_tail(square, 514) < 1 - 1e-4
    within = sum(
        (shown[board] - share) ** 2 / share
        for board in every
        if (share := of_class[canonical(board)] / members[canonical(board)])
    )
    assert 1e-4 < upper_tail(within, len(every) - 515) < 1 - 1e-4


def count_fixed(size: int, symmetry: int) -> int:
    """Return how many dissections a symmetry, by its number in `symmetries`, leaves as they are. The first free cell is
    covered by a region and its images, which must be the region itself or apart from it and from one another."""
    image = list(symmetries(size)[symmetry])
    full = (1 << size * size) - 1

    def image_of(region: int) -> int:
        return sum(1 << image[cell] for cell in range(size * size) if region >> cell & 1)

    def orbit(region: int) -> int:
        """Return the cells of a region and its images, 0 if some overlap."""
        cells, other = region, image_of(region)
        while other != region:
            if other & cells:
                return 0
            cells |= other
            other = image_of(other)
        return cells

    # What is covered is symmetric, so a board's region over the first free cell is laid before its
    # images, or is its own: each board is built once.
    orbits = [[cells for region in regions if (cells := orbit(region))] for regions in placements(size)]

    @cache
    def ways(covered: int) -> int:
        if covered == full:
            return 1
        free = full & ~covered
        cell = (free & -free).bit_length() - 1
        return sum(ways(covered | cells) for cells in orbits[cell] if not cells & covered)

    return ways(0)


@pytest.mark.parametrize(("size", "count"), [(3, 2), (5, 515), pytest.param(7, 19_846_102, marks=pytest.mark.thorough)])
def test_classes_are_counted(size: int, count: int) -> None:
    assert CLASSES[size] == count
    total = counting.count_table(size).total
    quarter, half, diagonal, upright = (count_fixed(size, k) for k in (1, 2, 4, 5))
    assert (total + 2 * quarter + half + 2 * diagonal + 2 * upright) == 8 * count


@pytest.mark.parametrize(("size", "found", "most"), [(3, 3, 2), (5, 600, 515), (7, 19_846_103, 19_846_102)])
def test_more_distinct_boards_than_there_are(size: int, found: int, most: int) -> None:
    with pytest.raises(InputError) as error:
        sample(size, found, 1, distinct=True)
    assert str(error.value) == (
        f"count: found {found} distinct boards of {size} × {size} cells, allowed is up to {most}: "
        "there are no more that differ by more than rotation and reflection"
    )


# --- The cell-swap chain --------------------------------------------------------------------------


def states(size: int, count: int, steps: int, warm_up: int, seed: int) -> np.ndarray:
    walk = Walk(starts(size)[0], seed_state(seed), warm_up + count * steps)
    walk.walk(warm_up)
    return walk.states(count, steps)


def is_dissection(board: list[int]) -> bool:
    """Whether each of N regions is connected and has N cells, as the game's laws have it, which know no kernel."""
    return keeps_the_laws(of_regions(math.isqrt(len(board)), board))


def swapped(board: np.ndarray) -> set[bytes]:
    """Every board one swap from a board, the board itself among them if some pair may not swap."""
    found = set()
    for a in range(len(board)):
        for b in range(a):
            other = board.copy()
            other[a], other[b] = board[b], board[a]
            found.add(bytes(other) if is_dissection(other.tolist()) else bytes(board))
    return found


def stepped(here: np.ndarray, state: np.ndarray) -> np.ndarray:
    """A board after one step from another."""
    walk = Walk(here, state)
    walk.walk(1)
    return walk.labels()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_one_step_makes_every_allowed_swap_and_no_other(size: int) -> None:
    state = seed_state(size)
    walk = Walk(starts(size)[0], state)
    for steps in (1000, 100, 100):
        walk.walk(steps)
        here = walk.labels()
        # each swap comes with the chance 2 / N⁴: one in 10¹⁰ is missed
        assert {bytes(stepped(here, state)) for _ in range(12 * size**4)} == swapped(here)


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "count", "steps"), [(3, 3000, 400), (5, 40_060, 4000)])
def test_spaced_states_are_uniform(size: int, count: int, steps: int) -> None:
    told = trial(counting.count_table(size), states(size, count, steps, 20 * steps, 5))
    assert told.p > 1e-4
    assert told.unseen <= 3


@pytest.mark.parametrize(("size", "count", "steps"), [(9, 400, 500), (15, 100, 3000), (21, 50, 5000)])
def test_every_state_is_a_dissection(size: int, count: int, steps: int) -> None:
    boards = states(size, count, steps, 0, 2).tolist()
    assert all(is_dissection(board) for board in boards)
    for board in boards:
        firsts = [board.index(label) for label in range(size)]
        assert firsts == sorted(firsts)
    assert len(set(map(tuple, boards))) > 0.8 * count


@pytest.mark.parametrize("size", [3, 8, 9, 21])
def test_starts_are_dissections_unlike_one_another(size: int) -> None:
    boards = starts(size)
    assert all(is_dissection(board.tolist()) for board in boards)
    assert len(set(map(bytes, boards))) == 3


def test_large_samples_say_that_they_are_not_uniform_and_how_far_they_converged() -> None:
    found = sample(9, 2, 1)
    assert all(is_dissection(list(board)) for board in found)
    assert found == tuple(map(tuple, states(9, 2, steps_for(9), warm_up_for(9), 1).tolist()))


def test_large_boards_are_never_called_uniform(here: Path) -> None:
    # with a seed that no other test draws with: boards are kept, and what is found of them is said once
    result = invoke("make", "majomino", "--size", 9, "--count", 1, "--seed", 99, "--format", "txt", "-o", "set", code=0)
    assert "approximately uniformly" in result.output
    page = start_page.text(Path("set"))
    assert "approximately uniformly: 236196 swaps of cells tried" in page
    assert "R-hat" in page and "drawn uniformly" not in page
    (finding,) = manifest(Path("set"))["findings"]
    assert (finding["code"], finding["severity"]) == ("approximately-uniform", "note")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_diagnostic_fails_chains_that_took_too_few_steps(seed: int) -> None:
    told = convergence(9, seed, steps=200)
    assert told.r_hat > 1.3
    assert convergence(9, seed, steps=0).r_hat == math.inf
