"""A set as one ZIP archive: the same bytes for the same files, in their place whole or not at all."""

from __future__ import annotations

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

from quasiprint.model.errors import InputError
from quasiprint.storage.naming import beside
from quasiprint.storage.ownership import MANIFEST, MAX_MANIFEST, Known, listed, refuse_strange
from quasiprint.storage.staging import Stage, Tell, put_new, refuse_left, refuse_odd, staged, unsaid
from quasiprint.storage.swapping import put_aside_for, swap

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression
HEADER, LISTED = 30, 46  # bytes that ZIP spends on a file besides its name: before it, and in the list of all
ENDS = (22, 22 + 56 + 20)  # bytes of an archive's end; of one with very many files
PACKED = ".packed.zip"  # the archive while it is written, beside its files
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the others, a few bytes may unpack to any number
# an archive of a set unpacks to eleven times its size at most; one made to fill a memory, to a thousand times
MOST_TIMES, MOST_BESIDES = 100, 1 << 26
# what Python raises for archives that are damaged, or made to be
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(ValueError, LookupError, TypeError, EOFError, NotImplementedError, RuntimeError, MemoryError, OverflowError),
)


def placed_archive(target: Path, replace: bool = False, tell: Tell = unsaid) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put it in its place as a ZIP archive when the block is done.

    The files are collected beside the target, in ``.NAME.new``, and the archive is written there, too. replace: what
    is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise leaves what was
    there, and nothing beside it. Raises InputError if the target is no archive of a set as it was made, is in use by
    another run, or cannot be written.
    """
    return staged(target, lambda real, told: _Archive(real, replace, told), replace, tell)


class _Archive:
    """A file that is the archive of a set: there may be one already."""

    def __init__(self, real: Path, replace: bool, tell: Tell) -> None:
        self.real, self.replace, self.tell = real, replace, tell

    def ready(self) -> None:
        """Refuse what may not be replaced, and clear up what a killed run has replaced."""
        old = beside(self.real, "old")
        if old.is_file() and not old.is_symlink() and _foreign(old) is None:
            old.unlink()
        refuse_left(old, self.replace, self.tell, self.real)
        self._look()

    def _look(self) -> None:
        if not self.replace:
            refuse_other(self.real)
        elif os.path.lexists(self.real):
            refuse_odd(self.real)

    def finish(self, stage: Stage) -> None:
        """Pack the files, and look at the place again."""
        files = sorted(stage.known)
        stage.expect(PACKED, Known("", 1 << 62))
        with open(stage.folder / PACKED, "xb") as stream:
            write_archive(stream, stage.folder, files)
        self._look()

    def put(self, stage: Stage) -> None:
        """Put the archive in its place."""
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


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files that are at hand: the bytes that `placed_archive` writes of them."""
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


def unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return what a file of an archive holds, and unpack no more than the entry says. Raises what is `UNREADABLE`."""
    with archive.open(entry) as stream:
        return stream.read(entry.file_size + 1)  # told no number, zipfile would unpack all that there is


def bomb(entries: list[zipfile.ZipInfo], size: int) -> str | None:
    """Return what is wrong with an archive that is made to keep its reader busy; None for any other.

    size: of the archive, in bytes. What the entries say of themselves is enough: `unpacked` unpacks no more.
    """
    if sum(entry.compress_size for entry in entries) > size:
        return "lists more bytes than it has"
    whole, most = sum(entry.file_size for entry in entries), MOST_TIMES * size + MOST_BESIDES
    if whole > most:
        return f"would unpack to {whole} bytes, allowed are up to {most} for an archive of its size"
    return None


def refuse_other(archive: Path) -> None:
    """Raise InputError unless a file may be replaced: there is none, or it is the archive of a set and of no more."""
    if not os.path.lexists(archive):
        return
    if not archive.is_file():
        raise InputError("is no ordinary file, allowed is the archive of a set; it was left alone")
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
                return "is no archive of a set"
            if archive.comment or not _is_all(path, archive, entries):
                return "holds more than an archive of a set"
            entry = archive.NameToInfo.get(MANIFEST)
            if entry is None or entry.file_size > MAX_MANIFEST or entry.compress_type not in METHODS:
                return "holds no manifest of its own"
            known = listed(unpacked(archive, entry))
            if known is None:
                return f"holds {MANIFEST!r}, which was changed, or written by an older version or another program"
            for entry in entries:
                if entry.filename not in known:
                    return f"holds {entry.filename!r}, which is not in a manifest of its own"
                if entry.comment or entry.extra or not _as_known(archive, entry, known[entry.filename]):
                    return f"holds {entry.filename!r}, which was changed since it was made"
    except UNREADABLE:
        return "is no archive of a set"
    return None


def _is_all(path: Path, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bool:
    """Tell whether every byte of an archive is accounted for, as `write_archive` puts them: nothing before, between or
    after its files and their list."""
    at = listed = 0
    with open(path, "rb") as stream:
        for entry in sorted(entries, key=lambda entry: entry.header_offset):
            stream.seek(entry.header_offset)
            header = stream.read(HEADER)
            if entry.header_offset != at or len(header) < HEADER:
                return False
            name, extra = struct.unpack("<HH", header[-4:])
            if extra:
                return False
            at += HEADER + name + entry.compress_size
            listed += LISTED + name
        size = stream.seek(0, os.SEEK_END)
    return archive.start_dir == at and size - at - listed in ENDS


def _as_known(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, known: Known) -> bool:
    if entry.file_size != known.size or entry.compress_type not in METHODS:
        return False
    return hashlib.sha256(unpacked(archive, entry)).hexdigest() == known.sha256
