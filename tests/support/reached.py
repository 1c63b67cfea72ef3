"""Which tests reach which lines of the program: a plugin of pytest for `mutants.py`, which needs coverage.

Each process of a run writes a file of data into the folder that the variable `REACHED` names, with a context for each
test, and a file with how long each took. What a test has done by another process is not seen.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Iterable
from pathlib import Path

import coverage
import pytest

FOLDER = Path(os.environ.get("REACHED", "."))
NAME = os.environ.get("PYTEST_XDIST_WORKER", "alone")
measured = coverage.Coverage(data_file=str(FOLDER / f"{NAME}.data"), source_pkgs=["quasiprint"], config_file=False)
took: dict[str, float] = {}


def pytest_sessionstart() -> None:
    measured.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    measured.switch_context(item.nodeid)
    start = time.process_time()
    result = yield
    took[item.nodeid] = time.process_time() - start
    measured.switch_context("")
    return result


def pytest_sessionfinish() -> None:
    measured.stop()
    measured.save()
    (FOLDER / f"{NAME}.json").write_text(json.dumps(took))


class Reached:
    """What was measured in a folder."""

    def __init__(self, folder: Path) -> None:
        self.took = {name: s for file in folder.glob("*.json") for name, s in json.loads(file.read_text()).items()}
        self._data = [coverage.CoverageData(str(file)) for file in folder.glob("*.data")]
        for data in self._data:
            data.read()

    def tests(self, path: Path, lines: Iterable[int]) -> list[str]:
        """Return the tests that reach one of the lines of a module, or the module if none does; the quickest first."""
        here, anywhere, wanted = set[str](), set[str](), set(lines)
        for data in self._data:
            for file in data.measured_files():
                if file.endswith(f"/{path}"):
                    for line, names in data.contexts_by_lineno(file).items():
                        anywhere |= set(names)
                        here |= set(names) if line in wanted else set()
        return sorted((here - {""}) or (anywhere - {""}), key=lambda name: (self.took.get(name, 0.0), name))
