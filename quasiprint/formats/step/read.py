"""STEP, read back: its text has to hold what a set holds and nothing else, and what it says of bodies has to be right.

Files that this program wrote are read from their text alone: what is plane is taken apart into triangles, what is
curved into the straight sides of the mesh that it came from. Those that the CAD kernel wrote for older versions, whose
faces are all plane, are read by the kernel besides.
"""

from __future__ import annotations

import re
from contextlib import suppress

import numpy as np

from quasiprint.formats.step import child, own_forms
from quasiprint.formats.step.account import ASTRAY, accounted, told
from quasiprint.formats.step.child import StepSolid
from quasiprint.formats.step.products import solids
from quasiprint.model.finding import error
from quasiprint.model.format import Reading
from quasiprint.readback.bodies import Body, Scene, is_inlay, things
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
    taken: dict[str, list[StepSolid]] = {}
    for path, content in reading.files.items():
        if not own_forms.own(content):
            kernel = reading.libraries.get(KERNEL, "")
            report.findings += accounted(content, path, reading.set, kernel, loose=reading.loose)
            continue
        with suppress(Unreadable):  # which is said below
            _proper(content)
            it = told(content, path, reading.set, loose=reading.loose)
            report.findings += it.findings
            if it.shapes is not None:
                with np.errstate(all="ignore"), suppress(*ASTRAY):  # where something is wrong, which is said above
                    taken[path] = solids(it.tables, it.shapes.facets)

    def solids_in(content: bytes) -> list[StepSolid]:
        if not own_forms.own(content):
            return solids_of(content)
        _proper(content)
        return next((taken[path] for path, own in reading.files.items() if own is content and path in taken), [])

    foreign = [path for path, content in reading.files.items() if own_forms.own(content) and path not in taken]
    for path, solids_there in report.read(reading, solids_in):
        scene = Scene(path, [])
        strange = {solid.colour for solid in solids_there} - set(inks)
        if strange:
            message = f"it has the colours {', '.join(sorted(strange))}, which are none of the palette's"
            scene.findings.append(error("colour-wrong", path, message, REMAKE))
        for number, solid in enumerate(solids_there, 1):
            lie, wrong = upright(solid.matrix, f"{path}, solid {number}")
            seen = surfaces.terrain(solid.facets, f"{path}, solid {number}")
            scene.findings += wrong
            if seen is not None and not wrong:
                standing = not is_inlay(Body(seen, colour=-1), recogniser.reference)
                # the body's colour may be an ink's, too
                colour = -1 if standing and solid.colour == palette.body.upper() else inks.get(solid.colour, -1)
                scene.bodies.append(Body(seen, lie, colour, number))
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += called({number: solid.name for number, solid in enumerate(solids_there, 1)}, found)
        report.findings += [*scene.findings, *lying(path, found, (1e9, 1e9), -1e9, 0.0, what="bed")]
        every += found
    report.findings += surfaces.findings
    if not foreign:  # else not all could be looked for
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
