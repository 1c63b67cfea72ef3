"""3MF files as other programs read them: lib3mf (strictly), an XML parser, PrusaSlicer."""

from __future__ import annotations

import io
import math
import re
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import lib3mf
import pytest
from samples import BED, quasimino, solids

from quasiprint.export import threemf
from quasiprint.model.production import SolidProduction

TILES = ("thick-0012", "thin-0121", "thin-0000")
TOKENS = ("token-solid", "token-solid", "token-dashed")
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@pytest.fixture(scope="module")
def production() -> SolidProduction:
    return solids(quasimino(), (*TILES, *TOKENS))


@pytest.fixture(scope="module")
def made(production: SolidProduction) -> dict[str, bytes]:
    return {output.path: output.content for output in threemf.files(production)}


PRUSA = "3mf/plate-1-prusa.3mf"
BAMBU = "3mf/quasimino-set-bambu.3mf"


def strict(content: bytes) -> Any:
    model = lib3mf.get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromBuffer(content)
    assert reader.GetWarningCount() == 0
    return model


def xml(content: bytes, name: str) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return ElementTree.fromstring(archive.read(name))


def value(element: ElementTree.Element, key: str) -> str:
    (found,) = [m.get("value") for m in element.findall("metadata") if m.get("key") == key]
    assert found is not None
    return found


def test_names(made: dict[str, bytes]) -> None:
    assert set(made) == {PRUSA, BAMBU}


def test_lib3mf_reads_closed_oriented_meshes_without_a_warning(made: dict[str, bytes]) -> None:
    for content in made.values():
        model = strict(content)
        meshes = model.GetMeshObjects()
        count = 0
        while meshes.MoveNext():
            assert meshes.GetCurrentMeshObject().IsManifoldAndOriented()
            count += 1
        assert count
        assert model.GetUnit() == lib3mf.ModelUnit.MilliMeter


def test_bambu_has_each_unique_body_once(made: dict[str, bytes], production: SolidProduction) -> None:
    root = xml(made[BAMBU], "3D/3dmodel.model")
    bodies = {o.get("name") for o in root.iter(f"{CORE}object") if o.find(f"{CORE}mesh") is not None}
    assert bodies == {part.key for piece in production.pieces for part in piece.parts}
    assert len(list(root.iter(f"{CORE}mesh"))) == len(bodies)


def test_bambu_settings_name_parts_filaments_and_plates(made: dict[str, bytes], production: SolidProduction) -> None:
    root, config = xml(made[BAMBU], "3D/3dmodel.model"), xml(made[BAMBU], "Metadata/model_settings.config")
    named = {o.get("id"): o for o in root.iter(f"{CORE}object")}
    for entry in config.findall("object"):
        piece = next(p for p in production.pieces if p.id == value(entry, "name"))
        components = [c.get("objectid") for c in named[entry.get("id")].iter(f"{CORE}component")]
        assert components == [part.get("id") for part in entry.findall("part")]
        filaments = [int(value(part, "extruder")) for part in entry.findall("part")]
        assert filaments == [1 if part.colour is None else 2 + part.colour for part in piece.parts]
    members = [
        (value(m, "object_id"), int(value(m, "instance_id")))
        for plate in config.findall("plate")
        for m in plate.findall("model_instance")
    ]
    assert len(members) == len(set(members)) == len(TILES) + len(TOKENS)


def test_bambu_plates_lie_in_a_grid_that_agrees_with_the_transforms() -> None:
    names = tuple(piece.id for piece in quasimino().pieces[:8])
    small = replace(BED, width=60, depth=50)
    held = solids(quasimino(), names, small)
    assert len(held.plates) == 8
    (_, *_, bambu) = list(threemf.files(held))
    root, config = xml(bambu.content, "3D/3dmodel.model"), xml(bambu.content, "Metadata/model_settings.config")
    where = {item.get("objectid"): item.get("transform", "").split() for item in root.iter(f"{CORE}item")}
    columns = math.ceil(math.sqrt(8))
    for plate in config.findall("plate"):
        k = int(value(plate, "plater_id")) - 1
        for member in plate.findall("model_instance"):
            x, y = map(float, where[value(member, "object_id")][9:11])
            left, low = (k % columns) * 1.2 * 60, -(k // columns) * 1.2 * 50
            assert left < x < left + 60
            assert low < y < low + 50


def test_more_plates_than_a_project_holds() -> None:
    names = tuple(piece.id for piece in quasimino().pieces[:40])
    many = solids(quasimino(), names, replace(BED, width=60, depth=50))
    bambu = [output for output in threemf.files(many) if "bambu" in output.path]
    assert [output.path for output in bambu] == [
        "3mf/quasimino-set-1-bambu.3mf",
        "3mf/quasimino-set-2-bambu.3mf",
    ]
    plates = [len(xml(o.content, "Metadata/model_settings.config").findall("plate")) for o in bambu]
    assert plates == [36, 4]


def test_prusa_volumes_are_contiguous_and_cover_the_mesh(made: dict[str, bytes], production: SolidProduction) -> None:
    root, config = xml(made[PRUSA], "3D/3dmodel.model"), xml(made[PRUSA], "Metadata/Slic3r_PE_model.config")
    assert [m.text for m in root.findall(f"{CORE}metadata") if m.get("name") == "slic3rpe:Version3mf"] == ["1"]
    objects = {o.get("id"): o for o in root.iter(f"{CORE}object")}
    assert len(objects) == len(set(TILES) | set(TOKENS))
    for entry in config.findall("object"):
        piece = next(p for p in production.pieces if p.id == value(entry, "name"))
        ranges = [(int(v.get("firstid", "")), int(v.get("lastid", ""))) for v in entry.findall("volume")]
        triangles = objects[entry.get("id")].findall(f".//{CORE}triangle")
        assert ranges[0][0] == 0
        assert ranges[-1][1] == len(triangles) - 1
        assert all(b[0] == a[1] + 1 for a, b in zip(ranges, ranges[1:], strict=False))
        filaments = [int(value(v, "extruder")) for v in entry.findall("volume")]
        assert filaments == [1 if part.colour is None else 2 + part.colour for part in piece.parts]
        # each range is a body of its own: no corner is shared between two
        corners = [{t.get(k) for t in triangles[a : b + 1] for k in ("v1", "v2", "v3")} for a, b in ranges]
        assert sum(map(len, corners)) == len(set().union(*corners))


def test_tokens_are_instances_of_one_object(made: dict[str, bytes]) -> None:
    config = xml(made[PRUSA], "Metadata/Slic3r_PE_model.config")
    counts = {value(entry, "name"): entry.get("instances_count") for entry in config.findall("object")}
    assert counts["token-solid"] == "2"


def test_no_other_program_s_name(made: dict[str, bytes]) -> None:
    for content in made.values():
        root = xml(content, "3D/3dmodel.model")
        (name,) = [m.text for m in root.findall(f"{CORE}metadata") if m.get("name") == "Application"]
        assert name is not None
        assert name.startswith("quasiprint ")


def test_equal_sets_give_equal_bytes(made: dict[str, bytes]) -> None:
    again = {o.path: o.content for o in threemf.files(solids(quasimino(), (*TILES, *TOKENS)))}
    assert again == made


SETTINGS = """
nozzle_diameter = 0.4,0.4,0.4,0.4,0.4
filament_diameter = 1.75,1.75,1.75,1.75,1.75
temperature = 200,200,200,200,200
first_layer_temperature = 200,200,200,200,200
extruder_offset = 0x0,0x0,0x0,0x0,0x0
retract_length = 0.8,0.8,0.8,0.8,0.8
bed_shape = 0x0,250x0,250x210,0x210
layer_height = 0.2
first_layer_height = 0.2
gcode_flavor = marlin2
fill_density = 5%
skirts = 0
wipe_tower = 0
"""


def sliced(content: bytes, folder: Path) -> tuple[dict[float, set[str]], tuple[float, float]]:
    """Slice a 3MF with PrusaSlicer; return the tools used at each height, and the printed extent."""
    (folder / "plate.3mf").write_bytes(content)
    (folder / "settings.ini").write_text(SETTINGS, encoding="utf-8")
    command = ["prusa-slicer", "--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode"]
    subprocess.run([*command, "plate.3mf"], cwd=folder, check=True, capture_output=True, timeout=300)
    tools: dict[float, set[str]] = {}
    xs: list[float] = []
    ys: list[float] = []
    tool, z = "T0", 0.0
    for line in (folder / "plate.gcode").read_text(encoding="utf-8").splitlines():
        if line.startswith(";Z:"):
            z = float(line[3:])
        elif re.fullmatch(r"T\d", line):
            tool = line
        elif match := re.match(r"G1 X([\d.]+) Y([\d.]+) E", line):
            tools.setdefault(round(z, 2), set()).add(tool)
            xs.append(float(match[1]))
            ys.append(float(match[2]))
    return tools, (max(xs) - min(xs), max(ys) - min(ys))


@pytest.fixture(scope="module")
def one_tile() -> SolidProduction:
    return solids(quasimino(), ("thin-0121",))


def test_prusaslicer_prints_each_colour_with_its_own_tool(one_tile: SolidProduction, tmp_path: Path) -> None:
    (prusa, _) = threemf.files(one_tile)
    tools, (width, depth) = sliced(prusa.content, tmp_path)
    below = {z: used for z, used in tools.items() if z <= 3.4}
    inlaid = {z: used for z, used in tools.items() if z > 3.4}
    assert set().union(*below.values()) == {"T0"}
    assert sorted(inlaid) == [3.6, 3.8, 4.0]
    # three colours on the tile: filaments 2, 3 and 4
    assert all(used == {"T0", "T1", "T2", "T3"} for used in inlaid.values())
    outline = one_tile.pieces[0].parts[0].solid.outline
    assert width == pytest.approx(max(x for x, _ in outline) - min(x for x, _ in outline) - 0.45, abs=0.25)
    assert depth == pytest.approx(max(y for _, y in outline) - min(y for _, y in outline) - 0.45, abs=0.25)


def test_without_its_version_prusaslicer_tears_the_tile_apart(one_tile: SolidProduction, tmp_path: Path) -> None:
    """The trap that the version mark is for; and proof that the test above can fail."""
    (prusa, _) = threemf.files(one_tile)
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(prusa.content)) as old, zipfile.ZipFile(content, "w") as new:
        for name in old.namelist():
            body = old.read(name).replace(b'<metadata name="slic3rpe:Version3mf">1</metadata>', b"")
            new.writestr(name, body)
    _, (width, _) = sliced(content.getvalue(), tmp_path)
    outline = one_tile.pieces[0].parts[0].solid.outline
    assert width > max(x for x, _ in outline) - min(x for x, _ in outline) + 2


def test_prusaslicer_finds_every_body_manifold(made: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "plate.3mf").write_bytes(made[PRUSA])
    command = ["prusa-slicer", "--info", "plate.3mf"]
    text = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=120).stdout
    assert text.count("manifold = yes") == len(set(TILES) | set(TOKENS))
    assert "manifold = no" not in text
    assert sorted(map(int, re.findall(r"number_of_parts =\s+(\d+)", text))) == [2, 2, 5, 5, 5]
