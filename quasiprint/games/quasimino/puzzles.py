"""Five puzzles: for each a hand of tiles and a layout of them, found by search; the rules judge it when a book is made.

flower, wheel: all tips around one point. ring: a regular decagon. guard: a thin tile with all its corners covered,
by the fewest tiles with which that can be done. fast: a hand of FastQuasi, drawn at random, with as many covered
vertices as any hand can reach. The hands of flower, ring and guard have one solution, but for turning the whole.
"""

from __future__ import annotations

from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.rules import PlacedRhomb

Entry = tuple[str, str, tuple[int, int, int, int], int]

PUZZLES: dict[str, tuple[Entry, ...]] = {
    "flower": (
        ("thick", "2201", (0, 0, 0, 0), 0),
        ("thick", "1121", (0, 0, 0, 0), 2),
        ("thick", "1020", (0, 0, 0, 0), 4),
        ("thick", "0120", (0, 0, 0, 0), 6),
        ("thick", "0012", (0, 0, 0, 0), 8),
    ),
    "wheel": (
        ("thin", "1020", (0, 0, 0, 0), 0),
        ("thin", "0001", (0, 0, 0, 0), 1),
        ("thin", "1202", (0, 0, 0, 0), 2),
        ("thin", "2222", (0, 0, 0, 0), 3),
        ("thin", "2000", (0, 0, 0, 0), 4),
        ("thin", "0102", (0, 0, 0, 0), 5),
        ("thin", "2121", (0, 0, 0, 0), 6),
        ("thin", "1200", (0, 0, 0, 0), 7),
        ("thin", "0000", (0, 0, 0, 0), 8),
        ("thin", "0111", (0, 0, 0, 0), 9),
    ),
    "ring": (
        ("thick", "0210", (-1, 1, -1, 1), 1),
        ("thick", "0011", (-1, 2, -1, 1), 0),
        ("thick", "1211", (0, 2, 0, 1), 3),
        ("thick", "1202", (1, 1, 0, 0), 2),
        ("thick", "2012", (1, 1, 0, 0), 4),
        ("thin", "1000", (-1, 1, -1, 1), 0),
        ("thin", "1010", (-1, 1, -1, 2), 1),
        ("thin", "1102", (-1, 2, -1, 1), 2),
        ("thin", "1111", (1, 0, 0, 0), 4),
        ("thin", "2212", (1, 1, 1, 0), 3),
    ),
    "guard": (
        ("thick", "0202", (0, 0, -1, 0), 0),
        ("thick", "0002", (0, 0, 0, 0), 1),
        ("thick", "1102", (1, 1, 0, 0), 3),
        ("thick", "2222", (2, -1, 0, -1), 2),
        ("thick", "1221", (2, 0, 1, -1), 4),
        ("thin", "2220", (0, 0, -1, 0), 2),
        ("thin", "0220", (0, 0, 0, 0), 0),
        ("thin", "1111", (2, 0, 1, -1), 3),
    ),
    "fast": (
        ("thick", "0010", (-1, 1, -1, 1), 0),
        ("thick", "0110", (-1, 1, 0, 1), 1),
        ("thick", "2010", (0, 2, 0, 1), 3),
        ("thick", "2012", (1, 1, 0, 0), 0),
        ("thick", "2002", (1, 1, 0, 0), 2),
        ("thick", "2211", (1, 1, 0, 0), 4),
        ("thick", "2121", (2, 1, 1, 0), 3),
        ("thin", "0000", (-1, 1, -1, 1), 2),
        ("thin", "1100", (-1, 1, 0, 1), 0),
        ("thin", "2010", (0, 1, -1, 1), 1),
        ("thin", "0221", (1, 0, 0, 0), 0),
        ("thin", "1012", (1, 0, 0, 0), 4),
        ("thin", "2120", (1, 1, 1, 0), 3),
        ("thin", "1111", (2, 1, 1, 1), 4),
    ),
}


def solution(name: str) -> tuple[PlacedRhomb, ...]:
    """Return a puzzle's tiles as they solve it."""
    return tuple(
        PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*corner), turn)
        for number, (shape, marks, corner, turn) in enumerate(PUZZLES[name], 1)
    )
