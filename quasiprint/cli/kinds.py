"""The kinds of values that options take, in a project file, too; options that several commands have; and completion.

Completion is click's mechanism; docs/completion.md says how it is switched on. Nothing in it may fail: a shell shows
errors in the middle of what is typed."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quasiprint.errors import InputError, as_written, hint, removed
from quasiprint.model.option import millimetres

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
DIGITS = 18  # of a whole number
_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+ ?[a-z]*", re.ASCII)
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}", re.ASCII)


class Unfit(click.BadParameter):
    """A value that an option does not take: it says what was found, what may be meant, and what is allowed."""

    def __init__(self, value: object, allowed: str, near: str = "") -> None:
        text = repr(value) if isinstance(value, str) else str(value)
        super().__init__(f"found {text if len(text) <= 60 else text[:57] + '...'}{near}, allowed {allowed}")


class Reads(click.ParamType[Any]):
    """A kind of values. read: returns a value as it is meant, or raises Unfit."""

    def __init__(self, name: str, read: Callable[[Any], Any]) -> None:
        self.name, self.read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value."""
        return self.read(value)


def _length(value: Any, *, least: str) -> float:
    """Return a length in mm, which is written as a number or a number with a unit. least: "above 0", "from 0", or "in
    mm" for any."""
    wanted = f"is a length {least}, such as 0.2, 0.2mm or 1in"
    found = None if isinstance(value, bool) else millimetres(str(value))
    if found is None:
        raise Unfit(value, f"{wanted} (units: mm, cm, in){_with_point(value)}")
    if not math.isfinite(found) or (found < 0 and least != "in mm") or (found == 0 and least == "above 0"):
        raise Unfit(value, wanted)
    return found


def _whole(value: Any, least: int | None) -> int:
    wanted = "is a whole number" + ("" if least is None else f" from {least}")
    whole = isinstance(value, (int, str)) and not isinstance(value, bool)
    if not whole or not _WHOLE.fullmatch(str(value).strip()):
        raise Unfit(value, f"{wanted} of up to {DIGITS} digits")
    number = int(value)
    if least is not None and number < least:
        raise Unfit(number, wanted)
    return number


def _finite(value: Any) -> float:
    text = "" if isinstance(value, bool) else str(value).strip()
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise Unfit(value, f"is a number{_with_point(value)}")
    return float(text)


def _tabs(value: Any) -> tuple[int, float]:
    """Return how many tabs a part has, and how wide each is, mm: of "2x0.3"."""
    count, _, width = str(value).partition("x")
    if str(value) == "0":
        return 0, 0.0
    if not width:
        raise Unfit(value, "is a count and a width, such as 2x0.3, or 0 for none")
    return _whole(count, 0), _length(width, least="above 0")


def _offset(value: Any) -> tuple[float, float]:
    """Return how far to the right and how far up, mm, each less than 0 for the other way: of "0.4,-0.3", or in a
    project file of a list of two numbers."""
    parts = [str(part) for part in value] if isinstance(value, list) else str(value).split(",")
    found = [length for length in map(millimetres, parts) if length is not None]
    if len(parts) != 2 or len(found) != 2:
        raise Unfit(value, "are two lengths, to the right and up, such as 0.4,-0.3")
    return found[0], found[1]


def _flag(value: Any) -> bool:
    """Return yes or no: on the command line the option alone says yes, in a project file true or false."""
    if not isinstance(value, bool):
        raise Unfit(value, "is true or false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise Unfit(value, "is a text that is not empty")
    return value


def _file_name(value: Any) -> str:
    """Return the name of a file that is written and read again, so not "-" for the standard streams."""
    if value == "-":
        raise Unfit(value, "is a file's name: what is kept in it is read again")
    return _text(value)


def _names(value: Any) -> tuple[str, ...]:
    """Return names with commas between them, in order; in a project file also of a list."""
    rows = value.split(",") if isinstance(value, str) else value
    good = isinstance(rows, (list, tuple)) and all(isinstance(row, str) and row.strip() for row in rows)
    if not rows or not good:
        raise Unfit(value, "are names with commas between them")
    return tuple(row.strip() for row in rows)


def length(least: str = "above 0") -> Reads:
    """Return what reads a length. least: see `_length`."""
    return Reads("length", partial(_length, least=least))


def whole(least: int | None = None) -> Reads:
    """Return what reads a whole number, from `least` on."""
    return Reads("integer", partial(_whole, least=least))


def choice_of(known: Sequence[str]) -> Reads:
    """Return what reads one of some words, in whatever capitals."""

    def read(value: Any) -> str:
        word = as_written(str(value), known)
        if word not in known:
            if gone := removed(word):
                raise click.BadParameter(gone)
            raise Unfit(value, f"is {' or '.join(known)}", hint(word, known))
        return word

    return Reads("word", read)


NUMBER, TABS, OFFSET = Reads("number", _finite), Reads("tabs", _tabs), Reads("offset", _offset)
FLAG, TEXT, NAMES = Reads("boolean", _flag), Reads("text", _text), Reads("names", _names)
FILE_NAME = Reads("file", _file_name)


def option(
    flags: str, help: str, kind: click.ParamType[Any] | None = None, metavar: str | None = None, **others: Any
) -> click.Option:
    """Return an option. flags: as typed, with blanks between them, and the parameter's name if it is another. kind: of
    its value; None: it has none, and is given or not."""
    if kind is None:
        others = {"is_flag": True, "flag_value": True, "default": False, **others}
    return click.Option(flags.split(), type=kind or FLAG, metavar=metavar, help=help, **others)


def word_option(flags: str, help: str, known: Iterable[str], default: Any = None) -> click.Option:
    """Return an option whose values are words."""
    each = tuple(known)
    return option(flags, help, choice_of(each), "|".join(each), default=default, shell_complete=words(each))


# where Letter is usual, by the Unicode Common Locale Data Repository
LETTER = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])


def usual_paper() -> str:
    """Return the paper of the country that the environment names, A4 if it names none."""
    text = next((value for name in ("LC_ALL", "LC_PAPER", "LANG") if (value := os.environ.get(name))), "")
    return "letter" if text.partition(".")[0].partition("@")[0].rpartition("_")[2] in LETTER else "a4"


def paper_option() -> click.Option:
    """Return the option for the size of paper."""
    from quasiprint.model.resources import papers

    return word_option("--paper", "Paper size.  [default: your country's, a4 or letter]", papers(), usual_paper)


def json_option() -> click.Option:
    """Return the option for the answer as data."""
    return option("--json as_json", "Print the result as one JSON document.")


def replace_option() -> click.Option:
    """Return the option to replace what is there."""
    return option("--replace", "Keep whatever is there under another name, and write anew.")


def _with_point(value: Any) -> str:
    """Return how a number is written that was typed with a comma, "" for anything else."""
    typed = str(value).strip()
    return f"; with a point: {typed.replace(',', '.')}" if _COMMA.fullmatch(typed) and len(typed) <= DIGITS else ""


def words(known: Sequence[object]) -> Completer:
    """Return what completes one of some words."""
    return lambda _ctx, _parameter, begun: _completions(map(str, known), begun)


def formats(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the last of formats with commas between them; none is offered twice."""
    from quasiprint import formats as known

    before, comma, last = begun.rpartition(",")
    taken = before.split(",")
    return _completions((name for name in known.names() if name not in taken), last, before + comma)


def profiles(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a profile, each with what `quasiprint profiles` says of it; else a file's."""
    from click.shell_completion import CompletionItem

    from quasiprint.make.profiles import lines as profile_lines

    try:
        known = {name: line for each in profile_lines().values() for name, line in each.items()}
    except InputError:  # one of the user's own that cannot be read
        known = {}
    found = [CompletionItem(name, help=line) for name, line in known.items() if _fits(name, begun)]
    return found or [CompletionItem(begun, type="file")]


def _completions(known: Iterable[str], begun: str, before: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(f"{before}{name}") for name in known if _fits(name, begun)]


def _fits(name: str, begun: str) -> bool:
    """Tell whether a name begins so; capitals do not matter."""
    return name.casefold().startswith(begun.casefold())
