"""Bodies as they lie in a file, and what things they are together.

A scene is what lies in one frame: a file, or the files of one piece. A body that stands on the bed is a thing's, or
many things'; bodies that float are inlays and belong to the thing in whose outline they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error
from quasiprint.readback.mesh import Terrain
from quasiprint.readback.plane import STILL, Lie, apart
from quasiprint.readback.recognise import CLOSE, HIGH, REMAKE, Found, FoundMark, Recogniser

LYING = 1e-3  # mm: what begins so low lies on the bed
EDGE = 0.01  # mm: of a slanting surface
SLANTED = 2e-3  # mm², and of what there is to be: so much may areas differ
FLAT = 1e-3  # mm²


@dataclass(frozen=True, slots=True)
class Body:
    """A body where it lies. colour: index in the palette, None for the body's own or where a file has none.

    owner: number of the object it is part of; bodies of a file without objects have 0.
    """

    terrain: Terrain
    lie: Lie = STILL
    colour: int | None = None
    owner: int = 0


@dataclass(slots=True)
class Scene:
    """What lies in one frame. findings: of reading it."""

    subject: str
    bodies: list[Body]
    findings: list[Finding] = field(default_factory=list)


def things(scene: Scene, recogniser: Recogniser) -> list[Found]:
    """Return the things of a scene, each named if it can be."""
    measures = recogniser.reference.game_set.measures
    top, groove = measures.stock.thickness, measures.stock.thickness - measures.finish.groove_depth
    outlines: list[Polygon] = []
    bodies: list[Body] = []
    marks: list[list[FoundMark]] = []
    findings: list[list[Finding]] = []
    for body in scene.bodies:
        if body.terrain.low < LYING:
            for outline in body.lie.all_there(body.terrain.outlines):
                outlines.append(outline)
                bodies.append(body)
                marks.append([])
                findings.append([])
    tree = shapely.STRtree(outlines)
    loose: list[Finding] = []

    below: list[list[tuple[float, Polygon]]] = [[] for _ in outlines]

    def housed(body: Body, areas: Sequence[Polygon]) -> Iterator[tuple[int | None, Polygon]]:
        """Yield areas of a body where they lie, each with the number of its outline."""
        shapes = body.lie.all_there(areas)
        inside: list[list[int]] = [[] for _ in shapes]
        for one, k in tree.query(shapely.point_on_surface(np.array(shapes, dtype=object)), "within").T.tolist():
            inside[one].append(k)
        for shape, homes in zip(shapes, inside, strict=True):
            own = [k for k in homes if bodies[k].owner == body.owner] or homes
            yield own[0] if own else None, shape

    for body in scene.bodies:
        loose += _shaped(scene.subject, body)
        floats = body.terrain.low >= LYING
        if floats:
            for k, shape in housed(body, body.terrain.outlines):
                if k is None:
                    loose.append(error("mark-foreign", scene.subject, "an inlay lies in no piece", REMAKE))
                else:
                    marks[k].append(FoundMark(("plug", body.terrain.low), shape))
        for height, areas in body.terrain.tops.items():
            for k, shape in housed(body, areas):
                if k is None:
                    continue
                if not floats and abs(height - top) > HIGH:
                    marks[k].append(FoundMark(("body", height), shape))
                elif floats and abs(height - top) < HIGH:
                    marks[k].append(FoundMark(("inlay", height), shape, body.colour))
                elif floats and abs(height - groove) > HIGH:
                    message = f"an inlay's surface lies at {height:.3f} mm, allowed are {groove:g} and {top:g} mm"
                    findings[k].append(error("height-wrong", scene.subject, message, REMAKE))
        if not floats:
            for height, areas in body.terrain.bottoms.items():
                for k, shape in housed(body, areas):
                    if k is not None:
                        below[k].append((height, shape))
    found = []
    several = len(outlines) > 1
    for k, outline in enumerate(outlines):
        at = outline.centroid
        subject = f"{scene.subject}, at {at.x:.1f}, {at.y:.1f} mm" if several else scene.subject
        standing = _standing(subject, bodies[k], top)
        thing = recogniser.name(subject, outline, marks[k], "inlaid", "relief")
        if not thing.ids and (over := _turned_over(subject, bodies[k], recogniser)):
            thing.findings = over
        elif standing:
            # an outline of another size says more than the height that goes with it
            sized = [finding for finding in thing.findings if finding.code == "piece-size"]
            thing.findings, thing.ids = sized or standing, ()
        else:
            thing.findings += findings[k] + _below(thing, bodies[k], below[k], recogniser)
        thing.owner = bodies[k].owner
        found.append(thing)
    for body in scene.bodies:
        own = [thing for thing, one in zip(found, bodies, strict=True) if one is body and thing.ids]
        if own and len(own) == len(body.terrain.outlines):
            bevel = sum(thing.bevel for thing in own)
            if abs(body.terrain.slanted - bevel) > SLANTED * max(1.0, bevel):
                message = f"slanting facets cover {body.terrain.slanted:.2f} mm², bevels take {bevel:.2f} mm²"
                loose.append(error("surface-slanted", scene.subject, message, REMAKE))
    if loose and found:
        found[0].findings += loose
    return found


def _shaped(subject: str, body: Body) -> Iterator[Finding]:
    """Yield what is wrong with the height of a body's parts: one level below, nothing above its highest surface, and an
    inlay with upright sides alone."""
    seen = body.terrain
    highest = max(seen.tops, default=0.0)
    if abs(seen.high - highest) > HIGH or (seen.low < LYING and abs(seen.low) > HIGH):
        message = f"it reaches from {seen.low:.3f} to {seen.high:.3f} mm, allowed is from 0 to {highest:.3f} mm"
        yield error("height-wrong", subject, message, REMAKE)
    if seen.low >= LYING:
        below = {round(height, 3) for height in seen.bottoms}
        covered = sum(area.area for areas in seen.bottoms.values() for area in areas)
        due = sum(outline.area for outline in seen.outlines)
        if len(below) != 1 or abs(covered - due) > SLANTED * max(1.0, due):
            yield error("height-wrong", subject, f"its inlays lie on {len(below)} levels, allowed is one", REMAKE)
        if seen.slanted > SLANTED:
            yield error("surface-slanted", subject, "an inlay has sides that slant", REMAKE)


def _turned_over(subject: str, body: Body, recogniser: Recogniser) -> list[Finding]:
    """Tell whether a body lies on its face: then its bevel is above, or what is sunk into its face below."""
    high, chamfer = body.terrain.high, recogniser.reference.game_set.measures.finish.chamfer
    bevels = body.terrain.bevels
    bevelled = bool(bevels) and all(low > chamfer + EDGE for low, _ in bevels) and abs(bevels[-1][1] - high) < EDGE
    sunk = any(LYING < height < high - LYING for height in body.terrain.bottoms)
    if bevelled or (sunk and len(body.terrain.tops) == 1):
        return [error("piece-turned-over", subject, "its face lies on the bed", "lay it face up")]
    return []


def _standing(subject: str, body: Body, top: float) -> list[Finding]:
    """Check the height of a body's surface: that of most of it."""
    tops = body.terrain.tops
    if any(abs(height - top) < HIGH for height in tops):
        return []
    widest = max(tops, key=lambda height: sum(area.area for area in tops[height]), default=0.0)
    message = f"its surface lies at {widest:.3f} mm, allowed is {top:g} mm"
    return [error("height-wrong", subject, message, REMAKE)]


def _below(thing: Found, body: Body, under: Sequence[tuple[float, Polygon]], recogniser: Recogniser) -> list[Finding]:
    """Check the underside of a thing: its bevel, and what is sunk into its back."""
    if thing.kind is None or thing.lie is None or not thing.ids:
        return []
    measures = recogniser.reference.game_set.measures
    findings = []
    made = thing.kind.outline
    # a bevel runs around a convex outline; a part with dovetails has none
    bevel = measures.finish.chamfer if made.convex_hull.area - made.area < FLAT else 0.0
    for low, high in body.terrain.bevels:
        if low > EDGE or high > measures.finish.chamfer + EDGE:
            message = (
                f"a facet slants from {low:.2f} to {high:.2f} mm; only the lowest {measures.finish.chamfer:g} mm may"
            )
            findings.append(error("surface-slanted", thing.subject, message, REMAKE))
            break
    foot = [Polygon(thing.lie.back(area).exterior) for height, area in under if abs(height) < HIGH]
    thing.bevel = made.area - made.buffer(-bevel, join_style="mitre", mitre_limit=100.0).area
    due = made.buffer(-bevel, join_style="mitre", mitre_limit=100.0)
    astray = apart(foot[0], due) if len(foot) == 1 and isinstance(due, Polygon) else 1.0
    if astray > CLOSE:
        message = f"what stands on the bed is off by {1000 * astray:.0f} µm, or is in parts; its bevel is {bevel:g} mm"
        findings.append(error("foot-wrong", thing.subject, message, REMAKE))
    sunk = [(height, thing.lie.back(area)) for height, area in under if abs(height) >= HIGH]
    wanted = thing.kind.backs[thing.ids[0]]
    for height, area in sunk:
        if abs(height - measures.finish.back_depth) > HIGH:
            message = f"its back is sunk by {height:.3f} mm, allowed is {measures.finish.back_depth:g} mm"
            findings.append(error("height-wrong", thing.subject, message, REMAKE))
        off = min((apart(area, other) for other in wanted), default=None)
        if off is None or off > (1.0 if recogniser.loose else CLOSE):
            message = "its back is sunk where the set's pieces have nothing"
            findings.append(error("back-wrong", thing.subject, message, REMAKE))
        else:
            thing.off = max(thing.off, off)
    if len(sunk) != len(wanted):
        message = f"its back has {len(sunk)} sunk areas, allowed are {len(wanted)}"
        findings.append(error("back-wrong", thing.subject, message, REMAKE))
    return findings
