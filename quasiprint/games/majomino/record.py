"""The text form of a game with its moves, as `play majomino` saves it, or as it is typed:

    majomino game
    board AAAAB ACCBB CCDDB ECEDB EEEDD
    marks ..... ..... ..... ..... .....
    to-move x
    double unused
    rule standard
    setting computer o
    setting level medium
    setting seed 0
    1 x 3/3
    2 o 2/3 4/4
    saved 2 moves, check 1f0c93a2

The board has a letter for the region of each cell, or is a board's name; the marks are those that the game began with.
What follows a # says nothing. The seal at the end is a hash of the lines before it: it tells a file that was
changed or cut off, and nothing else. Whoever types a game leaves it out, and may leave out numbers, x and o, and all
above the moves but the board: it begins empty then, with X, by the standard rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.games.majomino.board import (
    FREE,
    Board,
    MarkedBoard,
    board_findings,
    marks_findings,
    of_regions,
    tally,
)
from quasiprint.games.majomino.notation import is_name, parse_name, read_one
from quasiprint.games.majomino.situation import (
    LETTERS,
    NONE,
    RESTRICTED,
    STANDARD,
    Match,
    Situation,
    parse_board,
    situation_of,
    solvable,
)
from quasiprint.model.finding import Finding, Judgement, Refusal
from quasiprint.model.game_text import decode, worded_lines
from quasiprint.model.layout_text import unify_lines
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.saved import check

HEAD = "majomino game"
HEAD_BYTES = 1 << 12  # in which the first line stands, comments before it included
UNORDERED = "in which order the marks were made, and whether O marked two cells in one turn"
GIVEN = ("board", "marks", "to-move", "double", "rule")
RULES = (STANDARD, RESTRICTED, NONE)
RULE_OPTIONS = ("rule", "double_turns", "double", "to_move")
SEAL = re.compile(r"saved ([0-9]{1,4}) moves?, check ([0-9a-f]{8})")
CELL = "[0-9]{1,2}/[0-9]{1,2}"
MOVE = re.compile(rf"(?:([0-9]{{1,4}})\.? )?((?:([xo]) )?{CELL}(?:(?: and |[ ,;+&]+){CELL})?)", re.IGNORECASE)
SETTING = re.compile(r"setting ([a-z]{1,20}) ([a-z0-9]{1,20})")


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was read, up to its end or first illegal move. settings: of the table that it was played at, by name.
    findings: what is wrong with that move."""

    match: Match
    settings: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def is_record(text: bytes) -> bool:
    """Tell whether a text says of itself that it is a game with its moves."""
    head = unify_lines(text[:HEAD_BYTES].decode("utf-8", "replace")).lower()
    said = (line.partition("#")[0].split() for line in head.split("\n"))
    return next(filter(None, said), [])[:2] == HEAD.split()


def read(text: bytes, where: str = "game") -> Record:
    """Return a saved game. Raises InputError, which names the line, for one that cannot be read, was changed or cut
    off, or has an illegal move."""
    return _legal(_Reader(text, where, sealed=True).record(), where)


def _legal(record: Record, where: str) -> Record:
    for finding in record.findings:
        raise InputError(f"{where}: {finding.subject}: {finding.message}")
    return record


def situation(source: bytes | str, where: str, options: Mapping[str, Value]) -> Situation:
    """Return the last position of a saved game, by its own rule, or that of a drawn board or a board's name. options:
    as `situation_of` takes them. Raises InputError, also for one that says something of a saved game."""
    if isinstance(source, str) or not is_record(source):
        return situation_of(parse_board(source, where), options)
    refuse_other_rules({name: value for name, value in options.items() if value})
    match = _legal(_Reader(source, where).record(), where).match
    rule = {"rule": match.rule.name, "double_turns": match.rule.range}
    own = {**rule, "to_move": match.now.mover, "double": match.state}
    return situation_of(solvable(match.board_with_marks, where), own)


def refuse_other_rules(given: Collection[str]) -> None:
    """Raise InputError if an option says of a saved game what it says itself. given: the options' names."""
    for name in RULE_OPTIONS:
        if name in given:
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag}: found beside a saved game, which has its own rule; leave one of the two out")


class _Reader:
    """The lines of a saved game, read one by one."""

    def __init__(self, text: bytes, where: str, *, sealed: bool = False) -> None:
        self.where, self.number, self.sealed = where, 0, sealed
        self.lines = [(number, " ".join(words)) for number, words in worded_lines(decode(text))]

    def refuse(self, message: str) -> NoReturn:
        raise InputError(f"{self.where}: line {self.number}: {message}")

    def record(self) -> Record:
        """Return what the lines say."""
        self._unseal()
        given: dict[str, str] = {}
        for name in GIVEN:
            number, line = self.lines[0] if self.lines else (self.number + 1, "")
            key, _, said = line.partition(" ")
            if key.lower() == name:
                self.number, given[name] = number, said
                del self.lines[0]
            elif self.sealed or name == GIVEN[0]:
                self.number = number
                example = ", such as board 5-0MJ-1" * (name == GIVEN[0])
                self.refuse(f"found {repr(line[:40]) if line else 'the end'}, allowed is the line {name} ...{example}")
        match = self._new_match(given)
        settings: dict[str, str] = {}
        for number, line in self.lines:
            self.number = number
            setting = SETTING.fullmatch(line) if self.sealed else None
            if setting:
                settings[setting[1]] = setting[2]
                continue
            refusal = self._move(match, line)
            if refusal:
                said = f"line {number}, move {len(match.moves) + 1}"
                return Record(match, settings, (refusal.of(said),))
        return Record(match, settings)

    def _unseal(self) -> None:
        """Take the first and last line away, which say what this is, and that it is whole."""
        if not self.lines or self.lines[0][1].lower() != HEAD:
            raise InputError(f"{self.where}: is not a saved game: its first line is not {HEAD!r}")
        seal = SEAL.fullmatch(self.lines[-1][1])
        # nobody types settings: they come from a saved game
        self.sealed |= bool(seal) or any(line.startswith("setting ") for _, line in self.lines)
        if self.sealed and not seal:
            raise InputError(f'{self.where}: was cut off: its last line, "saved ... moves, check ...", is missing')
        if seal:
            self.number, _ = self.lines.pop()
            if seal[2] != check([line for _, line in self.lines]):
                raise InputError(f"{self.where}: was changed since the game was saved: its check is not {seal[2]}")
        del self.lines[0]

    def _new_match(self, given: Mapping[str, str]) -> Match:
        """Return the game before its first move."""
        board = self._board(given["board"])
        size = board.size
        marks = given.get("marks", FREE * size * size).replace(" ", "")
        if len(marks) != size * size or set(marks) - set("xo."):
            self.refuse(f"found the marks {given['marks'][:60]!r}, allowed are x, o and . for each cell")
        name, _, turns = given.get("rule", STANDARD).lower().partition(" ")
        if name not in RULES:
            self.refuse(f"found the rule {name[:40]!r}, allowed are {', '.join(RULES)}")
        options = {"rule": name, "double_turns": turns}
        options |= {"double": given.get("double", ""), "to_move": given.get("to-move", "")}
        try:
            return Match(situation_of(MarkedBoard(board, marks), options))
        except InputError as problem:
            self.refuse(str(problem))

    def _board(self, said: str) -> Board:
        """Return the board that letters or a name say."""
        regions = said.split()
        size, labels = len(regions), "".join(regions).upper()
        if size == 1 and is_name(said):
            return parse_name(said)
        if any(len(row) != size for row in regions) or not 3 <= size <= len(LETTERS) or set(labels) - set(LETTERS):
            self.refuse(f"found the board {said[:60]!r}, allowed is a letter for each cell of each row, or a name")
        board = of_regions(size, list(map(LETTERS.index, labels)))
        if board_findings(board, "board"):
            self.refuse(f"found a board that is not {size} connected regions of {size} cells")
        return board

    def _move(self, match: Match, line: str) -> Refusal | None:
        """Make the move of a line. Return why it is illegal, if it is."""
        if line.lower() in ("x resigns", "o resigns"):
            refusal = match.turn_refusal(match.now.mover)
            match.resigned = match.resigned or line[0].lower()
            return refusal
        found = MOVE.fullmatch(line)
        if not found or int(found[1] or len(match.moves) + 1) != len(match.moves) + 1:
            self.refuse(f"found {line[:40]!r}, allowed is move {len(match.moves) + 1}, such as x 3/3 or o 2/3 4/4")
        refusal = match.turn_refusal((found[3] or match.now.mover).lower())
        if refusal:
            return refusal
        try:
            move = match.read(found[2])
        except ValueError as problem:
            self.refuse(str(problem))
        refusal = match.refusal(move)
        if refusal is None:
            match.do(move)
        return refusal


def picture(text: bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw one board with its marks. Raises InputError as `score`."""
    from quasiprint.games.majomino.rulebook import BoardDrawing

    return BoardDrawing(sets[Maker.PAPER]).figure(_one(text)[0])


@dataclass(frozen=True, slots=True)
class BoardScore(Judgement):
    """Who has won what. x, o: points. rows, columns, regions: None where nobody has won yet. winner: who has more
    than half of all lines, None while nobody has."""

    complete: bool
    x: int
    o: int
    rows: tuple[str | None, ...]
    columns: tuple[str | None, ...]
    regions: tuple[str | None, ...]
    winner: str | None
    findings: tuple[Finding, ...]
    not_seen: tuple[str, ...] = ()


def score(text: bytes, options: Mapping[str, Value]) -> BoardScore:
    """Count one board, also one that is none of the game, or the last one of a game, up to an illegal move. Raises
    InputError for what cannot be read, and for more than one board."""
    position, findings = _one(text)
    count = tally(position)
    findings = (*findings, *board_findings(position.board, "board"), *marks_findings(position, "board"))
    return BoardScore(
        count.complete, count.x, count.o, count.rows, count.columns, count.regions, count.winner, findings,
        () if is_record(text) else (UNORDERED,),
    )  # fmt: skip


def _one(text: bytes) -> tuple[MarkedBoard, tuple[Finding, ...]]:
    if is_record(text):
        record = _Reader(text, "game").record()
        return record.match.board_with_marks, record.findings
    word = text[:HEAD_BYTES].decode("utf-8", "replace").removeprefix("\ufeff").lstrip()[:40].partition("\n")[0]
    if word[:1].isalpha() or word.startswith("#"):
        raise InputError(
            f"board: found {word!r} first, allowed is the line {HEAD!r}, or a board, drawn with +, - and |"
        )
    return read_one(text, "board", "score"), ()
