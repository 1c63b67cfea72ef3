"""Boards of which a set says who wins: what is said, how sure it is, and that `verify` proves it again; a board's
character."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from called import invoke
from edited import copied, manifest, put_manifest
from pdf_read import texts
from plain_minimax import Minimax

from quasiprint.addons.lab.majomino.claims import (
    FAIR,
    GAMES,
    Wanted,
    choose_boards,
    claim,
    estimate,
    playouts,
    symmetry,
)
from quasiprint.api import verify
from quasiprint.errors import InputError
from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.notation import parse_name
from quasiprint.games.majomino.situation import Rule

pytestmark = pytest.mark.usefixtures("compiled_search")

RULES = (Rule("none"), Rule("standard"), Rule("restricted"), Rule("standard", (3, 3)), Rule("restricted", (2, 4)))
SMALL = ("make", "majomino", "--size", "3", "--count", "2", "--winner", "any", "--rule", "restricted", "--format")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "set"
    invoke(*SMALL, "pdf,txt", "-o", folder, code=0)
    return folder


@pytest.mark.parametrize("rule", RULES)
def test_who_wins_on_3_by_3_is_as_a_plain_minimax_has_it(rule: Rule) -> None:
    for regions in ("AABACBCCB", "ABBACBACC"):
        board = of_regions(3, [ord(name) for name in regions])
        has_double = rule.name != "none"
        x = Minimax(regions, rule.name, rule.turns).x_gets("." * 9, "x", has_double)
        found = claim(board, rule)
        assert (found.winner, found.standing) == ("x" if x > 4 else "o", "proved")


def test_without_a_double_x_wins_and_that_is_proved_on_any_board() -> None:
    board = of_regions(9, [cell // 9 for cell in range(81)])
    assert claim(board, Rule("none")).words() == "Without a double move: X wins when both play their best (proved)"


def test_what_nobody_proved_is_said_to_be_an_estimate() -> None:
    board = of_regions(7, [cell // 7 for cell in range(49)])
    found = claim(board, Rule("standard", (2, 5)))
    assert found.standing == "estimated"
    assert found.words().endswith(" of 1000 playouts (estimated)")
    assert "on one of her turns 2 to 5" in found.words()
    assert found.won == playouts(board, Rule("standard", (2, 5)))


def test_boards_are_taken_from_the_lot_in_its_order() -> None:
    rule = Rule("standard", (11, 11))
    lot = [parse_name(name) for name in ("5-0MJ-1", "5-2M3-P", "5-0MJ-1")]
    even = [board for board in lot if FAIR[0] <= 100 * playouts(board, rule) / GAMES <= FAIR[1]]
    found, drawn = choose_boards(lambda number: lot[:number], len(even), Wanted(rule, "any", even=True), len(lot))
    assert list(found) == even
    assert lot[drawn - 1] == even[-1]
    with pytest.raises(InputError, match="found 0 boards that X wins among 3 drawn"):
        choose_boards(lambda number: lot[:number], 1, Wanted(Rule("standard"), "x", even=False), 3)


def test_a_set_says_who_wins_on_paper_and_in_its_manifest(made: Path) -> None:
    due = "O may mark two cells once, of cells that share no row, column or region: O wins when both play their best"
    held = json.loads((made / "manifest.json").read_text())
    assert [piece["claim"] for piece in held["pieces"]] == [f"{due} (proved)"] * 2
    told = {name: held["parameters"].get(name) for name in ("winner", "rule", "fair", "double_turns")}
    assert told == {"winner": "any", "rule": "restricted", "fair": None, "double_turns": None}
    sheet = next(path for path in sorted((made / "pdf").glob("sheets-a4.pdf")))
    words = " ".join(" ".join(texts(sheet.read_bytes())).split())
    assert words.count("wins when both play their best (proved)") == 2


def test_verify_proves_the_claim_again_and_finds_a_wrong_one(made: Path, tmp_path: Path) -> None:
    assert verify(made).outcome == "proved"
    copy = copied(made, tmp_path / "copy")
    told = manifest(copy)
    told["pieces"][0]["claim"] = told["pieces"][0]["claim"].replace("O wins", "X wins")
    put_manifest(copy, told)
    assert {finding.code for finding in verify(copy, by="pieces").findings} == {"board-claim-wrong"}


# --- A board's character ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        ("AAABBBCCC", "half turn, mirrored left to right and top to bottom"),
        ("AABCABCCB", "none"),
        ("AAAAABBBBBCCDEECCDEECDDDE", "mirrored left to right"),
        ("AAAABABBBBCCCCCDEEEEDDDDE", "mirrored top to bottom"),
        ("AAAABCADBBCDDDBCCDEBCEEEE", "quarter turn"),
        ("AAAAABBBCDBCCCDBCDDDEEEEE", "half turn"),
        ("AABABBBBB", "mirrored about the falling diagonal"),  # no dissection, but small
        ("BAABBABBB", "mirrored about the rising diagonal"),
        (
            "A",
            "quarter turn, mirrored left to right and about the falling diagonal and top to bottom"
            " and about the rising diagonal",
        ),
    ],
)
def test_symmetry_is_told_in_words(regions: str, said: str) -> None:
    board = of_regions(round(len(regions) ** 0.5), [ord(c) for c in regions])
    assert symmetry(board) == said


def test_who_begins_has_the_advantage_and_the_double_hands_it_over() -> None:
    boards = [parse_name(name).regions for name in ("5-0MJ-1", "5-2M3-P", "5-374-P", "5-3GW-N")]
    plain, first, late = (sum(estimate(boards, 5, 1000, double, 1)) / 4000 for double in (0, 1, 12))
    assert first < 0.35 < 0.65 < plain
    assert first < late < plain
    assert estimate(boards[:1], 5, 1000, 1, 1) == estimate(boards, 5, 1000, 1, 1)[:1]
    # on 3 × 3, X wins every game of perfect play without the double, and O with it
    (three,) = estimate([parse_name("3-7-2").regions], 3, 1000, 1, 1)
    assert three < 300


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("size", "games"), [(3, 40), (5, 20), (9, 2)])
@pytest.mark.parametrize("double", [0, 1, 5])
def test_playouts_are_equal(
    both: Callable[[Callable[[], Any]], tuple[Any, Any]], size: int, games: int, double: int
) -> None:
    labels = np.repeat(np.arange(size), size)
    plain, quick = both(
        lambda: [
            estimate([labels], size, games, double, seed, 3, apart)[0]
            for seed, apart in ((0, False), (1, False), (2, True), (3, True))
        ]
    )
    assert plain == quick
    assert 0 < sum(plain) < 4 * games
