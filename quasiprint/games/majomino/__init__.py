"""Majomino, by Bob Harris: random boards parted into N regions of N cells, for pencils or markers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from quasiprint.model.finding import Finding
from quasiprint.model.game import Option
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.profile import Measures, Palette
from quasiprint.model.rulebook import Content
from quasiprint.model.scoresheet import ScoreSheet

SIZES = tuple(range(3, 22, 2))  # cells along a side; on an even board lines could be tied
MOST = 100_000  # boards in a run
USUAL, NARROWEST = 20.0, 11.0  # mm: of a cell
BED = 204.0  # mm: what a bed of 210 mm holds


class Majomino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "majomino"
    title = "Majomino"
    inventor = "Bob Harris (2001)"
    variants = "3 × 3 to 21 × 21 cells; drawn uniformly up to 7 × 7; named boards and boards of your own"
    stripe = 0.0
    formats = ("stl", "3mf", "step", "svg", "dxf", "pdf", "txt")
    playing = ()
    options = (
        Option(
            "size",
            default=5,
            kind="int",
            help="Cells along a side.",
            choices=SIZES,
        ),
        Option(
            "count",
            default=12,
            kind="int",
            help="How many boards to draw.",
            minimum=1,
            maximum=MOST,
        ),
        Option(
            "distinct",
            default=False,
            kind="flag",
            help="No two boards that are the same turned or mirrored.",
        ),
        Option(
            "board",
            default="",
            kind="source",
            help="The board of this name, or the boards of this file (- for standard input), instead of drawn ones.",
            excludes=("size", "count", "distinct"),
        ),
        Option(
            "regions",
            default="coloured",
            kind="str",
            help="Whether regions have colours and patterns, as few as keep neighbours apart.",
            choices=("coloured", "plain"),
        ),
        Option(
            "walls",
            default="engraved",
            kind="str",
            help="What a laser does with the walls; cut, the regions come apart and lie in a tray.",
            choices=("engraved", "cut"),
        ),
        Option(
            "per_page",
            default=4,
            kind="int",
            help="Boards to a page of paper; fewer where cells would be too small to write in.",
            choices=(1, 2, 4, 6),
        ),
        Option(
            "character",
            default=False,
            kind="flag",
            help="Print each board's character: walls, symmetry, longest region, an estimate of who wins.",
        ),
    )

    def edge(self, parameters: Mapping[str, Value]) -> float:
        """Return how wide a cell is, mm: a large board's cells are narrower, so that it can be printed."""
        size = int(parameters.get("size", 5))
        fitting = math.floor(2 * BED / (size + 0.1)) / 2  # walls stand half a wall beyond the cells
        return max(NARROWEST, min(USUAL, fitting))

    def design(self, parameters: Mapping[str, Value], measures: Measures, palette: Palette, seed: int = 0) -> GameSet:
        """Return the run: see `quasiprint.games.majomino.design.design`."""
        from quasiprint.games.majomino.design import design

        return design(parameters, measures, palette, seed)

    def check(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
        """Prove the boards and what is drawn on them; thorough: put the random draw on trial, too."""
        from quasiprint.games.majomino.proof import prove

        return prove(set, thorough)

    def score(self, text: bytes, **options: Any) -> dict[str, Any]:
        """Score a game on a board: see `quasiprint.games.majomino.score.score`."""
        from quasiprint.games.majomino.score import score

        return score(text, **options)

    def rules(self, sets: Mapping[str, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the rulebook is filled with: see `quasiprint.games.majomino.rulebook.content`."""
        from quasiprint.games.majomino.rulebook import content

        return content(sets, words)

    def scoresheet(
        self, sets: Mapping[str, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]
    ) -> ScoreSheet:
        """Return the score sheet: see `quasiprint.games.majomino.scoresheet.scoresheet`."""
        from quasiprint.games.majomino.scoresheet import scoresheet

        return scoresheet(sets, words, chosen)


GAME = Majomino()
