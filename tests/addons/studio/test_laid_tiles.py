"""Games of tiles as they are saved, resumed, and shown on a page: the same for all games that are laid."""

from __future__ import annotations

from typing import Any

import pytest
from table_games import play

from quasiprint import games
from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.table import tiles
from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.errors import InputError
from quasiprint.model.game_text import seal

LAID = {"quasimino": {"kind": "match", "deal": 5, "computer": "none"}, "triomino": {"deal": 5, "computer": "none"}}


def table_of(game: str, moves: int = 8) -> TableSession:
    table = PLAYS.require(games.load(game)).session.new(LAID[game])
    assert isinstance(table, TableSession)
    return play(table, 1, moves)


def resumed(game: str, text: str, **given: Any) -> TableSession:
    found = PLAYS.require(games.load(game)).session.resumed(text.encode(), "game.txt", given)
    assert isinstance(found, TableSession)
    return found


def resealed(text: str) -> str:
    """Return a text that was changed, with the seal that it would have."""
    lines = text.splitlines()[:-1]
    return "\n".join([*lines, seal(lines, sum(line[0].isdigit() for line in lines)), ""])


@pytest.mark.parametrize("game", LAID)
def test_saved_game_is_the_same_when_it_is_resumed(game: str) -> None:
    table = table_of(game)
    again = resumed(game, table.text())
    assert again.text() == table.text()
    assert again.table() == table.table()
    assert [made.who for made in again.done] == [made.who for made in table.done]
    assert not again.unsaved
    assert resumed(game, "\ufeff# mine\n" + table.text().replace("\n", "\r\n")).text() == table.text()
    computer = next(name for name in type(table).players if name != "none")
    assert resumed(game, table.text(), computer=computer).settings["computer"] == computer


@pytest.mark.parametrize("game", LAID)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("deal 5", "deal 6"), "was changed since the game was saved"),
        (lambda text: text.rpartition("saved")[0], "was cut off"),
        (lambda text: text.replace(" game\n", " play\n", 1), "allowed first is: "),
        (lambda text: "", "line 1: found '', allowed first is: "),
        (lambda text: "é", "line 1: found 'é', allowed first is: "),
        (lambda text: "#" * 200_001, "allowed are up to 200000"),
        (lambda text: resealed(text.replace("deal 5", "deal x")), "setting deal: found 'x', allowed is a whole number"),
        (lambda text: resealed(text.replace("computer none", "computer mine")), "setting computer: found 'mine'"),
        (lambda text: resealed(text.replace("deal 5", "deal 6")), "line "),  # other tiles: a move is illegal
    ],
)
def test_what_is_no_saved_game_is_refused(game: str, change: Any, said: str) -> None:
    with pytest.raises(InputError) as problem:
        resumed(game, change(table_of(game).text()))
    assert said in str(problem.value)


@pytest.mark.parametrize("game", LAID)
def test_option_beside_a_saved_game_is_refused(game: str) -> None:
    with pytest.raises(InputError, match="--deal: found beside a saved game"):
        resumed(game, table_of(game, 2).text(), deal=3)


def test_moves_out_of_order_and_lines_that_say_nothing_are_refused() -> None:
    text = "quasimino game\n1 quasi ann\n2 draw thick\n"
    for old, new in (("2 draw", "3 draw"), ("1 quasi ann", "quasi ann")):
        lines = text.replace(old, new).splitlines()
        sealed = "\n".join([*lines, seal(lines, 2), ""])
        with pytest.raises(InputError, match="allowed is a setting, or the move number"):
            tiles.read_saved(sealed.encode(), "quasimino", "game")


@pytest.mark.parametrize(
    ("game", "settings", "left", "pieces"),
    [("triomino", {"highest": "6"}, 66, 84), ("quasimino", {"colours": "2"}, 6, 20)],
)
def test_play_takes_the_design(game: str, settings: dict[str, str], left: int, pieces: int) -> None:
    found = answer("play", {"game": game, "settings": settings, "faces": True}).value
    assert (found["laid"]["left"], len(found["laid"]["set"]["of"])) == (left, pieces)
    assert found["seated"] == (["Ann"], ["Ben"])  # you against the computer
    again = answer("play", {"game": game, "settings": settings, "saved": found["saved"], "faces": True}).value
    assert again["laid"] == found["laid"]
    # what the last other than a person laid is marked
    for rules in ({}, {"players": "3"})[: 1 + (game == "triomino")]:
        room = PLAYS.require(games.load(game))
        table = room.session.new({"deal": 8, **{name: int(said) for name, said in (settings | rules).items()}})
        assert isinstance(table, TableSession)
        answers: list[str] = []

        def watch(table: TableSession, answers: list[str] = answers) -> None:
            if table.done[-1].who == 0:  # a person's
                answers.clear()
            answers.append(table.lines[-1])

        play(table, 3, 14, watch)
        while table.step():
            watch(table)
        laid = [line.split()[1] for line in answers[1:] if line.startswith("lay")]
        last = [line.split()[1] for line in table.lines if line.startswith("lay")][-1:]
        assert [tile.piece for tile in table.table().lying if tile.fresh] == (laid or last)


@pytest.mark.parametrize(
    ("game", "settings", "said"),
    [
        ("triomino", {"highest": "10"}, "--highest: found 10, allowed is from 2 to 9"),
        ("triomino", {"shape": "square"}, "--shape: found 'square', allowed to play is triangle"),
        ("quasimino", {"colours": "1"}, "--colours: found 1, allowed is from 2 to 8"),
        ("majomino", {"size": "9"}, "--size: found 9, allowed is 3 or 5 or 7"),
        ("triomino", {"edge": "x"}, "'--edge': found 'x'"),
    ],
)
def test_set_that_cannot_be_played_with_is_refused(game: str, settings: dict[str, str], said: str) -> None:
    assert said in answer("play", {"game": game, "settings": settings}).value["refused"]["message"]


@pytest.mark.parametrize("game", LAID)
def test_page_gets_each_piece_once_and_goes_on_with_the_text(game: str) -> None:
    first = answer("play", {"game": game, "faces": True, "rules": {"deal": "5"}}).value
    laid = first["laid"]
    assert {one["piece"] for one in laid["hand"]} <= set(laid["set"]["of"])
    assert set(laid["set"]["of"].values()) <= set(range(len(laid["set"]["faces"])))
    if laid["acts"]:
        line = laid["acts"][0][2]
    else:
        tile = laid["hand"][0]
        line = f"lay {tile['piece']} {laid['places'][tile['fits'][0]][4]}"
    second = answer("play", {"game": game, "saved": first["saved"], "line": line}).value
    assert second["changed"]
    assert "set" not in second["laid"]
    wrong = answer("play", {"game": game, "saved": second["saved"], "line": "lay nothing"}).value
    assert wrong["saved"] == second["saved"]
    assert not wrong["changed"]
    assert "allowed is" in wrong["told"][0]
    # a text that was asked for before, or that nobody has asked for, is read again
    again = answer("play", {"game": game, "saved": first["saved"], "line": line}).value
    assert again == second
    undone = answer("play", {"game": game, "saved": second["saved"], "line": "undo"}).value
    assert undone["saved"] == first["saved"]
    spoilt = answer("play", {"game": game, "saved": first["saved"].replace("deal 5", "deal 6"), "line": ""}).value
    assert "was changed" in spoilt["refused"]["message"]
    assert "refused" in answer("play", {"game": game, "saved": first["saved"], "line": "quit"}).value
