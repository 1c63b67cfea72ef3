"""The page that tells which proof runs where names every file of tests and every benchmark, and each benchmark says
what it is for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

from measuring import recorded

ROOT = Path(__file__).parent.parent
NAMES = sorted(path.name for path in (ROOT / "benchmarks").glob("*.py"))


def is_program(path: Path) -> bool:
    """Tell whether a module can be run: whether it asks for its own name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in tree.body)


PROGRAMS = [name for name in NAMES if is_program(ROOT / "benchmarks" / name)]


def strays(page: str, tests: list[str], benchmarks: list[str]) -> Iterator[str]:
    """Yield what a page does not name, and what it names that is not there."""
    patterns = set(re.findall(r"`(test_\w+\*?)`", page)) - {"test_x*"}
    programs = set(re.findall(r"`(\w+\.py)`", page))
    yield from (name for name in tests if not any(fnmatchcase(name, pattern) for pattern in patterns))
    yield from (pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in tests))
    yield from programs ^ set(benchmarks)


def test_every_file_of_tests_and_every_benchmark_stands_on_the_page(root: Path) -> None:
    page = (root / "docs/proof/gate.md").read_text(encoding="utf-8")
    tests = [path.stem for path in (root / "tests").glob("test_*.py")]
    assert sorted(strays(page, tests, NAMES)) == []


def test_what_is_missing_on_the_page_or_in_the_house_is_found() -> None:
    page = "`test_a*` `test_b` `x.py`"
    assert list(strays(page, ["test_a", "test_ab", "test_b"], ["x.py"])) == []
    assert list(strays(page, ["test_a", "test_b", "test_c"], ["x.py"])) == ["test_c"]
    assert list(strays(page, ["test_a"], ["x.py"])) == ["test_b"]
    assert sorted(strays(page, ["test_a", "test_b"], ["y.py"])) == ["x.py", "y.py"]


def complaint(workflow: Path) -> str:
    """What the schema of GitHub's workflows says against a file, and the tests that it names and are not there."""
    asked = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", workflow]
    done = subprocess.run([sys.executable, *asked], capture_output=True, text=True, timeout=60)
    named = re.findall(r"tests/\w+\.py", workflow.read_text(encoding="utf-8"))
    return (done.stdout + done.stderr if done.returncode else "") + "".join(n for n in named if not (ROOT / n).exists())


def test_workflows_are_as_their_schema_says(root: Path, tmp_path: Path) -> None:
    (workflow,) = (root / ".github/workflows").glob("*")
    assert complaint(workflow) == ""
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(workflow.read_text().replace("runs-on", "runs_on"))
    assert "'runs-on' is a required property" in complaint(wrong)
    wrong.write_text(workflow.read_text().replace("test_exact", "test_inexact"))
    assert complaint(wrong) == "tests/test_inexact.py"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_benchmark_says_what_it_is_for(root: Path, name: str) -> None:
    done = subprocess.run(
        [sys.executable, root / "benchmarks" / name, "--help"],
        cwd=root, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: {name} [-h]")
    assert f"`{name}`" in (root / "benchmarks/README.md").read_text(encoding="utf-8")


def test_every_benchmark_that_measures_has_its_limits_and_a_place_for_its_figures(root: Path) -> None:
    page = (root / "benchmarks/README.md").read_text(encoding="utf-8")
    measures = set()
    for name in PROGRAMS:
        text = (root / "benchmarks" / name).read_text(encoding="utf-8")
        assert "ru_maxrss" not in text  # said once, in measuring.py
        assert "wait4" not in text
        if "report(" in text:
            measures.add(Path(name).stem)
            assert re.search(r"\b(most|least)=", text), name
            assert recorded(page, Path(name).stem, "")
    assert {"sets", "ratio", "boards", "startup", "growth", "economy"} <= measures
