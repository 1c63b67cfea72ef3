"""A game of triomino in its text form: what it is worth, what cannot be, and what cannot be read."""

from __future__ import annotations

import random
import time
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.games.triomino.account import LAWS, SEVERITIES
from quasiprint.games.triomino.record import MAX_CHARACTERS, decode, read
from quasiprint.games.triomino.scoring import COMMON, HouseRules, score_game
from quasiprint.model.errors import InputError

THREE = "players Ann Ben Cem\nround\n"
TWO = "players Ann Ben\nround\n"


def codes(result: dict[str, Any], severity: str = "error") -> set[str]:
    return {found["code"] for found in result["findings"] if found["severity"] == severity}


def points(text: str, rules: HouseRules = COMMON, highest: int = 5) -> list[int]:
    """The points of each turn of a game without a finding."""
    result = score_game(text, highest, rules)
    assert not result["findings"]
    return [event["points"] for event in result["events"]]


def names(highest: int = 5) -> list[str]:
    return ["-".join(map(str, tile)) for tile in combinations_with_replacement(range(highest + 1), 3)]


def to_empty_pool(left: int) -> str:
    """A game of two, opened, until `left` tiles are in the pool and Ann is in turn."""
    assert (38 - left) % 3 in (0, 2)
    turns, rest = divmod(38 - left, 3)
    # Ben opens, then both draw three and pass in turn; a rest of two is placed
    lines = ["Ben opens 5-5-5"]
    who = ["Ann", "Ben"]
    for n in range(turns):
        lines += [f"{who[n % 2]} draws 3", f"{who[n % 2]} passes"]
    at = turns
    if rest:
        lines += [f"{who[at % 2]} draws {rest}", f"{who[at % 2]} places 0-0-1"]
        at += 1
    if at % 2:
        lines += [f"{who[1]} places 0-0-2"]
    return TWO + "\n".join(lines) + "\n"


def going_out(hand: int = 7) -> list[str]:
    """Lines of a round of three in which Ann goes out with 3-4-5; the others place one fewer."""
    tiles = iter([t for t in names() if t not in ("3-4-5", "5-5-5") and len(set(t)) > 1])
    lines = ["Ann opens 5-5-5"]
    for n in range(hand - 1):
        lines += [f"Ben places {next(tiles)}", f"Cem places {next(tiles)}"]
        lines.append("Ann places 3-4-5" if n == hand - 2 else f"Ann places {next(tiles)}")
    return lines


BLOCKED = "Ann opens 5-5-5\nBen draws 3\nBen passes\nCem draws 3\nCem passes\nAnn draws 3\nAnn passes\n"


# the facts, row by row


def test_the_game_of_the_facts() -> None:
    text = """players Ann Ben Cem
round
Ann opens 5-5-5
Ben draws 2
Ben places 4-5-5
Cem places 0-5-5 hexagon        # or: hexagons 2, bridge
Ann draws 3
Ann passes
"""
    result = score_game(text)
    assert result["findings"] == []
    assert [(e["line"], e["player"], e["points"], e["total"]) for e in result["events"]] == [
        (3, "Ann", 25, 25),
        (5, "Ben", 4, 4),
        (6, "Cem", 60, 60),
        (8, "Ann", -25, 0),
    ]
    assert result["scores"] == {"Ann": 0, "Ben": 4, "Cem": 60}
    assert result["hands"] == {"Ann": 9, "Ben": 8, "Cem": 6}
    assert result["pool"] == 56 - 21 - 5
    assert (result["rounds"], result["finished"], "winners" in result) == (1, False, False)


OPENINGS = {"5-5-5": 25, "1-1-1": 13, "0-0-0": 40, "4-5-5": 14, "0-0-1": 1}


@pytest.mark.parametrize("tile", OPENINGS)
def test_openings(tile: str) -> None:
    assert points(THREE + f"Ann opens {tile}\n") == [OPENINGS[tile]]


TURNS = {
    "Ben places 1-3-5": 9,
    "Ben draws 1\nBen places 1-3-5": 4,
    "Ben draws 2\nBen places 1-3-5": -1,
    "Ben draws 3\nBen places 1-3-5": -6,
    "Ben draws 1\nBen draws 1\nBen places 1-3-5": -1,
    "Ben draws 2\nBen draws 1\nBen passes": -25,
    "Ben draws 3\nBen passes": -25,
    "Ben draws 1\nBen places 0-5-5 hexagon": 55,
    "Ben places 2-3-4 hexagons 2": 109,
    "Ben places 2-3-4 hexagons 3": 159,
    "Ben places 2-3-4 hexagons 1": 59,
    "Ben places 2-3-4 bridge": 49,
    "Ben draws 3\nBen places 2-3-4 bridge": 34,
    "Ben places 0-0-0": 0,
    "Ben places 0-0-0 bridge": 40,
    "Ben places 5-0-5": 10,  # any corner may come first
    "Ben places 2-3-4, hexagon": 59,
}


@pytest.mark.parametrize("turn", TURNS)
def test_turns(turn: str) -> None:
    assert points(THREE + f"Ann opens 5-5-5\n{turn}\n") == [25, TURNS[turn]]


@pytest.mark.parametrize(
    ("left", "turn", "worth"),
    [
        (2, "Ann draws 2\nAnn passes", -20),
        (2, "Ann draws 2\nAnn places 1-3-5", -1),
        (0, "Ann passes", -10),
        (3, "Ann draws 3\nAnn passes", -25),  # three drawn, even if they were the last
    ],
)
def test_an_empty_pool(left: int, turn: str, worth: int) -> None:
    before = score_game(to_empty_pool(left))
    assert before["pool"] == left
    after = score_game(to_empty_pool(left) + turn)
    assert not codes(after)
    assert after["events"][-1]["points"] == worth


def test_one_drawn_of_a_pool_of_one() -> None:
    text = to_empty_pool(2) + "Ann draws 1\nAnn places 1-3-5\nBen draws 1\nBen passes\nAnn passes\n"
    result = score_game(text)
    assert not codes(result)
    assert [e["points"] for e in result["events"][-3:]] == [4, -15, -10]


def test_going_out_gains_the_hands_of_the_others_at_once() -> None:
    lines = going_out()
    result = score_game(THREE + "\n".join([*lines, "end Ann=0 Ben=5 Cem=7"]))
    assert not result["findings"]
    last = result["events"][-1]
    assert (last["line"], last["player"], last["points"]) == (2 + len(lines), "Ann", 12 + 25 + 12)
    assert "last tile +25" in last["why"] and "5+7 = 12" in last["why"]
    assert result["hands"] == {"Ann": 0, "Ben": 1, "Cem": 1}


def test_last_tile_345_with_23_and_27_left_is_87() -> None:
    lines = going_out()
    lines[1:1] = ["Ben draws 3"]
    lines[3:3] = ["Cem draws 3"]
    result = score_game(THREE + "\n".join([*lines, "end Ann=0 Ben=23 Cem=27"]))
    assert not result["findings"]
    assert result["events"][-1]["points"] == 87
    assert result["events"][-1]["why"] == "3+4+5 = 12, last tile +25, the hands of the others 23+27 = 50: 87"


def test_of_two_players_one_goes_out() -> None:
    tiles = iter([t for t in names() if len(set(t)) > 1])
    lines = ["Ann opens 5-5-5"]
    for _ in range(8):
        lines += [f"Ben places {next(tiles)}", f"Ann places {next(tiles)}"]
    result = score_game(TWO + "\n".join([*lines, "end Ben=9 Ann=0"]))
    assert not result["findings"]
    assert result["events"][-1]["why"].endswith("last tile +25, the other hand +9: " + str(
        result["events"][-1]["points"]))  # fmt: skip


def test_going_out_without_the_end_line_yet() -> None:
    result = score_game(THREE + "\n".join(going_out()))
    assert codes(result) == set()
    assert [(f["code"], f["subject"], f["severity"]) for f in result["findings"]] == [
        ("hands-to-come", f"line {2 + len(going_out())}", "note")
    ]
    assert result["events"][-1]["points"] == 12 + 25


def test_blocked_with_15_23_27_is_20() -> None:
    lines = going_out()[:-6]
    result = score_game(THREE + "\n".join([*lines, "end Ann=15 Ben=27 Cem=23"]))
    assert codes(result) == set()
    last = result["events"][-1]
    assert (last["line"], last["player"], last["points"]) == (3 + len(lines), "Ann", 20)
    assert last["why"] == "lowest hand 15, Ben 27-15 = 12, Cem 23-15 = 8: 20"


def test_blocked_with_a_tie_scores_nobody() -> None:
    result = score_game(THREE + BLOCKED + "end Ann=55 Ben=55 Cem=63\n")
    assert codes(result) == set() and codes(result, "warning") == set()
    assert codes(result, "note") == {"blocked-tie"}
    assert len(result["events"]) == 4
    assert result["scores"] == {"Ann": 0, "Ben": -25, "Cem": -25}


def test_an_end_before_all_have_passed_is_a_warning() -> None:
    text = THREE + "Ann opens 5-5-5\nBen draws 3\nBen passes\nend Ann=30 Ben=67 Cem=63\n"
    result = score_game(text)
    assert codes(result) == set()
    (warning,) = result["findings"]
    assert (warning["code"], warning["severity"]) == ("not-all-passed", "warning")
    assert "Ann, Cem" in warning["message"]
    assert result["events"][-1]["points"] == 37 + 33


def test_a_placed_tile_ends_the_succession_of_passes() -> None:
    text = THREE + BLOCKED + "Ben places 1-2-3\nend Ann=55 Ben=67 Cem=63\n"
    assert codes(score_game(text), "warning") == {"not-all-passed"}


# house rules


def test_double_and_triple_hexagons_of_the_house() -> None:
    rules = HouseRules(double_hexagon=60, triple_hexagon=70)
    text = THREE + "Ann opens 5-5-5\nBen places 2-3-4 hexagons 2\nCem places 1-3-4 hexagons 3\nAnn places 0-1-2 hexagon"
    assert points(text, rules) == [25, 69, 78, 53]


@pytest.mark.parametrize(("loss", "worth"), [(10, -20), (0, -10), (3, -13)])
def test_what_an_empty_pool_costs_in_the_house(loss: int, worth: int) -> None:
    result = score_game(to_empty_pool(2) + "Ann draws 2\nAnn passes", rules=HouseRules(empty_pool=loss))
    assert result["events"][-1]["points"] == worth


def test_a_first_player_by_draw_may_open_with_any_tile() -> None:
    text = THREE + "Ann opens 0-1-2\nBen places 5-5-5\nCem places 4-5-5\n"
    assert points(text, HouseRules(first="draw")) == [3, 15, 14]
    assert points(THREE + "Ann opens 2-2-2\nBen places 5-5-5\n", HouseRules(first="draw")) == [16, 15]
    assert points(THREE + "Ann opens 0-0-0\nBen places 5-5-5\n", HouseRules(first="draw")) == [40, 15]


@pytest.mark.parametrize("target", [400, 500, 25])
def test_the_target(target: int) -> None:
    result = score_game(long_game(), rules=HouseRules(target=target))
    told = [e for e in result["events"] if "this is the last round" in e["why"]]
    assert len(told) == 1
    assert told[0]["total"] >= target > told[0]["total"] - told[0]["points"]
    assert f"reaches {target}: this is the last round" in told[0]["why"]


def long_game() -> str:
    """A round in which Ann reaches 500 and more, not ended."""
    lines = ["players Ann Ben Cem", "round", "Ann opens 5-5-5"]
    for ben, cem, ann in (("0-0-1", "0-0-2", "0-0-3"), ("0-1-1", "0-1-2", "0-1-3"), ("1-1-2", "0-0-4", "0-0-5"),
                          ("0-2-2", "0-2-3", "1-1-3")):  # fmt: skip
        lines += [f"Ben places {ben}", f"Cem places {cem}", f"Ann places {ann} hexagons 3"]
    return "\n".join(lines) + "\n"


BAD_HOUSES = [{"target": 0}, {"double_hexagon": -1}, {"triple_hexagon": -1}, {"empty_pool": -1}, {"first": "lots"}]


@pytest.mark.parametrize("house", BAD_HOUSES)
def test_houses_that_cannot_be(house: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(house))}: found .* allowed are"):
        HouseRules(**house)


# the end of the game


def last_round(turns: str) -> dict[str, Any]:
    """A game to 30 that Ann may win."""
    return score_game(THREE + turns, rules=HouseRules(target=30))


def test_who_has_the_most_at_the_end_wins_not_who_was_first() -> None:
    text = (
        "Ann opens 5-5-5\nBen places 2-3-4 hexagon\nCem places 1-1-2\n"
        "Ann draws 3\nAnn passes\nBen draws 3\nBen passes\nCem draws 3\nCem passes\n"
        "end Ann=60 Ben=60 Cem=61\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert (result["finished"], result["winners"]) == (True, ["Ben"])  # 59 - 25 = 34
    assert "reaches 30" in result["events"][1]["why"]


def test_falling_below_the_target_changes_nothing() -> None:
    result = last_round(
        "Ann opens 5-5-5\nBen places 2-3-4 hexagon\nCem draws 3\nCem passes\nAnn draws 3\nAnn passes\n"
        "Ben draws 3\nBen passes\nCem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
        "end Ann=70 Ben=70 Cem=80\n"
    )
    assert codes(result) == set()
    assert result["scores"]["Ben"] == 9 < 30
    assert (result["finished"], result["winners"]) == (True, ["Ben"])


def test_a_victory_is_shared() -> None:
    text = (
        "Ann opens 5-5-5\nBen places 3-4-4 bridge\nCem places 2-4-5 bridge\n"
        "Ann draws 3\nAnn passes\nBen draws 3\nBen passes\nCem draws 3\nCem passes\n"
        "end Ann=60 Ben=60 Cem=64\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert result["winners"] == ["Ben", "Cem"]
    assert result["standing"] == [
        {"player": "Ben", "total": 26, "place": 1},
        {"player": "Cem", "total": 26, "place": 1},
        {"player": "Ann", "total": 0, "place": 3},
    ]


def test_the_bonus_at_the_end_may_reach_the_target() -> None:
    result = last_round(BLOCKED + "end Ann=50 Ben=70 Cem=65\n")
    assert result["scores"]["Ann"] == 35
    assert (result["finished"], result["winners"]) == (True, ["Ann"])


def test_a_second_round_has_all_tiles_again_and_keeps_the_totals() -> None:
    text = THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nround\nCem opens 5-5-5\nAnn places 4-5-5\n"
    result = score_game(text)
    assert result["findings"] == []
    assert result["rounds"] == 2
    assert result["scores"] == {"Ann": 20 + 14, "Ben": -25, "Cem": 0}
    assert result["hands"] == {"Ann": 6, "Ben": 7, "Cem": 6}


def test_a_game_of_players_alone() -> None:
    result = score_game("players Ann Ben")
    assert result["scores"] == {"Ann": 0, "Ben": 0}
    assert (result["events"], result["findings"], result["rounds"]) == ([], [], 0)
    assert (result["hands"], result["pool"]) == ({"Ann": 0, "Ben": 0}, 56)


@pytest.mark.parametrize("highest", [5, 6, 9])
@pytest.mark.parametrize(("players", "hand"), [(2, 9), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_hands_and_pools(highest: int, players: int, hand: int) -> None:
    crowd = "ABCDEF"[:players]
    result = score_game(f"players {' '.join(crowd)}\nround\n", highest)
    assert result["hands"] == dict.fromkeys(crowd, hand)
    assert result["pool"] == comb(highest + 3, 3) - players * hand
    assert result["findings"] == []


def test_a_set_to_6_has_a_6() -> None:
    assert points(THREE + "Ann opens 6-6-6", highest=6) == [28]
    assert codes(score_game(THREE + "Ann opens 6-6-6")) == {"tile-foreign"}


@pytest.mark.parametrize("highest", [-1, 100])
def test_sets_that_cannot_be(highest: int) -> None:
    with pytest.raises(InputError, match=f"found {highest}, allowed are 0 to 99"):
        score_game(THREE, highest)


# what cannot be: each law has a game that breaks it alone, in the line given


def after(text: str) -> int:
    return text.count("\n") + 1


O3 = THREE + "Ann opens 5-5-5\n"
WRONG: dict[str, list[tuple[int, str]]] = {
    "no-round": [
        (2, "players Ann Ben Cem\nAnn opens 5-5-5\nBen places 4-5-5\n"),
        (2, "players Ann Ben Cem\nBen places 4-5-5\nCem passes\nround\nAnn opens 5-5-5\n"),
        (2, "players Ann Ben Cem\nend Ann=0 Ben=3 Cem=4\n"),
        (11, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nBen places 4-5-5\nround\nAnn opens 5-5-5\n"),
        (11, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nCem opens 5-5-5\nAnn places 4-5-5\n"),
        (11, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nend Ann=55 Ben=67 Cem=63\n"),
    ],
    "round-not-ended": [(4, O3 + "round\nBen opens 5-5-5\n"), (3, THREE + "round\nBen opens 5-5-5\n")],
    "not-opened": [
        (3, THREE + "Ann places 5-5-5\nBen places 4-5-5\n"),
        (3, THREE + "Ann passes\nBen opens 5-5-5\n"),
        (3, THREE + "Ann draws 2\nAnn opens 5-5-5\nBen places 4-5-5\n"),
        (3, THREE + "end Ann=55 Ben=67 Cem=63\n"),
    ],
    "second-opening": [(4, O3 + "Ben opens 4-4-4\nCem places 4-5-5\n"), (4, O3 + "Cem opens 4-4-4\n")],
    "unknown-player": [
        (4, O3 + "ben places 4-5-5\nCem places 3-5-5\n"),
        (4, O3 + "Bne draws 2\nBne places 4-5-5\nCem places 3-5-5\n"),
        (4, O3 + "Bne draws 2\nBen places 4-5-5\nCem places 3-5-5\n"),
        (5, O3 + "Ben draws 2\nBne places 4-5-5\nCem places 3-5-5\n"),
        (4, O3 + "Dan places 4-5-5\nBen places 3-5-5\nCem places 2-5-5\n"),
        (3, THREE + "Anne opens 5-5-5\nBen places 4-5-5\n"),
        (3, THREE + "Anne opens 5-5-5\n"),
        (4, O3 + "\x1b[2J places 4-5-5\n"),
    ],
    "out-of-turn": [
        (4, O3 + "Cem places 4-5-5\nAnn places 3-5-5\n"),
        (4, O3 + "Cem draws 1\nCem places 4-5-5\nAnn places 3-5-5\n"),
        (4, O3 + "Ann places 4-5-5\nBen places 3-5-5\n"),
        (4, O3 + "Cem passes\nAnn places 3-5-5\n"),
        # one wrong name: the next line shows whose turn it was
        (4, O3 + "Cem places 4-5-5\nCem places 3-5-5\nAnn places 2-5-5\n"),
        (4, O3 + "Ann draws 2\nBen places 4-5-5\nCem places 3-5-5\n"),
        (5, O3 + "Ben draws 2\nCem places 4-5-5\nCem places 3-5-5\n"),
        (5, O3 + "Ben draws 2\nCem draws 1\nBen passes\nCem places 3-5-5\n"),
    ],
    "draws-unfinished": [
        (5, O3 + "Ben draws 2\nCem places 4-5-5\nAnn places 3-5-5\n"),
        (5, O3 + "Ben draws 3\nCem passes\nAnn places 3-5-5\n"),
        (5, O3 + "Ben draws 3\nCem draws 3\nCem passes\nAnn places 3-5-5\n"),
        (5, O3 + "Ben draws 3\nend Ann=30 Ben=67 Cem=63\n"),
    ],
    "fourth-draw": [
        (4, O3 + "Ben draws 4\nBen passes\nCem places 3-5-5\n"),
        (5, O3 + "Ben draws 2\nBen draws 2\nBen places 4-5-5\n"),
        (5, O3 + "Ben draws 3\nBen draws 1\nBen places 4-5-5\n"),
    ],
    "pool-short": [
        (after(to_empty_pool(2)), to_empty_pool(2) + "Ann draws 3\nAnn passes\nBen passes\n"),
        (after(to_empty_pool(0)), to_empty_pool(0) + "Ann draws 1\nAnn passes\nBen passes\n"),
    ],
    "pass-early": [
        (4, O3 + "Ben passes\nCem places 4-5-5\n"),
        (5, O3 + "Ben draws 2\nBen passes\nCem places 4-5-5\n"),
        # the missing draws may have emptied the pool
        (after(to_empty_pool(2)), to_empty_pool(2) + "Ann passes\nBen passes\nAnn passes\n"),
    ],
    "tile-foreign": [
        (4, O3 + "Ben places 6-5-5\nCem places 4-5-5\n"),
        (4, O3 + "Ben places 5-3-1\nCem places 4-5-5\n"),
        (4, O3 + "Ben places 5-5\nCem places 4-5-5\n"),
        (4, O3 + "Ben places five\nCem places 4-5-5\n"),
        (3, THREE + "Ann opens 7-7-7\nBen places 4-5-5\n"),
    ],
    "tile-twice": [
        (4, O3 + "Ben places 5-5-5\nCem places 4-5-5\n"),
        (5, O3 + "Ben places 4-5-5\nCem places 5-4-5\nAnn places 3-5-5\n"),
        (5, O3 + "Ben places 4-5-5\nBen places 4-5-5\nCem places 3-5-5\n"),  # a line written twice
    ],
    "bridge-on-hexagon": [
        (4, O3 + "Ben places 4-5-5 hexagon bridge\nCem places 3-5-5\n"),
        (4, O3 + "Ben places 4-5-5 hexagons 2, bridge\nCem places 3-5-5\n"),
        (4, O3 + "Ben places 4-5-5 bridge, hexagon\nCem places 3-5-5\n"),
    ],
    "round-over": [
        (22, THREE + "\n".join([*going_out(), "Ben places 4-4-4", "Cem places 3-3-3", "end Ann=0 Ben=4 Cem=4"])),
        (22, THREE + "\n".join([*going_out(), "Ben draws 1", "end Ann=3 Ben=4 Cem=4"])),
        (22, THREE + "\n".join([*going_out(), "Ann passes", "end Ann=0 Ben=4 Cem=4"])),
    ],
    "hand-empty": [(22, THREE + "\n".join([*going_out(), "Ann places 4-4-4", "end Ann=0 Ben=4 Cem=4"]))],
    "end-unknown": [
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cme=63\n"),
        (10, THREE + BLOCKED + "end ann=55 Ben=67 Cem=63\n"),
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63 Dan=3\n"),
    ],
    "end-twice": [
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63 Ann=55\n"),
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Ben=63\n"),
    ],
    "end-missing": [
        (10, THREE + BLOCKED + "end Ann=55 Cem=63\n"),
        (10, THREE + BLOCKED + "end\n"),
        (22, THREE + "\n".join([*going_out(), "end Ann=0 Ben=4"])),
    ],
    "end-sum": [
        (22, THREE + "\n".join([*going_out(), "end Ann=1 Ben=4 Cem=4"])),
        (22, THREE + "\n".join([*going_out(), "end Ann=0 Ben=15 Cem=4"])),
        (10, THREE + BLOCKED + "end Ann=0 Ben=67 Cem=63\n"),
        (10, THREE + BLOCKED + "end Ann=55 Ben=999999 Cem=63\n"),
    ],
    "end-sums": [(10, THREE + BLOCKED + "end Ann=45 Ben=45 Cem=46\n")],
    "round-after-game": [],  # below: its target is of the house
    "set-too-small": [],
}


WRONG_LINES = [(code, number, text) for code, games in WRONG.items() for number, text in games]


@pytest.mark.parametrize(("code", "number", "text"), WRONG_LINES)
def test_what_cannot_be_is_one_finding_of_its_code_in_its_line(code: str, number: int, text: str) -> None:
    result = score_game(text)
    assert codes(result) == {code}
    (found,) = [f for f in result["findings"] if f["severity"] == "error"]
    assert found["subject"] == f"line {number}"
    assert "found" in found["message"] or "the set has no tile" in found["message"]
    assert found["remedy"] and found["message"].isprintable()
    assert "{" not in found["message"] + found["remedy"]
    assert sum(e["points"] for e in result["events"]) == sum(result["scores"].values())


def test_every_law_has_its_game() -> None:
    errors = {code for code in LAWS if code not in SEVERITIES}
    assert set(WRONG) == errors
    assert {code for code, games in WRONG.items() if not games} == {"round-after-game", "set-too-small"}


def test_a_round_after_the_game() -> None:
    text = BLOCKED + "end Ann=50 Ben=70 Cem=65\n"
    result = last_round(text + "round\nBen opens 5-5-5\nBen passes\nround\n")
    assert [(f["code"], f["subject"]) for f in result["findings"]] == [("round-after-game", "line 11")]
    assert result["scores"] == last_round(text)["scores"]
    stray = last_round(text + "Ben opens 5-5-5\nCem places 4-5-5\n")
    assert [(f["code"], f["subject"]) for f in stray["findings"]] == [("no-round", "line 11")]
    assert stray["scores"] == last_round(text)["scores"]


@pytest.mark.parametrize(("highest", "players", "fits"), [(4, 5, True), (4, 6, False), (3, 2, True), (3, 3, False),
                                                          (2, 2, False), (0, 2, False)])  # fmt: skip
def test_a_set_too_small_for_the_hands(highest: int, players: int, fits: bool) -> None:
    crowd = "ABCDEF"[:players]
    text = f"# hands\nplayers {' '.join(crowd)}\nround\nA opens 0-0-0\nB draws 2\nB passes\n"
    result = score_game(text, highest)
    assert codes(result) == ({"pass-early"} if fits and result["pool"] else set() if fits else {"set-too-small"})
    if not fits:
        assert [f["subject"] for f in result["findings"]] == ["line 2"]


def test_a_slip_in_line_7_is_said_to_be_there() -> None:
    text = "# Sunday\nplayers Ann Ben\n\nround\nAnn opens 5-5-5\n\nBen places 5-5-5\n"
    for form in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert [f["subject"] for f in score_game(form)["findings"]] == ["line 7"]
    with pytest.raises(InputError, match="line 7: found 'jumps'"):
        score_game(text.replace("Ben places 5-5-5", "Ben jumps"))


def test_after_a_slip_the_rest_is_scored() -> None:
    result = score_game(O3 + "Cem places 4-5-5\nAnn places 3-5-5\nBen places 4-5-5\nCem places 2-5-5\n")
    assert [f["code"] for f in result["findings"]] == ["out-of-turn", "tile-twice"]
    assert [e["points"] for e in result["events"]] == [25, 14, 13, 0, 12]
    assert "did you mean Ben?" in score_game(O3 + "ben draws 1\n")["findings"][0]["remedy"]
    four = score_game(O3 + "Ben draws 4\nBen places 4-5-5\n")
    assert (four["events"][-1]["points"], four["hands"]["Ben"], four["pool"]) == (-1, 9, 32)
    both = score_game(O3 + "Ben places 4-5-5 hexagon bridge\n")
    assert both["events"][-1]["points"] == 64


def test_a_stranger_at_the_table_does_not_upset_the_turns() -> None:
    turns = (
        "Ann opens 5-5-5\nDan draws 1\nDan places 4-4-4\nBen places 4-5-5\nCem places 3-5-5\nDan draws 3\nDan passes\n"
    )
    result = score_game(THREE + turns + "Ann places 2-5-5\n")
    assert [(f["code"], f["subject"]) for f in result["findings"]] == [
        ("unknown-player", "line 4"),
        ("unknown-player", "line 8"),
    ]
    assert result["scores"] == {"Ann": 37, "Ben": 14, "Cem": 13}


# who should have opened: a warning, never an error

DOUBTFUL = [
    (True, "Ann opens 1-1-1\nBen places 2-2-2\n"),
    (True, "Ann opens 1-1-1\nBen places 1-1-2\nCem places 0-0-1\nAnn places 2-2-2\n"),
    (False, "Ann opens 2-2-2\nBen places 1-1-1\n"),
    (False, "Ann opens 1-1-1\nBen draws 1\nBen places 2-2-2\n"),
    (False, "Ann opens 1-1-1\nBen places 4-5-5\n"),
    (False, "Ann opens 1-1-1\nBen places 0-0-0\n"),
    (True, "Ann opens 4-5-5\nBen places 0-0-0\n"),
    (True, "Ann opens 3-4-5\nBen places 4-4-5\n"),
    (False, "Ann opens 3-4-5\nBen places 2-5-5\n"),
    (False, "Ann opens 3-4-5\nBen draws 1\nBen places 4-4-5\n"),
    (True, "Ann opens 3-4-5\nBen draws 1\nBen places 1-1-2\nCem places 4-4-5\n"),
    (True, "Ann opens 0-0-0\nBen places 1-1-1\n"),
    (False, "Ann opens 0-0-0\nBen draws 1\nBen places 1-1-1\n"),
    (False, "Ann opens 0-0-0\nBen places 0-0-1\nCem places 0-0-2\nAnn places 1-1-1\n"),  # the opener may hold more
]


@pytest.mark.parametrize(("doubtful", "turns"), DOUBTFUL)
def test_who_should_have_opened(doubtful: bool, turns: str) -> None:
    result = score_game(THREE + turns)
    assert codes(result) == set()
    assert codes(result, "warning") == ({"opening-doubtful"} if doubtful else set())
    if doubtful:
        (found,) = result["findings"]
        assert found["subject"] == f"line {THREE.count(chr(10)) + turns.count(chr(10))}"
        assert "in line 3" in found["message"]
    assert score_game(THREE + turns, rules=HouseRules(first="draw"))["findings"] == []


# what cannot be read

UNREADABLE = {
    "empty": ("", "found nothing"),
    "comments": ("# a\n\n  # b\n", "found nothing"),
    "no players first": ("round\n", "line 1: found 'round', allowed first"),
    "players late": ("\n# x\nAnn opens 5-5-5\nplayers Ann Ben", "line 3: found 'Ann', allowed first"),
    "players twice": (TWO + "players Ann Ben", "line 3: found a second line of players"),
    "one player": ("players Ann", "line 1: found 1 players, allowed are 2 to 6"),
    "seven players": ("players A B C D E F G", "line 1: found 7 players"),
    "a name twice": ("players Ann Ben Ann", "line 1: found the name 'Ann' twice"),
    "a keyword": ("players Ann Round", "line 1: found the name 'Round', allowed"),
    "a verb": ("players Ann draws", "line 1: found the name 'draws', allowed"),
    "a name with =": ("players Ann B=n", "line 1: found the name 'B=n'"),
    "commas": ("players Ann, Ben", "line 1: found the name 'Ann,', allowed are words apart by spaces"),
    "a control character": ("players Ann B\x1bn", r"line 1: found the name 'B\\x1bn'"),
    "half a pair": ("players Ann B\ud800n", r"line 1: found the name 'B\\ud800n'"),
    "a long name": ("players Ann " + "B" * 41, "line 1: found a name of 41 characters, allowed are up to 40"),
    "unknown verb": (TWO + "Ann jumps", "line 3: found 'jumps' after 'Ann', allowed are"),
    "no verb": (TWO + "Ann", "line 3: found only 'Ann', allowed are"),
    "no player": (TWO + "places 1-3-5", "line 3: found 'places' with no player"),
    "no tile": (TWO + "Ann places", "line 3: found no tile after 'places'"),
    "no tile but a hexagon": (TWO + "Ann places hexagon", "line 3: found no tile after 'places'"),
    "no opening tile": (TWO + "Ann opens", "line 3: found no tile after 'opens'"),
    "hexagon at the opening": (TWO + "Ann opens 1-3-5 hexagon", "line 3: found 'hexagon' after 'Ann opens 1-3-5'"),
    "draws nothing": (TWO + "Ann draws", "line 3: found nothing for 'draws'"),
    "draws words": (TWO + "Ann draws two", "line 3: found 'two' for 'draws', allowed is a whole number from 1"),
    "draws 0": (TWO + "Ann draws 0", "line 3: found '0' for 'draws'"),
    "draws -1": (TWO + "Ann draws -1", "line 3: found '-1' for 'draws'"),
    "draws 1.5": (TWO + "Ann draws 1.5", "line 3: found '1.5' for 'draws'"),
    "draws ²": (TWO + "Ann draws ²", "line 3: found '²' for 'draws'"),
    "draws far too many": (TWO + "Ann draws " + "9" * 900, "line 3: found '9999"),
    "draws and more": (TWO + "Ann draws 2 tiles", "line 3: found 'tiles' after 'Ann draws 2', allowed is nothing"),
    "passes and more": (TWO + "Ann passes twice", "line 3: found 'twice' after 'Ann passes'"),
    "round and more": (TWO + "round 2", "line 3: found '2' after 'round'"),
    "hexagons alone": (TWO + "Ann places 1-3-5 hexagons", "line 3: found nothing for 'hexagons'"),
    "hexagons 0": (TWO + "Ann places 1-3-5 hexagons 0", "line 3: found '0' for 'hexagons'"),
    "hexagons 4": (TWO + "Ann places 1-3-5 hexagons 4", "line 3: found 4 hexagons, allowed are 1 to 3"),
    "hexagon twice": (TWO + "Ann places 1-3-5 hexagon hexagon", "line 3: found 'hexagon' after the tile"),
    "bridge twice": (TWO + "Ann places 1-3-5 bridge bridge", "line 3: found 'bridge' after the tile"),
    "an unknown bonus": (TWO + "Ann places 1-3-5 triangle", "line 3: found 'triangle' after the tile, allowed are"),
    "end without sign": (TWO + "end Ann 0 Ben 3", "line 3: found 'Ann' after 'end', allowed is each hand's sum"),
    "end without number": (
        TWO + "end Ann=0 Ben=",
        "line 3: found nothing for 'Ben=', allowed is a whole number from 0",
    ),
    "end with a word": (TWO + "end Ann=none Ben=3", "line 3: found 'none' for 'Ann='"),
    "end below 0": (TWO + "end Ann=-3 Ben=3", "line 3: found '-3' for 'Ann='"),
    "end without name": (TWO + "end =3", "line 3: found '=' after 'end'"),
    "a long line": (TWO + "#" * 1001, "line 3: found 1001 characters, allowed are up to 1000 in a line"),
    "a long text": ("#" * (MAX_CHARACTERS + 1), "found 1000001 characters, allowed are up to 1000000"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_gets_one_clear_message(case: str) -> None:
    text, message = UNREADABLE[case]
    with pytest.raises(InputError, match=message) as refusal:
        score_game(text)
    assert str(refusal.value).isprintable()
    assert "found" in str(refusal.value) and "allowed" in str(refusal.value)
    assert len(str(refusal.value)) < 220


def test_bytes() -> None:
    text = TWO + "Ann opens 5-5-5\n"
    assert decode(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == text
    with pytest.raises(InputError, match="not UTF-8 text \\(byte 0\\)"):
        decode(text.encode("utf-16"))
    with pytest.raises(InputError, match="allowed are up to"):
        decode(b"#" * (4 * MAX_CHARACTERS + 1))


@pytest.mark.parametrize(
    "line",
    [
        "Ben   places\t4-5-5   hexagons   2  ",
        "\t Ben PLACES 4-5-5 Hexagons 2# so",
        "Ben places 5-4-5, hexagons 2",
        "Ben places 5-5-4 hexagons 02",
    ],
)
def test_a_line_may_be_written_loosely(line: str) -> None:
    result = score_game(f"# a game\n\nPlayers\tAnn  Ben # two\nROUND\n\nAnn opens 5-5-5\n{line}\n")
    assert result["findings"] == []
    assert [(e["line"], e["points"]) for e in result["events"]] == [(6, 25), (7, 114)]


@pytest.mark.parametrize("end", ["Ann=1 Ben=2", "Ann = 1, Ben = 2", "Ann= 1 Ben =2", "Ann=1,Ben=2"])
def test_an_end_may_be_written_loosely(end: str) -> None:
    assert read(TWO + f"end {end}").lines[-1].sums == (("Ann", 1), ("Ben", 2))


def test_names_of_any_script() -> None:
    text = "players Ängström Жанна 花子 O'Neil\nround\nA\u0308ngstro\u0308m opens 5-5-5\nЖанна places 4-5-5\n"
    result = score_game(text)
    assert result["findings"] == []
    assert result["scores"]["Ängström"] == 25


# properties


def refusal(text: bytes) -> str:
    """Why a text cannot be read, or nothing."""
    try:
        score_game(decode(text))
    except InputError as problem:
        return str(problem)
    return ""


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(text: bytes) -> None:
    assert refusal(text).isprintable()


WORDS = ["players", "round", "end", "Ann", "Ben", "Cem", "ann", "Zoe", "opens", "draws", "places", "passes", "hexagon",
         "hexagons", "bridge", "0-0-0", "5-5-5", "1-3-5", "9-9-9", "5-3-1", "1", "3", "7", "Ann=3", "Ben=0", "=", "#",
         ",", "\n", "\n", "\n"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_no_words_raise_anything_else(text: str) -> None:
    for game in (text, THREE + text):
        assert refusal(game.encode()).isprintable()


@settings(deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_no_shuffle_of_lines_raises_or_loses_a_point(data: st.DataObject, seed: int) -> None:
    text, _ = legal_game(seed)
    first, *lines = text.split("\n")
    some = data.draw(st.permutations(lines).map(lambda mixed: mixed[: len(mixed) // 2 + 1]))
    result = score_game("\n".join([first, *some]))
    assert sum(e["points"] for e in result["events"]) == sum(result["scores"].values())
    for player, total in result["scores"].items():
        assert [0, *(e["total"] for e in result["events"] if e["player"] == player)][-1] == total
    assert all(hand >= 0 for hand in result["hands"].values()) and result["pool"] >= 0


def legal_game(seed: int, highest: int = 5, target: int = 400) -> tuple[str, dict[str, Any]]:
    """Play a game by the rules, blind to what fits; return its text and what it came to.

    Written apart from the program: it deals tiles, where the program only counts them.
    """
    luck = random.Random(seed)
    players = ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"][: luck.randint(2, 6)]
    luck.shuffle(players)
    lines = ["players " + " ".join(players)]
    totals = dict.fromkeys(players, 0)
    reached = False

    def gain(player: str, worth: int) -> None:
        nonlocal reached
        totals[player] += worth
        reached = reached or totals[player] >= target

    eager = luck.random()
    for _ in range(luck.randint(1, 6)):
        pool = list(combinations_with_replacement(range(highest + 1), 3))
        luck.shuffle(pool)
        deal = {2: 9, 3: 7, 4: 7}.get(len(players), 6)
        hands = {player: [pool.pop() for _ in range(deal)] for player in players}
        lines.append("round")
        held = [(len(set(tile)) == 1, sum(tile), tile, player) for player in players for tile in hands[player]]
        triple, worth, tile, now = max(held)
        lines.append(f"{now} opens {'-'.join(map(str, tile))}")
        hands[now].remove(tile)
        gain(now, 40 if tile == (0, 0, 0) else worth + 10 * triple)
        passes = 0
        while passes < len(players) and all(hands.values()):
            now = players[(players.index(now) + 1) % len(players)]
            drawn = 0
            while luck.random() > eager and drawn < 3 and pool:
                hands[now].append(pool.pop())
                drawn += 1
            if drawn:
                split = luck.randrange(drawn)  # told in one line or in two
                lines += [f"{now} draws {count}" for count in (split, drawn - split) if count]
            if luck.random() > eager and (drawn == 3 or not pool):
                lines.append(f"{now} passes")
                gain(now, -25 if drawn == 3 else -5 * drawn - 10)
                passes += 1
                continue
            passes = 0
            tile = hands[now].pop(luck.randrange(len(hands[now])))
            bonus, word = luck.choice([(0, "")] * 5 + [(50, "hexagon"), (100, "hexagons 2"), (40, "bridge")])
            turn = luck.randrange(3)
            lines.append(f"{now} places {'-'.join(map(str, tile[turn:] + tile[:turn]))} {word}".strip())
            rest = sum(sum(t) for player in players if player != now for t in hands[player])
            gain(now, sum(tile) - 5 * drawn + bonus + (0 if hands[now] else 25 + rest))
        sums = {player: sum(map(sum, hands[player])) for player in players}
        lines.append("end " + " ".join(f"{player}={total}" for player, total in sums.items()))
        low = min(players, key=lambda player: sums[player])
        if all(hands.values()) and list(sums.values()).count(sums[low]) == 1:
            gain(low, sum(total - sums[low] for total in sums.values()))
        left = {player: len(hand) for player, hand in hands.items()}
        if reached:
            break
    return "\n".join(lines), {"scores": totals, "hands": left, "pool": len(pool), "finished": reached}


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 2**32), st.sampled_from([5, 6]), st.sampled_from([400, 500]))
def test_legal_games_are_legal_and_score_as_played(seed: int, highest: int, target: int) -> None:
    text, played = legal_game(seed, highest, target)
    result = score_game(text, highest, HouseRules(target=target))
    assert codes(result) == codes(result, "warning") == set()
    assert {key: result[key] for key in played} == played
    for player, total in played["scores"].items():
        assert sum(e["points"] for e in result["events"] if e["player"] == player) == total
    if played["finished"]:
        best = max(played["scores"].values())
        assert result["winners"] == [p for p, total in played["scores"].items() if total == best]


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**32), st.integers(1, 200))
def test_a_legal_game_is_legal_as_far_as_it_has_come(seed: int, length: int) -> None:
    lines = legal_game(seed)[0].split("\n")[:length]
    assert codes(score_game("\n".join(lines))) == set()


def test_each_turn_gives_one_event_at_its_line_and_the_words_tell_its_sum() -> None:
    text, _ = legal_game(7)
    turns = [n for n, line in enumerate(text.split("\n"), 1) if {"opens", "places", "passes"} & set(line.split())]
    events = score_game(text)["events"]
    ends = [n for n, line in enumerate(text.split("\n"), 1) if line.startswith("end")]
    assert [e["line"] for e in events if e["line"] not in ends] == turns
    for event in events:
        told = event["why"].partition(";")[0].replace("=", ":").replace(" ", ":").split(":")[-1]
        assert int(told) == event["points"]


@pytest.mark.parametrize(
    "filling",
    [
        "Zoe passes\n",
        "a passes\n",
        "Ann draws 1\n",
        "Zoe draws 1\nAnn draws 1\n",
        "round\nAnn opens 5-5-5\nend Ann=3 Ben=4\n",
        "=" * 999 + "\n",
        " " * 999 + "\n",
        "Ann places 1-1-1 " + "," * 900 + "\n",
        "\n",
        "\r",
    ],
)
def test_the_longest_text_takes_seconds(filling: str) -> None:
    text = (TWO + "Ann opens 5-5-5\n" + filling * (MAX_CHARACTERS // len(filling)))[:MAX_CHARACTERS]
    text = text[: text.rindex(filling[-1])]
    start = time.perf_counter()
    refusal(text.encode())
    assert time.perf_counter() - start < 20
