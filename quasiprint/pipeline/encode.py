"""Encodes formats into a set's folder, one after the other or several at once."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

from quasiprint import export
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.pipeline.plan import Plan
from quasiprint.pipeline.workshop import workshop
from quasiprint.storage.folder import Stage
from quasiprint.storage.replacing import DeferredSignals

# the signals that end a run, where a process can keep them waiting
SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if hasattr(signal, "pthread_sigmask") else set()
Tick = Callable[[str, int], None]  # format, files written so far


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file that was written. of: the ids of the pieces whose single-piece file it is."""

    path: str
    sha256: str
    size: int
    of: tuple[str, ...]


def record(stage: Stage, path: str, content: bytes, of: tuple[str, ...] = ()) -> FileEntry:
    """Write a file and return what is to be remembered of it."""
    stage.write(path, content)
    return FileEntry(path, hashlib.sha256(content).hexdigest(), len(content), of)


def encode(plan: Plan, name: str, stage: Stage, tick: Tick) -> tuple[FileEntry, ...]:
    """Write the files of one format. Raises Unavailable, with none of them left, if it cannot."""
    exporter = export.exporters()[name]
    records: list[FileEntry] = []
    try:
        for output in exporter.files(workshop(plan).production(exporter.NEEDS)):
            records.append(record(stage, output.path, output.content, output.of))
            tick(name, len(records))
    except Unavailable:
        shutil.rmtree(stage.folder / name, ignore_errors=True)
        raise
    return tuple(records)


def encode_all(
    plan: Plan, stage: Stage, jobs: int, tick: Tick
) -> Generator[tuple[str, tuple[FileEntry, ...] | Unavailable], None, None]:
    """Yield each format with its files' records, or with the reason why it is not available.

    With more than one of `jobs`, formats are encoded in processes of their own; the order in
    which they come is then free, their bytes are not. Other errors are raised, and leave no
    process behind.
    """
    if jobs == 1 or len(plan.formats) == 1:
        for name in plan.formats:
            try:
                yield name, encode(plan, name, stage, tick)
            except Unavailable as reason:
                yield name, reason
        return
    waiting = list(plan.formats)
    running: dict[Connection, tuple[str, multiprocessing.Process]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                name = waiting.pop(0)
                receiver, sender = multiprocessing.Pipe(duplex=False)
                child = multiprocessing.Process(target=_child, args=(sender, plan, name, stage.folder))
                running[receiver] = (name, child)
                with DeferredSignals(), _unheard():
                    child.start()
                sender.close()
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                name, child = running[ready]
                result = _result(ready, name, child)
                del running[ready]
                if not isinstance(result, Unavailable):
                    tick(name, len(result))
                yield name, result
    finally:
        for _, child in running.values():
            with contextlib.suppress(ValueError, AttributeError):
                child.kill()
                child.join()


def _result(receiver: Connection, name: str, child: multiprocessing.Process) -> tuple[FileEntry, ...] | Unavailable:
    try:
        result: tuple[FileEntry, ...] | Exception | str = receiver.recv()
    except EOFError:
        child.join()
        raise InputError(
            f"{name}: its process was ended ({child.exitcode}); is there memory for so many --jobs?"
        ) from None
    child.join()
    if isinstance(result, str):
        raise RuntimeError(f"encoding {name} failed:\n{result}")
    if isinstance(result, Exception) and not isinstance(result, Unavailable):
        raise result
    return result


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Keep signals waiting, so that a child hears none before it has said what it does with them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if SIGNALS else set()
    try:
        yield
    finally:
        if SIGNALS:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _child(sender: Connection, plan: Plan, name: str, folder: Path) -> None:
    # The parent hears Ctrl-C, too, and ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if SIGNALS:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        sender.send(encode(plan, name, Stage(folder), lambda _name, _count: None))
    except (Unavailable, InputError, OSError) as problem:
        sender.send(problem)
    except Exception:
        sender.send(traceback.format_exc())


def _end_with_parent() -> None:
    """End this process when its parent was killed: nobody waits for its files, and the next run clears them up."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
