"""A game of Majomino while it is played: whose turn it is, which moves are legal, and how a move is typed and told."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quasiprint.games.majomino.board import FREE, Board, MarkedBoard
from quasiprint.games.majomino.scoring import lines
from quasiprint.games.majomino.situation import NONE, RESTRICTED, UNUSED, USED, Situation
from quasiprint.perfect_play.contest import Contest, Move, O, X

KINDS = ("row", "column", "region")
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"  # of regions, in the order of their first cells
# what may stand in a move besides numbers, and says nothing
FILLING = re.compile(r"\b(?:row|column|col|and|mark|marks|r|c)\b|[/,;+&().:-]")
NUMBERS = re.compile(r"[0-9]{1,4}")
TYPED = 'allowed is a cell by row and column, such as 2 4; for the double move two, such as 2 3 + 3 5; "help" says more'


@dataclass(frozen=True, slots=True)
class Rule:
    """By which rule the double move goes. name: "standard", "restricted" or "none". turns: O's turns in which she may,
    None for any."""

    name: str
    turns: tuple[int, int] | None = None

    def words(self) -> str:
        """Return it for people."""
        if self.name == NONE:
            return "without a double move"
        where = ", of cells that share no row, column or region" if self.name == RESTRICTED else ""
        when = ""
        if self.turns:
            first, last = self.turns
            when = f" on turn {first}" if first == last else f" on one of her turns {first} to {last}"
        return f"O may mark two cells once{when}{where}"


class Match:
    """One game from its beginning: the positions it has been in, and the moves between them. resigned: who gave up."""

    def __init__(self, start: Situation) -> None:
        self.start = start
        self.board: Board = start.marked.board
        self.size = self.board.size
        self.rule = Rule(NONE if start.double == NONE else RESTRICTED if start.restricted else "standard", start.turns)
        first = Contest(lines(self.board), start.marked.marks, start.mover, start.double == UNUSED,
                        start.restricted, start.turns)  # fmt: skip
        self.positions = [first]
        self.moves: list[Move] = []
        self.resigned = ""

    @property
    def now(self) -> Contest:
        """The position as it stands."""
        return self.positions[-1]

    @property
    def state(self) -> str:
        """What became of the double: "unused", "used" or "none"."""
        return NONE if self.rule.name == NONE else UNUSED if self.now.double else USED

    @property
    def marked(self) -> MarkedBoard:
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
        half = len(self.now.lines) // 2
        return next((who for who in (X, O) if self.now.taken(who) > half), "")

    def refusal(self, move: Move) -> str:
        """Return why a move is illegal; "" if it is legal."""
        now = self.now
        if self.over:
            return "the game has ended"
        taken = [cell for cell in move if now.marks[cell] != FREE]
        if taken:
            return f"{self.place(taken[0])} is marked already, with {now.marks[taken[0]]}"
        if len(move) == 1:
            return ""
        if len(set(move)) == 1:
            return "found the same cell twice, allowed for the double move are two"
        return self._double_refusal() or self._shared(move)

    def _double_refusal(self) -> str:
        """Return why nobody may mark two cells now; "" if O may."""
        now = self.now
        if self.rule.name == NONE:
            return "found two cells; this game is without a double move: mark one"
        if now.mover == X:
            return "found two cells; only O has a double move: mark one"
        if not now.double:
            return "found two cells, but the double move is used: mark one"
        if now.turns and not now.may_double():
            return f"found two cells on O's turn {now.turn}: {self.rule.words()}"
        return ""

    def _shared(self, move: Move) -> str:
        if self.rule.name == RESTRICTED:
            for name, line in zip(self.line_names(), self.now.lines, strict=True):
                if set(move) <= set(line):
                    return f"the two cells share {name}; in this game those of a double move share no line"
        return ""

    def do(self, move: Move) -> None:
        """Make a legal move. Raises ValueError for any other."""
        refusal = self.refusal(move)
        if refusal:
            raise ValueError(f"move {self.words(move)}: {refusal}")
        self.positions.append(self.now.after(move))
        self.moves.append(move)

    def undo(self) -> None:
        """Take the last move back, or that a player gave up."""
        if self.resigned:
            self.resigned = ""
        else:
            self.positions.pop()
            self.moves.pop()

    def legal(self) -> list[Move]:
        """Return every legal move."""
        return [] if self.over else list(self.now.moves())

    def read(self, line: str) -> Move:
        """Return the move that a line tells, legal or not. Raises ValueError for a line that tells none."""
        said = line.strip().lower()
        head, _, rest = said.partition(" ")
        if head in (X, O):
            if head != self.now.mover and not self.over:
                raise ValueError(f"it is {self.now.mover.upper()}'s turn")
            said = rest
        numbers = FILLING.sub(" ", said).split()
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

    def lines_of(self, cell: int) -> list[int]:
        """Return the numbers of a cell's lines."""
        return [k for k, line in enumerate(self.now.lines) if cell in line]


def other(player: str) -> str:
    """Return who plays against a player."""
    return O if player == X else X
