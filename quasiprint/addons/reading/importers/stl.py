"""Binary STL: the surfaces of single pieces, and of whole plates.

A file has one filament, which its name says: NAME-body.stl, NAME-inlay-c1.stl. Those of one NAME lie in one frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import Body, Facets, Object, Reading, Scene, Unreadable, foreign

HEAD, FACET = 84, 50
RECORD = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
INLAY = re.compile(r"(.+)-inlay-c(\d{1,3})\.stl")
SINGLE, PLATES, IN_RELIEF = "STL files of single pieces", "STL plates", ", in relief"


def read(reading: Reading) -> Iterator[Scene]:
    """Yield what the files show: each of the manifest's pieces in its frame, and the plates."""
    facets = dict(reading.parse(lambda _, content: facets_of(content)))
    ids: dict[tuple[str, ...], str] = {}
    for id, paths in reading.items:
        ids.setdefault(tuple(path for path in paths if path in facets), id)
    listed = {path for paths in ids for path in paths}
    for paths, id in ids.items():
        yield from _scenes(paths, facets, SINGLE, id, reading)
    yield from _scenes(tuple(path for path in facets if path not in listed), facets, PLATES, "", reading)


def _scenes(
    paths: tuple[str, ...], facets: dict[str, Facets], group: str, id: str, reading: Reading
) -> Iterator[Scene]:
    """Yield the scenes that files make together: a body with its inlays, and the same in relief."""
    inlays: dict[str, list[tuple[str, int]]] = {}
    for path in paths:
        if found := INLAY.fullmatch(path):
            inlays.setdefault(found[1], []).append((path, int(found[2])))
    for path in paths:
        if not INLAY.fullmatch(path):
            beside = inlays.pop(path.removesuffix("-body.stl"), []) if path.endswith("-body.stl") else []
            bodies = (Body(facets[path]), *(Body(facets[inlay], colour) for inlay, colour in beside))
            raised = path.endswith("-relief.stl")
            files, made = (path, *(inlay for inlay, _ in beside)), "relief" if raised else "inlaid"
            bed = None if id else reading.bed
            yield Scene(files, group + IN_RELIEF * raised, (Object(bodies),), (made,), id, bed)
    for rest in inlays.values():
        for path, _ in rest:
            reading.report("mark-foreign", path, "these inlays belong to no file of bodies")


def facets_of(content: bytes) -> Facets:
    """Return a file's facets. Raises Unreadable for what is no binary STL, or has more than one."""
    if len(content) < HEAD or content[:5].lower() == b"solid":
        raise Unreadable("it is no binary STL: it is too short, or begins with the word solid")
    count = int.from_bytes(content[80:HEAD], "little")
    if len(content) != HEAD + FACET * count:
        raise Unreadable(f"it says {count} facets, which take {HEAD + FACET * count} bytes, and has {len(content)}")
    records = np.frombuffer(content, dtype=RECORD, count=count, offset=HEAD)
    if records["attributes"].any():
        raise foreign("some facets have an attribute, which some programs take for a colour; expected is none")
    return np.ascontiguousarray(records["corners"])
