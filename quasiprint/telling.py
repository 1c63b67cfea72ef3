"""What takes long says so, to whoever listens: the command line does, on a terminal; nobody else has to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
