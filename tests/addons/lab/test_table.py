"""What a table of Quomino remembers: what was saved, whose moves are taken back, what it would play itself."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from called import invoke

from quasiprint.addons.lab.quomino import opponent
from quasiprint.addons.studio.table.quomino import QuominoSession
from quasiprint.addons.studio.table.session import Made
from quasiprint.games.quomino.rules import MoveEntry


def table(*moves: str, computer: str = "none") -> QuominoSession:
    made = QuominoSession(6, computer)
    for move in moves:
        assert made.say(move).changed, move
    return made


def test_what_is_left_after_an_undo_is_not_saved() -> None:
    played = table("c4 se", "d4 ne")
    played.unsaved = False
    played.say("undo")
    assert played.unsaved
    played.say("undo")
    assert not played.unsaved  # there is nothing to save


def test_a_pass_is_no_move_of_ones_own_to_be_taken_back() -> None:
    played = table("c4 se", "d4 ne")
    passed = played.state.copy()
    passed.do(None)  # as after a position where nothing is legal
    played.done.append(Made(MoveEntry(0, None), "pass", passed, ""))
    assert played.say("undo").text == "2 moves are taken back"
    assert played.state.move_count == 1


def test_a_hint_is_the_move_that_the_search_would_make() -> None:
    played = table("b3 se", "f1 sw", "c3 sw", "f6 nw", "c2 nw", "f2 se")
    found = opponent.best(played.state, played.depth, played.seed)
    assert played.say("hint").text == f"hint: {played.state.words(found.move)}" == "hint: b2 ne"


def test_a_closed_standard_input_is_an_empty_one(root: Path, tmp_path: Path) -> None:
    """Of one process, in which commands end one after another."""
    ends = {"play quomino": 0, "score quomino -": 2, "make majomino --board - --format txt": 2}
    program = "import sys\nfrom quasiprint.cli import main\nfor words in sys.argv[1:]:\n    try: main(words.split())\n"
    program += "    except SystemExit as end: print('ended', end.code or 0, file=sys.stderr)\n"
    asked = shlex.join([sys.executable, "-c", program, *ends])
    environment = {"PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["sh", "-c", f"{asked} <&-"], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert "Traceback" not in done.stderr
    assert re.findall(r"^ended (\d)", done.stderr, re.MULTILINE) == [str(code) for code in ends.values()], done.stderr


def test_a_thickness_is_refused_with_a_limit_that_holds_for_all_pieces(tmp_path: Path) -> None:
    asked = ("make", "quomino", "--size", 4, "--format", "stl", "-o", tmp_path / "set", "--thickness")
    assert "allowed is from 2.8 mm" in invoke(*asked, 2).output
    assert invoke(*asked, 2.8).exit_code == 0
