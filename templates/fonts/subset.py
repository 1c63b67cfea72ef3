"""Makes this folder's fonts from Debian's fonts-noto-core, with fontTools: `python subset.py`.

Run only when the choice of signs changes; the fonts themselves are kept beside it.
"""

from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

NOTO = Path("/usr/share/fonts/truetype/noto")
HERE = Path(__file__).parent
LETTERS = [
    *range(0x20, 0x7F),  # ASCII
    # Latin-1, Latin Extended-A, but the soft hyphen: it has the hyphen's shape, and readers took one for the other
    *(code for code in range(0xA0, 0x180) if code != 0xAD),
    *range(0x2010, 0x2028),  # dashes, quotes, bullet, ellipsis
    *range(0x2030, 0x203B),  # per mille, primes, single angle quotes
    0x20AC,
    *map(ord, "ζπφωθμΔΣΩ"),
]
SIGNS = [ord(sign) for sign in "←↑→↓−∙√∞≈≠≤≥■□▲△◆◇●○☐☑✓"]
# what titles and names are written in beside Latin: the books' own faces have Latin alone
NAMES = [
    *(0x18F, 0x259, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x218, 0x219, 0x21A, 0x21B),  # of Azeri, Vietnamese, Romanian
    *range(0x1E80, 0x1E86),  # of Welsh
    *range(0x1EA0, 0x1EFA),  # of Vietnamese
    *range(0x384, 0x3CF),  # Greek
    *range(0x400, 0x482),  # Cyrillic
    *range(0x48A, 0x500),  # of languages from Tatar to Mongolian
    *range(0x20A0, 0x20C0),  # currencies
]
# A sign is taken from the first font that has it; all have 1000 units to the em.
SOURCES = ("NotoSansMath-Regular.ttf", "NotoSansSymbols2-Regular.ttf")


def subset(path: Path, codes: list[int]) -> TTFont:
    """Return what the font has of the codes, without hints and layout tables."""
    font = TTFont(path, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.notdef_outline = True
    options.name_IDs = ["*"]
    options.name_languages = ["*"]
    options.glyph_names = False
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "MATH", "DSIG", "STAT", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for code in codes if code in font.getBestCmap()])
    subsetter.subset(font)
    return font


def make(weight: str) -> None:
    """Write NotoSans-WEIGHT.ttf."""
    fonts = [subset(NOTO / f"NotoSans-{weight}.ttf", [*LETTERS, *NAMES, *SIGNS])]
    copyrights = [fonts[0]["name"].getDebugName(0).split(" All")[0]]
    base = TTFont(NOTO / f"NotoSans-{weight}.ttf")
    for source in SOURCES:
        had = {code for font in fonts for code in font.getBestCmap()}
        fonts.append(subset(NOTO / source, [sign for sign in SIGNS if sign not in had]))
        copyrights.append(fonts[-1]["name"].getDebugName(0).split(" All")[0] + f" ({source})")
    parts = [HERE / f"part-{k}.ttf" for k in range(len(fonts))]
    try:
        for font, part in zip(fonts, parts, strict=True):
            font.save(part)
        merged = Merger().merge([str(part) for part in parts])
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    licence = "Licensed under the SIL Open Font License, Version 1.1. Subset and merged."
    notice = " ".join([*copyrights, licence])
    merged["name"].setName(notice, 0, 3, 1, 0x409)
    for time in ("created", "modified"):  # the same fonts give the same bytes
        setattr(merged["head"], time, getattr(base["head"], time))
    for height in ("sCapHeight", "sxHeight", "sTypoAscender", "sTypoDescender", "sTypoLineGap"):
        setattr(merged["OS/2"], height, getattr(base["OS/2"], height))
    for height in ("ascent", "descent", "lineGap"):
        setattr(merged["hhea"], height, getattr(base["hhea"], height))
    merged.recalcTimestamp = False
    merged.save(HERE / f"NotoSans-{weight}.ttf")


if __name__ == "__main__":
    for weight in ("Regular", "Bold"):
        make(weight)
