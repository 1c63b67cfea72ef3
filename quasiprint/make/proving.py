"""The works of which a proof of a made set consists: files read back, and the set made again in memory and compared
byte by byte, since what this program makes is the same every time.

Formats that one process makes are one work: what it takes to recognise their things is made once. Works may be done in
processes of their own, the longest first; what they find is the same, in the same order. What another version of the
program made cannot be compared, nor can files that other versions of libraries made otherwise: that is said,
and nothing is held against it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quasiprint.disk.ownership import GALLERY, MANIFEST, README
from quasiprint.errors import Unavailable
from quasiprint.make.libraries import libraries_of_format, libraries_of_game
from quasiprint.make.make import Making
from quasiprint.make.manifest import LIBRARIES, encode
from quasiprint.make.processes import Emit, Work, results
from quasiprint.make.workshop import Workshop
from quasiprint.model.finding import Finding, fault, has_errors
from quasiprint.model.plugins import extension
from quasiprint.model.production import SOURCES, Artefact, Offer, Recognition
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input
from quasiprint.system.progress import measure
from quasiprint.version import __version__

Tick = Callable[[str], None]
AGAIN = "making it again"
AROUND = 24  # bytes that are shown of two files where they part
LINE = b"\n"
NOT_READ = "its bytes alone prove it: files of its format are not read back"


@dataclass(slots=True)
class Remade:
    """What came of it. compared: how many files; same: how many of these are the same byte for byte. findings: which
    files are not, and where they part. uncompared: files that were not, and why. impossible: why it cannot be made."""

    compared: int = 0
    same: int = 0
    uncompared: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    impossible: str = ""

    def compare(self, path: str, found: bytes, made: bytes) -> None:
        """Compare a file with what it is to be."""
        self.compared += 1
        if found == made:
            self.same += 1
        else:
            message = f"it is not what this program makes, byte for byte: {first_difference(found, made)}"
            self.findings.append(fault("bytes-differ", path, message))


@dataclass(frozen=True)
class Found:
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
        told = self.manifest.get(LIBRARIES)
        return {name: said for name, said in told.items() if isinstance(said, str)} if isinstance(told, dict) else {}


@dataclass(frozen=True, slots=True)
class Step:
    """What a work emits: the path of a file, before it is read or made; what came of a format; what came of making the
    set again."""

    path: str = ""
    format: str = ""
    recognition: Recognition | None = None
    remade: Remade | None = None


def reader() -> Any:
    """Return what reads made files back, piece by piece: an add-on's; None where that is missing."""
    return extension("quasiprint.readers", "pieces")


def read_and_remade(
    shop: Workshop, found: Found, offers: Mapping[str, Offer], tick: Tick, *, again: bool, jobs: int
) -> tuple[dict[str, Recognition], Remade | None]:
    """Read formats back, and make the set again; return what came of each, by name. offers: of the formats that are
    read. again: whether to make it again. jobs: how many processes there may be. Raises Unavailable where this machine
    lacks what it takes, Shortage where it has too little of something."""
    works: list[tuple[str, int, Work]] = []  # what each is called, how many bytes it reads
    every, done = again * (1 + len(found.files)), 0  # files to make and to read, about
    for maker in dict.fromkeys(offer.maker for offer in offers.values()):
        own = {name: offer for name, offer in offers.items() if offer.maker is maker}
        sizes = [len(content) for path, content in found.files.items() if path.partition("/")[0] in own]
        every += len(sizes)
        works.append((", ".join(own), sum(sizes), (reader(), (shop, found, own))))
    if again:
        works.append((AGAIN, 1 + sum(map(len, found.files.values())), (_remake, (shop, found))))
    read: dict[str, Recognition] = {}
    made: list[Remade] = []

    def take(step: Step) -> None:
        nonlocal done
        if step.recognition is not None:
            read[step.format] = step.recognition
        elif step.remade is not None:
            made.append(step.remade)
        else:
            done += 1
            measure(min(done / every, 1.0))
            tick(step.path)

    if jobs == 1 or len(works) < 2:
        for _, _, (does, arguments) in works:
            does(take, *arguments)
        return read, next(iter(made), None)
    longest = sorted(works, key=lambda work: -work[1])
    with closing(results([work for _, _, work in longest], jobs, lambda number: longest[number][0])) as values:
        for _, step in values:
            take(step)
    return read, next(iter(made), None)


def _remake(emit: Emit, shop: Workshop, found: Found) -> None:
    """Make the set again and compare; emit each file's name, and what came of it."""
    try:
        none = dict.fromkeys(found.files, "what makes its formats is not installed")
        made = remake(shop, found, lambda path: emit(Step(path))) if shop.run.formats else Remade(uncompared=none)
        emit(Step(remade=made))
    except Unavailable:
        raise
    except DAMAGED as problem:
        reraise_if_not_input(problem)
        emit(Step(remade=Remade(impossible=str(problem))))


def unreadable(name: str, problem: object) -> Finding:
    """Return what is said of a format whose files nobody can make sense of."""
    return fault("file-unreadable", name, f"its files cannot be understood: {' '.join(str(problem).split())[:200]}")


def remake(shop: Workshop, found: Found, tick: Tick = lambda _: None) -> Remade:
    """Make a set again and compare. shop: of the run that its manifest records, its formats those that are installed.
    Raises InputError for what cannot be made, Unavailable for a format that this machine cannot make."""
    outcome = Remade()
    every = [MANIFEST, *found.files]
    version = found.manifest.get("version")
    if version != __version__:
        outcome.uncompared = dict.fromkeys(every, f"version {str(version)[:40]} made it, and this is {__version__}")
        return outcome
    others = {name: f"made with {why}" for name, why in other_libraries(shop, found).items()}
    making = Making(shop)
    if has_errors(making.findings):  # nobody can have made such a set, and nothing can be compared with it
        outcome.uncompared = dict.fromkeys(every, "no such set can be made")
        return outcome
    missing = [name for name in found.manifest["parameters"]["formats"] if name not in shop.run.formats]
    others |= dict.fromkeys(missing, "what makes this format is not installed")
    here = dict(shop.run.libraries)
    if any(_is_other(name, here, found) for name in libraries_of_game(shop.run.game)):  # its words may be others
        others |= dict.fromkeys((README, SOURCES, GALLERY), "another version of the game's plug-in made it")
    if others:  # it shows what these decide
        others.setdefault(GALLERY, "it shows files that were not compared")
    if missing:  # what tells of all formats
        others |= {path: "it tells of a format that is not installed" for path in every if "/" not in path}
    made: dict[str, bool] = {}  # by path: whether it was compared
    with closing(making.artefacts()) as artefacts:
        for artefact in artefacts:
            tick(f"making again: {artefact.path}")
            equal = found.files.get(artefact.path) == artefact.content  # whatever made it: nothing is left to compare
            made[artefact.path] = equal or artefact.path.partition("/")[0] not in others
            _compare(outcome, artefact, found, made)
    for path in found.files.keys() - made.keys():
        if path.partition("/")[0] not in missing:
            outcome.findings.append(fault("file-unlisted", path, "this program makes no such file for this set"))
    for path in every:
        if not made.get(path):
            outcome.uncompared[path] = others.get(path.partition("/")[0], "it is made of others that were not compared")
    return outcome


def _compare(outcome: Remade, artefact: Artefact, found: Found, made: Mapping[str, bool]) -> None:
    path = artefact.path
    if path == MANIFEST:
        if made[path]:
            outcome.compare(path, found.raw, _manifest(artefact.content, found, made))
    elif path not in found.files and path not in found.entries:  # that one that is listed is missing is said already
        message = "this program makes it for such a set, and it is not there"
        outcome.findings.append(fault("file-missing", path, message))
    elif made[path] and path in found.files:
        outcome.compare(path, found.files[path], artefact.content)


def other_libraries(shop: Workshop, found: Found) -> dict[str, str]:
    """Return the folders whose bytes other versions of libraries decided, and which those are. A library of which the
    manifest says nothing is not another one: the manifests will differ."""
    here, others = dict(shop.run.libraries), {}
    own = libraries_of_game(shop.run.game)
    folders = {name: libraries_of_format(name) for name in shop.run.formats}
    for name, deciding in folders.items():
        differ = [library for library in sorted({*own, *deciding}) if _is_other(library, here, found)]
        if differ:
            others[name] = ", ".join(f"{each} {found.libraries[each][:40]} (here {here[each]})" for each in differ)
    return others


def _is_other(library: str, here: Mapping[str, str], found: Found) -> bool:
    return found.libraries.get(library, here[library]) != here[library]


def _manifest(made: bytes, own: Found, compared: Mapping[str, bool]) -> bytes:
    """Return a manifest made again, with what the set's own says of files that were not compared: their hashes differ,
    and so do the libraries."""
    document = json.loads(made)
    for entry in document["files"]:
        if not compared[entry["path"]] and entry["path"] in own.entries:
            entry.update((key, own.entries[entry["path"]].get(key)) for key in ("sha256", "bytes"))
    document[LIBRARIES] = {name: own.libraries.get(name, said) for name, said in document[LIBRARIES].items()}
    return encode(document)


def first_difference(found: bytes, made: bytes) -> str:
    """Return where two files part, and what stands there in each: in texts with the line, else the bytes."""
    at = _common_length(found, made)
    if b"\0" in found or b"\0" in made or found[:4] == b"%PDF":
        one, other = (content[at : at + AROUND].hex(" ") or "its end" for content in (found, made))
        return f"at byte {at} is {one}, due is {other}"
    one, other = (_text_at(content, at) for content in (found, made))
    return f"line {found[:at].count(LINE) + 1} is {one}, due is {other}"


def _common_length(one: bytes, other: bytes) -> int:
    """Return how many bytes two files share at the beginning."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _text_at(content: bytes, at: int) -> str:
    """Return what stands around a place of a text, in quotes."""
    if at >= len(content):
        return "its end"
    start = max(content.rfind(LINE, 0, at) + 1, at - AROUND)
    end = content.find(LINE, at)
    shown = content[start : min(at + AROUND, end if end >= 0 else len(content))]
    return repr(shown.decode("utf-8", "replace"))
