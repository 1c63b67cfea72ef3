"""3MF in two flavours, because one file cannot serve both families of slicers: see `prusa` and `bambu`.

PrusaSlicer wants a file for each plate, and in it one mesh for each object, its bodies as contiguous ranges of
triangles that ``Metadata/Slic3r_PE_model.config`` names; without ``slic3rpe:Version3mf`` it tears the bodies of a
placed object apart. Settings of a whole print (``Slic3r_PE.config``) are left out: they would take the place of the
maker's own printer and filaments. The layer height is said of each object, the tower's place and a change of filament
in files of their own.

The others want a project of many plates, a mesh for each body, objects made of components, and
``Metadata/model_settings.config``, which also says what lies on which plate. Settings of a project
(``project_settings.config``) are left out: of a project that is not their own they are not read, or, where some are
missing, the whole file is refused.

Filament 1 is the body's; the palette's colours that a file uses follow it without a gap, so that a printer needs no
more filaments than are printed. The description in each file names them. The core specification's base materials carry
all the palette's colours for other programs; slicers pass over them.

``Application`` is ours. Bambu Studio and OrcaSlicer therefore say that they load geometry only: names, parts and
filaments arrive nevertheless, but a version that heeds no plates of a foreign project leaves it to its *Arrange* to
spread the pieces, and Bambu Studio takes no change of filament from it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from quasiprint.documents.pictures.figures import as_svg
from quasiprint.documents.pictures.figures import path as path_of
from quasiprint.drawing.face_shapes import front, paint_svg, rectangle
from quasiprint.drawing.palettes import contrast, outline_of
from quasiprint.formats.threemf.package import (
    DECLARATION,
    IDENTITY,
    MATERIALS,
    Job,
    Member,
    MeshText,
    archive,
    change_element,
    heading,
    materials,
    model,
    quote,
    row,
    transform,
)
from quasiprint.model.bounded import Bounded
from quasiprint.model.face import decimal
from quasiprint.model.page import Shape
from quasiprint.model.production import Arrangement, Artefact, Project, SolidProduction
from quasiprint.model.profile import Slicer
from quasiprint.model.solid import ColourChange, Part
from quasiprint.model.texts import markdown, runs

SLICERS = {Slicer.PRUSA: "PrusaSlicer", Slicer.BAMBU: "Bambu Studio, OrcaSlicer"}
PRUSA = "http://schemas.slic3r.org/3mf/2017/06"
PRUSA_CONFIG = "Metadata/Slic3r_PE_model.config"
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
BRIM = 3.0  # mm: the widest around a tower in the profiles of PrusaSlicer; its place is told without it
BAMBU_CONFIG = "Metadata/model_settings.config"
CHANGES = "Metadata/custom_gcode_per_layer.xml"
MAX_PLATES = 36  # of a project
SIDE = 256  # dots of the picture of a plate
BEDS, BESIDE = ("#5E666E", "#C9CED3"), "#FFFFFF"
PITCH = 1.2  # of the grid of plates, in beds


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield a file for each plate of a project for PrusaSlicer, and one for each project for Bambu Studio and
    OrcaSlicer; if there are more plates than one can have, so for each so many plates."""
    text = MeshText(production.meshes)
    shown: Bounded[object, bytes] = Bounded(None, lambda _: 1, 4 * MAX_PLATES)

    def picture(job: Job, lies: Arrangement, change: ColourChange | None) -> bytes:
        key = job.relief, job.bed.width, job.bed.depth, lies.placements, change
        return shown.get(key, lambda _: plate_picture(job, lies, change))

    for path, job in jobs(production):
        pictures = [picture(job, lies, change) for lies, change in zip(job.plates, job.changes, strict=True)]
        if path.endswith("-prusa.3mf"):
            yield Artefact(path, prusa(job, pictures[0], text))
        else:
            yield Artefact(path, bambu(job, pictures, text))


def plate_picture(job: Job, lies: Arrangement, change: ColourChange | None) -> bytes:
    """Return a plate from above, as file managers and slicers show it: each face in its colours, or in that of the
    second filament, where what is raised or sunk is printed in one."""
    body, spools = job.set.palette.body, job.spools(change)
    ink = (spools[1][1] if len(spools) > 1 else outline_of(body, body)) if job.relief else None
    faces = {thing.id: front(thing.face, job.set.palette, 0.0) for thing in job.set.things}
    if ink:
        faces = {name: (below, *(replace(one, fill=ink) for one in on)) for name, (below, *on) in faces.items()}
    side = max(job.bed.width, job.bed.depth)
    left, low = (side - job.bed.width) / 2, (side - job.bed.depth) / 2
    bed = max(BEDS, key=lambda colour: contrast(colour, body))
    own = {faces[one.item]: f"f{k}" for k, one in enumerate(lies.placements)}  # each drawn once, and laid where it lies
    drawn = [path_of(Shape((rectangle(left, low, job.bed.width, job.bed.depth),), bed), side)]
    drawn += ["<defs>", *(f'<g id="{name}">{_paths(face)}</g>' for face, name in own.items()), "</defs>"]
    drawn += [
        f'<use href="#{own[faces[one.item]]}" transform="translate({decimal(left + one.x, 4)} '
        f'{decimal(side - low - one.y, 4)}) rotate({decimal(-one.angle, 4)})"/>'
        for one in lies.placements
    ]
    return paint_svg([(as_svg(side, side, drawn), SIDE, SIDE)], BESIDE)[0]


def _paths(shapes: Sequence[Shape]) -> str:
    """Return shapes about their origin, y down."""
    return "".join(path_of(shape, 0.0) for shape in shapes)


def jobs(production: SolidProduction) -> Iterator[tuple[str, Job]]:
    """Yield each file's path, and what it prints."""
    pieces = {piece.id: piece for piece in production.pieces}

    def job(project: Project, plates: Iterable[int]) -> Job:
        own = tuple(project.plates[k] for k in plates)
        return Job(production.set, project.bed, project.relief, own, pieces)

    for project in production.projects:
        every = range(len(project.plates))
        if project.slicer is Slicer.PRUSA:
            yield from ((f"3mf/{project.plates[k].name}-prusa.3mf", job(project, (k,))) for k in every)
            continue
        stem = f"3mf/{production.set.game}-{'relief' if project.relief else 'set'}"
        groups = [every[k : k + MAX_PLATES] for k in range(0, len(every), MAX_PLATES)]
        for count, group in enumerate(groups, 1):
            suffix = f"-{count}" if len(groups) > 1 else ""
            yield f"{stem}{suffix}-bambu.3mf", job(project, group)


def fields(production: SolidProduction) -> Mapping[str, str]:
    """Return for which beds plates are laid out, which filament prints what, and where it is changed."""
    made = {"beds": beds, "filaments": filaments, "changes": changes}
    return {field: say(production) for field, say in made.items()} | towers(production)


def beds(production: SolidProduction) -> str:
    """Return a table of the beds for which plates are laid out, in Markdown."""
    rows = ["| slicer | bed | filaments | the tower's place |", "|---|---|---|---|"]
    inlaid = any(part.colour is not None for one in production.pieces for part in one.parts)
    for slicer, bed in {project.slicer: project.bed for project in production.projects}.items():
        several = inlaid and any(not one.relief for one in production.projects if one.slicer is slicer)
        place = "none is kept free: put it beside the parts, or switch it off" if several and not bed.tower else "none"
        if bed.tower and any(plate.tower for p in production.projects if p.slicer is slicer for plate in p.plates):
            left, low, right, high = map(decimal, bed.tower)
            place = f"from {left} to {right} mm across, {low} to {high} mm back"
        size = f"{decimal(bed.width)} × {decimal(bed.depth)} mm"
        rows.append(f"| {SLICERS[slicer]} | `{bed.name}`, {size} | {bed.extruders} | {place} |")
    return "\n".join(rows)


def towers(production: SolidProduction) -> dict[str, str]:
    """Return what is said of the tower on which filaments are changed, "" where no plate keeps a place free for it:
    "tower" for any slicer; "typed", for PrusaSlicer: its corner; "dragged", for the others."""
    free = {p.slicer: plate.tower for p in production.projects for plate in p.plates if plate.tower}
    at = " and *Y* ".join(map(decimal, _corner(free[Slicer.PRUSA]))) if Slicer.PRUSA in free else ""
    return {"tower": "free" if free else "", "typed": at, "dragged": "free" if Slicer.BAMBU in free else ""}


def filaments(production: SolidProduction) -> str:
    """Return a table of the filaments that each file needs, in Markdown; "" if each takes one after the other."""
    rows: dict[str, list[str]] = {}
    for path, job in jobs(production):
        if not job.relief:
            first, *others = (f"{markdown(name)} `{rgb}`" for name, rgb in job.filaments)
            said = ", ".join(f"{k} {spool}" for k, spool in enumerate(others, 2)) or "none"
            rows.setdefault(f"{first} | {said}", []).append(path.partition("/")[2])
    table = [f"| {', '.join(runs(files))} | {said} |" for said, files in rows.items()]
    return "\n".join(["| file | filament 1 | the others |", "|---|---|---|", *table]) if rows else ""


def changes(production: SolidProduction) -> str:
    """Return a table of the files in relief: where each changes its filament; "" if none does."""
    rows: dict[str, list[tuple[str, str]]] = {}  # what is said: of which files, and which of their plates
    for path, job in jobs(production):
        if not job.relief:
            continue
        plates: dict[str, list[str]] = {}
        for plate, change in zip(job.plates, job.changes, strict=True):
            first, *second = (f"{markdown(name)} `{rgb}`" for name, rgb in job.spools(change))
            then = f"{decimal(change.z)} mm | {change.layer} | {second[0]}" if change else "none | none | none"
            plates.setdefault(f"{first} | {then}", []).append(plate.name)
        for said, names in plates.items():
            several = f" ({', '.join(runs(names, quote=''))})" if len(plates) > 1 else ""
            rows.setdefault(said, []).append((path.partition("/")[2], several))
    head = "| file | first filament | change at | before layer | second filament |"
    table = [f"| {', '.join(_file_names(files))} | {said} |" for said, files in rows.items()]
    return "\n".join([head, "|---|---|---|---|---|", *table]) if rows else ""


def _file_names(files: Sequence[tuple[str, str]]) -> list[str]:
    """Return names of files for a cell of a table. files: each with which of its plates are meant, "" if all."""
    whole = runs(name for name, plates in files if not plates)
    return [*whole, *(f"`{name}`{plates}" for name, plates in files if plates)]


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
    objects = (_object(key, name, job.parts(name), text) for name, key in own.items())
    resources = chain((materials(job.set.palette),), *objects)
    said = model(f"{job.set.title} {plate.name}", job.description, extra, resources, items)
    more: list[Member] = [(PRUSA_CONFIG, (f"{DECLARATION}<config>{''.join(config)}</config>\n",))]
    if at:
        more.append((CHANGE, (_change(job, at),)))
    if plate.tower and len(job.filaments) > 1:
        more.append((TOWER, (_tower(plate.tower),)))
    return archive(said, picture, more)


def _change(job: Job, at: ColourChange) -> str:
    """Return the change of filament."""
    told = change_element("<code print_z=", at.top, job.spools(at)[1][1])
    return f"{DECLARATION}<custom_gcodes_per_print_z>{told}</custom_gcodes_per_print_z>\n"


def _corner(place: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return where a tower that fills a place, its brim with it, has its lower left corner."""
    left, low, _, _ = place
    return left + BRIM, low + BRIM


def _tower(place: tuple[float, float, float, float]) -> str:
    x, y = map(decimal, _corner(place))
    where = f'position_x="{x}" position_y="{y}"'
    return f'{DECLARATION}<wipe_tower_information bed_idx="0" {where} rotation_deg="0"/>\n'


def _object(key: int, name: str, parts: tuple[Part, ...], text: MeshText) -> Iterator[str]:
    """Yield an object: one mesh, in which its bodies stand one after the other."""
    attributes = f'id="{key}" type="model" name={quote(name)} pid="{MATERIALS}" pindex="0"'
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
        f'<plate><plate_info id="{k}"/>{change_element("<layer top_z=", at.top, job.spools(at)[1][1])}</plate>'
        for k, at in enumerate(job.changes, 1)
        if at
    ]
    return f"{DECLARATION}<custom_gcodes_per_layer>{''.join(plates)}</custom_gcodes_per_layer>\n"


def _body(key: int, part: Part, text: MeshText) -> str:
    colour = 0 if part.colour is None else 1 + part.colour
    attributes = f'id="{key}" type="model" name={quote(part.key)} pid="{MATERIALS}" pindex="{colour}"'
    vertices, triangles = text.vertices(part.key), text.triangles(part.key, 0)
    mesh = f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"
    return f"<object {attributes}>{mesh}</object>"


def _components(key: int, name: str, parts: tuple[Part, ...], body: Mapping[str, int]) -> str:
    rows = "".join(f'<component objectid="{body[part.key]}"/>' for part in parts)
    return f'<object id="{key}" type="model" name={quote(name)}><components>{rows}</components></object>'


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
