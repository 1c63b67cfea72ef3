#!/usr/bin/env bash
# Two outlines are offset for the kerf; one of them runs clockwise and becomes four crumbs.
#
# pyclipper 1.4.0.
# Guess: two squares side by side, far from each other, grow alike; or the clockwise one shrinks.
# Seen: alone, a square grows in whichever way it runs. Beside another one that runs counterclockwise, the clockwise one is
# taken for a hole with nothing around it: its offset is four squares at its corners, each as wide as the offset.
# For a maker: outlines of one sheet that come from a mirrored drawing may be cut to crumbs; turn all of them one way first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check pyclipper==1.4.0
environment/bin/python - <<'END'
import pyclipper

SQUARE = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)]
BESIDE = [(x + 5000, y) for x, y in SQUARE]


def offset(*paths):
    """Return the areas of outlines, grown by 100, in order."""
    made = pyclipper.PyclipperOffset()
    made.AddPaths(list(paths), pyclipper.JT_MITER, pyclipper.ET_CLOSEDPOLYGON)
    return sorted(abs(pyclipper.Area(path)) for path in made.Execute(100))


assert offset(SQUARE) == offset(SQUARE[::-1]) == [1200.0**2]
assert offset(SQUARE, BESIDE) == [1200.0**2] * 2
assert offset(SQUARE, BESIDE[::-1]) == [100.0**2] * 4 + [1200.0**2]
END
echo "as stated"
