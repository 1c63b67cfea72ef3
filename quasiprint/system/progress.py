"""What takes long says so, and how far it is, to whoever listens: the command line does, on a terminal; nobody else has
to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

PAUSE = 0.4  # s, from one line to the next: quicker ones cannot be read
Item = TypeVar("Item")
Say = Callable[[str], None]
Measure = Callable[[float], None]


def ignore(_: object) -> None:
    """Say nothing."""


_heard: ContextVar[tuple[Say, Measure, bool]] = ContextVar("heard", default=(ignore, ignore, False))


@contextmanager
def telling(say: Say, measure: Measure = ignore, *, part: bool = False) -> Iterator[None]:
    """Give messages within the block to `say`, a short line at a time. measure: is given which share of all of it
    is done, 0 to 1, where that is known. part: the block is a `portion`."""
    before = _heard.set((say, measure, part))
    try:
        yield
    finally:
        _heard.reset(before)


@contextmanager
def portion(low: float, high: float) -> Iterator[None]:
    """Count what is done within the block as a part of all that is done, from `low` to `high`, 0 to 1."""
    say, whole, _ = _heard.get()
    with telling(say, lambda share: whole(low + share * (high - low)), part=True):
        measure(0.0)
        yield


def tell(what: str) -> None:
    """Say what is being done, in a few words. Nothing comes of it where nobody listens."""
    _heard.get()[0](what)


def measure(share: float) -> None:
    """Say which share is done, 0 to 1: of all, or within `portion` of that."""
    _heard.get()[1](share)


def tell_progress(items: Collection[Item], what: str) -> Iterator[Item]:
    """Yield items one by one, and tell now and then how much of them is done. what: is done with them."""
    last = monotonic()
    for number, item in enumerate(items):
        if monotonic() - last > PAUSE:
            last = monotonic()
            if _heard.get()[2]:  # elsewhere others may follow, and nobody knows how many
                measure(number / len(items))
            tell(f"{what}: {number / len(items):.0%}")
        yield item
