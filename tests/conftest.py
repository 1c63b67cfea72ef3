from __future__ import annotations

import gc
import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import foreign
import numpy as np
import pytest
import tiers
import words
from called import Called, invoke, python
from filelock import FileLock
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from quasiprint.games.majomino.dissection import CountTable, build
from quasiprint.system import compiled, press

ROOT = Path(__file__).parent.parent
LONG = 3600.0  # s: for so long a process waits for another to make something

# The same examples on every machine: a failure found by chance is one nobody can repeat.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")
# What Python compiles is kept, as wherever nobody forbids it: each of some hundred processes would compile it again;
# and what Hypothesis finds in modules, for those of a copy of the core, too.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".hypothesis"))


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    for plugin in (tiers, words):
        pluginmanager.register(plugin)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test, before its fixtures are made, for want of a foreign program that it needs."""
    foreign.declared = {name for mark in item.iter_markers("foreign") for name in mark.args}
    if missing := [foreign.FOREIGN[name] for name in sorted(foreign.declared) if foreign.FOREIGN[name].missing()]:
        pytest.fail(f"needs {', '.join(f'{it.name} (apt install {it.package})' for it in missing)}", pytrace=False)


def pytest_runtest_teardown() -> None:
    foreign.declared = set()


# the files that take longest are begun first, so that none is left for the end: see ``pytest --durations``
LONGEST = ("test_bytes.py", "test_architecture.py", "test_start_page.py", "test_without_addons.py", "test_cadquery.py",
           "test_majomino_catalogue.py", "test_puzzles.py", "test_hostile.py", "test_studio_server.py",
           "test_recogniser.py", "test_disk.py", "test_inlay.py", "test_pdf.py", "test_rulebook_form.py",
           "test_majomino_files.py", "test_set_files.py", "test_studio_shown.py", "test_ctrl_c.py", "test_books.py",
           "test_sampling.py", "test_set_made.py", "test_papers.py")  # fmt: skip
KERNEL = ("test_cadquery.py", "test_magnets.py", "test_solids.py", "test_step.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one process collect before the others: it compiles all that is imported, which they find then. At once each
    would compile it by itself, in a fresh copy some twenty seconds."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    place = of_the_run(session.config._tmp_path_factory)
    with FileLock(place / "collected.lock", timeout=LONG):
        if not (place / "collected").exists():
            collected = yield
            (place / "collected").touch()
            return collected
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep what was collected from being looked through for what can be given back, each time that a test makes
    something large; and the folders of tests, which are imported by now, for each plug-in that is asked for."""
    sys.path[:] = [path for path in sys.path if ROOT / "tests" not in Path(path).parents or path.endswith("support")]
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _alike() -> Iterator[None]:
    """Commands that are called within the process of a test have one job, if they do not say how many: each other one
    would import anew, for a single file, the libraries that this process has. They have one Typst, which reads fonts
    once; and they are run in no country, so that sets have the same paper everywhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quasiprint.make.processes.usual_jobs", lambda: 1)
        for user in ("quasiprint.make.make", "quasiprint.api", "quasiprint.documents.rulebook"):
            patch.setattr(f"{user}.press", SimpleNamespace(**{**vars(press), "close": lambda: None}))
        patch.delenv("LC_ALL", raising=False)
        patch.delenv("LC_PAPER", raising=False)
        patch.setenv("LANG", "C.UTF-8")
        yield


@pytest.fixture(scope="session")
def quasiprint() -> Called:
    """Run the command line in a process of its own; text in, text out. code: the exit code it must have, if any."""

    def run(*arguments: object, code: int | None = None, **options: object) -> subprocess.CompletedProcess[str]:
        start = "from quasiprint.cli import main; main(prog_name='quasiprint')"
        result = python("-c", start, *arguments, **options)
        if code is not None:
            assert result.returncode == code, f"{result.returncode}, not {code}: {result.stderr}"
        return result

    return run


def of_the_run(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a test run that all of its processes have."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Return the path at which something lies that is made once for all processes of a test run. To be read, never to
    be changed. How it is made is told by a function that is given the path."""
    place = of_the_run(tmp_path_factory) / "whole"
    place.mkdir(exist_ok=True)

    def there(name: str, make: Callable[[Path], object]) -> Path:
        with FileLock(place / f"{name}.lock", timeout=LONG):  # another process may be making it
            if not (place / name).exists():  # it is there whole or not at all
                make(place / name)
        return place / name

    return there


@pytest.fixture(scope="session")
def core(once: Once) -> Path:
    """A folder as a checkout is, but for the add-ons; with what Python compiled, which is as old as its source."""

    def copy(folder: Path) -> None:
        shutil.copytree(ROOT / "quasiprint", folder / "quasiprint", ignore=shutil.ignore_patterns("addons"))
        shutil.copytree(ROOT / "templates", folder / "templates")

    return once("core", copy)


@pytest.fixture(scope="session")
def whole(quasiprint: Called, once: Once, core: Path) -> Callable[[str], Path]:
    """Return the whole set of a game, on two papers and with all that it can have: once for all processes of a test
    run, and without the add-ons. To be read, never to be changed."""

    def made(game: str) -> Path:
        def make(folder: Path) -> None:
            from determinism import words as typed

            quasiprint(*typed(game), "-o", folder, cwd=folder.parent, code=0, env={"PYTHONPATH": str(core)})

        return once(game, make)

    return made


@pytest.fixture(scope="session")
def small_set(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a set that `make` makes with these words: once for a session. To be read, never to be changed."""

    @cache
    def made(*words: object) -> Path:
        folder = tmp_path_factory.mktemp("small") / str(words[0])
        invoke("make", *words, "-o", folder, code=0)
        return folder

    return made


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], tuple[Any, Any]]:
    """Does a work as Python, and compiled; returns both results."""
    assert compiled.available(), "without numba Python would be compared with itself"

    def found(work: Callable[[], Any]) -> tuple[Any, Any]:
        results = []
        for least in (float("inf"), 0.0):
            with monkeypatch.context() as patched:
                patched.setattr(compiled, "PAYS", least)
                patched.setattr(compiled, "_made", {} if least else compiled._made)
                results.append(work())
        return results[0], results[1]

    return found


@pytest.fixture(scope="session")
def seven(once: Once) -> CountTable:
    """Return the table of all boards of 7 × 7, built once a run."""

    with np.load(once("seven.npz", lambda path: np.savez(path, *chain(*build(7).layers)))) as kept:
        return CountTable(7, tuple(zip(*[iter(kept.values())] * 2, strict=True)))


@pytest.fixture(scope="session")
def made(whole: Callable[[str], Path]) -> Path:
    """The whole default Quasimino set, as a user makes it. To be read, never to be changed."""
    return whole("quasimino")


@pytest.fixture
def copies() -> Iterator[None]:
    """Processes begin as copies of this one, and know of what was changed here."""
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method("fork", force=True)
    yield
    multiprocessing.set_start_method(before, force=True)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class BySubject(LoadFileScheduling):  # type: ignore[misc]
    """Hands out a file's tests together, and all files with CadQuery: to import that takes some seconds."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "cadquery" if file.endswith(KERNEL) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> BySubject | None:
    return BySubject(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return a worker for each processor, and in the second tier another: many tests of it wait for a browser."""
    return (os.cpu_count() or 1) + (config.option.markexpr == tiers.THOROUGH)
