"""Where a set's files go: a folder, a ZIP archive, or memory; all of them, or nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import Protocol

from quasiprint.model.errors import InputError
from quasiprint.storage.archive import placed_archive, refuse_other
from quasiprint.storage.folder import placed
from quasiprint.storage.naming import calling, naming
from quasiprint.storage.ownership import look, refuse_inside, refuse_strange
from quasiprint.storage.paths import refuse_outside
from quasiprint.storage.staging import Tell, real_of, refuse_odd, unsaid

ZIP = ".zip"


class Stage(Protocol):
    """Takes the files of a set."""

    def write(self, path: str, content: bytes) -> None:
        """Write a file, named relative to the set with forward slashes.

        Raises InputError for a path that leads elsewhere, ValueError if the set has the file already.
        """
        ...


Sink = AbstractContextManager[Stage]


def sink(target: Path, replace: bool = False, tell: Tell = unsaid) -> Sink:
    """Return where a set goes that is written to this path: an archive if it ends in .zip, else a folder.

    What was there is replaced when the block is done, if it is a set as it was made, and left as it was if that ends
    otherwise. replace: it is moved to another name, whatever it is, which `tell` is told.
    """
    return (placed_archive if target.suffix.lower() == ZIP else placed)(target, replace, tell)


def refuse_taken(target: Path) -> None:
    """Raise InputError if something lies where a set is to go that may not be replaced. Nothing is written."""
    with naming(target), calling(target):
        real = real_of(target)
        refuse_inside(real)
        if target.suffix.lower() == ZIP:
            refuse_other(real)
        elif os.path.lexists(real):
            refuse_odd(real)
            refuse_strange(look(real).strange)


class _Kept:
    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files
        self._folders: set[str] = set()  # of the files: no file may have the name of one

    def write(self, path: str, content: bytes) -> None:
        refuse_outside(path)
        above = [str(folder) for folder in PurePosixPath(path).parents]
        if path in self._files or path in self._folders or not self._files.keys().isdisjoint(above):
            raise ValueError(f"{path}: two files of the set have this name")
        self._files[path] = content
        self._folders.update(above)


@contextlib.contextmanager
def memory(files: dict[str, bytes]) -> Iterator[Stage]:
    """Give a stage that keeps files in a dictionary, by path; all of them, or none if the block does not end well."""
    if files:
        raise InputError(f"memory: found {len(files)} files there, allowed is an empty dictionary")
    kept: dict[str, bytes] = {}
    yield _Kept(kept)
    files.update(kept)
