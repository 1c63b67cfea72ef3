from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from quasiprint.addons.lab.majomino.claims import claim, prepare
from quasiprint.addons.lab.perfect_play import search
from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.situation import Rule
from quasiprint.system import compiled


@pytest.fixture(scope="session")
def compiled_search(once: Callable[[str, Callable[[Path], object]], Path]) -> None:
    """The search of Majomino and what draws playouts, compiled once for a test run: slower Python finds the same."""
    compiled.compile_kernel(search.decide)
    prepare(3, 1000, 1 << 30)

    def solve(path: Path) -> None:
        claim(of_regions(3, [int(label) for label in "000111222"]), Rule("standard"))
        path.touch()

    once("compiled-search", solve)
