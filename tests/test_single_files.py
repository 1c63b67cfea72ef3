"""Single files, and what a run writes besides sets: whole or not at all, and nothing left beside them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from called import manifest_of, python

from quasiprint.disk.naming import LONGEST
from quasiprint.disk.replacing import part_of, put, replacing
from quasiprint.disk.sinks import place_folder
from quasiprint.model.errors import InputError
from quasiprint.system.interruption import DeferredSignals

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from disturbed import (
    Count,
    Ground,
    as_program,
    at,
    sends,
)

PDF = b"%PDF-1.7"


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path / "ground")


# --- single files


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_single_file_is_the_old_one_or_the_new_one_and_no_part_stays(ground: Ground, number: int) -> None:
    file = ground.area / "a.pdf"
    seen = set()
    for moment in range(12):
        file.write_bytes(PDF + b"old")
        count = Count()

        def prepare(moment: int = moment, count: Count = count) -> None:
            at(moment, count, sends(number)())()

        def act() -> None:
            put(file, PDF + b"new", lambda kept: kept.startswith(PDF), "a PDF")

        ground.run(as_program(act), prepare)
        if count.seen <= moment:
            break
        seen.add(file.read_bytes())
        assert number == signal.SIGKILL or ground.beside("a.pdf") == []
        put(file, PDF + b"newer", lambda kept: kept.startswith(PDF), "a PDF")
        assert ground.beside("a.pdf") == []
        assert file.read_bytes() == PDF + b"newer"
    assert 2 < moment < 11
    assert PDF + b"old" in seen
    assert seen <= {PDF + b"old", PDF + b"new"}


def test_a_part_with_another_name_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    target, mine = tmp_path / "a.pdf", tmp_path / "mine"
    mine.write_text("mine")
    os.link(mine, part_of(target))
    put(target, PDF, lambda _: True, "a PDF")
    assert (mine.read_text(), target.read_bytes()) == ("mine", PDF)
    part_of(target).symlink_to(mine)
    with pytest.raises(OSError):
        put(target, PDF + b"2", lambda _: True, "a PDF")
    assert (mine.read_text(), target.read_bytes()) == ("mine", PDF)


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    target = tmp_path / ("ü" * (LONGEST // 2))
    with replacing(target) as stream:
        stream.write(b"x")
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


# --- signals wait


def test_signals_wait_and_are_heard_in_the_end() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with DeferredSignals() as signals:
            os.kill(os.getpid(), signal.SIGTERM)
            assert heard == []
            with signals.let_through():
                assert heard == [signal.SIGTERM]
                os.kill(os.getpid(), signal.SIGTERM)
                assert len(heard) == 2
            os.kill(os.getpid(), signal.SIGTERM)
            assert len(heard) == 2
        assert len(heard) == 3
        with pytest.raises(KeyboardInterrupt), DeferredSignals():
            os.kill(os.getpid(), signal.SIGTERM)
            raise KeyboardInterrupt
        assert len(heard) == 3  # whoever ends already need not be told
    finally:
        signal.signal(signal.SIGTERM, before)


# --- what a set may not be replaced by half


def test_a_set_with_a_folder_that_may_not_be_written_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with place_folder(tmp_path / "set") as stage:
        stage.write("svg/a", b"old")
        stage.write("manifest.json", manifest_of({"svg/a": b"old"}))
    real = os.access
    # root may write anywhere
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("svg") and real(path, mode))
    with (
        pytest.raises(InputError, match=r"'svg' may not be written; nothing was changed"),
        place_folder(tmp_path / "set"),
    ):
        pass
    assert (tmp_path / "set/svg/a").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_an_old_set_that_cannot_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def place(word: str) -> None:
        with place_folder(tmp_path / "set") as stage:
            stage.write("manifest.json", manifest_of({}, word))

    def refuse(*_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    place("one")
    with monkeypatch.context() as patched:
        patched.setattr("quasiprint.disk.sinks.remove_replaced", refuse)
        with pytest.raises(InputError, match=r"new set is in its place, but .*\.set\.old"):
            place("two")
    assert json.loads((tmp_path / "set/manifest.json").read_bytes())["game"] == "two"
    place("three")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


# --- nothing in TMPDIR, and PDFs to standard output


def test_books_are_typeset_without_a_folder(quasiprint: Callable, tmp_path: Path) -> None:
    """Where there is no TMPDIR that could be written, nothing can be left in it."""
    nowhere = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), "/dev/null")
    code = "import tempfile; tempfile.mkdtemp = tempfile.mkstemp = None\nfrom quasiprint.cli import main; main()"
    words = ("rules", "triomino", "--highest", "0", "--booklet", "-o", "a.pdf")
    result = python("-c", code, *words, env=nowhere, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.thorough
def test_a_pdf_goes_to_standard_output(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from quasiprint.cli import main; main(prog_name='quasiprint')"]
    options = {"cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": str(root)}, "timeout": 60}
    words = ["scoresheet", "quomino"]  # both commands write by the same function
    to_file = subprocess.run([*command, *words, "-o", "a.pdf"], capture_output=True, **options)
    piped = subprocess.run([*command, *words, "-o", "-"], capture_output=True, **options)
    assert (to_file.returncode, piped.returncode, piped.stderr) == (0, 0, b"")
    assert piped.stdout == (tmp_path / "a.pdf").read_bytes()
    with open("/dev/full", "wb") as full:
        refused = subprocess.run([*command, *words, "-o", "-"], stdout=full, stderr=subprocess.PIPE, **options)
    assert refused.returncode == 2
    assert refused.stderr == b"Error: output '-': cannot be written: No space left on device\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize("name", ["rules", "scoresheet"])
def test_a_pdf_does_not_go_to_a_terminal(quasiprint: Callable, tmp_path: Path, name: str) -> None:
    screen, terminal = os.openpty()
    try:
        result = quasiprint(name, "quomino", "-o", "-", text=False, stdout=terminal, cwd=tmp_path)
    finally:
        os.close(terminal)
        os.close(screen)
    assert result.returncode == 2
    assert b"standard output is a terminal" in result.stderr
