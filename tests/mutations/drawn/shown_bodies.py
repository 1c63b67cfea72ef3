"""What programs make of files of bodies: trimesh, lib3mf, and the settings and G-code of slicers."""

from __future__ import annotations

import io
import math
import re
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import foreign
import numpy as np

from mutations.drawn.hands import short
from mutations.drawn.seen_of import QUIET, Refused, Seen, Segments, Skin, in_time


def stl(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """The triangles as trimesh loads them, and the colours that Magics and VisCAM show."""
    import trimesh

    try:
        mesh = trimesh.load(io.BytesIO(content), file_type="stl", process=False)
        triangles = np.asarray(mesh.triangles)  # type: ignore[union-attr]
    except Exception as problem:
        raise Refused(f"trimesh: {short(problem, 100)}") from None
    if not beside and len(triangles):  # a piece in one file lies where a slicer puts it
        triangles = triangles - np.append(triangles.reshape(-1, 3).min(axis=0)[:2], 0)
    seen: Seen = {"triangles": Skin(_turned(triangles))}
    count = int.from_bytes(content[80:84], "little")
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
    held = np.frombuffer(content[84 : 84 + 50 * min(count, (len(content) - 84) // 50)], dtype=kind)
    seen["colours"] = [len(held), int(np.count_nonzero(held["attribute"]))]
    seen["kind"] = [content[:5] == b"solid", b"COLOR=" in content[:80], b"MATERIAL=" in content[:80]]
    with np.errstate(all="ignore"):
        normals = np.sort(np.round(held["normal"].astype(float), 2) + 0.0, axis=0)
    seen["shading"] = normals
    seen["size"] = len(content) - 84 - 50 * count
    return seen


def _turned(triangles: np.ndarray) -> np.ndarray:
    """Return triangles as rows of nine numbers, each begun at its first corner."""
    rows = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
    if not len(rows):
        return rows.reshape(-1, 9)
    keys = np.round(rows, 2) @ np.array([1.0, 1e3, 1e6])
    first = np.argmin(np.nan_to_num(keys), axis=1)
    turned = np.stack([rows[np.arange(len(rows)), (first + k) % 3] for k in range(3)], axis=1)
    return np.asarray(turned.reshape(-1, 9))


def obj(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What a viewer makes of it: triangles by the names of object, group and material, and the materials."""
    import trimesh

    with tempfile.TemporaryDirectory() as name:
        for other, held in {**beside, path: content}.items():
            (Path(name) / Path(other).name).write_bytes(held)
        try:
            scene = trimesh.load(Path(name) / Path(path).name, split_objects=True, process=False, maintain_order=True)
            whole = trimesh.load(Path(name) / Path(path).name, force="mesh", process=False, maintain_order=True)
            triangles = np.asarray(whole.triangles)  # type: ignore[union-attr]
            parts = scene.geometry if hasattr(scene, "geometry") else {"all": scene}
        except Exception as problem:
            raise Refused(f"trimesh: {short(problem, 100)}") from None
        seen: Seen = {"triangles": Segments(_turned(triangles))}
        seen["parts"] = {
            key: [
                Segments(_turned(np.asarray(part.triangles))),
                str(getattr(part.visual, "material", "")) and _material(part),
            ]
            for key, part in parts.items()
        }
    seen["named"] = _named(content)
    return seen


def _material(part: Any) -> list[Any]:
    material = part.visual.material
    return [getattr(material, "name", ""), list(map(int, np.asarray(material.main_color).ravel()))]


def _named(content: bytes) -> Any:
    """Return each run of faces with what it is called, and what else is drawn: as viewers list it."""
    told: list[Any] = []
    state = {"o": "", "g": "", "usemtl": "", "mtllib": ""}
    for line in content.decode("utf-8", "replace").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in state:
            state[words[0]] = " ".join(words[1:])
        elif words[0] == "f":
            if not told or told[-1][0] != state:
                told.append([dict(state), 0])
            told[-1][1] += 1
        elif words[0] in ("l", "p", "curv", "surf", "call") or (words[0] == "v" and len(words) > 4):
            told.append([words[0], 1])
    return sorted(map(str, told))


def mtl(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What each material says, as a viewer that knows all of it has it."""
    held: dict[str, dict[str, Any]] = {}
    own: dict[str, Any] = {}
    for line in content.decode("utf-8", "replace").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "newmtl":
            own = held.setdefault(" ".join(words[1:]), {})
        else:
            own[words[0]] = [_value(word) for word in words[1:]]
    return {"materials": held}


def _value(word: str) -> Any:
    try:
        value = float(word)
    except ValueError:
        return word
    return value if math.isfinite(value) else word


def txt(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """The letters, but for spaces at ends of lines and of the file."""
    text = content.decode("utf-8", "replace")
    return {"text": "\n".join(line.rstrip() for line in text.splitlines()).rstrip()}


KNOWN_MEMBERS = re.compile(r"(?i)metadata/|thumbnail|\.model$|\.gcode$|\.png$")


def threemf(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What lib3mf reads, what slicers read of their own settings, and what stands there that they might."""
    seen: Seen = {"lib3mf": _lib3mf(content)}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            held = {name: archive.read(name) for name in names}
    except Exception as problem:
        raise Refused(f"zipfile: {short(problem, 100)}") from None
    seen["members"] = sorted(name for name in names if KNOWN_MEMBERS.search(name))
    for name, data in held.items():
        if name.endswith((".config", ".xml")) and not name.startswith("["):
            seen[name] = _tree(data)
    model = held.get("3D/3dmodel.model", b"")
    seen["painted"] = sorted(
        re.findall(rb'\s[\w:]*(?:paint_|printable|custom_|mmu_|segmentation)[\w:]*="[^"]*"', model)
    )
    seen["said"] = sorted(re.findall(rb"<metadata[^>]*>[^<]*", model))
    return seen


def _tree(data: bytes) -> Any:
    """Return XML as values: settings in order, attributes in none, numbers as numbers."""
    try:
        root = ET.fromstring(data)
    except ET.ParseError as problem:
        return str(problem)

    def plain(node: Any) -> list[Any]:
        own = {key: [_value(word) for word in value.split()] for key, value in node.attrib.items()}
        return [node.tag, own, (node.text or "").strip(), (node.tail or "").strip(), [plain(child) for child in node]]

    return plain(root)


def _lib3mf(content: bytes) -> Any:
    import lib3mf

    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    try:
        reader = model.QueryReader("3mf")
        reader.ReadFromBuffer(content)
    except lib3mf.ELib3MFException as problem:
        raise Refused(f"lib3mf: {short(problem, 100)}") from None
    objects: dict[str, Any] = {}
    found = model.GetObjects()
    while found.MoveNext():
        one = found.GetCurrentObject()
        own: list[Any] = [one.GetName(), one.GetPartNumber(), str(one.GetType())]
        if one.IsMeshObject():
            mesh = model.GetMeshObjectByID(one.GetResourceID())
            points = np.array([list(p.Coordinates) for p in mesh.GetVertices()]).reshape(-1, 3)
            corners = np.array([list(t.Indices) for t in mesh.GetTriangleIndices()], dtype=int).reshape(-1, 3)
            own.append(Segments(_turned(points[corners])))
            own.append([float(points.min()), float(points.max())] if len(points) else [])
            own.append(sorted({(p.ResourceID, *p.PropertyIDs) for p in mesh.GetAllTriangleProperties()}))
            own.append(list(mesh.GetObjectLevelProperty()))
        else:
            parts = model.GetComponentsObjectByID(one.GetResourceID())
            for k in range(parts.GetComponentCount()):
                part = parts.GetComponent(k)
                own.append([part.GetObjectResourceID(), _fields(part.GetTransform()) if part.HasTransform() else _ONE])
        objects[str(one.GetModelResourceID())] = own
    items = []
    walk = model.GetBuildItems()
    while walk.MoveNext():
        item = walk.GetCurrent()
        place = _fields(item.GetObjectTransform()) if item.HasObjectTransform() else _ONE
        items.append([item.GetObjectResource().GetModelResourceID(), item.GetPartNumber(), place])
    materials = []
    groups = model.GetBaseMaterialGroups()
    while groups.MoveNext():
        group = groups.GetCurrentBaseMaterialGroup()
        for k in group.GetAllPropertyIDs():
            colour = group.GetDisplayColor(k)
            materials.append([group.GetName(k), colour.Red, colour.Green, colour.Blue, colour.Alpha])
    return {"objects": objects, "items": items, "materials": materials, "unit": str(model.GetUnit())}


_ONE = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def _fields(transform: Any) -> list[float]:
    return [float(value) for row in transform.Fields for value in row]


@in_time()
def gcode(content: bytes, suffix: str) -> dict[str, list[float]]:
    """What PrusaSlicer makes of a file at coarse settings, {} if it makes nothing."""
    with tempfile.TemporaryDirectory() as name:
        file, made = Path(name) / f"a.{suffix}", Path(name) / "a.gcode"
        file.write_bytes(content)
        coarse = ("--dont-arrange", "--seam-position", "aligned", "--layer-height", "0.3", "--fill-density", "5%",
        "--perimeters", "1", "--top-solid-layers", "1",
                  "--bottom-solid-layers", "1", "--skirts", "0", "--nozzle-diameter",
                  "0.4,0.4,0.4,0.4,0.4,0.4,0.4")  # fmt: skip
        done = foreign.run("prusa-slicer", "--export-gcode", *coarse, "-o", str(made), str(file), **QUIET)
        if done.returncode or not made.is_file():
            return {}
        return _totals(made.read_text("utf-8", "replace"))


def _totals(text: str) -> dict[str, list[float]]:
    """Return what is extruded by each tool in each layer: how much, from where to where. Infill begins here or there by
    chance, so that the moves themselves differ from run to run."""
    found: dict[str, list[float]] = {}
    tool, z, fed, at = "T0", "0", 0.0, (0.0, 0.0)
    for line in text.splitlines():
        words = {word[0]: word[1:] for word in line.partition(";")[0].split()}
        if re.match(r"T\d", line):
            tool = line.split()[0]
        elif line.startswith("G92") and "E" in words:
            fed = float(words["E"])
        elif line.startswith("G1"):
            z = words.get("Z", z)
            to = float(words.get("X", at[0])), float(words.get("Y", at[1]))
            length = float(words.get("E", fed))
            if to != at and length > fed:
                own = found.setdefault(f"{tool} {float(z):.2f}", [0.0, 1e9, 1e9, -1e9, -1e9])
                own[0] += length - fed
                own[1:] = [min(own[1], *at[:1], to[0]), min(own[2], at[1], to[1]), max(own[3], at[0], to[0]),
                           max(own[4], at[1], to[1])]  # fmt: skip
            at, fed = to, length
    return found


def other_gcode(one: dict[str, list[float]], two: dict[str, list[float]]) -> bool:
    """Tell whether two of `gcode` differ by more than from run to run: 2 % of what is extruded, 0.3 mm of where."""
    return one.keys() != two.keys() or any(
        abs(a[0] - b[0]) > 0.02 * a[0] + 0.05 or any(abs(p - q) > 0.3 for p, q in zip(a[1:], b[1:], strict=True))
        for a, b in ((one[key], two[key]) for key in one)
    )
