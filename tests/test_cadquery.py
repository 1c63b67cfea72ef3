"""Pieces as CadQuery builds them: for whoever designs on, and as what a STEP file is held against."""

from __future__ import annotations

import builtins
import math
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from called import invoke, script
from edited import copied, mended
from foreign import KERNEL
from solid_cases import CASES, SQUARE, as_trimesh, box, solid_of

import quasiprint
from quasiprint.formats.step import kernel
from quasiprint.formats.step.prove import BESIDE, BareBody, BareFace, bare_bodies_of, compare, round_chords
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.face import Region, Ring, snap
from quasiprint.model.solid import Part, Sector, Solid, Step
from quasiprint.solids.cad import Built, straight, workplane
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
    made = Built(solid)
    assert made.volume == pytest.approx(400 - math.pi * 9, rel=1e-9)
    assert Built(solid, straight).volume == pytest.approx(as_trimesh(mesh(solid)).volume, rel=1e-9)
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
    assert len(workplane(solid, straight).faces("%PLANE").vals()) == 12 + 12 + 2


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
    tokens = quasiprint.design("quasimino")
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
    rows = cq.Workplane("XZ").rarray(60, 60, 3, 2).quasimino_tile("thick-0012")
    assert rows.solids().size() == 6
    assert all(one.Volume() == pytest.approx(made.Volume()) for one in rows.vals())
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
        return sum(one.Volume() for one in placed.translate((0, 0, example.WALL)).intersect(stand).solids().vals())

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

PLAIN = Part("a", "body", None, CASES["a pocket at a side"])


def body_of(solid: Solid, **changed: Any) -> BareBody:
    """A body as the kernel would tell of it, were it the one that CadQuery builds."""
    shape = workplane(solid).val()
    made = Built(solid)
    faces = tuple(
        BareFace(
            face.geomType().lower(),
            (0.0,) * 5,
            (*face.Center().toTuple(), *face.normalAt(face.Center()).toTuple()),
        )
        for face in shape.Faces()
        if made.holds(tuple((face.Center() - BESIDE * face.normalAt(face.Center())).toTuple()))
    )
    return replace(BareBody("a", True, True, 1e-7, made.volume, made.area, made.box, faces), **changed)


@pytest.mark.foreign(KERNEL)
def test_a_body_that_is_the_design_s_is_found_right() -> None:
    assert compare("x", body_of(PLAIN.solid), PLAIN) == []


def moved(faces: tuple[BareFace, ...], by: float) -> tuple[BareFace, ...]:
    first = faces[0]
    at, out = first.place[:3], first.place[3:]
    return (replace(first, place=(*(p + by * n for p, n in zip(at, out, strict=True)), *out)), *faces[1:])


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (lambda b: {"valid": False}, "solid-invalid", "finds it invalid"),
        (lambda b: {"closed": False}, "solid-invalid", "not closed"),
        (lambda b: {"volume": -b.volume}, "solid-invalid", "allowed is more than 0"),
        (lambda b: {"loose": 0.002}, "solid-invalid", "miss a corner by 0.002 mm"),
        (lambda b: {"faces": (replace(b.faces[0], kind="bsplinesurface"), *b.faces[1:])}, "solid-invalid", "bspline"),
        (lambda b: {"volume": b.volume * (1 + 2e-6)}, "volume-differs", "mm³"),
        (lambda b: {"box": (b.box[0] + 2e-5, *b.box[1:])}, "solid-differs", "bounds are off by 2e-05 mm"),
        (lambda b: {"area": b.area * (1 + 2e-6)}, "solid-differs", "surface"),
        (lambda b: {"faces": moved(b.faces, 0.01)}, "solid-differs", "none of that one's"),
        (lambda b: {"faces": moved(b.faces, -0.01)}, "solid-differs", "none of that one's"),
        (lambda b: {"faces": (replace(b.faces[0], place=()), *b.faces[1:])}, "solid-differs", "no inside"),
    ],
)
def test_a_body_that_is_another_is_found(change: Any, code: str, said: str) -> None:
    good = body_of(PLAIN.solid)
    (found,) = compare("x", replace(good, **change(good)), PLAIN)
    assert found.code == code
    assert said in found.message


def test_a_chord_is_round_where_the_file_has_it_round() -> None:
    from quasiprint.drawing.arcs import arcs
    from quasiprint.drawing.rings import on_grid

    (arc,) = arcs(on_grid(ROUND))
    half = BareFace("cylinder", (5.0, 5.0, 3.0, 0.0, math.pi), ())
    for faces, count in (((half,), 16), ((), 0), ((replace(half, about=(5.0, 5.0, 3.1, 0.0, 7.0)),), 0)):
        curved = round_chords(faces)
        chords = zip(arc.corners, arc.corners[1:], strict=False)
        assert sum(curved(arc, chord) for chord in chords) == count


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    return small_set("triomino", "--highest", 0, "--format", "step")


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_a_made_set_is_proved_thoroughly(made: Path) -> None:
    verdict = quasiprint.verify(made, thorough=True)
    assert (verdict.findings, verdict.bodies) == ([], 1)
    result = invoke("verify", made, "--thorough", "--by", "bytes")
    assert "1 body is sound, read without healing" in result.stdout


def test_a_set_without_step_has_nothing_to_prove_again(tmp_path: Path) -> None:
    invoke("make", "triomino", "--highest", "0", "--format", "svg", "-o", tmp_path / "set")
    result = invoke("verify", tmp_path / "set", "--thorough", "--by", "bytes")
    assert (result.exit_code, "nothing-proved-again" in result.stderr) == (0, True)


POINT = re.compile(rb"= CARTESIAN_POINT\('',\((-?\d+\.\d+)")


def pushed(content: bytes) -> bytes:
    """One corner 0.01 mm beside its place."""
    found = POINT.search(content)
    assert found
    return content[: found.start(1)] + b"%.9f" % (float(found[1]) + 0.01) + content[found.end(1) :]


def inverted(content: bytes) -> bytes:
    """One face looks inwards."""
    found = re.search(rb"= ADVANCED_FACE\('[^']*',\([^)]*\),#\d+,\.(T|F)\.\)", content)
    assert found
    return content[: found.start(1)] + (b"F" if found[1] == b"T" else b"T") + content[found.end(1) :]


def lacking(content: bytes) -> bytes:
    """One face is not in its shell."""
    return re.sub(rb"(= CLOSED_SHELL\('[^']*',\()#\d+,", rb"\1", content, count=1)


@pytest.mark.sampled(1)
@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("harm", [pushed, inverted, lacking])
def test_a_step_file_that_is_none_is_found_without_healing(made: Path, tmp_path: Path, harm: Any) -> None:
    folder = copied(made, tmp_path / "set")
    path = folder / "step/triomino-set.step"
    good = path.read_bytes()
    path.write_bytes(harm(good))
    assert path.read_bytes() != good
    mended(folder)
    found = quasiprint.verify(folder, by="bytes", thorough=True).findings
    own = {finding.code for finding in found} - {"bytes-differ"}
    assert own
    assert own <= {"solid-invalid", "solid-differs", "volume-differs"}


def lofted(path: Path) -> bytes:
    """A box with a chamfer, lofted: its sides are B-splines without curves on them, as in older versions' files."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakePolygon
    from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections
    from OCP.gp import gp_Pnt
    from OCP.Interface import Interface_Static
    from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer

    sections = BRepOffsetAPI_ThruSections(True, True)
    for z, part in ((0, 0.4), (0.4, 0.0), (4, 0.0)):
        corners = [gp_Pnt(x + math.copysign(part, 5 - x), y + math.copysign(part, 5 - y), z) for x, y in SQUARE]
        polygon = BRepBuilderAPI_MakePolygon(*corners, True)
        sections.AddWire(polygon.Wire())
    sections.Build()
    writer = STEPControl_Writer()
    before = Interface_Static.IVal_s("write.surfacecurve.mode")
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)
    writer.Transfer(sections.Shape(), STEPControl_StepModelType.STEPControl_AsIs)
    writer.Write(str(path))
    Interface_Static.SetIVal_s("write.surfacecurve.mode", before)
    return path.read_bytes()


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_no_healing_takes_part(tmp_path: Path) -> None:
    import cadquery

    content = lofted(tmp_path / "lofted.step")
    healed = cadquery.importers.importStep(str(tmp_path / "lofted.step")).val()
    assert healed.isValid()
    assert healed.Volume() == pytest.approx(0.4 / 6 * (100 + 4 * 9.6**2 + 9.2**2) + 360, rel=1e-9)
    (body,) = bare_bodies_of(content)
    assert {face.kind for face in body.faces} == {"plane", "bsplinesurface"}
    assert not body.valid
    found = compare("x", body, Part("a", "body", None, solid_of()))
    assert [finding.code for finding in found] == ["solid-invalid"]


@pytest.mark.foreign(KERNEL)
def test_the_program_that_asks_the_kernel_imports_nothing_of_the_package() -> None:
    code = "import runpy, sys; sys.modules['quasiprint'] = None; sys.argv = ['kernel', 'faces']; "
    code += f"runpy.run_path({kernel.__file__!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-I", "-c", code], input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b'{"unreadable"')


def test_the_pages_show_the_example(root: Path) -> None:
    assert "examples/cadquery" in (root / "README.md").read_text(encoding="utf-8")
    page = (root / "docs/programs.md").read_text(encoding="utf-8")
    assert "examples/cadquery" in page
    (shown,) = re.findall(r"(?m)^(?:\w+ = )?tiles\.piece\(.*\)\.workplane\(.*$", page)
    assert shown
