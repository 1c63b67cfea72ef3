"""Quasimino's rulebook: its numbers, its figures against laws of their own, and the games that it plays through."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from rhombs_counted import turned_about
from rulebook_read import content, facts

from quasiprint.games.quasimino import tilings
from quasiprint.games.quasimino.design import stars
from quasiprint.games.quasimino.rulebook import BEN, DEALT, OPENED, TURNS, played
from quasiprint.games.quasimino.rules import patch
from quasiprint.games.quasimino.tilings import PUZZLES


def test_the_numbers_of_a_set() -> None:
    fields = content("quasimino", colours=4).fields
    every = {min(m, m[2:] + m[:2]) for m in itertools.product(range(4), repeat=4)}
    assert fields["tiles"] == str(2 * len(every)) == "272"
    kinds = Counter(len(set(m)) if len(set(m)) != 2 else tuple(sorted(Counter(m).values())) for m in every)
    wanted = {"aaaa": kinds[1], "aaab": kinds[1, 3], "aabb": kinds[2, 2], "aabc": kinds[3], "abcd": kinds[4]}
    assert {name: fields[f"kind_{name}"] for name in wanted} == {name: str(n) for name, n in wanted.items()}
    assert fields["edges"] == str(2 * len(every) * 4 // 4)
    mirrored = sum(min(m[::-1], m[1::-1] + m[:1:-1]) == m for m in every)
    assert (fields["own_mirror"], fields["pairs"]) == (str(mirrored), str((len(every) - mirrored) // 2))
    assert (fields["fast_players"], fields["match_moves"]) == (str(136 // 7), str(272 - 3))


def test_covered_vertices_are_counted_by_another_way() -> None:
    """Words over the corners without a half turn side by side, as necklaces, by Burnside's count of the fixed ones."""
    total = 0
    for length in range(3, 11):
        words = [w for w in itertools.product((1, 2, 3, 4), repeat=length) if sum(w) == 10] if length < 8 else [
            w for w in itertools.product((1, 2, 3), repeat=length) if sum(w) == 10]  # fmt: skip
        fine = {w for w in words if all(a + b != 5 for a, b in zip(w, w[1:] + w[:1], strict=True))}
        turns = sum(w[k:] + w[:k] == w for w in fine for k in range(length))
        flips = sum(w[k::-1] + w[:k:-1] == w for w in fine for k in range(length))
        assert (turns + flips) % (2 * length) == 0
        total += (turns + flips) // (2 * length)
    assert total == 29 == facts("quasimino", "stars")["stars"]


@pytest.mark.parametrize(("name", "colours"), [*((name, 3) for name in PUZZLES), ("ring", 4)])
def test_puzzles_are_what_they_say(name: str, colours: int) -> None:
    """By floats and counting, not by the exact code that the figures use."""
    tiles = PUZZLES[name]
    assert len({tile.id for tile in tiles}) == len(tiles)
    ends: dict[frozenset[tuple[float, float]], list[int]] = {}
    for tile in tiles:
        points = [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in (c.to_xy() for c in tile.corners)]
        for k, (point, after) in enumerate(zip(points, points[1:] + points[:1], strict=True)):
            ends.setdefault(frozenset((point, after)), []).append(tile.colours[k])
    assert all(len(set(met)) == 1 and len(met) < 3 for met in ends.values())
    covered = turned_about(tiles)
    solved = facts("quasimino", "solutions", colours=colours)
    said = {key: str(value).split(",")[list(PUZZLES).index(name)] for key, value in solved.items()}
    assert (said["covered"], said["legal"], said["tiles"]) == (str(covered), "yes", str(len(tiles)))
    assert covered == 1 + len(tiles) - sum(len(met) == 1 for met in ends.values()) // 2
    assert facts("quasimino", f"{name}-hand", colours=colours)["thin"] == sum(tile.shape == "thin" for tile in tiles)


def test_penrose_tilings_obey_the_rule() -> None:
    assert (patch(tilings.tiling(3)).overlaps(), patch(tilings.tiling(3)).holes()) == ([], 0)
    assert tilings.kinds(5) < set(stars(reflections=True))
    golden = Counter(tile.shape for tile in tilings.tiling(5))
    assert golden["thick"] / golden["thin"] == pytest.approx((1 + 5**0.5) / 2, rel=0.05)


COLOURS = 3  # of the tiles in the book's games


def test_the_game_is_one_that_the_rules_allow() -> None:
    """What each tile covers is counted by angles, and whose turn it is by the rule in the book's own words."""
    turns, hands, opened = played(COLOURS), DEALT, OPENED
    covered, held = 0, [len(hand) for hand in hands]
    player = BEN  # who shouted
    for number, (now, drawn) in enumerate(turns):
        new = turned_about(now.layout.tiles) - covered
        covered += new
        held[player] -= 1 if new or not number else 0  # who covers nothing draws, but not for the start
        assert [len(hand) for hand in now.hands] == held
        assert len(now.layout.covered) == covered
        assert bool(drawn) == (not new and number > 0)
        player = player if new else 1 - player
        assert now.mover == (player if held[BEN] else None)
    assert held[BEN] == 0
    assert len({*opened, *(name for hand in hands for name in hand)}) == 14
    assert [first for first, _ in TURNS] == [1, *(last + 1 for _, last in TURNS[:-1])]
    assert TURNS[-1][1] == len(turns)
