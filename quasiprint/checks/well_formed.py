"""Is a set well formed, and every face? What every other check, every format and the reading back take for granted.

These laws come first, and nothing else is asked of a set that breaks one: so whoever writes a game's room learns
what is wrong in a sentence, and where, and not by a traceback from somewhere else.

The laws of faces (points, rings, cells, marks and backs) are decided on whole nanometres, or to within `GRID` where a
point must lie on a slanting line. What recurs on many pieces is looked at once, by its value, and named after the first
piece that has it.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from quasiprint.drawing.areas import beyond
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.drawing.rings import (
    NANOMETRES,
    GridPoint,
    GridRing,
    boundary_distance,
    inside,
    is_convex,
    meeting,
    meets_itself,
    on_grid,
    parted,
    sides,
    to_segment,
    twice_area,
)
from quasiprint.drawing.rings import to_mm as point_of
from quasiprint.drawing.strokes import GRID
from quasiprint.exact.orbit import Labelled, cyclic
from quasiprint.exact.polygon import ExactPoint, area_sign, is_simple
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Point, Region, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, Boards, GameSet, Piece
from quasiprint.system.progress import tell_progress

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9_-])?")
SET = "the set"
LONGEST = 80  # characters of a name: a format adds to it, and 255 are what file systems take
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(1, 10))}
TAKEN = re.compile(r".+-(plate|sheet)-[0-9]+(-back)?")  # what all together is called
MOST_LABELLINGS = 5_000_000  # that can be visited one by one, in seconds


def well_formed(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with a set as a set. If there is anything, let no other check look at it."""
    findings = [*_check_names(game_set), *_check_words(game_set), *_check_counts(game_set)]
    if isinstance(game_set.composition, Labelled):
        findings += _check_labels(game_set, game_set.composition)
    if isinstance(game_set.composition, Boards):
        findings += _check_boards(game_set.composition)
    return [*findings, *_check_corners(game_set), *well_drawn(game_set)]


def check_request(game_set: GameSet, game: str, process: Process) -> list[Finding]:
    """Return what is wrong with a set for a run: it must be the one that was asked for."""
    findings = []
    if game_set.game != game:
        message = f"the set says that it is one of {game_set.game!r}, the game that made it is {game!r}"
        findings.append(error("game-differs", SET, message, "give the set the name of its game"))
    if game_set.measures.process is not process:
        message = f"the set says that it is made by the process {game_set.measures.process}, asked for was {process}"
        findings.append(error("process-differs", SET, message, "give the set the measures of its brief"))
    return findings


def _unfit(name: object) -> str:
    """Return why something is no name of a file on every system, "" if it is one."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return "allowed are letters, digits and . _ -, not . _ - first and not . last"
    if len(name) > LONGEST:
        return f"it has {len(name)} characters, allowed are up to {LONGEST}"
    if name.split(".")[0].lower() in RESERVED:
        return "Windows keeps this name to itself"
    return ""


def _check_names(game_set: GameSet) -> Iterator[Finding]:
    """Yield which names are unfit to be files' names, or stand twice."""
    names = [("game", game_set.game), ("noun", game_set.noun)]
    names += [("shape", shape) for shape in dict.fromkeys(piece.shape for piece in game_set.pieces)]
    names += [
        ("kind of accessory", kind) for kind in dict.fromkeys(accessory.kind for accessory in game_set.accessories)
    ]
    for what, name in names:
        if why := _unfit(name):
            message = f"its {what} is {str(name)[:90]!r}; {why}, since files are named after it"
            yield error("name-unfit", SET, message, f"choose another name for the {what}")
    yield from _check_ids(game_set)


def _check_ids(game_set: GameSet) -> Iterator[Finding]:
    """Yield which ids are unfit for files, stand twice, or are what something else is called."""
    kinds = {piece.shape for piece in game_set.pieces} | {accessory.kind for accessory in game_set.accessories}
    bodies = re.compile(f"({'|'.join(map(re.escape, sorted(map(str, kinds))))})-(body|inlay-.*)")
    first: dict[str, str] = {}
    for item in game_set.items:
        if why := _unfit(item.id):
            message = f"the id {str(item.id)[:90]!r} is unfit for a file name: {why}"
            yield error("id-unfit", repr(item.id)[:90], message, "make ids of letters, digits and -")
            continue
        folded = item.id.lower()
        if folded in first:
            alike = "" if first[folded] == item.id else ", which are one to systems that fold upper and lower case"
            message = f"two items have the ids {first[folded]!r} and {item.id!r}{alike}"
            yield error("id-twice", item.id, message, "give each piece and each kind of accessory an id of its own")
        first.setdefault(folded, item.id)
        if TAKEN.fullmatch(item.id) or bodies.fullmatch(item.id):
            message = "its id is what a file of something else is called: a plate, a sheet, a body or an inlay"
            yield error("id-taken", item.id, message, "choose another id")


def _check_words(game_set: GameSet) -> Iterator[Finding]:
    """Yield which words cannot be written, and which parameters cannot be put on record."""
    words = [("title", game_set.title)]
    words += [(f"name of {piece.id}", piece.name) for piece in game_set.pieces if piece.name]
    words += [(f"note of {piece.id}", note) for piece in game_set.pieces for note in piece.notes]
    if game_set.boards is not None:
        boards = game_set.boards
        words += [("line of the cover", line) for line in boards.cover]
        words += [("line of the table", line) for line in (*boards.players, *boards.lines)]
    for what, text in words:
        if not text.strip() or not text.isprintable():
            message = f"the {what} is {text[:60]!r}; allowed is one line that can be printed"
            yield error("words-unprintable", SET, message, "leave out control characters and line ends")
    if not game_set.text.isascii():
        (strange, *_) = (c for c in game_set.text if not c.isascii())
        message = f"the set's text has {strange!r} in it; a text form is ASCII"
        yield error("text-not-ascii", SET, message, "write the text form with other characters")
    if game_set.measures.process is Process.TEXT and not game_set.text:
        message = "the set is asked for as a text, and has none"
        yield error("text-missing", SET, message, "give the set a text, or do not offer texts")
    for (name, value), count in Counter(game_set.parameters).items():
        if (
            count > 1
            or not isinstance(value, (str, int, float))
            or (isinstance(value, float) and not math.isfinite(value))
        ):
            message = f"its parameter {name!r} is {value!r}; allowed is a text, a finite number or a yes or no, once"
            yield error("parameter-wrong", SET, message, "tell what the set was made with, in plain values")


def _check_counts(game_set: GameSet) -> Iterator[Finding]:
    """Yield where there is too little of something, and marks that are no numbers."""
    if not game_set.pieces:
        yield error("pieces-missing", SET, "the set has no pieces", "design at least one piece")
    for accessory in game_set.accessories:
        if not isinstance(accessory.count, int) or accessory.count < 1:
            message = f"its count is {accessory.count}, allowed is from 1"
            yield error("count-wrong", accessory.id, message, "leave out what is not in the box")
    for piece in game_set.pieces:
        if not isinstance(piece.marks, tuple) or not all(type(mark) is int for mark in piece.marks):
            message = f"its marks are {str(piece.marks)[:60]}; allowed is a tuple of whole numbers"
            yield error("marks-no-numbers", piece.id, message, "give labels numbers from 0")


def _check_labels(game_set: GameSet, labelled: Labelled) -> Iterator[Finding]:
    """Yield why a set cannot be complete under its symmetry, whatever it holds."""
    groups = dict(labelled.symmetry)
    if len(groups) < len(labelled.symmetry):
        shapes = ", ".join(shape for shape, _ in labelled.symmetry)
        message = f"its symmetry names {shapes}; each shape stands there once"
        yield error("shape-twice", SET, message, "name one group for each shape")
    if type(labelled.labels) is not int or labelled.labels < 1:
        message = f"a slot may have {labelled.labels} different labels, allowed is from 1"
        yield error("labels-wrong", SET, message, "say how many labels there are")
        return
    for shape, group in groups.items():
        if labelled.labels**group.slots > MOST_LABELLINGS:
            message = f"{labelled.labels} labels in {group.slots} slots can be arranged in too many ways to visit them "
            yield error("labellings-too-many", shape, f"{message}all", f"allow labels for up to {MOST_LABELLINGS} ways")
        if labelled.marking.ascending and set(group.elements) != set(cyclic("", group.slots, 1).elements):
            message = f"its group {group.name!r} is not that of all turns, which ascending labels need"
            yield error("ascending-unfit", shape, message, "name the group of all turns, or allow all labellings")
    for shape, piece in {piece.shape: piece for piece in reversed(game_set.pieces)}.items():
        if shape not in groups:
            message = f"the set names no symmetry group for it, only for {', '.join(groups)}"
            yield error("shape-unknown", shape, message, "name the group of turns that carry its outline onto itself")
        elif groups[shape].slots != len(piece.corners):
            message = f"its group moves {groups[shape].slots} slots, its outline has {len(piece.corners)} corners"
            yield error("slots-differ", shape, message, f"let the group move each {labelled.marking.at} of the outline")
    for piece in game_set.pieces:
        if piece.shape in groups and len(piece.marks) != groups[piece.shape].slots:
            message = f"it has {len(piece.marks)} marks, and {groups[piece.shape].slots} slots for them"
            yield error("marks-miscounted", piece.id, message, "give each slot one mark")


def _check_boards(boards: Boards) -> Iterator[Finding]:
    """Yield why boards cannot be laid out on pages."""
    for what, found in (("boards to a page", boards.per_page), ("players", len(boards.players))):
        if found < 1:
            yield _page(f"it has {found} {what}, allowed is from 1")
    if not boards.lines:
        yield _page("its table of points has no line, allowed is from 1")
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in boards.boxes):
        yield _page("a box for a sign stands at no finite place")


def _page(message: str) -> Finding:
    return error("page-wrong", SET, message, "say how boards stand on a page, with whom and what is counted")


def _check_corners(game_set: GameSet) -> Iterator[Finding]:
    """Yield which exact outlines are no polygons, or differ from the drawn ones."""
    known: dict[tuple[ExactPoint, ...], None] = {}
    outlines: dict[str, Piece] = {}
    for piece in game_set.pieces:
        if len(piece.corners) != len(piece.face.nominal):
            message = f"its exact outline has {len(piece.corners)} corners, its nominal one {len(piece.face.nominal)}"
            yield error("corners-miscounted", piece.id, message, "draw one point for each exact corner")
        first = outlines.setdefault(piece.shape, piece)
        if first.corners != piece.corners:
            message = f"its exact outline is not that of {first.id}, and both are of the shape {piece.shape!r}"
            yield error("shapes-differ", piece.id, message, "give each outline a shape of its own")
        if piece.corners in known:
            continue
        known[piece.corners] = None
        if not is_simple(piece.corners):
            message = "its exact outline has less than 3 corners, or crosses or touches itself"
            yield error("corners-crossed", piece.id, message, "list the corners in the order of the outline")
        elif area_sign(piece.corners) < 0:
            message = "its exact outline runs clockwise"
            yield error("corners-clockwise", piece.id, message, "list the corners anticlockwise")


SNAP = "give every number to `snap`, and every line as a tuple of (x, y)"


def well_drawn(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with the faces of a set: first of all points and rings, then of what lies in what."""
    laws = _FaceLaws(game_set)
    for item in tell_progress(tuple(game_set.items), "checking what is drawn"):
        laws.look_at(item)
    return laws.findings


class _FaceLaws:
    """The laws of faces. findings: so far. A part of a face that was looked at is not looked at again."""

    def __init__(self, game_set: GameSet) -> None:
        self.findings: list[Finding] = []
        self._game_set = game_set
        self._sound: dict[tuple[Ring, bool], GridRing | None] = {}
        self._seen: set[object] = set()

    def _first(self, law: str, *what: object) -> bool:
        """Tell whether a law sees these values for the first time. Raises TypeError for what can change."""
        new = (law, *what) not in self._seen
        self._seen.add((law, *what))
        return new

    def look_at(self, item: Piece | Accessory) -> None:
        """Judge the face of a piece or accessory."""
        face, where = item.face, item.id
        try:
            if not isinstance(face.cells, tuple):
                raise TypeError
            rest = face.back, face.hollows, face.back_colour, face.hollow_depth, face.thickness, face.pocket
            new = self._first("piece" * isinstance(item, Piece), face.nominal, face.outline, *face.cells, rest)
        except TypeError:
            message = "its face holds a list or something else that can change; allowed are tuples"
            self._say("face-changeable", where, message, "turn lists into tuples")
            return
        if not new:
            return
        rings = [self._ring(where, "nominal outline", face.nominal), self._ring(where, "outline", face.outline)]
        rings += [self._ring(where, f"cell {k}", cell.boundary) for k, cell in enumerate(face.cells)]
        sound = all(ring is not None for ring in rings)
        for mark in face.marks:
            sound = self._mark(f"{where} slot {mark.slot}", mark, isinstance(item, Piece)) and sound
        sound = self._apart(where, "back", face.below) and sound
        self.findings += _of_heights(where, face, self._game_set)
        if face.back_colour is not None:
            self.findings += _of_colour(f"{where} back", face.back_colour, self._game_set)
        if sound:  # what lies in what can be asked of good rings alone
            self._slots(where, face)
            self._fits(where, face)

    def _say(self, code: str, where: str, message: str, remedy: str) -> None:
        self.findings.append(error(code, where, message, remedy))

    def _ring(self, where: str, what: str, ring: Ring, clockwise: bool = False) -> GridRing | None:
        """Return a ring in nanometres, None if something is wrong with it."""
        key = ring, clockwise
        if key not in self._sound:
            found = list(_of_points(where, what, ring))
            grid = () if found else on_grid(ring)
            found = found or list(_of_ring(where, what, ring, grid, clockwise))
            self.findings += found
            self._sound[key] = None if found else grid
        return self._sound[key]

    def _apart(self, where: str, what: str, areas: tuple[Region, ...]) -> bool:
        """Check areas that must not touch, and the holes of each; tell whether their rings are sound."""
        if not self._first("areas", areas):
            return True
        rings: list[list[GridRing]] = []
        for area in areas:
            area_rings = [self._ring(where, f"{what}'s outer ring", area.outer)]
            area_rings += [self._ring(where, f"{what}'s hole", hole, clockwise=True) for hole in area.holes]
            sound = [ring for ring in area_rings if ring is not None]
            if len(sound) < len(area_rings):
                return False
            rings.append(sound)
        all_rings = [ring for area in rings for ring in area]
        met = meeting(all_rings) if len(all_rings) > 1 else None
        if met is not None:
            message = f"two rings of its {what} cross or touch {_near(met[0])}; areas, and the holes in them, lie apart"
            self._say("areas-touch", where, message, "move them apart, or draw them as one area")
            return False
        for outer, *holes in rings:
            if any(not inside(hole[0], outer) for hole in holes):
                message = f"a hole of its {what} lies outside the area whose hole it is"
                self._say("hole-outside", where, message, "give the hole to the area around it")
                return False
        on_another = _lies_on_another(rings)
        if on_another is not None:
            message = f"one area of its {what} lies on another, {_near(on_another)}"
            self._say("areas-overlap", where, message, "draw them as one area, or cut a hole into the larger")
        return on_another is None

    def _mark(self, where: str, mark: Mark, of_piece: bool) -> bool:
        """Check a mark by itself; tell whether its rings are sound."""
        if not self._first("mark of a piece" if of_piece else "mark", mark):
            return True
        before = len(self.findings)
        self.findings += _of_mark(where, mark, self._game_set, of_piece)
        for line in mark.lines:
            self.findings += list(_of_points(where, "line", line)) or _of_line(where, line)
        sound = self._apart(where, "field", mark.field)
        sound = (mark.ink == mark.field or self._apart(where, "ink", mark.ink)) and sound
        if sound and self._first("ink", mark.ink, mark.field) and self._overflows(mark.ink, mark.field):
            message = "some of its ink lies outside its field, which is the whole mark"
            self._say("ink-outside", where, message, "let the field hold all that the pattern inks")
        return sound and len(self.findings) == before

    def _overflows(self, ink: tuple[Region, ...], field: tuple[Region, ...]) -> bool:
        """Tell whether ink lies partly outside a field."""
        if not ink or ink == field:
            return False
        if len(field) == 1 and not field[0].holes:
            return not _holds_areas(field[0].outer, ink)
        return beyond(ink, field, GRID)

    def _slots(self, where: str, face: Face) -> None:
        """Check that an inlay can be named by its slot and label."""
        named = Counter((mark.slot, mark.label) for mark in face.marks if mark.colour is not None and mark.field)
        for (slot, label), count in named.items():
            if count > 1:
                message = f"{count} coloured marks have the slot {slot} and the label {label}; each inlay has its own"
                self._say("slot-twice", where, message, "number the slots of a face")

    def _fits(self, where: str, face: Face) -> None:
        """Check what lies in what: the outline in the nominal one, cells in the outline, marks in cells, the back."""
        outline_area = (Region(face.outline),)
        if self._first("inset", face.nominal, face.outline) and not _holds_areas(face.nominal, outline_area):
            message = "the outline as made lies partly outside the nominal one"
            self._say("outline-outside", where, message, "take the clearance off the nominal outline, never add it")
        boundaries = tuple(cell.boundary for cell in face.cells)
        if boundaries != (face.outline,) and self._first("cells", face.outline, boundaries):
            rings = [self._sound[boundary, False] for boundary in boundaries]
            outline = self._sound[face.outline, False]
            assert outline is not None
            if not parted(outline, [ring for ring in rings if ring is not None]):
                message = f"its {len(face.cells)} cells leave gaps, overlap, or do not share their corners"
                self._say("cells-differ", where, message, "part the outline into cells without gap or overlap")
        for cell in face.cells:
            self._in_cell(where, cell)
        if face.below and self._first("back", face.outline, face.below):
            self._back(where, face.outline, face.below)

    def _in_cell(self, where: str, cell: Cell) -> None:
        for mark in cell.marks:
            if not self._first("in", cell.boundary, mark.field, mark.lines):
                continue
            points = [p for line in mark.lines for p in line]
            if not (_holds_areas(cell.boundary, mark.field) and _holds_points(cell.boundary, points)):
                message, remedy = "the mark lies partly outside its cell", "make it smaller, or part the face otherwise"
                self._say("mark-outside", f"{where} slot {mark.slot}", message, remedy)

    def _back(self, where: str, outline: Ring, below: tuple[Region, ...]) -> None:
        """Check that what is on a back, or sunk into it, lies in the outline, on a solid inside of its bevel."""
        measures = self._game_set.measures
        printed = measures.process is Process.PRINTER
        bevel = measures.finish.chamfer if printed and is_convex(on_grid(outline)) else 0.0
        clear = min(boundary_distance(area.outer, outline) for area in below)
        if not _holds_areas(outline, below) or (printed and clear <= bevel):
            within = f", farther than {bevel:g} mm from its rim" if printed else ""
            message = f"its back is marked up to {clear:.3f} mm from the rim; it may be inside the outline{within}"
            self._say("back-outside", where, message, "make the mark on the back smaller")


def _lies_on_another(areas: list[list[GridRing]]) -> GridPoint | None:
    """Return a point of an area that lies on another one of areas whose rings do not meet; None if there is none.
    areas: each its outer ring, then its holes."""
    firsts = sorted(outer[0] for outer, *_ in areas)
    for outer, *holes in areas:
        left, low, right, high = bounds((outer,))
        for p in firsts[bisect_left(firsts, (left, low)) : bisect_right(firsts, (right, high))]:
            within = low <= p[1] <= high and p != outer[0] and inside(p, outer)
            if within and not any(inside(p, hole) for hole in holes):
                return p
    return None


def _of_points(where: str, what: str, line: Ring) -> Iterator[Finding]:
    """Yield what is wrong with the points of a line or ring, each by itself: of several the first."""
    for p in line:
        if not isinstance(p, tuple) or len(p) != 2 or not all(isinstance(x, (int, float)) for x in p):
            message = f"its {what} has {str(p)[:60]} for a point; allowed are pairs of numbers"
            yield error("point-wrong", where, message, SNAP)
            return
        x, y = p
        if not math.isfinite(x) or not math.isfinite(y):
            message = f"its {what} has a point at ({x:g}, {y:g}) mm; allowed are finite numbers"
            yield error("point-infinite", where, message, "look for a division by 0, or a tangent of a right angle")
            return
        if point_of((round(x * NANOMETRES), round(y * NANOMETRES))) != p or _minus_zero(x) or _minus_zero(y):
            message = f"its {what} has a point at ({x!r}, {y!r}) mm; allowed are six decimals, and no -0.0"
            yield error("point-off-grid", where, message, SNAP)
            return


def _minus_zero(x: float) -> bool:
    return x == 0 and math.copysign(1.0, x) < 0


def _of_ring(where: str, what: str, ring: Ring, grid: GridRing, clockwise: bool) -> Iterator[Finding]:
    """Yield what is wrong with a ring whose points are good. grid: the same in nanometres."""
    if len(ring) < 3:
        message = f"its {what} has {len(ring)} points; a ring has at least 3"
        yield error("ring-short", where, message, "draw an area, or leave it out")
        return
    if len(set(grid)) < len(grid):
        (twice, _), *_ = Counter(ring).most_common(1)
        message = f"its {what} comes twice to ({twice[0]:g}, {twice[1]:g}) mm; a ring has each point once"
        yield error("ring-repeats", where, message, "close a ring without repeating its first point")
        return
    met = meets_itself(grid)
    if met is not None:
        message = f"its {what} crosses or touches itself {_near(met[0])}"
        yield error("ring-crosses", where, message, "draw it so that it goes round once")
    elif (twice_area(grid) < 0) != clockwise:
        runs, wanted = ("anticlockwise", "clockwise") if clockwise else ("clockwise", "anticlockwise")
        message = f"its {what} runs {runs}; allowed is {wanted}: outer rings run anticlockwise, holes clockwise"
        yield error("ring-sense", where, message, "turn the order of its points round")


def _of_line(where: str, line: Ring) -> Iterator[Finding]:
    """Yield what is wrong with an open line whose points are good."""
    if len(line) < 2:
        message = f"one of its lines has {len(line)} points; a line has at least 2"
        yield error("line-short", where, message, "give it both of its ends, or leave it out")
    elif any(a == b for a, b in zip(line, line[1:], strict=False)):
        message = "one of its lines stays at a point: two points that follow each other are the same"
        yield error("line-repeats", where, message, "leave one of the two points out")


def _of_mark(where: str, mark: Mark, game_set: GameSet, of_piece: bool) -> Iterator[Finding]:
    """Yield what is wrong with a mark's colour, pattern, label and height."""
    if mark.colour is not None:
        yield from _of_colour(where, mark.colour, game_set)
    if mark.colour is not None and mark.ink and mark.pattern not in PATTERNS:
        message = f"its pattern is {mark.pattern!r}; there are {', '.join(PATTERNS)}"
        yield error("pattern-unknown", where, message, "name the pattern that its ink is drawn in")
    if isinstance(game_set.composition, Labelled) and of_piece and mark.label is not None:
        labels = game_set.composition.labels
        if type(labels) is int and labels > 0 and mark.label not in range(labels):
            message = f"its label is {mark.label}; the set has labels 0 to {labels - 1}"
            yield error("label-unknown", where, message, "draw only labels of the set, or None for what says nothing")
    if mark.rise is not None and not math.isfinite(mark.rise):
        message = f"its rise is {mark.rise} mm; allowed is a finite number, or None"
        yield error("rise-wrong", where, message, "say how far it stands above the surface, below 0 how far it is sunk")
    inlaid = game_set.measures.process is Process.PRINTER and mark.colour is not None
    if inlaid and len(mark.field) > 1 and mark.ink != mark.field:
        message = f"its inlay fills {len(mark.field)} pockets, and has a pattern; a pattern needs one pocket"
        yield error("field-parted", where, message, "draw one mark for each pocket, or no pattern")


def _of_heights(where: str, face: Face, game_set: GameSet) -> Iterator[Finding]:
    """Yield what is wrong with a height that differs from the stock's."""
    for what, height in (("thickness", face.thickness), ("depth of hollows", face.hollow_depth)):
        if height is None:
            continue
        if game_set.measures.process is not Process.PRINTER:
            message = f"it has a {what} of its own, {height:g} mm; a {game_set.measures.process} has one stock for all"
            yield error("height-own", where, message, "let only printed items have heights of their own")
        elif not (math.isfinite(height) and height > 0):
            message = f"its own {what} is {height} mm; allowed is a finite number above 0, or None"
            yield error("height-own", where, message, "say how high it is, or leave it to the stock")


def _of_colour(where: str, colour: int, game_set: GameSet) -> Iterator[Finding]:
    """Yield whether a palette has no such colour."""
    inks = game_set.palette.inks
    if colour not in range(len(inks)):
        message = f"its colour is {colour}; the palette {game_set.palette.name!r} has 0 to {len(inks) - 1}"
        yield error("colour-unknown", where, message, "use as many colours as the palette has, and say so to the user")


def _holds_areas(ring: Ring, areas: tuple[Region, ...]) -> bool:
    """Tell whether all of these areas lie in a ring, to within the grid."""
    if not is_convex(on_grid(ring)):
        return not beyond(areas, (Region(ring),), GRID)
    return all(area.outer == ring or _holds_points(ring, area.outer) for area in areas)


def _holds_points(ring: Ring, points: Sequence[Point]) -> bool:
    """Tell whether all of these points lie in a ring, to within the grid."""
    lines = sides(ring)
    return all(inside(p, ring) or min(to_segment(p, a, b) for a, b in lines) <= GRID for p in points)


def _near(p: tuple[int, int]) -> str:
    x, y = point_of(p)
    return f"near ({x:g}, {y:g}) mm"
