#!/usr/bin/env bash
# The digits of a layer's label decide with which layer it is drawn.
#
# vpype 1.15.0.
# Two layers of Inkscape are labelled "3 mm cut" and "engrave 3", a third "inner", and one without digits has the id "c12".
# Guess: each is a layer of its own, numbered in order.
# Seen: the first two are one layer, number 3: what was to be engraved is cut. The one with the id is number 12.
# For a maker: no digits in labels and ids of layers, or another one in each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check vpype==1.15.0
cat >sheet.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     width="100mm" height="50mm" viewBox="0 0 100 50">
  <g inkscape:groupmode="layer" inkscape:label="3 mm cut" id="a"><path d="M0 0h10v10h-10z"/></g>
  <g inkscape:groupmode="layer" inkscape:label="engrave 3" id="b"><path d="M20 0h10v10h-10z"/></g>
  <g inkscape:groupmode="layer" inkscape:label="score" id="c12"><path d="M40 0h10v10h-10z"/></g>
  <g inkscape:groupmode="layer" inkscape:label="inner" id="d"><path d="M60 0h10v10h-10z"/></g>
</svg>
END
environment/bin/python - <<'END'
import vpype

document = vpype.read_multilayer_svg("sheet.svg", 0.1)
assert {number: len(lines) for number, lines in document.layers.items()} == {3: 2, 12: 1, 4: 1}
END
echo "as stated"
