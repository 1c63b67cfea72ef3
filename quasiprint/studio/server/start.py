"""Brings the studio up on this machine, and clears everything away when it ends."""

from __future__ import annotations

import contextlib
import secrets
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from quasiprint import interruption
from quasiprint.model.errors import InputError
from quasiprint.studio.server.app import Studio, app
from quasiprint.studio.server.connections import connection
from quasiprint.studio.server.limits import Limits

LOOPBACK = "127.0.0.1"
PREFIX = "quasiprint-studio-"
GRACE = 2  # s: for answers that are on their way when it ends


def serve(port: int, tell: Callable[[str], None], limits: Limits | None = None) -> None:
    """Run the studio until it is interrupted. port: 0 for any that is free. tell: told its address once it can be
    opened. Raises InputError for a port that cannot be had."""
    limits = limits or Limits()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder, _bound(port) as listening:
        own = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        hosts = frozenset({f"{LOOPBACK}:{own}", f"localhost:{own}"})
        address = f"http://{LOOPBACK}:{own}/?token={token}"
        config = uvicorn.Config(
            app(Studio(Path(folder), limits), hosts, token, limits),
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
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
            heard = interruption.SIGNALS if interruption.listening() else ()
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
