"""The signals that end a run, Ctrl-C among them: each raises a KeyboardInterrupt, and is remembered.

Python raises an exception for a signal, wherever the program is. A library may turn that into an error of its own (an
import that was interrupted "fails", and the library seems to be missing), or lose it. So whoever would make something
of an error asks `raise_if_interrupted` first, and in the end the remembered signal wins over every other outcome.

In a `critical` section signals wait: there what was made is put in its place. A signal before it ends the run, and
nothing is changed; one after it comes too late, and the run is done.

An import is not interrupted: some libraries of C++ end the whole program when Python raises something while they are
loaded. The signal is sent once more a moment later.

This module imports next to nothing: it has to be there before anything else is loaded.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager, suppress
from threading import Timer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import Any

# the last one: a window that is closed, on Windows
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
SIGNALS = tuple(getattr(signal, name) for name in NAMES if hasattr(signal, name))
SAME = 1.0  # s: signals that follow one another as quickly are one wish, and do not disturb the clearing up
LONGEST = 10.0  # s: for so long a signal waits for imports
AGAIN = 0.02  # s


class _State:
    """What a run has heard. first: the signal that came first. since: when, s. raised: when one was raised last, s.
    done: what was asked for is in its place, or the run is over."""

    first: int | None = None
    since = 0.0
    raised = -SAME
    done = False


_state = _State()


def _handle(number: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    if _state.first is None:
        _state.first, _state.since = number, now
    if _state.done or now - _state.raised < SAME:
        return
    if now - _state.since < LONGEST and is_importing(frame):
        with suppress(RuntimeError):  # no thread can be started
            Timer(AGAIN, signal.raise_signal, (number,)).start()
            return
    _state.raised = now
    raise KeyboardInterrupt


def is_importing(frame: FrameType | None) -> bool:
    """Tell whether a module is being imported where the program is."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _unraisable(problem: Any) -> None:
    """Say nothing of an interruption that came where nothing can be raised: it is remembered."""
    if not isinstance(problem.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(problem)


def handle_with(handler: Any) -> dict[int, Any]:
    """Set a handler for the signals that end a run; return the handlers of before, for `restore`. One that was
    ignored stays so. In a thread nothing is changed: Python handles signals in the main one."""
    before: dict[int, Any] = {}
    with suppress(ValueError):
        for number in SIGNALS:
            was = signal.getsignal(number)
            if was not in (signal.SIG_IGN, None):
                signal.signal(number, handler)
                before[number] = was
    return before


def restore(before: dict[int, Any]) -> None:
    """Restore the handlers of before."""
    for number, handler in before.items():
        signal.signal(number, handler)


def begin() -> dict[int, Any]:
    """Begin a run: let the signals that end one raise a KeyboardInterrupt. Return what `handle_with` does."""
    global _state  # noqa: PLW0603 - signals are the process's
    _state = _State()
    sys.unraisablehook = _unraisable
    return handle_with(_handle)


@contextmanager
def critical(*, last: bool = False) -> Iterator[None]:
    """Let signals wait until the block is done.

    last: the block puts in its place what the run was asked for. A signal that came before ends the run here; after the
    block it is too late for one, unless the block fails.
    """
    if last:
        check()
    waiting: list[int] = []
    before = handle_with(lambda number, _: waiting.append(number))
    try:
        yield
        _state.done |= last
    finally:
        restore(before)
        if waiting:
            signal.raise_signal(waiting[0])


def check() -> None:
    """Raise KeyboardInterrupt if the run was asked to end, whatever has become of that since."""
    if _state.first is not None and not _state.done:
        raise KeyboardInterrupt


def raise_if_interrupted(problem: BaseException) -> None:
    """Raise the interruption that came, or that an error was made from. To be asked before an error is taken for
    anything else. A kind of KeyboardInterrupt that somebody made is none."""
    check()
    for link in links(problem):
        if type(link) is KeyboardInterrupt:
            raise link


def links(problem: BaseException) -> Iterator[BaseException]:
    """Yield an error and what it was made from, each once."""
    visited: set[int] = set()
    link: BaseException | None = problem
    while link is not None and id(link) not in visited:
        visited.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def begin_next() -> None:
    """Say that there is more to do after something was put in its place. Raises KeyboardInterrupt if a signal came."""
    _state.done = False
    check()


def end() -> int | None:
    """End the run: nothing is interrupted any more. Return the signal that ended it, None for one that was done."""
    number = None if _state.done else _state.first
    _state.done = True
    return number
