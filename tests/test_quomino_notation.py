"""The text forms of Quomino: what is written is read again, and what is in no such form is refused."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.errors import InputError
from quasiprint.games.quomino import notation, position
from quasiprint.games.quomino.notation import MAX_BYTES, MoveEntry, MoveRecord, check, longest, read, write
from quasiprint.games.quomino.position import Position, is_position, of_game, show, to_game
from quasiprint.games.quomino.rules import BLACK, DEAD, WHITE, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, KEYS, SHAPES, name

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
SQUARES = "..31..", "..97..", "xBB...", "xBB.WW", "xxx.WW", "......"


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

    assert [entry.move for entry in read(shown(notation.__doc__), sealed=True).entries] == MOVES
    assert position.read(shown(position.__doc__)).mover == WHITE


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
    text = write(size, done, [("computer", "white"), ("depth", "2")])
    told = read(text.encode(), sealed=True)
    assert [entry.move for entry in told.entries] == done
    assert (told.size, told.saved, told.settings) == (size, True, (("computer", "white"), ("depth", "2")))
    assert [entry.number for entry in told.entries] == list(range(1, len(done) + 1))
    assert [entry.player for entry in told.entries] == [at % 2 for at in range(len(done))]
    # the position that it comes to can be written, too
    for plain in (True, False):
        again = position.read(position.write(game, plain=plain).encode())
        assert again == of_game(game)
        live = to_game(again)
        for slot in ("size", "cells", "free", "hope", "live", "quominoes", "mover", "just_rotated"):
            assert getattr(live, slot) == getattr(game, slot)
        assert position.read(show(game, plain=plain).encode()).cells == tuple(game.cells)
        assert is_position(show(game, plain=plain).encode())
    assert not is_position(text.encode())


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 12), st.data())
def test_a_saved_game_that_is_cut_off_or_changed_is_refused(seed: int, most: int, data: st.DataObject) -> None:
    text = write(5, random_game(5, seed, most)[1], [("depth", "3")])
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


def test_the_seal_is_of_what_is_meant() -> None:
    seal = f"saved 6 moves, check {check(6, MOVES)}"
    assert read(TYPED + seal.encode()).saved
    assert read(TYPED + f"  SAVED 6  moves,  check {check(6, MOVES).lower()} # kept\n# more\n\n".encode()).saved
    assert not read(TYPED).saved
    # one letter for another that looks like it
    one = next(moves for moves in ([None] * count for count in range(99)) if "1" in check(6, moves))
    misread = check(6, one).replace("1", "l").replace("0", "O")
    assert read(("quomino 6\n" + "pass\n" * len(one) + f"saved {len(one)} moves, check {misread}").encode()).saved
    assert len({check(6, []), check(7, []), check(6, [], [("a", "b")]), check(6, [None])}) == 4


def test_editors_may_differ() -> None:
    ends = (b"\r\n", b"\r", b" \n\n")
    for text in (*(TYPED.replace(b"\n", end) for end in ends), b"\xef\xbb\xbf" + TYPED, TYPED.rstrip()):
        assert [entry.move for entry in read(text).entries] == MOVES
    assert read(b"# only\n\nquomino 4") == MoveRecord(4, ())


def test_what_cannot_be_read_again_is_not_written() -> None:
    for moves, told in (([None], ()), ([], (("a b", "c"),)), ([], (("a", ""),)), ([], (("a", "b"), ("a", "c")))):
        with pytest.raises(ValueError):
            write(6, moves, told)


ENDED = f"quomino 6\npass\nsaved 1 move, check {check(6, [None])}\n"
REFUSED = {
    "nothing": ("", "game: found nothing, allowed are lines"),
    "comments alone": ("# a\n\n", "game: found nothing"),
    "no size": ("1 black c4 se", "line 1: found '1 black c4 se', allowed first is the line quomino 4 to quomino 16"),
    "a size": ("\nquomino 3", "line 2: found 'quomino 3', allowed first is"),
    "a large size": ("quomino 17", "found 'quomino 17', allowed first is"),
    "no whole size": ("quomino six", "found 'quomino six', allowed first is"),
    "a size in other digits": ("quomino ６", "allowed first is"),
    "two sizes": ("quomino 6 6", "allowed first is"),
    "a second size": ("quomino 6\nquomino 6", "line 2: found a second line 'quomino 6', allowed is one"),
    "a square": ("quomino 6\ng1 se", "line 2: found the square 'g1', allowed are a1 to f6, in a move such as"),
    "a word": ("quomino 6\nhello", "line 2: found the square 'hello', allowed"),
    "a corner": ("quomino 6\nc4 5", "line 2: found the corner '5', allowed are nw, ne, se, sw, or as on a number"),
    "two corners in one": ("quomino 6\nc4 79", "found the corner '79', allowed"),
    "no corner": ("quomino 6\nc4", "found 'c4' without a corner"),
    "no move": ("quomino 6\n1 black", "line 2: found only '1 black', allowed is a move"),
    "no square": ("quomino 6\nturn", "found only 'turn', allowed is a move"),
    "a word after": ("quomino 6\nc4 se blue", "found 'blue' after the move, allowed is black or white"),
    "two words after": ("quomino 6\nc4 se black white", "found 'white' after the move"),
    "a pass and more": ("quomino 6\npass c4", "found the square 'pass', allowed"),
    "a long number": ("quomino 6\n1234567 c4 se", "found the square '1234567', allowed"),
    "a setting": ("quomino 6\nsetting depth", "line 2: found 'depth' for a setting, allowed are a name and a value"),
    "a setting twice": ("quomino 6\nsetting a b\nsetting a c", "line 3: found the setting 'a' a second time"),
    "many settings": ("quomino 6\n" + "".join(f"setting a{k} b\n" for k in range(21)), "line 22: found more than 20"),
    "half a seal": ("quomino 6\nsaved 0 mov", "line 2: found 'saved 0 mov', allowed is the seal of a saved game"),
    "a line after": (ENDED + "c4 se", "line 4: found 'c4 se' after the seal, allowed are comments"),
    "a seal after": (ENDED + ENDED.splitlines()[2], "line 4: found 'saved 1 move, check"),
    "a control character": ("quomino 6\nc4\x1b se", "line 2: found the control character '\\x1b', allowed"),
    "NUL": ("quomino 6\n\0", "line 2: found a NUL byte, allowed"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_game_is_refused_in_one_line(case: str) -> None:
    text, message = REFUSED[case]
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read(text.encode())
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)


def test_other_bytes_and_too_many_are_refused() -> None:
    with pytest.raises(InputError, match=r"saved\.txt: line 2: found the byte 0xff, allowed is text in UTF-8"):
        read(b"quomino 6\nc4 \xff", "saved.txt")
    with pytest.raises(InputError, match=f"found {MAX_BYTES + 1} bytes, allowed are"):
        read(b"\xff" * (MAX_BYTES + 1))
    assert len(read(b"quomino 4\n" + b"pass\n" * longest(4)).entries) == 36
    with pytest.raises(InputError, match="line 38: found 37 moves, allowed are up to 36: no game on 4 × 4"):
        read(b"quomino 4\n" + b"pass\n" * 37)


def test_a_game_without_its_seal_is_not_gone_on_with() -> None:
    for text in (TYPED, b"quomino 6", b"quomino 6\n# saved 0 moves"):
        with pytest.raises(InputError, match=r'was cut off: its last line, "saved ... moves, check ....", is missing'):
            read(text, sealed=True)


def typed_boards() -> dict[str, str]:
    rows = BOARD.splitlines()[3:-1]
    head = "quomino 6\nwhite to move\nlast turned: black\n"
    return {
        "without labels": head + "\n".join(row[1:] for row in rows),
        "together": head + "\n".join(row.replace(" ", "") for row in SQUARES),
        "label and together": head + "\n".join(f"{6 - at} {row}" for at, row in enumerate(SQUARES)),
        "without the size": BOARD.partition("\n")[2],
        "letters above": head + "A B C D E F\n" + "\n".join(rows),
        "letters together": BOARD.replace("a  b  c  d  e  f", "abcdef"),
        "triangles": BOARD.translate({ord(key): shape for key, shape in zip(KEYS, SHAPES, strict=True)})
        .replace(f"\n{SHAPES[2]}  x", "\n3  x")
        .replace(f"\n{SHAPES[3]}  .", "\n1  ."),
        "words below": "\n".join([*rows, "Last turned black", "WHITE  to move # a comment"]),
        "large marks": BOARD.replace("x", "X"),
    }


@pytest.mark.parametrize("way", typed_boards())
def test_a_board_may_be_typed_in_many_ways(way: str) -> None:
    text = typed_boards()[way].encode()
    told = position.read(text)
    assert told == position.read(BOARD.encode())
    assert is_position(text)
    assert position.rows(to_game(told)) == list(SQUARES)


def test_what_a_board_says() -> None:
    told = position.read(BOARD.encode())
    assert (told.size, told.mover, told.turned) == (6, WHITE, (True, False))
    assert told.cells[12:15] == (DEAD, 5, 5)
    assert told.quominoes() == (((11, BLACK), (19, WHITE)), ())
    assert position.write(to_game(told)) == BOARD
    assert position.read(b"....\n" * 4) == Position(4, (0,) * 16)
    both = position.read(BOARD.replace("turned: black", "turned: white, black").encode())
    assert both.turned == (True, True)
    assert show(to_game(told)).splitlines()[1] == f"5  .  .  {SHAPES[1]}  {SHAPES[0]}  .  ."


def test_an_omino_is_not_taken_for_a_label() -> None:
    apart = position.read(b"4 3 7 1 9\n3 . 3 . .\n2 3 . . .\n1 1 1 1 1")
    assert position.rows(to_game(apart)) == ["3719", ".3..", "3...", "1111"]
    assert position.read(b"3 7 1 9\n. 3 . .\n3 . . .\n1 1 1 1") == apart
    # one square is missing in the row 3: its label is no square
    with pytest.raises(InputError, match="line 2: found 3 squares, allowed are 4"):
        position.read(b"4 3 7 1 9\n3 . 3 .\n2 3 . . .\n1 1 1 1 1")


def test_quominoes_side_by_side_are_told_apart() -> None:
    text = "BBBB..|BBBBWW|BBBBWW|BBBBBB|..BBBB|......"
    told = position.read(text.replace("|", "\n").encode())
    blocks, torn = told.quominoes()
    corners = [name(block // 5 * 6 + block % 5, 6) for block, _ in blocks]
    assert corners == ["a6", "c6", "e5", "a4", "c4", "e3"]
    assert [name(square, 6) for square in torn] == ["c2", "d2"]
    game = to_game(told)
    assert game.quominoes == [5, 1]


BOARD_REFUSED = {
    "nothing": ("# none", "position: found nothing"),
    "a row short": (BOARD.replace("1  .  .  .  .  .  .\n", ""), "line 8: found 5 rows up to here, allowed are 6"),
    "no rows": ("quomino 6", "found 0 rows up to here, allowed are 6"),
    "few rows": ("...\n...\n...", "line 3: found 3 rows up to here, allowed are 4 to 16"),
    "a row more": (BOARD + "......", "line 11: found one row more, '......', allowed are 6 on 6 × 6"),
    "a square short": (BOARD.replace("7  .  .", "7  ."), "line 5: found 5 squares, allowed are 6 in a row"),
    "a comment in a row": (BOARD.replace("7  .  .", "7  #  ."), "line 5: found 4 squares, allowed are 6 in a row"),
    "a label": (BOARD.replace("5  .  .  9", "4  .  .  9"), "line 5: found '4' where the row's label stands"),
    "a label of nothing": (BOARD.replace("5  .  .  9", "x  .  .  9"), "line 5: found 'x' where the row's label stands"),
    "too many squares": (BOARD.replace("7  .", "7  .  ."), "line 5: found 7 squares, allowed are 6"),
    "another mark": (BOARD.replace("7", "8"), "line 5: found '8' in a row, allowed are . for empty, 7 9 3 1"),
    "partly apart": (BOARD.replace("9  7", "97"), "line 5: found squares partly apart, '. . 97 . .', allowed are all"),
    "other letters": (BOARD.replace("e  f", "e"), "line 10: found the letters 'a  b  c  d  e', allowed are a to f"),
    "another mover": (BOARD.replace("white to", "red to"), "line 2: found 'red to move', allowed are black to"),
    "two movers": (BOARD + "white to move", "line 11: found 'white to move', a second line of that kind"),
    "another turner": (BOARD.replace("turned: black", "turned: red"), "line 3: found 'last turned: red', allowed"),
    "no turner": (BOARD.replace("turned: black", "turned:"), "line 3: found 'last turned:', allowed after"),
    "a turner twice": (BOARD.replace("turned: black", "turned: black, black"), "line 3: found 'last turned: black, bl"),
    "two turners": (BOARD + "last turned: white", "line 11: found 'last turned: white', a second line of that kind"),
    "a second size": (BOARD + "quomino 6", "line 11: found 'quomino 6' again, allowed is one such line"),
    "a size": (BOARD.replace("quomino 6", "quomino 60"), "line 1: found 'quomino 60', allowed first is"),
    "a move": (BOARD + "c4 se", "line 11: found one row more, 'c4 se', allowed are 6"),
}


@pytest.mark.parametrize("case", BOARD_REFUSED)
def test_what_is_no_position_is_refused_in_one_line(case: str) -> None:
    text, message = BOARD_REFUSED[case]
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        position.read(text.encode())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["1 b3 9", "1 B3 9", "B7 9", "7 B3 9 black", "pass", "quomino 4", "setting a b", "x"])
def test_a_move_is_no_row(text: str) -> None:
    assert not is_position(text.encode())


def test_settings_without_a_seal_are_of_a_saved_game_that_was_cut_off() -> None:
    text = write(6, [Move(0, 0), Move(1, 1)], (("computer", "white"),))
    for lines in (text.splitlines()[:-1], text.splitlines()[:-2]):
        with pytest.raises(InputError, match=r"was cut off.*delete the settings"):
            read("\n".join(lines).encode())
    typed = [line for line in text.splitlines() if line.startswith(("q", "1", "2"))]
    assert len(read("\n".join(typed).encode()).entries) == 2
