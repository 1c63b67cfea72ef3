"""What a game of triomino is worth, told on the command line too; what the tiles on the table exclude of a claim."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

import pytest
from called import invoke, tree
from triomino_games import (
    BLOCKED,
    THREE,
    TWO,
    Cell,
    around,
    codes,
    corners,
    going_out,
    in_order,
    laid,
    last_round,
    names,
    points,
    sides,
    to_empty_pool,
    worth,
)

import quasiprint
from quasiprint.errors import InputError
from quasiprint.games.triomino.rounds import LEAST_UNDER_BRIDGE, excluded, most_hexagons, sides_met
from quasiprint.games.triomino.scoring import HouseRules, Standing, score_game


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


# house rules


def test_double_and_triple_hexagons_of_the_house() -> None:
    rules = HouseRules(double_hexagon=60, triple_hexagon=70)
    for bonus, gain in {"hexagons 2": 60, "hexagons 3": 70, "hexagon": 50}.items():
        assert points(THREE + laid(13) + f"Ben places 2-3-4 {bonus}\n", rules) == [*worth(13), 9 + gain]


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
    # Ann reaches 500 and more, for from the seventh tile on each of hers closes a hexagon; the round does not end
    order = in_order(names()[-2::-1], ["5-5-5"])
    lines = ["players Ann Ben Cem", "round", "Ann opens 5-5-5"]
    for n, tile in enumerate(order[:30]):
        player = ("Ben", "Cem", "Ann")[n % 3]
        bonus = " hexagon" if player == "Ann" and n > 3 else ""
        lines += [f"{player} draws 1"] * (player != "Ann" or n > 15) + [f"{player} places {tile}{bonus}"]
    result = score_game("\n".join(lines) + "\n", rules=HouseRules(target=target))
    told = [e for e in result.events if "this is the last round" in e.why]
    assert len(told) == 1 and not result.findings
    assert told[0].total >= target > told[0].total - told[0].points
    assert f"reaches {target}: this is the last round" in told[0].why


BAD_HOUSES = [{"target": 0}, {"double_hexagon": -1}, {"triple_hexagon": -1}, {"empty_pool": -1}, {"first": "lots"}]


@pytest.mark.parametrize("house", BAD_HOUSES)
def test_houses_that_cannot_be(house: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"--{next(iter(house)).replace('_', '-')}: found .* allowed is"):
        quasiprint.score("triomino", "players Ann Ben\n", **house)


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


def test_a_second_round_has_all_tiles_again_and_keeps_the_totals() -> None:
    text = THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63\nround\nCem opens 5-5-5\nAnn places 4-5-5\n"
    result = score_game(text)
    assert result.findings == ()
    assert result.rounds == 2
    assert result.scores == {"Ann": 20 + 14, "Ben": -25, "Cem": 0}
    assert result.hands == {"Ann": 6, "Ben": 7, "Cem": 6}


@pytest.mark.parametrize("highest", [5, 6, 9])
@pytest.mark.parametrize(("players", "hand"), [(2, 9), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_hands_and_pools(highest: int, players: int, hand: int) -> None:
    crowd = "ABCDEF"[:players]
    result = score_game(f"players {' '.join(crowd)}\nround\n", highest)
    assert result.hands == dict.fromkeys(crowd, hand)
    assert result.pool == comb(highest + 3, 3) - players * hand
    assert result.findings == ()


# --- what the tiles on the table exclude of a claim -----------------------------------------------


Patch = frozenset[Cell]


def pushed(cells: Patch) -> Patch:
    """A patch, moved so that it begins at 0."""
    x, y = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return frozenset((a - x, b - y, k) for a, b, k in cells)


def growth(most: int) -> Iterator[set[Patch]]:
    """All patches of 1 to `most` triangles that hang together by their sides, those of each number at once."""
    patches = {pushed(frozenset({(0, 0, k)})) for k in (0, 1)}
    for _ in range(most):
        yield patches
        patches = {
            pushed(patch | {cell}) for patch in patches for near in patch for cell in around(near) if cell not in patch
        }


def inside(patch: Patch) -> int:
    """How many points have a triangle of a patch all around."""
    touched = Counter(point for cell in patch for point in corners(cell))
    return sum(number == 6 for number in touched.values())


def spans(patch: Patch) -> bool:
    """Whether one triangle more can be a bridge: beyond one side lies a triangle, and another touches the point
    opposite."""
    points = {point for cell in patch for point in corners(cell)}
    for cell in {cell for near in patch for cell in around(near)} - patch:
        beside = [near for near in around(cell) if near in patch]
        if len(beside) == 1 and set(corners(cell)) - set(corners(beside[0])) <= points:
            return True
    return False


@pytest.mark.parametrize("most", [9, pytest.param(11, marks=pytest.mark.thorough)])
def test_hexagons_and_bridges_of_every_patch(most: int) -> None:
    bridges = []
    for tiles, patches in enumerate(growth(most), 1):
        assert max(map(inside, patches)) == most_hexagons(tiles)
        bridges.append(tiles > LEAST_UNDER_BRIDGE or any(map(spans, patches)))
    assert bridges.index(True) + 1 == LEAST_UNDER_BRIDGE == 8


CLAIMS = {"hexagon": 6, "hexagons 2": 10, "hexagons 3": 13, "bridge": 9}


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_first_tile_that_can_complete_it(claim: str) -> None:
    order = ["Ann", "Ben", "Cem"]
    for tiles in range(1, 14):
        text = THREE + laid(tiles) + f"{order[tiles % 3]} places 4-5-5 {claim}\n"
        result = score_game(text)
        early = tiles + 1 < CLAIMS[claim]
        assert ("completes-early" in codes(result)) == early
        if early:
            (found,) = result.findings
            assert f"with {tiles + 1} tiles on the table" in found.message


def test_hexagons_are_counted_together_in_each_round() -> None:
    two = THREE + laid(7) + "Ben places 4-5-5 hexagon\nCem places 2-3-4 hexagon\n"
    assert [(f.code, f.subject) for f in score_game(two).findings] == [("completes-early", "line 11")]
    assert "2 hexagons in all with 9 tiles" in score_game(two).findings[0].message
    later = THREE + laid(10) + "Ben places 4-5-5 hexagon\nCem places 2-3-4 hexagon\n"
    assert not score_game(later).findings
    again = later + "end Ann=20 Ben=30 Cem=30\nround\n" + laid(7) + "Ben places 4-5-5 hexagon\n"
    assert not codes(score_game(again))


def test_a_slip_before_may_hide_a_tile() -> None:
    """What may lie there unwritten excludes nothing: one slip is one finding."""
    for slip in ("Ben places 9-9-9\n", "Ben draws 4\nBen places 3-5-5\n", "Dan places 4-4-5\nBen places 3-5-5\n"):
        text = THREE + laid(1) + slip + "Cem places 0-1-2\n"
        assert len(codes(score_game(text))) == 1
    five = laid(4) + "Ben places 9-9-9\nCem places 4-5-5 hexagon\n"  # the sixth, if Ben's was one
    assert codes(score_game(THREE + five)) == {"tile-foreign"}
    four = laid(3) + "Ann places 9-9-9\nBen places 4-5-5 hexagon\n"
    assert codes(score_game(THREE + four)) == {"tile-foreign", "completes-early"}


def test_a_side_needs_a_partner_among_the_tiles_laid() -> None:
    """All 56 tiles beside all 56, by the sides that they share."""
    tiles = [tuple(map(int, name.split("-"))) for name in names()]
    for tile in tiles:
        for other in tiles:
            shared = sum((b, a) in sides(other) for a, b in ((tile[i], tile[(i + 1) % 3]) for i in range(3)))
            assert sides_met(tile, [other]) == shared
            found = [finding.code for finding in excluded(tile, [other], 0, False)]
            assert found == ([] if shared else ["tile-unfitting"])
    assert excluded((0, 1, 2), [], 0, False) == []


# --- on the command line --------------------------------------------------------------------------


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
DRAWINGS = {
    "a": '<circle cx="5" cy="5" r="5"/>',
    "b": '<rect width="10" height="10"/>',
    "c": '<path d="M3 0h4v10H3z"/>',
}
GAME = """players Ann Ben
round
Ann opens 5-5-5
Ben places 4-5-5
Ann places 4-4-5
Ben places 3-4-4
Ann places 3-4-6
Ben draws 3
Ben passes
"""


@pytest.fixture
def art(here: Path) -> Path:
    """A folder of three drawings."""
    folder = here / "art"
    folder.mkdir()
    for name, body in DRAWINGS.items():
        (folder / f"{name}.svg").write_text(SVG.format(body))
    return folder


def test_drawings_from_a_project_file_lie_beside_it(art: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = here / "mine.toml"
    project.write_text('game = "triomino"\nhighest = 2\nsymbols = "art"\nformat = "svg,stl"\noutput = "set"\n')
    elsewhere = here / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    invoke("make", "--project", "../mine.toml", code=0)
    manifest = json.loads((here / "set" / "manifest.json").read_text())
    assert manifest["parameters"]["symbols"] == "art"
    assert len(manifest["pieces"]) == 10
    invoke("make", "triomino", "--highest", 2, "--symbols", art, "--format", "svg,stl", "-o", "again", code=0)
    assert tree(Path("again")) == tree(here / "set")


def test_a_drawing_that_cannot_be_made_stops_before_anything_is_written(art: Path, here: Path) -> None:
    (art / "b.svg").write_text(SVG.format('<text x="1" y="9">B</text>'))
    result = invoke("make", "triomino", "--highest", 2, "--symbols", "art", "-o", "set", code=2)
    assert "b.svg" in result.output
    assert "text" in result.output
    assert not Path("set").exists()


def test_a_slip_in_line_7_is_said_to_be_there(here: Path) -> None:
    Path("game.txt").write_text(GAME)
    result = invoke("score", "triomino", "game.txt", "--json", code=1)
    said = json.loads(result.output)
    assert [finding["subject"] for finding in said["findings"]] == ["line 7"]
    assert "3-4-6" in said["findings"][0]["message"]
    assert [(e["line"], e["points"]) for e in said["events"]][:4] == [(3, 25), (4, 14), (5, 13), (6, 11)]
    # with the larger set it is no slip
    result = invoke("score", "triomino", "game.txt", "--json", "--highest", 6, code=0)
    assert json.loads(result.output)["scores"] == {"Ann": 25 + 13 + 13, "Ben": 14 + 11 - 25}


def test_a_house_rule_is_an_option(here: Path) -> None:
    Path("game.txt").write_text(TWO + laid(11, "Ann Ben") + "Ben places 2-3-4 hexagons 2\n")
    for options, worth_of in (((), 109), (("--double-hexagon", 60), 69)):
        result = invoke("score", "triomino", "game.txt", "--json", *options)
        assert json.loads(result.output)["events"][-1]["points"] == worth_of


def test_a_layout_is_not_judged_by_the_rules_of_scoring(here: Path) -> None:
    Path("layout.json").write_text('{"tiles": [{"tile": "1-3-5", "cell": [0, 0, 0], "corners": [1, 3, 5]}]}')
    assert invoke("score", "triomino", "layout.json").exit_code == 0
    result = invoke("score", "triomino", "layout.json", "--target", 500, code=2)
    assert "found house rules" in result.output


def test_a_score_is_told_in_words(here: Path) -> None:
    Path("game.txt").write_text(GAME)
    said = invoke("score", "triomino", "game.txt").output
    assert "scores: Ann 38, Ben 0" in said
    assert "line 3, player Ann, points 25, total 25, why 5+5+5 = 15, opening triple +10: 25" in said


def test_going_out_without_the_end_line_yet() -> None:
    result = score_game(THREE + "\n".join(going_out()))
    assert codes(result) == set()
    assert [(f.code, f.subject, f.severity) for f in result.findings] == [
        ("hands-to-come", f"line {2 + len(going_out())}", "note")
    ]
    assert result.events[-1].points == 12 + 25
