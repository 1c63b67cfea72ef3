"""Games, hands and puzzles of the book, found by search and among hands drawn at random, as data; the rules judge them
whenever a book is made: whose turn it is, what a tile covers, and who draws.

A tile that lies is written "thin-0121@-1,1,0,1/0": its name, read from the acute corner with these coordinates, and the
direction of its first edge. Players are counted from 0. The tiles have three colours, so larger sets have them, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.penrose import covered
from quasiprint.games.quasimino.rules import PlacedRhomb, judge

PLAYERS = 2  # of the games in a book
DOMINO_HAND = 3  # tiles of each shape in a hand of Quasi-Domino
WEST, EAST = 0, 1


def placed(text: str) -> tuple[PlacedRhomb, ...]:
    """Return tiles as they lie, numbered from 1."""
    tiles = []
    for number, entry in enumerate(text.split(), 1):
        name, _, place = entry.partition("@")
        corner, _, turn = place.partition("/")
        shape, marks = name.split("-")
        tiles.append(PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*map(int, corner.split(","))), int(turn)))
    return tuple(tiles)


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

    def tile(self, entry: int) -> PlacedRhomb:
        """Return the tile as it lies. entry: which of the tiles on the table it is, from 1."""
        return PlacedRhomb(entry, self.shape, tuple(map(int, self.marks)), Zeta(*self.corner), self.turn)


@dataclass(frozen=True, slots=True)
class Deal:
    """A game of Quasi-Domino. opened: the two tiles that lie open, as they lie in the first shape. The first of `lays`
    is the start."""

    hands: tuple[tuple[str, ...], ...]
    opened: tuple[PlacedRhomb, ...]
    lays: tuple[Lay, ...]


# a game of Quasi-Domino, in which whoever can cover a vertex does
PLAYED = Deal(
    hands=(
        ("thick-0220", "thick-1112", "thick-1120", "thin-0112", "thin-1212", "thin-2022"),
        ("thick-0000", "thick-1010", "thick-2022", "thin-0000", "thin-1220", "thin-2222"),
    ),
    opened=placed("thick-0221@0,0,0,0/0 thin-1020@1,1,1,0/5"),
    lays=(
        Lay(EAST, "thin", "0000", (2, -1, 1, -1), 4),
        Lay(WEST, "thick", "0220", (2, -1, 1, -1), 2),
        Lay(WEST, "thin", "1212", (0, 0, 0, 0), 2, "thick-2122"),
        Lay(EAST, "thick", "2022", (2, 0, 2, -1), 4),
        Lay(EAST, "thin", "1220", (2, -1, 1, -1), 1),
        Lay(EAST, "thick", "0000", (2, -1, 1, -2), 3, "thin-0011"),
        Lay(WEST, "thick", "1112", (0, 0, 0, 1), 2, "thick-0122"),
        Lay(EAST, "thin", "0011", (1, -1, 1, -2), 3),
        Lay(EAST, "thick", "1010", (2, 0, 1, -1), 6),
        Lay(EAST, "thin", "2222", (0, 0, 0, 0), 3),
    ),
)

# the opening of a game of Quasi-Match: the first three tiles are the start; then for each tile who laid it
MATCHED = placed(
    "thick-2222@0,0,0,0/0 thin-0012@1,0,1,0/4 thin-0111@-1,1,0,1/0 thin-0220@1,1,1,0/6 thick-0121@-1,1,0,1/7 "
    "thick-2020@2,1,1,0/5 thin-1111@0,0,0,-1/3 thin-0022@1,0,0,0/0 thick-1220@1,1,1,1/8 thin-0020@-1,1,-1,1/2 "
    "thick-0101@-1,2,0,2/8 thick-0010@-1,2,0,2/6"
)
MATCHED_BY = (EAST, WEST, EAST, EAST, WEST, EAST, EAST, WEST, EAST, WEST)

# what somebody built of a hand of FastQuasi
SHAPES = (
    placed(
        "thick-0111@0,0,0,0/0 thick-1112@0,0,0,0/2 thin-1122@-1,1,0,1/9 thin-0110@1,1,1,0/6 thick-1120@1,1,1,0/4 "
        "thin-0221@0,2,0,1/5 thin-0101@2,1,0,0/5 thick-0002@2,1,1,0/5 thin-1010@0,2,0,1/9"
    ),
    placed("thick-0021@0,0,0,0/0 thick-2222@0,0,1,1/8 thin-0112@0,0,1,1/7 thin-2222@-1,1,0,2/9 thick-1221@1,1,1,1/6"),
)

# flower, wheel: all tips around one point. ring: a regular decagon. guard: a thin tile with all its corners covered,
# by the fewest tiles with which that can be done. fast: a hand of FastQuasi, drawn at random, with as many covered
# vertices as any hand can reach. The hands of flower, ring and guard have one solution, but for turning the whole.
PUZZLES = {
    "flower": placed(
        "thick-2201@0,0,0,0/0 thick-1121@0,0,0,0/2 thick-1020@0,0,0,0/4 thick-0120@0,0,0,0/6 thick-0012@0,0,0,0/8"
    ),
    "wheel": placed(
        "thin-1020@0,0,0,0/0 thin-0001@0,0,0,0/1 thin-1202@0,0,0,0/2 thin-2222@0,0,0,0/3 thin-2000@0,0,0,0/4 "
        "thin-0102@0,0,0,0/5 thin-2121@0,0,0,0/6 thin-1200@0,0,0,0/7 thin-0000@0,0,0,0/8 thin-0111@0,0,0,0/9"
    ),
    "ring": placed(
        "thick-0210@-1,1,-1,1/1 thick-0011@-1,2,-1,1/0 thick-1211@0,2,0,1/3 thick-1202@1,1,0,0/2 thick-2012@1,1,0,0/4 "
        "thin-1000@-1,1,-1,1/0 thin-1010@-1,1,-1,2/1 thin-1102@-1,2,-1,1/2 thin-1111@1,0,0,0/4 thin-2212@1,1,1,0/3"
    ),
    "guard": placed(
        "thick-0202@0,0,-1,0/0 thick-0002@0,0,0,0/1 thick-1102@1,1,0,0/3 thick-2222@2,-1,0,-1/2 thick-1221@2,0,1,-1/4 "
        "thin-2220@0,0,-1,0/2 thin-0220@0,0,0,0/0 thin-1111@2,0,1,-1/3"
    ),
    "fast": placed(
        "thick-0010@-1,1,-1,1/0 thick-0110@-1,1,0,1/1 thick-2010@0,2,0,1/3 thick-2012@1,1,0,0/0 thick-2002@1,1,0,0/2 "
        "thick-2211@1,1,0,0/4 thick-2121@2,1,1,0/3 thin-0000@-1,1,-1,1/2 thin-1100@-1,1,0,1/0 thin-2010@0,1,-1,1/1 "
        "thin-0221@1,0,0,0/0 thin-1012@1,0,0,0/4 thin-2120@1,1,1,0/3 thin-1111@2,1,1,1/4"
    ),
}


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
        tile = lay.tile(len(tiles) + 1)
        who = f"tile {number}, {tile.id}"
        if tile.id not in hands[lay.player]:
            raise ValueError(f"{who}: found in no hand of player {lay.player}")
        if found and lay.player != turn:
            raise ValueError(f"{who}: player {lay.player} lays it, allowed is player {turn}")
        before = set(covered(tiles)) if found else set()
        tiles = (*tiles, tile)
        findings, lying, _ = judge(tiles, colours)
        if findings or lying.components() > 1:
            raise ValueError(f"{who}: {findings[0].message if findings else 'it shares no edge with the rest'}")
        hands[lay.player].remove(tile.id)
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
