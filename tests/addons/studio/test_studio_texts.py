"""The words of the page: every language says all, with the same things filled in, and nothing is said past them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from quasiprint.addons.studio import static
from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.static import catalogues
from quasiprint.model.resources import ORIGINAL, languages

FIELD = re.compile(r"\{([a-z-]+)\}")
TRANSLATED = [language for language in languages() if language != ORIGINAL]
# where English has no text, what the engine says is English: page/words.js
ENGINE = re.compile(r"(option\.[a-z-]+\.help|(choice|default|group|kind|phrase|told|usual)\..+|home\.translated)$")
FOLDERS = (static.PAGE, static.PAGE.parent / "browser")
MODULES = {path.name: path.read_text(encoding="utf-8") for folder in FOLDERS for path in sorted(folder.glob("*.js"))}
PAGE = (static.PAGE / "index.html").read_text(encoding="utf-8")
SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?<=[(=:,!&|?{};\n] )/(?:\\.|\[[^]]*\]|[^/\\\n])+/|(?<=\()/(?:\\.|\[[^]]*\]|[^/\\\n])+/"
    r'|"(?P<double>(?:\\.|[^"\\])*)"|(?P<tick>`)|(?P<brace>[{}])|\'(?P<single>(?:\\.|[^\'\\])*)\'',
    re.DOTALL,
)


def strings(script: str, at: int = 0) -> Iterator[tuple[int, str]]:
    """Yield each text within a script: where it begins, and what stands in it but for ``${…}``."""
    depth: list[int] = []  # of each brace that is open: where the text begins that it is in, -1 for none
    while found := SCRIPT.search(script, at):
        at = found.end()
        for name in ("double", "single"):
            if found[name] is not None:
                yield found.start(), found[name]
        if found["brace"] == "{":
            depth.append(-1)
        begins = found.start() if found["tick"] else depth.pop() if found["brace"] == "}" and depth else -1
        if begins >= 0:
            part = re.compile(r"((?:\\.|\$(?!\{)|[^`\\$])*)(`|\$\{)").match(script, at)
            assert part
            yield begins, part[1]
            at = part.end()
            if part[2] == "${":
                depth.append(begins)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_what_english_says_and_fills_in_the_same(language: str) -> None:
    english, own = catalogues()["en"], catalogues()[language]
    assert "home.translated" in own
    assert not [key for key in english if key not in own and key.removesuffix("-one") not in own]
    assert not [key for key in own if key.removesuffix("-one") not in english and not ENGINE.match(key)]
    for key, text in own.items():
        assert text.strip(), key
        said = english.get(key) or english.get(key.removesuffix("-one"))
        if said is not None and key in english:
            assert set(FIELD.findall(text)) == set(FIELD.findall(said)), key


def test_the_page_speaks_each_language() -> None:
    assert tuple(catalogues()) == languages()


def test_every_text_is_used_and_every_text_that_is_used_is_there() -> None:
    every = {key.removesuffix("-one") for own in catalogues().values() for key in own}
    literal = set(re.findall(r'data-t(?:-label)?="([^"]+)"', PAGE))
    begun: set[str] = set()
    for script in MODULES.values():
        literal |= set(re.findall(r'\bt\("([^"]+)"', script))
        begun |= set(re.findall(r"`([a-z]+\.(?:[a-z-]+-)?)\$\{", script))
        literal |= {text for _, text in strings(script) if text in every}
    assert literal <= every, sorted(literal - every)
    unused = [key for key in sorted(every - literal) if not any(key.startswith(one) for one in begun)]
    assert not unused


@cache
def form_of(game: str) -> Any:
    return answer("form", {"game": game}).value


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_option_has_a_label_and_help(language: str) -> None:
    own = catalogues()[language]
    known, missing = set(), set()
    for game in (one["name"] for one in answer("games", {}).value["games"]):
        form = form_of(game)
        missing |= {name for name in form["groups"] if f"group.{_slug(name)}" not in own}
        for door, fields in (("make", form["fields"]), ("play", form["play"]), ("score", form["score"])):
            for field in fields:
                name = field["name"]
                names = [f"option.{one}" for one in (f"{name}-{door}", f"{name}-{game}", name)]
                for what in ("label", "help"):
                    found = [f"{one}.{what}" for one in names if f"{one}.{what}" in own]
                    missing |= set() if found else {f"{names[2]}.{what} of {game}"}
                    known |= set(found[:1])
                words = [value for value, _ in field["choices"] if not value.isdecimal() and name != "language"]
                missing |= {f"choice.{name}.{word}" for word in words if f"choice.{name}.{word}" not in own}
                missing |= {one["kind"] for one in field["kinds"] if f"profile.{_slug(one['kind'])}" not in own}
    assert not missing
    assert not [key for key in own if key.startswith("option.") and key not in known]


def _slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
