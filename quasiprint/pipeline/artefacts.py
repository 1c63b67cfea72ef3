"""The files of a set, one after the other, from a run alone; formats may be encoded in processes of their own.

A process is handed the workshop, of which nothing but the run, a value, crosses over; it hands files back. Where they
go is none of its business. Formats that need the same of a set, such as its bodies, are one job: what they share is
made once, as in one process.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing.connection import Connection, wait

from quasiprint import formats
from quasiprint.model.blame import Shortage, shortage
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.production import Artefact, Offer
from quasiprint.pipeline.readme import said_by
from quasiprint.pipeline.workshop import Workshop
from quasiprint.storage.replacing import DeferredSignals

# the signals that end a run, where a process can keep them waiting
SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if hasattr(signal, "pthread_sigmask") else set()
LONGEST = (Offer.PAGES, Offer.SOLIDS, Offer.DRAWINGS, Offer.TEXTS)  # of the default sets, most of a second first
PER_JOB = 512 << 20  # bytes of memory; the default sets need a third of it
Tick = Callable[[str, int], None]  # format, files so far
Said = dict[str, str]  # what a format says in the set's page, by field
Made = tuple[str, Artefact | Unavailable | Said]  # format; a file of it, why there is none, or what it says at its end


def encoded(shop: Workshop, jobs: int, tick: Tick) -> Generator[Made, None, None]:
    """Yield the files of each format, and after its last what it says of them; or the reason why it is not available.

    With more than one of `jobs`, formats are encoded in processes of their own, those that need the same in one; the
    order in which files of different formats come is then free, their bytes are not. Other errors are raised, and
    leave no process behind; Shortage where the machine lacks something.
    """
    apart = parted(shop.run.formats)
    try:
        if jobs == 1 or len(apart) == 1:
            for name in shop.run.formats:
                yield from _here(shop, name, tick)
        else:
            if _forks() and Offer.PAGES in {formats.load(names[0]).offer for names in apart}:
                shop.books.hold_for_fork()
            yield from _elsewhere(shop, apart, jobs, tick)
    except OSError as problem:  # nothing is written here: it has nothing to do with the place where the set goes
        raise shortage(problem) or problem from None


def parted(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return formats as the jobs that they are, those that take longest first: what a set offers is drawn, laid out
    and meshed for all formats that need it."""
    wanted: dict[Offer, list[str]] = {}
    for name in names:
        wanted.setdefault(formats.load(name).offer, []).append(name)
    return [tuple(wanted[offer]) for offer in sorted(wanted, key=LONGEST.index)]


def usual_jobs() -> int:
    """Return how many jobs a run has if nobody says: one for each core that this process may use and for each part of
    the memory that a job may need; one alone where a new process begins with nothing, and would have to design the set
    again."""
    if not _forks():
        return 1
    try:
        cores = len(os.sched_getaffinity(0))
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not every system tells
        return 1
    return max(1, min(cores, memory // PER_JOB))


def _forks() -> bool:
    """Tell whether a new process is a copy of this one, with all that is made so far."""
    return multiprocessing.get_start_method() == "fork"


def _here(shop: Workshop, name: str, tick: Tick) -> Iterator[Made]:
    count = 0
    try:
        for artefact in _files(shop, name):
            yield name, artefact
            count += 1
            tick(name, count)
    except Unavailable as reason:
        if count:  # what was handed out cannot be taken back
            raise RuntimeError(f"format {name}: found missing after {count} files: {reason}") from reason
        yield name, reason
    else:
        one = formats.load(name)
        yield name, dict(said_by(one, shop.production(one.offer)))


def _files(shop: Workshop, name: str) -> Iterator[Artefact]:
    """Yield a format's files. Raises ValueError for one that lies in no folder of the format's name."""
    format = formats.load(name)
    for artefact in format.files(shop.production(format.offer)):
        if not artefact.path.startswith(f"{name}/"):
            raise ValueError(f"format {name}: found a file {artefact.path!r}, allowed are files in {name}/")
        yield artefact


def _elsewhere(shop: Workshop, waiting: list[tuple[str, ...]], jobs: int, tick: Tick) -> Generator[Made, None, None]:
    running: dict[Connection, tuple[list[str], multiprocessing.Process]] = {}
    counts = dict.fromkeys(shop.run.formats, 0)
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                names = waiting.pop(0)
                receiver, sender = multiprocessing.Pipe(duplex=False)
                child = multiprocessing.Process(target=_child, args=(sender, shop, names))
                running[receiver] = (list(names), child)
                with DeferredSignals(), _unheard(), _safe_path():
                    child.start()
                sender.close()
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                left, child = running[ready]
                name = left[0]
                made = _received(ready, name, child)
                if isinstance(made, Artefact):
                    counts[name] += 1
                    tick(name, counts[name])
                else:
                    del left[0]  # a job's formats come in their order
                    if not left:
                        child.join()
                        del running[ready]
                yield name, made
    finally:
        for _, child in running.values():
            with contextlib.suppress(ValueError, AttributeError):
                child.kill()
                child.join()


def _ended_by(child: multiprocessing.Process) -> str:
    code = child.exitcode or 0
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"


def _received(receiver: Connection, name: str, child: multiprocessing.Process) -> Artefact | Unavailable | Said:
    try:
        made: Artefact | Exception | str | Said = receiver.recv()
    except EOFError:
        child.join()
        raise Shortage(
            f"{name}: its process was ended ({_ended_by(child)}); is there memory for so many --jobs?"
        ) from None
    if isinstance(made, str):
        raise RuntimeError(f"encoding {name} failed:\n{made}")
    if isinstance(made, Exception) and not isinstance(made, Unavailable):
        raise made
    return made


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


def _child(sender: Connection, shop: Workshop, names: Sequence[str]) -> None:
    # The parent hears Ctrl-C, too, and ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if SIGNALS:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
        for name in names:
            for _, made in _here(shop, name, lambda _name, _count: None):
                sender.send(made)
    except InputError as problem:
        sender.send(problem)
    except Exception as problem:
        sender.send(shortage(problem) or traceback.format_exc())


def _end_with_parent() -> None:
    """End this process when its parent was killed: nobody waits for its files, and the next run clears them up."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
