"""Every code that a finding can have is demanded by some test of the first tier: each law has its counterexample."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from quasiprint.games.triomino.rounds import laws

CODE = re.compile("[a-z]+(-[a-z0-9]+)+")


def parsed(folder: Path) -> list[ast.Module]:
    """Return the modules of a folder in which something takes a code, and those that call it."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    held = {source: ast.parse(source) for source in sources if re.search(r"\bcode\b", source)}
    named = "|".join(takers(node for tree in held.values() for node in ast.walk(tree)))
    calls = (source for source in sources if source not in held and re.search(rf"\b(?:{named})\(", source))
    return [*held.values(), *map(ast.parse, calls)]


def texts(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the codes that stand in parts of a program, each word of a text that is codes alone."""
    held = (one.value for node in nodes for one in ast.walk(node) if isinstance(one, ast.Constant))
    words = [text.split() for text in held if isinstance(text, str)]
    return {word for each in words if all(map(CODE.fullmatch, each)) for word in each}


def takers(nodes: Iterable[ast.AST]) -> dict[str, int]:
    """Return what takes a code, by its name, and as its argument of which number."""
    found = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            names = [arg.arg for arg in node.args.args if arg.arg not in ("self", "cls")]
        elif isinstance(node, ast.ClassDef):
            made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
            fields = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
            names = [field.id for field in fields if isinstance(field, ast.Name)]
            names = [one.arg for one in made[0].args.args[1:]] if made else names
        else:
            continue
        if "code" in names:
            found[node.name] = names.index("code")
    return found


def said(trees: list[ast.Module]) -> set[str]:
    """Return the codes that programs can say: what is handed to a taker, or assigned to a name that is."""
    walked = [list(ast.walk(tree)) for tree in trees]
    known, found = takers(node for nodes in walked for node in nodes), set[str]()
    for nodes in walked:
        named: dict[str, list[ast.AST]] = {}
        for node in (node for node in nodes if isinstance(node, ast.Assign)):
            for name in (one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)):
                named.setdefault(name, []).append(node.value)
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            place = known.get(getattr(call.func, "id", getattr(call.func, "attr", "")))
            if place is not None:
                given = [
                    *call.args[place : place + 1],
                    *(keyword.value for keyword in call.keywords if keyword.arg == "code"),
                ]
                names = {one.id for node in given for one in ast.walk(node) if isinstance(one, ast.Name)}
                found |= texts([*given, *(value for name in names for value in named.get(name, ()))])
    return found


def demanded(tree: ast.Module) -> set[str]:
    """Return what codes tests of the first tier expect: no docstring counts, and nothing that is told apart."""

    def thorough(node: ast.stmt) -> bool:
        marks = node.decorator_list if isinstance(node, ast.FunctionDef) else [node]
        return any(ast.unparse(mark).endswith("pytest.mark.thorough") for mark in marks)

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.NotEq, ast.NotIn)):
            node.left, node.comparators = ast.Constant(None), [ast.Constant(None)]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    whole = any(isinstance(node, ast.Assign) and thorough(node) for node in tree.body)
    return set() if whole else texts(node for node in tree.body if not thorough(node))


def test_every_code_is_demanded_by_a_test(root: Path) -> None:
    codes = said(parsed(root / "quasiprint"))
    assert {"piece-missing", "file-unreadable", "stroke-too-fine", "off-bed", *laws()} <= codes
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(code in text for code in codes):
            codes -= demanded(ast.parse(text))
    assert sorted(codes) == []


def test_a_code_that_no_test_demands_is_missed() -> None:
    program = "def error(code, x): ...\nerror('one-code' if x else 'two-code', 1)\nerror(code='three-code', x=1)\n"
    assert said([ast.parse(program)]) == {"one-code", "two-code", "three-code"}
    test = "def test_a():\n    assert codes() == {'one-code'} and x != 'two-code'\n"
    assert demanded(ast.parse(test)) == {"one-code"}
    assert demanded(ast.parse(f"@pytest.mark.thorough\n{test}")) == set()
