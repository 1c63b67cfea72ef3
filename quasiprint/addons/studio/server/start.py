"""Brings the studio up on this machine, clears everything away when it ends, and lets nobody wait for a slow client.

A browser sends a request at once and takes the answer at once. Who does not, with many connections, could keep
everybody else out. Clients cannot be distinguished: all are at an address of this machine. So each connection has a
thread and a bound; and where there are too many, the one goes that has kept the server waiting for longest. A browser
that loses one that it did not use asks again over a new one.

The engine works in two processes, one for what takes long: each answers one question at a time, the others wait. A
process that takes too long, takes too much or dies is replaced, and whoever waits for it gets an error. An answer
begins with lines for what is being done, or how many questions are before it; it ends with its file. Who hangs up
cancels it.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import select
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Timer
from typing import Any
from urllib.parse import unquote

from quasiprint.addons.studio.engine import LONG, NAMES
from quasiprint.addons.studio.server.guard import HEADERS, OPEN, Limits, Rejection, body_of, read, refuse_strange
from quasiprint.addons.studio.static import page_files
from quasiprint.errors import InputError
from quasiprint.system import children

INDEX, API = "index.html", "api/"
LOOPBACK = "127.0.0.1"
PREFIX = "quasiprint-studio-"
REQUESTS = 2  # times the patience: so long may a connection take for its request
TELL_SECONDS = 0.2


def serve(port: int, tell: Callable[[str], None], limits: Limits | None = None) -> None:
    """Run the studio until it is interrupted. port: 0 for any that is free. tell: called with its address once it can
    be opened. Raises InputError for a port that cannot be had."""
    with (
        tempfile.TemporaryDirectory(prefix=PREFIX) as folder,
        _Server(port, Path(folder), limits or Limits()) as server,
    ):
        server.quick.start("warm")
        tell(server.address)
        server.serve_forever()


class _Server(ThreadingTCPServer):
    """The server, and what its addresses lead to. folder: its own, empty. handlers: its connections."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, folder: Path, limits: Limits) -> None:
        self.limits, self.files, self.token = limits, page_files(), secrets.token_urlsafe(24)
        self.handlers: dict[_Handler, None] = {}
        self.quick = Queue(folder, limits.memory, limits.waiting, limits.quick, left=limits.left)
        self.long = Queue(folder, limits.memory, limits.runs, limits.long, idle=limits.idle)
        self.request_queue_size = limits.connections
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as problem:
            raise InputError(f"--port: found {port}, which cannot be had: {problem.strerror}") from None
        own = self.socket.getsockname()[1]
        self.hosts = frozenset({f"{LOOPBACK}:{own}", f"localhost:{own}"})
        self.address = f"http://{LOOPBACK}:{own}/?token={self.token}"

    def server_bind(self) -> None:
        """Take the port, of this machine alone."""
        # the port of a studio that has just ended is free again; on Windows the other option would share it with others
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        self.socket.setsockopt(socket.SOL_SOCKET, alone, 1)
        super().server_bind()

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Let a connection in; if there are too many, hang up on the one that keeps the server waiting for longest."""
        if len(handlers := list(self.handlers)) >= self.limits.connections:
            min(handlers, key=lambda handler: handler.since).hang_up()
        return True

    def service_actions(self) -> None:
        """Twice a second, hang up on who is too late with a request."""
        late = time.monotonic() - REQUESTS * self.limits.patience
        for handler in list(self.handlers):
            if handler.since < late:
                handler.hang_up()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: who hangs up, or takes nothing of an answer, is served no further."""

    def server_close(self) -> None:
        """End all that is under way, and the server."""
        super().server_close()
        for queue in (self.long, self.quick):
            queue.close()


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client. since: when the server began to wait for it, s; infinite while it does not."""

    server: _Server
    protocol_version = default_request_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        """Be one connection more."""
        super().setup()
        self.connection.settimeout(self.server.limits.patience)
        self.since = time.monotonic()
        self.server.handlers[self] = None

    def handle_one_request(self) -> None:
        """Wait for a request, and answer it."""
        self.since = time.monotonic()
        super().handle_one_request()

    def finish(self) -> None:
        """Be one connection less, whatever came of it."""
        self.server.handlers.pop(self, None)
        with suppress(OSError):
            super().finish()

    def hang_up(self) -> None:
        """End the connection at once: whoever reads or writes it hears that."""
        self.server.handlers.pop(self, None)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def do_POST(self) -> None:
        """Answer a request, or refuse it."""
        try:
            refuse_strange(self.command, self.headers, self.server.hosts, self.server.token)
            body = body_of(self.headers, self.rfile, 0 if self.command in OPEN else self.server.limits.body)
            self.since = math.inf
            path = unquote(self.path.partition("?")[0]).removeprefix("/") or INDEX
            if self.command in OPEN:
                self._page(path)
            else:
                self._question(path, body)
        except Rejection as problem:
            self._refuse(problem.status, problem.message)

    do_GET = do_HEAD = do_POST  # noqa: N815

    def _page(self, name: str) -> None:
        if name not in self.server.files:
            raise Rejection(404, "page: there is no such file")
        media, content = self.server.files[name]
        self._send(200, media, content, {"cache-control": "no-cache"})

    def _question(self, path: str, body: bytes) -> None:
        """Answer a question, see `Queue.answer`."""
        name = path.removeprefix(API)
        if path != API + name or name not in NAMES:
            raise Rejection(404, "question: there is no such question")
        value, queue = read(body), self.server.long if name in LONG else self.server.quick
        if queue.full:  # the page tries again
            self._refuse(503, "The studio is busy.", {"retry-after": "1"})
            return
        # what is quick never has a file
        media = "application/octet-stream" if name in LONG else "application/x-ndjson"
        self._begin(200, {"content-type": media, "transfer-encoding": "chunked"})
        with closing(queue.answer(name, value, self._is_gone)) as parts:
            for part in parts:
                self._write(b"%x\r\n%b\r\n" % (len(part), part))
        self._write(b"0\r\n\r\n")

    def _is_gone(self) -> bool:
        """Tell whether the client has hung up."""
        ready, _, _ = select.select([self.connection], [], [], 0)
        return bool(ready) and not self.connection.recv(1, socket.MSG_PEEK)

    def _refuse(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        """Refuse a request, as the page reads it. What is left of it is not read."""
        refused = {"refused": {"message": message, "setting": "", "command": ""}}
        self._send(status, "application/json", json.dumps(refused).encode(), {"connection": "close", **(headers or {})})

    def _send(self, status: int, media: str, content: bytes, headers: Mapping[str, str]) -> None:
        self._begin(status, {"content-type": media, "content-length": str(len(content)), **headers})
        self._write(content if self.command != "HEAD" else b"")

    def _begin(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response_only(status)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _write(self, content: bytes) -> None:
        self.since = time.monotonic()
        self.wfile.write(content)
        self.since = math.inf

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request."""
        self._refuse(code, f"request: {message or 'it is none'}")

    def log_message(self, *_: Any) -> None:
        """Say nothing of requests."""


TOO_LONG = "This took longer than {:g} s, and was stopped. Choose less at once, or make it with the command line."
DIED = "The process that worked on this has ended ({}). Choose less at once, and try again."
PART = 1 << 16  # bytes
TOLD, ANSWERED, NO_FILE = b'{"told":"', b'{"file":"', b'{"file":"",'  # with what lines of the process begin
WORKER = f"{__package__}.worker"
ENDING = 5.0  # s: for so long a process that says no more is waited for


@dataclass(eq=False)
class Run:
    """A question under way. path: where its file lies until sent. told: what is being done, b"" before its turn."""

    path: Path
    told: bytes = b""


class Queue:
    """Questions that one process of the engine, started when it is needed, answers in turn.

    folder: of files. memory: bytes that the process may take. most: questions at once; seconds: per answer; left: s
    more for an answer that nobody waits for; idle: s after which the process ends, 0 for never.
    """

    def __init__(self, folder: Path, memory: int, most: int, seconds: float, left: float = 0, idle: float = 0) -> None:
        self._folder, self._memory = folder, memory
        self._most, self._seconds, self._left, self._idle = most, seconds, left, idle
        self._turns = ThreadPoolExecutor(1)
        self._runs = list[Run]()  # that are not over, in their order
        self._resting: Timer | None = None
        self._over = False
        self._child: children.Program | None = None

    @property
    def full(self) -> bool:
        """Whether as many questions wait already as are allowed."""
        return len(self._runs) >= self._most

    def answer(self, name: str, value: dict[str, Any], is_gone: Callable[[], bool]) -> Generator[bytes, None, None]:
        """Yield the answer to a question: lines of JSON that tell what is being done, at last one with the answer's
        value and the name of its file, "" for none; then that file. is_gone: asked now and then whether nobody waits
        any more, which cancels it, as does to ask no further."""
        run, told = Run(self._folder / secrets.token_urlsafe(12)), b""
        self._runs.append(run)
        asked = self._turns.submit(self._do, run, {"name": name, "value": value, "into": str(run.path)})
        asked.add_done_callback(lambda _: self._runs.remove(run))
        try:
            while wait([asked], TELL_SECONDS).not_done:
                if is_gone():
                    return
                before = [*self._runs, run].index(run)
                line = run.told or _line(told=f"waiting; {before} before this" if before else "waiting")
                if line != told:
                    yield line
                told = line
            try:
                answer = asked.result()
            except CancelledError:
                return  # the server ends
            yield answer
            if not answer.startswith(NO_FILE):
                with run.path.open("rb") as content:
                    while part := content.read(PART):
                        yield part
        finally:
            if not asked.cancel() and not asked.done():
                _later(self._left, lambda: self._give_up(run, asked))
            run.path.unlink(missing_ok=True)

    def _give_up(self, run: Run, asked: Future[Any]) -> None:
        """End the process that still answers a question for which nobody waits."""
        if not asked.done():
            self._stop()
            wait([asked])
        run.path.unlink(missing_ok=True)

    def _do(self, run: Run, question: dict[str, Any]) -> bytes:
        """Return the line of the process's answer; a refusal if it ends before that, also as somebody calls `_stop`."""
        if self._resting:
            self._resting.cancel()
        run.told = _line(told="")
        child, begun = self.start(), time.monotonic()
        if self._over:  # since before the process was there to be ended
            self._stop()
        assert child.stdin is not None
        assert child.stdout is not None
        clock = _later(self._seconds, self._stop)
        try:
            child.stdin.write(json.dumps(question).encode() + b"\n")
            child.stdin.flush()
            while (line := child.stdout.readline()).endswith(b"\n"):
                if line.startswith(ANSWERED):
                    self._resting = _later(self._idle, lambda: self._turns.submit(self._stop)) if self._idle else None
                    return line
                if not line.startswith(TOLD):
                    break
                run.told = line
        except OSError:
            pass  # it has ended, or says what is no answer
        finally:
            clock.cancel()
        late = time.monotonic() - begun >= self._seconds
        with suppress(subprocess.TimeoutExpired):
            child.wait(ENDING)
        how = "it answers nonsense" if child.returncode is None else children.end_of(child.returncode)
        self._stop()
        why = TOO_LONG.format(self._seconds) if late else DIED.format(how)
        return _line(file="", value={"refused": {"message": why}})

    def start(self, *words: str) -> children.Program:
        """Return the process, started if there is none. words: "warm" to load what answers need as soon as it is."""
        if self._child is None or self._child.poll() is not None:
            # where the server stands: profiles that somebody names lie there
            begins = children.command(WORKER, str(self._memory), *words)
            self._child = subprocess.Popen(begins, stdin=children.PIPE, stdout=children.PIPE, **children.APART)
        return self._child

    def _stop(self) -> None:
        """End the process and all that it started."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(child.pid, signal.SIGKILL)
            else:  # on Windows what it started ends by itself: a job with its parent, a program at the end of its input
                child.kill()
        child.wait()

    def close(self) -> None:
        """End everything."""
        self._over = True
        self._turns.shutdown(wait=False, cancel_futures=True)
        if self._resting:
            self._resting.cancel()
        self._stop()
        self._turns.shutdown()


def _later(seconds: float, does: Callable[[], object]) -> Timer:
    """Do something after so many seconds, unless the server ends before that."""
    clock = Timer(seconds, does)
    clock.daemon = True
    clock.start()
    return clock


def _line(**told: Any) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"
