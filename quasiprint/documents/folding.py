"""Booklets: pages of a PDF laid out two to a side, so that the sheets, folded in the middle, are a book."""

from __future__ import annotations

from quasiprint.documents import typeset
from quasiprint.documents.boards import imposed
from quasiprint.documents.grafting import grafted
from quasiprint.model.escaping import typst_string

PAGES = "pages.json"  # a PDF as the list of its bytes, see `typeset`
WRITTEN = [str(byte) for byte in range(256)]  # each byte as such a list has it: looked up, they take an eighth as long


def folded(pages: bytes, options: dict[str, str], notes: str, *, back: bool = False) -> bytes:
    """Return a PDF whose sheets, printed on both sides and turned over the short edge, are folded to a booklet.

    pages: a tagged PDF by Typst, its pages all of one size. options: of the layout's `folded`, texts all. back: whether
    the last page is the back cover; pages that would be blank lie before it then, ruled, with the word `notes` above.
    The sheets are pictures of the pages, and their tags tell in which order the pages are read.
    """
    count = typeset.page_count(pages)
    full = -(-count // 4) * 4

    def page(place: int) -> int | None:
        """Return which page lies at a place of the booklet, if any."""
        if back and place >= count - 1:
            return count - 1 if place == full - 1 else None
        return place if place < count else None

    def told(place: int) -> str:
        number = page(place)
        if number is not None:
            return str(number + 1)
        return f"ruled({typst_string(notes)})" if back else "none"

    sides = list(imposed(full))
    text = "".join(f"#side({typst_string(says)}, {told(left)}, {told(right)})\n" for says, left, right in sides)
    held = {PAGES: f"[{','.join(map(WRITTEN.__getitem__, pages))}]".encode()}
    made = typeset.typeset(f"{typeset.opening('folded', options)}{text}", held, tagged=False)
    drawn = [[number for place in halves if (number := page(place)) is not None] for _, *halves in sides]
    return grafted(made, pages, drawn)
