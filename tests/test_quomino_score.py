"""What is said of a game of Quomino, and of a position: each law has a counterexample that breaks it alone."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from quasiprint.games.quomino import notation, position
from quasiprint.games.quomino.position import StateScore, of_game, reachable
from quasiprint.games.quomino.position import score as score_text
from quasiprint.games.quomino.rules import EMPTY, GameState


def score(text: bytes) -> StateScore:
    return score_text(text, {})


HEAD = "quomino 6\n"
# black's block b3 c3 c2 b2 without its last omino
ALMOST = "b3 se\na6 nw\nc3 sw\nf1 nw\nb2 ne\nf6 nw\n"
BOTH = "b4 se\nd3 ne\nc4 sw\nd2 se\nb3 ne\nc2 sw\n"
ENDED = "quomino 4\nb3 se\na1 nw\nc3 sw\nd1 nw\nb2 ne\na4 nw\nc2 nw\n"

MOVES_REFUSED = {
    "number-wrong": (HEAD + "1 c4 se\n3 d4 sw\n", "line 3, move 2"),
    "player-wrong": (HEAD + "black c4 se\nblack d4 sw\n", "line 3, move 2"),
    "square-taken": (HEAD + "c4 se\n\nplace c4 sw\n", "line 4, move 2"),
    "nothing-to-turn": (HEAD + "c4 se\nturn d4 sw\n", "line 3, move 2"),
    "pass-early": (HEAD + "pass\n", "line 2, move 1"),
    "not-turned": (HEAD + "c4 se\nc4 se\n", "line 3, move 2"),
    "turned-twice": (HEAD + "c4 se\nd4 nw\nturn c4 sw\nf6 nw\nturn c4 se\n", "line 6, move 5"),
    "square-covered": (HEAD + ALMOST + "c2 nw\nplace c2 se\n", "line 9, move 8"),
    "square-dead": (HEAD + ALMOST + "c2 nw\nturn a1 se\n", "line 9, move 8"),
    "choice-missing": (HEAD + BOTH + "c3 nw\n", "line 8, move 7"),
    "choice-needless": (HEAD + ALMOST + "c2 nw black\n", "line 8, move 7"),
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
    assert score((HEAD + ALMOST + "c2 nw").encode()).as_json() == {
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


BARE = "......\n" * 6
BOARD = "......\n......\nxBB...\nxBB...\n......\n......\n"


def with_row(text: str, row: int, squares: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:row], squares, *lines[row + 1 :]])


LAWS = {
    "black unlaid": (with_row(with_row(BARE, 1, "..31.."), 2, "..97.."), "quomino-unlaid", "c5, d5, d4, c4", "black"),
    "white unlaid": (with_row(with_row(BARE, 1, "..79.."), 2, "..13.."), "quomino-unlaid", "c5, d5, d4, c4", "white"),
    "one square": (with_row(BARE, 2, "..B..."), "quomino-torn", "c4", "black that make no Quomino, 1 in all"),
    "at the rim": (with_row(BARE, 5, "....WW"), "quomino-torn", "e1, f1", "white that make no Quomino, 2 in"),
    "two colours": (with_row(with_row(BARE, 1, "..BB.."), 2, "..WW.."), "quomino-torn", "c5, d5", "under black"),
    "empty": (with_row(BOARD, 2, ".BB..."), "dead-unmarked", "a4", "an empty square"),
    "an omino": (with_row(BOARD, 2, "7BB..."), "dead-unmarked", "a4", "an omino"),
    "a live square": (with_row(BOARD, 1, "x....."), "dead-wrong", "a5", "the block a6, b6, b5, a5 holds it"),
    "no omino": ("white to move\n" + BARE, "turn-impossible", "", "found no omino on the board, white to move"),
    "one omino": (with_row(BARE, 3, "...7.."), "turn-impossible", "", "allowed are: black to move and last"),
    "two ominoes": ("last turned: white\n" + with_row(BARE, 3, "..77.."), "turn-impossible", "", "of white;"),
}


@pytest.mark.parametrize("case", LAWS)
def test_every_law_has_its_counterexample(case: str) -> None:
    text, code, where, message = LAWS[case]
    result = score((HEAD + text).encode())
    assert result.legal is False
    assert {finding.code for finding in result.findings} == {code}
    assert len(result.findings) == 1 + (case == "two colours")
    finding = result.findings[0]
    assert finding.subject == ("position, " + where if where else "position")
    assert message in finding.message and finding.severity == "error"


def test_a_board_as_it_should_be_has_no_findings() -> None:
    result = score((HEAD + BOARD).encode())
    assert result.legal is True and result.findings == ()
    assert (result.moves, result.black, result.dead, result.empty) == (None, 1, 2, 30)
    assert list(result.board) == BOARD.split()


def test_who_can_be_to_move_is_found_by_playing() -> None:
    found: dict[int, set[tuple[int, bool, bool]]] = {count: set() for count in range(5)}

    def go_on(game: GameState, depth: int) -> None:
        count = game.count(1, 4)
        found[count].add((game.mover, *game.just_rotated))
        if not depth:
            return
        for move in list(game.moves()):
            # places in one order, and rotations of one omino, are enough: nothing is completed
            if move.square == (count if game.cells[move.square] == EMPTY else 0) and move.corner < 3 and count < 4:
                game.do(move)
                go_on(game, depth - 1)
                game.undo()

    go_on(GameState(4), 7)
    assert [set(reachable(count)) for count in range(4)] == [found[count] for count in range(4)]
    assert reachable(3) == reachable(4) == set(itertools.product((0, 1), (False, True), (False, True)))


def test_the_examples_say_what_is_in_their_comments(root: Path) -> None:
    text = (root / "examples" / "quomino-game.txt").read_bytes()
    assert notation.read(text, sealed=True).saved
    result = score(text)
    assert result.legal and result.over and b"to its end: white wins, 3 to 1" in text
    assert (result.winner, result.white, result.black, result.dead) == ("white", 3, 1, 20)
    text = (root / "examples" / "quomino-position.txt").read_bytes()
    drawn = score(text)
    assert drawn.legal and (drawn.black, drawn.white) == (0, 2) and b"leads by 2 to 0" in text
    game = GameState(6)
    for entry in notation.read((root / "examples" / "quomino-game.txt").read_bytes()).entries[:16]:
        game.do(entry.move)
    assert position.read(text) == of_game(game)
    assert b"after 16 moves" in text
