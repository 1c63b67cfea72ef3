"""What a maker should know who could decide otherwise: which bed gave way to another, why one nozzle does not print two
colours, and what a hair decides.

A hair is an edge, a margin or a sheet, a little other than asked for, that would save sheets or plates. Each piece of
advice was tried: what it saves was counted on a set that was designed and laid out with it. First everything is laid
out a little smaller, which is quick; where that saves nothing, nothing else is tried.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from quasiprint.make.hair import STEP, Count, Ground, count_plates, count_sheets
from quasiprint.make.smaller import HAIR
from quasiprint.make.workshop import Workshop
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.measures import CutStyle, Extra, Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer
from quasiprint.model.profile import SheetStock

LEAST_MARGIN = 2.0  # mm
SHEET_STEP = 1.0  # mm


def advice(shop: Workshop, offers: tuple[Offer, ...]) -> tuple[Finding, ...]:
    """Return which bed gave way, and what would save sheets and plates. offers: what the formats of the run need."""
    profiles, found = shop.run.profiles, list[Finding]()
    # a part keeps the sizes of its set, and so does what is made apart from its pieces; and where nobody said a size,
    # it was chosen so that nothing is left to save
    complete, said = shop.run.part is None and shop.apart is None, profiles.sized
    separate = profiles.manner.cut is CutStyle.SEPARATE
    if complete and Maker.LASER in said and Offer.DRAWINGS in offers and separate:
        count = count_sheets(shop.layouts)
        found += _Trial(shop, Maker.LASER, "sheets", shop.sheet, len(shop.sheets), count).findings()
    if Offer.SOLIDS in offers:
        found += [*_gave_way(shop), *_few_filaments(shop), *_no_change(shop)]
    if complete and Offer.SOLIDS in offers:
        slicer, bed = next(iter(shop.beds.items()))
        laid = {one.relief: len(one.plates) for one in shop.solids.projects if one.slicer is slicer}
        for relief, what in ((False, "plates"), (True, "relief plates")):
            if Maker.PRINTER in said or relief is not next(iter(laid)):
                now, count = laid.get(relief, 0), count_plates(shop.layouts, relief=relief)
                found += _Trial(shop, Maker.PRINTER, what, bed, now, count).findings()
    return tuple(found)


def _gave_way(shop: Workshop) -> Iterator[Finding]:
    """Yield for which bed nothing is laid out, since something does not fit it."""
    from quasiprint.layout.plates import misfit

    first, *others = shop.run.profiles.beds
    for bed in others:
        if bed not in shop.beds.values():
            why = misfit(bed, shop.set(Maker.PRINTER), first.extruders)
            message = f"{why}; plates for its slicers are laid out for bed {first.name}"
            remedy = "name a larger bed of theirs with --profile, or choose smaller pieces or fewer colours"
            yield Finding("bed-gives-way", Severity.NOTE, f"bed {bed.name}", message, remedy)


def _few_filaments(shop: Workshop) -> Iterator[Finding]:
    """Yield on which beds patterns alone tell colours, since something takes more filaments than they change."""
    from quasiprint.layout.plates import filaments

    needed, id = filaments(shop.set(Maker.PRINTER))
    for bed in dict.fromkeys(shop.beds.values()):
        if 1 < bed.extruders < needed:
            message = f"{id} takes {needed} filaments, and it changes {bed.extruders}: everything is printed in relief"
            remedy = "patterns or letters tell colours; choose fewer colours, or a bed with more filaments"
            yield Finding("filaments-few", Severity.NOTE, f"bed {bed.name}", message, remedy)


def _no_change(shop: Workshop) -> Iterator[Finding]:
    """Yield why one nozzle does not print two colours, though patterns are raised or sunk: the height at which the
    filament is to be changed lies within a layer. Nothing where nobody asked it to, and it has no need."""
    from quasiprint.model.solid import change_height, on_layer

    game_set = shop.set(Maker.PRINTER)
    layer, thickness = game_set.measures.machine.layer, game_set.measures.stock.thickness
    heights = {one.id: found[0] for one in shop.solids.pieces if (found := change_height((one,)))}
    amiss = {id: z for id, z in heights.items() if not on_layer(z, layer)}
    there = any(one.relief for one in shop.solids.projects)
    if not amiss or not (there or Extra.RELIEF in game_set.measures.manner.extras):
        return
    id, z = next(iter(amiss.items()))
    subject = f"{game_set.game}, relief plates"
    message = f"the filament would be changed {z:g} mm up, which is not a whole number of layers of {layer:g} mm; "
    if there:
        message += f"{len(amiss)} of {len(heights)} things, {id} among them, are printed in one colour"
    else:
        message += "there are no plates in relief"
    up = round(layer * math.ceil(z / layer) - z, 6)
    remedy = "choose a thickness, depths and a layer in a profile of the printer's measures that make it one"
    if all(on_layer(z + up, layer) for z in heights.values()):
        remedy = f"choose --thickness {round(thickness + up, 6):g}"
    yield Finding("no-colour-change", Severity.NOTE, subject, message, remedy)


@dataclass(frozen=True)
class _Trial:
    """A set on sheets or beds. what: these are called; now: how many it takes."""

    shop: Workshop
    maker: Maker
    what: str
    ground: Ground
    now: int
    count: Count

    def findings(self) -> Iterator[Finding]:
        """Yield what would save some, if anything does."""
        game_set, now = self.shop.set(self.maker), self.now
        try:
            if now < 2 or self.count(game_set, self.ground, 1 - HAIR, now - 1) >= now:
                return
        except InputError:  # a search that found a place for each thing need not find one for each smaller thing
            return
        ways = [f"{count} with {way}" for way, count in self._ways(game_set, now)]
        if ways:
            message = f"the set takes {now} {self.what}; it would take {', or '.join(ways)}"
            yield Finding("hair-saves", Severity.NOTE, f"{game_set.game}, {self.what}", message)

    def _ways(self, game_set: GameSet, now: int) -> Iterator[tuple[str, int]]:
        """Yield what would save some, and how many the set takes then."""
        ground, edge = self.ground, game_set.measures.size.edge

        def of_edge(edge: float) -> int:
            return self.count(self.shop.resize(self.maker, edge), ground, 1.0, now - 1)

        def may(to: float) -> bool:
            try:
                return self.count(game_set, ground, to / edge, now - 1) < now
            except InputError:
                return True

        def on(**change: Any) -> int:
            return self.count(game_set, replace(ground, **change), 1.0, now - 1)

        where = f"{ground.margin:g}, in the profile {ground.name}"
        tries: list[tuple[float, float, float, Callable[[float], int], str]] = [
            (edge, -STEP, edge * (1 - HAIR), of_edge, f"--edge {{:g}}, not {edge:g}"),
            (ground.margin, -STEP, LEAST_MARGIN, lambda to: on(margin=to), f"a margin of {{:g}} mm, not {where}"),
        ]
        if isinstance(ground, SheetStock):
            w, h = ground.width, ground.height
            tries += [
                (w, SHEET_STEP, w * (1 + HAIR), lambda to: on(width=to), f"a sheet of {{:g}} × {h:g} mm"),
                (h, SHEET_STEP, h * (1 + HAIR), lambda to: on(height=to), f"a sheet of {w:g} × {{:g}} mm"),
            ]
        for value, step, limit, count, words in tries:
            if found := _nearest(value, step, limit, now, count, may if count is of_edge else None):
                yield words.format(found[0]), found[1]


def _nearest(
    now: float,
    step: float,
    limit: float,
    found: int,
    count: Callable[[float], int],
    may: Callable[[float], bool] | None = None,
) -> tuple[float, int] | None:
    """Return the value nearest to now, in whole steps up to a limit, that takes fewer than were found, and how many it
    takes; None if the limit does not. What a step saves, one farther on is taken to save as well. may: tells more
    quickly than `count` which values cannot save anything."""

    def value(k: int) -> float:
        return round(round(now / abs(step)) * abs(step) + k * step, 6)

    def at(k: int) -> tuple[float, int]:
        try:
            return value(k), count(value(k))
        except InputError:
            return value(k), found

    low, high = 0, int((limit - now) / step + 1e-9)  # at `low` nothing is saved, at `high` something is
    if may and high > 0:
        low = bisect_left(range(1, high + 1), True, key=lambda k: may(value(k)))
        if low < high and (best := at(low + 1))[1] < found:
            return best
        low += 1
    if high <= low or (best := at(high))[1] >= found:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        tried = at(middle)
        if tried[1] < found:
            high, best = middle, tried
        else:
            low = middle
    return best
