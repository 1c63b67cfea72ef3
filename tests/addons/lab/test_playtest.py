"""Play-tests: games are played by the judges' rules, follow from their numbers, and figures say how sure they are."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from quasiprint.addons.designer.sets.placed import PlacedTile, lay, meet
from quasiprint.addons.designer.sets.playtest import Kit, Table, dealt, pieces_of, play, plays
from quasiprint.addons.designer.sets.set_file import read
from quasiprint.addons.lab import quasimino, triomino
from quasiprint.addons.lab.figures import share
from quasiprint.addons.lab.majomino import opponent as majomino
from quasiprint.addons.lab.quomino import opponent as quomino
from quasiprint.addons.studio.table.quasimino import Shared, begin
from quasiprint.api import score
from quasiprint.games.quasimino.scoring import QuasiScore
from quasiprint.games.quasimino.turns import DOMINO, FAST, MATCH
from quasiprint.model.play import GREEDY, RANDOM, SEARCH, Play, of_seats

EXAMPLES = Path(__file__).parents[3] / "examples" / "sets"


@pytest.mark.parametrize(
    ("kind", "players", "policies", "known"),
    [
        (DOMINO, 2, (GREEDY,), Play(23, 23, 695, 0, 11, (0, 1), (0,))),
        pytest.param(DOMINO, 4, (RANDOM,), Play(78, 78, 7711, 0, 3, (3, 3, 3, 0), (3,)), marks=pytest.mark.thorough),
        pytest.param(MATCH, 3, (GREEDY,), Play(87, 87, 5547, 0, 59, (19, 21, 19), (1,)), marks=pytest.mark.thorough),
        pytest.param(DOMINO, 2, (SEARCH, GREEDY), Play(21, 21, 604, 0, 10, (0, 1), (0,)), marks=pytest.mark.thorough),
    ],
)
def test_a_game_of_quasimino_is_what_its_record_scores(
    kind: str, players: int, policies: tuple[str, ...], known: Play
) -> None:
    (found,) = quasimino.plays({"kind": kind, "players": players, "colours": 3}, policies, 5, [1])
    assert found == known
    match = quasimino.Match.dealt(kind, 3, players, policies, "5 1")
    match.game = begin(kind, 3, match.game.names, "5 1")  # with its text
    assert match.played() == found
    told = match.game
    assert isinstance(told, Shared)
    judged = score("quasimino", told.record())
    assert isinstance(judged, QuasiScore)
    assert (judged.legal, judged.finished, judged.covered) == (True, True, found.count)
    names = of_seats(quasimino.NAMES[:players], match.starter)
    assert tuple(judged.scores[name] for name in names) == found.scores
    assert {names[seat] for seat in found.winners} == set(judged.winners)


@pytest.mark.parametrize(
    ("name", "hand"), [("macmahon-triangles", 3), ("truchet", 1), ("wang-11", 2), ("kites-and-darts", 3), ("jigsaw", 3)]
)
def test_what_a_test_lays_of_a_set_file_is_legal_by_its_rule(name: str, hand: int) -> None:
    design = read((EXAMPLES / f"{name}.toml").read_bytes(), name)
    parameters = {"players": 2, "hand": hand}
    (found,) = plays(design, parameters, (RANDOM,), 3, [4])
    draw = Random("3 4")
    end, again = play(dealt(Kit(design), parameters, draw), (RANDOM,), draw)
    assert again == found
    laid = [PlacedTile(k, tile) for k, tile in enumerate(end.table.tiles, 1)]
    assert len(laid) > 1
    assert meet(design, end.table.kit.rule, laid)[2] == []


def test_who_closes_none_draws_and_who_closes_some_goes_on() -> None:
    draw = Random(1)
    game = dealt(Kit(read((EXAMPLES / "three-paths.toml").read_bytes(), "set")), {"players": 2, "hand": 2}, draw)
    closing = 0
    while not game.over and not closing:
        mover, closed, left, own = game.mover, game.table.count, len(game.pile), len(game.hands[game.mover])
        game = game.lay(game.best(draw, 1)[0])
        closing = game.table.count - closed
        more = closing > 0
        assert (game.mover == mover, len(game.pile), len(game.hands[mover])) == (more, left - (not more), own - more)
    assert closing


def test_two_tiles_of_a_file_are_laid_in_every_legal_way_and_no_other() -> None:
    design = read((EXAMPLES / "macmahon-triangles.toml").read_bytes(), "set")
    kit = Kit(design)
    first, second = pieces_of(design)[5], pieces_of(design)[8]
    table = Table.empty(kit).with_tile(lay(*first, kit.lattice))
    found = {tile.looks for tile in table.moves(second)}
    legal = set()
    for turn in range(6):
        tile = lay(*second, kit.lattice, None, turn)
        for side in tile.sides:
            for own in table.tiles[0].sides:
                moved = tile.translate(own.end - side.start)
                if moved.sides[tile.sides.index(side)].end != own.start:
                    continue
                laid = [PlacedTile(1, table.tiles[0]), PlacedTile(2, moved)]
                if not meet(design, kit.rule, laid)[2]:
                    legal.add(moved.looks)
    assert found == legal


def test_whoever_searches_lays_a_hand_of_fastquasi_again_and_keeps_the_best() -> None:
    parameters = {"kind": FAST, "players": 2, "colours": 3}
    once, often = (next(quasimino.plays(parameters, (policy,), 4, [0])) for policy in (GREEDY, SEARCH))
    assert all(a <= b for a, b in zip(once.scores, often.scores, strict=True))
    assert once.scores[1] < often.scores[1] <= 9
    assert once.chosen + once.dead == often.chosen + often.dead == 28


def test_games_in_which_a_seat_searches_follow_from_their_numbers() -> None:
    design = read((EXAMPLES / "macmahon-triangles.toml").read_bytes(), "set")
    parameters = {"players": 2, "hand": 2}
    both = list(plays(design, parameters, (SEARCH, GREEDY), 1, range(3)))
    assert both[1:] == list(plays(design, parameters, (SEARCH, GREEDY), 1, range(1, 3)))
    assert both != list(plays(design, parameters, (GREEDY,), 1, range(3)))


@pytest.mark.thorough
def test_whoever_searches_wins_more_than_a_greedy_player_in_the_same_seat() -> None:
    games: list[tuple[Any, dict[str, Any], int]] = [
        (quomino, {"size": 6}, 10),
        (majomino, {"size": 5, "rule": "none", "double_turns": ""}, 60),
    ]
    for room, parameters, count in games:
        won = sum(
            seat in one.winners
            for seat, policies in enumerate([(SEARCH, GREEDY), (GREEDY, SEARCH)])
            for one in room.plays(parameters, policies, 1, range(count))
        )
        assert share(won, 2 * count).low > 0.5, room


@pytest.mark.parametrize("policy", [RANDOM, GREEDY])
def test_triomino_goes_on_to_the_target_and_the_highest_score_wins(policy: str) -> None:
    (found,) = triomino.plays({"players": 3, "highest": 5, "target": 60}, (policy,), 1, [2])
    assert max(found.scores) >= 60
    assert found.winners == tuple(seat for seat, score in enumerate(found.scores) if score == max(found.scores))
    assert found.chosen < found.choices


def test_quomino_and_majomino_count_what_their_judges_count() -> None:
    for number, found in enumerate(
        majomino.plays({"size": 3, "rule": "none", "double_turns": ""}, (RANDOM,), 1, range(4))
    ):
        assert found.turns == 9, number
        assert sum(found.scores) == 9
        assert found.scores[found.winners[0]] > 4
    (found,) = quomino.plays({"size": 4}, (SEARCH,), 1, [0])
    assert found.count == sum(found.scores)
    assert (len(found.winners) == 2) == (found.scores[0] == found.scores[1])
