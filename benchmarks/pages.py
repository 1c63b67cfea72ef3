"""How full the pages of the books are: how far down each column has ink; and what an editor would not let pass.

    python benchmarks/pages.py                          every book, in every language, on A4
    python benchmarks/pages.py quomino --paper letter   one game's, on other paper
    python benchmarks/pages.py --type large             books in large type
    python benchmarks/pages.py --pictures FOLDER        and all pages of each book on one picture, with their figures

Pages are looked at as the tests do, see `tests/page_read.py`. The last one ends where the text does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pymupdf
from measuring import ROOT, table

from quasiprint import games
from quasiprint.documents.rulebook import Edition, leaves
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.measures import TypeSize
from quasiprint.model.places import languages

sys.path.insert(0, str(ROOT / "tests"))
import page_read

IN_A_ROW = 6
WIDE, AIR, HEAD = 250.0, 6.0, 16.0  # of a page on a picture, between two, and above one for its figures
PAPERS = ("a4", "letter")


def books(game: str, language: str, paper: str, size: str) -> Iterator[tuple[str, bytes, int]]:
    """Yield a game's books: what each is called, its pages, and how many columns a page has."""
    shop = Workshop(settle(Request(game, {}, language=language, type=size)))
    manuscript = shop.books.manuscript(Edition("book", language, paper))
    if manuscript.large:
        yield f"{game}-{language}-{paper}-large", leaves(manuscript, paper), 1
        return
    for form, count in (("book", 2), ("booklet", 1)):
        yield f"{game}-{language}-{paper}-{form}", leaves(manuscript, paper, count == 1), count


def filled(pdf: bytes, count: int) -> list[str]:
    """Return how full the columns of each page are, in percent."""
    return ["/".join(f"{100 * column.filled:.0f}" for column in page) for page in page_read.columns(pdf, count)]


def picture(pdf: bytes, said: list[str], file: Path) -> None:
    """Write all pages on one picture, each below its figures."""
    pages = pymupdf.open(stream=pdf)
    high = WIDE * pages[0].rect.height / pages[0].rect.width
    rows = -(-len(said) // IN_A_ROW)
    sheet = pymupdf.open()
    ground = sheet.new_page(width=IN_A_ROW * (WIDE + AIR), height=rows * (high + HEAD))
    ground.draw_rect(ground.rect, color=None, fill=(0.5, 0.5, 0.5))
    for number, words in enumerate(said):
        x, y = number % IN_A_ROW * (WIDE + AIR), number // IN_A_ROW * (high + HEAD)
        ground.insert_text((x + 2, y + 12), f"{number + 1}: {words}", fontsize=10, color=(1, 1, 1))
        place = pymupdf.Rect(x, y + HEAD, x + WIDE, y + HEAD + high)
        ground.draw_rect(place, color=None, fill=(1, 1, 1))
        ground.show_pdf_page(place, pages, number)
    ground.get_pixmap(dpi=96).save(file)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0])
    parser.add_argument("--type", choices=[*TypeSize], default=TypeSize.NORMAL, help="large pages need not be full")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write a picture of each book there")
    asked = parser.parse_args()
    rows, wrong = [], 0
    for game in asked.games or games.names():
        for language in languages():
            for name, pdf, count in books(game, language, asked.paper, asked.type):
                said = filled(pdf, count)
                usual = asked.type == TypeSize.NORMAL
                faults = page_read.faults(pdf, count, back=usual, cover=True, fill=usual)
                rows.append([name, " ".join(said[1:-1]), "; ".join(faults)])
                wrong += len(faults)
                if asked.pictures:
                    asked.pictures.mkdir(parents=True, exist_ok=True)
                    picture(pdf, said, asked.pictures / f"{name}.png")
    print(table(["book", "columns between the covers, %", "faults"], rows))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
