"""All boards of a size under a rule: who wins each. Which boards are one game, `results` says."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quasiprint.addons.lab.games import Ask, Cell, Entry, Hardest, Listed
from quasiprint.addons.lab.majomino.claims import class_of, classes, games, rule_of
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.errors import InputError
from quasiprint.games.majomino.board import (
    FREE,
    Board,
    MarkedBoard,
    images,
    lines,
)
from quasiprint.games.majomino.notation import parse_name
from quasiprint.games.majomino.situation import Contest, Move, O, Rule, X
from quasiprint.model.piece import Value
from quasiprint.version import __version__

Pause = Callable[[], None]


@dataclass(frozen=True, slots=True)
class MajominoCatalogue:
    """The boards of a size. asked: the boards that are asked for, by name; none for all."""

    size: int
    rule: Rule
    asked: tuple[str, ...] = ()

    @property
    def scope(self) -> Mapping[str, Any]:
        """What tells it from other catalogues."""
        turns = list(self.rule.turns) if self.rule.turns else None
        return {"size": self.size, "rule": self.rule.name, "double_turns": turns}

    @property
    def listed(self) -> Sequence[Listed]:
        """Every class of boards."""
        return [Listed(one.name, len(set(images(one.board))), one.game) for one in classes(self.size)]

    @property
    def chosen(self) -> Sequence[str]:
        """The games that are asked for, each once. Raises InputError for a board of another size."""
        if not self.asked:
            return [one.name for one in games(self.size)]
        return sorted(set(self.named.values()))

    @property
    def named(self) -> Mapping[str, str]:
        """The boards that are asked for, each with its game's. Raises InputError for a board of another size."""
        for name in self.asked:
            if (other := parse_name(name).size) != self.size:
                raise InputError(f"--board: {name!r} is of size {other}, allowed here is {self.size} (--size)")
        return {name: class_of(name).game for name in self.asked}

    def find(self, board: str, ask: Ask, pause: Pause) -> Entry:
        """Solve a game: see `quasiprint.addons.lab.games.Catalogue.find`."""
        return _Game(self, parse_name(board), ask, pause).entry(board)


def catalogue(options: Mapping[str, Value]) -> MajominoCatalogue:
    """Return the catalogue that options ask for. Raises InputError for turns that there are not."""
    size = int(options["size"])
    rule = rule_of(options, size)
    said = str(options["board"])
    boards = tuple(name.strip() for name in said.split(",") if name.strip())
    if said and not boards:
        raise InputError(f"--board: found {said!r}, which names no board; without the option all are solved")
    return MajominoCatalogue(size, rule, boards)


class _Game:
    """An empty board, or one that is the same game, to be solved."""

    def __init__(self, wanted: MajominoCatalogue, board: Board, ask: Ask, pause: Pause) -> None:
        self.ask, self.pause, self.size = ask, pause, board.size
        self.image = image(board.size, ask.key)
        imaged = tuple(tuple(sorted(self.image[cell] for cell in line)) for line in lines(board))
        self.contest = replace(wanted.rule.contest(MarkedBoard(board, FREE * board.size**2), X), lines=imaged)
        self.wanted = len(self.contest.lines) // 2 + 1
        self.solver = Solver(self.contest, ask.memory, ask.key)

    def entry(self, name: str) -> Entry:
        """Return what is asked for."""
        openings = tuple(self.places(move)[0] for move in self.wins(self.contest)) if self.ask.moves else None
        x_wins = self.x_wins(self.contest) if openings is None else bool(openings)
        points = None
        if self.ask.score:
            points = self.solver.value(self.contest, self.solver.bounds(self.contest), self.pause)
        hardest = self.hardest(x_wins) if self.ask.hardest else None
        winner = X if x_wins else O
        return Entry(name, winner, points, openings, hardest, (self.ask.key,), self.solver.nodes, __version__)

    def x_wins(self, contest: Contest) -> bool:
        """Tell who wins a position."""
        return self.solver.reaches(contest, self.wanted, self.pause)

    def moves(self, contest: Contest) -> list[Move]:
        """Return every move, in the order of the board's own cells, double moves behind the others."""
        return sorted(contest.moves(), key=lambda move: (len(move), self.places(move)))

    def wins(self, contest: Contest) -> list[Move]:
        """Return the moves with which the mover wins."""
        return [move for move in self.moves(contest) if self.x_wins(contest.after(move)) == (contest.mover == X)]

    def hardest(self, x_wins: bool) -> Hardest:
        """Return where the winner has least choice: the loser's first move that the fewest answers beat.

        Where X wins, this is a move of O after X's first winning opening. Of moves with as few answers the first.
        """
        before: list[Move] = []
        contest = self.contest
        if x_wins:
            before = [next(move for move in self.moves(contest) if self.x_wins(contest.after(move)))]
            contest = contest.after(before[0])
        tried = [(move, self.wins(contest.after(move))) for move in self.moves(contest)]
        move, answers = min(tried, key=lambda one: len(one[1]))
        after = tuple(map(self.places, [*before, move]))
        return Hardest(after, self.places(answers[0]), len(answers))

    def places(self, move: Move) -> tuple[Cell, ...]:
        """Return the rows and columns of a move's cells on the board itself."""
        cells = sorted(self.image.index(cell) for cell in move)
        return tuple((cell // self.size + 1, cell % self.size + 1) for cell in cells)


def image(size: int, key: int) -> tuple[int, ...]:
    """Return for each cell where it lies in the equal game that a key stands for: rows and columns change places, and
    for every other key rows become columns. Key 0 leaves all as it is."""
    rows, columns = list(range(size)), list(range(size))
    if key:
        draw = random.Random(key)
        draw.shuffle(rows)
        draw.shuffle(columns)
    moved = [(rows[cell // size], columns[cell % size]) for cell in range(size * size)]
    return tuple(column * size + row if key % 2 else row * size + column for row, column in moved)
