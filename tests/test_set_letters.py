"""More labels at edges than inks: inks repeat, letters tell labels apart, in every process, on every outline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke, refusal
from test_set_made import changed as with_one
from test_set_made import designed, remarked

from quasiprint import verify
from quasiprint.checks import check_set
from quasiprint.model.errors import InputError
from quasiprint.model.face import Mark
from quasiprint.model.measures import Maker
from quasiprint.sets.set_file import COLOURED

OUTLINES = {
    "square": '"square"',
    "triangle": '"triangle"',
    "hexagon": '"hexagon"',
    "thin": '"thin-rhomb"',
    "dart": '"dart"',
    "domino": '"domino"',
    "l": "{ squares = [[0, 0], [1, 0], [0, 1]] }",
}
SLOTS = {"square": 4, "triangle": 3, "hexagon": 6, "thin": 4, "dart": 4, "domino": 6, "l": 8}
MAKERS = [Maker.LASER, Maker.PAPER, Maker.PRINTER]


def written(
    folder: Path, outline: str = "square", look: str = "", labels: int = 26, symmetry: str = "rotations"
) -> Path:
    """A set file with a few tiles that have every label."""
    n = SLOTS[outline]
    tiles = [[(k * n + i) % labels for i in range(n)] for k in range(-(-labels // n))]
    file = folder / "letters.toml"
    said = f"look = '{look}'\n" if look else ""
    file.write_text(
        f"[set]\ntitle = 'x'\n[[shape]]\npolygon = {OUTLINES[outline]}\nlabels = {{ at = 'edges', count = {labels} }}\n"
        f"which = {{ tiles = {tiles} }}\nsymmetry = '{symmetry}'\n{said}[rule]\nmatch = 'equal'\n"
    )
    return file


@pytest.mark.sampled(6)
@pytest.mark.parametrize("symmetry", ["rotations", "rotations and reflections", "none"])
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("outline", OUTLINES)
@pytest.mark.parametrize("look", COLOURED)
def test_every_law_holds_with_letters(outline: str, look: str, maker: Maker, symmetry: str, tmp_path: Path) -> None:
    """Acute tiles have no room on an edge of 60 mm, and say from which on they have, if there is any."""
    file = written(tmp_path, outline, look, symmetry=symmetry)
    edge, refused = 60.0, ""
    try:
        designed(file, maker, edge=edge)
    except InputError as problem:
        refused = str(problem)
    if refused:
        assert outline in ("triangle", "thin", "dart") or symmetry == "none"
        if "allowed is from " not in refused:
            assert symmetry == "none" or "where they have no room over some edge" in refused
            return
        assert " with letters of " in refused
        edge = float(refused.split("allowed is from ")[1].split()[0])
        if larger := refusal(lambda: designed(file, maker, edge=edge)):  # such a tile fits no page and no bed
            assert edge > 100 and "allowed is what fits" in larger
            return
    own, held = designed(file, maker, edge=edge)
    assert own.prove(held)[0] == [] and check_set(held)[0] == []
    marks = {mark.label: mark for piece in held.pieces for mark in piece.face.marks if mark.slot == 0}
    assert {mark.pattern for mark in marks.values()} <= {"solid", None}


def test_inks_repeat_and_letters_do_not(tmp_path: Path) -> None:
    _, held = designed(written(tmp_path, look="wedges"), Maker.PAPER)
    drawn: dict[int, dict[object, int]] = {}
    for piece in held.pieces:
        for mark in piece.face.marks:
            assert mark.label is not None and mark.colour == mark.label % 8
            assert drawn.setdefault(mark.slot, {}).setdefault(mark.ink, mark.label) == mark.label
    assert sum(map(len, drawn.values())) == 26
    assert [piece.id for piece in held.pieces][:2] == ["square-ABCD", "square-ABYZ"]
    few = designed(written(tmp_path, look="wedges", labels=8), Maker.PAPER)[1]
    assert {mark.pattern for piece in few.pieces for mark in piece.face.marks} == {
        *("solid", "dashed", "dotted", "double", "ladder", "chevron", "line", "zigzag")
    }


def test_letters_that_are_alike_are_found(tmp_path: Path) -> None:
    _, held = designed(written(tmp_path, look="wedges"), Maker.PAPER)
    first = held.pieces[1].face.marks[0]

    def as_another(mark: Mark) -> Mark:
        return replace(mark, field=first.field, ink=first.ink) if mark.slot == first.slot else mark

    wrong = with_one(held, remarked(as_another), 2)
    assert "patterns-alike" in {one.code for one in check_set(wrong)[0]}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("look", COLOURED)
def test_sets_with_letters_are_made_and_verified(look: str, tmp_path: Path) -> None:
    invoke("make", written(tmp_path, look=look), "--format", "stl,3mf,svg,dxf,pdf", "-o", tmp_path / "set", code=0)
    verdict = verify(tmp_path / "set")
    assert verdict.verified and verdict.pieces == 7 and verdict.same == verdict.compared, verdict.findings
    page = (tmp_path / "set/README.md").read_text()
    assert "colours repeat, and a letter or word tells labels apart" in page
    assert "Every colour has a pattern" not in page and "| solid | tiles |" in page and "dashed" not in page


def test_more_labels_than_letters_are_refused(tmp_path: Path) -> None:
    said = invoke("make", written(tmp_path, labels=27), "--format", "svg", code=2).output
    assert "look: found 'wedges' for 27 labels, allowed is it for up to 26, as letters tell more than 8 apart" in said
    small = invoke("check", written(tmp_path), "--edge", 12, code=2).output
    assert "wedges with letters of " in small and "allowed is from " in small
