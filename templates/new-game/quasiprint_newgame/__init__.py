"""New game: triangles with coloured edges, every one there is, once."""

from collections.abc import Mapping

from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.game import Game, Lazy, Titles
from quasiprint.model.option import Kind, Option
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet


class Room:
    """What quasiprint sees. A game has the five members up to `design`; whatever comes after them it may have."""

    name = "newgame"
    titles = Titles("New game", "nobody yet", "1 to 6 colours")
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)  # formats follow from these
    options = (  # `scores`: `quasiprint score` asks for it, too
        Option("colours", 4, Kind.INT, "Number of colours.", minimum=1, maximum=6, scores=True),
    )

    # The set: `design` in tiles.py, imported when it is called, so that `quasiprint list` need not import it.
    design = Lazy("tiles")

    # For `quasiprint score`. Delete it, and the game has nothing to score; all else goes on.
    score = Lazy("layout")

    # For `quasiprint rules --quick`. The words are in rules/en/newgame-quick.md; a book would be newgame.md beside it.
    def rules(self, sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the words are filled with: fields, words for parts that not every set has, figures."""
        return Content({"tiles": str(len(sets[Process.PAPER].pieces))}, frozenset(), {})

    # More of the kind, each described in quasiprint.model.game: `size` (how large tiles are), `prove` (what
    # `check` proves of this game alone), `picture` (of a layout), `scoresheet`, `session` and `playing` (an opponent).


GAME: Game = Room()
