"""How long a plate takes to print, and how much filament: a model of what slicers do, without slicing.

A layer of a body is an area A with outlines of length P. Walls run along the outlines; what they leave is filled, solid
where less than so many layers lie above or below, else sparsely. Strokes lie as far apart as slicers lay them. A
filling consists of lines as long as a chord of such an area is on average, pi A / P (Crofton), and each line
begins and ends slowly: with lines of a few millimetres that decides the time. What is not in the model: gaps that are
filled, bridges, supports, cooling that slows small layers down, brims, and towers.

All that it needs to know of a body are sections at the middle of each layer, exact but for rounding: each is put
together from the triangles that it crosses. A plate takes what its pieces do, and the changes of filament.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakKeyDictionary

from quasiprint.model.bill import LENGTH, TIME, WEIGHT, PlateBill, Spool
from quasiprint.model.face import area as area_of
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement
from quasiprint.model.profile import Material, Printing
from quasiprint.model.solid import ColourChange, Mesh, SolidPiece, Surface, colour_change
from quasiprint.solids.mesh import Meshes
from quasiprint.solids.partition import distinct
from quasiprint.solids.sectors import corners_of, indices_of
from quasiprint.values import dataclass

# what slicers have no setting for in a material's profile; the values that PrusaSlicer has by default
JERK = 10.0  # mm/s: a head changes its speed by that at once
RETRACTED = 2 * 0.8 / 35.0  # s: 0.8 mm of filament drawn back and pushed again, at 35 mm/s
ROUND = 1 - math.pi / 4  # a stroke has round sides: the share of its height by which strokes overlap
LAP = 0.25  # of a stroke: so far a filling runs into the wall around it
BESIDE = 0.05  # mm: between the threads of a bridge
SPREAD = 3.0  # mm: what is solid above or below a bare place is so much wider on all sides
SMALL = 70.0  # mm²: what is less is filled solid
FLUSH = 1e-6  # the share of a layer that rounding may leave uncovered
CORNER = 8.0  # of an outline: each stroke further in is shorter by that many spacings, as around a square
Whole = dict[int, tuple[float, float]]  # of each layer of a piece, all its bodies together: area and outlines
Bare = tuple[float, float]  # what of a layer another does not cover: area and outlines
ON_PLANE = 1e-6  # mm: corners this near to a section are taken to lie above it
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
    """Return the layers of bodies that are printed as one piece, each by its number from the bed."""
    total: Whole = {}
    for body in bodies:
        for k, (own, rim) in enumerate(zip(body.areas, body.rims, strict=True), body.first):
            area, around = total.get(k, (0.0, 0.0))
            total[k] = area + own, around + rim
    bare = {k: (_bare_area(total, k, k + 1), _bare_area(total, k, k - 1)) for k in total}
    return [_layers(body, total, bare, printing) for body in bodies]


def _layers(
    body: Sections, total: Whole, bare: Mapping[int, tuple[Bare, Bare]], printing: Printing
) -> dict[int, LayerWork]:
    """Return the layers of a body. total: each layer of its piece; bare: what the layer above, and that beneath, leave
    of each. A slicer makes solid what lies beneath a bare place of the same body, and not what lies beneath another
    filament."""
    own = {k: (area, rim) for k, (area, rim) in enumerate(zip(body.areas, body.rims, strict=True), body.first) if area}
    count = len(body.areas)
    above, beneath = [0.0] * count, [0.0] * count  # from the bed up, and from the top down
    for k, (area, _) in own.items():
        (up, up_rim), (down, down_rim) = bare[k]
        above[k - body.first] = (up + SPREAD * up_rim) * area / total[k][0]
        beneath[body.first - k - 1] = (down + SPREAD * down_rim) * area / total[k][0]
    solid = {}
    for k, (area, _) in own.items():
        at = k - body.first
        solid[k] = min(area, sum(above[at : at + printing.top]) + sum(beneath[count - 1 - at :][: printing.bottom]))
    found = {}
    for k, (area, rim) in own.items():
        share = area / total[k][0]
        seen = bare[k][0][0] * share if printing.top else 0.0
        below = own.get(k - 1, (0.0, 0.0))[0] - solid.get(k - 1, 0.0)  # a sparse filling
        hanging = beneath[body.first - k - 1] if k else 0.0
        bridged = max(hanging, min(below, solid[k] - solid.get(k - 1, solid[k])))
        found[k] = LayerWork(area, rim, solid[k] / area, min(1.0, seen / area), max(0.0, bridged) / area, k == 0)
    return found


def _bare_area(total: Whole, layer: int, other: int) -> Bare:
    """Return what of a layer another does not cover, and how long the outlines of that are, where the smaller lies
    within the larger; nothing, if the other is larger."""
    (area, rim), (cover, around) = (total.get(i, (0.0, 0.0)) for i in (layer, other))
    return (area - cover, abs(rim - around)) if area - cover > FLUSH * area else (0.0, 0.0)


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
        speed = printing.first_layer if layer.first else printing.outer_wall if k == 0 else printing.inner_wall
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
    solid = 1.0 if filled * (1 - layer.solid) <= SMALL else layer.solid
    bridged = min(layer.bridged, solid)
    seen = max(0.0, min(layer.surface, solid - bridged))
    hidden = solid - bridged - seen
    volume = walls
    for share, density, flow, speed in (
        (1 - solid, printing.infill / 100, 1.0, printing.sparse),
        (hidden, 1.0, 1.0, printing.solid),
        (seen, 1.0, 1.0, printing.surface),
        (bridged, 1.0, thread, printing.solid),
    ):
        length = lapped * share * density / spacing
        pace = printing.first_layer if layer.first else speed
        # each line is joined to the next along the wall
        seconds += length / chord * (stroke(chord, pace, printing) + stroke(math.pi / 2 * spacing, pace, printing))
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
    return stroke(length, printing.travel, printing) + RETRACTED


@dataclass(frozen=True, slots=True)
class Sections:
    """A body in layers. volume: mm³. first: the number of its lowest layer, from 0 at the bed; areas, rims: of the
    section through the middle of each layer from there on, mm² and mm."""

    volume: float
    first: int
    areas: tuple[float, ...]
    rims: tuple[float, ...]


class Sectioned(Meshes):
    """Meshes by key, of which sections are taken when one is built for the first time: few meshes are kept."""

    def __init__(self, meshes: Meshes, layer: float) -> None:
        """layer: how high one is, mm, above 0."""
        super().__init__(meshes.parts)
        self._layer, self._sections = layer, dict[str, Sections]()
        self._shares = WeakKeyDictionary[Surface, Share]()  # of surfaces, which recur

    def __getitem__(self, key: str) -> Mesh:
        mesh = super().__getitem__(key)
        if key not in self._sections:
            shares = []
            for surface in mesh.surfaces:
                if surface not in self._shares:
                    self._shares[surface] = share(surface, self._layer)
                shares.append(self._shares[surface])
            self._sections[key] = _together(shares, self._layer)
        return mesh

    def sections(self, key: str) -> Sections:
        """Return the sections through a body."""
        if key not in self._sections:
            self[key]
        return self._sections[key]


def sections(mesh: Mesh, layer: float) -> Sections:
    """Return the sections through a closed body. layer: how high one is, mm, above 0."""
    return _together([share(surface, layer) for surface in mesh.surfaces], layer)


@dataclass(frozen=True, slots=True)
class Share:
    """What a surface adds to the sections of a body of which it is a part. volume: mm³, and areas: mm², of what lies
    between it and the body's origin; rims: mm. low, high: its heights, mm. first: the number of its lowest layer."""

    volume: float
    low: float
    high: float
    first: int
    areas: tuple[float, ...]
    rims: tuple[float, ...]


def _layers_between(low: float, high: float, layer: float) -> range:
    """Return the numbers of the layers between two heights, mm."""
    first = math.floor(low / layer + 0.5 - ON_PLANE)
    return range(first, max(first + 1, math.floor(high / layer + 0.5 - ON_PLANE)))


def _together(shares: Sequence[Share], layer: float) -> Sections:
    """Return the sections through a body from those of its surfaces."""
    between = _layers_between(min(one.low for one in shares), max(one.high for one in shares), layer)
    areas, rims = ([0.0] * len(between) for _ in range(2))
    for one in shares:
        for k, (area, rim) in enumerate(zip(one.areas, one.rims, strict=True), one.first - between.start):
            if 0 <= k < len(between):
                areas[k] += area
                rims[k] += rim
    volume = math.fsum(one.volume for one in shares)
    return Sections(volume, between.start, tuple(map(abs, areas)), tuple(rims))


def share(surface: Surface, layer: float) -> Share:
    """Return what a surface adds to sections. layer: how high one is, mm, above 0. All sums are taken one by one: how a
    library sums at once depends on the machine."""
    import numpy as np

    # of the three corners of each triangle
    x, y, z = corners_of(surface).T.take(indices_of(surface).T, axis=1)
    (ax, bx, cx), (ay, by, cy), (az, bz, cz) = x, y, z
    each = np.array((ax * (by * cz - bz * cy), ay * (bz * cx - bx * cz), az * (bx * cy - by * cx)))
    volume = float(each.T.ravel().cumsum()[-1]) / 6
    least, most = z.min(axis=0), z.max(axis=0)
    low, high = float(least.min()), float(most.max())
    between = _layers_between(low, high, layer)
    planes = (np.arange(between.start, between.stop) + 0.5) * layer
    # a section that crosses the same upright triangles as the one beneath it is the same
    under = np.searchsorted(distinct(corners_of(surface)[:, 2]), planes - ON_PLANE)
    leaning = ((bx - ax) * (cy - ay) != (by - ay) * (cx - ax)) & (least < most)
    reach = np.searchsorted(planes - ON_PLANE, (least, most), side="right")  # of the planes that cross it
    changes = np.bincount(reach[0, leaning], minlength=len(planes) + 1).cumsum()
    changes -= np.bincount(reach[1, leaning], minlength=len(planes) + 1).cumsum()
    fresh = changes[:-1] > 0
    fresh[0] = True
    fresh[1:] |= (under[1:] != under[:-1]) | fresh[:-1]
    number = fresh.cumsum() - 1  # of each plane, among those at which a section is taken
    planes = planes[fresh]
    begin, end = np.searchsorted(planes - ON_PLANE, (least, most), side="right")
    count = end - begin
    crossed = np.repeat(np.arange(len(count)), count)
    plane = begin[crossed] + np.arange(len(crossed)) - (count.cumsum() - count)[crossed]
    height = planes[plane]
    below = z.take(crossed, axis=1) < height - ON_PLANE
    other = below[[1, 2, 0]]
    ends = []
    for rising in (below & ~other, ~below & other):  # each triangle has one side that comes up, and one that goes down
        k = np.where(rising[0], 0, np.where(rising[1], 1, 2))
        (px, py, pz), (qx, qy, qz) = (
            [of.ravel().take(corner * len(count) + crossed) for of in (x, y, z)] for corner in (k, (k + 1) % 3)
        )
        part = (height - pz) / (qz - pz)
        ends.append((px + part * (qx - px), py + part * (qy - py)))
    (x, y), (u, v) = ends
    w, h = x - u, y - v
    areas = np.bincount(plane, x * v - y * u, len(planes))[number] / 2
    rims = np.bincount(plane, np.sqrt(w * w + h * h), len(planes))[number]
    return Share(volume, low, high, between.start, tuple(areas.tolist()), tuple(rims.tolist()))


@dataclass(frozen=True, slots=True)
class _Body:
    """A body as it is printed. ink: the palette's colour, None: the body's; volume: mm³; layers: by number."""

    ink: int | None
    volume: float
    layers: Mapping[int, Work]


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
        seconds = 0.0
        # from one piece to the next, and within it from wall to wall and to the filling
        apart = math.sqrt(sum(map(self._areas.__getitem__, items)) / max(1, len(items)))
        hop = travel(apart, self._printing) + self._printing.walls * travel(apart / 2, self._printing)
        for id in items:
            for body in self._bodies(id, relief):
                extruded = sum(one.volume for one in body.layers.values())
                for k, one in body.layers.items():
                    ink = body.ink if change is None else _spool(change, k, height)
                    tools.setdefault(k, set()).add(ink)
                    seconds += one.seconds + hop
                    used[ink] = used.get(ink, 0.0) + one.volume
                    # what is not printed solid fills its share of the body nonetheless
                    share = one.volume / extruded
                    volumes[ink] = volumes.get(ink, 0.0) + share * body.volume
        changes = filament_changes([tools[k] for k in sorted(tools)])
        # one nozzle is changed by hand, and waits for that
        seconds += 0.0 if relief else changes * self._printing.change
        spools = tuple(
            self._spool(ink, volumes[ink], used[ink])
            for ink in sorted(used, key=lambda ink: -1 if ink is None else ink)
        )
        return PlateBill(plate.name, len(items), spools, changes, round(seconds / 3600, TIME))

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


def filament_changes(layers: Sequence[set[int | None]]) -> int:
    """Return how often filaments are changed. layers: the filaments of each, from the bed up.

    A layer begins with the filament that is in the nozzle, if it has that, and ends with one that the next has, too, if
    it can.
    """
    count, now = 0, None
    for k, own in enumerate(layers):
        following = layers[k + 1] if k + 1 < len(layers) else set()
        rest = own - {now} if k else own
        count += len(rest) - (k == 0)
        ends = [ink for ink in (rest or own) if ink in following] or list(rest or own)
        now = min(ends, key=lambda ink: -1 if ink is None else ink)
    return count
