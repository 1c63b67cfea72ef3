"""What is put on the disk outlasts a power failure: the order in which things are synced, named and removed.

A disk may keep what was synced, and of all else nothing. The laws are about calls in a run's own process, and each has
a counterexample: a run that leaves out one call.
"""

from __future__ import annotations

import ast
import errno
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from owned import is_ours, is_set, write

from quasiprint.disk import naming
from quasiprint.disk.replacing import put
from quasiprint.disk.staging import stage_for
from quasiprint.model.errors import InputError
from quasiprint.system import machine

FILE, FOLDER, PLACE = "file not synced", "folder not synced", "place not synced"


class Disk:
    """Takes note of what is done to the disk around a target, and of what was done too early."""

    def __init__(self, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.target, self.faults, self.puts = target, set[str](), 0
        self.synced, self.old = set[int](), set(inodes(target))
        self.settled = True  # whether the folder of the target was synced since a name in it was given away
        for module, name in ((machine, "_rename"), (os, "rename"), (os, "replace"), (os, "link")):
            self._watch(monkeypatch, module, name, self._name)
        for name in ("unlink", "rmdir"):
            self._watch(monkeypatch, os, name, self._remove)
        self._watch(monkeypatch, os, "fsync", self._sync)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, module: object, name: str, note: Callable[..., None]) -> None:
        real = getattr(module, name)

        def watched(*given: Any, **named: Any) -> object:
            note(*given)
            return real(*given, **named)

        monkeypatch.setattr(module, name, watched)

    def _sync(self, handle: int) -> None:
        found = os.fstat(handle).st_ino
        self.synced.add(found)
        self.settled |= found == self.target.parent.lstat().st_ino

    def _name(self, old: Path, new: Path, *_: object) -> None:
        self.settled = False
        if Path(new) != self.target or self.old & set(inodes(Path(old))):
            return
        self.puts += 1
        for inode, is_folder in inodes(Path(old)).items():
            if inode not in self.synced:
                self.faults.add(FOLDER if is_folder else FILE)

    def _remove(self, path: Path, *_: object) -> None:
        status = os.lstat(path)
        if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
            return  # it has another name
        if status.st_ino in self.old and not self.settled:
            self.faults.add(PLACE)
        self.old.discard(status.st_ino)  # something new may get the number
        self.synced.discard(status.st_ino)

    def found(self) -> set[str]:
        """Return all faults of a run that is over."""
        assert self.puts
        return self.faults | (set() if self.settled else {PLACE})


def inodes(path: Path) -> dict[int, bool]:
    """Return the inodes of a file, or of a folder and all in it, and whether each is a folder."""
    return {one.lstat().st_ino: one.is_dir() for one in (path, *path.rglob("*"))} if path.exists() else {}


def in_place(target: Path, word: str) -> None:
    write(target, word)


def aside(target: Path, word: str) -> None:
    write(target, word, replace=True)


def file(target: Path, word: str) -> None:
    put(target, f"ours: {word}".encode(), is_ours, "ours")


def file_aside(target: Path, word: str) -> None:
    put(target, f"ours: {word}".encode(), is_ours, "ours", replace=True)


def beginning(target: Path, word: str) -> None:
    with stage_for(target) as stage:
        stage.write("src/deep/a.py", word.encode())


def lay(kind: str, how: Callable[[Path, str], None], target: Path) -> None:
    """Put there what a run of a kind is to replace, if any."""
    if kind == "new":
        return
    if how is beginning:
        target.mkdir()
    else:
        how(target, "old")


WAYS: list[tuple[Callable[[Path, str], None], str]] = [
    *((in_place, "set"), (in_place, "set.zip"), (aside, "set"), (aside, "set.zip")),
    *((file, "a.txt"), (file_aside, "a.txt"), (beginning, "set")),
]


@pytest.fixture(params=WAYS, ids=[f"{how.__name__}-{name}" for how, name in WAYS])
def way(request: pytest.FixtureRequest) -> tuple[Callable[[Path, str], None], str]:
    found: tuple[Callable[[Path, str], None], str] = request.param
    return found


@pytest.mark.parametrize("kind", ["new", "again", "no exchange"])
def test_all_is_synced_before_it_has_its_name_and_named_before_the_old_goes(
    way: tuple[Callable[[Path, str], None], str], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how, name = way
    lay(kind, how, tmp_path / name)
    if kind == "no exchange":
        monkeypatch.setattr(machine, "_call", lambda: None)
    disk = Disk(tmp_path / name, monkeypatch)
    how(tmp_path / name, "new")
    assert disk.found() == set()


def nothing(*_: object) -> None:
    pass


def around(target: Path) -> Callable[[Path], None]:
    """Return what syncs the folder of a target alone."""
    real = naming._sync_folder
    return lambda folder: real(folder) if folder == target.parent else None


LEFT_OUT = [
    (in_place, "set", "naming._sync_file", FILE),
    (in_place, "set", "naming._sync_folder", FOLDER),
    (in_place, "set", "sinks.remove_replaced", PLACE),
    (in_place, "set.zip", "naming._sync_file", FILE),
    (in_place, "set.zip", "replacing.settle", PLACE),
    (aside, "set", "naming._sync_file", FILE),
    (aside, "set.zip", "staging.settle", PLACE),
    (file, "a.txt", "replacing.sync_open", FILE),
    (file, "a.txt", "replacing.settle", PLACE),
    (file_aside, "a.txt", "replacing.settle", PLACE),
    (beginning, "set", "naming._sync_folder", FOLDER),
    (beginning, "set", "staging.settle", PLACE),
]


@pytest.mark.parametrize(("how", "name", "left_out", "fault"), LEFT_OUT)
def test_a_run_that_leaves_a_step_out_is_found(
    how: Callable[[Path, str], None],
    name: str,
    left_out: str,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = tmp_path / name
    lay("again", how, target)
    instead: Callable[..., object] = nothing
    if left_out == "naming._sync_folder":
        instead = around(target)
    elif left_out == "sinks.remove_replaced":
        instead = unsettled
    monkeypatch.setattr(f"quasiprint.disk.{left_out}", instead)
    disk = Disk(target, monkeypatch)
    how(target, "new")
    assert disk.found() == {fault}


def unsettled(old: Path, real: Path) -> bool:
    """Remove an old set at once."""
    from quasiprint.disk import ownership

    return ownership.clear(old, ownership.scan(old).known)


@pytest.mark.parametrize("what", ["new", "archive", "file"])
def test_what_a_killed_run_has_replaced_goes_only_when_the_place_is_synced(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how, name = {"new": (in_place, "set"), "archive": (in_place, "set.zip"), "file": (file, "a.txt")}[what]
    target = tmp_path / name
    for word, to in (("old", naming.beside(target, "old")), ("there", target)):
        how(tmp_path / f"first{target.suffix}", word)
        (tmp_path / f"first{target.suffix}").rename(to)
    old = naming.beside(target, "old")
    disk = Disk(target, monkeypatch)
    disk.old, disk.settled = set(inodes(old)), False
    how(target, "new")
    assert disk.found() == set()
    assert not old.exists()


def test_folders_that_were_made_are_synced_into_those_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(os, "fsync", lambda handle: seen.append(os.fstat(handle).st_ino))
    in_place(tmp_path / "a/b/set", "new")
    assert {path.stat().st_ino for path in (tmp_path, tmp_path / "a", tmp_path / "a/b")} <= set(seen)


def failing(number: int, only: Callable[[int], bool] = lambda _: True) -> Callable[[int], None]:
    def fail(handle: int) -> None:
        if only(handle):
            raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS])
def test_a_disk_that_knows_no_syncing_goes_without(
    way: tuple[Callable[[Path, str], None], str], number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how, name = way
    monkeypatch.setattr(os, "fsync", failing(number))
    how(tmp_path / name, "new")
    assert (tmp_path / name).exists()


def test_a_folder_that_may_not_be_read_is_left_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refuse(path: Any, flags: int, mode: int = 0o777) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, mode)

    monkeypatch.setattr(naming.os, "open", refuse)
    in_place(tmp_path / "set", "new")
    assert is_set(tmp_path / "set", "new")


def test_threads_are_no_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    disk = Disk(tmp_path / "set", monkeypatch)
    in_place(tmp_path / "set", "new")
    assert disk.found() == set()


def test_a_disk_that_fails_before_the_new_set_has_its_name_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_place(tmp_path / "set", "old")
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    with pytest.raises(InputError, match="nothing was changed"):
        in_place(tmp_path / "set", "new")
    assert is_set(tmp_path / "set", "old")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_a_disk_that_fails_afterwards_leaves_both(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / name
    in_place(target, "old")
    before = set(inodes(target))
    parent = tmp_path.stat().st_ino
    monkeypatch.setattr(os, "fsync", failing(errno.EIO, lambda handle: os.fstat(handle).st_ino == parent))
    with pytest.raises(InputError, match=r"new one is in its place, but the disk may lose it.*\.set.*\.old"):
        in_place(target, "new")
    monkeypatch.undo()
    assert set(inodes(naming.beside(target, "old"))) == before
    in_place(target, "newer")
    assert [path.name for path in tmp_path.iterdir()] == [name]


RENAMES = {"rename", "renames", "link", "move", "hardlink_to"}


def renaming(source: str) -> list[str]:
    """Return the calls in a module that give files names."""
    if not re.search(rf"\.\s*({'|'.join(RENAMES)}|replace)\b", source):
        return []  # what takes long is to parse it
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            (node.func.attr in RENAMES and ast.unparse(node.func.value) in ("os", "shutil"))
            or (node.func.attr == "replace" and ast.unparse(node.func.value) == "os")
            or (node.func.attr in ("rename", "replace") and len(node.args) == 1 and not node.keywords)
        )
    ]


def test_one_module_renames(root: Path) -> None:
    found = {
        path.relative_to(root / "quasiprint").as_posix()
        for path in (root / "quasiprint").rglob("*.py")
        if renaming(path.read_text(encoding="utf-8"))
    }
    assert found == {"machine.py"}
    for counterexample in ("os.replace(a, b)", "shutil.move(a, b)", "Path(a).rename(b)", "a.replace(b)"):
        assert renaming(counterexample)
