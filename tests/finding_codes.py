"""The codes of findings, read from the syntax of programs: which can be said, and which are expected.

A function with a parameter `code`, or a class with such a field, takes a code: whatever is handed to it must be a
text that stands there, one of several such texts, or a code that somebody else has handed on. A code in a comment or
a docstring is none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

CODE = re.compile("[a-z]+(-[a-z0-9]+)+")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Taker:
    """Something that takes a code: as its argument number `place`, `usual` where none is given."""

    place: int
    usual: str | None


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def takers(trees: Iterable[ast.Module]) -> dict[str, Taker]:
    """Return what takes a code, by its name."""
    found: dict[str, Taker | None] = {}
    for tree in trees:
        for node in _statements(tree):
            if isinstance(node, Function) and node.name != "__init__":
                found[node.name] = found.get(node.name) or _of_function(node)
            elif isinstance(node, ast.ClassDef):
                found[node.name] = found.get(node.name) or _of_class(node)
    return {name: taker for name, taker in found.items() if taker is not None}


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is no expression: nothing is defined in one, and most of a program is expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from _statements(child)


def _of_function(node: Function) -> Taker | None:
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    if "code" not in names:
        return None
    defaults = dict(zip(names[::-1], node.args.defaults[::-1], strict=False))
    return Taker(names.index("code") - (names[0] in ("self", "cls")), _text(defaults.get("code")))


def _of_class(node: ast.ClassDef) -> Taker | None:
    for item in node.body:
        if isinstance(item, Function) and item.name == "__init__":
            return _of_function(item)
    fields = [item.target for item in node.body if isinstance(item, ast.AnnAssign)]
    names = [field.id for field in fields if isinstance(field, ast.Name)]
    return Taker(names.index("code"), None) if "code" in names else None


def _tables(tree: ast.Module) -> dict[str, set[str]]:
    """Return the texts that are the values of a module's tables, by the table's name."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and isinstance(node.targets[0], ast.Name):
            texts = [_text(value) for value in node.value.values]
            if all(texts):
                found[node.targets[0].id] = {text for text in texts if text}
    return found


def said(trees: dict[str, ast.Module]) -> tuple[set[str], list[str]]:
    """Return the codes that programs can say, and where one is said that cannot be read from the syntax."""
    own = {name: takers([tree]) for name, tree in trees.items()}
    public: dict[str, Taker] = {}
    for takes in own.values():
        public = {called: taker for called, taker in takes.items() if not called.startswith("_")} | public
    codes: set[str] = set()
    unseen: list[str] = []
    for name, tree in trees.items():
        known = public | own[name]
        tables = _tables(tree)
        for function, call in _calls(tree):
            taker = known.get(getattr(call.func, "id", getattr(call.func, "attr", "")))
            if taker is None:
                continue
            given: ast.expr | None = next((k.value for k in call.keywords if k.arg == "code"), None)
            if given is None and len(call.args) > taker.place:
                given = call.args[taker.place]
            usual = {taker.usual} if taker.usual else None
            found = usual if given is None else _values(given, function, tables)
            if found is None:
                unseen.append(f"{name}:{call.lineno}")
            else:
                codes |= found
    return codes, unseen


def _calls(tree: ast.AST, function: Function | None = None) -> Iterator[tuple[Function | None, ast.Call]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield function, node
        yield from _calls(node, node if isinstance(node, Function) else function)


def _values(node: ast.expr, function: Function | None, tables: dict[str, set[str]]) -> set[str] | None:
    """Return the texts that an expression may be; none of them where it hands a code on; None if nobody can say."""
    text = _text(node)
    if text is not None:
        return {text}
    if isinstance(node, ast.IfExp):
        one, two = _values(node.body, function, tables), _values(node.orelse, function, tables)
        return None if one is None or two is None else one | two
    if isinstance(node, ast.Attribute) and node.attr == "code":
        return set()
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return tables.get(node.value.id)
    if isinstance(node, ast.Name) and function is not None:
        if node.id == "code" and any(a.arg == "code" for a in function.args.args):
            return set()
        return _assigned(node.id, function, tables)
    return None


def _assigned(name: str, function: Function, tables: dict[str, set[str]]) -> set[str] | None:
    """Return the texts that a function gives a name."""
    found: set[str] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            value: ast.expr | None = None
            if isinstance(target, ast.Name) and target.id == name:
                value = node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=True)
                value = next((v for t, v in pairs if isinstance(t, ast.Name) and t.id == name), None)
            if value is not None:
                texts = _values(value, function, tables)
                if texts is None:
                    return None
                found |= texts
    return found or None


def expected(trees: Iterable[ast.Module]) -> set[str]:
    """Return every text of tests that is a whole value, each word of one that is codes alone.

    No docstring counts, no comment, and nothing that is told apart from what is expected (`!=`, `not in`).
    """
    found: set[str] = set()
    for tree in trees:
        idle = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.NotEq, ast.NotIn)):
                idle |= {node.left, *node.comparators}
        texts = {_text(node) for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in idle}
        for text in filter(None, texts):
            words = text.split()
            found |= set(words) if all(map(CODE.fullmatch, words)) else {text}
    return found
