"""Quasi-Domino, Quasi-Match, FastQuasi and the puzzles at the table: who moves, who draws, what is illegal and why."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from called import played
from rhombs_counted import turned_about
from table_games import hear_refusals, play, undone

from quasiprint.addons.studio.table.quasimino import (
    NAMED,
    NAMES,
    Alone,
    QuasiminoSession,
    Shared,
    begin,
    lay_words,
    solution,
)
from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.api import score as score_text
from quasiprint.errors import InputError
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.rules import Layout, PlacedRhomb, beside, entry, judge, legal, parse_name, score
from quasiprint.games.quasimino.scoring import OwnedVertex, QuasiScore, follow, score_game
from quasiprint.games.quasimino.turns import DOMINO, HAND, LAYING, MATCH, Built, Fast, Turns, read
from quasiprint.model.finding import Finding
from quasiprint.model.play import Event, Move

WHOLE = 90
PASS = Move("pass")


def new_session(settings: dict[str, Any]) -> QuasiminoSession:
    """Return a new game between people, or alone."""
    return QuasiminoSession.new({"computer": "none", **settings})


def state(table: TableSession) -> Shared:
    found = table.state
    assert isinstance(found, Shared)
    return found


def codes(game: Turns | Built, line: str) -> list[str]:
    """Return the code of why a line is illegal, none if it is legal."""
    done = game.apply(game.parse(line))
    return [done.code] if isinstance(done, Finding) else []


def started(kind: str = DOMINO, **settings: Any) -> QuasiminoSession:
    """Return a game of which the start is laid, as the hints have it."""
    table = new_session({"kind": kind, **settings})
    assert table.say("quasi ann").changed
    for _ in range(3):
        assert table.say(table.state.best()).changed
    return table


def watch_rules(table: TableSession) -> None:
    """Compare a game with what the book says of each move, and with the scorer."""
    now, before = state(table), table.done[-2].state if len(table.done) > 1 else table.first
    assert isinstance(before, Shared)
    every = [*now.opened, *(name for row in (*now.hands, *now.heaps) for name in row)]
    every += [tile.id for tile in now.layout.tiles]
    assert len(every) == len(set(every)) == WHOLE
    if not now.layout.tiles:
        return
    judged = score(json.dumps({"tiles": [entry(tile.shape, tile.colours, tile.corners) for tile in now.layout.tiles]}))
    assert judged.legal
    assert judged.components <= 1
    assert judged.covered == len(now.layout.covered) == len(table.table().marks)
    line = table.lines[-1]
    if before.phase != LAYING or not line.startswith("lay "):
        return
    who = before.mover
    assert who is not None
    new = judged.covered - len(before.layout.covered)
    assert len(now.hands[who]) == len(before.hands[who]) - 1
    if now.kind == MATCH:
        assert Counter(dict(now.owned).values())[who] - Counter(dict(before.owned).values())[who] == new
        assert now.phase != "draw" or now.mover == who
        assert now.turns == before.turns - 1 + bool(new) or now.phase != "draw"
    elif new:
        assert now.mover == (who if now.hands[who] else None)  # another turn, or won
    elif any(before.heaps):
        assert (now.mover, now.phase) == (who, "draw")


def told(layout: Layout) -> list[str]:
    """Return what a text says of each tile of a layout."""
    return [lay_words(Layout.of(layout.tiles[:k]), tile) for k, tile in enumerate(layout.tiles)]


def watch_scorer(table: TableSession) -> None:
    """Score a game by its text: the scorer comes to the same table, and would write the same text."""
    now, colours = state(table), int(str(table.settings["colours"]))
    judged = score_game(table.record(), colours)
    assert judged.findings == ()
    assert judged.scores == {name: now.score(player) for player, name in enumerate(NAMES)}
    assert judged.hands == {name: len(hand) for name, hand in zip(NAMES, now.hands, strict=True)}
    assert judged.finished == (now.phase == "over")
    assert judged.winners == tuple(NAMES[player] for player in now.winners)
    owners = Counter(vertex.player for vertex in judged.vertices if isinstance(vertex, OwnedVertex))
    assert owners == Counter(NAMES[player] for _, player in now.owned)
    again = follow(read(table.record()), colours)[0][-1].table
    assert isinstance(again, Turns)
    assert (again.phase, again.mover, again.turns) == (now.phase, now.mover, now.turns)
    assert told(again.layout) == told(now.layout)


@pytest.mark.parametrize("kind", [DOMINO, MATCH])
def test_game_by_chance_follows_the_book(kind: str) -> None:
    table = play(new_session({"kind": kind, "deal": 5}), 5, 24, watch_rules)
    assert len(table.lines) >= 24
    watch_scorer(table)


def test_undo_restores_the_text_byte_for_byte() -> None:
    table = started()
    undone(table, 6)


def brute_places(layout: Layout, shape: str) -> set[tuple[Zeta, int]]:
    """Return where a rhomb lies edge to edge with a tile of a layout, and on none, by the judge of layouts."""
    found = set()
    for tile, edge, own in product(layout.tiles, range(4), range(4)):
        one = beside(shape, edge, tile, own)
        findings, patch, _ = judge((*layout.tiles, PlacedRhomb(99, shape, (0, 0, 0, 0), one.corner, one.turn)), 3)
        lies = {finding.code for finding in findings} <= {"join-colour", "join-parallelogram", "tile-twice"}
        if lies and not patch.overlaps():
            found.add((one.corner, one.turn))
    return found


def test_places_are_all_that_there_are_and_fit_as_the_judge_says() -> None:
    layout = state(play(new_session({"kind": MATCH, "deal": 2}), 2, 14)).layout
    assert len(layout.tiles) > 5
    for shape in SHAPES:
        assert {(p.corner, p.turn) for p in layout.places if p.shape == shape} == brute_places(layout, shape)
    name = "thin-0121"
    shape, marks = parse_name(name)
    for place in layout.places:
        if place.shape == shape:
            laid = layout.lay(shape, marks, place.corner, place.turn)
            assert place.fits(marks) == (not [p for p in judge(laid.tiles, 3)[0] if p.code != "tile-twice"])
            assert set(laid.covered) - set(layout.covered) == set(place.covers)


def test_illegal_moves_give_their_finding_and_change_nothing() -> None:
    table = started()
    now = state(table)
    assert now.mover is not None
    wrong = {
        "lay thin-0121 0,0,0,0/0": "found no such tile in hand",
        "lay it": "allowed is a line such as: lay thin-0121 -1,1,0,1/4",
        "draw thick": "allowed is to lay a tile",
        "quasi ben": "allowed is a line such as",
        f"lay {now.hand[0]} 40,0,0,0/0": "found no edge that it shares with the tiles on the table",
    }
    name = now.hand[0]
    lying = now.layout.tiles[0]
    c = lying.corner
    wrong[f"lay {name} {c.a},{c.b},{c.c},{c.d}/{lying.turn}"] = "the two tiles overlap"
    for one in now.hand:
        shape, marks = parse_name(one)
        for place in (p for p in now.layout.places if p.shape == shape and not p.fits(marks)):
            matches = all(marks[e] == k for e, k in place.asks)
            law = "parallelogram law" if matches else " law" if place.parallelogram else "colour law"
            wrong[f"lay {one} {place.at}"] = law
    assert {"parallelogram law", "colour law"} <= set(wrong.values())
    assert codes(now, "lay it") == ["move-unknown"]
    hear_refusals(table, wrong)


def test_start_takes_the_two_open_tiles_and_one_own() -> None:
    table = new_session({})
    opened = state(table).opened
    text = table.text()
    for line in ("lay x", "draw thick", "others", "quasi nobody"):
        assert not table.say(line).changed
    assert table.text() == text
    assert table.say("quasi ben").changed
    own = state(table).hands[1]
    assert set(state(table).hand) == {*opened, *own}
    for _ in range(3):
        assert table.say(table.state.best()).changed
    now = state(table)
    assert len(now.hands[1]) == len(own) - 1
    assert {tile.id for tile in now.layout.tiles} == {*opened, *(set(own) - set(now.hands[1]))}
    assert now.mover == (1 if now.layout.covered else 0)  # nobody draws for the start


def test_in_quasi_match_the_starter_draws_back_and_a_skip_gives_two_turns() -> None:
    table = started(MATCH)
    now = state(table)
    assert now.phase == "draw"
    assert table.say("draw thin").changed
    assert len(state(table).hands[0]) == 2 * HAND[MATCH]


def stuck(kind: str) -> Shared:
    """Return a game in which the tiles of both fit nowhere: with eight colours most tiles do."""
    now = state(started(kind, colours=8))
    every = [name for heap in now.heaps for name in heap]
    able = {name for name, _ in legal(now.layout, every)}
    unfit = [name for name in every if name not in able][:4]
    return replace(now, hands=(tuple(unfit[:2]), tuple(unfit[2:])), mover=1, phase=LAYING, laid=False, turns=1, skips=0)


def test_skips_do_not_add_up_and_end_a_game_of_quasi_match() -> None:
    game = replace(stuck(MATCH), owned=((Zeta(0), 1),))
    assert game.forced() == "pass"
    once, event = game.after(PASS)
    assert (once.mover, once.turns) == (0, 2)
    assert event == Event("Ben cannot lay: Ann has two turns")
    twice, _ = once.after(PASS)
    assert (twice.phase, twice.winners) == ("over", (1,))
    # who has laid, and cannot use another turn, is not skipped
    lost, event = replace(game, laid=True).after(PASS)
    assert (lost.mover, lost.turns, lost.skips) == (0, 1, 0)
    assert event == Event("Ben cannot use another turn")


def test_who_cannot_lay_in_quasi_domino_draws_and_without_a_pile_the_smallest_hand_wins() -> None:
    game = stuck(DOMINO).settle()
    assert game.phase == "draw"
    after, _ = game.after(game.parse("draw thick"))
    assert (after.mover, len(after.hands[1])) == (0, 3)
    dry = replace(stuck(DOMINO), heaps=((), ())).settle()
    dry = replace(dry, hands=(dry.hands[0], dry.hands[1][:1]))
    assert dry.forced() == "pass"
    assert not dry.after(PASS)[0].winners
    end, _ = dry.after(PASS)[0].after(PASS)
    assert (end.phase, end.winners) == ("over", (1,))
    assert end.status_line() == "Ben has won."


@pytest.mark.parametrize("kind", NAMED)
def test_puzzle_is_solved_by_its_hints_wherever_it_begins(kind: str) -> None:
    table = new_session({"kind": kind})
    first = table.table()
    tile = first.hand[-1]
    assert table.say(f"lay {tile.piece} {first.places[tile.fits[3]].at}").changed  # turned, and another tile first
    for _ in range(20):
        if table.mover is None:
            break
        assert table.say(table.state.best()).changed
    assert table.mover is None
    assert table.state.status_line().startswith("Solved")
    judged = score(table.record())
    assert judged.legal
    assert judged.components == 1
    assert judged.covered >= len(solution(kind).covered)


def test_alone_tiles_are_taken_up_again_and_a_false_shout_is_refused() -> None:
    table = new_session({"kind": "fast", "deal": 3})
    assert "14 tiles in hand, allowed are none" in table.say("quasi").text
    assert table.say(table.state.best()).changed
    held = table.text()
    name = table.table().lying[0].piece
    assert table.say(f"take {name}").changed
    assert "allowed is a tile on the table: none" in table.say(f"take {name}").text
    assert table.say("undo").changed
    assert table.text() == held
    for line in ("take thin-9999", "lay x", "draw thin"):
        assert not table.say(line).changed
    # every tile in a shape of its own: all lie, and yet nobody may shout
    apart = table.state
    assert isinstance(apart, Alone)
    while apart.hand:
        piece = apart.table().hand[0]
        place = next(p for p in apart.layout.apart() if p.shape == piece.shape)
        apart, _ = apart.after(apart.parse(f"lay {piece.piece} {place.at}"))
    assert codes(apart, "quasi") == ["shape-small"]


def test_computer_plays_east_and_undo_takes_its_moves_back_too() -> None:
    table = started(computer="ben")
    text = table.text()
    for _ in range(9):
        if table.step() is None:
            break
    assert state(table).mover in (0, None)
    played_by_west = table.text()
    assert table.say(table.state.best()).changed
    while table.step():
        pass
    assert table.say("undo").changed
    assert table.text() in (text, played_by_west)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"kind": "flower", "colours": 4}, "--colours: found 4 with a puzzle of the book, allowed is 3"),
        ({"kind": "fast", "computer": "ben"}, "--computer: found 'ben' in a game for one, allowed is none"),
    ],
)
def test_what_no_table_has_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        new_session(settings)


def test_in_a_terminal_a_game_is_played_line_by_line(here: Any) -> None:
    result = played("quasimino", ("help", "hint", "places thin", "quasi ann", "hint", "save game.txt"))
    assert "Ann: Quasi!" in result.stdout
    assert "file 'game.txt': saved" in result.stdout
    assert "places: found 'thin', allowed is a tile in hand" in result.stdout
    table = QuasiminoSession.resumed((here / "game.txt").read_bytes(), "game", {})
    assert state(table).mover == NAMES.index("Ann")
    help_text = played("quasimino", (), "--help").stdout
    assert all(kind in help_text for kind in (*HAND, "fast", "whole", *NAMED))


# --- Games that are played to their end, scored by their text --------------------------------------


def judged_text(text: str) -> QuasiScore:
    found = score_text("quasimino", text)
    assert isinstance(found, QuasiScore)
    return found


def test_a_tie_in_fastquasi_goes_to_who_shouted() -> None:
    begun = "fastquasi\nplayers Ann Ben Cem\nBen lays thick-0000\nCem lays thick-1111\n"
    assert not judged_text(begun).finished
    assert judged_text(begun + "end\n").winners == ("Ann", "Ben", "Cem")
    one, none = Built(3, (), solution("flower")), Built(3, ())
    assert Fast(("Ann", "Ben"), (one, one), over=True, shouter=1).winners == (1,)
    assert Fast(("Ann", "Ben"), (one, none), over=True, shouter=1).winners == (0,)


def played_by(names: tuple[str, ...], kind: str, seed: int) -> Shared:
    """Return a game that players finish who cover as much as they can."""
    game = begin(kind, 3, names, seed)
    while not game.over:
        game, _ = game.after(game.parse(game.forced() or game.best()))
    return game


@pytest.mark.parametrize(
    ("players", "kind", "seed"),
    [
        (3, DOMINO, 1),
        *(pytest.param(n, DOMINO, s, marks=pytest.mark.thorough) for n in (2, 4, 5, 6) for s in range(3)),
        *(pytest.param(n, MATCH, s, marks=pytest.mark.thorough) for n in (2, 3, 4, 6) for s in range(2)),
    ],
)
def test_a_game_between_several_ends_in_its_text_as_it_was_played(players: int, kind: str, seed: int) -> None:
    names = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")[:players]
    game = played_by(names, kind, seed)
    found = judged_text(game.record())
    assert (found.legal, found.finished) == (True, True)
    assert found.winners == tuple(names[player] for player in game.winners)
    assert found.scores == {name: game.score(player) for player, name in enumerate(names)}
    owners = {vertex.corner: vertex.player for vertex in found.vertices if isinstance(vertex, OwnedVertex)}
    assert owners == {(v.a, v.b, v.c, v.d): names[player] for v, player in game.owned}
    assert found.covered == turned_about(game.layout.tiles)
    hidden = "\n".join(line for line in game.lines if " has " not in line)  # and so where nobody wrote the hands
    blind = judged_text(re.sub(r"(draws \w+)-\d+", r"\1", hidden))
    assert (blind.legal, blind.scores, blind.winners) == (True, found.scores, found.winners)
