"""Holds a document to a JSON Schema, and says what is wrong as a person would: line, found, allowed, nearest name; and
what no schema can say of its tables `labels`, `which` and `region`.

Of JSON Schema it knows what `set.schema.json` uses; `KEYWORDS` names it, and a test holds the schema to that. Of the
alternatives of an "anyOf", each has its type, so that the type shows what was meant.

A region may be of several parts, and have holes. Its rings run with what is inside to their left: around a part
anticlockwise, around a hole clockwise. Tiles meet its border edge to edge, so a long side of it is as many edges.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.sets import polygons
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.polygons import BOTH, LATTICES, NAMED, At, BadPolygon, Edge, Outline
from quasiprint.errors import InputError, hint, refuse_all
from quasiprint.exact.polygon import area_sign, edges, orientation, touching
from quasiprint.exact.zeta import integers
from quasiprint.model.texts import format_value

LIMITS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "enum")
KEYWORDS = frozenset(
    ("$schema", "title", "description", "type", "required", "additionalProperties", "properties", "items", "anyOf")
).union(LIMITS)
# of each type what it is in Python, and in words; which keywords say the least and the most, and of what
KINDS: dict[str, tuple[type, str, str, str, str]] = {
    "object": (dict, "a table", "", "", ""),
    "array": (list, "a list", "minItems", "maxItems", "entries"),
    "string": (str, "a text", "minLength", "maxLength", "characters"),
    "integer": (int, "a whole number", "minimum", "maximum", ""),
    "boolean": (bool, "true or false", "", "", ""),
}
Path = tuple[str | int, ...]
ONE = {"entries": "entry", "characters": "character"}
HEAD = re.compile(r"\s*\[\[?\s*([^\[\]]*?)\s*\]")
QUOTED = re.compile(r""""[^"]*"|'[^']*'|#.*""")
KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[^\s=.#"'\[\]]+)\s*[.=]""")


@cache
def schema() -> dict[str, Any]:
    """Return the schema of set files."""
    found: dict[str, Any] = json.loads((files("quasiprint.addons.designer.sets") / "set.schema.json").read_bytes())
    return found


class Document:
    """A file that is being read. label: what messages call it; text: as it stands there."""

    def __init__(self, label: str, text: str) -> None:
        self.label, self._lines = label, text.split("\n")

    def wrong(self, path: Path, message: str) -> InputError:
        """Return the error of what stands at a path."""
        line, where = self.line(path), ""
        if path:  # "[[shape]] labels.count", the second shape's "[[shape]] 2 labels.count"
            top, rest = f"[[{path[0]}]]" if path[0] == "shape" else f"[{path[0]}]", path[1:]
            if rest and isinstance(rest[0], int):
                top, rest = f"{top} {rest[0] + 1}" if rest[0] else top, rest[1:]
            for part in rest:
                where += f" {part + 1}" if isinstance(part, int) else f".{part}" if where else part
            where = f"{top} {where}".strip()
        return InputError(f"{self.label}: {f'line {line}: ' if line else ''}{f'{where}: ' if where else ''}{message}")

    def line(self, path: Path) -> int:
        """Return in which line the innermost part of a path stands that has a line of its own, 0 if that is unknown."""
        tables = [p for p in path if isinstance(p, str)]
        # a number beside the table's name says which of several; others count entries of a list
        wanted = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
        table, count, best, deepest, inside = "", -1, 0, 0, 0
        for number, line in enumerate(self._lines, 1):
            # a row of a list that goes on over lines looks like a table's head
            bare, goes_on = QUOTED.sub("", line), inside > 0
            inside = max(0, inside + bare.count("[") - bare.count("]"))
            if goes_on:
                continue
            if head := HEAD.match(line):
                table = re.sub(r"[\"' ]", "", head[1])
                count += table == (tables or [""])[0]
                keys = table.split(".")
            elif key := KEY.match(line):
                keys = [*filter(None, table.split(".")), key[1].strip("\"'")]
            else:
                continue
            if keys == tables[: len(keys)] and len(keys) > deepest and count in (wanted, -1):
                best, deepest = number, len(keys)
        return best

    def hold(self, value: Any, law: Mapping[str, Any]) -> None:
        """Raise InputError unless a value is as a schema says."""
        refuse_all([*self._faults(value, law, ())], self.label)

    def _faults(self, value: Any, law: Mapping[str, Any], path: Path) -> Iterator[InputError]:
        """Yield the errors of all that is not as a schema says."""
        choice = next((choice for choice in law.get("anyOf", [law]) if _is(value, choice["type"])), None)
        law = choice or law
        if not choice or not _fits(value, law):
            yield self._unlike(value, law, path)
        elif isinstance(value, dict):
            known = law["properties"]
            for key in value:
                if key not in known:
                    message = f"found a key {format_value(key)}{hint(key, known)}, allowed are {', '.join(known)}"
                    yield self.wrong((*path, key), message)
            for key in law.get("required", ()):
                if key not in value:
                    yield self.wrong(path, f"found no key {key}, allowed is {describe_allowed(known[key])}")
            for key in filter(known.__contains__, value):
                yield from self._faults(value[key], known[key], (*path, key))
        elif isinstance(value, list):
            for k, item in enumerate(value):
                yield from self._faults(item, law["items"], (*path, k))

    def _unlike(self, value: Any, law: Mapping[str, Any], path: Path) -> InputError:
        choices, found = law.get("anyOf", [law]), format_value(value)
        words = [word for choice in choices for word in choice.get("enum", ())]
        near = hint(value, words) if _is(value, "string") else ""
        for choice in choices:  # of what is too long or too short it is said how long it is
            least, most, unit = _limits(choice)
            if unit and most is not None and _is(value, choice["type"]) and not least <= len(value) <= most:
                found = f"{len(value)} {ONE[unit] if len(value) == 1 else unit}"
        return self.wrong(path, f"found {found}{near}, allowed is {describe_allowed(law)}")


def _limits(law: Mapping[str, Any]) -> tuple[int, int | None, str]:
    """Return how large, or long, at least and at most, what a schema describes may be, and what is counted, if it has
    a length; None for no limit."""
    _, _, least, most, unit = KINDS[law["type"]]
    return law.get(least, 0), law.get(most), unit


def describe_allowed(law: Mapping[str, Any]) -> str:
    """Return what a schema allows, in words."""
    if "anyOf" in law:
        return " or ".join(describe_allowed(choice) for choice in law["anyOf"])
    if "enum" in law:
        return ", ".join(law["enum"])
    text = str(law.get("description") or KINDS[law["type"]][1])
    least, most, unit = _limits(law)
    if most is None or (unit and least == most and "description" in law):
        return text
    if not unit:
        return f"{text} from {least} to {most}"
    return f"{text} of {least} {unit}" if least == most else f"{text}, {least} to {most} {unit}"


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, KINDS[kind][0]) and (kind == "boolean" or not isinstance(value, bool))


def _fits(value: Any, law: Mapping[str, Any]) -> bool:
    """Tell whether a value of the right type is within a schema's limits."""
    if "enum" in law:
        return value in law["enum"]
    if "pattern" in law:
        return re.fullmatch(law["pattern"], value) is not None
    least, most, unit = _limits(law)
    size = len(value) if unit else value
    filled = len(value.strip()) if isinstance(value, str) else size
    return most is None or bool(least <= filled and size <= most)


def refuse_names(document: Document, names: Sequence[str], count: int, path: Path) -> None:
    """Raise InputError unless each label has a name of its own that can be printed, or none has."""
    for name in names:
        if name != name.strip() or not name.isprintable():
            raise document.wrong(path, f"found {name!r}, allowed is what can be printed, without spaces around it")
        if names.count(name) > 1:
            raise document.wrong(path, f"found {name!r} twice, allowed is each name once")
    if names and len(names) != count:
        raise document.wrong(path, f"found {len(names)} names for {count} labels, allowed is one for each label")


def numbers_of(document: Document, written: Sequence[int | str], names: Sequence[str], path: Path) -> list[int]:
    """Return labels as numbers; some were written by name."""
    for entry in written:
        if isinstance(entry, str) and entry not in names:
            known = f"a name of a label: {', '.join(names)}" if names else "a number: labels have no names"
            raise document.wrong(path, f"found {entry!r}{hint(entry, names)}, allowed is {known}")
    return [names.index(entry) if isinstance(entry, str) else entry for entry in written]


MOST_ENDS = 24  # of paths on a tile: each two paths are held against each other
PROFILES = 3  # flat, tab and notch
ONE_SIDED = "rotations"
ONE_OF, MORE = ("of", "at_most", "exactly", "tiles"), ("with", "without", "symmetric")  # keys of a table `which`


def choice_of(document: Document, table: Mapping[str, Any], outline: Outline, path: Path) -> Choice:
    """Return which labellings a table [[shape]] asks for, but for what `refined` adds."""
    labels = table["labels"]
    at: At = labels["at"]
    below = (*path, "labels")
    for key in ("per", "crossing"):
        if key in labels and at != "links":
            raise document.wrong((*below, key), f"found {key} with labels at {at}, allowed is it with links alone")
    if at == "cells" and not outline.cells:
        raise document.wrong((*below, "at"), "found cells on an outline that has none, allowed are edges or corners")
    usual = len(labels["names"]) if "names" in labels else {"profiles": PROFILES, "links": 1}.get(at)
    count = labels.get("count", usual)
    if count is None:
        message = f"found no count and no names, allowed with labels at {at} is one from 1 to 100"
        raise document.wrong(below, message)
    if at == "profiles" and not 2 <= count <= PROFILES:
        message = f"found {count}, allowed is 2 (tab and notch) or {PROFILES} (flat, tab and notch)"
        raise document.wrong((*below, "count"), message)
    per = labels.get("per", 1)
    if at == "links" and ((ends := per * outline.edges) % 2 or ends > MOST_ENDS):
        allowed = "is an even number of ends: say per = 2" if ends % 2 else f"are up to {MOST_ENDS}"
        raise document.wrong(below, f"found {ends} ends of paths on a tile, allowed {allowed}")
    which, times = table.get("which", "all"), 0
    if isinstance(which, dict):
        texts = [key for key in ONE_OF if key in which]
        if len(texts) > 1 or not which or ("tiles" in which and len(which) > 1):
            found = ", ".join(which) or "an empty table"
            message = f"found {found}, allowed is one of {', '.join(ONE_OF)}, and with all but tiles {', '.join(MORE)}"
            raise document.wrong((*path, "which"), message)
        key = texts[0] if texts else "of"
        times = which[key] if key in ("at_most", "exactly") else 0
        which = which.get("of", "all") if key == "of" else key.replace("_", " ")
    if at in (BOTH, "links") and which in ("non-decreasing", "no two neighbours alike"):
        message = f"found {which!r} with labels at {at}, allowed there is all, all different, at_most or exactly"
        raise document.wrong((*path, "which"), message)
    links = per * outline.edges // 2
    crossing, most = labels.get("crossing", True), links * (links - 1) // 2  # how many a tile may have, None for any
    if isinstance(crossing, bool):
        crossing = None if crossing else 0
    elif crossing > most:
        allowed = f"true, false, or a number up to {most}: {links} paths cross no more often"
        raise document.wrong((*below, "crossing"), f"found {crossing}, allowed is {allowed}")
    return Choice(at, count, which, times, per, crossing)


def refined(document: Document, choice: Choice, written: Any, names: Sequence[str], path: Path) -> Choice:
    """Return a choice with what else a table `which` asks for: labels it has or lacks, symmetry. names: of labels."""
    if not isinstance(written, dict):
        return choice
    sets = {}
    for key in ("with", "without"):
        labels = numbers_of(document, written.get(key, ()), names, (*path, "which", key))
        if over := [label for label in labels if label >= choice.labels]:
            message = f"found label {over[0]}, allowed are labels from 0 to {choice.labels - 1}"
            raise document.wrong((*path, "which", key), message)
        sets[key] = frozenset(labels)
    if both := sets["with"] & sets["without"]:
        message = f"found label {min(both)} here and under without, allowed is each label once"
        raise document.wrong((*path, "which", "with"), message)
    symmetric = written.get("symmetric", "")
    if symmetric and (choice.at == "links" or choice.which == "non-decreasing"):
        found = f"found {symmetric!r} with {'links' if choice.at == 'links' else choice.which}"
        message = f"{found}, allowed is it with labels at edges, corners or cells, in any order"
        raise document.wrong((*path, "which", "symmetric"), message)
    return replace(choice, present=sets["with"], absent=sets["without"], symmetric=symmetric)


def refuse_unordered(document: Document, outline: Outline, choice: Choice, symmetry: str, path: Path) -> None:
    """Raise InputError unless labels can be read round the tile from each slot, and from one side."""
    n = polygons.slots(outline, choice.at)
    around = {tuple((k + turn) % n for k in range(n)) for turn in range(n)}
    turns = {polygons.on_slots(move, outline, choice.at) for move in polygons.by_angles(outline) if not move.mirrored}
    if symmetry != ONE_SIDED or turns != around or choice.at == "cells":
        found = f"found 'non-decreasing' with symmetry {symmetry!r} on {len(turns)} turns of {n} {choice.at}"
        message = f"{found}, allowed is it with 'rotations' where each of the {n} can be turned to the next"
        raise document.wrong((*path, "which"), message)


MOST_CELLS = 4000
MOST_TURNS = 400  # of all rings: each two sides are held against each other


@dataclass(frozen=True, slots=True)
class Region:
    """What is to be filled. shape: an outline, or a name and size, which mean something for given tiles alone. open:
    how many cells stay open, or which. words: on its cells, row by row from the top. document: that says so."""

    shape: Outline | str
    open: int | tuple[str, ...] = 0
    words: tuple[str, ...] = ()
    document: Document | None = field(default=None, compare=False)


def region_of(document: Document, table: Mapping[str, Any]) -> Region:
    """Return what a table says is to be filled. Raises InputError, with the line."""
    opened, polygon = table.get("open", 0), table["polygon"]
    opened = opened if isinstance(opened, int) else tuple(opened)
    try:
        if not isinstance(polygon, str):
            shape: Outline | str = _of_rings(polygon if isinstance(polygon, list) else [polygon])
        else:
            shape = polygon if ":" in polygon else polygons.outline_of(polygon)
    except (BadPolygon, KeyError) as problem:
        known = f"{', '.join(NAMED)}, rectangle:10x6 or a table"
        unknown = f"found {polygon!r}{hint(str(polygon), NAMED)}, allowed is {known}"
        message = str(problem) if isinstance(problem, BadPolygon) else unknown
        raise document.wrong(("region", "polygon"), message) from None
    return Region(shape, opened, tuple(map(str, table.get("words", ()))), document)


def _of_rings(tables: Sequence[Mapping[str, Any]]) -> Outline:
    """Return a region of one's own. Raises BadPolygon."""
    grids = [polygons.grid_of(table) for table in tables]
    if len(tables) == 1 and grids[0]:
        return polygons.region_of_cells(grids[0], tables[0][grids[0]])
    if any(grids) or len({table["lattice"] for table in tables}) > 1:
        raise BadPolygon(
            "found rings of several kinds, allowed are turns on one lattice in each, or cells in one table"
        )
    if (turns := sum(len(table["turns"]) for table in tables)) > MOST_TURNS:
        raise BadPolygon(f"found {turns} turns in all, allowed are up to {MOST_TURNS}")
    points = LATTICES[tables[0]["lattice"]]
    rings = []
    for table in tables:
        at = table.get("at", (0,))
        if "at" in table and len(at) != (size := len(integers(points(0)))):
            raise BadPolygon(f"found at = {list(at)}, allowed on {table['lattice']} are {size} whole numbers")
        rings.append(polygons.walk_round(*polygons.walk_of(table), at))
    signs = [area_sign(ring) for ring in rings]
    if len(rings) == 1 and signs[0] < 0:
        raise BadPolygon("found an outline that runs clockwise, allowed is anticlockwise: make each turn its negative")
    for (j, first), (k, second) in combinations(enumerate(map(edges, rings), 1), 2):
        if any(touching(*a, *b) for a in first for b in second):
            raise BadPolygon(f"found rings {j} and {k} that touch or cross, allowed are rings apart")
    for k, (ring, sign) in enumerate(zip(rings, signs, strict=True)):
        around = sum(winding(ring[0], edges(other), points(1)) for j, other in enumerate(rings) if j != k)
        if around != (sign < 0):
            way, place = ("clockwise", "outside every part") if sign < 0 else ("anticlockwise", "inside another")
            place = place if around in (0, 1) else "inside several"
            raise BadPolygon(
                f"found ring {k + 1}, {way}, {place}, allowed are parts anticlockwise, and in them holes clockwise"
            )
    rings.sort(key=area_sign, reverse=True)
    return Outline(rings[0], further=tuple(rings[1:]))


def winding(point: Any, sides: Iterable[Edge], unit: Any) -> int:
    """Return how often rings go anticlockwise around a point on none of their sides. unit: a step to the right."""

    def below(p: Any) -> bool:
        return bool(unit.cross(p - point).sign() < 0)

    found = 0
    for a, b in sides:
        if below(a) != below(b) and orientation(a, b, point) == (1 if below(a) else -1):
            found += 1 if below(a) else -1
    return found
