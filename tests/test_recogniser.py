"""The recogniser, format by game by fault: what is as it was made is recognised, and each fault is found."""

from __future__ import annotations

import pytest
from faults import GAMES, Fault, NotHere, made, recognised
from faults_flat import FLAT
from faults_solid import SOLID

from quasiprint.model.finding import has_errors

FORMATS = ("stl", "3mf", "step", "obj", "svg", "dxf", "pdf")
FAULTS = [*FLAT, *SOLID]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_made_is_recognised(game: str, format: str) -> None:
    read = recognised(game, format, dict(made(game, format)))
    assert not has_errors(read.findings)
    assert read.off
    assert max(read.off.values()) < 0.005
    assert read.pieces > 0


@pytest.mark.parametrize("fault", FAULTS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_fault_is_found(game: str, fault: Fault) -> None:
    files = dict(made(game, fault.format))
    try:
        fault.edit(files)
    except NotHere:
        return
    found = {finding.code for finding in recognised(game, fault.format, files).findings if finding.severity == "error"}
    assert found & fault.codes, found


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_each_fault_is_one_of_some_game(fault: Fault) -> None:
    def fits(game: str) -> bool:
        files = dict(made(game, fault.format))
        try:
            fault.edit(files)
        except NotHere:
            return False
        return True

    assert any(map(fits, GAMES))
