"""A game of Majomino at the table: a line in, a text out, and now and then a move of the computer's.

Here is no console and no disk. Every move, whoever makes it, goes through `Match.refusal` before it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any, Self

from quasiprint.addons.studio.table.games import MAJOMINO
from quasiprint.addons.studio.table.session import (
    COMPUTER,
    Box,
    Made,
    PointedSession,
    Reply,
    Spot,
    read_settings,
    refuse_beside,
)
from quasiprint.games.majomino import situation as rules
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard
from quasiprint.games.majomino.notation import LETTERS, write
from quasiprint.games.majomino.situation import Match, O, Situation, X, parse_board_name, situation_of
from quasiprint.model.finding import Finding
from quasiprint.model.game import Parameters
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.plugins import require_extension

# the computer's moves: an add-on's, by the core's interface
opponent = require_extension("quasiprint.opponents", "majomino", "play majomino", "lab")
PLAYERS = {"o": (O,), "x": (X,), "both": (X, O), "none": ()}
"""Which sides the computer plays."""
ASKED = 5_000_000  # positions looked at for a hint, or for a reason
SAVED = tuple(option for option in MAJOMINO.playing if option.name in ("computer", "level", "seed"))
HELP = """\
A move, by row and column, both from 1, from the top and from the left:
  2 4            mark the cell in row 2, column 4; also 2/4, or row 2 column 4
  2 3 + 3 5      two cells: O's double move, once in the game
Or:
  hint           a move that the computer would make, and whether it wins
  why            what the last move did: its lines, and what it gave away
  why 2 4        the same of a move that you think of
  lines          each row, column and region in words
  undo           take your last move back, and what came after it
  board          show the board again
  resign         give up
  save FILE      write the game to a file; go on with it by: quasiprint play majomino --resume FILE
  quit           stop playing"""


class MajominoSession(PointedSession[Match]):
    """One game and who plays it.

    level: a key of LEVELS. seed: which of equal moves the computer makes. words: whether the board is written row by
    row, not drawn.
    """

    names, players, help, asking = {X: "X", O: "O"}, PLAYERS, HELP, ("save", "why")

    def __init__(
        self, start: Situation, computer: str = "o", level: str = "medium", seed: int = 0, *, words: bool = False
    ) -> None:
        super().__init__(Match.begun(start), {COMPUTER: computer, "level": level, "seed": seed})
        self.level, self.seed, self.words, self.is_sure = level, seed, words, True
        self.opponent, self.adviser = opponent.Analyst(None), opponent.Analyst(ASKED)

    @classmethod
    def new(cls, parameters: Parameters) -> Self:
        """Return a new game, by the options for playing: on a board drawn by the seed, or a named one."""
        asked = _session_options(parameters)
        if words := str(parameters.get("board", "")):
            board = parse_board_name(words)
        else:
            from quasiprint.games.majomino.sampling import sample

            board = Board(int(parameters["size"]), sample(int(parameters["size"]), 1, asked["seed"])[0])
        marked = MarkedBoard(board, FREE * len(board.regions))
        return cls(situation_of(marked, _rule_options(parameters)), **asked)

    @classmethod
    def resumed(cls, text: bytes, where: str, given: Parameters) -> Self:
        """Return a saved game, or one from a drawn position on, see `Session.resumed`: its board is its own."""
        refuse_beside(filter(given.__contains__, ("size", "board")), "a file, which has a board of its own")
        asked = _session_options(given)
        if not rules.is_record(text):
            return cls(rules.situation(text, where, _rule_options(given)), **asked)
        rules.refuse_other_rules(given)
        match, settings = rules.read(text, where)
        table = cls(match.start, **(read_settings(settings, SAVED, where) | asked))
        table.replay(((f"move {number}", move) for number, move in enumerate(match.moves, 1)), where)
        if match.resigned:
            table.do(_resigned(table.state, match.resigned))
        table.unsaved = False
        return table

    def head(self) -> list[str]:
        """Return the lines that a saved game begins with: the position before its first move, and its rule."""
        start, size = self.state.start, self.state.size
        regions = "".join(LETTERS[region] for region in self.state.board.regions)
        board, marks = (
            " ".join(cells[at : at + size] for at in range(0, len(cells), size))
            for cells in (regions, start.marked.marks)
        )
        rule = f"{self.state.rule.name} {self.state.rule.range}".rstrip()
        named = (f"board {board}", f"marks {marks}", f"to-move {start.mover}", f"double {start.double}")
        return [rules.HEAD, *named, f"rule {rule}"]

    def moves(self) -> list[str]:
        """Return the moves that were made, each with who made it."""
        first, size = self.state.start.mover, self.state.size
        players = cycle((first, rules.other(first)))
        cells = (" ".join(f"{cell // size + 1}/{cell % size + 1}" for cell in move) for move in self.state.moves)
        return [f"{player} {places}" for player, places in zip(players, cells, strict=False)]

    def end(self) -> list[str]:
        """Return who has resigned, and a picture of the game for people."""
        picture = (f"# {line}" for line in write(self.state.board, self.state.now.marks).splitlines())
        return [*[f"{self.state.resigned} resigns"] * bool(self.state.resigned), *picture]

    def show(self) -> str:
        """Return the board, the lines that are won, and whose turn it is."""
        match, now = self.state, self.state.now
        won = {who: now.lines_won(who) for who in (X, O)}
        open_ = len(now.lines) - won[X] - won[O]
        if self.words:
            shown = _board_in_words(match)
        else:  # its text form, with rows and columns numbered
            numbers = "".join(f"{column + 1:>3}" for column in range(match.size))
            rows = enumerate(write(match.board, now.marks).splitlines())
            shown = "\n".join([f"   {numbers}", *(f"{k // 2 + 1 if k % 2 else '':>2} {row}" for k, row in rows)])
        return f"{shown}\nLines won: X {won[X]}, O {won[O]}; open: {open_} of {len(now.lines)}. {self._turn()}"

    def _turn(self) -> str:
        match, now = self.state, self.state.now
        if match.resigned:
            return f"{match.resigned.upper()} has resigned: {match.winner.upper()} has won."
        decided = f"{match.winner.upper()} has more than half of the lines, and has won." if match.winner else ""
        if match.over:
            return f"All cells are marked: {decided}"
        double = ""
        if now.double:
            double = ", who has the double move still" if now.mover == O else "; O has the double move still"
            if now.turns:
                first, last = now.turns
                which = f"turn {first}" if first == last else f"turns {first} to {last}"
                double += f" (allowed on her {which}; her next is {now.turn})"
                if now.turn > last:
                    double = f"; O's double move was for her {which}, and is gone"
        return f"{decided} Turn {len(match.moves) + 1}: {now.mover.upper()}{double}.".strip()

    def best(self) -> str:
        """Return the line of the computer's move."""
        found = opponent.answer(self.state.now, opponent.LEVELS[self.level], self.seed, self.opponent)
        self.is_sure = self.level != "perfect" or found.proved
        return self.state.words(found.move)

    def step(self) -> str | None:
        """Make the computer's move, and tell it, and whether a perfect player is not sure of it."""
        text = super().step()
        return text if text is None or self.is_sure else f"{text}; not sure: too much is open to look through it here"

    def sentence(self, finding: Finding) -> str:
        """Return why a move is illegal."""
        return finding.message

    def commands(self) -> dict[str, Callable[..., Reply]]:
        """Return what words do."""
        lines = {"lines": lambda: Reply("\n".join(_lines(self.state)))}
        return super().commands() | lines | {"resign": self._resign, "why": self._why}

    def undo(self) -> Reply:
        """Take moves back until a person's is among them; or that somebody gave up."""
        if self.state.resigned:
            self.done.pop()
            return Reply("the resignation is taken back", changed=True)
        return super().undo()

    def _resign(self) -> Reply:
        if self.state.over:
            return Reply("resign: the game has ended")
        return Reply(self.do(_resigned(self.state, self.state.now.mover)), changed=True)

    def advise(self) -> str:
        """Return a move that the computer would make, and whether it wins."""
        match = self.state
        found = opponent.sure_answer(match.now, self.adviser)
        if found and found.wins:
            return f"{match.words(found.move)}; with best play it wins (computed)"
        move = opponent.answer(match.now, opponent.LEVELS["hard"], self.seed, self.adviser).move
        self.adviser.limit = ASKED
        words = "every move loses against best play (computed); this one resists" if found else "an estimate"
        return f"{match.words(move)}; {words}"

    def _why(self, line: str) -> Reply:
        """Say what the last move did, or one that is thought of."""
        match = self.state
        if not line:
            if not match.moves:
                return Reply("why: no move was made; type one behind it, such as: why 2 4")
            before = [self.first, *(made.state for made in self.done)][len(match.moves) - 1].now
            return Reply(opponent.why(match, before, match.moves[-1], self.adviser))
        found = self.read(line)
        if isinstance(found, str):
            return Reply(f"why: {found}")
        return Reply(opponent.why(match, match.now, found.move, self.adviser))

    @property
    def pairs(self) -> bool:  # type: ignore[override]
        """Whether the double move may be made now."""
        return any(len(move) == 2 for move in self.state.legal())

    def boxes(self, move: tuple[int, ...]) -> list[Box]:
        """Return where the cells of a move are in the picture."""
        from quasiprint.games.majomino.rulebook import LARGE, MARGIN, NUMBERS

        size = self.state.size
        places = ((cell % size, size - 1 - cell // size) for cell in move)
        return [Box(NUMBERS + column * LARGE, MARGIN + up * LARGE, LARGE, LARGE) for column, up in places]

    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw the board with a set's face. A cell stands for a mark in it, two for the double move."""
        from quasiprint.games.majomino.rulebook import LARGE, BoardDrawing

        match = self.state
        spots = []
        for move in match.legal():
            if len(move) == 1:
                row, column = divmod(move[0], match.size)
                label = f"mark {match.place(move[0])}", f"{row + 1} {column + 1}"
                spots.append(Spot(self.boxes(move)[0], (label,)))
        fresh = match.moves[-1] if match.moves else ()
        return BoardDrawing(game_set).position(match.board_with_marks, LARGE, fresh), tuple(spots)


def _resigned(match: Match, player: str) -> Made:
    """Return the game in which a player gives up."""
    text = f"{player.upper()} resigns"
    return Made((), text, replace(match, resigned=player), text)


def _board_in_words(match: Match) -> str:
    """Return the board in words, a line for each row: for each cell its region, and its mark."""
    rows = []
    for row in range(match.size):
        cells = range(row * match.size, (row + 1) * match.size)
        marks = (match.now.marks[cell].replace(FREE, "empty") for cell in cells)
        words = (f"{LETTERS[match.board.regions[cell]]} {mark}" for cell, mark in zip(cells, marks, strict=True))
        rows.append(f"Row {row + 1}: {', '.join(words)}.")
    return "\n".join(rows)


def _lines(match: Match) -> list[str]:
    """Return what each line has, in words; a region with its cells."""
    found = []
    for name, line in zip(match.line_names(), match.now.lines, strict=True):
        marks = [match.now.marks[cell] for cell in line]
        x, o = marks.count(X), marks.count(O)
        won = next((f", {who.upper()} has it" for who in (X, O) if 2 * marks.count(who) > len(line)), "")
        where = f" (row/column {', '.join(f'{c // match.size + 1}/{c % match.size + 1}' for c in line)})"
        found.append(f"{name}{where * name.startswith('region')}: X {x}, O {o}, {len(line) - x - o} empty{won}")
    return found


def _rule_options(given: Parameters) -> dict[str, Value]:
    return {name: given.get(name, "") for name in rules.RULE_OPTIONS}


def _session_options(given: Parameters) -> dict[str, Any]:
    """Return what options ask for, as `MajominoSession` names it."""
    return {name: given[name] for name in ("computer", "level", "seed", "words") if name in given}


SESSION = MajominoSession
