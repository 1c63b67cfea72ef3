"""The proof by bytes: a set is made again in memory, and every file must be the same; and what that is not asked of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import start_page
from called import invoke
from faults_flat import PDF_FAULTS

import quasiprint
from quasiprint.disk.ownership import seal
from quasiprint.errors import InputError
from quasiprint.make.verify import Verdict
from quasiprint.version import __version__

Files = dict[str, bytes]
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def files() -> Files:
    return quasiprint.design("triomino", highest=0).files(formats=("stl", "3mf", "svg", "dxf", "pdf", "obj"))


@pytest.fixture(scope="module")
def bookless() -> Files:
    """The same set without its books, which take longest to make again: for what is the same of every file."""
    return quasiprint.design("triomino", highest=0).files(formats=("stl", "3mf", "svg", "dxf", "obj"))


def told(files: Files) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(files["manifest.json"])
    return held


def mended(files: Files, change: Change = lambda _: None) -> Files:
    """Return files whose manifest has true sizes and hashes and a true seal, and is changed."""
    document = told(files)
    for entry in document["files"]:
        if entry["path"] in files:
            content = files[entry["path"]]
            entry.update(sha256=hashlib.sha256(content).hexdigest(), bytes=len(content))
    change(document)
    document.pop("seal")
    return files | {"manifest.json": seal((json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())}


def said(verdict: Verdict) -> list[tuple[str, str]]:
    return [(finding.code, finding.subject) for finding in verdict.findings]


def changed(files: Files, places: Iterable[str]) -> Files:
    """Return files with another bit in the middle of some."""
    return files | {
        path: (c := files[path])[: len(c) // 2] + bytes([c[len(c) // 2] ^ 1]) + c[len(c) // 2 + 1 :] for path in places
    }


def test_a_set_is_what_this_program_makes_and_one_bit_of_any_file_is_seen(files: Files) -> None:
    """Of a book, a page to read and a form, too, which have no reader. Each is compared by itself."""
    verdict = quasiprint.verify(files, by="bytes")
    assert (verdict.outcome, verdict.verified, verdict.pieces, verdict.findings) == ("proved", True, 1, [])
    assert verdict.same == verdict.compared == len(files)
    assert mended(files) == files
    others = files.keys() - {"manifest.json"}
    verdict = quasiprint.verify(mended(changed(files, others)), by="bytes")
    # the hashes of the manifest are mended, so that it differs, too
    assert sorted(said(verdict)) == sorted(("bytes-differ", path) for path in files)
    assert (verdict.compared, verdict.same, verdict.outcome) == (len(files), 0, "wrong")


OTHERWISE: dict[str, Change] = {
    "pieces": lambda document: document["pieces"][0].update(name="other"),
    "accessories": lambda document: document["accessories"].append({"id": "rack", "kind": "rack", "count": 1}),
    "findings": lambda document: document["findings"].append({"code": "x", "severity": "error", "subject": ""}),
    "no libraries": lambda document: document["libraries"].clear(),  # one that is not recorded is no other one
    "bill": lambda document: document["bill"].clear(),
    "parameters": lambda document: document["parameters"].update(highest=1),
    "extra": lambda document: document.update(extra=1),
    **{f"version {version}": lambda document, version=version: document.update(version=version)
       for version in ("0.1.0", "0.1.9", "0.2.0rc1", "99.0.0", "", None, 2, "x")},  # never released
}  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("otherwise", OTHERWISE)
def test_what_a_manifest_says_otherwise_is_not_proved(bookless: Files, otherwise: str) -> None:
    verdict = quasiprint.verify(mended(bookless, OTHERWISE[otherwise]))
    assert verdict.outcome == "wrong"
    if otherwise == "no libraries":
        assert said(verdict) == [("bytes-differ", "manifest.json")]
    if otherwise.startswith("version"):
        assert ("manifest-wrong", "manifest.json") in said(verdict)


def test_a_file_too_few_and_one_too_many_are_seen(bookless: Files) -> None:
    path = "dxf/sheet-1.dxf"
    fewer = {name: content for name, content in bookless.items() if name != path}

    def without(document: dict[str, Any]) -> None:
        document["files"] = [entry for entry in document["files"] if entry["path"] != path]

    verdict = quasiprint.verify(mended(fewer, without), by="bytes")
    assert said(verdict) == [("file-missing", path), ("bytes-differ", "manifest.json")]

    def more(document: dict[str, Any]) -> None:
        entry = {"path": "dxf/more.dxf", "sha256": hashlib.sha256(b"a").hexdigest(), "bytes": 1}
        document["files"] = sorted([*document["files"], entry], key=lambda entry: entry["path"])

    verdict = quasiprint.verify(mended(bookless | {"dxf/more.dxf": b"a"}, more), by="bytes")
    assert said(verdict) == [("bytes-differ", "manifest.json"), ("file-unlisted", "dxf/more.dxf")]


def test_other_libraries_are_told_and_their_formats_are_read_back_alone(bookless: Files) -> None:
    """Of STL, 3MF and OBJ, and of the page that holds their bodies, other bytes are not held against them; those of the
    others are. Where the bytes are the same, nothing is left to compare, whatever made them."""
    other = {
        "stl/pieces/0-0-0-body.stl": bookless["stl/pieces/0-0-0-body.stl"][:80].replace(b"q", b"Q")
        + bookless["stl/pieces/0-0-0-body.stl"][80:]
    }

    def older(document: dict[str, Any]) -> None:
        assert document["libraries"]["manifold3d"] != "0.1"
        document["libraries"]["manifold3d"] = "0.1"

    changed = mended(bookless | other, older)
    verdict = quasiprint.verify(changed, by="bytes")
    assert (said(verdict), verdict.outcome, verdict.verified) == ([], "read", False)
    assert "made with manifold3d 0.1 (here " in verdict.uncompared["stl/pieces/0-0-0-body.stl"]
    assert set(verdict.uncompared) == set(other)
    assert verdict.same == verdict.compared == len(bookless) - len(other)
    equal = quasiprint.verify(mended(bookless, older), by="bytes")
    assert (equal.verified, equal.same, equal.uncompared) == (True, len(bookless), {})
    page = changed | {"START-HERE.html": bookless["START-HERE.html"] + b"\n"}
    assert ("bytes-differ", "START-HERE.html") in said(quasiprint.verify(mended(page), by="bytes"))


def test_of_another_version_no_bytes_are_compared_and_no_piece_is_excused(
    bookless: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quasiprint.make.manifest.RELEASED", ("0.1.0",))
    older = mended(bookless, lambda document: document.update(version="0.1.0"))
    verdict = quasiprint.verify(older)
    assert (said(verdict), verdict.outcome, verdict.verified) == ([], "read", False)
    assert (verdict.compared, verdict.same) == (0, 0)
    assert verdict.uncompared["manifest.json"] == f"version 0.1.0 made it, and this is {__version__}"
    with pytest.raises(InputError, match=r"bytes cannot be compared: version 0\.1\.0 made it.* --by pieces"):
        quasiprint.verify(older, by="bytes")
    plate = {"stl/pieces/0-0-0-body.stl": older["stl/plate-1-body.stl"]}
    assert quasiprint.verify(mended(older | plate)).outcome == "wrong"


def test_paper_tiles_without_numbers_are_wrong_whatever_the_libraries(files: Files) -> None:
    (fault,) = [one for one in PDF_FAULTS if one.kind == "numbers missing"]
    bare = dict(files)
    fault.edit(bare)
    older = mended(bare, lambda document: document.update(libraries=dict.fromkeys(document["libraries"], "0.1")))
    assert {"mark-missing", "piece-foreign"} & {code for code, _ in said(quasiprint.verify(older))}


def test_one_of_the_two_is_enough_to_reject(bookless: Files) -> None:
    alone = quasiprint.verify(bookless, by="pieces")
    assert (alone.outcome, alone.verified, alone.compared) == ("read", True, 0)
    page = mended(bookless | {"START-HERE.html": b"# Something else\n"})
    assert quasiprint.verify(page, by="pieces").verified  # nobody reads it back
    assert not quasiprint.verify(page, by="both").verified
    with pytest.raises(InputError, match="found 'hashes', allowed is both or bytes or pieces"):
        quasiprint.verify(bookless, by="hashes")


def test_words_of_a_users_own_are_kept_and_proved(here: Path) -> None:
    words = here / "templates/start-here.md"
    words.parent.mkdir()
    words.write_text("# My own $title\n\n$parts\n")
    invoke("make", "triomino", "--highest", 0, "--format", "svg", "-o", "set", code=0)
    assert start_page.text(here / "set").startswith("# My own Triomino")
    words.unlink()  # nothing of it is looked for where the set is proved
    result = invoke("verify", "set", code=0)
    assert "source/templates/: 1 of its texts" in result.output
    assert [finding.code for finding in quasiprint.verify(here / "set").findings] == ["own-words"]
    assert "proved: every file is what this program makes" in result.output
    kept = here / "set/source/templates/start-here.md"
    kept.write_text(kept.read_text() + "Print it twice as large.\n")
    assert "bytes-differ: START-HERE.html" in invoke("verify", "set", "--by", "bytes").output


@pytest.fixture(scope="module")
def boards() -> Files:
    return quasiprint.design("majomino", size=3, count=2).files(formats=("txt",))


def more_boards(document: dict[str, Any], count: int, listed: int) -> None:
    document["parameters"].update(size=21, count=count)
    document["pieces"] = (document["pieces"] * listed)[:listed]


def test_a_number_of_pieces_that_cannot_be_is_seen_before_any_is_designed(
    boards: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To draw them would take ten minutes."""
    monkeypatch.setattr("quasiprint.games.majomino.design.run", None)
    verdict = quasiprint.verify(mended(boards, lambda document: more_boards(document, 2000, 2)))
    assert said(verdict) == [("pieces-differ", "manifest.json")]
    assert verdict.findings[0].message == "it lists 2 pieces, the set has 2000"
