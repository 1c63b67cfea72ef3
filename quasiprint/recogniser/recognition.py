"""Recognises the pieces in the files of one format, whatever geometry its importer hands over: bodies here, sheets and
pages in modules of their own.

Bodies lie on plates, in the files of single things, in the objects of a project. One in the colour of the piece stands
on the bed, and its outline is a thing's; those of other colours are inlays and belong to the thing in whose outline
they are.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, fault
from quasiprint.recogniser.expected import Expected, Item
from quasiprint.recogniser.match import CLOSE, HIGH, Found, Recogniser, check_complete, check_placed, shorten
from quasiprint.recogniser.mesh import LYING, Levels, levels, surface_of
from quasiprint.recogniser.pages import things_in_document
from quasiprint.recogniser.plane import Lie
from quasiprint.recogniser.shapes import Body, Matrix, Readable, Reading, Scene, Sheet, Unreadable
from quasiprint.recogniser.sheets import things_on_sheets
from quasiprint.values import dataclass

ANYWHERE = math.inf, math.inf


@dataclass(frozen=True, slots=True)
class Recognition:
    """What was recognised in a format's files. findings: all that is wrong. off: by file, how far anything in it is
    from where it belongs at most, mm. pieces: how many different ones were found. unread: files that show no piece, or
    cannot be read here, and why."""

    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    pieces: int = 0
    unread: dict[str, str] = field(default_factory=dict)


def recognise(
    format: Readable, name: str, reading: Reading, recogniser: Recogniser, tick: Callable[[str], None]
) -> Recognition:
    """Return what a format's files show. name: of the format. tick: told of each file that was read."""
    whole = Recognition(reading.findings, unread=reading.unread)
    sheets: dict[str, Sheet] = {}
    groups: dict[tuple[str, tuple[str, ...], bool], list[Found]] = {}
    for shown in format.read(reading):
        tick(shown.paths[0] if isinstance(shown, Scene) else shown[0])
        if isinstance(shown, Scene):
            found = things_in_scene(shown, recogniser)
            groups.setdefault((shown.group, shown.variants, bool(shown.id)), []).extend(found)
            _note(whole, shown.paths, found)
            if shown.bed is not None:
                size, kept = (shown.bed.width, shown.bed.depth), shown.bed.keep_outs
                whole.findings.extend(check_placed(found, size, shown.bed.margin, shown.bed.gap, "bed", kept))
            elif not shown.id:  # on no bed, and yet not in one another
                whole.findings.extend(check_placed(found, ANYWHERE, -math.inf, 0.0, "bed"))
        elif isinstance(shown[1], Sheet):
            sheets[shown[0]] = shown[1]
        elif isinstance(shown[1], str):
            if shown[1] != recogniser.expected.game_set.text:
                message = "its pieces are not those of the set, in the game's text form"
                whole.findings.append(fault("piece-foreign", shown[0], message))
            known = recogniser.expected.game_set.pieces
            groups[shown[0], (), True] = [Found("", Polygon(), ids=(piece.id,)) for piece in known]
            _note(whole, [shown[0]], [])
        else:
            found, wrong = things_in_document(shown[0], shown[1], recogniser, reading.papers)
            whole.findings.extend(wrong)
            groups[shown[0], (), False] = found
            _note(whole, [shown[0]], found)
    if sheets:
        found, wrong = things_on_sheets(sheets, recogniser, reading.margin, reading.gap)
        whole.findings.extend(wrong)
        groups[f"{name.upper()} sheets", ("cut",), False] = found
        _note(whole, list(sheets), [])
        for thing in found:
            _note(whole, [thing.subject.partition(",")[0]], [thing])
    for (group, variants, single), found in groups.items():
        if variants:
            whole.findings.extend(check_complete(group, found, recogniser.expected, *variants, once=single))
    pieces = min(
        (_pieces(found, recogniser.expected, shared=single) for (_, _, single), found in groups.items()), default=0
    )
    return Recognition(list(shorten(whole.findings)), whole.off, pieces, whole.unread)


def _note(whole: Recognition, paths: Iterable[str], found: Iterable[Found]) -> None:
    """Take note of the things found in some files."""
    for path in paths:
        whole.off.setdefault(path, 0.0)
        for thing in found:
            whole.off[path] = max(whole.off[path], thing.off)
    for thing in found:
        whole.findings.extend(thing.findings)


def _pieces(found: Iterable[Found], known: Expected, *, shared: bool) -> int:
    """Return how many of a set's pieces were found; one that is there twice is one. shared: whether those that look
    alike share what shows them."""
    own = known.pieces
    seen = Counter(thing.ids for thing in found if thing.ids and thing.ids[0] in own)
    return sum(len(ids) if shared else min(count, len(ids)) for ids, count in seen.items())


ROUND = 1e-6  # of a matrix
EDGE = 0.01  # mm: of a slanting surface
SLANTED = 2e-3  # mm² for each mm²: so much may what slants differ from bevels


@dataclass(slots=True)
class _Standing:
    """An outline that stands on the bed, the body that it is of, and what lies inside it."""

    outline: Polygon
    seen: Levels
    marks: list[Item] = field(default_factory=list)


def things_in_scene(scene: Scene, recogniser: Recogniser) -> list[Found]:
    """Return the things in a scene, where they lie in it. What is wrong with one is among its findings."""
    found = []
    for built in scene.objects:
        subject = ", ".join(filter(None, (scene.paths[0], built.name)))
        key = id(built.bodies), scene.variants, scene.curved
        if key not in recogniser.named:
            recogniser.named[key] = built.bodies, _name(subject, built.bodies, recogniser, scene)
        lie, wrong = _pose(built.matrix, subject)
        for thing in recogniser.named[key][1]:
            placed = replace(thing, subject=subject, lie=lie.after(thing.lie), findings=[*thing.findings, *wrong])
            placed.outline = lie.there(thing.outline)
            if built.name and thing.ids and built.name not in thing.ids:
                message = f"it is called {built.name[:40]!r}, and is {thing.ids[0]}"
                placed.findings.append(fault("id-wrong", subject, message))
            if scene.id:
                placed.findings += _check_frame(scene.id, placed)
            found.append(placed)
    return found


def _check_frame(id: str, thing: Found) -> Iterator[Finding]:
    """Yield whether what stands in its own files lies in its frame, and is what the manifest says."""
    if thing.ids and id not in thing.ids:
        yield fault("marks-differ", id, f"its file {thing.subject} holds {thing.ids[0]}")
    if thing.ids and max(abs(thing.lie.turn - 1), abs(thing.lie.shift)) > CLOSE:
        yield fault("content-moved", thing.subject, "it does not lie where its frame has it")


def _name(subject: str, bodies: Sequence[Body], recogniser: Recogniser, scene: Scene) -> list[Found]:
    """Return what bodies in one frame are, each outline named."""
    try:
        seen = [(body, _levels(body, recogniser)) for body in bodies]
    except Unreadable as problem:
        return [Found(subject, Polygon(), findings=[fault(problem.code, subject, str(problem))])]
    standing = [_Standing(outline, own) for body, own in seen if body.colour is None for outline in own.outlines]
    if not standing:
        message = "nothing in the colour of a piece stands on the bed"
        return [Found(subject, Polygon(), findings=[fault("piece-foreign", subject, message)])]
    marks = [mark for body, own in seen for mark in _marks(body, own, recogniser)]
    loose = list(_house(subject, standing, marks))
    found = []
    for one in standing:
        at = one.outline.centroid
        where = f"{subject}, at {at.x:.1f}, {at.y:.1f} mm" if len(standing) > 1 else subject
        thing = recogniser.name(
            where, one.outline, one.marks, *scene.variants, curved=scene.curved, framed=bool(scene.id)
        )
        top = thing.kind.top if thing.kind else None
        if top is not None and not any(abs(height - top) < HIGH for height in one.seen.tops):
            message = f"its surface lies at {one.seen.high:.3f} mm, expected is {top:g} mm"
            thing.findings.insert(0, fault("height-wrong", where, message))
            thing.ids = ()
        found.append(thing)
    found[0].findings += [*loose, *_check_slant(subject, seen, standing, found, recogniser)]
    return found


def _levels(body: Body, recogniser: Recogniser) -> Levels:
    """Return a body seen from above and below; each is looked at once. Raises Unreadable if it is not closed."""
    key = hashlib.sha256(body.facets.tobytes()).digest(), body.colour is None
    if key not in recogniser.levels:
        recogniser.levels[key] = levels(surface_of(body.facets), outlined=body.colour is None)
    return recogniser.levels[key]


def _marks(body: Body, seen: Levels, recogniser: Recogniser) -> Iterator[Item]:
    """Yield the areas of a body, each with what it is and how high."""
    measures = recogniser.expected.game_set.measures
    if body.colour is None:
        for height, areas in seen.tops.items():
            yield from (Item(("body", height), area) for area in areas)
        for height, areas in seen.bottoms.items():
            lies = abs(height) < LYING
            yield from (
                Item(("foot" if lies else "under", height), Polygon(area.exterior) if lies else area) for area in areas
            )
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


def _house(subject: str, standing: Sequence[_Standing], marks: Sequence[Item]) -> Iterator[Finding]:
    """Give each mark to the outline in which it lies; yield what lies in none."""
    tree = shapely.STRtree([one.outline for one in standing])
    points = shapely.point_on_surface(np.array([mark.shape for mark in marks], dtype=object))
    homes = dict(tree.query(points, "within").T.tolist())
    for k, mark in enumerate(marks):
        if k in homes:
            standing[homes[k]].marks.append(mark)
        else:
            at = mark.shape.centroid
            yield fault("mark-foreign", subject, f"{mark.layer[0]} at {at.x:.2f}, {at.y:.2f} mm lies in no piece")


def _check_slant(
    subject: str,
    seen: Sequence[tuple[Body, Levels]],
    standing: Sequence[_Standing],
    found: Sequence[Found],
    recogniser: Recogniser,
) -> Iterator[Finding]:
    """Yield whether more slants than the bevels of things at their feet."""
    chamfer = recogniser.expected.game_set.measures.finish.chamfer
    bevels = sum(
        one.outline.area - mark.shape.area for one in standing for mark in one.marks if mark.layer[0] == "foot"
    )
    slanted = sum(own.slanted for _, own in seen)
    whole = all(thing.ids for thing in found)
    if max(own.steep for _, own in seen) > chamfer + EDGE or (
        whole and abs(slanted - bevels) > SLANTED * max(1.0, bevels)
    ):
        message = f"facets that slant cover {slanted:.2f} mm², bevels of {chamfer:g} mm take {bevels:.2f} mm²"
        yield fault("surface-slanted", subject, message)


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
