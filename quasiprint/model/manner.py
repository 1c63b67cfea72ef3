"""How a set is made, as far as its maker chooses: what is cut how, and what stands on backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from quasiprint.model.errors import InputError
from quasiprint.model.key import Key
from quasiprint.model.limits import refuse
from quasiprint.model.naming import as_written

MOST_TABS = 24  # of one outline


class CutStyle(StrEnum):
    """How tiles are cut out: each by itself, or neighbours of a lattice by one cut between them."""

    SEPARATE = "separate"
    SHARED = "shared"


class IdStyle(StrEnum):
    """Whether ids stand on the backs of pieces. Without them, pieces that are drawn face down have equal backs."""

    NONE = "none"
    BACK = "back"


class Storage(StrEnum):
    """What the set is kept in, and what holds a hand of it."""

    TRAY = "tray"
    BOX = "box"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a set is made. tabs: how many small bridges hold each part in the sheet, 0 for none; tab: how wide each is,
    in mm. storage: what is made to keep it in, each once, in the order of `Storage`. touch: whether fingers are to read
    it, where a printer makes it."""

    cut: CutStyle = CutStyle.SEPARATE
    ids: IdStyle = IdStyle.NONE
    tabs: int = 0
    tab: float = 0.0
    storage: Annotated[tuple[Storage, ...], Key(read=False, told=False)] = ()
    touch: Annotated[bool, Key(read=False, told=False)] = False

    def __post_init__(self) -> None:
        if not 0 <= self.tabs <= MOST_TABS:
            raise InputError(f"--tabs: found {self.tabs} tabs, allowed are 0 to {MOST_TABS} for each part")
        refuse("tab", self.tab)
        if bool(self.tabs) != bool(self.tab):
            raise InputError(
                f"--tabs: found {self.tabs} tabs of {self.tab:g} mm, allowed is a count and a width, or 0 for none"
            )
        if list(self.storage) != [kind for kind in Storage if kind in self.storage]:
            found = ", ".join(self.storage)
            raise InputError(f"--storage: found {found}, allowed is each of {', '.join(Storage)} once, in this order")


def storage(names: Sequence[str]) -> tuple[Storage, ...]:
    """Return the kinds of storage that are asked for, by name, in their order. Raises InputError for what is none."""
    asked = [as_written(name.strip(), list(Storage)) for name in names]
    for name in asked:
        if name not in list(Storage):
            raise InputError(f"--storage: found {name[:40]!r}, allowed are {', '.join(Storage)}")
    return tuple(kind for kind in Storage if kind in asked)
