"""What the studio shows is what is made: sheets are the laser's files, pages look as the PDF does, books are whole."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import foreign
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pypdf import PdfReader
from studios import SMALL

from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.words import ask_of
from quasiprint.api import Design
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.make.run import settle

DPI = 110
DARK, ANY = 200, 250  # of 255: what is darker was drawn; what is, was touched by a fine line
WIDE = 2  # pixels: programs draw edges so far apart


def asked(name: str, **value: object) -> dict[str, Any]:
    found = answer(name, value).value
    assert "refused" not in found, found
    return found


def made(game: str, *formats: str) -> dict[str, bytes]:
    """Return the files of a set, as the command line makes them."""
    ask = ask_of(MAKE, game, {**SMALL[game], "format": ",".join(formats)})
    return Design(settle(ask.request)).files()


Grey = NDArray[np.uint8]


def strays(one: Grey, other: Grey) -> float:
    """Return which share of what one picture draws lies near nothing that the other draws."""
    dark, touched = one < DARK, other < ANY
    near = np.zeros_like(touched)
    for dx in range(-WIDE, WIDE + 1):
        for dy in range(-WIDE, WIDE + 1):
            near |= np.roll(touched, (dy, dx), (0, 1))
    return float((dark & ~near).sum() / max(1, dark.sum()))


def compare(svg: str, pdf: Path, page: int) -> tuple[float, float]:
    """Return what strays of a page as it is shown, and of it as it is printed."""
    file, number = pdf.with_suffix(".svg"), page + 1
    file.write_text(svg)
    only = ("-f", number, "-l", number, "-singlefile")
    foreign.run("pdftoppm", "-gray", "-r", DPI, *only, pdf, pdf.with_suffix(""), check=True)
    with Image.open(pdf.with_suffix(".pgm")) as image:
        printed = np.asarray(image)
    width = printed.shape[1]
    shown = foreign.run("rsvg-convert", "-w", width, "-b", "white", file, check=True, capture_output=True).stdout
    with Image.open(io.BytesIO(shown)) as image:
        seen = np.asarray(image.convert("L").resize(printed.shape[::-1]))
    return strays(seen, printed), strays(printed, seen)


GAMES = ["triomino", *(pytest.param(game, marks=pytest.mark.thorough) for game in sorted(SMALL) if game != "triomino")]


@pytest.mark.parametrize("game", GAMES)
def test_sheet_is_the_file_that_the_laser_gets(game: str) -> None:
    files = [held for path, held in made(game, "svg").items() if re.fullmatch(r"svg/.*(?<!-reference)\.svg", path)]
    first = asked("laid", game=game, settings=SMALL[game], what="sheets")
    more = (asked("laid", game=game, settings=SMALL[game], what="sheets", page=k) for k in range(1, first["all"]))
    every = [first, *more]
    assert {one["svg"] for one in every} == {content.decode().partition("?>\n")[2] for content in files}
    for one in every:
        assert set(one["legend"]) == set(re.findall('<g id="([a-z-]+)"', one["svg"]))
        assert all(operation in one["svg"] for operation in one["legend"])


@pytest.mark.foreign("pdftoppm", "rsvg-convert")
@pytest.mark.parametrize("game", GAMES)
def test_page_of_paper_looks_as_the_pdf_does(game: str, tmp_path: Path) -> None:
    first = asked("laid", game=game, settings=SMALL[game], what="leaves")
    name = {"majomino": "sheets-a4"}.get(game, "tiles-a4-colour")
    file = tmp_path / "pages.pdf"
    file.write_bytes(made(game, "pdf")[f"pdf/{name}.pdf"])
    for page in {0, first["all"] - 1}:
        one = asked("laid", game=game, settings=SMALL[game], what="leaves", page=page)
        assert max(compare(one["svg"], file, page)) < 0.002
    assert "cut-line" in first["legend"] or game == "majomino"
    # a page that lies a millimetre aside is found out, and so is one without its lines to cut along
    moved = first["svg"].replace("matrix(1 0 0 -1 0 ", "matrix(1 0 0 -1 1 ")
    assert max(compare(moved, file, 0)) > 0.02
    bare = re.sub('<path d="[^"]*" class="hair"[^>]*>', "", first["svg"])
    assert game == "majomino" or compare(bare, file, 0)[1] > 0.02


@pytest.mark.foreign("pdftoppm", "rsvg-convert")
@pytest.mark.parametrize("game", GAMES)
def test_book_has_every_page_of_the_pdf_and_looks_alike(game: str, tmp_path: Path) -> None:
    for kind in ("quick",) if game == "triomino" else ("rules", "quick", "scoresheet"):
        shown = asked("read", game=game, settings=SMALL[game], kind=kind)
        file = tmp_path / f"{kind}.pdf"
        content = answer("book", {"game": game, "settings": SMALL[game], "kind": kind}).content
        assert content
        file.write_bytes(content)
        if kind != "scoresheet":  # which another program writes
            assert len(shown["pages"]) == len(PdfReader(io.BytesIO(content)).pages)
        assert not [page for page in shown["pages"] if "image/png" in page]
        for page in {0, len(shown["pages"]) - 1, len(shown["pages"]) // 2}:
            assert max(compare(shown["pages"][page], file, page)) < 0.01
    if len(shown["pages"]) > 1:  # another page is found out
        assert max(compare(shown["pages"][0], file, 1)) > 0.05
