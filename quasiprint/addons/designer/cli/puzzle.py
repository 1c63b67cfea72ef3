"""``quasiprint puzzle``: a solution, how many there are, or the best layout that is found."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from quasiprint import games
from quasiprint.addons.designer.sets.room import SetRoom
from quasiprint.cli import rules
from quasiprint.cli.chosen import LANGUAGE_OPTION, SET_OPTIONS, GameCommand, game_argument, options_without, requests
from quasiprint.cli.kinds import (
    FILE_NAME,
    NAMES,
    NUMBER,
    TEXT,
    json_option,
    option,
    paper_option,
    replace_option,
    whole,
    word_option,
)
from quasiprint.cli.reporting import (
    FAILED,
    memory_limit,
    place,
    print_json,
    refuse_misplaced,
    save,
    say,
    show_progress,
)
from quasiprint.cli.score import read
from quasiprint.errors import hint
from quasiprint.model.game import Ability, Puzzled
from quasiprint.model.texts import several
from quasiprint.system import interruption
from quasiprint.system.outcome import print_error
from quasiprint.system.progress import measure, tell

if TYPE_CHECKING:
    from quasiprint.addons.designer.puzzle import Count, PuzzleJob, Solved

SEARCHED = ("vertices", "hexagons", "score")
USUAL_STEPS = 400
TRAYS = (".svg", ".dxf")
# files for other programs, and how each begins
EXPORTS = {".dlx": b"| ", ".cnf": b"c ", ".drat": b""}
BEGINNINGS = {".svg": b"<", ".dxf": b"0", ".json": b'{"tiles": [', **EXPORTS}
ENDINGS = (".pdf", *TRAYS, ".json", *EXPORTS)
USED = {"kerf", "thickness"}  # that a book has not, and a tray has
CHOICES = ("region", "border", "pieces", "hand", "place", "hint", "open")  # of a puzzle
BESIDE_MOST = ("count", "border", "hint", "open")
WITH_MOST = ("steps", "jobs", "checkpoint")


def _refuse(ctx: click.Context, file: str | None, most: str | None, replace: bool) -> str:
    """Return the ending of the file to be written, "" for none. Raises click's errors, and InputError."""
    ending = Path(file or "").suffix.lower()
    if file and ending not in ENDINGS:
        allowed = f"allowed is a name that ends in {', '.join(ENDINGS)}"
        raise click.UsageError(f"--output: found {file!r}{hint(ending, ENDINGS)}, {allowed}", ctx)
    usual = click.core.ParameterSource.DEFAULT
    typed = {name: f"--{name}" for name in ctx.params if ctx.get_parameter_source(name) is not usual}
    for name in BESIDE_MOST if most else WITH_MOST:
        if name in typed:
            allowed = "beside --most, allowed is one of the two" if most else "without --most, allowed is beside it"
            raise click.UsageError(f"{typed[name]}: found {allowed}", ctx)
    if most and ending not in ("", ".json"):
        raise click.UsageError(f"--output: found a name that ends in {ending} beside --most, allowed is .json", ctx)
    beside = next((typed[name] for name in ("count", "hint") if name in typed), "")
    if beside and ending in (*TRAYS, *EXPORTS):
        raise click.UsageError(f"--output: found {file!r} beside {beside}, allowed is .pdf or .json", ctx)
    if file and ending == ".pdf":
        rules.refuse_output(file, replace)
    elif file:
        # the very same is left as it is: what cannot be that is refused before the work
        same = BEGINNINGS[ending]
        refuse_misplaced(Path(file), "the very same", replace, lambda old: old.lstrip().startswith(same))
    return ending


@click.pass_context
def run(
    ctx: click.Context,
    /,
    count: bool,
    time_limit: float | None,
    as_json: bool,
    file: str | None,
    paper: str,
    replace: bool,
    most: str | None,
    **given: Any,
) -> None:
    """Fill a shape with a set's tiles, by its rule: find a solution, or prove that there is none.

    With --count, find how many solutions there are, and how many of them are different. With -o, write the puzzle to
    print (.pdf), its tray for a laser (.svg, .dxf), a solution for `quasiprint score` (.json), or the puzzle for other
    programs (.dlx, .cnf, .drat).
    """
    from quasiprint.addons.designer import puzzle as puzzling
    from quasiprint.addons.designer import puzzle_sheet

    memory_limit(None, time_limit)
    ending = _refuse(ctx, file, most, replace)
    chosen = {key: given[key] for key in CHOICES if given[key]}
    asked = puzzling.Asked(**chosen, seconds=time_limit, most=most is not None)
    job = None
    try:
        (request,) = requests(ctx)
        with show_progress():
            job = puzzling.PuzzleJob(request, asked)
        if most is not None:
            content = _seek(job, most, given["steps"] or USUAL_STEPS, given["jobs"], given["checkpoint"], as_json)
        elif ending in TRAYS or ending in EXPORTS:
            with show_progress():
                content = job.export(ending) if ending in EXPORTS else puzzle_sheet.tray(job, ending[1:])
            if as_json:
                print_json(_head(job))
        else:
            number, solved = _solve(job, count, ending, as_json)
            if not ending:
                return
            if solved is None or solved.tiles is None:
                print_error(f"{file}: not written: there is no solution")
                ctx.exit(FAILED)
            with show_progress():
                pdf = ending == ".pdf"
                content = puzzle_sheet.sheet(job, solved, paper, number) if pdf else _layout(job, solved)
        if ending == ".pdf":
            rules.write(file, "", content, replace, as_json)
        elif file:
            save(file, content, replace, as_json)
    except (puzzling.Solvable, puzzling.Undecided) as late:
        words = job.words if job else str(ctx.params["game"])
        if isinstance(late, puzzling.Solvable):
            print_error(f"{words}: there is a solution, and so no proof that there is none")
            ctx.exit(FAILED)
        text = "the time is used up: no solution was found, and none is ruled out"
        if most is not None:
            text = "no layout was found"
        elif ending in EXPORTS:
            text = "no proof was found in the time, or in a million steps; no solution was found either"
        elif count:
            text = f"the time is used up: at least {late.found:,} solutions"
        print_error(f"{words}: {text}")
        if as_json:
            counted = {"solutions": None, "at_least": late.found} if count else {}
            print_json({"puzzle": words, "decided": False} | counted)
        ctx.exit(FAILED)


def _solve(job: PuzzleJob, count: bool, ending: str, as_json: bool) -> tuple[Count | None, Solved | None]:
    """Count, or find a solution, or both for a file; and say what was found."""
    with show_progress():
        number = job.count() if count else None
        solved = job.solve() if (number is None or number.all) and (ending or not count) else None
    if not as_json:
        for line in _lines(job, number, solved):
            say(line)
        return number, solved
    document = _head(job) | {"fixed": [lying.text for lying in job.puzzle.fixed]}
    if number is not None:
        document["solutions"] = number.all
        document["different"] = {"turns": number.turns, "reflections": number.mirrors, "labels": number.labels}
        document["symmetries"] = dict(zip(("turns", "reflections", "labels"), number.group, strict=True))
    if solved is not None:
        document["solution"] = None if solved.tiles is None else solved.layout()
        document["places"] = [job.places.say(*lies) for lies in solved.tiles or ()]
        document["hints"] = [job.places.say(*lies) for lies in solved.of("hint")]
        if job.puzzle.open or job.open_numbers:
            document["open"] = job.open_in(solved)
    print_json(document)
    return number, solved


def _head(job: PuzzleJob) -> dict[str, Any]:
    return {"puzzle": job.words, "region": job.named, "tiles": job.tiles}


def _lines(job: PuzzleJob, number: Count | None, solved: Solved | None) -> Iterator[str]:
    yield job.words
    if number is not None:
        yield f"solutions: {number.all:,}"
        turns, moves, all_ = number.group
        if number.all and turns > 1:
            yield f"  turned ones counted once ({turns} turns of the shape): {number.turns:,}"
        if number.all and moves > turns:
            yield f"  mirrored ones, too ({moves} turns and reflections): {number.mirrors:,}"
        if number.all and all_ > moves:
            yield f"  with labels exchanged, too ({all_} symmetries): {number.labels:,}"
    if solved is not None and solved.tiles is not None:
        yield f"a solution of {several(len(solved.tiles), 'tile')}, as {job.places.form}:"
        for k, lies in sorted(enumerate(solved.tiles), key=lambda each: job.places.where(each[1][1])):
            yield f"  {job.places.say(*lies)}{'  ' * (k in solved.given)}{solved.given.get(k, '')}"
        if job.puzzle.open:
            yield f"open: {', '.join(job.open_in(solved))}"
    elif solved is not None:
        yield f"no solution{' has these hints' if job.hints else ''}: that is proved"
    elif number is not None and not number.all:
        yield "no solution: that is proved"
    if job.why_none:
        yield f"  {job.why_none}"


def _seek(job: PuzzleJob, what: str, steps: int, jobs: int | None, checkpoint: str | None, as_json: bool) -> bytes:
    """Search for the best layout, say what was found, and return it. checkpoint: a file that keeps the search."""
    from quasiprint.addons.designer import puzzle as puzzling
    from quasiprint.make.processes import usual_jobs

    with show_progress():
        search = puzzling.Search(job, what, steps, jobs or usual_jobs())
        if checkpoint is not None:
            if os.path.lexists(checkpoint):
                search.resume(read(checkpoint), f"file {checkpoint!r}")
            refuse_misplaced(Path(checkpoint), "a checkpoint", None, puzzling.is_checkpoint)
        for found in search.run():
            tell(f"step {search.taken}: {found.closed} closed, {found.tiles} tiles …")
            measure(search.taken / search.steps)
            if checkpoint is not None:
                place(Path(checkpoint), search.checkpoint(), "a checkpoint", None, puzzling.is_checkpoint)
                interruption.begin_next()
        best, closed = search.best()
    count = len(best.tiles or ())
    if as_json:
        figures = {"closed": closed, "laid": count, "at_most": search.most, "steps": search.taken}
        print_json(_head(job) | figures | {"seed": job.seed, "layout": job.layout(best)})
    else:
        say(job.words)
        say(f"best found{f', in {search.taken} steps' * (search.taken > 0)}: {closed} closed, with {count} tiles")
        proved = f"at most, wherever they lie: {search.most}{', so no layout has more' * (search.most == closed)}"
        say("at most: nothing is proved" if search.most is None else proved)
    return _layout(job, best)


def _layout(job: PuzzleJob, solved: Solved) -> bytes:
    """Return a layout as text, a tile a line."""
    tiles = ",\n".join(f"  {json.dumps(entry)}" for entry in job.layout(solved)["tiles"])
    return f'{{"tiles": [\n{tiles}\n]}}\n'.encode()


COMMAND = GameCommand(
    "puzzle",
    # a game's puzzles are those of its common set
    options=lambda game: game.options if game.name == games.SET_FILES else (),
    unshown=lambda _: (options_without("booked", ()) | {"type"}) - USED,
    able=Ability(cast(Any, Puzzled | SetRoom), "has no puzzles"),
    callback=run,
    params=[
        game_argument("GAME|FILE.toml"),
        option(
            "--region",
            "The shape to fill: rectangle:6x4 with squares; hexagon:2, triangle:3 or parallelogram:4x3 with triangles, "
            "in edges; hexagon:2 with hexagons; decagon:1 with rhombs; or a file with [region] polygon = … as in a set "
            "file.  [default: that of the set file, else one that all tiles fill, or a small one]",
            TEXT,
            "NAME:SIZE|FILE",
        ),
        option(
            "--border",
            "Label along the whole border; any: any single label; free: no condition.  [default: free]",
            TEXT,
            "LABEL|any|free",
            default="free",
        ),
        option("--pieces", "Use only these tiles, with the number of each.  [default: all]", NAMES, "ID[:N],…"),
        option("--hand", "Use only N tiles of each shape, drawn by --seed.", whole(1), "N"),
        option(
            "--place",
            "Fix this tile in this cell, rotated by TURN, in every solution. Cells are numbered from 1, row by row "
            "from the top, as -o FILE.pdf shows; a tile of several cells lies in the first of them. TURN counts "
            "quarters for squares, sixths for triangles and hexagons. For rhombs, CELL is a layout's point. "
            "Solutions are printed in this form; ',flipped' at the end turns a tile over.",
            TEXT,
            "TILE@CELL,TURN",
            multiple=True,
        ),
        option(
            "--hint",
            "Show this tile on a page of hints, or N tiles of the solution, drawn by --seed. The solution found "
            "has them; players need not follow them, and --count ignores them.",
            TEXT,
            "TILE@CELL,TURN|N",
            multiple=True,
        ),
        option(
            "--open",
            "How many cells stay open, or which: each by its word, if the region's file puts words on them, or as "
            "@NUMBER.  [default: as the region's file says]",
            TEXT,
            "N|CELL,…",
        ),
        option("--count", "Count all solutions, instead of finding one."),
        word_option(
            "--most",
            "Instead of filling the shape, lay tiles in it so that they close as many vertices (hexagons, with "
            "triangles; score, where they score by the set's rule) as can be found. Also says how many are proved to "
            "be the most.",
            SEARCHED,
        ),
        option(
            "--steps",
            f"Search for so many steps; the result depends on them and on --seed alone.  [default: {USUAL_STEPS}]",
            whole(1),
            "N",
        ),
        option("--jobs", "Number of steps to take in parallel.  [default: one for each core]", whole(1), "N"),
        option("--checkpoint", "Save the search in this file, and continue from it.", FILE_NAME, "FILE"),
        option("--time-limit", "Stop after this time, and report what is known.", NUMBER, "SECONDS"),
        json_option(),
        option(
            "-o --output file",
            "Write the puzzle and a solution to print (.pdf), a tray for a laser (.svg, .dxf), the solution as a "
            "layout (.json); or the puzzle for other programs, as an exact cover (.dlx) or clauses (.cnf), and the "
            "proof that these have no solution (.drat).  [default: only print]",
            TEXT,
            "FILE",
        ),
        replace_option(),
        LANGUAGE_OPTION,
        paper_option(),
        *SET_OPTIONS,
    ],
)
