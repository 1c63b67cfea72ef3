"""Sets that people tried to make: each counted, designed, made and verified with the right number of tiles, and others
like them. What a laser's program can tell apart in a file stands in `test_layers`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from called import invoke, refusal

from quasiprint.addons.designer.sets.set_file import Shape, read
from quasiprint.api import Design, check_set, verify
from quasiprint.make.run import Request, settle

FIELD = Path(__file__).parents[2] / "data/field"
PIECES = {  # by file: how many tiles there are, and how many different ones
    "star": (4, 1),
    "spectre": (30, 1),  # fourteen equal edges, which lead inwards at four corners
    "three-ribbons-listed": (56, 56),
    "double-twelve": (91, 91),
    "one-sided-pentominoes": (18, 18),
    "three-ribbons": (64, 64),
}
FORMATS = "stl,3mf,step,svg,dxf,pdf"


def shapes(file: Path) -> tuple[Shape, ...]:
    return read(file.read_bytes(), file.name).shapes


def design(file: Path, *formats: str) -> Design:
    return Design(settle(Request("set", {"set_file": str(file)}, formats=formats)))


def outer_cuts(files: dict[str, bytes]) -> int:
    """Return how many outlines the sheets of a set have to cut, as text finds them."""
    sheets = [content.decode() for path, content in files.items() if re.fullmatch(r"svg/sheet-\d+\.svg", path)]
    groups = [re.findall(r'<g id="cut-outer"[^>]*>(.*?)</g>', sheet, re.DOTALL) for sheet in sheets]
    return sum(drawn.count("M") for found in groups for drawn in found)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PIECES)
def test_it_is_counted_right_designed_and_made(name: str) -> None:
    """What `check` says alone, what it says of the drawings, what `make` makes and what a laser cuts are one number."""
    file, (pieces, different) = FIELD / f"{name}.toml", PIECES[name]
    counted = check_set(file)
    assert (counted.proved, counted.findings, counted.pieces) == (True, (), pieces)
    for shape in shapes(file):
        facts = counted.facts[shape.name]
        assert facts["closed form"] == facts["enumerated"] == facts["in the set"] == len(shape.tiles)
    assert sum(len(shape.tiles) for shape in shapes(file)) == different
    drawn = design(file, "svg")
    proof, files = drawn.check(), drawn.files()
    assert (proof.proved, proof.pieces) == (True, pieces)
    ids = [piece["id"] for piece in json.loads(files["manifest.json"])["pieces"]]
    assert len(set(ids)) == len(ids) == outer_cuts(files) == pieces


@pytest.mark.thorough
@pytest.mark.parametrize("name", PIECES)
def test_it_is_made_and_verified_in_every_format(name: str, tmp_path: Path) -> None:
    invoke("make", FIELD / f"{name}.toml", "--format", FORMATS, "-o", tmp_path / "set", code=0)
    verdict = verify(tmp_path / "set")
    assert (verdict.verified, verdict.pieces, verdict.same) == (True, PIECES[name][0], verdict.compared)


def test_what_was_listed_by_hand_can_be_said_in_a_word(tmp_path: Path) -> None:
    """56 of the 64: no three straight paths. See `test_crossings` for other numbers of crossings."""
    text = (FIELD / "three-ribbons.toml").read_text()
    (tmp_path / "own.toml").write_text(text.replace("count = 4", "count = 4, crossing = 2"))
    (said,), (listed,) = shapes(tmp_path / "own.toml"), shapes(FIELD / "three-ribbons-listed.toml")
    assert set(said.tiles) == set(listed.tiles) and len(said.tiles) == 56
    assert check_set(tmp_path / "own.toml").pieces == 56


def kind(folder: Path, *tables: str, rule: str = 'match = "equal"') -> Path:
    file = folder / "own.toml"
    file.write_text(f'[set]\ntitle = "own"\n{"".join(tables)}[rule]\n{rule}\n')
    return file


def agreed(file: Path) -> str:
    """Return why a set cannot be made, "" if it can: what `check` and `make` say alike, its drawings proved."""
    said, made = refusal(lambda: design(file, "svg").check()), refusal(lambda: design(file, "svg").files())
    assert said == made
    if not said:
        assert design(file, "svg").check().proved
    return said


HAT = (-2, 3, 2, -3, 2, 3, 2, -3, 2, 0, 2, 3, -2, 3)
LONG = "[0, 1]"  # √3
CONCAVE = {
    "turtle": ("twelfths", HAT, (LONG, LONG, 1, 1, LONG, LONG, 1, 1, LONG, LONG, LONG, LONG, 1, 1)),
    "hexagram": ("sixths", (2, -1) * 6, ()),
    "eight-star": ("eighths", (3, -2) * 8, ()),
}
LOOKS = ("", "wedges", "ribbons", "edges", "digits", "plain")


@pytest.mark.thorough
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CONCAVE)
def test_others_that_lead_inwards_are_made(name: str, look: str, tmp_path: Path) -> None:
    lattice, turns, steps = CONCAVE[name]
    walked = f", steps = [{', '.join(map(str, steps))}]" if steps else ""
    polygon = f'{{ lattice = "{lattice}", turns = {list(turns)}{walked} }}'
    said = f'look = "{look}"\n' if look else ""
    table = f'[[shape]]\nname = "tile"\npolygon = {polygon}\nlabels = {{ at = "edges", count = 1 }}\n{said}copies = 3\n'
    assert agreed(kind(tmp_path, table)) == ""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("count", "look", "why"),
    [
        (10, "wedges", ""),
        (27, "wedges", "found 'wedges' for 27 labels, allowed is it for up to 26"),
        (9, "ribbons", ""),
        (26, "wedges", ""),
        (26, "ribbons", ""),
        (26, "edges", ""),
        (27, "digits", ""),
        (100, "digits", ""),
    ],
)
def test_so_many_labels_are_made_or_refused(count: int, look: str, why: str, tmp_path: Path) -> None:
    last = [count - k for k in range(1, 5)]
    table = (
        f'[[shape]]\npolygon = "square"\nlabels = {{ at = "edges", count = {count} }}\nlook = "{look}"\n'
        f"which = {{ tiles = [[0, 1, 2, 3], {last}, [0, 0, {last[0]}, {last[0]}]] }}\n"
    )
    assert agreed(kind(tmp_path, table)).startswith(f"look: {why}" if why else "")
    assert bool(why) == bool(agreed(kind(tmp_path, table)))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("polygon", "count"), [("thick-rhomb", 2), ("square", 8), ("thick-rhomb", 8), ("kite", 8)])
def test_paths_that_run_under_others_show_their_pattern_however_short_they_are(
    polygon: str, count: int, tmp_path: Path
) -> None:
    table = f'[[shape]]\npolygon = "{polygon}"\nlabels = {{ at = "links", count = {count} }}\n'
    assert agreed(kind(tmp_path, table, rule='score = "closed loops"')) == ""


def oblongs(number: int) -> list[str]:
    """Return tables of so many different oblongs."""
    polygon = '{{ lattice = "quarters", turns = [1, 1, 1, 1], steps = [{a}, {b}, {a}, {b}] }}'
    table = f'[[shape]]\nname = "p{{a}}-{{b}}"\npolygon = {polygon}\nlabels = {{{{ at = "edges", count = 1 }}}}\n'
    return [table.format(a=a, b=b) for a in range(1, 12) for b in range(a, 12)][:number]


def test_as_many_shapes_as_are_allowed_are_read(tmp_path: Path) -> None:
    assert len(shapes(kind(tmp_path, *oblongs(64)))) == 64
    said = refusal(lambda: check_set(kind(tmp_path, *oblongs(65))))
    assert said.endswith(": line 3: [[shape]]: found 65 entries, allowed is shapes, each [[shape]], 1 to 64 entries")


@pytest.mark.thorough
def test_as_many_shapes_as_are_allowed_are_counted_and_made(tmp_path: Path) -> None:
    file = kind(tmp_path, *oblongs(64))
    proof = check_set(file)
    assert (proof.proved, proof.pieces) == (True, 64)
    assert agreed(file) == ""
    assert outer_cuts(design(file, "svg").files()) == 64


def test_an_id_stands_behind_its_piece_though_that_leads_inwards(tmp_path: Path) -> None:
    """The U among the pentominoes has a gap in its middle: there the id stood beside it."""
    head, *tables = (FIELD / "one-sided-pentominoes.toml").read_text().split("[[shape]]")
    (of_u,) = (table for table in tables if 'name = "u"' in table)
    (tmp_path / "u.toml").write_text(f"{head}[[shape]]{of_u}")
    invoke("make", tmp_path / "u.toml", "--format", "pdf", "--ids", "back", "-o", tmp_path / "set", code=0)
    assert verify(tmp_path / "set").verified
