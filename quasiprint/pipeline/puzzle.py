"""A puzzle with a set's tiles: settled, solved or counted, and what is printed and cut for it."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from quasiprint import games
from quasiprint.documents.puzzle_sheet import Sheet, Tray, sheet, tray
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, area
from quasiprint.model.finding import has_errors
from quasiprint.model.game import Puzzled
from quasiprint.model.measures import Maker
from quasiprint.model.option import Supplied
from quasiprint.model.production import DrawingProduction
from quasiprint.model.texts import MAX_TOML
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.search.puzzles.counting import Count, OutOfTime, count_solutions
from quasiprint.search.puzzles.laying import ANY, FREE, Laid, Puzzle, Tile, exact_cover
from quasiprint.search.puzzles.region import (
    LARGEST,
    MOST_CELLS,
    grid,
    on_tenths,
    own_region,
    read_region,
    region,
)
from quasiprint.search.puzzles.solving import Undecided, solve
from quasiprint.sets.card import picture
from quasiprint.sets.counts import complement
from quasiprint.sets.judge import judge, meant, name
from quasiprint.sets.placed import Placed, integers
from quasiprint.sets.polygons import Outline
from quasiprint.sets.proof import hold, refuse_too_many
from quasiprint.sets.room import OPTION
from quasiprint.sets.set_file import COLOURED, SetDesign, read
from quasiprint.storage.reading import name_of, read_bytes
from quasiprint.values import dataclass

__all__ = ["Asked", "Count", "OutOfTime", "PuzzleJob", "Solved", "Undecided"]

MOST_HAND = 100
SIX = 6
NAMED = 6  # pairs of labels that a puzzle's page names


@dataclass(frozen=True, slots=True)
class Asked:
    """What a puzzle is to be. region: a name and size, or a file; "" for the usual one. border: "free", "any" or a
    label. pieces: names of the tiles that may be used, each with a colon and a count, or without; none: all. hand: so
    many tiles of each shape, drawn by seed, 0 for no hand. seconds: after which a search ends."""

    region: str = ""
    border: str = "free"
    pieces: tuple[str, ...] = ()
    hand: int = 0
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """The tiles of a solution as they lie, from below; None where it is proved that there is none."""

    tiles: tuple[tuple[Tile, Placed], ...] | None

    def layout(self) -> dict[str, Any]:
        """Return the text form that `score` reads."""
        return {
            "tiles": [
                {"tile": tile.name, "at": list(integers(at.at)), "turn": at.turn, "flipped": at.flipped}
                for tile, at in self.tiles or ()
            ]
        }


class PuzzleJob:
    """A puzzle that was asked for. Raises InputError for what is none."""

    def __init__(self, request: Request, asked: Asked) -> None:
        self.asked = asked
        self.seed = request.seed
        self.run = settle(_of_set_file(request))
        supplied = dict(self.run.supplied)[OPTION]
        self.label = supplied.name
        self.design = read(supplied.content, self.label)
        refuse_too_many(self.design, self.label)
        every = _tiles(self.design, self.label)
        own = None if asked.region else own_region(self.design)
        said = self.design.region if isinstance(self.design.region, str) else f"the region of {self.label}"
        self.named = asked.region or (said if own else _usual_region(self.design, _cells(every)))
        self.region = own or _region(self.named, self.design)
        tiles = _choose(self.design, every, asked, self.seed)
        # of tiles without cells, pieces that were named or drawn may be more than the region takes
        whole = bool(self.region.cells) and _cells(tiles) == len(self.region.cells)
        self.puzzle = Puzzle(self.design, tiles, self.region, _border(asked.border, self.design), whole)

    @property
    def tiles(self) -> int:
        """How many tiles there are to choose from."""
        return sum(tile.copies for tile in self.puzzle.tiles)

    @property
    def words(self) -> str:
        """What the puzzle is, in a line."""
        label = self.puzzle.border
        said = {FREE: "", ANY: ", one label all round"}
        border = said[label] if label in said else f", label {self.design.call(label)} all round"
        which = f"all {self.tiles} tiles" if self.puzzle.whole else f"some of {self.tiles} tiles"
        return f"{self.design.title}: {which} in {name_of(Path(self.named))}{border}"

    @cached_property
    def cover(self) -> Laid:
        """The puzzle as an exact cover."""
        return exact_cover(self.puzzle)

    def too_few(self) -> bool:
        """Tell whether the tiles are too few to cover the region's cells: then there is no solution."""
        return _cells(self.puzzle.tiles) < len(self.region.cells)

    def solve(self) -> Solved:
        """Return a solution, or that there is none. Raises Unavailable without OR-Tools, `Undecided`, and
        ArithmeticError for a solution that the rules of the set file refuse."""
        found = None if self.too_few() else solve(self.cover, self.seed, self.asked.seconds)
        solved = Solved(None if found is None else self.cover.tiles_of(found))
        if solved.tiles is not None and (wrong := self.wrong(solved)):
            raise ArithmeticError(f"the solution breaks a rule: {wrong}")
        return solved

    def wrong(self, solved: Solved) -> str:
        """Return what the judge of layouts, which knows nothing of puzzles, says against a solution; "" if it is
        legal, and its tiles are as large together as the region."""
        text = json.dumps(solved.layout()).encode()
        found = judge(self.design, text)
        if has_errors(found.findings):
            return "; ".join(f"{one.code}: {one.message}" for one in found.findings)
        every = [placed.corners for _, placed in solved.tiles or ()]
        whole, *parts = (area(tuple(point.to_xy() for point in corners)) for corners in (self.region.corners, *every))
        covered = sum(parts)
        return "" if math.isclose(covered, whole, rel_tol=1e-9) else f"tiles cover {covered:g} of {whole:g}"

    def count(self) -> Count:
        """Return how many solutions there are. Raises `OutOfTime`."""
        if self.too_few():
            return Count(0, 0, 0, 0, (1, 1, 1))
        return count_solutions(self.cover, self.asked.seconds)

    @cached_property
    def _workshop(self) -> Workshop:
        return Workshop(self.run)

    def sheet(self, solved: Solved, paper: str, count: Count | None) -> bytes:
        """Return the puzzle's sheet as a PDF: the region, the tiles, and the solution on the last page."""
        held = self._workshop.set(Maker.PAPER)
        edge = held.measures.size.edge / self._scale
        used = Counter(tile.name for tile, _ in solved.tiles or ())
        wanted = [tile for tile in self.puzzle.tiles if tile.name in used] if self.asked.pieces else self.puzzle.tiles
        return sheet(
            Sheet(
                title=self.design.title,
                words=tuple(_instructions(self, count)),
                region=_ring(self.region, edge),
                border=self._border_colour(held.palette.inks),
                pieces=tuple((tile.name, tile.copies) for tile in wanted),
                held=held,
                solution=picture(self.design, json.dumps(solved.layout()).encode(), held),
                used=tuple(used.items()),
            ),
            paper,
        )

    def _border_colour(self, inks: Sequence[Any]) -> str | None:
        label, looks = self.puzzle.border, {shape.look_meant for shape in self.design.shapes}
        return inks[label % len(inks)].rgb if label >= 0 and looks <= {*COLOURED} else None

    @property
    def _scale(self) -> float:
        return float(self.design.shapes[0].outline.scale)

    def tray(self, format: str) -> bytes:
        """Return a frame for the region and its floor, for a laser. format: "svg" or "dxf". Raises InputError where the
        sheet is too small."""
        held = self._workshop.set(Maker.LASER)
        profile = self.run.profiles.sheet
        edge = held.measures.size.edge / self._scale
        drawing = tray(Tray(_ring(self.region, edge), held.measures.fit.clearance, held.measures.fit.kerf), profile)
        production = DrawingProduction(held, (drawing,), profile.looks)
        from quasiprint import formats

        (made,) = formats.load(format).files(production)
        return made.content


def _of_set_file(request: Request) -> Request:
    """Return a request for the set file of a game that has one; for that of a set file as it is."""
    room = games.load(request.game)
    if request.game == games.SET_FILES.name:
        return request
    if not isinstance(room, Puzzled):
        raise InputError(f"game: {request.game} has no puzzles")
    file = f"{request.game}.toml"
    supplied = Supplied(file, ((f"{OPTION}.toml", room.as_set_file()),))
    return replace(request, game=games.SET_FILES.name, parameters={OPTION: file}, supplied=((OPTION, supplied),))


def _tiles(design: SetDesign, label: str) -> tuple[Tile, ...]:
    held = hold(design, label)
    return tuple(
        Tile(name(shape, labels), shape, labels, shape.copies_of(labels))
        for shape in design.shapes
        for labels in held[shape.name]
    )


def _cells(tiles: Iterable[Tile]) -> int:
    return sum(tile.copies * len(tile.shape.outline.cells) for tile in tiles)


def _region(said: str, design: SetDesign) -> Outline:
    if said.lower().endswith(".toml"):
        file = Path(said)
        return read_region(read_bytes(file, f"region {said!r}", MAX_TOML), name_of(file), design)
    return region(said, design)


def _usual_region(design: SetDesign, covered: int) -> str:
    """Return the region that is meant where nobody names one: one that all tiles fill, if there is one; "" where there
    is none for such tiles. covered: how many cells they have together."""
    cells = grid(design)
    covered = covered if covered <= MOST_CELLS else 0
    if cells == "squares":
        high = max((n for n in range(1, math.isqrt(covered or 1) + 1) if covered % n == 0), default=1)
        fits = high > 1 and covered // high <= LARGEST
        return f"rectangle:{covered // high}x{high}" if fits else "rectangle:3x3"
    if cells == "triangles":
        side = math.isqrt(covered // SIX)
        return f"hexagon:{side if SIX * side * side == covered and side else 1}"
    return "hexagon:2" if cells else "decagon:1" if on_tenths(design) else ""


def _border(said: str, design: SetDesign) -> int:
    if said in ("free", "any"):
        return {"free": FREE, "any": ANY}[said]
    label = design.label_of(said)
    if label is None:
        labels = max(shape.choice.labels for shape in design.shapes)
        known = f"of {', '.join(design.names)}" if design.names else f"from 0 to {labels - 1}"
        raise InputError(f"--border: found {said!r}, allowed is free, any or a label {known}")
    return label


def _choose(design: SetDesign, every: Sequence[Tile], asked: Asked, seed: int) -> tuple[Tile, ...]:
    """Return the tiles that a puzzle may use."""
    if asked.pieces and asked.hand:
        raise InputError("--hand: found beside --pieces, allowed is one of the two")
    if asked.hand:
        return tuple(_draw(every, asked.hand, seed))
    if not asked.pieces:
        return tuple(every)
    there = {tile.name: tile for tile in every}
    wanted: Counter[str] = Counter()
    for said in asked.pieces:
        id, _, times = said.partition(":")
        found = meant(design, id)
        tile = there.get(name(found[0], found[0].least(found[1]))) if found else None
        if tile is None:
            raise InputError(f"--pieces: found {id!r}, allowed is a tile of the set, such as {every[0].name}")
        if times and not (times.isascii() and times.isdigit() and 0 < int(times[:6]) <= tile.copies):
            raise InputError(f"--pieces: found {said!r}, allowed is a count from 1 to {tile.copies}")
        wanted[tile.name] += int(times or 1)
        if wanted[tile.name] > tile.copies:
            raise InputError(f"--pieces: found {id} {wanted[tile.name]} times, allowed is up to {tile.copies}")
    return tuple(replace(tile, copies=wanted[tile.name]) for tile in every if wanted[tile.name])


def _draw(every: Sequence[Tile], hand: int, seed: int) -> Iterator[Tile]:
    """Yield so many tiles of each shape, drawn by lot."""
    lot = random.Random(seed)
    for shape in dict.fromkeys(tile.shape.name for tile in every):
        own = [tile for tile in every if tile.shape.name == shape for _ in range(tile.copies)]
        if not 1 <= hand <= min(len(own), MOST_HAND):
            most = min(len(own), MOST_HAND)
            raise InputError(f"--hand: found {hand}, allowed is from 1 to {most}: there are {len(own)} {shape} tiles")
        drawn = Counter(tile.name for tile in lot.sample(own, hand))
        yield from (replace(tile, copies=drawn[tile.name]) for tile in every if drawn[tile.name])


def _instructions(job: PuzzleJob, count: Count | None) -> Iterator[str]:
    which = f"all {job.tiles} tiles" if job.puzzle.whole else f"tiles of the {job.tiles} on the next page"
    yield f"Fill the shape with {which}. No tile may lie over another, or leave a gap."
    if any(shape.choice.at == "profiles" for shape in job.design.shapes):
        yield "Where tiles meet, a tab fits into a notch, and flat lies along flat."
    elif all(shape.is_plain for shape in job.design.shapes):
        pass  # they show nothing
    elif job.design.match == "equal":
        yield "Where tiles meet, they show the same."
    elif job.design.match == "complementary":
        yield f"Where tiles meet, they show what goes together: {_pairs(job.design)}."
    if not job.design.parallelograms:
        yield "No two tiles that share an edge may form a parallelogram."
    if job.puzzle.border == ANY:
        yield "All along the border, tiles show one and the same label."
    elif job.puzzle.border != FREE:
        said = job.design.call(job.puzzle.border)
        yield f"All along the border, tiles show the label {said}, as the line around the shape does."
    if count is not None:
        turned = f"; {count.mirrors:,} if turned and mirrored ones count once" if count.group[1] > 1 else ""
        yield f"There are {count.all:,} solutions{turned}."


def _pairs(design: SetDesign) -> str:
    """Return which labels meet where they are complementary."""
    most = max((shape.choice for shape in design.shapes), key=lambda choice: choice.labels)
    pairs = [(label, complement(label, most.labels, most.at)) for label in range(0, most.labels, 2)]
    said = [f"{design.call(one)} meets {'itself' if one == two else design.call(two)}" for one, two in pairs]
    return ", ".join(said[:NAMED] + ["and so on"] * (len(said) > NAMED))


def _ring(outline: Outline, edge: float) -> Ring:
    """Return a region's outline in mm, without the corners that are straight."""
    points = [(edge * x, edge * y) for x, y in (corner.to_xy() for corner in outline.corners)]
    kept = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[k - 1], points[(k + 1) % len(points)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-9 * edge * edge:
            kept.append((x, y))
    return tuple(kept)
