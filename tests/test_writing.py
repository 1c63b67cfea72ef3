"""A set is there whole or not at all, and nothing that is not ours is ever touched."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from called import manifest_of
from owned import edit, everything, is_set, write

from quasiprint.disk.sinks import open_set, place_folder
from quasiprint.disk.staging import Stage
from quasiprint.model.errors import InputError


def test_a_set_is_placed_and_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "new/deep/set"
    target.mkdir(parents=True)  # an empty folder is a place
    for word in ("one", "two"):
        write(target, word)
        assert is_set(target, word)
    with place_folder(target) as stage:
        stage.write("manifest.json", manifest_of({}))
    assert list(everything(tmp_path / "new/deep")) == ["set", "set/manifest.json"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("file", "file"),
        ("file/below", "file"),
        ("file/far/below", "file"),
        ("a", "a'"),  # links that lead in a circle
        (".", "current folder"),
        ("..", "current folder"),
        ("/", "current folder"),
        ("/proc/nowhere/set", "/proc/nowhere/set"),
        ("/dev/null/set", "/dev/null/set"),
        ("/dev/full", "/dev/full"),
    ],
)
def test_what_is_no_place_for_a_set_is_named(here: Path, target: str, message: str) -> None:
    edit(Path("file"))
    Path("a").symlink_to("b")
    Path("b").symlink_to("a")
    before = everything(here)
    with pytest.raises(InputError, match=message):
        write(Path(target), "two")
    assert everything(here) == before


def test_an_error_leaves_the_previous_set_and_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "set", "one")
    before = everything(tmp_path)
    for target in (tmp_path / "set", tmp_path / "other/deep"):
        for problem in (KeyboardInterrupt, RuntimeError):
            with pytest.raises(problem), place_folder(target) as stage:
                stage.write("stl/a.stl", b"two")
                raise problem
    with pytest.raises(ValueError, match=r"a\.txt"), place_folder(tmp_path / "set") as stage:
        stage.write("a.txt", b"1")
        stage.write("a.txt", b"2")  # two files of one name

    def full(self: Stage, path: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Stage, "write", full)
    with pytest.raises(InputError, match=r"set'.*disk is full"):
        write(tmp_path / "set", "two")
    assert everything(tmp_path) == before


# another process that writes a set; what it does before and meanwhile comes in its place
WRITES = f"""
import os, resource, sys
from pathlib import Path
from quasiprint.model.errors import InputError
from quasiprint.disk.sinks import sink
BEFORE
try:
    with sink(Path(sys.argv[1])) as stage:
        stage.write("manifest.json", {manifest_of({}, "other")!r})
        MEANWHILE
except InputError as problem:
    print(problem)
"""
# the kernel itself refuses a write in the middle of a file; of an archive, while the files beside it were still written
GROWS = "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, 1 << 17))"
LARGE = {
    "set": "stage.write('a', bytes(1 << 18))",
    "set.zip": "[stage.write(str(k), os.urandom(1 << 16)) for k in range(4)]",
}
WAITS = "", "print('holds', flush=True); sys.stdin.read()"
DIES = """
renames = 0
def die(event, arguments):
    global renames
    if event == "os.rename":
        if renames == int(sys.argv[2]):
            os.kill(os.getpid(), 9)
        renames += 1
sys.addaudithook(die)
""", "pass"  # fmt: skip


def other(target: Path, does: tuple[str, str], *words: str) -> subprocess.Popen[str]:
    script = WRITES.replace("BEFORE", does[0]).replace("MEANWHILE", does[1])
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", script, target, *words], stdin=pipe, stdout=pipe, text=True)


@pytest.mark.parametrize("name", LARGE)
def test_a_file_that_may_not_grow_is_no_traceback(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, "one")
    before = everything(tmp_path)
    assert "larger than is allowed" in other(tmp_path / name, (GROWS, LARGE[name])).communicate(timeout=60)[0]
    assert everything(tmp_path) == before


@pytest.mark.parametrize("renames", ["0", "1"])
def test_after_a_kill_at_any_rename_the_next_run_finds_a_whole_set(tmp_path: Path, renames: str) -> None:
    write(tmp_path / "set", "one")
    with other(tmp_path / "set", DIES, renames) as killed:
        assert killed.wait(60) == -9
    with pytest.raises(RuntimeError), place_folder(tmp_path / "set"):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
    assert is_set(tmp_path / "set", "one")


@pytest.mark.parametrize("name", LARGE)
def test_two_runs_keep_off_each_other(tmp_path: Path, name: str) -> None:
    with other(tmp_path / name, WAITS) as holder:
        assert holder.stdout is not None and holder.stdin is not None
        assert holder.stdout.readline() == "holds\n"
        with pytest.raises(InputError, match="another run"):
            write(tmp_path / name, "two")
        holder.stdin.close()
        assert holder.wait(60) == 0
    assert open_set(tmp_path / name).read("manifest.json") == manifest_of({}, "other")
    write(tmp_path / name, "two")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_old_set_is_put_back_or_removed(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    (tmp_path / "set").rename(tmp_path / ".set.old")  # moved aside by a run that was killed
    with pytest.raises(RuntimeError), place_folder(tmp_path / "set"):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
    assert is_set(tmp_path / "set", "one")
    write(tmp_path / ".set.old", "older")
    (tmp_path / ".set.old/stl/a.stl").unlink()  # it was being removed
    write(tmp_path / "set", "two")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
