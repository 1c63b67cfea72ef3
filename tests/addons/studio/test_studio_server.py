"""The studio's server answers its own page and nobody else, bounds what it is asked, and survives what it cannot do."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from studios import Studio, inherited, studio

from quasiprint.addons.studio.server.guard import MIB
from quasiprint.addons.studio.static import page_files

MOST_OF_A_PAGE = 1_500_000  # bytes
SMALL = {"game": "triomino", "settings": {"highest": "0", "format": "svg"}}
LONG = {"game": "triomino", "settings": {"highest": "9"}}  # takes long enough to be stopped


class Run:
    """A question, while it is answered."""

    def __init__(self, served: Studio, name: str, **value: object) -> None:
        self.line, self.answer = served.request(f"/api/{name}", value)

    def told(self) -> dict[str, Any]:
        """Return the next line of the answer."""
        found: dict[str, Any] = json.loads(self.answer.readline())
        return found

    def begun(self) -> Run:
        """Wait until its turn has come."""
        while self.told()["told"].startswith("waiting"):
            pass
        return self

    def done(self) -> tuple[dict[str, Any], bytes]:
        """Return the line that it ends with, and its file."""
        with contextlib.closing(self.line):
            while "value" not in (found := self.told()):
                pass
            return found, self.answer.read()

    def cancel(self) -> None:
        """Hang up."""
        self.line.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def served(place: Path) -> Iterator[Studio]:
    with studio(place, body=20_000, patience=1.5, waiting=8, runs=3, left=0.2) as one:
        yield one


def test_page_s_own_requests_are_answered(served: Studio) -> None:
    """The counterexample of every refusal below."""
    status, headers, body = served.send("/", method="GET")
    assert status == 200
    assert b"<title>quasiprint studio</title>" in body
    assert served.ask("preview", **SMALL)["parts"]["pieces"]["things"]
    assert (
        served.send("/api/games", Host=f"localhost:{served.port}", Origin=f"http://localhost:{served.port}")[0] == 200
    )
    assert served.send("/api/games", Origin=None, Sec_Fetch_Site=None)[0] == 200  # an older browser says less
    assert served.send("/", method="GET", Sec_Fetch_Site="none")[0] == 200  # typed into the address bar
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["form-action"] == policy["base-uri"] == "'none'"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"X_Studio_Token": None}, 403),
        ({"X_Studio_Token": "wrong"}, 403),
        ({"Content_Type": "text/plain"}, 415),
    ],
)
def test_request_of_anybody_else_is_refused(served: Studio, headers: dict[str, str | None], status: int) -> None:
    own = {
        name: said and said.replace("{port}", str(served.port)).replace("{token}", served.token)
        for name, said in headers.items()
    }
    found, said, body = served.send("/api/games", **own)
    assert found == status
    assert b"Majomino" not in body
    assert "access-control-allow-origin" not in said


@pytest.mark.parametrize("path", ["/..%2f..%2fetc%2fpasswd", "/../pyproject.toml", "/engine.py"])
def test_no_path_leads_out_of_the_page(served: Studio, path: str) -> None:
    status, _, body = served.send(path, method="GET")
    assert status == 404
    assert b"root:" not in body


def test_every_file_of_the_page_is_there_and_small(served: Studio) -> None:
    files = page_files()
    for name, (media, content) in files.items():
        status, headers, body = served.send(f"/{name}", method="GET")
        assert (status, body) == (200, content)
        assert headers["content-type"] == media
    assert sum(len(content) for _, content in files.values()) < MOST_OF_A_PAGE
    # nothing of it asks another host for anything
    for name, (media, content) in files.items():
        if media.startswith("text/") and name != "three.bundle.js":
            assert not re.search(rb"(?:src|href)=[\"']?(?:https?:)?//|url\([\"']?https?:|from [\"']https?:", content), (
                name
            )


@pytest.mark.thorough
def test_huge_strange_and_slow_bodies_are_refused(served: Studio) -> None:
    huge = json.dumps({"game": "x" * 21_000}).encode()
    assert served.send("/api/games", raw=huge)[0] == 413
    for raw in (b"", b"[]", b"3", b"{", b"\xff\xfe", b'{"a": NaN}', b"[" * 15_000, b'{"a":' * 3000):
        assert served.send("/api/games", raw=raw)[0] == 400, raw[:20]
    with served.socket() as line:  # says that much will come, and sends little
        head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}X-Studio-Token: {served.token}\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert b" 408 " in line.recv(100)
    with served.socket() as line:  # never ends its first line
        line.sendall(b"POST /api/ga")
        assert line.recv(100) == b""  # the server has hung up
    with served.socket() as line:
        line.sendall(b"\x16\x03\x01 no HTTP at all\r\n\r\n")
        assert b" 400 " in line.recv(200)
    assert served.ask("games")["games"]


def test_run_makes_a_file_and_tells_how_far_it_is(served: Studio) -> None:
    run = Run(served, "files", game="triomino", settings={"highest": "9", "format": "svg"}).begun()
    assert run.told()["told"]
    done, content = run.done()
    assert done["file"] == "triomino-svg.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert "manifest.json" in archive.namelist()
    refused, content = Run(served, "files", game="triomino", settings={"edge": "1"}).done()
    assert refused["value"]["refused"]["message"]
    assert (refused["file"], content) == ("", b"")


def test_runs_wait_their_turn_and_end_when_nobody_waits(served: Studio, place: Path) -> None:
    first = Run(served, "files", **LONG).begun()
    second, third = Run(served, "files", **SMALL), Run(served, "files", **SMALL)
    assert second.told()["told"] == "waiting; 1 before this"
    assert third.told()["told"] == "waiting; 2 before this"
    assert served.send("/api/files", SMALL)[0] == 503  # more than may wait
    assert served.ask("preview", **SMALL)["parts"]["pieces"]["things"]  # looking does not wait for making
    third.cancel()
    first.cancel()
    assert second.begun().done()[0]["file"] == "triomino-svg.zip"  # in a new process
    assert not [path for path in place.rglob("*") if path.is_file()]


def test_process_that_dies_is_replaced_and_the_page_told(served: Studio) -> None:
    said = "has ended (SIGKILL: out of memory, or killed)"
    served.ask("games")
    run = Run(served, "files", **LONG).begun()
    for worker in served.workers():
        os.killpg(worker, signal.SIGKILL)
    assert said in run.done()[0]["value"]["refused"]["message"]
    served.ask("games")  # it died while nobody asked: the next who asks may be told
    assert served.ask("games")["games"]


def test_answer_that_nobody_waits_for_keeps_nobody_waiting(served: Studio) -> None:
    many = {"size": "9", "count": "300"}
    Run(served, "preview", game="majomino", settings=many, parts=["plates"]).begun().cancel()
    begun = time.monotonic()
    assert served.ask("games")["games"]
    assert time.monotonic() - begun < 20


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("limits", "sentence"),
    [({"long": 0.2}, "took longer than 0.2 s"), ({"memory": 70 * MIB}, "memory")],
    ids=["time", "memory"],
)
def test_work_is_bounded(tmp_path: Path, limits: dict[str, float], sentence: str) -> None:
    with studio(tmp_path, **limits) as served:
        found, _ = Run(served, "files", **LONG).done()
        assert sentence in found["value"]["refused"]["message"]
        assert served.ask("games")["games"]


ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", ENDS)
def test_nothing_is_left_when_it_ends(tmp_path: Path, number: signal.Signals) -> None:
    home, folder = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    folder.mkdir()
    with inherited({other: signal.SIG_DFL if other == number else signal.SIG_IGN for other in ENDS}):
        child = subprocess.Popen(
            [sys.executable, "-m", "quasiprint", "studio", "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=home,
            env={**os.environ, "TMPDIR": str(folder)},
        )
    assert child.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]{20,})$", child.stdout.readline().strip())
    assert address
    served = Studio(child, int(address[1]), address[2])
    run = Run(served, "files", **LONG).begun()
    workers = served.workers()
    assert len(workers) == 2
    assert [path.name.startswith("quasiprint-studio-") for path in folder.iterdir()] == [True]
    for ignored in ENDS.keys() - {number}:  # as one that is for another program is in the background
        child.send_signal(ignored)
    assert served.ask("games")["games"]
    child.send_signal(number)
    _, said = child.communicate(timeout=30)
    assert (child.returncode, said.strip()) == (ENDS[number], "Interrupted; nothing is left half made.")
    assert not list(folder.iterdir())
    assert not list(home.iterdir())
    for worker in workers:
        assert not Path(f"/proc/{worker}").exists()
    with pytest.raises(OSError, match="refused"), socket.create_connection(("127.0.0.1", served.port), 5):
        pass
    run.cancel()


def test_server_killed_outright_leaves_no_process(tmp_path: Path) -> None:
    with studio(tmp_path) as served:
        run = Run(served, "files", **LONG).begun()
        workers = served.workers()
        served.child.kill()
        served.child.wait()
        until = time.monotonic() + 20
        while time.monotonic() < until and any(_lives(worker) for worker in workers):
            time.sleep(0.05)
        assert not [worker for worker in workers if _lives(worker)]
        run.cancel()


def _lives(number: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    return False


def test_only_this_machine_can_reach_it(served: Studio) -> None:
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    own = [line.split()[1] for line in lines if line.split()[3] == "0A"]
    assert [where for where in own if where.endswith(f":{served.port:04X}")] == [f"0100007F:{served.port:04X}"]


def test_port_that_is_taken_is_refused_in_one_line(served: Studio) -> None:
    words = [sys.executable, "-m", "quasiprint", "studio", "--no-browser", "--port", str(served.port)]
    taken = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (taken.returncode, taken.stderr.startswith("Error: --port: found")) == (2, True)
    assert "Traceback" not in taken.stderr
    for port, sentence in (("70000", "allowed is 1 to 65535"), ("x", "allowed is a whole number")):
        refused = invoke("studio", "--no-browser", "--port", port, code=2)
        assert sentence in refused.stderr


def silent(served: Studio, line: socket.socket) -> None:
    pass


def half_a_body(served: Studio, line: socket.socket) -> None:
    own = f"X-Studio-Token: {served.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
    line.sendall(f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{own}\r\n{{".encode())


def unread(served: Studio, line: socket.socket) -> None:
    line.sendall(f"GET /three.bundle.js HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode() * 20)


@pytest.mark.thorough
@pytest.mark.parametrize("keep", [silent, half_a_body, unread])
def test_a_crowd_that_keeps_the_server_waiting_keeps_nobody_out(tmp_path: Path, keep: Any) -> None:
    """More connections than the server has at once, though no time limit helps it."""
    with studio(tmp_path, patience=600.0) as served, contextlib.ExitStack() as stack:
        for _ in range(200):
            keep(served, stack.enter_context(served.socket()))
        assert served.send("/", method="GET")[0] == 200
        assert served.ask("games")["games"]


@pytest.mark.foreign("chromium")
def test_page_without_the_token_says_what_to_do(served: Studio, opened: Any) -> None:
    page = opened(f"http://127.0.0.1:{served.port}/#triomino")
    page.locator("#problem", has_text="quasiprint studio").wait_for()
    assert page.locator(".piece").count() == 0
