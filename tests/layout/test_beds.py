"""Printers that sell most, each with what its maker's own data say: the sources stand in the profiles. The place of a
tower in Bambu Studio and OrcaSlicer is worked out here, as these programs do it."""

from __future__ import annotations

import math
import tomllib
from itertools import product

import pytest
from called import invoke

from quasiprint.model.resources import template_folder

BEDS = template_folder() / "profiles/beds"
TEN = {
    "bambu-a1": (256, 256), "bambu-a1-mini": (180, 180), "bambu-p1": (256, 256), "bambu-x1": (256, 256),
    "prusa-mk4": (250, 210), "prusa-core-one": (250, 220), "prusa-mini": (180, 180), "ender-3-v3-se": (220, 220),
    "ender-3-v3-ke": (220, 220), "creality-k1": (220, 220), "elegoo-neptune-4": (225, 225),
    "elegoo-centauri-carbon": (256, 256), "anycubic-kobra-3": (255, 255),
}  # fmt: skip
LAYER, PRIME, GAP, BRIM, RIB = 0.2, 45.0, 1.5, 3.0, 8.0  # mm, mm³, a share, mm, mm: what the programs' profiles say
SWING = {"bambu-a1", "bambu-a1-mini", "anycubic-kobra-3"}  # whose bed moves: their tower stands at the left


def bed(name: str) -> dict[str, object]:
    return tomllib.loads((BEDS / f"{name}.toml").read_text(encoding="utf-8"))["bed"]  # type: ignore[no-any-return]


def towers(name: str, width: float, depth: float) -> list[tuple[float, float, float, float]]:
    """Where a tower may stand, its brim with it: for two to four filaments, with straight walls or ribs, and with each
    distance from the rim that versions of the programs have kept."""
    own = name.startswith("bambu")
    found = []
    for filaments, ribs, free in product((2, 3, 4), (True, False), (0.2, 1.0, 15.0) if own else (1.0,)):
        volume = PRIME * (filaments - 1)
        if ribs:
            side = math.sqrt(volume / LAYER * GAP)
            w = h = side + min(RIB, side / 2) / math.sqrt(2)
        else:
            w = 35.0 if own else 60.0
            h = volume / (LAYER * w) * GAP
        margin = free + BRIM
        for behind in (0.0, BRIM):  # whether the brim is left room once or twice
            x = min(max(0.0 if name in SWING else 165.0, margin), width - w - margin - behind)
            y = min(250.0, depth - h - margin - behind)
            found.append((x - BRIM, y - BRIM, x + w + BRIM, y + h + BRIM))
    return found


@pytest.mark.parametrize("name", TEN)
def test_each_has_its_bed_and_says_where_its_figures_come_from(name: str) -> None:
    said = bed(name)
    assert (said["width"], said["depth"]) == TEN[name]
    text = (BEDS / f"{name}.toml").read_text(encoding="utf-8")
    head = " ".join(line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#"))
    assert "bed" in head
    assert any(source in head for source in ("PrusaSlicer", "BambuStudio", "OrcaSlicer"))
    assert f"--profile {name}" not in head
    assert f"  {name} " in invoke("profiles").stdout


@pytest.mark.parametrize("name", [name for name in TEN if not name.startswith("prusa")])
def test_a_tower_has_its_place_kept_free(name: str) -> None:
    said = bed(name)
    if said["extruders"] == 1:
        assert "tower" not in said
        return
    left, low, right, high = said["tower"]  # type: ignore[misc]
    for box in towers(name, *TEN[name]):
        assert left <= box[0] + 1e-9, box
        assert low <= box[1] + 1e-9, box
        assert box[2] <= right + 1e-9, box
        assert box[3] <= high + 1e-9, box
    # and not much more than that
    every = towers(name, *TEN[name])
    assert min(box[1] for box in every) - low < 3
    assert right - max(box[2] for box in every) < 3
