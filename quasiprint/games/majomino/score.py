"""Scores a board with marks, as `quasiprint score majomino` reads it."""

from __future__ import annotations

from typing import Any

from quasiprint.games.majomino.laws import board_findings, marks_findings
from quasiprint.games.majomino.notation import read
from quasiprint.games.majomino.scoring import tally
from quasiprint.model.errors import InputError


def score(text: bytes, **options: Any) -> dict[str, Any]:
    """Return the contract's JSON object for one board, and besides `winner` (null while nobody has
    more than half of all lines) and `findings`. A board that is none of the game is counted, too.

    options: none so far. Raises InputError for what cannot be read, and for more than one board.
    """
    if options:
        raise InputError(f"score majomino: found the option {min(options)!r}, allowed are none")
    positions = read(text)
    if len(positions) > 1:
        raise InputError(f"board: found {len(positions)} boards, allowed is one to score")
    position = positions[0]
    count = tally(position)
    findings = board_findings(position.board, "board") + marks_findings(position, "board")
    return {
        "complete": count.complete,
        "x": count.x,
        "o": count.o,
        "rows": list(count.rows),
        "columns": list(count.columns),
        "regions": list(count.regions),
        "winner": count.winner,
        "findings": [finding.as_json() for finding in findings],
    }
