"""Plates as beds are: what they keep free, how many filaments they have, and a bed for each kind of slicer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import start_page
from called import invoke
from shapely.geometry import Polygon, box

from quasiprint.layout.plates import beds_of, items_of, plates_of
from quasiprint.make.make import plate_notes
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.finding import Severity
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Project, SolidProduction
from quasiprint.model.profile import Slicer


def shop(game: str = "quasimino", *profiles: str, **parameters: int) -> Build:
    return Build(settle(Request(game, parameters, profiles=profiles)))


def project(made: SolidProduction, slicer: Slicer, *, relief: bool = False) -> Project:
    (found,) = (one for one in made.projects if one.slicer is slicer and one.relief is relief)
    return found


def inks(made: SolidProduction, name: str) -> set[int]:
    (piece,) = (piece for piece in made.pieces if piece.id == name)
    return {part.colour for part in piece.parts if part.colour is not None}


def counts(game_set: GameSet) -> Counter[str]:
    return Counter({p.id: 1 for p in game_set.pieces}) + Counter({a.id: a.count for a in game_set.accessories})


@pytest.mark.sampled(2)
@pytest.mark.parametrize("profile", ["prusa-mk4", "prusa-xl", "bambu-x1", "bambu-a1-mini"])
def test_no_plate_takes_more_filaments_than_the_bed_has(profile: str) -> None:
    made = shop("quasimino", profile).solids
    for one in made.projects:
        if not one.relief:
            for plate in one.plates:
                own = set().union(*(inks(made, place.item) for place in plate.placements))
                assert 1 + len(own) <= one.bed.extruders
                assert (plate.tower is not None) is bool(own)
        lying = Counter(place.item for plate in one.plates for place in plate.placements)
        assert lying == counts(made.set)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", ["quasimino", "majomino", "quomino"])
def test_nothing_lies_on_a_tower_or_on_what_a_bed_keeps_free(game: str) -> None:
    made = shop(game).solids
    outlines = {thing.id: thing.face.nominal for thing in made.set.items}
    towers = 0
    for one in made.projects:
        assert (one.bed.name == "bambu-x1") is (one.slicer is Slicer.BAMBU)
        for plate in one.plates:
            kept = [box(*zone) for zone in (*one.bed.keep_outs, *([plate.tower] if plate.tower else []))]
            towers += plate.tower is not None
            for place in plate.placements:
                shape = Polygon(place.ring(outlines[place.item]))
                assert not any(zone.intersects(shape) for zone in kept), (plate.name, place)
    assert towers


def kinds(plate: Arrangement) -> set[str]:
    return {place.item for place in plate.placements if place.item.startswith("token")}


def test_one_nozzle_prints_tokens_together_that_patterns_tell_apart() -> None:
    made = shop("quasimino", "ender-3").solids
    assert {one.relief for one in made.projects} == {True}
    plates = project(made, Slicer.PRUSA, relief=True).plates
    assert max(len(kinds(plate)) for plate in plates) == 6
    assert len(plates) == 3


def test_tokens_that_colours_alone_tell_apart_have_plates_of_their_own() -> None:
    made = shop("quasimino", "ender-3").solids
    bed, layer = made.projects[0].bed, made.set.measures.machine.layer
    solid = next(piece for piece in made.pieces if piece.id == "token-solid")
    alike = [
        replace(piece, relief=solid.relief) if piece.id in ("token-dashed", "token-dotted") else piece
        for piece in made.pieces
    ]
    plates = plates_of(items_of(made.set, alike), bed, layer, relief=True)
    assert len(plates) > 3
    for one, two in combinations(("token-solid", "token-dashed", "token-dotted"), 2):
        assert not any({one, two} <= kinds(plate) for plate in plates)
    assert any({"token-double"} < kinds(plate) for plate in plates)


def test_what_changes_its_filament_at_other_heights_lies_apart() -> None:
    made = shop("quomino", "ender-3").solids
    plates = project(made, Slicer.PRUSA, relief=True).plates
    raised = {"omino", "quomino"}
    kinds = [{place.item.partition("-")[0] for place in plate.placements} for plate in plates]
    assert any(kind & raised for kind in kinds)
    assert not any(kind & raised and "marker" in kind for kind in kinds)  # a marker's cross is sunk


def test_where_a_thing_takes_more_filaments_than_a_bed_changes_everything_is_in_relief_and_it_is_said() -> None:
    asked = shop("quasimino", "bambu-a1", colours=4)
    assert [(one.bed.name, one.relief) for one in asked.solids.projects] == [("bambu-a1", True), ("prusa-mk4", False)]
    (said,) = (note for note in plate_notes(asked) if note.code == "filaments-few")
    assert (said.subject, said.severity) == ("bed bambu-a1", Severity.NOTE)
    assert "thick-0123 takes 5 filaments, and it changes 4: everything is printed in relief" in said.message
    enough = shop("quasimino", "bambu-a1", colours=3)
    assert {one.relief for one in enough.solids.projects} == {False}
    assert not [one for one in plate_notes(enough) if one.code == "filaments-few"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("labels", [12, 6])  # letters tell them apart, or patterns
def test_many_labels_are_made_as_check_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, labels: int) -> None:
    monkeypatch.setattr("quasiprint.addons.designer.sets.meeting.LOOKED_AT", 0)  # how stars go on is not asked here
    file, folder = tmp_path / "own.toml", tmp_path / "set"
    shape = f'polygon = "hexagon"\nlabels = {{ at = "edges", count = {labels} }}'
    file.write_text(f'[set]\ntitle = "Own"\n[[shape]]\n{shape}\nwhich = {{ tiles = [[0, 1, 2, 3, 4, 5]] }}\n')
    assert "every check passed" in invoke("check", file, code=0).stdout
    made = invoke("make", file, "--format", "3mf", "-o", folder, code=0)
    assert "takes 7 filaments, and it changes 5: everything is printed in relief" in made.stderr
    assert {path.name for path in (folder / "3mf").iterdir()} == {"relief-plate-1-prusa.3mf", "set-relief-bambu.3mf"}
    assert invoke("verify", folder).exit_code == 0


def test_no_bed_gives_way_to_one_that_has_too_few_filaments_as_well() -> None:
    four = shop("quasimino", colours=4)
    prusa, bambu = four.run.profiles.beds
    game_set, few = four.set(Process.PRINTER), replace(prusa, extruders=4)
    assert {bed.name for bed in beds_of(game_set, (prusa, bambu)).values()} == {"prusa-mk4"}
    assert {bed.name for bed in beds_of(game_set, (few, bambu)).values()} == {"prusa-mk4", "bambu-x1"}


def test_a_bed_that_nobody_named_gives_way_to_the_one_that_was() -> None:
    usual = shop("quasimino")
    game_set, beds = usual.set(Process.PRINTER), usual.run.profiles.beds
    assert [(slicer.value, bed.name) for slicer, bed in beds_of(game_set, beds).items()] == [
        ("prusa", "prusa-mk4"), ("bambu", "bambu-x1"),
    ]  # fmt: skip
    four = shop("quasimino", colours=4).set(Process.PRINTER)  # five filaments
    assert {bed.name for bed in beds_of(four, beds).values()} == {"prusa-mk4"}
    small = tuple(replace(bed, width=60.0, depth=70.0, tower=None, keep_outs=()) for bed in beds[1:])
    assert {bed.name for bed in beds_of(game_set, (beds[0], *small)).values()} == {"prusa-mk4", "bambu-x1"}
    smaller = tuple(replace(bed, width=30.0) for bed in small)
    assert {bed.name for bed in beds_of(game_set, (beds[0], *smaller)).values()} == {"prusa-mk4"}


def test_a_keep_out_decides_whether_something_fits() -> None:
    usual = shop("quasimino")
    game_set, beds = usual.set(Process.PRINTER), usual.run.profiles.beds
    barred = replace(beds[1], width=70.0, depth=70.0, tower=None, keep_outs=((0.0, 20.0, 70.0, 40.0),))
    assert {bed.name for bed in beds_of(game_set, (beds[0], barred)).values()} == {"prusa-mk4"}


def test_a_set_for_one_nozzle_alone_is_verified_and_needs_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert (
        invoke("make", "triomino", "--highest", 1, "--profile", "ender-3", "-o", folder, "--format", "3mf").exit_code
        == 0
    )
    assert invoke("verify", folder).exit_code == 0
    quasimino = tmp_path / "quasimino"
    made = invoke("make", "quasimino", "--only", "samples", "--profile", "ender-3", "-o", quasimino, "--format", "3mf")
    assert made.exit_code == 0
    assert all("relief" in path.name for path in (quasimino / "3mf").iterdir())
    invoke("verify", quasimino, code=0)
    assert "Give your filaments these numbers" not in start_page.text(quasimino)
    (quasimino / "3mf" / "quasimino-relief-bambu.3mf").unlink()
    said = "file-missing: 3mf/quasimino-relief-bambu.3mf: it is listed, and not there"
    assert said in invoke("verify", quasimino).output


def test_a_piece_as_large_as_the_bed_leaves_no_place_for_a_tower_and_the_page_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    invoke("make", "majomino", "--size", 7, "--edge", 27, "--count", 1, "--format", "3mf", "-o", folder, code=0)
    assert "none is kept free: put it beside the parts, or switch it off" in start_page.text(folder)
    assert invoke("verify", folder).exit_code == 0
    small = shop("majomino").solids
    assert all(plate.tower for one in small.projects if not one.relief for plate in one.plates)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("width = 45\ndepth = 45\nextruders = 4", "thick-0000, 39.27 × 28.53 mm, has no place on it"),
        (
            "width = 90\ndepth = 60\nextruders = 4\ntower = [3, 10, 87, 50]",
            "thick-0000, 39.27 × 28.53 mm, has no place on it beside its tower",
        ),
        ("width = 200\ndepth = 200\nextruders = 2", "thick-0001 takes 3 filaments, and it changes 2"),
    ],
)
def test_a_named_bed_that_gives_way_is_said_and_why(tmp_path: Path, settings: str, why: str) -> None:
    bed = tmp_path / "own.toml"
    bed.write_text(f'[bed]\nmargin = 3\ngap = 2\nnozzle = 0.4\nslicers = ["bambu"]\n{settings}\n')
    named = ("--profile", "prusa-mk4", "--profile", bed)
    result = invoke("make", "quasimino", "--colours", 2, "--format", "3mf", *named, "-o", tmp_path / "set")
    message = f"bed own: {why}; plates for its slicers are laid out for bed prusa-mk4"
    assert result.exit_code == 0
    assert f"note: bed-gives-way: {message} (name a larger bed" in result.stderr
    assert "| Bambu Studio, OrcaSlicer | `prusa-mk4`" in start_page.text(tmp_path / "set")


def test_a_bed_that_takes_everything_is_not_said_to_give_way() -> None:
    usual = shop("quasimino", colours=1)
    large = replace(usual.run.profiles.beds[1], name="large")
    small = replace(large, name="small", width=40.0, depth=40.0, keep_outs=(), tower=None)
    for bed, due in ((large, []), (small, ["bed small"])):
        profiles = replace(usual.run.profiles, beds=(usual.run.profiles.bed, bed))
        found = plate_notes(Build(replace(usual.run, profiles=profiles)))
        assert [one.subject for one in found if one.code == "bed-gives-way"] == due


def test_a_bed_keeps_no_more_places_free_than_a_manifest_can_tell(tmp_path: Path) -> None:
    bed = tmp_path / "own.toml"
    for count, code in ((16, 0), (17, 2)):
        boxes = ", ".join(f"[{10 * k}, 0, {10 * k + 5}, 5]" for k in range(count))
        sizes = "width = 250\ndepth = 210\nmargin = 3\ngap = 2\nnozzle = 0.4\nextruders = 5"
        bed.write_text(f"[bed]\n{sizes}\nkeep_outs = [{boxes}]\n")
        asked = ("quasimino", "--only", "samples", "--format", "3mf", "--profile", bed)
        made = invoke("make", *asked, "-o", tmp_path / f"set-{count}")
        assert made.exit_code == code
    assert "own.toml: line 8: [bed] keep_outs: found 17, allowed are up to 16 of a bed" in made.stderr
    assert invoke("verify", tmp_path / "set-16").exit_code == 0


@pytest.mark.parametrize(("game", "where"), [("quasimino", "4.1"), ("triomino", "3.5")])
def test_why_there_are_no_plates_in_relief_is_said_with_a_remedy_that_holds(game: str, where: str) -> None:
    shop = Build(settle(Request(game, {}, thickness=4.1, extras=("relief",))))
    assert not any(one.relief for one in shop.solids.projects)
    (note,) = (one for one in plate_notes(shop) if one.code == "no-colour-change")
    assert note.severity is Severity.NOTE
    assert note.message == (
        f"the filament would be changed {where} mm up, which is not a whole number of layers of 0.2 mm; "
        "there are no plates in relief"
    )
    thickness = float(note.remedy.removeprefix("choose --thickness "))
    mended = Build(settle(Request(game, {}, thickness=thickness, extras=("relief",))))
    assert any(one.relief for one in mended.solids.projects)
    assert not any(one.code == "no-colour-change" for one in plate_notes(mended))


def test_nothing_is_said_of_plates_in_relief_that_nobody_asked_for() -> None:
    shop = Build(settle(Request("quasimino", {}, thickness=4.1)))
    assert not any(one.relief for one in shop.solids.projects)
    assert not any(note.code == "no-colour-change" for note in plate_notes(shop))


def test_one_nozzle_is_told_of_what_it_prints_in_one_colour_unasked() -> None:
    shop = Build(settle(Request("quasimino", {}, thickness=4.1, profiles=("ender-3",))))
    assert all(one.relief for one in shop.solids.projects)
    (note,) = (one for one in plate_notes(shop) if one.code == "no-colour-change")
    assert note.message.endswith("are printed in one colour")


def test_some_things_that_are_printed_in_one_colour_are_told_of() -> None:
    """Markers of a Quomino set are sunk, everything else is raised."""
    run = settle(Request("quomino", {}, extras=("relief",)))
    measures = tuple(
        replace(measure, finish=replace(measure.finish, groove_depth=0.3)) for measure in run.profiles.measures
    )
    shop = Build(replace(run, profiles=replace(run.profiles, measures=measures)))
    (note,) = (one for one in plate_notes(shop) if one.code == "no-colour-change")
    assert "1 of " in note.message
    assert note.message.endswith("things, marker among them, are printed in one colour")
    assert note.remedy.startswith("choose a thickness, depths and a layer")
