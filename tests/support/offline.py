"""Run the commands where no network can be used unnoticed: ``python tests/support/offline.py COMMANDS.json``.

Two guards, neither of which the program can lift. An audit hook of Python's names the call and ends the process. It
does not see what compiled libraries do (Typst fetches packages in Rust), so that the kernel stands behind it: a seccomp
filter ends whatever asks for a socket that is not one between programs of this machine (AF_UNIX).

COMMANDS.json: a list of {"arguments": [...], "typed": "..."}, or {"code": "..."} to be executed, which is how the
guards are tested. A line of JSON is written for each, with its exit code and what it said.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import signal
import struct
import sys
from pathlib import Path

CAUGHT = 97  # the exit code where Python's hook saw a call
KILLED = -signal.SIGSYS  # and where the kernel saw one

# every event of Python's that stands for a network; those of socket.* are asked for their address below
NAMED = ("urllib.", "http.", "ftplib.", "smtplib.", "imaplib.", "poplib.", "nntplib.", "telnetlib.", "webbrowser.")
LOCAL = {"socket.__new__", "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}

# per machine: what seccomp calls it, and its number of socket(2)
MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
KILL_PROCESS, ALLOW, AF_UNIX = 0x80000000, 0x7FFF0000, 1
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06  # instructions of the filter


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """End the process where an event stands for a use of the network."""
    if event in LOCAL:
        held = arguments[0]
        family = arguments[1] if event == "socket.__new__" else getattr(held, "family", None)
        if family == AF_UNIX:
            return
    elif not event.startswith(("socket.", *NAMED)):
        return
    os.write(2, f"NETWORK: {event} {arguments[1:]!r}\n".encode())
    os._exit(CAUGHT)


def seal() -> None:
    """Have the kernel end whatever of this process or its children asks for a socket of the network."""
    machine, number = MACHINES[platform.machine()]
    program = [
        (LOAD, 0, 0, 4),  # the machine: another one numbers its calls otherwise
        (EQUAL, 0, 4, machine),
        (LOAD, 0, 0, 0),  # the call
        (EQUAL, 0, 3, number),
        (LOAD, 0, 0, 16),  # its first argument, the family
        (EQUAL, 1, 0, AF_UNIX),
        (RETURN, 0, 0, KILL_PROCESS),
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in program))
    held = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, set_seccomp, filtered = 38, 22, 2
    for call in ((no_new_privileges, 1, 0, 0, 0), (set_seccomp, filtered, ctypes.addressof(held), 0, 0)):
        if libc.prctl(*map(ctypes.c_ulong, call)):
            raise OSError(ctypes.get_errno(), "the kernel has no seccomp filter for this process")


def main(file: str) -> None:
    """Run the commands of a file, one after another, in this process."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from click.testing import CliRunner

    from quasiprint.cli import main as command_line

    seal()
    sys.addaudithook(refuse)
    for command in json.loads(Path(file).read_text()):
        if "code" in command:
            exec(command["code"], {})
            continue
        result = CliRunner().invoke(
            command_line, command["arguments"], input=command.get("typed"), prog_name="quasiprint"
        )
        said = {"arguments": command["arguments"], "exit": result.exit_code, "said": result.output[-2000:]}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
