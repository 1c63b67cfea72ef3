"""Quasimino's rulebook: its numbers, its figures against laws of their own, and the games that it plays through."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from rhombs_counted import turned_about
from rulebook_read import content, facts

from quasiprint.exact.zeta import ORIGIN, Zeta
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.examples import ANN, BEN, MATCHED, PLAYED, TURNS, built, dealt, games, positions
from quasiprint.games.quasimino.figures import opening, rosette
from quasiprint.games.quasimino.penrose import matching_stripes
from quasiprint.games.quasimino.puzzles import PUZZLES
from quasiprint.games.quasimino.rhomb import ACUTE, angles, stars
from quasiprint.games.quasimino.rules import PlacedRhomb, form_parallelogram, judge, patch
from quasiprint.games.quasimino.turns import Turns


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
    assert (patch(penrose.tiling(3)).overlaps(), patch(penrose.tiling(3)).holes()) == ([], 0)
    assert penrose.kinds(5) < set(stars(reflections=True))
    golden = Counter(tile.shape for tile in penrose.tiling(5))
    assert golden["thick"] / golden["thin"] == pytest.approx((1 + 5**0.5) / 2, rel=0.05)


Edge = tuple[Zeta, Zeta]
Beyond = tuple[int, str, int]  # an open edge's colour, and whose edge it is


def laid(
    tile: PlacedRhomb, around: dict[Edge, Beyond], taken: set[object]
) -> tuple[dict[Edge, Beyond], set[object]] | None:
    """Return the open edges and the sectors taken once a tile lies there; None if it may not."""
    corners = tile.corners
    ways = [penrose.DIRECTIONS[corners[k - 3] - c] for k, c in enumerate(corners)]
    sectors = {(c, (d + s) % 10) for c, d, a in zip(corners, ways, angles(tile.shape), strict=True) for s in range(a)}
    left = dict(around)
    for k, colour in enumerate(tile.colours):
        met = left.pop((corners[k], corners[k - 3]), None)
        if met is None:
            left[corners[k - 3], corners[k]] = (colour, tile.shape, k)
        elif met[0] != colour or form_parallelogram(met[1], met[2], tile.shape, k):
            return None
    return None if sectors & taken else (left, taken | sectors)


def fillings(hand: list[PlacedRhomb], around: dict[Edge, Beyond], taken: set[object], wanted: set[Zeta]) -> int:
    """Count the ways to lay a whole hand so that no open edge is left at the wanted vertices."""
    edge = next((e for e in reversed(around) if wanted & set(e)), None)
    if edge is None or not hand:
        return edge is None and not hand
    total = 0
    for n, tile in enumerate(hand):
        for k in range(2 if tile.colours[2:] == tile.colours[:2] else 4):
            turn = penrose.DIRECTIONS[edge[1] - edge[0]] - (0, ACUTE[tile.shape], 5, 5 + ACUTE[tile.shape])[k]
            lying = replace(tile, corner=ORIGIN, turn=turn % 10)
            lying = replace(lying, corner=edge[0] - lying.corners[k])
            after = laid(lying, around, taken)
            total += fillings(hand[:n] + hand[n + 1 :], *after, wanted) if after else 0
    return total


def test_flower_and_guard_have_one_solution() -> None:
    """By a search that knows nothing of the stored one; tiles that overlap far from a vertex would count, too."""
    for name, shape_held in (("flower", "thick"), ("guard", "thin")):
        total = 0
        hand = list(PUZZLES[name])
        for n, first in enumerate(hand):
            after = laid(first, {}, set())
            assert after
            rest = hand[:n] + hand[n + 1 :]
            for wanted in [{c} for c in first.corners[::2]] if name == "flower" else [set(first.corners)]:
                total += fillings(rest, *after, wanted) if first.shape == shape_held else 0
        assert total == (5 if name == "flower" else 1)  # a flower is found from each of its tiles


COLOURS = 3  # of the tiles in the book's games


def test_the_game_is_one_that_the_rules_allow() -> None:
    """What each tile covers is counted by angles, and whose turn it is by the rule in the book's own words."""
    played, (hands, opened) = positions(PLAYED, COLOURS), dealt(PLAYED)
    covered, held = 0, [len(hand) for hand in hands]
    player = BEN  # who shouted
    for number, now in enumerate(played):
        new = turned_about(now.tiles) - covered
        covered += new
        held[player] -= 1 if new or not number else 0  # who covers nothing draws, but not for the start
        assert [len(hand) for hand in now.hands] == held
        assert len(now.new) == new
        assert bool(now.drawn) == (not new and number > 0)
        player = player if new else 1 - player
        assert now.player == (player if held[BEN] else None)
    assert held[BEN] == 0
    assert len({*opened, *(name for hand in hands for name in hand)}) == 14
    assert [first for first, _ in TURNS] == [1, *(last + 1 for _, last in TURNS[:-1])]
    assert TURNS[-1][1] == len(played)


def test_a_game_that_breaks_a_rule_makes_no_book() -> None:
    with pytest.raises(ValueError, match="line 12: found 'Ann draws thick-2122', allowed is to lay a tile"):
        games(replace(PLAYED, events=tuple(event for event in PLAYED.events if event.number != 11)), COLOURS)


def test_who_owns_a_vertex_is_who_covered_it() -> None:
    now = games(MATCHED, COLOURS)[-1]
    assert isinstance(now, Turns)
    assert Counter(dict(now.owned).values()) == {ANN: 2, BEN: 2}
    assert turned_about(now.layout.tiles) == 4
    assert judge(now.layout.tiles, COLOURS)[0] == []


def test_a_hand_of_fastquasi_is_laid_whole() -> None:
    shapes = built(COLOURS)
    tiles = [tile for shape in shapes for tile in shape]
    assert Counter(tile.shape for tile in tiles) == {"thick": 7, "thin": 7}
    assert len({tile.id for tile in tiles}) == 14
    assert [turned_about(shape) for shape in shapes] == [5, 1]
    assert min(map(len, shapes)) >= 3


@pytest.mark.parametrize("colours", range(1, 9))
def test_a_cover_has_no_tile_twice(colours: int) -> None:
    tiles = rosette(colours)
    findings, lying, _ = judge(tiles, colours)
    assert (findings, lying.components(), lying.holes()) == ([], 1, 0)
    assert len(tiles) == {1: 2, 2: 10, 3: 60}.get(colours, 70)
    if colours > 2:  # five times the same, but for stripes
        assert Counter(Counter(tile.shape for tile in tiles).values()).keys() <= {25, 35, 45}
        assert {colour for tile in tiles for colour in tile.colours} == set(range(colours))


def test_a_cover_that_cannot_be_is_told() -> None:
    laid = zip(range(1, 3), PUZZLES["flower"], strict=False)
    twice = [PlacedRhomb(n, "thick", (0,) * 4, tile.corner, tile.turn) for n, tile in laid]
    assert matching_stripes(twice, 1) == ()  # of one colour there is one thick tile


@pytest.mark.parametrize("colours", range(1, 9))
def test_the_example_of_a_turn_holds_in_every_set(colours: int) -> None:
    tiles = opening(colours)
    assert [turned_about(tiles[:laid]) for laid in (3, 4, 5)] == [0, 1, 1]
    assert [patch(tiles[:laid]).components() for laid in (3, 4, 5)] == [1, 1, 1]
    assert colours == 1 or judge(tiles, colours)[0] == []


def test_colours_are_counted_as_in_the_names_of_tiles() -> None:
    held = content("quasimino")
    assert held.fields["palette"].startswith("blue (0, solid), vermilion (1, ")
    assert [text.text for text in held.figures["palette"]().texts] == ["0", "1", "2"]
