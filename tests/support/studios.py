"""A studio for tests: the server as it is started from the command line, and raw requests to it; and a plain web space
for one without a server."""

from __future__ import annotations

import contextlib
import functools
import http.client
import http.server
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

SCRIPT = """
import json, sys
from quasiprint.addons.studio.server.guard import Limits
from quasiprint.addons.studio.server.start import serve
serve(0, lambda address: print(address, flush=True), Limits(**json.loads(sys.argv[1])))
"""
# small sets of all four games
SMALL = {
    "majomino": {"size": "3", "count": "1"},
    "quasimino": {"colours": "1"},
    "quomino": {"size": "4"},
    "triomino": {"highest": "1"},
}
WAIT = 60.0  # s: nothing here takes nearly as long


@dataclass
class Studio:
    """A running studio. token: of its address."""

    child: subprocess.Popen[str]
    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def send(
        self, path: str, value: object = None, *, method: str = "POST", raw: bytes | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request, see `request`. Return status, headers in small letters, and body."""
        line, answer = self.request(path, value, method=method, raw=raw, **headers)
        with contextlib.closing(line):
            return answer.status, {name.lower(): said for name, said in answer.getheaders()}, answer.read()

    def request(
        self, path: str, value: object = None, *, method: str = "POST", raw: bytes | None = None, **headers: str | None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send a request as the page does, but for headers that are named otherwise, None for none. Return the
        connection, and the answer that begins."""
        own: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}"}
        if method == "POST":
            own |= {"Content-Type": "application/json", "X-Studio-Token": self.token}
            own |= {"Origin": f"http://127.0.0.1:{self.port}", "Sec-Fetch-Site": "same-origin"}
        own |= {name.replace("_", "-"): said for name, said in headers.items()}
        body = (
            raw
            if raw is not None
            else (json.dumps(value if value is not None else {}).encode() if method == "POST" else b"")
        )
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, said in {**own, "Content-Length": str(len(body))}.items():
            if said is not None:
                line.putheader(name, said)
        line.endheaders(body)
        return line, line.getresponse()

    def ask(self, name: str, **value: object) -> dict[str, Any]:
        """Return the answer to a question."""
        status, _, body = self.send(f"/api/{name}", value)
        assert status == 200, (status, body)
        found: dict[str, Any] = json.loads(body.splitlines()[-1])["value"]
        return found

    def workers(self) -> list[int]:
        """Return the processes of the engine."""
        found = []
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if int(parent) == self.child.pid:
                    found.append(int(folder.name))
        return found

    def socket(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), WAIT)


@contextlib.contextmanager
def inherited(signals: dict[signal.Signals, Any]) -> Iterator[None]:
    """Let what is started now have signals so, whatever this process ignores, as a run in the background does."""
    before = {number: signal.signal(number, how) for number, how in signals.items()}
    try:
        yield
    finally:
        for number, how in before.items():
            signal.signal(number, how)


@contextlib.contextmanager
def studio(folder: Path, **limits: float) -> Iterator[Studio]:
    """Run a studio whose temporary folder lies in `folder`, with some limits; end it as Ctrl-C does."""
    environment = {**os.environ, "TMPDIR": str(folder)}
    with inherited({signal.SIGINT: signal.SIG_DFL}):
        child = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, json.dumps(limits)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
            cwd=folder,
        )
    try:
        assert child.stdout is not None
        found = urlsplit(child.stdout.readline().strip())
        yield Studio(child, found.port or 0, found.query.removeprefix("token="))
    finally:
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(20)
        child.kill()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio for the tests of a module."""
    with studio(tmp_path_factory.mktemp("studio")) as one:
        yield one


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain web space."""

    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        **{".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"},
    }

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def web_space(folder: Path) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    """Serve a folder; yield its address, and the server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", server
    server.shutdown()
    server.server_close()
