"""The program that `verify` starts for STEP: it runs nothing that lies about, and what it says is believed nothing."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke
from foreign import KERNEL
from mutations.folder import copied, mended

from quasiprint.formats.step import child, kernel
from quasiprint.model.errors import Unavailable
from quasiprint.readback.unreadable import Unreadable

TRAPS = (
    "array", "ctypes", "errno", "io", "json", "kernel", "numpy", "OCP", "pickle", "quasiprint", "re", "shapely",
    "sitecustomize", "struct", "usercustomize",
)  # fmt: skip
START = "import sys; sys.path.insert(0, {root!r}); from quasiprint.cli import main; main(prog_name='quasiprint')"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "triomino"
    result = invoke("make", "triomino", "--highest", "0", "--format", "stl,step", "-o", folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def trapped(made: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A made set with modules among its files that Python knows by name, and the file that tells which of them ran."""
    folder, marker = copied(made, tmp_path / "set"), tmp_path / "ran"
    for name in TRAPS:
        (folder / f"{name}.py").write_text(f"with open({str(marker)!r}, 'a') as ran: ran.write('{name} ')\n")
    mended(folder)
    return folder, marker


def ran(marker: Path) -> str:
    return marker.read_text() if marker.exists() else ""


@pytest.mark.foreign(KERNEL)
def test_nothing_in_the_folder_runs(trapped: tuple[Path, Path], tmp_path: Path, root: Path) -> None:
    folder, marker = trapped
    installed = tmp_path / "bin" / "start.py"  # as pip puts one: its own folder is first on the path
    installed.parent.mkdir()
    installed.write_text(START.format(root=str(root)))
    for path in ("", None):
        surroundings = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONSAFEPATH")}
        surroundings |= {"PYTHONPATH": path} if path is not None else {}
        done = subprocess.run(
            [sys.executable, installed, "verify", ".", "--json"],
            cwd=folder, env=surroundings, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1, done.stderr  # for the files that are none of the set's
        codes = {found["code"] for found in json.loads(done.stdout)["findings"]}
        assert codes == {"file-unlisted", "bytes-differ"}  # the manifest lists them
        assert "step/triomino-set.step" in json.loads(done.stdout)["off"]  # it was read
        assert ran(marker) == ""


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("path", [".", "", os.pathsep, f".{os.pathsep}"])
def test_nothing_runs_wherever_python_is_told_to_look(
    trapped: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    folder, marker = trapped
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path, "", ".", str(folder), str(folder / "step" / "..")])
    assert len(child.solids_of((folder / "step/triomino-set.step").read_bytes())) == 1
    assert ran(marker) == ""


def test_the_traps_would_run_where_somebody_lets_them(trapped: tuple[Path, Path]) -> None:
    folder, marker = trapped
    code = "import pickle, re, numpy, OCP, json"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, env={**os.environ, "PYTHONSAFEPATH": ""})
    assert {"pickle", "numpy", "OCP"} <= set(ran(marker).split())


def test_libraries_are_looked_for_where_this_process_finds_them(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "libraries").mkdir()
    monkeypatch.setattr(sys, "path", [str(here / "libraries"), "", ".", "libraries", str(here), f"{here}/libraries/.."])
    assert child.libraries() == [str(here / "libraries")]


# What ends in a program's place is what that program does: here one of ours.


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let another program be started for STEP. Its code finds `out` and `LOADED`."""

    def put(code: str) -> None:
        path = tmp_path / "program.py"
        path.write_text(f"import os, signal, sys, time\nout, LOADED = sys.stdout.buffer, {kernel.LOADED!r}\n{code}\n")
        monkeypatch.setattr(child, "PROGRAM", path)

    return put


LOADED = "out.write(LOADED); out.flush()"


@pytest.mark.parametrize("number", ["SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS", "SIGILL"])
def test_a_kernel_that_ends_on_a_file_cannot_read_it(program: Callable[[str], None], number: str) -> None:
    program(f"{LOADED}; os.kill(os.getpid(), signal.{number})")
    with pytest.raises(Unreadable, match="the CAD kernel fails on it"):
        child.solids_of(b"x" * 300_000)


@pytest.mark.parametrize(
    "code",
    [
        "sys.exit(1)",
        "os.kill(os.getpid(), signal.SIGSEGV)",  # before it has read anything
        f"{LOADED}; os.kill(os.getpid(), signal.SIGKILL)",  # as the system does that has no memory left
        f"{LOADED}; os.kill(os.getpid(), signal.SIGTERM)",
        'out.write(b\'{"lacking": "cannot load (libX11.so.6: cannot open): pip install cadquery"}\\n\')',
    ],
)
def test_what_the_machine_lacks_is_no_fault_of_the_file(program: Callable[[str], None], code: str) -> None:
    program(code)
    with pytest.raises(Unavailable, match=r"cannot be started|was ended by signal|pip install cadquery"):
        child.solids_of(b"x")


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("std::bad_alloc", "not enough memory to load the CAD kernel"),
        ("libTKernel.so: failed to map segment from shared object", "not enough memory to load the CAD kernel"),
        ("libGL.so.1: cannot open shared object file", 'pip install "quasiprint[cadquery]", apt install libgl1'),
    ],
)
def test_a_kernel_for_which_memory_is_short_is_not_missing(reason: str, said: str) -> None:
    assert said in kernel.missing(ImportError(reason))
    assert ("pip install" in kernel.missing(ImportError(reason))) is ("pip install" in said)


def test_too_many_open_files_are_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(Unavailable, match="Too many open files"):
        child.solids_of(b"x")


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize(
    ("limit", "says"),
    [
        ("RLIMIT_AS, (300 << 20,) * 2", "STEP cannot be read: there is not enough memory"),
        ("RLIMIT_NOFILE, (4, 4)", "open"),
    ],
)
def test_a_limit_of_the_machine_is_no_fault_of_the_file(
    made: Path, program: Callable[[str], None], limit: str, says: str
) -> None:
    program(f"import resource, runpy; resource.setrlimit(resource.{limit})\nrunpy.run_path({kernel.__file__!r}, "
            "run_name='__main__')")  # fmt: skip
    with pytest.raises(Unavailable, match=says):
        child.solids_of((made / "step/triomino-set.step").read_bytes())


def test_a_file_that_takes_too_long_cannot_be_read(
    program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "LONGEST", 0.5)
    program(f"{LOADED}; time.sleep(60)")
    began = time.monotonic()
    with pytest.raises(Unreadable, match=r"more than 0\.5 s"):
        child.solids_of(b"x")
    assert time.monotonic() - began < 20


def test_an_interruption_ends_both_and_is_no_finding(program: Callable[[str], None], tmp_path: Path) -> None:
    told = tmp_path / "told"
    program(f"{LOADED}; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)")

    def interrupt() -> None:
        while not (told.exists() and told.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            child.solids_of(b"x")
        thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_a_program_that_is_interrupted_is_an_interruption(program: Callable[[str], None]) -> None:
    program(f"{LOADED}; signal.signal(signal.SIGINT, signal.SIG_DFL); os.kill(os.getpid(), signal.SIGINT)")
    with pytest.raises(KeyboardInterrupt):
        child.solids_of(b"x")


CORNERS = struct.pack("<9d", *range(9))
MATRIX = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def answered(solids: object = None, surfaces: object = (1,), corners: bytes = CORNERS) -> bytes:
    told = [[0, MATRIX, "#00FF00", "a"]] if solids is None else solids
    return json.dumps({"solids": told, "surfaces": surfaces}).encode() + b"\n" + corners


def test_an_answer_is_data() -> None:
    (solid,) = child.decoded(answered())
    assert solid.facets.tolist() == [[[0, 1, 2], [3, 4, 5], [6, 7, 8]]]
    assert (solid.matrix, solid.colour, solid.name) == (tuple(MATRIX), "#00FF00", "a")
    with pytest.raises(Unreadable, match="two roots") as told:
        child.decoded(b'{"unreadable": ["two roots", "piece-missing"]}\n')
    assert told.value.code == "piece-missing"
    with pytest.raises(Unavailable, match="apt install"):
        child.decoded(b'{"lacking": "apt install"}\n')


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"\n", b"[]\n", b"noise\n", b"\x80\x04\x95.", b'{"solids": []}\n', b'{"unreadable": 1}\n', b"[" * 100_000,
        b'{"unreadable": ["a", "no-code"]}\n',
        answered(corners=CORNERS[:-1]), answered(corners=CORNERS + b"x"), answered(surfaces=[-1]),
        answered(surfaces=[True]), answered(surfaces=1), answered(surfaces=[1, 1]),
        answered(corners=struct.pack("<9d", *range(8), float("nan"))),
        answered([[1, MATRIX, "", "a"]]), answered([[-1, MATRIX, "", "a"]]), answered([[0.0, MATRIX, "", "a"]]),
        answered([[0, MATRIX[1:], "", "a"]]), answered([[0, [*MATRIX[1:], 1e999], "", "a"]]),
        answered([[0, [*MATRIX[1:], "1"], "", "a"]]), answered([[0, MATRIX, "red", "a"]]),
        answered([[0, MATRIX, "", 1]]), answered([[0, MATRIX, ""]]), answered(5),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_not_believed(answer: bytes) -> None:
    with pytest.raises(Unreadable, match="the CAD kernel fails on it"):
        child.decoded(answer)


def test_an_answer_without_end_is_cut_off(program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MOST_ANSWER", 1 << 20)
    program(f"{LOADED}\nwhile True: out.write(b'x' * 65536)")
    with pytest.raises(Unreadable, match="longer than"):
        child.solids_of(b"x")


def test_what_the_kernel_prints_is_no_answer(tmp_path: Path) -> None:
    """A kernel of our own that prints, where Python finds no other."""
    noisy = tmp_path / "OCP"
    noisy.mkdir()
    (noisy / "__init__.py").write_text("")
    (noisy / "STEPCAFControl.py").write_text("import os; os.write(1, b'statistics'); os.write(2, b'!'); print('more')")
    (noisy / "Standard.py").write_text(
        "class Standard_Failure(Exception): pass\nclass Standard_OutOfMemory(Exception): pass\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", kernel.__file__, "1", str(tmp_path)], input=b"x", capture_output=True, check=True
    )
    loaded, _, said = done.stdout.partition(b"\n")
    assert (loaded + b"\n", done.stderr) == (kernel.LOADED, b"")
    assert "OCP.BRepMesh" in json.loads(said)["lacking"]  # which this kernel has not


def test_the_program_imports_nothing_of_the_package() -> None:
    code = f"import runpy, sys; runpy.run_path({kernel.__file__!r}); print([m for m in sys.modules if 'quasi' in m])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
