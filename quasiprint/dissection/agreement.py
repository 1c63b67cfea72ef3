"""Keeps on disk how chains on boards of a size agree, which takes longer to find out than to draw a few boards.

It is asked once a size and version. The file holds what was counted, not what follows from it, and a digest. The first
board of each chain is walked to again, a thirty-sixth of the work, and must be the one that was counted: so chains that
walk otherwise than they did are noticed. A file that is damaged, cut off, of another size or version, or whose first
boards are others is as good as none. The boards after the first are believed: who can write to a user's cache and knows
how the digest is made can put others there, and so another R-hat on a cover. No board that is drawn depends on it. The
file is written whole and put in its place at once; where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from quasiprint.dissection import chain
from quasiprint.dissection.chain import Convergence
from quasiprint.dissection.disk_cache import folder
from quasiprint.model.blame import elsewhere
from quasiprint.storage.replacing import replacing
from quasiprint.version import __version__

LONGEST = 1 << 16  # bytes of a file
SEED = 0  # of the chains that are compared: not of the run, whose boards they have nothing to do with
Walls = list[list[list[int]]]  # of each board of each chain, flat and upright


@lru_cache(maxsize=16)
def agreement(size: int) -> Convergence:
    """Return how chains on boards of N × N cells agree: as it was kept, or found out and then kept."""
    try:
        path = folder() / f"convergence-{size}-{__version__}.json"
    except RuntimeError:  # a user without a home
        return chain.convergence(size, SEED)
    found = _read(path, size)
    if found is None:
        found = chain.counted(size, SEED, chain.DRAWS).tolist()
        with contextlib.suppress(OSError):
            _write(path, size, found)
    return chain.judged(found, chain.steps_compared(size))


def _digest(size: int, walls: Walls) -> str:
    asked = __version__, size, SEED, chain.DRAWS, chain.steps_compared(size)
    return hashlib.sha256(json.dumps([*asked, walls]).encode()).hexdigest()


def _read(path: Path, size: int) -> Walls | None:
    """Return what a file holds; None if there is none, or it does not hold what it should."""
    try:
        if not path.is_file():
            return None
        with open(path, "rb") as stream:
            kept = json.loads(stream.read(LONGEST))
        found: Any = kept["walls"]
        if kept["digest"] != _digest(size, found):
            return None
        first = chain.counted(size, SEED, 1).tolist()
        return found if [boards[:1] for boards in found] == first else None
    except Exception as problem:  # whatever json makes of bytes that are none of its own
        elsewhere(problem)
        return None


def _write(path: Path, size: int, walls: Walls) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(json.dumps({"walls": walls, "digest": _digest(size, walls)}).encode())
