"""Works of the lab whose one result matters: done here, in processes of their own, or by the workers of a cluster."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from typing import Any

from quasiprint.errors import InputError, Unavailable
from quasiprint.make.processes import results
from quasiprint.system import interruption
from quasiprint.system.outcome import reraise_if_not_input
from quasiprint.system.progress import portion
from quasiprint.version import __version__

PATIENCE = 10  # s: to find the scheduler of a cluster
POLL_SECONDS = 0.5  # s: whether the run was ended, or its time is used up
LOST = 20  # times that a cluster may give up a work before we do


def results_of(
    work: Callable[..., Any],
    arguments: Sequence[tuple[Any, ...]],
    jobs: int,
    scheduler: str | None,
    name: Callable[[int], str],
    end: float | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Yield the number and the result of each work, as they come: of the workers of a cluster, of processes here, or of
    this one, one after the other. scheduler: the cluster's address. name: what a work is called, for people. end: when
    a cluster is left, by the clock, in seconds since 1970."""
    if scheduler:
        return cluster_results(scheduler, work, arguments, end)
    return results([(_result, (k, len(arguments), work, *row)) for k, row in enumerate(arguments)], jobs, name)


def _result(number: int, of: int, work: Callable[..., Any], *arguments: Any) -> Iterator[Any]:
    with portion(number / of, (number + 1) / of):
        found = work(*arguments)
    yield found


def cluster_results(
    address: str, work: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], end: float | None
) -> Generator[tuple[int, Any], None, None]:
    """Yield the number and the result of a work for each of its arguments, as they come, until `end`. address: of the
    scheduler, such as tcp://10.0.0.1:8786. Raises Unavailable without Dask, and when the scheduler is lost; InputError
    where none answers, or a worker has another version."""
    try:
        import distributed
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("--scheduler: needs Dask's distributed; pip install 'quasiprint[cluster]'") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)  # what goes wrong is raised here
    client = _connect(address, distributed.Client)
    with client:

        def submit(number: int) -> Any:
            return client.submit(_on_worker, __version__, work, *arguments[number], pure=False)

        waiting = {submit(number): number for number in range(len(arguments))}
        lost = [0] * len(arguments)
        try:
            while waiting:
                interruption.check()
                if end is not None and time.time() > end:
                    return
                try:
                    done = distributed.wait(list(waiting), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED").done
                except (TimeoutError, distributed.TimeoutError):
                    continue
                except CancelledError as problem:
                    interruption.raise_if_interrupted(problem)
                    raise Unavailable(f"--scheduler: {address} is lost, and with it what was not done yet") from None
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
                        yield number, future.result()
        finally:
            if client.status == "running":
                client.cancel(list(waiting))


def _connect(address: str, client: Callable[..., Any]) -> Any:
    """Return a client of a scheduler. Raises InputError where none answers: Dask waits for ever for another server."""
    found = Future[Any]()

    def connect() -> None:
        try:
            found.set_result(client(address, timeout=PATIENCE))
        except Exception as problem:  # raised below
            found.set_exception(problem)

    threading.Thread(target=connect, daemon=True).start()
    try:
        return found.result(PATIENCE + 1)
    except Exception as problem:
        reraise_if_not_input(problem)
        raise InputError(f"--scheduler: nobody answers at {address!r}, allowed is the address of a Dask scheduler, "
                         "such as tcp://10.0.0.1:8786") from None  # fmt: skip


def _on_worker(version: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Do a work on a worker. Raises InputError if another version of the program is there."""
    if version != __version__:
        raise InputError(f"--scheduler: a worker has quasiprint {__version__}, this is {version}")
    return work(*arguments)
