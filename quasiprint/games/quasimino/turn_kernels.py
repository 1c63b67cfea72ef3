"""Quasi-Domino and Quasi-Match played to the end, for the compiler: who begins, lays, draws, passes and wins.

They are the games of `quasiprint.games.quasimino.turns`, which judges them: a test plays there what was played here,
move by move. `game` is a row of numbers, named below. `hands` has a row of as many numbers as the set has tiles for
each player, `heaps` for each shape, thick ones first; the next tile is the last. `log` has a row for each move: what it
is, who makes it, and what it is about.

Players are as good as the policy: RANDOM makes any legal move, GREEDY any of those that cover most at once.
"""

from __future__ import annotations

from typing import Any

from quasiprint.chance import toss
from quasiprint.compiled import kernel
from quasiprint.games.quasimino.rhomb_kernels import (
    CORNERS,
    COVERED,

    LEAN,
    PLACE,
    PLACES,
    POINT,
    SHAPE,
    TILES,
    clear_layout,
    covers,
    find_places,
    fits,
    joins,
    point_at,
    put_tile,
    take_tile,
)

Array = Any
Rows = tuple[Any, ...]
MATCHES, PLAYERS, GREEDY, MOVER, TURNS, LAID, SKIPS, OVER = 0, 1, 2, 3, 4, 5, 6, 7
LEFT, OPENED, STARTER, BLOCKED = 8, 10, 12, 13
# what is counted: turns, those with a choice, the moves to choose from there, turns without any, moves in `log`
ALL_TURNS, CHOSEN, CHOICES, DEAD, LOGGED = 14, 15, 16, 17, 18
TILES_OF, OWNED, GAME = 20, 26, 32  # of six players each
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
def choose_lay(layout: Rows, game: Array, may: Array, count: int, barred: Array, rng: Array) -> tuple[int, int, int]:
    """Return the tile and the place that the mover chooses, −1 for none, and how many ways to choose there are.

    may: tiles that may be laid, so many. barred: ways that may not be chosen; how many there are comes first. On an
    empty table a place is a turn.
    """
    marks, places, now = layout[7], layout[5], layout[6]
    empty = now[TILES] == 0
    most, ties, every = -1, 0, 0
    picked = 0
    for seen in range(2):
        for k in range(count):
            piece = may[k]
            shape = int(8 * piece >= len(marks))
            for place in range(10 if empty else now[PLACES]):
                row = PLACE * place
                if not empty and (places[row + SHAPE] != shape or not fits(layout, row, piece)):
                    continue
                if is_twin(layout, piece, place if empty else places[row + LEAN]):
                    continue
                way, is_barred = 1 + piece * (len(places) + 10) + place, False
                for other in range(barred[0]):
                    is_barred = is_barred or barred[1 + other] == way
                if is_barred:
                    continue
                worth = covers(layout, row) if game[GREEDY] and not empty else 0
                if seen:
                    if worth == most:
                        if not picked:
                            return int(piece), place, every
                        picked -= 1
                    continue
                every += 1
                if worth > most:
                    most, ties = worth, 0
                if worth == most:
                    ties += 1
        if not ties:
            break
        if not seen:
            picked = toss(rng, ties)
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


@kernel
def can_begin(layout: Rows, game: Array, hands: Array, player: int, size: int) -> bool:
    """Tell whether a player has a tile that joins the two open ones."""
    opened = game[OPENED]
    put_tile(layout, opened, int(8 * opened >= len(layout[7])), 0, point_at(layout, 0, 0, 0, 0, 0, 0))
    found = False
    for k in range(game[TILES_OF + player]):
        own, other = hands[size * player + k], game[OPENED + 1]
        if joins(layout, other, own) or joins(layout, own, other):
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
            return joins(layout, one, two) or joins(layout, two, one)
        return last < 0 or joins(layout, last, -1)
    for k in range(game[TILES_OF + game[MOVER]]):
        own = hands[size * game[MOVER] + k]
        if joins(layout, own, last) or (last >= 0 and joins(layout, last, own)):
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
            barred[barred[0]] = 1 + piece * (len(layout[5]) + 10) + place
    return int(layout[6][COVERED])


@kernel
def next_player(game: Array, turns: int) -> None:
    """Go on with the next player, who has so many turns."""
    game[MOVER] = (game[MOVER] + 1) % game[PLAYERS]
    game[TURNS], game[LAID] = turns, 0


@kernel
def after_lay(game: Array, hands: Array, heaps: Array, log: Array, rng: Array, new: int, starts: bool) -> None:
    """Go on after a tile, or the start, was laid that covers so many points."""
    size = len(hands) // 6
    if game[MATCHES]:
        game[OWNED + game[MOVER]] += new
        game[TURNS] += int(new > 0) - 1
        if not draw(game, hands, heaps, log, rng, size):
            tiles = 0
            for player in range(game[PLAYERS]):
                tiles += game[TILES_OF + player]
            game[OVER] = int(tiles == 0)
        if not game[OVER] and not game[TURNS]:
            next_player(game, 1)
        return
    if not game[TILES_OF + game[MOVER]] and (new or not (game[LEFT] or game[LEFT + 1])):
        game[OVER] = 1
    elif not new:
        if not starts:
            draw(game, hands, heaps, log, rng, size)
        next_player(game, 1)


@kernel
def stuck(game: Array, hands: Array, heaps: Array, log: Array, rng: Array) -> None:
    """Let the mover, who can lay nothing, draw or pass."""
    size = len(hands) // 6
    if not game[MATCHES] and draw(game, hands, heaps, log, rng, size):
        game[DEAD] += 1
        next_player(game, 1)
        return
    note(game, log, PASS, 0)
    if game[MATCHES] and game[LAID]:
        next_player(game, 1)
        return
    game[DEAD] += 1
    game[SKIPS] += 1
    if game[SKIPS] == game[PLAYERS]:
        game[OVER] = game[BLOCKED] = 1
    else:
        next_player(game, 2 if game[MATCHES] else 1)


@kernel
def play_out(layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, work: Rows, rng: Array) -> None:
    """Play a game that was dealt to its end. work: two rows for tiles that may be laid, and for what may not."""
    may, barred = work
    size = len(hands) // 6
    clear_layout(layout)
    if not shout(layout, game, hands, heaps, log, rng, size):
        game[OVER] = game[BLOCKED] = 1
        return
    new = start(layout, game, hands, may, log, barred, rng)
    game[LAID] = 1
    after_lay(game, hands, heaps, log, rng, new, True)
    while not game[OVER]:
        count = game[TILES_OF + game[MOVER]]
        for k in range(count):
            may[k] = hands[size * game[MOVER] + k]
        piece, place, ways = choose_lay(layout, game, may, count, barred, rng)
        if piece < 0:
            game[ALL_TURNS] += int(not (game[MATCHES] and game[LAID]))
            stuck(game, hands, heaps, log, rng)
            continue
        game[ALL_TURNS] += 1
        game[CHOSEN] += 1
        game[CHOICES] += ways
        new = lay(layout, game, log, piece, place)
        find_places(layout)
        lose_tile(game, hands, piece, size)
        game[LAID], game[SKIPS] = 1, 0
        after_lay(game, hands, heaps, log, rng, new, False)



