"""How kernels are compiled: by numba, and kept by numba where there is a place for it. `compiled` says which and when.

numba asks for the date of one source file; here what is kept is named by the digest of all that it was made from. A
file that went bad is compiled anew, and a full disk is no reason to stop.

A file ``.numba_config.yaml`` in the current folder could name another place, with code of a stranger's: it is not read,
neither when numba is imported nor when it compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quasiprint.system.blame import require_room, reraise_if_not_input
from quasiprint.system.libraries import OURS, load

require_room("to compile")
load("numba")  # before anything of it is imported
from numba import njit  # noqa: E402
from numba.core import config  # noqa: E402
from numba.core.caching import FunctionCache, IndexDataCacheFile  # noqa: E402

config._config_fname = str(OURS / "no-numba-config.yaml")


class _Kept(FunctionCache):
    """numba's files of one function. stamp: of its source, and of all that is compiled into it."""

    def __init__(self, function: Any, stamp: str) -> None:
        super().__init__(function)
        self._cache_file = IndexDataCacheFile(self._cache_path, f"{self._impl.filename_base}.{stamp[:16]}", stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception as problem:  # whatever pickle makes of bytes that are none of its own
            reraise_if_not_input(problem)
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


def jit(function: Any, calls: Iterable[Any] = ()) -> Any:
    """Return a function compiled at its first call. calls: what it calls, compiled."""
    made: Any = njit(function, nogil=True)  # several threads may search at once
    digest = hashlib.sha256(" ".join(other.stamp for other in calls).encode())
    with contextlib.suppress(OSError):  # in an archive, or not delivered: then numba asks for the code alone
        digest.update(Path(function.__code__.co_filename).read_bytes())
    made.stamp = digest.hexdigest()
    with contextlib.suppress(RuntimeError):  # no place to keep it
        made._cache = _Kept(function, made.stamp)
    return made
