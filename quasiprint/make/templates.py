"""Reads the texts of a run: those of the program, its formats and the game's room, and a user's own in their place.

A user's own lie in ``templates/`` in the current folder, under the same names: ``templates/rules/de/quomino.md`` wins
over the room's ``rules/de/quomino.md``, and ``templates/readme/formats/stl.md`` over the ``readme.md`` of a format.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from quasiprint import formats, games
from quasiprint.disk.reading import MAX_BYTES, format_size, read_bytes, there
from quasiprint.documents.words import COMMON, GALLERY, THINGS, Templates, words
from quasiprint.errors import InputError
from quasiprint.model import plugins
from quasiprint.model.choices import Offer
from quasiprint.model.plugins import Entry
from quasiprint.model.resources import LANGUAGES, ORIGINAL, template_folder
from quasiprint.version import __version__

OWN = Path("templates")
# names that no list has: words that all books of a language share, and parts of the page for formats of others
OTHERS = re.compile(rf"{LANGUAGES}/[^/]+/{re.escape(COMMON)}|readme/formats/[a-z0-9-]+\.md")
PAGE = "set-readme.md"

PART = "readme.md"  # what a format or a game adds to that page
ENDINGS = (".md", "-quick.md", ".toml", "-scoresheet.toml", "-cover.toml")  # of a game's texts


def templates(
    game: str, language: str, chosen: Sequence[str] = (), own: Mapping[str, bytes] | None = None
) -> Templates:
    """Return the texts for a game's books in a language, and of the page in a set's folder.

    chosen: the formats; ours are among them in any case. own: the user's, by name; those in the current folder if
    nobody says. One that says what the program's says is none.

    Raises InputError for a user's own that cannot be read, is too long, or that no book asks for, and for a language
    that the game lacks.
    """
    parts = dict(_parts(game, chosen))
    shared = [name for file in (GALLERY, THINGS) for name in shared_words(language, file)]
    names = (*_books(game, language), *shared, PAGE)
    places = [(name, top / name) for top in (template_folder(), games.folder(game)) for name in (*_common(top), *names)]
    found = {name: path.read_bytes() for name, path in (*places, *parts.items()) if there(path)}
    asked = (*names, *parts)
    if own is None:
        own = {name: read_bytes(OWN / name, name) for name in (*_common(OWN), *asked) if there(OWN / name)}
    for name, content in own.items():
        if name not in asked and not OTHERS.fullmatch(name):
            raise InputError(f"{name}: is not text that a book of {game} asks for")
        if len(content) > MAX_BYTES:
            raise InputError(
                f"{name}: found more than {format_size(MAX_BYTES)}, allowed are up to {format_size(MAX_BYTES)}"
            )
    own = {name: content for name, content in own.items() if found.get(name) != content}
    found.update(own)
    texts = Templates(tuple(found.items()), tuple(own))
    words(texts, language)  # refused for whatever needs no book, too: a count of sheets, a look at a set
    if (spoken := languages_of(game)) and not any(name in found for name in _books(game, language)):
        allowed = f"{'is' if len(spoken) == 1 else 'are'} {', '.join(spoken)}"
        raise InputError(f"--language: found {language!r}, allowed for {game} {allowed}")
    return texts


def languages_of(game: str) -> tuple[str, ...]:
    """Return the languages in which a game has words of its own, by their two letters; none if it has none."""
    places = (folder / "rules" for folder in (games.folder(game), OWN))
    found = {path.parent.name for place in places for ending in ENDINGS for path in place.glob(f"*/{game}{ending}")}
    return tuple(sorted(found))


def part_of(kind: str, name: str) -> str:
    """Return what a part of the page in a set's folder is called. kind: "offers", "formats" or "games"."""
    return f"readme/{kind}/{name}.md"


def _parts(game: str, chosen: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the parts of the page: the name of each and where it lies."""
    for offer in Offer:
        yield part_of("offers", offer), template_folder() / part_of("offers", offer)
    for name in dict.fromkeys((*(one.name for one in formats.own()), *chosen)):
        place = formats.entry(name)
        if isinstance(place, Entry):
            yield part_of("formats", name), plugins.folder(place) / PART
    yield part_of("games", game), games.folder(game) / PART


def _books(game: str, language: str) -> Iterator[str]:
    """Yield the names of a game's texts in a language."""
    for ending in ENDINGS:
        yield f"rules/{language}/{game}{ending}"


def shared_words(language: str, file: str) -> tuple[str, ...]:
    """Return the names of words that all games share: those of English stand in for what a language lacks."""
    return tuple(f"{LANGUAGES}/{one}/{file}" for one in dict.fromkeys((ORIGINAL, language)))


def _common(folder: Path) -> Iterator[str]:
    """Yield the names of the words that all books of a language share."""
    for path in sorted((folder / LANGUAGES).glob(f"*/{COMMON}")):
        yield path.relative_to(folder).as_posix()


FOLDER = "new-game"
# what the distribution, the name, the title and the program's version are called in the template
_CALLED = re.compile("quasiprint-newgame|newgame|New game|0[.]0[.]0")
_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")


def project(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a project for a game of this name: path and content. Raises InputError for a name that cannot
    be a game's, or is one's already."""
    refuse_name(name)
    called = {
        "quasiprint-newgame": distribution(name),
        "newgame": name,
        "New game": name.replace("_", " ").capitalize(),
        "0.0.0": __version__,
    }
    top = template_folder() / FOLDER
    for file in sorted(top.rglob("*")):
        path = file.relative_to(top)
        if file.is_file() and "__pycache__" not in path.parts:
            text = file.read_text(encoding="utf-8")
            yield path.as_posix().replace("newgame", name), _CALLED.sub(lambda found: called[found[0]], text).encode()


def distribution(name: str) -> str:
    """Return what the distribution of a game is called."""
    return f"quasiprint-{name.replace('_', '-')}"


def refuse_name(name: str) -> None:
    """Raise InputError for a name that no new game may have."""
    if not games.NAME.fullmatch(name) or not _NAME.fullmatch(name):
        wanted = "up to 40 small letters and digits, a letter first, and single _ between them, as in my_game"
        raise InputError(f"name: found {name!r}, allowed are {wanted}")
    if keyword.iskeyword(name):
        raise InputError(f"name: found {name!r}, which is a word of Python; allowed is any other name")
    if name in games.names() or name == games.EVERY:
        taken = ", ".join((*games.names(), games.EVERY))
        raise InputError(f"name: found {name!r}, allowed is one that is not taken; taken are {taken}")
    if find_spec(f"quasiprint_{name}") is not None:
        raise InputError(f"name: found {name!r}, but there is a module quasiprint_{name} already; allowed is another")
