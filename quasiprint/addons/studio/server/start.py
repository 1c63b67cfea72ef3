"""Brings the studio up on this machine, clears everything away when it ends, and lets nobody wait for a slow client.

A browser sends a request at once and takes the answer at once. Who does not, with many connections, could keep
everybody else out. Clients cannot be told apart: all are at an address of this machine. So there is a bound for each
connection, whatever was sent over it before; and where there are too many, the one goes that has kept the server
waiting for longest. A browser that loses one that it did not use asks again over a new one."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from enum import Enum, auto
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quasiprint.addons.studio.server.app import Studio, app
from quasiprint.addons.studio.server.guard import Limits
from quasiprint.model.errors import InputError
from quasiprint.system import interruption, machine

REQUESTS = 2  # times the patience: so long may a connection take for all its requests


class Waits(Enum):
    """What the server waits for that its client has to do."""

    HEAD = auto()  # the first request, or the rest of one that has begun
    BODY = auto()
    ANSWER = auto()  # to be taken
    NEXT = auto()  # request, which need not come
    NOTHING = auto()


class Connection(H11Protocol):
    """One connection of a client. limits: of the server. waits: what the client keeps it waiting for; since: when, s of
    the loop's clock."""

    limits: Limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; if there are too many connections, hang up on one."""
        super().connection_made(transport)
        self._left = REQUESTS * self.limits.patience
        self.waits, self.since = Waits.NOTHING, self.loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._look()
        if len(self.connections) > self.limits.connections:
            others = [one for one in self.connections if isinstance(one, Connection) and one is not self]
            min(others, key=lambda one: (one.waits == Waits.NOTHING, one.since)).hang_up()

    def data_received(self, data: bytes) -> None:
        """Take in what a client has sent."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Wait until the client has taken some of its answer."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Go on: it has taken some."""
        super().resume_writing()
        self._look(moved=True)

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing was asked for long."""
        self.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._forget()
        super().connection_lost(exc)

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

    def _look(self, moved: bool = False) -> None:
        """Find out what the server waits for now. moved: the client has done some of it."""
        waits, now = self._now_waits(), self.loop.time()
        if waits == self.waits and not moved:
            return
        if self.waits in (Waits.HEAD, Waits.BODY):
            self._left -= now - self.since
        self.waits, self.since = waits, now
        self._forget()
        patience = self.limits.patience
        # a body that comes too slowly is refused by the guard, with a sentence, while there is time left
        most = {Waits.HEAD: min(patience, self._left), Waits.BODY: self._left, Waits.ANSWER: patience}.get(waits)
        if most is not None:
            self._timer = self.loop.call_later(most, self._late)

    def _late(self) -> None:
        waits = self.waits
        self._look()  # nobody says when the last of an answer is gone
        if waits == self.waits:
            self.hang_up()

    def _forget(self) -> None:
        if self._timer:
            self._timer.cancel()

    def hang_up(self) -> None:
        """End a connection at once: to close it would wait until the client has taken its answer."""
        self._forget()
        self.waits = Waits.NOTHING
        self.connections.discard(self)
        self.transport.abort()


def connection(limits: Limits) -> type[Connection]:
    """Return the kind of connections that a server of these limits has."""
    return type("BoundedConnection", (Connection,), {"limits": limits})


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
            http=connection(limits),
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
            heard = machine.SIGNALS if interruption.listening() else ()
            before = {number: handler for number in heard if callable(handler := signal.getsignal(number))}
            for number in before:
                signal.signal(number, self.handle_exit)
            try:
                yield
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()
