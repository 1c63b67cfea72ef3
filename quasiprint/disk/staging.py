"""A place beside a target, where something is made before it is put there: whole, or not at all.

Files go into a folder ``.NAME.new``. A lock file, ``.NAME.lock``, keeps two runs off each other and tells what is ours
of what a killed run has left; the next run clears that up, as far as it is ours.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from quasiprint.disk.naming import (
    absent,
    beside,
    calling,
    make_folders,
    naming,
    put_aside,
    refuse_path,
    settle,
    sync,
    target_name,
)
from quasiprint.disk.ownership import REMEDY, Known, clear, record, refuse_inside, scan
from quasiprint.disk.replacing import TargetLock, holding
from quasiprint.model.errors import InputError
from quasiprint.system.interruption import DeferredSignals
from quasiprint.system.machine import WINDOWS, is_for_all, long_path, move

Tell = Callable[[str], None]


def ignore(*_: object) -> None:
    """Say nothing."""


class Stage:
    """The folder in which a set is made, before it is moved to its place. note: told of each file before."""

    def __init__(self, folder: Path, note: Callable[[str, Known], None] = ignore) -> None:
        self.folder = folder
        self.known: dict[str, Known] = {}
        self.unsure: str | None = None  # the file that is being written
        self._note = note
        self._folders: set[str] = set()  # that were made
        self._cased: set[str] = set()

    def refuse_twin(self, path: str) -> None:
        """Raise InputError for a path that differs from another's in its case alone, and take note of it."""
        known = len(self._cased)
        self._cased.add(path.casefold())
        if len(self._cased) == known and path not in self.known:
            raise InputError(
                f"file {path[:80]!r}: another file's name differs from it in capital letters alone; many disks would "
                "take the two for one: rename one of them"
            )

    def write(self, path: str, content: bytes, digest: str = "") -> None:
        """Write a file, named relative to the set with forward slashes. digest: its SHA-256, if that is known.

        Raises InputError for a path that leads elsewhere, or that not every machine can have beside another, ValueError
        if the set has the file already: two formats fell on one name.
        """
        refuse_path(path)
        self.refuse_twin(path)
        place = os.path.join(self.folder, path)
        if os.path.lexists(place):
            raise ValueError(f"{path}: two files of the set have this name")
        self.expect(path, Known(digest or hashlib.sha256(content).hexdigest(), len(content)))
        folder = os.path.dirname(place)
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        with open(place, "xb") as stream:
            stream.write(content)
        self.unsure = None

    def expect(self, path: str, known: Known) -> None:
        """Take note of a file that will be written: it is ours, and a part of it, too."""
        self._note(path, known)
        self.known[path] = known
        self.unsure = path


class Place(ABC):
    """Where something is to lie in the end. real: where that is, links followed. replace: what is there is moved to
    another name, which `tell` is told."""

    def __init__(self, real: Path, replace: bool, tell: Tell) -> None:
        self.real, self.replace, self.tell = real, replace, tell

    @abstractmethod
    def ready(self) -> None:
        """Refuse what may not be replaced, before anything is made. Raises InputError."""

    def finish(self, stage: Stage) -> Iterable[str]:
        """Do what is left when all files are written; look at the place again. Signals end it. Return the paths of the
        files that go there. Raises InputError."""
        self.ready()
        return stage.known

    @abstractmethod
    def put(self, stage: Stage) -> None:
        """Put what was made in its place. Signals wait. Raises InputError."""


def stage_for(target: Path) -> AbstractContextManager[Stage]:
    """Give a stage to write a folder of any files on; put it in its place when the block is done.

    Whatever ends the block otherwise leaves what was there, and nothing beside it. Raises InputError if the target
    is there already and is no empty folder, is in use by another run, or cannot be written.
    """
    return stage_at(target, _New)


@contextlib.contextmanager
def stage_at(
    target: Path, place: Callable[[Path, bool, Tell], Place], replace: bool = False, tell: Tell = ignore
) -> Iterator[Stage]:
    """Give a stage beside a target, which nobody else writes to meanwhile; nothing stays of it in the end.

    place: what puts it there. replace: what killed runs have left and is not ours is moved to another name, too.
    """

    def announce(said: str) -> None:
        tell(f"{target_name(target)}: {said}")

    with naming(target), DeferredSignals() as signals, contextlib.ExitStack() as stack:
        with calling(target):
            real = real_of(target)
            refuse_inside(real)
        missing = absent(real.parent)
        stack.push(lambda kind, *_: _remove_empty(missing) if kind else None)
        make_folders(real.parent)
        with calling(target):
            lock = stack.enter_context(holding(real))
            _clear_up(lock, real, replace, announce)
            at = place(real, replace, announce)
            at.ready()
        lock.begin()
        stage = Stage(beside(real, "new"), lock.note)
        stage.folder.mkdir()
        try:
            with signals.let_through():
                yield stage
                with calling(target):
                    sync(stage.folder, at.finish(stage))
            with calling(target), signals.settling():
                refuse_inside(real)
                at.put(stage)
                settle(real)
        finally:
            with contextlib.suppress(OSError):
                clear(stage.folder, stage.known, stage.unsure)
            lock.needed = stage.folder.exists()


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()


def real_of(target: Path) -> Path:
    """Return where the set will lie, links followed: a link stays and what it names is replaced.

    Raises InputError for a place that cannot be one, whatever lies there.
    """
    if WINDOWS and not is_for_all(target.name):
        raise InputError("Windows keeps this name for a device, or drops its end; choose another name")
    try:
        real = long_path(target.resolve())
    except (RuntimeError, ValueError) as problem:
        raise InputError(f"{problem}; nothing was changed") from None
    for where, name in ((Path.cwd, "the current folder"), (Path.home, "the home folder")):
        # the current one may have been removed, and a user that the machine does not know has no home
        with contextlib.suppress(FileNotFoundError, RuntimeError):
            kept = where().resolve()
            if real == kept or real in kept.parents:
                raise InputError(f"is {name} or holds it, and would be replaced; name a folder inside it")
    if os.path.ismount(real):
        raise InputError("a disk is mounted there; name a folder inside it")
    return real


def _clear_up(lock: TargetLock, real: Path, replace: bool, tell: Tell) -> None:
    """Clear up what a killed run has left: remove what is ours, put back what it has moved aside.

    Raises InputError for what is not ours, or is put aside if `replace` is set.
    """
    fresh, old = beside(real, "new"), beside(real, "old")
    if old.is_dir() and not old.is_symlink():
        if real.is_dir() and not any(real.iterdir()):
            real.rmdir()  # a name that was kept free for the set
        if not os.path.lexists(real):
            move(old, real)
        elif record(real) is None or not remove_replaced(
            old, real
        ):  # where there is no set, the old one is the only one
            refuse_left(old, replace, tell, real)
    if os.path.lexists(fresh):
        lock.needed = True
        if fresh.is_symlink() or not fresh.is_dir() or not clear(fresh, lock.left, lock.last):
            refuse_left(fresh, replace, tell, real)
        lock.needed = False


def refuse_left(left: Path, replace: bool, tell: Tell, real: Path) -> None:
    """Raise InputError for something that is not ours but has a name beside `real` that we need, or put it aside."""
    if not os.path.lexists(left):
        return
    if not replace:
        raise InputError(
            f"beside it lies {left.name!r}, and not all that is in it is ours; it was left alone. "
            f"Name another place, move that away, or {REMEDY}"
        )
    kept = put_aside(left, real)
    tell(f"{left.name!r}, which lay beside it, is now {os.fspath(kept)!r}")


def remove_replaced(old: Path, real: Path) -> bool:
    """Remove a set that was replaced by another at `real`. Return whether it is gone: what is not its own stays.

    What file managers have left in it goes on to the folder of that name in the new set.
    """
    found = scan(old)
    if found.strange:
        return False
    settle(real, old)
    for path in found.litter:
        if (real / path).parent.is_dir():
            with contextlib.suppress(FileExistsError):
                move(old / path, real / path)
    return clear(old, found.known)


class _New(Place):
    """A folder that is new, or empty."""

    def ready(self) -> None:
        if os.path.lexists(self.real) and not (self.real.is_dir() and not any(self.real.iterdir())):
            raise InputError("already exists, allowed is a new folder or an empty one; it was left alone")

    def put(self, stage: Stage) -> None:
        """Put the folder in its place."""
        mode = None
        if os.path.lexists(self.real):
            mode = stat.S_IMODE(os.lstat(self.real).st_mode)
            os.rmdir(self.real)  # which nothing but an empty folder lets happen to it
        try:
            put_new(stage.folder, self.real)
        except BaseException:
            if mode is not None:
                with contextlib.suppress(OSError):
                    os.mkdir(self.real, mode)
            raise


def put_new(fresh: Path, real: Path) -> None:
    """Put something in a place where nothing is. Raises InputError if something is."""
    try:
        move(fresh, real)
    except FileExistsError:
        raise InputError("something was put there meanwhile, and was left alone; nothing was changed") from None


def refuse_odd(real: Path) -> None:
    """Raise InputError for what may not even be moved: a device, a pipe."""
    status = os.lstat(real)
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise InputError("is not an ordinary file, allowed is a folder or an archive; it was left alone")
