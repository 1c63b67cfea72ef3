"""Names what was found: which thing of the set has this outline, and just these items inside it.

First the outline is laid on those of the set, then every item found is looked up among those of its kind. What
cannot be named is explained: mirrored, of another size, a mark too many, too few, displaced, at a wrong height.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from operator import itemgetter

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.readback.matching import Shelf
from quasiprint.readback.plane import STILL, Complex, Lie, apart, lies, overlap, rings_of
from quasiprint.readback.reference import Kind, Reference, reference

MOST_WAYS = 256  # in which the marks of one thing may be taken for items
CLOSE = 0.005  # mm: what is off by more is not where it belongs
HIGH = 0.002  # mm: of heights
STEP = 0.3  # mm: heights that differ by less may have been meant for one another
FAR = 0.5  # mm: what lies farther away is another mark
LIKE = 0.5  # of what two areas cover together they must share so much to be taken for one another
REMAKE = "make the set again"


@dataclass(frozen=True, slots=True)
class FoundMark:
    """Something found inside an outline, where it was found. colour: of its filament or ink, −1 if that is none of
    the palette's, None if nothing tells it. fill: what it is printed in, "#RRGGBB"."""

    layer: tuple[str, float]
    shape: BaseGeometry
    colour: int | None = None
    fill: str = ""


@dataclass(slots=True)
class Found:
    """A thing that was found: where, as what, and what it was named.

    ids: the things that look so; several if they are alike, none if it could not be named. variant: how it is made.
    owner: the number of the object it is, in a file that has such. bevel: how much its foot is smaller, mm².
    block: the number of those with which it shares cuts on a sheet, 0 if it shares none. off: how far
    anything of it is from where it belongs at most, mm. fills: in what its marks are printed that have a colour in the
    set (True), and those that have none.
    """

    subject: str
    outline: Polygon
    kind: Kind | None = None
    lie: Lie | None = None
    ids: tuple[str, ...] = ()
    variant: str = ""
    owner: int = 0
    block: int = 0
    bevel: float = 0.0
    off: float = 0.0
    fills: frozenset[tuple[bool, str]] = frozenset()
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outlined:
    """An outline that was found, and the marks inside it."""

    subject: str
    outline: Polygon
    marks: Sequence[FoundMark]


class Recogniser:
    """Recognises the things of a set as one process makes it. loose: whether marks may be drawn a little otherwise,
    as an older version has drawn them."""

    def __init__(self, reference: Reference, *, loose: bool = False) -> None:
        self.reference, self.loose = reference, loose
        self._shelves = {id(kind): Shelf(kind) for kind in reference.kinds}
        self._made = {id(kind): {made for made, _ in kind.faces} for kind in reference.kinds}
        self._turns: dict[tuple[int, frozenset[int]], list[Lie]] = {}
        self.made: dict[object, tuple[Found, Lie]] = {}  # by the bodies that things are made of, see `bodies`

    def name(
        self, subject: str, outline: Polygon, marks: Sequence[FoundMark], *variants: str, scaled: bool = False
    ) -> Found:
        """Return what an outline with marks inside it is. variants: how it may be made, see `Kind.faces`.
        scaled: whether it may be larger or smaller than it is made.
        """
        return self.names([Outlined(subject, outline, marks)], *variants, scaled=scaled)[0]

    def names(self, outlined: Sequence[Outlined], *variants: str, scaled: bool = False) -> list[Found]:
        """Return what each of some outlines with marks inside it is, see `name`. Many at once are quicker."""
        every = [_Naming(one, self.reference.kinds, scaled=scaled) for one in outlined]
        left = every
        for loose in (False, True) if self.loose else (False,):
            for naming in left:
                naming.start()
            going = left
            while going:  # each time the next way in which each of them may lie
                going = [naming for naming in going if naming.next()]
                for kind, own in _by_kind(going):
                    lies_, marks = [n.lie for n in own], [n.outlined.marks for n in own]
                    for naming, read in zip(own, self._reads(kind, lies_, marks, loose=loose), strict=True):
                        naming.take(read, variants)
                going = [naming for naming in going if not naming.sure]
            left = [naming for naming in left if not naming.settled()]
        for naming in left:
            found, (ring, one) = naming.found, (naming.ring, naming.outlined)
            if naming.best is None:
                found.findings = [self._unknown(one.subject, ring)]
                continue
            _, found.kind, found.lie, read = naming.best
            found.off = max(found.lie.off, read.off)
            found.findings = self._explained(one.subject, ring, one.marks, variants, found.kind, found.lie, read)
        return [naming.found for naming in every]

    def stances(self, found: Found) -> list[Lie]:
        """Return every way in which a thing that was named may lie and show just this face; the first is its own."""
        if found.kind is None or found.lie is None or not found.ids:
            return []
        own, kind = found.lie, found.kind
        numbers = next(n for (made, n), ids in kind.faces.items() if made == found.variant and tuple(ids) == found.ids)
        if (id(kind), numbers) not in self._turns:
            self._turns[id(kind), numbers] = list(self._symmetries(kind, numbers))
        return [
            Lie(own.turn * turn.turn, own.turn * turn.shift + own.shift, off=own.off)
            for turn in self._turns[id(kind), numbers]
        ]

    def _symmetries(self, kind: Kind, numbers: frozenset[int]) -> Iterator[Lie]:
        """Yield how an outline with these items may be turned and look the same, beginning with not at all."""
        yield STILL
        items = [kind.items[number] for number in numbers]
        shapes, layers = [item.shape for item in items], [item.layer for item in items]
        for lie in lies(kind.ring, kind.ring):
            if abs(lie.turn - 1) < 1e-6:
                continue
            found = self._shelves[id(kind)].matches([(lie, len(shapes))], shapes, layers, CLOSE, HIGH)
            if {number for fitting in found for _, number in fitting[:1]} == numbers:
                yield lie

    def _read(self, kind: Kind, lie: Lie, marks: Sequence[FoundMark]) -> _MarksRead:
        """Return which of a kind's items the marks are, the kind lying so."""
        return self._reads(kind, [lie], [marks])[0]

    def _reads(
        self, kind: Kind, lies_: Sequence[Lie], marks: Sequence[Sequence[FoundMark]], *, loose: bool = False
    ) -> list[_MarksRead]:
        """Return which of a kind's items marks are, for each way in which it lies. loose: or which they resemble."""
        marks = [[m for m in own if m.layer[0] != "body" or abs(m.layer[1] - kind.top) > HIGH] for own in marks]
        every = [mark for own in marks for mark in own]
        places = [(lie, len(own)) for lie, own in zip(lies_, marks, strict=True) if own]
        shapes, layers = [mark.shape for mark in every], [mark.layer for mark in every]
        matches = iter(self._shelves[id(kind)].matches(places, shapes, layers, CLOSE, HIGH))
        return [
            self._told(kind, lie, [(mark, next(matches)) for mark in own], loose=loose)
            for lie, own in zip(lies_, marks, strict=True)
        ]

    def _told(
        self, kind: Kind, lie: Lie, matches: Sequence[tuple[FoundMark, list[tuple[float, int]]]], *, loose: bool
    ) -> _MarksRead:
        """Return which items marks are. matches: each with the items that it is."""
        read = _MarksRead()
        numbers: set[int] = set()
        doubtful: list[list[tuple[float, int]]] = []
        for mark, fitting in matches:
            if not fitting and loose:
                fitting = self._alike(kind, mark, lie.back(mark.shape))
            if not fitting:
                read.strange.append(mark)
                continue
            off, k = fitting[0]
            # items that differ in colour alone: that of the mark, if there is one
            same = [j for o, j in fitting if o < off + 1e-6]
            if mark.colour is not None and kind.items[k].colour not in (mark.colour, None if mark.colour < 0 else -1):
                matching = [j for j in same if kind.items[j].colour == mark.colour]
                if matching:
                    k = matching[0]
                else:
                    read.miscoloured.append((mark.colour, kind.items[k].colour))
            if k in numbers:
                read.strange.append(mark)
            read.off = max(read.off, off)
            numbers.add(k)
            others = [(o, j) for o, j in fitting if j != k and kind.items[j].colour == kind.items[k].colour]
            doubtful += [[(off, k), *others]] if others else []
            if mark.fill and (mark.colour is None or mark.colour < 0):
                read.fills.add((kind.items[k].colour is not None, mark.fill))
        read.numbers = frozenset(numbers)
        self._decide(kind, read, doubtful)
        return read

    def _decide(self, kind: Kind, read: _MarksRead, doubtful: Sequence[Sequence[tuple[float, int]]]) -> None:
        """Take marks that fit several items, as the lines under a 6 and a 9 may, for those that a thing has together.
        doubtful: of each such mark how far it is off, and the item, the nearest first."""
        made = self._made[id(kind)]
        if not doubtful or any((way, read.numbers) in kind.faces for way in made):
            return
        sure = read.numbers - {own[0][1] for own in doubtful}
        for choice in islice(product(*doubtful), MOST_WAYS):
            numbers = sure | {k for _, k in choice}
            if len(numbers) == len(read.numbers) and any((way, numbers) in kind.faces for way in made):
                read.numbers, read.off = numbers, max(read.off, *(off for off, _ in choice))
                return

    def _alike(self, kind: Kind, mark: FoundMark, shape: BaseGeometry) -> list[tuple[float, int]]:
        """Return the items of the kind that an area resembles, clearly more than any other."""
        if not isinstance(shape, Polygon):
            return []
        likeness = sorted(
            (
                (overlap(shape, item.shape), k)
                for k, item in enumerate(kind.items)
                if item.layer[0] == mark.layer[0]
                and abs(item.layer[1] - mark.layer[1]) < STEP
                and isinstance(item.shape, Polygon)
                and item.shape.intersects(shape)
            ),
            reverse=True,
        )
        if not likeness or likeness[0][0] < LIKE:
            return []
        best = likeness[0][0]
        if apart(shape, kind.items[likeness[0][1]].shape) > FAR:
            return []
        if any(best - like < 0.1 and like < best - 1e-6 for like, _ in likeness[1:]):
            return []
        return [(apart(shape, kind.items[k].shape), k) for like, k in likeness if like > best - 1e-6]

    def _unknown(self, subject: str, ring: Complex) -> Finding:
        """Say of an outline that is none of the set's what it resembles."""
        for kind in self.reference.kinds:
            for lie in lies(ring, kind.ring, scaled=True)[:1]:
                message = (
                    f"its outline is that of a {kind.name}, {lie.scale:.4f} times as large; allowed is the size of "
                    "the others"
                )
                return error("piece-size", subject, message, REMAKE)
        for kind in self.reference.kinds:
            if lies(ring, kind.ring, mirrored=True):
                return error("piece-mirrored", subject, f"its outline is that of a {kind.name}, mirrored", REMAKE)
        return error("piece-foreign", subject, "its outline is that of no piece of the set", REMAKE)

    def _explained(
        self,
        subject: str,
        ring: Complex,
        marks: Sequence[FoundMark],
        variants: Sequence[str],
        kind: Kind,
        lie: Lie,
        read: _MarksRead,
    ) -> list[Finding]:
        """Say why the marks in a known outline make no piece of the set."""
        for other in self.reference.kinds:
            for turned in lies(ring, other.ring, mirrored=True):
                mirror = self._read(other, turned, marks)
                for made in variants:
                    if not mirror.strange and (made, mirror.numbers) in other.faces:
                        message = f"it is the mirror image of {other.faces[made, mirror.numbers][0]}"
                        return [error("piece-mirrored", subject, message, "never mirror a file")]
        findings = read.coloured(subject) + _outline_off(subject, lie)
        findings += [self._strange(subject, kind, mark, lie.back(mark.shape)) for mark in read.strange[:3]]
        whole = [numbers for made, numbers in kind.faces if made in variants]
        nearest = min(whole, key=lambda numbers: len(numbers ^ read.numbers), default=frozenset())
        missing, more = nearest - read.numbers, read.numbers - nearest
        if missing and not more and not read.strange:
            first = kind.items[min(missing)]
            at = lie.there(first.shape.centroid)
            what = f"{len(missing)} of its marks are missing, the first ({first.layer[0]})"
            message = f"{what} at {at.x:.2f}, {at.y:.2f} mm"
            findings.append(error("mark-missing", subject, message, REMAKE))
        elif not findings:
            message = "each of its marks is one that a piece of the set has, but no piece has them together"
            findings.append(error("piece-foreign", subject, message, REMAKE))
        return findings

    def _strange(self, subject: str, kind: Kind, mark: FoundMark, shape: BaseGeometry) -> Finding:
        where = f"{mark.layer[0]} at {mark.shape.centroid.x:.2f}, {mark.shape.centroid.y:.2f} mm"
        like = [
            (apart(shape, item.shape), item)
            for item in kind.items
            if shape.dwithin(item.shape, 0.5) and type(item.shape) is type(shape)
        ]
        own = min((entry for entry in like if entry[1].layer[0] == mark.layer[0]), key=itemgetter(0), default=None)
        any_layer = min(like, key=itemgetter(0), default=None)
        if any_layer is not None and any_layer[0] < CLOSE:
            item = any_layer[1]
            if item.layer[0] == mark.layer[0] and abs(item.layer[1] - mark.layer[1]) < HIGH:
                return error("mark-foreign", subject, f"{where}: it is there twice", REMAKE)
            if item.layer[0] != mark.layer[0] and not {"body", "back"} & {item.layer[0], mark.layer[0]}:
                return error("operation-wrong", subject, f"{where}: the set has it as {item.layer[0]}", REMAKE)
            message = f"{where}: its height is {mark.layer[1]:.3f} mm, allowed is {item.layer[1]:.3f} mm"
            return error("height-wrong", subject, message, REMAKE)
        if own is not None and own[0] < 1.0:
            return error("mark-off", subject, f"{where}: it is off by {1000 * own[0]:.0f} µm", REMAKE)
        return error("mark-foreign", subject, f"{where}: no piece has a mark like this there", REMAKE)


def _outline_off(subject: str, lie: Lie) -> list[Finding]:
    if lie.off <= CLOSE:
        return []
    message = f"its outline is off by {1000 * lie.off:.0f} µm, allowed are {1000 * CLOSE:.0f}"
    return [error("piece-size", subject, message, REMAKE)]


def recogniser_of(reading: Reading) -> Recogniser:
    """Return what recognises the things of the set that is read: the same for all formats of one process."""
    key = "recogniser", id(reading.set), reading.loose  # which lives as long as what is kept of it
    if key not in reading.shared:
        reading.shared[key] = Recogniser(reference(reading.set), loose=reading.loose)
    known: Recogniser = reading.shared[key]
    return known


@dataclass(slots=True)
class _MarksRead:
    """Which items marks were found to be, and which marks are none."""

    numbers: frozenset[int] = frozenset()
    strange: list[FoundMark] = field(default_factory=list)
    miscoloured: list[tuple[int, int | None]] = field(default_factory=list)
    fills: set[tuple[bool, str]] = field(default_factory=set)
    off: float = 0.0

    def coloured(self, subject: str) -> list[Finding]:
        """Say which colours do not go with their patterns."""
        return [
            error("colour-wrong", subject, f"a mark with the pattern of colour {meant} has colour {shown}", REMAKE)
            for shown, meant in dict.fromkeys(self.miscoloured)
        ]


class _Naming:
    """An outline that is being named: the ways in which a kind may lie on it, and what came of those that were tried.

    best: that with the fewest strange marks: by how many more they are, kind, lie, marks. sure: whether a way fits so
    well that no other need be tried.
    """

    def __init__(self, outlined: Outlined, kinds: Sequence[Kind], *, scaled: bool) -> None:
        self.outlined = outlined
        self.found = Found(outlined.subject, outlined.outline)
        self.ring = rings_of(outlined.outline)[0]
        self.best: tuple[float, Kind, Lie, _MarksRead] | None = None
        self._ways = [(kind, lie) for kind in kinds for lie in lies(self.ring, kind.ring, scaled=scaled)]
        self.start()

    def start(self) -> None:
        """Begin with the first way, once more."""
        self.sure = False
        self._fitting: list[tuple[float, Kind, Lie, _MarksRead, str]] = []
        self._left = iter(self._ways)

    def next(self) -> bool:
        """Go on to the next way; tell whether there is one."""
        way = next(self._left, None)
        if way is not None:
            self.kind, self.lie = way
        return way is not None

    def take(self, read: _MarksRead, variants: Sequence[str]) -> None:
        """Take note of which items the marks are, the kind lying so."""
        made = next((made for made in variants if (made, read.numbers) in self.kind.faces), "")
        if made and not read.strange:
            self._fitting.append((read.off, self.kind, self.lie, read, made))
            self.sure = read.off < CLOSE
        if not self.sure:
            wrong = len(read.strange) - len(read.numbers)
            if self.best is None or wrong < self.best[0]:
                self.best = wrong, self.kind, self.lie, read

    def settled(self) -> bool:
        """Name the outline, if any way fits; tell whether one does."""
        if not self._fitting:
            return False
        found, subject = self.found, self.outlined.subject
        _, found.kind, found.lie, read, found.variant = min(self._fitting, key=itemgetter(0))
        found.ids = tuple(found.kind.faces[found.variant, read.numbers])
        found.off = max(found.lie.off, read.off)
        found.fills = frozenset(read.fills)
        found.findings = read.coloured(subject) + _outline_off(subject, found.lie)
        return True


def _by_kind(namings: Sequence[_Naming]) -> list[tuple[Kind, list[_Naming]]]:
    """Return namings, those that try one kind together."""
    groups: dict[int, tuple[Kind, list[_Naming]]] = {}
    for naming in namings:
        groups.setdefault(id(naming.kind), (naming.kind, []))[1].append(naming)
    return list(groups.values())
