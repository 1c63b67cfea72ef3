"""``quasiprint playtest``: how a designed set plays. Which games can be tested, the rooms say."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint import games
from quasiprint.addons.lab import playtest as playtesting
from quasiprint.addons.lab.games import PLAYTESTS
from quasiprint.cli.chosen import GameCommand, game_argument, game_values
from quasiprint.cli.kinds import FILE_NAME, TEXT, json_option, option, replace_option, whole, word_option
from quasiprint.cli.reporting import Refused, put_file, put_json, refusing, say, show_progress, warn
from quasiprint.disk.ownership import make_folders
from quasiprint.errors import Unavailable, reason_of
from quasiprint.make.processes import usual_jobs
from quasiprint.model.game import Game
from quasiprint.model.option import Option
from quasiprint.model.play import GREEDY, POLICIES

GAMES = 200


@click.pass_context
def run(
    ctx: click.Context,
    /,
    game: str,
    policy: str,
    others: str | None,
    number: int,
    seed: int,
    compare: str | None,
    jobs: int | None,
    scheduler: str | None,
    folder: str | None,
    replace: bool,
    as_json: bool,
    **_: object,
) -> None:
    """Let a game play itself many times, and report how it plays.

    The report says how long games are, how much there is to choose from, how often nothing can be laid, what is
    covered or scored, who wins by seat, and how many games end blocked; each with a 95 % confidence interval.
    A game follows from its number and --seed, so the figures are the same with any number of --jobs.
    """
    if scheduler is not None and jobs is not None:
        raise click.UsageError("--jobs: found beside --scheduler, allowed is one of the two")
    with refusing():
        with show_progress():
            found = playtesting.playtest(
                game,
                game_values(ctx),
                (policy, others or policy),
                number,
                seed,
                compare or "",
                jobs or usual_jobs(),
                scheduler,
            )
        files = playtesting.files(found) if folder else {}
        try:
            files |= playtesting.plots(found) if folder else {}
        except Unavailable as problem:
            warn(f"{problem}; all else is written")
    if as_json:
        put_json(found.as_json())
    else:
        for line in found.lines():
            say(line)
    if folder:
        try:
            make_folders(Path(folder))
        except (OSError, ValueError) as problem:
            raise Refused(f"output {folder!r}: cannot be written: {reason_of(problem)}") from None
        for name, content in files.items():
            put_file(str(Path(folder) / name), content, replace, as_json)


def _options(game: Game) -> tuple[Option, ...]:
    """Return the options of a test: those of the table, and of a set file its path."""
    own = game.options if game.name == games.SET_FILES else ()
    tested = PLAYTESTS.of(game)
    return (*(one for one in own if one.scores), *(tested.playtesting if tested else ()))


COMMAND = GameCommand(
    "playtest",
    options=_options,
    able=PLAYTESTS,
    limited=True,
    callback=run,
    params=[
        game_argument("GAME|FILE.toml"),
        option("--games number", f"How many games to play.  [default: {GAMES}]", whole(1), "N", default=GAMES),
        word_option(
            "--policy",
            "How players play: random makes any legal move, greedy any that gains most at once, search looks further. "
            " [default: greedy]",
            POLICIES,
            GREEDY,
        ),
        word_option("--others", "How all but the first seat play.  [default: as --policy says]", POLICIES),
        option("--seed", "Which games are played.  [default: 0]", whole(0), "N", default=0),
        option(
            "--compare",
            "Play as many games with each value of an option, such as colours=2,3,4, and show them side by side. Of a "
            "set file also: play other set files.",
            TEXT,
            "NAME=VALUE,…|FILE.toml,…",
        ),
        option("--jobs", "How many processes to use.  [default: one for each core]", whole(1)),
        option("--scheduler", "Use the workers of a Dask cluster, such as tcp://10.0.0.1:8786.", TEXT, "ADDRESS"),
        json_option(),
        option("-o --output folder", "Write the table, the data, every game and plots here.", FILE_NAME, "DIR"),
        replace_option(),
    ],
)
