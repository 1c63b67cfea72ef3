"""Wavefront OBJ, read back: objects, their bodies, and in which colour of the MTL each is.

Understood is what a set's files are made of: corners, triangles, groups, objects and materials. Anything else could
change what a viewer shows, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.profile import Bed, Palette
from quasiprint.readback.bodies import LYING, Body, Scene, things
from quasiprint.readback.mesh import Facets
from quasiprint.readback.plane import STILL
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, named_otherwise, pieces
from quasiprint.readback.surfaces import Surfaces, called
from quasiprint.readback.unreadable import Unreadable

LIBRARY = "materials.mtl"
BODY = "body"
NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")
INDEX = re.compile("[1-9][0-9]{0,8}")
COPY = re.compile(r"\.[1-9][0-9]{0,5}$")  # after the id of what lies on a plate several times
PLAIN = {"Ks": ("0", "0", "0"), "d": ("1",), "illum": ("1",)}  # nothing shines, nothing is seen through
NEAR = 0.5 / 255  # of a colour's part
Materials = Mapping[str, tuple[float, ...]]  # colours by name


@dataclass(slots=True)
class ObjBody:
    """A group of triangles of one object. facets: three corners each, as indices from 1."""

    thing: int
    material: str
    facets: list[tuple[int, ...]] = field(default_factory=list)


@dataclass(slots=True)
class ObjScene:
    """What a file holds. names: of its objects, in order."""

    names: list[str] = field(default_factory=list)
    corners: list[tuple[float, ...]] = field(default_factory=list)
    bodies: list[ObjBody] = field(default_factory=list)

    def facets(self, body: ObjBody) -> Facets:
        """Return a body's triangles, mm."""
        corners = np.array(self.corners, dtype=np.float64)
        return np.asarray(corners[np.array(body.facets) - 1], dtype=np.float64)


def read(reading: Reading) -> Report:
    """Read OBJ files: those of the manifest's things hold each once, the others are plates and hold the set once."""
    report, surfaces, recogniser = Report(), Surfaces(), recogniser_of(reading)
    reference = recogniser.reference
    libraries = dict(report.read(reading, materials_of, lambda path: path.endswith(".mtl")))
    shown = libraries.get(f"obj/{LIBRARY}")
    if shown is None or len(libraries) != 1:
        there = ", ".join(sorted(libraries)) or "none"
        report.findings.append(error("file-missing", "obj", f"found the materials {there}, due are {LIBRARY}", REMAKE))
    else:
        report.findings += _painted(shown, reference.game_set.palette)
    single = {path for _, paths in reading.things for path in paths}
    by_path: dict[str, list[Found]] = {}
    laid: list[Found] = []
    for path, objects in report.read(reading, scene_of, lambda path: not path.endswith(".mtl")):
        scene = _scene(path, objects, surfaces)
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += scene.findings
        report.findings += called({number: COPY.sub("", name) for number, name in enumerate(objects.names)}, found)
        if path in single:
            by_path[path] = found
        else:
            laid += found
            report.findings += _lying(path, found, reading.bed)
    report.findings += surfaces.findings
    report.findings += complete("OBJ plates", laid, reference, "inlaid")
    entries = [(id, [path for path in paths if path in by_path]) for id, paths in reading.things]
    by_id = {id: [thing for path in paths for thing in by_path[path]] for id, paths in entries}
    report.findings += named_otherwise(entries, by_id)
    own = set(reference.ids)
    # pieces that are alike share a file, which is there for each of them
    alone = [thing for id, things_ in by_id.items() if id in own for thing in things_]
    alone += [thing for things_ in by_path.values() for thing in things_ if thing.ids and thing.ids[0] not in own]
    report.findings += complete("OBJ files of single pieces", alone, reference, "inlaid", once="accessories")
    report.pieces = min(pieces(laid, reference), pieces(alone, reference))
    return report


def _lying(path: str, found: Sequence[Found], bed: Bed) -> Iterator[Finding]:
    return lying(path, found, (bed.width, bed.depth), bed.margin, bed.gap, what="bed")


def _painted(shown: Materials, palette: Palette) -> Iterator[Finding]:
    """Yield which materials do not have the colour that the palette says."""
    due = {BODY: palette.body, **{f"c{k}": ink.rgb for k, ink in enumerate(palette.inks)}}
    if list(shown) != list(due):
        message = f"its materials are {', '.join(shown)[:120]}, due are {', '.join(due)}"
        yield error("colour-wrong", LIBRARY, message, REMAKE)
    for name in due.keys() & shown.keys():
        wanted = [int(due[name][k : k + 2], 16) / 255 for k in (1, 3, 5)]
        if max(abs(a - b) for a, b in zip(wanted, shown[name], strict=True)) > NEAR:
            colour = "#" + "".join(f"{round(255 * part):02X}" for part in shown[name])
            yield error("colour-wrong", LIBRARY, f"its {name} is {colour}, allowed is {due[name].upper()}", REMAKE)


def _scene(path: str, objects: ObjScene, surfaces: Surfaces) -> Scene:
    scene = Scene(path, [])
    for body in objects.bodies:
        subject = f"{path}, object {objects.names[body.thing]}"
        seen = surfaces.terrain(objects.facets(body), subject)
        if seen is None:
            continue
        standing = seen.low < LYING
        ink = re.fullmatch(r"c([0-9]{1,3})", body.material)
        if body.material == BODY and not standing:
            message = f"its body begins at {seen.low:g} mm, allowed is 0 mm"
            scene.findings.append(error("height-wrong", subject, message, REMAKE))
        elif body.material != BODY and (standing or ink is None):
            what = "body" if standing else "inlay"
            message = f"its {what} is in the material {body.material[:40]!r}"
            scene.findings.append(error("colour-wrong", subject, message, REMAKE))
        scene.bodies.append(Body(seen, STILL, int(ink[1]) if ink and not standing else -1, body.thing))
    return scene


def materials_of(content: bytes) -> dict[str, tuple[float, ...]]:
    """Return the materials of an MTL file and the colour of each, red, green and blue from 0 to 1.

    Raises Unreadable for anything but plain colours.
    """
    found: dict[str, tuple[float, ...]] = {}
    name = ""
    for number, (word, rest) in _statements(content):
        if word == "newmtl" and len(rest) == 1 and rest[0] not in found:
            name = rest[0]
            found[name] = ()
        elif word == "Kd" and name and not found[name] and len(rest) == 3 and all(map(NUMBER.fullmatch, rest)):
            found[name] = tuple(map(float, rest))
        elif not name or PLAIN.get(word) != rest:
            raise Unreadable(f"line {number} is {' '.join((word, *rest))[:80]!r}, allowed are plain colours")
    if not found or not all(found.values()):
        raise Unreadable("it has no materials, or one without a colour")
    return found


def scene_of(content: bytes) -> ObjScene:
    """Return what an OBJ file holds. Raises Unreadable for anything but triangles in groups of objects."""
    objects = ObjScene()
    material, grouped, library = "", False, 0
    for number, (word, rest) in _statements(content):
        if word == "v" and len(rest) == 3 and all(map(NUMBER.fullmatch, rest)):
            objects.corners.append(tuple(map(float, rest)))
        elif word == "f" and grouped and material and len(rest) == 3 and all(map(INDEX.fullmatch, rest)):
            _add(objects, material, rest, number)
        elif word == "g" and objects.names and len(rest) == 1:
            grouped, material = True, ""
            objects.bodies.append(ObjBody(len(objects.names) - 1, ""))
        elif word == "usemtl" and grouped and not material and len(rest) == 1:
            objects.bodies[-1].material = material = rest[0]
        elif word == "o" and len(rest) == 1 and rest[0] not in objects.names:
            grouped, material = False, ""
            objects.names.append(rest[0])
        elif word == "mtllib" and rest == (LIBRARY,) and not library:
            library = number
        elif (word, rest) != ("s", ("off",)):
            raise Unreadable(f"line {number} is {' '.join((word, *rest))[:80]!r}, which no set's file has there")
    if not library:
        raise Unreadable(f"it names no {LIBRARY}", "colour-wrong")
    if not objects.bodies or not all(body.facets for body in objects.bodies):
        raise Unreadable("it has no bodies, or one without triangles")
    return objects


def _add(objects: ObjScene, material: str, rest: Sequence[str], number: int) -> None:
    facet = tuple(map(int, rest))
    if max(facet) > len(objects.corners):
        raise Unreadable(f"line {number} names corner {max(facet)}, and there are {len(objects.corners)} before it")
    objects.bodies[-1].facets.append(facet)


def _statements(content: bytes) -> Iterator[tuple[int, tuple[str, tuple[str, ...]]]]:
    """Yield a file's statements, each with the number of its line. Raises Unreadable if it is no plain text."""
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        raise Unreadable("it is no text in ASCII") from None
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield number, (words[0], tuple(words[1:]))
