"""The texts that a user may edit, and the words of a language: short texts of books, and what sheets, puzzles and
inventories say and items are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from quasiprint.errors import InputError
from quasiprint.model.page import Said
from quasiprint.model.resources import LANGUAGES, ORIGINAL, template_folder
from quasiprint.model.texts import Phrase, as_printed, text_of, toml_of


@dataclass(frozen=True)
class Templates:
    """The texts of a run, which a user may edit: read once, each under a name like "languages/en/books.toml".

    files: names and contents, each name once. own: the names of those that are the user's and not the program's.
    """

    files: tuple[tuple[str, bytes], ...] = ()
    edited: tuple[str, ...] = ()

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
        return tuple((name, self._by_name[name]) for name in self.edited)

    def text(self, name: str) -> str:
        """Return a text. Raises KeyError for a missing name, InputError if it is no text."""
        return text_of(self._by_name[name], name)

    def toml(self, name: str) -> dict[str, Any]:
        """Return a table. Raises KeyError for a missing name, InputError if it is no TOML."""
        return toml_of(self._by_name[name], name)


FOLDER = "rules"
COMMON = "books.toml"  # words that all books of a language share, in its folder: one that has them is a language
ITEM_WORDS = "things.toml"  # words for what is in a box, in the same folder


def languages(templates: Templates) -> tuple[str, ...]:
    """Return the languages that there are words in, by their two letters."""
    places = (name.split("/") for name in templates.names())
    return tuple(sorted(parts[1] for parts in places if parts[0] == LANGUAGES and parts[-1] == COMMON))


def words(templates: Templates, language: str, table: str = "", common: str = COMMON) -> dict[str, str]:
    """Return short texts of a language, by name: those of a game's table, if it has one, or those of all books.
    common: another file of those that all games share.

    Raises InputError for a language that is not there, or a file that is no such table.
    """
    known = languages(templates)
    if language not in known:
        raise InputError(f"--language: found {language!r}, allowed are {', '.join(known)}")
    name = f"{FOLDER}/{language}/{table}.toml" if table else f"{LANGUAGES}/{language}/{common}"
    if name not in templates:
        return {}
    texts = templates.toml(name)
    for key, text in texts.items():
        if not isinstance(text, str) or not text:
            raise InputError(f"{name}: found {key} = {text!r}, allowed are texts that are not empty")
    return {key: printed(templates, language, text) for key, text in texts.items()}


def printed(templates: Templates, language: str, text: str) -> str:
    """Return a text with the signs of print of its language."""
    return as_printed(text, lambda: str(templates.toml(f"{LANGUAGES}/{language}/{COMMON}").get("quotes", "“…”")))


class Names(Said):
    """The words of a language. A kind of item has two: its singular and its plural, with a stroke between."""

    def __init__(self, words: Mapping[str, str], where: str, language: str = ORIGINAL, thousands: str = ",") -> None:
        super().__init__(words, where)
        self.language, self.thousands = language, thousands

    @classmethod
    def of(cls, templates: Templates, language: str, game: str = "") -> Names:
        """Return the words of a language, English where it has none. game: whose words are among them."""
        known = [words(templates, each, common=ITEM_WORDS) for each in dict.fromkeys((ORIGINAL, language))]
        known += [words(templates, language, game)] if game else []
        texts = {key: text for each in known for key, text in each.items()}
        return cls(texts, ITEM_WORDS, language, words(templates, language).get("thousands", ","))

    def number(self, number: int) -> str:
        """Return a number as the language writes it."""
        return f"{number:,}".replace(",", self.thousands)

    def say(self, text: str) -> str:
        """Return a phrase in the language; any other text, and a phrase that it has no words for, as it is."""
        if not text or not isinstance(text, Phrase) or text.key not in self.words:
            return text
        fields = {name: self.say(field) if isinstance(field, str) else field for name, field in text.fields.items()}
        return self(text.key, **fields)

    def in_set(self, title: str, letter: str) -> str:
        """Return a title with the letter of the set that is meant; "" of one alone."""
        return self("set-letter", title=title, letter=letter) if letter else title

    def name(self, kind: str, name: str) -> str:
        """Return what an ink or a pattern is called, as it is named where the language has no word for it."""
        return self.words.get(f"{kind}-{name}", name)

    def several(self, kind: str, count: int, name: str = "") -> str:
        """Return how many items of a kind there are, in words. name: of an item among its kind, which may have a word
        for itself."""
        last = name.rpartition("-")[2]
        for key, note in ((name, ""), (kind, (last if last.isalpha() else last.upper()) if name != kind else "")):
            if key in self.words:
                singular, _, more = self.words[key].partition(" | ")
                return f"{count} {singular if count == 1 else more}{f', {note}' if note else ''}"
        return f"{count} × {name or kind}"


@cache
def english() -> Names:
    """Return the program's own words in English."""
    place = f"{LANGUAGES}/{ORIGINAL}"
    names = (f"{place}/{file}" for file in (COMMON, ITEM_WORDS))
    return Names.of(Templates(tuple((name, (template_folder() / name).read_bytes()) for name in names)), ORIGINAL)
