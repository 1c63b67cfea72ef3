"""What the tiles on the table exclude of a claim on a score sheet, beside a plain growth of patches of triangles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from triomino_games import THREE, Cell, around, codes, corners, laid, names, sides

from quasiprint.games.triomino.claims import LEAST_UNDER_BRIDGE, excluded, most_hexagons, sides_met
from quasiprint.games.triomino.scoring import score_game

Patch = frozenset[Cell]


def pushed(cells: Patch) -> Patch:
    """A patch, moved so that it begins at 0."""
    x, y = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return frozenset((a - x, b - y, k) for a, b, k in cells)


def growth(most: int) -> Iterator[set[Patch]]:
    """All patches of 1 to `most` triangles that hang together by their sides, those of each number at once."""
    patches = {pushed(frozenset({(0, 0, k)})) for k in (0, 1)}
    for _ in range(most):
        yield patches
        patches = {
            pushed(patch | {cell}) for patch in patches for near in patch for cell in around(near) if cell not in patch
        }


def inside(patch: Patch) -> int:
    """How many points have a triangle of a patch all around."""
    touched = Counter(point for cell in patch for point in corners(cell))
    return sum(number == 6 for number in touched.values())


def spans(patch: Patch) -> bool:
    """Whether one triangle more can be a bridge: beyond one side lies a triangle, and another touches the point
    opposite."""
    points = {point for cell in patch for point in corners(cell)}
    for cell in {cell for near in patch for cell in around(near)} - patch:
        beside = [near for near in around(cell) if near in patch]
        if len(beside) == 1 and set(corners(cell)) - set(corners(beside[0])) <= points:
            return True
    return False


@pytest.mark.parametrize("most", [9, pytest.param(11, marks=pytest.mark.thorough)])
def test_hexagons_and_bridges_of_every_patch(most: int) -> None:
    bridges = []
    for tiles, patches in enumerate(growth(most), 1):
        assert max(map(inside, patches)) == most_hexagons(tiles)
        bridges.append(tiles > LEAST_UNDER_BRIDGE or any(map(spans, patches)))
    assert bridges.index(True) + 1 == LEAST_UNDER_BRIDGE == 8


CLAIMS = {"hexagon": 6, "hexagons 2": 10, "hexagons 3": 13, "bridge": 9}


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_first_tile_that_can_complete_it(claim: str) -> None:
    order = ["Ann", "Ben", "Cem"]
    for tiles in range(1, 14):
        text = THREE + laid(tiles) + f"{order[tiles % 3]} places 4-5-5 {claim}\n"
        result = score_game(text)
        early = tiles + 1 < CLAIMS[claim]
        assert ("completes-early" in codes(result)) == early
        if early:
            (found,) = result.findings
            assert f"with {tiles + 1} tiles on the table" in found.message


def test_hexagons_are_counted_together_in_each_round() -> None:
    two = THREE + laid(7) + "Ben places 4-5-5 hexagon\nCem places 2-3-4 hexagon\n"
    assert [(f.code, f.subject) for f in score_game(two).findings] == [("completes-early", "line 11")]
    assert "2 hexagons in all with 9 tiles" in score_game(two).findings[0].message
    later = THREE + laid(10) + "Ben places 4-5-5 hexagon\nCem places 2-3-4 hexagon\n"
    assert not score_game(later).findings
    again = later + "end Ann=20 Ben=30 Cem=30\nround\n" + laid(7) + "Ben places 4-5-5 hexagon\n"
    assert not codes(score_game(again))


def test_a_slip_before_may_hide_a_tile() -> None:
    """What may lie there unwritten excludes nothing: one slip is one finding."""
    for slip in ("Ben places 9-9-9\n", "Ben draws 4\nBen places 3-5-5\n", "Dan places 4-4-5\nBen places 3-5-5\n"):
        text = THREE + laid(1) + slip + "Cem places 0-1-2\n"
        assert len(codes(score_game(text))) == 1
    five = laid(4) + "Ben places 9-9-9\nCem places 4-5-5 hexagon\n"  # the sixth, if Ben's was one
    assert codes(score_game(THREE + five)) == {"tile-foreign"}
    four = laid(3) + "Ann places 9-9-9\nBen places 4-5-5 hexagon\n"
    assert codes(score_game(THREE + four)) == {"tile-foreign", "completes-early"}


def test_a_side_needs_a_partner_among_the_tiles_laid() -> None:
    """All 56 tiles beside all 56, by the sides that they share."""
    tiles = [tuple(map(int, name.split("-"))) for name in names()]
    for tile in tiles:
        for other in tiles:
            shared = sum((b, a) in sides(other) for a, b in ((tile[i], tile[(i + 1) % 3]) for i in range(3)))
            assert sides_met(tile, [other]) == shared
            found = excluded(tile, [other], 0, False)
            assert (found.code if found else "") == ("" if shared else "tile-unfitting")
    assert excluded((0, 1, 2), [], 0, False) is None
