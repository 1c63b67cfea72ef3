"""Files of laser sheets, whatever their format: together they must hold every piece, each sheet under its own name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Reading
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import LayerStyle, SheetStock
from quasiprint.readback.arcs import arc_findings
from quasiprint.readback.backs import Backs
from quasiprint.readback.network import unshared
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces, shortened
from quasiprint.readback.sheet import Read, things
from quasiprint.readback.sheet_beside import Beside
from quasiprint.readback.sheet_lines import LaserSheet

JIG = "corner-jig"
SheetReader = Callable[[bytes, Sequence[LayerStyle]], LaserSheet]  # which raises Unreadable


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """What a sheet's file is called. group: what lies on it, "" for anything, as all sheets but older ones have it;
    number: among the group's sheets."""

    group: str
    number: int
    back: bool = False

    def __str__(self) -> str:
        return f"{self.group}{'-' if self.group else ''}sheet-{self.number}{'-back' if self.back else ''}"


def read_sheets(name: str, reading: Reading, reader: SheetReader) -> Report:
    """Read laser sheets of one format: faces, and backs, which are engraved and not cut. name: of the format."""
    report, recogniser, stock = Report(), recogniser_of(reading), reading.sheet
    game_set = recogniser.reference.game_set
    kerf = game_set.measures.fit.kerf
    beside = Beside(recogniser, stock)
    jig = f"{name}/{JIG}.{name}"
    files = {path: content for path, content in reading.files.items() if path != jig}
    names = _named(name, files)
    report.findings += _misnamed(name, names, files, _groups(game_set, loose=reading.loose))
    sheets: dict[Name, tuple[str, LaserSheet]] = {}
    for path, read in report.read(reading, lambda content: reader(content, stock.looks), names.__contains__):
        sheet, findings = read.sound(path)
        report.findings += [*findings, *_sized(path, sheet, stock)]
        sheets[names[path]] = path, sheet
    titles = _titles(game_set, stock, names.values(), loose=reading.loose)
    faces = {thing.id: thing.face for thing in game_set.things}
    found: list[Found] = []
    backs = Backs(recogniser.reference)
    for called, (path, sheet) in sheets.items():
        if called.back:
            continue
        face = things(path, sheet, recogniser, kerf, game_set.measures.manner)
        report.findings += [*face.findings, *_empty(path, face), *unshared(path, face.found, game_set)]
        report.findings += arc_findings(path, sheet, face.found, faces, kerf, loose=reading.loose)
        gap, margin = stock.gap + 2 * kerf, stock.margin + kerf
        report.findings += lying(path, face.found, (sheet.width, sheet.height), margin, gap, what="sheet")
        behind = Name(called.group, called.number, back=True)
        turned = behind in names.values()
        report.findings += beside.front(path, sheet, face.found, titles[called], face.waste, turned=turned)
        if behind in sheets:
            if game_set.secret and not reading.loose:
                backs.take(sheets[behind][1], face.found)
            report.findings += beside.back(*sheets[behind], face.found, titles[behind])
        report.findings += _backed(path, behind, turned, beside.backed(face.found))
        report.note([path], face.found)
        found += face.found
    jigs = any(called.back for called in names.values())
    if jigs is not (jig in reading.files) and not reading.loose:
        message = "nothing on a back is registered without it" if jigs else "no sheet is turned over"
        report.findings.append(error("jig-wrong", jig, f"it is {'not ' * jigs}there, and {message}", REMAKE))
    for path, read in report.read(reading, lambda content: reader(content, stock.looks), [jig].__contains__):
        sheet, findings = read.sound(path)
        title = f"{game_set.title}, corner jig: cut both L's into waste that is fixed, first of all"
        report.findings += [*findings, *_sized(path, sheet, stock), *beside.jig(path, sheet, title)]
    report.findings += shortened(backs.telling())
    report.findings += complete(f"{name.upper()} sheets", found, recogniser.reference, "cut")
    report.pieces = pieces(found, recogniser.reference)
    return report


def _named(name: str, paths: Mapping[str, object]) -> dict[str, Name]:
    """Return what the files that have a sheet's name are called, faces before their backs."""
    pattern = re.compile(rf"{name}/(?:([a-z]+)-)?sheet-([1-9][0-9]{{0,5}})(-back)?\.{name}")
    found = ((path, pattern.fullmatch(path)) for path in paths)
    names = {path: Name(match[1] or "", int(match[2]), bool(match[3])) for path, match in found if match}
    return dict(sorted(names.items(), key=lambda entry: entry[1]))


def _groups(game_set: GameSet, *, loose: bool) -> tuple[str, ...]:
    """Return what sheets are called after. loose: where older versions had sheets for pieces, then for what else is in
    the box."""
    if not loose:
        return ("",)
    kinds = {thing.kind for thing in game_set.accessories}
    rest = f"{kinds.pop()}s" if len(kinds) == 1 else "accessories"
    return tuple(dict.fromkeys(("", f"{game_set.noun}s", *((rest,) if game_set.accessories else ()))))


def _misnamed(
    name: str, names: Mapping[str, Name], paths: Mapping[str, object], groups: Sequence[str]
) -> Iterator[Finding]:
    """Yield which files are no sheets that are expected, and which sheets are left out."""
    allowed = ", ".join(str(Name(group, 1)) for group in groups)
    for path in paths:
        if path not in names or names[path].group not in groups:
            yield error("content-foreign", path, f"no sheet of the set has this name: {allowed} have", REMAKE)
    there = set(names.values())
    for called in sorted(there):
        if called.number > 1 and Name(called.group, called.number - 1) not in there:
            yield error("content-foreign", f"{name}/{called}.{name}", "the sheet before it is not there", REMAKE)
        elif called.back and Name(called.group, called.number) not in there:
            yield error("content-foreign", f"{name}/{called}.{name}", "it is the back of no sheet", REMAKE)


def _titles(game_set: GameSet, stock: SheetStock, names: Iterable[Name], *, loose: bool) -> dict[Name, tuple[str, ...]]:
    """Return what is written on each sheet. loose: or what older versions wrote there."""
    groups, there = _groups(game_set, loose=loose), set(names)
    faces = sorted((called for called in there if not called.back), key=lambda n: (_place(groups, n.group), n.number))
    kerf = game_set.measures.fit.kerf
    titles: dict[Name, tuple[str, ...]] = {}
    for k, called in enumerate(faces, 1):
        whole = f"{game_set.title}, sheet {k} of {len(faces)}, {stock.width:g} × {stock.height:g} mm"
        back = Name(called.group, called.number, back=True)
        turned = ", the marked corner in the left L of the jig" if back in there else ""
        said = f"{whole}, face, kerf {kerf:g} mm"
        titles[called] = (f"{said}{turned}", *([said] * loose))
        said = f"{whole}, back: engrave it first, the marked corner in the right L of the jig, then turn it over"
        titles[back] = (said, *([f"{whole}, back: engrave it first, then turn the sheet over"] * loose))
    return titles


def _place(groups: Sequence[str], group: str) -> int:
    return groups.index(group) if group in groups else len(groups)


def _sized(path: str, sheet: LaserSheet, stock: SheetStock) -> Iterator[Finding]:
    if abs(sheet.width - stock.width) > 1e-3 or abs(sheet.height - stock.height) > 1e-3:
        message = f"it is {sheet.width:g} × {sheet.height:g} mm, allowed is {stock.width:g} × {stock.height:g}"
        yield error("page-size", path, message, REMAKE)


def _empty(path: str, face: Read) -> Iterator[Finding]:
    if not face.found:
        yield error("piece-missing", path, "nothing is cut out of it", REMAKE)


def _backed(path: str, behind: Name, there: bool, due: bool) -> Iterator[Finding]:
    """Yield whether a sheet's back is missing, or there for nothing. there: whether it has a file."""
    if due and not there:
        yield error("back-wrong", path, f"its pieces have something on their backs, and there is no {behind}", REMAKE)
    elif there and not due:
        yield error("back-wrong", path, f"its pieces have nothing on their backs, and there is a {behind}", REMAKE)
