"""Tiles without cells are laid blank first, and then labelled: the answers are those of the puzzle as a whole."""

from __future__ import annotations

import pytest

from quasiprint.pipeline.puzzle import Asked, PuzzleJob
from quasiprint.pipeline.run import Request
from quasiprint.search.puzzles import arranging
from quasiprint.search.puzzles.laying import exact_cover
from quasiprint.search.puzzles.solving import Undecided, solve


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
