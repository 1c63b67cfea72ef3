"""States of the games between moves: whose turn it is, who holds what, whether the game is over; and why a tile cannot
be laid.

`Turns` is Quasi-Domino and Quasi-Match, `Built` what somebody builds alone, and `Fast` a game of FastQuasi, in which
each player does. All have the shape of `quasiprint.model.play`. A move is a line: ``quasi ann`` begins, ``lay thin-0121
-1,1,0,1/4``, ``draw thick``, ``others`` turns up two other tiles where nobody can begin, and ``pass``, which nobody
chooses; alone, ``quasi`` ends it once every tile lies.

A tile that only its owner sees is named by its shape alone. Whether it could have been laid is taken on trust.

The text form of a game, an event a line:

    quasi-domino                       # or: quasi-match, quasi-match to 6, fastquasi
    players Ann Ben
    Ann has thick-0220 thick-1112 …    # the first hand, where it is known
    open thick-0221 thin-1020
    Ben shouts
    Ben lays thick-0221
    Ben lays thin-0000:1 at thick-0221:4
    Ann draws thick-2122               # or: draws thick
    Ann passes
    end                                # of FastQuasi, where nobody shouts

A tile is known by its name: its shape, and the colours of its edges anticlockwise from an acute corner, either of the
two. ``thin-0000:1 at thick-0221:4`` lays its first edge along the fourth edge of a tile on the table, counted as the
digits are. A tile of FastQuasi that is laid at no other begins a new shape. What is no such line is refused; whether
the game can be is for `scoring` to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import ClassVar, Self

from quasiprint.errors import InputError
from quasiprint.exact.orbit import canonical, labellings, tile_id
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.design import PLAYERS as MOST_PLAYERS
from quasiprint.games.quasimino.rules import Layout, PlacedRhomb, RhombPlace, is_face_up, judge, legal, parse_name
from quasiprint.model.finding import Finding, refused
from quasiprint.model.game import NOBODY
from quasiprint.model.game_text import name_key, read_players, read_verb, refuse_line, worded_lines
from quasiprint.model.play import Event, Move

DOMINO, MATCH, FAST = "domino", "match", "fast"
KINDS = {DOMINO: f"quasi-{DOMINO}", MATCH: f"quasi-{MATCH}", FAST: f"{FAST}quasi"}
MOST_OPENED = 50  # pairs that are turned up one after the other: with the tiles of the rules the first will do
PLAYERS = range(2, MOST_PLAYERS + 1)
FIRST = re.compile(rf"{KINDS[MATCH]} to (?P<goal>[1-9][0-9]{{0,2}})|{'|'.join(KINDS.values())}", re.IGNORECASE)
ALONE = {"open": "open thick-0221 thin-1020", "end": "end"}
EXAMPLES = {
    "has": "has thick-0220 thin-0112",
    "shouts": "shouts",
    "lays": "lays thin-0121:1 at thick-0221:4",
    "draws": "draws thick-2122, or draws thick",
    "passes": "passes",
}
KEYWORDS = ("players", *ALONE, *EXAMPLES)
TILE = f"(?:{'|'.join(SHAPES)})-[0-9]{{4}}"
FORMS = {  # what follows each verb, commas left out
    "open": rf"(?=.*thick)(?=.*thin)(?P<tiles>{TILE} {TILE})",
    "has": rf"(?P<tiles>{TILE}(?: {TILE})*)",
    "lays": rf"(?P<tiles>{TILE})(?::(?P<edge>[1-4]) at (?P<other>{TILE}):(?P<side>[1-4]))?",
    "draws": rf"(?P<tiles>{TILE}|{'|'.join(SHAPES)})",
}


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A line of a game after the players. number: from 1, as an editor counts. verb: of ALONE or EXAMPLES. tiles: their
    names in the set; of a draw perhaps a shape alone. beside: which edge of the tile lies along which tile's which
    edge, from 0."""

    number: int
    verb: str
    player: str = ""
    tiles: tuple[str, ...] = ()
    beside: tuple[int, str, int] | None = None

    @property
    def quotation(self) -> str:
        """Who does what, as a message quotes it."""
        return repr(" ".join(word for word in (self.player, self.verb, *self.tiles) if word))


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as it was written down. goal: vertices that win a game of Quasi-Match, 0 if it is played to its end."""

    kind: str
    goal: int
    players: tuple[str, ...]
    events: tuple[GameEvent, ...]


def read(text: str) -> GameText:
    """Return what the lines of a game say. Raises InputError, which names the line (from 1), for what is not in the
    text form."""
    kind, goal, opened, known, events = "", 0, 0, dict[str, str](), list[GameEvent]()
    for number, words in worded_lines(text):
        if not kind:
            line = " ".join(words)
            found = FIRST.fullmatch(line)
            if found is None:
                kinds = f"{', '.join(KINDS.values())}, or {KINDS[MATCH]} to 6; or a layout, which begins with {{"
                refuse_line(number, f"found {line[:40]!r}, allowed first is {kinds}")
            kind = next(kind for kind, name in KINDS.items() if name == words[0].lower())
            goal = int(found["goal"] or 0)
        elif not known:
            known = {name_key(name): name for name in read_players(number, words, PLAYERS, KEYWORDS)}
        else:
            events.append(_event(number, words, known))
            opened += events[-1].verb == "open"
            if opened > MOST_OPENED:
                allowed = f"allowed are up to {MOST_OPENED}"
                refuse_line(number, f"found more than {MOST_OPENED} pairs of open tiles, {allowed}")
    if not kind:
        raise InputError(f"game: found nothing, allowed are lines, the first {', '.join(KINDS.values())}")
    if not known:
        raise InputError("game: found no second line, allowed is the one that names the players: players Ann Ben")
    return GameText(kind, goal, tuple(known.values()), tuple(events))


def _event(number: int, words: list[str], known: Mapping[str, str]) -> GameEvent:
    """Return what a line tells. known: the players, by what is seen of their names."""
    verb, player, after = words[0].lower(), "", words[1:]
    if verb == "players":
        refuse_line(number, "found a second line of players, allowed is one, the second line")
    if verb not in ALONE:
        verb, after = read_verb(number, words, EXAMPLES, ", ".join(ALONE)), words[2:]
        player = known.get(name_key(words[0]), "")
        if not player:
            refuse_line(number, f"found the player {words[0][:40]!r}, allowed are {', '.join(known.values())}")
    rest = " ".join(" ".join(after).replace(",", " ").split())
    told = re.fullmatch(FORMS.get(verb, ""), rest.lower())
    if told is None:
        what, example = repr(rest[:40]) if rest else "nothing", ALONE.get(verb) or f"Ann {EXAMPLES[verb]}"
        refuse_line(number, f"found {what} after {verb!r}, allowed is a line such as: {example}")
    found, beside = told.groupdict(""), None
    tiles = tuple(word if word in SHAPES else _edge(word)[0] for word in found.get("tiles", "").split())
    if found.get("edge"):
        beside = _edge(found["tiles"], found["edge"])[1], *_edge(found["other"], found["side"])
    return GameEvent(number, verb, player, tiles, beside)


def _edge(name: str, edge: str = "1") -> tuple[str, int]:
    """Return a tile by its name in the set, and one of its edges, from 0 as there. edge: from 1, as the digits are in
    the name that was typed, which may be read from the other acute corner."""
    shape, marks = parse_name(name)
    labels = canonical(HALF_TURN, marks)
    return tile_id(shape, labels), (int(edge) - 1 + 2 * (labels != marks)) % 4


HAND = {DOMINO: 3, MATCH: 2, FAST: 7}  # tiles of each shape
LEAST_SHAPE = 3  # tiles, in FastQuasi
ROOM = 30  # edge lengths between two shapes of a hand, which cannot grow as far: they stay apart
ENTRY = re.compile(r" \(entry [0-9]+\)")  # of a layout, which means nothing at a table
LAY = re.compile(r"lay ([a-z]+-[0-9]{4}) (-?[0-9]{1,4}(?:,-?[0-9]{1,4}){3})/([0-9])")


Heaps = tuple[tuple[str, ...], ...]  # of each shape, or each player


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


def deal(kind: str, colours: int, players: int, seed: int | str) -> tuple[Heaps, Heaps, tuple[str, ...]]:
    """Return the hands of a game before its start, the heaps, and the open tiles. seed: the same means the same, for
    good."""
    heaps = shuffle(colours, seed)
    hands = tuple(tuple(heap.pop() for heap in heaps for _ in range(HAND[kind])) for _ in range(players))
    opened = tuple(heap.pop() for heap in heaps)
    return hands, tuple(map(tuple, heaps)), opened


def lay_of(name: str, place: RhombPlace) -> Move:
    """Return the move that lays a tile."""
    return Move("lay", name, place.at)


class Played:
    """What the games have in common: how moves are read and judged."""

    __slots__ = ()

    def parse(self, line: str) -> Move:
        """Return the move that a line tells, legal or not."""
        return Move.of(line)

    def words(self, move: Move) -> str:
        """Return the line that tells a move."""
        return str(move)

    def apply(self, move: Move) -> tuple[Self, Event] | Finding:
        """Return the game after a move, and what it came to; or why it is illegal."""
        try:
            return self.after(move)
        except Illegal as problem:
            return refused(problem.code, str(problem))

    def after(self, move: Move) -> tuple[Self, Event]:
        """Return the same. Raises Illegal."""
        raise NotImplementedError

    def allows(self, move: Move) -> bool:
        """Tell whether a move is legal."""
        return not isinstance(self.apply(move), Finding)


def _place(match: re.Match[str]) -> RhombPlace:
    return RhombPlace(match[1].partition("-")[0], Zeta(*map(int, match[2].split(","))), int(match[3]))


def find_place(
    move: Move, layout: Layout, hand: Sequence[str], colours: int, apart: Sequence[RhombPlace] = ()
) -> RhombPlace:
    """Return the place of a move that lays a tile. apart: places along no edge. Raises Illegal, in the sentence of the
    rules, for one that cannot be laid."""
    match = LAY.fullmatch(str(move))
    if match is None:
        raise Illegal("move-unknown", f"found {str(move)[:40]!r}, allowed is a line such as: lay thin-0121 -1,1,0,1/4")
    name, (shape, corner, turn, *_) = match[1], _place(match)
    if name not in hand:
        names = dict.fromkeys(tile if is_face_up(tile) else f"any {tile} tile" for tile in hand)
        raise Illegal("tile-not-in-hand", f"{name}: found no such tile in hand, allowed: {', '.join(names) or 'none'}")
    _, marks = parse_name(name)
    free = (place for place in apart if place[:3] == (shape, corner, turn))
    place = layout.place(shape, corner, turn) or next(free, None)
    if place is not None and place.fits(marks):
        return place
    lying = (*layout.tiles, PlacedRhomb(len(layout.tiles) + 1, shape, marks, corner, turn))
    for finding in judge(lying, colours)[0]:
        raise Illegal(finding.code, f"{ENTRY.sub('', finding.subject)}: {finding.message}")
    raise Illegal("tile-apart", "found no edge that it shares with the tiles on the table, allowed is edge to edge")


def lay_event(message: str, covers: int) -> Event:
    """Return what a laid tile came to. covers: how many vertices."""
    why = f"covers {covers} {'vertex' if covers == 1 else 'vertices'}" if covers else ""
    return Event(f"{message}, and {why}" if why else message, covers, why)


def without(hand: Sequence[str], name: str) -> tuple[str, ...]:
    """Return tiles without one of them."""
    return tuple(tile for tile in hand if tile != name)


@lru_cache(maxsize=64)
def can_start(opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether a hand has a tile that makes a legal shape with the open ones, or may have one that is not seen."""
    return not all(map(is_face_up, hand)) or any(can_finish(Layout(), opened, (tile,)) for tile in hand)


def can_finish(layout: Layout, opened: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """Tell whether the start's tiles can be laid: all open tiles, and one of a hand, if it has any. Tiles that are not
    seen may be any."""
    if not (opened or hand) or not all(map(is_face_up, hand)):
        return True
    if not layout.tiles:
        first = layout.lay(*parse_name(opened[0]), layout.places[0].corner, 0)
        return can_finish(first, opened[1:], hand)
    for name, place in legal(layout, (*opened, *hand)):
        in_hand = name in hand
        rest = opened if in_hand else without(opened, name)
        if can_finish(layout.lay(*parse_name(name), place.corner, place.turn), rest, () if in_hand else hand):
            return True
    return False


AFTER_SKIP = 2  # turns
OVER, SHOUT, START, LAYING, DRAW = "over", "shout", "start", "lay", "draw"


@dataclass(frozen=True, slots=True)
class Turns(Played):
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
    def who(self) -> str:
        """The mover's name, "" while there is none."""
        return "" if self.mover is None or self.mover == NOBODY else self.names[self.mover]

    @property
    def hand(self) -> tuple[str, ...]:
        """What may be laid now."""
        if not self.who or self.phase not in (START, LAYING):
            return ()
        in_hand = self.hands[self.mover or 0]
        if self.phase == LAYING:
            return in_hand
        return (*self.opened, *in_hand) if len(self.layout.tiles) + len(self.opened) == len(SHAPES) else self.opened

    def after(self, move: Move) -> tuple[Self, Event]:
        """Return the game after a move, and what it came to. Raises Illegal."""
        if self.phase == OVER:
            raise Illegal("game-over", "the game has ended")
        line, acts = str(move), [act for *_, act in self.acts()]
        if line in acts:
            if move.verb == "others":
                heaps = tuple((name, *heap[:-1]) for name, heap in zip(self.opened, self.heaps, strict=True))
                opened = tuple(heap[-1] for heap in self.heaps)
                return replace(self, heaps=heaps, opened=opened), Event(f"{' and '.join(opened)} are turned up")
            if move.verb == "quasi":
                player = [name.lower() for name in self.names].index(move.what)
                return replace(self, phase=START, mover=player), Event(f"{self.names[player]}: Quasi!")
            if move.verb == "draw":
                shape = SHAPES.index(move.what)
                assert self.mover is not None
                hand = (*self.hands[self.mover], self.heaps[shape][-1])
                heaps = tuple(heap[:-1] if k == shape else heap for k, heap in enumerate(self.heaps))
                done = replace(self.with_hand(self.mover, hand), heaps=heaps)
                done = done.next_player(1) if self.kind == DOMINO else done.go_on()
                return done, Event(f"{self.who} draws a {move.what} tile")
            if self.kind == MATCH and self.laid:
                return self.next_player(1), Event(f"{self.who} cannot use another turn")
            done = replace(self, skips=self.skips + 1)
            if done.skips == len(self.names):
                return done.end(), Event(f"{self.who} cannot lay either")
            if self.kind == MATCH:
                words = f"{self.who} cannot lay: {self.names[self._next]} has two turns"
                return done.next_player(AFTER_SKIP), Event(words)
            return done.next_player(1), Event(f"{self.who} cannot lay")
        if self.phase in (START, LAYING) and move.verb not in ("draw", "pass"):
            return self._lay(move.what, find_place(move, self.layout, self.hand, self.colours))
        raise self._illegal(line, " or ".join(acts))

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
        return Illegal("not-now", f"allowed is {allowed}, or to lay a tile: no tile that is seen in this hand fits")

    def forced(self) -> str:
        """Return the move that waits for nobody: a draw from the only heap, or a pass; "" if there is none."""
        acts = [act for *_, act in self.acts()]
        waits = self.phase == DRAW or (self.phase == LAYING and all(map(is_face_up, self.hand)))
        return acts[0] if waits and len(acts) == 1 else ""

    def acts(self) -> tuple[tuple[str, str, str], ...]:
        """Return the possible moves that lay no tile, each as (verb, subject, line)."""
        if self.phase == SHOUT:
            able = [name for name, hand in zip(self.names, self.hands, strict=True) if can_start(self.opened, hand)]
            hidden = not all(is_face_up(tile) for hand in self.hands for tile in hand)
            others = () if able and not hidden else (("others", "", "others"),)
            return (*(("quasi", name, f"quasi {name.lower()}") for name in able), *others)
        stuck = self.phase == LAYING and next(legal(self.layout, self.hand), None) is None  # for all that is seen
        if self.phase == DRAW or (stuck and self.kind == DOMINO and any(self.heaps)):
            return tuple(
                ("draw", shape, f"draw {shape}") for shape, heap in zip(SHAPES, self.heaps, strict=True) if heap
            )
        return (("pass", "", "pass"),) if stuck else ()

    def _lay(self, name: str, place: RhombPlace) -> tuple[Self, Event]:
        assert self.mover is not None
        layout, starting = self.layout.lay(*parse_name(name), place.corner, place.turn), self.phase == START
        kept, opened, hand = without(self.hands[self.mover], name), without(self.opened, name), self.hand
        if starting:
            # of their own, who begin may still lay one, if they have laid none
            held = self.hands[self.mover] if name in self.opened and len(hand) > len(self.opened) else ()
            if not can_finish(layout, opened, held):
                raise Illegal("start-dead", "the start: then no other tile would join these; lay it elsewhere")
        done = replace(self.with_hand(self.mover, kept), layout=layout, opened=opened, laid=True, skips=0)
        message = f"{self.who} lays {name}"
        if starting and (opened or len(layout.tiles) <= len(SHAPES)):
            return done, lay_event(message, 0)
        # of the start all count that its three tiles cover
        covers = layout.covered if starting else place.covers
        event = lay_event(message, len(covers))
        if self.kind == MATCH:
            owned = (*self.owned, *((point, self.mover) for point in covers))
            done = replace(done, owned=owned, turns=self.turns - 1 + bool(covers))
            if 0 < self.goal <= done.score(self.mover):
                return replace(done, phase=OVER, winners=(self.mover,), mover=None), event
            return (replace(done, phase=DRAW) if any(self.heaps) else done.go_on()), event
        if not kept and (covers or not any(self.heaps)):
            return replace(done, phase=OVER, winners=(self.mover,), mover=None), event
        if covers:
            return done.settle(), event
        return (replace(done, phase=DRAW) if any(self.heaps) and not starting else done.next_player(1)), event

    def with_hand(self, player: int, tiles: tuple[str, ...]) -> Self:
        """Return the game, a player's hand another one."""
        return replace(self, hands=tuple(tiles if k == player else hand for k, hand in enumerate(self.hands)))

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
        """Let the mover lay a tile, or draw one in Quasi-Domino if none can be laid."""
        done = replace(self, phase=LAYING)
        draws = self.kind == DOMINO and any(self.heaps) and bool(done.acts()) and all(map(is_face_up, done.hand))
        return replace(done, phase=DRAW) if draws else done

    def end(self) -> Self:
        """End the game where nobody can lay, or nobody has a tile left."""
        scores = [self.score(player) for player in range(len(self.names))]
        best = min(scores) if self.kind == DOMINO else max(scores)
        winners = tuple(player for player, score in enumerate(scores) if score == best)
        return replace(self, phase=OVER, winners=winners, mover=None)

    def score(self, player: int) -> int:
        """What is counted: vertices, or tiles that are left."""
        return len(self.hands[player]) if self.kind == DOMINO else sum(whose == player for _, whose in self.owned)

    def status_line(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""
        if self.phase == OVER:
            who = " and ".join(self.names[player] for player in self.winners)
            return f"{who} {'have' if len(self.winners) > 1 else 'has'} won."
        if not self.who:
            return f"Open: {' and '.join(self.opened)}. Who joins them first?"
        waits = {START: "joins the two open tiles by one more", DRAW: "draws a tile, thick or thin"}
        return f"{self.who} {waits.get(self.phase, 'lays a tile')}."


@dataclass(frozen=True, slots=True)
class Built(Played):
    """What somebody builds alone, such as in FastQuasi. hand: tiles that are not laid. over: whether it is ended."""

    colours: int
    hand: tuple[str, ...]
    layout: Layout = field(default_factory=Layout)
    over: bool = False

    @property
    def apart(self) -> tuple[RhombPlace, ...]:
        """Where a new shape may begin."""
        return self.layout.apart(ROOM)

    def after(self, move: Move) -> tuple[Self, Event]:
        """Return it after a move, and what that came to. Raises Illegal."""
        if self.over:
            raise Illegal("game-over", "the game has ended")
        if str(move) == "quasi":
            if self.hand:
                raise Illegal("tiles-left", f"quasi: found {len(self.hand)} tiles in hand, allowed are none")
            least = min(map(len, self.layout.parts))
            if least < LEAST_SHAPE:
                raise Illegal(
                    "shape-small",
                    f"quasi: found a shape of {least} tiles, allowed are shapes of at least {LEAST_SHAPE}",
                )
            return replace(self, over=True), Event("Quasi!")
        place = find_place(move, self.layout, self.hand, self.colours, self.apart)
        layout = self.layout.lay(*parse_name(move.what), place.corner, place.turn)
        done = replace(self, layout=layout, hand=without(self.hand, move.what))
        return done, lay_event(f"{move.what} is laid", len(place.covers))


@dataclass(frozen=True, slots=True)
class Fast:
    """A game of FastQuasi. tables: what each player builds. over: whether everybody has stopped. shouter: who stopped
    them, if somebody did."""

    names: tuple[str, ...]
    tables: tuple[Built, ...]
    over: bool = False
    shouter: int | None = None
    heaps: ClassVar[Heaps] = ()  # nobody draws
    owned: ClassVar[tuple[tuple[Zeta, int], ...]] = ()  # with tokens

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """What each player has not laid."""
        return tuple(built.hand for built in self.tables)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """What lies, one for each player."""
        return tuple(built.layout for built in self.tables)

    @property
    def vertices(self) -> tuple[tuple[Zeta, int | None], ...]:
        """The covered vertices, each with the player whose it is."""
        return tuple((vertex, player) for player, layout in enumerate(self.layouts) for vertex in layout.covered)

    def score(self, player: int) -> int:
        """Return how many vertices a player has covered."""
        return len(self.layouts[player].covered)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: the most vertices; in a tie who shouted, if it is one of them."""
        if not self.over:
            return ()
        scores = [self.score(player) for player in range(len(self.names))]
        best = tuple(player for player, score in enumerate(scores) if score == max(scores))
        return (self.shouter,) if self.shouter in best else best

    def with_hand(self, player: int, hand: tuple[str, ...]) -> Fast:
        """Return the game, a player's hand another one."""
        tables = (replace(built, hand=hand) if k == player else built for k, built in enumerate(self.tables))
        return replace(self, tables=tuple(tables))

    def after(self, player: int, move: Move) -> tuple[Fast, Event]:
        """Return the game after a player's move, and what it came to. Raises Illegal."""
        table, event = self.tables[player].after(move)
        done = replace(self, tables=tuple(table if k == player else built for k, built in enumerate(self.tables)))
        if table.over:
            return replace(done, over=True, shouter=player), Event(f"{self.names[player]}: Quasi!")
        return done, lay_event(f"{self.names[player]} lays {move.what}", event.points)


Table = Turns | Fast
