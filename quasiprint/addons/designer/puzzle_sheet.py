"""The sheet of a puzzle: the region at true size, the tiles, hints on a page of their own, and the solution on the last
page. Lengths in mm.

And the tray of a puzzle, for a laser: a frame around the region, and a floor to glue it on.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quasiprint.checks.layouts import names_of
from quasiprint.documents.words import Names
from quasiprint.drawing import lettering
from quasiprint.drawing.areas import grow
from quasiprint.drawing.canvas import document, pages
from quasiprint.drawing.face_shapes import place_face
from quasiprint.drawing.lettering import wrap
from quasiprint.drawing.outlines import cut_path, mitre, translate
from quasiprint.drawing.rings import inside
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, area, bounds, snap
from quasiprint.model.measures import Measures
from quasiprint.model.page import Figure, Page, Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock
from quasiprint.model.resources import papers

MARGIN, TITLE, WORDS, SMALL = 12.0, 6.5, 3.6, 2.6
LARGE = 8.0  # letters on a cell, at most
INK, THIN, BAND = "#222222", 0.35, 2.0
GRID, NUMBERS = "#c8c8c8", "#8a8a8a"  # of the cells
GAP = 3.0  # between tiles
LEAST = 0.2  # of true size


OPEN = "#e4e4e4"  # a cell that is to stay open

Given = tuple[str, tuple[Shape, ...]]
Labelled = tuple[Ring, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet shows. names: its words. region: its rings, parts anticlockwise, holes clockwise. cells: of the
    region, in the order of their numbers, each with its word, "" for none. open: the numbers of those that are to stay
    open. border: the colour that is to show all round, None for none. pieces: the names of the tiles, and how many of
    each there are. fixed, hints: the given tiles, each by its name, with its shapes where it lies in the region. held:
    the set they are of. solution: as it lies at true size. used: the tiles of the solution, and how many of each."""

    title: str
    names: Names
    words: tuple[str, ...]
    region: tuple[Ring, ...]
    cells: tuple[Labelled, ...]
    open: frozenset[int]
    border: str | None
    pieces: tuple[tuple[str, int], ...]
    fixed: tuple[Given, ...]
    hints: tuple[Given, ...]
    held: GameSet
    solution: Figure
    used: tuple[tuple[str, int], ...]


def sheet(wanted: Sheet, paper: str) -> bytes:
    """Return the sheet as a PDF. paper: of `papers`. Equal sheets give equal bytes."""
    size, stream, names = papers()[paper], io.BytesIO(), wanted.names
    canvas = document(stream, size, names.language, wanted.title, names("puzzle-subject", title=wanted.title))
    for _ in pages(canvas, _all_pages(wanted, *size)):
        pass
    canvas.save()
    return stream.getvalue()


def _all_pages(wanted: Sheet, width: float, height: float) -> Iterator[Page]:
    names, fixed = wanted.names, [shape for _, shapes in wanted.fixed for shape in shapes]
    yield _region(wanted, width, height, names("puzzle"), wanted.title, wanted.words, fixed)
    yield from _tiles(wanted, width, height)
    given = [names("puzzle-fixed", tiles=_list(wanted.fixed))] if wanted.fixed else []
    if wanted.hints:
        lines = [names("puzzle-need-not"), _list(wanted.hints), *given]
        drawn = [*fixed, *(shape for _, shapes in wanted.hints for shape in shapes)]
        head = names("puzzle-hints")
        yield _region(wanted, width, height, head, head, lines, drawn)
    head, figure = names("puzzle-solution"), wanted.solution
    counts = names.several("tile", sum(times for _, times in wanted.used))
    texts, y = _heading(head, [counts, *given], width, height)
    scale = min(1.0, (width - 2 * MARGIN) / figure.width, (y - MARGIN) / figure.height)
    x0, y0 = (width - scale * figure.width) / 2, (y + MARGIN - scale * figure.height) / 2
    yield Page(head, tuple(_scaled(shape, x0, y0, scale) for shape in figure.shapes), (), tuple(texts))


def _scaled(shape: Shape, x0: float, y0: float, scale: float) -> Shape:
    """Return a shape of which 0 comes to lie at (x0, y0)."""
    rings = tuple(tuple((x0 + scale * x, y0 + scale * y) for x, y in ring) for ring in shape.rings)
    return replace(shape, rings=rings, width=scale * shape.width)


def _list(given: Sequence[Given]) -> str:
    return names_of([text for text, _ in given])


def _heading(text: str, lines: Sequence[str], width: float, height: float) -> tuple[list[Text], float]:
    """Return a heading with words below it, and how far down they reach."""
    y = height - MARGIN - TITLE
    texts = [Text(MARGIN, y, text, TITLE, bold=True, colour=INK)]
    y -= 2.0
    for line in lines:
        for part in wrap(line, width - 2 * MARGIN, WORDS):
            y -= 1.45 * WORDS
            texts.append(Text(MARGIN, y, part, WORDS, colour=INK))
    return texts, y - 4.0


def _region(
    wanted: Sheet, width: float, height: float, name: str, title: str, words: Sequence[str], lying: Sequence[Shape]
) -> Page:
    """Return a page with the region, its cells with their numbers, and tiles that lie in it."""
    around = _grown(wanted.region, BAND, "border") if wanted.border else wanted.region
    left, low, right, top = bounds(around)
    texts, y = _heading(title, words, width, height)
    scale = min(1.0, (width - 2 * MARGIN) / (right - left), (y - MARGIN - 8.0) / (top - low))
    foot = wanted.names("puzzle-true" if scale == 1 else "puzzle-scaled", scale=f"{100 * scale:.0f} %")
    foot += f" {wanted.names('puzzle-cells')}" if wanted.cells else ""
    texts.append(Text(MARGIN, MARGIN, foot, SMALL, colour=INK))
    x0, y0 = width / 2 - scale * (left + right) / 2, (y + MARGIN + 8.0) / 2 - scale * (low + top) / 2

    cells = [
        Shape((cell,), OPEN if number in wanted.open else None, GRID, 0.1 / scale)
        for number, (cell, _) in enumerate(wanted.cells, 1)
    ]
    shapes = [*cells, *lying, Shape(wanted.region, None, INK, THIN / scale)]
    if wanted.border:
        shapes.insert(0, Shape((*around, *wanted.region), wanted.border, INK, 0.1 / scale))
    large, covered = scale * _letters(wanted.cells), [shape.rings[0] for shape in lying]
    for number, (ring, word) in enumerate(wanted.cells, 1):
        x, y = _middle(ring)
        if any(inside((x, y), body) for body in covered):
            continue  # a tile lies on it
        x, y, size = x0 + scale * x, y0 + scale * y, min(SMALL, scale * _wide(ring) / 5)
        below = 0.8 * large if word else 0.0
        texts.append(Text(x, y - size / 3 - below, str(number), size, "middle", colour=NUMBERS))
        if word:
            texts.append(Text(x, y - large / 3, word, large, "middle", colour=INK))
    return Page(name, tuple(_scaled(shape, x0, y0, scale) for shape in shapes), (), tuple(texts))


def _wide(ring: Ring) -> float:
    return max(x for x, _ in ring) - min(x for x, _ in ring)


def _middle(ring: Ring) -> Point:
    x, y = (sum(each) / len(ring) for each in zip(*ring, strict=True))
    return x, y


def _letters(cells: Sequence[Labelled]) -> float:
    """Return the size of letters with which all words fit on their cells."""
    found = [LARGE]
    for ring, word in cells:
        found += [0.3 * _wide(ring), 0.7 * _wide(ring) / lettering.width(word, 1.0)] if word else []
    return min(found)


def _tiles(wanted: Sheet, width: float, height: float) -> Iterator[Page]:
    """Yield the pages of the tiles, as large as one page holds them, but not below LEAST."""
    faces = {piece.id.split("-copy-")[0]: piece.face for piece in reversed(wanted.held.pieces)}
    drawn = [(name, times) for name, times in wanted.pieces if name in faces]
    if not drawn:
        return
    boxes = [bounds((faces[name].nominal,)) for name, _ in drawn]
    wide, high = max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)
    head, says = wanted.names("puzzle-tiles"), wanted.names
    texts, top = _heading(head, [], width, height)
    room = width - 2 * MARGIN, top - MARGIN
    label, scale = SMALL + 1.0, 1.0
    while scale > LEAST:
        columns = int((room[0] + GAP) // (scale * wide + GAP))
        rows = int((room[1] + GAP) // (scale * high + GAP + label))
        if columns * rows >= len(drawn):
            break
        scale -= 0.02
    columns, rows = max(1, columns), max(1, rows)
    inks = [ink.rgb for ink in wanted.held.palette.inks]
    fixed = {
        name: says("puzzle-is-fixed" if times == dict(drawn).get(name) else "puzzle-some-fixed", count=times)
        for name, times in Counter(text.partition("@")[0] for text, _ in wanted.fixed).items()
    }
    for first in range(0, len(drawn), columns * rows):
        shapes: list[Shape] = []
        lines = list(texts)
        for k, (name, times) in enumerate(drawn[first : first + columns * rows]):
            row, column = divmod(k, columns)
            x = MARGIN + column * (scale * wide + GAP) + scale * wide / 2
            y = top - row * (scale * high + GAP + label) - scale * high / 2
            left, low, right, up = bounds((faces[name].nominal,))
            middle = x - scale * (left + right) / 2, y - scale * (low + up) / 2
            shapes += place_face(faces[name], inks, *middle, 0.0, scale)
            words = name if times == 1 else f"{times} × {name}"
            words += fixed.get(name, "")
            size = min(SMALL, 1.6 * (scale * wide + GAP) / max(len(words), 1))
            lines.append(Text(x, y - scale * high / 2 - SMALL, words, size, "middle", colour=INK))
        yield Page(head, tuple(shapes), (), tuple(lines))


WIDE = 12.0  # of the frame


def _grown(region: tuple[Ring, ...], by: float, what: str) -> tuple[Ring, ...]:
    """Return the rings of a region with every line moved outwards by `by` mm. Parts so near come together."""
    if len(region) == 1:
        return (mitre(region[0], by, what),)
    return tuple(ring for grown in grow((Region(region[0], region[1:]),), by) for ring in grown.rings)


def tray(
    region: tuple[Ring, ...], m: Measures, fixed: Sequence[Given], cells: Sequence[Labelled], sheet: SheetStock
) -> Drawing:
    """Return frame and floor on one sheet, side by side or one above the other; the floor shows fixed tiles, and their
    names stand below, where nothing is burned. Of a region's holes islands are cut, to be glued onto the floor. region:
    its rings, parts anticlockwise, as tiles of full size fill it. cells: with words that the floor shows. Raises
    InputError where the two do not fit."""
    openings = _grown(region, m.fit.clearance, "clearance") if m.fit.clearance else region
    parts = [ring for ring in openings if area(ring) > 0]
    left, low, right, top = bounds(openings)
    box = ((left, low), (right, low), (right, top), (left, top))
    outer = mitre(parts[0] if len(parts) == 1 else box, WIDE, "frame")
    cut = cut_path(tuple((snap(x), snap(y)) for x, y in outer), m.laser)
    # what is cut lies to the left: first islands, as long as they are held
    snapped = (tuple((snap(x), snap(y)) for x, y in reversed(ring)) for ring in sorted(openings, key=area))
    inner = [cut_path(ring, m.laser) for ring in snapped]
    left, low, right, top = bounds((cut,))
    wide, high = right - left, top - low
    gap, margin = sheet.gap + 2 * m.laser.outside, sheet.margin
    room = sheet.width - 2 * margin, sheet.height - 2 * margin
    for across in (True, False):
        taken = (2 * wide + gap, high) if across else (wide, 2 * high + gap)
        if taken[0] <= room[0] and taken[1] <= room[1]:
            break
    else:
        allowed = f"two of it on a sheet with room for {room[0]:g} × {room[1]:g} mm"
        found = f"a frame of {wide:.1f} × {high:.1f} mm"
        raise InputError(f"tray: found {found}, allowed is {allowed}; choose a larger sheet, or a smaller --edge")
    first = margin - left, margin - low
    second = (first[0] + wide + gap, first[1]) if across else (first[0], first[1] + high + gap)
    paths = list(_marks(fixed, cells, second))
    for ring in inner:
        item = "frame" if area(ring) < 0 else "island"
        paths.append(SheetPath(SheetOperation.CUT_INNER, (translate(ring, *first),), item=item))
    paths.append(SheetPath(SheetOperation.CUT_OUTER, (translate(cut, *first),), item="frame"))
    paths.append(SheetPath(SheetOperation.CUT_OUTER, (translate(cut, *second),), item="floor"))
    words = f"tray, fixed: {_list(fixed)}" if fixed else "tray"
    return Drawing("tray", words, sheet.width, sheet.height, tuple(paths))


def _marks(fixed: Sequence[Given], cells: Sequence[Labelled], step: Point) -> Iterator[SheetPath]:
    """Yield what shows on the floor: words of cells, then labels of fixed tiles, engraved; their outlines scored."""
    size, covered = _letters(cells), [body.rings[0] for _, (body, *_) in fixed]
    for ring, word in cells:
        x, y = _middle(ring)
        if word and not any(inside((x, y), body) for body in covered):
            letters = lettering.outlines(word, size, x + step[0], y + step[1] - size / 3, "middle")
            rings = tuple(ring for region in letters for ring in region.rings)
            yield SheetPath(SheetOperation.ENGRAVE, rings, item=word)
    for operation in (SheetOperation.ENGRAVE, SheetOperation.SCORE):
        for text, (body, *marks) in fixed:
            for shape in (body,) if operation is SheetOperation.SCORE else marks:
                rings = tuple(translate(ring, *step) for ring in shape.rings)
                yield SheetPath(operation, rings, item=text.partition("@")[0])
