"""Which functions are compiled, and when: the one place that knows whether numba is there, and whether it pays.

A kernel is a function of numbers and arrays that runs through a loop many times. As Python it gives the same result
as compiled, to the last bit; it only takes longer. So nothing depends on numba: where it is missing, or its start and
the compiling would take longer than the work, the kernel runs as Python.

What is compiled numba keeps where there is a place for it. It asks for the date of one source file; here what is kept
is named by the digest of all that it was made from. A file that went bad is compiled anew, and a full disk is no reason
to stop. A file ``.numba_config.yaml`` in the current folder could name another place, with code of a stranger's: it is
not read, neither when numba is imported nor when it compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from quasiprint.system.outcome import require_room, reraise_if_not_input
from quasiprint.system.progress import tell

F = TypeVar("F", bound=Callable[..., Any])
PAYS = 3.0  # s of Python: the start of numba takes 0.6 s, to compile a kernel 1 to 8 s, once; then it is kept on disk
ALWAYS = float("inf")  # s of work that may have no end
_plain: dict[Any, Any] = {}  # every kernel, and what runs in its place as Python
_made: dict[Any, Any] = {}  # the kernels that were compiled in this process


def kernel(function: F) -> F:
    """Say that a function can be compiled. It runs as Python as well, and may call other kernels."""
    _plain[function] = function
    return function


def kernel_for(plain: F) -> Callable[[F], F]:
    """Say that a function is written for the compiler alone. In its place `plain` runs as Python."""

    def register(function: F) -> F:
        _plain[function] = plain
        return function

    return register


def choose(function: F, seconds: float, what: str) -> F:
    """Return what to call for a kernel, compiled or not.

    seconds: what the work takes as Python. what: the work, for people to read while it is compiled.
    """
    if function in _made:
        return compile_kernel(function)
    if seconds < PAYS or not available():
        return plain(function)
    tell(f"compiling: {what} (once, some seconds) …")
    return compile_kernel(function)


def plain(function: F) -> F:
    """Return what runs as Python for a kernel."""
    found: F = _plain[function]
    return found


def compile_kernel(function: F) -> F:
    """Return a kernel, compiled at its first call with the kernels that it calls. Raises ImportError without numba."""
    if function not in _made:
        known = dict(function.__globals__)
        calls = {name: known.get(name) for name in function.__code__.co_names}
        called = {
            name: compile_kernel(other)
            for name, other in calls.items()
            if isinstance(other, FunctionType) and other in _plain and other is not function
        }
        known |= called
        copied = FunctionType(function.__code__, known, function.__name__, function.__defaults__, function.__closure__)
        copied.__qualname__, copied.__module__ = function.__qualname__, function.__module__
        known[function.__name__] = made = _compiler()(copied, called.values())  # it may call itself
        _made[function] = made
    found: F = _made[function]
    return found


@cache
def available() -> bool:
    """Tell whether numba is there and can be loaded."""
    try:
        if find_spec("numba") is None:
            return False
        _compiler()
    except ImportError as problem:  # it does not go with this Python, or with this numpy
        reraise_if_not_input(problem)
        return False
    return True


@cache
def _compiler() -> Callable[[Any, Iterable[Any]], Any]:
    """Return the compiler: a function of a function and the compiled kernels that it calls. Raises ImportError without
    numba."""
    from quasiprint.system.children import OURS, load

    require_room("to compile")
    load("numba")  # before anything of it is imported
    from numba import njit

    caching: Any = import_module("numba.core.caching")
    caching.config._config_fname = str(OURS / "no-numba-config.yaml")  # noqa: SLF001

    class Kept(caching.FunctionCache):  # type: ignore[misc]
        """numba's files of one function. stamp: of its source, and of all that is compiled into it."""

        def __init__(self, function: Any, stamp: str) -> None:
            super().__init__(function)
            name = f"{self._impl.filename_base}.{stamp[:16]}"
            self._cache_file = caching.IndexDataCacheFile(self._cache_path, name, stamp)

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

    def jit(function: Any, calls: Iterable[Any]) -> Any:
        made: Any = njit(function, nogil=True)  # several threads may search at once
        digest = hashlib.sha256(" ".join(other.stamp for other in calls).encode())
        with contextlib.suppress(OSError):  # in an archive, or not delivered: then numba asks for the code alone
            digest.update(Path(function.__code__.co_filename).read_bytes())
        made.stamp = digest.hexdigest()
        with contextlib.suppress(RuntimeError):  # no place to keep it
            made._cache = Kept(function, made.stamp)  # noqa: SLF001
        return made

    return jit
