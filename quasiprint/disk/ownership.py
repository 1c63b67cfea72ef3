"""A set's own files on the disk: what they may be called, how they get there, and which a manifest lists.

A manifest is believed if it is as a run wrote it, which its seal says. The seal keeps off slips, other programs'
manifests and edited ones. It is no secret: somebody who writes a manifest with a right seal, and the right hash of
every file in the folder, has made a set.

What a program writes or renames lies in memory at first, and the system takes it to the disk in an order of its own.
So what was made is synced before it gets its name, and the folder with the names before anything that had the name is
removed. Files are synced together, after all were written: a disk takes hundreds at once in the time of a few one after
another. A disk that knows no syncing goes without.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from quasiprint.errors import InputError
from quasiprint.system import WINDOWS
from quasiprint.system.outcome import DAMAGED

# what a system or a disk says that cannot sync a file or a folder
NO_SYNC = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EBADF}
AT_ONCE = 16  # files


def absent(folder: Path) -> list[Path]:
    """Return which of a folder and those above it are missing, the lowest first."""
    return [path for path in (folder, *folder.parents) if not path.exists()]


def make_folders(folder: Path) -> None:
    """Make a folder, and missing ones above it. Raises OSError."""
    missing = absent(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync(path.parent)


def sync(path: Path) -> None:
    """Take a file or a folder to the disk. Raises OSError."""
    try:
        handle = os.open(path, os.O_RDWR if WINDOWS else os.O_RDONLY)
    except OSError:
        if path.is_dir():  # which may be one to write in but not to read; Windows opens none
            return
        raise
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno not in NO_SYNC:
            raise
    finally:
        os.close(handle)


def sync_all(folder: Path, files: Iterable[str]) -> None:
    """Take files of a folder to the disk, and it and the folders in it that they lie in. Raises OSError.

    files: relative to the folder, with forward slashes.
    """
    from concurrent.futures import ThreadPoolExecutor

    paths = [PurePosixPath(file) for file in files]
    each = [*map(folder.joinpath, paths), *{folder, *(folder / up for path in paths for up in path.parents)}]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(sync, each))


# Names

DEEPEST = 10  # folders, in a path within a set
_PORTS = {f"{kind}{number}" for kind in ("com", "lpt") for number in "123456789¹²³"}
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS}


def is_inside(path: str) -> bool:
    """Tell whether a path is one within a set, as it is written: no way up, no root, nothing that is not printed."""
    parts = PurePosixPath(path)
    plain = path.isprintable() and "\\" not in path and ":" not in path and str(parts) == path
    inside = not parts.is_absolute() and ".." not in parts.parts and path not in ("", ".")
    return plain and inside and len(parts.parts) <= DEEPEST


def refuse_path(path: str) -> None:
    """Raise InputError for a path that leads out of a set, or that only some machines can have, whoever asks."""
    allowed = "allowed are paths such as 'stl/0-0-1.stl'"
    if not is_inside(path):
        raise InputError(f"file {path[:80]!r}: it would not lie in the set; {allowed}")
    names = path.split("/")  # Windows keeps some for devices, some signs, and drops a blank or a dot at a name's end
    devices = any(name.partition(".")[0].rstrip().casefold() in _DEVICES for name in names)
    if devices or any(name[-1:] in (".", " ") for name in names) or {*path} & {*'<>"|?*'}:
        raise InputError(f"file {path[:80]!r}: on Windows no file can have this name; {allowed}")


class Misplaced(InputError):
    """What is wrong with a place where something is to go; `naming` says which place it is."""


@contextlib.contextmanager
def naming(target: Path, what: str = "") -> Iterator[None]:
    """Turn what the disk refuses into an InputError that names the target, and begin the message of a Misplaced with
    it. what: what cannot be done, before the disk's own reason."""
    try:
        yield
    except Misplaced as problem:
        raise InputError(f"{target_name(target)}: {problem}") from problem.__cause__
    except OSError as problem:
        below_file = not what and isinstance(problem, FileExistsError | NotADirectoryError)
        reason = "a part of the path is a file, not a folder" if below_file else problem.strerror or problem
        raise InputError(f"{target_name(target)}: {what}{reason}; nothing was changed") from problem


def target_name(target: Path) -> str:
    """Return how messages call a target."""
    return f"output {os.fspath(target)!r}"


def put_aside(path: Path, like: Path | None = None) -> Path:
    """Move a file or folder, whole, to a name that nobody has, and return it: ``NAME.old``, ``NAME.old-2``, … of a
    folder, ``NAME.old.zip``, ``NAME.old-2.zip``, … of a file. like: whose name it is to have, if not its own."""
    named = like or path
    folder = path.is_dir() and not path.is_symlink()
    stem, suffix = (named.name, "") if folder else (named.stem, named.suffix)
    number, place = 1, named
    while os.path.lexists(place):
        ending = f".old{f'-{number}' if number > 1 else ''}{suffix}"
        number, place = number + 1, named.with_name(stem + ending)
    os.rename(path, place)
    return place


# Manifests

MANIFEST = "manifest.json"
MAX_MANIFEST = 1 << 29  # bytes; of the largest run of boards there is it has 3e8
START = "START-HERE.html"  # the page to open first
BILL = "bill.csv"  # what making the set takes, for programs for tables
EARLIER = ("README.md", "gallery.html")  # the pages of sets that versions before 2.0 made
LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})  # what file managers leave in folders that are looked at
SEAL = "seal"  # the last key of a manifest
CLOSING = b"\n}\n"  # how one ends

Known = dict[str, tuple[str, int]]  # files of a set by path: SHA-256, and size in bytes


def seal(manifest: bytes) -> bytes:
    """Return a manifest with its seal, the hash of all before it, as its last key.

    manifest: a JSON object, as it is written with an indent, a line's end after it.
    """
    body = manifest.removesuffix(CLOSING) + b",\n "
    return body + b'"seal": "%s"' % hashlib.sha256(body).hexdigest().encode() + CLOSING


def read_manifest(manifest: bytes | None) -> Known:
    """Return every file of a set as its manifest lists it, itself included; nothing if it is not as a run wrote it."""
    sealed = len(seal(CLOSING))
    if manifest is None or seal(manifest[:-sealed] + CLOSING) != manifest:
        return {}
    try:
        listed = json.loads(manifest)["files"]
        known = {str(entry["path"]): (str(entry["sha256"]), int(entry["bytes"])) for entry in listed}
    except DAMAGED:
        return {}
    itself = {MANIFEST: (hashlib.sha256(manifest).hexdigest(), len(manifest))}
    return known | itself if all(map(is_inside, known)) else {}
