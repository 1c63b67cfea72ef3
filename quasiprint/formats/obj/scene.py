"""OBJ and MTL files, read from front to back: what is not due is foreign, a blank or a comment too."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quasiprint.readback.mesh import Facets
from quasiprint.readback.scanner import Scanner

LIBRARY = "materials.mtl"
HEAD = f"# quasiprint: Wavefront OBJ, millimetres, z is up\nmtllib {LIBRARY}\ns off\n".encode("ascii")
NAME = re.compile(rb"[!-~]{1,80}")
# a decimal as short as it can be said, at most six places
SHORT = rb"(?:0|-?(?:0\.[0-9]{0,5}|[1-9][0-9]{0,3}\.[0-9]{0,5})[1-9]|-?[1-9][0-9]{0,3})"
LONG = rb"-?[0-9]{1,6}(?:\.[0-9]{1,9})?"
CORNERS = re.compile(rb"(?:v %s %s %s\n)++" % (SHORT, SHORT, SHORT))
LONG_CORNERS = re.compile(rb"(?:v %s %s %s\n)++" % (LONG, LONG, LONG))
INDEX = rb"[1-9][0-9]{0,8}"
FACES = re.compile(rb"(?:f %s %s %s\n)++" % (INDEX, INDEX, INDEX))
PART = re.compile(rb"0\.[0-9]{6}|1\.000000")
SPACES = bytes.maketrans(b"vf\n", b"   ")
Materials = list[tuple[str, tuple[float, ...]]]  # names and colours, red, green and blue from 0 to 1


@dataclass(frozen=True, slots=True, eq=False)
class ObjBody:
    """A group of triangles of an object, and its corners, mm. triangles: corners as numbers from 0."""

    name: str
    material: str
    corners: NDArray[np.float64]
    triangles: NDArray[np.int64]

    @property
    def facets(self) -> Facets:
        """The body's triangles, mm."""
        return np.asarray(self.corners[self.triangles], dtype=np.float64)


@dataclass(slots=True)
class ObjScene:
    """What a file holds: its objects by name, in order. notes: what in it is otherwise than in a set's file."""

    things: list[tuple[str, list[ObjBody]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def materials_of(content: bytes) -> Materials:
    """Return the materials of an MTL file. Raises Unreadable for anything but plain colours."""
    scan, found = Scanner(content, LIBRARY), []
    scan.due(b"# quasiprint: sRGB as parts of 1\n")
    while scan.at < len(content):
        scan.due(b"newmtl ")
        name = scan.take(NAME, "a material's name")[0].decode()
        scan.due(b"\nKd")
        rgb = []
        for _ in range(3):
            scan.due(b" ")
            rgb.append(float(scan.take(PART, "a number from 0 to 1 with six decimals")[0]))
        scan.due(b"\nKs 0 0 0\nd 1\nillum 1\n")
        found.append((name, tuple(rgb)))
    return found


def scene_of(content: bytes) -> ObjScene:
    """Return what an OBJ file holds. Raises Unreadable for anything but triangles in groups of objects."""
    scan, scene = Scanner(content, "it"), ObjScene()
    scan.due(HEAD)
    count = 0
    while scan.at < len(content) or not scene.things:
        scan.due(b"o ")
        name = scan.take(NAME, "an object's name")[0].decode()
        scan.due(b"\n")
        bodies: list[ObjBody] = []
        while not bodies or scan.sees(b"v "):
            body = _body(scan, count, scene.notes)
            count += len(body.corners)
            bodies.append(body)
        scene.things.append((name, bodies))
    return scene


def _body(scan: Scanner, count: int, notes: list[str]) -> ObjBody:
    """Return a body. count: how many corners stand before its own."""
    start = scan.at
    text = scan.take(LONG_CORNERS, "corners")[0]
    corners: NDArray[Any] = _numbers(text, np.float64)
    scan.due(b"g ")
    name = scan.take(NAME, "a group's name")[0].decode()
    scan.due(b"\nusemtl ")
    material = scan.take(NAME, "a material's name")[0].decode()
    scan.due(b"\n")
    triangles = _numbers(scan.take(FACES, "triangles")[0], np.int64) - (count + 1)
    if not CORNERS.fullmatch(text):
        notes.append(f"the corners of {name}, from byte {start}, are not written as short as they can be")
    if triangles.min() < 0 or triangles.max() != len(corners) - 1:
        scan.refuse(f"triangles of {name} whose corners are those before it, all of them")
    highest = np.maximum.accumulate(triangles.ravel())
    if highest[0] != 0 or np.diff(highest).max(initial=0) > 1:
        notes.append(f"the corners of {name} are not counted as its triangles name them")
    return ObjBody(name, material, corners, triangles)


def _numbers(text: bytes, kind: Any) -> NDArray[Any]:
    """Return the numbers of a text whose form is known, three in a row."""
    found: NDArray[Any] = np.fromstring(text.translate(SPACES), dtype=kind, sep=" ").reshape(-1, 3)
    return found
