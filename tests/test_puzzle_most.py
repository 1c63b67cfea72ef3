"""`quasiprint puzzle --most`: what is found is legal, no more than is possible, and the same however it is searched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from called import invoke
from test_puzzles import SETS, SQUARES, Write, write

from quasiprint.model.errors import InputError
from quasiprint.pipeline.puzzle import Asked, PuzzleJob
from quasiprint.pipeline.puzzle_most import Search
from quasiprint.pipeline.run import Request
from quasiprint.search.puzzles.bounds import most_closed

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
    best = run(search(write(SQUARES))).best()
    assert (best.vertices, best.most) == (2, 2)


@pytest.mark.thorough
def test_jobs_and_breaks_change_nothing() -> None:
    file = str(SETS / "triomino.toml")
    one, two = (run(search(file, 8, jobs, region="hexagon:2", hand=12)) for jobs in (1, 3))
    begun = run(search(file, 4, region="hexagon:2", hand=12))
    after = search(file, 8, region="hexagon:2", hand=12)
    after.resume(begun.checkpoint(), "here")
    assert one.checkpoint() == two.checkpoint() == run(after).checkpoint()


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
    words = (
        "puzzle",
        write(SQUARES),
        "--region",
        "rectangle:3x2",
        "--most",
        "vertices",
        "--checkpoint",
        tmp_path / "c",
    )
    invoke(*words, "--steps", "4", code=0)
    before = json.loads((tmp_path / "c").read_bytes())
    assert before["steps"] == 4
    said = invoke(*words, "--steps", "8", code=0).stdout
    assert "2 closed" in said
    assert "so no layout has more" in said
    (tmp_path / "c").write_text("mine")
    invoke(*words, code=2)
    assert (tmp_path / "c").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--count",), "--count: found beside --most"),
        (("--border", "0"), "--border: found beside --most"),
        (("-o", "x.pdf"), "allowed is .json"),
    ],
)
def test_what_is_not_for_a_search_is_refused(words: tuple[str, ...], said: str) -> None:
    made = invoke("puzzle", "triomino", "--most", "hexagons", *words, code=2)
    assert said in " ".join(made.output.split())


def test_what_is_for_a_search_alone_is_refused() -> None:
    assert "--steps: found without --most" in invoke("puzzle", "triomino", "--steps", "3", code=2).output


def test_what_is_sought_is_there(write: Write) -> None:
    made = invoke("puzzle", write(SQUARES), "--most", "hexagons", code=2)
    assert "hexagons are made of triangles" in made.output
    made = invoke("puzzle", SETS / "macmahon-squares.toml", "--most", "score", code=2)
    assert "allowed is vertices" in made.output
