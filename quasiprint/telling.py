"""What takes long says so, to whoever listens: the command line does, on a terminal; nobody else has to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

PAUSE = 0.4  # s, from one line to the next: quicker ones cannot be read
Thing = TypeVar("Thing")

_heard: ContextVar[Callable[[str], None] | None] = ContextVar("heard", default=None)


@contextmanager
def telling(say: Callable[[str], None]) -> Iterator[None]:
    """Give what is told within the block to `say`, a short line at a time."""
    before = _heard.set(say)
    try:
        yield
    finally:
        _heard.reset(before)


def tell(what: str) -> None:
    """Say what is being done, in a few words. Nothing comes of it where nobody listens."""
    say = _heard.get()
    if say is not None:
        say(what)


def tell_progress(things: Collection[Thing], what: str) -> Iterator[Thing]:
    """Yield things one by one, and tell now and then how much of them is done. what: is done with them."""
    if _heard.get() is None:
        yield from things
        return
    last = monotonic()
    for number, thing in enumerate(things):
        if monotonic() - last > PAUSE:
            last = monotonic()
            tell(f"{what}: {number / len(things):.0%}")
        yield thing
