"""Values that are kept as long as there is room: what recurs is made once, what does not is given back.

An ``lru_cache`` counts what it keeps, whatever its size; a board of 400 cells is a thousand times as large as a dot.
Here each value has a weight, so that what is kept is bounded in memory however large a set is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class Bounded(Generic[K, V]):
    """Values by their keys, each made when it is asked for and not there.

    make: of a key; None: `get` gets it each time. weight: of a value, in any unit. most: what all that is kept may
    weigh; the values that were asked for longest ago are given up first, the last one never. Equal keys must make equal
    values.
    """

    def __init__(self, make: Callable[[K], V] | None, weight: Callable[[V], int], most: int) -> None:
        self._make, self._weigh, self.most = make, weight, most
        self._kept: dict[K, tuple[V, int]] = {}  # in the order in which they were asked for
        self._lock = Lock()
        self.weight = 0  # of all that is kept

    def __getitem__(self, key: K) -> V:
        assert self._make
        return self.get(key, self._make)

    def get(self, key: K, make: Callable[[K], V]) -> V:
        """Return the value of a key, made if it is not there."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
                return found[0]
        value = make(key)  # which may ask for another
        weight = self._weigh(value)
        with self._lock:
            self.weight += weight - self._kept.pop(key, (value, 0))[1]
            self._kept[key] = value, weight
            while self.weight > self.most and len(self._kept) > 1:
                self.weight -= self._kept.pop(next(iter(self._kept)))[1]
        return value

    def cache_clear(self) -> None:
        """Give up all that is kept."""
        with self._lock:
            self._kept, self.weight = {}, 0


def cache_by_weight(weight: Callable[[Any], int], most: int) -> Callable[[F], F]:
    """Return a decorator: a function's values are kept by its arguments, as `Bounded` keeps them.

    The function is called with positions alone.
    """

    def decorate(function: F) -> F:
        kept: Bounded[tuple[Any, ...], Any] = Bounded(lambda key: function(*key), weight, most)
        return cast(F, wraps(function)(lambda *key: kept[key]))

    return decorate
