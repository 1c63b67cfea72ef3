"""Quasimino's score sheet: a row for each game of Quasi-Domino, Quasi-Match and FastQuasi, and the games won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint.games.quasimino.accessories import PLAYERS
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.laying import FAST_HAND, LEAST_SHAPE
from quasiprint.games.quasimino.puzzles import FAST_RIM, most
from quasiprint.games.quasimino.rulebook import GOALS
from quasiprint.model.game import Parameters
from quasiprint.model.measures import Maker
from quasiprint.model.page import Block, FieldGrid, FormCell, Row, Said, ScoreSheet, group, number_fields
from quasiprint.model.piece import GameSet

SEATS = range(1, PLAYERS + 1)
GAMES = {"domino": 11, "match": 11, "fast": 20}  # rows of each kind of game, so that pages are full
NUMBER, PERSON, WHO = 20.0, 24.0, 30.0  # widths in proportion


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Parameters) -> ScoreSheet:
    """Return the sheet, the same whatever is chosen. sets: the tiles, as each process makes them."""
    say = Said(words, "quasimino-scoresheet.toml")
    each = sum(piece.shape == SHAPES[0] for piece in sets[Maker.PAPER].pieces)
    match = _games(say, "match", SEATS, few=GOALS[0], many=GOALS[1])
    pages: list[tuple[Block, ...]] = [(*say.top(), *_games(say, "domino", SEATS), *match)]
    fast = range(1, min(PLAYERS, each // FAST_HAND) + 1)
    if fast:
        own = _games(say, "fast", fast, most=most(2 * FAST_HAND, FAST_RIM), least=LEAST_SHAPE)
        pages.append((*own, say.heading("all"), _won(say), say.prose("all-how")))
    return ScoreSheet(say("title"), tuple(pages), say("foot"))


def _boxes(say: Said, label: FormCell, name: str, tip: str, seats: range, *after: FormCell, **values: Any) -> Row:
    """Return a row with a box for each player. tip: the key of their tips' words. after: what stands behind them."""
    boxes = (say.box(PERSON, f"{name}-player-{n}", tip, **values, player=n) for n in seats)
    return Row((label, *(box for one in boxes for box in group([one])), *group(after)))


def _names(say: Said, kind: str, seats: range, *after: FormCell) -> Row:
    """Return a row with the players' names. after: what stands behind them."""
    boxes = (say.box(PERSON, f"{kind}-player-{n}", f"tip-{kind}-name", str(n), player=n) for n in seats)
    return Row((say.head(NUMBER, "player"), *(box for one in boxes for box in group([one])), *group(after)))


def _games(say: Said, kind: str, seats: range, **values: Any) -> tuple[Block, ...]:
    """Return a row for each game of a kind: what each player has at its end, and for whom it is noted; then how many
    games each player won. values: of the words below."""
    rows = [_names(say, kind, seats, say.head(WHO, f"{kind}-who", bold=True))]
    for game, digits in number_fields(GAMES[kind]):
        at = f"{kind}-game-{digits}"
        who = say.box(WHO, f"{at}-who", f"tip-{kind}-who", start=True, game=game)
        rows.append(_boxes(say, say.head(NUMBER, "game", game=game), at, f"tip-{kind}", seats, who, game=game))
    won = say.head(NUMBER, "won", bold=True)
    rows.append(_boxes(say, won, f"{kind}-won", f"tip-{kind}-won", seats, FormCell(WHO)))
    return say.heading(kind), FieldGrid(tuple(rows)), say.prose(f"{kind}-how", **values)


def _won(say: Said) -> FieldGrid:
    """Return the games won of every kind, and of all together."""
    kinds = [_boxes(say, say.head(NUMBER, kind), f"all-{kind}", "tip-all", SEATS, kind=say(kind)) for kind in GAMES]
    won = _boxes(say, say.head(NUMBER, "won", bold=True), "all-won", "tip-all-won", SEATS)
    return FieldGrid((_names(say, "all", SEATS), *kinds, won))
