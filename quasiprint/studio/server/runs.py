"""Long work, one run at a time: the others wait, are told how many are before them, and can be cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from quasiprint.studio.server.hands import Done, Hand, Stopped
from quasiprint.studio.server.limits import Limits


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
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._idle: asyncio.TimerHandle | None = None

    def start(self, name: str, value: dict[str, Any]) -> Run:
        """Begin a run, or let it wait. Raises Full."""
        if sum(run.state not in OVER for run in self._runs.values()) >= self._limits.runs:
            raise Full
        id = secrets.token_urlsafe(12)
        run = Run(id, name, value, self._folder / id)
        self._runs[id] = run
        while len(self._runs) > self._limits.kept:
            first = next((old for old in self._runs.values() if old.state in OVER), None)
            if first is None:
                break
            self._forget(first)
        run.task = asyncio.get_running_loop().create_task(self._do(run))
        return run

    def get(self, id: str) -> Run | None:
        """Return a run, None if there is none of this number."""
        return self._runs.get(id)

    def state(self, run: Run) -> dict[str, Any]:
        """Return what the page is told of a run."""
        told = run.told
        if run.state is State.WAITING:
            before = 0
            for other in self._runs.values():
                if other is run:
                    break
                before += other.state not in OVER
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

    def _forget(self, run: Run) -> None:
        run.path.unlink(missing_ok=True)
        del self._runs[run.id]
