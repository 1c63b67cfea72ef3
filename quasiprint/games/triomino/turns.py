"""Triomino between two to six: who opens, who draws, what is scored, and when a round and the game are over.

A game is a value. A move is a line: ``lay 1-3-5 6,9,0/1``, ``draw``, ``round`` deals the next round, and ``pass``,
which nobody chooses. A place is a cell and a turn: which number of the tile, counted clockwise from its smallest, lies
at the cell's first corner. What is told of the game, line by line, is its text form for scoring; so the scorer says the
points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Self

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.points import (
    DRAWS,
    HAND,
    LAST,
    GameScore,
    HouseRules,
    Turn,
    others,
    total,
    turn_parts,
)
from quasiprint.games.triomino.rounds import SHAPE, START, TURNS, bonus_words, openers, place_words, turned
from quasiprint.games.triomino.rules import (
    PlacedTile,
    Sides,
    TilePlacement,
    fitting,
    labellings,
    open_sides,
    place,
    tile_id,
)
from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.game import NOBODY

if TYPE_CHECKING:
    from quasiprint.exact.lattice import Cell

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
ROUNDS = 1000  # no game has as many
OVER, OPENING, LAYING, ROUND = "over", "open", "lay", "round"

LAY = re.compile(r"lay ([0-9]{1,2}(?:-[0-9]{1,2}){2}) (-?[0-9]{1,4}),(-?[0-9]{1,4}),([01])/([012])")

Hands = tuple[tuple[Labels, ...], ...]


@lru_cache(maxsize=64)
def scored(lines: tuple[str, ...], highest: int, rules: HouseRules) -> GameScore:
    """Return what the scorer says of a game."""
    return score_game("\n".join(lines), highest, rules)


@lru_cache(maxsize=64)
def ways(lying: tuple[PlacedTile, ...], hand: tuple[Labels, ...]) -> tuple[PlacedTile, ...]:
    """Return every legal way to lay a tile beside others; a turn asks several times."""
    return tuple(fitting(_sides(lying), hand, len(lying) + 1))


@lru_cache(maxsize=64)
def _sides(lying: tuple[PlacedTile, ...]) -> Sides:
    return open_sides({tile.cell: tile for tile in lying}, SHAPE)


@dataclass(frozen=True, slots=True)
class Turns:
    """A game between several. pool: face down, the next one last. drawn: in this turn. passed: players who passed one
    after the other. number: of the round, from 1. gained: points of the move that led here. lines: the game
    as it is scored. openers: tiles that may open."""

    highest: int
    rules: HouseRules
    seed: int
    hands: Hands
    pool: tuple[Labels, ...]
    mover: int | None
    lines: tuple[str, ...]
    openers: tuple[Labels, ...]
    lying: tuple[PlacedTile, ...] = ()
    phase: str = OPENING
    drawn: int = 0
    passed: int = 0
    number: int = 1
    gained: int = 0

    @classmethod
    def dealt(cls, players: int, highest: int, seed: int, rules: HouseRules) -> Self:
        """Return a new game."""
        line = f"players {' '.join(NAMES[:players])}"
        return cls(highest, rules, seed, ((),) * players, (), 0, (line,), ()).deal_round(1)

    def deal_round(self, number: int) -> Self:
        """Return the game with new hands. number: of the round, from 1."""
        tiles = list(labellings(SHAPE, self.highest))
        Random(self.seed * ROUNDS + number).shuffle(tiles)
        each = HAND[len(self.hands)]
        hands = tuple(tuple(sorted(tiles.pop() for _ in range(each))) for _ in self.hands)
        has = (f"{name} has {' '.join(map(tile_id, hand))}" for name, hand in zip(NAMES, hands, strict=False))
        mover, first = next(iter(openers(hands).items()))  # where lots would be drawn, the first of them
        return replace(
            self,
            hands=hands,
            pool=tuple(tiles),
            mover=mover,
            lines=(*self.lines, "round", *has),
            openers=first,
            lying=(),
            phase=OPENING,
            drawn=0,
            passed=0,
            number=number,
        )

    @property
    def hand(self) -> tuple[Labels, ...]:
        """What may be placed now."""
        if self.mover is None or self.mover == NOBODY:
            return ()
        return self.openers if self.phase == OPENING else self.hands[self.mover]

    def _fits(self) -> bool:
        return self.phase == OPENING or bool(ways(self.lying, self.hand))

    def acts(self) -> tuple[tuple[str, str, str], ...]:
        """Return what may be done besides laying a tile, as `Tabletop.acts`."""
        if self.phase == ROUND:
            return (("round", "", "round"),)
        draws = self.phase == LAYING and self.drawn < DRAWS and self.pool and not self._fits()
        return (("draw-one", "", "draw"),) if draws else ()

    def forced(self) -> str:
        """Return the move that waits for nobody: a pass, "" if there is none."""
        stuck = self.phase == LAYING and (self.drawn == DRAWS or not self.pool) and not self._fits()
        return "pass" if stuck else ""

    def after(self, move: str) -> tuple[Self, str]:
        """Return the game after a legal move, and what is told of it."""
        if move == "round":
            return self.deal_round(self.number + 1), f"round {self.number + 1}"
        assert self.mover is not None
        who = NAMES[self.mover]
        if move == "draw":
            hands = _with(self.hands, self.mover, (*self.hands[self.mover], self.pool[-1]))
            lines = (*self.lines, f"{who} draws {tile_id(self.pool[-1])}")
            return replace(
                self, hands=hands, pool=self.pool[:-1], drawn=self.drawn + 1, lines=lines, gained=0
            ), f"{who} draws"
        if move == "pass":
            parts = turn_parts((), self.drawn, empty=not self.pool, rules=self.rules)
            lines = (*self.lines, f"{who} passes")
            done = replace(self, lines=lines, passed=self.passed + 1, gained=total(parts))
            done = done.end() if done.passed == len(self.hands) else done.next_player()
            return done, f"{who} passes: {Turn(0, who, parts).why}"
        tile, outcome = read_lay(move, self.lying, self.hand)
        hands = _with(self.hands, self.mover, tuple(one for one in self.hands[self.mover] if one != tile.marks))
        opens = self.phase == OPENING
        said, bonus = f"{who} {'opens' if opens else 'places'} {tile_id(tile.marks)}", bonus_words(outcome)
        where = "" if opens else f"at {place_words({one.cell: one for one in self.lying}, tile)}"
        told, line = (" ".join(filter(None, words)) for words in ((said, bonus), (said, where, bonus)))
        done = replace(self, hands=hands, lying=(*self.lying, tile), lines=(*self.lines, line), phase=LAYING, passed=0)
        parts = turn_parts(tile.marks, self.drawn, outcome.completed, outcome.bridge, opens=opens, rules=self.rules)
        if not hands[self.mover]:
            sums = [sum(map(sum, hand)) for player, hand in enumerate(hands) if player != self.mover]
            parts = (*parts, *LAST, *others(sums))
        done = replace(done, gained=total(parts))
        return done.next_player() if hands[self.mover] else done.end(), f"{told}: {Turn(0, who, parts).why}"

    def next_player(self) -> Self:
        """Go on with the next player."""
        assert self.mover is not None
        return replace(self, mover=(self.mover + 1) % len(self.hands), drawn=0)

    def end(self) -> Self:
        """End the round, and the game if somebody has reached the target."""
        sums = (f"{NAMES[player]}={sum(map(sum, hand))}" for player, hand in enumerate(self.hands))
        done = replace(self, lines=(*self.lines, f"end {' '.join(sums)}"), drawn=0)
        if done.score.finished:
            return replace(done, phase=OVER, mover=None)
        return replace(done, phase=ROUND, mover=NOBODY)

    @property
    def score(self) -> GameScore:
        """What the scorer says of the game so far."""
        return scored(self.lines, self.highest, self.rules)

    def worth(self) -> list[tuple[PlacedTile, int]]:
        """Return every way to place a tile, after the opening, with the points that it scores."""
        table, found = {tile.cell: tile for tile in self.lying}, []
        for tile in ways(self.lying, self.hand):
            done = place(table, tile, SHAPE)
            found.append((tile, total(turn_parts(tile.marks, 0, done.completed, done.bridge, rules=self.rules))))
        return found


def _with(hands: Hands, player: int, hand: tuple[Labels, ...]) -> Hands:
    return tuple(hand if one == player else own for one, own in enumerate(hands))


def at(cell: Cell, turn: int) -> str:
    """Return a place as a line says it."""
    return f"{','.join(map(str, cell))}/{turn}"


def turn_of(tile: PlacedTile) -> int:
    """Return the turn with which a tile lies."""
    return next(turn for turn in TURNS if turned(tile.marks, turn) == tile.numbers)


def read_lay(line: str, table: Sequence[PlacedTile], hand: Sequence[Labels]) -> tuple[PlacedTile, TilePlacement]:
    """Return what a line puts down, and what that comes to. Raises ValueError, in the sentence of the rules, for a tile
    that cannot lie there."""
    told = LAY.fullmatch(line)
    if told is None:
        raise ValueError(f"found {line[:40]!r}, allowed is a line such as: lay 1-3-5 6,9,0/1")
    marks = tuple(map(int, told[1].split("-")))
    if marks not in hand:
        allowed = ", ".join(map(tile_id, hand)) or "none"
        raise ValueError(f"{told[1]}: found no such tile that may be placed, allowed are {allowed}")
    tile = PlacedTile(len(table) + 1, marks, (int(told[2]), int(told[3]), int(told[4])), turned(marks, int(told[5])))
    outcome = place({one.cell: one for one in table}, tile, SHAPE)
    for finding in outcome.findings:
        raise ValueError(f"{finding.message} ({finding.remedy})")
    if not table and tile.cell != START:
        raise ValueError(f"found {at(tile.cell, 0)} on an empty table, allowed is {at(START, 0)}")
    return tile, outcome


def lay_line(tile: PlacedTile) -> str:
    """Return the line that puts a tile down."""
    return f"lay {tile_id(tile.marks)} {at(tile.cell, turn_of(tile))}"
