"""A set as one ZIP archive: the same bytes for the same files, in their place whole or not at all."""

from __future__ import annotations

import json
import os
import zipfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from quasiprint.model.errors import InputError
from quasiprint.storage.folder import MANIFEST, MAX_MANIFEST, Stage, staged
from quasiprint.storage.replacing import replacing

DATE = (1980, 1, 1, 0, 0, 0)  # of every file: the earliest that ZIP can say
LEVEL = 6  # of compression


def placed_archive(target: Path) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put it in its place as a ZIP archive when the block is done.

    The files are collected beside the target, in ``.NAME.new``. Whatever ends the block otherwise leaves what was
    there, and nothing beside it. Raises InputError if the target is no archive of a set, is in use by another run, or
    cannot be written.
    """

    def ready(real: Path) -> None:
        refuse_other(real, target)

    def place(fresh: Path, real: Path) -> None:
        refuse_other(real, target)  # somebody may have put something there meanwhile
        with replacing(real) as stream:
            write_archive(stream, fresh)

    return staged(target, ready, place)


def write_archive(stream: IO[bytes], folder: Path) -> None:
    """Write all files of a folder, in the order of their names."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(stream, "w") as archive:
        for path in paths:
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, (folder / path).read_bytes(), compresslevel=LEVEL)


def refuse_other(archive: Path, called: Path) -> None:
    """Raise InputError unless a file may be replaced: there is none, or it is the archive of a set and of no more.

    called: how the message names it.
    """
    name = os.fspath(called)
    if not os.path.lexists(archive):
        return
    if not archive.is_file():
        raise InputError(f"output {name!r}: is no ordinary file, allowed is the archive of a set; it was left alone")
    foreign = _foreign(archive)
    if foreign is not None:
        raise InputError(f"output {name!r}: {foreign}; it was left alone. Name another file, or move that away")


def _foreign(path: Path) -> str | None:
    """Return what an archive has that is not in a manifest of its own; None if it is a set's."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if names.count(MANIFEST) != 1 or archive.getinfo(MANIFEST).file_size > MAX_MANIFEST:
                return "holds no manifest of its own"
            manifest = json.loads(archive.read(MANIFEST))
            known = {str(entry["path"]) for entry in manifest["files"]} | {MANIFEST}
            if not isinstance(manifest["game"], str):
                return "is no archive of a set"
    except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, LookupError, TypeError, RecursionError, EOFError):
        return "is no archive of a set"
    except (NotImplementedError, RuntimeError, MemoryError):
        return "is an archive that cannot be read"
    strange = sorted(set(names) - known)
    return f"holds {strange[0]!r}, which is not in a manifest of its own" if strange else None
