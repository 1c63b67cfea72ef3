"""What is kept of design after design is bounded here, whatever keeps it.

Many functions keep what they made last, each so many values: enough for the largest set of one game. A studio sees
designs of all games, one after the other, and of the values of a design hardly any serves the next but one. Each memory
would fill up for itself; so when all that the program holds has become much, these are emptied together.
"""

from __future__ import annotations

import gc
import sys
from functools import lru_cache
from typing import Any

MOST = 2_000_000  # blocks of memory, of some 80 bytes each, that the program may hold
GROWTH = 1.25  # times what is left after emptying: what is in use may be more than MOST, and is emptied seldom even so
FEW = 32  # what has room for fewer values holds dear ones, such as fonts and solved positions
_Cache = type(lru_cache(len))


class _Allowed:
    blocks = MOST


def tidy() -> None:
    """Empty what functions keep, if the program holds too much."""
    if sys.getallocatedblocks() > _Allowed.blocks:
        for one in caches():
            one.cache_clear()
        _Allowed.blocks = max(MOST, round(sys.getallocatedblocks() * GROWTH))


def caches() -> list[Any]:
    """Return what keeps the values of recent calls. What has no bound belongs to the program, and is not among them."""
    every = [one for one in gc.get_objects() if isinstance(one, _Cache)]
    return [one for one in every if (one.cache_parameters()["maxsize"] or 0) > FEW]
