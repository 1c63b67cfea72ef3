"""The text form of a game, an event a line:

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
digits are. A tile of FastQuasi that is laid at no other begins a new shape.

Here the lines are read, and what is no such line is refused; whether the game can be is for the rules to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from quasiprint.errors import InputError
from quasiprint.exact.orbit import canonical, tile_id
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.design import PLAYERS as MOST_PLAYERS
from quasiprint.games.quasimino.rules import NAME
from quasiprint.model.game_text import name_key, nothing_after, read_players, read_verb, refuse_line, worded_lines

DOMINO, MATCH, FAST = "domino", "match", "fast"
KINDS = {DOMINO: "quasi-domino", MATCH: "quasi-match", FAST: "fastquasi"}
MOST_OPENED = 50  # pairs that are turned up one after the other: with the tiles of the rules the first will do
PLAYERS = range(2, MOST_PLAYERS + 1)
GOAL = re.compile(r"[1-9][0-9]{0,2}")
EXAMPLES = {
    "has": "has thick-0220 thin-0112",
    "shouts": "shouts",
    "lays": "lays thin-0121:1 at thick-0221:4",
    "draws": "draws thick-2122, or draws thick",
    "passes": "passes",
}
KEYWORDS = ("players", "open", "end", *EXAMPLES)


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A line of a game after the players. number: from 1, as an editor counts. verb: "open", "end" or one of EXAMPLES.
    player: as typed, known or not. tiles: their names in the set; of a draw perhaps a shape alone. beside: which edge
    of the tile lies along which tile's which edge, from 0."""

    number: int
    verb: str
    player: str = ""
    tiles: tuple[str, ...] = ()
    beside: tuple[int, str, int] | None = None

    @property
    def quotation(self) -> str:
        """Who does what, as a message quotes it."""
        return repr(" ".join(word for word in (self.player[:40], self.verb, *self.tiles) if word))


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
    kind, players, events = "", tuple[str, ...](), list[GameEvent]()
    goal, known = 0, dict[str, str]()
    for number, words in worded_lines(text):
        if not kind:
            kind, goal = _kind(number, words)
        elif not players:
            players = read_players(number, words, PLAYERS, KEYWORDS)
            known = {name_key(name): name for name in players}
        else:
            event = _event(number, words)
            player = known.get(name_key(event.player), event.player)
            if event.player and player not in players:
                refuse_line(number, f"found the player {event.player[:40]!r}, allowed are {', '.join(players)}")
            events.append(replace(event, player=player))
            if event.verb == "open" and sum(one.verb == "open" for one in events) > MOST_OPENED:
                refuse_line(
                    number, f"found more than {MOST_OPENED} pairs of open tiles, allowed are up to {MOST_OPENED}"
                )
    if not kind:
        raise InputError(f"game: found nothing, allowed are lines, the first {', '.join(KINDS.values())}")
    if not players:
        raise InputError("game: found no second line, allowed is the one that names the players: players Ann Ben")
    return GameText(kind, goal, players, tuple(events))


def _kind(number: int, words: list[str]) -> tuple[str, int]:
    kind = next((kind for kind, name in KINDS.items() if name == words[0].lower()), "")
    if not kind:
        refuse_line(
            number,
            f"found {words[0][:40]!r}, allowed first is {', '.join(KINDS.values())}; or a layout, which begins with {{",
        )
    if len(words) == 1:
        return kind, 0
    if kind != MATCH or words[1].lower() != "to" or len(words) != 3 or not GOAL.fullmatch(words[2]):
        found = " ".join(words[1:])[:40]
        goal = "a goal from 1 to 999, such as to 6"
        refuse_line(number, f"found {found!r} after {words[0]!r}, allowed is nothing, or in Quasi-Match {goal}")
    return kind, int(words[2])


def _event(number: int, words: list[str]) -> GameEvent:
    key = words[0].lower()
    if key == "players":
        refuse_line(number, "found a second line of players, allowed is one, the second line")
    if key == "end":
        nothing_after(number, words, 1)
        return GameEvent(number, key)
    if key == "open":
        tiles = _tiles(number, words[1:])
        if sorted(tile.partition("-")[0] for tile in tiles) != sorted(SHAPES):
            found = " ".join(words[1:])[:40]
            refuse_line(number, f"found {found!r} open, allowed are a thick and a thin tile: open thick-0221 thin-1020")
        return GameEvent(number, key, tiles=tiles)
    verb = read_verb(number, words, EXAMPLES, "open, end")
    if verb == "has":
        return GameEvent(number, verb, words[0], _tiles(number, words[2:]))
    if verb in ("shouts", "passes"):
        nothing_after(number, words, 2)
        return GameEvent(number, verb, words[0])
    if len(words) < 3 or (verb == "draws" and words[2].isdecimal()):
        refuse_line(number, f"found no tile after {words[1]!r}, allowed is a line such as: Ann {EXAMPLES[verb]}")
    if verb == "lays":
        return _lay(number, words)
    nothing_after(number, words, 3)
    drawn = words[2].lower()
    return GameEvent(number, verb, words[0], (drawn if drawn in SHAPES else _read_name(number, drawn)[0],))


def _tiles(number: int, words: list[str]) -> tuple[str, ...]:
    return tuple(_read_name(number, word.rstrip(","))[0] for word in words)


def _read_name(number: int, word: str) -> tuple[str, bool]:
    """Return a tile's name in the set, and whether it was read from the other acute corner."""
    found = NAME.fullmatch(word.lower())
    if found is None:
        why = "'thick-' or 'thin-' and four colours, anticlockwise from an acute corner, as in thin-0121"
        refuse_line(number, f"found {word[:40]!r} for a tile, allowed are names of tiles: {why}")
    marks = tuple(map(int, found[2]))
    own = canonical(HALF_TURN, marks)
    return tile_id(found[1], own), own != marks


def _edge(number: int, word: str) -> tuple[str, int]:
    """Return a tile and one of its edges, from 0 as in its name in the set."""
    name, _, edge = word.partition(":")
    if edge not in ("1", "2", "3", "4"):
        refuse_line(
            number, f"found {word[:40]!r}, allowed is a tile and its edge, 1 to 4 as its digits are: thin-0121:3"
        )
    tile, other = _read_name(number, name)
    return tile, (int(edge) - 1 + 2 * other) % 4


def _lay(number: int, words: list[str]) -> GameEvent:
    if len(words) == 3:
        return GameEvent(number, "lays", words[0], _tiles(number, words[2:]))
    if words[3].lower() != "at" or len(words) != 5:
        found = " ".join(words[3:])[:40]
        refuse_line(
            number, f"found {found!r} after {words[2][:40]!r}, allowed is a line such as: Ann {EXAMPLES['lays']}"
        )
    tile, edge = _edge(number, words[2])
    return GameEvent(number, "lays", words[0], (tile,), (edge, *_edge(number, words[4])))
