"""3MF, read back as PrusaSlicer and as Bambu Studio and OrcaSlicer read it: bodies, filaments, plates."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.profile import Bed, Palette
from quasiprint.readback.bodies import Body, Scene, things
from quasiprint.readback.markup import parsed
from quasiprint.readback.mesh import Facets
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.surfaces import Surfaces, called, upright
from quasiprint.readback.unreadable import DAMAGED, Unreadable

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
MODEL = "3D/3dmodel.model"
PRUSA, BAMBU = "Metadata/Slic3r_PE_model.config", "Metadata/model_settings.config"
MEMBERS = {"[Content_Types].xml", "_rels/.rels"}
# what objects may say of themselves: anything else changes what a slicer makes of them
PLAIN = {
    "object": {"id", "type", "name", "pid", "pindex"}, "item": {"objectid", "transform"}, "component": {"objectid"},
    "triangle": {"v1", "v2", "v3", "pid", "p1"}, "vertex": {"x", "y", "z"}, "base": {"name", "displaycolor"},
    "basematerials": {"id"}, "metadata": {"name"}, "mesh": set(), "vertices": set(), "triangles": set(), "build": set(),
    "components": set(), "resources": set(),
}  # fmt: skip
TOLD = {
    "object": {"name", "extruder"}, "volume": {"name", "volume_type", "matrix", "extruder"},
    "part": {"name", "matrix", "extruder"}, "plate": {"plater_id", "plater_name", "locked"},
    "model_instance": {"object_id", "instance_id"},
}  # fmt: skip
MOST = 1 << 28  # bytes, of a file in the archive when it is unpacked
STRAIGHT = (0.0, 0.0, 1.0)
PITCH = 1.2  # of Bambu's and Orca's grid of plates, in beds
SLICERS = PRUSA_SLICER, BAMBU_STUDIO = "PrusaSlicer", "Bambu Studio and OrcaSlicer"


@dataclass(frozen=True, slots=True, eq=False)
class PartRange:
    """A mesh that many objects may share. filament: from 1; base: the number of its base material, from 0."""

    facets: Facets
    filament: int
    base: int


@dataclass(frozen=True, slots=True)
class Instance:
    """An object where it lies: its parts, a matrix for row vectors (4 × 3, mm), the number of its plate or 0,
    and what it is called."""

    parts: tuple[PartRange, ...]
    matrix: tuple[float, ...]
    plate: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds. colours: of the base materials, "#RRGGBB"."""

    instances: tuple[Instance, ...]
    colours: tuple[str, ...]
    plates: int


def read(reading: Reading) -> Report:
    """Read 3MF files: those for PrusaSlicer, a plate each, hold a set together, and so do those for Bambu Studio."""
    report, surfaces, recogniser = Report(), Surfaces(), recogniser_of(reading)
    kinds: dict[str, list[Found]] = {}
    for path, contents in report.read(reading, contents_of):
        report.findings += _painted(path, contents, recogniser.reference.game_set.palette)
        scene = _scene(path, contents, surfaces)
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += scene.findings
        names = {number: instance.name for number, instance in enumerate(contents.instances)}
        report.findings += called(names, found)
        slicer = BAMBU_STUDIO if contents.plates else PRUSA_SLICER
        kinds.setdefault(slicer, []).extend(found)
        report.findings += _on_plates(path, contents, found, reading.bed)
    report.findings += surfaces.findings
    for slicer in SLICERS:
        if slicer not in kinds:
            report.findings.append(error("file-missing", "3mf", f"there is no file for {slicer}", REMAKE))
    for slicer, found in kinds.items():
        report.findings += complete(f"3MF for {slicer}", found, recogniser.reference, "inlaid")
    report.pieces = min((pieces(found, recogniser.reference) for found in kinds.values()), default=0)
    return report


def _painted(path: str, contents: Contents, palette: Palette) -> Iterator[Finding]:
    due = [palette.body, *(ink.rgb for ink in palette.inks)]
    used = {part.base for instance in contents.instances for part in instance.parts}
    if used and max(used) >= len(contents.colours):
        yield error("colour-wrong", path, f"it has {len(contents.colours)} materials, and uses more", REMAKE)
    for number, (shown, rgb) in enumerate(zip(contents.colours, due, strict=False)):
        if shown != rgb.upper():
            message = f"its material {number} has the colour {shown}, allowed is {rgb.upper()}"
            yield error("colour-wrong", path, message, REMAKE)


def _scene(path: str, contents: Contents, surfaces: Surfaces) -> Scene:
    scene = Scene(path, [])
    for number, instance in enumerate(contents.instances):
        subject = f"{path}, object {number + 1}"
        lie, wrong = upright(instance.matrix, subject)
        scene.findings += wrong
        for part in instance.parts:
            seen = surfaces.terrain(part.facets, subject)
            if part.base != part.filament - 1:
                message = f"a body has filament {part.filament} and the material of filament {part.base + 1}"
                scene.findings.append(error("colour-wrong", subject, message, REMAKE))
            if seen is not None and not wrong:
                scene.bodies.append(Body(seen, lie, part.filament - 2, number))
    return scene


def _on_plates(path: str, contents: Contents, found: Sequence[Found], bed: Bed) -> Iterator[Finding]:
    """Check that things lie on their plates. Bambu's and Orca's lie in a grid, as many across as down or one more."""
    size = bed.width, bed.depth
    if not contents.plates:
        yield from lying(path, found, size, bed.margin, bed.gap, what="bed")
        return
    across = math.ceil(math.sqrt(contents.plates))
    for plate in range(1, contents.plates + 1):
        column, row = (plate - 1) % across, (plate - 1) // across
        origin = PITCH * (column * bed.width - 1j * row * bed.depth)
        own = [thing for thing in found if contents.instances[thing.owner].plate == plate]
        yield from lying(f"{path}, plate {plate}", own, size, bed.margin, bed.gap, what="bed", origin=origin)
    stray = [thing for thing in found if not 1 <= contents.instances[thing.owner].plate <= contents.plates]
    for thing in stray[:3]:
        yield error("off-bed", thing.subject, "it is said to lie on no plate", REMAKE)


def contents_of(content: bytes) -> Contents:
    """Return what a file holds. Raises Unreadable for what is no 3MF of either kind, or in other units."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
            if len(names) != len(archive.namelist()):
                raise Unreadable("two files in it have one name")
            if sum(entry.file_size for entry in archive.infolist()) > MOST:
                raise Unreadable(f"it unpacks to more than {MOST >> 20} MiB")
            if archive.testzip() is not None:
                raise Unreadable("a file in it is damaged")
            model = _parsed(archive, MODEL)
            if names not in (MEMBERS | {MODEL, PRUSA}, MEMBERS | {MODEL, BAMBU}):
                listed = ", ".join(sorted(names))[:200]
                raise Unreadable(f"it holds {listed}: more, or less, than one model and settings")
            targets = [node.get("Target") for node in _parsed(archive, "_rels/.rels")]
            if targets != [f"/{MODEL}"]:
                raise Unreadable(f"its relationships name {targets}, allowed is /{MODEL}")
            config = next((_parsed(archive, name) for name in (PRUSA, BAMBU) if name in names), None)
    except (zipfile.BadZipFile, *DAMAGED) as problem:
        raise Unreadable(f"it is no whole 3MF: {problem}") from None
    if config is None:
        raise Unreadable("no slicer's settings are in it, which say the filaments")
    _refuse_strange(model, config)
    unit = model.get("unit", "millimeter")
    if unit != "millimeter":
        raise Unreadable(f"its unit is {unit}, allowed is millimeter", "unit-wrong")
    try:
        return _contents(model, config, BAMBU in names)
    except DAMAGED as problem:
        raise Unreadable(f"its model or its settings lack something: {problem!r}") from None


def _refuse_strange(model: Any, config: Any) -> None:
    """Raise Unreadable for anything that would change what a slicer makes of a model."""
    for node in model.iter():
        name = str(node.tag).removeprefix(CORE)
        if node is model:
            continue
        if name not in PLAIN or set(node.keys()) - PLAIN[name] or node.get("type", "model") != "model":
            strange = sorted(set(node.keys()) - PLAIN.get(name, set()))
            raise Unreadable(f"its model has {name[:80]} {' '.join(strange)[:80]}", "operation-wrong")
    if model.get("requiredextensions"):
        raise Unreadable("its model demands extensions", "operation-wrong")
    for node in config.iter():
        told = [str(row.get("key")) for row in node.findall("metadata")]
        if node.tag in TOLD and (set(told) - TOLD[node.tag] or len(told) != len(set(told))):
            raise Unreadable(f"its settings say of an {node.tag}: {', '.join(told)[:120]}", "operation-wrong")
        if node.tag not in (*TOLD, "metadata", "config"):
            raise Unreadable(f"its settings have {str(node.tag)[:40]}", "operation-wrong")


def _parsed(archive: zipfile.ZipFile, name: str) -> Any:
    if archive.getinfo(name).file_size > MOST:
        raise Unreadable(f"{name} is larger than {MOST >> 20} MiB")
    return parsed(archive.read(name), name)


def _contents(model: Any, config: Any, bambu: bool) -> Contents:
    bases = [base.get("displaycolor")[:7].upper() for base in model.iter(f"{CORE}base")]
    objects = {node.get("id"): node for node in model.iter(f"{CORE}object")}
    settings = {node.get("id"): node for node in config.findall("object")}
    if len(settings) != len(config.findall("object")) or len(objects) != len(list(model.iter(f"{CORE}object"))):
        raise ValueError("objects of one number each")
    meshes: dict[str, Any] = {}
    on_plate: dict[str, int] = {}
    plates = config.findall("plate")
    for plate in plates:
        number = int(_value(plate, "plater_id"))
        for instance in plate.findall("model_instance"):
            on_plate[_value(instance, "object_id")] = number
    instances = []
    for item in model.find(f"{CORE}build"):
        name = item.get("objectid")
        if name not in meshes:
            own = _components if bambu else _volumes
            meshes[name] = tuple(own(objects, settings[name], name))
        matrix = tuple(map(float, (item.get("transform") or "1 0 0 0 1 0 0 0 1 0 0 0").split()))
        if len(matrix) != 12 or not np.isfinite(matrix).all():
            raise ValueError(f"the transform of item {name}")
        called = {str(objects[name].get("name", "")), _value(settings[name], "name")}
        if len(called) != 1:
            raise ValueError(f"one name for object {name}")
        instances.append(Instance(meshes[name], matrix, on_plate.get(name, 0), called.pop()))
    return Contents(tuple(instances), tuple(bases), len(plates))


def _value(node: Any, key: str) -> str:
    found = [str(row.get("value")) for row in node.findall("metadata") if row.get("key") == key]
    if len(found) != 1:
        raise ValueError(f"one {key}")
    return found[0]


@dataclass(slots=True)
class _Mesh:
    corners: Any
    triangles: Any
    bases: list[int] = field(default_factory=list)


def _mesh(node: Any) -> _Mesh:
    """Return an object's mesh: its triangles' corners, and the base material of each triangle."""
    mesh = node.find(f"{CORE}mesh")
    corners = np.array([[float(v.get(axis)) for axis in "xyz"] for v in mesh.find(f"{CORE}vertices")])
    rows = mesh.find(f"{CORE}triangles")
    triangles = np.array([[int(t.get(key)) for key in ("v1", "v2", "v3")] for t in rows])
    if not np.isfinite(corners).all() or triangles.min() < 0 or triangles.max() >= len(corners):
        raise ValueError("a triangle's corner")
    whole = int(node.get("pindex") or 0)
    return _Mesh(corners, triangles, [int(t.get("p1") or whole) for t in rows])


def _volumes(objects: Any, settings: Any, name: str) -> Iterator[PartRange]:
    """Yield the bodies of PrusaSlicer's object: ranges of its triangles."""
    mesh = _mesh(objects[name])
    after = 0
    for volume in settings.findall("volume"):
        first, last = int(volume.get("firstid")), int(volume.get("lastid"))
        if first != after or last < first:
            raise ValueError(f"volumes of object {name} that follow one another")
        _refuse_changed(_value(volume, "volume_type") == "ModelPart", _value(volume, "matrix"))
        after = last + 1
        bases = set(mesh.bases[first:after])
        if len(bases) != 1:
            raise ValueError(f"one material in a volume of object {name}")
        yield PartRange(mesh.corners[mesh.triangles[first:after]], int(_value(volume, "extruder")), bases.pop())
    if after != len(mesh.triangles):
        raise ValueError(f"volumes for all {len(mesh.triangles)} triangles of object {name}")


def _refuse_changed(printed: bool, matrix: str) -> None:
    """Raise Unreadable for a body that is not printed, or that the slicer's settings move."""
    if not printed:
        raise Unreadable("a body in it is not to be printed", "operation-wrong")
    if not np.array_equal(np.array(matrix.split(), dtype=float), np.eye(4).ravel()):
        raise Unreadable("a body in it is moved by the slicer's settings", "mark-off")


def _components(objects: Any, settings: Any, name: str) -> Iterator[PartRange]:
    """Yield the bodies of Bambu's and Orca's object: its components."""
    filaments = {part.get("id"): int(_value(part, "extruder")) for part in settings.findall("part")}
    for told in settings.findall("part"):
        _refuse_changed(told.get("subtype") == "normal_part", _value(told, "matrix"))
    for component in objects[name].find(f"{CORE}components"):
        if component.get("transform"):
            raise ValueError("components without a transform")
        id = component.get("objectid")
        node = objects[id]
        if not isinstance(node, _Mesh):
            mesh = objects[id] = _mesh(node)
            bases = set(mesh.bases)
            if len(bases) != 1:
                raise ValueError(f"one material in object {id}")
            mesh.bases = [PartRange(mesh.corners[mesh.triangles], filaments[id], bases.pop())]  # type: ignore[list-item]
        part: PartRange = objects[id].bases[0]
        yield part if part.filament == filaments[id] else PartRange(part.facets, filaments[id], part.base)
