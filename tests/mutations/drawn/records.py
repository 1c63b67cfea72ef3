"""JSON as a hand sees it: values within values."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from mutations.drawn.hands import Drawn, Nothing, by_kind, number, rearranged, short

FOREIGN: tuple[Any, ...] = (None, True, False, 0, 1, -1, 2, 0.5, 1e300, 10**20, "", "x", "../x", "\u202e", [], {},
[[]], {"x": 1},
                            "all", "../../etc", "C:\\x", "<b>", [1, 2, 3], "1", -0.0)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where every value stands below another."""
    found: list[tuple[Any, ...]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in items:
        found += [(*path, key), *places(held, (*path, key))]
    return found


def _sort(path: tuple[Any, ...]) -> tuple[Any, ...]:
    """Tell places apart by their names: entries of a list are alike."""
    return tuple("" if isinstance(key, int) else key for key in path)


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a JSON file, written as the program writes it."""
    document = json.loads(content)
    every = places(document)
    path = by_kind(r, every, _sort)
    home, key = at(document, path[:-1]), path[-1]
    before = home[key]
    what = r.choice(
        (
            "deleted",
            "number",
            "number",
            "foreign",
            "foreign",
            "other",
            "added",
            "rearranged",
            "called otherwise",
            "text",
        )
    )
    if what == "deleted":
        del home[key]
    elif what == "number":
        if isinstance(before, bool) or not isinstance(before, (int, float)):
            raise Nothing
        fresh = number(r, repr(before))
        try:
            home[key] = json.loads(fresh)
        except ValueError:
            home[key] = fresh
    elif what == "foreign":
        home[key] = copy.deepcopy(r.choice(FOREIGN))
    elif what == "other":
        alike = [other for other in every if _sort(other) == _sort(path) and at(document, other) != before]
        home[key] = copy.deepcopy(at(document, r.choice(alike or every)))
    elif what == "added":
        if isinstance(before, dict):
            before[r.choice(("x", "seed", "name", "count"))] = r.choice(FOREIGN)
        elif isinstance(before, list):
            before.insert(r.randint(0, len(before)), r.choice(FOREIGN))
        else:
            raise Nothing
    elif what == "rearranged":
        if isinstance(home, list):
            what = rearranged(r, home, key, copy.deepcopy)
        elif r.random() < 0.9:
            raise Nothing  # in what order names stand means nothing
        else:
            items = list(home.items())
            r.shuffle(items)
            home.clear()
            home.update(items)
    elif what == "called otherwise":
        if not isinstance(home, dict):
            raise Nothing
        home[r.choice((f"{key}x", key.upper(), "x"))] = home.pop(key)
    else:
        if not isinstance(before, str):
            raise Nothing
        home[key] = r.choice(
            (f"{before}x", before.upper(), before[:-1], f" {before}", f"{before}\n", f"{before}\u200b")
        )
    name = ".".join(str(part) or "*" for part in _sort(path))
    return Drawn((json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode(), f"{name} {what}",
                 f"{'.'.join(map(str, path))}: {short(before)}")  # fmt: skip
