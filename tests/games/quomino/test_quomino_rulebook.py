"""Quomino's rulebook: its figures are what another reading of the rules says, and its words name what they show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from rulebook_read import facts as facts_of
from rulebook_read import shop_of

from quasiprint.documents.rulebook import Manuscript, Paragraph, manuscript
from quasiprint.games.quomino import rulebook
from quasiprint.games.quomino.rules import COLOURS, CORNERS, GameState, Move
from quasiprint.model.piece import Value
from quasiprint.model.resources import languages

SETS: dict[str, dict[str, Value]] = {
    "box": {},
    "least": {"size": 4, "grip": "knob"},
    "odd": {"size": 7},
    "most": {"size": 16},
}


def read(name: str, language: str, kind: str = "book") -> Manuscript:
    shop = shop_of("quomino", language, **SETS[name])
    return manuscript(shop.run.templates, "quomino", shop.books.content(language), kind, language)


# --- another reading of the rules ---------------------------------------------------------------

Place = tuple[int, int]  # column and row, from 0, from the lower left
OFF = {"nw": (0, 1), "ne": (1, 1), "se": (1, 0), "sw": (0, 0)}


class Table:
    """A game as people see it: ominoes on places, each black at one point of the grid and white at another."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.ominoes: dict[Place, str] = {}
        self.tiles: dict[Place, int] = {}  # by the point in a Quomino's middle
        self.dead: set[Place] = set()

    def around(self, point: Place) -> list[Place]:
        """The four places that meet in a point inside of the board."""
        x, y = point
        return [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]

    def points(self) -> Iterator[Place]:
        yield from product(range(1, self.size), repeat=2)

    def covered(self) -> set[Place]:
        return {place for point in self.tiles for place in self.around(point)}

    def meets(self, place: Place, colour: int) -> Place:
        """The point at which an omino is black (0) or white (1)."""
        dx, dy = OFF[self.ominoes[place]]
        if colour:
            dx, dy = 1 - dx, 1 - dy
        return place[0] + dx, place[1] + dy

    def complete(self, point: Place, colour: int) -> bool:
        four = self.around(point)
        return all(place in self.ominoes and self.meets(place, colour) == point for place in four)

    def do(self, said: str) -> list[Place]:
        """Do a move as it is typed; return the places off which ominoes went because they are dead."""
        square, corner, *chosen = said.removeprefix("turn ").split()
        place = (ord(square[0]) - ord("a"), int(square[1:]) - 1)
        assert (place in self.ominoes) == said.startswith("turn ")
        assert self.ominoes.get(place) != corner
        assert place not in self.dead | self.covered()
        self.ominoes[place] = corner
        found = [(point, colour) for point in self.points() for colour in (0, 1) if self.complete(point, colour)]
        assert len(found) <= 1 or chosen
        if chosen:
            found = [one for one in found if COLOURS[one[1]] == chosen[0]]
        for point, colour in found:
            self.tiles[point] = colour
            for one in self.around(point):
                del self.ominoes[one]
        covered = self.covered()
        free = [self.around(p) for p in self.points() if not covered.intersection(self.around(p))]
        hopeful = {one for four in free for one in four}
        self.dead = set(product(range(self.size), repeat=2)) - covered - hopeful
        gone = sorted(self.dead & set(self.ominoes))
        for one in gone:
            del self.ominoes[one]
        return gone

    def count(self, colour: int) -> int:
        return list(self.tiles.values()).count(colour)

    @property
    def over(self) -> bool:
        return not (set(product(range(self.size), repeat=2)) - self.covered() - self.dead)


def called(place: Place) -> str:
    return f"{'abcdefghijklmnop'[place[0]]}{place[1] + 1}"


def test_the_game_from_start_to_end_is_what_its_pictures_say() -> None:
    table = Table(rulebook.SIZE)
    since = 0
    for number, until in enumerate(rulebook.STEPS):
        off: list[str] = []
        made = []
        for at in range(since, until):
            before = [table.count(0), table.count(1)]
            off += map(called, table.do(rulebook.ROUND[at]))
            made += [
                f"{COLOURS[colour]}-by-{COLOURS[at % 2]}" for colour in (0, 1) if table.count(colour) > before[colour]
            ]
        facts = facts_of("quomino", f"round-{number + 1}")
        assert (facts["moves"], facts["black"], facts["white"]) == (
            f"{since + 1}-{until}",
            table.count(0),
            table.count(1),
        )
        assert facts["dead"] == len(table.dead)
        assert facts["off"] == (",".join(sorted(off)) or "none")
        assert facts["made"] == (",".join(made) or "none")
        assert (facts["over"] == "yes") == table.over
        since = until
    assert until == len(rulebook.ROUND)
    assert table.over


def test_nobody_rotates_twice_in_a_row_in_it() -> None:
    for moves in (rulebook.ROUND, rulebook.WHOLE, *rulebook.PUZZLES.values()):
        rotated = [said.startswith("turn ") for said in moves]
        assert not any(a and b for a, b in zip(rotated, rotated[2:], strict=False))


def test_of_256_ways_to_fill_a_block_one_is_black_and_one_white() -> None:
    found = []
    for corners in product(CORNERS, repeat=4):
        table = Table(2)
        table.ominoes = dict(zip(table.around((1, 1)), corners, strict=True))
        found += [colour for colour in (0, 1) if table.complete((1, 1), colour)]
    assert (len(CORNERS) ** 4, sorted(found)) == (256, [0, 1])


# --- puzzles ------------------------------------------------------------------------------------


def table_of(moves: tuple[str, ...]) -> Table:
    table = Table(rulebook.SIZE)
    for said in moves:
        table.do(said)
    return table


@pytest.mark.parametrize("key", ["puzzle-place", "puzzle-rotate"])
def test_a_puzzle_has_one_answer(key: str) -> None:
    moves = rulebook.PUZZLES[key]
    mover = len(moves) % 2
    may_rotate = not moves[-2].startswith("turn ")
    start = table_of(moves)
    found = []
    for place, corner in product(product(range(rulebook.SIZE), repeat=2), CORNERS):
        there = place in start.ominoes
        if place in start.dead | start.covered() or (there and not may_rotate) or start.ominoes.get(place) == corner:
            continue
        table = table_of(moves)
        table.do(f"{'turn ' if there else ''}{called(place)} {corner} {COLOURS[mover]}")
        if table.count(mover) > start.count(mover):
            found.append(f"{'turn-' if there else ''}{called(place)}-{corner}")
    game, answers = rulebook.solutions(key)
    assert found == [rulebook.format_claim(game, move) for move in answers]
    assert facts_of("quomino", f"{key}-answer")["moves"] == found[0]
    assert len(found) == 1


def outcome(game: GameState, known: dict[Any, int]) -> int:
    """Who wins if both play on as well as can be: 1 the player to move, -1 the other, 0 nobody."""
    mine = game.quominoes[game.mover] - game.quominoes[1 - game.mover]
    if game.over:
        return (mine > 0) - (mine < 0)
    key = (tuple(game.cells), game.mover, tuple(game.just_rotated), game.passes)
    if key not in known:
        known[key] = max(after(game, move, known) for move in [*game.moves()] or [None])
    return known[key]


def after(game: GameState, move: Move | None, known: dict[Any, int]) -> int:
    game.do(move)
    found = -outcome(game, known)
    game.undo()
    return found


def test_one_move_wins_and_the_game_goes_on_as_well_as_it_can() -> None:
    game, (answer,) = rulebook.solutions("puzzle-win")
    known: dict[Any, int] = {}
    assert [move for move in list(game.moves()) if after(game, move, known) > 0] == [answer]
    for text in rulebook.ANSWERS["puzzle-win"]:
        move = game.parse(text).move
        assert game.refusal(move) is None
        assert after(game, move, known) == outcome(game, known)
        game.do(move)
    assert game.over


# --- the box ------------------------------------------------------------------------------------


def test_no_figure_is_drawn_in_vain() -> None:
    used = {name for kind in ("book", "quick") for name in read("box", "en", kind).figures}
    assert used == set(shop_of("quomino").books.content("en").figures)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (("c4 se", "c4 se"), "the omino on c4 is black at se already"),
        (("j4 se",), "found the square 'j4', allowed are a1 to f6"),
        (("c4 se", "c5 se", "turn c4 ne", "c6 se", "turn c4 nw"), "black rotated an omino in the last move"),
    ],
)
def test_a_game_that_the_rules_refuse_is_told(moves: tuple[str, ...], message: str) -> None:
    with pytest.raises((ArithmeticError, ValueError), match=message):
        rulebook.play_moves(6, moves)


# --- the words ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_a_question_is_answered(language: str) -> None:
    blocks = read("box", language).blocks
    asked = [
        at
        for at, block in enumerate(blocks)
        if isinstance(block, Paragraph)
        and [run.style for run in block.line] == ["strong"]
        and "?" in block.line[0].text
    ]
    assert len(asked) >= 8
    assert not {at + 1 for at in asked} & set(asked)
