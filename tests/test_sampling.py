"""Samples of boards: uniform, reproducible, and distinct where asked; trials that reject what is not."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from called import other_hash_seed

from quasiprint.games.majomino.board import Board as Drawn
from quasiprint.games.majomino.board import images as images_of
from quasiprint.games.majomino.board import renumber
from quasiprint.model.errors import InputError
from quasiprint.search.dissection import programme as counting
from quasiprint.search.dissection import sampling
from quasiprint.search.dissection.boards import labels_of
from quasiprint.search.dissection.programme import Programme
from quasiprint.search.dissection.sampling import (
    Board,
    classes,
    one_after_another,
    sample,
    trial,
    upper_tail,
)

Way = Callable[[int, int, int], np.ndarray]


@pytest.fixture(scope="module")
def five() -> Programme:
    return counting.programme(5)


def array(boards: tuple[Board, ...]) -> np.ndarray:
    return np.array(boards, np.uint8)


@cache
def images(board: Board) -> tuple[Board, ...]:
    """The eight images of a board, one by one, as the game has them."""
    return tuple(images_of(Drawn(math.isqrt(len(board)), board)))


def canonical(board: Board) -> Board:
    return min(images(board))


# --- uniform ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_samples_are_uniform(five: Programme, seed: int) -> None:
    found = sample(5, 10 * five.total, seed)
    told = trial(five, array(found.boards))
    assert found.convergence is None
    assert (told.draws, told.boards, told.freedom) == (40_060, 4006, 4005)
    assert told.p > 1e-4
    assert told.unseen <= 3  # 0.2 expected


def test_the_trial_rejects_one_region_after_another(five: Programme) -> None:
    told = trial(five, one_after_another(five, 10 * five.total, 1))
    assert told.p < 1e-12
    assert told.unseen > 200


def test_the_trial_takes_dissections_only(five: Programme) -> None:
    boards = labels_of(five.draw(10, 1))
    boards[3, 7] ^= 1
    with pytest.raises(ValueError, match="1 of what was drawn cannot come"):
        trial(five, boards)


# --- the same again -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_fewer_boards_are_the_first_of_more(size: int) -> None:
    whole = sample(size, 12, 5).boards
    assert sample(size, 5, 5).boards == whole[:5]
    assert sample(size, 12, 6).boards != whole


@pytest.mark.thorough
def test_a_seed_fixes_the_boards_in_any_process() -> None:
    program = (
        "from quasiprint.search.dissection.sampling import sample\n"
        "asked = [(5, 9, 1, False), (5, 9, 1, True), (7, 9, 1, True), (9, 3, 1, False)]\n"
        "print([sample(*each) for each in asked])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": other_hash_seed()},
        capture_output=True,
        text=True,
        check=True,
    )
    asked = [(5, 9, 1, False), (5, 9, 1, True), (7, 9, 1, True), (9, 3, 1, False)]
    assert done.stdout.strip() == str([sample(*each) for each in asked])


# --- distinct -----------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "count"), [(3, 2), (5, 300), (7, 3000), (9, 6)])
def test_distinct_boards_differ_by_more_than_symmetry(size: int, count: int) -> None:
    boards = sample(size, count, 1, distinct=True).boards
    assert len({canonical(board) for board in boards}) == len(boards) == count
    assert all(board == renumber(board) for board in boards)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", [sampling._draw_from_list, sampling._draw_and_accept])
def test_every_class_is_as_likely_and_so_is_each_of_its_boards(five: Programme, way: Way) -> None:
    """Both ways to distinct boards, of the list and of draws, where all classes can be seen."""
    every = [tuple(board) for board in labels_of(five.every()).tolist()]
    members = Counter(map(canonical, every))
    shown = Counter(tuple(board) for seed in range(250) for board in way(5, 20, seed).tolist())
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


@pytest.mark.parametrize(("size", "count"), [(3, 2), (5, 515), (7, 19_846_102)])
def test_classes_are_counted(size: int, count: int) -> None:
    assert classes(size) == count


@pytest.mark.parametrize(("size", "found", "most"), [(3, 3, 2), (5, 600, 515), (7, 19_846_103, 19_846_102)])
def test_more_distinct_boards_than_there_are(size: int, found: int, most: int) -> None:
    with pytest.raises(InputError) as error:
        sample(size, found, 1, distinct=True)
    assert str(error.value) == (
        f"count: found {found} distinct boards of {size} × {size} cells, allowed is up to {most}: "
        "there are no more that differ by more than rotation and reflection"
    )


@pytest.mark.parametrize("size", [-3, 1, 4, 8, 23])
def test_sizes_without_boards(size: int) -> None:
    with pytest.raises(InputError, match=f"size: found {size}, allowed is odd and from 3 to 21"):
        sample(size, 1, 1)
    with pytest.raises(InputError, match="count: found 0, allowed is from 1"):
        sample(5, 0, 1)
