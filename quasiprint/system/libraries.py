"""Loads the libraries that look for settings of their own in the current folder, where they would find a stranger's.

numba takes from a file there which folder it loads code from, and ReportLab takes settings and fonts. Whoever
stands in a folder that came from elsewhere wants none of that: they are loaded as from a folder of ours.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from quasiprint.system.machine import standing

OURS = Path(__file__).parent


def load(*names: str) -> None:
    """Import modules for the first time, before anything else of their library is imported. They find nothing in the
    current folder. Raises ImportError."""
    if not all(name in sys.modules for name in names):
        with standing(OURS):
            for name in names:
                import_module(name)
