"""Majomino boards: walls and regions, the eight images of a board, and colourings by brute force."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

import pytest

from quasiprint.games.majomino.board import (
    Board,
    beside,
    canonical,
    colouring,
    images,
    inner_walls,
    of_walls,
    symmetries,
)
from quasiprint.games.majomino.cataloguing import every
from quasiprint.search.dissection.boards import labels_of
from quasiprint.search.dissection.programme import programme

counted = lru_cache(programme)  # read from disk once


def numbered(size: int, number: int) -> Board:
    return Board(size, tuple(labels_of(counted(size).unrank_each([number]))[0].tolist()))


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


def test_colourings_of_7_are_proper_and_have_the_fewest_colours() -> None:
    drawn = random.Random(7)
    for _ in range(25):
        check_colouring(numbered(7, drawn.randrange(158753814)))
