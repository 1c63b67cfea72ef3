"""Plates: what is printed together, on a bed as it is.

A plate takes at most as many filaments as the printer has. A tower on which they are changed has its place,
and nothing lies there. Where one filament is all there is, or one item takes more than there are, it is changed once,
at a height: what is changed at another height, or to another colour, lies on another plate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from quasiprint.drawing.outlines import rectangle
from quasiprint.drawing.packer import first_fit
from quasiprint.layout.nesting import Area, Lying, has_place, nest
from quasiprint.model.choices import Extra
from quasiprint.model.face import Ring, bounds
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement, Project
from quasiprint.model.profile import Bed, Box, Slicer
from quasiprint.model.solid import ColourChange, SolidPiece, colour_change, one_body


@dataclass(frozen=True, slots=True)
class Item:
    """A printed item: its outline, count and body, and whether it is one of the set's pieces.

    inks: the colours of its inlays, each a filament besides the body's. second: the colour to which a printer of one
    filament changes, None if patterns alone tell colours.
    """

    outline: Ring
    count: int
    solid: SolidPiece
    inks: frozenset[int]
    piece: bool
    second: int | None


def items_of(game_set: GameSet, pieces: Sequence[SolidPiece]) -> list[Item]:
    """Return what of one set is printed. pieces: as they are printed."""
    accessories = {accessory.id: accessory for accessory in game_set.accessories}
    counts = {item.id: item.count // game_set.sets for item in game_set.items}
    outlines = {item.id: item.face.nominal for item in game_set.items}
    inks = {body.id: frozenset(p.colour for p in body.parts if p.colour is not None) for body in pieces}
    # what all pieces have together: a tile of one colour is no other kind of tile than one of three
    shared = frozenset().union(*(piece_inks for id, piece_inks in inks.items() if id not in accessories))
    others = [other for other in pieces if other.id in accessories]
    found = []
    for body in pieces:
        distinct = shared if body.id not in accessories else _distinct(body, others, inks)
        second = next(iter(distinct)) if len(distinct) == 1 else None
        found.append(Item(outlines[body.id], counts[body.id], body, inks[body.id], body.id not in accessories, second))
    return found


def _distinct(body: SolidPiece, others: Sequence[SolidPiece], inks: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """Return the colours needed to distinguish an item: its own inks if an otherwise identical item has others; else
    those of all others."""
    if any(one_body(other) == one_body(body) and inks[other.id] != inks[body.id] for other in others):
        return inks[body.id]
    return frozenset().union(*(inks[other.id] for other in others))


def projects(
    game_set: GameSet,
    pieces: Sequence[SolidPiece],
    beds: Mapping[Slicer, Bed],
) -> tuple[Project, ...]:
    """Return the plates of a set for each kind of slicer. pieces: as they are printed; beds: see `beds_of`.

    Everything is printed in its colours, unless the bed has too few filaments for an item; and in one body each, if one
    nozzle can show two colours so. Raises InputError for what does not fit.
    """
    items = items_of(game_set, pieces)
    layer, relief = game_set.measures.machine.layer, Extra.RELIEF in game_set.measures.manner.extras
    plates_by_bed = {
        bed: [(way, plates_of(items, bed, layer, relief=way)) for way in ways(items, bed, layer, relief=relief)]
        for bed in beds.values()
    }
    return tuple(
        Project(slicer, bed, way, _of_sets(plates, game_set.set_letters))
        for slicer, bed in beds.items()
        for way, plates in plates_by_bed[bed]
    )


def _of_sets(plates: tuple[Arrangement, ...], letters: Sequence[str]) -> tuple[Arrangement, ...]:
    """Return the plates of each set, with its letter in their names: nothing on a printed piece says whose it is."""
    named = [(plate, *plate.name.rpartition("-")[::2]) for plate in plates]
    return tuple(
        replace(plate, name="-".join(filter(None, (stem, letter, number))))
        for letter in letters
        for plate, stem, number in named
    )


def beds_of(game_set: GameSet, beds: Sequence[Bed]) -> dict[Slicer, Bed]:
    """Return the bed for each kind of slicer, that of the first bed first.

    A bed besides the first is for what fits it: each item has a place beside its keep-outs and its tower, and no more
    colours than it has filaments, unless the first has too few as well. Else the first is for all slicers. On the
    first, an item of several colours for which there is no place beside the tower leaves no place for the tower.
    """
    first = beds[0]
    if first.tower and misfit(first, game_set):
        first = replace(first, tower=None)
    found = {slicer: first for slicer in Slicer if slicer in first.slicers}
    for slicer in Slicer:
        other = next((bed for bed in beds if slicer in bed.slicers), beds[0])
        fits = other is not beds[0] and not misfit(other, game_set, first.extruders)
        found.setdefault(slicer, other if fits else first)
    return found


def misfit(bed: Bed, game_set: GameSet, most: int = 0) -> str:
    """Return what of a set a bed does not take, and why; "" if it takes everything. most: how many filaments
    the bed changes to which it would give way."""
    first: dict[tuple[Ring, bool], str] = {}
    for item in game_set.items:
        first.setdefault((item.face.nominal, bool(item.face.inks)), item.id)
    for (outline, inked), id in first.items():
        if not has_place(outline, _area(bed, inked)):
            left, low, right, high = bounds((outline,))
            beside_tower = " beside its tower" if inked and bed.tower else ""
            return f"{id}, {right - left:.2f} × {high - low:.2f} mm, has no place on it{beside_tower}"
    needed, id = filaments(game_set)
    return (
        f"{id} takes {needed} filaments, and it changes {bed.extruders}" if 1 < bed.extruders < needed <= most else ""
    )


def filaments(game_set: GameSet) -> tuple[int, str]:
    """Return how many filaments an item of a set takes at most, its body's among them, and the id of the first."""
    counts = [(1 + len(item.face.inks), item.id) for item in game_set.items]
    return max(counts, key=lambda pair: pair[0])


def _area(bed: Bed, inked: bool) -> Area:
    """Return the ground of a bed beside what it keeps free, for inked items the place of its tower, too."""
    barred = tuple(rectangle(*box) for box in bed.keep_outs + _tower(bed, inked))
    return Area(bed.width, bed.depth, bed.margin, bed.gap, barred)


def _tower(bed: Bed, inked: bool) -> tuple[Box, ...]:
    return (bed.tower,) if inked and bed.tower else ()


def ways(items: Sequence[Item], bed: Bed, layer: float, *, relief: bool) -> tuple[bool, ...]:
    """Return in which ways items are printed on a bed, see `plates_of`. layer: its height, mm. relief: whether
    in both, if there are two."""
    alone = any(len(item.inks) >= bed.extruders for item in items)
    changed = alone or any(colour_change((item.solid,), layer) for item in items)
    return (True,) if alone else (False, True) if relief and changed else (False,)


def plates_of(items: Sequence[Item], bed: Bed, layer: float, *, relief: bool) -> tuple[Arrangement, ...]:
    """Return plates of items in their colours, or in relief: in one body each, all of a plate with one change of the
    filament. Raises InputError for what does not fit."""
    if not relief:
        return _colour_plates(items, bed)
    found: list[Arrangement] = []
    for together in _changes(items, layer):
        plates = _Plates("relief-plate", bed, 0, len(found))
        plates.add(together, frozenset())
        found += plates.arrangements()
    return tuple(found)


def keep_outs(plate: Arrangement, bed: Bed) -> tuple[Ring, ...]:
    """Return where nothing may lie on a plate: the bed's own keep-outs, and the place of a tower."""
    boxes: tuple[Box, ...] = (*bed.keep_outs, *([plate.tower] if plate.tower else []))
    return tuple(rectangle(*box) for box in boxes)


def _colour_plates(items: Sequence[Item], bed: Bed) -> tuple[Arrangement, ...]:
    """Return plates of items with their inlays, no plate with more filaments than the bed has.

    Pieces come before what else is in the box, which lies beside them where there is room and filaments are left.
    No item has more inks than that. Raises InputError if an item does not fit.
    """
    most = bed.extruders - 1
    plates = _Plates("plate", bed, most)
    pieces = _filaments((item.inks for item in items if item.piece and item.inks), most)
    rest = [item for item in items if item.inks]
    for inks in pieces:
        plates.add([item for item in rest if item.piece and item.inks <= inks], inks)
        rest = [item for item in rest if not (item.piece and item.inks <= inks)]
    # first what has colours that no plate of pieces has, and beside it what fits: the others lie between the pieces
    strange = _filaments((item.inks for item in rest if not any(item.inks <= inks for inks in pieces)), most)
    others = _filaments((item.inks for item in rest if any(item.inks <= inks for inks in pieces)), most)
    for inks in (*(_widen(inks_needed, rest, most) for inks_needed in strange), *others):
        plates.add([item for item in rest if item.inks <= inks], inks)
        rest = [item for item in rest if not item.inks <= inks]
    for piece in (True, False):
        plates.add([item for item in items if item.piece is piece and not item.inks], frozenset())
    return plates.arrangements()


def _widen(inks: frozenset[int], items: Sequence[Item], most: int) -> frozenset[int]:
    """Return the colours of a plate, and those of further items for which it has filaments."""
    for item in items:
        if len(inks | item.inks) <= most:
            inks |= item.inks
    return inks


def _changes(items: Sequence[Item], layer: float) -> list[list[Item]]:
    """Return items that can be printed together: those that change the filament at one height, to one colour."""
    change = {item.solid.id: colour_change((item.solid,), layer) for item in items}

    def fits(together: list[Item], item: Item) -> bool:
        first, item_change = together[0], change[item.solid.id]
        height = _at(change[first.solid.id])
        alike = item_change is None or (_at(item_change) == height and item.second == first.second)
        return alike and _at(colour_change((first.solid, item.solid), layer)) == height

    return first_fit(sorted(items, key=lambda item: change[item.solid.id] is None), fits)


def _at(change: ColourChange | None) -> tuple[float, bool] | None:
    return None if change is None else (change.z, change.sunk)


def _filaments(needed: Iterable[frozenset[int]], most: int) -> list[frozenset[int]]:
    """Return the sets of colours that plates of pieces have: what needs most comes first, and what fits beside it."""
    largest_first = sorted(dict.fromkeys(needed), key=lambda inks: (-len(inks), sorted(inks)))
    groups = first_fit(largest_first, lambda group, inks: len(inks.union(*group)) <= most)
    return [frozenset[int]().union(*group) for group in groups]


class _Plates:
    """Plates while they fill: their items and colours."""

    def __init__(self, name: str, bed: Bed, most: int, before: int = 0) -> None:
        """most: colours on a plate, besides the body's; before: how many plates there are already."""
        self._name, self._bed, self._most, self._before = name, bed, most, before
        self._lying: list[list[Placement]] = []
        self._inks: list[frozenset[int]] = []
        self._taken: list[list[Lying]] = []

    def add(self, items: Sequence[Item], inks: frozenset[int]) -> None:
        """Lay items of some colours on the plates that can take these, and on new ones."""
        if not items:
            return
        # colours join plates that have a tower already; what has none may join any
        able = [k for k, held in enumerate(self._inks) if len(held | inks) <= self._most and (held or not inks)]
        taken = {place: self._taken[k] for place, k in enumerate(able)}
        each = [(item.solid.id, item.outline) for item in items for _ in range(item.count)]
        arrangements = nest(self._name, each, _area(self._bed, bool(inks)), taken)
        outlines = {item.solid.id: item.outline for item in items}
        for place, arrangement in enumerate(arrangements):
            if place >= len(able):
                able.append(len(self._inks))
                self._lying.append([])
                self._inks.append(frozenset())
                towers = _tower(self._bed, bool(inks))
                self._taken.append([(rectangle(*box), Placement("", 0.0, 0.0, 0.0)) for box in towers])
            k = able[place]
            self._lying[k] += arrangement.placements
            self._taken[k] += [(outlines[placement.item], placement) for placement in arrangement.placements]
            if arrangement.placements:
                self._inks[k] |= inks

    def arrangements(self) -> tuple[Arrangement, ...]:
        """Return the plates."""
        bed = self._bed
        return tuple(
            Arrangement(f"{self._name}-{k}", bed.width, bed.depth, tuple(lying), bed.tower if inks else None)
            for k, (lying, inks) in enumerate(zip(self._lying, self._inks, strict=True), self._before + 1)
        )
