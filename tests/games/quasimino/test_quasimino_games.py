"""Games of Quasimino, scored by text, and layouts: each rule with a line that breaks it and no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest
from rhombs_counted import turned_about

from quasiprint.api import score as score_game
from quasiprint.errors import InputError
from quasiprint.games.quasimino.rules import score
from quasiprint.games.quasimino.scoring import QuasiScore, last_table
from quasiprint.games.quasimino.turns import Fast

BOOK = {kind: (files("quasiprint.games.quasimino") / f"{kind}.txt").read_text() for kind in ("domino", "match", "fast")}
FIRST = "thick-0101 thick-0220 thin-0220 thin-1111"  # of Ann's in the game of Quasi-Match: what she lays first


def scored(text: str, **options: int) -> QuasiScore:
    found = score_game("quasimino", text, **options)
    assert isinstance(found, QuasiScore)
    return found


def changed(kind: str, lines: Mapping[int, str]) -> str:
    """Return a game of the book with other lines in the place of some, by their numbers."""
    own = BOOK[kind].splitlines()
    return "\n".join(lines.get(number, own[number - 1] if number <= len(own) else "") for number in range(1, 31))


@pytest.mark.parametrize(
    ("kind", "scores", "finished", "winners", "hands"),
    [
        ("domino", {"Ann": 5, "Ben": 0}, True, ("Ben",), {"Ann": 5, "Ben": 0}),
        ("match", {"Ann": 2, "Ben": 2}, False, (), {"Ann": 3, "Ben": 4}),
        ("fast", {"Ann": 6, "Ben": 0}, True, ("Ann",), {"Ann": 0, "Ben": 14}),
    ],
)
def test_games_of_the_book(
    kind: str, scores: dict[str, int], finished: bool, winners: tuple[str, ...], hands: dict[str, int]
) -> None:
    found = scored(BOOK[kind])
    assert (found.scores, found.finished, found.winners, found.hands) == (scores, finished, winners, hands)
    assert (found.legal, found.is_legal, found.findings) == (True, True, ())
    table = last_table(BOOK[kind].encode())
    layouts = [one.layout for one in table.tables] if isinstance(table, Fast) else [table.layout]
    assert found.covered == sum(turned_about(part) for layout in layouts for part in layout.parts)
    assert found.covered == sum(event.covers for event in found.events)
    assert ("winners" in found.as_json(), "pile" in found.as_json()) == (finished, kind != "fast")


DOMINO_WRONG = {
    "hand-size": {3: "Ann has thick-0220 thick-1112 thin-1120 thin-0112 thin-1212 thin-2022"},
    "hand-twice": {4: "Ann has thick-0000 thick-1010 thick-2022 thin-0000 thin-1220 thin-2222"},
    "tile-twice": {5: "open thick-0220 thin-1020"},
    "not-opened": {5: "Ben shouts"},
    "not-started": {6: "Ben lays thick-0221"},
    "can-start": {6: "open thick-2222 thin-1111"},
    "opened-twice": {8: "open thick-2222 thin-1111"},
    "no-neighbour": {8: "Ben lays thin-1020:3 at thick-0000:1"},
    "start-unfinished": {9: "Ben draws thin"},
    "tile-apart": {9: "Ben lays thin-0000"},
    "out-of-turn": {10: "Ben lays thin-1220:1 at thick-0221:4"},
    "join-colour": {10: "Ann lays thick-0220:1 at thick-0221:2"},
    "join-parallelogram": {10: "Ann lays thick-0220:2 at thick-0221:2"},
    "tile-overlap": {10: "Ann lays thick-0220:3 at thick-0221:3"},
    "no-end": {10: "end"},
    "started-twice": {10: "Ann shouts"},
    "must-lay": {11: "Ann draws thick-2122"},  # there is another turn
    "must-draw": {12: "Ann lays thick-1112:1 at thin-1212:3"},
    "tile-not-in-hand": {13: "Ben lays thick-2222:1 at thin-1020:4"},
    "hand-late": {13: f"Ann has {FIRST}"},
    "tile-foreign": {16: "Ben draws thin-0033"},
    "game-over": {22: "Ann draws thick"},
}
MATCH_WRONG = {
    "hand-size": {3: "Ann has thick-0220 thin-0112"},
    "must-draw": {8: "Ben lays thin-0220:2 at thick-2222:2"},
    "not-now": {9: "Ann draws thin"},  # who draws has laid
    "tile-twice": {10: "Ann draws thin-0012"},
    "out-of-turn": {13: "Ann lays thin-1111:2 at thick-0121:2"},  # Ben has another turn
    "join-colour": {13: "Ben lays thick-2020:1 at thin-0220:4"},
    "tile-foreign": {15: "Ann lays thin-5555:2 at thick-0121:2"},
    "no-neighbour": {15: "Ann lays thin-1111:2 at thick-1122:2"},
    "started-twice": {15: "Ann shouts"},
    "no-end": {15: "end"},
    "tile-not-in-hand": {10: "Ann draws thick", 16: "Ann draws thick"},  # the third thin tile of two
    "game-over": {1: "quasi-match to 2"},
    "must-lay": {2: f"players Ann Ben\nAnn has {FIRST}", 9: "Ann passes"},
}
FAST_WRONG = {
    "hand-size": {3: f"Ann has {FIRST}"},
    "not-in-fastquasi": {5: "Ann draws thin"},
    "tile-foreign": {3: "Ann lays thick-0333"},
    "tile-twice": {3: "Ann lays thick-0111\nBen lays thick-1101"},
    "no-neighbour": {3: "Ann lays thick-0111\nBen lays thin-0000", 4: "Ann lays thick-1112:1 at thin-0000:1"},
    "join-colour": {4: "Ann lays thick-1112:4 at thick-0111:4"},
    "join-parallelogram": {4: "Ann lays thick-1112:2 at thick-0111:4"},
    "tile-overlap": {5: "Ann lays thin-1122:2 at thick-0111:4"},
    "hand-late": {5: f"Ann has {FIRST}"},
    "tile-not-in-hand": {15: "Ann lays thick-0000"},  # an eighth thick tile, in line 16
    "tiles-left": {16: ""},
    "shape-small": {16: "Ann lays thick-1221"},
    "game-over": {18: "Ben lays thick-0000"},
}
WRONG = [
    (kind, code, lines)
    for kind, table in (("domino", DOMINO_WRONG), ("match", MATCH_WRONG), ("fast", FAST_WRONG))
    for code, lines in table.items()
]
LATER = {("match", "game-over"): 18, ("match", "tile-not-in-hand"): 21, ("fast", "tile-not-in-hand"): 16}
"""Where a change shows in a line after it."""


@pytest.mark.parametrize(("kind", "code", "lines"), WRONG, ids=[f"{kind}-{code}" for kind, code, _ in WRONG])
def test_a_line_against_the_rules_is_refused(kind: str, code: str, lines: dict[int, str]) -> None:
    found = scored(changed(kind, lines))
    assert [finding.code for finding in found.findings] == [code]
    line = LATER.get((kind, code), max(lines) + any("\n" in text for text in lines.values()))
    line += code in ("tiles-left", "shape-small") and not lines[16].count("\n")
    assert found.findings[0].subject == f"line {line}"
    assert "found" in found.findings[0].message
    assert not found.is_legal
    assert max((event.line for event in found.events), default=0) < line


def test_what_is_missing_is_said() -> None:
    """Somebody forgot to write a draw; and somebody has no thin tile any more."""
    assert "Ben draws a tile, thick or thin." in scored(changed("match", {8: ""})).findings[0].message
    wrong = scored(changed("match", MATCH_WRONG["tile-not-in-hand"])).findings[0].message
    assert wrong.endswith("found no such tile in hand, allowed: any thick tile")


def test_who_cannot_start_is_refused_and_where_nobody_can_others_are_turned_up() -> None:
    hands = (
        "Ann has thick-1444 thick-3555 thick-5555 thin-0333 thin-5555 thin-5556",
        "Ben has thick-6666 thick-6667 thick-6777 thin-6666 thin-6667 thin-6677",
    )
    head = ("quasi-domino", "players Ann Ben", *hands, "open thick-0111 thin-0222")

    def codes(*lines: str) -> list[str]:
        return [finding.code for finding in scored("\n".join((*head, *lines)), colours=8).findings]

    assert codes("Ben shouts") == ["cannot-start"]
    first = ("Ann shouts", "Ann lays thick-0111")
    assert codes(*first, "Ann lays thin-0333:1 at thick-0111:1") == ["start-dead"]  # no edge is left for the other one
    assert codes(*first, "Ann lays thin-0222:1 at thick-0111:1", "Ann lays thick-1444:1 at thick-0111:2") == []
    assert codes("open thick-2222 thin-3333") == ["can-start"]
    head = (*head[:4], "open thick-0000 thin-2222")
    assert codes("open thick-6666 thin-3333") == ["tile-twice"]
    assert codes("open thick-7777 thin-7777", "Ben shouts") == []
    again = "open thick-3333 thin-2222"  # one of the two was put back, and comes again
    assert codes(*[again] * 49) == []
    with pytest.raises(InputError, match="line 55: found more than 50 pairs of open tiles"):
        codes(*[again] * 50)


def test_a_skip_gives_two_turns_and_if_all_are_skipped_the_game_ends() -> None:
    start = BOOK["match"].splitlines()[:8]
    twice = ("Ann passes", "Ben lays thick-0121:3 at thick-2222:4", "Ben draws thick")
    after = ("Ben lays thin-0220:2 at thick-2222:2", "Ben draws thin")
    found = scored("\n".join((*start, *twice, *after, "Ben passes")))
    assert found.legal
    assert not found.finished
    assert "which tiles Ann and Ben had where the text names none" in found.not_seen[1]
    assert scored("\n".join((*start, *twice, *after, "Ann passes"))).findings[0].code == "out-of-turn"
    ended = scored("\n".join((*start, "Ann passes", "Ben passes")))
    assert (ended.finished, ended.winners) == (True, ("Ann", "Ben"))


def test_a_goal_ends_a_game_of_quasi_match() -> None:
    text = "\n".join(BOOK["match"].splitlines()[:17]).replace("quasi-match", "quasi-match to 2")
    found = scored(text)
    assert (found.finished, found.winners, found.game) == (True, ("Ben",), "quasi-match to 2")


def test_a_tile_is_read_from_either_corner_and_laid_as_a_layout_says() -> None:
    own = scored(BOOK["domino"])
    turned = changed("domino", {8: "Ben lays thin-2010:1 at thick-2102:1", 9: "Ben lays THIN-0000:2 at thick-0221:1"})
    assert scored(turned).vertices == own.vertices
    assert scored(turned.replace("Ben ", "ben ").replace("thick-1112 ", "thick-1112, ")).vertices == own.vertices


# --- The text form of a layout --------------------------------------------------------------------


RECORD = Path(__file__).parents[2] / "data" / "quasimino-75.json"


def test_bytes_that_are_no_text_are_refused_and_a_byte_order_mark_is_welcome() -> None:
    with pytest.raises(InputError, match="the byte 0xff, allowed is text in UTF-8"):
        score(b"\xff\xfe{}")
    for text in (b"\xef\xbb\xbf" + RECORD.read_bytes(), "\ufeff" + RECORD.read_text(encoding="utf-8")):
        assert score(text).covered == 75


@pytest.mark.parametrize("name", ["\ud800", "\x1b[31mred", "thin-0000\n", "", "y" * 50_000])
def test_a_strange_name_is_quoted_fit_to_print(name: str) -> None:
    result = score(json.dumps({"tiles": [{"tile": name, "corner": [0, 0, 0, 0], "turn": 0}]}))
    (finding,) = result.findings
    assert finding.code == "tile-foreign"
    assert finding.subject.endswith("(entry 1)")
    assert len(finding.subject) < 100
    assert finding.subject.isascii()
    assert finding.subject.isprintable()
