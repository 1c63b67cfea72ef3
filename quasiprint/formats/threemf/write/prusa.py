"""3MF for PrusaSlicer: a file for each plate.

PrusaSlicer wants one mesh for each object, its bodies as contiguous ranges of triangles that
``Metadata/Slic3r_PE_model.config`` names; without ``slic3rpe:Version3mf`` it tears the bodies of a placed object apart.
Settings of a whole print (``Slic3r_PE.config``) are left out: they would take the place of the maker's own printer and
filaments. The layer height is said of each object, the tower's place and a change of filament in files of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

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
    number,
    quoted,
    row,
    transform,
)
from quasiprint.model.colour_change import ColourChange
from quasiprint.model.solid import Part

PRUSA = "http://schemas.slic3r.org/3mf/2017/06"
CONFIG = "Metadata/Slic3r_PE_model.config"
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
BRIM = 2.0  # mm: around a tower, PrusaSlicer's own measure; the tower's place is told without it


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
    more: list[Member] = [(CONFIG, (f"{DECLARATION}<config>{''.join(config)}</config>\n",))]
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
    where = f'position_x="{number(left + BRIM)}" position_y="{number(low + BRIM)}"'
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
