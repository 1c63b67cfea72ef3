"""Works that are done in processes of their own, here or on a cluster, and emit values one by one.

A process is started with what it is to do as a value, in whichever way Python starts processes. The executors of
`concurrent.futures` hand back one value a work, at its end, and do not say which work a dead worker had, or how it
ended; so each work has a process and a pipe of its own.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import nullcontext
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from quasiprint.errors import InputError, Unavailable
from quasiprint.system import children, interruption, machine
from quasiprint.system.interruption import DeferredSignals
from quasiprint.system.outcome import Shortage, reraise_if_not_input, shortage
from quasiprint.system.progress import is_heard, tell, telling
from quasiprint.version import __version__

PER_JOB = 512 << 20  # bytes of memory; the default sets need a third of it
Emit = Callable[[Any], None]
forks = children.forks
Work = tuple[Callable[..., None], tuple[Any, ...]]  # what is done, given an `Emit` and these arguments
END, TOLD = object(), object()
PATIENCE = "10s"  # to find the scheduler of a cluster
LOOKS_EVERY = 0.5  # s: whether the run was ended, or its time is used up
LOST = 20  # times that a cluster may give up a work before we do


def usual_jobs() -> int:
    """Return how many jobs a run has if nobody says: one for each core that this process may use, but no more than the
    machine has memory for; one alone where a new process begins with nothing, and would have to design the set
    again."""
    if not forks():
        return 1
    cores, memory = machine.cores_and_memory()
    return max(1, min(cores, memory // PER_JOB))


def results(works: Sequence[Work], jobs: int, name: Callable[[int], str]) -> Generator[tuple[int, Any], None, None]:
    """Do works, so many at once, begun in their order; yield the number of a work and a value that it emits. Values of
    one work come in their order. jobs: from 1. name: what a work is called, for people. Raises InputError and
    Unavailable as the works do, Shortage where the machine lacks something or a process was ended, RuntimeError for a
    fault of the program; then, as when it is closed, no process is left."""
    waiting = list(enumerate(works))
    running: dict[Any, tuple[int, children.Job]] = {}  # by its end of the pipe, which has another type on Windows
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, work = waiting.pop(0)
                receiver, sender = Pipe(duplex=False)
                with DeferredSignals():
                    running[receiver] = number, children.start_job(_child, sender, *work)
                sender.close()
            for ready in wait(list(running)):
                number, child = running[ready]
                value = _receive(ready, child, name, number)
                if value is END:
                    child.join()
                    del running[ready]
                elif value is not TOLD:
                    yield number, value
    except OSError as problem:  # nothing is read or written here but what goes from process to process
        raise shortage(problem) or problem from None
    finally:
        for _, child in running.values():
            child.kill()
            child.join()


def emit_result(emit: Emit, work: Callable[..., Any], *arguments: Any) -> None:
    """Emit the one value that a work returns."""
    emit(work(*arguments))


def _receive(receiver: Any, child: children.Job, name: Callable[[int], str], number: int) -> Any:
    """Return the next value of a work, END after its last, TOLD if it has only told something."""
    try:
        values, problem = receiver.recv()
        if values is None:
            tell(problem)
            return TOLD
    except (EOFError, OSError) as cut:
        if isinstance(cut, OSError) and cut.errno is not None:
            raise  # the system refuses something; of a value that breaks off in the middle it has nothing to say
        child.join()
        how = children.end_of(child.exitcode or 0)
        advice = "; is there memory for so many --jobs?" if "memory" in how else ""
        raise Shortage(f"{name(number)}: its process was ended ({how}){advice}") from None
    if isinstance(problem, str):
        raise RuntimeError(f"{name(number)} failed:\n{problem}")
    if problem is not None:
        raise problem
    return values[0] if values else END


def _child(sender: Connection, does: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    try:
        children.end_with_parent()
        with telling(lambda what: sender.send((None, what))) if is_heard() else nullcontext():
            does(lambda value: sender.send(((value,), None)), *arguments)
        sender.send(((), None))
    except (InputError, Unavailable) as problem:
        sender.send(((), problem))
    except Exception as problem:
        sender.send(((), shortage(problem) or traceback.format_exc()))


def cluster_results(
    address: str, work: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], seconds: float | None
) -> Generator[Any, None, None]:
    """Yield the result of a work for each of its arguments, as they come; None when the time is used up. address: of
    the scheduler, such as tcp://10.0.0.1:8786. Raises Unavailable without Dask, InputError where nobody answers, or a
    worker has another version."""
    try:
        import distributed
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("--scheduler: needs Dask's distributed; pip install 'quasiprint[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as problem:
        interruption.raise_if_interrupted(problem)
        raise InputError(f"--scheduler: nobody answers at {address!r}, allowed is the address of a Dask scheduler, "
                         "such as tcp://10.0.0.1:8786") from None  # fmt: skip
    end = None if seconds is None else time.monotonic() + seconds
    with client:

        def submit(number: int) -> Any:
            return client.submit(_on_worker, __version__, work, *arguments[number], pure=False)

        waiting = {submit(number): number for number in range(len(arguments))}
        lost = [0] * len(arguments)
        try:
            while waiting:
                interruption.check()
                if end is not None and time.monotonic() > end:
                    yield None
                    return
                try:
                    done = distributed.wait(list(waiting), timeout=LOOKS_EVERY, return_when="FIRST_COMPLETED").done
                except (TimeoutError, distributed.TimeoutError):
                    continue
                for future in done:
                    number = waiting.pop(future)
                    wrong = None if future.cancelled() else future.exception()
                    if future.cancelled() or isinstance(wrong, distributed.KilledWorker):
                        lost[number] += 1
                        if lost[number] > LOST:
                            raise Unavailable("--scheduler: worker after worker was lost with the same work")
                        waiting[submit(number)] = number
                    elif wrong is not None:
                        raise wrong
                    else:
                        yield future.result()
        finally:
            client.cancel(list(waiting))


def _on_worker(version: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Do a work on a worker. Raises InputError if another version of the program is there."""
    if version != __version__:
        raise InputError(f"--scheduler: a worker has quasiprint {__version__}, this is {version}")
    return work(*arguments)
