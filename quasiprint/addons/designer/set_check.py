"""Set files: what one says is proved, from the file alone. One to start from is written by `sets.questions`."""

from __future__ import annotations

import os
from pathlib import Path

from quasiprint.addons.designer.sets import set_file
from quasiprint.addons.designer.sets.meeting import meeting
from quasiprint.disk.reading import name_of, read_bytes
from quasiprint.errors import plain
from quasiprint.make.make import Proof
from quasiprint.model.texts import MAX_TOML
from quasiprint.system.progress import tell


def check_set(path: str | os.PathLike[str]) -> Proof:
    """Prove the set that a file says. Raises InputError for a file that cannot be read, or says no set."""
    file = Path(path)
    label = plain(name_of(file))
    design = set_file.read(read_bytes(file, f"set file {str(path)!r}", MAX_TOML), label)
    held = set_file.hold(design)
    findings, facts = set_file.prove(design, held, tell)
    wrong, counted = meeting(design, held, tell)
    findings, facts = [*findings, *wrong], {**facts, **counted}
    pieces = sum(shape.pieces(held[shape.name]) for shape in design.shapes)
    return Proof(label, {"title": plain(design.title)}, pieces, tuple(findings), facts)
