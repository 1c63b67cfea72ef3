"""3MF files as other programs read them: lib3mf (strictly) and an XML parser. What lies where and in which filament is
read back by the recogniser (test_recogniser) and by a slicer (test_slicing)."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import lib3mf
import pytest
from samples import BED, quasimino, solids

from quasiprint.formats.threemf import write as threemf
from quasiprint.model.production import SolidProduction

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


def files(held: SolidProduction) -> dict[str, bytes]:
    return {output.path: output.content for output in threemf.files(held)}


@pytest.fixture(scope="module")
def held() -> SolidProduction:
    return solids(quasimino(), (*TILES, *TOKENS))


@pytest.fixture(scope="module")
def made(held: SolidProduction) -> dict[str, bytes]:
    return files(held)


def member(content: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name).decode()


def xml(content: bytes, name: str) -> Element:
    return ElementTree.fromstring(member(content, name))


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


def metadata(root: Element) -> dict[str | None, str | None]:
    return {m.get("name"): m.text for m in root.findall(f"{CORE}metadata")}


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


def test_lib3mf_can_find_something(made: dict[str, bytes]) -> None:
    hole = edited(made[BAMBU], MODEL, replaced(r"<triangle [^>]*/>", ""))
    assert closed_meshes(read_strictly(hole)).count(False) == 1
    turned = edited(made[PRUSA], MODEL, replaced(r'v1="(\d+)" v2="(\d+)"', r'v1="\2" v2="\1"'))
    assert closed_meshes(read_strictly(turned)).count(False) == 1
    for old, new, why in (
        ('name="Title"', 'name="Heading"', "Unknown Model Metadata"),
        ('v1="0"', 'v1="99999"', "node index"),
        ('objectid="2"', 'objectid="222"', "Could not find Object"),
    ):
        broken = edited(made[PRUSA], MODEL, replaced(old, new))
        with pytest.raises(lib3mf.ELib3MFException, match=why):
            read_strictly(broken)


def test_more_plates_than_a_project_holds() -> None:
    many = solids(quasimino(), tuple(piece.id for piece in quasimino().pieces[:40]), SMALL)
    bambu = {path: content for path, content in files(many).items() if "bambu" in path}
    assert list(bambu) == ["3mf/quasimino-set-1-bambu.3mf", "3mf/quasimino-set-2-bambu.3mf"]
    for content, count in zip(bambu.values(), (36, len(many.plates) - 36), strict=True):
        read_strictly(content)
        assert len(xml(content, BAMBU_CONFIG).findall("plate")) == count > 0


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


def test_names_are_quoted() -> None:
    """A user's own palette may name a colour as it likes."""
    plain = quasimino()
    inks = tuple(replace(ink, name=f"{ink.name} \"<&>'") for ink in plain.palette.inks)
    held = solids(replace(plain, palette=replace(plain.palette, inks=inks)), TILES[:1])
    for content in files(held).values():
        read_strictly(content)
        bases = xml(content, MODEL).iter(f"{CORE}base")
        assert [base.get("name") for base in bases] == ["body", *(ink.name for ink in inks)]


def test_packages_know_no_clock(made: dict[str, bytes]) -> None:
    for content in made.values():
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            stamps = {(e.date_time, e.create_system, e.external_attr) for e in archive.infolist()}
        assert stamps == {((1980, 1, 1, 0, 0, 0), 3, 0o644 << 16)}
