"""Proves a made set again from its files alone, in two ways: reads every file back and compares it with design and
manifest; and makes the set again in memory and compares it byte by byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

from quasiprint import formats
from quasiprint.model.bill import Bill
from quasiprint.model.blame import elsewhere
from quasiprint.model.errors import InputError, Unavailable, plain
from quasiprint.model.finding import Finding, Severity, error, has_errors
from quasiprint.model.format import PREVIEW, SOURCES, Provable
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer
from quasiprint.pipeline.bill import bill_of, bill_wrong
from quasiprint.pipeline.bounds import asked, refuse_endless
from quasiprint.pipeline.manifest import (
    REMAKE,
    TEMPLATES,
    compared,
    decoded,
    foreign,
    offers_of,
    run_of,
    told,
)  # fmt: skip
from quasiprint.pipeline.parts import OF, PART, is_empty, told_of, unknown
from quasiprint.pipeline.proving import FormatRead, not_understood, read_and_remade
from quasiprint.pipeline.remade import Found
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.showing import gallery_wrong, pictures_wrong
from quasiprint.pipeline.workshop import Workshop
from quasiprint.storage.ownership import BILL, GALLERY, LITTER, MANIFEST, MAX_MANIFEST, README
from quasiprint.storage.paths import is_inside
from quasiprint.storage.stored import Stored
from quasiprint.version import __version__

Tick = Callable[[str], None]


class By(StrEnum):
    """By what a set is proved: its files read back, or their bytes compared with those of a set made again."""

    BOTH = "both"
    READING = "reading"
    BYTES = "bytes"


@dataclass(slots=True)
class Verdict:
    """The outcome. files: how many were read; pieces: how many there are; off: by file, how far anything in it
    is from where it belongs at most, µm. formats: those whose files were read back. same: of how
    many `compared` files this program makes the same bytes, None if it was not asked. bodies: how many CadQuery's
    kernel and workplanes proved, too; None if it was not asked. part: of what set these files are a part, and which,
    "" for a complete set."""

    game: str
    version: str = ""
    files: int = 0
    pieces: int = 0
    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    formats: list[str] = field(default_factory=list)
    compared: int = 0
    same: int | None = None
    bodies: int | None = None
    part: str = ""

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not has_errors(self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        return {
            "game": self.game,
            "version": self.version,
            "verified": self.verified,
            "files": self.files,
            "pieces": self.pieces,
            "off": self.off,
            "compared": self.compared,
            "same": self.same,
            **({"part": self.part} if self.part else {}),
            **({} if self.bodies is None else {"bodies": self.bodies}),
            "findings": [finding.as_json() for finding in self.findings],
        }


def verify(
    files: Stored,
    tick: Tick = lambda _: None,
    by: By = By.BOTH,
    *,
    patient: bool = False,
    thorough: bool = False,
    jobs: int = 1,
) -> Verdict:
    """Prove a set again: read it back, and make it again in memory. Reads nothing else, and writes nothing.

    tick: told of each file before it is read or made. by: one of the two is enough to reject. patient: whether to go on
    however long it takes. jobs: how many processes read and make; what they find is the same. Raises InputError if it
    is no set, or as much work as `bounds.LONGEST` forbids; Unavailable if it has a format that this machine cannot read
    or make.
    """
    from quasiprint.readback.unreadable import DAMAGED

    tick("reading the files …")
    manifest, raw = read_manifest(files)
    verdict = Verdict(str(manifest["game"]), str(manifest.get("version", "")))
    read = held_files(files, manifest, verdict)
    try:
        run = run_of(manifest, read)
        wrong, work = asked(manifest, run, read)
    except DAMAGED as problem:
        elsewhere(problem)
        return _plainly(_impossible(verdict, problem))
    if wrong is not None:
        verdict.findings.append(wrong)
        return _plainly(verdict)
    if not patient:
        refuse_endless(files.name, work)
    try:
        shop = Workshop(replace(run, formats=tuple(filter(formats.is_there, run.formats))))
        offers = offers_of(manifest)
        processes = tuple(dict.fromkeys(offer.maker for offer in offers.values()))
        shop.rehearse(offers.values())
        sets = {process: shop.set(process) for process in processes}
    except DAMAGED as problem:
        elsewhere(problem)
        return _plainly(_impossible(verdict, problem))
    verdict.findings += _partly(verdict, shop, manifest, processes)
    if not verdict.verified and verdict.part:
        return _plainly(verdict)
    proved, _ = shop.prove(processes)
    verdict.findings += [finding for finding in proved if finding.severity is not Severity.NOTE]
    verdict.findings += compared(manifest, next(iter(sets.values())), shop.accessories(processes))
    verdict.findings += [*foreign(manifest, shop.makers(processes)), *told(manifest), *_own_words(run)]
    found = Found(manifest, raw, read)
    if thorough:  # first, since a machine may lack what it takes
        _proved_again(verdict, shop, found, offers, tick)
    bill = _billed(verdict, shop, found, offers, tick) if by is not By.BYTES else None
    _prove(verdict, shop, found, offers, tick, by, jobs)
    if by is not By.BYTES:
        loose = verdict.version != __version__
        verdict.findings += pictures_wrong(shop, found, offers, None if loose else bill)
        verdict.findings += gallery_wrong(shop, found, offers, loose=loose)
    if by is By.BYTES and verdict.verified:
        if not verdict.compared:
            why = f"version {verdict.version} made it, and this is {__version__}"
            if verdict.version == __version__:
                why = "what makes its formats is not installed"
            raise InputError(f"{files.name!r}: its bytes cannot be compared: {why}; allowed is --by reading")
        verdict.pieces = len(manifest["pieces"])
    return _plainly(verdict)


def _partly(
    verdict: Verdict, shop: Workshop, manifest: Mapping[str, Any], processes: tuple[Maker, ...]
) -> Iterator[Finding]:
    """Yield what is wrong with what a manifest says of the set that it is a part of; take note of what it is."""
    if shop.run.part is None:
        return
    of, said = shop.of(processes), manifest[PART].get(OF)
    if said != of:
        message = f"it says that the complete set has {str(said)[:80]}, that has {of}"
        yield error("part-wrong", MANIFEST, message, REMAKE)
    sets = [shop.set(process) for process in processes]
    for name in unknown(shop.run.part, [one.complete for one in sets]):
        yield error("part-wrong", MANIFEST, f"it is to be made of {name[:60]!r}, which the set has not", REMAKE)
    for one in sets:
        if is_empty(one):
            message = f"nothing that it says it is made of is made of {one.measures.process}, and it has such files"
            yield error("part-wrong", MANIFEST, message, REMAKE)
    whole = replace(sets[0], accessories=shop.accessories(processes))
    verdict.part = told_of(whole, of)


def _impossible(verdict: Verdict, problem: object) -> Verdict:
    message = f"no set can be made as it says: {problem}"
    verdict.findings.append(error("manifest-wrong", MANIFEST, message, REMAKE))
    return verdict


def _billed(verdict: Verdict, shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick) -> Bill | None:
    """Count anew what the set takes, and note what its manifest and its table say otherwise. Return None where it
    cannot be counted, or another version did, which may count a little otherwise."""
    from quasiprint.readback.unreadable import DAMAGED

    if verdict.version != __version__:
        return None
    tick("counting what it takes …")
    try:
        bill = bill_of(shop, offers.values())
    except DAMAGED as problem:
        elsewhere(problem)
        _impossible(verdict, problem)
        return None
    verdict.findings += bill_wrong(found.manifest, found.files, bill)
    return bill


def _prove(
    verdict: Verdict, shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick, by: By, jobs: int
) -> None:
    """Read the set back and make it again, as it is asked; note what is found, in the order of its formats."""
    asked = offers if by is not By.BYTES else {}
    read, again = read_and_remade(shop, found, asked, tick, again=by is not By.READING, jobs=jobs)
    if by is not By.BYTES:
        _read_back(verdict, found, offers, read)
    if again is None:
        return
    if again.impossible:
        _impossible(verdict, again.impossible)
    verdict.findings += again.outcome.findings
    verdict.compared, verdict.same = again.outcome.compared, again.outcome.same


def _read_back(verdict: Verdict, found: Found, offers: Mapping[str, Offer], read: Mapping[str, FormatRead]) -> None:
    """Note what the files of each format hold."""
    loose = verdict.version != __version__
    counted: list[int] = []
    for one in (read[name] for name in offers):
        verdict.findings += _in_short(one.name, one.findings) if loose else one.findings
        verdict.off.update(one.off)
        if one.read:
            verdict.formats.append(one.name)
        if one.pieces is not None:
            counted.append(one.pieces)
    if not found.files.get(README, b"").strip():
        message = "the set has no page that says how to make it"
        verdict.findings.append(error("file-missing", README, message, REMAKE))
    for path in found.files:
        if path.partition("/")[0] not in (*offers, SOURCES, PREVIEW, README, BILL, GALLERY):
            message = "it is in no folder of a format that the set has"
            verdict.findings.append(error("file-unlisted", path, message, REMAKE))
    verdict.pieces = min(counted, default=0)
    if loose:
        other = f"made by version {verdict.version}, read by {__version__}"
        message = f"{other}: faces may be drawn a little otherwise, and bytes were not compared"
        verdict.findings.append(Finding("other-version", Severity.NOTE, MANIFEST, message))


def _proved_again(verdict: Verdict, shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick) -> None:
    """Let the formats that can prove their files in another way do so."""
    from quasiprint.readback.unreadable import DAMAGED

    verdict.bodies, asked_for = 0, False
    for name, offer in offers.items():
        own = {path: content for path, content in found.files.items() if path.startswith(f"{name}/")}
        format = formats.load(name) if formats.is_there(name) else None
        if not (own and isinstance(format, Provable)):
            continue
        asked_for = True
        try:
            proved = format.prove(shop.production(offer), own, tick)
        except Unavailable:
            raise
        except DAMAGED as problem:
            elsewhere(problem)
            verdict.findings.append(not_understood(name, problem))
            continue
        verdict.findings += proved.findings
        verdict.bodies += proved.bodies
    if not asked_for:
        message = "there is nothing for --thorough in it: it has no STEP file"
        verdict.findings.append(Finding("nothing-proved-again", Severity.WARNING, MANIFEST, message))


def _in_short(name: str, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of a format, warnings of one code as one: another version differs in many places alike."""
    warnings: dict[str, list[Finding]] = {}
    for found in findings:
        if found.severity is Severity.WARNING:
            warnings.setdefault(found.code, []).append(found)
    short = [found for found in findings if found.severity is not Severity.WARNING]
    for first, *others in warnings.values():
        said = f"{first.subject}: {first.message}; and {len(others)} more"
        short.append(replace(first, subject=name, message=said) if others else first)
    return short


def _own_words(run: Run) -> Iterator[Finding]:
    """Say so where books and README say what a user wrote."""
    if run.templates.own:
        count = len(run.templates.own)
        message = f"{count} of its texts are its maker's own: what its README and its books say is theirs"
        yield Finding("own-words", Severity.NOTE, TEMPLATES, message)


def _plainly(verdict: Verdict) -> Verdict:
    """Return a verdict whose findings are said once each, in lines that a terminal can show."""
    said = (replace(found, subject=plain(found.subject), message=plain(found.message)) for found in verdict.findings)
    verdict.findings = list(dict.fromkeys(said))
    return verdict


def read_manifest(files: Stored) -> tuple[dict[str, Any], bytes]:
    """Return a set's manifest, and as it lies there. Raises InputError if it has none, or not of a set."""
    content = files.read(MANIFEST, MAX_MANIFEST)
    if content is None:
        if MANIFEST not in files.paths():
            raise InputError(f"{files.name!r}: holds no {MANIFEST}, so it is no made set")
        most = MAX_MANIFEST >> 20
        raise InputError(f"{files.name!r}: its {MANIFEST} is no file that can be read, or larger than {most} MiB")
    return decoded(content, files.name), content


def held_files(files: Stored, manifest: Mapping[str, Any], verdict: Verdict) -> dict[str, bytes]:
    """Return the files that the manifest lists and the set holds, by path; note what differs."""
    listed: dict[str, tuple[Any, Any]] = {}
    for entry in manifest["files"]:
        path = entry.get("path") if isinstance(entry, dict) else None
        if not isinstance(path, str) or not is_inside(path) or path == MANIFEST:
            message = f"it lists {str(path)[:80]!r}, allowed are paths within the set"
            verdict.findings.append(error("manifest-wrong", MANIFEST, message, REMAKE))
        elif path in listed:
            verdict.findings.append(error("manifest-wrong", MANIFEST, f"it lists {path!r} twice", REMAKE))
        else:
            listed[path] = entry.get("sha256"), entry.get("bytes")
    there = set(files.paths())
    for path in sorted(there - set(listed) - {MANIFEST}):
        # what file managers leave behind is no part of a set, and does no harm
        harm = Severity.WARNING if PurePosixPath(path).name in LITTER else Severity.ERROR
        verdict.findings.append(Finding("file-unlisted", harm, path, f"it is not in {MANIFEST}", "take it away"))
    read: dict[str, bytes] = {}
    for path in sorted(listed):
        if path not in there:
            verdict.findings.append(error("file-missing", path, "it is listed, and not there", REMAKE))
            continue
        content = files.read(path)
        if content is None:
            message = "it is no ordinary file, or larger than a file of a set may be"
            verdict.findings.append(error("file-unreadable", path, message, REMAKE))
            continue
        read[path] = content
        found = hashlib.sha256(content).hexdigest(), len(content)
        if found != listed[path]:
            verdict.findings.append(error("hash-differs", path, "it is not the file that was made", REMAKE))
    verdict.files = len(read)
    return read
