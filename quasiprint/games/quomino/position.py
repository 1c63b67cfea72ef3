"""A position as a person types it, and as a terminal shows it:

    quomino 6
    white to move
    last turned: black
    6  .  .  3  1  .  .
    5  .  .  9  7  .  .
    4  x  B  B  .  .  .
    3  x  B  B  .  .  .
    2  x  x  x  .  .  .
    1  .  .  .  .  .  .
       a  b  c  d  e  f

A dot is an empty square; an omino is the corner where it is black, by its key on a number pad or drawn as
a triangle; B and W are squares under a black and a white Quomino, x is dead. Everything but the rows may be
left out: black moves then, and nobody's last move was a rotation. A row is read in one way only: its squares
are all apart or all together, and either all rows have their label or none, so that a 3 is never taken for
the other.

Of a position is said what must be true of one that a game can come to; everything amiss is a finding of its own. A
position without findings can be reached, as far as what lies on the board goes: lay the Quominoes one after another,
each in a free block, then place the other ominoes; no part of a board without complete blocks has one. Of whose turn it
is, and who has just rotated, only what no game of the first moves can come to is found: see `_check_turns`; from three
ominoes on nothing is claimed. Here a game, too, is judged: the one or the other is what a file holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.games.quomino import notation
from quasiprint.games.quomino.notation import decode, read_header, replay
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, EMPTY, FIRST, LAID, LAST, WHITE, GameState
from quasiprint.games.quomino.squares import KEYS, SHAPES, SIZES, grid, name
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import meaningful, refuse

FREE_FROM = 3  # from so many places on, either can be to move and any can have rotated: see `reachable`
PLAIN = f".{KEYS}BWx"  # for each thing that lies on a square
DRAWN = f".{SHAPES}BWx"
CELLS = {**{symbol: cell for cell, symbol in enumerate(DRAWN)}, **{s: c for c, s in enumerate(PLAIN)}, "X": DEAD}
ALLOWED = "allowed are . for empty, 7 9 3 1 for an omino, B W for a Quomino, x for dead"
TURNED = "last turned"
TO_MOVE = tuple(f"{colour} to move" for colour in COLOURS)
BEFORE = "which moves were made: whose turn it is, and who has just rotated, are taken from the text"
LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class Position:
    """A position as typed. cells: what lies on each square, in the numbers of `rules`, row by row from the
    top. mover: whose turn it is. turned: for black and white whether their last move was a rotation."""

    size: int
    cells: tuple[int, ...]
    mover: int = BLACK
    turned: tuple[bool, bool] = (False, False)

    def quominoes(self) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Return the block and colour of each Quomino, and the covered squares that make none.

        Of the covered squares that are left, the first in row order can only be the upper left of its
        block: so there is at most one way to lay them.
        """
        blocks, torn = [], []
        left = {square: LAID.index(cell) for square, cell in enumerate(self.cells) if cell in LAID}
        for square in sorted(left):
            if square not in left:
                continue
            row, column = divmod(square, self.size)
            block = row * (self.size - 1) + column
            inside = row < self.size - 1 and column < self.size - 1
            four = grid(self.size).squares[block] if inside else ()
            colour = left[square]
            if four and all(left.get(other) == colour for other in four):
                blocks.append((block, colour))
                for other in four:
                    del left[other]
            else:
                torn.append(square)
                del left[square]
        return tuple(blocks), tuple(torn)


def to_game(position: Position) -> GameState:
    """Return a game that goes on from a position. Nothing can be undone in it before that. A covered square is covered
    even where it is part of no Quomino; and what is marked dead stays so."""
    colours = [colour for _, colour in position.quominoes()[0]]
    laid = (colours.count(BLACK), colours.count(WHITE))
    return GameState(position.size, position.cells, position.mover, position.turned, laid)


def of_game(game: GameState) -> Position:
    """Return the position that a game has come to."""
    return Position(game.size, tuple(game.cells), game.mover, (game.just_rotated[BLACK], game.just_rotated[WHITE]))


def with_cells(game: GameState, cells: Mapping[int, int]) -> Position:
    """Return a game in the midst of a turn: with something else on some squares."""
    return Position(game.size, tuple(cells.get(square, cell) for square, cell in enumerate(game.cells)))


def rows(game: GameState, *, plain: bool = True) -> list[str]:
    """Return a string of N symbols for each row, from the top. plain: in ASCII, else with triangles."""
    symbols = "".join((PLAIN if plain else DRAWN)[cell] for cell in game.cells)
    return [symbols[at : at + game.size] for at in range(0, len(symbols), game.size)]


def show(game: GameState, *, plain: bool = False) -> str:
    """Return the board with its labels, ended by a line feed. plain: in ASCII, else with triangles."""
    wide = len(str(game.size))
    lines = [f"{game.size - at:>{wide}}  {'  '.join(row)}" for at, row in enumerate(rows(game, plain=plain))]
    lines.append(f"{'':{wide}}  {'  '.join(LETTERS[: game.size])}")
    return "\n".join(lines) + "\n"


def write(game: GameState, *, plain: bool = True) -> str:
    """Return the position of a game in its text form. That the last move was a pass is not told in it."""
    turned = _names(game.just_rotated)
    head = f"quomino {game.size}\n{TO_MOVE[game.mover]}\n" + (f"{TURNED}: {turned}\n" if turned else "")
    return head + show(game, plain=plain)


def is_position(text: bytes) -> bool:
    """Tell whether a text is a position rather than a game, by the first line of it that can be of one alone."""
    for _, line in meaningful(decode(text, "game")):
        words = line.split()
        if _normalize(line) in TO_MOVE or _normalize(line).startswith(TURNED) or _is_letters(words):
            return True
        if any(_is_row(rest) for rest in (words, words[1:] if words[0].isdecimal() else [])):
            return True
    return False


def read(text: bytes, where: str = "position") -> Position:
    """Return the position of a text. where: how messages name it. Raises InputError, which names the line (from 1), for
    what is in no such form."""
    lines = list(meaningful(decode(text, where)))
    if not lines:
        raise InputError(f"{where}: found nothing, allowed are lines, the first such as: quomino 6")
    size = None
    if lines[0][1].lower().startswith("quomino"):
        size, _ = read_header(lines[0], where)
        lines = lines[1:]
    return _BoardReader(where, lines).of(size)


def _normalize(line: str) -> str:
    """Return a line of words in the form that they are compared in."""
    return " ".join(line.lower().split())


def _is_letters(words: list[str]) -> bool:
    """Tell whether a line is the letters of the columns, be they of this board or another."""
    joined = "".join(words).lower()
    return len(joined) >= SIZES[0] and LETTERS.startswith(joined) and len(words) in (1, len(joined))


def _is_row(words: list[str]) -> bool:
    """Tell whether words can be the squares of a row, without its label. No move looks like it: its square is a word of
    two or three characters, with others beside it."""
    joined = "".join(words)
    return len(words) in (1, len(joined)) and len(joined) >= SIZES[0] and all(symbol in CELLS for symbol in joined)


class _BoardReader:
    """The lines after the first."""

    def __init__(self, where: str, lines: Sequence[tuple[int, str]]) -> None:
        self.where, self.lines = where, lines
        self.number = 0
        self.mover: int | None = None
        self.turned: tuple[bool, bool] | None = None

    def refuse(self, message: str) -> NoReturn:
        refuse(self.where, self.number, message)

    def of(self, size: int | None) -> Position:
        """Return the position; size: as the first line tells it, None if there is none such."""
        rows: list[tuple[int, str]] = []
        letters: list[tuple[int, str]] = []
        for number, said in self.lines:
            self.number = number
            if self.words(said):
                continue
            (letters if _is_letters(said.split()) else rows).append((number, said))
        if size is None:
            size = len(rows)
            if size not in SIZES:
                self.refuse(f"found {size} rows up to here, allowed are {SIZES[0]} to {SIZES[-1]}")
        # a number that is no omino: where rows have labels, that of row 4 is one
        labelled = any(
            len(words) > 1 and words[0].isdecimal() and words[0] not in KEYS
            for words in (said.split() for _, said in rows)
        )
        cells: list[int] = []
        for at, (self.number, said) in enumerate(rows):
            if at == size:
                self.refuse(f"found one row more, {said[:40]!r}, allowed are {size} on {size} × {size} squares")
            cells += self.row(said.split(), size, size - at if labelled else None)
        if len(rows) < size:
            self.refuse(f"found {len(rows)} rows up to here, allowed are {size} on {size} × {size} squares")
        for self.number, said in letters:
            if len("".join(said.split())) != size:
                self.refuse(f"found the letters {said[:40]!r}, allowed are a to {LETTERS[size - 1]}")
        return Position(size, tuple(cells), self.mover or BLACK, self.turned or (False, False))

    def words(self, line: str) -> bool:
        """Read a line that is no row; return whether it is none."""
        said = _normalize(line)
        if said.startswith("quomino"):
            self.refuse(f"found {said[:40]!r} again, allowed is one such line, the first")
        if said.endswith("to move"):
            if said not in TO_MOVE:
                self.refuse(f"found {said[:40]!r}, allowed are {' and '.join(TO_MOVE)}")
            if self.mover is not None:
                self.refuse(f"found {said!r}, a second line of that kind, allowed is one")
            self.mover = TO_MOVE.index(said)
            return True
        if said.startswith(TURNED):
            names = said.removeprefix(TURNED).removeprefix(":").replace(",", " ").split()
            known = [name for name in names if name in COLOURS]
            if names != known or len(set(known)) != len(known) or not known:
                self.refuse(f"found {said[:40]!r}, allowed after {TURNED}: are black, white, or black, white")
            if self.turned is not None:
                self.refuse(f"found {said[:40]!r}, a second line of that kind, allowed is one")
            self.turned = (COLOURS[BLACK] in known, COLOURS[WHITE] in known)
            return True
        return False

    def row(self, words: list[str], size: int, label: int | None) -> list[int]:
        """Return what lies on the squares of a row. label: the one that it must have, None if rows have none."""
        if label is not None:
            if words[0] != str(label):
                self.refuse(f"found {words[0][:40]!r} where the row's label stands in other rows, allowed is {label}")
            words = words[1:]
        joined = "".join(words)
        for symbol in joined:
            if symbol not in CELLS:
                self.refuse(f"found {symbol!r} in a row, {ALLOWED}")
        if len(joined) != size:
            self.refuse(f"found {len(joined)} squares, allowed are {size} in a row (what follows # is a comment)")
        if len(words) not in (1, size):
            self.refuse(f"found squares partly apart, {' '.join(words)!r}, allowed are all apart, or none")
        return [CELLS[symbol] for symbol in joined]


@dataclass(frozen=True, slots=True)
class StateScore(Judgement):
    """What the rules say of a game or a position. moves: played, None for a position. black, white: Quominoes."""

    legal: bool
    size: int
    moves: int | None
    to_move: str | None
    must_pass: bool
    over: bool
    winner: str | None
    black: int
    white: int
    ominoes: int
    dead: int
    empty: int
    board: tuple[str, ...]
    findings: tuple[Finding, ...]
    not_seen: tuple[str, ...] = ()


def score(text: bytes, options: Parameters) -> StateScore:
    """Judge a game or a position. The values of a game with an illegal move are those of the position before it. Raises
    InputError for what can be read as neither."""
    if is_position(text):
        typed = read(text)
        return _result(to_game(typed), None, position_findings(typed, "position"))
    game, findings = replay(notation.read(text))
    return _result(game, game.move_count, findings)


def _result(game: GameState, moves: int | None, findings: list[Finding]) -> StateScore:
    winner = None
    if game.over:
        winner = "draw" if game.winner is None else COLOURS[game.winner]
    return StateScore(
        legal=not findings,
        size=game.size,
        moves=moves,
        to_move=None if game.over else COLOURS[game.mover],
        must_pass=game.must_pass,
        over=game.over,
        winner=winner,
        black=game.quominoes[BLACK],
        white=game.quominoes[WHITE],
        ominoes=game.count(FIRST, LAST),
        dead=game.count(DEAD, DEAD),
        empty=game.count(EMPTY, EMPTY),
        board=tuple(rows(game)),
        findings=tuple(findings),
        not_seen=(BEFORE,) if moves is None else (),
    )


def position_findings(position: Position, subject: str) -> list[Finding]:
    """Return what keeps a position from being one of a game, law by law. subject: how findings name the position."""
    torn = position.quominoes()[1]
    return [
        *_check_quominoes(position, subject, torn),
        *([] if torn else _check_dead(position, subject)),  # where a Quomino is torn, nobody knows what is dead
        *_check_turns(position, subject),
    ]


def _finding(code: str, subject: str, position: Position, squares: Sequence[int], message: str, remedy: str) -> Finding:
    """Return what is wrong with squares of a position, of which the first dozen are named."""
    names = ["", *(name(square, position.size) for square in squares[:12])]
    more = f" and {len(squares) - 12} more" if len(squares) > 12 else ""
    return error(code, f"{subject}{', '.join(names)}{more}", message, remedy)


def _check_quominoes(position: Position, subject: str, torn: Sequence[int]) -> Iterator[Finding]:
    """Yield the squares of each colour that are under no whole Quomino, and ominoes that one should have replaced."""
    for colour, laid in enumerate(LAID):
        of_colour = [square for square in torn if position.cells[square] == laid]
        if of_colour:
            message = f"found squares under {COLOURS[colour]} that make no Quomino, {len(of_colour)} in all: "
            message += "it covers a block of two by two squares"
            remedy = f"mark whole blocks with {'BW'[colour]}"
            yield _finding("quomino-torn", subject, position, of_colour, message, remedy)
    for four, (colour, said) in product(grid(position.size).squares, enumerate(COLOURS)):
        # the corner in the middle of the block is opposite to where the square lies in it
        if all(position.cells[square] == FIRST + (at + 2 + 2 * colour) % 4 for at, square in enumerate(four)):
            message = f"found four ominoes whose {said} corners meet, with no Quomino in their place"
            remedy = f"mark the four squares with {'BW'[colour]}"
            yield _finding("quomino-unlaid", subject, position, four, message, remedy)


def _check_dead(position: Position, subject: str) -> Iterator[Finding]:
    """Yield the squares that are dead and not marked so, and those marked so that are not."""
    game = to_game(position)
    for square, cell in enumerate(position.cells):
        if cell <= LAST and not game.hope[square]:
            what = "an empty square" if cell == EMPTY else "an omino"
            message = f"found {what} where no block of four squares is free of Quominoes: the square is dead"
            yield _finding("dead-unmarked", subject, position, [square], message, "mark the square with x")
        elif cell == DEAD and game.hope[square]:
            free = next(block for block in game.grid.of[square] if game.free[block])
            four = ", ".join(name(other, position.size) for other in game.grid.squares[free])
            message = f"found a square marked dead, but the block {four} holds it and is free of Quominoes"
            remedy = "take the mark away, or mark the Quomino near it"
            yield _finding("dead-wrong", subject, position, [square], message, remedy)


def _check_turns(position: Position, subject: str) -> Iterator[Finding]:
    """Yield whether, with so few ominoes on the board, the player to move or who rotated last cannot be right. With
    fewer than three there is no Quomino, and no square is full for another reason than a place."""
    ominoes = [cell for cell in position.cells if cell != EMPTY]
    if len(ominoes) >= FREE_FROM or any(cell > LAST for cell in ominoes):
        return
    allowed = reachable(len(ominoes))
    if (position.mover, *position.turned) not in allowed:
        count = f"{len(ominoes)} omino{'es' if len(ominoes) != 1 else ''}" if ominoes else "no omino"
        message = (
            f"found {count} on the board, {COLOURS[position.mover]} to move, and the last move a rotation of "
            f"{_names(position.turned, ' and ') or 'nobody'}; no game comes to that, allowed are: "
            + "; ".join(
                f"{TO_MOVE[mover]}" + (f" and {TURNED}: {_names(turned)}" if any(turned) else "")
                for mover, *turned in sorted(allowed)
            )
        )
        yield error("turn-impossible", subject, message, "say who is to move, and whose last move was a rotation")


def _names(turned: Sequence[bool], between: str = ", ") -> str:
    """Return the colours that rotated last."""
    return between.join(colour for colour, did in zip(COLOURS, turned, strict=True) if did)


@cache
def reachable(places: int) -> frozenset[tuple[int, bool, bool]]:
    """Return who can be to move, and whether black's and white's last moves can be rotations, after so many places.

    Nobody passes while a square is empty, and no Quomino is laid before the fourth place: so any place, and
    from the first on any rotation by one who has not just rotated, is possible. After three places all eight
    cases come about.
    """
    found: set[tuple[int, bool, bool]] = {(BLACK, False, False)} if not places else set()
    if places:
        for mover, black, white in reachable(places - 1):
            found.add((1 - mover, black and mover != BLACK, white and mover != WHITE))
        for _ in range(2):  # after two rotations nobody may rotate
            for mover, black, white in tuple(found):
                if not (black, white)[mover]:
                    found.add((1 - mover, black or mover == BLACK, white or mover == WHITE))
    return frozenset(found)
