"""Triomino: 56 triangles with the numbers 0 to 5 at their corners, and the square variant. In: options, or layouts and
games as text. Out: a set, its laws, books, scores. Begin with `design`; `rules` says where a tile may lie, `turns`
plays, `scoring` and `rounds` read games, `figures` and `cases` serve the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quasiprint.model.finding import Judgement
    from quasiprint.model.measures import Size

from collections.abc import Sequence
from math import comb
from typing import Any

from quasiprint.model.choices import ProductKind
from quasiprint.model.game import Game, Lazy, Parameters, Titles, Work
from quasiprint.model.option import Kind, Option

TACK_DEPTH = 1.0  # mm, where nobody says otherwise

ACCENT = "#a8401c"  # the colour of the game's books


def _house_rule(name: str, default: int, help: str, minimum: int = 0) -> Option:
    """Return an option on which points depend, and no tile: books and score sheets are printed by it."""
    return Option(name, default, Kind.INT, f"House rule: {help}", minimum=minimum, scores=True, in_manifest=False)


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
            default=5,
            kind=Kind.INT,
            help="The highest number on the tiles, up to 20, or 12 on squares. With 0 to n there are C(n+3, 3) "
            "triangles, or C(n+4, 4) squares.",
            minimum=0,
            scores=True,
        ),
        Option(
            "shape",
            default="triangle",
            kind=Kind.TEXT,
            help="Shape of the tiles.",
            choices=("triangle", "square"),
            scores=True,
        ),
        Option(
            "marks",
            default="digits",
            kind=Kind.TEXT,
            help="How to show the numbers; pips go up to 9.",
            recorded=False,
            choices=("digits", "pips"),
        ),
        Option(
            "symbols",
            default="",
            kind=Kind.FOLDER,
            suffix=".svg",
            help="Use the SVG drawings in this folder instead of numbers, in the order of their names.",
            recorded=False,
        ),
        Option(
            "finish",
            default="recessed",
            kind=Kind.TEXT,
            help="How to print the numbers: recessed, to paint; raised, to feel; or inlaid in a second colour.",
            recorded=False,
            choices=("recessed", "raised", "inlaid"),
        ),
        Option(
            "tack",
            default=0.0,
            kind=Kind.LENGTH,
            help="Leave a recess of this diameter in the middle for a brass tack.  [default: none]",
            recorded=False,
            rare=True,
        ),
        Option(
            "tack_depth",
            default=TACK_DEPTH,
            kind=Kind.LENGTH,
            help="Depth of that recess.",
            recorded=False,
            rare=True,
        ),
        *POINTS,
        Option(
            "first",
            default="triple",
            kind=Kind.TEXT,
            help="House rule: whether the highest triple begins, or whoever draws the highest sum.",
            choices=("triple", "draw"),
            scores=True,
            in_manifest=False,
        ),
    )

    design = Lazy("design")
    prove = Lazy("proof", "prove_set")
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

    def work(self, parameters: Parameters) -> Work:
        """Return it by formula: see the option's help."""
        corners = 3 if parameters["shape"] == "triangle" else 4
        return Work(comb(int(parameters["highest"]) + corners, corners))

    def as_set_file(self) -> bytes:
        """Return the common set, as a set file says it."""
        from importlib.resources import files

        return files(__name__).joinpath("set.toml").read_bytes()

    def lying(
        self, shape: str, labels: Sequence[int], corners: Sequence[Any], marks: Sequence[int]
    ) -> dict[str, object]:
        """Return the entry of a tile in a layout: see `quasiprint.games.triomino.rules`."""
        from quasiprint.games.triomino.rules import entry

        return entry(dict(zip(corners, marks, strict=True)))

    def score(self, text: bytes, options: Parameters) -> Judgement:
        """Judge a layout, or score a game: see `quasiprint.games.triomino.scoring.score`."""
        from quasiprint.games.triomino.rules import HouseRules
        from quasiprint.games.triomino.scoring import score

        return score(text, int(options["highest"]), str(options["shape"]), HouseRules.of(options))


GAME: Game = Triomino()
