"""Sheets with pieces to cut out, accounted for: which pieces lie where, and that nothing else is on a page.

Where a piece lies, the file says by its line to cut along, which comes after what is printed on the piece. All else
follows: how its marks run over the line, what is behind it, what is written there, rulers, legend, headings.
"""

from __future__ import annotations

import cmath
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.face import Face, Mark, Ring, bounds
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Paper
from quasiprint.readback.document import Document, DrawnPath, ReadPage, Word
from quasiprint.readback.due import NEAR, SMALL, Account, Item, account, complex_of, frame, inked, laid, path, word
from quasiprint.readback.plane import Complex
from quasiprint.readback.recognise import CLOSE

CUT, CUT_WIDTH = "#9A9A9A", 0.1  # the line to cut along; mm
BACK, BACK_WIDTH = "#555555", 0.2  # around the mark on a back; mm
NUMBERS = "#777777"
RULER = 100  # mm
HEAD, FOOT, SIDE = 9.0, 17.0, 9.0  # mm: of a page, without pieces
STEP = math.radians(15)  # of the chords around a tint's corner
ALONG = 2.5e-6  # mm: so near to its rim, what is printed runs over it
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
            paths = self._front(face)
            groups[_looks(paths)].append((tuple(things), paths))
        self._faces = {
            looks: _Faces(
                [things for things, _ in own],
                [paths for _, paths in own],
                np.array([np.concatenate([p.points for p in paths]) for _, paths in own]),
            )
            for looks, own in groups.items()
        }

    def _ink(self, mark: Mark) -> str:
        if self._look.fill or mark.colour is None:
            return self._look.fill or PLAIN_INK
        return self._set.palette.inks[mark.colour].rgb

    def _front(self, face: Face) -> list[DrawnPath]:
        """Return what is printed on a face, running over its rim, and the line to cut along."""
        paths = []
        for mark in face.marks:
            fill = self._ink(mark)
            for region in mark.ink:
                rings = (run_over(ring, face.nominal, self._paper.bleed) for ring in region.rings)
                paths.append(path(rings, fill, self._look.outline, self._look.width))
        return [*paths, path([complex_of(face.nominal)], None, CUT, CUT_WIDTH)]

    def lying(self, items: Sequence[Item]) -> tuple[list[Laid], list[Item], float]:
        """Return the pieces that lie on a page, what is left over, and how far a corner is off at most, mm.

        What is no piece is left over, with all that comes after it.
        """
        found: list[Laid] = []
        begun: list[DrawnPath] = []
        off, done = 0.0, 0
        for k, item in enumerate(items):
            if isinstance(item, Word):
                break
            begun.append(item)
            if item.fill is not None:
                continue
            piece = self._piece(begun)
            if piece is None:
                break
            found.append(piece[0])
            off, done, begun = max(off, piece[1]), k + 1, []
        return found, list(items[done:]), off

    def _piece(self, paths: list[DrawnPath]) -> tuple[Laid, float] | None:
        faces = self._faces.get(_looks(paths))
        if faces is None:
            return None
        points, cut = np.concatenate([p.points for p in paths]), paths[-1].points
        wanted = faces.points[:, -len(cut) :]
        middle, own = cut.mean(), wanted.mean(axis=1)
        match = ((cut - middle) * np.conj(wanted - own[:, None])).sum(axis=1)
        turns = match / (np.abs(wanted - own[:, None]) ** 2).sum(axis=1)
        shifts = middle - turns * own
        offs = np.abs(points - (turns[:, None] * faces.points + shifts[:, None])).max(axis=1)
        k = int(offs.argmin())
        turn, due = complex(turns[k]), faces.paths[k]
        wide = all(abs(one.width - two.width) < 2e-4 for one, two in zip(paths, due, strict=True))
        if offs[k] > NEAR or abs(abs(turn) - 1) > SAME_SIZE or not wide:
            return None
        return Laid(faces.things[k], turn, complex(shifts[k])), float(offs[k])

    def front(self, number: int, of: int) -> tuple[list[Item], list[Item]]:
        """Return what is on the k-th page of faces before its pieces, and after them."""
        left, low, width, height = frame(self._paper)
        title, where = self._set.title, f"sheet {number} of {of}"
        ruler, items = _rulers(left, low)
        items.append(word(left, low + height - 4, title, 4.6, bold=True))
        items.append(word(left + width, low + height - 4, f"{self._look.says}, {where}", 3, SMALL, after=1))
        hints = ["Print at 100 %, not fitted to the page: both rulers measure 100 mm. Cut along the grey lines."]
        if number == 1:
            hints.append("Print on both sides, turned over the long edge; without backs, print the odd pages only.")
        items += [word(left + SIDE, low + 4.2 - 3.6 * n, hint, 2.4, SMALL) for n, hint in enumerate(hints)]
        drawn, said = self._legend(left + width, low) if number == 1 else ([], [])
        return [ruler], [*drawn, *items, *said]

    def _legend(self, right: float, low: float) -> tuple[list[Item], list[Item]]:
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
        columns = min(4, len(first))
        for k, (colour, mark) in enumerate(sorted(first.items())):
            ink = self._set.palette.inks[colour]
            x, y = right - 22.0 * (columns - k % 4), low + 11 - 7.5 * (k // 4)
            west, south, east, north = bounds(tuple(region.outer for region in mark.field))
            scale = 6 / max(east - west, north - south)
            at = complex(x + 3 - scale * (west + east) / 2, y - scale * (south + north) / 2)
            drawn += laid(inked(mark, self._ink(mark), self._look.outline, self._look.width), scale, at)
            said += [word(x + 7, y + 0.5, f"{colour} {ink.name}", 2.4), word(x + 7, y - 2.4, ink.pattern, 2.4, SMALL)]
        return drawn, said

    def behind(self, pieces: Sequence[Laid], names: Sequence[str], number: int, of: int) -> list[Item]:
        """Return what is on the page of backs behind pieces. names: of each piece, "" for none."""
        drawn: list[Item] = []
        written: list[Item] = []
        for piece, name in zip(pieces, names, strict=True):
            face = piece.things[0].face
            turn, at = piece.turn.conjugate(), complex(self._paper.width - piece.shift.real, piece.shift.imag)
            drawn += laid(self._back(face), turn, at)
            if name:
                written.append(_name(face, name, turn, at))
        left, low, width, _ = frame(self._paper)
        foot = f"{self._set.title}: backs of sheet {number} of {of}"
        return [*drawn, *written, word(left + width, low + 1, foot, 2.5, SMALL, after=1)]

    def _back(self, face: Face) -> Iterator[DrawnPath]:
        if not face.back:
            return
        if self._look.back:
            yield path([_grown(_mirrored(face.nominal), self._paper.bleed)], self._look.back)
        rings = [_mirrored(ring) for region in face.back for ring in region.rings]
        yield path(rings, "#FFFFFF" if self._look.back else None, BACK, BACK_WIDTH)

    def apart(self, pieces: Sequence[Laid]) -> bool:
        """Tell whether pieces keep away from one another, by the room that what runs over takes, and from the rim."""
        outlines = [piece.turn * complex_of(piece.things[0].face.nominal) + piece.shift for piece in pieces]
        areas = [Polygon(np.column_stack((z.real, z.imag))) for z in outlines]
        if not areas:
            return True
        every, margin = np.concatenate(outlines), self._paper.margin - CLOSE
        room = (every.real.min(), every.imag.min(), self._paper.width - every.real.max(),
                self._paper.height - every.imag.max())  # fmt: skip
        gap = 2 * self._paper.bleed - CLOSE
        near = shapely.STRtree(areas).query(areas, "dwithin", max(gap, 0.0)).T.tolist()
        close = [(a, b) for a, b in near if a < b and (gap > 0 or areas[a].intersection(areas[b]).area > SHARED)]
        return min(room) >= margin and not close


def accounted(document: Document, game_set: GameSet, look: Look, paper: Paper) -> SheetsRead:
    """Read a document of sheets: which things it holds, and how its pages compare with what is due."""
    read = SheetsRead(Sheets(game_set, look, paper), game_set)
    fronts, backs = document.pages[::2], document.pages[1::2]
    for k, front in enumerate(fronts, 1):
        pieces = read.front(front, k, len(fronts))
        read.back(backs[k - 1] if k <= len(backs) else None, pieces, k, len(fronts))
    counts = Counter(dict.fromkeys((piece.id for piece in game_set.pieces), 1))
    counts.update({thing.id: thing.count for thing in game_set.accessories})
    if read.held != counts:
        read.problems.append("its pieces are not those of the set, each as often as it is due")
    return read


class SheetsRead:
    """What was read of sheets. accounts: of each page, in order; held: how many of each thing lie on them; off: how
    far a corner is off at most, mm; problems: what else is wrong."""

    def __init__(self, sheets: Sheets, game_set: GameSet) -> None:
        self._sheets, self._set = sheets, game_set
        self._parts = game_set.parts()
        self.accounts: list[Account] = []
        self.held: Counter[str] = Counter()
        self.off = 0.0
        self.problems: list[str] = []

    def front(self, page: ReadPage, number: int, of: int) -> list[Laid]:
        """Account for a page of faces; return its pieces."""
        before, after = self._sheets.front(number, of)
        pieces, rest, off = self._sheets.lying(page.items[len(before) :])
        self.accounts.append(account([*page.items[: len(before)], *rest], [*before, *after]))
        self.off = max(self.off, off)
        if not self._sheets.apart(pieces):
            self.problems.append(f"pieces on sheet {number} come too near to one another, or to the rim")
        self._titled(page, f"Sheet {number}, faces")
        return pieces

    def back(self, page: ReadPage | None, pieces: list[Laid], number: int, of: int) -> None:
        """Account for the page of backs behind some pieces, and take note of these."""
        items = page.items if page else []
        said = iter([item.text for item in items if isinstance(item, Word)])
        names = []
        for piece in pieces:
            due = [thing.id for thing in piece.things if not self._set.hidden or thing in self._parts]
            name = next(said, "") if due else ""
            names.append(name if name in due else due[0] if due else "")
            self.held[names[-1] or self._next(piece)] += 1
        whole = account(items, self._sheets.behind(pieces, names, number, of))
        self.accounts.append(whole)
        self.off = max(self.off, whole.off)
        self._titled(page, f"Sheet {number}, backs")

    def _titled(self, page: ReadPage | None, due: str) -> None:
        if page is None or page.title != due:
            self.problems.append(f"a page is {page.title if page else 'not there'!r}, and is to be {due!r}")

    def _next(self, piece: Laid) -> str:
        """Return of things that look alike, and are not named, the next that is not there yet."""
        for thing in piece.things:
            if self.held[thing.id] < (thing.count if isinstance(thing, Accessory) else 1):
                return thing.id
        return piece.things[0].id


def _looks(paths: Sequence[DrawnPath]) -> tuple[object, ...]:
    return tuple((p.sizes, p.closed, p.fill, p.stroke) for p in paths)


@lru_cache(maxsize=8192)
def run_over(ring: Ring, nominal: Ring, bleed: float) -> Complex:
    """Return a ring that runs straight out over the outline by `bleed` mm wherever one of its sides lies on it."""
    z = complex_of(ring)
    if not bleed:
        return z
    start = complex_of(nominal)
    along = np.roll(start, -1) - start
    along /= np.abs(along)
    # how far each corner is beside each side of the outline
    beside = np.abs((np.conj(along)[None, :] * (z[:, None] - start[None, :])).imag) < ALONG
    on = beside & np.roll(beside, -1, axis=0)
    if not on.any():
        return z
    run: list[complex] = []
    for k, corner in enumerate(z):
        run.append(corner)
        for side in np.flatnonzero(on[k]):
            out = -1j * along[side] * bleed  # the outline runs anticlockwise: its outside is on the right
            run += [corner + out, z[(k + 1) % len(z)] + out]
    return np.array(run)


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


def _rulers(left: float, low: float) -> tuple[DrawnPath, list[Item]]:
    """Return a ruler along the foot and one up the side, in one path, and what is written beside them."""
    level, upright = complex(left + SIDE, low + 14), complex(left + 4, low + FOOT)
    lines = [np.array([level, level + RULER]), np.array([upright, upright + 1j * RULER])]
    for mm in range(RULER + 1):
        tick = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        lines.append(np.array([level + mm, level + mm - 1j * tick]))
        lines.append(np.array([upright + 1j * mm, upright + 1j * mm - tick]))
    x, y = level.real, level.imag
    side = left + 5.2
    tens = range(0, RULER + 1, 10)
    said: list[Item] = [
        word(x + RULER + 2, y - 2.4, "mm", 2.4, NUMBERS),
        word(side, upright.imag + RULER + 2, "mm", 2.4, NUMBERS),
        *(word(x + mm, y - 5.6, str(mm), 2, NUMBERS, after=0.5) for mm in tens),
        *(word(side, upright.imag + mm - 0.7, str(mm), 2, NUMBERS) for mm in tens),
    ]
    return path(lines, None, "#555555", 0.12, closed=False), said
