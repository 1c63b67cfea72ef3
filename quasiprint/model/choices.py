"""The words that options take: what makes a set, how it is cut, kept and printed, and what formats need of it. Light to
load: commands and rooms name them before anything is designed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from quasiprint.errors import InputError, as_written, removed

Kind = TypeVar("Kind", bound=StrEnum)
SET_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of sets that are made together


class Flip(StrEnum):
    """The edge about which a printer turns a sheet over, to print its back."""

    LONG = "long"
    SHORT = "short"


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


class MagnetSide(StrEnum):
    """From where a magnet gets into a printed piece. INSIDE: while it is printed, which shuts it in."""

    BACK = "back"
    FACE = "face"
    INSIDE = "inside"


class TypeSize(StrEnum):
    """How large the letters of books are. LARGE: 18 points and more."""

    NORMAL = "normal"
    LARGE = "large"


class Extra(StrEnum):
    """What is made of a set besides, where somebody asks for it: the rulebook as a booklet; tiles on paper in grey, or
    saving ink; plates in relief beside those with inlays."""

    BOOKLET = "booklet"
    GREYSCALE = "greyscale"
    INKSAVER = "inksaver"
    RELIEF = "relief"


def choose_kinds(flag: str, kinds: type[Kind], names: Sequence[str], all_name: str = "") -> tuple[Kind, ...]:
    """Return the kinds of something that are asked for by name, in their order. all_name: a name for all of them, or
    "". Raises InputError for any other name."""
    allowed = [*kinds, all_name] if all_name else [*kinds]
    asked = [as_written(name.strip(), allowed) for name in names]
    for name in asked:
        if name not in allowed:
            found = f"found {name[:40]!r}, allowed are {', '.join(allowed)}"
            raise InputError(f"{flag}: {removed(name) or found}")
    return tuple(kind for kind in kinds if kind in asked or all_name in asked)


class Process(StrEnum):
    """What makes a set: a machine, or a person with scissors. TEXT: nobody, nothing is drawn and faces are bare."""

    PRINTER = "printer"
    LASER = "laser"
    PAPER = "paper"
    TEXT = "text"


PROCESSES = (Process.PRINTER, Process.LASER, Process.PAPER)  # the processes that have measures of their own


class ProductKind(StrEnum):
    """What a set can offer, and formats need: bodies, laser sheets, pages of paper, or a text."""

    SOLIDS = "solids"
    DRAWINGS = "drawings"
    PAGES = "pages"
    TEXTS = "texts"

    @property
    def maker(self) -> Process:
        """Who makes a set that offers this."""
        return _MAKERS[self]


_MAKERS = {
    ProductKind.SOLIDS: Process.PRINTER,
    ProductKind.DRAWINGS: Process.LASER,
    ProductKind.PAGES: Process.PAPER,
    ProductKind.TEXTS: Process.TEXT,
}
