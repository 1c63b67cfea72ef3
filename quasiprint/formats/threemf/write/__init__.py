"""3MF in two flavours, because one file cannot serve both families of slicers: see `prusa` and `bambu`.

Filament 1 is the body's; the palette's colours that a file uses follow it without a gap, so that a printer needs no
more filaments than are printed. The description in each file names them. The core specification's base materials carry
all the palette's colours for other programs; slicers pass over them.

``Application`` is ours. Bambu Studio and OrcaSlicer therefore say that they load geometry only: names, parts and
filaments arrive nevertheless, but a version that heeds no plates of a foreign project leaves it to its *Arrange* to
spread the pieces, and Bambu Studio takes no change of filament from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from quasiprint.formats.threemf.write.bambu import MAX_PLATES, bambu
from quasiprint.formats.threemf.write.job import Job
from quasiprint.formats.threemf.write.prusa import prusa
from quasiprint.formats.threemf.write.text import MeshText, number
from quasiprint.model.escaping import markdown
from quasiprint.model.production import Artefact, Project, SolidProduction
from quasiprint.model.profile import Slicer
from quasiprint.model.runs import runs
from quasiprint.pictures.things import plate as picture


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield a file for each plate of a project for PrusaSlicer, and one for each project for Bambu Studio and
    OrcaSlicer; if there are more plates than one can have, so for each so many plates."""
    text = MeshText(production.meshes)
    shown = lru_cache(maxsize=4 * MAX_PLATES)(_shown)
    for path, job in jobs(production):
        pictures = [shown(_Plate(job, k)) for k in range(len(job.plates))]
        if path.endswith("-prusa.3mf"):
            yield Artefact(path, prusa(job, pictures[0], text))
        else:
            yield Artefact(path, bambu(job, pictures, text))


class _Plate:
    """A plate of a job as what decides its picture: equal where that is."""

    def __init__(self, job: Job, number: int) -> None:
        self.job, self.number = job, number
        plate, change = job.plates[number], job.changes[number]
        self.key = job.relief, job.bed.width, job.bed.depth, plate.placements, change

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Plate) and self.key == other.key


def _shown(plate: _Plate) -> bytes:
    job, number = plate.job, plate.number
    lies, change = job.plates[number], job.changes[number]
    return picture(job.bed, lies, job.pieces, job.set.palette, job.relief, change)


def jobs(production: SolidProduction) -> Iterator[tuple[str, Job]]:
    """Yield each file's path, and what it prints."""
    pieces = {piece.id: piece for piece in production.pieces}

    def job(project: Project, plates: Iterable[int]) -> Job:
        own = tuple(project.plates[k] for k in plates)
        return Job(production.set, project.bed, project.relief, own, pieces)

    for project in production.projects:
        every = range(len(project.plates))
        if project.slicer is Slicer.PRUSA:
            yield from ((f"3mf/{project.plates[k].name}-prusa.3mf", job(project, (k,))) for k in every)
            continue
        stem = f"3mf/{production.set.game}-{'relief' if project.relief else 'set'}"
        groups = [every[k : k + MAX_PLATES] for k in range(0, len(every), MAX_PLATES)]
        for count, group in enumerate(groups, 1):
            suffix = f"-{count}" if len(groups) > 1 else ""
            yield f"{stem}{suffix}-bambu.3mf", job(project, group)


SLICERS = {Slicer.PRUSA: "PrusaSlicer", Slicer.BAMBU: "Bambu Studio, OrcaSlicer"}


def beds(production: SolidProduction) -> str:
    """Return a table of the beds for which plates are laid out, in Markdown."""
    rows = ["| slicer | bed | filaments | the tower's place |", "|---|---|---|---|"]
    for slicer, bed in {project.slicer: project.bed for project in production.projects}.items():
        several = bed.extruders > 1 and any(part.colour is not None for one in production.pieces for part in one.parts)
        place = "none is kept free: put it beside the parts, or switch it off" if several and not bed.tower else "none"
        if bed.tower and any(plate.tower for p in production.projects if p.slicer is slicer for plate in p.plates):
            left, low, right, high = map(number, bed.tower)
            place = f"from {left} to {right} mm across, {low} to {high} mm back"
        size = f"{number(bed.width)} × {number(bed.depth)} mm"
        rows.append(f"| {SLICERS[slicer]} | `{bed.name}`, {size} | {bed.extruders} | {place} |")
    return "\n".join(rows)


def tower(production: SolidProduction) -> str:
    """Return "free" if some plate keeps a place free for the tower on which filaments are changed; else ""."""
    return "free" if any(plate.tower for project in production.projects for plate in project.plates) else ""


def filaments(production: SolidProduction) -> str:
    """Return a table of the filaments that each file needs, in Markdown; "" if each takes one after the other."""
    rows: dict[str, list[str]] = {}
    for path, job in jobs(production):
        if not job.relief:
            first, *others = (f"{markdown(name)} `{rgb}`" for name, rgb in job.filaments)
            said = ", ".join(f"{k} {spool}" for k, spool in enumerate(others, 2)) or "none"
            rows.setdefault(f"{first} | {said}", []).append(path.partition("/")[2])
    table = [f"| {', '.join(runs(files))} | {said} |" for said, files in rows.items()]
    return "\n".join(["| file | filament 1 | the others |", "|---|---|---|", *table]) if rows else ""


def changes(production: SolidProduction) -> str:
    """Return a table of the files in relief: where each changes its filament; "" if none does."""
    rows: dict[str, list[tuple[str, str]]] = {}  # what is said: of which files, and which of their plates
    for path, job in jobs(production):
        if not job.relief:
            continue
        plates: dict[str, list[str]] = {}
        for plate, change in zip(job.plates, job.changes, strict=True):
            first, *second = (f"{markdown(name)} `{rgb}`" for name, rgb in job.spools(change))
            then = f"{number(change.z)} mm | {change.layer} | {second[0]}" if change else "none | none | none"
            plates.setdefault(f"{first} | {then}", []).append(plate.name)
        for said, names in plates.items():
            several = f" ({', '.join(runs(names, quote=''))})" if len(plates) > 1 else ""
            rows.setdefault(said, []).append((path.partition("/")[2], several))
    head = "| file | first filament | change at | before layer | second filament |"
    table = [f"| {', '.join(_named(files))} | {said} |" for said, files in rows.items()]
    return "\n".join([head, "|---|---|---|---|---|", *table]) if rows else ""


def _named(files: Sequence[tuple[str, str]]) -> list[str]:
    """Return names of files for a cell of a table. files: each with which of its plates are meant, "" if all."""
    whole = runs(name for name, plates in files if not plates)
    return [*whole, *(f"`{name}`{plates}" for name, plates in files if plates)]
