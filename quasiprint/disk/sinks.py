"""Where a set's files go, and are read again: a folder, a ZIP archive, or memory; all of them go, or none.

A folder is there whole, or not at all, and nothing of anybody else's goes with the one before it. When all its files
are made, the set that is there is looked at again. Then the two change places in one step, and the old one,
``.NAME.old`` now, is looked at once more, since nobody finds it by its name any longer. Then it is removed, file by
file. Whatever is found that is not its own stays: the old set is put back or, if it is too late for that, kept under a
name that is told. Where two folders cannot change places in one step, the old one is moved away first. Nothing lies
beside the set at the end, however the run ends, since the signals that end it wait while it is cleared up; after a kill
that nobody can catch, the next run does that, and puts back a set that was moved away but not yet replaced."""

from __future__ import annotations

import contextlib
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import Protocol

from quasiprint.disk.archive import METHODS, UNREADABLE, bomb, place_archive, refuse_other, strange, unpack
from quasiprint.disk.naming import beside, calling, naming, put_aside, refuse_path, sync
from quasiprint.disk.ownership import FolderScan, clear, refuse_inside, refuse_strange, scan
from quasiprint.disk.reading import read_ordinary
from quasiprint.disk.staging import (
    Place,
    Stage,
    Tell,
    ignore,
    put_new,
    real_of,
    refuse_left,
    refuse_odd,
    remove_replaced,
    stage_at,
)
from quasiprint.model.blame import reraise_if_not_input
from quasiprint.model.errors import InputError, reason_of
from quasiprint.system.machine import exchange, long_path, move


def place_folder(target: Path, replace: bool = False, tell: Tell = ignore) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put the set in its place when the block is done.

    replace: what is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is a file, holds anything that is not
    in its own manifest, or not as it stands there, is in use by another run, or cannot be written.
    """
    return stage_at(target, _Set, replace, tell)


class _Set(Place):
    """A folder that is a set's: there may be one already. found: what lay there when it was last looked at."""

    found: FolderScan | None = None

    def ready(self) -> None:
        refuse_left(beside(self.real, "old"), self.replace, self.tell, self.real)
        self._look()
        if self.found and not self.replace:
            _refuse_protected(self.real)

    def finish(self, stage: Stage) -> Iterable[str]:
        """Look at it again."""
        self._look()
        for path in self.found.litter if self.found and not self.replace else ():
            if not (stage.folder / path).parent.is_dir():
                refuse_strange([f"holds {path!r}, and the new set has no such folder"])
        return stage.known

    def _look(self) -> None:
        self.found = None
        if os.path.lexists(self.real):
            refuse_odd(self.real)
            self.found = FolderScan({}) if self.replace else scan(self.real)
            refuse_strange(self.found.strange)

    def put(self, stage: Stage) -> None:
        fresh, old = stage.folder, beside(self.real, "old")
        if self.found is None or not os.path.lexists(self.real):  # somebody took it away just now
            put_new(fresh, self.real)
            return
        status = os.lstat(self.real)
        if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IRWXU == stat.S_IRWXU:
            fresh.chmod(stat.S_IMODE(status.st_mode))  # what is closed to others stays so
            sync(fresh, ())
        if not self._exchange(stage, old):
            self._move(fresh, old)
        if self.replace:
            try:
                kept = put_aside(old, self.real)
            except OSError as problem:
                where = f"what was there is now {os.fspath(old)!r}: {problem.strerror or problem}"
                raise InputError(f"the new set is in its place; {where}") from None
            self.tell(f"what was there is now {os.fspath(kept)!r}")
        else:
            self._remove(old)

    def _exchange(self, stage: Stage, old: Path) -> bool:
        """Let the new set and what was there change places in one step, so that there is one at every moment. Return
        False where that cannot be done."""
        fresh = stage.folder
        self._give_name(fresh, old)
        done = False
        try:
            done = exchange(old, self.real)
        finally:
            if not done:
                _take_back(stage, old)
        if not done:
            return False
        try:
            self._look_again(old)
        except BaseException as problem:
            back = False
            with contextlib.suppress(OSError):
                back = exchange(old, self.real)
            if not back:
                kept = put_aside(old, self.real)
                raise InputError(f"{problem}; what was there is now {os.fspath(kept)!r}") from problem
            move(old, fresh)
            if not clear(fresh, stage.known):
                kept = put_aside(fresh, self.real)
                raise InputError(f"{problem}; what came to lie in the new set is now {os.fspath(kept)!r}") from problem
            raise
        return True

    def _move(self, fresh: Path, old: Path) -> None:
        """Move away what was there, and then the new set to its place, or the old one back if that cannot be."""
        self._give_name(self.real, old)
        try:
            self._look_again(old)
            put_new(fresh, self.real)
        except BaseException as problem:
            try:
                move(old, self.real)
            except OSError:
                kept = put_aside(old, self.real)
                raise InputError(
                    "something was put there while it was replaced; what was there before is now "
                    f"{os.fspath(kept)!r}, and the new set was not kept"
                ) from problem
            raise

    def _give_name(self, one: Path, old: Path) -> None:
        try:
            move(one, old)
        except FileExistsError:
            refuse_left(old, False, self.tell, self.real)
            raise

    def _look_again(self, old: Path) -> None:
        """Look at what was there when nobody reaches it by its name. Raises InputError for what may not go."""
        if self.found and not self.replace:
            refuse_strange(scan(old, self.found).strange)

    def _remove(self, old: Path) -> None:
        """Remove the old set. Raises InputError for what stays of it: that is kept, or cannot be removed."""
        try:
            is_gone = remove_replaced(old, self.real)
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


def _take_back(stage: Stage, old: Path) -> None:
    """Move the new set back to where it was made, or remove it if not even that can be done."""
    try:
        move(old, stage.folder)
    except OSError:
        clear(old, stage.known)
        raise


def _refuse_protected(folder: Path) -> None:
    """Raise InputError for a set with a folder that nothing may be removed from: it could only be replaced by half."""
    for here, _, files in os.walk(folder):
        if files and not os.access(here, os.R_OK | os.W_OK | os.X_OK):
            name = Path(here).relative_to(folder).as_posix()
            raise InputError(f"its folder {name!r} may not be written; nothing was changed")


ZIP = ".zip"


Sink = AbstractContextManager[Stage]


def sink(target: Path, replace: bool = False, tell: Tell = ignore) -> Sink:
    """Return where a set goes that is written to this path: an archive if it ends in .zip, else a folder.

    What was there is replaced when the block is done, if it is a set as it was made, and left as it was if that ends
    otherwise. replace: it is moved to another name, whatever it is, which `tell` is told.
    """
    return (place_archive if target.suffix.lower() == ZIP else place_folder)(target, replace, tell)


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


class _Kept(Stage):
    """A stage in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(Path())
        self._files = files

    def write(self, path: str, content: bytes, digest: str = "") -> None:
        """Keep a file."""
        refuse_path(path)
        above = [str(folder) for folder in PurePosixPath(path).parents]
        if path in self._files or path in self._folders or not self._files.keys().isdisjoint(above):
            raise ValueError(f"{path}: two files of the set have this name")
        self.refuse_twin(path)
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


LARGEST = 1 << 30  # bytes, of a file of a set


class Stored(Protocol):
    """What a set's files lie in. name: as messages say it."""

    @property
    def name(self) -> str:
        """How messages call it."""

    def paths(self) -> Iterator[str]:
        """Yield the path of everything in it that is no folder, with forward slashes."""

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return what a file holds; None for one that is not an ordinary file, is damaged, or is longer than `most`.

        Raises OSError where the system refuses to read it, Shortage where the machine lacks something.
        """


class Folder:
    """A folder. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        self.name = os.fspath(folder)
        self._folder = long_path(folder)

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
