"""Profiles as they come with PrusaSlicer: what a maker who changes nothing slices with.

A profile names those that it inherits from; here they are put together into one flat file, value by value, and nothing
is changed. Where a printer has several filaments, what is said of one is said of each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import foreign

VENDOR = Path("/usr/share/PrusaSlicer/profiles/PrusaResearch.ini")  # where Debian's package has it
# of a printer's profile: what is said of one nozzle
NOZZLE = re.compile(r"deretract_speed|extruder_offset|(max|min)_layer_height|nozzle_diameter|retract_.*|wipe")
# of a filament's profile: what is no text, and so stands between commas
TEXT = re.compile(r"(start|end)_filament_gcode|filament_(colour|notes|ramming_parameters|settings_id|type)")
ONCE = re.compile(r"filament_vendor|compatible_p.*|renamed_from|inherits")
KEYS = r"estimated printing time \(normal mode\)", r"total filament used \[g\]"
UNITS = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}


@dataclass(frozen=True)
class Shipped:
    """A printer, how it prints, and its filament: names of profiles."""

    printer: str
    printing: str
    filament: str

    def settings(self) -> str:
        """Return a flat file of settings."""
        printer = resolved("printer", self.printer)
        count = len(printer["nozzle_diameter"].split(","))
        flat = resolved("print", self.printing)
        flat |= {key: repeated(value, count) if NOZZLE.fullmatch(key) else value for key, value in printer.items()}
        for key, value in resolved("filament", self.filament).items():
            flat[key] = (";" if TEXT.fullmatch(key) else ",").join([value] * count)
        return "".join(f"{key} = {value}\n" for key, value in flat.items() if not ONCE.fullmatch(key))


MK3S = Shipped("Original Prusa i3 MK3S & MK3S+ MMU2S", "0.20mm QUALITY @MK3", "Prusament PLA @MMU2")
MK3 = Shipped("Original Prusa i3 MK3 MMU2", "0.20mm QUALITY @MK3", "Prusament PLA @MMU2")
MK25S = Shipped("Original Prusa i3 MK2.5S MMU2S", "0.20mm NORMAL @MK2.5", "Prusament PLA @MMU2")
SINGLE = Shipped("Original Prusa i3 MK3S & MK3S+", "0.20mm QUALITY @MK3", "Prusament PLA")
PRINTERS = {"mk3s": MK3S, "mk3": MK3, "mk2.5s": MK25S}


def repeated(value: str, count: int) -> str:
    first, *others = value.split(",")
    return value if others else ",".join([first] * count)


@cache
def sections() -> dict[str, dict[str, str]]:
    """Return what the vendor's file says below each heading."""
    found: dict[str, dict[str, str]] = {}
    own: dict[str, str] = {}
    for line in VENDOR.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            own = found.setdefault(line.strip("[] "), {})
        elif "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            own[key.strip()] = value.strip()
    return found


def resolved(kind: str, name: str) -> dict[str, str]:
    """Return a profile with all that it inherits; of several parents the later wins, and what it says itself."""
    own = sections()[f"{kind}:{name}"]
    whole: dict[str, str] = {}
    for parent in filter(None, map(str.strip, own.get("inherits", "").split(";"))):
        whole |= resolved(kind, parent)
    return whole | own


def sliced(content: bytes, folder: Path, shipped: Shipped) -> str:
    """Return PrusaSlicer's G-code for a 3MF, every piece where the file puts it. Seams lie behind: to find where they
    are seen least takes longer than all else."""
    (folder / "plate.3mf").write_bytes(content)
    (folder / "settings.ini").write_text(shipped.settings(), encoding="utf-8")
    options = ("--export-gcode", "--load", "settings.ini", "--seam-position", "rear", "--dont-arrange")
    files = ("-o", "plate.gcode", "plate.3mf")
    done = foreign.run("prusa-slicer", *options, *files, cwd=folder, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "plate.gcode").read_text(encoding="utf-8")


def said(gcode: str) -> tuple[float, float]:
    """Return the hours and the grams, the tower's with them, that PrusaSlicer says of a plate."""
    hours, grams = (re.findall(rf"^; {key} = (.*)$", gcode, re.MULTILINE)[-1] for key in KEYS)
    return sum(float(count) * UNITS[unit] for count, unit in re.findall(r"(\d+)([dhms])", hours)), float(grams)
