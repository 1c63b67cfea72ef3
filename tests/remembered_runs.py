"""What follows from a run, done once for equal runs in each process of a test run; see `remembered`.

A run is a value: what was asked for, and the bytes of everything from outside. Its sets are designed, checked, counted
and written from that alone. So equal runs are designed once, and a set that is made again to be compared is told again.
A run is another one as soon as anything of it is written otherwise: 1.0 is not 1. What raises, and what this machine
lacks, is never told again. Where a test has put anything of its own into the program, or into what the program calls,
all is done anew: it is to be met.
"""

from __future__ import annotations

import copy
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest
from remembered import Memory, key

from quasiprint import plugins
from quasiprint.model.errors import Unavailable
from quasiprint.model.production import Artefact
from quasiprint.pipeline import artefacts, bill, books, make
from quasiprint.pipeline.workshop import Rehearsal, Workshop
from quasiprint.resources import Templates

MOST = 96  # results of each kind of work that are small: findings, counts
FEW = 16  # of those that are large: sets, books, what is shown of a format
LARGE = 16 << 20  # bytes of the files of a format, of which more are not kept
ROOM = 64 << 20  # bytes of all files that are kept
_texts: dict[Templates, Templates] = {}  # each run has read its own, and most are alike

Found = OrderedDict[Hashable, Any]


def run_of(shop: Workshop, *asked: Hashable) -> Hashable:
    """Return what tells a run from any other, and a game from another that bears its name, whatever its formats are.
    asked: what is asked of it besides."""
    texts = _texts.setdefault(shop.run.templates, shop.run.templates)
    run = replace(shop.run, formats=(), named=False, left_out=(), libraries=(), templates=texts)
    exact = repr((run.parameters, run.profiles, run.seed, run.part, run.supplied))
    return type(shop), shop.game, run, exact, asked


def hashes(asked: Hashable) -> bool:
    """Tell whether something can be told apart from others at all."""
    try:
        hash(asked)
    except TypeError:
        return False
    return True


class Patches:
    """Which patches of tests are in force, but for those of the environment: runs hold what they have read of it."""

    def __init__(self) -> None:
        self.in_force: set[pytest.MonkeyPatch] = set()

    def watch(self) -> None:
        """Take note of each patch from now on, and of its end."""
        for name in ("setattr", "delattr", "setitem", "delitem"):
            setattr(pytest.MonkeyPatch, name, self._noted(getattr(pytest.MonkeyPatch, name)))
        undo = pytest.MonkeyPatch.undo

        @wraps(undo)
        def undone(patch: pytest.MonkeyPatch) -> None:
            undo(patch)
            self.in_force.discard(patch)

        pytest.MonkeyPatch.undo = undone  # type: ignore[method-assign]

    def _noted(self, work: Callable[..., None]) -> Callable[..., None]:
        @wraps(work)
        def noted(patch: pytest.MonkeyPatch, target: object, *arguments: Any, **named: Any) -> None:
            if target is not os.environ:
                self.in_force.add(patch)
            work(patch, target, *arguments, **named)

        return noted


class Runs:
    """What followed from runs, while a memory is active and nothing is patched."""

    def __init__(self, memory: Memory, patches: Patches | None = None) -> None:
        self.memory = memory
        self.patches = patches or Patches()
        self.room = ROOM

    @property
    def active(self) -> bool:
        return self.memory.active and not self.patches.in_force

    def told(self, found: Found, asked: Hashable, work: Callable[[], Any], most: int = MOST) -> Any:
        """Return what a work has returned, or returns now."""
        if not hashes(asked):
            return work()
        if asked not in found:
            found[asked] = work()
            if len(found) > most:
                found.popitem(last=False)
        found.move_to_end(asked)
        return found[asked]

    def designing(self, work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Sets, which nothing changes once they are designed."""
        found: Found = OrderedDict()

        @wraps(work)
        def designed(shop: Any, brief: Any) -> Any:
            if not self.active:
                return work(shop, brief)
            fields = {name: getattr(brief, name) for name in brief.__slots__}
            try:
                asked = type(shop), shop.game, key(fields), repr(brief)
            except TypeError:
                return work(shop, brief)
            return self.told(found, asked, lambda: work(shop, brief), FEW)

        return designed

    def proving(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """What the checks found, and counted: facts are handed out as copies."""
        found: Found = OrderedDict()

        @wraps(work)
        def proved(shop: Any, processes: Any, thorough: bool) -> Any:
            if not self.active:
                return work(shop, processes, thorough)
            asked = run_of(shop, processes, thorough)
            findings, facts = self.told(found, asked, lambda: work(shop, processes, thorough))
            return findings, copy.deepcopy(facts)

        return proved

    def counting(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """What a set takes."""
        found: Found = OrderedDict()

        @wraps(work)
        def counted(shop: Any, offer: Any) -> Any:
            if not self.active:
                return work(shop, offer)
            return self.told(found, run_of(shop, offer), lambda: work(shop, offer))

        return counted

    def finding_room(self, work: Callable[[Any], None]) -> Callable[[Any], None]:
        """Whether there is room for all of a set on sheets, plates and pages."""
        found: Found = OrderedDict()

        @wraps(work)
        def roomy(making: Any) -> None:
            if self.active:
                self.told(found, run_of(making._shop, making._offers), lambda: work(making))
            else:
                work(making)

        return roomy

    def laying(self, work: Callable[[Any, Any], list[Any]]) -> Callable[[Any, Any], list[Any]]:
        """What is wrong with how a set is laid out, or with its bodies."""
        found: Found = OrderedDict()

        @wraps(work)
        def wrong(shop: Any, offer: Any) -> list[Any]:
            if not self.active:
                return work(shop, offer)
            return list(self.told(found, run_of(shop, offer), lambda: work(shop, offer)))

        return wrong

    def filling(self, work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """What a set's books say, with their figures drawn."""
        found: Found = OrderedDict()

        @wraps(work)
        def filled(books: Any, edition: Any) -> Any:
            shop = getattr(books.sets._made, "__self__", None)
            if not (self.active and isinstance(shop, Workshop)) or books.run is not shop.run:
                return work(books, edition)
            asked = run_of(shop, edition.kind, edition.language)
            return self.told(found, asked, lambda: work(books, edition), FEW)

        return filled

    def writing(self, work: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        """The files of a format and what is said of them, if there are not too many to keep."""
        found: Found = OrderedDict()
        held: dict[Hashable, int] = {}

        @wraps(work)
        def written(shop: Any, name: str, tick: Any) -> Iterator[Any]:
            if not self.active:
                yield from work(shop, name, tick)
                return
            one = artefacts.formats.load(name)
            asked = run_of(shop, one, name, *artefacts._of(shop, one.offer), artefacts.offers_of(shop.run))
            if not hashes(asked):
                yield from work(shop, name, tick)
                return
            if asked in found:
                found.move_to_end(asked)
                count = 0
                for made in found[asked]:
                    yield made
                    if isinstance(made[1], Artefact):
                        count += 1
                        tick(name, count)
                return
            every = []
            for made in work(shop, name, tick):
                every.append(made)
                yield made
            size = sum(len(made.content) for _, made in every if isinstance(made, Artefact))
            if size > LARGE or any(isinstance(made, Unavailable) for _, made in every):
                return
            found[asked], held[asked] = every, size
            while sum(held.values()) > self.room or len(found) > 2 * FEW:
                del held[found.popitem(last=False)[0]]

        return written

    def looking_up(self, work: Callable[[str], Any]) -> Callable[[str], Any]:
        """What installed distributions bring, for each list of places where they are looked for."""
        found: Found = OrderedDict()

        @wraps(work)
        def looked_up(group: str) -> Any:
            if not self.active:
                return work(group)
            return self.told(found, (group, *map(_as_it_is, sys.path)), lambda: work(group))

        return looked_up


def _as_it_is(place: str) -> Hashable:
    """Return what is another once something is put into a folder, or it is replaced."""
    try:
        held = os.stat(place)
    except OSError:
        return place
    return os.path.realpath(place), held.st_ino, held.st_mtime_ns


def put_in(memory: Memory) -> None:
    """Have the program remember what follows from runs."""
    patches = Patches()
    patches.watch()
    runs = Runs(memory, patches)
    for kind in (Workshop, Rehearsal):
        kind._designed = runs.designing(kind.__dict__["_designed"])  # type: ignore[method-assign]
    Workshop._prove = runs.proving(Workshop._prove)  # type: ignore[method-assign]
    make.Making._refuse_what_has_no_room = runs.finding_room(make.Making._refuse_what_has_no_room)  # type: ignore[method-assign]
    for name in ("laid_wrong", "prove_layout"):
        setattr(Workshop, name, runs.laying(getattr(Workshop, name)))
    books.Books.manuscript = runs.filling(books.Books.manuscript)  # type: ignore[method-assign]
    counted = runs.counting(bill.part_of_bill)
    bill.part_of_bill = artefacts.part_of_bill = counted
    artefacts._here = runs.writing(artefacts._here)
    plugins._looked_up = runs.looking_up(plugins._looked_up)
