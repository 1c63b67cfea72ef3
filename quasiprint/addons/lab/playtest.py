"""Plays a game by itself, many times, on several processes or a cluster. A game follows from its number: so it does not
matter who plays it, and a lost worker's games are played again by another, move by move."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from quasiprint import games as rooms
from quasiprint.addons.lab.cluster import cluster_results, emit_result
from quasiprint.addons.lab.games import PLAYTESTS
from quasiprint.addons.lab.play_figures import Figure, as_json, figures, table
from quasiprint.disk.reading import is_set_file
from quasiprint.errors import InputError, hint
from quasiprint.make.processes import results
from quasiprint.make.run import bound, read_supplies
from quasiprint.model.game import Play, Playtested, Trial
from quasiprint.model.option import Kind, Option, Supplied, settle_options
from quasiprint.model.piece import Value
from quasiprint.system import interruption
from quasiprint.system.progress import measure, tell
from quasiprint.version import __version__

PARTS = 8  # of a test for each job, so that all end at the same time
SCATTERED = 64  # parts of a test on a cluster
MOST_COMPARED = 12
LONGEST = 1_000_000  # games
Work = tuple[str, Mapping[str, Supplied], Mapping[str, Value], tuple[str, ...], int, range]
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
    policies: tuple[str, ...]
    seed: int
    columns: tuple[Column, ...]

    def lines(self) -> list[str]:
        """Return it for people: what was played, and the figures."""
        count = len(self.columns[0].plays)
        who = (
            f"{self.policies[0]} players"
            if len(set(self.policies)) == 1
            else "seat 1 {}, others {}".format(*self.policies)
        )
        head = f"{self.game}: {count:,} {'game' if count == 1 else 'games'}, {who}, seed {self.seed}"
        heads = [column.head for column in self.columns]
        return [head, *table(heads, [column.figures for column in self.columns])]

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        tests = [
            {"test": one.head, "parameters": dict(one.parameters), **as_json(one.test, one.plays)}
            for one in self.columns
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
    cases, columns = list(_compared(game, given, compare)), list[Column]()
    for head, supplied, own in cases:
        room = _room(game, supplied)
        values = settle_options(game, room.playtesting, own)
        columns.append(Column(head, values, room.test(values), ()))
    parts = max(1, min(games, SCATTERED if scheduler else PARTS * jobs))
    works = [
        (game, supplied, column.parameters, policies, seed, range(games * k // parts, games * (k + 1) // parts))
        for (_, supplied, _), column in zip(cases, columns, strict=True)
        for k in range(parts)
    ]
    found = dict(_plays(works, jobs, scheduler))
    for k, column in enumerate(columns):
        plays = tuple(play for part in range(k * parts, (k + 1) * parts) for play in found[part])
        columns[k] = replace(column, plays=plays)
    names = dict.fromkeys(one.name for _, supplied, _ in cases for one in supplied.values())
    return Playtest(", ".join(names) or game, policies, seed, tuple(columns))


def _room(game: str, supplied: Mapping[str, Supplied]) -> Playtested:
    """Return the room of a game, as files decide it. Raises InputError for a game without play-tests."""
    return PLAYTESTS.require(bound(rooms.load(game), supplied))


Case = tuple[str, dict[str, Supplied], dict[str, Value]]


def _compared(game: str, given: Mapping[str, Value], compare: str) -> Iterator[Case]:
    """Yield what is to be compared: what each test is called, the files that it takes, and its options."""
    supplied = dict(read_supplies(rooms.load(game), given))
    own = {name: value for name, value in given.items() if name not in supplied}
    words = [word.strip() for word in compare.split(",")]
    if not compare:
        yield "", supplied, own
        return
    if supplied and all(map(is_set_file, words)):
        (file,) = supplied
        values: list[Value] = [str(given[file]), *words]
        _refuse_again(compare, values)
        files = [dict(read_supplies(rooms.load(game), {file: value})) for value in values]
        names = [one[file].name for one in files]
        heads = names if len(set(names)) == len(names) else [str(value) for value in values]
        for head, one in zip(heads, files, strict=True):
            yield head, one, own
        return
    name, equals, said = compare.partition("=")
    name = name.strip().removeprefix("--").replace("-", "_")
    options = _room(game, supplied).playtesting
    option = next((one for one in options if one.name == name), None)
    if option is None or not equals:
        known = [one.name for one in options]
        near = hint(name, known) if equals else ""
        more = ", or other set files" * bool(supplied)
        raise InputError(
            f"--compare: found {compare[:60]!r}{near}, allowed is an option with values, such as {known[0]}=…,…{more}; "
            f"options are {', '.join(known)}"
        )
    if name in own:
        raise InputError(f"--compare: found {name} beside {option.flag}, allowed is one of the two")
    values = [_value(option, word.strip()) for word in said.split(",")]
    _refuse_again(said, values)
    for value in values:
        yield f"{name} {value}", supplied, {**own, name: value}


def _refuse_again(said: str, values: Sequence[Value]) -> None:
    if len(set(values)) < len(values) or len(values) > MOST_COMPARED:
        raise InputError(f"--compare: found {said[:60]!r}, allowed are up to {MOST_COMPARED} values, each once")


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
    policies: tuple[str, ...],
    seed: int,
    numbers: Sequence[int],
) -> list[Play]:
    """Play some games: what one process, or one worker of a cluster, does."""
    return list(_one_by_one(game, supplied, parameters, policies, seed, numbers))


def _one_by_one(game: str, supplied: Mapping[str, Supplied], *asked: Any) -> Generator[Play, None, None]:
    for play in _room(game, supplied).plays(*asked):
        interruption.check()
        yield play


def _numbered(number: int, work: Work) -> Part:
    return number, play_part(*work)


def _plays(works: Sequence[Work], jobs: int, scheduler: str | None) -> Generator[Part, None, None]:
    """Yield the games of each work with its number, as they come."""
    several: Generator[Part, None, None] = _here(works)
    if scheduler:
        several = cluster_results(scheduler, _numbered, list(enumerate(works)), None)
    elif jobs > 1:
        begun = [(emit_result, (play_part, *work)) for work in works]
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
