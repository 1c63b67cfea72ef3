"""Writes a set so that it is there whole, or not at all.

The files go into a folder beside the target, ``.NAME.new``; when all is done, the previous set
is moved to ``.NAME.old``, the new one into its place, and the old one removed. A lock file,
``.NAME.lock``, keeps two runs off each other. All three are gone at the end, however the run
ends, since the signals that end it wait while they are cleared up; only a kill that nobody can
catch leaves them, and the next run clears them up: what was half made is removed, and a set that
was moved aside but not yet replaced is put back.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from quasiprint.model.errors import InputError
from quasiprint.storage.paths import refuse_outside
from quasiprint.storage.reading import read_ordinary
from quasiprint.storage.replacing import DeferredSignals, lies_at, locked

MANIFEST = "manifest.json"
MAX_MANIFEST = 1 << 29  # bytes; of the largest run of boards there is it has 3e8


class Stage:
    """The folder in which a set is made, before it is moved to its place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, path: str, content: bytes) -> None:
        """Write a file, named relative to the set with forward slashes.

        Raises InputError for a path that leads elsewhere, ValueError if the set has the file already: two formats
        fell on one name.
        """
        refuse_outside(path)
        file = self.folder / path
        if os.path.lexists(file):
            raise ValueError(f"{path}: two files of the set have this name")
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "xb") as stream:
            stream.write(content)


def placed(target: Path) -> AbstractContextManager[Stage]:
    """Give a stage to write a set on; put the set in its place when the block is done.

    Whatever ends the block otherwise leaves what was there, and nothing beside it. Raises
    InputError if the target is a file, holds anything that is not in its own manifest, is in
    use by another run, or cannot be written.
    """

    def ready(real: Path) -> None:
        _recover(real)
        refuse_foreign(real, target)
        _refuse_protected(real, target)

    return staged(target, ready, _move)


def begun(target: Path) -> AbstractContextManager[Stage]:
    """Give a stage to write a folder of any files on; put it in its place when the block is done.

    Whatever ends the block otherwise leaves what was there, and nothing beside it. Raises InputError if the target
    is there already and is no empty folder, is in use by another run, or cannot be written.
    """

    def ready(real: Path) -> None:
        if os.path.lexists(real) and not (real.is_dir() and not any(real.iterdir())):
            raise InputError(
                f"output {os.fspath(target)!r}: is there already, allowed is a new folder or an empty one; "
                "it was left alone"
            )

    def place(fresh: Path, real: Path) -> None:
        if real.is_dir():
            real.rmdir()  # which nothing but an empty folder lets happen to it
        fresh.rename(real)

    return staged(target, ready, place)


@contextlib.contextmanager
def staged(
    target: Path,
    ready: Callable[[Path], None],
    place: Callable[[Path, Path], None],
    finish: Callable[[Path], None] = lambda _: None,
) -> Iterator[Stage]:
    """Give a stage beside a target, which nobody else writes to meanwhile; nothing stays of it in the end.

    ready: told where the target really lies, before the stage is there; raises InputError for what may not be
    replaced. finish: given the stage's folder when the block is done; it may take long, and signals end it.
    place: given the stage's folder and the target after that; signals wait until it is done.
    """
    with naming(target), DeferredSignals() as signals:
        real = _real(target)
        missing = [path for path in (real.parent, *real.parent.parents) if not path.exists()]
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            with _lock(real):
                ready(real)
                fresh = _beside(real, "new")
                if fresh.is_dir() and not fresh.is_symlink():
                    shutil.rmtree(fresh)  # what a killed run has left
                fresh.mkdir()
                try:
                    with signals.let_through():
                        yield Stage(fresh)
                        finish(fresh)
                    with signals.settling():
                        place(fresh, real)
                finally:
                    shutil.rmtree(fresh, ignore_errors=True)
        except BaseException:
            for parent in missing:
                with contextlib.suppress(OSError):
                    parent.rmdir()
            raise


@contextlib.contextmanager
def naming(target: Path) -> Iterator[None]:
    """Turn what the disk refuses into an InputError that names the target."""
    try:
        yield
    except OSError as problem:
        reason = {
            errno.ENOSPC: "the disk is full",
            errno.EDQUOT: "the disk quota is used up",
            errno.EFBIG: "a file is larger than is allowed here",
            errno.EROFS: "the disk can only be read",
            errno.EACCES: "writing is not permitted there",
            errno.EPERM: "writing is not permitted there",
            errno.ENOTDIR: "a part of the path is a file, not a folder",
            errno.EEXIST: "a part of the path is a file, not a folder",
            errno.ENAMETOOLONG: "the name is too long",
            errno.EBUSY: "it is in use, or a disk is mounted there; name a folder inside it",
            errno.ELOOP: "its links lead in a circle",
        }.get(problem.errno or 0, problem.strerror or str(problem))
        raise InputError(f"output {os.fspath(target)!r}: {reason}; nothing was changed") from problem


def _real(target: Path) -> Path:
    """Return where the set will lie, links followed: a link stays and what it names is replaced."""
    try:
        real = target.resolve()
    except (RuntimeError, ValueError) as problem:
        raise InputError(f"output {os.fspath(target)!r}: {problem}; nothing was changed") from None
    try:
        here = Path.cwd().resolve()
    except FileNotFoundError:  # it was removed, and holds nothing
        return real
    if real == here or real in here.parents:
        raise InputError(
            f"output {os.fspath(target)!r}: is the current folder or holds it, and would be replaced; "
            "name a folder inside it"
        )
    return real


def _beside(real: Path, what: str) -> Path:
    return real.with_name(f".{real.name}.{what}")


@contextlib.contextmanager
def _lock(real: Path) -> Iterator[None]:
    """Hold the target's lock file. Where files cannot be locked, go without."""
    if os.name == "nt":
        yield
        return
    path = _beside(real, "lock")
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            locked(handle)
            # The run before may have removed the file between our opening and our locking it.
            if lies_at(handle, path):
                break
        except BlockingIOError:
            os.close(handle)
            raise InputError(f"output {os.fspath(real)!r}: another run is writing there") from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(handle)


def _recover(real: Path) -> None:
    """Put back, or clear up, the set that a killed run has moved aside."""
    old = _beside(real, "old")
    if old.is_dir() and not old.is_symlink():
        if not os.path.lexists(real):
            old.rename(real)
        else:
            refuse_foreign(old, old)
            _remove_set(old)


def _move(fresh: Path, real: Path) -> None:
    """Put a set in its place, and what was there out of the way."""
    old = _beside(real, "old")
    replaces = real.is_dir()
    if replaces:
        real.rename(old)
    try:
        fresh.rename(real)
    except BaseException:
        if replaces and not os.path.lexists(real):
            old.rename(real)
        raise
    if replaces:
        try:
            _remove_set(old)
        except OSError as problem:
            raise InputError(
                f"output {os.fspath(real)!r}: the new set is in its place, but the one before it, "
                f"{os.fspath(old)!r}, cannot be removed: {problem.strerror or problem}"
            ) from problem


def _remove_set(folder: Path) -> None:
    """Remove a set, its manifest last: until then it can be told that the rest is ours."""
    for entry in sorted(folder.iterdir()):
        if entry.name != MANIFEST:
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
    shutil.rmtree(folder)


def refuse_foreign(folder: Path, called: Path) -> None:
    """Raise InputError unless `folder` may be replaced: it does not exist, is empty, or holds
    nothing but what stands in its own manifest. called: how the message names it."""
    name = os.fspath(called)
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise InputError(f"output {name!r}: is a file, allowed is a folder; it was left alone")
    known = _listed(folder)
    for foreign in _entries(folder, known):
        raise InputError(
            f"output {name!r}: holds {foreign!r}, which is not in a manifest of its own; "
            "it was left alone. Name another folder, or move that away"
        )


def _listed(folder: Path) -> set[str]:
    """Return the files that stand in a folder's manifest, the manifest itself included."""
    content = read_ordinary(folder / MANIFEST, MAX_MANIFEST)
    if content is None:
        return set()
    try:
        manifest: Any = json.loads(content)
        files = {str(entry["path"]) for entry in manifest["files"]}
        return files | {MANIFEST} if isinstance(manifest["game"], str) else set()
    except (ValueError, LookupError, TypeError, RecursionError, MemoryError):
        return set()


def _refuse_protected(folder: Path, called: Path) -> None:
    """Raise InputError for a set with a folder that nothing may be removed from: it could only be replaced by half."""
    for here, _, files in os.walk(folder):
        if files and not os.access(here, os.R_OK | os.W_OK | os.X_OK):
            name = Path(here).relative_to(folder).as_posix()
            raise InputError(
                f"output {os.fspath(called)!r}: its folder {name!r} may not be written; nothing was changed"
            )


def _entries(folder: Path, known: set[str]) -> Iterator[str]:
    """Yield what lies in a folder and is neither a known file nor a folder of known files."""
    # not a list of all folders in all paths: of a path of a million folders, that is a million paths
    ordered = sorted(known)

    def is_parent(path: str) -> bool:
        at = bisect_left(ordered, f"{path}/")
        return at < len(ordered) and ordered[at].startswith(f"{path}/")

    pending = [""]
    while pending:
        here = pending.pop()
        with os.scandir(folder / here) as scan:
            found = sorted(scan, key=lambda entry: entry.name)
        for entry in found:
            path = f"{here}/{entry.name}" if here else entry.name
            if entry.is_dir(follow_symlinks=False) and is_parent(path):
                pending.append(path)
            elif path not in known or not entry.is_file(follow_symlinks=False):
                yield path
