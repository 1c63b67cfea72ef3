"""Majomino with a double that waits for its turn: searched as a plain minimax would, and what whole boards come to."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest
from plain_minimax import REGIONS, Minimax, lines_of, waiting
from test_majomino_solve import number, trial

sys.path.append(str(Path(__file__).parent.parent / "docs/findings"))

import late_doubles

from quasiprint.games.majomino import rulebook
from quasiprint.games.majomino.names import parse_name
from quasiprint.games.majomino.situation import Rule

pytestmark = pytest.mark.usefixtures("compiled_search")

SHARING = (17, 400, 712, 1495)  # seeds of `waiting`


@pytest.mark.thorough
def test_endings_in_which_the_double_waits_are_as_a_plain_minimax_has_them() -> None:
    # the first ones are those that fail where cells that share a decided line, or may be doubled with fewer, are
    # taken for others
    endings = [found for seed in (*SHARING, *range(60)) if (found := waiting(seed, 9))]
    assert {(ending.rule, ending.mover) for ending in endings} == set(product(("standard", "restricted"), "xo"))
    assert any(ending.marks.count("o") + 2 < ending.turns[0] for ending in endings if ending.turns)
    assert [told for ending in endings if (told := trial.differs(ending))] == []


def test_while_a_turn_is_waited_for_it_counts_how_many_cells_are_empty() -> None:
    # the lines of the two cells that are empty or not are decided
    lines = lines_of(REGIONS[4])
    for rest, apart in product((".o.o....ox..ooxo...x", "o..o....ox...oxo..ox"), (False, True)):
        more, fewer = ("xxx" + dead + rest for dead in ("..", "xo"))
        free = {number(lines, marks, "x", double=True, apart=apart) for marks in (more, fewer)}
        timed = {number(lines, marks, "x", double=True, apart=apart, turns=(12, 12)) for marks in (more, fewer)}
        assert (len(free), len(timed)) == (1, 2)


def test_positions_after_some_marks_are_solved_under_each_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    position = late_doubles.begun(parse_name("5-0MJ-1"), 16, 3)
    assert (position.marks.count("x"), position.marks.count("o"), position.mover) == (8, 8, "x")
    rules = (Rule("none"), Rule("restricted", (10, 10)), Rule("standard", (10, 10)), Rule("standard", (12, 12)))
    monkeypatch.setattr(late_doubles, "RULES", rules)
    right = [Minimax(REGIONS[0], rule.name, rule.turns).x_gets(position.marks, "x", rule.name != "none") > 7
             for rule in rules]  # fmt: skip
    assert [late_doubles.x_wins(position, rule)[0] for rule in rules] == right
    assert [row[1].startswith("100 %") for row in late_doubles.rows([position], late_doubles.since(None))] == right
    assert late_doubles.since(11) == [Rule("standard", (12, 12))]
    assert late_doubles.begun(parse_name("5-0MJ-1"), 16, 3) == position


def test_the_book_has_the_figures_that_the_page_has(root: Path) -> None:
    page = (root / "docs/findings/fair.md").read_text(encoding="utf-8")
    _, _, page = page.partition("<!-- figures: after 6 marks -->")
    page, _, _ = page.partition("<!-- end -->")
    row = re.compile(r"^\| (.+) \| (\d+) % \(", re.MULTILINE)
    shares = {name: int(share) for name, share in row.findall(page)}
    assert f"| rule | X wins, of {rulebook.POSITIONS} |" in page
    assert shares[late_doubles.said(Rule("standard", (rulebook.FAIR_TURN,) * 2))] == rulebook.FAIR_WON
    even = {turn: abs(50 - shares[late_doubles.said(Rule("standard", (turn, turn)))]) for turn in range(8, 13)}
    assert min(even, key=lambda turn: even[turn]) == rulebook.FAIR_TURN
