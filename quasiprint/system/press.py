"""Typst, in a process of its own: what it takes of memory is given back when that ends, and its threads, which no
forked process has, are never in this one. Where no process can be started, in a browser, it runs in this one.

The process runs `main`. It takes requests on its standard input, one after another, and gives an answer to each: what
Typst made, or what it refused. It is asked in plain values and loads little, so that it begins at once; it ends when
`close` is called, when its input ends, or when an answer is not waited for.
"""

from __future__ import annotations

import atexit
import marshal
import os
import sys
from _thread import get_ident
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from quasiprint.system import children


class Refused(Exception):
    """Typst's message on a document that it refuses."""


MEMORY = 1 << 30  # bytes
_open: dict[tuple[int, int], children.Program] = {}  # by who started it: a forked process and each thread has its own
_fonts: dict[tuple[str, ...] | None, Any] = {}  # by their folders: read once


def typeset(
    files: Mapping[str, bytes],
    options: Mapping[str, Any],
    root: str = "",
    fonts: tuple[str, ...] | None = (),
    inputs: Mapping[str, str] | None = None,
) -> list[bytes]:
    """Return what Typst makes of a document: a PDF, or a picture of each page. files: by name, `main.typ` first; what
    it asks for besides lies below `root`, a folder. fonts: folders of fonts besides Typst's own; None: no font at all.
    options: of Typst's `compile`; inputs: texts that the document reads by name.

    Raises Refused for what Typst refuses, Shortage if its process was ended or cannot be started.
    """
    asked = dict(files), dict(options), root, fonts, dict(inputs or {})
    made = answer(*asked) if sys.platform == "emscripten" else _ask(asked)
    if isinstance(made, str):
        raise Refused(made)
    return made


def close() -> None:
    """End Typst's process, if this thread has one."""
    if program := _open.pop((os.getpid(), get_ident()), None):
        program.kill()
        program.communicate()


atexit.register(close)


def _ask(asked: tuple[Any, ...]) -> str | list[bytes]:
    program = _open.get((os.getpid(), get_ident())) or _start()
    assert program.stdin
    assert program.stdout
    try:
        marshal.dump(asked, program.stdin)
        program.stdin.flush()
        made: str | list[bytes] = marshal.load(program.stdout)
    except (EOFError, OSError, TypeError, ValueError):
        from quasiprint.system.children import end_of
        from quasiprint.system.outcome import Shortage

        program.kill()
        ended = program.wait()
        close()
        raise Shortage(f"typesetting: its process was ended ({end_of(ended)})") from None
    except BaseException:
        close()
        raise
    return made


def _start() -> children.Program:
    from importlib.util import find_spec

    from quasiprint.system import children
    from quasiprint.system.outcome import Shortage

    if find_spec("typst") is None:
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    pipes: Any = {"stdin": children.PIPE, "stdout": children.PIPE, "stderr": children.NOTHING, **children.APART}
    try:
        program = children.Program(children.command(__name__), cwd=os.path.dirname(__file__), **pipes)
    except OSError as found:
        raise Shortage(f"typesetting: a process cannot be started ({found})") from None
    return _open.setdefault((os.getpid(), get_ident()), program)


def answer(
    files: dict[str, bytes], options: dict[str, Any], root: str, fonts: tuple[str, ...] | None, inputs: dict[str, str]
) -> str | list[bytes]:
    """Return Typst's output for a document, or its message if it refuses. Arguments as of `typeset`."""
    import typst

    if fonts not in _fonts:  # none of the system's
        arguments: Any = {"include_embedded_fonts": False} if fonts is None else {"font_paths": list(fonts)}
        _fonts[fonts] = typst.Fonts(include_system_fonts=False, **arguments)
    at: Any = {"root": root} if root else {}
    try:
        made: Any = typst.Compiler(files, font_paths=_fonts[fonts], sys_inputs=inputs, **at).compile(**options)
    except typst.TypstError as problem:
        return str(problem)
    return [bytes(page) for page in (made if isinstance(made, list) else [made])]


def main() -> None:
    """Answer requests until there are no more. A drawing of few lines can ask for more memory than any machine has."""
    with suppress(ImportError, ValueError):  # where there are no limits, or there is a lower one
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    while True:
        try:
            asked = marshal.load(sys.stdin.buffer)
        except EOFError:
            return
        marshal.dump(answer(*asked), sys.stdout.buffer)
        sys.stdout.buffer.flush()
