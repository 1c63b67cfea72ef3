"""Quasi-Domino and Quasi-Match played to the end, for the compiler: whose turn it is, who passes, who wins.

They are the games of `quasiprint.games.quasimino.turns`, which judges them: a test plays there what was played here,
move by move. What the rows hold, see `quasiprint.games.quasimino.move_kernels`.
"""

from __future__ import annotations

from quasiprint.games.quasimino.move_kernels import (
    ALL_TURNS,
    BLOCKED,
    CHOICES,
    CHOSEN,
    DEAD,
    LAID,
    LEFT,
    LOOKS,
    MATCHES,
    MOVER,
    OVER,
    OWNED,
    PASS,
    PLAYERS,
    POLICIES,
    POLICY,
    SKIPS,
    STARTER,
    TILES_OF,
    TURNS,
    UNTIL,
    Array,
    Rows,
    choose_lay,
    draw,
    lay,
    lose_tile,
    note,
)
from quasiprint.games.quasimino.rhomb_kernels import clear_layout, find_places
from quasiprint.games.quasimino.start_kernels import shout, start
from quasiprint.system.compiled import kernel


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
def play_on(layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, work: Rows, rng: Array) -> None:
    """Play a game on, to its end, or to where somebody who looks ahead may choose. work: two rows for tiles that may be
    laid, and for what may not."""
    may, barred = work
    size = len(hands) // 6
    barred[0] = 0
    while not game[OVER] and game[ALL_TURNS] < game[UNTIL]:
        seat = (game[MOVER] - game[STARTER]) % game[PLAYERS]
        game[POLICY] = game[POLICIES] >> 2 * seat & 3
        count = game[TILES_OF + game[MOVER]]
        for k in range(count):
            may[k] = hands[size * game[MOVER] + k]
        piece, place, ways = choose_lay(layout, game, may, count, barred, rng)
        if piece < 0:
            game[ALL_TURNS] += int(not (game[MATCHES] and game[LAID]))
            stuck(game, hands, heaps, log, rng)
            continue
        game[CHOSEN] += 1
        game[CHOICES] += ways
        if game[POLICY] == LOOKS and ways > 1:
            return
        take_turn(layout, game, hands, heaps, log, rng, piece, place)


@kernel
def take_turn(
    layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, rng: Array, piece: int, place: int
) -> None:
    """Lay a tile of the mover's at a place, and go on."""
    game[ALL_TURNS] += 1
    new = lay(layout, game, log, piece, place)
    find_places(layout)
    lose_tile(game, hands, piece, len(hands) // 6)
    game[LAID], game[SKIPS] = 1, 0
    after_lay(game, hands, heaps, log, rng, new, False)


@kernel
def lay_and_play_on(
    layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, work: Rows, rng: Array, piece: int, place: int
) -> None:
    """Lay a tile of the mover's at a place, and play on."""
    take_turn(layout, game, hands, heaps, log, rng, piece, place)
    play_on(layout, game, hands, heaps, log, work, rng)


@kernel
def play_out(layout: Rows, game: Array, hands: Array, heaps: Array, log: Array, work: Rows, rng: Array) -> None:
    """Play a game that was dealt, see `play_on`."""
    may, barred = work
    size = len(hands) // 6
    clear_layout(layout)
    if not shout(layout, game, hands, heaps, log, rng, size):
        game[OVER] = game[BLOCKED] = 1
        return
    new = start(layout, game, hands, may, log, barred, rng)
    game[LAID] = 1
    after_lay(game, hands, heaps, log, rng, new, True)
    play_on(layout, game, hands, heaps, log, work, rng)
