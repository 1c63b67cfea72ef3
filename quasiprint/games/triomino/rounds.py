"""Rounds for the rulebook: dealt and played once, kept as data, judged and scored by the rules whenever a book is made.

A turn is written "+abc+abc>x,y,k:abc": the tiles drawn, one digit a corner, then the tile that is placed, as `cases`
writes it; without a tile, the turn is a pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from string import Template

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.cases import lying, reckoned, reckoning, rows, signed, tiles_of
from quasiprint.games.triomino.points import DRAWS, last_tile, opening, others, passing, placing, total
from quasiprint.games.triomino.rules import PlacedTile, goes_before, moves, place, tile_id
from quasiprint.games.triomino.scoring import COMMON, HAND, score_game
from quasiprint.model.errors import InputError

PLAYERS = ("Ann", "Ben")  # of the round that is told
SHAPE = "triangle"


@dataclass(frozen=True, slots=True)
class Script:
    """A round of two. hands: what each is dealt. turns: in turn. steps: how many turns each picture adds."""

    hands: tuple[str, str]
    turns: str
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundTurn:
    """A turn as it went. drawn: in order. tile: as it was placed, if it was. parts: of its points. totals: of both
    players after it. hexagons: closed with the tile. bridge: whether it is one that scores.
    """

    number: int
    player: str
    drawn: tuple[Labels, ...]
    tile: PlacedTile | None
    parts: tuple[tuple[str, int], ...]
    totals: tuple[int, ...]
    hexagons: int
    bridge: bool

    @property
    def points(self) -> int:
        """What it scores."""
        return total(self.parts)

    @property
    def sum(self) -> str:
        """Its points, reckoned."""
        return reckoning(self.parts)


@dataclass(frozen=True, slots=True)
class RoundCase:
    """The round as it went. hands: that were dealt. steps: the turns of each picture. pool: tiles left when the hands
    were dealt. left: the tiles that the loser holds at the end.
    """

    hands: tuple[tuple[Labels, ...], ...]
    turns: tuple[RoundTurn, ...]
    steps: tuple[tuple[RoundTurn, ...], ...]
    pool: int
    left: tuple[Labels, ...]

    @property
    def hand(self) -> int:
        """The sum that the loser holds at the end."""
        return sum(map(sum, self.left))

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """The tiles on the table at the end, each with its turn as `entry`."""
        return tuple(turn.tile for turn in self.turns if turn.tile)

    @property
    def totals(self) -> tuple[int, ...]:
        """What both have at the end."""
        return self.turns[-1].totals

    @property
    def hexagons(self) -> int:
        """How many were closed."""
        return sum(turn.hexagons for turn in self.turns)

    @property
    def bridges(self) -> int:
        """How many tiles were bridges."""
        return sum(turn.bridge for turn in self.turns)


# for sets from 0 to 5 or more, and for smaller ones
LONG = Script(
    ("011 022 035 055 111 112 124 134 223", "002 004 012 015 044 113 145 233 345"),
    "0,0,0:111 -1,0,1:131 -1,1,0:413 -1,1,1:145 0,-1,1:211 0,1,0:501 0,0,1:110 0,-1,0:120 0,1,1:055 0,-2,1:002 "
    "1,-2,0:220 0,-2,0:004 1,-2,1:223 -1,-2,1:440 +133>-1,0,0:313 -2,0,1:323 +045+005>1,1,0:500 +235>-2,0,0:235 "
    "+335+033+333 -2,-1,1:453",
    (2, 4, 1, 4, 3, 2, 2, 1, 1),
)
SHORT = Script(
    ("000 002 012 013 023 033 133 222 233", "001 003 011 022 111 112 113 122 123"),
    "0,0,0:222 0,0,1:221 0,1,0:012 1,0,0:112 -1,1,1:230 1,0,1:113 -1,1,0:323 1,1,0:231 2,0,0:331 0,-1,1:022 "
    "-1,2,0:303 -1,2,1:030 0,2,0:020 +223>-1,0,1:232 2,-1,1:013 2,-1,0:100 2,-2,1:000",
    (2, 2, 2, 3, 3, 1, 1, 2, 1),
)


class _Play:
    """A round while it is played: what lies, what each holds, and the record for the scoring code."""

    def __init__(self, script: Script, highest: int) -> None:
        self.table: dict[tuple[int, ...], PlacedTile] = {}
        self.hands = [list(tiles_of(hand)) for hand in script.hands]
        dealt = [marks for hand in self.hands for marks in hand]
        each = HAND[len(PLAYERS)]
        if len(set(dealt)) < len(dealt) or any(len(hand) != each for hand in self.hands):
            raise ValueError(f"round: found hands {script.hands}, allowed are {each} different tiles each")
        self.seen = set(dealt)
        self.pool = (highest + 1) * (highest + 2) * (highest + 3) // 6 - len(dealt)
        self.record = [f"players {' '.join(PLAYERS)}", "round"]

    def fits(self, marks: Labels) -> bool:
        """Tell whether a tile can be placed somewhere."""
        return not self.table or next(moves(self.table, marks, SHAPE), None) is not None

    def turn(self, number: int, text: str) -> RoundTurn:
        """Play a turn by the rules. Raises ValueError for one that they refuse; its totals are yet to come."""
        seat = (number - 1) % len(PLAYERS)
        player, hand = PLAYERS[seat], self.hands[seat]
        before, _, where = text.partition(">") if "+" in text else ("", "", text)
        drawn = tiles_of(before.replace("+", " "))
        for marks in drawn:
            able = [tile_id(one) for one in hand if self.fits(one)]
            if able or marks in self.seen or not self.pool:
                raise ValueError(f"round: turn {number}: {player} cannot draw {tile_id(marks)}; {able} would fit")
            hand.append(marks)
            self.seen.add(marks)
            self.pool -= 1
        if drawn:
            self.record.append(f"{player} draws {len(drawn)}")
        if not where:
            if any(map(self.fits, hand)) or (len(drawn) < DRAWS and self.pool):
                raise ValueError(f"round: turn {number}: {player} may not pass")
            self.record.append(f"{player} passes")
            parts = passing(len(drawn), not self.pool, COMMON)
            return RoundTurn(number, player, drawn, None, tuple(parts), (), 0, False)
        (tile,) = lying(where, 0, number)
        self._refuse_opening(tile.marks)
        if tile.marks not in hand or len(drawn) > DRAWS:
            raise ValueError(f"round: turn {number}: {player} does not hold {tile_id(tile.marks)}")
        result = place(self.table, tile, SHAPE)
        if result.findings:
            raise ValueError(f"round: turn {number}: {result.findings[0].message}")
        bridge = result.bridge and not result.completed
        bonus = f" hexagons {result.completed}" if result.completed else " bridge" if bridge else ""
        self.record.append(f"{player} {'places' if self.table else 'opens'} {tile_id(tile.marks)}{bonus}")
        scored = placing(tile.marks, len(drawn), result.completed, result.bridge, COMMON)
        parts = scored if self.table else opening(tile.marks)
        self.table[tile.cell] = tile
        hand.remove(tile.marks)
        return RoundTurn(number, player, drawn, tile, tuple(parts), (), result.completed, bridge)

    def _refuse_opening(self, marks: Labels) -> None:
        """Raise ValueError if another tile than that of the first turn has to open."""
        if not self.table:
            held = [(one, seat == 0) for seat, hand in enumerate(self.hands) for one in hand]
            before = [tile_id(one) for one, same in held if goes_before(one, marks, same)]
            if before:
                raise ValueError(f"round: turn 1: {', '.join(before)} goes before {tile_id(marks)}")


def played(script: Script, highest: int) -> RoundCase:
    """Return a round, played by the rules of dealing, drawing and placing, and scored by the code that scores games.

    Raises ValueError for one that the rules refuse, or that two ways to reckon do not agree on.
    """
    play = _Play(script, highest)
    hands, pool = tuple(map(tuple, play.hands)), play.pool
    turns = [play.turn(number, text) for number, text in enumerate(script.turns.split(), 1)]
    out = (len(turns) - 1) % len(PLAYERS)
    if play.hands[out] or not play.hands[1 - out]:
        raise ValueError(f"round: {PLAYERS[out]} holds {len(play.hands[out])} tiles at the end, allowed is none")
    left = tuple(sorted(play.hands[1 - out]))
    hand = sum(map(sum, left))
    play.record.append("end " + " ".join(f"{name}={0 if k == out else hand}" for k, name in enumerate(PLAYERS)))
    last = turns[-1]
    turns[-1] = replace(last, parts=(*last.parts, *last_tile(), *others([hand])))
    scores = score_game("\n".join(play.record) + "\n", highest)
    if scores.findings:
        raise ValueError(f"round: {scores.findings[0].message}")
    totals: Mapping[str, int] = dict.fromkeys(PLAYERS, 0)
    for k, event in enumerate(scores.events):
        if event.points != turns[k].points:
            raise ValueError(f"round: turn {k + 1}: {event.points} points, reckoned {reckoned(turns[k].parts)}")
        totals = {**totals, event.player: event.total}
        turns[k] = replace(turns[k], totals=tuple(totals.values()))
    if sum(script.steps) != len(turns):
        raise ValueError(f"round: {len(turns)} turns in steps of {script.steps}")
    ends = tuple(accumulate(script.steps))
    steps = tuple(tuple(turns[end - many : end]) for end, many in zip(ends, script.steps, strict=True))
    return RoundCase(hands, tuple(turns), steps, pool, left)


def round_fields(case: RoundCase, words: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a round. words: of the book's language. Raises InputError for one that is missing."""
    out = case.turns[-1].player
    first = case.turns[0]
    fields = {
        "round_rows": rows(_sheet(case)),
        "round_turns": str(len(case.turns)),
        "round_tiles": str(len(case.tiles)),
        "round_out": out,
        "round_other": next(name for name in PLAYERS if name != out),
        "round_hand": str(case.hand),
        "round_left": ", ".join(map(tile_id, case.left)),
        "round_hexagons": str(case.hexagons),
        "round_bridges": str(case.bridges),
        "round_pool": str(case.pool),
        "round_each": str(len(case.hands[0])),
        "round_opens": _name(first),
        "round_first": signed(first.points),
    }
    for name, hand, points in zip(PLAYERS, case.hands, case.totals, strict=True):
        fields[f"round_{name.lower()}"] = signed(points)
        fields[f"hand_{name.lower()}"] = ", ".join(map(tile_id, hand))
    for number, turns in enumerate(case.steps, 1):
        last = turns[-1] is case.turns[-1]
        fields[f"step_{number}"] = " ".join(_sentence(turn, words, last and turn is turns[-1]) for turn in turns)
        for name, points in zip(PLAYERS, turns[-1].totals, strict=True):
            fields[f"{name.lower()}_{number}"] = signed(points)
    return fields


def _sheet(case: RoundCase) -> list[list[str]]:
    """Return the rows of the round's score sheet: its turns, then tile, points and total of each player."""
    found = []
    for turns in zip_longest(*(case.turns[seat :: len(PLAYERS)] for seat in range(len(PLAYERS)))):
        there = [turn for turn in turns if turn]
        row = ["–".join(str(turn.number) for turn in there)]
        for seat, turn in enumerate(turns):
            row += [_name(turn), signed(turn.points), signed(turn.totals[seat])] if turn else ["", "", ""]
        found.append(row)
    return found


def _name(turn: RoundTurn) -> str:
    return tile_id(turn.tile.marks) if turn.tile else "–"


def _sentence(turn: RoundTurn, words: Mapping[str, str], out: bool) -> str:
    """Return a turn as a sentence: who draws, places, closes, and what that scores."""
    said = []
    if turn.drawn:
        said.append("step-draws-one" if len(turn.drawn) == 1 else "step-draws")
    if not turn.tile:
        said.append("step-stuck")
    else:
        said.append("step-opens" if turn.number == 1 else "step-places")
        said += ["step-hexagon"] * turn.hexagons + ["step-bridge"] * turn.bridge + ["step-out"] * out
    missing = [key for key in (*said, "step-and") if key not in words]
    if missing:
        raise InputError(f"triomino.toml: found no {', no '.join(missing)}, allowed is a table with all of them")
    phrases = [Template(words[key]).substitute(drawn=len(turn.drawn), tile=_name(turn)) for key in said]
    whole = f" {words['step-and']} ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)
    return f"{turn.player} {whole}: {turn.sum}."
