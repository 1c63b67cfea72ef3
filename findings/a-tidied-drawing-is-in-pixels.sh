#!/usr/bin/env bash
# Tidying an SVG turns millimetres into pixels, of some drawings, and takes the layers away.
#
# svgo 4.1.0.
# Guess: a drawing that is 25.4 mm wide is still so many millimetres wide when it is smaller, and its layers stay.
# Seen: with its usual set of steps, a length in mm becomes one in px where that is no longer to write: "25.4mm" becomes
# "96", "300mm" stays. Labels and marks of Inkscape's layers go, and a layer that is switched off goes with all that is in it.
# For a maker: a laser's program that takes a pixel for 1/72 inch cuts the tidied sheet 33 % too large.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund svgo@4.1.0
cat >tidy.mjs <<'END'
import assert from 'node:assert';
import { optimize } from 'svgo';

const sheet = (wide) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  width="${wide}mm" height="${wide}mm" viewBox="0 0 ${wide} ${wide}">
  <g inkscape:groupmode="layer" inkscape:label="cut"><path d="M0 0H10V10H0Z" stroke="#f00" fill="none"/></g>
  <g inkscape:groupmode="layer" inkscape:label="names" style="display:none"><path d="M1 1H2V2H1Z"/></g></svg>`;
const tidied = optimize(sheet(25.4)).data;
assert.match(tidied, / width="96"/);
assert.match(optimize(sheet(300)).data, / width="300mm"/);
assert.doesNotMatch(tidied, /inkscape|label/);
assert.equal(tidied.match(/<path/g).length, 1);
END
node tidy.mjs
echo "as stated"
