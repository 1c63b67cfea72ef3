"""The books of every game, made for several sets: what they say and claim, and that their figures can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from rulebook_read import content, pages_of, shop_of, structure, text_of

from quasiprint import games
from quasiprint.documents.rulebook import Edition, figure_for, pictures
from quasiprint.drawing.lettering import CAPITALS
from quasiprint.model.errors import InputError
from quasiprint.model.places import languages

SETS: dict[str, tuple[dict[str, Any], ...]] = {
    "majomino": (
        {},
        {"size": 3, "count": 1, "regions": "plain"},
        {"size": 9, "count": 2, "walls": "cut", "distinct": True},
        {"board": "5-0MJ-1"},
    ),
    "quasimino": ({}, {"colours": 1}, {"colours": 2}, {"colours": 4}, {"edge": 28.0}, {"edge": 60.0}, {"colours": 8}),
    "quomino": ({}, {"size": 4, "grip": "knob"}, {"size": 7}, {"size": 16}),
    "triomino": (
        {},
        {"highest": 6, "marks": "pips", "finish": "inlaid", "tack": 5.0},
        {"highest": 3, "edge": 40.0},
        {"highest": 1, "finish": "raised"},
        {"shape": "square"},
        {"highest": 0},
        {"highest": 2},
    ),
}
EVERY = [(game, given) for game, sets in SETS.items() for given in sets]
# mm: how wide figures are that go across the page, or into columns that are wider than most
WIDE = {
    "cover": 170.0,
    "stars": 168.0,
    "box": 172.0,
    "set-up": 165.0,
    "kinds": 97.0,
    "both": 87.0,
    "gaps": 84.0,
    "pieces": 83.0,
}
PRINTED = [(game, given) for game, given in EVERY if "edge" not in given and given.get("colours", 1) not in (2, 8)]
of_each_set = pytest.mark.parametrize(("game", "given"), EVERY, ids=str)


def squeezed(text: str) -> str:
    """Return a text without spaces, hyphens and lines of tables, which lines break at."""
    return re.sub(r"[\s\u00ad|-]", "", text)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("game", "given"), PRINTED, ids=str)
@pytest.mark.parametrize("language", languages())
def test_a_book_says_each_of_its_fields(game: str, given: dict[str, Any], language: str) -> None:
    held, books = content(game, language, **given), shop_of(game, language, **given).books
    pdf = books.edition_pdf(Edition("book", language, "a4"))
    said = " ".join([text_of(pdf), *(str(one["/Alt"]) for one in structure(pdf).get("/Figure", []))])
    unsaid = {
        ("name", "named"),
        ("all", "drawn"),
        ("corners", "several-numbers"),
    }  # fields, and the traits without which a book does not say them
    for field, value in held.fields.items():
        if not any(field == one and trait not in held.traits for one, trait in unsaid):
            assert squeezed(value) in squeezed(said), field
            assert not value.isdigit() or re.search(rf"(?<!\d){value}(?!\d)", said), field
    for paper in ("a4", "letter"):
        assert len(pages_of(books.edition_pdf(Edition("quick", language, paper)))) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_each_claim_of_a_caption_is_compared_with_the_rules(game: str) -> None:
    held = content(game)
    shown = [*pictures(shop_of(game).books.manuscript(Edition("book", "en", "a4")).blocks)]
    assert len(shown) > 15
    for one in shown:
        figure_for(one, held, "text")
        for place, (key, value) in enumerate(one.claims):
            claims = [*one.claims]
            claims[place] = (key, f"{value}7")
            with pytest.raises(InputError, match=rf"figure '{one.name}': its caption claims {key} = "):
                figure_for(replace(one, claims=tuple(claims)), held, "text")


HIGH = {"majomino": 90, "quasimino": 120}  # mm


@pytest.mark.sampled(2)
@of_each_set
def test_figures_fit_their_columns_and_can_be_read(game: str, given: dict[str, Any]) -> None:
    for name, draw in content(game, **given).figures.items():
        figure = draw()
        assert figure.width <= WIDE.get(name, 80.2) + 1e-9, name
        assert figure.height <= (170 if name == "cover" else HIGH.get(game, 123)), name
        assert all(text.size * CAPITALS >= 2.2 for text in figure.texts), name
        points = [point for shape in figure.shapes for ring in shape.rings for point in ring]
        over = 0.3 if game == "majomino" else 0.65  # mm: what is drawn may reach so far over its box
        assert all(-over <= x <= figure.width + over and -over <= y <= figure.height + over for x, y in points), name


def test_there_is_a_set_of_each_game() -> None:
    assert set(SETS) == set(games.names())
