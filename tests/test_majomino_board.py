"""Majomino boards: walls and regions, the eight images of a board, and colourings by brute force."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.addons.lab.majomino.cataloguing import every
from quasiprint.games.majomino.board import (
    Board,
    beside,
    canonical,
    colouring,
    images,
    inner_walls,
    of_regions,
    of_walls,
    renumber,
    rim,
    symmetries,
)
from quasiprint.games.majomino.dissection.boards import labels_of
from quasiprint.games.majomino.dissection.programme import programme

counted = lru_cache(programme)  # read from disk once


def numbered(size: int, number: int) -> Board:
    return Board(size, tuple(labels_of(counted(size).unrank_each([number]))[0].tolist()))


@pytest.fixture(scope="module")
def five() -> list[Board]:
    return every(5)


@st.composite
def walls(draw: st.DrawFn) -> tuple[int, frozenset[tuple[str, int, int]]]:
    """Any walls at all, the rim's among them or not."""
    size = draw(st.integers(1, 6))
    places = [*inner_walls(size), *rim(size)]
    standing = draw(st.integers(0, 2 ** len(places) - 1))
    return size, frozenset(wall for k, wall in enumerate(places) if standing >> k & 1)


@given(walls())
def test_a_board_keeps_every_wall_it_was_made_of(made: tuple[int, frozenset[tuple[str, int, int]]]) -> None:
    size, standing = made
    board = of_walls(size, standing)
    assert board.walls() == standing
    assert of_walls(size, board.walls()) == board
    assert board.regions == renumber(board.regions)
    for wall in inner_walls(size):
        one, two = beside(wall, size)
        assert wall in standing or board.regions[one] == board.regions[two]
        assert (wall in board.loose) == (wall in standing and board.regions[one] == board.regions[two])


def test_a_board_is_made_of_its_regions_however_they_are_numbered(five: list[Board]) -> None:
    shuffled = random.Random(4)
    for board in five[::50]:
        number = shuffled.sample(range(100), 5)
        again = of_regions(5, [number[region] for region in board.regions])
        assert again == board
        assert not again.loose and not again.gaps


def test_cells_of_one_number_that_lie_apart_are_two_regions() -> None:
    assert of_regions(3, (0, 1, 0, 0, 1, 0, 0, 1, 0)).regions == (0, 1, 2) * 3


def test_a_wall_beyond_the_board_and_a_wrong_number_of_cells_are_refused() -> None:
    with pytest.raises(ValueError, match=r"found a wall \('-', 4, 0\)"):
        of_walls(3, [("-", 4, 0)])
    with pytest.raises(ValueError, match="found 8 cells, a board of 3 × 3 has 9"):
        Board(3, (0,) * 8)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_eight_symmetries_are_a_group(size: int) -> None:
    moves = symmetries(size)
    assert len(set(moves)) == 8
    assert moves[0] == tuple(range(size * size))
    for a, b in product(moves, moves):
        assert tuple(a[cell] for cell in b) in moves
    for a in moves:
        assert any(tuple(a[cell] for cell in b) == moves[0] for b in moves)
        # neighbours stay neighbours: no other maps of the square's cells do that
        for wall in inner_walls(size):
            one, two = (a.index(cell) for cell in beside(wall, size))
            assert abs(one // size - two // size) + abs(one % size - two % size) == 1


@pytest.mark.parametrize(("size", "total", "classes"), [(3, 10, 2), (5, 4006, 515)])
def test_every_image_has_the_same_canonical_form(size: int, total: int, classes: int) -> None:
    boards = every(size)
    known = {board.regions for board in boards}
    assert len(known) == total
    found: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for board in boards:
        orbit = set(images(board))
        assert orbit <= known
        form = canonical(board)
        assert form in orbit
        assert found.setdefault(form, orbit) == orbit  # one canonical form, one orbit
        assert sum(image == board.regions for image in images(board)) * len(orbit) == 8
    assert len(found) == classes
    assert sum(map(len, found.values())) == total


def touching(board: Board) -> set[tuple[int, int]]:
    size = board.size
    rows = [board.regions[k : k + size] for k in range(0, size * size, size)]
    columns = list(zip(*rows, strict=True))
    return {(a, b) for line in rows + columns for a, b in zip(line, line[1:], strict=False) if a != b}


def colourable(board: Board, colours: int) -> bool:
    near = touching(board)
    return any(
        all(given[a] != given[b] for a, b in near) for given in product(range(colours), repeat=len(set(board.regions)))
    )


def check_colouring(board: Board) -> int:
    found = colouring(board)
    assert len(found) == board.count
    assert all(found[a] != found[b] for a, b in touching(board))
    colours = len(set(found))
    assert set(found) == set(range(colours))
    assert not colourable(board, colours - 1)
    return colours


@pytest.mark.thorough
def test_colourings_of_5_are_proper_and_have_the_fewest_colours(five: list[Board]) -> None:
    assert {check_colouring(board) for board in five} == {2, 3, 4}


def test_colourings_of_7_are_proper_and_have_the_fewest_colours() -> None:
    drawn = random.Random(7)
    for _ in range(25):
        check_colouring(numbered(7, drawn.randrange(158753814)))


def test_the_brute_force_can_say_no() -> None:
    bands = of_regions(3, (0, 0, 0, 1, 1, 1, 2, 2, 2))
    assert colourable(bands, 2) and not colourable(bands, 1)
    assert colouring(bands) == (1, 0, 1)


def test_neighbours_are_those_that_share_a_wall(five: list[Board]) -> None:
    for board in five[::40]:
        near = {(a, b) for a, others in enumerate(board.neighbours()) for b in others}
        assert near == {(a, b) for pair in touching(board) for a, b in (pair, pair[::-1])}


def test_places_for_walls_are_all_there_once() -> None:
    for size in (1, 2, 3, 7):
        assert len(set(inner_walls(size))) == len(inner_walls(size)) == 2 * size * (size - 1)
        assert len(set(rim(size))) == len(rim(size)) == 4 * size
        assert not set(rim(size)) & set(inner_walls(size))
