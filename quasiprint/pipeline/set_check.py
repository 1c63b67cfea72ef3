"""Proves what a set file says, from the file alone. Nothing is drawn, and nothing is written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quasiprint.model.errors import plain
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.texts import MAX_TOML
from quasiprint.sets.proof import hold, prove, refuse_too_many
from quasiprint.sets.set_file import read
from quasiprint.storage.reading import called, read_bytes
from quasiprint.telling import tell

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class SetProof:
    """The outcome of a check of a set file. file: what it is called; pieces: how many tiles, copies counted."""

    file: str
    title: str
    pieces: int
    findings: tuple[Finding, ...]
    facts: Mapping[str, Any]

    @property
    def proved(self) -> bool:
        """Whether no check failed."""
        return not has_errors(self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that `check` has for a game, too."""
        return {
            "game": self.file,
            "parameters": {"title": self.title},
            "pieces": self.pieces,
            "findings": [finding.as_json() for finding in self.findings],
            "facts": self.facts,
        }


def is_set_file(name: str) -> bool:
    """Tell whether what stands where a game's name may stand is the path of a set file: it ends in .toml, or it has a
    separator, and something lies there."""
    if name.lower().endswith(SUFFIX):
        return True
    separated = os.sep in name or bool(os.altsep and os.altsep in name)
    return separated and "\0" not in name and os.path.exists(name)


def check_set(path: str | os.PathLike[str]) -> SetProof:
    """Prove the set that a file says. Raises InputError for a file that cannot be read, or says no set."""
    file = Path(path)
    label = plain(called(file))
    design = read(read_bytes(file, f"set file {str(path)!r}", MAX_TOML), label)
    refuse_too_many(design, label)
    held = hold(design, label)
    findings, facts = prove(design, held, tell)
    pieces = sum(shape.pieces(held[shape.name]) for shape in design.shapes)
    return SetProof(label, plain(design.title), pieces, tuple(findings), facts)
