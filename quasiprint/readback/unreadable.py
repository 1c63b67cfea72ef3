"""What a reader says of a file that is not what its format demands."""

from __future__ import annotations


class Unreadable(Exception):
    """A file cannot be read: what was found, and what is allowed."""

    def __init__(self, message: str, code: str = "file-unreadable") -> None:
        super().__init__(message)
        self.code = code
