"""Proves a made set again from its files alone, in two ways: makes it again in memory and compares the bytes, since
what this program makes is the same every time; and recognises each piece in its files by geometry.

Formats that one process makes are one work: what it takes to recognise their items is made once. Works may be done in
processes of their own, the longest first; what they find is the same, in the same order. What another version of the
program made cannot be compared, nor can files that other versions of libraries made otherwise: that is reported,
and nothing is held against it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from quasiprint import formats
from quasiprint.disk.ownership import BILL, EARLIER, LITTER, MANIFEST, MAX_MANIFEST, START, is_inside
from quasiprint.disk.stored import Stored
from quasiprint.errors import InputError, Unavailable, plain, removed
from quasiprint.make.make import Making
from quasiprint.make.manifest import (
    LIBRARIES,
    TEMPLATES,
    check_items,
    check_version_and_findings,
    decode,
    encode,
    offers_of,
    parameters,
    run_of,
)  # fmt: skip
from quasiprint.make.processes import Work, results
from quasiprint.make.run import OF, PART, describe_part, is_empty, libraries_of_format, libraries_of_game, room, unknown
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.finding import Finding, Severity, fault, has_errors
from quasiprint.model.format import PREVIEW, SOURCES
from quasiprint.model.game import traits
from quasiprint.model.plugins import extension
from quasiprint.model.production import Recognition
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input
from quasiprint.system.progress import measure, tell
from quasiprint.version import RELEASED, __version__

RIBBONS = "ribbons"  # the look that Quasimino has kept
BY_BYTES = "it shows no piece that can be recognised"
NOT_READ = "its bytes alone prove it: files of its format are not read back"
AGAIN = "making it again"
AROUND = 24  # bytes that are shown of two files where they part
LINE = b"\n"


class By(StrEnum):
    """By what a set is proved: its bytes, compared with those of a set made again, or its pieces, recognised."""

    BOTH = "both"
    BYTES = "bytes"
    PIECES = "pieces"


class Outcome(StrEnum):
    """How a proof ends. proved: every byte is what this program makes. read: pieces were recognised, and not all bytes
    compared. wrong: something is."""

    PROVED = "proved"
    READ = "read"
    WRONG = "wrong"


@dataclass(slots=True)
class Verdict:
    """The outcome, or that of making the set again alone. by: what was asked. files: how many were read; pieces: how
    many there are; off: by file in which pieces were recognised, how far anything in it is from where it belongs at
    most, µm. unread: other files, and why. same: of how many `compared` files this program makes the same bytes;
    uncompared: other files, and why. bodies: how many were held against what CadQuery builds; None if it was not asked.
    part: of what set these files are a part, and which, "" for a complete set. options: with which it was made."""

    game: str
    version: str = ""
    by: By = By.BOTH
    files: int = 0
    pieces: int = 0
    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    compared: int = 0
    same: int = 0
    uncompared: dict[str, str] = field(default_factory=dict)
    bodies: int | None = None
    part: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """How the proof ended."""
        if has_errors(self.findings):
            return Outcome.WRONG
        whole = self.by is not By.PIECES and self.compared and not self.uncompared
        return Outcome.PROVED if whole else Outcome.READ

    @property
    def bytes_alone(self) -> dict[str, str]:
        """The files of formats that are not read back, and why."""
        return {path: why for path, why in self.unread.items() if why == NOT_READ}

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong, and everything that was asked could be done."""
        return self.outcome is Outcome.PROVED or (self.outcome is Outcome.READ and self.by is By.PIECES)

    def compare(self, path: str, found: bytes, made: bytes) -> None:
        """Compare a file with the expected one."""
        self.compared += 1
        if found == made:
            self.same += 1
        else:
            message = f"it is not what this program makes, byte for byte: {first_difference(found, made)}"
            self.findings.append(fault("bytes-differ", path, message))

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        plain = ("game", "version", "outcome", "verified", "files", "pieces", "off", "unread", "compared", "same")
        return {
            **{name: getattr(self, name) for name in (*plain, "uncompared")},
            **({"part": self.part} if self.part else {}),
            "options": self.options,
            **({} if self.bodies is None else {"bodies": self.bodies}),
            "findings": [finding.as_json() for finding in self.findings],
        }


def verify(files: Stored, by: By = By.BOTH, *, thorough: bool = False, jobs: int = 1) -> Verdict:
    """Prove a set again: recognise its pieces, and make it again in memory. Reads nothing else, and writes nothing.

    by: one of the two is enough to reject. jobs: how many processes read and make; what they find is the same. Raises
    InputError if it is no set; Unavailable if it has a format that this machine cannot read or make.
    """
    tell("reading the files …")
    by = _possible_way(by)
    manifest, raw = read_manifest(files)
    earlier = manifest.get("version") in RELEASED
    if earlier and manifest["parameters"].get("look", RIBBONS) != RIBBONS:
        raise _other_version(files.name, manifest, removed("look"))
    verdict = Verdict(str(manifest["game"]), str(manifest.get("version", "")), by)
    read = read_files(files, manifest, verdict)
    try:
        run = run_of(manifest, read)
        verdict.options = {"seed": run.seed, **parameters(run)}
        game = room(run)
        count = traits(game).piece_count(dict(run.parameters))
    except DAMAGED as problem:
        reraise_if_not_input(problem)
        if earlier:
            raise _other_version(files.name, manifest, problem) from None
        return _dedupe_findings(_impossible(verdict, problem))
    listed = len(manifest["pieces"])
    if run.part is None and count not in (None, listed):
        message = f"it lists {listed} pieces, the set has {count}"
        verdict.findings.append(fault("pieces-differ", MANIFEST, message))
        return _dedupe_findings(verdict)
    try:
        shop = Build(replace(run, formats=tuple(filter(formats.is_there, run.formats))))
        offers = offers_of(manifest)
        processes = tuple(dict.fromkeys(offer.maker for offer in offers.values()))
        held = shop.fullest(processes)
    except DAMAGED as problem:
        reraise_if_not_input(problem)
        return _dedupe_findings(_impossible(verdict, problem))
    verdict.findings += _partly(verdict, shop, manifest, processes)
    if has_errors(verdict.findings) and verdict.part:
        return _dedupe_findings(verdict)
    proved, _ = shop.prove(processes)
    verdict.findings += [finding for finding in proved if finding.severity is not Severity.NOTE]
    verdict.findings += check_items(manifest, held, shop.accessories(processes), shop.makers(processes))
    verdict.findings += [*check_version_and_findings(manifest)]
    if run.templates.edited:
        count = len(run.templates.edited)
        message = f"{count} of its texts are its maker's own: what its page and its books say is theirs"
        verdict.findings.append(Finding("own-words", Severity.NOTE, TEMPLATES, message))
    found = LoadedSet(manifest, raw, read)
    if thorough:  # first, since a machine may lack what it takes
        _prove_again(verdict, shop, offers)
    asked_of = offers if by is not By.BYTES else {}
    pieces, again = read_and_remade(shop, found, asked_of, again=by is not By.PIECES, jobs=jobs)
    if by is not By.BYTES:
        _note_pieces(verdict, found, offers, pieces)
    if again is not None:
        verdict.findings += again.findings
        verdict.compared, verdict.same, verdict.uncompared = again.compared, again.same, again.uncompared
    _refuse_undecided(files.name, by, verdict)
    if verdict.same == verdict.compared > 0 and not verdict.off:  # its bytes say it, the manifest's among them
        verdict.pieces = listed
    return _dedupe_findings(verdict)


def _possible_way(by: By) -> By:
    """Return by what a set can be proved here: without the add-on that reads pieces, by bytes."""
    if by is By.PIECES and reader() is None:
        raise InputError("--by: needs the add-on 'reading', which is not part of this copy of quasiprint")
    return by if reader() is not None else By.BYTES


def _refuse_undecided(name: str, by: By, verdict: Verdict) -> None:
    """Raise InputError where nothing could be looked at of what was asked for."""
    if by is By.PIECES and not (verdict.off or has_errors(verdict.findings)):
        why = next(iter(set(verdict.unread.values()) - {BY_BYTES}), "its formats show none")
        raise InputError(f"{name!r}: no piece of it can be recognised: {why}; allowed is --by bytes")
    if by is By.BYTES and not (verdict.compared or has_errors(verdict.findings)):
        why = next(iter(verdict.uncompared.values()), "there is nothing to compare")
        raise InputError(f"{name!r}: its bytes cannot be compared: {why}; allowed is --by pieces")


def _other_version(name: str, manifest: Mapping[str, Any], why: object) -> InputError:
    """Return the message on a set of an earlier version that this one cannot make anew, with the reason."""
    version = manifest.get("version")
    return InputError(
        f"{name!r}: version {version} made it, and this is {__version__}: verify it with {version} ({why})"
    )


def _partly(
    verdict: Verdict, shop: Build, manifest: Mapping[str, Any], processes: tuple[Process, ...]
) -> Iterator[Finding]:
    """Yield findings on a manifest of a part of a set; note which part it is."""
    if shop.run.part is None:
        return
    of, recorded = shop.total_counts(processes), manifest[PART].get(OF)
    if recorded != of:
        yield fault("part-wrong", MANIFEST, f"it says that the complete set has {str(recorded)[:80]}, that has {of}")
    sets = [shop.set(process) for process in processes]
    for name in unknown(shop.run.part, [game_set.complete for game_set in sets]):
        yield fault("part-wrong", MANIFEST, f"it is to be made of {name[:60]!r}, which the set has not")
    for made in sets:
        if is_empty(made):
            message = f"nothing that it says it is made of is made of {made.measures.process}, and it has such files"
            yield fault("part-wrong", MANIFEST, message)
    whole = replace(shop.fullest(processes), accessories=shop.accessories(processes))
    verdict.part = describe_part(whole, of)


def _impossible(verdict: Verdict, problem: object) -> Verdict:
    verdict.findings.append(fault("manifest-wrong", MANIFEST, f"no set can be made as it says: {problem}"))
    return verdict


def _note_pieces(
    verdict: Verdict, found: LoadedSet, offers: Mapping[str, ProductKind], read: Mapping[str, Recognition]
) -> None:
    """Take note of what was recognised in the files of each format."""
    counted: list[int] = []
    verdict.unread = dict.fromkeys(sorted(found.files), BY_BYTES)
    for recognition in (read[name] for name in offers):
        verdict.findings += recognition.findings
        verdict.off.update({path: round(1000 * off, 3) for path, off in recognition.off.items()})
        verdict.unread.update(recognition.unread)
        counted += [recognition.pieces] if recognition.off else []
    for path in verdict.off:
        verdict.unread.pop(path, None)
    for path in found.files:
        if path.partition("/")[0] not in (*offers, SOURCES, PREVIEW, START, BILL, *EARLIER):
            verdict.findings.append(fault("file-unlisted", path, "it is in no folder of a format that the set has"))
    verdict.pieces = min(counted, default=0)


def _prove_again(verdict: Verdict, shop: Build, offers: Mapping[str, ProductKind]) -> None:
    """Hold every body of the set against the one that CadQuery builds; one body for one filament is not looked at.
    Raises Unavailable without CadQuery."""
    verdict.bodies = 0
    if ProductKind.SOLIDS not in offers.values():
        message = "there is nothing for --thorough in it: it has no bodies"
        verdict.findings.append(Finding("nothing-proved-again", Severity.WARNING, MANIFEST, message))
        return
    from quasiprint.solids.cad import load_cadquery, unlike

    load_cadquery()
    production = shop.solids
    for key, part in {part.key: part for piece in production.pieces for part in piece.parts}.items():
        tell(f"building again: {key}")
        if wrong := unlike(part.solid, production.meshes[key].triangles):
            verdict.findings.append(fault("solid-differs", key, f"it is not what CadQuery builds: {wrong}"))
        verdict.bodies += 1


def _dedupe_findings(verdict: Verdict) -> Verdict:
    """Return a verdict with each finding once, in lines that a terminal can show."""
    readable = (replace(it, subject=plain(it.subject), message=plain(it.message)) for it in verdict.findings)
    verdict.findings = list(dict.fromkeys(readable))
    return verdict


def read_manifest(files: Stored) -> tuple[dict[str, Any], bytes]:
    """Return a set's manifest, and its bytes. Raises InputError if it has none, or not of a set."""
    content = files.read(MANIFEST, MAX_MANIFEST)
    if content is None:
        if MANIFEST not in files.paths():
            raise InputError(f"{files.name!r}: holds no {MANIFEST}, so it is not a made set")
        most = MAX_MANIFEST >> 20
        raise InputError(f"{files.name!r}: its {MANIFEST} is not a file that can be read, or larger than {most} MiB")
    return decode(content, files.name), content


def read_files(files: Stored, manifest: Mapping[str, Any], verdict: Verdict) -> dict[str, bytes]:
    """Return the files that the manifest lists and the set holds, by path; note what differs."""
    listed: dict[str, tuple[Any, Any]] = {}
    for entry in manifest["files"]:
        path = entry.get("path") if isinstance(entry, dict) else None
        if not isinstance(path, str) or not is_inside(path) or path == MANIFEST:
            message = f"it lists {str(path)[:80]!r}, allowed are paths within the set"
            verdict.findings.append(fault("manifest-wrong", MANIFEST, message))
        elif path in listed:
            verdict.findings.append(fault("manifest-wrong", MANIFEST, f"it lists {path!r} twice"))
        else:
            listed[path] = entry.get("sha256"), entry.get("bytes")
    there = {path for path in files.paths() if path[-1:] != "/"}  # an empty folder does no harm
    for path in sorted(there - set(listed) - {MANIFEST}):
        # what file managers leave behind is no part of a set, and does no harm
        harm = Severity.WARNING if PurePosixPath(path).name in LITTER else Severity.ERROR
        verdict.findings.append(Finding("file-unlisted", harm, path, f"it is not in {MANIFEST}", "take it away"))
    read: dict[str, bytes] = {}
    for path in sorted(listed):
        if path not in there:
            verdict.findings.append(fault("file-missing", path, "it is listed, and not there"))
            continue
        content = files.read(path)
        if content is None:
            message = "it is not an ordinary file, or larger than a file of a set may be"
            verdict.findings.append(fault("file-unreadable", path, message))
            continue
        read[path] = content
        found = hashlib.sha256(content).hexdigest(), len(content)
        if found != listed[path]:
            verdict.findings.append(fault("hash-differs", path, "it is not the file that was made"))
    verdict.files = len(read)
    return read


@dataclass(frozen=True)
class LoadedSet:
    """A set as it was found. manifest: read; raw: as it lies there; files: the others, by path."""

    manifest: Mapping[str, Any]
    raw: bytes
    files: Mapping[str, bytes]

    @cached_property
    def entries(self) -> dict[str, Mapping[str, Any]]:
        """What the manifest says of files, by path."""
        entries = (entry for entry in self.manifest["files"] if isinstance(entry, dict))
        return {entry["path"]: entry for entry in entries if isinstance(entry.get("path"), str)}

    @cached_property
    def libraries(self) -> dict[str, str]:
        """The versions of libraries that the manifest tells."""
        named = self.manifest.get(LIBRARIES)
        return {name: text for name, text in named.items() if isinstance(text, str)} if isinstance(named, dict) else {}


# what a work yields: the path of a file, before it is read or made; a format and what came of it; what came of making
# the set again
Step = str | tuple[str, Recognition] | Verdict


def reader() -> Any:
    """Return what reads made files back, piece by piece: an add-on's; None where that is missing."""
    return extension("quasiprint.readers", "pieces")


def read_and_remade(
    shop: Build, found: LoadedSet, offers: Mapping[str, ProductKind], *, again: bool, jobs: int
) -> tuple[dict[str, Recognition], Verdict | None]:
    """Read formats back, and make the set again; return what came of each, by name. offers: of the formats that are
    read. again: whether to make it again. jobs: how many processes there may be. Raises Unavailable where this machine
    lacks what it takes, Shortage where it has too little of something."""
    works: list[tuple[str, int, Work]] = []  # what each is called, how many bytes it reads
    total, done = again * (1 + len(found.files)), 0  # files to make and to read, about
    for maker in dict.fromkeys(offer.maker for offer in offers.values()):
        chosen = {name: offer for name, offer in offers.items() if offer.maker is maker}
        sizes = [len(content) for path, content in found.files.items() if path.partition("/")[0] in chosen]
        total += len(sizes)
        works.append((", ".join(chosen), sum(sizes), (reader(), (shop, found, chosen))))
    if again:
        works.append((AGAIN, 1 + sum(map(len, found.files.values())), (_remake, (shop, found))))
    if jobs > 1:
        works.sort(key=lambda work: -work[1])  # the longest first
    read: dict[str, Recognition] = {}
    made: Verdict | None = None
    with closing(results([work for _, _, work in works], jobs, lambda number: works[number][0])) as steps:
        for _, step in steps:
            if isinstance(step, tuple):
                read[step[0]] = step[1]
            elif isinstance(step, Verdict):
                made = step
            else:
                done += 1
                measure(min(done / total, 1.0))
                tell(step)
    return read, made


def _remake(shop: Build, found: LoadedSet) -> Iterator[Step]:
    """Make the set again and compare; yield each file's name, and what came of it."""
    none = dict.fromkeys(found.files, "what makes its formats is not installed")
    try:
        yield from remake(shop, found) if shop.run.formats else [Verdict(shop.run.game, uncompared=none)]
    except DAMAGED as problem:
        if isinstance(problem, Unavailable) and not isinstance(problem, InputError):
            raise
        reraise_if_not_input(problem)
        yield _impossible(Verdict(shop.run.game), problem)


def remake(shop: Build, found: LoadedSet) -> Iterator[str | Verdict]:
    """Make a set again and compare; yield each file's name, and the outcome. shop: of the run that the manifest
    records, with the installed formats. Raises InputError for what cannot be made, Unavailable for a format that this
    machine cannot make."""
    outcome = Verdict(shop.run.game)
    paths = [MANIFEST, *found.files]
    version = found.manifest.get("version")
    if version != __version__:
        outcome.uncompared = dict.fromkeys(paths, f"version {str(version)[:40]} made it, and this is {__version__}")
        yield outcome
        return
    others = {name: f"made with {why}" for name, why in other_libraries(shop, found).items()}
    making = Making(shop)
    if has_errors(making.findings):  # nobody can have made such a set, and nothing can be compared with it
        outcome.uncompared = dict.fromkeys(paths, "no such set can be made")
        yield outcome
        return
    missing = [name for name in found.manifest["parameters"]["formats"] if name not in shop.run.formats]
    others |= dict.fromkeys(missing, "what makes this format is not installed")
    here = dict(shop.run.libraries)
    if any(_is_other(name, here, found) for name in libraries_of_game(shop.run.game)):  # its words may be others
        others |= dict.fromkeys((START, SOURCES), "another version of the game's plug-in made it")
    if missing:  # what tells of all formats
        others |= {path: "it tells of a format that is not installed" for path in paths if "/" not in path}
    made: dict[str, bool] = {}  # by path: whether it was compared
    with closing(making.artefacts()) as artefacts:
        for artefact in artefacts:
            path = artefact.path
            yield f"making again: {path}"
            equal = found.files.get(path) == artefact.content  # whatever made it: nothing is left to compare
            made[path] = equal or path.partition("/")[0] not in others
            if path == MANIFEST:
                if made[path]:
                    outcome.compare(path, found.raw, _manifest(artefact.content, found, made))
            elif path not in found.files and path not in found.entries:  # a listed one that is missing is reported
                message = "this program makes it for such a set, and it is not there"
                outcome.findings.append(fault("file-missing", path, message))
            elif made[path] and path in found.files:
                outcome.compare(path, found.files[path], artefact.content)
    for path in found.files.keys() - made.keys():
        if path.partition("/")[0] not in missing:
            outcome.findings.append(fault("file-unlisted", path, "this program makes no such file for this set"))
    for path in paths:
        if not made.get(path):
            outcome.uncompared[path] = others.get(path.partition("/")[0], "it is made of others that were not compared")
    yield outcome


def other_libraries(shop: Build, found: LoadedSet) -> dict[str, str]:
    """Return the folders whose bytes other versions of libraries decided, and which those are. A library of which the
    manifest says nothing is not another one: the manifests will differ."""
    here, others = dict(shop.run.libraries), {}
    libraries = libraries_of_game(shop.run.game)
    for name in shop.run.formats:
        deciding = sorted({*libraries, *libraries_of_format(name)})
        differ = [library for library in deciding if _is_other(library, here, found)]
        if differ:
            others[name] = ", ".join(f"{each} {found.libraries[each][:40]} (here {here[each]})" for each in differ)
    return others


def _is_other(library: str, here: Mapping[str, str], found: LoadedSet) -> bool:
    return found.libraries.get(library, here[library]) != here[library]


def _manifest(made: bytes, loaded: LoadedSet, compared: Mapping[str, bool]) -> bytes:
    """Return a manifest made again, with what the set's own says of files that were not compared: their hashes differ,
    and so do the libraries."""
    document = json.loads(made)
    for entry in document["files"]:
        if not compared[entry["path"]] and entry["path"] in loaded.entries:
            entry.update((key, loaded.entries[entry["path"]].get(key)) for key in ("sha256", "bytes"))
    document[LIBRARIES] = {name: loaded.libraries.get(name, version) for name, version in document[LIBRARIES].items()}
    return encode(document)


def first_difference(found: bytes, made: bytes) -> str:
    """Return where two files part, and what stands there in each: in texts with the line, else the bytes."""
    both = zip(found, made, strict=False)
    at = next((k for k, (byte, other) in enumerate(both) if byte != other), min(len(found), len(made)))
    if b"\0" in found or b"\0" in made or found[:4] == b"%PDF":
        first, other = (content[at : at + AROUND].hex(" ") or "its end" for content in (found, made))
        return f"at byte {at} is {first}, due is {other}"
    first, other = (_text_at(content, at) for content in (found, made))
    return f"line {found[:at].count(LINE) + 1} is {first}, due is {other}"


def _text_at(content: bytes, at: int) -> str:
    """Return what stands around a place of a text, in quotes."""
    if at >= len(content):
        return "its end"
    start = max(content.rfind(LINE, 0, at) + 1, at - AROUND)
    end = content.find(LINE, at)
    shown = content[start : min(at + AROUND, end if end >= 0 else len(content))]
    return repr(shown.decode("utf-8", "replace"))
