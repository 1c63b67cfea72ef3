"""Mutations of sheets that say they were made in another manner: with tabs, or with shared cuts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mutations.drawings import Change, on_front
from mutations.folder import manifest, put_manifest
from mutations.sheets import Lines, Sheet


def said(**manner: object) -> Callable[[Path], None]:
    """Let the manifest say that the set was made in another manner."""

    def apply(folder: Path) -> None:
        told = manifest(folder)
        told["parameters"]["made with"]["manner"].update(manner)
        put_manifest(folder, told)

    return apply


def shared(kind: str, change: Change) -> Callable[[Path], None]:
    """Change a sheet of a set that says it has shared cuts."""

    def apply(folder: Path) -> None:
        said(cut="shared")(folder)
        on_front(kind, change)(folder)

    return apply


def halved(sheet: Sheet) -> None:
    """Cut a piece across from corner to corner, after all around it."""
    cuts = sheet.cuts()
    ring = cuts[0].rings[0]
    line = Lines("cut-outer", [ring[:: len(ring) // 2][:2]], [False], cuts[0].style, cuts[0].handle)
    at = next(k for k, held in enumerate(sheet.lines) if held is cuts[-1])
    sheet.lines.insert(at + 1, line)


def broken(sheet: Sheet) -> None:
    """Cut the first piece out by three lines, one after the other."""
    cut = sheet.cuts()[0]
    ring = cut.rings[0]
    lines = [Lines("cut-outer", [part], [False], cut.style, cut.handle) for part in (ring[:2], ring[1:], ring[[-1, 0]])]
    at = next(k for k, held in enumerate(sheet.lines) if held is cut)
    sheet.lines[at : at + 1] = lines
