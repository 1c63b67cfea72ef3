"""Wavefront OBJ: the surfaces of single things and of whole plates, each body in a material of the one MTL."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import Body, Object, Reading, Scene, Unreadable, foreign
from quasiprint.model.profile import Palette

LIBRARY = "materials.mtl"
SINGLE, PLATES = "OBJ files of single pieces", "OBJ plates"
HEAD = re.compile(rb"(?:#[ -~]*\n)?mtllib materials\.mtl\ns off\n")
NUMBER, WHOLE, NAME = rb"-?[0-9]{1,6}(?:\.[0-9]{1,9})?", rb"[1-9][0-9]{0,8}", rb"[!-~]{1,80}"
BODY = re.compile(
    rb"(?:o (%b)\n)?((?:v %b %b %b\n)++)g %b\nusemtl (body|c[0-9]{1,3})\n((?:f %b %b %b\n)++)"
    % (NAME, NUMBER, NUMBER, NUMBER, NAME, WHOLE, WHOLE, WHOLE)
)
KD = rb"([01]\.[0-9]{6})"
MATERIAL = re.compile(rb"newmtl (body|c[0-9]{1,3})\nKd %b %b %b\nKs 0 0 0\nd 1\nillum 1\n" % (KD, KD, KD))
COPY = re.compile(r"\.[1-9][0-9]*$")
SPACES = bytes.maketrans(b"vf\n", b"   ")


def read(reading: Reading) -> Iterator[Scene]:
    """Return what the files show: each of the manifest's things in its frame, and the plates."""
    owners = {path: id for id, paths in reversed(reading.things) for path in paths}
    if f"obj/{LIBRARY}" not in reading.files:
        reading.report("file-missing", f"obj/{LIBRARY}", "it is not there")

    def scene(path: str, content: bytes) -> Scene | None:
        if path.endswith(".mtl"):
            _check_materials(content, reading.set.palette)
            return None
        id = owners.get(path, "")
        return Scene((path,), SINGLE if id else PLATES, _objects(content), id=id, bed=None if id else reading.bed)

    return (shown for _, shown in reading.parse(scene) if shown)


def _check_materials(content: bytes, palette: Palette) -> None:
    """Raise Unreadable unless the materials are plain colours, those of the palette."""
    head, rest = re.match(rb"(?:#[ -~]*\n)?", content), MATERIAL.sub(b"", content)
    if head is None or head[0] != rest:
        raise foreign(f"it has {rest[:60]!r} besides materials of plain colours")
    due = {"body": palette.body, **{f"c{number}": ink.rgb for number, ink in enumerate(palette.inks)}}
    found = [
        (one[1].decode(), [round(255 * float(part)) for part in one.groups()[1:]]) for one in MATERIAL.finditer(content)
    ]
    if found != [(name, list(bytes.fromhex(rgb[1:]))) for name, rgb in due.items()]:
        raise Unreadable(f"its materials are {found}, expected are {due}"[:300], "colour-wrong")


def _objects(content: bytes) -> tuple[Object, ...]:
    """Return what a file shows. Raises Unreadable for anything but triangles in groups of objects."""
    head = HEAD.match(content)
    if head is None:
        raise foreign(f"it does not begin with its materials, {LIBRARY}, and s off")
    found: list[tuple[str, list[Body]]] = []
    at, count = head.end(), 0
    while at < len(content):
        body = BODY.match(content, at)
        if body is None or not (body[1] or found):
            raise foreign(f"it has {content[at : at + 40]!r} at byte {at}, expected is a body of an object")
        if body[1]:
            found.append((COPY.sub("", body[1].decode()), []))
        corners = np.fromstring(body[2].translate(SPACES), sep=" ").reshape(-1, 3)
        triangles = np.fromstring(body[4].translate(SPACES), dtype=np.int64, sep=" ").reshape(-1, 3) - (count + 1)
        if triangles.min() < 0 or triangles.max() >= len(corners):
            raise Unreadable(f"a body of {found[-1][0]} has triangles with corners of another, or that are not there")
        colour = None if body[3] == b"body" else int(body[3][1:])
        found[-1][1].append(Body(corners[triangles], colour))
        at, count = body.end(), count + len(corners)
    return tuple(Object(tuple(bodies), name) for name, bodies in found)
