"""The proof of bytes: whatever is edited is found, and what cannot be compared is never called proved."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke
from edited import copied, manifest, mended, other_libraries, put, put_manifest
from faults_flat import PDF_FAULTS

from quasiprint.version import __version__

FILES = 40  # of a set are edited, one by one


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    return small_set("triomino", "--highest", 0)


def verdict(folder: Path, *options: str) -> tuple[int, dict[str, object], str]:
    result = invoke("verify", folder, "--json", *options)
    return result.exit_code, json.loads(result.stdout), invoke("verify", folder, *options).stdout


def test_what_was_made_is_proved(made: Path) -> None:
    code, said, words = verdict(made)
    assert (code, said["outcome"], said["verified"]) == (0, "proved", True)
    assert said["compared"] == said["same"] == len(manifest(made)["files"]) + 1
    assert not said["uncompared"]
    assert "proved: every file is what this program makes" in words


def test_any_edit_of_any_file_is_wrong(made: Path, tmp_path: Path) -> None:
    """One byte is another in each file in turn; its hash in the manifest is mended."""
    chance = random.Random(7)
    for number, entry in enumerate(manifest(made)["files"][:: max(1, len(manifest(made)["files"]) // FILES)]):
        folder = copied(made, tmp_path / str(number))
        content = bytearray((folder / entry["path"]).read_bytes())
        at = chance.randrange(len(content))
        content[at] ^= 1
        put(folder / entry["path"], bytes(content))
        mended(folder)
        result = invoke("verify", folder, "--by", "bytes", code=1)
        assert "bytes-differ" in result.stderr, entry["path"]


@pytest.mark.parametrize("key", ["pieces", "accessories", "findings", "libraries", "bill", "parameters", "extra"])
def test_what_a_manifest_says_otherwise_is_not_proved(made: Path, tmp_path: Path, key: str) -> None:
    folder = copied(made, tmp_path / "set")
    document = manifest(folder)
    changes: dict[str, object] = {
        "pieces": [{**piece, "name": "other"} for piece in document["pieces"]],
        "accessories": [{"id": "rack", "kind": "rack", "count": 1, "files": []}],
        "findings": [{"code": "x", "severity": "error", "subject": "", "message": "", "remedy": ""}],
        "libraries": other_libraries(folder),
        "bill": {},
        "parameters": {**document["parameters"], "highest": 1},
        "extra": 1,
    }
    document[key] = changes[key]
    put_manifest(folder, document)
    assert invoke("verify", folder).exit_code == (3 if key == "libraries" else 1)


@pytest.mark.parametrize("version", ["0.1.0", "0.1.9", "0.2.0rc1", "99.0.0", "", None, 2, "x"])
def test_a_version_that_was_never_released_is_refused(made: Path, tmp_path: Path, version: object) -> None:
    folder = copied(made, tmp_path / "set")
    put_manifest(folder, {**manifest(folder), "version": version})
    code, said, words = verdict(folder)
    assert (code, said["outcome"]) == (1, "wrong")
    assert "manifest-wrong" in {finding["code"] for finding in said["findings"]}
    assert "proved" not in words


def test_bytes_that_cannot_be_compared_are_read_and_never_proved(made: Path, tmp_path: Path) -> None:
    folder = copied(made, tmp_path / "set")
    put_manifest(folder, {**manifest(folder), "libraries": other_libraries(folder)})
    code, said, words = verdict(folder)
    assert (code, said["outcome"], said["verified"]) == (3, "read", False)
    assert {path.partition("/")[0] for path in said["uncompared"]} >= {"stl", "3mf", "pdf"}
    assert set(said["off"]).isdisjoint(said["unread"])
    assert {*said["off"], *said["unread"]} == {entry["path"] for entry in manifest(folder)["files"]}
    assert "not compared, made with" in words
    assert "proved: every file" not in words


def test_an_earlier_version_that_was_released_is_read(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quasiprint.pipeline.manifest.RELEASED", ("0.1.5",))
    folder = copied(made, tmp_path / "set")
    put_manifest(folder, {**manifest(folder), "version": "0.1.5"})
    code, said, _ = verdict(folder)
    assert (code, said["outcome"], said["compared"]) == (3, "read", 0)
    assert said["uncompared"]["manifest.json"] == f"version 0.1.5 made it, and this is {__version__}"
    # a piece is never excused
    put(folder / "stl/0-0-0-body.stl", (folder / "stl/plate-1-body.stl").read_bytes())
    mended(folder)
    assert verdict(folder)[:1] == (1,)


def test_paper_tiles_without_numbers_are_wrong_whatever_the_version(made: Path, tmp_path: Path) -> None:
    folder = copied(made, tmp_path / "set")
    (fault,) = [one for one in PDF_FAULTS if one.kind == "numbers missing"]
    files = {"pdf/tiles-a4-colour.pdf": (folder / "pdf/tiles-a4-colour.pdf").read_bytes()}
    fault.edit(files)
    put(folder / "pdf/tiles-a4-colour.pdf", files["pdf/tiles-a4-colour.pdf"])
    mended(folder, libraries=other_libraries(folder))
    code, said, _ = verdict(folder)
    assert (code, said["outcome"]) == (1, "wrong")
    assert {"mark-missing", "piece-foreign"} & {finding["code"] for finding in said["findings"]}


def test_pieces_alone_are_asked_for(made: Path) -> None:
    code, said, words = verdict(made, "--by", "pieces")
    assert (code, said["outcome"], said["verified"], said["compared"]) == (0, "read", True, 0)
    assert "read: bytes were not compared, as was asked" in words


def test_bytes_alone_that_cannot_be_compared_are_refused(made: Path, tmp_path: Path) -> None:
    folder = copied(made, tmp_path / "set")
    document = manifest(folder)
    put_manifest(folder, {**document, "version": "0.1.5"})
    assert invoke("verify", folder, "--by", "bytes").exit_code == 1
