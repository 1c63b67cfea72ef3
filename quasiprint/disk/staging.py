"""A place beside a target, where something is made before it is put there: whole, or not at all.

A set's files go into a folder ``.NAME.new``, a file by itself is written as one; what is replaced is ``.NAME.old`` for
a moment. A lock file, ``.NAME.lock``, keeps two runs off each other and tells what is ours of what a killed run has
left; the next run clears that up. Where files cannot be locked, runs go without.

When all is made, what it replaces changes places with it in one step, and is looked at once more, since nobody finds it
by its name any longer. Whatever is found that may not go stays: it is put back. Where two names cannot change places in
one step, the old one is moved away first. Nothing lies beside the target at the end, however the run ends, since the
signals that end it wait while it is cleared up; after a kill that nobody can catch, the next run does that, and puts
back what was moved away but not yet replaced.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import IO

from quasiprint.disk.ownership import (
    REMEDY,
    absent,
    beside,
    calling,
    make_folders,
    naming,
    put_aside,
    refuse_inside,
    refuse_path,
    settle,
    sync,
    sync_open,
    target_name,
)
from quasiprint.errors import InputError
from quasiprint.system import machine
from quasiprint.system.interruption import DeferredSignals
from quasiprint.system.machine import WINDOWS, exchange, is_for_all, move, replace_file

Tell = Callable[[str], None]
PATIENCE = 1.0  # s: for so long a run waits for another; the jobs of one that was killed need a moment to end
FIRST = b"quasiprint\n"  # how a lock file of ours begins
MAX_KEPT = 1 << 26  # bytes: a file that is longer is nothing that we wrote, and is not replaced


def ignore(*_: object) -> None:
    """Say nothing."""


@contextlib.contextmanager
def holding(real: Path) -> Iterator[bool]:
    """Hold a target's lock file, and remove it in the end. Give whether a run that was killed has left it. Where files
    cannot be locked, go without the lock.

    Raises InputError if another run holds it, or a file of somebody else's has its name.
    """
    path = beside(real, "lock")
    try:
        handle = _open_locked(path)
    except BlockingIOError:
        raise InputError("another run is writing there") from None
    try:
        status, content = os.fstat(handle), os.read(handle, len(FIRST))
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or content not in (b"", FIRST):
            raise InputError(
                f"beside it lies {path.name!r}, which no run has left; it was left alone. "
                "Name another place, or move that away"
            )
        if not content:
            os.write(handle, FIRST)
        try:
            yield content == FIRST
        finally:
            with contextlib.suppress(OSError):  # on Windows a file that is open stays, and is taken for a killed run's
                path.unlink()
    finally:
        os.close(handle)


def _open_locked(path: Path) -> int:
    """Return a file that lies at a path, open and locked; it is made if there is none. Raises BlockingIOError if
    another run keeps it."""
    while True:
        handle = machine.open_plain(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            machine.lock(handle, PATIENCE)
            # another run may have removed the file between our opening and our locking it
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False)):
                    return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def swap(new: Path, real: Path, refuse: Callable[[Path], object]) -> Path:
    """Put something new in the place of what may go, and return where that is then, ``.NAME.old``.

    refuse: raises InputError for what may not go. It is asked when that is out of everybody's reach, and then nothing
    is changed. Whoever calls this keeps other runs off, and has seen to it that nothing has the name ``.NAME.old``.
    """
    old = beside(real, "old")
    move(new, old)  # a run that is killed here leaves something whole of ours
    try:
        at_once = exchange(old, real)
    except BaseException:
        move(old, new)
        raise
    if not at_once:
        move(old, new)
        move(real, old)
    try:
        refuse(old)
        if not at_once:
            put_new(new, real)
    except BaseException as problem:
        try:
            if not at_once:
                move(old, real)
            elif exchange(old, real):
                move(old, new)
        except OSError:
            kept = put_aside(old, real)
            raise InputError(
                f"something was put there while it was replaced; what was there before is now {os.fspath(kept)!r}"
            ) from problem
        raise
    settle(real, old)
    return old


def put_new(fresh: Path, real: Path) -> None:
    """Put something in a place where nothing is. Raises InputError if something is."""
    try:
        move(fresh, real)
    except FileExistsError:
        raise InputError("something was put there meanwhile, and was left alone; nothing was changed") from None


def put_aside_for(new: Path, real: Path, tell: Tell) -> None:
    """Put something new in a place, and what is there aside, whole, under a name that `tell` is told."""
    kept = put_aside(real)
    try:
        move(new, real)
    except BaseException as problem:
        with contextlib.suppress(FileExistsError):
            move(kept, real)
            raise
        raise InputError(
            f"something was put there meanwhile; what was there before is now {os.fspath(kept)!r}"
        ) from problem
    tell(f"what was there is now {os.fspath(kept)!r}")


def _clear_up(
    real: Path, left: bool, discard: Callable[[Path], bool], replace: bool = False, tell: Tell = ignore
) -> None:
    """Clear up what a killed run has left: remove what is ours, put back what it has moved aside.

    left: whether it has left its lock. discard: removes what was replaced, and returns whether it is gone. Raises
    InputError for what is not ours; if `replace` is set, that is put aside.
    """
    fresh, old = beside(real, "new"), beside(real, "old")
    if os.path.lexists(old):
        if real.is_dir() and not any(real.iterdir()):
            real.rmdir()  # a name that was kept free for the set
        if not os.path.lexists(real):
            move(old, real)
        elif not discard(old):
            _refuse_left(old, replace, tell, real)
    if os.path.lexists(fresh):
        if left:
            _remove(fresh)
        else:
            _refuse_left(fresh, replace, tell, real)


def _remove(fresh: Path) -> None:
    """Remove what a run of ours has made and not put in its place."""
    if fresh.is_dir() and not fresh.is_symlink():
        shutil.rmtree(fresh)
    else:
        fresh.unlink(missing_ok=True)


def _refuse_left(left: Path, replace: bool, tell: Tell, real: Path) -> None:
    """Raise InputError for something that is not ours but has a name beside `real` that we need, or put it aside."""
    if not replace:
        raise InputError(
            f"beside it lies {left.name!r}, and not all that is in it is ours; it was left alone. "
            f"Name another place, move that away, or {REMEDY}"
        )
    kept = put_aside(left, real)
    tell(f"{left.name!r}, which lay beside it, is now {os.fspath(kept)!r}")


# A file by itself


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[IO[bytes]]:
    """Give a stream to write a file to; put it in its place when the block is done, whole, or leave what was there.

    Raises OSError where the disk refuses, InputError where another run is writing.
    """
    with DeferredSignals() as signals, holding(target) as left:
        _clear_up(target, left, lambda _: False)
        with _whole(target, signals) as stream:
            yield stream
        try:
            replace_file(beside(target, "new"), target)
        finally:
            beside(target, "new").unlink(missing_ok=True)


@contextlib.contextmanager
def _whole(target: Path, signals: DeferredSignals) -> Iterator[IO[bytes]]:
    """Give a stream to write a file to, beside its place, and take it to the disk; or remove it again."""
    fresh = beside(target, "new")
    try:
        with open(fresh, "xb") as stream, signals.let_through():
            yield stream
            stream.flush()
            sync_open(stream.fileno())
    except BaseException:
        _remove(fresh)
        raise


def put(
    path: str | Path,
    content: bytes,
    ours: Callable[[bytes], bool],
    what: str,
    remedy: str = "",
    replace: bool = False,
    tell: Tell = ignore,
) -> None:
    """Put a file in its place.

    ours: tells by a file's content whether it may be replaced. what: the kind of file that may, and remedy: what else
    helps, for messages. replace: any file may, and is moved to another name, which `tell` is told. Raises OSError where
    the disk refuses, and InputError for a place that holds something else.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it names is replaced

    def is_ours(file: Path) -> bool:
        with file.open("rb") as stream:
            kept = stream.read(MAX_KEPT + 1)
        return len(kept) <= MAX_KEPT and ours(kept)

    def refuse(file: Path) -> int | None:
        """Return a file's permissions, None if there is no file."""
        try:
            status = file.stat(follow_symlinks=False)
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(status.st_mode):
            raise InputError("is a folder, allowed is a file")
        if not stat.S_ISREG(status.st_mode):
            raise InputError("is not an ordinary file")
        if not replace and not os.access(file, os.W_OK):
            raise InputError("is a file that may not be written")
        if not replace and not is_ours(file):
            raise InputError(f"holds something other than {what}, and was left alone; choose another name{remedy}")
        return stat.S_IMODE(status.st_mode)

    def discard(old: Path) -> bool:
        if not stat.S_ISREG(os.lstat(old).st_mode) or not is_ours(old):
            return False
        settle(target, old)
        old.unlink()
        return True

    mode, fresh = refuse(target), beside(target, "new")
    with DeferredSignals() as signals, holding(target) as left:
        _clear_up(target, left, discard)
        with _whole(target, signals) as stream:
            stream.write(content)
        try:
            with signals.settling():
                if mode is None:
                    put_new(fresh, target)
                elif replace:
                    put_aside_for(fresh, target, tell)
                else:
                    fresh.chmod(mode)
                    swap(fresh, target, refuse).unlink()
                settle(target)
        finally:
            fresh.unlink(missing_ok=True)


# A set


class Stage:
    """Where a set is made, before it is moved to its place. kept: where the files go, in memory; None: into the
    folder. files: the paths of those that were written."""

    def __init__(self, folder: Path, kept: dict[str, bytes] | None = None) -> None:
        self.folder = folder
        self.files: list[str] = []
        self._kept = kept
        self._taken: set[str] = set()  # by files
        self._folders: set[str] = set()  # in which they lie
        self._cased: set[str] = set()

    def write(self, path: str, content: bytes) -> None:
        """Write a file, named relative to the set with forward slashes.

        Raises InputError for a path that leads elsewhere, or that not every machine can have beside another, ValueError
        if the set has the file already: two formats fell on one name.
        """
        refuse_path(path)
        above = {str(folder) for folder in PurePosixPath(path).parents} - {"."}
        if path in self._taken or path in self._folders or self._taken & above:
            raise ValueError(f"{path}: two files of the set have this name")
        if path.casefold() in self._cased:
            raise InputError(
                f"file {path[:80]!r}: another file's name differs from it in capital letters alone; many disks would "
                "take the two for one: rename one of them"
            )
        self._taken.add(path)
        self._cased.add(path.casefold())
        self.files.append(path)
        if self._kept is not None:
            self._kept[path] = content
        else:
            if not above <= self._folders:
                os.makedirs((self.folder / path).parent, exist_ok=True)
            with open(os.path.join(self.folder, path), "xb") as stream:
                stream.write(content)
        self._folders |= above


class Place(ABC):
    """Where something is to lie in the end. real: where that is, links followed. replace: what is there is moved to
    another name, which `tell` is told."""

    def __init__(self, real: Path, replace: bool, tell: Tell) -> None:
        self.real, self.replace, self.tell = real, replace, tell

    @abstractmethod
    def ready(self) -> None:
        """Refuse what may not be replaced, before anything is made. Raises InputError."""

    def discard(self, old: Path) -> bool:
        """Remove what was replaced by another at `real`. Return whether it is gone: what is not its own stays."""
        return False

    def finish(self, stage: Stage) -> Iterable[str]:
        """Do what is left when all files are written. Signals end it. Return the paths of the files that go there."""
        return stage.files

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
            left = stack.enter_context(holding(real))
            at = place(real, replace, announce)
            _clear_up(real, left, at.discard, replace, announce)
            at.ready()
        stage = Stage(beside(real, "new"))
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
            shutil.rmtree(stage.folder, ignore_errors=True)


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
        real = target.resolve()
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


def refuse_odd(real: Path) -> None:
    """Raise InputError for what may not even be moved: a device, a pipe."""
    status = os.lstat(real)
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise InputError("is not an ordinary file, allowed is a folder or an archive; it was left alone")
