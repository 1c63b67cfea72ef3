"""What a reader says of a file that is not what its format demands."""

from __future__ import annotations

import struct
import zlib

# what libraries raise on damaged files, a size that no memory holds among them
DAMAGED = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, OSError, RuntimeError,
    TypeError, ValueError, struct.error, zlib.error,
)  # fmt: skip


class Unreadable(Exception):
    """A file cannot be read: what was found, and what is allowed."""

    def __init__(self, message: str, code: str = "file-unreadable") -> None:
        super().__init__(message)
        self.code = code


def foreign(message: str) -> Unreadable:
    """Return what is to be raised for something in a file that is not expected there."""
    return Unreadable(message, "content-foreign")
