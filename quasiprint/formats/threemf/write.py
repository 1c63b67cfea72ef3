"""3MF in two flavours, because one file cannot serve both families of slicers.

PrusaSlicer wants one mesh for each object, its bodies as contiguous ranges of triangles that
``Metadata/Slic3r_PE_model.config`` names; without ``slic3rpe:Version3mf`` it tears the bodies of
a placed object apart. Bambu Studio and OrcaSlicer want a mesh for each body, objects made of
components, and ``Metadata/model_settings.config``, which also says what lies on which plate.

Filament 1 is the body's, filament 2 + c the palette's colour c, in both, so a printer needs one
filament more than the highest colour on its plate: a slicer set to fewer prints what is beyond
them with filament 1 and says nothing. The description in each file names its filaments. The core
specification's base materials carry the same colours for other programs; slicers pass over them.

``Application`` is ours. Bambu Studio and OrcaSlicer therefore say that they load geometry only:
names, parts and filaments arrive nevertheless, but a version that heeds no plates of a foreign
project leaves it to its *Arrange* to spread the pieces.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from quasiprint.model.bounded import Bounded
from quasiprint.model.piece import GameSet
from quasiprint.model.placement import Arrangement, Placement
from quasiprint.model.production import Artefact, SolidProduction
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Indexed, Mesh, Part, SolidPiece
from quasiprint.version import __version__

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRUSA = "http://schemas.slic3r.org/3mf/2017/06"
RELATION = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
IDENTITY = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
MATERIALS = 1  # the id of the base materials in each file
MAX_PLATES = 36  # of a Bambu or Orca project
PITCH = 1.2  # of the grid of plates, in beds
KEPT, WRITTEN = 50_000, 4_000_000  # of bodies that recur: triangles, and bytes of XML
DATE = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the earliest that ZIP can say

CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    '<Default Extension="config" ContentType="text/xml"/></Types>\n'
)
RELATIONSHIPS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{RELATION}"/></Relationships>\n'
)


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield a file for each plate for PrusaSlicer, then one for the set for Bambu and Orca; if there are more plates
    than one project can have, so for each so many plates."""
    text = _Text(production.meshes)
    pieces = {piece.id: piece for piece in production.pieces}
    groups = [production.plates[k : k + MAX_PLATES] for k in range(0, len(production.plates), MAX_PLATES)]
    for number, plates in enumerate(groups, 1):
        for plate in plates:
            yield Artefact(f"3mf/{plate.name}-prusa.3mf", _prusa(production, plate, pieces, text))
        suffix = f"-{number}" if len(groups) > 1 else ""
        content = _bambu(production, plates, pieces, text)
        yield Artefact(f"3mf/{production.set.game}-set{suffix}-bambu.3mf", content)


def extruder(part: Part) -> int:
    """Return the filament of a body, from 1."""
    return 1 if part.colour is None else 2 + part.colour


def filaments(game_set: GameSet) -> str:
    """Return a table of the filaments that a set needs, in Markdown: a row for each colour that is used."""
    faces = [thing.face for thing in game_set.things]
    used = sorted({mark.colour for face in faces for mark in face.marks if mark.colour is not None})
    rows = ["| extruder | filament |", "|---|---|", f"| 1 | body, `{game_set.palette.body}` |"]
    rows += [f"| {k + 2} | {game_set.palette.inks[k].name}, `{game_set.palette.inks[k].rgb}` |" for k in used]
    return "\n".join(rows)


class _Text:
    """The XML of meshes. That of a body that recurs is made once, and once more for each offset of its indices."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self._indexed: Bounded[str, Indexed] = Bounded(
            lambda key: meshes[key].indexed(), lambda made: len(made[1]), KEPT
        )
        self._vertices = Bounded(self._corners, len, WRITTEN)
        self._triangles = Bounded(self._facets, len, WRITTEN)

    def count(self, key: str) -> tuple[int, int]:
        """Return how many corners and triangles a body has."""
        vertices, triangles = self._indexed[key]
        return len(vertices), len(triangles)

    def vertices(self, key: str) -> str:
        """Return a body's corners, all six decimals of them."""
        return self._vertices[key]

    def _corners(self, key: str) -> str:
        rows = [f'<vertex x="{_number(x)}" y="{_number(y)}" z="{_number(z)}"/>' for x, y, z in self._indexed[key][0]]
        return "".join(rows)

    def triangles(self, key: str, offset: int, material: str = "") -> str:
        """Return a body's triangles, their corners counted from `offset`."""
        return self._triangles[key, offset, material]

    def _facets(self, asked: tuple[str, int, str]) -> str:
        key, offset, material = asked
        rows = [
            f'<triangle v1="{a + offset}" v2="{b + offset}" v3="{c + offset}"{material}/>'
            for a, b, c in self._indexed[key][1]
        ]
        return "".join(rows)


def _escaped(text: str) -> str:
    """Return text as XML. Named entities only: lib3mf refuses a file with a numbered one."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _quoted(text: str) -> str:
    """Return an XML attribute's value, quoted."""
    return f'"{_escaped(text)}"'


def _number(x: float) -> str:
    """Return a number on the grid of a nanometre, as short as it can be said."""
    text = f"{x:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _transform(placement: Placement, dx: float = 0.0, dy: float = 0.0) -> str:
    """Return where a piece lies, as 3MF writes a matrix: row by row, for row vectors."""
    turn = math.radians(placement.angle)
    # Twelve decimals: the last bits of a cosine differ from one machine's library to another's.
    c, s = round(math.cos(turn), 12) + 0.0, round(math.sin(turn), 12) + 0.0
    numbers = (f"{c:.12g}", f"{s:.12g}", "0", f"{0.0 - s:.12g}", f"{c:.12g}", "0", "0", "0", "1")
    return " ".join((*numbers, _number(placement.x + dx), _number(placement.y + dy), "0"))


def _materials(palette: Palette) -> str:
    bases = [("body", palette.body), *((ink.name, ink.rgb) for ink in palette.inks)]
    rows = "".join(f'<base name={_quoted(name)} displaycolor="{rgb.upper()}FF"/>' for name, rgb in bases)
    return f'<basematerials id="{MATERIALS}">{rows}</basematerials>'


def _filaments(palette: Palette, pieces: Iterable[SolidPiece]) -> str:
    """Return in words which filament prints what, for those that some pieces use."""
    colours = sorted({part.colour for piece in pieces for part in piece.parts if part.colour is not None})
    inks = [f"{2 + c} {palette.inks[c].name} {palette.inks[c].rgb}" for c in colours]
    return f"Filaments: {', '.join([f'1 body {palette.body}', *inks])}."


def _model(
    title: str, description: str, extra: tuple[str, str], resources: Iterable[str], items: Iterable[str]
) -> Iterator[str]:
    """Yield the model. extra: a namespace's declaration and the metadata that needs it."""
    namespace, metadata = extra
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<model unit="millimeter" xml:lang="en" xmlns="{CORE}"{namespace}>'
        f'<metadata name="Title">{_escaped(title)}</metadata>'
        f'<metadata name="Description">{_escaped(description)}</metadata>'
        f'<metadata name="Application">quasiprint {__version__}</metadata>{metadata}'
        "<resources>"
    )
    yield from resources
    yield "</resources><build>"
    yield from items
    yield "</build></model>\n"


def _archive(model: Iterable[str], config: str, text: Iterable[str]) -> bytes:
    """Return the 3MF package: the same bytes for the same contents."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, body in (
            ("[Content_Types].xml", (CONTENT_TYPES,)),
            ("_rels/.rels", (RELATIONSHIPS,)),
            ("3D/3dmodel.model", model),
            (f"Metadata/{config}", text),
        ):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            whole = bytearray()
            for part in body:
                whole += part.encode("utf-8")
            archive.writestr(entry, whole, compresslevel=4)
    return content.getvalue()


def _config_row(kind: str, key: str, value: object) -> str:
    attribute = f'type="{kind}" ' if kind else ""
    return f"<metadata {attribute}key={_quoted(key)} value={_quoted(str(value))}/>"


def _prusa(production: SolidProduction, plate: Arrangement, pieces: Mapping[str, SolidPiece], text: _Text) -> bytes:
    config, items = [], []
    copies = Counter(placement.item for placement in plate.placements)
    number: dict[str, int] = {}
    for placement in plate.placements:
        if placement.item not in number:
            number[placement.item] = MATERIALS + 1 + len(number)
            config.append(
                f'<object id="{number[placement.item]}" instances_count="{copies[placement.item]}">'
                + _config_row("object", "name", placement.item)
                + _config_row("object", "extruder", 1)
                + _volumes(pieces[placement.item], text)
                + "</object>"
            )
        items.append(f'<item objectid="{number[placement.item]}" transform="{_transform(placement)}"/>')
    extra = f' xmlns:slic3rpe="{PRUSA}"', '<metadata name="slic3rpe:Version3mf">1</metadata>'
    words = _filaments(production.set.palette, (pieces[name] for name in number))
    resources = _prusa_resources(production.set.palette, number, pieces, text)
    model = _model(f"{production.set.title} {plate.name}", words, extra, resources, items)
    settings = f'<?xml version="1.0" encoding="UTF-8"?>\n<config>{"".join(config)}</config>\n'
    return _archive(model, "Slic3r_PE_model.config", (settings,))


def _prusa_resources(
    palette: Palette, number: Mapping[str, int], pieces: Mapping[str, SolidPiece], text: _Text
) -> Iterator[str]:
    """Yield the materials, then the objects. number: of each piece that lies on the plate."""
    yield _materials(palette)
    for name, own in number.items():
        yield from _prusa_object(own, pieces[name], text)


def _prusa_object(number: int, piece: SolidPiece, text: _Text) -> Iterator[str]:
    """Yield an object: one mesh, in which its bodies stand one after the other."""
    attributes = f'id="{number}" type="model" name={_quoted(piece.id)} pid="{MATERIALS}" pindex="0"'
    yield f"<object {attributes}><mesh><vertices>"
    for part in piece.parts:
        yield text.vertices(part.key)
    yield "</vertices><triangles>"
    corner = 0
    for part in piece.parts:
        material = f' pid="{MATERIALS}" p1="{1 + part.colour}"' if part.colour is not None else ""
        yield text.triangles(part.key, corner, material)
        corner += text.count(part.key)[0]
    yield "</triangles></mesh></object>"


def _volumes(piece: SolidPiece, text: _Text) -> str:
    """Return the ranges of triangles that are an object's bodies."""
    volumes = []
    first = 0
    for part in piece.parts:
        _, count = text.count(part.key)
        volumes.append(
            f'<volume firstid="{first}" lastid="{first + count - 1}">'
            + _config_row("volume", "name", part.key)
            + _config_row("volume", "volume_type", "ModelPart")
            + _config_row("volume", "matrix", IDENTITY)
            + _config_row("volume", "extruder", extruder(part))
            + "</volume>"
        )
        first += count
    return "".join(volumes)


def _bambu(
    production: SolidProduction, plates: tuple[Arrangement, ...], pieces: Mapping[str, SolidPiece], text: _Text
) -> bytes:
    """Return a project. Copies are objects of their own, not instances: of a foreign project's
    instances those slicers make objects without filaments, and a plate lists an object once."""
    used = list(dict.fromkeys(placement.item for plate in plates for placement in plate.placements))
    parts = {part.key: part for name in used for part in pieces[name].parts}
    body = {key: MATERIALS + 1 + k for k, key in enumerate(parts)}
    columns = math.ceil(math.sqrt(len(plates)))
    items, components, objects, on_plates = [], [], [], []
    number = MATERIALS + len(parts)
    for k, plate in enumerate(plates):
        dx = (k % columns) * PITCH * production.bed.width
        dy = -(k // columns) * PITCH * production.bed.depth
        members = []
        for placement in plate.placements:
            number += 1
            components.append(_components(number, pieces[placement.item], body))
            objects.append(_bambu_object(number, pieces[placement.item], body))
            items.append(f'<item objectid="{number}" transform="{_transform(placement, dx, dy)}"/>')
            member = _config_row("", "object_id", number) + _config_row("", "instance_id", 0)
            members.append(f"<model_instance>{member}</model_instance>")
        head = _config_row("", "plater_id", k + 1) + _config_row("", "plater_name", plate.name)
        on_plates.append(f"<plate>{head}{_config_row('', 'locked', 'false')}{''.join(members)}</plate>")
    words = _filaments(production.set.palette, (pieces[name] for name in used))
    bodies = (_body(body[key], part, text) for key, part in parts.items())
    resources = chain((_materials(production.set.palette),), bodies, components)
    model = _model(production.set.title, words, ("", ""), resources, items)
    config = chain(('<?xml version="1.0" encoding="UTF-8"?>\n<config>',), objects, on_plates, ("</config>\n",))
    return _archive(model, "model_settings.config", config)


def _body(number: int, part: Part, text: _Text) -> str:
    colour = 0 if part.colour is None else 1 + part.colour
    attributes = f'id="{number}" type="model" name={_quoted(part.key)} pid="{MATERIALS}" pindex="{colour}"'
    vertices, triangles = text.vertices(part.key), text.triangles(part.key, 0)
    mesh = f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"
    return f"<object {attributes}>{mesh}</object>"


def _components(number: int, piece: SolidPiece, body: Mapping[str, int]) -> str:
    rows = "".join(f'<component objectid="{body[part.key]}"/>' for part in piece.parts)
    attributes = f'id="{number}" type="model" name={_quoted(piece.id)}'
    return f"<object {attributes}><components>{rows}</components></object>"


def _bambu_object(number: int, piece: SolidPiece, body: Mapping[str, int]) -> str:
    parts = "".join(
        f'<part id="{body[part.key]}" subtype="normal_part">'
        + _config_row("", "name", part.key)
        + _config_row("", "matrix", IDENTITY)
        + _config_row("", "extruder", extruder(part))
        + "</part>"
        for part in piece.parts
    )
    head = _config_row("", "name", piece.id) + _config_row("", "extruder", 1)
    return f'<object id="{number}">{head}{parts}</object>'
