"""Texts: read strictly and in bounded time, cut to what holds, and written so that no language takes them for more.

Titles, credits, names of inks and currencies are their author's, who may have got them from somebody else: for each
language there is one function that writes them. A drawing in DXF or SVG and an OBJ hold none of them; JSON and PDF are
written by libraries, which escape. For HTML there is `html.escape`, for a terminal `errors.printable`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, time
from typing import Any

from quasiprint.errors import InputError

MAX_TOML = 1 << 16  # bytes
# a key of n parts costs its reader n² of time and memory
MAX_TOML_LINE = 4_000
APART = r"(?<=[^\s#]) (?=[:;!?»](?![-\w]))|(?<=«) "
CODE = r"(?<!`)`(?!`)[^`\n]*`"  # stays as it is typed
TYPED = rf"{CODE}|'|(?P<first>(?<![^\s(\[—–-])\")|\""
BITS = 64  # of a whole number, its sign among them, by TOML's own rules


class Phrase(str):
    """English words that another language can say anew. key: which of its words say it. fields: what is filled in, by
    name; words among it are phrases, too."""

    key: str
    fields: Mapping[str, object]

    @classmethod
    def of(cls, text: str, key: str, **fields: object) -> Phrase:
        """Return English words with what another language needs."""
        made = cls(text)
        made.key, made.fields = key, fields
        return made


def text_of(content: bytes, label: str) -> str:
    """Return a text in UTF-8, without a byte order mark, its lines ended by line feeds. Raises InputError, which calls
    the text `label`, for what is no such text."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError(f"{label}: is not a text file in UTF-8 (line {line})") from None


def no_break(text: str) -> str:
    """Return a text without line breaks before a sign that its language sets apart, as French does: such a space is
    typed as any other."""
    return re.sub(APART, "\N{NO-BREAK SPACE}", text)


def as_printed(text: str, quotes: Callable[[], str] = lambda: "“…”") -> str:
    """Return a text with the signs of print in the place of those of a typewriter: apostrophes, quotation marks, and
    spaces at which no line is broken. Code is left as it is. quotes: returns those of the text's language."""

    def sign(found: re.Match[str]) -> str:
        if found[0] == "'":
            return "’"
        if found[0] != '"':
            return found[0]
        before, _, after = quotes().partition("…")
        return before if found["first"] else after

    return no_break(re.sub(TYPED, sign, text))


def toml_of(content: bytes, label: str) -> dict[str, Any]:
    """Return what a TOML file holds. Raises InputError, which calls the file `label`."""
    import tomllib

    text = text_of(content, label)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_TOML_LINE:
            found = f"line {number}: found {len(line)} characters"
            raise InputError(f"{label}: {found}, allowed are up to {MAX_TOML_LINE} in a line")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{label}: is not TOML that can be read: lists or tables nested too deep") from None
    except ValueError as problem:  # TOMLDecodeError is one, and a number of too many digits another
        raise InputError(f"{label}: is not TOML: {problem}") from None
    # a whole number that TOML does not have: it might not even be possible to show it
    pending: list[Any] = [table]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, int) and not -(1 << BITS - 1) <= value < 1 << BITS - 1:
            bits = value.bit_length() + 1
            raise InputError(f"{label}: found a whole number of {bits} bits, allowed are up to {BITS}")
    return table


def format_value(value: object) -> str:
    """Return a value of a TOML file as its writer would know it again, shortened."""
    match value:
        case bool():
            text = str(value).lower()
        case date() | time():
            text = value.isoformat()
        case list():
            text = f"[{', '.join(map(format_value, value))}]"
        case dict():
            text = f"{{{', '.join(f'{key} = {format_value(item)}' for key, item in value.items())}}}"
        case _:
            text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# a mark, a link, an element, a reference, a cell's end; and what begins a list or underlines a heading
MARKDOWN = re.compile(r"[\\`*_~\[\]<>&|$#]|^[-+=]|^\d+(?=[.)])")
FORMULA = re.compile(r"[=+\-@\t\r]")
PART_21 = re.compile(r"[^ -~]+|['\\]")


def markdown(text: str) -> str:
    """Return a line of text as Markdown: no mark, no link, no HTML, whatever it holds; a break is a space."""
    text = " ".join(text.split())
    return MARKDOWN.sub(lambda found: f"{found[0]}\\" if found[0].isdecimal() else f"\\{found[0]}", text)


def xml(text: str) -> str:
    """Return text for an element or an attribute's value of XML. Named entities only: lib3mf refuses a file with a
    numbered one."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def csv_cell(text: str) -> str:
    """Return a cell of a CSV. A program for tables would reckon with one that begins like a formula: it gets a single
    quotation mark before it."""
    text = f"'{text}" if FORMULA.match(text) else text
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if set(text) & set(',"\n\r') else text


def part_21_string(text: str) -> str:
    """Return a text as ISO 10303-21 has it, with its quotation marks: what is not printable ASCII in hexadecimal
    digits, of two bytes each, or of four."""
    return f"'{PART_21.sub(_part_21, text)}'"


def _part_21(found: re.Match[str]) -> str:
    if found[0] in "'\\":
        return found[0] * 2
    parts = re.findall("[\0-\uffff]+|[^\0-\uffff]", found[0])
    return "".join(
        f"\\X4\\{ord(part):08X}\\X0\\"
        if ord(part[0]) >= 1 << 16
        else f"\\X2\\{part.encode('utf-16-be').hex().upper()}\\X0\\"
        for part in parts
    )


_PART = re.compile(r"^<!-- for ([a-z0-9 -]+) -->\n(.*?)^<!-- end -->\n", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)


def choose_parts(text: str, holds: Callable[[str], bool], rest: bool = True) -> str:
    """Return a text without the parts whose words do not hold. A part that nothing ends is left as it is.

    rest: whether what stands outside of all parts is there, too.
    """
    begun, ended = _split_after(text, "\n<!-- end -->\n")
    if not rest:
        return "".join([part[2] for part in _PART.finditer(begun) if holds(part[1])])
    return _PART.sub(lambda part: part[2] if holds(part[1]) else "", begun) + ended


def without_comments(text: str) -> str:
    """Return a text without the comments that begin a line and end one."""
    begun, ended = _split_after(text, "-->\n")
    return _COMMENT.sub("", begun) + ended


def _split_after(text: str, last: str) -> tuple[str, str]:
    """Return a text up to where something stands last in it, that included, and the rest: in that nothing ends any
    more, and nobody looks in vain for where it does."""
    before, found, after = text.rpartition(last)
    return before + found, after


SHORT = 3  # names: fewer are named one by one
_NUMBER = re.compile(r"(?<=-)c?(\d+)")  # a number of its own, or of a colour: not the 4 of a4


def runs(names: Iterable[str], quote: str = "`") -> list[str]:
    """Return the names in their order, each between quotes; three or more that count on by one are given as
    "first to last", at the first one's place. No name is lost or given twice."""
    left = dict.fromkeys(names)
    texts = []
    while left:
        first = next(iter(left))
        run = max((_from(first, number, left) for number in _NUMBER.finditer(first)), key=len, default=[first])
        if len(run) < SHORT:
            run = [first]
        for name in run:
            del left[name]
        texts.append(f"{quote}{first}{quote}" + (f" to {quote}{run[-1]}{quote}" if len(run) > 1 else ""))
    return texts


def _from(first: str, number: re.Match[str], names: Iterable[str]) -> list[str]:
    """Return the names that count on from the first in one of its numbers."""
    start, end = number.span(1)
    there, run, count = frozenset(names), [first], int(number[1])
    while (name := f"{first[:start]}{count + len(run):0{end - start}}{first[end:]}") in there:
        run.append(name)
    return run


def listed(numbers: Iterable[int | None]) -> str:
    """Return numbers as a sentence names them, None as nothing."""
    return ", ".join("nothing" if number is None else str(number) for number in numbers)


def several(count: int, what: str) -> str:
    """Return how many there are of something."""
    return f"{count} {what}{'s' * (count != 1)}"
