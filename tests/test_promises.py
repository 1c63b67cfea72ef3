"""What is promised from version 1.0 on stays: nothing that the record names is gone or another."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from promises import RECORD, broken, promises

PROMISED: dict[str, Any] = json.loads(RECORD.read_bytes())
# what could be broken: the way to a promise, what stands there then (None: nothing), and what is said
BREACHES = [
    (("commands", "make", "options", "--kerf"), None, "commands: make: options: --kerf is gone"),
    (
        ("commands", "check", "options", "--json"),
        "a value",
        "commands: check: options: --json is a value, no value before",
    ),
    (("commands", "verify", "arguments", "1"), "must be there", ""),
    (("games", "triomino", "highest", "default"), "6", "games: triomino: highest: default is 6, 5 before"),
    (("games", "quomino", "grip", "choices"), ["knob"], "games: quomino: grip: choices: dimple is gone"),
    (("every game", "edge", "kind"), "int", "every game: edge: kind is int, size before"),
    (("library", "Design", "make", "to"), None, "library: Design: make: to is gone"),
    (("library", "Design", "new"), "a value", ""),
    (("plug-ins", "Format", "files"), None, "plug-ins: Format: files is gone"),
    (("set files", "rule", "match"), None, "set files: rule: match is gone"),
    (("set files", "", "may be left out"), ["rule"], "set files: : may be left out: region is gone"),
    (("profiles",), [], "profiles: "),
    (("files", "majomino", "svg"), [], "files: majomino: svg: "),
    (("manifest", "files", "of each", "sha256"), "number", "manifest: files: of each: sha256 is number, text before"),
    (("json", "verify", "findings"), None, "json: verify: findings is gone"),
]


def test_nothing_that_is_promised_is_gone(tmp_path: Path) -> None:
    assert list(broken(PROMISED, promises(tmp_path))) == []


@pytest.mark.parametrize(
    ("path", "then", "said"), BREACHES, ids=lambda value: ".".join(value) if isinstance(value, tuple) else ""
)
def test_a_breach_is_named_and_what_comes_new_is_none(path: tuple[str, ...], then: Any, said: str) -> None:
    now = copy.deepcopy(PROMISED)
    *way, last = path
    place = now
    for step in way:
        place = place[step]
    if then is None:
        del place[last]
    else:
        place[last] = then
    found = list(broken(PROMISED, now))
    assert all(said in one for one in found)
    assert bool(found) == bool(said)
