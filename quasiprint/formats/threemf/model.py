"""The model in a 3MF package, read from front to back: materials, meshes, objects of components, and what is built.

Nothing is looked up by its name: each element, attribute and number stands where it is due, or the file is refused.
Numbers that are not written as short as they can be are noted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quasiprint.readback.scanner import XML, Scanner
from quasiprint.readback.unreadable import Unreadable

MODEL = "3D/3dmodel.model"
CORE = b"http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRUSA = b' xmlns:slic3rpe="http://schemas.slic3r.org/3mf/2017/06"'
VERSION = b'<metadata name="slic3rpe:Version3mf">1</metadata>'
MATERIALS = 1  # the id of the base materials, and of nothing else
UNIT = re.compile(rb"[a-z]{1,20}")
COLOUR = re.compile(rb"(#[0-9A-F]{6})FF")
MATERIAL = re.compile(rb'<triangle [^/]*? pid="1" p1="([1-9][0-9]{0,3})"/>')
INDEX = rb"(?:0|[1-9][0-9]{0,8})"
CORNER = rb'<vertex x="%s" y="%s" z="%s"/>'
FACET = rb'<triangle v1="%s" v2="%s" v3="%s"%s/>'
# a decimal as short as it can be said, and any other
SHORT = rb"(?:0|-?(?:0\.[0-9]{0,5}|[1-9][0-9]{0,3}\.[0-9]{0,5})[1-9]|-?[1-9][0-9]{0,3})"
LONG = rb"-?[0-9]{1,6}(?:\.[0-9]{1,9})?"
CORNERS = re.compile(rb"(?:%s)++" % (CORNER % (SHORT, SHORT, SHORT)))
LONG_CORNERS = re.compile(rb"(?:%s)++" % (CORNER % (LONG, LONG, LONG)))
TURN = rb"-?[0-9]{1,6}(?:\.[0-9]{1,17})?(?:e-[0-9]{2})?"
MATRIX = re.compile(rb" ".join([TURN] * 12))
SPACES = bytes.maketrans(b'<vertexiangl="/>yz', b" " * 18)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """An object that is a mesh. base: the number of its base material; of each triangle: `bases`."""

    id: int
    name: str
    base: int
    corners: NDArray[np.float64]
    triangles: NDArray[np.int64]
    bases: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Whole:
    """An object of components: the ids of bodies."""

    id: int
    name: str
    components: tuple[int, ...]


@dataclass(slots=True)
class Model:
    """What a model holds, in order. bases: name and colour, "#RRGGBB", of each base material. items: which object, and
    the words of its matrix. notes: what stands in it otherwise than a set's file has it."""

    title: str = ""
    description: str = ""
    application: str = ""
    bases: list[tuple[str, str]] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    wholes: list[Whole] = field(default_factory=list)
    items: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def model_of(content: bytes, prusa: bool) -> Model:
    """Return what a model holds. prusa: whether it is for PrusaSlicer. Raises Unreadable where anything is not due."""
    scan, found = Scanner(content, MODEL), Model()
    scan.due(XML + b'<model unit="')
    unit = scan.take(UNIT, "a unit")[0].decode()
    if unit != "millimeter":
        raise Unreadable(f"its unit is {unit}, allowed is millimeter", "unit-wrong")
    scan.due(b'" xml:lang="en" xmlns="' + CORE + b'"' + PRUSA * prusa + b">")
    found.title = scan.text(b'<metadata name="Title">', b"</metadata>")
    found.description = scan.text(b'<metadata name="Description">', b"</metadata>")
    found.application = scan.text(b'<metadata name="Application">', b"</metadata>")
    scan.due(VERSION * prusa + b'<resources><basematerials id="%d">' % MATERIALS)
    while not scan.sees(b"</basematerials>"):
        name = scan.text(b'<base name="', b'" displaycolor="')
        found.bases.append((name, scan.take(COLOUR, "a colour like #RRGGBBFF")[1].decode()))
        scan.due(b'"/>')
    scan.due(b"</basematerials>")
    while not scan.sees(b"</resources>"):
        _object(scan, found)
    scan.due(b"</resources><build>")
    while not scan.sees(b"</build>"):
        of = scan.whole(b'<item objectid="', b'" transform="')
        words = scan.take(MATRIX, "a matrix of twelve numbers")[0].decode()
        found.items.append((of, tuple(words.split(" "))))
        scan.due(b'"/>')
    scan.due(b"</build></model>\n")
    scan.end()
    return found


def _object(scan: Scanner, found: Model) -> None:
    id = scan.whole(b'<object id="', b'" type="model" name="')
    name = scan.text()
    if scan.sees(b'">'):
        scan.due(b'"><components>')
        parts = [_component(scan)]
        while not scan.sees(b"</components>"):
            parts.append(_component(scan))
        scan.due(b"</components></object>")
        found.wholes.append(Whole(id, name, tuple(parts)))
        return
    base = scan.whole(b'" pid="%d" pindex="' % MATERIALS, b'"><mesh><vertices>')
    corners, plain = _corners(scan.until(b"</vertices>"), name)
    scan.due(b"<triangles>")
    triangles, bases = _triangles(scan, base)
    scan.due(b"</triangles></mesh></object>")
    if not plain:
        found.notes.append(f"the corners of {name} are not written as short as they can be")
    if not len(triangles) or triangles.max() >= len(corners):
        raise Unreadable(f"a triangle of {name} has a corner that is not there")
    found.bodies.append(Body(id, name, base, corners, triangles, bases))


def _component(scan: Scanner) -> int:
    return scan.whole(b'<component objectid="', b'"/>')


def _corners(text: bytes, name: str) -> tuple[NDArray[np.float64], bool]:
    """Return corners, and whether each number is as short as it can be."""
    plain = CORNERS.fullmatch(text) is not None
    if not plain and not LONG_CORNERS.fullmatch(text):
        raise Unreadable(f"the corners of {name} are no list of x, y and z as numbers", "content-foreign")
    return _numbers(text, np.float64), plain


def _triangles(scan: Scanner, base: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return triangles, and the base material of each: those of one material stand together."""
    parts, bases = [np.zeros((0, 3), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    while not scan.sees(b"</triangles>"):
        inked = MATERIAL.match(scan.content, scan.at)
        material = b' pid="%d" p1="%s"' % (MATERIALS, inked[1]) if inked else b""
        text = scan.take(_facets(material), "triangles")[0]
        rows = text.replace(material, b"") if inked else text
        part = _numbers(rows.replace(b"v1", b"").replace(b"v2", b"").replace(b"v3", b""), np.int64)
        parts.append(part)
        bases.append(np.full(len(part), int(inked[1]) if inked else base, dtype=np.int64))
    return np.concatenate(parts), np.concatenate(bases)


@lru_cache(maxsize=64)
def _facets(material: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:%s)++" % (FACET % (INDEX, INDEX, INDEX, material)))


def _numbers(text: bytes, kind: Any) -> NDArray[Any]:
    """Return the numbers of a text whose form is known, three in a row."""
    found: NDArray[Any] = np.fromstring(text.translate(SPACES), dtype=kind, sep=" ").reshape(-1, 3)
    return found
