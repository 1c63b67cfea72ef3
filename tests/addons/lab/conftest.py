from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from quasiprint.addons.lab.majomino.claims import claim
from quasiprint.addons.lab.perfect_play import search
from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.dissection import fill
from quasiprint.games.majomino.situation import Rule
from quasiprint.system import compiled


@pytest.fixture(scope="session")
def compiled_search(once: Callable[[str, Callable[[Path], object]], Path]) -> None:
    """The search of Majomino compiled, and what draws its playouts: as Python both find the same, and are slower. They
    are compiled by one process of a test run; the others find what that kept."""
    for kernel in (search.decide, fill):
        compiled.compile_kernel(kernel)

    def solve(path: Path) -> None:
        claim(of_regions(3, [int(label) for label in "000111222"]), Rule("standard"))
        path.touch()

    once("compiled-search", solve)
