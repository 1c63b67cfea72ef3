"""A coupon: a small set that is made to be measured.

Its room fits `Game`, so that it is laid out, written and verified by what makes games. What it can do besides: it asks
for readings, and judges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, runtime_checkable

from quasiprint.model.choices import Process
from quasiprint.model.finding import Finding
from quasiprint.model.game import Game, Parameters
from quasiprint.model.measures import Measures
from quasiprint.model.option import Option

Read = Mapping[str, tuple[float, ...]]  # what was read off, by the keys of readings; of a choice its place, from 0


class Reading(NamedTuple):
    """One reading of a coupon: `calibrate` asks for it.

    key: as typed after ``--measured``. question: as the terminal asks it, one line. unit: "mm", or "" for a number.
    least, most: what is plausible, both allowed. wrong: what is likely wrong beyond that, as the end of a sentence.
    times: how often it may be read, each time elsewhere; readings of one size are compared, never averaged unseen.
    choices: the words that are allowed, in place of a number. needs: of readings with the same word one at least has to
    be given; "": it may be left out.
    """

    key: str
    question: str
    unit: str = "mm"
    least: float = 0.0
    most: float = 0.0
    wrong: str = ""
    times: int = 1
    choices: tuple[str, ...] = ()
    needs: str = ""


class Outcome(NamedTuple):
    """What readings say. tables: for a profile: by kind ("sheet", "measures", "page" …) its keys and values, those
    alone that were measured. findings: errors for readings that contradict one another; tables are empty then. texts:
    what was found, a line each, for people and for the profile's comments."""

    tables: Mapping[str, Mapping[str, object]]
    findings: tuple[Finding, ...] = ()
    texts: Sequence[str] = ()


@runtime_checkable
class Coupon(Game, Protocol):
    """A coupon as the pipeline and the doors see it.

    maker: the process that it measures, and that makes it. For other processes its design only fills its book.
    readings: in the order in which they are asked for.
    """

    @property
    def maker(self) -> Process: ...

    @property
    def readings(self) -> tuple[Reading, ...]: ...

    def judge(self, read: Read, made: Mapping[str, object]) -> Outcome:
        """Return what readings say. read: plausible each by itself, and none missing that is needed. made: the
        parameters in the manifest of the coupon that was made, empty where there is none to look at."""


class OnePlate:
    """What all of ours have in common: there is one plate or card, and nothing on it is random."""

    seeded = False
    options: tuple[Option, ...] = ()

    def piece_count(self, parameters: Parameters) -> int | None:
        """Return that there is one plate."""
        return 1


def as_drawn(measures: Measures, finest: float) -> Measures:
    """Return measures by which everything may be as fine as it is drawn, without round corners. finest: stroke, mm."""
    machine, finish = replace(measures.machine, min_feature=finest), replace(measures.finish, corner_radius=0.0)
    return replace(measures, machine=machine, finish=finish)
