"""The command line called from tests, and what it leaves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from click.testing import CliRunner, Result

from quasiprint.cli import main

# What is quick to make, for tests of everything else.
QUICK = ["make", "quasimino", "--format", "stl", "--colours", "1"]


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="quasiprint")


def tree(folder: Path) -> dict[str, str]:
    """Everything in a folder, hidden files too, as digests."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
