"""Seals, which tell whether anything of a PDF was changed since it was written.

A score sheet is filled in on a screen and saved under its name, a rulebook gets a reader's notes. What was written into
them must not go when the sheet or the book is written again. A set has a manifest to tell; a single file has its seal,
the hash of all other bytes, in a comment before ``startxref``: there it moves nothing that is found by its place.
"""

from __future__ import annotations

import hashlib
import re

BEFORE = b"startxref"
SEAL = re.compile(rb"%quasiprint seal ([0-9a-f]{64})\n(?=startxref\s)")
TAIL = 256  # bytes from the end, in which it stands


def seal(pdf: bytes) -> bytes:
    """Return a PDF with its seal. Raises ValueError for what is no PDF, or has a seal."""
    at = pdf.rfind(BEFORE)
    if not pdf.startswith(b"%PDF-") or at < max(0, len(pdf) - TAIL // 2) or is_sealed(pdf):
        raise ValueError("found no PDF without a seal")
    return pdf[:at] + b"%%quasiprint seal %s\n" % hashlib.sha256(pdf).hexdigest().encode() + pdf[at:]


def is_sealed(pdf: bytes) -> bool:
    """Tell whether a file is a PDF with a seal, and nothing of it was changed since."""
    begin = max(0, len(pdf) - TAIL)
    found = SEAL.search(pdf, begin)
    if not pdf.startswith(b"%PDF-") or found is None:
        return False
    digest = hashlib.sha256(pdf[: found.start()])
    digest.update(pdf[found.end() :])
    return digest.hexdigest().encode() == found[1]
