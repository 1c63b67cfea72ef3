"""Triomino: 56 triangles with the numbers 0 to 5 at their corners, and the square variant. In: options, or layouts and
games as text. Out: a set, its laws, books, scores. Begin with `design`; `rules` says where a tile may lie, `turns`
plays, `scoring` and `rounds` read games, `figures` draws for the book."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from quasiprint.model.choices import ProductKind
from quasiprint.model.game import Game, Lazy, Parameters, Titles
from quasiprint.model.option import Kind, Option

if TYPE_CHECKING:
    from quasiprint.model.measures import Size

TACK_DEPTH = 1.0  # mm, where nobody says otherwise

ACCENT = "#a8401c"  # the colour of the game's books


def _house_rule(name: str, default: int, help: str, minimum: int = 0) -> Option:
    """Return an option on which points depend, and no tile: books and score sheets are printed by it."""
    return Option(name, default, Kind.INT, f"House rule: {help}", minimum=minimum, scores=True, in_manifest=False)


def _look(name: str, default: str | float, help: str, kind: Kind = Kind.TEXT, **limits: Any) -> Option:
    """Return an option on which only the look of the tiles depends: it is not recorded."""
    return Option(name, default, kind, help, recorded=False, **limits)


POINTS = (
    _house_rule("target", 400, "how many points end the game after the round.", minimum=1),
    _house_rule("double_hexagon", 100, "points for two hexagons at once. Some play with 60."),
    _house_rule("triple_hexagon", 150, "points for three hexagons at once. Some play with 70."),
    _house_rule("empty_pool", 10, "points lost if nothing fits and the pool is empty. Some play with 0."),
)


class Triomino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "triomino"
    most_closed = 18  # hexagons: see MOST_HEXAGONS in proof.py
    titles = Titles(
        "Triomino",
        "Allan Cowan (1965)",
        "numbers 0 to 5 (56 tiles), 0 to 6 (84) or others; squares; digits, pips or pictures; inlaid, raised",
        ACCENT,
    )
    seeded = False
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    options = (
        Option(
            "highest",
            5,
            Kind.INT,
            "The highest number on the tiles, up to 20, or 12 on squares. With 0 to n there are C(n+3, 3) triangles, "
            "or C(n+4, 4) squares.",
            minimum=0,
            scores=True,
        ),
        Option("shape", "triangle", Kind.TEXT, "Shape of the tiles.", choices=("triangle", "square"), scores=True),
        _look("marks", "digits", "How to show the numbers; pips go up to 9.", choices=("digits", "pips")),
        _look(
            "symbols",
            "",
            "Use the SVG drawings in this folder instead of numbers, in the order of their names.",
            Kind.FOLDER,
            suffix=".svg",
        ),
        _look(
            "finish",
            "recessed",
            "How to print the numbers: recessed, to paint; raised, to feel; or inlaid in a second colour.",
            choices=("recessed", "raised", "inlaid"),
        ),
        _look(
            "tack",
            0.0,
            "Leave a recess of this diameter in the middle for a brass tack.  [default: none]",
            Kind.LENGTH,
            rare=True,
        ),
        _look("tack_depth", TACK_DEPTH, "Depth of that recess.", Kind.LENGTH, rare=True),
        *POINTS,
        Option(
            "first",
            "triple",
            Kind.TEXT,
            "House rule: whether the highest triple begins, or whoever draws the highest sum.",
            choices=("triple", "draw"),
            scores=True,
            in_manifest=False,
        ),
    )

    design = Lazy("design")
    prove = Lazy("proof", "prove_set")
    score = Lazy("scoring")
    lying = Lazy("rules", "entry")
    picture = Lazy("figures")
    rules = Lazy("rulebook", "content")
    scoresheet = Lazy("rulebook", "scoresheet")

    def size(self, parameters: Parameters) -> Size:
        """Return 36 mm."""
        from quasiprint.model.measures import Size

        return Size(36.0)

    def touch_size(self, parameters: Parameters) -> Size:
        """Return 50 mm: raised digits have room for Braille below them."""
        from quasiprint.model.measures import Size

        return Size(50.0)

    def piece_count(self, parameters: Parameters) -> int | None:
        """Return it by formula: see the option's help."""
        corners = 3 if parameters["shape"] == "triangle" else 4
        return comb(int(parameters["highest"]) + corners, corners)


GAME: Game = Triomino()
