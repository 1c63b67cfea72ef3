"""Triomino's book: its numbers and figures against laws of their own; a round, a turn and puzzles; planted slips."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from rulebook_read import content, facts, shop_of, text_of

from quasiprint.api import verify
from quasiprint.documents.rulebook import Edition
from quasiprint.games.triomino.figures import LONG, POSITIONS, SHORT, SceneFigures, Script, lying, made_in, play_round
from quasiprint.games.triomino.proof import hexagons
from quasiprint.games.triomino.rules import judge
from quasiprint.games.triomino.turns import OVER, ROUND, ways
from quasiprint.model.choices import Process
from quasiprint.model.resources import languages


def facts_of(**given: Any) -> dict[str, dict[str, Any]]:
    return {name: dict(draw().facts) for name, draw in content("triomino", **given).figures.items()}


@pytest.mark.parametrize("highest", [5, 9, 3])
def test_numbers_of_the_set(highest: int) -> None:
    held, n = content("triomino", highest=highest), highest + 1
    fields = held.fields
    assert ("underlined" in held.traits) == (highest == 9)  # a 6 is a 9 upside down
    tiles = list(combinations_with_replacement(range(n), 3))
    turned = {t[k:] + t[:k] for t in tiles for k in range(3)}
    demands = list(product(range(n), repeat=3))
    assert fields["tiles"] == str(comb(highest + 3, 3)) == str(len(tiles))
    assert [fields[f"kind_{k}"] for k in (1, 2, 3)] == [str(n), str(n * (n - 1)), str(comb(n, 3))]
    assert fields["demands"] == str(len(demands))
    assert fields["demands_impossible"] == str(len(set(demands) - turned))
    assert fields["turned"] == str((n**3 + 2 * n) // 3)
    seats = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}
    deal = [f"{p} | {h} | {len(tiles) - p * h}" for p, h in seats.items() if p * h <= len(tiles)]
    assert fields["deal_rows"].split(" |\n| ") == deal


def test_numbers_that_the_facts_give() -> None:
    fields = content("triomino").fields
    expected = {
        "tiles": "56", "kind_1": "6", "kind_2": "30", "kind_3": "20", "with_one": "21", "with_two": "6",
        "corners": "28", "turned": "76", "left_out": "20", "demands": "216", "demands_impossible": "60",
        "all_hexagons": "666", "fits_up": "7", "opening_triple": "10", "opening_zeros": "40", "off_draw": "−5",
        "off_three": "−25", "one_hexagon": "50", "two_hexagons": "100", "three_hexagons": "150", "a_bridge": "40",
        "off_empty": "−10", "last_tile": "25", "target": "400", "ex_open": "25", "ex_empty": "−15", "ex_blocked": "9",
        "ex_hexagon": "55", "off_two": "−20",
    }  # fmt: skip
    assert {name: fields[name] for name in expected} == expected


@pytest.mark.parametrize("highest", [5, 6, 3])
def test_figures_keep_the_laws(highest: int) -> None:
    facts = facts_of(highest=highest)
    paid = {"hexagon": (1, "no", 50), "two-hexagons": (2, "no", 100), "three-hexagons": (3, "no", 150)}
    for figure, told in {**paid, "bridge": (0, "yes", 40)}.items():
        found = facts[figure]
        bonus = found["points"] - sum(map(int, found["tile"].split("-")))
        assert (found["hexagons"], found["bridge"], bonus) == told
    bridge = facts["bridge"]
    assert facts["both"] == {
        "hexagons": 1, "left": facts["hexagon"]["points"], "bridge": "yes", "right": bridge["points"]
    }  # fmt: skip
    assert facts["join"] == {"left": "yes", "right": "no", "mismatches": 2}
    wrong = facts["wrong-point"]
    assert wrong["legal"] == "no" and wrong["shows"] != wrong["meets"]
    a, b, c = map(int, facts["impossible"]["wants"].split("-"))
    assert a > b > c and facts["impossible"]["tiles"] == 0
    assert facts["poor-side"] == {"fits": 2, "falling": 2, "tiles": f"0-0-{highest},0-{highest}-{highest}"}
    assert facts["sides"] == {"least": 2, "most": highest + 1}
    assert facts["box"] == {
        "tiles": comb(highest + 3, 3), "of-1": highest + 1, "of-2": highest * (highest + 1),
        "of-3": comb(highest + 1, 3),
    }  # fmt: skip
    assert ("nine" in facts) == ("ten" in facts) == (highest == 5)
    if highest == 5:
        assert facts["ten"] == {"tiles": 55, "hexagons": 10, "legal": "yes"}
        assert facts["nine"] == {"tiles": 56, "hexagons": 9, "legal": "yes"}


def test_squares() -> None:
    facts = facts_of(shape="square")
    assert facts["squares"] == {"tiles": 9, "blocks": 4, "legal": "yes"}
    assert facts["wrong-square"]["legal"] == "no"
    assert facts["cover"] == {"tiles": 25, "blocks": 16, "legal": "yes"}
    assert facts["kinds"] == {"of-1": "6", "of-2": "45", "of-3": "60", "of-4": "15"}
    said = text_of(shop_of("triomino", shape="square").books.edition_pdf(Edition("book", "en", "a4")))
    assert "126 in all" in said and "400" not in said and "triple" not in said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("highest", [0, 1, 2, 3])
def test_small_sets_are_told_in_the_singular(highest: int) -> None:
    traits = content("triomino", highest=highest).traits
    assert ("one-left-out" in traits, "several-numbers" in traits) == (highest == 2, highest != 0)
    for language in languages():
        shop = shop_of("triomino", language, highest=highest)
        said = text_of(shop.books.edition_pdf(Edition("book", language, "a4")))
        assert not re.search(
            r"\b1 (tiles|triples|doubles|Steine|Drillinge|tuiles|fichas)|the [01] that|bei den [01],", said
        )


ROUNDS = [(LONG, 5), (LONG, 9), (SHORT, 3), (SHORT, 4)]
NAMES = ("Ann", "Ben")


def signless(text: str) -> int:
    return int(text.replace("−", "-"))


# --- the round ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "highest"), ROUNDS)
def test_the_round_adds_up(case: Script, highest: int) -> None:
    done = play_round(case, highest)
    totals = Counter[str]()
    for turn in done.turns:
        reckoned = turn.sum.rpartition(" = ")[0] or turn.sum
        parts = [int(part) for part in reckoned.replace("−", "-").replace("- ", "-").replace("+ ", "").split()]
        totals[turn.player] += sum(parts)
        assert turn.player == NAMES[(turn.number - 1) % 2]
        assert turn.points == sum(parts) and turn.totals == (totals["Ann"], totals["Ben"])
        if turn.placed:
            assert parts[0] == sum(turn.tile.marks)
            assert sum(part for part in parts if part < 0) == -5 * len(turn.drawn)
        else:
            assert (len(turn.drawn), parts) == (3, [-25])
    assert min(made_in(done.turns).values()) >= 1
    assert done.game.totals == (totals["Ann"], totals["Ben"])
    assert done.pool == len(list(combinations_with_replacement(range(highest + 1), 3))) - 18
    assert [turn for step in done.steps for turn in step] == list(done.turns)
    assert done.game.phase in (ROUND, OVER)


# --- a turn and the puzzles ---------------------------------------------------------------------


@pytest.mark.parametrize("highest", [3, 5])
def test_a_turn_in_pictures(highest: int) -> None:
    lay, draw, none = (facts("triomino", f"turn-{number}", highest=highest) for number in (1, 2, 3))
    assert (lay["fit"], lay["drawn"], lay["vain"]) == (2, 0, 0)
    assert signless(lay["points"]) == sum(map(int, lay["tile"].split("-")))
    assert (draw["fit"], draw["drawn"], draw["vain"]) == (0, 2, 1)
    assert signless(draw["points"]) == sum(map(int, draw["tile"].split("-"))) - 10
    assert none == {"fit": 0, "drawn": 3, "vain": 3, "tile": "none", "points": "−25"}


@pytest.mark.parametrize("shift", [0, 2])
def test_puzzles_have_one_solution(shift: int) -> None:
    draw = SceneFigures(shop_of("triomino", highest=3 + shift).books.sets[Process.PAPER], shift)
    first, second = draw.find_best()
    assert first.result.completed == 1 and second.result.bridge
    assert first.points > second.points and sum(first.tile.marks) < sum(second.tile.marks)
    cells = [move.cell for move in ways(first.table, (first.tile.marks,))]
    assert cells == [first.tile.cell]  # no other place of it scores as much
    six = lying(" ".join(POSITIONS["six"]), shift)
    assert judge(six, "triangle") == [] and hexagons([tile.marks for tile in six], 3 + shift) == 1


def test_what_lies_in_the_positions_is_legal() -> None:
    texts = [POSITIONS["turn"], *(table for table, _ in POSITIONS["gaps"])]
    texts += [POSITIONS[key][0] for key in ("join", "wrong_join", "hexagon", "two", "three", "bridge", "wrong_point")]
    texts += [POSITIONS[key][0] for key in ("impossible", "best", "six", "wrong_square")]
    for tiles in map(lying, texts):
        assert judge(tiles, {2: "square", 3: "triangle"}[len(tiles[0].cell)]) == []


@pytest.mark.parametrize(("highest", "tiles"), [(5, "2-3-5"), (3, "0-1-3")])
def test_gaps_are_what_they_are_called(highest: int, tiles: str) -> None:
    assert facts("triomino", "gaps", highest=highest) == {"a": "none", "b": tiles, "c": "lies"}
    fields = content("triomino", highest=highest).fields
    assert fields["gap_b"] == tiles
    low, middle, high = map(int, fields["gap_a"].split("-"))
    assert low < high < middle  # clockwise it falls


@pytest.mark.parametrize(("highest", "tiles"), [(3, 12), (4, 12), (5, 54), (6, 54)])
def test_the_cover_lies_as_the_rules_ask(highest: int, tiles: int) -> None:
    assert facts("triomino", "cover", highest=highest) == {"tiles": tiles, "hexagons": 1, "legal": "yes"}


HOUSE = {"target": 500, "double_hexagon": 60, "triple_hexagon": 70, "empty_pool": 0, "first": "draw"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", languages())
def test_books_are_printed_by_the_rules_of_the_table(language: str) -> None:
    shop = shop_of("triomino", language=language, **HOUSE)
    for kind in ("book", "quick"):
        text = text_of(shop.books.edition_pdf(Edition(kind, language, "a4")))
        assert "400" not in text and "+ 100" not in text and "+ 150" not in text
        assert all(text.count(number) for number in ("500", "+ 60", "+ 70"))
    fields, common = content("triomino", **HOUSE).fields, content("triomino").fields
    changed = {name for name in common if fields[name] != common[name]}
    assert changed == {
        *("target", "two_hexagons", "three_hexagons", "off_empty", "off_two", "ex_two", "ex_two_sum", "ex_empty"),
        *("ex_empty_sum", "two_points", "two_sum", "three_points", "three_sum"),
    }


@pytest.mark.thorough
def test_a_set_says_by_which_rules_its_books_are(tmp_path: Path) -> None:
    words = ("--format", "pdf", "--highest", 3, "--target", 500, "--first", "draw", "-o", tmp_path / "set")
    invoke("make", "triomino", *words, code=0)
    for name in ("rules", "quick-reference", "scoresheet"):
        assert "500" in text_of((tmp_path / f"set/pdf/{name}-a4.pdf").read_bytes())
    assert json.loads((tmp_path / "set/manifest.json").read_bytes())["parameters"]["target"] == 500
    verdict = verify(tmp_path / "set")
    assert (verdict.verified, verdict.same) == (True, verdict.compared)
