"""Where the templates that come with the program lie, and which languages there are: one for each folder there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
LANGUAGES = "languages"  # the folder of those of the languages
ORIGINAL = "en"  # the language that the others are translated from


def template_folder() -> Path:
    """Return the folder of the templates that come with the program.

    In a wheel it lies in the package; in a checkout beside it.
    """
    inside = _PACKAGE / "templates"
    return inside if inside.is_dir() else _PACKAGE.parent / "templates"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages of books and pages, by their two letters: English, then the others in order."""
    found = {path.name for path in (template_folder() / LANGUAGES).iterdir() if path.is_dir()}
    return (ORIGINAL, *sorted(found - {ORIGINAL}))
