"""What the rules say of a layout, or of a game in its text form, up to the first event that they forbid.

A game is followed event by event. The judge is the game itself, as it is played at a table: `turns`. Here an event
becomes a move of it. Hands that the text does not name are tiles that only their owners see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from quasiprint.errors import InputError
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.rules import (
    CoveredVertex,
    Layout,
    RhombLayout,
    RhombPlace,
    beside,
    is_face_up,
    located,
    parse_name,
)
from quasiprint.games.quasimino.rules import score as score_layout
from quasiprint.games.quasimino.turns import (
    DOMINO,
    FAST,
    HAND,
    KINDS,
    LAYING,
    OVER,
    ROOM,
    SHOUT,
    Built,
    Fast,
    GameEvent,
    GameText,
    Illegal,
    Table,
    Turns,
    lay_of,
    read,
    shuffle,
)
from quasiprint.model.finding import Finding, Judgement, refused
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, is_layout
from quasiprint.model.play import Event, Move


class Step(NamedTuple):
    """An event, the game after it, and what that came to."""

    event: GameEvent
    table: Table
    came: Event


def follow(text: GameText, colours: int = 3) -> tuple[list[Step], Table, Finding | None]:
    """Return the game after each event, the last of these, and what is wrong with the first event that the rules
    forbid, after which nothing is judged. Raises InputError for more players than the set has tiles for."""
    game, steps = Followed.of(text, colours), list[Step]()
    for event in text.events:
        done = game.apply(event)
        if isinstance(done, Finding):
            return steps, game.table, done.of(f"line {event.number}")
        game, came = done
        if came.text:
            steps.append(Step(event, game.table, came))
    return steps, game.table, None


@dataclass(frozen=True, slots=True)
class Followed:
    """A game as a text tells it: its moves are events. begun: whether anything was done but to name hands."""

    text: GameText
    colours: int
    table: Table
    begun: bool = False

    @staticmethod
    def of(text: GameText, colours: int) -> Followed:
        """Return a game before its first event. Raises InputError for more players than the set has tiles for."""
        number, have, names = HAND[text.kind], len(shuffle(colours, 0)[0]), text.players
        needed = number * len(names) + (text.kind != FAST)
        if needed > have:
            found = f"found {len(names)} players, who take {needed} tiles of each shape"
            raise InputError(f"game: {found}; the set of {colours} colours has {have}")
        unseen = tuple(shape for shape in SHAPES for _ in range(number))
        if text.kind == FAST:
            return Followed(text, colours, Fast(names, (Built(colours, unseen),) * len(names)))
        heaps = tuple((shape,) * (have - needed) for shape in SHAPES)
        table = Turns(text.kind, colours, names, (unseen,) * len(names), heaps, (), goal=text.goal)
        return Followed(text, colours, table)

    def apply(self, event: GameEvent) -> tuple[Followed, Event] | Finding:
        """Return the game after an event, and what that came to, nothing for what comes before the game; or why it is
        illegal."""
        try:
            table, came = self.table, Event("")
            if event.verb == "has":
                return replace(self, table=self._set_hand(event)), came
            if isinstance(table, Fast):
                table, came = self._build(table, event)
            elif self.begun:
                table, came = self._move(table, event)
            elif event.verb != "open":
                raise Illegal("not-opened", "allowed first are the two open tiles: open thick-0221 thin-1020")
            else:
                for name in event.tiles:
                    self.refuse_seen(name)
                table = replace(table, opened=event.tiles)
            return replace(self, table=table, begun=True), came
        except Illegal as problem:
            link = ", " if str(problem).startswith("allowed") else ": "
            remedy = "correct the line; what follows it is not judged"
            return refused(problem.code, f"found {event.quotation}{link}{problem}", remedy)

    def _set_hand(self, event: GameEvent) -> Table:
        number, each = self.text.players.index(event.player), HAND[self.text.kind]
        if self.begun:
            raise Illegal("hand-late", "allowed are first hands before the game begins")
        if any(map(is_face_up, self.table.hands[number])):
            raise Illegal("hand-twice", "allowed is one first hand for each player")
        shapes = [parse_name(name)[0] for name in event.tiles]
        if len(shapes) != each * len(SHAPES) or shapes.count(SHAPES[0]) != each:
            raise Illegal("hand-size", f"allowed are {each} thick and {each} thin tiles")
        for at, name in enumerate(event.tiles):
            self.refuse_seen(name)
            if name in event.tiles[:at]:
                raise Illegal("tile-twice", f"{name}: found twice in this hand, allowed is once, as the set has it")
        return self.table.with_hand(number, event.tiles)

    def refuse_seen(self, name: str) -> None:
        """Raise Illegal for a tile that the set does not have, or that is somewhere already."""
        highest = max(parse_name(name)[1])
        if highest >= self.colours:
            raise Illegal("tile-foreign", f"{name}: found colour {highest}, allowed are 0 to {self.colours - 1}")
        places = [("on the table", tuple(tile.id for tile in layout.tiles)) for layout in self.table.layouts]
        places += [("open", self.table.opened)] if isinstance(self.table, Turns) else []
        hands = zip(self.text.players, self.table.hands, strict=True)
        for where, names in (*places, *((f"in {player}'s hand", hand) for player, hand in hands)):
            if name in names:
                raise Illegal("tile-twice", f"{name}: found {where}, allowed is a tile once, as the set has it")

    def _hand_with(self, player: int, name: str) -> tuple[str, ...]:
        """Return a hand in which a tile is seen that is laid of it, if there may be such a tile."""
        hand, shape = self.table.hands[player], parse_name(name)[0]
        if name in hand:
            return hand
        self.refuse_seen(name)
        if shape not in hand:
            return hand
        at = hand.index(shape)
        return (*hand[:at], name, *hand[at + 1 :])

    def _move(self, table: Turns, event: GameEvent) -> tuple[Turns, Event]:
        """Make a move of Quasi-Domino or Quasi-Match."""
        if table.phase == OVER:
            raise Illegal("game-over", f"allowed is nothing more: {table.status_line()}")
        if event.verb == "end":
            raise Illegal("no-end", f"allowed is none in {KINDS[table.kind]}: the game ends by itself")
        if event.verb == "open":
            return self._open(table, event)
        if table.phase == SHOUT and event.verb != "shouts":
            raise Illegal("not-started", "allowed is a player who shouts, or two other open tiles")
        if event.verb == "shouts":
            if table.phase != SHOUT:
                raise Illegal("started-twice", "allowed is one start")
            return table.after(Move("quasi", event.player.lower()))
        mover = table.mover or 0
        if table.names[mover] != event.player:
            raise Illegal("out-of-turn", f"allowed is {table.names[mover]}, whose turn it is: {table.status_line()}")
        if event.verb == "passes":
            return table.after(Move("pass"))
        (name,) = event.tiles
        if event.verb == "lays":
            if name not in table.hand:
                table = table.with_hand(mover, self._hand_with(mover, name))
            if event.beside is None and table.layout.tiles:
                raise Illegal("tile-apart", f"found no place, allowed is one: {name}:1 at {table.layout.tiles[0].id}:1")
            return table.after(lay_of(name, _place(table.layout, event)))
        done = table.after(Move("draw", parse_name(name)[0]))
        if not is_face_up(name):
            return done
        self.refuse_seen(name)
        return _with_top(table, name).after(Move("draw", parse_name(name)[0]))

    def _open(self, table: Turns, event: GameEvent) -> tuple[Turns, Event]:
        """Turn up two other tiles, and put the first ones back."""
        if table.phase != SHOUT:
            raise Illegal("opened-twice", "allowed are other open tiles only before the start")
        top = table
        for name in event.tiles:
            top = _with_top(top, name)
        done, came = top.after(Move("others"))
        put_back = replace(self, table=replace(table, opened=()))  # they may be turned up again
        for name in event.tiles:
            put_back.refuse_seen(name)
        return replace(done, heaps=table.heaps), came

    def _build(self, table: Fast, event: GameEvent) -> tuple[Fast, Event]:
        """Go on with FastQuasi."""
        if table.over:
            raise Illegal("game-over", "allowed is nothing more: everybody has stopped")
        if event.verb == "end":
            return replace(table, over=True), Event("everybody stops")
        if event.verb not in ("lays", "shouts"):
            raise Illegal("not-in-fastquasi", "allowed in FastQuasi are lays, shouts and end")
        number = table.names.index(event.player)
        if event.verb == "shouts":
            return table.after(number, Move("quasi"))
        (name,) = event.tiles
        table = table.with_hand(number, self._hand_with(number, name))
        return table.after(number, lay_of(name, _place(table.layouts[number], event)))


def _with_top(table: Turns, name: str) -> Turns:
    """Return the game with a certain tile on top of its heap."""
    shape = SHAPES.index(parse_name(name)[0])
    heaps = ((*heap[:-1], name) if k == shape else heap for k, heap in enumerate(table.heaps))
    return replace(table, heaps=tuple(heaps))


def _place(layout: Layout, event: GameEvent) -> RhombPlace:
    """Return the place that an event tells; for a tile that is laid at no other, one where a shape begins."""
    shape = parse_name(event.tiles[0])[0]
    if event.beside is None:
        return next(place for place in layout.apart(ROOM) or layout.places if place.shape == shape)
    edge, other, there = event.beside
    tile = next((tile for tile in layout.tiles if tile.id == other), None)
    if tile is None:
        raise Illegal("no-neighbour", f"found {other} nowhere on the table, allowed is a tile that lies there")
    lying = beside(shape, there, tile, edge)
    return RhombPlace(shape, lying.corner, lying.turn)


STARTERS = "who shouted first, and who shouted in vain"
TAKEN_OFF = "which tiles were left in hand, or lay wrongly and were taken off before the count"


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event of a report: the line, who did it, how many vertices it covered, and the player's score after it."""

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


def score(text: bytes, options: Parameters) -> RhombLayout | QuasiScore:
    """Judge a layout, or a game: see `quasiprint.model.game.Scores`. Raises InputError for what cannot be read."""
    colours = int(options["colours"])
    return score_layout(text, colours) if is_layout(text) else score_game(decode(text), colours)


def last_table(text: bytes, colours: int = 3) -> Table:
    """Return a game as it is at its end, or before the first line that the rules forbid. Raises InputError as
    `score`."""
    return follow(read(decode(text)), colours)[1]


def score_game(text: str, colours: int = 3) -> QuasiScore:
    """Judge a game in its text form. Raises InputError, which names the line, for what is not in the form."""
    game = read(text)
    steps, table, finding = follow(game, colours)
    names = table.names
    events = tuple(
        ScoredEvent(event.number, event.player, came.points, after.score(names.index(event.player)), came.text)
        for event, after, came in steps
        if event.player
    )
    vertices = tuple(
        CoveredVertex(*located(vertex)) if owner is None else OwnedVertex(*located(vertex), names[owner])
        for vertex, owner in table.vertices
    )
    return QuasiScore(
        game=f"{KINDS[game.kind]} to {game.goal}" if game.goal else KINDS[game.kind],
        legal=finding is None,
        counts="tiles left" if game.kind == DOMINO else "vertices",
        scores={name: table.score(player) for player, name in enumerate(names)},
        events=events,
        covered=len(vertices),
        vertices=vertices,
        hands=dict(zip(names, map(len, table.hands), strict=True)),
        pile=dict(zip(SHAPES, map(len, table.heaps), strict=False)),
        finished=table.over,
        winners=tuple(names[player] for player in table.winners),
        findings=(finding,) if finding else (),
        not_seen=_not_seen(game, steps),
    )


def _not_seen(game: GameText, steps: list[Step]) -> tuple[str, ...]:
    """Return what the text does not say."""
    if game.kind == FAST:
        return (TAKEN_OFF,)
    blind = {
        event.player
        for (_, before, _), (event, _, _) in pairwise(steps)
        if isinstance(before, Turns) and before.phase == LAYING and event.verb in ("draws", "passes")
        if not all(map(is_face_up, before.hands[before.names.index(event.player)]))
    }
    who = " and ".join(name for name in game.players if name in blind)
    hidden = (f"which tiles {who} had where the text names none, and whether one of them could be laid",) if who else ()
    return (STARTERS, *hidden)
