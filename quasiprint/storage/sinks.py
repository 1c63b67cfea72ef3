"""Where a set's files go: a folder, a ZIP archive, or memory; all of them, or nothing.

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
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath

from quasiprint.model.errors import InputError
from quasiprint.storage.archive import placed_archive, refuse_other
from quasiprint.storage.durable import sync
from quasiprint.storage.naming import beside, calling, exchanged, moved, naming, put_aside, refuse_outside
from quasiprint.storage.ownership import FolderScan, cleared, refuse_inside, refuse_strange, scan
from quasiprint.storage.staging import (
    Place,
    Stage,
    Tell,
    ignore,
    put_new,
    real_of,
    refuse_left,
    refuse_odd,
    remove_replaced,
    staged,
)


def placed(target: Path, replace: bool = False, tell: Tell = ignore) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put the set in its place when the block is done.

    replace: what is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is a file, holds anything that is not
    in its own manifest, or not as it stands there, is in use by another run, or cannot be written.
    """
    return staged(target, _Set, replace, tell)


class _Set(Place):
    """A folder that is a set's: there may be one already. found: what lay there when it was last looked at."""

    found: FolderScan | None = None

    def ready(self) -> None:
        refuse_left(beside(self.real, "old"), self.replace, self.tell, self.real)
        self._look()
        if self.found and not self.replace:
            _refuse_protected(self.real)

    def finish(self, stage: Stage) -> Iterable[str]:
        """FolderScan at it again."""
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
            done = exchanged(old, self.real)
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
                back = exchanged(old, self.real)
            if not back:
                kept = put_aside(old, self.real)
                raise InputError(f"{problem}; what was there is now {os.fspath(kept)!r}") from problem
            moved(old, fresh)
            if not cleared(fresh, stage.known):
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
                moved(old, self.real)
            except OSError:
                kept = put_aside(old, self.real)
                raise InputError(
                    "something was put there while it was replaced; what was there before is now "
                    f"{os.fspath(kept)!r}, and the new set was not kept"
                ) from problem
            raise

    def _give_name(self, one: Path, old: Path) -> None:
        try:
            moved(one, old)
        except FileExistsError:
            refuse_left(old, False, self.tell, self.real)
            raise

    def _look_again(self, old: Path) -> None:
        """FolderScan at what was there when nobody reaches it by its name. Raises InputError for what may not go."""
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
        moved(old, stage.folder)
    except OSError:
        cleared(old, stage.known)
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
            refuse_strange(scan(real).strange)


class _Kept(Stage):
    """A stage in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files
        self._folders: set[str] = set()  # of the files: no file may have the name of one

    def write(self, path: str, content: bytes) -> None:
        """Keep a file."""
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
