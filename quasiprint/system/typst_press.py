"""Typst's process, see `press`: this file, run as a program. It imports nothing of this package, and is asked in plain
values, so that it begins at once."""

from __future__ import annotations

import marshal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_fonts: dict[tuple[str, ...] | None, Any] = {}  # by their folders: read once


def answer(
    files: dict[str, bytes],
    options: dict[str, Any],
    root: str,
    fonts: tuple[str, ...] | None,
    inputs: dict[str, str],
) -> str | list[bytes]:
    """Return what Typst makes of a document, or what it says of one that it refuses. Arguments as of `press.Job`."""
    import typst

    if fonts not in _fonts:  # none of the system's
        own: Any = {"include_embedded_fonts": False} if fonts is None else {"font_paths": list(fonts)}
        _fonts[fonts] = typst.Fonts(include_system_fonts=False, **own)
    at: Any = {"root": root} if root else {}
    try:
        compiler = typst.Compiler(files, font_paths=_fonts[fonts], sys_inputs=inputs, **at)
        made: Any = compiler.compile(**options)
    except typst.TypstError as problem:
        return str(problem)
    return [bytes(one) for one in (made if isinstance(made, list) else [made])]


def serve() -> None:
    """Answer requests until there are no more."""
    while True:
        try:
            asked = marshal.load(sys.stdin.buffer)
        except EOFError:
            return
        marshal.dump(answer(*asked), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
