"""Covers: what a game is at first sight. Its lid, as the rulebook's title page has it, and its rules in six pictures.

All of it comes from the game's books: pictures are their figures, computed from the rules, and what a text says of them
is held against these. Which six they are, and the sentence below each, stands in ``rules/LANGUAGE/GAME-cover.toml``; a
game without one shows the figures of its quick reference, with their captions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from quasiprint.addons.studio.form import scoring_example
from quasiprint.addons.studio.preview import maker_of
from quasiprint.addons.studio.sets import Shop, open_shop
from quasiprint.addons.studio.words import Value, text_of
from quasiprint.documents import rulebook
from quasiprint.documents.pictures import contact, figure_svg
from quasiprint.documents.rulebook import KINDS, Edition, figure_for, has, pictures, template
from quasiprint.documents.words import words
from quasiprint.errors import InputError
from quasiprint.games import load
from quasiprint.model.game import Explained, LaidOut
from quasiprint.model.page import Content, Figure

MOST = 6  # pictures
DIGITS = 2  # behind the point of a millimetre: a screen shows no more
FACTS = ("players", "age", "minutes")
ENGLISH = "en"


def cover(value: Value) -> Value:
    """Return the lid of a game in a ``language``: title, tagline, facts with their labels, who made it, and a picture
    with what it shows. Without a title page, what is unknown is "". Raises Declined for an unknown game."""
    shop, language = _asked(value)
    titles = load(shop.run.game).titles
    found: Value = {"game": shop.run.game, "title": titles.title, "tagline": "", "facts": [], "by": ""}
    for block in _blocks(shop, language):
        if isinstance(block, rulebook.Cover):
            texts = words(shop.run.templates, language)
            drawn = figure_for(block.picture, shop.books.content(language), shop.run.game)
            return found | {
                **{"tagline": block.tagline, "by": block.by, "picture": _shown(drawn, block.picture.alt)},
                "facts": [[name, texts.get(name, name), text] for name in FACTS if (text := getattr(block, name))],
            }
    # without a title page: an example of a layout, else all of its pieces
    figure, text = None, scoring_example(load(shop.run.game))
    if text and isinstance(shop.game, LaidOut):
        with suppress(InputError):  # of another set than this one
            figure = shop.game.picture(text.encode(), shop.books.sets)
    return found | {"picture": _shown(figure or contact(shop.set(maker_of(shop))), titles.title)}


def steps(value: Value) -> Value:
    """Return the rules in a ``language`` as a few pictures with sentences. Raises Declined for an unknown game."""
    shop, language = _asked(value)
    return {"game": shop.run.game, "steps": list(_steps(shop, language))[:MOST]}


def _asked(value: Value) -> tuple[Shop, str]:
    """Return the shop of a game's usual set, and its book's language: English if there is none in that asked for."""
    language = text_of(value.get("language", ENGLISH), 40)
    shop, _, _ = open_shop({"game": value.get("game"), "settings": {"language": language}})
    if language == ENGLISH or any(_has(shop, language, kind) for kind in KINDS):
        return shop, language
    return open_shop({"game": value.get("game")})[0], ENGLISH


def _has(shop: Shop, language: str, kind: str) -> bool:
    return isinstance(shop.game, Explained) and has(shop.run.templates, shop.run.game, Edition(kind, language, "a4"))


def _blocks(shop: Shop, language: str, kind: str = "book") -> tuple[rulebook.Block, ...]:
    """Return the text of a book as blocks, nothing of it drawn; nothing where there is no such book."""
    if not _has(shop, language, kind):
        return ()
    content = shop.books.content(language)
    where, text = template(shop.run.templates, shop.run.game, Edition(kind, language, "a4"))
    return rulebook.blocks(rulebook.fill_in(text, content.fields, content.traits, where, content.typed), where)


def _steps(shop: Shop, language: str) -> Iterator[Value]:
    name = shop.run.game
    if not any(_has(shop, language, kind) for kind in KINDS):
        return
    content = shop.books.content(language)
    book = {picture.name: picture for picture in pictures(_blocks(shop, language))}
    chosen = words(shop.run.templates, language, f"{name}-cover")
    if not chosen:
        for block in pictures(_blocks(shop, language, "quick")):
            yield _step(block, "".join(run.text for run in block.caption), content, name)
    for figure, text in chosen.items():
        if figure in book:  # some sets lack some figures
            yield _step(book[figure], rulebook.fill_in(text, content.fields, (), f"{name}-cover.toml"), content, name)


def _step(picture: rulebook.Picture, text: str, content: Content, where: str) -> Value:
    return {"name": picture.name, "said": text, "picture": _shown(figure_for(picture, content, where), picture.alt)}


def _shown(figure: Figure, alt: str) -> Value:
    return {"svg": figure_svg(figure, digits=DIGITS), "width": figure.width, "height": figure.height, "alt": alt}
