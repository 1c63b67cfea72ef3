"""Plates whose bodies are known from single files: found again where they lie, never where anything is otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import samples
from numpy.typing import NDArray

from quasiprint.formats.stl.read import facets_of
from quasiprint.formats.stl.write import files
from quasiprint.readback.bodies import Body, Scene, things
from quasiprint.readback.copies import Copies
from quasiprint.readback.mesh import Surface, Terrain, closed, terrain
from quasiprint.readback.plane import Lie
from quasiprint.readback.recognise import Recogniser
from quasiprint.readback.reference import reference

Facets = NDArray[np.float64]
BODY, TALL, INLAY = (0.0, 0.0, 0.0, 20.0, 10.0, 3.0), (0.0, 0.0, 0.0, 20.0, 10.0, 4.0), (2.0, 3.0, 2.0, 5.0, 7.0, 3.0)


def wedge(low_x: float, low_y: float, low_z: float, high_x: float, high_y: float, high_z: float) -> Facets:
    """Return a closed body whose four sides are all different, in 32 bits."""
    plan = [(low_x, low_y), (high_x, low_y), (high_x - 1, high_y), (low_x, high_y - 2)]
    low, high = [(*at, low_z) for at in plan], [(*at, high_z) for at in plan]
    facets = [
        (low[0], low[2], low[1]),
        (low[0], low[3], low[2]),
        (high[0], high[1], high[2]),
        (high[0], high[2], high[3]),
    ]
    for k in range(4):
        n = (k + 1) % 4
        facets += [(low[k], low[n], high[n]), (low[k], high[n], high[k])]
    return rounded(np.array(facets))


def rounded(facets: Facets) -> Facets:
    return facets.astype(np.float32).astype(float)


def lain(facets: Facets, degrees: float, x: float, y: float) -> Facets:
    """Return facets as a plate has them: turned, moved, rounded."""
    z = (facets[:, :, 0] + 1j * facets[:, :, 1]) * np.exp(1j * np.radians(degrees)) + complex(x, y)
    return rounded(np.stack((z.real, z.imag, facets[:, :, 2]), axis=2))


def seen(facets: Facets) -> tuple[Surface, Terrain]:
    surface = closed(facets, "a body")
    assert isinstance(surface, Surface)
    return surface, terrain(surface)


KNOWN = [seen(wedge(*size)) for size in (BODY, TALL, INLAY)]
PLACES = ((30.0, 40.0, 50.0), (144.0, 200.0, 90.0), (36.0, 180.0, 30.0))


def plate(*sizes: tuple[float, ...], places: tuple[tuple[float, ...], ...] = PLACES) -> Facets:
    return np.concatenate([lain(wedge(*size), *at) for size, at in zip(sizes, places, strict=False)])


def test_bodies_lie_where_they_were_laid() -> None:
    found = Copies(KNOWN).bodies(plate(BODY, TALL, BODY), [(plate(INLAY, INLAY), 4)])
    assert found is not None
    (body, _), (tall, _), (inlay, _) = ((one[1], one) for one in KNOWN)
    assert [(one.terrain, one.colour, one.owner) for one in found] == [
        (body, None, 0), (inlay, 4, 0), (tall, None, 1), (inlay, 4, 1), (body, None, 2),
    ]  # fmt: skip
    for one in found:
        degrees, x, y = PLACES[one.owner]
        assert abs(one.lie.turn - np.exp(1j * np.radians(degrees))) < 1e-6
        assert abs(one.lie.shift - complex(x, y)) < 1e-4
        assert 0 < one.lie.off < 1e-4
        assert one.lie == found[[other.owner for other in found].index(one.owner)].lie


def _corner(by: float, every: bool) -> Callable[[Facets], Facets]:
    """Return what moves a corner of the second body: in all of its facets, or in one alone."""

    def change(facets: Facets) -> Facets:
        same = (facets == facets[14, 0]).all(axis=2)
        same[15:] &= every
        assert same.sum() > 1 or not every
        facets[same if every else (14, 0)] += (by, 0, 0)
        return rounded(facets)

    return change


def _swapped(facets: Facets) -> Facets:
    """Turn two facets' corners about: the same corners, each facet inside out."""
    facets[[13, 14]] = facets[[13, 14]][:, ::-1]
    return facets


def _lifted(facets: Facets) -> Facets:
    facets[12:24, :, 2] = np.nextafter(facets[12:24, :, 2].astype(np.float32), np.float32(9)).astype(float)
    return facets


def _mirrored(facets: Facets) -> Facets:
    facets[12:24, :, 1] = 180 - facets[12:24, :, 1]
    return facets


def _larger(facets: Facets) -> Facets:
    middle = facets[12:24].mean(axis=(0, 1)) * (1, 1, 0)
    facets[12:24] = (facets[12:24] - middle) * (1.0005, 1.0005, 1) + middle
    return rounded(facets)


def _onto(facets: Facets) -> Facets:
    """Lay the third body so that it shares a corner with the second."""
    facets[24:] += facets[14, 0] * (1, 1, 0) - facets[26, 0] * (1, 1, 0)
    return rounded(facets)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_corner(0.01, True), id="a corner 10 µm aside"),
        pytest.param(_corner(0.0002, True), id="a corner 0.2 µm aside"),
        pytest.param(_corner(2e-5, False), id="a crack of the last bit"),
        pytest.param(_swapped, id="two facets inside out"),
        pytest.param(_lifted, id="heights off by the last bit"),
        pytest.param(_mirrored, id="a body mirrored"),
        pytest.param(_larger, id="a body larger by a 2000th"),
        pytest.param(_onto, id="two bodies that share a corner"),
        pytest.param(lambda facets: facets[:-1], id="a facet less"),
        pytest.param(lambda facets: np.concatenate([facets, facets[:1]]), id="a facet more"),
        pytest.param(lambda facets: facets[[1, 0, *range(2, 36)]], id="facets in another order"),
        pytest.param(lambda facets: facets[:0], id="nothing"),
    ],
)
def test_what_is_otherwise_is_no_copy(change: Callable[[Facets], Facets]) -> None:
    assert Copies(KNOWN).bodies(plate(BODY, TALL, BODY), []) is not None
    assert Copies(KNOWN).bodies(change(plate(BODY, TALL, BODY)), []) is None


@pytest.mark.parametrize("aside", [0.0, 0.0003, 0.01, 100.0])
def test_an_inlay_lies_as_the_body_does_that_has_it(aside: float) -> None:
    inlay = lain(wedge(*INLAY), 30.0, 40.0 + aside, 50.0)
    assert (Copies(KNOWN).bodies(plate(BODY, TALL), [(inlay, 0)]) is None) is bool(aside)
    assert Copies(KNOWN).bodies(plate(BODY, TALL), [(lain(wedge(*INLAY), 30.01, 40.0, 50.0), 0)]) is None


def test_bodies_that_changed_places_are_each_other() -> None:
    found = Copies(KNOWN).bodies(plate(TALL, BODY), [])
    assert found is not None
    assert [one.terrain for one in found] == [KNOWN[1][1], KNOWN[0][1]]


ONE, OTHER = "thick-0001", "thick-0002"


@pytest.fixture(scope="module")
def bodies() -> dict[str, list[Body]]:
    """Return the bodies of two tiles, as their files have them."""
    found: dict[str, list[Body]] = {ONE: [], OTHER: []}
    for made in files(samples.solids(samples.quasimino(3), (ONE, OTHER))):
        name, _, what = made.path.removeprefix("stl/").removesuffix(".stl").rpartition("-")
        id, colour = name.removesuffix("-inlay"), int(what[1:]) if what.startswith("c") else None
        if id in found and what != "relief":
            found[id].append(Body(seen(facets_of(made.content))[1], colour=colour))
    assert all(len(own) > 1 for own in found.values())
    return found


def scene(*objects: list[Body]) -> Scene:
    """Return objects side by side, each turned by another angle."""
    lies = (Lie(complex(np.exp(0.7j * k)), 100 * k + 50j) for k in range(len(objects)))
    every = enumerate(zip(lies, objects, strict=True))
    return Scene("a plate", [replace(body, lie=lie, owner=k) for k, (lie, own) in every for body in own])


def test_things_of_the_same_bodies_are_named_once_and_lie_where_they_were_laid(bodies: dict[str, list[Body]]) -> None:
    known, fresh = (Recogniser(reference(samples.quasimino(3))) for _ in range(2))
    laid = scene(bodies[ONE], bodies[OTHER], bodies[ONE])
    things(scene(bodies[OTHER], bodies[ONE]), known)
    assert len(known.made) == 2
    for one, two in zip(things(laid, known), things(laid, fresh), strict=True):
        assert (one.ids, one.variant, one.subject, one.owner) == (two.ids, two.variant, two.subject, two.owner)
        assert one.findings == two.findings == []
        assert one.lie is not None
        assert two.lie is not None
        assert abs(one.lie.turn - two.lie.turn) + abs(one.lie.shift - two.lie.shift) < 1e-3
        assert one.outline.equals_exact(two.outline, 1e-6)
        assert one.bevel == pytest.approx(two.bevel)


def _moved(own: list[Body], by: complex, colour: int | None = None) -> list[Body]:
    """Return bodies of a thing, its last inlay moved, or of another colour."""
    lie = replace(own[-1].lie, shift=own[-1].lie.shift + by)
    return [*own[:-1], replace(own[-1], lie=lie, colour=own[-1].colour if colour is None else colour)]


@pytest.mark.parametrize("by", [0.01, 0.3j])
def test_an_inlay_that_lies_otherwise_is_found_though_its_thing_is_known(
    bodies: dict[str, list[Body]], by: complex
) -> None:
    known, fresh = (Recogniser(reference(samples.quasimino(3))) for _ in range(2))
    things(scene(bodies[ONE], bodies[OTHER]), known)
    whole = scene(bodies[ONE], bodies[OTHER])
    wrong = Scene(whole.subject, _moved(whole.bodies, by))
    found = [finding for thing in things(wrong, known) for finding in thing.findings]
    assert found == [finding for thing in things(wrong, fresh) for finding in thing.findings]
    assert found


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda one, other: (one[:-1], other), id="an inlay less"),
        pytest.param(lambda one, other: ([*one, one[-1]], other), id="an inlay twice"),
        pytest.param(lambda one, other: (_moved(one, 0, 3 - (one[-1].colour or 0)), other), id="another colour"),
        pytest.param(lambda one, other: ([one[0], *other[1:]], [other[0], *one[1:-1]]), id="inlays of the other"),
    ],
)
def test_what_has_other_bodies_is_no_known_thing(
    bodies: dict[str, list[Body]], change: Callable[[list[Body], list[Body]], tuple[list[Body], list[Body]]]
) -> None:
    known, fresh = (Recogniser(reference(samples.quasimino(3))) for _ in range(2))
    things(scene(bodies[ONE], bodies[OTHER]), known)
    wrong = scene(*change(bodies[ONE], bodies[OTHER]))
    found = [finding for thing in things(wrong, known) for finding in thing.findings]
    assert found == [finding for thing in things(wrong, fresh) for finding in thing.findings]
    assert found


def test_an_inlay_in_another_things_pocket_makes_neither_known(bodies: dict[str, list[Body]]) -> None:
    held = Recogniser(reference(samples.quasimino(3)))
    whole = scene(bodies[ONE], bodies[OTHER]).bodies
    last = len(bodies[ONE]) - 1
    whole[last] = replace(whole[last], owner=1)  # it lies where it should, and is said to be the other's
    things(Scene("a plate", whole), held)
    assert not held.made
