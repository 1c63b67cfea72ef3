"""What a game of triomino is worth: every row of the table, every house rule, the end of rounds and games."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from triomino_games import (
    BLOCKED,
    THREE,
    TWO,
    codes,
    going_out,
    in_order,
    laid,
    last_round,
    names,
    points,
    to_empty_pool,
    worth,
)

from quasiprint.errors import InputError
from quasiprint.games.triomino.points import Standing
from quasiprint.games.triomino.rules import score_layout
from quasiprint.games.triomino.scoring import HouseRules, score_game


def test_the_game_of_the_facts() -> None:
    text = """players Ann Ben Cem
round
Ann opens 5-5-5
Ben draws 2
Ben places 4-5-5
Cem places 3-4-5
Ann places 2-3-5
Ben places 0-2-5
Cem places 0-5-5 hexagon        # or: hexagons 2, bridge
Ann draws 3
Ann passes
"""
    result = score_game(text)
    assert result.findings == ()
    assert [(e.line, e.player, e.points, e.total) for e in result.events] == [
        (3, "Ann", 25, 25),
        (5, "Ben", 4, 4),
        (6, "Cem", 12, 12),
        (7, "Ann", 10, 35),
        (8, "Ben", 7, 11),
        (9, "Cem", 60, 72),
        (11, "Ann", -25, 10),
    ]
    assert result.scores == {"Ann": 10, "Ben": 11, "Cem": 72}
    assert result.hands == {"Ann": 8, "Ben": 7, "Cem": 5}
    assert result.pool == 56 - 21 - 5
    assert (result.rounds, result.finished, "winners" in result.as_json()) == (1, False, False)


OPENINGS = {"5-5-5": 25, "1-1-1": 13, "0-0-0": 40, "4-5-5": 14, "0-0-1": 1}


@pytest.mark.parametrize("tile", OPENINGS)
def test_openings(tile: str) -> None:
    assert points(THREE + f"Ann opens {tile}\n") == [OPENINGS[tile]]


TURNS = {  # after so many tiles: as few as it takes
    "Ben places 1-3-5": (4, 9),
    "Ben draws 1\nBen places 1-3-5": (4, 4),
    "Ben draws 2\nBen places 1-3-5": (4, -1),
    "Ben draws 3\nBen places 1-3-5": (4, -6),
    "Ben draws 1\nBen draws 1\nBen places 1-3-5": (4, -1),
    "Ben draws 2\nBen draws 1\nBen passes": (4, -25),
    "Ben draws 3\nBen passes": (4, -25),
    "Ben draws 1\nBen places 0-5-5 hexagon": (10, 55),
    "Ben places 2-3-4 hexagons 2": (10, 109),
    "Ben places 2-3-4 hexagons 3": (13, 159),
    "Ben places 2-3-4 hexagons 1": (10, 59),
    "Ben places 2-3-4 bridge": (10, 49),
    "Ben draws 3\nBen places 2-3-4 bridge": (10, 34),
    "Ben places 0-0-0": (13, 0),
    "Ben places 0-0-0 bridge": (13, 40),
    "Ben places 5-0-5": (4, 10),  # any corner may come first
    "Ben places 2-3-4, hexagon": (10, 59),
}


@pytest.mark.parametrize("turn", TURNS)
def test_turns(turn: str) -> None:
    before, points_of_it = TURNS[turn]
    assert points(THREE + f"{laid(before)}{turn}\n") == [*worth(before), points_of_it]


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
    tiles = iter(in_order([t for t in names() if len(set(t)) > 1], ["5-5-5"]))
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
    text = THREE + BLOCKED + "Ben places 1-5-5\nend Ann=55 Ben=67 Cem=63\n"
    assert codes(score_game(text), "warning") == {"not-all-passed"}


# house rules


def test_double_and_triple_hexagons_of_the_house() -> None:
    rules = HouseRules(double_hexagon=60, triple_hexagon=70)
    for bonus, gain in {"hexagons 2": 60, "hexagons 3": 70, "hexagon": 50}.items():
        assert points(THREE + laid(13) + f"Ben places 2-3-4 {bonus}\n", rules) == [*worth(13), 9 + gain]


@pytest.mark.parametrize(("loss", "worth"), [(10, -20), (0, -10), (3, -13)])
def test_what_an_empty_pool_costs_in_the_house(loss: int, worth: int) -> None:
    result = score_game(to_empty_pool(2) + "Ann draws 2\nAnn passes", rules=HouseRules(empty_pool=loss))
    assert result.events[-1].points == worth


def test_a_first_player_by_draw_may_open_with_any_tile() -> None:
    drawn = HouseRules(first="draw")
    for opens, ben, cem, ann, points_of_them in (
        ("0-1-2", "0-2-5", "0-5-5", "1-1-2", [3, 7, 10, 4, 15]),
        ("2-2-2", "2-2-5", "2-5-5", "1-2-2", [16, 9, 12, 5, 15]),
        ("0-0-0", "0-0-5", "0-5-5", "0-0-1", [40, 5, 10, 1, 15]),
    ):
        text = f"Ann opens {opens}\nBen places {ben}\nCem places {cem}\nAnn places {ann}\nBen places 5-5-5\n"
        assert points(THREE + text, drawn) == points_of_them


@pytest.mark.parametrize("target", [400, 500, 25])
def test_the_target(target: int) -> None:
    result = score_game(long_game(), rules=HouseRules(target=target))
    told = [e for e in result.events if "this is the last round" in e.why]
    assert len(told) == 1 and not result.findings
    assert told[0].total >= target > told[0].total - told[0].points
    assert f"reaches {target}: this is the last round" in told[0].why


def long_game() -> str:
    """A round in which Ann reaches 500 and more, not ended: from the seventh tile on, each of hers closes a hexagon."""
    order = in_order(names()[-2::-1], ["5-5-5"])
    lines = ["players Ann Ben Cem", "round", "Ann opens 5-5-5"]
    for n, tile in enumerate(order[:30]):
        player = ("Ben", "Cem", "Ann")[n % 3]
        bonus = " hexagon" if player == "Ann" and n > 3 else ""
        lines += [f"{player} draws 1"] * (player != "Ann" or n > 15) + [f"{player} places {tile}{bonus}"]
    return "\n".join(lines) + "\n"


BAD_HOUSES = [{"target": 0}, {"double_hexagon": -1}, {"triple_hexagon": -1}, {"empty_pool": -1}, {"first": "lots"}]


@pytest.mark.parametrize("house", BAD_HOUSES)
def test_houses_that_cannot_be(house: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(house))}: found .* allowed are"):
        HouseRules(**house)


# the end of the game


def test_who_has_the_most_at_the_end_wins_not_who_was_first() -> None:
    text = (
        "Cem opens 5-5-5\nAnn places 4-5-5\nBen places 3-4-5\n"
        "Cem places 2-3-5\nAnn places 0-2-5\nBen places 0-5-5 hexagon\n"
        "Cem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
        "end Ann=60 Ben=60 Cem=61\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert (result.finished, result.winners) == (True, ("Ben",))  # 12 + 60 - 25 = 47
    assert (result.events[3].player, result.scores) == ("Cem", {"Ann": -4, "Ben": 47, "Cem": 10})
    assert "reaches 30" in result.events[3].why


def test_falling_below_the_target_changes_nothing() -> None:
    passes = "Cem draws 3\nCem passes\nAnn draws 3\nAnn passes\nBen draws 3\nBen passes\n"
    turns = "Cem opens 5-5-5\nAnn places 4-5-5\nBen places 3-4-5\nCem places 2-3-5\nAnn places 0-2-5\n"
    turns += "Ben places 0-5-5 hexagon\n"
    result = last_round(f"{turns}{passes}{passes}end Ann=70 Ben=70 Cem=80\n")
    assert codes(result) == set()
    assert result.scores["Ben"] == 12 + 60 - 50 < 30
    assert (result.finished, result.winners) == (True, ("Ben",))


def test_a_victory_is_shared() -> None:
    text = (
        "Ann opens 5-5-5\nBen places 4-5-5\nCem places 3-5-5\nAnn draws 3\nAnn passes\n"
        "Ben places 3-4-5\nCem places 4-4-5\nAnn draws 3\nAnn passes\nBen places 1-4-5\nCem places 2-3-5\n"
        "Ann draws 3\nAnn passes\nBen draws 3\nBen passes\nCem draws 3\nCem passes\n"
        "end Ann=80 Ben=60 Cem=60\n"
    )
    result = last_round(text)
    assert codes(result) == set()
    assert result.winners == ("Ben", "Cem")
    assert list(result.standing) == [Standing("Ben", 11, 1), Standing("Cem", 11, 1), Standing("Ann", -50, 3)]


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


@pytest.mark.parametrize(("highest", "allowed"), [(-1, "from 0"), (21, "up to 20 with --shape triangle")])
def test_a_set_that_cannot_be_made_is_not_scored_either(highest: int, allowed: str) -> None:
    for scorer in (lambda: score_game(THREE, highest), lambda: score_layout("[]", highest=highest)):
        with pytest.raises(InputError, match=f"found {highest}, allowed is {allowed}"):
            scorer()
