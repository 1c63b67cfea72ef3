"""Score sheets and inventories: each field and each piece once, in every language; books in large type."""

from __future__ import annotations

import io
import re
import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from called import ROOT, invoke
from pdf_read import edges, outside, seen_page, words_of
from pypdf import PdfReader, PdfWriter
from rulebook_read import faults, structure
from tags import elements
from triomino_games import TWO, laid

from quasiprint import games
from quasiprint.api import Design
from quasiprint.documents.form import HEIGHT, WIDTH
from quasiprint.documents.inventory import inventory
from quasiprint.documents.rulebook import Edition, bind, leaves
from quasiprint.documents.words import Names
from quasiprint.drawing.palettes import contrast
from quasiprint.formats.pdf import files, seal
from quasiprint.games.triomino import figures, rulebook
from quasiprint.games.triomino.rules import DRAWS, HouseRules
from quasiprint.games.triomino.scoring import score_game
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process, TypeSize
from quasiprint.model.page import BookProduction, Said
from quasiprint.model.resources import ORIGINAL, languages, papers, template_folder
from quasiprint.model.texts import as_printed

MM = 72 / 25.4
GAMES = ("majomino", "quasimino", "quomino", "triomino")
SQUARES = {"shape": "square"}
# what a sheet is of → how many fields it has
COUNTS: list[tuple[str, dict[str, Any], int]] = [
    ("triomino", {}, sum(2 + 2 * n + 40 * (1 + 3 * n) + 8 * (1 + 2 * n) + 2 * n for n in (4, 6))),
    ("triomino", SQUARES, sum(2 + n + 26 * n + n for n in (4, 6))),
    ("majomino", {"size": 3}, 4 + 20 * (3 + 3 * 3 + 3 * 2 + 2 + 2)),
    ("majomino", {"size": 21}, 4 + 10 * (3 + 3 * 21 + 3 * 2 + 2 + 2)),
    ("quasimino", {}, 2 + 2 * (6 + 11 * 7 + 6) + (6 + 20 * 7 + 6) + 6 * 5),
    ("quasimino", {"colours": 2}, 2 + 2 * (6 + 11 * 7 + 6) + (1 + 20 * 2 + 1) + 6 * 5),
    ("quasimino", {"colours": 1}, 2 + 2 * (6 + 11 * 7 + 6)),
    ("quomino", {}, 2 + 22 * 6 + 3 + 144),
    ("quomino", {"size": 8}, 2 + 22 * 5 + 3 + 144),
]
# words that are the same in both languages, but for codes
SAME = {"sum", "match", "fast", "domino", "who"}
COGNATES = {"fr": {"date", "points", "total"}, "es": {"grand", "total"}}


@cache
def made(game: str, language: str = "en", paper: str = "a4", **given: Any) -> bytes:
    return Design(settle(Request(game, given, language=language))).scoresheet(paper=paper)


@cache
def read(pdf: bytes) -> Any:
    return PdfReader(io.BytesIO(pdf))


@cache
def fields(pdf: bytes) -> list[tuple[int, Any]]:
    return [(number, a.get_object()) for number, page in enumerate(read(pdf).pages) for a in page["/Annots"]]


@cache
def said(pdf: bytes) -> str:
    pages = [page.extract_text() for page in read(pdf).pages]
    return " ".join(" ".join([*pages, *(str(field["/TU"]) for _, field in fields(pdf))]).split())


def words(language: str, game: str) -> dict[str, str]:
    return tomllib.loads((games.folder(game) / f"rules/{language}/{game}-scoresheet.toml").read_text())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "given", "count"), COUNTS)
def test_fields_are_named_explained_and_apart(game: str, given: dict[str, Any], count: int) -> None:
    paper, language = ("letter", "en") if given else ("a4", "de")
    pdf = made(game, language, paper, **given)
    found = fields(pdf)
    assert len(found) == count == len({field["/T"] for _, field in found}) == len({f["/TU"] for _, f in found})
    width, height = papers()[paper]
    boxes = [(page, *(float(x) / MM for x in field["/Rect"])) for page, field in found]
    for _, left, low, right, top in boxes:
        assert (width - WIDTH) / 2 <= left < right <= (width + WIDTH) / 2
        assert (height - HEIGHT) / 2 <= low < top <= (height + HEIGHT) / 2
        assert top - low >= 6.5 and right - left >= 5
    assert WIDTH <= 200 and HEIGHT <= 269
    for k, (page, left, low, right, top) in enumerate(boxes):
        for other, a, b, c, d in boxes[k + 1 :]:
            assert page != other or right <= a or c <= left or top <= b or d <= low
    # in the order of the tabulator: row by row; where grids lie side by side, one after the other
    for (page, left, low, _, _), (after, a, b, _, _) in zip(boxes, boxes[1:], strict=False):
        assert after > page or b < low - 1 or a > left
    assert {page["/Tabs"] for page in read(pdf).pages} == {"/W"} and len(read(pdf).pages) <= (
        4 if game == "triomino" else 2
    )


def test_a_field_can_be_filled() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(made("quomino")))
    given = {"game-01-winner": "Zoë Müller", "game-02-white": "11"}
    writer.update_page_form_field_values(writer.pages[0], given, auto_regenerate=False)
    writer.write(stream := io.BytesIO())
    filled = PdfReader(stream).get_fields() or {}
    assert {name: field.value for name, field in filled.items() if field.value} == given


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "language"), [(game, language) for game in GAMES for language in languages()])
def test_what_a_document_says_of_itself(game: str, language: str) -> None:
    reader = read(made(game, language))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == language
    assert game in str(reader.metadata.title).lower() and reader.metadata.author == "quasiprint"
    fonts = [f.get_object() for page in reader.pages for f in page["/Resources"]["/Font"].values()]
    fonts += [f.get_object() for f in root["/AcroForm"]["/DR"]["/Font"].values()]
    assert len(root["/AcroForm"]["/Fields"]) == len(fields(made(game, language)))
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
def test_all_words_are_used_and_there_in_each_language(game: str, language: str) -> None:
    held, other = words(language, game), words("de" if language == ORIGINAL else ORIGINAL, game)
    assert held.keys() == other.keys()
    for key, text in held.items():
        assert text.strip() and (
            text != other[key] or key in SAME or key in COGNATES.get(language, ()) or key.startswith("code")
        ), key
        assert sorted(re.findall(r"\$\w+", text)) == sorted(re.findall(r"\$\w+", other[key])), key
    every = said(made(game, language)) + (said(made(game, language, **SQUARES)) if game == "triomino" else "")
    for key, text in held.items():
        for part in re.split(r"\$\w+", text):
            assert " ".join(as_printed(part).split()) in every, key
    assert "$" not in every


@pytest.mark.sampled(1)
@pytest.mark.parametrize("house", [{"target": 500, "double_hexagon": 60, "triple_hexagon": 70, "empty_pool": 0}, {}])
def test_the_points_are_those_of_the_scoring_code(house: dict[str, int]) -> None:
    rules = HouseRules(**house)
    legend = rulebook.codes(Said(words("en", "triomino"), "x"), rules)
    worth = [points for _, _, points in legend]
    assert worth == [10, 40, -5, -25, -rules.empty_pool, 50, rules.double_hexagon, rules.triple_hexagon, 40, 25, 0]
    game = TWO + laid(11, "Ann Ben") + "Ben places 4-5-5 hexagons 2\nAnn places 2-3-4 bridge\nend Ann=9 Ben=8\n"
    events = score_game(game, rules=rules).events
    assert events[0].points == 15 + worth[0]
    assert [e.points for e in events[-3:]] == [14 + worth[6], 9 + worth[8], 1]
    text = said(made("triomino", **house))
    for code, meaning, points in legend:
        assert f"{code} {meaning}" in text
        assert code == "N" or re.search(rf"{'[+]' * (points > 0)}{figures.points_text(points)}(?!\d)", meaning)
    assert f"takes somebody to {rules.target} is the last" in text
    assert f"{DRAWS} drawn and none fits" in text
    for language in languages():
        found = [text for key, text in words(language, "triomino").items() if key.startswith("code-")]
        assert len(found) == len(set(found)) == len(worth)
    squares = said(made("triomino", **SQUARES))
    assert "no codes" in squares and not re.search(r"[+−]\d", squares)


def filled(pdf: bytes) -> list[float]:
    """Return how far down the boxes of each page reach, as a share of what is printed."""
    lowest: dict[int, float] = {}
    for page, field in fields(pdf):
        low = float(field["/Rect"][1]) / MM
        lowest[page] = min(low, lowest.get(page, low))
    heights = [float(page.mediabox.height) / MM for page in read(pdf).pages]
    return [1 - (lowest[page] - (height - HEIGHT) / 2) / HEIGHT for page, height in enumerate(heights)]


def test_the_command(here: Path) -> None:
    assert invoke("scoresheet", "quomino").exit_code == 0
    assert Path("output/quomino-scoresheet.pdf").read_bytes() == seal(made("quomino"))
    assert invoke("scoresheet", "quomino", "--language", "de", "--paper", "letter", "-o", "q.pdf").exit_code == 0
    assert Path("q.pdf").read_bytes() == seal(made("quomino", "de", "letter"))
    Path("p.toml").write_text('game = "triomino"\nhighest = 6\n')
    assert invoke("scoresheet", "--project", "p.toml", "--empty-pool", "0", "-o", "p.pdf").exit_code == 0
    assert Path("p.pdf").read_bytes() == seal(made("triomino", highest=6, empty_pool=0))


def test_refused(here: Path) -> None:
    Path("mine.pdf").write_text("mine")
    Path("p.toml").write_text("wide = 500\n")
    for arguments, message in {
        "quomino -o mine.pdf": "holds something other than a PDF",
        "quomino --language xx": "found 'xx', allowed are de, en, es, fr",
        "quomino --paper a9": "found 'a9', allowed is 13x19 or a3 or a4 or a5 or",
        "quomino --target 5": "--target: is not an option of quomino",
        "triomino --project p.toml": "found a key 'wide'",
        "chess": "found 'chess'",
    }.items():
        result = invoke("scoresheet", *arguments.split())
        assert result.exit_code == 2 and message in result.output
    assert Path("mine.pdf").read_text() == "mine" and not Path("output").exists()


# --- Inventories of sets of many shapes -----------------------------------------------------------


SIDES = [(a, b) for b in range(1, 12) for a in range(1, b + 1)][:64]  # of rectangles, as many as a file may have
NAMES = [f"w-{a}-{b}" for a, b in SIDES]
SETS, FIELD = ROOT / "examples/sets", re.compile(r"\$(\w+)")
SINGLE = "labels = { at = 'edges', count = 1 }\n"


def rectangle(a: int, b: int) -> str:
    return f"{{ lattice = 'quarters', turns = [1, 1, 1, 1], steps = [{b}, {a}, {b}, {a}] }}"


def boxes(content: bytes) -> int:
    """Return how many boxes there are to tick."""
    pages = [seen_page(content, k) for k in range(len(PdfReader(BytesIO(content)).pages))]
    shapes = [edges(p) for page in pages for d in page.drawings if d["type"] == "s" for p in page.polygons(d)]
    return sum(len(sides) == 4 and abs(sides[0] - 3.2) < 0.01 > max(sides) - min(sides) for sides in shapes)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("copies", "pages"),
    # 64 pictures on a page, since of 45 there few were left for another; of what is there twice 33, in three columns
    [(2, 2), (1, 1)],
)
def test_shapes_follow_each_other_on_a_page(tmp_path: Path, copies: int, pages: int) -> None:
    more = f"{SINGLE}copies = {copies}\n"
    tables = "".join(f"[[shape]]\nname = 'w-{a}-{b}'\npolygon = {rectangle(a, b)}\n{more}" for a, b in SIDES)
    file = tmp_path / "own.toml"
    file.write_text(f"[set]\ntitle = 'Own'\n{tables}")
    shop = Build(settle(Request("set", {"set_file": str(file)}, formats=("pdf",))))
    held = shop.set(Process.PAPER)
    book = inventory(held, shop.run.profiles.pages[0], Names.of(shop.run.templates, "en"))
    (made,) = files(BookProduction(held, (book,)))
    content = made.content
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
    found = {language: [sentence for sentence in sentences if sentence in text] for language, text in texts.items()}
    assert len(found["en"]) >= 10
    assert found["de"] == []


# --- Books in large type ---------------------------------------------------------


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


def large(game: str, language: str) -> Build:
    return Build(settle(Request(game, {}, language=language, type=TypeSize.LARGE)))


def large_faults(pdf: bytes) -> list[str]:
    """Return what is wrong with a book in large type."""
    said = [*beyond(pdf), *faults(pdf), *([f"letters of {least(pdf):.1f} points"] if least(pdf) < LEAST - 0.01 else [])]
    colours = {f"#{span['color']:06X}" for span in letters(pdf)} - {"#FFFFFF"}  # white stands on the book's own colour
    said += [f"letters in {colour}" for colour in sorted(colours) if contrast(colour, "#FFFFFF") < CONTRAST]
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
def test_a_large_rulebook(game: str, language: str, paper: str) -> None:
    made = large(game, language).books.manuscript(Edition("book", language, paper))
    assert large_faults(leaves(made, paper)) == []
