"""Regions of one's own: parts, holes, long sides; and every limit stands on the page."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from test_puzzles import DOMINOES, RHOMBS, SQUARES, Write, job

from quasiprint.search.puzzles.region import LARGEST, LONGEST, MOST_EDGES
from quasiprint.sets.regions import MOST_CELLS, MOST_TURNS
from quasiprint.sets.schema import schema

HOWTO = Path(__file__).parent.parent / "docs/howto"
MANY = DOMINOES.replace("copies = 8", "copies = 100")
HALVES = MANY.replace('"domino"', '"half-square"').replace('"cells"', '"edges"')
TRIANGLES = SQUARES.replace("square", "triangle")
RING = """[region]
polygon = [
  { lattice = "quarters", turns = [1, 1, 1, 1], steps = [6, 6, 6, 6] },
  { lattice = "quarters", turns = [-1, -1, -1, -1], steps = [2, 2, 2, 2], at = [2, 4] },
]
"""
TURNS, STEPS = [1] + [1, 1, -1, -1] * 19 + [1, 1, 1], [39, 100] + [1, 99] * 38 + [1, 100]
COMB = f"[region]\npolygon = {{ lattice = 'quarters', turns = {TURNS}, steps = {STEPS} }}\n"
Cells = frozenset[tuple[int, int]]
DECAGON, THIN = ([1] * 10, [2] * 10, [0] * 4), ([-1, -4, -1, -4], [1] * 4, [0, 1, -1, 2])
MANY_RHOMBS = RHOMBS.replace("copies = 5", "copies = 20")


def tenths(*rings: tuple[list[int], list[int], list[int]]) -> str:
    """Return a region of rings, each with its turns, steps and beginning."""
    walks = (f"{{ lattice = 'tenths', turns = {turns}, steps = {steps}, at = {at} }}" for turns, steps, at in rings)
    return f"[region]\npolygon = [{', '.join(walks)}]\n"


def said(cells: Cells) -> str:
    return "[region]\npolygon = { squares = [\n" + "\n".join(f"[{x}, {y}]," for x, y in sorted(cells)) + "\n] }\n"


@cache
def plain(cells: Cells) -> int:
    """Return in how many ways dominoes cover squares."""
    if not cells:
        return 1
    x, y = min(cells)
    return sum(plain(cells - {(x, y), other}) for other in ((x + 1, y), (x, y + 1)) if other in cells)


def box(x: int, y: int, wide: int, high: int) -> Cells:
    return frozenset((x + dx, y + dy) for dx in range(wide) for dy in range(high))


FRAME = box(0, 0, 6, 6) - box(2, 2, 2, 2)
# two parts that touch in a corner, one apart, and a hole whose corners touch another's
PARTS = box(0, 0, 2, 3) | box(2, 3, 3, 2) | (box(8, 0, 4, 4) - {(9, 1), (10, 2), (11, 0), (8, 3)})


@pytest.mark.parametrize("cells", [FRAME, PARTS])
def test_holes_and_parts_are_filled_as_a_plain_program_fills_them(write: Write, cells: Cells) -> None:
    own = job(write(MANY), region=write(said(cells), "region.toml"))
    assert own.count().all == plain(cells) > 0
    assert len(own.region.rings) == {FRAME: 2, PARTS: 4}[cells]


@pytest.mark.parametrize(
    ("text", "region", "named"),
    [
        (SQUARES, '"quarters", turns = [1, 1, 1, 1], steps = [3, 2, 3, 2]', "rectangle:3x2"),
        (TRIANGLES, '"sixths", turns = [2, 2, 2], steps = [2, 2, 2]', "triangle:2"),
        (SQUARES.replace("square", "hexagon"), '"sixths", turns = [1, 1, 1, 1, 1, 1]', "parallelogram:1x1"),
    ],
)
def test_an_outline_is_filled_with_cells(write: Write, text: str, region: str, named: str) -> None:
    own = job(write(text), region=write(f"[region]\npolygon = {{ lattice = {region} }}\n", "region.toml"))
    assert own.count() == job(write(text), region=named).count()


def test_a_solution_in_a_frame_is_legal_printed_and_cut(write: Write, tmp_path: Path) -> None:
    tiles, region = write(MANY), write(RING, "region.toml")
    for ending in ("json", "pdf", "svg"):
        invoke("puzzle", tiles, "--region", region, "-o", tmp_path / f"frame.{ending}", code=0)
    assert len(json.loads((tmp_path / "frame.json").read_text())["tiles"]) == 16
    assert "legal" in invoke("score", tiles, tmp_path / "frame.json", code=0).output
    cut = re.findall(r'<path d="M([^"]*)Z"', (tmp_path / "frame.svg").read_text())
    xs = [[float(pair.split(",")[0]) for pair in ring.split()] for ring in cut]
    island, opening, *_ = [max(x) - min(x) for x in xs]
    assert opening / island == pytest.approx(3, abs=0.05)  # an island is cut before the frame's opening


@pytest.mark.parametrize(
    ("text", "region", "said"),
    [
        (MANY, RING.replace("[2, 4]", "[2, 2]"), "found rings 1 and 2 that touch or cross"),
        (MANY, RING.replace("[2, 4]", "[9, 9]"), "found ring 2, clockwise, outside every part"),
        (MANY, RING.replace("-1, -1, -1, -1", "1, 1, 1, 1").replace("[2, 4]", "[2, 2]"), "found ring 2, anticlockwise"),
        (MANY, RING.replace("[2, 4]", "[2, 4, 0]"), "found at = [2, 4, 0], allowed on quarters are 2 whole numbers"),
        (MANY, RING.replace('"quarters", turns = [-', '"sixths", turns = [-'), "found rings of several kinds"),
        (MANY, "[region]\npolygon = { squares = [[0, 0], [0, 0]] }\n", "found a cell twice, allowed is each once"),
        (
            MANY,
            said(box(0, 0, 67, 60)),
            "line 2: [region] polygon.squares: found 4020 entries, allowed is a list, 1 to 4000",
        ),
        (MANY, "[region]\npolygon = { lattice = 'quarters', turns = [-1, -1, -1, -1] }\n", "that runs clockwise"),
        (SQUARES, "[region]\npolygon = 'half-square'\n", "found a region that is not made of up to 4,000 squares"),
        (HALVES, COMB, "found 4,040 edges along the border, allowed are up to 4,000"),
        (
            RHOMBS,
            tenths(([1] * 10, [2, 3] * 5, [0] * 4), ([-2] * 5, [1] * 5, [0, 1, 2, 2])),
            "found a hole around which edges go one way more often than back",
        ),
    ],
)
def test_what_is_no_region_is_told(write: Write, text: str, region: str, said: str) -> None:
    made = invoke("puzzle", write(text), "--region", write(region, "region.toml"), code=2)
    assert said in " ".join(made.output.split())


@pytest.mark.parametrize(
    ("text", "rings", "said"),
    [
        (RHOMBS, [DECAGON, THIN], "its outline needs 20 thick and 19 thin, there are 5 and 5"),
        (RHOMBS, [([0, 2, 3, 1, -1, 2, 4, -1], [1] * 8, [0] * 4)], "an order in which no tiles can lie between them"),
        (MANY_RHOMBS, [([2] * 5, [2] * 5, [0] * 4)], "its outline goes along an edge one way more often than back"),
    ],
)
def test_an_outline_says_which_tiles_it_needs(write: Write, text: str, rings: list[Any], said: str) -> None:
    tiles, region = write(text), write(tenths(*rings), "region.toml")
    for count in ((), ("--count",)):
        assert said in invoke("puzzle", tiles, "--region", region, *count, code=0).output


def test_the_page_says_every_limit() -> None:
    page, sets = (" ".join((HOWTO / name).read_text().split()) for name in ("puzzle.md", "sets.md"))
    shape = schema()["properties"]["shape"]
    tile = shape["items"]["properties"]["polygon"]["anyOf"][1]["properties"]
    for limit in (
        f"up to {shape['maxItems']} shapes",
        f"up to {tile['turns']['maxItems']} steps",
        f"{tile['squares']['maxItems']} cells",
        f"up to {tile['steps']['items']['anyOf'][0]['maximum']} edges long",
    ):
        assert limit in sets, limit
    table, rings = schema()["properties"]["region"]["properties"]["polygon"]["anyOf"][1:]
    assert {table["properties"][cells]["maxItems"] for cells in ("squares", "triangles", "hexagons")} == {MOST_CELLS}
    for limit in (
        f"up to {MOST_CELLS:,} cells",
        f"up to {MOST_TURNS} turns in all",
        f"up to {rings['maxItems']} rings",
        f"up to {MOST_EDGES:,} edges along its border",
        f"from 1 to {LARGEST}",
        f"up to {LONGEST} edges",
    ):
        assert limit in page, limit
    assert table["properties"]["turns"]["maxItems"] == MOST_TURNS
    assert table["properties"]["steps"]["items"]["anyOf"][0]["maximum"] == LONGEST
