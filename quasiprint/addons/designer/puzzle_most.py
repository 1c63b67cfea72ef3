"""The most closed vertices with a set's tiles: searched for by steps, kept between runs, and bounded."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quasiprint.addons.designer.puzzle import Lies, PuzzleJob, Solved
from quasiprint.addons.designer.puzzles.arranging import STEPS, arrange, arranged_first
from quasiprint.addons.designer.puzzles.laying import MOST_COUNTED, Laid, exact_cover
from quasiprint.addons.designer.puzzles.most import Field, Found, Frames, fill, improve, seek_within
from quasiprint.addons.designer.puzzles.puzzle import most_closed
from quasiprint.addons.designer.puzzles.solving import Undecided, solve
from quasiprint.addons.designer.sets.set_file import CLOSED_VERTICES
from quasiprint.disk.reading import read_checkpoint, read_object, seal_line
from quasiprint.errors import InputError
from quasiprint.system.progress import tell
from quasiprint.version import __version__

VERTICES = "vertices"  # what is sought
HEXAGONS, SCORE = "hexagons", "score"  # other names for that, where it is that
KIND, FORMAT = "quasiprint search", 2


@dataclass(frozen=True, slots=True)
class Best:
    """The best layout that was found. closed: vertices in it. most: how many any layout closes at most, as is
    proved; None if nothing is."""

    solved: Solved
    closed: int
    most: int | None


class Search:
    """A search for the most closed vertices. job: of the puzzle; its region need not be filled. Raises
    InputError for a set in which something else is sought."""

    def __init__(self, job: PuzzleJob, what: str, steps: int, jobs: int) -> None:
        self.job, self.steps, self.jobs = job, steps, jobs
        self.taken = 0  # steps
        self._best: list[Found] = []  # each better than the one before
        self._until = math.inf  # of the monotonic clock: when time is up
        self._refuted = False  # whether the bound by formula was proved to be one too high
        self._refuse(what)

    def _refuse(self, what: str) -> None:
        around = 360 / max(len(shape.outline.corners) for shape in self.job.design.shapes)
        if what == HEXAGONS and (around != 120 or len(self.job.design.shapes) > 1):
            raise InputError("--most: found 'hexagons', allowed are vertices or score: hexagons are made of triangles")
        if what == SCORE and self.job.design.score != CLOSED_VERTICES:
            raise InputError(
                f"--most: found 'score', allowed is vertices: in {self.job.label} no closed vertices score"
            )

    @cached_property
    def _blank(self) -> Laid:
        return exact_cover(arrange(self.job.puzzle))

    @cached_property
    def arranged(self) -> bool:
        """Whether tiles are laid blank, and labelled in the end: where there are too many ways to lay them at once."""
        if not arranged_first(self.job.puzzle):
            return False
        own = [self._blank.puzzle.tiles[kind].shape.name for kind, _ in self._blank.options]
        return 2 * sum(own.count(tile.shape.name) for tile in self.job.puzzle.tiles) > MOST_COUNTED

    @cached_property
    def field(self) -> Field:
        """Where tiles may lie."""
        return Field(self._blank if self.arranged else exact_cover(self.job.puzzle))

    @property
    def identity(self) -> list[object]:
        """What a search has to have in common with one that it continues."""
        tiles = [[tile.name, tile.copies] for tile in self.job.puzzle.tiles]
        return [VERTICES, self.job.words, tiles, list(self.job.asked.place), len(self.field.choices), self.job.seed]

    def run(self) -> Iterator[Found]:
        """Take the steps; yield the best layout after every few. Raises InputError for fixed tiles that cannot lie so,
        and Unavailable without OR-Tools."""
        if not self._best:
            start = self.field.start(self.job.seed)
            if start is None:
                raise InputError("--place: found tiles that cannot lie so in the region, allowed are others")
            self._best.append(start)
        if self.job.asked.seconds is not None:
            self._until = time.monotonic() + self.job.asked.seconds
        if not self.taken and self._best[-1].closed != self.most and self._try_short_rims():
            yield self._best[-1]
        if self._best[-1].closed == self.most:
            return
        steps = range(self.taken, self.steps)
        for taken, found in improve(self.field, self._best[-1], steps, self.job.seed, self.jobs):
            self.taken = taken
            if found.closed > self._best[-1].closed:
                self._best.append(found)
            else:
                self._best[-1] = found
            yield found
            if found.closed == self.most or self._late():
                return

    def _late(self) -> bool:
        return time.monotonic() > self._until

    def _try_short_rims(self) -> bool:
        """Look for a layout of rhombs that reaches the bound; if there is none, lower the bound and look again. Tell
        whether one was found."""
        if self.job.asked.region or self.job.puzzle.fixed:
            return False
        while (most := self.most) is not None:
            frames = Frames(self.job.puzzle, most)
            if frames.sides is None:
                return False
            found, none = seek_within(self.field, frames, self.job.seed, self.jobs, self._late)
            if found:
                self._best.append(found)
                return True
            apart = most_closed(self.job.puzzle.tiles, self.job.puzzle.lattice, pieces=2)
            if self._refuted or not none or apart is None or apart >= most or not frames.is_only_one:
                return False
            self._refuted = True
        return False

    @property
    def most(self) -> int | None:
        """How many vertices any layout closes at most, as is proved: by Euler's formula, of a game's whole
        set, or as no layout reaches what the formula allows."""
        return None if self._bound is None else self._bound - self._refuted

    @cached_property
    def _bound(self) -> int | None:
        proved = most_closed(self.job.puzzle.tiles, self.job.puzzle.lattice)
        known = self.job.room.most_closed if self.job.room else None
        return min((bound for bound in (proved, known) if bound is not None), default=None)

    def best(self) -> Best:
        """Return the best layout so far, with its labels. Raises ArithmeticError for one that the rules of the set file
        refuse, and `Undecided` if no layout was found, or none that can be labelled soon."""
        for found in reversed(self._best):
            tell("more tiles …")
            tiles = self._labelled(fill(self.field, found, self.job.seed, self.jobs, self._late))
            if tiles:
                solved = self.job.give(tiles)
                if wrong := self.job.illegal(solved):
                    raise ArithmeticError(f"the layout breaks a rule: {wrong}")
                return Best(solved, self.field.count([placed for _, placed in tiles]), self.most)
        raise Undecided

    def _labelled(self, found: Found) -> tuple[Lies, ...]:
        tiles = self.field.laid.tiles_of(self.field.together(found.chosen))
        if not tiles or not self.arranged:
            return tiles
        laid = exact_cover(self.job.puzzle, [placed.corners for _, placed in tiles])
        try:
            labelled = solve(laid, self.job.seed, steps=STEPS)
        except Undecided:
            return ()
        return () if labelled is None else laid.tiles_of(labelled)

    def checkpoint(self) -> bytes:
        """Return what is found so far, as a file that `resume` reads."""
        layouts = [list(found.chosen) for found in self._best]
        return seal_line(
            {
                "kind": KIND,
                "format": FORMAT,
                "version": __version__,
                "search": self.identity,
                "steps": self.taken,
                "refuted": self._refuted,
                "layouts": layouts,
            }
        )

    def resume(self, text: bytes, where: str) -> None:
        """Go on from a checkpoint. Raises InputError if it is none, was changed, or is of another search."""
        content = read_checkpoint(text, KIND, "puzzle --most", FORMAT, where)
        if content.get("search") != self.identity:
            raise InputError(f"{where}: is a checkpoint of other tiles, another region or --seed; choose another name")
        try:
            self.taken, self._best = int(content["steps"]), [self.field.judge(one) for one in content["layouts"]]
            self._refuted = bool(content["refuted"])
        except (KeyError, TypeError, ValueError, IndexError):
            raise InputError(
                f"{where}: is a checkpoint whose parts do not fit together; remove it to start again"
            ) from None


def is_checkpoint(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a checkpoint."""
    return read_object(text).get("kind") == KIND
