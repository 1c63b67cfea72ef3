"""Triomino's text with places: where each tile lies, as a plain program finds it; what is wrong with a place."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from called import invoke, refused
from drawn_read import rims
from places_read import beside, check_record, counted, lying, placed, rounds, without_places, xy
from test_triomino_slips import P3, P4, WRONG
from triomino_games import codes

import quasiprint
from quasiprint.games.triomino.figures import LONG, SHORT, Script, play_round
from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.play import best_by_trials

HEXAGON = P4 + "Ben places 4-4-5 at 4-5-5 5-4\nCem places 2-3-5 at 2-5-5 2-5\nAnn places 3-4-5 at 4-4-5 5-4 hexagon\n"


def test_a_table_is_seen_whole() -> None:
    result = score_game(HEXAGON)
    assert not result.findings
    assert result.events[-1].why == "3+4+5 = 12, hexagon +50: 62"
    assert result.scores == {"Ann": 25 + 12 + 62, "Ben": 14 + 13, "Cem": 13 + 10}
    assert result.not_seen == ("the hands: who had to open",)
    assert score_game(HEXAGON.replace(" hexagon", "")).as_json() == result.as_json()
    assert result.scores == score_game(without_places(HEXAGON)).scores
    assert score_game(without_places(HEXAGON).replace(" hexagon", "")).scores["Ann"] == result.scores["Ann"] - 50
    # any corner of a tile first, and a side that a tile has once either way round
    other = HEXAGON.replace("4-4-5 at 4-5-5", "5-4-4 at 5-5-4").replace("3-4-5 at 4-4-5", "4-5-3 at 4-5-4")
    assert score_game(other).as_json() == result.as_json()
    either = P4 + "Ben places 2-3-5 at 2-5-5 2-5\nCem places 2-3-3 at 2-3-5 {}\n"
    assert score_game(either.format("2-3")).as_json() == score_game(either.format("3-2")).as_json()
    assert not score_game(either.format("3-2")).findings


def record(case: Script) -> str:
    return "\n".join(play_round(case, 5).game.lines()) + "\n"


def test_the_rounds_of_the_book_and_the_example_are_seen_whole(root: Path) -> None:
    assert check_record(record(LONG)) + check_record(record(SHORT)) >= Counter(bridges=1)
    text = (root / "examples" / "triomino-game.txt").read_text()
    told = [line.partition("#")[0].strip() for line in text.splitlines()]
    each = (line.split(" draws ") for line in told if line)  # a player draws tile by tile
    single = [
        f"{who} draws {tile}" if drawn else who for who, *drawn in each for tile in (drawn or [""])[0].split() or [""]
    ]
    assert "\n".join(single) + "\n" == record(LONG)
    assert beside(placed(text)[0]) == beside(lying(play_round(LONG, 5).tiles))


def test_left_and_right_are_seen_from_the_neighbour() -> None:
    """The last tile closes a hexagon beside the one, and meets nothing beside the other."""
    mirrored = HEXAGON.replace(" left", " right").replace(" hexagon", "")
    assert score_game(mirrored).events[-1].points == 12
    assert beside(placed(HEXAGON)[0]) != beside(placed(mirrored)[0])
    for text in (HEXAGON, mirrored):
        made, where = counted(text.splitlines())
        assert made[-1][0] == score_game(text).events[-1].why.count("hexagon") == (text is HEXAGON)
        assert beside(where) == beside(placed(text)[0])


SAID = {
    "places-mixed": ("no place, while line 4", "for all tiles of a round but the first, or for none"),
    "place-foreign": ("the set has no tile 5-5-6", "its numbers run from 0 to 5"),
    "place-absent": ("the tile 1-5-5 after 'at'", "allowed are 5-5-5, 4-5-5, 3-5-5"),
    "side-foreign": ("the side 4-4 of 4-5-5", "read clockwise: 5-5, 5-4, 4-5"),
    "side-taken": ("along which 4-5-5 lies", "5-5-5 has none"),
    "side-ambiguous": ("5-5 of 5-5-5, which has it free twice", "'left' or 'right' after it, as seen from 4-5-5"),
    "direction-needless": ("'left' after the side 5-5", "allowed is nothing"),
    "side-unfitting": ("1-3-4 at the side 5-4 of 4-5-5", "tiles that read 4-5 clockwise; it fits nowhere"),
    "corner-mismatch": ("1-4-5 where its 1 meets 3 on 2-3-5", "one number wherever corners meet"),
    "claim-wrong": ("'hexagon', but 4-4-5 makes neither hexagon nor bridge", "allowed is nothing"),
}


@pytest.mark.parametrize("code", SAID)
def test_an_illegal_place_says_what_is_found_and_what_is_allowed(code: str) -> None:
    (found,) = score_game(WRONG[code][0][1]).findings
    assert found.subject == f"line {WRONG[code][0][0]}"
    for words in SAID[code]:
        assert words in found.message


def test_after_a_slip_the_rest_of_the_round_is_believed() -> None:
    wrong = WRONG["side-unfitting"][0][1] + "Ben places 4-4-5 at 1-3-4 3-4\nCem places 2-5-5\n"
    result = score_game(wrong)
    assert codes(result) == {"side-unfitting"}
    assert result.not_seen[0] == "where the tiles lie: hexagons and bridges are counted as they are written"
    assert len(placed(wrong)[0]) == 3


def test_the_table_is_drawn_where_the_game_put_its_tiles(here: Path, root: Path) -> None:
    text = (root / "examples" / "triomino-game.txt").read_text()
    Path("game.txt").write_text(text)
    invoke("score", "triomino", "game.txt", "--picture", "table.svg", code=0)
    middles = rims(Path("table.svg").read_bytes())
    cells = [xy(cell) for cell in counted(text.splitlines())[1]]
    assert len(middles) == len(cells) == 19
    edge = 16.0
    for drawn, told in zip(combinations(middles, 2), combinations(cells, 2), strict=True):  # in the order of the turns
        assert dist(*drawn) == pytest.approx(edge * dist(*told), abs=0.02)
    twice = text + "".join(f"{line}\n" for _, line in [(0, "round"), *rounds(text)[0]])
    both = rims(quasiprint.read_layout("triomino", twice).svg())
    assert len(both) == 2 * len(middles)  # each round's table


def test_a_picture_is_svg_or_png_and_replaces_nothing_of_yours(here: Path) -> None:
    Path("game.txt").write_text(P3)
    said = invoke("score", "triomino", "game.txt", "--picture", "table.png", "--json", code=0).stdout
    assert json.loads(said)["scores"] == {"Ann": 25, "Ben": 14, "Cem": 13}
    assert Path("table.png").read_bytes().startswith(b"\x89PNG")
    asked = ("score", "triomino", "game.txt", "--picture")
    assert (
        "found 'table.pdf', allowed is a name that ends in .svg or .png" in invoke(*asked, "table.pdf", code=2).stderr
    )
    Path("mine.svg").write_text("mine")
    refused(invoke(*asked, "mine.svg"), "mine.svg")
    assert Path("mine.svg").read_text() == "mine"
    Path("game.txt").write_text(without_places(P3))
    refused(invoke(*asked, "table.svg"), "found no places, allowed are lines such as: Ben places 4-5-5 at 5-5-5 5-5")
    assert not Path("table.svg").exists()


def test_of_moves_that_are_tried_the_one_that_gains_most_is_left() -> None:
    tried = list[tuple[int, int]]()

    def gain(way: int, number: int) -> float:
        tried.append((way, number))
        return way % 7 + (number % 2) * 10  # luck is the same for all

    assert best_by_trials(range(9), gain, 3) == 6
    assert {number for way, number in tried if way == 6} == set(range(12))  # 9, 5, 3 and 2 are left
    assert len(tried) == 3 * (9 + 5 + 3 + 2)
    assert best_by_trials(["only"], lambda *_: 1 / 0, 3) == "only"
