"""Keeps the programme of all boards of 7 × 7 on disk, since building it takes seconds.

The file holds what cannot be had quickly otherwise, and a digest of it: SHA-256, for which processors have
instructions, 0.02 s. The file is written whole and put in its place at once, so that two runs may
do so at the same time; a file that is damaged, or another version's, is built anew. Where nothing
can be written, nothing is kept. For few boards, and for those of 5 × 5 and less, nothing has to be.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from quasiprint.dissection.programme import WHOLE, Programme, begun, built
from quasiprint.model.blame import elsewhere
from quasiprint.storage.replacing import replacing

FORM = 3  # of the file; another number when what stands in it changes
FOLDER = "QUASIPRINT_CACHE"  # the variable that says where files are kept
KEPT = ("states", "counts", "first")  # what of a programme
FEW = 100  # boards of 7 × 7 that are drawn, one by one, in less time than all are counted


def programme(size: int, boards: int = FEW + 1) -> Programme:
    """Return a programme for so many boards of N×N cells: with all states, as they were kept or built, if that pays.

    Raises InputError for a size that is not counted.
    """
    return _known(size, size > WHOLE and boards <= FEW and not _is_kept(size))


@cache
def _known(size: int, few: bool) -> Programme:
    return begun(size) if few or size <= WHOLE else whole(size)


def _is_kept(size: int) -> bool:
    try:
        return _path(size).is_file()
    except (OSError, RuntimeError):
        return False


def _path(size: int) -> Path:
    """Return where a programme is kept: where the variable says, else in the user's cache. Raises RuntimeError for a
    user without a home."""
    named = os.environ.get(FOLDER)
    folder = Path(named or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return (folder if named else folder / "quasiprint") / f"dissections-{size}-{FORM}.npz"


def whole(size: int) -> Programme:
    """Return the programme with all states: as it was kept, or built and then kept.

    Raises InputError for a size that is not counted.
    """
    try:
        path = _path(size)
    except RuntimeError:
        return built(size)
    found = _read(path, size)
    if found is None:
        found = built(size)
        with contextlib.suppress(OSError):
            _write(path, found)
    return found


def _digest(size: int, arrays: dict[str, Any]) -> str:
    whole = hashlib.sha256(f"{FORM} {size}".encode())
    for name in KEPT:
        array = arrays[name]
        whole.update(f" {name} {array.dtype.str} {array.shape} ".encode())
        whole.update(array.data)
    return whole.hexdigest()


def _read(path: Path, size: int) -> Programme | None:
    """Return what a file holds, None if there is none or it does not hold what it should."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in KEPT}
            if str(kept["digest"]) != _digest(size, arrays):
                return None
    except Exception as problem:
        elsewhere(problem)
        return None
    return Programme(size, **arrays)


def _write(path: Path, made: Programme) -> None:
    arrays = {name: getattr(made, name) for name in KEPT}
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        np.savez(stream, **arrays, digest=np.array(_digest(made.size, arrays)))
