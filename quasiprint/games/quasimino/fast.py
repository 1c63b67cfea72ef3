"""FastQuasi between several: each builds alone, until somebody shouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.alone import Alone
from quasiprint.games.quasimino.placing import Layout

ROOM = 30  # edge lengths between two shapes of a hand, which cannot grow as far: they stay apart


@dataclass(frozen=True, slots=True)
class Fast:
    """A game of FastQuasi. tables: what each player builds. over: whether everybody has stopped. shouter: who stopped
    them, if somebody did."""

    names: tuple[str, ...]
    tables: tuple[Alone, ...]
    over: bool = False
    shouter: int | None = None
    heaps: ClassVar[tuple[tuple[str, ...], ...]] = ()  # nobody draws
    owned: ClassVar[tuple[tuple[Zeta, int], ...]] = ()  # with tokens

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """What each player has not laid."""
        return tuple(one.hand for one in self.tables)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """What lies, one for each player."""
        return tuple(one.layout for one in self.tables)

    @property
    def vertices(self) -> tuple[tuple[Zeta, int | None], ...]:
        """The covered vertices, each with the player whose it is."""
        return tuple((vertex, player) for player, layout in enumerate(self.layouts) for vertex in layout.covered)

    def score(self, player: int) -> int:
        """Return how many vertices a player has covered."""
        return len(self.layouts[player].covered)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: the most vertices; in a tie who shouted, if it is one of them."""
        if not self.over:
            return ()
        scores = [self.score(player) for player in range(len(self.names))]
        best = tuple(player for player, score in enumerate(scores) if score == max(scores))
        return (self.shouter,) if self.shouter in best else best
