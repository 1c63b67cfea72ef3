"""Writes a set so that it is there whole, or not at all, and nothing of anybody else's goes with the one before it.

When all its files are made, the set that is there is looked at again. Then the two change places in one step, and the
old one, ``.NAME.old`` now, is looked at once more, since nobody finds it by its name any longer. Then it is removed,
file by file. Whatever is found that is not its own stays: the old set is put back or, if it is too late for that, kept
under a name that is told. Where two folders cannot change places in one step, the old one is moved away first. Nothing
lies beside the set at the end, however the run ends, since the signals that end it wait while it is cleared up; after a
kill that nobody can catch, the next run does that, and puts back a set that was moved away but not yet replaced.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.durable import sync
from quasiprint.storage.naming import beside, exchanged, moved, put_aside
from quasiprint.storage.ownership import Look, cleared, look, refuse_strange
from quasiprint.storage.staging import Stage, Tell, gone, put_new, refuse_left, refuse_odd, staged, unsaid


def placed(target: Path, replace: bool = False, tell: Tell = unsaid) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put the set in its place when the block is done.

    replace: what is there is moved, whole, to another name, which `tell` is told. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is a file, holds anything that is not
    in its own manifest, or not as it stands there, is in use by another run, or cannot be written.
    """
    return staged(target, lambda real, told: _Set(real, replace, told), replace, tell)


class _Set:
    """A folder that is a set's: there may be one already."""

    def __init__(self, real: Path, replace: bool, tell: Tell) -> None:
        self.real, self.replace, self.tell = real, replace, tell
        self.found: Look | None = None  # of what lies there, when it was last looked at

    def ready(self) -> None:
        """Refuse what may not be replaced."""
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
            self.found = Look({}) if self.replace else look(self.real)
            refuse_strange(self.found.strange)

    def put(self, stage: Stage) -> None:
        """Put the set in its place, and what was there out of the way."""
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
        """Look at what was there when nobody reaches it by its name. Raises InputError for what may not go."""
        if self.found and not self.replace:
            refuse_strange(look(old, self.found).strange)

    def _remove(self, old: Path) -> None:
        """Remove the old set. Raises InputError for what stays of it: that is kept, or cannot be removed."""
        try:
            is_gone = gone(old, self.real)
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
