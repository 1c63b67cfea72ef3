"""Score sheets as a room describes them: rows of cells to be filled, and words. No millimetre and no file format.

A cell that is to be filled is a field on the screen and a box on paper. The words stand in
``rules/LANGUAGE/GAME-scoresheet.toml``, so that a room says which word, and the language says how.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from string import Template
from typing import Any

from quasiprint.errors import InputError
from quasiprint.model.page import Page


@dataclass(frozen=True, slots=True)
class FormCell:
    """A part of a row. width: in proportion to the others. text: printed; before the field, where there is one.

    name: of the field, "" for none; no two fields of a sheet have the same. tip: what is to be written there, which
    a field must have. first: the first of several cells that belong together.
    start: whether its text and what is written begin at the left, not in the middle.
    """

    width: float
    text: str = ""
    name: str = ""
    tip: str = ""
    bold: bool = False
    first: bool = False
    start: bool = False

    def __post_init__(self) -> None:
        if bool(self.name) != bool(self.tip):
            raise ValueError(
                f"cell {self.name or self.text!r}: a field has a name and a tip, and nothing else has them"
            )


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side. low: a row of column heads, in which nothing is written."""

    cells: tuple[FormCell, ...]
    low: bool = False


@dataclass(frozen=True, slots=True)
class FieldGrid:
    """Rows one below the other, as wide as there is room."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class SheetHeading:
    """The name of what follows. top: of a whole page."""

    text: str
    top: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """What short signs stand for: a sign and its meaning each, read down one column after another."""

    entries: tuple[tuple[str, str], ...]
    columns: int = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """Grids side by side, equally wide; filled one after the other."""

    grids: tuple[FieldGrid, ...]


Block = FieldGrid | SheetHeading | Words | Legend | Beside


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet. title: of the document. pages: blocks from the top down. foot: at the bottom of each page, with
    its number after it.
    """

    title: str
    pages: tuple[tuple[Block, ...], ...]
    foot: str


class Said:
    """What a sheet is made of, in the words of its language, with $fields. where: how messages name their file."""

    def __init__(self, words: Mapping[str, str], where: str) -> None:
        self.words = words
        self.where = where

    def __call__(self, key: str, **values: object) -> str:
        """Return a text. Raises InputError for one that is missing, and for a field that is unknown."""
        if key not in self.words:
            raise InputError(f"{self.where}: found no {key!r}, allowed is a text for each word of the sheet")
        try:
            return Template(self.words[key]).substitute(values)
        except (KeyError, ValueError) as problem:
            known = ", ".join(f"${name}" for name in values) or "no field"
            raise InputError(f"{self.where}: {key}: found {problem} in it, allowed is {known}") from None

    def heading(self, key: str, top: bool = False, **values: object) -> SheetHeading:
        """Return a heading."""
        return SheetHeading(self(key, **values), top)

    def prose(self, key: str, **values: object) -> Words:
        """Return a paragraph."""
        return Words(self(key, **values))

    def head(self, width: float, key: str, bold: bool = False, **values: object) -> FormCell:
        """Return a cell with nothing but words."""
        return FormCell(width, self(key, **values), bold=bold)

    def box(
        self, width: float, name: str, tip: str, label: str = "", *, start: bool = False, **values: object
    ) -> FormCell:
        """Return a cell to be filled. tip: the key of its tip. label: printed in it."""
        return FormCell(width, label, name, self(tip, **values), start=start or bool(label))

    def label_row(self, *parts: tuple[float, str, str], **values: Any) -> FieldGrid:
        """Return one row of boxes with their labels in them. parts: width, name and the label's key of each."""
        boxes = (self.box(width, name, f"tip-{name}", self(key, **values), **values) for width, name, key in parts)
        return FieldGrid((Row(tuple(boxes)),))

    def top(self, title: str = "title", **values: object) -> tuple[Block, ...]:
        """Return what stands above games: a heading, and boxes for the day and the place."""
        return self.heading(title, top=True, **values), self.label_row((3, "date", "date"), (5, "place", "place"))


def group(cells: Iterable[FormCell]) -> tuple[FormCell, ...]:
    """Return cells that belong together."""
    return tuple(
        cell if cell.first == (number == 0) else replace(cell, first=number == 0) for number, cell in enumerate(cells)
    )


def number_fields(count: int, *, start: int = 1) -> Iterable[tuple[int, str]]:
    """Yield numbers from `start`, and each as it stands in the names of fields, which sort as they are read."""
    for number in range(start, start + count):
        yield number, f"{number:02d}"


@dataclass(frozen=True, slots=True)
class Field:
    """A cell to be filled, where it lies on its page: lower left corner, width and height, in mm, y up.

    size: of the letters, mm. start: whether what is written begins at the left, not in the middle.
    """

    name: str
    tip: str
    x: float
    y: float
    width: float
    height: float
    size: float
    start: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A document to be filled. width, height: of its pages, mm. pages: what is printed, and the fields in the order in
    which they are read.
    """

    title: str
    language: str
    width: float
    height: float
    pages: tuple[tuple[Page, tuple[Field, ...]], ...]
