"""The files of every default set and of every example are what they were, byte by byte, but for a set's first page and
manifest; and what many lines of the program print and write. The records and the comparison are those of
``benchmarks/determinism.py --record``.

Whole sets are made once for all tests. STEP costs as much as all other formats together: that of the examples is
compared by the script alone, and so is an example of which there is a shorter one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from determinism import (
    EXAMPLES,
    GAMES,
    LINES_RECORD,
    RECORD,
    SHORTER,
    Formats,
    by_name_alone,
    differences,
    digest,
    lines,
    on_record,
    ran,
    strict,
    words,
)
from determinism import summary as of_digests

import quasiprint


def summary(folder: Path) -> Formats:
    return of_digests(digest(folder))


@pytest.fixture(scope="module")
def kept() -> tuple[dict[str, Formats], set[str]]:
    """The record, and what the libraries that are installed here decide otherwise: nothing in the gate."""
    return on_record()


def without_step(held: Formats) -> Formats:
    return {name: entry for name, entry in held.items() if name != "step"}


def test_every_game_and_example_is_on_record(kept: tuple[dict[str, Formats], set[str]]) -> None:
    record, _ = kept
    assert set(record) == {*GAMES, *EXAMPLES, *SHORTER}
    assert set(GAMES) <= set(quasiprint.game_names())
    for name in GAMES:
        assert {*quasiprint.design(name).run.formats, "step", "dxf", "bill.csv"} <= set(record[name])


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_a_whole_set_are_what_they_were(
    game: str, whole: Callable[[str], Path], kept: tuple[dict[str, Formats], set[str]]
) -> None:
    record, loose = kept
    assert list(differences(record[game], summary(whole(game)), loose)) == []


LONG = {long for long, *_ in SHORTER.values()}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", sorted({*EXAMPLES, *SHORTER} - LONG))
def test_the_files_of_an_example_are_what_they_were(
    name: str, kept: tuple[dict[str, Formats], set[str]], tmp_path: Path
) -> None:
    record, loose = kept
    invoke(*words(name), "-o", tmp_path / "set", code=0)
    assert list(differences(without_step(record[name]), summary(tmp_path / "set"), loose)) == []


LINES = lines()


@pytest.fixture(scope="module")
def of_lines() -> tuple[dict[str, Any], set[str]]:
    return on_record(LINES_RECORD)


def test_every_line_is_on_record_and_bad_input_gets_one_message_and_leaves_no_trace(
    of_lines: tuple[dict[str, Any], set[str]],
) -> None:
    record, _ = of_lines
    assert set(record) == set(LINES)
    for name, held in record.items():
        if held["ended"] == [2]:
            said = [line for line in held["told"] if "Error: " in line]
            assert (len(said), held["printed"], held["files"]) == (1, [], {}), name


@pytest.mark.parametrize("name", LINES)
def test_a_line_prints_and_writes_what_it_did(
    name: str, of_lines: tuple[dict[str, Any], set[str]], tmp_path: Path
) -> None:
    record, loose = of_lines
    assert strict(ran(*LINES[name], tmp_path), loose) == strict(record[name], loose)


def test_the_comparison_sees_each_byte_and_each_name(tmp_path: Path) -> None:
    def of(**files: bytes) -> Formats:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        for name, content in {"README": b"1", **files}.items():
            path = folder / (f"svg/{name}.svg" if name != "README" else "START-HERE.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return summary(folder)

    held = of(a=b"1", b=b"2")
    assert list(differences(held, of(a=b"1", b=b"2", README=b"3"))) == []
    assert list(differences(held, of(a=b"1", b=b"3"))) == ["svg/b.svg differs"]
    assert list(differences(held, of(a=b"1", c=b"2"))) == ["svg/b.svg is missing", "svg/c.svg is new"]
    assert list(differences(held, of())) == ["svg/a.svg is missing", "svg/b.svg is missing"]
    # by name alone, where another version of a library decides
    assert list(differences(held, of(a=b"1", b=b"3"), {"svg"})) == []
    assert list(differences(held, of(a=b"1"), {"svg"})) == ["svg/b.svg is missing"]
    # two files whose short digests are equal differ in the whole one
    other = copy.deepcopy(held)
    other["svg"]["sha256"] = "0" * 64
    assert list(differences(held, other)) == ["svg differs"]


def test_another_version_of_a_library_is_seen() -> None:
    known = json.loads(RECORD.read_bytes())["libraries"]
    assert by_name_alone({**known, "manifold3d": "0"}) >= {"stl", "3mf"}
    assert by_name_alone({}) == {"stl", "3mf", "pdf"}
