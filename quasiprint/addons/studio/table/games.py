"""Which games can be played at a table, and by which options: light to load, each table when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from quasiprint.addons.studio.table.session import Session
from quasiprint.games import quomino
from quasiprint.games.majomino import PLAYED
from quasiprint.games.triomino import POINTS
from quasiprint.model.game import Ability
from quasiprint.model.option import DEAL, Kind, Option


class Table(NamedTuple):
    """A game at a table; the module of its name plays it. playing: its options. needs: the options of `make` that a set
    has to have to be played with, each with the only value."""

    name: str
    playing: tuple[Option, ...]
    needs: Mapping[str, str] = {}

    @property
    def session(self) -> type[Session[Any]]:
        """What plays it: makes a new game, or goes on with a saved one."""
        found: type[Session[Any]] = import_module(f"{__package__}.{self.name}").SESSION
        return found


PLAYS = Ability(Table, "has no opponent yet", "quasiprint.tables")


def _words(name: str, default: str, help: str, *choices: str) -> Option:
    return Option(name, default, Kind.TEXT, help, choices=choices)


def _number(name: str, default: int | str, help: str, least: int, most: int, **others: Any) -> Option:
    return Option(name, default, Kind.INT, help, minimum=least, maximum=most, **others)


MOST_SEED = 10**18 - 1

MAJOMINO = Table(
    "majomino",
    (
        *PLAYED,
        _words("computer", "o", "Which side the computer plays. X begins.", "o", "x", "both", "none"),
        _words("level", "medium", "How well the computer plays. perfect makes the solver's moves on a board of up to "
               "5 × 5, and may think for minutes.", "beginner", "easy", "medium", "hard", "perfect"),
        _number("seed", 0, "Another number draws another board, and picks other moves where several are equally good.",
                0, MOST_SEED),
        Option("words", False, Kind.FLAG,
               "Tell the board row by row in words, for a screen reader, instead of drawing it."),
    ),
)  # fmt: skip
QUASIMINO = Table(
    "quasimino",
    (
        _words("kind", "domino", "What is played: between two Quasi-Domino (domino) or Quasi-Match (match); alone a "
               "hand of FastQuasi (fast), the whole set, or a puzzle of the book: flower, wheel, ring, guard, nine.",
               "domino", "match", "fast", "whole", "flower", "wheel", "ring", "guard", "nine"),
        _words("computer", "", "Whether the computer plays Ben; it lays whatever covers most at once.  "
               "[default: ben, alone none]", "none", "ben"),
        _number("colours", 3, "How many colours the stripes of the set have that is played with.", 2, 8),
        DEAL,
    ),
)  # fmt: skip
QUOMINO = Table(
    "quomino",
    (
        quomino.PLAYED,
        _words("computer", "white", "Which colour the computer plays. Black begins.", "white", "black", "both", "none"),
        _words("level", "medium", "How well the computer plays.", "easy", "medium", "hard"),
        _number("depth", "", "How many moves the computer looks ahead, not a level: easy is 1, medium 2, hard 5 (3 "
                "without numba).", 1, 7, excludes=("level",)),
        _number("seed", 0, "Another number picks other moves where several are equally good.", 0, MOST_SEED),
    ),
)  # fmt: skip
TRIOMINO = Table(
    "triomino",
    (
        _number("players", 2, "How many play at one screen, each with a hand of their own; 1 lays the whole set alone.",
                1, 6),
        _words("computer", "", "Whether the computer plays all but the first; it places whatever scores most at once.  "
               "[default: others, alone none]", "none", "others"),
        _number("highest", 5, "The highest number on the tiles of the set that is played with.", 2, 9),
        DEAL,
        *POINTS,
    ),
    {"shape": "triangle"},
)  # fmt: skip
