"""MacMahon's squares: every way to colour the four edges of a square with three colours, once. 24 tiles, 1921."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.game import Game, Lazy, Titles
from quasiprint.model.option import Kind, Option


class MacMahon:
    """The room's front door; what is behind it is imported when it is used."""

    name = "macmahon"
    titles = Titles("MacMahon's squares", "Percy A. MacMahon (1921)", "2 to 4 colours: 6, 24 or 70 squares")
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    options = (
        Option("colours", 3, Kind.INT, "From 2 to 4: (k⁴ + k² + 2k)/4 squares.", minimum=2, maximum=4, scores=True),
    )
    design = Lazy("squares")
    score = Lazy("layout")
    picture = Lazy("pictures")
    rules = Lazy("pictures", "content")


GAME: Game = MacMahon()
