"""What people ran into in one place, looked for in others: each test is a fault that stood elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from called import invoke

from quasiprint import api
from quasiprint.model.errors import InputError


@pytest.mark.parametrize("game", ["triomino", "all"])
def test_a_language_without_words_is_refused_where_nothing_is_written(game: str) -> None:
    result = invoke("make", game, "--language", "fr", "--dry-run", code=2)
    assert result.stderr == "Error: --language: found 'fr', allowed are de, en\n"


def test_a_board_that_is_not_solved_is_told_with_all_that_is_wrong(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("+--+--+--+\n|x |x  x |\n+  +--+--+\n|x  x  x |\n+  +--+--+\n|x |x  x |\n+--+--+--+\n")
    said = invoke("solve", "majomino", board, code=2).stderr
    told = invoke("score", "majomino", board).stdout
    assert said.count("needed 3") == told.count("region-size:") == 3, said


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("quasimino", '{{"tile": "{}", "corner": [0, 0, 0, 0], "turn": 0}}'),
        ("triomino", '{{"tile": "{}", "cell": [0, 0, 0], "corners": [9, 9, 9]}}'),
    ],
)
def test_a_layout_that_is_not_drawn_is_told_with_every_tile_that_is_none(game: str, entry: str) -> None:
    text = f'{{"tiles": [{entry.format("one")}, {entry.format("two")}]}}'
    with pytest.raises(InputError) as caught:
        api.design(game).picture(text)
    assert "'one' (entry 1)" in str(caught.value)
    assert "'two' (entry 2)" in str(caught.value)
