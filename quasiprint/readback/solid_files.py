"""The files with bodies: STL, 3MF and STEP. Each whole set of them must hold every piece."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import Bed, Palette
from quasiprint.readback import stl, threemf
from quasiprint.readback.bodies import LYING, Body, Scene, things
from quasiprint.readback.mesh import Facets, Terrain, closed, terrain
from quasiprint.readback.plane import Lie
from quasiprint.readback.recognise import REMAKE, Found, Recogniser
from quasiprint.readback.report import Report, complete, lying, named_otherwise, pieces

ROUND = 1e-6  # of a matrix
PITCH = 1.2  # of Bambu's and Orca's grid of plates, in beds
PRUSA, BAMBU = "PrusaSlicer", "Bambu Studio and OrcaSlicer"
Entries = Sequence[tuple[str, tuple[str, ...]]]  # the manifest's things: id and files
Tick = Callable[[str], None]


@dataclass(slots=True)
class Surfaces:
    """Surfaces, each proved closed and looked at from above once."""

    findings: list[Finding] = field(default_factory=list)
    _known: dict[bytes, Terrain | None] = field(default_factory=dict)

    def terrain(self, facets: Facets, subject: str) -> Terrain | None:
        """Return a surface seen from above; None if it is not closed, which is noted."""
        key = hashlib.sha256(facets.tobytes()).digest()
        if key not in self._known:
            wrong = closed(facets, subject)
            self.findings += wrong
            self._known[key] = None if wrong else terrain(facets)
        return self._known[key]


def read_stl(files: Mapping[str, bytes], entries: Entries, recogniser: Recogniser, bed: Bed, tick: Tick) -> Report:
    """Read STL files: those of the manifest's things one by one, the others as plates."""
    report, surfaces = Report(), Surfaces()
    terrains: dict[str, Terrain] = {}
    for path, facets in report.read(files, stl.read, tick):
        seen = surfaces.terrain(facets, path)
        if seen is not None:
            terrains[path] = seen
    report.findings += surfaces.findings
    single = {path for _, paths in entries for path in paths if path.endswith(".stl")}
    _singles(report, terrains, entries, recogniser)
    _plates(report, {path: seen for path, seen in terrains.items() if path not in single}, recogniser, bed)
    return report


def _singles(report: Report, terrains: Mapping[str, Terrain], entries: Entries, recogniser: Recogniser) -> None:
    known: dict[tuple[str, ...], list[Found]] = {}
    by_id: dict[str, list[Found]] = {}
    for id, paths in entries:
        own = tuple(path for path in paths if path in terrains)
        if not own:
            continue
        if own not in known:
            known[own] = _piece(id, own, terrains, recogniser)
            report.note(own, known[own])
        by_id[id] = known[own]
    made = [thing for found in known.values() for thing in found]
    held = [(id, paths) for id, paths in entries if id in by_id]
    report.findings += named_otherwise(held, by_id)
    faces = (kind.faces for kind in recogniser.reference.kinds if kind.accessory)
    accessories = {id for own in faces for ids in own.values() for id in ids}
    single = "STL files of single pieces"
    for variant, subject in (("inlaid", single), ("relief", f"{single}, in relief")):
        found = [
            thing
            for id, things_ in by_id.items()
            if id not in accessories
            for thing in things_
            if thing.variant == variant
        ]
        found += [thing for thing in made if thing.variant == variant and thing.ids and thing.ids[0] in accessories]
        report.findings += complete(subject, found, recogniser.reference, variant, once="accessories")
    report.pieces = len({id for id in by_id if id not in accessories and any(t.ids for t in by_id[id])})


def _piece(id: str, paths: Sequence[str], terrains: Mapping[str, Terrain], recogniser: Recogniser) -> list[Found]:
    """Return what the files of one piece are: its body with inlays, and the same in relief."""
    standing = [path for path in paths if terrains[path].low < LYING]
    plugs = [Body(terrains[path], colour=_inked(path)) for path in paths if path not in standing]
    if not standing:
        return [_nobody(id, "none of its files has a body that stands on the bed")]
    found: list[Found] = []
    taken = False
    for path in standing:
        alone = things(Scene(path, [Body(terrains[path])]), recogniser)
        if plugs and not taken and any(thing.findings for thing in alone):
            together = things(Scene(path, [Body(terrains[path]), *plugs]), recogniser)
            if _pocketed(terrains[path], recogniser) or sum(map(_wrong, together)) < sum(map(_wrong, alone)):
                taken = True
                alone = together
        found += alone
    if plugs and not taken:
        found[0].findings.append(error("mark-foreign", id, "it has inlays, and no body with pockets for them", REMAKE))
    return found


def _inked(path: str) -> int | None:
    """Return the colour that an STL file is to be printed in: its name says it, since the format cannot, and its
    patterns must agree."""
    told = re.search(r"-inlay-c(\d{1,3})\.stl$", path)
    return int(told[1]) if told else None


def _pocketed(seen: Terrain, recogniser: Recogniser) -> bool:
    m = recogniser.reference.held.measures
    return any(abs(height - (m.stock.thickness - m.finish.inlay_depth)) < 1e-3 for height in seen.tops)


def _wrong(thing: Found) -> int:
    return len(thing.findings)


def _nobody(subject: str, message: str) -> Found:
    thing = Found(subject, shapely.Polygon())
    thing.findings.append(error("piece-foreign", subject, message, REMAKE))
    return thing


def _plates(report: Report, terrains: Mapping[str, Terrain], recogniser: Recogniser, bed: Bed) -> None:
    """Read plates. Which files are printed together their names say: NAME-body and NAME-inlay-…"""
    plain = {path: seen for path, seen in terrains.items() if seen.low < LYING}
    plugs: dict[str, list[str]] = {}
    for path in terrains:
        if path not in plain:
            plugs.setdefault(path.rpartition("-inlay-")[0], []).append(path)
    found: list[Found] = []
    for path, seen in plain.items():
        own = plugs.pop(path.removesuffix("-body.stl"), []) if path.endswith("-body.stl") else []
        inlaid = (Body(terrains[plug], colour=_inked(plug)) for plug in own)
        laid = things(Scene(path, [Body(seen), *inlaid]), recogniser)
        report.note([path, *own], laid)
        report.findings += lying(path, laid, (bed.width, bed.depth), bed.margin, bed.gap, what="bed")
        found += laid
    for rest in plugs.values():
        for path in rest:
            report.findings.append(error("mark-foreign", path, "these inlays belong to no plate of bodies", REMAKE))
    for variant, subject in (("inlaid", "STL plates"), ("relief", "STL plates, in relief")):
        made = [thing for thing in found if thing.variant == variant]
        report.findings += complete(subject, made, recogniser.reference, variant)


def upright(matrix: Sequence[float], subject: str) -> tuple[Lie, list[Finding]]:
    """Return how a body lies that a matrix (4 × 3, for row vectors) moves, and what is wrong with that.

    Findings: piece-turned-over, piece-mirrored, piece-size, height-wrong.
    """
    a, b, c, d, e, f, g, h, i, x, y, z = matrix
    turn = complex(a, b)
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    lie = Lie(turn / (abs(turn) or 1.0), complex(x, y))
    if det < 0:
        return lie, [error("piece-mirrored", subject, "its matrix mirrors it", REMAKE)]
    if i < 0 or abs(c) + abs(f) + abs(g) + abs(h) > ROUND:
        return lie, [error("piece-turned-over", subject, "its matrix does not leave its face up", REMAKE)]
    if max(abs(abs(turn) - 1), abs(i - 1), abs(d + b), abs(e - a)) > ROUND:
        return lie, [error("piece-size", subject, f"its matrix makes it {abs(turn):.4f} times as large", REMAKE)]
    if abs(z) > ROUND:
        return lie, [error("height-wrong", subject, f"its matrix lifts it by {z:g} mm", REMAKE)]
    return lie, []


def read_3mf(files: Mapping[str, bytes], recogniser: Recogniser, bed: Bed, tick: Tick) -> Report:
    """Read 3MF files: those for PrusaSlicer, a plate each, hold a set together, and so do those for Bambu Studio."""
    report, surfaces = Report(), Surfaces()
    kinds: dict[str, list[Found]] = {}
    for path, held in report.read(files, threemf.read, tick):
        report.findings += _painted(path, held, recogniser.reference.held.palette)
        scene = _scene(path, held, surfaces)
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += scene.findings
        names = {number: instance.name for number, instance in enumerate(held.instances)}
        report.findings += _called(names, found)
        slicer = BAMBU if held.plates else PRUSA
        kinds.setdefault(slicer, []).extend(found)
        report.findings += _on_plates(path, held, found, bed)
    report.findings += surfaces.findings
    for slicer in (PRUSA, BAMBU):
        if slicer not in kinds:
            report.findings.append(error("file-missing", "3mf", f"there is no file for {slicer}", REMAKE))
    for slicer, found in kinds.items():
        report.findings += complete(f"3MF for {slicer}", found, recogniser.reference, "inlaid")
    report.pieces = min((pieces(found, recogniser.reference) for found in kinds.values()), default=0)
    return report


def _called(names: Mapping[int, str], found: Sequence[Found]) -> Iterator[Finding]:
    """Yield which objects are called what they are not. names: of objects, by number."""
    for thing in found:
        name = names[thing.owner]
        if thing.ids and name not in thing.ids:
            yield error("id-wrong", thing.subject, f"it is called {name[:40]!r}, and is {thing.ids[0]}", REMAKE)


def _painted(path: str, held: threemf.Contents, palette: Palette) -> Iterator[Finding]:
    due = [palette.body, *(ink.rgb for ink in palette.inks)]
    used = {part.base for instance in held.instances for part in instance.parts}
    if used and max(used) >= len(held.colours):
        yield error("colour-wrong", path, f"it has {len(held.colours)} materials, and uses more", REMAKE)
    for number, (shown, rgb) in enumerate(zip(held.colours, due, strict=False)):
        if shown != rgb.upper():
            message = f"its material {number} has the colour {shown}, allowed is {rgb.upper()}"
            yield error("colour-wrong", path, message, REMAKE)


def _scene(path: str, held: threemf.Contents, surfaces: Surfaces) -> Scene:
    scene = Scene(path, [])
    for number, instance in enumerate(held.instances):
        subject = f"{path}, object {number + 1}"
        lie, wrong = upright(instance.matrix, subject)
        scene.findings += wrong
        for part in instance.parts:
            seen = surfaces.terrain(part.facets, subject)
            if part.base != part.filament - 1:
                message = f"a body has filament {part.filament} and the material of filament {part.base + 1}"
                scene.findings.append(error("colour-wrong", subject, message, REMAKE))
            if seen is not None and not wrong:
                scene.bodies.append(Body(seen, lie, part.filament - 2, number))
    return scene


def _on_plates(path: str, held: threemf.Contents, found: Sequence[Found], bed: Bed) -> Iterator[Finding]:
    """Check that things lie on their plates. Bambu's and Orca's lie in a grid, as many across as down or one more."""
    size = bed.width, bed.depth
    if not held.plates:
        yield from lying(path, found, size, bed.margin, bed.gap, what="bed")
        return
    across = math.ceil(math.sqrt(held.plates))
    for plate in range(1, held.plates + 1):
        column, row = (plate - 1) % across, (plate - 1) // across
        origin = PITCH * (column * bed.width - 1j * row * bed.depth)
        own = [thing for thing in found if held.instances[thing.owner].plate == plate]
        yield from lying(f"{path}, plate {plate}", own, size, bed.margin, bed.gap, what="bed", origin=origin)
    stray = [thing for thing in found if not 1 <= held.instances[thing.owner].plate <= held.plates]
    for thing in stray[:3]:
        yield error("off-bed", thing.subject, "it is said to lie on no plate", REMAKE)


def read_step(files: Mapping[str, bytes], recogniser: Recogniser, tick: Tick) -> Report:
    """Read STEP files: together they hold the set once."""
    from quasiprint.readback import step

    report, surfaces = Report(), Surfaces()
    palette = recogniser.reference.held.palette
    inks = {palette.body.upper(): -1, **{ink.rgb.upper(): k for k, ink in enumerate(palette.inks)}}
    every: list[Found] = []
    for path, solids in report.read(files, step.read, tick):
        scene = Scene(path, [])
        strange = {solid.colour for solid in solids} - set(inks)
        if strange:
            message = f"it has the colours {', '.join(sorted(strange))}, which are none of the palette's"
            scene.findings.append(error("colour-wrong", path, message, REMAKE))
        for number, solid in enumerate(solids, 1):
            lie, wrong = upright(solid.matrix, f"{path}, solid {number}")
            seen = surfaces.terrain(solid.facets, f"{path}, solid {number}")
            scene.findings += wrong
            if seen is not None and not wrong:
                standing = seen.low < LYING
                # the body's colour may be an ink's, too
                colour = -1 if standing and solid.colour == palette.body.upper() else inks.get(solid.colour, -1)
                scene.bodies.append(Body(seen, lie, colour, number))
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += _called({number: solid.name for number, solid in enumerate(solids, 1)}, found)
        report.findings += [*scene.findings, *lying(path, found, (1e9, 1e9), -1e9, 0.0, what="bed")]
        every += found
    report.findings += surfaces.findings
    report.findings += complete("STEP", every, recogniser.reference, "inlaid")
    report.pieces = pieces(every, recogniser.reference)
    return report
