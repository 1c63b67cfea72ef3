"""Large regions are filled part by part: what is found is judged, and what is not found is not called impossible."""

from __future__ import annotations

import pytest
from called import invoke
from test_puzzles import SQUARES, Write, job, write

from quasiprint.addons.designer.puzzles import parts
from quasiprint.addons.designer.puzzles.parts import is_large, solve_in_parts
from quasiprint.addons.designer.puzzles.solving import Undecided

__all__ = ["write"]

FOUR = SQUARES.replace("count = 2", "count = 4")
CORNERS = FOUR.replace('"edges", count = 4', '"corners", count = 4')
MANY = SQUARES.replace("count = 2 }", "count = 2 }\ncopies = 20")
TRIANGLES = SQUARES.replace('"square"', '"triangle"').replace("count = 2", "count = 5")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (MANY, {"region": "rectangle:12x9", "border": "0"}),
        pytest.param(TRIANGLES, {"region": "parallelogram:7x3"}, marks=pytest.mark.thorough),
        pytest.param(FOUR, {"region": "rectangle:10x7"}, marks=pytest.mark.thorough),
        pytest.param(CORNERS, {"region": "rectangle:7x7"}, marks=pytest.mark.thorough),
    ],
)
def test_a_region_is_filled_part_by_part(write: Write, text: str, asked: dict[str, str]) -> None:
    own = job(write(text), **asked)
    tiles = solve_in_parts(own.puzzle, seed=1)
    assert own.wrong(own.give(tiles)) == ""  # the judge of layouts, which knows nothing of puzzles


def test_fixed_tiles_stay(write: Write) -> None:
    file = write(MANY)
    said = ("square-0101@12,0", "square-0011@30,2")
    own = job(file, region="rectangle:10x9", place=said)
    tiles = solve_in_parts(own.puzzle)
    assert [*map(own.say, tiles)] == [*map(own.say, solve_in_parts(own.puzzle))]
    assert set(said) <= set(map(own.say, tiles))
    assert own.wrong(own.give(tiles)) == ""


def test_what_cannot_be_filled_is_not_called_impossible(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """No square has label 1 at two edges, so a border of 1 has no corners."""
    file = write(MANY.replace("copies", "which = { tiles = [[0, 0, 0, 0], [0, 0, 0, 1]] }\ncopies"))
    monkeypatch.setattr(parts, "TRIES", 2)
    with pytest.raises(Undecided):
        solve_in_parts(job(file, region="rectangle:4x4", border="1").puzzle)
    monkeypatch.setattr(parts, "LARGE", 10)
    made = invoke("puzzle", file, "--region", "rectangle:4x4", "--border", "1", code=1)
    assert "no solution was found, and none is ruled out" in made.output


@pytest.mark.parametrize(("region", "large"), [("rectangle:30x10", False), ("rectangle:100x40", True)])
def test_small_regions_are_decided_as_a_whole(write: Write, region: str, large: bool) -> None:
    file = write(MANY.replace("copies = 20", "copies = 100"))
    assert is_large(job(file, region=region).puzzle) is large
