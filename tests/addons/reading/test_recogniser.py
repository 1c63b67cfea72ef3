"""The recogniser, format by game by fault: what is as it was made is recognised, and each fault is found."""

from __future__ import annotations

import pytest
from faults import GAMES, Fault, NotHere, made, recognised
from faults_flat import FLAT
from faults_solid import SOLID

from quasiprint.model.finding import has_errors

FORMATS = ("stl", "3mf", "svg", "dxf", "pdf")
FAULTS = [*FLAT, *SOLID]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_made_is_recognised(game: str, format: str) -> None:
    read = recognised(game, format, dict(made(game, format)))
    assert not has_errors(read.findings)
    assert read.off
    assert max(read.off.values()) < 0.005
    assert read.pieces > 0


def found_in(game: str, fault: Fault) -> set[str] | None:
    """Return the codes of what is found where a game's files have a fault; None where they cannot have it."""
    files = dict(made(game, fault.format))
    try:
        fault.edit(files)
    except NotHere:
        return None
    return {finding.code for finding in recognised(game, fault.format, files).findings if finding.severity == "error"}


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_found_in_the_first_game_that_has_it(fault: Fault) -> None:
    found = next((found for game in GAMES if (found := found_in(game, fault)) is not None), None)
    assert found is not None, "it is a fault of no game"
    assert found & fault.codes, found


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "game", "code"),
    [
        ("stl-doubled", "triomino", "piece-doubled"),
        ("stl-clearance", "quasimino", "clearance-wrong"),
        ("svg-kerf twice", "quasimino", "kerf-wrong"),
    ],
)
def test_a_fault_is_called_by_its_name(name: str, game: str, code: str) -> None:
    (fault,) = (one for one in FAULTS if str(one) == name)
    files = dict(made(game, fault.format))
    fault.edit(files)
    assert code in {finding.code for finding in recognised(game, fault.format, files).findings}


def test_plates_that_take_more_filaments_than_a_bed_has_are_found() -> None:
    read = recognised("majomino", "3mf", dict(made("majomino", "3mf")), extruders=2)
    assert {finding.code for finding in read.findings} == {"filaments-many"}


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FAULTS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_fault_is_found_in_every_game_that_has_it(game: str, fault: Fault) -> None:
    found = found_in(game, fault)
    assert found is None or found & fault.codes, found
