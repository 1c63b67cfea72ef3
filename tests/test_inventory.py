"""Inventories of sets of many shapes: each piece stands once, with its box, and shapes follow each other on a page."""

from __future__ import annotations

import re
import tomllib
from io import BytesIO
from pathlib import Path

import pytest
from called import ROOT, invoke
from pdf_read import edges, outside, seen_page, words_of
from pypdf import PdfReader

from quasiprint.documents.inventory import inventory
from quasiprint.documents.words import Names
from quasiprint.formats.pdf.write import files
from quasiprint.model.measures import Maker
from quasiprint.model.page import Book, BookProduction
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.places import ORIGINAL, languages, template_folder

SIDES = [(a, b) for b in range(1, 12) for a in range(1, b + 1)][:64]  # of rectangles, as many as a file may have
NAMES = [f"w-{a}-{b}" for a, b in SIDES]
SETS, FIELD = ROOT / "examples/sets", re.compile(r"\$(\w+)")
SINGLE = "labels = { at = 'edges', count = 1 }\n"


def rectangle(a: int, b: int) -> str:
    return f"{{ lattice = 'quarters', turns = [1, 1, 1, 1], steps = [{b}, {a}, {b}, {a}] }}"


def laid(tmp_path: Path, shapes: list[tuple[str, str, str]]) -> tuple[GameSet, Book, bytes]:
    """Return a set of shapes, each its name, its polygon and what else is said, with its inventory as a book and a
    file."""
    tables = "".join(f"[[shape]]\nname = '{name}'\npolygon = {polygon}\n{more}" for name, polygon, more in shapes)
    file = tmp_path / "own.toml"
    file.write_text(f"[set]\ntitle = 'Own'\n{tables}")
    shop = Workshop(settle(Request("set", {"set_file": str(file)}, formats=("pdf",))))
    held = shop.set(Maker.PAPER)
    book = inventory(held, shop.run.profiles.pages[0], Names.of(shop.run.templates, "en"))
    (made,) = files(BookProduction(held, (book,)))
    return held, book, made.content


def boxes(content: bytes) -> int:
    """Return how many boxes there are to tick."""
    pages = [seen_page(content, k) for k in range(len(PdfReader(BytesIO(content)).pages))]
    shapes = [edges(p) for page in pages for d in page.drawings if d["type"] == "s" for p in page.polygons(d)]
    return sum(len(sides) == 4 and abs(sides[0] - 3.2) < 0.01 > max(sides) - min(sides) for sides in shapes)


@pytest.mark.parametrize(
    ("copies", "pages"),
    # 64 pictures on a page, since of 45 there few were left for another; of what is there twice 33, in three columns
    [(1, 1), (2, 2)],
)
def test_shapes_follow_each_other_on_a_page(tmp_path: Path, copies: int, pages: int) -> None:
    more = f"{SINGLE}copies = {copies}\n"
    held, book, content = laid(tmp_path, [(f"w-{a}-{b}", rectangle(a, b), more) for a, b in SIDES])
    assert len(held.pieces) == boxes(content) == len(NAMES) * copies
    assert len(book.pages) == pages
    assert all(outside(content, k) == 0 for k in range(pages))
    found = words_of(content, slice(None))
    over = " ".join(text.text for page in book.pages for text in page.texts[:3]).split()  # heads of pages
    assert {name: found[name] - over.count(name) for name in NAMES} == dict.fromkeys(NAMES, 1)


@pytest.mark.parametrize("language", languages())
def test_each_language_has_a_word_for_each_thing(language: str) -> None:
    files = (template_folder() / f"languages/{one}/things.toml" for one in (ORIGINAL, language))
    known, own = (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)
    assert own.keys() == known.keys()
    assert [key for key in own if (" | " in own[key]) != (" | " in known[key])] == []
    names = Names(own, language)
    assert names.several("token", 1) != names.several("token", 2) != names.several("token", 2, "token-solid")
    assert names.several("board-part", 1, "board-a1").endswith(", A1")
    assert names.several("zigzag", 3) == "3 × zigzag"
    assert [key for key in own if set(FIELD.findall(own[key])) != set(FIELD.findall(known[key]))] == []


@pytest.mark.thorough
def test_sheets_and_puzzles_speak_the_language_that_is_asked_for(tmp_path: Path) -> None:
    """Not one of the English sentences is on a German page."""
    english = tomllib.loads((template_folder() / "languages/en/things.toml").read_text(encoding="utf-8"))
    kept = [text for key, text in english.items() if key.startswith(("sheet-", "puzzle-")) and len(text) > 30]
    sentences = [part.strip() for text in kept for part in re.split(r"\$\w+|[.:;(]", text) if len(part) > 12]
    assert len(sentences) > 30
    rhombs = SETS / "quasimino.toml"
    puzzle = ("puzzle", rhombs, "--hand", 7, "--seed", 3, "--hint", 2, "--count", "-o")
    sheets = ("make", "quomino", "--size", 4, "--format", "pdf", "--paper", "a4", "-o")
    texts = {}
    for language in ("en", "de"):
        invoke(*puzzle, tmp_path / f"{language}.pdf", "--language", language, code=0)
        invoke(*sheets, tmp_path / language, "--language", language, code=0)
        files = [tmp_path / f"{language}.pdf", tmp_path / language / "pdf/tiles-a4-colour.pdf"]
        pages = [page.extract_text() for file in files for page in PdfReader(file).pages]
        assert {PdfReader(file).trailer["/Root"]["/Lang"] for file in files} == {language}
        texts[language] = " ".join(" ".join(pages).split()).replace("’", "'")
    found = {language: [one for one in sentences if one in text] for language, text in texts.items()}
    assert len(found["en"]) >= 10
    assert found["de"] == []
