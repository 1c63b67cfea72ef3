"""``quasiprint play``, and the table at which a game of Quomino is played."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import pytest
from called import invoke, played
from click.testing import CliRunner, Result

from quasiprint import games
from quasiprint.addons.lab.quomino import opponent
from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.quomino import QuominoSession
from quasiprint.cli import main
from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import read
from quasiprint.model.game_text import seal

pytestmark = pytest.mark.usefixtures("here")
NOT_SAVED = "The game was not saved"
TWO = ("--computer", "none")
PLAYED = ("majomino", "quasimino", "quomino", "triomino")
# three black corners meet at c4's lower right, three white ones at c3's lower left: an omino on c3 closes both
CHOICE = ["c4 se", "b3 nw", "d4 sw", "c2 se", "d3 nw", "b2 sw"]


def typed(*lines: str, options: tuple[object, ...] = (), game: str = "quomino") -> Result:
    return played(game, lines, *options)


def state(table: QuominoSession) -> tuple[object, ...]:
    return (list(table.state.cells), list(table.lines), table.state.mover, list(table.state.quominoes), table.unsaved)


def unplayed(*settings: str) -> QuominoSession:
    lines = ["quomino 6", *(f"setting {line}" for line in settings)]
    return QuominoSession.resumed("\n".join([*lines, seal(lines, 0)]).encode(), "game", {})


def saved(*lines: str, options: tuple[object, ...] = TWO, path: str = "game.txt") -> bytes:
    result = typed(*lines, f"save {path}", options=options)
    assert f"file '{path}': saved" in result.stdout
    return Path(path).read_bytes()


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ((), "turn c4 ne", "no omino lies on c4"),
        ((), "rotate c4 ne", "no omino lies on c4"),
        (("c4 se", "d4 sw", "rotate c4 ne"), "rotate d4 c", "allowed are"),
        (("c4 se",), "place c4 ne", "an omino lies on c4 already"),
        (("c4 se",), "c4 se", "is black at se already"),
        (("c4 se", "a1 ne", "c4 ne", "a2 ne"), "a1 se", "rotated an omino in the last move"),
        ((), "pass", "may only where no move is legal"),
        ((), "2 c4 se", "its number is 2, but it is move 1"),
        ((), "white c4 se", "it is black's turn"),
        ((), "c4 se black", "does not complete a block of each colour"),
        (("c4 se", "a1 sw", "d4 sw", "a6 nw", "d3 nw", "f1 se", "c3 ne"), "c4 se", "c4 is covered by a black Quomino"),
        (("b3 se", "f1 sw", "c3 sw", "f6 nw", "c2 nw", "f2 se", "b2 ne"), "a1 se", "a1 is dead"),
        ((), "c9 se", "found the square 'c9', allowed are a1 to f6"),
        ((), "c4", "found 'c4' without a corner, allowed are nw, ne, se, sw"),
        ((), "c4 up", "found the corner 'up'"),
        ((), "setting depth 3", "found the square 'setting', allowed are a1 to f6"),
        ((), "# nothing", "found the square '', allowed are a1 to f6"),
        ((), "c4 se\rd4 se", "found 'd4' after the move"),
        ((), "c4 \x1b[2J", "found the corner '\\x1b[2j'"),
        ((), "c4 \udce9", "found the corner '\\udce9'"),
        ((), "undo", "undo: found no move of yours to take back"),
        ((), "undo 3", "undo: found '3' after it, allowed is nothing"),
        ((), "save", "save: a file's name is missing"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(before: tuple[str, ...], line: str, said: str) -> None:
    table = QuominoSession(6, "none")
    for move in before:
        assert table.say(move).changed, move
    held = state(table)
    reply = table.say(line)
    assert said in reply.text
    assert not reply.changed
    assert reply.save is None
    assert state(table) == held


def test_a_colour_is_asked_for_where_a_move_closes_a_block_of_each() -> None:
    for colour in ("black", "white"):
        table = QuominoSession(6, "none")
        for move in CHOICE:
            assert table.say(move).changed, move
        assert "only one can be laid" in table.say("c3 ne").text
        assert f"lays a {colour} Quomino" in table.say(f"c3 ne {colour}").text
        assert table.state.quominoes == ([1, 0] if colour == "black" else [0, 1])


def test_the_computers_moves_are_told_in_words() -> None:
    table = QuominoSession(6, "none")
    for move in ("a6 se", "f1 sw", "b6 sw", "f5 nw", "b5 nw", "f2 se"):
        table.say(move)
    table.settings["computer"] = "black"
    assert table.step() == "black: a5 ne; lays a black Quomino at a5-b6"
    assert table.step() is None
    table = QuominoSession(6, "none")
    for move in ("b3 se", "f1 sw", "c3 sw", "f6 nw", "c2 nw", "f2 se"):
        table.say(move)
    assert table.say("b2 ne").text == "black: b2 ne; lays a black Quomino at b2-c3; 5 squares are dead"


def test_undo_takes_back_the_players_move_and_the_answer() -> None:
    table = QuominoSession(6, "white", 2)
    table.say("c4 se")
    assert table.step()
    held = list(table.state.cells)
    assert table.step() is None
    table.say("d4 sw")
    assert table.step()
    assert table.say("undo").text == "2 moves are taken back"
    assert (table.state.cells, len(table.lines), table.step()) == (held, 2, None)
    table.say("undo")
    assert not any(table.state.cells)
    assert not table.unsaved
    # where two people play, one move
    table = QuominoSession(6, "none")
    table.say("c4 se")
    table.say("d4 se")
    assert table.say("undo").text == "1 move is taken back"
    assert table.prompt == "white"


def test_a_hint_is_a_legal_move_and_changes_nothing() -> None:
    table = QuominoSession(6, "none")
    table.say("c4 se")
    held = state(table)
    hint = table.say("hint").text.removeprefix("hint: ")
    assert state(table) == held
    assert table.say(hint).changed


def test_who_must_pass_passes_and_the_end_is_said() -> None:
    passes = 0
    for seed in range(12):
        table = QuominoSession(4, "both", 1, seed)
        told = list(iter(table.step, None))
        passes += sum("pass, since no move is legal" in line for line in told)
        assert table.state.over
        assert ("has won." in table.show()) or ("a draw." in table.show())
        assert "the game has ended" in table.say("hint").text
        assert "the game has ended" in table.say("a1 se").text
        assert "undo: found no move" in table.say("undo").text
        assert QuominoSession.resumed(table.text().encode(), "game", {}).state.cells == table.state.cells
    assert passes


def test_a_saved_game_goes_on_where_it_was() -> None:
    first = QuominoSession(4, "black", 3, 9)
    while not first.state.over and len(first.lines) < 7:
        if first.step() is None:
            first.say(first.say("hint").text.removeprefix("hint: "))
    second = QuominoSession.resumed(first.text().encode(), "game", {})
    assert (second.settings, second.unsaved) == ({"computer": "black", "depth": 3, "seed": 9}, False)
    assert state(second)[:4] == state(first)[:4]
    other = {"computer": "none", "depth": 1, "seed": 2}
    assert QuominoSession.resumed(first.text().encode(), "game", other).settings == other
    while first.step():
        assert second.step()
    assert second.text() == first.text()
    usual = {"computer": "white", "depth": opponent.LEVELS["medium"], "seed": 0}
    assert unplayed().settings == usual


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("computer green", "setting computer: found 'green', allowed is white or black or both or none"),
        ("depth 8", "setting depth: found 8, allowed is from 1 to 7"),
        ("depth two", "setting depth: found 'two'"),
        (f"seed {'1' * 19}", "setting seed: found"),
    ],
)
def test_settings_that_cannot_be_are_refused(setting: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        unplayed(setting)


def test_through_files(tmp_path: Path) -> None:
    content = saved("c4 se", "d4 sw", options=("--depth", 1, "--seed", 4))
    record = read(content, sealed=True)
    assert (len(record.entries), dict(record.settings)) == (4, {"computer": "white", "depth": "1", "seed": "4"})
    again = typed("save again.txt", options=("--resume", "game.txt"))
    assert again.exit_code == 0
    assert Path("again.txt").read_bytes() == content
    assert "Move 5: black." in again.stdout
    assert NOT_SAVED not in again.stderr
    # a saved game may be replaced by another one, and nothing is left beside it
    typed("undo", "save game.txt", options=("--resume", "game.txt"))
    assert len(read(Path("game.txt").read_bytes(), sealed=True).entries) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.txt", "game.txt"]


def test_a_cut_off_or_edited_saved_game_is_refused() -> None:
    content = saved("c4 se", "d4 sw", "turn c4 ne")
    lines = content.decode().splitlines(keepends=True)
    wrong = {
        "is missing": "".join(lines[:-1]),
        "its check is not": "".join(lines[:-2] + lines[-1:]),
        "was changed": "".join(lines).replace("d4 sw", "d4 se"),
        "found 'xyz'": "xyz",
        "or saved by an earlier version": content.decode()[:-9] + "WZWND3\n",
        "found the byte 0xff": "\udcff",
    }
    for said, text in wrong.items():
        Path("wrong.txt").write_bytes(text.encode(errors="surrogateescape"))
        result = typed(options=("--resume", "wrong.txt"))
        assert (result.exit_code, result.stdout) == (2, ""), said
        assert said in result.stderr or "cut off" in result.stderr
        assert "wrong.txt" in result.stderr
        assert len(result.stderr.splitlines()) == 1
    for end in range(len(content) - 1):
        with pytest.raises(InputError):
            QuominoSession.resumed(content[:end], "game", {})


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (("1 black a6 se", "2 white a6 se"), "line 3, move 2: the omino on a6 is black at se already"),
        (("white a6 ne",), "line 2, move 1: it is black's turn"),
        (("3 a6 ne",), "line 2, move 1: its number is 3"),
    ],
)
def test_an_illegal_move_in_a_sealed_game_names_its_line(moves: tuple[str, ...], said: str) -> None:
    lines = ["quomino 6", *moves]
    with pytest.raises(InputError, match=said):
        QuominoSession.resumed("\n".join([*lines, seal(lines, len(moves))]).encode(), "game", {})


def test_a_whole_game_is_played_through_a_pipe() -> None:
    table, lines = QuominoSession(4, "white", 1, 3), []
    while not table.state.over:
        if table.step() is None:
            lines.append(table.say("hint").text.removeprefix("hint: "))
            table.say(lines[-1])
    result = typed(*lines, options=("--size", 4, "--level", "easy", "--seed", 3))
    assert result.exit_code == 0
    assert table.show() in result.stdout
    assert result.stdout.count("black: ") == sum(number % 2 == 0 for number in range(len(table.lines)))
    assert "> " not in result.stdout
    assert NOT_SAVED in result.stderr


def test_the_end_of_the_input_and_quit_end_it() -> None:
    assert typed().exit_code == 0
    assert NOT_SAVED not in typed().stderr
    for lines in (("c4 se",), ("c4 se", "quit", "d4 se")):
        result = typed(*lines, options=TWO)
        assert (result.exit_code, NOT_SAVED in result.stderr) == (0, True)
        assert "d4" not in result.stdout
    assert NOT_SAVED not in typed("c4 se", "save g.txt", "quit", options=TWO).stderr
    # the last line may lack its end
    assert "black: c4 se" in CliRunner().invoke(main, ["play", "quomino", *TWO], input="c4 se").stdout


def test_ctrl_c_ends_it_and_says_that_nothing_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(table: QuominoSession) -> str | None:
        if table.lines:
            os.kill(os.getpid(), signal.SIGINT)
        return None

    monkeypatch.setattr(QuominoSession, "step", step)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        result = typed("c4 se", "d4 se")
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert NOT_SAVED in result.stderr
    assert "Interrupted" in result.stderr
    assert "d4" not in result.stdout


def test_the_computer_may_begin_play_both_or_look_on() -> None:
    assert "black: " in typed(options=("--computer", "black", "--depth", 1)).stdout
    both = typed(options=("--computer", "both", "--size", 4, "--depth", 1))
    assert "has won." in both.stdout or "a draw." in both.stdout
    assert "white: " not in typed("c4 se", options=TWO).stdout


def test_a_saved_game_has_its_size() -> None:
    saved("c4 se")
    result = typed(options=("--resume", "game.txt", "--size", 6))
    assert result.exit_code == 2
    assert "--size: found beside a saved game" in result.stderr
    assert "white: " in typed(options=("--resume", "game.txt", "--computer", "white", "--level", "easy")).stdout


def test_a_game_without_an_opponent_says_which_have_one() -> None:
    for game in games.names():
        result = typed(game=game)
        assert result.exit_code == (0 if game in PLAYED else 2)
        if result.exit_code:
            assert f"game: '{game}' has no opponent yet, allowed is {', '.join(PLAYED)}" in result.stderr


def test_the_levels_of_the_room_are_those_of_the_search() -> None:
    table = PLAYS.require(games.load("quomino"))
    options = {option.name: option for option in table.playing}
    assert options["level"].choices == tuple(opponent.LEVELS)
    for level, depth in opponent.LEVELS.items():
        assert f"{level} {'is ' if level == 'easy' else ''}{depth}" in options["depth"].help
    assert "--level" in invoke("play", "quomino", "--help").stdout


def test_what_is_no_saved_game_is_not_replaced(tmp_path: Path) -> None:
    Path("notes.txt").write_text("mine")
    Path("folder").mkdir()
    Path("edited.txt").write_bytes(saved("c4 se").replace(b"c4 se", b"c4 ne"))
    Path("locked.txt").write_bytes(Path("game.txt").read_bytes())
    Path("locked.txt").chmod(0o400)
    wrong = {
        "notes.txt": "holds something other than a saved game",
        "edited.txt": "holds something other than a saved game",
        "folder": "is a folder",
        "none/game.txt": "No such file or directory",
        "notes.txt/game.txt": "Not a directory",
        "/dev/null": "is not an ordinary file",
        "nul\0.txt": "null",
        "a" * 300: "File name too long",
    }
    if os.geteuid():
        wrong["locked.txt"] = "may not be written"
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for name, said in wrong.items():
        result = typed("c4 se", f"save {name}", "d4 sw", options=TWO)
        assert result.exit_code == 0, name
        assert said in result.stdout, name
        assert "the game goes on" in result.stdout
        assert "white: d4 sw" in result.stdout
        assert NOT_SAVED in result.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_save_that_fails_half_way_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = saved("c4 se")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("quasiprint.disk.staging.sync", full)
    result = typed("d4 se", "save game.txt", options=TWO)
    assert "was not saved: No space left on device; the game goes on" in result.stdout
    assert Path("game.txt").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_link_stays_and_a_file_keeps_its_mode() -> None:
    saved("c4 se", path="real.txt")
    Path("real.txt").chmod(0o640)
    Path("link.txt").symlink_to("real.txt")
    saved("d4 se", path="link.txt")
    assert Path("link.txt").is_symlink()
    assert b"d4 se" in Path("real.txt").read_bytes()
    assert stat.S_IMODE(Path("real.txt").stat().st_mode) == 0o640


def test_lines_that_are_too_long_or_no_text() -> None:
    result = typed("c" * 5000, "c4 se", options=TWO)
    assert result.stdout.count("found a line of more than 400 bytes") == 1
    assert "black: c4 se" in result.stdout
    raw = CliRunner().invoke(main, ["play", "quomino", *TWO], input=b"\xff\xfe\nc4 se\r\n\n")
    assert raw.exit_code == 0
    assert "black: c4 se" in raw.stdout


def test_the_board_has_triangles_where_they_can_be_shown() -> None:
    assert "◢" in typed("c4 se", options=TWO).stdout
    plain = CliRunner(charset="latin-1").invoke(main, ["play", "quomino", *TWO], input="c4 se\n")
    assert "4  .  .  3  .  .  ." in plain.stdout
    assert plain.stdout.isascii()
