"""What ``quasiprint --help`` costs, as a ratio to its peer: ``python -c "import click"``.

Prints one JSON document. Both are run in turn, many times, in one run of this script; the
least CPU time (user and system) of each counts, since all else is the machine's noise.

    python benchmarks/startup.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROUNDS = 15
LIMIT = 2.0
PEER = "import click"
OURS = "import sys; sys.argv[1:] = ['--help']; from quasiprint.cli import main; main()"


def cpu(script: str) -> float:
    """Return the CPU seconds that a fresh interpreter takes for a script."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{script!r} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """Return the least CPU seconds of both and their ratio."""
    cpu(PEER), cpu(OURS)  # compiled once, before anything counts
    peer, ours = zip(*((cpu(PEER), cpu(OURS)) for _ in range(rounds)), strict=True)
    return {
        "peer_cpu_s": round(min(peer), 4),
        "help_cpu_s": round(min(ours), 4),
        "ratio": round(min(ours) / min(peer), 3),
        "limit": LIMIT,
    }


if __name__ == "__main__":
    result = measure()
    print(json.dumps(result))
    sys.exit(result["ratio"] > LIMIT)
