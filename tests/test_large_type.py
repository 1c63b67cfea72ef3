"""Books and score sheets in large type: no letter below 18 points, none off the page, read aloud as the others."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest
from called import invoke
from rulebook_read import faults, shop_of, structure
from tags import elements

from quasiprint import games
from quasiprint.documents.rulebook import Edition, bind
from quasiprint.drawing.palettes import contrast
from quasiprint.model.measures import TypeSize
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.places import languages

LEAST = 18.0  # points
EDGE = 20.0  # points around a page, in which nothing stands
CONTRAST = 7.0  # to 1: what WCAG asks of small text (AAA)
COLUMNS = 3  # of a table at most: large letters leave no room for more


def letters(pdf: bytes) -> list[dict[str, Any]]:
    """Return the runs of letters, those drawn within figures left out."""
    with pymupdf.open(stream=pdf) as pages:
        blocks = [block for page in pages for block in page.get_text("dict")["blocks"]]
    spans = [span for block in blocks for line in block.get("lines", ()) for span in line["spans"]]
    return [span for span in spans if span["text"].strip()]


def least(pdf: bytes) -> float:
    """Return the size of the smallest letters, in points."""
    return min(span["size"] for span in letters(pdf))


def beyond(pdf: bytes) -> list[str]:
    """Return the words that stand too near to the edge of their page, or beyond it."""
    with pymupdf.open(stream=pdf) as pages:
        words = [(page.rect, page.number + 1, word) for page in pages for word in page.get_text("words")]
    return [
        f"page {number}: {said}"
        for sheet, number, (left, _, right, low, said, *_) in words
        if left < EDGE or right > sheet.width - EDGE or low > sheet.height - EDGE
    ]


def large(game: str, language: str) -> Workshop:
    return Workshop(settle(Request(game, {}, language=language, type=TypeSize.LARGE)))


def large_faults(pdf: bytes) -> list[str]:
    """Return what is wrong with a book in large type."""
    said = [*beyond(pdf), *faults(pdf), *([f"letters of {least(pdf):.1f} points"] if least(pdf) < LEAST - 0.01 else [])]
    colours = {f"#{span['color']:06X}" for span in letters(pdf)} - {"#FFFFFF"}  # white stands on the book's own colour
    said += [f"letters in {one}" for one in sorted(colours) if contrast(one, "#FFFFFF") < CONTRAST]
    for row in structure(pdf).get("/TR", []):
        cells = sum(kind in ("/TH", "/TD") for kind, _ in elements(row))
        said += [f"a table of {cells} columns"] if cells > COLUMNS else []
    return said


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_large_quick_reference(game: str, language: str, paper: str) -> None:
    made = large(game, language).books.manuscript(Edition("quick", language, paper))
    assert large_faults(bind(made, paper)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_large_score_sheet_has_every_field_of_the_usual_one(game: str, language: str, paper: str) -> None:
    usual, made = (shop.books.sheet(language, paper) for shop in (shop_of(game, language), large(game, language)))
    assert least(made) >= LEAST > least(usual)
    assert beyond(made) == []
    names = [name for name, _ in fields(made)]
    assert len(names) == len(set(names))
    assert {name for name, _ in fields(usual)} <= set(names)
    assert all(tip for _, tip in fields(made))


def fields(pdf: bytes) -> list[tuple[str, str]]:
    """Return the name and the tooltip of each field."""
    with pymupdf.open(stream=pdf) as pages:
        return [(field.field_name, field.field_label) for page in pages for field in page.widgets()]


def test_a_booklet_has_no_large_type() -> None:
    said = invoke("rules", "quomino", "--type", "large", "--booklet", code=2)
    assert "booklet: found with --type large, allowed are the rules on whole pages" in said.stderr
    said = invoke("rules", "quomino", "--type", "huge", code=2)
    assert "normal" in said.stderr
    assert "large" in said.stderr
