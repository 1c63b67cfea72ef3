"""What a position promises when nobody looks far ahead: each open line counts by the chance that it is won.

If the cells that are left in a line fell to both players by lot, a player who needs p more of them, where the other
needs q, would win it with the chance that p + q - 1 coins show p heads. A mark moves that chance by the same amount,
whoever makes it: C(p + q - 2, p - 1) / 2^(p + q - 1). All in whole numbers, of which `UNIT` is one line.
"""

from __future__ import annotations

from functools import cache
from math import comb

from quasiprint.perfect_play.contest import EMPTY, Contest, Move, O, X

UNIT = 1 << 24
PAIRED = 10  # cells from which the two of a double move are chosen


@cache
def chance(own: int, theirs: int) -> int:
    """Return the chance of a line, of UNIT, for a player who needs `own` more cells; below 1, it is won or lost."""
    if own <= 0 or theirs <= 0:
        return UNIT * (own <= 0)
    coins = own + theirs - 1
    return UNIT * sum(comb(coins, heads) for heads in range(own, coins + 1)) >> coins


@cache
def swing(own: int, theirs: int) -> int:
    """Return by how much a mark moves the chance of a line."""
    if own <= 0 or theirs <= 0:
        return 0
    return UNIT * comb(own + theirs - 2, own - 1) >> (own + theirs - 1)


class Outlook:
    """A position, to try moves in. Values are lines for X, in UNIT."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        half = len(contest.lines[0]) // 2 + 1
        self.lines_of = tuple(
            tuple(k for k, line in enumerate(contest.lines) if cell in line) for cell in range(len(contest.marks))
        )
        self.needs = {
            who: [half - sum(contest.marks[cell] == who for cell in line) for line in contest.lines] for who in (X, O)
        }
        self.empty = {cell for cell, mark in enumerate(contest.marks) if mark == EMPTY}
        self.value = sum(map(chance, self.needs[X], self.needs[O]))

    def swing(self, cell: int) -> int:
        """Return what a mark in a cell is worth, for either player."""
        own, theirs = self.needs[X], self.needs[O]
        return sum(swing(own[k], theirs[k]) for k in self.lines_of[cell])

    def hottest(self, width: int) -> list[int]:
        """Return the cells that are worth most, the best first."""
        return sorted(self.empty, key=lambda cell: (-self.swing(cell), cell))[:width]

    def mark(self, cell: int, player: str) -> None:
        """Try a mark."""
        self.value += self.swing(cell) * (1 if player == X else -1)
        self.empty.discard(cell)
        for k in self.lines_of[cell]:
            self.needs[player][k] -= 1

    def unmark(self, cell: int, player: str) -> None:
        """Take a mark back."""
        for k in self.lines_of[cell]:
            self.needs[player][k] += 1
        self.empty.add(cell)
        self.value -= self.swing(cell) * (1 if player == X else -1)

    def ahead(self, player: str, depth: int, width: int, low: int, high: int) -> int:
        """Return the value when both look so many marks ahead, each at the `width` cells that are worth most."""
        if not depth or not self.empty:
            return self.value
        sign = 1 if player == X else -1
        if depth == 1:
            return self.value + sign * max(map(self.swing, self.empty))
        other = O if player == X else X
        for cell in self.hottest(width):
            self.mark(cell, player)
            found = self.ahead(other, depth - 1, width, low, high)
            self.unmark(cell, player)
            if player == X:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if player == X else high

    def after(self, move: Move, depth: int, width: int) -> int:
        """Return the value of a move, with so many marks after it looked ahead."""
        player = self.contest.mover
        for cell in move:
            self.mark(cell, player)
        bound = UNIT * (len(self.contest.lines) + 1)
        found = self.ahead(O if player == X else X, depth, width, -bound, bound)
        for cell in reversed(move):
            self.unmark(cell, player)
        return found

    def moves(self) -> list[Move]:
        """Return the moves worth a look: every cell, and double moves of the hottest."""
        hot = set(self.hottest(PAIRED))
        return [move for move in self.contest.moves() if len(move) == 1 or hot.issuperset(move)]
