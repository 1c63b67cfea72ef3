"""Pieces a hair smaller than usual: what a set records of them, and what is said of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game import Coupon, Game, MadeApart, Parameters
from quasiprint.model.measures import CutStyle, Maker, Manner, Measures

HAIR = 0.03  # the share of an edge, or of a sheet's side, that is worth a plate or a sheet
GROUNDS = {Maker.PRINTER: "plate", Maker.LASER: "sheet"}  # on what a process lays things of which a hair may save some


@dataclass(frozen=True, slots=True)
class Smaller:
    """That a process makes pieces a hair smaller than usual. edge: the usual one, mm; before: how many plates or sheets
    the set takes with that; now: how many it takes."""

    process: Maker
    edge: float
    before: int
    now: int

    def words(self, edge: float) -> str:
        """Return it in plain words. edge: which was taken, mm."""
        what = GROUNDS[self.process]
        plates = f"{self.now} {what}{'s' * (self.now > 1)}"
        return f"made with an edge of {edge:g} mm, not {self.edge:g}: so it takes {plates}, not {self.before}"

    def note(self, game: str, edge: float) -> Finding:
        """Return it as a finding. game: of the set; edge: which was taken, mm."""
        subject = f"{game}, {GROUNDS[self.process]}s"
        return Finding(
            "hair-taken", Severity.NOTE, subject, self.words(edge), f"--edge {self.edge:g} for the usual size"
        )


def sized(measures: Sequence[Measures], *, said: bool) -> tuple[Maker, ...]:
    """Return of which processes somebody said how large pieces are. measures: of all processes, as profiles have them;
    said: whether somebody did for all."""
    if said:
        return tuple(GROUNDS)
    return tuple(own.process for own in measures if own.process in GROUNDS and own.size.edge)


def undecided(game: Game, given: Parameters, said: Collection[Maker], manner: Manner) -> tuple[Maker, ...]:
    """Return the processes for which a hair may be taken off. given: the game's options; said: those of which somebody
    said the size. A coupon is made as it is drawn; what lies on a board that another machine makes is as large as its
    squares; and what fills a region together is as large as that."""
    if isinstance(game, Coupon) or (isinstance(game, MadeApart) and game.apart(given)):
        return ()
    left = tuple(one for one in GROUNDS if one not in said)
    if Maker.LASER in left and manner.cut is CutStyle.SHARED:
        from quasiprint.make.dissection import dissection_of

        left = left if dissection_of(game) is None else tuple(one for one in left if one is not Maker.LASER)
    return left
