"""Proves a made set again from its folder alone: reads every file back and compares with design and manifest."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

import quasiprint
from quasiprint import export, games
from quasiprint.model.errors import InputError, Unavailable, plain
from quasiprint.model.finding import Finding, Severity, error, has_errors
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.plan import Plan
from quasiprint.pipeline.plan import parameters as settled
from quasiprint.pipeline.recorded import restored
from quasiprint.pipeline.sources import SOURCES, given
from quasiprint.pipeline.workshop import PROCESS_OF, Workshop
from quasiprint.storage.folder import MANIFEST, MAX_MANIFEST
from quasiprint.storage.reading import read_ordinary

LARGEST = 1 << 30  # bytes, of a file of a set
LEFT_BEHIND = {".DS_Store", "Thumbs.db", "desktop.ini"}
REMAKE = "make the set again"
KINDS: dict[str, Any] = {
    "int": int, "float": (int, float), "length": (int, float), "flag": bool, "str": str, "folder": str, "source": str,
}  # fmt: skip
Tick = Callable[[str], None]


@dataclass(slots=True)
class Verdict:
    """The outcome. files: how many were read; pieces: how many there are; off: by file, how far anything in it
    is from where it belongs at most, µm."""

    game: str
    version: str = ""
    files: int = 0
    pieces: int = 0
    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not has_errors(self.findings)


def verify(folder: Path, tick: Tick = lambda _: None) -> Verdict:
    """Read a set back and prove it again. Reads nothing outside the folder, and writes nothing.

    tick: told of each file before it is read. Raises InputError if the folder holds no set,
    Unavailable if it has a format that this machine cannot read.
    """
    from shapely.errors import ShapelyError

    from quasiprint.readback.unreadable import DAMAGED

    manifest = _manifest(folder)
    game = str(manifest["game"])
    verdict = Verdict(game, str(manifest.get("version", "")))
    files = _files(folder, manifest, verdict)
    try:
        plan = _plan(folder, manifest, files)
        shop = Workshop(plan)
        needs = {name: export.exporters()[name].NEEDS for name in plan.formats}
        processes = tuple(dict.fromkeys(PROCESS_OF[need] for need in needs.values()))
        sets = {process: shop.set(process) for process in processes}
    except DAMAGED as problem:
        message = f"no set can be made as it says: {problem}"
        verdict.findings.append(error("manifest-wrong", MANIFEST, message, REMAKE))
        return _plainly(verdict)
    proved, _ = shop.prove(processes)
    verdict.findings += [finding for finding in proved if finding.severity is not Severity.NOTE]
    held = next(iter(sets.values()))
    verdict.findings += _pieces(manifest, held, shop, processes)
    verdict.findings += _told(manifest)
    loose = verdict.version != quasiprint.__version__
    entries = _entries(manifest)
    counted: list[int] = []
    for name in plan.formats:
        own = {path: content for path, content in files.items() if path.startswith(f"{name}/")}
        if not own:
            verdict.findings.append(error("file-missing", name, f"the set is to have {name}, and has none", REMAKE))
            continue
        try:
            report = _read(name, own, plan, sets[PROCESS_OF[needs[name]]], entries, loose=loose, tick=tick)
        except Unavailable:
            raise  # it is the machine that lacks something, not the set
        except (ShapelyError, *DAMAGED) as problem:
            # shapes that no set has: readers refuse what they can name
            message = f"its files cannot be understood: {' '.join(str(problem).split())[:200]}"
            verdict.findings.append(error("file-unreadable", name, message, REMAKE))
            continue
        verdict.findings += report.findings
        verdict.off.update({path: round(1000 * off, 3) for path, off in report.off.items()})
        counted.append(report.pieces)
    if "README.md" not in files:
        message = "the set has no page that says how to make it"
        verdict.findings.append(error("file-missing", "README.md", message, REMAKE))
    for path in files:
        if path.partition("/")[0] not in (*plan.formats, SOURCES, "README.md"):
            message = "it is in no folder of a format that the set has"
            verdict.findings.append(error("file-unlisted", path, message, REMAKE))
    verdict.pieces = min(counted, default=0)
    if loose:
        current = quasiprint.__version__
        message = f"made by version {verdict.version}, read by {current}: faces may be drawn a little otherwise"
        verdict.findings.append(Finding("other-version", Severity.NOTE, MANIFEST, message))
    return _plainly(verdict)


def _plainly(verdict: Verdict) -> Verdict:
    """Return a verdict whose findings are said once each, in lines that a terminal can show."""
    said = (replace(found, subject=plain(found.subject), message=plain(found.message)) for found in verdict.findings)
    verdict.findings = list(dict.fromkeys(said))
    return verdict


def _manifest(folder: Path) -> dict[str, Any]:
    """Return a folder's manifest. Raises InputError if it has none, or not of a set."""
    name = os.fspath(folder)
    if not folder.is_dir():
        raise InputError(f"{name!r}: is no folder, allowed is the folder of a made set")
    path = folder / MANIFEST
    if path.is_symlink() or not path.is_file():
        raise InputError(f"{name!r}: holds no {MANIFEST}, so it is no made set")
    held = read_ordinary(path, MAX_MANIFEST)
    if held is None:
        most = MAX_MANIFEST >> 20
        raise InputError(f"{name!r}: its {MANIFEST} is no file that can be read, or larger than {most} MiB")
    try:
        manifest = json.loads(held)
    except (ValueError, RecursionError, OSError) as problem:
        raise InputError(f"{name!r}: its {MANIFEST} cannot be read: {str(problem)[:200]}") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("game"), str):
        raise InputError(f"{name!r}: its {MANIFEST} names no game, so it is no made set")
    games.load(manifest["game"])
    for key, kind in (("parameters", dict), ("pieces", list), ("accessories", list), ("files", list)):
        if not isinstance(manifest.get(key), kind):
            raise InputError(f"{name!r}: its {MANIFEST} has no {key}, so it is no made set")
    return manifest


def _files(folder: Path, manifest: Mapping[str, Any], verdict: Verdict) -> dict[str, bytes]:
    """Return the files that the manifest lists and the folder holds, by path; note what differs."""
    listed: dict[str, tuple[Any, Any]] = {}
    for entry in manifest["files"]:
        path = entry.get("path") if isinstance(entry, dict) else None
        if not isinstance(path, str) or not _inside(path):
            message = f"it lists {str(path)[:80]!r}, allowed are paths within the set"
            verdict.findings.append(error("manifest-wrong", MANIFEST, message, REMAKE))
        elif path in listed:
            verdict.findings.append(error("manifest-wrong", MANIFEST, f"it lists {path!r} twice", REMAKE))
        else:
            listed[path] = entry.get("sha256"), entry.get("bytes")
    there = set(_walk(folder))
    for path in sorted(there - set(listed) - {MANIFEST}):
        # what file managers leave behind is no part of a set, and does no harm
        harm = Severity.WARNING if PurePosixPath(path).name in LEFT_BEHIND else Severity.ERROR
        verdict.findings.append(Finding("file-unlisted", harm, path, f"it is not in {MANIFEST}", "take it away"))
    files: dict[str, bytes] = {}
    for path in sorted(listed):
        if path not in there:
            verdict.findings.append(error("file-missing", path, "it is listed, and not there", REMAKE))
            continue
        content = read_ordinary(folder / path, LARGEST)
        if content is None:
            message = "it is no ordinary file, or larger than a file of a set may be"
            verdict.findings.append(error("file-unreadable", path, message, REMAKE))
            continue
        files[path] = content
        found = hashlib.sha256(content).hexdigest(), len(content)
        if found != listed[path]:
            verdict.findings.append(error("hash-differs", path, "it is not the file that was made", REMAKE))
    verdict.files = len(files)
    return files


def _inside(path: str) -> bool:
    parts = PurePosixPath(path)
    plain = path.isprintable() and "\\" not in path and str(parts) == path
    return plain and not parts.is_absolute() and ".." not in parts.parts and path not in ("", ".", MANIFEST)


def _walk(folder: Path) -> Iterator[str]:
    """Yield the path of everything in a folder that is no folder; links are not followed."""
    for here, folders, names in os.walk(folder):
        for name in [*names, *(name for name in folders if (Path(here) / name).is_symlink())]:
            yield (Path(here) / name).relative_to(folder).as_posix()


def _plan(folder: Path, manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> Plan:
    """Return the plan that a manifest records. Raises InputError if there can be none."""
    game = games.load(manifest["game"])
    told = manifest["parameters"]
    options = {option.name: option for option in game.options}
    values = {name: value for name, value in told.items() if name in options}
    for name, value in values.items():
        kinds = KINDS[options[name].kind]
        right = isinstance(value, kinds) and isinstance(value, bool) == (kinds is bool)
        if value != options[name].default and not right:
            raise InputError(f"{name}: found {str(value)[:40]!r}, allowed is a value of kind {options[name].kind}")
    formats = told.get("formats")
    if not isinstance(formats, list) or not formats or any(name not in game.formats for name in formats):
        raise InputError(f"formats: found {formats!r}, allowed are {', '.join(game.formats)}")
    seed = manifest.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise InputError(f"seed: found {seed!r}, allowed is a whole number")
    return Plan(
        game=game.name,
        parameters=tuple(settled(game, given(folder, game, values, files)).items()),
        profiles=restored(told),
        formats=tuple(formats),
        named=True,
        seed=seed,
    )


def _told(manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a manifest says of itself that cannot be: a version to come, a set made in spite of errors."""
    version, current = manifest.get("version"), quasiprint.__version__
    known = _numbers(version) if isinstance(version, str) else ()
    if not known or known > _numbers(current):
        message = f"its version is {str(version)[:40]!r}, allowed is up to {current}, this program's"
        yield error("manifest-wrong", MANIFEST, message, "verify it with the version that made it")
    findings = manifest.get("findings")
    if not isinstance(findings, list) or any(
        not isinstance(entry, dict) or entry.get("severity") not in (Severity.NOTE, Severity.WARNING)
        for entry in findings
    ):
        yield error("manifest-wrong", MANIFEST, "among its findings is an error: no set is made then", REMAKE)


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers, none if it is no version."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(re.fullmatch("[0-9]{1,5}", part) for part in parts) else ()


def _entries(manifest: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the manifest's things and the files of each."""
    found = []
    for entry in [*manifest["pieces"], *manifest["accessories"]]:
        if isinstance(entry, dict) and isinstance(entry.get("files"), list):
            found.append((str(entry.get("id")), tuple(map(str, entry["files"]))))
    return found


def _pieces(
    manifest: Mapping[str, Any], held: GameSet, shop: Workshop, processes: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield how the manifest's pieces and accessories differ from the set that it says it is of."""
    pieces = [entry for entry in manifest["pieces"] if isinstance(entry, dict)]
    told = {str(entry.get("id")): entry for entry in pieces}
    known = {piece.id: piece for piece in held.pieces}
    if len(told) != len(manifest["pieces"]) or set(told) != set(known):
        missing, strange = sorted(set(known) - set(told)), sorted(set(told) - set(known))
        said = [f"{what}: {', '.join(ids[:4])}" for what, ids in (("missing", missing), ("strange", strange)) if ids]
        count = f"it lists {len(manifest['pieces'])} pieces, the set has {len(known)}"
        message = f"{count}; {'; '.join(said) or 'some twice'}"
        yield error("pieces-differ", MANIFEST, message, REMAKE)
    for id, piece in known.items():
        entry = told.get(id)
        if entry and (entry.get("marks") != list(piece.marks) or entry.get("shape") != piece.shape):
            message = f"it says {entry.get('shape')} {entry.get('marks')}"[:200]
            message += f", the set has {piece.shape} {list(piece.marks)}"
            yield error("marks-differ", id, message, REMAKE)
        if entry and entry.get("name", "") != piece.name:
            yield error("marks-differ", id, f"it is called {entry.get('name')!r}, and is {piece.name!r}", REMAKE)
    listed = {entry.get("path") for entry in manifest["files"] if isinstance(entry, dict)}
    for id, paths in _entries(manifest):
        for path in paths:
            if path not in listed:
                yield error("manifest-wrong", id, f"its file {path!r} is not among the set's files", REMAKE)
    counts = [(thing.id, thing.kind, thing.count) for thing in shop.accessories(processes)]
    said_count = [
        (entry.get("id"), entry.get("kind"), entry.get("count")) if isinstance(entry, dict) else entry
        for entry in manifest["accessories"]
    ]
    if said_count != counts:
        message = f"it lists the accessories {said_count}, the set has {counts}"
        yield error("accessory-count", MANIFEST, message[:300], REMAKE)


def _read(
    name: str, files: Mapping[str, bytes], plan: Plan, held: GameSet, entries: Any, *, loose: bool, tick: Tick
) -> Any:
    """Return the report of a format's files."""
    from quasiprint.readback.recognise import Recogniser
    from quasiprint.readback.reference import reference
    from quasiprint.readback.report import Report

    sheet, bed, papers = plan.profiles.sheet, plan.profiles.bed, plan.profiles.pages
    if name == "txt":
        report = Report(off=dict.fromkeys(files, 0.0), pieces=len(held.pieces))
        if set(files.values()) != {held.text.encode()}:
            report.findings.append(error("marks-differ", next(iter(files)), "its text is not that of the set", REMAKE))
        return report
    recogniser = Recogniser(reference(held, sheet.kerf), loose=loose)
    from quasiprint.readback import flat_files, solid_files

    if name == "stl":
        return solid_files.read_stl(files, entries, recogniser, bed, tick)
    if name == "3mf":
        return solid_files.read_3mf(files, recogniser, bed, tick)
    if name == "step":
        return solid_files.read_step(files, recogniser, tick)
    if name == "pdf":
        return flat_files.read_pdf(files, recogniser, papers, tick)
    return flat_files.read_sheets(name, files, recogniser, sheet, tick)
