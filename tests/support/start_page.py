"""START-HERE.html of a set as text: read by Python's own reader of HTML, for tests to look into."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

NAME = "START-HERE.html"
BEFORE = {"h1": "\n# ", "h2": "\n## ", "h3": "\n### ", "p": "\n", "tr": "| ", "figcaption": "\n"}
AFTER = {"h1": "\n", "h2": "\n", "h3": "\n", "p": "\n", "tr": "\n", "td": " | ", "th": " | ", "table": "\n",
         "li": "\n", "figcaption": "\n"}  # fmt: skip
AROUND = {"code": "`", "strong": "**", "em": "*"}


class _Reader(HTMLParser):
    """Collects a page's text, with the marks of Markdown; its links, and the labels of its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.links, self.alts = "", list[str](), list[str]()
        self.lists: list[int | None] = []  # the last number of each list around, None if it has none
        self.shown = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self.shown |= tag == "main"
        self.links += [held["href"] or ""] if tag == "a" else []
        self.alts += [held["aria-label"] or ""] if tag == "svg" and "aria-label" in held else []
        self.text += BEFORE.get(tag, "") + AROUND.get(tag, "")
        if tag in ("ol", "ul"):
            self.lists.append(0 if tag == "ol" else None)
        if tag == "li":
            number = self.lists[-1]
            self.lists[-1] = None if number is None else number + 1
            self.text += "- " if number is None else f"{number + 1}. "

    def handle_endtag(self, tag: str) -> None:
        self.text += AROUND.get(tag, "") + AFTER.get(tag, "")
        if tag in ("ol", "ul"):
            self.lists.pop()

    def handle_data(self, data: str) -> None:
        self.text += " ".join(re.split(r"\s+", data)) if self.shown and data.strip() else ""


def read(content: str) -> _Reader:
    """Return what a page says."""
    reader = _Reader()
    reader.feed(content)
    return reader


def text(page: Path | bytes) -> str:
    """Return the text of a page, or of that in a set's folder, with the marks of Markdown."""
    content = page.decode() if isinstance(page, bytes) else (page / NAME).read_text(encoding="utf-8")
    found = re.sub(r" +\n", "\n", read(content).text)
    return re.sub(r"\n{3,}", "\n\n", found).strip() + "\n"
