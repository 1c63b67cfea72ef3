"""Paper for scissors, a knife or a guillotine: few straight cuts, which all run through, as many as the bill says.

The pages are read from the PDF by `leaves_read`, which knows nothing of how they are laid out.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

import leaves_read as read
import pytest
import start_page
from called import invoke
from pdf_read import written

from quasiprint.documents.sheets import books, cuts, leaves
from quasiprint.layout.pages import PageItem, impose, straight_cuts
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

A4 = Paper("a4", 210, 297, 5, 3)


@cache
def held(game: str, *parameters: tuple[str, object]) -> GameSet:
    return Build(settle(Request(game, dict(parameters), formats=("pdf",)))).set(Process.PAPER)


def taken(game: str, *parameters: tuple[str, object], paper: Paper = A4) -> tuple[int, int, int]:
    """Return how many leaves, straight cuts and things for scissors a set takes."""
    own = held(game, *parameters)
    found = leaves(own, paper)
    return len(found), *cuts(own, found)


def pages_of(game_set: GameSet, paper: Paper, folder: Path) -> list[read.Leaf]:
    path = folder / "tiles.pdf"
    path.write_bytes(written(game_set, next(iter(books(game_set, paper)))))
    return read.leaves(path)


SETS = [
    ("quasimino",), ("quomino",), ("triomino", ("marks", "pips")), ("triomino", ("shape", "square"), ("marks", "pips")),
    ("quasimino", ("colours", 2)),
]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("named", SETS, ids=str)
def test_pages_show_the_cuts_that_are_counted_and_all_run_through(named: tuple, tmp_path: Path) -> None:
    own = held(*named)
    shown = pages_of(own, A4, tmp_path)
    assert (len(shown), sum(leaf.cuts() for leaf in shown), sum(len(leaf.round) for leaf in shown)) == taken(*named)
    assert sum(len(leaf.pieces()) for leaf in shown) == sum(getattr(thing, "count", 1) for thing in own.items)
    assert all(leaf.runs_through() for leaf in shown)


def test_tokens_are_squares_and_few_cuts_part_a_set() -> None:
    """Before, the same sets took 118 and 84 cuts, and 120 and 64 discs to be cut out with scissors."""
    assert taken("quasimino") == (2, 85, 0)
    assert taken("quomino") == (4, 91, 0)
    laser, paper = (
        Build(settle(Request("quasimino", {}))).set(maker).accessories[0].face.nominal
        for maker in (Process.LASER, Process.PAPER)
    )
    assert len(paper) == 4 and len(laser) == 32
    # from the middle to a corner it is no farther than to a disc's rim: it hides no more
    assert 0 <= max(map(math.hypot, *zip(*laser, strict=True))) - max(map(math.hypot, *zip(*paper, strict=True))) < 0.02


def test_a_blank_tile_lies_among_the_others() -> None:
    for shape in ("triangle", "square"):
        plain = taken("triomino", ("shape", shape))
        assert taken("triomino", ("shape", shape), ("marks", "pips")) == plain
        assert plain in ((1, 23, 0), (4, 54, 0))


def test_the_number_of_cuts_stands_in_the_bill(tmp_path: Path) -> None:
    asked = ("make", "triomino", "--highest", 1, "--format", "pdf", "--paper", "a4")
    assert "1 leaf of a4, 7 straight cuts" in invoke(*asked, "--dry-run", code=0).output
    invoke(*asked, "-o", tmp_path / "set", code=0)
    (own,) = json.loads((tmp_path / "set/manifest.json").read_bytes())["bill"]["papers"]
    assert (own["leaves"], own["cuts"], own["scissors"]) == (1, 7, 0)
    assert "| a4 | 1 | 16 | 7 | 0 |" in start_page.text(tmp_path / "set")
    assert "paper,a4,cuts,7," in (tmp_path / "set/bill.csv").read_text()


def test_the_paper_tutorial_says_how_many_cuts_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs/tutorials/paper.md").read_text(encoding="utf-8")
    assert f"2 leaves of a4, {taken('quasimino')[1]} straight cuts" in page


def grid(columns: int, rows: int, side: float = 10.0) -> list[tuple[tuple[float, float], ...]]:
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    return [tuple((side * (x + i), side * (y + j)) for i, j in corners) for x in range(columns) for y in range(rows)]


def test_a_line_is_one_cut_as_far_as_it_goes() -> None:
    assert straight_cuts(grid(10, 12)) == (24, 0)
    assert straight_cuts([*grid(2, 2), *(tuple((x + 30, y) for x, y in ring) for ring in grid(2, 2))]) == (12, 0)
    disc = tuple((5 * math.cos(math.tau * k / 32), 5 * math.sin(math.tau * k / 32)) for k in range(32))
    assert straight_cuts([disc, *grid(1, 1)]) == (4, 1)


def test_a_layout_that_no_guillotine_cuts_is_seen() -> None:
    """Four rectangles that chase one another around a square: no cut runs through."""
    boxes = (0, 0, 20, 10), (20, 0, 30, 20), (10, 20, 30, 30), (0, 10, 10, 30)
    rings = [read.np.array([(a, b), (c, b), (c, d), (a, d)], dtype=float) for a, b, c, d in boxes]
    assert not read._parted(rings)
    assert read._parted(rings[:3])


def test_a_few_tiles_that_are_not_worth_their_cuts_are_laid_nevertheless() -> None:
    for count in (1, 2, 5):
        items = [PageItem(f"s{k}", grid(1, 1)[0], True) for k in range(count)]
        assert [len(page.placements) for page in impose("page", items, 100, 100, 4.0)] == [count]
    assert taken("triomino", ("highest", 0)) == (1, 3, 0)


def test_small_things_wait_for_a_block_of_their_own() -> None:
    """What a page has left beside large pieces would hold some of the small ones, in many rows: 53 cuts in all."""
    large = [PageItem(f"l{k}", grid(1, 1, 60.0)[0], True) for k in range(6)]
    small = [PageItem(f"s{k}", grid(1, 1, 8.0)[0], True) for k in range(100)]
    rings = {item.name: item.outline for item in (*large, *small)}
    pages = impose("page", [*large, *small], 150, 130, 4.0)
    assert [sum(placement.item[0] == "s" for placement in page.placements) for page in pages] == [0, 100]
    assert sum(straight_cuts([one.ring(rings[one.item]) for one in page.placements])[0] for page in pages) == 33
