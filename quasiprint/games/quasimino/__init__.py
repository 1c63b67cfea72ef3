"""Quasimino, by Ayelet Pnueli: 90 Penrose rhombs, every edge crossed by a stripe in a colour. In: options, or layouts
and games as text. Out: a set, its laws, books, scores. Begin with `design`; `rules` says where a rhomb may lie, `turns`
plays, `scoring` reads games, `tilings` fills regions, `rulebook` draws figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quasiprint.model.choices import ProductKind
from quasiprint.model.game import Game, Lazy, Parameters, Titles
from quasiprint.model.option import Kind, Option

if TYPE_CHECKING:
    from quasiprint.model.measures import Size

RAISED_NARROW = 3  # colours: so many have patterns that fingers tell apart on narrow stripes

ACCENT = "#27509b"  # the colour of the game's books


class Quasimino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "quasimino"
    most_closed = 75  # by Euler 76; and a decagon of sides 3 cannot be filled
    titles = Titles(
        "Quasimino",
        "Ayelet Pnueli (Kefgames), after Roger Penrose's P3 rhombs",
        "1 to 8 stripe colours (3: the 90 tiles of the rules), each with its own pattern",
        ACCENT,
    )
    seeded = False
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    options = (
        Option(
            "colours",
            3,
            Kind.INT,
            "How many colours the stripes have, 1 to 8. With k colours there are (k⁴ + k²)/2 tiles of each shape.",
            minimum=1,
            maximum=8,
            scores=True,
        ),
    )

    design = Lazy("design")
    prove = Lazy("proof")
    score = Lazy("scoring")
    lying = Lazy("rules", "entry")
    picture = Lazy("rulebook")
    rules = Lazy("rulebook", "content")
    scoresheet = Lazy("rulebook", "scoresheet")

    def size(self, parameters: Parameters) -> Size:
        """Return 30 mm."""
        from quasiprint.model.measures import Size

        return Size(30.0, stripe=0.1)

    def touch_size(self, parameters: Parameters) -> Size:
        """Return 40 mm; with patterns of two lines side by side, 54 mm."""
        from quasiprint.model.measures import Size

        return Size(54.0, stripe=5.23 / 54) if int(parameters["colours"]) > RAISED_NARROW else Size(40.0, 3.33 / 40)

    def piece_count(self, parameters: Parameters) -> int | None:
        """Return it by formula: see the option's help."""
        k = int(parameters["colours"])
        return k**4 + k**2

    def hand(self, parameters: Parameters) -> int:
        """Return the hand of FastQuasi; those of the other games are smaller."""
        from quasiprint.games.quasimino.turns import HAND

        return 2 * max(HAND.values())


GAME: Game = Quasimino()
