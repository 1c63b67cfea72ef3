"""A language is a folder: whoever adds one changes no code. How numbers and signs are written is the folder's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from called import invoke
from pypdf import PdfReader
from rulebook_read import content, shop_of

from quasiprint import games
from quasiprint.addons.studio.texts import catalogues
from quasiprint.documents.prose import fill_in
from quasiprint.documents.rulebook import Edition
from quasiprint.model import places
from quasiprint.model.option import LANGUAGE
from quasiprint.model.places import ORIGINAL, languages
from quasiprint.model.texts import no_break


def test_english_comes_first_and_each_folder_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LANGUAGE.choices == languages() == tuple(catalogues())
    for name in ("en", "xx", "aa"):
        (tmp_path / places.LANGUAGES / name).mkdir(parents=True)
    monkeypatch.setattr(places, "template_folder", lambda: tmp_path)
    assert languages.__wrapped__() == ("en", "aa", "xx")


def test_a_language_of_a_users_own_is_a_folder(here: Path, root: Path) -> None:
    for place, own in (
        (root / "templates/languages/de/books.toml", "languages/xx/books.toml"),
        (games.folder("quomino") / "rules/de/quomino-quick.md", "rules/xx/quomino-quick.md"),
        (games.folder("quomino") / "rules/de/quomino.toml", "rules/xx/quomino.toml"),
    ):
        (here / "templates" / own).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place, here / "templates" / own)
    invoke("rules", "quomino", "--quick", "--language", "xx", "-o", "card.pdf", code=0)
    assert PdfReader(here / "card.pdf").trailer["/Root"]["/Lang"] == "xx"
    said = invoke("rules", "triomino", "--quick", "--language", "xx", code=2).stderr
    assert f"allowed for triomino are {', '.join(sorted(languages()))}" in said


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "edge", "many"),
    [("fr", "23,5", "400\N{NO-BREAK SPACE}000"), ("de", "23,5", "400.000"), ("en", "23.5", "400,000")],
)
def test_a_book_writes_numbers_as_its_language_does(language: str, edge: str, many: str) -> None:
    held = content("triomino", language, 23.5)
    assert held.fields["edge"] == edge
    assert content("majomino", language).fields["sampled"] == many
    assert held.fields["best_hand"] == held.typed["best_hand"]  # tiles are no numbers
    said = fill_in("$edge `$edge`\nclaims: edge=$edge\n", held.fields, (), "text", held.typed)
    assert said == f"{edge} `23.5`\nclaims: edge=23.5\n"


@pytest.mark.parametrize("language", languages())
def test_a_translation_says_at_its_end_that_it_is_one(language: str) -> None:
    shop = shop_of("quomino", language)
    said = shop.run.templates.toml(f"{places.LANGUAGES}/{language}/books.toml").get("translated")
    assert (said is None) == (language == ORIGINAL)
    made = shop.books.manuscript(Edition("book", language, "a4")).made
    assert made.endswith(no_break(said) if said else "checked.")


@pytest.mark.parametrize(
    ("typed", "bound"),
    [
        ("Oui : non ! Ah ; quoi ?", "Oui_: non_! Ah_; quoi_?"),
        ("« Quasi ! » (« ici »)", "«_Quasi_!_» («_ici_»)"),
        ("**But :** gagner", "**But_:** gagner"),
        # a mark of Markdown, a table, a sign that begins a word, and what stands alone
        ("| a | :---: |\n: a\na :b\nEn: A - b", "| a | :---: |\n: a\na :b\nEn: A - b"),
    ],
)
def test_no_line_breaks_before_a_sign_that_is_set_apart(typed: str, bound: str) -> None:
    assert no_break(typed) == bound.replace("_", "\N{NO-BREAK SPACE}")
