"""Every process that the program starts is started here, and what ended it is reported here.

A *program* is the `main` of a module of this package, in a Python of its own. Python is started isolated for it
(``-I``): it takes no module from the folder where it stands, and none that a variable or the user's own folder of
libraries puts before others. It takes this package from where the parent has it, so that both are of one version, and
looks for libraries where the parent does: Python's own folders first, the parent's library folders last.

A *job* is a function of this package. It begins with what this process has loaded, or, where Python starts it anew,
with this process's path. It ends with its parent, and hears no Ctrl-C of its own.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from quasiprint.errors import Unavailable
from quasiprint.system import WINDOWS
from quasiprint.system.interruption import SIGNALS

OURS = Path(__file__).resolve().parent.parent
# the first that runs in a program. Arguments: the folder of the package's folder; how many folders of libraries there
# are, and each; the program's module; its own arguments
BEGIN = """
import sys
home, count, *rest = sys.argv[1:]
sys.path.insert(0, home)
import quasiprint
sys.path[:1] = []
folders, sys.argv[:] = rest[:int(count)], rest[int(count):]
sys.path += [folder for folder in folders if folder not in sys.path]
from importlib import import_module
import_module(sys.argv[0]).main()
"""
# how a process is started that hears no Ctrl-C of this one's terminal, and can be ended with all that it started
APART: dict[str, Any] = {"creationflags": 0x200} if WINDOWS else {"start_new_session": True}
Job = multiprocessing.Process
Program = subprocess.Popen[bytes]
PIPE, NOTHING = subprocess.PIPE, subprocess.DEVNULL


def command(program: str, *words: str) -> list[str]:
    """Return how a program of this package, a module, is started. Raises Unavailable."""
    if not sys.executable:
        raise Unavailable("Python itself has to be started, and where it lies is not known")
    keeps = ["-B"] if sys.dont_write_bytecode else []
    folders = library_folders()
    begins = [BEGIN, str(OURS.parent), str(len(folders)), *folders, program]
    return [sys.executable, "-I", "-X", "utf8", *keeps, "-c", *begins, *words]


def library_folders() -> list[str]:
    """Return the folders in which this process finds libraries, without the one in which somebody stands.

    That one is on the path where Python was started so; what lies in it may be anybody's.
    """

    def is_here(folder: str) -> bool:
        try:
            return os.path.samefile(folder, os.curdir)
        except (OSError, ValueError):  # one of them is no longer there
            return False

    return [folder for folder in sys.path if os.path.isabs(folder) and not is_here(folder)]


def start_job(does: Callable[..., None], *arguments: Any) -> Job:
    """Start a process that calls a function, which calls `begin_job` first. Raises OSError if the system refuses it.

    Where Python starts it anew, it looks for modules in Python's own folders alone, until it is handed the path of this
    program. Signals wait in it until it has begun: on Windows, which cannot do that, a Ctrl-C shows Python's words.
    """
    job, before = Job(target=does, args=arguments), dict(os.environ)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if hasattr(signal, "pthread_sigmask") else None
    try:
        os.environ.update(PYTHONSAFEPATH="1", PYTHONNOUSERSITE="1")
        os.environ.pop("PYTHONPATH", None)
        job.start()
    finally:
        os.environ.clear()
        os.environ.update(before)
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return job


def begin_job() -> None:
    """Begin a job: it hears no Ctrl-C, ends at every other signal, and when its parent is killed: nobody waits for what
    it does, and the next run clears it up. Raises RuntimeError where no thread can be started."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def end_of(status: int) -> str:
    """Return what ended a process. status: its exit code, or less than 0 for a signal."""
    if status >= 0:
        return f"exit code {status}"
    with contextlib.suppress(ValueError):  # a signal without a name
        name = signal.Signals(-status).name
        return f"{name}: out of memory, or killed" if name == "SIGKILL" else name
    return f"signal {-status}"


def load(*names: str) -> None:
    """Import modules for the first time, before anything else of their library is imported. Raises ImportError.

    They find nothing in the current folder, where whoever stands in one that came from elsewhere has a stranger's
    settings: numba takes from a file there which folder it loads code from, and ReportLab settings and fonts.
    """
    if not all(name in sys.modules for name in names):
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # the current folder is gone, and so is all that was in it
                stack.enter_context(contextlib.chdir(OURS))
            for name in names:
                import_module(name)
