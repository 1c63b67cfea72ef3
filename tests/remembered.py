"""Work of the program that many tests ask for with the same arguments, done once in each process of a test run.

Typesetting a book, nesting parts and painting pictures take most of the time in which a small set is made, and return
the same for the same arguments. What they returned is told again, and typeset books are shared by all processes of a
run. Nothing of it outlives the run, and no process that a test starts has any of it. What a test file shows of equal
bytes, of what is called, or of room and time says ``pytestmark = pytest.mark.afresh``: all is done anew there.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np
import pytest

MOST = 64  # results of each kind of work; a picture takes some MB
WORK = (
    ("quasiprint.documents.typeset", "typeset"),
    ("quasiprint.layout.nesting", "nest"),
    ("quasiprint.pictures.render", "rendered"),
    ("quasiprint.pictures.raster", "painted"),
    ("quasiprint.pictures.raster", "png"),
    ("quasiprint.documents.form", "pdf"),
)
Work = Callable[..., Any]


def key(value: Any) -> Hashable:
    """Return what is equal for equal arguments, and for no others. Raises TypeError for what cannot be told apart."""
    if isinstance(value, bytes):
        return "bytes", hashlib.sha256(value).digest()
    if isinstance(value, np.ndarray):
        return "array", value.shape, value.dtype.str, hashlib.sha256(np.ascontiguousarray(value)).digest()
    if isinstance(value, Mapping):
        return "mapping", tuple((name, key(held)) for name, held in value.items())
    if isinstance(value, list | tuple):
        return type(value).__name__, tuple(map(key, value))
    hash(value)
    return type(value), value


class Memory:
    """What was returned, by arguments. active: whether it is told again."""

    def __init__(self) -> None:
        self.active = False
        self.shared: Path | None = None

    def remembering(self, work: Work) -> Work:
        """Return a function that does some work once for equal arguments; what raises is not remembered."""
        found: OrderedDict[Hashable, Any] = OrderedDict()

        @wraps(work)
        def told(*arguments: Any, **named: Any) -> Any:
            if not self.active:
                return work(*arguments, **named)
            try:
                asked = key((arguments, named))
            except TypeError:
                return work(*arguments, **named)
            if asked not in found:
                found[asked] = work(*arguments, **named)
                if isinstance(found[asked], np.ndarray):
                    found[asked].setflags(write=False)
                if len(found) > MOST:
                    found.popitem(last=False)
            found.move_to_end(asked)
            return found[asked]

        return told

    def sharing(self, work: Work, read: Callable[[], Hashable]) -> Work:
        """Return a function that returns bytes, and has them from another process of the run if they are there. read:
        what the work reads besides its arguments."""

        @wraps(work)
        def told(*arguments: Any, **named: Any) -> bytes:
            if not self.active or self.shared is None:
                return work(*arguments, **named)  # type: ignore[no-any-return]
            path = self.shared / hashlib.sha256(repr((key((arguments, named)), read())).encode()).hexdigest()
            if not path.exists():
                made = path.with_suffix(f".{os.getpid()}")
                made.write_bytes(work(*arguments, **named))
                made.replace(path)
            return path.read_bytes()

        return told


MEMORY = Memory()


def beside_arguments() -> Hashable:
    """Return what typesetting reads besides its arguments: the layout, and where the fonts are."""
    from quasiprint.documents import typeset

    return (typeset.resources.packaged() / typeset.LAYOUT).read_bytes(), typeset._fonts_folder()


def put_in(memory: Memory) -> None:
    """Have the work remembered wherever the program calls it."""
    for module, name in WORK:
        work = getattr(importlib.import_module(module), name)
        told = memory.sharing(work, beside_arguments) if name == "typeset" else memory.remembering(work)
        for known in [held for called, held in sys.modules.items() if called.startswith("quasiprint.")]:
            if getattr(known, name, None) is work:
                setattr(known, name, told)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "afresh: nothing that other tests have had done is told again")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    MEMORY.active = item.get_closest_marker("afresh") is None
