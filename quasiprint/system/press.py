"""Typst, in a process of its own: what it takes of memory is given back when that ends, and its threads, which no
forked process has, are never in this one. Where no process can be started, in a browser, it runs in this one.

The process runs `typst_press.py`. It takes requests on its standard input, one after another, and gives an answer to
each: what Typst made, or what it refused. It ends when `close` is called, when its input ends, or when an answer is not
waited for.
"""

from __future__ import annotations

import atexit
import marshal
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from quasiprint.model.blame import Shortage
from quasiprint.system import children, machine
from quasiprint.system.typst_press import answer


class Refused(Exception):
    """What Typst says of a document that it refuses."""


@dataclass(frozen=True, slots=True)
class Job:
    """A document for Typst. files: by name, `main.typ` first; what it asks for besides lies below `root`, a folder.
    fonts: folders of fonts besides Typst's own; None: no font at all. options: of Typst's `compile`; inputs: texts
    that the document reads by name."""

    files: Mapping[str, bytes]
    options: Mapping[str, Any]
    root: str = ""
    fonts: tuple[str, ...] | None = ()
    inputs: Mapping[str, str] = field(default_factory=dict)


_open: dict[int, children.Program] = {}  # by the process that started it: a forked one starts its own


def typeset(job: Job) -> list[bytes]:
    """Return what Typst makes of a document: a PDF, or a picture of each page.

    Raises Refused for what Typst refuses, Shortage if its process was ended or cannot be started.
    """
    asked = dict(job.files), dict(job.options), job.root, job.fonts, dict(job.inputs)
    made = _ask(asked) if machine.HAS_PROCESSES else answer(*asked)
    if isinstance(made, str):
        raise Refused(made)
    return made


def close() -> None:
    """End Typst's process, if this process has one."""
    program = _open.pop(os.getpid(), None)
    if program is not None:
        program.kill()
        program.communicate()


atexit.register(close)


def _ask(asked: tuple[Any, ...]) -> str | list[bytes]:
    program = _open.get(os.getpid()) or _start()
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        marshal.dump(asked, program.stdin)
        program.stdin.flush()
        made: str | list[bytes] = marshal.load(program.stdout)
    except (EOFError, OSError, TypeError, ValueError):
        program.kill()
        ended = program.wait()
        close()
        raise Shortage(f"typesetting: its process was ended ({children.end_of(ended)})") from None
    except BaseException:
        close()
        raise
    return made


def _start() -> children.Program:
    if find_spec("typst") is None:
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    program = Path(__file__).with_name("typst_press.py")
    pipes = {"stdin": children.PIPE, "stdout": children.PIPE, "stderr": children.NOTHING}
    try:
        _open[os.getpid()] = children.start_program(program, folder=program.parent, **pipes)
    except OSError as found:
        raise Shortage(f"typesetting: a process cannot be started ({found})") from None
    return _open[os.getpid()]
