"""Nothing that the program does uses the network: no command, by Python or by a compiled library."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import offline
import pytest
from pictures import svg

from quasiprint import formats
from quasiprint.cli import COMMANDS
from quasiprint.documents.typeset import typeset

# what holds a namespace without any network, where the machine grants one
APART = ["unshare", "--map-root-user", "--net"]


def isolated(folder: Path, *commands: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run commands behind both guards and, where that can be had, with no network at all."""
    (folder / "commands.json").write_text(json.dumps(commands))
    granted = shutil.which("unshare") and not subprocess.run([*APART, "true"], capture_output=True).returncode
    script = [sys.executable, offline.__file__, "commands.json"]
    return subprocess.run(
        [*(APART if granted else []), *script], cwd=folder, capture_output=True, text=True, timeout=600
    )


@pytest.mark.thorough
def test_no_command_uses_a_network(tmp_path: Path, root: Path) -> None:
    layout = root / "tests/data/quasimino-75.json"
    commands: dict[tuple[str, ...], str] = {
        ("--help",): "",
        ("--version",): "",
        ("list",): "",
        ("check", "triomino", "--highest", "1"): "",
        ("make", "quasimino", "--colours", "1", "--jobs", "2", "--format", "stl,3mf,svg,dxf,pdf"): "",
        ("make", "majomino", "--board", "5-0MJ-1", "--format", "txt"): "",
        ("verify", "output/majomino"): "",
        ("rules", "quomino", "--quick", "--language", "de"): "",
        ("scoresheet", "triomino", "--paper", "letter"): "",
        ("score", "quasimino", str(layout), "--json"): "",
        ("puzzle", "triomino", "--count"): "",
        ("puzzle", "quasimino", "-o", "decagon.svg"): "",
        ("solve", "majomino", "3-0-C"): "",
        ("catalogue", "majomino", "--size", "3"): "",
        ("playtest", "quasimino", "--games", "2", "--jobs", "1", "-o", "tested"): "",
        ("play", "quomino", "--size", "6"): "c4 se\nhint\nquit\n",
        ("play", "majomino", "--board", "5-0MJ-1"): "2 4\nwhy\nquit\n",
        ("profiles",): "",
        ("new", "game", "blob"): "",
        ("new", "set", "mine", "--yes"): "",
        ("coupon", "laser"): "",
        ("calibrate", "laser", "--measured", "bars=48"): "",
    }
    result = isolated(tmp_path, *({"arguments": list(words), "typed": typed} for words, typed in commands.items()))
    assert result.returncode == 0, result.stderr
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert [entry["arguments"] for entry in said] == [list(words) for words in commands]
    assert {entry["exit"] for entry in said} == {0}, said
    # nothing was left out
    # the studio alone listens, on this machine: `test_studio_server` holds it to that
    assert {words[0] for words in commands} >= set(COMMANDS) - {"studio"}
    made = {path.name for path in (tmp_path / "output/quasimino").iterdir()} | {
        path.name for path in (tmp_path / "output/majomino").iterdir()
    }
    assert made | {"step"} >= {one.name for one in formats.own() if one.default}  # STEP is tried below
    books = {path.name for path in (tmp_path / "output").glob("*.pdf")}
    assert books == {"quomino-quick-de.pdf", "triomino-scoresheet.pdf"}


@pytest.mark.thorough
def test_step_uses_no_network(tmp_path: Path) -> None:
    make = ["make", "triomino", "--highest", "0", "--format", "svg,step", "--jobs", "2"]
    result = isolated(tmp_path, {"arguments": make}, {"arguments": ["verify", "output/triomino"]})
    assert result.returncode == 0, result.stderr
    assert [json.loads(line)["exit"] for line in result.stdout.splitlines()] == [0, 0], result.stdout
    assert (tmp_path / "output/triomino/step/triomino-set.step").is_file()


CALLS = {
    "name": "import socket; socket.getaddrinfo('localhost', 80)",
    "connection": "import socket; socket.create_connection(('127.0.0.1', 9))",
    "datagram": "import socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
    "server": "import socket; socket.create_server(('127.0.0.1', 0))",
    "page": "from urllib.request import urlopen; urlopen('http://127.0.0.1:9/')",
    "http": "from http.client import HTTPConnection; HTTPConnection('127.0.0.1', 9).connect()",
    "child": "import os, socket; os.fork() or socket.socket(); os._exit(os.WEXITSTATUS(os.wait()[1]))",
}


@pytest.mark.parametrize("name", CALLS)
def test_a_use_by_python_is_seen(tmp_path: Path, name: str) -> None:
    result = isolated(tmp_path, {"code": CALLS[name]}, {"arguments": ["--version"]})
    assert result.returncode == offline.CAUGHT
    assert "NETWORK: " in result.stderr
    assert not result.stdout


NATIVE = {
    "the C library": "import ctypes; ctypes.CDLL(None).socket(2, 1, 0)",
    "the resolver": "import ctypes; ctypes.CDLL(None).gethostbyname(b'example.org')",
    "a child": "import subprocess, sys; call = 'import ctypes; ctypes.CDLL(None).socket(2, 1, 0)'; "
    "raise SystemExit(subprocess.run([sys.executable, '-c', call]).returncode)",
    "Typst": "import typst; open('a.typ', 'w').write('#import \"@preview/cetz:0.4.0\"'); typst.compile('a.typ')",
}


@pytest.mark.parametrize("name", NATIVE)
def test_a_use_by_a_compiled_library_is_seen(tmp_path: Path, name: str) -> None:
    result = isolated(tmp_path, {"code": NATIVE[name]}, {"arguments": ["--version"]})
    # a child's end comes back through the interpreter's exit, as its lowest eight bits
    assert result.returncode in (offline.KILLED, offline.KILLED & 0xFF), result.stderr
    assert not result.stdout


def test_what_needs_no_network_is_let_through(tmp_path: Path) -> None:
    local = "import socket; a, b = socket.socketpair(); a.send(b'1'); assert b.recv(1) == b'1'; print('through')"
    result = isolated(tmp_path, {"code": local})
    assert (result.returncode, result.stdout) == (0, "through\n"), result.stderr


# --- what a user's own files may ask for --------------------------------------------------------


def test_a_users_own_layout_is_not_run(here: Path) -> None:
    """A layout is a program, which Typst would let fetch a package: see the proof of the guards, above."""
    packaged = typeset("words", {}, tagged=False)
    own = here / "templates/rules/layout.typ"
    own.parent.mkdir(parents=True)
    own.write_text('#import "@preview/cetz:0.4.0": *')
    assert typeset("words", {}, tagged=False) == packaged
    result = isolated(here, {"arguments": ["rules", "quomino", "--quick"]})
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["exit"] == 0


DRAWN = '<rect width="9" height="9"/>'
FAR = "http://127.0.0.1:9/a.svg"
# what a browser would fetch; refused with exit code 2, or passed over where it draws nothing
SYMBOLS = {
    "picture": (svg(f'<image href="{FAR}"/>'), 2),
    "use": (svg(f'<use href="{FAR}#a"/>'), 2),
    "fill": (svg(f'<rect width="9" height="9" fill="url({FAR}#a)"/>'), 2),
    "style sheet": (svg(f"<style>@import url({FAR});</style>{DRAWN}"), 2),
    "document type": (f'<!DOCTYPE svg SYSTEM "{FAR}">{svg(DRAWN)}', 2),
    "entity": (f'<!DOCTYPE svg [<!ENTITY a SYSTEM "{FAR}">]>{svg("&a;")}', 2),
    "named style sheet": (f'<?xml-stylesheet href="{FAR}"?>{svg(DRAWN)}', 0),
    "link": (svg(f'<a href="{FAR}">{DRAWN}</a>'), 0),
}


def test_symbols_that_name_an_address_fetch_nothing(tmp_path: Path) -> None:
    for name, (text, _) in SYMBOLS.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        for number in range(2):
            (folder / f"{number}.svg").write_text(text if not number else svg('<circle r="5"/>'))
    asked = ["check", "triomino", "--highest", "1", "--symbols"]
    result = isolated(tmp_path, *({"arguments": [*asked, name.replace(" ", "-")]} for name in SYMBOLS))
    assert result.returncode == 0, result.stderr
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert {name: entry["exit"] for name, entry in zip(SYMBOLS, said, strict=True)} == {
        name: code for name, (_, code) in SYMBOLS.items()
    }, said
