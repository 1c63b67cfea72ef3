"""Quasimino's score sheet: a row for each game of Quasi-Domino, Quasi-Match and FastQuasi, and the games won."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quasimino.accessories import PLAYERS
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.rulebook import FAST_HAND, FAST_RIM, GOALS, LEAST_SHAPE, most
from quasiprint.model.game import Parameters
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
GAMES = {"domino": 11, "match": 11, "fast": 20}  # rows of each kind of game, so that pages are full
NUMBER, PERSON, WHO = 20.0, 24.0, 30.0  # widths in proportion


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Parameters) -> ScoreSheet:
    """Return the sheet, the same whatever is chosen. sets: the tiles, as each process makes them."""
    say = Said(words, "quasimino-scoresheet.toml")
    each = sum(piece.shape == SHAPES[0] for piece in sets[Maker.PAPER].pieces)
    pages: list[tuple[Block, ...]] = [
        (
            SheetHeading(say("title"), top=True),
            labelled((3, "date", say("date"), say("tip-date")), (5, "place", say("place"), say("tip-place"))),
            SheetHeading(say("domino")),
            _games(say, "domino", SEATS),
            Words(say("domino-how")),
            SheetHeading(say("match")),
            _games(say, "match", SEATS),
            Words(say("match-how", few=GOALS[0], many=GOALS[1])),
        )
    ]
    fast = range(1, min(PLAYERS, each // FAST_HAND) + 1)
    if fast:
        how = say("fast-how", most=most(2 * FAST_HAND, FAST_RIM), least=LEAST_SHAPE)
        kinds = ("domino", "match", "fast")
        pages.append(
            (
                SheetHeading(say("fast")),
                _games(say, "fast", fast),
                Words(how),
                SheetHeading(say("all")),
                _won(say, kinds),
                Words(say("all-how")),
            )
        )
    return ScoreSheet(say("title"), tuple(pages), say("foot"))


def _names(say: Said, kind: str, seats: range, *after: FormCell) -> Row:
    """Return a row with the players' names. after: what stands behind them."""
    boxes = [blank(PERSON, f"{kind}-player-{n}", say(f"tip-{kind}-name", player=n), str(n), first=True) for n in seats]
    return Row((head(NUMBER, say("player")), *boxes, *after))


def _boxes(say: Said, label: FormCell, name: str, tip: str, seats: range, *after: FormCell, **values: object) -> Row:
    """Return a row with a box for each player. tip: the key of their tips' words. after: what stands behind them."""
    boxes = [blank(PERSON, f"{name}-player-{n}", say(tip, **values, player=n), first=True) for n in seats]
    return Row((label, *boxes, *after))


def _games(say: Said, kind: str, seats: range) -> FieldGrid:
    """Return a row for each game of a kind: what each player has at its end, and for whom it is noted; then how many
    games each player won."""
    rows = [_names(say, kind, seats, head(WHO, say(f"{kind}-who"), first=True, bold=True))]
    for game, digits in numbered(GAMES[kind]):
        at = f"{kind}-game-{digits}"
        who = blank(WHO, f"{at}-who", say(f"tip-{kind}-who", game=game), first=True, start=True)
        rows.append(_boxes(say, head(NUMBER, say("game", game=game)), at, f"tip-{kind}", seats, who, game=game))
    won = head(NUMBER, say("won"), bold=True)
    rows.append(_boxes(say, won, f"{kind}-won", f"tip-{kind}-won", seats, head(WHO, "", first=True)))
    return FieldGrid(tuple(rows))


def _won(say: Said, kinds: tuple[str, ...]) -> FieldGrid:
    """Return the games won of every kind, and of all together."""
    rows = [_names(say, "all", SEATS)]
    for kind in kinds:
        rows.append(_boxes(say, head(NUMBER, say(kind)), f"all-{kind}", "tip-all", SEATS, kind=say(kind)))
    rows.append(_boxes(say, head(NUMBER, say("won"), bold=True), "all-won", "tip-all-won", SEATS))
    return FieldGrid(tuple(rows))
