"""Quasimino at the table: between two, against the computer, or alone.

Alone one lays a hand of FastQuasi, the whole set, or the puzzles of the book. A game is a value. A move is a line:
``lay thin-0121 -1,1,0,1/4``, ``take thin-0121`` takes a tile up again, and ``quasi`` ends it once every tile lies. A
puzzle ends by itself when it is solved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from quasiprint.addons.studio.table.games import QUASIMINO
from quasiprint.addons.studio.table.tiles import (
    HELP,
    HeldTile,
    LyingTile,
    Side,
    TableMark,
    TableSession,
    TableState,
    Tabletop,
    TilePlace,
    layout_text,
    refuse_take,
)
from quasiprint.errors import InputError
from quasiprint.exact.beside import as_number
from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.design import HALF, HALF_TURN, SHAPES
from quasiprint.games.quasimino.rules import Layout, PlacedRhomb, RhombPlace, entry, legal, middle, parse_name, score
from quasiprint.games.quasimino.tilings import FAST_RIM, POSTER, PUZZLES, USUAL, most
from quasiprint.games.quasimino.turns import (
    DOMINO,
    DRAW,
    FAST,
    HAND,
    KINDS,
    LAYING,
    MATCH,
    OVER,
    SHOUT,
    START,
    Built,
    Illegal,
    Turns,
    deal,
    lay_of,
    shuffle,
)
from quasiprint.model.game import NOBODY
from quasiprint.model.play import Event, Move
from quasiprint.model.texts import several

NAMES = ("Ann", "Ben")
BETWEEN = (DOMINO, MATCH)  # two players


# puzzles, as in the book
NAMED = {"flower": "flower", "wheel": "wheel", "ring": "ring", "guard": "guard", "nine": "fast"}


def shown_tiles(layout: Layout, *, taken: bool = False) -> tuple[LyingTile, ...]:
    """Return tiles as they lie. taken: whether they may be taken up again."""
    return tuple(
        LyingTile(tile.id, *middle(tile), 36.0 * tile.turn, takes=f"take {tile.id}" if taken else "")
        for tile in layout.tiles
    )


def shown_places(places: Sequence[RhombPlace]) -> tuple[TilePlace, ...]:
    """Return places for showing."""
    return tuple(TilePlace(place.shape, *middle(place), 36.0 * place.turn, place.at) for place in places)


def held_tile(name: str, places: Sequence[RhombPlace]) -> HeldTile:
    """Return a tile in hand, with the places at which it fits."""
    shape, marks = parse_name(name)
    fits = (at for at, place in enumerate(places) if place.shape == shape and place.fits(marks))
    return HeldTile(name, shape, tuple(fits))


def lay_words(layout: Layout, rhomb: PlacedRhomb) -> str:
    """Return a tile and where it is laid, at the tile beside it that has lain there longest."""
    met = [(*other, edge) for edge, other in layout.ground.met((rhomb.shape, rhomb.turn), as_number(rhomb.corner))]
    if not met:
        return rhomb.id
    tile, there, edge = min(met)
    return f"{rhomb.id}:{edge + 1} at {layout.tiles[tile].id}:{there + 1}"


def most_covered(layout: Layout, hand: Sequence[str]) -> str:
    """Return the line of the move that covers most at once, the first of these; "" if there is none."""
    found = max(legal(layout, hand), key=lambda way: len(way[1].covers), default=None)
    return str(lay_of(*found)) if found else ""


@dataclass(frozen=True, slots=True)
class Shared(Turns):
    """A game between two, as a table shows it. lines: its text, as it is scored."""

    lines: tuple[str, ...] = ()

    def after(self, move: Move) -> tuple[Self, Event]:
        """Return the game after a move, with its text, and what it came to. Raises Illegal."""
        done, event = Turns.after(self, move)
        if move.verb == "others":
            line = f"open {' '.join(done.opened)}"
        elif move.verb == "quasi":
            line = f"{done.who} shouts"
        elif move.verb == "draw":
            line = f"{self.who} draws {self.heaps[SHAPES.index(move.what)][-1]}"
        elif move.verb == "pass":
            line = f"{self.who} passes"
        else:
            line = f"{self.who} lays {lay_words(self.layout, done.layout.tiles[-1])}"
        return replace(done, lines=(*self.lines, line)), event

    def best(self) -> str:
        """Return the move that covers most at once, the first of these; "" if there is none."""
        if self.phase in (SHOUT, DRAW):
            return next((act for *_, act in self.acts()), "")
        if self.phase == START:
            moves = (lay_of(*way) for way in legal(self.layout, self.hand))
            return str(next(move for move in moves if self.allows(move)))
        return most_covered(self.layout, self.hand)

    def _finishing(self, tile: HeldTile, places: Sequence[RhombPlace]) -> tuple[int, ...]:
        """Return where a tile fits so that the start can be finished; on an empty table any turn is as good."""
        moves = [(at, lay_of(tile.piece, places[at])) for at in tile.fits]
        if not self.layout.tiles:
            return tile.fits if any(self.allows(move) for _, move in moves[:1]) else ()
        return tuple(at for at, move in moves if self.allows(move))

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
            shown_tiles(self.layout),
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


def begin(kind: str, colours: int, names: tuple[str, ...], seed: int | str) -> Shared:
    """Return a new game, dealt."""
    game = Shared(kind, colours, names, *deal(kind, colours, len(names), seed))
    has = (f"{name} has {' '.join(hand)}" for name, hand in zip(names, game.hands, strict=True))
    return replace(game, lines=(KINDS[kind], f"players {' '.join(names)}", *has, f"open {' '.join(game.opened)}"))


@cache
def solution(kind: str) -> Layout:
    """Return how a puzzle of the book is solved, each tile by its name in the set."""
    found = Layout()
    for tile in PUZZLES[NAMED[kind]]:
        labels, corner, turn = canonical(HALF_TURN, tile.colours), tile.corner, tile.turn
        if labels != tile.colours:
            corner, turn = tile.corners[2], (turn + HALF) % TURN
        found = found.lay(tile.shape, labels, corner, turn)
    return found


@dataclass(frozen=True, slots=True)
class Alone(Built, TableState):
    """A game for one."""

    kind: str = FAST

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game has ended."""
        return None if self.over else 0

    @property
    def apart(self) -> tuple[RhombPlace, ...]:
        """Where a new shape may begin: away from the others, but in no puzzle."""
        return () if self.kind in NAMED else self.layout.apart()

    def after(self, move: Move) -> tuple[Self, Event]:
        """Return the game after a move, and what it came to. Raises Illegal."""
        if move.verb == "take" and not self.over:
            return self._take(str(move).partition(" ")[2])
        done, event = Built.after(self, move)
        if done.over:
            return done, Event(f"{event.text} {self.status_line()}")
        return replace(done, over=done.is_solved()), event

    def _take(self, name: str) -> tuple[Self, Event]:
        """Return the game after a tile is taken up again."""
        if wrong := refuse_take(name, [tile.id for tile in self.layout.tiles]):
            raise Illegal(wrong.code, wrong.message)
        left = Layout.of(tile for tile in self.layout.tiles if tile.id != name)
        return replace(self, layout=left, hand=(*self.hand, name)), Event(f"{name} is taken up")

    def is_solved(self) -> bool:
        """Tell whether a puzzle is solved."""
        if self.hand or self.kind not in NAMED or len(self.layout.parts) > 1:
            return False
        if self.kind == "guard" and _guarded(self.layout) < _guarded(solution(self.kind)):
            return False
        return len(self.layout.covered) >= self.aim

    @property
    def aim(self) -> int:
        """How many vertices can be covered, 0 where it is not known."""
        if self.kind in NAMED:
            return len(solution(self.kind).covered)
        if self.kind == FAST:
            return most(2 * HAND[FAST], FAST_RIM)
        return _record() if self.colours == USUAL else 0

    def best(self) -> str:
        """Return the next step of a puzzle's solution, else the move that covers most; "" if there is none."""
        if self.kind in NAMED:
            return self._toward(solution(self.kind))
        return most_covered(self.layout, self.hand) or ("" if self.hand else "quasi")

    def _toward(self, goal: Layout) -> str:
        """Return a move toward a layout, wherever the first tile lies."""
        wanted = {tile.id: tile for tile in goal.tiles}
        if not self.layout.tiles:
            first = goal.tiles[0]
            return f"lay {first.id} {self._moved(first, first, 0, Zeta(0)).at}"
        start = self.layout.tiles[0]
        turn, moved = start.turn - wanted[start.id].turn, {}
        for name, tile in wanted.items():
            moved[name] = self._moved(tile, wanted[start.id], turn, start.corner)
        for tile in self.layout.tiles:
            if not _alike(moved[tile.id], tile):
                return f"take {tile.id}"
        beside = {(place.shape, place.corner, place.turn) for place in self.layout.places}
        for name in self.hand:
            place = moved[name]
            if (place.shape, place.corner, place.turn) in beside:
                return f"lay {name} {place.at}"
        return ""

    def _moved(self, tile: PlacedRhomb, first: PlacedRhomb, turn: int, to: Zeta) -> RhombPlace:
        return RhombPlace(tile.shape, (tile.corner - first.corner).turn(turn % TURN) + to, (tile.turn + turn) % TURN)

    def table(self) -> Tabletop:
        """Return the table."""
        places = () if self.over else self.layout.places + self.apart
        covered = self.layout.covered
        ends = not self.hand and not self.over and self.kind not in NAMED
        return Tabletop(
            OVER if self.over else LAYING,
            shown_tiles(self.layout, taken=not self.over),
            tuple(held_tile(name, places) for name in self.hand),
            shown_places(places),
            (Side(self.names[0], len(self.hand), len(covered), not self.over),),
            tuple(TableMark(*point.to_xy()) for point in covered),
            (("done", "", "quasi"),) if ends else (),
            counts="vertices",
            aim=self.aim,
        )

    def record(self) -> str:
        """Return the layout in the text form that is scored."""
        return layout_text(entry(tile.shape, tile.colours, tile.corners) for tile in self.layout.tiles)

    def status_line(self) -> str:
        """Return in a line how the game stands."""
        covered, aim = len(self.layout.covered), self.aim
        noun = "vertex is" if (aim or covered) == 1 else "vertices are"
        count = f"{covered} of {aim} {noun} covered" if aim else f"{covered} {noun} covered"
        hand = several(len(self.hand), "tile")
        return f"Solved: {count}." if self.over and self.kind in NAMED else f"{count}, {hand} in hand."


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
        return Alone(USUAL, tuple(sorted(tile.id for tile in solution(kind).tiles)), kind=kind)
    heaps = shuffle(colours, seed)
    number = HAND[FAST] if kind == FAST else len(heaps[0])
    return Alone(colours, tuple(name for heap in heaps for name in sorted(heap[:number])), kind=kind)


def _guarded(layout: Layout) -> int:
    """Return how many tiles have all of their corners covered."""
    covered = set(layout.covered)
    return sum(covered.issuperset(tile.corners) for tile in layout.tiles)


COMPUTERS: dict[str, tuple[int, ...]] = {"none": (), "ben": (1,)}
"""Which players the computer plays."""


class QuasiminoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "quasimino", {NOBODY: "start", **dict(enumerate(NAMES))}, COMPUTERS
    playing, makes = QUASIMINO.playing, ("colours",)
    help = HELP.format(game=game, example="thin-0121 -1,1,0,1/4") + (
        "\nQuasi-Domino and Quasi-Match:\n"
        "  quasi ann       Ann begins with a tile that joins the open two\n"
        "  draw thick      draw a tile, thick or thin\n"
        "Alone:\n"
        "  take TILE       take a tile up again\n"
        "  quasi           all tiles lie: count"
    )

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. Raises InputError for a puzzle with other colours, or the computer in a game for one."""
        kind, colours, number = str(settings["kind"]), int(str(settings["colours"])), int(str(settings["deal"]))
        if kind in NAMED and colours != USUAL:
            raise InputError(f"--colours: found {colours} with a puzzle of the book, allowed is {USUAL}")
        shared = kind in BETWEEN
        settings = {**settings, "computer": settings["computer"] or ("ben" if shared else "none")}
        if not shared and settings["computer"] != "none":
            raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
        first: TableState = begin(kind, colours, NAMES, number) if shared else deal_alone(kind, colours, number)
        return cls(first, settings)


SESSION = QuasiminoSession
