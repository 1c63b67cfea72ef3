"""What the longest texts that a game may have cost to score or refuse: CPU seconds each, as JSON.

python benchmarks/longest_game.py
"""

from __future__ import annotations

import contextlib
import json
import sys
import time

from quasiprint.games.triomino.notation import MAX_CHARACTERS
from quasiprint.games.triomino.score import score
from quasiprint.model.errors import InputError

LIMIT = 20.0  # s
FILLINGS = {
    "a stranger": "Zoe passes\n",
    "draws": "Ann draws 1\n",
    "two who draw": "Zoe draws 1\nAnn draws 1\n",
    "rounds": "round\nAnn opens 5-5-5\nend Ann=3 Ben=4\n",
    "signs": "=" * 999 + "\n",
    "blanks": " " * 999 + "\n",
    "commas": "Ann places 1-1-1 " + "," * 900 + "\n",
    "empty lines": "\n",
}


def cost(filling: str) -> float:
    """Return the CPU seconds that the longest text of one line over and over takes."""
    text = ("players Ann Ben\nround\nAnn opens 5-5-5\n" + filling * (MAX_CHARACTERS // len(filling)))[:MAX_CHARACTERS]
    start = time.process_time()
    with contextlib.suppress(InputError):
        score(text[: text.rindex("\n")].encode())
    return round(time.process_time() - start, 2)


if __name__ == "__main__":
    found = {name: cost(filling) for name, filling in FILLINGS.items()}
    print(json.dumps(found | {"limit": LIMIT}))
    sys.exit(max(found.values()) > LIMIT)
