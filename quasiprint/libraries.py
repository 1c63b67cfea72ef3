"""Loads the libraries that look for settings of their own in the current folder, where they would find a stranger's.

numba takes from a file there which folder it loads code from, and ReportLab takes settings and fonts. Whoever
stands in a folder that came from elsewhere wants none of that: they are loaded as from a folder of ours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

OURS = Path(__file__).parent


def load(*names: str) -> None:
    """Import modules for the first time, before anything else of their library is imported. They find nothing in the
    current folder. Raises ImportError."""
    if not all(name in sys.modules for name in names):
        with _standing(OURS):
            for name in names:
                import_module(name)


@contextmanager
def _standing(folder: Path) -> Iterator[None]:
    """Stand in another folder meanwhile. The one before may have been removed, or not be readable."""
    before: int | str
    try:
        before = os.open(".", getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        before = os.getcwd()  # Windows opens no folders
    try:
        os.chdir(folder)
        yield
    finally:
        if isinstance(before, int):
            with suppress(OSError):  # a folder that may not be entered: nobody could stand there again
                os.fchdir(before)
            os.close(before)
        else:
            os.chdir(before)
