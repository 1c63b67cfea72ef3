"""``quasiprint catalogue``: who wins each board of a size. Which games can be listed so, the rooms say.

Boards are solved in any order, on several processes or a cluster, and each result is kept at once in a file of sealed
lines.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quasiprint import games
from quasiprint.addons.lab.answers import MEMORY, PROVED, Ask, Enough, Entry, entry, format_cells
from quasiprint.addons.lab.cluster import results_of
from quasiprint.addons.lab.games import CATALOGUES
from quasiprint.addons.lab.solve import is_of
from quasiprint.cli.chosen import GameCommand, complete_game, game_values
from quasiprint.cli.kinds import FILE_NAME, NUMBER, TEXT, json_option, option, whole
from quasiprint.cli.reporting import (
    memory_limit,
    place,
    print_json,
    refuse_misplaced,
    say,
    show_progress,
)
from quasiprint.cli.score import read
from quasiprint.disk.ownership import make_folders
from quasiprint.disk.reading import seal_line, unseal
from quasiprint.errors import InputError, reason_of
from quasiprint.make.processes import usual_jobs
from quasiprint.model.finding import as_plain_json
from quasiprint.model.option import settle_options
from quasiprint.model.piece import Value
from quasiprint.model.texts import several
from quasiprint.system import interruption
from quasiprint.system.outcome import print_error
from quasiprint.system.progress import measure, tell
from quasiprint.version import __version__

if TYPE_CHECKING:
    from quasiprint.addons.lab.majomino.cataloguing import MajominoCatalogue

CATALOGUE = "quasiprint catalogue"
CATALOGUE_FORMAT = 1
LONGEST = 10_000  # lines: more than any size has games

Entries = dict[str, Entry]


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


def solve_entry(wanted: MajominoCatalogue, board: str, ask: Ask) -> Entry | None:
    """Solve a game: what one process, or one worker, does; None if time is up before."""

    def pause() -> None:
        if ask.end is not None and time.time() > ask.end:
            raise Enough

    try:
        return wanted.find(board, ask, pause)
    except Enough:
        return None


KIND = "results of quasiprint catalogue"
# of an entry, by the names that it has where results are shown
SHOWN = {"winner": "winner", "x": "x", "winning_first_moves": "winning", "hardest": "hardest", "standing": "standing"}
TRIES, PAUSE = 20, 0.1  # s, between two


@dataclass(slots=True)
class _Results:
    """The results so far, and the file that they are kept in."""

    path: str
    game: str
    wanted: MajominoCatalogue
    entries: Entries

    @property
    def where(self) -> str:
        return f"file {self.path!r}"

    def kept(self) -> tuple[bytes, Entries]:
        """Return the file's content, and what stands there, if there is one. Raises InputError."""
        if not os.path.lexists(self.path):
            return b"", {}
        text = read(self.path)
        return text, read_catalogue(text, self.where, self.game, self.wanted)

    def open(self) -> None:
        """Read what earlier runs have found. Raises InputError, also where it cannot be read or written."""
        _, self.entries = self.kept()
        try:
            make_folders(Path(self.path).parent)
        except (OSError, ValueError) as problem:
            raise InputError(f"{self.where}: cannot be written: {reason_of(problem)}") from None
        refuse_misplaced(Path(self.path), KIND, None, is_of(CATALOGUE))

    def keep(self, found: Entry) -> None:
        """Write the file anew, whole, with one more result, and with what another run has put there meanwhile.

        Raises InputError where it cannot be, or where the two disagree.
        """
        for left in reversed(range(TRIES)):
            before, there = self.kept()
            for new in (*self.entries.values(), found):
                there[new.board] = there[new.board].with_more(new) if new.board in there else new
            self.entries = there
            content = catalogue_file(self.game, self.wanted, self.entries)
            try:
                place(Path(self.path), content, KIND, None, before.__eq__)
            except InputError:  # perhaps another run has written since, or does now
                if not left:
                    raise
                time.sleep(PAUSE)
            else:
                break
        interruption.begin_next()

    def solve(self, ask: Ask, jobs: int, scheduler: str | None) -> None:
        """Solve all games that are asked for and not yet known, and keep each result. scheduler: the address of a
        cluster's, in place of processes here. Raises InputError where two runs disagree, Unavailable without what a
        cluster takes."""
        known = self.entries
        left = [board for board in self.wanted.chosen if board not in known or not known[board].answers(ask)]
        begun = time.monotonic()
        works = [(self.wanted, board, ask.beside(known.get(board))) for board in left]
        several = results_of(solve_entry, works, jobs, scheduler, lambda number: f"board {left[number]}", ask.end)
        tell(f"solving: {len(left)} games")
        with closing(several):
            for number, (_, found) in enumerate(several, 1):
                if found is None:
                    break
                self.keep(found)
                measure(number / len(left))
                tell(f"solved: {number} of {len(left)} games, {time.monotonic() - begun:.0f} s")


@click.pass_context
def run(
    ctx: click.Context,
    /,
    game: str,
    output: str | None,
    moves: bool,
    score: bool,
    hardest: bool,
    key: int,
    jobs: int | None,
    scheduler: str | None,
    memory: int | None,
    time_limit: float | None,
    as_json: bool,
    **_: object,
) -> None:
    """Solve every board of a size from its first move on: who wins with best play.

    Boards that are the same game are solved once. Each result is saved at once, and the same command continues from
    there. A second run with another --key solves equivalent games instead: where both agree, a result is proved.
    """
    most = memory_limit(memory or MEMORY, time_limit)
    if scheduler is not None and jobs is not None:
        raise click.UsageError("--jobs: found beside --scheduler, allowed is one of the two")
    wanted = catalogue(game, game_values(ctx))
    parts = ["-".join(map(str, value)) if isinstance(value, list) else value for value in wanted.scope.values()]
    usual = "-".join(["catalogue", game, *(str(part) for part in parts if part is not None)])
    results = _Results(output or f"output/{usual}.jsonl", game, wanted, {})
    results.open()
    end = None if time_limit is None else time.time() + time_limit
    ask, jobs = Ask(moves, score, hardest, key, most, end), jobs or usual_jobs()
    try:
        with show_progress():
            results.solve(ask, jobs, scheduler)
    except KeyboardInterrupt:
        print_error(f"Kept so far: {several(len(results.entries), 'game')}, in {results.path}.")
        raise
    data = _as_data(wanted, results.entries)
    data["asked"] = dict(wanted.named)
    if as_json:
        print_json(data)
    else:
        for line in _lines(data):
            say(line)
        if results.entries:
            say(f"kept in {results.path}")


def _as_data(wanted: MajominoCatalogue, entries: Entries) -> dict[str, Any]:
    """Return what is known, as data: counts, and a line for each class of boards that was asked for."""
    chosen = set(wanted.chosen)
    solved = chosen & set(entries)
    rows: list[dict[str, Any]] = []
    for listed in wanted.listed:
        if listed.game in chosen:
            entry = entries.get(listed.game)
            known = {shown: as_plain_json(getattr(entry, name, None)) for shown, name in SHOWN.items()}
            rows.append({"board": listed.name, "boards": listed.count, "game": listed.game, **known})
    won = {who: [row["boards"] for row in rows if row["winner"] == who] for who in ("x", "o", None)}
    return {
        **wanted.scope,
        "games": len(chosen),
        "solved": len(solved),
        "proved": sum(entries[name].standing == PROVED for name in solved),
        "wins": {who or "open": {"classes": len(boards), "boards": sum(boards)} for who, boards in won.items()},
        "classes": rows,
    }


def _lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the answer as text: a line for each board that was asked for, and the counts."""
    of = {row["game"]: row for row in data["classes"]}
    for name, game in data["asked"].items():
        yield f"{name}: {_words(of[game])}" + f"; it is the same game as {game}" * (game != name)
    boards = sum(row["boards"] for row in data["classes"])
    yield f"boards: {boards} in {_classes(len(data['classes']))}, {several(data['games'], 'game')}"
    yield f"solved: {several(data['solved'], 'game')}, {data['proved']} of them proved by two runs"
    for who in ("x", "o"):
        wins = data["wins"][who]
        yield f"{who.upper()} wins: {_classes(wins['classes'])}, {wins['boards']} boards"
    if count := data["wins"]["open"]["classes"]:
        yield f"open: {_classes(count)}; the same command continues"


def _classes(count: int) -> str:
    return f"{count} {'class' if count == 1 else 'classes'}"


def _words(row: dict[str, Any]) -> str:
    """Return what is known of a class."""
    if row["winner"] is None:
        return "open"
    words = [f"{row['winner'].upper()} wins"]
    if row["x"] is not None:
        words.append(f"X gets {row['x']}")
    if row["winning_first_moves"] is not None:
        words.append(f"{row['winning_first_moves'] or 'no'} first moves win for X")
    if row["hardest"]:
        after = ", ".join(map(format_cells, row["hardest"]["after"]))
        answers, first = row["hardest"]["answers"], format_cells(row["hardest"]["answer"])
        words.append(f"after {after} only {answers} answers win, {first} first")
    return ", ".join([*words, row["standing"]])


COMMAND = GameCommand(
    "catalogue",
    options=lambda game: CATALOGUES.require(game).cataloguing,
    able=CATALOGUES,
    callback=run,
    params=[
        click.Argument(["game"], shell_complete=complete_game),
        option(
            "-o --output",
            "Save the results in this file, and continue from it.  [default: output/catalogue-….jsonl]",
            FILE_NAME,
            "FILE",
        ),
        option("--moves", "Find all first moves with which X wins."),
        option("--score", "Find by how much, not only who wins."),
        option("--hardest", "Find where the winner has least choice: takes longest."),
        option("--key", "Solve an equivalent of each game; every key has its own.", whole(0), default=0),
        option("--jobs", "How many processes to use.  [default: one for each core]", whole(1)),
        option("--scheduler", "Use the workers of a Dask cluster, such as tcp://10.0.0.1:8786.", TEXT, "ADDRESS"),
        option("--memory", f"Memory for each table of positions.  [default: {MEMORY}]", whole(1), "MIB"),
        option("--time-limit", "Stop after this time; what was found is kept.", NUMBER, "SECONDS"),
        json_option(),
    ],
)
