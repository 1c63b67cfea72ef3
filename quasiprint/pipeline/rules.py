"""Makes a rulebook, or a quick reference, for a set as it would be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import quasiprint
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import PAPERS, VERSION, Edition
from quasiprint.model.errors import InputError
from quasiprint.model.game import Explained, Recorded
from quasiprint.model.measures import MAKING, Process
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop


def rules(request: Request, edition: Edition) -> bytes:
    """Return a book of a set as a PDF. Raises InputError for what cannot be made, and as `documents.rulebook`."""
    return edited(Workshop(settle(request)), edition)


def edited(shop: Workshop, edition: Edition) -> bytes:
    """Return a book of a workshop's set."""
    return rulebook.rulebook(shop.run.templates, shop.run.game, content(shop, edition.language), edition)


def content(shop: Workshop, language: str) -> Content:
    """Return what the books of a set are filled with. Each figure is drawn once, for all of its books."""
    if language not in shop.contents:
        if not isinstance(shop.game, Explained):
            raise InputError(f"game: {shop.run.game} has no rulebook")
        sets = made_sets(shop)
        held = shop.game.rules(sets, rulebook.words(shop.run.templates, language, shop.run.game))
        shop.contents[language] = replace(
            held,
            fields={**held.fields, VERSION: quasiprint.__version__},
            figures={name: cache(draw) for name, draw in held.figures.items()},
        )
    return shop.contents[language]


def made_sets(shop: Workshop) -> dict[Process, GameSet]:
    """Return the set as each process makes it. In the place of one that cannot, another's: what is small enough for
    paper alone has a rulebook, too. Raises InputError if none of them can.
    """
    made: dict[Process, GameSet] = {}
    refused: dict[Process, InputError] = {}
    for process in MAKING:
        try:
            made[process] = shop.set(process)
        except InputError as problem:
            refused[process] = problem
    if not made:
        raise refused[MAKING[-1]]
    last = made[max(made, key=MAKING.index)]
    return {process: made.get(process, last) for process in MAKING}


def shelf(shop: Workshop) -> Iterator[tuple[str, bytes]]:
    """Yield the books that lie in a set's folder, by their names without an ending.

    A score sheet has the points of the common rules: which rules are played by is not the set's to say.
    """
    from quasiprint.pipeline.scoresheet import sheets

    language = shop.run.language
    # a paper of the user's own has no books of its size: these are for A4, then
    known = [page.name for page in shop.run.profiles.pages if page.name in PAPERS]
    for paper in known or ["a4"]:
        for name, edition in (
            ("rules", Edition("book", language, paper)),
            ("rules-booklet", Edition("book", language, paper, booklet=True)),
            ("quick-reference", Edition("quick", language, paper)),
        ):
            if isinstance(shop.game, Explained) and rulebook.has(shop.run.templates, shop.run.game, edition):
                yield f"{name}-{paper}", edited(shop, edition)
        if isinstance(shop.game, Recorded):
            yield f"scoresheet-{paper}", sheets(shop, language, paper)


def default_output(game: str, edition: Edition) -> str:
    """Return where a book goes if nobody says: output/GAME-rules.pdf, or what it is."""
    kind = "quick" if edition.kind == "quick" else "booklet" if edition.booklet else "rules"
    language = "" if edition.language == "en" else f"-{edition.language}"
    return f"output/{game}-{kind}{language}.pdf"
