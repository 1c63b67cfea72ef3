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
from called import BOARD, command_lines
from pictures import svg

from quasiprint.documents.rulebook import typeset

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
def test_no_command_uses_a_network(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD)
    rows = command_lines().values()  # the studio alone listens, on this machine: `test_studio_server` holds it to that
    lines = {
        "make quasimino --colours 1 --jobs 2 --format stl,3mf,step,svg,dxf,pdf -o set": {},
        "make majomino --board 5-0MJ-1 --format txt -o boards": {},
        "rules quomino --quick --language de": {},
        **{row["line"]: row for row in rows},
    }
    asked = [{"arguments": line.split(), "typed": row.get("typed", "")} for line, row in lines.items()]
    result = isolated(tmp_path, *asked)
    assert result.returncode == 0, result.stderr
    ended = {" ".join(one["arguments"]): one["exit"] for one in map(json.loads, result.stdout.splitlines())}
    assert ended == {line: row.get("code", 0) for line, row in lines.items()}, result.stdout
    assert (tmp_path / "set/step/quasimino-set.step").is_file()


SEEN = {
    "Python": ("import socket; socket.getaddrinfo('localhost', 80)", {offline.CAUGHT}),
    "a child": (
        "import os, socket; os.fork() or socket.socket(); os._exit(os.WEXITSTATUS(os.wait()[1]))",
        {offline.CAUGHT},
    ),
    # a child's end comes back through the interpreter's exit, as its lowest eight bits
    "the C library": ("import ctypes; ctypes.CDLL(None).socket(2, 1, 0)", {offline.KILLED, offline.KILLED & 0xFF}),
}


@pytest.mark.parametrize("name", SEEN)
def test_a_use_of_a_network_is_seen(tmp_path: Path, name: str) -> None:
    code, ends = SEEN[name]
    result = isolated(tmp_path, {"code": code}, {"arguments": ["--version"]})
    assert result.returncode in ends, result.stderr
    assert not result.stdout


# --- what a user's own files may ask for --------------------------------------------------------


DRAWN = '<rect width="9" height="9"/>'
FAR = "http://127.0.0.1:9/a.svg"
# what a browser would fetch; refused with exit code 2, or passed over where it draws nothing
SYMBOLS = {
    "picture": (svg(f'<image href="{FAR}"/>'), 2),
    "use": (svg(f'<use href="{FAR}#a"/>'), 2),
    "fill": (svg(f'<rect width="9" height="9" fill="url({FAR}#a)"/>'), 2),
    "style sheet": (svg(f"<style>@import url({FAR});</style>{DRAWN}"), 2),
    "document type": (f'<!DOCTYPE svg SYSTEM "{FAR}">{svg(DRAWN)}', 0),
    "entity": (f'<!DOCTYPE svg [<!ENTITY a SYSTEM "{FAR}">]>{svg("&a;")}', 2),
    "named style sheet": (f'<?xml-stylesheet href="{FAR}"?>{svg(DRAWN)}', 0),
    "link": (svg(f'<a href="{FAR}">{DRAWN}</a>'), 0),
}


def test_a_users_own_files_fetch_nothing(here: Path) -> None:
    """Symbols that name an address, and a layout: that is a program, which Typst would let fetch a package. See the
    proof of the guards, above."""
    words = {"main.typ": b'#set document(title: "words")\nwords'}
    packaged = typeset({}, words)
    own = here / "templates/rules/layout.typ"
    own.parent.mkdir(parents=True)
    own.write_text('#import "@preview/cetz:0.4.0": *')
    assert typeset({}, words) == packaged
    for name, (text, _) in SYMBOLS.items():
        (here / name / "0.svg").parent.mkdir()
        (here / name / "0.svg").write_text(text)
    asked = ["check", "triomino", "--highest", "0", "--symbols"]
    rules = {"arguments": ["rules", "quomino", "--quick"]}
    result = isolated(here, rules, *({"arguments": [*asked, name]} for name in SYMBOLS))
    assert result.returncode == 0, result.stderr
    said = [json.loads(line)["exit"] for line in result.stdout.splitlines()]
    assert said == [0, *(code for _, code in SYMBOLS.values())]
