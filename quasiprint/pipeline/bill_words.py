"""A bill in words: in short, for the end of a run; whole, for a terminal; in tables, for a set's page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quasiprint.model.bill import Bill, Cost, SheetBill, WayBill
from quasiprint.model.texts import markdown


def summary(bill: Bill) -> list[str]:
    """Return a line for each process: what it takes in all, the first way to print alone."""
    made = dict(bill.materials)
    lines = []
    if bill.ways:
        way = bill.ways[0]
        lines.append(f"Printed ({way.name}): {_printed(way, made['printer'])}.")
    if bill.sheets:
        lines.append(f"Cut: {_cut(bill, made['laser'])}.")
    if bill.papers:
        lines.append(f"Paper, {made['paper']}: {_leaves(bill)}.")
    shown = {bill.ways[0].name} if bill.ways else set()
    every = {way.name for way in bill.ways}
    costs = [cost for cost in bill.costs if cost.way in shown or cost.way not in every]
    if costs:
        lines.append(f"Costs: {'; '.join(map(_cost, costs))}.")
    return lines


def lines(bill: Bill) -> Iterator[str]:
    """Yield a bill whole: each sheet, each plate, each paper, each cost in a line."""
    made = dict(bill.materials)
    for way in bill.ways:
        yield f"Print ({way.name}; {', '.join(way.slicers)}): {_printed(way, made['printer'])}"
        for plate in way.plates:
            spools = ", ".join(f"{spool.name} {spool.grams:g} g" for spool in plate.spools)
            yield f"  {plate.name}: {_several(plate.pieces, 'part')}, {spools}, {_hours(plate.hours)}"
    if bill.sheets:
        yield f"Cut: {_cut(bill, made['laser'])}"
        for sheet in bill.sheets:
            yield f"  {sheet.name}: {_sheet(sheet)}"
    if bill.papers:
        yield f"Paper, {made['paper']}: {_leaves(bill)}, the books not counted"
    for cost in bill.costs:
        yield f"Cost: {_cost(cost)}"


def _printed(way: WayBill, material: str) -> str:
    inks = way.spools()
    each = f" ({', '.join(f'{name} {grams:g}' for name, (_, grams) in inks.items())})" if len(inks) > 1 else ""
    changes = f", {_several(way.changes, 'change')} of filament" if way.changes else ""
    plates = _several(len(way.plates), "plate")
    return f"{plates}, about {way.grams:.0f} g of {material}{each}{changes}, {_hours(way.hours)}"


def _cut(bill: Bill, material: str) -> str:
    score = bill.total("score")
    scored = f"{_metres(score)} scored, " if score else ""
    return (
        f"{_several(bill.cut_sheets, 'sheet')} of {material}, {bill.use:g} % of it used, "
        f"{_metres(bill.total('cut'))} cut, {scored}"
        f"{bill.total('engraved') / 100:.0f} cm² engraved, {_hours(bill.minutes / 60)}"
    )


def _sheet(sheet: SheetBill) -> str:
    used = f"{100 * sheet.used / sheet.whole:.1f} % used, {sheet.grams:g} g of parts, " if sheet.whole else ""
    return (
        f"{used}cut {sheet.cut:.0f} mm, score {sheet.score:.0f} mm, engrave {sheet.engraved:.0f} mm² "
        f"(outlines {sheet.engrave:.0f} mm), travel {sheet.travel:.0f} mm, {sheet.minutes:.1f} min"
    )


def _leaves(bill: Bill) -> str:
    return ", or ".join(
        f"{paper.leaves} {'leaf' if paper.leaves == 1 else 'leaves'} of {paper.paper}" for paper in bill.papers
    )


def _cost(cost: Cost) -> str:
    return f"{cost.way}: {cost.total:.2f} {cost.currency} (material {cost.material:.2f}, machine {cost.time:.2f})"


def _hours(hours: float) -> str:
    minutes = round(hours * 60)
    if not minutes:
        return "less than a minute"
    return f"about {minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"about {minutes} min"


def _metres(length: float) -> str:
    return f"{length / 1000:.1f} m"


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def fields(bill: Bill) -> dict[str, str]:
    """Return the tables of a set's page, by the names of their fields; "" for one that has no rows."""
    made = dict(bill.materials)
    sheets = [
        (
            sheet.name,
            f"{100 * sheet.used / sheet.whole:.1f} %" if sheet.whole else "",
            *(f"{value:.0f}" for value in (sheet.cut, sheet.score, sheet.engraved, sheet.travel)),
            f"{sheet.minutes:.1f}",
        )
        for sheet in bill.sheets
    ]
    plates = [
        (
            way.name,
            str(len(way.plates)),
            ", ".join(f"{markdown(name)} {grams:g}" for name, (_, grams) in way.spools().items()),
            str(way.changes),
            f"{way.hours:.1f}",
        )
        for way in bill.ways
    ]
    papers = [(paper.paper, str(paper.leaves), f"{paper.grams:.0f}") for paper in bill.papers]
    costs = [
        (cost.way, f"{cost.material:.2f}", f"{cost.time:.2f}", f"{cost.total:.2f} {markdown(cost.currency)}")
        for cost in bill.costs
    ]
    sheet_head = ("sheet", "used", "cut, mm", "score, mm", "engrave, mm²", "travel, mm", "minutes")
    return {
        "bill_sheets": _table(sheet_head, sheets),
        "bill_plates": _table(("way", "plates", "filament, g", "changes", "hours"), plates),
        "bill_papers": _table(("paper", "leaves", "g"), papers),
        "bill_costs": _table(("way", "material", "machine", "in all"), costs),
        "printed_of": made.get("printer", ""),
        "cut_of": made.get("laser", ""),
        "paper_of": made.get("paper", ""),
    }


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    every = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in every)
