"""XML from files that nobody vouches for: no document types, hence no entities and nothing fetched."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from quasiprint.readback.unreadable import Unreadable


def parsed(content: bytes, what: str = "it") -> Any:
    """Return the root of a document, as ElementTree has it.

    Raises Unreadable for what is no XML, or has a document type.

    The document is gone through twice: the quick parser that builds trees cannot be told to refuse a document type.
    """

    def refuse(*_: object) -> None:
        raise Unreadable(f"{what} has a document type, which XML from elsewhere may not have")

    guard = expat.ParserCreate()
    guard.StartDoctypeDeclHandler = refuse
    guard.EntityDeclHandler = refuse
    try:
        guard.Parse(content, True)
        return ElementTree.fromstring(content)
    except (expat.ExpatError, ElementTree.ParseError, ValueError, LookupError) as problem:
        raise Unreadable(f"{what} is no plain XML: {problem}") from None
