"""Mutations of any file of any format, drawn by seed: what a hand might do, and nobody thought of.

Each format has an anatomy, which takes a file apart and writes it again, and hands that do something to one of the
parts: delete, double, move, exchange, rescale, recolour, rename it, or put in what is foreign. Everything is decided
by the random numbers. `shown` tells whether anybody can see it. Nothing here shares code with the program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from mutations.drawn import dxf, lines, packages, pdf, records, step, stl, svg
from mutations.drawn.hands import Drawn, Nothing

ANATOMIES: dict[str, Callable[[random.Random, bytes], Drawn]] = {
    "svg": svg.mutated,
    "dxf": dxf.mutated,
    "3mf": packages.mutated,
    "stl": stl.mutated,
    "obj": partial(lines.mutated, kind="obj"),
    "mtl": partial(lines.mutated, kind="mtl"),
    "txt": partial(lines.mutated, kind="txt"),
    "md": partial(lines.mutated, kind="md"),
    "pdf": pdf.mutated,
    "step": step.mutated,
    "json": records.mutated,
}
TRIES = 200


def drawn(r: random.Random, suffix: str, content: bytes) -> Drawn:
    """Return a mutation of a file: other bytes, by one hand. suffix: of its name. Raises AssertionError if hand after
    hand changes nothing."""
    for _ in range(TRIES):
        try:
            found = ANATOMIES[suffix](r, content)
        except Nothing:
            continue
        if found.content != content:
            return found
    raise AssertionError(f"no hand changes a file of the kind {suffix}")
