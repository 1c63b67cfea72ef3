"""Where plates are other than was asked for: which bed gave way to another, and which colours a printer cannot show."""

from __future__ import annotations

import math
from collections.abc import Iterator

from quasiprint.make.workshop import Workshop
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.measures import Extra, Maker


def plate_notes(shop: Workshop) -> tuple[Finding, ...]:
    """Return what is to be known of the plates of a set that is printed."""
    return (*_gave_way(shop), *_few_filaments(shop), *_no_change(shop))


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
