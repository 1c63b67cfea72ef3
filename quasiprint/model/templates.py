"""The texts that a user may put in the place of the program's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quasiprint.model.texts import text_of, toml_of


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
