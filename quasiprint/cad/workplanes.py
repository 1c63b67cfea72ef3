"""The same solids once more, built with CadQuery's workplanes: for whoever designs on, and to check what is written.

Nothing here comes from meshes: a body is drawn on workplanes from its own description, extruded, cut and joined by
CadQuery's kernel. Which corners stand on a circle is the one thing that is shared with what writes STEP.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from quasiprint.drawing.grid_rings import GridPoint, on_grid, to_mm
from quasiprint.model.errors import Unavailable
from quasiprint.model.face import Region, Ring
from quasiprint.model.solid import Solid
from quasiprint.solids.arcs import Arc, arcs

if TYPE_CHECKING:
    import cadquery

INSTALL = 'pip install "quasiprint[cadquery]", and on Linux apt install libgl1'
FUZZ = 1e-5  # mm: corners on the grid of a nanometre lie so near to the edges they are meant to be on
INTO = 0.1  # mm: what is added reaches so far into the body, so that the two are one
Chord = tuple[GridPoint, GridPoint]  # of an arc, anticlockwise
Curved = Callable[[Arc, Chord], bool]  # whether a chord is drawn as a part of its arc


def every(_: Arc, __: Chord) -> bool:
    """Draw every arc of the design as one."""
    return True


def straight(_: Arc, __: Chord) -> bool:
    """Draw every arc as the chords that the meshes have."""
    return False


def loaded() -> Any:
    """Return the module ``cadquery``. Raises Unavailable where it is not installed, or does not load."""
    from quasiprint.model.blame import elsewhere, require_room

    require_room("for CadQuery", 900 << 20)
    try:
        import cadquery
    except ImportError as found:
        elsewhere(found)
        raise Unavailable(f"this needs CadQuery, which cannot load ({found}): {INSTALL}") from found
    return cadquery


def workplane(solid: Solid, curved: Curved = every) -> cadquery.Workplane:
    """Return a solid (mm, in its own frame) as CadQuery has it: one solid on the stack of a workplane.

    curved: which chords of arcs are drawn round. Raises Unavailable without CadQuery, ValueError if the result is not
    one solid.
    """
    drawn = _Drawn(loaded(), curved)
    body = drawn.block(replace(solid, sectors=()))
    steps = [step for sector in solid.sectors for step in sector.steps]
    added = [drawn.prism(step.region, solid.top - INTO, step.z) for step in steps if step.z > solid.top]
    cut = [drawn.prism(step.region, step.z, solid.top) for step in steps if step.z < solid.top]
    cut += [drawn.prism(area, solid.bottom, solid.bottom + solid.recess_depth) for area in solid.recesses]
    if added:
        body = body.union(drawn.together(added), tol=FUZZ)
    if cut:
        body = body.cut(drawn.together(cut), tol=FUZZ)
    found = body.solids().vals()
    if len(found) != 1:
        raise ValueError(f"CadQuery builds {len(found)} solids where one is due")
    return body.newObject(found)


class _Drawn:
    """Areas drawn on workplanes."""

    def __init__(self, cadquery: Any, curved: Curved) -> None:
        self.cadquery, self.curved = cadquery, curved

    def block(self, solid: Solid) -> Any:
        """Return a solid without steps and recesses: its outline raised, its bottom edge chamfered."""
        body = self.prism(Region(solid.outline, solid.holes), solid.bottom, solid.top)
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
        found = [arc for arc in arcs(corners) if any(self.curved(arc, chord) for chord in _chords(arc))]
        if not found:
            return plane.polyline(ring).close()
        for arc in found:
            if arc.whole and all(self.curved(arc, chord) for chord in _chords(arc)):
                return plane.pushPoints([arc.centre]).circle(arc.radius)
        after = dict(zip(corners, corners[1:] + corners[:1], strict=True))
        runs = {run[0]: (arc, run) for arc in found for run in self._runs(arc, after)}
        inside = {p for _, run in runs.values() for p in run[1:-1]}
        start = next(p for p in corners if p not in inside)
        plane, here = plane.moveTo(*to_mm(start)), start
        while True:
            if here in runs:
                arc, run = runs[here]
                plane, here = plane.threePointArc(_middle(arc, run), to_mm(run[-1])), run[-1]
                if here == start:
                    return plane.close()
            elif after[here] == start:
                return plane.close()
            else:
                here = after[here]
                plane = plane.lineTo(*to_mm(here))

    def _runs(self, arc: Arc, after: dict[GridPoint, GridPoint]) -> Iterator[tuple[GridPoint, ...]]:
        """Yield the runs of an arc's chords that are drawn round, in the direction of the ring."""
        run: list[GridPoint] = []
        for chord in [*_chords(arc), None]:
            if chord is not None and self.curved(arc, chord):
                run = [*run, chord[1]] if run else list(chord)
            elif run:
                yield tuple(run) if after[run[0]] == run[1] else tuple(reversed(run))
                run = []


def _chords(arc: Arc) -> list[Chord]:
    return list(zip(arc.corners, arc.corners[1:], strict=False))


def _middle(arc: Arc, run: tuple[GridPoint, ...]) -> tuple[float, float]:
    """Return the point of an arc (mm) in the middle of a run of its chords."""
    angles = [math.atan2(y - arc.centre[1], x - arc.centre[0]) for x, y in map(to_mm, (run[0], run[-1]))]
    turn = (angles[1] - angles[0]) % math.tau
    if not _anticlockwise(arc, run):
        turn -= math.tau
    half = angles[0] + turn / 2
    return arc.centre[0] + arc.radius * math.cos(half), arc.centre[1] + arc.radius * math.sin(half)


def _anticlockwise(arc: Arc, run: tuple[GridPoint, ...]) -> bool:
    return (run[0], run[1]) in _chords(arc)
