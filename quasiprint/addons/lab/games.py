"""Which games the lab can solve, catalogue and play by themselves, and by which options: light to load."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from quasiprint.games import quomino
from quasiprint.games.majomino import DOUBLE_TURNS, PLAYED, RULES, TWO_CELLS
from quasiprint.games.triomino import POINTS
from quasiprint.model.game import Ability, Lazy, Parameters
from quasiprint.model.option import Kind, Option
from quasiprint.model.play import Play, Playtested, Trial


class MajominoSolver:
    """Majomino solved: its positions, a winner's strategy, which is played again by the rules' text alone, and all
    boards of a size. solving, cataloguing: the options of a position, and of a catalogue."""

    name = "majomino"
    solving = (
        Option("to_move", "", Kind.TEXT, "Who moves, where the marks leave it open.", choices=("x", "o")),
        Option(
            "double",
            "",
            Kind.TEXT,
            "Whether O still has her double move or has used it; none: play without it. Without this option she has "
            "it where the marks leave it open.",
            choices=("unused", "used", "none"),
        ),
        Option(
            "rule",
            "",
            Kind.TEXT,
            f"{TWO_CELLS}, which it is without this option), or may not (restricted); none: nobody doubles; pie: "
            "nobody doubles, and after X's first mark the other player chooses a side. A saved game has a rule of its "
            "own.",
            choices=(*RULES, "pie"),
        ),
        DOUBLE_TURNS,
    )
    cataloguing = (
        Option("size", 5, Kind.INT, "How many cells each side has.", choices=(3, 5)),
        Option("board", "", Kind.TEXT,
               "Only the games of these boards, by their names, with commas between them; without it, all."),
        Option("rule", "standard", Kind.TEXT, f"{TWO_CELLS}), or may not (restricted); none: play without it.",
               choices=RULES),
        DOUBLE_TURNS,
    )  # fmt: skip
    problem = Lazy("majomino.solving")
    certificate = Lazy("majomino.solving")
    replayed = Lazy("majomino.replay", "replay")
    catalogue = Lazy("majomino.cataloguing")


SOLVES = Ability(MajominoSolver, "has no solver yet", "quasiprint.solvers")
CATALOGUES = Ability(MajominoSolver, "has no catalogue", "quasiprint.solvers")
PLAYTESTS = Ability(Playtested, "has no play-test", "quasiprint.playtests")


class LazyPlaytest:
    """A game played by itself. module: of the lab, in which ``test`` and ``plays`` stand, loaded when asked."""

    def __init__(self, name: str, module: str, *playtesting: Option) -> None:
        self.name, self.module, self.playtesting = name, f"{__package__}.{module}", playtesting

    def test(self, parameters: Parameters) -> Trial:
        """Return what is tested."""
        found: Trial = import_module(self.module).test(parameters)
        return found

    def plays(self, *asked: Any) -> Iterator[Play]:
        """Yield games by their numbers: see `Playtested.plays`."""
        found: Iterator[Play] = import_module(self.module).plays(*asked)
        return found


MAJOMINO_SOLVER = MajominoSolver()
MAJOMINO: Playtested = LazyPlaytest("majomino", "majomino.opponent", *PLAYED)
QUASIMINO: Playtested = LazyPlaytest(
    "quasimino",
    "quasimino",
    Option(
        "kind",
        "domino",
        Kind.TEXT,
        "What is played: Quasi-Domino (domino), Quasi-Match (match), or FastQuasi (fast), where each player lays a "
        "hand alone; with --policy search, as well as is found.",
        choices=("domino", "match", "fast"),
    ),
    Option("players", 2, Kind.INT, "How many play.", minimum=1, maximum=6),
    Option(
        "colours",
        3,
        Kind.INT,
        "How many colours the stripes of the set have that is played with.",
        minimum=2,
        maximum=6,
    ),
)
QUOMINO: Playtested = LazyPlaytest("quomino", "quomino.opponent", quomino.PLAYED)
TRIOMINO: Playtested = LazyPlaytest(
    "triomino",
    "triomino",
    Option("players", 2, Kind.INT, "How many play.", minimum=2, maximum=6),
    Option("highest", 5, Kind.INT, "The highest number on the tiles.", minimum=2, maximum=9),
    POINTS[0],
)
