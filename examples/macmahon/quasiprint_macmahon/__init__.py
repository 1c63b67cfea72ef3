"""MacMahon's squares: every way to colour the four edges of a square with three colours, once. 24 tiles, 1921."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.finding import Judgement
from quasiprint.model.game import Brief, Game, Parameters, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.option import Kind, Option
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer


class MacMahon:
    """The room's front door; what is behind it is imported when it is used."""

    name = "macmahon"
    titles = Titles("MacMahon's squares", "Percy A. MacMahon (1921)", "2 to 4 colours: 6, 24 or 70 squares")
    offers = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)
    options = (
        Option("colours", 3, Kind.INT, "From 2 to 4: (k⁴ + k² + 2k)/4 squares.", minimum=2, maximum=4, scores=True),
    )

    def design(self, brief: Brief) -> GameSet:
        """Return the set."""
        from quasiprint_macmahon.squares import design

        return design(int(brief.parameters["colours"]), brief.measures, brief.palette)

    def score(self, text: bytes, options: Parameters) -> Judgement:
        """Judge a rectangle of squares: see `quasiprint_macmahon.layout`."""
        from quasiprint_macmahon.layout import score

        return score(text, int(options["colours"]))

    def picture(self, text: bytes, sets: Mapping[Maker, GameSet]) -> Figure:
        """Draw a layout."""
        from quasiprint_macmahon.layout import read
        from quasiprint_macmahon.pictures import picture

        return picture(read(text), sets[Maker.PAPER])

    def rules(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the quick reference is filled with."""
        from quasiprint_macmahon.pictures import content

        return content(sets[Maker.PAPER])


GAME: Game = MacMahon()
