"""Do sets that older versions made still verify?

    python benchmarks/older_sets.py 8eaefe5 8995d99 9a2de03 44fec90

Takes each commit's program out of the repository, makes a small set of every game that it knows, in all formats,
and reads it back with the program as it is now. Prints a Markdown table and ends with 1 if a set does not verify. The
libraries are those that are installed now.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SMALL = {
    "quasimino": ["--colours", "2"],
    "triomino": ["--highest", "2"],
    "majomino": ["--size", "5", "--count", "3"],
    "quomino": ["--size", "4"],
}
CALL = "from quasiprint.cli import main; main(prog_name='quasiprint')"


def made(checkout: Path, game: str, folder: Path) -> bool:
    """Make a set of a game with a checkout's program; return whether it knows the game."""
    result = subprocess.run(
        [sys.executable, "-c", CALL, "make", game, *SMALL[game], "-o", str(folder)],
        cwd=checkout, env={**os.environ, "PYTHONPATH": str(checkout)}, capture_output=True, check=False,
    )  # fmt: skip
    return result.returncode == 0


def main() -> int:
    """Make, verify, print, and return the exit code."""
    from quasiprint.pipeline.verify import verify
    from quasiprint.storage.stored import stored

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="+", metavar="COMMIT")
    commits = parser.parse_args().commits
    print("| commit | game | files | pieces | off at most, µm | verifies |\n|---|---|---|---|---|---|")
    wrong = False
    for commit in commits:
        with tempfile.TemporaryDirectory() as name:
            checkout = Path(name) / "checkout"
            checkout.mkdir()
            archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
            subprocess.run(["tar", "-x", "-C", str(checkout)], input=archive.stdout, check=True)
            for game in SMALL:
                folder = Path(name) / game
                if (checkout / "quasiprint/games" / game).is_dir() and made(checkout, game, folder):
                    verdict = verify(stored(folder))
                    off = max(verdict.off.values(), default=0.0)
                    codes = sorted({finding.code for finding in verdict.findings if finding.severity == "error"})
                    says = "yes" if verdict.verified else f"**no**: {', '.join(codes)}"
                    print(f"| {commit} | {game} | {verdict.files} | {verdict.pieces} | {off:g} | {says} |", flush=True)
                    wrong = wrong or not verdict.verified
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
