"""``quasiprint puzzle --most``: the best layout that is found, and how good any can be."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from quasiprint.api import puzzling, seeking, usual_jobs
from quasiprint.cli.options import requests
from quasiprint.cli.reporting import (
    FAILED,
    put_file,
    put_json,
    refuse_unwritable,
    refusing,
    say,
    show_progress,
    write_result,
)
from quasiprint.cli.score import read
from quasiprint.system import interruption
from quasiprint.system.outcome import complain
from quasiprint.system.progress import measure, tell

SEARCHED = ("vertices", "hexagons", "loops", "score")
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
            search = seeking.Search(
                puzzling.PuzzleJob(request, asked), what, steps or USUAL_STEPS, jobs or usual_jobs()
            )
            if checkpoint is not None:
                if os.path.lexists(checkpoint):
                    search.resume(read(checkpoint), f"file {checkpoint!r}")
                refuse_unwritable(checkpoint, seeking.is_checkpoint, "a checkpoint")
            for found in search.run():
                tell(f"step {search.taken}: {found.closed} closed, {found.tiles} tiles …")
                measure(search.taken / search.steps)
                if checkpoint is not None:
                    write_result(checkpoint, search.checkpoint(), seeking.is_checkpoint, "a checkpoint")
                    interruption.go_on()
            try:
                best = search.best()
            except puzzling.Undecided:
                complain(f"{search.job.words}: no layout was found")
                ctx.exit(FAILED)
        _say(search, best, as_json)
        if file is not None:
            put_file(file, layout_text(search.job.layout(best.solved)).encode(), replace, as_json)


def _say(search: Any, best: Any, as_json: bool) -> None:
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
