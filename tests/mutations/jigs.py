"""What can be done to the jig by which the backs of sheets are registered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from mutations.folder import MANIFEST, manifest, put
from mutations.sheets import read


def aside(kind: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        sheet = read(folder / kind / f"corner-jig.{kind}")
        cut = sheet.cuts()[0]
        cut.rings = [cut.rings[0] + (0.5, 0), *cut.rings[1:]]
        sheet.write()

    return apply


def gone(kind: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        (folder / kind / f"corner-jig.{kind}").unlink()
        told = manifest(folder)
        told["files"] = [entry for entry in told["files"] if "corner-jig" not in entry["path"]]
        put(folder / MANIFEST, json.dumps(told))

    return apply
