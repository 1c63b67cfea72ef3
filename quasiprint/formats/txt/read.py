"""A set's own text form, read back: it must be that of the set, byte for byte, in one file."""

from __future__ import annotations

from quasiprint.model.finding import error
from quasiprint.model.format import Readback, Reading

REMAKE = "make the set again"


def read(reading: Reading) -> Readback:
    """Compare the text with that of the set: every character, every line's end, and nothing after the last."""
    found = Readback(off=dict.fromkeys(reading.files, 0.0), pieces=len(reading.set.pieces))
    path, text = f"txt/{reading.set.noun}s.txt", reading.set.text.encode("ascii")
    for other, content in reading.files.items():
        if other != path:
            found.findings.append(error("file-unlisted", other, f"the set's text is in {path} alone", REMAKE))
        elif content != text:
            same = next((k for k, (a, b) in enumerate(zip(content, text, strict=False)) if a != b), None)
            at = min(len(content), len(text)) if same is None else same
            line = text.count(b"\n", 0, at) + 1
            message = f"its text is not that of the set, first in line {line}, at byte {at}"
            found.findings.append(error("marks-differ", other, message, REMAKE))
    if path not in reading.files:
        found.findings.append(error("file-missing", path, "the set has no text", REMAKE))
    if found.findings:
        found.pieces = 0
    return found
