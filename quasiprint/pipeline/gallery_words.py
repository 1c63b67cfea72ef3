"""The words of a gallery: those of its language, a bill in tables, and the page of the set as HTML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from quasiprint.model.bill import Bill
from quasiprint.model.errors import InputError
from quasiprint.pipeline.bill import fields
from quasiprint.resources import Templates, packaged
from quasiprint.web.gallery import Table, filled

if TYPE_CHECKING:
    from markdown_it.token import Token

FOLDER, ENGLISH = "gallery", "en"
NOT_READ = ("html_block", "html_inline", "link", "image", "autolink")  # a page asks for nothing, and leads nowhere
Words = Mapping[str, str]


def name_of(language: str) -> str:
    """Return what the words of a language are called among the templates."""
    return f"{FOLDER}/{language}.toml"


def texts(templates: Templates, language: str) -> dict[str, str]:
    """Return the words of a language. What a user's own lack, the program's say, in English if need be. Raises
    InputError for what is no text."""
    found: dict[str, str] = {}
    for name in (name_of(ENGLISH), name_of(language)):
        if name not in templates:
            continue
        for key, text in (*_ours(name).items(), *templates.toml(name).items()):
            if not isinstance(text, str) or not text:
                raise InputError(f"{name}: found {key} = {text!r}, allowed are texts that are not empty")
            try:
                filled(text)
            except ValueError as problem:
                raise InputError(f"{name}: {key}: {problem}; a brace is written twice") from None
            found[key] = text
    return found


@cache
def _ours(name: str) -> dict[str, str]:
    """Return the words that come with the program; none of a language that it has not."""
    path = packaged() / name
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def tables(bill: Bill, say: Words) -> tuple[Table, ...]:
    """Return what making the set takes: a table for each process, and one of costs."""
    return tuple(one for one in (_printed(bill, say), _cut(bill, say), _paper(bill, say), _costs(bill, say)) if one)


def _printed(bill: Bill, say: Words) -> Table | None:
    if not bill.ways:
        return None
    way, made = bill.ways[0], dict(bill.materials)
    lead = [
        say["one-plate"] if len(way.plates) == 1 else filled(say["count-plates"], count=len(way.plates)),
        filled(say["grams"], grams=f"{way.grams:.0f}", material=made["printer"]),
        _time(way.hours, say),
        *([filled(say["changes"], count=way.changes)] if way.changes else []),
    ]
    rows = tuple(
        (
            one.name,
            str(len(one.plates)),
            ", ".join(f"{name} {grams:g}" for name, (_, grams) in one.spools().items()),
            str(one.changes),
            f"{one.hours:.1f}",
        )
        for one in bill.ways
    )
    head = ("way", "figure-plates", "filament", "figure-changes", "figure-hours")
    return Table(say["printed"], " · ".join(lead), tuple(say[key] for key in head), rows)


def _cut(bill: Bill, say: Words) -> Table | None:
    if not bill.sheets:
        return None
    lead = [
        say["one-sheet"] if bill.cut_sheets == 1 else filled(say["count-sheets"], count=bill.cut_sheets),
        filled(say["metres"], metres=f"{bill.total('cut') / 1000:.1f}"),
        _time(bill.minutes / 60, say),
        filled(say["used"], percent=f"{bill.use:g}"),
    ]
    rows = tuple(
        (
            one.name,
            f"{100 * one.used / one.whole:.1f} %" if one.whole else "",
            f"{one.cut / 1000:.1f}",
            f"{one.engraved / 100:.0f}",
            f"{one.minutes:.1f}",
        )
        for one in bill.sheets
    )
    head = ("figure-sheet", "figure-used", "figure-cut", "figure-engraved", "figure-minutes")
    return Table(say["cut"], " · ".join(lead), tuple(say[key] for key in head), rows)


def _paper(bill: Bill, say: Words) -> Table | None:
    if not bill.papers:
        return None
    lead = " / ".join(filled(say["leaves"], count=one.leaves, paper=one.paper.upper()) for one in bill.papers)
    rows = tuple((one.paper, str(one.leaves), f"{one.grams:.0f} g") for one in bill.papers)
    return Table(say["paper"], lead, (say["figure-paper"], say["figure-leaves"], "g"), rows)


def _costs(bill: Bill, say: Words) -> Table | None:
    if not bill.costs:
        return None
    lead = " · ".join(f"{one.way}: {one.total:.2f} {one.currency}" for one in bill.costs)
    rows = tuple(
        (one.way, f"{one.material:.2f}", f"{one.time:.2f}", f"{one.total:.2f} {one.currency}") for one in bill.costs
    )
    head = ("way", "figure-material", "figure-machine", "figure-all")
    return Table(say["cost"], lead, tuple(say[key] for key in head), rows)


def _time(hours: float, say: Words) -> str:
    minutes = max(1, round(hours * 60))
    if minutes < 60:
        return filled(say["minutes"], minutes=minutes)
    return filled(say["hours"], hours=minutes // 60, minutes=f"{minutes % 60:02}")


def howto(page: str, bill: Bill) -> tuple[tuple[str, str], ...]:
    """Return the parts of a set's page, each its heading and its HTML, without those that hold the tables of the bill,
    which the gallery shows itself."""
    shown = [table.partition("\n")[0] for key, table in fields(bill).items() if key.startswith("bill_") and table]
    return tuple((title, html) for title, text, html in _parts(page) if not any(head in text for head in shown))


def _parts(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of a page below headings of the second level: heading, text, HTML."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table").disable([*NOT_READ])
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        yield title.strip(), text, "".join(_html(reader.parse(text)))


PLAIN = {
    "paragraph_open": "p", "bullet_list_open": "ul", "ordered_list_open": "ol", "list_item_open": "li",
    "table_open": "table", "thead_open": "thead", "tbody_open": "tbody", "tr_open": "tr", "th_open": "th",
    "td_open": "td", "blockquote_open": "blockquote", "em_open": "em", "strong_open": "strong", "heading_open": "h4",
}  # fmt: skip


def _html(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield what was read as HTML: what is known here, without attributes, and nothing else."""
    for token in tokens:
        opened = PLAIN.get(token.type.replace("_close", "_open"))
        if token.hidden:
            continue
        if opened:
            yield f"</{opened}>" if token.nesting < 0 else f"<{opened}>"
        elif token.type == "inline":
            yield from _html(token.children or ())
        elif token.type in ("code_inline", "fence", "code_block"):
            yield f"<code>{escape(token.content)}</code>"
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "text":
            yield escape(token.content)
