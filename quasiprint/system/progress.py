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

_heard: ContextVar[tuple[Say, Measure | None] | None] = ContextVar("heard", default=None)
_portion: ContextVar[tuple[float, float] | None] = ContextVar("portion", default=None)


@contextmanager
def telling(say: Say, measure: Measure | None = None) -> Iterator[None]:
    """Give messages within the block to `say`, a short line at a time. measure: is given which share of all of it
    is done, 0 to 1, where that is known."""
    before = _heard.set((say, measure))
    try:
        yield
    finally:
        _heard.reset(before)


@contextmanager
def portion(low: float, high: float) -> Iterator[None]:
    """Count what is done within the block as a part of all that is done, from `low` to `high`, 0 to 1."""
    least, most = _portion.get() or (0.0, 1.0)
    before = _portion.set((least + low * (most - least), least + high * (most - least)))
    try:
        measure(0.0)
        yield
    finally:
        _portion.reset(before)


def tell(what: str) -> None:
    """Say what is being done, in a few words. Nothing comes of it where nobody listens."""
    heard = _heard.get()
    if heard is not None:
        heard[0](what)


def measure(share: float) -> None:
    """Say which share is done, 0 to 1: of all, or within `portion` of that."""
    heard, part = _heard.get(), _portion.get() or (0.0, 1.0)
    if heard is not None and heard[1] is not None:
        heard[1](part[0] + share * (part[1] - part[0]))


def tell_progress(items: Collection[Item], what: str) -> Iterator[Item]:
    """Yield items one by one, and tell now and then how much of them is done. what: is done with them."""
    if _heard.get() is None:
        yield from items
        return
    last = monotonic()
    for number, item in enumerate(items):
        if monotonic() - last > PAUSE:
            last = monotonic()
            if _portion.get() is not None:  # elsewhere others may follow, and nobody knows how many
                measure(number / len(items))
            tell(f"{what}: {number / len(items):.0%}")
        yield item
