"""How functions are compiled: by numba, and kept on disk where there is a place for it.

numba keeps what it compiled beside the source or in the user's cache. An installation that nobody
can write to, used by somebody without a home, has neither; there it compiles anew in every run.
numba believes what it finds there. A file that was cut off or went bad would end a run, or worse,
so what is kept ends with its SHA-256, and is compiled anew where that does not agree.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

F = TypeVar("F")
DIGEST = hashlib.sha256().digest_size


class _ProvenFile(IndexDataCacheFile):
    """numba's files of one function, with a digest at the end of each."""

    def _dump(self, obj: Any) -> bytes:
        data: bytes = super()._dump(obj)
        return data + hashlib.sha256(data).digest()

    def _load_index(self) -> dict[Any, str]:
        try:
            # numba puts its version in front of the data, in a pickle of its own
            found: dict[Any, str] = super()._load_index()
        except Exception:  # whatever pickle makes of bytes that are none of its own
            return {}
        return found if all(isinstance(name, str) and Path(name).name == name for name in found.values()) else {}

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
            return None  # as if it were not there
        return super()._load_data(name)


class _ProvenCache(FunctionCache):
    def __init__(self, function: Any) -> None:
        super().__init__(function)
        file = self._cache_file
        self._cache_file = _ProvenFile(self._cache_path, self._impl.filename_base, file._source_stamp)


def compiled(function: F) -> F:
    """Return a function compiled at its first call."""
    made: Any = njit(function)
    with contextlib.suppress(RuntimeError):  # no place to keep it
        made._cache = _ProvenCache(function)
    return made  # type: ignore[no-any-return]
