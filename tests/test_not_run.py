"""Tests that need a foreign program: left out and named where it is missing, refused by the gate."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import foreign
import not_run
import pytest
from foreign import FOREIGN, KERNEL

TESTS = Path(__file__).parent

NEEDY = """
import pytest, foreign

def test_plain(): pass

@pytest.mark.foreign("qpdf")
@pytest.mark.parametrize("k", [1, 2, 3])
def test_pdf(k): assert foreign.run("qpdf", "--version", capture_output=True).returncode == 0

@pytest.fixture
def costly(): raise RuntimeError("made for nothing")

@pytest.mark.foreign("admesh", "libGL.so.1")
def test_both(costly): pass
"""
WORKERS = {"alone": (), "in two processes": ("-p", "xdist.plugin", "-n", "2")}
# as on a machine without libGL
NO_KERNEL = """
import ctypes
real = ctypes.CDLL
def load(name, *rest, **options):
    if name == "libGL.so.1":
        raise OSError(name)
    return real(name, *rest, **options)
ctypes.CDLL = load
"""


def tried(folder: Path, *options: str, gate: bool = False, **files: str) -> subprocess.CompletedProcess[str]:
    """Run pytest over files where no program can be found."""
    for name, text in {"no_kernel": NO_KERNEL, **files}.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "empty").mkdir(exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "QUASIPRINT"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no_kernel", "-p", "not_run", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env={
            **kept,
            "PATH": str(folder / "empty"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": f"{TESTS}{os.pathsep}{folder}",
            **({"QUASIPRINT_GATE": "1"} if gate else {}),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("workers", WORKERS)
def test_what_is_not_run_is_named_with_the_package(tmp_path: Path, workers: str) -> None:
    result = tried(tmp_path, *WORKERS[workers], test_needy=NEEDY)
    assert result.returncode == 0, result.stdout
    assert "1 passed, 4 skipped" in result.stdout
    found = result.stdout.partition("not run: what they need is not installed")[2].splitlines()
    assert [line for line in found if line and "====" not in line] == [
        f"admesh: 1 test of {FOREIGN['admesh'].asked} (apt install admesh)",
        "    test_needy.py::test_both",
        f"libGL.so.1: 1 test of {FOREIGN[KERNEL].asked} (apt install libgl1)",
        "    test_needy.py::test_both",
        f"qpdf: 3 tests of {FOREIGN['qpdf'].asked} (apt install qpdf)",
        "    test_needy.py::test_pdf (3)",
        "To run them: apt install admesh libgl1 qpdf",
    ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("workers", WORKERS)
def test_the_gate_refuses_what_was_not_run(tmp_path: Path, workers: str) -> None:
    result = tried(tmp_path, *WORKERS[workers], gate=True, test_needy=NEEDY)
    assert result.returncode == 1, result.stdout
    assert "1 passed, 4 errors" in result.stdout
    assert "not run for want of qpdf (apt install qpdf)\nThe gate lets no test be left out." in result.stdout
    assert "To run them: apt install admesh libgl1 qpdf" in result.stdout
    assert "made for nothing" not in result.stdout


SKIPPING = {
    "by a mark": 'import pytest\n@pytest.mark.skip(reason="no time")\ndef test_a(): pass',
    "by a condition": "import pytest\n@pytest.mark.skipif(True, reason='no time')\ndef test_a(): pass",
    "in a test": 'import pytest\ndef test_a(): pytest.skip("no time")',
    "in a fixture": 'import pytest\n@pytest.fixture\ndef a(): pytest.skip("no time")\ndef test_a(a): pass',
    "a file": 'import pytest\npytest.skip("no time", allow_module_level=True)',
    "an import": 'import pytest\npytest.importorskip("no_such_module", reason="no time")\ndef test_a(): pass',
    "a fault expected": 'import pytest\n@pytest.mark.xfail(reason="no time")\ndef test_a(): assert False',
    "no parameter": 'import pytest\n@pytest.mark.parametrize("a", [])\ndef test_a(a): pass',
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("workers", WORKERS)
def test_the_gate_lets_nothing_be_skipped(tmp_path: Path, workers: str) -> None:
    files = {f"test_{number}": text for number, text in enumerate(SKIPPING.values())}
    assert tried(tmp_path, *WORKERS[workers], **files).returncode == 0
    result = tried(tmp_path, *WORKERS[workers], "--continue-on-collection-errors", gate=True, **files)
    assert result.returncode == 1, result.stdout
    refused = set(re.findall(r"^(?:FAILED|ERROR) (test_\d+)\.py", result.stdout, re.MULTILINE))
    assert refused == set(files), result.stdout
    assert len(re.findall(r"The gate lets no test be left out\.$", result.stdout, re.MULTILINE)) >= len(files)
    assert result.stdout.count("no time") >= len(files) - 1
    # and what is run as it should be is not refused
    for name in files:
        (tmp_path / f"{name}.py").write_text("def test_a(): pass")
    assert tried(tmp_path, *WORKERS[workers], gate=True).returncode == 0


def test_these_tests_are_under_that_rule(request: pytest.FixtureRequest) -> None:
    assert request.config.pluginmanager.is_registered(not_run)
    with pytest.raises(RuntimeError, match="a test that runs qpdf has to say so"):
        foreign.run("qpdf", "--version")


def test_a_test_that_does_not_say_what_it_runs_fails(tmp_path: Path) -> None:
    """Though it would pass where the program is: otherwise only a bare machine would show it."""
    text = NEEDY.replace('@pytest.mark.foreign("qpdf")\n', "")
    result = tried(tmp_path, test_needy=text)
    assert result.returncode == 1
    assert 'a test that runs qpdf has to say so: @pytest.mark.foreign("qpdf")' in result.stdout
    result = tried(tmp_path, test_needy=NEEDY.replace('"admesh"', '"admsh"'))
    assert result.returncode == 1
    assert "KeyError: 'admsh'" in result.stdout


SAID = ("foreign.run", "foreign.where", "pytest.mark.foreign")


def programs_named(text: str) -> set[str]:
    """Return the foreign programs that code names other than in `foreign.run`, `foreign.where` and marks."""
    if not any(name in text for name in FOREIGN):
        return set()
    tree = ast.parse(text)
    allowed = {
        argument
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in SAID
        for argument in node.args
    }
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in allowed}
    return words & (set(FOREIGN) - {KERNEL})


def kernels_loaded(text: str) -> set[str]:
    """Return the modules that code loads when it is imported, and that need the CAD kernel."""
    found = set()
    for node in ast.parse(text).body if re.search("cadquery|OCP", text) else ():
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found & {"cadquery", "OCP"}


def test_no_other_way_leads_to_a_foreign_program() -> None:
    own = {"foreign.py", Path(__file__).name}
    files = [path for path in sorted(TESTS.rglob("*.py")) if path.name not in own]
    assert len(files) > 80
    for path in files:
        assert not programs_named(path.read_text()), path
        assert not kernels_loaded(path.read_text()), path
    assert programs_named('import subprocess\nsubprocess.run(["qpdf", "--check"])') == {"qpdf"}
    assert not programs_named('@pytest.mark.foreign("qpdf")\ndef test(): foreign.run("qpdf", "--check")')
    assert kernels_loaded("import cadquery as cq") == {"cadquery"}
    assert kernels_loaded("from OCP.gp import gp_Pnt") == {"OCP"}
    assert not kernels_loaded("def f():\n    import cadquery")


# --- the gate -----------------------------------------------------------------------------------

README = """
<!-- gate: make -->
```
mkdir -p output/quasimino && echo 1 > output/quasimino/manifest.json && echo made && exit ${MAKES-0}
```
<!-- gate: test -->
```
echo "gate: ${QUASIPRINT_GATE-} options: ${PYTEST_ADDOPTS-}" && exit ${ENDS-0}
```
"""


def gate(root: Path, folder: Path, **variables: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run the gate's own script over a project with other promises; return what it did, and what it would install."""
    for name in (".ci", "tests", "programs"):
        (folder / name).mkdir(parents=True)
    (folder / ".ci/run").write_bytes((root / ".ci/run").read_bytes())
    (folder / "README.md").write_text(README)
    (folder / "tests/foreign.py").write_text((TESTS / "foreign.py").read_text().replace('"qpdf"', '"no-such-qpdf"'))
    for name, script in {"apt-get": 'echo "$@" >> "$LOG"', "sudo": '"$@"'}.items():
        (folder / "programs" / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / "programs" / name).chmod(0o755)
    log = folder.parent / "log"
    log.write_text("")
    path = f"{folder / 'programs'}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", folder / ".ci/run"],
        env={**os.environ, "PATH": path, "LOG": str(log), **variables},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return result, [line for line in log.read_text().splitlines() if line.startswith("install")]


def test_the_gate_installs_what_is_missing_and_keeps_both_promises(root: Path, tmp_path: Path) -> None:
    result, installed = gate(root, tmp_path / "project", PYTEST_ADDOPTS="-k nothing")
    assert result.returncode == 0, result.stderr
    assert "gate: 1 options: \n" in result.stdout
    assert "\nmade\n" in result.stdout
    (line,) = installed
    assert "no-such-qpdf" in line.split()


def test_the_gate_fails_with_the_tests_and_with_the_set(root: Path, tmp_path: Path) -> None:
    for name in ("ENDS", "MAKES"):
        result, _ = gate(root, tmp_path / name, **{name: "3"})
        assert result.returncode == 3


def test_what_is_missing_is_told_by_its_package(tmp_path: Path) -> None:
    """By the script that the gate calls, which needs nothing but Python."""
    command = [sys.executable, "-I", "-S", TESTS / "foreign.py"]
    result = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    programs = {one.package for name, one in FOREIGN.items() if name != KERNEL}
    assert programs <= set(result.stdout.split()) <= programs | {FOREIGN[KERNEL].package}
    for name in set(FOREIGN) - {KERNEL}:
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    result = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert not programs & set(result.stdout.split())
