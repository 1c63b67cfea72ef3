"""Triomino: 56 triangles with the numbers 0 to 5 at their corners, and the square variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint.model.finding import Finding
from quasiprint.model.game import Option
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.profile import Measures, Palette
from quasiprint.model.rulebook import Content
from quasiprint.model.scoresheet import ScoreSheet

TACK_DEPTH = 1.0  # mm, where nobody says otherwise


class Triomino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "triomino"
    title = "Triomino"
    inventor = "Allan Cowan (1965)"
    variants = "numbers 0 to 5 (56 tiles), 0 to 6 (84) or others; squares; digits, pips or pictures; inlaid, raised"
    stripe = 0.0
    formats = ("stl", "3mf", "step", "svg", "dxf", "pdf")
    playing = ()
    options = (
        Option(
            "highest",
            default=5,
            kind="int",
            help="Highest number: C(n+3, 3) triangles, or C(n+4, 4) squares.",
            minimum=0,
            scores=True,
        ),
        Option(
            "shape",
            default="triangle",
            kind="str",
            help="Shape of the tiles.",
            choices=("triangle", "square"),
            scores=True,
        ),
        Option(
            "marks",
            default="digits",
            kind="str",
            help="How numbers are shown; pips up to 9.",
            choices=("digits", "pips"),
        ),
        Option(
            "symbols",
            default="",
            kind="folder",
            help="A folder of SVG drawings to stand for the numbers, in the order of their names.",
        ),
        Option(
            "finish",
            default="recessed",
            kind="str",
            help="How numbers are printed: sunk, to be painted; raised, to be felt; or inlaid in a second colour.",
            choices=("recessed", "raised", "inlaid"),
        ),
        Option("tack", default=0.0, kind="length", help="Diameter of a recess for a brass tack in the centre."),
        Option("tack_depth", default=TACK_DEPTH, kind="length", help="Depth of that recess."),
        Option(
            "target",
            default=400,
            kind="int",
            help="House rule: the points that make a round the last.",
            minimum=1,
            makes=False,
            scores=True,
        ),
        Option(
            "double_hexagon",
            default=100,
            kind="int",
            help="House rule: for two hexagons at once (elsewhere 60).",
            minimum=0,
            makes=False,
            scores=True,
        ),
        Option(
            "triple_hexagon",
            default=150,
            kind="int",
            help="House rule: for three hexagons at once (elsewhere 70).",
            minimum=0,
            makes=False,
            scores=True,
        ),
        Option(
            "empty_pool",
            default=10,
            kind="int",
            help="House rule: taken off when the pool is empty and nothing fits (elsewhere 0).",
            minimum=0,
            makes=False,
            scores=True,
        ),
        Option(
            "first",
            default="triple",
            kind="str",
            help="House rule: who opens, the highest triple or the highest sum drawn.",
            choices=("triple", "draw"),
            makes=False,
            scores=True,
        ),
    )

    def edge(self, parameters: Mapping[str, Value]) -> float:
        """Return 36 mm."""
        return 36.0

    def design(self, parameters: Mapping[str, Value], measures: Measures, palette: Palette, seed: int = 0) -> GameSet:
        """Return the set: see `quasiprint.games.triomino.design.design`."""
        from quasiprint.games.triomino.design import design

        return design(parameters, measures, palette)

    def check(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
        """Prove the set: the checks of any set, and what the rules say of it."""
        from quasiprint.checks import check_set
        from quasiprint.games.triomino.proof import prove

        findings, facts = check_set(set)
        more, rules = prove(set.pieces[0].shape, set.labels - 1, [piece.marks for piece in set.pieces])
        return findings + more, {**facts, **rules}

    def score(self, text: bytes, **options: Any) -> dict[str, Any]:
        """Judge a layout, or score a game: see `quasiprint.games.triomino.score.score`."""
        from quasiprint.games.triomino.score import score

        return score(text, **options)

    def rules(self, sets: Mapping[str, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the rulebook is filled with: see `quasiprint.games.triomino.rulebook.content`."""
        from quasiprint.games.triomino.rulebook import content

        return content(sets, words)

    def scoresheet(
        self, sets: Mapping[str, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]
    ) -> ScoreSheet:
        """Return the score sheet: see `quasiprint.games.triomino.scoresheet.scoresheet`."""
        from quasiprint.games.triomino.scoresheet import scoresheet

        return scoresheet(sets, words, chosen)


GAME = Triomino()
