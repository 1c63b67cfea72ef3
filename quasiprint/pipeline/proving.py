"""The works of which a proof of a made set consists: files read back, and the set made again.

Formats that one process makes are one work: what it takes to recognise their things is made once. Works may be done in
processes of their own, the longest first; what they find is the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from quasiprint import formats
from quasiprint.model.blame import elsewhere, shortage
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.format import Readable, Reading, Things
from quasiprint.model.production import Offer
from quasiprint.pipeline.manifest import REMAKE, files_of
from quasiprint.pipeline.processes import Done, Ended, Failed, Hand, Work, forks, handed_back
from quasiprint.pipeline.remade import Found, Remade, remade
from quasiprint.pipeline.workshop import Workshop
from quasiprint.version import __version__

Tick = Callable[[str], None]
AGAIN = "making it again"


@dataclass(frozen=True, slots=True)
class FormatRead:
    """What came of reading a format. read: whether there was anything, and a reader for it; off: see `Readback`, µm;
    pieces: how many different ones were found, None if that cannot be told. lacking: what the machine lacks to read
    it."""

    name: str
    findings: tuple[Finding, ...] = ()
    read: bool = False
    off: Mapping[str, float] = field(default_factory=dict)
    pieces: int | None = None
    lacking: Unavailable | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """What came of making a set again. impossible: why it cannot be made. lacking: what the machine lacks for it."""

    outcome: Remade = field(default_factory=Remade)
    impossible: str = ""
    lacking: Unavailable | None = None


@dataclass(frozen=True, slots=True)
class _Files:
    """What readers get of a set as it was found."""

    files: Mapping[str, bytes]
    things: Things
    version: str
    libraries: Mapping[str, str]

    def of(self, names: Sequence[str]) -> _Files:
        """Return it with the files of some formats alone."""
        own = {path: content for path, content in self.files.items() if path.partition("/")[0] in names}
        return replace(self, files=own)

    @property
    def bytes(self) -> int:
        """How much there is to read."""
        return sum(map(len, self.files.values()))


def read_and_remade(
    shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick, *, again: bool, jobs: int
) -> tuple[dict[str, FormatRead], Again | None]:
    """Read formats back, and make the set again; return what came of each, by name.

    offers: of the formats that are read. again: whether to make it again. jobs: how many processes there may be.
    Raises Unavailable where this machine lacks what it takes, Shortage where it has too little of something.
    """
    version = str(found.manifest.get("version", ""))
    files = _Files(found.files, files_of(found.manifest), version, found.libraries)
    apart: dict[object, list[str]] = {}
    for name, offer in offers.items():
        apart.setdefault(offer.maker, []).append(name)
    works: list[tuple[str, int, Work]] = [
        (", ".join(names), own.bytes, (_read, (shop, own, tuple((name, offers[name]) for name in names))))
        for names in apart.values()
        for own in [files.of(names)]
    ]
    if again:
        works.append((AGAIN, 1 + files.bytes, (_remake, (shop, found))))
    back: list[FormatRead | Again] = []
    if jobs == 1 or len(works) < 2:
        for _, _, (does, arguments) in works:
            does(lambda value: _take(value, tick, back), *arguments)
    else:
        if again and forks() and Offer.PAGES in {formats.load(name).offer for name in shop.run.formats}:
            shop.books.hold_for_fork()
        _elsewhere(works, jobs, tick, back)
    read = {one.name: one for one in back if isinstance(one, FormatRead)}
    return read, next((one for one in back if isinstance(one, Again)), None)


def _take(value: str | FormatRead | Again, tick: Tick, back: list[FormatRead | Again]) -> None:
    """Take what a work hands back. Raises Unavailable at once where the machine lacks something: what else could be
    found of the set would not be told."""
    if isinstance(value, str):
        tick(value)
    elif value.lacking is not None:
        raise value.lacking
    else:
        back.append(value)


def _elsewhere(works: Sequence[tuple[str, int, Work]], jobs: int, tick: Tick, back: list[FormatRead | Again]) -> None:
    """Do works in processes of their own, those with most to read first; take what they hand back."""
    longest = sorted(works, key=lambda work: -work[1])
    try:
        with closing(handed_back([work for _, _, work in longest], jobs)) as values:
            for _, value in values:
                if not isinstance(value, Done):
                    _take(value, tick, back)
    except Ended as end:
        raise end.told(longest[end.number][0]) from None
    except Failed as failed:
        raise RuntimeError(f"verifying failed at {longest[failed.number][0]}:\n{failed}") from None
    except OSError as problem:  # nothing is read here: it has nothing to do with the set
        raise shortage(problem) or problem from None


def _read(hand: Hand, shop: Workshop, files: _Files, offers: Sequence[tuple[str, Offer]]) -> None:
    """Read the files of formats that one process makes; hand back each file's name, and what came of each format."""
    shared: dict[object, Any] = {}
    for name, offer in offers:
        hand(_format_read(hand, shop, files.of([name]), name, offer, shared))


def _format_read(
    hand: Hand, shop: Workshop, files: _Files, name: str, offer: Offer, shared: dict[object, Any]
) -> FormatRead:
    from shapely.errors import ShapelyError

    from quasiprint.readback.unreadable import DAMAGED

    if not files.files:
        return FormatRead(name, (error("file-missing", name, f"the set is to have {name}, and has none", REMAKE),))
    reader = _reader(name)
    if isinstance(reader, Finding):
        return FormatRead(name, (reader,))
    stock, loose = shop.run.profiles, files.version != __version__
    sheets = offer is not Offer.PAGES or shop.papered
    sizes = stock.bed, stock.sheet, stock.pages if sheets else ()
    game_set = shop.set(offer.maker)
    beds = shop.beds if offer is Offer.SOLIDS else {}
    try:
        books = shop.books.names() if game_set.whole is None else ()
        report = reader.read(
            Reading(game_set, files.files, files.things, *sizes, loose, hand, books, files.libraries, shared, beds)
        )
    except Unavailable as problem:
        return FormatRead(name, read=True, lacking=problem)
    except (ShapelyError, *DAMAGED) as problem:
        elsewhere(problem)
        # shapes that no set has: readers refuse what they can name
        return FormatRead(name, (not_understood(name, problem),), read=True)
    off = {path: round(1000 * off, 3) for path, off in report.off.items()}
    return FormatRead(name, tuple(report.findings), read=True, off=off, pieces=report.pieces if sheets else None)


def _remake(hand: Hand, shop: Workshop, found: Found) -> None:
    """Make the set again and compare; hand back each file's name, and what came of it."""
    from quasiprint.readback.unreadable import DAMAGED

    try:
        hand(Again(remade(shop, found, hand) if shop.run.formats else Remade()))
    except Unavailable as problem:
        hand(Again(lacking=problem))
    except DAMAGED as problem:
        elsewhere(problem)
        hand(Again(impossible=str(problem)))


def not_understood(name: str, problem: object) -> Finding:
    """Return what is said of a format whose files nobody can make sense of."""
    message = f"its files cannot be understood: {' '.join(str(problem).split())[:200]}"
    return error("file-unreadable", name, message, REMAKE)


def _reader(name: str) -> Readable | Finding:
    """Return what reads a format back, or what is to be said where nothing does: that is no damage."""
    try:
        format = formats.load(name)
    except InputError as problem:
        reason, remedy = str(problem), "install what brings the format"
    else:
        if isinstance(format, Readable):
            return format
        reason, remedy = "the format has no reader", ""
    message = f"its files were not read back: {reason}"
    return Finding("format-not-read", Severity.WARNING, name, message, remedy)
