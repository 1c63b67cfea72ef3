"""Plays a game by itself, many times, on several processes or a cluster. A game follows from its number: so it does not
matter who plays it, and a lost worker's games are played again by another, move by move."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from typing import Any

from quasiprint import games as rooms
from quasiprint import interruption
from quasiprint.model.errors import InputError, hint
from quasiprint.model.game import Game
from quasiprint.model.option import Kind, Option, Supplied, settle_options
from quasiprint.model.piece import Value
from quasiprint.model.playtest import Play, Playtested, Trial
from quasiprint.pipeline.play_figures import Figure, as_json, figures, table
from quasiprint.pipeline.processes import Emit, cluster_results, results
from quasiprint.pipeline.run import bound, read_supplies
from quasiprint.telling import measure, tell
from quasiprint.values import dataclass
from quasiprint.version import __version__

PARTS = 8  # of a test for each job, so that all end at the same time
SCATTERED = 64  # parts of a test on a cluster
MOST_COMPARED = 12
LONGEST = 1_000_000  # games
Work = tuple[str, Mapping[str, Supplied], Mapping[str, Value], str, int, range]
Part = tuple[int, list[Play]]


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
    policy: str
    seed: int
    columns: tuple[Column, ...]

    def lines(self) -> list[str]:
        """Return it for people: what was played, and the figures."""
        count = len(self.columns[0].plays)
        head = f"{self.game}: {count:,} {'game' if count == 1 else 'games'}, {self.policy} players, seed {self.seed}"
        heads = [column.head for column in self.columns]
        return [head, *table(heads, [column.figures for column in self.columns])]

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        tests = [{"parameters": dict(one.parameters), **as_json(one.test, one.plays)} for one in self.columns]
        head = {"game": self.game, "version": __version__, "policy": self.policy, "seed": self.seed}
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
    policy: str,
    games: int,
    seed: int = 0,
    compare: str = "",
    jobs: int = 1,
    scheduler: str | None = None,
) -> Playtest:
    """Play so many games of each test. given: the options that were asked for. compare: "NAME=VALUE,VALUE…", an option
    that has another value in each test, "" for one test. scheduler: the address of a cluster's, in place of processes
    here. Raises InputError for what cannot be, Unavailable without what a cluster takes."""
    if not 0 < games <= LONGEST:
        raise InputError(f"--games: found {games:,}, allowed are 1 to {LONGEST:,}")
    supplied = dict(read_supplies(rooms.load(game), given))
    room = _room(game, supplied)
    own = {name: value for name, value in given.items() if name not in supplied}
    cases = [(head, {**own, **values}) for head, values in _compared(room, compare, own)]
    settled = [settle_options(game, room.playtesting, values) for _, values in cases]
    tests = [room.test(values, policy) for values in settled]
    parts = max(1, min(games, SCATTERED if scheduler else PARTS * jobs))
    numbers = [range(games * k // parts, games * (k + 1) // parts) for k in range(parts)]
    works = [(game, supplied, values, policy, seed, part) for values in settled for part in numbers]
    found = dict(_plays(works, jobs, scheduler))
    columns = []
    for k, (head, _) in enumerate(cases):
        plays = tuple(play for part in range(k * parts, (k + 1) * parts) for play in found[part])
        columns.append(Column(head, settled[k], tests[k], plays))
    return Playtest(next((one.name for one in supplied.values()), game), policy, seed, tuple(columns))


def _room(game: str, supplied: Mapping[str, Supplied]) -> Any:
    """Return the room of a game, as files decide it. Raises InputError for a game without play-tests."""
    room: Game = bound(rooms.load(game), supplied)
    if not isinstance(room, Playtested):
        raise InputError(f"game: {game} has no play-test")
    return room


def _compared(room: Any, compare: str, own: Mapping[str, Value]) -> list[tuple[str, dict[str, Value]]]:
    """Return what is to be compared: what each test is called, and the option's value in it."""
    if not compare:
        return [("", {})]
    name, equals, said = compare.partition("=")
    name = name.strip().removeprefix("--").replace("-", "_")
    option = next((one for one in room.playtesting if one.name == name), None)
    if option is None or not equals:
        known = [one.name for one in room.playtesting]
        near = hint(name, known) if equals else ""
        raise InputError(
            f"--compare: found {compare[:60]!r}{near}, allowed is an option with values, such as {known[0]}=…,…; "
            f"options are {', '.join(known)}"
        )
    if name in own:
        raise InputError(f"--compare: found {name} beside {option.flag}, allowed is one of the two")
    values = [_value(option, word.strip()) for word in said.split(",")]
    if len(set(values)) < len(values) or len(values) > MOST_COMPARED:
        raise InputError(f"--compare: found {said[:60]!r}, allowed are up to {MOST_COMPARED} values, each once")
    return [(f"{name} {value}", {name: value}) for value in values]


def _value(option: Option, word: str) -> Value:
    if option.kind is not Kind.INT:
        return word
    if not word.isdecimal() or len(word) > 9:
        raise InputError(f"--compare: found {word[:40]!r} for {option.name}, allowed are whole numbers")
    return int(word)


def play_part(
    game: str,
    supplied: Mapping[str, Supplied],
    parameters: Mapping[str, Value],
    policy: str,
    seed: int,
    numbers: Sequence[int],
) -> list[Play]:
    """Play some games: what one process, or one worker of a cluster, does."""
    return list(_one_by_one(game, supplied, parameters, policy, seed, numbers))


def _one_by_one(game: str, supplied: Mapping[str, Supplied], *asked: Any) -> Generator[Play, None, None]:
    for play in _room(game, supplied).plays(*asked):
        interruption.check()
        yield play


def _numbered(number: int, work: Work) -> Part:
    return number, play_part(*work)


def _emit_part(emit: Emit, *work: Any) -> None:
    emit(play_part(*work))


def _plays(works: Sequence[Work], jobs: int, scheduler: str | None) -> Generator[Part, None, None]:
    """Yield the games of each work with its number, as they come."""
    several: Generator[Part, None, None] = _here(works)
    if scheduler:
        several = cluster_results(scheduler, _numbered, list(enumerate(works)), None)
    elif jobs > 1:
        begun = [(_emit_part, work) for work in works]
        several = results(begun, jobs, lambda number: f"games {works[number][-1].start}…")
    every = sum(len(work[-1]) for work in works)
    tell(f"playing: {every:,} games")
    done = 0
    with closing(several):
        for number, plays in several:
            done += len(plays)
            measure(done / every)
            tell(f"played: {done:,} of {every:,} games")
            yield number, plays


def _here(works: Sequence[Work]) -> Generator[Part, None, None]:
    every = sum(len(work[-1]) for work in works)
    done = 0
    for number, work in enumerate(works):
        plays = []
        for play in _one_by_one(*work):
            plays.append(play)
            done += 1
            measure(done / every)
        yield number, plays
