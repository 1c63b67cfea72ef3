"""Starts the program that reads STEP with the CAD kernel, and takes its answer, which is data and is believed nothing.

Damaged files can end the kernel, or keep it for ever; so it runs in a process of its own. Nothing that lies in the
current folder is run by it: Python is started isolated, with the file `kernel.py` of this package and the folders of
the libraries that this process has.
"""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

import numpy as np

from quasiprint.formats.step import bare, kernel
from quasiprint.model.errors import Unavailable
from quasiprint.readback.mesh import Facets
from quasiprint.readback.unreadable import Unreadable

COLOUR = re.compile(r"(#[0-9A-F]{6})?")
CODES = {
    "file-unreadable": "file-unreadable",
    "piece-missing": "piece-missing",
    "mesh-open": "mesh-open",
}  # that the program may say
MOST_ANSWER = 9 * 8 * kernel.MOST_TRIANGLES + (64 << 20)  # bytes
AT_ONCE = 1 << 24  # bytes of it
MOST_SOLIDS = 1 << 17
FAILS = "the CAD kernel fails on it"
PROGRAM = Path(kernel.__file__).resolve()
BARE = Path(bare.__file__).resolve()
MOST_BODIES, MOST_FACES = 1 << 14, 1 << 18


def _statuses(*names: str) -> frozenset[int]:
    """Return how a process ends by the signals of this system that are called so."""
    return frozenset(-getattr(signal, name) for name in names if hasattr(signal, name))


CRASHES = _statuses("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS", "SIGILL", "SIGSYS", "SIGTRAP", "SIGXFSZ")
LATE = _statuses("SIGXCPU", "SIGALRM")


@dataclass(frozen=True, slots=True)
class StepSolid:
    """A solid where it lies. facets: shared by all that are alike. matrix: 4 × 3, for row vectors, mm. colour:
    "#RRGGBB" or "". name: of the product of the set that it is part of."""

    facets: Facets
    matrix: tuple[float, ...]
    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class BareFace:
    """A face.

    kind: what it lies on, "plane", "cylinder", "cone", or as the kernel calls it. about: of what is round, centre and
    radius, mm, the angle at which it begins, and how far it goes anticlockwise; zeros else. point, outwards: a point in
    it and the direction that leads out of the body there; None where the kernel finds none.
    """

    kind: str
    about: tuple[float, ...]
    point: tuple[float, float, float] | None
    outwards: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class BareBody:
    """A body as it stands in a file, without any healing. name: of its product. valid: by the kernel's own check.
    closed: whether its shells are. loose: how far edges miss a corner at most, mm. volume: mm³. area: mm². box: the
    least x, y, z, then the greatest, mm."""

    name: str
    valid: bool
    closed: bool
    loose: float
    volume: float
    area: float
    box: tuple[float, ...]
    faces: tuple[BareFace, ...]


def solids_of(content: bytes) -> list[StepSolid]:
    """Return a file's solids, read in a program of its own: healed where they need it.

    Raises Unreadable if the kernel cannot read it, and Unavailable if the machine lacks what that takes.
    """
    return decoded(_answer(content, PROGRAM))


def bare_bodies_of(content: bytes) -> list[BareBody]:
    """Return a file's bodies, each once, read in a program of its own with nothing healed. Lengths are taken for
    millimetres. Raises as `solids_of` does."""
    return decoded_bare(_answer(content, BARE))


def _answer(content: bytes, program: Path) -> bytes:
    """Return what a program answers of a file."""
    said, status = _asked(content, program)
    if not said.startswith(kernel.LOADED):
        lacking = said.partition(b"\n")[0]
        if lacking and not status:
            return said
        raise Unavailable(f"the program that reads STEP cannot be started: {_ended(status)}")
    answer = said[len(kernel.LOADED) :]
    if status or not answer:
        _failed(status)
    return answer


def read_here(content: bytes) -> list[StepSolid]:
    """Return a file's solids, read in this process, which the kernel may end.

    Raises as `solids_of` does.
    """
    try:
        kernel.load()
    except kernel.Lacking as found:
        raise Unavailable(str(found)) from found
    return decoded(kernel.answer(content))


def _asked(content: bytes, program: Path) -> tuple[bytes, int]:
    """Return what the program says of a file, and how it ended."""
    if not sys.executable:
        raise Unavailable("to read STEP, Python itself has to be started, and where it lies is not known")
    # a group of its own: Ctrl-C is for this process, which then ends the other
    apart: dict[str, Any] = (
        {"process_group": 0} if os.name == "posix" else {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined,unused-ignore]
    )
    try:
        child = subprocess.Popen(
            [sys.executable, "-I", "-B", str(program), str(len(content)), *libraries()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=program.parent, **apart,
        )  # fmt: skip
    except OSError as found:
        raise Unavailable(f"the program that reads STEP cannot be started: {found}") from None
    late = threading.Event()

    def end() -> None:
        late.set()
        child.kill()

    watch = threading.Timer(kernel.LONGEST, end)
    feed = threading.Thread(target=_fed, args=(child, content), daemon=True)
    try:
        for thread in (watch, feed):
            thread.start()
        assert child.stdout
        pieces: list[bytes] = []  # told a number, a stream sets aside so many bytes at once
        while sum(map(len, pieces)) <= MOST_ANSWER and (piece := child.stdout.read(AT_ONCE)):
            pieces.append(piece)
        said = b"".join(pieces)
        if len(said) > MOST_ANSWER:
            child.kill()
            raise Unreadable(f"the CAD kernel's answer is longer than {MOST_ANSWER >> 20} MiB")
        status = child.wait()
    except RuntimeError as found:  # no more threads
        raise Unavailable(f"the program that reads STEP cannot be started: {found}") from None
    finally:
        child.kill()
        child.wait()
        watch.cancel()
        assert child.stdout
        child.stdout.close()
    if late.is_set():
        raise Unreadable(f"the CAD kernel takes more than {kernel.LONGEST} s to read it")
    return said, status


def _fed(child: subprocess.Popen[bytes], content: bytes) -> None:
    with suppress(OSError, ValueError):  # it ended before it had read all
        assert child.stdin
        with child.stdin as pipe:
            pipe.write(content)


def libraries() -> list[str]:
    """Return the folders in which this process finds libraries, without the one in which somebody stands.

    That one is on the path where Python was started so; what lies in it may be anybody's.
    """
    try:
        here = os.stat(os.curdir)
    except OSError:  # it is no longer there
        here = None
    found = []
    for folder in sys.path:
        if not os.path.isabs(folder):
            continue
        with suppress(OSError, ValueError):
            if here is None or not os.path.samestat(os.stat(folder), here):
                found.append(folder)
    return found


def _ended(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit code {status}"


def _failed(status: int) -> Never:
    """Raise for a program that ended without an answer once it had begun to read.

    Raises KeyboardInterrupt where it was interrupted, Unavailable where somebody ended it or memory was lacking.
    """
    if status == -signal.SIGINT:
        raise KeyboardInterrupt
    if status in LATE:
        raise Unreadable(f"the CAD kernel takes more than {kernel.LONGEST} s to read it")
    if status < 0 and status not in CRASHES:
        raise Unavailable(f"the program that reads STEP was ended by signal {-status}: is there enough memory?")
    if (most := kernel.memory()) is not None:
        # where memory ends, the kernel ends in as many ways as on a damaged file
        raise Unavailable(f"the CAD kernel fails; it may take {most >> 20} MiB of memory here, which may be too little")
    raise Unreadable(FAILS)


def decoded(answer: bytes) -> list[StepSolid]:
    """Return the solids that the program tells of.

    Raises Unreadable and Unavailable as it says, and Unreadable for an answer that is none.
    """
    head, _, numbers = answer.partition(b"\n")
    with _believing_nothing():
        said = _said(head)
        return _solids(said["solids"], _surfaces(said["surfaces"], numbers))


def decoded_bare(answer: bytes) -> list[BareBody]:
    """Return the bodies that the program tells of which heals nothing. Raises as `decoded` does."""
    with _believing_nothing():
        told = _said(answer)["bare"]
        if not isinstance(told, list) or len(told) > MOST_BODIES:
            raise ValueError("bodies")
        return [_bare(body) for body in told]


@contextmanager
def _believing_nothing() -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise Unreadable(FAILS) from None


def _said(line: bytes) -> dict[str, Any]:
    """Return the object of an answer. Raises Unreadable and Unavailable if it says so, ValueError if it is none."""
    said = json.loads(line)
    if not isinstance(said, dict):
        raise ValueError("no object")
    if isinstance(reason := said.get("lacking"), str):
        raise Unavailable(reason)
    if "unreadable" in said:
        message, code = said["unreadable"]
        if not isinstance(message, str):
            raise TypeError("a reason")
        raise Unreadable(message, CODES[code])
    return said


def _bare(told: Any) -> BareBody:
    name, valid, closed = told["name"], told["valid"], told["closed"]
    if not (isinstance(name, str) and type(valid) is bool and type(closed) is bool):
        raise ValueError("a body")
    loose, volume, area = _numbers([told["loose"], told["volume"], told["area"]], 3)
    faces = told["faces"]
    if not isinstance(faces, list) or len(faces) > MOST_FACES:
        raise ValueError("faces")
    return BareBody(
        name, valid, closed, loose, volume, area, _numbers(told["box"], 6), tuple(_bare_face(*face) for face in faces)
    )


def _bare_face(kind: Any, about: Any, where: Any) -> BareFace:
    if not isinstance(kind, str):
        raise TypeError("a kind of face")
    round = _numbers(about, 5)
    if where == []:
        return BareFace(kind[:40], round, None, None)
    px, py, pz, nx, ny, nz = _numbers(where, 6)
    return BareFace(kind[:40], round, (px, py, pz), (nx, ny, nz))


def _numbers(told: Any, count: int) -> tuple[float, ...]:
    """Return as many finite numbers. Raises ValueError for anything else."""
    if not isinstance(told, list) or len(told) != count or not all(type(x) is float and math.isfinite(x) for x in told):
        raise ValueError("numbers")
    return tuple(told)


def _surfaces(counts: Any, numbers: bytes) -> list[Facets]:
    """Return triangles on the grid of a nanometre."""
    if not isinstance(counts, list) or not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError("counts of triangles")
    if len(numbers) != 72 * sum(counts):
        raise ValueError("as many triangles as are told of")
    every = np.frombuffer(numbers, dtype=np.float64).reshape(-1, 3, 3)
    if not np.isfinite(every).all():
        raise ValueError("numbers")
    every = np.asarray(np.round(every, 6) + 0.0, dtype=np.float64)
    return np.split(every, np.cumsum(counts)[:-1]) if counts else []


def _solids(told: Any, surfaces: list[Facets]) -> list[StepSolid]:
    if not isinstance(told, list) or len(told) > MOST_SOLIDS:
        raise ValueError("solids")
    found = []
    for surface, matrix, colour, name in told:
        if type(surface) is not int or not 0 <= surface < len(surfaces):
            raise ValueError("a surface")
        if not (isinstance(colour, str) and COLOUR.fullmatch(colour) and isinstance(name, str)):
            raise ValueError("a colour and a name")
        found.append(StepSolid(surfaces[surface], _numbers(matrix, 12), colour, name))
    return found
