"""Holds a document to a JSON Schema, and says what is wrong as a person would: line, found, allowed, nearest name.

Of JSON Schema it knows what `set.schema.json` uses; `KEYWORDS` names it, and a test holds the schema to that. Of the
alternatives of an "anyOf", each has a type of its own, so that what was meant can be told by the type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from quasiprint.model.errors import InputError, hint, refuse_all
from quasiprint.model.texts import format_value

LIMITS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "enum")
KEYWORDS = frozenset(
    ("$schema", "title", "description", "type", "required", "additionalProperties", "properties", "items", "anyOf")
).union(LIMITS)
KINDS: dict[str, tuple[type, str]] = {
    "object": (dict, "a table"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
}
Path = tuple[str | int, ...]
ONE = {"entries": "entry", "characters": "character"}
HEAD = re.compile(r"\s*\[\[?\s*([^\[\]]*?)\s*\]")
QUOTED = re.compile(r""""[^"]*"|'[^']*'|#.*""")
KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[^\s=.#"'\[\]]+)\s*[.=]""")


@cache
def schema() -> dict[str, Any]:
    """Return the schema of set files."""
    found: dict[str, Any] = json.loads(
        files("quasiprint.addons.designer.sets").joinpath("set.schema.json").read_bytes()
    )
    return found


class Document:
    """A file that is being read. label: what messages call it; text: as it stands there."""

    def __init__(self, label: str, text: str) -> None:
        self.label, self._lines = label, text.split("\n")

    def wrong(self, path: Path, message: str) -> InputError:
        """Return the error of what stands at a path."""
        line = self.line(path)
        where = _name_of(path)
        return InputError(f"{self.label}: {f'line {line}: ' if line else ''}{f'{where}: ' if where else ''}{message}")

    def line(self, path: Path) -> int:
        """Return in which line the innermost part of a path stands that has a line of its own, 0 if that is unknown."""
        tables = [p for p in path if isinstance(p, str)]
        # a number beside the table's name says which of several; others count entries of a list
        wanted = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
        table, count, best, deepest = "", -1, 0, 0
        for number, line in self._statements():
            if head := HEAD.match(line):
                table = re.sub(r"[\"' ]", "", head[1])
                count += table == (tables or [""])[0]
                own = table.split(".")
            elif key := KEY.match(line):
                own = [*filter(None, table.split(".")), key[1].strip("\"'")]
            else:
                continue
            if own == tables[: len(own)] and len(own) > deepest and count in (wanted, -1):
                best, deepest = number, len(own)
        return best

    def _statements(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that no list goes on in, from 1: a row of a list looks like a table's head."""
        deep = 0
        for number, line in enumerate(self._lines, 1):
            if not deep:
                yield number, line
            bare = QUOTED.sub("", line)
            deep = max(0, deep + bare.count("[") - bare.count("]"))

    def hold(self, value: Any, law: Mapping[str, Any]) -> None:
        """Raise InputError unless a value is as a schema says."""
        refuse_all([*self._faults(value, law, ())], self.label)

    def _faults(self, value: Any, law: Mapping[str, Any], path: Path) -> Iterator[InputError]:
        """Yield the errors of all that is not as a schema says."""
        if "anyOf" in law:
            fitting = [one for one in law["anyOf"] if _is(value, one["type"])]
            if fitting:
                yield from self._faults(value, fitting[0], path)
            else:
                yield self._unlike(value, law, path)
        elif not _is(value, law["type"]) or not _fits(value, law):
            yield self._unlike(value, law, path)
        elif isinstance(value, dict):
            yield from self._table(value, law, path)
        elif isinstance(value, list):
            for k, item in enumerate(value):
                yield from self._faults(item, law["items"], (*path, k))

    def _table(self, value: Mapping[str, Any], law: Mapping[str, Any], path: Path) -> Iterator[InputError]:
        known = law["properties"]
        for key in value:
            if key not in known:
                near = hint(key, known)
                yield self.wrong((*path, key), f"found a key {format_value(key)}{near}, allowed are {', '.join(known)}")
        for key in law.get("required", ()):
            if key not in value:
                yield self.wrong(path, f"found no key {key}, allowed is {describe_allowed(known[key])}")
        for key in filter(known.__contains__, value):
            yield from self._faults(value[key], known[key], (*path, key))

    def _unlike(self, value: Any, law: Mapping[str, Any], path: Path) -> InputError:
        words = [word for one in law.get("anyOf", [law]) for word in one.get("enum", ())]
        near = hint(value, words) if isinstance(value, str) else ""
        return self.wrong(path, f"found {_describe_found(value, law)}{near}, allowed is {describe_allowed(law)}")


def _describe_found(value: Any, law: Mapping[str, Any]) -> str:
    """Return what was found: of what is too long or too short how long it is, else the value."""
    for one in law.get("anyOf", [law]):
        least, most, unit = _lengths(one)
        if most is not None and _is(value, one["type"]) and not least <= len(value) <= most:
            return f"{len(value)} {ONE[unit] if len(value) == 1 else unit}"
    return format_value(value)


def _lengths(law: Mapping[str, Any]) -> tuple[int, int | None, str]:
    """Return how long, at least and at most, what a schema describes may be, and what is counted; None for no limit."""
    few, many = law.get("minItems", law.get("minLength", 0)), law.get("maxItems", law.get("maxLength"))
    return few, many, "characters" if law["type"] == "string" else "entries"


def describe_allowed(law: Mapping[str, Any]) -> str:
    """Return what a schema allows, in words."""
    if "anyOf" in law:
        return " or ".join(describe_allowed(one) for one in law["anyOf"])
    if "enum" in law:
        return ", ".join(law["enum"])
    said = str(law.get("description") or KINDS[law["type"]][1])
    least, most = law.get("minimum"), law.get("maximum")
    said += f" from {least} to {most}" if least is not None else ""
    few, many, unit = _lengths(law)
    if many is None or (few == many and "description" in law):
        return said
    return f"{said} of {few} {unit}" if few == many else f"{said}, {few} to {many} {unit}"


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, KINDS[kind][0]) and (kind == "boolean" or not isinstance(value, bool))


def _fits(value: Any, law: Mapping[str, Any]) -> bool:
    """Tell whether a value of the right type is within a schema's limits."""
    if "enum" in law and value not in law["enum"]:
        return False
    if isinstance(value, str):
        if "pattern" in law and not re.fullmatch(law["pattern"], value):
            return False
        return bool(law.get("minLength", 0) <= len(value.strip()) and len(value) <= law.get("maxLength", len(value)))
    if isinstance(value, list):
        return bool(law.get("minItems", 0) <= len(value) <= law.get("maxItems", len(value)))
    if isinstance(value, int):
        return bool(law.get("minimum", value) <= value <= law.get("maximum", value))
    return True


def _name_of(path: Sequence[str | int]) -> str:
    """Return what a place is called: "[[shape]] labels.count", the second shape's "[[shape]] 2 labels.count"."""
    if not path:
        return ""
    top = f"[[{path[0]}]]" if path[0] == "shape" else f"[{path[0]}]"
    rest = path[1:]
    if rest and isinstance(rest[0], int):
        top, rest = f"{top} {rest[0] + 1}" if rest[0] else top, rest[1:]
    words = ""
    for part in rest:
        words += f" {part + 1}" if isinstance(part, int) else f".{part}" if words else part
    return f"{top} {words}".strip()
