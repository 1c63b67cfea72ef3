"""Readers of what belongs to sets of one's own: the set file, and a layout of its tiles."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from contract import ROOT, Bounds
from readers import Reader
from readers_words import (
    JSON_WORDS,
    TOML_WORDS,
    scored,
)

SETS = ROOT / "examples/sets"
SET_WORDS = (
    "polygon",
    "labels",
    "turns",
    "steps",
    "squares",
    "which",
    "tiles",
    "copies",
    "[[shape]]",
    "[rule]",
    "99",
    "-1",
)
BEGINNINGS = ("macmahon-squares", "kites-and-darts", "serpentiles", "jigsaw", "wang-11", "dominoes-6", "quasimino")


@cache
def design(said: str) -> Any:
    """Return the design of a set file: of its text, or of a shipped file of this name."""
    from quasiprint.addons.designer.sets.set_file import read

    return read(said.encode() if "\n" in said else (SETS / f"{said}.toml").read_bytes(), "x.toml")


def held(said: str) -> Any:
    """Return the tiles of each shape of a set file."""
    from quasiprint.addons.designer.sets.set_file import hold

    return hold(design(said))


def set_file(data: bytes, _: Path) -> object:
    """A set file, read and counted as `check` does before it visits labellings."""
    from quasiprint.addons.designer.sets.set_file import hold, read

    own = read(data, "mine.toml")
    return len(hold(own))


def set_layout(data: bytes, _: Path) -> object:
    """A layout of MacMahon's squares, judged."""
    from quasiprint.addons.designer.sets.placed import judge

    return scored(judge(design("macmahon-squares"), data))


def set_readers() -> tuple[Reader, ...]:
    """The readers, and what each begins with."""
    files = tuple((SETS / f"{name}.toml").read_bytes() for name in BEGINNINGS)
    example = (ROOT / "quasiprint/addons/designer/sets/example.json").read_bytes()
    return (
        Reader("set-file", set_file, files, (*TOML_WORDS, *SET_WORDS), Bounds(20.0, 1024)),
        Reader("set-layout", set_layout, (example,), (*JSON_WORDS, "square-0012", '"at"', '"turn"', '"flipped"')),
    )


def of_squares(pieces: Any, more: str = "", at: str = "cells") -> str:
    """Return the shapes of pieces of squares, by name, with one label each. more: lines that each of them has."""
    return "".join(
        f"[[shape]]\nname = '{name}'\npolygon = {{ squares = {[list(cell) for cell in cells]} }}\n"
        f"labels = {{ at = '{at}', count = 1 }}\n{more}"
        for name, cells in pieces.items()
    )


def written(folder: Path, said: str) -> Path:
    """Write a set file that says so."""
    file = folder / "own.toml"
    file.write_text(f"[set]\ntitle = 'Own'\n{said}")
    return file
