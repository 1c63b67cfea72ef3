"""Processes in which the engine works, and long work: one run at a time, the others wait.

A process that takes too long, takes too much or dies is replaced, and whoever waits for it is told. Runs that wait are
told how many are before them, and can be cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
from asyncio.subprocess import Process
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import Any

from quasiprint.addons.studio.server.guard import Limits
from quasiprint.system import children

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
        self._child: Process | None = None
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
        self._child = await asyncio.create_subprocess_exec(
            *children.command(WORKER, *words), stdin=children.PIPE, stdout=children.PIPE, limit=LINE, **children.APART
        )

    async def ask(self, name: str, value: dict[str, Any], seconds: float, tell: Tell, into: Path | None = None) -> Done:
        """Return the answer to a question. into: where its file goes. Raises Stopped; whoever is cancelled while it
        waits has to `stop` the process."""
        await self.start()
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                self._asked += 1
                question = {"number": self._asked, "name": name, "value": value, "into": str(into or os.devnull)}
                child.stdin.write(json.dumps(question).encode() + b"\n")
                await child.stdin.drain()
                while line := await child.stdout.readline():
                    head = json.loads(line)
                    body = await child.stdout.readexactly(head["length"])
                    if "told" not in head:
                        return Done(body, head.get("file", ""), head.get("media", ""), into if "file" in head else None)
                    tell(head["told"])
                raise EOFError
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

    async def stop(self) -> None:
        """End the process and all that it started."""
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(child.pid, signal.SIGKILL)
            else:  # on Windows what it started ends by itself: a job with its parent, a program at the end of its input
                os.kill(child.pid, signal.SIGTERM)
        await child.wait()


class State(StrEnum):
    """What has become of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    ENDED = "ended"  # cancelled, or stopped


OVER = (State.DONE, State.ENDED)


@dataclass
class Run:
    """A question that takes long. told: what is being done, or why it ended."""

    id: str
    name: str
    value: dict[str, Any]
    path: Path
    state: State = State.WAITING
    told: str = ""
    done: Done | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Full(Exception):
    """More runs wait already than are allowed."""


class Runs:
    """All runs of a server. folder: of its own, where files lie until they are fetched."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder, self._limits = folder, limits
        self._hand = Hand(limits.memory)
        self._turn = asyncio.Lock()
        self._runs: dict[str, Run] = {}  # in their order
        self._idle: asyncio.TimerHandle | None = None

    def start(self, name: str, value: dict[str, Any]) -> Run:
        """Begin a run, or let it wait. Raises Full."""
        if sum(run.state not in OVER for run in self._runs.values()) >= self._limits.runs:
            raise Full
        id = secrets.token_urlsafe(12)
        run = Run(id, name, value, self._folder / id)
        self._runs[id] = run
        over = [old for old in self._runs.values() if old.state in OVER]
        for old in over[: max(0, len(self._runs) - self._limits.kept)]:
            old.path.unlink(missing_ok=True)
            del self._runs[old.id]
        run.task = asyncio.get_running_loop().create_task(self._do(run))
        return run

    def get(self, id: str) -> Run | None:
        """Return a run, None if there is none of this number."""
        return self._runs.get(id)

    def state(self, run: Run) -> dict[str, Any]:
        """Return what the page is told of a run."""
        told = run.told
        if run.state is State.WAITING:
            before = sum(
                other.state not in OVER for other in takewhile(lambda other: other is not run, self._runs.values())
            )
            told = f"waiting; {before} before this" if before else "waiting"
        value = json.loads(run.done.body) if run.done else None
        return {"state": run.state, "told": told, "value": value, "file": run.done.file if run.done else ""}

    async def cancel(self, run: Run) -> None:
        """End a run, whether it waits or is being made; one that is over stays as it is."""
        if run.state in OVER or run.task is None:
            return
        run.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await run.task
        run.state, run.told = State.ENDED, "cancelled"

    async def close(self) -> None:
        """End all runs."""
        for run in list(self._runs.values()):
            await self.cancel(run)
        if self._idle:
            self._idle.cancel()
        await self._hand.stop()

    async def _do(self, run: Run) -> None:
        async with self._turn:
            if self._idle:
                self._idle.cancel()
            run.state = State.RUNNING

            def tell(what: str) -> None:
                run.told = what

            try:
                run.done = await self._hand.ask(run.name, run.value, self._limits.long, tell, run.path)
                run.state = State.DONE
            except Stopped as problem:
                run.state, run.told = State.ENDED, str(problem)
            except asyncio.CancelledError:
                await self._hand.stop()
                run.path.unlink(missing_ok=True)
                raise
            finally:
                loop = asyncio.get_running_loop()
                self._idle = loop.call_later(self._limits.idle, lambda: loop.create_task(self._rest()))

    async def _rest(self) -> None:
        """Let the process end that nobody needs now."""
        async with self._turn:
            await self._hand.stop()
