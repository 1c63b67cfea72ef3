"""The text form of a game, one event a line:

    players Ann Ben
    round
    Ann has 5-5-5 0-5-5 …               # each first hand, where it is known
    Ann opens 5-5-5
    Ben draws 2                         # or, where it is known: Ben draws 0-0-1 4-5-5
    Ben places 4-5-5                    # or, with its place: Ben places 4-5-5 at 5-5-5 5-5
    …
    Ann places 0-5-5 hexagon            # or: hexagons 2, or: bridge
    end Ann=11 Ben=23

Here the lines are read, and what is no such line is refused; whether the game that they tell
can be is the business of the rules of scoring. Time and memory grow with the text's length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from quasiprint.errors import InputError
from quasiprint.model.game_text import name_key, nothing_after, read_players, read_verb, refuse_line, worded_lines

PLAYERS = range(2, 7)
HEXAGONS = 3  # that one tile can complete: one at each of its corners
EXAMPLES = {
    "has": "has 0-0-5 1-3-5",
    "opens": "opens 1-3-5",
    "draws": "draws 2",
    "places": "places 1-3-5",
    "passes": "passes",
}
KEYWORDS = ("players", "round", "end", *EXAMPLES)
BONUSES = "allowed are a place, such as at 5-5-5 5-5, and hexagon, hexagons 2, hexagons 3 or bridge"
WAYS = ("left", "right")
SIDE = re.compile(r"[0-9]{1,3}-[0-9]{1,3}")
NAMED = re.compile(r"[0-9]+-")  # how a tile begins, and no number
NUMBER = re.compile(r"[0-9]{1,6}")


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


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """A game as it was written down. number: of the line that names the players."""

    number: int
    players: tuple[str, ...]
    lines: tuple[GameLine, ...]


def read(text: str) -> ScoreRecord:
    """Return what the lines of a game say. Raises InputError, which names the line (from 1), for what is not in the
    text form."""
    first: tuple[int, tuple[str, ...]] | None = None
    known: dict[str, str] = {}
    lines: list[GameLine] = []
    for number, words in worded_lines(text):
        if first is None:
            first = number, read_players(number, words, PLAYERS, KEYWORDS)
            known = {name_key(name): name for name in first[1]}
        else:
            told = _line(number, words)
            sums = tuple((known.get(name_key(name), name), total) for name, total in told.sums)
            lines.append(replace(told, player=known.get(name_key(told.player), told.player), sums=sums))
    if first is None:
        raise InputError("game: found nothing, allowed are lines, the first such as: players Ann Ben")
    return ScoreRecord(*first, tuple(lines))


def _line(number: int, words: list[str]) -> GameLine:
    key = words[0].lower()
    if key == "players":
        refuse_line(number, "found a second line of players, allowed is one, the first")
    if key == "round":
        nothing_after(number, words, 1)
        return GameLine(number, key)
    if key == "end":
        return GameLine(number, key, sums=_sums(number, " ".join(words[1:])))
    verb = read_verb(number, words, EXAMPLES, "round, end")
    if verb == "passes":
        nothing_after(number, words, 2)
        return GameLine(number, verb, words[0])
    tiles = tuple(" ".join(words[2:]).replace(",", " ").split())
    if verb == "has" or (verb == "draws" and tiles and NAMED.match(tiles[0])):
        if not tiles:
            refuse_line(number, f"found no tile after 'has', allowed is a line such as: Ann {EXAMPLES[verb]}")
        return GameLine(number, verb, words[0], count=len(tiles), tiles=tiles)
    if verb == "draws":
        count = _number(number, words[2] if len(words) > 2 else "", "draws", 1)
        nothing_after(number, words, 3)
        return GameLine(number, verb, words[0], count=count)
    tile = words[2].rstrip(",") if len(words) > 2 else ""
    if not tile or tile.lower() in ("hexagon", "hexagons", "bridge"):
        refuse_line(number, f"found no tile after {words[1]!r}, allowed is a line such as: Ann {EXAMPLES[verb]}")
    if verb == "opens":
        nothing_after(number, words, 3)
        return GameLine(number, verb, words[0], tile)
    rest = " ".join(words[3:]).replace(",", " ").split()
    place = _place(number, rest) if rest and rest[0].lower() == "at" else None
    used = (4 if place.way else 3) if place else 0
    hexagons, bridge = _bonuses(number, rest[used:])
    return GameLine(number, verb, words[0], tile, hexagons, bridge, place)


def _place(number: int, words: list[str]) -> Place:
    """Return the place that words tell, the first of which is "at"."""
    tile, side, way = (*words[1:4], "", "", "")[:3]
    if not SIDE.fullmatch(side):
        found = repr(" ".join(words[:3])[:40])
        refuse_line(number, f"found {found}, allowed is a tile on the table and two numbers of a side: at 5-5-5 5-5")
    a, b = map(int, side.split("-"))
    return Place(tile, (a, b), way.lower() if way.lower() in WAYS else "")


def _number(number: int, word: str, what: str, least: int) -> int:
    if not NUMBER.fullmatch(word) or int(word) < least:
        found = repr(word[:40]) if word else "nothing"
        refuse_line(number, f"found {found} for {what!r}, allowed is a whole number from {least}")
    return int(word)


def _bonuses(number: int, words: list[str]) -> tuple[int, bool]:
    """Return how many hexagons the words after a placed tile tell, and whether a bridge."""
    hexagons, bridge = 0, False
    rest = iter(words)
    for word in rest:
        key = word.lower()
        if key == "bridge" and not bridge:
            bridge = True
        elif key in ("hexagon", "hexagons") and not hexagons:
            hexagons = 1 if key == "hexagon" else _number(number, next(rest, ""), "hexagons", 1)
            if hexagons > HEXAGONS:
                refuse_line(number, f"found {hexagons} hexagons, allowed are 1 to {HEXAGONS}")
        else:
            refuse_line(number, f"found {word[:40]!r} after the tile, {BONUSES}")
    return hexagons, bridge


def _sums(number: int, text: str) -> tuple[tuple[str, int], ...]:
    words = text.replace(",", " ").replace("=", " = ").split()
    sums = []
    for at in range(0, len(words), 3):
        name, sign, count, *_ = *words[at : at + 3], "", ""
        if name == "=" or sign != "=":
            refuse_line(number, f"found {name[:40]!r} after 'end', allowed is each hand's sum, such as Ann=0 Ben=23")
        sums.append((name, _number(number, count, f"{name[:40]}=", 0)))
    return tuple(sums)
