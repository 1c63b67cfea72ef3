"""Hostile files, each kept because it broke a reader or might: every one is replayed under the readers' contract.

`benchmarks/fuzz.py` adds what it finds to tests/data/corpus/READER. What is too large to be kept is made here.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from contract import MESSAGE, ROOT, Bounds, broken
from readers import needs, readers, ready, tried

from quasiprint.model.errors import InputError

CORPUS = ROOT / "tests/data/corpus"
FILES = sorted(path for path in CORPUS.glob("*/*"))
MOST = 8_000  # bytes of a file that is kept
QUICK = Bounds(1.0, 128)


def svg(inner: bytes) -> bytes:
    return b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' + inner + b"</svg>"


TRIOMINO = b'{"tile": "1-3-5", "cell": [0, 0, 0], "corners": [1, 3, 5]},'
STYLES = b"<style>" + b"".join(b".c%d{fill:red}" % n for n in range(499)) + b"</style>"
# reader, and how what would keep it busy is made
LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "rules times elements": ("symbol", lambda: svg(STYLES + b"<g/>" * 200_000)),
    "transforms": ("symbol", lambda: svg(b'<g transform="' + b"scale(1)" * 100_000 + b'"/>')),
    "moves": ("symbol", lambda: svg(b'<path d="' + b"M" * 900_000 + b'"/>')),
    "numbers": ("symbol", lambda: svg(b'<path d="M' + b"1 " * 300_000 + b'"/>')),
    "parts that nothing ends": ("rules-text", lambda: b"# t\n\n" + b"<!-- for x -->\n" * 4_000),
    "comments that nothing ends": ("rules-text", lambda: b"# t\n\n" + b"<!--\n" * 12_000),
    "emphasis": ("rules-text", lambda: b"# t\n\n" + b"*a **b" * 10_000),
    "a template of a megabyte": ("rules-text", lambda: b"# t\n\n" + b"a\n" * 500_000),
    "parts of the set's page": ("set-page", lambda: b"<!-- for x -->\n" * 4_000),
    "a page of a megabyte": ("set-page", lambda: b"a" * 1_000_000),
    "a long dotted key": ("profile", lambda: b"a." * 30_000 + b"b = 1"),
    "dotted keys": ("profile", lambda: b"".join(b"a." * 1_900 + b"b%d = 1\n" % n for n in range(16))),
    "a project of a megabyte": ("project", lambda: b"#" * 1_000_000),
    "a path of half a million folders": (
        "manifest", lambda: b'{"game": "x", "files": [{"path": "' + b"a/" * 500_000 + b'"}]}',
    ),
    "a heap of triominoes": ("triomino-layout", lambda: b'{"tiles": [' + TRIOMINO * 4_999 + TRIOMINO[:-1] + b"]}"),
    "empty lists": ("quasimino-layout", lambda: b'{"tiles": [' + b"[]," * 400_000 + b"1]}"),
    "short lines": ("quomino-game", lambda: b"a\n" * 130_000),
    "draws": ("triomino-game", lambda: b"players A B\nround\nA opens 5-5-5\n" + b"B draws 1\n" * 10_000),
}  # fmt: skip


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=needs(name := path.parent.name), id=f"{name}/{path.name}") for path in FILES]
)
def test_every_file_of_the_corpus_keeps_the_contract(path: Path, tmp_path: Path) -> None:
    reader = readers()[path.parent.name]
    ready(reader)
    assert tried(reader, path.read_bytes(), tmp_path) is None


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in readers()])
def test_every_seed_is_read(name: str, tmp_path: Path) -> None:
    reader = readers()[name]
    ready(reader)
    for number, seed in enumerate(reader.seeds):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert tried(reader, seed, folder) is None
    assert (CORPUS / name).is_dir()


@pytest.mark.parametrize("case", LARGE)
def test_no_input_keeps_a_reader_busy(case: str, tmp_path: Path) -> None:
    name, made = LARGE[case]
    reader = readers()[name]
    ready(reader)
    assert tried(reader, made(), tmp_path) is None


def test_files_of_the_corpus_are_small_and_each_has_a_reader() -> None:
    assert len(FILES) > 60
    assert {path.parent.name for path in FILES} <= readers().keys()
    assert [path.name for path in FILES if path.stat().st_size > MOST] == []


def grow(data: bytes, folder: Path) -> object:
    # so large that the C library asks the system for each: small ones may fit into what earlier tests gave back
    return [bytearray(64 << 20) for _ in range(5)]


def loop(data: bytes, folder: Path) -> object:
    while True:
        with contextlib.suppress(Exception):
            sum(range(1000))


def swallow(data: bytes, folder: Path) -> object:
    try:
        socket.socket()
    except BaseException:
        return None
    return None


def refuse(message: str) -> Callable[[bytes, Path], object]:
    def reader(data: bytes, folder: Path) -> object:
        problem = InputError("x")
        problem.args = (message,)
        raise problem

    return reader


BREAKERS: dict[str, tuple[Callable[[bytes, Path], object], str]] = {
    "raises": (lambda data, folder: {}[0], "KeyError"),
    "recurses": (lambda data, folder: eval("(" * 80 + "f(f)" + ")" * 80, {"f": lambda f: f(f)}), "RecursionError"),
    "hangs": (loop, "takes more than 1 s"),
    "waits": (lambda data, folder: time.sleep(30), "takes more than 1 s"),
    "eats memory": (grow, "takes more than 128 MiB"),
    "opens a socket": (lambda data, folder: socket.socket(), "uses the network: socket"),
    "asks for an address": (lambda data, folder: socket.getaddrinfo("localhost", 80), "uses the network: socket"),
    "opens a socket and hides it": (swallow, "uses the network: socket"),
    "reads outside": (lambda data, folder: Path("/etc/passwd").read_bytes(), "opens a file outside for reading"),
    "reads outside by a relative path": (lambda data, folder: open("../x").close(), "opens a file outside for reading"),
    "writes outside": (lambda data, folder: (folder.parent / "x").write_bytes(b""), "opens a file outside for writing"),
    "writes into the program": (lambda data, folder: (ROOT / "templates/x").write_bytes(b""), "for writing"),
    "removes outside": (lambda data, folder: os.remove(folder.parent / "x"), "changes a file outside: os.remove"),
    "renames to outside": (lambda data, folder: os.rename(folder / "x", folder.parent / "x"), "os.rename"),
    "makes a folder outside": (lambda data, folder: (folder.parent / "x").mkdir(), "changes a file outside: os.mkdir"),
    "starts a program": (lambda data, folder: subprocess.run(["true"], check=False), "starts a program"),
    "ends the program": (lambda data, folder: sys.exit(2), "ends the program"),
    "says nothing": (refuse(" "), "its message is empty"),
    "says much": (refuse("x" * (MESSAGE + 1)), "its message has 601 characters"),
    "says two lines": (refuse("a\nb"), "not one printable line"),
    "steers the terminal": (refuse("a\x1b[31m"), "not one printable line"),
}


@pytest.mark.parametrize("breaker", BREAKERS)
def test_the_contract_can_be_broken(breaker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if breaker == "waits":  # a busy machine makes others wait, too
        monkeypatch.setattr("contract.WAITING", 1)
    reader, said = BREAKERS[breaker]
    folder = tmp_path / "own"
    folder.mkdir()
    assert said in str(broken(reader, b"", folder, QUICK))
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
    assert signal.getitimer(signal.ITIMER_REAL)[0] == signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_what_a_reader_may_do_is_no_finding(tmp_path: Path) -> None:
    def reader(data: bytes, folder: Path) -> object:
        (folder / "sub").mkdir()
        (folder / "sub/x").write_bytes(data)
        os.rename("sub/x", "sub/y")
        (ROOT / "templates/set-readme.md").read_bytes()
        raise InputError((folder / "sub/y").read_text())

    assert broken(reader, b"found this, allowed is that", tmp_path, QUICK) is None
