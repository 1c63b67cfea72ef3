"""How kernels are compiled: by numba, and kept on disk where there is a place for it. `compiled` says which and when.

numba keeps what it compiled beside the source or in the user's cache. An installation that nobody
can write to, used by somebody without a home, has neither; there it compiles anew in every run.
numba believes what it finds there. A file that was cut off or went bad would end a run, or worse,
so what is kept ends with its SHA-256, and is compiled anew where that does not agree. It is also
compiled anew where the source differs of anything that was compiled with it, in whichever file that
is; numba asks for the date of one. A disk that is full is no reason to stop, and what a killed run has
left is taken by the next.

A file ``.numba_config.yaml`` in the current folder could name another place, with code of a stranger's: it is not read,
neither when numba is imported nor when it compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from quasiprint.disk.replacing import replacing
from quasiprint.model.blame import require_room, reraise_if_not_input
from quasiprint.system.libraries import OURS, load

require_room("to compile")
load("numba")  # before anything of it is imported
from numba import njit  # noqa: E402
from numba.core import config  # noqa: E402
from numba.core.caching import FunctionCache, IndexDataCacheFile  # noqa: E402

config._config_fname = str(OURS / "no-numba-config.yaml")
DIGEST = hashlib.sha256().digest_size


class _ProvenFile(IndexDataCacheFile):
    """numba's files of one function, with a digest at the end of each: of what it holds, and what it was made from.

    numba writes the index first. A run that is killed then leaves an index of today's source that names code of
    yesterday's.
    """

    _key: Any = None

    def _digest(self, data: bytes) -> bytes:
        whole = hashlib.sha256(repr((self._version, self._source_stamp, self._key)).encode())
        whole.update(data)
        return whole.digest()

    def _dump(self, obj: Any) -> bytes:
        data: bytes = super()._dump(obj)
        return data + self._digest(data)

    def load(self, key: Any) -> Any:
        self._key = key
        return super().load(key)

    def save(self, key: Any, data: Any) -> None:
        self._key = key
        with contextlib.suppress(OSError):
            super().save(key, data)

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        with replacing(Path(filepath)) as stream:
            yield stream

    def _load_index(self) -> dict[Any, str]:
        try:
            # numba puts its version in front of the data, in a pickle of its own
            found: dict[Any, str] = super()._load_index()
        except Exception as problem:  # whatever pickle makes of bytes that are none of its own
            reraise_if_not_input(problem)
            return {}
        return found if all(isinstance(name, str) and Path(name).name == name for name in found.values()) else {}

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if self._digest(data[:-DIGEST]) != data[-DIGEST:]:
            return None  # as if it were not there
        return super()._load_data(name)


class _ProvenCache(FunctionCache):
    def __init__(self, function: Any, stamp: tuple[str, ...]) -> None:
        super().__init__(function)
        self._cache_file = _ProvenFile(self._cache_path, self._impl.filename_base, stamp)


def jit(function: Any, calls: Iterable[Any] = ()) -> Any:
    """Return a function compiled at its first call. calls: what it calls that is compiled with it."""
    made: Any = njit(function, nogil=True)  # several threads may search at once
    with contextlib.suppress(RuntimeError):  # no place to keep it
        made._cache = _ProvenCache(function, _stamp((function, *calls)))
    return made


def _stamp(functions: Iterable[Any]) -> tuple[str, ...]:
    """Return what tells the source of functions from any other, and of all that stands in their files."""
    files = {function.__code__.co_filename for function in functions}
    return tuple(hashlib.sha256(_source(Path(file))).hexdigest() for file in sorted(files))


def _source(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # in an archive, or not delivered: then what was compiled is told from other by the code alone
        return b""
