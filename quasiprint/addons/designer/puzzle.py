"""A puzzle with a set's tiles: settled, solved or counted; and the most closed vertices: searched for by steps, kept
between runs, and bounded."""

from __future__ import annotations

import contextlib
import json
import math
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from pathlib import Path
from typing import Any

from quasiprint import games
from quasiprint.addons.designer import puzzle_choice
from quasiprint.addons.designer.puzzle_choice import Asked, Places
from quasiprint.addons.designer.puzzles import solving
from quasiprint.addons.designer.puzzles.counting import MOST_COUNTED, Count, Solvable, count_solutions, refutation
from quasiprint.addons.designer.puzzles.laying import (
    ANY,
    FREE,
    Border,
    Clock,
    CoverProblem,
    Puzzle,
    Tile,
    Undecided,
    cells_of,
    exact_cover,
)
from quasiprint.addons.designer.puzzles.most import AT_ONCE, Field, Filling, Frames, most_closed, seek_within
from quasiprint.addons.designer.puzzles.solving import STEPS
from quasiprint.addons.designer.sets.placed import FIXED_TILE, HINT, Placed, find_closed_vertices, judge
from quasiprint.addons.designer.sets.room import OPTION
from quasiprint.addons.designer.sets.schema import Region
from quasiprint.addons.designer.sets.set_file import CLOSED_VERTICES, read
from quasiprint.disk.reading import name_of, read_checkpoint, read_object, seal_line
from quasiprint.errors import InputError
from quasiprint.exact.zeta import integers
from quasiprint.make.run import Request, settle
from quasiprint.model.face import area
from quasiprint.model.finding import has_errors
from quasiprint.model.game import Puzzled
from quasiprint.model.option import Supplied
from quasiprint.model.texts import several
from quasiprint.version import __version__

__all__ = ["Asked", "Count", "PuzzleJob", "Solvable", "Solved", "Undecided"]

Lies = tuple[Tile, Placed]


@dataclass(frozen=True, slots=True)
class Solved:
    """The tiles of a solution as they lie, from below; None if provably there is none. given: those fixed or hints."""

    tiles: tuple[Lies, ...] | None
    given: Mapping[int, str] = field(default_factory=dict)

    def of(self, given: str) -> tuple[Lies, ...]:
        """Return the tiles that are fixed, or those that are hints."""
        return tuple(lies for k, lies in enumerate(self.tiles or ()) if self.given.get(k) == given)

    def layout(self) -> dict[str, Any]:
        """Return the text form that `score` reads."""
        return {
            "tiles": [
                {"tile": tile.name, "at": list(integers(at.at)), "turn": at.turn, "flipped": at.flipped}
                | ({"given": self.given[k]} if k in self.given else {})
                for k, (tile, at) in enumerate(self.tiles or ())
            ]
        }


class PuzzleJob:
    """A puzzle by its options. Raises InputError for an impossible one."""

    def __init__(self, request: Request, asked: Asked) -> None:
        self.asked = asked
        self.seed = request.get("seed", 0)
        self.room: Puzzled | None = None  # of a game that has a set file
        if request.game != games.SET_FILES:
            room = games.load(request.game)
            if not isinstance(room, Puzzled):
                raise InputError(f"game: {request.game} has no puzzles")
            self.room, file = room, f"{request.game}.toml"
            content = (games.folder(request.game) / "set.toml").read_bytes()
            supplied = Supplied(file, ((f"{OPTION}.toml", content),))
            request = request.but(game=games.SET_FILES, parameters={OPTION: file}, supplied=((OPTION, supplied),))
        self.run = settle(request)
        supplied = dict(self.run.supplied)[OPTION]
        self.label = supplied.name
        self.design = read(supplied.content, self.label)
        all_tiles = puzzle_choice.tiles_of(self.design)
        tiles = puzzle_choice.choose(self.design, all_tiles, asked, self.seed)
        if asked.most and not asked.region:
            self.named, self.region = puzzle_choice.roomy_region(self.design, tiles)
            found = Region(self.region)
        else:
            self.named, found = puzzle_choice.region_of(asked.region, self.design, all_tiles)
            self.region = puzzle_choice.for_puzzle(found, self.design)
        cells = puzzle_choice.in_reading_order(self.region)
        opened, numbers = (0, []) if asked.most else puzzle_choice.open_cells(asked.open, found, cells)
        self.cell_words, self.open_numbers = found.words, numbers
        # of tiles without cells, pieces that were named or drawn may be more than the region takes
        self.to_cover = len(cells) - opened - len(numbers)
        whole = not asked.most and bool(cells) and puzzle_choice.cells_in(tiles) == self.to_cover
        border = puzzle_choice.border_of(asked.border, self.design)
        self.puzzle = Puzzle(self.design, tiles, self.region, border, whole, open=opened, clock=Clock(asked.seconds))
        self.places = Places(self.puzzle)
        self.puzzle = replace(self.puzzle, bare=frozenset(self.places.cells[k - 1] for k in numbers))
        self.drawn = sum(int(text[:9]) for text in asked.hint if text.isascii() and text.isdigit())
        fixed = [self.places.read(text, "--place") for text in asked.place]
        hints = [self.places.read(text, "--hint") for text in asked.hint if not (text.isascii() and text.isdigit())]
        self.places.refuse(fixed, "--place")
        self.places.refuse([*fixed, *hints], "--hint")
        self.puzzle, self.hints = replace(self.puzzle, fixed=tuple(fixed)), tuple(hints)

    @property
    def tiles(self) -> int:
        """How many tiles there are to choose from."""
        return sum(tile.copies for tile in self.puzzle.tiles)

    @property
    def words(self) -> str:
        """What the puzzle is, in a line."""
        label = self.puzzle.border
        borders = {FREE: "", ANY: ", one label all round"}
        border = borders[label] if label in borders else f", label {self.design.call(label)} all round"
        which = f"all {self.tiles} tiles" if self.puzzle.whole else f"some of {self.tiles} tiles"
        fixed = f", {len(self.puzzle.fixed)} fixed" if self.puzzle.fixed else ""
        opened = f", {several(self.puzzle.open, 'cell')} open" if self.puzzle.open else ""
        opened += f", open: {', '.join(map(self.name_cell, self.open_numbers))}" if self.open_numbers else ""
        return f"{self.design.title}: {which} in {name_of(Path(self.named))}{border}{fixed}{opened}"

    @cached_property
    def cover(self) -> CoverProblem:
        """The puzzle as an exact cover."""
        return exact_cover(self.puzzle)

    def layout(self, solved: Solved) -> dict[str, Any]:
        """Return a solution in the text form that `score` reads: of the game, or of a set file."""
        if self.room is None:
            return solved.layout()
        lying = self.room.lying
        return {"tiles": [lying(at.shape.name, at.labels, at.corners, at.marks) for _, at in solved.tiles or ()]}

    def open_in(self, solved: Solved) -> list[str]:
        """Return which cells a solution leaves open, each by its word, or as @NUMBER."""
        covered = {cell for _, placed in solved.tiles or () for cell in cells_of(placed)}
        return [self.name_cell(k) for k, cell in enumerate(self.places.cells, 1) if cell not in covered]

    def name_cell(self, number: int) -> str:
        """Return a cell's word if it is unique, else @NUMBER."""
        word = self.cell_words[number - 1] if self.cell_words else ""
        return word if word and self.cell_words.count(word) == 1 else f"@{number}"

    @cached_property
    def why_none(self) -> str:
        """Why there is no solution, as far as cells and the outline say that before any search; "" if they do not."""
        have, wanted = puzzle_choice.cells_in(self.puzzle.tiles), self.to_cover
        if self.region.cells:
            left = " besides those that stay open" * (wanted < len(self.region.cells))
            return f"the region has {wanted:,} cells{left}, the tiles cover {have:,}" if have < wanted else ""
        return Border(self.puzzle).why_none()

    def solve(self) -> Solved:
        """Return a solution with the hints, None if there provably is none. Raises Unavailable without OR-Tools,
        `Undecided`, ArithmeticError if the set file's rules refuse it, and InputError for too many hints."""
        if self.why_none:
            return Solved(None)
        tiles = solving.fill(replace(self.puzzle, fixed=(*self.puzzle.fixed, *self.hints)), self.seed)
        solved = Solved(None) if tiles is None else self.give(tiles)
        if solved.tiles is not None and (wrong := self.wrong(solved)):
            raise ArithmeticError(f"the solution breaks a rule: {wrong}")
        return solved

    def give(self, tiles: tuple[Lies, ...]) -> Solved:
        """Return a solution with what is given of it; hints that are asked for by number are drawn by the seed."""
        kinds = {id(tile): kind for kind, tile in enumerate(self.puzzle.tiles)}
        number = {(kinds[id(tile)], placed.looks): k for k, (tile, placed) in enumerate(tiles)}
        fixed = [*((lying, FIXED_TILE) for lying in self.puzzle.fixed), *((lying, HINT) for lying in self.hints)]
        given = {number[lying.kind, lying.placed.looks]: what for lying, what in reversed(fixed)}
        left = [k for k in range(len(tiles)) if k not in given]
        if self.drawn > len(left):
            raise InputError(f"--hint: found {self.drawn}, allowed is up to {len(left)}: so many tiles are not given")
        return Solved(tiles, given | dict.fromkeys(random.Random(self.seed).sample(left, self.drawn), HINT))

    def wrong(self, solved: Solved) -> str:
        """Return what the judge of layouts, which knows nothing of puzzles, says against a solution; "" if it is
        legal, has the fixed tiles, and its tiles are as large together as the region."""
        if illegal := self.illegal(solved):
            return illegal
        tiles = [placed.corners for _, placed in solved.tiles or ()]
        whole, covered = (
            sum(area(tuple(point.to_xy() for point in ring)) for ring in rings) for rings in (self.region.rings, tiles)
        )
        whole *= self.to_cover / len(self.region.cells) if self.region.cells else 1
        return "" if math.isclose(covered, whole, rel_tol=1e-9) else f"tiles cover {covered:g} of {whole:g}"

    def illegal(self, solved: Solved) -> str:
        """Return what the judge of layouts says against tiles, or that a fixed one is missing; "" if they are legal."""
        found = judge(self.design, json.dumps(solved.layout()).encode())
        if has_errors(found.findings):
            return "; ".join(f"{finding.code}: {finding.message}" for finding in found.findings)
        there = {(tile.name, placed.looks) for tile, placed in solved.tiles or ()}
        for lying in (*self.puzzle.fixed, *self.hints):
            if (self.puzzle.tiles[lying.kind].name, lying.placed.looks) not in there:
                return f"{lying.text} does not lie there"
        return ""

    def count(self) -> Count:
        """Return how many solutions there are. Raises `Undecided`."""
        return Count(0, 0, 0, 0, (1, 1, 1)) if self.why_none else count_solutions(self.cover)

    def export(self, ending: str) -> bytes:
        """Return the puzzle for other programs. ending: ".dlx", an exact cover; ".cnf", clauses; or ".drat", the proof
        of these that there is no solution. Raises `Solvable` if there is one, and `Undecided`."""
        problem = self.cover
        if ending == ".drat":
            return refutation(problem).encode()
        texts = [self.places.say(self.puzzle.tiles[kind], placed) for kind, placed in problem.options]
        number = {cell: k for k, cell in enumerate(self.places.cells, 1)}
        for place in problem.idle:
            no_tile = f"no tile along {sorted(map(str, place))}"
            texts.append(f"open: {self.name_cell(number[place])}" if number else no_tile)
        write = solving.cnf if ending == ".cnf" else solving.exact_cover_text
        return write(problem, self.words, texts).encode()


VERTICES = "vertices"  # what is sought
HEXAGONS, SCORE = "hexagons", "score"  # other names for that, where it is that
LAYING = 0.7  # of the time, where tiles are labelled in the end
KIND, FORMAT = "quasiprint search", 3


class Search:
    """A search for the most closed vertices. job: of the puzzle; its region need not be filled. Raises
    InputError for a set in which something else is sought."""

    def __init__(self, job: PuzzleJob, what: str, steps: int, jobs: int) -> None:
        self.job, self.steps, self.jobs = job, steps, jobs
        self.taken = 0  # steps
        self._best: list[Filling] = []  # each better than the one before
        around = 360 / max(len(shape.outline.corners) for shape in job.design.shapes)
        if what == HEXAGONS and (around != 120 or len(job.design.shapes) > 1):
            raise InputError("--most: found 'hexagons', allowed are vertices or score: hexagons are made of triangles")
        if what == SCORE and job.design.score != CLOSED_VERTICES:
            raise InputError(f"--most: found 'score', allowed is vertices: in {job.label} no closed vertices score")

    @cached_property
    def _blank(self) -> CoverProblem:
        # labels are found in the time that is left in the end
        clock = Clock(LAYING * self.job.puzzle.clock.left)
        return exact_cover(replace(solving.arrange(self.job.puzzle), clock=clock))

    @cached_property
    def arranged(self) -> bool:
        """Whether tiles are laid blank, and labelled in the end: where there are too many ways to lay them at once."""
        if not solving.arranged_first(self.job.puzzle):
            return False
        shapes = [self._blank.puzzle.tiles[kind].shape.name for kind, _ in self._blank.options]
        return 2 * sum(shapes.count(tile.shape.name) for tile in self.job.puzzle.tiles) > MOST_COUNTED

    @cached_property
    def field(self) -> Field:
        """Where tiles may lie."""
        return Field(self._blank if self.arranged else exact_cover(self.job.puzzle))

    @property
    def identity(self) -> list[object]:
        """What a search has to have in common with one that it continues."""
        tiles = [[tile.name, tile.copies] for tile in self.job.puzzle.tiles]
        return [VERTICES, self.job.words, tiles, list(self.job.asked.place), len(self.field.choices), self.job.seed]

    def run(self) -> Iterator[Filling]:
        """Take the steps; yield the best layout after every few. Raises InputError for fixed tiles that cannot lie so,
        Unavailable without OR-Tools, and Undecided if there is no time for any."""
        if not self._best:
            start = self.field.start(self.job.seed)
            if start is None:
                raise InputError("--place: found tiles that cannot lie so in the region, allowed are others")
            self._best.append(start)
        with contextlib.suppress(Undecided):
            yield from self._improve()

    def _improve(self) -> Iterator[Filling]:
        best = self._best
        if not self.taken and best[-1].closed != self.most and (found := self._try_short_rims()):
            best.append(found)
            yield found
        with ThreadPoolExecutor(max_workers=min(self.jobs, AT_ONCE)) as pool:
            # whole rounds: to end and go on is the same as to go on
            while self.taken < self.steps and best[-1].closed != self.most:
                rounds = range(self.taken, self.taken + AT_ONCE)
                lots = [random.Random(f"{self.job.seed} False {n}") for n in rounds]  # what a seed finds is known
                found = max(pool.map(self.field.step, repeat(best[-1]), lots))
                self.taken = rounds.stop
                if found.closed > best[-1].closed:
                    best.append(found)
                elif found >= best[-1]:
                    best[-1] = found
                yield best[-1]
                if self.field.is_late:
                    return

    def _try_short_rims(self) -> Filling | None:
        """Look for a layout of rhombs that reaches the bound; return it, if one was found."""
        if self.job.asked.region or self.job.puzzle.fixed or self.most is None:
            return None
        frames = Frames.of(self.job.puzzle, self.most)
        return seek_within(self.field, frames, self.job.seed, self.jobs) if frames else None

    @cached_property
    def most(self) -> int | None:
        """How many vertices any layout closes at most, as is proved: by Euler's formula, or of a game's whole set."""
        bounds = [most_closed(self.job.puzzle.tiles, self.job.puzzle.lattice)]
        bounds += [self.job.room.most_closed] if self.job.room else []
        return min((bound for bound in bounds if bound is not None), default=None)

    def best(self) -> tuple[Solved, int]:
        """Return the best layout so far, with its labels, and how many vertices it closes. Raises ArithmeticError if
        the set file's rules refuse it, and `Undecided` if there is none, or none that can be labelled soon."""
        for found in reversed(self._best):
            tiles = self._labelled(found)
            if tiles:
                solved = self.job.give(tiles)
                if wrong := self.job.illegal(solved):
                    raise ArithmeticError(f"the layout breaks a rule: {wrong}")
                return solved, len(find_closed_vertices(placed for _, placed in tiles))
        raise Undecided

    def _labelled(self, found: Filling) -> tuple[Lies, ...]:
        """Return the tiles of a layout with their labels, none where these are not found."""
        tiles = self.field.problem.tiles_of(self.field.together(found.chosen))
        if not tiles or not self.arranged:
            return tiles
        problem = exact_cover(self.job.puzzle, [placed.corners for _, placed in tiles])
        with contextlib.suppress(Undecided):
            return problem.tiles_of(solving.solve(problem, self.job.seed, steps=STEPS) or ())
        return ()

    def checkpoint(self) -> bytes:
        """Return what is found so far, as a file that `resume` reads."""
        head = {"kind": KIND, "format": FORMAT, "version": __version__, "search": self.identity}
        return seal_line(head | {"steps": self.taken, "layouts": [list(found.chosen) for found in self._best]})

    def resume(self, text: bytes, where: str) -> None:
        """Go on from a checkpoint. Raises InputError if it is none, was changed, or is of another search."""
        content = read_checkpoint(text, KIND, "puzzle --most", FORMAT, where)
        if content.get("search") != self.identity:
            raise InputError(f"{where}: is a checkpoint of other tiles, another region or --seed; choose another name")
        try:
            self.taken, self._best = int(content["steps"]), [self.field.judge(layout) for layout in content["layouts"]]
        except (KeyError, TypeError, ValueError, IndexError):
            raise InputError(
                f"{where}: is a checkpoint whose parts do not fit together; remove it to start again"
            ) from None


def is_checkpoint(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a checkpoint."""
    return read_object(text).get("kind") == KIND
