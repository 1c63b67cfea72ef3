"""What is printed has the apostrophes and quotation marks of print, as pypdf reads it."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader
from rulebook_read import shop_of

from quasiprint import games
from quasiprint.documents.rulebook import Edition
from quasiprint.model.places import languages
from quasiprint.model.texts import as_printed

TYPED = "'\""


def typed(pdf: bytes) -> list[str]:
    """Return the lines of a document that have a typewriter's signs."""
    lines = [line for page in PdfReader(io.BytesIO(pdf)).pages for line in page.extract_text().splitlines()]
    assert len(lines) > 5
    return [line for line in lines if any(sign in line for sign in TYPED)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("kind", ["book", "quick", "sheet"])
def test_books_have_signs_of_print(game: str, language: str, kind: str) -> None:
    books = shop_of(game, language).books
    made = books.sheet(language, "a4") if kind == "sheet" else books.edition_pdf(Edition(kind, language, "a4"))
    assert typed(made) == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ann's tile", "Ann’s tile"),
        ('say "Go!" ("now")', "say “Go!” (“now”)"),
        ("type `it's` and\n```figure a\ncaption: it's\n```", "type `it's` and\n```figure a\ncaption: it’s\n```"),
        ("voilà : oui", "voilà\N{NO-BREAK SPACE}: oui"),
    ],
)
def test_a_typed_sign_becomes_one_of_print(text: str, printed: str) -> None:
    assert as_printed(text) == printed
    assert as_printed(printed) == printed


def test_a_language_has_its_own_quotation_marks() -> None:
    assert as_printed('"Los!"', lambda: "„…“") == "„Los!“"
