"""What bodies are: those on plates, in the files of single pieces, in the objects of a project.

One in the colour of the piece stands on the bed, and its outline is a piece's; those of other colours are inlays and
belong to the piece in whose outline they are.
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
from quasiprint.addons.reading.recogniser.match import CLOSE, HIGH, Match, Recogniser, homes_in, outlines_in
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
    """Bodies in one frame, and how each is seen. keys: of the bodies; matches: what they are, once they are named.
    upright: what stands on the bed; levels: of the body that each of these is of; loose: what lies in none of them."""

    scene: Scene
    subject: str
    bodies: Sequence[Body]
    keys: list[Key]
    matches: list[Match] = field(default_factory=list)
    surfaces: list[Levels] = field(default_factory=list)
    upright: list[Match] = field(default_factory=list)
    levels: list[Levels] = field(default_factory=list)
    loose: list[Finding] = field(default_factory=list)


def matches_in_scenes(scenes: Sequence[Scene], recogniser: Recogniser) -> Iterator[list[Match]]:
    """Yield the pieces in each scene, where they lie in it. What is wrong with one is among its findings."""
    named = iter(_name(scenes, recogniser))
    return (_in_scene(scene, [next(named) for _ in scene.objects]) for scene in scenes)


def _in_scene(scene: Scene, named: Sequence[Sequence[Match]]) -> list[Match]:
    """Return the pieces in a scene. named: those of each of its objects, in their own frame."""
    found = []
    for built, matches in zip(scene.objects, named, strict=True):
        subject = _subject(scene, built.name)
        lie, wrong = _pose(built.matrix, subject)
        outlines = to_sheet(np.array([match.outline for match in matches], dtype=object), [lie] * len(matches))
        for match, outline in zip(matches, outlines, strict=True):
            placed = replace(match, subject=subject, lie=lie.after(match.lie), findings=[*match.findings, *wrong])
            placed.outline = outline
            if built.name and match.ids and built.name not in match.ids:
                message = f"it is called {built.name[:40]!r}, and is {match.ids[0]}"
                placed.findings.append(fault("id-wrong", subject, message))
            if scene.id and match.ids:  # in its own files it is what the manifest says, and where its frame has it
                if scene.id not in match.ids:
                    placed.findings.append(fault("marks-differ", scene.id, f"its file {subject} holds {match.ids[0]}"))
                if max(abs(placed.lie.turn - 1), abs(placed.lie.shift)) > CLOSE:
                    placed.findings.append(fault("content-moved", subject, "it does not lie where its frame has it"))
            found.append(placed)
    return found


def _subject(scene: Scene, name: str) -> str:
    return ", ".join(filter(None, (scene.paths[0], name)))


def _name(scenes: Sequence[Scene], recogniser: Recogniser) -> list[list[Match]]:
    """Return the pieces in each object of scenes, in its own frame. What is alike is looked at once, and named once;
    what is a copy of what pieces have in their own files is not looked at."""
    frames: dict[object, _Frame] = {}
    found: list[list[Match]] = []
    for scene in scenes:
        for built in scene.objects:
            keys = [(hashlib.sha256(body.facets.tobytes()).digest(), body.colour is None) for body in built.bodies]
            colours = tuple(body.colour for body in built.bodies)
            frame = _Frame(scene, _subject(scene, built.name), built.bodies, keys)
            found.append(frames.setdefault((scene.id, scene.variants, colours, *keys), frame).matches)
    _look_at([frame for frame in frames.values() if frame.scene.id], recogniser)
    others = [frame for frame in frames.values() if not frame.scene.id]
    for frame in others:
        frame.matches += _copies(frame, recogniser)
    _look_at([frame for frame in others if not frame.matches], recogniser)
    return found


def _copies(frame: _Frame, recogniser: Recogniser) -> list[Match]:
    """Return the pieces of which bodies are copies; none if a body is no copy, or out of place."""
    found = recogniser.copies.find(frame.bodies, frame.scene.variants)
    if any(match.off + lie.off > CLOSE for match, lie in found):
        return []
    outlines = to_sheet(np.array([match.outline for match, _ in found], dtype=object), [lie for _, lie in found])
    return [
        replace(match, outline=outline, lie=lie.after(match.lie), off=match.off + lie.off)
        for (match, lie), outline in zip(found, outlines.tolist(), strict=True)
    ]


def _look_at(frames: Sequence[_Frame], recogniser: Recogniser) -> None:
    """Name the pieces in frames by what is seen of their bodies; take note of those that are whole, alone in theirs."""
    surfaces = {key: body.facets for frame in frames for key, body in zip(frame.keys, frame.bodies, strict=True)}
    looked = _look(surfaces, recogniser.expected.hollow)
    groups: dict[tuple[tuple[str, ...], bool], list[_Frame]] = {}
    for frame in frames:
        looks = [looked[key] for key in frame.keys]
        frame.surfaces = [look for look in looks if isinstance(look, Levels)]
        if wrong := [look for look in looks if isinstance(look, Unreadable)]:
            finding = fault(wrong[0].code, frame.subject, str(wrong[0]))
            frame.matches.append(Match(frame.subject, Polygon(), findings=[finding]))
        else:
            _outline(frame, recogniser)
            groups.setdefault((frame.scene.variants, bool(frame.scene.id)), []).append(frame)
    for (variants, framed), alike in groups.items():
        recogniser.name([match for frame in alike for match in frame.upright], *variants, framed=framed)
        for frame in alike:
            frame.matches += (matches := _settle(frame, recogniser))
            if framed and len(matches) == len(variants) == 1 and matches[0].ids and not matches[0].findings:
                recogniser.copies.add(matches[0], variants[0], frame.bodies, [body.points for body in frame.surfaces])


def _outline(frame: _Frame, recogniser: Recogniser) -> None:
    """Find what stands on the bed in a frame, and the marks inside it."""
    pairs = list(zip(frame.bodies, frame.surfaces, strict=True))
    upright = [(outline, level) for body, level in pairs if body.colour is None for outline in level.outlines]
    frame.upright = outlines_in(frame.subject, [outline for outline, _ in upright])
    frame.levels = [level for _, level in upright]
    if len(upright) == 1:
        frame.upright[0].subject = frame.subject
    marks = [mark for body, level in pairs for mark in _marks(body, level, recogniser)]
    frame.loose = list(_assign_marks(frame.subject, frame.upright, marks)) if upright else []


def _settle(frame: _Frame, recogniser: Recogniser) -> list[Match]:
    """Return the pieces in a frame that were named, with all that is wrong with them."""
    if not (found := frame.upright):
        message = "nothing in the colour of a piece stands on the bed"
        return [Match(frame.subject, Polygon(), findings=[fault("piece-foreign", frame.subject, message)])]
    for match, level in zip(found, frame.levels, strict=True):
        top = match.kind.top if match.kind else None
        if top is not None and not any(abs(height - top) < HIGH for height in level.tops):
            message = f"its surface lies at {level.high:.3f} mm, expected is {top:g} mm"
            match.findings.insert(0, fault("height-wrong", match.subject, message))
            match.ids = ()
    found[0].findings += [*frame.loose, *_check_slant(frame, recogniser)]
    return found


def _look(surfaces: Mapping[Key, Facets], hollow: bool) -> dict[Key, Levels | Unreadable]:
    """Return bodies seen from above and below, or why they are not closed. hollow: whether they may have cavities."""
    found: dict[Key, Levels | Unreadable] = {}
    before = accumulate(map(len, surfaces.values()), initial=0)
    for _, group in groupby(zip(surfaces, before, strict=False), lambda row: row[1] // TOGETHER):
        keys = [key for key, _ in group]
        try:
            found_levels = levels([surfaces[key] for key in keys], [outlined for _, outlined in keys], hollow)
            found.update(zip(keys, found_levels, strict=True))
        except Unreadable:
            for key in keys:
                try:
                    (found[key],) = levels([surfaces[key]], [key[1]], hollow)
                except Unreadable as problem:
                    found[key] = problem
    return found


def _marks(body: Body, level: Levels, recogniser: Recogniser) -> Iterator[Item]:
    """Yield the level areas of a body, each with its role (body, foot, back, inlay, plug) and its height, mm."""
    measures = recogniser.expected.game_set.measures
    if body.colour is None:
        for height, areas in level.tops.items():
            yield from (Item(("body", height), area) for area in areas)
        for height, areas in level.bottoms.items():
            if abs(height) < LYING:
                yield from (Item(("foot", height), Polygon(area.exterior)) for area in areas)
            else:
                yield from (Item(("under", height), area) for area in areas)
        yield from _through(level)
        return
    left = measures.stock.thickness - measures.finish.groove_depth  # as deep as patterns leave it
    for height, areas in level.tops.items():
        if abs(height - left) > HIGH:
            behind = height < measures.stock.thickness / 2
            yield from (Item(("back" if behind else "inlay", height), area, body.colour) for area in areas)
    for height, areas in level.bottoms.items():
        if height > LYING:
            yield from (Item(("plug", height), area) for area in areas)


def _through(level: Levels) -> Iterator[Item]:
    """Yield the holes through a body: of those in what stands on the bed the ones that have no ceiling."""
    feet = [area for height, areas in level.bottoms.items() if abs(height) < LYING for area in areas]
    ceilings = [area for height, areas in level.bottoms.items() if abs(height) >= LYING for area in areas]
    holes = [Polygon(ring) for area in feet for ring in area.interiors]
    if len(holes) == len(ceilings):  # each has its own
        return
    tree = shapely.STRtree(shapely.point_on_surface(np.array(ceilings, dtype=object)))
    yield from (Item(("through", 0.0), hole) for hole in holes if not len(tree.query(hole, "contains")))


def _assign_marks(subject: str, outlines: Sequence[Match], marks: Sequence[Item]) -> Iterator[Finding]:
    """Assign each mark to the outline around it; yield a finding for marks outside of all."""
    tree = shapely.STRtree([each.outline for each in outlines])
    for mark, home in zip(marks, homes_in(tree, [mark.shape for mark in marks]), strict=True):
        if home is not None:
            outlines[home].marks.append(mark)
        else:
            at = mark.shape.centroid
            yield fault("mark-foreign", subject, f"{mark.layer[0]} at {at.x:.2f}, {at.y:.2f} mm lies in no piece")


def _check_slant(frame: _Frame, recogniser: Recogniser) -> Iterator[Finding]:
    """Yield whether more slants than the bevels of pieces at their feet and upper edges, or less."""
    chamfer = recogniser.expected.game_set.measures.finish.chamfer
    found = frame.upright
    feet = ([mark.shape.area for mark in match.marks if mark.layer[0] == "foot"] for match in found)
    # the largest is the tile's; others stand within what is sunk into its back
    bevels = sum(each.outline.area - max(areas) for each, areas in zip(found, feet, strict=True) if areas)
    slanted = sum(body.slanted for body in frame.surfaces)
    whole = all(match.ids for match in found)
    kinds = [match.kind for match in found if match.kind]
    sloping = sum(body.sloping for body in frame.surfaces)
    expected = sum(kind.bevelled for kind in kinds)
    low = min((kind.top - kind.bevel for kind in kinds), default=0.0)
    steep, shallow = max(body.steep for body in frame.surfaces), min(body.shallow for body in frame.surfaces)
    for covered, area, beyond, verb, bevelled in (
        (slanted, bevels, steep > chamfer + EDGE, "slant", f"bevels of {chamfer:g} mm"),
        (sloping, expected, shallow < low - EDGE, "slope", "bevels of upper edges"),
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
