"""Mutations of any file of any format, drawn by seed: what a hand might do, and nobody thought of.

Each format has an anatomy, which takes a file apart and writes it again, and hands that do something to one of the
parts: delete, double, move, exchange, rescale, recolour, rename it, or put in what is foreign. Everything is decided
by the random numbers. `shown` tells whether anybody can see it. Nothing here shares code with the program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from mutations.drawn import dxf, lines, packages, pdf_hands, records, step, stl, svg
from mutations.drawn.hands import Drawn, Nothing, bytes_of, everywhere, raw, text_of

ANATOMIES: dict[str, Callable[[random.Random, bytes], Drawn]] = {
    "svg": svg.mutated,
    "dxf": dxf.mutated,
    "3mf": packages.mutated,
    "stl": stl.mutated,
    "obj": partial(lines.mutated, kind="obj"),
    "mtl": partial(lines.mutated, kind="mtl"),
    "txt": partial(lines.mutated, kind="txt"),
    "md": partial(lines.mutated, kind="md"),
    "csv": partial(lines.mutated, kind="csv"),
    "html": partial(lines.mutated, kind="html"),
    "png": raw,
    "pdf": pdf_hands.mutated,
    "step": step.mutated,
    "json": records.mutated,
}
TEXTS = {"svg", "dxf", "obj", "mtl", "txt", "md", "csv", "step", "html"}
TRIES = 200


def _one(r: random.Random, suffix: str, content: bytes) -> Drawn:
    chance = r.random()
    if chance < 0.04:
        return raw(r, content)
    if chance < 0.1 and suffix in TEXTS:
        text, kind, says = everywhere(r, text_of(content))
        return Drawn(bytes_of(text), kind, says)
    return ANATOMIES[suffix](r, content)


def drawn(r: random.Random, suffix: str, content: bytes) -> Drawn:
    """Return a mutation of a file: other bytes, by one hand or two. suffix: of its name.

    Raises AssertionError if hand after hand changes nothing.
    """
    for _ in range(TRIES):
        try:
            found = _one(r, suffix, content)
        except Nothing:
            continue
        if found.content != content:
            return _again(r, suffix, found, content)
    raise AssertionError(f"no hand changes a file of the kind {suffix}")


def _again(r: random.Random, suffix: str, found: Drawn, content: bytes) -> Drawn:
    """Return now and then what a second hand does to what the first has done: what one breaks, the other may hide."""
    if r.random() < 0.9:
        return found
    try:
        second = _one(r, suffix, found.content)
    except Exception:  # the first hand left nothing that can be taken apart
        return found
    if second.content == content:
        return found
    return Drawn(second.content, f"{found.kind}, and {second.kind}", f"{found.says}, and {second.says}")
