"""Where a set's files go, and are read again: a folder, a ZIP archive, or memory; all of them go, or none.

A folder is there whole, or not at all, and nothing of anybody else's goes with the one before it: `staging` puts it in
its place, and what is found in the old one that is not of the set stays, and is reported. An archive has the same bytes
for the same files.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from quasiprint.disk.ownership import (
    FOREIGN,
    MANIFEST,
    MAX_MANIFEST,
    Misplaced,
    naming,
    read_manifest,
    refuse_inside,
    refuse_strange,
    scan,
)
from quasiprint.disk.reading import read_ordinary
from quasiprint.disk.staging import Stage, Tell, ignore, real_of, refuse_odd, stage_for
from quasiprint.errors import InputError, reason_of
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression
# bytes of a file's header, of its entry in the directory, and of the archive's end, before names and comments
LOCAL, CENTRAL, END = 30, 46, 22
LARGE_END = 76  # bytes before the end of an archive of many files, or of a large one
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the others, a few bytes may unpack to any number
# an archive of a set unpacks to eleven times its size at most; one made to fill a memory, to a thousand times
MOST_TIMES, MOST_BESIDES = 100, 1 << 26
UNREADABLE = (*DAMAGED, zipfile.BadZipFile)  # what Python raises for archives that are damaged, or made to be
ZIP = ".zip"
Sink = AbstractContextManager[Stage]


def sink(target: Path, replace: bool = False, tell: Tell = ignore) -> Sink:
    """Give a stage to write a set on; put it in its place when the block is done: in an archive if that ends in .zip,
    else in a folder.

    replace: what is there is moved, whole, to another name, which `tell` gets. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is no set as it was made, holds
    anything else, is in use by another run, or cannot be written.
    """
    if target.suffix.lower() == ZIP:
        return stage_for(target, refuse_other, replace, tell, _pack_stage)
    return stage_for(target, _refuse_no_set, replace, tell)


def _refuse_no_set(real: Path) -> None:
    """Raise Misplaced for anything but a set as it was made."""
    refuse_odd(real)
    refuse_strange(scan(real)[1])


def refuse_taken(target: Path) -> None:
    """Raise InputError if something lies where a set is to go that may not be replaced. Nothing is written."""
    with naming(target):
        real = real_of(target)
        refuse_inside(real)
        if os.path.lexists(real):
            (refuse_other if target.suffix.lower() == ZIP else _refuse_no_set)(real)


@contextlib.contextmanager
def memory(files: dict[str, bytes]) -> Iterator[Stage]:
    """Give a stage that keeps files in a dictionary, by path; all of them, or none if the block does not end well."""
    if files:
        raise InputError(f"memory: found {len(files)} files there, allowed is an empty dictionary")
    kept: dict[str, bytes] = {}
    yield Stage(Path(), kept)
    files.update(kept)


LARGEST = 1 << 30  # bytes, of a file of a set


class Folder:
    """A folder. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        self.name = os.fspath(folder)
        self._folder = folder

    def paths(self) -> Iterator[str]:
        """Yield the path of everything in the folder that is no folder itself. Raises OSError for a folder in it that
        cannot be looked into."""
        for here, folders, names in os.walk(self._folder, onerror=_raise):
            for name in [*names, *(name for name in folders if (Path(here) / name).is_symlink())]:
                yield (Path(here) / name).relative_to(self._folder).as_posix()

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds, None for what is not an ordinary file or too long."""
        return read_ordinary(self._folder / path, most)


class Archive:
    """A ZIP archive, held open as long as this is. Nothing is unpacked to the disk.

    Raises InputError for a file that is none, for one that is made to keep its reader busy, and for one that another
    program has packed: it may have anything besides its files.
    """

    def __init__(self, path: Path) -> None:
        self.name = os.fspath(path)
        try:
            self._archive = zipfile.ZipFile(path)
            reason = fault(self._archive, path.stat().st_size)
        except UNREADABLE as problem:
            reraise_if_not_input(problem)
            raise InputError(f"{self.name!r}: is no ZIP archive that can be read: {problem}") from None
        if reason:
            raise InputError(f"{self.name!r}: {reason}; allowed is an archive as it was made, or a folder")
        self._entries = {name: entry for name, entry in self._archive.NameToInfo.items() if not entry.is_dir()}

    def paths(self) -> Iterator[str]:
        """Yield the path of every file in the archive, as it is written there: it may lead anywhere."""
        yield from self._entries

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return a file's content; None if it is too long, encrypted, damaged, or packed by a method that may unpack a
        few bytes to any number."""
        entry = self._entries.get(path)
        if entry is None or entry.file_size > most or entry.flag_bits & 1 or entry.compress_type not in METHODS:
            return None
        try:
            return self._archive.read(entry)
        except UNREADABLE as problem:
            reraise_if_not_input(problem)
            return None


class Memory:
    """Files in a mapping, by path."""

    name = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files

    def paths(self) -> Iterator[str]:
        """Yield the path of every file."""
        yield from self._files

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return a file's content, None if it is too long or missing."""
        content = self._files.get(path)
        return content if content is not None and len(content) <= most else None


Stored = Folder | Archive | Memory  # what a set's files lie in. name: as messages say it


def _raise(problem: OSError) -> None:
    raise problem


def open_set(path: Path) -> Stored:
    """Return what lies at a path: a folder, or an archive. Raises InputError for what is neither."""
    try:
        if path.is_dir():
            return Folder(path)
        if path.is_file():
            with path.open("rb") as stream:
                is_archive = zipfile.is_zipfile(stream)
            if is_archive:
                return Archive(path)
    except OSError as problem:
        reraise_if_not_input(problem)
        raise InputError(f"{os.fspath(path)!r}: cannot be read: {reason_of(problem)}") from None
    raise InputError(f"{os.fspath(path)!r}: is no folder, allowed is the folder of a made set, or a ZIP archive of one")


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files that are at hand: the bytes that `sink` writes of them."""
    stream = io.BytesIO()
    _write(stream, sorted(files.items()))
    return stream.getvalue()


def _pack_stage(stage: Stage, stream: IO[bytes]) -> None:
    _write(stream, ((path, (stage.folder / path).read_bytes()) for path in sorted(stage.files)))


def _write(stream: IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(stream, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=LEVEL)


def fault(archive: zipfile.ZipFile, size: int) -> str | None:
    """Return why an archive is none that `pack` may have made, None if it may be; no file of it is unpacked.

    It has files with their headers, its directory and its end, in this order, nothing in between, and no two files of
    one name; and it is not made to keep its reader busy. size: of the archive, in bytes.
    """
    entries, at, directory = archive.infolist(), 0, 0
    whole, most = sum(entry.file_size for entry in entries), MOST_TIMES * size + MOST_BESIDES
    if whole > most:
        return f"would unpack to {whole} bytes, allowed are up to {most} for an archive of its size"
    if len(archive.NameToInfo) < len(entries):
        return "has two files of one name"
    for entry in entries:
        if entry.header_offset != at or entry.extra or entry.comment or (entry.is_dir() and entry.file_size):
            return f"{_PACKED_ELSEWHERE} (at {entry.filename[:60]!r})"
        name = len(entry.orig_filename.encode())
        at += LOCAL + name + entry.compress_size
        directory += CENTRAL + name
    if at != archive.start_dir or size - at - directory not in (END, END + LARGE_END):
        return f"{_PACKED_ELSEWHERE} (before its end)"
    return None


_PACKED_ELSEWHERE = "has bytes that belong to no file, or was packed by another program: unpack it"


def refuse_other(archive: Path) -> None:
    """Raise Misplaced unless a file is the archive of a set and of no more."""
    if not archive.is_file():
        raise Misplaced("is not an ordinary file, allowed is the archive of a set; it was left alone")
    if not os.access(archive, os.W_OK):
        raise Misplaced("is a file that may not be written; it was left alone")
    foreign = _foreign(archive)
    refuse_strange([foreign] if foreign else [])


def _foreign(path: Path) -> str | None:
    """Return how an archive differs from its manifest; None if it is a set's."""
    try:
        archive = Archive(path)
    except InputError:
        return "is not an archive of a set"
    known = read_manifest(archive.read(MANIFEST, MAX_MANIFEST))
    if not known:
        return FOREIGN
    for name in archive.paths():
        if name not in known:
            return f"holds {name!r}, which is not in a manifest of its own"
        content = archive.read(name, known[name][1])
        if content is None or hashlib.sha256(content).hexdigest() != known[name][0]:
            return f"holds {name!r}, which was changed since it was made"
    return None
