"""What a made set's files lie in, and are read from again: a folder, a ZIP archive, or memory; and what of them is not
as the set was made. An archive has the same bytes for the same files."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO

from quasiprint.disk.ownership import LITTER, MANIFEST, MAX_MANIFEST, Known, read_manifest
from quasiprint.errors import InputError, plain, reason_of
from quasiprint.system.outcome import DAMAGED, reraise_if_not_input

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression
# bytes of a file's header and of its entry in the directory, before names; of the archive's end; and of the end of an
# archive of many files, or of a large one
HEADERS, END, LARGE_END = 30 + 46, 22, 22 + 76
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the others, a few bytes may unpack to any number
# an archive of a set unpacks to eleven times its size at most; one made to fill a memory, to a thousand times
MOST_TIMES, MOST_BESIDES = 100, 1 << 26
UNREADABLE = (*DAMAGED, zipfile.BadZipFile)  # what Python raises for archives that are damaged, or made to be
LARGEST = 1 << 30  # bytes, of a file of a set
FOREIGN = f"holds {MANIFEST!r}, which was changed, or written by an older version or another program"


class Folder:
    """A folder. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        self.name = os.fspath(folder)
        self._folder = folder

    def paths(self) -> Iterator[str]:
        """Yield the path of everything in the folder that holds nothing: of files, links and the like, and of empty
        folders, these with a slash behind. Raises OSError for a folder in it that cannot be looked into."""
        for here, folders, names in os.walk(self._folder, onerror=_raise):
            at = Path(here).relative_to(self._folder)
            if at.parts and not (folders or names):
                yield f"{at.as_posix()}/"
            for name in [*names, *(name for name in folders if os.path.islink(os.path.join(here, name)))]:
                yield (at / name).as_posix()

    def closed(self) -> Iterator[str]:
        """Yield the path of every folder and file that may not be written."""
        for here, _, names in os.walk(self._folder, onerror=_raise):
            places = [here] if not os.access(here, os.R_OK | os.W_OK | os.X_OK) else []
            places += [at for name in names if not os.lstat(at := os.path.join(here, name)).st_mode & stat.S_IWUSR]
            yield from (Path(at).relative_to(self._folder).as_posix() for at in places)

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds; None for a link, a device, a pipe, what is too long, or nothing at all. Raises
        OSError for a file that cannot be read: it may not be, or the machine lacks something."""
        file = self._folder / path
        try:
            status = file.lstat()
        except (OSError, ValueError):
            return None
        return file.read_bytes() if stat.S_ISREG(status.st_mode) and status.st_size <= most else None


class Archive:
    """A ZIP archive, held open as long as this is. Nothing is unpacked to the disk.

    Raises InputError for a file that is none, for one that is made to keep its reader busy, and for one that another
    program has packed: it may have anything besides its files.
    """

    def __init__(self, path: Path) -> None:
        self.name = os.fspath(path)
        try:
            self._archive = zipfile.ZipFile(path)
            reason = _fault(self._archive, path.stat().st_size)
        except UNREADABLE as problem:
            reraise_if_not_input(problem)
            raise InputError(f"{self.name!r}: is no ZIP archive that can be read: {problem}") from None
        if reason:
            raise InputError(f"{self.name!r}: {reason}; allowed is an archive as it was made, or a folder")

    def paths(self) -> Iterator[str]:
        """Yield the path of every file in the archive, as it is written there: it may lead anywhere."""
        yield from self._archive.NameToInfo

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return a file's content; None if it is too long, encrypted, damaged, or packed by a method that may unpack a
        few bytes to any number."""
        entry = self._archive.NameToInfo.get(path)
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


def known_of(held: Stored) -> Known:
    """Return what the manifest of a set lists, itself included; nothing without a valid manifest."""
    return read_manifest(held.read(MANIFEST, MAX_MANIFEST))


def foreign(held: Folder | Archive) -> list[str]:
    """Return what is not a set's as it was made, so that it may not go with the set, a sentence each. What file
    managers leave in folders goes. Raises OSError for what cannot be looked at."""
    known, paths = known_of(held), [*held.paths()]
    if not known and MANIFEST in paths:  # without it, no file's owner is known
        return [FOREIGN]
    closed = held.closed() if isinstance(held, Folder) else ()
    found = [f"holds {plain(path)!r}, which may not be written" for path in closed]
    for path in paths:
        digest, size = known.get(path, ("", 0))
        content = held.read(path, size)
        if content is None or hashlib.sha256(content).hexdigest() != digest:
            why = "which was changed since it was made" if digest else "which is not in a manifest of its own"
            found += [f"holds {plain(path)!r}, {why}"] if PurePosixPath(path).name not in LITTER else []
    return found


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files that are at hand: the bytes that `staging.sink` writes of them."""
    stream = io.BytesIO()
    write_archive(stream, sorted(files.items()))
    return stream.getvalue()


def write_archive(to: Path | IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive of files, in this order."""
    with zipfile.ZipFile(to, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=LEVEL)


def _fault(archive: zipfile.ZipFile, size: int) -> str | None:
    """Return why an archive is none that `pack` may have made, None if it may be; no file of it is unpacked.

    It has files, no two of one name, with nothing that belongs to none of them; and it is not made to keep its reader
    busy. size: of the archive, in bytes.
    """
    entries = archive.infolist()
    whole, most = sum(entry.file_size for entry in entries), MOST_TIMES * size + MOST_BESIDES
    if whole > most:
        return f"would unpack to {whole} bytes, allowed are up to {most} for an archive of its size"
    if len(archive.NameToInfo) < len(entries):
        return "has two files of one name"
    needed = sum(HEADERS + 2 * len(entry.orig_filename.encode()) + entry.compress_size for entry in entries)
    if size - needed not in (END, LARGE_END) or any(entry.is_dir() for entry in entries):
        return "has bytes that belong to no file, or was packed by another program: unpack it"
    return None
