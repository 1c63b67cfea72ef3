"""XML from files that nobody vouches for: no document types, hence no entities and nothing fetched.

`accounted` reads a document that is expected to hold certain elements and nothing else: a small grammar says which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn
from xml.etree import ElementTree
from xml.parsers import expat

from quasiprint.readback.unreadable import Unreadable, foreign

BLANK = "[ \t\r\n]*"
MANY = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """An element that is expected. name: as ElementTree has it, "{namespace}name".

    attributes: all that it has, and for each a regular expression that its whole value fits. optional: those that it
    may have. children: what it holds, in this order; each with the least and the most times that it is there one after
    the other. text: what all text in it fits, between its children too; by itself nothing but blanks.
    """

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, str] = field(default_factory=dict)
    children: Sequence[tuple[Element, int, int]] = ()
    text: str = BLANK

    @property
    def short(self) -> str:
        """Its name without the namespace."""
        return _short(self.name)


def parsed(content: bytes, what: str = "it") -> Any:
    """Return the root of a document, as ElementTree has it.

    Raises Unreadable for what is no XML, or has a document type.

    The document is gone through twice: the quick parser that builds trees cannot be told to refuse a document type.
    """
    return _parsed(content, what, expat.ParserCreate())


def accounted(content: bytes, grammar: Element, spaces: Mapping[str, str], what: str = "it") -> Any:
    """Return the root of a document in which every element, attribute and text is one that the grammar expects.

    spaces: the namespaces that the root declares, by prefix, "" for the one without; nothing else declares any.
    Raises Unreadable as `parsed` does; with the code of foreign content for what is not expected, comments, processing
    instructions and CDATA sections among it.
    """
    root = _parsed(content, what, _watchful(what, spaces))
    if root.tag != grammar.name:
        raise foreign(f"{what} has the root {_short(root.tag)}, allowed is {grammar.short}")
    if wrong := _differs(root, grammar):
        raise foreign(f"{what} has a {grammar.short} {wrong}")
    _account(root, grammar, what)
    return root


def _parsed(content: bytes, what: str, guard: Any) -> Any:
    def refuse(*_: object) -> NoReturn:
        raise Unreadable(f"{what} has a document type, which XML from elsewhere may not have")

    guard.StartDoctypeDeclHandler = refuse
    guard.EntityDeclHandler = refuse
    try:
        guard.Parse(content, True)
        return ElementTree.fromstring(content)
    except (expat.ExpatError, ElementTree.ParseError, ValueError, LookupError) as problem:
        raise Unreadable(f"{what} is no plain XML: {problem}") from None


def _watchful(what: str, spaces: Mapping[str, str]) -> Any:
    """Return a parser that refuses what a tree does not show: comments and the like, and namespaces."""
    guard = expat.ParserCreate(namespace_separator=" ")
    due = dict(spaces)
    named: list[str] = []

    def refused(kind: str) -> Any:
        def refuse(*found: object) -> NoReturn:
            raise foreign(f"{what} has {kind} {str(found[0])[:40]!r}, allowed is none".replace(" ''", ""))

        return refuse

    def declared(version: str, encoding: str | None, standalone: int) -> None:
        if version != "1.0" or (encoding or "utf-8").lower() != "utf-8":
            found = f"version {version}, encoding {encoding}"
            raise foreign(f"{what} is XML of {found}, allowed is version 1.0, encoding utf-8")

    def space(prefix: str | None, uri: str | None) -> None:
        if named or due.pop(prefix or "", None) != uri:
            raise foreign(f"{what} has the namespace {str(uri)[:80]!r} where none is expected")

    def started(name: str, _: object) -> None:
        named.append(name)
        guard.StartElementHandler = None
        if due:
            raise foreign(f"{what} has not the namespace {min(due.values())!r}")

    guard.XmlDeclHandler = declared
    guard.StartNamespaceDeclHandler = space
    guard.StartElementHandler = started
    guard.CommentHandler = refused("a comment")
    guard.ProcessingInstructionHandler = refused("a processing instruction")
    guard.StartCdataSectionHandler = lambda: refused("a CDATA section")("")
    return guard


def _account(node: Any, grammar: Element, what: str) -> None:
    """Raise Unreadable for the first child or text in an element that is not expected there."""
    if not all(_pattern(grammar.text).fullmatch(text) for text in (node.text or "", *(c.tail or "" for c in node))):
        raise foreign(f"{what} has a {grammar.short} with text that is not expected in it")
    due = [*grammar.children]
    place, count = 0, 0
    for child in node:
        reason = ""
        while place < len(due):
            one, least, most = due[place]
            wrong = _differs(child, one) if child.tag == one.name else "another"
            if not wrong and count < most:
                break
            reason = wrong if child.tag == one.name and wrong else reason
            if count < least:
                _missing(what, grammar, one, least, count, reason)
            place, count = place + 1, 0
        else:
            reason = reason or "that is not expected there"
            raise foreign(f"{what} has in its {grammar.short} a {_short(child.tag)} {reason}")
        count += 1
        _account(child, due[place][0], what)
    for k in range(place, len(due)):
        one, least, _ = due[k]
        if (count if k == place else 0) < least:
            _missing(what, grammar, one, least, count if k == place else 0, "")


def _missing(what: str, grammar: Element, one: Element, least: int, count: int, reason: str) -> NoReturn:
    found = f"a {one.short} {reason}" if reason else f"{count} of {one.short}"
    raise foreign(f"{what} has in its {grammar.short} {found}, expected at least {least}")


def _differs(node: Any, grammar: Element) -> str:
    """Return in what an element's attributes differ from those expected; nothing if they do not."""
    for key, value in node.items():
        pattern = grammar.attributes.get(key, grammar.optional.get(key))
        if pattern is None:
            return f"with {_short(key)}, which is not expected"
        if not _pattern(pattern).fullmatch(value):
            return f"whose {_short(key)} is {value[:60]!r}, which is not expected"
    for key in grammar.attributes:
        if node.get(key) is None:
            return f"without {_short(key)}"
    return ""


def _short(name: object) -> str:
    return str(name).rpartition("}")[2][:60]


@lru_cache(maxsize=256)
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)
