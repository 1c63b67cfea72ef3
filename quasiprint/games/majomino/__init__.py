"""Majomino, by Bob Harris: random boards parted into N regions of N cells, for pencils or markers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from quasiprint.games.majomino.playing import PLAYING
from quasiprint.model.game import Brief, Game, Lazy, Parameters, Titles, Work
from quasiprint.model.judgement import Judgement
from quasiprint.model.measures import Maker, Size
from quasiprint.model.option import Kind, Option
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer
from quasiprint.model.rulebook import Figure
from quasiprint.model.session import Session
from quasiprint.model.solution import Problem

SIZES = tuple(range(3, 22, 2))  # cells along a side; on an even board lines could be tied
MOST = 100_000  # boards in a run
USUAL, NARROWEST = 20.0, 11.0  # mm: of a cell
BED = 204.0  # mm: what a bed of 210 mm holds
WALKED = 9  # the smallest size whose boards are too many to count, and come from a walk
PROPOSAL, PLAIN = 1.7e-8, 2e-6  # s: of one of its steps, compiled and as Python

ACCENT = "#1f6650"  # the colour of the game's books


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
        Option(
            "size",
            default=5,
            kind=Kind.INT,
            help="How many cells each side of the board has.",
            choices=SIZES,
        ),
        Option(
            "count",
            default=12,
            kind=Kind.INT,
            help="How many boards to draw at random.",
            recorded=False,
            minimum=1,
            maximum=MOST,
        ),
        Option(
            "distinct",
            default=False,
            kind=Kind.FLAG,
            help="Draw no board twice, not even rotated or mirrored.",
            recorded=False,
        ),
        Option(
            "board",
            default="",
            kind=Kind.SOURCE,
            most_bytes=1 << 26,
            help="Make the board of this name, or the boards in this file (-: standard input), not random ones.",
            excludes=("size", "count", "distinct"),
        ),
        Option(
            "regions",
            default="coloured",
            kind=Kind.TEXT,
            help="Whether regions are filled with colours and patterns, or left plain.",
            recorded=False,
            choices=("coloured", "plain"),
        ),
        Option(
            "walls",
            default="engraved",
            kind=Kind.TEXT,
            help="Whether a laser engraves the walls, or cuts along them; then the regions lie in a tray.",
            recorded=False,
            choices=("engraved", "cut"),
        ),
        Option(
            "per_page",
            default=4,
            kind=Kind.INT,
            help="How many boards to print on a page; fewer if cells would be too small to write in.",
            booked=False,
            recorded=False,
            choices=(1, 2, 4, 6),
        ),
        Option(
            "character",
            default=False,
            kind=Kind.FLAG,
            help="Print beside each board its walls, symmetry, longest region, and who wins how many playouts.",
            booked=False,
            recorded=False,
        ),
        Option(
            "winner",
            default="",
            kind=Kind.TEXT,
            help="Draw boards that this side wins when both play their best, and print it beside each, with how sure "
            "it is; any: only print it.",
            choices=("x", "o", "any"),
            booked=False,
            recorded=False,
            told=False,
        ),
        Option(
            "fair",
            default=False,
            kind=Kind.FLAG,
            help="Draw boards on which X wins 40 to 60 % of 1000 playouts under the rule.",
            booked=False,
            recorded=False,
            told=False,
        ),
        Option(
            "rule",
            default="standard",
            kind=Kind.TEXT,
            help="For --winner and --fair: whether the two cells of the double move may share a row, column or region "
            "(standard), may not (restricted), or nobody doubles (none).",
            choices=("standard", "restricted", "none"),
            booked=False,
            recorded=False,
            told=False,
        ),
        Option(
            "double_turns",
            default="",
            kind=Kind.TEXT,
            help="For --winner and --fair: O's turns in which the double move is allowed, such as 8-8 or 4-9.",
            booked=False,
            recorded=False,
            told=False,
        ),
    )

    playing = PLAYING
    solving = (
        Option(
            "to_move",
            default="",
            kind=Kind.TEXT,
            help="Who moves, where the marks leave it open.",
            choices=("x", "o"),
        ),
        Option(
            "double",
            default="",
            kind=Kind.TEXT,
            help="Whether O has her double move still, or used it; none: play without it. Without this option she has "
            "it where the marks leave it open.",
            choices=("unused", "used", "none"),
        ),
        Option(
            "rule",
            default="",
            kind=Kind.TEXT,
            help="Whether the two cells of the double move may share a row, column or region (standard, which it is "
            "without this option), or may not (restricted); none: nobody doubles; pie: nobody doubles, and after X's "
            "first mark the other player chooses a side. A saved game has a rule of its own.",
            choices=("standard", "restricted", "none", "pie"),
        ),
        Option(
            "double_turns",
            default="",
            kind=Kind.TEXT,
            help="O's turns in which the double move is allowed, such as 8-8 or 4-9; without it, any.",
        ),
    )

    cataloguing = (
        Option("size", default=5, kind=Kind.INT, help="How many cells each side has.", choices=(3, 5)),
        Option(
            "board",
            default="",
            kind=Kind.TEXT,
            help="Only the games of these boards, by their names, with commas between them; without it, all.",
        ),
        Option(
            "rule",
            default="standard",
            kind=Kind.TEXT,
            help="Whether the two cells of the double move may share a row, column or region (standard), or may not "
            "(restricted); none: play without it.",
            choices=("standard", "restricted", "none"),
        ),
        Option(
            "double_turns",
            default="",
            kind=Kind.TEXT,
            help="O's turns in which the double move is allowed, such as 8-8 or 4-9; without it, any.",
        ),
    )

    prove = Lazy("proof")
    replayed = Lazy("replay")
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
        from quasiprint.compiled import available

        if "size" not in parameters:  # a board's name, or a file
            return Work(None)
        size, count = int(parameters["size"]), int(parameters["count"])
        if size < WALKED:
            return Work(count, seconds=20.0 * (size == WALKED - 2))
        between = 4 * size**5 * (PROPOSAL if available() else PLAIN) * (8 if parameters["distinct"] else 1)
        return Work(count, seconds=count * between)

    def design(self, brief: Brief) -> GameSet:
        """Return the set: see `quasiprint.games.majomino.design.design`."""
        from quasiprint.games.majomino.design import design

        return design(brief.parameters, brief.measures, brief.palette, brief.seed, brief.supplied.get("board"))

    def rehearsal(self, brief: Brief) -> GameSet | None:
        """Return a run of one board: see `quasiprint.games.majomino.design.rehearsal`."""
        from quasiprint.games.majomino.design import rehearsal

        return rehearsal(brief.parameters, brief.measures, brief.palette)

    def score(self, text: bytes, options: Parameters) -> Judgement:
        """Score a game on a board: see `quasiprint.games.majomino.score.score`."""
        from quasiprint.games.majomino.score import score

        return score(text)

    def problem(self, source: bytes | str, where: str, parameters: Parameters) -> Problem:
        """Return a position to solve, that of a saved game among them: see
        `quasiprint.games.majomino.situation.situation`."""
        from quasiprint.games.majomino import record
        from quasiprint.games.majomino.situation import situation
        from quasiprint.games.majomino.solving import MajominoProblem

        if isinstance(source, bytes) and record.is_record(source):
            return MajominoProblem(record.situation(source, where, parameters))
        return MajominoProblem(situation(source, where, parameters))

    def session(self, parameters: Parameters, *, plain: bool = False) -> Session:
        """Return a new game against the computer; what it shows is ASCII anyway."""
        from quasiprint.games.majomino import session

        return session.begun(parameters)

    def resumed(self, text: bytes, where: str, given: Parameters, *, plain: bool = False) -> Session:
        """Return a saved game, or one from a drawn position on."""
        from quasiprint.games.majomino import session

        return session.gone_on(text, where, given)

    def certificate(self, problem: Problem, winner: str, memory: int, pause: Callable[[], None]) -> Mapping[str, Any]:
        """Return a winner's strategy: see `quasiprint.games.majomino.strategy.strategy`."""
        from quasiprint.games.majomino.solving import MajominoProblem
        from quasiprint.games.majomino.strategy import strategy

        assert isinstance(problem, MajominoProblem)
        return strategy(problem, winner, memory, pause)

    def picture(self, text: bytes, sets: Mapping[Maker, GameSet]) -> Figure:
        """Draw a layout: see `quasiprint.games.majomino.score.picture`."""
        from quasiprint.games.majomino.score import picture

        return picture(text, sets[Maker.PAPER])


GAME: Game = Majomino()
