"""Quasi-Domino and Quasi-Match: whose turn it is, who draws, who owns what, and when it is over; and laying a tile:
what a line that lays one says, and why it cannot be laid.

A game is a value, and judges each move, whether it is played at a table or read from a text. A move is a line: ``quasi
ann`` begins, ``lay thin-0121 -1,1,0,1/4``, ``draw thick``, ``others`` turns up two other tiles where nobody can begin,
and ``pass``, which nobody chooses.

A tile that only its owner sees is named by its shape alone. Whether it could have been laid is taken on trust.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Self

from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.notation import DOMINO, MATCH
from quasiprint.games.quasimino.placing import Layout, RhombPlace, is_seen, legal, parse_name
from quasiprint.games.quasimino.rules import PlacedRhomb, judge
from quasiprint.model.game import NOBODY

DOMINO_HAND, MATCH_HAND, FAST_HAND = 3, 2, 7  # tiles of each shape
LEAST_SHAPE = 3  # tiles, in FastQuasi
ENTRY = re.compile(r" \(entry [0-9]+\)")  # of a layout, which means nothing at a table
LAY = re.compile(r"lay ([a-z]+-[0-9]{4}) (-?[0-9]{1,4}(?:,-?[0-9]{1,4}){3})/([0-9])")


class Illegal(ValueError):
    """A move that the rules forbid. code: of the rule, as findings have it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def shuffle(colours: int, seed: int | str) -> list[list[str]]:
    """Return the names of a set's tiles in two heaps, thick ones and thin ones, mixed."""
    draw = Random(seed)
    heaps = [[tile_id(shape, marks) for marks in sorted(labellings(HALF_TURN, colours))] for shape in SHAPES]
    for heap in heaps:
        draw.shuffle(heap)
    return heaps


def read_lay(
    line: str, layout: Layout, hand: Sequence[str], colours: int, apart: Sequence[RhombPlace] = ()
) -> RhombPlace:
    """Return the place of a line that lays a tile. apart: places along no edge. Raises Illegal, in the sentence of the
    rules, for one that cannot be laid."""
    told = LAY.fullmatch(line)
    if told is None:
        raise Illegal("move-unknown", f"found {line[:40]!r}, allowed is a line such as: lay thin-0121 -1,1,0,1/4")
    name, corner, turn = told[1], Zeta(*map(int, told[2].split(","))), int(told[3])
    if name not in hand:
        own = dict.fromkeys(tile if is_seen(tile) else f"any {tile} tile" for tile in hand)
        raise Illegal("tile-not-in-hand", f"{name}: found no such tile in hand, allowed: {', '.join(own) or 'none'}")
    shape, marks = parse_name(name)
    free = (one for one in apart if (one.shape, one.corner, one.turn) == (shape, corner, turn))
    place = layout.place(shape, corner, turn) or next(free, None)
    if place is not None and place.fits(marks):
        return place
    for one in judge((*layout.tiles, PlacedRhomb(len(layout.tiles) + 1, shape, marks, corner, turn)), colours)[0]:
        raise Illegal(one.code, f"{ENTRY.sub('', one.subject)}: {one.message}")
    raise Illegal("tile-apart", "found no edge that it shares with the tiles on the table, allowed is edge to edge")


def covers_words(count: int) -> str:
    """Return how many vertices a tile covers, "" for none."""
    return f", and covers {count} {'vertex' if count == 1 else 'vertices'}" if count else ""


@lru_cache(maxsize=64)
def can_start(opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether a hand has a tile that makes a legal shape with the open ones, or may have one that is not seen."""
    if not all(map(is_seen, hand)):
        return True
    linked = (own for own in hand if _have_links((*opened, own)))
    return any(can_finish(Layout(), opened, (own,)) for own in linked)


def _have_links(three: Sequence[str]) -> bool:
    """Tell whether three tiles have colours by which two pairs of them may meet; without, no place need be tried."""
    colours = [set(parse_name(name)[1]) for name in three]
    return sum(bool(one & two) for one, two in combinations(colours, 2)) > 1


def can_finish(layout: Layout, opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether the start's tiles can be laid: all open ones, and one of a hand, if it has any. Tiles
    that are not seen may be any."""
    if not (opened or hand) or not all(map(is_seen, hand)):
        return True
    if not layout.tiles:
        first = layout.lay(*parse_name(opened[0]), layout.places[0].corner, 0)
        return can_finish(first, opened[1:], hand)
    for name, place in legal(layout, (*opened, *hand)):
        own = name in hand
        rest = opened if own else tuple(one for one in opened if one != name)
        if can_finish(layout.lay(*parse_name(name), place.corner, place.turn), rest, () if own else hand):
            return True
    return False


def refuse_shout(hand: Sequence[str], layout: Layout) -> None:
    """Raise Illegal for a false shout in FastQuasi. hand: tiles that are not laid."""
    if hand:
        raise Illegal("tiles-left", f"quasi: found {len(hand)} tiles in hand, allowed are none")
    least = min(map(len, layout.parts))
    if least < LEAST_SHAPE:
        raise Illegal(
            "shape-small", f"quasi: found a shape of {least} tiles, allowed are shapes of at least {LEAST_SHAPE}"
        )


HAND = {DOMINO: DOMINO_HAND, MATCH: MATCH_HAND}  # tiles of each shape
AFTER_SKIP = 2  # turns
OVER, SHOUT, START, LAYING, DRAW = "over", "shout", "start", "lay", "draw"

Heaps = tuple[tuple[str, ...], ...]  # of each shape


@dataclass(frozen=True, slots=True)
class Turns:
    """A game between several. heaps: face down, the next one last. opened: tiles of the start that are not laid yet.
    turns: that the mover has, with this one. laid: whether the mover has laid in them. skips: in a row. owned: vertices
    in Quasi-Match, with their owners. winners: of a game that is over. goal: vertices that win a game of Quasi-Match, 0
    if it is played to its end."""

    kind: str
    colours: int
    names: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    heaps: Heaps
    opened: tuple[str, ...]
    layout: Layout = field(default_factory=Layout)
    phase: str = SHOUT
    mover: int | None = NOBODY
    turns: int = 1
    laid: bool = False
    skips: int = 0
    owned: tuple[tuple[Zeta, int], ...] = ()
    winners: tuple[int, ...] = ()
    goal: int = 0

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """What lies: one layout."""
        return (self.layout,)

    @property
    def vertices(self) -> tuple[tuple[Zeta, int | None], ...]:
        """The covered vertices, each with the player whose it is, None if nobody's."""
        owned = dict(self.owned)
        return tuple((vertex, owned.get(vertex)) for vertex in self.layout.covered)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER

    @property
    def hand(self) -> tuple[str, ...]:
        """What may be laid now."""
        if self.mover is None or self.mover == NOBODY or self.phase not in (START, LAYING):
            return ()
        own = self.hands[self.mover]
        if self.phase == LAYING:
            return own
        return (*self.opened, *own) if len(self.layout.tiles) + len(self.opened) == len(SHAPES) else self.opened

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises Illegal, which says what is wrong."""
        if self.phase == OVER:
            raise Illegal("game-over", "the game has ended")
        acts = [act for *_, act in self.acts()] + [self.forced()]
        if line in acts and line:
            return line
        if self.phase in (START, LAYING) and not self.forced() and not line.startswith(("draw ", "pass")):
            place = read_lay(line, self.layout, self.hand, self.colours)
            name = line.split()[1]
            if self.phase == START:
                held, opened = self._after_start_tile(name)
                if not can_finish(self._lay(name, place), opened, held):
                    raise Illegal("start-dead", "the start: then no other tile would join these; lay it elsewhere")
            return f"lay {name} {place.at}"
        raise self._illegal(line, " or ".join(act for act in acts if act))

    def _illegal(self, line: str, allowed: str) -> Illegal:
        """Return why a move is not what is waited for. allowed: the moves that are, but for tiles that are laid."""
        if self.phase == START:
            return Illegal("start-unfinished", "allowed is to lay the two open tiles and one of one's own first")
        if self.phase == SHOUT:
            if line.startswith("quasi "):
                why = "found a player without a tile that makes a legal shape with the two open ones"
                return Illegal("cannot-start", f"quasi: {why}")
            if line == "others":
                return Illegal("can-start", "allowed are other open tiles only where nobody can begin")
            return Illegal("not-started", f"allowed is {allowed}: nobody has begun")
        if self.phase == DRAW:
            return Illegal("must-draw", f"allowed is {allowed}: a tile is due from the pile")
        fits = next(legal(self.layout, self.hand), None)
        if fits:
            return Illegal("must-lay", f"allowed is to lay a tile: {fits[0]} fits")
        why = "" if line.startswith("lay ") else ", or to lay a tile"
        return Illegal("not-now", f"allowed is {allowed}{why}: no tile that is seen in this hand fits")

    def _lay(self, name: str, place: RhombPlace) -> Layout:
        return self.layout.lay(*parse_name(name), place.corner, place.turn)

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
        return "pass" if self._cannot() and all(map(is_seen, self.hand)) else ""

    def _cannot(self) -> bool:
        """Tell whether nothing can be laid of what is seen."""
        return self.phase == LAYING and next(legal(self.layout, self.hand), None) is None

    def acts(self) -> tuple[tuple[str, str, str], ...]:
        """Return what can be done but to lay a tile: what it is, whose or what, and the move."""
        if self.phase == SHOUT:
            able = [name for name, own in zip(self.names, self.hands, strict=True) if can_start(self.opened, own)]
            hidden = not all(is_seen(tile) for hand in self.hands for tile in hand)
            others = () if able and not hidden else (("others", "", "others"),)
            return (*(("quasi", name, f"quasi {name.lower()}") for name in able), *others)
        stuck = self._cannot() and not self.forced()  # for all that is seen
        if self.phase == DRAW or (stuck and self.kind == DOMINO and any(self.heaps)):
            return tuple(
                ("draw", shape, f"draw {shape}") for shape, heap in zip(SHAPES, self.heaps, strict=True) if heap
            )
        return (("pass", "", "pass"),) if stuck else ()

    def after(self, move: str) -> tuple[Self, str]:
        """Return the game after a legal move, and what is told of it."""
        verb, _, rest = move.partition(" ")
        if verb == "others":
            heaps = tuple((name, *heap[:-1]) for name, heap in zip(self.opened, self.heaps, strict=True))
            opened = tuple(heap[-1] for heap in self.heaps)
            done = replace(self, heaps=heaps, opened=opened)
            return done, f"{' and '.join(opened)} are turned up"
        if verb == "quasi":
            player = [name.lower() for name in self.names].index(rest)
            who = self.names[player]
            return replace(self, phase=START, mover=player), f"{who}: Quasi!"
        assert self.mover is not None
        who = self.names[self.mover]
        if verb == "draw":
            return self._draw(SHAPES.index(rest)), f"{who} draws a {rest} tile"
        if verb == "pass":
            return self._pass(who)
        return self._lay_move(move)

    def _lay_move(self, move: str) -> tuple[Self, str]:
        _, name, _ = move.split()
        assert self.mover is not None
        place = read_lay(move, self.layout, self.hand, self.colours)
        layout, hands = self._lay(name, place), list(self.hands)
        hands[self.mover] = tuple(one for one in hands[self.mover] if one != name)
        opened = tuple(one for one in self.opened if one != name)
        starting, waits = self.phase == START, bool(opened) or len(layout.tiles) <= len(SHAPES)
        done = replace(self, layout=layout, hands=tuple(hands), opened=opened, laid=True, skips=0)
        told = f"{self.names[self.mover]} lays {name}"
        if starting and waits:
            return done, told
        # of the start all count that its three tiles cover
        new = len(place.covers) if not starting else len(layout.covered)
        told += covers_words(new)
        if self.kind == MATCH:
            fresh = place.covers if not starting else layout.covered
            done = replace(done, owned=(*self.owned, *((point, self.mover) for point in fresh)))
            done = replace(done, turns=self.turns - 1 + bool(new))
            if 0 < self.goal <= done.score(self.mover):
                return replace(done, phase=OVER, winners=(self.mover,), mover=None), told
            return (replace(done, phase=DRAW) if any(self.heaps) else done.go_on()), told
        if not done.hands[self.mover] and (new or not any(self.heaps)):
            return replace(done, phase=OVER, winners=(self.mover,), mover=None), told
        if new:
            return done.settle(), told
        return (replace(done, phase=DRAW) if any(self.heaps) and not starting else done.next_player(1)), told

    def _draw(self, shape: int) -> Self:
        assert self.mover is not None
        heaps, hands = list(self.heaps), list(self.hands)
        hands[self.mover] = (*hands[self.mover], heaps[shape][-1])
        heaps[shape] = heaps[shape][:-1]
        done = replace(self, heaps=tuple(heaps), hands=tuple(hands))
        return done.next_player(1) if self.kind == DOMINO else done.go_on()

    def _pass(self, who: str) -> tuple[Self, str]:
        if self.kind == MATCH and self.laid:
            return self.next_player(1), f"{who} cannot use another turn"
        done = replace(self, skips=self.skips + 1)
        if done.skips == len(self.names):
            return done.end(), f"{who} cannot lay either"
        if self.kind == MATCH:
            return done.next_player(AFTER_SKIP), f"{who} cannot lay: {self.names[self._next]} has two turns"
        return done.next_player(1), f"{who} cannot lay"

    def go_on(self) -> Self:
        """Go on with Quasi-Match after a tile was laid, and one drawn."""
        if not any(self.heaps) and not any(self.hands):
            return self.end()
        return self.settle() if self.turns else self.next_player(1)

    @property
    def _next(self) -> int:
        """The player after the mover."""
        assert self.mover is not None
        return (self.mover + 1) % len(self.names)

    def next_player(self, turns: int) -> Self:
        """Go on with the next player, who has so many turns."""
        return replace(self, mover=self._next, turns=turns, laid=False).settle()

    def settle(self) -> Self:
        """Let the mover lay; or draw, who can lay nothing in Quasi-Domino."""
        done = replace(self, phase=LAYING)
        return replace(done, phase=DRAW) if self.kind == DOMINO and done.forced() and any(self.heaps) else done

    def end(self) -> Self:
        """End the game where nobody can lay, or nobody has a tile left."""
        scores = [self.score(player) for player in range(len(self.names))]
        best = min(scores) if self.kind == DOMINO else max(scores)
        winners = tuple(player for player, score in enumerate(scores) if score == best)
        return replace(self, phase=OVER, winners=winners, mover=None)

    def score(self, player: int) -> int:
        """What is counted: vertices, or tiles that are left."""
        return len(self.hands[player]) if self.kind == DOMINO else sum(whose == player for _, whose in self.owned)

    def reads(self, move: str) -> bool:
        """Tell whether a move is legal."""
        try:
            return bool(self.read(move))
        except ValueError:
            return False

    def standing(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""
        if self.phase == OVER:
            who = " and ".join(self.names[player] for player in self.winners)
            return f"{who} {'have' if len(self.winners) > 1 else 'has'} won."
        if self.mover == NOBODY or self.mover is None:
            return f"Open: {' and '.join(self.opened)}. Who joins them first?"
        waits = {START: "joins the two open tiles by one more", DRAW: "draws a tile, thick or thin"}
        return f"{self.names[self.mover]} {waits.get(self.phase, 'lays a tile')}."
