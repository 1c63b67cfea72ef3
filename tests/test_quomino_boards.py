"""Boards of Quomino by another machine than the pieces: what is made of what, and read back by foreign readers."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
import trimesh
from called import invoke
from svgelements import SVG
from svgelements import Path as Curve

import quasiprint
from quasiprint.checks import check_set
from quasiprint.games.quomino.proof import prove
from quasiprint.model.piece import GameSet

SIZE = 4


@cache
def files(board: str, *formats: str) -> Mapping[str, bytes]:
    return quasiprint.design("quomino", size=SIZE, **({"board_by": board} if board else {})).files(formats=formats)


def listed(made: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By what each accessory is made, as the manifest says."""
    return {one["id"]: one.get("processes", []) for one in json.loads(made["manifest.json"])["accessories"]}


@pytest.mark.parametrize(
    ("board", "formats"), [("paper", ("stl", "pdf")), ("laser", ("stl", "svg")), ("printer", ("stl", "svg"))]
)
def test_the_board_is_made_by_one_machine_and_the_pieces_by_the_other(board: str, formats: tuple[str, ...]) -> None:
    made = files(board, *formats)
    assert listed(made)["board"] == [board]
    names = Counter(path.split("/")[1].split("_")[0].split("-")[0] for path in made if path.startswith("stl/"))
    assert ("board" in names) == (board == "printer") == ("omino" not in names)
    if board == "laser":
        cuts = [one for one in SVG.parse(io.BytesIO(made["svg/sheet-1.svg"])).elements() if isinstance(one, Curve)]
        wide = max(one.bbox()[2] - one.bbox()[0] for one in cuts if one.bbox() and str(one.stroke) == "#ff0000")
        assert wide / 96 * 25.4 == pytest.approx(SIZE * 22 + 2 * 5.5 + 0.2, abs=0.3)
        assert not any("back" in path for path in made if path.startswith("svg/"))  # Quominoes alone have backs
    verdict = quasiprint.verify(made)
    assert verdict.verified, verdict.findings


def test_less_is_printed_and_the_bill_says_so() -> None:
    def grams(made: Mapping[str, bytes]) -> float:
        rows = csv.DictReader(io.StringIO(made["bill.csv"].decode()))
        first = "prusa-mk4, in colours"
        return sum(float(r["value"]) for r in rows if r["group"] == first and r["figure"].endswith(" grams"))

    def volume(made: Mapping[str, bytes]) -> float:
        plates = (path for path in made if path.startswith("stl/plate-") and "relief" not in path)
        return sum(trimesh.load(io.BytesIO(made[path]), file_type="stl").volume for path in plates)

    plain, paper = files("", "stl", "pdf"), files("paper", "stl", "pdf")
    assert grams(paper) < grams(plain) - 8
    (board,) = (path for path in plain if path.startswith("stl/board"))
    own = trimesh.load(io.BytesIO(plain[board]), file_type="stl").volume
    assert volume(plain) - volume(paper) == pytest.approx(own, rel=0.01)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--board-by paper --format stl", "--board-by: found paper, and no format that is asked for is for that"),
        ("--board-by laser --format pdf", "allowed with these is paper; or ask for a format for laser cutting, too"),
        ("--board-by wood", "--board-by"),
    ],
)
def test_what_cannot_be_is_refused(words: str, said: str) -> None:
    outcome = invoke("make", "quomino", *words.split(), "--dry-run", code=2)
    assert said in outcome.stderr


def test_a_board_among_what_another_machine_makes_is_an_error() -> None:
    apart = quasiprint.design("quomino", size=SIZE, board_by="paper").as_made_by("printer")
    assert [one.id for one in apart.accessories] == ["marker"]
    whole = quasiprint.design("quomino", size=SIZE).as_made_by("printer")

    def codes(held: GameSet) -> set[str]:
        return {one.code for one in (*check_set(held)[0], *prove(held)[0])}

    assert codes(apart) == set()
    both = replace(apart, accessories=whole.accessories)
    assert codes(both) == {"parts-wrong"}
