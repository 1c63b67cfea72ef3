"""A laser's sheet of a set, changed, and what `verify` says of it then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from called import invoke
from mutations.folder import copied, mended
from mutations.sheets import Sheet, read


def doctored(made: Path, folder: Path, kind: str, change: Callable[[Sheet], object]) -> set[str]:
    """Change the first sheet of a copy of a set, and return the codes of the errors that reading it back finds."""
    copy = copied(made, folder)
    sheet = read(copy / kind / f"sheet-1.{kind}")
    change(sheet)
    sheet.write()
    mended(copy)
    result = invoke("verify", copy, "--by", "reading")
    assert result.exit_code == 1
    return {line.split(": ")[1] for line in result.stderr.splitlines() if line.startswith("error: ")}
