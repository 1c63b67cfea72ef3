"""The text forms of games and positions.

A game has one move a line, short enough to type:

    quomino 6
    # a comment, anywhere
    1 black c4 se
    2 white d4 sw
    turn c4 ne
    d3 9
    place c3 ne black
    pass
    saved 6 moves, check RHB4E9

The number, the colour and "place" or "turn" may be left out; "rotate" is the same as "turn". A corner is a word, or its
key on a number pad. The seal at the end, if there is one, is a hash of what the lines mean: it tells a cut-off or
edited file, and nothing else. Here the lines are read; whether the game that they tell can be is the business of
`score`. Time and memory grow with the text's length.

A position is as a person types it, and as a terminal shows it:

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

A dot is an empty square; an omino is the corner where it is black, by its key on a number pad or drawn as a triangle; B
and W are squares under a black and a white Quomino, x is dead. Everything but the rows may be left out: black moves
then, and nobody's last move was a rotation. A row is read in one way only: its squares are all apart or all together,
and either all rows have their label or none, so that a 3 is never taken for the other.

A position is checked for what must be true of one that a game can come to; each fault is a finding. A
position without findings can be reached, as far as what lies on the board goes: lay the Quominoes one after another,
each in a free block, then place the other ominoes; no part of a board without complete blocks has one. Of whose turn it
is, and who has just rotated, only what no game of the first moves can come to is found: see `_check_turns`; from three
ominoes on nothing is claimed. Here a game, too, is judged: the one or the other is what a file holds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import (
    BLACK,
    COLOURS,
    COVERED,
    DEAD,
    EMPTY,
    FIRST,
    KEYS,
    LAST,
    SHAPES,
    SIZES,
    WHITE,
    GameState,
    Move,
    MoveEntry,
    name,
    parse_move,
)
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import TextForm, meaningful, refuse, unify_lines

MAX_BYTES = 1 << 18  # the longest game, of 516 moves on 16 × 16, has some 10,000
MAX_SETTINGS = 20
HEADER = re.compile(r"[0-9]{1,2}")
FORM = TextForm(
    MAX_BYTES,
    re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"),
    "allowed is text in UTF-8",
    "allowed are letters, digits and spaces",
    "the control character ",
)
SETTING = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
SEAL = re.compile(r"saved ([0-9]{1,6}) moves?, check ([0-9A-Za-z]{6})", re.IGNORECASE)
# Crockford's: no letter looks like a digit, and what is misread in typing is read as meant
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011")
A_SEAL = "saved 12 moves, check K7QF2M"
CUT_OFF = 'was cut off: its last line, "saved ... moves, check ....", is missing'
AS_TYPED = "to score the game as it is typed, delete this line and the settings; it cannot be continued"


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A game as it was written down. saved: whether it ended with its seal, and the seal agreed."""

    size: int
    entries: tuple[MoveEntry, ...]
    settings: tuple[tuple[str, str], ...] = ()
    saved: bool = False


def longest(size: int) -> int:
    """Return a number of moves, passes among them, that no game on a board exceeds: 2·N² + 4.

    A filled square is never empty again: at most N² places. Nobody rotates twice without a place between,
    and black begins with a place: black rotates at most as often as places, white once more. Who passes
    could not place, so no square is empty, then or later; could not rotate, so has just rotated, and will
    not move again. The other may rotate once more, and then passes, too: at most three passes.
    """
    return 2 * size * size + 4


def read(text: bytes, where: str = "game", *, sealed: bool = False) -> MoveRecord:
    """Return what the lines of a game say.

    where: how messages name the text. sealed: whether a text without its seal is refused. Raises
    InputError, which names the line (from 1), for what is not in the text form, or not what was sealed.
    """
    lines = list(meaningful(decode(text, where)))
    if not lines:
        raise InputError(f"{where}: found nothing, allowed are lines, the first such as: quomino 6")
    if sealed and not lines[-1][1].lower().startswith("saved"):
        # before anything else: a file cut off within a line is no slip of typing
        raise InputError(f"{where}: {CUT_OFF}")
    return _MoveReader(where, *read_header(lines[0], where)).of(lines[1:])


def check(size: int, moves: Iterable[Move | None], settings: Iterable[tuple[str, str]] = ()) -> str:
    """Return the seal's six characters: 30 bits of a hash over size, settings and moves, however they are typed."""
    meant = [f"quomino {size}", *(f"setting {key} {value}" for key, value in settings)]
    meant += ["pass" if move is None else move.words(size) for move in moves]
    bits = int.from_bytes(hashlib.sha256("\n".join(meant).encode()).digest()[:4], "big")
    return "".join(DIGITS[bits >> shift & 31] for shift in range(25, -1, -5))


def decode(text: bytes, where: str) -> str:
    """Return the characters of a file, lines ended by line feeds. Raises InputError for what is no such text, and for
    control characters: they could steer the terminal that a message is shown in."""
    return unify_lines(FORM.decode(text, where))


def read_header(line: tuple[int, str], where: str) -> tuple[int, int]:
    """Return the size that the first line names, and the line's number. Raises InputError for any other line."""
    number, typed = line
    words = typed.lower().split()
    allowed = f"allowed first is the line quomino {SIZES[0]} to quomino {SIZES[-1]}, by the squares to a side"
    if words[0] != "quomino" or len(words) != 2 or not HEADER.fullmatch(words[1]) or int(words[1]) not in SIZES:
        refuse(where, number, f"found {typed[:40]!r}, {allowed}")
    return int(words[1]), number


class _MoveReader:
    """The lines after the first, read one by one."""

    def __init__(self, where: str, size: int, number: int) -> None:
        self.where, self.size, self.number = where, size, number
        self.entries: list[MoveEntry] = []
        self.settings: list[tuple[str, str]] = []
        self.saved = False

    def of(self, lines: Iterable[tuple[int, str]]) -> MoveRecord:
        for self.number, typed in lines:
            words = typed.lower().split()
            if self.saved:
                self.refuse(f"found {typed[:40]!r} after the seal, allowed are comments; the seal is the last line")
            if words[0] == "quomino":
                self.refuse(f"found a second line {typed[:40]!r}, allowed is one, the first")
            if words[0] == "setting":
                self.set(typed.split()[1:])
            elif words[0] == "saved":
                self.compare(" ".join(typed.split()))
            else:
                try:
                    self.entries.append(parse_move(words, self.size, self.number))
                except ValueError as problem:
                    self.refuse(str(problem))
                if len(self.entries) > longest(self.size):
                    self.refuse(
                        f"found {len(self.entries)} moves, allowed are up to {longest(self.size)}: "
                        f"no game on {self.size} × {self.size} squares is longer"
                    )
        if self.settings and not self.saved:
            # nobody types settings: they come from a saved game
            raise InputError(f"{self.where}: {CUT_OFF}; to score the game as it is typed, delete the settings")
        return MoveRecord(self.size, tuple(self.entries), tuple(self.settings), self.saved)

    def refuse(self, message: str) -> NoReturn:
        refuse(self.where, self.number, message)

    def set(self, words: list[str]) -> None:
        """Read the words of a setting."""
        if len(words) != 2 or not all(SETTING.fullmatch(word) for word in words):
            self.refuse(f"found {' '.join(words)[:40]!r} for a setting, allowed are a name and a value, each one word")
        if words[0] in dict(self.settings):
            self.refuse(f"found the setting {words[0]!r} a second time, allowed is one of each name")
        if len(self.settings) == MAX_SETTINGS:
            self.refuse(f"found more than {MAX_SETTINGS} settings, allowed are up to {MAX_SETTINGS}")
        self.settings.append((words[0], words[1]))

    def compare(self, text: str) -> None:
        """Compare the seal with what was read before it."""
        match = SEAL.fullmatch(text)
        if not match:
            self.refuse(f"found {text[:40]!r}, allowed is the seal of a saved game, such as: {A_SEAL}; or {AS_TYPED}")
        saved, found = int(match[1]), len(self.entries)
        if saved != found:
            what = "the game was cut off" if found < saved else "something was added"
            self.refuse(f"{what}: found {found} moves, but {saved} were saved; {AS_TYPED}")
        if match[2].upper().translate(MISREAD) != check(self.size, [e.move for e in self.entries], self.settings):
            self.refuse(f"something was changed since the game was saved: its check is not {match[2]}; {AS_TYPED}")
        self.saved = True


def replay(record: MoveRecord) -> tuple[GameState, list[Finding]]:
    """Play a game up to its end or first illegal move; return it, and what is wrong with that move."""
    game = GameState(record.size)
    for entry in record.entries:
        done = game.apply(entry)
        if isinstance(done, Finding):
            return game, [done.of(f"line {entry.line}, move {game.move_count + 1}")]
        game, _ = done
    return game, []


FREE_FROM = 3  # from so many places on, either can be to move and any can have rotated: see `reachable`
PLAIN = f".{KEYS}BWx"  # for each state of a square
DRAWN = f".{SHAPES}BWx"
CELLS = {**{symbol: cell for cell, symbol in enumerate(DRAWN)}, **{s: c for c, s in enumerate(PLAIN)}, "X": DEAD}
ALLOWED = "allowed are . for empty, 7 9 3 1 for an omino, B W for a Quomino, x for dead"
TURNED = "last turned"
TO_MOVE = tuple(f"{colour} to move" for colour in COLOURS)
BEFORE = "which moves were made: whose turn it is, and who has just rotated, are taken from the text"
LETTERS = "abcdefghijklmnop"


def laid_blocks(game: GameState) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the block and colour of each Quomino on a board, and the covered squares that make none.

    Of the covered squares that are left, the first in row order can only be the upper left of its
    block: so there is at most one way to lay them.
    """
    size, blocks, torn = game.size, [], []
    left = {square: COVERED.index(cell) for square, cell in enumerate(game.cells) if cell in COVERED}
    for square in sorted(left):
        if square not in left:
            continue
        row, column = divmod(square, size)
        block = row * (size - 1) + column
        four = game.grid.squares[block] if row < size - 1 and column < size - 1 else ()
        colour = left[square]
        if four and all(left.get(other) == colour for other in four):
            blocks.append((block, colour))
            for other in four:
                del left[other]
        else:
            torn.append(square)
            del left[square]
    return tuple(blocks), tuple(torn)


def with_cells(game: GameState, cells: Mapping[int, int]) -> GameState:
    """Return a game in the midst of a turn: with something else on some squares."""
    return GameState(game.size, [cells.get(square, cell) for square, cell in enumerate(game.cells)])


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


def is_position(text: bytes) -> bool:
    """Tell whether a text is a position rather than a game, by its first line that fits only one of the two."""
    for _, line in meaningful(decode(text, "game")):
        words = line.split()
        if _normalize(line) in TO_MOVE or _normalize(line).startswith(TURNED) or _is_letters(words):
            return True
        if any(_is_row(rest) for rest in (words, words[1:] if words[0].isdecimal() else [])):
            return True
    return False


def read_position(text: bytes) -> GameState:
    """Return a game that goes on from the position of a text. Nothing can be undone in it before that. A covered square
    is covered even where it is part of no Quomino; and what is marked dead stays so. Raises InputError, which names the
    line (from 1), for what is in no such form."""
    lines = list(meaningful(decode(text, "position")))
    if not lines:
        raise InputError("position: found nothing, allowed are lines, the first such as: quomino 6")
    size = None
    if lines[0][1].lower().startswith("quomino"):
        size, _ = read_header(lines[0], "position")
        lines = lines[1:]
    return _BoardReader(lines).of(size)


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

    def __init__(self, lines: Sequence[tuple[int, str]]) -> None:
        self.lines = lines
        self.number = 0
        self.mover: int | None = None
        self.turned: tuple[bool, bool] | None = None

    def refuse(self, message: str) -> NoReturn:
        refuse("position", self.number, message)

    def of(self, size: int | None) -> GameState:
        """Return the game. size: from the first line, None if that does not name it."""
        rows: list[tuple[int, str]] = []
        letters: list[tuple[int, str]] = []
        for number, line_words in self.lines:
            self.number = number
            if self.words(line_words):
                continue
            (letters if _is_letters(line_words.split()) else rows).append((number, line_words))
        if size is None:
            size = len(rows)
            if size not in SIZES:
                self.refuse(f"found {size} rows up to here, allowed are {SIZES[0]} to {SIZES[-1]}")
        # a number that is no omino: where rows have labels, that of row 4 is one
        labelled = any(
            len(words) > 1 and words[0].isdecimal() and words[0] not in KEYS
            for words in (text.split() for _, text in rows)
        )
        cells: list[int] = []
        for at, (self.number, line_words) in enumerate(rows):
            if at == size:
                self.refuse(f"found one row more, {line_words[:40]!r}, allowed are {size} on {size} × {size} squares")
            cells += self.row(line_words.split(), size, size - at if labelled else None)
        if len(rows) < size:
            self.refuse(f"found {len(rows)} rows up to here, allowed are {size} on {size} × {size} squares")
        for self.number, line_words in letters:
            if len("".join(line_words.split())) != size:
                self.refuse(f"found the letters {line_words[:40]!r}, allowed are a to {LETTERS[size - 1]}")
        colours = [colour for _, colour in laid_blocks(GameState(size, cells))[0]]
        placed = (colours.count(BLACK), colours.count(WHITE))
        return GameState(size, cells, self.mover or BLACK, self.turned or (False, False), placed)

    def words(self, line: str) -> bool:
        """Read a line that is no row; return whether it is none."""
        text = _normalize(line)
        if text.startswith("quomino"):
            self.refuse(f"found {text[:40]!r} again, allowed is one such line, the first")
        if text.endswith("to move"):
            if text not in TO_MOVE:
                self.refuse(f"found {text[:40]!r}, allowed are {' and '.join(TO_MOVE)}")
            if self.mover is not None:
                self.refuse(f"found {text!r}, a second line of that kind, allowed is one")
            self.mover = TO_MOVE.index(text)
            return True
        if text.startswith(TURNED):
            names = text.removeprefix(TURNED).removeprefix(":").replace(",", " ").split()
            known = [name for name in names if name in COLOURS]
            if names != known or len(set(known)) != len(known) or not known:
                self.refuse(f"found {text[:40]!r}, allowed after {TURNED}: are black, white, or black, white")
            if self.turned is not None:
                self.refuse(f"found {text[:40]!r}, a second line of that kind, allowed is one")
            self.turned = (COLOURS[BLACK] in known, COLOURS[WHITE] in known)
            return True
        return False

    def row(self, words: list[str], size: int, label: int | None) -> list[int]:
        """Return what lies on the squares of a row. label: the number that must head it, None if rows have no
        labels."""
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
        typed = read_position(text)
        return _result(typed, None, position_findings(typed, "position"))
    game, findings = replay(read(text))
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


def position_findings(position: GameState, subject: str) -> list[Finding]:
    """Return what keeps a position from being one of a game, law by law. subject: how findings name the position."""
    torn = laid_blocks(position)[1]
    return [
        *_check_quominoes(position, subject, torn),
        *([] if torn else _check_dead(position, subject)),  # where a Quomino is torn, nobody knows what is dead
        *_check_turns(position, subject),
    ]


def _finding(
    code: str, subject: str, position: GameState, squares: Sequence[int], message: str, remedy: str
) -> Finding:
    """Return what is wrong with squares of a position, of which the first dozen are named."""
    names = ["", *(name(square, position.size) for square in squares[:12])]
    more = f" and {len(squares) - 12} more" if len(squares) > 12 else ""
    return error(code, f"{subject}{', '.join(names)}{more}", message, remedy)


def _check_quominoes(position: GameState, subject: str, torn: Sequence[int]) -> Iterator[Finding]:
    """Yield the squares of each colour that are under no whole Quomino, and ominoes that one should have replaced."""
    for colour, under in enumerate(COVERED):
        of_colour = [square for square in torn if position.cells[square] == under]
        if of_colour:
            message = f"found squares under {COLOURS[colour]} that make no Quomino, {len(of_colour)} in all: "
            message += "it covers a block of two by two squares"
            remedy = f"mark whole blocks with {'BW'[colour]}"
            yield _finding("quomino-torn", subject, position, of_colour, message, remedy)
    for four, (colour, text) in product(position.grid.squares, enumerate(COLOURS)):
        # the corner in the middle of the block is opposite to where the square lies in it
        if all(position.cells[square] == FIRST + (at + 2 + 2 * colour) % 4 for at, square in enumerate(four)):
            message = f"found four ominoes whose {text} corners meet, with no Quomino in their place"
            remedy = f"mark the four squares with {'BW'[colour]}"
            yield _finding("quomino-unlaid", subject, position, four, message, remedy)


def _check_dead(game: GameState, subject: str) -> Iterator[Finding]:
    """Yield the dead squares without a mark, and the marked squares that are not dead."""
    for square, cell in enumerate(game.cells):
        if cell <= LAST and not game.hope[square]:
            what = "an empty square" if cell == EMPTY else "an omino"
            message = f"found {what} where no block of four squares is free of Quominoes: the square is dead"
            yield _finding("dead-unmarked", subject, game, [square], message, "mark the square with x")
        elif cell == DEAD and game.hope[square]:
            free = next(block for block in game.grid.of[square] if game.free[block])
            four = ", ".join(name(other, game.size) for other in game.grid.squares[free])
            message = f"found a square marked dead, but the block {four} holds it and is free of Quominoes"
            remedy = "take the mark away, or mark the Quomino near it"
            yield _finding("dead-wrong", subject, game, [square], message, remedy)


def _check_turns(position: GameState, subject: str) -> Iterator[Finding]:
    """Yield whether, with so few ominoes on the board, the player to move or who rotated last cannot be right. With
    fewer than three there is no Quomino, and no square is full for another reason than a place."""
    ominoes = [cell for cell in position.cells if cell != EMPTY]
    if len(ominoes) >= FREE_FROM or any(cell > LAST for cell in ominoes):
        return
    allowed = reachable(len(ominoes))
    turned = position.just_rotated
    if (position.mover, *turned) not in allowed:
        count = f"{len(ominoes)} omino{'es' if len(ominoes) != 1 else ''}" if ominoes else "no omino"
        message = (
            f"found {count} on the board, {COLOURS[position.mover]} to move, and the last move a rotation of "
            f"{_names(turned, ' and ') or 'nobody'}; no game comes to that, allowed are: "
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

    Nobody passes while a square is empty, and no Quomino is laid before the fourth place: so any place, and from the
    first on any rotation by one who has not just rotated, is possible. After three places all eight cases come about.
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
