"""What becomes of a run that solves a position of Majomino: what it keeps and goes on from, and what two runs prove."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke
from test_majomino_solve import middle

from quasiprint.games.majomino import solving
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE
from quasiprint.model.solution import Effort, Solution
from quasiprint.pipeline.solve import checkpoint, problem, resume

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


def doctored(change: dict[str, object]) -> str:
    """A checkpoint of `middle(12)` with other values, sealed as the program seals it."""
    asked = problem("majomino", middle(12).encode(), "board", {})
    told: list[Solution] = []
    asked.solve(Effort(memory=1), {}, told.append)
    content = json.loads(checkpoint(told[0], asked.identity, {0})) | change
    content.pop("sha256")
    from quasiprint.pipeline.solve import seal

    return json.dumps(content | {"sha256": seal(content)})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: "a shopping list", "is not a checkpoint"),
        (lambda: json.dumps({"kind": "quasiprint checkpoint", "moves": []}), "was changed or cut short"),
        (lambda: doctored({"version": "0.0.1"}), "version 0.0.1"),
        (lambda: doctored({"position": "another"}), "another position, or of another rule"),
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


def test_a_checkpoint_is_of_one_rule(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    assert invoke("solve", "majomino", board, "--double", "none", "--checkpoint", file).exit_code == 0
    before = file.read_bytes()
    result = invoke("solve", "majomino", board, "--rule", "restricted", "--checkpoint", file)
    assert result.exit_code == 2 and "another rule" in result.stderr
    assert file.read_bytes() == before
