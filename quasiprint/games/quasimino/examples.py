"""Layouts that the book tells of, found among hands drawn at random; the rules judge them when a book is made.

PLAYED: a game of Quasi-Domino, in which whoever can cover a vertex does. MATCHED: the opening of a game of Quasi-Match.
SHAPES: what somebody built of a hand of FastQuasi. Their tiles have three colours, so larger sets have them, too.
"""

from __future__ import annotations

from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.played import Deal, Lay
from quasiprint.games.quasimino.puzzles import Entry
from quasiprint.games.quasimino.rules import PlacedRhomb

WEST, EAST = 0, 1


def placed(entries: tuple[Entry, ...]) -> tuple[PlacedRhomb, ...]:
    """Return tiles as they lie, numbered from 1."""
    return tuple(
        PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*corner), turn)
        for number, (shape, marks, corner, turn) in enumerate(entries, 1)
    )


PLAYED = Deal(
    hands=(
        ("thick-0220", "thick-1112", "thick-1120", "thin-0112", "thin-1212", "thin-2022"),
        ("thick-0000", "thick-1010", "thick-2022", "thin-0000", "thin-1220", "thin-2222"),
    ),
    opened=placed((("thick", "0221", (0, 0, 0, 0), 0), ("thin", "1020", (1, 1, 1, 0), 5))),
    lays=(
        Lay(EAST, "thin", "0000", (2, -1, 1, -1), 4),
        Lay(WEST, "thick", "0220", (2, -1, 1, -1), 2),
        Lay(WEST, "thin", "1212", (0, 0, 0, 0), 2, "thick-2122"),
        Lay(EAST, "thick", "2022", (2, 0, 2, -1), 4),
        Lay(EAST, "thin", "1220", (2, -1, 1, -1), 1),
        Lay(EAST, "thick", "0000", (2, -1, 1, -2), 3, "thin-0011"),
        Lay(WEST, "thick", "1112", (0, 0, 0, 1), 2, "thick-0122"),
        Lay(EAST, "thin", "0011", (1, -1, 1, -2), 3),
        Lay(EAST, "thick", "1010", (2, 0, 1, -1), 6),
        Lay(EAST, "thin", "2222", (0, 0, 0, 0), 3),
    ),
)

# the first three tiles are the start; then for each tile who laid it
MATCHED = placed(
    (
        ("thick", "2222", (0, 0, 0, 0), 0),
        ("thin", "0012", (1, 0, 1, 0), 4),
        ("thin", "0111", (-1, 1, 0, 1), 0),
        ("thin", "0220", (1, 1, 1, 0), 6),
        ("thick", "0121", (-1, 1, 0, 1), 7),
        ("thick", "2020", (2, 1, 1, 0), 5),
        ("thin", "1111", (0, 0, 0, -1), 3),
        ("thin", "0022", (1, 0, 0, 0), 0),
        ("thick", "1220", (1, 1, 1, 1), 8),
        ("thin", "0020", (-1, 1, -1, 1), 2),
        ("thick", "0101", (-1, 2, 0, 2), 8),
        ("thick", "0010", (-1, 2, 0, 2), 6),
    )
)
MATCHED_BY = (EAST, WEST, EAST, EAST, WEST, EAST, EAST, WEST, EAST, WEST)

SHAPES = (
    placed(
        (
            ("thick", "0111", (0, 0, 0, 0), 0),
            ("thick", "1112", (0, 0, 0, 0), 2),
            ("thin", "1122", (-1, 1, 0, 1), 9),
            ("thin", "0110", (1, 1, 1, 0), 6),
            ("thick", "1120", (1, 1, 1, 0), 4),
            ("thin", "0221", (0, 2, 0, 1), 5),
            ("thin", "0101", (2, 1, 0, 0), 5),
            ("thick", "0002", (2, 1, 1, 0), 5),
            ("thin", "1010", (0, 2, 0, 1), 9),
        )
    ),
    placed(
        (
            ("thick", "0021", (0, 0, 0, 0), 0),
            ("thick", "2222", (0, 0, 1, 1), 8),
            ("thin", "0112", (0, 0, 1, 1), 7),
            ("thin", "2222", (-1, 1, 0, 2), 9),
            ("thick", "1221", (1, 1, 1, 1), 6),
        )
    ),
)
