"""Scores a board with marks, as `quasiprint score majomino` reads it."""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.games.majomino import record
from quasiprint.games.majomino.board import MarkedBoard
from quasiprint.games.majomino.laws import board_findings, marks_findings
from quasiprint.games.majomino.notation import read
from quasiprint.games.majomino.scoring import tally
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding
from quasiprint.model.judgement import Judgement
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Figure


def picture(text: bytes, game_set: GameSet) -> Figure:
    """Draw one board with its marks. Raises InputError as `score`."""
    from quasiprint.games.majomino.board_drawing import BoardDrawing

    return BoardDrawing(game_set).marked(_one(text))


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


def score(text: bytes) -> BoardScore:
    """Count one board, also one that is none of the game. Raises InputError for what cannot be read, and for more
    than one board."""
    position = _one(text)
    count = tally(position)
    findings = board_findings(position.board, "board") + marks_findings(position, "board")
    return BoardScore(
        count.complete, count.x, count.o, count.rows, count.columns, count.regions, count.winner, tuple(findings)
    )


def _one(text: bytes) -> MarkedBoard:
    if record.is_record(text):
        return record.read(text, "board").match.marked
    positions = read(text)
    if len(positions) > 1:
        raise InputError(f"board: found {len(positions)} boards, allowed is one to score")
    return positions[0]
