"""What is found and refused, word by word: each test of the core's laws beside the record of what they said.

    python tests/support/words.py     writes tests/data/words-VERSION.json anew

Of each test in `ROOMS` it is on record which findings and refusals came up in it, each text once and sorted. A test is
run twice for the record, the second time among others in another order: what depends on the tests before it, such as
what is kept once it is known, is left out. Drawn examples are another library's, and left out too.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from quasiprint.errors import InputError
from quasiprint.model.finding import Finding
from quasiprint.version import __version__

ROOT = Path(__file__).parents[2]
RECORD = ROOT / f"tests/data/words-{__version__}.json"
ROOMS = ("accessories", "checks", "coupons", "documents", "drawing", "games", "layout", "make", "solids")
MOST = 20  # texts of a test
APART = "tests/make/test_bytes.py"  # which has a record of its own
FIRST = "not thorough"  # the tier on record

found: set[str] | None = None  # in the test that is run


def listen(kind: type, text: Callable[[Any], str]) -> None:
    """Have each value of a class that is made be heard."""
    make: Any = vars(kind)["__init__"]

    @functools.wraps(make)
    def heard(self: object, *arguments: object, **values: object) -> None:
        make(self, *arguments, **values)
        if found is not None:
            found.add(text(self))

    setattr(kind, "__init__", heard)  # noqa: B010


class Words:
    """A plugin. written: the folder into which a record of this run goes, if one is to be written."""

    def __init__(self, written: Path | None) -> None:
        self.written, self.held = written, dict[str, list[str]]()
        self.record: dict[str, list[str]] = {}
        if written is None and find_spec("quasiprint.addons"):  # which what is allowed names
            self.record = json.loads(RECORD.read_bytes())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        global found
        name = item.nodeid
        if self.written is None and name not in self.record:
            return (yield)
        found = set()
        try:
            yield
            here = str(item.funcargs.get("tmp_path", ROOT)) if isinstance(item, pytest.Function) else str(ROOT)
            texts = sorted(text.replace(here, "HERE") for text in found)
        finally:
            found = None
        if self.written is None:
            assert texts == self.record[name], "what it finds and refuses, beside the record of words"
        elif (
            0 < len(texts) <= MOST
            and not name.startswith(APART)
            and not hasattr(getattr(item, "obj", None), "hypothesis")
        ):
            self.held[name] = texts

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        config = session.config
        gone = set(self.record) - {item.nodeid for item in session.items}
        if gone and config.args == config.getini("testpaths") and config.option.markexpr == FIRST:
            raise pytest.UsageError(f"{RECORD.name}: no tests are {', '.join(sorted(gone)[:9])}; write it anew")

    def pytest_sessionfinish(self) -> None:
        if self.written is not None:
            file = self.written / f"{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.json"
            file.write_text(json.dumps(self.held), encoding="utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--words-backwards"):
        items.reverse()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--words", type=Path, help="a folder for a record of words")
    parser.addoption("--words-backwards", action="store_true", help="with the tests in another order")


def pytest_configure(config: pytest.Config) -> None:
    listen(Finding, lambda it: f"{it.code} {it.subject}: {it.message}" + f" -- {it.remedy}" * bool(it.remedy))
    listen(InputError, str)
    config.pluginmanager.register(Words(config.getoption("--words")), "the words of this run")


def main() -> None:
    runs = []
    for more in ((), ("--words-backwards",)):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pytest", "--words", folder, *more, *(f"tests/{room}" for room in ROOMS)]
            subprocess.run(command, cwd=ROOT, check=True)
            runs.append(
                {
                    name: texts
                    for file in Path(folder).iterdir()
                    for name, texts in json.loads(file.read_bytes()).items()
                }
            )
    first, second = runs
    kept = {name: texts for name, texts in first.items() if second.get(name) == texts}
    RECORD.write_text(json.dumps(kept, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {RECORD.name}: {len(kept)} tests of {len(first)}, {sum(map(len, kept.values()))} texts")


if __name__ == "__main__":
    main()
