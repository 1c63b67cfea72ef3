"""Quasimino, by Ayelet Pnueli: 90 Penrose rhombs, every edge crossed by a stripe in a colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint.model.finding import Finding
from quasiprint.model.game import Option
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.profile import Measures, Palette
from quasiprint.model.rulebook import Content
from quasiprint.model.scoresheet import ScoreSheet


class Quasimino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "quasimino"
    title = "Quasimino"
    inventor = "Ayelet Pnueli (Kefgames), after Roger Penrose's P3 rhombs"
    variants = "1 to 8 stripe colours (3: the 90 tiles of the rules), each with its own pattern"
    stripe = 0.1
    formats = ("stl", "3mf", "step", "svg", "dxf", "pdf")
    playing = ()
    options = (
        Option(
            "colours",
            default=3,
            kind="int",
            help="Number of stripe colours, 1 to 8: (k⁴ + k²)/2 tiles of each shape.",
            minimum=1,
            maximum=8,
            scores=True,
        ),
    )

    def edge(self, parameters: Mapping[str, Value]) -> float:
        """Return 30 mm."""
        return 30.0

    def design(self, parameters: Mapping[str, Value], measures: Measures, palette: Palette, seed: int = 0) -> GameSet:
        """Return the set: see `quasiprint.games.quasimino.design.design`."""
        from quasiprint.games.quasimino.design import design

        return design(parameters, measures, palette)

    def check(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
        """Prove the set: the checks of any set, and what the rules say of it."""
        from quasiprint.checks import check_set
        from quasiprint.games.quasimino.proof import prove

        findings, facts = check_set(set)
        more, rules = prove(set)
        return findings + more, {**facts, **rules}

    def score(self, text: bytes, **options: Any) -> dict[str, Any]:
        """Judge a layout: see `quasiprint.games.quasimino.layout.score`."""
        from quasiprint.games.quasimino.layout import score

        return score(text, **options)

    def rules(self, sets: Mapping[str, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the rulebook is filled with: see `quasiprint.games.quasimino.rulebook.content`."""
        from quasiprint.games.quasimino.rulebook import content

        return content(sets, words)

    def scoresheet(
        self, sets: Mapping[str, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]
    ) -> ScoreSheet:
        """Return the score sheet: see `quasiprint.games.quasimino.scoresheet.scoresheet`."""
        from quasiprint.games.quasimino.scoresheet import scoresheet

        return scoresheet(sets, words)


GAME = Quasimino()
