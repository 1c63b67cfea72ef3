"""How large pieces are where nobody says it: as usual, or a hair smaller where that saves plates or sheets.

It is decided for each process by itself, from the complete set without containers, on the first bed or on the sheet
that the set is cut from: so the size is the same whatever is made, of which parts and in which formats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from quasiprint.checks import check_set
from quasiprint.checks.well_formed import well_formed
from quasiprint.make.laser_sheets import least_sheets, sheets_of
from quasiprint.make.layouts import Layouts
from quasiprint.make.profiles import Profiles
from quasiprint.make.smaller import HAIR, Smaller
from quasiprint.model.errors import InputError
from quasiprint.model.face import snap
from quasiprint.model.finding import Severity
from quasiprint.model.measures import CutStyle, Maker, Measures
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, SheetStock

STEP = 0.1  # mm: of an edge
NEAR = 4  # steps from where a set should take fewer: it is no larger copy of itself, its gaps and walls stay

Ground = Bed | SheetStock


# of a set on beds or sheets, all things so many times as large; the last is how many are enough, see `nest`
Count = Callable[[GameSet, Ground, float, int], int]


def count_sheets(layouts: Layouts) -> Count:
    """Return what counts sheets."""

    def count(game_set: GameSet, stock: Ground, scale: float, enough: int) -> int:
        assert isinstance(stock, SheetStock)
        if game_set.measures.manner.cut is CutStyle.SEPARATE:
            if enough or scale != 1.0:
                return len(sheets_of(game_set, stock, scale=scale, enough=enough))
            return len(layouts.sheets(game_set, stock))
        if scale != 1.0:  # which neighbours share a cut is told of them as they are
            return least_sheets(game_set, stock, scale)
        return len(layouts.shared(game_set, stock, alone=True)[0])

    return count


def count_plates(layouts: Layouts, *, relief: bool | None) -> Count:
    """Return what counts plates. relief: see `plates_of`; None: as they are made where nobody asks for both."""
    from quasiprint.layout.plates import fewest_plates, items_of, plates_of, ways

    def count(game_set: GameSet, bed: Ground, scale: float, enough: int) -> int:
        assert isinstance(bed, Bed)
        layer = game_set.measures.machine.layer
        items = items_of(game_set, layouts.bodies(game_set))
        both = ways(items, bed, layer, relief=bool(relief))
        way = both[0] if relief is None else relief
        if way not in both:
            return 0
        if scale == 1.0 and not enough:
            return len(layouts.plates(game_set, bed, way))
        items = [item.scale(scale) for item in items]
        if (least := fewest_plates(items, bed)) > enough > 0:
            return least
        return len(plates_of(items, bed, layer, relief=way, enough=enough))

    return count


def smaller(
    process: Maker, profiles: Profiles, layouts: Layouts, design: Callable[[Measures], GameSet]
) -> tuple[Measures, Smaller] | None:
    """Return measures with the longest edge, a hair shorter than usual, with which a process makes the set on as few
    plates or sheets as any such edge allows, and what it saves; None if the usual one takes no more. design: what
    returns the complete set without containers, or raises InputError if it cannot be made so."""
    own = profiles.measures_of(process)
    usual = own.size.edge
    steps = int(usual * HAIR / STEP + 1e-9)
    if steps < 1:
        return None
    stripe = own.size.stripe / usual

    def measures(k: int) -> Measures:
        edge = snap(usual - k * STEP)
        return replace(own, size=replace(own.size, edge=edge, stripe=snap(stripe * edge)))

    def scaled(k: int, enough: int) -> int:
        """Return about how many plates or sheets it takes with an edge so many steps shorter, which is quick."""
        return counted(game_set, ground, measures(k).size.edge / usual, enough)

    def saves(k: int, most: int) -> int:
        """Return on how few it is made then; 0 if on more than allowed, or not at all."""
        try:
            found = counted(design(measures(k)), ground, 1.0, most)
        except InputError:
            return 0
        return found if found <= most and not _told(design(measures(k)), game_set) else 0

    try:
        game_set = design(measures(0))
        if not list(game_set.things):
            return None
        ground, counted, least = _ground(profiles, layouts, game_set)
        before = counted(game_set, ground, 1.0, 0)
        # what even areas do not save, nothing does
        if before < 2 or least(1 - HAIR) >= before or (fewest := scaled(steps, before - 1)) >= before:
            return None
        for most in dict.fromkeys((fewest, before - 1)):
            first = 1 + bisect_left(range(1, steps), True, key=lambda k: scaled(k, most) <= most)
            for k in range(first, min(first + NEAR, steps + 1)):
                if now := saves(k, most):
                    return measures(k), Smaller(process, usual, before, now)
    except InputError:  # of the usual size: it is refused when the set is made
        return None
    return None


def _told(game_set: GameSet, usual: GameSet) -> bool:
    """Tell whether something is found in a set that is not in the usual one: a hair is worth no warning."""

    def found(one: GameSet) -> set[str]:
        findings = well_formed(one) or check_set(one)[0]
        return {finding.code for finding in findings if finding.severity is not Severity.NOTE}

    own = found(game_set)
    return bool(own and own - found(usual))


def _ground(profiles: Profiles, layouts: Layouts, game_set: GameSet) -> tuple[Ground, Count, Callable[[float], int]]:
    """Return on what a set as large as usual is laid, what counts it, and what tells how much of it the areas of all
    things need at least, all so many times as large."""
    if game_set.measures.process is Maker.PRINTER:
        from quasiprint.layout.plates import beds_of, fewest_plates, items_of

        bed = next(iter(beds_of(game_set, profiles.beds[:1]).values()))
        items = items_of(game_set, layouts.bodies(game_set))
        return (
            bed,
            count_plates(layouts, relief=None),
            lambda scale: fewest_plates([item.scale(scale) for item in items], bed),
        )
    stock = layouts.stock(game_set, profiles.sheet)
    return stock, count_sheets(layouts), lambda scale: least_sheets(game_set, stock, scale)
