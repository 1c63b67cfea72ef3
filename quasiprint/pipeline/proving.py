"""The works of which a proof of a made set consists: files read back, and the set made again.

Formats that one process makes are one work: what it takes to recognise their things is made once. Works may be done in
processes of their own, the longest first; what they find is the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quasiprint import formats
from quasiprint.model.blame import DAMAGED, elsewhere, shortage
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.finding import Finding, error
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer
from quasiprint.pipeline.manifest import REMAKE, files_of
from quasiprint.pipeline.processes import Done, Ended, Failed, Hand, Work, forks, handed_back
from quasiprint.pipeline.remade import Found, Remade, comparable, remade
from quasiprint.pipeline.workshop import Workshop

if TYPE_CHECKING:
    from quasiprint.recogniser.match import Recogniser
    from quasiprint.recogniser.recognition import Recognition

Tick = Callable[[str], None]
AGAIN = "making it again"


@dataclass(frozen=True, slots=True)
class FormatRead:
    """What came of reading a format. recognition: None where nothing reads it. lacking: what the machine lacks."""

    name: str
    findings: tuple[Finding, ...] = ()
    recognition: Recognition | None = None
    lacking: Unavailable | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """What came of making a set again. impossible: why it cannot be made. lacking: what the machine lacks for it."""

    outcome: Remade = field(default_factory=Remade)
    impossible: str = ""
    lacking: Unavailable | None = None


def read_and_remade(
    shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick, *, again: bool, jobs: int
) -> tuple[dict[str, FormatRead], Again | None]:
    """Read formats back, and make the set again; return what came of each, by name.

    offers: of the formats that are read. again: whether to make it again. jobs: how many processes there may be.
    Raises Unavailable where this machine lacks what it takes, Shortage where it has too little of something.
    """
    bytes_of = comparable(shop, found) if again else frozenset[str]()
    apart: dict[Maker, list[str]] = {}
    for name, offer in offers.items():
        apart.setdefault(offer.maker, []).append(name)
    sizes = {
        name: sum(len(content) for path, content in found.files.items() if path.startswith(f"{name}/"))
        for name in offers
    }
    works: list[tuple[str, int, Work]] = [
        (
            ", ".join(names),
            sum(sizes[name] for name in names),
            (_read, (shop, found, [(name, offers[name]) for name in names], bytes_of)),
        )
        for names in apart.values()
    ]
    if again:
        works.append((AGAIN, 1 + sum(map(len, found.files.values())), (_remake, (shop, found))))
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


def _read(
    emit: Hand, shop: Workshop, found: Found, offers: Sequence[tuple[str, Offer]], compared: frozenset[str]
) -> None:
    """Read the files of formats that one process makes; emit each file's name, and what came of each format. compared:
    the formats whose bytes are compared besides."""
    from quasiprint.recogniser.expected import expected
    from quasiprint.recogniser.match import Recogniser

    recogniser = Recogniser(expected(shop.set(offers[0][1].maker)))
    for name, offer in offers:
        emit(_format_read(emit, shop, found, name, offer, recogniser, compared=name in compared))


def _format_read(
    emit: Hand, shop: Workshop, found: Found, name: str, offer: Offer, recogniser: Recogniser, *, compared: bool
) -> FormatRead:
    from shapely.errors import ShapelyError

    from quasiprint.recogniser.recognition import recognise
    from quasiprint.recogniser.shapes import Readable, Reading

    files = {path: content for path, content in found.files.items() if path.startswith(f"{name}/")}
    if not files:
        return FormatRead(name, (error("file-missing", name, f"the set is to have {name}, and has none", REMAKE),))
    try:
        format = formats.load(name)
    except InputError:
        return FormatRead(name)
    if not isinstance(format, Readable):
        return FormatRead(name)
    stock = shop.run.profiles
    reading = Reading(
        set=recogniser.expected.game_set,
        files=files,
        things=files_of(found.manifest),
        bed=stock.bed,
        beds=shop.beds if offer is Offer.SOLIDS else {},
        looks=stock.sheet.looks,
        margin=stock.sheet.margin,
        gap=stock.sheet.gap,
        papers=stock.pages if offer is not Offer.PAGES or shop.papered else (),
        compared=compared,
    )
    try:
        return FormatRead(name, recognition=recognise(format, name, reading, recogniser, emit))
    except Unavailable as problem:
        return FormatRead(name, lacking=problem)
    except (ShapelyError, *DAMAGED) as problem:
        elsewhere(problem)
        # shapes that no set has: importers refuse what they can name
        return FormatRead(name, (not_understood(name, problem),))


def _remake(emit: Hand, shop: Workshop, found: Found) -> None:
    """Make the set again and compare; emit each file's name, and what came of it."""
    try:
        none = dict.fromkeys(found.files, "what makes its formats is not installed")
        emit(Again(remade(shop, found, emit) if shop.run.formats else Remade(uncompared=none)))
    except Unavailable as problem:
        emit(Again(lacking=problem))
    except DAMAGED as problem:
        elsewhere(problem)
        emit(Again(impossible=str(problem)))


def not_understood(name: str, problem: object) -> Finding:
    """Return what is said of a format whose files nobody can make sense of."""
    message = f"its files cannot be understood: {' '.join(str(problem).split())[:200]}"
    return error("file-unreadable", name, message, REMAKE)
