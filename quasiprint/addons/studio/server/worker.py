"""The engine in a process of its own: questions come in on standard input, answers go out on standard output.

A question is a line of JSON: its name, its value, and under which name in the server's folder a file of the answer
is to lie. An answer is a line of JSON, as the page reads it: the name of its file, "" for none, and its value. Before
it come lines that tell what is being done. When the server is gone, this process ends, and whatever it started with it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

ENDS = b"\n"
WARM = "quasimino"  # what is looked at first: its set loads what every set needs


def main() -> None:
    """Answer questions until there are none. Arguments: bytes of memory, and "warm" to load what answers need first."""
    memory, *words = sys.argv[1:]
    _limit(int(memory))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads take room, and nothing here needs them
    incoming, outgoing = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)  # what a library prints is no answer
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, questions), daemon=True).start()
    with os.fdopen(outgoing, "wb") as out:
        if "warm" in words:
            from quasiprint.addons.studio.engine import answer

            answer("form", {"game": WARM})
            answer("preview", {"game": WARM, "settings": {}, "parts": ["pieces"]})
        while True:
            _answer(json.loads(questions.get()), out)


def _limit(memory: int) -> None:
    """Let this process have only so much memory, in bytes, and leave no dump. Windows has no such limits for a process:
    the clock of whoever asks it is the only one there."""
    if resource is None:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):  # macOS refuses the first
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _listen(incoming: int, questions: queue.SimpleQueue[bytes]) -> None:
    """Take questions in while others are answered; end everything when the server is gone."""
    left = b""
    while part := os.read(incoming, 1 << 16):
        *lines, left = (left + part).split(ENDS)
        for line in lines:
            questions.put(line)
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)  # processes that encode, too
    os._exit(1)


def _answer(question: dict[str, Any], out: BinaryIO) -> None:
    def put(**line: Any) -> None:
        out.write(json.dumps(line, separators=(",", ":")).encode() + ENDS)
        out.flush()

    file, ends = "", False
    try:
        from quasiprint.addons.studio.engine import answer

        made = answer(question["name"], question["value"], lambda what: put(told=what[:200]))
        value = made.value
        if made.content is not None:
            Path(question["into"]).write_bytes(made.content)
            file = made.name
    except BaseException as problem:  # whatever it is, the page gets a sentence
        value = {"refused": {"message": _sentence(problem), "setting": "", "command": ""}}
        ends = not isinstance(problem, Exception)
    put(file=file, value=value)
    if ends:
        os._exit(1)


def _sentence(problem: BaseException) -> str:
    """Return the message of an error that no input should cause; where memory is short, that is to blame."""
    from quasiprint.system.outcome import Shortage, require_room, shortage

    lacking = shortage(problem)
    if lacking is None:
        try:
            require_room("to go on")
        except Shortage as short:
            lacking = short
    if lacking is not None:
        return " ".join(str(lacking).split())
    import traceback

    traceback.print_exception(problem)
    return f"The studio has a fault here ({type(problem).__name__}). The terminal where it runs says more."
