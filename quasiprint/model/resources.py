"""The files that come with the program, the languages that there are, and the papers."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TEMPLATES = "templates"
LANGUAGES = "languages"  # the folder of those of the languages
ORIGINAL = "en"  # the language that the others are translated from


def template_folder() -> Path:
    """Return the folder of the templates that come with the program.

    In a wheel it lies in the package; in a checkout beside it.
    """
    from pathlib import Path

    return Path(_in_package(TEMPLATES, TEMPLATES))


def _in_package(name: str, checkout: str) -> str:
    """Return a folder in the package, or else the one that lies in a checkout beside it."""
    package = os.path.dirname(os.path.dirname(__file__))
    inside = os.path.join(package, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), checkout)


def classics() -> dict[str, str]:
    """Return the paths of the set files that come with the program, by the names that stand for them."""
    folder = _in_package("classics", os.path.join("examples", "sets"))
    files = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {file.removesuffix(".toml"): os.path.join(folder, file) for file in files if file.endswith(".toml")}


@cache
def languages() -> tuple[str, ...]:
    """Return the languages of books and pages, by their two letters: English, then the others in order."""
    with os.scandir(os.path.join(_in_package(TEMPLATES, TEMPLATES), LANGUAGES)) as entries:
        found = {entry.name for entry in entries if entry.is_dir()}
    return (ORIGINAL, *sorted(found - {ORIGINAL}))


@cache
def papers() -> dict[str, tuple[float, float]]:
    """Return the papers of books, width and height in mm: the profiles of pages that come with the program, but for
    those with marks for a machine."""
    from quasiprint.model.texts import toml_of

    pages = {
        path.stem: toml_of(path.read_bytes(), path.name)["page"]
        for path in template_folder().glob("profiles/pages/*.toml")
    }
    return {name: (page["width"], page["height"]) for name, page in sorted(pages.items()) if "marks" not in page}
