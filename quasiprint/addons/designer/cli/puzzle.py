"""``quasiprint puzzle``.

``quasiprint puzzle --most``: the best layout that is found, and how good any can be.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from quasiprint import games
from quasiprint.addons.designer import puzzle as puzzling
from quasiprint.cli import rules
from quasiprint.cli.chosen import (
    LANGUAGE_OPTION,
    SET_OPTIONS,
    GameCommand,
    game_argument,
    making,
    options_without,
    requests,
)
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
    put_file,
    put_json,
    refuse_unwritable,
    refusing,
    say,
    show_progress,
    write_result,
)
from quasiprint.cli.score import read
from quasiprint.errors import hint as hint_at
from quasiprint.make.processes import usual_jobs
from quasiprint.model.game import Ability, Puzzled
from quasiprint.model.texts import several
from quasiprint.system import interruption
from quasiprint.system.outcome import complain
from quasiprint.system.progress import measure, tell

SEARCHED = ("vertices", "hexagons", "score")
USUAL_STEPS = 400


def seek(
    ctx: click.Context,
    asked: Any,
    what: str,
    steps: int | None,
    jobs: int | None,
    checkpoint: str | None,
    as_json: bool,
    file: str | None,
    replace: bool,
) -> None:
    """Search, and say what was found. steps, jobs: as many as are usual if not given. checkpoint, file: written if
    given."""
    with refusing():
        (request,) = requests(ctx)
        with show_progress():
            search = puzzling.Search(
                puzzling.PuzzleJob(request, asked), what, steps or USUAL_STEPS, jobs or usual_jobs()
            )
            if checkpoint is not None:
                if os.path.lexists(checkpoint):
                    search.resume(read(checkpoint), f"file {checkpoint!r}")
                refuse_unwritable(checkpoint, puzzling.is_checkpoint, "a checkpoint")
            for found in search.run():
                tell(f"step {search.taken}: {found.closed} closed, {found.tiles} tiles …")
                measure(search.taken / search.steps)
                if checkpoint is not None:
                    write_result(checkpoint, search.checkpoint(), puzzling.is_checkpoint, "a checkpoint")
                    interruption.go_on()
            try:
                best = search.best()
            except puzzling.Undecided:
                complain(f"{search.job.words}: no layout was found")
                ctx.exit(FAILED)
        _say_layout(search, best, as_json)
        if file is not None:
            put_file(file, layout_text(search.job.layout(best.solved)).encode(), replace, as_json)


def _say_layout(search: Any, best: Any, as_json: bool) -> None:
    job, tiles = search.job, best.solved.tiles
    if as_json:
        put_json(
            {
                "puzzle": job.words,
                "region": job.named,
                "tiles": job.tiles,
                "closed": best.closed,
                "laid": len(tiles),
                "at_most": best.most,
                "steps": search.taken,
                "seed": job.seed,
                "layout": job.layout(best.solved),
            }
        )
        return
    say(job.words)
    say(f"best found{f', in {search.taken} steps' * (search.taken > 0)}: {best.closed} closed, with {len(tiles)} tiles")
    if best.most is None:
        say("at most: nothing is proved")
    else:
        say(f"at most, wherever they lie: {best.most}{', so no layout has more' * (best.most == best.closed)}")


def layout_text(layout: dict[str, Any]) -> str:
    """Return a layout as text, a tile a line."""
    tiles = ",\n".join(f"  {json.dumps(entry)}" for entry in layout["tiles"])
    return f'{{"tiles": [\n{tiles}\n]}}\n'


TRAYS = (".svg", ".dxf")
EXPORTS = (".dlx", ".cnf", ".drat")
ENDINGS = (".pdf", *TRAYS, ".json", *EXPORTS)
USED = {"kerf", "thickness"}  # that a book has not, and a tray has


def _refuse(file: str | None, count: bool, hint: tuple[str, ...], ctx: click.Context) -> str:
    """Return the ending of the file that is to be written, "" for none. Raises click's errors."""
    if file is None:
        return ""
    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        near = hint_at(ending, ENDINGS)
        raise click.UsageError(
            f"--output: found {file!r}{near}, allowed is a name that ends in {', '.join(ENDINGS)}", ctx
        )
    beside = "--count" if count else "--hint" if hint else ""
    if beside and ending in (*TRAYS, *EXPORTS):
        raise click.UsageError(f"--output: found {file!r} beside {beside}, allowed is .pdf or .json", ctx)
    return ending


BESIDE_MOST = ("count", "border", "hint")
WITH_MOST = ("steps", "jobs", "checkpoint")


def _given(ctx: click.Context, names: tuple[str, ...]) -> str:
    """Return the first of some options that was given, "" for none."""
    usual = click.core.ParameterSource.DEFAULT
    return next((name for name in names if ctx.get_parameter_source(name) is not usual), "")


def _refuse_beside_most(ctx: click.Context, ending: str) -> None:
    if found := _given(ctx, BESIDE_MOST):
        raise click.UsageError(f"--{found}: found beside --most, allowed is one of the two", ctx)
    if ending and ending != ".json":
        raise click.UsageError(f"--output: found a name that ends in {ending} beside --most, allowed is .json", ctx)


@click.pass_context
def run(
    ctx: click.Context,
    /,
    region: str | None,
    border: str,
    pieces: tuple[str, ...],
    hand: int | None,
    place_: tuple[str, ...],
    hint: tuple[str, ...],
    count: bool,
    time_limit: float | None,
    as_json: bool,
    file: str | None,
    paper: str,
    replace: bool,
    most: str | None,
    steps: int | None,
    jobs: int | None,
    checkpoint: str | None,
    **_: object,
) -> None:
    """Fill a shape with a set's tiles, by its rule: find a solution, or prove that there is none.

    With --count, find how many solutions there are, and how many of them are different. With -o, write the puzzle to
    print (.pdf), its tray for a laser (.svg, .dxf), a solution for `quasiprint score` (.json), or the puzzle for other
    programs (.dlx, .cnf, .drat).
    """
    memory_limit(None, time_limit)
    ending = _refuse(file, count, hint, ctx)
    asked = puzzling.Asked(
        region or "", border, pieces or (), hand or 0, time_limit, place_ or (), hint or (), most is not None
    )
    if most is not None:
        _refuse_beside_most(ctx, ending)
        seek(ctx, asked, most, steps, jobs, checkpoint, as_json, file, replace)
        return
    if found := _given(ctx, WITH_MOST):
        raise click.UsageError(f"--{found}: found without --most, allowed is beside it", ctx)
    with refusing():
        (request,) = requests(ctx)
        with show_progress():
            job = puzzling.PuzzleJob(request, asked)
            if ending in (*TRAYS, *EXPORTS):
                content = _export(ctx, job, ending) if ending in EXPORTS else job.tray(ending[1:])
                put_file(str(file), content, replace)
                return
            number = _count(ctx, job, as_json) if count else None
            solved = None
            if (number is None or number.all) and (not count or ending):
                solved = _solve(ctx, job)
        _say(job, number, solved, as_json)
        if not ending:
            return
        if solved is None or solved.tiles is None:
            complain(f"{file}: not written: there is no solution")
            ctx.exit(FAILED)
        if ending == ".pdf":
            with show_progress():
                made = job.sheet(solved, paper, number)
            rules.write(file, "", made, replace)
        else:
            put_file(str(file), layout_text(job.layout(solved)).encode(), replace, as_json)


def _count(ctx: click.Context, job: puzzling.PuzzleJob, as_json: bool) -> puzzling.Count:
    try:
        return job.count()
    except puzzling.Undecided as out:
        complain(f"{job.words}: the time is used up: at least {out.found:,} solutions")
        if as_json:
            put_json({"puzzle": job.words, "solutions": None, "at_least": out.found})
        ctx.exit(FAILED)


def _solve(ctx: click.Context, job: puzzling.PuzzleJob) -> puzzling.Solved:
    try:
        return job.solve()
    except puzzling.Undecided:
        complain(f"{job.words}: the time is used up: no solution was found, and none is ruled out")
        ctx.exit(FAILED)


def _export(ctx: click.Context, job: puzzling.PuzzleJob, ending: str) -> bytes:
    try:
        return job.export(ending)
    except puzzling.Solvable:
        complain(f"{job.words}: there is a solution, and so no proof that there is none")
        ctx.exit(FAILED)
    except puzzling.Undecided:
        complain(f"{job.words}: no proof was found in the time, or in a million steps; no solution was found either")
        ctx.exit(FAILED)


def _say(job: puzzling.PuzzleJob, number: puzzling.Count | None, solved: puzzling.Solved | None, as_json: bool) -> None:
    if as_json:
        put_json(_document(job, number, solved))
        return
    say(job.words)
    if number is not None:
        say(f"solutions: {number.all:,}")
        turns, moves, all_ = number.group
        if number.all and turns > 1:
            say(f"  turned ones counted once ({turns} turns of the shape): {number.turns:,}")
        if number.all and moves > turns:
            say(f"  mirrored ones, too ({moves} turns and reflections): {number.mirrors:,}")
        if number.all and all_ > moves:
            say(f"  with labels exchanged, too ({all_} symmetries): {number.labels:,}")
    if solved is not None:
        if solved.tiles is None:
            say(f"no solution{' has these hints' if job.told else ''}: that is proved")
        else:
            say(f"a solution of {several(len(solved.tiles), 'tile')}, as {job.places.form}:")
            for k, lies in sorted(enumerate(solved.tiles), key=lambda each: job.places.where(each[1][1])):
                say(f"  {job.say(lies)}{'  ' * (k in solved.given)}{solved.given.get(k, '')}")
    elif number is not None and not number.all:
        say("no solution: that is proved")
    if job.why_none:
        say(f"  {job.why_none}")


def _document(job: puzzling.PuzzleJob, number: puzzling.Count | None, solved: puzzling.Solved | None) -> dict[str, Any]:
    found: dict[str, Any] = {"puzzle": job.words, "region": job.named, "tiles": job.tiles}
    found["fixed"] = [lying.said for lying in job.puzzle.fixed]
    if number is not None:
        found["solutions"] = number.all
        found["different"] = {"turns": number.turns, "reflections": number.mirrors, "labels": number.labels}
        found["symmetries"] = dict(zip(("turns", "reflections", "labels"), number.group, strict=True))
    if solved is not None:
        found["solution"] = None if solved.tiles is None else solved.layout()
        found["places"] = [job.say(lies) for lies in solved.tiles or ()]
        found["hints"] = [job.say(lies) for lies in solved.of("hint")]
    return found


COMMAND = GameCommand(
    "puzzle",
    # a game's puzzles are those of its common set
    options=lambda game: making(game) if game.name == games.SET_FILES else (),
    unshown=lambda _: (options_without("booked", ()) | {"type"}) - USED,
    able=Ability(Puzzled, "has no puzzles"),
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
            "--place place_",
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
