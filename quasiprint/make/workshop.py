"""Designs, and what each kind of exporter needs of them: solids, drawings, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from quasiprint.accessories import HAND, with_containers
from quasiprint.checks import check_set
from quasiprint.checks.well_formed import check_request, well_formed
from quasiprint.documents import sheets
from quasiprint.documents.boards import BoardBooks
from quasiprint.documents.inventory import SetBooks
from quasiprint.documents.words import Names
from quasiprint.errors import InputError
from quasiprint.layout.plates import beds_of, keep_outs, projects
from quasiprint.layout.proof import check_arrangement, check_drawing
from quasiprint.layout.shared import SharedSheet
from quasiprint.layout.sheets import Drawings, lay_sheets
from quasiprint.make.books import Books, Sets
from quasiprint.make.profiles import Profiles, other_thickness
from quasiprint.make.run import PURPOSE, Run, all_accessories, makers_of, part_of, room
from quasiprint.model.choices import PROCESSES, Process, ProductKind
from quasiprint.model.coupon import Coupon
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.game import Brief, Facts, OtherProcess, traits
from quasiprint.model.page import BookProduction
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.plugins import require_extension
from quasiprint.model.production import Arrangement, DrawingProduction, SolidProduction, TextProduction
from quasiprint.model.profile import Bed, Paper, SheetStock, Slicer
from quasiprint.model.solid import SolidPiece
from quasiprint.solids.build import solid_pieces
from quasiprint.system.progress import tell, tell_progress

PROGRESS = {
    ProductKind.SOLIDS: "building the parts and laying them on plates",
    ProductKind.DRAWINGS: "laying the parts on laser sheets",
    ProductKind.PAGES: "laying the pages out",
    ProductKind.TEXTS: "writing the text form",
}
SIZED = {Process.TEXT: Process.PAPER}  # a text has no sizes; those of paper stand in for what a design asks for
Production = SolidProduction | DrawingProduction | BookProduction | TextProduction


class Build:
    """What follows from a run, each result made once and only when it is asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.game = room(run)
        self._sets: dict[Process, GameSet] = {}
        self._parts: dict[Process, GameSet] = {}
        self._proved: dict[tuple[tuple[Process, ...], bool], tuple[tuple[Finding, ...], Facts]] = {}

    def __reduce__(self) -> tuple[type[Build], tuple[Run]]:
        """Hand another process the run: what follows from it is made there again. A forked one has it already."""
        return Build, (self.run,)

    @cached_property
    def books(self) -> Books:
        """The books of the set, each made when it is asked for."""
        return Books(self.run, self.game, Sets(self.whole))

    def set(self, process: Process) -> GameSet:
        """Return the set as a process makes it, or the part of it that was asked for, as often as there are to be sets.
        Raises InputError if it cannot be made so."""
        if process not in self._parts:
            whole, part = self.made(process), self.run.part
            self._parts[process] = (whole if part is None else part_of(whole, part)).in_sets()
        return self._parts[process]

    @property
    def apart(self) -> OtherProcess | None:
        """What of the set is made by another machine than the rest."""
        return traits(self.game).apart(dict(self.run.parameters))

    def made(self, process: Process) -> GameSet:
        """Return what a process makes of the complete set, or of its board alone. Raises InputError if it cannot."""
        whole, apart = self.whole(process), self.apart
        if apart is None or apart.maker is not process or makers_of(self.run) <= {process}:
            return whole
        accessories = tuple(accessory for accessory in whole.accessories if accessory.kind in apart.kinds)
        return replace(whole, pieces=(), accessories=accessories)

    def fullest(self, processes: Iterable[Process]) -> GameSet:
        """Return the set as that process makes it which makes the pieces: the first, if several do."""
        return max(map(self.set, processes), key=lambda game_set: len(game_set.pieces))

    def whole(self, process: Process) -> GameSet:
        """Return the complete set as a process makes it. Raises InputError if it cannot be made so."""
        if process not in self._sets:
            brief = self._brief(process)
            tell(f"designing the set for {PURPOSE[process]} …")
            made = self.game.design(brief)
            if made.measures.manner.magnet and made.measures.process is Process.PRINTER:
                with_pockets: Any = require_extension("quasiprint.pockets", "magnets", "--magnet", "machines")
                made = with_pockets(made)
            if made.measures.manner.storage:  # else the game's rules, which say how large a hand is, are not loaded
                hand = traits(self.game).hand(dict(self.run.parameters))
                made = with_containers(made, (HAND if made.hidden else 0) if hand is None else hand)
            self._sets[process] = made
        return self._sets[process]

    def _brief(self, process: Process) -> Brief:
        """Return what a process's set is designed from. Raises InputError for measures of which no set can be."""
        measures = replace(self.run.profiles.measures_of(SIZED.get(process, process)), process=process)
        thickness, edge = measures.stock.thickness, measures.size.edge
        if thickness > edge:  # what one game or one construction needs beyond that, they say themselves
            raise InputError(
                f"thickness: found {thickness:g} mm, allowed is up to the edge, {edge:g} mm: it would stand, not lie"
            )
        measures = replace(measures, machine=replace(measures.machine, room=largest_part(self.run.profiles, process)))
        run, profiles = self.run, self.run.profiles
        settings = len(profiles.sheet.settings)
        return Brief(dict(run.parameters), measures, profiles.palette, run.seed, dict(run.supplied), settings=settings)

    def prove(self, processes: tuple[Process, ...], thorough: bool = False) -> tuple[tuple[Finding, ...], Facts]:
        """Check the set as each process makes it, once; return all findings, each once, and the facts."""
        if (asked := (processes, thorough)) in self._proved:
            return self._proved[asked]
        findings: dict[Finding, None] = {}
        facts: Facts = {}
        fits: dict[str, object] = {}
        for process in dict.fromkeys(processes):
            game_set = self.whole(process)
            tell(f"checking the set for {PURPOSE[process]} …")
            found = [*check_request(game_set, self.game.name, process), *well_formed(game_set)]
            known: Facts = {}
            if not has_errors(found):  # of a set that is not well formed nothing else can be asked
                found, known = check_set(game_set)
            if not has_errors(found):
                more, new_facts = traits(self.game).prove(game_set, thorough and not facts)
                found, known = found + more, {**known, **new_facts}
            findings.update(dict.fromkeys(found))
            known = dict(known)
            fits |= cast("dict[str, object]", known.pop("fit", {}))
            facts = facts or known
        if Process.LASER in processes:
            findings.update(dict.fromkeys(other_thickness(self.run.profiles)))
        self._proved[asked] = tuple(findings), {**facts, "fit": fits} if fits else facts
        return self._proved[asked]

    def accessories(self, processes: tuple[Process, ...]) -> tuple[Accessory, ...]:
        """Return what else is in the box, however it is made: a frame may be cut and never printed."""
        return all_accessories(self.set(process) for process in dict.fromkeys(processes))

    def others(self, processes: tuple[Process, ...]) -> dict[Process, int]:
        """Return how many accessories each process makes."""
        drawn = [process for process in dict.fromkeys(processes) if process is not Process.TEXT]
        return {process: sum(accessory.count for accessory in self.set(process).accessories) for process in drawn}

    def total_counts(self, processes: tuple[Process, ...]) -> dict[str, int]:
        """Return how many pieces and accessories the complete set has, however it is made."""
        sets = [self.whole(process) for process in dict.fromkeys(processes)]
        accessories = sum(accessory.count for accessory in all_accessories(sets))
        return {"pieces": len(sets[0].pieces), "accessories": accessories}

    def makers(self, processes: tuple[Process, ...]) -> dict[str, tuple[Process, ...]]:
        """Return, for each accessory that is not made by all of the processes, by which it is made."""
        drawn = tuple(process for process in dict.fromkeys(processes) if process is not Process.TEXT)
        made = {process: {accessory.id for accessory in self.set(process).accessories} for process in drawn}
        made_by = {
            accessory.id: tuple(process for process in drawn if accessory.id in made[process])
            for accessory in self.accessories(processes)
        }
        return {name: by for name, by in made_by.items() if by != drawn}

    def production(self, offer: ProductKind) -> Production:
        """Return what a format needs."""
        if offer not in self.__dict__:
            tell(f"{PROGRESS[offer]} …")
        made: Production = getattr(self, offer)
        return made

    def arrangements(self, offer: ProductKind) -> tuple[Arrangement, ...]:
        """Return where the parts lie on plates, laser sheets or leaves of the first paper; none for a text."""
        if offer is ProductKind.SOLIDS:
            return self.solids.plates
        if offer is ProductKind.DRAWINGS:
            return self.cut_from[1]
        return self.leaves_of(self.run.profiles.pages[0]) if offer is ProductKind.PAGES else ()

    def leaves_of(self, paper: Paper) -> tuple[Arrangement, ...]:
        """Return where the parts lie on leaves of a paper; none for boards to write on, or if nothing is of paper."""
        held = self.set(Process.PAPER)
        if not self.on_paper or held.boards is not None:
            return ()
        return sheets.leaves(held, paper)

    def prove_bodies(self, keys: Sequence[str]) -> list[Finding]:
        """Prove that bodies of `solids` are closed."""
        from quasiprint.solids.mesh import check_closed

        meshes, found = self.solids.meshes, list[Finding]()
        for key in tell_progress(keys, "building and proving bodies"):
            facets = [facet for surface in meshes[key].surfaces for facet in surface.triangles]
            found += check_closed(key, facets)
        return found

    def check_layout(self, offer: ProductKind, only: Sequence[int] | None = None) -> list[Finding]:
        """Prove what is laid out, which takes little time: parts on their plate and apart; on sheets, of which there
        may be `only` some, cuts in order, and none of them twice. Pages are proved by what nests them alone."""
        if offer is ProductKind.DRAWINGS:
            made = self.drawings.drawings
            numbers = tell_progress(range(len(made)) if only is None else only, "proving sheets")
            return [finding for number in numbers for finding in check_drawing(made[number])]
        if offer is not ProductKind.SOLIDS:
            return []
        outlines, findings = {item.id: item.face.nominal for item in self.solids.set.items}, list[Finding]()
        for project in self.solids.projects:
            bed = project.bed
            for plate in project.plates:
                findings += check_arrangement(plate, outlines, bed.margin, bed.gap, keep_outs(plate, bed))
        return findings

    @cached_property
    def solids(self) -> SolidProduction:
        """The set as bodies, and on plates."""
        from quasiprint.solids.mesh import meshes

        game_set = self.set(Process.PRINTER)
        pieces = solid_pieces(game_set)
        arranged = projects(game_set, pieces, self.beds)
        return SolidProduction(
            set=game_set,
            pieces=pieces,
            meshes=meshes(pieces),
            plates=arranged[0].plates,
            bed=self.run.profiles.bed,
            projects=arranged,
        )

    @property
    def beds(self) -> dict[Slicer, Bed]:
        """The bed for which each kind of slicer has the set laid out."""
        return beds_of(self.set(Process.PRINTER), self.run.profiles.beds)

    def solid(self, id: str) -> SolidPiece:
        """Return one piece or accessory as bodies. Raises InputError if it is not printed, or cannot be."""
        game_set = self.set(Process.PRINTER)
        pieces = tuple(piece for piece in game_set.pieces if piece.id == id)
        accessories = tuple(accessory for accessory in game_set.accessories if accessory.id == id)
        if not (pieces or accessories):
            raise InputError(f"{self.run.game}: {id[:80]!r} is not printed")
        return solid_pieces(replace(game_set, pieces=pieces, accessories=accessories))[0]

    @cached_property
    def cut_from(self) -> tuple[SheetStock, tuple[Arrangement, ...], Mapping[str, SharedSheet]]:
        """The sheet size, the arrangements on such sheets, and their shared cuts."""
        return lay_sheets(self.set(Process.LASER), self.run.profiles.sheet, alone=False)

    @cached_property
    def drawings(self) -> DrawingProduction:
        """The set on laser sheets."""
        game_set = self.set(Process.LASER)
        sheet, arrangements, shared = self.cut_from
        drawings = Drawings(game_set, arrangements, sheet, shared)
        return DrawingProduction(game_set, drawings, sheet.looks, self.run.profiles.sheet)

    @cached_property
    def pages(self) -> BookProduction:
        """The set on paper. Its books are judged, and not typeset: a format that holds them asks for that."""
        game_set = self.set(Process.PAPER)
        if game_set.whole is None:
            self.books.judge()
        papers = self.run.profiles.pages
        bound: Mapping[str, bytes] = self.books if game_set.whole is None else {}
        made = BookProduction(game_set, (), bound, papers[0].dpi, papers[0].bleed, self.run.seed)
        if not self.on_paper:
            return made
        self.leaves(papers[0])  # refused at once
        return replace(made, books=self.sheets_of_paper(papers), papers=papers if game_set.boards is None else ())

    @property
    def on_paper(self) -> bool:
        """Whether its items are made of paper. Those of a coupon for another machine are not: it has books alone."""
        return not isinstance(self.game, Coupon) or self.game.maker is Process.PAPER

    def leaves(self, paper: Paper) -> int:
        """Return how many leaves of a paper the pieces or boards take. Raises InputError if one is larger."""
        held = self.set(Process.PAPER)
        if not self.on_paper or held.boards is None:
            return len(self.leaves_of(paper))
        return BoardBooks(held, (paper,), Names.of(self.run.templates, self.run.language, self.run.game)).leaves()

    def sheets_of_paper(self, papers: tuple[Paper, ...]) -> SetBooks | BoardBooks:
        """The pages of some papers on which the set is printed."""
        paper = self.set(Process.PAPER)
        if paper.boards is not None:
            return BoardBooks(paper, papers, Names.of(self.run.templates, self.run.language, self.run.game))
        makers = makers_of(self.run) if self.run.part is None else {Process.PAPER}
        made = {process: self.made(process) for process in PROCESSES if process in makers}
        return SetBooks(paper, papers, self.whole(Process.PAPER), made, Names.of(self.run.templates, self.run.language))

    def release(self, offer: ProductKind) -> None:
        """Free what an offer's formats needed, once the last of them has its files."""
        self.__dict__.pop(offer, None)
        if offer is ProductKind.PAGES:
            self.__dict__.pop("books", None)

    @cached_property
    def texts(self) -> TextProduction:
        """The set in its game's text form."""
        return TextProduction(self.set(Process.TEXT))


def largest_part(profiles: Profiles, process: Process) -> tuple[float, float]:
    """Return the width and height of the largest part that fits the machine, mm; (0, 0) for a text."""
    if process is Process.PRINTER:
        return profiles.bed.width - 2 * profiles.bed.margin, profiles.bed.depth - 2 * profiles.bed.margin
    if process is Process.LASER:
        taken = 2 * (profiles.sheet.margin + 2 * profiles.laser.outside)
        return profiles.sheet.width - taken, profiles.sheet.height - taken
    if process is Process.PAPER:
        rooms = [sheets.room(paper) for paper in profiles.pages]
        return min(width for width, _ in rooms), min(height for _, height in rooms)
    return 0.0, 0.0
