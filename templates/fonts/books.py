"""Makes the fonts of the books from npm's packages @fontsource/alegreya and @fontsource/alegreya-sans 5.3.0.

``npm pack @fontsource/alegreya@5.3.0 @fontsource/alegreya-sans@5.3.0``, unpack each into a folder of its name (without
the @fontsource/), then ``python books.py FOLDER`` with fontTools. Run only when the choice of faces or signs changes;
the fonts themselves are kept beside it.
"""

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from subset import LETTERS, SIGNS

HERE = Path(__file__).parent
# the file's name here, and there: family, weight, slope
FACES = {
    "Alegreya-Regular": ("alegreya", 400, "normal"),
    "Alegreya-Italic": ("alegreya", 400, "italic"),
    "Alegreya-Bold": ("alegreya", 700, "normal"),
    "Alegreya-BoldItalic": ("alegreya", 700, "italic"),
    "AlegreyaSans-Regular": ("alegreya-sans", 400, "normal"),
    "AlegreyaSans-Italic": ("alegreya-sans", 400, "italic"),
    "AlegreyaSans-Bold": ("alegreya-sans", 700, "normal"),
    "AlegreyaSans-Black": ("alegreya-sans", 900, "normal"),
}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "lnum", "pnum", "tnum"]
STYLES = {
    (400, "normal"): "Regular",
    (400, "italic"): "Italic",
    (700, "normal"): "Bold",
    (700, "italic"): "Bold Italic",
}
NAMES = {"alegreya": "Alegreya", "alegreya-sans": "Alegreya Sans"}


def part(folder: Path, family: str, weight: int, slope: str, signs: str, codes: set[int]) -> TTFont:
    """Return what a file of the package has of the codes, without hints."""
    path = folder / family / "package" / "files" / f"{family}-{signs}-{weight}-{slope}.woff"
    font = TTFont(path, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = FEATURES
    options.notdef_outline = True
    options.name_IDs = ["*"]
    options.name_languages = ["*"]
    options.glyph_names = False
    options.drop_tables += ["STAT", "gasp", "DSIG", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=sorted(codes & set(font.getBestCmap())))
    subsetter.subset(font)
    font.flavor = None
    return font


def line_up(font: TTFont) -> None:
    """Let digits be as high as capitals where a program knows no features: those of the face have ups and downs."""
    table = font["GSUB"].table
    number = next(r.Feature.LookupListIndex[0] for r in table.FeatureList.FeatureRecord if r.FeatureTag == "lnum")
    instead = table.LookupList.Lookup[number].SubTable[0].mapping
    for codes in font["cmap"].tables:
        codes.cmap = {code: instead.get(glyph, glyph) for code, glyph in codes.cmap.items()}


def make(folder: Path, name: str) -> None:
    """Write NAME.ttf."""
    family, weight, slope = FACES[name]
    codes = {*LETTERS, *SIGNS}
    first = part(folder, family, weight, slope, "latin", codes)
    rest = part(folder, family, weight, slope, "latin-ext", codes - set(first.getBestCmap()))
    base = TTFont(folder / family / "package" / "files" / f"{family}-latin-{weight}-{slope}.woff")
    parts = [HERE / f"part-{k}.ttf" for k in range(2)]
    try:
        for font, path in zip((first, rest), parts, strict=True):
            font.save(path)
        merged = Merger().merge([str(path) for path in parts])
    finally:
        for path in parts:
            path.unlink(missing_ok=True)
    line_up(merged)
    style = STYLES.get((weight, slope), "Black")
    notice = base["name"].getDebugName(0).split(" All")[0]
    named = {0: f"{notice} Licensed under the SIL Open Font License, Version 1.1. Subset.", 1: NAMES[family], 2: style}
    if style == "Black":  # a family of its own where a program knows four faces alone
        named |= {1: f"{NAMES[family]} Black", 2: "Regular", 16: NAMES[family], 17: "Black"}
    named |= {4: f"{NAMES[family]} {style}", 6: name}
    merged["name"].names = []
    for number, text in named.items():
        merged["name"].setName(text, number, 3, 1, 0x409)
    for time in ("created", "modified"):  # the same fonts give the same bytes
        setattr(merged["head"], time, getattr(base["head"], time))
    merged.recalcTimestamp = False
    merged.save(HERE / f"{name}.ttf")


if __name__ == "__main__":
    for face in FACES:
        make(Path(sys.argv[1]), face)
