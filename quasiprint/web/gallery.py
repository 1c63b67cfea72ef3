"""The gallery of a set: every piece, plate and sheet, layouts, what it takes and how to make it, on one page.

All of it stands in the HTML; scripts add a search, pages and bodies to turn. What is said comes in the words of
a language; pictures come as SVG, see `quasiprint.web.shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from string import Formatter
from typing import Any

from quasiprint.web.page import LOOK, THREE, VIEWER, Page, fonts, html, part

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class File:
    """A file of the set. path: from the page's own folder. size: bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark of a piece says. label: as the manifest has it. colour: "#RRGGBB", "" if its colour says nothing."""

    label: int
    words: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Pieces or accessories that are alike. ids: at least one. kind: of which they are, for a filter; what: in words.
    count: how many are made of all of them. notes: lines of small print. body: the id by which the viewer knows it, ""
    if it has no body here."""

    ids: tuple[str, ...]
    name: str
    kind: str
    what: str
    count: int
    marks: tuple[Mark, ...]
    picture: str
    files: tuple[File, ...]
    notes: tuple[str, ...] = ()
    body: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """A plate or a sheet with what lies on it. plate: its number among the viewer's, None if it has none there."""

    name: str
    said: str
    picture: str
    files: tuple[File, ...]
    plate: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture from a book, and what stands under it."""

    picture: str
    caption: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading; all but its first column are figures."""

    title: str
    lead: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Gallery:
    """All that stands on the page. lead: lines under the title. cover: an SVG. stock, style: those of all pictures.
    others: how many pieces are not shown. howto: headings and HTML. meshes: for the viewer, None without bodies."""

    language: str
    words: Words
    title: str
    inventor: str
    version: str
    accent: str
    lead: tuple[str, ...]
    cover: str
    stock: str
    style: str
    pieces: tuple[Card, ...]
    others: int
    plates: tuple[Ground, ...]
    sheets: tuple[Ground, ...]
    places: tuple[str, str]  # of plates and of sheets: the bed, the material
    layouts: tuple[Shown, ...]
    tables: tuple[Table, ...]
    howto: tuple[tuple[str, str], ...]
    files: tuple[File, ...]
    singles: Mapping[str, int] = field(default_factory=dict)  # by folder
    meshes: Mapping[str, Any] | None = None
    game: bool = True


def gallery(one: Gallery) -> str:
    """Return the page as one file."""
    said = one.words
    bodies = one.meshes is not None
    needed = ("found", "turned", "turn-hint", "no-bodies", "no-body", "page-of", "picture")
    data: list[tuple[str, Any]] = [("words", {key: said[key] for key in needed})]
    if bodies:
        data.append(("meshes", one.meshes))
    return html(
        Page(
            title=filled(said["title"], title=one.title),
            language=one.language,
            body="\n".join(_body(one)),
            styles=(fonts(), part(LOOK), part("gallery.css"), f":root{{--accent:{one.accent}}}\n{one.style}"),
            scripts=(*((part(THREE), part(VIEWER)) if bodies else ()), part("gallery.js")),
            data=data,
        )
    )


def filled(text: str, **fields: object) -> str:
    """Return a text with its names in braces filled in. One that is not known stays, so that a user's own words can
    end no run."""
    parts = []
    for literal, name, _, _ in Formatter().parse(text):
        parts += [literal, *([str(fields.get(name, f"{{{name}}}"))] if name is not None else [])]
    return "".join(parts)


def _body(one: Gallery) -> Iterator[str]:
    said = one.words
    sections = [
        ("pieces", _pieces(one)),
        ("plates", _grounds(one.plates, "plates", filled(said["plates-lead"], bed=one.places[0]), said)),
        ("sheets", _grounds(one.sheets, "sheets", filled(said["sheets-lead"], material=one.places[1]), said)),
        ("layouts", _layouts(one)),
        ("takes", _takes(one)),
        ("howto", _howto(one)),
        ("files", _files(one)),
    ]
    there = [(name, text) for name, text in sections if text]
    yield one.stock
    yield f'<a class="skip button main" href="#pieces">{escape(said["skip"])}</a>'
    yield from _head(one)
    yield f'<nav class="bar" aria-label="{escape(said["contents"])}"><div class="wide"><ul>'
    yield "".join(f'<li><a href="#{name}">{escape(said[name])}</a></li>' for name, _ in there)
    yield (
        f'</ul><button type="button" class="button round plain" id="theme" aria-label="{escape(said["theme"])}" '
        f'title="{escape(said["theme"])}" hidden>{SUN}</button></div></nav>'
    )
    yield "<main>"
    for name, text in there:
        yield f'<section id="{name}" class="wide part" aria-labelledby="{name}-title">'
        yield f'<h2 id="{name}-title">{escape(said[name])}</h2>'
        yield text
        yield "</section>"
    yield "</main>"
    yield '<footer class="wide quiet">'
    yield f"<p>{escape(filled(said['made-by'], version=one.version))}</p>"
    yield f"<p>{escape(said['to-rights'])}</p>" if one.game else ""
    yield f"<noscript><p>{escape(said['no-script'])}</p></noscript>"
    yield "</footer>"
    yield _dialog(one)


SUN = (
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">'
    '<circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2"/>'
    '<path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/></svg>'
)


def _head(one: Gallery) -> Iterator[str]:
    by = f'<p class="by">{escape(filled(one.words["by"], inventor=one.inventor))}</p>' if one.game else ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in one.lead)
    yield '<header class="head"><div class="wide">'
    yield f'<div class="name"><h1>{escape(one.title)}</h1>{by}<ul class="lead">{lines}</ul></div>'
    yield f'<div class="cover">{one.cover}</div></div></header>'


def _pieces(one: Gallery) -> str:
    said = one.words
    kinds = {card.kind: card.what for card in one.pieces}
    labels = {mark.label: mark for card in one.pieces for mark in card.marks}
    tools = [
        '<search class="tools" hidden>',
        f'<div class="field find"><label for="find">{escape(said["find"])}</label>'
        f'<input type="search" id="find" placeholder="{escape(said["find-hint"])}" autocomplete="off" '
        'spellcheck="false"></div>',
    ]
    if len(kinds) > 1:
        tools.append(_chips("kind", said["kind"], [(kind, what, "") for kind, what in kinds.items()]))
    if len(labels) > 1:
        chips = [(str(label), labels[label].words, labels[label].colour) for label in sorted(labels)]
        tools.append(_chips("mark", said["with"], chips))
    every = sum(len(card.ids) for card in one.pieces)
    tools.append(
        f'<p class="found"><output id="found" role="status">{escape(filled(said["found"], shown=every, all=every))}'
        f'</output> <button type="button" class="button plain" id="clear">{escape(said["clear"])}</button></p></search>'
    )
    cards = "\n".join(_card(card, said) for card in one.pieces)
    things = f'<ul class="things" data-others="{one.others}">\n{cards}\n</ul>'
    rest = f'<p class="quiet">{escape(filled(said["others"], count=one.others))}</p>' if one.others else ""
    lead = f'<p class="quiet">{escape(said["pieces-lead"])}</p>'
    none = f'<p class="none" id="none" hidden>{escape(said["none-found"])}</p>'
    return f"{lead}\n{''.join(tools)}\n{things}\n{none}{rest}"


def _chips(name: str, title: str, chips: Iterable[tuple[str, str, str]]) -> str:
    every = "".join(
        f'<button type="button" class="chip" aria-pressed="false" data-{name}="{escape(value)}">'
        f"{_swatch(colour)}{escape(words)}</button>"
        for value, words, colour in chips
    )
    return f'<fieldset class="chips" id="{name}s"><legend class="label">{escape(title)}</legend>{every}</fieldset>'


def _swatch(colour: str) -> str:
    """Return a dot of a colour: as an SVG, for the page's policy allows no styles of elements."""
    if not colour:
        return ""
    return (
        '<svg class="swatch" viewBox="0 0 2 2" aria-hidden="true" focusable="false">'
        f'<circle cx="1" cy="1" r="1" fill="{colour}"/></svg>'
    )


def _card(card: Card, said: Words) -> str:
    marks = " ".join(dict.fromkeys(str(mark.label) for mark in card.marks))
    words = ", ".join(mark.words for mark in card.marks)
    sought = " ".join((*card.ids, card.name, card.what, words, *card.notes)).casefold()
    count = f' <span class="count">× {card.count}</span>' if card.count > 1 else ""
    swatches = "".join(_swatch(mark.colour) for mark in card.marks)
    lines = [f'<p class="quiet">{escape(card.what)}</p>' if card.what != card.name else ""]
    if words:
        lines.append(
            f'<p class="marks"><span class="unseen">{escape(said["marks"])}: </span>{swatches}{escape(words)}</p>'
        )
    lines += [f'<p class="quiet">{escape(note)}</p>' for note in card.notes]
    body = f' data-body="{escape(card.body)}"' if card.body else ""
    act = said["turn"] if card.body else said["look"]
    return (
        f'<li class="thing card" data-things="{escape(" ".join(card.ids))}" data-kind="{escape(card.kind)}" '
        f'data-marks="{marks}" data-sought="{escape(sought)}"{body}>'
        f'<div class="picture">{card.picture}</div>'
        f'<div class="told"><h3>{escape(card.name)}{count}</h3>{"".join(lines)}</div>'
        f'<div class="acts"><button type="button" class="button open" hidden>{escape(act)}'
        f'<span class="unseen">: {escape(card.name)}</span></button>{_links(card.files, said, card.name)}</div></li>'
    )


def _links(files: Sequence[File], said: Words, of: str) -> str:
    """Return files to unfold. of: whose they are, for those who hear the page."""
    if not files:
        return ""
    count = said["one-file"] if len(files) == 1 else filled(said["number-of-files"], count=len(files))
    every = "".join(f"<li>{_link(file)}</li>" for file in files)
    return (
        f'<details class="files"><summary>{escape(count)}<span class="unseen">: {escape(of)}</span></summary>'
        f"<ul>{every}</ul></details>"
    )


def _link(file: File) -> str:
    path = escape(file.path)
    return f'<a href="{path}" download>{path}</a> <small class="quiet">{size(file.size)}</small>'


def size(count: int) -> str:
    """Return a number of bytes for people."""
    for unit, step in (("MB", 1_000_000), ("kB", 1000)):
        if count >= step:
            return f"{count / step:.3g} {unit}" if count < 1000 * step else f"{count // step} {unit}"
    return f"{count} B"


def _grounds(grounds: Sequence[Ground], name: str, lead: str, said: Words) -> str:
    if not grounds:
        return ""
    pages = []
    for k, one in enumerate(grounds, 1):
        turn = (
            f'<button type="button" class="button open" data-plate="{one.plate}" hidden>{escape(said["turn-plate"])}'
            f'<span class="unseen">: {escape(one.name)}</span></button>'
            if one.plate is not None
            else ""
        )
        pages.append(
            f'<figure class="ground card" id="{name}-{k}">{one.picture}<figcaption><h3>{escape(one.name)}</h3>'
            f'<p class="quiet">{escape(one.said)}</p><div class="acts">{turn}{_links(one.files, said, one.name)}'
            "</div></figcaption></figure>"
        )
    pager = (
        f'<div class="pager" hidden><button type="button" class="button" data-step="-1">{escape(said["earlier"])}'
        f'<span class="unseen">: {escape(said[name])}</span></button><output role="status"></output>'
        f'<button type="button" class="button" data-step="1">{escape(said["later"])}'
        f'<span class="unseen">: {escape(said[name])}</span></button></div>'
    )
    return f'<p class="quiet">{escape(lead)}</p><div class="pages">{pager}{"".join(pages)}</div>'


def _layouts(one: Gallery) -> str:
    if not one.layouts:
        return ""
    every = "".join(
        f'<figure class="card shown"><div class="picture">{shown.picture}</div>'
        f"<figcaption>{escape(shown.caption)}"
        f'<button type="button" class="button open" hidden>{escape(one.words["look"])}'
        f'<span class="unseen">: {escape(one.words["picture"])} {k}</span></button></figcaption></figure>'
        for k, shown in enumerate(one.layouts, 1)
    )
    return f'<p class="quiet">{escape(one.words["layouts-lead"])}</p><div class="shows">{every}</div>'


def _takes(one: Gallery) -> str:
    if not one.tables:
        return ""
    glance = "".join(
        f'<li class="card"><h3>{escape(table.title)}</h3><p>{escape(table.lead)}</p></li>' for table in one.tables
    )
    tables = "".join(_table(table) for table in one.tables if table.rows)
    return f'<p class="quiet">{escape(one.words["takes-lead"])}</p><ul class="glance">{glance}</ul>{tables}'


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in table.rows
    )
    return (
        f'<details class="bill"><summary>{escape(table.title)}</summary>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}"><table><thead><tr>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )


def _howto(one: Gallery) -> str:
    if not one.howto:
        return ""
    parts = "".join(
        f'<details class="card"{" open" if k == 0 else ""}><summary><h3>{escape(title)}</h3></summary>'
        f'<div class="prose">{text}</div></details>'
        for k, (title, text) in enumerate(one.howto)
    )
    return f'<p class="quiet">{escape(one.words["howto-lead"])}</p><div class="steps" lang="en">{parts}</div>'


def _files(one: Gallery) -> str:
    folders: dict[str, list[File]] = {}
    for file in one.files:
        folders.setdefault(file.path.rpartition("/")[0], []).append(file)
    parts = []
    for folder in dict.fromkeys((*folders, *one.singles)):
        every = "".join(f"<li>{_link(file)}</li>" for file in folders.get(folder, ()))
        count = one.singles.get(folder, 0)
        more = f'<li class="quiet">{escape(filled(one.words["single-files"], count=count))}</li>' if count else ""
        title = f"<h3>{escape(folder)}/</h3>" if folder else ""
        parts.append(f'<div class="folder">{title}<ul>{every}{more}</ul></div>')
    return f'<p class="quiet">{escape(one.words["files-lead"])}</p><div class="folders">{"".join(parts)}</div>'


def _dialog(one: Gallery) -> str:
    said = one.words
    return (
        '<dialog id="closer" aria-labelledby="closer-title"><div class="closer"><div class="top">'
        '<h2 id="closer-title"></h2>'
        f'<button type="button" class="button round plain" id="close" aria-label="{escape(said["close"])}">{CROSS}'
        '</button></div><div class="stage" id="stage"></div><p class="quiet small" id="hint"></p>'
        '<div class="told" id="closer-told"></div><div class="turns">'
        f'<button type="button" class="button" data-go="-1">{escape(said["earlier"])}</button>'
        f'<button type="button" class="button" id="reset">{escape(said["reset"])}</button>'
        f'<button type="button" class="button" data-go="1">{escape(said["later"])}</button>'
        "</div></div></dialog>"
    )


CROSS = (
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">'
    '<path d="M5 5l14 14M19 5L5 19" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></svg>'
)
