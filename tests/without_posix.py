"""This Python as the program would find it on Windows, as far as that can be had here.

Modules of the program, and no others, see what is left of `os`, `signal` and `sys` when everything is removed that
typeshed gives to POSIX alone, another name of the system, and a `msvcrt` that locks. For everybody, no file that is
open can be moved or removed, renaming replaces nothing, a text gets the ends of lines of Windows, and a new process
begins with nothing. The library of Python is as it is: on Windows it has ways of its own.
"""

from __future__ import annotations

import ast
import builtins
import errno
import io
import json
import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

FOLDERS = tuple(f"{os.sep}{name}{os.sep}" for name in ("quasiprint", *os.environ.get("QUASIPRINT_ALSO", "").split()))
MISSING = ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "posix", "readline")
CODE_PAGE = "cp1252"
ABSENT = Path(__file__).with_name("absent.json")  # where one is installed


def names(stub: Path, platform: str) -> set[str]:
    """What a module has on a platform, as a stub of typeshed says it."""
    found = set[str]()

    def walk(body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.If):
                known = {"sys": SimpleNamespace(platform=platform, version_info=sys.version_info)}
                walk(node.body if eval(ast.unparse(node.test), known) else node.orelse)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)

    walk(ast.parse(stub.read_text(encoding="utf-8")).body)
    return found


@cache
def absent() -> dict[str, list[str]]:
    """What `os` and `signal` have on Linux or macOS, and not on Windows."""
    import mypy

    stubs = Path(str(mypy.__file__)).parent / "typeshed/stdlib"
    found = {}
    for module, stub in (("os", stubs / "os/__init__.pyi"), ("signal", stubs / "signal.pyi")):
        posix = names(stub, "linux") | names(stub, "darwin")
        found[module] = sorted(posix - names(stub, "win32"))
    return found


class Seen(ModuleType):
    """A module of which some names are missing, and some are others."""

    def __init__(self, real: Any, missing: list[str], others: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _missing=frozenset(missing), **others)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


def without(missing: dict[str, list[str]]) -> Callable[..., Any]:
    """What imports for the program's modules. missing: as `absent` says it."""
    import fcntl

    real, opens = builtins.__import__, os.open

    def locking(handle: int, mode: int, length: int) -> None:
        assert (mode, length, os.lseek(handle, 0, os.SEEK_CUR)) == (2, 1, 0x7FFFFFFE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None

    def open_file(path: Any, flags: int, mode: int = 0o777) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return opens(path, flags, mode)

    def link(*_: Any, **__: Any) -> None:
        raise NotImplementedError("follow_symlinks: not on this platform")

    seen = {
        "os": Seen(os, missing["os"], {"name": "nt", "O_BINARY": 0, "open": open_file, "link": link, "symlink": link}),
        "signal": Seen(signal, missing["signal"], {"SIGBREAK": 21}),
        "sys": Seen(sys, [], {"platform": "win32"}),
        "msvcrt": SimpleNamespace(locking=locking, LK_NBLCK=2),
    }

    def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        file = (globals or {}).get("__file__") or ""
        if level == 0 and any(folder in file for folder in FOLDERS):
            top = name.partition(".")[0]
            if top in MISSING:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if top in seen:
                return seen[top]
            if top == "multiprocessing":
                real("multiprocessing").set_start_method("spawn", force=True)
            if top in ("subprocess", "asyncio"):
                _groups(real("subprocess").Popen)
        return real(name, globals, locals, fromlist, level)

    return importing


def _groups(kind: Any) -> None:
    """Take the flags with which Windows starts processes for what is the same here."""
    begin = kind.__init__
    if begin.__name__ == "begun":
        return

    def begun(self: Any, *given: Any, creationflags: int = 0, **named: Any) -> None:
        begin(self, *given, start_new_session=creationflags == 0x200, **named)

    kind.__init__ = begun


def load() -> ModuleType:
    """The program's module of what systems do differently, as it is on Windows, beside the one that is."""
    from quasiprint.system import machine

    other = ModuleType(machine.__name__)
    path = str(machine.__file__)
    builtin = {**vars(builtins), "__import__": without(absent())}
    vars(other).update(__file__=path, __builtins__=builtin)
    exec(compile(Path(path).read_bytes(), path, "exec", dont_inherit=True), vars(other))
    return other


def install() -> None:
    """Have this whole process so."""
    builtins.__import__ = without(json.loads(ABSENT.read_text(encoding="ascii")))
    for name in ("unlink", "remove", "rename", "replace", "rmdir"):
        setattr(os, name, _guarded(name, getattr(os, name)))
    real = io.open

    def opened(file: Any, mode: str = "r", buffering: int = -1, *more: Any, **named: Any) -> Any:
        if "b" not in mode and set(mode) & set("wax") and len(more) < 3:
            named.setdefault("newline", "\r\n")
        return real(file, mode, buffering, *more, **named)

    io.open = builtins.open = opened
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=CODE_PAGE)


def _guarded(name: str, real: Callable[..., None]) -> Callable[..., None]:
    """A call that moves or removes, but nothing that the program has open, and never onto anything."""

    def call(path: Any, *more: Any, **named: Any) -> None:
        if named.get("dir_fd") is None and named.get("src_dir_fd") is None:
            for one in (path, *more) if name == "replace" else (path,):
                _refuse_open(os.path.join(os.path.realpath(os.path.dirname(os.fspath(one))), os.path.basename(one)))
            if name == "rename" and os.path.lexists(more[0]):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path, None, more[0])
        real(path, *more, **named)

    return call


def _refuse_open(path: str) -> None:
    if sys._getframe(2).f_code.co_filename.endswith("tempfile.py"):  # which does without, on Windows
        return
    for handle in os.listdir("/proc/self/fd"):
        try:
            at = os.readlink(f"/proc/self/fd/{handle}")
        except OSError:
            continue
        if at == path or at.startswith(f"{path}{os.sep}"):
            raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", path)
