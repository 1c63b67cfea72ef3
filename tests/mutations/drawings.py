"""What can be done to a sheet for lasers, be it SVG or DXF: its lines are changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from shapely import Polygon
from shapely.affinity import translate

from mutations.folder import NotHere, manifest
from mutations.sheets import Lines, Sheet, back, corners, front, pair, turned
from mutations.stl import towards

Change = Callable[[Sheet], None]


def on_front(kind: str, change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        sheet = front(folder, kind)
        change(sheet)
        sheet.write()

    return apply


def on_back(kind: str, change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        sheet = back(folder, kind)
        change(sheet)
        sheet.write()

    return apply


def _without(sheet: Sheet, gone: list[Lines]) -> None:
    keys = {id(lines) for lines in gone}
    sheet.lines = [lines for lines in sheet.lines if id(lines) not in keys]


def _laid(sheet: Sheet, lines: Lines) -> None:
    """Add lines after the last of their operation, so that each operation stays in one place."""
    last = max(k for k, held in enumerate(sheet.lines) if held.operation == lines.operation)
    sheet.lines.insert(last + 1, lines)


def _move(lines: list[Lines], by: object) -> None:
    for held in lines:
        held.rings = [ring + np.asarray(by) for ring in held.rings]


def left_out(sheet: Sheet) -> None:
    _without(sheet, sheet.of_piece(sheet.cuts()[0]))


def twice(sheet: Sheet) -> None:
    """Draw a piece in the place of another of its outline that bears something else."""
    one, two = pair(sheet)
    mine, by = sheet.of_piece(one), two.middle - one.middle
    _without(sheet, sheet.marks(two))
    for lines in mine:
        if lines.operation == "engrave":
            _laid(sheet, lines.copy([ring + by for ring in lines.rings]))


def mirrored(sheet: Sheet) -> None:
    """Mirror in place the marks of the first piece that bears something else then."""
    for cut in sheet.cuts():
        marks, at = sheet.marks(cut), cut.middle
        fresh = cut.copy()
        axes = [float(np.degrees(np.arctan2(*(corner - at)[::-1]))) for corner in corners(cut.rings[0])]
        for axis in axes:
            spare = Sheet(sheet.path, [fresh], "", "", sheet.width, sheet.height)
            for lines in marks:
                flat = [turned(ring, -axis, at) * (1, -1) + (0, 2 * at[1]) for ring in lines.rings]
                spare.lines.append(lines.copy([turned(ring, axis, at) for ring in flat]))
            if not _outline_kept(cut, axis) or _again(sheet, cut, spare):
                continue
            for old, new in zip(marks, spare.lines[1:], strict=True):
                old.rings = new.rings
            return
    raise NotHere("every piece is its own mirror image")


def _outline_kept(cut: Lines, axis: float) -> bool:
    ring = turned(cut.rings[0], -axis, cut.middle) * (1, -1) + (0, 2 * cut.middle[1])
    image = Polygon(turned(ring, axis, cut.middle))
    return bool(image.symmetric_difference(Polygon(cut.rings[0])).area < 0.01 * image.area)


def _again(sheet: Sheet, cut: Lines, image: Sheet) -> bool:
    """Tell whether a piece's mirror image bears what the piece bears, turned in its own outline."""
    for angle in (0, 60, 90, 120, 180, 240, 270, 300):
        spun = Sheet(sheet.path, [image.lines[0]], "", "", sheet.width, sheet.height)
        for lines in image.lines[1:]:
            spun.lines.append(lines.copy([turned(ring, angle, cut.middle) for ring in lines.rings]))
        both = Sheet(sheet.path, [cut, *sheet.marks(cut)], "", "", sheet.width, sheet.height)
        if _points(both) <= _points(spun, 0.15):
            return True
    return False


def _points(sheet: Sheet, near: float = 0.0) -> set[tuple[int, int]]:
    """Return the grid squares of half a millimetre in which corners of marks lie, or lie near."""
    rings = [ring for lines in sheet.lines if lines.operation == "engrave" for ring in lines.rings]
    if not rings:
        return set()
    points = np.concatenate(rings)
    moves = [(0.0, 0.0)] if not near else [(x, y) for x in (-near, 0, near) for y in (-near, 0, near)]
    return {(int(x), int(y)) for move in moves for x, y in np.floor((points + move) * 2)}


def sector(sheet: Sheet) -> None:
    """Change one digit, or the stripes of one half: put what the next sector bears, turned, in the first one's place.

    Tiles of three corners have three sectors, one about each corner; rhombs have two halves.
    """
    for cut in sheet.cuts():
        at = np.array(sheet.outline(cut).centroid.coords[0])
        third = Polygon(turned(cut.rings[0], 120, at))
        count = 3 if third.symmetric_difference(sheet.outline(cut)).area < 0.01 * third.area else 2
        start = max(cut.rings[0], key=lambda corner: float(np.hypot(*(corner - at))))
        first = float(np.degrees(np.arctan2(*(start - at)[::-1]))) - (60 if count == 3 else 0)
        step = 360 / count

        def of(point: object, at: object = at, first: float = first, step: float = step) -> int:
            across = np.asarray(point) - np.asarray(at)
            return int(((np.degrees(np.arctan2(across[1], across[0])) - first) % 360) // step)

        marks = sheet.marks(cut)
        sectors = [[lines for lines in marks if of(lines.middle) == k] for k in range(count)]
        fresh = [lines.copy([turned(r, -step, at) for r in lines.rings]) for lines in sectors[1]]
        kept = [lines for sector in sectors[1:] for lines in sector]
        spare = Sheet(sheet.path, [cut, *fresh, *kept], "", "", sheet.width, sheet.height)
        whole = Sheet(sheet.path, [cut, *marks], "", "", sheet.width, sheet.height)
        if not fresh or _points(whole) <= _points(spare, 0.15):
            continue
        _without(sheet, sectors[0])
        for lines in fresh:
            _laid(sheet, lines)
        return
    raise NotHere("every piece bears the same in all its sectors")


def exchanged(sheet: Sheet) -> None:
    """Exchange the first mark or wall of two pieces: each is another piece then, or none."""
    one, two = pair(sheet)
    by = two.middle - one.middle
    mine, theirs = sheet.marks(one), sheet.marks(two)
    for a in mine:
        match = min(theirs, key=lambda b: float(np.hypot(*(b.middle - a.middle - by))))
        if len(a.rings[0]) != len(match.rings[0]) or not np.allclose(a.rings[0] + by, match.rings[0], atol=0.01):
            a.rings, match.rings = [r - by for r in match.rings], [r + by for r in a.rings]
            a.closed, match.closed = match.closed, a.closed
            return
    raise NotHere("no two pieces bear different marks")


def cut_twice(sheet: Sheet) -> None:
    _laid(sheet, sheet.cuts()[0].copy())


def edge_twice(sheet: Sheet) -> None:
    """Cut one edge of a piece again, by an open line."""
    cut = sheet.cuts()[0]
    lines = cut.copy([cut.rings[0][:2]])
    lines.closed = [False]
    _laid(sheet, lines)


def short(sheet: Sheet) -> None:
    """End a cut 0.2 mm before it meets its beginning."""
    cut = sheet.cuts()[0]
    ring = cut.rings[0]
    gap = ring[0] - ring[-1]
    end = ring[0] - 0.2 * gap / np.hypot(*gap)
    cut.rings, cut.closed = [np.vstack([ring, end])], [False]


def unclosed(sheet: Sheet) -> None:
    cut = sheet.cuts()[0]
    cut.closed = [False]


def _no_kerf(folder: Path) -> float:
    return float(manifest(folder)["parameters"]["kerf"])


def kerf(factor: float) -> Callable[[str], Callable[[Path], None]]:
    """Draw all outer cuts `factor` times the half kerf farther out."""

    def of(kind: str) -> Callable[[Path], None]:
        def apply(folder: Path) -> None:
            sheet = front(folder, kind)
            by = factor * _no_kerf(folder) / 2
            for cut in sheet.cuts():
                grown = Polygon(cut.rings[0]).buffer(by, join_style="mitre", mitre_limit=20)
                cut.rings = [np.array(grown.exterior.coords)[:-1]]
            sheet.write()

        return apply

    return of


def to(operation: str) -> Change:
    """Draw the first piece's cut as another operation: with its layer, or its group and style."""

    def change(sheet: Sheet) -> None:
        cut = sheet.cuts()[0]
        sample = next((lines for lines in sheet.lines if lines.operation == operation), None)
        if sample is None:
            raise NotHere(f"the sheet has no {operation}")
        _without(sheet, [cut])
        fresh = cut.copy()
        fresh.operation, fresh.style = operation, sample.style
        _laid(sheet, fresh)

    return change


def engraving_cut(sheet: Sheet) -> None:
    """Cut along what is to be engraved on the first piece that bears anything."""
    cut = next(cut for cut in sheet.cuts() if sheet.marks(cut))
    mark = sheet.marks(cut)[0]
    _without(sheet, [mark])
    fresh = mark.copy()
    fresh.operation, fresh.style = cut.operation, cut.style
    _laid(sheet, fresh)


def onto(gap: float) -> Change:
    """Move the first piece to its neighbour; below 0 into it."""

    def change(sheet: Sheet) -> None:
        cuts = sheet.cuts()
        held = sheet.of_piece(cuts[0])
        outlines = [sheet.outline(cut) for cut in cuts]
        near = min(outlines[1:], key=outlines[0].distance)
        x, y = towards(outlines[0], near, max(gap, 0.0))
        length = float(np.hypot(x, y))
        by = np.array([x, y]) * (1 - gap / length if gap < 0 and length > 1e-9 else 1)
        if length <= 1e-9:
            (a, b), (u, v) = outlines[0].centroid.coords[0], near.centroid.coords[0]
            by = -gap * np.array([u - a, v - b]) / np.hypot(u - a, v - b)
        assert gap >= 0 or translate(outlines[0], *by).intersection(near).area > 1
        _move(held, by)

    return change


def off(sheet: Sheet) -> None:
    cut = min(sheet.cuts(), key=lambda lines: float(lines.middle[0]))
    _move(sheet.of_piece(cut), (-40, 0))


def vertex(sheet: Sheet) -> None:
    cut = sheet.cuts()[0]
    ring = cut.rings[0].copy()
    ring[0] += 0.3 * (ring[0] - cut.middle) / np.hypot(*(ring[0] - cut.middle))
    cut.rings = [ring]


def cut_first(sheet: Sheet) -> None:
    """Do the outlines first, and then what is engraved, on pieces that may have moved."""
    sheet.groups.sort(key=lambda name: name != "cut-outer")
    sheet.lines.sort(key=lambda lines: lines.operation != "cut-outer")


def knotted(sheet: Sheet) -> None:
    """Let a cut cross itself: two corners that lie apart are taken in each other's turn."""
    cut = sheet.cuts()[0]
    ring = cut.rings[0].copy()
    half = len(ring) // 2
    ring[[0, half]] = ring[[half, 0]]
    cut.rings = [ring]


def across(sheet: Sheet) -> None:
    """Cut through the middle of a piece."""
    cut = sheet.cuts()[0]
    lines = cut.copy([np.array([cut.rings[0][0], cut.middle])])
    lines.closed = [False]
    _laid(sheet, lines)


def _marked(sheet: Sheet) -> Lines:
    found = next((cut for cut in sheet.cuts() if sheet.marks(cut)), None)
    if found is None:
        raise NotHere("nothing is engraved on any piece")
    return found


def mark_aside(sheet: Sheet) -> None:
    """Move all that is engraved on a piece by 0.4 mm."""
    _move(sheet.marks(_marked(sheet)), (0.4, 0))


def mark_gone(sheet: Sheet) -> None:
    cut = _marked(sheet)
    held = sheet.marks(cut)
    _without(sheet, held if not sheet.svg else held[:1])


def marks_turned(sheet: Sheet) -> None:
    cut = _marked(sheet)
    at = np.array(sheet.outline(cut).centroid.coords[0])
    for lines in sheet.marks(cut):
        lines.rings = [turned(ring, 40, at) for ring in lines.rings]


def stray(sheet: Sheet) -> None:
    """Engrave a square of 1 mm in a corner of the sheet, where no piece lies."""
    sample = next(lines for lines in sheet.lines if lines.operation == "engrave")
    square = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])
    fresh = sample.copy([square + np.array([sheet.width - 1.5, sheet.height - 1.5])])
    fresh.closed = [True]
    _laid(sheet, fresh)


def more(sheet: Sheet) -> None:
    """Engrave a square of 2 mm in the middle of a piece, where nothing stands."""
    cut = _marked(sheet)
    square = np.array([[-1.0, -1.0], [1, -1], [1, 1], [-1, 1]])
    fresh = sheet.marks(cut)[0].copy([square + sheet.outline(cut).centroid.coords[0]])
    fresh.closed = [True]
    _laid(sheet, fresh)


def unmirrored(sheet: Sheet) -> None:
    """Let the backs lie as the fronts do: from left to right in place of right to left."""
    for lines in sheet.lines:
        lines.rings = [ring * (-1, 1) + (sheet.width, 0) for ring in lines.rings]


def shifted(sheet: Sheet) -> None:
    _move([lines for lines in sheet.lines if lines.operation == "engrave"], (3, 0))


def cut_on_back(sheet: Sheet) -> None:
    """Let a line on a back be a cut; in SVG in the colour of cuts."""
    lines = sheet.lines[0].copy()
    lines.operation = "cut-outer"
    lines.style = "fill:none;stroke:#FF0000;stroke-width:0.1"
    lines.closed = [False] * len(lines.rings)
    if sheet.svg and "cut-outer" not in sheet.groups:
        sheet.groups.insert(sheet.groups.index("reference"), "cut-outer")
    last = next(k for k, held in enumerate(sheet.lines) if held.operation == "reference")
    sheet.lines.insert(last, lines)


def back_gone(sheet: Sheet) -> None:
    held = [lines for lines in sheet.lines if lines.operation == "engrave"]
    _without(sheet, held[:1])


def accessory(sheet: Sheet) -> None:
    """Leave out the smallest thing that is cut: a marker, a token."""
    cut = min(sheet.cuts(), key=lambda lines: sheet.outline(lines).area)
    _without(sheet, sheet.of_piece(cut))


def scaled(sheet: Sheet) -> None:
    for lines in sheet.lines:
        lines.rings = [ring * 1.01 for ring in lines.rings]


def inner_gone(sheet: Sheet) -> None:
    held = [lines for lines in sheet.lines if lines.operation == "cut-inner"]
    if not held:
        raise NotHere("nothing is cut inside of pieces")
    _without(sheet, held[:1])


def dotted(sheet: Sheet) -> None:
    """Engrave a dot of half a millimetre behind one piece, beside what is engraved there: within it nobody saw it."""
    lines = next(held for held in sheet.lines if held.operation == "engrave")
    rightmost = lines.rings[0][lines.rings[0][:, 0].argmax()]
    square = np.array([[-0.25, -0.25], [0.25, -0.25], [0.25, 0.25], [-0.25, 0.25]])
    fresh = lines.copy([square + rightmost + (1.0, 0.0)])
    fresh.closed = [True]
    _laid(sheet, fresh)


def _names(sheet: Sheet) -> list[Lines]:
    """Return what is engraved in no piece: in a DXF a ring each."""
    cuts = [sheet.outline(cut) for cut in sheet.cuts()]
    engraved = [lines for lines in sheet.lines if lines.operation == "engrave"]
    return [lines for lines in engraved if not any(cut.intersects(Polygon(lines.rings[0])) for cut in cuts)]


def beside_gone(sheet: Sheet) -> None:
    _without(sheet, _names(sheet))


def beside_other(sheet: Sheet) -> None:
    """Put the last letter of a name in the place of another of its letters."""
    names = _names(sheet)
    if sheet.svg:
        rings = names[0].rings
        names[0].rings = [*rings[:-1], rings[0] + rings[-1].mean(axis=0) - rings[0].mean(axis=0)]
    else:
        one, last = names[0].rings[0], names[-1].rings[0]
        names[-1].rings = [one + last.mean(axis=0) - one.mean(axis=0)]


def flat(sheet: Sheet) -> None:
    """Let one side of a round corner, or of a circle, be straight."""
    lines = next((held for held in sheet.lines if held.arcs and any(held.arcs[0])), None)
    if lines is None:
        raise NotHere("nothing is round")
    k = next(k for k, radius in enumerate(lines.arcs[0]) if radius)
    lines.arcs = [[0.0 if j == k else radius for j, radius in enumerate(lines.arcs[0])]]
    lines.rings = [ring.copy() for ring in lines.rings]
