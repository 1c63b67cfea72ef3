"""What is put aside, what file managers and killed runs leave, and single files: nothing of anybody's is lost."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from called import invoke, manifest_of, tree
from owned import MINE, SHEETS, Do, edit, everything, files_of, is_ours, is_set, shoved, write, write_by_hand

from quasiprint.disk import ownership, sinks, staging
from quasiprint.disk import replacing as files
from quasiprint.disk.naming import put_aside
from quasiprint.disk.replacing import put
from quasiprint.disk.sinks import place_folder
from quasiprint.model.errors import InputError
from quasiprint.system import machine
from quasiprint.system.machine import move

# --- --replace


def test_what_is_there_can_be_put_aside(here: Path) -> None:
    told: list[str] = []
    for number, name in enumerate(("set.old", "set.old-2", "set.old-3")):
        write_by_hand(Path("set"), "one")
        edit(Path("set/mine"), str(number).encode())
        write(Path("set"), "two", replace=True, tell=told.append)
        assert is_set(Path("set"), "two")
        assert (here / name / "mine").read_bytes() == str(number).encode()
        assert told[-1].startswith("output 'set': what was there is now '") and told[-1].endswith(f"{name}'")
        for path in files_of("one"):
            assert (here / name / path).read_bytes() == files_of("one")[path]
    assert sorted(path.name for path in here.iterdir()) == ["set", "set.old", "set.old-2", "set.old-3"]
    Path("file").write_bytes(MINE)
    write(Path("file"), "one", replace=True)
    assert Path("file.old").read_bytes() == MINE and is_set(Path("file"), "one")


def test_the_command_puts_aside_and_says_where(here: Path) -> None:
    for target, kept in (("set", "set.old"), ("set.zip", "set.old.zip")):
        assert invoke(*SHEETS, "-o", target, "--replace").exit_code == 0  # nothing was there
        (edit(Path(target, "README.md")) if target == "set" else edit(Path(target)))
        before = tree(Path(target)) or Path(target).read_bytes()
        refused = invoke(*SHEETS, "-o", target, code=2)
        assert "--replace puts it aside" in refused.stderr
        result = invoke(*SHEETS, "-o", target, "--replace", code=0)
        assert f"warning: output '{target}': what was there is now" in result.stderr
        assert f"/{kept}'" in result.stderr
        assert (tree(Path(kept)) or Path(kept).read_bytes()) == before
        assert invoke("verify", target).exit_code == 0
    assert sorted(path.name for path in here.iterdir()) == ["set", "set.old", "set.old.zip", "set.zip"]


def test_a_link_stays_and_what_it_names_is_replaced_or_put_aside(here: Path) -> None:
    write(Path("real"), "one")
    Path("link").symlink_to("real")
    write(Path("link"), "two")
    assert Path("link").is_symlink() and is_set(Path("real"), "two")
    write(Path("link"), "three", replace=True)
    assert Path("link").is_symlink() and is_set(Path("link"), "three") and is_set(Path("real.old"), "two")


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_a_run_that_fails_puts_nothing_aside(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    write(Path(name), "one")
    before = everything(here)
    with pytest.raises(RuntimeError), place_folder(Path(name), replace=True):
        raise RuntimeError
    assert everything(here) == before
    real = move

    def full(old: Path, new: Path) -> None:
        if new.name == name and ".old" not in old.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(old, new)

    monkeypatch.setattr(machine, "_call", lambda: None)
    for module in (sinks, staging, files):
        monkeypatch.setattr(module, "move", full)
    with pytest.raises(InputError, match="the disk is full; nothing was changed"):
        write(Path(name), "two", replace=True)
    assert everything(here) == before


@pytest.mark.parametrize("system", ["flags", "none", "no links"])
def test_a_name_that_is_taken_is_never_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """With the system's own call, and without it."""
    if system != "flags":
        monkeypatch.setattr(machine, "_call", lambda: None)
    if system == "no links":

        def none(*_: object, **__: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", none)
    (tmp_path / "folder").mkdir()
    edit(tmp_path / "folder/mine")
    edit(tmp_path / "file")
    for old in ("folder", "file"):
        for new, make in (("empty", Path.mkdir), ("taken", lambda path: edit(path, b"theirs"))):
            make(tmp_path / new)
            with contextlib.suppress(FileExistsError):
                move(tmp_path / old, tmp_path / new)
                assert (old, new) == ("folder", "empty") and system == "none"
            assert (tmp_path / old).exists()
            removed = tmp_path / new
            assert removed.read_bytes() == b"theirs" if new == "taken" else not any(removed.iterdir())
            removed.unlink() if new == "taken" else removed.rmdir()
        assert put_aside(tmp_path / old).name == f"{old}.old"
        assert not (tmp_path / old).exists()
    assert (tmp_path / "file.old").read_bytes() == (tmp_path / "folder.old/mine").read_bytes() == MINE


def test_without_the_systems_calls_all_goes_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_call", lambda: None)
    for name in ("set", "set.zip"):
        write(tmp_path / name, "one")
        write(tmp_path / name, "two")
        write(tmp_path / name, "three", replace=True)
    assert is_set(tmp_path / "set", "three") and is_set(tmp_path / "set.old", "two")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set", "set.old", "set.old.zip", "set.zip"]


def test_a_long_name_can_be_put_aside(tmp_path: Path) -> None:
    file = tmp_path / ("ü" * 125 + ".pdf")
    for kept in ("ü" * 123 + ".old.pdf", "ü" * 122 + ".old-2.pdf"):
        edit(file)
        assert put_aside(file).name == kept


# --- what file managers leave


def test_what_file_managers_leave_is_in_nobodys_way_and_moves_on(tmp_path: Path) -> None:
    target = tmp_path / "set"
    write(target, "one")
    litter = {path: f"of {path}".encode() for path in (".DS_Store", "stl/.DS_Store", "stl/Thumbs.db", "desktop.ini")}
    for path, content in litter.items():
        edit(target / path, content)
    write(target, "two")
    assert {path: (target / path).read_bytes() for path in litter} == litter
    for path in litter:
        (target / path).unlink()
    assert is_set(target, "two")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_what_file_managers_leave_where_the_new_set_has_no_folder_is_kept(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    edit(tmp_path / "set/stl/.DS_Store")
    before = everything(tmp_path)
    with (
        pytest.raises(InputError, match=r"holds 'stl/\.DS_Store', and the new set has no such folder"),
        place_folder(tmp_path / "set") as stage,
    ):
        stage.write("manifest.json", manifest_of({}))
    assert everything(tmp_path) == before


def test_a_folder_of_that_name_is_somebodys(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    (tmp_path / "set/.DS_Store").mkdir()
    edit(tmp_path / "set/.DS_Store/mine")
    with pytest.raises(InputError, match=r"holds '\.DS_Store'"):
        write(tmp_path / "set", "two")


# --- what a killed run has left, and what only looks like it


def killed(target: Path) -> None:
    """Leave what a run leaves that is killed while it writes its second file."""
    pid = os.fork()
    if pid == 0:
        try:
            with place_folder(target) as stage:
                stage.write("stl/a.stl", b"whole")
                stage.expect("stl/b.stl", ownership.Known("0" * 64, 100))
                edit(stage.folder / "stl/b.stl", b"half")
                os.kill(os.getpid(), 9)
        finally:
            os._exit(1)
    os.waitpid(pid, 0)


def test_what_a_killed_run_has_left_is_cleared_up(tmp_path: Path) -> None:
    killed(tmp_path / "set")
    assert sorted(everything(tmp_path)) == [".set.lock", ".set.new", *(f".set.new/{p}" for p in LEFT)]
    write(tmp_path / "set", "one")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


LEFT = ("stl", "stl/a.stl", "stl/b.stl")
SPOILT: dict[str, Do] = {
    "a file more": lambda t: edit(t / ".set.new/mine"),
    "a file changed": lambda t: edit(t / ".set.new/stl/a.stl"),
    "no note of it": lambda t: (t / ".set.lock").unlink(),
    "a folder of somebody's": lambda t: (
        (t / ".set.new").rename(t / "x"), (t / ".set.new").mkdir(), edit(t / ".set.new/a")
    ),
    "a link": lambda t: ((t / ".set.new").rename(t / "x"), (t / ".set.new").symlink_to("x")),
    "an old one": lambda t: ((t / ".set.old").mkdir(), edit(t / ".set.old/a"), write_by_hand(t / "set", "one")),
    "an old one that is a file": lambda t: (edit(t / ".set.old")),
}  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILT)
def test_what_is_not_ours_of_it_is_kept(tmp_path: Path, spoil: str) -> None:
    killed(tmp_path / "set")
    SPOILT[spoil](tmp_path)
    own = {".set.lock", ".set.new", *(f".set.new/{path}" for path in LEFT)}
    theirs = [content for path, content in everything(tmp_path).items() if path not in own or content == MINE]
    for _ in range(2):
        with pytest.raises(InputError, match=r"beside it lies '\.set\.(new|old)'"):
            write(tmp_path / "set", "one")
        assert all(content in everything(tmp_path).values() for content in theirs)
    told: list[str] = []
    write(tmp_path / "set", "one", replace=True, tell=told.append)
    assert all(content in everything(tmp_path).values() for content in theirs)
    assert is_set(tmp_path / "set", "one")
    assert any(", which lay beside it, is now '" in said for said in told)
    assert not [path for path in everything(tmp_path) if path.startswith(".set")]


def test_a_lock_that_is_none_is_left_alone(tmp_path: Path) -> None:
    edit(tmp_path / ".set.lock")
    edit(tmp_path / "mine")
    for take in (
        lambda: None,
        lambda: ((tmp_path / ".set.lock").unlink(), os.link(tmp_path / "mine", tmp_path / ".set.lock")),
    ):
        take()
        with pytest.raises(InputError, match=r"set': beside it lies '\.set\.lock', which no run has left"):
            write(tmp_path / "set", "one")
    assert everything(tmp_path) == {".set.lock": MINE, "mine": MINE}
    (tmp_path / ".set.lock").unlink()
    (tmp_path / ".set.lock").write_bytes(b"")  # as a run leaves it that is killed at once
    write(tmp_path / "set", "one")


def test_what_somebody_puts_beside_the_files_that_are_being_made_is_kept(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), place_folder(tmp_path / "set") as stage:
        stage.write("stl/a.stl", b"a")
        edit(stage.folder / "stl/mine")
        raise RuntimeError
    assert (tmp_path / ".set.new/stl/mine").read_bytes() == MINE
    assert not (tmp_path / ".set.new/stl/a.stl").exists()
    with pytest.raises(InputError, match=r"beside it lies '\.set\.new'"):
        write(tmp_path / "set", "one")


def test_a_set_that_was_moved_away_is_put_back_where_its_name_was_kept_free(tmp_path: Path) -> None:
    write_by_hand(tmp_path / ".set.old", "one")
    (tmp_path / "set").mkdir()
    with pytest.raises(RuntimeError), place_folder(tmp_path / "set"):
        raise RuntimeError
    assert is_set(tmp_path / "set", "one")


def test_the_only_set_there_is_is_not_cleared_up(tmp_path: Path) -> None:
    write_by_hand(tmp_path / ".set.old", "one")
    (tmp_path / "set").mkdir()
    edit(tmp_path / "set/mine")
    with pytest.raises(InputError, match=r"beside it lies '\.set\.old'"):
        write(tmp_path / "set", "two")
    assert is_set(tmp_path / ".set.old", "one")


# --- single files


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "file.pdf").write_bytes(b"ours, old")
    yield tmp_path / "file.pdf"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize("step", ["move", "exchange"])
def test_a_file_that_comes_at_the_last_moment_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool, step: str
) -> None:
    if not exchange:
        monkeypatch.setattr(machine, "_call", lambda: None)
    shoved(monkeypatch, files, step, 0, lambda: edit(file))
    with pytest.raises(InputError, match="holds something other than one of ours, and was left alone"):
        put(file, b"ours, new", is_ours, "one of ours")
    assert everything(file.parent) == {"file.pdf": MINE}


def test_a_file_that_comes_where_none_was_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quasiprint.disk import replacing as module

    file.unlink()
    shoved(monkeypatch, module, "move", 0, lambda: edit(file))
    with pytest.raises(InputError, match="something was put there meanwhile"):
        put(file, b"ours, new", is_ours, "one of ours")
    assert everything(file.parent) == {"file.pdf": MINE}


def test_a_file_that_comes_when_another_is_put_back_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody saves while the file is looked at again, and saves once more."""
    edit(file, b"ours, old")
    shoved(monkeypatch, files, "exchange", 0, lambda: edit(file))

    def save() -> None:
        edit(file.with_name("saved"), b"saved once more")
        os.replace(file.with_name("saved"), file)

    shoved(monkeypatch, files, "exchange", 1, save)
    with pytest.raises(InputError, match=r"something was put there meanwhile, and was kept as '.*/file\.old\.pdf'"):
        put(file, b"ours, new", is_ours, "one of ours")
    assert everything(file.parent) == {"file.old.pdf": b"saved once more", "file.pdf": MINE}


def test_a_file_can_be_put_aside(file: Path) -> None:
    told: list[str] = []
    edit(file)
    file.chmod(0o400)
    put(file, b"ours, new", is_ours, "one of ours", replace=True, tell=told.append)
    assert everything(file.parent) == {"file.old.pdf": MINE, "file.pdf": b"ours, new"}
    assert told == [f"what was there is now '{file.with_name('file.old.pdf')}'"]


@pytest.mark.parametrize(("content", "ours"), [(b"ours", True), (MINE, False)])
def test_what_a_killed_run_has_put_out_of_the_way(tmp_path: Path, content: bytes, ours: bool) -> None:
    edit(tmp_path / "a.pdf", b"ours, old")
    edit(tmp_path / ".a.pdf.old", content)
    if ours:
        put(tmp_path / "a.pdf", b"ours, new", is_ours, "one of ours")
        assert everything(tmp_path) == {"a.pdf": b"ours, new"}
    else:
        with pytest.raises(InputError, match=r"beside it lies '\.a\.pdf\.old', which is not ours"):
            put(tmp_path / "a.pdf", b"ours, new", is_ours, "one of ours")
        assert everything(tmp_path) == {"a.pdf": b"ours, old", ".a.pdf.old": MINE}
