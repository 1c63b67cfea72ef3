"""Positions of Majomino solved beside a plain minimax; certificates that are played again, kept, and refused."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import solving as trial
from called import invoke
from plain_minimax import REGIONS, Ending, Minimax, drawn, lines_of, waiting

from quasiprint.addons.lab.answers import Effort, Replayed, Solution
from quasiprint.addons.lab.majomino import solving
from quasiprint.addons.lab.majomino import solving as making
from quasiprint.addons.lab.perfect_play import kernels, search, solver
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.addons.lab.solve import certificate, check_certificate, checkpoint, problem, resume
from quasiprint.disk.reading import seal
from quasiprint.games.majomino import notation, rulebook
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.notation import all_boards, write
from quasiprint.games.majomino.positions import EXAMPLE, PATIENT, QUESTION
from quasiprint.games.majomino.situation import Contest
from quasiprint.system import compiled

pytestmark = pytest.mark.usefixtures("compiled_search")

RULES = (("none", None), ("standard", None), ("restricted", None), ("standard", (1, 1)), ("restricted", (2, 3)),
         ("standard", (3, 4)))  # fmt: skip


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A file that a test writes its position into."""
    return tmp_path / "board.txt"


def text(position: MarkedBoard) -> str:
    return write(position.board, position.marks)


def small_boards() -> list[str]:
    """All boards of 3 × 3, a letter for each region."""
    return ["".join("ABC"[region] for region in board.regions) for board in all_boards(3)]


@pytest.mark.thorough
def test_all_ten_boards_of_3_by_3_under_every_rule_are_as_a_plain_minimax_has_them() -> None:
    boards = small_boards()
    for regions in boards:
        lines = tuple(map(tuple, lines_of(regions)))
        for rule, turns in RULES:
            contest = Contest(lines, "." * 9, "x", rule != "none", rule == "restricted", turns)
            found = Solver(contest)
            right = Minimax(regions, rule, turns).x_gets("." * 9, "x", rule != "none")
            assert found.value(contest, found.bounds(contest)) == right, (regions, rule, turns)


def test_question_4_of_the_source_is_lost_for_x_with_every_move(board: Path) -> None:
    board.write_text(text(QUESTION))
    result = invoke("solve", "majomino", board, "--score", "--json", code=0)
    told = json.loads(result.stdout)
    assert (told["to_move"], told["double"], told["rule"], told["winner"]) == ("x", "used", "standard", "o")
    assert told["score"] == {"x": 7, "o": 8} and told["solved"]
    assert {tuple(move["cells"][0]): move["score"]["x"] for move in told["moves"]} == {
        (1, 1): 6, (2, 1): 7, (2, 5): 6, (3, 2): 6, (3, 5): 6, (4, 2): 6, (4, 3): 7, (5, 2): 6, (5, 3): 6, (5, 5): 6,
    }  # fmt: skip
    assert {move["winner"] for move in told["moves"]} == {"o"}
    assert told["nodes"] > 0 and told["seconds"] >= 0


def test_the_line_of_play_is_a_game_that_ends_with_the_score(board: Path) -> None:
    board.write_text(text(PATIENT))
    told = json.loads(invoke("solve", "majomino", board, "--score", "--json").stdout)
    marks, mover, doubles = list(PATIENT.marks), "o", 0
    for turn in told["line"]:
        assert turn["player"] == mover
        for row, column in turn["cells"]:
            assert marks[5 * row + column - 6] == "."
            marks[5 * row + column - 6] = mover
        doubles += len(turn["cells"]) == 2
        assert len(turn["cells"]) == 1 or mover == "o"
        mover = "x" if mover == "o" else "o"
    assert doubles <= 1
    regions = "".join(map(str, PATIENT.board.regions))
    x = sum(sum(marks[cell] == "x" for cell in line) >= 3 for line in lines_of(regions))
    assert told["score"] == {"x": x, "o": 15 - x} == {"x": 7, "o": 8}


@pytest.mark.parametrize(("options", "x"), [((), 7), (("--double-turns", "10-10"), 8), (("--double", "none"), 9)])
def test_a_double_that_waits_can_be_better(board: Path, options: tuple[str, ...], x: int) -> None:
    board.write_text(text(PATIENT))
    told = json.loads(invoke("solve", "majomino", board, "--score", "--json", *options).stdout)
    assert told["score"] == {"x": x, "o": 15 - x}


def test_people_read_who_wins_and_with_which_moves(board: Path) -> None:
    board.write_text(text(PATIENT))
    lines = invoke("solve", "majomino", board, "--score").stdout.splitlines()
    assert lines[:5] == ["to move: O", "double: unused (standard)", "winner: O", "points: X 7, O 8",
                         "moves: 1 win, 54 lose"]  # fmt: skip
    assert lines[5] == "  1/3: O wins, X 7, O 8"
    assert lines[35] == "  and 25 more; --json lists them all"
    first = invoke("solve", "majomino", board, "--first-win", "--jobs", 1).stdout
    assert "winner: O" in first and "moves: 1 win" in first and "not looked into" in first


def test_a_full_board_is_counted_and_a_name_is_an_empty_one(board: Path) -> None:
    board.write_text(text(EXAMPLE))
    told = json.loads(invoke("solve", "majomino", board, "--json").stdout)
    assert (told["to_move"], told["winner"], told["score"]) == (None, "o", {"x": 4, "o": 11})
    assert told["moves"] == told["line"] == []
    name = notation.name(of_regions(3, [k // 3 for k in range(9)]))
    named = json.loads(invoke("solve", "majomino", name, "--score", "--json").stdout)
    assert (named["winner"], named["score"], len(named["moves"])) == ("o", {"x": 3, "o": 6}, 9)


def test_an_ending_of_7_by_7_is_solved() -> None:
    regions = "".join(letter * 7 for letter in "ABCDEFG")
    order = [cell * 5 % 49 for cell in range(49)]
    marks = "".join("." if k > 42 else "xo"[k % 2] for k in order)  # 22 of X and 21 of O
    ending = Ending(regions, marks, "o", "standard")
    assert trial.differs(ending) == ""


def test_under_the_pie_rule_whoever_chooses_wins(board: Path) -> None:
    """A game without a double, but for the choice: nobody is X before it. After it nothing is special."""
    empty = of_regions(3, [k // 3 for k in range(9)])
    said = {
        ".........": ["double: none (pie)", "winner: whoever chooses the side"],
        "x........": ["double: none (pie)", "winner: X; whoever chooses should be X"],
        "xo.......": ["double: none", "winner: X"],
    }
    for marks, lines in said.items():
        board.write_text(write(empty, marks))
        told = json.loads(invoke("solve", "majomino", board, "--rule", "pie", "--json").stdout)
        plain = json.loads(invoke("solve", "majomino", board, "--double", "none", "--json").stdout)
        assert (told["rule"], told["double"], plain["winner"]) == ("pie", "none", "x")
        until = {0: 1, 1: 0}.get(9 - marks.count("."))  # so many marks, and somebody chooses
        assert (told["choice_after"], plain["choice_after"]) == (until, None)
        assert [told[key] for key in ("winner", "moves", "line")] == [plain[key] for key in ("winner", "moves", "line")]
        assert invoke("solve", "majomino", board, "--rule", "pie").stdout.splitlines()[1:3] == lines


def middle(empty: int) -> str:
    """A position of the typical board with so many empty cells, O to move and the double unused, or X."""
    marks = "".join("xo"[k % 2] if k < 25 - empty else "." for k in range(25))
    return write(EXAMPLE.board, "".join(marks[(7 * cell) % 25] for cell in range(25)))


def number(marks: str, **double: Any) -> int:
    """The number by which a position is known, X to move."""
    contest = Contest(tuple(map(tuple, lines_of(REGIONS[4]))), marks, "x", double=True, **double)
    found, clock = Solver(contest, 1), len(contest.empty) if contest.turns else 0
    own, other, cells = found._needs(contest)
    cells, _ = kernels.with_open(cells, kernels.open_lines(own), found._board)
    rules = search.AWAY, contest.apart, clock
    return search.number_of(own, other, cells, *rules, found._board, found._keys, found._lookers[0].work)


def test_as_python_the_search_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = [drawn(seed, 6) for seed in range(300, 306)]
    quick = [trial.solved(ending, Effort(score=True)) for ending in endings]
    monkeypatch.setattr(solver, "choose", lambda function, seconds, what: compiled.plain(function))
    slow = [trial.solved(ending, Effort(score=True)) for ending in endings]
    assert [(one.choices, one.nodes) for one in slow] == [(one.choices, one.nodes) for one in quick]


# --- What becomes of a run that solves a position of Majomino -------------------------------------


@pytest.fixture(scope="module")
def partly() -> tuple[list[Solution], Solution]:
    """What is told while a position is solved, and what came of it."""
    told: list[Solution] = []
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    return told, asked.solve(Effort(score=True, memory=16), {}, told.append)


def test_a_checkpoint_goes_on_where_a_run_was_ended(partly: tuple[list[Solution], Solution], tmp_path: Path) -> None:
    told, whole = partly
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    half = told[len(told) // 2]
    known, keys = resume(checkpoint(half, asked.identity, {3, 1}), "checkpoint", asked.identity)
    assert keys == {1, 3}
    again = asked.solve(Effort(score=True, memory=16), known, lambda _: None)
    assert (again.x, again.choices) == (whole.x, whole.choices)
    assert 0 < half.decision_count < len(whole.choices) and again.nodes < whole.nodes


def doctored(change: dict[str, object]) -> str:
    """A checkpoint of `middle(12)` with other values, sealed as the program seals it."""
    asked = problem("majomino", middle(12).encode(), "board", {})
    told: list[Solution] = []
    asked.solve(Effort(memory=1), {}, told.append)
    content = json.loads(checkpoint(told[0], asked.identity, {0})) | change
    content.pop("sha256")
    from quasiprint.disk.reading import seal

    return json.dumps(content | {"sha256": seal(content)})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: "a shopping list", "is not a checkpoint"),
        (lambda: json.dumps({"kind": "quasiprint checkpoint", "moves": []}), "was changed or cut short"),
        (lambda: doctored({"version": "0.0.1"}), "version 0.0.1"),
        (lambda: doctored({"position": "another"}), "another position, or of another rule"),
    ],
    ids=["no checkpoint", "changed", "version", "position"],
)
def test_a_checkpoint_that_does_not_fit_is_refused_and_stays(
    board: Path, tmp_path: Path, made: Callable[[], str], told: str
) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    kept = made()
    file.write_text(kept)
    result = invoke("solve", "majomino", board, "--checkpoint", file)
    assert result.exit_code == 2 and told in result.stderr
    assert file.read_text() == kept


def test_when_time_is_up_it_says_what_is_proved(board: Path) -> None:
    board.write_text(write(EXAMPLE.board))
    result = invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", code=0)
    assert "not solved within 0.001 s: who wins is open; 0 of 25 moves decided; X 0 to 15, O 0 to 15" in result.stdout
    told = json.loads(invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", "--json").stdout)
    assert (told["solved"], told["winner"], told["score"]) == (False, None, None)
    assert told["bounds"] == {"x": [0, 15], "o": [0, 15]}


def test_an_interruption_says_what_is_proved(board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(write(EXAMPLE.board))
    monkeypatch.setattr(solving, "REPORT_SECONDS", -1.0)
    said: list[str] = []

    def interrupt(what: str) -> None:
        said.append(what)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(solving, "tell", interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        kept = tmp_path / "kept.json"
        result = invoke("solve", "majomino", board, "--memory", "16", "--checkpoint", kept)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert "Found so far: who wins is open; 0 of 25 moves decided" in result.stderr
    assert re.match(r"solving: 0 of 25 moves decided, 0\.\d million positions, \d+ s$", said[0])
    assert not kept.exists()


def test_it_is_proved_when_two_keys_agree(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(middle(12))
    once, twice = (json.loads(invoke("solve", "majomino", board, "--score", "--json", *more).stdout)
                   for more in ((), ("--twice",)))  # fmt: skip
    assert (once["standing"], twice["standing"]) == ("computed", "proved")
    assert once["moves"] == twice["moves"] and twice["nodes"] > once["nodes"]
    keys = []

    def agrees(one: Solution, other: Solution) -> bool:
        keys.append((one.nodes, other.nodes))
        return False

    monkeypatch.setattr(Solution, "agrees", agrees)
    result = invoke("solve", "majomino", board, "--twice")
    assert result.exit_code == 2 and "two runs with different keys do not agree" in result.stderr and keys


def test_a_checkpoint_is_of_one_rule(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    assert invoke("solve", "majomino", board, "--double", "none", "--checkpoint", file).exit_code == 0
    before = file.read_bytes()
    result = invoke("solve", "majomino", board, "--rule", "restricted", "--checkpoint", file)
    assert result.exit_code == 2 and "another rule" in result.stderr
    assert file.read_bytes() == before


# --- Winning strategies written down and played again ---------------------------------------------


@pytest.fixture
def board_of_certificate(tmp_path: Path) -> Path:
    """The position of question 4, in a file."""
    file = tmp_path / "board.txt"
    file.write_text(write(QUESTION.board, QUESTION.marks))
    return file


@pytest.fixture(scope="module")
def right() -> dict[str, Any]:
    """A certificate that O wins it."""
    asked = problem("majomino", write(QUESTION.board, QUESTION.marks).encode(), "board", {})
    return dict(json.loads(certificate("majomino", asked, "o", 16)))


def check(board_of_certificate: Path, content: dict[str, Any], *options: str) -> Any:
    """Have a certificate checked that is sealed as the program seals it."""
    bare = {key: value for key, value in content.items() if key != "sha256"}
    file = board_of_certificate.with_name("certificate.json")
    file.write_text(json.dumps({**bare, "sha256": seal(bare)}))
    return invoke("solve", "majomino", board_of_certificate, "--check", file, *options)


def posed(ending: Ending) -> Any:
    """An ending as `solve` has it."""
    text = write(of_regions(5, [ord(letter) for letter in ending.regions]), ending.marks)
    options: dict[str, Any] = {"to_move": ending.mover}
    if ending.rule == "none":
        options["double"] = "none"
    else:
        options |= {"rule": ending.rule, "double": "used" if ending.used else "unused"}
        if ending.turns:
            options["double_turns"] = "-".join(map(str, ending.turns))
    return problem("majomino", text.encode(), "board", options)


def test_the_command_writes_a_certificate_and_checks_it(board_of_certificate: Path) -> None:
    file = board_of_certificate.with_name("certificate.json")
    solved = invoke("solve", "majomino", board_of_certificate, "--certificate", file)
    assert solved.exit_code == 0 and "winner: O" in solved.stdout
    assert solved.stdout.endswith(f"certificate: complete; kept in {file}\n")
    json.loads(
        invoke("solve", "majomino", board_of_certificate, "--certificate", file, "--json").stdout
    )  # and nothing else
    result = invoke("solve", "majomino", board_of_certificate, "--check", file)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("certificate: complete; O gets 8 lines or more against every reply: a proof (")
    again = file.read_bytes()
    assert invoke("solve", "majomino", board_of_certificate, "--certificate", file).exit_code == 0
    assert file.read_bytes() == again
    told = json.loads(invoke("solve", "majomino", board_of_certificate, "--check", file, "--json").stdout)
    assert (told["winner"], told["lines"], told["complete"]) == ("o", 8, True)


@pytest.mark.parametrize("rule", [(), ("--double", "none"), ("--rule", "restricted"), ("--double-turns", "2-3")])
def test_an_empty_board_of_3_by_3_is_proved_under_every_rule(tmp_path: Path, rule: tuple[str, ...]) -> None:
    file = tmp_path / "certificate.json"
    solved = invoke("solve", "majomino", "3-1-E", *rule, "--certificate", file)
    winner = "X" if "winner: X" in solved.stdout else "O"
    assert f"complete; {winner} gets 5" in invoke("solve", "majomino", "3-1-E", *rule, "--check", file).stdout


@pytest.fixture(scope="module")
def sampled() -> tuple[Any, dict[str, Any]]:
    """A position, and a certificate that is not complete: so few answers are allowed."""
    marks = "".join("xo"[k % 2] if k < 13 else "." for k in (7 * cell % 25 for cell in range(25)))
    asked = posed(Ending(REGIONS[0], marks, "o", "none"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "MOST", 20)
        patch.setattr(making, "TOP", 20)
        patch.setattr(making, "WHOLE_FROM", 4)
        patch.setattr(making, "BRANCHES", 8)
        text = certificate("majomino", asked, asked.solve(*quick()).winner, 16)
    return asked, dict(json.loads(text))


def quick() -> tuple[Any, Any, Any]:
    from quasiprint.addons.lab.answers import Effort

    return Effort(first_win=True, memory=16), {}, lambda _: None


def again(asked: Any, content: dict[str, Any]) -> Replayed:
    bare = {key: value for key, value in content.items() if key != "sha256"}
    return check_certificate("majomino", json.dumps({**bare, "sha256": seal(bare)}).encode(), "certificate", asked)


def test_a_large_tree_is_sampled_and_says_so(sampled: tuple[Any, dict[str, Any]]) -> None:
    asked, content = sampled
    found = again(asked, content)
    assert not found.complete and found.branches == 8 and found.open > 1 and found.depth >= 1


def test_an_answer_left_out_or_added_anywhere_is_refused(board_of_certificate: Path, right: dict[str, Any]) -> None:
    answers = right["answers"]
    for place in random.Random(1).sample(range(len(answers)), 12):
        assert check(board_of_certificate, {**right, "answers": answers[:place] + answers[place + 1 :]}).exit_code == 2
    assert (
        "more answers than there are positions"
        in check(board_of_certificate, {**right, "answers": answers + "a"}).stderr
    )
    assert "an answer is missing" in check(board_of_certificate, {**right, "answers": answers[:-1]}).stderr


def test_an_answer_that_loses_is_refused(board_of_certificate: Path, right: dict[str, Any]) -> None:
    """Another first answer to X's first reply: whatever comes after it, O does not win with it or the rest does not
    fit. And an answer in a cell that has a mark."""
    answers = right["answers"]
    refused = set()
    for letter in "abcdefghijklmnopqrstuvwxy":
        if letter != answers[0]:
            result = check(board_of_certificate, {**right, "answers": letter + answers[1:]})
            assert (result.exit_code, result.stdout) == (2, "")
            (line,) = result.stderr.splitlines()
            refused.add(line.split(": ")[3])
    assert "an answer is against the rules" in refused and refused & {"it loses a game", "an answer is missing"}


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "the other wins": ({"winner": "x"}, "proves nothing: "),
    "another position": ({"position": "0,0 .. x unused standard any"}, "of another position, or of another rule"),
    "another game": ({"game": "quomino"}, "another game"),
    "another kind": ({"kind": "quasiprint checkpoint"}, "is not a certificate"),
    "no answers": ({"answers": None}, "proves nothing: "),
    "branches of something else": ({"branches": 3}, "its parts do not fit together"),
    "no winner": ({"winner": "nobody"}, "its parts do not fit together"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_certificate_of_something_else_gets_one_line(
    board_of_certificate: Path, right: dict[str, Any], case: str
) -> None:
    change, told = WRONG[case]
    result = check(board_of_certificate, {**right, **change})
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert told in line


def test_a_certificate_cut_short_or_changed_is_refused_by_its_seal(board_of_certificate: Path) -> None:
    file = board_of_certificate.with_name("certificate.json")
    invoke("solve", "majomino", board_of_certificate, "--certificate", file)
    whole = file.read_text()
    for text, told in ((whole[:-30], "not a certificate"), (whole.replace('"o"', '"x"'), "was changed or cut short")):
        file.write_text(text)
        result = invoke("solve", "majomino", board_of_certificate, "--check", file)
        assert result.exit_code == 2 and told in result.stderr


def test_where_the_winner_is_open_no_certificate_is_written(board_of_certificate: Path, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    result = invoke("solve", "majomino", "5-0MJ-1", "--time-limit", "0.001", "--memory", 16, "--certificate", file)
    assert result.exit_code == 0 and "no certificate was written: who wins is open" in result.stderr
    assert not file.exists()


# --- Majomino with a double that waits for its turn -----------------------------------------------


SHARING = (17, 400, 712, 1495)  # seeds of `waiting`


@pytest.mark.thorough
def test_endings_in_which_the_double_waits_are_as_a_plain_minimax_has_them() -> None:
    # the first ones are those that fail where cells that share a decided line, or may be doubled with fewer, are
    # taken for others
    endings = [found for seed in (*SHARING, *range(60)) if (found := waiting(seed, 9))]
    assert {(ending.rule, ending.mover) for ending in endings} == set(product(("standard", "restricted"), "xo"))
    assert any(ending.marks.count("o") + 2 < ending.turns[0] for ending in endings if ending.turns)
    assert [told for ending in endings if (told := trial.differs(ending))] == []


def test_while_a_turn_is_waited_for_it_counts_how_many_cells_are_empty() -> None:
    # the lines of the two cells that are empty or not are decided
    for rest, apart in product((".o.o....ox..ooxo...x", "o..o....ox...oxo..ox"), (False, True)):
        for turns, count in ((None, 1), ((12, 12), 2)):
            known = {number("xxx" + dead + rest, apart=apart, turns=turns) for dead in ("..", "xo")}
            assert len(known) == count


def test_the_book_has_the_figures_that_the_page_has(root: Path) -> None:
    page = (root / "docs/findings/fair.md").read_text(encoding="utf-8")
    _, _, page = page.partition("<!-- figures: after 6 marks -->")
    page, _, _ = page.partition("<!-- end -->")
    row = re.compile(r"^\| (.+) \| (\d+) % \(", re.MULTILINE)
    shares = {name: int(share) for name, share in row.findall(page)}
    assert f"| rule | X wins, of {rulebook.POSITIONS} |" in page
    assert shares[f"standard double, turn {rulebook.FAIR_TURN}"] == rulebook.FAIR_WON
    even = {turn: abs(50 - shares[f"standard double, turn {turn}"]) for turn in range(8, 13)}
    assert min(even, key=lambda turn: even[turn]) == rulebook.FAIR_TURN
