"""3MF in two flavours, because one file cannot serve both families of slicers: see `prusa` and `bambu`.

PrusaSlicer wants a file for each plate, and in it one mesh for each object, its bodies as contiguous ranges of
triangles that ``Metadata/Slic3r_PE_model.config`` names; without ``slic3rpe:Version3mf`` it tears the bodies of a
placed object apart. Settings of a whole print (``Slic3r_PE.config``) are left out: they would take the place of the
maker's own printer and filaments. The layer height is given for each object, the tower's place, a change of filament
and a pause in files of their own.

The others want a project of many plates, a mesh for each body, objects made of components, and
``Metadata/model_settings.config``, which also says what lies on which plate. Settings of a project
(``project_settings.config``) are left out: of a project that is not their own they are not read, or, where some are
missing, the whole file is refused.

Filament 1 is the body's. A colour has one filament in all files of a design, see `filament_numbers`: who prints a lost
tile leaves the spools where they are. The description in each file names those that it needs. The core specification's
base materials carry all the palette's colours for other programs; slicers pass over them.

``Application`` is ours. Bambu Studio and OrcaSlicer therefore say that they load geometry only: names, parts and
filaments arrive nevertheless, but a version that heeds no plates of a foreign project leaves it to its *Arrange* to
spread the pieces, and Bambu Studio takes no change of filament from it.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import resources
from itertools import chain

from quasiprint.documents.pictures import as_svg
from quasiprint.documents.pictures import path as path_of
from quasiprint.drawing.face_shapes import front, paint_svg, rectangle
from quasiprint.drawing.palettes import contrast, outline_of
from quasiprint.model.bounded import Bounded, cache_by_weight
from quasiprint.model.face import decimal
from quasiprint.model.page import Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Artefact, Placement, Project, SolidProduction
from quasiprint.model.profile import Bed, Palette, Slicer
from quasiprint.model.solid import ColourChange, Mesh, Part, SolidPiece, Vertex, colour_change, filament_numbers, spools
from quasiprint.model.texts import markdown, runs, xml
from quasiprint.version import __version__

MODEL, THUMBNAIL = "3D/3dmodel.model", "Metadata/thumbnail.png"
DATE = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the earliest that ZIP can say

HEAD = {
    "[Content_Types].xml": "threemf-content-types.xml",
    "_rels/.rels": "threemf-relationships.xml",
}  # of this folder
Member = tuple[str, Iterable[str] | bytes]  # its name, and its text or its bytes
CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
IDENTITY = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
MAGNETS = "Lay in the magnets, all with the same pole up"  # what printers show meanwhile
MATERIALS = 1  # the id of the base materials in each file
VERTEX = '<vertex x="%s" y="%s" z="%s"/>'
KEPT, WRITTEN = 100_000, 4_000_000  # of bodies that recur: triangles, and bytes of XML


def archive(model: Iterable[str], thumbnail: bytes, more: Sequence[Member]) -> bytes:
    """Return a package. more: what slicers read besides the model."""
    content = io.BytesIO()
    beside = resources.files("quasiprint.formats")
    head = ((name, (beside / file).read_bytes()) for name, file in HEAD.items())
    members: tuple[Member, ...] = (*head, (MODEL, model), (THUMBNAIL, thumbnail), *more)
    with zipfile.ZipFile(content, "w") as package:
        for name, body in members:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            package.writestr(entry, body if isinstance(body, bytes) else "".join(body).encode(), compresslevel=4)
    return content.getvalue()


class MeshText:
    """The XML of meshes. That of a body that recurs is made once, and once more for each offset of its indices."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self._numbered: Bounded[str, tuple[list[Vertex], list[int]]] = Bounded(
            lambda key: meshes[key].numbered(), lambda made: len(made[1]) // 3, KEPT
        )
        self.vertices = cache_by_weight(len, WRITTEN)(self._vertices)
        self.triangles = cache_by_weight(len, WRITTEN)(self._triangles)

    def count(self, key: str) -> tuple[int, int]:
        """Return how many corners and triangles a body has."""
        vertices, triangles = self._numbered[key]
        return len(vertices), len(triangles) // 3

    def _vertices(self, key: str) -> str:
        """Return a body's corners, all six decimals of them."""
        vertices, _ = self._numbered[key]
        lengths = list(chain.from_iterable(vertices))
        text = {length: decimal(length) for length in set(lengths)}
        return VERTEX * len(vertices) % tuple(map(text.__getitem__, lengths))

    def _triangles(self, key: str, offset: int, material: str) -> str:
        """Return a body's triangles, their corners counted from `offset`."""
        _, triangles = self._numbered[key]
        row = f'<triangle v1="%d" v2="%d" v3="%d"{material}/>'
        return row * (len(triangles) // 3) % tuple([number + offset for number in triangles])


def quote(text: str) -> str:
    """Return an XML attribute's value, quote."""
    return f'"{xml(text)}"'


def transform(placement: Placement, dx: float = 0.0, dy: float = 0.0) -> str:
    """Return where a piece lies, as 3MF writes a matrix: row by row, for row vectors."""
    c, s = placement.turn
    numbers = (f"{c:.12g}", f"{s:.12g}", "0", f"{0.0 - s:.12g}", f"{c:.12g}", "0", "0", "0", "1")
    return " ".join((*numbers, decimal(placement.x + dx), decimal(placement.y + dy), "0"))


def materials(palette: Palette) -> str:
    """Return the core specification's base materials: the body's colour, then the palette's."""
    bases = [("body", palette.body), *((ink.name, ink.rgb) for ink in palette.inks)]
    rows = "".join(f'<base name={quote(name)} displaycolor="{rgb.upper()}FF"/>' for name, rgb in bases)
    return f'<basematerials id="{MATERIALS}">{rows}</basematerials>'


def model(
    title: str, description: str, extra: tuple[str, str], resources: Iterable[str], items: Iterable[str]
) -> Iterator[str]:
    """Yield the model. extra: a namespace's declaration and the metadata that needs it."""
    namespace, metadata = extra
    yield (
        f'{DECLARATION}<model unit="millimeter" xml:lang="en" xmlns="{CORE}"{namespace}>'
        f'<metadata name="Title">{xml(title)}</metadata>'
        f'<metadata name="Description">{xml(description)}</metadata>'
        f'<metadata name="Application">quasiprint {__version__}</metadata>{metadata}'
        "<resources>"
    )
    yield from resources
    yield "</resources><build>"
    yield from items
    yield "</build></model>\n"


def row(kind: str, key: str, value: object) -> str:
    """Return a setting. kind: of what, where the slicer asks for that."""
    attribute = f'type="{kind}" ' if kind else ""
    return f"<metadata {attribute}key={quote(key)} value={quote(str(value))}/>"


def heading(kind: str, name: str, layer: float) -> str:
    """Return the settings of an object: its name, its filament, its layer height (mm)."""
    return row(kind, "name", name) + row(kind, "extruder", 1) + row(kind, "layer_height", decimal(layer))


@dataclass(frozen=True)
class Job:
    """Plates in one file. pieces: by id. relief: whether each piece is one body, in one filament that may be changed at
    a height; else it has all its bodies, each in its filament. single: whether it is a file of one plate, for as many
    filaments as the printer has, and no project of many."""

    set: GameSet
    bed: Bed
    relief: bool
    plates: tuple[Arrangement, ...]
    pieces: Mapping[str, SolidPiece]
    single: bool

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the pieces that are printed, in the order in which they first lie there."""
        return tuple(dict.fromkeys(placement.item for plate in self.plates for placement in plate.placements))

    def parts(self, name: str) -> tuple[Part, ...]:
        """Return the bodies of a piece that are printed."""
        return self.pieces[name].bodies_for(self.relief)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The filament of each of the palette's colours that has one of its own, from 2."""
        parts = (part for name in self.names for part in self.parts(name))
        colours = {part.colour for part in parts if part.colour is not None}
        return filament_numbers(self.set.complete, colours, self.bed.extruders if self.single else None)

    def filament(self, part: Part) -> int:
        """Return the filament of a body, from 1."""
        return 1 if part.colour is None else self.numbers[part.colour]

    @cached_property
    def changes(self) -> tuple[ColourChange | None, ...]:
        """For each plate, where its filament is changed, None if it is not."""
        if not self.relief:
            return (None,) * len(self.plates)
        height = self.set.measures.machine.layer
        return tuple(
            colour_change((self.pieces[name] for name in dict.fromkeys(p.item for p in plate.placements)), height)
            for plate in self.plates
        )

    def stops(self, begun: str, number: int) -> str:
        """Return where the printer stops on a plate, as both kinds of slicers have it; "" where it does not: for
        magnets a pause, of type 1, for another filament a change of colour, of type 0, each before the layer with that
        top. begun: an element up to it."""
        height, change, stops = self.set.measures.machine.layer, self.changes[number], list[tuple[float, str]]()
        if z := max((self.pieces[lies.item].pause for lies in self.plates[number].placements), default=0.0):
            stops.append((z + height, f'type="1" extruder="1" color="" extra="{MAGNETS}" gcode="M601"'))
        if change:
            rgb = spools(self.set.palette, change)[1][1]
            stops.append((change.top, f'type="0" extruder="1" color="{rgb}" extra="" gcode="M600"'))
        mode = "MultiExtruder" if self.numbers else "SingleExtruder"
        elements = "".join(f'{begun}"{decimal(top)}" {rest}/>' for top, rest in sorted(stops))
        return elements and f'{elements}<mode value="{mode}"/>'

    @property
    def filaments(self) -> tuple[tuple[int, str, str], ...]:
        """The number, name and colour of each filament that no change brings, the first first."""
        palette = self.set.palette
        numbered = sorted((number, colour) for colour, number in self.numbers.items())
        inks = ((number, palette.inks[colour].name, palette.inks[colour].rgb) for number, colour in numbered)
        return ((1, "body", palette.body), *inks)

    @property
    def description(self) -> str:
        """What prints what, in words."""
        if not self.relief:
            return f"Filaments: {', '.join(f'{number} {name} {rgb}' for number, name, rgb in self.filaments)}."
        kinds: dict[ColourChange | None, list[str]] = {}
        for plate, change in zip(self.plates, self.changes, strict=True):
            kinds.setdefault(change, []).append(plate.name)
        texts = []
        for change, plates in kinds.items():
            where = f"{', '.join(plates)}: " if len(kinds) > 1 else ""
            first, *second = (f"{name} {rgb}" for name, rgb in spools(self.set.palette, change))
            then = f", from layer {change.layer} ({change.z:g} mm) on {second[0]}" if change else ""
            texts.append(f"{where}{first}{then}")
        return f"Filament: {'; '.join(texts)}."


SLICERS = {Slicer.PRUSA: "PrusaSlicer", Slicer.BAMBU: "Bambu Studio, OrcaSlicer"}
PRUSA = "http://schemas.slic3r.org/3mf/2017/06"
PRUSA_CONFIG = "Metadata/Slic3r_PE_model.config"
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
BRIM = 3.0  # mm: the widest around a tower in the profiles of PrusaSlicer; its place is given without it
BAMBU_CONFIG = "Metadata/model_settings.config"
CHANGES = "Metadata/custom_gcode_per_layer.xml"
MAX_PLATES = 36  # of a project
SIDE = 256  # dots of the picture of a plate
BEDS, BESIDE = ("#5E666E", "#C9CED3"), "#FFFFFF"
PITCH = 1.2  # of the grid of plates, in beds


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield a file for each plate of a project for PrusaSlicer, and a file for each project for Bambu Studio and
    OrcaSlicer; a project with more plates than such a file can have is split."""
    text = MeshText(production.meshes)
    painted: dict[str, bytes] = {}  # by what is drawn: a plate may stand in several files
    for path, job in jobs(production):
        drawn = [plate_picture(job, *plate) for plate in zip(job.plates, job.changes, strict=True)]
        if new := [svg for svg in dict.fromkeys(drawn) if svg not in painted]:
            painted |= zip(new, paint_svg([(svg, SIDE, SIDE) for svg in new], BESIDE), strict=True)
        pictures = [painted[svg] for svg in drawn]
        if path.endswith("-prusa.3mf"):
            yield Artefact(path, prusa(job, pictures[0], text))
        else:
            yield Artefact(path, bambu(job, pictures, text))


def plate_picture(job: Job, lies: Arrangement, change: ColourChange | None) -> str:
    """Return a plate from above as SVG, as file managers and slicers show its picture: each face in its colours, or in
    that of the second filament, where what is raised or sunk is printed in one."""
    body, used = job.set.palette.body, spools(job.set.palette, change)
    ink = (used[1][1] if len(used) > 1 else outline_of(body, body)) if job.relief else None
    there = {placement.item for placement in lies.placements}
    faces = {item.id: front(item.face, job.set.palette, 0.0) for item in job.set.items if item.id in there}
    if ink:
        faces = {name: (below, *(replace(shape, fill=ink) for shape in on)) for name, (below, *on) in faces.items()}
    side = max(job.bed.width, job.bed.depth)
    left, low = (side - job.bed.width) / 2, (side - job.bed.depth) / 2
    bed = max(BEDS, key=lambda colour: contrast(colour, body))
    names = {faces[at.item]: f"f{k}" for k, at in enumerate(lies.placements)}  # each drawn once, and used where it lies
    drawn = [path_of(Shape((rectangle(left, low, job.bed.width, job.bed.depth),), bed), side)]
    drawn += ["<defs>", *(f'<g id="{name}">{_paths(face)}</g>' for face, name in names.items()), "</defs>"]
    drawn += [
        f'<use href="#{names[faces[at.item]]}" transform="translate({decimal(left + at.x, 4)} '
        f'{decimal(side - low - at.y, 4)}) rotate({decimal(-at.angle, 4)})"/>'
        for at in lies.placements
    ]
    return as_svg(side, side, drawn)


@lru_cache(maxsize=1024)  # a face is seen on a plate for each slicer
def _paths(shapes: Sequence[Shape]) -> str:
    """Return shapes about their origin, y down."""
    return "".join(path_of(shape, 0.0) for shape in shapes)


def jobs(production: SolidProduction) -> Iterator[tuple[str, Job]]:
    """Yield each file's path and its job."""
    pieces = {piece.id: piece for piece in production.pieces}

    def job(project: Project, plates: Iterable[int]) -> Job:
        chosen = tuple(project.plates[k] for k in plates)
        return Job(production.set, project.bed, project.relief, chosen, pieces, project.slicer is Slicer.PRUSA)

    for project in production.projects:
        numbers = range(len(project.plates))
        if project.slicer is Slicer.PRUSA:
            yield from ((f"3mf/{project.plates[k].name}-prusa.3mf", job(project, (k,))) for k in numbers)
            continue
        stem = f"3mf/{production.set.game}-{'relief' if project.relief else 'set'}"
        groups = [numbers[k : k + MAX_PLATES] for k in range(0, len(numbers), MAX_PLATES)]
        for count, group in enumerate(groups, 1):
            suffix = f"-{count}" if len(groups) > 1 else ""
            yield f"{stem}{suffix}-bambu.3mf", job(project, group)


def fields(production: SolidProduction) -> Mapping[str, str]:
    """Return for which beds plates are laid out, which filament prints what, and where it is changed."""
    found = {"beds": beds(production), "filaments": filaments(production), "changes": changes(production)}
    return found | towers(production)


def beds(production: SolidProduction) -> str:
    """Return a table of the beds for which plates are laid out, in Markdown."""
    rows = ["| slicer | bed | filaments | the tower's place |", "|---|---|---|---|"]
    inlaid = any(part.colour is not None for solid_piece in production.pieces for part in solid_piece.parts)
    for slicer, bed in {project.slicer: project.bed for project in production.projects}.items():
        several = inlaid and any(not each.relief for each in production.projects if each.slicer is slicer)
        place = "none is kept free: put it beside the parts, or switch it off" if several and not bed.tower else "none"
        if bed.tower and any(plate.tower for p in production.projects if p.slicer is slicer for plate in p.plates):
            left, low, right, high = map(decimal, bed.tower)
            place = f"from {left} to {right} mm across, {low} to {high} mm back"
        size = f"{decimal(bed.width)} × {decimal(bed.depth)} mm"
        rows.append(f"| {SLICERS[slicer]} | `{bed.name}`, {size} | {bed.extruders} | {place} |")
    return "\n".join(rows)


def towers(production: SolidProduction) -> dict[str, str]:
    """Return template fields about the purge tower, "" where no plate keeps a place free for it: "tower" for any
    slicer; "typed": its corner, for PrusaSlicer; "dragged", for the others."""
    free = {p.slicer: plate.tower for p in production.projects for plate in p.plates if plate.tower}
    at = " and *Y* ".join(map(decimal, _corner(free[Slicer.PRUSA]))) if Slicer.PRUSA in free else ""
    return {"tower": "free" if free else "", "typed": at, "dragged": "free" if Slicer.BAMBU in free else ""}


def filaments(production: SolidProduction) -> str:
    """Return a table of the filaments that each file needs, in Markdown; "" if each takes one after the other."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for path, job in jobs(production):
        if not job.relief:
            first, *others = ((number, f"{markdown(name)} `{rgb}`") for number, name, rgb in job.filaments)
            listed = ", ".join(f"{number} {spool}" for number, spool in others) or "none"
            rows.setdefault(f"{first[1]} | {listed}", []).append((path.partition("/")[2], ""))
    return _table("| file | filament 1 | the others |", rows)


def changes(production: SolidProduction) -> str:
    """Return a table of the files in relief: where each changes its filament; "" if none does."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for path, job in jobs(production):
        if not job.relief:
            continue
        plates: dict[str, list[str]] = {}
        for plate, change in zip(job.plates, job.changes, strict=True):
            first, *second = (f"{markdown(name)} `{rgb}`" for name, rgb in spools(job.set.palette, change))
            then = f"{decimal(change.z)} mm | {change.layer} | {second[0]}" if change else "none | none | none"
            plates.setdefault(f"{first} | {then}", []).append(plate.name)
        for cells, names in plates.items():
            several = f" ({', '.join(runs(names, quote=''))})" if len(plates) > 1 else ""
            rows.setdefault(cells, []).append((path.partition("/")[2], several))
    return _table("| file | first filament | change at | before layer | second filament |", rows)


def _table(head: str, rows: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """Return a table in Markdown, "" without rows. rows: by cells, the files of which they hold, each with which of its
    plates are meant, "" if all."""
    lines = [head, "|" + "---|" * (head.count("|") - 1)]
    for cells, files in rows.items():
        parts = [f"`{name}`{plates}" for name, plates in files if plates]
        lines.append(f"| {', '.join([*runs(name for name, plates in files if not plates), *parts])} | {cells} |")
    return "\n".join(lines) if rows else ""


def prusa(job: Job, picture: bytes, text: MeshText) -> bytes:
    """Return the file of a job that has one plate."""
    (plate,) = job.plates
    copies = Counter(placement.item for placement in plate.placements)
    ids = {name: MATERIALS + 1 + k for k, name in enumerate(job.names)}
    config = [
        f'<object id="{ids[name]}" instances_count="{copies[name]}">'
        + heading("object", name, job.set.measures.machine.layer)
        + _volumes(job, job.parts(name), text)
        + "</object>"
        for name in job.names
    ]
    items = (f'<item objectid="{ids[p.item]}" transform="{transform(p)}"/>' for p in plate.placements)
    extra = f' xmlns:slic3rpe="{PRUSA}"', '<metadata name="slic3rpe:Version3mf">1</metadata>'
    objects = (_object(key, name, job.parts(name), text) for name, key in ids.items())
    resources = chain((materials(job.set.palette),), *objects)
    written = model(f"{job.set.title} {plate.name}", job.description, extra, resources, items)
    more: list[Member] = [(PRUSA_CONFIG, (f"{DECLARATION}<config>{''.join(config)}</config>\n",))]
    if stops := job.stops("<code print_z=", 0):
        more.append((CHANGE, (f"{DECLARATION}<custom_gcodes_per_print_z>{stops}</custom_gcodes_per_print_z>\n",)))
    if plate.tower and len(job.filaments) > 1:
        x, y = map(decimal, _corner(plate.tower))
        place = f'position_x="{x}" position_y="{y}" rotation_deg="0"'
        more.append((TOWER, (f'{DECLARATION}<wipe_tower_information bed_idx="0" {place}/>\n',)))
    return archive(written, picture, more)


def _corner(place: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the lower left corner of a tower that fills a place with its brim."""
    left, low, _, _ = place
    return left + BRIM, low + BRIM


def _object(key: int, name: str, parts: tuple[Part, ...], text: MeshText, base: int = 0) -> Iterator[str]:
    """Yield an object: one mesh with the triangles of its bodies in turn. base: its material; bodies in another
    say so."""
    attributes = f'id="{key}" type="model" name={quote(name)} pid="{MATERIALS}" pindex="{base}"'
    yield f"<object {attributes}><mesh><vertices>"
    for part in parts:
        yield text.vertices(part.key)
    yield "</vertices><triangles>"
    corner = 0
    for part in parts:
        colour = 0 if part.colour is None else 1 + part.colour
        material = f' pid="{MATERIALS}" p1="{colour}"' if colour != base else ""
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
    colours = {key: 0 if part.colour is None else 1 + part.colour for key, part in parts.items()}
    bodies = (_object(body[key], key, (part,), text, colours[key]) for key, part in parts.items())
    resources = chain((materials(job.set.palette),), *bodies, components)
    title = f"{job.set.title}, one filament at a time" if job.relief else job.set.title
    written = model(title, job.description, ("", ""), resources, items)
    more: list[Member] = [(_picture(k), picture) for k, picture in enumerate(pictures)]
    more.append((BAMBU_CONFIG, chain((f"{DECLARATION}<config>",), objects, on_plates, ("</config>\n",))))
    stops = [(k, job.stops("<layer top_z=", k)) for k in range(len(job.plates))]
    if stop_codes := "".join(f'<plate><plate_info id="{k + 1}"/>{stop}</plate>' for k, stop in stops if stop):
        more.append((CHANGES, (f"{DECLARATION}<custom_gcodes_per_layer>{stop_codes}</custom_gcodes_per_layer>\n",)))
    return archive(written, pictures[0], more)


def _picture(plate: int) -> str:
    return f"Metadata/plate_{plate + 1}.png"


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
