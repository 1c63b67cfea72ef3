"""Binary STL, read back: what its surfaces are, single pieces and plates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from quasiprint.model.finding import error
from quasiprint.model.format import Reading, Things
from quasiprint.model.profile import Bed
from quasiprint.readback.bodies import Body, Scene, is_inlay, things
from quasiprint.readback.copies import Copies
from quasiprint.readback.mesh import LYING, Facets, Terrain, across
from quasiprint.readback.recognise import REMAKE, Found, Recogniser, recogniser_of
from quasiprint.readback.report import Report, complete, framed, lying, named_otherwise
from quasiprint.readback.surfaces import Surfaces
from quasiprint.readback.unreadable import Unreadable

HEAD, FACET = 84, 50
RECORD = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
FARTHEST = 1e5  # mm
HEADER = b"quasiprint: binary STL, millimetres".ljust(80, b"\0")
TINY = 1.2e-38  # mm: below that, 32 bits hold fewer digits
SLANT = 1e-6  # how far a unit normal may be from its facet's, but for rounding
STEP = 1e-6  # of a coordinate: more than 32 bits round it by, in both ends of both sides


def read(reading: Reading) -> Report:
    """Read STL files: those of the manifest's things one by one, the others as plates."""
    report, surfaces, recogniser = Report(), Surfaces(), recogniser_of(reading)
    single = {path for _, paths in reading.things for path in paths if path.endswith(".stl")}
    terrains: dict[str, list[Terrain]] = {}
    plates: dict[str, Facets] = {}
    for path, facets in report.read(reading, facets_of):
        if path not in single:
            plates[path] = facets
        elif seen := _terrains(path, facets, surfaces, recogniser):
            terrains[path] = seen
    scenes = list(_scenes(report, plates, surfaces, recogniser))
    report.findings += surfaces.findings
    made = _singles(report, terrains, reading.things, recogniser)
    if not reading.loose:
        report.findings += framed(made)
    _plates(report, scenes, recogniser, reading.bed)
    return report


def _terrains(path: str, facets: Facets, surfaces: Surfaces, recogniser: Recogniser) -> list[Terrain]:
    """Return the surfaces of a file: one, or those of the inlays of faces and of backs, which have one filament and
    so one file."""
    if recogniser.reference.inlaid_backs and _inked(path) is not None:
        return surfaces.apart(facets, path)
    seen = surfaces.terrain(facets, path)
    return [] if seen is None else [seen]


def _singles(
    report: Report, terrains: Mapping[str, list[Terrain]], entries: Things, recogniser: Recogniser
) -> list[Found]:
    """Read the files of single things, and return what was found in them."""
    known: dict[tuple[str, ...], list[Found]] = {}
    by_id: dict[str, list[Found]] = {}
    for id, paths in entries:
        own = tuple(path for path in paths if path in terrains)
        if not own:
            continue
        if own not in known:
            known[own] = _piece(id, own, terrains, recogniser)
            report.note(own, known[own])
        by_id[id] = known[own]
    made = [thing for found in known.values() for thing in found]
    listed = [(id, paths) for id, paths in entries if id in by_id]
    report.findings += named_otherwise(listed, by_id)
    faces = (kind.faces for kind in recogniser.reference.kinds if kind.accessory)
    accessories = {id for own in faces for ids in own.values() for id in ids}
    single = "STL files of single pieces"
    for variant, subject in (("inlaid", single), ("relief", f"{single}, in relief")):
        found = [
            thing
            for id, things_ in by_id.items()
            if id not in accessories
            for thing in things_
            if thing.variant == variant
        ]
        found += [thing for thing in made if thing.variant == variant and thing.ids and thing.ids[0] in accessories]
        report.findings += complete(subject, found, recogniser.reference, variant, once="accessories")
    report.pieces = len({id for id in by_id if id not in accessories and any(t.ids for t in by_id[id])})
    return made


def _piece(id: str, paths: Sequence[str], terrains: Mapping[str, list[Terrain]], recogniser: Recogniser) -> list[Found]:
    """Return what the files of one piece are: its body with inlays, and the same in relief."""
    bodies = {path: [Body(seen, colour=_inked(path)) for seen in terrains[path]] for path in paths}
    standing = [path for path in paths if not all(is_inlay(body, recogniser.reference) for body in bodies[path])]
    plugs = [body for path in paths if path not in standing for body in bodies[path]]
    if not standing:
        return [_nobody(id, "none of its files has a body that stands on the bed")]
    found: list[Found] = []
    taken = False
    for path in standing:
        own = [Body(seen) for seen in terrains[path]]
        inlaid = things(Scene(path, [*own, *plugs]), recogniser) if plugs and not taken else []
        if inlaid and not any(map(_wrong, inlaid)):
            taken = True
            found += inlaid
            continue
        alone = things(Scene(path, own), recogniser)
        worse = sum(map(_wrong, alone))
        if inlaid and worse and (_pocketed(terrains[path], recogniser) or sum(map(_wrong, inlaid)) < worse):
            taken = True
            alone = inlaid
        found += alone
    if plugs and not taken:
        found[0].findings.append(error("mark-foreign", id, "it has inlays, and no body with pockets for them", REMAKE))
    return found


def _inked(path: str) -> int | None:
    """Return the colour that an STL file is to be printed in: its name says it, since the format cannot, and its
    patterns must agree."""
    told = re.search(r"-inlay-c(\d{1,3})\.stl$", path)
    return int(told[1]) if told else None


def _pocketed(every: Sequence[Terrain], recogniser: Recogniser) -> bool:
    m = recogniser.reference.game_set.measures
    floor = m.stock.thickness - m.finish.inlay_depth
    return any(abs(height - floor) < 1e-3 for seen in every for height in seen.tops)


def _wrong(thing: Found) -> int:
    return len(thing.findings)


def _nobody(subject: str, message: str) -> Found:
    thing = Found(subject, shapely.Polygon())
    thing.findings.append(error("piece-foreign", subject, message, REMAKE))
    return thing


def _scenes(
    report: Report, plates: Mapping[str, Facets], surfaces: Surfaces, recogniser: Recogniser
) -> Iterator[tuple[tuple[str, ...], Scene]]:
    """Yield what lies on each plate, and in which files. Which are printed together their names say: NAME-body and
    NAME-inlay-…"""
    copies = Copies(surfaces.proved)
    backs = recogniser.reference.inlaid_backs
    lying = [path for path, facets in plates.items() if facets[:, :, 2].min(initial=np.inf) < LYING]
    plain = [path for path in lying if not (backs and _inked(path) is not None)]
    plugs: dict[str, list[str]] = {}
    for path in plates:
        if path not in plain:
            plugs.setdefault(path.rpartition("-inlay-")[0], []).append(path)
    for path in plain:
        name = path.removesuffix("-body.stl")
        own = plugs.get(name, []) if name != path else []
        bodies = copies.bodies(plates[path], ((plates[plug], _inked(plug)) for plug in own))
        if bodies is None:  # then they are looked at as they are
            seen = {each: _terrains(each, plates[each], surfaces, recogniser) for each in (path, *own)}
            if not seen[path]:
                continue
            bodies = [Body(terrain, colour=_inked(each)) for each, every in seen.items() for terrain in every]
        plugs.pop(name, None)
        yield (path, *own), Scene(path, bodies)
    for rest in plugs.values():
        for path in rest:
            if _terrains(path, plates[path], surfaces, recogniser):
                report.findings.append(error("mark-foreign", path, "these inlays belong to no plate of bodies", REMAKE))


def _plates(report: Report, scenes: Iterable[tuple[Sequence[str], Scene]], recogniser: Recogniser, bed: Bed) -> None:
    """Recognise what lies on plates."""
    found: list[Found] = []
    for paths, scene in scenes:
        laid = things(scene, recogniser)
        report.note(paths, laid)
        report.findings += scene.findings
        size, kept = (bed.width, bed.depth), bed.keep_outs
        report.findings += lying(paths[0], laid, size, bed.margin, bed.gap, what="bed", kept=kept)
        found += laid
    for variant, subject in (("inlaid", "STL plates"), ("relief", "STL plates, in relief")):
        made = [thing for thing in found if thing.variant == variant]
        report.findings += complete(subject, made, recogniser.reference, variant)


def facets_of(content: bytes) -> Facets:
    """Return a file's facets. Raises Unreadable for what is no binary STL, or not to the last byte a set's."""
    if len(content) < HEAD:
        raise Unreadable(f"it has {len(content)} bytes, a binary STL has {HEAD} or more")
    if content[:5].lower() == b"solid":
        raise Unreadable("it begins with the word solid: some programs take it for the text form")
    count = int.from_bytes(content[80:HEAD], "little")
    if len(content) != HEAD + FACET * count:
        raise Unreadable(f"it says {count} facets, which take {HEAD + FACET * count} bytes, and has {len(content)}")
    if content[:80] != HEADER:
        # some programs read colours and materials in it
        raise Unreadable(f"its head is {content[:80]!r}, due is {HEADER.rstrip(bytes(1))!r}", "content-foreign")
    records = np.frombuffer(content, dtype=RECORD, count=count, offset=HEAD)
    coloured = int(np.count_nonzero(records["attributes"]))
    if coloured:
        message = f"{coloured} facets have an attribute, which some programs take for a colour; due is none"
        raise Unreadable(message, "content-foreign")
    facets = records["corners"].astype(np.float64)
    size = np.abs(facets)
    if not size.max(initial=0.0) <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    if ((size < TINY) & (size > 0)).any():
        raise Unreadable("it has a coordinate that is almost 0, and read as 0 by some programs", "content-foreign")
    turned = _turned(facets, records["normal"].astype(np.float64))
    if turned:
        raise Unreadable(f"{turned} facets have normals that are not theirs", "mesh-inside-out")
    return facets


def _turned(facets: Facets, given: NDArray[np.float64]) -> int:
    """Return how many facets have another normal than theirs, or one that is not 1 long."""
    u, v = facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0]
    normal = across(u, v)
    length = _lengths(normal)
    length[length == 0] = np.inf
    # corners were rounded to 32 bits after the normals were worked out: the narrower a facet, the more that turns it
    reach = np.sqrt(np.einsum("ij,ij->i", u, u) + np.einsum("ij,ij->i", v, v))
    room = STEP * np.abs(facets.reshape(-1, 9)).max(axis=1, initial=1.0) * reach / length + SLANT
    off = np.abs(normal / length[:, None] - given).max(axis=1, initial=0.0)
    long = np.abs(_lengths(given) - 1) < SLANT
    return int(np.count_nonzero(~(long & (off < room))))


def _lengths(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", rows, rows)))
