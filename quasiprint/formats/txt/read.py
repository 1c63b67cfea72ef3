"""A set's own text form, read back: it must be that of the set, word for word."""

from __future__ import annotations

from quasiprint.model.finding import error
from quasiprint.model.format import Readback, Reading


def read(reading: Reading) -> Readback:
    """Compare the text with that of the set."""
    found = Readback(off=dict.fromkeys(reading.files, 0.0), pieces=len(reading.set.pieces))
    if set(reading.files.values()) != {reading.set.text.encode()}:
        first = next(iter(reading.files))
        found.findings.append(error("marks-differ", first, "its text is not that of the set", "make the set again"))
    return found
