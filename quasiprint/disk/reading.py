"""Reads a user's own files, at most as many bytes as such a file can need, and files of ours that are sealed.

A template or a profile is a text that a person has written. A device, a pipe that nobody writes to, a file of
gigabytes or one that is made to keep its reader busy is none, and is refused before it is read.

Checkpoints and other sealed files are a line of JSON with a hash, which tells what was changed or cut short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quasiprint.errors import InputError, reason_of
from quasiprint.model.texts import MAX_TOML, toml_of
from quasiprint.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".toml"  # of a set file
MAX_BYTES = 1 << 16  # of a template; the longest that there is has 22,000


def is_set_file(name: str) -> bool:
    """Tell whether what stands where a game's name may stand is the path of a set file: it ends in .toml, or it has a
    separator, and something lies there."""
    return name.lower().endswith(SUFFIX) or (os.path.basename(name) != name and os.path.exists(name))


def read_bytes(path: Path, label: str, most: int = MAX_BYTES) -> bytes:
    """Return what an ordinary file holds, or a pipe that is written to.

    most: bytes. Raises InputError, which calls the file `label`, for a file that is longer or cannot be read.
    FileNotFoundError is one of those, too.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as problem:
        raise InputError(f"{label}: cannot be read: {reason_of(problem)}") from None
    return _within(content, label, most)


def _within(content: bytes, label: str, most: int) -> bytes:
    if len(content) > most:
        raise InputError(f"{label}: found more than {format_size(most)}, allowed are up to {format_size(most)}")
    return content


def format_size(most: int) -> str:
    """Return a number of bytes as people say it: whole MiB or KiB where it is."""
    for size, unit in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if most >= size and most % size == 0:
            return f"{most // size} {unit}"
    return f"{most} bytes"


def read_standard_input(label: str, most: int) -> bytes:
    """Return what is piped in, at most `most` bytes. Raises InputError, which calls it `label`, for more."""
    # closed from the start, there is none
    return _within(sys.stdin.buffer.read(most + 1) if sys.stdin else b"", label, most)


def read_toml(path: Path, label: str) -> dict[str, Any]:
    """Return a TOML file's content. Raises InputError, which calls the file `label`."""
    return toml_of(read_bytes(path, label, MAX_TOML), label)


def read_folder(path: Path, label: str, suffix: str, most_files: int, most: int) -> tuple[tuple[str, bytes], ...]:
    """Return the files of a folder whose names end in `suffix`, hidden ones left out, by name.

    most: bytes of each. Raises InputError, which calls the folder `label`, where there is no such folder, where it
    has no such file or more than `most_files`, and for a file that is longer, or no ordinary one.
    """
    if not os.path.isdir(path):
        found = "a file" if os.path.exists(path) else "not there"
        raise InputError(f"{label}: {name_of(path)!r} is {found}, allowed is a folder with files *{suffix}")
    try:
        paths = sorted(p for p in path.iterdir() if p.suffix.lower() == suffix and not p.name.startswith("."))
    except OSError as problem:
        raise InputError(f"{label}: the folder {name_of(path)!r} cannot be read: {reason_of(problem)}") from None
    if not 0 < len(paths) <= most_files:
        found = f"{len(paths) or 'no'} files *{suffix}"
        raise InputError(f"{label}: found {found} in {name_of(path)!r}, allowed are 1 to {most_files}")
    contents: list[tuple[str, bytes]] = []
    for file in paths:
        called = f"{label}: '{name_of(path)}/{name_of(file)}'"
        if not os.path.isfile(file):  # a pipe would wait for ever
            raise InputError(f"{called}: this is not a file")
        contents.append((name_of(file), read_bytes(file, called, most)))
    return tuple(contents)


def name_of(path: Path) -> str:
    """Return what a file or folder is called, wherever it lies: a text that can be written and printed."""
    return (path.name or path.absolute().name).encode("utf-8", "backslashreplace").decode()


def seal_line(content: Mapping[str, Any]) -> bytes:
    """Return an object as a line of JSON that `seal` can prove."""
    import json

    return (json.dumps({**content, "sha256": seal(content)}, sort_keys=True) + "\n").encode()


def seal(content: Mapping[str, Any]) -> str:
    """Return the seal of an object, by which a changed or shortened one is found."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def read_object(text: bytes | str) -> dict[str, Any]:
    """Return the object of a JSON text, an empty one for anything else."""
    import json

    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def unseal(text: bytes | str, kind: str, strange: str, changed: str) -> dict[str, Any]:
    """Return what a sealed text of a kind says. Raises InputError if it is foreign or was changed."""
    content = read_object(text)
    if content.get("kind") != kind:
        raise InputError(strange)
    if content.pop("sha256", None) != seal(content):
        raise InputError(changed)
    return content


def read_checkpoint(text: bytes, kind: str, command: str, form: int, where: str) -> dict[str, Any]:
    """Return what a checkpoint of a command says. Raises InputError if it is none, was changed, or is of another
    version."""
    strange = f"{where}: is not a checkpoint of quasiprint {command}, and was left alone; choose another name"
    changed = f"{where}: is a checkpoint that was changed or cut short; remove it to start again"
    content = unseal(text, kind, strange, changed)
    found, version = content.get("format"), content.get("version")
    if (found, version) != (form, __version__):
        raise InputError(
            f"{where}: is a checkpoint of version {version} (form {found}), this is {__version__} (form {form}); "
            "remove it to start again"
        )
    return content
