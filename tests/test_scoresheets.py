from __future__ import annotations

import io
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from pypdf import PdfReader, PdfWriter
from triomino_games import TWO, laid

from quasiprint import games
from quasiprint.api import Design, house
from quasiprint.documents.form import HEIGHT, WIDTH
from quasiprint.documents.seals import seal
from quasiprint.games.triomino.points import DRAWS, HouseRules
from quasiprint.games.triomino.scoresheet import codes, format_points
from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.scoresheet import Said
from quasiprint.model.texts import as_printed
from quasiprint.pipeline.run import Request, settle
from quasiprint.places import ORIGINAL, languages
from quasiprint.resources import papers

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
    rules = {name: given.pop(name) for name in house(games.load(game)) if name in given}
    return Design(settle(Request(game, given, language=language))).scoresheet(paper=paper, **rules)


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
@pytest.mark.parametrize("game", GAMES)
def test_what_a_document_says_of_itself(game: str) -> None:
    for language in languages():
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


@pytest.mark.parametrize("house", [{}, {"target": 500, "double_hexagon": 60, "triple_hexagon": 70, "empty_pool": 0}])
def test_the_points_are_those_of_the_scoring_code(house: dict[str, int]) -> None:
    rules = HouseRules(**house)
    legend = codes(Said(words("en", "triomino"), "x"), rules)
    worth = [points for _, _, points in legend]
    assert worth == [10, 40, -5, -25, -rules.empty_pool, 50, rules.double_hexagon, rules.triple_hexagon, 40, 25, 0]
    game = TWO + laid(11, "Ann Ben") + "Ben places 4-5-5 hexagons 2\nAnn places 2-3-4 bridge\nend Ann=9 Ben=8\n"
    events = score_game(game, rules=rules).events
    assert events[0].points == 15 + worth[0]
    assert [e.points for e in events[-3:]] == [14 + worth[6], 9 + worth[8], 1]
    text = said(made("triomino", **house))
    for code, meaning, points in legend:
        assert f"{code} {meaning}" in text
        assert code == "N" or re.search(rf"{re.escape(format_points(points))}(?!\d)", meaning)
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
    Path("p.toml").write_text("target = 500\n")
    for arguments, message in {
        "quomino -o mine.pdf": "holds something other than a PDF",
        "quomino --language xx": "found 'xx', allowed are de, en, es, fr",
        "quomino --paper a5": "found 'a5', allowed is a4 or letter",
        "quomino --target 5": "--target: is not an option of quomino",
        "triomino --project p.toml": "found a key 'target'",
        "chess": "found 'chess'",
    }.items():
        result = invoke("scoresheet", *arguments.split())
        assert result.exit_code == 2 and message in result.output
    assert Path("mine.pdf").read_text() == "mine" and not Path("output").exists()
