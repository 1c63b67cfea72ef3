"""The options of a game of Majomino at the table."""

from quasiprint.model.option import Kind, Option

PLAYING = (
    Option("size", default=5, kind=Kind.INT, help="How many cells each side of the board has.", choices=(3, 5, 7)),
    Option(
        "board",
        default="",
        kind=Kind.TEXT,
        help="Play on the board of this name, not on one drawn by the seed.",
        excludes=("size",),
    ),
    Option(
        "rule",
        default="standard",
        kind=Kind.TEXT,
        help="Whether the two cells of the double move may share a row, column or region (standard), may not "
        "(restricted), or nobody doubles (none).",
        choices=("standard", "restricted", "none"),
    ),
    Option(
        "double_turns",
        default="",
        kind=Kind.TEXT,
        help="O's turns in which the double move is allowed, such as 8-8 or 4-9; without it, any.",
    ),
    Option(
        "computer",
        default="o",
        kind=Kind.TEXT,
        help="Which side the computer plays. X begins.",
        choices=("o", "x", "both", "none"),
    ),
    Option(
        "level",
        default="medium",
        kind=Kind.TEXT,
        help="How well the computer plays. perfect makes the solver's moves on a board of up to 5 × 5, and may think "
        "for minutes.",
        choices=("beginner", "easy", "medium", "hard", "perfect"),
    ),
    Option(
        "seed",
        default=0,
        kind=Kind.INT,
        help="Another number draws another board, and picks other moves where several are equally good.",
        minimum=0,
        maximum=10**18 - 1,
    ),
    Option(
        "words",
        default=False,
        kind=Kind.FLAG,
        help="Tell the board row by row in words, for a screen reader, instead of drawing it.",
    ),
)
