"""What systems do differently, as it is here, and with everything removed that POSIX alone has."""

from __future__ import annotations

import errno
import json
import ntpath
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest
import without_posix
from called import invoke, tree

from quasiprint.disk.sinks import memory, sink
from quasiprint.model.errors import InputError
from quasiprint.system import children, machine

# The house: who asks which system this is

LEADS = ("from ", "attr(", "os.", "signal.", "sys.")  # a line without any is not looked at: there are many
ONLY_SOME_HAVE = re.compile(
    rf"^ *from (os|signal|sys) import|\b(get|has)attr\((os|signal|sys),|\bos\.name\b|\bsys\.platform\b"
    rf"|\b(os|signal)\.({'|'.join(name for names in without_posix.absent().values() for name in names)})\b"
)


def differs(source: str) -> bool:
    lines = (line for line in source.splitlines() if any(lead in line for lead in LEADS))
    return any(map(ONLY_SOME_HAVE.search, lines))


def test_one_module_knows_what_systems_do_differently(root: Path) -> None:
    modules = [*(root / "quasiprint").rglob("*.py")]
    assert [path.name for path in modules if differs(path.read_text(encoding="utf-8"))] == ["machine.py"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "from os import fork",
            "os.killpg(1, 2)",
            "signal.SIGKILL",
            "os.name == 'nt'",
            "sys.platform",
            "hasattr(os, 'fork')",
        ),
        *("os.O_NOFOLLOW", "os.sched_getaffinity(0)", "os.fchdir(1)", "signal.setitimer", "signal.SIGHUP"),
    ],
)
def test_what_only_some_systems_have_is_noticed(line: str) -> None:
    assert differs(line)
    assert not differs("import os, signal\nos.replace(a, b)\nsignal.signal(signal.SIGINT, f)")


@pytest.mark.thorough
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_types_are_right_on_other_systems_but_for_that_module(root: Path, platform: str, tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", str(tmp_path), "-p", "quasiprint"]
    said = subprocess.run(asked, cwd=root, capture_output=True, text=True, timeout=600).stdout
    wrong = {line.partition(":")[0] for line in said.splitlines() if ": error: " in line}
    assert wrong == {"quasiprint/system/machine.py"}, said  # there it has found what the system lacks


# Each call, in both ways


@pytest.fixture(params=["here", "without POSIX"])
def one(request: pytest.FixtureRequest) -> Any:
    return machine if request.param == "here" else without_posix.load()


def test_the_other_way_is_another() -> None:
    other = without_posix.load()
    assert (other.WINDOWS, other.fcntl, other.HAS_PROCESSES) == (True, None, True)
    assert (other.TIMED, other.SPENT) == ((), ())
    assert [*other.ENDING][:2] == [signal.SIGINT, signal.SIGTERM]
    assert other.APART == {"creationflags": 0x200}


def test_a_lock_keeps_others_off_until_it_is_closed(one: Any, tmp_path: Path) -> None:
    file = tmp_path / "lock"
    first, second = (one.open_plain(file, os.O_RDWR | os.O_CREAT, 0o600) for _ in range(2))
    one.lock(first, 0)
    os.write(first, b"read by the next")  # from the beginning
    with pytest.raises(BlockingIOError):
        one.lock(second, 0.05)
    os.close(first)
    one.lock(second, 0)
    assert os.read(second, 99) == b"read by the next"
    os.close(second)


def test_a_link_is_not_opened(one: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a\r\nb\x1a")
    (tmp_path / "link").symlink_to("file")
    with open(one.open_plain(tmp_path / "file"), "rb") as stream:
        assert stream.read() == b"a\r\nb\x1a"
    with pytest.raises(OSError, match="link") as told:
        one.open_plain(tmp_path / "link")
    assert told.value.filename == os.fspath(tmp_path / "link")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_nothing_is_replaced_by_moving(one: Any, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "rename", without_posix._guarded("rename", os.rename))  # as it is on Windows
    old, new = tmp_path / "old", tmp_path / "new"
    for path in (old, new):
        path.mkdir() if kind == "folder" else path.write_text(path.name)
    with pytest.raises(FileExistsError):
        one.move(old, new)
    assert old.exists()
    new.rmdir() if kind == "folder" else new.unlink()
    one.move(old, new)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_one_stands_elsewhere_and_again_where_one_was(one: Any, here: Path, tmp_path_factory: Any) -> None:
    elsewhere = tmp_path_factory.mktemp("Käthe Müller")
    with one.standing(elsewhere):
        assert Path.cwd() == elsewhere
    assert Path.cwd() == here


def test_a_reader_that_went_away_is_known(one: Any) -> None:
    assert one.is_reader_gone(BrokenPipeError(errno.EPIPE, ""))
    assert one.is_reader_gone(OSError(errno.EINVAL, "")) is one.WINDOWS
    assert not one.is_reader_gone(OSError(errno.ENOSPC, "")) and not one.is_reader_gone(ValueError())


def test_a_reminder_is_heard_unless_it_is_taken_back(one: Any) -> None:
    heard: list[int] = []
    number = signal.SIGINT if one.WINDOWS else signal.SIGALRM
    before = signal.signal(number, lambda number, _: heard.append(number))
    try:
        one.remind(0.01)
        one.end_timers(())
        time.sleep(0.03)
        assert not heard
        one.remind(0.01)
        time.sleep(0.03)
        assert heard == [number]
    finally:
        signal.signal(number, before)


def test_a_program_is_ended_with_what_it_started(one: Any, tmp_path: Path) -> None:
    script = "import subprocess, sys; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); p.wait()"
    apart = {"start_new_session": True}  # what the flags of Windows mean, too
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, **apart)
    assert child.stdout is not None
    below = int(child.stdout.readline())
    one.end_group(child.pid)
    assert child.wait(10) in (-signal.SIGKILL, -signal.SIGTERM)
    if one.WINDOWS:  # its own ends by itself, when its parent is gone; `sleep` does not
        os.kill(below, signal.SIGKILL)
    one.end_group(child.pid)  # nobody is there any more
    child.stdout.close()


@pytest.mark.parametrize(
    ("path", "right"),
    [
        *[(path, True) for path in ("stl/a.stl", "console.txt", "a/com10", "ä ö", ".hidden", "com", "a/nulls")],
        *[(path, False) for path in ("con", "a/NUL.txt", "aux .svg", "COM1", "lpt9.a.b", "a./b", "a /b", "a/b.", "b?")],
        *[(path, False) for path in ("a<b", "con/a", "prn.svg", "com¹", "conin$")],
    ],
)
def test_names_that_windows_cannot_have_are_known(path: str, right: bool) -> None:
    assert machine.is_for_all(path) is right


def test_a_long_path_is_found_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = PureWindowsPath("C:\\Users\\Käthe Müller\\set"), PureWindowsPath("C:\\", *["deep"] * 40, "set")
    share = PureWindowsPath("\\\\server\\share", *["deep"] * 40)
    plain: Any = machine
    assert plain.long_path(long) is long
    monkeypatch.setattr(machine, "WINDOWS", True)
    monkeypatch.setattr(os, "path", ntpath)
    assert plain.long_path(short) is short
    assert str(plain.long_path(long)) == f"\\\\?\\{long}"
    assert str(plain.long_path(share)) == f"\\\\?\\UNC\\{str(share)[2:]}"
    assert plain.long_path(plain.long_path(long)) == plain.long_path(long)


@pytest.mark.parametrize("where", ["set", "set.zip", "memory"])
def test_a_set_is_one_on_every_disk(here: Path, where: str) -> None:
    for paths, said in (
        (("svg/A.svg", "svg/a.svg"), "differs from it in capital letters alone"),
        (("svg/Ä.svg", "svg/ä.svg"), "differs from it in capital letters alone"),
        (("svg/aux.svg",), "on Windows no file can have this name"),
    ):
        with pytest.raises(InputError, match=said), memory({}) if where == "memory" else sink(Path(where)) as stage:
            for path in paths:
                stage.write(path, b"")
    assert not [*here.iterdir()]


# The program

SMALL = ("make", "triomino", "--highest", "1", "--format", "svg")


class Windows:
    """A Python without POSIX, for itself and what it starts; folders with blanks and letters that are not ASCII."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "Käthe Müller"
        bin, site = folder / "env/bin", folder / f"env/lib/python3.{sys.version_info.minor}/site-packages"
        for path in (self.home / "temp files", bin, site):
            path.mkdir(parents=True)
        real = Path(sys.executable).resolve()
        (folder / "env/pyvenv.cfg").write_text(f"home = {real.parent}\ninclude-system-site-packages = false\n")
        (bin / "python").symlink_to(real)
        shutil.copy(str(without_posix.__file__), site)
        (site / "absent.json").write_text(json.dumps(without_posix.absent()))
        paths = [str(Path(machine.__file__).parent.parent), *children.library_folders()]
        (site / "windows.pth").write_text("\n".join([*paths, "import without_posix; without_posix.install()\n"]))
        self.python = str(bin / "python")

    def start(self, script: str, *words: str) -> subprocess.Popen[bytes]:
        around = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(self.home / "temp files")}
        around["QUASIPRINT_ALSO"] = "tests"  # are as the program
        command = [self.python, "-c", script, *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=self.home, env=around, **pipes)  # type: ignore[call-overload,no-any-return]

    def run(self, *words: str, code: int = 0, script: str = "from quasiprint.start import main; main()") -> str:
        child = self.start(script, *words)
        out, said = (text.decode("utf-8") for text in child.communicate(timeout=300))
        assert child.returncode == code, (out, said)
        assert code or not said, said
        return out + said


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Windows:
    return Windows(tmp_path_factory.mktemp("windows"))


SEVERAL = """
import sys
from quasiprint.start import main
for words in {!r}:
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as ended:
        assert ended.code == 0, ended.code
"""


def test_a_set_is_made_again_and_verified_without_posix(windows: Windows) -> None:
    said = windows.run(script=SEVERAL.format([SMALL, [*SMALL, "--thickness", "4"], ["verify", "output/triomino"]]))
    assert "every piece is there, once" in said
    made = windows.home / "output/triomino"
    assert [path.name for path in made.parent.iterdir()] == ["triomino"]
    invoke(*SMALL, "--thickness", "4", "-o", windows.home / "here", code=0)
    assert tree(windows.home / "here") == tree(made)


@pytest.mark.thorough
def test_whole_games_are_made_and_verified_by_several_processes(windows: Windows) -> None:
    windows.run("make", "triomino", "-o", "whole", "--jobs", "2")
    assert "proved" in windows.run("verify", "whole", "--jobs", "2")
    windows.run("make", "majomino", "--size", "5", "--count", "2", "-o", "boards.zip")
    assert "proved" in windows.run("verify", "boards.zip")
    invoke("make", "triomino", "-o", windows.home / "here-whole", code=0)
    assert tree(windows.home / "here-whole") == tree(windows.home / "whole")


@pytest.mark.thorough
def test_the_tests_of_the_workflow_pass(root: Path, windows: Windows) -> None:
    named = re.findall(r"tests/test_\w+\.py", (root / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    assert len(named) > 15
    script = f"import os, pytest; os.chdir({str(root)!r}); pytest.main({['-n0', '-p', 'no:cacheprovider', *named]})"
    said = windows.run(script=script)
    assert re.search(r"^\d{3,} passed", said, re.MULTILINE) and "failed" not in said and "error" not in said


@pytest.mark.thorough
def test_rules_and_puzzles_are_written_for_every_console(windows: Windows) -> None:
    windows.run("rules", "triomino", "--language", "de", "-o", "rules.pdf")
    assert (windows.home / "rules.pdf").read_bytes().startswith(b"%PDF-")
    assert "that is proved" in windows.run("puzzle", "triomino", "--region", "hexagon:2")
    said = windows.run("profiles", "--help")
    assert "\r" not in said
    listed = windows.run("list")
    assert listed == invoke("list", code=0).stdout and not listed.isascii()
    windows.run("make", "triomino", "-o", "aux.zip", code=2)
    assert "device" in windows.run("make", "triomino", "-o", "set.", code=2)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, 21])  # the last: SIGBREAK
def test_an_interrupted_run_leaves_the_set_that_was_there(windows: Windows, number: int) -> None:
    windows.run(*SMALL, "-o", "kept")
    before = tree(windows.home / "kept")
    ended = set()
    for seconds in (0.1, 0.4, 0.8, 1.2, 1.6, 2.4, 3.2):
        child = windows.start("from quasiprint.start import main; main()", "make", "triomino", "-o", "kept")
        time.sleep(seconds)
        child.send_signal(number)
        _, said = child.communicate(timeout=60)
        if child.returncode == 0:
            break
        ended.add(child.returncode)
        if child.returncode == 128 + number:
            assert said == b"Interrupted; nothing is left half made.\n"
        assert tree(windows.home / "kept") == before
        assert not [path for path in windows.home.iterdir() if "kept" in path.name and path.name != "kept"]
    assert 128 + number in ended
    assert ended <= {128 + number, -number, 1}  # before the program hears anything, it ends as Python does


@pytest.mark.thorough
def test_two_runs_keep_off_each_other(windows: Windows) -> None:
    first = windows.start("from quasiprint.start import main; main()", "make", "quasimino", "-o", "both")
    while not (windows.home / ".both.lock").exists():
        time.sleep(0.01)
    assert "another run is writing there" in windows.run("make", "triomino", "-o", "both", code=2)
    first.communicate(timeout=120)
    assert first.returncode == 0


@pytest.mark.thorough
def test_a_process_of_the_studio_answers_and_is_ended(windows: Windows) -> None:
    script = """
import asyncio
from quasiprint.addons.studio.server.runs import Hand, Stopped

async def ask():
    hand = Hand(8 << 30)
    answer = await hand.ask("form", {"game": "triomino"}, 60, str)
    assert b"highest" in answer.body
    number = hand.pid
    await hand.stop()
    try:
        await Hand(8 << 30).ask("make", {"game": "quasimino", "settings": {}}, 0.05, str)
    except Stopped as ended:
        print(ended)

asyncio.run(ask())
"""
    assert "and was stopped" in windows.run(script=script)
