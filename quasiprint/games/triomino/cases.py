"""Positions and rounds for the rulebook: found once, kept as data, judged by the rules whenever a book is made.

A tile that lies is written "x,y,k:abc": its cell (of squares "x,y:abcd") and the numbers at the cell's corners,
clockwise from the first, one digit each. The positions use the numbers 0 to 3; a `shift` is added to every number,
which leaves the tiles of the set tiles of the set, so that a larger set shows its larger numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from pathlib import Path
from string import Template
from typing import Any

from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labels, canonical
from quasiprint.exact.regular import TURNS
from quasiprint.games.triomino.rules import (
    COMMON,
    DRAWS,
    LAST,
    HouseRules,
    Parts,
    PlacedTile,
    TilePlacement,
    judge,
    labellings,
    others,
    place,
    tile_id,
    total,
    turn_parts,
)
from quasiprint.games.triomino.turns import DRAW, LAYING, NAMES, OVER, PASS, ROUND, Turns
from quasiprint.model.finding import Finding

PLAYERS = NAMES[:2]  # of the round in the book
SHAPE = "triangle"
SHOWN = 3  # the highest number in the positions
HANDS = (12, 21)  # what two players hold at the end of a round, in examples
POSITIONS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))


def _numbers(digits: str, shift: int) -> Labels:
    return tuple(int(digit) + shift for digit in digits)


def tiles_of(text: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles of a hand, written by their digits."""
    return tuple(_numbers(digits, shift) for digits in text.split())


def lying(text: str, shift: int = 0, entry: int = 1) -> tuple[PlacedTile, ...]:
    """Return the tiles that a text tells, counted from `entry`."""
    found = []
    for k, word in enumerate(text.split(), entry):
        cell, _, digits = word.partition(":")
        numbers = _numbers(digits, shift)
        group = next(turns for turns in TURNS.values() if turns.slots == len(numbers))
        found.append(PlacedTile(k, canonical(group, numbers), tuple(map(int, cell.split(","))), numbers))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A turn: a tile put down on a table, if one is, and what the rules say of it. parts: of its points, nothing if the
    tile may not lie there. hand, drawn: what the player had, and drew. number, player, totals: of a turn in a round,
    and what both players have after it."""

    table: tuple[PlacedTile, ...]
    placed: PlacedTile | None
    result: TilePlacement
    parts: Parts
    hand: tuple[Labels, ...] = ()
    drawn: tuple[Labels, ...] = ()
    number: int = 0
    player: str = ""
    totals: tuple[int, ...] = ()

    @property
    def tile(self) -> PlacedTile:
        """The tile that is put down. Raises ValueError if none is."""
        if self.placed is None:
            raise ValueError("case: found a pass, allowed is a turn with a tile")
        return self.placed

    @property
    def legal(self) -> bool:
        """Whether the tile may lie there."""
        return not self.result.findings

    @property
    def hexagons(self) -> int:
        """How many were closed with the tile."""
        return self.result.completed

    @property
    def bridge(self) -> bool:
        """Whether the tile is a bridge that scores."""
        return self.result.bridge and not self.hexagons

    @property
    def points(self) -> int:
        """What it brings."""
        return total(self.parts)

    @property
    def sum(self) -> str:
        """Its points, and what they come to: "14 − 15 = −1"; of one part that alone."""
        came_to = points_text(self.points)
        return f"{sum_text(self.parts)} = {came_to}" if len(self.parts) > 1 else came_to

    @property
    def name(self) -> str:
        """The tile's."""
        return tile_id(self.placed.marks) if self.placed else "none"


def outcome(case: Sequence[str], shift: int, shape: str, rules: HouseRules) -> Outcome:
    """Return what the rules say of a case. Raises ValueError if what lies there is illegal already."""
    table = _legal(case[0], shift, shape)
    (tile,) = lying(case[1], shift, len(table) + 1)
    return put_down(table, tile, shape, rules)


def _legal(text: str, shift: int, shape: str) -> tuple[PlacedTile, ...]:
    """Return the tiles that a text tells. Raises ValueError if they may not lie so."""
    table = lying(text, shift)
    for finding in judge(table, shape):
        raise ValueError(f"case {text!r}: {finding.message}")
    return table


def put_down(table: tuple[PlacedTile, ...], tile: PlacedTile, shape: str, rules: HouseRules = COMMON) -> Outcome:
    """Return what the rules say of a tile put down on a legal table."""
    made = place({placed_tile.cell: placed_tile for placed_tile in table}, tile, shape)
    scores = shape == SHAPE and not made.findings
    parts = turn_parts(tile.marks, hexagons=made.completed, bridge=made.bridge, rules=rules) if scores else ()
    return Outcome(table, tile, made, parts)


def judge_case(case: Sequence[str], shift: int) -> Outcome:
    """Return what the rules say of a turn on the table `turn`. case: a hand, and the turn as `take_turn` has it. Raises
    ValueError for one that they refuse."""
    hand, written = case
    pool, table = drawn_in(written, shift)[::-1], _legal(POSITIONS["turn"], shift, SHAPE)
    hands = tiles_of(hand, shift), ()
    return take_turn(Turns(0, COMMON, 0, hands, (0, 0), pool, 0, lying=table, phase=LAYING), written, 1, shift)[1]


def drawn_in(written: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles that are drawn in a turn."""
    return tiles_of(written.rpartition(">")[0].replace("+", " "), shift)


def take_turn(game: Turns, written: str, number: int, shift: int = 0) -> tuple[Turns, Outcome]:
    """Return a game after a turn, and the turn. written: as "+abc+abc>x,y,k:abc", the tiles drawn and the one that is
    placed; without the latter, the turn is a pass. Raises ValueError for a move that the rules refuse."""
    table, player, hand, drawn = game.lying, game.who, game.hands[game.mover or 0], drawn_in(written, shift)
    tile = next(iter(lying(written.rpartition(">")[2], shift, len(table) + 1)), None)
    for move in (*[DRAW] * len(drawn), tile or PASS):
        done = game.apply(move)
        if isinstance(done, Finding):
            raise ValueError(f"round: turn {number}: {done.message}")
        game, event = done
    placed = tile and replace(tile, entry=number)
    return game, Outcome(table, placed, event.made, event.parts, hand, drawn, number, player, game.totals)


def points_text(points: int) -> str:
    """Return points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def sum_text(parts: Parts) -> str:
    """Return a sum as it is written on a score sheet: "9 − 10 + 50"."""
    text = ""
    for _, points in parts:
        text += f" {'−' if points < 0 else '+'} {abs(points)}" if text else points_text(points)
    return text


def rows(cells: Sequence[Sequence[str]]) -> str:
    """Return the rows of a table for a text, which has the first row's bar and the last one's."""
    return " |\n| ".join(" | ".join(row) for row in cells)


def reckonings(highest: int, rules: HouseRules = COMMON) -> dict[str, tuple[Labels, Parts]]:
    """Return turns to reckon, by name: the tile, none of a pass, and the parts of its points."""
    top, far, low, mid = (highest,) * 3, (0, highest, highest), (0, 1, 3), (1, 2, 3)
    return {
        "open": (top, turn_parts(top, opens=True)),
        "drawn": (low, turn_parts(low, DRAWS - 1)),
        "bridge": (mid, turn_parts(mid, bridge=True)),
        "hexagon": (far, turn_parts(far, 1, hexagons=1)),
        "two": (mid, turn_parts(mid, hexagons=2, rules=rules)),
        "none": ((), turn_parts((), DRAWS)),
        "empty": ((), turn_parts((), 1, empty=True, rules=rules)),
        "last": (mid, (*turn_parts(mid), *LAST, *others(HANDS))),
    }


@dataclass(frozen=True, slots=True)
class RoundCase:
    """The round as it went. hands: that were dealt. steps: the turns of each picture. pool: tiles left when the hands
    were dealt. game: as it stands at the end."""

    hands: tuple[tuple[Labels, ...], ...]
    turns: tuple[Outcome, ...]
    steps: tuple[tuple[Outcome, ...], ...]
    pool: int
    game: Turns

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """The tiles on the table at the end, each with its turn as `entry`."""
        return tuple(turn.placed for turn in self.turns if turn.placed)

    @property
    def hexagons(self) -> int:
        """How many were closed."""
        return sum(turn.hexagons for turn in self.turns)

    @property
    def bridges(self) -> int:
        """How many tiles were bridges."""
        return sum(turn.bridge for turn in self.turns)


# A round of two. hands: what each is dealt. turns: as `take_turn` has them. steps: how many each picture adds.
Script = Mapping[str, Any]
LONG, SHORT = POSITIONS["long"], POSITIONS["short"]  # for sets from 0 to 5 or more, and for smaller ones


def play_round(script: Script, highest: int, rules: HouseRules = COMMON) -> RoundCase:
    """Return a round as it is played: opened by the common rule, with the points of a table. Raises ValueError for a
    move that the rules refuse."""
    hands = tuple(map(tiles_of, script["hands"]))
    written = script["turns"].split()
    ahead = [marks for turn in written for marks in drawn_in(turn)]
    rest = sorted({*labellings(SHAPE, highest)} - {*ahead, *(marks for hand in hands for marks in hand)})
    played = replace(rules, first=COMMON.first, target=COMMON.target)
    game = Turns(highest, played, 0, ((), ()), (0, 0)).deal(hands, (*rest, *reversed(ahead)))
    turns, pool = list[Outcome](), len(game.pool)
    for number, text in enumerate(written, 1):
        game, turn = take_turn(game, text, number)
        turns.append(turn)
    if game.phase not in (ROUND, OVER) or sum(script["steps"]) != len(turns):
        raise ValueError(f"round: {len(turns)} turns in steps of {script['steps']}, phase {game.phase}")
    ends = accumulate(script["steps"])
    steps = tuple(tuple(turns[end - many : end]) for end, many in zip(ends, script["steps"], strict=True))
    return RoundCase(hands, tuple(turns), steps, pool, game)


def round_fields(case: RoundCase, words: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a round. words: of the book's language. Raises InputError for one that is missing."""
    out = case.turns[-1].player
    first, left = case.turns[0], sorted(marks for hand in case.game.hands for marks in hand)
    sheet = []
    for row_turns in zip_longest(*(case.turns[seat :: len(PLAYERS)] for seat in range(len(PLAYERS)))):
        row = ["–".join(str(turn.number) for turn in row_turns if turn)]
        for seat, turn in enumerate(row_turns):
            row += [_name(turn), points_text(turn.points), points_text(turn.totals[seat])] if turn else ["", "", ""]
        sheet.append(row)
    fields = {
        "round_rows": rows(sheet),
        "round_turns": str(len(case.turns)),
        "round_tiles": str(len(case.tiles)),
        "round_out": out,
        "round_other": next(name for name in PLAYERS if name != out),
        "round_hand": str(sum(map(sum, left))),
        "round_left": ", ".join(map(tile_id, left)),
        "round_hexagons": str(case.hexagons),
        "round_bridges": str(case.bridges),
        "round_pool": str(case.pool),
        "round_each": str(len(case.hands[0])),
        "round_opens": _name(first),
        "round_first": points_text(first.points),
    }
    for name, hand, points in zip(PLAYERS, case.hands, case.game.totals, strict=True):
        fields[f"round_{name.lower()}"] = points_text(points)
        fields[f"hand_{name.lower()}"] = ", ".join(map(tile_id, hand))
    for number, turns in enumerate(case.steps, 1):
        last = turns[-1] is case.turns[-1]
        fields[f"step_{number}"] = " ".join(_sentence(turn, words, last and turn is turns[-1]) for turn in turns)
        for name, points in zip(PLAYERS, turns[-1].totals, strict=True):
            fields[f"{name.lower()}_{number}"] = points_text(points)
    return fields


def _name(turn: Outcome) -> str:
    return turn.name if turn.placed else "–"


def _sentence(turn: Outcome, words: Mapping[str, str], out: bool) -> str:
    """Return a turn as a sentence: who draws, places, closes, and what that scores."""
    notes = []
    if turn.drawn:
        notes.append("step-draws-one" if len(turn.drawn) == 1 else "step-draws")
    if not turn.placed:
        notes.append("step-stuck")
    else:
        notes.append("step-opens" if turn.number == 1 else "step-places")
        notes += ["step-hexagon"] * turn.hexagons + ["step-bridge"] * turn.bridge + ["step-out"] * out
    missing = [key for key in (*notes, "step-and", "step-line") if key not in words]
    if missing:
        raise InputError(f"triomino.toml: found no {', no '.join(missing)}, allowed is a table with all of them")
    phrases = [Template(words[key]).substitute(drawn=len(turn.drawn), tile=_name(turn)) for key in notes]
    whole = f" {words['step-and']} ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)
    return Template(words["step-line"]).substitute(who=turn.player, what=whole, sum=turn.sum)
