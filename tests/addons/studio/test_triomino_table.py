"""Triomino at the table: the scorer finds nothing wrong in a game that was played, nor does a plain program."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest
from called import played
from places_read import beside, check_record, lying, placed
from table_games import hear_refusals, legal_lines, play, undone

from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.addons.studio.table.triomino import (
    Alone,
    Shared,
    TriominoSession,
    free_cells,
    shown_places,
)
from quasiprint.errors import InputError
from quasiprint.exact.lattice import neighbours
from quasiprint.games.triomino.rounds import SHAPE, openers, turned
from quasiprint.games.triomino.rules import COMMON, HouseRules, PlacedTile, labellings, place, tile_id
from quasiprint.games.triomino.scoring import GameScore, score
from quasiprint.model.finding import Finding

WHOLE = 56


def new_session(settings: dict[str, Any]) -> TriominoSession:
    """Return a new game between people, or alone."""
    return TriominoSession.new({"computer": "none", **settings})


def state(table: TableSession) -> Shared:
    found = table.state
    assert isinstance(found, Shared)
    return found


def scored(table: TableSession, rules: HouseRules = COMMON) -> GameScore:
    found = score(table.record().encode(), {**asdict(rules), "highest": 5, "shape": "triangle"})
    assert isinstance(found, GameScore)
    return found


def watch_rules(table: TableSession) -> None:
    """Compare a game with the scorer, which follows the record by number alone."""
    now, judged = state(table), scored(table)
    assert [finding.message for finding in judged.findings if finding.code != "hands-to-come"] == []
    assert [len(hand) for hand in now.hands] == list(judged.hands.values())
    assert len(now.pool) == judged.pool
    every = [*now.pool, *(tile for hand in now.hands for tile in hand), *(tile.marks for tile in now.lying)]
    assert len(every) == len(set(every)) == WHOLE


def points_told(told: str) -> int:
    """Return what a move was said to score: a sum, or a single part."""
    return int(re.findall(r"[+-]?\d+$", told)[0])


@pytest.mark.parametrize("players", [2, 3])
def test_game_by_chance_has_nothing_that_the_scorer_finds_wrong(players: int) -> None:
    table = play(new_session({"players": players, "deal": 4}), 4, 40, watch_rules)
    assert len(table.lines) >= 40


def test_what_is_told_of_a_move_is_what_the_scorer_adds() -> None:
    table = new_session({"players": 2, "deal": 11})
    told: Counter[str] = Counter()
    for _ in range(60):
        if state(table).phase == "round":
            break
        said = table.step() or table.say(legal_lines(table)[-1]).text
        if "draws" not in said:
            told[said.split()[0]] += points_told(said)
    totals = scored(table).scores
    assert state(table).passed < 2  # else the lowest hand gained something, which no move told
    assert dict(told) == {name: totals[name] for name in told}


def test_undo_restores_the_text_byte_for_byte() -> None:
    table = new_session({"deal": 2})
    undone(table, 12)
    assert not table.say("undo").changed


def test_places_fit_as_the_rules_say() -> None:
    now = state(play(new_session({"deal": 7}), 7, 16))
    table = {tile.cell: tile for tile in now.lying}
    assert set(free_cells(now.lying)) == {c for cell in table for c in neighbours(SHAPE, cell)} - set(table)
    for tile in now.table().hand:
        marks = tuple(map(int, tile.piece.split("-")))
        fits = [shown_places(now.lying)[at].at for at in tile.fits]
        assert len({(at.split("/")[0], turned(marks, int(at[-1]))) for at in fits}) == len(fits)  # no way twice
        legal = {
            (cell, turned(marks, turn))
            for cell in free_cells(now.lying)
            for turn in range(3)
            if not place(table, PlacedTile(99, marks, cell, turned(marks, turn)), SHAPE).findings
        }
        assert len(legal) == len(fits)


def test_illegal_moves_give_their_finding_and_change_nothing() -> None:
    table = new_session({"deal": 1})
    for _ in range(30):
        assert table.step() or table.say(table.state.best()).changed
        if any(tile.fits for tile in table.table().hand):
            break
    now = state(table)
    hand = [tile_id(tile) for tile in now.hand]
    lying = now.lying[0].cell
    wrong = {
        "lay 9-9-9 0,0,0/0": "found no such tile that may be placed",
        "lay it": "allowed is a line such as: lay 1-3-5 6,9,0/1",
        "draw": "draw: found a tile in hand that fits, allowed is to place one",
        "round": "allowed is a line such as",
        f"lay {hand[0]} 7,7,0/0": "it shares no full side at [7, 7, 0]",
        f"lay {hand[0]} {','.join(map(str, lying))}/0": "lies in the cell",
    }
    places = {one.at for one in shown_places(now.lying)}
    for tile in now.table().hand:
        fits = {shown_places(now.lying)[at].at for at in tile.fits}
        if tile.piece[0] != tile.piece[-1]:
            wrong |= dict.fromkeys((f"lay {tile.piece} {at}" for at in places - fits), "it shows")
    hear_refusals(table, wrong)


def tiles(*names: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, name.split("-"))) for name in names)


@pytest.mark.parametrize(
    ("hands", "opens"),
    [
        ((("1-1-1", "0-4-5"), ("3-3-3", "5-5-5")), (1, ("5-5-5",))),
        ((("0-0-0", "4-4-4"), ("0-4-5", "3-4-5")), (0, ("0-0-0",))),  # its holder alone has any triple
        ((("0-0-0", "4-4-4"), ("1-1-1", "3-4-5")), (0, ("4-4-4",))),
        ((("0-0-1", "3-4-5"), ("4-4-5", "0-0-2")), (1, ("4-4-5",))),
        ((("0-0-1", "3-4-5"), ("2-5-5", "0-0-2")), (1, ("2-5-5",))),  # 12 each: the next highest decides
        ((("3-4-5", "2-5-5"), ("0-0-1", "0-0-2")), (0, ("3-4-5", "2-5-5"))),  # who holds both, chooses
    ],
)
def test_who_opens(hands: tuple[tuple[str, ...], ...], opens: tuple[int, tuple[str, ...]]) -> None:
    assert openers([tiles(*hand) for hand in hands]) == {opens[0]: tiles(*opens[1])}


def test_lots_are_drawn_between_hands_that_are_worth_the_same() -> None:
    assert openers([tiles("0-0-5", "1-4-5"), tiles("2-3-5", "0-1-4")]) == {0: tiles("1-4-5"), 1: tiles("2-3-5")}


def stuck(pool: tuple[str, ...]) -> Shared:
    """Return a game in which Ann holds what fits nowhere."""
    now = state(new_session({"deal": 1}))
    first = PlacedTile(1, (5, 5, 5), (0, 0, 0), (5, 5, 5))
    hands = (tiles("0-0-1", "0-1-2"), tiles("0-0-2", "0-2-2"))
    return replace(now, hands=hands, lying=(first,), mover=0, phase="lay", pool=tiles(*pool))


def after(game: Shared, line: str) -> tuple[Shared, str]:
    """Return the game after the legal move of a line, and what is told of it."""
    done = game.apply(game.parse(line))
    assert not isinstance(done, Finding)
    return done[0], done[1].text


def test_who_cannot_place_draws_three_at_most_and_passes() -> None:
    game = stuck(("1-1-1", "4-5-5", "1-1-2", "2-2-3"))
    for number in (1, 2):
        game, told = after(game, "draw")
        assert (game.drawn, told, game.mover, game.forced()) == (number, "Ann draws", 0, "")
    wrong = replace(stuck(("1-1-1",)), drawn=0).apply("pass")
    assert isinstance(wrong, Finding)
    assert wrong.message == "found 'pass', allowed is draw"
    fits, _ = after(game, "draw")
    assert not fits.forced()  # the third fits
    assert fits.words(fits.parse(fits.best())).startswith("lay 4-5-5")
    vain = replace(game, pool=tiles("1-1-3"))
    vain, _ = after(vain, "draw")
    assert vain.forced() == "pass"
    passed, told = after(vain, "pass")
    assert told.endswith("3 drawn and none fits -25")
    assert passed.mover == 1


def test_all_who_pass_end_the_round_and_an_empty_pool_costs_ten() -> None:
    game = stuck(())
    assert game.forced() == "pass"
    game, told = after(game, "pass")
    assert told.endswith("the pool is empty and nothing fits -10")
    game, _ = after(game, "pass")
    assert game.phase == "round"
    assert game.lines()[-1] == "end Ann=4 Ben=6"
    again, _ = after(game, "round")
    assert (again.number, again.phase, len(again.lying)) == (2, "open", 0)


def test_the_record_shows_no_hand_of_a_round_that_goes_on() -> None:
    table = new_session({"deal": 4})
    while not state(table).drawn:
        play(table, len(table.lines), 1)
    assert " has " not in table.record()
    assert "draws 1\n" in table.record()
    while state(table).phase != "round":
        play(table, len(table.lines), 1)
    assert table.record().count(" has ") == 2
    assert re.search(r" draws \d-\d-\d\n", table.record())
    play(table, 0, 1)
    assert table.record().endswith("\nround\n")


def test_house_rules_count_as_they_were_chosen() -> None:
    table = play(new_session({"deal": 6, "target": 30, "empty_pool": 0}), 6, 200)
    assert table.mover is None
    judged = scored(table, HouseRules(target=30, empty_pool=0))
    assert judged.finished
    assert not judged.findings
    large = new_session({"target": 10**18 - 1})  # whatever can be chosen can be read again
    assert TriominoSession.resumed(large.text().encode(), "game", {}).text() == large.text()


def test_alone_the_whole_set_lies_open_and_tiles_are_taken_up_again() -> None:
    table = new_session({"players": 1})
    assert isinstance(table.state, Alone)
    assert len(table.table().hand) == len(labellings(SHAPE, 5)) == WHOLE
    for _ in range(12):
        assert table.say(table.state.best()).changed
    judged = score(table.record().encode(), {"highest": 5, "shape": "triangle"})
    assert not judged.findings
    assert table.table().sides[0].score == len(table.table().marks) == judged.as_json()["hexagons"]
    assert table.table().marks
    held, name = table.text(), table.table().lying[-1].piece
    assert table.say(f"take {name}").changed
    assert len(table.table().lying) == 11
    assert table.say("undo").changed
    assert table.text() == held
    assert "allowed is a tile on the table" in table.say("take 9-9-9").text


def test_computer_plays_all_but_the_first_and_hides_no_hand() -> None:
    table = new_session({"players": 3, "computer": "others", "deal": 8})
    assert new_session({"players": 3, "deal": 8}).table().secret
    assert not table.table().secret
    while table.step():
        pass
    assert state(table).mover == 0
    assert table.say(table.state.best()).changed
    while table.step():
        pass
    assert state(table).mover == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 6, "highest": 4}, "--players: found 6, who take 36 tiles; the set from 0 to 4 has 35"),
        ({"players": 1, "computer": "others"}, "--computer: found 'others' in a game for one, allowed is none"),
    ],
)
def test_what_no_table_has_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        new_session(settings)


def test_in_a_terminal_a_game_is_played_line_by_line(here: Any) -> None:
    table = new_session({"deal": 3})
    result = played(
        "triomino", ("help", "hint", table.state.best(), "board", "save game.txt"), "--deal", 3, "--computer", "none"
    )
    assert "file 'game.txt': saved" in result.stdout
    assert "On the table: " in result.stdout
    assert (here / "game.txt").read_text() == (table.say(table.state.best()), table.text())[1]


@pytest.mark.parametrize("deals", [range(3, 5), pytest.param(range(60), marks=pytest.mark.thorough)])
def test_games_by_chance_are_scored_as_a_plain_program_counts(deals: range) -> None:
    totals: Counter[str] = Counter()
    for deal in deals:
        game = play(new_session({"players": 2 + deal % 5, "deal": deal, "target": 60}), deal)
        totals += check_record(game.record(), 60)
        assert isinstance(game.state, Shared)
        assert beside(lying(game.state.lying)) == beside(placed(game.record())[-1])
    assert totals["bridges"]
    assert totals["hexagons"]


def test_a_tile_that_cannot_be_put_down_or_taken_up_is_refused_by_its_code() -> None:
    now = state(new_session({"players": 2, "deal": 4}))  # 1-1-1 opens
    alone = new_session({"players": 1}).state
    told = {
        "lay 9-9-9 6,9,0/0": now.apply(now.parse("lay 9-9-9 6,9,0/0")),
        "lay 1-1-1 9,9,0/0": now.apply(now.parse("lay 1-1-1 9,9,0/0")),
        "take 1-1-1": alone.apply(alone.parse("take 1-1-1")),
    }
    assert [done.code for done in told.values() if isinstance(done, Finding)] == [
        *("not-in-hand", "start-elsewhere", "tile-not-laid")
    ]
