"""Brings the studio up on this machine, clears everything away when it ends, and lets nobody wait for a slow client.

A browser sends a request at once and takes the answer at once. Who does not, with many connections, could keep
everybody else out. Clients cannot be told apart: all are at an address of this machine. So there is a bound for each
connection, whatever was sent over it before; and where there are too many, the one goes that has kept the server
waiting for longest. A browser that loses one that it did not use asks again over a new one.

The addresses of the studio: the files of the page, questions to the engine, and runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from enum import Enum, auto
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from quasiprint.addons.studio.engine import LONG, NAMES
from quasiprint.addons.studio.server.guard import App, Guard, Limits, Rejection, read, refusal
from quasiprint.addons.studio.server.runs import Full, Hand, Run, Runs, Stopped
from quasiprint.addons.studio.static import page_files
from quasiprint.errors import InputError
from quasiprint.system import interruption

INDEX = "index.html"
HERE = b'data-transport="http"'
LOOKS_EVERY = 0.02  # s


class Studio:
    """What the addresses lead to. folder: the server's own, empty. public: where others find the studio, "" for
    nowhere."""

    def __init__(self, folder: Path, limits: Limits, public: str = "") -> None:
        self._limits = limits
        self._files = page_files()
        if public:
            media, page = self._files[INDEX]
            self._files[INDEX] = media, page.replace(HERE, HERE + f' data-public="{escape(public)}"'.encode(), 1)
        self.quick = Hand(limits.memory, warm=True)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self.runs = Runs(folder, limits)

    async def page(self, request: Request) -> Response:
        """Answer with a file of the page."""
        name = request.path_params.get("name", INDEX)
        found = self._files.get(name)
        if found is None:
            return refusal(404, "page: there is no such file")
        media, content = found
        return Response(content, media_type=media, headers={"cache-control": "no-cache"})

    async def question(self, request: Request) -> Response:
        """Answer a question; begin a run for one that takes long."""
        name = request.path_params["name"]
        if name not in NAMES:
            return refusal(404, "question: there is no such question")
        value = read(await request.body(), self._limits)
        if name in LONG:
            try:
                run = self.runs.start(name, value)
            except Full:
                return busy()
            return JSONResponse({"run": run.id}, 202)
        if self._waiting >= self._limits.waiting:
            return busy()
        self._waiting += 1
        try:
            return await self._answer(request, name, value)
        finally:
            self._waiting -= 1

    async def _answer(self, request: Request, name: str, value: dict[str, Any]) -> Response:
        async with self._turn:
            if await request.is_disconnected():
                return Response(status_code=499)  # nobody waits any more: the page has asked for something else
            leaving = asyncio.create_task(self._forget_when_left(request))
            try:
                made = await self.quick.ask(name, value, self._limits.quick, lambda _: None)
            except Stopped as problem:
                return refusal(500, str(problem))
            except asyncio.CancelledError:
                await self.quick.stop()
                raise
            finally:
                leaving.cancel()
        return Response(made.body, media_type="application/json")

    async def _forget_when_left(self, request: Request) -> None:
        """Let the engine forget a question whose page does not wait any more: the next waits for it otherwise."""
        while not await request.is_disconnected():
            await asyncio.sleep(LOOKS_EVERY)
        self.quick.forget()

    def _run(self, request: Request) -> Run:
        run = self.runs.get(request.path_params["id"])
        if run is None:
            raise Rejection(404, "run: there is none of this number")
        return run

    async def run(self, request: Request) -> Response:
        """Tell what has become of a run."""
        return JSONResponse(self.runs.state(self._run(request)))

    async def cancel(self, request: Request) -> Response:
        """End a run."""
        run = self._run(request)
        await self.runs.cancel(run)
        return JSONResponse(self.runs.state(run))

    async def file(self, request: Request) -> Response:
        """Answer with the file that a run has made."""
        made = self._run(request).done
        if made is None or made.path is None:
            return refusal(404, "run: it has no file")
        return FileResponse(made.path, media_type=made.media, filename=made.file)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Have a warm process while the server is up, and none afterwards."""
        await self.quick.start()
        try:
            yield
        finally:
            await self.runs.close()
            await self.quick.stop()


def busy() -> Response:
    """Return what is answered when too many wait: the page tries again."""
    return JSONResponse({"refused": {"message": "The studio is busy."}}, 503, {"retry-after": "1"})


async def _refusal(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, Rejection)
    return refusal(problem.status, problem.message)


def app(studio: Studio, hosts: frozenset[str], token: str, limits: Limits) -> App:
    """Return the studio behind its guard."""
    routes = [
        Route("/", studio.page),
        Route("/api/{name}", studio.question, methods=["POST"]),
        Route("/runs/{id}", studio.run, methods=["POST"]),
        Route("/runs/{id}/cancel", studio.cancel, methods=["POST"]),
        Route("/runs/{id}/file", studio.file, methods=["POST"]),
        Route("/{name}", studio.page),
    ]
    inner = Starlette(routes=routes, lifespan=studio.lifespan, exception_handlers={Rejection: _refusal})
    return Guard(inner, hosts, token, limits)


REQUESTS = 2  # times the patience: so long may a connection take for all its requests


class Waits(Enum):
    """What the server waits for that its client has to do."""

    HEAD = auto()  # the first request, or the rest of one that has begun
    BODY = auto()
    ANSWER = auto()  # to be taken
    NEXT = auto()  # request, which need not come
    NOTHING = auto()


class Connection(H11Protocol):
    """One connection of a client. limits: of the server. state: what the client keeps it waiting for, the bytes of an
    answer that it has not taken, and the last request. since: when it was so first; looked: when it was so last, s of
    the loop's clock. left: s that the client may take for the rest of its requests."""

    limits: Limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; if there are too many connections, hang up on one."""
        super().connection_made(transport)
        self.state: tuple[Waits, int, object] = Waits.HEAD, 0, None
        self.left = REQUESTS * self.limits.patience
        self.since = self.looked = self.loop.time()
        if len(self.connections) > self.limits.connections:
            others = [one for one in self.connections if isinstance(one, Connection) and one is not self]
            for one in others:
                one.look()
            min(others, key=lambda one: (one.state[0] == Waits.NOTHING, one.since)).hang_up()

    def _now_waits(self) -> Waits:
        if self.transport.get_write_buffer_size():
            return Waits.ANSWER
        if self.transport.is_closing():
            return Waits.NOTHING
        if self.cycle is None:
            return Waits.HEAD
        if not self.cycle.response_complete:
            return Waits.BODY if self.cycle.more_body else Waits.NOTHING
        return Waits.HEAD if self.conn.trailing_data[0] else Waits.NEXT

    def look(self) -> None:
        """Find out what the server waits for now, and hang up if it has waited for too long."""
        waits, now = self._now_waits(), self.loop.time()
        if self.state[0] in (Waits.HEAD, Waits.BODY):
            self.left -= now - self.looked
        state = waits, self.transport.get_write_buffer_size(), self.cycle
        if state != self.state:
            self.state, self.since = state, now
        self.looked = now
        # a body that comes too slowly is refused by the guard, with a sentence, while there is time left
        late = waits in (Waits.HEAD, Waits.ANSWER) and now - self.since > self.limits.patience
        if late or (waits in (Waits.HEAD, Waits.BODY) and self.left < 0):
            self.hang_up()

    def hang_up(self) -> None:
        """End a connection at once: to close it would wait until the client has taken its answer."""
        self.connections.discard(self)
        self.transport.abort()


LOOPBACK = "127.0.0.1"
PREFIX = "quasiprint-studio-"
GRACE = 2  # s: for answers that are on their way when it ends


def serve(port: int, tell: Callable[[str], None], limits: Limits | None = None, public: str = "") -> None:
    """Run the studio until it is interrupted. port: 0 for any that is free. tell: told its address once it can be
    opened. public: where others find the studio, "" for nowhere. Raises InputError for a port that cannot be had."""
    limits = limits or Limits()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder, _bound(port) as listening:
        own = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        hosts = frozenset({f"{LOOPBACK}:{own}", f"localhost:{own}"})
        address = f"http://{LOOPBACK}:{own}/?token={token}"
        config = uvicorn.Config(
            app(Studio(Path(folder), limits, public), hosts, token, limits),
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
        _Server(config, lambda: tell(address)).run(sockets=[listening])


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
    """A server that says when it can be asked."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let each signal that ends a run end the server in order, not only the two that it knows, and then the run."""
        with super().capture_signals():
            before = interruption.handle_with(self.handle_exit)
            try:
                yield
            finally:
                interruption.restore(before)

    async def on_tick(self, counter: int) -> bool:
        """Look at each connection, ten times a second."""
        for one in [*self.server_state.connections]:
            if isinstance(one, Connection):
                one.look()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()
