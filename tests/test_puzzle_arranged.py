"""Tiles without cells are laid blank first, and then labelled: the answers are those of the puzzle as a whole."""

from __future__ import annotations

import pytest

from quasiprint.addons.designer.puzzle import Asked, PuzzleJob
from quasiprint.addons.designer.puzzles import arranging
from quasiprint.addons.designer.puzzles.laying import exact_cover
from quasiprint.addons.designer.puzzles.solving import Undecided, solve
from quasiprint.make.run import Request


def hand(seed: int, size: int = 6, **asked: object) -> PuzzleJob:
    request = Request("quasimino", {}, seed=seed)
    return PuzzleJob(request, Asked(hand=size, **asked))  # type: ignore[arg-type]


@pytest.mark.thorough
def test_hands_are_decided_as_by_the_puzzle_as_a_whole() -> None:
    decided = set()
    for seed in (1, 2):
        job = hand(seed, 5)
        found = job.solve().tiles is not None
        assert found is (solve(exact_cover(job.puzzle)) is not None)
        decided.add(found)
    assert decided == {True, False}


def test_a_border_and_fixed_tiles_are_obeyed() -> None:
    whole = PuzzleJob(Request("quasimino", {}), Asked(border="1"))
    tiles = whole.solve().tiles or ()
    assert len(tiles) == 10
    said = whole.say(tiles[3])
    again = PuzzleJob(Request("quasimino", {}, seed=5), Asked(border="1", place=(said,)))
    assert said in map(again.say, again.solve().tiles or ())


def test_a_larger_decagon_is_filled() -> None:
    job = PuzzleJob(Request("quasimino", {}), Asked("decagon:2"))
    tiles = job.solve().tiles or ()  # judged by the set's rules, or ArithmeticError
    assert len(tiles) == len({tile.name for tile, _ in tiles}) == 40


@pytest.mark.thorough
def test_no_arrangement_proves_that_there_is_no_solution() -> None:
    """All 90 rhombs have the areas of this decagon, and two of them always form a parallelogram."""
    own = PuzzleJob(Request("quasimino", {}), Asked("decagon:3"))
    assert own.why_none == ""
    assert own.solve().tiles is None


def test_what_labels_leave_open_is_not_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arrangement on which the solver gives up is tried again, to the end, once there is no other."""
    tries = []

    def gives_up(laid: object, seed: int, seconds: float | None, **how: object) -> object:
        tries.append(how)
        if how.get("steps"):
            raise Undecided
        return solve(laid, seed, seconds, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(arranging, "solve", gives_up)
    assert hand(4, 5).solve().tiles
    assert {} in tries
