#!/usr/bin/env bash
# A DXF that is saved for an older program loses its outlines.
#
# ezdxf 1.4.5.
# A drawing of 2000 holds closed polylines, a spline and a line, in millimetres; some cutters ask for R12.
# Guess: set the version to R12 and save: polylines become the old kind, or saving fails.
# Seen: the file is written, and the line alone is in it; polylines and spline are gone, and so is the unit. A warning goes to the
# log; `saveas` raises nothing.
# For a maker: make the file in the version that the cutter reads; count outlines after every change of format.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check ezdxf==1.4.5
environment/bin/python - <<'END'
import ezdxf
from ezdxf import units

drawing = ezdxf.new("R2000", units=units.MM)
space = drawing.modelspace()
space.add_lwpolyline([(0, 0), (30, 0), (30, 30)], close=True)
space.add_lwpolyline([(0, 0, 0, 0, 1), (10, 0)], close=True)
space.add_spline([(0, 0), (1, 1), (2, 0)])
space.add_line((0, 0), (1, 1))
drawing.saveas("new.dxf")
drawing.dxfversion = "R12"
drawing.saveas("old.dxf")

new, old = ezdxf.readfile("new.dxf"), ezdxf.readfile("old.dxf")
assert sorted(entity.dxftype() for entity in new.modelspace()) == ["LINE", "LWPOLYLINE", "LWPOLYLINE", "SPLINE"]
assert new.units == units.MM
assert old.dxfversion == "AC1009"
assert [entity.dxftype() for entity in old.modelspace()] == ["LINE"]
assert old.units == 0
END
echo "as stated"
