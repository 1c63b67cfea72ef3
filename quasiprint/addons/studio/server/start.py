"""Brings the studio up on this machine, clears everything away when it ends, and lets nobody wait for a slow client.

A browser sends a request at once and takes the answer at once. Who does not, with many connections, could keep
everybody else out. Clients cannot be distinguished: all are at an address of this machine. So each connection has a
bound, whatever was sent over it before; and where there are too many, the one goes that has kept the server waiting for
longest. A browser that loses one that it did not use asks again over a new one.

The engine works in two processes, one for what takes long: each answers one question at a time, the others wait. A
process that takes too long, takes too much or dies is replaced, and whoever waits for it gets an error. An answer
begins with lines for what is being done, or how many questions are before it; it ends with its file. Who hangs up
cancels it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from quasiprint.addons.studio.engine import LONG, NAMES
from quasiprint.addons.studio.server.guard import App, Guard, Limits, Rejection, read, refusal
from quasiprint.addons.studio.static import page_files
from quasiprint.errors import InputError
from quasiprint.system import children, interruption

INDEX = "index.html"
TELL_SECONDS = 0.2


class Studio:
    """What the addresses lead to. folder: the server's own, empty."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._limits, self._files = limits, page_files()
        self.quick = Queue(folder, Hand(limits.memory, warm=True), limits.waiting, limits.quick, left=limits.left)
        self.long = Queue(folder, Hand(limits.memory), limits.runs, limits.long, idle=limits.idle)

    async def page(self, request: Request) -> Response:
        """Answer with a file of the page."""
        found = self._files.get(request.path_params.get("name", INDEX))
        if found is None:
            return refusal(404, "page: there is no such file")
        media, content = found
        return Response(content, media_type=media, headers={"cache-control": "no-cache"})

    async def question(self, request: Request) -> Response:
        """Answer a question, see `Queue.answer`."""
        name = request.path_params["name"]
        if name not in NAMES:
            return refusal(404, "question: there is no such question")
        value, queue = read(request.scope["body"], self._limits), self.long if name in LONG else self.quick
        if queue.full:  # the page tries again
            return JSONResponse({"refused": {"message": "The studio is busy."}}, 503, {"retry-after": "1"})
        media = "application/octet-stream" if name in LONG else "application/x-ndjson"  # which never has a file
        return StreamingResponse(queue.answer(name, value), media_type=media)

    async def close(self) -> None:
        """End all that is under way."""
        for queue in (self.long, self.quick):
            await queue.close()

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Have a warm process while the server is up, and none afterwards."""
        await self.quick.hand.start()
        try:
            yield
        finally:
            await self.close()


async def _refusal(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, Rejection)
    return refusal(problem.status, problem.message)


def app(studio: Studio, hosts: frozenset[str], token: str, limits: Limits) -> App:
    """Return the studio behind its guard."""
    routes = [Route("/api/{name}", studio.question, methods=["POST"])]
    routes += [Route(path, studio.page) for path in ("/", "/{name}")]
    inner = Starlette(routes=routes, lifespan=studio.lifespan, exception_handlers={Rejection: _refusal})
    return Guard(inner, hosts, token, limits)


REQUESTS = 2  # times the patience: so long may a connection take for all its requests


# what the server waits for that its client has to do: to send the first request, or the rest of one that has begun; its
# body; to take an answer; the next request, which need not come; nothing
HEAD, BODY, ANSWER, NEXT, NOTHING = range(5)


class Connection(H11Protocol):
    """One connection of a client. limits: of the server. state: what the client keeps it waiting for, the bytes of an
    answer that it has not taken, and the last request. since: when it was so first; looked: when it was so last, s of
    the loop's clock. left: s that the client may take for the rest of its requests."""

    limits: Limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; if there are too many connections, hang up on one."""
        super().connection_made(transport)
        self.state: tuple[int, int, object] = HEAD, 0, None
        self.left = REQUESTS * self.limits.patience
        self.since = self.looked = self.loop.time()
        if len(self.connections) > self.limits.connections:
            others = [other for other in self.connections if isinstance(other, Connection) and other is not self]
            for connection in others:
                connection.look()
            min(others, key=lambda other: (other.state[0] == NOTHING, other.since)).hang_up()

    def _now_waits(self) -> int:
        if self.transport.get_write_buffer_size():
            return ANSWER
        if self.transport.is_closing():
            return NOTHING
        if self.cycle is None:
            return HEAD
        if not self.cycle.response_complete:
            return BODY if self.cycle.more_body else NOTHING
        return HEAD if self.conn.trailing_data[0] else NEXT

    def look(self) -> None:
        """Find out what the server waits for now, and hang up if it has waited for too long."""
        waits, now = self._now_waits(), self.loop.time()
        if self.state[0] in (HEAD, BODY):
            self.left -= now - self.looked
        state = waits, self.transport.get_write_buffer_size(), self.cycle
        if state != self.state:
            self.state, self.since = state, now
        self.looked = now
        # a body that comes too slowly is refused by the guard, with a sentence, while there is time left
        late = waits in (HEAD, ANSWER) and now - self.since > self.limits.patience
        if late or (waits in (HEAD, BODY) and self.left < 0):
            self.hang_up()

    def hang_up(self) -> None:
        """End a connection at once: to close it would wait until the client has taken its answer."""
        self.connections.discard(self)
        self.transport.abort()


LOOPBACK = "127.0.0.1"
PREFIX = "quasiprint-studio-"
GRACE = 2  # s: for answers that are on their way when it ends


def serve(port: int, tell: Callable[[str], None], limits: Limits | None = None) -> None:
    """Run the studio until it is interrupted. port: 0 for any that is free. tell: called with its address once it can
    be opened. Raises InputError for a port that cannot be had."""
    limits = limits or Limits()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder, _bound(port) as listening:
        actual_port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        hosts = frozenset({f"{LOOPBACK}:{actual_port}", f"localhost:{actual_port}"})
        address = f"http://{LOOPBACK}:{actual_port}/?token={token}"
        studio = Studio(Path(folder), limits)
        config = uvicorn.Config(
            app(studio, hosts, token, limits),
            http=type("BoundedConnection", (Connection,), {"limits": limits}),
            ws="none",
            loop="asyncio",
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            backlog=limits.connections,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=32 * 1024,
        )
        _Server(config, studio, lambda: tell(address)).run(sockets=[listening])


def _bound(port: int) -> socket.socket:
    """Return a socket of this machine alone. Raises InputError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # the port of a studio that has just ended is free again; on Windows the other option would share it with others
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as problem:
        listening.close()
        raise InputError(f"--port: found {port}, which cannot be had: {problem.strerror}") from None
    return listening


class _Server(uvicorn.Server):
    """A server that says when it can be asked, and ends what is under way before itself."""

    def __init__(self, config: uvicorn.Config, studio: Studio, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._studio, self._ready = studio, ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let each signal that ends a run end the server in order, and then the run. One that this process ignores, as
        in the background, stays so: uvicorn's own way hears a Ctrl-C that is for another program."""
        before = interruption.handle_with(self.handle_exit)
        try:
            yield
        finally:
            interruption.restore(before)
        for number in reversed(self._captured_signals):
            signal.raise_signal(number)

    async def on_tick(self, counter: int) -> bool:
        """Look at each connection, ten times a second."""
        for connection in [*self.server_state.connections]:
            if isinstance(connection, Connection):
                connection.look()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is under way, then the server."""
        await self._studio.close()
        await super().shutdown(sockets=sockets)


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

    async def start(self) -> None:
        """Start the process, if there is none."""
        if self._child is not None and self._child.returncode is None:
            return
        words = [str(self._memory), *(["warm"] if self._warm else [])]
        # where the server stands: profiles that somebody names lie there
        self._child = await asyncio.create_subprocess_exec(
            *children.command(WORKER, *words), stdin=children.PIPE, stdout=children.PIPE, limit=LINE, **children.APART
        )

    async def ask(self, name: str, value: dict[str, Any], seconds: float, tell: Tell, into: Path) -> Done:
        """Return the answer to a question. into: its file. Raises Stopped; who is cancelled meanwhile has to `stop`."""
        await self.start()
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                child.stdin.write(json.dumps({"name": name, "value": value, "into": str(into)}).encode() + b"\n")
                await child.stdin.drain()
                while line := await child.stdout.readline():
                    head = json.loads(line)
                    body = await child.stdout.readexactly(head["length"])
                    if "told" not in head:
                        return Done(body, head.get("file", ""), into if "file" in head else None)
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


@dataclass(eq=False)
class Run:
    """A question under way. path: where its file lies until sent. message: what is being done, None before its turn."""

    name: str
    value: dict[str, Any]
    path: Path
    message: str | None = None

    def tell(self, what: str) -> None:
        """Take note of what is being done."""
        self.message = what


class Queue:
    """Questions that one process answers in turn. folder: of files. most: questions at once; seconds: per answer; left:
    s more for an answer that nobody waits for; idle: s after which the process ends, 0 for never."""

    def __init__(self, folder: Path, hand: Hand, most: int, seconds: float, left: float = 0, idle: float = 0) -> None:
        self._folder, self.hand = folder, hand
        self._most, self._seconds, self._left, self._idle = most, seconds, left, idle
        self._turn = asyncio.Lock()
        self._runs: dict[Run, asyncio.Task[Done]] = {}  # that are not over, in their order
        self._resting: asyncio.TimerHandle | None = None

    @property
    def full(self) -> bool:
        """Whether as many questions wait already as are allowed."""
        return len(self._runs) >= self._most

    async def answer(self, name: str, value: dict[str, Any]) -> AsyncIterator[bytes]:
        """Yield the answer to a question: lines of JSON that tell what is being done, at last one with the answer's
        value and the name of its file, "" for none; then that file. Who asks no further cancels it."""
        run = Run(name, value, self._folder / secrets.token_urlsafe(12))
        task = self._runs[run] = asyncio.create_task(self._do(run))
        task.add_done_callback(lambda _: self._runs.pop(run))
        told = None
        try:
            while (await asyncio.wait([task], timeout=TELL_SECONDS))[1]:
                before = list(self._runs).index(run)
                waits = f"waiting; {before} before this" if before else "waiting"
                message = waits if run.message is None else run.message
                if message != told:
                    yield _line(told=message)
                told = message
            try:
                done = task.result()
            except Stopped as problem:
                yield _line(value={"refused": {"message": str(problem)}}, file="")
                return
            except asyncio.CancelledError:
                return  # the server ends
            yield b'{"file":%s,"value":%s}\n' % (json.dumps(done.file).encode(), done.body)
            if done.path:
                with done.path.open("rb") as file:
                    while part := file.read(LINE):
                        yield part
        finally:
            asyncio.get_running_loop().call_later(0.0 if run.message is None else self._left, task.cancel)
            run.path.unlink(missing_ok=True)

    async def close(self) -> None:
        """End everything."""
        tasks = list(self._runs.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._resting:
            self._resting.cancel()
        await self.hand.stop()

    async def _do(self, run: Run) -> Done:
        async with self._turn:
            if self._resting:
                self._resting.cancel()
            run.tell("")
            try:
                return await self.hand.ask(run.name, run.value, self._seconds, run.tell, run.path)
            except asyncio.CancelledError:
                await self.hand.stop()
                run.path.unlink(missing_ok=True)
                raise
            finally:
                if self._idle:
                    loop = asyncio.get_running_loop()
                    self._resting = loop.call_later(self._idle, lambda: loop.create_task(self._rest()))

    async def _rest(self) -> None:
        """Let the process end that nobody needs now."""
        async with self._turn:
            await self.hand.stop()


def _line(**told: Any) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"
