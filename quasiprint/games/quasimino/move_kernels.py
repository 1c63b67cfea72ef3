"""The moves of Quasi-Domino and Quasi-Match, for the compiler: which tile is laid where, and what is drawn.

`game` is a row of numbers, named below. `hands` has a row of as many numbers as the set has tiles for each player,
`heaps` for each shape, thick ones first; the next tile is the last. `log` has a row for each move: what it is, who
makes it, and what it is about.

POLICY is the mover's. ANY: any legal move. BEST: any of those that cover most at once. FIRST: the first of these.
LOOKS: as BEST, but `play_on` stops where there is a choice, so that another one can be made.
"""

from __future__ import annotations

from typing import Any

from quasiprint.addons.lab.playtests.chance import toss
from quasiprint.games.quasimino.rhomb_kernels import (
    CORNERS,
    COVERED,
    FREE,
    JOINT,
    LEAN,
    PLACE,
    PLACES,
    POINT,
    SHAPE,
    TILES,
    covers,
    fits,
    point_at,
    put_tile,
)
from quasiprint.system.compiled import kernel

Array = Any
Rows = tuple[Any, ...]
MATCHES, PLAYERS, POLICY, MOVER, TURNS, LAID, SKIPS, OVER = 0, 1, 2, 3, 4, 5, 6, 7
LEFT, OPENED, STARTER, BLOCKED = 8, 10, 12, 13
# what is counted: turns, those with a choice, the moves to choose from there, turns without any, moves in `log`
ALL_TURNS, CHOSEN, CHOICES, DEAD, LOGGED = 14, 15, 16, 17, 18
POLICIES = 19  # two bits for each seat
TILES_OF, OWNED = 20, 26  # of six players each
UNTIL, GAME = 32, 33  # after so many turns of all a game stops
ANY, BEST, FIRST, LOOKS = 0, 1, 2, 3
LAY, DRAW, PASS, QUASI, OTHERS = 0, 1, 2, 3, 4
ENTRY = 8  # numbers of a move in `log`


@kernel
def note(game: Array, log: Array, verb: int, about: int) -> None:
    """Write a move into the log."""
    k = ENTRY * game[LOGGED]
    log[k], log[k + 1], log[k + 2] = verb, game[MOVER], about
    game[LOGGED] += 1


@kernel
def is_twin(layout: Rows, piece: int, turn: int) -> bool:
    """Tell whether a tile that is its own half turn lies in this turn as it does in one that is half a turn less."""
    marks, k = layout[7], 4 * piece
    return bool(turn > 4 and marks[k] == marks[k + 2] and marks[k + 1] == marks[k + 3])


@kernel
def number_of(layout: Rows, piece: int, place: int) -> int:
    """Return a way to lay a tile as a number."""
    return int(1 + piece * (len(layout[5]) + 10) + place)


@kernel
def may_lie(layout: Rows, piece: int, place: int, barred: Array) -> bool:
    """Tell whether a tile may be laid at a place, see `choose_lay`; its own half turn lies in five turns only."""
    marks, places, row, turn = layout[7], layout[5], PLACE * place, place
    if layout[6][TILES]:
        turn = places[row + LEAN]
        if places[row + SHAPE] != int(8 * piece >= len(marks)) or not fits(layout, row, piece):
            return False
    if is_twin(layout, piece, turn):
        return False
    free = True
    for other in range(barred[0]):
        free = free and barred[1 + other] != number_of(layout, piece, place)
    return free


@kernel
def choose_lay(layout: Rows, game: Array, may: Array, count: int, barred: Array, rng: Array) -> tuple[int, int, int]:
    """Return the tile and the place that the mover chooses, −1 for none, and how many ways to choose there are.

    may: tiles that may be laid, so many. barred: ways that may not be chosen; how many there are comes first. On an
    empty table a place is a turn.
    """
    places, now = layout[5], layout[6]
    empty = now[TILES] == 0
    most, ties, every, picked = -1, 0, 0, 0
    for seen in range(2):
        for k in range(count):
            piece = may[k]
            shape = int(8 * piece >= len(layout[7]))
            for place in range(10 if empty else now[PLACES]):
                row = PLACE * place
                # asked here, since most places are no good, and a call takes longer
                if not empty and (places[row + SHAPE] != shape or not places[row + FREE] or places[row + JOINT]):
                    continue
                if not may_lie(layout, piece, place, barred):
                    continue
                worth = covers(layout, PLACE * place) if game[POLICY] and not empty else 0
                if seen:
                    if worth == most:
                        if not picked:
                            return int(piece), place, every
                        picked -= 1
                    continue
                every += 1
                if worth > most:
                    most, ties = worth, 0
                ties += int(worth == most)
        if not ties:
            break
        if not seen:
            picked = toss(rng, ties) if game[POLICY] != FIRST else 0
    return -1, -1, every


@kernel
def lay(layout: Rows, game: Array, log: Array, piece: int, place: int) -> int:
    """Lay a tile at a place; return how many points it covers. The places are as they were."""
    points, places, marks, now = layout[1], layout[5], layout[7], layout[6]
    before = now[COVERED]
    shape, turn, corner = int(8 * piece >= len(marks)), place, 0
    if now[TILES] == 0:
        corner = point_at(layout, 0, 0, 0, 0, 0, 0)
    else:
        turn, corner = places[PLACE * place + LEAN], places[PLACE * place + CORNERS]
    put_tile(layout, piece, shape, turn, corner)
    k = ENTRY * game[LOGGED]
    for part in range(4):
        log[k + 3 + part] = points[POINT * corner + part]
    log[k + 7] = turn
    note(game, log, LAY, piece)
    return int(now[COVERED] - before)


@kernel
def lose_tile(game: Array, hands: Array, piece: int, size: int) -> bool:
    """Take a tile out of the mover's hand; tell whether it was there. size: of the set."""
    base = size * game[MOVER]
    for k in range(game[TILES_OF + game[MOVER]]):
        if hands[base + k] == piece:
            game[TILES_OF + game[MOVER]] -= 1
            for later in range(k, game[TILES_OF + game[MOVER]]):
                hands[base + later] = hands[base + later + 1]
            return True
    return False


@kernel
def draw(game: Array, hands: Array, heaps: Array, log: Array, rng: Array, size: int) -> bool:
    """Let the mover draw a tile, from any heap; tell whether there is one."""
    if not game[LEFT] and not game[LEFT + 1]:
        return False
    heap = toss(rng, 2) if game[LEFT] and game[LEFT + 1] else int(not game[LEFT])
    game[LEFT + heap] -= 1
    hands[size * game[MOVER] + game[TILES_OF + game[MOVER]]] = heaps[size * heap + game[LEFT + heap]]
    game[TILES_OF + game[MOVER]] += 1
    note(game, log, DRAW, heap)
    return True
