"""A round as its text tells it: what a line claims of a tile, where the tiles lie, and what the players hold.

The text form, one event a line:

    players Ann Ben
    round
    Ann has 5-5-5 0-5-5 …               # each first hand, where it is known
    Ann opens 5-5-5
    Ben draws 2                         # or, where it is known: Ben draws 0-0-1 4-5-5
    Ben places 4-5-5                    # or, with its place: Ben places 4-5-5 at 5-5-5 5-5
    …
    Ann places 0-5-5 hexagon            # or: hexagons 2, or: bridge
    end Ann=11 Ben=23

What is no such line is refused. Time and memory grow with the text's length.

A score sheet carries no places, so where a tile lies is taken at the players' word. But a side has two numbers, and the
tile beyond it has them, too; and hexagons and bridges take so many tiles, however these lie.

    Ben places 4-5-5 at 5-5-5 5-5
    Ann places 3-5-5 at 5-5-5 5-5 left

Here each tile lies at a side of one that lies already. A side has two numbers, read clockwise on the tile whose side it
is; where this tile has them once, either order will do. A tile fits a side in one way. Only a tile of three equal
numbers has sides that read alike: as long as nothing lies at it, they are the same; beside one neighbour two are free,
left and right as seen from this neighbour. In a round all tiles but the first have places, or none has.

    Ann has 0-1-2 0-0-5 …       # before the opening
    Ann draws 1-3-5

Of a player all of whose tiles are written it is judged whether a tile was there to be placed, whether one fitted when
the player drew or passed, and what was left. After a tile that cannot be, that hand is not followed any more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import isqrt
from pathlib import Path

from quasiprint.errors import InputError
from quasiprint.exact.lattice import Cell, around, corners, neighbours
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.rules import (
    DRAWS,
    PlacedTile,
    Table,
    TilePlacement,
    Turn,
    place,
    read_tile,
    shows,
    tile_id,
)
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game_text import name_key, nothing_after, read_players, read_verb, refuse_line, worded_lines

PLAYERS = range(2, 7)
EXAMPLES = {
    "has": "has 0-0-5 1-3-5",
    "opens": "opens 1-3-5",
    "draws": "draws 2, or draws 0-0-1 4-5-5",
    "places": "places 4-5-5 at 5-5-5 5-5 left, hexagons 2",
    "passes": "passes",
}
KEYWORDS = ("players", "round", "end", *EXAMPLES)
WAYS = ("left", "right")
AT = rf"at (?P<on>\S+) (?P<side>[0-9]{{1,3}}-[0-9]{{1,3}})(?: (?P<way>{'|'.join(WAYS)}))?"
HEXAGONS = r"(?: (?P<hexagon>hexagon)| hexagons 0*(?P<count>[1-3]))?"  # one at each corner of a tile, at most
MADE = rf"(?!.* bridge.* bridge)(?P<bridge> bridge)?{HEXAGONS}(?P<late> bridge)?"
TILE = r"(?P<tile>(?!(?:hexagons?|bridge)\b)\S+)"
FORMS = {  # what follows each verb, commas left out
    "has": r"(?P<tiles>.+)",
    "opens": TILE,
    "draws": r"0*(?P<count>[1-9][0-9]{0,5})|(?P<tiles>[0-9]+-.*)",
    "places": rf"{TILE}(?: {AT})?{MADE}",
    "passes": "",
}
SUM = re.compile(r"([^=]+)=([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Place:
    """A side of a tile on the table, as typed. way: left, right or nothing; see `rounds`."""

    tile: str
    side: tuple[int, ...]
    way: str = ""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line of a game after the players. number: from 1, as an editor counts. verb: "round",
    "end" or one of EXAMPLES. player: as typed, known or not. tile: as typed. tiles: of a first hand, or drawn, as
    typed. count: tiles drawn, or hexagons completed. sums: name and sum of each hand that an `end` tells."""

    number: int
    verb: str
    player: str = ""
    tile: str = ""
    count: int = 0
    bridge: bool = False
    place: Place | None = None
    sums: tuple[tuple[str, int], ...] = ()
    tiles: tuple[str, ...] = ()

    @property
    def quotation(self) -> str:
        """Who does what, as a message quotes it."""
        return repr(f"{self.player[:40]} {self.verb}".strip())


def read(text: str) -> tuple[int, tuple[str, ...], tuple[GameLine, ...]]:
    """Return a game as it was written down: the line that names the players, these, and the other lines. Raises
    InputError, which names the line (from 1), for what is not in the text form."""
    first, known, lines = 0, dict[str, str](), list[GameLine]()
    for number, words in worded_lines(text):
        if known:
            lines.append(_line(number, words, known))
        else:
            first = number
            known = {name_key(name): name for name in read_players(number, words, PLAYERS, KEYWORDS)}
    if not known:
        raise InputError("game: found nothing, allowed are lines, the first such as: players Ann Ben")
    return first, tuple(known.values()), tuple(lines)


def _line(number: int, words: list[str], known: Mapping[str, str]) -> GameLine:
    """Return what a line tells. known: the players, by what is seen of their names; another name stays as typed."""
    key = words[0].lower()
    if key == "players":
        refuse_line(number, "found a second line of players, allowed is one, the first")
    if key == "round":
        nothing_after(number, words, 1)
        return GameLine(number, key)
    rest = " ".join(words[1:] if key == "end" else words[2:]).replace(",", " ")
    if key == "end":
        sums = (_sum(number, word) for word in re.sub(r"\s*=\s*", "=", rest).split())
        return GameLine(number, key, sums=tuple((known.get(name_key(name), name), total) for name, total in sums))
    verb, rest = read_verb(number, words, EXAMPLES, "round, end"), " ".join(rest.split())
    found = re.fullmatch(FORMS[verb], rest, re.IGNORECASE)
    if found is None:
        what = repr(rest[:40]) if rest else "nothing"
        refuse_line(number, f"found {what} after {words[1]!r}, allowed is a line such as: Ann {EXAMPLES[verb]}")
    told = {name: word or "" for name, word in found.groupdict().items()}
    tiles = tuple(told.get("tiles", "").split())
    count = int(told.get("count") or len(tiles) + bool(told.get("hexagon")))
    place = Place(told["on"], tuple(map(int, told["side"].split("-"))), told["way"].lower()) if told.get("on") else None
    bridge = bool(told.get("bridge") or told.get("late"))
    player = known.get(name_key(words[0]), words[0])
    return GameLine(number, verb, player, told.get("tile", ""), count, bridge, place, tiles=tiles)


def _sum(number: int, word: str) -> tuple[str, int]:
    found = SUM.fullmatch(word)
    if found is None:
        refuse_line(number, f"found {word[:40]!r} after 'end', allowed is each hand's sum, such as Ann=0 Ben=23")
    return found[1], int(found[2])


SHAPE = "triangle"
TURNS = range(3)
START: Cell = (0, 0, 0)
LEAST_UNDER_BRIDGE = 8  # tiles: the shortest way from a tile to one that touches the point opposite


def turned(marks: Labels, turn: int) -> Labels:
    """Return a tile's numbers, clockwise from that which lies at its cell's first corner."""
    return marks[turn:] + marks[:turn]


def ways(lying: Collection[PlacedTile], hand: Iterable[Labels]) -> tuple[PlacedTile, ...]:
    """Return every legal way to lay a tile beside others, tile by tile."""
    cells = {tile.cell for tile in lying}
    shown = {point: number for tile in lying for point, number in shows(tile, SHAPE).items()}
    free = sorted({beside for cell in cells for beside in neighbours(SHAPE, cell)} - cells)
    needed = {cell: [shown.get(point) for point in corners(SHAPE, cell)] for cell in free}
    return tuple(
        PlacedTile(len(cells) + 1, marks, cell, (x, y, z))
        for marks in hand
        for turns in [sorted({turned(marks, turn) for turn in TURNS})]
        for cell, (a, b, c) in needed.items()
        for x, y, z in turns
        if a in (None, x) and b in (None, y) and c in (None, z)
    )


@cache
def laws() -> dict[str, dict[str, str]]:
    """Return the laws of `laws.toml`, by their codes."""
    import tomllib  # a game without slips asks for none

    return tomllib.loads((Path(__file__).parent / "laws.toml").read_text(encoding="utf-8"))


def broken(code: str, **words: object) -> Finding:
    """Return that a law is broken, its message filled with words. The finding has no subject yet."""
    law = laws()[code]
    severity = Severity(law.get("severity", Severity.ERROR))
    return Finding(code, severity, "", law["message"].format(**words), law.get("remedy", "").format(**words))


def most_hexagons(tiles: int) -> int:
    """Return the most hexagons that so many tiles, one or more, can have completed between them, whatever their
    numbers.

    They hang together by their sides. Whoever counts sides finds twice the corners inside and the edges around, less
    two; and the shortest way around n triangles has √(6n) edges, rounded up to a number that is even as n is or odd
    (Harary and Harborth, Extremal animals, 1976). Six tiles have one, ten two, thirteen three.
    """
    around = isqrt(6 * tiles - 1) + 1
    return max(0, (tiles + 2 - around - (around - tiles) % 2) // 2)


def sides_met(tile: Labels, tiles: Iterable[Labels]) -> int:
    """Return along how many sides of a tile one of those on the table can lie: they share two numbers, read clockwise
    on the one as anticlockwise on the other. Where they lie is not asked."""
    across = {side for other in tiles for side in _sides(other[::-1])}
    return sum(side in across for side in _sides(tile))


def _sides(numbers: Labels) -> zip[tuple[int, int]]:
    return zip(numbers, numbers[1:] + numbers[:1], strict=True)


def excluded(
    tile: Labels, others: Collection[Labels], hexagons: int, bridge: bool, *, before: int = 0, hidden: int = 0
) -> list[Finding]:
    """Return why a claim cannot be true.

    others: the tiles on the table without this one. hexagons, bridge: what the line claims that it completes; a hexagon
    leaves no bridge. before: hexagons completed so far. hidden: how many tiles may lie there unwritten.
    """
    tiles, found, most = len(others) + 1, before + hexagons, most_hexagons(len(others) + 1 + hidden)
    if found > most:
        what = "a hexagon" if found == 1 else f"{found} hexagons in all"
        allowed = f"are {most}: ten tiles have two, thirteen three" if most else "is one from tile 6 on"
        return [broken("completes-early", what=what, down=tiles, allowed=allowed)]
    if bridge and not hexagons and tiles + hidden <= LEAST_UNDER_BRIDGE:
        allowed = f"is one from tile {LEAST_UNDER_BRIDGE + 1} on"
        return [broken("completes-early", what="a bridge", down=tiles, allowed=allowed)]
    least, met = min(hexagons + 1, len(tile)), sides_met(tile, others)
    if others and not hidden and met < least:
        why = ", as it completes " + ("a hexagon" if hexagons == 1 else "hexagons") if hexagons else ""
        return [broken("tile-unfitting", tile=tile_id(tile), met=met, least=least, why=why)]
    return []


SHOWN = 4  # places that a message names


def place_words(table: Table, tile: PlacedTile) -> str:
    """Return where a tile lies, or may lie, beside those of a table, which has it not: "5-5-5 5-5 left"."""
    found = []
    for other in (table[cell] for cell in neighbours(SHAPE, tile.cell) if cell in table):
        side = neighbours(SHAPE, other.cell).index(tile.cell)
        alike = _alike(table, other, side)
        way = f" {WAYS[alike.index(side)]}" if len(alike) == len(WAYS) else ""
        found.append(f"{tile_id(other.marks)} {tile_id(_side(other, side))}{way}")
    return min(found, key=lambda words: words.count(" "))  # a side that needs no left or right, if there is one


def _side(tile: PlacedTile, side: int) -> Labels:
    """Return the numbers of a side that begins at a corner of the cell, clockwise."""
    return tile.numbers[side], tile.numbers[(side + 1) % 3]


def _alike(table: Table, tile: PlacedTile, side: int) -> list[int]:
    """Return the free sides that read as one does, clockwise from the neighbour if there is a single one."""
    cells = neighbours(SHAPE, tile.cell)
    start = next((k for k in TURNS if cells[k] in table), 0)
    corners = [(start + k) % 3 for k in TURNS]
    return [k for k in corners if cells[k] not in table and _side(tile, k) == _side(tile, side)]


@dataclass(slots=True)
class RoundTable:
    """What lies in a round. decided: the line that says whether places are written, 0 before it; written: whether they
    are. lost: nobody knows where a tile lies."""

    cells: dict[Cell, PlacedTile] = field(default_factory=dict)
    decided: int = 0
    written: bool = False
    lost: bool = False

    @property
    def followed(self) -> bool:
        """Whether every tile on the table was judged: none is lost, and either all have written places or none has."""
        return not self.lost and self.written == bool(self.decided)

    def place_tile(self, line: GameLine, marks: Labels, highest: int) -> tuple[TilePlacement | None, list[Finding]]:
        """Place a tile where a line says. Return what it forms, None if unknown, and what is wrong. After a tile that
        cannot lie there the table is lost."""
        self.lost |= not self.cells or line.verb == "opens"  # which is reported already
        if self.lost:
            return None, []
        if not self.decided:
            self.decided, self.written = line.number, line.place is not None
        if self.written != (line.place is not None):
            found, other = ("no place", "a place") if self.written else ("a place", "no place")
            return self._lose(broken("places-mixed", found=found, where=self.decided, other=other))
        if line.place is None:
            return None, []
        site = self._site(line.place, highest)
        if isinstance(site, Finding):
            return self._lose(site)
        lying, side, wrong = site
        tile = self._beside(marks, lying, side)
        if tile is None:
            read = _side(lying, side)
            words = {"tile": tile_id(marks), "side": tile_id(read), "other": tile_id(lying.marks)}
            return self._lose(broken("side-unfitting", **words, across=tile_id(read[::-1]), fits=self._fits(marks)))
        done = place(self.cells, tile, SHAPE)
        if done.findings:
            return self._lose(self._mismatch(tile))
        self.cells[tile.cell] = tile
        return done, [*wrong, *_claims(line, tile, done)]

    def _lose(self, why: Finding) -> tuple[None, list[Finding]]:
        self.lost = True
        return None, [why]

    def _site(self, place: Place, highest: int) -> tuple[PlacedTile, int, list[Finding]] | Finding:
        """Return the tile and the side that a place names, and what is needless in it."""
        try:
            marks = read_tile(place.tile, SHAPE, highest)
        except ValueError as problem:
            return broken("place-foreign", problem=problem)
        name, wanted = tile_id(marks), place.side
        lying = {tile.marks: tile for tile in self.cells.values()}
        if marks not in lying:
            return broken("place-absent", tile=name, allowed=first_few(map(tile_id, lying)))
        other = lying[marks]
        sides = [_side(other, k) for k in TURNS]
        if wanted not in sides:
            wanted = wanted[::-1]
        words = {"tile": name, "side": tile_id(place.side)}
        if wanted not in sides:
            return broken("side-foreign", **words, allowed=first_few(map(tile_id, sides)))
        alike = _alike(self.cells, other, sides.index(wanted))
        cells = neighbours(SHAPE, other.cell)
        if not alike:
            free = [f"{name} {tile_id(_side(other, k))}" for k in TURNS if cells[k] not in self.cells]
            taken = self.cells[cells[sides.index(wanted)]]
            allowed = first_few(free) if free else f"those of other tiles, {name} has none"
            return broken("side-taken", **words, taken=tile_id(taken.marks), allowed=allowed)
        if len(alike) != len(WAYS):
            times = "once" if len(alike) == 1 else "all round"
            found = [broken("direction-needless", **words, found=place.way, times=times)] if place.way else []
            return other, alike[0], found
        if not place.way:
            (near,) = (self.cells[cell] for cell in cells if cell in self.cells)
            return broken("side-ambiguous", **words, near=tile_id(near.marks))
        return other, alike[WAYS.index(place.way)], []

    def _beside(self, marks: Labels, other: PlacedTile, side: int) -> PlacedTile | None:
        """Return a tile as it lies at a side of another, two numbers of each at the same corners; None if it has no
        such side."""
        cell = neighbours(SHAPE, other.cell)[side]
        side_number, across = neighbours(SHAPE, cell).index(other.cell), _side(other, side)[::-1]
        ways = (PlacedTile(len(self.cells) + 1, marks, cell, turned(marks, turn)) for turn in TURNS)
        return next((tile for tile in ways if _side(tile, side_number) == across), None)

    def _mismatch(self, tile: PlacedTile) -> Finding:
        """Return at which corner a tile disagrees with another."""
        for point, number in shows(tile, SHAPE).items():
            for other in (self.cells[cell] for cell in around(SHAPE, point) if cell in self.cells):
                shown = shows(other, SHAPE)[point]
                if shown != number:
                    names = {"tile": tile_id(tile.marks), "other": tile_id(other.marks), "fits": self._fits(tile.marks)}
                    return broken("corner-mismatch", **names, corner=number, shown=shown)
        raise ValueError(f"table: found nothing that disagrees with {tile}")

    def fitting(self, hand: Iterable[Labels]) -> tuple[Labels, str] | None:
        """Return the first of some tiles that fits beside those that lie, and where."""
        return next(((marks, where) for marks in hand for where in self._places(marks)), None)

    def _places(self, marks: Labels) -> Iterator[str]:
        """Yield where a tile fits, by its sides, and by the tiles in the order in which they came."""
        for across in dict.fromkeys(_sides(marks)):
            for other, side in product(self.cells.values(), TURNS):
                if _side(other, side)[::-1] == across and neighbours(SHAPE, other.cell)[side] not in self.cells:
                    tile = self._beside(marks, other, side)
                    if tile and not place(self.cells, tile, SHAPE).findings:
                        yield place_words(self.cells, tile)

    def _fits(self, marks: Labels) -> str:
        fits = first_few(self._places(marks))
        return f"it fits at {fits}" if fits else "it fits nowhere on this table"


def first_few(names: Iterable[str]) -> str:
    """Return names, the first few of many."""
    unique = list(dict.fromkeys(names))
    return ", ".join(unique[:SHOWN]) + (f" and {len(unique) - SHOWN} more" if len(unique) > SHOWN else "")


def _claims(line: GameLine, tile: PlacedTile, done: TilePlacement) -> list[Finding]:
    """Return whether what a line says of a tile is not what it makes; it may say nothing."""
    makes, says = bonus_words(done.completed, done.bridge), bonus_words(line.count, line.bridge)
    if says in ("", makes):
        return []
    named = {"": "neither hexagon nor bridge", "bridge": "a bridge", "hexagon": "a hexagon"}
    made, allowed = named.get(makes, f"{done.completed} hexagons"), f"{makes!r} or nothing" if makes else "nothing"
    return [broken("claim-wrong", found=repr(says), tile=tile_id(tile.marks), made=made, allowed=allowed)]


def bonus_words(hexagons: int, bridge: bool) -> str:
    """Return what a line says of a tile that makes something: "hexagons 2", "" for nothing."""
    if hexagons:
        return "hexagon" if hexagons == 1 else f"hexagons {hexagons}"
    return "bridge" if bridge else ""


def openers(hands: Sequence[Sequence[Labels]]) -> dict[int, tuple[Labels, ...]]:
    """Return who may open, and with which tiles. Several may where lots are drawn."""
    triples = {player: [tile for tile in hand if len(set(tile)) == 1] for player, hand in enumerate(hands)}
    holders = {player: held for player, held in triples.items() if held}
    if len(holders) == 1:
        ((player, held),) = holders.items()
        return {player: (min(held) if not any(min(held)) else max(held),)}
    if holders:
        player = max(holders, key=lambda number: max(holders[number]))
        return {player: (max(holders[player]),)}
    sums = [sorted(map(sum, hand), reverse=True) for hand in hands]
    best = max(sums)
    return {
        player: tuple(tile for tile in hand if sum(tile) == best[0])
        for player, hand in enumerate(hands)
        if sums[player] == best
    }


def sums_left(line: GameLine, players: Sequence[str]) -> tuple[dict[str, int], list[Finding]]:
    """Return the sums that an `end` tells, in the order of the players, and what is wrong with its names."""
    known = [name for name, _ in line.sums if name in players]
    strangers = [(name, total) for name, total in line.sums if name not in players]
    twice = [name for at, name in enumerate(known) if name in known[:at]]
    counts = {name: total for name, total in reversed(line.sums) if name in players}  # the first of two
    wrong: list[Finding] = []
    missing = [name for name in players if name not in counts]
    if strangers:
        name, total = strangers[0]
        meant = missing[0] if len(missing) == len(strangers) == 1 else None
        if meant:
            counts[meant] = total
        counted = f"counted as {meant}" if meant else "not counted"
        wrong.append(broken("end-unknown", name=name[:40], players=", ".join(players), counted=counted))
    if twice:
        wrong.append(broken("end-twice", players=", ".join(dict.fromkeys(twice))))
    # a name written wrong explains one that is missing
    if len(missing) > len(strangers) + len(twice):
        wrong.append(broken("end-missing", players=", ".join(missing)))
    return {name: counts[name] for name in players if name in counts}, wrong


@dataclass(slots=True)
class Round:
    """The state of a round, by number. turn: who is to play, None before its first event. opening: its line, player
    and tile. drawn: tiles in this turn, as line `drawn_line` says. drew: who has drawn in this round. played: tile
    → line and player. table: where these lie. held: what each player is known to hold: all tiles of a hand, or the hand
    is not there. holder_of: tile → who had it, and in which line. dealt: players with a first hand. tried: with how
    many tiles on the table how many of a hand were tried. passed: who has, since the last tile. hexagons: completed so
    far. out: the turn that emptied a hand. slips: how many made the hands doubtful: after one, none is followed any
    more. slack: how many tiles fewer than counted the pool may hold after slips. reported: codes
    reported once in a round."""

    highest: int
    hands: dict[str, int]
    pool: int
    turn: str | None = None
    opened: bool = False
    opening: tuple[int, str, Labels] | None = None
    drawn: int = 0
    drawn_line: int = 0
    drew: set[str] = field(default_factory=set)
    played: dict[Labels, tuple[int, str]] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    table: RoundTable = field(default_factory=RoundTable)
    held: dict[str, list[Labels]] = field(default_factory=dict)
    holder_of: dict[Labels, tuple[str, int]] = field(default_factory=dict)
    dealt: set[str] = field(default_factory=set)
    tried: dict[str, tuple[int, int]] = field(default_factory=dict)
    hexagons: int = 0
    turns: list[Turn] = field(default_factory=list)
    out: Turn | None = None
    slips: int = 0
    slack: int = 0
    reported: set[str] = field(default_factory=set)

    def sees(self, player: str) -> bool:
        """Tell whether the table and a player's tiles are known."""
        return self.table.followed and player in self.held

    def doubt(self, tiles: int = DRAWS) -> None:
        """Note a slip after which the hands are doubtful, and the pool by so many tiles."""
        self.held.clear()
        self.slips += 1
        self.slack += tiles

    def deal(self, line: GameLine, player: str, size: int) -> list[Finding]:
        """Note a first hand. size: how many tiles it has."""
        if self.slips:
            return []
        if self.opened or player in self.dealt:
            why = "after the opening" if self.opened else "a second time"
            return [broken("hand-late", told=line.quotation, why=why)]
        self.dealt.add(player)
        if len(line.tiles) != size:
            return [broken("hand-size", found=len(line.tiles), allowed=size)]
        self.held[player] = []
        return [wrong for name in line.tiles for wrong in self._take(line.number, player, name)]

    def _take(self, number: int, player: str, name: str) -> list[Finding]:
        if self.slips:
            return []
        try:
            tile = read_tile(name, SHAPE, self.highest)
        except ValueError as problem:
            self.held.pop(player, None)
            return [broken("hand-tile", problem=problem)]
        if tile in self.holder_of:
            other, where = self.holder_of[tile]
            self.held.pop(player, None)
            return [broken("hand-shared", tile=name, other=other, where=where)]
        self.holder_of[tile] = player, number
        if player in self.held:
            self.held[player].append(tile)
        return []

    def draw(self, line: GameLine, player: str) -> list[Finding]:
        """Note tiles that are drawn. Nobody draws who can place a tile."""
        wrong = self.must_place(player, "a draw")
        for name in line.tiles:
            wrong += self._take(line.number, player, name)
            if not wrong and name != line.tiles[-1]:
                wrong = self.must_place(player, "a further draw")
        if not line.tiles:
            self.held.pop(player, None)
        return wrong

    def must_place(self, player: str, what: str) -> list[Finding]:
        """Tell of a tile that a player could have placed instead, once for each tile that has come since the table
        changed."""
        hand, lying = self.held.get(player, []), len(self.table.cells)
        before, tried = self.tried.get(player, (0, 0))
        self.tried[player] = lying, len(hand)
        fitting = self.table.fitting(hand[tried if before == lying else 0 :]) if self.table.followed else None
        if fitting is None:
            return []
        tile, place = fitting
        return [broken("must-place", what=what, player=player, tile=tile_id(tile), place=place)]

    def place(self, number: int, player: str, tile: Labels) -> list[Finding]:
        """Take a tile out of a hand."""
        hand = self.held.get(player)
        other, where = self.holder_of.setdefault(tile, (player, number))
        if hand is not None and tile in hand:
            hand.remove(tile)
            return []
        self.held.pop(player, None)
        if hand is not None:
            has = ", ".join(map(tile_id, hand)) or "none"
            return [broken("not-held", tile=tile_id(tile), player=player, hand=has)]
        return [broken("hand-shared", tile=tile_id(tile), other=other, where=where)] if other != player else []

    def open(self, number: int, player: str, tile: Labels, players: Sequence[str]) -> list[Finding]:
        """Take the first tile out of a hand, and tell whether another tile should have been the first. players: those
        whose hands decide that; empty if it is not judged."""
        may = openers([self.held[name] for name in players]) if players else {}
        wrong = self.place(number, player, tile)
        if wrong or not players or tile in may.get(players.index(player), ()):
            return wrong
        allowed = first_few(f"{players[k]} with {' or '.join(map(tile_id, tiles))}" for k, tiles in may.items())
        return [broken("opening-wrong", player=player, tile=tile_id(tile), allowed=allowed)]

    def end(self, player: str, found: int) -> list[Finding]:
        """Tell of a sum that is not that of the tiles that a player has left."""
        hand = self.held.get(player)
        if hand is None or (left := sum(map(sum, hand))) == found:
            return []
        has = ", ".join(map(tile_id, hand)) or "no tile"
        return [broken("end-hand", player=player, found=found, sum=left, hand=has)]
