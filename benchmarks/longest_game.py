"""What the longest texts that a game of Triomino may have cost to score or to refuse."""

from __future__ import annotations

import sys

from measuring import Figure, Used, arguments, in_turn, report, run

LIMIT = 20.0  # CPU s
FILLINGS = {
    "a stranger": "Zoe passes\n",
    "draws": "Ann draws 1\n",
    "two who draw": "Zoe draws 1\nAnn draws 1\n",
    "rounds": "round\nAnn opens 5-5-5\nend Ann=3 Ben=4\n",
    "places": "round\nAnn opens 5-5-5\nBen places 1-2-3 at 5-5-5 5-5\nend Ann=3 Ben=4\n",
    "signs": "=" * 999 + "\n",
    "blanks": " " * 999 + "\n",
    "commas": "Ann places 1-1-1 " + "," * 900 + "\n",
    "empty lines": "\n",
}
# scores the longest text of one line over and over, and prints what that takes
SCORE = """
import contextlib, sys, time
from quasiprint.model.game_text import MAX_CHARACTERS
from quasiprint.games.triomino.scoring import score
from quasiprint.errors import InputError
filling = sys.argv[1]
text = ("players Ann Ben\\nround\\nAnn opens 5-5-5\\n" + filling * (MAX_CHARACTERS // len(filling)))[:MAX_CHARACTERS]
start = time.process_time()
with contextlib.suppress(InputError):
    score(text[: text.rindex("\\n")].encode())
print(time.process_time() - start)
"""


def cost(filling: str) -> Used:
    """Return what the longest text of one line over and over takes, without the start of Python."""
    used = run([sys.executable, "-c", SCORE, filling])
    return Used(float(used.output), used.peak_mib, used.wall_s)


def measure(rounds: int) -> list[Figure]:
    """Return the CPU seconds of each text."""
    used = in_turn(rounds, {name: lambda filling=filling: cost(filling) for name, filling in FILLINGS.items()})
    return [Figure(f"{name}, CPU s", one.cpu_s, most=LIMIT) for name, one in used.items()]


if __name__ == "__main__":
    asked = arguments(__doc__, rounds=1).parse_args()
    sys.exit(report(measure(asked.rounds), asked.json, asked.write))
