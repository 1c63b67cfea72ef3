"""Makes a set: plan, check, lay out, encode; what comes of it is a stream of files, and where it goes a sink. Or proves
one, or counts what making it would take: then nothing is encoded.

Formats may be encoded in processes of their own. A process is handed the build, of which nothing but the run, a value,
crosses over; it hands files back. Formats that need the same of a set, such as its bodies, are one job: what
they share is made once, as in one process.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from quasiprint import formats
from quasiprint.checks.fit import budget
from quasiprint.disk.ownership import BILL, MANIFEST, START
from quasiprint.disk.staging import Sink
from quasiprint.errors import InputError, Unavailable
from quasiprint.layout.plates import filaments, misfit
from quasiprint.make.bill import part_of_bill, whole_bill
from quasiprint.make.manifest import FileEntry, MadeSet, entry, manifest, parameters, sources
from quasiprint.make.processes import results
from quasiprint.make.run import Run, describe_part, narrow, refuse_apart
from quasiprint.make.start_page import start_page
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Extra, Process, ProductKind
from quasiprint.model.face import snap
from quasiprint.model.finding import Finding, Severity, has_errors
from quasiprint.model.game import Facts
from quasiprint.model.measures import Size
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.production import Arrangement, Artefact, Bill
from quasiprint.model.solid import change_height, on_layer
from quasiprint.system import press
from quasiprint.system.progress import Measure, measure, portion, tell

# by how long they take of the default sets, most of a second first
LONGEST = (ProductKind.PAGES, ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.TEXTS)
Warn = Callable[[str], None]
DESIGNED, ENCODED = 0.3, 0.95  # shares of the time that a set takes until then, about


def plan(shop: Build) -> tuple[ProductKind, ...]:
    """Leave out the formats in which nothing of a part is made, and return what the others need. Raises InputError for
    what cannot be made."""
    refuse_apart(shop.apart, shop.run)
    shop.run = narrow(shop.run, shop.made)
    return offers_of(shop.run)


def offers_of(run: Run) -> tuple[ProductKind, ...]:
    """Return what a run's formats need, in the order of the processes."""
    needed = {formats.load(name).offer for name in run.formats}
    return tuple(offer for offer in ProductKind if offer in needed)


def counts_of(accessories: Iterable[Accessory]) -> dict[str, int]:
    """Return how many accessories there are of each kind."""
    kinds: dict[str, int] = {}
    for accessory in accessories:
        kinds[accessory.kind] = kinds.get(accessory.kind, 0) + accessory.count
    return kinds


@dataclass(frozen=True, slots=True)
class Made:
    """The outcome of a run. files: how many were written, 0 if a check failed. accessories: how many there are of each
    kind, by whatever process. sums: on how many plates, laser sheets and leaves of paper it lies, of those that were
    made. bill: what that takes. others: how many accessories each process makes."""

    output: Path
    findings: tuple[Finding, ...]
    pieces: int
    formats: tuple[str, ...]
    files: int
    accessories: Mapping[str, int] = field(default_factory=dict)
    sums: Mapping[ProductKind, int] = field(default_factory=dict)
    bill: Bill = field(default_factory=Bill)
    others: Mapping[Process, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfferResult:
    """The result of an offer of a set, once the last of its formats is encoded. count: of plates, laser sheets or
    leaves; notes: for its maker; arrangements: where the parts lie there."""

    count: int
    bill: Bill
    notes: tuple[Finding, ...]
    arrangements: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A file of a format; None once after its last. Then fields: what the format says on the set's page, by name;
    missing: why it has no files; result: of its offer, with the last format of the offer."""

    format: str
    artefact: Artefact | None
    fields: Mapping[str, str] = field(default_factory=dict)
    missing: Unavailable | None = None
    result: OfferResult | None = None


def encode(shop: Build, jobs: int) -> Generator[Encoded, None, None]:
    """Yield the files of each format, and after its last its texts on them; or the reason why it is not available.
    With more than one of `jobs`, formats are encoded in processes of their own, those that need the same in one; the
    order in which files of different formats come is then free, their bytes are not. Other errors are raised, and leave
    no process behind; Shortage where the machine lacks something."""
    # what a set offers is drawn, laid out and meshed once, for all that need it
    wanted: dict[ProductKind, list[str]] = {}
    for name in shop.run.formats:
        wanted.setdefault(formats.load(name).offer, []).append(name)
    left = [wanted[offer] for offer in LONGEST if offer in wanted]
    works, counts = [(_encode, (shop, tuple(names))) for names in left], Counter[str]()
    with closing(results(works, jobs, lambda number: left[number][0])) as back:
        for number, made in back:
            if made.artefact is None:
                del left[number][0]  # a job's formats come in their order
            else:
                counts[made.format] += 1
                tell(f"{made.format}: {counts[made.format]} files")
            yield made


def _encode(shop: Build, names: Sequence[str]) -> Iterator[Encoded]:
    """Yield the files of some formats, and what each says after its last."""
    for name in names:
        count, file = 0, formats.load(name)
        alike = [other for other in shop.run.formats if formats.load(other).offer is file.offer]
        missing: Unavailable | None = None
        try:
            if name == alike[0]:
                for wrong in shop.check_layout(file.offer):
                    ground = "sheet" if file.offer is ProductKind.DRAWINGS else "bed"
                    raise InputError(
                        f"{wrong.subject}: {wrong.message}; this is a fault of the program, and nothing is written: "
                        f"choose another {ground}, or a little larger or smaller edge"
                    )
            for artefact in file.files(shop.production(file.offer)):
                if not artefact.path.startswith(f"{name}/"):
                    raise ValueError(f"format {name}: found a file {artefact.path!r}, allowed are files in {name}/")
                yield Encoded(name, artefact)
                count += 1
        except Unavailable as reason:
            if count:  # what was handed out cannot be taken back
                raise RuntimeError(f"format {name}: found missing after {count} files: {reason}") from reason
            missing = reason
        press.close()  # it would keep what a format's pictures took
        result = None
        if name == alike[-1]:  # while what is laid out is at hand
            shop.production(file.offer)
            plates = shop.arrangements(file.offer)
            notes = tuple(plate_notes(shop)) if file.offer is ProductKind.SOLIDS else ()
            if file.offer is ProductKind.PAGES and shop.run.profiles.manner.sets > 1:  # of one set a dry run tells it
                notes = tuple(_smaller_edge(shop))
            result = OfferResult(
                shop.leaves(shop.run.profiles.pages[0]) if file.offer is ProductKind.PAGES else len(plates),
                part_of_bill(shop, file.offer),
                notes,
                plates,
            )
        fields = getattr(file, "fields", None)
        texts = fields(shop.production(file.offer)) if fields and missing is None else {}
        yield Encoded(name, None, dict(texts), missing, result)


class Making:
    """A run that is being made. Everything that can be refused is refused when it is built, before there is a file.
    findings: of all checks; with an error among them there are no files; and, once there are files, what would save
    sheets or plates. set: of all processes. formats: those that were made so far. jobs: how many processes encode; what
    they need is then made by them, and refused by them."""

    def __init__(self, shop: Build, jobs: int = 1) -> None:
        self._jobs = jobs
        self._shop = shop
        tell("designing and checking …")
        self._offers = offers = plan(shop)
        self.run = shop.run
        self._processes = tuple(offer.maker for offer in offers)
        self.findings, _ = self._shop.prove(self._processes)
        self.others = shop.others(self._processes)
        first = self._shop.fullest(self._processes)
        self.set: GameSet = replace(first, accessories=self._shop.accessories(self._processes))
        self.formats: tuple[str, ...] = ()
        self.sums: dict[ProductKind, int] = {}
        self.bill = Bill()
        if not has_errors(self.findings) and (jobs == 1 or len(offers) == 1):
            self._refuse_what_has_no_room()  # refused before anything is written

    def _refuse_what_has_no_room(self) -> None:
        for offer in self._offers:
            self._shop.production(offer)

    def artefacts(
        self, warn: Warn = lambda _message: None, measure: Measure = lambda _share: None
    ) -> Generator[Artefact, None, None]:
        """Yield every file of a set without errors, its manifest last. warn: called with a format that is left out.
        measure: with which share of the formats is made. Raises Unavailable for one asked for by name that this machine
        cannot make."""
        run, of = self.run, None
        if run.part is not None:
            of = self._shop.total_counts(self._processes)
            message = (
                f"this is a part of a set: {describe_part(self.set, of)}; every law was proved of the complete set"
            )
            self.findings += (Finding("part-of-set", Severity.NOTE, self.set.game, message),)
        for line in run.left_out:
            warn(line)
        by_format: dict[str, list[FileEntry]] = {}
        fields: dict[str, Mapping[str, str]] = {}
        results: dict[ProductKind, OfferResult] = {}
        to_come = {name: formats.load(name).offer for name in run.formats}
        try:
            with closing(encode(self._shop, self._jobs)) as made:
                for encoded in made:
                    if encoded.artefact is not None:
                        yield encoded.artefact
                        by_format.setdefault(encoded.format, []).append(entry(encoded.artefact))
                        continue
                    offer = to_come.pop(encoded.format)
                    measure(1 - len(to_come) / len(run.formats))
                    if encoded.result is not None:
                        results[offer] = encoded.result
                    if encoded.missing is None:
                        by_format.setdefault(encoded.format, [])
                        fields[encoded.format] = encoded.fields
                    elif run.named:
                        raise encoded.missing
                    else:
                        warn(f"{encoded.format} is left out: {encoded.missing}")
                    if offer not in to_come.values():
                        self._shop.release(offer)
        except InputError:
            self._refuse_what_has_no_room()  # of several reasons the same one, whichever process is the first
            raise
        finally:
            press.close()
        self.formats = tuple(name for name in run.formats if name in by_format)
        offers = {formats.load(name).offer for name in self.formats}
        there = {offer: results[offer] for offer in ProductKind if offer in offers}
        self.sums = {offer: result.count for offer, result in there.items() if result.count}
        self.bill = whole_bill(run, [result.bill for result in there.values()])
        # in one order, whatever was made first: sheets before plates
        self.findings += tuple(finding for offer in reversed(self._offers) for finding in results[offer].notes)
        makers = self._shop.makers(self._processes)
        files = {name: by_format[name] for name in self.formats}
        words = {key: text for name in self.formats for key, text in fields[name].items()}
        sets = {process: self._shop.set(process) for process in dict.fromkeys(self._processes)}
        makes = dict.fromkeys(formats.load(name).offer.maker for name in self.formats)
        fits = [fit for process in makes if (fit := budget(sets[process]))]
        made_set = MadeSet(run, self.set, sets, makers, files, self.bill, of)
        page = start_page(made_set, words, fits, {offer: made.arrangements for offer, made in results.items()})
        beside = [Artefact(START, page.encode()), Artefact(BILL, self.bill.csv().encode()), *sources(run, self.set)]
        yield from beside
        yield Artefact(MANIFEST, manifest(made_set, map(entry, beside), self.findings))


def make_set(run: Run, to: Sink, output: Path, jobs: int, warn: Warn) -> Made:
    """Make a run's set and write it to a sink; write nothing at all if a check fails. warn: called with a format that
    is left out. Raises InputError for what cannot be made or written, Unavailable for a format asked for by name that
    this machine cannot make."""
    with portion(0.0, DESIGNED):
        making = Making(Build(run), jobs)
    count = 0
    if not has_errors(making.findings):
        # stop the encoders before the place is cleared up, also on an error
        with portion(DESIGNED, ENCODED), to as stage, closing(making.artefacts(warn, measure)) as artefacts:
            for artefact in artefacts:
                stage.write(artefact.path, artefact.content)
                count += artefact.path != MANIFEST
    pieces, kinds = len(making.set.copies), counts_of(making.set.accessories)
    return Made(output, making.findings, pieces, making.formats, count, kinds, making.sums, making.bill, making.others)


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a check of a game's set, or of a set file. game: its name; pieces: how many; facts: what was
    counted."""

    game: str
    parameters: Mapping[str, object]
    pieces: int
    findings: tuple[Finding, ...]
    facts: Facts

    @property
    def proved(self) -> bool:
        """Whether no check failed."""
        return not has_errors(self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        findings = [finding.as_json() for finding in self.findings]
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(self)} | {"findings": findings}


@dataclass(frozen=True, slots=True)
class DryRun:
    """What making a set would take. accessories: how many of each kind; others: how many each process makes of them.
    findings: of all checks; with an error among them there is no bill."""

    run: Run
    pieces: int
    accessories: Mapping[str, int]
    findings: tuple[Finding, ...]
    bill: Bill
    others: Mapping[Process, int]


def foresee(shop: Build) -> DryRun:
    """Check a set and count what it takes; encode nothing, and write nothing. Raises InputError for what cannot be
    made."""
    making, bill = Making(shop), Bill()
    run, findings = making.run, making.findings
    if not has_errors(findings):
        offers = offers_of(run)
        bill = whole_bill(run, [part_of_bill(shop, offer) for offer in offers])
        for file in map(formats.load, run.formats if run.named else ()):
            if not file.default and (fields := getattr(file, "fields", None)):
                fields(shop.production(file.offer))  # what it refuses is refused here, too
        findings += tuple(_smaller_edge(shop)) if ProductKind.PAGES in offers else ()
    kinds = counts_of(making.set.accessories)
    return DryRun(run, len(making.set.copies), kinds, findings, bill, making.others)


def _smaller_edge(shop: Build) -> Iterator[Finding]:
    """Yield the edge, whole mm and up to a tenth shorter, at which pieces take a third less of the first paper."""
    profiles, paper = shop.run.profiles, shop.run.profiles.pages[0]
    usual, leaves = profiles.measures_of(Process.PAPER), len(shop.leaves_of(paper))
    edge, found = usual.size.edge, (0, 0)
    with suppress(InputError):
        for shorter in range(math.ceil(0.9 * edge), math.ceil(edge)) if leaves > 1 else ():
            size = Size(shorter, snap(usual.size.stripe * shorter / edge))
            sizes = {each: replace(each, size=size) for each in profiles.measures if each.process is Process.PAPER}
            measures = tuple(sizes.get(each, each) for each in profiles.measures)
            run = replace(shop.run, profiles=replace(profiles, measures=measures))
            fewer = len(Build(run).leaves_of(paper))
            if 3 * fewer > 2 * leaves:
                break
            found = shorter, fewer
    if any(found):
        message = f"it takes {leaves} leaves of {paper.name} at an edge of {edge:g} mm, and {found[1]} at {found[0]} mm"
        yield Finding("edge-saves-leaves", Severity.NOTE, shop.run.game, message, f"choose --edge {found[0]}")


def plate_notes(shop: Build) -> Iterator[Finding]:
    """Yield what is to be known of the plates of a set that is printed: for which bed nothing is laid out, since
    something does not fit it; on which beds patterns alone tell colours, since something takes more filaments than they
    change; and why one nozzle does not print two colours."""
    first, *others = shop.run.profiles.beds
    for bed in others:
        if bed not in shop.beds.values():
            why = misfit(bed, shop.set(Process.PRINTER), first.extruders)
            message = f"{why}; plates for its slicers are laid out for bed {first.name}"
            remedy = "name a larger bed of theirs with --profile, or choose smaller pieces or fewer colours"
            yield Finding("bed-gives-way", Severity.NOTE, f"bed {bed.name}", message, remedy)
    needed, id = filaments(shop.set(Process.PRINTER))
    for bed in dict.fromkeys(shop.beds.values()):
        if 1 < bed.extruders < needed:
            message = f"{id} takes {needed} filaments, and it changes {bed.extruders}: everything is printed in relief"
            remedy = "patterns or letters tell colours; choose fewer colours, or a bed with more filaments"
            yield Finding("filaments-few", Severity.NOTE, f"bed {bed.name}", message, remedy)
    yield from _no_change(shop)


def _no_change(shop: Build) -> Iterator[Finding]:
    """Yield why one nozzle does not print two colours, though patterns are raised or sunk: the height at which the
    filament is to be changed lies within a layer. Nothing where nobody asked it to, and it has no need."""
    game_set = shop.set(Process.PRINTER)
    layer, thickness = game_set.measures.machine.layer, game_set.measures.stock.thickness
    heights = {piece.id: found[0] for piece in shop.solids.pieces if (found := change_height((piece,)))}
    amiss = {id: z for id, z in heights.items() if not on_layer(z, layer)}
    there = any(project.relief for project in shop.solids.projects)
    if not amiss or not (there or Extra.RELIEF in game_set.measures.manner.extras):
        return
    id, z = next(iter(amiss.items()))
    so = f"{len(amiss)} of {len(heights)} things, {id} among them, are printed in one colour"
    so = so if there else "there are no plates in relief"
    message = f"the filament would be changed {z:g} mm up, which is not a whole number of layers of {layer:g} mm; {so}"
    up = round(layer * math.ceil(z / layer) - z, 6)
    remedy = "choose a thickness, depths and a layer in a profile of the printer's measures that make it one"
    if all(on_layer(z + up, layer) for z in heights.values()):
        remedy = f"choose --thickness {round(thickness + up, 6):g}"
    yield Finding("no-colour-change", Severity.NOTE, f"{game_set.game}, relief plates", message, remedy)


def prove(shop: Build, *, thorough: bool) -> Proof:
    """Prove a set from its design, as every process makes it, and what it is laid out and built to; write nothing.
    thorough: also what does not depend on this very set, such as a trial of the random draw. Raises InputError for what
    cannot be made."""
    offers = plan(shop)
    makers = tuple(offer.maker for offer in offers)
    findings, facts = shop.prove(makers, thorough)
    for offer in offers if not has_errors(findings) else ():
        shop.production(offer)
        findings += tuple(shop.check_layout(offer))
        if offer is ProductKind.SOLIDS:
            findings += tuple(shop.prove_bodies(tuple(shop.solids.meshes)))
    return Proof(shop.run.game, parameters(shop.run), len(shop.fullest(makers).pieces), findings, facts)
