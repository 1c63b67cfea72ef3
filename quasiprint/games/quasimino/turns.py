"""Quasi-Domino and Quasi-Match between two: whose turn it is, who draws, who owns what, and when it is over.

A game is a value. A move is a line: ``quasi ann`` begins, ``lay thin-0121 -1,1,0,1/4``, ``draw thick``, ``others``
turns up two other tiles where nobody can begin, and ``pass``, which nobody chooses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.examples import DOMINO_HAND
from quasiprint.games.quasimino.placing import Layout, RhombPlace, layout_text, legal, middle, parse_name
from quasiprint.games.quasimino.rulebook import MATCH_HAND
from quasiprint.model.tabletop import NOBODY, HeldTile, LyingTile, Side, TableMark, Tabletop, TilePlace
from quasiprint.values import dataclass

NAMES = ("Ann", "Ben")
DOMINO, MATCH = "domino", "match"
HAND = {DOMINO: DOMINO_HAND, MATCH: MATCH_HAND}  # tiles of each shape
AFTER_SKIP = 2  # turns
LAY = re.compile(r"lay ([a-z]+-[0-9]{4}) (-?[0-9]{1,4}(?:,-?[0-9]{1,4}){3})/([0-9])")
OVER, SHOUT, START, LAYING, DRAW = "over", "shout", "start", "lay", "draw"

Heaps = tuple[tuple[str, ...], ...]  # of each shape


def shuffle(colours: int, seed: int) -> list[list[str]]:
    """Return the names of a set's tiles in two heaps, thick ones and thin ones, mixed."""
    draw = Random(seed)
    heaps = [[tile_id(shape, marks) for marks in sorted(labellings(HALF_TURN, colours))] for shape in SHAPES]
    for heap in heaps:
        draw.shuffle(heap)
    return heaps


def read_lay(line: str, layout: Layout, hand: Sequence[str], places: Sequence[RhombPlace], colours: int) -> RhombPlace:
    """Return the place of a line that lays a tile. Raises ValueError, in the sentence of the rules, for one that cannot
    be laid."""
    told = LAY.fullmatch(line)
    if told is None:
        raise ValueError(f"found {line[:40]!r}, allowed is a line such as: lay thin-0121 -1,1,0,1/4")
    name, corner, turn = told[1], Zeta(*map(int, told[2].split(","))), int(told[3])
    if name not in hand:
        raise ValueError(f"{name}: found no such tile in hand, allowed are {', '.join(hand) or 'none'}")
    shape, marks = parse_name(name)
    place = next((one for one in places if (one.shape, one.corner, one.turn) == (shape, corner, turn)), None)
    if place is not None and place.fits(marks):
        return place
    laid = layout.lay(shape, marks, corner, turn)
    found = laid.problems(colours)
    raise ValueError(found[0] if found else "it shares no edge with the tiles on the table (lay it edge to edge)")


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


def told_covers(count: int) -> str:
    """Return how many vertices a tile covers, "" for none."""
    return f", and covers {count} {'vertex' if count == 1 else 'vertices'}" if count else ""


@dataclass(frozen=True, slots=True)
class Turns:
    """A game between two. heaps: face down, the next one last. opened: tiles of the start that are not laid yet. turns:
    that the mover has, with this one. laid: whether the mover has laid in them. skips: in a row. owned: vertices in
    Quasi-Match, with their owners. winners: of a game that is over."""

    kind: str
    colours: int
    hands: tuple[tuple[str, ...], ...]
    heaps: Heaps
    opened: tuple[str, ...]
    layout: Layout = Layout()
    phase: str = SHOUT
    mover: int | None = NOBODY
    turns: int = 1
    laid: bool = False
    skips: int = 0
    owned: tuple[tuple[Zeta, int], ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        """What may be laid now."""
        if self.mover is None or self.mover == NOBODY or self.phase not in (START, LAYING):
            return ()
        own = self.hands[self.mover]
        if self.phase == LAYING:
            return own
        return (*self.opened, *own) if len(self.layout.tiles) + len(self.opened) == len(SHAPES) else self.opened

    def _starts(self, player: int) -> bool:
        """Tell whether a player has a tile that makes a legal shape with the two open ones."""
        return can_start(self.opened, self.hands[player])

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises ValueError, which says what is wrong."""
        if self.phase == OVER:
            raise ValueError("the game has ended")
        acts = [act for *_, act in self._acts()] + [self.forced()]
        if line in acts and line:
            return line
        if self.phase in (START, LAYING) and not self.forced():
            place = read_lay(line, self.layout, self.hand, self.layout.places, self.colours)
            name = line.split()[1]
            if self.phase == START:
                held, opened = self._after_start_tile(name)
                if not _can_finish(self._lay(name, place), opened, held):
                    raise ValueError("the start: then no other tile would join these; lay it elsewhere")
            return f"lay {name} {place.at}"
        if self.phase == SHOUT and line.startswith("quasi "):
            raise ValueError("quasi: found a player without a tile that makes a legal shape with the two open ones")
        raise ValueError(f"found {line[:40]!r}, allowed is {' or '.join(act for act in acts if act)}")

    def _lay(self, name: str, place: RhombPlace) -> Layout:
        shape, marks = parse_name(name)
        return self.layout.lay(shape, marks, place.corner, place.turn)

    def _after_start_tile(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the own tiles from which one may still be laid at the start, and the open ones that are left."""
        if name in self.opened:
            own_is_laid = len(self.hand) == len(self.opened)
            assert self.mover is not None
            return () if own_is_laid else self.hands[self.mover], tuple(t for t in self.opened if t != name)
        return (), self.opened

    def forced(self) -> str:
        """Return the move that waits for nobody: a draw from the only heap, or a pass; "" if there is none."""
        if self.phase == DRAW:
            left = [shape for shape, heap in zip(SHAPES, self.heaps, strict=True) if heap]
            return f"draw {left[0]}" if len(left) == 1 else ""
        cannot = self.phase == LAYING and next(legal(self.layout, self.hand), None) is None
        return "pass" if cannot else ""

    def _acts(self) -> tuple[tuple[str, str, str], ...]:
        if self.phase == SHOUT:
            able = [name for player, name in enumerate(NAMES) if self._starts(player)]
            return tuple(("quasi", name, f"quasi {name.lower()}") for name in able) or (("others", "", "others"),)
        if self.phase == DRAW:
            return tuple(
                ("draw", shape, f"draw {shape}") for shape, heap in zip(SHAPES, self.heaps, strict=True) if heap
            )
        return ()

    def after(self, move: str) -> tuple[Turns, str]:
        """Return the game after a legal move, and what is told of it."""
        verb, _, rest = move.partition(" ")
        if verb == "others":
            heaps = tuple((name, *heap[:-1]) for name, heap in zip(self.opened, self.heaps, strict=True))
            opened = tuple(heap[-1] for heap in self.heaps)
            return replace(self, heaps=heaps, opened=opened), f"{' and '.join(opened)} are turned up"
        if verb == "quasi":
            player = [name.lower() for name in NAMES].index(rest)
            return replace(self, phase=START, mover=player), f"{NAMES[player]}: Quasi!"
        assert self.mover is not None
        who = NAMES[self.mover]
        if verb == "draw":
            return self._draw(SHAPES.index(rest)), f"{who} draws a {rest} tile"
        if verb == "pass":
            return self._pass(who)
        return self._laid(move)

    def _laid(self, move: str) -> tuple[Turns, str]:
        _, name, _ = move.split()
        assert self.mover is not None
        place = read_lay(move, self.layout, self.hand, self.layout.places, self.colours)
        layout, hands = self._lay(name, place), list(self.hands)
        hands[self.mover] = tuple(one for one in hands[self.mover] if one != name)
        opened = tuple(one for one in self.opened if one != name)
        starting, waits = self.phase == START, bool(opened) or len(layout.tiles) <= len(SHAPES)
        done = replace(self, layout=layout, hands=tuple(hands), opened=opened, laid=True, skips=0)
        told = f"{NAMES[self.mover]} lays {name}"
        if starting and waits:
            return done, told
        # of the start all count that its three tiles cover
        new = len(place.covers) if not starting else len(layout.covered)
        told += told_covers(new)
        if self.kind == MATCH:
            fresh = place.covers if not starting else layout.covered
            done = replace(done, owned=(*self.owned, *((point, self.mover) for point in fresh)))
            done = replace(done, turns=self.turns - 1 + bool(new))
            return (replace(done, phase=DRAW) if any(self.heaps) else done.go_on()), told
        if not done.hands[self.mover] and (new or not any(self.heaps)):
            return replace(done, phase=OVER, winners=(self.mover,), mover=None), told
        if new:
            return done.settle(), told
        return (replace(done, phase=DRAW) if any(self.heaps) and not starting else done.next_player(1)), told

    def _draw(self, shape: int) -> Turns:
        assert self.mover is not None
        heaps, hands = list(self.heaps), list(self.hands)
        hands[self.mover] = (*hands[self.mover], heaps[shape][-1])
        heaps[shape] = heaps[shape][:-1]
        done = replace(self, heaps=tuple(heaps), hands=tuple(hands))
        return done.next_player(1) if self.kind == DOMINO else done.go_on()

    def _pass(self, who: str) -> tuple[Turns, str]:
        if self.kind == MATCH and self.laid:
            return self.next_player(1), f"{who} cannot use another turn"
        done = replace(self, skips=self.skips + 1)
        if done.skips == len(NAMES):
            return done.end(), f"{who} cannot lay either"
        if self.kind == MATCH:
            return done.next_player(AFTER_SKIP), f"{who} cannot lay: {NAMES[1 - (self.mover or 0)]} has two turns"
        return done.next_player(1), f"{who} cannot lay"

    def go_on(self) -> Turns:
        """Go on with Quasi-Match after a tile was laid, and one drawn."""
        if not any(self.heaps) and not any(self.hands):
            return self.end()
        return self.settle() if self.turns else self.next_player(1)

    def next_player(self, turns: int) -> Turns:
        """Go on with the other player, who has so many turns."""
        assert self.mover is not None
        return replace(self, mover=1 - self.mover, turns=turns, laid=False).settle()

    def settle(self) -> Turns:
        """Let the mover lay; or draw, who can lay nothing in Quasi-Domino."""
        done = replace(self, phase=LAYING)
        return replace(done, phase=DRAW) if self.kind == DOMINO and done.forced() and any(self.heaps) else done

    def end(self) -> Turns:
        """End the game where nobody can lay, or nobody has a tile left."""
        scores = [self._score(player) for player in range(len(NAMES))]
        best = min(scores) if self.kind == DOMINO else max(scores)
        winners = tuple(player for player, score in enumerate(scores) if score == best)
        return replace(self, phase=OVER, winners=winners, mover=None)

    def _score(self, player: int) -> int:
        """What is counted: vertices, or tiles that are left."""
        return len(self.hands[player]) if self.kind == DOMINO else sum(whose == player for _, whose in self.owned)

    def best(self) -> str:
        """Return the move that covers most at once, the first of these; "" if there is none."""
        if self.phase in (SHOUT, DRAW):
            return next((act for *_, act in self._acts()), "")
        if self.phase == START:
            moves = (f"lay {name} {place.at}" for name, place in legal(self.layout, self.hand))
            return next(move for move in moves if self._reads(move))
        found = max(legal(self.layout, self.hand), key=lambda way: len(way[1].covers), default=None)
        return f"lay {found[0]} {found[1].at}" if found else ""

    def _reads(self, move: str) -> bool:
        try:
            return bool(self.read(move))
        except ValueError:
            return False

    def _finishing(self, tile: HeldTile, places: Sequence[RhombPlace]) -> tuple[int, ...]:
        """Return where a tile fits so that the start can be finished; on an empty table any turn is as good."""
        lines = [(at, f"lay {tile.piece} {places[at].at}") for at in tile.fits]
        if not self.layout.tiles:
            return tile.fits if any(self._reads(line) for _, line in lines[:1]) else ()
        return tuple(at for at, line in lines if self._reads(line))

    def table(self) -> Tabletop:
        """Return the table."""
        places = self.layout.places if self.hand else ()
        hand = tuple(held_tile(name, places) for name in self.hand)
        if self.phase == START:  # a tile fits where the start can be finished then
            hand = tuple(replace(tile, fits=self._finishing(tile, places)) for tile in hand)
        owned = dict(self.owned)
        marks = tuple(TableMark(*point.to_xy(), owned.get(point)) for point in self.layout.covered)
        sides = tuple(
            Side(name, len(hand), self._score(player) if self.kind == MATCH else None, player == self.mover, hand)
            for player, (name, hand) in enumerate(zip(NAMES, self.hands, strict=True))
        )
        return Tabletop(
            self.phase,
            shown_tiles(self.layout, len(self.layout.tiles) - 1),
            hand,
            shown_places(places),
            sides,
            marks,
            self._acts(),
            self.opened if self.phase == SHOUT else (),
            "vertices",
            sum(map(len, self.heaps)),
        )

    def record(self) -> str:
        """Return the layout in the text form that is scored."""
        return layout_text(self.layout)

    def standing(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""
        if self.phase == OVER:
            who = " and ".join(NAMES[player] for player in self.winners)
            return f"{who} {'have' if len(self.winners) > 1 else 'has'} won."
        if self.mover == NOBODY or self.mover is None:
            return f"Open: {' and '.join(self.opened)}. Who joins them first?"
        waits = {START: "joins the two open tiles by one more", DRAW: "draws a tile, thick or thin"}
        return f"{NAMES[self.mover]} {waits.get(self.phase, 'lays a tile')}."


@lru_cache(maxsize=64)
def can_start(opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether a hand has a tile that makes a legal shape with the open ones."""
    return _can_finish(Layout(), opened, hand)


def _can_finish(layout: Layout, opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether the start's tiles can be laid: all open ones, and one of a hand, if it has any."""
    if not opened and not hand:
        return True
    if not layout.tiles:
        shape, marks = parse_name(opened[0])
        first = layout.places[0]
        return _can_finish(layout.lay(shape, marks, first.corner, 0), opened[1:], hand)
    for name, place in legal(layout, (*opened, *hand)):
        own = name in hand
        shape, marks = parse_name(name)
        rest = opened if own else tuple(one for one in opened if one != name)
        if _can_finish(layout.lay(shape, marks, place.corner, place.turn), rest, () if own else hand):
            return True
    return False


def deal(kind: str, colours: int, seed: int) -> Turns:
    """Return a new game, dealt."""
    heaps = shuffle(colours, seed)
    each = HAND[kind]
    hands = tuple(tuple(heap.pop() for heap in heaps for _ in range(each)) for _ in NAMES)
    opened = tuple(heap.pop() for heap in heaps)
    return Turns(kind, colours, hands, tuple(map(tuple, heaps)), opened)
