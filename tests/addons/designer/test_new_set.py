"""``quasiprint new set``: it asks, says the count, and writes a file that holds; what cannot be is refused in words."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import quasiprint
from quasiprint.addons.designer.sets import questions as new_set
from quasiprint.cli import main


def invoke(*words: object) -> Result:
    return CliRunner().invoke(main, ["new", "set", *map(str, words)])


pytestmark = pytest.mark.usefixtures("here")


def test_the_usual_answers_are_macmahons_squares(here: Path) -> None:
    result = invoke("mine", "--yes")
    assert result.exit_code == 0
    assert result.stderr == "My tiles: 24 tiles\n"  # before it is written
    assert result.stdout == "mine.toml: 24 tiles\n  quasiprint check mine.toml\n"
    proof = quasiprint.check_set(here / "mine.toml")
    assert (proof.proved, proof.pieces, proof.parameters["title"]) == (True, 24, "My tiles")


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        (("--polygon", "domino"), 28),
        (("--polygon", "hexagon", "--at", "corners", "--count", "1"), 1),
        (("--polygon", "hexagon", "--at", "links", "--count", "3"), 85),
        # by Burnside: 945 ways, 5 stay under each turn
        pytest.param(("--polygon", "pentagon", "--at", "links"), (945 + 4 * 5) // 5, marks=pytest.mark.thorough),
        (("--at", "profiles", "--title", 'Jigs "and" \\ saws'), 24),
        (("--polygon", "triangle", "--at", "corners", "--count", "4", "--symmetry", "rotations and reflections"), 20),
    ],
)
def test_what_is_said_is_what_the_file_says(words: tuple[str, ...], pieces: int, here: Path) -> None:
    result = invoke("mine.toml", "--yes", *words)
    assert result.exit_code == 0, result.stderr
    proof = quasiprint.check_set(here / "mine.toml")
    assert (proof.proved, proof.pieces) == (True, pieces)
    assert ('look = "plain"' in (here / "mine.toml").read_text()) == (pieces == 1)
    assert "--title" not in words or proof.parameters["title"] == words[words.index("--title") + 1]


@pytest.mark.parametrize("polygon", ["triangle", "dodecagon", "domino", "thick-rhomb"])
def test_the_usual_answers_hold_on_every_polygon(polygon: str) -> None:
    answers = new_set.settle_answers({"polygon": polygon})
    assert new_set.write_set(answers)[1] <= 2000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--polygon", "squar"), "polygon: found 'squar' (did you mean square?), allowed is triangle, square"),
        (("--at", "cells"), "at: found 'cells', allowed is edges, corners, edges and corners, links, profiles"),
        (("--count", "0"), "count: found '0', allowed is a whole number from 1 to 100"),
        (("--count", "90"), "that would be 16,404,570 tiles, allowed are up to 2,000"),
        (("--look", "digit"), "look: found 'digit' (did you mean digits?), allowed is wedges, ribbons, edges"),
        (
            ("--look", "plain"),
            "look: found 'plain', allowed is wedges, ribbons, edges, strands, arrows, arcs, digits, pips",
        ),
        (("--symmetry", "all"), "symmetry: found 'all', allowed is rotations, rotations and reflections, none"),
        (
            ("--polygon", "dart", "--at", "links"),
            "look: found 'paths' for labels at links, allowed on a dart is another",
        ),
        (("--title", "x" * 81), "title: found 81 characters"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(words: tuple[str, ...], said: str, here: Path) -> None:
    result = invoke("mine", "--yes", *words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr
    assert list(here.iterdir()) == []


def test_a_file_that_is_there_is_left_alone(here: Path) -> None:
    (here / "mine.toml").write_text("mine")
    result = invoke("mine", "--yes")
    assert (result.exit_code, "already exists, and was left alone" in result.stderr) == (2, True)
    assert (here / "mine.toml").read_text() == "mine"
    assert invoke("mine", "--yes", "--replace").exit_code == 0
    assert sorted(path.read_text()[:4] for path in here.iterdir()) == ["# A ", "mine"]


def test_without_a_terminal_nothing_is_asked(here: Path) -> None:
    result = invoke("mine")
    assert (result.exit_code, list(here.iterdir())) == (2, [])
    assert "there is no terminal to ask in; --yes takes the usual answer" in result.stderr
    assert "allowed are up to 60 letters" in invoke("a/b", "--yes").stderr


def test_at_a_terminal_it_asks_and_asks_again(here: Path) -> None:
    child, terminal = pty.fork()
    if not child:  # pragma: no cover
        os.execv(sys.executable, [sys.executable, "-m", "quasiprint", "new", "set", "asked", "--title", "Rivers"])
    answers = [
        (b"shape", b"hexagonn"),
        (b"mean hexagon", b"hexagon"),
        (b"stand?", b"links"),
        (b"moved", b""),
        (b"How many", b"99"),
        (b"that would be", b"2"),
        (b"Write asked.toml?", b""),
    ]
    shown, unread, until = b"", b"", time.monotonic() + 60
    while time.monotonic() < until and select.select([terminal], [], [], 60)[0]:
        try:
            found = os.read(terminal, 4096)
        except OSError:  # the command has ended
            break
        shown, unread = shown + found, unread + found
        # a question that asks again shows what was wrong first
        if answers and answers[0][0] in unread and unread.rstrip().endswith(b":"):
            os.write(terminal, answers.pop(0)[1] + b"\n")
            unread = b""
    os.close(terminal)
    assert os.waitpid(child, 0)[1] == 0, shown
    assert b"Rivers: 28 tiles" in shown
    assert quasiprint.check_set(here / "asked.toml").pieces == 28


def test_a_set_with_arrows_says_that_labels_meet_in_pairs(here: Path) -> None:
    assert invoke("mine", "--yes", "--count", "4", "--look", "arrows").exit_code == 0
    assert 'match = "complementary"' in Path("mine.toml").read_text()
