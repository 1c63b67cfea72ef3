"""The kinds of values that options take, on the command line and in a project file alike."""

from __future__ import annotations

import math
import re
from typing import Any

import click

UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4}
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?) ?([a-z]*)", re.ASCII)
DIGITS = 18  # of a whole number
_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+ ?[a-z]*", re.ASCII)
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}", re.ASCII)


class Length(click.ParamType[float]):
    """A length in mm, written as a number or a number with a unit."""

    name = "length"

    def __init__(self, *, positive: bool = True) -> None:
        self.positive = positive

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the length in mm; fail with what was found and what is allowed."""
        wanted = f"a length {'above' if self.positive else 'from'} 0, such as 0.2, 0.2mm or 1in"
        match = _LENGTH.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
        if not match or match[2] not in UNITS:
            self.fail(f"found {_shown(value)}, allowed is {wanted} (units: mm, cm, in){_pointed(value)}", param, ctx)
        length = round(float(match[1]) * UNITS[match[2]], 6) + 0.0
        if not math.isfinite(length) or length < 0 or (self.positive and length == 0):
            self.fail(f"found {_shown(value)}, allowed is {wanted}", param, ctx)
        return length


class WholeNumber(click.ParamType[int]):
    """A whole number from `least`."""

    name = "integer"

    def __init__(self, least: int | None = None) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fail with what was found and what is allowed."""
        wanted = "a whole number" + ("" if self.least is None else f" from {self.least}")
        whole = isinstance(value, (int, str)) and not isinstance(value, bool)
        if not whole or not _WHOLE.fullmatch(str(value).strip()):
            self.fail(f"found {_shown(value)}, allowed is {wanted} of up to {DIGITS} digits", param, ctx)
        number = int(value)
        if self.least is not None and number < self.least:
            self.fail(f"found {number}, allowed is {wanted}", param, ctx)
        return number


class Number(click.ParamType[float]):
    """A finite number."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; fail with what was found."""
        match = _LENGTH.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
        if not match or match[2] or not math.isfinite(float(match[1])):
            self.fail(f"found {_shown(value)}, allowed is a number{_pointed(value)}", param, ctx)
        return float(match[1])


class Tabs(click.ParamType[tuple[int, float]]):
    """How many tabs a part has, and how wide each is: "2x0.3"."""

    name = "tabs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, float]:
        """Return count and width in mm; fail with what was found and what is allowed."""
        if isinstance(value, tuple):
            return value
        count, _, width = str(value).partition("x")
        if str(value) == "0":
            return 0, 0.0
        if not width:
            self.fail(
                f"found {_shown(value)}, allowed is a count and a width, such as 2x0.3, or 0 for none", param, ctx
            )
        return WholeNumber(0).convert(count, param, ctx), Length().convert(width, param, ctx)


class Offset(click.ParamType[tuple[float, float]]):
    """How far to the right and how far up, each less than 0 for the other way: "0.4,-0.3". In a project file also a
    list of two numbers."""

    name = "offset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Return both in mm; fail with what was found and what is allowed."""
        if isinstance(value, tuple):
            return value
        parts = [str(part) for part in value] if isinstance(value, list) else str(value).split(",")
        found = [_LENGTH.fullmatch(part.strip()) for part in parts]
        if len(parts) != 2 or not all(match and match[2] in UNITS for match in found):
            self.fail(
                f"found {_shown(value)}, allowed are two lengths, to the right and up, such as 0.4,-0.3",
                param,
                ctx,
            )
        across, up = (round(float(match[1]) * UNITS[match[2]], 6) + 0.0 for match in found if match)
        return across, up


class Flag(click.ParamType[bool]):
    """Yes or no: on the command line the option alone says yes, in a project file true or false."""

    name = "boolean"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Return the value; fail if it is none of the two."""
        if not isinstance(value, bool):
            self.fail(f"found {_shown(value)}, allowed is true or false", param, ctx)
        return value


class PlainText(click.ParamType[str]):
    """A text that is not empty."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text; fail if it is none."""
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            self.fail(f"found {_shown(value)}, allowed is a text that is not empty", param, ctx)
        return value


class FileName(PlainText):
    """The name of a file that is written and read again, so not "-" for the standard streams."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; fail if it is none."""
        if value == "-":
            self.fail("found '-', allowed is a file's name: what is kept in it is read again", param, ctx)
        return super().convert(value, param, ctx)


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them; in a project file also a list."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the names, in order, without spaces around them; fail if one is empty."""
        rows = value.split(",") if isinstance(value, str) else value
        good = isinstance(rows, (list, tuple)) and all(isinstance(row, str) and row.strip() for row in rows)
        if not rows or not good:
            self.fail(f"found {_shown(value)}, allowed are names with commas between them", param, ctx)
        return tuple(row.strip() for row in rows)


def _pointed(value: Any) -> str:
    """Return how a number is written that was typed with a comma, "" for anything else."""
    typed = str(value).strip()
    return f"; with a point: {typed.replace(',', '.')}" if _COMMA.fullmatch(typed) and len(typed) <= DIGITS else ""


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
