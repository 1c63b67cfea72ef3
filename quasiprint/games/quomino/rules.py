"""The rules of Quomino, as facts/quomino.md settles them: one value that plays a game move by move.

`score`, `play`, the search and the proofs all use these. `refusal` says why a move is illegal, `moves` lists the legal
moves, and tests compare the two.

Why a game always ends: a square that was filled is never empty again, so there are at most N² places;
between two places of their own, a player rotates at most once; and two passes in a row are the end.

Kernels (`compiled`) make moves, for `GameState` and for the search alike. For them a game is three rows of integers:
cells as in `GameState`; `now`, numbers by the names below; and a stack of both, as they were before each move. A board
is three: the squares of each block; the blocks that meet in each square's corners; and the blocks that share a square
with each block (NOWHERE: none).

Squares are numbered row by row from the top left, from 0; blocks likewise, each by its upper left
square among the (N − 1)² squares that can be one. Corners are numbered clockwise from the upper left.

The text form of a game: one move a line, short enough to type:

    quomino 6
    # a comment, anywhere
    1 black c4 se
    2 white d4 sw
    turn c4 ne
    d3 9
    place c3 ne black
    pass

The number, the colour and "place" or "turn" may be left out; "rotate" is the same as "turn". A corner is a word, or its
key on a number pad. A saved game has lines such as ``setting depth 2`` above its moves, and a seal at its end, see
`quasiprint.model.game_text`. `read` reads lines; whether the game that they tell can be is the business of `score`.
Time and memory grow with the text's length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from quasiprint.errors import InputError
from quasiprint.model.finding import Finding, Judgement, refused
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, refuse, spaced_lines, unseal
from quasiprint.model.play import Event
from quasiprint.system.compiled import kernel

SIZES = range(4, 17)
BOXED = (6, 8, 10)  # the boards that one box serves
# the corners of a square, clockwise: as typed, as on a number pad, and as they are shown
CORNERS = ("nw", "ne", "se", "sw")
KEYS = "7931"
SHAPES = "◤◥◢◣"  # the black half of an omino whose black corner is there
NOWHERE = -1
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII | re.IGNORECASE)


def opposite(corner: int) -> int:
    """Return the corner across the square: where an omino is white, if it is black at `corner`."""
    return (corner + 2) % 4


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """How the squares and blocks of a board lie.

    squares: for each block its four squares, clockwise from the upper left. meets: for each square
    and corner the block whose middle is that corner, NOWHERE at the rim. touching: for each block the blocks that share
    a square with it, itself among them.
    """

    size: int
    squares: tuple[tuple[int, int, int, int], ...]
    meets: tuple[tuple[int, int, int, int], ...]
    touching: tuple[tuple[int, ...], ...]


@cache
def grid(size: int) -> SquareGrid:
    """Return the squares and blocks of a board with `size` squares to a side."""
    across = size - 1
    squares = tuple(
        (corner, corner + 1, corner + size + 1, corner + size)
        for corner in (row * size + column for row in range(across) for column in range(across))
    )
    meets = [[NOWHERE] * 4 for _ in range(size * size)]
    for block, four in enumerate(squares):
        for place, square in enumerate(four):
            # the middle of the block is, of its upper left square, the lower right corner, and so on
            meets[square][opposite(place)] = block
    touching = tuple(tuple(sorted({block for at in four for block in meets[at]} - {NOWHERE})) for four in squares)
    return SquareGrid(size, squares, tuple((a, b, c, d) for a, b, c, d in meets), touching)


def name(square: int, size: int) -> str:
    """Return a square's name: a letter for the column, from the left, and the row, from the lowest: "a1"."""
    row, column = divmod(square, size)
    return f"{chr(ord('a') + column)}{size - row}"


def find_square(text: str, size: int) -> int | None:
    """Return the square of a name, None if the board has none such."""
    match = SQUARE.fullmatch(text)
    across, up = (ord(match[1].lower()) - ord("a"), int(match[2])) if match else (size, 0)
    return (size - up) * size + across if across < size and 1 <= up <= size else None


EMPTY = 0
# an omino is 1 + the corner where it is black
FIRST, LAST = 1, 4
COVERED = (5, 6)  # a square under a black, or a white Quomino
DEAD = 7
BLACK, WHITE = 0, 1
COLOURS = ("black", "white")
END_AFTER = 2  # passes in a row

Array = Any
Rows = tuple[Array, ...]
# what `now` holds; TURNED, LAID_NOW: of two numbers each
MOVER, TURNED, PASSES, LIVE, LAID_NOW, TOP = 0, 1, 3, 4, 5, 7
PASS = -1
TOUCHING = 9  # blocks that can share a square with one


class Move(NamedTuple):
    """Place an omino on an empty square, or rotate the omino there, so that it is black at `corner`. chosen: the colour
    of the Quomino to lay where the move completes a block of each; None elsewhere."""

    square: int
    corner: int
    chosen: int | None = None

    def words(self, size: int) -> str:
        """Return what is typed of it, without its verb. size: of the board."""
        chosen = "" if self.chosen is None else f" {COLOURS[self.chosen]}"
        return f"{name(self.square, size)} {CORNERS[self.corner]}{chosen}"


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One move as typed. line: of a text, from 1, 0 of none. move: None is a pass. verb: "place", "turn" or "". number,
    player: as typed; None where they are left out."""

    line: int
    move: Move | None
    verb: str = ""
    number: int | None = None
    player: int | None = None


VERBS = {"place": "place", "turn": "turn", "rotate": "turn"}  # as typed, and as it is kept
NUMBER = re.compile(r"([0-9]{1,6})\.?")


def parse_move(words: Sequence[str], size: int, line: int = 0) -> MoveEntry:
    """Return the move of words in lower case, one at least. Raises ValueError for words that tell none."""
    rest = list(words)
    match = NUMBER.fullmatch(rest[0])
    number = int(match[1]) if match else None
    rest = rest[match is not None :]
    player = COLOURS.index(rest[0]) if rest and rest[0] in COLOURS else None
    rest = rest[player is not None :]
    if rest == ["pass"]:
        return MoveEntry(line, None, "", number, player)
    verb = VERBS.get(rest[0], "") if rest else ""
    rest = rest[bool(verb) :]
    if not rest:
        raise ValueError(f"found only {' '.join(words)[:40]!r}, allowed is a move such as c4 se, or pass")
    square = find_square(rest[0], size)
    if square is None:
        raise ValueError(
            f"found the square {rest[0][:40]!r}, allowed are {name(size * (size - 1), size)} to "
            f"{name(size - 1, size)}, in a move such as c4 se, rotate c4 se or pass"
        )
    word, corners = rest[1] if len(rest) > 1 else "", (*CORNERS, *KEYS)
    if word not in corners:
        found = f"the corner {word[:40]!r}" if word else f"{rest[0]!r} without a corner"
        raise ValueError(f"found {found}, allowed are {', '.join(CORNERS)}, or as on a number pad {', '.join(KEYS)}")
    chosen = None
    if len(rest) > 2:
        if rest[2] not in COLOURS or len(rest) > 3:
            extra = rest[2] if rest[2] not in COLOURS else rest[3]
            raise ValueError(f"found {extra[:40]!r} after the move, allowed is black or white, or a comment after #")
        chosen = COLOURS.index(rest[2])
    return MoveEntry(line, Move(square, corners.index(word) % len(CORNERS), chosen), verb, number, player)


def code_of(move: Move | None) -> int:
    """Return a move as a number: 16 × square + 4 × corner + (0, or 1 + the chosen colour); PASS for none."""
    if move is None:
        return PASS
    return 16 * move.square + 4 * move.corner + (0 if move.chosen is None else 1 + move.chosen)


@kernel
def find_completed_block(cells: Array, squares: Array, meets: Array, square: int, corner: int, turn: int) -> int:
    """Return the block that an omino completes by the corner `turn` quarters from its black one, or NOWHERE."""
    block = meets[4 * square + (corner + turn) % 4]
    if block == NOWHERE:
        return NOWHERE
    for place in range(4):
        other = squares[4 * block + place]
        # the corner in the middle of the block is opposite to where the square lies in it
        if other != square and cells[other] != FIRST + (place + 2 + turn) % 4:
            return NOWHERE
    return int(block)


@kernel
def is_free(cells: Array, squares: Array, block: int) -> bool:
    """Tell whether no Quomino covers any of a block: then none of its squares is dead either."""
    most = EMPTY
    for square in squares[4 * block : 4 * block + 4]:
        most = max(most, cells[square])
    return bool(most <= LAST)


@kernel
def has_hope(cells: Array, squares: Array, meets: Array, square: int) -> bool:
    """Tell whether a square lies in a free block."""
    found = False
    for block in meets[4 * square : 4 * square + 4]:
        found = found or (block != NOWHERE and is_free(cells, squares, block))
    return found


@kernel
def lay(game: Rows, board: Rows, block: int, colour: int) -> None:
    """Lay a Quomino, and mark what is dead by it: what lies in no free block any more."""
    cells, now, _ = game
    squares, meets, touching = board[0], board[1], board[2]
    around = touching[TOUCHING * block : TOUCHING * block + TOUCHING]
    for other in around:
        if other != NOWHERE and is_free(cells, squares, other):
            now[LIVE] -= 1
    for square in squares[4 * block : 4 * block + 4]:
        cells[square] = COVERED[0] + colour
    now[LAID_NOW + colour] += 1
    for other in around:
        for place in range(4 if other != NOWHERE else 0):
            square = squares[4 * other + place]
            if cells[square] <= LAST and not has_hope(cells, squares, meets, square):
                cells[square] = DEAD


@kernel
def do(game: Rows, board: Rows, move: int) -> None:
    """Do a legal move, or pass. The position before it goes onto the stack."""
    cells, now, stack = game
    squares, meets, mover = board[0], board[1], now[MOVER]
    middle, top = now[TOP] + len(cells), now[TOP] + len(cells) + len(now)
    stack[now[TOP] : middle] = cells
    stack[middle:top] = now
    now[TOP], now[MOVER] = top, 1 - mover
    if move == PASS:
        now[PASSES] += 1  # a pass is no place: who rotated last must still place next
        return
    square, corner, chosen = move // 16, move // 4 % 4, move % 4 - 1
    now[PASSES] = 0
    now[TURNED + mover] = int(cells[square] != EMPTY)
    black = find_completed_block(cells, squares, meets, square, corner, 0)
    white = find_completed_block(cells, squares, meets, square, corner, 2)
    cells[square] = FIRST + corner
    colour = chosen if chosen >= 0 else 0 if black != NOWHERE else 1
    block = white if colour else black
    if block != NOWHERE:
        lay(game, board, block, colour)


@kernel
def undo(game: Rows) -> None:
    """Take the last move back."""
    cells, now, stack = game
    middle, top = now[TOP] - len(now), now[TOP]
    cells[:] = stack[middle - len(cells) : middle]
    now[:] = stack[middle:top]


@cache
def flat_board(size: int) -> tuple[list[int], ...]:
    """Return a board for the kernels."""
    board = grid(size)
    touching = [[*blocks, *[NOWHERE] * (TOUCHING - len(blocks))] for blocks in board.touching]
    return tuple([x for row in rows for x in row] for rows in (board.squares, board.meets, touching))


class GameState:
    """A game as it stands: see `quasiprint.model.play`. A search, which looks at millions of positions, changes it by
    `do` and `undo`; nothing else does.

    size: of the board. cells: what lies on each square: EMPTY, an omino (1 + its black corner), COVERED or DEAD.
    board: as kernels have it.
    """

    def __init__(self, size: int) -> None:
        self.size, self.grid, self.board = size, grid(size), flat_board(size)
        self.cells = [EMPTY] * (size * size)
        self._now = [BLACK, 0, 0, 0, len(self.grid.squares), 0, 0, 0]
        self._stack: list[int] = []

    @property
    def rows(self) -> tuple[list[int], ...]:
        """The game for kernels."""
        return self.cells, self._now, self._stack

    @property
    def live(self) -> int:
        """How many blocks are free."""
        return self._now[LIVE]

    @property
    def quominoes(self) -> list[int]:
        """How many black and white Quominoes there are."""
        return self._now[LAID_NOW : LAID_NOW + 2]

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self._now[MOVER]

    @property
    def just_rotated(self) -> list[bool]:
        """For each player whether their last move was a rotation."""
        return [*map(bool, self._now[TURNED : TURNED + 2])]

    @property
    def passes(self) -> int:
        """How many there were in a row."""
        return self._now[PASSES]

    @property
    def over(self) -> bool:
        """Whether the game has ended: no block is left, or nobody could move."""
        return not self.live or self.passes == END_AFTER

    @property
    def winner(self) -> int | None:
        """Who has more Quominoes now; None if neither."""
        if self.quominoes[BLACK] == self.quominoes[WHITE]:
            return None
        return BLACK if self.quominoes[BLACK] > self.quominoes[WHITE] else WHITE

    @property
    def move_count(self) -> int:
        """How many moves were done, passes among them."""
        return self._now[TOP] // (len(self.cells) + len(self._now))

    def count(self, low: int, high: int) -> int:
        """Return on how many squares something from `low` to `high` lies."""
        return sum(low <= cell <= high for cell in self.cells)

    def is_free(self, block: int) -> bool:
        """Tell whether no Quomino covers any of a block."""
        return is_free(self.cells, self.board[0], block)

    def closes(self, square: int, corner: int) -> tuple[int, int]:
        """Return the black and the white block that an omino on `square`, black at `corner`, completes; or NOWHERE."""
        squares, meets = self.board[:2]
        black, white = (find_completed_block(self.cells, squares, meets, square, corner, turn) for turn in (0, 2))
        return black, white

    def lays(self, move: Move) -> tuple[int, int] | None:
        """Return the block and the colour of the Quomino that a legal move lays, None if it lays none."""
        closed = self.closes(move.square, move.corner)
        colour = move.chosen if move.chosen is not None else BLACK if closed[BLACK] != NOWHERE else WHITE
        return None if closed[colour] == NOWHERE else (closed[colour], colour)

    def moves(self) -> Iterator[Move]:
        """Yield the legal moves, row by row, none if the player must pass or the game is over."""
        if self.over:
            return
        may_turn = not self.just_rotated[self.mover]
        for square, cell in enumerate(self.cells):
            if cell == EMPTY or (may_turn and cell <= LAST):
                for corner in range(4):
                    if cell != FIRST + corner:
                        if NOWHERE in self.closes(square, corner):
                            yield Move(square, corner)
                        else:
                            yield Move(square, corner, BLACK)
                            yield Move(square, corner, WHITE)

    @property
    def must_pass(self) -> bool:
        """Whether the player to move has no legal move, though the game is not over."""
        return not self.over and next(self.moves(), None) is None

    def refusal(self, move: Move | None) -> Finding | None:
        """Return why a move, or a pass (None), is illegal; None if it is legal."""
        who = COLOURS[self.mover]
        if self.over:
            why = "no block of four squares is left without a Quomino" if not self.live else "both players passed"
            return refused("game-over", f"the game has ended: {why}", "leave out what comes after it")
        if move is None:
            legal = next(self.moves(), None)
            if legal is None:
                return None
            message = f"{who} passes, and may only where no move is legal; {self.words(legal)} is one"
            return refused("pass-early", message, "move")
        square, cell = name(move.square, self.size), self.cells[move.square]
        if cell in COVERED:
            message = f"{square} is covered by a {COLOURS[COVERED.index(cell)]} Quomino, which lies there for good"
            return refused("square-covered", message, "choose another square")
        if cell == DEAD:
            message = f"{square} is dead: no block of four squares that holds it is free of Quominoes"
            return refused("square-dead", message, "choose another square")
        if cell == FIRST + move.corner:
            message = f"the omino on {square} is black at {CORNERS[move.corner]} already"
            return refused("not-turned", message, "rotate it to another corner, or another omino")
        if cell != EMPTY and self.just_rotated[self.mover]:
            message = f"{who} rotated an omino in the last move, and rotates the one on {square} now"
            return refused("turned-twice", message, "place an omino first")
        both = NOWHERE not in self.closes(move.square, move.corner)
        if both and move.chosen is None:
            message = f"the omino on {square} completes a black and a white block, and only one can be laid"
            return refused("choice-missing", message, 'say which: "black" or "white"')
        if not both and move.chosen is not None:
            colour = COLOURS[move.chosen]
            message = f"{colour} is chosen, but the omino on {square} does not complete a block of each colour"
            return refused("choice-needless", message, "leave the colour out")
        return None

    def entry_refusal(self, entry: MoveEntry) -> Finding | None:
        """Return why a move as it was typed is illegal, by the rules or by its own words; None if it is legal."""
        move, who = entry.move, COLOURS[self.mover]
        refusal = self.refusal(move)
        if self.over:
            return refusal
        if entry.number not in (None, self.move_count + 1):
            message = f"its number is {entry.number}, but it is move {self.move_count + 1}; passes are numbered, too"
            return refused("number-wrong", message, "mend the number, or leave it out")
        if entry.player not in (None, self.mover):
            return refused("player-wrong", f"it is {who}'s turn", "mend the colour, or leave it out")
        if move is not None and (refusal is None or refusal.code not in ("square-covered", "square-dead")):
            square, empty = name(move.square, self.size), self.cells[move.square] == EMPTY
            if entry.verb == "place" and not empty:
                message = f"an omino lies on {square} already"
                return refused("square-taken", message, f'"rotate {square}", or choose another square')
            if entry.verb == "turn" and empty:
                message = f"no omino lies on {square}"
                return refused("nothing-to-turn", message, f'"place {square}", or choose another square')
        return refusal

    def parse(self, line: str) -> MoveEntry:
        """Return the move that a line tells, legal or not. Raises ValueError for a line that tells none."""
        return parse_move(line.lower().split() or [""], self.size)

    def apply(self, entry: MoveEntry) -> tuple[GameState, Event] | Finding:
        """Return the game after a move and what it came to, or why it is illegal. This game stays as it is."""
        if refusal := self.entry_refusal(entry):
            return refusal
        move, done = entry.move, self.copy()
        done.do(move)
        who = COLOURS[self.mover]
        parts = [f"{who}: {self.words(move)}" if move else f"{who}: pass, since no move is legal"]
        block, colour = (move and self.lays(move)) or (NOWHERE, NOWHERE)
        if block != NOWHERE:
            _, upper, _, lower = self.grid.squares[block]
            parts.append(f"lays a {COLOURS[colour]} Quomino at {name(lower, self.size)}-{name(upper, self.size)}")
        fresh = done.count(DEAD, DEAD) - self.count(DEAD, DEAD)
        if fresh:
            parts.append(f"{fresh} {'square is' if fresh == 1 else 'squares are'} dead")
        return done, Event("; ".join(parts), int(colour == self.mover))

    def copy(self) -> GameState:
        """Return the same game, to go on from."""
        same = copy(self)
        same.cells, same._now, same._stack = self.cells[:], self._now[:], self._stack[:]  # noqa: SLF001 - its own
        return same

    def words(self, move: MoveEntry | Move | None) -> str:
        """Return a move as it is typed."""
        move = move.move if isinstance(move, MoveEntry) else move
        if move is None:
            return "pass"
        return ("" if self.cells[move.square] == EMPTY else "turn ") + move.words(self.size)

    def do(self, move: Move | None) -> None:
        """Do a legal move, or pass. Whether it is legal is not asked: see `refusal`."""
        do(self.rows, self.board, code_of(move))

    def undo(self) -> None:
        """Take the last move back. Raises IndexError if there is none."""
        if not self.move_count:
            raise IndexError("found no move to take back")
        undo(self.rows)


HEADER = re.compile(r"[0-9]{1,2}")
PLAIN = f".{KEYS}BWx"  # for each state of a square
DRAWN = f".{SHAPES}BWx"
LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A game as it was written down. settings: of the table at which it was saved, by name."""

    size: int
    entries: tuple[MoveEntry, ...]
    settings: Mapping[str, str]


def read(text: bytes, where: str = "game", *, sealed: bool = False) -> MoveRecord:
    """Return what the lines of a game say.

    where: how messages name the text. sealed: whether a text without its seal is refused. Raises
    InputError, which names the line (from 1), for what is not in the text form, or not what was sealed.
    """
    lines, settings = unseal(spaced_lines(decode(text, where)), where, needed=sealed)
    if not lines:
        raise InputError(f"{where}: found nothing, allowed are lines, the first such as: quomino 6")
    first, line = lines[0]
    kind, _, text_size = line.lower().partition(" ")
    if kind != "quomino" or not HEADER.fullmatch(text_size) or int(text_size) not in SIZES:
        allowed = f"allowed first is the line quomino {SIZES[0]} to quomino {SIZES[-1]}, by the squares to a side"
        refuse(where, first, f"found {line[:40]!r}, {allowed}")
    size = int(text_size)
    entries = list[MoveEntry]()
    for number, line in lines[1:]:
        words = line.lower().split()
        if words[0] == "quomino":
            refuse(where, number, f"found a second line {line[:40]!r}, allowed is one, the first")
        try:
            entries.append(parse_move(words, size, number))
        except ValueError as problem:
            refuse(where, number, str(problem))
    return MoveRecord(size, tuple(entries), settings or {})


def replay(record: MoveRecord) -> tuple[GameState, list[Finding]]:
    """Play a game up to its end or first illegal move; return it, and what is wrong with that move."""
    game = GameState(record.size)
    for entry in record.entries:
        done = game.apply(entry)
        if isinstance(done, Finding):
            return game, [done.of(f"line {entry.line}, move {game.move_count + 1}")]
        game, _ = done
    return game, []


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


@dataclass(frozen=True, slots=True)
class StateScore(Judgement):
    """What the rules say of a game. black, white: Quominoes. board: see `rows`."""

    legal: bool
    size: int
    moves: int
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


def score(text: bytes, options: Parameters) -> StateScore:
    """Judge a game. The values of a game with an illegal move are those of the position before it. Raises InputError
    for what cannot be read."""
    game, findings = replay(read(text))
    winner = None
    if game.over:
        winner = "draw" if game.winner is None else COLOURS[game.winner]
    return StateScore(
        legal=not findings,
        size=game.size,
        moves=game.move_count,
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
    )
