"""In how many ways each state of the second layer of 7 × 7 cells can be finished: counted once, and delivered.

All boards of 7 × 7 have one of 18,529 pairs of first and second region. To count what lies behind all of them takes
20 s, behind one of them 0.02 s. So few boards are drawn, named and found from these numbers; they add up to
158,753,814. A test and ``benchmarks/second_layer.py`` count them anew.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import Any

Array = Any
LAYER = 2
SIZE = 7
FILE = Path(__file__).with_name("second_layer_7.bin")
DIGEST = "77302d21638c99a0a6b6668579d2f114eb6c3ab315b2163b583889e16daac6d9"  # SHA-256 of the numbers


def counts_of_second(size: int) -> Array:
    """Return the counts, int64, in the order of the states. Raises ValueError if the file is another."""
    import numpy as np

    if size != SIZE:
        raise ValueError(f"second layer: found the size {size}, allowed is {SIZE}")
    data = zlib.decompress(FILE.read_bytes())
    if hashlib.sha256(data).hexdigest() != DIGEST:
        raise ValueError(f"{FILE.name}: its digest is another than {DIGEST}; install the program again")
    return np.frombuffer(data, "<i4").astype(np.int64)


def packed(counts: Array) -> bytes:
    """Return what the file has to hold, from the counts."""
    return zlib.compress(counts.astype("<i4").tobytes(), 9)
