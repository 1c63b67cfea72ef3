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
from quasiprint.model.face import Region, Ring
from quasiprint.model.profile import Palette, channels
from quasiprint.model.solid import Facet, Part, Solid, SolidPiece

if TYPE_CHECKING:
    import cadquery


INSTALL = 'pip install "quasiprint[cadquery]", and on Linux apt install libgl1'
FUZZ = 1e-5  # mm: corners on the grid of a nanometre lie so near to the edges they are meant to be on
INTO = 0.1  # mm: what is added reaches so far into the body, so that the two are one
Chord = tuple[GridPoint, GridPoint]  # of an arc, anticlockwise
ON = 1e-7  # mm: what is nearer to a surface lies on it
EQUAL = 1e-6  # of a volume or a surface
PLACE = 1e-5  # mm: of a body's bounds
BESIDE = 1e-3  # mm: so far beside a facet a point is asked for that has to lie inside, or outside
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


class Built:
    """A solid, built with workplanes. Raises as `workplane` does."""

    def __init__(self, solid: Solid, *, curved: bool = True) -> None:
        from OCP.BRepClass3d import BRepClass3d_SolidClassifier

        shape: Any = workplane(solid, curved=curved).val()
        self._shape = shape
        self._asked = BRepClass3d_SolidClassifier(shape.wrapped)
        self.volume: float = shape.Volume()
        self.area: float = shape.Area()

    @property
    def box(self) -> tuple[float, ...]:
        """The least x, y, z, then the greatest, mm."""
        found = self._shape.BoundingBox()
        return found.xmin, found.ymin, found.zmin, found.xmax, found.ymax, found.zmax

    def holds(self, point: tuple[float, ...]) -> bool:
        """Tell whether a point (mm) lies inside, and not on the surface."""
        from OCP.gp import gp_Pnt
        from OCP.TopAbs import TopAbs_State

        self._asked.Perform(gp_Pnt(*point), ON)
        return bool(self._asked.State() == TopAbs_State.TopAbs_IN)


def unlike(solid: Solid, facets: Iterable[Facet]) -> str:
    """Return how a body differs from the one that CadQuery builds of its description, "" if it does not.

    facets: the body's triangles, mm, anticlockwise seen from outside. Both are as large, in the same place, with as
    much surface, and in each plane the largest facet is a part of the other's. Raises Unavailable without CadQuery.
    """
    try:
        built = Built(solid, curved=False)
    except ValueError as problem:
        return str(problem)
    measured = [(facet, *_measured(facet)) for facet in facets]
    volume, area = math.fsum(facet[1] for facet in measured), math.fsum(facet[2] for facet in measured)
    if abs(volume - built.volume) > EQUAL * built.volume:
        return f"its volume is {volume:.6f} mm³, that one's {built.volume:.6f} mm³"
    if abs(area - built.area) > EQUAL * built.area:
        return f"its surface is {area:.6f} mm², that one's {built.area:.6f} mm²"
    axes = list(zip(*(corner for facet, *_ in measured for corner in facet), strict=True))
    box = [*map(min, axes), *map(max, axes)]
    if (off := max(abs(a - b) for a, b in zip(box, built.box, strict=True))) > PLACE:
        return f"its bounds are off by {off:.3g} mm"
    largest = {}
    for facet, _, _, out in sorted(measured, key=lambda facet: facet[2]):
        largest[*(round(n, 5) for n in out), round(sum(n * p for n, p in zip(out, facet[0], strict=True)), 3)] = (
            facet,
            out,
        )
    for facet, out in largest.values():
        middle = tuple(sum(axis) / 3 for axis in zip(*facet, strict=True))
        beside, within = (tuple(p + way * n for p, n in zip(middle, out, strict=True)) for way in (BESIDE, -BESIDE))
        if built.holds(beside) or not built.holds(within):
            return "its facet at ({:.4f}, {:.4f}, {:.4f}) mm is none of that one's".format(*middle)
    return ""


def _measured(facet: Facet) -> tuple[float, float, tuple[float, ...]]:
    """Return the volume between a triangle and the origin (mm³), its area (mm²) and the direction outwards."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    out = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    size = math.hypot(*out)
    volume = (ax * out[0] + ay * out[1] + az * out[2]) / 6
    return volume, size / 2, tuple(part / size for part in out) if size else out


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
