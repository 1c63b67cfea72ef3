"""Triomino's score sheet, for few players and for many: a row for each turn, what the codes are worth by the scoring
code, and a row for the end of each round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from quasiprint.games.triomino import points
from quasiprint.games.triomino.points import HouseRules
from quasiprint.games.triomino.rules import tile_id
from quasiprint.model.measures import Maker
from quasiprint.model.page import Block, FieldGrid, FormCell, Legend, Row, Said, ScoreSheet, group, number_fields
from quasiprint.model.piece import GameSet, Value

WORDS = "triomino-scoresheet.toml"
PARTIES = ((2, 4), (5, 6))  # players that have a sheet of their own: the fewer they are, the wider their columns
TURNS = (24, 16)  # on each page
ROUNDS = 8
PLAIN_TURNS = 26  # on the sheet for squares, which has a row of names and one of sums besides
# widths in proportion: of the turn's number, the round's number; what one player has of the rest is shared as below
TURN, ROUND, PLAYERS_ROOM = 6.5, 8.0, 175.5
CODE, POINTS, TOTAL = 0.37, 0.29, 0.34  # a code may be several signs, as D2 H


class _Party(Said):
    """The sheet for as many players as one of PARTIES says. words: of the language."""

    def __init__(self, words: Mapping[str, str], few: int, many: int) -> None:
        super().__init__(words, WORDS)
        self.few, self.many = few, many
        self._players = self("tip-players", few=few, many=many)
        self.seats = range(1, many + 1)
        self.room = PLAYERS_ROOM / many  # how wide a player's column is

    def box(
        self, width: float, name: str, tip: str, label: str = "", *, start: bool = False, **values: Any
    ) -> FormCell:
        """Return a cell to be filled; its name and tip say which sheet it is of."""
        said = f"{self._players}: {self(tip, **values)}"
        return FormCell(width, label, f"players-{self.few}-{self.many}-{name}", said, start=start or bool(label))

    def boxes(self, name: str, tip: str, suffix: str = "", labels: bool = False, **values: Any) -> list[FormCell]:
        """Return a box for each player."""
        every = (
            self.box(self.room, f"{name}player-{n}{suffix}", tip, str(n) if labels else "", **values, player=n)
            for n in self.seats
        )
        return [replace(one, first=True) for one in every]

    def shares(self, name: str, kinds: list[tuple[float, str, str]], **values: Any) -> list[FormCell]:
        """Return boxes of some kinds for each player. kinds: width, name and tip of each."""
        every = (
            group(self.box(wide, f"{name}-player-{n}-{kind}", tip, **values, player=n) for wide, kind, tip in kinds)
            for n in self.seats
        )
        return [box for of_player in every for box in of_player]


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the tiles as each process makes them. chosen: the options, the rules of the
    table among them."""
    say = Said(words, WORDS)
    parties = [_Party(words, few, many) for few, many in PARTIES]
    if sets[Maker.PAPER].pieces[0].shape == "square":
        return ScoreSheet(say("title-square"), tuple(map(_plain, parties)), say("foot"))
    rules = HouseRules.of(chosen)
    return ScoreSheet(say("title"), tuple(page for party in parties for page in _pages(party, rules)), say("foot"))


def _pages(say: _Party, rules: HouseRules) -> Iterator[tuple[Block, ...]]:
    """Yield the two pages of a party's sheet: turns and codes, then more turns and the ends of rounds."""
    legend = tuple((code, worth) for code, worth, _ in codes(say, rules))
    top = say.top("title-players", few=say.few, many=say.many)
    yield (*top, _turns(say, 1, TURNS[0]), say.prose("how"), say.heading("codes"), Legend(legend, 2))
    yield (
        _turns(say, 1 + TURNS[0], TURNS[1]),
        say.heading("rounds", target=rules.target),
        _rounds(say, rules),
        say.prose("last", target=rules.target),
    )


def codes(say: Said, rules: HouseRules) -> list[tuple[str, str, int]]:
    """Return the codes of what happens in a turn: code, what it stands for, and its points by the scoring code."""
    zeros, tile = (0, 0, 0), (0, 0, 1)
    worth = {
        "triple": points.turn_parts((1, 1, 1), opens=True),
        "zeros": points.turn_parts(zeros, opens=True),
        "draw": points.turn_parts(tile, 1, rules=rules),
        "pass": points.turn_parts((), points.DRAWS, rules=rules),
        "empty": points.turn_parts((), empty=True, rules=rules),
        **{f"hexagon-{n}": points.turn_parts(tile, hexagons=n, rules=rules) for n in (1, 2, 3)},
        "bridge": points.turn_parts(tile, bridge=True, rules=rules),
        "out": points.LAST,
        "blocked": (("", 0),),
    }
    values = {"zeros": tile_id(zeros), "draws": points.DRAWS}
    return [
        (say(f"code-{key}"), say(f"worth-{key}", points=format_points(last), **values), last)
        for key, ((*_, (_, last))) in worth.items()
    ]


def format_points(points: int) -> str:
    """Return points with their sign."""
    return f"{'−' if points < 0 else '+' if points else ''}{abs(points)}"


def _names(say: _Party, page: int) -> Row:
    """Return a row with the players' names."""
    suffix, tip = ("", "tip-name") if page == 1 else (f"-page-{page}", "tip-name-again")
    return Row((say.head(TURN + ROUND, "player"), *say.boxes("", tip, suffix, labels=True)))


def _turns(say: _Party, start: int, count: int) -> FieldGrid:
    """Return a row for each of some turns, below names and column heads."""
    shares = {"code": CODE, "points": POINTS, "total": TOTAL}
    kinds = [(share * say.room, kind, f"tip-{kind}") for kind, share in shares.items()]
    heads = group(say.head(wide, kind, bold=kind == "total") for wide, kind, _ in kinds)
    top = (say.head(TURN, "turn"), say.head(ROUND, "round"), *heads * say.many)
    rows = [_names(say, 1 if start == 1 else 2), Row(top, low=True)]
    for turn, name in number_fields(count, start=start):
        place = say.box(ROUND, f"turn-{name}-round", "tip-round", turn=turn)
        rows.append(Row((FormCell(TURN, str(turn)), place, *say.shares(f"turn-{name}", kinds, turn=turn))))
    return FieldGrid(tuple(rows))


def _rounds(say: _Party, rules: HouseRules) -> FieldGrid:
    """Return a row for the end of each round, with what the hands bring and the total, then what the game ends with."""
    half = say.room / 2
    kinds = [(half, "hands", "tip-hands"), (half, "total", "tip-in-round")]
    seats = (FormCell(say.room, say("seat", player=player), first=True) for player in say.seats)
    heads = group((say.head(half, "hands"), say.head(half, "total", bold=True)))
    top = (say.head(TURN, "round"), say.head(ROUND, "mark"), *heads * say.many)
    rows = [Row((FormCell(TURN + ROUND), *seats), low=True), Row(top, low=True)]
    for number, name in number_fields(ROUNDS):
        last = say.box(ROUND, f"round-{name}-last", "tip-last", round=number, target=rules.target)
        rows.append(Row((FormCell(TURN, str(number)), last, *say.shares(f"round-{name}", kinds, round=number))))
    return FieldGrid((*rows, _last(say, "grand"), _last(say, "rank")))


def _last(say: _Party, key: str) -> Row:
    """Return a row for what each player has when the game is over. key: of its words."""
    return Row((say.head(TURN + ROUND, key, bold=True), *say.boxes(f"{key}-", f"tip-{key}")))


def _plain(say: _Party) -> tuple[Block, ...]:
    """Return the page for squares, of whose points nothing is known."""
    rows = [
        Row((say.head(TURN + ROUND, "turn-number", turn=turn), *say.boxes(f"turn-{name}-", "tip-points", turn=turn)))
        for turn, name in number_fields(PLAIN_TURNS)
    ]
    top = say.top("title-square-players", few=say.few, many=say.many)
    return (*top, FieldGrid((_names(say, 1), *rows, _last(say, "grand"))), say.prose("square"))
