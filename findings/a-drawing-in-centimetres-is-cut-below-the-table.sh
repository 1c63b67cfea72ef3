#!/usr/bin/env bash
# A drawing whose size is in centimetres is cut below the table.
#
# svg-to-gcode 1.5.4.
# A rectangle of 100 × 60 mm, 10 mm from the corner of a drawing of 120 × 80 mm, becomes a program for a laser.
# Guess: the program has the same numbers, however the size of the drawing is written.
# Seen: units of the viewBox are taken for millimetres whatever the size says: of a drawing that is twice as large on
# paper the cut is as large as before. The number of the height, without its unit, is where the y axis is turned over:
# with "8cm" for "80mm" the rectangle lies from -62 to -2. And of `rect`, `circle`, `polygon` and `use` there is
# nothing in the program.
# For a maker: width and height in millimetres, with the same numbers in the viewBox, and outlines as paths.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check svg-to-gcode==1.5.4
environment/bin/python - <<'END'
import re
import warnings

from svg_to_gcode.compiler import Compiler, interfaces
from svg_to_gcode.svg_parser import parse_string

PATH = '<path d="M10 10H110V70H10Z"/>'


def cut(body, size):
    """Return the least and greatest x and y of the program, None for an empty one."""
    compiler = Compiler(interfaces.Gcode, movement_speed=1000, cutting_speed=300, pass_depth=0)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 120 80">{body}</svg>'
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiler.append_curves(parse_string(svg))
        program = compiler.compile()
    xs, ys = ([float(found) for found in re.findall(rf"{axis}(-?[\d.]+)", program)] for axis in "XY")
    return (min(xs), max(xs), min(ys), max(ys)) if xs else None


assert cut(PATH, 'width="120mm" height="80mm"') == (10, 110, 10, 70)
assert cut(PATH, 'width="12cm" height="8cm"') == (10, 110, -62, -2)
assert cut(PATH, 'width="240mm" height="160mm"') == (10, 110, 90, 150)  # 200 × 120 mm in the drawing
for body in (
    '<rect x="10" y="10" width="100" height="60"/>',
    '<circle cx="40" cy="40" r="20"/>',
    '<polygon points="10,10 110,10 110,70"/>',
    '<defs><path id="tile" d="M0 0H10V10Z"/></defs><use href="#tile" x="30"/>',
):
    assert cut(body, 'width="120mm" height="80mm"') is None, body
END
echo "as stated"
