"""What stays as it is from version 1.0 on, read off the program itself (docs/reference/promises.md).

    python tests/promises.py --write

records in tests/data/promises.json what is there now, unless something recorded is gone: commands and options, the
library, games' options, keys of set files, profiles and all JSON, names of a set's files, and what plug-ins are asked
for. More may come, and is a promise once it is recorded, which a release does.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import click
from called import ROOT, invoke

import quasiprint
from quasiprint import formats, games
from quasiprint.addons.designer.sets.schema import schema
from quasiprint.cli import main
from quasiprint.make import profiles
from quasiprint.model import format, game, measures, playtest, profile
from quasiprint.model.limits import declared
from quasiprint.model.option import SET_OPTIONS, Option

RECORD = ROOT / "tests/data/promises.json"
ALTERNATIVES = " or "
NUMBERED = re.compile(r"\b(plate|sheet)-\d+")  # how many there are is no promise
Tree = Any  # tables of texts, and of tables
LAYOUT = ROOT / "tests/data/triomino-9-hexagons.json"
BOARD = "+--+--+--+\n" + 3 * "|        |\n+--+--+--+\n"
# what a command prints as JSON: the words it is called with; SET is a set of one tile, BOARD a file
DOCUMENTS = {
    "check": ("check", "triomino", "--highest", "1"),
    "check of a set file": ("check", ROOT / "examples/sets/macmahon-squares.toml"),
    "verify": ("verify", "SET"),
    "diff": ("diff", "SET", "SET"),
    "score": ("score", "triomino", LAYOUT),
    "puzzle": ("puzzle", "triomino", "--region", "hexagon:1"),
    "solve": ("solve", "majomino", "BOARD"),
    "playtest": ("playtest", "quasimino", "--games", "4"),
}


def promises(folder: Path) -> Tree:
    """Return everything that is promised, as it is now. folder: an empty one, to make a set in."""
    made = folder / "set"
    there = {"SET": made, "BOARD": folder / "board.txt"}
    there["BOARD"].write_text(BOARD)
    invoke("make", "triomino", "--highest", "0", "--format", "stl", "-o", made, code=0)
    sets = json.loads((ROOT / f"tests/data/bytes-{quasiprint.__version__}.json").read_bytes())["sets"]
    tables = [kind for module in (measures, profile, profiles) for kind in vars(module).values() if is_dataclass(kind)]
    return {
        "commands": {" ".join(path): _parameters(command) for path, command in _commands(main, click.Context(main))},
        "games": {name: _options(games.load(name).options) for name in games.names()},
        "every game": _options(SET_OPTIONS),
        "library": {name: _interface(getattr(quasiprint, name)) for name in quasiprint.__all__},
        "entry points": [formats.GROUP, games.GROUP],
        "plug-ins": {
            name: _interface(value)
            for module in (game, playtest, format)
            for name, value in vars(module).items()
            if inspect.isclass(value) and value.__module__ == module.__name__ and getattr(value, "_is_protocol", False)
        },
        "set files": _keys(schema()),
        "profiles": sorted({one.name for kind in tables for one in declared(kind) if one.key.read}),
        "files": {
            name: {
                folder: sorted({NUMBERED.sub(r"\1-N", one) for one in each["files"]})
                for folder, each in sets[name].items()
            }
            for name in games.names()
            if name in sets
        },
        "manifest": shape(json.loads((made / "manifest.json").read_bytes())),
        "json": {
            name: shape(json.loads(invoke(*(there.get(word, word) for word in words), "--json", code=0).stdout))
            for name, words in DOCUMENTS.items()
        },
    }


def broken(recorded: Tree, now: Tree, path: str = "") -> Iterator[str]:
    """Yield where something that is recorded is gone or another."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key, value in recorded.items():
            here = f"{path}: {key}" if path else key
            yield from broken(value, now[key], here) if key in now else (f"{here} is gone",)
    elif isinstance(recorded, list) and isinstance(now, list):
        yield from (f"{path}: {one} is gone" for one in recorded if one not in now)
    elif recorded != now:
        yield f"{path} is {now}, {recorded} before"


def shape(value: Any) -> Tree:
    """Return what a reader of JSON counts on: the keys of tables, and of values their kind."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in sorted(value.items())}
    if isinstance(value, list):
        return {"of each": reduce(_either, map(shape, value))} if value else {}
    return {bool: "true or false", int: "number", float: "number", str: "text", type(None): "null"}[type(value)]


def _either(one: Tree, other: Tree) -> Tree:
    """Return the shape of what has one of two shapes."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {k: _either(one[k], other[k]) if k in one and k in other else {**one, **other}[k] for k in one | other}
    if isinstance(one, dict) or isinstance(other, dict):
        return one if isinstance(one, dict) else other
    return ALTERNATIVES.join(sorted({*one.split(ALTERNATIVES), *other.split(ALTERNATIVES)}))


def _commands(
    command: click.Command, context: click.Context, *path: str
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from _commands(below, click.Context(below, parent=context, info_name=name), *path, name)


def _parameters(command: click.Command) -> Tree:
    """Return a command's arguments, in order, and its options: whether a value follows, and which if few may."""
    return {
        "arguments": {
            str(place): "may be left out" if not one.required else "must be there"
            for place, one in enumerate(one for one in command.params if isinstance(one, click.Argument))
        },
        "options": {
            name: "no value" if getattr(one, "is_flag", False) else list(getattr(one.type, "choices", ())) or "a value"
            for one in command.params
            if isinstance(one, click.Option)
            for name in (*one.opts, *one.secondary_opts)
        },
    }


def _options(options: tuple[Option, ...]) -> Tree:
    return {
        one.name: {
            "kind": one.kind.value,
            "default": str(one.default),
            "choices": [str(value) for value in one.choices],
        }
        for one in options
    }


def _interface(value: object) -> Tree:
    """Return how a thing is used: of a class its public members, of a function its parameters, by name."""
    if inspect.isclass(value):
        own = [vars(one) for one in value.__mro__ if one.__module__.startswith("quasiprint")]
        names = {name for one in own for name in (*one, *one.get("__annotations__", ())) if name[0] != "_"}
        return {name: _interface(getattr(value, name, "")) for name in sorted(names)}
    if not callable(value):
        return "a value"
    return {
        name: "must be there"
        if one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
        else "may be left out"
        for name, one in inspect.signature(value).parameters.items()
        if name != "self"
    }


def _keys(node: Mapping[str, Any]) -> Tree:
    """Return what a set file may hold: keys and kinds of values, and what it must."""
    below = [node, *node.get("anyOf", ())]
    found = {key: _keys(one) for each in below for key, one in each.get("properties", {}).items()}
    if "items" in node:
        found["of each"] = _keys(node["items"])
    free = sorted({*node.get("properties", ())} - {*node.get("required", ())})
    return {
        **found,
        "": {"kinds": sorted(str(each["type"]) for each in below if "type" in each), "may be left out": free},
    }


if __name__ == "__main__":
    assert sys.argv[1:] == ["--write"], __doc__
    with tempfile.TemporaryDirectory() as temporary:
        now = promises(Path(temporary))
    if gone := list(broken(json.loads(RECORD.read_bytes()), now)):
        sys.exit("\n".join(gone))
    RECORD.write_bytes(json.dumps(now, indent=1, sort_keys=True, ensure_ascii=False).encode() + b"\n")
