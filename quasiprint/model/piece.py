"""Pieces, accessories and sets: the narrow waist between games and formats; and parts of sets, as asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TYPE_CHECKING

from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labelled
from quasiprint.model import option
from quasiprint.model.choices import SET_LETTERS, IdStyle

if TYPE_CHECKING:
    from quasiprint.exact.polygon import ExactPoint
    from quasiprint.exact.regular import Group
    from quasiprint.model.face import Face, Point
    from quasiprint.model.finding import Finding
    from quasiprint.model.measures import Measures
    from quasiprint.model.profile import Palette

Value = option.Value  # of a parameter of a set


@dataclass(frozen=True, slots=True)
class Seat:
    """One part in or beside another that does not move. name: of both. gap: between them as drawn, on each side, mm."""

    name: str
    gap: float


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical piece of the set's proof.

    id: stable for good, ASCII, fit for a file name. shape: the prototile's name.
    marks: the labels by slot, as the contract's manifest has them.
    corners: the exact outline, anticlockwise, unit edge; corner k starts edge k.
    name: for people, if it differs from the id. notes: lines of small print about it. count: how often it is
    made: once in a set, in a part of one as often as was asked for. claim: a sentence on it that can be proved, "" for
    none.
    """

    id: str
    shape: str
    marks: tuple[int, ...]
    corners: tuple[ExactPoint, ...]
    face: Face
    name: str = ""
    notes: tuple[str, ...] = ()
    count: int = 1
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """Items that lie on one another in a container, face up.

    items: ids from the lowest up, each with how many of it lie there. x, y, angle: where the origin of their frames is
    in the container's, mm, and by how much they are turned, degrees. z: on what the lowest lies, above the container's
    own bottom; height: of all of them together, mm.
    """

    items: tuple[tuple[str, int], ...]
    x: float
    y: float
    angle: float
    z: float
    height: float


@dataclass(frozen=True, slots=True)
class Slot:
    """A groove in which tiles stand and lean back, in a rack whose face is its cross-section.

    x, y: the middle of its floor, mm; the table lies at y = 0, and tiles lean towards +x. slope: of the tiles, degrees
    from the table. width: of the groove, mm.
    """

    x: float
    y: float
    slope: float
    width: float


Place = tuple[float, float, float]  # mm, in what something is a part of


@dataclass(frozen=True, slots=True)
class Stand:
    """How a part of something stands when that is put together: a panel of a box.

    area: the part of its face that stands so: left, low, right, high, mm; a folded sheet has several. at: where the
    lower left corner of that is then, on the underside. across, up: the axes along which the face's x and y run: ±1,
    ±2, ±3 for x, y, z. Its thickness runs along the third, in the direction in which that grows.
    """

    area: tuple[float, float, float, float]
    at: Place
    across: int
    up: int


@dataclass(frozen=True, slots=True)
class Accessory:
    """Something else in the box: `count` equal copies of one item (tokens, markers, racks).

    storage: whether it is there to keep or to hold the others. stacks: of a container, what lies in it. slots: of a
    rack. hand: of a rack, how many tiles all copies hold together. stands: of a part of a box, where it is in that.
    """

    id: str
    kind: str
    count: int
    face: Face
    storage: bool = False
    stacks: tuple[Stack, ...] = ()
    slots: tuple[Slot, ...] = ()
    hand: int = 0
    stands: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Boards:
    """A set of boards for pencil and paper: pieces that are written on, not cut out.

    per_page: how many to a page, at most: fewer where they would be too small to write on.
    players, lines: the columns and rows of the table of points beside each. boxes: where a
    player's sign is written outside the piece, mm in its frame. cover: lines of text about all. blanks: what is
    written by hand above each, row by row.
    """

    per_page: int
    players: tuple[str, ...]
    lines: tuple[str, ...]
    boxes: tuple[Point, ...]
    cover: tuple[str, ...] = ()
    blanks: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """A set of parts: so many of each as a game can need. The room proves that they are enough."""


Composition = Labelled | Boards | Parts


@dataclass(frozen=True, slots=True)
class GameSet:
    """A whole set as one immutable value: all that formats ever see of a game.

    composition: what makes the set whole.
    hidden: whether pieces lie face down in play, so that nothing on a back may tell them apart.
    palette: colour index → name, sRGB, pattern. Marks on pieces and accessories index it.
    noun: what a piece is called. text: all pieces in the game's text form, "" if it has none.
    findings: on how the set came about, whatever the checks find.
    groups, seats: what lies side by side in play: what `quasiprint.checks.fit` counts the play of.
    whole: of a part of a set the complete one, None of a complete set. What a piece looks like and is called depends on
    the others of its set, and in a part is as it is there.
    both_sides: whether pieces may be turned over in play, so that their backs are faces, too.
    sets: how many sets it is, each with as many of everything.
    """

    game: str
    title: str
    parameters: tuple[tuple[str, Value], ...]
    pieces: tuple[Piece, ...]
    accessories: tuple[Accessory, ...]
    composition: Composition
    hidden: bool
    palette: Palette
    measures: Measures
    noun: str = "tile"
    text: str = ""
    findings: tuple[Finding, ...] = ()
    groups: tuple[Group, ...] = ()
    seats: tuple[Seat, ...] = ()
    whole: GameSet | None = None
    both_sides: bool = False
    sets: int = 1

    @property
    def complete(self) -> GameSet:
        """The complete set of which it is a part, or itself."""
        return self.whole or self

    @property
    def copies(self) -> tuple[Piece, ...]:
        """The pieces, each as often as it is made, set by set."""
        return tuple(item for item in self.each() if isinstance(item, Piece))

    def each(self) -> Iterator[Piece | Accessory]:
        """Yield all that is made as often as it is made: set by set, pieces before accessories."""
        for _ in range(self.sets):
            for item in self.items:
                yield from repeat(item, item.count // self.sets)

    def in_sets(self) -> GameSet:
        """Return a set as often as there are to be sets, in one."""
        if (sets := self.measures.manner.sets) == 1:
            return self
        pieces = tuple(replace(piece, count=sets * piece.count) for piece in self.pieces)
        accessories = tuple(replace(accessory, count=sets * accessory.count) for accessory in self.accessories)
        return replace(self, pieces=pieces, accessories=accessories, sets=sets)

    @property
    def set_letters(self) -> tuple[str, ...]:
        """The letters of its sets; "" for a single set."""
        return tuple(SET_LETTERS[: self.sets]) if self.sets > 1 else ("",)

    @property
    def labelled(self) -> Labelled:
        """What makes a complete set whole. Raises ValueError for a set of another composition."""
        if not isinstance(self.composition, Labelled):
            raise ValueError(f"set {self.title!r}: found {type(self.composition).__name__}, needed is Labelled")
        return self.composition

    @property
    def secret(self) -> bool:
        """Whether backs tell nothing but what the design draws there: pieces lie face down in play, or may be turned
        over, and nobody asked for ids there."""
        return (self.hidden or self.both_sides) and self.measures.manner.ids is IdStyle.NONE

    @property
    def boards(self) -> Boards | None:
        """How boards stand on paper; None for pieces that are cut out."""
        return self.composition if isinstance(self.composition, Boards) else None

    @property
    def items(self) -> tuple[Piece | Accessory, ...]:
        """All that is made: pieces, then accessories."""
        return (*self.pieces, *self.accessories)

    def parts(self) -> tuple[Accessory, ...]:
        """Return the accessories that are parts of another: several of a kind, one of each. They need names."""
        complete = self.complete
        kinds = [accessory.kind for accessory in complete.accessories]
        alone = (accessory for accessory in complete.accessories if accessory.count == complete.sets)
        names = {accessory.id for accessory in alone if kinds.count(accessory.kind) > 1}
        return tuple(accessory for accessory in self.accessories if accessory.id in names)


SAMPLES = "samples"  # in place of a name: one of each shape, and one of each kind of accessory
MOST = 999  # copies of an item
DIGITS = 3  # of MOST


@dataclass(frozen=True, slots=True)
class Part:
    """What of a set is to be made.

    only: names, each with how many. spares: how many more of each of these; where no name is given, how many of
    everything of which the set has several that are alike.
    """

    only: tuple[tuple[str, int], ...]
    spares: int = 0


def part(only: Sequence[str], spares: int = 0) -> Part | None:
    """Return the part that is asked for, None if none is. only: names in any order, each with a colon and a count, or
    without.

    Raises InputError for a count that is none, for a name that stands twice, and for more copies than MOST.
    """
    if type(spares) is not int or not 0 <= spares <= MOST:
        raise InputError(f"--spares: found {str(spares)[:40]}, allowed is a whole number from 0 to {MOST}")
    found: dict[str, int] = {}
    for text in only:
        name, colon, count = text.partition(":")
        if not name.strip():
            raise InputError(f"--only: found {text[:60]!r}, allowed is a name, such as marker or marker:3")
        number = int(count) if count.isascii() and count.isdigit() and len(count) <= DIGITS else 0
        if colon and not 1 <= number <= MOST:
            message = f"found {count[:40]!r} after {name[:60]!r}, allowed is how many, from 1 to {MOST}"
            raise InputError(f"--only: {message}, such as {name[:60]}:3")
        name = name.strip()
        if name.casefold() in {known.casefold() for known in found}:
            raise InputError(f"--only: found {name[:60]!r} twice, allowed is once, with how many: {name[:60]}:2")
        found[name] = number if colon else 1
    for name, number in found.items():
        if number + spares > MOST:
            message = f"found {number} of {name[:60]!r} and {spares} to spare, allowed are {MOST} together"
            raise InputError(f"--only: {message}")
    return Part(tuple(sorted(found.items())), spares) if found or spares else None
