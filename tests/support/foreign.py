"""The foreign programs and libraries that tests call: which Debian package brings each, and what it is asked.

A test that calls one says so, ``@pytest.mark.foreign("qpdf")``, and fails where that is missing.
``python3 tests/support/foreign.py`` prints the packages that the first tier misses, which the gate installs, and with
``thorough`` behind it those that either misses: this file needs nothing but Python.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

KERNEL = "libGL.so.1"  # without it CadQuery's kernel does not load


@dataclass(frozen=True)
class Foreign:
    """A program, or a library where name ends in .so.VERSION; the Debian package it is in; what it is asked, and
    whether by the second tier of tests alone."""

    name: str
    package: str
    asked: str
    thorough: bool = False

    def missing(self) -> bool:
        if ".so." not in self.name:
            return shutil.which(self.name) is None
        if sys.platform != "linux":
            return False
        try:
            ctypes.CDLL(self.name)
        except OSError:
            return True
        return False


FOREIGN = {
    program.name: program
    for program in (
        Foreign("admesh", "admesh", "whether a mesh needs repair"),
        Foreign("chromium", "chromium", "what a page shows and does"),
        Foreign("firefox-esr", "firefox-esr", "the same, by another hand than Chromium's", thorough=True),
        Foreign("inkscape", "inkscape", "how large what is on a sheet is"),
        Foreign("npm", "npm", "what runs Python in a browser", thorough=True),
        Foreign("pdfinfo", "poppler-utils", "how large a page is"),
        Foreign("pdftoppm", "poppler-utils", "what a page looks like"),
        Foreign("pdftotext", "poppler-utils", "what a page says"),
        Foreign("prusa-slicer", "prusa-slicer", "what is printed of a plate"),
        Foreign("qpdf", "qpdf", "whether a PDF is sound"),
        Foreign("rsvg-convert", "librsvg2-bin", "what a sheet looks like"),
        Foreign(KERNEL, "libgl1", "what CadQuery builds, and what its kernel reads of STEP"),
    )
}

declared: set[str] | None = None  # by the test that runs; None where none does, as in benchmarks


def run(name: str, *arguments: object, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run a foreign program, as subprocess.run does. A test has to have said that it needs it."""
    where(name)
    return subprocess.run([name, *map(str, arguments)], **options)


def where(name: str) -> str | None:
    """Return where a foreign program lies, for what starts it itself. A test has to have said that it needs it."""
    if declared is not None and name not in declared:
        raise RuntimeError(f'a test that runs {name} has to say so: @pytest.mark.foreign("{name}")')
    return shutil.which(name)


if __name__ == "__main__":
    asked = [one for one in FOREIGN.values() if "thorough" in sys.argv or not one.thorough]
    print(*sorted({one.package for one in asked if one.missing()}))
