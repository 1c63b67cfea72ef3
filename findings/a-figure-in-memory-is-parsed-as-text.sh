#!/usr/bin/env bash
# A figure that Typst is given in memory takes sixteen times its size.
#
# typst 0.15.2 (the package for Python).
# A document's files may be given as bytes by their names, so that no folder is needed. One is an SVG of 3.8 MB.
# Guess: it takes its own size of memory, as it does where it lies on a disk.
# Seen: every file in memory is parsed as a program first, though nothing but `read` is asked of it: 61 MiB more than
# without. On a disk, or as a text among `sys_inputs`, it takes 7 to 10.
# For a maker: where memory is short, figures are inputs, or files in a folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check typst==0.15.2
cat >one.py <<'END'
import resource
import sys
from pathlib import Path

import typst

figure = "<svg>" + "".join(f'<path d="M{k} {k + 1}L{k + 2} {k + 3}" fill="#000"/>' for k in range(80_000)) + "</svg>"
READ, INPUT = '#read("figure.svg").len()', "#sys.inputs.figure.len()"
match sys.argv[1]:
    case "none":
        typst.compile({"main.typ": b"nothing"})
    case "memory":
        typst.compile({"main.typ": READ.encode(), "figure.svg": figure.encode()})
    case "disk":
        Path("figure.svg").write_text(figure)
        Path("main.typ").write_text(READ)
        typst.compile("main.typ")
    case "input":
        typst.compile({"main.typ": INPUT.encode()}, sys_inputs={"figure": figure})
print(len(figure), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
END
environment/bin/python - <<'END'
import subprocess
import sys

taken = {}
for way in ("none", "memory", "disk", "input"):
    told = subprocess.run([sys.executable, "one.py", way], check=True, capture_output=True, text=True).stdout.split()
    size, taken[way] = map(int, told)
more = {way: (most - taken["none"]) / size for way, most in taken.items()}  # times the figure's size
print(more)
assert more["memory"] > 10
assert more["disk"] < 5
assert more["input"] < 5
END
echo "as stated"
