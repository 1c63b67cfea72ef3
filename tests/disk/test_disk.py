"""The disk: a set is there whole or not at all, and nothing that is not its own is ever touched."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from called import QUICK, invoke, kept, manifest_of, other_hash_seed, refused, tree

from quasiprint.disk.staging import Stage, put_file, sink
from quasiprint.disk.stored import open_set
from quasiprint.errors import InputError
from quasiprint.make.make import Making
from quasiprint.model.production import Artefact

MINE = b"years of work"
NAMES = ("set", "set.zip")
Do = Callable[[Path], object]


def files_of(word: str) -> dict[str, bytes]:
    files = {"README.md": f"of {word}".encode(), "stl/a.stl": word.encode()}
    return {**files, "manifest.json": manifest_of(files)}


def write(target: Path, word: str, meanwhile: Do = lambda _: None, **how: object) -> None:
    """Make a set of one word. meanwhile: what somebody does to the target when all is written."""
    with sink(target, **how) as stage:  # type: ignore[arg-type]
        for path, content in files_of(word).items():
            stage.write(path, content)
        meanwhile(target)


def is_set(target: Path, word: str) -> bool:
    held = open_set(target)
    return {path: held.read(path) for path in held.paths()} == files_of(word)


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


# --- 1: a full disk


@pytest.mark.parametrize("name", NAMES)
def test_a_disk_that_fills_up_leaves_the_set_that_was_there(quasiprint: Callable, here: Path, name: str) -> None:
    """The kernel refuses to let any file grow beyond a few kilobytes."""
    write(Path(name), "one")
    before = tree(here)
    result = quasiprint(
        *("make", "quasimino", "--colours", 1, "--format", "svg", "-o", name, "--jobs", 2), code=2,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)),
    )  # fmt: skip
    assert result.stderr.startswith(f"Error: output '{name}': File too large")
    assert tree(here) == before


def test_a_disk_without_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    write(tmp_path / "set", "one")
    with monkeypatch.context() as patch, pytest.raises(InputError, match="No space left on device; nothing was"):
        patch.setattr(Stage, "write", full)
        write(tmp_path / "set", "two")
    assert is_set(tmp_path / "set", "one") and names(tmp_path) == ["set"]


# --- 2: no permission


@pytest.mark.parametrize(("name", "closed"), [("set", "stl"), ("set.zip", "set.zip")])
def test_what_may_not_be_written_is_left_alone(
    tmp_path: Path, name: str, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / name, "one")
    real = os.access
    # root may write anywhere
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith(closed) and real(path, mode))
    with pytest.raises(InputError, match="may not be written"):
        write(tmp_path / name, "two")
    assert is_set(tmp_path / name, "one") and names(tmp_path) == [name]


# --- 3 and 4: a foreign file in the target, a file of the set that was changed

FOREIGN: dict[str, tuple[Do, str]] = {
    "a file": (lambda t: (t / "stl/mine").write_bytes(MINE), "'stl/mine', which is not in a manifest"),
    "an empty folder": (lambda t: (t / "mine").mkdir(), "'mine/', which is not"),
    "a link": (lambda t: (t / "mine").symlink_to("/etc/hosts"), "'mine', which is not"),
    "a pipe": (lambda t: os.mkfifo(t / "mine"), "'mine', which is not"),
    "an edited page": (lambda t: (t / "README.md").write_bytes(b"of two"), r"'README\.md', which was changed"),
    "a page made safe": (lambda t: (t / "README.md").chmod(0o444), r"'README\.md', which may not be written"),
    "an edited manifest": (
        lambda t: (t / "manifest.json").write_bytes(files_of("one")["manifest.json"].replace(b'"quasimino"', b'"h"')),
        r"'manifest\.json', which was changed",
    ),
    "a forged manifest": (
        lambda t: ((t / "mine").write_bytes(MINE), (t / "manifest.json").write_bytes(manifest_of({"mine": MINE}))),
        "",
    ),
}


@pytest.mark.parametrize("early", [True, False], ids=["before", "meanwhile"])
@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_not_the_sets_own_is_kept_whenever_it_came(tmp_path: Path, what: str, early: bool) -> None:
    do, said = FOREIGN[what]
    for name in ("set", "expected"):
        write(tmp_path / name, "one")
    do(tmp_path / "expected")
    if early:
        do(tmp_path / "set")
    with pytest.raises(InputError, match=f"set': holds {said}.* left alone"):
        write(tmp_path / "set", "two", (lambda _: None) if early else do)
    if "pipe" not in what:
        assert kept(tmp_path / "set") == kept(tmp_path / "expected")
    assert names(tmp_path) == ["expected", "set"]


@pytest.mark.parametrize("path", ["mine", "README.md"])
def test_what_comes_at_the_last_moment_is_kept(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last look at the set in its place, and before it is out of everybody's reach."""
    target, real = tmp_path / "set", os.rename
    write(target, "one")

    def shoved(old: Path, new: Path) -> None:
        if old == target:
            (target / path).write_bytes(MINE)
        real(old, new)

    monkeypatch.setattr(os, "rename", shoved)
    told: list[str] = []
    write(target, "two", tell=told.append)
    assert is_set(target, "two") and names(tmp_path) == ["set", "set.old"]
    assert (tmp_path / "set.old" / path).read_bytes() == MINE
    assert len(told) == 1 and f"is now '{tmp_path / 'set.old'}'" in told[0]


def test_replace_puts_aside_and_says_where(here: Path) -> None:
    for target, aside in (("set", "set.old"), ("set.zip", "set.old.zip")):
        invoke(*QUICK, "-o", target, code=0)
        Path(target, "README.md").write_bytes(MINE) if target == "set" else Path(target).write_bytes(MINE)
        before = tree(Path(target)) or Path(target).read_bytes()
        assert "--replace puts it aside" in invoke(*QUICK, "-o", target, code=2).stderr
        result = invoke(*QUICK, "-o", target, "--replace", code=0)
        assert f"warning: output '{target}': what was there is now" in result.stderr and f"/{aside}'" in result.stderr
        assert (tree(Path(aside)) or Path(aside).read_bytes()) == before
        invoke("verify", target, code=0)
    assert names(here) == ["set", "set.old", "set.old.zip", "set.zip"]


# --- 5: a link


def test_a_link_stays_and_what_it_names_is_replaced(here: Path) -> None:
    for name in NAMES:
        write(Path(name), "one")
        link = Path(f"link{Path(name).suffix}")
        link.symlink_to(name)
        write(link, "two")
        assert link.is_symlink() and is_set(Path(name), "two")


# --- 6 and 7: a run that is killed while it replaces, two runs at once

OTHER = """
import os, sys
from pathlib import Path
from quasiprint.disk.staging import sink
BEFORE
with sink(Path(sys.argv[1])) as stage:
    for path, content in FILES.items():
        stage.write(path, content)
    MEANWHILE
"""
DIES = """
count = 0
def die(event, _):
    global count
    if event == sys.argv[2]:
        if count == int(sys.argv[3]):
            os.kill(os.getpid(), 9)
        count += 1
sys.addaudithook(die)
"""
# what is synced, renamed and removed, by path
TRACED = """
def told(event, given):
    if event in ("os.rename", "os.remove"):
        given = os.path.join(os.readlink(f"/proc/self/fd/{given[1]}"), given[0]) if given[1] not in (-1, None) and \
            event == "os.remove" else given[0]
        os.write(1, f"{event}:{given} ".encode())
sys.addaudithook(told)
real = os.fsync
def synced(handle):
    os.write(1, ("os.fsync:" + os.readlink(f"/proc/self/fd/{handle}") + " ").encode())
    real(handle)
os.fsync = synced
"""
HALF = "open(stage.folder / 'half', 'w').close(); os.kill(os.getpid(), 9)"


def other(target: Path, *words: str, before: str = "", meanwhile: str = "pass") -> subprocess.Popen[str]:
    """Write a set in another process."""
    script = OTHER.replace("BEFORE", before).replace("FILES", repr(files_of("other"))).replace("MEANWHILE", meanwhile)
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", script, target, *words], stdin=pipe, stdout=pipe, text=True)


@pytest.mark.parametrize(("event", "number", "word"), [("os.rename", 0, "one"), ("os.rename", 1, "one"),
    ("os.remove", 0, "other"), ("os.remove", 2, "other")])  # fmt: skip
def test_after_a_kill_while_it_is_replaced_a_whole_set_is_found(
    tmp_path: Path, event: str, number: int, word: str
) -> None:
    """Before the old one is moved aside, before the new one is put there, and while the old one is removed."""
    write(tmp_path / "set", "one")
    with other(tmp_path / "set", event, str(number), before=DIES) as killed:
        assert killed.wait(60) == -9
    with pytest.raises(RuntimeError), sink(tmp_path / "set"):
        raise RuntimeError
    assert names(tmp_path) == ["set"]
    assert is_set(tmp_path / "set", word)


def test_what_is_made_is_on_the_disk_before_it_has_its_name_and_that_before_the_old_goes(tmp_path: Path) -> None:
    """In the order in which the system is called."""
    write(tmp_path / "set", "one")
    with other(tmp_path / "set", before=TRACED) as run:
        assert run.stdout is not None
        told = run.stdout.read().split()
    assert run.returncode == 0
    files = {f"{tmp_path}/.set.quasiprint/new/{path}" for path in files_of("other")}
    away, there = (told.index(f"os.rename:{tmp_path}/{name}") for name in ("set", ".set.quasiprint/new"))
    assert {f"os.fsync:{file}" for file in files} <= {*told[:away]}
    removed = [k for k, what in enumerate(told) if what.startswith("os.remove:") and "/gone/" in what]
    assert away < there < told.index(f"os.fsync:{tmp_path}", there) < min(removed)


@pytest.mark.parametrize("name", NAMES)
def test_two_runs_keep_off_each_other(tmp_path: Path, name: str) -> None:
    with other(tmp_path / name, meanwhile="print('holds', flush=True); sys.stdin.read()") as holder:
        assert holder.stdout is not None and holder.stdin is not None
        assert holder.stdout.readline() == "holds\n"
        with pytest.raises(InputError, match="another run"):
            write(tmp_path / name, "two")
        holder.stdin.close()
        assert holder.wait(60) == 0
    assert is_set(tmp_path / name, "other")
    write(tmp_path / name, "two")
    assert names(tmp_path) == [name]


# --- 8: an archive


def test_an_archive_has_the_files_of_the_folder_and_the_same_bytes_each_time(quasiprint: Callable, here: Path) -> None:
    invoke(*QUICK, "-o", "set", code=0)
    invoke(*QUICK, "-o", "a.zip", code=0)
    elsewhere = {"PYTHONHASHSEED": other_hash_seed(), "TZ": "UTC-9"}
    quasiprint(*QUICK, "-o", "sub/b.ZIP", "--jobs", 2, env=elsewhere, cwd=here, code=0)
    assert Path("a.zip").read_bytes() == Path("sub/b.ZIP").read_bytes()
    with zipfile.ZipFile("a.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == kept(Path("set"))
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    invoke("verify", "a.zip", code=0)
    invoke(*QUICK, "-o", "a.zip", "--thickness", 5, code=0)
    assert Path("a.zip").read_bytes() != Path("sub/b.ZIP").read_bytes()


def rewritten(path: Path, **files: bytes) -> None:
    held = open_set(path)
    every = {name: held.read(name) or b"" for name in held.paths()} | files
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in every.items():
            archive.writestr(name, content)


FOREIGN_ARCHIVES: dict[str, tuple[Do, str]] = {
    "one file more": (lambda p: rewritten(p, mine=b"x"), "holds 'mine', which is not in a mani"),
    "a file changed": (lambda p: rewritten(p, **{"README.md": b"x"}), "holds 'README.md', which was changed"),
    "something before it": (lambda p: p.write_bytes(b"#!/bin/sh\n" + p.read_bytes()), "is not an archive of a set"),
    "something after it": (lambda p: p.write_bytes(p.read_bytes() + b"mine"), "set.zip'"),
    "half of one": (lambda p: p.write_bytes(p.read_bytes()[:200]), "is not an archive of a set"),
    "a folder": (lambda p: (p.unlink(), p.mkdir()), "is a folder, allowed is the archive"),
}


@pytest.mark.parametrize("what", FOREIGN_ARCHIVES)
def test_what_is_no_archive_of_a_set_is_left_alone(tmp_path: Path, what: str) -> None:
    change, said = FOREIGN_ARCHIVES[what]
    write(tmp_path / "set.zip", "one")
    change(tmp_path / "set.zip")
    before = tree(tmp_path)
    with pytest.raises(InputError, match=f"{said}.*it was left alone"):
        write(tmp_path / "set.zip", "two")
    assert tree(tmp_path) == before


def scratched(path: Path) -> None:
    """Change a byte of a file in the archive, where it is packed."""
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo("START-HERE.html")
    data[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0xFF
    path.write_bytes(data)


HOSTILE: dict[str, tuple[Do, str, int]] = {
    "a bomb": (lambda p: rewritten(p, a=bytes(100 << 20)), "would unpack to", 2),
    "names that lead out": (lambda p: rewritten(p, **{"../evil": b"x"}), "file-unlisted", 1),
    "a byte scratched": (scratched, "file-unreadable", 1),
    "no set": (lambda p: (p.unlink(), zipfile.ZipFile(p, "w").close()), "holds no manifest.json", 2),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_unpacked(tmp_path: Path, what: str) -> None:
    spoil, said, code = HOSTILE[what]
    invoke(*QUICK, "-o", tmp_path / "set.zip", code=0)
    spoil(tmp_path / "set.zip")
    begun = time.process_time()
    result = invoke("verify", tmp_path / "set.zip", "--by", "pieces", code=code)
    assert said in result.output
    assert time.process_time() - begun < 5
    assert names(tmp_path) == ["set.zip"]


# --- 9: names


@pytest.mark.parametrize("path", ["../evil", "stl/../../evil", "/evil", "C:\\evil", "stl\\..\\evil", "evil\0", "stl/"])
def test_a_path_that_leads_out_of_a_set_is_refused(here: Path, path: str) -> None:
    for place in (sink(Path("set")), sink(Path("set.zip")), contextlib.nullcontext(Stage(Path(), {}))):
        with pytest.raises(InputError, match="would not lie in the set"), place as stage:
            stage.write("stl/a.stl", b"a")
            stage.write(path, b"evil")
    assert names(here) == []


def test_a_format_cannot_write_outside_the_set(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Making.artefacts

    def with_evil(self: Making, *given: object) -> Iterator[Artefact]:
        yield from real(self, *given)  # type: ignore[arg-type]
        yield Artefact("../evil", b"evil")

    monkeypatch.setattr(Making, "artefacts", with_evil)
    refused(invoke(*QUICK, "-o", "set"), "would not lie in the set")
    assert names(here) == []


def test_two_names_that_differ_in_capitals_alone_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="differs from it in capital letters alone"), sink(tmp_path / "set") as stage:
        stage.write("svg/a.svg", b"1")
        stage.write("svg/A.svg", b"2")
    assert names(tmp_path) == []


# --- 10: a file where a folder should be, and other places for no set


@pytest.mark.parametrize(
    ("target", "said"),
    [("file", "is a file"), ("file/below", "a part of the path is a file"), ("circle", "(?i)sym(bolic )?link"),
     (".", "current folder"), ("/", "current folder"), ("/proc/nowhere/set", "No such"), ("/dev/full", "no.* file"),
     ("there/inside", "lies within the set")],
)  # fmt: skip
def test_what_is_no_place_for_a_set_is_named(here: Path, target: str, said: str) -> None:
    Path("file").write_bytes(MINE)
    Path("circle").symlink_to("circle")
    write(Path("there"), "one")
    before = tree(here)
    with pytest.raises(InputError, match=said):
        write(Path(target), "two")
    assert tree(here) == before


def test_the_home_folder_is_no_place(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here / "me"))
    (here / "me").mkdir()
    with pytest.raises(InputError, match="is the home folder or holds it"):
        write(here / "me", "one", replace=True)


# --- 11: what can be printed nowhere


def test_standard_output_that_is_full_or_gone(quasiprint: Callable, here: Path) -> None:
    with open("/dev/full", "wb") as full:
        said = quasiprint("rules", "triomino", "--quick", "-o", "-", stdout=full, code=2).stderr
        assert said == "Error: output '-': cannot be written: No space left on device\n"
        done = quasiprint(*QUICK, "-o", "set", stdout=full, cwd=here, code=0)
        assert done.stderr.startswith("warning: standard output: cannot be written: No space left on device")
    reading, writing = os.pipe()
    os.close(reading)
    assert {quasiprint(*words.split(), stdout=writing).stderr for words in ("list", "scoresheet quomino -o -")} == {""}
    os.close(writing)
    assert names(here) == ["set"]


# --- 12: what an older run has left half made


def test_what_a_killed_run_has_left_is_cleared_up_and_what_is_not_its_own_is_kept(tmp_path: Path) -> None:
    with other(tmp_path / "set", meanwhile="os.kill(os.getpid(), 9)") as killed:
        assert killed.wait(60) == -9
    assert names(tmp_path) == [".set.quasiprint"]
    write(tmp_path / "set", "one")
    assert names(tmp_path) == ["set"]
    with other(tmp_path / "new", meanwhile=HALF) as killed:
        assert killed.wait(60) == -9
    (tmp_path / ".new.quasiprint/mine").write_bytes(MINE)  # so that it is no longer a run's
    for replace in (False, True):
        with pytest.raises(InputError, match=r"beside it lies '\.new\.quasiprint', which no run has left"):
            write(tmp_path / "new", "one", replace=replace)
    assert (tmp_path / ".new.quasiprint/mine").read_bytes() == MINE


def test_an_error_leaves_the_previous_set_and_no_new_folder(tmp_path: Path) -> None:
    for name in NAMES:
        write(tmp_path / name, "one")
        for target in (tmp_path / name, tmp_path / "new/deep" / name):
            with pytest.raises(RuntimeError), sink(target) as stage:
                stage.write("stl/a.stl", b"two")
                raise RuntimeError
        assert is_set(tmp_path / name, "one")
    assert names(tmp_path) == [*NAMES]


def test_a_single_file_is_replaced_if_it_is_ours_and_put_aside_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    for word in (b"ours, old", b"ours, new"):
        put_file(file, word, lambda held: held.startswith(b"ours"), "one of ours")
    file.write_bytes(MINE)
    with contextlib.suppress(InputError):
        put_file(file, b"ours, newer", lambda held: held.startswith(b"ours"), "one of ours")
    assert kept(tmp_path) == {"a.pdf": MINE}
    put_file(file, b"ours, newer", lambda held: held.startswith(b"ours"), "one of ours", replace=True)
    assert kept(tmp_path) == {"a.old.pdf": MINE, "a.pdf": b"ours, newer"}
