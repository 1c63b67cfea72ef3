"""Triomino's book: its numbers and its figures against laws of their own."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import pytest
from rulebook_read import content, shop_of, text_of

from quasiprint.documents.rulebook import Edition
from quasiprint.games.triomino.rulebook import shortest_outline


def facts_of(**given: Any) -> dict[str, dict[str, Any]]:
    return {name: dict(draw().facts) for name, draw in content("triomino", **given).figures.items()}


@pytest.mark.parametrize("highest", [5, 6, 3])
def test_numbers_of_the_set(highest: int) -> None:
    fields, n = content("triomino", highest=highest).fields, highest + 1
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


Cells = frozenset[tuple[int, int, int]]  # x, y, and 1 for a triangle that points down


def bare_sides(cells: Cells) -> list[tuple[int, int, int]]:
    """Return what lies beyond each edge of a layout's outline."""
    found = []
    for x, y, down in cells:
        step = 1 if down else -1
        beside = [(x, y, 1 - down), (x + step, y, 1 - down), (x, y + step, 1 - down)]
        found += [cell for cell in beside if cell not in cells]
    return found


def grown(layouts: set[Cells]) -> set[Cells]:
    """Return all layouts with one triangle more, each once wherever it lies."""
    found = set()
    for more in {cells | {cell} for cells in layouts for cell in bare_sides(cells)}:
        left, low = min(cell[0] for cell in more), min(cell[1] for cell in more)
        found.add(frozenset((x - left, y - low, down) for x, y, down in more))
    return found


def test_no_layout_has_a_shorter_outline() -> None:
    layouts = {frozenset({(0, 0, 0)}), frozenset({(0, 0, 1)})}
    for triangles in range(1, 10):
        outlines = {len(bare_sides(cells)) for cells in layouts}
        assert min(outlines) == shortest_outline(triangles)
        layouts = grown(layouts)


def test_squares() -> None:
    facts = facts_of(shape="square")
    assert facts["squares"] == {"tiles": 9, "blocks": 4, "legal": "yes"}
    assert facts["wrong-square"]["legal"] == "no"
    assert facts["cover"] == {"tiles": 25, "blocks": 16, "legal": "yes"}
    assert facts["kinds"] == {"of-1": "6", "of-2": "45", "of-3": "60", "of-4": "15"}
    said = text_of(shop_of("triomino", shape="square").books.edited(Edition("book", "en", "a4")))
    assert "126 in all" in said and "400" not in said and "triple" not in said


@pytest.mark.parametrize("highest", [0, 1, 2, 3])
def test_small_sets_are_told_in_the_singular(highest: int) -> None:
    traits = content("triomino", highest=highest).traits
    assert ("one-left-out" in traits, "several-numbers" in traits) == (highest == 2, highest != 0)
    for language in ("en", "de"):
        said = text_of(shop_of("triomino", language, highest=highest).books.edited(Edition("book", language, "a4")))
        assert not re.search(r"\b1 (tiles|triples|doubles|Steine|Drillinge)|the [01] that|bei den [01],", said)
