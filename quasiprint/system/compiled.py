"""Which functions are compiled, and when: the one place that knows whether numba is there, and whether it pays.

A kernel is a function of numbers and arrays that runs through a loop many times. As Python it gives the same result
as compiled, to the last bit; it only takes longer. So nothing depends on numba: where it is missing, or its start and
the compiling would take longer than the work, the kernel runs as Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar

from quasiprint.model.blame import reraise_if_not_input
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
    """Return a kernel compiled, at its first call, with those that it calls. Raises ImportError without numba."""
    if function not in _made:
        from quasiprint.system.compiling import jit

        made = jit(_with(function, _callees(function)), _reachable(function))
        made.py_func.__globals__[function.__name__] = made  # it may call itself
        _made[function] = made
    found: F = _made[function]
    return found


@cache
def available() -> bool:
    """Tell whether numba is there and can be loaded."""
    try:
        if find_spec("numba") is None:
            return False
        import quasiprint.system.compiling  # noqa: F401
    except ImportError as problem:  # it does not go with this Python, or with this numpy
        reraise_if_not_input(problem)
        return False
    return True


def _callees(function: Any) -> dict[str, Any]:
    """Return the other kernels that one calls, by the names that it knows them by."""
    known = function.__globals__
    found = {name: known.get(name) for name in function.__code__.co_names}
    kernels = {name: value for name, value in found.items() if isinstance(value, FunctionType) and value in _plain}
    return {name: value for name, value in kernels.items() if value is not function}


def _reachable(function: Any) -> tuple[Any, ...]:
    """Return the kernels that one calls, and those that they call: all that is compiled into it."""
    found: dict[Any, None] = {}
    waiting = [function]
    while waiting:
        new = [other for other in _callees(waiting.pop()).values() if other not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return tuple(found)


def _with(function: Any, called: dict[str, Any]) -> Any:
    """Return a function that calls other kernels compiled."""
    known = {**function.__globals__, **{name: compile_kernel(other) for name, other in called.items()}}
    made = FunctionType(function.__code__, known, function.__name__, function.__defaults__, function.__closure__)
    made.__qualname__, made.__module__, made.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return made
