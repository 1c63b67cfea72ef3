"""Names of Majomino boards: one for each, and a slip in typing gives no other board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_majomino_board import every, numbered

from quasiprint.games.majomino.board import Board, inner_walls, of_regions, of_walls, rim
from quasiprint.games.majomino.names import ALPHABET, is_name, name, names, parse_name
from quasiprint.model.errors import InputError

SEVEN = "7-2ZBR80-1"
TYPICAL = "AAAABACCBBCCDDBECEDBEEEDD"


def lettered(letters: str) -> Board:
    return of_regions(round(len(letters) ** 0.5), [ord(letter) for letter in letters])


def bands(size: int) -> Board:
    return of_regions(size, [cell // size for cell in range(size * size)])


def test_every_board_has_a_name_of_its_own() -> None:
    for size, total, length in ((3, 10, 5), (5, 4006, 7)):
        boards = every(size)
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


REFUSED = {
    "": "board name '': allowed is a size, a hyphen",
    "5": "allowed is a size, a hyphen",
    "-0MJ-1": "allowed is a size, a hyphen",
    "50MJ1": "allowed is a size, a hyphen",
    "4-0MJ-1": "found the size '4', allowed is an odd number from 3 to 21",
    "1-0MJ-1": "found the size '1'",
    "23-0MJ-1": "found the size '23'",
    "05-0MJ-1": "found the size '05'",
    "٥-0MJ-1": "found the size '٥'",
}


@pytest.mark.parametrize(("typed", "told"), REFUSED.items(), ids=[text[:10] for text in REFUSED])
def test_what_is_no_name_is_refused(typed: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_name(typed)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 200


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
    with pytest.raises(ValueError, match="found sizes 3 and 5, allowed is one"):
        names([bands(3), bands(5)])
    assert names([]) == ()


def test_every_slip_is_caught_in_boards_of_5() -> None:
    for number in range(0, 4006, 61):
        for slip in slips(name(numbered(5, number))):
            with pytest.raises(InputError, match="look for a slip"):
                parse_name(slip)
