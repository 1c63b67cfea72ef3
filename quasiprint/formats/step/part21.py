"""The text of a STEP file (ISO 10303-21) as tables: every instance, by its kind, with all that it says.

Nothing is skipped: an instance that no form tells of is told of instead, and so is every text that is written otherwise
than its form has it. Space between words says nothing, so it is taken out first; what is a text is looked at before.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]

SPACE = b" \t\r\n"
FIELD = re.compile(r"\{([a-z_|]+)(\+?)(?::(\d))?\}|'TEXT'|VERSION|REAL|FLAG")
TEXT = re.compile(rb"'(?:[^']|'')*'")  # a quotation mark in a text is doubled
NUMBER = r"#([1-9][0-9]{0,8})"
UNGROUPED = NUMBER.replace("(", "(?:")
VALUES = {
    "text": r"'((?:[^'\n]|'')*)'",
    "version": r"([0-9][0-9A-Za-z.]{0,15})",
    "real": r"(-?[0-9]+\.[0-9]*(?:E[+-]?[0-9]{1,3})?)",
    "flag": r"\.([TF])\.",
}
QUOTED = re.compile(r"'[^']*'")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a form. what: "text", "real", "flag" or "number". kinds: which instances a number may be of.
    many: whether there may be several. times: how often each of them is named in this place, 0 for any number."""

    what: str
    kinds: tuple[str, ...] = ()
    many: bool = False
    times: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """How instances of a kind are written. keyword: that of the instance, "" for one of several types."""

    kind: str
    keyword: bytes
    slots: tuple[Slot, ...]
    pattern: re.Pattern[bytes]


@dataclass(slots=True)
class Table:
    """The instances of a kind. ids: their numbers. columns: for each slot what they say: numbers of instances, reals,
    flags, texts. counts: of slots with many numbers, how many each instance names."""

    ids: Numbers
    columns: list[Any] = field(default_factory=list)
    counts: dict[int, Numbers] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def rows(self, ids: Numbers) -> Numbers:
        """Return where instances stand in the table."""
        order = np.argsort(self.ids)
        return np.asarray(order[np.searchsorted(self.ids[order], ids)], dtype=np.int64)

    def lists(self, slot: int, rows: Numbers) -> tuple[Numbers, Numbers]:
        """Return the numbers that some rows name in a slot, row after row, and how many each names."""
        every = self.counts[slot]
        count = every[rows]
        begin = (np.cumsum(every) - every)[rows]
        at = np.repeat(begin - (np.cumsum(count) - count), count) + np.arange(int(count.sum()))
        return self.columns[slot][at], count

    def owners(self, slot: int) -> Numbers:
        """Return the number of the instance that names each of a slot's numbers."""
        return np.repeat(self.ids, self.counts[slot]) if slot in self.counts else self.ids


@dataclass(slots=True)
class File:
    """What a file says. tables: one for each kind. texts: of the header's fields. foreign: instances of no form, cut
    short. wrong: what is no such file at all, or says something outside of its instances."""

    tables: dict[str, Table]
    texts: list[str]
    foreign: list[str]
    wrong: list[str]


def bare(text: str) -> str:
    """Return a text without its spaces."""
    return "".join(text.split())


def _pattern(text: str) -> tuple[list[Slot], str]:
    """Return the slots of what is written so, and the pattern of it without spaces."""
    slots: list[Slot] = []
    pattern, at, tight = "", 0, bare(text)
    for found in FIELD.finditer(tight):
        pattern += re.escape(tight[at : found.start()])
        at = found.end()
        if found[1]:
            slots.append(Slot("number", tuple(found[1].split("|")), bool(found[2]), int(found[3] or 0)))
            pattern += f"({UNGROUPED}(?:,{UNGROUPED})*)" if found[2] else NUMBER
        else:
            what = found[0].strip("'").lower()
            slots.append(Slot(what))
            pattern += VALUES[what]
    return slots, pattern + re.escape(tight[at:])


def quoted(text: str) -> str:
    """Return what a text is written as, between its quotation marks."""
    return text.replace("\\", "\\\\").replace("'", "''")


def form(kind: str, text: str) -> Form:
    """Return the form that is written so."""
    slots, pattern = _pattern(text)
    keyword = bare(text).partition("(")[0].encode()
    return Form(kind, keyword, tuple(slots), re.compile(f"^{NUMBER}={pattern}$".encode(), re.MULTILINE))


@cache
def forms(texts: tuple[tuple[str, str], ...]) -> dict[str, Form]:
    """Return forms by kind."""
    return {kind: form(kind, text) for kind, text in texts}


def parse(content: bytes, expected: Mapping[str, Form], header: str, trailer: str, known: Iterable[str]) -> File:
    """Return what a file says. header, trailer: what stands before and after its instances, as forms are written.
    known: texts that have spaces in them, as they are to be written."""
    wrong = list(_misspelt(content, known))
    tight = content.translate(None, SPACE)
    begun = re.match(_pattern(header)[1].encode(), tight)
    end = len(tight) - len(bare(trailer))
    if begun is None:
        wrong.append(f"its header is not as it is to be: {_short(tight)}")
    if not tight.endswith(bare(trailer).encode()):
        wrong.append("it does not end as it is to end")
    start = begun.end() if begun else tight.find(b"DATA;") + 5
    texts = [text.decode("latin-1") for text in begun.groups()] if begun else []
    statements = tight[start:end].split(b";")
    if statements.pop():
        wrong.append("its last instance has no end")
    if any(not said.startswith(b"#%d=" % count) for count, said in enumerate(statements, 1)):
        wrong.append("its instances are not numbered from 1 on")
    tables, foreign = _tables(statements, expected)
    arrays = (one for table in tables.values() for one in table.columns if isinstance(one, np.ndarray))
    if not all(np.isfinite(one).all() for one in arrays):
        wrong.append("it has numbers beyond all bounds")
    return File(tables, texts, foreign, wrong)


def _misspelt(content: bytes, texts: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a file's characters and texts, before space is taken out."""
    if b"/*" in content and b"/*" in TEXT.sub(b"", content):
        yield "it has comments"
    if content.translate(None, bytes(range(32, 127)) + SPACE):
        yield "it has characters that are not printable ASCII"
    spaced = {bare(text): text for text in texts if bare(text) != text}
    for raw in set(TEXT.findall(content.translate(None, b"\r\n"))):
        text = raw[1:-1].decode("latin-1")
        tight = bare(text)
        if spaced.get(tight, tight) != text:
            yield f"it says {text[:60]!r}, where it is to say {spaced.get(tight, tight)[:60]!r}"


def _tables(statements: list[bytes], expected: Mapping[str, Form]) -> tuple[dict[str, Table], list[str]]:
    groups: dict[bytes, list[bytes]] = defaultdict(list)
    for statement in statements:
        groups[statement[statement.find(b"=") + 1 : statement.find(b"(")]].append(statement)
    named: dict[bytes, list[Form]] = defaultdict(list)
    for one in expected.values():
        named[one.keyword].append(one)
    tables = {kind: _table(one, []) for kind, one in expected.items()}
    foreign: list[str] = []
    for keyword, group in groups.items():
        text = b"\n".join(group)
        matched = 0
        for one in named.get(keyword, ()):
            rows = one.pattern.findall(text)
            tables[one.kind] = _table(one, rows)
            matched += len(rows)
        if matched != len(group):
            patterns = [one.pattern for one in named.get(keyword, ())]
            foreign += [_short(s) for s in group if not any(p.fullmatch(s) for p in patterns)]
    return tables, foreign


def _short(statement: bytes) -> str:
    return statement[:100].decode("latin-1")


def _table(one: Form, rows: list[Any]) -> Table:
    """Return the instances that a form has matched; each row is a number and what stands in the slots."""
    if not one.slots:
        return Table(_numbers(rows))
    columns = list(zip(*rows, strict=True)) if rows else [()] * (len(one.slots) + 1)
    table = Table(_numbers(columns[0]))
    for k, (slot, told) in enumerate(zip(one.slots, columns[1:], strict=True)):
        column = list(told)
        if slot.many:
            table.counts[k] = np.array([text.count(b"#") for text in column], dtype=np.int64)
            column = b",".join(column).replace(b"#", b"").split(b",") if column else []
        table.columns.append(_column(slot.what, column))
    return table


def _column(what: str, column: Any) -> Any:
    if what == "number":
        return _numbers(column)
    if what == "real":
        return np.array(column, dtype="S").astype(np.float64) if column else np.zeros(0)
    if what == "flag":
        return np.array([flag == b"T" for flag in column], dtype=bool)
    return [text.decode("latin-1") for text in column]


def _numbers(column: Any) -> Numbers:
    return np.array(column, dtype="S").astype(np.int64) if column else np.zeros(0, dtype=np.int64)


def spaced(texts: Iterable[str]) -> set[str]:
    """Return the texts with spaces that forms have."""
    return {text[1:-1] for one in texts for text in QUOTED.findall(one) if " " in text and "VERSION" not in text}


def text(value: str) -> str:
    """Return a text as ISO 10303-21 has it, with its quotation marks: what is not ASCII in hexadecimal digits."""
    out, other = [], ""
    for letter in (*value, ""):
        plain = letter.isascii() and letter.isprintable()
        if letter and not plain:
            other += letter.encode("utf-16-be").hex().upper() if ord(letter) < 1 << 16 else ""
            if ord(letter) >= 1 << 16:
                out.append(_wide(other) + f"\\X4\\{ord(letter):08X}\\X0\\")
                other = ""
            continue
        out.append(_wide(other) + letter.replace("\\", "\\\\").replace("'", "''"))
        other = ""
    return f"'{''.join(out)}'"


def _wide(digits: str) -> str:
    return f"\\X2\\{digits}\\X0\\" if digits else ""
