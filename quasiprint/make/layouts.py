"""Where the things of sets lie on plates and laser sheets, each layout made once: who decides how large pieces are lays
them out first, and the set may well stay as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

from quasiprint.make.laser_sheets import shared_sheets, sheets_of, smallest
from quasiprint.model.game import Game
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement
from quasiprint.model.profile import Bed, SheetStock
from quasiprint.model.solid import SolidPiece

if TYPE_CHECKING:
    from quasiprint.layout.shared import SharedSheet

Found = TypeVar("Found")


class Layouts:
    """The layouts of the sets of a run. A set is known by its identity, and held for that."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Hashable, tuple[GameSet, object]] = {}

    def _once(self, game_set: GameSet, what: Hashable, find: Callable[[], Found]) -> Found:
        key = id(game_set), what
        if key not in self._known:
            self._known[key] = game_set, find()
        found: Found = self._known[key][1]  # type: ignore[assignment]
        return found

    def forget(self) -> None:
        """Let go of everything."""
        self._known.clear()

    def bodies(self, game_set: GameSet) -> tuple[SolidPiece, ...]:
        """Return the things of a set as bodies."""
        from quasiprint.solids.build import solid_pieces

        return self._once(game_set, "bodies", lambda: solid_pieces(game_set))

    def plates(self, game_set: GameSet, bed: Bed, relief: bool) -> tuple[Arrangement, ...]:
        """Return the plates of a set, see `plates_of`."""
        from quasiprint.layout.plates import items_of, plates_of

        def lay() -> tuple[Arrangement, ...]:
            items = items_of(game_set, self.bodies(game_set))
            return plates_of(items, bed, game_set.measures.machine.layer, relief=relief)

        return self._once(game_set, (bed, relief), lay)

    def stock(self, game_set: GameSet, stock: SheetStock) -> SheetStock:
        """Return the sheet that a set is cut from: where its profile has several sizes, the smallest that will do."""
        return self._once(game_set, ("stock", stock), lambda: smallest(self._game, game_set, stock))

    def sheets(self, game_set: GameSet, stock: SheetStock) -> tuple[Arrangement, ...]:
        """Return the sheets of a set if each part is cut out by itself."""
        return self._once(game_set, stock, lambda: sheets_of(game_set, stock))

    def shared(
        self, game_set: GameSet, stock: SheetStock, *, alone: bool
    ) -> tuple[tuple[Arrangement, ...], dict[str, SharedSheet]]:
        """Return the sheets of a set if neighbours share their cuts, see `shared_sheets`."""
        return self._once(
            game_set, ("shared", stock, alone), lambda: shared_sheets(self._game, game_set, stock, alone=alone)
        )
