"""What is played, which positions can arise in a game of Majomino, by which rule it goes on, and how a move is typed
and told.

A contest is sets of cells, a line each: it goes to whoever marks more than half of it, and most lines win.

A game with its moves has a text form, as `play majomino` saves it, or as it is typed:

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
What follows a # says nothing. The seal at the end: see `quasiprint.model.game_text`. Whoever types a game leaves it
out, and may leave out numbers, x and o, and all above the moves but the board: it begins empty then, with X, by the
standard rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import combinations

from quasiprint.errors import InputError
from quasiprint.games.majomino import COUNTED, RULES
from quasiprint.games.majomino.board import (
    FREE,
    PLAYERS,
    Board,
    MarkedBoard,
    Tally,
    board_findings,
    lines,
    marks_findings,
    newly_decided,
    tally,
)
from quasiprint.games.majomino.notation import LETTERS, is_name, parse_name, parse_rows, parse_typed, read_board
from quasiprint.model.finding import Finding, Judgement, in_words, refused
from quasiprint.model.game_text import decode, refuse, spaced_lines, unify_lines, unseal
from quasiprint.model.piece import Value
from quasiprint.model.play import Event
from quasiprint.model.texts import Phrase

X, O = "x", "o"  # noqa: E741 - as they are called on paper
Move = tuple[int, ...]  # one cell, or the two of a double move


@dataclass(frozen=True, slots=True)
class Contest:
    """A position, and by which rules it goes on.

    lines: the cells of each, every cell in three of them, an odd number in each. marks: "x", "o" or "." for each cell.
    mover: who marks next. double: whether O may still mark two cells in one turn. apart: not two that share a line.
    turns: her first and last turn in which she may, counted from 1; None for any.
    """

    lines: tuple[Move, ...]
    marks: str
    mover: str
    double: bool = False
    apart: bool = False
    turns: tuple[int, int] | None = None

    @property
    def empty(self) -> tuple[int, ...]:
        """The cells without a mark."""
        return tuple(cell for cell, mark in enumerate(self.marks) if mark == FREE)

    @property
    def turn(self) -> int:
        """Which turn is O's next, from 1, while she has her double."""
        return self.marks.count(O) + 1

    def lines_won(self, player: str) -> int:
        """Return how many lines a player has for good."""
        return sum(2 * sum(self.marks[cell] == player for cell in line) > len(line) for line in self.lines)

    def may_double(self) -> bool:
        """Tell whether a double move is allowed right now."""
        if not self.double or self.mover != O or len(self.empty) < 2:
            return False
        return self.turns is None or self.turns[0] <= self.turn <= self.turns[1]

    def moves(self) -> Iterator[Move]:
        """Yield every move, double moves behind the others."""
        empty = self.empty
        yield from ((cell,) for cell in empty)
        if self.may_double():
            near = {pair for line in self.lines for pair in combinations(sorted(line), 2)} if self.apart else set()
            yield from (pair for pair in combinations(empty, 2) if pair not in near)

    def after(self, move: Move) -> Contest:
        """Return the position after a move."""
        marks = list(self.marks)
        for cell in move:
            marks[cell] = self.mover
        double = self.double and len(move) == 1
        return Contest(self.lines, "".join(marks), other(self.mover), double, self.apart, self.turns)


UNUSED, USED, NONE = "unused", "used", "none"
STANDARD, RESTRICTED, PIE = "standard", "restricted", "pie"
TURNS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


@dataclass(frozen=True, slots=True)
class Rule:
    """By which rule the double move goes. name: "standard", "restricted" or "none". turns: O's turns in which she may,
    None for any."""

    name: str
    turns: tuple[int, int] | None = None

    @property
    def range(self) -> str:
        """The turns, as they are typed; "" for any."""
        return "" if self.turns is None else "{}-{}".format(*self.turns)

    def contest(self, marked: MarkedBoard, mover: str, double: bool = True) -> Contest:
        """Return a position as the solver takes it. double: whether O has hers still, where the rule has one."""
        double, apart = double and self.name != NONE, self.name == RESTRICTED
        return Contest(lines(marked.board), marked.marks, mover, double, apart, self.turns)

    def words(self) -> str:
        """Return it for people."""
        if self.name == NONE:
            return Phrase.of("without a double move", "rule-none")
        where = ", of cells that share no row, column or region" if self.name == RESTRICTED else ""
        when, key, (first, last) = "", "rule-any", self.turns or (0, 0)
        if self.turns:
            key = "rule-on" if first == last else "rule-between"
            when = f" on turn {first}" if first == last else f" on one of her turns {first} to {last}"
        text = f"O may mark two cells once{when}{where}"
        return Phrase.of(text, key + "-apart" * bool(where), first=first, last=last)


@dataclass(frozen=True, slots=True)
class Situation:
    """A position that can arise. mover: "x" or "o". double: "unused", "used" or "none". pie: whether X's first mark is
    followed by the choice of a side, and nobody doubles."""

    marked: MarkedBoard
    mover: str
    double: str
    rule: Rule
    pie: bool = False

    @property
    def contest(self) -> Contest:
        """The position as the solver takes it."""
        return self.rule.contest(self.marked, self.mover, self.double == UNUSED)


def situation_of(marked: MarkedBoard, options: Mapping[str, Value]) -> Situation:
    """Return the position of a board with marks, with the rules that were chosen. Raises InputError for what cannot
    arise, and where it stays open who moves."""
    size = marked.board.size
    turns = turns_of(str(options["double_turns"]), size)
    double, rule = str(options["double"]), str(options["rule"]) or STANDARD
    text = f"--double {double}" if double else ""
    if rule in (NONE, PIE):
        beside = text if double != NONE else ""
        if beside or turns:
            raise InputError(
                f"{beside or '--double-turns'}: found beside --rule {rule}, allowed is one of the two: under it nobody "
                "doubles"
            )
        double, text = NONE, f"--rule {rule}"
    elif double == NONE and (turns or rule == RESTRICTED):
        flag = "--double-turns" if turns else "--rule restricted"
        raise InputError(
            f"{flag}: found beside --double none, allowed is one of the two: without a double it means nothing"
        )
    mover, double = _state(marked, str(options["to_move"]), double, text)
    return Situation(marked, mover, double, Rule(NONE if double == NONE else rule, turns), rule == PIE)


def solvable(marked: MarkedBoard, where: str) -> MarkedBoard:
    """Return a board that can be solved. Raises InputError for any other."""
    findings = board_findings(marked.board, "board")
    if findings:
        raise InputError(f"{where}: {in_words(findings)}")
    return replace(marked, board=_small(marked.board, where, "solve"))


def _small(board: Board, where: str, verb: str) -> Board:
    """Return a board that can be played on, or solved. Raises InputError for one that is too large."""
    if board.size not in COUNTED:
        size = f"{board.size} × {board.size}"
        raise InputError(f"{where}: found {size} cells, allowed to {verb} are 3 × 3, 5 × 5 and 7 × 7")
    return board


def turns_of(text: str, size: int) -> tuple[int, int] | None:
    """Return the first and the last turn of a range. Raises InputError."""
    if not text:
        return None
    match = TURNS.fullmatch(text.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    most = size**2 // 2
    if not 1 <= first <= last <= most:
        late, early = 2 * most // 3, most // 3
        raise InputError(
            f"--double-turns: found {text[:40]!r}, allowed is a range of O's turns from 1 to {most}, such as "
            f"{late}-{late} or {early}-{late}"
        )
    return first, last


def _state(marked: MarkedBoard, mover: str, double: str, option: str) -> tuple[str, str]:
    """Return who moves, and what became of the double. mover, double: as they were given, "" for nothing. option:
    the one that gave the double.

    Raises InputError for numbers of marks that cannot arise, that contradict what was given, or leave it open.
    """
    x, o = map(marked.marks.count, PLAYERS)
    for finding in marks_findings(marked, "position"):
        raise InputError(f"position: {finding.message}")
    states = _states(x, o)
    fitting = [(who, what) for who, what in states if mover in ("", who) and double in ("", what)]
    if not fitting:
        text = " ".join([*[f"--to-move {mover}"] * bool(mover), *[option] * bool(option)])
        can = "; or ".join(f"{who.upper()} to move, the double {what}" for who, what in states)
        raise InputError(f"position: found {text}, but with {x} of X and {o} of O, allowed is: {can}")
    if len({who for who, _ in fitting}) > 1:
        raise InputError(
            f"position: {x} of X and {o} of O leave open who moves: X with the double unused, or O who has used it; "
            "say --to-move x or --to-move o"
        )
    return fitting[0]


def _states(x: int, o: int) -> list[tuple[str, str]]:
    """Return who may be to move with so many marks, and what may have become of the double."""
    fresh = [UNUSED, NONE]
    if x == o + 1:
        return [("o", what) for what in fresh]
    if x == o:
        return [*(("x", what) for what in fresh), *[("o", USED)] * (o >= 2)]
    return [("x", USED)]


KINDS = ("row", "column", "region")
# what may stand in a move besides numbers, and says nothing
FILLING = re.compile(r"\b(?:row|column|col|and|mark|marks|r|c)\b|[/,;+&().:-]")
NUMBERS = re.compile(r"[0-9]{1,4}")
TYPED = 'allowed is a cell by row and column, such as 2 4; for the double move two, such as 2 3 + 3 5; "help" says more'


def new_game(board: Board, rule: Rule) -> Situation:
    """Return a game by a rule before its first move."""
    options: dict[str, Value] = {"rule": rule.name, "double": "", "double_turns": rule.range, "to_move": ""}
    return situation_of(MarkedBoard(board, FREE * len(board.regions)), options)


@dataclass(frozen=True, slots=True)
class Match:
    """One game from its beginning: a value, see `quasiprint.model.play`. now: the position as it stands. resigned: who
    gave up."""

    start: Situation
    now: Contest
    moves: tuple[Move, ...] = ()
    resigned: str = ""

    @classmethod
    def begun(cls, start: Situation) -> Match:
        """Return a game before its first move."""
        return cls(start, start.contest)

    @property
    def board(self) -> Board:
        """Its board."""
        return self.start.marked.board

    @property
    def size(self) -> int:
        """How many cells the board has to a side."""
        return self.board.size

    @property
    def rule(self) -> Rule:
        """The rule that it goes by."""
        return self.start.rule

    @property
    def mover(self) -> str | None:
        """Whose turn it is; None if the game has ended."""
        return None if self.over else self.now.mover

    @property
    def state(self) -> str:
        """What became of the double: "unused", "used" or "none"."""
        return NONE if self.rule.name == NONE else UNUSED if self.now.double else USED

    @property
    def board_with_marks(self) -> MarkedBoard:
        """The board with its marks."""
        return MarkedBoard(self.board, self.now.marks)

    @property
    def over(self) -> bool:
        """Whether nobody moves any more."""
        return bool(self.resigned) or FREE not in self.now.marks

    @property
    def winner(self) -> str:
        """Who has won; "" while that is open."""
        if self.resigned:
            return other(self.resigned)
        return tally(self.board_with_marks).winner or ""

    def turn_refusal(self, player: str) -> Finding | None:
        """Return why a player may not move now; None if they may."""
        if self.over:
            return refused("game-over", "the game has ended", "leave out what comes after it")
        if player != self.now.mover:
            return refused("player-wrong", f"it is {self.now.mover.upper()}'s turn", "mend the letter, or leave it out")
        return None

    def refusal(self, move: Move) -> Finding | None:
        """Return why a move is illegal; None if it is legal."""
        now = self.now
        over = self.turn_refusal(now.mover)
        if over:
            return over
        taken = [cell for cell in move if now.marks[cell] != FREE]
        if taken:
            message = f"{self.place(taken[0])} is marked already, with {now.marks[taken[0]]}"
            return refused("cell-marked", message, "mark an empty cell")
        if len(move) == 1:
            return None
        if len(set(move)) == 1:
            message = "found the same cell twice, allowed for the double move are two"
            return refused("cell-twice", message, "mark another cell, or one alone")
        if self.rule.name == NONE:
            return refused("double-none", "found two cells; this game is without a double move: mark one")
        if now.mover == X:
            return refused("double-of-x", "found two cells; only O has a double move: mark one")
        if not now.double:
            return refused("double-used", "found two cells, but the double move is used: mark one")
        if now.turns and not now.may_double():
            return refused("double-turn", f"found two cells on O's turn {now.turn}: {self.rule.words()}")
        for name, line in zip(self.line_names(), now.lines, strict=True):
            if now.apart and set(move) <= set(line):
                message = f"the two cells share {name}; in this game those of a double move share no line"
                return refused("double-in-line", message, "mark cells that share no row, column or region")
        return None

    def apply(self, move: Move) -> tuple[Match, Event] | Finding:
        """Return the game after a move and what it came to, or why it is illegal."""
        if refusal := self.refusal(move):
            return refusal
        done = replace(self, now=self.now.after(move), moves=(*self.moves, move))
        won = self.lines_won(self.now, done.now)
        parts = [f"{self.now.mover.upper()}: {self.words(move)}", *(f"wins {name}" for name in won)]
        return done, Event("; ".join(parts), len(won))

    def legal(self) -> list[Move]:
        """Return every legal move."""
        return [] if self.over else list(self.now.moves())

    def parse(self, line: str) -> Move:
        """Return the move that a line tells, legal or not. Raises ValueError for a line that tells none."""
        text = line.strip().lower()
        head, _, rest = text.partition(" ")
        if head in (X, O):
            refusal = self.turn_refusal(head)
            if refusal:
                raise ValueError(refusal.message)
            text = rest
        numbers = FILLING.sub(" ", text).split()
        if len(numbers) not in (2, 4) or not all(map(NUMBERS.fullmatch, numbers)):
            raise ValueError(f"found {line.strip()[:40]!r}, {TYPED}")
        places = list(map(int, numbers))
        for place in places:
            if not 0 < place <= self.size:
                raise ValueError(f"found {place}, allowed are rows and columns from 1 to {self.size}")
        cells = [(row - 1) * self.size + column - 1 for row, column in zip(places[::2], places[1::2], strict=True)]
        return tuple(sorted(cells))

    def place(self, cell: int) -> str:
        """Return where a cell lies, in words."""
        return f"row {cell // self.size + 1} column {cell % self.size + 1}"

    def words(self, move: Move) -> str:
        """Return a move in words."""
        return " and ".join(map(self.place, move))

    def line_names(self) -> list[str]:
        """Return what the lines are called, in their order: rows, columns, regions."""
        names = [f"{kind} {k + 1}" for kind in KINDS[:2] for k in range(self.size)]
        return names + [f"region {LETTERS[k]}" for k in range(self.size)]

    def lines_won(self, before: Contest, after: Contest) -> list[str]:
        """Return the names of the lines that a move won for whoever made it."""
        decided = newly_decided(*(MarkedBoard(self.board, contest.marks) for contest in (before, after)))
        return [name for name, won in zip(self.line_names(), decided, strict=True) if won]


def other(player: str) -> str:
    """Return who plays against a player."""
    return O if player == X else X


def parse_board_name(text: str) -> Board:
    """Return the board of a name that was typed. Raises InputError for a name of no board, or of one too large."""
    if not is_name(text):
        raise InputError(f"--board: found {text[:40]!r}, allowed is a board's name, such as 5-0MJ-1; for your own, "
                         "draw it in a file, and say --resume FILE")  # fmt: skip
    return _small(parse_name(text), "--board", "play")


HEAD = "majomino game"
HEAD_BYTES = 1 << 12  # in which the first line stands, comments before it included
UNORDERED = "in which order the marks were made, and whether O marked two cells in one turn"
GIVEN = ("board", "marks", "to-move", "double", "rule")
RULE_OPTIONS = ("rule", "double_turns", "double", "to_move")
CELL = "[0-9]{1,2}/[0-9]{1,2}"
MOVE = re.compile(rf"(?:([0-9]{{1,4}})\.? )?((?:([xo]) )?{CELL}(?:(?: and |[ ,;+&]+){CELL})?)", re.IGNORECASE)


# a game that was read, up to its end or first illegal move; the settings of the table that it was played at, by name;
# and what is wrong with that move
Record = tuple[Match, Mapping[str, str], tuple[Finding, ...]]


def is_record(text: bytes) -> bool:
    """Tell whether a text says of itself that it is a game with its moves."""
    head = unify_lines(text[:HEAD_BYTES].decode("utf-8", "replace")).lower()
    rows = (line.partition("#")[0].split() for line in head.split("\n"))
    return next(filter(None, rows), [])[:2] == HEAD.split()


def read(text: bytes, where: str = "game") -> tuple[Match, Mapping[str, str]]:
    """Return a saved game, and the settings of its table. Raises InputError, which names the line, for one that cannot
    be read, was changed or cut off, or has an illegal move, and for a board that is too large to play on."""
    match, settings = _legal(_record(text, where, sealed=True), where)
    _small(match.board, where, "play")
    return match, settings


def _legal(record: Record, where: str) -> tuple[Match, Mapping[str, str]]:
    match, settings, findings = record
    for finding in findings:
        raise InputError(f"{where}: {finding.subject}: {finding.message}")
    return match, settings


def situation(source: bytes | str, where: str, options: Mapping[str, Value]) -> Situation:
    """Return the last position of a saved game, by its own rule, or that of a drawn board or a board's name. options:
    as `situation_of` takes them. Raises InputError, also for one that says something of a saved game."""
    if isinstance(source, str) or not is_record(source):
        if isinstance(source, str):
            board = parse_typed(source, "position")
            return situation_of(solvable(MarkedBoard(board, FREE * board.size**2), where), options)
        return situation_of(solvable(read_board(source, where, "solve"), where), options)
    refuse_other_rules({name: value for name, value in options.items() if value})
    match, _ = _legal(_record(source, where), where)
    return Situation(solvable(match.board_with_marks, where), match.now.mover, match.state, match.rule)


def refuse_other_rules(given: Collection[str]) -> None:
    """Raise InputError if an option says of a saved game what it says itself. given: the options' names."""
    for name in RULE_OPTIONS:
        if name in given:
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag}: found beside a saved game, which has its own rule; leave one of the two out")


def _record(text: bytes, where: str, *, sealed: bool = False) -> Record:
    """Return what the lines of a saved game say. sealed: whether one without its seal is refused."""
    lines = spaced_lines(decode(text, where))
    # the first and last line name the file's kind and seal it
    if not lines or lines[0][1].lower() != HEAD:
        raise InputError(f"{where}: is not a saved game: its first line is not {HEAD!r}")
    lines, settings = unseal(lines, where, needed=sealed)
    lines, given, last = lines[1:], dict[str, str](), 0
    for name in GIVEN:
        number, line = lines[0] if lines else (last + 1, "")
        key, _, said = line.partition(" ")
        if key.lower() == name:
            last, given[name] = number, said
            del lines[0]
        elif settings is not None or name == GIVEN[0]:
            example = ", such as board 5-0MJ-1" * (name == GIVEN[0])
            found = repr(line[:40]) if line else "the end"
            refuse(where, number, f"found {found}, allowed is the line {name} ...{example}")
    match = _new_match(given, where, last)
    for number, line in lines:
        done = _move(match, where, number, line)
        if isinstance(done, Finding):
            return match, settings or {}, (done.of(f"line {number}, move {len(match.moves) + 1}"),)
        match = done
    return match, settings or {}, ()


def _new_match(given: Mapping[str, str], where: str, number: int) -> Match:
    """Return the game before its first move. number: of the last line that says something of it."""
    text, rows = given["board"], given["board"].split()
    named = len(rows) == 1 and is_name(text)
    board = parse_name(text) if named else parse_rows(rows, f"{where}: line {number}")
    size = board.size
    marks = given.get("marks", FREE * size * size).replace(" ", "")
    if len(marks) != size * size or set(marks) - set("xo."):
        refuse(where, number, f"found the marks {given['marks'][:60]!r}, allowed are x, o and . for each cell")
    name, _, turns = given.get("rule", STANDARD).lower().partition(" ")
    if name not in RULES:
        refuse(where, number, f"found the rule {name[:40]!r}, allowed are {', '.join(RULES)}")
    options = {"rule": name, "double_turns": turns}
    options |= {"double": given.get("double", ""), "to_move": given.get("to-move", "")}
    try:
        return Match.begun(situation_of(MarkedBoard(board, marks), options))
    except InputError as problem:
        refuse(where, number, str(problem))


def _move(match: Match, where: str, number: int, line: str) -> Match | Finding:
    """Return the game after the move of a line, or why it is illegal."""
    if line.lower() in ("x resigns", "o resigns"):
        return match.turn_refusal(match.now.mover) or replace(match, resigned=line[0].lower())
    found, due = MOVE.fullmatch(line), len(match.moves) + 1
    if not found or int(found[1] or due) != due:
        refuse(where, number, f"found {line[:40]!r}, allowed is move {due}, such as x 3/3 or o 2/3 4/4")
    if refusal := match.turn_refusal((found[3] or match.now.mover).lower()):
        return refusal
    try:
        done = match.apply(match.parse(found[2]))
    except ValueError as problem:
        refuse(where, number, str(problem))
    return done if isinstance(done, Finding) else done[0]


@dataclass(frozen=True, slots=True)
class BoardScore(Tally, Judgement):
    """Who has won what, and what is wrong with the board, its marks or a move."""

    findings: tuple[Finding, ...]
    not_seen: tuple[str, ...] = ()


def score(text: bytes, options: Mapping[str, Value]) -> BoardScore:
    """Count one board, also one that is none of the game, or the last one of a game, up to an illegal move. Raises
    InputError for what cannot be read, and for more than one board."""
    position, findings = read_text(text)
    count = tally(position)
    findings = (*findings, *board_findings(position.board, "board"), *marks_findings(position, "board"))
    return BoardScore(**asdict(count), findings=findings, not_seen=() if is_record(text) else (UNORDERED,))


def read_text(text: bytes) -> tuple[MarkedBoard, tuple[Finding, ...]]:
    """Return a board with its marks, of a drawing, a name or a game, and what is wrong with it. Raises InputError."""
    if is_record(text):
        match, _, findings = _record(text, "game")
        return match.board_with_marks, findings
    word = text[:HEAD_BYTES].decode("utf-8", "replace").removeprefix("\ufeff").lstrip()[:40].partition("\n")[0]
    if word[:1].isalpha() or word.startswith("#"):
        allowed = f"allowed is the line {HEAD!r}, or a board, drawn with +, - and |"
        raise InputError(f"board: found {word!r} first, {allowed}")
    return read_board(text, "board", "score"), ()
