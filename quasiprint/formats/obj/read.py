"""Wavefront OBJ, read back: objects, their bodies, and in which colour of the MTL each is.

A file is read from front to back, and each line is one that is due (see `scene`). Each body is one that its thing has,
and the same in all files; on a plate it lies as a whole elsewhere, with its corners in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from quasiprint.formats.obj.scene import LIBRARY, Materials, ObjBody, ObjScene, materials_of, scene_of
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading, Things
from quasiprint.model.profile import Bed, Palette
from quasiprint.readback.bodies import Body, Scene, is_inlay, things
from quasiprint.readback.mesh import LYING
from quasiprint.readback.plane import STILL
from quasiprint.readback.recognise import REMAKE, Found, Recogniser, recogniser_of
from quasiprint.readback.report import Report, complete, framed, lying, named_otherwise, pieces, shortened
from quasiprint.readback.solid_parts import DueParts, due_parts
from quasiprint.readback.surfaces import Surfaces, called

BODY = "body"
NEAR = 1e-6  # of a colour's part
ROUND = 3e-6  # mm: what corners may be off that are turned, moved, and rounded to six decimals twice


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
    scenes: dict[str, ObjScene] = {}
    for path, objects in report.read(reading, scene_of, lambda path: not path.endswith(".mtl")):
        scenes[path] = objects
        scene = _scene(path, objects, surfaces, recogniser)
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += scene.findings
        report.findings += called({number: id_of(name) for number, (name, _) in enumerate(objects.things)}, found)
        if path in single:
            by_path[path] = found
            if not reading.loose:
                report.findings += framed(found)
        else:
            laid += found
            report.findings += _lying(path, found, reading.bed)
    report.findings += surfaces.findings
    report.findings += _accounted(scenes, reading.things, due_parts(reading.set))
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
    return lying(path, found, (bed.width, bed.depth), bed.margin, bed.gap, what="bed", kept=bed.keep_outs)


def id_of(name: str) -> str:
    """Return what a thing is whose object is called so: of a second copy on a plate ID.2, and so on."""
    id, dot, copy = name.rpartition(".")
    return id if dot and copy.isdecimal() and copy == str(int(copy)) != "0" else name


def _accounted(scenes: Mapping[str, ObjScene], entries: Things, due: DueParts) -> Iterator[Finding]:
    """Yield what in the files is no set's: names, bodies, materials, and bodies that are not the same in all files."""
    owner = {path: id for id, paths in reversed(entries) for path in paths}
    single: dict[str, tuple[ObjBody, str]] = {}
    for path in sorted(scenes, key=lambda path: path not in owner):
        notes = list(scenes[path].notes)
        seen: Counter[str] = Counter()
        for name, bodies in scenes[path].things:
            id = id_of(name)
            seen[id] += 1
            wanted = f"{id}.{seen[id]}" if seen[id] > 1 else id
            if name != owner.get(path, wanted):
                notes.append(f"an object is called {name[:40]!r}, due is {owner.get(path, wanted)!r}")
            notes += _bodies(id, bodies, due)
            if path in owner:
                for body in bodies:
                    known, where = single.setdefault(body.name, (body, path))
                    if not _same(known, body):
                        notes.append(f"its {body.name} is another body than in {where}")
                    elif known is body and len(np.unique(body.corners, axis=0)) != len(body.corners):
                        notes.append(f"its {body.name} has a corner twice")
            elif not _moved([single.get(body.name, (body, ""))[0] for body in bodies], bodies):
                notes.append(f"its {name[:40]!r} is not, corner for corner, what the files of single pieces have")
        yield from shortened([error("content-foreign", path, note, REMAKE) for note in dict.fromkeys(notes)])


def _bodies(id: str, bodies: Sequence[ObjBody], due: DueParts) -> Iterator[str]:
    """Yield which bodies of a thing are none of its, or in another material than is due."""
    wanted = due.of(id)
    if len(bodies) != len(wanted):
        yield f"{id[:40]!r} has {len(bodies)} bodies, due are {len(wanted)}"
    for body, (names, ink) in zip(bodies, wanted, strict=False):
        if body.name not in names:
            yield f"a body is called {body.name[:60]!r}, due is {names[0]}"
        material = BODY if ink is None else f"c{ink}"
        if body.material != material:
            yield f"{body.name} is in the material {body.material[:40]!r}, due is {material}"


def _same(one: ObjBody, two: ObjBody) -> bool:
    return np.array_equal(one.corners, two.corners) and np.array_equal(one.triangles, two.triangles)


def _moved(known: Sequence[ObjBody], found: Sequence[ObjBody]) -> bool:
    """Tell whether bodies are others turned and moved as one, corner for corner."""
    if any(not np.array_equal(one.triangles, two.triangles) for one, two in zip(known, found, strict=True)):
        return False
    here, there = (np.concatenate([body.corners for body in bodies]) for bodies in (known, found))
    if here.shape != there.shape or not np.array_equal(here[:, 2], there[:, 2]):
        return False
    first, second = _plane(here), _plane(there)
    turn = np.vdot(first - first.mean(), second - second.mean())
    turn /= abs(turn) or 1.0
    off = second - second.mean() - turn * (first - first.mean())
    return bool(np.abs(off).max() < ROUND)


def _plane(corners: NDArray[np.float64]) -> NDArray[np.complex128]:
    return np.asarray(corners[:, 0] + 1j * corners[:, 1], dtype=np.complex128)


def _painted(shown: Materials, palette: Palette) -> Iterator[Finding]:
    """Yield which materials do not have the colour that the palette says."""
    due = [(BODY, palette.body), *((f"c{k}", ink.rgb) for k, ink in enumerate(palette.inks))]
    names = [name for name, _ in shown]
    if names != [name for name, _ in due]:
        message = f"its materials are {', '.join(names)[:120]}, due are {', '.join(name for name, _ in due)}"
        yield error("colour-wrong", LIBRARY, message, REMAKE)
    colours = dict(shown)
    for name, rgb in due:
        wanted = [int(rgb[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        if name in colours and max(abs(a - b) for a, b in zip(wanted, colours[name], strict=True)) > NEAR:
            colour = "#" + "".join(f"{round(255 * part):02X}" for part in colours[name])
            yield error("colour-wrong", LIBRARY, f"its {name} is {colour}, allowed is {rgb.upper()}", REMAKE)


def _scene(path: str, objects: ObjScene, surfaces: Surfaces, recogniser: Recogniser) -> Scene:
    scene = Scene(path, [])
    for number, (name, bodies) in enumerate(objects.things):
        subject = f"{path}, object {name}"
        for body in bodies:
            seen = surfaces.terrain(body.facets, subject)
            if seen is None:
                continue
            standing = not is_inlay(Body(seen, colour=-1), recogniser.reference)
            ink = body.material.removeprefix("c")
            inked = body.material.startswith("c") and ink.isdecimal() and len(ink) < 4
            if body.material == BODY and seen.low >= LYING:
                message = f"its body begins at {seen.low:g} mm, allowed is 0 mm"
                scene.findings.append(error("height-wrong", subject, message, REMAKE))
            elif body.material != BODY and (standing or not inked):
                what = "body" if standing else "inlay"
                message = f"its {what} is in the material {body.material[:40]!r}"
                scene.findings.append(error("colour-wrong", subject, message, REMAKE))
            scene.bodies.append(Body(seen, STILL, int(ink) if inked and not standing else -1, number))
    return scene
