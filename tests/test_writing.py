"""A set is there whole or not at all, and nothing that is not ours is ever touched."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from called import manifest_of

from quasiprint.model.errors import InputError
from quasiprint.storage.sinks import placed
from quasiprint.storage.staging import Stage


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder, hidden files too: a file's bytes, None for a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def put(stage: Stage, word: str) -> None:
    files = {"stl/a.stl": word.encode()}
    stage.write("stl/a.stl", files["stl/a.stl"])
    stage.write("manifest.json", manifest_of(files))


def place(target: Path, word: str) -> None:
    with placed(target) as stage:
        put(stage, word)


def instead(path: Path) -> Path:
    path.unlink()
    return path


def test_a_set_is_placed_and_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    place(tmp_path / "new/deep/set", "one")
    place(tmp_path / "new/deep/set", "two")
    assert (tmp_path / "new/deep/set/stl/a.stl").read_bytes() == b"two"
    assert [path.name for path in (tmp_path / "new/deep").iterdir()] == ["set"]


def test_files_that_the_new_set_does_not_have_are_gone(tmp_path: Path) -> None:
    place(tmp_path / "set", "one")
    with placed(tmp_path / "set") as stage:
        stage.write("manifest.json", manifest_of({}))
    assert list(tree(tmp_path / "set")) == ["manifest.json"]


def test_an_empty_folder_is_a_place(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    place(tmp_path / "set", "one")
    assert (tmp_path / "set/stl/a.stl").exists()


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda folder: (folder / "mine.txt").write_text("x"), "mine.txt"),
        (lambda folder: (folder / "stl/mine.stl").write_text("x"), "stl/mine.stl"),
        (lambda folder: (folder / ".hidden").write_text("x"), ".hidden"),
        (lambda folder: (folder / "empty").mkdir(), "empty"),
        (lambda folder: (folder / "manifest.json").unlink(), "stl"),
        (lambda folder: (folder / "manifest.json").write_text("{"), "manifest.json"),
        (
            lambda folder: (folder / "manifest.json").write_text('{"files": [{"path": "stl/a.stl"}]}'),
            "manifest",
        ),
        (lambda folder: instead(folder / "stl/a.stl").symlink_to("/etc/hosts"), "stl/a.stl"),
        (lambda folder: instead(folder / "stl/a.stl").mkdir(), "stl/a.stl"),
    ],
)
def test_a_folder_with_anything_else_in_it_is_left_alone(tmp_path: Path, spoil, named: str) -> None:
    place(tmp_path / "set", "one")
    spoil(tmp_path / "set")
    before = tree(tmp_path)
    with pytest.raises(InputError, match=f"set'.*{named}"):
        place(tmp_path / "set", "two")
    assert tree(tmp_path) == before


def test_a_file_in_the_way_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "set").write_text("mine")
    for target in (tmp_path / "set", tmp_path / "set/below", tmp_path / "set/far/below"):
        with pytest.raises(InputError, match="file"):
            place(target, "two")
    assert tree(tmp_path) == {"set": b"mine"}


def test_an_error_leaves_the_previous_set_and_no_new_folder(tmp_path: Path) -> None:
    place(tmp_path / "set", "one")
    before = tree(tmp_path)
    for target in (tmp_path / "set", tmp_path / "other/deep"):
        for problem in (KeyboardInterrupt, RuntimeError):
            with pytest.raises(problem), placed(target) as stage:
                put(stage, "two")
                raise problem
    assert tree(tmp_path) == before


def test_a_full_disk_is_named_and_the_previous_set_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place(tmp_path / "set", "one")
    before = tree(tmp_path)

    def full(self: Stage, path: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Stage, "write", full)
    with pytest.raises(InputError, match=r"set'.*disk is full"):
        place(tmp_path / "set", "two")
    assert tree(tmp_path) == before


def test_a_file_that_may_not_grow_is_no_traceback(tmp_path: Path) -> None:
    """The kernel itself refuses a write in the middle of a file."""
    script = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from pathlib import Path\n"
        "from quasiprint.storage.sinks import placed\n"
        "from quasiprint.model.errors import InputError\n"
        "try:\n"
        "    with placed(Path(sys.argv[1])) as stage:\n"
        "        stage.write('a', b'x' * 100000)\n"
        "except InputError as problem:\n"
        "    print(problem)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "set"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "larger than is allowed" in result.stdout
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("target", ["/proc/nowhere/set", "/dev/null/set", "/dev/full"])
def test_a_place_that_cannot_be_written_is_named(target: str) -> None:
    with pytest.raises(InputError, match=target):
        place(Path(target), "one")


def test_a_link_stays_and_what_it_names_is_replaced(tmp_path: Path) -> None:
    place(tmp_path / "real", "one")
    (tmp_path / "link").symlink_to("real")
    place(tmp_path / "link", "two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real/stl/a.stl").read_bytes() == b"two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


def test_links_that_lead_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputError):
        place(tmp_path / "a", "one")


def test_the_folder_one_stands_in_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for target in (".", "..", "/"):
        with pytest.raises(InputError, match="current folder"):
            place(Path(target), "one")


def test_a_set_moved_aside_by_a_killed_run_is_put_back(tmp_path: Path) -> None:
    place(tmp_path / "set", "one")
    (tmp_path / "set").rename(tmp_path / ".set.old")
    with pytest.raises(RuntimeError), placed(tmp_path / "set"):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
    assert (tmp_path / "set/stl/a.stl").read_bytes() == b"one"


def test_an_old_set_that_was_being_removed_is_removed(tmp_path: Path) -> None:
    place(tmp_path / "set", "one")
    place(tmp_path / ".set.old", "older")
    (tmp_path / ".set.old/stl/a.stl").unlink()
    place(tmp_path / "set", "two")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_what_only_looks_like_an_old_set_is_left_alone(tmp_path: Path) -> None:
    place(tmp_path / "set", "one")
    (tmp_path / ".set.old").mkdir()
    (tmp_path / ".set.old/mine").write_text("x")
    before = tree(tmp_path)
    with pytest.raises(InputError, match=r"\.set\.old"):
        place(tmp_path / "set", "two")
    assert tree(tmp_path) == before


MANIFEST = manifest_of({}, "other").decode()
KILLED = f"""
import os, sys
from pathlib import Path
from quasiprint.storage.sinks import placed
renames = 0
def die(event, arguments):
    global renames
    if event == "os.rename":
        if renames == int(sys.argv[2]):
            os.kill(os.getpid(), 9)
        renames += 1
sys.addaudithook(die)
with placed(Path(sys.argv[1])) as stage:
    stage.write("manifest.json", {MANIFEST!r}.encode())
"""


@pytest.mark.parametrize("renames", [0, 1])
def test_after_a_kill_at_any_rename_the_next_run_finds_a_whole_set(tmp_path: Path, renames: int) -> None:
    place(tmp_path / "set", "one")
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "set", str(renames)], timeout=60)
    assert killed.returncode == -9
    with pytest.raises(RuntimeError), placed(tmp_path / "set"):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
    assert (tmp_path / "set/stl/a.stl").read_bytes() == b"one"


HOLDS = f"""
import sys, time
from pathlib import Path
from quasiprint.storage.sinks import placed
with placed(Path(sys.argv[1])) as stage:
    stage.write("manifest.json", {MANIFEST!r}.encode())
    print("holds", flush=True)
    sys.stdin.read()
"""


def test_two_runs_keep_off_each_other(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, tmp_path / "set"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "holds\n"
        with pytest.raises(InputError, match="another run"):
            place(tmp_path / "set", "two")
        other.stdin.close()
        assert other.wait(60) == 0
    assert json.loads((tmp_path / "set/manifest.json").read_bytes())["game"] == "other"
    place(tmp_path / "set", "two")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_two_files_of_one_name_are_a_fault_not_a_loss(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a\.txt"), placed(tmp_path / "set") as stage:
        stage.write("a.txt", b"1")
        stage.write("a.txt", b"2")
    assert tree(tmp_path) == {}
