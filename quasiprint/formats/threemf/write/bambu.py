"""3MF for Bambu Studio and OrcaSlicer: a project of many plates.

They want a mesh for each body, objects made of components, and ``Metadata/model_settings.config``, which also says what
lies on which plate. Settings of a project (``project_settings.config``) are left out: of a project that is not their
own they are not read, or, where some are missing, the whole file is refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain

from quasiprint.formats.threemf.write.archive import Member, archive
from quasiprint.formats.threemf.write.job import Job
from quasiprint.formats.threemf.write.text import (
    DECLARATION,
    IDENTITY,
    MATERIALS,
    MeshText,
    change,
    heading,
    materials,
    model,
    quoted,
    row,
    transform,
)
from quasiprint.model.solid import Part

CONFIG = "Metadata/model_settings.config"
CHANGES = "Metadata/custom_gcode_per_layer.xml"
MAX_PLATES = 36  # of a project
PITCH = 1.2  # of the grid of plates, in beds


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
            objects.append(_object(job, count, placement.item, body))
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
    more.append((CONFIG, chain((f"{DECLARATION}<config>",), objects, on_plates, ("</config>\n",))))
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


def _object(job: Job, key: int, name: str, body: Mapping[str, int]) -> str:
    parts = "".join(
        f'<part id="{body[part.key]}" subtype="normal_part">'
        + row("", "name", part.key)
        + row("", "matrix", IDENTITY)
        + row("", "extruder", job.filament(part))
        + "</part>"
        for part in job.parts(name)
    )
    return f'<object id="{key}">{heading("", name, job.set.measures.machine.layer)}{parts}</object>'
