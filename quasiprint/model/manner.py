"""How a set is made, as far as its maker chooses: what is cut how, and what stands on backs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from quasiprint.model.errors import InputError
from quasiprint.model.limits import refuse

MOST_TABS = 24  # of one outline


class CutStyle(StrEnum):
    """How tiles are cut out: each by itself, or neighbours of a lattice by one cut between them."""

    SEPARATE = "separate"
    SHARED = "shared"


class IdStyle(StrEnum):
    """Whether ids stand on the backs of pieces. Without them, pieces that are drawn face down have equal backs."""

    NONE = "none"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a set is made. tabs: how many small bridges hold each part in the sheet, 0 for none; tab: how wide each is,
    in mm. touch: whether fingers are to read it, where a printer makes it."""

    cut: CutStyle = CutStyle.SEPARATE
    ids: IdStyle = IdStyle.NONE
    tabs: int = 0
    tab: float = 0.0
    touch: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.tabs <= MOST_TABS:
            raise InputError(f"--tabs: found {self.tabs} tabs, allowed are 0 to {MOST_TABS} for each part")
        refuse("tab", self.tab)
        if bool(self.tabs) != bool(self.tab):
            raise InputError(
                f"--tabs: found {self.tabs} tabs of {self.tab:g} mm, allowed is a count and a width, or 0 for none"
            )
