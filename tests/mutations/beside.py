"""What can be done to a sheet for lasers beside its pieces' faces: to its backs, its margin, and to lines that are odd.

Each keeps to the form in which sheets are written; what does not keep to it is in `strangers`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from shapely import Polygon

from mutations.folder import NotHere, files, put
from mutations.sheets import Lines, Ring, Sheet, read


def _of(sheet: Sheet, operation: str) -> list[Lines]:
    found = [lines for lines in sheet.lines if lines.operation == operation]
    if not found:
        raise NotHere(f"the sheet has no {operation}")
    return found


def _kept(sheet: Sheet, lines: list[Lines], rings: list[list[int]]) -> None:
    """Leave some rings of each path, by their numbers."""
    for held, numbers in zip(lines, rings, strict=True):
        held.rings = [held.rings[k] for k in numbers]
        held.closed = [held.closed[k] for k in numbers]
    sheet.lines = [held for held in sheet.lines if held.rings]


def _after(sheet: Sheet, sample: Lines, fresh: Lines) -> None:
    place = next(k for k, held in enumerate(sheet.lines) if held is sample)
    sheet.lines.insert(place + 1, fresh)


def blank(sheet: Sheet) -> None:
    """Leave out all that is engraved on a back; its rims, ruler and title stay."""
    gone = {id(lines) for lines in _of(sheet, "engrave")}
    sheet.lines = [lines for lines in sheet.lines if id(lines) not in gone]
    sheet.groups = [name for name in sheet.groups if name != "engrave"]


def empty(sheet: Sheet) -> None:
    """Leave out all that is on a back, its rims too."""
    sheet.lines, sheet.groups = sheet.lines[-1:], sheet.groups[-1:]


def _small(ring: Ring) -> bool:
    return bool(np.ptp(ring, axis=0).max() < 3.2)


def nameless(sheet: Sheet) -> None:
    """Leave out what is lettered on all backs: what is no larger than a letter."""
    engraved = _of(sheet, "engrave")
    numbers = [[k for k, ring in enumerate(lines.rings) if not _small(ring)] for lines in engraved]
    if sum(map(len, numbers)) == sum(len(lines.rings) for lines in engraved):
        raise NotHere("nothing is lettered on the backs")
    _kept(sheet, engraved, numbers)
    if not any(map(len, numbers)):
        sheet.groups = [name for name in sheet.groups if name != "engrave"]


def letter_gone(sheet: Sheet) -> None:
    """Leave out the last letter, or its last part, of the first name on a back."""
    engraved = _of(sheet, "engrave")
    small = [(k, n) for k, lines in enumerate(engraved) for n, ring in enumerate(lines.rings) if _small(ring)]
    if not small:
        raise NotHere("nothing is lettered on the backs")
    k, n = small[-1]
    _kept(sheet, [engraved[k]], [[number for number in range(len(engraved[k].rings)) if number != n]])


def hole_filled(sheet: Sheet) -> None:
    """Engrave what a ring in another leaves free: it becomes a path of its own."""
    for lines in _of(sheet, "engrave"):
        for k, ring in enumerate(lines.rings):
            if any(Polygon(other).contains(Polygon(ring)) for n, other in enumerate(lines.rings) if n != k):
                hole = lines.copy([ring])
                hole.closed = [True]
                rest = [n for n in range(len(lines.rings)) if n != k]
                _kept(sheet, [lines], [rest])
                _after(sheet, lines, hole)
                return
    raise NotHere("nothing that is engraved has a hole")


def cancelled(sheet: Sheet) -> None:
    """Draw a ring twice in one path: filled by the rule of even and odd, nothing is left of it."""
    lines = _of(sheet, "engrave")[0]
    lines.rings = [*lines.rings, lines.rings[0]]
    lines.closed = [*lines.closed, True]


def _square(sheet: Sheet, side: float = 1.0) -> Ring:
    """Return a square in the sheet's upper right corner, where nothing lies."""
    corners = np.array([[0.0, 0.0], [side, 0], [side, side], [0, side]])
    return corners + np.array([sheet.width - 0.5 - side, sheet.height - 0.5 - side])


def _added(sheet: Sheet, operation: str, ring: Ring, closed: bool = True) -> None:
    sample = _of(sheet, operation)[-1]
    fresh = sample.copy([ring])
    fresh.closed = [closed]
    _after(sheet, sample, fresh)


def bow_tie(sheet: Sheet) -> None:
    """Engrave a line that crosses itself and whose areas cancel one another."""
    _added(sheet, "engrave", _square(sheet)[[0, 2, 1, 3]])


def unclosed(sheet: Sheet) -> None:
    """Let what is engraved first end before it closes."""
    lines = _of(sheet, "engrave")[0]
    lines.closed = [False, *lines.closed[1:]]


def spike(sheet: Sheet) -> None:
    """Let a cut run 2 mm out from a corner and back."""
    cut = sheet.cuts()[0]
    ring = cut.rings[0]
    out = ring[0] + 2 * (ring[0] - cut.middle) / np.hypot(*(ring[0] - cut.middle))
    cut.rings = [np.vstack([ring[:1], [out], ring])]


def spike_engraved(sheet: Sheet) -> None:
    """Let the border of what is engraved run 1 mm out from a corner and back."""
    lines = _of(sheet, "engrave")[0]
    ring = lines.rings[0]
    lines.rings = [np.vstack([ring[:1], [ring[0] + (0, 1.0)], ring]), *lines.rings[1:]]


def doubled(sheet: Sheet) -> None:
    """Have a corner of a cut twice, one after the other."""
    cut = sheet.cuts()[0]
    cut.rings = [np.vstack([cut.rings[0][:1], cut.rings[0]])]


def forth_and_back(sheet: Sheet) -> None:
    """Draw a line forth and back, which encloses nothing."""
    square = _square(sheet)
    _added(sheet, "reference", np.vstack([square[:2], square[:1]]), closed=False)


def point(sheet: Sheet) -> None:
    """Draw a line that is a point."""
    square = _square(sheet)
    _added(sheet, "reference", np.vstack([square[:1], square[:1]]), closed=False)


def drawn(sheet: Sheet) -> None:
    """Draw a square that is never burned."""
    _added(sheet, "reference", _square(sheet))


def rim(sheet: Sheet) -> None:
    """Draw the sheet's rim 1 mm smaller."""
    lines = _of(sheet, "reference")[0]
    lines.rings = [lines.rings[0] * (1 - 1 / sheet.width)]


def ruler(sheet: Sheet) -> None:
    """Draw the ruler 1 % longer."""
    for lines in _of(sheet, "reference"):
        if not all(lines.closed):
            lines.rings = [(ring - (5, 0)) * (1.01, 1) + (5, 0) for ring in lines.rings]


def tick(sheet: Sheet) -> None:
    """Leave out a mark of the ruler."""
    lines = [held for held in _of(sheet, "reference") if not any(held.closed)]
    _kept(sheet, lines[-1:], [[*range(len(lines[-1].rings) - 1)]])


def title(sheet: Sheet) -> None:
    """Leave out the last letter of the title."""
    lines = next(held for held in _of(sheet, "reference")[1:] if len(held.rings) > (20 if sheet.svg else 0)
                 and all(held.closed))  # fmt: skip
    if sheet.svg:
        _kept(sheet, [lines], [[*range(len(lines.rings) - 1)]])
    else:
        sheet.lines = [held for held in sheet.lines if held is not lines]


def title_aside(sheet: Sheet) -> None:
    """Move what stands behind the ruler by 0.5 mm: a letter, or the title."""
    lines = next(held for held in _of(sheet, "reference")[1:] if all(held.closed))
    lines.rings = [np.add(ring, (0.5, 0)) for ring in lines.rings]


def named_aside(sheet: Sheet) -> None:
    """Move the name of the last piece, or a letter of it, on its face, where it is never burned, by 0.3 mm."""
    lines = _of(sheet, "reference")[-1]
    if not _small(lines.rings[0]) or lines.rings[0][:, 1].max() < 3:
        raise NotHere("no name stands on a face")
    lines.rings = [np.add(ring, (0, 0.3)) for ring in lines.rings]


def outline_aside(sheet: Sheet) -> None:
    """Move a piece's outline on the back, where it is never burned, by 0.5 mm."""
    lines = _of(sheet, "reference")[-1]
    lines.rings = [np.add(ring, (0.5, 0)) for ring in lines.rings]


def _pairs(folder: Path, kind: str) -> list[tuple[Path, Path]]:
    backs = files(folder, f"{kind}/sheet-*-back.{kind}")
    return [(path.with_name(path.name.replace("-back", "")), path) for path in backs]


def _faces(folder: Path, kind: str) -> list[Path]:
    return [path for path in files(folder, f"{kind}/sheet-*.{kind}") if not path.stem.endswith("-back")]


def back_gone(kind: str) -> object:
    def apply(folder: Path) -> None:
        _pairs(folder, kind)[0][1].unlink()

    return apply


def exchanged(kind: str) -> object:
    """Exchange a sheet's face and its back."""

    def apply(folder: Path) -> None:
        face, back = _pairs(folder, kind)[0]
        one, two = face.read_bytes(), back.read_bytes()
        put(face, two)
        put(back, one)

    return apply


def of_another(kind: str) -> object:
    """Put the back of one kind of sheet in the place of another's."""

    def apply(folder: Path) -> None:
        found = _pairs(folder, kind)
        if len(found) < 2:
            raise NotHere("the set has one back")
        put(found[0][1], found[1][1].read_bytes())

    return apply


def one_more(kind: str, name: str) -> object:
    """Add a sheet with nothing but the sheet's rim, its ruler and its title."""

    def apply(folder: Path) -> None:
        face, _ = _pairs(folder, kind)[0]
        sheet = read(face)
        kept = [lines for lines in sheet.lines if lines.operation == "reference"][:1]
        sheet.lines, sheet.groups = kept, ["reference"]
        sheet.path = face.with_name(f"{name.format(next=1 + len(_faces(folder, kind)))}.{kind}")
        sheet.write()

    return apply
