"""Quasimino for one: a hand of FastQuasi, the whole set, and the puzzles of the book.

A game is a value. A move is a line: ``lay thin-0121 -1,1,0,1/4``, ``take thin-0121`` takes a tile up again, and
``quasi`` ends it once every tile lies. A puzzle ends by itself when it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.laying import (
    FAST_HAND,
    LEAST_SHAPE,
    Illegal,
    covers_words,
    held_tile,
    read_lay,
    shown_places,
    shown_tiles,
    shuffle,
)
from quasiprint.games.quasimino.notation import FAST
from quasiprint.games.quasimino.placing import APART, Layout, RhombPlace, layout_text, legal, parse_name
from quasiprint.games.quasimino.puzzles import FAST_RIM, POSTER, PUZZLES, USUAL, most
from quasiprint.games.quasimino.rhomb import HALF_TURN as HALF
from quasiprint.games.quasimino.rules import PlacedRhomb, score
from quasiprint.games.quasimino.turns import LAYING, OVER
from quasiprint.model.game import Side, TableMark, Tabletop, read_take

# puzzles, as in the book
NAMED = {"flower": "flower", "wheel": "wheel", "ring": "ring", "guard": "guard", "nine": "fast"}
ALONE = "You"


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
    """A game for one. hand: tiles that are not laid. fresh: the tile that was laid last, "" for none. room: edge
    lengths between a new shape and the others."""

    kind: str
    colours: int
    hand: tuple[str, ...]
    layout: Layout = field(default_factory=Layout)
    over: bool = False
    fresh: str = ""
    room: int = APART

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
        return () if self.kind in NAMED else self.layout.apart(self.room)

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises ValueError, which says what is wrong."""
        if self.over:
            raise Illegal("game-over", "the game has ended")
        verb, _, rest = line.partition(" ")
        if verb == "take":
            return read_take(rest, [tile.id for tile in self.layout.tiles])
        if line == "quasi":
            self._refuse_shout()
            return line
        place = read_lay(line, self.layout, self.hand, self.colours, self._apart)
        return f"lay {line.split()[1]} {place.at}"

    def _refuse_shout(self) -> None:
        """Raise ValueError for a false shout."""
        if self.hand:
            raise Illegal("tiles-left", f"quasi: found {len(self.hand)} tiles in hand, allowed are none")
        least = min(map(len, self.layout.parts))
        if least < LEAST_SHAPE:
            raise Illegal(
                "shape-small", f"quasi: found a shape of {least} tiles, allowed are shapes of at least {LEAST_SHAPE}"
            )

    def after(self, move: str) -> tuple[Alone, str]:
        """Return the game after a legal move, and what is told of it."""
        verb, _, rest = move.partition(" ")
        if verb == "quasi":
            return replace(self, over=True), f"Quasi! {self.standing()}"
        if verb == "take":
            return replace(
                self, layout=self.layout.without(rest), hand=(*self.hand, rest), fresh=""
            ), f"{rest} is taken up"
        place = read_lay(move, self.layout, self.hand, self.colours, self._apart)
        name = move.split()[1]
        shape, marks = parse_name(name)
        layout = self.layout.lay(shape, marks, place.corner, place.turn)
        done = replace(self, layout=layout, hand=tuple(one for one in self.hand if one != name), fresh=name)
        return replace(done, over=done.is_solved()), f"{name} is laid{covers_words(len(place.covers))}"

    def is_solved(self) -> bool:
        """Tell whether a puzzle is solved."""
        if self.hand or self.kind not in NAMED or len(self.layout.parts) > 1:
            return False
        due = solution(self.kind)
        return len(self.layout.covered) >= self.aim and (self.kind != "guard" or self.layout.guarded >= due.guarded)

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


def deal(kind: str, colours: int, seed: int) -> Alone:
    """Return a new game for one, dealt."""
    if kind in NAMED:
        names = sorted(tile.id for tile in solution(kind).tiles)
        return Alone(kind, USUAL, tuple(names))
    heaps = shuffle(colours, seed)
    each = FAST_HAND if kind == FAST else len(heaps[0])
    return Alone(kind, colours, tuple(name for heap in heaps for name in sorted(heap[:each])))
