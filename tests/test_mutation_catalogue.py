"""The mutations themselves: that there are enough of them, and that each changes what it says it changes.

What is changed is read with programs that share nothing with what changes it: trimesh, lib3mf, ezdxf, svgelements,
pypdf.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ezdxf
import numpy as np
import pytest
import trimesh
from called import invoke
from mutations.catalogue import CODES, MUTATIONS, named
from mutations.folder import GAMES, Mutation, NotHere, broken, copied, digests, mended, put
from pypdf import PdfReader
from shapely import Polygon


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "triomino"
    result = invoke("make", "triomino", "--highest", 1, "--format", "stl,3mf,svg,dxf,pdf", "-o", folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def mutated(made: Path, tmp_path: Path) -> Callable[[str], Path]:
    def apply(name: str) -> Path:
        folder = copied(made, tmp_path / name)
        broken(named(name), folder)
        return folder

    return apply


def test_there_are_enough_mutations_and_none_has_two_names() -> None:
    assert len(MUTATIONS) >= 60
    assert [name for name, count in Counter(mutation.name for mutation in MUTATIONS).items() if count > 1] == []


def test_every_code_is_asked_for_by_some_mutation_and_none_is_unknown() -> None:
    asked = {code for mutation in MUTATIONS for code in mutation.codes}
    assert asked == CODES


def test_every_finding_that_verify_can_report_is_asked_for(root: Path) -> None:
    read = [*(root / "quasiprint/readback").glob("*.py"), *(root / "quasiprint/formats").glob("*/read.py"),
            *(root / "quasiprint/formats").glob("*/read/*.py")]  # fmt: skip
    read += [root / "quasiprint/pipeline/verify.py"]
    text = "\n".join(path.read_text() for path in read)
    said = {*re.findall(r'error\(\s*"([a-z-]+)"', text), *re.findall(r'Unreadable\([^)]*"([a-z]+-[a-z-]+)"\)', text)}
    assert {"mesh-open", "unit-wrong", "piece-mirrored"} <= said <= CODES


def test_every_game_and_every_format_is_broken() -> None:
    kinds = ("stl", "3mf", "step", "obj", "svg", "dxf", "pdf", "png", "tts", "manifest")
    for game in GAMES:
        broken_formats = {name for mutation in MUTATIONS if game in mutation.games for name in mutation.formats}
        assert broken_formats >= {*kinds, *({"txt"} if game == "majomino" else ())}, game


def test_a_mutation_needs_codes_or_a_reason() -> None:
    with pytest.raises(ValueError, match="either codes or a reason"):
        Mutation("nothing", "says nothing", GAMES, ("svg",), frozenset(), lambda folder: None)
    with pytest.raises(ValueError, match="chess"):
        Mutation("chess", "another game", ("chess",), ("svg",), frozenset({"x"}), lambda folder: None)


def test_a_mutation_that_changes_nothing_is_found_out(made: Path, tmp_path: Path) -> None:
    idle = Mutation("idle", "does nothing", GAMES, ("svg",), frozenset({"x"}), lambda folder: None)
    with pytest.raises(AssertionError, match="idle changes nothing"):
        broken(idle, copied(made, tmp_path / "idle"))


def test_a_copy_is_broken_and_the_set_is_not(made: Path, mutated: Callable[[str], Path]) -> None:
    before = digests(made)
    folder = mutated("stl-larger")
    assert digests(made) == before != digests(folder)


def test_hashes_are_mended(made: Path, mutated: Callable[[str], Path]) -> None:
    folder = mutated("stl-missing")
    found = digests(folder)
    del found["manifest.json"]
    listed = {entry["path"]: entry["sha256"] for entry in json.loads((folder / "manifest.json").read_text())["files"]}
    assert listed == found
    assert len(listed) < len(digests(made)) - 1
    put(folder / "README.md", "another")
    assert listed != {name: digest for name, digest in digests(folder).items() if name != "manifest.json"}
    mended(folder)
    held = {entry["path"]: entry["sha256"] for entry in json.loads((folder / "manifest.json").read_text())["files"]}
    assert held["README.md"] == digests(folder)["README.md"]


def test_what_is_left_unmended_says_something_else(mutated: Callable[[str], Path]) -> None:
    folder = mutated("manifest-hash")
    listed = {entry["path"]: entry["sha256"] for entry in json.loads((folder / "manifest.json").read_text())["files"]}
    assert sum(listed[name] != digest for name, digest in digests(folder).items() if name in listed) == 1


def test_what_a_set_has_not_is_not_broken(made: Path, tmp_path: Path) -> None:
    with pytest.raises(NotHere, match="means nothing in triomino"):
        broken(named("txt-wall"), copied(made, tmp_path / "txt"))
    with pytest.raises(NotHere, match="no score"):
        broken(named("svg-scored"), copied(made, tmp_path / "score"))


def solid(folder: Path, made: Path) -> tuple[Any, Any]:
    """Return the one STL of a piece that differs, as it is and as it was."""
    old, new = digests(made), digests(folder)
    (name,) = [name for name in new if name.startswith("stl/") and old[name] != new[name]]
    return trimesh.load(folder / name, force="mesh"), trimesh.load(made / name, force="mesh")


def test_solids_change_as_is_said(made: Path, mutated: Callable[[str], Path]) -> None:
    for name, same_size, closed, factor in (
        ("stl-mirrored", True, True, 1),
        ("stl-turned-over", True, True, 1),
        ("stl-larger", False, True, 1.01**3),
        ("stl-a-little-larger", False, True, 1.003**3),
        ("stl-inches", False, True, 25.4**-3),
        ("stl-facet-flipped", True, False, None),
        ("stl-facet-dropped", True, False, None),
        ("stl-inside-out", True, True, -1),
        ("stl-leaning", False, True, 1),
        ("stl-vertex", False, True, None),
    ):
        new, old = solid(mutated(name), made)
        assert (new.is_watertight and new.is_winding_consistent) is closed, name
        assert np.allclose(new.extents, old.extents, atol=1e-4) is same_size, name
        assert factor is None or new.volume == pytest.approx(factor * old.volume, rel=1e-4), name
        assert not np.array_equal(new.triangles, old.triangles), name


def mirror_image(one: Any, two: Any) -> bool:
    """Tell whether a body is another's image in the plane x = 0, corner by corner."""
    image = two.vertices * (-1, 1, 1)
    image += (one.bounds - [[-two.bounds[1, 0], *two.bounds[0, 1:]], [-two.bounds[0, 0], *two.bounds[1, 1:]]])[0]
    return {tuple(p) for p in np.round(one.vertices, 2) + 0.0} == {tuple(p) for p in np.round(image, 2) + 0.0}


def test_a_mirrored_solid_is_the_mirror_image(made: Path, mutated: Callable[[str], Path]) -> None:
    assert mirror_image(*solid(mutated("stl-mirrored"), made))
    assert not mirror_image(*solid(mutated("stl-turned-over"), made))


def polylines(folder: Path) -> list[tuple[str, bool, list[tuple[float, float]]]]:
    document = ezdxf.readfile(folder / "dxf/sheet-1.dxf")  # type: ignore[attr-defined]
    return [
        (line.dxf.layer, line.closed, [(p[0], p[1]) for p in line.get_points("xy")]) for line in document.modelspace()
    ]


def area(lines: list[tuple[str, bool, list[tuple[float, float]]]]) -> float:
    return sum(Polygon(points).area for layer, _, points in lines if layer == "CUT_OUTER" and len(points) > 2)


def test_drawings_change_as_is_said(made: Path, mutated: Callable[[str], Path]) -> None:
    whole = polylines(made)
    cuts = [line for line in whole if line[0] == "CUT_OUTER"]
    tile = area(whole) / len(cuts)
    grown = sum(Polygon(points).length for _, _, points in cuts) * 0.1
    for name, count, closed, by, near in (
        ("dxf-left-out", -1, -1, -tile, 1e-3),
        ("dxf-cut-twice", 1, 1, tile, 1e-3),
        ("dxf-unclosed", 0, -1, 0, 1e-3),
        ("dxf-short", 0, -1, 0, 0.1),
        ("dxf-engraved", -1, -1, -tile, 1e-3),
        ("dxf-no-kerf", 0, 0, -grown, 1),
        ("dxf-kerf-doubled", 0, 0, grown, 1),
        ("dxf-larger", 0, 0, 0.0201 * area(whole), 0.1),
        ("dxf-mark-aside", 0, 0, 0, 1e-3),
    ):
        lines = polylines(mutated(name))
        found = [line for line in lines if line[0] == "CUT_OUTER"]
        assert len(found) - len(cuts) == count, name
        assert sum(line[1] for line in found) - len(cuts) == closed, name
        assert area(lines) - area(whole) == pytest.approx(by, abs=near), name
        assert lines != whole, name


def test_sheets_are_the_same_after_a_change_in_either_form(mutated: Callable[[str], Path]) -> None:
    import svgelements

    for name in ("left-out", "vertex", "overlap"):
        drawn = svgelements.SVG.parse(mutated(f"svg-{name}") / "svg/sheet-1.svg", ppi=25.4)
        rings = [e for e in drawn.elements() if isinstance(e, svgelements.Path) and e.stroke == "#ff0000"]
        boxes = sorted([round(x, 2) for x in ring.bbox()] for ring in rings)
        height = float(drawn.height)
        lines = [np.array(line[2]) for line in polylines(mutated(f"dxf-{name}")) if line[0] == "CUT_OUTER"]
        theirs = sorted(
            [round(x, 2) for x in (p[:, 0].min(), height - p[:, 1].max(), p[:, 0].max(), height - p[:, 1].min())]
            for p in lines
        )
        assert np.allclose(boxes, theirs, atol=0.011), name


def test_books_change_as_is_said(made: Path, mutated: Callable[[str], Path]) -> None:
    book = "pdf/tiles-a4-colour.pdf"
    whole = PdfReader(made / book)
    counts = [page.get_contents().get_data().count(b" Do") for page in whole.pages]  # type: ignore[union-attr]
    for name, pages, stamps in (
        ("pdf-dropped", 0, -4),
        ("pdf-cut-dropped", 0, -1),
        ("pdf-twice", 0, 4),
        ("pdf-tiles-mirrored", 0, 0),
        ("pdf-tiles-page-dropped", -1, -counts[0]),
        ("pdf-tiles-page-twice", 1, counts[0]),
    ):
        found = PdfReader(mutated(name) / book)
        drawn = sum(page.get_contents().get_data().count(b" Do") for page in found.pages)  # type: ignore[union-attr]
        assert len(found.pages) - len(whole.pages) == pages, name
        assert drawn - sum(counts) == stamps, name
    larger = PdfReader(mutated("pdf-tiles-page-larger") / book).pages[0].mediabox
    assert float(larger[2]) == pytest.approx(1.05 * float(whole.pages[0].mediabox[2]))


def laid(path: Path) -> list[tuple[str, np.ndarray[Any, Any]]]:
    """Return what lib3mf lays: each item's name, and its matrix with a point in a row to the left of it."""
    import lib3mf

    model = lib3mf.get_wrapper().CreateModel()
    model.QueryReader("3mf").ReadFromFile(str(path))
    items, found = model.GetBuildItems(), []
    while items.MoveNext():
        item = items.GetCurrent()
        rows = [list(row) for row in item.GetObjectTransform().Fields]
        found.append((item.GetObjectResource().GetName(), np.array(rows)))
    return found


def test_packages_change_as_is_said(made: Path, mutated: Callable[[str], Path]) -> None:
    name = "3mf/plate-1-prusa.3mf"
    whole = laid(made / name)
    assert len(laid(mutated("3mf-prusa-left-out") / name)) == len(whole) - 1
    assert len(laid(mutated("3mf-prusa-twice") / name)) == len(whole) + 1
    for mutation, determinant, up in (("mirrored", -1, 1), ("turned-over", 1, -1), ("larger", 1.01**3, 1.01)):
        matrices = [matrix[:3] for _, matrix in laid(mutated(f"3mf-prusa-{mutation}") / name)]
        changed = [m for m in matrices if not np.isclose(np.linalg.det(m), 1) or not np.isclose(m[2, 2], 1)]
        assert len(changed) == 1, mutation
        assert np.linalg.det(changed[0]) == pytest.approx(determinant, abs=1e-6), mutation
        assert changed[0][2, 2] == pytest.approx(up, abs=1e-6), mutation
