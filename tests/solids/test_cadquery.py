"""Pieces as CadQuery builds them: for whoever designs on, and as what our bodies are held against."""

from __future__ import annotations

import builtins
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from called import invoke, script
from foreign import KERNEL
from solid_cases import CASES, as_trimesh, box, solid_of

import quasiprint
from quasiprint.errors import InputError, Unavailable
from quasiprint.model.face import Region, Ring, snap
from quasiprint.model.solid import Facet, Sector, Solid, Step
from quasiprint.solids.cad import unlike, workplane
from quasiprint.solids.mesh import mesh

ROUND: Ring = tuple(
    (snap(5 + 3 * math.cos(math.tau * k / 32)), snap(5 + 3 * math.sin(math.tau * k / 32))) for k in range(32)
)
CORNER: Ring = (
    *((0.0, 0.0), (10.0, 0.0), (10.0, 8.0)),
    *((snap(8 + 2 * math.cos(math.pi * k / 16)), snap(8 + 2 * math.sin(math.pi * k / 16))) for k in range(1, 8)),
    *((8.0, 10.0), (0.0, 10.0)),
)


def tile() -> quasiprint.PieceView:
    return quasiprint.design("quasimino").piece("thick-0012")


# --- what is drawn round ------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_a_hole_is_a_circle_and_not_its_polygon() -> None:
    solid = solid_of(Step(Region(ROUND), 3.0))
    assert workplane(solid).val().Volume() == pytest.approx(400 - math.pi * 9, rel=1e-9)
    chords = workplane(solid, curved=False).val()
    assert chords.Volume() == pytest.approx(as_trimesh(mesh(solid)).volume, rel=1e-9)
    assert [face.geomType() for face in workplane(solid).faces("%CYLINDER").vals()] == ["CYLINDER"]


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_a_rounded_corner_is_an_arc_and_its_chamfer_a_cone() -> None:
    solid = Solid(CORNER, (Sector(CORNER, ()),), 0.0, 4.0, chamfer=0.5)
    made = workplane(solid)
    assert made.val().isValid()
    assert len(made.faces("%CYLINDER").vals()) == len(made.faces("%CONE").vals()) == 1
    # five plane sides above and four below, the top and the bottom
    assert len(made.faces("%PLANE").vals()) == 4 + 4 + 2
    assert len(workplane(solid, curved=False).faces("%PLANE").vals()) == 12 + 12 + 2


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_what_is_no_one_body_is_refused() -> None:
    parted = solid_of(Step(Region(box(4, 0, 6, 10)), 0.0))
    with pytest.raises(ValueError, match="CadQuery builds 2 solids"):
        workplane(parted)


# --- to design on -------------------------------------------------------------------------------


@pytest.mark.foreign(KERNEL)
def test_a_piece_is_a_workplane_with_one_solid() -> None:
    found = tile()
    assert found.parts == ("body", "inlay-0-0", "inlay-1-0", "inlay-2-1", "inlay-3-2", "relief")
    whole = found.workplane()
    assert (whole.solids().size(), whole.val().isValid()) == (1, True)
    assert whole.val().BoundingBox().zmin == pytest.approx(0, abs=1e-6)
    assert found.workplane("body").val().Volume() < whole.val().Volume()
    with pytest.raises(InputError, match="part of thick-0012: found 'lid', allowed is body, inlay-0-0"):
        found.workplane("lid")


@pytest.mark.foreign(KERNEL)
def test_an_assembly_has_body_and_inlays_with_their_colours() -> None:
    found = tile()
    made = found.assembly()
    assert [child.name for child in made.children] == [name for name in found.parts if name != "relief"]
    body, first = made.children[:2]
    rgb = [round(255 * value) for value in body.color.toTuple()[:3]]
    assert "#" + "".join(f"{value:02X}" for value in rgb) == found.palette.body.upper()
    # an inlay fills its pocket: nothing is in both
    assert body.obj.intersect(first.obj).val() is None or body.obj.intersect(first.obj).val().Volume() < 1e-6


@pytest.mark.foreign(KERNEL)
def test_tokens_and_boards_are_workplanes_too() -> None:
    tokens = quasiprint.design("quasimino", colours=1)
    token = tokens.accessory("token-solid")
    assert (token.kind, token.count, token.workplane("body").solids().size()) == ("token", 20, 1)
    assert token.svg().startswith("<svg")
    with pytest.raises(KeyError, match="no accessory 'nobody'; there are token-solid"):
        tokens.accessory("nobody")
    board = quasiprint.design("majomino", size=3, count=1).pieces[0]
    assert board.workplane().val().isValid()


@pytest.mark.foreign(KERNEL)
def test_workplanes_have_the_pieces_of_every_game() -> None:
    import cadquery as cq

    import quasiprint.workplanes

    made = tile().workplane().val()
    rows = cq.Workplane("XZ").rarray(60, 60, 2, 1).quasimino_tile("thick-0012")
    assert rows.solids().size() == 2
    assert all(val.Volume() == pytest.approx(made.Volume()) for val in rows.vals())
    # face up is away from the plane: of XZ, against y
    size = rows.combine().val().BoundingBox()
    assert (size.ymax, size.ymin) == pytest.approx((0, -made.BoundingBox().zlen), abs=1e-6)
    assert cq.Workplane().quasimino_tile("token-solid", "body").solids().size() == 1
    block = cq.Workplane().box(80, 80, 20).faces(">Z").workplane(offset=-10)
    nest = block.quasimino_tile("thick-0012", combine="cut")
    assert nest.val().Volume() == pytest.approx(80 * 80 * 20 - made.Volume())
    assert all(hasattr(cq.Workplane, f"{name}_tile") for name in quasiprint.game_names())
    with pytest.raises(KeyError, match="no piece 'thick-9'"):
        cq.Workplane().quasimino_tile("thick-9")


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_the_example_makes_a_tile_and_its_stand(root: Path, tmp_path: Path) -> None:
    import cadquery

    example = script("examples/cadquery/stand.py")
    example.main(str(tmp_path / "stand.step"))
    read = cadquery.importers.importStep(str(tmp_path / "stand.step"))
    assert read.solids().size() == 2
    assert all(solid.isValid() for solid in read.solids().vals())
    found = tile().workplane()
    engraved = example.engraved(found, "Q").val()
    volumes = sorted(solid.Volume() for solid in read.solids().vals())
    assert volumes == pytest.approx(sorted([engraved.Volume(), example.stand(found).val().Volume()]), rel=1e-6)
    assert engraved.Volume() < found.val().Volume()


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_the_examples_tile_fits_into_its_slot_and_is_held_there(root: Path) -> None:
    example = script("examples/cadquery/stand.py")
    stand, lying = example.stand(tile().workplane()), tile().workplane()
    size = lying.val().BoundingBox()
    standing = lying.translate((-size.center.x, -size.ymin, -size.center.z)).rotate((0, 0, 0), (1, 0, 0), 90)

    def shared(across: float, down: float) -> float:
        """How much of the tile is in the stand, so far beside its place in the slot; mm³."""
        placed = standing.translate((0, across, -down)).rotate((0, 0, 0), (1, 0, 0), example.LEAN)
        return sum(val.Volume() for val in placed.translate((0, 0, example.WALL)).intersect(stand).solids().vals())

    assert shared(0, 0) < 1e-6
    for across in (-example.PLAY, example.PLAY):
        assert shared(0.4 * across, 0) < 1e-6  # it has play, but half of it to each side
        assert shared(across, 0) > 1
    assert shared(0, 0.1) > 1  # and stands on the ground of the slot


# --- without CadQuery ---------------------------------------------------------------------------


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """CadQuery and its kernel are not there."""
    really = builtins.__import__

    def failing(module: str, *arguments: Any, **options: Any) -> Any:
        if module.split(".")[0] in ("cadquery", "OCP"):
            raise ImportError(f"No module named {module!r}")
        return really(module, *arguments, **options)

    for name in [name for name in sys.modules if name.split(".")[0] in ("cadquery", "OCP")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", failing)


def test_without_cadquery_what_needs_it_says_what_to_install(without: None) -> None:
    with pytest.raises(Unavailable, match=r'needs CadQuery.*pip install "quasiprint\[cadquery\]".*apt install libgl1'):
        tile().workplane()
    assert tile().parts[0] == "body"


def test_without_cadquery_a_set_is_made_and_not_proved_thoroughly(without: None, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert invoke("make", "triomino", "--highest", "0", "--format", "step", "-o", folder).exit_code == 0
    result = invoke("verify", folder, "--thorough", "--by", "bytes", code=2)
    assert re.fullmatch(r'Error: this needs CadQuery.*pip install "quasiprint\[cadquery\]".*\n', result.stderr)
    assert invoke("verify", folder, "--by", "bytes").exit_code == 0


# --- verify --thorough ---------------------------------------------------------------------------

POCKET = CASES["a pocket at a side"]
Facets = tuple[Facet, ...]


def moved(facets: Facets, by: float) -> Facets:
    """All facets moved to the right."""
    return tuple(tuple((x + by, y, z) for x, y, z in facet) for facet in facets)  # type: ignore[misc]


def scaled(facets: Facets, by: float) -> Facets:
    """All facets larger, and their middle where it was."""
    return tuple(tuple(((x - 5) * by + 5, (y - 5) * by + 5, z) for x, y, z in facet) for facet in facets)  # type: ignore[misc]


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("name", CASES)
def test_a_body_is_what_cadquery_builds(name: str) -> None:
    assert workplane(CASES[name], curved=False).val().isValid()
    assert unlike(CASES[name], mesh(CASES[name]).triangles) == ""


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda own: own[1:], "its facets leave it open"),
        (lambda own: tuple(facet[::-1] for facet in own), "its volume is -"),
        (lambda own: scaled(own, 1.000002), "its volume is "),
        (lambda own: moved(own, 2e-5), "its bounds are off by 2e-05 mm"),
        # the same size and bounds, and the pocket on the other side
        (lambda own: tuple(tuple((10 - x, 10 - y, z) for x, y, z in facet) for facet in own), "of one of them alone"),
    ],
)
def test_a_body_that_is_another_is_found(change: Callable[[Facets], Facets], said: str) -> None:
    assert said in unlike(POCKET, change(mesh(POCKET).triangles))


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_a_made_set_is_proved_thoroughly(small_set: Callable[..., Path]) -> None:
    made = small_set("triomino", "--highest", 0, "--format", "stl")
    verdict = quasiprint.verify(made, thorough=True)
    assert (verdict.findings, verdict.bodies) == ([], 1)
    result = invoke("verify", made, "--thorough", "--by", "bytes", code=0)
    assert "1 body built again by CadQuery, and the same" in result.stdout


def test_a_body_that_differs_is_named(small_set: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quasiprint.solids.cad.load_cadquery", lambda: None)
    monkeypatch.setattr("quasiprint.solids.cad.unlike", lambda solid, facets: "it is another")
    made = small_set("triomino", "--highest", 0, "--format", "stl")
    codes = [finding.code for finding in quasiprint.verify(made, by="bytes", thorough=True).findings]
    assert codes == ["solid-differs"]


def test_a_set_without_bodies_has_nothing_to_prove_again(tmp_path: Path) -> None:
    invoke("make", "triomino", "--highest", "0", "--format", "svg", "-o", tmp_path / "set")
    result = invoke("verify", tmp_path / "set", "--thorough", "--by", "bytes")
    assert (result.exit_code, "nothing-proved-again" in result.stderr) == (0, True)


def test_the_pages_show_the_example(root: Path) -> None:
    assert "examples/cadquery" in (root / "README.md").read_text(encoding="utf-8")
    page = (root / "docs/programs.md").read_text(encoding="utf-8")
    assert "examples/cadquery" in page
    (shown,) = re.findall(r"(?m)^(?:\w+ = )?tiles\.piece\(.*\)\.workplane\(.*$", page)
    assert shown
