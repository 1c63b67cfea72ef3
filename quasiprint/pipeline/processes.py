"""Works that are done in processes of their own, and hand back values one by one.

A process is started with what it is to do as a value, in whichever way Python starts processes.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from quasiprint import children
from quasiprint.model.blame import Shortage, shortage
from quasiprint.model.errors import InputError
from quasiprint.storage.replacing import DeferredSignals

PER_JOB = 512 << 20  # bytes of memory; the default sets need a third of it
Hand = Callable[[Any], None]  # hands a value back
forks = children.forks
Work = tuple[Callable[..., None], tuple[Any, ...]]  # what is done, given a `Hand` and these arguments


@dataclass(frozen=True, slots=True)
class Done:
    """Handed back after the last value of a work."""


class Ended(Exception):
    """A process ended before its work was done. number: of the work. status: how, as `children.end_of` takes it."""

    def __init__(self, number: int, status: int) -> None:
        super().__init__(children.end_of(status))
        self.number = number

    def told(self, name: str) -> Shortage:
        """Return it in a line, with what probably lacked. name: of the work, for people."""
        advice = "; is there memory for so many --jobs?" if "memory" in str(self) else ""
        return Shortage(f"{name}: its process was ended ({self}){advice}")


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


def handed_back(works: Sequence[Work], jobs: int) -> Generator[tuple[int, Any], None, None]:
    """Do works, so many at once, begun in their order; yield the number of a work and a value of it, `Done` after its
    last. Values of one work come in their order. jobs: from 1.

    Raises InputError as the works do, Shortage where the machine lacks something, Ended, Failed; then, as when it is
    closed, no process is left.
    """
    waiting = list(enumerate(works))
    running: dict[Connection, tuple[int, children.Job]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, work = waiting.pop(0)
                receiver, sender = Pipe(duplex=False)
                with DeferredSignals():
                    running[receiver] = number, children.start_job(_child, sender, *work)
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
            child.kill()
            child.join()


def _received(receiver: Connection, number: int, child: children.Job) -> Any:
    try:
        value, problem = receiver.recv()
    except (EOFError, OSError) as cut:
        if isinstance(cut, OSError) and cut.errno is not None:
            raise  # the system refuses something; of a value that breaks off in the middle it has nothing to say
        child.join()
        raise Ended(number, child.exitcode or 0) from None
    if isinstance(problem, str):
        raise Failed(number, problem)
    if problem is not None:
        raise problem
    return value


def _child(sender: Connection, does: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    try:
        children.end_with_parent()
        does(lambda value: sender.send((value, None)), *arguments)
        sender.send((Done(), None))
    except InputError as problem:
        sender.send((None, problem))
    except Exception as problem:
        sender.send((None, shortage(problem) or traceback.format_exc()))
