"""A made set to be read: a folder, a ZIP archive, or files in memory. Nothing else is looked at."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from quasiprint.model.errors import InputError
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
        """Return what a file holds; None for one that is no ordinary file, cannot be read, or has more than `most`
        bytes."""
        ...


class Folder:
    """A folder. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        self.name = os.fspath(folder)
        self._folder = folder

    def paths(self) -> Iterator[str]:
        """Yield the path of everything in the folder that is no folder itself."""
        for here, folders, names in os.walk(self._folder):
            for name in [*names, *(name for name in folders if (Path(here) / name).is_symlink())]:
                yield (Path(here) / name).relative_to(self._folder).as_posix()

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds, None for what is no ordinary file or too long."""
        return read_ordinary(self._folder / path, most)


class Archive:
    """A ZIP archive. Raises InputError for a file that is none."""

    def __init__(self, path: Path) -> None:
        self.name = os.fspath(path)
        try:
            with zipfile.ZipFile(path) as archive:
                self._entries = {entry.filename: entry for entry in archive.infolist() if not entry.is_dir()}
                self._twice = len(self._entries) != sum(not entry.is_dir() for entry in archive.infolist())
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as problem:
            raise InputError(f"{self.name!r}: is no ZIP archive that can be read: {problem}") from None
        if self._twice:
            raise InputError(f"{self.name!r}: has two files of one name, so it is no made set")
        self._path = path

    def paths(self) -> Iterator[str]:
        """Yield the path of every file in the archive."""
        yield from self._entries

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds, None for one that is too long, encrypted or damaged."""
        entry = self._entries.get(path)
        if entry is None or entry.file_size > most or entry.flag_bits & 1:
            return None
        try:
            with zipfile.ZipFile(self._path) as archive, archive.open(entry) as stream:
                content = stream.read(most + 1)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error):
            return None
        return content if len(content) <= most else None


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


def stored(path: Path) -> Stored:
    """Return what lies at a path: a folder, or an archive. Raises InputError for what is neither."""
    if path.is_dir():
        return Folder(path)
    if path.is_file() and not path.is_symlink() and zipfile.is_zipfile(path):
        return Archive(path)
    raise InputError(f"{os.fspath(path)!r}: is no folder, allowed is the folder of a made set, or a ZIP archive of one")
