"""Accounts for everything in a STEP file: what it says besides the solids that the kernel reads.

A closed world: each instance is of a kind that sets have, refers to what that kind refers to, is referred to as often
as that kind is, and so hangs on the set. So a colour of a face, a layer, something hidden, a note, a second root have
no place: whatever they are called, they are instances too many.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from quasiprint.formats.step import own_forms
from quasiprint.formats.step.faces import faults
from quasiprint.formats.step.forms import FORMS, HEADER, PROCESSORS, ROOTS, STYLES, TRAILER, UNITS
from quasiprint.formats.step.part21 import File, Form, Numbers, Table, bare, forms, parse, quoted, spaced, text
from quasiprint.formats.step.products import products
from quasiprint.formats.step.shape import Shapes
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.piece import GameSet
from quasiprint.readback.recognise import REMAKE

MOST = 6  # instances that are named of a kind of fault
FAULTS = {"open": "mesh-open", "aside": "mesh-open", "inside-out": "mesh-inside-out"}
PROCESSOR = "Open CASCADE STEP processor "
KERNELS = tuple(FORMS.items())
OWN = tuple(own_forms.FORMS.items())
# what comes of following references that lead nowhere
ASTRAY = (LookupError, ValueError, TypeError, ArithmeticError, AssertionError)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a file. shapes: the bodies in it, None if there are none to be found."""

    findings: list[Finding]
    tables: dict[str, Table]
    shapes: Shapes | None


def told(content: bytes, path: str, game_set: GameSet, *, loose: bool) -> Told:
    """Return what a file of this program says that the file of a set does not, and what it does not say; its bodies.

    loose: whether it was made by another version, which may have said it otherwise. Then findings are warnings, but
    those about its solids. Findings: as of `accounted`.
    """
    texts = {*spaced([*own_forms.FORMS.values(), own_forms.HEADER]), text(game_set.title)[1:-1]}
    every = forms(OWN)
    account = _Account(
        parse(content, every, own_forms.HEADER, TRAILER, texts),
        path,
        game_set,
        every,
        text(game_set.title)[1:-1],
        own_forms.ONCE,
    )
    shapes = None
    with np.errstate(all="ignore"):  # numbers beyond all bounds are found to be none that are allowed
        account.run()
        if account.linked:
            shapes = Shapes(account.file.tables)
        else:
            with suppress(*ASTRAY):  # what is wrong is said; what is there may be looked at all the same
                shapes = Shapes(account.file.tables)
    severity = Severity.WARNING if loose and account.linked else Severity.ERROR
    found = [Finding(one.code, severity, one.subject, one.message, one.remedy) for one in account.findings]
    if shapes is not None:
        found += [error(FAULTS[kind], path, message, REMAKE) for kind, message in shapes.faults.items()]
    return Told(found, account.file.tables, shapes)


def accounted(content: bytes, path: str, game_set: GameSet, kernel: str = "", *, loose: bool) -> list[Finding]:
    """Return what a file says that the file of a set does not, and what it does not say.

    loose: whether it was made by another version, which may have said it otherwise. Then, and where another version of
    the kernel has written it, findings are warnings, but those about its solids. kernel: the version that the set
    says has written it, "" if it does not tell. Findings: content-foreign, unit-wrong,
    colour-wrong, id-wrong, mesh-open, mesh-inside-out.
    """
    if own_forms.own(content):
        return told(content, path, game_set, loose=loose).findings
    texts = {*spaced([*FORMS.values(), HEADER]), quoted(game_set.title)}
    written = re.search(rb"'Open CASCADE STEP processor ([0-9][0-9A-Za-z.]{0,15})'", content[:4096])
    version = written[1].decode() if written else ""
    every = forms(KERNELS)
    file = parse(content, every, HEADER, TRAILER, texts | {PROCESSOR + version})
    account = _Account(file, path, game_set, every, quoted(game_set.title))
    with np.errstate(all="ignore"):
        account.run()
        solids = [] if account.findings else list(faults(account.file.tables))
    known = not version or version in PROCESSORS
    as_told = not kernel or kernel.startswith(f"{version}.")
    severity = Severity.ERROR if (known or not as_told) and not loose else Severity.WARNING
    found = [Finding(one.code, severity, one.subject, one.message, one.remedy) for one in account.findings]
    found += [error(FAULTS[kind], path, message, REMAKE) for kind, message in solids]
    if not known:
        message = f"version {version} of the CAD kernel wrote it, which may write otherwise than this program expects"
        found.append(Finding("content-foreign", severity, path, message))
    return found


@dataclass(slots=True)
class _Account:
    """What is said of a file, while it is accounted for. every: the forms of its instances. title: as it is to be
    written. once: kinds of which there is one instance. linked: whether everything is of a kind, and refers to what it
    is to refer to."""

    file: File
    path: str
    game_set: GameSet
    every: Mapping[str, Form]
    title: str
    once: tuple[str, ...] = ("protocol",)
    findings: list[Finding] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    linked: bool = False

    def run(self) -> None:
        """Account for everything; what hangs together is looked at only where everything is what it is to be."""
        self.names = list(self.every)
        for message in self.file.wrong:
            self.blame("content-foreign", message)
        units = [one for one in self.file.foreign if "_UNIT(" in one]
        others = [one for one in self.file.foreign if "_UNIT(" not in one]
        if units:
            self.blame("unit-wrong", f"it has units that sets do not have: {_listed(units)}")
        if others:
            self.blame("content-foreign", f"it holds what sets do not have: {_listed(others)}")
        self._linked()
        if not self.findings:
            self.linked = True
            self._titled()
            self.findings += products(self.file.tables, self.path, self.game_set)

    def blame(self, code: str, message: str) -> None:
        """Take note of an error."""
        self.findings.append(Finding(code, Severity.ERROR, self.path, message, REMAKE))

    def _told(self, kind: str, message: str) -> None:
        """Take note of an error about instances of a kind."""
        self.blame("unit-wrong" if kind in UNITS else "colour-wrong" if kind in STYLES else "content-foreign", message)

    def _titled(self) -> None:
        title = bare(self.title)
        if self.file.texts[0] != title:
            self.blame("content-foreign", f"it is called {self.file.texts[0][:60]!r}, allowed is {title!r}")

    def _linked(self) -> None:
        """Compare what refers to what, and how often, with what the forms say."""
        tables = self.file.tables
        ids = np.concatenate([table.ids for table in tables.values()])
        kinds = np.repeat(np.arange(len(tables)), [len(table) for table in tables.values()])
        order = np.argsort(ids, kind="stable")
        ids, kinds = ids[order], kinds[order]
        twice = ids[1:][ids[1:] == ids[:-1]]
        if len(twice):
            self.blame("content-foreign", f"two instances have the number {_numbered(twice)}")
            return
        uses = np.zeros(len(ids), dtype=np.int64)
        for kind, table in tables.items():
            for k, slot in enumerate(self.every[kind].slots):
                if slot.what != "number" or not len(table):
                    continue
                named = table.columns[k]
                at = np.minimum(np.searchsorted(ids, named), len(ids) - 1)
                wanted = np.isin(kinds[at], [self.names.index(one) for one in slot.kinds])
                astray = (ids[at] != named) | ~wanted
                if astray.any():
                    which = _numbered(table.owners(k)[astray])
                    self._told(kind, f"{which} refers to what is no {' or '.join(slot.kinds)}, or not there")
                uses += np.bincount(at[~astray], minlength=len(ids))
        self._counted(tables, ids, kinds, uses)

    def _counted(self, tables: dict[str, Table], ids: Numbers, kinds: Numbers, uses: Numbers) -> None:
        for number, kind in enumerate(self.names):
            own = kinds == number
            if kind not in ROOTS and (uses[own] == 0).any():
                self._told(kind, f"nothing refers to {_numbered(ids[own][uses[own] == 0])}, a {kind}")
        for kind in self.once:
            if len(tables[kind]) != 1:
                self._told(kind, f"it has {len(tables[kind])} of the kind {kind}, allowed is one")
        for kind, table in tables.items():
            for k, slot in enumerate(self.every[kind].slots):
                if slot.times:
                    due = np.sort(np.concatenate([tables[one].ids for one in slot.kinds]))
                    found, often = np.unique(table.columns[k], return_counts=True)
                    other = np.setdiff1d(due, found[often == slot.times])
                    if len(other):
                        what = f"{' or '.join(slot.kinds)} {_numbered(other)}"
                        self._told(kind, f"{what} is not part of {slot.times} {kind}, as it is to be")


def _listed(texts: list[str]) -> str:
    more = f" and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return "; ".join(text[:60] for text in texts[:MOST]) + more


def _numbered(ids: Numbers) -> str:
    return _listed([f"#{number}" for number in ids.tolist()])
