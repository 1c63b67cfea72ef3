"""A set as one ZIP archive: the same bytes, all or nothing, read back; and archives that are none of a set."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from archives import contents, encrypted, overlapping, put, said_to_hold, twice, zipped
from called import invoke, kept, manifest_of, refused, tree
from conftest import Run

from quasiprint.disk.archive import MOST_TIMES, place_archive
from quasiprint.disk.sinks import open_set
from quasiprint.make.make import jobs_of

SMALL = ("make", "triomino", "--highest", "0", "--format", "svg,dxf")
TWO_JOBS = (*SMALL[:-1], "svg,stl")  # of which each begins a process
MIB = 1 << 20


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a small set holds, made as a folder."""
    folder = tmp_path_factory.mktemp("folder") / "set"
    assert invoke(*SMALL, "-o", folder).exit_code == 0
    return kept(folder)


@pytest.fixture
def packed(tmp_path: Path, files: dict[str, bytes]) -> Path:
    """The same set, made as an archive."""
    target = tmp_path / "set.zip"
    with place_archive(target) as stage:
        for path, content in files.items():
            stage.write(path, content)
    return target


# --- writing ------------------------------------------------------------------------------------


def test_an_archive_has_the_files_of_the_folder_and_the_same_bytes_each_time(quasiprint: Run, tmp_path: Path) -> None:
    assert len(jobs_of(TWO_JOBS[-1].split(","))) == 2
    assert invoke(*TWO_JOBS, "-o", tmp_path / "set").exit_code == 0
    files = {p.relative_to(tmp_path / "set").as_posix(): p.read_bytes() for p in (tmp_path / "set").rglob("*.*")}
    made = []
    for name, jobs, seed in (("a.zip", 1, "0"), ("sub/b.ZIP", 2, "random")):
        told = {"PYTHONHASHSEED": seed, "TZ": "UTC-9"}
        result = quasiprint(*TWO_JOBS, "-o", tmp_path / name, "--jobs", jobs, env=told)
        assert result.returncode == 0, result.stderr
        assert f"{name}: 1 piece," in result.stdout
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert contents(tmp_path / "a.zip") == files
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == sorted(files)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    made_here = {path for path in tree(tmp_path) if not path.startswith("set/")}
    assert made_here == {"a.zip", "sub/b.ZIP"}


def test_an_archive_is_replaced_by_another_set_of_ours(packed: Path, files: dict[str, bytes]) -> None:
    invoke(*SMALL, "-o", packed, "--thickness", 5, code=0)
    now = contents(packed)
    assert set(now) == set(files)
    assert now["manifest.json"] != files["manifest.json"]
    assert [path.name for path in packed.parent.iterdir()] == ["set.zip"]


def test_a_link_stays_and_the_archive_that_it_names_is_replaced(packed: Path) -> None:
    link = packed.parent / "link.zip"
    link.symlink_to("set.zip")
    before = packed.read_bytes()
    assert invoke(*SMALL, "-o", link, "--thickness", 5).exit_code == 0
    assert link.is_symlink()
    assert packed.read_bytes() != before
    assert invoke("verify", link).exit_code == 0


def rewritten(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    held = contents(path)
    change(held)
    path.write_bytes(zipped(held))


def listing(files: dict[str, bytes]) -> bytes:
    return manifest_of(files, "x")


SVG = "svg/sheet-1.svg"
OTHERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pictures": (lambda p: p.write_bytes(zipped({"beach.jpg": b"x"})), "holds no manifest of its own"),
    "one file more": (lambda p: rewritten(p, lambda h: h.update(mine=b"x")), "holds 'mine', which is not in a mani"),
    "a folder more": (lambda p: rewritten(p, lambda h: h.update({"mine/": b""})), "holds 'mine/', which is not in"),
    "a file twice": (lambda p: p.write_bytes(twice(contents(p), "README.md")), "is not an archive of a set"),
    "something before it": (lambda p: p.write_bytes(b"#!/bin/sh\n" + p.read_bytes()), "holds more than an archive"),
    "a file changed": (
        lambda p: rewritten(p, lambda h: h.update({SVG: h[SVG] + b" "})),
        f"holds {SVG!r}, which was cha",
    ),
    "the manifest changed": (
        lambda p: rewritten(p, lambda h: h.update({"manifest.json": h["manifest.json"].replace(b"a", b"b", 1)})),
        "holds 'manifest.json', which was changed",
    ),
    "no manifest": (lambda p: rewritten(p, lambda h: h.pop("manifest.json")), "holds no manifest of its own"),
    "a manifest of somebody else": (
        lambda p: rewritten(p, lambda h: h.update({"manifest.json": b'{"name": "an app", "files": []}'})),
        "holds 'manifest.json', which was changed, or written by an older version or another program",
    ),
    "an encrypted one": (lambda p: p.write_bytes(encrypted(p.read_bytes())), "is not an archive of a set"),
    "one that would unpack to gigabytes": (
        lambda p: p.write_bytes(said_to_hold(p.read_bytes(), 1 << 31)),
        "is not an archive of a set",
    ),
    "half of one": (lambda p: p.write_bytes(p.read_bytes()[:5000]), "is not an archive of a set"),
    "no archive": (lambda p: p.write_bytes(b"mine"), "is not an archive of a set"),
    "nothing": (lambda p: p.write_bytes(b""), "is not an archive of a set"),
    "a folder": (lambda p: (p.unlink(), p.mkdir()), "is not an ordinary file"),
    "a pipe": (lambda p: (p.unlink(), os.mkfifo(p)), "is not an ordinary file"),
    "a link to nowhere": (lambda p: (p.unlink(), p.symlink_to("/dev/null")), "is not an ordinary file"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_what_is_no_archive_of_a_set_is_left_alone(packed: Path, other: str) -> None:
    change, said = OTHERS[other]
    change(packed)
    before = tree(packed.parent)
    result = invoke(*SMALL, "-o", packed)
    refused(result, said)
    assert "it was left alone" in result.stderr
    assert tree(packed.parent) == before


def test_an_archive_that_may_not_be_written_is_left_alone(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = packed.read_bytes(), os.access
    # root may write anywhere
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and real(path, mode))
    refused(invoke(*SMALL, "-o", packed, "--thickness", 5), "may not be written; it was left alone")
    assert packed.read_bytes() == before


def test_what_somebody_puts_there_meanwhile_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "set.zip"
    with (
        pytest.raises(ValueError, match="is not an archive of a set; it was left alone"),
        place_archive(target) as stage,
    ):
        stage.write("manifest.json", listing({}))
        target.write_bytes(b"mine")
    assert tree(tmp_path) == {"set.zip": tree(tmp_path)["set.zip"]}
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("problem", [KeyboardInterrupt, RuntimeError])
def test_an_error_leaves_the_archive_as_it_was(packed: Path, problem: type[BaseException]) -> None:
    before = tree(packed.parent)
    for target in (packed, packed.parent / "new/deep/set.zip"):
        with pytest.raises(problem), place_archive(target) as stage:
            stage.write("manifest.json", listing({}))
            raise problem
    assert tree(packed.parent) == before
    assert not (packed.parent / "new").exists()


def test_a_failed_check_leaves_the_archive_as_it_was(packed: Path, tmp_path: Path) -> None:
    before = packed.read_bytes()
    board = "+--+--+--+\n|     |  |\n+  +--+  +\n|  |     |\n+--+  +  +\n|     |  |\n+--+--+--+\n"
    (tmp_path / "b.txt").write_text(board)
    invoke("make", "majomino", "--board", tmp_path / "b.txt", "--format", "txt", "-o", packed, code=1)
    assert packed.read_bytes() == before


def test_a_full_disk_is_named_and_the_archive_is_as_it_was(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(packed.parent)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for place in ("quasiprint.disk.staging.Stage.write", "quasiprint.disk.archive.write_archive"):
        with monkeypatch.context() as patch:
            patch.setattr(place, full)
            refused(invoke(*SMALL, "-o", packed, "--thickness", 5), "the disk is full; nothing was changed")
        assert tree(packed.parent) == before


# --- reading back -------------------------------------------------------------------------------


def test_an_archive_verifies(packed: Path, files: dict[str, bytes]) -> None:
    before = tree(packed.parent)
    result = invoke("verify", packed, "--json", code=0)
    said = json.loads(result.stdout)
    assert (said["verified"], said["pieces"], said["files"], said["findings"]) == (True, 1, len(files) - 1, [])
    assert tree(packed.parent) == before  # nothing is unpacked


def test_an_archive_of_solids_verifies(tmp_path: Path) -> None:
    invoke("make", "triomino", "--highest", 0, "--format", "stl,3mf,step", "-o", tmp_path / "set.zip", code=0)
    folders = {name.partition("/")[0] for name in contents(tmp_path / "set.zip")}
    assert folders >= {"stl", "3mf", "step"}
    invoke("verify", tmp_path / "set.zip", code=0)


def test_an_archive_that_was_packed_by_hand_verifies(packed: Path, files: dict[str, bytes]) -> None:
    packed.write_bytes(zipped({**files, "svg/": b"", "dxf/": b""}, {SVG: zipfile.ZIP_STORED}))
    assert invoke("verify", packed).exit_code == 0


def scratched(path: Path) -> None:
    """Change a byte of a file in the archive, where it is packed."""
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo(SVG)
    data[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0xFF
    path.write_bytes(data)


def locked(path: Path) -> None:
    """Say of a file in the archive, in both places, that it is encrypted."""
    data = encrypted(path.read_bytes(), SVG)
    at = data.index(SVG.encode()) - 30
    path.write_bytes(data[: at + 6] + b"\1" + data[at + 7 :])


DAMAGE: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "a file changed": (lambda p: rewritten(p, lambda h: h.update({SVG: h[SVG] + b" "})), {"hash-differs"}),
    "a file gone": (lambda p: rewritten(p, lambda h: h.pop(SVG)), {"file-missing"}),
    "a file more": (lambda p: rewritten(p, lambda h: h.update({"svg/mine.svg": b"x"})), {"file-unlisted"}),
    "a byte scratched": (scratched, {"file-unreadable"}),
    "a file encrypted": (locked, {"file-unreadable"}),
    "a file packed as no set's is": (
        lambda p: p.write_bytes(zipped(contents(p), {SVG: zipfile.ZIP_BZIP2})),
        {"file-unreadable"},
    ),
    "names that lead out": (
        lambda p: rewritten(p, lambda h: h.update({"../evil": b"x", str(p.parent / "evil"): b"x", "C:\\evil": b"x"})),
        {"file-unlisted"},
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_in_an_archive_is_found(packed: Path, damage: str) -> None:
    change, codes = DAMAGE[damage]
    change(packed)
    before = tree(packed.parent)
    result = invoke("verify", packed, "--by", "pieces", "--json", code=1)
    assert codes <= {finding["code"] for finding in json.loads(result.stdout)["findings"]}
    assert tree(packed.parent) == before


def test_a_manifest_that_lists_names_that_lead_out_is_wrong(packed: Path) -> None:
    held = contents(packed)
    told = json.loads(held["manifest.json"])
    told["files"].append({"path": "../evil", "sha256": "", "bytes": 1})
    packed.write_bytes(zipped({**held, "../evil": b"x", "manifest.json": json.dumps(told).encode()}))
    result = invoke("verify", packed, "--by", "pieces", "--json", code=1)
    found = {(finding["code"], finding["message"]) for finding in json.loads(result.stdout)["findings"]}
    assert ("manifest-wrong", "it lists '../evil', allowed are paths within the set") in found


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes]], bytes], str]] = {
    "a bomb": (lambda h: zipped({**h, "svg/a": bytes(200 * MIB)}), "would unpack to"),
    "one stream under many names": (lambda h: overlapping(h, 8 * MIB, 500), "lists more bytes than it has"),
    "what says that it is gigabytes": (lambda h: said_to_hold(zipped(h), 1 << 31), "would unpack to"),
    "a name twice": (lambda h: twice(h, "README.md"), "two files of one name"),
    "the manifest twice": (lambda h: twice(h, "manifest.json"), "two files of one name"),
    "an encrypted one": (lambda h: encrypted(zipped(h)), "its manifest.json is not a file that can be read"),
    "packed as no set is": (
        lambda h: zipped(h, {"manifest.json": zipfile.ZIP_LZMA}),
        "its manifest.json is not a file that can be read",
    ),
    "names of nothing": (lambda h: put(zipped(h), b"PK\1\2", 46, b"\0"), "two files of one name"),
    "a name of nothing": (lambda _: zipped({"a": b""}).replace(b"a", b"\0"), "holds no manifest.json"),
    "half of one": (lambda h: zipped(h)[:9000], "is no folder"),
    "without its middle": (lambda h: zipped(h)[:9000] + zipped(h)[-900:], "lists more bytes than it has"),
    "no set": (lambda h: zipped({"beach.jpg": b"x"}), "holds no manifest.json"),
    "empty": (lambda h: zipped({}), "holds no manifest.json"),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_archive_is_refused_in_one_line(hostile: str, tmp_path: Path, files: dict[str, bytes]) -> None:
    make, said = HOSTILE[hostile]
    (tmp_path / "set.zip").write_bytes(make(files))
    begun = time.process_time()
    refused(invoke("verify", tmp_path / "set.zip"), said)
    assert time.process_time() - begun < 5
    assert sorted(tree(tmp_path)) == ["set.zip"]


def test_no_more_is_unpacked_than_an_entry_says(tmp_path: Path) -> None:
    """Whatever the packed bytes would give."""
    honest = zipped({"manifest.json": bytes(50 * MIB)})
    (tmp_path / "a.zip").write_bytes(said_to_hold(honest, 10))
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from quasiprint.disk.sinks import open_set\n"
        "held = open_set(Path(sys.argv[1]))\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "found = held.read('manifest.json')\n"
        "print(found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "a.zip"], capture_output=True, text=True, timeout=60, check=True
    )
    found, grown = result.stdout.split()
    assert found == "None"  # its sum is another's
    assert int(grown) < 20 * 1024  # KiB


@pytest.mark.thorough
def test_no_set_comes_near_to_what_is_taken_for_a_bomb(tmp_path: Path, whole: Callable[[str], Path]) -> None:
    folder = whole("quasimino")
    target = tmp_path / "set.zip"
    with place_archive(target) as stage:
        for path in folder.rglob("*"):
            if path.is_file():
                stage.write(path.relative_to(folder).as_posix(), path.read_bytes())
    with zipfile.ZipFile(target) as archive:
        times = max(entry.file_size / entry.compress_size for entry in archive.infolist())
    assert 1 < times < MOST_TIMES / 5
    assert set(open_set(target).paths()) == set(tree(folder))
