"""3MF, read back as PrusaSlicer and as Bambu Studio and OrcaSlicer read it: bodies, filaments, plates.

Every member of a package, every element, attribute and number is one that is due (see `contents`, and for the bytes
`package` and `scanner`), every body is one that its piece has, the same in all files, and the files of the two kinds
lay the same things in the same places. The form has not changed since version 0.1.0, so sets of other versions are read
as strictly; only the names of their bodies may be others.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from quasiprint.formats.threemf.contents import Contents, Instance, bambu_contents, prusa_contents
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, Palette
from quasiprint.readback.bodies import Body, Scene, things
from quasiprint.readback.recognise import REMAKE, Found, Recogniser, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces, shortened
from quasiprint.readback.solid_parts import DueParts, due_parts
from quasiprint.readback.surfaces import Surfaces, called, upright
from quasiprint.version import __version__

PITCH = 1.2  # of Bambu's and Orca's grid of plates, in beds
SLICERS = PRUSA_SLICER, BAMBU_STUDIO = "PrusaSlicer", "Bambu Studio and OrcaSlicer"
PRUSA_FILE = re.compile(r"3mf/(.+)-prusa\.3mf")
NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
ROUND = 2e-6  # mm: what a place may differ by in two files that write six decimals
APPLICATION = re.compile(r"quasiprint [0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}[a-z0-9.]{0,12}")
Laid = list[tuple[str, tuple[float, ...]]]  # what lies where: names and matrices


@dataclass(slots=True)
class _Reading:
    """A set's files of both kinds as they are read. laid: what lies on each plate, by the slicers that they are for."""

    recogniser: Recogniser
    bed: Bed
    loose: bool
    due: DueParts
    report: Report = field(default_factory=Report)
    surfaces: Surfaces = field(default_factory=Surfaces)
    kinds: dict[str, list[Found]] = field(default_factory=dict)
    laid: dict[str, list[tuple[str, Laid]]] = field(default_factory=dict)
    applications: set[str] = field(default_factory=set)
    meshes: dict[str, tuple[bytes, str]] = field(default_factory=dict)

    @property
    def set(self) -> GameSet:
        return self.recogniser.reference.game_set

    def take(self, path: str, contents: Contents, slicer: str) -> None:
        """Take note of what is in a file, and of all that is wrong with it."""
        report = self.report
        report.findings += _painted(path, contents, self.set.palette)
        notes = [*contents.notes, *self._headed(path, contents), *self._known(path, contents)]
        report.findings += shortened([error("content-foreign", path, note, REMAKE) for note in dict.fromkeys(notes)])
        report.findings += shortened(list(dict.fromkeys(self._filled(path, contents))))
        scene = _scene(path, contents, self.surfaces)
        found = things(scene, self.recogniser)
        report.note([path], found)
        report.findings += scene.findings
        names = {number: instance.name for number, instance in enumerate(contents.instances)}
        report.findings += called(names, found)
        self.kinds.setdefault(slicer, []).extend(found)
        report.findings += _on_plates(path, contents, found, self.bed)
        self.laid.setdefault(slicer, []).extend(_laid(path, contents, self.bed))

    def _headed(self, path: str, contents: Contents) -> Iterator[str]:
        """Yield what a file says of itself and should not."""
        model, palette = contents.model, self.set.palette
        plate = PRUSA_FILE.fullmatch(path)
        title = f"{self.set.title} {plate[1]}" if plate else self.set.title
        if model.title != title:
            yield f"its title is {model.title[:80]!r}, due is {title!r}"
        names = {instance.name for instance in contents.instances}
        used = sorted({ink for name in names for _, ink in self.due.of(name) if ink is not None})
        inks = [f"{ink + 2} {palette.inks[ink].name} {palette.inks[ink].rgb}" for ink in used]
        words = f"Filaments: {', '.join([f'1 body {palette.body}', *inks])}."
        if model.description != words:
            yield f"its description is {model.description[:200]!r}, due is {words!r}"
        self.applications.add(model.application)
        due = model.application if self.loose and APPLICATION.fullmatch(model.application) else ""
        if model.application != (due or f"quasiprint {__version__}") or len(self.applications) > 1:
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

    def _filled(self, path: str, contents: Contents) -> Iterator[Finding]:
        """Yield what is wrong with the bodies of a thing: which they are, and in which filament each is."""
        for instance in dict.fromkeys(contents.instances):
            due = self.due.of(instance.name)
            for part, (names, ink) in zip(instance.parts, due, strict=False):
                wanted = 1 if ink is None else ink + 2
                if (part.filament, part.base) != (wanted, wanted - 1):
                    message = f"its {part.name[:60]} has filament {part.filament} and material {part.base}"
                    yield error("colour-wrong", path, f"{message}, due are {wanted} and {wanted - 1}", REMAKE)
                if part.name not in names and not (self.loose and _named(part.name, names)):
                    message = f"a body is called {part.name[:60]!r}, due is {names[0]}"
                    yield error("content-foreign", path, message, REMAKE)
            if len(instance.parts) != len(due):
                message = f"{instance.name[:40]!r} has {len(instance.parts)} bodies, due are {len(due)}"
                yield error("content-foreign", path, message, REMAKE)

    def together(self) -> Iterator[Finding]:
        """Yield where files for one slicer lay something else than those for the others."""
        prusa, bambu = (self.laid.get(slicer, []) for slicer in SLICERS)
        if not prusa or not bambu:
            return
        there = dict(prusa)
        if len(prusa) != len(bambu) or there.keys() != dict(bambu).keys():
            message = f"the plates for {PRUSA_SLICER} are others than those for {BAMBU_STUDIO}"
            yield error("content-foreign", "3mf", message, REMAKE)
        for plate, laid in bambu:
            if plate in there and not _alike(laid, there[plate]):
                message = f"things lie elsewhere, or in another order, than for {PRUSA_SLICER}"
                yield error("content-foreign", f"3mf, {plate} for {BAMBU_STUDIO}", message, REMAKE)


def read(reading: Reading) -> Report:
    """Read 3MF files: those for PrusaSlicer, a plate each, hold a set together, and so do those for Bambu Studio."""
    recogniser = recogniser_of(reading)
    held = _Reading(recogniser, reading.bed, reading.loose, due_parts(reading.set))
    report, reference = held.report, recogniser.reference
    for path, contents in report.read(reading, prusa_contents, lambda path: PRUSA_FILE.fullmatch(path) is not None):
        held.take(path, contents, PRUSA_SLICER)
    others = [path for path in reading.files if not PRUSA_FILE.fullmatch(path)]
    for path, contents in report.read(reading, bambu_contents, lambda path: path in others):
        held.take(path, contents, BAMBU_STUDIO)
    report.findings += _filed(reading.set.game, others)
    report.findings += held.surfaces.findings
    for slicer in SLICERS:
        if slicer not in held.kinds:
            report.findings.append(error("file-missing", "3mf", f"there is no file for {slicer}", REMAKE))
    for slicer, found in held.kinds.items():
        report.findings += complete(f"3MF for {slicer}", found, reference, "inlaid")
    report.findings += held.together()
    report.pieces = min((pieces(found, reference) for found in held.kinds.values()), default=0)
    return report


def _named(name: str, names: Sequence[str]) -> bool:
    """Tell whether a body is called as bodies are, whatever its number."""
    return any(name.startswith(due.partition("inlay-")[0]) for due in names) and NAME.fullmatch(name) is not None


def _filed(game: str, others: Sequence[str]) -> Iterator[Finding]:
    """Yield which projects are called otherwise than projects are."""
    parts = [f"-{number}" for number in range(1, len(others) + 1)] if len(others) > 1 else [""]
    due = {f"3mf/{game}-set{part}-bambu.3mf" for part in parts}
    for path in others:
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


def _scene(path: str, contents: Contents, surfaces: Surfaces) -> Scene:
    scene = Scene(path, [])
    for number, instance in enumerate(contents.instances):
        subject = f"{path}, object {number + 1}"
        lie, wrong = upright(instance.matrix, subject)
        scene.findings += wrong
        for part in instance.parts:
            seen = surfaces.terrain(part.facets, subject)
            if seen is not None and not wrong:
                scene.bodies.append(Body(seen, lie, part.filament - 2, number))
    return scene


def _origin(number: int, plates: int, bed: Bed) -> complex:
    """Return where a plate begins. Bambu's and Orca's lie in a grid, as many across as down or one more."""
    across = math.ceil(math.sqrt(plates))
    column, row = (number - 1) % across, (number - 1) // across
    return PITCH * (column * bed.width - 1j * row * bed.depth)


def _on_plates(path: str, contents: Contents, found: Sequence[Found], bed: Bed) -> Iterator[Finding]:
    """Check that things lie on their plates."""
    size = bed.width, bed.depth
    if not contents.plates:
        yield from lying(path, found, size, bed.margin, bed.gap, what="bed")
        return
    count = len(contents.plates)
    for plate in range(1, count + 1):
        own = [thing for thing in found if contents.instances[thing.owner].plate == plate]
        origin = _origin(plate, count, bed)
        yield from lying(f"{path}, plate {plate}", own, size, bed.margin, bed.gap, what="bed", origin=origin)
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
