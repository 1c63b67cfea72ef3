#!/usr/bin/env bash
# A font that is cut down to its digits loses the digits that stand in columns.
#
# fontTools 4.68.0, @fontsource/alegreya-sans 5.3.0.
# Alegreya Sans draws digits of unequal widths; its feature "tnum" has others of one width, for score sheets.
# Guess: whoever asks for the digits gets them with the features that are about digits.
# Seen: the subsetter keeps "frac", "numr" and "dnom" and drops "tnum", "lnum" and "pnum" with their glyphs, unless they
# are asked for by name; a program that then asks for "tnum" gets unequal digits, and no warning.
# For a maker: sums in a table no longer stand below each other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check fonttools==4.68.0
npm install --silent --no-audit --no-fund @fontsource/alegreya-sans@5.3.0
environment/bin/python - <<'END'
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONT = "node_modules/@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff"
COLUMNS = {"tnum", "lnum", "pnum"}


def subset(*features):
    """Return the features of the font's digits, and how many glyphs are left."""
    font = TTFont(FONT)
    options = Options()
    options.layout_features += features
    subsetter = Subsetter(options)
    subsetter.populate(text="0123456789")
    subsetter.subset(font)
    return {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}, len(font.getGlyphOrder())


font = TTFont(FONT)
names = font.getBestCmap()
assert len({font["hmtx"][names[ord(digit)]][0] for digit in "0123456789"}) > 5  # unequal widths
assert COLUMNS <= {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
usual, few = subset()
asked, more = subset(*COLUMNS)
assert {"frac", "numr", "dnom"} <= usual and not COLUMNS & usual
assert COLUMNS <= asked and more > few
END
echo "as stated"
