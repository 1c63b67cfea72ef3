"""The text forms of Quomino: what is written is read again, and what is in no such form is refused."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.addons.studio.table.quomino import saved_game
from quasiprint.errors import InputError
from quasiprint.games.quomino import notation
from quasiprint.games.quomino.notation import (
    MoveEntry,
    MoveRecord,
    Position,
    is_position,
    of_game,
    read,
    read_position,
    show,
    to_game,
)
from quasiprint.games.quomino.rules import BLACK, COLOURS, CORNERS, DEAD, KEYS, SHAPES, WHITE, GameState, Move

TYPED = b"""quomino 6
# a comment, anywhere
1 black c4 se
2 white d4 sw   # and here
turn c4 ne
D3 9
place c3 ne black
pass
"""
MOVES = [Move(14, 2), Move(15, 3), Move(14, 1), Move(21, 1), Move(20, 1, BLACK), None]
BOARD = """quomino 6
white to move
last turned: black
6  .  .  3  1  .  .
5  .  .  9  7  .  .
4  x  B  B  .  .  .
3  x  B  B  .  W  W
2  x  x  x  .  W  W
1  .  .  .  .  .  .
   a  b  c  d  e  f
"""


def random_game(size: int, seed: int, most: int = 1000) -> tuple[GameState, list[Move | None]]:
    game, chance, done = GameState(size), random.Random(seed), []
    while not game.over and len(done) < most:
        moves = list(game.moves())
        done.append(moves[chance.randrange(len(moves))] if moves else None)
        game.do(done[-1])
    return game, done


def test_a_game_as_it_is_typed() -> None:
    told = read(TYPED)
    assert told == MoveRecord(
        6,
        (
            MoveEntry(3, MOVES[0], "", 1, BLACK),
            MoveEntry(4, MOVES[1], "", 2, WHITE),
            MoveEntry(5, MOVES[2], "turn"),
            MoveEntry(6, MOVES[3]),
            MoveEntry(7, MOVES[4], "place"),
            MoveEntry(8, MOVES[5]),
        ),
    )


def test_the_games_and_boards_of_the_documentation_are_read() -> None:
    def shown(text: str | None) -> bytes:
        found = re.findall(r"^    (.*)$", text or "", re.MULTILINE)
        return "\n".join(found).encode()

    game, board = re.findall(rb"quomino 6[^q]*", shown(notation.__doc__))
    assert [entry.move for entry in read(game, sealed=True).entries] == MOVES
    assert read_position(board).mover == WHITE


def test_a_corner_may_be_typed_in_many_ways() -> None:
    for corner in range(4):
        for word in (CORNERS[corner], CORNERS[corner].upper(), KEYS[corner]):
            assert read(f"QUOMINO 6\n\t3. White  TURN C4 {word} BLACK".encode()).entries == (
                MoveEntry(2, Move(14, corner, BLACK), "turn", 3, WHITE),
            )


@settings(max_examples=40)
@given(st.integers(4, 8), st.integers(0, 2**32), st.integers(0, 150))
def test_what_is_written_is_read_again(size: int, seed: int, most: int) -> None:
    game, done = random_game(size, seed, most)
    text = saved_game(size, done, [("computer", "white"), ("depth", "2")])
    told = read(text.encode(), sealed=True)
    assert [entry.move for entry in told.entries] == done
    assert (told.size, told.saved, told.settings) == (size, True, (("computer", "white"), ("depth", "2")))
    assert [entry.number for entry in told.entries] == list(range(1, len(done) + 1))
    assert [entry.player for entry in told.entries] == [at % 2 for at in range(len(done))]
    # the position that it comes to can be shown, too
    for plain in (True, False):
        turned = ", ".join(colour for colour, did in zip(COLOURS, game.just_rotated, strict=True) if did)
        head = f"{COLOURS[game.mover]} to move\n" + f"last turned: {turned}\n" * bool(turned)
        again = read_position((head + show(game, plain=plain)).encode())
        assert again == of_game(game)
        live = to_game(again)
        for slot in ("size", "cells", "free", "hope", "live", "quominoes", "mover", "just_rotated"):
            assert getattr(live, slot) == getattr(game, slot)
        assert read_position(show(game, plain=plain).encode()).cells == tuple(game.cells)
        assert is_position(show(game, plain=plain).encode())
    assert not is_position(text.encode())


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 12), st.data())
def test_a_saved_game_that_is_cut_off_or_changed_is_refused(seed: int, most: int, data: st.DataObject) -> None:
    text = saved_game(5, random_game(5, seed, most)[1], [("depth", "3")])
    cut = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(InputError):
        read(text[:cut].encode(), sealed=True)
    lines = text.splitlines()
    at = data.draw(st.integers(2, len(lines) - 2))
    with pytest.raises(InputError, match=f"cut off: found {len(lines) - 4} moves, but {len(lines) - 3} were saved"):
        read("\n".join(lines[:at] + lines[at + 1 :]).encode())
    with pytest.raises(InputError, match="something was added: found"):
        read("\n".join([*lines[: at + 1], *lines[at:]]).encode())
    square = re.sub(r"[a-e]([1-5])", lambda m: f"{chr((ord(m[0][0]) - 96) % 5 + 97)}{m[1]}", lines[at])
    for changed in (square, lines[at] + " black"):
        with pytest.raises(InputError, match="something was changed since the game was saved"):
            read("\n".join([*lines[:at], changed, *lines[at + 1 :]]).encode())


def test_editors_may_differ() -> None:
    ends = (b"\r\n", b"\r", b" \n\n")
    for text in (*(TYPED.replace(b"\n", end) for end in ends), b"\xef\xbb\xbf" + TYPED, TYPED.rstrip()):
        assert [entry.move for entry in read(text).entries] == MOVES
    assert read(b"# only\n\nquomino 4") == MoveRecord(4, ())


REFUSED = {
    "nothing": ("", "game: found nothing, allowed are lines"),
    "comments alone": ("# a\n\n", "game: found nothing"),
    "no size": ("1 black c4 se", "line 1: found '1 black c4 se', allowed first is the line quomino 4 to quomino 16"),
    "a size": ("\nquomino 3", "line 2: found 'quomino 3', allowed first is"),
    "a large size": ("quomino 17", "found 'quomino 17', allowed first is"),
    "no whole size": ("quomino six", "found 'quomino six', allowed first is"),
    "a size in other digits": ("quomino ６", "allowed first is"),
    "two sizes": ("quomino 6 6", "allowed first is"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_game_is_refused_in_one_line(case: str) -> None:
    text, message = REFUSED[case]
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read(text.encode())
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)


def test_a_game_without_its_seal_is_not_gone_on_with() -> None:
    for text in (TYPED, b"quomino 6", b"quomino 6\n# saved 0 moves"):
        with pytest.raises(InputError, match=r'was cut off: its last line, "saved ... moves, check ....", is missing'):
            read(text, sealed=True)


def test_what_a_board_says() -> None:
    told = read_position(BOARD.encode())
    assert (told.size, told.mover, told.turned) == (6, WHITE, (True, False))
    assert told.cells[12:15] == (DEAD, 5, 5)
    assert told.quominoes() == (((11, BLACK), (19, WHITE)), ())
    assert BOARD.endswith(f"black\n{show(to_game(told), plain=True)}")
    assert read_position(b"....\n" * 4) == Position(4, (0,) * 16)
    both = read_position(BOARD.replace("turned: black", "turned: white, black").encode())
    assert both.turned == (True, True)
    assert show(to_game(told)).splitlines()[1] == f"5  .  .  {SHAPES[1]}  {SHAPES[0]}  .  ."


BOARD_REFUSED = {
    "nothing": ("# none", "position: found nothing"),
    "a row short": (BOARD.replace("1  .  .  .  .  .  .\n", ""), "line 8: found 5 rows up to here, allowed are 6"),
    "no rows": ("quomino 6", "found 0 rows up to here, allowed are 6"),
    "few rows": ("...\n...\n...", "line 3: found 3 rows up to here, allowed are 4 to 16"),
    "a row more": (BOARD + "......", "line 11: found one row more, '......', allowed are 6 on 6 × 6"),
    "a square short": (BOARD.replace("7  .  .", "7  ."), "line 5: found 5 squares, allowed are 6 in a row"),
    "a comment in a row": (BOARD.replace("7  .  .", "7  #  ."), "line 5: found 4 squares, allowed are 6 in a row"),
}


@pytest.mark.parametrize("case", BOARD_REFUSED)
def test_what_is_no_position_is_refused_in_one_line(case: str) -> None:
    text, message = BOARD_REFUSED[case]
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_position(text.encode())
    assert "\n" not in str(caught.value)
