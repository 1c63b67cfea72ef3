"""Quasimino at the table: between two, against the computer, or alone.

Alone one lays a hand of FastQuasi, the whole set, or the puzzles of the book. A game is a value. A move is a line:
``lay thin-0121 -1,1,0,1/4``, ``take thin-0121`` takes a tile up again, and ``quasi`` ends it once every tile lies. A
puzzle ends by itself when it is solved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Self

from quasiprint.addons.studio.table.games import QuasiminoTable
from quasiprint.addons.studio.table.tabletop import (
    HeldTile,
    LyingTile,
    Side,
    TableMark,
    Tabletop,
    TilePlace,
    read_take,
)
from quasiprint.addons.studio.table.tiles import HELP, TableSession
from quasiprint.errors import InputError
from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino import turns
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.notation import FAST, KINDS, MATCH
from quasiprint.games.quasimino.placing import Layout, RhombPlace, legal, middle, parse_name
from quasiprint.games.quasimino.rhomb import HALF_TURN as HALF
from quasiprint.games.quasimino.rules import PlacedRhomb, score
from quasiprint.games.quasimino.tilings import FAST_RIM, POSTER, PUZZLES, USUAL, most
from quasiprint.games.quasimino.turns import (
    DRAW,
    FAST_HAND,
    HAND,
    LAYING,
    OVER,
    SHOUT,
    START,
    Illegal,
    covers_words,
    read_lay,
    refuse_shout,
    shuffle,
)
from quasiprint.model.game import NOBODY

NAMES = ("Ann", "Ben")


# puzzles, as in the book
NAMED = {"flower": "flower", "wheel": "wheel", "ring": "ring", "guard": "guard", "nine": "fast"}
ALONE = "You"


def shown_tiles(layout: Layout, fresh: int = -1, *, taken: bool = False) -> tuple[LyingTile, ...]:
    """Return tiles as they lie. fresh: the number of the one that was just laid, from 0. taken: whether they may be
    taken up again."""
    found = []
    for number, tile in enumerate(layout.tiles):
        x, y = middle(tile.corner, tile.shape, tile.turn)
        name = tile.id
        found.append(LyingTile(name, x, y, 36.0 * tile.turn, number == fresh, f"take {name}" if taken else ""))
    return tuple(found)


def shown_places(places: Sequence[RhombPlace]) -> tuple[TilePlace, ...]:
    """Return places for showing."""
    return tuple(
        TilePlace(one.shape, *middle(one.corner, one.shape, one.turn), 36.0 * one.turn, one.at) for one in places
    )


def held_tile(name: str, places: Sequence[RhombPlace]) -> HeldTile:
    """Return a tile in hand, with the places at which it fits."""
    shape, marks = parse_name(name)
    fits = (at for at, place in enumerate(places) if place.shape == shape and place.fits(marks))
    return HeldTile(name, shape, tuple(fits))


def lay_words(layout: Layout, laid: PlacedRhomb) -> str:
    """Return a tile and where it is laid, at the tile beside it that has lain there longest."""
    lying = laid.corners
    met = [(*other, edge) for edge in range(4) if (other := layout.across(lying[edge], lying[(edge + 1) % 4]))]
    if not met:
        return laid.id
    tile, there, edge = min(met)
    return f"{laid.id}:{edge + 1} at {layout.tiles[tile].id}:{there + 1}"


def layout_text(layout: Layout) -> str:
    """Return a layout in the text form that is scored."""
    rows = []
    for tile in layout.tiles:
        c = tile.corner
        name = f"{tile.shape}-{''.join(map(str, tile.colours))}"
        rows.append(f'  {{"tile": "{name}", "corner": [{c.a}, {c.b}, {c.c}, {c.d}], "turn": {tile.turn}}}')
    return '{"tiles": [\n' + ",\n".join(rows) + "\n]}\n"


@dataclass(frozen=True, slots=True)
class Shared(turns.Turns):
    """A game between two, as a table shows it. lines: its text, as it is scored."""

    lines: tuple[str, ...] = ()

    def after(self, move: str) -> tuple[Self, str]:
        """Return the game after a legal move, with its text, and what is told of it."""
        done, told = turns.Turns.after(self, move)
        verb, _, rest = move.partition(" ")
        who = self.names[self.mover] if self.mover not in (None, NOBODY) else ""
        if verb == "others":
            line = f"open {' '.join(done.opened)}"
        elif verb == "quasi":
            line = f"{done.names[done.mover or 0]} shouts"
        elif verb == "draw":
            line = f"{who} draws {self.heaps[SHAPES.index(rest)][-1]}"
        elif verb == "pass":
            line = f"{who} passes"
        else:
            line = f"{who} lays {lay_words(self.layout, done.layout.tiles[-1])}"
        return replace(done, lines=(*self.lines, line)), told

    def best(self) -> str:
        """Return the move that covers most at once, the first of these; "" if there is none."""
        if self.phase in (SHOUT, DRAW):
            return next((act for *_, act in self.acts()), "")
        if self.phase == START:
            moves = (f"lay {name} {place.at}" for name, place in legal(self.layout, self.hand))
            return next(move for move in moves if self.reads(move))
        found = max(legal(self.layout, self.hand), key=lambda way: len(way[1].covers), default=None)
        return f"lay {found[0]} {found[1].at}" if found else ""

    def _finishing(self, tile: HeldTile, places: Sequence[RhombPlace]) -> tuple[int, ...]:
        """Return where a tile fits so that the start can be finished; on an empty table any turn is as good."""
        lines = [(at, f"lay {tile.piece} {places[at].at}") for at in tile.fits]
        if not self.layout.tiles:
            return tile.fits if any(self.reads(line) for _, line in lines[:1]) else ()
        return tuple(at for at, line in lines if self.reads(line))

    def table(self) -> Tabletop:
        """Return the table."""
        places = self.layout.places if self.hand else ()
        hand = tuple(held_tile(name, places) for name in self.hand)
        if self.phase == START:  # a tile fits where the start can be finished then
            hand = tuple(replace(tile, fits=self._finishing(tile, places)) for tile in hand)
        marks = tuple(TableMark(*point.to_xy(), owner) for point, owner in self.vertices)
        sides = tuple(
            Side(name, len(hand), self.score(player) if self.kind == MATCH else None, player == self.mover, hand)
            for player, (name, hand) in enumerate(zip(self.names, self.hands, strict=True))
        )
        return Tabletop(
            self.phase,
            shown_tiles(self.layout, len(self.layout.tiles) - 1),
            hand,
            shown_places(places),
            sides,
            marks,
            self.acts(),
            self.opened if self.phase == SHOUT else (),
            "vertices",
            sum(map(len, self.heaps)),
        )

    def record(self) -> str:
        """Return the game in the text form that is scored."""
        return "\n".join([*self.lines, ""])


def begin(
    kind: str,
    colours: int,
    names: tuple[str, ...],
    hands: tuple[tuple[str, ...], ...],
    heaps: turns.Heaps,
    opened: tuple[str, ...],
) -> Shared:
    """Return a new game. hands, opened: before the start. heaps: what is left."""
    has = (f"{name} has {' '.join(hand)}" for name, hand in zip(names, hands, strict=True))
    lines = (KINDS[kind], f"players {' '.join(names)}", *has, f"open {' '.join(opened)}")
    return Shared(kind, colours, names, hands, heaps, opened, lines=lines)


def deal(kind: str, colours: int, seed: int) -> Shared:
    """Return a new game, dealt."""
    heaps = shuffle(colours, seed)
    hands = tuple(tuple(heap.pop() for heap in heaps for _ in range(HAND[kind])) for _ in NAMES)
    opened = tuple(heap.pop() for heap in heaps)
    return begin(kind, colours, NAMES, hands, tuple(map(tuple, heaps)), opened)


@cache
def solution(kind: str) -> Layout:
    """Return how a puzzle of the book is solved, each tile by its name in the set."""
    found = Layout()
    for tile in PUZZLES[NAMED[kind]]:
        own, corner, turn = canonical(HALF_TURN, tile.colours), tile.corner, tile.turn
        if own != tile.colours:
            corner, turn = tile.corners[2], (turn + HALF) % TURN
        found = found.lay(tile.shape, own, corner, turn)
    return found


@dataclass(frozen=True, slots=True)
class Alone:
    """A game for one. hand: tiles that are not laid. fresh: the tile that was laid last, "" for none."""

    kind: str
    colours: int
    hand: tuple[str, ...]
    layout: Layout = field(default_factory=Layout)
    over: bool = False
    fresh: str = ""

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game has ended."""
        return None if self.over else 0

    @property
    def places(self) -> tuple[RhombPlace, ...]:
        """Where a tile may lie; away from the others a new shape begins, but not in a puzzle."""
        return self.layout.places + self._apart

    @property
    def _apart(self) -> tuple[RhombPlace, ...]:
        return () if self.kind in NAMED else self.layout.apart()

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises ValueError, which says what is wrong."""
        if self.over:
            raise Illegal("game-over", "the game has ended")
        verb, _, rest = line.partition(" ")
        if verb == "take":
            return read_take(rest, [tile.id for tile in self.layout.tiles])
        if line == "quasi":
            refuse_shout(self.hand, self.layout)
            return line
        place = read_lay(line, self.layout, self.hand, self.colours, self._apart)
        return f"lay {line.split()[1]} {place.at}"

    def after(self, move: str) -> tuple[Alone, str]:
        """Return the game after a legal move, and what is told of it."""
        verb, _, rest = move.partition(" ")
        if verb == "quasi":
            return replace(self, over=True), f"Quasi! {self.standing()}"
        if verb == "take":
            return replace(
                self, layout=_without(self.layout, rest), hand=(*self.hand, rest), fresh=""
            ), f"{rest} is taken up"
        place = read_lay(move, self.layout, self.hand, self.colours, self._apart)
        name = move.split()[1]
        layout = self.layout.lay(*parse_name(name), place.corner, place.turn)
        done = replace(self, layout=layout, hand=tuple(one for one in self.hand if one != name), fresh=name)
        return replace(done, over=done.is_solved()), f"{name} is laid{covers_words(len(place.covers))}"

    def is_solved(self) -> bool:
        """Tell whether a puzzle is solved."""
        if self.hand or self.kind not in NAMED or len(self.layout.parts) > 1:
            return False
        due = solution(self.kind)
        return len(self.layout.covered) >= self.aim and (self.kind != "guard" or _guarded(self.layout) >= _guarded(due))

    @property
    def aim(self) -> int:
        """How many vertices can be covered, 0 where it is not known."""
        if self.kind in NAMED:
            return len(solution(self.kind).covered)
        if self.kind == FAST:
            return most(2 * FAST_HAND, FAST_RIM)
        return _record() if self.colours == USUAL else 0

    def forced(self) -> str:
        """Return "": all moves are chosen."""
        return ""

    def best(self) -> str:
        """Return the next step of a puzzle's solution, else the move that covers most; "" if there is none."""
        if self.kind in NAMED:
            return self._toward(solution(self.kind))
        found = max(legal(self.layout, self.hand), key=lambda way: len(way[1].covers), default=None)
        return f"lay {found[0]} {found[1].at}" if found else ("" if self.hand else "quasi")

    def _toward(self, due: Layout) -> str:
        """Return a move toward a layout, wherever the first tile lies."""
        wanted = {tile.id: tile for tile in due.tiles}
        if not self.layout.tiles:
            first = due.tiles[0]
            return f"lay {first.id} {self._moved(first, first, 0, Zeta(0)).at}"
        start = self.layout.tiles[0]
        turn, moved = start.turn - wanted[start.id].turn, {}
        for name, tile in wanted.items():
            moved[name] = self._moved(tile, wanted[start.id], turn, start.corner)
        for tile in self.layout.tiles:
            if not _alike(moved[tile.id], tile):
                return f"take {tile.id}"
        beside = {(one.shape, one.corner, one.turn) for one in self.layout.places}
        for name in self.hand:
            place = moved[name]
            if (place.shape, place.corner, place.turn) in beside:
                return f"lay {name} {place.at}"
        return ""

    def _moved(self, tile: PlacedRhomb, first: PlacedRhomb, turn: int, to: Zeta) -> RhombPlace:
        return RhombPlace(tile.shape, (tile.corner - first.corner).turn(turn % TURN) + to, (tile.turn + turn) % TURN)

    def table(self) -> Tabletop:
        """Return the table."""
        places = () if self.over else self.places
        fresh = next((n for n, tile in enumerate(self.layout.tiles) if tile.id == self.fresh), -1)
        covered = self.layout.covered
        ends = not self.hand and not self.over and self.kind not in NAMED
        return Tabletop(
            OVER if self.over else LAYING,
            shown_tiles(self.layout, fresh, taken=not self.over),
            tuple(held_tile(name, places) for name in self.hand),
            shown_places(places),
            (Side(ALONE, len(self.hand), len(covered), not self.over),),
            tuple(TableMark(*point.to_xy()) for point in covered),
            (("done", "", "quasi"),) if ends else (),
            counts="vertices",
            aim=self.aim,
        )

    def record(self) -> str:
        """Return the layout in the text form that is scored."""
        return layout_text(self.layout)

    def standing(self) -> str:
        """Return in a line how the game stands."""
        covered, aim = len(self.layout.covered), self.aim
        told = f"{covered} of {aim} vertices are covered" if aim else f"{covered} vertices are covered"
        if self.over and self.kind in NAMED:
            return f"Solved: {told}."
        return f"{told}, {len(self.hand)} tiles in hand."


def _alike(place: RhombPlace, tile: PlacedRhomb) -> bool:
    """Tell whether a tile lies at a place; one that is its own half turn may lie either way round."""
    if (place.corner, place.turn) == (tile.corner, tile.turn):
        return True
    symmetric = tile.colours[:2] == tile.colours[2:]
    return symmetric and (place.corner, place.turn) == (tile.corners[2], (tile.turn + HALF) % TURN)


@cache
def _record() -> int:
    return score(POSTER.read_bytes(), USUAL).covered


def deal_alone(kind: str, colours: int, seed: int) -> Alone:
    """Return a new game for one, dealt."""
    if kind in NAMED:
        names = sorted(tile.id for tile in solution(kind).tiles)
        return Alone(kind, USUAL, tuple(names))
    heaps = shuffle(colours, seed)
    each = FAST_HAND if kind == FAST else len(heaps[0])
    return Alone(kind, colours, tuple(name for heap in heaps for name in sorted(heap[:each])))


def _without(layout: Layout, name: str) -> Layout:
    """Return a layout without a tile."""
    left = [tile for tile in layout.tiles if tile.id != name]
    return Layout(tuple(replace(tile, entry=n) for n, tile in enumerate(left, 1)))


def _guarded(layout: Layout) -> int:
    """Return how many tiles have all of their corners covered."""
    covered = set(layout.covered)
    return sum(covered.issuperset(own) for own in layout.corners)


COMPUTERS: dict[str, tuple[int, ...]] = {"none": (), "ben": (1,)}
"""Which players the computer plays."""


class QuasiminoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "quasimino", {NOBODY: "start", **dict(enumerate(NAMES))}, COMPUTERS
    playing = QuasiminoTable.playing
    help = HELP.format(game=game, example="thin-0121 -1,1,0,1/4") + (
        "\nQuasi-Domino and Quasi-Match:\n"
        "  quasi ann       Ann begins with a tile that joins the open two\n"
        "  draw thick      draw a tile, thick or thin\n"
        "Alone:\n"
        "  take TILE       take a tile up again\n"
        "  quasi           all tiles lie: count"
    )

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {"colours": str(self.settings["colours"])}

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. Raises InputError for a puzzle with other colours, or the computer in a game for one."""
        kind, colours, number = str(settings["kind"]), int(str(settings["colours"])), int(str(settings["deal"]))
        if kind in NAMED and colours != USUAL:
            raise InputError(f"--colours: found {colours} with a puzzle of the book, allowed is {USUAL}")
        if kind not in HAND and settings["computer"] != "none":
            raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
        first: Any = (deal if kind in HAND else deal_alone)(kind, colours, number)
        return cls(settings, first)


new_session, resume_session = QuasiminoSession.new, QuasiminoSession.resumed
