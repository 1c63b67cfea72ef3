"""PNG of single faces, read back: each piece has a front and a back, as large as it is, and every dot is what is due.

Dots at borders, which are mixtures, are not judged; nothing else in a picture is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from quasiprint.model.blame import elsewhere
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.profile import Palette, Paper
from quasiprint.readback.due_pictures import INCH, extent, layers, middle, painted, shown
from quasiprint.readback.raster import Canvas, Dots, Png, decoded, png_of
from quasiprint.readback.recognise import REMAKE
from quasiprint.readback.report import Report
from quasiprint.readback.unreadable import Unreadable

SIDES = ("front", "back")
Due = tuple[Piece | Accessory, bool]  # of which thing a picture is, and whether of its back


def read(reading: Reading) -> Report:
    """Read the pictures of a set."""
    report = Report()
    paper = reading.papers[0]
    due = _due(reading, report)
    pictures = dict(report.read(reading, png_of))
    by_size: dict[tuple[int, int], list[str]] = {}
    for path, picture in pictures.items():
        if path not in due:
            report.findings.append(error("content-foreign", path, "it is the picture of no piece", REMAKE))
            continue
        wrong = list(_sized(path, picture, due[path], paper))
        report.findings += wrong
        if not wrong:
            by_size.setdefault((picture.width, picture.height), []).append(path)
    for paths in by_size.values():
        try:
            for path, dots in zip(paths, decoded([pictures[path] for path in paths]), strict=True):
                report.findings += _shown(path, dots, due[path], paper, reading.set.palette)
        except Unreadable as problem:
            elsewhere(problem)
            report.findings.append(error(problem.code, paths[0], str(problem), REMAKE))
    own = {piece.id for piece in reading.set.pieces}
    seen = {id for id, paths in reading.things if id in own and all(path in pictures for path in _of(paths))}
    report.pieces = len(seen)
    return report


def _of(paths: Sequence[str]) -> list[str]:
    return [path for path in paths if path.startswith("png/")]


def _due(reading: Reading, report: Report) -> dict[str, Due]:
    """Return which picture is due of what, by path; note which pieces have not one front and one back."""
    files: Mapping[str, tuple[str, ...]] = dict(reading.things)
    due: dict[str, Due] = {}
    faces: dict[str, object] = {}
    for thing in shown(reading.set):
        paths = _of(files.get(thing.id, ()))
        for behind, side in enumerate(SIDES):
            own = [path for path in paths if path.endswith(f"-{side}.png")]
            if len(own) != 1:
                message = f"it has {len(own)} pictures of its {side}, due is 1"
                report.findings.append(error("piece-missing", thing.id, message, REMAKE))
            for path in own:
                first = due.setdefault(path, (thing, bool(behind)))[0]
                looks = faces.setdefault(path, _looks(first, bool(behind)))
                if looks != _looks(thing, bool(behind)):
                    message = f"it is to be the {side} of {first.id} and of {thing.id}, which do not look alike"
                    report.findings.append(error("marks-differ", path, message, REMAKE))
    return due


def _looks(thing: Piece | Accessory, behind: bool) -> object:
    face = thing.face
    if behind:
        return face.nominal, face.back, face.back_colour
    return face.nominal, tuple((mark.colour, mark.ink, mark.lines, mark.ink or mark.field) for mark in face.marks)


def _sized(path: str, picture: Png, due: Due, paper: Paper) -> Iterator[Finding]:
    wanted = extent(due[0].face, paper.bleed, paper.dpi)
    if (picture.width, picture.height) != wanted:
        found = f"it is {picture.width} × {picture.height} dots large"
        yield error("piece-size", path, f"{found}, due are {wanted[0]} × {wanted[1]}", REMAKE)
    metre = round(paper.dpi * 1000 / INCH)
    if picture.per_metre != (metre, metre):
        found = f"it has {picture.per_metre[0]} × {picture.per_metre[1]} dots to the metre"
        yield error("unit-wrong", path, f"{found}, due are {metre}", REMAKE)


def _shown(path: str, dots: Dots, due: Due, paper: Paper, palette: Palette) -> Iterator[Finding]:
    thing, behind = due
    height, width = dots.shape[:2]
    canvas = Canvas(width, height)
    at = middle(thing.face, paper.dpi, width, height, behind=behind)
    painted(canvas, layers(thing.face, palette, paper.bleed, behind), paper.dpi, at)
    wrong = canvas.wrong(dots)
    if wrong.any():
        row, column = (int(k[0]) for k in np.nonzero(wrong))
        message = f"{int(wrong.sum())} of its dots are not what {thing.id} has there, the first in row {row + 1}, "
        message += f"column {column + 1}"
        yield error("back-wrong" if behind else "mark-foreign", path, message, REMAKE)
