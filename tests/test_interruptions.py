"""A run that is disturbed at any moment leaves the old set whole or the new one. A sample: all of it is
``benchmarks/interruptions.py``, whose trials these are."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from called import manifest_of
from foreign import KERNEL

from quasiprint.disk.archive import place_archive
from quasiprint.disk.sinks import place_folder
from quasiprint.disk.staging import Stage, stage_at
from quasiprint.model.blame import reraise_if_not_input
from quasiprint.model.errors import InputError
from quasiprint.system import interruption, machine
from quasiprint.system.interruption import DeferredSignals

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

import cold_starts
from disturbed import (
    Action,
    Count,
    Ground,
    Sets,
    Tally,
    as_program,
    at,
    moments,
    no_room,
    refuse_one_job,
    removed,
    sends,
    together,
    tree,
)

PDF = b"%PDF-1.7"


class Words(Sets):
    """Sets of two words, written as `make` writes sets, but made in no time."""

    def __init__(
        self, ground: Ground, place: Callable[[Path], contextlib.AbstractContextManager[Stage]], name: str = "set"
    ) -> None:
        self.place = place
        super().__init__(ground, "one", "two more", name)

    def written(self, words: list[str]) -> Action:
        def act() -> None:
            with self.place(Path(self.target.name)) as stage:
                files = {f"txt/{word}": word.encode() for word in words}
                for path, content in files.items():
                    stage.write(path, content)
                stage.write("manifest.json", manifest_of(files, "words"))

        return as_program(act)

    def make(self, jobs: int = 1, of: int = 1) -> Action:
        return self.written(self.words[of])

    def first(self, words: list[str]) -> Action:
        return self.written(words)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path / "ground")


@contextlib.contextmanager
def careless(target: Path) -> Iterator[Stage]:
    """Removes the old set first, and writes the new one in its place: what may not be."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    yield Stage(target)


@contextlib.contextmanager
def untidy(target: Path) -> Iterator[Stage]:
    """Leaves something beside the set when it is told to end."""
    with place_folder(target) as stage:
        (target.parent / "left").write_text("x")
        yield stage
        (target.parent / "left").unlink()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each signal is raised, however quickly it follows another: what waits for signals has to hold by itself."""
    monkeypatch.setattr(interruption, "SAME", 0.0)


STRIKES = {
    "killed": (sends(signal.SIGKILL), False, False),
    "told to end": (sends(signal.SIGTERM), True, False),
    "told again and again": (sends(signal.SIGINT), True, True),
    "no room": (lambda: no_room, True, False),
}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "name", "exchange"),
    [(place_folder, "set", True), (place_folder, "set", False), (place_archive, "set.zip", True)],
)
@pytest.mark.parametrize("how", STRIKES)
def test_at_every_change_to_the_disk_a_set_is_whole(
    ground: Ground, how: str, place: Any, name: str, exchange: bool, monkeypatch: pytest.MonkeyPatch, at_once: None
) -> None:
    """Where two folders can change places in one step, and where one has to be moved away first; an archive always is
    replaced in one step."""
    if not exchange:
        monkeypatch.setattr(machine, "_call", lambda: None)
    strike, caught, on = STRIKES[how]
    room = frozenset({"open", "os.mkdir", "os.rename"}) if how == "no room" else None
    tally = moments(Words(ground, place, name), strike, caught=caught, on=on, only=room)
    assert tally.bad == []
    assert tally.tried > (8 if place is place_folder else 6) and tally.old
    if how != "no room":  # with none, the run clears up and the old set is there
        assert tally.new
    assert (tally.restored > 0) == (how == "killed" and not exchange)  # between the two renames


def test_an_archive_that_is_being_packed_can_be_interrupted(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packing may take long: whoever is told to end then has changed nothing."""
    sets, tally = Words(ground, place_archive, "set.zip"), Tally()

    def slowly(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)

    sets.lay()
    with monkeypatch.context() as patch:
        patch.setattr("quasiprint.disk.archive.write_archive", slowly)
        begun = time.monotonic()
        sets.judge(tally, ground.run(sets.make()), "while it is packed", caught=True, again=False)
    assert time.monotonic() - begun < 10
    assert (tally.bad, tally.old, tally.ends) == ([], 1, {"130": 1})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("at", [0, 2])
def test_an_interruption_in_the_middle_of_a_packed_file_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """zipfile has words of its own for it."""
    real, written = zlib.compressobj, []

    def interrupted(*given: int) -> object:
        written.append(given)
        if len(written) > at:
            raise KeyboardInterrupt
        return real(*given)

    with pytest.raises(KeyboardInterrupt), place_archive(tmp_path / "set.zip") as stage:
        for name in "abc":
            stage.write(name, b"x" * 1000)
        monkeypatch.setattr(zlib, "compressobj", interrupted)
    assert len(written) == at + 1
    gc.collect()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_the_trials_find_a_writer_that_loses_sets(ground: Ground) -> None:
    tally = moments(Words(ground, careless), sends(signal.SIGKILL), caught=False)
    assert tally.lost


@pytest.mark.thorough
def test_the_trials_find_what_is_left(ground: Ground) -> None:
    tally = moments(Words(ground, untidy), sends(signal.SIGTERM), caught=True)
    assert any("left" in said for said in tally.strays)


@pytest.mark.thorough
def test_the_trials_find_a_run_that_does_not_let_signals_wait(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, at_once: None
) -> None:
    monkeypatch.setattr("quasiprint.disk.staging.DeferredSignals", Impatient)
    tally = moments(Words(ground, place_folder), sends(signal.SIGINT), caught=True, on=True)
    assert tally.bad


class Impatient(DeferredSignals):
    """Holds no signal."""

    def __enter__(self) -> Impatient:
        return self


@pytest.mark.thorough
def test_several_runs_at_once_leave_one_of_their_sets(ground: Ground) -> None:
    for kill in (False, True):
        tally = together(Words(ground, place_folder), 6, 3, kill=kill)
        assert tally.bad == []


@pytest.mark.thorough
def test_a_real_run_with_jobs(ground: Ground) -> None:
    """The run is killed; its jobs end by themselves, and the next run waits for that."""
    sets = Sets(ground, "triomino --highest 0 --format svg,stl", "triomino --highest 0 --format svg,stl --kerf 0.1")
    tally = Tally()
    for number, caught in ((signal.SIGKILL, False), (signal.SIGINT, True)):
        sets.lay()
        count = Count()

        def prepare(number: int = number, count: Count = count) -> None:
            at(6, count, sends(number)())()

        sets.judge(tally, ground.run(sets.make(2), prepare), signal.Signals(number).name, caught=caught)
    assert tally.bad == []
    assert tally.ends == {"SIGKILL": 1, "130": 1}
    assert tally.old == 2


def test_trials_of_jobs_need_formats_that_are_several() -> None:
    refuse_one_job(["quasimino", "--format", "svg,stl"], 2)
    refuse_one_job(["quasimino", "--format", "svg,dxf"], 1)
    with pytest.raises(ValueError, match="svg,dxf are made in one job"):
        refuse_one_job(["quasimino", "--format", "svg,dxf"], 2)


# --- nothing else is made of an interruption


PROGRAM = "import sys; sys.path[:1] = []; {first}; from quasiprint.start import main; main()"
STUB = """
import os, signal
os.kill(os.getpid(), signal.{name})
raise ImportError("initialization failed")
"""


def program(
    root: Path, here: Path, words: str, *, first: str = "pass", path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the program as it is installed, in a process of its own. first: what is done before anything is loaded."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(first=first), *words.split()],
        cwd=here,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [path, str(root)]))},
        input="",
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.sampled(1)
@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_library_whose_import_is_interrupted_is_not_missing(root: Path, tmp_path: Path, name: str) -> None:
    """Such an import fails with an error of the library's own. Nobody is to be told to install it."""
    here = tmp_path / "here"
    here.mkdir()
    made = program(root, here, "make triomino --highest 0 --format step -o set")
    assert made.returncode == 0, made.stderr
    before = tree(here)
    (tmp_path / "stub/OCP").mkdir(parents=True)
    (tmp_path / "stub/OCP/__init__.py").write_text(STUB.format(name=name))
    result = program(root, here, "verify set --thorough", path=str(tmp_path / "stub"))
    assert result.returncode == 128 + signal.Signals[name]
    assert result.stderr == "Interrupted; nothing is left half made.\n"
    assert tree(here) == before


AT = (
    "import os, signal; count = [0]; "
    "strike = lambda event, _: event == 'import' and (count.append(1), len(count) == {moment} and "
    "os.kill(os.getpid(), signal.SIGINT)); import quasiprint.start; sys.addaudithook(strike)"
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moment", [3, 60, 200, 2, 20, 120])
def test_an_import_is_not_interrupted_halfway(root: Path, tmp_path: Path, moment: int) -> None:
    first = "from quasiprint import interruption; interruption.listen(); " + AT.format(moment=moment)
    result = program(root, tmp_path, "make triomino --highest 0 --format svg -o set", first=first)
    assert (result.returncode, result.stdout) == (130, "")
    assert result.stderr == "Interrupted; nothing is left half made.\n"
    assert not any(tmp_path.iterdir())


def own_signal(number: int = signal.SIGINT) -> None:
    os.kill(os.getpid(), number)


class Dying:
    """Is interrupted where nothing can be raised."""

    def __del__(self) -> None:
        own_signal()
        time.sleep(0)


def converted() -> None:
    try:
        own_signal()
        time.sleep(1)
    except BaseException as problem:
        raise ImportError("initialization failed") from problem


def swallowed() -> None:
    with contextlib.suppress(BaseException):
        own_signal()
        time.sleep(1)


def refused() -> None:
    swallowed()
    raise InputError("size: found 0")


def left() -> None:
    swallowed()
    sys.exit(1)


WAYS = {"lost": lambda: Dying() and None, "made another error": converted, "swallowed": swallowed,
        "made bad input": refused, "made a finding": left}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_an_interruption_wins_whatever_became_of_it(way: str, ground: Ground) -> None:
    assert ground.run(as_program(WAYS[way])) == "130"
    assert ground.said.read_text() == "Interrupted; nothing is left half made.\n"


def test_an_error_that_came_of_an_interruption_is_no_finding() -> None:
    with pytest.raises(KeyboardInterrupt):
        try:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as problem:
                raise ImportError("initialization failed") from problem
        except ImportError as found:
            reraise_if_not_input(found)
    reraise_if_not_input(ImportError("no such library"))  # nobody interrupted anything


MOMENTS = [("before", "130", "old"), ("in", "0", "new"), ("after", "0", "new")]


@pytest.mark.parametrize(("when", "code", "lies"), MOMENTS)
def test_a_signal_ends_a_run_until_its_set_is_put_in_its_place(ground: Ground, when: str, code: str, lies: str) -> None:
    armed = []

    class Anywhere:
        """Puts a set where it is to lie, whatever lies there."""

        def __init__(self, real: Path, *_: object) -> None:
            self.real = real

        def ready(self) -> None:
            pass

        def finish(self, stage: Stage) -> Iterable[str]:
            if armed and when == "before":
                swallowed()
            return stage.known

        def put(self, stage: Stage) -> None:
            removed(self.real)
            if armed and when == "in":
                own_signal()
            stage.folder.rename(self.real)

    @contextlib.contextmanager
    def struck(target: Path) -> Iterator[Stage]:
        with stage_at(target, Anywhere) as stage:
            yield stage
        if armed and when == "after":
            own_signal()

    sets, tally = Words(ground, struck), Tally()
    sets.lay()
    armed.append(when)
    sets.judge(tally, ground.run(sets.make()), when, caught=True, again=False)
    assert (tally.bad, tally.ends) == ([], {code: 1})
    assert sets.found() == lies


def test_what_follows_a_set_is_interrupted_by_what_came_while_it_was_placed(ground: Ground) -> None:
    """`make all`: the first set lies in its place, and is whole; the second is not begun."""

    def act() -> None:
        for name in ("a", "b"):
            interruption.go_on()
            with place_folder(Path(name)) as stage:
                stage.write("manifest.json", b"{}")
            own_signal()

    assert ground.run(as_program(act)) == "130"
    assert [path.name for path in ground.area.iterdir()] == ["a"]


@pytest.mark.thorough
def test_cold_starts_are_interrupted_at_any_moment(tmp_path: Path) -> None:
    """A few of the trials that benchmarks/interruptions.py makes by the hundred."""
    asked = cold_starts.Command("", "make triomino --highest 0 --format svg -o set", 5, writes="set")
    found = cold_starts.trials(tmp_path / "ground", asked, f"{cold_starts.OLD} --format svg")
    assert found.bad == []
    assert found.tried == 5
    assert found.interrupted
