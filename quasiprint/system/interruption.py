"""The signals that end a run: each is remembered, so that an interruption is never taken for anything else.

Python hears a signal by an exception, wherever it stands. A library may turn that into an error of its own (an import
that was interrupted "fails", and the library seems to be missing), or lose it. So the signal is remembered as well as
raised: whoever would make something of an error asks `check` first, and in the end the remembered signal wins over
every other outcome.

Until when, is decided once: a run has its point of no return, where what it made is put in its place. A signal before
it ends the run, and nothing is changed; one after it comes too late, and the run is done.

An import is not interrupted at all: some libraries of C++ end the whole program when Python raises something while
they are loaded. The signal waits until it is done, which an alarm finds out.

This module imports next to nothing: it has to be there before anything else is loaded.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager, suppress

from quasiprint.system.machine import SIGNALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any


SAME = 1.0  # s: signals that follow one another as quickly are one wish, and do not disturb the clearing up
LONGEST = 10.0  # s: for so long a signal waits for imports
LOOKS_EVERY = 0.02  # s


class Interrupted(BaseException):
    """The run was told to end. number: of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Heard:
    """What a run has heard. first: the signal that came first. since: when, s. raised: when one was raised last, s.
    settled: what was made is in its place. over: nothing is to be interrupted any more."""

    first: int | None = None
    since = 0.0
    raised: float = -SAME
    settled = False
    over = False


_heard = _Heard()
_before: dict[int, Any] = {}  # who heard the signals before; empty where nobody listens


def _hear(number: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    if _heard.over:
        return
    if _heard.first is None:
        _heard.first, _heard.since = number, now
    if _heard.settled or now - _heard.raised < SAME:
        return
    if now - _heard.since < LONGEST and hasattr(signal, "setitimer") and is_importing(frame):
        signal.setitimer(signal.ITIMER_REAL, LOOKS_EVERY)
        return
    _heard.raised = now
    raise Interrupted(_heard.first)


def is_importing(frame: FrameType | None) -> bool:
    """Tell whether a module is being imported where the program stands."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _unraisable(told: Any) -> None:
    """Say nothing of an interruption that came where nothing can be raised: it is remembered."""
    if not isinstance(told.exc_value, Interrupted):
        sys.__unraisablehook__(told)


def listen() -> None:
    """Hear the signals that end a run from now on. One that was ignored before stays so. In the main thread alone."""
    global _heard  # noqa: PLW0603 - signals are the process's
    _heard = _Heard()
    sys.unraisablehook = _unraisable
    for number in SIGNALS:
        heard = signal.getsignal(number)
        if heard is not signal.SIG_IGN and heard is not None:
            try:
                signal.signal(number, _hear)
            except ValueError:  # another thread than the main one, which is where signals are heard
                return
            _before.setdefault(number, heard)


def listening() -> bool:
    """Tell whether signals are heard here."""
    return bool(_before)


def leave() -> None:
    """Let those hear the signals again who heard them before."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)  # nobody who hears one waits for an import any more
    for number, heard in list(_before.items()):
        signal.signal(number, heard)
        del _before[number]
    sys.unraisablehook = sys.__unraisablehook__


def deafen() -> None:
    """Ignore the signals: the run is over, its outcome is said, and the interpreter ends."""
    for number in _before:
        signal.signal(number, signal.SIG_IGN)


def check() -> None:
    """Raise Interrupted if the run was told to end, whatever has become of that since."""
    if _heard.first is not None and not _heard.settled and not _heard.over:
        raise Interrupted(_heard.first)


def raise_if_interrupted(problem: BaseException) -> None:
    """Raise Interrupted if the run was told to end, KeyboardInterrupt if that is what an error was made from. To be
    asked before an error is taken for anything else. Where signals are heard, no KeyboardInterrupt comes of one, and a
    kind of it that somebody made comes of none anywhere."""
    check()
    for link in links(problem):
        if isinstance(link, Interrupted) or (type(link) is KeyboardInterrupt and not listening()):
            raise link


def links(problem: BaseException) -> Iterator[BaseException]:
    """Yield an error and what it was made from, each once."""
    seen: set[int] = set()
    link: BaseException | None = problem
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def go_on() -> None:
    """Say that there is more to do after something was put in its place. Raises Interrupted if a signal came."""
    _heard.settled = False
    check()


def end() -> int | None:
    """End the run: nothing is interrupted any more. Return the signal that ended it, None for one that was done."""
    _heard.over = True
    return None if _heard.settled else _heard.first


class DeferredSignals:
    """Keeps the signals that end a run waiting, but for where they are let through.

    Only those that Python hears: a signal that ends the program at once does so still. In a thread of its own there
    is nothing to do, since Python hears signals in the main one.
    """

    def __init__(self) -> None:
        self._before: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._waiting: list[int] = []
        self._open = False

    def __enter__(self) -> DeferredSignals:
        try:
            for number in SIGNALS:
                heard = signal.getsignal(number)
                if callable(heard):
                    self._before[number] = heard
                    with suppress(ValueError):  # not the main thread
                        signal.signal(number, self._hear)
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._restore()
        # a run that is being ended already need not be told again
        if self._waiting and (kind is None or issubclass(kind, Exception)):
            self._before[self._waiting[0]](self._waiting[0], None)

    @contextmanager
    def let_through(self) -> Iterator[None]:
        """Hear signals for as long as the block runs, and what has come before; but one that ends it is the last."""
        self._open = True
        try:
            if self._waiting:
                self._hear(self._waiting.pop(0), None)
            yield
        finally:
            self._open = False

    @contextmanager
    def settling(self) -> Iterator[None]:
        """Put something in its place in the block, and pass the point of no return: what has come before ends the run
        here; what comes later waits, and is too late, unless the block fails."""
        with self.let_through():
            check()
        _heard.settled = True
        try:
            yield
        except BaseException:
            _heard.settled = False
            raise

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if not self._open:
            self._waiting.append(number)
            return
        self._open = False  # whatever is cleared up now is not to be interrupted by the next
        self._before[number](number, frame)
        self._open = True

    def _restore(self) -> None:
        for number, heard in self._before.items():
            with suppress(ValueError):
                signal.signal(number, heard)
