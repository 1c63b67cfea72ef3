"""Hostile input to every reader of the program: mutations of valid input, led by what they reach.

    pip install -e '.[test]' atheris
    python benchmarks/fuzz.py                          every reader, 120 s each
    python benchmarks/fuzz.py symbol project --seconds 600
    python benchmarks/fuzz.py --engine random          without atheris

The readers and their bounds are those of tests/support/readers.py, the contract that of contract.py beside it. Each
reader runs in a process of its own. An input that breaks the contract is saved in tests/data/corpus/READER, where
test_hostile.py replays it from then on; so is one at which the process dies. `edges` are those of quasiprint's own
modules that were reached, as libFuzzer counts them. Ends with 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SUPPORT = ROOT / "tests/support"
CORPUS = ROOT / "tests/data/corpus"
LONGEST = 1 << 16
STUCK = 60.0  # s without an input done: the process hangs where no signal interrupts it


class Run:
    """Inputs to one reader, counted; what breaks the contract is saved."""

    def __init__(self, name: str, state: Path) -> None:
        from readers import readers, ready, tried

        self.reader = readers()[name]
        ready(self.reader)
        self.tried, self.state = tried, state
        self.inputs, self.kinds, self.begun, self.told = 0, set[str](), time.time(), 0.0

    def one(self, data: bytes) -> None:
        """Try an input."""
        (self.state / "input").write_bytes(data)
        with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
            found = self.tried(self.reader, data, Path(folder))
        self.inputs += 1
        if found:
            kind = re.sub(r"[0-9]+|'.*", "", found)[:60]
            if kind not in self.kinds:
                self.kinds.add(kind)
                saved(self.reader.name, data, found)
        if time.time() - self.told > 0.5:
            self.tell()

    def tell(self) -> None:
        """Write down how far it has come."""
        self.told = time.time()
        told = {"inputs": self.inputs, "seconds": self.told - self.begun, "findings": len(self.kinds)}
        (self.state / "told.new").write_text(json.dumps(told))
        (self.state / "told.new").rename(self.state / "told")


def saved(name: str, data: bytes, found: str) -> None:
    """Keep an input that breaks the contract."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"found-{hashlib.sha256(data).hexdigest()[:10]}"
    path.write_bytes(data)
    print(f"{name}: {found[:300]}\n    {path.relative_to(ROOT)}", flush=True)


def known(name: str) -> list[bytes]:
    """The corpus of a reader."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def at_random(name: str, seconds: float, state: Path, seed: int) -> None:
    """Try mutations of seeds and corpus."""
    from mutation import mutated

    run, r = Run(name, state), random.Random(seed)
    begin = [*run.reader.seeds, *(data for data in known(name) if len(data) < LONGEST)]
    for data in begin:
        run.one(data)
    while time.time() - run.begun < seconds:
        run.one(mutated(r, r.choice(begin), run.reader.words))
    run.tell()


def led(name: str, seconds: float, state: Path, seed: int) -> None:
    """Try what atheris makes of seeds and corpus, half of it by the mutations of tests/support/mutation.py."""
    import atheris

    # numba compiles what is in here, and cannot compile what is instrumented
    for module in ("dissection", "sampling"):
        import_module(f"quasiprint.games.majomino.{module}")
    with atheris.instrument_imports(include=["quasiprint"], enable_loader_override=False):
        run = Run(name, state)
    from mutation import mutated

    corpus = state / "corpus"
    corpus.mkdir()
    for at, data in enumerate([*run.reader.seeds, *known(name)]):
        (corpus / f"seed-{at}").write_bytes(data)
    words = [word.encode("utf-8", "surrogatepass") for word in run.reader.words if 0 < len(word) < 100]
    lines = ["".join(f"\\x{byte:02x}" for byte in word) for word in words]
    (state / "words").write_text("".join(f'"{line}"\n' for line in lines))

    def mutate(data: bytes, most: int, chance: int) -> bytes:
        r = random.Random(chance)
        if r.random() < 0.5:
            return mutated(r, data, run.reader.words)[:most]
        return bytes(atheris.Mutate(data, most))

    given = [f"-max_total_time={round(seconds)}", "-timeout=0", "-rss_limit_mb=0", f"-max_len={LONGEST}",
             f"-seed={seed}", f"-dict={state / 'words'}", "-len_control=0", str(corpus)]  # fmt: skip
    atheris.Setup([sys.argv[0], *given], run.one, custom_mutator=mutate)
    atheris.Fuzz()


def watched(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Run a reader in a process of its own; return what it has told."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        state = Path(folder)
        command = [sys.executable, __file__, name, "--engine", options.engine, "--seconds", str(options.seconds),
                   "--seed", str(options.seed), "--state", folder]  # fmt: skip
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{SUPPORT}",
            "OPENBLAS_NUM_THREADS": "1",
        }
        with (state / "log").open("wb") as log:
            child = subprocess.Popen(command, env=environment, stderr=log)
            begun = time.time()
            while child.poll() is None:
                time.sleep(0.5)
                place = state / "input"
                if time.time() - (place.stat().st_mtime if place.exists() else begun + STUCK) > STUCK:
                    child.kill()
        log_text = (state / "log").read_text(errors="replace")
        told: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "findings": 0}
        if (state / "told").exists():
            told = json.loads((state / "told").read_text())
        covered = re.findall(r"cov: ([0-9]+)", log_text)
        told["edges"] = covered[-1] if covered else "-"
        if child.returncode and (state / "input").exists():
            told["findings"] += 1
            said = log_text.strip().splitlines()[-1:] or [""]
            saved(name, (state / "input").read_bytes(), f"the process ends with {child.returncode}: {said[0][:150]}")
        elif child.returncode:
            told["findings"] += 1
            print(f"{name} did not begin: {log_text[-800:]}", flush=True)
        return told


def main() -> int:
    """Try every reader, and print the table."""
    sys.path[:0] = [str(ROOT), str(SUPPORT)]
    parser = argparse.ArgumentParser(description="Hostile input to every reader.")
    parser.add_argument("readers", nargs="*", metavar="READER")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each reader")
    parser.add_argument("--engine", choices=("atheris", "random"), default="atheris")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.state:
        (led if options.engine == "atheris" else at_random)(
            options.readers[0], options.seconds, options.state, options.seed
        )
        return 0
    from readers import readers

    for name in options.readers:
        if name not in readers():
            parser.error(f"reader: found {name!r}, allowed are {', '.join(readers())}")
    print(f"{'reader':20} {'inputs':>9} {'seconds':>8} {'edges':>6} {'findings':>8}", flush=True)
    total = 0
    for name in options.readers or readers():
        told = watched(name, options)
        total += told["findings"]
        figures = f"{told['inputs']:9,} {told['seconds']:8.0f} {told['edges']:>6} {told['findings']:8}"
        print(f"{name:20} {figures}", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
