"""A place beside a target, where something is made before it is put there: whole, or not at all.

All that a run needs lies in one hidden folder beside its target, ``.NAME.quasiprint``: a lock, which keeps two runs off
each other; what is made, ``new``; and, for a moment, what is replaced, ``old``, and ``gone`` once it is known to be the
set's own. At the end the folder is gone, however the run ends, since signals wait while it is cleared up. After a kill
that nobody can catch, the next run clears it up, and puts back what was moved aside but not yet replaced.

What is made is synced before it gets its name. What it replaces is looked at once more just before, and once it is out
of everybody's reach; then it is removed, after the new names are on the disk, or kept if anything in it is not the
set's own. A folder is moved aside and the new one put there by two renames in turn; a file is replaced in one step.
Whoever puts something there in between, within a millisecond, gets an error or loses a race.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quasiprint.disk.ownership import (
    Misplaced,
    absent,
    make_folders,
    naming,
    put_aside,
    refuse_path,
    sync,
    sync_all,
    target_name,
)
from quasiprint.disk.stored import Archive, Folder, foreign, known_of, write_archive
from quasiprint.errors import InputError
from quasiprint.system import WINDOWS
from quasiprint.system.interruption import critical
from quasiprint.system.progress import Say, ignore

if TYPE_CHECKING:
    from filelock import FileLock

Refuse = Callable[[Path], object]  # raises Misplaced for what lies at a path and may not be replaced
PATIENCE = 1.0  # s: for so long a run waits for another; one that was killed needs a moment to end
LOCK, NEW, OLD, GONE = "lock", "new", "old", "gone"
PACKED = "packed"  # the archive of what is made
ZIP = ".zip"
MAX_KEPT = 1 << 26  # bytes: a file that is longer is nothing that we wrote, and is not replaced
REMEDY = "--replace puts it aside"


@contextlib.contextmanager
def holding(real: Path, tell: Say = ignore) -> Iterator[Path]:
    """Hold the hidden folder beside a target, where nothing but its lock is then, and remove it in the end.

    What a killed run has left there is cleared up; `tell` gets what is kept. Raises Misplaced if another run holds
    it, or if it is somebody's.
    """
    from filelock import FileLock

    work = real.with_name(f".{real.name}.quasiprint")
    lock = FileLock(work / LOCK, timeout=PATIENCE)
    try:
        with critical():
            _acquire(lock, work)
            _clear_up(real, work, tell)
        yield work
    finally:
        if lock.is_locked:
            with critical():
                try:
                    _clear_up(real, work, tell)
                    if WINDOWS:  # which removes no file that is open
                        lock.release()
                    shutil.rmtree(work, ignore_errors=True)
                finally:
                    lock.release()


def _acquire(lock: FileLock, work: Path) -> None:
    from filelock import Timeout

    while not lock.is_locked:
        with contextlib.suppress(FileExistsError):
            work.mkdir()
        with contextlib.suppress(FileNotFoundError):  # the run that had it has just removed it
            if not stat.S_ISDIR(os.lstat(work).st_mode) or {*os.listdir(work)} - {LOCK, NEW, OLD, GONE, PACKED}:
                raise Misplaced(
                    f"beside it lies {work.name!r}, which no run has left; it was left alone. Name another place, or "
                    "move that away"
                )
            try:
                lock.acquire()
            except Timeout:
                raise Misplaced("another run is writing there") from None


def _clear_up(real: Path, work: Path, tell: Say) -> None:
    """Remove what a run made and left unfinished. Put back what it moved aside; or remove that, if a set has replaced
    it, and keep it if anything in it is not its own."""
    old = work / OLD
    if os.path.lexists(old):
        if not os.path.lexists(real):
            os.rename(old, real)
        elif foreign(Folder(old)) if known_of(Folder(real)) else os.listdir(old):
            kept = os.fspath(put_aside(old, real))
            tell(f"what was there, and is not all of the set that was replaced, is now {kept!r}")
        else:
            settle(real)
            os.rename(old, work / GONE)  # if this run is killed from here on, nothing that is left is to be kept
    for left in work.iterdir():
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        elif left.name != LOCK:
            left.unlink()


def settle(real: Path) -> None:
    """Take to the disk that something has a new name. Raises Misplaced where the disk refuses."""
    try:
        sync(real.parent)
    except OSError as problem:
        why = problem.strerror or problem
        raise Misplaced(f"the new one is in its place, but the disk may lose it: {why}") from problem


def _put_in_place(work: Path, new: Path, real: Path, refuse: Refuse, replace: bool, tell: Say) -> None:
    """Put something new in its place. refuse: called once more for what is there. replace: that is moved to
    another name, which `tell` gets."""
    with critical(last=True):
        if os.path.lexists(real):
            if not replace:
                refuse(real)
            if real.is_dir() == new.is_dir():  # what is closed to others stays so
                mode = stat.S_IMODE(os.lstat(real).st_mode)
                new.chmod(mode | stat.S_IRWXU if new.is_dir() else mode)
            if replace:
                tell(f"what was there is now {os.fspath(put_aside(real))!r}")
            elif new.is_dir():
                os.rename(real, work / OLD)
        os.replace(new, real)
        settle(real)
        _clear_up(real, work, tell)


# A file by itself


def refuse_other_file(file: Path, *, ours: Callable[[bytes], object], what: str, replace: bool | None) -> None:
    """Raise Misplaced for something that `put_file` may not replace."""
    status = os.lstat(file)
    if stat.S_ISDIR(status.st_mode):
        raise Misplaced("is a folder, allowed is a file")
    if not stat.S_ISREG(status.st_mode):
        raise Misplaced("is not an ordinary file")
    if replace:
        return
    if not os.access(file, os.W_OK):
        raise Misplaced("is a file that may not be written")
    with file.open("rb") as stream:
        kept = stream.read(MAX_KEPT + 1)
    if len(kept) > MAX_KEPT or not ours(kept):
        remedy = "" if replace is None else f", or {REMEDY}"
        raise Misplaced(f"holds something other than {what}, and was left alone; choose another name{remedy}")


def put_file(
    path: str | Path,
    content: bytes,
    ours: Callable[[bytes], bool],
    what: str,
    replace: bool | None = None,
    tell: Say = ignore,
) -> None:
    """Put a file in its place.

    ours: tells by a file's content whether it may be replaced. what: the kind of file that may, for messages. replace:
    any file may, and is moved to another name, which `tell` gets; None: no option says so. Raises OSError where
    the disk refuses, and InputError for a place that holds something else.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it names is replaced
    refuse = partial(refuse_other_file, ours=ours, what=what, replace=replace)
    if os.path.lexists(target):
        refuse(target)
    with holding(target, tell) as work:
        (work / NEW).write_bytes(content)
        sync(work / NEW)
        _put_in_place(work, work / NEW, target, refuse, bool(replace), tell)


# A folder of files


class Stage:
    """Where a set is made, before it is moved to its place. kept: where the files go, in memory; None: into the
    folder. files: the paths of those that were written."""

    def __init__(self, folder: Path, kept: dict[str, bytes] | None = None) -> None:
        self.folder = folder
        self.files: list[str] = []
        self._kept = kept
        self._taken: dict[str, str] = {}  # paths, by what they are without capitals

    def write(self, path: str, content: bytes) -> None:
        """Write a file, named relative to the set with forward slashes.

        Raises InputError for a path that leads elsewhere, or that not every machine can have beside another, ValueError
        if the set has the file already: two formats fell on one name.
        """
        refuse_path(path)
        taken = self._taken.get(path.casefold())
        if taken == path:
            raise ValueError(f"{path}: two files of the set have this name")
        if taken is not None:
            raise InputError(
                f"file {path[:80]!r}: another file's name differs from it in capital letters alone; many disks would "
                "take the two for one: rename one of them"
            )
        self._taken[path.casefold()] = path
        self.files.append(path)
        if self._kept is not None:
            self._kept[path] = content
        else:
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("xb") as stream:
                stream.write(content)


def refuse_all(real: Path) -> None:
    """Raise Misplaced for anything but an empty folder."""
    if not real.is_dir() or any(real.iterdir()):
        raise Misplaced("already exists, allowed is a new folder or an empty one; it was left alone")


@contextlib.contextmanager
def stage_for(
    target: Path,
    refuse: Refuse = refuse_all,
    replace: bool = False,
    tell: Say = ignore,
    packed: bool = False,
) -> Iterator[Stage]:
    """Give a stage to write files on; put them in their place when the block is done, as a folder, or `packed`, as an
    archive.

    refuse: raises Misplaced for what may not be replaced there. replace: it is moved, whole, to another name, which
    `tell` is told. Whatever ends the block otherwise leaves what was there, and nothing
    beside it. Raises InputError if the target is no place for that, is in use by another run, or cannot be written.
    """

    def announce(text: str) -> None:
        tell(f"{target_name(target)}: {text}")

    with naming(target):
        real = real_of(target)
        missing = absent(real.parent)
        try:
            make_folders(real.parent)
            with holding(real, announce) as work:
                if os.path.lexists(real):
                    (_refuse_odd if replace else refuse)(real)
                stage = Stage(work / NEW)
                stage.folder.mkdir()
                yield stage
                made = stage.folder
                if packed:
                    made = work / PACKED
                    write_archive(made, ((path, (stage.folder / path).read_bytes()) for path in sorted(stage.files)))
                    sync(made)
                else:
                    sync_all(made, stage.files)
                _put_in_place(work, made, real, refuse, replace, announce)
        except BaseException:
            for folder in missing:
                with contextlib.suppress(OSError):  # it was not made, or is not empty
                    folder.rmdir()
            raise


def real_of(target: Path) -> Path:
    """Return where the set will lie, links followed: a link stays and what it names is replaced.

    Raises Misplaced for a place that cannot be one, whatever lies there.
    """
    try:
        real = target.resolve()
    except (RuntimeError, ValueError) as problem:
        raise Misplaced(f"{problem}; nothing was changed") from None
    for where, name in ((Path.cwd, "the current folder"), (Path.home, "the home folder")):
        # the current one may have been removed, and a user that the machine does not know has no home
        with contextlib.suppress(FileNotFoundError, RuntimeError):
            kept = where().resolve()
            if real == kept or real in kept.parents:
                raise Misplaced(f"is {name} or holds it, and would be replaced; name a folder inside it")
    for above in real.parents:
        if known_of(Folder(above)):  # what lay there would be no part of that set, and in the way of the next
            other = os.fspath(above.with_name(f"{above.name}-2"))
            raise Misplaced(f"lies within the set {os.fspath(above)!r}; name a folder outside it, such as {other!r}")
    return real


# A set


Sink = AbstractContextManager[Stage]


def sink(target: Path, replace: bool = False, tell: Say = ignore) -> Sink:
    """Give a stage to write a set on; put it in its place when the block is done: in an archive if that ends in .zip,
    else in a folder.

    replace: what is there is moved, whole, to another name, which `tell` gets. Whatever ends the block otherwise
    leaves what was there, and nothing beside it. Raises InputError if the target is no set as it was made, holds
    anything else, is in use by another run, or cannot be written.
    """
    packed = target.suffix.lower() == ZIP
    return stage_for(target, partial(refuse_no_set, packed), replace, tell, packed)


def refuse_taken(target: Path) -> None:
    """Raise InputError if something lies where a set is to go that may not be replaced. Nothing is written."""
    with naming(target):
        if os.path.lexists(real := real_of(target)):
            refuse_no_set(target.suffix.lower() == ZIP, real)


def refuse_no_set(packed: bool, real: Path) -> None:
    """Raise Misplaced for anything but a set as it was made, and nothing else. packed: in an archive."""
    _refuse_odd(real)
    if packed == real.is_dir():
        found = ["is a folder, allowed is the archive of a set" if packed else "is a file, allowed is a folder"]
    elif not packed:
        found = foreign(Folder(real))
    else:
        try:
            found = foreign(Archive(real)) if os.access(real, os.W_OK) else ["is a file that may not be written"]
        except InputError:
            found = ["is not an archive of a set"]
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise Misplaced(f"{found[0]}{more}; it was left alone. Name another place, move that away, or {REMEDY}, whole")


def _refuse_odd(real: Path) -> None:
    """Raise Misplaced for what may not even be moved: a device, a pipe."""
    status = os.lstat(real)
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise Misplaced("is not an ordinary file, allowed is a folder or an archive; it was left alone")
