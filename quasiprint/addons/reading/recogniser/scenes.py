"""What bodies are: those on plates, in the files of single things, in the objects of a project.

One in the colour of the piece stands on the bed, and its outline is a thing's; those of other colours are inlays and
belong to the thing in whose outline they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.addons.reading.recogniser.expected import Item
from quasiprint.addons.reading.recogniser.match import CLOSE, HIGH, Match, Recogniser, SeenOutline, seen_in
from quasiprint.addons.reading.recogniser.mesh import LYING, Levels, levels
from quasiprint.addons.reading.recogniser.plane import Lie, to_sheet
from quasiprint.addons.reading.recogniser.shapes import Body, Facets, Matrix, Scene, Unreadable
from quasiprint.model.finding import Finding, fault

ROUND = 1e-6  # of a matrix
EDGE = 0.01  # mm: of a slanting surface
SLANTED = 2e-3  # mm² for each mm²: so much may what slants differ from bevels
TOGETHER = 50_000  # facets of bodies that are looked at at once

Key = tuple[bytes, bool]  # of a body: its facets, and whether it has an outline


@dataclass(slots=True)
class _Frame:
    """Bodies in one frame, and how each is seen. keys: of the bodies; things: what they are, once they are named.
    outlines: those that stand on the bed, with the marks inside them; levels: of the body that each outline is of;
    loose: what lies in none of them."""

    scene: Scene
    subject: str
    bodies: Sequence[Body]
    keys: list[Key]
    things: list[Match] = field(default_factory=list)
    seen: list[Levels] = field(default_factory=list)
    outlines: list[SeenOutline] = field(default_factory=list)
    levels: list[Levels] = field(default_factory=list)
    loose: list[Finding] = field(default_factory=list)


def things_in_scenes(scenes: Sequence[Scene], recogniser: Recogniser) -> Iterator[list[Match]]:
    """Yield the things in each scene, where they lie in it. What is wrong with one is among its findings."""
    named = iter(_name(scenes, recogniser))
    return (_things(scene, [next(named) for _ in scene.objects]) for scene in scenes)


def _things(scene: Scene, named: Sequence[Sequence[Match]]) -> list[Match]:
    """Return the things in a scene. named: those of each of its objects, in their own frame."""
    found = []
    for built, things in zip(scene.objects, named, strict=True):
        subject = _subject(scene, built.name)
        lie, wrong = _pose(built.matrix, subject)
        outlines = to_sheet(np.array([thing.outline for thing in things], dtype=object), [lie] * len(things))
        for thing, outline in zip(things, outlines, strict=True):
            placed = replace(thing, subject=subject, lie=lie.after(thing.lie), findings=[*thing.findings, *wrong])
            placed.outline = outline
            if built.name and thing.ids and built.name not in thing.ids:
                message = f"it is called {built.name[:40]!r}, and is {thing.ids[0]}"
                placed.findings.append(fault("id-wrong", subject, message))
            if scene.id:
                placed.findings += _check_frame(scene.id, placed)
            found.append(placed)
    return found


def _subject(scene: Scene, name: str) -> str:
    return ", ".join(filter(None, (scene.paths[0], name)))


def _check_frame(id: str, thing: Match) -> Iterator[Finding]:
    """Yield whether what stands in its own files lies in its frame, and is what the manifest says."""
    if thing.ids and id not in thing.ids:
        yield fault("marks-differ", id, f"its file {thing.subject} holds {thing.ids[0]}")
    if thing.ids and max(abs(thing.lie.turn - 1), abs(thing.lie.shift)) > CLOSE:
        yield fault("content-moved", thing.subject, "it does not lie where its frame has it")


def _name(scenes: Sequence[Scene], recogniser: Recogniser) -> list[list[Match]]:
    """Return the things in each object of scenes, in its own frame. What is alike is looked at once, and named once;
    what is a copy of what things have in their own files is not looked at."""
    frames: dict[object, _Frame] = {}
    every: list[list[Match]] = []
    for scene in scenes:
        for built in scene.objects:
            keys = [(hashlib.sha256(body.facets.tobytes()).digest(), body.colour is None) for body in built.bodies]
            colours = tuple(body.colour for body in built.bodies)
            frame = _Frame(scene, _subject(scene, built.name), built.bodies, keys)
            every.append(frames.setdefault((scene.id, scene.variants, colours, *keys), frame).things)
    _look_at([frame for frame in frames.values() if frame.scene.id], recogniser)
    others = [frame for frame in frames.values() if not frame.scene.id]
    for frame in others:
        frame.things += _copies(frame, recogniser)
    _look_at([frame for frame in others if not frame.things], recogniser)
    return every


def _copies(frame: _Frame, recogniser: Recogniser) -> list[Match]:
    """Return the things that bodies are copies of, none if any of them is none, or not where it belongs."""
    found = recogniser.copies.find(frame.bodies, frame.scene.variants)
    if any(thing.off + lie.off > CLOSE for thing, lie in found):
        return []
    outlines = to_sheet(np.array([thing.outline for thing, _ in found], dtype=object), [lie for _, lie in found])
    return [
        replace(thing, outline=outline, lie=lie.after(thing.lie), off=thing.off + lie.off)
        for (thing, lie), outline in zip(found, outlines.tolist(), strict=True)
    ]


def _look_at(frames: Sequence[_Frame], recogniser: Recogniser) -> None:
    """Name the things in frames by what is seen of their bodies; take note of those that are whole, alone in theirs."""
    surfaces = {key: body.facets for frame in frames for key, body in zip(frame.keys, frame.bodies, strict=True)}
    looked = _look(surfaces, recogniser.expected.hollow)
    groups: dict[tuple[tuple[str, ...], bool], list[_Frame]] = {}
    for frame in frames:
        seen = [looked[key] for key in frame.keys]
        frame.seen = [one for one in seen if isinstance(one, Levels)]
        if wrong := [one for one in seen if isinstance(one, Unreadable)]:
            finding = fault(wrong[0].code, frame.subject, str(wrong[0]))
            frame.things.append(Match(frame.subject, Polygon(), findings=[finding]))
        else:
            _outline(frame, recogniser)
            groups.setdefault((frame.scene.variants, bool(frame.scene.id)), []).append(frame)
    for (variants, framed), alike in groups.items():
        outlines = [outline for frame in alike for outline in frame.outlines]
        found = iter(recogniser.name(outlines, *variants, framed=framed))
        for frame in alike:
            frame.things += (things := _settle(frame, [next(found) for _ in frame.outlines], recogniser))
            if framed and len(things) == len(variants) == 1 and things[0].ids and not things[0].findings:
                recogniser.copies.add(things[0], variants[0], frame.bodies, [own.points for own in frame.seen])


def _outline(frame: _Frame, recogniser: Recogniser) -> None:
    """Find what stands on the bed in a frame, and the marks inside it."""
    pairs = list(zip(frame.bodies, frame.seen, strict=True))
    standing = [(outline, own) for body, own in pairs if body.colour is None for outline in own.outlines]
    frame.outlines, frame.levels = seen_in(frame.subject, [one for one, _ in standing]), [own for _, own in standing]
    if len(standing) == 1:
        frame.outlines[0].subject = frame.subject
    marks = [mark for body, own in pairs for mark in _marks(body, own, recogniser)]
    frame.loose = list(_assign_marks(frame.subject, frame.outlines, marks)) if standing else []


def _settle(frame: _Frame, found: list[Match], recogniser: Recogniser) -> list[Match]:
    """Return the things in a frame that were named, with all that is wrong with them."""
    if not found:
        message = "nothing in the colour of a piece stands on the bed"
        return [Match(frame.subject, Polygon(), findings=[fault("piece-foreign", frame.subject, message)])]
    for thing, seen in zip(found, frame.levels, strict=True):
        top = thing.kind.top if thing.kind else None
        if top is not None and not any(abs(height - top) < HIGH for height in seen.tops):
            message = f"its surface lies at {seen.high:.3f} mm, expected is {top:g} mm"
            thing.findings.insert(0, fault("height-wrong", thing.subject, message))
            thing.ids = ()
    found[0].findings += [*frame.loose, *_check_slant(frame, found, recogniser)]
    return found


def _look(surfaces: Mapping[Key, Facets], hollow: bool) -> dict[Key, Levels | Unreadable]:
    """Return bodies seen from above and below, many at once, and of those that are not closed why. hollow: whether they
    may have cavities."""
    found: dict[Key, Levels | Unreadable] = {}
    before = accumulate(map(len, surfaces.values()), initial=0)
    for _, group in groupby(zip(surfaces, before, strict=False), lambda one: one[1] // TOGETHER):
        keys = [key for key, _ in group]
        try:
            seen = levels([surfaces[key] for key in keys], [outlined for _, outlined in keys], hollow)
            found.update(zip(keys, seen, strict=True))
        except Unreadable:
            for key in keys:
                try:
                    (found[key],) = levels([surfaces[key]], [key[1]], hollow)
                except Unreadable as problem:
                    found[key] = problem
    return found


def _marks(body: Body, seen: Levels, recogniser: Recogniser) -> Iterator[Item]:
    """Yield the level areas of a body, each with its role (body, foot, back, inlay, plug) and its height, mm."""
    measures = recogniser.expected.game_set.measures
    if body.colour is None:
        for height, areas in seen.tops.items():
            yield from (Item(("body", height), area) for area in areas)
        for height, areas in seen.bottoms.items():
            lies = abs(height) < LYING
            yield from (
                Item(("foot" if lies else "under", height), Polygon(area.exterior) if lies else area) for area in areas
            )
        yield from _through(seen)
        return
    for height, areas in seen.tops.items():
        if (
            abs(height - (measures.stock.thickness - measures.finish.groove_depth)) > HIGH
        ):  # as deep as patterns leave it
            behind = height < measures.stock.thickness / 2
            yield from (Item(("back" if behind else "inlay", height), area, body.colour) for area in areas)
    for height, areas in seen.bottoms.items():
        if height > LYING:
            yield from (Item(("plug", height), area) for area in areas)


def _through(seen: Levels) -> Iterator[Item]:
    """Yield the holes through a body: of those in what stands on the bed the ones that have no ceiling."""
    feet = [one for height, areas in seen.bottoms.items() if abs(height) < LYING for one in areas]
    ceilings = [one for height, areas in seen.bottoms.items() if abs(height) >= LYING for one in areas]
    holes = [Polygon(ring) for one in feet for ring in one.interiors]
    if len(holes) == len(ceilings):  # each has its own
        return
    tree = shapely.STRtree(shapely.point_on_surface(np.array(ceilings, dtype=object)))
    yield from (Item(("through", 0.0), hole) for hole in holes if not len(tree.query(hole, "contains")))


def _assign_marks(subject: str, outlines: Sequence[SeenOutline], marks: Sequence[Item]) -> Iterator[Finding]:
    """Give each mark to the outline in which it lies; yield what lies in none."""
    tree = shapely.STRtree([seen_outline.outline for seen_outline in outlines])
    points = shapely.point_on_surface(np.array([mark.shape for mark in marks], dtype=object))
    homes = dict(tree.query(points, "within").T.tolist())
    for k, mark in enumerate(marks):
        if k in homes:
            outlines[homes[k]].marks.append(mark)
        else:
            at = mark.shape.centroid
            yield fault("mark-foreign", subject, f"{mark.layer[0]} at {at.x:.2f}, {at.y:.2f} mm lies in no piece")


def _check_slant(frame: _Frame, found: Sequence[Match], recogniser: Recogniser) -> Iterator[Finding]:
    """Yield whether more slants than the bevels of things at their feet and upper edges, or less."""
    chamfer = recogniser.expected.game_set.measures.finish.chamfer
    feet = ([mark.shape.area for mark in outline.marks if mark.layer[0] == "foot"] for outline in frame.outlines)
    # the largest is the tile's; others stand within what is sunk into its back
    bevels = sum(
        seen_outline.outline.area - max(own) for seen_outline, own in zip(frame.outlines, feet, strict=True) if own
    )
    slanted = sum(own.slanted for own in frame.seen)
    whole = all(thing.ids for thing in found)
    kinds = [thing.kind for thing in found if thing.kind]
    sloping, due = sum(own.sloping for own in frame.seen), sum(kind.outline.area - kind.level for kind in kinds)
    low = min((kind.top - kind.bevel for kind in kinds), default=0.0)
    steep, shallow = max(own.steep for own in frame.seen), min(own.shallow for own in frame.seen)
    for covered, area, beyond, verb, bevelled in (
        (slanted, bevels, steep > chamfer + EDGE, "slant", f"bevels of {chamfer:g} mm"),
        (sloping, due, shallow < low - EDGE, "slope", "bevels of upper edges"),
    ):
        if beyond or (whole and abs(covered - area) > SLANTED * max(1.0, area)):
            message = f"facets that {verb} cover {covered:.2f} mm², {bevelled} take {area:.2f} mm²"
            yield fault("surface-slanted", frame.subject, message)


def _pose(matrix: Matrix, subject: str) -> tuple[Lie, list[Finding]]:
    """Return how a body lies that a matrix moves, and what is wrong with that."""
    a, b, c, d, e, f, g, h, i, x, y, z = matrix
    turn = complex(a, b)
    lie = Lie(turn / (abs(turn) or 1.0), complex(x, y))
    if np.linalg.det(np.array(matrix[:9]).reshape(3, 3)) < 0:
        return lie, [fault("piece-mirrored", subject, "its matrix mirrors it")]
    if i < 0 or abs(c) + abs(f) + abs(g) + abs(h) > ROUND:
        return lie, [fault("piece-turned-over", subject, "its matrix does not leave its face up")]
    if max(abs(abs(turn) - 1), abs(i - 1), abs(d + b), abs(e - a)) > ROUND:
        return lie, [fault("piece-size", subject, f"its matrix makes it {abs(turn):.4f} times as large")]
    if abs(z) > ROUND:
        return lie, [fault("height-wrong", subject, f"its matrix lifts it by {z:g} mm")]
    return lie, []
