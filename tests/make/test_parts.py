"""A part of a set: lost pieces, samples and spares, in every format, proved to belong to their set."""

from __future__ import annotations

import hashlib
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
import start_page
import svgelements
import trimesh
from called import invoke, settled
from edited import copied, made, mended
from edited import manifest as held
from edited import put_manifest as written
from pypdf import PdfReader

from quasiprint.api import design, verify
from quasiprint.model.piece import Part

FORMATS = "stl,3mf,obj,svg,dxf,pdf"


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two copies of one tile of a set of four."""
    folder = tmp_path_factory.mktemp("lost") / "part"
    return made(folder, "triomino", "--highest", 1, "--only", "0-0-1:2", "--format", FORMATS)


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set of four tiles."""
    return made(tmp_path_factory.mktemp("complete") / "set", "triomino", "--highest", 1, "--format", FORMATS)


def test_a_part_holds_what_was_asked_for_and_says_so(lost: Path) -> None:
    document = held(lost)
    assert document["part"] == {"only": {"0-0-1": 2}, "spares": 0, "of": {"pieces": 4, "accessories": 0}}
    assert [one["code"] for one in document["findings"]] == ["part-of-set"]
    (piece,) = document["pieces"]
    assert (piece["id"], piece["count"], piece["marks"]) == ("0-0-1", 2, [0, 0, 1])
    page = start_page.text(lost)
    assert "This is a part of a set" in page
    assert "2 × 0-0-1; the complete set has 4 tiles" in page
    assert "inventory" not in page
    assert "rulebook" not in page


def test_a_part_is_verified_as_one(lost: Path) -> None:
    verdict = verify(lost)
    assert verdict.verified, verdict.findings
    assert verdict.same == verdict.compared == verdict.files + 1
    assert "2 × 0-0-1" in verdict.part
    assert verdict.as_json()["part"] == verdict.part
    result = invoke("verify", lost, "--by", "pieces")
    assert "a part of a set: 2 × 0-0-1" in result.output
    assert "as often as the part has it" in result.output


def test_a_complete_set_is_no_part(complete: Path) -> None:
    verdict = verify(complete, by="pieces")
    assert verdict.verified
    assert verdict.part == ""
    assert "part" not in verdict.as_json()
    assert "part" not in held(complete)
    assert all("count" not in piece for piece in held(complete)["pieces"])


def test_the_body_of_a_lost_tile_is_that_of_its_set(lost: Path, complete: Path) -> None:
    """trimesh reads both: the same volume and the same size, on the same place of the frame."""
    names = {path.name for path in (lost / "stl/pieces").glob("0-0-1*.stl")}
    assert names
    for name in sorted(names):
        own, other = (trimesh.load(folder / "stl/pieces" / name, force="mesh") for folder in (lost, complete))
        assert own.is_watertight
        assert own.volume == pytest.approx(other.volume)
        assert own.bounds.tolist() == other.bounds.tolist()
        assert hashlib.sha256((lost / "stl/pieces" / name).read_bytes()).digest() == (
            hashlib.sha256((complete / "stl/pieces" / name).read_bytes()).digest()
        )


def test_every_format_has_as_many_copies_as_were_asked_for(lost: Path) -> None:
    """Read with programs that share nothing with what wrote them: all on one plate, sheet or page."""
    plate = trimesh.load(lost / "stl" / "plate-1-body.stl", force="mesh")
    assert len(plate.split()) == 2
    with zipfile.ZipFile(lost / "3mf" / "plate-1-prusa.3mf") as package:
        model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    assert len([one for one in model.iter() if one.tag.endswith("}item")]) == 2
    shapes = list(svgelements.SVG.parse(lost / "svg" / "sheet-1.svg").elements())
    assert sum(isinstance(shape, svgelements.Path) and str(shape.stroke) == "#ff0000" for shape in shapes) == 2
    drawing = ezdxf.readfile(lost / "dxf" / "sheet-1.dxf").modelspace()
    assert Counter(entity.dxf.layer for entity in drawing)["CUT_OUTER"] == 2
    reader = PdfReader(lost / "pdf" / "tiles-a4-colour.pdf")
    assert len(reader.pages) <= 2  # faces, and backs
    for folder, last in (("stl", "plate-*-body.stl"), ("3mf", "plate-*-prusa.3mf"), ("svg", "sheet-?.svg")):
        assert len(list((lost / folder).glob(last))) == 1


def test_books_and_lists_belong_to_the_complete_set(lost: Path, complete: Path) -> None:
    assert {path.name.partition("-")[0] for path in (lost / "pdf").iterdir()} == {"tiles"}
    assert {path.name.partition("-")[0] for path in (complete / "pdf").iterdir()} >= {"tiles", "inventory", "rules"}


def test_a_copy_too_few_is_found(lost: Path, tmp_path: Path) -> None:
    """The manifest of a part of three with the files of a part of two."""
    three = made(tmp_path / "three", "triomino", "--highest", 1, "--only", "0-0-1:3", "--format", "svg")
    two = made(tmp_path / "two", "triomino", "--highest", 1, "--only", "0-0-1:2", "--format", "svg")
    (three / "svg" / "sheet-1.svg").write_bytes((two / "svg" / "sheet-1.svg").read_bytes())
    mended(three)
    assert "piece-missing" in {finding.code for finding in verify(three, by="pieces").findings}


def test_another_tile_in_place_of_the_lost_one_is_found(tmp_path: Path) -> None:
    due = made(tmp_path / "due", "triomino", "--highest", 1, "--only", "0-0-1", "--format", "svg")
    other = made(tmp_path / "other", "triomino", "--highest", 1, "--only", "0-1-1", "--format", "svg")
    for path in (other / "svg").iterdir():
        (due / "svg" / path.name).write_bytes(path.read_bytes())
    mended(due)
    found = {finding.code for finding in verify(due, by="pieces").findings}
    assert found & {"piece-missing", "piece-foreign", "mark-missing", "mark-foreign", "id-wrong"}, found


@pytest.fixture(scope="module")
def two(small_set: Callable[..., Path]) -> Path:
    """Two copies of a tile, as they are made."""
    folder = small_set("triomino", "--highest", 1, "--only", "0-0-1:2", "--format", "svg")
    assert verify(folder).verified
    return folder


def _said(change: Callable[[dict[str, object]], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        document = held(folder)
        change(document)
        written(folder, document)

    return apply


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda told: told.pop("part"), "pieces-differ"),
        (lambda told: told["part"]["only"].update({"0-0-1": 1}), "pieces-differ"),
        (lambda told: told["pieces"][0].update({"count": 3}), "pieces-differ"),
        (lambda told: told["part"]["of"].update({"pieces": 5}), "part-wrong"),
        (lambda told: told["part"].pop("of"), "part-wrong"),
        (lambda told: told["part"]["only"].update({"9-9-9": 1}), "part-wrong"),
        (lambda told: told.update(part="all"), "manifest-wrong"),
        (lambda told: told["part"].update(only={"0-0-1": 10**9}), "manifest-wrong"),
        (lambda told: told["part"].update(only={}), "manifest-wrong"),
        (lambda told: told["part"].update(spares=True), "manifest-wrong"),
    ],
)
def test_what_a_manifest_says_wrongly_of_a_part_is_found(
    two: Path, tmp_path: Path, change: Callable[[dict[str, object]], None], code: str
) -> None:
    folder = copied(two, tmp_path / "part")
    _said(change)(folder)
    assert code in {finding.code for finding in verify(folder, by="pieces").findings}


def test_a_format_in_which_there_can_be_nothing_is_found(tmp_path: Path) -> None:
    folder = made(tmp_path / "part", "majomino", "--size", 3, "--count", 1, "--only", "marker", "--format", "svg")
    document = held(folder)
    document["parameters"]["formats"] = ["svg", "pdf"]
    written(folder, document)
    assert "part-wrong" in {finding.code for finding in verify(folder, by="pieces").findings}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "only", "files"),
    [
        ("quasimino", "thick-0120", "svg,stl"),
        ("triomino", "0-1-2", "svg,stl,pdf"),
        ("majomino", "board-03,marker:3", "svg,stl,pdf"),
        ("quomino", "omino-007:2,board-a1,marker", "svg,stl,pdf"),
    ],
)
def test_a_lost_piece_of_every_game_is_made_and_verified(tmp_path: Path, game: str, only: str, files: str) -> None:
    folder = made(tmp_path / "part", game, "--only", only, "--format", files)
    verdict = verify(folder)
    assert verdict.verified, verdict.findings
    assert len(list((folder / "svg").glob("sheet-?.svg"))) == 1
    listed = {thing["id"] for key in ("pieces", "accessories") for thing in held(folder)[key]}
    assert listed == {name.partition(":")[0] for name in only.split(",")}


def things(game: str, **asked: object) -> dict[str, int]:
    made = design(game, **asked).as_made_by("printer")
    return {thing.id: thing.count for thing in made.items}


def test_samples_are_one_of_each_shape_with_the_most_marks() -> None:
    assert things("quasimino", only=["samples"]) == {"thick-0012": 1, "thin-0012": 1, "token-solid": 1}
    assert things("triomino", only=["Samples:2"]) == {"0-1-2": 2}


def test_spares_are_more_of_what_is_named_or_of_what_there_is_several() -> None:
    assert things("triomino", only=["0-0-1", "0-0-2:3"], spares=2) == {"0-0-1": 3, "0-0-2": 5}
    assert set(things("quasimino", spares=2).values()) == {2}
    assert {id.partition("-")[0] for id in things("quasimino", spares=2)} == {"token"}
    assert things("quomino", spares=1) == {
        "omino-001": 1, "quomino-01": 1, "marker": 1, "frame-7": 1, "frame-9": 1,
    }  # fmt: skip


def test_a_format_of_the_usual_ones_is_left_out_with_a_warning(tmp_path: Path) -> None:
    result = invoke("make", "majomino", "--size", 3, "--count", 1, "--only", "marker", "-o", tmp_path / "part.zip")
    assert result.exit_code == 0
    assert "warning: format pdf, and nothing that is asked for is made of paper; it is left out" in result.output


@pytest.mark.parametrize("place", ["set", "set.zip"])
def test_a_part_does_not_replace_a_complete_set(tmp_path: Path, place: str) -> None:
    whole = made(tmp_path / place, "triomino", "--highest", 0, "--format", "svg")
    only = ["make", "triomino", "--highest", 0, "--format", "svg", "--only", "0-0-0", "-o", whole]
    result = invoke(*only, code=2)
    assert "holds a complete set, which a part of one would replace" in result.output
    assert verify(whole).part == ""
    assert invoke(*only, "--replace").exit_code == 0
    assert verify(whole).part
    assert len(list(tmp_path.iterdir())) == 2  # the set was put aside
    assert invoke(*only).exit_code == 0  # a part replaces a part


@pytest.mark.parametrize("place", ["set", "set.zip"])
def test_a_set_replaces_none_of_another_game_or_file(tmp_path: Path, root: Path, place: str) -> None:
    there = tmp_path / place
    invoke("make", root / "examples/sets/truchet.toml", "--format", "svg", "-o", there, code=0)
    for other in (["triomino", "--highest", 0], [root / "examples/sets/spectres.toml"]):
        result = invoke("make", *other, "--format", "svg", "-o", there, code=2)
        assert "holds a set of truchet.toml, which one of" in result.output
    assert verify(there).verified
    invoke("make", "triomino", "--highest", 0, "--format", "svg", "-o", there, "--replace", code=0)
    result = invoke("make", "triomino", "-o", tmp_path / "tiles.pdf", code=2)
    assert "found a file .pdf; a set has many, allowed is a folder, or NAME.zip" in result.output


def test_a_project_may_ask_for_a_part(tmp_path: Path) -> None:
    project = tmp_path / "lost.toml"
    project.write_text('game = "triomino"\nonly = ["0-0-1", "0-1-1:2"]\nspares = 1\n', encoding="utf-8")
    assert settled("make", "--project", project).part == Part((("0-0-1", 1), ("0-1-1", 2)), 1)
    project.write_text('game = "triomino"\nonly = 3\n', encoding="utf-8")
    assert "only: found 3" in invoke("make", "--project", project).output
