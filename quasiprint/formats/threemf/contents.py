"""What a 3MF file holds: model and settings put together, and whatever in them does not belong together.

Objects are numbered as they come, each is built, corners are counted as triangles first name them, and no corner is
there twice or for nothing. So there is nothing in a file that no piece needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from quasiprint.formats.threemf.model import MATERIALS, MODEL, Body, Model, model_of
from quasiprint.formats.threemf.opened import Opened, opened
from quasiprint.formats.threemf.pictures import pixels_of
from quasiprint.formats.threemf.settings import (
    BAMBU,
    BAMBU_CHANGES,
    PRUSA,
    PRUSA_CHANGE,
    PRUSA_TOWER,
    Told,
    ToldChange,
    ToldPlate,
    bambu_changes,
    bambu_settings,
    prusa_change,
    prusa_settings,
    prusa_tower,
)
from quasiprint.readback.mesh import Facets
from quasiprint.readback.png import Pixels
from quasiprint.readback.unreadable import DAMAGED, Unreadable

MOST_PLATES = 36  # of a project
FAR = 1e-6  # mm: of a turn's cosine and sine, the rounding of twelve decimals is far below that


@dataclass(frozen=True, slots=True, eq=False)
class PartRange:
    """A mesh that many objects may share. filament: from 1; base: the number of its base material, from 0.

    own: its triangles, as the numbers of its own corners.
    """

    name: str
    facets: Facets
    corners: NDArray[np.float64]
    own: NDArray[np.int64]
    filament: int
    base: int


@dataclass(frozen=True, slots=True)
class Instance:
    """An object where it lies: its parts, a matrix for row vectors (4 × 3, mm), the number of its plate or 0,
    and what it is called."""

    parts: tuple[PartRange, ...]
    matrix: tuple[float, ...]
    plate: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds. plates: of a project, none in a file for PrusaSlicer. notes: what does not belong.

    layers: how high the layers of objects are, mm. pictures: the file's, then one for each plate of a project. changes:
    of filament, by the plate's number, 1 in a file for PrusaSlicer. tower: where it stands, None if nothing is said.
    older: whether the file has the form of version 0.1.0, which says less.
    """

    model: Model
    instances: tuple[Instance, ...]
    plates: tuple[ToldPlate, ...]
    notes: list[str] = field(default_factory=list)
    layers: frozenset[float] = frozenset()
    pictures: tuple[Pixels, ...] = ()
    changes: Mapping[int, ToldChange] = field(default_factory=dict)
    tower: tuple[float, float] | None = None
    older: bool = False


def prusa_contents(content: bytes, loose: bool = False) -> Contents:
    """Return what a file for PrusaSlicer holds. loose: in whichever form. Raises Unreadable for anything but that."""
    file = opened(content, PRUSA, (PRUSA_CHANGE, PRUSA_TOWER), 0, loose)
    model = model_of(file.members[MODEL], True)
    change, tower = file.members.get(PRUSA_CHANGE), file.members.get(PRUSA_TOWER)
    try:
        told = prusa_settings(file.members[PRUSA], file.older)
        found = _whole(file, _of_prusa(model, told), told)
        return replace(
            found,
            changes={} if change is None else {1: prusa_change(change)},
            tower=None if tower is None else prusa_tower(tower),
        )
    except DAMAGED as problem:
        raise Unreadable(f"its model or its settings lack something: {problem!r}") from None


def bambu_contents(content: bytes, loose: bool = False) -> Contents:
    """Return what a file for Bambu Studio and OrcaSlicer holds. loose: in whichever form. Raises Unreadable for
    anything but that."""
    file = opened(content, BAMBU, (BAMBU_CHANGES,), MOST_PLATES, loose)
    model = model_of(file.members[MODEL], False)
    changes = file.members.get(BAMBU_CHANGES)
    try:
        told, plates = bambu_settings(file.members[BAMBU], file.older)
        found = _whole(file, _of_bambu(model, told, plates), told)
        return replace(found, changes={} if changes is None else bambu_changes(changes))
    except DAMAGED as problem:
        raise Unreadable(f"its model or its settings lack something: {problem!r}") from None


def _whole(file: Opened, found: Contents, told: Sequence[Told]) -> Contents:
    """Return contents with what is said of all objects, and the pictures."""
    layers = frozenset(entry.layer for entry in told)
    pictures = [f"Metadata/plate_{k}.png" for k in range(1, len(found.plates) + 1)]
    if not file.older and [plate.picture for plate in found.plates] != pictures:
        found.notes.append("its plates have other pictures than their own")
    if not file.older and len(file.pictures) != len(found.plates) + 1:
        found.notes.append(f"it has {len(file.pictures)} pictures, due are {len(found.plates) + 1}")
    shown = tuple(map(pixels_of, file.pictures))
    return replace(found, layers=layers, pictures=shown, older=file.older)


def _of_prusa(model: Model, told: Sequence[Told]) -> Contents:
    found = Contents(model, (), (), model.notes)
    bodies, settings = {body.id: body for body in model.bodies}, {entry.id: entry for entry in told}
    if model.wholes:
        raise Unreadable("its model has objects of components, which PrusaSlicer does not get", "content-foreign")
    built = [of for of, _ in model.items]
    copies = Counter(built)
    _refuse_absent(built, bodies, settings)
    found.notes.extend(_numbered([body.id for body in model.bodies], [entry.id for entry in told], MATERIALS + 1))
    found.notes.extend(_once(list(bodies), list(dict.fromkeys(built)), "objects that are built"))
    parts = {}
    for id in copies:
        body, entry = bodies[id], settings[id]
        if entry.copies != copies[id]:
            found.notes.append(f"object {id} is said to be there {entry.copies} times, and is built {copies[id]} times")
        found.notes.extend(_named(id, body.name, entry))
        if body.base != 0:
            found.notes.append(f"object {id} has the base material {body.base}, due is 0")
        parts[id] = tuple(_volumes(body, entry, found.notes))
    instances = [Instance(parts[of], _matrix(words, found.notes), 0, bodies[of].name) for of, words in model.items]
    return Contents(model, tuple(instances), (), found.notes)


def _of_bambu(model: Model, told: Sequence[Told], plates: tuple[ToldPlate, ...]) -> Contents:
    notes = model.notes
    bodies = {body.id: body for body in model.bodies}
    wholes, settings = {whole.id: whole for whole in model.wholes}, {entry.id: entry for entry in told}
    ids = [body.id for body in model.bodies]
    notes += _numbered(ids, ids, MATERIALS + 1)
    notes += _numbered([whole.id for whole in model.wholes], [entry.id for entry in told], MATERIALS + 1 + len(ids))
    used = dict.fromkeys(id for whole in model.wholes for id in whole.components)
    notes += _once(ids, list(used), "bodies that objects have")
    built = [of for of, _ in model.items]
    _refuse_absent(used, bodies)
    _refuse_absent(built, wholes, settings)
    notes += _once(list(wholes), built, "objects that are built")
    notes += _once(built, [of for plate in plates for of in plate.objects], "objects on plates")
    if [plate.number for plate in plates] != list(range(1, len(plates) + 1)):
        notes.append("its plates are not numbered as they come, from 1")
    on_plate = {of: plate.number for plate in plates for of in plate.objects}
    known: dict[tuple[int, int], PartRange] = {}
    instances = []
    for of, words in model.items:
        whole, entry = wholes[of], settings[of]
        notes += _named(of, whole.name, entry)
        if [part.at[0] for part in entry.parts] != list(whole.components):
            notes.append(f"the parts of object {of} are others in the settings than in the model")
        filaments = {part.at[0]: part for part in entry.parts}
        _refuse_absent(whole.components, filaments)
        parts = []
        for id in whole.components:
            key = id, filaments[id].filament
            if key not in known:
                known[key] = _body(bodies[id], *key, notes)
            if filaments[id].name != bodies[id].name:
                notes.append(f"part {id} of object {of} is called otherwise in the settings than in the model")
            parts.append(known[key])
        instances.append(Instance(tuple(parts), _matrix(words, notes), on_plate.get(of, 0), whole.name))
    return Contents(model, tuple(instances), plates, notes)


def _refuse_absent(used: Iterable[int], *held: Collection[int]) -> None:
    for id in used:
        if not all(id in one for one in held):
            raise Unreadable(f"its object {id} is not there, or nothing is said of it in its settings")


def _numbered(ids: list[int], told: list[int], first: int) -> Iterator[str]:
    if ids != list(range(first, first + len(ids))):
        yield f"its objects are not numbered as they come, from {first}"
    if told != ids:
        yield "its settings tell of other objects than its model has, or in another order"


def _once(due: list[int], found: list[int], what: str) -> Iterator[str]:
    if due != found:
        yield f"its {what} are not all of them, once and in order"


def _named(id: int, name: str, told: Told) -> Iterator[str]:
    if told.name != name:
        yield f"object {id} is called {name[:40]!r} in the model and {told.name[:40]!r} in the settings"
    if told.filament != 1:
        yield f"object {id} is said to have the filament {told.filament}, due is 1"


def _matrix(words: tuple[str, ...], notes: list[str]) -> tuple[float, ...]:
    """Return the numbers of a matrix; note those that are written otherwise than they need, and what is no turn."""
    matrix = tuple(map(float, words))
    zeros = [words[k] for k in (2, 5, 6, 7, 11)]
    plain = all(said == f"{number:.12g}" for said, number in zip(words[:9], matrix[:9], strict=True))
    plain = plain and all(said == _decimal(number) for said, number in zip(words[9:], matrix[9:], strict=True))
    level = zeros == ["0"] * 5 and words[8] == "1" and words[0] == words[4] and matrix[3] == -matrix[1]
    if not plain or not level or "-0" in words or abs(matrix[0] ** 2 + matrix[1] ** 2 - 1) > FAR:
        notes.append(f"the matrix {' '.join(words)[:120]} is no turn and move as a set's file has it")
    return matrix


def _decimal(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _volumes(body: Body, told: Told, notes: list[str]) -> Iterator[PartRange]:
    """Yield the bodies of PrusaSlicer's object: ranges of its triangles, each with corners of its own."""
    after = corner = 0
    for part in told.parts:
        first, last = part.at
        if first != after or last < first:
            raise ValueError(f"volumes of object {body.id} that follow one another")
        after = last + 1
        triangles, bases = body.triangles[first:after], body.bases[first:after]
        if (bases != bases[0]).any():
            raise Unreadable(f"a body of object {body.id} has triangles of several materials", "colour-wrong")
        end = int(triangles.max()) + 1
        if int(triangles.min()) < corner:
            notes.append(f"{part.name} of object {body.id} shares corners with another body")
            corner = int(triangles.min())
        yield _range(body, part.name, slice(corner, end), triangles, (part.filament, int(bases[0])), notes)
        corner = end
    if after != len(body.triangles):
        raise ValueError(f"volumes for all {len(body.triangles)} triangles of object {body.id}")
    if corner != len(body.corners):
        notes.append(f"object {body.id} has {len(body.corners) - corner} corners that no triangle has")


def _body(body: Body, id: int, filament: int, notes: list[str]) -> PartRange:
    """Return a body of Bambu's and Orca's objects."""
    if (body.bases != body.base).any():
        raise Unreadable(f"object {id} has triangles of several materials", "colour-wrong")
    if int(body.triangles.max()) + 1 != len(body.corners):
        notes.append(f"object {id} has corners that no triangle has")
    return _range(body, body.name, slice(0, len(body.corners)), body.triangles, (filament, body.base), notes)


def _range(
    body: Body, name: str, corners: slice, triangles: NDArray[np.int64], colour: tuple[int, int], notes: list[str]
) -> PartRange:
    own = triangles - corners.start
    highest = np.maximum.accumulate(own.ravel())
    if highest[0] != 0 or np.diff(highest).max(initial=0) > 1:
        notes.append(f"corners of {name} of object {body.id} are not counted as its triangles name them")
    return PartRange(name, body.corners[triangles], body.corners[corners], own, *colour)
