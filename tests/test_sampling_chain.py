"""The cell-swap chain: boards only, all of them, each as often; and a diagnostic that can fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from quasiprint.games.majomino.board import is_dissection as keeps_the_laws
from quasiprint.games.majomino.board import of_regions
from quasiprint.search.dissection import programme as counting
from quasiprint.search.dissection.chain import (
    Walk,
    agreement,
    convergence,
    starts,
    steps_compared,
    steps_for,
    warm_up_for,
)
from quasiprint.search.dissection.random_numbers import seed_state
from quasiprint.search.dissection.sampling import sample, trial


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
    told = trial(counting.programme(size), states(size, count, steps, 20 * steps, 5))
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
    found = sample(9, 5, 1)
    assert all(is_dissection(list(board)) for board in found.boards)
    assert found.convergence == agreement(9)
    assert found.convergence.steps == steps_compared(9) < steps_for(9)
    assert found.boards == tuple(map(tuple, states(9, 5, steps_for(9), warm_up_for(9), 1).tolist()))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_diagnostic_fails_chains_that_took_too_few_steps(seed: int) -> None:
    told = convergence(9, seed, steps=200)
    assert told.r_hat > 1.3
    assert told.correlation > 0.5
    assert convergence(9, seed, steps=0).r_hat == math.inf
