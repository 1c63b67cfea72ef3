"""Makes a rulebook, or a quick reference, for a set as it would be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import quasiprint
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import PAPERS, VERSION, Edition
from quasiprint.model.errors import InputError
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content
from quasiprint.pipeline.plan import Request, settle
from quasiprint.pipeline.workshop import Workshop, workshop

PROCESSES = ("printer", "laser", "paper")


def rules(request: Request, edition: Edition) -> bytes:
    """Return a book of a set as a PDF. Raises InputError for what cannot be made, and as `documents.rulebook`."""
    plan = settle(request)
    workshop.cache_clear()
    return edited(workshop(plan), edition)


def edited(shop: Workshop, edition: Edition) -> bytes:
    """Return a book of a workshop's set."""
    return rulebook.rulebook(shop.plan.game, content(shop, edition.language), edition)


def content(shop: Workshop, language: str) -> Content:
    """Return what the books of a set are filled with. Each figure is drawn once, for all of its books."""
    if language not in shop.contents:
        sets = _sets(shop)
        held = shop.game.rules(sets, rulebook.words(language, shop.plan.game))
        shop.contents[language] = replace(
            held,
            fields={**held.fields, VERSION: quasiprint.__version__},
            figures={name: cache(draw) for name, draw in held.figures.items()},
        )
    return shop.contents[language]


def _sets(shop: Workshop) -> dict[str, GameSet]:
    """Return the set as each process makes it. In the place of one that cannot, another's: what is small enough for
    paper alone has a rulebook, too. Raises InputError if none of them can.
    """
    made: dict[str, GameSet] = {}
    refused: dict[str, InputError] = {}
    for process in PROCESSES:
        try:
            made[process] = shop.set(process)
        except InputError as problem:
            refused[process] = problem
    if not made:
        raise refused[PROCESSES[-1]]
    last = made[max(made, key=PROCESSES.index)]
    return {process: made.get(process, last) for process in PROCESSES}


def shelf(shop: Workshop) -> Iterator[tuple[str, bytes]]:
    """Yield the books that lie in a set's folder, by their names without an ending.

    A score sheet has the points of the common rules: which rules are played by is not the set's to say.
    """
    from quasiprint.pipeline.scoresheet import sheets

    language = shop.plan.language
    # a paper of the user's own has no books of its size: these are for A4, then
    known = [page.name for page in shop.plan.profiles.pages if page.name in PAPERS]
    for paper in known or ["a4"]:
        yield f"rules-{paper}", edited(shop, Edition("book", language, paper))
        yield f"rules-booklet-{paper}", edited(shop, Edition("book", language, paper, booklet=True))
        yield f"quick-reference-{paper}", edited(shop, Edition("quick", language, paper))
        yield f"scoresheet-{paper}", sheets(shop, language, paper)


def default_output(game: str, edition: Edition) -> str:
    """Return where a book goes if nobody says: output/GAME-rules.pdf, or what it is."""
    kind = "quick" if edition.kind == "quick" else "booklet" if edition.booklet else "rules"
    language = "" if edition.language == "en" else f"-{edition.language}"
    return f"output/{game}-{kind}{language}.pdf"
