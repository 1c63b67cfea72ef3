"""Documents of sheets with pieces to cut out, read page by page: which pieces each holds, and what is wrong with it."""

from __future__ import annotations

from collections import Counter

from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper
from quasiprint.readback.document import Document, ReadPage, Word
from quasiprint.readback.due import Account, account
from quasiprint.readback.due_sheets import BACKS, Laid, Look, Sheets

SHARE = 0.45  # of the height below the mark on a back: a name's
SMALLEST = 0.5  # mm: a name of less is none


def accounted(document: Document, game_set: GameSet, look: Look, paper: Paper) -> SheetsRead:
    """Read a document of sheets: which things it holds, and how its pages compare with what is due.

    Sheets with backs come first, two pages each; those with nothing behind them are one page.
    """
    read = SheetsRead(Sheets(game_set, look, paper), game_set)
    pages = list(document.pages)
    pairs = sum(page.title.endswith(BACKS) for page in pages)
    of = len(pages) - pairs
    for number in range(1, of + 1):
        at = 2 * (number - 1) if number <= pairs else number - 1 + pairs
        pieces = read.front(pages[at], number, of, pairs)
        if number <= pairs:
            read.back(pages[at + 1] if at + 1 < len(pages) else None, pieces, number, of)
        else:
            read.single(pieces, number)
    counts = Counter({thing.id: thing.count for thing in game_set.things})
    if read.held != counts:
        read.problems.append("its pieces are not those of the set, each as often as it is due")
    return read


class SheetsRead:
    """What was read of sheets. accounts: of each page, in order; held: how many of each thing lie on them; off: how
    far a corner is off at most, mm; pairs: how many sheets have backs; problems: what else is wrong."""

    def __init__(self, sheets: Sheets, game_set: GameSet) -> None:
        self._sheets, self._set = sheets, game_set
        self._parts = game_set.parts()
        self.accounts: list[Account] = []
        self.held: Counter[str] = Counter()
        self.off = 0.0
        self.pairs = 0
        self.problems: list[str] = []

    def front(self, page: ReadPage, number: int, of: int, pairs: int) -> list[Laid]:
        """Account for a page of faces; return its pieces."""
        below, above = self._sheets.front(number, of, pairs)
        pieces = self._sheets.lying(page.items)
        over, drawn = self._sheets.faces(pieces)
        whole = account(page.items, [*below, *over, *drawn, *above])
        self.accounts.append(whole)
        self.off = max(self.off, whole.off)
        if not self._sheets.apart(pieces):
            self.problems.append(f"pieces on sheet {number} come too near to one another, or to the rim")
        self._titled(page, f"Sheet {number}, faces")
        return pieces

    def single(self, pieces: list[Laid], number: int) -> None:
        """Take note of pieces with nothing behind them."""
        for piece in pieces:
            if piece.things[0].face.back or self._named(piece):
                self.problems.append(f"sheet {number} has no backs, and {piece.things[0].id} needs one")
            self.held[self._next(piece)] += 1

    def _named(self, piece: Laid) -> list[str]:
        """Return the names of which one stands behind a piece, if the mark there leaves room for one."""
        face = piece.things[0].face
        low = min((y for region in face.back for _, y in region.outer), default=0.0)
        if SHARE * (low - min(y for _, y in face.nominal)) <= SMALLEST:
            return []
        return [thing.id for thing in piece.things if not self._set.secret or thing in self._parts]

    def back(self, page: ReadPage | None, pieces: list[Laid], number: int, of: int) -> None:
        """Account for the page of backs behind some pieces, and take note of these."""
        items = page.items if page else []
        said = iter([item.text for item in items if isinstance(item, Word)])
        names = []
        for piece in pieces:
            due = self._named(piece)
            name = next(said, "") if due else ""
            names.append(name if name in due else due[0] if due else "")
            self.held[names[-1] or self._next(piece)] += 1
        self.pairs += 1
        if not any(names) and not any(piece.things[0].face.back for piece in pieces):
            self.problems.append(f"sheet {number} has a page of backs, and nothing is due on it")
        whole = account(items, self._sheets.behind(pieces, names, number, of))
        self.accounts.append(whole)
        self.off = max(self.off, whole.off)
        self._titled(page, f"Sheet {number}, backs")

    def _titled(self, page: ReadPage | None, due: str) -> None:
        if page is None or page.title != due:
            self.problems.append(f"a page is {page.title if page else 'not there'!r}, and is to be {due!r}")

    def _next(self, piece: Laid) -> str:
        """Return of things that look alike, and are not named, the next that is not there yet."""
        for thing in piece.things:
            if self.held[thing.id] < thing.count:
                return thing.id
        return piece.things[0].id
