"""Triomino's books: made for several sets, in both languages; figures against laws; planted slips."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from rulebook_read import pages_of, structure, text_of

from quasiprint import games
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import Edition
from quasiprint.games.triomino.rulebook import shortest_outline
from quasiprint.model.errors import InputError
from quasiprint.model.measures import MAKERS
from quasiprint.model.page import Content
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.templates import templates
from quasiprint.pipeline.workshop import Workshop

SETS: dict[str, dict[str, Any]] = {
    "default": {},
    "seven": {"highest": 6, "marks": "pips", "finish": "inlaid", "tack": 5.0},
    "four": {"highest": 3, "edge": 40.0},
    "tiny": {"highest": 1, "finish": "raised"},
    "squares": {"shape": "square"},
    "one": {"highest": 0},
    "ten": {"highest": 2},
}
TEMPLATES = games.folder("triomino") / "rules"


@lru_cache(maxsize=16)
def content(name: str, language: str = "en") -> Content:
    given = dict(SETS[name])
    edge = given.pop("edge", None)
    request = Request("triomino", given, edge=edge, language=language)
    shop = Workshop(settle(request))
    sets = {process: shop.set(process) for process in MAKERS}
    found: Content = games.load("triomino").rules(sets, rulebook.words(shop.run.templates, language, "triomino"))
    return replace(found, fields={**found.fields, "version": "0"})


def book(name: str, edition: Edition) -> bytes:
    return rulebook.rulebook(
        templates("triomino", edition.language), "triomino", content(name, edition.language), edition
    )


def facts_of(held: Content) -> dict[str, dict[str, Any]]:
    return {figure: dict(make().facts) for figure, make in held.figures.items()}


def plain(said: str) -> str:
    return re.sub(r"[\s\u00ad-]+", "", said)  # names and words may be parted at a line's end


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", list(SETS))
def test_a_book_says_every_field(name: str, language: str) -> None:
    held = content(name, language)
    pdf = book(name, Edition("book", language, "a4"))
    said = plain(" ".join([text_of(pdf), *(str(one["/Alt"]) for one in structure(pdf).get("/Figure", []))]))
    for field, value in held.fields.items():
        for row in value.split("\n"):  # cells stand one after the other
            assert plain(row.replace("|", "")) in said, field


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", list(SETS))
def test_a_quick_reference_is_one_page(name: str, language: str, paper: str) -> None:
    pdf = book(name, Edition("quick", language, paper))
    assert len(pages_of(pdf)) == 1


@pytest.mark.parametrize(("name", "highest"), [("default", 5), ("seven", 6), ("four", 3)])
def test_numbers_of_the_set(name: str, highest: int) -> None:
    fields, n = content(name).fields, highest + 1
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
    fields = content("default").fields
    expected = {
        "tiles": "56", "kind_1": "6", "kind_2": "30", "kind_3": "20", "with_one": "21", "with_two": "6",
        "corners": "28", "turned": "76", "left_out": "20", "demands": "216", "demands_impossible": "60",
        "all_hexagons": "666", "fits_up": "7", "opening_triple": "10", "opening_zeros": "40", "off_draw": "−5",
        "off_three": "−25", "one_hexagon": "50", "two_hexagons": "100", "three_hexagons": "150", "a_bridge": "40",
        "off_empty": "−10", "last_tile": "25", "target": "400", "ex_open": "25", "ex_empty": "−15", "ex_blocked": "9",
        "ex_hexagon": "55", "off_two": "−20",
    }  # fmt: skip
    assert {name: fields[name] for name in expected} == expected


@pytest.mark.parametrize(("name", "highest"), [("default", 5), ("seven", 6), ("four", 3)])
def test_figures_keep_the_laws(name: str, highest: int) -> None:
    held = content(name)
    facts = facts_of(held)
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
    facts = facts_of(content("squares"))
    assert facts["squares"] == {"tiles": 9, "blocks": 4, "legal": "yes"}
    assert facts["wrong-square"]["legal"] == "no"
    assert facts["cover"] == {"tiles": 25, "blocks": 16, "legal": "yes"}
    assert facts["kinds"] == {"of-1": "6", "of-2": "45", "of-3": "60", "of-4": "15"}
    said = text_of(book("squares", Edition("book", "en", "a4")))
    assert "126 in all" in said and "400" not in said and "triple" not in said


def test_a_false_claim_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "templates" / "rules" / "en"
    own.mkdir(parents=True)
    kept = (TEMPLATES / "en" / "triomino.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    slips = {
        "nine": ("hexagons=9", "hexagons=10"),
        "ten": ("tiles=55", "tiles=56"),
        "bridge": ("bridge=yes", "bridge=no"),
        "poor-side": ("falling=$fits_least", "falling=1"),
        "join": ("mismatches=2", "mismatches=1"),
        "impossible": ("wants=$wants tiles=0", "wants=$wants tiles=1"),
        "cover": ("tiles=$cover_tiles hexagons=1", "tiles=$cover_tiles hexagons=2"),
        "box": ("tiles=$tiles of-1=$kind_1", "tiles=$tiles of-1=$kind_2"),
        "set-up": ("pool=$round_pool", "pool=$round_each"),
        "turn-1": ("fit=2 drawn=0", "fit=3 drawn=0"),
        "turn-3": ("fit=0 drawn=$draws vain=$draws", "fit=1 drawn=$draws vain=$draws"),
        "step-3": ("ann=77 ben=21", "ann=77 ben=22"),
        "step-9": ("bridges=1 drawn=0 ann=70", "bridges=0 drawn=0 ann=70"),
        "best-solution": ("points=$best_points", "points=$next_points"),
        "six": ("tiles=6 ways=1", "tiles=6 ways=2"),
        "gaps": ("c=lies", "c=none"),
    }
    for figure, (true, false) in slips.items():
        assert true in kept
        (own / "triomino.md").write_text(kept.replace(true, false), encoding="utf-8")
        with pytest.raises(InputError, match=rf"figure '{figure}'"):
            book("default", Edition("book", "en", "a4"))


@pytest.mark.parametrize("name", ["one", "tiny", "ten", "four"])
def test_small_sets_are_told_in_the_singular(name: str) -> None:
    traits = content(name).traits
    assert ("one-left-out" in traits, "several-numbers" in traits) == (name == "ten", name != "one")
    for language in ("en", "de"):
        said = text_of(book(name, Edition("book", language, "a4")))
        assert not re.search(r"\b1 (tiles|triples|doubles|Steine|Drillinge)|the [01] that|bei den [01],", said)
