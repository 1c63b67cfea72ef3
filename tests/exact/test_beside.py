"""Places beside tiles: all that there are along open edges, and no other; what is closed has tiles all around."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from quasiprint.exact.beside import Beside, Forms
from quasiprint.exact.patch import WRONG, Patch, touch
from quasiprint.exact.polygon import edges
from quasiprint.exact.zeta import Gauss, Zeta, unit

Turned = tuple[str, int]


def walk(*steps: Any) -> tuple[Any, ...]:
    """Return the corners that steps lead round."""
    found = [steps[0] - steps[0]]
    for step in steps[:-1]:
        found.append(found[-1] + step)
    return tuple(found)


RIGHT, UP = Gauss(1), Gauss(0, 1)
SHAPES = {
    "squares": {
        "bar": walk(*[RIGHT] * 6, UP, *[-RIGHT] * 6, -UP),
        "square": walk(RIGHT, UP, -RIGHT, -UP),
        "corner": walk(RIGHT, RIGHT, UP, -RIGHT, UP, -RIGHT, -UP, -UP),
    },
    "rhombs": {name: walk(unit(0), unit(k), unit(5), unit(5 + k)) for name, k in (("thin", 1), ("thick", 2))},
}


def brute_places(
    rings: dict[Turned, Sequence[Any]], lying: Sequence[tuple[Turned, Any]], meets: Callable[..., bool]
) -> set[tuple[Turned, Any]]:
    """Return where a tile shares an edge with others and meets none as it may not, each pair looked at exactly. meets:
    whether a form may lie beside another, from which it is so far away."""
    laid = [tuple(corner + at for corner in rings[form]) for form, at in lying]
    taken = {side for tile in laid for side in edges(tile)}
    found = set()
    for a, b in taken:
        for form, ring in rings.items():
            for k, (start, end) in enumerate(edges(ring)):
                at = b - start
                if (b, a) in taken or end + at != a or (form, at) in found:
                    continue
                if all(meets(form, other, at - there) for other, there in lying):
                    assert ring[k] + at == b
                    found.add((form, at))
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_places_are_all_along_open_edges_and_on_no_tile(name: str) -> None:
    parts, tiles = (4, 6) if name == "squares" else (10, 12)
    rings: dict[Turned, Sequence[Any]] = {
        (shape, turn): tuple(corner.turn(turn) for corner in ring)
        for shape, ring in SHAPES[name].items()
        for turn in range(parts)
    }
    forms = Forms(rings, ((form, k) for form, ring in rings.items() for k in range(len(ring))))
    assert len(forms.grounds) == (7 if name == "squares" else 10)  # a bar twice, a square once, a corner four times
    draw, beside, lying = Random(name), Beside(forms), [(next(iter(rings)), Gauss(0) if parts == 4 else Zeta(0))]

    boxes = {form: [(min(one), max(one)) for one in zip(*(p.to_xy() for p in ring), strict=True)]
             for form, ring in rings.items()}  # fmt: skip

    @cache  # tiles that lie there are asked again for each that is added
    def meets(form: Turned, other: Turned, away: Any) -> bool:
        for (low, high), (left, right), step in zip(boxes[form], boxes[other], away.to_xy(), strict=True):
            if low + step > right + 0.1 or left > high + step + 0.1:
                return True  # far from each other
        contact = touch([corner + away for corner in rings[form]], rings[other])
        return contact is not None and not any(wrong in contact for wrong in WRONG)

    for _ in range(tiles):
        beside = beside.add(*lying[-1])
        free = {(form, spot.at - forms.ground_of[form][1]) for spot in beside.free.values() for form in spot.forms}
        assert free == brute_places(rings, lying, meets)
        lying.append(draw.choice(sorted(free, key=repr)))
    sums: dict[Any, int] = defaultdict(int)
    patch = Patch(tuple(tuple(corner + at for corner in rings[form]) for form, at in lying[:-1]), (), 0)
    assert patch.overlaps() == [] == patch.misfits()
    sides = [side for tile in patch.tiles for side in edges(tile)]
    for a, b in sides:
        sums[a] += (b, a) not in sides
    assert set(beside.closed) == {point for point, bare in sums.items() if not bare}
