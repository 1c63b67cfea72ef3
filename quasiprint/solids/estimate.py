"""How long a plate takes to print, and how much filament: a model of what slicers do, without slicing.

A layer of a body is an area A with outlines of length P. Walls run along the outlines; what they leave is filled, solid
where less than so many layers lie above or below, else sparsely. Strokes lie as far apart as slicers lay them. A
filling consists of lines as long as a chord of such an area is on average, pi A / P (Crofton), and each line
begins and ends slowly: with lines of a few millimetres that decides the time. Where filaments are changed, a tower
is printed besides, see `tower`. What is not in the model: gaps that are filled, supports, skirts and brims of parts.

All that it needs to know of a body are its sections. A plate takes what its pieces do, and the changes of filament.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import attrgetter

from quasiprint.model.bill import LENGTH, TIME, WEIGHT, PlateBill, Spool
from quasiprint.model.face import Face, Operation
from quasiprint.model.face import area as area_of
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement
from quasiprint.model.profile import Material, Printing
from quasiprint.model.solid import ColourChange, SolidPiece, colour_change
from quasiprint.solids.sections import Sections
from quasiprint.solids.tower import tower

# what is the printer's, and not the material's: as Prusa Research's profiles of the MK3S have it
JERK = 8.0  # mm/s: a head changes its speed by that at once
RETRACTED = 2 * 0.8 / 35.0  # s: 0.8 mm of filament drawn back and pushed again, at 35 mm/s
LIFTED = 2 * 0.4 / 6.0  # s: the head goes up by 0.4 mm on its way, and down; so short a way it goes at half of 12 mm/s
SMALL_LOOP = 2 * math.pi * 6.5  # mm: what is no longer is printed as slowly as outer walls
COOL = 15.0  # s: a layer takes no less, so that it cools,
SLOWEST = 15.0  # mm/s: but for what is printed no slower
# what PrusaSlicer has no setting for
WAVE = 1.25  # of the distance between the lines of a sparse filling: so far each runs between two turns of its waves
UNBROKEN = 300.0  # mm: of filling, until the head has to go elsewhere; measured on the plates of the four games
ROUND = 1 - math.pi / 4  # a stroke has round sides: the share of its height by which strokes overlap
LAP = 0.25  # of a stroke: so far a filling runs into the wall around it
BESIDE = 0.05  # mm: between the threads of a bridge
SPREAD = 3.0  # mm: what is solid above or below a bare place is so much wider on all sides
FLUSH = 1e-6  # the share of a layer that rounding may leave uncovered
CORNER = 8.0  # of an outline: each stroke further in is shorter by that many spacings, as around a square
Whole = dict[int, tuple[float, float]]  # of each layer of a piece, all its bodies together: area and outlines
BODY = "body"  # what the filament of the bodies is called


@dataclass(frozen=True, slots=True)
class LayerWork:
    """One layer of one body. area, rim: mm², mm; solid: the share of its filling that is solid; surface: the share that
    is seen from above; bridged: the share that is solid and lies on nothing, or on a sparse filling; first: whether it
    lies on the bed."""

    area: float
    rim: float
    solid: float
    surface: float
    bridged: float
    first: bool


@dataclass(frozen=True, slots=True)
class Work:
    """What printing takes. seconds: without changes of filament; volume: of what is extruded, mm³."""

    seconds: float
    volume: float


def layers_of(bodies: Sequence[Sections], printing: Printing) -> list[dict[int, LayerWork]]:
    """Return the layers of bodies that are printed as one piece, each by its number from the bed. What lies within so
    many layers of a bare place of the piece is solid, whichever body it is of."""
    total: Whole = {}
    for body in bodies:
        for k, (own, rim) in enumerate(zip(body.areas, body.rims, strict=True), body.first):
            area, around = total.get(k, (0.0, 0.0))
            total[k] = area + own, around + rim
    above = {k: _bare_area(total, k, k + 1) for k in total}
    beneath = {k: _bare_area(total, k, k - 1) for k in total}
    seen = {k: min(1.0, above[k] / area) if printing.top else 0.0 for k, (area, _) in total.items() if area}
    hanging = {k: min(1.0, beneath[k] / area) if k else 0.0 for k, (area, _) in total.items() if area}
    solid = {}
    for k, (area, _) in total.items():
        near = sum(map(above.get, range(k, k + printing.top), repeat(0.0)))
        near += sum(map(beneath.get, range(k - printing.bottom + 1, k + 1), repeat(0.0)))
        solid[k] = min(1.0, near / area) if area else 0.0
    found = []
    for body in bodies:
        layers = {}
        each = {k: (area, rim) for k, (area, rim) in enumerate(zip(body.areas, body.rims, strict=True), body.first)}
        for k, (area, rim) in each.items():
            if area:
                under = each.get(k - 1, (0.0, 0.0))[0] * (1 - solid.get(k - 1, 1.0)) / area  # a sparse filling
                fresh = min(under, solid[k] - solid.get(k - 1, solid[k]))
                layers[k] = LayerWork(area, rim, solid[k], seen[k], max(0.0, hanging[k], fresh), k == 0)
        found.append(layers)
    return found


def _bare_area(total: Whole, layer: int, other: int) -> float:
    """Return what of a layer is printed as if another did not cover it, mm²: bare places are made wider on all sides.
    They are found where the smaller lies within the larger; nothing, if the other is larger."""
    (area, rim), (cover, around) = total.get(layer, (0.0, 0.0)), total.get(other, (0.0, 0.0))
    return area - cover + SPREAD * abs(rim - around) if area - cover > FLUSH * area else 0.0


def work(layer: LayerWork, height: float, nozzle: float, printing: Printing) -> Work:
    """Return what a layer takes. height: of a layer, mm; nozzle: how wide that is, mm."""
    spacing = printing.width - height * ROUND
    if spacing <= 0:  # flat strokes: slicers lay them edge to edge
        spacing = printing.width
    loops = [max(0.0, layer.rim - CORNER * spacing * (k + 0.5)) for k in range(printing.walls)]
    room = layer.area / spacing  # mm of stroke
    drawn, seconds = 0.0, 0.0
    for k, loop in enumerate(loops):
        length = min(loop, room - drawn)
        slow = k == 0 or loop < SMALL_LOOP
        speed = printing.first_layer if layer.first else printing.outer_wall if slow else printing.inner_wall
        seconds += length / speed
        drawn += length
    walls = drawn * spacing
    filled = max(0.0, layer.area - walls)
    if not filled:
        return Work(seconds, walls * height)
    rim = max(spacing, layer.rim - CORNER * spacing * printing.walls)
    chord = max(spacing, math.pi * filled / rim)
    lapped = filled + min(filled, rim * LAP * spacing)
    # a bridge is a thread as thick as the nozzle
    thread = max(1.0, math.pi * nozzle**2 / 4 / (nozzle + BESIDE) / height)
    bridged = min(layer.bridged, layer.solid)
    seen = max(0.0, min(layer.surface, layer.solid - bridged))
    hidden = layer.solid - bridged - seen
    share = printing.infill / 100
    wave = min(chord, WAVE * spacing / share) if share else chord
    away = travel(chord, printing) / UNBROKEN
    volume = walls
    for part, line, density, flow, speed in (
        (1 - layer.solid, wave, share, 1.0, printing.sparse),
        (hidden, chord, 1.0, 1.0, printing.solid),
        (seen, chord, 1.0, 1.0, printing.surface),
        (bridged, chord, 1.0, thread, printing.bridge),
    ):
        length = lapped * part * density / spacing
        pace = printing.first_layer if layer.first else speed
        # each line is joined to the next along the wall
        joint = stroke(math.pi / 2 * spacing, pace, printing) if line is chord else 0.0
        seconds += length * ((stroke(line, pace, printing) + joint) / line + away)
        volume += length * spacing * flow
    return Work(seconds, volume * height)


def stroke(length: float, speed: float, printing: Printing) -> float:
    """Return how many seconds a straight line takes that begins and ends slowly. length: mm."""
    slow, pace = min(JERK, speed), printing.acceleration
    ramps = (speed * speed - slow * slow) / pace  # mm, to speed up and to slow down
    if length >= ramps:
        return 2 * (speed - slow) / pace + (length - ramps) / speed
    top = math.sqrt(slow * slow + pace * length)
    return 2 * (top - slow) / pace


def travel(length: float, printing: Printing) -> float:
    """Return how many seconds it takes to go somewhere else without printing. length: mm."""
    return stroke(length, printing.travel, printing) + RETRACTED + LIFTED


@dataclass(frozen=True, slots=True)
class _Body:
    """A body as it is printed. ink: the palette's colour, None: the body's; volume: mm³; layers: by number."""

    ink: int | None
    volume: float
    layers: Mapping[int, Work]


@dataclass(frozen=True, slots=True)
class _Islands:
    """What stands on a plate with holes, such as a tray. floor: how thick that is, mm; holes, walls: how many holes
    there are in it, and how many walls on it, apart from one another; apart: how far, mm."""

    floor: float
    holes: int
    walls: int
    area: float

    def seconds(self, z: float, printing: Printing) -> float:
        """Return how long it takes in a layer to go from one to the next. z: of the layer, mm."""
        count = self.holes if z < self.floor else self.walls
        if not count:
            return 0.0
        # to each, and on a wall from its outer loop to the inner one, and around its ends
        within = travel(0.0, printing) if z > self.floor else 0.0
        return count * (travel(math.sqrt(self.area / count), printing) + within)


def _islands_of(face: Face) -> _Islands | None:
    """Return what stands on a thing that is a plate with holes, None for others."""
    holes = sum(len(mark.ink) for mark in face.marks if mark.operation is Operation.CUT)
    if face.thickness is None or not holes:
        return None
    sunk = sorted(
        (mark.rise, sum(len(one.holes) for one in mark.ink), len(mark.ink))
        for mark in face.marks
        if mark.rise is not None and mark.rise < 0
    )
    if not sunk:
        return _Islands(face.thickness, holes, 0, area_of(face.outline))
    (rise, rings, _), *others = sunk
    walls = rings - holes - sum(count for _, _, count in others)
    return _Islands(face.thickness + rise, holes, max(0, walls), area_of(face.outline))


class Plates:
    """Counts what plates take. Each piece is looked at once, however many plates it lies on."""

    def __init__(
        self,
        game_set: GameSet,
        pieces: Sequence[SolidPiece],
        sections: Callable[[str], Sections],
        material: Material,
        nozzle: float,
    ) -> None:
        """sections: of a body by its key. material: one for a printer. nozzle: how wide it is, mm. Raises ValueError
        for another material."""
        if material.printing is None:
            raise ValueError(f"material {material.name!r}: it is for a {material.process}, and not for a printer")
        self._set, self._sections, self._material, self._nozzle = game_set, sections, material, nozzle
        self._printing: Printing = material.printing
        self._pieces = {piece.id: piece for piece in pieces}
        self._areas = {thing.id: area_of(thing.face.nominal) for thing in game_set.things}
        things = ((thing.id, _islands_of(thing.face)) for thing in game_set.things)
        self._islands = {id: islands for id, islands in things if islands is not None}
        self._works: dict[LayerWork, Work] = {}
        self._known: dict[tuple[str, ...], tuple[_Body, ...]] = {}

    def bill(self, plate: Arrangement, *, relief: bool) -> PlateBill:
        """Return what a plate takes. relief: whether each piece is one body, in one filament that may be changed."""
        height = self._set.measures.machine.layer
        items = [placement.item for placement in plate.placements]
        change = colour_change([self._pieces[id] for id in dict.fromkeys(items)], height) if relief else None
        volumes: dict[int | None, float] = {}
        used: dict[int | None, float] = {}
        tools: dict[int, set[int | None]] = {}
        spent: dict[int, list[float]] = {}  # of each layer: seconds, and what of these nothing can be printed slower in
        # from one piece to the next, and within it from wall to wall and to the filling
        apart = math.sqrt(sum(map(self._areas.__getitem__, items)) / max(1, len(items)))
        hop = travel(apart, self._printing) + self._printing.walls * travel(apart / 2, self._printing)
        for id in items:
            islands = self._islands.get(id)
            for body in self._bodies(id, relief):
                extruded = sum(map(attrgetter("volume"), body.layers.values()))
                for k, one in body.layers.items():
                    ink = body.ink if change is None else _spool(change, k, height)
                    tools.setdefault(k, set()).add(ink)
                    took = spent.setdefault(k, [0.0, 0.0])
                    took[0] += one.seconds + hop
                    if islands:
                        took[0] += islands.seconds((k + 0.5) * height, self._printing)
                    took[1] += one.volume / height / self._printing.width / SLOWEST
                    used[ink] = used.get(ink, 0.0) + one.volume
                    # what is not printed solid fills its share of the body nonetheless
                    share = one.volume / extruded
                    volumes[ink] = volumes.get(ink, 0.0) + share * body.volume
        changes = filament_changes([tools[k] for k in sorted(tools)])
        # one nozzle is changed by hand, and waits for that
        wiped = tower(() if relief else changes, height, self._nozzle, self._printing)
        seconds = sum(max(took, min(COOL, slow)) for took, slow in spent.values()) + wiped.seconds
        seconds += 0.0 if relief else sum(changes) * self._printing.change
        spools = tuple(
            self._spool(ink, volumes[ink], used[ink])
            for ink in sorted(used, key=lambda ink: -1 if ink is None else ink)
        )
        grams = round(wiped.volume / 1000 * self._material.density, WEIGHT)
        return PlateBill(plate.name, len(items), spools, sum(changes), grams, round(seconds / 3600, TIME))

    def _bodies(self, id: str, relief: bool) -> tuple[_Body, ...]:
        piece = self._pieces[id]
        parts = piece.bodies_for(relief)
        key = tuple(part.key for part in parts)
        if key not in self._known:
            cut = [self._sections(part.key) for part in parts]
            self._known[key] = tuple(
                _Body(part.colour, own.volume, {k: self._work(one) for k, one in layers.items()})
                for part, own, layers in zip(parts, cut, layers_of(cut, self._printing), strict=True)
            )
        return self._known[key]

    def _work(self, layer: LayerWork) -> Work:
        """Return what a layer takes. Most are as the one beneath."""
        if layer not in self._works:
            self._works[layer] = work(layer, self._set.measures.machine.layer, self._nozzle, self._printing)
        return self._works[layer]

    def _spool(self, ink: int | None, volume: float, used: float) -> Spool:
        """Return a filament of a plate. volume, used: of bodies and of filament, mm³."""
        name = BODY if ink is None else self._set.palette.inks[ink].name
        grams = used / 1000 * self._material.density
        metres = used / (math.pi * self._material.thickness**2 / 4) / 1000
        return Spool(name, round(volume / 1000, WEIGHT), round(grams, WEIGHT), round(metres, LENGTH + 1))


def _spool(change: ColourChange, layer: int, height: float) -> int | None:
    """Return which filament one nozzle prints a layer in. layer: its number, from 0."""
    before = (layer + 0.5) * height < change.z
    return change.ink if before == change.sunk else None


def filament_changes(layers: Sequence[set[int | None]]) -> list[int]:
    """Return how often filaments are changed in each layer. layers: the filaments of each, from the bed up.

    A layer begins with the filament that is in the nozzle, if it has that, and ends with one that the next has, too, if
    it can.
    """
    counts, now = list[int](), None
    for k, own in enumerate(layers):
        following = layers[k + 1] if k + 1 < len(layers) else set()
        rest = own - {now} if k else own
        counts.append(len(rest) - (k == 0))
        ends = [ink for ink in (rest or own) if ink in following] or list(rest or own)
        now = min(ends, key=lambda ink: -1 if ink is None else ink)
    return counts
