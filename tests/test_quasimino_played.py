"""The games that Quasimino's book plays through, its cover, and the sizes of its figures."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from quasiprint import games
from quasiprint.documents import rulebook
from quasiprint.drawing.lettering import CAPITALS
from quasiprint.games.quasimino.examples import (
    EAST,
    MATCHED,
    MATCHED_BY,
    PLAYED,
    SHAPES,
    WEST,
    Deal,
    Lay,
    owners,
    positions,
)
from quasiprint.games.quasimino.penrose import coloured
from quasiprint.games.quasimino.rule_figures import opening, rosette
from quasiprint.games.quasimino.rulebook import TURNS
from quasiprint.games.quasimino.rules import PlacedRhomb, judge, patch
from quasiprint.model.measures import MAKERS
from quasiprint.model.rulebook import Content
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

COLUMN, PAGE = 80.0, 168.0  # mm
COLOURS = 3  # of the tiles in the book's games


@cache
def content(colours: int, edge: float = 30.0) -> Content:
    shop = Workshop(settle(Request("quasimino", {"colours": colours}, edge=edge)))
    sets = {made: shop.set(made) for made in MAKERS}
    return games.load("quasimino").rules(sets, rulebook.words(shop.run.templates, "en", "quasimino"))


def turned_about(tiles: tuple[PlacedRhomb, ...]) -> int:
    """Return how many points tiles surround, by angles in floats."""
    sums: Counter[tuple[float, float]] = Counter()
    for tile in tiles:
        points = [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in (c.to_xy() for c in tile.corners)]
        for k, (x, y) in enumerate(points):
            before, after = points[k - 1], points[(k + 1) % 4]
            turn = math.atan2(before[1] - y, before[0] - x) - math.atan2(after[1] - y, after[0] - x)
            sums[x, y] += round(math.degrees(turn) % 360)
    return sum(turn == 360 for turn in sums.values())


def test_the_game_is_one_that_the_rules_allow() -> None:
    """What each tile covers is counted by angles, and whose turn it is by the rule in the book's own words."""
    played = positions(PLAYED, COLOURS)
    covered, held = 0, [len(hand) for hand in PLAYED.hands]
    player = played[0].player
    for number, (lay, now) in enumerate(zip(PLAYED.lays, played, strict=True)):
        new = turned_about(now.tiles) - covered
        covered += new
        held[lay.player] -= 1 if new or not number else 0  # who covers nothing draws
        assert [len(hand) for hand in now.hands] == held
        assert len(now.new) == new
        if number:
            assert lay.player == player
            player = lay.player if new else 1 - lay.player
    assert (held[EAST], played[-1].player) == (0, None)
    dealt = {tile.id for tile in PLAYED.opened} | {name for hand in PLAYED.hands for name in hand}
    assert len(dealt) == 14
    assert [first for first, _ in TURNS] == [1, *(last + 1 for _, last in TURNS[:-1])]
    assert TURNS[-1][1] == len(PLAYED.lays)


def with_lay(number: int, **changes: object) -> Deal:
    lays = list(PLAYED.lays)
    lays[number] = replace(lays[number], **changes)  # type: ignore[arg-type]
    return replace(PLAYED, lays=tuple(lays))


WEST_HAND, EAST_HAND = PLAYED.hands
WRONG = [
    (with_lay(1, marks="0222"), "found in no hand of player 0"),
    (with_lay(4, player=WEST, shape="thin", marks="2022"), "player 0 lays it, allowed is player 1"),
    (with_lay(1, turn=4), "tile 2, thick-0220: "),
    (with_lay(1, corner=(9, 0, 0, 0)), "it shares no edge with the rest"),
    (with_lay(1, drawn="thin-2220"), "it covers 1 vertices, and the player draws thin-2220"),
    (with_lay(2, drawn=""), "it covers 0 vertices, and the player draws nothing"),
    (with_lay(2, drawn="thick-0221"), "a tile is there twice"),
    (replace(PLAYED, lays=(*PLAYED.lays, Lay(EAST, "thin", "0001", (0, 0, 0, 0), 0))), "the game is over"),
    (replace(PLAYED, hands=(WEST_HAND[1:], EAST_HAND)), "allowed are 3 of each shape"),
    (replace(PLAYED, hands=(("thin-0001", *WEST_HAND[1:]), EAST_HAND)), "allowed are 3 of each shape"),
]


@pytest.mark.parametrize(("deal", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_game_that_breaks_a_rule_is_refused(deal: Deal, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        positions(deal, COLOURS)


def test_who_owns_a_vertex_is_who_covered_it() -> None:
    assert Counter(owners(MATCHED, MATCHED_BY).values()) == {WEST: 2, EAST: 2}
    assert turned_about(MATCHED) == 4
    assert judge(MATCHED, COLOURS)[0] == []
    with pytest.raises(ValueError, match="tile 5: player 0 lays it, allowed is player 1"):
        owners(MATCHED, (EAST, WEST, WEST, *MATCHED_BY[3:]))


def test_a_hand_of_fastquasi_is_laid_whole() -> None:
    tiles = [tile for shape in SHAPES for tile in shape]
    assert Counter(tile.shape for tile in tiles) == {"thick": 7, "thin": 7}
    assert len({tile.id for tile in tiles}) == 14
    assert [turned_about(shape) for shape in SHAPES] == [5, 1]
    assert min(map(len, SHAPES)) >= 3


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
    twice = [PlacedRhomb(n, "thick", (0,) * 4, tile.corner, tile.turn) for n, tile in enumerate(MATCHED[:2], 1)]
    assert coloured(twice, 1) == ()  # of one colour there is one thick tile


@pytest.mark.parametrize("colours", range(1, 9))
def test_the_example_of_a_turn_holds_in_every_set(colours: int) -> None:
    tiles = opening(colours)
    assert [turned_about(tiles[:laid]) for laid in (3, 4, 5)] == [0, 1, 1]
    assert [patch(tiles[:laid]).components() for laid in (3, 4, 5)] == [1, 1, 1]
    assert colours == 1 or judge(tiles, colours)[0] == []


@pytest.mark.parametrize(("colours", "edge"), [(1, 30.0), (2, 30.0), (3, 30.0), (3, 28.0), (3, 60.0), (8, 30.0)])
def test_figures_fit_their_columns_and_can_be_read(colours: int, edge: float) -> None:
    held = content(colours, edge)
    for name, draw in held.figures.items():
        figure = draw()
        assert figure.width <= (PAGE if name in ("cover", "stars") else COLUMN), name
        assert figure.height <= (170 if name == "cover" else 120), name
        assert all(text.size * CAPITALS >= 2.2 for text in figure.texts), name
    assert ("life-size" in held.traits) == (edge <= 30)


def test_colours_are_counted_as_in_the_names_of_tiles() -> None:
    held = content(3)
    assert held.fields["palette"].startswith("blue (0, solid), vermillion (1, ")
    assert [text.text for text in held.figures["palette"]().texts] == ["0", "1", "2"]
