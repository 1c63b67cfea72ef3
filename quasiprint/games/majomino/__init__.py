"""Majomino, by Bob Harris: random boards divided into N regions of N cells, for pencils or markers. In: options, or
boards as text. Out: a set of boards, its laws, books, and what a game comes to. Begin with `board`; `sampling` draws
boards, `design` makes them, `situation` plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quasiprint.model.measures import Size
    from quasiprint.model.piece import Value

import math
from typing import Any

from quasiprint.model.choices import ProductKind
from quasiprint.model.game import Game, Lazy, Parameters, Titles
from quasiprint.model.option import Kind, Option

SIZES = tuple(range(3, 22, 2))  # cells along a side; on an even board lines could be tied
COUNTED = (3, 5, 7)  # of which all boards are counted and numbered, and which can be played on
MOST = 100_000  # boards in a run
USUAL, NARROWEST = 20.0, 11.0  # mm: of a cell
PRINTED = 19.8  # mm: of a board of 5 × 5, three of which lie on a bed then, and not two
BED = 204.0  # mm: what a bed of 210 mm holds

ACCENT = "#1f6650"  # the colour of the game's books


TURNS = "O's turns in which the double move is allowed, such as 8-8 or 4-9"
TWO_CELLS = "Whether the two cells of the double move may share a row, column or region (standard"
RULES = ("standard", "restricted", "none")
DOUBLE_TURNS = Option("double_turns", "", Kind.TEXT, f"{TURNS}; without it, any.")
# of a game that is played, by whoever plays it
PLAYED = (
    Option("size", 5, Kind.INT, "How many cells each side of the board has.", choices=COUNTED),
    Option("board", "", Kind.TEXT, "Play on the board of this name, not on one drawn by the seed.", excludes=("size",)),
    Option(
        "rule", "standard", Kind.TEXT, f"{TWO_CELLS}), may not (restricted), or nobody doubles (none).", choices=RULES
    ),
    DOUBLE_TURNS,
)


def _late_option(name: str, words: str, default: Value = "", kind: Kind = Kind.TEXT, **limits: Any) -> Option:
    """Return an option that neither books nor a manifest of another set say anything of."""
    limits = {"recorded": False, **limits}
    return Option(name, default, kind, words, booked=False, in_manifest=False, rare=True, **limits)


class Majomino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "majomino"
    titles = Titles(
        "Majomino",
        "Bob Harris (2001)",
        "3 × 3 to 21 × 21 cells; drawn uniformly up to 7 × 7; named boards and boards of your own",
        ACCENT,
    )
    needs = ("numpy",)
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES, ProductKind.TEXTS)
    options = (
        Option("size", 5, Kind.INT, "How many cells each side of the board has.", choices=SIZES),
        Option("count", 12, Kind.INT, "How many boards to draw at random, up to 100,000.", minimum=1, maximum=MOST),
        Option("distinct", False, Kind.FLAG, "Draw no board twice, not even rotated or mirrored.", recorded=False),
        Option(
            "board",
            "",
            Kind.SOURCE,
            "Make the board of this name, or the boards in this file (-: standard input), not random ones.",
            most_bytes=1 << 26,
            excludes=("size", "count", "distinct"),
        ),
        Option(
            "regions",
            "coloured",
            Kind.TEXT,
            "Whether regions are filled with colours and patterns, or left plain.",
            recorded=False,
            choices=("coloured", "plain"),
        ),
        Option(
            "walls",
            "engraved",
            Kind.TEXT,
            "Whether a laser engraves the walls, or cuts along them; then the regions lie in a tray.",
            recorded=False,
            choices=("engraved", "cut"),
        ),
        Option(
            "per_page",
            4,
            Kind.INT,
            "How many boards to print on a page; fewer if cells would be too small to write in or words had no room.",
            booked=False,
            recorded=False,
            choices=(1, 2, 4, 6),
        ),
        _late_option(
            "pad",
            "For a club: print lines for names, round, table and date above each board, and as many boards on the "
            "score sheet, up to 200.",
            False,
            Kind.FLAG,
            recorded=True,
        ),
        Option(
            "character",
            False,
            Kind.FLAG,
            "Print beside each board its walls, symmetry, longest region, and how many playouts each side wins.",
            booked=False,
            recorded=False,
        ),
        _late_option(
            "winner",
            "Draw boards that this side wins with best play, and print beside each how certain that is; any: print "
            "it beside every board.",
            choices=("x", "o", "any"),
        ),
        _late_option(
            "fair", "Draw boards on which X wins 40 to 60 % of 1000 playouts under the rule.", False, Kind.FLAG
        ),
        _late_option(
            "rule",
            f"For --winner and --fair: {TWO_CELLS[0].lower()}{TWO_CELLS[1:]}), may not (restricted), or nobody "
            "doubles (none).",
            "standard",
            choices=RULES,
        ),
        _late_option("double_turns", f"For --winner and --fair: {TURNS}."),
    )

    design = Lazy("design")
    prove = Lazy("proof")
    score = Lazy("situation")
    picture = Lazy("rulebook")
    rules = Lazy("rulebook", "content")
    scoresheet = Lazy("rulebook", "scoresheet")

    def size(self, parameters: Parameters) -> Size:
        """Return how wide a cell is: a large board's cells are narrower, so that it can be printed."""
        from quasiprint.model.measures import Size

        size = int(parameters.get("size", 5))
        fitting = math.floor(2 * BED / (size + 0.1)) / 2  # walls stand half a wall beyond the cells
        return Size(max(NARROWEST, min(USUAL, fitting)))

    touch_size = size  # walls are raised on every printed board

    def printed_size(self, parameters: Parameters) -> Size:
        """Return it where boards are printed."""
        from quasiprint.model.measures import Size

        return Size(PRINTED) if parameters.get("size", 5) == 5 else self.size(parameters)

    def piece_count(self, parameters: Parameters) -> int | None:
        """Return it as asked for; None of a board that is named, or read from a file."""
        return int(parameters["count"]) if "size" in parameters else None


GAME: Game = Majomino()
