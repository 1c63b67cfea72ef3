"""Two colours from one nozzle: at which layer, and what the files and the page in a set's folder say of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from samples import BED, PRINTER, quasimino, resized, solids, triomino
from test_slicing_changes import CHANGE
from test_threemf import BAMBU, BAMBU_CONFIG, MODEL, PRUSA, PRUSA_CONFIG, files, member, metadata, value, xml

from quasiprint.formats.threemf import ColourChange, changes, colour_change, filaments, towers
from quasiprint.model.piece import GameSet
from quasiprint.model.production import SolidProduction
from quasiprint.model.solid import SolidPiece
from quasiprint.solids.build import solid_pieces

TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
PLACE = 167.0, 122.0, 244.0, 204.0  # left, low, right, high, mm
CHANGES = "Metadata/custom_gcode_per_layer.xml"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def piece(game_set: GameSet, name: str) -> SolidPiece:
    return next(one for one in solid_pieces(game_set) if one.id == name)


def change_of(game_set: GameSet, *names: str) -> ColourChange | None:
    return colour_change([piece(game_set, name) for name in names], game_set.measures.machine.layer)


def test_what_is_raised_begins_where_faces_lie() -> None:
    change = ColourChange(4.0, 21, 4.2, False)
    assert change_of(quasimino(), "thick-0012", "token-solid") == change
    assert change_of(triomino(finish="raised"), "0-1-2") == change
    assert change_of(triomino(finish="inlaid"), "0-1-2") == change


def test_things_that_disagree_have_none() -> None:
    def of(thickness: float, **options: str) -> SolidPiece:
        return piece(triomino(resized(PRINTER, thickness=thickness), **options), "0-1-2")

    high, low = of(5.0, finish="raised"), of(4.0, finish="raised")
    assert colour_change([high, low], 0.2) is None
    # one face lies above the height at which the digits of the other begin
    assert colour_change([of(5.0), low], 0.2) is None
    assert colour_change([of(5.0), of(4.0)], 0.2) is None
    assert colour_change([of(4.0), low], 0.2) == ColourChange(4.0, 21, 4.2, False)


def test_each_slicer_is_told_in_its_form() -> None:
    held = solids(quasimino(), ("thick-0012", "token-solid"), relief=True)
    made = files(held)
    assert list(made) == [PRUSA, "3mf/quasimino-relief-bambu.3mf"]
    rgb = held.set.palette.inks[0].rgb
    layer = f'type="0" extruder="1" color="{rgb}" extra="" gcode="M600"/><mode value="SingleExtruder"/>'
    assert member(made[PRUSA], CHANGE) == (
        f'{HEAD}<custom_gcodes_per_print_z><code print_z="4.2" {layer}</custom_gcodes_per_print_z>\n'
    )
    assert member(made["3mf/quasimino-relief-bambu.3mf"], CHANGES) == (
        f'{HEAD}<custom_gcodes_per_layer><plate><plate_info id="1"/><layer top_z="4.2" {layer}</plate>'
        "</custom_gcodes_per_layer>\n"
    )
    for content in made.values():
        said = metadata(xml(content, MODEL))["Description"]
        assert said == f"Filament: body #FFFFFF, from layer 21 (4 mm) on {held.set.palette.inks[0].name} {rgb}."


def test_a_colour_has_one_filament_in_all_files_of_a_design() -> None:
    held = solids(quasimino(), ("thin-0000", "token-dotted"))
    used = (0, 2)
    assert {
        mark.colour for p in held.set.items if p.id in ("thin-0000", "token-dotted") for mark in p.face.marks
    } == set(used)
    made = files(held)
    for path, config, kind in ((PRUSA, PRUSA_CONFIG, "volume"), (BAMBU, BAMBU_CONFIG, "part")):
        found = {value(part, "extruder") for part in xml(made[path], config).iter(kind)}
        assert found == {"1", "2", "4"}
        assert metadata(xml(made[path], MODEL))["Description"] == (
            "Filaments: 1 body #FFFFFF, 2 solid #0072B2, 4 dotted #F0E442."
        )
    assert filaments(held).splitlines()[2:] == [
        "| `plate-1-prusa.3mf`, `quasimino-set-bambu.3mf` | body `#FFFFFF` | 2 solid `#0072B2`, 4 dotted `#F0E442` |"
    ]
    assert changes(held) == ""


def test_the_page_says_where_which_file_changes_its_filament() -> None:
    held = solids(triomino(), ("0-1-2",), relief=True)
    head, _, *rows = changes(held).splitlines()
    assert head == "| file | first filament | change at | before layer | second filament |"
    sunk = "double `#000000` | 3.4 mm | 18 | body `#FFFFFF` |"
    assert rows == [f"| `plate-1-prusa.3mf`, `triomino-relief-bambu.3mf` | {sunk}"]
    # plates of a project that differ are named
    raised = solids(triomino(finish="raised"), ("0-1-3", "0-1-4"), replace(BED, width=50, depth=50), relief=True)
    plates = (*raised.projects[1].plates, replace(held.projects[1].plates[0], name="other"))
    both_kinds = replace(
        held,
        pieces=(*held.pieces, *raised.pieces),
        projects=(replace(raised.projects[1], plates=plates),),
    )
    assert changes(both_kinds).splitlines()[2:] == [
        "| `triomino-relief-bambu.3mf` (plate-1, plate-2) | body `#FFFFFF` | 4 mm | 21 | double `#000000` |",
        f"| `triomino-relief-bambu.3mf` (other) | {sunk}",
    ]


def towered(held: SolidProduction) -> SolidProduction:
    plates = tuple(replace(plate, tower=PLACE) for plate in held.plates)
    return replace(held, plates=plates, projects=tuple(replace(project, plates=plates) for project in held.projects))


def test_a_tower_is_told_where_filaments_are_changed() -> None:
    """In the place that PrusaSlicer's own profiles have: what it reads and what it does not read agree."""
    held = towered(solids(quasimino(), ("thick-0012", "thin-0121", "token-solid")))
    assert 'position_x="170" position_y="125"' in member(files(held)[PRUSA], TOWER)
    assert towers(held) == {"tower": "free", "typed": "170 and *Y* 125", "dragged": "free"}
    alone = towered(solids(triomino(), ("0-1-2",)))
    with pytest.raises(KeyError):
        member(files(alone)[PRUSA], TOWER)
