"""Layouts of set files: how a tile lies, what the rule says, what counts; each finding has its counterexample."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from quasiprint.sets.counts import every
from quasiprint.sets.placed import Lattice, asked, common, integers, lay, ways
from quasiprint.sets.polygons import by_points, named, walked
from quasiprint.sets.proof import hold
from quasiprint.sets.set_file import SetDesign, read

SETS = Path(__file__).parent.parent / "examples/sets"


def design(name: str) -> SetDesign:
    """Return the design of a shipped set file."""
    return read((SETS / f"{name}.toml").read_bytes(), name)


def lattice(told: SetDesign) -> Lattice:
    """Return the lattice on which all shapes of a set lie."""
    return common(shape.outline for shape in told.shapes)


@pytest.mark.parametrize("name", ["macmahon-squares", "quasimino", "trioker", "dominoes-6", "paths-of-squares"])
def test_tiles_lie_in_as_many_ways_as_labels_can_stand(name: str) -> None:
    told = design(name)
    plane = lattice(told)
    for shape in told.shapes:
        laid = [way for labels in hold(told, name)[shape.name] for way in ways(shape, labels, plane)]
        turns = sum(not move.mirrored for move in by_points(shape.outline))
        directions = plane.parts // turns  # of the outline
        assert len(laid) == directions * sum(1 for _ in every(shape.outline, shape.choice))


def test_a_flipped_tile_shows_its_mirror_image() -> None:
    content = '[set]\ntitle = "x"\n[[shape]]\npolygon = "thin-rhomb"\nlabels = { at = "edges", count = 4 }\n'
    told = read((content + 'symmetry = "rotations and reflections"').encode(), "x")
    (shape,) = told.shapes
    plane = lattice(told)
    up, down = (lay(shape, (0, 1, 2, 3), plane, flipped=flipped) for flipped in (False, True))
    assert [side.shows for side in up.sides] == [(0,), (1,), (2,), (3,)]
    assert [side.shows for side in down.sides] == [(3,), (2,), (1,), (0,)]
    for one, two in zip(up.sides, down.sides[::-1], strict=True):
        assert (one.start.mirrored(), one.end.mirrored()) == (two.end, two.start)
    # four mirror images of a rhomb are two ways to turn it
    assert len(ways(shape, (0, 1, 2, 3), plane)) == 2 * plane.parts


def test_links_are_read_along_the_edge_that_they_reach() -> None:
    told = design("paths-of-squares")
    (shape,) = told.shapes
    plane = lattice(told)
    straight = ((0, 5, 0), (1, 4, 0), (2, 7, 0), (3, 6, 0))
    left = lay(shape, straight, plane)
    right = lay(shape, straight, plane, plane.point((1, 0)))
    (one,) = (side for side in left.sides if side.key in {other.key for other in right.sides})
    (two,) = (side for side in right.sides if side.key == one.key)
    assert (one.start, one.end) == (two.end, two.start)
    # a path that leaves at the first end, from below, comes in at the last
    assert (one.ends, two.ends) == ((2, 3), (6, 7))
    assert asked((4, 7), "equal", 9, "links") == (7, 4)
    assert asked((4, 7), "complementary", 9, "links") == (6, 5)
    assert asked((1,), "", 3, "profiles") == (2,)


def test_shapes_of_several_lattices_meet_on_one() -> None:
    square, triangle, octagon = named("square"), named("triangle"), named("octagon")
    both = common([square, triangle])
    for outline in (square, triangle):
        for corner in outline.corners:
            there = both.lifted(corner)
            assert there.to_xy() == pytest.approx(corner.to_xy())
            # turned by a twelfth, exactly
            x, y = corner.to_xy()
            c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
            assert there.turned(1).to_xy() == pytest.approx((x * c - y * s, x * s + y * c))
    eighths = common([octagon, square])
    assert [integers(eighths.lifted(corner)) for corner in square.corners[1:3]] == [(1, 0, 0, 0), (1, 0, 1, 0)]
    with pytest.raises(ValueError, match="found shapes on sixths and eighths, allowed are"):
        common([octagon, triangle])
    with pytest.raises(ValueError, match="tenths"):
        common([walked("tenths", [2] * 5), square])
