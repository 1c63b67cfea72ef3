"""Pockets for magnets, as foreign readers see them in each game's files and in two set files'."""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import start_page
import trimesh
from called import invoke
from gcode import change_faults, sliced, strokes
from shapely import LineString, Point

WIDE, DEEP = 4.0, 2.0
SETS = Path(__file__).parents[3] / "examples/sets"
# of each: what is made, which of it, and up to where its cavity is open
INSIDE = {
    "quasimino": (("quasimino", "--colours", 1), "thick-0000", 2.8),
    "triomino": (("triomino", "--highest", 1), "0-0-1", 2.8),
    "majomino": (("majomino", "--size", 3, "--count", 2), "board-1", 2.8),
    "quomino": (("quomino", "--size", 4, "--thickness", 5.2), "quomino-1", 3.6),
    "hats": ((SETS / "hats.toml",), "samples", 2.8),
    "macmahon": ((SETS / "macmahon-squares.toml",), "samples", 2.8),
}
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
Make = Callable[..., Path]


def member(file: Path, name: str) -> str:
    with zipfile.ZipFile(file) as package:
        return package.read(name).decode()


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    @cache
    def made(words: tuple[object, ...], only: str, *more: object) -> Path:
        folder = tmp_path_factory.mktemp("magnets") / "set"
        invoke("make", *words, "--only", only, "--format", "stl,3mf,step", *more, "-o", folder, code=0)
        return folder

    return made


def body(folder: Path) -> trimesh.Trimesh:
    """Return the first piece's body as trimesh reads it."""
    mesh = trimesh.load(min((folder / "stl/pieces").glob("*body.stl")))
    assert isinstance(mesh, trimesh.Trimesh)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    return mesh


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", INSIDE)
def test_a_cavity_is_as_large_as_was_asked_for_and_ends_between_layers(make: Make, case: str) -> None:
    words, only, top = INSIDE[case]
    folder = make(words, only, "--magnet", WIDE, "--magnet-side", "inside")
    outer, inner = sorted(body(folder).split(only_watertight=True), key=lambda part: -part.volume)
    assert -inner.volume == pytest.approx(math.pi * WIDE**2 / 4 * DEEP, rel=1e-3)
    assert inner.bounds[:, 2] == pytest.approx([top - DEEP, top])
    assert (outer.bounds[0] < inner.bounds[0]).all()
    assert (outer.bounds[1] > inner.bounds[1]).all()
    invoke("verify", folder, code=0)
    assert f"Pause at a height of {top:g} mm**, before layer {round(top / 0.2) + 1} " in start_page.text(folder)


@pytest.mark.parametrize(("game", "side"), [("triomino", "face"), ("majomino", "back")])
def test_a_pocket_opens_on_its_side(make: Make, game: str, side: str) -> None:
    words, only, _ = INSIDE[game]
    folder = make(words, only, "--magnet", WIDE, "--magnet-side", side)
    found, plain = body(folder), body(make(words, only))
    assert plain.volume - found.volume == pytest.approx(math.pi * WIDE**2 / 4 * DEEP, rel=1e-3)
    invoke("verify", folder, code=0)
    assert f"in the {side} of each piece, 4 mm wide and 2 mm deep" in start_page.text(folder)


@pytest.mark.foreign("libGL.so.1")
def test_a_kernel_reads_the_same_cavity(make: Make) -> None:
    import cadquery

    words, only, _ = INSIDE["triomino"]
    folder = make(words, only, "--magnet", WIDE, "--magnet-side", "inside")
    (solid,) = cadquery.importers.importStep(str(folder / "step/triomino-set.step")).solids().vals()
    assert solid.isValid()
    outer, inner = sorted((cadquery.Solid.makeSolid(shell).Volume() for shell in solid.Shells()), reverse=True)
    assert abs(inner) == pytest.approx(math.pi * WIDE**2 / 4 * DEEP, rel=1e-9)
    assert solid.Volume() == pytest.approx(outer - abs(inner), rel=1e-9)
    invoke("verify", folder, "--thorough", code=0)


@pytest.mark.foreign("prusa-slicer")
@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", INSIDE)
def test_the_printer_waits_where_the_cavity_is_open(make: Make, case: str, tmp_path: Path) -> None:
    words, only, top = INSIDE[case]
    plate = make(words, only, "--magnet", WIDE, "--magnet-side", "inside") / "3mf/plate-1-prusa.3mf"
    assert f'print_z="{top + 0.2:g}" type="1"' in member(plate, CHANGE)
    gcode = sliced(plate.read_bytes(), tmp_path)
    assert change_faults(gcode, top, "M601") == []
    if case in ("quasimino", "triomino"):
        *_, x, y, _ = map(
            float, re.findall(r'<item [^>]*transform="([^"]*)"', member(plate, "3D/3dmodel.model"))[0].split()
        )
        crossing = {s.z for s in strokes(gcode) if Point(x, y).distance(LineString((s.start, s.end))) < WIDE / 2 - 0.5}
        assert crossing
        assert not any(top - DEEP + 1e-6 < z < top + 1e-6 for z in crossing)


def test_a_file_of_one_nozzle_stops_twice(make: Make) -> None:
    words, only, _ = INSIDE["quasimino"]
    more = ("--extras", "relief", "--magnet", WIDE, "--magnet-side", "inside")
    plate = make(words, only, *more) / "3mf/relief-plate-1-prusa.3mf"
    assert re.findall(r'print_z="(\S+)" type="(\d)"', member(plate, CHANGE)) == [("3", "1"), ("4.2", "0")]
