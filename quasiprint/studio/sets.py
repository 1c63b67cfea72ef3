"""Sets that were asked for a moment ago: who changes one option waits for what that changes, and for nothing else.

A set is known by all that it is designed from, a workshop by the words that it was asked for with. Few of each are
kept, the last that were asked for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from quasiprint.documents.rulebook import words
from quasiprint.model.game import Brief
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.make import narrow
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.studio.faces import Faces, faces_of
from quasiprint.studio.words import Asked

SHOPS, SETS = 3, 9
Made = TypeVar("Made")


class Last(Generic[Made]):
    """The last few things that were asked for, by what they follow from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, Made] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what belongs to a key, made if it is not there."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        made = make()
        self._made[key] = made
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return made

    def __len__(self) -> int:
        return len(self._made)


class Shop(Workshop):
    """A workshop that designs no set twice."""

    designed: Last[GameSet] = Last(SETS)

    def _designed(self, brief: Brief) -> GameSet:
        sizes = brief.measures, brief.palette
        drawn = brief.seed, tuple(brief.supplied.items()), brief.settings
        key = self.run.game, tuple(sorted(brief.parameters.items())), *sizes, *drawn
        return self.designed.get(key, lambda: super(Shop, self)._designed(brief))


_shops: Last[Shop] = Last(SHOPS)
# what holds a set on to itself may be known by the set's address
_faces: Last[tuple[GameSet, Faces]] = Last(SETS)


def shop_of(asked: Asked) -> Shop:
    """Return the workshop of what is asked for. Raises InputError for what cannot be made."""
    request = asked.request
    return _shops.get((request.game, asked.words, request.supplied), lambda: _opened(request))


def _opened(request: Request) -> Shop:
    shop = Shop(settle(request))
    words(shop.run.templates, shop.run.language)  # refuses a language that there is not
    narrow(shop)
    return shop


def faces(game_set: GameSet) -> Faces:
    """Return the faces of a set's things, drawn once."""
    return _faces.get(id(game_set), lambda: (game_set, faces_of(game_set)))[1]
