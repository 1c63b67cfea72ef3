"""``quasiprint solve``: who wins a position, with which moves, and by how much. Which games can be, the rooms say.

What is proved of a position is kept in a checkpoint, and a winner's strategy in a certificate: sealed files, identified
by their position and rules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quasiprint import games
from quasiprint.addons.lab.answers import MEMORY, Cell, Choice, Effort, Known, Range, Replayed, Solution, format_cells
from quasiprint.addons.lab.games import SOLVES
from quasiprint.cli.chosen import GameCommand, complete_game, game_values, was_typed
from quasiprint.cli.kinds import FILE_NAME, NUMBER, TEXT, json_option, option, whole
from quasiprint.cli.reporting import (
    memory_limit,
    place,
    print_json,
    refuse_misplaced,
    say,
    show_progress,
    warn,
)
from quasiprint.cli.score import read
from quasiprint.disk.reading import read_checkpoint, read_object, seal_line, unseal
from quasiprint.errors import InputError
from quasiprint.make.processes import usual_jobs
from quasiprint.model.option import settle_options
from quasiprint.model.piece import Value
from quasiprint.system import interruption
from quasiprint.system.outcome import print_error
from quasiprint.version import __version__

if TYPE_CHECKING:
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


def solve(game: str, position: str | bytes, effort: Effort | None = None, **options: Value) -> Solution:
    """Return who wins a position when both play their best, with which moves, and by how much: ``quasiprint.solve``.

    position: in the game's text form. effort: how much to find out, and in what time. options: those of the game that
    say by which rules it is played, and who moves. Raises InputError for what cannot be read, or cannot arise.
    """
    text = position.encode() if isinstance(position, str) else position
    return problem(game, text, "text", options).solve(effort or Effort(), {}, lambda _: None)


IS_CHECKPOINT, IS_CERTIFICATE = is_of(KIND), is_of(CERTIFICATE)
SHOWN = 30  # moves, where people read
FOR_SOLVING = ("score", "first_win", "twice", "certificate", "checkpoint", "key", "jobs", "memory", "time_limit")


@dataclass(slots=True)
class _Kept:
    """What is found so far, and the file that it is kept in. path: None for no file. written: how many moves the
    file decides. keys: with which it was found, in this run and in those from whose file it goes on. failed: whether
    it could not be written."""

    path: str | None
    problem: MajominoProblem
    keys: frozenset[int]
    solution: Solution | None = None
    written: int = 0
    known: Known = field(default_factory=dict)
    failed: bool = False

    def open(self) -> None:
        """Read what an earlier run has found. Raises InputError, also where nothing can be written."""
        if self.path is None:
            return
        if os.path.lexists(self.path):
            self.known, earlier = resume(read(self.path), f"file {self.path!r}", self.problem.identity)
            self.keys |= earlier
        refuse_misplaced(Path(self.path), "a checkpoint", None, IS_CHECKPOINT)

    def take(self, solution: Solution) -> None:
        """Take what is found so far, and keep each decided move: the next may take long. A full disk stops nothing."""
        self.solution = solution
        if solution.decision_count > self.written and not self.failed:
            try:
                self.write()
            except InputError as problem:
                self.failed = True
                warn(f"{problem}; it continues, and tries again at the end")

    def write(self) -> None:
        """Write the file, if there is to be one. Raises InputError where it cannot be."""
        if self.path is None or self.solution is None:
            return
        self.written = self.solution.decision_count
        content = checkpoint(self.solution, self.problem.identity, self.keys)
        place(Path(self.path), content, "a checkpoint", None, IS_CHECKPOINT)
        interruption.begin_next()


@click.pass_context
def run(
    ctx: click.Context,
    /,
    game: str,
    file: str,
    score: bool,
    first_win: bool,
    memory: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    jobs: int | None,
    key: int,
    twice: bool,
    certificate: str | None,
    check: str | None,
    as_json: bool,
    **_: object,
) -> None:
    """Solve a position: who wins with best play, with which moves, and by how much.

    FILE has it in the game's text form; - reads standard input; a board's name means the empty board.
    """
    most = memory_limit(memory or MEMORY, time_limit)
    if check is not None:
        for name in FOR_SOLVING:
            if was_typed(ctx, name):
                flag = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{flag}: found beside --check, which solves nothing; leave one of the two out")
    named = file != "-" and not os.path.lexists(file)
    position = problem(game, file if named else read(file), f"file {file!r}", game_values(ctx))
    if check is not None:
        found = check_certificate(game, read(check), f"file {check!r}", position)
        if as_json:
            print_json(asdict(found))
        else:
            say(_describe_proof(found))
        return
    if certificate is not None:
        refuse_misplaced(Path(certificate), "a certificate", None, IS_CERTIFICATE)
    held = _Kept(checkpoint, position, frozenset({key}))
    held.open()
    effort = Effort(score, first_win, most, time_limit, jobs or usual_jobs(), key)
    try:
        with show_progress():
            solution = position.solve(effort, held.known, held.take)
    except KeyboardInterrupt:
        if held.solution is not None:
            print_error(f"Found so far: {_so_far(held.solution)}.")
        raise
    held.take(solution)
    if twice and solution.complete:
        with show_progress():
            solution = _again(position, solution, replace(effort, key=max(held.keys) + 1))
    # printed first: if a file cannot be written, the answer is not lost
    if as_json:
        print_json(solution.as_json())
    else:
        for line in _lines(solution, time_limit):
            say(line)
    held.write()
    if certificate is not None:
        _certify(game, certificate, position, solution.winner, effort.memory, quiet=as_json)


def _again(problem: MajominoProblem, solution: Solution, effort: Effort) -> Solution:
    """Return a solution as proved, if another run comes to the same. Raises InputError if it does not."""
    other = problem.solve(effort, {}, lambda _: None)
    if not other.complete:
        warn(f"not proved: the second run, with another key, was not done within {effort.seconds:g} s")
        return solution
    if not solution.agrees(other):
        raise InputError(
            "position: two runs with different keys do not agree; no answer is to be trusted: please report it"
        )
    return solution.confirm(other)


def _lines(solution: Solution, limit: float | None) -> Iterable[str]:
    """Yield the answer as text."""
    if solution.to_move:
        turns = solution.double_turns
        allowed = f", allowed in O's turns {turns[0]}-{turns[1]}" if turns else ""
        rule = f" ({solution.rule}{allowed})" if solution.double == "unused" or solution.choice is not None else ""
        yield f"to move: {solution.to_move.upper()}"
        yield f"double: {solution.double}{rule}"
    if not solution.complete:
        yield f"not solved within {limit:g} s: {_so_far(solution)}"
        if solution.known:
            yield f"known: {solution.known}"
    if solution.winner:
        who = solution.winner.upper()
        if solution.choice is not None:  # whoever chooses a side wins
            who = "whoever chooses the side" if solution.choice else f"{who}; whoever chooses should be {who}"
        yield f"winner: {who}"
    if solution.x[0] == solution.x[1]:
        yield f"points: {_points(solution, solution.x)}"
    if solution.choices:
        yield from _moves(solution)
    if solution.line:
        played = ", ".join(f"{turn.player.upper()} {format_cells(turn.cells)}" for turn in solution.line)
        yield f"one way to play on: {played}"
    yield f"{solution.standing}; positions looked at: {solution.nodes:,} in {solution.seconds:.1f} s"


def _moves(solution: Solution) -> Iterable[str]:
    """Yield a line for each move, the best first."""
    mover = solution.to_move or ""
    other = "o" if mover == "x" else "x"
    won = [choice for choice in solution.choices if solution.winner_of(choice.x) == mover]
    lost = [choice for choice in solution.choices if solution.winner_of(choice.x) == other]
    open_ = len(solution.choices) - len(won) - len(lost)
    yield f"moves: {len(won)} win, {len(lost)} lose" + f", {open_} not looked into" * bool(open_)
    sign = -1 if mover == "x" else 1

    def rank(choice: Choice) -> tuple[int, int, tuple[Cell, ...]]:
        return sign * choice.x[0], sign * choice.x[1], choice.cells

    shown = [*sorted(won, key=rank), *sorted(lost, key=rank)]
    for choice in shown[:SHOWN]:
        points = f", {_points(solution, choice.x)}" if choice.x[0] == choice.x[1] else ""
        yield f"  {format_cells(choice.cells)}: {(solution.winner_of(choice.x) or '').upper()} wins{points}"
    if len(shown) > SHOWN:
        yield f"  and {len(shown) - SHOWN} more; --json lists them all"


def _points(solution: Solution, x: Range) -> str:
    """Return points as people read them."""
    low, high = x
    total = solution.points
    return f"X {low}, O {total - low}" if low == high else f"X {low} to {high}, O {total - high} to {total - low}"


def _so_far(solution: Solution) -> str:
    """Return what is found of a position that is not solved."""
    won = f"{solution.winner.upper()} wins" if solution.winner else "who wins is open"
    return f"{won}; {solution.decision_count} of {len(solution.choices)} moves decided; {_points(solution, solution.x)}"


def _certify(game: str, path: str, problem: MajominoProblem, winner: str | None, memory: int, *, quiet: bool) -> None:
    """Write the winner's strategy into a file, and unless it is to be quiet say whether it has every answer.

    Raises InputError where it cannot be, and as the room does.
    """
    if winner is None:
        warn("no certificate was written: who wins is open")
        return
    with show_progress():
        content = certificate(game, problem, winner, memory)
    place(Path(path), content, "a certificate", None, IS_CERTIFICATE)
    if not quiet:
        whole = "complete" if read_object(content).get("complete") else "sampled, as a complete one is too large"
        say(f"certificate: {whole}; kept in {path}")


def _describe_proof(found: Replayed) -> str:
    """Return what a certificate proves, in a sentence."""
    who = f"{found.winner.upper()} gets {found.lines} lines or more"
    if found.complete:
        return f"certificate: complete; {who} against every reply: a proof ({found.positions:,} positions played)"
    return (
        f"certificate: sampled; {who} in all that was tried: every reply in the winner's first {found.depth} turns, "
        f"and {found.branches} of the {found.open:,} positions after these, drawn by lot and played to the end "
        f"({found.positions:,} positions played); no proof, and no evidence against whoever made it"
    )


COMMAND = GameCommand(
    "solve",
    options=lambda game: SOLVES.require(game).solving,
    able=SOLVES,
    callback=run,
    params=[
        click.Argument(["game"], shell_complete=complete_game),
        click.Argument(["file"]),
        option("--score", "Find the points of every move, not only who wins."),
        option("--first-win", "Stop at the first move that wins."),
        option("--memory", f"Memory for the table of positions.  [default: {MEMORY}]", whole(1), "MIB"),
        option("--time-limit", "Stop after this time, and report what was found.", NUMBER, "SECONDS"),
        option("--checkpoint", "Save what is found in this file, and continue from it.", FILE_NAME, "FILE"),
        option(
            "--certificate",
            "Write the winner's strategy to this file, for --check. This searches again, without a time limit.",
            FILE_NAME,
            "FILE",
        ),
        option(
            "--check",
            "Solve nothing: play a certificate's strategy against every reply, by the rules alone.",
            TEXT,
            "FILE",
        ),
        option("--jobs", "Number of moves to search in parallel.  [default: one for each core]", whole(1), "N"),
        option("--key", "Hash positions with another key. A chance error would not repeat.", whole(0), "N", default=0),
        option("--twice", "Solve again with the next key: if both agree, it is proved."),
        json_option(),
    ],
)
