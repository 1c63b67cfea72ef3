"""Profiles are data: all that are packaged can be read, and what is wrong with one is said exactly."""

from __future__ import annotations

import io
import json
import re
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
from called import invoke, settled
from pypdf import PdfReader

from quasiprint.api import design
from quasiprint.errors import InputError
from quasiprint.make.profiles import PLACES, MeasuresProfile, Profiles, SheetProfile, Table, choose, read, record
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model import resources
from quasiprint.model.choices import Process
from quasiprint.model.limits import Key, Limits, check
from quasiprint.model.profile import Bed, Material, Palette, Paper, Prices, SheetOperation, Slicer

BED = "[bed]\nwidth = 100\ndepth = 100\nmargin = 2\ngap = 1\nnozzle = 0.4\nextruders = 1\n"
PALETTE = '[palette]\nbody = "#FFFFFF"\n[[palette.inks]]\nname = "red"\nrgb = "#ff0000"\npattern = "solid"\n'
SHEET = '[sheet]\nwidth = 9\nheight = 9\nmargin = 1\ngap = 1\nkerf = 0.1\nlayers = "boxes"\n'


def write(folder: Path, text: str, name: str = "own.toml") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_every_packaged_profile_is_read_under_its_name(root: Path) -> None:
    files = sorted((root / "templates/profiles").glob("*/*.toml"))
    kinds = set(PLACES.values())
    assert kinds < {file.parent.name for file in files} == kinds | {"layers"}
    read_as = {
        "beds": Bed, "sheets": SheetProfile, "pages": Paper, "palettes": Palette, "measures": MeasuresProfile,
        "materials": Material, "prices": Prices,
    }  # fmt: skip
    for file in files:
        if file.parent.name != "layers":
            assert isinstance(read(file.stem), read_as[file.parent.name]), file


def test_no_layer_is_left_unused_or_missing(root: Path) -> None:
    folder = root / "templates/profiles"
    said = [tomllib.loads(f.read_text())["sheet"] for f in (folder / "sheets").glob("*.toml")]
    used = {sheet["layers"] for sheet in said if "base" not in sheet or "layers" in sheet}
    assert used == {f.stem for f in (folder / "layers").glob("*.toml")}


def test_only_targets_that_spare_a_colour_draw_the_reference(root: Path) -> None:
    """Elsewhere every line is worked, so that a ruler would be burned into the sheet."""
    drawn = {}
    for file in (root / "templates/profiles/sheets").glob("*.toml"):
        sheet = read(file.stem)
        assert isinstance(sheet, SheetProfile)
        by_operation = {style.operation: style for style in sheet.stock.styles}
        cuts = {by_operation[SheetOperation.CUT_INNER].stroke, by_operation[SheetOperation.CUT_OUTER].stroke}
        assert None not in cuts
        assert by_operation[SheetOperation.REFERENCE].stroke not in cuts
        assert by_operation[SheetOperation.ENGRAVE].fill and not by_operation[SheetOperation.ENGRAVE].stroke
        drawn[file.stem] = by_operation[SheetOperation.REFERENCE].stroke is not None
    stock = {"300x300", "12x12in", "400x300", "600x300", "600x400"}  # of generic, each in one size
    assert {name for name, is_drawn in drawn.items() if is_drawn} == {"generic", "boxes", *stock}


def test_the_defaults_fill_every_kind() -> None:
    chosen = choose(())
    assert isinstance(chosen, Profiles)
    assert chosen.names() == {
        "bed": "prusa-mk4 bambu-x1", "sheet": "generic", "page": "a4", "palette": "okabe-ito",
        "material": "pla plywood-3 card-250",
    }  # fmt: skip
    assert [m.process for m in chosen.measures] == ["printer", "laser", "paper"]


def test_a_named_profile_takes_the_place_of_its_kind_alone() -> None:
    chosen = choose(("voron-350", "letter"))
    assert chosen.names() == {
        "bed": "voron-350", "sheet": "generic", "page": "letter", "palette": "okabe-ito",
        "material": "pla plywood-3 card-250",
    }  # fmt: skip


def test_the_command_line_wins_over_the_project_kind_by_kind() -> None:
    chosen = choose(("voron-350",), ("ender-3", "a4"))
    assert chosen.bed.name == "voron-350"
    assert [page.name for page in chosen.pages] == ["a4"]


def test_a_wider_nozzle_makes_the_narrowest_stroke_wider(tmp_path: Path) -> None:
    own = write(tmp_path, BED.replace("nozzle = 0.4", "nozzle = 0.8"))
    usual, wide = choose(()).measures_of(Process.PRINTER), choose((own,)).measures_of(Process.PRINTER)
    assert wide.machine.min_feature == pytest.approx(2 * usual.machine.min_feature)
    assert choose((own,)).measures_of(Process.LASER) == choose(()).measures_of(Process.LASER)


def test_a_users_own_template_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "templates/profiles/beds"
    own.mkdir(parents=True)
    write(own, BED, "prusa-mk4.toml")
    write(own, BED, "mine.toml")
    monkeypatch.chdir(tmp_path)
    assert choose(()).bed.width == 100
    assert choose(("mine",)).bed.name == "mine"


def test_lengths_have_units_as_on_the_command_line(tmp_path: Path) -> None:
    """But for what is no length."""
    for text, width, keep_out in (("8.5in", 215.9, 12.7), ("17/2in", 215.9, 12.7), ("21.59 cm", 215.9, 12.7)):
        said = BED.replace("width = 100", f"width = '{text}'") + "keep_outs = [[0, 0, '1/2in', 5]]\n"
        bed = read(write(tmp_path, said.replace("depth = 100", "depth = '100mm'")))
        assert isinstance(bed, Bed)
        assert (bed.width, bed.depth, bed.keep_outs) == (width, 100, ((0, 0, keep_out, 5),))
    run = settled("make", "triomino", "--thickness", "1/8in")
    assert run.profiles.measures_of(Process.LASER).stock.thickness == 3.175
    material = Path(PACKAGED / "materials/plywood-3.toml").read_text(encoding="utf-8")
    with pytest.raises(InputError, match=r"\[material\] density: found '1in'"):
        read(write(tmp_path, re.sub(r"density = [\d.]+", 'density = "1in"', material)))


@pytest.mark.parametrize(
    ("thickness", "profiles", "remedy"),
    [("4", (), "plywood-4"), ("20", (), "no material here fits"), ("1/8in", (), ""), ("4", ("plywood-4",), "")],
)
def test_a_thickness_that_its_material_has_not_is_noted(thickness: str, profiles: tuple[str, ...], remedy: str) -> None:
    words = [word for name in profiles for word in ("--profile", name)]
    said = json.loads(invoke("check", "triomino", "--highest", "1", "--thickness", thickness, *words, "--json").stdout)
    notes = [one for one in said["findings"] if one["code"] == "material-thickness"]
    assert len(notes) == bool(remedy)
    assert all(remedy in note["remedy"] and note["subject"] == "material plywood-3" for note in notes)


def test_a_files_name_must_fit_into_file_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="letters, digits"):
        read(write(tmp_path, BED, "my bed.toml"))


def test_a_bed_of_the_project_stays_that_of_the_slicer_for_which_none_is_named(tmp_path: Path) -> None:
    """The command line names a bed for one slicer, the project one for both: the other slicer keeps it."""
    own = write(tmp_path, BED, "own.toml")
    for named, other in (("prusa-xl", Slicer.BAMBU), ("bambu-a1", Slicer.PRUSA)):
        chosen = choose((named,), (own,))
        assert [bed.name for bed in chosen.beds] == [named, "own"]
        assert chosen.beds[1].slicers == (other,)
        laid = Build(settle(Request("triomino", {}, profiles=(named,), project_profiles=(own,)))).beds
        assert laid[other].name == "own"
    assert [bed.name for bed in choose((own,), ("bambu-a1",)).beds] == ["own"]


def test_each_kind_of_slicer_has_a_bed_of_its_own() -> None:
    assert [bed.name for bed in choose(("bambu-a1",)).beds] == ["bambu-a1", "prusa-mk4"]
    assert [bed.name for bed in choose(("bambu-a1", "prusa-xl")).beds] == ["bambu-a1", "prusa-xl"]
    assert [bed.name for bed in choose(("ender-3",)).beds] == ["ender-3"]  # every slicer has it
    assert [bed.name for bed in choose(("prusa-xl",), ("bambu-a1", "prusa-mini")).beds] == ["prusa-xl", "bambu-a1"]


@dataclass(frozen=True)
class Pulsed:
    """What a laser might have one day: keys that nothing but this declaration knows."""

    gap: Annotated[float, Key()]
    pulses: Annotated[int, Key(Limits(1, 9, unit=" pulses"), in_manifest=False)] = 1
    focus: Annotated[float, Key("line")] = 0.1

    def __post_init__(self) -> None:
        check(self)


def test_a_key_is_read_checked_and_recorded_from_its_declaration_alone() -> None:
    def read_from(**values: object) -> Pulsed:
        return Table("own.toml", "pulsed", values).build(Pulsed)

    assert read_from(gap=1, pulses=3, focus=0.2) == Pulsed(1.0, 3, 0.2)
    assert read_from(gap=1) == Pulsed(1.0)
    assert record(Pulsed(1.0)) == {"gap": 1.0, "focus": 0.1}  # manifests of sets that know no pulses stay as they are
    assert record(Pulsed(1.0, 3)) == {"gap": 1.0, "pulses": 3, "focus": 0.1}
    for values, message in (
        ({}, "own.toml: [pulsed] needs a key 'gap': a number from 0.05 to 1000 mm"),
        ({"gap": 1, "pulses": 10}, "pulses: found 10, allowed is a whole number from 1 to 9 pulses"),
        ({"gap": 1, "focus": 0}, "focus: found 0, allowed is from 0.001 to 10 mm"),
        ({"gap": 1, "pulse": 2}, "has a key 'pulse' (did you mean pulses?); allowed are focus, gap, pulses"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            read_from(**values)
    for wrong, message in (
        ((0.01,), "gap: found 0.01 mm, allowed is from 0.05 to 1000 mm; parts that touch are one"),
        ((1.0, 10), "pulses: found 10 pulses, allowed is from 1 to 9 pulses"),
        ((1.0, 1, 20.0), "focus: found 20 mm, allowed is from 0.001 to 10 mm"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            Pulsed(*wrong)


PACKAGED = Path(__file__).parents[2] / "templates" / "profiles"


def test_every_profile_stands_in_the_list_once() -> None:
    said = invoke("profiles").stdout
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("  ")]
    assert sorted(listed) == sorted(
        path.stem for folder in PLACES.values() for path in (PACKAGED / folder).glob("*.toml")
    )


def test_ones_own_is_a_start_from_another_and_stands_in_the_list(here: Path) -> None:
    own = here / "templates" / "profiles" / "sheets" / "plank.toml"
    own.parent.mkdir(parents=True)
    own.write_text(invoke("profiles", "600x300").stdout.replace("width = 600", "width = 900"))
    assert tomllib.loads(own.read_text())["sheet"]["width"] == 900
    said = invoke("profiles").stdout
    assert "\n  plank          900 × 300 mm, kerf 0.2 mm, margin 3 mm\n" in said
    assert "\n  generic        300 × 300, 304.8 × 304.8, 400 × 300, 600 × 300 or 600 × 400 mm, kerf 0.2 mm" in said


def test_a_paper_is_a_file_and_no_code(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook, a booklet and a score sheet are as large as a page's profile says: B4, which does not come along."""
    shutil.copytree(root / "templates", tmp_path / "templates")
    page = "[page]\nwidth = 250\nheight = 353\nmargin = 5\nbleed = 3\n"
    (tmp_path / "templates/profiles/pages/b4.toml").write_text(page)
    before = resources.papers()
    monkeypatch.setattr(resources, "template_folder", lambda: tmp_path / "templates")
    resources.papers.cache_clear()
    try:
        assert list(resources.papers()) == sorted([*before, "b4"])
        quomino = design("quomino", size=4)
        made = [quomino.rulebook(paper="b4", booklet=folded) for folded in (False, True)]
        made.append(quomino.scoresheet(paper="b4"))
    finally:
        resources.papers.cache_clear()
    sizes = [[round(float(side)) for side in PdfReader(io.BytesIO(pdf)).pages[0].mediabox[2:]] for pdf in made]
    assert sizes == [[709, 1001], [1001, 709], [709, 1001]]
