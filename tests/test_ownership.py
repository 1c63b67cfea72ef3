"""What a run replaces is its own, to the byte: what anybody has put there or changed, at any moment, is kept."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke, manifest_of
from owned import MANIFEST, MINE, SHEETS, Do, edit, everything, files_of, is_ours, is_set, shoved, write, write_by_hand

from quasiprint.disk import replacing as files
from quasiprint.disk import sinks, staging
from quasiprint.disk.ownership import read_manifest, seal
from quasiprint.disk.replacing import put
from quasiprint.model.errors import InputError
from quasiprint.system import machine

# --- what somebody does to a set before the next is made, or while it is made

FOREIGN: dict[str, tuple[Do, str]] = {
    "a file": (lambda t: edit(t / "mine.txt"), "'mine.txt', which is not in a manifest"),
    "a file further down": (lambda t: edit(t / "stl/mine.stl"), "'stl/mine.stl', which is not in a manifest"),
    "a hidden file": (lambda t: edit(t / ".mine"), r"'\.mine', which is not"),
    "an empty folder": (lambda t: (t / "mine").mkdir(), "'mine', which is not"),
    "a folder in a folder": (lambda t: (t / "stl/mine/deep").mkdir(parents=True), "'stl/mine', which is not"),
    "a link": (lambda t: (t / "mine").symlink_to("/etc/hosts"), "'mine', which is not"),
    "a pipe": (lambda t: os.mkfifo(t / "mine"), "'mine', which is not"),
    "a name in capitals": (lambda t: edit(t / "stl/A.stl"), r"'stl/A\.stl', which is not"),
    "a page that was edited": (lambda t: edit(t / "README.md"), r"'README\.md', which was changed"),
    "an edit of the same length": (lambda t: edit(t / "stl/a.stl", b"eno"), r"'stl/a\.stl', which was changed"),
    "an edited manifest": (
        lambda t: edit(t / "manifest.json", (t / "manifest.json").read_bytes() + b"\n"),
        r"'manifest\.json', which was changed",
    ),
    "a note in the manifest": (
        lambda t: edit(t / "manifest.json", (t / "manifest.json").read_bytes().replace(b'"g"', b'"h"')),
        r"'manifest\.json', which was changed",
    ),
    "no manifest": (lambda t: (t / "manifest.json").unlink(), r"'README\.md', which is not"),
    "a manifest that is none": (lambda t: edit(t / "manifest.json", b"{"), r"'manifest\.json', which was changed"),
    "a link in the place of a file": (
        lambda t: ((t / "stl/a.stl").unlink(), (t / "stl/a.stl").symlink_to("/etc/hosts")),
        r"'stl/a\.stl', which is no file",
    ),
    "a file in the place of a folder": (
        lambda t: (edit(t / "stl/a.stl"), (t / "stl/b.stl").unlink(), (t / "stl").rename(t / "kept"), edit(t / "stl")),
        "'kept', which is not",
    ),
    "a folder in the place of a file": (
        lambda t: ((t / "README.md").unlink(), (t / "README.md").mkdir()),
        r"'README\.md', which is no file",
    ),
    "a file made safe": (lambda t: (t / "README.md").chmod(0o444), r"'README\.md', which may not be written"),
    "another set": (lambda t: write_by_hand(t / "stl/other", "x"), "'stl/other', which is not"),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_not_the_sets_own_is_kept_whenever_it_came(tmp_path: Path, what: str) -> None:
    do, said = FOREIGN[what]
    for name, early in (("before", True), ("meanwhile", False)):
        target = tmp_path / name / "set"
        write(target, "one")
        if early:
            do(target)
            before = everything(target.parent)
        with pytest.raises(InputError, match=f"set': holds {said}.* left alone"):
            write(target, "two", (lambda _: None) if early else do)
        if early:
            assert everything(target.parent) == before
        do_over = tmp_path / "again/set"
        write_by_hand(do_over, "one")
        do(do_over)
        assert everything(target) == everything(do_over)
        do_over.parent.rename(tmp_path / f"done-{name}")


def test_a_message_says_how_many_more_there_are(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    for name in "xyz":
        edit(tmp_path / "set" / name)
    with pytest.raises(InputError, match=r"holds 'x', which is not .* \(and 2 more\); it was left alone"):
        write(tmp_path / "set", "two")


def test_a_set_with_files_taken_away_is_replaced(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    (tmp_path / "set/README.md").unlink()
    write(tmp_path / "set", "two", lambda target: (target / "stl/a.stl").unlink())
    assert is_set(tmp_path / "set", "two")
    write(tmp_path / "set", "three", lambda target: target.rename(tmp_path / "elsewhere"))
    assert is_set(tmp_path / "set", "three") and is_set(tmp_path / "elsewhere", "two")


def test_a_file_with_another_name_elsewhere_keeps_it(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    os.link(tmp_path / "set/stl/a.stl", tmp_path / "mine")
    write(tmp_path / "set", "two")
    assert (tmp_path / "mine").read_bytes() == b"one"


def test_what_is_closed_to_others_stays_so(tmp_path: Path) -> None:
    write(tmp_path / "set", "one")
    (tmp_path / "set").chmod(0o700)
    write(tmp_path / "set", "two")
    assert stat.S_IMODE((tmp_path / "set").stat().st_mode) == 0o700


# --- what somebody does at the last moment: between any two steps of the swap

SHOVES: dict[str, Do] = {
    "a new file": lambda t: edit(t / "stl/mine"),
    "an edit": lambda t: edit(t / "README.md"),
    "an edit of the same length": lambda t: edit(t / "stl/b.stl", b"eno"),
    "a folder of one's own in its place": lambda t: (t.mkdir(), edit(t / "mine")),
}


@pytest.mark.sampled(30)
@pytest.mark.parametrize("kind", SHOVES)
@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize(
    ("step", "at"),
    [
        *((("folder", "move"), at) for at in range(3)),
        *((("folder", "exchange"), at) for at in range(2)),
        *((("folder", "scan"), at) for at in (1, 2)),
        *(
            (("folder", "remove_replaced"), 0),
            (("staging", "scan"), 0),
            (("staging", "clear"), 0),
            (("staging", "move"), 0),
        ),
    ],
)
def test_what_comes_between_two_steps_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, step: tuple[str, str], at: int, exchange: bool
) -> None:
    """In its place, or where the message says; and of the sets one is whole in its place, unless somebody took that."""
    target = tmp_path / "set"
    write(target, "one")

    def shove() -> None:
        for place in (target, tmp_path / ".set.old"):  # or by a handle: from a terminal that stands in the old folder
            with contextlib.suppress(OSError):
                SHOVES[kind](place)
                return

    said = ""
    with monkeypatch.context() as patch:
        if not exchange:
            patch.setattr(machine, "_call", lambda: None)
        shoved(patch, {"folder": sinks, "staging": staging}[step[0]], step[1], at, shove)
        try:
            write(target, "two")
        except InputError as problem:
            said = str(problem)
    found = everything(tmp_path)
    kept = [path for path, content in found.items() if content in (MINE, b"eno")]
    if kept:  # else there was nothing to do it to
        assert all(path.startswith("set/") or f"{path.partition('/')[0]}'" in said for path in kept), (kept, said)
    if "something was put there" in said or "folder of one's own" in kind:
        return
    rest = tmp_path / "rest"
    target.rename(rest)
    for path in kept:
        if path.startswith("set/"):
            (rest / path.removeprefix("set/")).unlink()
    held = {path.relative_to(rest).as_posix(): path.read_bytes() for path in rest.rglob("*") if path.is_file()}
    assert any(
        held.items() <= {**files_of(w), "manifest.json": manifest_of(files_of(w))}.items() for w in ("one", "two")
    )
    assert len(held) >= 4 - len(kept)


@pytest.mark.parametrize(("exchange", "step"), [(True, "exchange"), (False, "move")])
def test_what_comes_at_the_last_moment_is_put_back_with_its_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool, step: str
) -> None:
    """After the last look at the set in its place, and before it is out of everybody's reach: nothing was changed."""
    target = tmp_path / "set"
    write(target, "one")
    if not exchange:
        monkeypatch.setattr(machine, "_call", lambda: None)
    shoved(monkeypatch, sinks, step, 0, lambda: edit(target / "stl/mine.txt"))
    with pytest.raises(InputError, match=r"holds 'stl/mine\.txt', which is not in a manifest of its own; it was left"):
        write(target, "two")
    assert (target / "stl/mine.txt").read_bytes() == MINE
    (target / "stl/mine.txt").unlink()
    assert is_set(target, "one")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_something_in_the_place_of_a_set_that_is_moved_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "set"
    write(target, "one")
    monkeypatch.setattr(machine, "_call", lambda: None)
    shoved(monkeypatch, sinks, "put_new", 0, lambda: (target.mkdir(), edit(target / "mine")))
    with pytest.raises(InputError, match=r"something was put there .* what was there before is now '.*/set\.old'"):
        write(target, "two")
    assert is_set(tmp_path / "set.old", "one")
    assert everything(target) == {"mine": MINE}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set", "set.old"]


def test_a_set_that_changes_when_the_new_one_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "set"
    write(target, "one")
    shoved(monkeypatch, sinks, "remove_replaced", 0, lambda: edit(tmp_path / ".set.old/README.md"))
    with pytest.raises(InputError, match=r"the new set is in its place; .* kept in '.*/set\.old'"):
        write(target, "two")
    assert is_set(target, "two")
    assert (tmp_path / "set.old/README.md").read_bytes() == MINE


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize(("step", "at"), [("move", 0), ("exchange", 0)])
def test_an_archive_that_comes_at_the_last_moment_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int, exchange: bool
) -> None:
    target = tmp_path / "set.zip"
    write(target, "one")
    if not exchange:
        monkeypatch.setattr(machine, "_call", lambda: None)
    shoved(monkeypatch, files, step, at, lambda: edit(target))
    with pytest.raises(InputError, match=r"is not an archive of a set; it was left alone"):
        write(target, "two")
    assert everything(tmp_path) == {"set.zip": MINE}


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_what_comes_where_nothing_was_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    target = tmp_path / name
    shoved(monkeypatch, staging, "move", 0, lambda: edit(target))
    with pytest.raises(InputError, match="something was put there meanwhile, and was left alone"):
        write(target, "one")
    assert everything(tmp_path) == {name: MINE}


@pytest.mark.parametrize("name", ["set", "set.zip", "file.pdf"])
def test_what_is_written_by_a_handle_at_the_very_end_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """When the old file was looked at for the last time, and before it is gone."""
    target = tmp_path / name
    made = write if name != "file.pdf" else lambda path, word: put(path, f"ours, {word}".encode(), is_ours, "of ours")
    made(target, "one")
    held = open(target / "README.md" if name == "set" else target, "r+b", buffering=0)  # noqa: SIM115
    real = os.unlink

    def late(path: Path) -> None:
        if os.path.samestat(os.fstat(held.fileno()), os.lstat(path)):
            held.write(MINE)
        real(path)

    monkeypatch.setattr(os, "unlink", late)
    with held, pytest.raises(InputError, match=r"is in its place; .* was kept (in|as) '.*/(set|file)\.old"):
        made(target, "two")
    (kept,) = (path for path in tmp_path.rglob("*") if ".old" in str(path) and path.is_file() and path.name != MANIFEST)
    assert kept.read_bytes().startswith(MINE)
    if name == "set":
        assert is_set(target, "two")


# --- manifests that no run of ours wrote


@pytest.mark.parametrize("seal", [False, True])
def test_a_forged_manifest_takes_nothing_away(tmp_path: Path, seal: bool) -> None:
    """Though it has the right hash of every file."""
    for path in ("Documents/thesis.odt", "thesis.odt", "source.odt", ".ssh/id", "stl/../thesis.odt"):
        home = tmp_path / "home"
        (home / "stl").mkdir(parents=True)
        (home / path).parent.mkdir(exist_ok=True)
        edit(home / path)
        forged = manifest_of({path: MINE})
        assert read_manifest(forged) is None
        if not seal:
            forged = forged.replace(b"seal", b"soul")
        edit(home / "manifest.json", forged)
        (home / "stl").exists() and not any((home / "stl").iterdir()) and (home / "stl").rmdir()
        before = everything(home)
        with pytest.raises(InputError, match=r"holds 'manifest\.json'"):
            write(home, "two")
        assert everything(home) == before
        home.rename(tmp_path / f"done-{path.replace('/', '-')}")


BELIEVED = manifest_of({"svg/a.svg": b"a"})
WRONG: dict[str, Callable[[bytes], bytes]] = {
    "no seal": lambda m: m.replace(b'"seal"', b'"soul"'),
    "another seal": lambda m: m[:-68] + (b"0" if m[-68:-67] != b"0" else b"1") + m[-67:],
    "a hash that is none": lambda m: resealed(m, b'"sha256": "', b'"sha256": "x'),
    "a size that is none": lambda m: resealed(m, b'"bytes": 1', b'"bytes": -1'),
    "a game that is none": lambda m: resealed(m, b'"g"', b"7"),
    "no formats": lambda m: resealed(m, b'"formats"', b'"sorts"'),
    "a file of no format": lambda m: resealed(m, b'"svg/a.svg"', b'"mine/a.svg"'),
    "a file twice": lambda m: resealed(m, b'"files": [', b'"files": [{"path": "svg/a.svg", "sha256": "", "bytes": 0},'),
    "files that are none": lambda m: resealed(m, b'"files": [', b'"files": [3, '),
    "a size without end": lambda m: resealed(m, b'"bytes": 1', b'"bytes": 1e999'),
    "no game": lambda m: resealed(m, b'"game"', b'"name"'),
    "no object": lambda m: resealed(m, m[: m.index(b'"seal"')], b"[1,\n 2\n}\n"),
}


def resealed(manifest: bytes, old: bytes, new: bytes) -> bytes:
    body = manifest[: manifest.rindex(b',\n "seal"')] + b"\n}\n"
    changed = body.replace(old, new) if old in body else new
    assert changed != body
    return seal(changed)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_manifest_is_believed_only_as_a_run_writes_it(wrong: str) -> None:
    assert set(read_manifest(BELIEVED) or ()) == {"svg/a.svg", "manifest.json"}
    assert read_manifest(WRONG[wrong](BELIEVED)) is None


def test_only_an_object_on_several_lines_can_be_sealed() -> None:
    with pytest.raises(ValueError, match="several lines"):
        seal(b"{}\n")


# --- sets in sets


def test_a_set_is_not_put_into_a_set(here: Path) -> None:
    write(Path("set"), "one")
    before = everything(here)
    for target in ("set/x", "set/stl/x", "set/stl/deep/er/x", "set/x.zip"):
        with pytest.raises(InputError, match=r"lies within the set '.*/set', .* name a folder outside it"):
            write(Path(target), "two")
        result = invoke(*SHEETS, "-o", target, code=2)
        assert "lies within the set" in result.stderr
    for words in (("make", "all", "-o", "set"), ("new", "game", "mine", "-o", "set/mine")):
        result = invoke(*words)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        assert "lies within the set" in result.stderr
    assert everything(here) == before


def test_what_is_no_set_may_hold_one_and_a_changed_set_may_not(here: Path) -> None:
    Path("site").mkdir()
    for number, held in enumerate((b'{"name": "an app"}', b"[]", b"", b'{"game": 1, "files": []}')):
        edit(Path("site/manifest.json"), held)
        write(Path(f"site/{number}"), "one")
    write(Path("set"), "one")
    edit(Path("set/manifest.json"), Path("set/manifest.json").read_bytes().replace(b"seal", b"soul"))
    with pytest.raises(InputError, match="lies within the set"):
        write(Path("set/x"), "two")


def test_a_set_that_comes_to_lie_around_another_or_within_it(tmp_path: Path) -> None:
    def around(target: Path) -> None:
        write_by_hand(tmp_path / "a", "around")

    with pytest.raises(InputError, match=r"b': lies within the set"):
        write(tmp_path / "a/b", "two", around)
    assert is_set(tmp_path / "a", "around")
    write(tmp_path / "set", "one")
    with pytest.raises(InputError, match=r"set': holds 'stl/other', which is not"):
        write(tmp_path / "set", "two", lambda target: write_by_hand(target / "stl/other", "within"))
    assert is_set(tmp_path / "set/stl/other", "within")


def test_of_all_games_none_is_made_if_one_has_no_place(here: Path) -> None:
    Path("sets/quomino").mkdir(parents=True)
    edit(Path("sets/quomino/mine"))
    result = invoke("make", "all", "-o", "sets")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "output 'sets/quomino': holds 'mine'" in result.stderr
    assert everything(here / "sets") == {"quomino": stat.S_IFDIR, "quomino/mine": MINE}


def test_the_home_folder_is_no_place(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = here / "users/me"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for target in (home, home.parent):
        with pytest.raises(InputError, match="is the home folder or holds it"):
            write(target, "one", replace=True)
