"""Drawings that are too fine: all are named at once, each with the edge from which on it would do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from pictures import STROKE, folder_of_pictures, svg
from samples import LASER, PAPER, PRINTER, triomino

from quasiprint.checks import check_set
from quasiprint.drawing.fineness import made_from, narrowest
from quasiprint.drawing.numerals import pictures
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Manner, Measures

DISC = '<circle cx="50" cy="50" r="45"/>'
FINE = {  # of a drawing 100 high: a stroke, a gap
    "2-hair": f'<path d="M1 1h98v98h-98z" stroke-width="2" {STROKE}/>',
    "3-slit": '<path d="M0 0h49v100h-49zM52 0h48v100h-48z"/>',
    "4-line": f'<path d="M2 2h96v96h-96z" stroke-width="4" {STROKE}/>',
}
WIDTHS = {"2-hair": 0.02, "3-slit": 0.03, "4-line": 0.04}
TOLD = re.compile(r"'([^']+)' \(([\d.]+) mm\) would do from an edge of ([\d.]+) mm on")


def draw(folder: Path, drawings: Mapping[str, str]) -> Path:
    folder.mkdir()
    for name, body in drawings.items():
        (folder / f"{name}.svg").write_text(svg(body), encoding="utf-8")
    return folder


def told(message: str) -> dict[str, tuple[float, float]]:
    """The drawings that a message names: how fine each is, and from which edge on it would do."""
    return {name: (float(width), float(edge)) for name, width, edge in TOLD.findall(message)}


def test_how_fine_a_drawing_is(tmp_path: Path) -> None:
    signs = pictures(folder_of_pictures(draw(tmp_path / "art", {"1-disc": DISC} | FINE)), 3)
    assert [narrowest(sign) for sign in signs] == pytest.approx([0.5, 0.02, 0.03, 0.04], rel=1e-3)
    for sign, width in zip(signs, (0.5, 0.02, 0.03, 0.04), strict=True):
        assert made_from(sign, LASER) == pytest.approx(LASER.machine.min_feature / width, rel=1e-2)


@pytest.mark.parametrize("measures", [LASER, PRINTER, PAPER], ids=["laser", "printer", "paper"])
def test_all_that_are_too_fine_are_named_with_the_edge_that_would_do(tmp_path: Path, measures: Measures) -> None:
    where = str(draw(tmp_path / "art", {"1-disc": DISC} | FINE))
    small = measures.with_edge(20.0)
    with pytest.raises(InputError) as fault:
        triomino(small, highest=3, symbols=where)
    message = str(fault.value)
    found = told(message)
    assert list(found) == list(FINE) and "1-disc" not in message
    assert "found 3 of 4 drawings" in message and f"no less than {measures.machine.min_feature:g} mm" in message
    high = float(re.findall(r"stand ([\d.]+) mm high, on an edge of 20 mm", message)[0])
    for name, (width, _) in found.items():
        assert width == pytest.approx(WIDTHS[name] * high, abs=0.01)
    # from each edge on that drawing is no more among them, and a tenth below it is
    edges = sorted((edge, name) for name, (_, edge) in found.items())
    for k, (edge, name) in enumerate(edges):
        left = {other for _, other in edges[k:]}
        assert named(lambda m: triomino(m, highest=3, symbols=where), measures.with_edge(edge - 0.1)) >= left
        assert named(lambda m: triomino(m, highest=3, symbols=where), measures.with_edge(edge)) == left - {name}
    held = triomino(measures.with_edge(edges[-1][0]), highest=3, symbols=where)
    assert not [finding for finding in check_set(held)[0] if finding.code.endswith("-too-fine")]


def named(design: Callable[[Measures], object], measures: Measures) -> set[str]:
    """The drawings that are refused at a size."""
    try:
        design(measures)
    except InputError as fault:
        return set(told(str(fault)))
    return set()


def test_what_fingers_cannot_follow_is_named(tmp_path: Path) -> None:
    where = str(draw(tmp_path / "art", {"1-disc": DISC} | FINE))
    with pytest.raises(InputError, match=r"found 3 of 4 drawings .*; fingers follow lines of .* mm apart: '2-hair'"):
        triomino(replace(PRINTER, manner=Manner(touch=True)), highest=3, symbols=where, finish="raised")
