"""A hand of FastQuasi laid by one player, for the compiler.

Without a search the player lays tiles as in the other games, until none fits.

With one, shapes come first, colours after: of n tiles with J shared edges and no hole, J − (n − 1) vertices are
covered, whatever the colours. `grow` keeps after every tile the layouts that share most edges; `assign` finds tiles of
a hand that go into a shape.
"""

from __future__ import annotations

from quasiprint.addons.lab.playtests.chance import toss
from quasiprint.games.quasimino.move_kernels import (
    CHOICES,
    CHOSEN,
    DEAD,
    LOGGED,
    Array,
    Rows,
    choose_lay,
    is_twin,
    lay,
)
from quasiprint.games.quasimino.rhomb_kernels import (
    ASKS,
    CORNERS,
    LEAN,
    PLACE,
    PLACES,
    POINT,
    SHAPE,
    clear_layout,
    covers,
    find_places,
    fits,
    point_at,
    put_tile,
)
from quasiprint.system.compiled import kernel

STEP = 8  # numbers of a tile in a layout that is kept: piece, turn, four integers, where it lies
HEAD = 4  # numbers before its tiles: its worth, what tells it from others, and which tiles are laid
LOT = 64  # equal layouts are told apart by lot


@kernel
def lay_hand(layout: Rows, game: Array, may: Array, count: int, log: Array, barred: Array, rng: Array) -> None:
    """Lay a hand of so many tiles, one after the other, until none fits."""
    clear_layout(layout)
    barred[0] = 0
    while count:
        piece, place, ways = choose_lay(layout, game, may, count, barred, rng)
        if piece < 0:
            break
        game[CHOSEN] += 1
        game[CHOICES] += ways
        game[LOGGED] = 0
        lay(layout, game, log, piece, place)
        find_places(layout)
        count -= 1
        for k in range(count + 1):
            if may[k] == piece:
                may[k] = may[count]
                break
    game[DEAD] += count


@kernel
def lay_again(layout: Rows, kept: Array, at: int, tiles: int) -> None:
    """Lay a layout that was kept."""
    clear_layout(layout)
    for k in range(tiles):
        t = at + HEAD + STEP * k
        point = point_at(layout, kept[t + 2], kept[t + 3], kept[t + 4], kept[t + 5], kept[t + 6], kept[t + 7])
        put_tile(layout, kept[t], int(8 * kept[t] >= len(layout[7])), kept[t + 1], point)
        find_places(layout)


@kernel
def keep(best: Array, width: int, row: int, worth: int, name: int) -> int:
    """Return where a layout is to be kept among the best, −1 if it is not. A layout is known by its name."""
    worst = 0
    for k in range(width):
        if best[row * k] == worth // LOT * LOT + best[row * k] % LOT and best[row * k + 1] == name:
            return -1
        if best[row * k] < best[row * worst]:
            worst = k
    return worst if best[row * worst] < worth else -1


@kernel
def extend(
    layout: Rows, hand: Array, one: int, kept: Array, at: int, best: Array, row: int, tiles: int, rng: Array
) -> None:
    """Keep what is best of the ways to lay one more tile of a hand beside a layout that lies, and was kept there."""
    points, places, now, piece = layout[1], layout[5], layout[6], hand[one]
    for place in range(now[PLACES]):
        p = PLACE * place
        wrong = places[p + SHAPE] != int(8 * piece >= len(layout[7])) or not fits(layout, p, piece)
        if wrong or is_twin(layout, piece, places[p + LEAN]):
            continue
        worth = kept[at] // LOT
        for edge in range(4):
            worth += int(places[p + ASKS + edge] >= 0)
        worth = LOT * worth + toss(rng, LOT // 8) + 8 * min(covers(layout, p), 3)
        c = POINT * places[p + CORNERS]
        name = kept[at + 1] + (piece + 1) * (points[c + 4] * 31 + points[c + 5] * 17 + places[p + LEAN])
        where = keep(best, len(best) // row, row, worth, name)
        if where < 0:
            continue
        for n in range(row):
            best[row * where + n] = kept[at + n]
        best[row * where], best[row * where + 1] = worth, name
        best[row * where + 2] = kept[at + 2] | 1 << one
        t = row * where + HEAD + STEP * tiles
        best[t], best[t + 1] = piece, places[p + LEAN]
        for n in range(6):
            best[t + 2 + n] = points[c + n]


@kernel
def grow(layout: Rows, hand: Array, count: int, kept: Array, best: Array, width: int, rng: Array) -> None:
    """Find layouts of a hand of so many tiles, all laid, that share as many edges as can be. kept, best: room for so
    many layouts each; found are those that are kept."""
    row = HEAD + STEP * count
    for k in range(row * width):
        kept[k] = 0
    for k in range(min(count, width)):  # begun with each tile
        kept[row * k], kept[row * k + 2], kept[row * k + HEAD] = LOT, 1 << k, hand[k]
    for tiles in range(1, count):
        for k in range(row * width):
            best[k] = 0
        for k in range(width):
            at = row * k
            if not kept[at]:
                continue
            lay_again(layout, kept, at, tiles)
            for one in range(count):
                if not kept[at + 2] >> one & 1:
                    extend(layout, hand, one, kept, at, best, row, tiles, rng)
        for k in range(row * width):
            kept[k] = best[k]


@kernel
def assign(shape: Array, hand: Array, marks: Array, chosen: Array, count: int) -> bool:
    """Tell whether a hand goes into a shape of as many tiles. shape: for each tile whether it is a thick one, and for
    each edge 1 + 4 × tile + edge of the one that lies there, 0 for none. chosen: room for a number each; then which
    tile of the hand lies there, doubled, and 1 more for the other way round."""
    at, used = 0, 0
    chosen[0] = -1
    while at >= 0:
        chosen[at] += 1
        if chosen[at] == 2 * count:
            at -= 1
            if at >= 0:
                used &= ~(1 << chosen[at] // 2)
            continue
        one, piece = chosen[at] // 2, hand[chosen[at] // 2]
        if used >> one & 1 or int(8 * piece >= len(marks)) != shape[5 * at]:
            continue
        good = True
        for edge in range(4):
            other = shape[5 * at + 1 + edge] - 1
            if 0 <= other < 4 * at:
                there = chosen[other // 4]
                colour = marks[4 * hand[there // 2] + (other % 4 + 2 * (there % 2)) % 4]
                good = good and colour == marks[4 * piece + (edge + 2 * (chosen[at] % 2)) % 4]
        if good:
            used |= 1 << one
            at += 1
            if at == count:
                return True
            chosen[at] = -1
    return False
