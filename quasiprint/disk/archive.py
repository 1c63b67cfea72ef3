"""A set as one ZIP archive: the same bytes for the same files, in their place whole or not at all."""

from __future__ import annotations

import copy
import hashlib
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from quasiprint.disk.naming import beside, settle
from quasiprint.disk.ownership import MANIFEST, MAX_MANIFEST, Known, read_manifest, refuse_strange
from quasiprint.disk.replacing import put_aside_for, swap
from quasiprint.disk.staging import Place, Stage, Tell, ignore, put_new, refuse_left, refuse_odd, stage_at
from quasiprint.model.errors import InputError

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


def place_archive(target: Path, replace: bool = False, tell: Tell = ignore) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put it in its place as a ZIP archive when the block is done.

    The files are collected beside the target, in ``.NAME.new``, and the archive is written there, too. replace: what
    is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise leaves what was
    there, and nothing beside it. Raises InputError if the target is not an archive of a set as it was made, is in use
    by another run, or cannot be written.
    """
    return stage_at(target, _Archive, replace, tell)


class _Archive(Place):
    """A file that is the archive of a set: there may be one already."""

    def ready(self) -> None:
        old = beside(self.real, "old")
        if old.is_file() and not old.is_symlink() and _foreign(old) is None:
            settle(self.real, old)
            old.unlink()
        refuse_left(old, self.replace, self.tell, self.real)
        self._look()

    def _look(self) -> None:
        if not self.replace:
            refuse_other(self.real)
        elif os.path.lexists(self.real):
            refuse_odd(self.real)

    def finish(self, stage: Stage) -> Iterable[str]:
        files = sorted(stage.known)
        stage.expect(PACKED, Known("", 1 << 62))
        with open(stage.folder / PACKED, "xb") as stream:
            write_archive(stream, stage.folder, files)
        self._look()
        return (PACKED,)

    def put(self, stage: Stage) -> None:
        packed = stage.folder / PACKED
        if not os.path.lexists(self.real):
            put_new(packed, self.real)
        elif not self.replace:
            swap(packed, self.real, refuse_other)
        else:
            put_aside_for(packed, self.real, self.tell)


def write_archive(stream: IO[bytes], folder: Path, files: list[str]) -> None:
    """Write files of a folder, in the order in which they are named."""
    _write(stream, ((path, (folder / path).read_bytes()) for path in files))


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files that are at hand: the bytes that `place_archive` writes of them."""
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
