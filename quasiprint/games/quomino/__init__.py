"""Quomino: ominoes, half black and half white, that are placed and turned until four of them close. In: options, or
games as text. Out: a set with its board, its laws, books, results. Begin with `design`; `face` draws pieces, `rules`
reads games and plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quasiprint.model.measures import Size

from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.game import Game, Lazy, OtherProcess, Parameters, Titles
from quasiprint.model.option import Kind, Option

BOARDS = (Process.PRINTER, Process.LASER, Process.PAPER)
PLAYED = Option("size", 6, Kind.INT, "How many squares each side of the board has.", minimum=4, maximum=16)
ACCENT = "#5b3a78"  # the colour of the game's books


class Quomino:
    """The room's front door; what is behind it is imported when it is used."""

    name = "quomino"
    titles = Titles(
        "Quomino",
        "MCSWare (1996)",
        "one box for boards of 6 × 6, 8 × 8 and 10 × 10, or for one board of 4 × 4 to 16 × 16; dimple or knob",
        ACCENT,
    )
    seeded = False
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    options = (
        Option(
            "size",
            default="",
            kind=Kind.INT,
            help="How many squares each side of the board has, 4 to 16.  [default: one box for 6, 8 and 10]",
            minimum=4,
            maximum=16,
        ),
        Option(
            "grip",
            default="dimple",
            kind=Kind.TEXT,
            help="What players rotate an omino by, in its black half: a dimple for a fingertip, or a knob.",
            recorded=False,
            choices=("dimple", "knob"),
        ),
        Option(
            "board_by",
            default="",
            kind=Kind.TEXT,
            help="What makes the board: printer, laser or paper.  [default: what makes the pieces]",
            booked=False,
            recorded=False,
            in_manifest=False,
            choices=BOARDS,
        ),
    )

    design = Lazy("design")
    prove = Lazy("proof")
    score = Lazy("rules")
    picture = Lazy("rulebook", "picture")
    rules = Lazy("rulebook", "content")
    scoresheet = Lazy("rulebook", "scoresheet")

    def size(self, parameters: Parameters) -> Size:
        """Return 22 mm, of a board's square."""
        from quasiprint.model.measures import Size

        return Size(22.0)

    touch_size = size  # what is black is raised, and broad enough

    def apart(self, parameters: Parameters) -> OtherProcess | None:
        """Return the process that makes the board and the strips around it, if an option names it."""
        if not (board_by := parameters.get("board_by")):
            return None
        return OtherProcess("--board-by", Process(str(board_by)), frozenset(("board", "board-part", "frame")))

    def hand(self, parameters: Parameters) -> int:
        """Return 0: ominoes lie beside the board, for both players to see."""
        return 0


GAME: Game = Quomino()
