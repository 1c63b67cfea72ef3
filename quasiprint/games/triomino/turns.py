"""Triomino between two to six: who opens, who draws, what is scored, and when a round and the game are over.

A game is a value. A move is a line: ``lay 1-3-5 6,9,0/1``, ``draw``, ``round`` deals the next round, and ``pass``,
which nobody chooses. What is told of the game, line by line, is its text form for scoring; so the scorer says the
points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.hands import openers
from quasiprint.games.triomino.placing import (
    SHAPE,
    START,
    held_tiles,
    hexagons,
    lay_line,
    read_lay,
    shown_places,
    shown_tiles,
)
from quasiprint.games.triomino.points import (
    DRAWS,
    HAND,
    LAST,
    GameScore,
    HouseRules,
    Parts,
    Turn,
    others,
    total,
    turn_parts,
)
from quasiprint.games.triomino.round_table import bonus_words, place_words
from quasiprint.games.triomino.rules import PlacedTile, Sides, fitting, labellings, open_sides, place, tile_id
from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.game import NOBODY, Side, Tabletop

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
ROUNDS = 1000  # no game has as many
OVER, OPENING, LAYING, ROUND = "over", "open", "lay", "round"

DRAWN = re.compile("( draws) .*")  # of a line

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

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises ValueError, which says what is wrong."""
        if self.phase == OVER:
            raise ValueError("the game has ended")
        due = [act for *_, act in self.acts()] or [self.forced()]
        if line in due and line:
            return line
        if line == "draw" and self.phase in (OPENING, LAYING):
            raise ValueError("draw: found a tile in hand that fits, allowed is to place one")
        if any(due) and not line.startswith("lay "):
            raise ValueError(f"found {line[:40]!r}, allowed is {due[0]}")
        return lay_line(read_lay(line, self.lying, self.hand)[0])

    def forced(self) -> str:
        """Return the move that waits for nobody: a pass, "" if there is none."""
        stuck = self.phase == LAYING and (self.drawn == DRAWS or not self.pool) and not self._fits()
        return "pass" if stuck else ""

    def after(self, move: str) -> tuple[Turns, str]:
        """Return the game after a legal move, and what is told of it."""
        if move == "round":
            return deal_round(self, self.number + 1), f"round {self.number + 1}"
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
            return done, f"{who} passes: {_why(who, parts)}"
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
        return done.next_player() if hands[self.mover] else done.end(), f"{told}: {_why(who, parts)}"

    def next_player(self) -> Turns:
        """Go on with the next player."""
        assert self.mover is not None
        return replace(self, mover=(self.mover + 1) % len(self.hands), drawn=0)

    def end(self) -> Turns:
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

    def best(self) -> str:
        """Return the move that scores most at once, the first of these; "" if there is none."""
        for *_, act in self.acts():
            return act
        if self.phase == OPENING:
            marks = self.hand[0]
            return lay_line(PlacedTile(1, marks, START, marks))
        tile, _ = max(self.worth(), key=lambda way: way[1], default=(None, 0))
        return lay_line(tile) if tile else ""

    def worth(self) -> list[tuple[PlacedTile, int]]:
        """Return every way to place a tile, after the opening, with the points that it scores."""
        table, found = {tile.cell: tile for tile in self.lying}, []
        for tile in ways(self.lying, self.hand):
            done = place(table, tile, SHAPE)
            found.append((tile, total(turn_parts(tile.marks, 0, done.completed, done.bridge, rules=self.rules))))
        return found

    def table(self) -> Tabletop:
        """Return the table."""
        scores, places = self.score.scores, shown_places(self.lying)
        sides = tuple(
            Side(NAMES[player], len(hand), scores[NAMES[player]], player == self.mover)
            for player, hand in enumerate(self.hands)
        )
        return Tabletop(
            self.phase,
            shown_tiles(self.lying),
            held_tiles(self.lying, self.hand),
            places if self.hand else (),
            sides,
            hexagons(self.lying),
            self.acts(),
            left=len(self.pool),
            aim=self.rules.target,
            secret=True,
        )

    def record(self) -> str:
        """Return the game in the text form that is scored. Who reads it sees no hand of a round that goes on."""
        goes_on = self.phase not in (ROUND, OVER)
        start = len(self.lines) - (self.lines[::-1].index("round") if goes_on else 0)
        open_round = (DRAWN.sub(r"\1 1", line) for line in self.lines[start:] if " has " not in line)
        return "\n".join([*self.lines[:start], *open_round, ""])

    def standing(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""
        if self.phase == OVER:
            winners = self.score.winners
            return f"{' and '.join(winners)} {'have' if len(winners) > 1 else 'has'} won."
        if self.mover == NOBODY or self.mover is None:
            return f"Round {self.number} is over."
        does = {OPENING: "opens"}.get(self.phase, "draws" if self.acts() else "places a tile")
        return f"{NAMES[self.mover]} {does}."


def _with(hands: Hands, player: int, hand: tuple[Labels, ...]) -> Hands:
    return tuple(hand if one == player else own for one, own in enumerate(hands))


def _why(who: str, parts: Parts) -> str:
    return Turn(0, who, parts).why


def deal_round(game: Turns, number: int) -> Turns:
    """Return a game with new hands. number: of the round, from 1."""
    tiles = list(labellings(SHAPE, game.highest))
    Random(game.seed * ROUNDS + number).shuffle(tiles)
    each = HAND[len(game.hands)]
    hands = tuple(tuple(sorted(tiles.pop() for _ in range(each))) for _ in game.hands)
    has = (f"{name} has {' '.join(map(tile_id, hand))}" for name, hand in zip(NAMES, hands, strict=False))
    mover, first = next(iter(openers(hands).items()))  # where lots would be drawn, the first of them
    return replace(
        game,
        hands=hands,
        pool=tuple(tiles),
        mover=mover,
        lines=(*game.lines, "round", *has),
        openers=first,
        lying=(),
        phase=OPENING,
        drawn=0,
        passed=0,
        number=number,
    )


def deal(players: int, highest: int, seed: int, rules: HouseRules) -> Turns:
    """Return a new game, dealt."""
    nobody = Turns(highest, rules, seed, ((),) * players, (), 0, (f"players {' '.join(NAMES[:players])}",), ())
    return deal_round(nobody, 1)
