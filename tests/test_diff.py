"""Do the pieces of two made sets go together? `quasiprint diff` and `quasiprint.diff`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from called import invoke
from edited import manifest, mended, put_manifest

from quasiprint.api import diff
from quasiprint.make.diff import Comparison, Difference
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker

SMALL = ["triomino", "--highest", 1]


def made(place: Path, *arguments: object) -> Path:
    invoke(
        "make", *(arguments or SMALL), *(["--format", "stl,svg"] * ("--format" not in arguments)), "-o", place, code=0
    )
    return place


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("old") / "set", *SMALL, "--format", "stl,svg,pdf")


def test_a_set_goes_with_itself(old: Path) -> None:
    found = diff(old, old)
    assert found.mixes
    assert found.changed == found.left == found.right == ()
    assert [(one.maker, len(one.same), one.differ) for one in found.processes] == [
        (Maker.PRINTER, 4, ()), (Maker.LASER, 4, ()), (Maker.PAPER, 4, ()),
    ]  # fmt: skip


def test_a_lost_tile_goes_with_its_set_whatever_the_kerf(old: Path, tmp_path: Path) -> None:
    lost = made(tmp_path / "lost.zip", *SMALL, "--only", "0-0-1", "--kerf", 0.31)
    result = invoke("diff", old, lost, code=0)
    assert "kerf: 0.2 → 0.31" in result.output
    assert "only in the first: 0-0-0, 0-1-1, 1-1-1" in result.output
    assert "laser: 1 of 1 match and fit" in result.output
    assert result.output.endswith("they may be mixed\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--thickness", 5], "don't mix: printer: their thickness is 4 and 5 mm (4 of 4: 0-0-0, 0-0-1, 0-1-1 …)"),
        (["--clearance", 0.4], "don't mix: printer: their outlines are"),
        (["--edge", 31], "don't mix: laser: their outlines are"),
        (["--ids", "back"], "don't mix: printer: the backs of one set tell what they are"),
        (["--marks", "pips"], "don't mix: laser: their faces"),
        (["--finish", "inlaid"], "don't mix: printer: their faces"),
    ],
)
def test_what_does_not_go_together_is_told_with_its_reason(
    old: Path, tmp_path: Path, options: list[object], said: str
) -> None:
    result = invoke("diff", old, made(tmp_path / "new", *SMALL, *options, "--format", "stl,svg"), code=1)
    assert said in result.output
    assert "they may be mixed" not in result.output


def test_a_little_more_clearance_does_not_matter(old: Path, tmp_path: Path) -> None:
    new = made(tmp_path / "new", *SMALL, "--clearance", 0.11, "--format", "stl")
    assert diff(old, new).mixes
    assert ("measures, printer, clearance", "0.1", "0.11") in diff(old, new).changed


def test_other_colours_are_told_of_plastic_and_not_of_wood(tmp_path: Path) -> None:
    one = ["quasimino", "--only", "thick-0120", "--format", "stl,svg"]
    old, new = made(tmp_path / "old", *one), made(tmp_path / "new", *one, "--profile", "tol-bright")
    printer, laser = diff(old, new).processes
    assert [why for why, _ in printer.differ] == ["their faces show something else, or in other colours or patterns"]
    assert laser.differ == ()


def test_other_boards_under_one_name_are_told(tmp_path: Path) -> None:
    one = ["majomino", "--size", 3, "--count", 2, "--format", "svg"]
    old, new = made(tmp_path / "old", *one), made(tmp_path / "new", *one, "--seed", 2)
    found = diff(old, new)
    assert any("other pieces under one name" in reason for reason in found.reasons)
    assert ("seed", "0", "2") in found.changed


def test_what_has_nothing_in_common_does_not_go_together(old: Path, tmp_path: Path) -> None:
    other = made(tmp_path / "other", "majomino", "--size", 3, "--count", 1, "--format", "svg")
    assert diff(old, other).reasons == ("one is a set of triomino, the other of majomino",)
    paper = made(tmp_path / "paper", *SMALL, "--format", "pdf")
    solid = made(tmp_path / "solid", *SMALL, "--format", "stl")
    assert diff(paper, solid).reasons == ("no process makes both: one is of other formats than the other",)
    one, two = (made(tmp_path / name, *SMALL, "--only", name, "--format", "svg") for name in ("0-0-0", "0-0-1"))
    assert diff(one, two).reasons == ("laser: nothing is in both",)


def test_a_set_that_is_not_as_it_was_made_must_not_be_mixed(old: Path, tmp_path: Path) -> None:
    new = made(tmp_path / "new")
    drawing = new / "svg" / "sheet-1.svg"
    drawing.write_bytes(drawing.read_bytes() + b"<!-- -->")
    found = diff(old, new)
    assert not found.mixes
    assert "is not as it was made" in found.reasons[0]


def test_what_another_version_made_is_read_back(old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quasiprint.make.manifest.RELEASED", ("0.2.1",))
    new = made(tmp_path / "new", *SMALL, "--format", "svg")
    put_manifest(new, manifest(new) | {"version": "0.2.1"})
    found = diff(old, new)
    assert found.versions[1] == "0.2.1"
    assert found.mixes, found.reasons
    other = made(tmp_path / "other", *SMALL, "--edge", 31, "--format", "svg")
    shutil.copytree(other / "svg", new / "svg", dirs_exist_ok=True)
    mended(new)  # every hash is right, and the tiles are of another size
    assert any("is not as it was made" in reason for reason in diff(old, new).reasons)


def test_json_says_all_of_it(old: Path, tmp_path: Path) -> None:
    result = invoke("diff", old, made(tmp_path / "new", *SMALL, "--thickness", 5, "--format", "stl"), "--json")
    told = json.loads(result.output)
    assert told["mixes"] is False
    assert told["changed"]["measures, printer, thickness"] == ["4.0", "5.0"]
    assert len(told["processes"]["printer"]["differ"]["their thickness is 4 and 5 mm"]) == 4
    assert result.exit_code == 1


def test_what_is_no_set_is_refused(old: Path, tmp_path: Path) -> None:
    result = invoke("diff", old, tmp_path / "nothing", code=2)
    assert "is no folder" in result.output
    broken = made(tmp_path / "broken", *SMALL, "--format", "svg")
    told = manifest(broken)
    told["parameters"]["highest"] = "x"
    put_manifest(broken, told)
    with pytest.raises(InputError, match="no set can be made as its manifest says"):
        diff(old, broken)


def test_processes_with_nothing_in_common_do_no_harm_beside_others() -> None:
    fits = Comparison(Maker.LASER, ("a",), ())
    none = Comparison(Maker.PAPER, (), ())
    assert Difference(("g", "g"), ("1", "1"), processes=(fits, none)).mixes
    assert not Difference(("g", "g"), ("1", "1"), processes=(none,)).mixes
    assert Comparison(Maker.LASER, ("a",), (("x", ("b", "c")), ("y", ("b",)))).count == 3
