"""Keeps a board's programme on disk, since building it takes seconds.

The file holds what cannot be had quickly otherwise, and a digest of it. It is written whole and
put in its place at once, so that two runs may do so at the same time; a file that is damaged, or
another version's, is built anew. Where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

from quasiprint.dissection.programme import Programme, assembled, built

FORM = 1  # of the file; another number when what stands in it changes
FOLDER = "QUASIPRINT_CACHE"  # the variable that says where files are kept


def folder() -> Path:
    """Return where files are kept: what the variable says, else the user's cache."""
    if said := os.environ.get(FOLDER):
        return Path(said)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "quasiprint"


def programme(size: int) -> Programme:
    """Return the programme of a board of N×N cells: as it was kept, or built and then kept.

    Raises InputError for a size that is not counted.
    """
    path = folder() / f"dissections-{size}-{FORM}.npz"
    found = _read(path, size)
    if found is None:
        found = built(size)
        with contextlib.suppress(OSError):
            _write(path, found)
    return found


def _digest(size: int, states: Any, counts: Any, first: Any) -> str:
    whole = hashlib.sha256(f"{FORM} {size}".encode())
    for array in (states, counts, first):
        whole.update(f" {array.dtype.str} {array.shape} ".encode())
        whole.update(array.tobytes())
    return whole.hexdigest()


def _read(path: Path, size: int) -> Programme | None:
    """Return what a file holds, None if there is none or it does not hold what it should."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as kept:
            states, counts, first, digest = (kept[name] for name in ("states", "counts", "first", "digest"))
            if str(digest) != _digest(size, states, counts, first):
                return None
    except Exception:
        return None
    return assembled(size, states, counts, first)


def _write(path: Path, made: Programme) -> None:
    import numpy as np

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=path.stem, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            digest = _digest(made.size, made.states, made.counts, made.first)
            np.savez(stream, states=made.states, counts=made.counts, first=made.first, digest=np.array(digest))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
