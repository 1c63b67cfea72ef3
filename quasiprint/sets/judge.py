"""A layout of a set's tiles, judged by what its file says: which tiles, how they meet, what counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from quasiprint.checks.layouts import joins, lying, names_of
from quasiprint.exact.patch import Patch
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, Judgement, Severity, error, has_errors
from quasiprint.model.game import Parameters
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet
from quasiprint.sets.layout_text import Laid, read
from quasiprint.sets.placed import Join, Placed, Point, Rule, Side, integers, parallelogram
from quasiprint.sets.proof import hold, refuse_too_many
from quasiprint.sets.set_file import CLOSED_LOOPS, CLOSED_VERTICES, FIXED, NOTHING, TWO_SIDED, SetDesign


@dataclass(frozen=True, slots=True)
class ClosedVertex:
    """A point with tiles all around: exactly, and in edge lengths."""

    at: tuple[int, ...]
    xy: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """A loop of links: how many links it has, and through which entries of the layout it runs."""

    links: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetLayout(Judgement):
    """What a set file's rule says of a layout. complete_set: whether it has every tile as often as the set. scored:
    what counts; score: how much of it there is, None if nothing counts; vertices, loops: where. components: separate
    pieces."""

    legal: bool
    complete_set: bool
    scored: str
    score: int | None
    vertices: tuple[ClosedVertex, ...]
    loops: tuple[ClosedLoop, ...]
    components: int
    findings: tuple[Finding, ...]


def judge(design: SetDesign, text: bytes, options: Parameters | None = None) -> SetLayout:
    """Judge a layout. Raises InputError, which names the entry (from 1), for what is not in the text form, and for a
    set whose shapes have no lattice in common."""
    laid, findings = read(design, text)
    strange = bool(findings)
    for one in laid:
        findings += _lies(one)
    findings += _too_often(laid)
    patch = Patch(tuple(one.tile.corners for one in laid), (), 0)
    rule = Rule.of(design)
    over = {t for pair in patch.overlaps() for t in pair}
    alone = [one for t, one in enumerate(laid) if t not in over]
    findings += [*lying(laid, patch), *_joins(design, rule, laid, patch), *_points(rule, alone)]
    components = patch.components() if laid else 0
    if components > 1:
        message = "tiles lie in separate pieces, which meet along no edge"
        remedy = "lay them edge to edge, if the game asks for it"
        findings.append(Finding("layout-apart", Severity.WARNING, f"{components} pieces", message, remedy))
    vertices = _vertices(rule, alone) if design.score == CLOSED_VERTICES else ()
    loops = _loops(rule, alone) if design.score == CLOSED_LOOPS else ()
    return SetLayout(
        legal=not has_errors(findings),
        complete_set=not strange and is_complete(design, laid),
        scored=design.score,
        score=None if design.score == NOTHING else len(vertices) + len(loops),
        vertices=vertices,
        loops=loops,
        components=components,
        findings=tuple(findings),
    )


def picture(design: SetDesign, text: bytes, held: GameSet) -> Figure:
    """Draw a layout with a set's pieces. Raises InputError as `read` does, and for a layout of none of its tiles."""
    from quasiprint.sets.card import draw_layout

    laid, findings = read(design, text)
    if not laid:
        raise InputError(f"layout: {findings[0].subject}: {findings[0].message}")
    return draw_layout(design, laid, held)


def is_complete(design: SetDesign, laid: Sequence[Laid]) -> bool:
    """Tell whether tiles are all of the set, each as often as there are copies."""
    times = Counter((one.tile.shape.name, one.held) for one in laid)
    for shape in design.shapes:
        own = {tile: number for (of, tile), number in times.items() if of == shape.name}
        if any(shape.copies_of(tile) != number for tile, number in own.items()):
            return False
        whole = shape.closed_form
        if whole is None:
            refuse_too_many(design, "set file")
            whole = len(hold(design, "set file")[shape.name])
        if len(own) != whole:
            return False
    return True


def _lies(one: Laid) -> list[Finding]:
    """Return what is wrong with the way in which one tile lies."""
    shape, findings = one.tile.shape, []
    if shape.symmetry == FIXED and one.tile.turn:
        message = f"it is turned by {one.tile.turn}; a tile of symmetry 'none' lies as it lies"
        findings.append(error("tile-turned", str(one), message, "lay it with turn 0"))
    if shape.symmetry != TWO_SIDED and one.tile.flipped:
        message = f"it lies on its face; tiles of symmetry {shape.symmetry!r} are not turned over"
        findings.append(error("tile-flipped", str(one), message, "lay it face up"))
    return findings


def _too_often(laid: Sequence[Laid]) -> list[Finding]:
    there: dict[str, list[Laid]] = defaultdict(list)
    for one in laid:
        there[one.id].append(one)
    findings = []
    for tile, same in there.items():
        copies = same[0].tile.shape.copies_of(same[0].held)
        if len(same) > copies:
            held = "once" if copies == 1 else f"{copies} times"
            message = f"the tile lies there {len(same)} times (entries {names_of([one.entry for one in same])}); the "
            findings.append(error("tile-too-often", tile, f"{message}set holds it {held}", "take the others away"))
    return findings


def _joins(design: SetDesign, rule: Rule, laid: Sequence[Laid], patch: Patch) -> Iterator[Finding]:
    """Yield what is wrong where two tiles share an edge."""
    told = set[tuple[int, int]]()
    for (s, i), (t, j) in joins(patch):
        one, two = laid[s], laid[t]
        pair = f"{one} and {two}"
        yield from rule.wrong(Join(one.tile, i, two.tile, j, pair))
        if not design.parallelograms and (s, t) not in told and parallelogram(one.tile, two.tile):
            told.add((s, t))
            message = "the two tiles together form a parallelogram, and that join is forbidden"
            yield error("join-parallelogram", pair, message, "turn one of the tiles")


def _points(rule: Rule, alone: Sequence[Laid]) -> Iterator[Finding]:
    """Yield the points at which corners show what may not meet. alone: tiles that overlap no other."""
    for point, there in _corners(alone).items():
        labels = [label for label, _ in there]
        if rule.may_share_a_point(labels):
            continue
        shown = ", ".join(f"{label} on {one}" for label, one in there[:10]) + (" …" if len(there) > 10 else "")
        message = f"the corners that meet there show {shown}; {rule.at_points}"
        yield error("corner-labels", f"point {list(integers(point))}", message, "turn or move a tile")


def _corners(alone: Sequence[Laid]) -> dict[Point, list[tuple[int, Laid]]]:
    """Return for each point the labels that corners show there."""
    found: dict[Point, list[tuple[int, Laid]]] = defaultdict(list)
    for one in alone:
        for point, label in zip(one.tile.corners, one.tile.marks, strict=False):
            found[point].append((label, one))
    return found


def _vertices(rule: Rule, alone: Sequence[Laid]) -> tuple[ClosedVertex, ...]:
    """Return the points with tiles all around whose corners, if they have labels, may meet there."""
    shown = _corners(alone)
    found = []
    for point in find_closed_vertices(one.tile for one in alone):
        if rule.may_share_a_point([label for label, _ in shown.get(point, ())]):
            x, y = point.to_xy()
            found.append(ClosedVertex(integers(point), (round(x, 6) + 0.0, round(y, 6) + 0.0)))
    return tuple(found)


def _loops(rule: Rule, alone: Sequence[Laid]) -> tuple[ClosedLoop, ...]:
    found = find_closed_loops([one.tile for one in alone], rule.runs_on)
    return tuple(ClosedLoop(len(loop), tuple(alone[t].entry for t in dict.fromkeys(loop))) for loop in found)


End = tuple[int, int]  # a tile, and one of its links' ends


def find_closed_vertices(tiles: Iterable[Placed]) -> list[Point]:
    """Return the points around which tiles fill the whole turn, in order. tiles: none overlaps another.

    Going anticlockwise about a point, each tile there ends at an edge with which the next begins, and the last at the
    first's. As tiles do not overlap, they go round once.
    """
    after: dict[Point, dict[Point, Point]] = defaultdict(dict)
    for tile in tiles:
        n = len(tile.corners)
        for k, corner in enumerate(tile.corners):
            after[corner][tile.corners[(k + 1) % n]] = tile.corners[k - 1]
    closed = [point for point, around in after.items() if set(around) == set(around.values())]
    return sorted(closed, key=integers)


def find_closed_loops(tiles: Sequence[Placed], runs_on: Callable[[Side, Side], bool]) -> list[tuple[int, ...]]:
    """Return the tiles that loops of links cross, one for each link in order. tiles: none overlaps another. runs_on:
    whether links run on from a side to one that lies along it."""
    along = {(side.start, side.end): (t, side) for t, tile in enumerate(tiles) for side in tile.sides}
    other: dict[End, End] = {}  # the end that meets an end, in the next tile
    for (start, end), (t, side) in along.items():
        across = along.get((end, start))
        if across and side.ends and len(side.ends) == len(across[1].ends) and runs_on(side, across[1]):
            for own, met in zip(side.ends, reversed(across[1].ends), strict=True):
                other[t, own] = across[0], met
    partner = {
        (t, end): (t, far)
        for t, tile in enumerate(tiles)
        if tile.shape.choice.at == "links"
        for a, b, _ in tile.labels
        for end, far in ((a, b), (b, a))
    }
    found, seen = [], set[End]()
    for start in partner:
        here, trail = start, list[int]()
        while here not in seen:
            seen.add(here)
            trail.append(here[0])
            far = partner[here]
            if far not in other:
                break
            here = other[far]
        else:
            if trail and here == start:
                found.append(tuple(trail))
                # the same loop, walked the other way
                seen.update(_back(start, partner, other))
    return found


def _back(start: End, partner: dict[End, End], other: dict[End, End]) -> set[End]:
    ends, here = set[End](), partner[start]
    while here not in ends:
        ends.add(here)
        here = other[partner[here]]
    return ends
