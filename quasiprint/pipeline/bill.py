"""Counts what a set takes: of sheets, plates and leaves, each from what is laid out for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quasiprint.model.bill import LENGTH, TIME, WEIGHT, Bill, PaperBill, SheetBill, WayBill, costs_of
from quasiprint.model.face import Face, Operation, area, region_area
from quasiprint.model.measures import Maker
from quasiprint.model.production import Drawing, Offer
from quasiprint.model.profile import Cutting
from quasiprint.pipeline.run import Run
from quasiprint.pipeline.workshop import Workshop


def part_of_bill(shop: Workshop, offer: Offer) -> Bill:
    """Return what the set takes as one offer has it, without costs; nothing for a text."""
    if offer is Offer.DRAWINGS:
        return Bill(sheets=tuple(_sheets(shop)))
    if offer is Offer.SOLIDS:
        return Bill(ways=tuple(_ways(shop)))
    if offer is Offer.PAGES:
        return Bill(papers=tuple(_papers(shop)))
    return Bill()


def whole_bill(run: Run, parts: Iterable[Bill]) -> Bill:
    """Return the bill of a run from its parts, in the order of the processes, with costs if it has prices."""
    found = Bill()
    for part in parts:
        found = replace(
            found, sheets=found.sheets + part.sheets, ways=found.ways + part.ways, papers=found.papers + part.papers
        )
    materials = {str(own.process): own for own in run.profiles.materials}
    there = {Maker.PRINTER: found.ways, Maker.LASER: found.sheets, Maker.PAPER: found.papers}
    named = tuple((str(maker), materials[maker].name) for maker, own in there.items() if own)
    found = replace(found, materials=named)
    return replace(found, costs=costs_of(found, materials, run.profiles.prices)) if run.profiles.prices else found


def _sheets(shop: Workshop) -> Iterator[SheetBill]:
    from quasiprint.layout.lengths import Lengths, lengths

    profiles, game_set = shop.run.profiles, shop.set(Maker.LASER)
    material = profiles.material_of(Maker.LASER)
    weight = game_set.measures.stock.thickness * material.density / 1000  # g/mm²
    parts = {thing.id: _net(thing.face) for thing in game_set.things}
    cutting = material.cutting
    assert isinstance(cutting, Cutting)  # a material for a laser has it

    def minutes(found: Lengths) -> float:
        seconds = found.cut / cutting.cut + found.score / cutting.score + found.travel / cutting.travel
        return (seconds + found.swept / cutting.interval / cutting.engrave) / 60

    made = shop.drawings.drawings
    arrangements = {one.name: one for one in shop.laid_on_sheets}
    for drawing in made:
        found = lengths(drawing)
        own = arrangements.get(drawing.name)
        used = sum(parts[placement.item] for placement in own.placements) if own else 0.0
        yield SheetBill(
            drawing.name,
            round(_whole(drawing), LENGTH) if own else 0.0,
            round(used, LENGTH),
            round(used * weight, WEIGHT),
            round(found.cut, LENGTH),
            round(found.score, LENGTH),
            round(found.engrave, LENGTH),
            round(found.engraved, LENGTH),
            round(found.travel, LENGTH),
            round(minutes(found), TIME),
        )


def _whole(drawing: Drawing) -> float:
    return drawing.width * drawing.height


def _net(face: Face) -> float:
    """Return the area of a part, what falls out of it taken off, mm²."""
    holes = (region for mark in face.marks if mark.operation is Operation.CUT for region in mark.ink)
    return area(face.outline) - sum(map(region_area, holes))


def _ways(shop: Workshop) -> Iterator[WayBill]:
    from quasiprint.solids.estimate import Plates

    made = shop.solids
    material = shop.run.profiles.material_of(Maker.PRINTER)
    counting: dict[float, Plates] = {}  # by nozzle
    slicers: dict[tuple[str, bool], list[str]] = {}
    for one in made.projects:
        slicers.setdefault((one.bed.name, one.relief), []).append(str(one.slicer))
    for one in made.projects:
        names = slicers.pop((one.bed.name, one.relief), None)
        if names:
            nozzle = one.bed.nozzle
            if nozzle not in counting:
                counting[nozzle] = Plates(made.set, made.pieces, shop.sections_of, material, nozzle)
            plates = counting[nozzle]
            bills = tuple(plates.bill(plate, relief=one.relief) for plate in one.plates)
            yield WayBill(one.bed.name, tuple(names), one.relief, bills)


def _papers(shop: Workshop) -> Iterator[PaperBill]:
    material = shop.run.profiles.material_of(Maker.PAPER)
    for paper in shop.run.profiles.pages if shop.papered else ():
        leaves = shop.leaves(paper)
        volume = leaves * paper.width * paper.height * material.thickness / 1000  # cm³
        yield PaperBill(paper.name, leaves, round(volume * material.density, WEIGHT))
