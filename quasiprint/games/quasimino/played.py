"""Games that were played: each tile laid is judged by the rules, whose turn it is, what it covers and who draws.

A tile goes by the name it has in the set. Players are counted from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.exact.orbit import Labels, canonical
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.penrose import covered
from quasiprint.games.quasimino.rules import PlacedRhomb, judge
from quasiprint.tiling.labellings import tile_id

PLAYERS = 2  # of the games in a book
DOMINO_HAND = 3  # tiles of each shape in a hand of Quasi-Domino


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile that a player lays: its colours from the acute corner `corner`, the direction `turn` of its first edge.
    drawn: which tile the player draws then; "": none."""

    player: int
    shape: str
    marks: str
    corner: tuple[int, int, int, int]
    turn: int
    drawn: str = ""

    @property
    def colours(self) -> Labels:
        """The colours of the tile's edges."""
        return tuple(map(int, self.marks))

    @property
    def id(self) -> str:
        """The tile's name in the set."""
        return tile_id(self.shape, canonical(HALF_TURN, self.colours))

    def tile(self, entry: int) -> PlacedRhomb:
        """Return the tile as it lies. entry: which of the tiles on the table it is, from 1."""
        return PlacedRhomb(entry, self.shape, self.colours, Zeta(*self.corner), self.turn)


@dataclass(frozen=True, slots=True)
class Deal:
    """A game of Quasi-Domino. opened: the two tiles that lie open, as they lie in the first shape. The first of `lays`
    is the start."""

    hands: tuple[tuple[str, ...], ...]
    opened: tuple[PlacedRhomb, ...]
    lays: tuple[Lay, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table after a tile was laid. new: the vertices that it covered. player: whose turn is next;
    None: the game is over."""

    tiles: tuple[PlacedRhomb, ...]
    hands: tuple[tuple[str, ...], ...]
    new: tuple[Zeta, ...]
    player: int | None


def positions(deal: Deal, colours: int) -> list[Position]:
    """Return the position after each tile of a game. Raises ValueError, naming the tile, for what the rules forbid."""
    tiles, hands = deal.opened, [list(hand) for hand in deal.hands]
    for player, hand in enumerate(hands):
        shapes = [name.split("-")[0] for name in hand]
        if shapes.count("thick") != DOMINO_HAND or shapes.count("thin") != DOMINO_HAND:
            raise ValueError(
                f"player {player}: found the hand {', '.join(hand)}, allowed are {DOMINO_HAND} of each shape"
            )
    seen = [tile.id for tile in tiles] + [name for hand in hands for name in hand]
    turn: int | None = None  # before the start it is nobody's
    found: list[Position] = []
    for number, lay in enumerate(deal.lays, 1):
        who = f"tile {number}, {lay.id}"
        if lay.id not in hands[lay.player]:
            raise ValueError(f"{who}: found in no hand of player {lay.player}")
        if found and lay.player != turn:
            raise ValueError(f"{who}: player {lay.player} lays it, allowed is player {turn}")
        before = set(covered(tiles)) if found else set()
        tiles = (*tiles, lay.tile(len(tiles) + 1))
        findings, lying, _ = judge(tiles, colours)
        if findings or lying.components() > 1:
            raise ValueError(f"{who}: {findings[0].message if findings else 'it shares no edge with the rest'}")
        hands[lay.player].remove(lay.id)
        new = tuple(vertex for vertex in covered(tiles) if vertex not in before)
        draws = bool(found) and not new  # nobody draws for the start
        if draws != bool(lay.drawn):
            raise ValueError(f"{who}: it covers {len(new)} vertices, and the player draws {lay.drawn or 'nothing'}")
        if lay.drawn:
            hands[lay.player].append(lay.drawn)
            seen.append(lay.drawn)
        over = not hands[lay.player]
        if over and number < len(deal.lays):
            raise ValueError(f"{who}: the game is over, and tiles are laid after it")
        turn = None if over else lay.player if new else (lay.player + 1) % len(hands)
        found.append(Position(tiles, tuple(map(tuple, hands)), new, turn))
    if len(set(seen)) < len(seen):
        raise ValueError(f"a tile is there twice among {', '.join(sorted(seen))}")
    return found


def owners(tiles: Sequence[PlacedRhomb], players: Sequence[int]) -> dict[Zeta, int]:
    """Return who owns each covered vertex. players: who laid each tile after the first two.

    Raises ValueError if somebody lays out of turn.
    """
    owned: dict[Zeta, int] = {}
    turn = None
    for number, player in enumerate(players, 3):
        if turn is not None and player != turn:
            raise ValueError(f"tile {number}: player {player} lays it, allowed is player {turn}")
        new = [vertex for vertex in covered(tiles[:number]) if vertex not in owned]
        owned |= dict.fromkeys(new, player)
        turn = player if new else (player + 1) % PLAYERS
    return owned
