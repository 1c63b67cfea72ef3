"""The text form of a layout, and its score.

    {"tiles": [{"tile": "thin-0121", "corner": [-1, 1, 0, 1], "turn": 0}, ...]}

`corner` is the acute corner from which the tile's colours are read, as integers over 1, ζ, ζ², ζ³
(ζ = exp(iπ/5), edge length 1); `turn` the direction of the first edge in tenths of a turn.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.rhomb import ACUTE
from quasiprint.games.quasimino.rules import Placed, is_complete, judge
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, error, has_errors

MAX_BYTES = 4_000_000
MAX_TILES = 5_000
MAX_COORDINATE = 10_000  # a set of 5,000 tiles laid in a row is shorter
NAME = re.compile(rf"({'|'.join(ACUTE)})-([0-9]{{4}})")
KEYS = ("tile", "corner", "turn")
LONG = 20  # digits: such a number is out of range everywhere, and Python refuses to read longer ones still


@dataclass(frozen=True, slots=True)
class _OddNumber:
    """A number that a layout has nowhere: a fraction, or one too long. text: as typed."""

    text: str


def read(text: str | bytes) -> tuple[tuple[Placed, ...], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile.

    Raises InputError, which names the entry (from 1), for what is not in the text form.
    """
    entries = _entries(_json(text))
    tiles: list[Placed] = []
    findings: list[Finding] = []
    for number, entry in enumerate(entries, 1):
        name, corner, turn = _entry(number, entry)
        match = NAME.fullmatch(name)
        if match is None:
            findings.append(
                error(
                    "tile-foreign",
                    f"{name[:40]!r} (entry {number})",
                    "no Quasimino tile has this name; names are 'thick-' or 'thin-' and four colours, as in thin-0121",
                    "correct the name",
                )
            )
        else:
            colours = tuple(map(int, match[2]))
            tiles.append(Placed(number, match[1], colours, Zeta(*corner), turn))
    return tuple(tiles), findings


def score(text: str | bytes, colours: int = 3) -> dict[str, Any]:
    """Judge a layout with a set of so many colours; return the contract's JSON object.

    Besides, `vertices` says where the covered vertices lie (exact, and x, y in edge lengths)
    and `components` how many separate pieces there are. Raises InputError as `read` does.
    """
    tiles, findings = read(text)
    judged, laid, overlapping = judge(tiles, colours)
    findings += judged
    corners = cast("list[Zeta]", laid.covered(overlapping))
    covered = sorted(corners, key=lambda v: (v.a, v.b, v.c, v.d))
    return {
        "legal": not has_errors(findings),
        "complete_set": not any(f.code == "tile-foreign" for f in findings) and is_complete(tiles, colours),
        "covered": len(covered),
        "components": laid.components(),
        "vertices": [
            {"corner": [v.a, v.b, v.c, v.d], "xy": [round(x, 6) + 0.0 for x in v.to_xy()]} for v in covered
        ],
        "findings": [finding.as_json() for finding in findings],
    }


def _json(text: str | bytes) -> Any:
    if len(text) > MAX_BYTES:
        raise InputError(f"layout: found {len(text)} bytes, allowed are up to {MAX_BYTES}")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise InputError(f"layout: not UTF-8 text (byte {problem.start})") from None
    text = text.removeprefix("\ufeff")  # a byte order mark, where the caller has decoded the text
    if not text.strip():
        raise InputError('layout: found nothing, allowed is JSON such as {"tiles": [...]}')
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_OddNumber, parse_int=_integer
        )
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        raise InputError(f"layout: no JSON: {problem.msg} ({where})") from None
    except RecursionError:
        raise InputError("layout: brackets nested too deep; a layout has four levels") from None


def _integer(digits: str) -> int | _OddNumber:
    return int(digits) if len(digits) < LONG else _OddNumber(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"layout: key {key[:40]!r} stands twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise InputError(f"layout: found {name}, allowed are integers")


def _entries(document: Any) -> list[Any]:
    if not isinstance(document, dict):
        raise InputError(f'layout: found {_kind(document)}, allowed is an object {{"tiles": [...]}}')
    unknown = [key for key in document if key != "tiles"]
    if unknown:
        raise InputError(f"layout: unknown key {unknown[0][:40]!r}, allowed is 'tiles'")
    entries = document.get("tiles")
    if not isinstance(entries, list):
        found = _kind(entries) if "tiles" in document else "no such key"
        raise InputError(f"layout: 'tiles': found {found}, allowed is a list of tiles")
    if not entries:
        raise InputError("layout: 'tiles' is empty, allowed are 1 tile or more")
    if len(entries) > MAX_TILES:
        raise InputError(f"layout: found {len(entries)} tiles, allowed are up to {MAX_TILES}")
    return entries


def _entry(number: int, entry: Any) -> tuple[str, list[int], int]:
    where = f"layout: entry {number}"
    if not isinstance(entry, dict):
        raise InputError(f"{where}: found {_kind(entry)}, allowed is an object with {', '.join(KEYS)}")
    for key in entry:
        if key not in KEYS:
            raise InputError(f"{where}: unknown key {key[:40]!r}, allowed are {', '.join(KEYS)}")
    for key in KEYS:
        if key not in entry:
            raise InputError(f"{where}: key {key!r} is missing")
    name, corner, turn = entry["tile"], entry["corner"], entry["turn"]
    if not isinstance(name, str):
        raise InputError(f"{where}: 'tile': found {_kind(name)}, allowed is a name such as \"thin-0121\"")
    limits = f"allowed are four integers from {-MAX_COORDINATE} to {MAX_COORDINATE}"
    if not isinstance(corner, list) or len(corner) != 4:
        raise InputError(f"{where}: 'corner': found {_kind(corner)}, {limits}")
    for n in corner:
        if not _is_integer(n) or abs(n) > MAX_COORDINATE:
            raise InputError(f"{where}: 'corner': found {_kind(n)} in it, {limits}")
    if not _is_integer(turn) or not 0 <= turn < TURN:
        raise InputError(f"{where}: 'turn': found {_kind(turn)}, allowed is an integer from 0 to {TURN - 1}")
    return name, corner, turn


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return f"{value[:40]!r}"
    if isinstance(value, _OddNumber):
        long = len(value.text) >= LONG
        return f"a number of {len(value.text.lstrip('-'))} digits" if long else value.text
    return json.dumps(value)  # as the file has it: true, null, 7
