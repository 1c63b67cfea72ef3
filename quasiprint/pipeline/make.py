"""Makes a set: plan, check, lay out, encode; what comes of it is a stream of files, and where it goes a sink. Or proves
one, or counts what making it would take: then nothing is encoded."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from quasiprint import formats
from quasiprint.checks.fit import Budget, budget
from quasiprint.model.bill import Bill
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.game import Facts
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.piece import Accessory, GameSet, Part
from quasiprint.model.production import Artefact, Offer
from quasiprint.pipeline import parts
from quasiprint.pipeline.artefacts import Laid, Tick, encode, offers_of
from quasiprint.pipeline.bill import part_of_bill, whole_bill
from quasiprint.pipeline.gallery import Set, gallery_page
from quasiprint.pipeline.manifest import FileEntry, entry, manifest, parameters, sources
from quasiprint.pipeline.parts import PART, is_empty, refuse_too_many, unknown, unknown_name
from quasiprint.pipeline.pictures import order
from quasiprint.pipeline.pictures import picture_fields as picture_words
from quasiprint.pipeline.processes import Emit, forks, results
from quasiprint.pipeline.readme import readme
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.workshop import USED, Workshop
from quasiprint.storage.ownership import BILL, GALLERY, MANIFEST, MAX_MANIFEST, README
from quasiprint.storage.sinks import Sink, open_set

Warn = Callable[[str], None]
Counted = tuple[tuple[Finding, ...], Bill]
COUNTED = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES, Offer.TEXTS)  # of the default sets, what takes longest first


def plan(shop: Workshop) -> tuple[Offer, ...]:
    """Ask what follows from sizes alone, leave out the formats in which nothing of a part is made, and return what the
    others need. Raises InputError for what cannot be made."""
    shop.preflight(offers_of(shop.run))
    narrow(shop)
    return offers_of(shop.run)


def counts_of(accessories: Iterable[Accessory]) -> dict[str, int]:
    """Return how many accessories there are of each kind."""
    kinds: dict[str, int] = {}
    for thing in accessories:
        kinds[thing.kind] = kinds.get(thing.kind, 0) + thing.count
    return kinds


@dataclass(frozen=True, slots=True)
class Made:
    """The outcome of a run. files: how many were written, 0 if a check failed. accessories: how many there are of each
    kind. laid: on how many plates, laser sheets and leaves of paper it lies, of those that were made. bill: what that
    takes."""

    output: Path
    findings: tuple[Finding, ...]
    pieces: int
    formats: tuple[str, ...]
    files: int
    accessories: Mapping[str, int] = field(default_factory=dict)
    laid: Mapping[Offer, int] = field(default_factory=dict)
    bill: Bill = field(default_factory=Bill)


class Making:
    """A run that is being made. Everything that can be refused is refused when it is built, before there is a file.

    findings: of all checks; with an error among them there are no files; and, once there are files, what would save
    sheets or plates. set: of all processes. formats: those that were made so far. jobs: how many processes encode; what
    they need is then made by them, and refused by them.
    """

    def __init__(self, shop: Workshop, jobs: int = 1, tick: Tick = lambda _name, _foresee_job: None) -> None:
        self._jobs = jobs
        self._tick = tick
        self._shop = shop
        tick("designing and checking", 0)
        self._offers = offers = plan(shop)
        self.run = run = shop.run
        self._processes = tuple(offer.maker for offer in offers)
        self.findings, _ = self._shop.prove(self._processes)
        first = self._shop.set(self._processes[0])
        self.set: GameSet = replace(first, accessories=self._shop.accessories(self._processes))
        if run.part is not None and not has_errors(self.findings):
            self.findings += (parts.part_finding(self.set, shop.total_counts(self._processes)),)
        self.formats: tuple[str, ...] = ()
        self.laid: dict[Offer, int] = {}
        self.bill = Bill()
        if not has_errors(self.findings) and (jobs == 1 or len(offers) == 1):
            self._refuse_what_has_no_room()  # told before anything is written

    def _refuse_what_has_no_room(self) -> None:
        for offer in self._offers:
            self._shop.production(offer)

    def artefacts(self, warn: Warn = lambda _message: None) -> Generator[Artefact, None, None]:
        """Yield every file of the set, its manifest last.

        warn: told of a format that is left out. Raises Unavailable for one asked for by name that this machine cannot
        make, ValueError if a check failed.
        """
        if has_errors(self.findings):
            raise ValueError("a check failed: such a set has no files")
        run, game_set = self.run, self.set
        for line in run.left_out:
            warn(line)
        by_format: dict[str, list[FileEntry]] = {}
        said: dict[str, Mapping[str, str]] = {}
        laid: dict[Offer, Laid] = {}
        to_come = {name: formats.load(name).offer for name in run.formats}
        try:
            with closing(encode(self._shop, self._jobs, self._tick)) as made:
                for one in made:
                    if one.artefact is not None:
                        yield one.artefact
                        by_format.setdefault(one.format, []).append(entry(one.artefact))
                        continue
                    offer = to_come.pop(one.format)
                    if one.laid is not None:
                        laid[offer] = one.laid
                    if one.missing is None:
                        by_format.setdefault(one.format, [])
                        said[one.format] = one.said
                    elif run.named:
                        raise one.missing
                    else:
                        warn(f"{one.format} is left out: {one.missing}")
                    if offer not in to_come.values():
                        self._shop.release(offer)
        except InputError:
            self._refuse_what_has_no_room()  # of several reasons the same one, whichever process is the first
            raise
        self.formats = tuple(name for name in run.formats if name in by_format)
        offers = {formats.load(name).offer for name in self.formats}
        there = {offer: laid[offer] for offer in Offer if offer in offers}
        self.laid = {offer: one.count for offer, one in there.items()}
        self.bill = bill = whole_bill(run, [one.bill for one in there.values()])
        # in one order, whatever was made first: sheets before plates
        self.findings += tuple(one for offer in reversed(self._offers) for one in laid[offer].advice)
        makers = self._shop.makers(self._processes)
        of = None if run.part is None else self._shop.total_counts(self._processes)
        files = {name: by_format[name] for name in self.formats}
        drawn = sorted((one for own in there.values() for one in own.pictures), key=lambda one: order(one.path))
        words = {key: text for name in self.formats for key, text in said[name].items()}
        words |= picture_words(tuple(one.path for one in drawn))
        page = readme(run, game_set, makers, files, words, bill, self._fits(), of)
        beside = [
            *drawn,
            Artefact(README, page.encode()),
            Artefact(BILL, bill.csv().encode()),
            *sources(run, game_set),
        ]
        others = [entry(artefact) for artefact in beside]
        sets = {process: self._shop.set(process) for process in dict.fromkeys(self._processes)}
        seen = {offer: one.seen for offer, one in laid.items()}
        shown = gallery_page(Set(run, game_set, sets, files, others, bill, page, seen))
        entries = [made for own in files.values() for made in own] + others
        yield from beside
        gallery = Artefact(GALLERY, shown)
        yield gallery
        entries.append(entry(gallery))
        yield Artefact(MANIFEST, manifest(run, game_set, makers, self.formats, entries, self.findings, bill, of))

    def _fits(self) -> tuple[Budget, ...]:
        """Return how the set fits, as each process makes it."""
        processes = dict.fromkeys(formats.load(name).offer.maker for name in self.formats)
        every = (budget(self._shop.set(process)) for process in processes)
        return tuple(one for one in every if one)


def make_set(run: Run, to: Sink, output: Path, jobs: int, warn: Warn, tick: Tick) -> Made:
    """Make a run's set and write it to a sink; write nothing at all if a check fails.

    warn: told of a format that is left out. Raises InputError for what cannot be made or written, Unavailable for a
    format asked for by name that this machine cannot make.
    """
    making = Making(Workshop(run), jobs, tick)
    count = 0
    if not has_errors(making.findings):
        # stop the encoders before the place is cleared up, also on an error
        with to as stage, closing(making.artefacts(warn)) as artefacts:
            for artefact in artefacts:
                stage.write(artefact.path, artefact.content)
                count += artefact.path != MANIFEST
    kinds = counts_of(making.set.accessories)
    laid = {offer: making.laid[offer] for offer in Offer if making.laid.get(offer)}
    return Made(output, making.findings, len(making.set.copies), making.formats, count, kinds, laid, making.bill)


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
        return {one.name: getattr(self, one.name) for one in fields(self)} | {"findings": findings}


def prove(shop: Workshop, thorough: bool = True) -> Proof:
    """Prove a set from its design, as every process makes it, and what it is laid out and built to; write nothing.

    thorough: also what does not depend on this very set, such as a trial of the random draw. Raises InputError for
    what cannot be made.
    """
    offers = plan(shop)
    findings, facts = shop.prove(tuple(offer.maker for offer in offers), thorough)
    if not has_errors(findings):
        for offer in offers:
            shop.production(offer)
            findings = (*findings, *shop.prove_layout(offer))
    return Proof(shop.run.game, parameters(shop.run), len(shop.set(offers[0].maker).pieces), findings, facts)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What making a set would take. accessories: how many of each kind. findings: of all checks; with an error
    among them there is no bill."""

    run: Run
    pieces: int
    accessories: Mapping[str, int]
    findings: tuple[Finding, ...]
    bill: Bill


def foresee(shop: Workshop, jobs: int = 1) -> Foreseen:
    """Check a set and count what it takes; encode nothing, and write nothing. jobs: in how many processes, each for a
    process of making: somebody who asks what a set costs waits for the answer, and tries again with another size.

    Raises InputError for what cannot be made, Shortage where the machine lacks something.
    """
    offers = plan(shop)
    for offer in offers:
        shop.whole(offer.maker)  # once, whoever counts
    if jobs > 1 and len(offers) > 1 and forks():
        counted = _foresee_in_jobs(shop, sorted(offers, key=COUNTED.index), jobs)
    else:
        counted = {offer: _foresee_offer(shop, offer) for offer in offers}
    findings = tuple(dict.fromkeys(finding for offer in offers for finding in counted[offer][0]))
    right = not has_errors(findings)
    bill = whole_bill(shop.run, [counted[offer][1] for offer in offers]) if right else Bill()
    kinds = counts_of(shop.accessories(tuple(offer.maker for offer in offers)))
    return Foreseen(shop.run, len(shop.set(offers[0].maker).copies), kinds, findings, bill)


def _foresee_offer(shop: Workshop, offer: Offer) -> Counted:
    """Check the set as one process makes it, and count what that takes. Raises InputError for what cannot be made."""
    findings, _ = shop.prove((offer.maker,))
    return findings, Bill() if has_errors(findings) else part_of_bill(shop, offer)


def _foresee_in_jobs(shop: Workshop, offers: Sequence[Offer], jobs: int) -> dict[Offer, Counted]:
    works = [(_foresee_job, (shop, offer)) for offer in offers]
    try:
        with closing(results(works, jobs, lambda number: f"counting {offers[number]}")) as back:
            return {offers[number]: value for number, value in back}
    except InputError:
        for offer in sorted(offers, key=list(Offer).index):  # of several reasons the same one, whichever is the first
            _foresee_offer(shop, offer)
        raise


def _foresee_job(emit: Emit, shop: Workshop, offer: Offer) -> None:
    """Count what one process of making takes, in a process of its own."""
    emit(_foresee_offer(shop, offer))


NOT_SO = {  # what is said of a format in which there would be nothing
    Offer.SOLIDS: "and nothing that is asked for is printed in solid",
    Offer.DRAWINGS: "and nothing that is asked for is cut with a laser",
    Offer.PAGES: "and nothing that is asked for is made of paper",
    Offer.TEXTS: "which is the text form of a complete set",
}


def narrow(shop: Workshop) -> None:
    """Let a workshop leave out the formats in which nothing is made of the part that its run asks for, if it does.

    Raises InputError for a name that nothing in the set has, for a format that was asked for by name and would hold
    nothing, and if none is left.
    """
    run = shop.run
    if run.part is None:
        return
    offers = {name: formats.load(name).offer for name in run.formats}
    sets = {offer: shop.whole(offer.maker) for offer in offers.values()}
    for name in unknown(run.part, sets.values()):
        others = (process for process in MAKERS if process not in {offer.maker for offer in sets})
        raise _made_otherwise(shop, run.part, name, others) or unknown_name(name, sets.values())
    for offer in sets:
        refuse_too_many(shop.set(offer.maker))
    empty = [name for name, offer in offers.items() if is_empty(shop.set(offer.maker))]
    left = tuple(name for name in run.formats if name not in empty)
    if not run.part.only and all(not shop.set(offer.maker).things for offer in sets):
        noun = shop.set(next(iter(sets)).maker).noun
        raise InputError(
            f"--spares: found {run.part.spares} without --only, but no two things in this set are alike: say with "
            f"--only of which {noun}s there are to be more"
        )
    if empty and (run.named or not left):
        raise InputError(f"--format: found {empty[0]}, {NOT_SO[offers[empty[0]]]}; leave it out")
    said = tuple(f"format {name}, {NOT_SO[offers[name]]}; it is left out" for name in empty)
    shop.run = replace(run, formats=left, left_out=(*run.left_out, *said))


def refuse_strange(shop: Workshop, process: Maker) -> None:
    """Raise InputError for a name of a part that nothing in the set has, by whatever process it is made. process: which
    makes it as far as anybody asked."""
    part, own = shop.run.part, shop.whole(process)
    if part is None:
        return
    others = [maker for maker in MAKERS if maker is not process]
    for name in unknown(part, [own]):
        if _made_otherwise(shop, part, name, others) is None:
            raise unknown_name(name, [own])


def refuse_complete(path: Path) -> None:
    """Raise InputError if a complete set lies at a path, which a part is not to replace."""
    if not os.path.lexists(path):
        return
    try:
        document = json.loads(open_set(path).read(MANIFEST, MAX_MANIFEST) or b"")
    except (InputError, OSError, ValueError, RecursionError):
        return  # no set of ours: whoever writes there is told what it is
    if isinstance(document, dict) and PART not in document:
        raise InputError(
            f"{os.fspath(path)!r}: holds a complete set, which a part of one would replace; choose another place, or "
            "keep that set under another name with --replace"
        )


def _made_otherwise(shop: Workshop, asked: Part, name: str, others: Iterable[Maker]) -> InputError | None:
    """Return what is said of a name of something that only other processes make, None if they have nothing of it."""
    for process in others:
        with contextlib.suppress(InputError):
            if not unknown(replace(asked, only=((name, 1),)), [shop.whole(process)]):
                ways = ", ".join(one.name for one in formats.every()[0] if one.offer.maker is process)
                return InputError(
                    f"--only: found {name!r}, which is made by {USED[process]} alone: allowed with it are the formats "
                    f"{ways}, of which none is asked for"
                )
    return None
