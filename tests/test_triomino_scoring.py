"""What a game of triomino is worth: every row of the table, every house rule, the end of rounds and games."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from triomino_games import BLOCKED, THREE, TWO, codes, going_out, last_round, names, points, to_empty_pool

from quasiprint.games.triomino.points import Standing
from quasiprint.games.triomino.scoring import HouseRules, score_game
from quasiprint.model.errors import InputError


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
    assert result.findings == ()
    assert [(e.line, e.player, e.points, e.total) for e in result.events] == [
        (3, "Ann", 25, 25),
        (5, "Ben", 4, 4),
        (6, "Cem", 60, 60),
        (8, "Ann", -25, 0),
    ]
    assert result.scores == {"Ann": 0, "Ben": 4, "Cem": 60}
    assert result.hands == {"Ann": 9, "Ben": 8, "Cem": 6}
    assert result.pool == 56 - 21 - 5
    assert (result.rounds, result.finished, "winners" in result.as_json()) == (1, False, False)


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
    before = "Ann opens 5-5-5\nBen places 4-5-5\nCem places 4-4-5\nAnn places 3-5-5\n"
    assert points(THREE + f"{before}{turn}\n") == [25, 14, 13, 13, TURNS[turn]]


@pytest.mark.parametrize(
    ("left", "turn", "worth"),
    [
        (2, "Ann draws 2\nAnn passes", -20),
        (2, "Ann draws 2\nAnn places 0-5-5", 0),
        (0, "Ann passes", -10),
        (3, "Ann draws 3\nAnn passes", -25),  # three drawn, even if they were the last
    ],
)
def test_an_empty_pool(left: int, turn: str, worth: int) -> None:
    before = score_game(to_empty_pool(left))
    assert before.pool == left
    after = score_game(to_empty_pool(left) + turn)
    assert not codes(after)
    assert after.events[-1].points == worth


def test_one_drawn_of_a_pool_of_one() -> None:
    text = to_empty_pool(2) + "Ann draws 1\nAnn places 0-5-5\nBen draws 1\nBen passes\nAnn passes\n"
    result = score_game(text)
    assert not codes(result)
    assert [e.points for e in result.events[-3:]] == [5, -15, -10]


def test_going_out_gains_the_hands_of_the_others_at_once() -> None:
    lines = going_out()
    result = score_game(THREE + "\n".join([*lines, "end Ann=0 Ben=5 Cem=7"]))
    assert not result.findings
    last = result.events[-1]
    assert (last.line, last.player, last.points) == (2 + len(lines), "Ann", 12 + 25 + 12)
    assert "last tile +25" in last.why and "5+7 = 12" in last.why
    assert result.hands == {"Ann": 0, "Ben": 1, "Cem": 1}


def test_last_tile_345_with_23_and_27_left_is_87() -> None:
    lines = going_out()
    lines[1:1] = ["Ben draws 3"]
    lines[3:3] = ["Cem draws 3"]
    result = score_game(THREE + "\n".join([*lines, "end Ann=0 Ben=23 Cem=27"]))
    assert not result.findings
    assert result.events[-1].points == 87
    assert result.events[-1].why == "3+4+5 = 12, last tile +25, the hands of the others 23+27 = 50: 87"


def test_of_two_players_one_goes_out() -> None:
    tiles = iter(["0-5-5", *(t for t in names() if len(set(t)) > 1 and t != "0-5-5")])
    lines = ["Ann opens 5-5-5"]
    for _ in range(8):
        lines += [f"Ben places {next(tiles)}", f"Ann places {next(tiles)}"]
    result = score_game(TWO + "\n".join([*lines, "end Ben=9 Ann=0"]))
    assert not result.findings
    assert result.events[-1].why.endswith("last tile +25, the other hand +9: " + str(
        result.events[-1].points))  # fmt: skip


def test_going_out_without_the_end_line_yet() -> None:
    result = score_game(THREE + "\n".join(going_out()))
    assert codes(result) == set()
    assert [(f.code, f.subject, f.severity) for f in result.findings] == [
        ("hands-to-come", f"line {2 + len(going_out())}", "note")
    ]
    assert result.events[-1].points == 12 + 25


def test_blocked_with_15_23_27_is_20() -> None:
    lines = going_out()[:-6]
    result = score_game(THREE + "\n".join([*lines, "end Ann=15 Ben=27 Cem=23"]))
    assert codes(result) == set()
    last = result.events[-1]
    assert (last.line, last.player, last.points) == (3 + len(lines), "Ann", 20)
    assert last.why == "lowest hand 15, Ben 27-15 = 12, Cem 23-15 = 8: 20"


def test_blocked_with_a_tie_scores_nobody() -> None:
    result = score_game(THREE + BLOCKED + "end Ann=55 Ben=55 Cem=63\n")
    assert codes(result) == set() and codes(result, "warning") == set()
    assert codes(result, "note") == {"blocked-tie"}
    assert len(result.events) == 4
    assert result.scores == {"Ann": 0, "Ben": -25, "Cem": -25}


def test_an_end_before_all_have_passed_is_a_warning() -> None:
    text = THREE + "Ann opens 5-5-5\nBen draws 3\nBen passes\nend Ann=30 Ben=67 Cem=63\n"
    result = score_game(text)
    assert codes(result) == set()
    (warning,) = result.findings
    assert (warning.code, warning.severity) == ("not-all-passed", "warning")
    assert "Ann, Cem" in warning.message
    assert result.events[-1].points == 37 + 33


def test_a_placed_tile_ends_the_succession_of_passes() -> None:
    text = THREE + BLOCKED + "Ben places 1-2-3\nend Ann=55 Ben=67 Cem=63\n"
    assert codes(score_game(text), "warning") == {"not-all-passed"}


# house rules


def test_double_and_triple_hexagons_of_the_house() -> None:
    rules = HouseRules(double_hexagon=60, triple_hexagon=70)
    text = "Ann opens 5-5-5\nBen places 4-5-5\nCem places 2-3-4 hexagons 2\nAnn places 1-3-4 hexagons 3\n"
    assert points(THREE + text + "Ben places 0-1-2 hexagon", rules) == [25, 14, 69, 78, 53]


@pytest.mark.parametrize(("loss", "worth"), [(10, -20), (0, -10), (3, -13)])
def test_what_an_empty_pool_costs_in_the_house(loss: int, worth: int) -> None:
    result = score_game(to_empty_pool(2) + "Ann draws 2\nAnn passes", rules=HouseRules(empty_pool=loss))
    assert result.events[-1].points == worth


def test_a_first_player_by_draw_may_open_with_any_tile() -> None:
    drawn = HouseRules(first="draw")
    assert points(THREE + "Ann opens 0-1-2\nBen places 1-1-2\nCem places 5-5-5\n", drawn) == [3, 4, 15]
    assert points(THREE + "Ann opens 2-2-2\nBen places 1-2-2\nCem places 5-5-5\n", drawn) == [16, 5, 15]
    assert points(THREE + "Ann opens 0-0-0\nBen places 0-0-1\nCem places 5-5-5\n", drawn) == [40, 1, 15]


@pytest.mark.parametrize("target", [400, 500, 25])
def test_the_target(target: int) -> None:
    result = score_game(long_game(), rules=HouseRules(target=target))
    told = [e for e in result.events if "this is the last round" in e.why]
    assert len(told) == 1
    assert told[0].total >= target > told[0].total - told[0].points
    assert f"reaches {target}: this is the last round" in told[0].why


def long_game() -> str:
    """A round in which Ann reaches 500 and more, not ended."""
    lines = ["players Ann Ben Cem", "round", "Ann opens 5-5-5"]
    for ben, cem, ann in (("0-5-5", "0-0-2", "0-0-3"), ("0-1-1", "0-1-2", "0-1-3"), ("1-1-2", "0-0-4", "0-0-5"),
                          ("0-2-2", "0-2-3", "1-1-3")):  # fmt: skip
        lines += [f"Ben places {ben}", f"Cem places {cem}", f"Ann places {ann} hexagons 3"]
    return "\n".join(lines) + "\n"


BAD_HOUSES = [{"target": 0}, {"double_hexagon": -1}, {"triple_hexagon": -1}, {"empty_pool": -1}, {"first": "lots"}]


@pytest.mark.parametrize("house", BAD_HOUSES)
def test_houses_that_cannot_be(house: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(house))}: found .* allowed are"):
        HouseRules(**house)


# the end of the game


def test_who_has_the_most_at_the_end_wins_not_who_was_first() -> None:
    text = (
        "Cem opens 5-5-5\nAnn places 4-5-5\nBen places 2-3-4 hexagon\n"
        "Cem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
        "end Ann=60 Ben=60 Cem=61\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert (result.finished, result.winners) == (True, ("Ben",))  # 59 - 25 = 34
    assert "reaches 30" in result.events[2].why


def test_falling_below_the_target_changes_nothing() -> None:
    passes = "Cem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
    turns = "Cem opens 5-5-5\nAnn places 4-5-5\nBen places 2-3-4 hexagon\n"
    result = last_round(f"{turns}{passes}{passes}end Ann=70 Ben=70 Cem=80\n")
    assert codes(result) == set()
    assert result.scores["Ben"] == 9 < 30
    assert (result.finished, result.winners) == (True, ("Ben",))


def test_a_victory_is_shared() -> None:
    text = (
        "Ann opens 5-5-5\nBen places 0-5-5\nCem places 2-4-5 bridge\nAnn draws 3\nAnn passes\n"
        "Ben places 0-0-1 bridge\nCem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
        "end Ann=80 Ben=60 Cem=60\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert result.winners == ("Ben", "Cem")
    assert list(result.standing) == [Standing("Ben", 26, 1), Standing("Cem", 26, 1), Standing("Ann", -25, 3)]


def test_the_bonus_at_the_end_may_reach_the_target() -> None:
    result = last_round(BLOCKED + "end Ann=50 Ben=70 Cem=65\n")
    assert result.scores["Ann"] == 35
    assert (result.finished, result.winners) == (True, ("Ann",))


def test_a_second_round_has_all_tiles_again_and_keeps_the_totals() -> None:
    text = THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nround\nCem opens 5-5-5\nAnn places 4-5-5\n"
    result = score_game(text)
    assert result.findings == ()
    assert result.rounds == 2
    assert result.scores == {"Ann": 20 + 14, "Ben": -25, "Cem": 0}
    assert result.hands == {"Ann": 6, "Ben": 7, "Cem": 6}


def test_a_game_of_players_alone() -> None:
    result = score_game("players Ann Ben")
    assert result.scores == {"Ann": 0, "Ben": 0}
    assert (result.events, result.findings, result.rounds) == ((), (), 0)
    assert (result.hands, result.pool) == ({"Ann": 0, "Ben": 0}, 56)


@pytest.mark.parametrize("highest", [5, 6, 9])
@pytest.mark.parametrize(("players", "hand"), [(2, 9), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_hands_and_pools(highest: int, players: int, hand: int) -> None:
    crowd = "ABCDEF"[:players]
    result = score_game(f"players {' '.join(crowd)}\nround\n", highest)
    assert result.hands == dict.fromkeys(crowd, hand)
    assert result.pool == comb(highest + 3, 3) - players * hand
    assert result.findings == ()


def test_a_set_to_6_has_a_6() -> None:
    assert points(THREE + "Ann opens 6-6-6", highest=6) == [28]
    assert codes(score_game(THREE + "Ann opens 6-6-6")) == {"tile-foreign"}


@pytest.mark.parametrize("highest", [-1, 100])
def test_sets_that_cannot_be(highest: int) -> None:
    with pytest.raises(InputError, match=f"found {highest}, allowed are 0 to 99"):
        score_game(THREE, highest)
