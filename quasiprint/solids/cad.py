"""The same solids once more, built with CadQuery's workplanes: for whoever designs on, and to check what is written.

Nothing that is built here comes from meshes: a body is drawn on workplanes from its own description, extruded, cut and
joined by CadQuery's kernel. Only which corners stand on a circle is shared with what writes STEP.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from quasiprint.drawing.rings import Arc, GridPoint, arcs_of, on_grid, to_mm
from quasiprint.errors import InputError, Unavailable, unknown
from quasiprint.model.face import Region, Ring, snap
from quasiprint.model.profile import Palette, channels
from quasiprint.model.solid import Facet, Part, Solid, SolidPiece, Vertex

if TYPE_CHECKING:
    import cadquery


INSTALL = 'pip install "quasiprint[cadquery]", and on Linux apt install libgl1'
FUZZ = 1e-5  # mm: corners on the grid of a nanometre lie so near to the edges they are meant to be on
INTO = 0.1  # mm: what is added reaches so far into the body, so that the two are one
Chord = tuple[GridPoint, GridPoint]  # of an arc, anticlockwise
EQUAL = 1e-6  # of a volume or a surface
PLACE = 1e-5  # mm: of a body's bounds
REST = 1e-7  # of a volume: what equal bodies leave of one another, whose corners are rounded
WHOLE = "relief"


def load_cadquery() -> Any:
    """Return the module ``cadquery``. Raises Unavailable where it is not installed, or does not load."""
    from quasiprint.system.outcome import require_room, reraise_if_not_input

    require_room("for CadQuery", 900 << 20)
    try:
        import cadquery
    except ImportError as found:
        reraise_if_not_input(found)
        raise Unavailable(f"this needs CadQuery, which cannot load ({found}): {INSTALL}") from found
    return cadquery


def workplane(solid: Solid, *, curved: bool = True) -> cadquery.Workplane:
    """Return a solid (mm, in its own frame) as CadQuery has it: one solid on the stack of a workplane.

    curved: whether arcs of the design are drawn round, or as the chords that the meshes have. Raises Unavailable
    without CadQuery, ValueError if the result is not one solid.
    """
    drawn = _Drawn(load_cadquery(), _round(solid) if curved else {})
    body = drawn.block(solid)
    steps = [step for sector in solid.sectors for step in sector.steps]
    added = [drawn.prism(step.region, solid.top - INTO, step.z) for step in steps if step.z > solid.top]
    cut = [drawn.prism(step.region, step.z, solid.top) for step in steps if step.z < solid.top]
    cut += [drawn.prism(recess.region, solid.bottom, recess.z) for recess in solid.recesses]
    cut += [drawn.prism(cavity.area, cavity.low, cavity.high) for cavity in (solid.cavity,) if cavity]
    if added:
        body = body.union(drawn.together(added), tol=FUZZ)
    if cut:
        body = body.cut(drawn.together(cut), tol=FUZZ)
    found = body.solids().vals()
    if len(found) != 1:
        raise ValueError(f"CadQuery builds {len(found)} solids where one is due")
    made: cadquery.Workplane = body.newObject(found)
    return made


def _round(solid: Solid) -> dict[Chord, Arc]:
    """Return the chords of a solid's arcs, either way, and of which arc each is a part.

    A pocket may share some corners of an arc with the outline, and an arc is known the better the longer it is.
    """
    found: dict[Chord, Arc] = {}
    for arc in sorted(arcs_of(solid), key=lambda arc: len(arc.corners)):
        for a, b in pairwise(arc.corners):
            found[a, b] = found[b, a] = arc
    return found


class _Drawn:
    """Areas drawn on workplanes. round: the chords that are drawn as parts of arcs."""

    def __init__(self, cadquery: Any, round: dict[Chord, Arc]) -> None:
        self.cadquery, self.round = cadquery, round

    def block(self, solid: Solid) -> Any:
        """Return a solid without steps and recesses: its outline raised, its bottom and top edges chamfered."""
        body = self.prism(Region(solid.outline, solid.holes), solid.bottom, solid.top)
        body = body.faces(">Z").chamfer(solid.bevel) if solid.bevel else body
        return body.faces("<Z").chamfer(solid.chamfer) if solid.chamfer else body

    def prism(self, region: Region, low: float, high: float) -> Any:
        """Return an area raised from one height to another."""
        plane = self.cadquery.Workplane("XY", origin=(0, 0, low))
        for ring in region.rings:
            plane = self._ring(plane, ring)
        return plane.extrude(high - low)

    def together(self, bodies: Sequence[Any]) -> Any:
        """Return bodies as one object, to be added or taken away at once."""
        return bodies[0].newObject([solid for body in bodies for solid in body.vals()])

    def _ring(self, plane: Any, ring: Ring) -> Any:
        """Return a workplane with a ring drawn on it."""
        corners = on_grid(ring)
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        kinds = [self.round.get(chord) for chord in sides]
        if not any(kinds):
            return plane.polyline(ring).close()
        first = next((k for k in range(len(sides)) if kinds[k] is not kinds[k - 1]), None)
        if first is None:
            arc = kinds[0]
            assert arc is not None
            return plane.pushPoints([arc.centre]).circle(arc.radius)
        order = [(first + k) % len(sides) for k in range(len(sides))]
        plane = plane.moveTo(*to_mm(corners[first]))
        for arc, run in groupby(order, key=lambda k: kinds[k]):
            chords = [sides[k] for k in run]
            if arc is not None:
                plane = plane.threePointArc(_middle(arc, chords), to_mm(chords[-1][1]))
                continue
            for _, b in chords:
                if b != corners[first]:
                    plane = plane.lineTo(*to_mm(b))
        return plane.close()


def _middle(arc: Arc, chords: Sequence[Chord]) -> tuple[float, float]:
    """Return the point of an arc (mm) in the middle of a run of its chords."""
    begin, end = (to_mm(p) for p in (chords[0][0], chords[-1][1]))
    first, last = (math.atan2(y - arc.centre[1], x - arc.centre[0]) for x, y in (begin, end))
    turn = (last - first) % math.tau
    if chords[0] not in set(pairwise(arc.corners)):  # the ring runs through the arc clockwise
        turn -= math.tau
    half = first + turn / 2
    return arc.centre[0] + arc.radius * math.cos(half), arc.centre[1] + arc.radius * math.sin(half)


def unlike(solid: Solid, facets: Iterable[Facet]) -> str:
    """Return how a body differs from the one that CadQuery builds of its description, "" if it does not.

    facets: the body's triangles, mm, anticlockwise seen from outside. Both are as large, with as much surface and in
    the same place, and either taken away from the other leaves nothing. Raises Unavailable without CadQuery.
    """
    try:
        shape: Any = workplane(solid, curved=False).val()
    except ValueError as problem:
        return str(problem)
    points, triangles = shape.tessellate(FUZZ)
    corners = [(snap(p.x), snap(p.y), snap(p.z)) for p in points]
    body, built = _closed(facets), _closed((corners[a], corners[b], corners[c]) for a, b, c in triangles)
    if body.is_empty():
        return "its facets leave it open"
    if abs(body.volume() - shape.Volume()) > EQUAL * shape.Volume():
        return f"its volume is {body.volume():.6f} mm³, that one's {shape.Volume():.6f} mm³"
    if abs(body.surface_area() - shape.Area()) > EQUAL * shape.Area():
        return f"its surface is {body.surface_area():.6f} mm², that one's {shape.Area():.6f} mm²"
    off = max(abs(a - b) for a, b in zip(body.bounding_box(), built.bounding_box(), strict=True))
    if off > PLACE:
        return f"its bounds are off by {off:.3g} mm"
    rest = (body - built).volume() + (built - body).volume()
    return "" if rest <= REST * shape.Volume() else f"{rest:.6f} mm³ are of one of them alone"


def _closed(facets: Iterable[Facet]) -> Any:
    """Return a body of manifold3d's, an empty one if its facets do not close it."""
    import manifold3d
    import numpy as np

    index: dict[Vertex, int] = {}
    numbers = [[index.setdefault(corner, len(index)) for corner in facet] for facet in facets]
    return manifold3d.Manifold(manifold3d.Mesh64(np.array(list(index)), np.array(numbers, dtype=np.uint64)))


def parts(piece: SolidPiece) -> dict[str, Part]:
    """Return a piece's parts by short names: "body", "inlay-SLOT-LABEL", and "relief", the whole in one body, which is
    the body itself where nothing is inlaid."""
    found = {"body": piece.parts[0]}
    for part in piece.parts[1:]:
        found[part.key[part.key.rindex("-inlay-") + 1 :]] = part
    found[WHOLE] = piece.relief or piece.parts[0]
    return found


def part_of(piece: SolidPiece, part: str) -> cadquery.Workplane:
    """Return a part as a workplane with one solid on its stack, in the piece's frame: face up from z = 0, mm.

    Raises InputError for a name that no part has, Unavailable without CadQuery.
    """
    known = parts(piece)
    if part not in known:
        raise InputError(f"part of {piece.id}: {unknown(str(part), known)}")
    return workplane(known[part].solid)


def assembly(piece: SolidPiece, palette: Palette) -> cadquery.Assembly:
    """Return a piece as an assembly of its body and its inlays, with names and colours. Raises as `part_of` does."""
    cq = load_cadquery()
    found: cadquery.Assembly = cq.Assembly(name=piece.id)
    for name, part in parts(piece).items():
        if name != WHOLE:
            rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
            colour = cq.Color(*channels(rgb))
            found.add(workplane(part.solid), name=name, color=colour)
    return found
