"""Results that come with the program: whole, sealed, and read as what they say, no more."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from quasiprint.games.majomino import claims as results
from quasiprint.games.majomino.board import Board, images
from quasiprint.games.majomino.cataloguing import MajominoCatalogue
from quasiprint.games.majomino.claims import RESULTS, claim, find_result, form
from quasiprint.games.majomino.names import parse_name
from quasiprint.games.majomino.situation import Rule
from quasiprint.model.errors import InputError
from quasiprint.model.solution import Entry
from quasiprint.pipeline import solve as files

BOARD = "5-000-T"
FREE, FIRST = Rule("standard"), Rule("restricted", (1, 1))
FILES = sorted(RESULTS.glob("*.jsonl"))


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> object:
    """Let one result of a board be all that is known."""

    def only(winner: str, rule: Rule, *keys: int) -> None:
        entry = Entry(BOARD, winner, None, None, None, keys, 1, "0")
        monkeypatch.setattr(
            results, "results", lambda size: {rule: {form(parse_name(BOARD)): entry}} if size == 5 else {}
        )
        claim.cache_clear()

    yield only
    claim.cache_clear()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_file_is_one_that_the_command_wrote(file: object) -> None:
    text = file.read_bytes()  # type: ignore[attr-defined]
    head = json.loads(text.splitlines()[0])
    turns = tuple(head["double_turns"]) if head["double_turns"] else None
    scope = MajominoCatalogue(head["size"], Rule(head["rule"], turns))
    entries = files.read_catalogue(text, "file", "majomino", scope, version=None)
    assert files.catalogue_file("majomino", scope, entries) == text
    read = results.results(head["size"])[Rule(head["rule"], turns)]
    assert {one.board: one for one in read.values()} == entries
    with pytest.raises(InputError, match="was changed or cut short"):
        changed = text.replace(b'"winner": "o"', b'"winner": "?"', 1).replace(b'"winner": "x"', b'"winner": "?"', 1)
        files.read_catalogue(changed, "file", "majomino", scope, version=None)


@pytest.mark.parametrize(
    "rule", [FREE, Rule("restricted"), FIRST, Rule("standard", (1, 1)), Rule("restricted", (1, 5))]
)
def test_where_o_wins_by_her_first_turn_she_wins_with_every_rule_that_allows_it(rule: Rule) -> None:
    for board in (parse_name(BOARD), *(Board(5, regions) for regions in images(parse_name(BOARD)))):
        found = find_result(board, rule)
        assert found is not None
        assert (found.winner, found.rule) == ("o", FIRST)
        assert claim(board, rule).words().endswith(f": O wins when both play their best ({found.standing})")


def test_nothing_is_said_of_rules_and_boards_that_no_result_is_about(one: object) -> None:
    one("o", FIRST, 0)  # type: ignore[operator]
    assert find_result(parse_name(BOARD), FIRST) is not None
    for rule in (Rule("none"), Rule("standard", (2, 12)), Rule("restricted", (2, 2))):
        assert find_result(parse_name(BOARD), rule) is None
    assert find_result(parse_name("5-0MJ-1"), FIRST) is None
    assert find_result(replace(parse_name(BOARD), loose=frozenset({0})), FIRST) is None
    assert find_result(Board(7, tuple(cell // 7 for cell in range(49))), FIRST) is None
    assert claim(parse_name("5-0MJ-1"), FIRST).standing == "estimated"


def test_where_x_wins_he_wins_with_every_rule_that_allows_o_less(one: object) -> None:
    one("x", Rule("standard", (11, 12)), 0, 1)  # type: ignore[operator]
    for rule in (Rule("standard", (12, 12)), Rule("restricted", (11, 12)), Rule("restricted", (11, 11))):
        found = find_result(parse_name(BOARD), rule)
        assert found is not None and (found.winner, found.standing) == ("x", "proved")
    assert [find_result(parse_name(BOARD), rule) for rule in (FREE, Rule("standard", (10, 12)), FIRST)] == [None] * 3
