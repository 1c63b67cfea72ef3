"""The XML of 3MF: meshes, numbers, matrices, the model's head."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from quasiprint.model.bounded import Bounded
from quasiprint.model.escaping import xml
from quasiprint.model.placement import Placement
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Indexed, Mesh
from quasiprint.version import __version__

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
IDENTITY = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
MATERIALS = 1  # the id of the base materials in each file
KEPT, WRITTEN = 50_000, 4_000_000  # of bodies that recur: triangles, and bytes of XML


class MeshText:
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
        rows = [f'<vertex x="{number(x)}" y="{number(y)}" z="{number(z)}"/>' for x, y, z in self._indexed[key][0]]
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


def quoted(text: str) -> str:
    """Return an XML attribute's value, quoted."""
    return f'"{xml(text)}"'


def number(x: float) -> str:
    """Return a number on the grid of a nanometre, as short as it can be said."""
    text = f"{x:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def transform(placement: Placement, dx: float = 0.0, dy: float = 0.0) -> str:
    """Return where a piece lies, as 3MF writes a matrix: row by row, for row vectors."""
    turn = math.radians(placement.angle)
    # Twelve decimals: the last bits of a cosine differ from one machine's library to another's.
    c, s = round(math.cos(turn), 12) + 0.0, round(math.sin(turn), 12) + 0.0
    numbers = (f"{c:.12g}", f"{s:.12g}", "0", f"{0.0 - s:.12g}", f"{c:.12g}", "0", "0", "0", "1")
    return " ".join((*numbers, number(placement.x + dx), number(placement.y + dy), "0"))


def materials(palette: Palette) -> str:
    """Return the core specification's base materials: the body's colour, then the palette's."""
    bases = [("body", palette.body), *((ink.name, ink.rgb) for ink in palette.inks)]
    rows = "".join(f'<base name={quoted(name)} displaycolor="{rgb.upper()}FF"/>' for name, rgb in bases)
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
    return f"<metadata {attribute}key={quoted(key)} value={quoted(str(value))}/>"


def heading(kind: str, name: str, layer: float) -> str:
    """Return what settings say of an object: its name, its own filament, how high its layers are (mm)."""
    return row(kind, "name", name) + row(kind, "extruder", 1) + row(kind, "layer_height", number(layer))


def change(begun: str, top: float, rgb: str) -> str:
    """Return a change of filament before the layer with this top, mm. begun: the element up to its value. Type 0 is a
    change of colour."""
    rest = f'type="0" extruder="1" color="{rgb}" extra="" gcode="M600"/><mode value="SingleExtruder"/>'
    return f'{begun}"{number(top)}" {rest}'
