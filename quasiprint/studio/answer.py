"""What the engine answers: a value that JSON can carry, or a file; and how it says that something cannot be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. value: what JSON can carry. content: of a file, with its name and its media type; None: there is no
    file."""

    value: Value = field(default_factory=dict)
    content: bytes | None = None
    name: str = ""
    media: str = ""


class Declined(Exception):
    """What cannot be done, in one sentence. setting: the field that it is about, "" for none. command: what to type
    where it can be done, "" if it can be done nowhere."""

    def __init__(self, message: str, setting: str = "", command: str = "") -> None:
        super().__init__(message)
        self.message, self.setting, self.command = message, setting, command

    def value(self) -> Value:
        """Return it as the page reads it."""
        return {"message": self.message, "setting": self.setting, "command": self.command}
