"""What a plate takes of each filament, how often the filament is changed, and for how long it prints."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.model.bill import LENGTH, TIME, WEIGHT, PlateBill, Spool
from quasiprint.model.colour_change import ColourChange, colour_change
from quasiprint.model.face import area
from quasiprint.model.material import Material, Printing
from quasiprint.model.piece import GameSet
from quasiprint.model.placement import Arrangement
from quasiprint.model.solid import Part, SolidPiece
from quasiprint.solids.estimate import LayerWork, Work, layers_of, travel, work
from quasiprint.solids.sections import Sections

BODY = "body"  # what the filament of the bodies is called


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
        self._areas = {thing.id: area(thing.face.nominal) for thing in game_set.things}
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
        changes = switched([tools[k] for k in sorted(tools)])
        # one nozzle is changed by hand, and waits for that
        seconds += 0.0 if relief else changes * self._printing.change
        spools = tuple(
            self._spool(ink, volumes[ink], used[ink])
            for ink in sorted(used, key=lambda ink: -1 if ink is None else ink)
        )
        return PlateBill(plate.name, len(items), spools, changes, round(seconds / 3600, TIME))

    def _bodies(self, id: str, relief: bool) -> tuple[_Body, ...]:
        piece = self._pieces[id]
        parts: tuple[Part, ...] = (piece.relief or piece.parts[0],) if relief else piece.parts
        key = tuple(part.key for part in parts)
        if key not in self._known:
            cut = [self._sections(part.key) for part in parts]
            self._known[key] = tuple(
                _Body(
                    part.colour,
                    own.volume,
                    {k: self._work(one) for k, one in layers.items()},
                )
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


def switched(layers: Sequence[set[int | None]]) -> int:
    """Return how often filaments are changed. layers: the filaments of each, from the bed up.

    A layer begins with the filament that is in the nozzle, if it has that, and ends with one that the next has, too, if
    it can.
    """
    count, now = 0, None
    for k, own in enumerate(layers):
        following = layers[k + 1] if k + 1 < len(layers) else set()
        rest = own - {now} if k else own
        if k == 0:
            count += len(own) - 1
        else:
            count += len(rest)
        ends = [ink for ink in (rest or own) if ink in following] or list(rest or own)
        now = min(ends, key=lambda ink: -1 if ink is None else ink)
    return count
