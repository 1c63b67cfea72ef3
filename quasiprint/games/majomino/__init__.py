"""Majomino, by Bob Harris: random boards parted into N regions of N cells, for pencils or markers."""

from __future__ import annotations

import math
from typing import Any

from quasiprint.model.game import Game, Lazy, Parameters, Titles, Work
from quasiprint.model.measures import Size
from quasiprint.model.option import Kind, Option
from quasiprint.model.piece import Value
from quasiprint.model.production import Offer

SIZES = tuple(range(3, 22, 2))  # cells along a side; on an even board lines could be tied
MOST = 100_000  # boards in a run
USUAL, NARROWEST = 20.0, 11.0  # mm: of a cell
BED = 204.0  # mm: what a bed of 210 mm holds
WALKED = 9  # the smallest size whose boards are too many to count, and come from a walk
PROPOSAL, PLAIN = 1.7e-8, 2e-6  # s: of one of its steps, compiled and as Python
WARM_UP = 5  # boards, as long as it takes to the first

ACCENT = "#1f6650"  # the colour of the game's books


_TURNS = "O's turns in which the double move is allowed, such as 8-8 or 4-9"
_TWO_CELLS = "Whether the two cells of the double move may share a row, column or region (standard"
_RULES = ("standard", "restricted", "none")


def _winner_option(name: str, words: str, default: Value = "", kind: Kind = Kind.TEXT, **limits: Any) -> Option:
    """Return an option of who wins, which neither books nor a manifest of another set say anything of."""
    return Option(name, default, kind, words, booked=False, recorded=False, told=False, **limits)


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
    offers = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES, Offer.TEXTS)
    options = (
        Option("size", 5, Kind.INT, "How many cells each side of the board has.", choices=SIZES),
        Option(
            "count",
            12,
            Kind.INT,
            "How many boards to draw at random, up to 100,000.",
            recorded=False,
            minimum=1,
            maximum=MOST,
        ),
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
            "How many boards to print on a page; fewer if cells would be too small to write in.",
            booked=False,
            recorded=False,
            choices=(1, 2, 4, 6),
        ),
        Option(
            "character",
            False,
            Kind.FLAG,
            "Print beside each board its walls, symmetry, longest region, and how many playouts each side wins.",
            booked=False,
            recorded=False,
        ),
        _winner_option(
            "winner",
            "Draw boards that this side wins with best play, and print beside each how certain that is; any: print "
            "it beside every board.",
            choices=("x", "o", "any"),
        ),
        _winner_option(
            "fair", "Draw boards on which X wins 40 to 60 % of 1000 playouts under the rule.", False, Kind.FLAG
        ),
        _winner_option(
            "rule",
            f"For --winner and --fair: {_TWO_CELLS[0].lower()}{_TWO_CELLS[1:]}), may not (restricted), or nobody "
            "doubles (none).",
            "standard",
            choices=_RULES,
        ),
        _winner_option("double_turns", f"For --winner and --fair: {_TURNS}."),
    )
    playing = (
        Option("size", 5, Kind.INT, "How many cells each side of the board has.", choices=(3, 5, 7)),
        Option("board", "", Kind.TEXT, "Play on the board of this name, not on one drawn by the seed.",
               excludes=("size",)),
        Option("rule", "standard", Kind.TEXT, f"{_TWO_CELLS}), may not (restricted), or nobody doubles (none).",
               choices=_RULES),
        Option("double_turns", "", Kind.TEXT, f"{_TURNS}; without it, any."),
        Option("computer", "o", Kind.TEXT, "Which side the computer plays. X begins.",
               choices=("o", "x", "both", "none")),
        Option(
            "level",
            "medium",
            Kind.TEXT,
            "How well the computer plays. perfect makes the solver's moves on a board of up to 5 × 5, and may think "
            "for minutes.",
            choices=("beginner", "easy", "medium", "hard", "perfect"),
        ),
        Option(
            "seed",
            0,
            Kind.INT,
            "Another number draws another board, and picks other moves where several are equally good.",
            minimum=0,
            maximum=10**18 - 1,
        ),
        Option("words", False, Kind.FLAG,
               "Tell the board row by row in words, for a screen reader, instead of drawing it."),
    )  # fmt: skip
    solving = (
        Option("to_move", "", Kind.TEXT, "Who moves, where the marks leave it open.", choices=("x", "o")),
        Option(
            "double",
            "",
            Kind.TEXT,
            "Whether O still has her double move or has used it; none: play without it. Without this option she has "
            "it where the marks leave it open.",
            choices=("unused", "used", "none"),
        ),
        Option(
            "rule",
            "",
            Kind.TEXT,
            f"{_TWO_CELLS}, which it is without this option), or may not (restricted); none: nobody doubles; pie: "
            "nobody doubles, and after X's first mark the other player chooses a side. A saved game has a rule of its "
            "own.",
            choices=(*_RULES, "pie"),
        ),
        Option("double_turns", "", Kind.TEXT, f"{_TURNS}; without it, any."),
    )
    cataloguing = (
        Option("size", 5, Kind.INT, "How many cells each side has.", choices=(3, 5)),
        Option("board", "", Kind.TEXT,
               "Only the games of these boards, by their names, with commas between them; without it, all."),
        Option("rule", "standard", Kind.TEXT, f"{_TWO_CELLS}), or may not (restricted); none: play without it.",
               choices=_RULES),
        Option("double_turns", "", Kind.TEXT, f"{_TURNS}; without it, any."),
    )  # fmt: skip

    playtesting = playing[:4]

    design = Lazy("design")
    rehearsal = Lazy("design")
    prove = Lazy("proof")
    score = Lazy("record")
    session = Lazy("session", "new_session")
    resumed = Lazy("session", "resume_session")
    test = Lazy("playtest")
    plays = Lazy("playtest")
    picture = Lazy("record")
    problem = Lazy("solving")
    certificate = Lazy("solving")
    replayed = Lazy("replay", "replay")
    catalogue = Lazy("cataloguing")
    rules = Lazy("rulebook", "content")
    scoresheet = Lazy("scoresheet")

    def size(self, parameters: Parameters) -> Size:
        """Return how wide a cell is: a large board's cells are narrower, so that it can be printed."""
        size = int(parameters.get("size", 5))
        fitting = math.floor(2 * BED / (size + 0.1)) / 2  # walls stand half a wall beyond the cells
        return Size(max(NARROWEST, min(USUAL, fitting)))

    def touch_size(self, parameters: Parameters) -> Size:
        """Return the usual size: walls are raised on every printed board."""
        return self.size(parameters)

    def work(self, parameters: Parameters) -> Work:
        """Return it as measured: the walk from board to board takes most of it (`benchmarks/boards.py`), and a hundred
        times as long where it cannot be compiled."""
        from quasiprint.system.compiled import available

        if "size" not in parameters:  # a board's name, or a file
            return Work(None)
        size, count = int(parameters["size"]), int(parameters["count"])
        if size < WALKED:
            return Work(count, seconds=20.0 * (size == WALKED - 2))
        between = 4 * size**5 * (PROPOSAL if available() else PLAIN) * (8 if parameters["distinct"] else 1)
        return Work(count, seconds=(count + WARM_UP) * between)


GAME: Game = Majomino()
