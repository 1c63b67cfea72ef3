"""Files of a set, as the command line makes them: the whole set packed, the files of one piece, a book.

A book that is read on the page comes as SVG, page by page, from what the PDF is made from, and its words as a tree of
plain lists, for those who have them read aloud.
"""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quasiprint.addons.studio.preview import page_svg
from quasiprint.addons.studio.sets import Shop, shop_of
from quasiprint.addons.studio.words import (
    FLAG,
    Answer,
    Asked,
    Declined,
    Value,
    about,
    ask_of,
    command_line,
    name_of,
    options,
    refusing,
    text_of,
)
from quasiprint.api import Design
from quasiprint.cli.kinds import usual_paper
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.rules import COMMAND as RULES
from quasiprint.cli.rules import SCORESHEET
from quasiprint.disk.ownership import MANIFEST
from quasiprint.disk.stored import pack
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import Edition, inputs_of
from quasiprint.formats.pdf import seal
from quasiprint.make.processes import usual_jobs
from quasiprint.make.run import settle as settled_run
from quasiprint.model.resources import papers
from quasiprint.system.progress import tell

PDF, ZIP = "application/pdf", "application/zip"
BOOKS = {"rules": (), "booklet": ("booklet",), "quick": ("quick",), "scoresheet": ()}
MEDIA = {".stl": "model/stl", ".3mf": "model/3mf", ".step": "model/step", ".obj": "model/obj"}


def files(value: Value) -> Answer:
    """Return a set packed in an archive, the bytes of ``quasiprint make GAME -o GAME.zip``; with ``folder`` what is in
    that folder of it; or with ``one`` and ``format`` the files of one piece in one format. Several files are packed,
    one comes as it is. Raises Declined for what cannot be made."""
    game, settings = about(value)
    piece_id, name, folder = (text_of(value.get(key, ""), 100) for key in ("one", "format", "folder"))
    if piece_id:
        settings = {**settings, "only": piece_id, "format": name}
    ask = ask_of(MAKE, game, settings)
    with refusing(settings):
        made = Design(settled_run(ask.request)).files(jobs=usual_jobs())
    # by its name one knows what is in it
    part = ("part",) if ask.request.get("only") or ask.request.get("spares") else ask.request.get("formats", ())
    target = f"{'-'.join((game, *part))}.zip"
    facts: Value = {"files": len(made), "command": command_line("make", game, (*ask.words, "-o", target))}
    inside = f"{folder}/" if folder else None
    chosen = {path.removeprefix(inside): made[path] for path in made if inside and path.startswith(inside)}
    if piece_id:  # its own, else those in which it lies
        manifest: dict[str, Any] = json.loads(made.get(MANIFEST, b"{}"))
        items = [*manifest.get("pieces", ()), *manifest.get("accessories", ())]
        its = {path for item in items if item.get("id") == piece_id for path in item.get("files", ())}
        chosen = {path: content for path, content in made.items() if path.startswith(f"{name.lower()}/")}
        chosen = {path: content for path, content in chosen.items() if path in its} or chosen
    if len(chosen) == 1:
        ((path, content),) = chosen.items()
        media = MEDIA.get(path[path.rfind(".") :]) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        return Answer(facts, content, path.rpartition("/")[2], media)
    made = chosen or made
    tell("packing")
    return Answer(facts, pack(made), target, ZIP)


@dataclass(frozen=True, slots=True)
class BookAsked:
    """Which book is asked for. edition: None for the score sheet. settings: its own. command: what to type for it."""

    game: str
    kind: str
    ask: Asked
    edition: Edition | None
    paper: str
    settings: dict[str, str]
    command: str


def book_of(value: Value) -> BookAsked:
    """Return which book a question is about: ``kind`` of BOOKS, on ``paper``. Raises Declined for what there is not."""
    game, settings = about(value)
    kind, paper = text_of(value.get("kind", "rules"), 40), text_of(value.get("paper", ""), 40)
    if kind not in BOOKS:
        raise Declined(f"book: found {kind[:40]!r}, allowed is {', '.join(BOOKS)}")
    command = SCORESHEET if kind == "scoresheet" else RULES
    known = {name_of(option) for option in options(command, game)}
    texts = {name: typed for name, typed in settings.items() if name in known or name.endswith("-text")}
    # of a set on several papers the book of the first, of one for a machine that cuts the plain paper, as `make` has it
    named = paper or texts.pop("paper", "").partition(",")[0].strip()
    plain = named if paper or named in papers() else named.partition("-")[0]
    texts |= dict.fromkeys(BOOKS[kind], FLAG) | ({"paper": plain} if plain else {})
    ask = ask_of(command, game, texts)
    typed, on = command_line(command.name or "", game, ask.words), plain or usual_paper()
    edition = Edition("quick" if kind == "quick" else "book", ask.request.get("language", "en"), on, kind == "booklet")
    return BookAsked(game, kind, ask, None if kind == "scoresheet" else edition, on, texts, typed)


def book(value: Value) -> Answer:
    """Return a book of a set as a PDF, see `book_of`. Raises Declined for what cannot be made."""
    asked = book_of(value)
    tell("typesetting")
    with refusing(asked.settings):
        design = Design(settled_run(asked.ask.request))
        content = design.book(asked.edition) if asked.edition else design.scoresheet(paper=asked.paper)
    return Answer({"command": asked.command}, seal(content), f"{asked.game}-{asked.kind}.pdf", PDF)


def read(value: Value) -> Value:
    """Return a book's pages as SVG, in the order of reading, and its text; see `book_of`. Raises Declined."""
    asked = book_of(value)
    tell("typesetting")
    language = asked.ask.request.get("language", "en")
    with refusing(asked.settings):
        return {"command": asked.command, "language": language, **_pages(shop_of(asked.ask), asked, language)}


def _pages(shop: Shop, asked: BookAsked, language: str) -> Value:
    edition = asked.edition
    if edition is None:
        form = shop.books.sheet_form(language, asked.paper)
        drawn = [page_svg(page, {}, form.width, form.height) for page, _ in form.pages]
        lines = [["p", [[text.text, ""]]] for page, _ in form.pages for text in page.texts]
        wide, high = form.width * form.scale, form.height * form.scale
        return {"title": form.title, "width": wide, "height": high, "pages": drawn, "text": lines}
    manuscript = shop.books.manuscript(edition)
    width, height = papers()[edition.paper]
    drawn = rulebook.typeset_pages(inputs_of(manuscript, edition.paper, edition.booklet))
    size = (width, height) if not edition.booklet else (height / 2, width)
    return {
        **{"title": manuscript.title, "width": size[0], "height": size[1], "folded": edition.booklet},
        "pages": drawn,
        "text": tree(manuscript.blocks),
    }


def tree(blocks: Iterable[rulebook.Block]) -> list[Any]:
    """Return blocks as lists: what each is, and what is in it. A figure is the words that stand for it."""
    return [listed for block in blocks if (listed := _block(block))]


def _block(block: rulebook.Block) -> list[Any]:
    match block:
        case rulebook.Heading(level, line):
            return [f"h{level}", _line(line)]
        case rulebook.Paragraph(line):
            return ["p", _line(line)]
        case rulebook.Items(numbered, entries):
            return ["ol" if numbered else "ul", [tree(entry) for entry in entries]]
        case rulebook.TextTable(rows):
            return ["table", [[_line(cell) for cell in row] for row in rows]]
        case rulebook.Note(inner, number):
            return ["note", tree(inner), number]
        case rulebook.Picture(_, caption, alt):
            return ["figure", alt, _line(caption)]
        case rulebook.Cover(picture, tagline):
            return ["figure", picture.alt, [[tagline, ""]]]
        case rulebook.PageBreak() | rulebook.NotesPlace():
            return []


def _line(line: rulebook.Line) -> list[list[str]]:
    return [[run.text, run.style] for run in line]
