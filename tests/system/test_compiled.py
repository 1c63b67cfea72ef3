"""What is compiled gives the same as what runs as Python; numba may be missing, and nothing lying around is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quasiprint.games.majomino import sampling
from quasiprint.games.majomino.dissection import CountTable, count_table, seed_state, toss, words
from quasiprint.games.majomino.sampling import Walk, starts, ways
from quasiprint.system import compiled


@pytest.fixture(scope="module")
def few() -> CountTable:
    return count_table(7)


# --- equal results ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 77, 10**18 - 1, (1 << 64) - 1])
def test_random_words_are_equal(both: Callable[[Callable[[], Any]], tuple[Any, Any]], seed: int) -> None:
    def work() -> tuple[list[int], list[int], list[int]]:
        state = seed_state(seed)
        return words(state, 500).tolist(), toss(state, 300, 4006).tolist(), state.tolist()

    plain, quick = both(work)
    assert plain == quick
    assert len(set(plain[0])) == 500


def test_random_words_are_those_of_the_paper() -> None:
    # Vigna's xoshiro256** from the state 1, 2, 3, 4
    state = np.array([1, 2, 3, 4], np.uint64)
    assert words(state, 4).tolist() == [11520, 0, 1509978240, 1215971899390074240]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("size", "proposals"), [(3, 2000), (5, 40_000), (9, 40_000), (14, 20_000), (21, 20_000)])
def test_walks_are_equal(both: Callable[[Callable[[], Any]], tuple[Any, Any]], size: int, proposals: int) -> None:
    def work() -> tuple[list[int], list[int], list[list[int]]]:
        walk = Walk(starts(size)[2], seed_state(size), 2 * proposals)
        walk.walk(proposals)
        kept = walk.states(3, proposals // 10)
        return walk.labels().tolist(), walk.state.tolist(), kept.tolist()

    plain, quick = both(work)
    assert plain == quick
    assert plain[0] != starts(size)[2].tolist()


@pytest.mark.thorough
def test_boards_and_numbers_are_equal_however_few_states_are_held(seven: CountTable, few: CountTable) -> None:
    boards = seven.draw(300, 3)
    numbers = seven.ranks(boards).tolist()
    assert few.draw(5, 3).tolist() == boards[:5].tolist()
    assert few.ranks(boards[:5]).tolist() == numbers[:5]
    assert ways(few) == ways(seven)


@pytest.mark.thorough
def test_the_counts_that_are_delivered_are_counted_anew(seven: CountTable, few: CountTable) -> None:
    assert few.total == seven.total == 158_753_814
    for held, whole in zip(few.layers, seven.layers, strict=False):
        assert (held[0] == whole[0]).all() and (held[1] == whole[1]).all()


# --- when to compile ----------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a process that has compiled nothing, and asks anew whether it can."""
    monkeypatch.setattr(compiled, "_made", {})
    compiled.available.cache_clear()
    yield
    compiled.available.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_without_numba_everything_is_done_as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)  # to import it raises ImportError
    assert not compiled.available()
    assert compiled.choose(sampling._swap, compiled.ALWAYS, "swaps") is sampling._swap


WITHOUT = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from quasiprint.__main__ import main
main()
"""
LOADED = """
import sys
from quasiprint.cli import main
try:
    main()
finally:
    print("numba" in sys.modules, file=sys.stderr)
"""


def run(script: str, asked: str, folder: Path, root: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a fresh process, as one with a home that holds nothing."""
    environment = {**os.environ, "PYTHONPATH": str(root), "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", script, *asked.split()],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=500, input=given, check=False,
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["--size 5 --count 9 --distinct", "--size 3 --character --count 2"])
def test_sets_are_equal_byte_by_byte_without_numba(root: Path, tmp_path: Path, asked: str) -> None:
    made = []
    for name, script in (
        ("with", "import quasiprint.system.compiled as c; c.PAYS = 0\n" + LOADED),
        ("without", WITHOUT),
    ):
        done = run(script, f"make majomino {asked} --seed 5 --format txt -o {name}", tmp_path, root)
        assert done.returncode == 0, done.stderr
        made.append({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()})
    assert made[0] == made[1]
    assert "boards.txt" in made[0]
