"""Reads the page that shows a set: does it name all of the set and nothing else, and can it do no harm?

The page is parsed as a browser does, and shares nothing with what wrote it but where the page lies and how many pieces
it shows at most. Whatever a browser would fetch, run or follow is looked at.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from quasiprint.model.finding import Finding, error
from quasiprint.model.limits import SHOWN
from quasiprint.readback.gallery_bodies import bodies_wrong
from quasiprint.readback.unreadable import DAMAGED

PAGE = "gallery.html"
REMEDY = "make the set again"
HASH = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")
DATA = "application/json"  # a script that a browser does not run
EXACT = {
    "default-src": {"'none'"},
    "img-src": {"data:", "blob:"},
    "font-src": {"data:"},
    "base-uri": {"'none'"},
    "form-action": {"'none'"},
}
HASHED = ("script-src", "style-src")
# elements that fetch, run or lead away, whatever they say
NEVER = {
    "iframe", "frame", "frameset", "object", "embed", "link", "base", "form", "img", "image", "video", "audio",
    "source", "track", "portal", "applet", "foreignobject", "feimage", "animate", "set", "template", "slot",
}  # fmt: skip
LEADING = {"href", "xlink:href"}
FETCHING = {
    "src", "srcset", "action", "formaction", "poster", "data", "ping", "background", "cite", "manifest", "srcdoc",
}  # fmt: skip
ADDRESS = re.compile(r"url\(", re.IGNORECASE)  # in an attribute
FETCHED = re.compile(r"url\(\s*(?![\"']?data:)|@import|://", re.IGNORECASE)  # in a style
METAS = {"viewport", "referrer", "color-scheme"}


@dataclass(slots=True)
class Card:
    """What a page says of a thing. ids: of all that are alike; files: those to which it leads."""

    ids: tuple[str, ...]
    files: list[str] = field(default_factory=list)


class Read(HTMLParser):
    """A page as it was read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.language = ""
        self.title = ""
        self.policies: list[str] = []
        self.late = False  # something that the policy binds comes before it
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.data: dict[str, str] = {}
        self.cards: list[Card] = []
        self.links: list[str] = []
        self.ids: Counter[str] = Counter()
        self.others = 0
        self.harm: list[str] = []
        self._open: list[tuple[str, str]] = []  # elements whose text is kept: tag, and the id of data
        self._text: list[str] = []
        self._depth = 0  # of lists within a card

    def handle_decl(self, decl: str) -> None:
        """Take note of what is no HTML of today."""
        if decl.lower() != "doctype html":
            self.harm.append(f"it has a declaration {decl[:40]!r}")

    def handle_comment(self, data: str) -> None:
        """Take note of a comment: the program writes none."""
        self.harm.append(f"it has a comment {data[:40]!r}")

    def handle_pi(self, data: str) -> None:
        """Take note of a processing instruction."""
        self.harm.append(f"it has an instruction {data[:40]!r}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        said = {name: value or "" for name, value in attrs}
        if len(said) != len(attrs):
            self.harm.append(f"an element <{tag}> has an attribute twice")
        self._guard(tag, said)
        if "id" in said:
            self.ids[said["id"]] += 1
        if tag == "html":
            self.language = said.get("lang", "")
        elif tag == "meta":
            self._meta(said)
        elif tag in ("script", "style", "title"):
            if not self.policies and tag != "title":
                self.late = True
            kind = said.get("type", "").lower() if tag == "script" else ""
            if tag == "script" and kind not in ("", DATA):
                self.harm.append(f"it has a script of the type {kind[:40]!r}")
            self._open.append((tag, said.get("id", "") if kind == DATA else ""))
            self._text = []
        if tag == "li":
            if "data-things" in said:
                self.cards.append(Card(tuple(said["data-things"].split())))
                self._depth = 1
            elif self._depth:
                self._depth += 1
        if "data-others" in said and said["data-others"].isdecimal():
            self.others = int(said["data-others"])

    def _meta(self, said: Mapping[str, str]) -> None:
        kind = said.get("http-equiv", "").lower()
        if kind == "content-security-policy":
            self.policies.append(said.get("content", ""))
        elif kind or (said.get("name", "").lower() not in METAS and "charset" not in said):
            self.harm.append(f"it has an element <meta> {dict(said)!s:.60}")

    def _guard(self, tag: str, said: Mapping[str, str]) -> None:
        """Take note of what would fetch, run or lead away."""
        if tag in NEVER:
            self.harm.append(f"it has an element <{tag}>")
        for name, value in said.items():
            if name.startswith("on") or name == "style" or name in FETCHING:
                self.harm.append(f"an element <{tag}> has an attribute {name}")
            elif name in LEADING:
                self.links.append(value)
                if tag == "a" and self._depth:
                    self.cards[-1].files.append(value)
            elif ADDRESS.search(value):
                self.harm.append(f"an element <{tag}> names an address in {name}")

    def handle_endtag(self, tag: str) -> None:
        """Take note of the end of an element."""
        if tag == "li" and self._depth:
            self._depth -= 1
        if self._open and self._open[-1][0] == tag:
            kind, name = self._open.pop()
            text = "".join(self._text)
            if kind == "title":
                self.title = text
            elif kind == "style":
                self.styles.append(text)
            elif name:
                self.data[name] = text
            else:
                self.scripts.append(text)

    def handle_data(self, data: str) -> None:
        """Take note of text that is kept."""
        if self._open:
            self._text.append(data)


def gallery_wrong(
    content: bytes, manifest: Mapping[str, Any], files: Set[str], sizes: Mapping[str, tuple[float, float]]
) -> Iterator[Finding]:
    """Yield what is wrong with the page. files: the paths of those that the set has. sizes: of the printed things, by
    id, as the design has them, mm across and up; empty where bodies are not to be shown."""
    page = Read()
    try:
        page.feed(content.decode("utf-8"))
        page.close()
    except DAMAGED as problem:
        yield _error("gallery-unreadable", f"it is no HTML: {problem}")
        return
    if not (page.language and page.title.strip() and page.cards):
        yield _error("gallery-unreadable", "it has no language, no title or no pieces")
    yield from _unsafe(page)
    yield from _astray(page, files)
    yield from _incomplete(page, manifest)
    yield from bodies_wrong(page.data.get("meshes"), sizes)


def _unsafe(page: Read) -> Iterator[Finding]:
    """Yield what the page could do besides showing the set."""
    if len(page.policies) != 1 or page.late:
        yield _error("gallery-policy", "no policy stands before all scripts and styles, or several do")
        return
    said = {words[0]: words[1:] for part in page.policies[0].split(";") if (words := part.split())}
    for name, allowed in EXACT.items():
        if set(said.get(name, ())) != allowed:
            yield _error("gallery-policy", f"it says {name} {' '.join(said.get(name, []))[:60]}")
    for name in said.keys() - EXACT.keys() - set(HASHED):
        yield _error("gallery-policy", f"it says {name[:40]}, which is not due")
    for name, texts in (("script-src", page.scripts), ("style-src", page.styles)):
        words = said.get(name, [])
        if words != ["'none'"] and not all(HASH.fullmatch(word) for word in words):
            yield _error("gallery-policy", f"it says {name} {' '.join(words)[:60]}, allowed are hashes")
        found = [f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts]
        if sorted(found) != sorted(word for word in words if word != "'none'"):
            yield _error("gallery-script", f"its {name} does not name what is in it, or more")
    for style in page.styles:
        if match := FETCHED.search(style):
            yield _error("gallery-script", f"a style names an address: {style[match.start() :][:40]!r}")
    for message in dict.fromkeys(page.harm):
        yield _error("gallery-script", message)


def _astray(page: Read, files: Set[str]) -> Iterator[Finding]:
    """Yield links to what is not in the set, or not on the page."""
    there = {*files, "manifest.json"}
    for link in dict.fromkeys(page.links):
        if link.startswith("#"):
            if page.ids[link[1:]] != 1:
                yield _error("gallery-link", f"it leads to {link[:60]!r}, of which the page has {page.ids[link[1:]]}")
        elif unquote(link) not in there or ":" in link:
            yield _error("gallery-link", f"it leads to {link[:60]!r}, which is no file of the set")


def _incomplete(page: Read, manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield things of the manifest that are not named once, and their files to which nothing leads."""
    things: Sequence[Mapping[str, Any]] = [*manifest["pieces"], *manifest["accessories"]]
    # of what is no thing, others tell
    due = {
        str(thing["id"]): sorted(map(str, thing["files"]))
        for thing in things
        if isinstance(thing, Mapping) and isinstance(thing.get("files"), list)
    }
    named = Counter(id for card in page.cards for id in card.ids)
    for id in sorted(named.keys() - due.keys()):
        yield _error("gallery-piece", f"it shows {id[:60]!r}, which the set has not")
    for id, count in sorted(named.items()):
        if count > 1:
            yield _error("gallery-piece", f"it shows {id[:60]!r} {count} times")
    missing = [id for id in due if id not in named]
    told = page.others if len(page.cards) >= SHOWN else 0
    if len(missing) != told:
        yield _error("gallery-piece", f"it does not show {len(missing)} things, such as {(missing or ['none'])[0]!r}")
    for card in page.cards:
        for id in card.ids:
            if sorted(map(unquote, card.files)) != due.get(id, sorted(card.files)):
                yield _error("gallery-file", f"it does not lead to the files of {id[:60]!r}")


def _error(code: str, message: str) -> Finding:
    return error(code, PAGE, message, REMEDY)
