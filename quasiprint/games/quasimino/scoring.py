"""What the rules say of a layout, or of a game in its text form, up to the first event that they forbid.

A game is followed event by event. The judge is the game itself, as it is played at a table: `turns` between several,
`Built` for what each builds in FastQuasi. Here an event becomes a move of it. Hands that the text does not name are
tiles that only their owners see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from quasiprint.errors import InputError
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.notation import DOMINO, FAST, KINDS, GameEvent, GameText, read
from quasiprint.games.quasimino.placing import Layout, RhombPlace, beside, is_seen, parse_name
from quasiprint.games.quasimino.rules import CoveredVertex, RhombLayout, located
from quasiprint.games.quasimino.rules import score as score_layout
from quasiprint.games.quasimino.turns import (
    FAST_HAND,
    HAND,
    LAYING,
    OVER,
    SHOUT,
    Illegal,
    Turns,
    covers_words,
    read_lay,
    refuse_shout,
    shuffle,
)
from quasiprint.model.finding import Finding, Judgement, error
from quasiprint.model.game_text import decode, is_layout

if TYPE_CHECKING:
    from quasiprint.exact.zeta import Zeta

ROOM = 30  # edge lengths between two shapes of a hand, which cannot grow as far: they stay apart


@dataclass(frozen=True, slots=True)
class Built:
    """What somebody builds in FastQuasi. hand: tiles that are not laid."""

    colours: int
    hand: tuple[str, ...]
    layout: Layout = field(default_factory=Layout)

    def lay(self, line: str) -> tuple[Built, str]:
        """Return it with a tile more, and what is told of that. Raises Illegal."""
        place = read_lay(line, self.layout, self.hand, self.colours, self.layout.apart(ROOM))
        name = line.split()[1]
        layout = self.layout.lay(*parse_name(name), place.corner, place.turn)
        hand = tuple(one for one in self.hand if one != name)
        return replace(self, layout=layout, hand=hand), f"{name}{covers_words(len(place.covers))}"


@dataclass(frozen=True, slots=True)
class Fast:
    """A game of FastQuasi. tables: what each player builds. over: whether everybody has stopped. shouter: who stopped
    them, if somebody did."""

    names: tuple[str, ...]
    tables: tuple[Built, ...]
    over: bool = False
    shouter: int | None = None
    heaps: ClassVar[tuple[tuple[str, ...], ...]] = ()  # nobody draws
    owned: ClassVar[tuple[tuple[Zeta, int], ...]] = ()  # with tokens

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """What each player has not laid."""
        return tuple(one.hand for one in self.tables)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """What lies, one for each player."""
        return tuple(one.layout for one in self.tables)

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


Table = Turns | Fast


@dataclass(frozen=True, slots=True)
class Step:
    """The game after an event. words: what it was. covers: how many vertices it covered."""

    event: GameEvent
    table: Table
    words: str
    covers: int


def follow(text: GameText, colours: int = 3) -> tuple[list[Step], Table, Finding | None]:
    """Return the game after each event, the last of these, and what is wrong with the first event that the rules
    forbid, after which nothing is judged. Raises InputError for more players than the set has tiles for."""
    game = Follower(text, colours)
    steps, last = list[Step](), game.table
    for event in text.events:
        try:
            words = game.do(event)
        except Illegal as problem:
            link = ", " if str(problem).startswith("allowed") else ": "
            message = f"found {event.quotation}{link}{problem}"
            remedy = "correct the line; what follows it is not judged"
            return steps, last, error(problem.code, f"line {event.number}", message, remedy)
        if words:
            steps.append(Step(event, game.table, words, len(game.table.vertices) - len(last.vertices)))
        last = game.table
    return steps, last, None


class Follower:
    """A game as it is followed. Raises InputError for more players than the set has tiles for."""

    def __init__(self, text: GameText, colours: int) -> None:
        self.text, self.colours = text, colours
        self.each = FAST_HAND if text.kind == FAST else HAND[text.kind]
        unseen = tuple(shape for shape in SHAPES for _ in range(self.each))
        self.hands = [unseen] * len(text.players)
        self.have, needed = len(shuffle(colours, 0)[0]), self.each * len(text.players) + (text.kind != FAST)
        if needed > self.have:
            found = f"found {len(text.players)} players, who take {needed} tiles of each shape"
            raise InputError(f"game: {found}; the set of {colours} colours has {self.have}")
        self.begun = False
        self.table = self._deal(())

    def _deal(self, opened: tuple[str, ...]) -> Table:
        text, hands = self.text, tuple(self.hands)
        if text.kind == FAST:
            return Fast(text.players, tuple(Built(self.colours, hand) for hand in hands))
        left = self.have - self.each * len(hands) - 1
        heaps = tuple((shape,) * left for shape in SHAPES)
        return Turns(text.kind, self.colours, text.players, hands, heaps, opened, goal=text.goal)

    def do(self, event: GameEvent) -> str:
        """Go on by an event; return what it was, "" for what comes before the game. Raises Illegal."""
        if event.verb == "has":
            self._set_hand(event)
            return ""
        if isinstance(self.table, Fast):
            self.begun = True
            self.table, said = self._build(self.table, event)
        elif not self.begun:
            if event.verb != "open":
                raise Illegal("not-opened", "allowed first are the two open tiles: open thick-0221 thin-1020")
            for name in event.tiles:
                self._refuse_seen(name)
            self.table, self.begun, said = self._deal(event.tiles), True, ""
        else:
            self.table, said = self._move(self.table, event)
        return said

    def _set_hand(self, event: GameEvent) -> None:
        number = self.text.players.index(event.player)
        if self.begun:
            raise Illegal("hand-late", "allowed are first hands before the game begins")
        if any(map(is_seen, self.hands[number])):
            raise Illegal("hand-twice", "allowed is one first hand for each player")
        shapes = [_shape(name) for name in event.tiles]
        if len(shapes) != self.each * len(SHAPES) or shapes.count(SHAPES[0]) != self.each:
            raise Illegal("hand-size", f"allowed are {self.each} thick and {self.each} thin tiles")
        for at, name in enumerate(event.tiles):
            self._refuse_seen(name)
            if name in event.tiles[:at]:
                raise Illegal("tile-twice", f"{name}: found twice in this hand, allowed is once, as the set has it")
        self.hands[number] = event.tiles
        self.table = self._deal(())

    def _seen(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield where tiles are that everybody can see, and their names."""
        for layout in self.table.layouts:
            yield "on the table", tuple(tile.id for tile in layout.tiles)
        if isinstance(self.table, Turns):
            yield "open", self.table.opened
        for name, hand in zip(self.text.players, self.table.hands, strict=True):
            yield f"in {name}'s hand", hand

    def _refuse_seen(self, name: str) -> None:
        """Raise Illegal for a tile that the set does not have, or that is somewhere already."""
        highest = max(parse_name(name)[1])
        if highest >= self.colours:
            raise Illegal("tile-foreign", f"{name}: found colour {highest}, allowed are 0 to {self.colours - 1}")
        for where, names in self._seen():
            if name in names:
                raise Illegal("tile-twice", f"{name}: found {where}, allowed is a tile once, as the set has it")

    def _hand_with(self, hand: tuple[str, ...], name: str) -> tuple[str, ...]:
        """Return a hand in which a tile is seen that is laid of it, if there may be such a tile."""
        if name in hand:
            return hand
        self._refuse_seen(name)
        shape = _shape(name)
        if shape not in hand:
            return hand
        at = hand.index(shape)
        return (*hand[:at], name, *hand[at + 1 :])

    def _move(self, table: Turns, event: GameEvent) -> tuple[Turns, str]:
        """Make a move of Quasi-Domino or Quasi-Match."""
        if table.phase == OVER:
            raise Illegal("game-over", f"allowed is nothing more: {table.standing()}")
        if event.verb == "end":
            raise Illegal("no-end", f"allowed is none in {KINDS[table.kind]}: the game ends by itself")
        if event.verb == "open":
            return self._open(table, event)
        if table.phase == SHOUT and event.verb != "shouts":
            raise Illegal("not-started", "allowed is a player who shouts, or two other open tiles")
        if event.verb == "shouts":
            if table.phase != SHOUT:
                raise Illegal("started-twice", "allowed is one start")
            return table.after(table.read(f"quasi {event.player.lower()}"))
        mover = table.mover or 0
        if table.names[mover] != event.player:
            raise Illegal("out-of-turn", f"allowed is {table.names[mover]}, whose turn it is: {table.standing()}")
        if event.verb == "lays":
            return self._lay(table, event, mover)
        if event.verb == "passes":
            return table.after(table.read("pass"))
        (name,) = event.tiles
        line = table.read(f"draw {_shape(name)}")
        if is_seen(name):
            self._refuse_seen(name)
            table = _with_top(table, name)
        return table.after(line)

    def _open(self, table: Turns, event: GameEvent) -> tuple[Turns, str]:
        """Turn up two other tiles, and put the first ones back."""
        if table.phase != SHOUT:
            raise Illegal("opened-twice", "allowed are other open tiles only before the start")
        line, top = table.read("others"), table
        self.table = replace(table, opened=())  # they may be turned up again
        for name in event.tiles:
            self._refuse_seen(name)
            top = _with_top(top, name)
        after, said = top.after(line)
        return replace(after, heaps=table.heaps), said

    def _lay(self, table: Turns, event: GameEvent, mover: int) -> tuple[Turns, str]:
        (name,) = event.tiles
        if name not in table.hand:
            own = self._hand_with(table.hands[mover], name)
            table = replace(table, hands=(*table.hands[:mover], own, *table.hands[mover + 1 :]))
        if event.beside is None and table.layout.tiles:
            raise Illegal("tile-apart", f"found no place, allowed is one: {name}:1 at {table.layout.tiles[0].id}:1")
        return table.after(table.read(f"lay {name} {_place(table.layout, event)}"))

    def _build(self, table: Fast, event: GameEvent) -> tuple[Fast, str]:
        """Go on with FastQuasi."""
        if table.over:
            raise Illegal("game-over", "allowed is nothing more: everybody has stopped")
        if event.verb == "end":
            return replace(table, over=True), "everybody stops"
        if event.verb not in ("lays", "shouts"):
            raise Illegal("not-in-fastquasi", "allowed in FastQuasi are lays, shouts and end")
        number = table.names.index(event.player)
        own = table.tables[number]
        if event.verb == "shouts":
            refuse_shout(own.hand, own.layout)
            return replace(table, over=True, shouter=number), f"{event.player}: Quasi!"
        (name,) = event.tiles
        own = replace(own, hand=self._hand_with(own.hand, name))
        own, said = own.lay(f"lay {name} {_place(own.layout, event)}")
        tables = (*table.tables[:number], own, *table.tables[number + 1 :])
        return replace(table, tables=tables), f"{event.player} lays {said}"


def _shape(name: str) -> str:
    return name.partition("-")[0]


def _with_top(table: Turns, name: str) -> Turns:
    """Return the game with a certain tile on top of its heap."""
    at = SHAPES.index(_shape(name))
    heaps = table.heaps
    return replace(table, heaps=(*heaps[:at], (*heaps[at][:-1], name), *heaps[at + 1 :]))


def _place(layout: Layout, event: GameEvent) -> str:
    """Return the place that an event tells; for a tile that is laid at no other, one where a shape begins."""
    shape = _shape(event.tiles[0])
    if event.beside is None:
        return next(place.at for place in layout.apart(ROOM) or layout.places if place.shape == shape)
    edge, other, there = event.beside
    tile = next((tile for tile in layout.tiles if tile.id == other), None)
    if tile is None:
        raise Illegal("no-neighbour", f"found {other} nowhere on the table, allowed is a tile that lies there")
    lying = beside(shape, there, tile, edge)
    return RhombPlace(shape, lying.corner, lying.turn).at


STARTERS = "who shouted first, and who shouted in vain"
TAKEN_OFF = "which tiles were left in hand, or lay wrongly and were taken off before the count"


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event as it is told: the line, who did it, how many vertices it covered, and the player's score after it."""

    line: int
    player: str
    covers: int
    score: int
    event: str


@dataclass(frozen=True, slots=True)
class OwnedVertex(CoveredVertex):
    """A covered vertex that is somebody's in Quasi-Match, or of what somebody built in FastQuasi."""

    player: str


@dataclass(frozen=True, slots=True)
class QuasiScore(Judgement):
    """What the rules say of a game. counts: what scores are. hands, pile: in tiles. winners: of a finished game."""

    game: str
    legal: bool
    counts: str
    scores: dict[str, int]
    events: tuple[ScoredEvent, ...]
    covered: int
    vertices: tuple[CoveredVertex, ...]
    hands: dict[str, int]
    pile: dict[str, int]
    finished: bool
    winners: tuple[str, ...]
    findings: tuple[Finding, ...]
    not_seen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the JSON object; a game that goes on has no winners in it, and FastQuasi no pile."""
        left_out = {"winners": not self.finished, "pile": not self.pile}
        return {key: value for key, value in Judgement.as_json(self).items() if not left_out.get(key)}


def score(text: bytes, colours: int = 3) -> RhombLayout | QuasiScore:
    """Judge a layout, or a game. Raises InputError for what cannot be read."""
    return score_layout(text, colours) if is_layout(text) else score_game(decode(text), colours)


def last_table(text: bytes, colours: int = 3) -> Table:
    """Return a game as it is at its end, or before the first line that the rules forbid. Raises InputError as
    `score`."""
    return follow(read(decode(text)), colours)[1]


def score_game(text: str, colours: int = 3) -> QuasiScore:
    """Judge a game in its text form. Raises InputError, which names the line, for what is not in the form."""
    said = read(text)
    steps, table, finding = follow(said, colours)
    names = table.names
    events = tuple(
        ScoredEvent(step.event.number, player, step.covers, step.table.score(names.index(player)), step.words)
        for step in steps
        if (player := step.event.player)
    )
    vertices = tuple(_vertices(table))
    return QuasiScore(
        game=f"{KINDS[said.kind]} to {said.goal}" if said.goal else KINDS[said.kind],
        legal=finding is None,
        counts="tiles left" if said.kind == DOMINO else "vertices",
        scores={name: table.score(player) for player, name in enumerate(names)},
        events=events,
        covered=len(vertices),
        vertices=vertices,
        hands=dict(zip(names, map(len, table.hands), strict=True)),
        pile=dict(zip(SHAPES, map(len, table.heaps), strict=False)),
        finished=table.over,
        winners=tuple(names[player] for player in table.winners),
        findings=(finding,) if finding else (),
        not_seen=_not_seen(said, steps),
    )


def _vertices(table: Table) -> Iterator[CoveredVertex]:
    for vertex, owner in table.vertices:
        yield CoveredVertex(*located(vertex)) if owner is None else OwnedVertex(*located(vertex), table.names[owner])


def _not_seen(said: GameText, steps: list[Step]) -> tuple[str, ...]:
    """Return what the text does not say."""
    if said.kind == FAST:
        return (TAKEN_OFF,)
    blind = {
        after.event.player
        for before, after in zip(steps, steps[1:], strict=False)
        if isinstance(before.table, Turns) and before.table.phase == LAYING and after.event.verb in ("draws", "passes")
        if not all(map(is_seen, before.table.hands[before.table.names.index(after.event.player)]))
    }
    who = " and ".join(name for name in said.players if name in blind)
    hidden = (f"which tiles {who} had where the text names none, and whether one of them could be laid",) if who else ()
    return (STARTERS, *hidden)
