"""What PrusaSlicer makes of a change of filament at a height, and of the height of layers."""

from __future__ import annotations

from pathlib import Path

import foreign
import pytest
from gcode import SETTINGS, change_faults, sliced, strokes
from samples import quasimino, solids, triomino
from test_threemf import PRUSA, files

pytestmark = pytest.mark.foreign("prusa-slicer")

CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"

RELIEFS = {
    "stripes": (quasimino, {}, ("thick-0012", "token-solid"), 4.0),
    "raised digits": (triomino, {"finish": "raised"}, ("0-3-5",), 4.0),
    "sunk digits": (triomino, {}, ("0-3-5", "1-2-2"), 3.4),
    "digits in relief": (triomino, {"finish": "inlaid"}, ("0-3-5",), 4.0),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", RELIEFS)
def test_one_nozzle_changes_its_filament_where_the_second_colour_begins(kind: str, tmp_path: Path) -> None:
    design, options, names, z = RELIEFS[kind]
    gcode = sliced(files(solids(design(**options), names, relief=True))[PRUSA], tmp_path, extruders=1)
    assert change_faults(gcode, z) == []
    assert {stroke.z for stroke in strokes(gcode)} >= {round(z, 3), round(z + 0.2, 3)}


def test_pieces_bring_the_height_of_their_layers(tmp_path: Path) -> None:
    content = files(solids(triomino(), ("0-3-5",)))[PRUSA]
    (tmp_path / "plate.3mf").write_bytes(content)
    settings = SETTINGS.replace("NOZZLES", "0.4").replace("\nlayer_height = 0.2", "\nlayer_height = 0.3")
    (tmp_path / "settings.ini").write_text(settings)
    options = ("--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode", "plate.3mf")
    done = foreign.run("prusa-slicer", *options, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = sorted({stroke.z for stroke in strokes((tmp_path / "plate.gcode").read_text())})
    assert found == [round(0.2 * k, 3) for k in range(1, 21)]
