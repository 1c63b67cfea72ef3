"""Tells what in a folder is a set's own, and may go with it: what its manifest lists, with the hash that stands there.

A manifest is believed if it is as a run wrote it, which its seal says, and if it lists nothing but what a set can hold.
The seal keeps off slips, other programs' manifests and edited ones. It is no secret: somebody who writes a manifest
with a right seal, and the right hash of every file in the folder, has made a set.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from quasiprint.disk.naming import is_inside, unlink
from quasiprint.disk.reading import read_ordinary
from quasiprint.model.errors import InputError, plain
from quasiprint.model.format import NAME, PREVIEW, SOURCES
from quasiprint.system.machine import open_plain

MANIFEST = "manifest.json"
MAX_MANIFEST = 1 << 29  # bytes; of the largest run of boards there is it has 3e8
README = "README.md"
BILL = "bill.csv"  # what making the set takes, for programs for tables
GALLERY = "gallery.html"  # a page that shows all of the set
LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})  # what file managers leave in folders that are looked at
SEAL = "seal"  # the last key of a manifest
ENDING = re.compile(rb'"seal": "([0-9a-f]{64})"\n}\n\Z')
UNREADABLE = (ValueError, LookupError, TypeError, OverflowError, RecursionError, MemoryError)
REMEDY = "--replace puts it aside, whole"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a file that was written. sha256: "" if it may hold anything; size: in bytes, at most."""

    sha256: str
    size: int


Record = Mapping[str, Known]  # by path


@dataclass(slots=True)
class FolderScan:
    """What was found in a folder. known: what its manifest lists. strange: what may not go with it, and why, a sentence
    each; litter: what file managers left there; seen: of each file whose hash was right, what tells that it was not
    touched since."""

    known: Record
    strange: list[str] = field(default_factory=list)
    litter: list[str] = field(default_factory=list)
    seen: dict[str, tuple[int, ...]] = field(default_factory=dict)


def seal(manifest: bytes) -> bytes:
    """Return a manifest with its seal, the hash of all before it, as its last key.

    manifest: a JSON object, as it is written with an indent, a line's end after it. Raises ValueError for another.
    """
    if not manifest.endswith(b"\n}\n"):
        raise ValueError("a manifest is a JSON object on several lines")
    body = manifest[:-3] + b",\n "
    return body + b'"seal": "%s"\n}\n' % hashlib.sha256(body).hexdigest().encode()


def read_manifest(manifest: bytes) -> dict[str, Known] | None:
    """Return every file of a set as its manifest lists it, itself included; None if it is not as a run wrote it."""
    seal = ENDING.search(manifest[-200:])
    if seal is None:
        return None
    body = memoryview(manifest)[: len(manifest) - len(seal[0])]
    if hashlib.sha256(body).hexdigest().encode() != seal[1]:
        return None
    try:
        told: Any = json.loads(manifest)
        formats = {name for name in told["parameters"]["formats"] if NAME.fullmatch(name)} - {SOURCES, PREVIEW}
        entries = [(entry["path"], entry["sha256"], entry["bytes"]) for entry in told["files"]]
        known = {str(path): Known(str(digest), int(size)) for path, digest, size in entries}
        game = told["game"]
    except UNREADABLE:
        return None
    if not isinstance(game, str) or len(known) < len(entries):
        return None
    for path, it in known.items():
        top, _, rest = path.partition("/")
        ours = path in (README, BILL, GALLERY)
        holds = is_inside(path) and (ours or (rest and (top in formats or top in (SOURCES, PREVIEW))))
        if not holds or not re.fullmatch("[0-9a-f]{64}", it.sha256) or it.size < 0:
            return None
    return known | {MANIFEST: Known(hashlib.sha256(manifest).hexdigest(), len(manifest))}


def record(folder: Path) -> dict[str, Known] | None:
    """Return what the manifest in a folder lists, itself included; None if there is none that is believed."""
    content = read_ordinary(folder / MANIFEST, MAX_MANIFEST)
    return None if content is None else read_manifest(content)


def scan(folder: Path, earlier: FolderScan | None = None) -> FolderScan:
    """Look at everything in a folder: what is its set's own, and what is not.

    earlier: of a look at the same folder; what was not touched since is not read again. Raises OSError for a folder
    that cannot be looked at.
    """
    found = FolderScan(earlier.known if earlier else record(folder) or {})
    if not folder.is_dir() or folder.is_symlink():
        found.strange.append("is a file, allowed is a folder")
        return found
    if not found.known and os.path.lexists(folder / MANIFEST):
        why = "which was changed, or written by an older version or another program"
        found.strange.append(f"holds {MANIFEST!r}, {why}")
        return found  # without it, it cannot be told of anything else
    for path, entry in _entries(folder, found):
        if path in found.known:
            why = _describe_change(folder / path, found.known[path], path, found, earlier)
        elif entry.name in LITTER and entry.is_file(follow_symlinks=False):
            found.litter.append(path)
            continue
        else:
            why = "which is not in a manifest of its own"
        if why:
            found.strange.append(f"holds {plain(path)!r}, {why}")
    return found


def _describe_change(file: Path, known: Known, path: str, found: FolderScan, earlier: FolderScan | None) -> str:
    """Return what of a file of the set is not as it was made, "" if nothing is."""
    try:
        status = os.lstat(file)
    except FileNotFoundError:
        return ""  # somebody takes it away just now
    if not stat.S_ISREG(status.st_mode):
        return "which is no file of the set"
    if not status.st_mode & stat.S_IWUSR:
        return "which may not be written"
    stamp = _stamp(status)
    if (earlier is None or earlier.seen.get(path) != stamp) and not is_as_known(file, known):
        return "which was changed since it was made"
    found.seen[path] = stamp
    return ""


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def is_as_known(file: Path, known: Known) -> bool:
    """Tell whether an ordinary file holds what it held when it was written. Reads none of another size."""
    with _open_unchanged(file, known) as found:
        return found is not None


@contextlib.contextmanager
def _open_unchanged(file: Path, known: Known) -> Iterator[tuple[BinaryIO, os.stat_result] | None]:
    """Give an ordinary file, open to be read, and what it was before it was read; None if it is not as it was made."""
    try:
        handle = open_plain(file)
    except OSError:
        yield None
        return
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        right = stat.S_ISREG(status.st_mode)
        if known.sha256 and right:
            right = status.st_size == known.size and hashlib.file_digest(stream, "sha256").hexdigest() == known.sha256
        yield (stream, status) if right and status.st_size <= known.size else None


def _entries(folder: Path, found: FolderScan) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield what lies in a folder, by path; what lies in the folders of known files, too, but not those themselves."""
    # not a list of all folders in all paths: of a path of a million folders, that is a million paths
    ordered, disk = sorted(found.known), os.lstat(folder).st_dev

    def is_parent(path: str) -> bool:
        at = bisect_left(ordered, f"{path}/")
        return at < len(ordered) and ordered[at].startswith(f"{path}/")

    pending = [""]
    while pending:
        here = pending.pop()
        with os.scandir(folder / here) as inside:
            entries = sorted(inside, key=lambda entry: entry.name)
        for entry in entries:
            path = f"{here}/{entry.name}" if here else entry.name
            own = entry.is_dir(follow_symlinks=False) and is_parent(path)
            if own and os.lstat(folder / path).st_dev == disk:
                pending.append(path)
            else:
                yield path, entry


def refuse_strange(strange: list[str]) -> None:
    """Raise InputError if anything strange was found."""
    if strange:
        more = f" (and {len(strange) - 1} more)" if len(strange) > 1 else ""
        raise InputError(f"{strange[0]}{more}; it was left alone. Name another place, move that away, or {REMEDY}")


def refuse_inside(real: Path) -> None:
    """Raise InputError for a place within a set: what lay there would be in its way, and no part of it."""
    for above in real.parents:
        if os.path.lexists(above / MANIFEST) and _looks_like_set(above):
            raise InputError(
                f"lies within the set {os.fspath(above)!r}, and sets are not put into "
                f"one another; name a folder outside it, such as {os.fspath(above.with_name(above.name + '-2'))!r}"
            )


def _looks_like_set(folder: Path) -> bool:
    """Tell whether a folder is a set, of whatever version, also one whose manifest was changed."""
    content = read_ordinary(folder / MANIFEST, MAX_MANIFEST)
    try:
        told: Any = json.loads(content or b"")
        return isinstance(told["game"], str) and isinstance(told["files"], list)
    except UNREADABLE:
        return False


def clear(folder: Path, known: Record, unsure: str | None = None) -> bool:
    """Remove from a folder the files that are known, each looked at once more, and the folders that are empty then.

    A manifest goes last: until then it can be told that the rest is ours. unsure: a file of which a part may have been
    written. Return whether the folder is gone. Raises OSError where something cannot be removed.
    """
    folders = sorted({str(up) for path in known for up in PurePosixPath(path).parents} - {"."}, key=len, reverse=True)
    own = {up for up in folders if _is_folder(folder, up)}
    for path in sorted(known.keys() - {MANIFEST}):
        above = str(PurePosixPath(path).parent)
        if above == "." or above in own:
            _remove(folder / path, _part(known[path]) if path == unsure else known[path])
    for up in folders:
        if up in own:
            _remove_empty(folder / up)
    if MANIFEST in known and [entry.name for entry in os.scandir(folder)] == [MANIFEST]:
        _remove(folder / MANIFEST, _part(known[MANIFEST]) if unsure == MANIFEST else known[MANIFEST])
    return _remove_empty(folder)


def _part(known: Known) -> Known:
    return Known("", known.size)


def _is_folder(folder: Path, path: str) -> bool:
    """Tell whether a path below a folder leads through folders alone, and through no link."""
    parts = PurePosixPath(path).parts
    try:
        return all(stat.S_ISDIR(os.lstat(folder.joinpath(*parts[: n + 1])).st_mode) for n in range(len(parts)))
    except FileNotFoundError:
        return False


def _remove(file: Path, known: Known) -> None:
    with _open_unchanged(file, known) as found:
        if found:
            unlink(file, *found)


def _remove_empty(folder: Path) -> bool:
    """Remove a folder if there is nothing in it, and return whether it is gone."""
    with os.scandir(folder) as inside:
        if next(inside, None) is not None:
            return False
    os.rmdir(folder)
    return True
