"""`quasiprint puzzle --most`: what is found is legal, no more than is possible, and the same however it is searched."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from called import invoke
from test_puzzles import SETS, SQUARES, Write, write

from quasiprint.addons.designer.puzzle import Asked, PuzzleJob, Search
from quasiprint.addons.designer.puzzles import most
from quasiprint.addons.designer.puzzles.laying import Undecided, exact_cover, size
from quasiprint.addons.designer.puzzles.most import AT_ONCE, Field, Frames, most_closed, seek_within
from quasiprint.errors import InputError
from quasiprint.make.run import Request
from quasiprint.system import compiled

__all__ = ["write"]


def search(file: str, steps: int = 8, jobs: int = 1, **asked: object) -> Search:
    """Return a search with the tiles of a set file, in six cells if no region is named."""
    request = Request("set", {"set_file": file}, seed=1)
    job = PuzzleJob(request, Asked(**{"region": "rectangle:3x2", **asked}, most=True))  # type: ignore[arg-type]
    return Search(job, "vertices", steps, jobs)


def run(one: Search) -> Search:
    for _ in one.run():
        pass
    return one


@pytest.mark.parametrize(
    ("polygon", "copies", "most"),
    [  # six triangles are a hexagon; polyominoes have a least perimeter; seven hexagons and a star reach one less
        ("triangle", 5, 0),
        ("triangle", 6, 1),
        ("triangle", 24, 7),
        ("square", 3, 0),
        ("square", 6, 2),
        ("square", 9, 4),
        ("hexagon", 3, 1),
        ("hexagon", 7, 7),
        ("thick-rhomb", 5, 2),
    ],
)
def test_no_more_can_be_closed(write: Write, polygon: str, copies: int, most: int) -> None:
    text = f'[set]\ntitle = "Plain"\n[[shape]]\npolygon = "{polygon}"\ncopies = {copies}\n'
    job = PuzzleJob(
        Request("set", {"set_file": write(text + 'labels = { at = "edges", count = 1 }\n')}), Asked(most=True)
    )
    assert most_closed(job.puzzle.tiles, job.puzzle.lattice) == most


@pytest.mark.parametrize(("game", "hand", "most"), [("quasimino", 0, 75), ("quasimino", 7, 9), ("triomino", 0, 18)])
def test_what_a_game_proves_counts(game: str, hand: int, most: int) -> None:
    """By Euler's formula alone, all 90 and all 56 tiles may close one more."""
    job = PuzzleJob(Request(game, {}), Asked(hand=hand, most=True))
    assert Search(job, "vertices", 4, 1).most == most


def test_the_most_is_found(write: Write) -> None:
    """Six squares with two labels fill three by two cells, as a plain program finds, too."""
    one = run(search(write(SQUARES)))
    assert (one.best()[1], one.most) == (2, 2)


def puzzle(game: str, hand: int = 0, seed: int = 0, **asked: object) -> PuzzleJob:
    file = {"set_file": str(SETS / f"{game}.toml")} if game not in ("quasimino", "triomino") else {}
    asked = {"most": True, **asked}
    return PuzzleJob(Request("set" if file else game, file, seed=seed), Asked(hand=hand, **asked))  # type: ignore[arg-type]


def test_tiles_that_lie_apart_are_no_layout(write: Write) -> None:
    field = search(write(SQUARES)).field
    first, last = (k for k in (0, len(field.problem.options) - 1))
    assert not set(field.problem.options[first][1].corners) & set(field.problem.options[last][1].corners)
    assert field.together([first, last]) == (first,)


def test_labels_are_annealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six triominoes fill a hexagon; the first layout is empty, and the last goes on from the one before."""
    monkeypatch.setattr(most, "MOVES", 1000)
    one = Search(puzzle("triomino", region="hexagon:1"), "vertices", 4, 1)
    assert one.field.labels is not None
    best, closed = run(one).best()
    assert (closed, len(best.tiles or ())) == (1, 6)


def test_labels_at_edges_are_not_annealed(write: Write) -> None:
    assert search(write(SQUARES)).field.labels is None


@pytest.mark.thorough
def test_annealing_is_the_same_as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(most, "MOVES", 1000)
    found = []
    for least in (float("inf"), 0.0):
        monkeypatch.setattr(compiled, "PAYS", least)
        one = run(Search(puzzle("triomino", 12, 1, region="hexagon:2"), "vertices", 8, 1))
        found.append(one.checkpoint())
    assert found[0] == found[1]


@pytest.mark.thorough
def test_ten_hexagons_are_found(tmp_path: Path) -> None:
    """As many as were known, with 55 of 56 tiles."""
    given = ("--most", "hexagons", "--steps", "16", "--seed", "1", "-o", tmp_path / "best.json")
    invoke("puzzle", "triomino", *given, code=0)
    judged = json.loads(invoke("score", "triomino", tmp_path / "best.json", "--json", code=0).stdout)
    assert judged["legal"]
    assert judged["hexagons"] >= 10
    assert len(json.loads((tmp_path / "best.json").read_bytes())["tiles"]) >= 55


def test_tiles_are_cut_off_a_decagon() -> None:
    """What is left of it has room for the tiles alone. Euler's formula allows 76 with a decagon of sides 3 alone."""
    job = puzzle("quasimino")
    least, frames = Frames.of(job.puzzle, 76), Frames.of(job.puzzle, 75)
    assert least and frames and (least.sides, frames.sides) == ((3, 3, 3, 3, 3), (4, 3, 3, 3, 3))
    origin = job.puzzle.region.corners[0]
    off = frames.cut(origin, random.Random(1))
    assert off is not None
    assert len(off) == len(set(off)) == 12
    assert frames.spare == {"thin": 6, "thick": 6}
    thin, thick = (size(shape.outline.corners) for shape in job.design.shapes)
    assert size(tuple(frames.corners(origin))) == pytest.approx(51 * thin + 51 * thick)


def test_no_rims_are_tried_when_time_is_up() -> None:
    """They would take minutes. Some tries run side by side, and end."""

    class Late(Field):
        is_late = True  # type: ignore[assignment]
        tried = 0

        def within(self, *_: object) -> None:
            self.tried += 1
            raise Undecided

    job = puzzle("quasimino", 2)
    field, frames = Late(exact_cover(job.puzzle)), Frames.of(puzzle("quasimino").puzzle, 75)
    assert frames and seek_within(field, frames, 0, 1) is None
    assert field.tried == AT_ONCE


@pytest.mark.parametrize(("seed", "closed"), [(2, 6), pytest.param(6, 5, marks=pytest.mark.thorough)])
def test_a_hand_that_fills_no_decagon_closes_fewer(seed: int, closed: int) -> None:
    """Five and five rhombs close six vertices if they fill a decagon, and only then."""
    one = run(Search(puzzle("quasimino", 5, seed), "vertices", 1, 1))
    assert (one.best()[1], one.most) == (closed, 6)
    filled = puzzle("quasimino", 5, seed, most=False, region="decagon:1").solve()
    assert (filled.tiles is not None) == (closed == 6)


@pytest.mark.thorough
def test_all_rhombs_close_as_many_as_can_be(tmp_path: Path) -> None:
    """75, with the complete set: `score` counts them."""
    invoke("puzzle", "quasimino", "--most", "vertices", "--steps", "4", "-o", tmp_path / "best.json", code=0)
    judged = json.loads(invoke("score", "quasimino", tmp_path / "best.json", "--json", code=0).stdout)
    assert (judged["legal"], judged["complete_set"]) == (True, True)
    assert (judged["covered"] if isinstance(judged["covered"], int) else len(judged["covered"])) == 75


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "hand", "region"), [("triomino", 12, "hexagon:2"), ("quasimino", 6, "")])
def test_jobs_and_breaks_change_nothing(game: str, hand: int, region: str) -> None:
    one, two, begun, after = (
        Search(puzzle(game, hand, 1, region=region), "vertices", steps, jobs)
        for steps, jobs in [(8, 1), (8, 3), (4, 1), (8, 1)]
    )
    after.resume(run(begun).checkpoint(), "here")
    assert run(one).checkpoint() == run(two).checkpoint() == run(after).checkpoint()
    layouts = [each.job.layout(each.best()[0]) for each in (one, two, after)]
    assert layouts[0] == layouts[1] == layouts[2]


def test_a_checkpoint_is_of_one_search(write: Write) -> None:
    text = run(search(write(SQUARES), steps=1)).checkpoint()
    with pytest.raises(InputError, match="of other tiles, another region or --seed"):
        search(write(SQUARES), hand=5).resume(text, "here")
    with pytest.raises(InputError, match="was changed or cut short"):
        search(write(SQUARES)).resume(text.replace(b'"steps": 4', b'"steps": 5'), "here")
    with pytest.raises(InputError, match="is not a checkpoint"):
        search(write(SQUARES)).resume(b"mine", "here")


@pytest.mark.parametrize(
    ("game", "words", "counted"),
    [
        ("quasimino", ("--hand", "2"), "covered"),
        pytest.param("triomino", ("--hand", "8"), "hexagons", marks=pytest.mark.thorough),
    ],
)
def test_score_reads_what_is_found(game: str, words: tuple[str, ...], counted: str, tmp_path: Path) -> None:
    given = ("--most", "vertices", "--steps", "4", "--seed", "2", *words, "-o", tmp_path / "best.json")
    found = json.loads(invoke("puzzle", game, *given, "--json", code=0).stdout)
    judged = json.loads(invoke("score", game, tmp_path / "best.json", "--json", code=0).stdout)
    assert judged["legal"]
    number = judged[counted]
    assert found["closed"] == (number if isinstance(number, int) else len(number)) <= found["at_most"]
    assert found["laid"] > 2


def test_a_checkpoint_is_written_and_continued(write: Write, tmp_path: Path) -> None:
    words = ("puzzle", write(SQUARES), "--region", "rectangle:3x2", "--most", "vertices")
    words += ("--checkpoint", str(tmp_path / "c"))
    invoke(*words, "--steps", "4", code=0)
    before = json.loads((tmp_path / "c").read_bytes())
    assert before["steps"] == 4
    said = invoke(*words, "--steps", "8", code=0).stdout
    assert "2 closed" in said
    assert "so no layout has more" in said
    (tmp_path / "c").write_text("mine")
    invoke(*words, code=2)
    assert (tmp_path / "c").read_text() == "mine"


@pytest.mark.thorough
def test_ctrl_c_leaves_the_search_where_it_is(tmp_path: Path) -> None:
    words = ["puzzle", "triomino", "--hand", "12", "--region", "hexagon:2", "--most", "hexagons", "--jobs", "2"]
    words += ["--checkpoint", str(tmp_path / "c")]
    running = subprocess.Popen([sys.executable, "-m", "quasiprint", *words], stderr=subprocess.DEVNULL)
    try:
        while not (tmp_path / "c").exists():
            assert running.poll() is None
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 128 + signal.SIGINT
    finally:
        running.kill()
    taken = json.loads((tmp_path / "c").read_bytes())["steps"]
    invoke(*words, "--steps", str(taken + 4), code=0)
    assert json.loads((tmp_path / "c").read_bytes())["steps"] == taken + 4


def test_what_is_sought_is_there(write: Write) -> None:
    made = invoke("puzzle", write(SQUARES), "--most", "hexagons", code=2)
    assert "hexagons are made of triangles" in made.output
    for file in ("macmahon-squares", "three-paths"):
        made = invoke("puzzle", SETS / f"{file}.toml", "--most", "score", code=2)
        assert "allowed is vertices" in made.output
