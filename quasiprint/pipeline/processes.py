"""Works that are done in processes of their own, and hand back values one by one.

A process is started with what it is to do as a value, in whichever way Python starts processes. It ends with the one
that started it, hears no Ctrl-C of its own, and takes no module from the folder where it is.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from quasiprint.model.blame import Shortage, shortage
from quasiprint.model.errors import InputError
from quasiprint.storage.replacing import DeferredSignals

# the signals that end a run, where a process can keep them waiting
SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if hasattr(signal, "pthread_sigmask") else set()
PER_JOB = 512 << 20  # bytes of memory; the default sets need a third of it
Hand = Callable[[Any], None]  # hands a value back
Work = tuple[Callable[..., None], tuple[Any, ...]]  # what is done, given a `Hand` and these arguments


@dataclass(frozen=True, slots=True)
class Done:
    """Handed back after the last value of a work."""


class Ended(Exception):
    """A process ended before its work was done. number: of the work."""

    def __init__(self, number: int, how: str) -> None:
        super().__init__(how)
        self.number = number

    def told(self, name: str) -> Shortage:
        """Return it in a line, with what probably lacked. name: of the work, for people."""
        return Shortage(f"{name}: its process was ended ({self}); is there memory for so many --jobs?")


class Failed(Exception):
    """A work raised what is a fault of the program. number: of the work; the message is the traceback."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(what)
        self.number = number


def usual_jobs() -> int:
    """Return how many jobs a run has if nobody says: one for each core that this process may use, but no more than the
    machine has memory for; one alone where a new process begins with nothing, and would have to design the set
    again."""
    if not forks():
        return 1
    try:
        cores = len(os.sched_getaffinity(0))
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not every system tells
        return 1
    return max(1, min(cores, memory // PER_JOB))


def forks() -> bool:
    """Tell whether a new process is a copy of this one, with all that is made so far."""
    return multiprocessing.get_start_method() == "fork"


def handed_back(works: Sequence[Work], jobs: int) -> Generator[tuple[int, Any], None, None]:
    """Do works, so many at once, begun in their order; yield the number of a work and a value of it, `Done` after its
    last. Values of one work come in their order. jobs: from 1.

    Raises InputError as the works do, Shortage where the machine lacks something, Ended, Failed; then, as when it is
    closed, no process is left.
    """
    waiting = list(enumerate(works))
    running: dict[Connection, tuple[int, multiprocessing.Process]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, work = waiting.pop(0)
                receiver, sender = multiprocessing.Pipe(duplex=False)
                child = multiprocessing.Process(target=_child, args=(sender, *work))
                running[receiver] = number, child
                with DeferredSignals(), _unheard(), _safe_path():
                    child.start()
                sender.close()
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                number, child = running[ready]
                value = _received(ready, number, child)
                if isinstance(value, Done):
                    child.join()
                    del running[ready]
                yield number, value
    finally:
        for _, child in running.values():
            with contextlib.suppress(ValueError, AttributeError):
                child.kill()
                child.join()


def _received(receiver: Connection, number: int, child: multiprocessing.Process) -> Any:
    try:
        value, problem = receiver.recv()
    except (EOFError, OSError) as cut:
        if isinstance(cut, OSError) and cut.errno is not None:
            raise  # the system refuses something; of a value that breaks off in the middle it has nothing to say
        child.join()
        raise Ended(number, _ended_by(child)) from None
    if isinstance(problem, str):
        raise Failed(number, problem)
    if problem is not None:
        raise problem
    return value


def _ended_by(child: multiprocessing.Process) -> str:
    code = child.exitcode or 0
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Keep signals waiting, so that a child hears none before it has said what it does with them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if SIGNALS else set()
    try:
        yield
    finally:
        if SIGNALS:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Have new interpreters not look for modules in the current folder, which is the first place where they look: it
    may be a stranger's. What the path of this program names they are handed as it is."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _child(sender: Connection, does: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    # The parent hears Ctrl-C, too, and ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if SIGNALS:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
        does(lambda value: sender.send((value, None)), *arguments)
        sender.send((Done(), None))
    except InputError as problem:
        sender.send((None, problem))
    except Exception as problem:
        sender.send((None, shortage(problem) or traceback.format_exc()))


def _end_with_parent() -> None:
    """End this process when its parent was killed: nobody waits for what it does, and the next run clears it up."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
