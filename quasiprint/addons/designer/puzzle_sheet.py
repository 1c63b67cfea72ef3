"""The sheet of a puzzle: the region at true size, the tiles, hints on a page of their own, and the solution on the last
page. Lengths in mm.

And the tray of a puzzle, for a laser: a frame around the region, and a floor to glue it on.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING, Any

from quasiprint import formats
from quasiprint.addons.designer import puzzle_choice
from quasiprint.addons.designer.puzzles.laying import ANY, FREE
from quasiprint.addons.designer.sets.card import match_shown, picture, shapes_of
from quasiprint.addons.designer.sets.placed import FIXED_TILE, HINT, PlacedTile
from quasiprint.addons.designer.sets.polygons import sharp
from quasiprint.addons.designer.sets.set_file import COLOURED, LINES
from quasiprint.checks.layouts import names_of
from quasiprint.documents.words import Names
from quasiprint.drawing import lettering
from quasiprint.drawing.areas import grow
from quasiprint.drawing.canvas import document, pages
from quasiprint.drawing.face_shapes import place_face, places
from quasiprint.drawing.lettering import wrap
from quasiprint.drawing.outlines import cut_path, mitre, translate
from quasiprint.drawing.rings import inside
from quasiprint.errors import InputError
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Point, Region, Ring, area, bounds, snap
from quasiprint.model.page import Page, Shape, Text
from quasiprint.model.production import Drawing, DrawingProduction, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock
from quasiprint.model.resources import papers

if TYPE_CHECKING:
    from quasiprint.addons.designer.puzzle import Count, Lies, PuzzleJob, Solved

MARGIN, TITLE, WORDS, SMALL = 12.0, 6.5, 3.6, 2.6
LARGE = 8.0  # letters on a cell, at most
INK, THIN, BAND = "#222222", 0.35, 2.0
GRID, NUMBERS = "#c8c8c8", "#8a8a8a"  # of the cells
OPEN = "#e4e4e4"  # a cell that is to stay open
MOST, GAP, SMALLER = 150, 3.0, 0.98  # tiles on a page; between them; each time by so much until they have room
NAMED = 6  # pairs of labels that a page names

Given = tuple[str, tuple[Shape, ...]]
Labelled = tuple[Ring, str]
Box = tuple[float, float, float, float]  # left, low, right, high


class _Made:
    """A puzzle with a set's pieces as a process makes them. rings: of the region, parts anticlockwise, holes clockwise,
    without the corners that are straight. cells: of the region, in the order of their numbers, each with its word, ""
    for none."""

    def __init__(self, job: PuzzleJob, process: Process) -> None:
        self.job, self.held = job, Build(job.run).set(process)
        edge = self.held.measures.size.edge / job.design.shapes[0].outline.scale

        def in_mm(corners: Iterable[Any]) -> Ring:
            return tuple((edge * x, edge * y) for x, y in (corner.to_xy() for corner in corners))

        cells = puzzle_choice.in_reading_order(job.region)
        words = job.cell_words or [""] * len(cells)
        self.rings = tuple(in_mm(sharp(ring)) for ring in job.region.rings)
        self.cells: list[Labelled] = [(in_mm(cell), word) for cell, word in zip(cells, words, strict=True)]

    def draw(self, lying: Sequence[Lies]) -> list[Given]:
        """Return tiles where they lie in the region, by their names, each with its shapes."""
        placed = [PlacedTile(k, at) for k, (_, at) in enumerate(lying, 1)]
        shapes = shapes_of(self.job.design, placed, self.held)
        return list(zip(starmap(self.job.places.say, lying), shapes, strict=True))

    def grown(self, by: float, what: str) -> tuple[Ring, ...]:
        """Return the region's rings with every line moved outwards by `by` mm. Parts so near come together."""
        if len(self.rings) == 1:
            return (mitre(self.rings[0], by, what),)
        return tuple(ring for grown in grow((Region(self.rings[0], self.rings[1:]),), by) for ring in grown.rings)


def sheet(job: PuzzleJob, solved: Solved, paper: str, count: Count | None) -> bytes:
    """Return a puzzle's sheet as a PDF: the region, the tiles, hints, and the solution on the last page. paper: of
    `papers`. Equal puzzles give equal bytes."""
    return _Sheet(job, solved, paper, count).content()


class _Sheet(_Made):
    """The pages of a puzzle. size: of the paper."""

    def __init__(self, job: PuzzleJob, solved: Solved, paper: str, count: Count | None) -> None:
        super().__init__(job, Process.PAPER)
        self.solved, self.count, self.size = solved, count, papers()[paper]
        self.names = Names.of(job.run.templates, job.run.language)
        self.inks = [self.names.name("ink", ink.name) for ink in self.held.palette.inks]
        self.fixed, self.hints = (self.draw(solved.of(given)) for given in (FIXED_TILE, HINT))
        self.used = Counter(tile.name for tile, _ in solved.tiles or ())

    def content(self) -> bytes:
        """Return them as a PDF."""
        title, stream = self.job.design.title, io.BytesIO()
        subject = self.names("puzzle-subject", title=title)
        canvas = document(stream, self.size, self.names.language, title, subject)
        for _ in pages(canvas, self._pages()):
            pass
        canvas.save()
        return stream.getvalue()

    @cached_property
    def border(self) -> str | None:
        """The colour that is to show all round, None for none."""
        label, looks = self.job.puzzle.border, {shape.look for shape in self.job.design.shapes}
        inks = self.held.palette.inks
        return inks[label % len(inks)].rgb if label >= 0 and looks <= {*COLOURED, *LINES} else None

    def _pages(self) -> Iterator[Page]:
        names, fixed = self.names, [shape for _, shapes in self.fixed for shape in shapes]
        yield self._region(names("puzzle"), self.job.design.title, tuple(self._instructions()), fixed)
        yield from self._tiles()
        given = [names("puzzle-fixed", tiles=_list(self.fixed))] if self.fixed else []
        if self.hints:
            lines = [names("puzzle-need-not"), _list(self.hints), *given]
            drawn = [*fixed, *(shape for _, shapes in self.hints for shape in shapes)]
            head = names("puzzle-hints")
            yield self._region(head, head, lines, drawn)
        text = json.dumps(self.solved.layout()).encode()
        head, figure = names("puzzle-solution"), picture(self.job.design, text, {Process.PAPER: self.held})
        texts, y = self._heading(head, [names.several("tile", self.used.total()), *given])
        fit = self._fit((0.0, 0.0, figure.width, figure.height), MARGIN, y)
        yield Page(head, tuple(_scaled(shape, *fit) for shape in figure.shapes), (), tuple(texts))

    def _instructions(self) -> Iterator[str]:
        job, names = self.job, self.names
        yield names("puzzle-all" if job.puzzle.whole else "puzzle-some", count=job.tiles)
        if job.puzzle.open or job.open_numbers:
            yield names("puzzle-open", cells=", ".join(map(job.name_cell, job.open_numbers)) or job.puzzle.open)
        pairs = [names("puzzle-pair", one=first, two=second) for first, second in job.design.pairs_as_seen(self.inks)]
        meeting = match_shown(job.design)
        if meeting != "free":
            more = [names("puzzle-and-so-on")] * (len(pairs) > NAMED)
            yield names(f"puzzle-{meeting}", pairs=", ".join(pairs[:NAMED] + more))
        if not job.design.parallelograms:
            yield names("puzzle-parallelogram")
        if job.puzzle.border == ANY:
            yield names("puzzle-border-any")
        elif job.puzzle.border != FREE:
            called, as_seen = job.design.call(job.puzzle.border), job.design.call_as_seen(job.puzzle.border, self.inks)
            yield names("puzzle-border", label=names("puzzle-label", label=called) if called == as_seen else as_seen)
        if job.puzzle.fixed:
            text = names_of([job.places.say(job.puzzle.tiles[fixed.kind], fixed.placed) for fixed in job.puzzle.fixed])
            yield names("puzzle-drawn", tiles=text)
        if count := self.count:
            key = "puzzle-one" if count.all == 1 else "puzzle-mirrors" if count.group[1] > 1 else "puzzle-solutions"
            yield names(key, all=names.number(count.all), mirrors=names.number(count.mirrors))

    def _heading(self, text: str, lines: Sequence[str]) -> tuple[list[Text], float]:
        """Return a heading with words below it, and how far down they reach."""
        width, height = self.size
        y = height - MARGIN - TITLE
        texts = [Text(MARGIN, y, text, TITLE, bold=True, colour=INK)]
        y -= 2.0
        for line in lines:
            for part in wrap(line, width - 2 * MARGIN, WORDS):
                y -= 1.45 * WORDS
                texts.append(Text(MARGIN, y, part, WORDS, colour=INK))
        return texts, y - 4.0

    def _region(self, name: str, title: str, words: Sequence[str], lying: Sequence[Shape]) -> Page:
        """Return a page with the region, its cells with their numbers, and tiles that lie in it."""
        around = self.grown(BAND, "border") if self.border else self.rings
        texts, y = self._heading(title, words)
        x0, y0, scale = fit = self._fit(bounds(around), MARGIN + 8.0, y)
        foot = self.names("puzzle-true" if scale == 1 else "puzzle-scaled", scale=f"{100 * scale:.0f} %")
        foot += f" {self.names('puzzle-cells')}" if self.cells else ""
        texts.append(Text(MARGIN, MARGIN, foot, SMALL, colour=INK))
        cells = [
            Shape((cell,), OPEN if number in self.job.open_numbers else None, GRID, 0.1 / scale)
            for number, (cell, _) in enumerate(self.cells, 1)
        ]
        shapes = [*cells, *lying, Shape(self.rings, None, INK, THIN / scale)]
        if self.border:
            shapes.insert(0, Shape((*around, *self.rings), self.border, INK, 0.1 / scale))
        large, covered = scale * _letters(self.cells), [shape.rings[0] for shape in lying]
        for number, (ring, word) in enumerate(self.cells, 1):
            x, y = _middle(ring)
            if any(inside((x, y), body) for body in covered):
                continue  # a tile lies on it
            x, y, size = x0 + scale * x, y0 + scale * y, min(SMALL, scale * _wide(ring) / 5)
            below = 0.8 * large if word else 0.0
            texts.append(Text(x, y - size / 3 - below, str(number), size, "middle", colour=NUMBERS))
            if word:
                texts.append(Text(x, y - large / 3, word, large, "middle", colour=INK))
        return Page(name, tuple(_scaled(shape, *fit) for shape in shapes), (), tuple(texts))

    def _tiles(self) -> Iterator[Page]:
        """Yield the pages of the tiles, up to MOST on each, as large as it holds them: of all that may be used, and
        where somebody named them, of those that the solution has."""
        faces = {piece.id.split("-copy-")[0]: piece.face for piece in reversed(self.held.pieces)}
        fixed, drawn = Counter(text.partition("@")[0] for text, _ in self.fixed), list[tuple[Face, str]]()
        for tile in self.job.puzzle.tiles:
            name, times, lie = tile.name, tile.copies, fixed[tile.name]
            if name in faces and (name in self.used or not self.job.asked.pieces):
                words = name if times == 1 else f"{times} × {name}"
                key = "puzzle-is-fixed" if lie == times else "puzzle-some-fixed"
                drawn.append((faces[name], words + (self.names(key, count=lie) if lie else "")))
        inks, head = [ink.rgb for ink in self.held.palette.inks], self.names("puzzle-tiles")
        for some in (drawn[first : first + MOST] for first in range(0, len(drawn), MOST)):
            (texts, top), scale = self._heading(head, []), 1.0
            boxes = [bounds((face.nominal,)) for face, _ in some]
            while True:
                rows = [(left, low - (SMALL + 1.0) / scale, right, up) for left, low, right, up in boxes]
                wide, high, lie_at = places(rows, GAP / scale, width=(self.size[0] - 2 * MARGIN) / scale)
                if scale * max(high / (top - MARGIN), wide / (self.size[0] - 2 * MARGIN)) <= 1:
                    break
                scale *= SMALLER
            shapes: list[Shape] = []
            for (face, words), (left, low, right, _), (x, y) in zip(some, boxes, lie_at, strict=True):
                x, y = MARGIN + scale * x, top - scale * (high - y)
                shapes += place_face(face, inks, x, y, 0.0, scale)
                size = min(SMALL, 1.6 * (scale * (right - left) + GAP) / len(words))
                middle = x + scale * (left + right) / 2
                texts.append(Text(middle, y + scale * low - SMALL, words, size, "middle", colour=INK))
            yield Page(head, tuple(shapes), (), tuple(texts))

    def _fit(self, box: Box, low: float, high: float) -> tuple[float, float, float]:
        """Return where the origin of a drawing lies that stands between two heights, and how much smaller it is."""
        left, bottom, right, top = box
        width = self.size[0]
        scale = min(1.0, (width - 2 * MARGIN) / (right - left), (high - low) / (top - bottom))
        return width / 2 - scale * (left + right) / 2, (high + low) / 2 - scale * (bottom + top) / 2, scale


def _scaled(shape: Shape, x0: float, y0: float, scale: float) -> Shape:
    """Return a shape of which 0 comes to lie at (x0, y0)."""
    rings = tuple(tuple((x0 + scale * x, y0 + scale * y) for x, y in ring) for ring in shape.rings)
    return replace(shape, rings=rings, width=scale * shape.width)


def _list(given: Sequence[Given]) -> str:
    return names_of([text for text, _ in given])


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


WIDE = 12.0  # of the frame


def tray(job: PuzzleJob, format: str) -> bytes:
    """Return a frame for the region and its floor, which shows the fixed tiles, for a laser. format: "svg" or "dxf".
    Raises InputError where the sheet is too small."""
    made = _Made(job, Process.LASER)
    fixed = made.draw([(job.puzzle.tiles[given.kind], given.placed) for given in job.puzzle.fixed])
    *smaller, largest = job.run.profiles.sheet.each()
    for size in smaller:
        with contextlib.suppress(InputError):
            drawing = _tray(made, fixed, size)
            break
    else:
        drawing = _tray(made, fixed, largest)
    production = DrawingProduction(made.held, (drawing,), largest.looks)
    return next(iter(formats.load(format).files(production))).content


def _tray(made: _Made, fixed: Sequence[Given], sheet: SheetStock) -> Drawing:
    """Return frame and floor on one sheet, side by side or one above the other; the floor shows fixed tiles, and their
    names stand below, where nothing is burned; and the words of cells. Of a region's holes islands are cut, to be glued
    onto the floor. Raises InputError where the two do not fit."""
    region, m, cells = made.rings, made.held.measures, made.cells
    openings = made.grown(m.fit.clearance, "clearance") if m.fit.clearance else region
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
