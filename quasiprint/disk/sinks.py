"""Where a set's files go, and are read again: a folder, a ZIP archive, or memory; all of them go, or none.

A folder is there whole, or not at all, and nothing of anybody else's goes with the one before it: `staging` puts it in
its place, and what is found in the old one that is not its own stays, and is told. An archive has the same bytes for
the same files.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from quasiprint.disk.ownership import (
    MANIFEST,
    MAX_MANIFEST,
    Known,
    calling,
    clear,
    naming,
    put_aside,
    read_manifest,
    record,
    refuse_inside,
    refuse_strange,
    scan,
    settle,
    sync,
)
from quasiprint.disk.reading import read_ordinary
from quasiprint.disk.staging import (
    Place,
    Stage,
    Tell,
    ignore,
    put_aside_for,
    put_new,
    real_of,
    refuse_odd,
    stage_at,
    swap,
)
from quasiprint.errors import InputError, reason_of
from quasiprint.system.machine import move
from quasiprint.system.outcome import reraise_if_not_input

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression
LOCAL, CENTRAL = 30, 46  # bytes of a file's header, and of its entry in the directory, before the name
SHORT, LONG = 0xFFFF, 0xFFFFFFFF  # what stands for a number that has its place in ZIP64's fields
# extra fields that common programs write, and how long they are: sizes (ZIP64), times, owners
SIZES = 0x0001
EXTRAS = {SIZES: (8, 16, 24), 0x5455: (5, 9, 13), 0x7875: (11,)}
STREAMED = 8  # the flag of a file whose sizes stand after it
FOLDER, ORDINARY = 4, 8  # kinds of files in Unix, besides 0 for nothing said
PACKED = ".packed.zip"  # the archive while it is written, beside its files
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the others, a few bytes may unpack to any number
# an archive of a set unpacks to eleven times its size at most; one made to fill a memory, to a thousand times
MOST_TIMES, MOST_BESIDES = 100, 1 << 26
# what Python raises for archives that are damaged, or made to be
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(ValueError, LookupError, TypeError, EOFError, NotImplementedError, RuntimeError, MemoryError, OverflowError),
)


class _Set(Place):
    """A folder that is a set's: there may be one already."""

    def ready(self) -> None:
        if os.path.lexists(self.real):
            refuse_odd(self.real)
            if not self.replace:
                refuse_strange(scan(self.real).strange)
                _refuse_protected(self.real)

    def discard(self, old: Path) -> bool:
        """What file managers have left in it goes on to the folder of that name in the new set. Where that is no set,
        the old one is the only one, and stays."""
        found = scan(old)
        if found.strange or record(self.real) is None:
            return False
        settle(self.real, old)
        for path in found.litter:
            if (self.real / path).parent.is_dir():
                with contextlib.suppress(FileExistsError):
                    move(old / path, self.real / path)
        return clear(old, found.known)

    def put(self, stage: Stage) -> None:
        fresh = stage.folder

        def refuse(folder: Path) -> None:
            found = scan(folder)
            refuse_strange(found.strange)
            for path in found.litter:
                if path.rpartition("/")[0] not in ("", *(file.rpartition("/")[0] for file in stage.files)):
                    refuse_strange([f"holds {path!r}, and the new set has no such folder"])

        if not os.path.lexists(self.real):  # somebody may have taken it away just now
            put_new(fresh, self.real)
            return
        status = os.lstat(self.real)
        if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IRWXU == stat.S_IRWXU:
            fresh.chmod(stat.S_IMODE(status.st_mode))  # what is closed to others stays so
            sync(fresh, ())
        if self.replace:
            put_aside_for(fresh, self.real, self.tell)
            return
        old = swap(fresh, self.real, refuse)
        try:
            is_gone = self.discard(old)
        except OSError as problem:
            raise InputError(
                "the new set is in its place, but the one before it, "
                f"{os.fspath(old)!r}, cannot be removed: {problem.strerror or problem}"
            ) from problem
        if not is_gone:
            kept = put_aside(old, self.real)
            raise InputError(
                "the new set is in its place; the one before it was changed at the last moment, "
                f"and what is not its own was kept in {os.fspath(kept)!r}"
            )


def _refuse_protected(folder: Path) -> None:
    """Raise InputError for a set with a folder that nothing may be removed from: it could only be replaced by half."""
    for here, _, files in os.walk(folder):
        if files and not os.access(here, os.R_OK | os.W_OK | os.X_OK):
            name = Path(here).relative_to(folder).as_posix()
            raise InputError(f"its folder {name!r} may not be written; nothing was changed")


ZIP = ".zip"
Sink = AbstractContextManager[Stage]


def sink(target: Path, replace: bool = False, tell: Tell = ignore) -> Sink:
    """Give a stage to write a set on; put it in its place when the block is done: in an archive if that ends in .zip,
    else in a folder.

    replace: what is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is no set as it was made, holds
    anything else, is in use by another run, or cannot be written.
    """
    return stage_at(target, _Archive if target.suffix.lower() == ZIP else _Set, replace, tell)


def refuse_taken(target: Path) -> None:
    """Raise InputError if something lies where a set is to go that may not be replaced. Nothing is written."""
    with naming(target), calling(target):
        real = real_of(target)
        refuse_inside(real)
        if target.suffix.lower() == ZIP:
            refuse_other(real)
        elif os.path.lexists(real):
            refuse_odd(real)
            refuse_strange(scan(real).strange)


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

    Raises InputError for a file that is none, for one that is made to keep its reader busy, and for one that has
    anything besides its files.
    """

    def __init__(self, path: Path) -> None:
        self.name = os.fspath(path)
        try:
            self._archive = zipfile.ZipFile(path)
            every = self._archive.infolist()
            reason = bomb(every, path.stat().st_size)
            if len({entry.filename for entry in every}) < len(every):
                reason = reason or "has two files of one name"
            reason = reason or strange(path, self._archive)
        except (OSError, *UNREADABLE) as problem:
            reraise_if_not_input(problem)
            raise InputError(f"{self.name!r}: is no ZIP archive that can be read: {problem}") from None
        if reason:
            raise InputError(f"{self.name!r}: {reason}, so it is not a made set")
        self._entries = {entry.filename: entry for entry in every if not entry.filename.endswith("/")}

    def paths(self) -> Iterator[str]:
        """Yield the path of every file in the archive, as it is written there: it may lead anywhere."""
        yield from self._entries

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds, None for one that is too long, encrypted, damaged, or packed in a way of which a
        few bytes may unpack to any number."""
        entry = self._entries.get(path)
        if entry is None or entry.file_size > most or entry.flag_bits & 1 or entry.compress_type not in METHODS:
            return None
        try:
            return unpack(self._archive, entry)
        except (OSError, *UNREADABLE) as problem:
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
        """Return what a file holds, None for one that is too long or not there."""
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
    except (OSError, ValueError) as problem:
        if isinstance(problem, InputError):
            raise
        reraise_if_not_input(problem)
        raise InputError(f"{os.fspath(path)!r}: cannot be read: {reason_of(problem)}") from None
    raise InputError(f"{os.fspath(path)!r}: is no folder, allowed is the folder of a made set, or a ZIP archive of one")


class _Archive(Place):
    """A file that is the archive of a set: there may be one already."""

    def ready(self) -> None:
        if not self.replace:
            refuse_other(self.real)
        elif os.path.lexists(self.real):
            refuse_odd(self.real)

    def discard(self, old: Path) -> bool:
        if not stat.S_ISREG(os.lstat(old).st_mode) or _foreign(old):
            return False
        settle(self.real, old)
        old.unlink()
        return True

    def finish(self, stage: Stage) -> Iterable[str]:
        with open(stage.folder / PACKED, "xb") as stream:
            _write(stream, ((path, (stage.folder / path).read_bytes()) for path in sorted(stage.files)))
        self.ready()
        return (PACKED,)

    def put(self, stage: Stage) -> None:
        packed = stage.folder / PACKED
        if not os.path.lexists(self.real):
            put_new(packed, self.real)
        elif self.replace:
            put_aside_for(packed, self.real, self.tell)
        else:
            swap(packed, self.real, refuse_other).unlink()


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files that are at hand: the bytes that `sink` writes of them."""
    stream = io.BytesIO()
    _write(stream, sorted(files.items()))
    return stream.getvalue()


def _write(stream: IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    archive = zipfile.ZipFile(stream, "w")
    try:
        for path, content in files:
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=LEVEL)
        archive.close()
    except BaseException:
        # of a file that is written by half it would complain, when it is closed and again when it is forgotten
        archive.fp = None
        raise


def unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return what a file of an archive holds, and unpack no more than the entry says. Raises what is `UNREADABLE`, also
    for packed bytes that go on after their end, which zipfile passes over."""
    raw = copy.copy(entry)
    raw.compress_type, raw.file_size = zipfile.ZIP_STORED, entry.compress_size
    del raw.CRC
    with archive.open(raw) as stream:
        content = stream.read()
    ends = True
    if entry.compress_type != zipfile.ZIP_STORED:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        content = inflate.decompress(content, entry.file_size + 1)
        ends = inflate.eof and not inflate.unused_data
    if not ends or len(content) != entry.file_size or zlib.crc32(content) != entry.CRC:
        raise zipfile.BadZipFile(f"{entry.filename!r} holds something else than its entry says")
    return content


def bomb(entries: list[zipfile.ZipInfo], size: int) -> str | None:
    """Return what is wrong with an archive that is made to keep its reader busy; None for any other.

    size: of the archive, in bytes. What the entries say of themselves is enough: `unpack` unpacks no more.
    """
    if sum(entry.compress_size for entry in entries) > size:
        return "lists more bytes than it has"
    whole, most = sum(entry.file_size for entry in entries), MOST_TIMES * size + MOST_BESIDES
    if whole > most:
        return f"would unpack to {whole} bytes, allowed are up to {most} for an archive of its size"
    return None


def strange(path: Path, archive: zipfile.ZipFile) -> str | None:
    """Return what an archive has besides files with their headers, its directory and its end, in this order, or what
    its headers say otherwise than its directory; None if there is nothing. Raises what is `UNREADABLE`."""
    entries, at, place = archive.infolist(), 0, 0
    with open(path, "rb") as stream:
        stream.seek(archive.start_dir)
        directory = stream.read()
        for entry in entries:
            if entry.header_offset != at or entry.volume:
                return f"has bytes that belong to no file before {entry.filename[:60]!r}"
            stream.seek(at)
            header, central = stream.read(LOCAL), directory[place : place + CENTRAL]
            named, more, comment = struct.unpack("<3H", central[28:34])
            place += CENTRAL + named + more
            name = directory[place - more - named : place - more]
            own_name, own_more = (stream.read(length) for length in struct.unpack("<2H", header[26:]))
            fields, own_fields = _extras(directory[place - more : place]), _extras(own_more)
            if comment or fields is None or own_fields is None:
                return f"has a comment or a foreign field at {entry.filename[:60]!r}"
            after = _after(entry, header, own_fields.get(SIZES))
            if after is None or own_name != name or header[6:14] != central[8:16] or header[4:6] > central[6:8]:
                return f"says of {entry.filename[:60]!r} in its directory something else than before the file"
            if entry.filename.endswith("/") and unpack(archive, entry):
                return f"has a folder that holds bytes, {entry.filename[:60]!r}"
            stream.seek(entry.compress_size, os.SEEK_CUR)
            if stream.read(len(after)) != after:
                return f"has bytes that belong to no file after {entry.filename[:60]!r}"
            at = stream.tell()
    if at != archive.start_dir or directory[place:] not in _ends(len(entries), place, at, directory[place + 12 :][:4]):
        return "has bytes that belong to no file before its end or after it"
    return None


def _extras(content: bytes) -> dict[int, bytes] | None:
    """Return a file's extra fields by their numbers; None if some are not as common programs write them."""
    found: dict[int, bytes] = {}
    while content:
        number, length = struct.unpack_from("<2H", content)
        field, content = content[4 : 4 + length], content[4 + length :]
        if number in found or len(field) < length or length not in EXTRAS.get(number, ()):
            return None
        found[number] = field
    return found


def _after(entry: zipfile.ZipInfo, header: bytes, sizes: bytes | None) -> bytes | None:
    """Return what stands after a file's packed bytes: "" or, if it was written to a pipe, its sum and sizes once more;
    None if its header says others, or if it is a link. sizes: its field of them."""
    due = entry.CRC, entry.compress_size, entry.file_size
    told = struct.unpack("<3I", header[14:26])
    if sizes is not None:
        told = told[0], *struct.unpack("<2Q", sizes)[::-1]
    streamed = entry.flag_bits & STREAMED
    kinds = 0, FOLDER if entry.filename.endswith("/") else ORDINARY
    if header[:4] != b"PK\3\4" or entry.external_attr >> 28 not in kinds:
        return None
    if any(one != other and not (streamed and one == 0) for one, other in zip(told, due, strict=True)):
        return None
    return struct.pack("<4s3I" if sizes is None else "<4sI2Q", b"PK\7\b", *due) if streamed else b""


def _ends(count: int, length: int, at: int, versions: bytes) -> tuple[bytes, bytes]:
    """Return how an archive may end: in short, or with ZIP64's record and where that is before it. length, at: of the
    directory; versions: as that record says them."""
    files, size, begin = min(count, SHORT), min(length, LONG), min(at, LONG)
    short = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, files, files, size, begin, 0)
    record = struct.pack("<4sQ4s2I4Q", b"PK\6\6", 44, versions, 0, 0, count, count, length, at)
    return short, record + struct.pack("<4sIQI", b"PK\6\7", 0, at + length, 1) + short


def refuse_other(archive: Path) -> None:
    """Raise InputError unless a file may be replaced: there is none, or it is the archive of a set and of no more."""
    if not os.path.lexists(archive):
        return
    if not archive.is_file():
        raise InputError("is not an ordinary file, allowed is the archive of a set; it was left alone")
    if not os.access(archive, os.W_OK):
        raise InputError("is a file that may not be written; it was left alone")
    foreign = _foreign(archive)
    refuse_strange([foreign] if foreign else [])


def _foreign(path: Path) -> str | None:
    """Return what an archive has that is not its manifest's, or not as it stands there; None if it is a set's."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            if len(set(names)) < len(names) or bomb(entries, path.stat().st_size):
                return "is not an archive of a set"
            if strange(path, archive):
                return "holds more than an archive of a set"
            entry = archive.NameToInfo.get(MANIFEST)
            if entry is None or entry.file_size > MAX_MANIFEST or entry.compress_type not in METHODS:
                return "holds no manifest of its own"
            known = read_manifest(unpack(archive, entry))
            if known is None:
                return f"holds {MANIFEST!r}, which was changed, or written by an older version or another program"
            for entry in entries:
                if entry.filename not in known:
                    return f"holds {entry.filename!r}, which is not in a manifest of its own"
                if entry.extra or not _as_known(archive, entry, known[entry.filename]):
                    return f"holds {entry.filename!r}, which was changed since it was made"
    except UNREADABLE:
        return "is not an archive of a set"
    return None


def _as_known(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, known: Known) -> bool:
    if entry.file_size != known.size or entry.compress_type not in METHODS:
        return False
    return hashlib.sha256(unpack(archive, entry)).hexdigest() == known.sha256
