"""The files of a set, one after the other, from a run alone; formats may be encoded in processes of their own.

A process is handed the workshop, of which nothing but the run, a value, crosses over; it hands files back. Where they
go is none of its business. Formats that need the same of a set, such as its bodies, are one job: what they share is
made once, as in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from quasiprint import formats
from quasiprint.documents.typeset import may_have_threads
from quasiprint.model.bill import Bill
from quasiprint.model.blame import shortage
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.finding import Finding
from quasiprint.model.format import Described, Threaded
from quasiprint.model.production import Artefact, Offer
from quasiprint.pipeline.advice import advice
from quasiprint.pipeline.bill import part_of_bill
from quasiprint.pipeline.pictures import GalleryData, gallery_data, pictures
from quasiprint.pipeline.processes import Emit, forks, results
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.workshop import Workshop

LONGEST = (Offer.PAGES, Offer.SOLIDS, Offer.DRAWINGS, Offer.TEXTS)  # of the default sets, most of a second first
Tick = Callable[[str, int], None]  # format, files so far


@dataclass(frozen=True, slots=True)
class Laid:
    """What comes of an offer of a set while what is laid out is at hand. count: of plates, laser sheets or leaves;
    advice: for its maker; seen: what a page can show of it."""

    count: int
    bill: Bill
    advice: tuple[Finding, ...]
    pictures: tuple[Artefact, ...]
    seen: GalleryData


@dataclass(frozen=True, slots=True)
class Encoded:
    """A file of a format; or None, once after its last. Then said: what it says in the set's page, by field; missing:
    why it has no files; laid: what comes of its offer, if no other format needs that."""

    format: str
    artefact: Artefact | None
    said: Mapping[str, str] = field(default_factory=dict)
    missing: Unavailable | None = None
    laid: Laid | None = None


def encode(shop: Workshop, jobs: int, tick: Tick) -> Generator[Encoded, None, None]:
    """Yield the files of each format, and after its last what it says of them; or the reason why it is not available.

    With more than one of `jobs`, formats are encoded in processes of their own, those that need the same in one; the
    order in which files of different formats come is then free, their bytes are not. Other errors are raised, and
    leave no process behind; Shortage where the machine lacks something.
    """
    apart = jobs_of(shop.run.formats)
    try:
        if jobs == 1 or len(apart) == 1 or _held_here(shop.run.formats):
            for name in shop.run.formats:
                yield from _here(shop, name, tick)
        else:
            if forks() and Offer.PAGES in {formats.load(names[0]).offer for names in apart}:
                shop.books.hold_for_fork()
            yield from _elsewhere(shop, apart, jobs, tick)
    except OSError as problem:  # nothing is written here: it has nothing to do with the place where the set goes
        raise shortage(problem) or problem from None


def offers_of(run: Run) -> tuple[Offer, ...]:
    """Return what a run's formats need, in the order of the processes."""
    needed = {formats.load(name).offer for name in run.formats}
    return tuple(offer for offer in Offer if offer in needed)


def _held_here(names: Sequence[str]) -> bool:
    """Tell whether formats have to be encoded in this process, since a forked one would wait for ever for threads."""
    return (
        forks()
        and may_have_threads()
        and any(isinstance(one, Threaded) and one.threaded for one in map(formats.load, names))
    )


def jobs_of(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return formats as the jobs that they are, those that take longest first: what a set offers is drawn, laid out
    and meshed for all formats that need it."""
    wanted: dict[Offer, list[str]] = {}
    for name in names:
        wanted.setdefault(formats.load(name).offer, []).append(name)
    return [tuple(wanted[offer]) for offer in sorted(wanted, key=LONGEST.index)]


def _here(shop: Workshop, name: str, tick: Tick) -> Iterator[Encoded]:
    count = 0
    one = formats.load(name)
    missing: Unavailable | None = None
    try:
        for artefact in _files(shop, name):
            yield Encoded(name, artefact)
            count += 1
            tick(name, count)
    except Unavailable as reason:
        if count:  # what was handed out cannot be taken back
            raise RuntimeError(f"format {name}: found missing after {count} files: {reason}") from reason
        missing = reason
    laid = None
    if name == _of(shop, one.offer)[-1]:  # while what is laid out is at hand
        laid = Laid(
            shop.laid(one.offer),
            part_of_bill(shop, one.offer),
            advice(shop, (one.offer,)),
            tuple(picture.artefact for picture in pictures(shop, one.offer, offers_of(shop.run))),
            gallery_data(shop, one.offer),
        )
    said = one.fields(shop.production(one.offer)) if isinstance(one, Described) and missing is None else {}
    yield Encoded(name, None, dict(said), missing, laid)


def _of(shop: Workshop, offer: Offer) -> list[str]:
    """Return the formats of the run that need the same, in their order."""
    return [name for name in shop.run.formats if formats.load(name).offer is offer]


def _files(shop: Workshop, name: str) -> Iterator[Artefact]:
    """Yield a format's files. Raises ValueError for one that lies in no folder of the format's name, InputError if
    things lie where they may not, or sheets are cut as they may not be."""
    format = formats.load(name)
    if name == _of(shop, format.offer)[0]:
        for wrong in shop.check_layout(format.offer):
            ground = "sheet" if format.offer is Offer.DRAWINGS else "bed"
            raise InputError(
                f"{wrong.subject}: {wrong.message}; this is a fault of the program, and nothing is written: choose "
                f"another {ground}, or a little larger or smaller edge"
            )
    for artefact in format.files(shop.production(format.offer)):
        if not artefact.path.startswith(f"{name}/"):
            raise ValueError(f"format {name}: found a file {artefact.path!r}, allowed are files in {name}/")
        yield artefact


def _elsewhere(shop: Workshop, apart: list[tuple[str, ...]], jobs: int, tick: Tick) -> Generator[Encoded, None, None]:
    counts = dict.fromkeys(shop.run.formats, 0)
    left = [list(names) for names in apart]
    with closing(results([(_job, (shop, names)) for names in apart], jobs, lambda number: left[number][0])) as back:
        for number, made in back:
            if made.artefact is None:
                del left[number][0]  # a job's formats come in their order
            else:
                counts[made.format] += 1
                tick(made.format, counts[made.format])
            yield made


def _job(emit: Emit, shop: Workshop, names: Sequence[str]) -> None:
    """Make the files of some formats in a process of its own."""
    for name in names:
        for made in _here(shop, name, lambda _name, _count: None):
            emit(made)
