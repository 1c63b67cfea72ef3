"""Sheets with pieces to cut out, accounted for: which pieces lie where, and that nothing else is on a page.

Where a piece lies, the file says by what is printed on it, which comes before its lines to cut along. All else follows:
which lines it draws, where ink runs out over a rim, guides, what is behind it, what is written there, rulers, legend,
headings.
"""

from __future__ import annotations

import cmath
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.face import Face, Mark, Ring, bounds
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import CutMarks, Paper
from quasiprint.readback.document import DrawnPath, Word
from quasiprint.readback.due import NEAR, SMALL, Item, complex_of, frame, inked, laid, path, word
from quasiprint.readback.due_cuts import ENDS, SIDES, CutLines, run_out
from quasiprint.readback.due_rulers import FOOT, RULER, SIDE, machine_marks, rulers, sides, titles
from quasiprint.readback.plane import Complex
from quasiprint.readback.recognise import CLOSE

CUT, CUT_WIDTH = "#9A9A9A", 0.1  # the line to cut along; mm
BACK, BACK_WIDTH = "#555555", 0.2  # around the mark on a back; mm
BACK_FOOT = 8.0  # mm: from the foot of a page of backs to its text
APART = 4.0  # mm: what has no side in common keeps so far apart, for scissors
GUIDE, GUIDE_WIDTH = "#777777", 0.1
STEP = math.radians(15)  # of the chords around a tint's corner
SHARED = 1e-3  # mm²: pieces that share less touch
SAME_SIZE = 1e-5  # of a piece's size


@dataclass(frozen=True, slots=True)
class Look:
    """How a set looks. says: in a heading; fill: of all that is printed, "" for the palette's colours; outline and
    width, mm: of what is printed; back: the tint of backs."""

    says: str
    fill: str
    outline: str | None
    width: float
    back: str | None


LOOKS = {
    "colour": Look("in colour", "", "#333333", 0.12, "#DDE3EA"),
    "greyscale": Look("in grey: patterns alone tell the colours", "#333333", None, 0.0, "#E4E4E4"),
    "inksaver": Look("saving ink", "#E8E8E8", "#333333", 0.18, None),
}
BACKS = ", backs"  # in the bookmark of a page of backs
Things = tuple[Piece | Accessory, ...]
PLAIN_INK = "#222222"  # of what has no colour


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece that lies on a page. things: those that look so; where its origin lies, and how it is turned."""

    things: Things
    turn: complex
    shift: complex


@dataclass(frozen=True, slots=True)
class _Faces:
    """All faces whose paths look alike but for where their corners are. points: a row for each face."""

    things: list[Things]
    paths: list[list[DrawnPath]]
    points: Complex


class Sheets:
    """What the sheets of a set show in one look."""

    def __init__(self, game_set: GameSet, look: Look, paper: Paper) -> None:
        self._set, self._look, self._paper = game_set, look, paper
        same: dict[Face, list[Piece | Accessory]] = {}
        for thing in game_set.things:
            same.setdefault(thing.face, []).append(thing)
        groups: dict[tuple[object, ...], list[tuple[Things, list[DrawnPath]]]] = defaultdict(list)
        for face, things in same.items():
            paths = self._printed(face)
            groups[_looks(paths)].append((tuple(things), paths))
        self._faces = {
            looks: _Faces(
                [things for things, _ in own],
                [paths for _, paths in own],
                np.array([np.concatenate([p.points for p in paths]) for _, paths in own]),
            )
            for looks, own in groups.items()
        }

    def _ink(self, colour: int | None) -> str:
        if self._look.fill or colour is None:
            return self._look.fill or PLAIN_INK
        return self._set.palette.inks[colour].rgb

    def _printed(self, face: Face) -> list[DrawnPath]:
        """Return what is printed on a face; of one without, its outline, by which it is found."""
        paths = []
        for mark in face.marks:
            paths += inked(mark, self._ink(mark.colour), self._look.outline, self._look.width)
        return paths or [path([complex_of(face.nominal)], None, CUT, CUT_WIDTH)]

    def lying(self, items: Sequence[Item]) -> list[Laid]:
        """Return the pieces that lie on a page, in the order in which they are painted.

        Each ends with its lines to cut along. What comes before the first piece is none; nor is anything that comes
        after what is no piece.
        """
        found: list[Laid] = []
        begun: list[DrawnPath] = []
        for item in items:
            if isinstance(item, Word):
                break
            if item.fill is not None:
                begun.append(item)
                continue
            piece = self._piece(begun or [item])
            if piece is None and not found:  # ink that runs out over rims, rulers, guides
                starts = range(1, len(begun))
                piece = next((p for p in (self._piece(begun[k:]) for k in starts) if p), None) or self._piece([item])
            begun = []
            if piece is not None:
                found.append(piece)
            elif found:
                break
        return found

    def _piece(self, paths: list[DrawnPath]) -> Laid | None:
        faces = self._faces.get(_looks(paths))
        if faces is None:
            return None
        points = np.concatenate([p.points for p in paths])
        middle, own = points.mean(), faces.points.mean(axis=1)
        match = ((points - middle) * np.conj(faces.points - own[:, None])).sum(axis=1)
        turns = match / (np.abs(faces.points - own[:, None]) ** 2).sum(axis=1)
        shifts = middle - turns * own
        offs = np.abs(points - (turns[:, None] * faces.points + shifts[:, None])).max(axis=1)
        k = int(offs.argmin())
        turn = complex(turns[k])
        if offs[k] > NEAR or abs(abs(turn) - 1) > SAME_SIZE:
            return None
        return Laid(faces.things[k], turn / abs(turn), complex(shifts[k]))

    def faces(self, pieces: Sequence[Laid]) -> tuple[list[Item], list[Item]]:
        """Return what follows from where pieces lie: what is drawn below all of them, and each with its lines."""
        if not pieces:
            return [], []
        paper = self._paper
        own = [piece.things[0].face for piece in pieces]
        cut = _cut(pieces)
        over: list[Item] = []
        drawn: list[Item] = []
        for k, (piece, face) in enumerate(zip(pieces, own, strict=True)):
            sides = cut.free(k, paper.bleed) if paper.bleed else []
            for mark in face.marks:
                fill = self._ink(mark.colour)
                drawn += laid(inked(mark, fill, self._look.outline, self._look.width), piece.turn, piece.shift)
                for region in mark.ink if sides else ():
                    for ring in region.rings:
                        z = complex_of(ring) * piece.turn + piece.shift
                        over += [path([strip], fill) for side in sides for strip in run_out(z, *side)]
            lines, closed = cut.lines(k, complex_of(face.nominal))
            if lines:
                drawn += laid([path(lines, None, CUT, CUT_WIDTH, closed=closed)], piece.turn, piece.shift)
        left, low, width, height = frame(paper)
        if ticks := cut.guides((left + SIDE, low + FOOT, left + width, low + height)):
            over.append(path(ticks, None, GUIDE, GUIDE_WIDTH, closed=False))
        return over, drawn

    def front(self, number: int, of: int, pairs: int) -> tuple[list[Item], list[Item]]:
        """Return what is on the k-th page of faces below all that its pieces need, and above. pairs: how many sheets
        have backs."""
        left, low, width, height = frame(self._paper)
        ruler, items = rulers(left, low)
        items += titles(left, low, low + height, self._set.title, f"{self._look.says}, sheet {number} of {of}")
        hints = ["Print at 100 %, not fitted to the page: both rulers measure 100 mm. Cut along the grey lines."]
        if number == 1:
            hints.append(sides(pairs, of - pairs))
        items += [word(left + SIDE, low + 3.9 - 3.2 * n, hint, 2.4, SMALL) for n, hint in enumerate(hints)]
        drawn, said = self._legend(left, low, width) if number == 1 else ([], [])
        marks = machine_marks(self._paper) if self._paper.marks is CutMarks.SILHOUETTE else []
        return [ruler, *marks], [*drawn, *items, *said]

    def _legend(self, left: float, low: float, width: float) -> tuple[list[Item], list[Item]]:
        """Return a mark of each colour, and its number, name and pattern; nothing where there is one colour."""
        first: dict[int, Mark] = {}
        for piece in self._set.pieces:
            for mark in piece.face.marks:
                if mark.colour is not None and mark.ink:
                    first.setdefault(mark.colour, mark)
        if len(first) == 1:
            return [], []
        drawn: list[Item] = []
        said: list[Item] = []
        # beside the ruler and its last number; else on below
        columns = min(4, len(first), max(1, int((width - SIDE - RULER - 7.4) / 22)))
        for k, (colour, mark) in enumerate(sorted(first.items())):
            ink = self._set.palette.inks[colour]
            x, y = left + width - 22.0 * (columns - k % columns), low + 5.6 * (1 - k // columns)
            west, south, east, north = bounds(tuple(region.outer for region in mark.field))
            scale = 4.8 / max(east - west, north - south)
            at = complex(x + 2.4, y + 2.4) - scale * complex(west + east, south + north) / 2
            drawn += laid(inked(mark, self._ink(mark.colour), self._look.outline, self._look.width), scale, at)
            said.append(word(x + 5.8, y + 2.8, f"{colour} {ink.name}", 2.4))
            said.append(word(x + 5.8, y + 0.2, ink.pattern, 2.4, SMALL))
        return drawn, said

    def behind(self, pieces: Sequence[Laid], names: Sequence[str], number: int, of: int) -> list[Item]:
        """Return what is on the page of backs behind pieces, moved by what the printer is off. names: of each piece,
        "" for none."""
        over: list[Item] = []
        tints: list[Item] = []
        marks: list[Item] = []
        written: list[Item] = []
        paper = self._paper
        off = complex(*paper.back_offset)
        inked = any(piece.things[0].face.back_colour is not None for piece in pieces)
        cut = _cut(pieces) if inked and paper.bleed else None
        for k, (piece, name) in enumerate(zip(pieces, names, strict=True)):
            face = piece.things[0].face
            if cut is not None and face.back_colour is not None:
                fill, about = self._ink(face.back_colour), complex(paper.width) - off
                for ring in (ring for region in face.back for ring in region.rings):
                    z = complex_of(ring) * piece.turn + piece.shift
                    strips = (strip for side in cut.free(k, paper.bleed) for strip in run_out(z, *side))
                    over += [path([about - np.conj(strip)], fill) for strip in strips]
            turn, at = piece.turn.conjugate(), complex(paper.width - piece.shift.real, piece.shift.imag) - off
            if face.back and self._look.back and face.back_colour is None:
                tint = path([_grown(_mirrored(face.nominal), paper.bleed)], self._look.back)
                tints += laid([tint], turn, at)
            marks += laid(self._back(face), turn, at)
            if name:
                written.append(_name(face, name, turn, at))
        left, low, width, _ = frame(paper)
        foot = complex(left + width - max(paper.bleed, ENDS), low + BACK_FOOT) - off
        says = f"{self._set.title}: backs of sheet {number} of {of}"
        return [*over, *tints, *marks, *written, word(foot.real, foot.imag, says, 2.5, SMALL, after=1)]

    def _back(self, face: Face) -> Iterator[DrawnPath]:
        if not face.back:
            return
        if face.back_colour is not None:
            yield from self._inked_back(face, self._ink(face.back_colour))
            return
        rings = [_mirrored(ring) for region in face.back for ring in region.rings]
        yield path(rings, "#FFFFFF" if self._look.back else None, BACK, BACK_WIDTH)

    def _inked_back(self, face: Face, fill: str) -> Iterator[DrawnPath]:
        """Yield the areas of a back that is printed as a face is."""
        for region in face.back:
            yield path([_mirrored(ring) for ring in region.rings], fill, self._look.outline, self._look.width)

    def apart(self, pieces: Sequence[Laid]) -> bool:
        """Tell whether pieces keep from the paper's rim, and each from others, unless they lie edge to edge."""
        outlines = [piece.turn * complex_of(piece.things[0].face.nominal) + piece.shift for piece in pieces]
        areas = [Polygon(np.column_stack((z.real, z.imag))) for z in outlines]
        if not areas:
            return True
        every, margin = np.concatenate(outlines), self._paper.margin - CLOSE
        room = (every.real.min(), every.imag.min(), self._paper.width - every.real.max(),
                self._paper.height - every.imag.max())  # fmt: skip
        near = shapely.STRtree(areas).query(areas, "dwithin", APART - CLOSE).T.tolist()
        close = [(a, b) for a, b in near if a < b and not _beside(areas[a], areas[b])]
        return min(room) >= margin and not close


def _looks(paths: Sequence[DrawnPath]) -> tuple[object, ...]:
    return tuple((p.sizes, p.closed, p.fill, p.stroke) for p in paths)


def _cut(pieces: Sequence[Laid]) -> CutLines:
    faces = [piece.things[0].face for piece in pieces]
    return _cut_lines(tuple((f.nominal, _joins(f), p.turn, p.shift) for p, f in zip(pieces, faces, strict=True)))


@lru_cache(maxsize=8)
def _cut_lines(laid: tuple[tuple[Ring, bool, complex, complex], ...]) -> CutLines:
    """Return the lines of a page, which are the same in each of its modes. laid: outline, whether it joins others, turn
    and shift."""
    outlines = [turn * complex_of(nominal) + shift for nominal, _, turn, shift in laid]
    return CutLines(outlines, [joins for _, joins, _, _ in laid])


def _joins(face: Face) -> bool:
    """Tell whether a piece may lie edge to edge with others: it has few sides, and something is printed on it."""
    return len(face.nominal) <= SIDES and any(mark.ink for mark in face.marks)


def _beside(one: Polygon, two: Polygon) -> bool:
    """Tell whether two pieces lie edge to edge, or corner to corner: they touch, and do not overlap."""
    return len(one.exterior.coords) <= SIDES + 1 and one.distance(two) < CLOSE and one.intersection(two).area < SHARED


@lru_cache(maxsize=512)
def _mirrored(ring: Ring) -> Complex:
    return -np.conj(complex_of(ring))[::-1]


def _grown(z: Complex, bleed: float) -> Complex:
    """Return a convex outline grown by `bleed` mm, its corners rounded."""
    grown: list[complex] = []
    for k, corner in enumerate(z):
        into, out = corner - z[k - 1], z[(k + 1) % len(z)] - corner
        start = cmath.phase(into * -1j)
        turn = (cmath.phase(out * -1j) - start) % math.tau
        steps = max(1, math.ceil(turn / STEP))
        grown += [corner + bleed * cmath.exp(1j * (start + turn * k / steps)) for k in range(steps + 1)]
    return np.array(grown)


def _name(face: Face, name: str, turn: complex, at: complex) -> Word:
    """Return a name on a back: below the mark, in the middle of the piece there."""
    ring = _mirrored(face.nominal)
    down = float(ring.imag.min())
    mark = min((y for region in face.back for _, y in region.outer), default=0.0)
    size = min(2.6, 0.45 * (mark - down))
    middle = (mark + down) / 2
    ends = zip(ring, np.roll(ring, -1), strict=True)
    across = sorted(
        a.real + (b.real - a.real) * (middle - a.imag) / (b.imag - a.imag)
        for a, b in ends
        if (a.imag - middle) * (b.imag - middle) < 0
    )
    place = at + complex((across[0] + across[-1]) / 2, middle - 0.36 * size) * turn
    fitting = min(size, 1.7 * (across[-1] - across[0]) / len(name))
    return word(place.real, place.imag, name, fitting, "#444444", after=0.5, turn=turn / abs(turn))
