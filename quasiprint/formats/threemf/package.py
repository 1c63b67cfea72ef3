"""3MF packages: the same bytes for the same members. Their XML, and what a file prints in which filaments: those that
it uses, counted from 1 without a gap.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from itertools import chain

from quasiprint.model.bounded import Bounded
from quasiprint.model.face import decimal
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import Bed, Palette
from quasiprint.model.solid import ColourChange, Mesh, Part, SolidPiece, Vertex, colour_change, spools
from quasiprint.model.texts import xml
from quasiprint.version import __version__

MODEL, THUMBNAIL = "3D/3dmodel.model", "Metadata/thumbnail.png"
DATE = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the earliest that ZIP can say

HEAD = {"[Content_Types].xml": "content_types.xml", "_rels/.rels": "relationships.xml"}  # files beside this module
Member = tuple[str, Iterable[str] | bytes]  # its name, and its text or its bytes
CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
IDENTITY = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
MATERIALS = 1  # the id of the base materials in each file
VERTEX = '<vertex x="%s" y="%s" z="%s"/>'
KEPT, WRITTEN = 100_000, 4_000_000  # of bodies that recur: triangles, and bytes of XML


def archive(model: Iterable[str], thumbnail: bytes, more: Sequence[Member]) -> bytes:
    """Return a package. more: what slicers read besides the model."""
    content = io.BytesIO()
    beside = resources.files("quasiprint.formats.threemf")
    head = ((name, (beside / file).read_bytes()) for name, file in HEAD.items())
    every: tuple[Member, ...] = (*head, (MODEL, model), (THUMBNAIL, thumbnail), *more)
    with zipfile.ZipFile(content, "w") as package:
        for name, body in every:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            package.writestr(entry, _whole(body), compresslevel=4)
    return content.getvalue()


def _whole(body: Iterable[str] | bytes) -> bytes | bytearray:
    if isinstance(body, bytes):
        return body
    whole = bytearray()
    for part in body:
        whole += part.encode("utf-8")
    return whole


class MeshText:
    """The XML of meshes. That of a body that recurs is made once, and once more for each offset of its indices."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self._numbered: Bounded[str, tuple[list[Vertex], list[int]]] = Bounded(
            lambda key: meshes[key].numbered(), lambda made: len(made[1]) // 3, KEPT
        )
        self._vertices = Bounded(self._corners, len, WRITTEN)
        self._triangles = Bounded(self._facets, len, WRITTEN)

    def count(self, key: str) -> tuple[int, int]:
        """Return how many corners and triangles a body has."""
        vertices, triangles = self._numbered[key]
        return len(vertices), len(triangles) // 3

    def vertices(self, key: str) -> str:
        """Return a body's corners, all six decimals of them."""
        return self._vertices[key]

    def _corners(self, key: str) -> str:
        vertices, _ = self._numbered[key]
        lengths = list(chain.from_iterable(vertices))
        text = {length: decimal(length) for length in set(lengths)}
        return VERTEX * len(vertices) % tuple(map(text.__getitem__, lengths))

    def triangles(self, key: str, offset: int, material: str = "") -> str:
        """Return a body's triangles, their corners counted from `offset`."""
        return self._triangles[key, offset, material]

    def _facets(self, asked: tuple[str, int, str]) -> str:
        key, offset, material = asked
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
    """Return what settings say of an object: its name, its own filament, how high its layers are (mm)."""
    return row(kind, "name", name) + row(kind, "extruder", 1) + row(kind, "layer_height", decimal(layer))


def change_element(begun: str, top: float, rgb: str) -> str:
    """Return a change of filament before the layer with this top, mm. begun: the element up to its value. Type 0 is a
    change of colour."""
    rest = f'type="0" extruder="1" color="{rgb}" extra="" gcode="M600"/><mode value="SingleExtruder"/>'
    return f'{begun}"{decimal(top)}" {rest}'


@dataclass(frozen=True)
class Job:
    """Plates in one file. pieces: by id. relief: whether each piece is one body, in one filament that may be changed at
    a height; else it has all its bodies, each in its filament."""

    set: GameSet
    bed: Bed
    relief: bool
    plates: tuple[Arrangement, ...]
    pieces: Mapping[str, SolidPiece]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the pieces that are printed, in the order in which they first lie there."""
        return tuple(dict.fromkeys(placement.item for plate in self.plates for placement in plate.placements))

    def parts(self, name: str) -> tuple[Part, ...]:
        """Return the bodies of a piece that are printed."""
        return self.pieces[name].bodies_for(self.relief)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The palette's colours that have a filament of their own: the first of them has filament 2."""
        parts = (part for name in self.names for part in self.parts(name))
        return tuple(sorted({part.colour for part in parts if part.colour is not None}))

    def filament(self, part: Part) -> int:
        """Return the filament of a body, from 1."""
        return 1 if part.colour is None else 2 + self.colours.index(part.colour)

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

    def spools(self, change: ColourChange | None) -> tuple[tuple[str, str], ...]:
        """Return the name and colour of the filament that a plate begins with, and of that to which it changes."""
        return spools(self.set.palette, change)

    @property
    def filaments(self) -> tuple[tuple[str, str], ...]:
        """The name and colour of each filament that no change brings, the first first."""
        palette = self.set.palette
        inks = ((palette.inks[colour].name, palette.inks[colour].rgb) for colour in self.colours)
        return (("body", palette.body), *inks)

    @property
    def description(self) -> str:
        """What prints what, in words."""
        if not self.relief:
            spools = (f"{number} {name} {rgb}" for number, (name, rgb) in enumerate(self.filaments, 1))
            return f"Filaments: {', '.join(spools)}."
        kinds: dict[ColourChange | None, list[str]] = {}
        for plate, change in zip(self.plates, self.changes, strict=True):
            kinds.setdefault(change, []).append(plate.name)
        said = []
        for change, plates in kinds.items():
            where = f"{', '.join(plates)}: " if len(kinds) > 1 else ""
            first, *second = (f"{name} {rgb}" for name, rgb in self.spools(change))
            then = f", from layer {change.layer} ({change.z:g} mm) on {second[0]}" if change else ""
            said.append(f"{where}{first}{then}")
        return f"Filament: {'; '.join(said)}."
