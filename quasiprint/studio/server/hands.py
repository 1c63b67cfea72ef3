"""Processes in which the engine works. One that takes too long, takes too much or dies is replaced, and whoever waits
for it is told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quasiprint import children

Tell = Callable[[str], None]
TOO_LONG = "This took longer than {:g} s, and was stopped. Choose less at once, or make it with the command line."
DIED = "The process that worked on this has ended ({}). Choose less at once, and try again."
LINE = 1 << 16
WORKER = Path(__file__).with_name("worker.py")
ENDING = 5.0  # s: for so long a process that says no more is waited for


@dataclass(frozen=True, slots=True)
class Done:
    """An answer as it came: JSON; and the file that it brought, if any: its name and where it lies."""

    body: bytes
    file: str = ""
    media: str = ""
    path: Path | None = None


class Stopped(Exception):
    """A process ended, or was ended, before it answered."""


class Hand:
    """One process of the engine, started when it is needed. It answers one question at a time.

    memory: bytes that it may take. warm: whether it loads what answers need as soon as it is started.
    """

    def __init__(self, memory: int, *, warm: bool = False) -> None:
        self._memory, self._warm = memory, warm
        self._child: children.Answering | None = None
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """The number of its process, None if there is none."""
        return self._child.pid if self._child else None

    async def start(self) -> None:
        """Start the process, if there is none."""
        if self._child is not None and self._child.returncode is None:
            return
        words = [str(self._memory), *(["warm"] if self._warm else [])]
        # where the server stands: profiles that somebody names lie there
        self._child = await children.start_answering(WORKER, *words, folder=Path(), limit=LINE)

    async def ask(self, name: str, value: dict[str, Any], seconds: float, tell: Tell, into: Path | None = None) -> Done:
        """Return the answer to a question. into: where its file goes. Raises Stopped; whoever is cancelled while it
        waits has to `stop` the process."""
        await self.start()
        child = self._child
        assert child is not None
        assert child.stdin is not None
        try:
            async with asyncio.timeout(seconds):
                self._asked += 1
                question = {"number": self._asked, "name": name, "value": value, "into": str(into or os.devnull)}
                child.stdin.write(json.dumps(question).encode() + b"\n")
                await child.stdin.drain()
                return await self._answered(child, tell, into)
        except TimeoutError:
            await self.stop()
            raise Stopped(TOO_LONG.format(seconds)) from None
        except (OSError, EOFError, ValueError):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(child.wait(), ENDING)
            how = "it answers nonsense" if child.returncode is None else children.end_of(child.returncode)
            await self.stop()
            raise Stopped(DIED.format(how)) from None

    def forget(self) -> None:
        """Let the process end the question that it is about, and answer at once that nobody waited for it; it keeps
        what it knows. One that is over stays as it is."""
        child = self._child
        if child is not None and child.returncode is None and child.stdin is not None:
            child.stdin.write(b"forget %d\n" % self._asked)

    async def _answered(self, child: children.Answering, tell: Tell, into: Path | None) -> Done:
        assert child.stdout is not None
        while True:
            line = await child.stdout.readline()
            if not line:
                raise EOFError
            head = json.loads(line)
            body = await child.stdout.readexactly(head["length"])
            if "told" in head:
                tell(head["told"])
                continue
            return Done(body, head.get("file", ""), head.get("media", ""), into if "file" in head else None)

    async def stop(self) -> None:
        """End the process and all that it started."""
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        await child.wait()
