"""Makes a set: design, check, lay out, encode; what comes of it is a stream of files, and where it goes a sink."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from quasiprint import formats
from quasiprint.checks.fit import Budget, budget
from quasiprint.model.bill import Bill
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.game import Facts
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Artefact, Offer
from quasiprint.pipeline import parts
from quasiprint.pipeline.artefacts import Advice, Laid, Said, Tick, encoded, offers_of
from quasiprint.pipeline.bill import whole_bill
from quasiprint.pipeline.gallery import Set, gallery_page
from quasiprint.pipeline.manifest import FileEntry, entry, manifest, parameters, sources
from quasiprint.pipeline.narrowing import narrow
from quasiprint.pipeline.pictures import GalleryData, Picture, order
from quasiprint.pipeline.pictures import said as picture_words
from quasiprint.pipeline.readme import readme
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.workshop import Workshop
from quasiprint.storage.ownership import BILL, GALLERY, MANIFEST, README
from quasiprint.storage.sinks import Sink

Warn = Callable[[str], None]


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

    def __init__(self, shop: Workshop, jobs: int = 1, tick: Tick = lambda _name, _count: None) -> None:
        self.run = run = shop.run
        self._jobs = jobs
        self._tick = tick
        self._shop = shop
        self._offers = offers = offers_of(run)
        self._processes = tuple(offer.maker for offer in offers)
        tick("designing and checking", 0)
        self._shop.rehearse(offers)
        if run.part is not None:
            narrow(shop)
            self.run = run = shop.run
            self._offers = offers = offers_of(run)
            self._processes = tuple(offer.maker for offer in offers)
        self.findings, _ = self._shop.prove(self._processes)
        first = self._shop.set(self._processes[0])
        self.set: GameSet = replace(first, accessories=self._shop.accessories(self._processes))
        if run.part is not None and not has_errors(self.findings):
            self.findings += (parts.noted(self.set, shop.of(self._processes)),)
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
        said: dict[str, Said] = {}
        advised: dict[Offer, Advice] = {}
        laid: dict[Offer, Laid] = {}
        looks: dict[Offer, list[Artefact]] = {}
        seen: dict[Offer, GalleryData] = {}
        to_come = {name: formats.load(name) for name in run.formats}
        try:
            with closing(encoded(self._shop, self._jobs, self._tick)) as made:
                for name, found in made:
                    if isinstance(found, Artefact):
                        yield found
                        by_format.setdefault(name, []).append(entry(found))
                        continue
                    if isinstance(found, tuple):
                        advised[to_come[name].offer] = found
                        continue
                    if isinstance(found, Picture):
                        looks.setdefault(to_come[name].offer, []).append(found.artefact)
                        continue
                    if isinstance(found, Laid):
                        laid[to_come[name].offer] = found
                        continue
                    if isinstance(found, GalleryData):
                        seen[to_come[name].offer] = found
                        continue
                    if isinstance(found, Unavailable):
                        if run.named:
                            raise found
                        warn(f"{name} is left out: {found}")
                    else:
                        by_format.setdefault(name, [])
                        said[name] = found
                    offer = to_come.pop(name).offer
                    if not any(other.offer is offer for other in to_come.values()):
                        self._shop.give_back(offer)
        except InputError:
            self._refuse_what_has_no_room()  # of several reasons the same one, whichever process is the first
            raise
        self.formats = tuple(name for name in run.formats if name in by_format)
        there = {formats.load(name).offer for name in self.formats}
        self.laid = {offer: found.count for offer, found in laid.items() if offer in there}
        self.bill = bill = whole_bill(run, [laid[offer].bill for offer in Offer if offer in there])
        entries = [made for name in self.formats for made in by_format[name]]
        # in one order, whatever was made first: sheets before plates
        self.findings += tuple(one for offer in reversed(self._offers) for one in advised.get(offer, ()))
        makers = self._shop.makers(self._processes)
        words = {key: text for name in self.formats for key, text in said[name].items()}
        of = None if run.part is None else self._shop.of(self._processes)
        files = {name: by_format[name] for name in self.formats}
        drawn = sorted((one for offer in looks.keys() & there for one in looks[offer]), key=lambda one: order(one.path))
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
        shown = gallery_page(Set(run, game_set, sets, files, others, bill, page, seen))
        for artefact in (*beside, Artefact(GALLERY, shown)):
            yield artefact
            entries.append(entry(artefact))
        yield Artefact(MANIFEST, manifest(run, game_set, makers, self.formats, entries, self.findings, bill, of))

    def _fits(self) -> tuple[Budget, ...]:
        """Return how the set fits, as each process makes it."""
        processes = dict.fromkeys(formats.load(name).offer.maker for name in self.formats)
        every = (budget(self._shop.set(process)) for process in processes)
        return tuple(one for one in every if one)


def made(run: Run, to: Sink, output: Path, jobs: int, warn: Warn, tick: Tick) -> Made:
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
    kinds: dict[str, int] = {}
    for thing in making.set.accessories:
        kinds[thing.kind] = kinds.get(thing.kind, 0) + thing.count
    laid = {offer: making.laid[offer] for offer in Offer if making.laid.get(offer)}
    return Made(output, making.findings, len(making.set.copies), making.formats, count, kinds, laid, making.bill)


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a check: the run, how many pieces, all findings, what was counted."""

    run: Run
    pieces: int
    findings: tuple[Finding, ...]
    facts: Facts

    @property
    def proved(self) -> bool:
        """Whether no check failed."""
        return not has_errors(self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        return {
            "game": self.run.game,
            "parameters": parameters(self.run),
            "pieces": self.pieces,
            "findings": [finding.as_json() for finding in self.findings],
            "facts": self.facts,
        }


def proof(shop: Workshop, thorough: bool = True) -> Proof:
    """Prove a set from its design, as every process makes it, and what it is laid out and built to; write nothing.

    thorough: also what does not depend on this very set, such as a trial of the random draw. Raises InputError for
    what cannot be made.
    """
    narrow(shop)
    run = shop.run
    offers = offers_of(run)
    shop.rehearse(offers)
    findings, facts = shop.prove(tuple(offer.maker for offer in offers), thorough)
    if not has_errors(findings):
        for offer in offers:
            shop.production(offer)
            findings = (*findings, *shop.prove_layout(offer))
    return Proof(run, len(shop.set(offers[0].maker).pieces), findings, facts)
