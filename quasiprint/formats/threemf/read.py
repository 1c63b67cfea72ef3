"""3MF, read back as PrusaSlicer and as Bambu Studio and OrcaSlicer read it: bodies, filaments, plates.

Every member of a package, every element, attribute and number is one that is due (see `contents`, and for the bytes
`package` and `scanner`), every body is one that its piece has, the same in all files, pictures show what lies there,
and on one bed the files of the two kinds lay the same things in the same places. Sets of other versions are read as
strictly in the form that they have, that of version 0.1.0 or this one; only the names of their bodies may be others.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from quasiprint.formats.threemf.contents import MOST_PLATES, Contents, Instance, bambu_contents, prusa_contents
from quasiprint.formats.threemf.due import DueFile, due_change
from quasiprint.formats.threemf.pictures import View, astray
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, Box, Palette, Slicer
from quasiprint.readback.bodies import Body, Scene, things
from quasiprint.readback.recognise import REMAKE, Found, Recogniser, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces, shortened
from quasiprint.readback.solid_parts import DueParts, due_parts
from quasiprint.readback.surfaces import Surfaces, called, upright
from quasiprint.version import __version__

PITCH = 1.2  # of Bambu's and Orca's grid of plates, in beds
CALLED = {Slicer.PRUSA: "PrusaSlicer", Slicer.BAMBU: "Bambu Studio and OrcaSlicer"}
PRUSA_FILE = re.compile(r"3mf/(.+)-prusa\.3mf")
PART = re.compile(r"-([0-9]{1,4})-bambu\.3mf")
RELIEF_PLATE = "relief-"
BRIM = 2.0  # mm: of PrusaSlicer's tower, which is told without it
NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
ROUND = 2e-6  # mm: what a place may differ by in two files that write six decimals
APPLICATION = re.compile(r"quasiprint [0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}[a-z0-9.]{0,12}")
Laid = list[tuple[str, tuple[float, ...]]]  # what lies where: names and matrices


@dataclass(slots=True)
class _Reading:
    """A set's files of both kinds as they are read. kinds: what was found, by the slicer that it is for and whether it
    is in relief. laid: what lies on each plate, by slicer. shown: pictures that were proved, with what lies there."""

    recogniser: Recogniser
    beds: Mapping[Slicer, Bed]
    loose: bool
    due: DueParts
    report: Report = field(default_factory=Report)
    surfaces: Surfaces = field(default_factory=Surfaces)
    kinds: dict[tuple[Slicer, bool], list[Found]] = field(default_factory=dict)
    laid: dict[Slicer, list[tuple[str, Laid]]] = field(default_factory=dict)
    applications: set[str] = field(default_factory=set)
    meshes: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    shown: set[object] = field(default_factory=set)

    @property
    def set(self) -> GameSet:
        return self.recogniser.reference.game_set

    def take(self, path: str, contents: Contents, slicer: Slicer) -> None:
        """Take note of what is in a file, and of all that is wrong with it."""
        report, bed = self.report, self.beds[slicer]
        due = DueFile(self.set, self.due, _plates(path, contents), _in_relief(path, self.set.game), contents.older)
        report.findings += _painted(path, contents, self.set.palette)
        notes = [*contents.notes, *self._headed(path, contents, due), *self._known(path, contents)]
        report.findings += shortened([error("content-foreign", path, note, REMAKE) for note in dict.fromkeys(notes)])
        report.findings += shortened(list(dict.fromkeys(self._filled(path, contents, due))))
        report.findings += _set_up(path, contents, due)
        scene = _scene(path, contents, self.surfaces, due)
        found = things(scene, self.recogniser)
        report.note([path], found)
        report.findings += scene.findings
        names = {number: instance.name for number, instance in enumerate(contents.instances)}
        report.findings += called(names, found)
        self.kinds.setdefault((slicer, due.relief), []).extend(found)
        report.findings += _on_plates(path, contents, found, due, bed)
        report.findings += _towering(path, contents, due, bed, slicer)
        laid = list(_laid(path, contents, bed))
        self.laid.setdefault(slicer, []).extend(laid)
        if not contents.older:
            report.findings += self._pictured(path, contents, scene, due, (bed, laid))

    def _headed(self, path: str, contents: Contents, due: DueFile) -> Iterator[str]:
        """Yield what a file says of itself and should not."""
        model = contents.model
        plate = PRUSA_FILE.fullmatch(path)
        title = f"{self.set.title}, one filament at a time" if due.relief else self.set.title
        if plate:
            title = f"{self.set.title} {plate[1]}"
        if model.title != title:
            yield f"its title is {model.title[:80]!r}, due is {title!r}"
        words = due.description
        if model.description != words:
            yield f"its description is {model.description[:200]!r}, due is {words!r}"
        for told, wanted in zip(contents.plates, _plate_names(path, due), strict=False):
            if told.name != wanted and not due.older:
                yield f"its plate {told.number} is called {told.name[:40]!r}, due is {wanted!r}"
        self.applications.add(model.application)
        own = model.application if self.loose and APPLICATION.fullmatch(model.application) else ""
        if model.application != (own or f"quasiprint {__version__}") or len(self.applications) > 1:
            yield f"it says that it was made by {model.application[:40]!r}"

    def _known(self, path: str, contents: Contents) -> Iterator[str]:
        """Yield which bodies are others here than in a file before, or have a corner twice."""
        for part in {id(part): part for instance in contents.instances for part in instance.parts}.values():
            digest = hashlib.sha256(part.corners.tobytes() + part.own.tobytes()).digest()
            before, where = self.meshes.setdefault(part.name, (digest, path))
            if before != digest:
                yield f"its {part.name[:60]} is another body than in {where}"
            elif where == path and len(np.unique(part.corners, axis=0)) != len(part.corners):
                yield f"its {part.name[:60]} has a corner twice"

    def _filled(self, path: str, contents: Contents, file: DueFile) -> Iterator[Finding]:
        """Yield what is wrong with the bodies of a thing: which they are, and in which filament each is."""
        for instance in dict.fromkeys(contents.instances):
            due = file.bodies(instance.name)
            for part, (names, ink) in zip(instance.parts, due, strict=False):
                wanted = file.filament(ink), 0 if ink is None else ink + 1
                if (part.filament, part.base) != wanted:
                    message = f"its {part.name[:60]} has filament {part.filament} and material {part.base}"
                    yield error("colour-wrong", path, f"{message}, due are {wanted[0]} and {wanted[1]}", REMAKE)
                if part.name not in names and not (self.loose and _named(part.name, names)):
                    message = f"a body is called {part.name[:60]!r}, due is {names[0]}"
                    yield error("content-foreign", path, message, REMAKE)
            if len(instance.parts) != len(due):
                message = f"{instance.name[:40]!r} has {len(instance.parts)} bodies, due are {len(due)}"
                yield error("content-foreign", path, message, REMAKE)

    def _pictured(
        self, path: str, contents: Contents, scene: Scene, due: DueFile, where: tuple[Bed, Sequence[tuple[str, Laid]]]
    ) -> Iterator[Finding]:
        """Yield what is wrong with the pictures of a file: each shows its plate, the file's own the first."""
        bed, laid = where
        pictures = contents.pictures[:1] if not contents.plates else contents.pictures[1:]
        if contents.plates and not np.array_equal(contents.pictures[0], pictures[0]):
            yield error("content-foreign", path, "its picture is another than that of its first plate", REMAKE)
        for number, (pixels, (_, things_)) in enumerate(zip(pictures, laid, strict=False), 1):
            change = due.changes.get(number)
            rounded = tuple((name, tuple(round(value, 4) for value in matrix)) for name, matrix in things_)
            key = hashlib.sha256(pixels.tobytes()).digest(), rounded, due.relief, change, bed
            if key in self.shown:
                continue
            own = {k for k, one in enumerate(contents.instances) if not contents.plates or one.plate == number}
            origin = _origin(number, len(contents.plates), bed) if contents.plates else 0j
            faces = [due.face(one.name) for one in contents.instances]
            view = View(bed, origin, due.shown(None, -1, 0.0), partial(due.shown, change), faces)
            wrong = astray(pixels, [body for body in scene.bodies if body.owner in own], view)
            if wrong:
                message = f"{wrong} pixels of its picture show something else than what lies on plate {number}"
                yield error("content-foreign", path, message, REMAKE)
            else:
                self.shown.add(key)

    def due_kinds(self) -> Iterator[tuple[Slicer, bool]]:
        """Yield for which slicers there have to be files, and whether in one body each: a bed of one filament takes
        nothing else of a set with inlays."""
        things, measures = self.set.things, self.set.measures
        marks = [mark for thing in things for mark in thing.face.marks]
        inlaid = any(mark.colour is not None and mark.field for mark in marks)
        inlaid |= any(thing.face.inlaid_back for thing in things)
        changed = not self.loose and any(due_change([thing.face], measures) for thing in things)
        for slicer, bed in self.beds.items():
            alone = bed.extruders == 1 and inlaid and not self.loose
            if not alone:
                yield slicer, False
            if alone or changed:
                yield slicer, True

    def together(self) -> Iterator[Finding]:
        """Yield where files for one slicer lay something else than those for the others. Their beds may be others: then
        nothing can be compared."""
        prusa, bambu = (self.laid.get(slicer, []) for slicer in (Slicer.PRUSA, Slicer.BAMBU))
        if not prusa or not bambu or self.beds[Slicer.PRUSA] != self.beds[Slicer.BAMBU]:
            return
        there = dict(prusa)
        if len(prusa) != len(bambu) or there.keys() != dict(bambu).keys():
            message = f"the plates for {CALLED[Slicer.PRUSA]} are others than those for {CALLED[Slicer.BAMBU]}"
            yield error("content-foreign", "3mf", message, REMAKE)
        for plate, laid in bambu:
            if plate in there and not _alike(laid, there[plate]):
                message = f"things lie elsewhere, or in another order, than for {CALLED[Slicer.PRUSA]}"
                yield error("content-foreign", f"3mf, {plate} for {CALLED[Slicer.BAMBU]}", message, REMAKE)


def read(reading: Reading) -> Report:
    """Read 3MF files: those for PrusaSlicer, a plate each, hold a set together, and so do those for Bambu Studio; those
    in relief, if a set can be printed with one nozzle in two colours, do so, too."""
    recogniser = recogniser_of(reading)
    beds = {slicer: reading.beds.get(slicer, reading.bed) for slicer in Slicer}
    held = _Reading(recogniser, beds, reading.loose, due_parts(reading.set))
    report, reference = held.report, recogniser.reference
    others = [path for path in reading.files if not PRUSA_FILE.fullmatch(path)]
    for slicer, parse in ((Slicer.PRUSA, prusa_contents), (Slicer.BAMBU, bambu_contents)):
        own = others if slicer is Slicer.BAMBU else [path for path in reading.files if path not in others]
        for path, contents in report.read(reading, partial(parse, loose=reading.loose), own.__contains__):
            held.take(path, contents, slicer)
    report.findings += _filed(reading.set.game, others)
    report.findings += held.surfaces.findings
    for slicer, relief in held.due_kinds():
        if (slicer, relief) not in held.kinds:
            message = f"there is no file for {CALLED[slicer]}{', in relief' if relief else ''}"
            report.findings.append(error("file-missing", "3mf", message, REMAKE))
    for (slicer, relief), found in held.kinds.items():
        said, ways = (", in relief", ("relief", "inlaid")) if relief else ("", ("inlaid",))
        report.findings += complete(f"3MF for {CALLED[slicer]}{said}", found, reference, *ways)
    report.findings += held.together()
    report.pieces = min((pieces(found, reference) for found in held.kinds.values()), default=0)
    return report


def _in_relief(path: str, game: str) -> bool:
    """Tell by its name whether a file prints each thing in one body."""
    plate = PRUSA_FILE.fullmatch(path)
    return plate[1].startswith(RELIEF_PLATE) if plate else path.startswith(f"3mf/{game}-relief")


def _plates(path: str, contents: Contents) -> list[tuple[str, list[str]]]:
    """Return the name of each plate, and what is called by name on it."""
    plate = PRUSA_FILE.fullmatch(path)
    if plate:
        return [(plate[1], [instance.name for instance in contents.instances])]
    return [
        (told.name, [instance.name for instance in contents.instances if instance.plate == told.number])
        for told in contents.plates
    ]


def _plate_names(path: str, due: DueFile) -> Iterator[str]:
    """Yield what the plates of a project are called: they are counted on from one of its files to the next."""
    part = PART.search(path)
    before = MOST_PLATES * (int(part[1]) - 1) if part else 0
    yield from (f"{RELIEF_PLATE if due.relief else ''}plate-{before + k}" for k in range(1, MOST_PLATES + 1))


def _set_up(path: str, contents: Contents, due: DueFile) -> Iterator[Finding]:
    """Yield what slicers are told wrongly of layers and changes of filament."""
    height = due.set.measures.machine.layer
    if not contents.older and contents.layers - {height}:
        told = ", ".join(f"{layer:g}" for layer in sorted(contents.layers))
        yield error("height-wrong", path, f"its layers are to be {told} mm high, due is {height:g} mm", REMAKE)
    for number, (plate, _) in enumerate(due.plates, 1):
        told_change, change = contents.changes.get(number), due.changes.get(number)
        if change is None:
            if told_change is not None:
                yield error("content-foreign", path, f"the filament is changed on {plate}, due is no change", REMAKE)
            continue
        if told_change is None:
            message = f"the filament is not changed on {plate}, due is a change before layer {change.layer}"
            yield error("content-missing", path, message, REMAKE)
            continue
        if abs(told_change.top - change.top) > ROUND:
            message = f"the filament is changed before the layer up to {told_change.top:g} mm, due is {change.top:g} mm"
            yield error("height-wrong", path, message, REMAKE)
        rgb = due.spools(change)[1][1]
        if told_change.colour != rgb:
            yield error("colour-wrong", path, f"the filament is changed to {told_change.colour}, due is {rgb}", REMAKE)
    for number in sorted(set(contents.changes) - set(range(1, len(due.plates) + 1))):
        yield error("content-foreign", path, f"the filament is changed on plate {number}, which is not there", REMAKE)


def _towering(path: str, contents: Contents, due: DueFile, bed: Bed, slicer: Slicer) -> Iterator[Finding]:
    """Check the place of the tower on which filaments are changed, which a slicer is told."""
    if bed.tower is None or not due.inks or contents.older:
        if contents.tower is not None:
            yield error("content-foreign", path, "its slicer is told where a tower stands, due is none", REMAKE)
        return
    left, low, _, _ = bed.tower
    if slicer is Slicer.PRUSA and contents.tower is None:
        yield error("content-missing", path, "its slicer is not told where the tower stands", REMAKE)
    elif slicer is Slicer.PRUSA and contents.tower != (left + BRIM, low + BRIM):
        message = f"its tower stands at {contents.tower}, due is {left + BRIM:g}, {low + BRIM:g}"
        yield error("content-foreign", path, message, REMAKE)


def _named(name: str, names: Sequence[str]) -> bool:
    """Tell whether a body is called as bodies are, whatever its number."""
    return any(name.startswith(due.partition("inlay-")[0]) for due in names) and NAME.fullmatch(name) is not None


def _filed(game: str, others: Sequence[str]) -> Iterator[Finding]:
    """Yield which projects are called otherwise than projects are."""
    for stem in ("set", "relief"):
        own = [path for path in others if _in_relief(path, game) is (stem == "relief")]
        parts = [f"-{number}" for number in range(1, len(own) + 1)] if len(own) > 1 else [""]
        due = {f"3mf/{game}-{stem}{part}-bambu.3mf" for part in parts}
        for path in own:
            if path not in due:
                yield error("file-unlisted", path, f"it is called otherwise than {', '.join(sorted(due))}", REMAKE)


def _painted(path: str, contents: Contents, palette: Palette) -> Iterator[Finding]:
    due = [("body", palette.body.upper()), *((ink.name, ink.rgb.upper()) for ink in palette.inks)]
    bases = contents.model.bases
    if len(bases) != len(due):
        yield error("colour-wrong", path, f"it has {len(bases)} materials, due are {len(due)}", REMAKE)
    for number, (shown, wanted) in enumerate(zip(bases, due, strict=False)):
        if shown != wanted:
            message = f"its material {number} is {' '.join(shown)[:60]}, allowed is {' '.join(wanted)}"
            yield error("colour-wrong", path, message, REMAKE)


def _scene(path: str, contents: Contents, surfaces: Surfaces, due: DueFile) -> Scene:
    scene = Scene(path, [])
    for number, instance in enumerate(contents.instances):
        subject = f"{path}, object {number + 1}"
        lie, wrong = upright(instance.matrix, subject)
        scene.findings += wrong
        for part in instance.parts:
            seen = surfaces.terrain(part.facets, subject)
            if seen is not None and not wrong:
                scene.bodies.append(Body(seen, lie, due.ink(part.filament), number))
    return scene


def _origin(number: int, plates: int, bed: Bed) -> complex:
    """Return where a plate begins. Bambu's and Orca's lie in a grid, as many across as down or one more."""
    across = math.ceil(math.sqrt(plates))
    column, row = (number - 1) % across, (number - 1) // across
    return PITCH * (column * bed.width - 1j * row * bed.depth)


def _on_plates(path: str, contents: Contents, found: Sequence[Found], due: DueFile, bed: Bed) -> Iterator[Finding]:
    """Check that things lie on their plates, off what these keep free, and take no more filaments than there are."""
    size = bed.width, bed.depth
    kept: dict[int, tuple[Box, ...]] = {}
    for plate, (name, names) in enumerate(due.plates, 1):
        inks = {ink for own in dict.fromkeys(names) for _, ink in due.bodies(own) if ink is not None}
        if len(inks) >= bed.extruders > 1 and not contents.older:
            message = f"it takes {len(inks) + 1} filaments, allowed are {bed.extruders}"
            yield error("filaments-many", f"{path}, {name}", message, REMAKE)
        kept[plate] = (*bed.keep_outs, *([bed.tower] if inks and bed.tower else []))
    if not contents.plates:
        yield from lying(path, found, size, bed.margin, bed.gap, what="bed", kept=kept[1])
        return
    count = len(contents.plates)
    for plate in range(1, count + 1):
        own = [thing for thing in found if contents.instances[thing.owner].plate == plate]
        origin = _origin(plate, count, bed)
        free = kept.get(plate, ())
        yield from lying(f"{path}, plate {plate}", own, size, bed.margin, bed.gap, what="bed", origin=origin, kept=free)
    stray = [thing for thing in found if not 1 <= contents.instances[thing.owner].plate <= count]
    for thing in stray[:3]:
        yield error("off-bed", thing.subject, "it is said to lie on no plate", REMAKE)


def _laid(path: str, contents: Contents, bed: Bed) -> Iterator[tuple[str, Laid]]:
    """Yield the name of each plate, and what lies where on it."""
    plate = PRUSA_FILE.fullmatch(path)
    if plate:
        yield plate[1], [(instance.name, instance.matrix) for instance in contents.instances]
        return
    on_plate: dict[int, list[Instance]] = {}
    for instance in contents.instances:
        on_plate.setdefault(instance.plate, []).append(instance)
    for told in contents.plates:
        origin = _origin(told.number, len(contents.plates), bed)
        yield (
            told.name,
            [
                (one.name, (*one.matrix[:9], one.matrix[9] - origin.real, one.matrix[10] - origin.imag, one.matrix[11]))
                for one in on_plate.get(told.number, [])
            ],
        )


def _alike(one: Laid, two: Laid) -> bool:
    """Tell whether the same things lie in the same places, in the same order."""
    if [name for name, _ in one] != [name for name, _ in two]:
        return False
    first, second = (np.array([matrix for _, matrix in laid]) for laid in (one, two))
    return bool((np.abs(first - second) < ROUND).all())
