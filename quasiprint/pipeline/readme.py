"""The page that lies in a set's folder: what is there, how to make it, what was not tested.

Its words are in ``templates/set-readme.md``: ``$name`` is a field; what stands between
``<!-- for FORMAT FORMAT -->`` and ``<!-- end -->`` is there only if one of the formats is. A word
that names no format says what must hold of the set, too: it has coloured "inlays", several of them told
apart by "patterns"; "accessories"; marks "sunk" or "raised"; a "recess" in the middle; its pieces are "boards"
to write on, or "tiles"; or it is the set of the game that the word names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from string import Template

from quasiprint import export, games
from quasiprint.model.conditional import chosen
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Process
from quasiprint.model.piece import GameSet, Labelled
from quasiprint.model.profile import SheetOperation
from quasiprint.pipeline.manifest import FileEntry, Makers
from quasiprint.pipeline.run import Run
from quasiprint.version import __version__

TEMPLATE = "set-readme.md"
MANY = 60  # files: more are not named one by one


MADE = {Process.PRINTER: "printed", Process.LASER: "cut", Process.PAPER: "on paper"}


def readme(run: Run, held: GameSet, makers: Makers, files: Mapping[str, Sequence[FileEntry]]) -> str:
    """Return the page of a set.

    makers: of accessories that only some processes make, by id. files: what was written, by format.
    Raises InputError if a user's own template has a field that is not known.
    """
    text = run.templates.text(TEMPLATE)
    formats = set(export.exporters())
    traits = _traits(held)

    def holds(said: str) -> bool:
        words = set(said.split())
        wanted = words & formats
        return words - formats <= traits and (not wanted or bool(wanted & set(files)))

    text = chosen(text, holds)
    fields = _fields(run, held, makers, files)
    try:
        return Template(text).substitute(fields)
    except KeyError as problem:
        known = ", ".join(f"${name}" for name in sorted(fields))
        raise InputError(f"{TEMPLATE}: found ${problem.args[0]}, allowed are {known}") from None
    except ValueError as problem:
        raise InputError(f"{TEMPLATE}: {problem}; a dollar sign is written $$") from None


def _fields(run: Run, held: GameSet, makers: Makers, files: Mapping[str, Sequence[FileEntry]]) -> dict[str, str]:
    game = games.load(run.game)
    profiles = run.profiles
    printer, laser = profiles.measures_of(Process.PRINTER), profiles.measures_of(Process.LASER)
    kinds: dict[tuple[str, str], int] = {}
    for thing in held.accessories:
        where = ", ".join(MADE[process] for process in makers.get(thing.id, ()))
        key = thing.kind, f" ({where})" if where else ""
        kinds[key] = kinds.get(key, 0) + thing.count
    things = ", ".join(f"{n} {kind}{'s' * (n > 1)}{where}" for (kind, where), n in kinds.items())
    return {
        "title": game.titles.title,
        "inventor": game.titles.inventor,
        "version": __version__,
        "pieces": f"{len(held.pieces)} piece{'s' * (len(held.pieces) != 1)}",
        "accessories": things or "nothing else",
        "cover": "\n".join(held.boards.cover) if held.boards else "",
        "parameters": _parameters(held),
        "contents": _contents(files),
        "colours": _colours(held, _inks(held)),
        "filaments": _filaments(held, _used(held)),
        "bed": profiles.bed.name,
        "bed_size": f"{profiles.bed.width:g} × {profiles.bed.depth:g}",
        "nozzle": f"{profiles.bed.nozzle:g}",
        "printer_edge": f"{printer.size.edge:g}",
        "printer_thickness": f"{printer.stock.thickness:g}",
        "printer_clearance": f"{printer.fit.clearance:g}",
        "layer": f"{printer.machine.layer:g}",
        "sheet": profiles.sheet.name,
        "sheet_size": f"{profiles.sheet.width:g} × {profiles.sheet.height:g}",
        "laser_thickness": f"{laser.stock.thickness:g}",
        "kerf": f"{laser.fit.kerf:g}",
        "layers": _layers(run),
        "papers": " or ".join(f"{page.name} ({page.width:g} × {page.height:g} mm)" for page in profiles.pages),
    }


def _parameters(held: GameSet) -> str:
    """Return the set's own parameters in words."""
    said = []
    for name, value in held.parameters:
        words = name.replace("_", " ")
        if isinstance(value, bool):
            said += [words] if value else []
        else:
            said.append(f"{words} {value:g}" if isinstance(value, float) else f"{words} {value}")
    return ", ".join(said) or "none"


def _traits(held: GameSet) -> set[str]:
    """Return the words for what a page says of some sets only."""
    marks = [mark for piece in held.pieces for mark in piece.face.marks]
    plain = [mark.rise for mark in marks if mark.colour is None and mark.rise is not None and mark.label is not None]
    complete = isinstance(held.composition, Labelled)
    holds = {
        "inlays": bool(_used(held)),
        "patterns": len(_used(held)) > 1,
        "accessories": bool(held.accessories),
        "sunk": any(rise < 0 for rise in plain),
        "raised": any(rise > 0 for rise in plain),
        "boards": held.boards is not None,
        "tiles": complete,
        "recess": complete and any(m.label is None and m.rise is not None and m.rise < 0 for m in marks),
    }
    return {held.game, *(word for word, there in holds.items() if there)}


def _contents(files: Mapping[str, Sequence[FileEntry]]) -> str:
    """Return a row for each format: single pieces counted, everything else by name."""
    rows = ["| folder | single pieces | all together |", "|---|---|---|"]
    for name, records in files.items():
        single = sum(1 for entry in records if entry.of)
        names = [f"`{entry.path.split('/', 1)[1]}`" for entry in records if not entry.of]
        if len(names) > MANY:
            names = [*names[:2], f"… {len(names)} files in all …", names[-1]]
        whole = ", ".join(names)
        rows.append(f"| `{name}/` | {f'{single} files' if single else ''} | {whole} |")
    return "\n".join(rows)


def _used(held: GameSet) -> Collection[int]:
    """Return the colours that pieces or accessories bear, in the palette's order."""
    faces = [piece.face for piece in held.pieces] + [thing.face for thing in held.accessories]
    return sorted({mark.colour for face in faces for mark in face.marks if mark.colour is not None})


def _inks(held: GameSet) -> list[tuple[int, str]]:
    """Return the colours in use and where: on pieces, or on accessories alone."""
    on_pieces = {mark.colour for piece in held.pieces for mark in piece.face.marks}
    return [(k, f"{held.noun}s" if k in on_pieces else "accessories only") for k in _used(held)]


def _colours(held: GameSet, inks: Sequence[tuple[int, str]]) -> str:
    rows = ["| number | colour | sRGB | pattern | on |", "|---|---|---|---|---|"]
    for k, where in inks:
        ink = held.palette.inks[k]
        rows.append(f"| {k} | {ink.name} | `{ink.rgb}` | {ink.pattern} | {where} |")
    return "\n".join(rows)


def _filaments(held: GameSet, used: Collection[int]) -> str:
    rows = ["| extruder | filament |", "|---|---|", f"| 1 | body, `{held.palette.body}` |"]
    rows += [f"| {k + 2} | {held.palette.inks[k].name}, `{held.palette.inks[k].rgb}` |" for k in used]
    return "\n".join(rows)


def _layers(run: Run) -> str:
    """Return how the operations are told apart in the drawings."""
    rows = ["| operation | in SVG | DXF layer |", "|---|---|---|"]
    for style in run.profiles.sheet.styles:
        colours = (("stroke", style.stroke), ("fill", style.fill))
        how = " and ".join(f"{kind} `{value}`" for kind, value in colours if value)
        burned = ", never burned" if style.operation == SheetOperation.REFERENCE else ""
        if how:
            rows.append(f"| {style.operation}{burned} | {how} | `{style.layer}` |")
    return "\n".join(rows)
