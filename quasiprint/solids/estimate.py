"""What a plate takes to print: the filament, from volumes and areas, and about how many hours, from these and changes.

A body has walls along its sides and solid layers below and above; the rest is filled sparsely. The constants are fitted
to the 24 plates of the four games, in colours and in relief, as PrusaSlicer 2.5 slices them with the vendor's profiles
of an MK3S in layers of 0.2 mm: each is within a tenth of what that says, in hours and in grams. Other printers are up
to twice as fast.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from quasiprint.model.piece import GameSet
from quasiprint.model.production import LENGTH, TIME, WEIGHT, Arrangement, PlateBill, Spool
from quasiprint.model.profile import Material
from quasiprint.model.solid import ColourChange, Mesh, Part, SolidPiece, colour_change
from quasiprint.solids.partition import corners_of, indices_of

SKIN = 1.1  # of the area of a body: so much is solid in each layer that is
PACE = 43.0  # mm/s: of all strokes, on the mean
RIM = 11.0  # mm/s: what runs along a side takes so much longer
CHANGE = 111.0  # s: for a change of filament, with what is printed of the tower
TOWER = 2.2  # of what a change wipes off: so much the tower takes
RAMMED = 13.0  # mm³: what is pressed out before a filament is drawn back
BODY = "body"  # what the filament of the bodies is called


class Measured(NamedTuple):
    """A body. volume: mm³; sides: the area of all that is not level, mm²; top: of what is seen from above, mm²."""

    volume: float
    sides: float
    top: float


def measured(mesh: Mesh, level: float = 0.0) -> Measured:
    """Return what is to be known of a closed body. level: mm; only what lies above it counts as volume, exactly so if
    no triangle crosses it. What is summed is rounded once, so that it is the same on every machine."""
    volume, sides, top = list[float](), list[float](), list[float]()
    for surface in mesh.surfaces:
        (x, u, v), (y, s, t), (z, p, q) = corners_of(surface)[indices_of(surface)].T
        across = (s - y) * (q - z) - (t - y) * (p - z), (p - z) * (v - x) - (q - z) * (u - x)
        up = ((u - x) * (t - y) - (v - x) * (s - y)) / 2
        leaning = (z != p) | (z != q)
        above = np.maximum(z - level, 0.0) + np.maximum(p - level, 0.0) + np.maximum(q - level, 0.0)
        volume += (up * above / 3).tolist()
        sides += np.sqrt(across[0] ** 2 / 4 + across[1] ** 2 / 4 + up**2)[leaning].tolist()
        top += up[up > 0].tolist()
    return Measured(math.fsum(volume), math.fsum(sides), math.fsum(top))


class _Share(NamedTuple):
    """What of an item is printed in one filament, None: the body's. volume: of that; used: what is extruded for it,
    mm³. layers: in which it is printed."""

    ink: int | None
    volume: float
    used: float
    layers: range


class Plates:
    """Counts what plates take. Each item and each body is looked at once, however many plates or items it is on."""

    def __init__(
        self, game_set: GameSet, pieces: Sequence[SolidPiece], meshes: Mapping[str, Mesh], material: Material
    ) -> None:
        """meshes: by the keys of bodies. material: one for a printer. Raises ValueError for another."""
        if material.printing is None:
            raise ValueError(f"material {material.name!r}: it is for a {material.process}, and not for a printer")
        self._set, self._material, self._printing = game_set, material, material.printing
        self._measured = cache(lambda key, level=0.0: measured(meshes[key], level))
        self._layer = game_set.measures.machine.layer
        self._pieces = {piece.id: piece for piece in pieces}
        self._known: dict[tuple[tuple[str, ...], ColourChange | None], tuple[list[_Share], float]] = {}

    def bill(self, plate: Arrangement, *, relief: bool) -> PlateBill:
        """Return what a plate takes. relief: whether each piece is one body, in one filament that may be changed, by
        hand and without a tower."""
        items = [placement.item for placement in plate.placements]
        change = colour_change([self._pieces[id] for id in dict.fromkeys(items)], self._layer) if relief else None
        shares_of = [self._shares(self._pieces[id].bodies_for(relief), change) for id in items]
        volumes: dict[int | None, float] = {}
        used: dict[int | None, float] = {}
        tools: dict[int, set[int | None]] = {}
        for ink, volume, extruded, layers in (share for shares, _ in shares_of for share in shares):
            volumes[ink], used[ink] = volumes.get(ink, 0.0) + volume, used.get(ink, 0.0) + extruded
            for k in layers:
                tools.setdefault(k, set()).add(ink)
        changes = sum(filament_changes([tools[k] for k in sorted(tools)]))
        tower = 0.0 if relief else TOWER * changes * (self._printing.purge + RAMMED)
        seconds = sum(used.values()) / (self._layer * self._printing.width) / PACE + CHANGE * changes
        seconds += sum(sides for _, sides in shares_of) / self._layer / RIM
        inks = sorted(used, key=lambda ink: -1 if ink is None else ink)
        spools = tuple(self._spool(ink, volumes[ink], used[ink]) for ink in inks)
        grams = round(tower / 1000 * self._material.density, WEIGHT)
        return PlateBill(plate.name, len(items), spools, changes, grams, round(seconds / 3600, TIME))

    def _shares(self, parts: Sequence[Part], change: ColourChange | None) -> tuple[list[_Share], float]:
        """Return what an item takes that is printed in some bodies, and the area of their sides, mm². change: of the
        filament, of a single one."""
        key = tuple(part.key for part in parts), change
        if key in self._known:
            return self._known[key]
        bodies = [self._measured(part.key) for part in parts]
        whole, sides = sum(body.volume for body in bodies), sum(body.sides for body in bodies)
        walls = min(whole, sides * self._printing.walls * self._printing.width)
        solid = (self._printing.top + self._printing.bottom) * self._layer * SKIN * bodies[0].top / whole
        # it lies within the first body: inlays, and what is above a change of filament, are thin
        spared = (whole - walls) * max(0.0, 1 - solid) * (1 - self._printing.infill / 100)
        inks, volumes = [part.colour for part in parts], [body.volume for body in bodies]
        steps = [[step.z for sector in part.solid.sectors for step in sector.steps] for part in parts]
        heights = [(part.solid.bottom, max([part.solid.top, *own])) for part, own in zip(parts, steps, strict=True)]
        if change is not None:
            above = self._measured(parts[0].key, change.z).volume
            inks = [change.ink, None] if change.sunk else [None, change.ink]
            volumes = [volumes[0] - above, above]
            heights = [(heights[0][0], change.z), (change.z, heights[0][1])]
        layers = [range(round(low / self._layer), round(high / self._layer)) for low, high in heights]
        extruded = [max(0.0, volumes[0] - spared), *volumes[1:]]
        shares = [share for share in map(_Share, inks, volumes, extruded, layers) if share.layers]
        self._known[key] = shares, sides
        return self._known[key]

    def _spool(self, ink: int | None, volume: float, used: float) -> Spool:
        """Return a filament of a plate. volume, used: of bodies and of filament, mm³."""
        name = BODY if ink is None else self._set.palette.inks[ink].name
        grams = used / 1000 * self._material.density
        metres = used / (math.pi * self._material.thickness**2 / 4) / 1000
        return Spool(name, round(volume / 1000, WEIGHT), round(grams, WEIGHT), round(metres, LENGTH + 1))


def filament_changes(layers: Sequence[set[int | None]]) -> list[int]:
    """Return how often filaments are changed in each layer. layers: the filaments of each, from the bed up.

    A layer begins with the filament that is in the nozzle, if it has that, and ends with one that the next has, too, if
    it can.
    """
    counts, now = list[int](), None
    for k, inks in enumerate(layers):
        following = layers[k + 1] if k + 1 < len(layers) else set()
        rest = inks - {now} if k else inks
        counts.append(len(rest) - (k == 0))
        ends = [ink for ink in (rest or inks) if ink in following] or list(rest or inks)
        now = min(ends, key=lambda ink: -1 if ink is None else ink)
    return counts
