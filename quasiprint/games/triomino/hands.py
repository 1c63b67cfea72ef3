"""The hands of a round, as far as a text says them.

    Ann has 0-1-2 0-0-5 …       # before the opening
    Ann draws 1-3-5

Of a player all of whose tiles are written it is judged whether a tile was there to be placed, whether one fitted when
the player drew or passed, and what was left. After a tile that cannot be, that hand is not followed any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.claims import Excluded
from quasiprint.games.triomino.notation import GameLine
from quasiprint.games.triomino.placing import SHAPE
from quasiprint.games.triomino.round_table import RoundTable, first_few
from quasiprint.games.triomino.rules import read_tile, tile_id


def openers(hands: Sequence[Sequence[Labels]]) -> dict[int, tuple[Labels, ...]]:
    """Return who may open, and with which tiles. Several may where lots are drawn."""
    triples = {player: [tile for tile in hand if len(set(tile)) == 1] for player, hand in enumerate(hands)}
    holders = {player: held for player, held in triples.items() if held}
    if len(holders) == 1:
        ((player, held),) = holders.items()
        return {player: (min(held) if not any(min(held)) else max(held),)}
    if holders:
        player = max(holders, key=lambda one: max(holders[one]))
        return {player: (max(holders[player]),)}
    sums = [sorted(map(sum, hand), reverse=True) for hand in hands]
    best = max(sums)
    return {
        player: tuple(tile for tile in hand if sum(tile) == best[0])
        for player, hand in enumerate(hands)
        if sums[player] == best
    }


@dataclass(slots=True)
class RoundHands:
    """What each player is known to hold: all tiles of a hand, or the hand is not there. seen: tile → who had it, and in
    which line. told: players with a first hand. tried: with how many tiles on the table how many of a hand were
    tried. lost: no hand is followed any more."""

    held: dict[str, list[Labels]] = field(default_factory=dict)
    seen: dict[Labels, tuple[str, int]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    tried: dict[str, tuple[int, int]] = field(default_factory=dict)
    lost: bool = False

    def lose(self) -> None:
        """Follow no hand any more."""
        self.lost = True
        self.held.clear()

    def deal(self, line: GameLine, player: str, size: int, highest: int, opened: bool) -> list[Excluded]:
        """Note a first hand. size: how many tiles it has."""
        if self.lost:
            return []
        if opened or player in self.told:
            why = "after the opening" if opened else "a second time"
            return [Excluded("hand-late", {"told": line.quotation, "why": why})]
        self.told.add(player)
        self.held[player] = []
        if len(line.tiles) != size:
            del self.held[player]
            return [Excluded("hand-size", {"found": len(line.tiles), "allowed": size})]
        return [wrong for name in line.tiles for wrong in self._take(line.number, player, name, highest)]

    def _take(self, number: int, player: str, name: str, highest: int) -> list[Excluded]:
        if self.lost:
            return []
        try:
            tile = read_tile(name, SHAPE, highest)
        except ValueError as problem:
            self.held.pop(player, None)
            return [Excluded("hand-tile", {"problem": problem})]
        if tile in self.seen:
            other, where = self.seen[tile]
            self.held.pop(player, None)
            return [Excluded("hand-shared", {"tile": name, "other": other, "where": where})]
        self.seen[tile] = player, number
        if player in self.held:
            self.held[player].append(tile)
        return []

    def draw(self, line: GameLine, player: str, table: RoundTable, highest: int) -> list[Excluded]:
        """Note tiles that are drawn. Nobody draws who can place a tile."""
        wrong = self.must_place(player, table, "a draw")
        for name in line.tiles:
            wrong += self._take(line.number, player, name, highest)
            if not wrong and name != line.tiles[-1]:
                wrong = self.must_place(player, table, "a further draw")
        if not line.tiles:
            self.held.pop(player, None)
        return wrong

    def must_place(self, player: str, table: RoundTable, what: str) -> list[Excluded]:
        """Tell of a tile that a player could have placed instead, once for each tile that has come since the table
        changed."""
        hand = self.held.get(player, [])
        lying, tried = self.tried.get(player, (0, 0))
        self.tried[player] = len(table.cells), len(hand)
        new = hand[tried if lying == len(table.cells) else 0 :]
        fitting = table.fitting(new) if table.followed else None
        if fitting is None:
            return []
        tile, place = fitting
        return [Excluded("must-place", {"what": what, "player": player, "tile": tile_id(tile), "place": place})]

    def place(self, number: int, player: str, tile: Labels) -> list[Excluded]:
        """Take a tile out of a hand."""
        hand = self.held.get(player)
        other, where = self.seen.setdefault(tile, (player, number))
        if hand is not None and tile in hand:
            hand.remove(tile)
            return []
        self.held.pop(player, None)
        if hand is not None:
            has = ", ".join(map(tile_id, hand)) or "none"
            return [Excluded("not-held", {"tile": tile_id(tile), "player": player, "hand": has})]
        if other != player:
            return [Excluded("hand-shared", {"tile": tile_id(tile), "other": other, "where": where})]
        return []

    def open(self, number: int, player: str, tile: Labels, players: Sequence[str]) -> list[Excluded]:
        """Take the first tile out of a hand, and tell whether another should have been the first. players: all whose
        hands that turns on, none where it is not judged."""
        may = openers([self.held[name] for name in players]) if players else {}
        wrong = self.place(number, player, tile)
        if wrong or not players or tile in may.get(players.index(player), ()):
            return wrong
        allowed = first_few(f"{players[k]} with {' or '.join(map(tile_id, tiles))}" for k, tiles in may.items())
        return [Excluded("opening-wrong", {"player": player, "tile": tile_id(tile), "allowed": allowed})]

    def end(self, player: str, found: int) -> list[Excluded]:
        """Tell of a sum that is not that of the tiles that a player has left."""
        hand = self.held.get(player)
        if hand is None or sum(map(sum, hand)) == found:
            return []
        words = {
            "player": player,
            "found": found,
            "sum": sum(map(sum, hand)),
            "hand": ", ".join(map(tile_id, hand)) or "no tile",
        }
        return [Excluded("end-hand", words)]


def sums_left(line: GameLine, players: Sequence[str]) -> tuple[dict[str, int], list[Excluded]]:
    """Return the sums that an `end` tells, in the order of the players, and what is wrong with its names."""
    told: dict[str, int] = {}
    strangers: list[tuple[str, int]] = []
    twice: list[str] = []
    wrong: list[Excluded] = []
    for name, total in line.sums:
        if name not in players:
            strangers.append((name, total))
        elif name in told:
            twice.append(name)
        else:
            told[name] = total
    missing = [name for name in players if name not in told]
    if strangers:
        name, total = strangers[0]
        meant = missing[0] if len(missing) == len(strangers) == 1 else None
        if meant:
            told[meant] = total
        counted = f"counted as {meant}" if meant else "not counted"
        wrong.append(Excluded("end-unknown", {"name": name[:40], "players": ", ".join(players), "counted": counted}))
    if twice:
        wrong.append(Excluded("end-twice", {"players": ", ".join(dict.fromkeys(twice))}))
    # a name written wrong explains one that is missing
    if len(missing) > len(strangers) + len(twice):
        wrong.append(Excluded("end-missing", {"players": ", ".join(missing)}))
    return {name: told[name] for name in players if name in told}, wrong
