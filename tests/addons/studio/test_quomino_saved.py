"""Games of Quomino that are saved: what is written is read again, and what was changed is refused."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quasiprint.addons.studio.table.quomino import QuominoSession
from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import Move, read


def random_game(size: int, seed: int, most: int = 1000) -> tuple[str, list[Move | None]]:
    table, chance, done = QuominoSession(size), random.Random(seed), []
    while not table.state.over and len(done) < most:
        moves = list(table.state.moves())
        done.append(moves[chance.randrange(len(moves))] if moves else None)
        table.go_on(table.state.words(done[-1]))
    return table.text(), done


@settings(max_examples=15)
@given(st.integers(4, 8), st.integers(0, 2**32), st.integers(0, 150))
def test_what_is_written_is_read_again(size: int, seed: int, most: int) -> None:
    text, done = random_game(size, seed, most)
    told = read(text.encode(), sealed=True)
    assert [entry.move for entry in told.entries] == done
    assert (told.size, told.settings) == (size, {"computer": "white", "depth": "2", "seed": "0"})
    assert [entry.number for entry in told.entries] == list(range(1, len(done) + 1))
    assert [entry.player for entry in told.entries] == [at % 2 for at in range(len(done))]


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 12), st.data())
def test_a_saved_game_that_is_cut_off_or_changed_is_refused(seed: int, most: int, data: st.DataObject) -> None:
    text, _ = random_game(5, seed, most)
    cut = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(InputError):
        read(text[:cut].encode(), sealed=True)
    lines = text.splitlines()
    at = data.draw(st.integers(4, len(lines) - 2))
    square = re.sub(r"[a-e]([1-5])", lambda m: f"{chr((ord(m[0][0]) - 96) % 5 + 97)}{m[1]}", lines[at])
    for changed in ([], [lines[at]] * 2, [square], [lines[at] + " black"]):
        with pytest.raises(InputError, match="was changed since the game was saved"):
            read("\n".join([*lines[:at], *changed, *lines[at + 1 :]]).encode())
