"""What becomes of a run that solves a position of Majomino: what it keeps and goes on from, and what two runs prove."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from test_majomino_solve import middle

from quasiprint.addons.lab.cli import solve as solving_command
from quasiprint.addons.lab.majomino import solving
from quasiprint.addons.lab.solve import checkpoint, problem, resume
from quasiprint.cli.reporting import Refused
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE
from quasiprint.model.solution import Effort, Solution

pytestmark = pytest.mark.usefixtures("compiled_search")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A file that a test writes its position into."""
    return tmp_path / "board.txt"


@pytest.fixture(scope="module")
def partly() -> tuple[list[Solution], Solution]:
    """What is told while a position is solved, and what came of it."""
    told: list[Solution] = []
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    return told, asked.solve(Effort(score=True, memory=16), {}, told.append)


def test_a_checkpoint_goes_on_where_a_run_was_ended(partly: tuple[list[Solution], Solution], tmp_path: Path) -> None:
    told, whole = partly
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    half = told[len(told) // 2]
    known, keys = resume(checkpoint(half, asked.identity, {3, 1}), "checkpoint", asked.identity)
    assert keys == {1, 3}
    again = asked.solve(Effort(score=True, memory=16), known, lambda _: None)
    assert (again.x, again.choices) == (whole.x, whole.choices)
    assert 0 < half.decision_count < len(whole.choices) and again.nodes < whole.nodes


def test_the_command_writes_a_checkpoint_and_reads_it(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    kept = tmp_path / "kept.json"
    runs = [invoke("solve", "majomino", board, "--double", "none", "--score", "--json", "--checkpoint", kept)
            for _ in range(2)]  # fmt: skip
    assert [run.exit_code for run in runs] == [0, 0]
    first, second = (json.loads(run.stdout) for run in runs)
    assert first["moves"] == second["moves"] and second["nodes"] < first["nodes"]


def test_a_second_run_takes_a_key_that_the_checkpoint_knows_nothing_of(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a key has got wrong, another run of the same key would confirm."""
    board.write_text(middle(12))
    words = ("solve", "majomino", board, "--double", "none", "--checkpoint", tmp_path / "kept.json")
    assert invoke(*words, "--key", "1").exit_code == 0
    keys: list[int] = []
    solve = solving.MajominoProblem.solve

    def noted(asked: solving.MajominoProblem, effort: Effort, *rest: object) -> Solution:
        keys.append(effort.key)
        return solve(asked, effort, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", noted)
    told = invoke(*words, "--twice")
    assert told.exit_code == 0 and "\nproved; " in told.stdout
    assert keys == [0, 2]
    assert json.loads((tmp_path / "kept.json").read_text())["keys"] == [0, 1]


def test_each_move_that_is_decided_is_kept_before_the_next(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    kept, decided = tmp_path / "kept.json", []
    write = solving_command._Kept.write

    def noted(held: solving_command._Kept) -> None:
        write(held)
        decided.append(sum(low == high for _, (low, high) in json.loads(kept.read_text())["moves"]))

    monkeypatch.setattr(solving_command._Kept, "write", noted)
    words = ("--double", "none", "--score", "--jobs", "1", "--checkpoint", kept)
    assert invoke("solve", "majomino", board, *words).exit_code == 0
    assert decided == sorted(decided) and len(set(decided)) > 5


def test_an_answer_is_told_where_its_certificate_cannot_be_written(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    folder = tmp_path / "there"
    folder.mkdir()
    solve = solving.MajominoProblem.solve

    def gone(asked: solving.MajominoProblem, *rest: object) -> Solution:
        folder.rmdir()
        return solve(asked, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", gone)
    result = invoke("solve", "majomino", board, "--double", "none", "--certificate", folder / "one.json")
    assert result.exit_code != 0 and "winner: " in result.stdout and "was not written" in result.stderr


def doctored(change: dict[str, object]) -> str:
    """A checkpoint of `middle(12)` with other values, sealed as the program seals it."""
    asked = problem("majomino", middle(12).encode(), "board", {})
    told: list[Solution] = []
    asked.solve(Effort(memory=1), {}, told.append)
    content = json.loads(checkpoint(told[0], asked.identity, {0})) | change
    content.pop("sha256")
    from quasiprint.addons.lab.solve import seal

    return json.dumps(content | {"sha256": seal(content)})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: "a shopping list", "is not a checkpoint"),
        (lambda: json.dumps({"kind": "quasiprint checkpoint", "moves": []}), "was changed or cut short"),
        (lambda: doctored({"version": "0.0.1"}), "version 0.0.1"),
        (lambda: doctored({"position": "another"}), "another position, or of another rule"),
        (lambda: doctored({"format": None}), "form None"),
        (lambda: doctored({"moves": None}), "whose parts do not fit together"),
        (lambda: doctored({"moves": [[1, 2]]}), "whose parts do not fit together"),
        (lambda: doctored({"moves": [[[[1, 1]], [9, 3]]]}), "whose parts do not fit together"),
        (lambda: doctored({"keys": None}), "whose parts do not fit together"),
        (lambda: doctored({"keys": ["0"]}), "whose parts do not fit together"),
    ],
    ids=["no checkpoint", "changed", "version", "position", "form", "moves", "move", "range", "no keys", "keys"],
)
def test_a_checkpoint_that_does_not_fit_is_refused_and_stays(
    board: Path, tmp_path: Path, made: Callable[[], str], told: str
) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    kept = made()
    file.write_text(kept)
    result = invoke("solve", "majomino", board, "--checkpoint", file)
    assert result.exit_code == 2 and told in result.stderr
    assert file.read_text() == kept


def test_when_time_is_up_it_says_what_is_proved(board: Path) -> None:
    board.write_text(write(EXAMPLE.board))
    result = invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", code=0)
    assert "not solved within 0.001 s: who wins is open; 0 of 25 moves decided; X 0 to 15, O 0 to 15" in result.stdout
    told = json.loads(invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", "--json").stdout)
    assert (told["solved"], told["winner"], told["score"]) == (False, None, None)
    assert told["bounds"] == {"x": [0, 15], "o": [0, 15]}


def test_an_interruption_says_what_is_proved(board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(write(EXAMPLE.board))
    monkeypatch.setattr(solving, "TOLD_EVERY", -1.0)
    said: list[str] = []

    def interrupt(what: str) -> None:
        said.append(what)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(solving, "tell", interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        kept = tmp_path / "kept.json"
        result = invoke("solve", "majomino", board, "--memory", "16", "--checkpoint", kept)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert "Found so far: who wins is open; 0 of 25 moves decided" in result.stderr
    assert re.match(r"solving: 0 of 25 moves decided, 0\.\d million positions, \d+ s$", said[0])
    assert not kept.exists()


def test_it_is_proved_when_two_keys_agree(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(middle(12))
    once, twice = (json.loads(invoke("solve", "majomino", board, "--score", "--json", *more).stdout)
                   for more in ((), ("--twice",)))  # fmt: skip
    assert (once["standing"], twice["standing"]) == ("computed", "proved")
    assert once["moves"] == twice["moves"] and twice["nodes"] > once["nodes"]
    keys = []

    def agrees(one: Solution, other: Solution) -> bool:
        keys.append((one.nodes, other.nodes))
        return False

    monkeypatch.setattr(Solution, "agrees", agrees)
    result = invoke("solve", "majomino", board, "--twice")
    assert result.exit_code == 2 and "two runs with different keys do not agree" in result.stderr and keys


def test_a_second_run_that_was_not_done_is_said(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(middle(12))
    solve = solving.MajominoProblem.solve

    def late(asked: solving.MajominoProblem, effort: Effort, *rest: object) -> Solution:
        return solve(asked, replace(effort, seconds=0.0) if effort.key else effort, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", late)
    for more in ((), ("--json",)):
        result = invoke("solve", "majomino", board, "--twice", "--time-limit", "60", *more)
        assert result.exit_code == 0 and "proved" not in result.stdout and "computed" in result.stdout
        assert "not proved: the second run, with another key, was not done within 60 s" in result.stderr


@pytest.mark.thorough
def test_points_that_an_earlier_run_found_are_not_proved_by_one_that_did_not_look(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    words = ("solve", "majomino", board, "--checkpoint", tmp_path / "kept.json")
    assert "points: X" in invoke(*words, "--score").stdout
    result = invoke(*words, "--twice", "--first-win")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "proved; " in result.stdout and "winner: " in result.stdout and "points" not in result.stdout


@pytest.mark.parametrize("option", ["--checkpoint", "--certificate"])
@pytest.mark.parametrize("where", ["/proc/kept.json", "nosuch/kept.json", "."])
def test_what_cannot_be_written_is_refused_before_it_is_solved(
    board: Path, option: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    monkeypatch.setattr(solving.MajominoProblem, "solve", lambda *_: pytest.fail("it was solved"))
    result = invoke("solve", "majomino", board, option, where)
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1 and where in result.stderr


def test_an_answer_is_told_where_its_checkpoint_cannot_be_written(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk may be full by then."""
    board.write_text(middle(12))
    tried: list[str] = []

    def full(path: str, *_: object) -> None:
        tried.append(path)
        raise Refused(f"file {path!r}: was not written: No space left on device")

    monkeypatch.setattr(solving_command, "write_result", full)
    result = invoke("solve", "majomino", board, "--checkpoint", tmp_path / "kept.json", "--jobs", "1")
    assert result.exit_code == 2 and "winner: " in result.stdout
    warned, refused = result.stderr.splitlines()
    assert "No space left on device; it continues, and tries again at the end" in warned and "No space" in refused
    assert len(tried) == 2


@pytest.mark.thorough
def test_what_is_known_of_an_empty_board_is_said_where_time_is_up(board: Path) -> None:
    words = ("solve", "majomino", "5-0MJ-1", "--time-limit", "0.001", "--memory", "16")
    assert "known: Without a double move: X wins when both play their best (proved)" in invoke(
        *words, "--rule", "pie").stdout  # fmt: skip
    early = invoke(*words, "--rule", "restricted", "--double-turns", "1").stdout
    assert "known: O may mark two cells once on turn 1, of cells that share no row, column or region: O wins" in early
    assert json.loads(invoke(*words, "--double-turns", "6-7", "--json").stdout)["known"].endswith(")")
    board.write_text(write(EXAMPLE.board, "x" + "." * 24))
    assert "known" not in invoke("solve", "majomino", board, *words[3:]).stdout
    assert json.loads(invoke("solve", "majomino", "3-7-2", "--json").stdout)["known"] is None


def test_runs_agree_when_nothing_they_say_differs() -> None:
    asked = problem("majomino", middle(12).encode(), "board", {})
    whole, first = (asked.solve(Effort(score=score, memory=1), {}, lambda _: None) for score in (True, False))
    assert whole.agrees(whole) and whole.agrees(first) and first.agrees(whole)
    assert whole.x[0] == whole.x[1] and first.x[0] < first.x[1]
    lost = 15 - whole.x[0]
    assert not whole.agrees(replace(whole, x=(lost, lost)))
    both = whole.confirm(first)
    assert (both.x, both.choices, both.standing) == (first.x, first.choices, "proved")  # no more than both found
    assert whole.confirm(whole).x == whole.x
    choice = whole.choices[0]
    other = replace(choice, x=(choice.x[0] + 1, choice.x[1] + 1))
    assert not whole.agrees(replace(whole, choices=(other, *whole.choices[1:])))


def test_a_checkpoint_is_of_one_rule(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    assert invoke("solve", "majomino", board, "--double", "none", "--checkpoint", file).exit_code == 0
    before = file.read_bytes()
    result = invoke("solve", "majomino", board, "--rule", "restricted", "--checkpoint", file)
    assert result.exit_code == 2 and "another rule" in result.stderr
    assert file.read_bytes() == before


def test_a_file_that_may_not_be_written_is_refused_before_it_is_solved(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    kept = tmp_path / "kept.json"
    assert invoke("solve", "majomino", board, "--checkpoint", kept).exit_code == 0
    monkeypatch.setattr(solving.MajominoProblem, "solve", lambda *_: pytest.fail("it was solved"))
    monkeypatch.setattr(os, "access", lambda path, mode: not (str(path) == str(kept) and mode == os.W_OK))
    result = invoke("solve", "majomino", board, "--checkpoint", kept)
    assert result.exit_code == 2 and "is a file that may not be written" in result.stderr
