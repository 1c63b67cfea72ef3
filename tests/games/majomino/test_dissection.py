"""Uniform dissections: exact counts, numbers for boards, and draws that no test of chance rejects."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache as remembered

import numpy as np
import pytest

from quasiprint.games.majomino.dissection import CountTable, build, dissections, labels_of, neighbours, placements
from quasiprint.games.majomino.sampling import ways


@pytest.fixture(scope="module")
def five() -> CountTable:
    return build(5)


def connected(cells: int, size: int) -> bool:
    seen, waiting = set(), [next(k for k in range(size * size) if cells >> k & 1)]
    while waiting:
        cell = waiting.pop()
        if cell not in seen:
            seen.add(cell)
            waiting += [other for other in neighbours(size)[cell] if cells >> other & 1]
    return len(seen) == cells.bit_count()


def enumerated(size: int) -> Iterator[tuple[int, ...]]:
    """Every dissection, by covering the first free cell; knows nothing of layers and counts."""

    def cover(covered: int, regions: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(regions) == size:
            yield regions
            return
        cell = next(k for k in range(size * size) if not covered >> k & 1)
        for region in placements(size)[cell]:
            if not region & covered:
                yield from cover(covered | region, (*regions, region))

    yield from cover(0, ())


@pytest.mark.parametrize(("size", "sets"), [(3, 22), (4, 113), (5, 571)])
def test_regions_are_all_connected_sets(size: int, sets: int) -> None:
    found = [region for by_cell in placements(size) for region in by_cell]
    assert len(found) == len(set(found)) == sets
    assert all(region.bit_count() == size and connected(region, size) for region in found)
    if size < 5:
        every = (sum(1 << k for k in range(size * size) if bits >> k & 1) for bits in range(1 << size * size))
        assert set(found) == {b for b in every if b.bit_count() == size and connected(b, size)}


@pytest.mark.thorough
def test_the_counts_are_the_known_ones(five: CountTable, seven: CountTable) -> None:
    assert (build(3).total, five.total, seven.total) == (10, 4006, 158753814)


@pytest.mark.parametrize("size", [3, 5])
def test_every_number_is_a_board_and_every_board_a_number(size: int) -> None:
    table, boards = build(size), list(enumerated(size))
    assert len(boards) == table.total
    assert list(map(tuple, dissections(table.all_boards()).tolist())) == boards
    assert table.ranks(labels_of(np.array(boards, np.uint64))).tolist() == list(range(table.total))


@pytest.mark.thorough
def test_numbers_of_large_boards_come_back(seven: CountTable) -> None:
    numbers = [0, 1, 12345678, seven.total - 1]
    boards = seven.unrank_each(np.array(numbers))
    assert seven.ranks(boards).tolist() == numbers
    for board in dissections(boards).tolist():
        assert sum(board) == (1 << 49) - 1
        assert all(connected(region, 7) for region in board)


def chi_square(counts: Counter[tuple[int, ...]], total: int) -> float:
    """Return how many standard deviations chi-square lies above its mean, for equal chances."""
    drawn = sum(counts.values())
    expected = drawn / total
    square = sum((n - expected) ** 2 for n in counts.values()) / expected + (total - len(counts)) * expected
    return (square - (total - 1)) / math.sqrt(2 * (total - 1))


@remembered
def every_board(size: int) -> list[tuple[int, ...]]:
    return list(enumerated(size))


@pytest.mark.parametrize("seed", range(5))
def test_draws_are_uniform(five: CountTable, seed: int) -> None:
    counts = Counter(map(tuple, dissections(five.draw(10 * five.total, seed)).tolist()))
    assert set(counts) <= set(every_board(5))
    assert five.total - len(counts) <= 3  # 0.2 expected
    assert abs(chi_square(counts, five.total)) < 4


def filled(size: int, chance: random.Random) -> tuple[int, ...] | None:
    """A board by covering the first free cell with any region that fits, as many generators do; None if stuck."""
    covered, regions = 0, list[int]()
    while len(regions) < size:
        cell = (~covered & covered + 1).bit_length() - 1
        fitting = [region for region in placements(size)[cell] if not region & covered]
        if not fitting:
            return None
        regions.append(chance.choice(fitting))
        covered |= regions[-1]
    return tuple(regions)


def test_the_test_rejects_a_common_generator() -> None:
    chance = random.Random(1)
    counts: Counter[tuple[int, ...]] = Counter()
    while sum(counts.values()) < 600:  # they lie 41 deviations away
        board = filled(5, chance)
        if board is not None:
            counts[board] += 1
    assert chi_square(counts, 4006) > 6


@pytest.mark.thorough
def test_first_regions_come_as_often_as_the_counts_say(seven: CountTable) -> None:
    drawn = 60_000
    first = Counter(dissections(seven.draw(drawn, 11))[:, 0].tolist())
    shares = dict(ways(seven))
    assert sum(shares.values()) == seven.total
    assert set(first) <= set(shares)
    square = sum(
        (first[region] - drawn * ways / seven.total) ** 2 / (drawn * ways / seven.total)
        for region, ways in shares.items()
    )
    assert abs(square - (len(shares) - 1)) < 5 * math.sqrt(2 * (len(shares) - 1))


@pytest.mark.thorough
def test_walls_are_as_many_as_uniform_boards_have(seven: CountTable) -> None:
    grid = seven.draw(40_000, 3).reshape(-1, 7, 7)
    walls = (grid[:, :, 1:] != grid[:, :, :-1]).sum((1, 2)) + (grid[:, 1:] != grid[:, :-1]).sum((1, 2))
    assert walls.mean() == pytest.approx(37.61, abs=0.005 + 4 * walls.std() / math.sqrt(len(walls)))
