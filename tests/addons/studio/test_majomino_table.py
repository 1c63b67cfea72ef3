"""Majomino at the table: what is typed and told, games that are saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from called import invoke, played
from click.testing import Result

from quasiprint.addons.studio.table.majomino import MajominoSession
from quasiprint.errors import InputError
from quasiprint.games.majomino import situation as rules
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import QUESTION
from quasiprint.model.game_text import seal

pytestmark = pytest.mark.usefixtures("here")

TYPICAL = "5-0MJ-1"
USUAL = {"size": 5, "board": TYPICAL, "rule": "standard", "double_turns": "", "computer": "none", "level": "medium",
         "seed": 0}  # fmt: skip


def table(**given: object) -> MajominoSession:
    return MajominoSession.new({**USUAL, **given})  # type: ignore[dict-item]


def typed(*lines: str, options: str = "") -> Result:
    return played("majomino", lines, *options.split())


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ((), "2 4 + 3 5", "only O has a double move"),
        (("2 4",), "2 4", "row 2 column 4 is marked already, with x"),
        (("2 4",), "3 3 + 3 3", "the same cell twice"),
        (("2 4", "1 1 + 2 2", "3 3"), "4 4 5 5", "the double move is used"),
        ((), "6 1", "found 6, allowed are rows and columns from 1 to 5"),
        ((), "o 2 4", "it is X's turn"),
        ((), "2", "found '2', allowed is a cell by row and column"),
        ((), "two four", "allowed is a cell"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(before: tuple[str, ...], line: str, said: str) -> None:
    session = table()
    for move in before:
        assert session.say(move).changed, move
    held = session.text()
    reply = session.say(line)
    assert said in reply.text
    assert not reply.changed
    assert reply.save is None
    assert session.text() == held


@pytest.mark.parametrize("line", ["2 4", "2/4", "row 2 column 4", "x 2,4", "mark (2, 4)"])
def test_a_cell_is_typed_as_the_books_name_it(line: str) -> None:
    session = table()
    assert session.say(line).text == "X: row 2 column 4"
    assert session.state.now.marks.index("x") == 8


def test_the_rule_says_which_cells_the_double_may_have_and_when() -> None:
    session = table(rule="restricted")
    session.say("3 3")
    assert "share row 2" in session.say("2 1 + 2 5").text
    assert "share region C" in session.say("2 2 + 4 2").text or "share column 2" in session.say("2 2 + 4 2").text
    assert session.say("2 1 + 4 4").changed
    late = table(double_turns="2-3")
    late.say("3 3")
    assert "on O's turn 1: O may mark two cells once on one of her turns 2 to 3" in late.say("2 1 + 4 4").text
    late.say("2 1")
    late.say("1 1")
    assert late.say("5 5 + 4 4").changed
    none = table(rule="none")
    none.say("3 3")
    assert "without a double move" in none.say("2 1 + 4 4").text


def test_a_hint_is_legal_and_says_what_is_proved() -> None:
    session = MajominoSession.resumed(write(QUESTION.board, QUESTION.marks).encode(), "file", {"computer": "none"})
    told = session.say("hint").text
    assert "every move loses against best play (computed)" in told
    session.say("2 1")
    told = session.say("hint").text
    assert "with best play it wins (computed)" in told
    assert session.say(told.removeprefix("hint: ").partition(";")[0]).changed
    session.say("resign")
    assert session.say("hint").text == "hint: the game has ended"
    assert session.prompt == "over"


def test_a_saved_game_goes_on_where_it_was_and_is_scored() -> None:
    # 11 moves in all, the double among them
    result = typed("2 4", "3 3", "5 5", "save game.txt", options=f"--board {TYPICAL} --rule restricted --seed 3")
    assert "file 'game.txt': saved" in result.stdout
    first, settings = rules.read(Path("game.txt").read_bytes())
    assert [len(move) for move in first.moves] == [1, 2, 1, 1, 1, 1]
    assert dict(settings) == {"computer": "o", "level": "medium", "seed": "3"}
    again = typed("save again.txt", options="--resume game.txt")
    assert Path("again.txt").read_bytes() == Path("game.txt").read_bytes()
    assert again.exit_code == 0
    scored = invoke("score", "majomino", "game.txt", "--json", code=0)
    assert '"complete": false' in scored.stdout
    to_solve = rules.situation(Path("game.txt").read_bytes(), "game.txt", {})
    assert (to_solve.mover, to_solve.double) == (rules.X, rules.USED)
    for more in (
        "--rule pie",
        "--rule standard",
        "--rule restricted",
        "--double-turns 2",
        "--double none",
        "--to-move x",
    ):
        words = ["solve", "majomino", "game.txt", *more.split()]
        result = invoke(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{more.split()[0]}: found beside a saved game, which has its own rule" in result.stderr
    asked = typed("save other.txt", options="--resume game.txt --level easy --computer none")
    assert asked.exit_code == 0
    settings = rules.read(Path("other.txt").read_bytes())[1]
    assert (settings["level"], settings["computer"]) == ("easy", "none")


@pytest.mark.thorough
def test_a_saved_game_is_solved_from_where_it_is() -> None:
    typed("2 4", "3 3", "5 5", "save game.txt", options=f"--board {TYPICAL} --rule restricted --seed 3")
    found = invoke("solve", "majomino", "game.txt", "--time-limit", "0.01")
    assert found.stdout.startswith("to move: X\ndouble: used\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("1 x 3/3", "1 x 3/4"), "was changed since the game was saved"),
        (lambda text: text[: text.index("saved")], "was cut off"),
        (lambda text: text.replace("majomino game", "majomino play"), "is no board|allowed are|found"),
        (
            lambda text: sealed(text.replace("2 o 1/1 2/2", "2 o 1/1 3/3")),
            "line 10, move 2: row 3 column 3 is marked already",
        ),
    ],
)
def test_a_file_that_was_changed_is_refused(change: object, said: str) -> None:
    session = table()
    for move in ("3 3", "1 1 2 2", "4 4"):
        assert session.say(move).changed
    text = session.text().replace("setting level medium\n", "")
    text = sealed(text)
    assert MajominoSession.resumed(text.encode(), "file", {}).state.moves == session.state.moves
    with pytest.raises(InputError, match=said):
        MajominoSession.resumed(change(text).encode(), "file", {})  # type: ignore[operator]


def sealed(text: str) -> str:
    """A saved game with the seal that fits its lines."""
    kept = [line for line in text.splitlines() if not line.startswith(("saved", "#"))]
    return "\n".join([*kept, seal(kept, 3), ""])


def test_the_board_in_words_says_each_cell_and_line() -> None:
    result = typed("2 4", "lines", options=f"--board {TYPICAL} --computer none --words")
    assert "Row 2: A empty, C empty, C empty, B x, B empty." in result.stdout
    assert "+--+" not in result.stdout
    assert "column 4: X 1, O 0, 4 empty" in result.stdout
    assert "region A (row/column 1/1, 1/2, 1/3, 1/4, 2/1): X 0, O 0, 5 empty" in result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (f"--board {TYPICAL} --size 3", "--size"),
        ("--double-turns 0", "such as 8-8 or 4-8"),
        ("--rule none --double-turns 2", "--double-turns: found beside --rule none"),
        ("--level expert", "--level"),
    ],
)
def test_what_cannot_be_played_is_refused(options: str, said: str) -> None:
    result = typed(options=options)
    assert result.exit_code == 2
    assert said in result.stderr
