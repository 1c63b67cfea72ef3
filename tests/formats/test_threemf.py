"""3MF files as other programs read them: lib3mf (strictly) and an XML parser. Slicing: test_slicing."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import lib3mf
import numpy as np
import pytest
from called import invoke
from PIL import Image
from samples import BED, quasimino, solids
from scipy import ndimage

from quasiprint.formats import threemf
from quasiprint.model.production import Placement, SolidProduction
from quasiprint.model.profile import Slicer
from quasiprint.model.solid import SolidPiece

TILES = ("thick-0012", "thin-0121", "thin-0000")
TOKENS = ("token-solid", "token-solid", "token-dashed")
SMALL = replace(BED, width=60, depth=50)  # one tile fills it
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
PACKAGE = "{http://schemas.openxmlformats.org/package/2006/%s}"

PRUSA = "3mf/plate-1-prusa.3mf"
BAMBU = "3mf/quasimino-set-bambu.3mf"
MODEL = "3D/3dmodel.model"
PRUSA_CONFIG = "Metadata/Slic3r_PE_model.config"
BAMBU_CONFIG = "Metadata/model_settings.config"


def production() -> SolidProduction:
    return solids(quasimino(), (*TILES, *TOKENS))


def files(held: SolidProduction) -> dict[str, bytes]:
    return {output.path: output.content for output in threemf.files(held)}


@pytest.fixture(scope="module")
def held() -> SolidProduction:
    return production()


@pytest.fixture(scope="module")
def made(held: SolidProduction) -> dict[str, bytes]:
    return files(held)


@pytest.fixture(scope="module")
def spread() -> SolidProduction:
    """Eight tiles, each on a plate of its own."""
    return solids(quasimino(), tuple(piece.id for piece in quasimino().pieces[:8]), SMALL)


def xml(content: bytes, name: str) -> Element:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return ElementTree.fromstring(archive.read(name))


def member(content: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name).decode()


def edited(content: bytes, name: str, edit: Callable[[str], str]) -> bytes:
    """Return the package with one of its files changed; fail if the edit changes nothing."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.namelist():
            before = old.read(entry)
            after = edit(before.decode()).encode() if entry == name else before
            assert (after != before) == (entry == name)
            new.writestr(entry, after)
    return target.getvalue()


def replaced(pattern: str, by: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, by, text, count=1)


def value(element: Element, key: str) -> str:
    (found,) = [m.get("value") for m in element.findall("metadata") if m.get("key") == key]
    assert found is not None
    return found


def metadata(root: Element) -> dict[str | None, str | None]:
    return {m.get("name"): m.text for m in root.findall(f"{CORE}metadata")}


def filaments(piece: SolidPiece, held: SolidProduction) -> list[int]:
    used = sorted({part.colour for one in held.pieces for part in one.parts if part.colour is not None})
    return [1 if part.colour is None else 2 + used.index(part.colour) for part in piece.parts]


def corners(mesh: Element) -> list[tuple[float, ...]]:
    return [tuple(float(v.get(axis, "")) for axis in "xyz") for v in mesh.iter(f"{CORE}vertex")]


def carried(transform: str, x: float, y: float, z: float) -> tuple[float, ...]:
    """Apply a 3MF transform: a row vector times a matrix of four rows of three."""
    m = [float(n) for n in transform.split()]
    return tuple(x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k] for k in range(3))


def lies(item: Element, place: Placement, dx: float = 0.0, dy: float = 0.0) -> bool:
    """Tell whether a build item lies where the plate says, on a plate whose corner is at dx, dy."""
    for x, y in ((0.0, 0.0), (20.0, 0.0), (3.0, 11.0)):
        u, v = place.ring(((x, y),))[0]
        if math.dist(carried(item.get("transform", ""), x, y, 2.0), (u + dx, v + dy, 2.0)) > 2e-6:
            return False
    return True


def read_strictly(content: bytes) -> Any:
    model = lib3mf.get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromBuffer(content)
    warnings = [reader.GetWarning(k) for k in range(reader.GetWarningCount())]
    assert not warnings
    return model


def closed_meshes(model: Any) -> list[bool]:
    meshes, found = model.GetMeshObjects(), []
    while meshes.MoveNext():
        found.append(meshes.GetCurrentMeshObject().IsManifoldAndOriented())
    return found


def prusa_faults(content: bytes, held: SolidProduction) -> list[str]:
    """Say what is wrong with a file; nothing, if it is as it should be."""
    faults = []
    (plate,) = held.plates
    root, config = xml(content, MODEL), xml(content, PRUSA_CONFIG)
    if metadata(root).get("slic3rpe:Version3mf") != "1":
        faults.append("version: PrusaSlicer tears objects apart")
    objects = {o.get("id"): o for o in root.iter(f"{CORE}object")}
    pieces = {piece.id: piece for piece in held.pieces}
    names = {}
    for entry in config.findall("object"):
        name = names[entry.get("id")] = value(entry, "name")
        mesh, volumes = objects[entry.get("id")], entry.findall("volume")
        ranges = [(int(v.get("firstid", "")), int(v.get("lastid", ""))) for v in volumes]
        triangles = [[int(t.get(k, "")) for k in ("v1", "v2", "v3")] for t in mesh.iter(f"{CORE}triangle")]
        ends = [-1, *(last for _, last in ranges)]
        if [first for first, _ in ranges] != [end + 1 for end in ends[:-1]] or ends[-1] != len(triangles) - 1:
            faults.append(f"ranges: of {name} leave gaps or overlap")
        if [int(value(v, "extruder")) for v in volumes] != filaments(pieces[name], held):
            faults.append(f"filaments: of {name}")
        points = corners(mesh)
        for (first, last), part in zip(ranges, pieces[name].parts, strict=True):
            found = [tuple(points[k] for k in t) for t in triangles[first : last + 1]]
            vertices, wanted = held.meshes[part.key].to_indices()
            if found != [tuple(vertices[k] for k in t) for t in wanted]:
                faults.append(f"mesh: {part.key} of {name} is another than the model's")
        copies = sum(place.item == name for place in plate.placements)
        if entry.get("instances_count") != str(copies) or mesh.get("name") != name:
            faults.append(f"copies: of {name}")
    items = list(root.iter(f"{CORE}item"))
    if [names.get(item.get("objectid")) for item in items] != [place.item for place in plate.placements]:
        faults.append("build: not the pieces of the plate")
    elif not all(map(lies, items, plate.placements)):
        faults.append("place: a piece lies elsewhere than on the plate")
    return faults


def bambu_faults(content: bytes, held: SolidProduction) -> list[str]:
    faults = []
    root, config = xml(content, MODEL), xml(content, BAMBU_CONFIG)
    pieces = {piece.id: piece for piece in held.pieces}
    objects = {o.get("id"): o for o in root.iter(f"{CORE}object")}
    meshes = [o for o in objects.values() if o.find(f"{CORE}mesh") is not None]
    if len(meshes) != len({(tuple(corners(o)), o.get("name")) for o in meshes}):
        faults.append("twice: a body stands twice in the file")
    if {o.get("name") for o in meshes} != {part.key for piece in held.pieces for part in piece.parts}:
        faults.append("bodies: one is missing or foreign")
    for o in meshes:
        if corners(o) != list(held.meshes[o.get("name", "")].to_indices()[0]):
            faults.append(f"mesh: {o.get('name')} is another than the model's")
    names = {}
    for entry in config.findall("object"):
        name = names[entry.get("id")] = value(entry, "name")
        parts = entry.findall("part")
        components = [c.get("objectid") for c in objects[entry.get("id")].iter(f"{CORE}component")]
        keys = [part.key for part in pieces[name].parts]
        if components != [p.get("id") for p in parts] or [objects[c].get("name") for c in components] != keys:
            faults.append(f"parts: of {name}")
        if [int(value(p, "extruder")) for p in parts] != filaments(pieces[name], held):
            faults.append(f"filaments: of {name}")
    built = Counter(item.get("objectid") for item in root.iter(f"{CORE}item"))
    if set(built.values()) != {1}:
        faults.append("instances: of a foreign file they lose their filaments")
    items = {item.get("objectid"): item for item in root.iter(f"{CORE}item")}
    plates, listed = config.findall("plate"), []
    columns = math.ceil(math.sqrt(len(plates)))
    for plate, arrangement in zip(plates, held.plates, strict=True):
        members = [value(m, "object_id") for m in plate.findall("model_instance")]
        listed += members
        if {value(m, "instance_id") for m in plate.findall("model_instance")} != {"0"}:
            faults.append("instances: a plate names one that is not there")
        row, column = divmod(int(value(plate, "plater_id")) - 1, columns)
        dx, dy = column * 1.2 * held.bed.width, -row * 1.2 * held.bed.depth
        if [names.get(m) for m in members] != [place.item for place in arrangement.placements]:
            faults.append(f"plate: {arrangement.name} holds other pieces")
        elif not all(lies(items[m], p, dx, dy) for m, p in zip(members, arrangement.placements, strict=True)):
            faults.append(f"place: a piece lies elsewhere than on {arrangement.name}")
    if sorted(listed) != sorted(filter(None, built)):
        faults.append("plates: a piece is on none or on two")
    return faults


def test_one_file_for_each_plate_and_one_for_the_set(made: dict[str, bytes]) -> None:
    assert list(made) == [PRUSA, BAMBU]


def test_lib3mf_reads_closed_oriented_meshes_without_a_warning(made: dict[str, bytes], held: SolidProduction) -> None:
    bodies = {part.key for piece in held.pieces for part in piece.parts}
    copies = len(TILES) + len(TOKENS)
    for path, meshes, whole, built in (
        (PRUSA, len(held.pieces), 0, copies),
        (BAMBU, len(bodies), copies, copies),
    ):
        model = read_strictly(made[path])
        assert closed_meshes(model) == [True] * meshes
        assert model.GetComponentsObjects().Count() == whole
        assert model.GetBuildItems().Count() == built
        assert model.GetUnit() == lib3mf.ModelUnit.MilliMeter
        groups = model.GetBaseMaterialGroups()
        assert groups.MoveNext()
        colours = groups.GetCurrentBaseMaterialGroup()
        shown = [colours.GetDisplayColor(k) for k in colours.GetAllPropertyIDs()]
        palette = held.set.palette
        assert [f"#{c.Red:02X}{c.Green:02X}{c.Blue:02X}" for c in shown] == [
            palette.body,
            *(ink.rgb for ink in palette.inks),
        ]


def test_prusa_file_says_what_lies_where_and_in_which_filament(made: dict[str, bytes], held: SolidProduction) -> None:
    assert prusa_faults(made[PRUSA], held) == []


def test_bambu_file_says_what_lies_where_and_in_which_filament(
    made: dict[str, bytes], held: SolidProduction, spread: SolidProduction
) -> None:
    assert bambu_faults(made[BAMBU], held) == []
    assert len(spread.plates) == 8  # three columns, and a row that is not full
    assert bambu_faults(files(spread)[BAMBU], spread) == []


def test_metadata_is_ours_and_names_the_filaments(made: dict[str, bytes]) -> None:
    for content in made.values():
        said = metadata(xml(content, MODEL))
        assert re.fullmatch(r"quasiprint \d+\.\d+\.\d+", said["Application"] or "")
        assert said["Description"] == (
            "Filaments: 1 body #FFFFFF, 2 solid #0072B2, 3 dashed #D55E00, 4 dotted #F0E442."
        )
        assert not {"Designer", "CreationDate", "ModificationDate"} & set(said)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            everything = b"".join(archive.read(name) for name in archive.namelist() if not name.endswith(".png"))
        assert not re.search(rb"prusaslicer|bambu|orcaslicer", everything, re.IGNORECASE)


def test_a_colour_has_one_filament_in_all_files_of_a_design(whole: Callable[[str], Path], tmp_path: Path) -> None:
    """Of a set whose plates show four colours of six, of a lost tile and of lost tokens: spools stay where they are."""
    numbers: dict[tuple[str, str], set[str]] = {}
    for only in ("", "thick-2222", "token-chevron"):
        folder = tmp_path / only if only else whole("quasimino")
        if only:
            invoke("make", "quasimino", "--only", only, "--format", "3mf", "-o", folder, code=0)
        for file in (file for file in (folder / "3mf").iterdir() if "relief" not in file.stem):
            kind, content = file.stem.rpartition("-")[2], file.read_bytes()
            said = re.findall(r"(\d+) (\w+) #", metadata(xml(content, MODEL))["Description"] or "")
            config = member(content, PRUSA_CONFIG if kind == "prusa" else BAMBU_CONFIG)
            assert {number for number, _ in said} == set(re.findall(r'key="extruder" value="(\d+)"', config))
            for number, colour in said:
                numbers.setdefault((kind, colour), set()).add(number)
    assert {key: found for key, found in numbers.items() if len(found) > 1} == {}
    assert {colour for _, colour in numbers} == {"body", "blue", "vermilion", "black", "green", "purple", "sky"}


def test_package_is_whole(made: dict[str, bytes]) -> None:
    for content in made.values():
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            assert archive.testzip() is None
        types = xml(content, "[Content_Types].xml")
        known = {t.get("Extension") for t in types.findall(PACKAGE % "content-types" + "Default")}
        assert {name.rpartition(".")[2] for name in names[1:]} <= known
        relations = xml(content, "_rels/.rels").findall(PACKAGE % "relationships" + "Relationship")
        assert [r.get("Target") for r in relations] == [f"/{MODEL}", "/Metadata/thumbnail.png"]


def test_a_picture_shows_each_piece_of_its_plate(held: SolidProduction, made: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(made[BAMBU])) as archive, archive.open("Metadata/plate_1.png") as picture:
        pixels = np.array(Image.open(picture).convert("RGB"))
        assert archive.read("Metadata/thumbnail.png") == archive.read("Metadata/plate_1.png")
    assert pixels.shape == (256, 256, 3)
    beside = (pixels == (0x5E, 0x66, 0x6E)).all(axis=2)
    plate = next(project for project in held.projects if project.slicer is Slicer.BAMBU).plates[0]
    # above and below the bed is nothing
    assert ndimage.label(~beside)[1] - 2 == len(plate.placements) == len(TILES + TOKENS)
    assert (pixels == (0x00, 0x72, 0xB2)).all(axis=2).any()


def test_names_are_quoted() -> None:
    """A user's own palette may name a colour as it likes."""
    plain = quasimino()
    inks = tuple(replace(ink, name=f"{ink.name} \"<&>'") for ink in plain.palette.inks)
    held = solids(replace(plain, palette=replace(plain.palette, inks=inks)), TILES[:1])
    for content in files(held).values():
        read_strictly(content)
        bases = xml(content, MODEL).iter(f"{CORE}base")
        assert [base.get("name") for base in bases] == ["body", *(ink.name for ink in inks)]
