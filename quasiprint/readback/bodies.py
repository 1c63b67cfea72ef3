"""Bodies as they lie in a file, and what things they are together.

A scene is what lies in one frame: a file, or the files of one piece. A body that stands on the bed is a thing's, or
many things'; bodies that float are inlays and belong to the thing in whose outline they are. So are the low ones on the
bed of a set whose backs are inlaid, if they have a colour: such pieces are more than twice as thick as their inlays.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.readback.mesh import LYING, Terrain
from quasiprint.readback.plane import STILL, Lie, astray_by
from quasiprint.readback.recognise import CLOSE, HIGH, REMAKE, Found, FoundMark, Outlined, Recogniser
from quasiprint.readback.reference import Reference

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


def is_inlay(body: Body, reference: Reference) -> bool:
    """Tell whether a body fills a pocket: of a face, then it floats; or of a back."""
    return body.terrain.low >= LYING or in_back(body, reference)


def in_back(body: Body, reference: Reference) -> bool:
    """Tell whether a body is an inlay of a back: it stands on the bed, has a colour and is lower than pieces are."""
    coloured = reference.inlaid_backs and body.colour is not None
    return coloured and body.terrain.low < LYING and body.terrain.high < reference.game_set.measures.stock.thickness / 2


def things(scene: Scene, recogniser: Recogniser) -> list[Found]:
    """Return the things of a scene, each named if it can be.

    Things of the same bodies, which lie alike to one another, are the same: one of them is named, the others are that
    one, turned and moved. If anything is wrong with one, or its bodies are not all of one object, each is named.
    """
    whole = _Gathering(scene, recogniser)
    made, owners = recogniser.made, _owners(whole)
    keys = {owner: _key(bodies) for owner, bodies in owners.items()}
    fresh = {key: owner for owner, key in reversed(keys.items()) if key not in made}
    if fresh:
        first = [body for owner in fresh.values() for body in owners[owner]]
        part = _Gathering(Scene(scene.subject, first), recogniser) if len(fresh) < len(owners) else whole
        found = part.found()
        if part.astray or any(thing.findings or not thing.ids for thing in found):
            return found if part is whole else whole.found()
        for thing in found:
            made[keys[thing.owner]] = thing, owners[thing.owner][0].lie
    if not owners:
        return whole.found()
    found = [whole.again(one, *made[keys[one.body.owner]]) for one in whole.standing]
    return found if all(thing.off < CLOSE for thing in found) else whole.found()


def _owners(whole: _Gathering) -> dict[int, list[Body]]:
    """Return the bodies of each object; none if one does not stand with one outline, or its bodies lie otherwise than
    it does."""
    owners: dict[int, list[Body]] = {}
    for body in whole.scene.bodies:
        owners.setdefault(body.owner, []).append(body)
    standing = [one.body.owner for one in whole.standing]
    alike = all(body.lie == own[0].lie for own in owners.values() for body in own)
    return owners if alike and sorted(standing) == sorted(owners) else {}


def _key(bodies: Sequence[Body]) -> object:
    """Return what things of the same bodies share."""
    return frozenset(Counter((body.terrain, body.colour) for body in bodies).items())


@dataclass(slots=True)
class _Outlined:
    """An outline that stands on the bed, and what lies inside it. below: of its underside, height and area each."""

    body: Body
    outline: Polygon
    marks: list[FoundMark] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    below: list[tuple[float, Polygon]] = field(default_factory=list)


_Seen = tuple[Body, Callable[[Body, float, Polygon, _Outlined | None], None], float, Polygon]


class _Gathering:
    """Finds for each area of a scene's bodies the outline that it lies in. loose: findings about no one thing.
    astray: whether an area lies in no outline of its own object. backs: whether anything can lie in a back."""

    def __init__(self, scene: Scene, recogniser: Recogniser) -> None:
        measures = recogniser.reference.game_set.measures
        self.scene, self.recogniser = scene, recogniser
        self.top = measures.stock.thickness
        self.tops = {self.top, *(kind.top for kind in recogniser.reference.kinds)}
        self.groove = measures.finish.groove_depth
        self.loose: list[Finding] = []
        self.astray = False
        # where nothing higher stands, what is low is no inlay but a piece of another size
        self.backs = any(not is_inlay(body, recogniser.reference) for body in scene.bodies)
        self.standing = [
            _Outlined(body, outline)
            for body in scene.bodies
            if body.terrain.low < LYING and not self._lies_in_back(body)
            for outline in body.lie.all_there(body.terrain.outlines)
        ]
        self._tree = shapely.STRtree([one.outline for one in self.standing])

    def found(self) -> list[Found]:
        """Return the things, named."""
        for body in self.scene.bodies:
            inlay = body.terrain.low >= LYING or self._lies_in_back(body)
            self.loose += _shaped(self.scene.subject, body, inlay)
        seen = [one for body in self.scene.bodies for one in self._seen(body)]
        for (body, take, height, _), (home, shape) in zip(seen, self._housed(seen), strict=True):
            self.astray |= home is None or home.body.owner != body.owner
            take(body, height, shape, home)
        found = self._named()
        for body in self.scene.bodies:
            self._bevels(body, found)
        if self.loose and found:
            found[0].findings += self.loose
        elif self.loose:
            self.scene.findings += self.loose
        return found

    def _lies_in_back(self, body: Body) -> bool:
        return self.backs and in_back(body, self.recogniser.reference)

    def _seen(self, body: Body) -> Iterator[_Seen]:
        """Yield the areas of a body, in its frame, at which height each is, and what takes note of it."""
        seen = body.terrain
        if self._lies_in_back(body):
            yield from ((body, self._in_back, height, area) for height, areas in seen.tops.items() for area in areas)
            return
        if seen.low >= LYING:
            yield from ((body, self._plug, seen.low, shape) for shape in seen.outlines)
        else:
            yield from ((body, self._under, height, area) for height, areas in seen.bottoms.items() for area in areas)
        yield from ((body, self._surface, height, area) for height, areas in seen.tops.items() for area in areas)

    def _housed(self, seen: Sequence[_Seen]) -> Iterator[tuple[_Outlined | None, Polygon]]:
        """Yield areas where they lie, each with the outline that it lies in: that of its own object, if it does."""
        of_body: dict[int, list[Polygon]] = {}
        for body, _, _, area in seen:
            of_body.setdefault(id(body), []).append(area)
        lies = {id(body): body.lie for body, _, _, _ in seen}
        shapes = [shape for body, areas in of_body.items() for shape in lies[body].all_there(areas)]
        inside: list[list[_Outlined]] = [[] for _ in shapes]
        points = shapely.point_on_surface(np.array(shapes, dtype=object))
        for one, k in self._tree.query(points, "within").T.tolist():
            inside[one].append(self.standing[k])
        for (body, _, _, _), shape, homes in zip(seen, shapes, inside, strict=True):
            own = [home for home in homes if home.body.owner == body.owner]
            yield next(iter(own or homes), None), shape

    def _plug(self, body: Body, height: float, shape: Polygon, home: _Outlined | None) -> None:
        if home:
            home.marks.append(FoundMark(("plug", height), shape))
        else:
            self.loose.append(error("mark-foreign", self.scene.subject, "an inlay lies in no piece", REMAKE))

    def _in_back(self, body: Body, height: float, shape: Polygon, home: _Outlined | None) -> None:
        """Take note of the upper surface of an inlay of a back."""
        if home:
            home.marks.append(FoundMark(("back", height), shape, body.colour))
        else:
            self.loose.append(error("mark-foreign", self.scene.subject, "an inlay of a back lies in no piece", REMAKE))

    def _under(self, body: Body, height: float, shape: Polygon, home: _Outlined | None) -> None:
        if home:
            home.below.append((height, shape))

    def _surface(self, body: Body, height: float, shape: Polygon, home: _Outlined | None) -> None:
        """Take note of an upper surface: of the body, or of an inlay, level or sunk as a groove."""
        floats = body.terrain.low >= LYING
        if not home:
            return
        if not floats:  # which of them are faces is asked when the outline is known
            home.marks.append(FoundMark(("body", height), shape))
        elif any(abs(height - top) < HIGH for top in self.tops):
            home.marks.append(FoundMark(("inlay", height), shape, body.colour))
        elif all(abs(height - (top - self.groove)) > HIGH for top in self.tops):
            groove = self.top - self.groove
            message = f"an inlay's surface lies at {height:.3f} mm, allowed are {groove:g} and {self.top:g} mm"
            home.findings.append(error("height-wrong", self.scene.subject, message, REMAKE))

    def _named(self) -> list[Found]:
        """Return what stands on the bed, each named."""
        outlined = [Outlined(self._where(one), one.outline, one.marks) for one in self.standing]
        named = self.recogniser.names(outlined, "inlaid", "relief")
        return [self._stood(one, thing) for one, thing in zip(self.standing, named, strict=True)]

    def again(self, one: _Outlined, known: Found, lay: Lie) -> Found:
        """Return a thing of the same bodies as one that is known. lay: how the bodies of that one lay."""
        assert known.lie is not None
        lie = one.body.lie.after(lay.undone).after(known.lie)
        return replace(
            known,
            subject=self._where(one),
            outline=one.outline,
            lie=lie,
            owner=one.body.owner,
            off=known.off + one.body.lie.off + lay.off,
            findings=[],
        )

    def _where(self, one: _Outlined) -> str:
        at = one.outline.centroid
        several = len(self.standing) > 1
        return f"{self.scene.subject}, at {at.x:.1f}, {at.y:.1f} mm" if several else self.scene.subject

    def _stood(self, one: _Outlined, thing: Found) -> Found:
        """Return a thing that was named, and what is wrong with how it stands."""
        standing = _standing(thing.subject, one.body, thing.kind.top if thing.kind else self.top)
        if not thing.ids and (over := _turned_over(thing.subject, one.body, self.recogniser)):
            thing.findings = over
        elif standing:
            # an outline of another size says more than the height that goes with it
            sized = [finding for finding in thing.findings if finding.code == "piece-size"]
            thing.findings, thing.ids = sized or standing, ()
        else:
            thing.findings += one.findings + _below(thing, one.body, one.below, self.recogniser)
        thing.owner = one.body.owner
        return thing

    def _bevels(self, body: Body, found: Sequence[Found]) -> None:
        """Compare what slants on a body with the bevels of the things that stand on it."""
        own = [thing for thing, one in zip(found, self.standing, strict=True) if one.body is body and thing.ids]
        if own and len(own) == len(body.terrain.outlines):
            bevel = sum(thing.bevel for thing in own)
            # of many things no more than of one: what is small on a plate must not hide among their bevels
            if abs(body.terrain.slanted - bevel) > SLANTED * max(1.0, bevel / len(own)):
                message = f"slanting facets cover {body.terrain.slanted:.2f} mm², bevels take {bevel:.2f} mm²"
                self.loose.append(error("surface-slanted", self.scene.subject, message, REMAKE))


def _shaped(subject: str, body: Body, is_inlay: bool) -> Iterator[Finding]:
    """Yield what is wrong with the height of a body's parts: one level below, nothing above its highest surface, and an
    inlay with upright sides alone."""
    seen = body.terrain
    highest = max(seen.tops, default=0.0)
    if abs(seen.high - highest) > HIGH or (seen.low < LYING and abs(seen.low) > HIGH):
        message = f"it reaches from {seen.low:.3f} to {seen.high:.3f} mm, allowed is from 0 to {highest:.3f} mm"
        yield error("height-wrong", subject, message, REMAKE)
    if is_inlay:
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
    bevel, due, thing.bevel = _foot(thing.kind.outline, measures.finish.chamfer)
    for low, high in body.terrain.bevels:
        if low > EDGE or high > measures.finish.chamfer + EDGE:
            message = (
                f"a facet slants from {low:.2f} to {high:.2f} mm; only the lowest {measures.finish.chamfer:g} mm may"
            )
            findings.append(error("surface-slanted", thing.subject, message, REMAKE))
            break
    foot = [Polygon(thing.lie.back(area).exterior) for height, area in under if abs(height) < HIGH]
    astray = astray_by(foot[0], due, CLOSE) if len(foot) == 1 and isinstance(due, Polygon) else 1.0
    if astray > CLOSE:
        message = f"what stands on the bed is off by {1000 * astray:.0f} µm, or is in parts; its bevel is {bevel:g} mm"
        findings.append(error("foot-wrong", thing.subject, message, REMAKE))
    sunk = [(height, thing.lie.back(area)) for height, area in under if abs(height) >= HIGH]
    wanted = thing.kind.sunk[thing.ids[0]]
    for height, area in sunk:
        ways = ((astray_by(area, other, CLOSE), deep) for other, deep in wanted)
        off, deep = min(ways, default=(math.inf, measures.finish.back_depth))
        if abs(height - deep) > HIGH:
            message = f"its back is sunk by {height:.3f} mm, allowed is {deep:g} mm"
            findings.append(error("height-wrong", thing.subject, message, REMAKE))
        if off > (1.0 if recogniser.loose else CLOSE):
            message = "its back is sunk where the set's pieces have nothing"
            findings.append(error("back-wrong", thing.subject, message, REMAKE))
        else:
            thing.off = max(thing.off, off)
    if len(sunk) != len(wanted):
        message = f"its back has {len(sunk)} sunk areas, allowed are {len(wanted)}"
        findings.append(error("back-wrong", thing.subject, message, REMAKE))
    return findings


@lru_cache(maxsize=1024)
def _foot(made: Polygon, chamfer: float) -> tuple[float, BaseGeometry, float]:
    """Return the bevel of a thing with an outline, mm, what of it stands on the bed, and how much smaller that is, mm²:
    a bevel runs around a convex outline; a part with dovetails has none."""
    bevel = chamfer if made.convex_hull.area - made.area < FLAT else 0.0
    due = made.buffer(-bevel, join_style="mitre", mitre_limit=100.0)
    return bevel, due, made.area - due.area
