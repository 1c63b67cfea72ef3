"""Boards of which a set says who wins: which are drawn, what is printed, and that it is found out when it is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from edited import copied, manifest, put_manifest
from pdf_read import texts
from plain_minimax import Minimax
from test_majomino_set import boards, codes

from quasiprint.addons.lab.majomino import claims
from quasiprint.addons.lab.majomino import playouts as dissection_playouts
from quasiprint.addons.lab.majomino.claims import FAIR, GAMES, Claim, Wanted, choose_boards, claim, is_even, playouts
from quasiprint.api import verify
from quasiprint.documents.words import Names
from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.design import LINES, run
from quasiprint.games.majomino.names import parse_name
from quasiprint.games.majomino.situation import Rule
from quasiprint.make.templates import templates
from quasiprint.model.errors import InputError
from quasiprint.model.places import ORIGINAL, languages
from quasiprint.model.texts import Phrase
from quasiprint.system import compiled

pytestmark = pytest.mark.usefixtures("compiled_search")

RULES = (Rule("none"), Rule("standard"), Rule("restricted"), Rule("standard", (3, 3)), Rule("restricted", (2, 4)))
SMALL = ("make", "majomino", "--size", "3", "--count", "2", "--winner", "any", "--rule", "restricted", "--format")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "set"
    invoke(*SMALL, "pdf,txt", "-o", folder, code=0)
    return folder


@pytest.mark.parametrize("rule", RULES)
def test_who_wins_on_3_by_3_is_as_a_plain_minimax_has_it(rule: Rule) -> None:
    for regions in ("AABACBCCB", "AAABBBCCC", "ABBACBACC"):
        board = of_regions(3, [ord(name) for name in regions])
        has_double = rule.name != "none"
        x = Minimax(regions, rule.name, rule.turns).x_gets("." * 9, "x", has_double)
        found = claim(board, rule)
        assert (found.winner, found.standing) == ("x" if x > 4 else "o", "proved")


def test_without_a_double_x_wins_and_that_is_proved_on_any_board() -> None:
    board = of_regions(9, [cell // 9 for cell in range(81)])
    assert claim(board, Rule("none")).words() == "Without a double move: X wins when both play their best (proved)"


def test_what_nobody_proved_is_said_to_be_an_estimate() -> None:
    board = of_regions(7, [cell // 7 for cell in range(49)])
    found = claim(board, Rule("standard", (2, 5)))
    assert found.standing == "estimated"
    assert found.words().endswith(" of 1000 playouts (estimated)")
    assert "on one of her turns 2 to 5" in found.words()
    assert found.won == playouts(board, Rule("standard", (2, 5)))


def test_playouts_double_as_the_rule_says() -> None:
    board = parse_name("5-0MJ-1")
    shares = [playouts(board, rule) for rule in (
        Rule("none"), Rule("restricted", (10, 10)), Rule("standard", (10, 10)), Rule("restricted"), Rule("standard"),
        Rule("standard", (10, 12)))]  # fmt: skip
    assert shares[0] > shares[1] > shares[2] > shares[4] and shares[3] > shares[4] - 50
    assert shares[5] == shares[2]  # in the first turn in which she may


def test_the_second_cell_of_a_restricted_double_shares_no_line_with_the_first() -> None:
    board = parse_name("5-0MJ-1")
    of = [{cell // 5, 5 + cell % 5, 10 + board.regions[cell]} for cell in range(25)]
    flat = [line for cell in range(25) for line in (cell // 5, 5 + cell % 5, 10 + board.regions[cell])]
    for first in range(25):
        apart = {cell for cell in range(25) if not of[cell] & of[first]}
        found = set()
        for free in (*({cell} for cell in range(25) if cell != first), set(range(25)) - {first}):
            mask = [int(cell in free) for cell in range(25)]
            cell, _ = dissection_playouts._choose_cell([0.5] * 200, 0, mask, flat, [3] * 30, 0.5, first)
            assert cell in apart if free & apart else cell == -1
            found.add(cell)
        assert found == apart | {-1}


def test_an_estimate_without_a_clear_lead_is_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    board, rule = of_regions(7, [cell // 7 for cell in range(49)]), Rule("standard", (9, 9))
    for won, who in ((500, ""), (520, ""), (600, "x"), (400, "o")):
        claims.claim.cache_clear()
        monkeypatch.setattr(claims, "playouts", lambda *_, won=won: won)
        assert claim(board, rule).winner == who
        assert [Wanted(rule, side, even=False).takes(board) for side in "xo"] == [who == "x", who == "o"]
        assert Wanted(rule, "any", even=False).takes(board)
    claims.claim.cache_clear()


def test_boards_are_taken_from_the_lot_in_its_order() -> None:
    rule = Rule("standard", (11, 11))
    lot = [parse_name(name) for name in ("5-0MJ-1", "5-2M3-P", "5-0MJ-1")]
    even = [board for board in lot if is_even(board, rule)]
    for board in lot:
        share = 100 * playouts(board, rule) / GAMES
        assert is_even(board, rule) == (FAIR[0] <= share <= FAIR[1])
    found, drawn = choose_boards(lambda number: lot[:number], len(even), Wanted(rule, "any", even=True), len(lot))
    assert list(found) == even
    assert lot[drawn - 1] == even[-1]
    with pytest.raises(InputError, match="found 0 boards that X wins among 3 drawn"):
        choose_boards(lambda number: lot[:number], 1, Wanted(Rule("standard"), "x", even=False), 3)


def test_a_set_says_who_wins_on_paper_and_in_its_manifest(made: Path) -> None:
    due = "O may mark two cells once, of cells that share no row, column or region: O wins when both play their best"
    held = json.loads((made / "manifest.json").read_text())
    assert [piece["claim"] for piece in held["pieces"]] == [f"{due} (proved)"] * 2
    told = {name: held["parameters"].get(name) for name in ("winner", "rule", "fair", "double_turns")}
    assert told == {"winner": "any", "rule": "restricted", "fair": None, "double_turns": None}
    sheet = next(path for path in sorted((made / "pdf").glob("sheets-a4.pdf")))
    words = " ".join(" ".join(texts(sheet.read_bytes())).split())
    assert words.count("wins when both play their best (proved)") == 2


def test_a_set_without_the_options_says_nothing_and_records_nothing(tmp_path: Path) -> None:
    result = invoke("make", "majomino", "--size", "3", "--count", "1", "--format", "txt", "-o", tmp_path / "set")
    assert result.exit_code == 0
    held = json.loads((tmp_path / "set/manifest.json").read_text())
    assert "claim" not in held["pieces"][0]
    assert not {"winner", "rule", "fair", "double_turns"} & held["parameters"].keys()


def test_verify_proves_the_claim_again_and_finds_a_wrong_one(made: Path, tmp_path: Path) -> None:
    assert verify(made).outcome == "proved"
    copy = copied(made, tmp_path / "copy")
    told = manifest(copy)
    told["pieces"][0]["claim"] = told["pieces"][0]["claim"].replace("O wins", "X wins")
    put_manifest(copy, told)
    assert {finding.code for finding in verify(copy, by="pieces").findings} == {"board-claim-wrong"}


def test_a_wrong_claim_is_found_in_a_set_before_it_is_made() -> None:
    held = boards("3-7-2", winner="any", rule="restricted")
    assert codes(held) == []
    (piece,) = held.pieces
    wrong = piece.claim.replace("O wins", "X wins")
    assert codes(replace(held, pieces=(replace(piece, claim=wrong, notes=(*piece.notes[:-1], wrong)),))) == [
        "board-claim-wrong"
    ]
    assert codes(replace(held, pieces=(replace(piece, notes=piece.notes[:-1]),))) == ["board-claim-wrong"]
    assert codes(replace(held, pieces=(replace(piece, claim=""),))) == ["board-claim-wrong"]
    plain = boards("3-7-2")
    assert codes(replace(plain, pieces=(replace(plain.pieces[0], claim=wrong),))) == ["board-claim-wrong"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--rule", "restricted"), "--rule restricted: found without --winner or --fair"),
        (("--double-turns", "3"), "--double-turns: found without --winner or --fair"),
        (("--winner", "x", "--rule", "none", "--double-turns", "3"), "--double-turns: found beside --rule none"),
        (("--winner", "x", "--double-turns", "14"), "--double-turns: found '14'"),
        (("--winner", "y"), "--winner"),
        (("--winner", "x", "--size", "3", "--count", "1"), "found 0 boards that X wins among 60 drawn"),
        (("--winner", "x", "--board", "3-7-2"), 'board 3-7-2: found "O may mark two cells once: O wins'),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(asked: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = invoke("make", "majomino", *asked, "--format", "txt", "-o", tmp_path / "set", code=2)
    assert said in result.stderr
    assert not (tmp_path / "set").exists()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [9, 21])
def test_boards_that_nothing_solves_are_estimated(size: int, tmp_path: Path) -> None:
    words = ("--size", size, "--count", 1, "--winner", "any", "--double-turns", "9-9", "--format", "txt")
    assert invoke("make", "majomino", *words, "-o", tmp_path / "set").exit_code == 0
    (piece,) = json.loads((tmp_path / "set/manifest.json").read_text())["pieces"]
    assert "on turn 9: " in piece["claim"]
    assert "estimated" in piece["claim"]


def test_boards_that_come_one_by_one_are_played_out_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """One alone would not pay; so each took a second of Python, and there may be hundreds."""
    playouts.cache_clear()
    asked: list[float] = []
    right = dissection_playouts.choose

    def noted(function: object, seconds: float, what: str) -> object:
        asked.append(seconds)
        return right(function, seconds, what)  # type: ignore[type-var]

    monkeypatch.setattr(dissection_playouts, "choose", noted)
    most = []
    for name in ("5-0MJ-1", "5-2M3-P", "5-002-Y"):
        playouts(parse_name(name), Rule("standard", (11, 11)))
        most.append(max(asked))
    assert most[0] < compiled.PAYS < most[2] and round(most[2] / most[0]) == 3
    assert dissection_playouts._games in compiled._made


def phrases(said: str) -> list[Phrase]:
    """A phrase, and those in it, but for such that say nothing."""
    if not said or not isinstance(said, Phrase):
        return []
    return [said, *(one for each in said.fields.values() if isinstance(each, str) for one in phrases(each))]


@pytest.mark.parametrize("language", [one for one in languages() if one != ORIGINAL])
def test_what_stands_beside_a_board_is_said_in_each_language(language: str) -> None:
    names = Names.of(templates("majomino", language), language, "majomino")
    turned, plain = ([0, 0, 1, 3, 4, 1, 3, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2, 2])
    boards = [of_regions(3, regions) for regions in (turned, plain, [0, 0, 1, 0, 1, 1, 2, 2, 2])]
    said = [*LINES, *(line for board in boards for line in claims.small_print(board, 400, 300))]
    said += [claims.symmetry(of_regions(3, list(range(9)))), claims.symmetry(of_regions(2, [0, 1, 0, 1]))]
    for rule in (*RULES, Rule("standard", (2, 5)), Rule("restricted", (3, 3))):
        said += [Claim(rule, "x", "proved").words(), Claim(rule, "", "estimated", 512).words()]
        said += [Wanted(rule, winner, even).words for winner in ("x", "any") for even in (True, False)]
    said += [Claim(Rule("none"), "o", "computed").words()]
    for distinct in (False, True):
        said.append(run({"board": "", "size": 3, "count": 1, "distinct": distinct}, 0, None).says)
    every = [one for line in said for one in phrases(line)]
    assert len({one.key for one in every}) > 25
    rare = {"drawn-roughly", "chains", "first-of", "from-file", "by-name", "board-of", "boards-of", "one-board"}
    assert [key for key in rare | {one.key for one in every} if key not in names.words] == []
    assert [one for one in said if "$" in names.say(one)] == []
    assert names.say(Phrase.of("rows", "no-such-word")) == "rows"
