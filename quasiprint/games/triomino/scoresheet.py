"""Triomino's score sheet, for few players and for many: a row for each turn, what the codes are worth by the scoring
code, and a row for the end of each round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quasiprint.games.triomino import points
from quasiprint.games.triomino.points import HouseRules
from quasiprint.games.triomino.rules import tile_id
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.scoresheet import (
    Block,
    FieldGrid,
    FormCell,
    Legend,
    Row,
    Said,
    ScoreSheet,
    SheetHeading,
    Words,
    blank,
    head,
    numbered,
)

PARTIES = ((2, 4), (5, 6))  # players that have a sheet of their own: the fewer they are, the wider their columns
TURNS = (24, 16)  # on each page
ROUNDS = 8
PLAIN_TURNS = 26  # on the sheet for squares, which has a row of names and one of sums besides
# widths in proportion: of the turn's number, the round's number; what one player has of the rest is shared as below
TURN, ROUND, PLAYERS_ROOM = 6.5, 8.0, 175.5
CODE, POINTS, TOTAL = 0.37, 0.29, 0.34  # a code may be several signs, as D2 H


@dataclass(frozen=True, slots=True)
class _Party:
    """The sheet for as many players as one of PARTIES says. say: the language's words."""

    say: Said
    few: int
    many: int

    @property
    def seats(self) -> range:
        """The players, each with a column."""
        return range(1, self.many + 1)

    @property
    def room(self) -> float:
        """How wide a player's column is."""
        return PLAYERS_ROOM / self.many

    def heading(self, key: str) -> SheetHeading:
        """Return the title of the first page."""
        return SheetHeading(self.say(key, few=self.few, many=self.many), top=True)

    def blank(self, width: float, name: str, tip: str, text: str = "", *, first: bool = False) -> FormCell:
        """Return a cell to be filled; its name and tip say which sheet it is of."""
        whose = self.say("tip-players", few=self.few, many=self.many)
        return blank(width, f"players-{self.few}-{self.many}-{name}", f"{whose}: {tip}", text, first=first)


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the tiles as each process makes them. chosen: the options, the rules of the
    table among them."""
    say = Said(words, "triomino-scoresheet.toml")
    parties = [_Party(say, few, many) for few, many in PARTIES]
    if sets[Maker.PAPER].pieces[0].shape == "square":
        return ScoreSheet(say("title-square"), tuple(_plain(party) for party in parties), say("foot"))
    rules = HouseRules.of(chosen)
    pages: list[tuple[Block, ...]] = []
    for party in parties:
        pages += _pages(party, rules)
    return ScoreSheet(say("title"), tuple(pages), say("foot"))


def _pages(party: _Party, rules: HouseRules) -> Iterator[tuple[Block, ...]]:
    """Yield the two pages of a party's sheet: turns and codes, then more turns and the ends of rounds."""
    say = party.say
    legend = tuple((code, worth) for code, worth, _ in codes(say, rules))
    top = (party.heading("title-players"), _when(party))
    yield (*top, _turns(party, 1, TURNS[0]), Words(say("how")), SheetHeading(say("codes")), Legend(legend, 2))
    yield (
        _turns(party, 1 + TURNS[0], TURNS[1]),
        SheetHeading(say("rounds", target=rules.target)),
        _rounds(party, rules),
        Words(say("last", target=rules.target)),
    )


def codes(say: Said, rules: HouseRules) -> list[tuple[str, str, int]]:
    """Return the codes of what happens in a turn: code, what it stands for, and its points by the scoring code."""

    def last(parts: list[tuple[str, int]]) -> int:
        return parts[-1][1]

    zeros = (0, 0, 0)
    worth = {
        "triple": points.OPENING_TRIPLE,
        "zeros": last(points.opening(zeros)),
        "draw": last(points.placing((0, 0, 1), 1, 0, False, rules)),
        "pass": last(points.passing(points.DRAWS, False, rules)),
        "empty": last(points.passing(0, True, rules)),
        **{f"hexagon-{n}": last(points.placing((0, 0, 1), 0, n, False, rules)) for n in (1, 2, 3)},
        "bridge": last(points.placing((0, 0, 1), 0, 0, True, rules)),
        "out": last(points.last_tile()),
        "blocked": 0,
    }
    values = {"zeros": tile_id(zeros), "draws": points.DRAWS}
    return [
        (say(f"code-{key}"), say(f"worth-{key}", points=signed(points), **values), points)
        for key, points in worth.items()
    ]


def signed(points: int) -> str:
    """Return points with their sign."""
    return f"{'−' if points < 0 else '+' if points else ''}{abs(points)}"


def _when(party: _Party) -> FieldGrid:
    """Return the row for the day and the place."""
    say = party.say
    date = party.blank(3, "date", say("tip-date"), say("date"))
    return FieldGrid((Row((date, party.blank(5, "place", say("tip-place"), say("place")))),))


def _names(party: _Party, page: int) -> Row:
    """Return a row with the players' names."""
    suffix = "" if page == 1 else f"-page-{page}"
    tip = "tip-name" if page == 1 else "tip-name-again"
    boxes = [
        party.blank(party.room, f"player-{n}{suffix}", party.say(tip, player=n), str(n), first=True)
        for n in party.seats
    ]
    return Row((head(TURN + ROUND, party.say("player")), *boxes))


def _turns(party: _Party, start: int, count: int) -> FieldGrid:
    """Return a row for each of some turns, below names and column heads."""
    say, room = party.say, party.room
    heads = [head(TURN, say("turn")), head(ROUND, say("round"))]
    for _ in party.seats:
        heads += [
            head(CODE * room, say("code"), first=True),
            head(POINTS * room, say("points")),
            head(TOTAL * room, say("total"), bold=True),
        ]
    rows = [_names(party, 1 if start == 1 else 2), Row(tuple(heads), low=True)]
    for turn, name in numbered(count, start=start):
        cells: list[FormCell] = [head(TURN, str(turn))]
        cells.append(party.blank(ROUND, f"turn-{name}-round", say("tip-round", turn=turn)))
        for player in party.seats:
            for kind, share in (("code", CODE), ("points", POINTS), ("total", TOTAL)):
                tip = say(f"tip-{kind}", turn=turn, player=player)
                cells.append(
                    party.blank(share * room, f"turn-{name}-player-{player}-{kind}", tip, first=kind == "code")
                )
        rows.append(Row(tuple(cells)))
    return FieldGrid(tuple(rows))


def _rounds(party: _Party, rules: HouseRules) -> FieldGrid:
    """Return a row for the end of each round, with what the hands bring and the total, then what the game ends with."""
    say, half = party.say, party.room / 2
    seats = [head(party.room, say("seat", player=player), first=True) for player in party.seats]
    heads = [head(TURN, say("round")), head(ROUND, say("mark"))]
    for _ in party.seats:
        heads += [head(half, say("hands"), first=True), head(half, say("total"), bold=True)]
    rows = [Row((head(TURN + ROUND, ""), *seats), low=True), Row(tuple(heads), low=True)]
    for number, name in numbered(ROUNDS):
        cells: list[FormCell] = [head(TURN, str(number))]
        cells.append(party.blank(ROUND, f"round-{name}-last", say("tip-last", round=number, target=rules.target)))
        for n in party.seats:
            for kind, tip in (("hands", "tip-hands"), ("total", "tip-in-round")):
                box = f"round-{name}-player-{n}-{kind}"
                cells.append(party.blank(half, box, say(tip, round=number, player=n), first=kind == "hands"))
        rows.append(Row(tuple(cells)))
    return FieldGrid((*rows, _last(party, "grand"), _last(party, "rank")))


def _last(party: _Party, key: str) -> Row:
    """Return a row for what each player has when the game is over. key: of its words."""
    say = party.say
    boxes = [party.blank(party.room, f"{key}-player-{n}", say(f"tip-{key}", player=n), first=True) for n in party.seats]
    return Row((head(TURN + ROUND, say(key), bold=True), *boxes))


def _plain(party: _Party) -> tuple[Block, ...]:
    """Return the page for squares, of whose points nothing is known."""
    say = party.say
    rows = [_names(party, 1)]
    for turn, name in numbered(PLAIN_TURNS):
        boxes = [
            party.blank(party.room, f"turn-{name}-player-{n}", say("tip-points", turn=turn, player=n), first=True)
            for n in party.seats
        ]
        rows.append(Row((head(TURN + ROUND, say("turn-number", turn=turn)), *boxes)))
    rows.append(_last(party, "grand"))
    return (party.heading("title-square-players"), _when(party), FieldGrid(tuple(rows)), Words(say("square")))
