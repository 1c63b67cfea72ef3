"""How long a plate takes to print, and how much filament: a model of what slicers do, without slicing.

A layer of a body is an area A with outlines of length P. Walls run along the outlines; what they leave is filled, solid
where less than so many layers lie above or below, else sparsely. Strokes lie as far apart as slicers lay them. A
filling consists of lines as long as a chord of such an area is on average, pi A / P (Crofton), and each line
begins and ends slowly: with lines of a few millimetres that decides the time. What is not in the model: gaps that are
filled, bridges, supports, cooling that slows small layers down, brims, and towers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.model.material import Printing
from quasiprint.solids.sections import Sections

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
    return [_layers(body, total, printing) for body in bodies]


def _layers(body: Sections, total: Whole, printing: Printing) -> dict[int, LayerWork]:
    """Return the layers of a body. total: each layer of its piece. A slicer makes solid what lies beneath a bare place
    of the same body, and not what lies beneath another filament."""
    own = {k: (area, rim) for k, (area, rim) in enumerate(zip(body.areas, body.rims, strict=True), body.first) if area}

    def bare(k: int, other: int) -> float:
        if k not in own:
            return 0.0
        area, rim = _uncovered(total, k, other)
        return (area + SPREAD * rim) * own[k][0] / total[k][0]

    solid = {
        k: min(
            area,
            sum(bare(i, i + 1) for i in range(k, k + printing.top))
            + sum(bare(i, i - 1) for i in range(k, k - printing.bottom, -1)),
        )
        for k, (area, _) in own.items()
    }
    found = {}
    for k, (area, rim) in own.items():
        share = area / total[k][0]
        seen = _uncovered(total, k, k + 1)[0] * share if printing.top else 0.0
        below = own.get(k - 1, (0.0, 0.0))[0] - solid.get(k - 1, 0.0)  # a sparse filling
        bridged = max(bare(k, k - 1) if k else 0.0, min(below, solid[k] - solid.get(k - 1, solid[k])))
        found[k] = LayerWork(area, rim, solid[k] / area, min(1.0, seen / area), max(0.0, bridged) / area, k == 0)
    return found


def _uncovered(total: Whole, layer: int, other: int) -> tuple[float, float]:
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
