"""The text of a game of triomino: what cannot be read, and what cannot be: each law broken alone, in its line."""

from __future__ import annotations

import pytest
from triomino_games import BLOCKED, THREE, TWO, codes, going_out, laid, last_round, to_empty_pool, worth

from quasiprint.errors import InputError
from quasiprint.games.triomino.rounds import laws
from quasiprint.games.triomino.scoring import HouseRules, score_game
from quasiprint.model.game_text import MAX_CHARACTERS, decode

# what cannot be: each law has a game that breaks it alone, in the line given


def after(text: str) -> int:
    return text.count("\n") + 1


O3 = THREE + "Ann opens 5-5-5\n"
# a table whose tiles have places: three 5s, on each side one more
P3 = O3 + "Ben places 4-5-5 at 5-5-5 5-5\nCem places 3-5-5 at 5-5-5 5-5 left\n"
P4 = P3 + "Ann places 2-5-5 at 5-5-5 5-5\n"
# first hands: Cem has the highest triple, and Ann nothing that fits it
ANN = "Ann has 0-0-1 0-0-2 0-0-3 0-1-2 0-1-3 0-2-3 3-3-3\n"
TOLD = (
    THREE
    + ANN
    + """Ben has 0-1-4 0-4-4 1-1-4 1-2-4 1-3-4 1-4-4 2-2-4
Cem has 3-4-4 3-4-5 4-4-4 0-0-0 0-0-4 0-0-5 0-1-5
"""
)
STUCK = (
    THREE
    + ANN
    + """Ben has 0-1-4 1-1-4 1-2-4 1-3-4 2-2-4 2-3-4 1-1-1
Cem has 3-4-5 4-4-4 0-0-0 0-0-4 0-0-5 0-1-5 0-2-4
Cem opens 4-4-4
Ann draws 0-2-2 0-3-3 1-1-2
Ann passes
Ben draws 1-1-3 1-1-5 1-2-2
Ben passes
Cem draws 1-2-3 1-2-5 1-3-3
Cem passes
end Ann=41 Ben=63 Cem=54
"""
)
DREW = "Cem opens 4-4-4\nAnn draws 4-4-5\nAnn places 4-4-5 at 4-4-4 4-4\n"
WRONG: dict[str, list[tuple[int, str]]] = {
    "no-round": [
        (2, "players Ann Ben Cem\nAnn opens 5-5-5\nBen places 4-5-5\n"),
        (2, "players Ann Ben Cem\nBen places 4-5-5\nCem passes\nround\nAnn opens 5-5-5\n"),
    ],
    "round-not-ended": [(4, O3 + "round\nBen opens 5-5-5\n"), (3, THREE + "round\nBen opens 5-5-5\n")],
    "not-opened": [
        (3, THREE + "Ann places 5-5-5\nBen places 4-5-5\n"),
        (3, THREE + "Ann passes\nBen opens 5-5-5\n"),
    ],
    "second-opening": [(4, O3 + "Ben opens 4-4-4\nCem places 4-5-5\n"), (4, O3 + "Cem opens 4-4-4\n")],
    "unknown-player": [
        (4, O3 + "Bne draws 2\nBne places 4-5-5\nCem places 3-5-5\n"),
        (4, O3 + "Bne draws 2\nBen places 4-5-5\nCem places 3-5-5\n"),
    ],
    "out-of-turn": [
        (4, O3 + "Cem places 4-5-5\nAnn places 3-5-5\n"),
        (4, O3 + "Cem draws 1\nCem places 4-5-5\nAnn places 3-5-5\n"),
    ],
    "draws-unfinished": [
        (5, O3 + "Ben draws 2\nCem places 4-5-5\nAnn places 3-5-5\n"),
        (5, O3 + "Ben draws 3\nCem passes\nAnn places 3-5-5\n"),
    ],
    "fourth-draw": [
        (4, O3 + "Ben draws 4\nBen passes\nCem places 3-5-5\n"),
        (5, O3 + "Ben draws 2\nBen draws 2\nBen places 4-5-5\n"),
    ],
    "pool-short": [
        (after(to_empty_pool(2)), to_empty_pool(2) + "Ann draws 3\nAnn passes\nBen passes\n"),
        (after(to_empty_pool(0)), to_empty_pool(0) + "Ann draws 1\nAnn passes\nBen passes\n"),
    ],
    "pass-early": [
        (4, O3 + "Ben passes\nCem places 4-5-5\n"),
        (5, O3 + "Ben draws 2\nBen passes\nCem places 4-5-5\n"),
    ],
    "tile-foreign": [
        (4, O3 + "Ben places 6-5-5\nCem places 4-5-5\n"),
        (4, O3 + "Ben places 5-3-1\nCem places 4-5-5\n"),
    ],
    "tile-twice": [
        (4, O3 + "Ben places 5-5-5\nCem places 4-5-5\n"),
        (5, O3 + "Ben places 4-5-5\nCem places 5-4-5\nAnn places 3-5-5\n"),  # a line written twice
    ],
    "bridge-on-hexagon": [
        (10, THREE + laid(7) + "Ben places 4-5-5 hexagon bridge\n"),
        (13, THREE + laid(10) + "Ben places 4-5-5 hexagons 2, bridge\n"),
    ],
    "tile-unfitting": [
        (4, O3 + "Ben places 0-1-2\nCem places 0-0-0\n"),  # no number of the opening's
        (5, O3 + "Ben draws 2\nBen places 1-3-5\nCem places 4-5-5\n"),  # two, two hexagons take three
    ],
    "places-mixed": [
        (6, P3 + "Ann places 2-5-5\nBen places 4-4-5 at 4-5-5 5-4\n"),
        (5, O3 + "Ben places 4-5-5\nCem places 3-5-5 at 5-5-5 5-5\n"),
    ],
    "place-foreign": [
        (6, P3 + "Ann places 2-5-5 at 5-5-6 5-5\nBen places 4-4-5 at 4-5-5 5-4\n"),
        (6, P3 + "Ann places 2-5-5 at 5-4-3 5-4\n"),  # clockwise, its numbers fall
    ],
    "place-absent": [(6, P3 + "Ann places 2-5-5 at 1-5-5 5-5\nBen places 4-4-5 at 2-5-5 5-2\n")],
    "side-foreign": [(6, P3 + "Ann places 4-4-5 at 4-5-5 4-4\nBen places 2-5-5 at 5-5-5 5-5\n")],
    "side-taken": [
        (7, P4 + "Ben places 1-5-5 at 5-5-5 5-5\n"),  # all three are
        (7, P4 + "Ben places 0-5-5 at 4-5-5 5-5\n"),  # along which the first lies
    ],
    "side-ambiguous": [(5, O3 + "Ben places 4-5-5 at 5-5-5 5-5\nCem places 3-5-5 at 5-5-5 5-5\n")],
    "direction-needless": [
        (4, O3 + "Ben places 4-5-5 at 5-5-5 5-5 left\nCem places 3-5-5 at 5-5-5 5-5 right\n"),
        (6, P3 + "Ann places 2-5-5 at 5-5-5 5-5 right\nBen places 4-4-5 at 4-5-5 5-4\n"),
    ],
    "side-unfitting": [
        (6, P3 + "Ann places 1-3-4 at 4-5-5 5-4\n"),
        (6, P3 + "Ann places 2-4-5 at 4-5-5 4-5\n"),  # it reads 4-5, too, where 5-4 is asked for
    ],
    "corner-mismatch": [
        (9, P4 + "Ben places 4-4-5 at 4-5-5 5-4\nCem places 2-3-5 at 2-5-5 2-5\nAnn places 1-4-5 at 4-4-5 5-4\n"),
    ],
    "claim-wrong": [
        (7, P4 + "Ben places 4-4-5 at 4-5-5 5-4 hexagon\nCem places 3-3-5 at 3-5-5 5-3\n"),
        (7, P4 + "Ben places 4-4-5 at 4-5-5 5-4 bridge\n"),
    ],
    "hand-late": [
        (4, O3 + "Ben has 4-5-5 3-5-5 2-5-5 1-5-5 0-5-5 4-4-5 3-4-5\nBen places 4-5-5\n"),
        (4, TOLD.replace(ANN, ANN * 2) + "Cem opens 4-4-4\n"),
    ],
    "hand-size": [(3, TOLD.replace(" 0-0-1", "") + "Cem opens 4-4-4\n")],
    "hand-tile": [
        (4, O3 + "Ben draws 1-2\n"),
        (3, TOLD.replace("0-0-1", "0-0-6") + "Cem opens 4-4-4\n"),
    ],
    "hand-shared": [
        (4, TOLD.replace("Ben has 0-1-4", "Ben has 0-0-1") + "Cem opens 4-4-4\n"),
        (7, TOLD + "Cem opens 4-4-4\nAnn draws 3-4-4\n"),
    ],
    "not-held": [(7, TOLD + "Cem opens 4-4-4\nAnn places 4-4-5 at 4-4-4 4-4\n")],
    "must-place": [
        (9, TOLD + DREW + "Ben draws 1-2-5\n"),
        (7, TOLD + DREW.replace("draws 4-4-5", "draws 0-2-2 4-4-5 0-3-3")),
    ],
    "opening-wrong": [(6, TOLD + "Ann opens 3-3-3\nBen draws 1\n"), (6, TOLD + "Cem opens 3-4-4\n")],
    "end-hand": [(13, STUCK.replace("Ben=63", "Ben=64"))],
    "completes-early": [
        (4, O3 + "Ben places 4-5-5 hexagon\nCem places 3-5-5\n"),
        (4, O3 + "Ben places 4-5-5 hexagons 3\nCem places 3-5-5\n"),  # eight, a bridge takes nine
    ],
    "round-over": [
        (22, THREE + "\n".join([*going_out(), "Ben places 4-4-4", "Cem places 3-3-3", "end Ann=0 Ben=4 Cem=4"])),
        (22, THREE + "\n".join([*going_out(), "Ben draws 1", "end Ann=3 Ben=4 Cem=4"])),
    ],
    "hand-empty": [(22, THREE + "\n".join([*going_out(), "Ann places 4-4-4", "end Ann=0 Ben=4 Cem=4"]))],
    "end-unknown": [
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cme=63\n"),
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63 Dan=3\n"),
    ],
    "end-twice": [
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Cem=63 Ann=55\n"),
        (10, THREE + BLOCKED + "end Ann=55 Ben=67 Ben=63\n"),
    ],
    "end-missing": [
        (10, THREE + BLOCKED + "end Ann=55 Cem=63\n"),
        (10, THREE + BLOCKED + "end\n"),
    ],
    "end-sum": [
        (22, THREE + "\n".join([*going_out(), "end Ann=1 Ben=4 Cem=4"])),
        (22, THREE + "\n".join([*going_out(), "end Ann=0 Ben=15 Cem=4"])),
    ],
    "end-sums": [(10, THREE + BLOCKED + "end Ann=45 Ben=45 Cem=46\n")],
    "round-after-game": [],  # below: its target is of the house
    "set-too-small": [],
}


WRONG_LINES = [(code, number, text) for code, games in WRONG.items() for number, text in games]


@pytest.mark.parametrize(("code", "number", "text"), WRONG_LINES)
def test_what_cannot_be_is_one_finding_of_its_code_in_its_line(code: str, number: int, text: str) -> None:
    result = score_game(text)
    assert codes(result) == {code}
    (found,) = [f for f in result.findings if f.severity == "error"]
    assert found.subject == f"line {number}"
    assert "found" in found.message or "the set has no tile" in found.message
    assert found.remedy and found.message.isprintable()
    assert "{" not in found.message + found.remedy
    assert sum(e.points for e in result.events) == sum(result.scores.values())


def test_every_law_has_its_game() -> None:
    errors = {code for code, law in laws().items() if "severity" not in law}
    assert set(WRONG) == errors
    assert {code for code, games in WRONG.items() if not games} == {"round-after-game", "set-too-small"}


def test_a_round_after_the_game() -> None:
    text = BLOCKED + "end Ann=50 Ben=70 Cem=65\n"
    result = last_round(text + "round\nBen opens 5-5-5\nBen passes\nround\n")
    assert [(f.code, f.subject) for f in result.findings] == [("round-after-game", "line 11")]
    assert result.scores == last_round(text).scores
    stray = last_round(text + "Ben opens 5-5-5\nCem places 4-5-5\n")
    assert [(f.code, f.subject) for f in stray.findings] == [("no-round", "line 11")]
    assert stray.scores == last_round(text).scores


@pytest.mark.parametrize(("highest", "players", "fits"), [(4, 5, True), (4, 6, False), (3, 2, True), (3, 3, False),
                                                          (2, 2, False), (0, 2, False)])  # fmt: skip
def test_a_set_too_small_for_the_hands(highest: int, players: int, fits: bool) -> None:
    crowd = "ABCDEF"[:players]
    text = f"# hands\nplayers {' '.join(crowd)}\nround\nA opens 0-0-0\nB draws 2\nB passes\n"
    result = score_game(text, highest)
    assert codes(result) == ({"pass-early"} if fits and result.pool else set() if fits else {"set-too-small"})
    if not fits:
        assert [f.subject for f in result.findings] == ["line 2"]


def test_a_slip_in_line_7_is_said_to_be_there() -> None:
    text = "# Sunday\nplayers Ann Ben\n\nround\nAnn opens 5-5-5\n\nBen places 5-5-5\n"
    for form in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert [f.subject for f in score_game(form).findings] == ["line 7"]
    with pytest.raises(InputError, match="line 7: found 'jumps'"):
        score_game(text.replace("Ben places 5-5-5", "Ben jumps"))


def test_after_a_slip_the_rest_is_scored() -> None:
    result = score_game(O3 + "Cem places 4-5-5\nAnn places 3-5-5\nBen places 4-5-5\nCem places 2-5-5\n")
    assert [f.code for f in result.findings] == ["out-of-turn", "tile-twice"]
    assert [e.points for e in result.events] == [25, 14, 13, 0, 12]
    four = score_game(O3 + "Ben draws 4\nBen places 4-5-5\n")
    assert (four.events[-1].points, four.hands["Ben"], four.pool) == (-1, 9, 32)
    both = score_game(THREE + laid(7) + "Ben places 4-5-5 hexagon bridge\n")
    assert both.events[-1].points == 64
    early = score_game(O3 + "Ben places 4-5-5 hexagon\nCem places 3-5-5 bridge\n")  # as they are written
    assert [e.points for e in early.events] == [25, 64, 53]


# who should have opened: a warning, never an error

DOUBTFUL = [
    (True, "Ann opens 1-1-1\nBen places 1-1-2\nCem places 1-2-2\nAnn places 1-1-3\nBen places 2-2-2\n"),
    (True, "Ann opens 1-1-1\nBen places 1-1-2\nCem places 1-2-2\nAnn places 2-2-2\n"),
    (False, "Ann opens 2-2-2\nBen places 1-2-2\nCem places 1-1-2\nAnn places 2-2-3\nBen places 1-1-1\n"),
    (False, "Ann opens 1-1-1\nBen places 1-1-2\nCem draws 1\nCem places 1-2-2\nAnn places 1-1-3\n"
            "Ben places 1-1-4\nCem places 2-2-2\n"),
    (False, "Ann opens 1-1-1\nBen places 1-1-5\nCem places 1-5-5\n"),
    (False, "Ann opens 1-1-1\nBen places 0-1-1\nCem places 0-0-1\nAnn places 1-1-2\nBen places 0-0-0\n"),
]  # fmt: skip


@pytest.mark.parametrize(("doubtful", "turns"), DOUBTFUL)
def test_who_should_have_opened(doubtful: bool, turns: str) -> None:
    result = score_game(THREE + turns)
    assert codes(result) == set()
    assert codes(result, "warning") == ({"opening-doubtful"} if doubtful else set())
    if doubtful:
        (found,) = result.findings
        assert found.subject == f"line {THREE.count(chr(10)) + turns.count(chr(10))}"
        assert "in line 3" in found.message
    assert score_game(THREE + turns, rules=HouseRules(first="draw")).findings == ()


# --- The text form of a game of triomino ----------------------------------------------------------


def test_bytes() -> None:
    text = TWO + "Ann opens 5-5-5\n"
    assert decode(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == text
    with pytest.raises(InputError, match="line 1: found the byte 0xff, allowed is text in UTF-8"):
        decode(text.encode("utf-16"))
    with pytest.raises(InputError, match="allowed are up to"):
        decode(b"#" * (4 * MAX_CHARACTERS + 1))
    for wrong, message in (("#" * (MAX_CHARACTERS + 1), "found 200001 characters"), ("players Ann \ud800", "'.ud800'")):
        with pytest.raises(InputError, match=message):
            score_game(wrong)


LOOSE = [
    "Ben   places\t4-5-5   hexagons   2  ",
    "\t Ben PLACES 4-5-5 Hexagons 2# so",
    "Ben places 5-4-5, hexagons 2",
    "Ben places 5-5-4 hexagons 02",
]


@pytest.mark.parametrize("line", LOOSE)
def test_a_line_may_be_written_loosely(line: str) -> None:
    result = score_game(f"# a game\n\nPlayers\tAnn  Ben # two\nROUND\n\n{laid(11, 'Ann Ben')}{line}\n")
    assert result.findings == ()
    assert [(e.line, e.points) for e in result.events] == [*enumerate(worth(11), 6), (17, 114)]


# names: two that nobody can tell apart are one player, whatever is between their letters

UNSEEN = {
    "a zero-width space": "\u200b",
    "a zero-width joiner": "\u200d",
    "a word joiner": "\u2060",
    "a soft hyphen": "\u00ad",
    "a variation selector": "\ufe0f",
    "another variation selector": "\U000e0100",
    "a byte order mark": "\ufeff",
    "a grapheme joiner": "\u034f",
    "a Hangul filler": "\u3164",
    "a tag": "\U000e0041",
}
ALIKE = [("Ann", "\uff21\uff4e\uff4e"), ("Ann", "ANN"), ("office", "o\ufb03ce"), ("Zo\u00eb", "Zoe\u0308")]
ALIKE += [("Ann", f"An{unseen}n") for unseen in UNSEEN.values()]


@pytest.mark.parametrize(("plain", "alike"), ALIKE)
def test_two_players_whose_names_read_alike_are_refused(plain: str, alike: str) -> None:
    with pytest.raises(
        InputError, match=r"line 1: found the name.*allowed is one name for each player that reads unlike"
    ):
        score_game(f"players {plain} {alike} Ben\n")


@pytest.mark.parametrize("what", UNSEEN)
def test_a_name_is_the_same_with_and_without_what_nobody_sees(what: str) -> None:
    odd = f"An{UNSEEN[what]}n"
    turns = "round\n{} opens 5-5-5\nBen places 4-5-5\n{} places 3-5-5\nend {}=60 Ben=50\n"
    plain = score_game("players Ann Ben\n" + turns.format("Ann", "Ann", "Ann"))
    assert codes(plain) == set()
    assert score_game("players Ann Ben\n" + turns.format("Ann", odd, odd)) == plain
    assert score_game("players Ann Ben\n" + turns.format("ann", "ANN", "aNN")) == plain
    assert score_game("players Ann Ben\n" + turns.format(odd, "Ann", odd)) == plain


def test_a_name_of_which_nothing_is_seen_is_refused() -> None:
    for name in ("\u200b", "\u2060\u200d", "\u3164"):
        assert not name.isspace()
        with pytest.raises(InputError, match=r"line 1: found the name .*of which nothing is seen"):
            score_game(f"players {name} Ben\n")
