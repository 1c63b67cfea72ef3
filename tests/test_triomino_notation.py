"""The text form of a game of triomino: what cannot be read, and games played apart from the program."""

from __future__ import annotations

import pytest
from triomino_games import TWO, codes, laid, worth

from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.errors import InputError
from quasiprint.model.game_text import MAX_CHARACTERS, decode

UNREADABLE = {
    "empty": ("", "found nothing"),
    "comments": ("# a\n\n  # b\n", "found nothing"),
    "no players first": ("round\n", "line 1: found 'round', allowed first"),
    "players late": ("\n# x\nAnn opens 5-5-5\nplayers Ann Ben", "line 3: found 'Ann', allowed first"),
    "players twice": (TWO + "players Ann Ben", "line 3: found a second line of players"),
    "one player": ("players Ann", "line 1: found 1 player, allowed are 2 to 6"),
    "seven players": ("players A B C D E F G", "line 1: found 7 players"),
    "a name twice": ("players Ann Ben Ann", "line 1: found the name 'Ann' twice"),
    "a keyword": ("players Ann Round", "line 1: found the name 'Round', allowed"),
    "a verb": ("players Ann draws", "line 1: found the name 'draws', allowed"),
    "a name with =": ("players Ann B=n", "line 1: found the name 'B=n'"),
    "commas": ("players Ann, Ben", "line 1: found the name 'Ann,', allowed are words apart by spaces"),
    "a control character": ("players Ann B\x1bn", r"line 1: found the name 'B\\x1bn'"),
    "half a pair": ("players Ann B\ud800n", r"line 1: found the name 'B\\ud800n'"),
    "a long name": ("players Ann " + "B" * 41, "line 1: found a name of 41 characters, allowed are up to 40"),
    "unknown verb": (TWO + "Ann jumps", "line 3: found 'jumps' after 'Ann', allowed are"),
    "no verb": (TWO + "Ann", "line 3: found only 'Ann', allowed are"),
    "no player": (TWO + "places 1-3-5", "line 3: found 'places' with no player"),
    "no tile": (TWO + "Ann places", "line 3: found no tile after 'places'"),
    "no tile but a hexagon": (TWO + "Ann places hexagon", "line 3: found no tile after 'places'"),
    "no opening tile": (TWO + "Ann opens", "line 3: found no tile after 'opens'"),
    "hexagon at the opening": (TWO + "Ann opens 1-3-5 hexagon", "line 3: found 'hexagon' after 'Ann opens 1-3-5'"),
    "draws nothing": (TWO + "Ann draws", "line 3: found nothing for 'draws'"),
    "draws words": (TWO + "Ann draws two", "line 3: found 'two' for 'draws', allowed is a whole number from 1"),
    "draws 0": (TWO + "Ann draws 0", "line 3: found '0' for 'draws'"),
    "draws -1": (TWO + "Ann draws -1", "line 3: found '-1' for 'draws'"),
    "draws 1.5": (TWO + "Ann draws 1.5", "line 3: found '1.5' for 'draws'"),
    "draws ²": (TWO + "Ann draws ²", "line 3: found '²' for 'draws'"),
    "draws far too many": (TWO + "Ann draws " + "9" * 900, "line 3: found '9999"),
    "draws and more": (TWO + "Ann draws 2 tiles", "line 3: found 'tiles' after 'Ann draws 2', allowed is nothing"),
    "passes and more": (TWO + "Ann passes twice", "line 3: found 'twice' after 'Ann passes'"),
    "round and more": (TWO + "round 2", "line 3: found '2' after 'round'"),
    "hexagons alone": (TWO + "Ann places 1-3-5 hexagons", "line 3: found nothing for 'hexagons'"),
    "hexagons 0": (TWO + "Ann places 1-3-5 hexagons 0", "line 3: found '0' for 'hexagons'"),
    "hexagons 4": (TWO + "Ann places 1-3-5 hexagons 4", "line 3: found 4 hexagons, allowed are 1 to 3"),
    "hexagon twice": (TWO + "Ann places 1-3-5 hexagon hexagon", "line 3: found 'hexagon' after the tile"),
    "bridge twice": (TWO + "Ann places 1-3-5 bridge bridge", "line 3: found 'bridge' after the tile"),
    "an unknown bonus": (TWO + "Ann places 1-3-5 triangle", "line 3: found 'triangle' after the tile, allowed are"),
    "end without sign": (TWO + "end Ann 0 Ben 3", "line 3: found 'Ann' after 'end', allowed is each hand's sum"),
    "end without number": (
        TWO + "end Ann=0 Ben=",
        "line 3: found nothing for 'Ben=', allowed is a whole number from 0",
    ),
    "end with a word": (TWO + "end Ann=none Ben=3", "line 3: found 'none' for 'Ann='"),
    "end below 0": (TWO + "end Ann=-3 Ben=3", "line 3: found '-3' for 'Ann='"),
    "end without name": (TWO + "end =3", "line 3: found '=' after 'end'"),
    "a long line": (TWO + "#" * 1001, "line 3: found 1001 characters, allowed are up to 1000 in a line"),
    "a long text": ("#" * (MAX_CHARACTERS + 1), "found 200001 characters, allowed are up to 200000"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_gets_one_clear_message(case: str) -> None:
    text, message = UNREADABLE[case]
    with pytest.raises(InputError, match=message) as refusal:
        score_game(text)
    assert str(refusal.value).isprintable()
    assert "found" in str(refusal.value) and "allowed" in str(refusal.value)
    assert len(str(refusal.value)) < 220


def test_bytes() -> None:
    text = TWO + "Ann opens 5-5-5\n"
    assert decode(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == text
    with pytest.raises(InputError, match="line 1: found the byte 0xff, allowed is text in UTF-8"):
        decode(text.encode("utf-16"))
    with pytest.raises(InputError, match="allowed are up to"):
        decode(b"#" * (4 * MAX_CHARACTERS + 1))


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
