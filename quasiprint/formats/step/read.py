"""STEP, read back twice: its text, which has to hold what a set holds and nothing else, and by the CAD kernel: solids
where they lie, each with its colour, as triangles.

All faces are plane, so the triangles are the bodies themselves and no approximation.
"""

from __future__ import annotations

import re

from quasiprint.formats.step import child
from quasiprint.formats.step.account import accounted
from quasiprint.formats.step.child import StepSolid
from quasiprint.model.finding import error
from quasiprint.model.format import Reading
from quasiprint.readback.bodies import LYING, Body, Scene, things
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.surfaces import Surfaces, called, upright
from quasiprint.readback.unreadable import Unreadable

KERNEL = "cadquery-ocp"  # the distribution
UNIT = re.compile(rb"LENGTH_UNIT\(\)[^;]*?SI_UNIT\(\s*(\S+?)\s*,\s*\.METRE\.\s*\)")


def read(reading: Reading) -> Report:
    """Read STEP files: together they hold the set once."""
    report, surfaces, recogniser = Report(), Surfaces(), recogniser_of(reading)
    palette = recogniser.reference.game_set.palette
    inks = {palette.body.upper(): -1, **{ink.rgb.upper(): k for k, ink in enumerate(palette.inks)}}
    every: list[Found] = []
    for path, content in reading.files.items():
        report.findings += accounted(content, path, reading.set, reading.libraries.get(KERNEL, ""), loose=reading.loose)
    for path, solids in report.read(reading, solids_of):
        scene = Scene(path, [])
        strange = {solid.colour for solid in solids} - set(inks)
        if strange:
            message = f"it has the colours {', '.join(sorted(strange))}, which are none of the palette's"
            scene.findings.append(error("colour-wrong", path, message, REMAKE))
        for number, solid in enumerate(solids, 1):
            lie, wrong = upright(solid.matrix, f"{path}, solid {number}")
            seen = surfaces.terrain(solid.facets, f"{path}, solid {number}")
            scene.findings += wrong
            if seen is not None and not wrong:
                standing = seen.low < LYING
                # the body's colour may be an ink's, too
                colour = -1 if standing and solid.colour == palette.body.upper() else inks.get(solid.colour, -1)
                scene.bodies.append(Body(seen, lie, colour, number))
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += called({number: solid.name for number, solid in enumerate(solids, 1)}, found)
        report.findings += [*scene.findings, *lying(path, found, (1e9, 1e9), -1e9, 0.0, what="bed")]
        every += found
    report.findings += surfaces.findings
    report.findings += complete("STEP", every, recogniser.reference, "inlaid")
    report.pieces = pieces(every, recogniser.reference)
    return report


def solids_of(content: bytes) -> list[StepSolid]:
    """Return a file's solids, read in a program of its own: damaged files can end the kernel, or keep it for ever.

    Raises Unreadable and Unavailable as `read_here` does, and Unreadable if that program fails.
    """
    _proper(content)
    return child.solids_of(content)


def read_here(content: bytes) -> list[StepSolid]:
    """Return a file's solids, read in this process.

    Raises Unreadable if the kernel cannot read it, or it is not in millimetres; Unavailable if there is no kernel.
    """
    _proper(content)
    return child.read_here(content)


def _proper(content: bytes) -> None:
    """Raise Unreadable for a file that is no STEP, or not in millimetres."""
    if not content.startswith(b"ISO-10303-21;") or not content.rstrip().endswith(b"END-ISO-10303-21;"):
        raise Unreadable("it does not begin with ISO-10303-21 and end with END-ISO-10303-21")
    units = set(UNIT.findall(content))
    if units != {b".MILLI."} or b"CONVERSION_BASED_UNIT('INCH'" in content.upper():
        raise Unreadable("its unit of length is not the millimetre", "unit-wrong")
