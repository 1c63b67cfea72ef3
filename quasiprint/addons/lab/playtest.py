"""``quasiprint playtest``: how a designed set plays, with plots. Which games can be tested, the rooms say.

Plays a game by itself, many times, on several processes or a cluster. A game follows from its number: so it does not
matter who plays it, and a lost worker's games are played again by another, move by move.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from quasiprint import games as rooms
from quasiprint.addons.lab.cluster import results_of
from quasiprint.addons.lab.figures import Figure, figures, table
from quasiprint.addons.lab.games import PLAYTESTS
from quasiprint.cli.chosen import GameCommand, game_argument, game_values
from quasiprint.cli.kinds import FILE_NAME, TEXT, json_option, option, replace_option, whole, word_option
from quasiprint.cli.reporting import print_json, refuse_misplaced, save, say, show_progress, warn
from quasiprint.disk.reading import is_set_file
from quasiprint.errors import InputError, Unavailable, hint
from quasiprint.make.processes import usual_jobs
from quasiprint.make.run import bound, read_supplies
from quasiprint.model.option import Kind, Supplied, settle_options
from quasiprint.model.piece import Value
from quasiprint.model.play import GREEDY, POLICIES, Play, Playtested, Trial
from quasiprint.system import interruption
from quasiprint.system.outcome import reraise_if_not_input
from quasiprint.system.progress import measure, tell
from quasiprint.version import __version__

GAMES = 200
BEGINNINGS = {  # of the files that are written
    "playtest.txt": re.compile(rb".*: [0-9,]+ games?, "),
    "playtest.json": re.compile(rb'\{\s*"game": '),
    "games.csv": re.compile(rb"test,game,"),
    "playtest.svg": re.compile(rb"<\?xml"),
    "playtest.png": re.compile(rb"\x89PNG"),
}


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
    if folder is not None:
        for name, begins in BEGINNINGS.items():
            # the very same is left as it is: what does not begin so cannot be that
            refuse_misplaced(Path(folder, name), "the very same", replace, begins.match, makes_folder=True)
    with show_progress():
        given, policies, jobs = game_values(ctx), (policy, others or policy), jobs or usual_jobs()
        found = playtest(game, given, policies, number, seed, compare or "", jobs, scheduler)
    written = files(found) if folder else {}
    try:
        written |= plots(found) if folder else {}
    except Unavailable as problem:
        warn(f"{problem}; all else is written")
    if as_json:
        print_json(found.as_json())
    else:
        for line in found.lines():
            say(line)
    if folder:
        for name, content in written.items():
            save(str(Path(folder) / name), content, replace, as_json)


COMMAND = GameCommand(
    "playtest",
    # the path of a set file, then what the game's play-test declares
    options=lambda game: (
        *(option for option in game.options if game.name == rooms.SET_FILES and option.scores),
        *(tested.playtesting if (tested := PLAYTESTS.of(game)) else ()),
    ),
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


PARTS = 8  # of a test for each job, so that all end at the same time
SCATTERED = 64  # parts of a test on a cluster
MOST_COMPARED = 12
LONGEST = 1_000_000  # games
Work = tuple[str, Mapping[str, Supplied], Mapping[str, Value], tuple[str, ...], int, range]


@dataclass(frozen=True, slots=True)
class Column:
    """One of the tests that are compared. head: what tells it from the others."""

    head: str
    parameters: Mapping[str, Value]
    test: Trial
    plays: tuple[Play, ...]

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures by what they are called."""
        return figures(self.test, self.plays)


@dataclass(frozen=True, slots=True)
class Playtest:
    """Tests side by side. game: its name; of a set file, the file's."""

    game: str
    policies: tuple[str, ...]
    seed: int
    columns: tuple[Column, ...]

    def lines(self) -> list[str]:
        """Return it for people: what was played, and the figures."""
        count = len(self.columns[0].plays)
        first, others = self.policies[0], self.policies[-1]
        who = f"{first} players" if first == others else f"seat 1 {first}, others {others}"
        head = f"{self.game}: {count:,} {'game' if count == 1 else 'games'}, {who}, seed {self.seed}"
        return [head, *table([column.head for column in self.columns], [column.figures for column in self.columns])]

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        tests = [
            {
                **{"test": column.head, "parameters": dict(column.parameters), "games": len(column.plays)},
                "figures": {name: figure.as_json() for name, figure in column.figures.items()},
            }
            for column in self.columns
        ]
        head = {"game": self.game, "version": __version__, "policies": self.policies, "seed": self.seed}
        return {**head, "confidence": 0.95, "tests": tests}


def files(found: Playtest) -> dict[str, bytes]:
    """Return the files of a test by name: the table, the data, and every game in a line."""
    rows = ["test,game,turns,chosen,choices,dead,count,blocked,winners,scores"]
    for number, column in enumerate(found.columns, 1):
        for k, play in enumerate(column.plays):
            winners, scores = (" ".join(map(str, row)) for row in ((w + 1 for w in play.winners), play.scores))
            values = (play.turns, play.chosen, play.choices, play.dead, play.count, int(play.blocked))
            rows.append(",".join(map(str, (number, k, *values, winners, scores))))
    return {
        "playtest.txt": "\n".join([*found.lines(), ""]).encode(),
        "playtest.json": (json.dumps(found.as_json(), indent=1) + "\n").encode(),
        "games.csv": "\n".join([*rows, ""]).encode(),
    }


def playtest(
    game: str,
    given: Mapping[str, Value],
    policies: tuple[str, ...],
    games: int,
    seed: int = 0,
    compare: str = "",
    jobs: int = 1,
    scheduler: str | None = None,
) -> Playtest:
    """Play so many games of each test. given: the options that were asked for. policies: see `policy_of`. compare:
    "NAME=VALUE,VALUE…", an option that has another value in each test, or further set files with commas between them,
    "" for one test. scheduler: the address of a cluster's, in place of processes here. Raises InputError for what
    cannot be, Unavailable without what a cluster takes."""
    if not 0 < games <= LONGEST:
        raise InputError(f"--games: found {games:,}, allowed are 1 to {LONGEST:,}")
    tests = []
    for head, supplied, case_values in _compared(game, given, compare):
        room = _room(game, supplied)
        values = settle_options(game, room.playtesting, case_values)
        tests.append((head, supplied, values, room.test(values)))
    parts = max(1, min(games, SCATTERED if scheduler else PARTS * jobs))
    works = [
        (game, supplied, values, policies, seed, range(games * k // parts, games * (k + 1) // parts))
        for _, supplied, values, _ in tests
        for k in range(parts)
    ]
    plays = _plays(works, jobs, scheduler)
    columns = (
        Column(head, values, test, tuple(plays[games * k : games * (k + 1)]))
        for k, (head, _, values, test) in enumerate(tests)
    )
    names = dict.fromkeys(file.name for _, supplied, _, _ in tests for file in supplied.values())
    return Playtest(", ".join(names) or game, policies, seed, tuple(columns))


def _room(game: str, supplied: Mapping[str, Supplied]) -> Playtested:
    """Return the room of a game, as files decide it. Raises InputError for a game without play-tests."""
    return PLAYTESTS.require(bound(rooms.load(game), supplied))


Case = tuple[str, dict[str, Supplied], dict[str, Value]]


def _compared(game: str, given: Mapping[str, Value], compare: str) -> Iterator[Case]:
    """Yield what is to be compared: what each test is called, the files that it takes, and its options."""
    supplied = dict(read_supplies(rooms.load(game), given))
    options_given = {name: value for name, value in given.items() if name not in supplied}
    words = [word.strip() for word in compare.split(",")]
    if not compare:
        yield "", supplied, options_given
        return
    if supplied and all(map(is_set_file, words)):
        (file,) = supplied
        values: list[Value] = [str(given[file]), *words]
        _refuse_again(compare, values)
        files = [dict(read_supplies(rooms.load(game), {file: value})) for value in values]
        names = [case[file].name for case in files]
        heads = names if len(set(names)) == len(names) else [str(value) for value in values]
        for head, case in zip(heads, files, strict=True):
            yield head, case, options_given
        return
    name, equals, text = compare.partition("=")
    name = name.strip().removeprefix("--").replace("-", "_")
    options = _room(game, supplied).playtesting
    option = next((candidate for candidate in options if candidate.name == name), None)
    if option is None or not equals:
        known = [option.name for option in options]
        near = hint(name, known) if equals else ""
        more = ", or other set files" * bool(supplied)
        raise InputError(
            f"--compare: found {compare[:60]!r}{near}, allowed is an option with values, such as {known[0]}=…,…{more}; "
            f"options are {', '.join(known)}"
        )
    if name in options_given:
        raise InputError(f"--compare: found {name} beside {option.flag}, allowed is one of the two")
    number = option.kind is Kind.INT  # what is none is refused as that of the option itself
    values = [
        int(word) if number and word.isdecimal() and len(word) < 19 else word
        for word in map(str.strip, text.split(","))
    ]
    _refuse_again(text, values)
    for value in values:
        yield f"{name} {value}", supplied, {**options_given, name: value}


def _refuse_again(text: str, values: Sequence[Value]) -> None:
    if len(set(values)) < len(values) or len(values) > MOST_COMPARED:
        raise InputError(f"--compare: found {text[:60]!r}, allowed are up to {MOST_COMPARED} values, each once")


def play_part(
    game: str,
    supplied: Mapping[str, Supplied],
    parameters: Mapping[str, Value],
    policies: tuple[str, ...],
    seed: int,
    numbers: Sequence[int],
) -> list[Play]:
    """Play some games: what one process, or one worker of a cluster, does."""
    found: list[Play] = []
    for play in _room(game, supplied).plays(parameters, policies, seed, numbers):
        interruption.check()
        found.append(play)
        measure(len(found) / len(numbers))
    return found


def _plays(works: Sequence[Work], jobs: int, scheduler: str | None) -> list[Play]:
    """Return the games of all works, in their order."""
    several = results_of(play_part, works, jobs, scheduler, lambda number: f"games {works[number][-1].start}…")
    total, done, found = sum(len(work[-1]) for work in works), 0, dict[int, list[Play]]()
    tell(f"playing: {total:,} games")
    with closing(several):
        for number, found[number] in several:
            done += len(found[number])
            measure(done / total)
            tell(f"played: {done:,} of {total:,} games")
    return [play for number in range(len(works)) for play in found[number]]


COLOURS = ("#27509b", "#c8641e", "#3c8c50", "#8c3c78", "#7a7a7a", "#1e96aa")
STYLES = ("-", "--", ":", "-.")
SIZE = (10.0, 3.6)  # inches


def plots(found: Playtest) -> dict[str, bytes]:
    """Return the plots of a test by the names of their files. Raises Unavailable without matplotlib."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("plots need matplotlib; pip install 'quasiprint[plots]'") from None
    # the same test gives the same bytes
    with matplotlib.rc_context({"svg.hashsalt": "quasiprint", "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=SIZE, layout="constrained")
        left, middle, right = figure.subplots(1, 3)
        _seats(left, found.columns)
        _spread(middle, found.columns, "turns", [[play.turns for play in column.plays] for column in found.columns])
        counts = " or ".join(dict.fromkeys(column.test.counts for column in found.columns))
        _spread(right, found.columns, counts, [[play.count for play in column.plays] for column in found.columns])
        if found.columns[0].head:
            figure.legend(*middle.get_legend_handles_labels(), fontsize=8, loc="outside lower center", ncols=4)
        figure.suptitle(found.lines()[0], fontsize=10)
        written = {}
        for name, canvas, metadata in (
            ("playtest.svg", FigureCanvasSVG(figure), {"Date": None, "Creator": "quasiprint"}),
            ("playtest.png", FigureCanvasAgg(figure), {"Software": "quasiprint"}),
        ):
            stream = io.BytesIO()
            canvas.print_figure(stream, format=name[-3:], dpi=150, metadata=metadata)
            written[name] = stream.getvalue()
    return written


def _seats(axes: Any, columns: tuple[Column, ...]) -> None:
    """Draw the share of games that each seat wins, with its interval, and what would be even."""
    width = 0.8 / len(columns)
    for k, column in enumerate(columns):
        found = column.figures
        shares = [found[f"seat {seat + 1} wins"] for seat in range(column.test.players)]
        at = [seat + 1 - 0.4 + width * (k + 0.5) for seat in range(len(shares))]
        values = [100 * figure.value for figure in shares]
        low = [100 * (share.value - share.low) for share in shares]
        high = [100 * (share.high - share.value) for share in shares]
        colour = COLOURS[k % len(COLOURS)]
        axes.bar(at, values, 0.9 * width, yerr=[low, high], color=colour, ecolor="black", capsize=2, label=column.head)
        even, end = 100 / column.test.players, column.test.players + 0.5
        axes.plot([0.5, end], [even, even], color=colour, linewidth=0.8, linestyle="--")
    axes.set_xticks(range(1, 1 + max(column.test.players for column in columns)))
    axes.set_xlabel("seat, from who begins")
    axes.set_ylabel("wins, %")


def _spread(axes: Any, columns: tuple[Column, ...], name: str, values: list[list[int]]) -> None:
    """Draw how a number is spread over the games of each test."""
    for k, value in enumerate(values):
        least, most = min(value), max(value)
        step = max(1, (most - least) // 40)  # so many neighbours are one step, and a number is in the middle of its own
        edges, shares = (
            [number - 0.5 for number in range(least, most + step + 1, step)],
            [100 / len(value)] * len(value),
        )
        style = {"color": COLOURS[k % len(COLOURS)], "linestyle": STYLES[k % len(STYLES)], "label": columns[k].head}
        axes.hist(value, edges, weights=shares, histtype="step", **style)
    axes.set_xlabel(name)
    axes.set_ylabel("games, %")
    axes.set_ylim(bottom=0)
