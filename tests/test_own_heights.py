"""Things that are as thick as they say themselves: a tray of 43 mm among tiles of 4 mm, in every format of a printer.

The files are read with trimesh, ElementTree and plain text; none of it is the program's own reader.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import PurePosixPath
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh

import quasiprint
from quasiprint.checks.well_drawn import well_drawn
from quasiprint.model.piece import Accessory

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@cache
def made() -> Mapping[str, bytes]:
    return quasiprint.design("triomino", highest=0, storage=["tray"]).files(formats=("stl", "3mf", "obj", "step"))


@cache
def things() -> dict[str, Accessory]:
    held = quasiprint.design("triomino", highest=0, storage=["tray"]).as_made_by("printer")
    return {thing.id: thing for thing in held.accessories}


def heights() -> dict[str, float]:
    """How high each thing reaches: the tray's lips stand on its rim."""
    found = {}
    for id, thing in things().items():
        assert thing.face.thickness is not None
        found[id] = thing.face.thickness + max([0.0, *(mark.rise or 0.0 for mark in thing.face.marks)])
    return found


def test_stl_files_are_as_high_as_the_things() -> None:
    for id, high in heights().items():
        body = trimesh.load(io.BytesIO(made()[f"stl/{id}-body.stl"]), file_type="stl")
        assert body.is_watertight
        assert body.bounds[:, 2] == pytest.approx([0.0, high], abs=1e-5)
    tile = trimesh.load(io.BytesIO(made()["stl/0-0-0-body.stl"]), file_type="stl")
    assert tile.bounds[1, 2] == pytest.approx(4.0)


def test_the_bottom_is_sunk_as_deep_as_the_thing_says() -> None:
    for id, thing in things().items():
        body = trimesh.load(io.BytesIO(made()[f"stl/{id}-body.stl"]), file_type="stl")
        down = body.triangles[body.face_normals[:, 2] < -0.99]
        assert sorted(set(np.round(down[:, 0, 2], 4))) == [0.0, thing.face.hollow_depth]


def test_obj_and_3mf_and_step_have_the_same_heights() -> None:
    for id, high in heights().items():
        scene = trimesh.load(io.BytesIO(made()[f"obj/{id}.obj"]), file_type="obj")
        assert scene.bounds[:, 2] == pytest.approx([0.0, high], abs=1e-5)
    found: dict[str, float] = {}
    for path, content in made().items():
        if PurePosixPath(path).name.endswith("prusa.3mf"):
            with zipfile.ZipFile(io.BytesIO(content)) as package:
                model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
            for one in model.iter(f"{CORE}object"):
                found[one.attrib["name"]] = max(float(v.attrib["z"]) for v in one.iter(f"{CORE}vertex"))
    assert {id: pytest.approx(high, abs=1e-5) for id, high in heights().items()} == {id: found[id] for id in heights()}
    points = re.findall(rb"CARTESIAN_POINT\('',\(([^)]*)\)\)", made()["step/triomino-set.step"])
    z = {round(float(point.split(b",")[2]), 4) for point in points if point.count(b",") == 2}
    assert {*heights().values(), 4.0} <= z
    assert max(z) == max(heights().values())


@pytest.mark.thorough
def test_a_set_with_such_things_is_read_back_and_proved() -> None:
    verdict = quasiprint.verify(made(), by="pieces")
    assert verdict.verified, verdict.findings
    assert verdict.pieces == 1


def test_another_height_is_found() -> None:
    """A tray whose lips are a layer higher than they are to be."""
    path = "stl/tray-1-body.stl"
    files = dict(made())
    records = np.frombuffer(files[path], dtype="<u1").copy()
    body = np.frombuffer(records[84:].tobytes(), dtype=[("n", "<3f4"), ("c", "<(3,3)f4"), ("a", "<u2")]).copy()
    top = body["c"][:, :, 2].max()
    body["c"][:, :, 2][body["c"][:, :, 2] == top] += 0.2
    files[path] = files[path][:84] + body.tobytes()
    codes = {finding.code for finding in quasiprint.verify(files, by="pieces").findings}
    assert "height-wrong" in codes


def test_heights_that_are_none_are_found() -> None:
    held = quasiprint.design("triomino", highest=0, storage=["tray"]).as_made_by("printer")
    lid = next(thing for thing in held.accessories if thing.id == "tray-lid")
    for change in ({"thickness": -1.0}, {"thickness": float("inf")}, {"hollow_depth": 0.0}):
        broken = replace(lid, face=replace(lid.face, **change))
        assert {one.code for one in well_drawn(replace(held, accessories=(broken,)))} == {"height-own"}
    cut = quasiprint.design("triomino", highest=0).as_made_by("laser")
    tile = cut.pieces[0]
    thick = replace(cut, pieces=(replace(tile, face=replace(tile.face, thickness=5.0)),))
    assert [one.code for one in well_drawn(thick)] == ["height-own"]
