"""The rules of Quomino, against a naive account of them; what is said of a game, with a counterexample a law."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.games.quomino import rules
from quasiprint.games.quomino.rules import (
    BLACK,
    CORNERS,
    COVERED,
    DEAD,
    SIZES,
    WHITE,
    GameState,
    Move,
    StateScore,
    find_square,
    grid,
    name,
    opposite,
)
from quasiprint.games.quomino.rules import score as score_text

# A board in points: the square in column x and row y, from the top left, has its middle at (2x, 2y), and a corner
# lies one off it. An omino is the place of its black corner; so a block is black if four of these are one place.
OFF = {"nw": (-1, -1), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1)}
Place = tuple[int, int]
Board = dict[Place, str]  # for each middle: "", a corner, "black", "white" or "dead"


def square_of(place: Place, size: int) -> int:
    return place[1] // 2 * size + place[0] // 2


def board_of(game: GameState) -> Board:
    words = ("", *CORNERS, "black", "white", "dead")
    middles = ((2 * x, 2 * y) for y in range(game.size) for x in range(game.size))
    return {middle: words[game.cells[square_of(middle, game.size)]] for middle in middles}


def points(size: int) -> Iterator[Place]:
    """The middles of the blocks."""
    return itertools.product(range(1, 2 * size - 1, 2), repeat=2)


def around(point: Place) -> list[Place]:
    return [(point[0] + dx, point[1] + dy) for dx, dy in OFF.values()]


def complete(board: Board, point: Place) -> str:
    """The colour whose four corners meet at a point, if any."""
    for colour, way in (("black", 1), ("white", -1)):
        if all(
            board[x, y] in OFF and (x + way * OFF[board[x, y]][0], y + way * OFF[board[x, y]][1]) == point
            for x, y in around(point)
        ):
            return colour
    return ""


def hopeless(board: Board, size: int) -> set[Place]:
    """The squares that lie in no block without a Quomino."""
    alive: set[Place] = set()
    for point in points(size):
        if not any(board[middle] in ("black", "white") for middle in around(point)):
            alive.update(around(point))
    return set(board) - alive


class Naive:
    """The rules once more: a board of words, everything recomputed after every move."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.board: Board = {(2 * x, 2 * y): "" for x in range(size) for y in range(size)}
        self.mover, self.passes = "black", 0
        self.turned = {"black": False, "white": False}
        self.laid = {"black": 0, "white": 0}

    def over(self) -> bool:
        return self.passes == 2 or len(hopeless(self.board, self.size)) == self.size**2

    def legal(self) -> list[tuple[int, str, str]]:
        """Square, corner and chosen colour of every legal move."""
        found = []
        for middle, word in self.board.items() if not self.over() else ():
            if word in ("black", "white", "dead") or (word and self.turned[self.mover]):
                continue
            for corner in set(CORNERS) - {word}:
                after = {**self.board, middle: corner}
                done = {complete(after, point) for point in points(self.size)} - {""}
                for chosen in sorted(done) if len(done) == 2 else [""]:
                    found.append((square_of(middle, self.size), corner, chosen))
        return sorted(found)

    def do(self, move: tuple[int, str, str] | None) -> None:
        if move is None:
            self.passes += 1
        else:
            square, corner, chosen = move
            middle = (2 * (square % self.size), 2 * (square // self.size))
            self.turned[self.mover], self.passes = bool(self.board[middle]), 0
            self.board[middle] = corner
            for point in points(self.size):
                colour = complete(self.board, point)
                if colour and chosen in ("", colour):
                    self.laid[colour] += 1
                    self.board |= dict.fromkeys(around(point), colour)
                    break
            for other in hopeless(self.board, self.size):
                if self.board[other] not in ("black", "white"):
                    self.board[other] = "dead"
        self.mover = "white" if self.mover == "black" else "black"


def typed(move: Move) -> tuple[int, str, str]:
    return move.square, CORNERS[move.corner], "" if move.chosen is None else ("black", "white")[move.chosen]


def state(game: GameState) -> tuple[object, ...]:
    return (*(tuple(row) for row in game.rows[:2]), game.move_count)


def pick(game: GameState, moves: list[Move], chance: random.Random, keen: float) -> Move:
    """One of the moves; as often as keen says one that lays a Quomino, if there is one."""
    laying = [move for move in moves if set(game.closes(move.square, move.corner)) != {-1}]
    chosen = laying if laying and chance.random() < keen else moves
    return chosen[chance.randrange(len(chosen))]


@pytest.mark.thorough
@settings(max_examples=14)
@given(st.integers(4, 6), st.integers(0, 2**32), st.sampled_from((0.0, 0.5, 1.0)))
def test_games_agree_with_the_naive_account(size: int, seed: int, keen: float) -> None:
    game, naive, chance = GameState(size), Naive(size), random.Random(seed)
    every = [Move(*parts) for parts in itertools.product(range(size * size), range(4), (None, BLACK, WHITE))]
    while not game.over:
        assert not naive.over()
        moves = list(game.moves())
        assert sorted(map(typed, moves)) == naive.legal()
        # nothing is legal but what is listed, and a pass only where nothing is
        assert [move for move in every if game.refusal(move) is None] == sorted(moves, key=every.index)
        assert (game.refusal(None) is None) == (not moves)
        move, before = pick(game, moves, chance, keen) if moves else None, state(game)
        assert game.must_pass == (move is None)
        game.do(move)
        after = state(game)
        game.undo()
        assert state(game) == before
        game.do(move)
        assert state(game) == after
        naive.do(None if move is None else typed(move))
        assert board_of(game) == naive.board
        assert (["black", "white"][game.mover], game.quominoes) == (naive.mover, list(naive.laid.values()))
        assert game.live == sum(map(game.is_free, range(len(game.grid.squares))))
    assert naive.over() and naive.legal() == [] and not game.must_pass
    assert game.move_count <= 2 * size * size + 4
    assert game.winner == (
        None if game.quominoes[0] == game.quominoes[1] else game.quominoes.index(max(game.quominoes))
    )
    assert {game.refusal(move).code for move in [None, *every]} == {"game-over"}  # type: ignore[union-attr]
    while game.move_count:
        game.undo()
    assert state(game) == state(GameState(size))


def played(size: int, *words: str) -> GameState:
    """A game after moves such as "c4 se"; the test fails at one that is illegal."""
    game = GameState(size)
    for said in words:
        move = moved(size, said)
        assert game.refusal(move) is None, said
        game.do(move)
    return game


def moved(size: int, said: str) -> Move | None:
    if said == "pass":
        return None
    square, corner, *chosen = said.split()
    at = find_square(square, size)
    assert at is not None
    return Move(at, CORNERS.index(corner), ("black", "white").index(chosen[0]) if chosen else None)


# black's block b3 c3 c2 b2 without its last omino, with white's moves apart from it
ALMOST = ("b3 se", "a6 nw", "c3 sw", "f1 nw", "b2 ne", "f6 nw")
# c3 alone is missing: black corners meet between b4 and it, white ones between it and d2
BOTH = ("b4 se", "d3 ne", "c4 sw", "d2 se", "b3 ne", "c2 sw")


@pytest.mark.parametrize(("chosen", "block"), [("black", "b4 c4 c3 b3"), ("white", "c3 d3 d2 c2")])
def test_who_completes_both_blocks_chooses(chosen: str, block: str) -> None:
    game = played(6, *BOTH, f"c3 nw {chosen}")
    covered = [name(square, 6) for square, cell in enumerate(game.cells) if cell in COVERED]
    assert sorted(covered) == sorted(block.split())
    assert game.quominoes == [chosen == "black", chosen == "white"]


def test_a_block_counts_for_its_colour_whoever_completes_it() -> None:
    game = played(6, *ALMOST[:-1], "c2 nw")
    assert game.quominoes == [1, 0] and game.mover == BLACK and game.winner == BLACK
    # one square from the rim, the Quomino leaves no room for a block there
    dead = [name(square, 6) for square, cell in enumerate(game.cells) if cell == DEAD]
    assert dead == ["a3", "a2", "a1", "b1", "c1"]


def test_an_omino_on_a_dead_square_is_taken_off() -> None:
    game = played(6, "a6 nw", "b5 se", "c5 sw", "f1 nw", "b4 ne")
    assert game.count(1, 4) == 5
    game.do(moved(6, "c4 nw"))
    assert board_of(game)[0, 0] == "dead"
    assert game.count(1, 4) == 1


def full(size: int, last: int) -> list[str]:
    """Moves that fill all squares but `last`, with one corner everywhere, so that nothing is ever completed."""
    return [f"{name(square, size)} nw" for square in range(size * size - last)]


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_a_full_board_where_neither_may_rotate_ends_by_two_passes(size: int) -> None:
    game = played(size, *full(size, 0))
    assert not game.over and not game.must_pass and game.refusal(None) is not None
    for said in ("a1 ne", "b1 ne"):
        game.do(moved(size, said))
    assert game.must_pass and not list(game.moves())
    game.do(None)
    assert game.must_pass and not game.over
    game.do(None)
    assert game.over and game.live == (size - 1) ** 2 and game.winner is None
    assert game.quominoes == [0, 0]  # fewer than when no Quomino can be made: the books say so
    refusal = game.refusal(None)
    assert refusal is not None and refusal.code == "game-over" and "passed" in refusal.message


def test_a_pass_does_not_allow_a_second_rotation() -> None:
    places = full(4, 0)
    # white rotates once, so that it fills the last square, after black's rotation
    game = played(4, places[0], f"{places[0][:2]} ne", *places[1:15], "b1 ne", places[15])
    assert game.mover == BLACK and game.must_pass
    game.do(None)
    assert game.mover == WHITE and not game.must_pass
    game.do(moved(4, "c1 ne"))
    assert game.mover == BLACK and game.must_pass and game.passes == 0
    refusal = game.refusal(moved(4, "a1 se"))
    assert refusal is not None and refusal.code == "turned-twice"
    for _ in range(2):
        assert game.refusal(None) is None
        game.do(None)
    assert game.over


def test_the_blocks_of_a_board() -> None:
    for size in SIZES:
        board = grid(size)
        assert len(board.squares) == (size - 1) ** 2
        for block, four in enumerate(board.squares):
            # the middle of the block is the corner of each square that points to the square across
            assert [board.meets[square].index(block) for square in four] == [2, 3, 0, 1]
            near = {other for other, others in enumerate(board.squares) if set(four) & set(others)}
            assert set(board.touching[block]) == near
        assert [find_square(name(square, size), size) for square in range(size * size)] == list(range(size * size))
    assert [opposite(corner) for corner in range(4)] == [2, 3, 0, 1]


@pytest.mark.parametrize("said", ["", "a", "a0", "a01", "a7", "g1", "1a", "aa", "a1 ", "ä1", "a²", "a１", "a111", "@1"])
def test_no_such_square(said: str) -> None:
    assert find_square(said, 6) is None


REFUSED = {
    "game-over": (4, ("b3 se", "a1 nw", "c3 sw", "d1 nw", "b2 ne", "a4 nw", "c2 nw"), "a2 ne"),
    "pass-early": (6, ("b3 se",), "pass"),
    "square-covered": (6, (*ALMOST, "c2 nw"), "b2 se"),
    "square-dead": (6, (*ALMOST, "c2 nw"), "a2 se"),
    "not-turned": (6, ("b3 se",), "b3 se"),
    "turned-twice": (6, ("b3 se", "c4 ne", "b3 sw", "d4 nw"), "c4 sw"),
    "choice-missing": (6, BOTH, "c3 nw"),
    "choice-needless": (6, ALMOST, "c2 nw black"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_every_refusal_has_its_code(code: str) -> None:
    size, before, said = REFUSED[code]
    refusal = played(size, *before).refusal(moved(size, said))
    assert refusal is not None
    assert refusal.code == code
    assert refusal.message and "\n" not in refusal.message


def test_a_move_between_two_passes_keeps_the_game_going_when_undone() -> None:
    game = played(4, *full(4, 0), "a1 ne", "b1 ne", "pass")
    game.undo()
    assert game.passes == 0 and game.must_pass
    game.undo()
    assert not game.must_pass and game.mover == WHITE


def test_one_block_of_each_colour_among_all_256() -> None:
    found = {"black": 0, "white": 0}
    for corners in itertools.product(CORNERS, repeat=4):
        game = GameState(4)
        for place, corner in enumerate(corners):
            move = moved(4, f"{('a4', 'b4', 'b3', 'a3')[place]} {corner}")
            assert game.refusal(move) is None
            game.do(move)
        found["black"] += game.quominoes[0]
        found["white"] += game.quominoes[1]
    assert found == {"black": 1, "white": 1}


# --- What is said of a game of Quomino -----------------------------------------


def score(text: bytes) -> StateScore:
    return score_text(text, {})


HEAD = "quomino 6\n"
# black's block b3 c3 c2 b2 without its last omino
ALMOST_OF_SCORE = "b3 se\na6 nw\nc3 sw\nf1 nw\nb2 ne\nf6 nw\n"
BOTH_OF_SCORE = "b4 se\nd3 ne\nc4 sw\nd2 se\nb3 ne\nc2 sw\n"
ENDED = "quomino 4\nb3 se\na1 nw\nc3 sw\nd1 nw\nb2 ne\na4 nw\nc2 nw\n"

MOVES_REFUSED = {
    "number-wrong": (HEAD + "1 c4 se\n3 d4 sw\n", "line 3, move 2"),
    "player-wrong": (HEAD + "black c4 se\nblack d4 sw\n", "line 3, move 2"),
    "square-taken": (HEAD + "c4 se\n\nplace c4 sw\n", "line 4, move 2"),
    "nothing-to-turn": (HEAD + "c4 se\nturn d4 sw\n", "line 3, move 2"),
    "pass-early": (HEAD + "pass\n", "line 2, move 1"),
    "not-turned": (HEAD + "c4 se\nc4 se\n", "line 3, move 2"),
    "turned-twice": (HEAD + "c4 se\nd4 nw\nturn c4 sw\nf6 nw\nturn c4 se\n", "line 6, move 5"),
    "square-covered": (HEAD + ALMOST_OF_SCORE + "c2 nw\nplace c2 se\n", "line 9, move 8"),
    "square-dead": (HEAD + ALMOST_OF_SCORE + "c2 nw\nturn a1 se\n", "line 9, move 8"),
    "choice-missing": (HEAD + BOTH_OF_SCORE + "c3 nw\n", "line 8, move 7"),
    "choice-needless": (HEAD + ALMOST_OF_SCORE + "c2 nw black\n", "line 8, move 7"),
    "game-over": (ENDED + "9 black a1 nw\n", "line 9, move 8"),
}


@pytest.mark.parametrize("code", MOVES_REFUSED)
def test_the_first_illegal_move_is_told(code: str) -> None:
    text, subject = MOVES_REFUSED[code]
    result = score((text + "a1 ne\n1 white a1 ne\n").encode())
    (finding,) = result.findings
    assert (finding.code, finding.subject, finding.severity) == (code, subject, "error")
    assert finding.message and finding.remedy and "\n" not in finding.message
    assert result.legal is False
    # the values are those before that move
    line = int(subject.split(",")[0].split()[1])
    before = score("\n".join(text.split("\n")[: line - 1]).encode()).as_json()
    assert before.pop("legal") is True and before.pop("findings") == []
    assert before == {key: result.as_json()[key] for key in before}
    assert result.moves == int(subject.split()[-1]) - 1


def test_what_is_said_of_a_game() -> None:
    assert score((HEAD + ALMOST_OF_SCORE + "c2 nw").encode()).as_json() == {
        "legal": True,
        "size": 6,
        "moves": 7,
        "to_move": "white",
        "must_pass": False,
        "over": False,
        "winner": None,
        "black": 1,
        "white": 0,
        "ominoes": 3,
        "dead": 5,
        "empty": 24,
        "board": ["7....7", "......", "......", "xBB...", "xBB...", "xxx..7"],
        "findings": [],
        "not_seen": [],
    }


def test_what_is_said_at_the_end() -> None:
    result = score(ENDED.encode())
    assert (result.over, result.winner, result.to_move, result.must_pass) == (True, "black", None, False)
    assert result.board == ("xxxx", "xBBx", "xBBx", "xxxx")
    squares = [f"{column}{row} nw" for row in "4321" for column in "abcd"]
    text = "\n".join(["quomino 4", *squares, "a1 ne", "b1 ne"])
    result = score(text.encode())
    assert (result.over, result.winner, result.to_move, result.must_pass) == (False, None, "black", True)
    result = score(f"{text}\npass\npass".encode())
    assert (result.over, result.winner, result.to_move, result.moves) == (True, "draw", None, 20)


def test_the_example_says_what_is_in_its_comments(root: Path) -> None:
    text = (root / "examples" / "quomino-game.txt").read_bytes()
    assert rules.read(text, sealed=True).entries
    result = score(text)
    assert result.legal and result.over and b"to its end: white wins, 3 to 1" in text
    assert (result.winner, result.white, result.black, result.dead) == ("white", 3, 1, 20)
