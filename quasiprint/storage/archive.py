"""A set as one ZIP archive: the same bytes for the same files, in their place whole or not at all."""

from __future__ import annotations

import json
import os
import struct
import zipfile
import zlib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from quasiprint.model.errors import InputError
from quasiprint.storage.folder import MANIFEST, MAX_MANIFEST, Stage, staged

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression
PACKED = ".packed.zip"  # the archive while it is written, beside its files
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the others, a few bytes may unpack to any number
# an archive of a set unpacks to eleven times its size at most; one made to fill a memory, to a thousand times
MOST_TIMES, MOST_BESIDES = 100, 1 << 26
# what Python raises for archives that are damaged, or made to be
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(ValueError, LookupError, TypeError, EOFError, NotImplementedError, RuntimeError, MemoryError, OverflowError),
)


def placed_archive(target: Path) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put it in its place as a ZIP archive when the block is done.

    The files are collected beside the target, in ``.NAME.new``, and the archive is written there, too. Whatever ends
    the block otherwise leaves what was there, and nothing beside it. Raises InputError if the target is no archive of
    a set, is in use by another run, or cannot be written.
    """

    def ready(real: Path) -> None:
        refuse_other(real, target)

    def finish(fresh: Path) -> None:
        files = sorted(path.relative_to(fresh).as_posix() for path in fresh.rglob("*") if path.is_file())
        with open(fresh / PACKED, "xb") as stream:
            write_archive(stream, fresh, files)

    def place(fresh: Path, real: Path) -> None:
        refuse_other(real, target)  # somebody may have put something there meanwhile
        os.replace(fresh / PACKED, real)

    return staged(target, ready, place, finish)


def write_archive(stream: IO[bytes], folder: Path, files: list[str]) -> None:
    """Write files of a folder, in the order in which they are named."""
    with zipfile.ZipFile(stream, "w") as archive:
        for path in files:
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, (folder / path).read_bytes(), compresslevel=LEVEL)


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


def refuse_other(archive: Path, called: Path) -> None:
    """Raise InputError unless a file may be replaced: there is none, or it is the archive of a set and of no more.

    called: how the message names it.
    """
    name = os.fspath(called)
    if not os.path.lexists(archive):
        return
    if not archive.is_file():
        raise InputError(f"output {name!r}: is no ordinary file, allowed is the archive of a set; it was left alone")
    if not os.access(archive, os.W_OK):
        raise InputError(f"output {name!r}: is a file that may not be written; it was left alone")
    foreign = _foreign(archive)
    if foreign is not None:
        raise InputError(f"output {name!r}: {foreign}; it was left alone. Name another file, or move that away")


def _foreign(path: Path) -> str | None:
    """Return what an archive has that is not in a manifest of its own; None if it is a set's."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            if archive.comment or min((entry.header_offset for entry in entries), default=0):
                return "holds more than an archive of a set"
            if len(set(names)) < len(names) or bomb(entries, path.stat().st_size):
                return "is no archive of a set"
            entry = archive.NameToInfo.get(MANIFEST)
            if entry is None or entry.file_size > MAX_MANIFEST or entry.compress_type not in METHODS:
                return "holds no manifest of its own"
            manifest = json.loads(unpacked(archive, entry))
            known = {str(entry["path"]) for entry in manifest["files"]} | {MANIFEST}
            if not isinstance(manifest["game"], str):
                return "is no archive of a set"
    except UNREADABLE:
        return "is no archive of a set"
    strange = sorted(set(names) - known)
    return f"holds {strange[0]!r}, which is not in a manifest of its own" if strange else None
