"""What a user supplies for an option: files that were read once, as bytes. Whoever has this value needs no disk."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Supplied:
    """A file, or a folder's files. name: as it is called, without the folder that it lies in.

    files: names and contents; a file alone has its own name there.
    """

    name: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def content(self) -> bytes:
        """What the only file holds. Raises ValueError for a folder of several."""
        ((_, content),) = self.files
        return content
