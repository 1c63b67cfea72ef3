"""A made set to be read: a folder, a ZIP archive, or files in memory. Nothing else is looked at."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from quasiprint.model.blame import reraise_if_not_input
from quasiprint.model.errors import InputError, reason_of
from quasiprint.storage.archive import METHODS, UNREADABLE, bomb, strange, unpacked
from quasiprint.storage.reading import read_ordinary

LARGEST = 1 << 30  # bytes, of a file of a set


class Stored(Protocol):
    """What a set's files lie in. name: as messages say it."""

    @property
    def name(self) -> str:
        """How messages call it."""
        ...

    def paths(self) -> Iterator[str]:
        """Yield the path of everything in it that is no folder, with forward slashes."""
        ...

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds; None for one that is no ordinary file, is damaged, or has more than `most` bytes.

        Raises OSError where the system refuses to read it, Shortage where the machine lacks something.
        """
        ...


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
        """Return what a file holds, None for what is no ordinary file or too long."""
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
            raise InputError(f"{self.name!r}: {reason}, so it is no made set")
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
            return unpacked(self._archive, entry)
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


def _raise(problem: OSError) -> None:
    raise problem


def stored(path: Path) -> Stored:
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
