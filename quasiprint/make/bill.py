"""Counts what a set takes: of sheets, plates and leaves, each from what is laid out for them. And says it in words: in
short, for the end of a run; whole, for a terminal; in tables, for a set's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache

from quasiprint.documents.sheets import cuts
from quasiprint.errors import InputError
from quasiprint.layout.sheets import lengths
from quasiprint.make.run import Request, Run, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import CutStyle, Process, ProductKind
from quasiprint.model.face import Face, Operation, area, region_area
from quasiprint.model.piece import GameSet
from quasiprint.model.production import (
    LENGTH,
    TIME,
    WEIGHT,
    Arrangement,
    Bill,
    Cost,
    PaperBill,
    SheetBill,
    StorageBill,
    WayBill,
    costs_of,
)
from quasiprint.model.profile import Cutting, Material
from quasiprint.model.resources import template_folder
from quasiprint.model.texts import markdown, several, toml_of

TABLES = "start-here/tables.toml"
LITTLE = 0.95  # of the cuts: who would save less than that gets no advice


def part_of_bill(shop: Build, offer: ProductKind) -> Bill:
    """Return what the set takes as one offer has it, without costs; nothing for a text."""
    if offer is ProductKind.DRAWINGS:
        return bill_of_sheets(shop, range(len(shop.drawings.drawings)))
    if offer is ProductKind.SOLIDS:
        ways = tuple(_way_bills(shop))
        return Bill(ways=tuple(way for way, _ in ways), storage=tuple(kept for _, kept in ways if kept))
    if offer is ProductKind.PAGES:
        return Bill(papers=tuple(_papers(shop)), storage=tuple(_storage(shop, ProductKind.PAGES)))
    return Bill()


def bill_of_sheets(shop: Build, numbers: Sequence[int]) -> Bill:
    """Return what some drawings for a laser take; with the first one stands what is for storage."""
    return Bill(
        sheets=tuple(_sheets(shop, numbers)),
        storage=tuple(_storage(shop, ProductKind.DRAWINGS)) if 0 in numbers else (),
    )


def with_shared_cuts(request: Request, bill: Bill) -> str:
    """Return, in words, what the sheets of a request take if neighbours share their cuts; "" where that saves little,
    or the user chose how they are cut. bill: of the request as it is."""
    if request.get("cut") is not None or request.get("clearance") or not bill.sheets:
        return ""
    try:
        found = part_of_bill(Build(settle(request.but(cut=CutStyle.SHARED))), ProductKind.DRAWINGS)
    except InputError:
        return ""
    if found.total("cut") > LITTLE * bill.total("cut"):
        return ""
    took = f"{several(found.cut_sheets, 'sheet')}, {_metres(found.total('cut'))} cut, {_hours(found.minutes / 60)}"
    return f"{took}; corners are sharp then, and your laser's program must keep the order of the file"


def whole_bill(run: Run, parts: Iterable[Bill]) -> Bill:
    """Return the bill of a run from its parts, in the order of the processes, with costs if it has prices."""
    counted = tuple(parts)
    kinds = ("sheets", "ways", "papers", "storage")
    found = Bill(**{kind: tuple(entry for part in counted for entry in getattr(part, kind)) for kind in kinds})
    materials = {str(material.process): material for material in run.profiles.materials}
    there = {Process.PRINTER: found.ways, Process.LASER: found.sheets, Process.PAPER: found.papers}
    named = tuple((str(maker), describe_material(materials[maker])) for maker, weight in there.items() if weight)
    found = replace(found, materials=named)
    return replace(found, costs=costs_of(found, materials, run.profiles.prices)) if run.profiles.prices else found


def describe_material(material: Material) -> str:
    """Return what people call a material, from its profile's name: "PLA", "3 mm plywood", "card of 250 g/m²"."""
    stem, _, number = material.name.rpartition("-")
    if material.process is Process.PRINTER:
        return material.name.upper()
    if not (stem and number.isdecimal()):
        return material.name
    return f"{stem} of {number} g/m²" if material.process is Process.PAPER else f"{material.thickness:g} mm {stem}"


def _sheets(shop: Build, numbers: Sequence[int]) -> Iterator[SheetBill]:
    profiles, game_set = shop.run.profiles, shop.set(Process.LASER)
    material = profiles.material_of(Process.LASER)
    weight = game_set.measures.stock.thickness * material.density / 1000  # g/mm²
    parts = {item.id: _net(item.face) for item in game_set.items}
    cutting = material.cutting
    assert isinstance(cutting, Cutting)  # a material for a laser has it

    made = shop.drawings.drawings
    arrangements = {arrangement.name: arrangement for arrangement in shop.cut_from[1]}
    for number in numbers:
        drawing = made[number]
        found = lengths(drawing)
        seconds = found.cut / cutting.cut + found.score / cutting.score + found.travel / cutting.travel
        sheet = arrangements.get(drawing.name)
        used = sum(parts[placement.item] for placement in sheet.placements) if sheet else 0.0
        whole = drawing.width * drawing.height if sheet else 0.0
        sizes = [round(size, LENGTH) for size in (drawing.width, drawing.height, whole, used)]
        ways = (found.cut, found.score, found.engrave, found.engraved, found.travel)
        minutes = round((seconds + found.swept / cutting.interval / cutting.engrave) / 60, TIME)
        grams = round(used * weight, WEIGHT)
        yield SheetBill(drawing.name, *(*sizes, grams, *(round(way, LENGTH) for way in ways), minutes))


def _net(face: Face) -> float:
    """Return the area of a part, what falls out of it taken off, mm²."""
    holes = (region for mark in face.marks if mark.operation is Operation.CUT for region in mark.ink)
    return area(face.outline) - sum(map(region_area, holes))


def _way_bills(shop: Build) -> Iterator[tuple[WayBill, StorageBill | None]]:
    """Yield each way to print the set, and what of it is for storage."""
    from quasiprint.solids.estimate import Plates

    made = shop.solids
    material = shop.run.profiles.material_of(Process.PRINTER)
    plates = Plates(made.set, made.pieces, made.meshes, material)
    slicers: dict[tuple[str, bool], list[str]] = {}
    for project in made.projects:
        slicers.setdefault((project.bed.name, project.relief), []).append(str(project.slicer))
    for project in made.projects:
        names = slicers.pop((project.bed.name, project.relief), None)
        if names:
            bills = tuple(plates.bill(plate, relief=project.relief) for plate in project.plates)
            way = WayBill(project.bed.name, tuple(names), project.relief, bills)
            kept, alone = _storage_among(shop.set(Process.PRINTER), project.plates)
            counted = plates.bill(kept, relief=project.relief)
            stored = StorageBill(way.name, counted.pieces, alone, counted.grams, counted.hours)
            yield way, stored if kept.placements else None


def _storage_among(game_set: GameSet, plates: Sequence[Arrangement]) -> tuple[Arrangement, int]:
    """Return all storage that is laid out, as if it lay alone; and how many plates, sheets or leaves have nothing else
    on them."""
    ids = {accessory.id for accessory in game_set.accessories if accessory.storage}
    lists = [[lying for lying in plate.placements if lying.item in ids] for plate in plates]
    alone = sum(len(kept) == len(arrangement.placements) > 0 for kept, arrangement in zip(lists, plates, strict=True))
    return Arrangement("storage", 0.0, 0.0, tuple(lying for kept in lists for lying in kept)), alone


def _storage(shop: Build, offer: ProductKind) -> Iterator[StorageBill]:
    """Yield what of the sheets, or of the leaves of each paper, is for storage."""
    game_set, material = shop.set(offer.maker), shop.run.profiles.material_of(offer.maker)
    places = {"laser": shop.cut_from[1]} if offer is ProductKind.DRAWINGS else {
        f"paper, {paper.name}": shop.leaves_of(paper) for paper in shop.run.profiles.pages
    }  # fmt: skip
    thickness = game_set.measures.stock.thickness if offer is ProductKind.DRAWINGS else material.thickness
    net = _net if offer is ProductKind.DRAWINGS else lambda face: area(face.nominal)
    areas = {accessory.id: net(accessory.face) for accessory in game_set.accessories if accessory.storage}
    for where, arrangements in places.items():
        kept, alone = _storage_among(game_set, arrangements)
        if kept.placements:
            volume = sum(areas[lying.item] for lying in kept.placements) * thickness / 1000  # cm³
            yield StorageBill(where, len(kept.placements), alone, round(volume * material.density, WEIGHT), 0.0)


def _papers(shop: Build) -> Iterator[PaperBill]:
    material = shop.run.profiles.material_of(Process.PAPER)
    for paper in shop.run.profiles.pages if shop.on_paper else ():
        leaves, held = shop.leaves(paper), shop.set(Process.PAPER)
        cut = cuts(held, shop.leaves_of(paper)) if held.boards is None else (0, 0)
        volume = leaves * paper.width * paper.height * material.thickness / 1000  # cm³
        yield PaperBill(paper.name, leaves, round(volume * material.density, WEIGHT), *cut)


def summary(bill: Bill) -> list[str]:
    """Return what each process takes in all, of the ways to print the first alone: the heads of `lines`."""
    others = {way.name for way in bill.ways[1:]}
    storage = tuple(kept for kept in bill.storage if kept.way not in others)
    costs = tuple(cost for cost in bill.costs if cost.way not in others)
    found = lines(replace(bill, ways=bill.ways[:1], storage=storage, costs=costs))
    return [f"{line}." for line in found if not line.startswith(" ")]


def lines(bill: Bill) -> Iterator[str]:
    """Yield a bill whole: each sheet, each plate, each paper, each cost in a line."""
    made = dict(bill.materials)
    for way in bill.ways:
        yield f"Print ({way.name}; {', '.join(way.slicers)}): {_way_words(way, made['printer'])}"
        for plate in way.plates:
            spools = ", ".join(f"{spool.name} {spool.grams:g} g" for spool in plate.spools)
            tower = f", tower {plate.tower:g} g" if plate.tower else ""
            yield f"  {plate.name}: {several(plate.pieces, 'part')}, {spools}{tower}, {_about(plate.hours)}"
    if bill.sheets:
        yield f"Cut: {_cut_words(bill, made['laser'])}"
        for sheet in bill.sheets:
            used = f"{share_of(sheet)} used, {sheet.grams:g} g of parts, " if sheet.whole else ""
            yield (
                f"  {sheet.name}: {used}cut {sheet.cut:.0f} mm, score {sheet.score:.0f} mm, engrave "
                f"{sheet.engraved:.0f} mm² (outlines {sheet.engrave:.0f} mm), travel {sheet.travel:.0f} mm, "
                f"{sheet.minutes:.1f} min"
            )
    if bill.papers:
        yield f"Paper, {made['paper']}: {_leaves_words(bill)}, the books not counted"
    for kept in bill.storage:
        yield f"Of this for {_storage_words(kept)}"
    for cost in bill.costs:
        yield f"Cost: {_cost_words(cost)}"


def _way_words(way: WayBill, material: str) -> str:
    each = f" ({_filament(way)})" if len(way.spools()) > 1 else ""
    changes = f", {several(count, 'change')} of filament" if (count := way.total("changes")) else ""
    plates = several(len(way.plates), "plate")
    return f"{plates}, about {way.total('grams'):.0f} g of {material}{each}{changes}, {_about(way.total('hours'))}"


def _filament(way: WayBill, write: Callable[[str], str] = str) -> str:
    """Return what a way takes of each filament, and what its towers do, g. write: makes a name fit for a page."""
    each = [f"{write(name)} {grams:g}" for name, (_, grams) in way.spools().items()]
    return ", ".join([*each, *([f"tower {tower:g}"] if (tower := way.total("tower")) else [])])


def _cut_words(bill: Bill, material: str) -> str:
    score = bill.total("score")
    scored = f"{_metres(score)} scored, " if score else ""
    return (
        f"{several(bill.cut_sheets, 'sheet')} of {material}, {bill.sheet_size}, {bill.use:g} % of it used, "
        f"{_metres(bill.total('cut'))} cut, {scored}"
        f"{bill.total('engraved') / 100:.0f} cm² engraved, {_hours(bill.minutes / 60)}"
    )


def _leaves_words(bill: Bill) -> str:
    found = []
    for paper in bill.papers:
        words = [f"{paper.leaves} {'leaf' if paper.leaves == 1 else 'leaves'} of {paper.paper}"]
        words += [several(paper.cuts, "straight cut")] if paper.cuts else []
        words += [f"{several(paper.scissors, 'thing')} to cut out with scissors"] if paper.scissors else []
        found.append(", ".join(words))
    return ", or ".join(found)


def _cost_words(cost: Cost) -> str:
    return f"{cost.way}: {cost.total:.2f} {cost.currency} (material {cost.material:.2f}, machine {cost.time:.2f})"


def _storage_words(kept: StorageBill) -> str:
    time = f", {_about(kept.hours)}" if kept.hours else ""
    what = "leaf" if kept.way.startswith("paper") else "sheet" if kept.way == "laser" else "plate"
    plural = "leaves" if what == "leaf" else f"{what}s"
    alone = f", {kept.alone} {what if kept.alone == 1 else plural} of its own" if kept.alone else ""
    return f"storage ({kept.way}): {several(kept.parts, 'part')}, about {kept.grams:.0f} g{time}{alone}"


def _about(hours: float) -> str:
    """Return hours of printing as exactly as they are known."""
    return f"about {several(max(1, round(hours)), 'hour')}"


def _hours(hours: float) -> str:
    minutes = round(hours * 60)
    if not minutes:
        return "less than a minute"
    return f"about {minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"about {minutes} min"


def _metres(length: float) -> str:
    return f"{length / 1000:.1f} m"


def fields(bill: Bill) -> dict[str, str]:
    """Return the tables of a set's page, by the names of their fields; "" for one that has no rows."""
    made = dict(bill.materials)
    rows: dict[str, list[dict[str, object]]] = {
        "bill_sheets": [asdict(sheet_bill) | {"used": share_of(sheet_bill)} for sheet_bill in bill.sheets],
        "bill_plates": [
            {
                "name": way.name,
                "plates": len(way.plates),
                "filament": _filament(way, markdown),
                "changes": way.total("changes"),
                "hours": way.total("hours"),
            }
            for way in bill.ways
        ],
        "bill_papers": [asdict(paper_bill) for paper_bill in bill.papers],
        "bill_storage": [asdict(storage_bill) for storage_bill in bill.storage],
        "bill_costs": [
            asdict(cost) | {"total": cost.total, "currency": markdown(cost.currency)} for cost in bill.costs
        ],
    }
    materials = {"printed_of": "printer", "cut_of": "laser", "paper_of": "paper"}
    glance = {
        "takes_printed": f"{_way_words(bill.ways[0], made['printer'])}." if bill.ways else "",
        "takes_cut": f"{_cut_words(bill, made['laser'])}." if bill.sheets else "",
        "takes_paper": f"{_leaves_words(bill)}." if bill.papers else "",
    }
    return (
        {name: table(name, entries) for name, entries in rows.items()}
        | {name: markdown(made.get(maker, "")) for name, maker in materials.items()}
        | {name: markdown(text) for name, text in glance.items()}
    )


def share_of(sheet: SheetBill) -> str:
    """Return how much of a sheet becomes parts, "" for the back of one."""
    return f"{100 * sheet.used / sheet.whole:.1f} %" if sheet.whole else ""


def table(name: str, rows: Iterable[Mapping[str, object]]) -> str:
    """Return a table of a set's page, in Markdown; "" without rows."""
    head, line, row = tables()[name].strip().split("\n")
    made = [row.format(**values) for values in rows]
    return "\n".join((head, line, *made)) if made else ""


@cache
def tables() -> dict[str, str]:
    """Return what the tables of a set's page are made with: the heading, a line, and a row, in lines."""
    return toml_of((template_folder() / TABLES).read_bytes(), TABLES)
