"""3MF, as PrusaSlicer and as Bambu Studio and OrcaSlicer print it: what lies on each plate, and in which filament.

Slicers know many means to hide, move, cut or repeat a body. A set's file has none: what is not listed here is refused.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from xml.etree.ElementTree import Element, ParseError, fromstring

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import Body, Facets, Object, Reading, Scene, Unreadable, foreign
from quasiprint.model.bounded import cache_by_weight
from quasiprint.model.profile import Slicer
from quasiprint.model.solid import filament_numbers
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MOST = 1 << 28  # bytes that a package unpacks to
PITCH = 1.2  # of Bambu's grid of plates, in beds
CALLED = {Slicer.PRUSA: "3MF for PrusaSlicer", Slicer.BAMBU: "3MF for Bambu Studio and OrcaSlicer"}
MODEL, RELATIONS, PICTURE = "3D/3dmodel.model", "_rels/.rels", "Metadata/thumbnail.png"
CONFIG = {Slicer.PRUSA: "Metadata/Slic3r_PE_model.config", Slicer.BAMBU: "Metadata/model_settings.config"}
# pictures; where filaments are changed, and where the tower for that stands
UNREAD = re.compile(
    r"\[Content_Types\]\.xml|Metadata/(thumbnail\.png|plate_[1-9][0-9]?\.png|custom_gcode_per_layer\.xml"
    r"|Prusa_Slicer_(custom_gcode_per_print_z|wipe_tower_information)\.xml)"
)
DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
SCHEMAS, PACKAGES = "http://schemas.microsoft.com/3dmanufacturing/", "http://schemas.openxmlformats.org/package/2006/"
TARGETS = {f"/{MODEL}": f"{SCHEMAS}2013/01/3dmodel", f"/{PICTURE}": f"{PACKAGES}relationships/metadata/thumbnail"}
PRUSA = {Slicer.PRUSA: ' xmlns:slic3rpe="http://schemas.slic3r.org/3mf/2017/06"', Slicer.BAMBU: ""}
HEADS = ["Title", "Description", "Application"]
# which elements may stand in which, with which attributes; which settings each has; and those of one value
ELEMENTS = {
    "Relationships/Relationship": "Target Id Type", "model/metadata": "name", "model/resources": "",
    "resources/basematerials": "id", "basematerials/base": "name displaycolor",
    "resources/object": "id type name pid pindex", "object/mesh": "", "object/components": "",
    "components/component": "objectid", "model/build": "", "build/item": "objectid transform",
    "config/object": "id instances_count", "object/metadata": "type key value", "object/volume": "firstid lastid",
    "volume/metadata": "type key value", "object/part": "id subtype", "part/metadata": "key value", "config/plate": "",
    "plate/metadata": "key value", "plate/model_instance": "", "model_instance/metadata": "key value",
}  # fmt: skip
SETTINGS = {
    "object": ["name", "extruder", "layer_height"], "volume": ["name", "volume_type", "matrix", "extruder"],
    "part": ["name", "matrix", "extruder"], "plate": ["plater_id", "plater_name", "locked", "thumbnail_file"],
    "model_instance": ["object_id", "instance_id"],
}  # fmt: skip
FIXED = {"volume_type": "ModelPart", "matrix": "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "instance_id": "0"}
WHOLE, DECIMAL = rb"(?:0|[1-9][0-9]{0,8})", rb"-?[0-9]{1,6}(?:\.[0-9]{1,17})?"
VERTEX = rb'<vertex x="%b" y="%b" z="%b"/>' % (DECIMAL, DECIMAL, DECIMAL)
TRIANGLE, MATERIAL = rb'<triangle v1="%b" v2="%b" v3="%b"' % (WHOLE, WHOLE, WHOLE), rb'(?: pid="1" p1="%b")?' % WHOLE
RUN = re.compile(rb"%b(%b)/>(?:%b\1/>)*+" % (TRIANGLE, MATERIAL, TRIANGLE))  # triangles of one material
MESH = re.compile(
    rb"<mesh><vertices>((?:%b)++)</vertices><triangles>((?:%b%b/>)++)</triangles></mesh>" % (VERTEX, TRIANGLE, MATERIAL)
)
MATRIX = re.compile(rb" ".join([rb"%b(?:e-[0-9]{2})?" % DECIMAL] * 12).decode())
NUMBERS = bytes(byte if chr(byte) in "0123456789.-" else ord(" ") for byte in range(256))
Mesh = tuple[Facets, list[int]]  # and the material of each triangle
Part = tuple[Facets, set[int], str]  # materials, and the filament that the file names for it


def read(reading: Reading) -> Iterator[Scene]:
    """Return what the files show, plate by plate."""

    def plates(path: str, content: bytes) -> list[Scene]:
        try:
            return list(_scenes(path, content, reading))
        except Unreadable:
            raise
        except (*DAMAGED, zipfile.BadZipFile, ParseError) as problem:
            reraise_if_not_input(problem)
            raise Unreadable(f"it is damaged: {problem!r:.200}") from None

    return chain.from_iterable(scenes for _, scenes in reading.parse(plates))


def _scenes(path: str, content: bytes, reading: Reading) -> Iterator[Scene]:
    """Yield the plates of a file."""
    slicer = Slicer.PRUSA if path.endswith("-prusa.3mf") else Slicer.BAMBU
    relief = path.removeprefix("3mf/").removeprefix(f"{reading.set.game}-").startswith("relief")
    bed, palette = reading.beds.get(slicer, reading.bed), reading.set.palette
    model, meshes, config = _open(content, slicer)
    (materials, *shapes), items = model[-2:]
    objects, configured = _by_id(shapes), _by_id(config.findall("object"))
    built = Counter(item.attrib["objectid"] for item in items)
    if slicer is Slicer.PRUSA:
        parts = {key: list(_volumes(configured[key], *meshes[key])) for key in objects}
        counts, plates = {key: entry.get("instances_count") for key, entry in configured.items()}, [list(built)]
    else:
        whole = {key: (facets, set(bases)) for key, (facets, bases) in meshes.items()}
        parts = {key: list(_components(objects[key][0], entry, whole)) for key, entry in configured.items()}
        used = {component.get("objectid") for key in configured for component in objects[key][0]}
        counts = dict.fromkeys(objects.keys() - used, "1")
        plates = []
        for number, plate in enumerate(config.findall("plate"), 1):
            if _settings(plate, slicer)[0] != str(number):
                raise foreign(f"its plate {number} has another number")
            plates.append([_settings(instance, slicer)[0] for instance in plate.findall("model_instance")])
    if not built or counts != {key: str(n) for key, n in built.items()} or sorted(chain(*plates)) != sorted(parts):
        raise foreign("its objects are not each set, put on a plate, and built as often as it says")
    colours = [f"{rgb}FF" for rgb in (palette.body, *(ink.rgb for ink in palette.inks))]
    if [base.get("displaycolor") for base in materials] != colours:
        message = f"its materials have other colours than the palette, which has {', '.join(colours)}"
        reading.report("colour-wrong", path, message)
    inks = {base - 1 for volumes in parts.values() for _, bases, _ in volumes for base in bases if base}
    numbers = filament_numbers(reading.set.complete, inks, bed.extruders if slicer is Slicer.PRUSA else None)
    spools: dict[str, int | None] = {"1": None, **{str(number): ink for ink, number in numbers.items()}}
    bodies: dict[str, tuple[Body, ...]] = {}
    for key, volumes in parts.items():
        settings = [objects[key].get("name"), "1", f"{reading.set.measures.machine.layer:g}"]
        if _settings(configured[key], slicer) != settings or len(configured[key]) != len(settings) + len(volumes):
            raise foreign(f"its settings of object {key} are others than {settings}, or tell of more than bodies")
        made = []
        for facets, bases, filament in volumes:
            colour = spools.get(filament, -1)
            made.append(Body(facets, colour))
            if bases != {0 if colour is None else colour + 1} or (relief and colour is not None):
                message = f"a body of {settings[0]} has filament {filament[:9]} and the materials {sorted(bases)[:9]}"
                reading.report("colour-wrong", path, message)
        bodies[key] = tuple(made)
    across, on_plate = math.ceil(math.sqrt(len(plates))), {key: k for k, keys in enumerate(plates) for key in keys}
    lying: list[list[Object]] = [[] for _ in plates]
    for item in items:
        key = item.attrib["objectid"]
        row, column = divmod(on_plate[key], across)
        text = item.attrib["transform"]
        if not MATRIX.fullmatch(text):
            raise foreign(f"it has {text[:120]!r} where a matrix of twelve numbers is expected")
        *turn, x, y, z = map(float, text.split(" "))
        place = (*turn, x - PITCH * column * bed.width, y + PITCH * row * bed.depth, z)
        lying[on_plate[key]].append(Object(bodies[key], objects[key].attrib["name"], place))
    for number, objects_there in enumerate(lying, 1):
        filaments = len({body.colour for item in objects_there for body in item.bodies} | {None})
        if filaments > bed.extruders > 1:
            message = f"plate {number} takes {filaments} filaments, allowed are {bed.extruders}"
            reading.report("filaments-many", path, message)
        kept = (*bed.keep_outs, bed.tower) if filaments > 1 and bed.tower else bed.keep_outs
        group, variants = CALLED[slicer] + ", in relief" * relief, ("relief", "inlaid") if relief else ("inlaid",)
        yield Scene((path,), group, tuple(objects_there), variants, bed=replace(bed, keep_outs=kept))


def _open(content: bytes, slicer: Slicer) -> tuple[Element, dict[str, Mesh], Element]:
    """Return a package's model, the meshes of its objects by their ids, and its settings."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        entries = package.infolist()
        names, read = {entry.filename for entry in entries}, (RELATIONS, MODEL, CONFIG[slicer])
        if sum(entry.file_size for entry in entries) > MOST:
            raise Unreadable(f"it unpacks to more than {MOST >> 20} MiB")
        # slicers look for the directory where the end says, zipfile before the end
        if package.comment or int.from_bytes(content[-6:-2], "little") != package.start_dir:
            raise foreign("its package has a comment, or several directories")
        if len(names) < len(entries) or any(entry.compress_type not in METHODS for entry in entries):
            raise foreign("its package has a member twice, or one that is packed in an unusual way")
        if strange := [name for name in names if name not in read and not UNREAD.fullmatch(name)]:
            raise foreign(f"its package holds {min(strange)[:80]!r}")
        # without a limit, zipfile would unpack all that there is
        relations, model, config = (package.open(name).read(package.getinfo(name).file_size + 1) for name in read)
    tree = _tree(relations, f'<Relationships xmlns="{PACKAGES}relationships">')
    if [(row.get("Target"), row.get("Type")) for row in tree] != list(TARGETS.items()):
        raise foreign("its relationships are others than those to its model and its picture")
    return *_model(model, slicer), _tree(config, "<config>")


def _tree(content: bytes, opening: str) -> Element:
    """Return a member's elements. opening: with which it begins. Raises Unreadable for any not in `ELEMENTS`."""
    body = content.removeprefix(DECLARATION + opening.encode())
    if len(body) == len(content) or any(sign in body for sign in (b"<!", b"<?", b"xmlns")):
        raise foreign(f"a member does not begin with {opening[:30]}, or has a comment, document type or namespace")
    tree = fromstring(f"{opening.rstrip('>').split()[0]}>".encode() + body)
    for parent in tree.iter():
        for child in parent:
            allowed = ELEMENTS.get(f"{parent.tag}/{child.tag}")
            if allowed is None or not set(child.attrib) <= set(allowed.split()):
                raise foreign(f"its element {child.tag[:40]!r}, or an attribute of it, is none that a set's file has")
    return tree


def _model(content: bytes, slicer: Slicer) -> tuple[Element, dict[str, Mesh]]:
    """Return the model's elements, and the meshes, which are taken out of it first: they are long."""
    texts: list[tuple[bytes, bytes]] = []

    def take(mesh: re.Match[bytes]) -> bytes:
        texts.append((mesh[1], mesh[2]))
        return b"<mesh/>"

    unit = re.match(rb'[^>]*>\s*<model unit="([a-z]{1,20})"', content)
    if unit and unit[1] != b"millimeter":
        raise Unreadable(f"its unit is {unit[1].decode()}, allowed is millimeter", "unit-wrong")
    opening = f'<model unit="millimeter" xml:lang="en" xmlns="{SCHEMAS}core/2015/02"{PRUSA[slicer]}>'
    model = _tree(MESH.sub(take, content), opening)
    heads = {row.get("name"): row.text or "" for row in model.findall("metadata")}
    keys = HEADS + ["slic3rpe:Version3mf"] * (slicer is Slicer.PRUSA)
    if list(heads) != keys or [child.tag for child in model] != ["metadata"] * len(keys) + ["resources", "build"]:
        raise foreign(f"its model does not consist of {', '.join(keys)}, resources and what is built of them")
    # by these two slicers decide how they read the rest
    if not heads["Application"].startswith("quasiprint ") or heads.get("slic3rpe:Version3mf", "1") != "1":
        raise foreign(f"it says that it was made by {heads['Application'][:40]!r}, or in another version of 3MF")
    (materials, *objects), _ = model[-2:]
    if materials.tag != "basematerials" or materials.get("id") != "1" or "1" in _by_id(objects):
        raise foreign("its materials are not those of number 1")
    for shape in objects:
        inner = ["mesh"] if shape.get("pid") == "1" else ["components"] if shape.get("pid") is None else []
        if shape.tag != "object" or shape.get("type") != "model" or [child.tag for child in shape] != inner:
            raise foreign(f"object {shape.get('id')} is not a model of one mesh, or of components")
    pairs = zip([shape for shape in objects if shape.get("pid") == "1"], texts, strict=True)
    return model, {shape.attrib["id"]: _mesh(*text, _whole(shape.attrib["pindex"])) for shape, text in pairs}


@cache_by_weight(lambda mesh: mesh[0].nbytes, 1 << 21)  # one that is heavier, for itself
def _mesh(vertices: bytes, triangles: bytes, base: int) -> Mesh:
    """Return a mesh's facets, in 32 bits as slicers keep them, and each one's material, `base` if nothing is said."""
    corners = np.fromstring(vertices.translate(NUMBERS), sep=" ").reshape(-1, 3).astype(np.float32)
    indices, bases = [], []
    for run in RUN.finditer(triangles):
        # 1 V1 2 V2 3 V3, and after them, where a material is given, PID 1 P1
        rows = np.fromstring(run[0].translate(NUMBERS), dtype=np.int64, sep=" ").reshape(-1, 9 if run[1] else 6)
        indices.append(rows[:, 1:6:2])
        bases += [int(rows[0, 8]) if run[1] else base] * len(rows)
    return corners[np.concatenate(indices)], bases


def _volumes(entry: Element, facets: Facets, bases: list[int]) -> Iterator[Part]:
    """Yield the bodies of PrusaSlicer's objects: ranges of triangles that follow one another."""
    first = 0
    for volume in entry.findall("volume"):
        last = _whole(volume.attrib["lastid"]) + 1
        if volume.get("firstid") != str(first) or not first < last <= len(facets):
            break
        yield facets[first:last], set(bases[first:last]), _settings(volume, Slicer.PRUSA)[-1]
        first = last
    if first != len(facets):
        raise foreign(f"its volumes of object {entry.get('id')} are not all of its triangles, one after the other")


def _components(components: Element, entry: Element, meshes: dict[str, tuple[Facets, set[int]]]) -> Iterator[Part]:
    """Yield the bodies of Bambu's objects: meshes of their own."""
    parts = [(part.get("id"), part.get("subtype")) for part in entry.findall("part")]
    if not parts or parts != [(component.get("objectid"), "normal_part") for component in components]:
        raise foreign(f"object {entry.get('id')} has other parts in its settings, or some that are not to be printed")
    for part in entry.findall("part"):
        yield *meshes[part.attrib["id"]], _settings(part, Slicer.BAMBU)[-1]


def _settings(element: Element, slicer: Slicer) -> list[str]:
    """Return the values of an element's settings, in the order of `SETTINGS`."""
    rows, keys = element.findall("metadata"), SETTINGS[element.tag]
    kind = element.tag if slicer is Slicer.PRUSA else None
    values = [row.attrib["value"] for row in rows]
    found = [(row.get("type"), row.attrib["key"]) for row in rows]
    fixed = all(FIXED.get(key, value) == value for (_, key), value in zip(found, values, strict=True))
    if found != [(kind, key) for key in keys] or not fixed:
        found_keys = ", ".join(values)[:120]
        raise foreign(f"its settings of a {element.tag} are {found_keys!r}, expected are {', '.join(keys)}")
    return values


def _by_id(elements: Iterable[Element]) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in elements:
        if found.setdefault(str(_whole(element.attrib["id"])), element) is not element:
            raise foreign(f"it has two objects with the number {element.get('id')}")
    return found


def _whole(text: str) -> int:
    """Return a number written in plain digits, which all programs read alike."""
    if not re.fullmatch(WHOLE.decode(), text):
        raise foreign(f"it has {text[:20]!r} where a whole number is expected")
    return int(text)
