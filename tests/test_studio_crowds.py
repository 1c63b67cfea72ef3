"""Clients that keep the studio waiting, one or two hundred: they are hung up on, and everybody else is answered."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import time
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

import pytest
from studios import WAIT, Studio, studio

from quasiprint.addons.studio.server.guard import TOKEN, Guard, Limits

pytestmark = pytest.mark.thorough

CROWD = 200  # connections, more than the server has at once
BROWSER = 6  # connections, that a browser has to one server
LARGE = "three.bundle.js"  # more than a system keeps for a client that does not read
SOON = 20.0  # s: an answer comes at once; where it does not, it never does


def line_to(served: Studio) -> socket.socket:
    """Return a connection over which little is taken at a time."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(WAIT)
    line.connect(("127.0.0.1", served.port))
    return line


def request(served: Studio, path: str = "/form.js", *, more: str = "", method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{more}\r\n".encode()


def answered(line: socket.socket) -> None:
    """Read a whole answer."""
    with line.makefile("rb") as stream:
        assert b" 200 " in stream.readline()
        head = dict(row.lower().split(b": ", 1) for row in iter(lambda: stream.readline().strip(), b""))
        stream.read(int(head[b"content-length"]))


def good_and_half(served: Studio, line: socket.socket) -> None:
    line.sendall(request(served))
    answered(line)
    line.sendall(request(served)[:20])


def silent(served: Studio, line: socket.socket) -> None:
    pass


def idle(served: Studio, line: socket.socket) -> None:
    line.sendall(request(served))
    answered(line)


def half_a_body(served: Studio, line: socket.socket) -> None:
    own = f"X-Studio-Token: {served.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
    line.sendall(request(served, "/api/games", more=own, method="POST") + b"{")


def unread(served: Studio, line: socket.socket) -> None:
    line.sendall(request(served, f"/{LARGE}"))


def unread_one_after_another(served: Studio, line: socket.socket) -> None:
    line.sendall(request(served, f"/{LARGE}") * 20)


HOSTILE = [good_and_half, silent, idle, half_a_body, unread, unread_one_after_another]
Keeping = Callable[[Studio, socket.socket], None]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that no time limit helps."""
    with studio(tmp_path_factory.mktemp("patient"), patience=600.0) as one:
        yield one


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio(tmp_path_factory.mktemp("hasty"), patience=0.5) as one:
        yield one


@pytest.mark.parametrize("keep", HOSTILE)
def test_a_crowd_that_keeps_the_server_waiting_keeps_nobody_out(patient: Studio, keep: Keeping) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(CROWD):
            line = stack.enter_context(line_to(patient))
            keep(patient, line)
        assert patient.send("/", method="GET")[0] == 200
        assert patient.ask("games")["games"]
        browser = [http.client.HTTPConnection("127.0.0.1", patient.port, timeout=SOON) for _ in range(BROWSER)]
        for _ in range(2):  # over the same connections
            for one in browser:
                stack.callback(one.close)
                one.request("GET", "/form.js")
                socket_before = one.sock
                answer = one.getresponse()
                assert (answer.status, bool(answer.read())) == (200, True)
                assert one.sock is socket_before


@contextlib.contextmanager
def hung_up(served: Studio) -> Iterator[contextlib.ExitStack]:
    """See that the server hangs up on everybody who comes in the block, while they do nothing."""
    served.ask("games")
    before = lines_of(served)
    with contextlib.ExitStack() as stack:
        yield stack
        served.ask("games")  # so that the server has taken all connections
        until = time.monotonic() + SOON
        while lines_of(served) > before and time.monotonic() < until:
            time.sleep(0.05)
        assert lines_of(served) <= before


def lines_of(served: Studio) -> int:
    """Return how many files and connections the server has open."""
    return len(list(Path(f"/proc/{served.child.pid}/fd").iterdir()))


@pytest.mark.parametrize("keep", [good_and_half, silent, half_a_body, unread_one_after_another])
def test_one_that_keeps_the_server_waiting_is_hung_up_on(hasty: Studio, keep: Keeping) -> None:
    with hung_up(hasty) as stack:
        for _ in range(5):
            keep(hasty, stack.enter_context(line_to(hasty)))


def test_an_answer_that_nobody_takes_is_not_kept_when_its_connection_is_closed(hasty: Studio) -> None:
    """What the system does not take of the last answer waits in the server: in one of these, whatever it takes."""
    with hung_up(hasty) as stack:
        for number in range(20):
            line = stack.enter_context(line_to(hasty))
            last = request(hasty, f"/{LARGE}", more="Connection: close\r\n")
            line.sendall(request(hasty, f"/{LARGE}") * number + last)


def test_all_requests_of_a_connection_have_one_time_limit(hasty: Studio) -> None:
    """Each comes in two halves, none of them too slowly."""
    with line_to(hasty) as line:
        for number in range(20):  # noqa: B007
            try:
                line.sendall(request(hasty)[:20])
                time.sleep(0.3)
                line.sendall(request(hasty)[20:])
                answered(line)
            except (OSError, AssertionError):
                break
        assert 0 < number < 19


def test_a_client_that_takes_its_answer_slowly_gets_it(hasty: Studio) -> None:
    """Slower in all than the patience, but some of it all the time; and it asks again."""
    whole = hasty.send(f"/{LARGE}", method="GET")[2]
    with line_to(hasty) as line:
        for _ in range(2):
            line.sendall(request(hasty, f"/{LARGE}"))
            found = b""
            while not found.endswith(whole):
                found += line.recv(4096)
                time.sleep(0.01)


def test_a_head_is_bounded(hasty: Studio) -> None:
    with line_to(hasty) as line:
        line.sendall(request(hasty, more="".join(f"X-{n}: {'x' * 90}\r\n" for n in range(400)))[:-2])
        assert b" 400 " in line.recv(200)


def test_a_body_in_very_many_pieces_takes_no_longer() -> None:
    pieces = 60_000
    said: list[MutableMapping[str, Any]] = []

    async def app(_: MutableMapping[str, Any], receive: Callable[[], Any], send: Callable[..., Any]) -> None:
        said.append({"length": len((await receive())["body"])})

    async def asked() -> None:
        left = iter(range(pieces, 0, -1))

        async def receive() -> dict[str, object]:
            await asyncio.sleep(0)
            return {"type": "http.request", "body": b" ", "more_body": next(left) > 1}

        async def send(message: MutableMapping[str, Any]) -> None:
            said.append(message)

        headers = [(b"host", b"here"), (TOKEN, b"token"), (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "headers": headers}
        await Guard(app, frozenset({"here"}), "token", Limits())(scope, receive, send)

    asyncio.run(asked())
    assert said == [{"length": pieces}]
