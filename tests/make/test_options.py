"""What can be asked for is made and verifies, or is refused before anything is drawn, with its limit: the limits of
making, of its checks and of reading back are the same ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from options_drawn import Case, drawn, outcome

from quasiprint.errors import InputError
from quasiprint.games.majomino import design as majomino
from quasiprint.model.choices import Process
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.limits import LIMITS
from quasiprint.model.measures import Fit, Machine, Measures, Size, Stock
from quasiprint.model.profile import Bed

SEEDS = (0, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 16, 19, 20, 22, 23, 24, 27)
PRINTER: dict[str, Any] = {"process": "printer", "thickness": 4, "clearance": 0.1, "corner_radius": 0.8,
                           "min_feature": 0.84}  # fmt: skip
LASER: dict[str, Any] = {"process": "laser", "thickness": 3, "clearance": 0, "corner_radius": 0.8, "min_feature": 0.4}


def case(game: str, format: str, *, printer: object = None, laser: object = None, **options: Any) -> Case:
    """A set; printer, laser: what differs in the measures."""
    own = {name: {**usual, **changed} for name, usual, changed in
           (("printer", PRINTER, printer), ("laser", LASER, laser)) if isinstance(changed, dict)}  # fmt: skip
    return Case(game, (format,), {name.replace("_", "-"): value for name, value in options.items()}, own)


MADE = {
    "a tack as wide as can be": case("triomino", "stl", highest=1, tack=13.7),
    "a loose paper board": case("majomino", "pdf", size=3, count=1, clearance=0.5),
    "parts of a board that look alike": case("quomino", "stl", size=7, edge=82.0),
    "a cut board off the grid": case("quomino", "svg", size=4, edge=56.2841),
    "sharp edges and corners": case("triomino", "stl", highest=0, printer={"corner_radius": 0, "chamfer": 0}),
    "a bevel of a billionth": case("triomino", "stl", highest=0, printer={"chamfer": 1e-9}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", MADE)
def test_what_is_within_the_limits_is_made_and_verifies(what: str) -> None:
    found = outcome(MADE[what])
    assert (found.kind, found.says) == ("made", "")


@pytest.mark.parametrize("asked", [{"edge": 10.0}, {"edge": 12.0}, {"edge": 12.0, "thickness": 1}, {"clearance": 0.9}])
def test_what_sizes_forbid_is_refused_before_boards_are_drawn(
    asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> None:
        raise AssertionError("a board was drawn")

    monkeypatch.setattr(majomino, "draw", draw)
    found = outcome(Case("majomino", ("stl", "pdf"), {"size": 21, "count": 100_000, **asked}))
    assert found.kind == "refused", found.says
    assert outcome(Case("majomino", ("stl",), {"size": 3, "count": 1})).kind == "failed"  # it would have been drawn


@pytest.mark.parametrize("key", LIMITS)
def test_each_limit_is_kept_and_what_lies_beyond_is_refused(key: str) -> None:
    limits = LIMITS[key]
    for value in (limits.least, limits.most):
        limits.refuse(key, value)
    beyond = limits.least - 1e-9 if limits.least else -1e-9
    for value in (beyond, limits.most * (1 + 1e-9), -1.0 + min(limits.least, 0.0), float("nan"), 1e300):
        with pytest.raises(InputError, match=rf"^{key}: found .*, allowed is (0, or )?from "):
            limits.refuse(key, value)
    if limits.none:
        limits.refuse(key, 0.0)


def test_measures_and_beds_hold_themselves_to_the_limits() -> None:
    good = Measures(Process.PRINTER, Size(30.0), Stock(4.0), Machine(0.84))
    for wrong in ({"size": Size(5000.0)}, {"stock": Stock(1e-9)}, {"machine": Machine(1e-9)}, {"fit": Fit(-1.0)}):
        with pytest.raises(InputError, match=r"printer: .*found .* allowed is"):
            replace(good, **wrong)
    with pytest.raises(InputError, match="kerf: found 2 mm, allowed is"):
        LaserOptions(2.0)
    with pytest.raises(InputError, match="extruders: found 65, allowed is from 1 to 64"):
        Bed("own", 100.0, 100.0, 2.0, 1.0, 0.4, 65)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_drawn_set_is_made_and_verifies_or_is_refused_with_its_limit(seed: int) -> None:
    found = outcome(drawn(f"gate {seed}"))
    assert found.kind in ("made", "refused"), f"{found.says}\n{found.case.command()}"
