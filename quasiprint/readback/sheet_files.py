"""Files of laser sheets, whatever their format: together they must hold every piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quasiprint.model.finding import error
from quasiprint.model.format import Reading
from quasiprint.model.profile import LayerStyle
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.sheet import LaserSheet, Read, backs, things

SheetReader = Callable[[bytes, Sequence[LayerStyle]], LaserSheet]  # which raises Unreadable


def read_sheets(name: str, reading: Reading, reader: SheetReader) -> Report:
    """Read laser sheets of one format: faces, and backs, which are engraved and not cut. name: of the format."""
    report, recogniser, stock = Report(), recogniser_of(reading), reading.sheet
    kerf = recogniser.reference.game_set.measures.fit.kerf
    fronts: list[tuple[str, LaserSheet, Read]] = []
    behind: list[tuple[str, LaserSheet]] = []
    for path, sheet in report.read(reading, lambda content: reader(content, stock.styles)):
        if abs(sheet.width - stock.width) > 1e-3 or abs(sheet.height - stock.height) > 1e-3:
            message = f"it is {sheet.width:g} × {sheet.height:g} mm, allowed is {stock.width:g} × {stock.height:g}"
            report.findings.append(error("page-size", path, message, REMAKE))
        read = things(path, sheet, recogniser, kerf)
        if read.found or read.findings:
            fronts.append((path, sheet, read))
        else:
            behind.append((path, sheet))
    found: list[Found] = []
    for path, sheet, read in fronts:
        report.findings += read.findings
        gap = stock.gap + 2 * kerf
        margin = stock.margin + kerf
        report.findings += lying(path, read.found, (sheet.width, sheet.height), margin, gap, what="sheet")
        found += read.found
    every = [(sheet, read) for _, sheet, read in fronts]
    for path, sheet in behind:
        report.findings += backs(path, sheet, every, recogniser)
    for path, _, read in fronts:
        report.note([path], read.found)
    marked = sum(1 for _, _, read in fronts if any(_backed(thing) for thing in read.found))
    if marked > len(behind):
        message = f"{marked} sheets have pieces with something on their backs, and {len(behind)} are engraved there"
        report.findings.append(error("back-wrong", name.upper(), message, REMAKE))
    report.findings += complete(f"{name.upper()} sheets", found, recogniser.reference, "cut")
    report.pieces = pieces(found, recogniser.reference)
    return report


def _backed(thing: Found) -> bool:
    return thing.kind is not None and bool(thing.ids) and bool(thing.kind.backs[thing.ids[0]])
