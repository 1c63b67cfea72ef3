"""3MF for PrusaSlicer, a file for each plate, and for Bambu Studio and OrcaSlicer, a project of many plates.

PrusaSlicer wants one mesh for each object, its bodies as contiguous ranges of triangles that
``Metadata/Slic3r_PE_model.config`` names; without ``slic3rpe:Version3mf`` it tears the bodies of a placed object apart.
Settings of a whole print (``Slic3r_PE.config``) are left out: they would take the place of the maker's own printer and
filaments. The layer height is said of each object, the tower's place and a change of filament in files of their own.

The others want a mesh for each body, objects made of components, and ``Metadata/model_settings.config``, which also
says what lies on which plate. Settings of a project (``project_settings.config``) are left out: of a project that is
not their own they are not read, or, where some are missing, the whole file is refused.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from quasiprint.formats.threemf.write.package import (
    DECLARATION,
    IDENTITY,
    MATERIALS,
    Job,
    Member,
    MeshText,
    archive,
    change,
    heading,
    materials,
    model,
    quoted,
    row,
    transform,
)
from quasiprint.model.colour_change import ColourChange
from quasiprint.model.face import decimal
from quasiprint.model.solid import Part

PRUSA = "http://schemas.slic3r.org/3mf/2017/06"
PRUSA_CONFIG = "Metadata/Slic3r_PE_model.config"
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
BRIM = 2.0  # mm: around a tower, PrusaSlicer's own measure; the tower's place is told without it

BAMBU_CONFIG = "Metadata/model_settings.config"
CHANGES = "Metadata/custom_gcode_per_layer.xml"
MAX_PLATES = 36  # of a project
PITCH = 1.2  # of the grid of plates, in beds


def prusa(job: Job, picture: bytes, text: MeshText) -> bytes:
    """Return the file of a job that has one plate."""
    (plate,), (at,) = job.plates, job.changes
    copies = Counter(placement.item for placement in plate.placements)
    own = {name: MATERIALS + 1 + k for k, name in enumerate(job.names)}
    config = [
        f'<object id="{own[name]}" instances_count="{copies[name]}">'
        + heading("object", name, job.set.measures.machine.layer)
        + _volumes(job, job.parts(name), text)
        + "</object>"
        for name in job.names
    ]
    items = (f'<item objectid="{own[p.item]}" transform="{transform(p)}"/>' for p in plate.placements)
    extra = f' xmlns:slic3rpe="{PRUSA}"', '<metadata name="slic3rpe:Version3mf">1</metadata>'
    said = model(f"{job.set.title} {plate.name}", job.description, extra, _resources(job, own, text), items)
    more: list[Member] = [(PRUSA_CONFIG, (f"{DECLARATION}<config>{''.join(config)}</config>\n",))]
    if at:
        more.append((CHANGE, (_change(job, at),)))
    if plate.tower and len(job.filaments) > 1:
        more.append((TOWER, (_tower(plate.tower),)))
    return archive(said, picture, more)


def _change(job: Job, at: ColourChange) -> str:
    """Return the change of filament."""
    told = change("<code print_z=", at.top, job.spools(at)[1][1])
    return f"{DECLARATION}<custom_gcodes_per_print_z>{told}</custom_gcodes_per_print_z>\n"


def _tower(place: tuple[float, float, float, float]) -> str:
    left, low, _, _ = place
    where = f'position_x="{decimal(left + BRIM)}" position_y="{decimal(low + BRIM)}"'
    return f'{DECLARATION}<wipe_tower_information bed_idx="0" {where} rotation_deg="0"/>\n'


def _resources(job: Job, own: Mapping[str, int], text: MeshText) -> Iterator[str]:
    """Yield the materials, then the objects. own: the number of each."""
    yield materials(job.set.palette)
    for name, key in own.items():
        yield from _object(key, name, job.parts(name), text)


def _object(key: int, name: str, parts: tuple[Part, ...], text: MeshText) -> Iterator[str]:
    """Yield an object: one mesh, in which its bodies stand one after the other."""
    attributes = f'id="{key}" type="model" name={quoted(name)} pid="{MATERIALS}" pindex="0"'
    yield f"<object {attributes}><mesh><vertices>"
    for part in parts:
        yield text.vertices(part.key)
    yield "</vertices><triangles>"
    corner = 0
    for part in parts:
        material = f' pid="{MATERIALS}" p1="{1 + part.colour}"' if part.colour is not None else ""
        yield text.triangles(part.key, corner, material)
        corner += text.count(part.key)[0]
    yield "</triangles></mesh></object>"


def _volumes(job: Job, parts: tuple[Part, ...], text: MeshText) -> str:
    """Return the ranges of triangles that are an object's bodies."""
    volumes = []
    first = 0
    for part in parts:
        _, count = text.count(part.key)
        volumes.append(
            f'<volume firstid="{first}" lastid="{first + count - 1}">'
            + row("volume", "name", part.key)
            + row("volume", "volume_type", "ModelPart")
            + row("volume", "matrix", IDENTITY)
            + row("volume", "extruder", job.filament(part))
            + "</volume>"
        )
        first += count
    return "".join(volumes)


def bambu(job: Job, pictures: Sequence[bytes], text: MeshText) -> bytes:
    """Return a project. Copies are objects of their own, not instances: of a foreign project's instances those slicers
    make objects without filaments, and a plate lists an object once. pictures: of the plates."""
    parts = {part.key: part for name in job.names for part in job.parts(name)}
    body = {key: MATERIALS + 1 + k for k, key in enumerate(parts)}
    columns = math.ceil(math.sqrt(len(job.plates)))
    items, components, objects, on_plates = [], [], [], []
    count = MATERIALS + len(parts)
    for k, plate in enumerate(job.plates):
        dx = (k % columns) * PITCH * job.bed.width
        dy = -(k // columns) * PITCH * job.bed.depth
        members = []
        for placement in plate.placements:
            count += 1
            components.append(_components(count, placement.item, job.parts(placement.item), body))
            objects.append(_settings(job, count, placement.item, body))
            items.append(f'<item objectid="{count}" transform="{transform(placement, dx, dy)}"/>')
            members.append(f"<model_instance>{row('', 'object_id', count)}{row('', 'instance_id', 0)}</model_instance>")
        head = row("", "plater_id", k + 1) + row("", "plater_name", plate.name) + row("", "locked", "false")
        shown = row("", "thumbnail_file", _picture(k))
        on_plates.append(f"<plate>{head}{shown}{''.join(members)}</plate>")
    bodies = (_body(body[key], part, text) for key, part in parts.items())
    resources = chain((materials(job.set.palette),), bodies, components)
    title = f"{job.set.title}, one filament at a time" if job.relief else job.set.title
    said = model(title, job.description, ("", ""), resources, items)
    more: list[Member] = [(_picture(k), picture) for k, picture in enumerate(pictures)]
    more.append((BAMBU_CONFIG, chain((f"{DECLARATION}<config>",), objects, on_plates, ("</config>\n",))))
    if any(job.changes):
        more.append((CHANGES, (_changes(job),)))
    return archive(said, pictures[0], more)


def _picture(plate: int) -> str:
    return f"Metadata/plate_{plate + 1}.png"


def _changes(job: Job) -> str:
    """Return the changes of filament, by the numbers of plates."""
    plates = [
        f'<plate><plate_info id="{k}"/>{change("<layer top_z=", at.top, job.spools(at)[1][1])}</plate>'
        for k, at in enumerate(job.changes, 1)
        if at
    ]
    return f"{DECLARATION}<custom_gcodes_per_layer>{''.join(plates)}</custom_gcodes_per_layer>\n"


def _body(key: int, part: Part, text: MeshText) -> str:
    colour = 0 if part.colour is None else 1 + part.colour
    attributes = f'id="{key}" type="model" name={quoted(part.key)} pid="{MATERIALS}" pindex="{colour}"'
    vertices, triangles = text.vertices(part.key), text.triangles(part.key, 0)
    mesh = f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"
    return f"<object {attributes}>{mesh}</object>"


def _components(key: int, name: str, parts: tuple[Part, ...], body: Mapping[str, int]) -> str:
    rows = "".join(f'<component objectid="{body[part.key]}"/>' for part in parts)
    return f'<object id="{key}" type="model" name={quoted(name)}><components>{rows}</components></object>'


def _settings(job: Job, key: int, name: str, body: Mapping[str, int]) -> str:
    """Return what the settings say of an object."""
    parts = "".join(
        f'<part id="{body[part.key]}" subtype="normal_part">'
        + row("", "name", part.key)
        + row("", "matrix", IDENTITY)
        + row("", "extruder", job.filament(part))
        + "</part>"
        for part in job.parts(name)
    )
    return f'<object id="{key}">{heading("", name, job.set.measures.machine.layer)}{parts}</object>'
