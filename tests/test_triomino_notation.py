"""The text form of a game of triomino: what cannot be read, and games played apart from the program."""

from __future__ import annotations

import random
import unicodedata
from itertools import combinations_with_replacement
from typing import Any

import pytest
from called import refusal
from hypothesis import given, settings
from hypothesis import strategies as st
from triomino_games import TWO, PlainTable, Tile, codes, laid, worth

from quasiprint.errors import InputError
from quasiprint.games.triomino.notation import read
from quasiprint.games.triomino.scoring import HouseRules, score_game
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


@pytest.mark.parametrize("end", ["Ann=1 Ben=2", "Ann = 1, Ben = 2", "Ann= 1 Ben =2", "Ann=1,Ben=2"])
def test_an_end_may_be_written_loosely(end: str) -> None:
    assert read(TWO + f"end {end}").lines[-1].sums == (("Ann", 1), ("Ben", 2))


def test_names_of_any_script() -> None:
    text = "players Ängström Жанна 花子 O'Neil\nround\nA\u0308ngstro\u0308m opens 5-5-5\nЖанна places 4-5-5\n"
    result = score_game(text)
    assert result.findings == ()
    assert result.scores["Ängström"] == 25


@pytest.mark.thorough
@settings(deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_no_shuffle_of_lines_raises_or_loses_a_point(data: st.DataObject, seed: int) -> None:
    text, _ = legal_game(seed)
    first, *lines = text.split("\n")
    some = data.draw(st.permutations(lines).map(lambda mixed: mixed[: len(mixed) // 2 + 1]))
    result = score_game("\n".join([first, *some]))
    assert sum(e.points for e in result.events) == sum(result.scores.values())
    for player, total in result.scores.items():
        assert [0, *(e.total for e in result.events if e.player == player)][-1] == total
    assert all(hand >= 0 for hand in result.hands.values()) and result.pool >= 0


BONUSES = ((0, ""), (50, "hexagon"), (100, "hexagons 2"), (150, "hexagons 3"))


def legal_game(seed: int, highest: int = 5, target: int = 400) -> tuple[str, dict[str, Any]]:
    """Play a game by the rules; return its text and what it came to.

    Written apart from the program: it deals tiles and lays them, where the program only counts them.
    """
    luck = random.Random(seed)
    players = ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"][: luck.randint(2, 6)]
    luck.shuffle(players)
    lines = ["players " + " ".join(players)]
    totals = dict.fromkeys(players, 0)
    reached = False

    def gain(player: str, worth: int) -> None:
        nonlocal reached
        totals[player] += worth
        reached = reached or totals[player] >= target

    eager = luck.random()
    for _ in range(luck.randint(1, 6)):
        pool: list[Tile] = list(combinations_with_replacement(range(highest + 1), 3))
        luck.shuffle(pool)
        deal = {2: 9, 3: 7, 4: 7}.get(len(players), 6)
        hands = {player: [pool.pop() for _ in range(deal)] for player in players}
        lines.append("round")
        held = [(len(set(tile)) == 1, sum(tile), tile, player) for player in players for tile in hands[player]]
        triple, worth, tile, now = max(held)
        lines.append(f"{now} opens {'-'.join(map(str, tile))}")
        hands[now].remove(tile)
        table = PlainTable()
        table.put((0, 0, 0), tile)
        gain(now, 40 if tile == (0, 0, 0) else worth + 10 * triple)
        passes = 0
        while passes < len(players) and all(hands.values()):
            now = players[(players.index(now) + 1) % len(players)]
            drawn = 0
            while drawn < 3 and pool and (luck.random() > eager or not table.fitting(hands[now])):
                hands[now].append(pool.pop())
                drawn += 1
            able = table.fitting(hands[now])
            if drawn:
                split = luck.randrange(drawn)  # told in one line or in two
                lines += [f"{now} draws {count}" for count in (split, drawn - split) if count]
            if not able or (luck.random() > eager and (drawn == 3 or not pool)):
                lines.append(f"{now} passes")
                gain(now, -25 if drawn == 3 else -5 * drawn - 10)
                passes += 1
                continue
            passes = 0
            luck.shuffle(able)
            # often, a place with many tiles around it
            tile, cell, numbers = max(able, key=lambda one: table.touched(one[1])) if luck.random() < 0.8 else able[0]
            hands[now].remove(tile)
            hexagons, bridge = table.put(cell, numbers)
            bonus, word = BONUSES[hexagons] if hexagons or not bridge else (40, "bridge")
            turn = luck.randrange(3)
            lines.append(f"{now} places {'-'.join(map(str, tile[turn:] + tile[:turn]))} {word}".strip())
            rest = sum(sum(t) for player in players if player != now for t in hands[player])
            gain(now, sum(tile) - 5 * drawn + bonus + (0 if hands[now] else 25 + rest))
        sums = {player: sum(map(sum, hands[player])) for player in players}
        lines.append("end " + " ".join(f"{player}={total}" for player, total in sums.items()))
        low = min(players, key=lambda player: sums[player])
        if all(hands.values()) and list(sums.values()).count(sums[low]) == 1:
            gain(low, sum(total - sums[low] for total in sums.values()))
        left = {player: len(hand) for player, hand in hands.items()}
        if reached:
            break
    return "\n".join(lines), {"scores": totals, "hands": left, "pool": len(pool), "finished": reached}


@pytest.mark.parametrize("count", [60, pytest.param(300, marks=pytest.mark.thorough)])
def test_legal_games_are_legal_and_score_as_played(count: int) -> None:
    games = given(st.integers(0, 2**32), st.sampled_from([5, 6]), st.sampled_from([400, 500]))
    settings(deadline=None, max_examples=count)(games(scored_as_played))()


def scored_as_played(seed: int, highest: int, target: int) -> None:
    text, played = legal_game(seed, highest, target)
    result = score_game(text, highest, HouseRules(target=target))
    assert codes(result) == codes(result, "warning") == set()
    assert {key: getattr(result, key) for key in played} == played
    for player, total in played["scores"].items():
        assert sum(e.points for e in result.events if e.player == player) == total
    if played["finished"]:
        best = max(played["scores"].values())
        assert list(result.winners) == [p for p, total in played["scores"].items() if total == best]


@pytest.mark.thorough
@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**32), st.integers(1, 200))
def test_a_legal_game_is_legal_as_far_as_it_has_come(seed: int, length: int) -> None:
    lines = legal_game(seed)[0].split("\n")[:length]
    assert codes(score_game("\n".join(lines))) == set()


@pytest.mark.thorough
def test_the_games_played_have_all_that_scores() -> None:
    told = "\n".join(legal_game(seed)[0] for seed in range(60))
    assert all(f" {word}\n" in told for word in ("hexagon", "bridge"))


def test_each_turn_gives_one_event_at_its_line_and_the_words_tell_its_sum() -> None:
    text, _ = legal_game(7)
    turns = [n for n, line in enumerate(text.split("\n"), 1) if {"opens", "places", "passes"} & set(line.split())]
    events = score_game(text).events
    ends = [n for n, line in enumerate(text.split("\n"), 1) if line.startswith("end")]
    assert [e.line for e in events if e.line not in ends] == turns
    for event in events:
        told = event.why.partition(";")[0].replace("=", ":").replace(" ", ":").split(":")[-1]
        assert int(told) == event.points


FILLINGS = ["Zoe passes\n", "a passes\n", "Ann draws 1\n", "Zoe draws 1\nAnn draws 1\n", "=" * 999 + "\n"]
FILLINGS += ["round\nAnn opens 5-5-5\nend Ann=3 Ben=4\n", " " * 999 + "\n", "\n", "\r"]
FILLINGS += ["Ann places 1-1-1 " + "," * 900 + "\n"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("filling", FILLINGS)
def test_the_longest_text_is_scored_or_refused(filling: str) -> None:
    text = (TWO + "Ann opens 5-5-5\n" + filling * (MAX_CHARACTERS // len(filling)))[:MAX_CHARACTERS]
    text = text[: text.rindex(filling[-1])]
    refusal(lambda: score_game(decode(text.encode())))


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


def test_names_that_differ_visibly_are_two() -> None:
    for one, two in (("Ann", "Anna"), ("Ann", "Ånn"), ("Ann", "А\u043d\u043d"), ("👩‍👧", "👨‍👧")):
        assert unicodedata.normalize("NFKC", one) != unicodedata.normalize("NFKC", two)
        assert set(score_game(f"players {one} {two}\n").scores) == {one, two}


@pytest.mark.parametrize("what", UNSEEN)
def test_two_players_whose_names_differ_in_what_nobody_sees_are_refused(what: str) -> None:
    with pytest.raises(
        InputError, match=r"line 1: found the names .*allowed is one name for each player that reads unlike"
    ):
        score_game(f"players Ann An{UNSEEN[what]}n\n")
