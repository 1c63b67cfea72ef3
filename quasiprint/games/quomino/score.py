"""Scores what a file holds: a game, which is a list of moves, or a position, which is a drawn board.

Of a position is said what must be true of one that a game can come to; everything amiss is a finding of its own. A
position without findings can be reached, as far as what lies on the board goes: lay the Quominoes one after another,
each in a free block, then place the other ominoes; no part of a board without complete blocks has one. Of whose turn it
is, and who has just rotated, only what no game of the first moves can come to is found: see `_turns`; from three
ominoes on nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from quasiprint.games.quomino import notation, position
from quasiprint.games.quomino.notation import MoveEntry, MoveRecord
from quasiprint.games.quomino.position import Position, to_game
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, EMPTY, FIRST, LAID, LAST, WHITE, GameState
from quasiprint.games.quomino.squares import grid, name
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.game import Parameters
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet

FREE_FROM = 3  # from so many places on, either can be to move and any can have rotated: see `reached`


def picture(text: bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a position, or what a game has come to, with a box's pieces. Raises InputError as `score`."""
    from quasiprint.games.quomino.figures import OminoFigures, shown_board

    game = position.to_game(position.read(text)) if position.is_position(text) else replay(notation.read(text))[0]
    return OminoFigures(sets[Maker.PAPER]).board(shown_board(game))


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


def score(text: bytes, options: Parameters) -> StateScore:
    """Judge a game or a position. The values of a game with an illegal move are those of the position before it. Raises
    InputError for what can be read as neither.
    """
    if position.is_position(text):
        typed = position.read(text)
        return _result(position.to_game(typed), None, position_findings(typed, "position"))
    game, findings = replay(notation.read(text))
    return _result(game, game.played, findings)


def replay(told: MoveRecord) -> tuple[GameState, list[Finding]]:
    """Play a game up to its end or first illegal move; return it, and what is wrong with that move."""
    game = GameState(told.size)
    for entry in told.entries:
        finding = judged(game, entry)
        if finding:
            return game, [finding]
        game.do(entry.move)
    return game, []


def judged(game: GameState, entry: MoveEntry) -> Finding | None:
    """Return what is wrong with a move as it is typed; None if it is legal."""
    refusal = notation.refused(game, entry)
    if refusal is None:
        return None
    subject = f"line {entry.line}, move {game.played + 1}"
    return error(refusal.code, subject, refusal.message, refusal.remedy)


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
        black=game.laid[BLACK],
        white=game.laid[WHITE],
        ominoes=game.count(FIRST, LAST),
        dead=game.count(DEAD, DEAD),
        empty=game.count(EMPTY, EMPTY),
        board=tuple(position.rows(game)),
        findings=tuple(findings),
    )


def position_findings(position: Position, subject: str) -> list[Finding]:
    """Return what keeps a position from being one of a game.

    subject: how findings name the position.
    """
    findings = _torn(position, subject) + _unlaid(position, subject)
    if not position.quominoes()[1]:
        # where a Quomino is torn, nobody knows what is dead
        findings += _dead(position, subject)
    return findings + _turns(position, subject)


def _squares(squares: list[int] | tuple[int, ...], size: int) -> str:
    """Return the names of squares, the first dozen of them."""
    names = [name(square, size) for square in squares]
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _torn(position: Position, subject: str) -> list[Finding]:
    """Return the squares of each colour that are under no whole Quomino."""
    torn = position.quominoes()[1]
    findings = []
    for colour, laid in enumerate(LAID):
        of_colour = [square for square in torn if position.cells[square] == laid]
        if of_colour:
            findings.append(
                error(
                    "quomino-torn",
                    f"{subject}, {_squares(of_colour, position.size)}",
                    f"found squares under {COLOURS[colour]} that make no Quomino, {len(of_colour)} in all: "
                    "it covers a block of two by two squares",
                    f"mark whole blocks with {'BW'[colour]}",
                )
            )
    return findings


def _unlaid(position: Position, subject: str) -> list[Finding]:
    """Return the blocks of ominoes that a Quomino should have replaced."""
    findings = []
    for four in grid(position.size).squares:
        # the corner in the middle of the block is opposite to where the square lies in it
        middles = [FIRST + (place + 2) % 4 for place in range(4)]
        for colour in (BLACK, WHITE):
            needed = [FIRST + (cell - FIRST + 2 * colour) % 4 for cell in middles]
            if [position.cells[square] for square in four] == needed:
                findings.append(
                    error(
                        "quomino-unlaid",
                        f"{subject}, {_squares(four, position.size)}",
                        f"found four ominoes whose {COLOURS[colour]} corners meet, with no Quomino in their place",
                        f"mark the four squares with {'BW'[colour]}",
                    )
                )
    return findings


def _dead(position: Position, subject: str) -> list[Finding]:
    """Return the squares that are dead and not marked so, and those marked so that are not."""
    hope = to_game(position).hope
    findings = []
    for square, cell in enumerate(position.cells):
        where = f"{subject}, {name(square, position.size)}"
        if cell <= LAST and not hope[square]:
            what = "an empty square" if cell == EMPTY else "an omino"
            message = f"found {what} where no block of four squares is free of Quominoes: the square is dead"
            findings.append(error("dead-unmarked", where, message, "mark the square with x"))
        elif cell == DEAD and hope[square]:
            at = next(block for block in grid(position.size).of[square] if _is_free(position, block))
            message = (
                "found a square marked dead, but the block "
                f"{_squares(grid(position.size).squares[at], position.size)} holds it and is free of Quominoes"
            )
            findings.append(error("dead-wrong", where, message, "take the mark away, or mark the Quomino near it"))
    return findings


def _is_free(position: Position, block: int) -> bool:
    return all(position.cells[square] not in LAID for square in grid(position.size).squares[block])


def _turns(position: Position, subject: str) -> list[Finding]:
    """Return whether, with so few ominoes on the board, the player to move or who rotated last cannot be right.

    With fewer than three there is no Quomino, and no square is full for another reason than a place.
    """
    ominoes = [cell for cell in position.cells if cell != EMPTY]
    if len(ominoes) >= FREE_FROM or any(cell > LAST for cell in ominoes):
        return []
    if (position.mover, *position.turned) in reached(len(ominoes)):
        return []
    turned = [colour for colour, did in zip(COLOURS, position.turned, strict=True) if did]
    count = f"{len(ominoes)} omino{'es' if len(ominoes) != 1 else ''}" if ominoes else "no omino"
    return [
        error(
            "turn-impossible",
            subject,
            f"found {count} on the board, {COLOURS[position.mover]} to move, and the last move a rotation of "
            f"{' and '.join(turned) or 'nobody'}; no game comes to that, allowed are: "
            + "; ".join(_format_completion(*state) for state in sorted(reached(len(ominoes)))),
            "say who is to move, and whose last move was a rotation",
        )
    ]


def _format_completion(mover: int, black: bool, white: bool) -> str:
    turned = [colour for colour, did in zip(COLOURS, (black, white), strict=True) if did]
    return f"{COLOURS[mover]} to move" + (f" and last turned: {', '.join(turned)}" if turned else "")


@cache
def reached(places: int) -> frozenset[tuple[int, bool, bool]]:
    """Return who can be to move, and whether black's and white's last moves can be rotations, after so many places.

    Nobody passes while a square is empty, and no Quomino is laid before the fourth place: so any place, and
    from the first on any rotation by one who has not just rotated, is possible. After three places all eight
    cases come about.
    """
    found: set[tuple[int, bool, bool]] = {(BLACK, False, False)} if not places else set()
    if places:
        for mover, black, white in reached(places - 1):
            found.add((1 - mover, black and mover != BLACK, white and mover != WHITE))
        for _ in range(2):  # after two rotations nobody may rotate
            for mover, black, white in tuple(found):
                if not (black, white)[mover]:
                    found.add((1 - mover, black or mover == BLACK, white or mover == WHITE))
    return frozenset(found)
