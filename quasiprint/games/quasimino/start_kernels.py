"""The start of Quasi-Domino and Quasi-Match, for the compiler: who can join the two open tiles, and how."""

from __future__ import annotations

from quasiprint.addons.lab.playtests.chance import toss
from quasiprint.games.quasimino.move_kernels import (
    LEFT,
    LOGGED,
    MOVER,
    OPENED,
    OTHERS,
    PLAYERS,
    QUASI,
    STARTER,
    TILES_OF,
    Array,
    Rows,
    choose_lay,
    lay,
    lose_tile,
    note,
    number_of,
)
from quasiprint.games.quasimino.rhomb_kernels import (
    CORNERS,
    COVERED,
    LEAN,
    PIECE,
    PLACE,
    POINTS,
    SHAPE,
    TILE,
    TILES,
    ask,
    direction_of,
    find_places,
    fits,
    fits_in,
    forget_points,
    point_at,
    put_tile,
    set_along,
    take_tile,
)
from quasiprint.system.compiled import kernel


@kernel
def joins_at(layout: Rows, row: int, piece: int, edge: int, own: int) -> bool:
    """Tell whether a tile can be laid with its edge `own` along an edge of a tile on the table, 4 × tile + edge. row:
    in `places`, where it lies then."""
    rim, tiles, marks = layout[2], layout[4], layout[7]
    tile, side = TILE * (edge // 4), edge % 4
    end = tiles[tile + CORNERS + (side + 1) % 4]
    back = (direction_of(tiles[tile + SHAPE], tiles[tile + LEAN], side) + 5) % 10
    if rim[10 * end + back] or marks[4 * tiles[tile + PIECE] + side] != marks[4 * piece + own]:
        return False
    set_along(layout, row, int(8 * piece >= len(marks)), own, end, back)
    ask(layout, layout[5], row)
    return fits(layout, row, piece) and fits_in(layout, layout[5], row)


@kernel
def joins(layout: Rows, piece: int) -> bool:
    """Tell whether a tile can be laid beside those on the table. The places are as they were."""
    now = layout[6]
    row, points, found = len(layout[5]) - PLACE, now[POINTS], False
    for way in range(16 * now[TILES]):
        found = joins_at(layout, row, piece, way // 4, way % 4)
        forget_points(layout, points)
        if found:
            break
    return found


@kernel
def both_join(layout: Rows, piece: int, other: int) -> bool:
    """Tell whether a tile can be laid beside those on the table, and then another one."""
    now, places = layout[6], layout[5]
    row, points, found = len(places) - 2 * PLACE, now[POINTS], False
    for way in range(16 * now[TILES]):
        if joins_at(layout, row, piece, way // 4, way % 4):
            put_tile(layout, piece, places[row + SHAPE], places[row + LEAN], places[row + CORNERS])
            found = joins(layout, other)
            take_tile(layout)
        forget_points(layout, points)
        if found:
            break
    return found


@kernel
def can_begin(layout: Rows, game: Array, hands: Array, player: int, size: int) -> bool:
    """Tell whether a player has a tile that joins the two open ones."""
    opened = game[OPENED]
    put_tile(layout, opened, int(8 * opened >= len(layout[7])), 0, point_at(layout, 0, 0, 0, 0, 0, 0))
    found = False
    for k in range(game[TILES_OF + player]):
        own, other = hands[size * player + k], game[OPENED + 1]
        if both_join(layout, other, own) or both_join(layout, own, other):
            found = True
            break
    take_tile(layout)
    return found


@kernel
def can_end_start(layout: Rows, game: Array, hands: Array, own_lies: bool, size: int) -> bool:
    """Tell whether what is left of the start's tiles can be laid: those that are open, and an own one."""
    one, two = game[OPENED], game[OPENED + 1]
    last = max(one, two)
    if own_lies:
        if one >= 0 and two >= 0:
            return both_join(layout, one, two) or both_join(layout, two, one)
        return last < 0 or joins(layout, last)
    for k in range(game[TILES_OF + game[MOVER]]):
        own = hands[size * game[MOVER] + k]
        if last < 0:
            if joins(layout, own):
                return True
        elif both_join(layout, own, last) or both_join(layout, last, own):
            return True
    return False


@kernel
def shout(layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, rng: Array, size: int) -> bool:
    """Let somebody begin who can, each as likely; where nobody can, other tiles are opened. Tell whether somebody
    does."""
    for _ in range(size):
        able = 0
        for player in range(game[PLAYERS]):
            able |= int(can_begin(layout, game, hands, player, size)) << player
        count = 0
        for player in range(game[PLAYERS]):
            count += able >> player & 1
        if count:
            chosen = toss(rng, count)
            for player in range(game[PLAYERS]):
                if able >> player & 1:
                    if not chosen:
                        game[MOVER] = game[STARTER] = player
                    chosen -= 1
            note(game, log, QUASI, game[MOVER])
            return True
        if not game[LEFT] or not game[LEFT + 1]:
            return False
        for heap in range(2):
            base, last = size * heap, game[LEFT + heap] - 1
            fresh = heaps[base + last]
            for k in range(last):
                heaps[base + last - k] = heaps[base + last - k - 1]
            heaps[base] = game[OPENED + heap]
            game[OPENED + heap] = fresh
        note(game, log, OTHERS, 0)
    return False


@kernel
def start(layout: Rows, game: Array, hands: Array, may: Array, log: Array, barred: Array, rng: Array) -> int:
    """Lay the three tiles of the start; return how many points they cover."""
    size, own_lies, lies = len(layout[7]) // 4, False, 0
    barred[0] = 0
    while lies < 3:
        count = 0
        for k in range(2):
            if game[OPENED + k] >= 0:
                may[count] = game[OPENED + k]
                count += 1
        for k in range(0 if own_lies else game[TILES_OF + game[MOVER]]):
            may[count] = hands[size * game[MOVER] + k]
            count += 1
        piece, place, _ = choose_lay(layout, game, may, count, barred, rng)
        before = game[OPENED], game[OPENED + 1]
        lay(layout, game, log, piece, place)
        own = True
        for k in range(2):
            if game[OPENED + k] == piece:
                game[OPENED + k] = -1
                own = False
        if can_end_start(layout, game, hands, own_lies or own, size):
            if own:
                own_lies = lose_tile(game, hands, piece, size)
            find_places(layout)
            barred[0] = 0
            lies += 1
        else:
            game[OPENED], game[OPENED + 1] = before
            take_tile(layout)
            game[LOGGED] -= 1
            barred[0] += 1
            barred[barred[0]] = number_of(layout, piece, place)
    return int(layout[6][COVERED])
