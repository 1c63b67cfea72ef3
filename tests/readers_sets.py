"""Readers of what belongs to sets of one's own: the set file, and a layout of its tiles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from contract import ROOT, Bounds
from judged import scored
from readers import Reader
from readers_words import JSON_WORDS, TOML_WORDS

SETS = ROOT / "examples/sets"
WORDS = (
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


def set_file(data: bytes, _: Path) -> object:
    """A set file, read and counted as `check` does before it visits labellings."""
    from quasiprint.sets.proof import hold, refuse_too_many
    from quasiprint.sets.set_file import read

    design = read(data, "mine.toml")
    refuse_too_many(design, "mine.toml")
    return len(hold(design, "mine.toml"))


@cache
def _squares() -> object:
    from quasiprint.sets.set_file import read

    return read((SETS / "macmahon-squares.toml").read_bytes(), "squares.toml")


def set_layout(data: bytes, _: Path) -> object:
    """A layout of MacMahon's squares, judged."""
    from quasiprint.sets.judge import judge

    return scored(judge(_squares(), data))  # type: ignore[arg-type]


def set_readers() -> tuple[Reader, ...]:
    """The readers, and what each begins with."""
    files = tuple((SETS / f"{name}.toml").read_bytes() for name in BEGINNINGS)
    example = (ROOT / "quasiprint/sets/example.json").read_bytes()
    return (
        Reader("set-file", set_file, files, (*TOML_WORDS, *WORDS), Bounds(20.0, 1024)),
        Reader("set-layout", set_layout, (example,), (*JSON_WORDS, "square-0012", '"at"', '"turn"', '"flipped"')),
    )
