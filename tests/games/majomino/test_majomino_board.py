"""Majomino boards: walls, regions and images; one name each; their text form; nothing is lost on the way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest
from boards_read import QUESTION_4
from boards_read import TYPICAL as TYPICAL_OF_NOTATION
from called import refusal
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.errors import InputError
from quasiprint.games.majomino.board import (
    Board,
    MarkedBoard,
    beside,
    canonical,
    colouring,
    images,
    inner_walls,
    of_regions,
    of_walls,
    rim,
    symmetries,
)
from quasiprint.games.majomino.dissection import count_table
from quasiprint.games.majomino.notation import ALPHABET, all_boards, is_name, name, names, parse_name, read, write


def numbered(size: int, number: int) -> Board:
    return Board(size, tuple(count_table(size).unrank_each([number])[0].tolist()))


def test_a_wall_beyond_the_board_and_a_wrong_number_of_cells_are_refused() -> None:
    with pytest.raises(ValueError, match=r"found a wall \('-', 4, 0\)"):
        of_walls(3, [("-", 4, 0)])
    with pytest.raises(ValueError, match="found 8 cells, a board of 3 × 3 has 9"):
        Board(3, (0,) * 8)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_eight_symmetries_are_a_group(size: int) -> None:
    moves = list(symmetries(size))
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
    boards = all_boards(size)
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


def test_colourings_of_7_are_proper_and_have_the_fewest_colours() -> None:
    drawn = random.Random(7)
    for _ in range(8):
        board = numbered(7, drawn.randrange(158753814))
        found = colouring(board)
        assert len(found) == board.count
        assert all(found[a] != found[b] for a, b in touching(board))
        colours = len(set(found))
        assert set(found) == set(range(colours))
        assert not colourable(board, colours - 1)


# --- Names of Majomino boards ---------------------------------------------------------------------


SEVEN = "7-2ZBR80-1"
TYPICAL = "AAAABACCBBCCDDBECEDBEEEDD"


def lettered(letters: str) -> Board:
    return of_regions(round(len(letters) ** 0.5), [ord(letter) for letter in letters])


def bands(size: int) -> Board:
    return of_regions(size, [cell // size for cell in range(size * size)])


def test_every_board_has_a_name_of_its_own() -> None:
    for size, total, length in ((3, 10, 5), (5, 4006, 7)):
        boards = all_boards(size)
        found = names(boards)
        assert len(boards) == total
        assert len(set(found)) == total
        assert {len(text) for text in found} == {length}
        assert all(is_name(text) for text in found)
        assert [parse_name(text) for text in found[::7]] == boards[::7]
        assert [name(board) for board in boards[::100]] == list(found[::100])


def test_names_that_are_printed_keep_their_meaning() -> None:
    """These names stand on boards: they must mean the same in every version to come."""
    assert name(lettered(TYPICAL)) == "5-0MJ-1"
    assert parse_name("5-0MJ-1") == lettered(TYPICAL)
    assert name(bands(9)) == "9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S"
    assert name(numbered(7, 10**8)) == SEVEN


@pytest.mark.parametrize("size", range(9, 22, 2))
def test_large_boards_are_named_by_their_walls(size: int) -> None:
    text = name(bands(size))
    assert parse_name(text) == bands(size)
    assert len(text.replace("-", "")) == len(str(size)) + -(-2 * size * (size - 1) // 5) + 1
    assert all(len(group) <= 5 for group in text.split("-"))


SAMPLES = ["3-9-Y", "5-0MJ-1", SEVEN, "9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S"]


def slips(text: str) -> Iterator[str]:
    """Every single wrong character, and every swap of neighbours that differ, hyphens passed over."""
    start = text.index("-") + 1
    places = [k for k in range(start, len(text)) if text[k] != "-"]
    for k in places:
        for other in ALPHABET:
            if other != text[k]:
                yield text[:k] + other + text[k + 1 :]
    for k, j in zip(places, places[1:], strict=False):
        if text[k] != text[j]:
            yield text[:k] + text[j] + text[k + 1 : j] + text[k] + text[j + 1 :]


@pytest.mark.parametrize("text", [*SAMPLES, "11", "21", *(f"5-{k}" for k in range(0, 4006, 400))])
def test_every_slip_is_caught(text: str) -> None:
    if "-" not in text:
        text = name(bands(int(text)))
    elif text.count("-") == 1:
        text = name(numbered(5, int(text[2:])))
    for slip in slips(text):
        with pytest.raises(InputError, match="which does not fit the rest; look for a slip"):
            parse_name(slip)
    for size in range(100):
        wrong = f"{size}{text[text.index('-') :]}"
        if wrong != text:
            with pytest.raises(InputError):
                parse_name(wrong)


def test_names_may_be_typed_as_people_read_them() -> None:
    board = lettered(TYPICAL)
    for typed in (
        "5-0MJ-1",
        "5-0mj-1",
        "5-omj-l",
        "5-OMJ-I",
        "5-0MJ1",
        "5-0-M-J-1",
        "5- 0M J -1",
        " 5-0MJ-1\n",
        "5-omji",
    ):
        assert parse_name(typed) == board


def fits(text: str) -> bool:
    try:
        parse_name(text)
    except InputError as refused:
        return "look for a slip" not in str(refused)
    return True


def checked(size: int, payload: str) -> str:
    """A name with the check character that fits."""
    return next(text for text in (f"{size}-{payload}-{check}" for check in ALPHABET) if fits(text))


def test_walls_that_are_no_dissection() -> None:
    good = name(bands(9)).split("-", 1)[1].replace("-", "")[:-1]
    for payload in ("0" * 29, "Z" * 28 + "G", "1" + good[1:], "G" + good[1:]):
        with pytest.raises(InputError, match="found walls that do not divide the board into 9 regions of 9 cells"):
            parse_name(checked(9, payload))


def test_boards_that_have_no_name() -> None:
    loose = of_walls(3, {*rim(3), *(wall for wall in inner_walls(3) if wall[0] == "-"), ("|", 0, 1)})
    for board in (lettered("AABBBBCCC"), loose, of_walls(3, bands(3).walls() - {("-", 0, 0)})):
        with pytest.raises(ValueError, match="not divided into 3 regions of 3 cells"):
            name(board)
    for size in (1, 4, 23):
        with pytest.raises(ValueError, match=f"found {size} × {size} cells, names are for odd sizes from 3 to 21"):
            name(bands(size))


# --- The text form of Majomino boards -------------------------------------------------------------


THREE = "+--+--+--+\n| x|     |\n+  +--+  +\n|  | o|  |\n+  +  +--+\n|  |     |\n+--+--+--+\n"
WIDE = "+---+---+\n| x     |\n+   +---+\n|     o |\n+---+---+\n"


def labels(position: MarkedBoard) -> str:
    size = position.board.size
    rows = (position.board.regions[k : k + size] for k in range(0, size * size, size))
    return " ".join("".join("ABCDEFGHI"[region] for region in row) for row in rows)


@st.composite
def positions(draw: st.DrawFn, largest: int = 6) -> MarkedBoard:
    """A board of any walls, be they right or not, with any marks."""
    size = draw(st.integers(1, largest))
    places = [*inner_walls(size), *rim(size)]
    standing = draw(st.integers(0, 2 ** len(places) - 1))
    board = of_walls(size, [wall for k, wall in enumerate(places) if standing >> k & 1])
    return MarkedBoard(board, draw(st.text("xo.", min_size=size * size, max_size=size * size)))


@st.composite
def drawings(draw: st.DrawFn) -> str:
    """A board drawn character by character, apart from the program."""
    size, width = draw(st.integers(1, 6)), draw(st.sampled_from((2, 3)))
    level = st.lists(st.sampled_from(("-" * width, " " * width)), min_size=size, max_size=size)
    cell = st.sampled_from([f" {mark} "[:width] for mark in "xo "])
    row = st.lists(cell, min_size=size, max_size=size)
    wall = st.sampled_from("| ")
    lines = []
    for k in range(2 * size + 1):
        if k % 2:
            lines.append("".join(draw(wall) + found for found in draw(row)) + draw(wall))
        else:
            lines.append("+" + "".join(f"{found}+" for found in draw(level)))
    return "\n".join(lines) + "\n"


def test_the_boards_of_the_source() -> None:
    (typical,) = read(TYPICAL_OF_NOTATION.encode())
    assert labels(typical) == "AAAAB ACCBB CCDDB ECEDB EEEDD"
    assert typical.marks == "." * 25
    (question,) = read(QUESTION_4.encode())
    assert labels(question) == "ABBBB ACCBD AACCD EAECD EEEDD"
    assert question.marks == ".ooox.oox.o.xx.o..oxx..x."
    assert write(question.board, question.marks) == QUESTION_4
    assert write(typical.board) == TYPICAL_OF_NOTATION
    assert not any(position.board.loose or position.board.gaps for position in (typical, question))


@given(positions())
def test_what_is_written_is_read_again(position: MarkedBoard) -> None:
    assert read(write(position.board, position.marks).encode()) == (position,)


@given(drawings())
def test_what_is_read_is_written_again(drawn: str) -> None:
    (position,) = read(drawn.encode())
    third = 3 if drawn.index("+", 1) == 4 else None  # of a wide cell, which says nothing
    narrow = ["".join(sign for k, sign in enumerate(line) if k % 4 != third) for line in drawn.split("\n")]
    assert write(position.board, position.marks) == "\n".join(narrow)


def test_a_mark_may_stand_anywhere_in_its_cell_and_be_large() -> None:
    told = read(THREE.encode())
    assert read(THREE.replace(" x", "X ").replace(" o", "O ").encode()) == told
    wide = read(WIDE.encode())
    for mark in ("x  ", "  x", " X "):
        assert read(WIDE.replace(" x ", mark).encode()) == wide


def test_what_is_no_text_is_refused_where_it_is() -> None:
    for raw, at in ((THREE.encode().replace(b" o", b" \xff"), "line 4, column 6"), (THREE.encode("utf-16"), "line 1")):
        with pytest.raises(InputError, match=f"{at}.*: found the byte 0xff, which is no UTF-8"):
            read(raw)


@given(drawings(), st.integers(0), st.sampled_from("+-|xoX \n\t#"))
def test_a_slip_gives_another_board_or_is_refused_where_it_is(drawn: str, at: int, typed: str) -> None:
    at %= len(drawn)
    told = refusal(lambda: read((drawn[:at] + typed + drawn[at + 1 :]).encode()))
    assert not told or re.match(r"board: line \d+, column \d+: found .+, allowed ", told)
