"""Booklets: pages of a PDF laid out two to a side, so that the sheets, folded in the middle, are a book."""

from __future__ import annotations

from quasiprint.documents import typeset
from quasiprint.documents.boards import imposed

PAGES = "pages.json"  # a PDF as the list of its bytes, see `typeset`


def folded(pages: bytes, options: dict[str, str]) -> bytes:
    """Return a PDF whose sheets, printed on both sides and turned over the short edge, are folded to a booklet.

    pages: a PDF by Typst, its pages all of one size. options: of the layout's `folded`, texts all. The sheets are
    pictures of the pages: who has a book read aloud takes the one that is not folded.
    """
    count = typeset.page_count(pages)
    sides = "".join(
        f"#side({typeset.literal(says)}, {left + 1 if left < count else 'none'}, "
        f"{right + 1 if right < count else 'none'})\n"
        for says, left, right in imposed(count)
    )
    text = f"{typeset.opening('folded', options)}{sides}"
    return typeset.typeset(text, {PAGES: f"[{','.join(map(str, pages))}]".encode()}, tagged=False)
