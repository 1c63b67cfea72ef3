"""Puts a page into one file that asks nobody for anything: a policy names all that may run in it, by its hash."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
THREE, VIEWER, LOOK = "three.bundle.js", "viewer.js", "look.css"
FONTS = (("Alegreya", 700, "Alegreya-Bold"), ("Alegreya Sans", 400, "AlegreyaSans-Regular"),
         ("Alegreya Sans", 700, "AlegreyaSans-Bold"))  # fmt: skip
# but for what is named, nothing is fetched, sent or run
CLOSED = "default-src 'none'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is a file. language: two letters. body: HTML without scripts, styles and handlers.

    styles, scripts: texts, in their order; data: values by the id under which scripts find them.
    """

    title: str
    language: str
    body: str
    styles: Sequence[str]
    scripts: Sequence[str]
    data: Sequence[tuple[str, Any]] = ()


@cache
def part(name: str) -> str:
    """Return the text of a file that lies beside this one."""
    return (HERE / name).read_text(encoding="utf-8").strip()


@cache
def fonts() -> str:
    """Return the faces of the books as a style that holds them."""
    rules = []
    for family, weight, name in FONTS:
        data = b64encode((HERE / "fonts" / f"{name}.woff2").read_bytes()).decode()
        rules.append(
            f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:swap;'
            f'src:url("data:font/woff2;base64,{data}") format("woff2")}}'
        )
    return "\n".join(rules)


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the content security policy of a page with these texts alone."""
    return "; ".join((CLOSED, _named("style-src", styles), _named("script-src", scripts)))


def _named(kind: str, texts: Sequence[str]) -> str:
    hashes = (b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join((kind, *(f"'sha256-{one}'" for one in hashes))) if texts else f"{kind} 'none'"


def html(page: Page) -> str:
    """Return a page as one file. Raises ValueError for a text that would end its own element."""
    styles, scripts = [*map(_style, page.styles)], [*map(_script, page.scripts)]
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(page.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(styles, scripts)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(page.title)}</title>",
        *(f"<style>{text}</style>" for text in styles),
        "</head>",
        "<body>",
        page.body,
        *(f'<script type="application/json" id="{escape(id)}">{_data(value)}</script>' for id, value in page.data),
        *(f"<script>{text}</script>" for text in scripts),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _style(text: str) -> str:
    if "</style" in text.lower():
        raise ValueError("a style may not hold the end of its element")
    return text


def _script(text: str) -> str:
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError("a script may not hold the end of its element, nor the beginning of a comment")
    return text


def _data(value: Any) -> str:
    """Return a value as JSON that ends no element, whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
