"""Solves all boards of a size, in any order, on several processes or a cluster, and keeps each result at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from quasiprint import games, interruption
from quasiprint.model.blame import reraise_if_not_input
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.game import Catalogues
from quasiprint.model.option import settle_options
from quasiprint.model.piece import Value
from quasiprint.model.solution import Ask, Catalogue, Entry, entry
from quasiprint.pipeline.processes import Emit, results
from quasiprint.pipeline.solve import read_object, seal, sealed
from quasiprint.telling import tell
from quasiprint.version import __version__

KIND = "quasiprint catalogue"
FORMAT = 1
LONGEST = 10_000  # lines: more than any size has games
LOOKS_EVERY = 0.5  # s: whether the run was ended, or its time is used up
PATIENCE = "10s"  # to find the scheduler
LOST = 20  # times that a work may be given up before we do

Entries = dict[str, Entry]
Keep = Callable[[Entries], None]
Results = Generator[Entry | None, None, None]  # None when the time is used up


def catalogue(game: str, given: Mapping[str, Value]) -> Catalogue:
    """Return the catalogue that options ask for. Raises InputError, also for a game that has none."""
    room = games.load(game)
    if not isinstance(room, Catalogues):
        raise InputError(f"game: {game} has no catalogue")
    return room.catalogue(settle_options(game, room.cataloguing, given))


def file_of(game: str, wanted: Catalogue, entries: Entries) -> bytes:
    """Return a file of results: a sealed line for each game, in order of their boards' names."""
    head = {"kind": KIND, "format": FORMAT, "game": game, **wanted.scope}
    return b"".join(sealed({**head, **entries[board].as_json()}) for board in sorted(entries))


def is_catalogue(text: bytes) -> bool:
    """Tell whether a file says of itself that it is one of results."""
    return read_object(text.split(b"\n", 1)[0]).get("kind") == KIND


def read(text: bytes, where: str, game: str, wanted: Catalogue, version: str | None = __version__) -> Entries:
    """Return the results in a file.

    where: how messages name it. version: the only one allowed, None for any. Raises InputError for a line that is
    none, was changed or cut short, for another version, game, size or rule, and for a board that is none of a game.
    """
    known = {one.game for one in wanted.listed}
    head = {"kind": KIND, "format": FORMAT, "game": game, **wanted.scope}
    found: Entries = {}
    lines = text.decode("utf-8", "replace").split("\n")
    if lines.pop() or not lines or len(lines) > LONGEST:
        raise InputError(f"{where}: is no file of quasiprint catalogue, or was cut short; it was left alone")
    for number, line in enumerate(lines, 1):
        content = _content(line, f"{where}, line {number}")
        for what, value in head.items():
            if content.pop(what, None) != value:
                raise InputError(
                    f"{where}, line {number}: is of {'other' if what.endswith('s') else 'another'} "
                    f"{what.replace('_', ' ')}, allowed here is "
                    f"{_format_scope(value)}; choose another file"
                )
        try:
            one = entry(content)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(f"{where}, line {number}: is no result; the file was left alone") from None
        if version is not None and one.version != version:
            raise InputError(
                f"{where}, line {number}: is of version {one.version}, this is {version}; choose another file"
            )
        if one.board not in known:
            raise InputError(f"{where}, line {number}: board {one.board!r} is none that stands for a game here; the "
                             "file was left alone")  # fmt: skip
        if one.board in found:
            raise InputError(f"{where}, line {number}: board {one.board!r} has a line before; the file was left alone")
        found[one.board] = one
    return found


def _content(line: str, where: str) -> dict[str, Any]:
    """Return what a sealed line says. Raises InputError."""
    content = read_object(line)
    if content.get("kind") != KIND:
        raise InputError(f"{where}: is no result of quasiprint catalogue; the file was left alone")
    if content.pop("sha256", None) != seal(content):
        raise InputError(f"{where}: was changed or cut short; the file was left alone")
    return content


def _format_scope(value: object) -> str:
    if isinstance(value, list):
        return "-".join(map(str, value))
    return "any" if value is None else str(value)


def merge_all(some: Entries, more: Entries) -> Entries:
    """Return the results of two runs. Raises InputError where they disagree."""
    found = some
    for new in more.values():
        found = merge(found, new)
    return found


def merge(entries: Entries, new: Entry) -> Entries:
    """Return results with one more. Raises InputError where it disagrees with what is there."""
    old = entries.get(new.board)
    return {**entries, new.board: old.with_more(new) if old else new}


class OutOfTime(Exception):
    """The time that a run may take is used up."""


def solve_entry(game: str, given: Mapping[str, Value], board: str, ask: Ask) -> Entry | None:
    """Solve a game: what one process, or one worker of a cluster, does. None when the time is used up."""
    end = None if ask.seconds is None else time.monotonic() + ask.seconds

    def pause() -> None:
        if end is not None and time.monotonic() > end:
            raise OutOfTime

    try:
        return catalogue(game, given).find(board, ask, pause)
    except OutOfTime:
        return None


def _emit_found(emit: Emit, *arguments: Any) -> None:
    emit(solve_entry(*arguments))


def complete(
    game: str,
    given: Mapping[str, Value],
    wanted: Catalogue,
    entries: Entries,
    ask: Ask,
    keep: Keep,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Entries:
    """Solve all games that are asked for and not yet known, and return every result.

    keep: is given all results so far whenever there is one more. scheduler: the address of a cluster's, in place of
    processes here. Raises InputError where two runs disagree, Unavailable without what a cluster takes.
    """
    left = [board for board in wanted.chosen if board not in entries or not entries[board].answers(ask)]
    begun = time.monotonic()
    works = [(game, dict(given), board, ask.beside(entries.get(board))) for board in left]
    several: Results = _in_processes(jobs, works, ask.seconds)
    if scheduler:
        several = cluster_results(scheduler, solve_entry, works, ask.seconds)
    tell(f"solving: {len(left)} games")
    with closing(several):
        for number, one in enumerate(several, 1):
            if one is None:
                break
            entries = merge(entries, one)
            keep(entries)
            tell(f"solved: {number} of {len(left)} games, {time.monotonic() - begun:.0f} s")
    return entries


def _in_processes(
    jobs: int, works: Sequence[tuple[str, Mapping[str, Value], str, Ask]], seconds: float | None
) -> Results:
    """Yield results as they come, None when the time is used up."""
    end = None if seconds is None else time.monotonic() + seconds

    def timed(ask: Ask) -> Ask:
        return ask if end is None else replace(ask, seconds=max(end - time.monotonic(), 0.0))

    if jobs == 1:
        for game, given, board, ask in works:
            yield solve_entry(game, given, board, timed(ask))
        return
    waiting = list(works)
    while waiting:  # each is told at its beginning how much time is left: as many at a time as begin at once
        some, waiting = (waiting, []) if end is None else (waiting[:jobs], waiting[jobs:])
        begun = [(_emit_found, (*work, timed(ask))) for *work, ask in some]
        with closing(results(begun, jobs, lambda number: f"board {some[number][2]}")) as values:  # noqa: B023
            for _, value in values:
                yield value


def cluster_results(
    address: str, work: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], seconds: float | None
) -> Generator[Any, None, None]:
    """Yield the result of a work for each of its arguments, as they come; None when the time is used up.

    address: of the scheduler, such as tcp://10.0.0.1:8786. Raises Unavailable without Dask, InputError where nobody
    answers, or a worker has another version.
    """
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

        def begun(number: int) -> Any:
            return client.submit(_on_worker, __version__, work, *arguments[number], pure=False)

        waiting = {begun(number): number for number in range(len(arguments))}
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
                        waiting[begun(number)] = number
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
