"""The text form of a game: one move a line, short enough to type; and what the rules say of a game.

    quomino 6
    # a comment, anywhere
    1 black c4 se
    2 white d4 sw
    turn c4 ne
    d3 9
    place c3 ne black
    pass

The number, the colour and "place" or "turn" may be left out; "rotate" is the same as "turn". A corner is a word, or its
key on a number pad. A saved game has lines such as ``setting depth 2`` above its moves, and a seal at its end, see
`quasiprint.model.game_text`. Here the lines are read; whether the game that they tell can be is the business of
`score`. Time and memory grow with the text's length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import (
    BLACK,
    COLOURS,
    DEAD,
    EMPTY,
    FIRST,
    KEYS,
    LAST,
    SHAPES,
    SIZES,
    WHITE,
    GameState,
    MoveEntry,
    parse_move,
)
from quasiprint.model.finding import Finding, Judgement
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, refuse, refuse_cut_off, spaced_lines, unseal

HEADER = re.compile(r"[0-9]{1,2}")
PLAIN = f".{KEYS}BWx"  # for each state of a square
DRAWN = f".{SHAPES}BWx"
LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A game as it was written down. settings: of the table at which it was saved. saved: whether it had its seal."""

    size: int
    entries: tuple[MoveEntry, ...]
    settings: tuple[tuple[str, str], ...] = ()
    saved: bool = False


def read(text: bytes, where: str = "game", *, sealed: bool = False) -> MoveRecord:
    """Return what the lines of a game say.

    where: how messages name the text. sealed: whether a text without its seal is refused. Raises
    InputError, which names the line (from 1), for what is not in the text form, or not what was sealed.
    """
    lines, saved = unseal(spaced_lines(decode(text, where)), where, needed=sealed)
    if not lines:
        raise InputError(f"{where}: found nothing, allowed are lines, the first such as: quomino 6")
    first, line = lines[0]
    name, _, text_size = line.lower().partition(" ")
    if name != "quomino" or not HEADER.fullmatch(text_size) or int(text_size) not in SIZES:
        allowed = f"allowed first is the line quomino {SIZES[0]} to quomino {SIZES[-1]}, by the squares to a side"
        refuse(where, first, f"found {line[:40]!r}, {allowed}")
    size = int(text_size)
    entries, settings = list[MoveEntry](), list[tuple[str, str]]()
    for number, line in lines[1:]:
        words = line.lower().split()
        if words[0] == "quomino":
            refuse(where, number, f"found a second line {line[:40]!r}, allowed is one, the first")
        if words[0] != "setting":
            try:
                entries.append(parse_move(words, size, number))
            except ValueError as problem:
                refuse(where, number, str(problem))
        elif not saved:
            refuse_cut_off(where)  # nobody types settings: they come from a saved game
        elif len(words) != 3:
            refuse(where, number, f"found {line[:40]!r}, allowed are a name and a value, each one word")
        else:
            settings.append((words[1], words[2]))
    return MoveRecord(size, tuple(entries), tuple(settings), saved)


def replay(record: MoveRecord) -> tuple[GameState, list[Finding]]:
    """Play a game up to its end or first illegal move; return it, and what is wrong with that move."""
    game = GameState(record.size)
    for entry in record.entries:
        done = game.apply(entry)
        if isinstance(done, Finding):
            return game, [done.of(f"line {entry.line}, move {game.move_count + 1}")]
        game, _ = done
    return game, []


def rows(game: GameState, *, plain: bool = True) -> list[str]:
    """Return a string of N symbols for each row, from the top. plain: in ASCII, else with triangles."""
    symbols = "".join((PLAIN if plain else DRAWN)[cell] for cell in game.cells)
    return [symbols[at : at + game.size] for at in range(0, len(symbols), game.size)]


def show(game: GameState, *, plain: bool = False) -> str:
    """Return the board with its labels, ended by a line feed. plain: in ASCII, else with triangles."""
    wide = len(str(game.size))
    lines = [f"{game.size - at:>{wide}}  {'  '.join(row)}" for at, row in enumerate(rows(game, plain=plain))]
    lines.append(f"{'':{wide}}  {'  '.join(LETTERS[: game.size])}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class StateScore(Judgement):
    """What the rules say of a game. black, white: Quominoes. board: see `rows`."""

    legal: bool
    size: int
    moves: int
    to_move: str | None
    must_pass: bool
    over: bool
    winner: str | None
    black: int
    white: int
    ominoes: int
    dead: int
    empty: int
    board: tuple[str, ...]
    findings: tuple[Finding, ...]


def score(text: bytes, options: Parameters) -> StateScore:
    """Judge a game. The values of a game with an illegal move are those of the position before it. Raises InputError
    for what cannot be read."""
    game, findings = replay(read(text))
    winner = None
    if game.over:
        winner = "draw" if game.winner is None else COLOURS[game.winner]
    return StateScore(
        legal=not findings,
        size=game.size,
        moves=game.move_count,
        to_move=None if game.over else COLOURS[game.mover],
        must_pass=game.must_pass,
        over=game.over,
        winner=winner,
        black=game.quominoes[BLACK],
        white=game.quominoes[WHITE],
        ominoes=game.count(FIRST, LAST),
        dead=game.count(DEAD, DEAD),
        empty=game.count(EMPTY, EMPTY),
        board=tuple(rows(game)),
        findings=tuple(findings),
    )
