"""What a run replaces is its own, to the byte: what anybody has put there or changed, at any moment, is kept."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from called import invoke, manifest_of, tree

from quasiprint.model.errors import InputError
from quasiprint.storage import folder, naming, ownership, staging, swapping
from quasiprint.storage.archive import placed_archive
from quasiprint.storage.file import put
from quasiprint.storage.folder import placed
from quasiprint.storage.naming import moved, put_aside
from quasiprint.storage.ownership import listed, sealed

Do = Callable[[Path], object]
MINE = b"years of work"
MANIFEST = "manifest.json"
SHEETS = ("make", "quasimino", "--format", "svg", "--colours", "1")


def files_of(word: str) -> dict[str, bytes]:
    return {"README.md": f"of {word}".encode(), "stl/a.stl": word.encode(), "stl/b.stl": word.encode()}


def write(target: Path, word: str, meanwhile: Do = lambda _: None, **how: object) -> None:
    """Make a set of one word. meanwhile: what somebody does to the target when all is written."""
    place = placed_archive if target.suffix == ".zip" else placed
    with place(target, **how) as stage:  # type: ignore[arg-type]
        for path, content in files_of(word).items():
            stage.write(path, content)
        stage.write("manifest.json", manifest_of(files_of(word)))
        meanwhile(target)


def is_set(target: Path, word: str) -> bool:
    held = {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()}
    return held == {**files_of(word), "manifest.json": manifest_of(files_of(word))}


def everything(place: Path) -> dict[str, object]:
    """What lies below a folder: of a file its bytes, of anything else its kind."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes() if path.is_file() else stat.S_IFMT(path.lstat().st_mode)
        for path in sorted(place.rglob("*"))
    }


def edit(path: Path, content: bytes = MINE) -> None:
    path.write_bytes(content)


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


def write_by_hand(target: Path, word: str) -> None:
    for path, content in {**files_of(word), "manifest.json": manifest_of(files_of(word))}.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)


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


def shoved(monkeypatch: pytest.MonkeyPatch, module: object, step: str, at: int, do: Callable[[], object]) -> list[int]:
    """Let somebody do something just before a step of the swap is taken for the `at`-th time."""
    real, taken = getattr(module, step), []

    def stepped(*given: object) -> object:
        if len(taken) == at:
            with contextlib.suppress(OSError):
                do()
        taken.append(0)
        return real(*given)

    monkeypatch.setattr(module, step, stepped)
    return taken


@pytest.mark.parametrize("kind", SHOVES)
@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize(
    ("step", "at"),
    [
        *((("folder", "moved"), at) for at in range(3)),
        *((("folder", "exchanged"), at) for at in range(2)),
        *((("folder", "look"), at) for at in (1, 2)),
        *((("folder", "gone"), 0), (("staging", "look"), 0), (("staging", "cleared"), 0), (("staging", "moved"), 0)),
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
            patch.setattr(naming, "_call", lambda: None)
        shoved(patch, {"folder": folder, "staging": staging}[step[0]], step[1], at, shove)
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


def test_something_in_the_place_of_a_set_that_is_moved_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "set"
    write(target, "one")
    monkeypatch.setattr(naming, "_call", lambda: None)
    shoved(monkeypatch, folder, "put_new", 0, lambda: (target.mkdir(), edit(target / "mine")))
    with pytest.raises(InputError, match=r"something was put there .* what was there before is now '.*/set\.old'"):
        write(target, "two")
    assert is_set(tmp_path / "set.old", "one")
    assert everything(target) == {"mine": MINE}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set", "set.old"]


def test_a_set_that_changes_when_the_new_one_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "set"
    write(target, "one")
    shoved(monkeypatch, folder, "gone", 0, lambda: edit(tmp_path / ".set.old/README.md"))
    with pytest.raises(InputError, match=r"the new set is in its place; .* kept in '.*/set\.old'"):
        write(target, "two")
    assert is_set(target, "two")
    assert (tmp_path / "set.old/README.md").read_bytes() == MINE


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize(("step", "at"), [("moved", 0), ("exchanged", 0)])
def test_an_archive_that_comes_at_the_last_moment_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int, exchange: bool
) -> None:
    target = tmp_path / "set.zip"
    write(target, "one")
    if not exchange:
        monkeypatch.setattr(naming, "_call", lambda: None)
    shoved(monkeypatch, swapping, step, at, lambda: edit(target))
    with pytest.raises(InputError, match=r"is no archive of a set; it was left alone"):
        write(target, "two")
    assert everything(tmp_path) == {"set.zip": MINE}


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_what_comes_where_nothing_was_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    target = tmp_path / name
    shoved(monkeypatch, staging, "moved", 0, lambda: edit(target))
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
        assert listed(forged) is None
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
    return sealed(changed)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_manifest_is_believed_only_as_a_run_writes_it(wrong: str) -> None:
    assert set(listed(BELIEVED) or ()) == {"svg/a.svg", "manifest.json"}
    assert listed(WRONG[wrong](BELIEVED)) is None


def test_only_an_object_on_several_lines_can_be_sealed() -> None:
    with pytest.raises(ValueError, match="several lines"):
        sealed(b"{}\n")


# --- sets in sets


def test_a_set_is_not_put_into_a_set(here: Path) -> None:
    write(Path("set"), "one")
    before = everything(here)
    for target in ("set/x", "set/stl/x", "set/stl/deep/er/x", "set/x.zip"):
        with pytest.raises(InputError, match=r"lies within the set '.*/set', .* name a folder outside it"):
            write(Path(target), "two")
        result = invoke(*SHEETS, "-o", target)
        assert result.exit_code == 2
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
        refused = invoke(*SHEETS, "-o", target)
        assert refused.exit_code == 2
        assert "--replace puts it aside" in refused.stderr
        result = invoke(*SHEETS, "-o", target, "--replace")
        assert result.exit_code == 0, result.output
        assert f"warning: output '{target}': what was there is now" in result.stderr
        assert f"/{kept}'" in result.stderr
        assert (tree(Path(kept)) or Path(kept).read_bytes()) == before
        assert invoke("verify", target).exit_code == 0
    assert sorted(path.name for path in here.iterdir()) == ["set", "set.old", "set.old.zip", "set.zip"]


def test_a_link_stays_and_what_it_names_is_put_aside(here: Path) -> None:
    write(Path("real"), "one")
    Path("link").symlink_to("real")
    write(Path("link"), "two", replace=True)
    assert Path("link").is_symlink() and is_set(Path("link"), "two") and is_set(Path("real.old"), "one")


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_a_run_that_fails_puts_nothing_aside(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    write(Path(name), "one")
    before = everything(here)
    with pytest.raises(RuntimeError), placed(Path(name), replace=True):
        raise RuntimeError
    assert everything(here) == before
    real = moved

    def full(old: Path, new: Path) -> None:
        if new.name == name and ".old" not in old.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(old, new)

    monkeypatch.setattr(naming, "_call", lambda: None)
    for module in (folder, staging, swapping):
        monkeypatch.setattr(module, "moved", full)
    with pytest.raises(InputError, match="the disk is full; nothing was changed"):
        write(Path(name), "two", replace=True)
    assert everything(here) == before


@pytest.mark.parametrize("system", ["flags", "none", "no links"])
def test_a_name_that_is_taken_is_never_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """With the system's own call, and without it."""
    if system != "flags":
        monkeypatch.setattr(naming, "_call", lambda: None)
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
                moved(tmp_path / old, tmp_path / new)
                assert (old, new) == ("folder", "empty") and system == "none"
            assert (tmp_path / old).exists()
            removed = tmp_path / new
            assert removed.read_bytes() == b"theirs" if new == "taken" else not any(removed.iterdir())
            removed.unlink() if new == "taken" else removed.rmdir()
        assert put_aside(tmp_path / old).name == f"{old}.old"
        assert not (tmp_path / old).exists()
    assert (tmp_path / "file.old").read_bytes() == (tmp_path / "folder.old/mine").read_bytes() == MINE


def test_without_the_systems_calls_all_goes_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "_call", lambda: None)
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
        placed(tmp_path / "set") as stage,
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
            with placed(target) as stage:
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
    with pytest.raises(RuntimeError), placed(tmp_path / "set") as stage:
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
    with pytest.raises(RuntimeError), placed(tmp_path / "set"):
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


def is_ours(content: bytes) -> bool:
    return content.startswith(b"ours")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "file.pdf").write_bytes(b"ours, old")
    yield tmp_path / "file.pdf"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize("step", ["moved", "exchanged", "os.unlink"])
def test_a_file_that_comes_at_the_last_moment_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool, step: str
) -> None:
    if not exchange:
        monkeypatch.setattr(naming, "_call", lambda: None)
    shoved(monkeypatch, swapping, step.removeprefix("os."), 0, lambda: edit(file)) if step != "os.unlink" else None
    if step == "os.unlink":
        put(file, b"ours, new", is_ours, "one of ours")
        assert file.read_bytes() == b"ours, new"
        return
    with pytest.raises(InputError, match="holds something other than one of ours, and was left alone"):
        put(file, b"ours, new", is_ours, "one of ours")
    assert everything(file.parent) == {"file.pdf": MINE}


def test_a_file_that_comes_where_none_was_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quasiprint.storage import file as module

    file.unlink()
    shoved(monkeypatch, module, "moved", 0, lambda: edit(file))
    with pytest.raises(InputError, match="something was put there meanwhile"):
        put(file, b"ours, new", is_ours, "one of ours")
    assert everything(file.parent) == {"file.pdf": MINE}


def test_a_file_that_comes_when_another_is_put_back_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody saves while the file is looked at again, and saves once more."""
    edit(file, b"ours, old")
    shoved(monkeypatch, swapping, "exchanged", 0, lambda: edit(file))

    def save() -> None:
        edit(file.with_name("saved"), b"saved once more")
        os.replace(file.with_name("saved"), file)

    shoved(monkeypatch, swapping, "exchanged", 1, save)
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
