"""The text forms of Quomino: what is written is read again, and what is in no such form is refused."""

from __future__ import annotations

import re

import pytest

from quasiprint.errors import InputError
from quasiprint.games.quomino import rules
from quasiprint.games.quomino.rules import (
    BLACK,
    CORNERS,
    KEYS,
    SHAPES,
    WHITE,
    Move,
    MoveEntry,
    MoveRecord,
    read,
    replay,
    show,
)

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
        {},
    )


def test_the_game_of_the_documentation_is_read() -> None:
    game = "\n".join(re.findall(r"^    (.*)$", rules.__doc__ or "", re.MULTILINE))
    assert [entry.move for entry in read(game.encode()).entries] == MOVES


def test_a_corner_may_be_typed_in_many_ways() -> None:
    for corner in range(4):
        for word in (CORNERS[corner], CORNERS[corner].upper(), KEYS[corner]):
            assert read(f"QUOMINO 6\n\t3. White  TURN C4 {word} BLACK".encode()).entries == (
                MoveEntry(2, Move(14, corner, BLACK), "turn", 3, WHITE),
            )


def test_editors_may_differ() -> None:
    ends = (b"\r\n", b"\r", b" \n\n")
    for text in (*(TYPED.replace(b"\n", end) for end in ends), b"\xef\xbb\xbf" + TYPED, TYPED.rstrip()):
        assert [entry.move for entry in read(text).entries] == MOVES
    assert read(b"# only\n\nquomino 4") == MoveRecord(4, (), {})


def test_a_game_without_its_seal_is_not_gone_on_with() -> None:
    for text in (TYPED, b"quomino 6", b"quomino 6\n# saved 0 moves"):
        with pytest.raises(InputError, match=r'was cut off: its last line, "saved ... moves, check ...", is missing'):
            read(text, sealed=True)


def test_what_a_board_shows() -> None:
    game, _ = replay(read(TYPED))  # up to the fifth move, which is none
    assert show(game, plain=True).splitlines()[2:5] == [
        "4  .  .  9  1  .  .", "3  .  .  .  9  .  .", "2  .  .  .  .  .  .",
    ]  # fmt: skip
    assert show(game).splitlines()[3] == f"3  .  .  .  {SHAPES[1]}  .  ."
    assert show(game).endswith("   a  b  c  d  e  f\n")
