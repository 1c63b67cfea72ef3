"""Triomino between two to six: who opens, who draws, what is scored, and when a round and the game are over.

A game is a value: see `quasiprint.model.play`. A move is a tile as it is placed, or a word: ``draw``, ``round`` deals
the next round, and ``pass``, which nobody chooses. At a table a tile is placed by a line such as ``lay 1-3-5 6,9,0/1``:
its cell and its turn, which number of the tile, counted clockwise from its smallest, lies at the cell's first corner.
A game keeps its text, line by line, which the scorer of texts judges by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Self

from quasiprint.exact.lattice import Cell
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.rounds import SHAPE, START, TURNS, bonus_words, openers, place_words, turned, ways
from quasiprint.games.triomino.rules import (
    DRAWS,
    HAND,
    LAST,
    HouseRules,
    Parts,
    PlacedTile,
    TilePlacement,
    Turn,
    labellings,
    lowest_hand,
    others,
    place,
    tile_id,
    total,
    turn_parts,
)
from quasiprint.model.finding import Finding, refused
from quasiprint.model.game import NOBODY
from quasiprint.model.play import Event

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
ROUNDS = 1000  # no game has as many
OVER, OPENING, LAYING, ROUND = "over", "open", "lay", "round"
DRAW, PASS = "draw", "pass"
HIDDEN = re.compile(r"( draws) .*")
LAY = re.compile(r"lay ([0-9]{1,2}(?:-[0-9]{1,2}){2}) (-?[0-9]{1,4}),(-?[0-9]{1,4}),([01])/([012])")
NOTHING = TilePlacement((), 0, False)

Hands = tuple[tuple[Labels, ...], ...]
Move = PlacedTile | str


@dataclass(frozen=True, slots=True)
class TurnEvent(Event):
    """What a move came to. parts: of its points. made: what a tile that is placed comes to."""

    parts: Parts = ()
    made: TilePlacement = NOTHING


class Laid:
    """What games of laid tiles have in common: how a move is typed. lying: what lies on the table."""

    __slots__ = ()
    lying: tuple[PlacedTile, ...]

    def parse(self, line: str) -> Move:
        """Return the move that a line tells: a tile, or the line."""
        return read_tile(line, self.lying) or line

    def words(self, move: Move) -> str:
        """Return the line of a move."""
        return lay_line(move) if isinstance(move, PlacedTile) else move


@dataclass(frozen=True)
class Turns(Laid):
    """A game between several. pool: face down, the next one last. drawn: in this turn. passed: players who passed one
    after the other. number: of the round, from 1; 0 before the first. openers: tiles that may open. totals: of each
    player. reached: whether somebody has stood at the target, if only for a moment. told: the lines of its text but
    the first."""

    highest: int
    rules: HouseRules
    seed: int
    hands: Hands
    totals: tuple[int, ...]
    pool: tuple[Labels, ...] = ()
    mover: int | None = NOBODY
    openers: tuple[Labels, ...] = ()
    lying: tuple[PlacedTile, ...] = ()
    phase: str = ROUND
    drawn: int = 0
    passed: int = 0
    number: int = 0
    reached: bool = False
    told: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def dealt(cls, players: int, highest: int, seed: int, rules: HouseRules) -> Self:
        """Return a new game."""
        first = cls(highest, rules, seed, ((),) * players, (0,) * players)
        return first.deal(*first.draw_hands())

    def draw_hands(self) -> tuple[Hands, tuple[Labels, ...]]:
        """Return the hands of the next round, and the pool."""
        tiles = list(labellings(SHAPE, self.highest))
        Random(self.seed * ROUNDS + self.number + 1).shuffle(tiles)
        number = HAND[len(self.hands)]
        return tuple(tuple(sorted(tiles.pop() for _ in range(number))) for _ in self.hands), tuple(tiles)

    def deal(self, hands: Hands, pool: tuple[Labels, ...]) -> Self:
        """Return the game with the hands of the next round."""
        mover, first = next(iter(openers(hands).items()))  # where lots would be drawn, the first of them
        has = (f"{name} has {' '.join(map(tile_id, hand))}" for name, hand in zip(NAMES, hands, strict=False))
        return replace(
            self,
            hands=hands,
            pool=pool,
            mover=mover,
            openers=first,
            lying=(),
            phase=OPENING,
            drawn=0,
            passed=0,
            number=self.number + 1,
            told=(*self.told, ROUND, *has),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return NAMES[: len(self.hands)]

    @property
    def who(self) -> str:
        """The name of the player in turn."""
        assert self.mover is not None
        return NAMES[self.mover]

    @property
    def hand(self) -> tuple[Labels, ...]:
        """What may be placed now."""
        if self.mover is None or self.mover == NOBODY:
            return ()
        return self.openers if self.phase == OPENING else self.hands[self.mover]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has most points."""
        return tuple(player for player, points in enumerate(self.totals) if points == max(self.totals))

    @cached_property
    def fitting(self) -> tuple[PlacedTile, ...]:
        """Every way to place a tile, after the opening."""
        return ways(self.lying, self.hand)

    def acts(self) -> tuple[tuple[str, str, str], ...]:
        """Return what may be done besides laying a tile, as `Tabletop.acts`."""
        if self.phase == ROUND:
            return (("round", "", ROUND),)
        if self.phase != LAYING or self.fitting:
            return ()
        return (("draw-one", "", DRAW),) if self.drawn < DRAWS and self.pool else (("pass", "", PASS),)

    def forced(self) -> str:
        """Return the move that waits for nobody: a pass, "" if there is none."""
        return next((act for *_, act in self.acts() if act == PASS), "")

    def _refused(self, word: str) -> Finding | None:
        """Return why a move that places no tile is illegal; None if it is legal."""
        allowed = next((act for *_, act in self.acts()), "")
        if word and word == allowed:
            return None
        if word == DRAW and self.phase in (OPENING, LAYING):
            return refused("must-place", "draw: found a tile in hand that fits, allowed is to place one")
        if allowed and not word.startswith("lay "):
            return refused("move-unknown", f"found {word[:40]!r}, allowed is {allowed}")
        return no_lay(word)

    def apply(self, move: Move) -> tuple[Self, TurnEvent] | Finding:
        """Return the game after a move and what it came to, or why it is illegal."""
        if self.phase == OVER:
            return refused("game-over", "the game has ended")
        if isinstance(move, PlacedTile):
            made = lay(move, self.lying, self.hand)
            return made if isinstance(made, Finding) else self._place(move, made)
        if wrong := self._refused(move):
            return wrong
        if move == ROUND:
            done = self.deal(*self.draw_hands())
            return done, TurnEvent(f"round {done.number}")
        if move == DRAW:
            done = self._with_hand((*self.hands[self.mover or 0], self.pool[-1]))
            told = f"{self.who} draws {tile_id(self.pool[-1])}"
            done = replace(done, pool=self.pool[:-1], drawn=self.drawn + 1, told=(*self.told, told))
            return done, TurnEvent(f"{self.who} draws")
        parts = turn_parts((), self.drawn, empty=not self.pool, rules=self.rules)
        done = self.credit(self.mover or 0, total(parts))
        done = replace(done, passed=self.passed + 1, told=(*self.told, f"{self.who} passes"))
        done = done.end() if done.passed == len(self.hands) else done.next_player()
        return done, self._event(f"{self.who} passes", parts)

    def _event(self, text: str, parts: Parts, made: TilePlacement = NOTHING) -> TurnEvent:
        turn = Turn(0, self.who, parts)
        return TurnEvent(f"{text}: {turn.why}", turn.points, turn.why, parts, made)

    def _place(self, tile: PlacedTile, made: TilePlacement) -> tuple[Self, TurnEvent]:
        assert self.mover is not None
        hand = tuple(marks for marks in self.hands[self.mover] if marks != tile.marks)
        opens = self.phase == OPENING
        parts = turn_parts(tile.marks, self.drawn, made.completed, made.bridge, opens=opens, rules=self.rules)
        if not hand:
            sums = [sum(map(sum, rest)) for player, rest in enumerate(self.hands) if player != self.mover]
            parts = (*parts, *LAST, *others(sums))
        done = self._with_hand(hand).credit(self.mover, total(parts))
        does, bonus = (
            f"{self.who} {'opens' if opens else 'places'} {tile_id(tile.marks)}",
            bonus_words(made.completed, made.bridge),
        )
        where = "" if opens else f" at {place_words({lying.cell: lying for lying in self.lying}, tile)}"
        told, text = f"{does}{where} {bonus}".rstrip(), f"{does} {bonus}".rstrip()
        done = replace(done, lying=(*self.lying, tile), phase=LAYING, passed=0, told=(*self.told, told))
        return done.next_player() if hand else done.end(), self._event(text, parts, made)

    def _with_hand(self, hand: tuple[Labels, ...]) -> Self:
        """Return the game with another hand of the player in turn."""
        hands = tuple(hand if player == self.mover else other for player, other in enumerate(self.hands))
        return replace(self, hands=hands)

    def credit(self, player: int, points: int) -> Self:
        """Return the game with points that a player gains."""
        totals = tuple(before + points * (seat == player) for seat, before in enumerate(self.totals))
        return replace(self, totals=totals, reached=self.reached or totals[player] >= self.rules.target)

    def next_player(self) -> Self:
        """Go on with the next player."""
        assert self.mover is not None
        return replace(self, mover=(self.mover + 1) % len(self.hands), drawn=0)

    def end(self) -> Self:
        """End the round, and the game if somebody has reached the target."""
        sums = {name: sum(map(sum, hand)) for name, hand in zip(NAMES, self.hands, strict=False)}
        lowest = [name for name in sums if sums[name] == min(sums.values())]
        done = self
        if all(self.hands) and len(lowest) == 1:
            done = self.credit(NAMES.index(lowest[0]), total(lowest_hand(lowest[0], sums)))
        told = f"end {' '.join(f'{name}={left}' for name, left in sums.items())}"
        phase, mover = (OVER, None) if done.reached else (ROUND, NOBODY)
        return replace(done, drawn=0, phase=phase, mover=mover, told=(*self.told, told))

    def lines(self, *, hidden: bool = False) -> tuple[str, ...]:
        """Return the game in its text form. hidden: whether it shows no hand of a round that goes on."""
        told = list(self.told)
        if hidden and self.phase not in (ROUND, OVER):
            dealt = len(told) - told[::-1].index(ROUND)
            told[dealt:] = [HIDDEN.sub(r"\1 1", line) for line in told[dealt:] if " has " not in line]
        return (f"players {' '.join(self.names)}", *told)

    def worth(self) -> list[tuple[PlacedTile, int]]:
        """Return every way to place a tile, after the opening, with the points that it scores."""
        table, found = {tile.cell: tile for tile in self.lying}, []
        for tile in self.fitting:
            done = place(table, tile, SHAPE)
            found.append((tile, total(turn_parts(tile.marks, 0, done.completed, done.bridge, rules=self.rules))))
        return found


def at(cell: Cell, turn: int) -> str:
    """Return a place as a line says it."""
    return f"{','.join(map(str, cell))}/{turn}"


def turn_of(tile: PlacedTile) -> int:
    """Return the turn with which a tile lies."""
    return next(turn for turn in TURNS if turned(tile.marks, turn) == tile.numbers)


def read_tile(line: str, table: Sequence[PlacedTile]) -> PlacedTile | None:
    """Return the tile that a line puts down on a table, None if it puts down none."""
    match = LAY.fullmatch(line)
    if match is None:
        return None
    marks, cell = tuple(map(int, match[1].split("-"))), (int(match[2]), int(match[3]), int(match[4]))
    return PlacedTile(len(table) + 1, marks, cell, turned(marks, int(match[5])))


def no_lay(line: str) -> Finding:
    """Return the finding for a line that should place a tile and does not."""
    return refused("move-unknown", f"found {line[:40]!r}, allowed is a line such as: lay 1-3-5 6,9,0/1")


def lay(tile: PlacedTile, table: Sequence[PlacedTile], hand: Sequence[Labels]) -> TilePlacement | Finding:
    """Return what a tile that is put down comes to, or why it cannot lie there."""
    if tile.marks not in hand:
        allowed = ", ".join(map(tile_id, hand)) or "none"
        message = f"{tile_id(tile.marks)}: found no such tile that may be placed, allowed are {allowed}"
        return refused("not-in-hand", message)
    made = place({placed_tile.cell: placed_tile for placed_tile in table}, tile, SHAPE)
    if made.findings:
        return made.findings[0]
    if not table and tile.cell != START:
        message = f"found {at(tile.cell, 0)} on an empty table, allowed is {at(START, 0)}"
        return refused("start-elsewhere", message)
    return made


def lay_line(tile: PlacedTile) -> str:
    """Return the line that puts a tile down."""
    return f"lay {tile_id(tile.marks)} {at(tile.cell, turn_of(tile))}"
