"""Files of a set, as the command line makes them: the whole set packed, the files of one piece, a book."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quasiprint.api import Design, bill_lines, usual_jobs
from quasiprint.api import settle as settled_run
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.rules import COMMAND as RULES
from quasiprint.cli.rules import SCORESHEET
from quasiprint.documents.form import seal
from quasiprint.documents.rulebook import Edition
from quasiprint.storage.archive import pack
from quasiprint.storage.ownership import MANIFEST
from quasiprint.studio.reading import pages
from quasiprint.studio.sets import shop_of
from quasiprint.studio.words import (
    FLAG,
    Answer,
    Declined,
    Tell,
    Value,
    about,
    ask_of,
    command_line,
    name_of,
    options,
    refusing,
    text_of,
)

PDF, ZIP = "application/pdf", "application/zip"
BOOKS = {"rules": (), "booklet": ("booklet",), "quick": ("quick",), "scoresheet": ()}
FORMS = ("pdf", "svg")  # of a book
MEDIA = {".stl": "model/stl", ".3mf": "model/3mf", ".step": "model/step", ".obj": "model/obj"}


def files(value: Value, tell: Tell) -> Answer:
    """Return a set packed in an archive, the bytes of ``quasiprint make GAME -o GAME.zip``; or with ``one`` and
    ``format`` the files of one thing in one format. Raises Declined for what cannot be made."""
    game, settings = about(value)
    one, name = text_of(value.get("one", ""), 100), text_of(value.get("format", ""), 40)
    if one:
        settings = {**settings, "only": one, "format": name}
    ask = ask_of(MAKE, game, settings)
    with refusing(settings):
        made = Design(settled_run(ask.request)).files(
            jobs=usual_jobs(), tick=lambda what, count: tell(f"{what}: {count} files" if count else what)
        )
    target = f"{game}-part.zip" if ask.request.only or ask.request.spares else f"{game}.zip"
    told: Value = {"files": len(made), "command": command_line("make", game, (*ask.words, "-o", target))}
    if one:
        own = _of(made, one, name)
        if len(own) == 1:
            ((path, content),) = own.items()
            media = MEDIA.get(path[path.rfind(".") :]) or mimetypes.guess_type(path)[0] or "application/octet-stream"
            return Answer(told, content, path.rpartition("/")[2], media)
        made = own or made
    tell("packing")
    return Answer(told, pack(made), target, ZIP)


def _of(made: Mapping[str, bytes], id: str, name: str) -> dict[str, bytes]:
    """Return the files of a thing in a format: its own, else what the format has in which it lies."""
    manifest: dict[str, Any] = json.loads(made.get(MANIFEST, b"{}"))
    things = [*manifest.get("pieces", ()), *manifest.get("accessories", ())]
    own = [path for thing in things if thing.get("id") == id for path in thing.get("files", ())]
    folder = f"{name.lower()}/"
    found = {path: made[path] for path in own if path.startswith(folder) and path in made}
    return found or {path: content for path, content in made.items() if path.startswith(folder)}


def book(value: Value, tell: Tell) -> Answer:
    """Return a book of a set as a PDF: ``kind`` of BOOKS, on ``paper``; or, ``as`` "svg", its pages to be looked at.
    Raises Declined for what cannot be made."""
    game, settings = about(value)
    kind, paper = text_of(value.get("kind", "rules"), 40), text_of(value.get("paper", ""), 40)
    if kind not in BOOKS:
        raise Declined(f"book: found {kind[:40]!r}, allowed is {', '.join(BOOKS)}")
    if (form := value.get("as", "pdf")) not in FORMS:
        raise Declined(f"as: found {str(form)[:40]!r}, allowed is {', '.join(FORMS)}")
    command = SCORESHEET if kind == "scoresheet" else RULES
    known = {name_of(option) for option in options(command, game)}
    own = {name: said for name, said in settings.items() if name in known or name.endswith("-text")}
    own |= dict.fromkeys(BOOKS[kind], FLAG) | ({"paper": paper} if paper else {})
    ask = ask_of(command, game, own)
    typed = {"command": command_line(command.name or "", game, ask.words)}
    language, on = ask.request.language, paper or "a4"
    edition = Edition("quick" if kind == "quick" else "book", language, on, kind == "booklet")
    tell("typesetting")
    with refusing(own):
        if form == "svg":
            return Answer({**typed, **pages(shop_of(ask), None if kind == "scoresheet" else edition, language, on)})
        design = Design(settled_run(ask.request))
        content = design.scoresheet(paper=on) if kind == "scoresheet" else design.book(edition)
    return Answer(typed, seal(content), f"{game}-{kind}.pdf", PDF)


def takes(value: Value, tell: Tell) -> Value:
    """Return what making a set takes, sheet by sheet and plate by plate, and what the checks say of it. Raises Declined
    for what cannot be made."""
    game, settings = about(value)
    ask = ask_of(MAKE, game, settings)
    tell("laying everything out")
    with refusing(settings):
        found = Design(settled_run(replace(ask.request, jobs=1))).foresee(jobs=usual_jobs())
    return {
        "lines": list(bill_lines(found.bill)),
        "bill": found.bill.as_json(),
        "findings": [finding.as_json() for finding in found.findings],
        "left_out": list(found.run.left_out),
        "command": command_line("make", game, (*ask.words, "--dry-run")),
    }
