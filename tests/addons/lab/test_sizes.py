"""Each command for positions × boards and sets of each size: it is done, or refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from called import invoke

from quasiprint.model.game_text import seal

MAJOMINO = (1, 2, 3, 4, 9, 11, 21, 22)
DONE = {"solve": (3,), "play": (3,), "score": (3, 9, 11, 21)}
# what the size is given to, and the sizes for which that is done
ASKED = {
    "play majomino --size": (range(1, 23), (3, 5, 7)),
    "catalogue majomino --time-limit 0.001 -o none --size": ((1, 2, 4, 6, 7, 9, 21, 22), ()),
    "playtest majomino --games 1 --jobs 1 --size": ((2, 3, 4, 9, 21), (3,)),
    "play quomino --computer none --size": (range(2, 19), range(4, 17)),
    "playtest quomino --games 1 --jobs 1 --policy random --size": ((2, 3, 4, 5, 17), (4, 5)),
    "play triomino --highest": (range(26), range(3, 10)),
    "playtest triomino --games 1 --jobs 1 --target 1 --policy random --highest": ((0, 1, 2, 3, 10, 25), (3,)),
    "play quasimino --colours": (range(10), range(2, 9)),
    "playtest quasimino --games 1 --jobs 1 --kind fast --policy random --colours": ((1, 2, 3, 7, 9), (3,)),
}


def check(done: bool, typed: str, *words: object) -> None:
    """Run a command: exit 0 or 1 where it is done, else 2 and one line that says why, before the usage or alone."""
    result = invoke(*words, typed=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
    assert (result.exit_code != 2) == done, (words, result.output)
    assert done or [line[:6] for line in result.stderr.splitlines()].count("Error:") == 1, (words, result.stderr)


@pytest.mark.parametrize("command", DONE)
def test_a_game_of_majomino_on_a_board_of_any_size(command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = {"solve": (file, "--time-limit", 0.001, "--memory", 1), "play": ("--resume", file), "score": (file,)}
    for size in MAJOMINO:
        rows = " ".join("ABCDEFGHIJKLMNOPQRSTUV"[row] * size for row in range(size))
        marks = f"{'x' if size > 2 else ''}{'.' * (size * size - (size > 2))}"
        marks = " ".join(marks[row * size : (row + 1) * size] for row in range(size))
        lines = ["majomino game", f"board {rows}", f"marks {marks}", "to-move o", "double unused", "rule standard"]
        file.write_text("\n".join([*lines, seal(lines, 0), ""]))
        check(size in DONE[command], "quit\n", command, "majomino", *words[command])


@pytest.mark.parametrize("asked", ASKED)
def test_a_size_that_is_given(asked: str) -> None:
    sizes, done = ASKED[asked]
    for size in sizes:
        check(size in done, "quit\n", *asked.split(), size)
