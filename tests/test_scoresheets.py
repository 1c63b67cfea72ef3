from __future__ import annotations

import io
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from pypdf import PdfReader, PdfWriter

from quasiprint.documents.scoresheet import HEIGHT, PAPERS, WIDTH, form
from quasiprint.games.triomino import account
from quasiprint.games.triomino.account import HouseRules
from quasiprint.games.triomino.scoresheet import codes
from quasiprint.games.triomino.scoring import score_game
from quasiprint.model.errors import InputError
from quasiprint.model.scoresheet import Heading, Said, Sheet, Words, labelled
from quasiprint.pipeline.plan import Request, settle
from quasiprint.pipeline.productions import Workshop
from quasiprint.pipeline.scoresheet import scoresheet, sheets

MM = 72 / 25.4
GAMES = ("majomino", "quasimino", "quomino", "triomino")
SQUARES = {"shape": "square"}
# what a sheet is of → how many fields it has
COUNTS: list[tuple[str, dict[str, Any], int]] = [
    ("triomino", {}, 2 + 2 * 6 + 40 * (1 + 3 * 6) + 8 * 7 + 2 * 6),
    ("triomino", SQUARES, 2 + 6 + 26 * 6 + 6),
    ("majomino", {"size": 3}, 4 + 20 * (3 + 3 * 3 + 3 * 2 + 2 + 2)),
    ("majomino", {}, 4 + 20 * (3 + 3 * 5 + 3 * 2 + 2 + 2)),
    ("majomino", {"size": 21}, 4 + 10 * (3 + 3 * 21 + 3 * 2 + 2 + 2)),
    ("quasimino", {}, 2 + 6 * (1 + 26 + 1) + 2 * (6 + 10 * 7 + 7)),
    ("quasimino", {"colours": 2}, 2 + 6 * (1 + 26 + 1) + (1 + 10 * 2 + 2) + (6 + 10 * 7 + 7)),
    ("quomino", {}, 2 + 12 * 6 + 3 + 144),
    ("quomino", {"size": 8}, 2 + 12 * 5 + 3 + 144),
]
# words that are the same in both languages, but for codes
SAME = {"sum", "code", "player-count", "match", "fast", "domino", "who", "mark"}


def made(game: str, given: dict[str, Any] | None = None, language: str = "en", paper: str = "a4") -> bytes:
    return scoresheet(Request(game, given or {}, language=language), paper)


def fields(pdf: bytes) -> list[tuple[int, Any]]:
    """The fields in the order of the tabulator, each with its page."""
    reader = PdfReader(io.BytesIO(pdf))
    return [(number, a.get_object()) for number, page in enumerate(reader.pages) for a in page["/Annots"]]  # type: ignore[attr-defined]


def said(pdf: bytes) -> str:
    """Everything that can be read, tooltips among it."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    return " ".join(" ".join([*pages, *(str(field["/TU"]) for _, field in fields(pdf))]).split())


def words(root: Path, language: str, game: str) -> dict[str, str]:
    return tomllib.loads((root / f"templates/rules/{language}/{game}-scoresheet.toml").read_text())


@pytest.mark.parametrize(("game", "given", "count"), COUNTS)
@pytest.mark.parametrize("paper", PAPERS)
def test_fields_are_named_explained_and_apart(game: str, given: dict[str, Any], count: int, paper: str) -> None:
    pdf = made(game, given, "de", paper)
    found = fields(pdf)
    assert len(found) == count == len({field["/T"] for _, field in found}) == len({f["/TU"] for _, f in found})
    width, height = PAPERS[paper]
    boxes = [(page, *(float(x) / MM for x in field["/Rect"])) for page, field in found]
    for _, left, low, right, top in boxes:
        assert (width - WIDTH) / 2 <= left < right <= (width + WIDTH) / 2
        assert (height - HEIGHT) / 2 <= low < top <= (height + HEIGHT) / 2
        assert top - low >= 6.5
        assert right - left >= 5
    assert WIDTH <= 200
    assert HEIGHT <= 269
    for k, (page, left, low, right, top) in enumerate(boxes):
        for other, a, b, c, d in boxes[k + 1 :]:
            assert page != other or right <= a or c <= left or top <= b or d <= low
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) <= 2
    assert {page["/Tabs"] for page in pages} == {"/W"}


@pytest.mark.parametrize("game", GAMES)
def test_the_tabulator_goes_down_each_page(game: str) -> None:
    """Row by row; where grids lie side by side, one after the other."""
    found = [(page, *(float(x) for x in field["/Rect"])) for page, field in fields(made(game))]
    for (page, left, low, _, _), (after, a, b, _, _) in zip(found, found[1:], strict=False):
        assert after > page or b < low - 1 or a > left


def test_a_field_can_be_filled() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(made("triomino")))
    given = {"player-1": "Zoë Müller", "turn-01-player-1-points": "−25".replace("−", "-")}
    writer.update_page_form_field_values(writer.pages[0], given, auto_regenerate=False)
    stream = io.BytesIO()
    writer.write(stream)
    kept = PdfReader(stream).get_fields() or {}
    assert {name: field.value for name, field in kept.items() if field.value} == given


@pytest.mark.parametrize("game", GAMES)
def test_what_a_document_says_of_itself(game: str) -> None:
    for language in ("en", "de"):
        reader = PdfReader(io.BytesIO(made(game, language=language)))
        root: Any = reader.trailer["/Root"]
        assert root["/Lang"] == language
        assert reader.metadata is not None
        assert game in str(reader.metadata.title).lower()
        assert reader.metadata.author == "quasiprint"
        fonts = [f.get_object() for page in reader.pages for f in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        fonts += [f.get_object() for f in root["/AcroForm"]["/DR"]["/Font"].values()]
        assert len(root["/AcroForm"]["/Fields"]) == len(fields(made(game, language=language)))
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts if font["/BaseFont"] != "/Helvetica")
        assert not any(font["/BaseFont"] == "/Helvetica" for font in fonts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_words_are_used_and_there_in_both_languages(root: Path, game: str, language: str) -> None:
    held, other = words(root, language, game), words(root, "de" if language == "en" else "en", game)
    assert held.keys() == other.keys()
    for key, text in held.items():
        assert text.strip()
        fixed = re.sub(r"\$\w+|\W", "", text)
        assert text != other[key] or key in SAME or key.startswith("code-") or not fixed, key
        assert sorted(re.findall(r"\$\w+", text)) == sorted(re.findall(r"\$\w+", other[key])), key
    every = said(made(game, language=language)) + (said(made(game, SQUARES, language)) if game == "triomino" else "")
    for key, text in held.items():
        for part in re.split(r"\$\w+", text):
            assert " ".join(part.split()) in every, key
    assert "$" not in every


@pytest.mark.parametrize("house", [{}, {"target": 500, "double_hexagon": 60, "triple_hexagon": 70, "empty_pool": 0}])
def test_the_points_are_those_of_the_scoring_code(root: Path, house: dict[str, int]) -> None:
    rules = HouseRules(**house)
    worth = [points for _, _, points in codes(Said(words(root, "en", "triomino"), "x"), rules)]
    double, triple, empty = rules.double_hexagon, rules.triple_hexagon, rules.empty_pool
    assert worth == [10, 40, -5, -25, -empty, 50, double, triple, 40, 25, 0]
    game = "players Ann Ben\nround\nAnn opens 5-5-5\nBen places 4-5-5 hexagons 2\nAnn places 3-5-5 bridge\nend Ann=9 Ben=8"
    events = score_game(game, rules=rules)["events"]
    assert [e["points"] for e in events] == [15 + worth[0], 14 + worth[6], 13 + worth[8], 1]
    text = said(made("triomino", house))
    for points in worth[:-1]:
        assert (f"+{points}" if points > 0 else f"−{-points}" if points else "fits: 0") in text
    assert f"reaches {rules.target}" in text
    assert account.DRAWS == 3
    assert "3 drawn" in text


def test_squares_have_no_points() -> None:
    text = said(made("triomino", SQUARES))
    assert "no codes" in text
    assert not re.search(r"[+−]\d", text)


def test_codes_differ(root: Path) -> None:
    for language in ("en", "de"):
        held = words(root, language, "triomino")
        found = [text for key, text in held.items() if key.startswith("code-")]
        assert len(found) == len(set(found)) == 11


def test_majomino_counts_to_the_points_of_its_size() -> None:
    for size, win in ((3, 5), (5, 8), (9, 14)):
        assert f"who has {win} of {3 * size} points has won" in said(made("majomino", {"size": size}))
    board = {"board": "5-0MJ-1"}
    assert len(fields(made("majomino", board))) == len(fields(made("majomino")))


@pytest.mark.parametrize("game", GAMES)
def test_same_bytes_everywhere(root: Path, game: str) -> None:
    here = made(game)
    shop = Workshop(settle(Request(game, {})))
    assert sheets(shop, "en", "a4") == here == made(game)
    assert sheets(shop, "de", "letter") == made(game, language="de", paper="letter")


def test_same_bytes_in_another_process(root: Path) -> None:
    script = (
        "import sys; from quasiprint.pipeline.scoresheet import *; from quasiprint.pipeline.plan import Request\n"
        "sys.stdout.buffer.write(scoresheet(Request('quomino', {}), 'a4'))"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, check=True, timeout=60)
    assert result.stdout == made("quomino")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("scoresheet", "triomino", "--target", "500")
    assert result.exit_code == 0, result.output
    assert Path("output/triomino-scoresheet.pdf").read_bytes() == made("triomino", {"target": 500})
    assert invoke("scoresheet", "quomino", "--language", "de", "--paper", "letter", "-o", "q.pdf").exit_code == 0
    assert Path("q.pdf").read_bytes() == made("quomino", language="de", paper="letter")
    Path("p.toml").write_text('game = "triomino"\nhighest = 6\n')
    assert invoke("scoresheet", "--project", "p.toml", "--empty-pool", "0", "-o", "p.pdf").exit_code == 0
    assert Path("p.pdf").read_bytes() == made("triomino", {"highest": 6, "empty_pool": 0})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("quomino", "-o", "mine.pdf"), "holds something other than a PDF"),
        (("quomino", "--language", "fr"), "found 'fr', allowed are de, en"),
        (("quomino", "--paper", "a5"), "found 'a5', allowed is a4 or letter"),
        (("quomino", "--target", "5"), "--target: is no option of quomino"),
        (("triomino", "--target", "0"), "--target: found 0, allowed is from 1"),
        (("triomino", "--project", "p.toml"), "found a key 'target'"),
        (("chess",), "found 'chess'"),
    ],
)
def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.pdf").write_text("mine")
    Path("p.toml").write_text("target = 500\n")
    result = invoke("scoresheet", *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert Path("mine.pdf").read_text() == "mine"
    assert not Path("output").exists()


def test_words_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="found no 'title'"):
        Said({}, "x.toml")("title")
    with pytest.raises(InputError, match=r"allowed is \$points"):
        Said({"worth": "$pints"}, "x.toml")("worth", points=3)
    long = Words("word " * 4000)
    with pytest.raises(InputError, match="too high for a page"):
        form(Sheet("T", ((Heading("T"), long, labelled((1, "a", "b", "c"))),), "F"), "en", "a4")
    with pytest.raises(InputError, match="allowed are fewer letters"):
        form(Sheet("T", ((labelled((1, "a", "b" * 300, "c")),),), "F"), "en", "a4")
