"""Solves a position that was read from a file or named, and keeps what is proved in a checkpoint, or a winner's
strategy in a certificate: sealed files, identified by their position and rules. Solves all boards
of a size, in any order, on several processes or a cluster, and keeps each result at once. Scores what was read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from quasiprint import games
from quasiprint.addons.lab.answers import Ask, Effort, Enough, Entry, Known, Replayed, Solution, entry
from quasiprint.addons.lab.cluster import results_of
from quasiprint.addons.lab.games import CATALOGUES, SOLVES
from quasiprint.disk.reading import read_checkpoint, read_object, seal_line, unseal
from quasiprint.errors import InputError
from quasiprint.model.option import settle_options
from quasiprint.model.piece import Value
from quasiprint.system import interruption
from quasiprint.system.progress import measure, tell
from quasiprint.version import __version__

if TYPE_CHECKING:
    from quasiprint.addons.lab.majomino.cataloguing import MajominoCatalogue
    from quasiprint.addons.lab.majomino.solving import MajominoProblem

KIND = "quasiprint checkpoint"
FORMAT = 2  # 1 did not say which keys its answers were found with


def problem(game: str, source: bytes | str, where: str, given: Mapping[str, Value]) -> MajominoProblem:
    """Return a position to solve. source: its text, or the name of one. where: how messages name the text. given: the
    options for solving that were asked for. Raises InputError for what cannot be read, for a position that cannot
    arise, and for a game without a solver."""
    room = SOLVES.require(games.load(game))
    found: MajominoProblem = room.problem(source, where, settle_options(game, room.solving, given))
    return found


def checkpoint(solution: Solution, identity: str, keys: Iterable[int]) -> bytes:
    """Return what is proved so far, as a file that `resume` reads. keys: those with which it was found."""
    moves = [[[list(cell) for cell in choice.cells], list(choice.x)] for choice in solution.choices]
    return _sealed(KIND, FORMAT, position=identity, keys=sorted(set(keys)), moves=moves)


def _sealed(kind: str, number: int, **content: Any) -> bytes:
    return seal_line({"kind": kind, "format": number, "version": __version__, **content})


def is_of(kind: str) -> Callable[[bytes], bool]:
    """Return what tells whether a file says of itself that it is of a kind: its first line does."""
    return lambda text: read_object(text.split(b"\n", 1)[0]).get("kind") == kind


def resume(text: bytes, where: str, identity: str) -> tuple[Known, frozenset[int]]:
    """Return what a checkpoint has of a position, and the keys with which it was found. Raises InputError if it is
    none, was changed, or is of another version, position or rule."""
    content = read_checkpoint(text, KIND, "solve", FORMAT, where)
    if content.get("position") != identity:
        raise InputError(f"{where}: is a checkpoint of another position, or of another rule; choose another name")
    try:
        known = {tuple((row, column) for row, column in cells): (low, high) for cells, (low, high) in content["moves"]}
        keys = frozenset(content["keys"])
        fits = all(low <= high for low, high in known.values()) and all(type(key) is int for key in keys)
    except (KeyError, TypeError, ValueError):
        fits = False
    if not fits:
        raise InputError(f"{where}: is a checkpoint whose parts do not fit together; remove it to start again")
    return known, keys


CERTIFICATE = "quasiprint certificate"
CERTIFICATE_FORMAT = 1


def certificate(game: str, problem: MajominoProblem, winner: str, memory: int) -> bytes:
    """Return a strategy for the winner of a position, as a file that `check_certificate` reads. memory: MiB. Raises
    InputError for a game without certificates."""
    found = SOLVES.require(games.load(game)).certificate(problem, winner, memory, interruption.check)
    return _sealed(CERTIFICATE, CERTIFICATE_FORMAT, game=game, **found)


def is_complete(text: bytes) -> bool:
    """Tell whether a certificate has an answer to every reply."""
    return bool(read_object(text).get("complete"))


def check_certificate(game: str, text: bytes, where: str, problem: MajominoProblem) -> Replayed:
    """Play a certificate's strategy, and return what it proves of a position. where: how messages name the file. Raises
    InputError for a file that is none, was changed or cut short, is of another position or rule, or proves nothing."""
    strange = f"{where}: is not a certificate of quasiprint solve"
    content = unseal(text, CERTIFICATE, strange, f"{where}: is a certificate that was changed or cut short")
    if content.get("format") != CERTIFICATE_FORMAT or content.get("game") != game:
        allowed = f"{game}, form {CERTIFICATE_FORMAT}"
        raise InputError(f"{where}: is a certificate of another game or form, allowed is {allowed}")
    if content.get("position") != problem.identity:
        raise InputError(f"{where}: is a certificate of another position, or of another rule")
    found: Replayed = SOLVES.require(games.load(game)).replayed(content, where)
    return found


CATALOGUE = "quasiprint catalogue"
CATALOGUE_FORMAT = 1
LONGEST = 10_000  # lines: more than any size has games

Entries = dict[str, Entry]
Keep = Callable[[Entries], None]


def catalogue(game: str, given: Mapping[str, Value]) -> MajominoCatalogue:
    """Return the catalogue that options ask for. Raises InputError, also for a game that has none."""
    room = CATALOGUES.require(games.load(game))
    found: MajominoCatalogue = room.catalogue(settle_options(game, room.cataloguing, given))
    return found


def catalogue_file(game: str, wanted: MajominoCatalogue, entries: Entries) -> bytes:
    """Return a file of results: a sealed line for each game, in order of their boards' names."""
    head = {"kind": CATALOGUE, "format": CATALOGUE_FORMAT, "game": game, **wanted.scope}
    return b"".join(seal_line({**head, **entries[board].as_json()}) for board in sorted(entries))


def read_catalogue(
    text: bytes, where: str, game: str, wanted: MajominoCatalogue, version: str | None = __version__
) -> Entries:
    """Return the results in a file. where: how messages name it. version: the only one allowed, None for any. Raises
    InputError for a line that is none, was changed or cut short, for another version, game, size or rule, and for a
    board that is none of a game."""
    known = {listed.game for listed in wanted.listed}
    head = {"kind": CATALOGUE, "format": CATALOGUE_FORMAT, "game": game, **wanted.scope}
    found: Entries = {}
    lines = text.decode("utf-8", "replace").split("\n")
    if lines.pop() or not lines or len(lines) > LONGEST:
        raise InputError(f"{where}: is not a file of quasiprint catalogue, or was cut short; it was left alone")
    for number, line in enumerate(lines, 1):
        here, left = f"{where}, line {number}", "the file was left alone"
        strange, changed = f"{here}: is not a result of quasiprint catalogue", f"{here}: was changed or cut short"
        content = unseal(line, CATALOGUE, f"{strange}; {left}", f"{changed}; {left}")
        for what, value in head.items():
            if content.pop(what, None) != value:
                allowed = "-".join(map(str, value)) if isinstance(value, list) else value or "any"
                another = f"{'other' if what.endswith('s') else 'another'} {what.replace('_', ' ')}"
                raise InputError(f"{here}: is of {another}, allowed here is {allowed}; choose another file")
        try:
            row = entry(content)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(f"{strange}; {left}") from None
        if version is not None and row.version != version:
            raise InputError(f"{here}: is of version {row.version}, this is {version}; choose another file")
        if row.board not in known:
            raise InputError(f"{here}: board {row.board!r} is none that stands for a game here; {left}")
        if row.board in found:
            raise InputError(f"{here}: board {row.board!r} has a line before; {left}")
        found[row.board] = row
    return found


def merge(entries: Entries, *more: Entry) -> Entries:
    """Return results with more. Raises InputError where these disagree with what is there."""
    found = dict(entries)
    for new in more:
        found[new.board] = found[new.board].with_more(new) if new.board in found else new
    return found


def solve_entry(game: str, given: Mapping[str, Value], board: str, ask: Ask, end: float | None = None) -> Entry | None:
    """Solve a game: what one process, or one worker, does. end: when time is up, by this machine's clock; None then."""
    if ask.seconds is not None and end is None:
        end = time.monotonic() + ask.seconds

    def pause() -> None:
        if end is not None and time.monotonic() > end:
            raise Enough

    try:
        return catalogue(game, given).find(board, ask, pause)
    except Enough:
        return None


def solve_all(
    game: str,
    given: Mapping[str, Value],
    wanted: MajominoCatalogue,
    entries: Entries,
    ask: Ask,
    keep: Keep,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Entries:
    """Solve all games that are asked for and not yet known, and return every result. keep: called with all results so
    far after each new one. scheduler: the address of a cluster's, in place of processes here. Raises InputError where
    two runs disagree, Unavailable without what a cluster takes."""
    left = [board for board in wanted.chosen if board not in entries or not entries[board].answers(ask)]
    begun = time.monotonic()
    end = None if ask.seconds is None or scheduler else begun + ask.seconds
    works = [(game, dict(given), board, ask.beside(entries.get(board)), end) for board in left]
    several = results_of(solve_entry, works, jobs, scheduler, lambda number: f"board {left[number]}", ask.seconds)
    tell(f"solving: {len(left)} games")
    with closing(several):
        for number, (_, position) in enumerate(several, 1):
            if position is None:
                break
            entries = merge(entries, position)
            keep(entries)
            measure(number / len(left))
            tell(f"solved: {number} of {len(left)} games, {time.monotonic() - begun:.0f} s")
    return entries


def solve(game: str, position: str | bytes, effort: Effort | None = None, **options: Value) -> Solution:
    """Return who wins a position when both play their best, with which moves, and by how much: ``quasiprint.solve``.

    position: in the game's text form. effort: how much to find out, and in what time. options: those of the game that
    say by which rules it is played, and who moves. Raises InputError for what cannot be read, or cannot arise.
    """
    text = position.encode() if isinstance(position, str) else position
    return problem(game, text, "text", options).solve(effort or Effort(), {}, lambda _: None)
