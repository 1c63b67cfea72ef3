"""Every code that a finding can have is demanded by some test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from finding_codes import expected, said, takers

from quasiprint.games.triomino.laws import LAWS


def parsed(folder: Path) -> dict[str, ast.Module]:
    return {str(path.relative_to(folder)): ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")}


def first_tier(tests: dict[str, ast.Module]) -> list[ast.Module]:
    """Return what of the tests everybody runs: without files and tests that are marked as thorough."""

    def thorough(node: ast.stmt) -> bool:
        marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
        return any(ast.unparse(mark) == "pytest.mark.thorough" for mark in marks)

    def whole(node: ast.stmt) -> bool:
        return isinstance(node, ast.Assign) and ast.unparse(node) == "pytestmark = pytest.mark.thorough"

    trees = (tree for tree in tests.values() if not any(map(whole, tree.body)))
    return [ast.Module([node for node in tree.body if not thorough(node)], []) for tree in trees]


@pytest.fixture(scope="module")
def program(root: Path) -> tuple[set[str], list[str]]:
    """What the program can say, and where that cannot be read."""
    return said(parsed(root / "quasiprint"))


def test_every_code_is_demanded_by_a_test(root: Path, program: tuple[set[str], list[str]]) -> None:
    codes, unseen = program
    assert not unseen  # write the code where it is said, or into a table beside it
    assert {
        "piece-missing",
        "tile-duplicate",
        "file-unreadable",
        "stroke-too-fine",
        "off-bed",
        "square-covered",
    } <= codes
    assert set(LAWS) <= codes
    missing = set(codes)
    for path in (root / "tests").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        # what has no code that is missed need not be parsed; this file names codes as examples alone
        if path != Path(__file__) and any(code in source for code in missing):
            missing -= expected(first_tier({path.name: ast.parse(source)}))
    assert sorted(missing) == []


def test_what_the_second_tier_alone_demands_is_missed() -> None:
    demands = "def test_a():\n    assert codes == ['a-code']\n"
    for text, wanted in (
        (demands, {"a-code"}),
        (f"@pytest.mark.thorough\n{demands}", set()),
        (f"pytestmark = pytest.mark.thorough\n{demands}", set()),
        (f"@pytest.mark.sampled(1)\n{demands}", {"a-code"}),
    ):
        assert expected(first_tier({"test_some.py": ast.parse(text)})) & {"a-code"} == wanted, text


def test_every_code_is_kebab_case(program: tuple[set[str], list[str]]) -> None:
    codes, _ = program
    assert [code for code in codes if not all(word.isalnum() and word.islower() for word in code.split("-"))] == []


DEFINITIONS = """
from dataclasses import dataclass
@dataclass
class Finding:
    code: str
    subject: str
class Unreadable(Exception):
    def __init__(self, message, code="file-unreadable"):
        self.code = code
def error(code, subject): return Finding(code, subject)
class Teller:
    def tell(self, number, code): return error(code, number)
TABLE = {"a": "from-table-a", "b": "from-table-b"}
"""


def codes_of(program: str) -> tuple[set[str], list[str]]:
    return said({"program": ast.parse(DEFINITIONS + program)})


def test_what_takes_a_code_is_found() -> None:
    found = takers([ast.parse(DEFINITIONS)])
    assert {name: taker.place for name, taker in found.items()} == {
        "Finding": 0,
        "Unreadable": 1,
        "error": 0,
        "tell": 1,
    }
    assert found["Unreadable"].usual == "file-unreadable"


@pytest.mark.parametrize(
    ("program", "codes"),
    [
        ("error('one-code', 'x')", {"one-code"}),
        ("error(subject='x', code='one-code')", {"one-code"}),
        ("Finding('one-code', 'x')", {"one-code"}),
        ("raise Unreadable('bad')", {"file-unreadable"}),
        ("raise Unreadable('bad', 'unit-wrong')", {"unit-wrong"}),
        ("Teller().tell(3, 'told-code')", {"told-code"}),
        ("error('this' if x else 'that', 'x')", {"this", "that"}),
        ("def f(x):\n code = 'one' if x else 'two'\n return error(code, 'x')", {"one", "two"}),
        (
            "def f(x):\n if x: code, why = 'one', x\n else: code, why = 'two', x\n return error(code, why)",
            {"one", "two"},
        ),
        ("def f(x): return error(TABLE[x], 'x')", {"from-table-a", "from-table-b"}),
        ("def f(x): return error(x.code, 'x')", set()),
        ("# error('one-code', 'x')", set()),
        ('"""error(\'one-code\', 1)"""', set()),
        ("print('one-code')", set()),
    ],
)
def test_codes_are_read_from_the_syntax(program: str, codes: set[str]) -> None:
    assert codes_of(program) == (codes, [])


@pytest.mark.parametrize(
    "program",
    [
        "def f(kind): return error(f'{kind}-too-fine', 'x')",
        "def f(kind): return error(kind, 'x')",
        "def f(kind): return error(OTHER[kind], 'x')",
        "def f(kind):\n code = made(kind)\n return error(code, 'x')",
        "error()",
    ],
)
def test_a_code_that_nobody_can_read_is_told(program: str) -> None:
    codes, unseen = codes_of(program)
    assert (codes, len(unseen)) == (set(), 1)


def test_two_modules_may_have_private_functions_of_one_name() -> None:
    one = ast.parse("def _found(code, x): return error(code, x)\n_found('one-code', 1)")
    two = ast.parse("def _found(x): return x\n_found(1)")
    assert said({"model": ast.parse(DEFINITIONS), "one": one, "two": two}) == ({"one-code"}, [])


def test_what_tests_expect_is_no_comment_and_no_docstring() -> None:
    program = '''
"""one-code"""
def test_it():
    """two-code"""
    # three-code
    assert codes() == {"four-code"}
    "five-code"
@parametrize("code", ["six-code"])
def test_others(code):
    assert "says seven-code and more" in code
    assert [c for c in codes() if c != "eight-code"] == []
    assert "nine-code" not in codes()
    assert law("ten-code eleven-code") and said("no twelve-code")
'''
    found = expected([ast.parse(program)])
    assert {"four-code", "six-code", "ten-code", "eleven-code"} <= found
    assert not found & {
        "one-code",
        "two-code",
        "three-code",
        "five-code",
        "seven-code",
        "eight-code",
        "nine-code",
        "twelve-code",
    }
