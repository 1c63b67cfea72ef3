"""Names in a game: two that nobody can tell apart are one player, whatever is between their letters."""

from __future__ import annotations

import unicodedata

import pytest
from triomino_games import codes

from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.errors import InputError

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
ALIKE = {"wide letters": "\uff21\uff4e\uff4e", "capitals": "ANN", "a ligature": "o\ufb03ce", "composed": "Zoe\u0308"}
PLAIN = {"wide letters": "Ann", "capitals": "Ann", "a ligature": "office", "composed": "Zo\u00eb"}


@pytest.mark.parametrize("what", UNSEEN)
def test_two_players_whose_names_differ_in_what_nobody_sees_are_refused(what: str) -> None:
    with pytest.raises(
        InputError, match=r"line 1: found the names .*allowed is one name for each player that reads unlike"
    ):
        score_game(f"players Ann An{UNSEEN[what]}n\n")


@pytest.mark.parametrize("what", ALIKE)
def test_two_players_whose_names_read_alike_are_refused(what: str) -> None:
    with pytest.raises(InputError, match=r"line 1: found the name.*allowed is one name for each player"):
        score_game(f"players {PLAIN[what]} {ALIKE[what]} Ben\n")


@pytest.mark.parametrize("what", UNSEEN)
def test_a_name_is_the_same_with_and_without_what_nobody_sees(what: str) -> None:
    odd = f"An{UNSEEN[what]}n"
    turns = "round\n{} opens 5-5-5\nBen places 4-5-5\n{} places 3-5-5\nend {}=60 Ben=50\n"
    plain = score_game("players Ann Ben\n" + turns.format("Ann", "Ann", "Ann"))
    assert codes(plain) == set()
    assert score_game("players Ann Ben\n" + turns.format("Ann", odd, odd)) == plain
    assert score_game("players Ann Ben\n" + turns.format(odd, "Ann", odd)) == plain


def test_a_name_of_which_nothing_is_seen_is_refused() -> None:
    for name in ("\u200b", "\u2060\u200d", "\u3164"):
        assert not name.isspace()
        with pytest.raises(InputError, match=r"line 1: found the name .*of which nothing is seen"):
            score_game(f"players {name} Ben\n")


def test_names_that_differ_visibly_are_two() -> None:
    for one, two in (("Ann", "Anna"), ("Ann", "Ånn"), ("Ann", "А\u043d\u043d"), ("👩‍👧", "👨‍👧")):
        assert unicodedata.normalize("NFKC", one) != unicodedata.normalize("NFKC", two)
        assert set(score_game(f"players {one} {two}\n").scores) == {one, two}
