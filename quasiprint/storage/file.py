"""Writes one file, whole or not at all, and never over something that is not its like."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.replacing import replacing

MAX_KEPT = 1 << 26  # bytes: a file that is longer is nothing that we wrote, and is not replaced


def put(path: str | Path, content: bytes, ours: Callable[[bytes], bool], what: str) -> None:
    """Put a file in its place.

    ours: tells by a file's content whether it may be replaced. what: the kind of file that may, for messages.
    Raises OSError where the disk refuses, and InputError for a place that holds something else.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it names is replaced
    try:
        status = target.stat()
    except FileNotFoundError:
        mode = None
    else:
        if stat.S_ISDIR(status.st_mode):
            raise InputError("is a folder, allowed is a file")
        if not stat.S_ISREG(status.st_mode):
            raise InputError("is no ordinary file")
        if not os.access(target, os.W_OK):
            raise InputError("is a file that may not be written")
        with target.open("rb") as stream:
            kept = stream.read(MAX_KEPT + 1)
        if len(kept) > MAX_KEPT or not ours(kept):
            raise InputError(f"holds something other than {what}, and was left alone; choose another name")
        mode = stat.S_IMODE(status.st_mode)
    with replacing(target, mode, asked=True) as stream:
        stream.write(content)
