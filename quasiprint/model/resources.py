"""The files that come with the program, the languages that there are, and the texts that a user may put in the place of
the program's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from quasiprint.model.texts import text_of, toml_of

_PACKAGE = Path(__file__).parent.parent
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


@cache
def papers() -> dict[str, tuple[float, float]]:
    """Return the papers of books, width and height in mm: the profiles of pages that come with the program, but for
    those with marks for a machine."""
    pages = {
        path.stem: toml_of(path.read_bytes(), path.name)["page"]
        for path in template_folder().glob("profiles/pages/*.toml")
    }
    return {name: (page["width"], page["height"]) for name, page in sorted(pages.items()) if "marks" not in page}


@dataclass(frozen=True)
class Templates:
    """The texts of a run, which a user may edit: read once, each under a name like "languages/en/books.toml".

    files: names and contents, each name once. own: the names of those that are the user's and not the program's.
    """

    files: tuple[tuple[str, bytes], ...] = ()
    own: tuple[str, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, bytes]:
        return dict(self.files)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def names(self) -> tuple[str, ...]:
        """Return the names of all texts."""
        return tuple(self._by_name)

    def of_user(self) -> tuple[tuple[str, bytes], ...]:
        """Return the names and contents of the user's own."""
        return tuple((name, self._by_name[name]) for name in self.own)

    def text(self, name: str) -> str:
        """Return a text. Raises KeyError for a name that is not there, InputError for what is no text."""
        return text_of(self._by_name[name], name)

    def toml(self, name: str) -> dict[str, Any]:
        """Return a table. Raises KeyError for a name that is not there, InputError for what is no TOML."""
        return toml_of(self._by_name[name], name)
