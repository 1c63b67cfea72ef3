"""Which games can be played at a table, and by which options: light to load, each table when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from quasiprint.addons.studio.table.session import Session
from quasiprint.games import quomino
from quasiprint.games.majomino import PLAYED
from quasiprint.games.triomino import POINTS
from quasiprint.model.game import Ability, Lazy, Parameters
from quasiprint.model.option import DEAL, Kind, Option


@runtime_checkable
class Playable(Protocol):
    """A game that can be played on the command line."""

    @property
    def needs(self) -> Mapping[str, str]:
        """The options of `make` that a set has to have to be played with, each with the only value."""

    @property
    def playing(self) -> tuple[Option, ...]:
        """The options of a game at the table."""

    def session(self, parameters: Parameters, *, plain: bool = False) -> Session[Any]:
        """Return a new game. parameters: a value for each of `playing` that nothing excludes.
        plain: whether the board is shown in ASCII.
        """

    def resumed(self, text: bytes, where: str, given: Parameters, *, plain: bool = False) -> Session[Any]:
        """Return a saved game. given: those of `playing` that were asked for, in place of the saved ones.

        where: how messages name the text. Raises InputError if it is not a saved game, or not as it was saved.
        """


PLAYS = Ability(Playable, "has no opponent yet", "quasiprint.tables")


ANY_SET: Mapping[str, str] = {}


class MajominoTable:
    """Majomino at a table."""

    name, needs = "majomino", ANY_SET
    playing = (
        *PLAYED,
        Option("computer", "o", Kind.TEXT, "Which side the computer plays. X begins.",
               choices=("o", "x", "both", "none")),
        Option(
            "level",
            "medium",
            Kind.TEXT,
            "How well the computer plays. perfect makes the solver's moves on a board of up to 5 × 5, and may think "
            "for minutes.",
            choices=("beginner", "easy", "medium", "hard", "perfect"),
        ),
        Option(
            "seed",
            0,
            Kind.INT,
            "Another number draws another board, and picks other moves where several are equally good.",
            minimum=0,
            maximum=10**18 - 1,
        ),
        Option("words", False, Kind.FLAG,
               "Tell the board row by row in words, for a screen reader, instead of drawing it."),
    )  # fmt: skip
    session = Lazy("majomino", "new_session")
    resumed = Lazy("majomino", "resume_session")


class QuasiminoTable:
    """Quasimino at a table."""

    name, needs = "quasimino", ANY_SET
    playing = (
        Option(
            "kind",
            default="domino",
            kind=Kind.TEXT,
            help="What is played: between two Quasi-Domino (domino) or Quasi-Match (match); alone a hand of FastQuasi "
            "(fast), the whole set, or a puzzle of the book: flower, wheel, ring, guard, nine.",
            choices=("domino", "match", "fast", "whole", "flower", "wheel", "ring", "guard", "nine"),
        ),
        Option(
            "computer",
            default="",
            kind=Kind.TEXT,
            help="Whether the computer plays Ben; it lays whatever covers most at once.  [default: ben, alone none]",
            choices=("none", "ben"),
        ),
        Option(
            "colours",
            default=3,
            kind=Kind.INT,
            help="How many colours the stripes of the set have that is played with.",
            minimum=2,
            maximum=8,
        ),
        DEAL,
    )
    session = Lazy("quasimino", "new_session")
    resumed = Lazy("quasimino", "resume_session")


class QuominoTable:
    """Quomino at a table."""

    name, needs = "quomino", ANY_SET
    playing = (
        quomino.PLAYED,
        Option(
            "computer",
            default="white",
            kind=Kind.TEXT,
            help="Which colour the computer plays. Black begins.",
            choices=("white", "black", "both", "none"),
        ),
        Option(
            "level",
            default="medium",
            kind=Kind.TEXT,
            help="How well the computer plays.",
            choices=("easy", "medium", "hard"),
        ),
        Option(
            "depth",
            default="",
            kind=Kind.INT,
            help="How many moves the computer looks ahead, not a level: easy is 1, medium 2, hard 5 (3 without numba).",
            minimum=1,
            maximum=7,
            excludes=("level",),
        ),
        Option(
            "seed",
            default=0,
            kind=Kind.INT,
            help="Another number picks other moves where several are equally good.",
            minimum=0,
            maximum=10**18 - 1,
        ),
    )
    session = Lazy("quomino", "new_session")
    resumed = Lazy("quomino", "resume_session")


class TriominoTable:
    """Triomino at a table."""

    name, needs = "triomino", {"shape": "triangle"}
    playing = (
        Option(
            "players",
            default=2,
            kind=Kind.INT,
            help="How many play at one screen, each with a hand of their own; 1 lays the whole set alone.",
            minimum=1,
            maximum=6,
        ),
        Option(
            "computer",
            default="",
            kind=Kind.TEXT,
            help="Whether the computer plays all but the first; it places whatever scores most at once.  "
            "[default: others, alone none]",
            choices=("none", "others"),
        ),
        Option(
            "highest",
            default=5,
            kind=Kind.INT,
            help="The highest number on the tiles of the set that is played with.",
            minimum=2,
            maximum=9,
        ),
        DEAL,
        *POINTS,
    )
    session = Lazy("triomino", "new_session")
    resumed = Lazy("triomino", "resume_session")


MAJOMINO: Playable = MajominoTable()
QUASIMINO: Playable = QuasiminoTable()
QUOMINO: Playable = QuominoTable()
TRIOMINO: Playable = TriominoTable()
