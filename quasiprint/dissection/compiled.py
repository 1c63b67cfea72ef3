"""How functions are compiled: by numba, and kept on disk where there is a place for it.

numba keeps what it compiled beside the source or in the user's cache. An installation that nobody
can write to, used by somebody without a home, has neither; there it compiles anew in every run.
"""

from __future__ import annotations

from typing import Any, TypeVar

from numba import njit

F = TypeVar("F")


def compiled(function: F) -> F:
    """Return a function compiled at its first call."""
    made: Any
    try:
        made = njit(cache=True)(function)
    except RuntimeError:  # no place to keep it
        made = njit(function)
    return made  # type: ignore[no-any-return]
