"""Scores what a file holds: a game, which is a list of moves, or a position, which is a drawn board."""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.games.quomino import notation, position
from quasiprint.games.quomino.laws import position_findings
from quasiprint.games.quomino.notation import MoveEntry, MoveRecord
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, EMPTY, FIRST, LAST, WHITE, GameState
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet


def picture(text: bytes, game_set: GameSet) -> Figure:
    """Draw a position, or what a game has come to, with a box's pieces. Raises InputError as `score`."""
    from quasiprint.games.quomino.figures import OminoFigures, shown

    game = position.to_game(position.read(text)) if position.is_position(text) else replay(notation.read(text))[0]
    return OminoFigures(game_set).board(shown(game))


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


def score(text: bytes) -> StateScore:
    """Judge a game or a position.

    The values of a game with an illegal move are those of the position before it. Raises InputError for what can be
    read as neither.
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
