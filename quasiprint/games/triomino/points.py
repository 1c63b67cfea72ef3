"""What a turn is worth and why, how the turns add up, and what is said of those that cannot be.

Each part of a turn's points stands with its words, so that the sum and its explanation cannot disagree. Whoever asks
what a turn is worth, the scorer, the book's cases, its figures or the score sheet, asks `turn_parts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from quasiprint.errors import InputError
from quasiprint.games.triomino.rules import tile_id
from quasiprint.model.finding import Finding, Judgement

if TYPE_CHECKING:
    from quasiprint.exact.orbit import Labels

OPENING_TRIPLE = 10
OPENING_ZEROS = 40  # in place of the triple's points
DRAW = 5
DRAWS = 3  # the most in one turn
THREE_DRAWN = 25  # when none of the three fits
HEXAGON = 50
BRIDGE = 40
LAST_TILE = 25
HAND = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}  # players → tiles each

Parts = tuple[tuple[str, int], ...]  # of a turn's points: words, and what is added
UNSCORED: Parts = (("not scored, see the findings", 0),)  # of a turn that a finding refuses
LAST: Parts = ((f"last tile +{LAST_TILE}", LAST_TILE),)  # for going out, without the hands of the others


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What tables settle in different ways; the defaults are the common rules.

    target: points that make a round the last. double_hexagon, triple_hexagon: for so many at
    once. empty_pool: lost when the pool is empty and nothing fits. first: who opens, the player
    with the highest "triple", or the one whose tiles of a first "draw" have the highest sum and
    who may open with any tile. Raises InputError for a number below 0 (target: 1).
    """

    target: int = 400
    double_hexagon: int = 100
    triple_hexagon: int = 150
    empty_pool: int = 10
    first: Literal["triple", "draw"] = "triple"

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> HouseRules:
        """Return the rules that a game's options say, which have the same names."""
        return cls(**{rule.name: chosen[rule.name] for rule in fields(cls)})

    def __post_init__(self) -> None:
        for name, least in (("target", 1), ("double_hexagon", 0), ("triple_hexagon", 0), ("empty_pool", 0)):
            if getattr(self, name) < least:
                raise InputError(f"house rule {name}: found {getattr(self, name)}, allowed are numbers from {least}")
        if self.first not in ("triple", "draw"):
            raise InputError(f"house rule first: found {self.first!r}, allowed are 'triple' and 'draw'")


def total(parts: Iterable[tuple[str, int]]) -> int:
    """Return what parts of a score are worth together, penalties taken off."""
    return sum(points for _, points in parts)


@dataclass(slots=True)
class Turn:
    """A turn that scores. line: where it is told. parts: words and points, in order."""

    line: int
    player: str
    parts: Parts

    @property
    def points(self) -> int:
        """What the turn is worth."""
        return total(self.parts)

    @property
    def why(self) -> str:
        """The sum, as a player would say it."""
        words = ", ".join(words for words, _ in self.parts)
        return f"{words}: {self.points}" if len(self.parts) > 1 else words


COMMON = HouseRules()


def turn_parts(
    tile: Labels,
    drawn: int = 0,
    hexagons: int = 0,
    bridge: bool = False,
    *,
    opens: bool = False,
    empty: bool = False,
    rules: HouseRules = COMMON,
) -> Parts:
    """Return what a turn scores.

    tile: that is placed, without numbers for a pass. drawn: tiles before it. hexagons, bridge: what it completes; a
    hexagon leaves no bridge to score. opens: whether it is the first of a round. empty: whether the pool had nothing
    more to draw.
    """
    parts = [(f"{drawn} drawn -{DRAW * drawn}", -DRAW * drawn)] if drawn else []
    if not tile:
        if drawn >= DRAWS:
            parts = [(f"{drawn} drawn and none fits -{THREE_DRAWN}", -THREE_DRAWN)]
        elif empty:
            parts.append((f"the pool is empty and nothing fits -{rules.empty_pool}", -rules.empty_pool))
        return tuple(parts) or UNSCORED
    if opens and not any(tile):
        return ((f"opening with {tile_id(tile)} +{OPENING_ZEROS}", OPENING_ZEROS),)
    parts.insert(0, (f"{'+'.join(map(str, tile))} = {sum(tile)}", sum(tile)))
    if opens and len(set(tile)) == 1:
        parts.append((f"opening triple +{OPENING_TRIPLE}", OPENING_TRIPLE))
    elif hexagons:
        bonus = (HEXAGON, rules.double_hexagon, rules.triple_hexagon)[hexagons - 1]
        parts.append((f"{'hexagon' if hexagons == 1 else f'{hexagons} hexagons'} +{bonus}", bonus))
    elif bridge:
        parts.append((f"bridge +{BRIDGE}", BRIDGE))
    return tuple(parts)


def others(hands: Sequence[int]) -> Parts:
    """Return what the hands of the others bring to the player who went out."""
    if len(hands) < 2:
        return tuple((f"the other hand +{hand}", hand) for hand in hands)
    return ((f"the hands of the others {'+'.join(map(str, hands))} = {sum(hands)}", sum(hands)),)


def lowest_hand(player: str, hands: Mapping[str, int]) -> Parts:
    """Return what the lowest hand gains from each other player when nobody can place."""
    low = hands[player]
    gains = ((f"{name} {hand}-{low} = {hand - low}", hand - low) for name, hand in hands.items() if name != player)
    return (f"lowest hand {low}", 0), *gains


def reach(left: Mapping[int, int], count: int) -> tuple[int, int]:
    """Return the smallest and the largest sum that `count` tiles can have. left: sum of a tile → how many tiles with it
    may be among them, `count` or more in all."""
    found = []
    for tiles in (sorted(left.items()), sorted(left.items(), reverse=True)):
        sums, rest = 0, count
        for each, number in tiles:
            sums += min(number, rest) * each
            rest -= min(number, rest)
        found.append(sums)
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class Event:
    """A turn as it is told: the line, its points, the player's total after it, and the sum in words."""

    line: int
    player: str
    points: int
    total: int
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Who has as much shares it."""

    player: str
    total: int
    place: int


@dataclass(slots=True)
class Ledger:
    """The running totals. reached: someone has stood at the target, if only for a moment."""

    target: int
    totals: dict[str, int]
    events: list[Event] = field(default_factory=list)
    reached: bool = False

    def book(self, turns: Sequence[Turn]) -> None:
        """Add the turns of a round, in their order, once nothing in them can change."""
        for turn in turns:
            total = self.totals[turn.player] = self.totals[turn.player] + turn.points
            why = turn.why
            if total >= self.target and not self.reached:
                self.reached = True
                why += f"; {turn.player}'s total reaches {self.target}: this is the last round"
            self.events.append(Event(turn.line, turn.player, turn.points, total, why))

    def standing(self) -> list[Standing]:
        """Return the players from the best down; who has as much shares the place."""
        ranked = sorted(self.totals.items(), key=lambda item: -item[1])
        scores = [total for _, total in ranked]
        return [Standing(name, total, scores.index(total) + 1) for name, total in ranked]


@dataclass(frozen=True, slots=True)
class GameScore(Judgement):
    """What a game is worth. events: a turn each, with `why`. rounds: begun. standing: from the best down, equal totals
    share a place. winners: of a finished game. hands, pool: in tiles, of the last round begun."""

    scores: dict[str, int]
    events: tuple[Event, ...]
    findings: tuple[Finding, ...]
    rounds: int
    standing: tuple[Standing, ...]
    finished: bool
    winners: tuple[str, ...]
    hands: dict[str, int]
    pool: int
    not_seen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object; a game that goes on has no winners in it."""
        return {key: value for key, value in Judgement.as_json(self).items() if key != "winners" or self.finished}
