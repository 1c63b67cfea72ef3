"""Booklets: pages of a PDF laid out two to a side, so that the sheets, folded in the middle, are a book."""

from __future__ import annotations

from quasiprint.documents import typeset
from quasiprint.documents.boards import imposed

PAGES = "pages.json"  # a PDF as the list of its bytes, see `typeset`


def folded(pages: bytes, options: dict[str, str], notes: str, *, back: bool = False) -> bytes:
    """Return a PDF whose sheets, printed on both sides and turned over the short edge, are folded to a booklet.

    pages: a PDF by Typst, its pages all of one size. options: of the layout's `folded`, texts all. back: whether the
    last page is the back cover; pages that would be blank lie before it then, ruled, with the word `notes` above. The
    sheets are pictures of the pages: who has a book read aloud takes the one that is not folded.
    """
    count = typeset.page_count(pages)
    full = -(-count // 4) * 4

    def number(place: int) -> str:
        if back and place >= count - 1:
            return str(count) if place == full - 1 else f"ruled({typeset.literal(notes)})"
        return str(place + 1) if place < count else "none"

    sides = "".join(
        f"#side({typeset.literal(says)}, {number(left)}, {number(right)})\n" for says, left, right in imposed(full)
    )
    text = f"{typeset.opening('folded', options)}{sides}"
    return typeset.typeset(text, {PAGES: f"[{','.join(map(str, pages))}]".encode()}, tagged=False)
