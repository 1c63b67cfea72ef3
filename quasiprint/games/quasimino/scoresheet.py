"""Quasimino's score sheet: a page for Quasi-Match, and one for rounds of FastQuasi and Quasi-Domino."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quasimino.accessories import PLAYERS
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.rulebook import FAST_HAND, FAST_RIM, GOALS, LEAST_SHAPE, most
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.scoresheet import (
    Block,
    FieldGrid,
    FormCell,
    Row,
    Said,
    ScoreSheet,
    SheetHeading,
    Words,
    blank,
    head,
    labelled,
    numbered,
)

SEATS = range(1, PLAYERS + 1)
TURNS = 26  # a game of two takes some 20 turns each, with the extra turns of each in one row
FAST_ROUNDS, DOMINO_ROUNDS = 10, 10
NUMBER, PERSON, SHOUT = 20.0, 24.0, 30.0  # widths in proportion


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> ScoreSheet:
    """Return the sheet. sets: the tiles, as each process makes them."""
    say = Said(words, "quasimino-scoresheet.toml")
    each = sum(piece.shape == SHAPES[0] for piece in sets[Maker.PAPER].pieces)
    match: tuple[Block, ...] = (
        SheetHeading(say("title"), top=True),
        labelled((3, "date", say("date"), say("tip-date")), (5, "place", say("place"), say("tip-place"))),
        SheetHeading(say("match")),
        _match(say),
        Words(say("match-how", few=GOALS[0], many=GOALS[1])),
    )
    fast = range(1, min(PLAYERS, each // FAST_HAND) + 1)
    rounds: list[Block] = []
    if fast:
        rounds += [SheetHeading(say("fast")), _rounds(say, "fast", FAST_ROUNDS, fast)]
        rounds.append(Words(say("fast-how", most=most(2 * FAST_HAND, FAST_RIM), least=LEAST_SHAPE)))
    rounds += [SheetHeading(say("domino")), _rounds(say, "domino", DOMINO_ROUNDS, SEATS), Words(say("domino-how"))]
    return ScoreSheet(say("title"), (match, tuple(rounds)), say("foot"))


def _names(say: Said, game: str, seats: range, after: tuple[FormCell, ...] = ()) -> Row:
    """Return a row with the players' names. after: what stands behind them."""
    boxes = [blank(PERSON, f"{game}-player-{n}", say(f"tip-{game}-name", player=n), str(n), first=True) for n in seats]
    return Row((head(NUMBER, say("player")), *boxes, *after))


def _match(say: Said) -> FieldGrid:
    """Return a row for each turn of Quasi-Match, and the totals."""
    rows = [_names(say, "match", SEATS)]
    for turn, digits in numbered(TURNS):
        boxes = [
            blank(PERSON, f"match-turn-{digits}-player-{n}", say("tip-match", turn=turn, player=n), first=True)
            for n in SEATS
        ]
        rows.append(Row((head(NUMBER, say("turn", turn=turn)), *boxes)))
    boxes = [blank(PERSON, f"match-total-player-{n}", say("tip-match-total", player=n), first=True) for n in SEATS]
    rows.append(Row((head(NUMBER, say("total"), bold=True), *boxes)))
    return FieldGrid(tuple(rows))


def _rounds(say: Said, game: str, count: int, seats: range) -> FieldGrid:
    """Return a row for each round of a game, with a box at its end for whom the round is noted, and the totals."""
    rows = [_names(say, game, seats, (FormCell(SHOUT, say(f"{game}-who"), bold=True, first=True),))]
    for number, digits in numbered(count):
        at = f"{game}-round-{digits}"
        boxes = [
            blank(PERSON, f"{at}-player-{n}", say(f"tip-{game}", round=number, player=n), first=True) for n in seats
        ]
        boxes.append(blank(SHOUT, f"{at}-who", say(f"tip-{game}-who", round=number), first=True, start=True))
        rows.append(Row((head(NUMBER, say("round", round=number)), *boxes)))
    boxes = [blank(PERSON, f"{game}-total-player-{n}", say(f"tip-{game}-total", player=n), first=True) for n in seats]
    boxes.append(blank(SHOUT, f"{game}-winner", say(f"tip-{game}-winner"), say("winner"), first=True))
    rows.append(Row((head(NUMBER, say(f"{game}-total"), bold=True), *boxes)))
    return FieldGrid(tuple(rows))
