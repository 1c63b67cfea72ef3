"""Play-tests: kernels play by the judges' rules, games follow from their numbers, and figures say how sure they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quasiprint.addons.designer.sets.judge import Laid, meet
from quasiprint.addons.designer.sets.placed import common, lay
from quasiprint.addons.designer.sets.playtest import Game, Table, pieces_of, play, plays
from quasiprint.addons.designer.sets.set_file import read
from quasiprint.addons.lab.play_figures import share
from quasiprint.addons.lab.playtests import majomino, quomino, triomino
from quasiprint.addons.lab.playtests.chance import chance, toss
from quasiprint.addons.lab.playtests.quasimino import NAMES, Arena
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino import move_kernels as kernels
from quasiprint.games.quasimino import turns
from quasiprint.games.quasimino.alone_kernels import assign
from quasiprint.games.quasimino.fast_shapes import best_found
from quasiprint.games.quasimino.notation import DOMINO, FAST, MATCH
from quasiprint.games.quasimino.placing import Layout, RhombPlace, legal, parse_name
from quasiprint.model.playtest import GREEDY, RANDOM, SEARCH, best_by_trials

EXAMPLES = Path(__file__).parents[1] / "examples" / "sets"


def ways(game: turns.Turns) -> Iterator[tuple[str, RhombPlace]]:
    """Yield what may be laid; a tile that is its own half turn lies in five turns only."""
    for name, place in legal(game.layout, game.hand):
        _, marks = parse_name(name)
        if place.turn < 5 or marks[:2] != marks[2:]:
            yield name, place


def chosen(game: turns.Turns, policy: str, draw: Callable[[int], int]) -> str:
    """Return the move that a policy makes in a game of the judge's, with the same random numbers."""
    acts = [act for *_, act in game._acts()]
    if acts or game.forced():
        return game.forced() or (acts[draw(len(acts))] if acts != ["others"] else "others")
    left = list(ways(game))
    while True:
        worth = [0 if policy == RANDOM else len(place.covers) for _, place in left]
        best = [k for k, one in enumerate(worth) if one == max(worth)]
        name, place = left.pop(best[draw(len(best))])
        line = f"lay {name} {place.at}"
        if game._reads(line):
            return line


def judged(arena: Arena, seed: int, number: int) -> turns.Turns:
    """Play a game by the judge, and hold each of its moves to those that the kernel has made."""
    made = list(arena.moves())
    arena.deal(Random(f"{seed} {number}"))
    state, size, game = chance(seed, number), arena.size, arena.game
    hands = tuple(
        tuple(arena.names[k] for k in arena.hands[size * p : size * p + 2 * turns.HAND[arena.kind]])
        for p in range(arena.players)
    )
    heaps = tuple(
        tuple(arena.names[k] for k in arena.heaps[size * h : size * h + game[kernels.LEFT + h]]) for h in range(2)
    )
    opened = tuple(arena.names[game[kernels.OPENED + h]] for h in range(2))
    play = turns.begin(arena.kind, 3, NAMES[: arena.players], hands, heaps, opened)
    for number, line in enumerate(made):
        assert play.read(line) == line
        if SEARCH not in arena.policies:
            assert line == chosen(play, arena.policies[0], lambda limit: toss(state, limit)), number
        play, _ = play.after(line)
    return play


@pytest.mark.parametrize(
    ("kind", "players", "policy", "games"),
    [
        (DOMINO, 2, GREEDY, 2),
        pytest.param(DOMINO, 4, RANDOM, 5, marks=pytest.mark.thorough),
        pytest.param(MATCH, 3, GREEDY, 3, marks=pytest.mark.thorough),
        pytest.param(MATCH, 2, RANDOM, 5, marks=pytest.mark.thorough),
        pytest.param(DOMINO, 3, SEARCH, 3, marks=pytest.mark.thorough),
        pytest.param(MATCH, 2, SEARCH, 1, marks=pytest.mark.thorough),
    ],
)
def test_a_game_of_the_kernels_is_the_judges_game_move_by_move(
    kind: str, players: int, policy: str, games: int
) -> None:
    arena = Arena(kind, 3, players, (policy,), 1)
    for number in range(games):
        found = arena.play(5, number)
        first = arena.game[kernels.STARTER]
        game = judged(arena, 5, number)
        assert game.over
        assert len(game.layout.covered) == found.count
        scores = [game.score(player) for player in range(players)]
        assert tuple(scores[first:] + scores[:first]) == found.scores
        assert sorted((player - first) % players for player in game.winners) == sorted(found.winners)


@pytest.mark.parametrize(
    ("name", "hand"), [("macmahon-triangles", 3), ("truchet", 1), ("wang-11", 2), ("kites-and-darts", 3), ("jigsaw", 3)]
)
def test_what_a_test_lays_of_a_set_file_is_legal_by_its_rule(name: str, hand: int) -> None:
    design = read((EXAMPLES / f"{name}.toml").read_bytes(), name)
    parameters = {"players": 2, "hand": hand}
    (found,) = plays(design, parameters, (RANDOM,), 3, [4])
    table = Table(design, common(shape.outline for shape in design.shapes))
    draw = Random("3 4")
    pile = pieces_of(design)
    draw.shuffle(pile)
    table.put(lay(*pile.pop(), table.lattice))
    hands = [[pile.pop() for _ in range(hand)] for _ in range(2)]
    assert play(table, hands, pile, (RANDOM,), draw) == found
    laid = [Laid(k, tile, tile.shape.least(tile.labels)) for k, tile in enumerate(table.tiles, 1)]
    assert len(laid) > 1
    assert meet(design, table.rule, laid)[2] == []


def test_who_closes_none_draws_and_who_closes_some_goes_on() -> None:
    design = read((EXAMPLES / "three-paths.toml").read_bytes(), "set")
    table, pile, draw = Table(design, common(shape.outline for shape in design.shapes)), pieces_of(design), Random(1)
    draw.shuffle(pile)
    table.put(lay(*pile.pop(), table.lattice))
    game, closing = Game(table, [[pile.pop() for _ in range(2)] for _ in range(2)], pile), 0
    while not game.over and not closing:
        mover, closed, left, own = game.mover, table.count, len(pile), len(game.hands[game.mover])
        game.lay(*game.best(game.ways(), draw, 1)[0])
        more = table.count > closed
        assert (game.mover == mover, len(pile), len(game.hands[mover])) == (more, left - (not more), own - more)
        closing += more
    assert closing


def test_two_tiles_of_a_file_are_laid_in_every_legal_way_and_no_other() -> None:
    design = read((EXAMPLES / "macmahon-triangles.toml").read_bytes(), "set")
    table = Table(design, common(shape.outline for shape in design.shapes))
    first, second = pieces_of(design)[5], pieces_of(design)[8]
    table.put(lay(*first, table.lattice))
    found = {tile.looks for tile in table.moves(second)}
    legal = set()
    for turn in range(6):
        tile = lay(*second, table.lattice, None, turn)
        for side in tile.sides:
            for own in table.tiles[0].sides:
                moved = tile.translate(own.end - side.start)
                laid = [Laid(1, table.tiles[0], first[1]), Laid(2, moved, second[1])]
                if moved.sides[tile.sides.index(side)].end == own.start and not meet(design, table.rule, laid)[2]:
                    legal.add(moved.looks)
    assert found == legal


@pytest.mark.thorough
def test_a_hand_of_fastquasi_lies_as_the_search_says_by_the_judge() -> None:
    arena = Arena(FAST, 3, 2, (SEARCH,), 10**6)
    for number in range(3):
        found = arena.play(1, number)
        hand = arena.hands[:14]
        covered, lies = best_found(hand, arena.layout[7], arena._run(assign), arena._row)
        layout = Layout()
        for piece, back, (a, b, c, d, turn) in lies:
            shape, marks = parse_name(arena.names[piece])
            layout = layout.lay(shape, marks[2 * back :] + marks[: 2 * back], Zeta(a, b, c, d), turn)
        assert sorted(piece for piece, *_ in lies) == sorted(hand)
        assert layout.problems(3) == []
        assert len(layout.covered) == covered == found.count


def test_of_moves_that_are_tried_the_one_that_gains_most_is_left() -> None:
    tried = list[tuple[int, int]]()

    def gain(way: int, number: int) -> float:
        tried.append((way, number))
        return way % 7 + (number % 2) * 10  # luck is the same for all

    assert best_by_trials(range(9), gain, 3) == 6
    assert {number for way, number in tried if way == 6} == set(range(12))  # 9, 5, 3 and 2 are left
    assert len(tried) == 3 * (9 + 5 + 3 + 2)
    assert best_by_trials(["only"], lambda *_: 1 / 0, 3) == "only"


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
