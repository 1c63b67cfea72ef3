"""Triomino's score sheet: a row for each turn, what the codes are worth by the scoring code, and the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from quasiprint.games.triomino import points
from quasiprint.games.triomino.notation import PLAYERS
from quasiprint.games.triomino.points import HouseRules
from quasiprint.games.triomino.tiles import tile_id
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
    labelled,
    numbered,
)

SEATS = range(1, PLAYERS[-1] + 1)
TURNS = (25, 15)  # on each page
ROUNDS = 8
PLAIN_TURNS = 26  # on the sheet for squares, which has a row of names and one of sums besides
# widths in proportion: of the turn's number, the round's number; a player's code, points and total
TURN, ROUND, CODE, POINTS, TOTAL = 8.0, 8.0, 8.0, 9.5, 11.5
PLAYER = CODE + POINTS + TOTAL


def scoresheet(sets: Mapping[Maker, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the tiles as each process makes them. chosen: the options, the rules of the
    table among them."""
    say = Said(words, "triomino-scoresheet.toml")
    if sets[Maker.PAPER].pieces[0].shape == "square":
        return ScoreSheet(say("title-square"), (_plain(say),), say("foot"))
    house: dict[str, Any] = {rule.name: chosen[rule.name] for rule in fields(HouseRules)}
    rules = HouseRules(**house)
    first: list[Block] = [*_top(say), _turns(say, 1, TURNS[0]), Words(say("how")), SheetHeading(say("codes"))]
    legend = tuple((code, worth) for code, worth, _ in codes(say, rules))
    first.append(Legend(legend, 2))
    second: list[Block] = [
        _turns(say, 1 + TURNS[0], TURNS[1]),
        SheetHeading(say("rounds", target=rules.target)),
        _rounds(say, rules),
    ]
    second.append(Words(say("last", target=rules.target)))
    return ScoreSheet(say("title"), (tuple(first), tuple(second)), say("foot"))


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


def _top(say: Said) -> list[Block]:
    return [
        SheetHeading(say("title"), top=True),
        labelled((3, "date", say("date"), say("tip-date")), (5, "place", say("place"), say("tip-place"))),
    ]


def _names(say: Said, before: float, page: int) -> Row:
    """Return a row with the players' names. before: how wide what stands before them is."""
    suffix = "" if page == 1 else f"-page-{page}"
    tip = "tip-name" if page == 1 else "tip-name-again"
    boxes = [blank(PLAYER, f"player-{n}{suffix}", say(tip, player=n), str(n), first=True) for n in SEATS]
    return Row((head(before, say("player")), *boxes))


def _turns(say: Said, start: int, count: int) -> FieldGrid:
    """Return a row for each of some turns, below names and column heads."""
    heads = [head(TURN, say("turn")), head(ROUND, say("round"))]
    for _ in SEATS:
        heads += [
            head(CODE, say("code"), first=True),
            head(POINTS, say("points")),
            head(TOTAL, say("total"), bold=True),
        ]
    rows = [_names(say, TURN + ROUND, 1 if start == 1 else 2), Row(tuple(heads), low=True)]
    for turn, name in numbered(count, start=start):
        cells: list[FormCell] = [head(TURN, str(turn))]
        cells.append(blank(ROUND, f"turn-{name}-round", say("tip-round", turn=turn)))
        for player in SEATS:
            for kind, width in (("code", CODE), ("points", POINTS), ("total", TOTAL)):
                tip = say(f"tip-{kind}", turn=turn, player=player)
                cells.append(blank(width, f"turn-{name}-player-{player}-{kind}", tip, first=kind == "code"))
        rows.append(Row(tuple(cells)))
    return FieldGrid(tuple(rows))


def _rounds(say: Said, rules: HouseRules) -> FieldGrid:
    """Return the points of each round, the mark of the last one, the grand total and the places."""
    rows = [
        Row(
            (
                head(TURN, say("round")),
                head(ROUND, say("mark")),
                *(head(PLAYER, say("seat", player=player), first=True) for player in SEATS),
            ),
            low=True,
        )
    ]
    for number, name in numbered(ROUNDS):
        mark = blank(ROUND, f"round-{name}-last", say("tip-last", round=number, target=rules.target))
        boxes = [
            blank(PLAYER, f"round-{name}-player-{n}", say("tip-in-round", round=number, player=n), first=True)
            for n in SEATS
        ]
        rows.append(Row((head(TURN, str(number)), mark, *boxes)))
    for key in ("grand", "rank"):
        boxes = [blank(PLAYER, f"{key}-player-{n}", say(f"tip-{key}", player=n), first=True) for n in SEATS]
        rows.append(Row((head(TURN + ROUND, say(key), bold=True), *boxes)))
    return FieldGrid(tuple(rows))


def _plain(say: Said) -> tuple[Block, ...]:
    """Return the page for squares, of whose points nothing is known."""
    rows = [_names(say, TURN + ROUND, 1)]
    for turn, name in numbered(PLAIN_TURNS):
        boxes = [
            blank(PLAYER, f"turn-{name}-player-{n}", say("tip-points", turn=turn, player=n), first=True) for n in SEATS
        ]
        rows.append(Row((head(TURN + ROUND, say("turn-number", turn=turn)), *boxes)))
    boxes = [blank(PLAYER, f"grand-player-{n}", say("tip-grand", player=n), first=True) for n in SEATS]
    rows.append(Row((head(TURN + ROUND, say("grand"), bold=True), *boxes)))
    _, line = _top(say)
    return (SheetHeading(say("title-square"), top=True), line, FieldGrid(tuple(rows)), Words(say("square")))
