"""Black corners on the white side of printed Quominoes: in every file of solids.

The files are read with trimesh, ElementTree and plain text; none of it is the program's own reader.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from called import invoke
from test_triomino_files import sliced

FORMATS = ("stl", "3mf", "step", "obj")


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> dict[str, Path]:
    """A small box in each format, which verifies as it is made."""
    folders = {name: small_set("quomino", "--size", 4, "--format", name) for name in FORMATS}
    for folder in folders.values():
        invoke("verify", folder, code=0)
    return folders


def solid(folder: Path, name: str) -> trimesh.Trimesh:
    (path,) = (folder / "stl").glob(f"quomino_x*-{name}.stl")
    return trimesh.load(path)


def at(body: trimesh.Trimesh, z: float) -> shapely.Geometry:
    """Return what a level plane meets of a body."""
    inside = body.bounds[0][2] < z < body.bounds[1][2]
    return shapely.union_all(sliced(body, z)) if inside and body.section((0, 0, 1), (0, 0, z)) else shapely.Polygon()


def fill_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh) -> list[str]:
    """Say where body and inlay do not fill a Quomino's lowest 0.6 mm together, but for its hollow and its bevel."""
    faults, hollow = [], shapely.Point(0, 0).buffer(4)
    for z in (0.05, 0.3, 0.55):
        white, black = at(body, z), at(inlay, z)
        outline = shapely.Polygon(white.exterior).difference(hollow)
        both = white.union(black)
        if white.intersection(black).area > 1e-3:
            faults.append(f"overlap at {z}")
        if outline.difference(both.buffer(1e-4)).area > 1e-3 or black.difference(outline.buffer(1e-4)).area > 1e-3:
            faults.append(f"gap at {z}")
    if at(inlay, 0.65).area or abs(at(body, 0.65).area + hollow_area(body) - at(body, 2.0).area) > 1e-3:
        faults.append("depth")
    return faults


def hollow_area(body: trimesh.Trimesh) -> float:
    return sum(shapely.Polygon(ring).area for ring in at(body, 1.0).interiors)


@pytest.mark.thorough
def test_body_and_inlays_fill_one_another_three_layers_deep(made: dict[str, Path]) -> None:
    body, inlay = solid(made["stl"], "body"), solid(made["stl"], "inlay-c0")
    assert inlay.is_watertight and body.is_watertight
    corners = [part for part in inlay.split() if part.bounds[0][2] == 0]
    assert len(corners) == 4 and len(inlay.split()) == 5
    assert {round(float(z), 4) for part in corners for z in part.bounds[:, 2]} == {0.0, 0.6}
    # four triangles, each with its right angle towards a corner of the tile, and as large as its sides say
    side = float(np.ptp(at(body, 2.0).bounds[::2]))
    short = side / 2 - 2 * (0.4 + 0.84)
    assert [part.volume for part in corners] == pytest.approx([short**2 / 2 * 0.6] * 4, rel=1e-4)
    assert sorted(np.sign(part.centroid[:2]).tolist() for part in corners) == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    assert fill_faults(body, inlay) == []
    # and what is wrong is found
    aside, low = inlay.copy().apply_translation((0.1, 0, 0)), inlay.copy().apply_translation((0, 0, -0.2))
    assert {fault.split()[0] for fault in fill_faults(body, aside)} == {"overlap", "gap"}
    assert "gap at 0.55" in fill_faults(body, low)
    assert "depth" in fill_faults(body, inlay.copy().apply_translation((0, 0, 0.2)))
    assert "gap at 0.3" in fill_faults(body, trimesh.util.concatenate(corners[:3]))


def test_in_relief_the_corners_are_sunk_as_deep(made: dict[str, Path]) -> None:
    body, relief = solid(made["stl"], "body"), solid(made["stl"], "relief")
    for z in (0.3, 0.65, 1.0, 1.3):
        assert at(relief, z).symmetric_difference(at(body, z)).area < 1e-6


def test_both_kinds_of_3mf_print_the_corners_in_black(made: dict[str, Path]) -> None:
    (prusa,), (bambu,) = ((made["3mf"] / "3mf").glob(f"{name}.3mf") for name in ("plate-*", "*-set-bambu"))
    for path, config, body in (
        (prusa, "Metadata/Slic3r_PE_model.config", "volume"),
        (bambu, "Metadata/model_settings.config", "part"),
    ):
        with zipfile.ZipFile(path) as package:
            told = ET.fromstring(package.read(config))
        found = Counter()
        for part in told.iter(body):
            values = {entry.get("key"): entry.get("value") for entry in part.iter("metadata")}
            if "quomino" in values["name"]:
                found[values["name"].removeprefix("quomino-"), values["extruder"]] += 1
        corners = {(f"inlay-back-{k}", "2"): 4 for k in range(1, 5)}
        assert found == {("body", "1"): 4, ("inlay-2-1", "2"): 4, **corners}, path.name


def test_obj_and_step_have_them_in_ink(made: dict[str, Path]) -> None:
    (path,) = (made["obj"] / "obj").glob("quomino_x*.obj")
    groups = re.findall(r"g (\S+)\nusemtl (\S+)", path.read_text())
    assert groups[2:] == [(f"quomino-inlay-back-{k}", "c0") for k in range(1, 5)]
    text = (made["step"] / "step/quomino-set.step").read_text()
    assert re.findall(r"PRODUCT\('quomino-(inlay-back-\d)'", text) == [f"inlay-back-{k}" for k in range(1, 5)]
