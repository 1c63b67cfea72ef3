"""What the machine lacks is said as that, with exit code 2: it is no finding about a set, and no fault of the program.

Each case is tried as a shell would make it.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from called import refused, surroundings, tree

from quasiprint.addons.reading.recogniser.shapes import Unreadable
from quasiprint.disk.reading import read_ordinary
from quasiprint.disk.sinks import Folder
from quasiprint.model.blame import DAMAGED, Shortage, has_room, reraise_if_not_input, shortage

SCORED = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"
MAKE = "make triomino --highest 0 --format svg -o made"
PRINTS = ("list", "check triomino --highest 0", "verify set", "score majomino board.txt", "play quomino --size 4")
WRITES = (MAKE, "rules triomino --quick -o book.pdf", "scoresheet triomino -o sheet.pdf", "new game blob")
Shell = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def ground(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a set in it."""
    folder = tmp_path_factory.mktemp("surroundings")
    (folder / "board.txt").write_text(SCORED)
    result = called(root, folder, "make triomino --highest 0 --format svg,stl -o set")
    assert result.returncode == 0, result.stderr
    return folder


def called(
    root: Path, folder: Path, words: str, after: str = "", before: str = "", first: str = "pass"
) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell. before, after: what stands there. first: what is done before it begins."""
    code = f"import sys; sys.path[:1] = []\n{first}\nfrom quasiprint.start import main; main()"
    command = f"{before}{sys.executable} -c {shlex.quote(code)} {words} {after}"
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def lacks(result: subprocess.CompletedProcess[str], said: str) -> None:
    """It said in one line what is lacking, and nothing of the set."""
    refused(result, said)
    assert "again" not in result.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("words", PRINTS)
def test_what_cannot_be_printed_is_not_done(root: Path, ground: Path, words: str) -> None:
    lacks(called(root, ground, words, ">/dev/full"), "standard output: cannot be written: No space left on device")
    lacks(called(root, ground, words, ">&-"), "standard output: cannot be written: it is closed")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", WRITES)
def test_what_lies_on_the_disk_is_done_though_nobody_hears_of_it(root: Path, ground: Path, words: str) -> None:
    result = called(root, ground, words, ">/dev/full")
    assert result.returncode == 0
    assert result.stderr.startswith("warning: standard output: cannot be written: No space left on device")
    assert (ground / words.split()[-1]).exists() or (ground / "quasiprint-blob").exists()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", ["list", "verify set", MAKE])
def test_streams_that_are_closed_change_no_outcome(root: Path, ground: Path, words: str) -> None:
    for after in ("2>/dev/full", "<&- 2>&-"):
        result = called(root, ground, words, after)
        assert (result.returncode, result.stderr) == (0, ""), after


@pytest.mark.thorough
def test_no_file_takes_the_place_of_a_closed_stream(root: Path, ground: Path) -> None:
    """A library that writes to standard error would write into it."""
    first = "import atexit, os; atexit.register(lambda: os.write(2, b'into a file'))"
    assert called(root, ground, MAKE, "2>&- >&- <&-", first=first).returncode == 0
    verified = called(root, ground, "verify made", "2>&-")
    assert verified.returncode == 0
    assert not [path for path in ground.rglob("*") if path.is_file() and b"into a file" in path.read_bytes()]


@pytest.mark.thorough
def test_a_wrong_set_is_one_though_nothing_can_be_said(root: Path, ground: Path) -> None:
    assert called(root, ground, "make triomino --highest 0 --format svg -o wrong").returncode == 0
    sheet = next((ground / "wrong/svg").iterdir())
    sheet.write_bytes(sheet.read_bytes() + b"\n")
    assert called(root, ground, "verify wrong", "2>&-").returncode == 1


def test_a_reader_that_goes_away_ends_the_program_quietly(root: Path, ground: Path) -> None:
    """As it does any other, by SIGPIPE; the pipe's reader has gone before anything is printed."""
    result = called(root, ground, "list", "| true; exit ${PIPESTATUS[0]}", first="import time; time.sleep(0.3)")
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.thorough
def test_a_folder_that_was_removed_is_no_fault_of_the_program(root: Path, ground: Path) -> None:
    gone = "mkdir gone; cd gone; rmdir ../gone; "
    for words in ("list", f"verify {ground}/set", MAKE.replace("made", f"{ground}/made")):
        result = called(root, ground, words, before=gone)
        assert (result.returncode, result.stderr) == (0, ""), words
    for words in ("verify set", MAKE, "score majomino board.txt"):
        result = called(root, ground, words, before=gone)
        assert result.returncode == 2
        assert len(result.stderr.splitlines()) == 1, result.stderr


def few(files: int) -> str:
    """Not by the shell: with so few, Python itself might not begin."""
    return f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("words", "files", "said"), [("verify set", 4, "(ulimit -n)"), (MAKE, 5, "nothing was changed")]
)
def test_few_files_that_may_be_open(root: Path, ground: Path, words: str, files: int, said: str) -> None:
    before = tree(ground)
    refusal = called(root, ground, words, first=few(files))
    lacks(refusal, "Too many open files")
    assert said in refusal.stderr
    assert tree(ground) == before


def test_a_check_opens_one_file_at_a_time(root: Path, ground: Path) -> None:
    assert called(root, ground, "check triomino --highest 0", first=few(4)).returncode == 0


@pytest.mark.sampled(3)
@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux alone")
@pytest.mark.parametrize("words", ["check triomino --highest 0", "verify set", MAKE])
@pytest.mark.parametrize("limit", [60_000, 200_000])
def test_little_memory(root: Path, ground: Path, words: str, limit: int) -> None:
    before = tree(ground)
    lacks(called(root, ground, words, before=f"ulimit -v {limit}; "), "there is not enough memory here")
    assert tree(ground) == before


def test_files_that_may_not_be_large(root: Path, ground: Path) -> None:
    before = tree(ground)
    lacks(called(root, ground, MAKE.replace("made", "big"), before="ulimit -f 1; "), "a file is larger than")
    assert tree(ground) == before


@pytest.mark.thorough
@pytest.mark.parametrize(("which", "before"), [("-S -t 1", 0.9), ("-t 2", 0.9), ("-t 1", 0.4)])
@pytest.mark.parametrize("output", ["long", "set"], ids=["a new set", "over an old one"])
def test_time_that_is_used_up(root: Path, ground: Path, which: str, before: float, output: str) -> None:
    lay = tree(ground)
    first = f"\nwhile __import__('time').process_time() < {before}: pass\n"
    said = "the processor time that is allowed here (ulimit -t) is used up; nothing is left half made."
    words = f"make quasimino --format svg -o {output}"
    lacks(called(root, ground, words, before=f"ulimit {which}; ", first=first), said)
    assert tree(ground) == lay


def test_no_process_can_be_started(root: Path, ground: Path) -> None:
    before = tree(ground)
    first = "import os\ndef fork(): raise BlockingIOError(11, 'Resource temporarily unavailable')\nos.fork = fork\n"
    words = "make triomino --highest 0 --format svg,stl -o forked --jobs 2"
    lacks(called(root, ground, words, first=first), "Resource temporarily unavailable (ulimit -u)")
    assert tree(ground) == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "before",
    ["HOME=/nonexistent ", "HOME=/dev/null ", "TMPDIR=/nonexistent TMP=/dev/null ", "LC_ALL=C PYTHONUTF8=0 "],
    ids=["no home", "no folder as home", "no TMPDIR", "ASCII"],
)
def test_surroundings_that_a_set_does_not_need(root: Path, ground: Path, before: str) -> None:
    words = "make majomino --size 3 --format svg,txt --jobs 2 -o somewhere"
    assert called(root, ground, words, before=before + "PYTHONCOERCECLOCALE=0 ").returncode == 0


@pytest.mark.thorough
def test_a_user_without_a_home(root: Path, ground: Path) -> None:
    first = "import pwd\ndef none(_): raise KeyError\npwd.getpwuid = none\n"
    words = "make majomino --size 3 --format svg,dxf -o homeless"
    result = called(root, ground, words, before="unset HOME XDG_CACHE_HOME; ", first=first)
    assert (result.returncode, result.stderr) == (0, "")


# --- who is to blame


def test_a_file_of_a_set_that_may_not_be_read_is_no_finding(ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is root here, who may read everything."""

    def refuse(number: int) -> Callable[..., int]:
        def opened(path: object, *_: object, **__: object) -> int:
            raise OSError(number, os.strerror(number), os.fspath(path))  # type: ignore[call-overload]

        return opened

    path = next((ground / "set/svg").iterdir())
    for number in (errno.EACCES, errno.EMFILE, errno.EIO, errno.ENOMEM):
        with monkeypatch.context() as patch, pytest.raises(OSError, match=os.strerror(number)):
            patch.setattr(os, "open", refuse(number))
            read_ordinary(path, 1 << 20)
    for number in (errno.ENOENT, errno.ELOOP, errno.ENXIO):
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", refuse(number))
            assert read_ordinary(path, 1 << 20) is None
    with monkeypatch.context() as patch, pytest.raises(PermissionError):
        patch.setattr(os, "scandir", refuse(errno.EACCES))
        list(Folder(ground / "set").paths())


FAULTS = {
    "memory": MemoryError(),
    "open files": OSError(errno.EMFILE, "Too many open files"),
    "room": OSError(errno.ENOSPC, "No space left on device"),
    "threads": RuntimeError("can't start new thread"),
    "a library that does not load": ImportError("libx.so: failed to map segment from shared object"),
    "memory in C++": RuntimeError("std::bad_alloc"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_readers_find_no_fault_with_a_file_for_what_the_machine_lacks(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quasiprint.model.blame.ROOM", 0)  # as if there were none
    monkeypatch.setattr("quasiprint.model.blame.has_room", lambda *_: False)
    with pytest.raises(Shortage):
        try:
            try:
                raise FAULTS[what]
            except (ImportError, *DAMAGED) as problem:
                raise Unreadable(f"it cannot be read: {problem}") from None
        except Unreadable as found:
            reraise_if_not_input(found)


def test_what_a_file_asks_for_is_its_own_fault() -> None:
    """More memory than any file needs, a name that no disk takes: where the machine has enough."""
    assert has_room()
    for problem in (MemoryError(), OSError("not a font"), OSError(errno.ENAMETOOLONG, "File name too long"),
                    RuntimeError("out of range"), ValueError("std::bad_alloc")):  # fmt: skip
        reraise_if_not_input(problem)
    assert shortage(KeyError("x")) is None


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux alone")
def test_room_is_what_the_shell_allows() -> None:
    code = (
        "from quasiprint.system.machine import memory_is_limited; from quasiprint.model.blame import has_room; "
        "print(has_room(), has_room(1 << 20), memory_is_limited())"
    )
    limit = 400 << 20
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )  # fmt: skip
    assert result.stdout.split() == ["False", "True", "True"]


def test_findings_tell_of_no_shortage(root: Path, ground: Path) -> None:
    """The same set is right as soon as the machine has what it lacked."""
    result = called(root, ground, "verify set --json")
    assert json.loads(result.stdout)["verified"] is True
