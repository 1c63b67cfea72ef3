"""Games that are played have one shape: a move leaves the game before it as it was, and its line tells it again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from table_games import legal_lines

from quasiprint import games
from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.session import Session
from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.games.majomino.situation import Match
from quasiprint.games.quomino.rules import GameState
from quasiprint.model.finding import Finding

TABLES: dict[str, dict[str, Any]] = {
    "majomino": {"size": 3, "computer": "none", "seed": 3},
    "quasimino": {"kind": "match", "deal": 5, "computer": "none"},
    "quasimino alone": {"kind": "fast", "deal": 5},
    "quomino": {"size": 4, "computer": "none"},
    "triomino": {"players": 3, "deal": 5, "computer": "none"},
    "triomino alone": {"players": 1},
}
STRANGE = {"quasimino": "lay thin-0000 9,9,9,9/0", "triomino": "lay 9-9-9 0,0,0/0"}


def seen(state: Any) -> object:
    """All that can be seen of a game."""
    if isinstance(state, GameState):
        return (
            [*state.cells],
            state.mover,
            state.quominoes,
            state.just_rotated,
            state.passes,
        )
    return repr(state)


def lines_of(table: Session[Any]) -> list[str]:
    """Lines of moves that are legal."""
    state = table.state
    if isinstance(table, TableSession):
        return legal_lines(table)
    return [state.words(move) for move in (state.legal() if isinstance(state, Match) else state.moves())]


@pytest.mark.parametrize("name", TABLES)
def test_a_move_leaves_the_game_as_it_was_and_its_line_tells_it_again(name: str) -> None:
    table = PLAYS.require(games.load(name.split()[0])).session.new(TABLES[name])
    draw = Random(name)
    for _ in range(12):
        line = table.forced() or draw.choice(lines_of(table))
        state = table.state
        before, move = seen(state), state.parse(line)
        after, event = state.apply(move)
        again, same = state.apply(state.parse(state.words(move)))
        assert (seen(again), same) == (seen(after), event)
        assert seen(state) == before != seen(after)
        assert event.text
        if isinstance(table, TableSession) or table.done:
            strange = STRANGE.get(name.split()[0]) or table.lines[-1].removeprefix("turn ")
            wrong = state.apply(state.parse(strange))
            assert isinstance(wrong, Finding)
            assert not wrong.subject
        assert seen(state) == before
        table.go_on(line)
        if table.mover is None:
            break
    assert len(table.lines) >= 8
