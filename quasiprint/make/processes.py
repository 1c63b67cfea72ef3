"""Works that yield values one by one, each in a process of its own.

A process is started with what it is to do as a value, in whichever way Python starts processes. The executors of
`concurrent.futures` hand back one value a work, at its end, and do not say which work a dead worker had, or how it
ended; so each work has a process and a pipe of its own.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from quasiprint.errors import InputError, Unavailable
from quasiprint.system import children
from quasiprint.system.interruption import critical
from quasiprint.system.outcome import Shortage, shortage
from quasiprint.system.progress import tell, telling

PER_JOB = 512 << 20  # bytes of memory; the default sets need a third of it
Work = tuple[Callable[..., Iterable[Any]], tuple[Any, ...]]  # what yields the values, given these arguments
VALUE, REPORT, END = "value", "report", "end"  # of what a process says; with an end, the problem, if there is one


def usual_jobs() -> int:
    """Return how many jobs a run has if nobody says: one for each core that this process may use, but no more than the
    machine has memory for; one alone where a new process begins with nothing, and would have to design the set
    again."""
    if multiprocessing.get_start_method() != "fork":
        return 1
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return max(1, min(len(os.sched_getaffinity(0)), memory // PER_JOB))
    except (AttributeError, OSError, ValueError):  # the system does not tell
        return 1


def results(works: Sequence[Work], jobs: int, name: Callable[[int], str]) -> Generator[tuple[int, Any], None, None]:
    """Do works, so many at once, begun in their order; yield the number of a work and a value of it. Values of one work
    come in their order. jobs: from 1; one alone, or one work, is done in this process. name: what a work is called, for
    people. Raises InputError and Unavailable as the works do, Shortage where the machine lacks something or a process
    was ended, RuntimeError for a fault of the program; then, as when it is closed, no process is left."""
    waiting = list(enumerate(works))
    running: dict[Any, tuple[int, children.Job]] = {}  # by its end of the pipe, which has another type on Windows
    try:
        while waiting and (jobs == 1 or len(works) == 1):
            number, (does, arguments) = waiting.pop(0)
            for value in does(*arguments):
                yield number, value
        while waiting or running:
            while waiting and len(running) < jobs:
                number, work = waiting.pop(0)
                receiver, sender = Pipe(duplex=False)
                with critical():
                    running[receiver] = number, children.start_job(_child, sender, *work)
                sender.close()
            for ready in wait(list(running)):
                number, child = running[ready]
                kind, value = _receive(ready, child, name, number)
                if kind == VALUE:
                    yield number, value
                elif kind == REPORT:
                    tell(value)
                else:
                    child.join()
                    del running[ready]
    except OSError as problem:  # nothing is read or written here but what goes from process to process
        raise shortage(problem) or problem from None
    finally:
        for _, child in running.values():
            child.kill()
            child.join()


def _receive(receiver: Any, child: children.Job, name: Callable[[int], str], number: int) -> tuple[str, Any]:
    """Return what a work says next: its kind, and a value, or a report in words. Raises the problem that ended it."""
    try:
        kind, value = receiver.recv()
    except (EOFError, OSError) as cut:
        if isinstance(cut, OSError) and cut.errno is not None:
            raise  # the system refuses something; of a value that breaks off in the middle it has nothing to say
        child.join()
        how = children.end_of(child.exitcode or 0)
        advice = "; is there memory for so many --jobs?" if "memory" in how else ""
        raise Shortage(f"{name(number)}: its process was ended ({how}){advice}") from None
    if kind == END and value is not None:
        raise value if isinstance(value, Exception) else RuntimeError(f"{name(number)} failed:\n{value}")
    return kind, value


def _child(sender: Connection, does: Callable[..., Iterable[Any]], arguments: tuple[Any, ...]) -> None:
    try:
        children.begin_job()
        with telling(lambda what: sender.send((REPORT, what))):
            for value in does(*arguments):
                sender.send((VALUE, value))
        sender.send((END, None))
    except (InputError, Unavailable) as problem:
        sender.send((END, problem))
    except Exception as problem:
        sender.send((END, shortage(problem) or traceback.format_exc()))
