"""Text that is read from front to back, and refused where anything stands in it that is not due.

A reader that looks for what it knows overlooks what else is there. This one has no place for anything else: whatever is
not taken as something stops it. So a file is accounted for to its last byte, and no two programs can read it otherwise.
"""

from __future__ import annotations

import re
from typing import NoReturn

from quasiprint.readback.unreadable import Unreadable

SHOWN = 60  # bytes of a file that a message shows
ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
# what stands in an attribute or between two tags: each character in one way only
XML_TEXT = re.compile(rb'(?:[^<>&"\x00-\x1f\x7f]|&amp;|&lt;|&gt;|&quot;)*+')
WHOLE = re.compile(rb"0|[1-9][0-9]{0,8}")
XML = b'<?xml version="1.0" encoding="UTF-8"?>\n'


class Scanner:
    """A file's bytes, and how far they have been read. what: the file's name in messages."""

    def __init__(self, content: bytes, what: str) -> None:
        self.content, self.what, self.at = content, what, 0

    def sees(self, text: bytes) -> bool:
        """Tell whether a text comes next."""
        return self.content.startswith(text, self.at)

    def due(self, text: bytes) -> None:
        """Pass over a text that must come next. Raises Unreadable if it does not."""
        if not self.content.startswith(text, self.at):
            found = self.content[self.at : self.at + len(text)]
            same = next((k for k, (one, two) in enumerate(zip(found, text, strict=False)) if one != two), len(found))
            self.at += same
            self.refuse(repr(text[same : same + SHOWN].decode()))
        self.at += len(text)

    def take(self, pattern: re.Pattern[bytes], what: str) -> re.Match[bytes]:
        """Return what comes next, which must be like a pattern. Raises Unreadable if it is not."""
        found = pattern.match(self.content, self.at)
        if found is None:
            self.refuse(what)
        self.at = found.end()
        return found

    def text(self, before: bytes = b"", after: bytes = b"") -> str:
        """Return the text between two that are due, as XML has it. Raises Unreadable if it is none."""
        self.due(before)
        found = self.take(XML_TEXT, "text")
        self.due(after)
        return unescaped(found[0], self.what)

    def whole(self, before: bytes = b"", after: bytes = b"") -> int:
        """Return the whole number between two texts that are due. Raises Unreadable if it is none."""
        self.due(before)
        found = self.take(WHOLE, "a whole number")
        self.due(after)
        return int(found[0])

    def until(self, text: bytes) -> bytes:
        """Return what stands before a text, and pass over both. Raises Unreadable if the text does not come."""
        end = self.content.find(text, self.at)
        if end < 0:
            self.refuse(repr(text.decode()))
        found, self.at = self.content[self.at : end], end + len(text)
        return found

    def end(self) -> None:
        """Raise Unreadable if anything comes."""
        if self.at != len(self.content):
            self.refuse("its end")

    def refuse(self, wanted: str) -> NoReturn:
        """Raise Unreadable: something else comes than what is wanted."""
        found = self.content[self.at : self.at + SHOWN].decode("utf-8", "replace")
        raise Unreadable(f"{self.what}, byte {self.at}: found {found!r}, due is {wanted}", "content-foreign")


def unescaped(text: bytes, what: str) -> str:
    """Return what a text of XML says, whose characters are like `XML_TEXT`. Raises Unreadable if it is no UTF-8."""
    try:
        said = text.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"{what} is no text in UTF-8", "content-foreign") from None
    for entity, character in ENTITIES.items():
        said = said.replace(entity, character)
    return said
